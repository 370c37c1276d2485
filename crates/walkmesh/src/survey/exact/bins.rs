//! Which boxes are near a place: a grid of square bins over the box that is looked at.

use crate::geom::{PlanBox, PlanPoint, cast};

/// Bins for each box, about.
const BINS_PER_BOX: f64 = 2.0;
/// Most bins along a side.
const MOST: i32 = 2048;

/// Boxes by the bins that they meet.
#[derive(Debug)]
pub(super) struct Bins {
    area: PlanBox,
    size: i32,
    columns: i32,
    rows: i32,
    /// Where the entries of each bin begin; one more than bins.
    starts: Vec<u32>,
    entries: Vec<u32>,
}

impl Bins {
    /// Linear in the boxes and the bins that they meet.
    pub(super) fn new(boxes: &[PlanBox], area: PlanBox) -> Self {
        let side = |low: i32, high: i32| (i64::from(high) - i64::from(low)).max(1);
        let (wide, deep) = (side(area.min.x, area.max.x), side(area.min.y, area.max.y));
        let count = BINS_PER_BOX * cast::float(i64::from(cast::count(boxes.len()).max(1)));
        let size = (cast::float(wide) * cast::float(deep) / count).sqrt();
        let least = cast::float(wide.max(deep)) / f64::from(MOST);
        let size = cast::ceil_i32(size.max(least)).max(1);
        let along = |extent: i64| cast::narrow_i32(extent / i64::from(size)) + 1;
        let (columns, rows) = (along(wide), along(deep));
        let mut bins = Self { area, size, columns, rows, starts: Vec::new(), entries: Vec::new() };
        let total = cast::cell_index(columns) * cast::cell_index(rows);
        let mut starts = vec![0_u32; total + 1];
        for b in boxes {
            bins.each(b, |bin| starts[bin + 1] += 1);
        }
        for i in 0..total {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut entries = vec![0_u32; cast::index(starts[total])];
        for (i, b) in boxes.iter().enumerate() {
            bins.each(b, |bin| {
                entries[cast::index(next[bin])] = cast::count(i);
                next[bin] += 1;
            });
        }
        (bins.starts, bins.entries) = (starts, entries);
        bins
    }

    fn column(&self, x: i32) -> i32 {
        let at = (i64::from(x) - i64::from(self.area.min.x)).div_euclid(i64::from(self.size));
        cast::narrow_i32(at).clamp(0, self.columns - 1)
    }

    fn row(&self, y: i32) -> i32 {
        let at = (i64::from(y) - i64::from(self.area.min.y)).div_euclid(i64::from(self.size));
        cast::narrow_i32(at).clamp(0, self.rows - 1)
    }

    fn number(&self, column: i32, row: i32) -> usize {
        cast::cell_index(row) * cast::cell_index(self.columns) + cast::cell_index(column)
    }

    fn each(&self, b: &PlanBox, mut visit: impl FnMut(usize)) {
        if !b.meets(&self.area) {
            return;
        }
        for row in self.row(b.min.y)..=self.row(b.max.y) {
            for column in self.column(b.min.x)..=self.column(b.max.x) {
                visit(self.number(column, row));
            }
        }
    }

    fn bin(&self, i: usize) -> &[u32] {
        &self.entries[cast::index(self.starts[i])..cast::index(self.starts[i + 1])]
    }

    /// Adds what may meet a box, each once and in order.
    pub(super) fn near(&self, b: &PlanBox, into: &mut Vec<u32>) {
        into.clear();
        self.each(b, |bin| into.extend(self.bin(bin)));
        into.sort_unstable();
        into.dedup();
    }

    /// What may hold a point.
    pub(super) fn at(&self, p: PlanPoint) -> &[u32] {
        if self.area.contains(p) {
            self.bin(self.number(self.column(p.x), self.row(p.y)))
        } else {
            &[]
        }
    }

    /// Visits what may come within `reach` steps of a segment, some of it more than once.
    pub(super) fn along(
        &self,
        (a, b): (PlanPoint, PlanPoint),
        reach: i32,
        mut visit: impl FnMut(&[u32]),
    ) {
        let bounds = PlanBox::new(a, b).grown(reach);
        if !bounds.meets(&self.area) {
            return;
        }
        let (dx, dy) = (f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y));
        for column in self.column(bounds.min.x)..=self.column(bounds.max.x) {
            // The part of the segment over this column of bins, and a little more.
            let left = f64::from(self.area.min.x) + f64::from(column) * f64::from(self.size);
            let margin = f64::from(reach) + 1.0;
            let range = [left - margin, left + f64::from(self.size) + margin].map(|x| {
                if dx.abs() < 1.0 { x } else { ((x - f64::from(a.x)) / dx).clamp(0.0, 1.0) }
            });
            let ys = if dx.abs() < 1.0 {
                [f64::from(bounds.min.y), f64::from(bounds.max.y)]
            } else {
                range.map(|t| f64::from(a.y) + dy * t)
            };
            let low = cast::floor_i32(ys[0].min(ys[1]) - margin);
            let high = cast::ceil_i32(ys[0].max(ys[1]) + margin);
            for row in self.row(low)..=self.row(high) {
                visit(self.bin(self.number(column, row)));
            }
        }
    }
}
