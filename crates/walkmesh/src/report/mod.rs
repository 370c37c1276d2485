//! What a person wants to see: debug drawing as data, figures.

pub mod drawing;
mod fewest;
mod figures;

pub use drawing::{Color, Drawing};
pub use fewest::fewest;
pub use figures::{ComponentFigures, Figures, figures};
