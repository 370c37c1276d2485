//! Which parts of outlines are borders of the result: a line sweeps the plan from left to right.

use super::place::{Place, cross};
use super::split::Segment;
use crate::geom::cast;
use std::ops::Range;

/// No segment.
pub(super) const NONE: u32 = u32::MAX;

/// A segment that the line crosses.
#[derive(Clone, Copy)]
struct Open {
    a: Place,
    b: Place,
    /// How often outlines wind around what is above it.
    winds: [i16; 2],
    /// The border that it is, or else the next one below it.
    border: u32,
}

/// What the sweep found of a segment.
#[derive(Clone, Copy, Default)]
pub(super) struct Found {
    pub(super) is_border: bool,
    /// True when the result is above it.
    pub(super) is_filled_above: bool,
    /// The border below its lower end, [`NONE`] for none.
    pub(super) below: u32,
    /// The nodes that it joins.
    pub(super) nodes: [u32; 2],
}

/// The borders of a result and where they meet.
#[derive(Default)]
pub(super) struct Graph {
    /// By segment.
    pub(super) found: Vec<Found>,
    /// The borders at each node, those that begin there first: where they start in the list.
    pub(super) firsts: Vec<u32>,
    pub(super) at: Vec<u32>,
    open: Vec<Open>,
    new: Vec<Open>,
    ends: Vec<(Place, u32)>,
    starts: Vec<u32>,
}

impl Graph {
    /// Of segments in order that share no more than ends; `is_in` tells by windings what is in
    /// the result. False when the segments cross or touch after all.
    pub(super) fn sweep(&mut self, segments: &[Segment], is_in: impl Fn([i16; 2]) -> bool) -> bool {
        let Self { found, firsts, at, open, new, ends, starts } = self;
        found.clear();
        found.resize(segments.len(), Found::default());
        ends.clear();
        ends.extend(segments.iter().zip(0..).map(|(s, i)| (s.b, i)));
        ends.sort_unstable_by_key(|end| end.0);
        firsts.clear();
        at.clear();
        open.clear();
        let (mut ending, mut next) = (0, 0);
        while let Some(&(end, _)) = ends.get(ending) {
            let start = segments.get(next).map(|s| s.a).filter(|a| *a <= end);
            let p = start.unwrap_or(end);
            let node = cast::count(firsts.len());
            firsts.push(cast::count(at.len()));
            // What ends here is below all that goes on above.
            let from = open.partition_point(|s| cross(s.a, s.b, p) > 0);
            let to = from + open[from..].iter().take_while(|s| s.b == p).count();
            if open.get(to).is_some_and(|s| cross(s.a, s.b, p) == 0) {
                return false;
            }
            let below = from.checked_sub(1).map(|i| open[i]);
            let mut winds = below.map_or([0; 2], |s| s.winds);
            let mut border = below.map_or(NONE, |s| s.border);
            starts.clear();
            while segments.get(next).is_some_and(|s| s.a == p) {
                starts.push(cast::count(next));
                next += 1;
            }
            let first = starts.first().copied();
            let other = |i: u32| segments[cast::index(i)].b;
            if starts.len() > 1 {
                starts.sort_unstable_by(|&i, &j| 0.cmp(&cross(p, other(i), other(j))));
            }
            new.clear();
            for &i in starts.iter() {
                let segment = &segments[cast::index(i)];
                let above = [0, 1].map(|k| winds[k] + segment.winds[k]);
                let own = &mut found[cast::index(i)];
                own.is_filled_above = is_in(above);
                own.is_border = is_in(winds) != own.is_filled_above;
                (own.below, own.nodes[0]) = (border, node);
                winds = above;
                border = if own.is_border { i } else { border };
                if segment.a.x() != segment.b.x() {
                    new.push(Open { a: segment.a, b: segment.b, winds, border });
                }
            }
            let begun = first.map_or(0..0, |first| first..cast::count(next));
            at.extend(begun.filter(|&i| found[cast::index(i)].is_border));
            let mut closed = 0;
            while let Some(&(_, i)) = ends.get(ending).filter(|e| e.0 == p) {
                let own = &mut found[cast::index(i)];
                own.nodes[1] = node;
                if own.is_border {
                    at.push(i);
                }
                closed += usize::from(segments[cast::index(i)].a.x() != p.x());
                ending += 1;
            }
            if closed != to - from {
                return false;
            }
            replace(open, from..to, new);
        }
        firsts.push(cast::count(at.len()));
        true
    }

    /// The borders at a node.
    pub(super) fn borders(&self, node: u32) -> &[u32] {
        let node = cast::index(node);
        &self.at[cast::index(self.firsts[node])..cast::index(self.firsts[node + 1])]
    }
}

/// Puts others in the place of a range.
fn replace(list: &mut Vec<Open>, range: Range<usize>, with: &[Open]) {
    let (before, to) = (list.len(), range.start + with.len());
    if with.len() > range.len() {
        list.resize(before + with.len() - range.len(), with[0]);
    }
    if with.len() != range.len() {
        list.copy_within(range.end..before, to);
        list.truncate(before - range.len() + with.len());
    }
    list[range.start..to].copy_from_slice(with);
}
