//! stub

pub mod render;
