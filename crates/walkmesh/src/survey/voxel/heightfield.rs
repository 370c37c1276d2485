//! Solid spans, column after column.

use super::window::Window;
use crate::geom::cast;

/// What one triangle fills of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RawSpan {
    /// Number of the cell in the window.
    pub(super) cell: u32,
    /// Lowest and one past the highest voxel.
    pub(super) bottom: i32,
    pub(super) top: i32,
    /// The triangle's height at the cell's centre, kept within the part in the cell, steps.
    pub(super) height: i32,
    /// 0: cannot be stood on; else 1 + its area tag.
    pub(super) ground: u16,
    /// Whether the triangle really covers the cell's centre.
    pub(super) centre: bool,
}

/// A solid stretch of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// Lowest voxel, and one past the highest: its top face, where feet stand.
    pub(super) bottom: i32,
    pub(super) top: i32,
    /// Height of the ground at the cell's centre, steps: what meshes are given, while decisions
    /// (climb, head room) use `top` as Recast does.
    pub(super) height: i32,
    /// 0: cannot be stood on; else 1 + the area tag.
    pub(super) ground: u16,
}

/// The solid spans of a window, flat: the spans of cell `i` are
/// `spans[starts[i]..starts[i + 1]]`, upwards, and do not touch.
#[derive(Clone, Debug)]
pub(super) struct Heightfield {
    pub(super) window: Window,
    pub(super) starts: Vec<u32>,
    pub(super) spans: Vec<Span>,
}

impl Heightfield {
    /// Merges raw spans that overlap or touch. As in Recast, the merged span can be stood on
    /// when a walkable part ends within the climb of its top; unlike there, the result does not
    /// depend on the order of the triangles.
    pub(super) fn merge(window: Window, raw: &[RawSpan], climb: i32) -> Self {
        let cells = window.cells();
        let mut starts = vec![0_u32; cells + 1];
        for span in raw {
            starts[cast::index(span.cell) + 1] += 1;
        }
        for i in 0..cells {
            starts[i + 1] += starts[i];
        }
        let mut order = vec![0_u32; raw.len()];
        let mut next = starts.clone();
        for (i, span) in raw.iter().enumerate() {
            let slot = &mut next[cast::index(span.cell)];
            order[cast::index(*slot)] = cast::count(i);
            *slot += 1;
        }
        let mut spans = Vec::with_capacity(raw.len().min(2 * cells));
        let mut column = Vec::new();
        for cell in 0..cells {
            let range = cast::index(starts[cell])..cast::index(starts[cell + 1]);
            column.clear();
            column.extend(order[range].iter().map(|&i| raw[cast::index(i)]));
            starts[cell] = cast::count(spans.len());
            merge_column(&mut column, climb, &mut spans);
        }
        starts[cells] = cast::count(spans.len());
        Self { window, starts, spans }
    }

    /// Where the spans of a cell stand.
    #[inline]
    pub(super) fn column(&self, cell: usize) -> std::ops::Range<usize> {
        cast::index(self.starts[cell])..cast::index(self.starts[cell + 1])
    }

    /// The voxel where the space above span `i` of a column that ends before `end` is closed.
    #[inline]
    pub(super) fn ceiling(&self, i: usize, end: usize) -> i32 {
        if i + 1 < end { self.spans[i + 1].bottom } else { i32::MAX }
    }

    /// How many spans of the tile itself can be stood on.
    pub(super) fn walkable(&self) -> usize {
        let w = &self.window;
        let mut count = 0;
        if w.inner_min.0 >= w.inner_max.0 {
            return 0;
        }
        for y in w.inner_min.1..w.inner_max.1 {
            // The spans of a row stand one after the other.
            let first = self.column(w.number(w.inner_min.0, y)).start;
            let end = self.column(w.number(w.inner_max.0 - 1, y)).end;
            count += self.spans[first..end].iter().filter(|s| s.ground != 0).count();
        }
        count
    }
}

/// Merges the spans of one cell.
fn merge_column(column: &mut [RawSpan], climb: i32, out: &mut Vec<Span>) {
    if let [only] = *column {
        let RawSpan { bottom, top, height, ground, .. } = only;
        out.push(Span { bottom, top, height, ground });
        return;
    }
    column.sort_unstable_by_key(|s| (s.bottom, s.top, s.height, s.ground, s.centre));
    let mut rest = &*column;
    while let Some(first) = rest.first() {
        let mut top = first.top;
        let mut n = 1;
        while n < rest.len() && rest[n].bottom <= top {
            top = top.max(rest[n].top);
            n += 1;
        }
        let (group, after) = rest.split_at(n);
        rest = after;
        let near_top = |s: &&RawSpan| i64::from(top) - i64::from(s.top) <= i64::from(climb);
        let near = || group.iter().filter(near_top);
        // The ground under the centre is what a height sample means; without one, the ground
        // beside it, its plane carried towards the centre as far as the part goes. A wall in the
        // cell says nothing of the ground: its plane passes the centre at any height.
        let ground = || near().filter(|s| s.ground != 0);
        let over_centre = ground().filter(|s| s.centre).map(|s| s.height).max();
        let beside = || ground().map(|s| s.height).max();
        let highest = || group.iter().filter(|s| s.top == top).map(|s| s.height).max();
        out.push(Span {
            bottom: first.bottom,
            top,
            height: over_centre.or_else(beside).or_else(highest).unwrap_or(0),
            ground: near().map(|s| s.ground).max().unwrap_or(0),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(bottom: i32, top: i32, ground: u16) -> RawSpan {
        RawSpan { cell: 0, bottom, top, height: top * 10, ground, centre: false }
    }

    fn merged(raw: &[RawSpan]) -> Vec<Span> {
        let mut out = Vec::new();
        merge_column(&mut raw.to_vec(), 2, &mut out);
        out
    }

    #[test]
    fn touching_spans_merge_and_apart_ones_do_not() {
        let spans = merged(&[raw(5, 6, 1), raw(0, 2, 0), raw(2, 3, 0)]);
        assert_eq!(spans.len(), 2);
        assert_eq!((spans[0].bottom, spans[0].top, spans[0].ground), (0, 3, 0));
        assert_eq!((spans[1].bottom, spans[1].top, spans[1].ground), (5, 6, 1));
    }

    #[test]
    fn ground_counts_within_the_climb_of_the_top() {
        assert_eq!(merged(&[raw(0, 1, 1), raw(0, 3, 0)])[0].ground, 1);
        assert_eq!(merged(&[raw(0, 1, 1), raw(0, 4, 0)])[0].ground, 0);
        assert_eq!(merged(&[raw(0, 4, 3), raw(0, 4, 2)])[0].ground, 3);
    }

    #[test]
    fn the_centre_gives_the_height() {
        let over = RawSpan { height: 7, centre: true, ..raw(0, 1, 1) };
        assert_eq!(merged(&[over, raw(0, 3, 1)])[0].height, 7);
        assert_eq!(merged(&[raw(0, 1, 1), raw(0, 3, 1)])[0].height, 30);
    }
}
