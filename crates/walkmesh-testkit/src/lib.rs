//! What the tests of walkmesh stand on: oracles that are slow and obviously right, generators
//! biased to degeneracy, and readers of other tools' results to compare with.
//!
//! Unit tests inside the `walkmesh` crate see another build of that crate than this one links,
//! so the meshes made here serve integration tests and other crates; inside, use
//! `NavMesh::from_polygons` itself.

pub mod agreement;
pub mod buildings;
pub mod caves;
pub mod chain;
pub mod clip;
pub mod closed;
pub mod damage;
pub mod fields;
pub mod links;
pub mod models;
pub mod more;
pub mod obstacles;
pub mod oracle;
pub mod outlines;
pub mod places;
pub mod polyanya;
pub mod polygons;
pub mod random;
pub mod rays;
pub mod sight;
pub mod soups;
pub mod surroundings;
pub mod tile_sets;
pub mod variants;
pub mod walk_cost;

pub use more::more;
pub use oracle::Oracle;
pub use polygons::{LayeredPolygon, ground_mesh, planar_mesh, unit_frame};
pub use random::Random;
