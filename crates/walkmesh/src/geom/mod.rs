//! The lattice and what is decided on it: points, frame, predicates, polygons, booleans,
//! offsets, triangulation, trees. This room imports no other.

pub mod cast;
mod delaunay;
mod frame;
mod plan_box;
mod point;
pub mod predicates;

pub use delaunay::{DelaunayError, delaunay};
pub use frame::{Frame, FrameError};
pub use plan_box::PlanBox;
pub use point::{GroundPoint, PlanPoint, Point};
