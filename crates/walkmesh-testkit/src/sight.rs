//! Which polygons a straight line reaches, by the plainest rule there is.

use std::cmp::Ordering;

use walkmesh::geom::{PlanPoint, predicates};
use walkmesh::mesh::{NavMesh, Passage, PolyRef};

/// A share of the way along a segment, exact; the denominator is above 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    part: i128,
    whole: i128,
}

impl Share {
    pub(crate) const START: Self = Self { part: 0, whole: 1 };
    pub(crate) const END: Self = Self { part: 1, whole: 1 };

    pub(crate) fn new(part: i64, whole: i64) -> Self {
        let sign = i128::from(whole.signum());
        Self { part: sign * i128::from(part), whole: sign * i128::from(whole) }
    }

    pub(crate) fn order(self, other: Self) -> Ordering {
        (self.part * other.whole).cmp(&(other.part * self.whole))
    }

    pub(crate) fn max(self, other: Self) -> Self {
        if self.order(other).is_lt() { other } else { self }
    }

    fn min(self, other: Self) -> Self {
        if self.order(other).is_gt() { other } else { self }
    }

    #[expect(clippy::cast_precision_loss, reason = "a figure to compare with")]
    pub(crate) fn float(self) -> f64 {
        self.part as f64 / self.whole as f64
    }
}

/// Where the closed segment `pq` meets the closed segment `ab`, as shares of `pq`.
pub(crate) fn meeting(
    p: PlanPoint,
    q: PlanPoint,
    a: PlanPoint,
    b: PlanPoint,
) -> Option<(Share, Share)> {
    if p == q {
        return predicates::on_segment(a, b, p).then_some((Share::START, Share::END));
    }
    let (sa, sb) = (predicates::cross(p, q, a).signum(), predicates::cross(p, q, b).signum());
    let (from, to) = match (sa, sb) {
        (0, 0) => {
            let along = |c| Share::new(predicates::dot(p, q, c), p.distance_squared(q));
            let (s, t) = (along(a), along(b));
            (s.min(t), s.max(t))
        }
        _ if sa == sb => return None,
        _ => {
            let (cp, cq) = (predicates::cross(a, b, p), predicates::cross(a, b, q));
            let at = Share::new(cp, cp - cq);
            (at, at)
        }
    };
    let (from, to) = (from.max(Share::START), to.min(Share::END));
    from.order(to).is_le().then_some((from, to))
}

/// The polygons that hold `q` and are reached from any of `starts`, which hold `p`, along the
/// closed segment `pq`: from polygon to neighbour across edges that the segment touches and that
/// may be crossed, never going back on it. Touching is enough, so walls may be grazed and
/// corners squeezed between.
#[must_use]
pub fn sees(mesh: &NavMesh, starts: &[PolyRef], p: PlanPoint, q: PlanPoint) -> Vec<PolyRef> {
    let mut found: Vec<PolyRef> = reached(mesh, starts, p, q)
        .into_iter()
        .map(|(polygon, _)| polygon)
        .filter(|&polygon| holds(mesh, polygon, q))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// All polygons that the segment reaches by that rule, and where it enters them; a polygon that
/// was reached earlier than first thought comes again.
pub(crate) fn reached(
    mesh: &NavMesh,
    starts: &[PolyRef],
    p: PlanPoint,
    q: PlanPoint,
) -> Vec<(PolyRef, Share)> {
    let mut reached: Vec<(PolyRef, Share)> = starts.iter().map(|&r| (r, Share::START)).collect();
    let mut next = 0;
    // A polygon that is reached earlier than before is looked at again.
    while let Some(&(polygon, since)) = reached.get(next) {
        next += 1;
        let corners: Vec<PlanPoint> = mesh.corners(polygon).map(|c| c.plan).collect();
        for (i, edge) in mesh.edges(polygon).iter().enumerate() {
            let Some(other) = edge.neighbour().filter(|_| edge.passage() == Passage::Open) else {
                continue;
            };
            let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
            let Some((from, to)) = meeting(p, q, a, b) else { continue };
            let at = since.max(from);
            if at.order(to).is_gt() {
                continue;
            }
            let known = reached.iter().any(|&(r, t)| r == other && t.order(at).is_le());
            if !known {
                reached.push((other, at));
            }
        }
    }
    reached
}

/// True when the closed polygon holds the point.
#[must_use]
pub fn holds(mesh: &NavMesh, polygon: PolyRef, p: PlanPoint) -> bool {
    let ring: Vec<PlanPoint> = mesh.corners(polygon).map(|c| c.plan).collect();
    predicates::side_of_convex(&ring, p) != predicates::Side::Outside
}

/// The polygons that hold `p` and are joined to `polygon`, which holds it, across shared edges
/// through `p`, one-way ones as well.
#[must_use]
pub fn around(mesh: &NavMesh, polygon: PolyRef, p: PlanPoint) -> Vec<PolyRef> {
    let mut found = vec![polygon];
    let mut next = 0;
    while let Some(&polygon) = found.get(next) {
        next += 1;
        for other in mesh.edges(polygon).iter().filter_map(|e| e.neighbour()) {
            let shared = mesh.edges(polygon).iter().enumerate().any(|(i, e)| {
                let corners: Vec<PlanPoint> = mesh.corners(polygon).map(|c| c.plan).collect();
                e.neighbour() == Some(other)
                    && predicates::on_segment(corners[i], corners[(i + 1) % corners.len()], p)
            });
            if shared && !found.contains(&other) {
                found.push(other);
            }
        }
    }
    found
}
