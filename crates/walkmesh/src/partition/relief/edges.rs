//! The edges of a partition's pieces, each once.

use crate::geom::{GroundPoint, cast};
use crate::partition::Piece;
use std::collections::HashMap;
use std::ops::Range;

/// Edges numbered by the first piece that has them, in its order.
#[derive(Debug, Default)]
pub(super) struct Edges {
    /// The ends, the lower plan point first.
    pub(super) ends: Vec<(u32, u32)>,
    /// The edge after each corner, piece after piece, and whether it is gone along forwards.
    after: Vec<(u32, bool)>,
    /// Where the corners and the edges of each piece begin, and after the last piece.
    begins: Vec<(u32, u32)>,
}

impl Edges {
    /// The edges of all pieces.
    pub(super) fn of(pieces: &[Piece], vertices: &[GroundPoint]) -> Self {
        let mut edges = Self::default();
        // Looked up only, so that its order makes no difference.
        let mut numbers = HashMap::new();
        for piece in pieces {
            edges.begin();
            let corners = &piece.corners;
            for (k, &from) in corners.iter().enumerate() {
                let to = corners[(k + 1) % corners.len()];
                let forward = vertices[cast::index(from)].plan < vertices[cast::index(to)].plan;
                let ends = if forward { (from, to) } else { (to, from) };
                let number = *numbers.entry(ends).or_insert_with(|| {
                    edges.ends.push(ends);
                    cast::count(edges.ends.len() - 1)
                });
                edges.after.push((number, forward));
            }
        }
        edges.begin();
        edges
    }

    fn begin(&mut self) {
        self.begins.push((cast::count(self.after.len()), cast::count(self.ends.len())));
    }

    /// The edges that piece `i` is the first to have.
    pub(super) fn new_in(&self, i: usize) -> Range<usize> {
        cast::index(self.begins[i].1)..cast::index(self.begins[i + 1].1)
    }

    /// Which edges have one of these pieces on a side.
    pub(super) fn at_any(&self, pieces: &[bool]) -> Vec<bool> {
        let mut found = vec![false; self.ends.len()];
        for (i, _) in pieces.iter().enumerate().filter(|(_, is_one)| **is_one) {
            self.around(i).iter().for_each(|&(edge, _)| found[cast::index(edge)] = true);
        }
        found
    }

    /// The edge after each corner of piece `i`, and whether the piece goes along it forwards.
    pub(super) fn around(&self, i: usize) -> &[(u32, bool)] {
        &self.after[cast::index(self.begins[i].0)..cast::index(self.begins[i + 1].0)]
    }
}
