//! The pipeline: soup and parameters in, mesh out.
//!
//! A bake resolves the parameters to whole numbers, surveys and partitions every tile (in
//! parallel, each from the triangles near it alone; small tiles side by side share the work of
//! their borders), and joins the tiles to one mesh. The bytes
//! of the result depend on the soup and the parameters, never on threads.

mod blocks;
mod by_tile;
mod empty;
mod error;
mod input;
mod on_threads;
mod pipeline;
mod report;
mod surveyed;
mod update;

pub use error::BakeError;
pub use pipeline::{BakeOptions, Baked, Progress, Stage, bake};
pub use report::{BakeReport, StageTime, SurveyTrace, TileTrace};
pub use update::{Changed, Updated, bake_like, update, update_under};
