//! What triangles fill of cells to solid spans.

use super::passage::{Row, Slice, Solid};
use super::raw::{Columns, END, Part};
use super::sweep::Merged;
use crate::geom::cast;

/// What a solid stretch of a column is to those above it and beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slab {
    /// Lowest voxel, and one past the highest: its top face, where feet stand.
    pub(super) bottom: i32,
    pub(super) top: i32,
    /// 0: cannot be stood on; else 1 + the area tag.
    pub(super) ground: u32,
}

/// A solid stretch of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) slab: Slab,
    /// Height of the ground at the cell's centre, steps: what meshes are given, while decisions
    /// (climb, head room) use the top as Recast does.
    pub(super) height: i32,
}

impl Slice for Span {
    #[inline]
    fn slab(&self) -> &Slab {
        &self.slab
    }

    #[inline]
    fn slab_mut(&mut self) -> &mut Slab {
        &mut self.slab
    }
}

impl Merged for Row {
    fn merge(&mut self, raw: Columns<'_>, climb: i32) {
        let Self { starts, spans } = self;
        let Columns { heads, parts, .. } = raw;
        starts.clear();
        starts.reserve(heads.len() + 1);
        spans.clear();
        let mut column = Vec::with_capacity(FEW);
        for &head in heads {
            starts.push(cast::count(spans.len()));
            let Some(last) = parts.get(cast::index(head)) else { continue };
            if last.next == END {
                spans.push(Solid::from(last.alone()));
                continue;
            }
            if let Some(before) = parts.get(cast::index(last.next))
                && before.next == END
            {
                merge_two([last, before], climb, spans);
                continue;
            }
            column.clear();
            let mut at = Some(last);
            while let Some(part) = at {
                column.push(*part);
                at = parts.get(cast::index(part.next));
            }
            merge_column(&mut column, climb, spans);
        }
        starts.push(cast::count(spans.len()));
    }

    fn len(&self) -> usize {
        self.spans.len()
    }
}

/// Merges what fills one cell where it overlaps or touches, upwards. As in Recast, the merged span
/// can be stood on when a walkable part ends within the climb of its top; unlike there, the result
/// does not depend on the order of the triangles.
#[inline]
pub(super) fn merge_column<T>(column: &mut [Part], climb: i32, out: &mut Vec<T>)
where
    T: Slice + From<Span>,
{
    sort_by_bottom(column);
    let lowest = out.len();
    let mut rest = &*column;
    while let [first, others @ ..] = rest {
        let mut top = first.top;
        let mut n = 0;
        while let Some(part) = others.get(n)
            && part.bottom <= top
        {
            top = top.max(part.top);
            n += 1;
        }
        let (span, blocked) = if n == 0 {
            (first.alone(), first.is_blocked())
        } else {
            merge_group(&rest[..=n], top, climb)
        };
        rest = &others[n..];
        if blocked
            && let [.., below] = &mut out[lowest..]
            && is_within(below.slab().top, span.slab.top, climb)
        {
            below.slab_mut().ground = 0;
        }
        out.push(T::from(span));
    }
}

/// The same of two parts, which nearly half of all cells with several have.
#[inline]
fn merge_two([one, other]: [&Part; 2], climb: i32, out: &mut Vec<Solid>) {
    let (low, high) = if one.bottom <= other.bottom { (one, other) } else { (other, one) };
    if high.bottom <= low.top {
        let (span, _) = merge_group(&[*low, *high], low.top.max(high.top), climb);
        out.push(Solid::from(span));
        return;
    }
    let [mut below, above] = [low, high].map(Part::alone);
    if high.is_blocked() && is_within(below.slab.top, above.slab.top, climb) {
        below.slab.ground = 0;
    }
    out.extend([below, above].map(Solid::from));
}

/// Whether one height is over another by the climb at most.
#[inline]
fn is_within(low: i32, high: i32, climb: i32) -> bool {
    i64::from(high) - i64::from(low) <= i64::from(climb)
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
        for at in (1..=i).rev() {
            let [.., below, above] = &mut column[..=at] else { return };
            if below.bottom <= above.bottom {
                break;
            }
            std::mem::swap(below, above);
        }
    }
}

/// Spans that touch, and the highest of their tops, as one; and whether an obstacle blocks it.
#[inline]
fn merge_group(group: &[Part], top: i32, climb: i32) -> (Span, bool) {
    // The ground under the centre is what a height sample means; without one, the ground beside
    // it, its plane carried towards the centre as far as the part goes. A wall in the cell says
    // nothing of the ground: its plane passes the centre at any height.
    let mut ground = 0;
    let (mut over_centre, mut beside, mut highest) = (i32::MIN, i32::MIN, i32::MIN);
    let mut obstacle = i32::MIN;
    // Without branches, which nobody guesses: what does not count is as low as nothing.
    let if_so = |counts: bool, height: i32| if counts { height } else { i32::MIN };
    for part in group {
        highest = highest.max(if_so(part.top == top, part.height));
        let counts = part.ground > 1 && is_within(part.top, top, climb);
        obstacle = obstacle.max(if_so(counts & part.is_blocked(), part.height));
        let stands = counts & !part.is_blocked();
        ground = ground.max(if stands { part.ground >> 1 } else { 0 });
        beside = beside.max(if_so(stands, part.height));
        over_centre = over_centre.max(if_so(stands & (part.ground & 1 == 1), part.height));
    }
    // No height is as low as that.
    let height = [over_centre, beside, highest].into_iter().find(|&h| h != i32::MIN).unwrap_or(0);
    // Ground over an obstacle (a floor over a foundation) is ground.
    let blocked = obstacle != i32::MIN && obstacle >= beside;
    let ground = if blocked { 0 } else { ground };
    let bottom = group.first().map_or(top, |part| part.bottom);
    (Span { slab: Slab { bottom, top, ground }, height }, blocked)
}

#[cfg(test)]
mod tests {
    use super::super::raw::{BLOCKED, RawSpans};
    use super::*;

    fn raw(bottom: i32, top: i32, ground: u16) -> Part {
        Part::new((bottom, top), top * 10, ground, false)
    }

    fn merged(raw: &[Part]) -> Vec<Span> {
        let mut spans = RawSpans::default();
        spans.clear(3, 1);
        raw.iter().for_each(|&part| spans.add(1, std::iter::once(part)));
        let mut row = Row::default();
        row.merge(spans.rows(3).next().unwrap(), 2);
        assert_eq!(row.starts[..2], [0, 0]);
        assert_eq!(row.starts[2..], [cast::count(row.len()); 2]);
        row.spans.iter().map(|solid| solid.span).collect()
    }

    #[test]
    fn touching_spans_merge_and_apart_ones_do_not() {
        let spans = merged(&[raw(5, 6, 1), raw(0, 2, 0), raw(2, 3, 0)]);
        assert_eq!(spans.len(), 2);
        assert_eq!(spans[0].slab, Slab { bottom: 0, top: 3, ground: 0 });
        assert_eq!(spans[1].slab, Slab { bottom: 5, top: 6, ground: 1 });
    }

    #[test]
    fn ground_counts_within_the_climb_of_the_top() {
        assert_eq!(merged(&[raw(0, 1, 1), raw(0, 3, 0)])[0].slab.ground, 1);
        assert_eq!(merged(&[raw(0, 1, 1), raw(0, 4, 0)])[0].slab.ground, 0);
        assert_eq!(merged(&[raw(0, 4, 3), raw(0, 4, 2)])[0].slab.ground, 3);
    }

    #[test]
    fn an_obstacle_takes_the_ground_below_it_and_leaves_the_ground_above() {
        let obstacle = |bottom, top| raw(bottom, top, BLOCKED);
        let said = |raw: &[Part]| merged(raw).iter().map(|s| s.slab.ground).collect::<Vec<_>>();
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
        let over = Part::new((0, 1), 7, 1, true);
        assert_eq!(merged(&[over, raw(0, 3, 1)])[0].height, 7);
        assert_eq!(merged(&[raw(0, 1, 1), raw(0, 3, 1)])[0].height, 30);
    }
}
