//! Questions to a mesh.

mod around;
mod disc;
mod error;
mod field;
mod filter;
mod funnel;
mod lay_out;
mod lead;
mod marks;
mod move_along;
mod optimal;
mod options;
mod path;
mod raycast;
mod reachable;
mod reason;
mod scratch;
mod share;
mod snap;
mod spread;
mod walk;
mod wall_distance;
mod walls;

pub use around::{Reached, local_neighbourhood, polygons_around, polygons_around_shape};
pub use error::QueryError;
pub use field::{DistanceField, FieldOptions, FieldStep, Heading};
pub use filter::{Filter, FilterError};
pub use move_along::{Moved, move_along};
pub use options::{Engine, PathOptions, default_search_box};
pub use path::{Path, PathLink, Status, path, path_between};
pub use raycast::{Ray, raycast, sees};
pub use reachable::reachable;
pub use reason::Reason;
pub use scratch::Scratch;
pub use wall_distance::{NearestWall, distance_to_wall};
pub use walls::{Wall, wall_segments};
