//! Questions to a mesh.

mod error;
mod filter;
mod lay_out;
mod optimal;
mod options;
mod path;
mod raycast;
mod reachable;
mod reason;
mod scratch;
mod share;
mod snap;
mod walk;
mod walls;

pub use error::QueryError;
pub use filter::{Filter, FilterError};
pub use options::{Engine, PathOptions, default_search_box};
pub use path::{Path, PathLink, Status, path, path_between};
pub use raycast::{Ray, raycast, sees};
pub use reachable::reachable;
pub use reason::Reason;
pub use scratch::Scratch;
pub use walls::{Wall, wall_segments};
