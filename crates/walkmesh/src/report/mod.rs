//! What a person wants to see: debug drawing as plain data, figures.

pub mod drawing;

pub use drawing::{Color, Drawing};
