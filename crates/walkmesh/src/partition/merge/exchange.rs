//! One diagonal in the place of two.
//!
//! ```text
//!   ┌──────────┬───────w        ┌──────────────────w    A diagonal that no other corner needs ends
//!   │     A    │  M   /│        │               _ / │    anywhere; one between two corners that
//!   │          │     / │   ->   │          _ -      │    need one each does for both.
//!   └──────────u    /  │        └──────────u        │
//!              │   / B │                   │        │
//! ```

use super::Outline;
use super::greedy::{can_go, needed_at};
use super::half_edges::HalfEdges;
use crate::geom::predicates::is_flat_or_less;
use crate::geom::{PlanPoint, cast};
use crate::surface::Border;

/// How much longer than the two together the one may be. Searches look at an edge between polygons
/// as often as it is in sight: fewer polygons are found a way through faster only while what is
/// between them gets hardly longer.
pub(super) const LONGER: f64 = 1.125;

/// Puts one diagonal in the place of two wherever three faces, of which no diagonal
/// [can go](can_go), are two with it and that is [worth it](Glued::cut); afterwards there are no such
/// three, and none can go again. About linear.
pub(super) fn exchange(edges: &mut HalfEdges, outline: &Outline) {
    let plan = outline.plan();
    let mut open = edges.faces();
    open.reverse();
    let mut diagonals = Vec::new();
    while let Some(seed) = open.pop() {
        if edges.is_gone(seed) {
            continue;
        }
        diagonals.clear();
        diagonals.extend(edges.around(seed).filter_map(|h| Lone::of(edges, plan, h)));
        let before = |(i, &g): (usize, &Lone)| diagonals[..i].iter().map(move |&h| [h, g]);
        let pairs = diagonals.iter().enumerate().flat_map(before);
        let mut near = pairs.filter(|[h, g]| h.is_near(g)).map(|pair| pair.map(|one| one.side));
        let Some(cut) = near.find_map(|pair| Glued::of(edges, outline, pair)?.cut()) else {
            continue;
        };
        let made = edges.len();
        edges.recut(&cut.ring, &cut.pair, &[(0, cut.across)]);
        for side in [made, made + 1] {
            for h in edges.around(side).collect::<Vec<u32>>() {
                if can_go(edges, plan, h) {
                    edges.remove(h);
                }
            }
            // What faces around may exchange has changed, and each of the two is across the other.
            open.extend(edges.around(side).filter_map(|h| edges.twin(h)));
        }
    }
}

/// A diagonal that is needed at one of its ends only.
#[derive(Clone, Copy)]
struct Lone {
    side: u32,
    /// Its corners, the one that needs it first.
    corners: [u32; 2],
    needed_at: PlanPoint,
    length: f64,
}

impl Lone {
    fn of(edges: &HalfEdges, plan: &[PlanPoint], side: u32) -> Option<Self> {
        let [here, there] = needed_at(edges, plan, [side, edges.twin(side)?]);
        let mut corners = [edges.origin(side), edges.target(side)];
        if there {
            corners.reverse();
        }
        let [needed_at, other] = corners.map(|v| plan[cast::index(v)]);
        let length = needed_at.distance(other);
        (here != there).then_some(Self { side, corners, needed_at, length })
    }

    /// False when one in the place of the two would surely be too long: of two without a common corner
    /// it joins those that need them.
    fn is_near(&self, other: &Self) -> bool {
        self.corners.iter().any(|corner| other.corners.contains(corner))
            || is_short(self.needed_at.distance(other.needed_at), [self.length, other.length])
    }
}

/// True when a diagonal is not too long to be there in the place of two.
fn is_short(length: f64, two: [f64; 2]) -> bool {
    length <= LONGER * (two[0] + two[1])
}

/// The half-edges that arrive at a corner and leave it.
type Corner = [u32; 2];

/// What three faces are without the two diagonals between them.
struct Glued<'a> {
    edges: &'a HalfEdges,
    outline: &'a Outline,
    /// Both sides of the diagonals: those of the middle face, then the others.
    inside: [u32; 4],
}

/// How to cut three faces anew.
struct Cut {
    pair: [u32; 2],
    /// The half-edges around, from one end of the new diagonal.
    ring: Vec<u32>,
    /// Where on the ring its other end is.
    across: u32,
}

impl<'a> Glued<'a> {
    /// The face of two diagonals with those beyond them, where these are two.
    fn of(edges: &'a HalfEdges, outline: &'a Outline, [h, g]: [u32; 2]) -> Option<Self> {
        let (t, u) = (edges.twin(h)?, edges.twin(g)?);
        let are_two = !edges.around(t).any(|side| side == u);
        are_two.then_some(Self { edges, outline, inside: [h, g, t, u] })
    }

    /// The half-edge after one around all three.
    fn next(&self, h: u32) -> u32 {
        let mut next = self.edges.next(h);
        while self.inside.contains(&next)
            && let Some(t) = self.edges.twin(next)
        {
            next = self.edges.next(t);
        }
        next
    }

    fn at(&self, h: u32) -> PlanPoint {
        self.outline.plan()[cast::index(self.edges.origin(h))]
    }

    fn end(&self, h: u32) -> PlanPoint {
        self.outline.plan()[cast::index(self.edges.target(h))]
    }

    /// The corners after the one where a half-edge leaves, and that one last.
    fn corners(&self, leaving: u32) -> impl Iterator<Item = Corner> {
        let mut next = Some(leaving);
        std::iter::from_fn(move || {
            let arriving = next?;
            let leaving_there = self.next(arriving);
            next = Some(leaving_there).filter(|&h| h != leaving);
            Some([arriving, leaving_there])
        })
    }

    /// The corners that are reflex: some of those where the diagonals were.
    fn reflex(&self) -> Vec<Corner> {
        let arriving = self.inside.iter().map(|&side| self.edges.prev(side));
        let corners = arriving
            .filter(|before| !self.inside.contains(before))
            .map(|before| [before, self.next(before)]);
        let is_reflex = |&[arriving, leaving]: &Corner| {
            !is_flat_or_less(self.at(arriving), self.at(leaving), self.end(leaving))
        };
        corners.filter(is_reflex).collect()
    }

    /// True when neither corner is reflex on either side of a diagonal between the two: then it runs
    /// inside. The turns around both parts are two full ones together, none is a right turn, and a
    /// ring of left turns makes one at least.
    fn may_join(&self, one: Corner, other: Corner) -> bool {
        let is_split = |[arriving, leaving]: Corner, to: PlanPoint| {
            let v = self.at(leaving);
            is_flat_or_less(self.at(arriving), v, to) && is_flat_or_less(to, v, self.end(leaving))
        };
        is_split(one, self.at(other[1])) && is_split(other, self.at(one[1]))
    }

    /// The diagonal that does for both, by what leaves its ends; the shortest where there are several.
    fn diagonal(&self) -> Option<[u32; 2]> {
        match self.reflex()[..] {
            [one, other] => self.may_join(one, other).then_some([one[1], other[1]]),
            [one] => {
                let others = self.corners(one[1]).filter(|&corner| self.may_join(one, corner));
                let length = |c: &Corner| self.at(one[1]).distance_squared(self.at(c[1]));
                others.min_by_key(length).map(|other| [one[1], other[1]])
            }
            _ => None,
        }
    }

    /// True where more than one edge of a face leads on.
    fn leads_on(&self, h: u32) -> bool {
        let wall = |h: u32| {
            let (from, to) = (self.edges.origin(h), self.edges.target(h));
            self.edges.twin(h).is_none() && self.outline.border(from, to) == Border::Wall
        };
        self.edges.around(h).filter(|&h| !wall(h)).nth(1).is_some()
    }

    /// How to cut the three to two, when that is worth it. Where nothing leads on beyond either
    /// diagonal, none of the two is in the way of anybody who passes, and the new one may be.
    fn cut(&self) -> Option<Cut> {
        let [from, to] = self.diagonal()?;
        let [h, g, t, u] = self.inside;
        let length = |one: u32, other: u32| self.at(one).distance(self.at(other));
        let is_short = is_short(length(from, to), [length(h, t), length(g, u)]);
        if !is_short || !(self.leads_on(t) || self.leads_on(u)) {
            return None;
        }
        let ring: Vec<u32> = self.corners(from).map(|[half_edge, _]| half_edge).collect();
        let across = cast::count(ring.iter().position(|&h| h == to)?);
        Some(Cut { pair: [h, g], ring, across })
    }
}
