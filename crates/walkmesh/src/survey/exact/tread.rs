//! Treads too narrow for a foot.
//!
//! ```text
//!        ┌────   A step up leads on from a tread. Where the next step is nearer than a foot needs,
//!       ┌┘       both are taken as one, which may be more than a climb: slats of a bed, mouldings
//!  ─────┘        of a wall, the narrow ends of winding treads.
//! ```

use super::beside::point;
use super::border::{BorderEdge, Borders, Link};
use super::extents::Extents;
use super::free::{Body, Free};
use super::shares::{ALL, Shares, both, hull};
use crate::geom::{PlanBox, PlanPoint, Volume, cast};

/// Rises up to this are no steps, lattice steps: a millimetre.
const LEVEL: f64 = 4.0;
/// What is left of a link beside what is cut out of it must be longer than this, steps.
const SHORT: f64 = 16.0;

/// Cuts links where one climbs more than a body can, over treads less than `foot` steps deep: they
/// are borders there. O(l log l) for l links few of which are so near to each other.
pub(super) fn part_narrow(borders: &mut Borders, free: &Free, body: Body, foot: f64) {
    let stairs = Stairs::new(&borders.links, free);
    let too_high = stairs.too_high(body, foot);
    if too_high.is_empty() {
        return;
    }
    let mut by_pieces: Vec<([usize; 2], usize)> =
        borders.links.iter().zip(0..).map(|(link, i)| (link.pieces, i)).collect();
    by_pieces.sort_unstable();
    let between = |pieces: [usize; 2]| {
        let first = by_pieces.partition_point(|link| link.0 < pieces);
        by_pieces[first..].iter().take_while(move |link| link.0 == pieces).map(|link| link.1)
    };
    let mut cuts = vec![Vec::new(); borders.links.len()];
    for (first, last) in too_high {
        let Step { low, high, .. } = stairs.steps[last];
        // Both pieces have a link there, each of its own edge.
        for i in between([low, high]).chain(between([high, low])) {
            let Link { from, to, .. } = borders.links[i];
            cuts[i].extend(within([from, to], stairs.steps[first].ends, foot));
        }
    }
    let links = std::mem::take(&mut borders.links);
    for (link, cuts) in links.into_iter().zip(cuts) {
        borders.cut(link, cuts);
    }
    borders.edges.sort_unstable();
    borders.edges.dedup();
}

impl Borders {
    /// Puts a link in place of which some shares are borders.
    fn cut(&mut self, link: Link, mut cuts: Vec<Shares>) {
        let Link { pieces, from: a, to: b } = link;
        cuts.sort_by(|one, other| one.0.total_cmp(&other.0));
        let short = SHORT / a.distance(b).max(1.0);
        let mut end = 0.0;
        let keep = |links: &mut Vec<Link>, from: f64, to: f64| {
            if to - from > short || (from, to) == (0.0, 1.0) {
                links.push(Link { pieces, from: point(a, b, from), to: point(a, b, to) });
            }
        };
        for (from, to) in cuts {
            let from = if from - end > short { from } else { end };
            keep(&mut self.links, end, from);
            let to = if 1.0 - to > short { to.max(end) } else { 1.0 };
            let (p, q) = (point(a, b, from), point(a, b, to));
            if p != q {
                let piece = pieces[0];
                self.edges.push(BorderEdge { piece, from: p, to: q, is_wall: false });
            }
            end = to;
        }
        keep(&mut self.links, end, 1.0);
    }
}

/// A link that leads up, or on at the same height.
struct Step {
    low: usize,
    high: usize,
    ends: [PlanPoint; 2],
    /// How high the lower piece is at both ends, and the higher.
    ground: [[f64; 2]; 2],
    /// 0 where it leads on.
    rise: f64,
}

impl Step {
    fn bounds(&self) -> PlanBox {
        PlanBox::new(self.ends[0], self.ends[1])
    }

    fn is_up(&self) -> bool {
        self.rise > 0.0
    }

    /// The least height of the lower piece along it, and the most of the higher.
    fn heights(&self) -> (f64, f64) {
        let [[a, b], [c, d]] = self.ground;
        (a.min(b), c.max(d))
    }

    /// Along which shares of it another is nearer than `foot`, and how high one climbs at most by
    /// both there: a ramp that it leads onto from the side may be far higher elsewhere.
    fn climbed_to(&self, other: &Self, foot: f64) -> Option<(Shares, f64)> {
        let here = within(self.ends, other.ends, foot)?;
        let there = within(other.ends, self.ends, foot)?;
        let at = |[a, b]: [f64; 2], share: f64| a + (b - a) * share;
        let low = at(self.ground[0], here.0).min(at(self.ground[0], here.1));
        let high = at(other.ground[1], there.0).max(at(other.ground[1], there.1));
        Some((here, high - low))
    }
}

/// All of them, by their lower piece.
struct Stairs {
    steps: Vec<Step>,
}

impl Stairs {
    fn new(links: &[Link], free: &Free) -> Self {
        let step = |link: &Link| {
            let ([low, high], ends) = (link.pieces, [link.from, link.to]);
            let along = |piece: usize| {
                let plane = &free.groups[free.pieces[piece].group].plane;
                ends.map(|end| plane.at(end))
            };
            let ([a, b], [c, d]) = (along(low), along(high));
            let rise = (c + d - a - b) / 2.0;
            let rise = if rise.abs() <= LEVEL { 0.0 } else { rise };
            (rise >= 0.0).then_some(Step { low, high, ends, ground: [[a, b], [c, d]], rise })
        };
        let mut steps: Vec<Step> = links.iter().filter_map(step).collect();
        steps.sort_by_key(|step| (step.low, step.high, step.ends));
        Self { steps }
    }

    /// Pairs of steps, the second up from the first, or over others from it, all near the same
    /// place of it, with more than a climb in all: who goes up a ramp's side at its top has not
    /// come around it from its foot.
    fn too_high(&self, body: Body, foot: f64) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let (mut near, mut open) = (Vec::new(), Vec::new());
        // For which first step each was come to last, and near which shares of that.
        let mut seen = vec![(usize::MAX, ALL); self.steps.len()];
        let tops = Extents::new(self.steps.iter().zip(0..).map(|(step, i)| {
            let height = cast::ceil_i32(step.heights().1);
            (Volume { plan: step.bounds(), low: height, high: height }, i)
        }));
        for (first, step) in self.steps.iter().enumerate().filter(|(_, step)| step.is_up()) {
            // Of most there is nothing as high around.
            let plan = step.bounds().grown(cast::ceil_i32(foot));
            let low = step.heights().0 + body.climb;
            let (low, high) = (cast::floor_i32(low), cast::ceil_i32(low + body.climb + foot));
            let is_up = |i| self.steps[cast::index(i)].is_up();
            if !tops.visit_until(&Volume { plan, low, high }, is_up) {
                continue;
            }
            // What is farther away than a foot counts for nothing, and a floor has thousands of steps.
            near.clear();
            tops.visit(&Volume::column(plan), |i| near.push(cast::index(i)));
            near.sort_unstable();
            seen[first] = (first, ALL);
            open.clear();
            open.push((step.high, ALL));
            while let Some((piece, place)) = open.pop() {
                for &next in self.up_from(piece, &near) {
                    let up = &self.steps[next];
                    let known = (seen[next].0 == first).then_some(seen[next].1);
                    if known.is_some_and(|known| both(known, place) == place) {
                        continue;
                    }
                    let Some((here, climbed)) = step.climbed_to(up, foot) else {
                        seen[next] = (first, ALL);
                        continue;
                    };
                    let place = both(here, place);
                    if place.0 >= place.1 {
                        continue;
                    }
                    let wider = known.map_or(place, |known| hull(known, place));
                    if known == Some(wider) {
                        continue;
                    }
                    seen[next] = (first, wider);
                    if !(up.is_up() && climbed > body.climb) {
                        open.push((up.high, wider));
                    } else if known.is_none() {
                        found.push((first, next));
                    }
                }
            }
        }
        found
    }

    /// Those of some steps, which are in order, that lead on from a piece.
    fn up_from<'a>(&self, piece: usize, some: &'a [usize]) -> &'a [usize] {
        let first = some.partition_point(|&i| self.steps[i].low < piece);
        let end = some.partition_point(|&i| self.steps[i].low <= piece);
        &some[first..end]
    }
}

/// Which shares of a segment are nearer than so far to another.
fn within([p, q]: [PlanPoint; 2], [a, b]: [PlanPoint; 2], distance: f64) -> Option<Shares> {
    // Relative to the start of the other, so that nothing is lost far out.
    let minus = |c: PlanPoint| {
        let d = |v: i32, o: i32| f64::from(v) - f64::from(o);
        (d(c.x, a.x), d(c.y, a.y))
    };
    let (p, q, b) = (minus(p), minus(q), minus(b));
    let to = (q.0 - p.0, q.1 - p.1);
    let dot = |u: (f64, f64), v: (f64, f64)| u.0 * v.0 + u.1 * v.1;
    let round = |c: (f64, f64)| {
        let from = (p.0 - c.0, p.1 - c.1);
        let (whole, half) = (dot(to, to), dot(from, to));
        let under = half * half - whole * (dot(from, from) - distance * distance);
        (under > 0.0 && whole > 0.0)
            .then(|| ((-half - under.sqrt()) / whole, (-half + under.sqrt()) / whole))
    };
    // Beside the other between its ends: two slabs.
    let length = dot(b, b).sqrt();
    let beside = || {
        let along = (b.0 / length, b.1 / length);
        let across = (-along.1, along.0);
        let one = slab((dot(p, across), dot(to, across)), (-distance, distance))?;
        let other = slab((dot(p, along), dot(to, along)), (0.0, length))?;
        Some(both(one, other))
    };
    let all = [round((0.0, 0.0)), round(b), (length > 0.0).then(beside).flatten()];
    let shares = all.into_iter().flatten().filter(|(from, to)| from < to);
    // What is near to a segment is convex.
    let (from, to) = shares.reduce(hull)?;
    let (from, to) = (from.max(0.0), to.min(1.0));
    (from < to).then_some((from, to))
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
            let found = within([p, q], [a, b], 20.0);
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
