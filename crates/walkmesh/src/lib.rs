//! Navigation meshes from polygon soup.
//!
//! ```text
//! soup ──survey──▶ surface ──partition──▶ navmesh ──query──▶ path
//! triangles        where feet             convex    where     shortest
//! as loaded        can stand              polygons  to go     polyline
//! ```
//!
//! World coordinates are metres, right-handed, Y up. Inside, everything stands on an integer
//! lattice ([`geom::Frame`]): plan coordinates and heights are `i32`, and every decision
//! (orientation, convexity, visibility) is exact.
//!
//! A floor of two triangles, baked, and the way from corner to corner around a crate that was set
//! down on it:
//!
//! ```
//! use walkmesh::Point;
//! use walkmesh::bake::{BakeOptions, bake};
//! use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, KindId, Payload};
//! use walkmesh::parameters::Preset;
//! use walkmesh::query::{PathOptions, Scratch, Status, path};
//! use walkmesh::soup::{Soup, Triangle};
//!
//! let mut soup = Soup::default();
//! let object = soup.add_object("floor");
//! let corners = [[0.0, 0.0, 0.0], [0.0, 0.0, 8.0], [12.0, 0.0, 8.0], [12.0, 0.0, 0.0]];
//! soup.vertices.extend(corners.map(Point::from));
//! soup.triangles.extend([[0, 1, 2], [0, 2, 3]].map(|corners| Triangle { corners, object }));
//! let baked = bake(&soup, &Preset::Human.parameters(), &BakeOptions::default())?;
//!
//! let mut edits = Edits::new(baked.mesh)?;
//! let change = Change {
//!     shape: Footprint::Box { center: [6.0, 4.0], half: [1.0, 1.0], turned: 30.0 },
//!     heights: (f64::NEG_INFINITY, f64::INFINITY),
//!     payload: Payload::Block { kind: KindId(0) },
//!     grown: false,
//! };
//! edits.apply(&[Edit::Add { id: ChangeId(1), change }])?;
//!
//! let ends = [[1.0, 0.0, 1.0], [11.0, 0.0, 7.0]];
//! let options = PathOptions::default();
//! let mut scratch = Scratch::default();
//! let found = path(edits.mesh(), &mut scratch, ends[0], ends[1], &options);
//! assert_eq!(found.status, Status::Complete);
//! let straight = 136_f64.sqrt();
//! assert!(straight < found.length && found.length < straight + 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod threads;

pub mod geom;

pub mod agent;

pub mod parameters;

pub mod soup;

pub mod surface;

pub mod survey;

pub mod partition;

pub mod mesh;

pub mod link;

pub mod query;

pub mod edit;

pub mod bake;

pub mod report;

pub mod store;

pub use geom::Point;
