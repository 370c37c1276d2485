//! What layers claim around themselves.

use super::compact::{NONE, OpenField, Spot};
use super::layers::Patches;
use super::marks::Marks;
use super::window::Tagged;
use crate::geom::cast;

/// Marks that are soon taken away again.
struct Few {
    marks: Marks,
    /// The least and the highest.
    range: (u32, u32),
}

impl Few {
    /// None of so many spans.
    fn none(spans: usize) -> Self {
        Self { marks: Marks::none(spans), range: (NONE, 0) }
    }

    /// Marks a span that is not.
    #[inline]
    fn add(&mut self, span: u32) {
        self.marks.toggle(cast::index(span));
        let (low, high) = self.range;
        self.range = (low.min(span), high.max(span));
    }

    /// Takes all away; `found` gets them in order.
    fn take(&mut self, field: &OpenField, mut found: impl FnMut(Spot)) {
        let (low, high) = std::mem::replace(&mut self.range, (NONE, 0));
        if low > high {
            return;
        }
        let [low, high] = [low, high].map(cast::index);
        let mut last = field.spot(low);
        self.marks.take(low..=high, |i| {
            last = field.spot_after(last, i);
            found(last);
        });
    }
}

/// Spans, one a cell, in four bytes each: those of a rim or a ring are very many.
#[derive(Default)]
pub(super) struct Ring {
    /// The cell of each, tagged with how many spans are below it there, or [`DEEP`].
    cells: Vec<Tagged>,
    /// Those with more below them.
    deep: Vec<Spot>,
}

/// So many spans below one, or more.
const DEEP: u32 = 3;

impl Ring {
    pub(super) fn with_capacity(spans: usize) -> Self {
        Self { cells: Vec::with_capacity(spans), deep: Vec::new() }
    }

    /// Adds a span of a cell whose spans begin at `start`.
    #[inline]
    pub(super) fn push(&mut self, spot: Spot, start: usize) {
        let below = (spot.span - cast::count(start)).min(DEEP);
        self.cells.push(Tagged::new(spot.cell, below));
        if below == DEEP {
            self.deep.push(spot);
        }
    }

    /// How many there are.
    pub(super) const fn len(&self) -> usize {
        self.cells.len()
    }

    /// All of them, as they were added.
    #[inline]
    fn spots(&self, field: &OpenField) -> impl Iterator<Item = Spot> {
        let mut deep = self.deep.iter();
        self.cells.iter().filter_map(move |tagged| {
            let (cell, below) = (tagged.cell(), tagged.tag());
            if below == DEEP {
                return deep.next().copied();
            }
            Some(Spot { span: field.starts[cast::index(cell)] + below, cell })
        })
    }
}

/// The spans that a layer claims around itself, ring after ring.
pub(super) struct Claims<'a> {
    field: &'a OpenField,
    patches: &'a Patches,
    claimed: Few,
}

impl<'a> Claims<'a> {
    pub(super) fn none(field: &'a OpenField, patches: &'a Patches) -> Self {
        Self { field, patches, claimed: Few::none(field.len()) }
    }

    /// The spans that the ground goes on to in the cells up to `reach` around a layer, one a cell.
    /// Cells around two parts of the layer on different floors (two flights of a stair side by
    /// side) are left out: each part would read the other's height.
    pub(super) fn around(&mut self, (layer, rim): (u32, Ring), reach: i32) -> Vec<Run> {
        let mut ring = rim;
        for _ in 0..reach {
            // The next is about as long.
            let room = Ring::with_capacity(ring.cells.len() + ring.cells.len() / 8);
            let before = std::mem::replace(&mut ring, room);
            before.spots(self.field).for_each(|spot| self.claim((layer, spot), &mut ring));
            if ring.cells.is_empty() {
                break;
            }
        }
        drop(ring);
        self.take()
    }

    /// Claims the spans beside one that are not claimed yet, nor in a cell of the layer. Those in
    /// cells without others claimed before are of the next ring.
    #[inline]
    fn claim(&mut self, (layer, spot): (u32, Spot), next: &mut Ring) {
        for there in self.field.around(spot) {
            let is_own = |i: usize| self.patches.layer_of(i) == Some(layer);
            let is_claimed = |i: usize| self.claimed.marks.holds(i);
            if is_claimed(there.i()) || is_own(there.i()) {
                continue;
            }
            let column = self.field.column(cast::index(there.cell));
            let is_alone = column.len() == 1;
            if !is_alone && column.clone().any(is_own) {
                continue;
            }
            if is_alone || !column.clone().any(is_claimed) {
                next.push(there, column.start);
            }
            self.claimed.add(there.span);
        }
    }

    /// What is claimed where only one span of a cell is; then nothing is any more.
    fn take(&mut self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let mut add = |spot: Spot| match runs.last_mut() {
            Some(run) if run.ends_at(spot) => run.length += 1,
            _ => runs.push(Run { first: spot, length: 1 }),
        };
        // The last one, and whether it is the only one of its cell.
        let mut last: Option<(Spot, bool)> = None;
        self.claimed.take(self.field, |spot| match last {
            Some((before, _)) if before.cell == spot.cell => last = Some((spot, false)),
            before => {
                before.filter(|&(_, alone)| alone).into_iter().for_each(|(before, _)| add(before));
                last = Some((spot, true));
            }
        });
        last.filter(|&(_, alone)| alone).into_iter().for_each(|(last, _)| add(last));
        runs.shrink_to_fit();
        runs
    }
}

/// Spans that stand side by side in a row.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) first: Spot,
    pub(super) length: u32,
}

impl Run {
    /// Whether a span is the next one of the run.
    #[inline]
    pub(super) fn ends_at(&self, spot: Spot) -> bool {
        let Spot { span, cell } = self.first;
        [span, cell].map(|n| n + self.length) == [spot.span, spot.cell]
    }

    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let Spot { span, cell } = self.first;
        (0..self.length).map(move |n| Spot { span: span + n, cell: cell + n })
    }
}

#[cfg(test)]
mod tests {
    use super::super::window::Window;
    use super::*;
    use crate::geom::PlanPoint;
    use walkmesh_testkit::Random;

    #[test]
    fn a_ring_gives_what_was_added_however_many_floors_there_are() {
        let mut random = Random::new(4);
        for _ in 0..50 {
            let mut starts = vec![0];
            (0..20).for_each(|cell| {
                starts.push(starts[cell] + cast::count([0, 1, 1, 2, 9][random.below(5)]));
            });
            let (origin, inner_max) = (PlanPoint::new(0, 0), (20, 1));
            let (width, depth) = inner_max;
            let window = Window { origin, cell: 1, width, depth, inner_min: (0, 0), inner_max };
            let field = OpenField::with_capacity(window, starts.clone(), 0);
            let all = (0..20).flat_map(|cell| {
                let column = starts[cell]..starts[cell + 1];
                column.map(move |span| Spot { span, cell: cast::count(cell) })
            });
            let some: Vec<Spot> = all.filter(|_| random.below(2) == 0).collect();
            let mut ring = Ring::default();
            let start = |spot: Spot| field.column(cast::index(spot.cell)).start;
            some.iter().for_each(|&spot| ring.push(spot, start(spot)));
            assert_eq!(ring.spots(&field).collect::<Vec<_>>(), some);
        }
    }
}
