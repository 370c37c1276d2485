//! Questions to a mesh.

mod error;
mod exit;
mod field;
mod filter;
mod funnel;
mod marks;
mod nearby;
mod optimal;
mod path;
mod scratch;
mod walk;
mod walls;

pub use error::QueryError;
pub use field::{DistanceField, FieldOptions, FieldStep, Heading};
pub use filter::{Filter, FilterError};
pub use nearby::random::{RandomPoints, random_point, random_point_around};
pub use nearby::reachable::reachable;
pub use nearby::{Reached, local_neighbourhood, polygons_around, polygons_around_shape};
pub use path::goals::{NearestGoal, nearest_of_many};
pub use path::options::{Engine, PathOptions, default_search_box};
pub use path::reason::Reason;
pub use path::{Path, PathLink, Status, path, path_between};
pub use scratch::Scratch;
pub use walls::move_along::{Moved, move_along};
pub use walls::raycast::{Ray, raycast, sees};
pub use walls::wall_distance::{NearestWall, distance_to_wall};
pub use walls::{Wall, wall_segments};
