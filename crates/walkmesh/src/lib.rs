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
