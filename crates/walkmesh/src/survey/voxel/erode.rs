//! Keeping the agent's centre a radius away from walls: an exact Euclidean distance transform
//! over linked spans.
//!
//! Distances run from a cell's centre to the nearest wall, a wall being the square of a cell
//! without ground; they are counted in half cells, where they are roots of whole numbers. First
//! along one axis, then by the lower envelope of parabolas along the other, in integers:
//! Meijster, Roerdink and Hesselink, "A general algorithm for computing distance transforms in
//! linear time" (2000). Rows and columns here are chains of links, which end at a wall. Recast
//! adds up 2-3 chamfer steps instead, which are off by up to 6 % and prefer eight directions.

use super::compact::{OpenField, Spot, turned};
use super::ends::near_ends;
use super::rows::{Behind, Southward, Westward, Within};
use crate::geom::cast;
use crate::parameters::Resolved;
use crate::threads;

/// Squared distance of each span's centre to the nearest wall, in half cells²; at least 1.
/// Beyond the window there is no ground.
pub(super) fn distances_squared(field: &OpenField) -> Vec<i64> {
    let all = Within::new(field, field.segments());
    let mut squared = along_then_across(Westward(&all), Southward(&all));
    if has_slits(field) {
        // A slit between cells that both have ground ends somewhere, and past its end it is seen
        // along one of the two ways round the corner only. Without slits both give the same.
        for (a, b) in squared.iter_mut().zip(along_then_across(Southward(&all), Westward(&all))) {
            *a = (*a).min(b);
        }
    }
    squared
}

/// True when somewhere cells side by side have ground that is not linked: storeys, or a step.
fn has_slits(field: &OpenField) -> bool {
    let is_slit = |spot: Spot| {
        let (x, y) = field.place(spot);
        let ground = |cell: usize| !field.column(cell).is_empty();
        let is_beside_ground = |d| field.window.beside(x, y, d).is_some_and(ground);
        (0..4).any(|d| !field.links.leads(spot.i(), d) && is_beside_ground(d))
    };
    field.ends(0..field.window.depth).any(is_slit)
}

/// The transform with the distance along one axis first, then across it.
fn along_then_across(along: impl Behind, across: impl Behind) -> Vec<i64> {
    let (field, ahead) = (across.field(), across.ahead());
    let near = to_chain_end(along, (u32::MAX, 1), |near| near + 2);
    let mut squared = vec![0_i64; field.len()];
    let (mut chain, mut envelope) = (Vec::new(), Envelope::default());
    for first in field.spots() {
        if field.beside(first, turned(ahead, 2)).is_some() {
            continue;
        }
        chain.clear();
        let mut at = Some(first);
        while let Some(spot) = at {
            chain.push(spot.i());
            at = field.beside(spot, ahead);
        }
        envelope.build(chain.iter().map(|&i| i64::from(near[i])));
        for (at, &i) in chain.iter().enumerate() {
            squared[i] = i64::from(near[i]) * i64::from(near[i]);
            envelope.lower(at, &mut squared[i]);
        }
    }
    squared
}

/// Distance along one axis to the wall where the chain of links ends, half cells: `one` for the
/// last linked cell, two `further` for the one before it. All beyond the segments are `far` from walls.
fn to_chain_end<T: Copy + Ord>(
    behind: impl Behind,
    (far, one): (T, T),
    further: impl Fn(T) -> T,
) -> Vec<T> {
    let (field, ahead) = (behind.field(), behind.ahead());
    let mut near = vec![far; field.len()];
    behind.forward(|i, behind| {
        near[i] = near.get(behind).map_or(one, |&behind| further(behind));
    });
    behind.backward(|i, behind| {
        // Those ahead have said what they know.
        if !field.links.leads(i, ahead) {
            near[i] = one;
        }
        let own = further(near[i]);
        if let Some(behind) = near.get_mut(behind) {
            *behind = own.min(*behind);
        }
    });
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
    // Before what goes again, so that no gap is left in memory.
    let mut keep = vec![true; field.len()];
    if needs.is_empty() {
        return keep;
    }
    // So many rows and cells of them are looked at around a span.
    let cells = needs.iter().fold(own, |most, &need| most.max(need)).div_ceil(2);
    let within = Within::new(field, near_ends(field, needs.len() + cast::index(cells)));
    let (westward, southward) = (Westward(&within), Southward(&within));
    // What is needed of a few rows fits a byte with room.
    let (far, further) = ((u8::MAX, 1), |near: u8| near.saturating_add(2));
    let along = |keep: &mut [bool]| {
        let near = to_chain_end(westward, far, further);
        look_across((near, &needs, own), southward, keep);
    };
    let across = |keep: &mut [bool]| {
        let near = to_chain_end(southward, far, further);
        look_across((near, &needs, own), westward, keep);
    };
    if !has_slits(field) {
        along(&mut keep);
    } else if rayon::current_num_threads() > 1 {
        let mut other = keep.clone();
        threads::join(|| along(&mut keep), || across(&mut other));
        keep.iter_mut().zip(other).for_each(|(keep, other)| *keep &= other);
    } else {
        along(&mut keep);
        across(&mut keep);
    }
    keep
}

/// Clears `keep` where a row on either side ends, or has a wall nearer than it needs: of spans in
/// the segments, beyond which all is clear.
///
/// Bit `r` of what a span says to the ones beside it: rows `r` and on are as they need to be when
/// row `r` is its own. That is known from its own row and from what the next one says. (A row has
/// the wall at its near side too, but the row before needs more of that.)
fn look_across((near, needs, own): (Vec<u8>, &[u32], u32), behind: impl Behind, keep: &mut [bool]) {
    let (field, ahead) = (behind.field(), behind.ahead());
    let met = |near: usize, need: u32| near >= cast::index(need);
    let rows = |near: usize| {
        let bits = (0..).zip(needs).map(|(r, &need)| u8::from(met(near, need)) << r);
        bits.fold(0, |all, bit| all | bit)
    };
    let rows: [u8; 256] = std::array::from_fn(rows);
    let (all, last) = (rows[255], rows[255] ^ rows[255] >> 1);
    let step = |clear: u8, near: u8, keep: &mut bool| {
        *keep &= clear & 1 == 1 && met(near.into(), own);
        rows[usize::from(near)] & (clear >> 1 | last)
    };
    // From the last to the first what each hears from ahead, then what each says.
    let mut heard = vec![all; near.len()];
    behind.backward(|i, behind| {
        let clear = if field.links.leads(i, ahead) { heard[i] } else { 0 };
        let says = step(clear, near[i], &mut keep[i]);
        if let Some(heard) = heard.get_mut(behind) {
            *heard = says;
        }
    });
    let mut said = heard;
    said.fill(all);
    behind.forward(|i, behind| {
        let clear = said.get(behind).map_or(0, |&said| said);
        said[i] = step(clear, near[i], &mut keep[i]);
    });
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
