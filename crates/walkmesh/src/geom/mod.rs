//! The lattice and what is decided on it: points, frame, predicates, polygons, booleans,
//! offsets, triangulation, trees. This room imports no other.

mod around;
mod beside;
pub mod cast;
pub mod convex;
mod delaunay;
mod frame;
mod gcd;
mod hull;
mod offset;
mod overlay;
mod parallel;
mod plan_box;
mod point;
pub mod predicates;
mod sets;
mod straighten;
mod thicken;
mod tree;
mod triangulate;
mod unite;
mod volume;

pub(crate) use beside::{
    along, beside, edges, holds_with_rim, is_along_x, is_beside, rim_area_doubled,
};
pub use delaunay::{DelaunayError, delaunay};
pub use frame::{Frame, FrameError};
pub(crate) use gcd::gcd;
pub use hull::{convex_hull, narrowest_edge};
pub(crate) use offset::may_hold_disc;
pub use offset::{grow, grown, shrink};
pub(crate) use overlay::slice;
pub use overlay::{OverlayError, Shape, difference, intersection, union};
pub use plan_box::PlanBox;
pub use point::{GroundPoint, PlanPoint, Point};
pub(crate) use sets::DisjointSets;
pub use straighten::straighten;
pub use thicken::thicken;
pub use tree::{Hit, TriangleTree, WorldBox};
pub(crate) use triangulate::{Triangles, Triangulator, next as next_side, prev as side_before};
pub(crate) use unite::{unite, without};
pub(crate) use volume::{Upright, Volume, lowest_and_highest};
