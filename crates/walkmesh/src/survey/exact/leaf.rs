//! Cutting the plan until no connected ground lies over itself.
//!
//! A leaf is a box. It is looked at with a margin around, so wide that every wall that keeps the
//! agent away from a place in the box is seen together with the ground that leads to it. What
//! hangs together in there is a part, and a part that lies over itself in plan (a stair with the
//! floors that it joins) has its box cut in two. So each part maps one-to-one to the plan, and a
//! distance in plan is a distance on the ground as long as no border is between.

use super::border::Link;
use super::close::within;
use super::free::{Body, Free};
use crate::geom::{
    DisjointSets, OverlayError, PlanBox, PlanPoint, Shape, cast, convex, intersection, shrink,
};

/// Overlaps narrower than this are what rounding and growing leave, steps.
const NARROW: i32 = 16;

/// Two pieces, in order.
type Pair = (usize, usize);

/// A box with what hangs together in it.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) inner: PlanBox,
    pub(super) parts: Vec<LeafPart>,
    /// True when parts end where there is no border.
    pub(super) is_torn: bool,
}

/// What hangs together in a leaf.
#[derive(Clone, Debug)]
pub(super) struct LeafPart {
    /// Its pieces, in order.
    pub(super) pieces: Vec<usize>,
    /// Each of them once, where not all borders of all of them count.
    pub(super) views: Vec<View>,
}

/// Pieces of a part on which the same borders keep the agent away.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) pieces: Vec<usize>,
    /// The pieces with those borders, in order.
    pub(super) around: Vec<usize>,
}

impl LeafPart {
    const fn whole(pieces: Vec<usize>) -> Self {
        Self { pieces, views: Vec::new() }
    }
}

/// Cuts boxes in two.
pub(super) struct Splitter<'a> {
    pub(super) free: &'a Free,
    pub(super) links: &'a [Link],
    pub(super) body: Body,
    /// How far a leaf looks beyond its box, steps.
    pub(super) margin: i32,
}

impl Splitter<'_> {
    /// The leaves of a box, over these pieces. The number of cuts grows with the places where
    /// ground turns over itself, not with the ground.
    pub(super) fn split(
        &self,
        inner: PlanBox,
        pieces: &[usize],
        leaves: &mut Vec<Leaf>,
    ) -> Result<(), OverlayError> {
        self.split_over(inner, (pieces, self.links), None, leaves)
    }

    /// The same where no other links come near, and just some pairs of pieces may lie over each other.
    fn split_over(
        &self,
        inner: PlanBox,
        (pieces, links): (&[usize], &[Link]),
        pairs: Option<&[Pair]>,
        leaves: &mut Vec<Leaf>,
    ) -> Result<(), OverlayError> {
        let near = inner.grown(self.margin);
        let is_near = |link: &&Link| near.meets_segment(link.from, link.to);
        let links: Vec<Link> = links.iter().filter(is_near).copied().collect();
        let pieces: Vec<usize> =
            pieces.iter().copied().filter(|&i| self.free.pieces[i].bounds.meets(&near)).collect();
        let parts = connected(&pieces, &links, None);
        let pairs = match pairs {
            None => parts.iter().map(|part| self.pairs(part)).collect(),
            Some(pairs) => pairs_by_part(pairs, &parts),
        };
        let (wide, deep) = (
            i64::from(inner.max.x) - i64::from(inner.min.x),
            i64::from(inner.max.y) - i64::from(inner.min.y),
        );
        if wide.max(deep) <= i64::from(self.margin / 2).max(64) {
            leaves.push(self.smallest(inner, &links, parts, pairs)?);
            return Ok(());
        }
        // One is enough to cut the box. What does not lie over in it does not in its halves.
        let mut pairs = pairs.into_iter().flatten();
        let mut one = None;
        for pair in pairs.by_ref() {
            if self.lies_over(pair, &near)? {
                one = Some(pair);
                break;
            }
        }
        let Some(one) = one else {
            let parts = parts.into_iter().map(LeafPart::whole).collect();
            leaves.push(Leaf { inner, parts, is_torn: false });
            return Ok(());
        };
        let pairs: Vec<Pair> = std::iter::once(one).chain(pairs).collect();
        let (min, max) = (inner.min, inner.max);
        let middle = |a: i32, b: i32| cast::narrow_i32((i64::from(a) + i64::from(b)) / 2);
        let (low, high) = if wide >= deep {
            let x = middle(min.x, max.x);
            (PlanPoint::new(x, max.y), PlanPoint::new(x, min.y))
        } else {
            let y = middle(min.y, max.y);
            (PlanPoint::new(max.x, y), PlanPoint::new(min.x, y))
        };
        self.split_over(PlanBox::new(min, low), (&pieces, &links), Some(&pairs), leaves)?;
        self.split_over(PlanBox::new(high, max), (&pieces, &links), Some(&pairs), leaves)
    }

    /// A box that is not cut any more, with the links near it and the pairs of each part that may lie
    /// over each other.
    fn smallest(
        &self,
        inner: PlanBox,
        links: &[Link],
        parts: Vec<Vec<usize>>,
        pairs: Vec<Vec<Pair>>,
    ) -> Result<Leaf, OverlayError> {
        let near = inner.grown(self.margin);
        let mut leaf = Leaf { inner, parts: Vec::new(), is_torn: false };
        for (part, pairs) in parts.into_iter().zip(pairs) {
            let conflicts = self.conflicts(pairs, &near)?;
            if conflicts.is_empty() {
                leaf.parts.push(LeafPart::whole(part));
            } else {
                leaf.parts.extend(self.tear(&part, links, &conflicts, &inner)?);
                leaf.is_torn = true;
            }
        }
        Ok(leaf)
    }

    /// Takes apart what even the smallest box does not: what hangs together in the box itself stays
    /// together, so that no way in it is lost. Around it a piece is kept away from by borders of
    /// what it hangs together with and does not lie over.
    fn tear(
        &self,
        part: &[usize],
        links: &[Link],
        conflicts: &[Pair],
        inner: &PlanBox,
    ) -> Result<Vec<LeafPart>, OverlayError> {
        let around = |i: usize| {
            if conflicts.iter().all(|&(one, other)| i != one && i != other) {
                return part.to_vec();
            }
            let others: Vec<usize> =
                part.iter().copied().filter(|&j| !lie_over(conflicts, i, j)).collect();
            let sets = connected(&others, links, None);
            sets.into_iter().find(|set| set.binary_search(&i).is_ok()).unwrap_or_default()
        };
        let own: Vec<usize> =
            part.iter().copied().filter(|&i| self.free.pieces[i].bounds.meets(inner)).collect();
        let mut parts = Vec::new();
        for set in connected(&own, links, Some(inner)) {
            let holds = |i: usize| set.binary_search(&i).is_ok();
            let pairs = conflicts.iter().copied().filter(|&(i, j)| holds(i) && holds(j));
            for pieces in torn(&set, &self.conflicts(pairs, inner)?) {
                let mut views: Vec<View> = Vec::new();
                for (i, around) in pieces.iter().map(|&i| (i, around(i))) {
                    match views.iter_mut().find(|view| view.around == around) {
                        Some(view) => view.pieces.push(i),
                        None => views.push(View { pieces: vec![i], around }),
                    }
                }
                parts.push(LeafPart { pieces, views });
            }
        }
        Ok(parts)
    }

    /// Pairs of pieces of a part whose boxes lie over each other.
    fn pairs(&self, part: &[usize]) -> Vec<Pair> {
        let piece = |i: usize| &self.free.pieces[i];
        let low = part.iter().map(|&i| piece(i).low).min().unwrap_or(0);
        let high = part.iter().map(|&i| piece(i).high).max().unwrap_or(0);
        if f64::from(high) - f64::from(low) < self.body.height {
            return Vec::new();
        }
        let mut sorted = part.to_vec();
        sorted.sort_unstable_by_key(|&i| (piece(i).bounds.min.x, i));
        let mut pairs = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for &i in &sorted {
            let (bounds, lo, hi) = (piece(i).bounds, piece(i).low, piece(i).high);
            open.retain(|&j| piece(j).bounds.max.x >= bounds.min.x);
            for &j in &open {
                let other = piece(j);
                let apart = (f64::from(hi) - f64::from(other.low))
                    .max(f64::from(other.high) - f64::from(lo));
                if apart >= self.body.height && other.bounds.meets(&bounds) {
                    pairs.push((i.min(j), i.max(j)));
                }
            }
            open.push(i);
        }
        pairs
    }

    /// Those of some pairs that lie over each other, in order.
    fn conflicts(
        &self,
        pairs: impl IntoIterator<Item = Pair>,
        near: &PlanBox,
    ) -> Result<Vec<Pair>, OverlayError> {
        let mut conflicts = Vec::new();
        for pair in pairs {
            if self.lies_over(pair, near)? {
                conflicts.push(pair);
            }
        }
        conflicts.sort_unstable();
        Ok(conflicts)
    }

    /// True when two pieces share a place in plan near the leaf, a body's height apart.
    fn lies_over(&self, (i, j): Pair, near: &PlanBox) -> Result<bool, OverlayError> {
        let (a, b) = (&self.free.pieces[i], &self.free.pieces[j]);
        let is_triangle = |s: &Shape| s.holes.is_empty() && s.outer.len() == 3;
        if is_triangle(&a.shape)
            && is_triangle(&b.shape)
            && !convex::overlap(&a.shape.outer, &b.shape.outer)
        {
            return Ok(false);
        }
        let window = near.common(&a.bounds).and_then(|window| window.common(&b.bounds));
        let Some(window) = window else { return Ok(false) };
        let common = intersection(&within(&a.shape, &window), &within(&b.shape, &window))?;
        let planes = [a, b].map(|piece| self.free.groups[piece.group].plane);
        let apart = |p: &PlanPoint| (planes[0].at(*p) - planes[1].at(*p)).abs();
        let is_over = |shape: &Shape| shape.outer.iter().any(|p| apart(p) >= self.body.height);
        if !common.iter().any(is_over) {
            return Ok(false);
        }
        // What growing leaves along a side may hang on what truly lies over.
        Ok(shrink(&common, NARROW / 2, 1)?.iter().any(is_over))
    }
}

/// Sets of pieces that links (those that meet `near`) join, each in order.
pub(super) fn connected(
    pieces: &[usize],
    links: &[Link],
    near: Option<&PlanBox>,
) -> Vec<Vec<usize>> {
    let mut sets = DisjointSets::new(cast::count(pieces.len()));
    // Where each piece is in the list.
    let mut places = vec![None; pieces.last().map_or(0, |last| last + 1)];
    for (&i, at) in pieces.iter().zip(0..) {
        places[i] = Some(at);
    }
    let place = |i: usize| places.get(i).copied().flatten();
    let is_near = |link: &&Link| near.is_none_or(|near| near.meets_segment(link.from, link.to));
    for link in links.iter().filter(is_near) {
        if let (Some(a), Some(b)) = (place(link.pieces[0]), place(link.pieces[1])) {
            sets.join(a, b);
        }
    }
    let mut parts: Vec<(u32, usize)> =
        pieces.iter().zip(0..).map(|(&i, at)| (sets.find(at), i)).collect();
    parts.sort_unstable();
    parts.chunk_by(|a, b| a.0 == b.0).map(|part| part.iter().map(|p| p.1).collect()).collect()
}

/// For each part the pairs that are in it.
fn pairs_by_part(pairs: &[Pair], parts: &[Vec<usize>]) -> Vec<Vec<Pair>> {
    let last = pairs.iter().map(|pair| pair.1).max().unwrap_or(0);
    let mut part_of = vec![usize::MAX; last + 1];
    for (number, part) in parts.iter().enumerate() {
        for &i in part.iter().take_while(|&&i| i <= last) {
            part_of[i] = number;
        }
    }
    let mut by_part = vec![Vec::new(); parts.len()];
    for &(i, j) in pairs {
        if part_of[i] == part_of[j]
            && let Some(own) = by_part.get_mut(part_of[i])
        {
            own.push((i, j));
        }
    }
    by_part
}

/// Whether two pieces are one of the pairs, which are in order.
fn lie_over(conflicts: &[Pair], i: usize, j: usize) -> bool {
    conflicts.binary_search(&(i.min(j), i.max(j))).is_ok()
}

/// What lies over itself in the smallest box, torn into parts that do not: ground there stays, ways
/// may be lost.
fn torn(part: &[usize], conflicts: &[Pair]) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for &i in part {
        let fits = |own: &Vec<usize>| own.iter().all(|&j| !lie_over(conflicts, i, j));
        match parts.iter_mut().find(|own| fits(own)) {
            Some(own) => own.push(i),
            None => parts.push(vec![i]),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_hang_together_where_their_link_is_not_where_its_box_is() {
        let p = PlanPoint::new;
        let slanted = Link { pieces: [0, 1], from: p(0, 0), to: p(4000, 3000) };
        let parts = |x: i32, y: i32| {
            connected(&[0, 1], &[slanted], Some(&PlanBox::new(p(x, y), p(x + 64, y + 64)))).len()
        };
        assert_eq!([parts(2000, 1500), parts(2000, 1450), parts(3936, 2936)], [1, 1, 1]);
        assert_eq!([parts(2000, 1600), parts(2000, 1400), parts(4001, 3001)], [2, 2, 2]);
    }
}
