//! Questions to a mesh.

mod filter;
mod optimal;
mod options;
mod path;
mod reason;
mod scratch;
mod snap;

pub use filter::{Filter, FilterError};
pub use options::{Engine, PathOptions, default_search_box};
pub use path::{Path, PathLink, Status, path, path_between};
pub use reason::Reason;
pub use scratch::Scratch;
