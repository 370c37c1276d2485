//! Keeping the agent's centre a radius away from walls: an exact Euclidean distance transform
//! over linked spans.
//!
//! Distances run from a cell's centre to the nearest wall, a wall being the square of a cell
//! without ground; they are counted in half cells, where they are roots of whole numbers. First
//! along one axis, then by the lower envelope of parabolas along the other, in integers:
//! Meijster, Roerdink and Hesselink, "A general algorithm for computing distance transforms in
//! linear time" (2000). Rows and columns here are chains of links, which end at a wall. Recast
//! adds up 2-3 chamfer steps instead, which are off by up to 6 % and prefer eight directions.

use super::compact::{EAST, NORTH, OpenField};
use crate::geom::cast;
use crate::parameters::Resolved;

/// Squared distance of each span's centre to the nearest wall, in half cells²; at least 1.
/// Beyond the window there is no ground.
pub(super) fn distances_squared(field: &OpenField) -> Vec<i64> {
    let mut squared = along_then_across(field, EAST, NORTH);
    if has_slits(field) {
        // A slit between cells that both have ground ends somewhere, and past its end it is seen
        // along one of the two ways round the corner only. Without slits both give the same.
        for (a, b) in squared.iter_mut().zip(along_then_across(field, NORTH, EAST)) {
            *a = (*a).min(b);
        }
    }
    squared
}

/// True when somewhere cells side by side have ground that is not linked: storeys, or a step.
fn has_slits(field: &OpenField) -> bool {
    (0..field.len()).any(|i| {
        let (x, y) = field.place(i);
        (0..4).any(|d| {
            let ground = |cell: usize| !field.column(cell).is_empty();
            field.beside(i, d).is_none() && field.window.beside(x, y, d).is_some_and(ground)
        })
    })
}

/// The transform with the distance along one axis first, then across it.
fn along_then_across(field: &OpenField, along: usize, across: usize) -> Vec<i64> {
    let near = to_chain_end(field, along);
    let mut squared = vec![0_i64; field.len()];
    let (mut chain, mut envelope) = (Vec::new(), Envelope::default());
    for first in 0..field.len() {
        if field.beside(first, across + 2).is_some() {
            continue;
        }
        chain.clear();
        chain.push(first);
        let mut at = first;
        while let Some(next) = field.beside(at, across) {
            chain.push(next);
            at = next;
        }
        envelope.build(chain.iter().map(|&i| near[i]));
        for (at, &i) in chain.iter().enumerate() {
            squared[i] = near[i] * near[i];
            envelope.lower(at, &mut squared[i]);
        }
    }
    squared
}

/// Distance along one axis to the wall where the chain of links ends, half cells: 1 for the last
/// linked cell, 3 for the one before it.
fn to_chain_end(field: &OpenField, axis: usize) -> Vec<i64> {
    // Links east and north lead to higher numbers, west and south to lower ones.
    let mut near = vec![1_i64; field.len()];
    for i in 0..field.len() {
        near[i] = field.beside(i, axis + 2).map_or(1, |j| near[j] + 2);
    }
    for i in (0..field.len()).rev() {
        near[i] = near[i].min(field.beside(i, axis).map_or(1, |j| near[j] + 2));
    }
    near
}

/// The lower envelope of parabolas (x - c)² + g² over a chain of cells, in half cells: cell `y`
/// has its centre at x = 2 y, and there is a parabola at each side c = 2 y + 1 between cells,
/// for the nearer wall of the two beside it. At the two ends of the chain stands a wall, g = 0.
///
/// A wall in another row of the chain is half a cell nearer than that row's centre: its square
/// begins at the row's side, which is why the parabolas stand on the sides.
#[derive(Debug, Default)]
struct Envelope {
    /// g² of the parabolas, in order of their sides; the first is at x = -1.
    squares: Vec<i64>,
    /// The parabolas on the envelope, and from which x each is the lowest.
    stack: Vec<(i64, i64)>,
    /// Where reading has come to on the stack.
    at: usize,
}

impl Envelope {
    /// The value at `x` of parabola `i`.
    fn value(&self, x: i64, i: i64) -> i64 {
        let away = x - (2 * i - 1);
        away * away + self.squares.get(usize::try_from(i).unwrap_or(0)).copied().unwrap_or(0)
    }

    /// From the distance of each cell of the chain along the other axis.
    fn build(&mut self, near: impl Iterator<Item = i64>) {
        self.squares.clear();
        let mut before = 0;
        for g in near.chain([0]) {
            let lower = g.min(before);
            self.squares.push(lower * lower);
            before = g;
        }
        self.stack.clear();
        self.at = 0;
        let n = i64::from(cast::count(self.squares.len()));
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
            // The last x where i is not above u, plus one; both hold their g² at x = c.
            let (pi, pu) = (2 * i - 1, 2 * u - 1);
            let (gi, gu) = (self.value(pi, i), self.value(pu, u));
            let from = 1 + (pu * pu - pi * pi + gu - gi).div_euclid(2 * (pu - pi));
            if from < 2 * n {
                self.stack.push((u, from));
            }
        }
    }

    /// Lowers `value` to the envelope over the centre of cell `cell`; cells come in order.
    fn lower(&mut self, cell: usize, value: &mut i64) {
        let x = 2 * i64::from(cast::count(cell));
        while self.stack.get(self.at + 1).is_some_and(|&(_, from)| from <= x) {
            self.at += 1;
        }
        if let Some(&(i, _)) = self.stack.get(self.at) {
            *value = (*value).min(self.value(x, i));
        }
    }
}

/// Most rows to look at on each side of a span for [`kept`] to be faster than the transform.
const FEW_ROWS: i64 = 8;

/// The same as [`erode`] of [`distances_squared`], without the distances: where the radius is a
/// few cells it is faster to look at the rows around each span than to work out how far away
/// everything is.
pub(super) fn kept(field: &OpenField, resolved: &Resolved) -> Vec<bool> {
    let stays = Stays::new(resolved);
    let least = stays.least();
    // Rows that a wall within reach can be in: its side is 2 r - 1 half cells away.
    let mut rows = 0;
    while (2 * rows + 1) * (2 * rows + 1) < least {
        rows += 1;
    }
    if rows > FEW_ROWS {
        return erode(&distances_squared(field), resolved);
    }
    let mut keep = vec![true; field.len()];
    let mut look = |along: usize, across: usize| {
        let near = to_chain_end(field, along);
        for i in 0..field.len() {
            keep[i] = keep[i]
                && near[i] * near[i] >= least
                && (0..2).all(|way| is_clear(field, &near, (i, across + 2 * way), (rows, least)));
        }
    };
    look(EAST, NORTH);
    if has_slits(field) {
        look(NORTH, EAST);
    }
    keep
}

/// True when no wall in the rows on one side of span `i` is nearer than the root of `least`.
fn is_clear(
    field: &OpenField,
    near: &[i64],
    (i, side): (usize, usize),
    (rows, least): (i64, i64),
) -> bool {
    let mut at = i;
    for row in 0..rows {
        let away = (2 * row + 1) * (2 * row + 1);
        let Some(next) = field.beside(at, side) else { return away >= least };
        // The wall of the next row begins at the side between, and so does that of this one.
        let g = near[at].min(near[next]);
        if away + g * g < least {
            return false;
        }
        at = next;
    }
    true
}

/// Which spans stay: those whose centre is at least the radius from every wall and, along the
/// axes, the whole cell. In exact squares.
pub(super) fn erode(distances: &[i64], resolved: &Resolved) -> Vec<bool> {
    let least = Stays::new(resolved).least();
    distances.iter().map(|&d| d >= least).collect()
}

/// The rule of erosion.
struct Stays {
    cell: i128,
    clear: i128,
    last: i128,
}

impl Stays {
    fn new(resolved: &Resolved) -> Self {
        let cell = i128::from(resolved.cell.max(1));
        let radius = i128::from(resolved.radius.max(0));
        // A radius of whole cells must stay one although both are rounded to steps: each of the
        // cells in it may be half a step short, and the radius half a step long.
        let rounding = (radius / cell + 2) / 2;
        let clear = (radius - rounding).max(0);
        // Whole cells that the radius takes along an axis: the centre of the last is half a cell
        // less.
        let taken = (clear + cell - 1) / cell;
        Self { cell, clear, last: (2 * taken - 1).max(0) }
    }

    /// The least squared distance in half cells that stays.
    fn least(&self) -> i64 {
        let square = self.cell * self.cell;
        let clear = (4 * self.clear * self.clear + square - 1) / square;
        let axis = self.last * self.last + 1;
        i64::try_from(clear.max(axis)).unwrap_or(i64::MAX)
    }
}
