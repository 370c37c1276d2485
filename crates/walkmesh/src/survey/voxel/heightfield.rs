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
    /// 0: cannot be stood on; [`BLOCKED`]; else 1 + its area tag.
    pub(super) ground: u16,
    /// Whether the triangle really covers the cell's centre.
    pub(super) centre: bool,
}

/// In [`RawSpan::ground`]: of an obstacle. It cannot be stood on, and what is below its top by the
/// climb or less cannot either, so that nobody steps onto it from there.
pub(super) const BLOCKED: u16 = u16::MAX;

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
    pub(super) ground: u32,
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
    /// A field without cells yet.
    pub(super) const fn new(window: Window) -> Self {
        Self { window, starts: Vec::new(), spans: Vec::new() }
    }

    /// Adds the cells that follow: merges raw spans that overlap or touch; their cells are
    /// numbered from 0. As in Recast, the merged span can be stood on when a walkable part ends
    /// within the climb of its top; unlike there, the result does not depend on the order of the
    /// triangles.
    pub(super) fn add(&mut self, cells: usize, raw: &[RawSpan], climb: i32, parts: &mut Parts) {
        // By cells: how many are before each, then each to its place.
        let Parts { ends, parts } = parts;
        ends.clear();
        ends.resize(cells, 0);
        for span in raw {
            ends[cast::index(span.cell)] += 1;
        }
        let mut before = 0;
        for end in &mut *ends {
            before += std::mem::replace(end, before);
        }
        parts.clear();
        parts.resize(raw.len(), Part::default());
        for span in raw {
            let slot = &mut ends[cast::index(span.cell)];
            parts[cast::index(*slot)] = Part::new(span);
            *slot += 1;
        }
        // Each has moved on to the next cell's.
        let mut first = 0;
        for &mut end in ends {
            self.starts.push(cast::count(self.spans.len()));
            let end = cast::index(end);
            merge_column(&mut parts[first..end], climb, &mut self.spans);
            first = end;
        }
    }

    /// Adds the cells of another part that follow.
    pub(super) fn append(&mut self, mut other: Self) {
        let before = cast::count(self.spans.len());
        self.starts.extend(other.starts.iter().map(|start| start + before));
        self.spans.append(&mut other.spans);
    }

    /// Ends the last cell.
    pub(super) fn close(&mut self) {
        self.starts.push(cast::count(self.spans.len()));
        self.spans.shrink_to_fit();
    }

    /// Where the spans of a cell stand.
    #[inline]
    pub(super) fn column(&self, cell: usize) -> std::ops::Range<usize> {
        cast::index(self.starts[cell])..cast::index(self.starts[cell + 1])
    }

    /// The spans of one cell after the other.
    pub(super) fn columns_mut(&mut self) -> impl Iterator<Item = &mut [Span]> {
        let mut rest = self.spans.as_mut_slice();
        self.starts.windows(2).map(move |bounds| {
            let length = cast::index(bounds[1].saturating_sub(bounds[0])).min(rest.len());
            let (column, after) = std::mem::take(&mut rest).split_at_mut(length);
            rest = after;
            column
        })
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

/// Room for the raw spans of some cells in order, used again and again.
#[derive(Debug, Default)]
pub(super) struct Parts {
    ends: Vec<u32>,
    parts: Vec<Part>,
}

/// A raw span in the column of its cell.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    bottom: i32,
    top: i32,
    height: i32,
    /// Twice [`RawSpan::ground`], and 1 more where the triangle covers the centre.
    ground: u32,
}

impl Part {
    #[inline]
    fn new(raw: &RawSpan) -> Self {
        let &RawSpan { bottom, top, height, ground, centre, .. } = raw;
        Self { bottom, top, height, ground: 2 * u32::from(ground) + u32::from(centre) }
    }

    #[inline]
    fn is_blocked(&self) -> bool {
        self.ground >> 1 == u32::from(BLOCKED)
    }

    #[inline]
    fn alone(&self) -> Span {
        let ground = if self.is_blocked() { 0 } else { self.ground >> 1 };
        Span { bottom: self.bottom, top: self.top, height: self.height, ground }
    }
}

/// Merges the spans of one cell.
#[inline]
fn merge_column(column: &mut [Part], climb: i32, out: &mut Vec<Span>) {
    if let [only] = column {
        out.push(only.alone());
        return;
    }
    sort_by_bottom(column);
    let lowest = out.len();
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
        let (span, blocked) = if n == 1 {
            (first.alone(), first.is_blocked())
        } else {
            merge_group(group, top, climb)
        };
        if blocked && let [.., below] = &mut out[lowest..] {
            let gap = i64::from(span.top) - i64::from(below.top);
            below.ground = if gap <= i64::from(climb) { 0 } else { below.ground };
        }
        out.push(span);
    }
}

/// More spans of a cell than this are not sorted by insertion.
const FEW: usize = 24;

#[inline]
fn sort_by_bottom(column: &mut [Part]) {
    if column.len() > FEW {
        column.sort_unstable_by_key(|part| part.bottom);
        return;
    }
    for i in 1..column.len() {
        let mut at = i;
        while at > 0 && column[at].bottom < column[at - 1].bottom {
            column.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// Spans that touch, and the highest of their tops, as one; and whether an obstacle blocks it.
fn merge_group(group: &[Part], top: i32, climb: i32) -> (Span, bool) {
    // The ground under the centre is what a height sample means; without one, the ground beside
    // it, its plane carried towards the centre as far as the part goes. A wall in the cell says
    // nothing of the ground: its plane passes the centre at any height.
    let mut ground = 0;
    let (mut over_centre, mut beside, mut highest) = (i32::MIN, i32::MIN, i32::MIN);
    let mut obstacle = i32::MIN;
    for part in group {
        if part.top == top {
            highest = highest.max(part.height);
        }
        if part.ground > 1 && i64::from(top) - i64::from(part.top) <= i64::from(climb) {
            if part.is_blocked() {
                obstacle = obstacle.max(part.height);
                continue;
            }
            ground = ground.max(part.ground >> 1);
            beside = beside.max(part.height);
            if part.ground & 1 == 1 {
                over_centre = over_centre.max(part.height);
            }
        }
    }
    // No height is as low as that.
    let height = [over_centre, beside, highest].into_iter().find(|&h| h != i32::MIN).unwrap_or(0);
    // Ground over an obstacle (a floor over a foundation) is ground.
    let blocked = obstacle != i32::MIN && obstacle >= beside;
    let ground = if blocked { 0 } else { ground };
    (Span { bottom: group.first().map_or(top, |p| p.bottom), top, height, ground }, blocked)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(bottom: i32, top: i32, ground: u16) -> RawSpan {
        RawSpan { cell: 0, bottom, top, height: top * 10, ground, centre: false }
    }

    fn merged(raw: &[RawSpan]) -> Vec<Span> {
        let mut out = Vec::new();
        let mut column: Vec<Part> = raw.iter().map(Part::new).collect();
        merge_column(&mut column, 2, &mut out);
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
    fn an_obstacle_takes_the_ground_below_it_and_leaves_the_ground_above() {
        let obstacle = |bottom, top| raw(bottom, top, BLOCKED);
        let said = |raw: &[RawSpan]| merged(raw).iter().map(|s| s.ground).collect::<Vec<_>>();
        assert_eq!(said(&[obstacle(0, 1)]), [0]);
        assert_eq!(said(&[raw(0, 1, 1), obstacle(1, 2)]), [0]);
        assert_eq!(said(&[raw(0, 1, 1), obstacle(0, 1)]), [0]);
        assert_eq!(said(&[obstacle(0, 1), raw(1, 2, 1)]), [1]);
        assert_eq!(said(&[raw(0, 1, 1), obstacle(2, 3), obstacle(2, 3)]), [0, 0]);
        assert_eq!(said(&[raw(0, 1, 1), obstacle(2, 3)]), [0, 0]);
        assert_eq!(said(&[raw(0, 1, 1), obstacle(3, 4)]), [1, 0]);
    }

    #[test]
    fn the_centre_gives_the_height() {
        let over = RawSpan { height: 7, centre: true, ..raw(0, 1, 1) };
        assert_eq!(merged(&[over, raw(0, 3, 1)])[0].height, 7);
        assert_eq!(merged(&[raw(0, 1, 1), raw(0, 3, 1)])[0].height, 30);
    }
}
