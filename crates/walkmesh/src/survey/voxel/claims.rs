//! What layers claim around themselves.

use super::compact::{NONE, OpenField, Spot};
use super::layers::Patches;
use super::marks::Marks;
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

/// The spans that a layer claims around itself, ring after ring.
pub(super) struct Claims<'a> {
    field: &'a OpenField,
    patches: &'a Patches,
    claimed: Few,
    ring: Few,
    next: Few,
}

impl<'a> Claims<'a> {
    pub(super) fn none(field: &'a OpenField, patches: &'a Patches) -> Self {
        let [claimed, ring, next] = std::array::from_fn(|_| Few::none(field.len()));
        Self { field, patches, claimed, ring, next }
    }

    /// The spans that the ground goes on to in the cells up to `reach` around a layer, one a cell.
    /// Cells around two parts of the layer on different floors (two flights of a stair side by
    /// side) are left out: each part would read the other's height.
    pub(super) fn around(&mut self, (layer, rim): (u32, Vec<u32>), reach: i32) -> Vec<Run> {
        let mut last = Spot::FIRST;
        for span in rim {
            last = self.field.spot_after(last, cast::index(span));
            self.claim((layer, last));
        }
        let mut ring = std::mem::replace(&mut self.ring, Few::none(0));
        for _ in 1..reach {
            std::mem::swap(&mut ring, &mut self.next);
            ring.take(self.field, |spot| self.claim((layer, spot)));
        }
        self.ring = ring;
        self.next.take(self.field, |_| {});
        self.take()
    }

    /// Claims the spans beside one that are not claimed yet, nor in a cell of the layer. Those in
    /// cells without others claimed before are of the next ring.
    #[inline]
    fn claim(&mut self, (layer, spot): (u32, Spot)) {
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
            if is_alone || !column.into_iter().any(is_claimed) {
                self.next.add(there.span);
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
