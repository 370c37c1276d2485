//! What a person wants to see: debug drawing as data, figures.

pub mod drawing;
mod figures;

pub use drawing::{Color, Drawing};
pub use figures::{ComponentFigures, Figures, figures};
