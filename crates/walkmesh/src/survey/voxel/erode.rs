//! Keeping the agent's centre a radius away from walls: an exact Euclidean distance transform
//! over linked spans.
//!
//! Distances run from a cell's centre to the nearest wall, a wall being the square of a cell
//! without ground; they are counted in half cells, where they are roots of whole numbers. First
//! along one axis, then by the lower envelope of parabolas along the other, in integers:
//! Meijster, Roerdink and Hesselink, "A general algorithm for computing distance transforms in
//! linear time" (2000). Rows and columns here are chains of links, which end at a wall. Recast
//! adds up 2-3 chamfer steps instead, which are off by up to 6 % and prefer eight directions.

use super::compact::{EAST, NONE, NORTH, OpenField};
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
    field.links.iter().enumerate().any(|(i, links)| {
        links.contains(&NONE) && {
            let (x, y) = field.place(i);
            (0..4).any(|d| {
                let ground = |cell: usize| !field.column(cell).is_empty();
                links[d] == NONE && field.window.beside(x, y, d).is_some_and(ground)
            })
        }
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
        envelope.build(chain.iter().map(|&i| i64::from(near[i])));
        for (at, &i) in chain.iter().enumerate() {
            squared[i] = i64::from(near[i]) * i64::from(near[i]);
            envelope.lower(at, &mut squared[i]);
        }
    }
    squared
}

/// Distance along one axis to the wall where the chain of links ends, half cells: 1 for the last
/// linked cell, 3 for the one before it.
fn to_chain_end(field: &OpenField, axis: usize) -> Vec<u32> {
    // Links east and north lead to higher numbers, west and south to lower ones; without a link
    // the number is beyond all.
    let mut near = vec![1_u32; field.len()];
    for (i, links) in field.links.iter().enumerate() {
        if let Some(&behind) = near.get(cast::index(links[axis + 2])) {
            near[i] = behind + 2;
        }
    }
    for (i, links) in field.links.iter().enumerate().rev() {
        let ahead = near.get(cast::index(links[axis])).map_or(1, |&ahead| ahead + 2);
        near[i] = near[i].min(ahead);
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
const FEW_ROWS: usize = 8;

/// The same as [`erode`] of [`distances_squared`], without the distances: where the radius is a
/// few cells it is faster to look at the rows around each span than to work out how far away
/// everything is.
pub(super) fn kept(field: &OpenField, resolved: &Resolved) -> Vec<bool> {
    let least = Stays::new(resolved).least();
    let root = |square: i64| (0..).find(|&g: &u32| i64::from(g) * i64::from(g) >= square);
    // A wall in the next row begins at the side between, an odd number of half cells away: how
    // far it must be along that row, for each row where a wall can be within reach.
    let mut needs = Vec::new();
    for away in (1..).step_by(2).map(|away: i64| away * away).take_while(|&away| away < least) {
        if needs.len() == FEW_ROWS {
            return erode(&distances_squared(field), resolved);
        }
        needs.push(root(least - away).unwrap_or(u32::MAX));
    }
    let own = root(least).unwrap_or(u32::MAX);
    let look = |along: usize, across: usize| {
        let near = to_chain_end(field, along);
        let mut keep: Vec<bool> = near.iter().map(|&near| near >= own).collect();
        if !needs.is_empty() {
            look_across(field, (&near, &needs), (across, across + 2), &mut keep);
        }
        keep
    };
    let across = || has_slits(field).then(|| look(NORTH, EAST));
    let (mut keep, across) = rayon::join(|| look(EAST, NORTH), across);
    for (keep, across) in keep.iter_mut().zip(across.into_iter().flatten()) {
        *keep &= across;
    }
    keep
}

/// Clears `keep` where a row on either side ends, or has a wall nearer than it needs.
///
/// Bit `r` of what a span says to the ones beside it: rows `r` and on are as they need to be when
/// row `r` is its own. That is known from its own row and from what the next one says. (A row has
/// the wall at its near side too, but the row before needs more of that.)
fn look_across(
    field: &OpenField,
    (near, needs): (&[u32], &[u32]),
    (ahead, behind): (usize, usize),
    keep: &mut [bool],
) {
    let last = 1_u16 << (needs.len() - 1);
    let enough = |near: u32| {
        needs.iter().enumerate().fold(0_u16, |bits, (r, &need)| bits | u16::from(near >= need) << r)
    };
    let most = needs.first().map_or(0, |&need| cast::index(need));
    let bits: Vec<u16> = (0..).map(enough).take(most + 1).collect();
    let own: Vec<u16> = near.iter().map(|&near| bits[cast::index(near).min(most)]).collect();
    let mut said = vec![0_u16; field.len()];
    let mut step = |i: usize, beside: u32, own: u16, keep: &mut bool| {
        let clear = said.get(cast::index(beside)).map_or(0, |&said| said);
        *keep &= clear & 1 == 1;
        said[i] = own & (clear >> 1 | last);
    };
    // Spans ahead have higher numbers.
    let each = field.links.iter().zip(&own).zip(&mut *keep).enumerate();
    each.rev().for_each(|(i, ((links, &own), keep))| step(i, links[ahead], own, keep));
    let each = field.links.iter().zip(&own).zip(keep).enumerate();
    each.for_each(|(i, ((links, &own), keep))| step(i, links[behind], own, keep));
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
