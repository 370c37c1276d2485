//! The navigation mesh: tiles of convex polygons, adjacency, components, heights.

mod access;
mod adjacency;
mod assemble;
mod bridges;
mod by_hand;
mod cache;
mod canopy;
mod components;
mod conform;
mod draft;
mod error;
pub(crate) mod half_edges;
mod heights;
mod id;
mod link;
pub(crate) mod link_ways;
mod locate;
mod nav_mesh;
mod paged;
mod polygons;
mod relabel;
#[cfg(test)]
mod samples;
pub(crate) mod snap;
mod source;
mod stretch;
mod structure;
mod tile;
mod tiles;
mod tree;
mod validate;

pub use access::Access;
pub use assemble::TileParts;
pub use by_hand::{HandError, Patch};
pub use components::Component;
pub(crate) use components::polygon_area_doubled;
pub use error::MeshError;
pub use id::{ComponentId, PolyId, PolyRef, TileCoord, TileId};
pub use link::{Link, LinkEnd};
pub use locate::{Nearest, SearchBox};
pub use nav_mesh::NavMesh;
pub use polygons::ConvexPolygon;
pub(crate) use polygons::{resolve_as_given, triangulate};
pub use source::{Sides, TileSource};
pub use tile::{Edge, Passage, Polygon, Tile};
pub use validate::{Place, Problem};
