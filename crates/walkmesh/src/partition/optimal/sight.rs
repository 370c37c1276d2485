//! Which corners of a disk see each other: a cone from each reflex corner, face by face.

use super::disk::Disk;
use crate::geom::predicates::{cross, dot};
use crate::geom::{PlanPoint, cast};

/// What is on the straight line between two corners `i < k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum View {
    /// It is an edge of the outline.
    Edge,
    /// Nothing but ground: it may be a diagonal.
    Clear,
    /// Corners between `i` and `k` in the order of the outline, all on one side.
    Within,
    /// Corners beyond `k` or before `i`, all on one side.
    Beyond,
}

/// Two corners of which one is reflex or which are neighbours, and how they see each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) i: u32,
    pub(super) k: u32,
    pub(super) view: View,
}

/// All pairs that see each other, sorted, each once. Linear in what the reflex corners see and
/// the faces that they see it through.
pub(super) fn pairs(disk: &Disk) -> Vec<Pair> {
    let n = cast::count(disk.len());
    let mut found: Vec<Pair> = (1..n).map(|k| Pair { i: k - 1, k, view: View::Edge }).collect();
    found.push(Pair { i: 0, k: n - 1, view: View::Edge });
    let mut open = Vec::new();
    for i in (0..n).filter(|&i| disk.reflex[cast::index(i)]) {
        look(disk, i, &mut open, &mut found);
    }
    found.sort_unstable();
    found.dedup_by_key(|pair| (pair.i, pair.k));
    found
}

/// What is seen through the half-edge beside `twin`, between two rays.
struct Cone {
    twin: u32,
    right: PlanPoint,
    left: PlanPoint,
}

/// Where a corner is in a cone whose rays both run through corners.
enum Place {
    Right,
    Inside,
    Left,
}

/// True when `p` is where the ray from `o` through `a` passes; the two may be half a turn apart.
fn is_along(o: PlanPoint, a: PlanPoint, p: PlanPoint) -> bool {
    cross(o, a, p) == 0 && dot(o, a, p) > 0
}

fn look(disk: &Disk, from: u32, open: &mut Vec<Cone>, found: &mut Vec<Pair>) {
    let o = disk.points[cast::index(from)];
    let next = |h: u32| disk.next[cast::index(h)];
    let corner = |h: u32| disk.corner[cast::index(h)];
    let point = |h: u32| disk.points[cast::index(corner(h))];
    let twin = |h: u32| disk.twin[cast::index(h)];
    let mut see = |to: u32, place: &Place| {
        // Seen from the lower corner, those between the two are on the right.
        let view = match (place, from < to) {
            (Place::Inside, _) => View::Clear,
            (Place::Right, true) | (Place::Left, false) => View::Within,
            (Place::Left, true) | (Place::Right, false) => View::Beyond,
        };
        found.push(Pair { i: from.min(to), k: from.max(to), view });
    };
    // The faces around the corner, from the outline's leaving edge clockwise to its arriving.
    let mut leaving = disk.leaving[cast::index(from)];
    loop {
        let (first, arriving) = (next(leaving), disk.prev[cast::index(leaving)]);
        let (right, left) = (point(first), point(arriving));
        let mut h = first;
        while h != leaving {
            let p = point(h);
            if h == first || h == arriving {
                see(corner(h), &Place::Inside);
            } else if is_along(o, right, p) {
                see(corner(h), &Place::Right);
            } else if is_along(o, left, p) {
                see(corner(h), &Place::Left);
            } else {
                see(corner(h), &Place::Inside);
            }
            if h != arriving
                && let Some(t) = twin(h)
                && cross(o, p, point(next(h))) > 0
            {
                open.push(Cone { twin: t, right: p, left: point(next(h)) });
            }
            h = next(h);
        }
        match twin(arriving) {
            Some(t) => leaving = t,
            None => break,
        }
    }
    while let Some(Cone { twin: entry, right, left }) = open.pop() {
        let mut h = next(entry);
        while h != entry {
            let (p, q) = (point(h), point(next(h)));
            let (of_right, of_left) = (cross(o, right, q), cross(o, q, left));
            if next(h) != entry && of_right >= 0 && of_left >= 0 {
                let place = match (of_right, of_left) {
                    (0, _) => Place::Right,
                    (_, 0) => Place::Left,
                    _ => Place::Inside,
                };
                see(corner(next(h)), &place);
            }
            if let Some(t) = twin(h)
                && cross(o, p, q) > 0
                && cross(o, p, left) > 0
                && of_right > 0
            {
                let right = if cross(o, right, p) > 0 { p } else { right };
                let left = if of_left > 0 { q } else { left };
                open.push(Cone { twin: t, right, left });
            }
            h = next(h);
        }
    }
}
