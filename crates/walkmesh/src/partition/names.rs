//! Vertices by their place.

use std::collections::HashMap;

use crate::geom::{GroundPoint, cast};

/// The vertices that ground points have got so far.
#[derive(Default)]
pub(crate) struct Names {
    /// Looked up only: its order never shows.
    known: HashMap<GroundPoint, u32>,
}

impl Names {
    /// The vertex of `p`, appended when it is new.
    pub(crate) fn of(&mut self, p: GroundPoint, vertices: &mut Vec<GroundPoint>) -> u32 {
        *self.known.entry(p).or_insert_with(|| {
            vertices.push(p);
            cast::count(vertices.len() - 1)
        })
    }
}
