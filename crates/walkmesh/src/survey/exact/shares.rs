//! Shares of a segment: 0 at its start, 1 at its end; and which of them are near to another.

use crate::geom::PlanPoint;

/// From one share to another.
pub(super) type Shares = (f64, f64);

/// More than all of it.
pub(super) const ALL: Shares = (f64::NEG_INFINITY, f64::INFINITY);

/// All of it.
const WHOLE: Shares = (0.0, 1.0);

/// What two have in common; ends before it begins where that is nothing.
pub(super) const fn both(one: Shares, other: Shares) -> Shares {
    (one.0.max(other.0), one.1.min(other.1))
}

/// The two and what is between them.
pub(super) const fn hull(one: Shares, other: Shares) -> Shares {
    (one.0.min(other.0), one.1.max(other.1))
}

/// A segment relative to some place, so that nothing is lost far out.
pub(super) struct Segment {
    from: (f64, f64),
    to: (f64, f64),
}

impl Segment {
    pub(super) fn new([a, b]: [PlanPoint; 2], origin: PlanPoint) -> Self {
        let d = |v: i32, o: i32| f64::from(v) - f64::from(o);
        let from = (d(a.x, origin.x), d(a.y, origin.y));
        Self { from, to: (d(b.x, a.x), d(b.y, a.y)) }
    }

    /// The place at a share.
    pub(super) fn at(&self, share: f64) -> (f64, f64) {
        (self.from.0 + self.to.0 * share, self.from.1 + self.to.1 * share)
    }

    /// What of it is between two shares.
    pub(super) fn part(&self, (from, to): Shares) -> Self {
        Self { from: self.at(from), to: (self.to.0 * (to - from), self.to.1 * (to - from)) }
    }

    /// The share next to a place.
    pub(super) fn next_to(&self, place: (f64, f64)) -> f64 {
        let whole = dot(self.to, self.to);
        let along = dot(minus(place, self.from), self.to);
        if whole > 0.0 { (along / whole).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Which of its shares are nearer than so far to a place.
    fn around(&self, c: (f64, f64), distance: f64) -> Option<Shares> {
        let from = minus(self.from, c);
        let (whole, half) = (dot(self.to, self.to), dot(from, self.to));
        let under = half * half - whole * (dot(from, from) - distance * distance);
        (under > 0.0 && whole > 0.0)
            .then(|| ((-half - under.sqrt()) / whole, (-half + under.sqrt()) / whole))
    }

    /// Which of its shares are beside another, between the ends of that.
    pub(super) fn between(&self, other: &Self) -> Option<Shares> {
        let from = minus(self.from, other.from);
        let along = (dot(from, other.to), dot(self.to, other.to));
        slab(along, (0.0, dot(other.to, other.to)))
    }

    /// Which of its shares are beside another and nearer than so far to it.
    fn beside(&self, other: &Self, distance: f64) -> Option<Shares> {
        let from = minus(self.from, other.from);
        let across = (-other.to.1, other.to.0);
        let reach = dot(across, across).sqrt() * distance;
        let near = slab((dot(from, across), dot(self.to, across)), (-reach, reach))?;
        Some(both(near, self.between(other)?))
    }
}

/// Which shares of a segment are nearer than so far to another.
pub(super) fn within(own: &Segment, other: &Segment, distance: f64) -> Option<Shares> {
    let around = |share: f64| own.around(other.at(share), distance);
    let all = [around(0.0), around(1.0), own.beside(other, distance)];
    // What is near to a segment is convex.
    let near = all.into_iter().flatten().filter(|(from, to)| from < to).reduce(hull)?;
    Some(both(near, WHOLE)).filter(|(from, to)| from < to)
}

fn dot(u: (f64, f64), v: (f64, f64)) -> f64 {
    u.0 * v.0 + u.1 * v.1
}

fn minus(u: (f64, f64), v: (f64, f64)) -> (f64, f64) {
    (u.0 - v.0, u.1 - v.1)
}

/// Between which shares a value that starts somewhere and grows evenly is in a range.
fn slab((start, growth): (f64, f64), (low, high): (f64, f64)) -> Option<Shares> {
    if growth == 0.0 {
        return (low < start && start < high).then_some(ALL);
    }
    let (one, other) = ((low - start) / growth, (high - start) / growth);
    Some((one.min(other), one.max(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    /// The distance of a point from a segment, by many points of it.
    fn distance(p: (f64, f64), [a, b]: [PlanPoint; 2]) -> f64 {
        let at = |t: f64, a: i32, b: i32| f64::from(a) + (f64::from(b) - f64::from(a)) * t;
        let one = |i: i32| {
            let t = f64::from(i) / 2000.0;
            (at(t, a.x, b.x) - p.0).hypot(at(t, a.y, b.y) - p.1)
        };
        (0..=2000).map(one).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn what_is_near_a_segment_is_what_its_points_say() {
        let mut random = Random::new(5);
        let mut some = 0;
        for _ in 0..300 {
            let mut any = || PlanPoint::new(random.between(-50, 50), random.between(-50, 50));
            let ([p, q], [a, b]) = ([any(), any()], [any(), any()]);
            let [own, other] = [[p, q], [a, b]].map(|ends| Segment::new(ends, a));
            let found = within(&own, &other, 20.0);
            some += u32::from(found.is_some());
            for i in 0..=100 {
                let t = f64::from(i) / 100.0;
                let at =
                    |from: i32, to: i32| f64::from(from) + (f64::from(to) - f64::from(from)) * t;
                let apart = distance((at(p.x, q.x), at(p.y, q.y)), [a, b]);
                let is_in = found.is_some_and(|(from, to)| from <= t && t <= to);
                if (apart - 20.0).abs() > 0.1 && p != q {
                    assert_eq!(is_in, apart < 20.0, "{p:?} {q:?} {a:?} {b:?} {t} {found:?}");
                }
            }
        }
        assert!(some > 50, "{some}");
    }
}
