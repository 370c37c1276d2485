//! Keeping the agent's centre a radius away from walls: an exact Euclidean distance transform
//! over linked spans.
//!
//! Distances are those between cell centres, to the nearest cell without ground. First along
//! rows, then the lower envelope of parabolas along columns, in integers: Meijster, Roerdink and
//! Hesselink, "A general algorithm for computing distance transforms in linear time" (2000).
//! Rows and columns here are chains of links, which end where the ground does. Recast instead
//! adds up 2-3 chamfer steps, which are off by up to 6 % and prefer eight directions.

use super::compact::{OpenField, turned};
use crate::geom::cast;
use crate::parameters::Resolved;

/// Farthest distance that is told apart, cells; its square fits `i64` with room.
const FAR: i32 = 1 << 29;

/// Squared distance of each span to the nearest cell without ground, in cells²; at least 1.
/// Beyond the window there is no ground.
pub(super) fn distances_squared(field: &OpenField) -> Vec<i64> {
    let mut distances = rows_then_columns(field, 0);
    if field.has_slits {
        // A slit between linked cells ends somewhere; past its end it is seen along only one of
        // the two ways round a corner. Without slits both give the same.
        for (a, b) in distances.iter_mut().zip(rows_then_columns(field, 1)) {
            *a = (*a).min(b);
        }
    }
    distances
}

/// With `across` 0 along rows (east-west) first, with 1 along columns first.
fn rows_then_columns(field: &OpenField, across: usize) -> Vec<i64> {
    let near = along(field, across);
    let mut squared = vec![0_i64; field.len()];
    let (forth, back) = (turned(across, 1) % 2, turned(across, 1) % 2 + 2);
    let (mut chain, mut envelope) = (Vec::new(), Envelope::default());
    for first in 0..field.len() {
        if field.beside(first, back).is_some() {
            continue;
        }
        chain.clear();
        chain.push(first);
        let mut at = first;
        while let Some(next) = field.beside(at, forth) {
            chain.push(next);
            at = next;
        }
        envelope.build(chain.iter().map(|&i| i64::from(near[i])));
        envelope.read(|at, value| squared[chain[at]] = value);
    }
    squared
}

/// Distance along one axis to where the chain of links ends: 1 for the last linked cell.
fn along(field: &OpenField, axis: usize) -> Vec<i32> {
    // Links east and north lead to higher numbers, west and south to lower ones.
    let mut near = vec![FAR; field.len()];
    for i in 0..field.len() {
        near[i] = field.beside(i, axis + 2).map_or(1, |j| (near[j] + 1).min(FAR));
    }
    for i in (0..field.len()).rev() {
        let other = field.beside(i, axis).map_or(1, |j| (near[j] + 1).min(FAR));
        near[i] = near[i].min(other);
    }
    near
}

/// The lower envelope of parabolas (x - i)² + g(i)² over a chain, with an obstacle (g = 0) in
/// front of it and one behind.
#[derive(Debug, Default)]
struct Envelope {
    g: Vec<i64>,
    /// The parabolas on the envelope, and from where each is the lowest.
    stack: Vec<(i64, i64)>,
}

impl Envelope {
    fn at(&self, i: i64) -> i64 {
        self.g[usize::try_from(i).unwrap_or(0)]
    }

    /// The value at `x` of the parabola over `i`.
    fn value(&self, x: i64, i: i64) -> i64 {
        let g = self.at(i);
        (x - i) * (x - i) + g * g
    }

    fn build(&mut self, chain: impl Iterator<Item = i64>) {
        self.g.clear();
        self.g.push(0);
        self.g.extend(chain);
        self.g.push(0);
        self.stack.clear();
        let n = i64::from(cast::count(self.g.len()));
        for u in 0..n {
            while let Some(&(i, from)) = self.stack.last() {
                if self.value(from, i) <= self.value(from, u) {
                    break;
                }
                self.stack.pop();
            }
            let Some(&(i, _)) = self.stack.last() else {
                self.stack.push((u, 0));
                continue;
            };
            // The last x where i is not above u, plus one.
            let (gi, gu) = (self.at(i), self.at(u));
            let from = 1 + (u * u - i * i + gu * gu - gi * gi).div_euclid(2 * (u - i));
            if from < n {
                self.stack.push((u, from));
            }
        }
    }

    /// The lowest value at each place of the chain.
    fn read(&self, mut place: impl FnMut(usize, i64)) {
        let mut top = self.stack.iter().rev().peekable();
        for x in (0..self.g.len()).rev() {
            let at = i64::from(cast::count(x));
            while top.peek().is_some_and(|&&(_, from)| from > at) {
                top.next();
            }
            if x > 0
                && x + 1 < self.g.len()
                && let Some(&&(i, _)) = top.peek()
            {
                place(x - 1, self.value(at, i));
            }
        }
    }
}

/// Which spans stay: those whose whole cell is at least the radius away from cells without
/// ground, measured along the axes; `distance × cell >= radius + cell`, in exact squares.
pub(super) fn erode(distances: &[i64], resolved: &Resolved) -> Vec<bool> {
    let cell = i128::from(resolved.cell);
    let clear = i128::from(resolved.radius.max(0)) + cell;
    distances.iter().map(|&d| i128::from(d) * cell * cell >= clear * clear).collect()
}
