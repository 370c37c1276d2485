//! A mesh that stays true while the world changes: blockers, openers and kinds of ground that
//! come and go over an unchanging base mesh.

mod apart;
mod bends;
mod by_polygon;
mod change;
mod cover;
mod cut;
mod edits;
mod emit;
mod error;
mod hot;
mod links;
mod names;
mod narrow;
mod object;
mod outline;
mod pixel;
mod places;
mod published;
mod relief;
mod rows;
mod terrain;
mod twins;

pub use change::{Change, ChangeId, Edit, Footprint, KindId, Payload, PlanPolygon};
pub use cover::Lists;
pub use edits::{Applied, Edits};
pub use error::{EditError, EditProblem};
pub use published::Published;
pub use terrain::{Ground, OutlineError, OutlineOptions, ground_outlines};
