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
use super::face::Plane;
use super::free::{Body, Free, RIM};
use super::shares::{ALL, Segment, Shares, both, hull, within};
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
    for (first, last, place) in too_high {
        let Step { low, high, .. } = stairs.steps[last];
        // Both pieces have a link there, each of its own edge.
        for i in between([low, high]).chain(between([high, low])) {
            let ends = [borders.links[i].from, borders.links[i].to];
            let top = Top { ends, heights: ground(free, [low, high], ends)[1] };
            cuts[i].extend(stairs.steps[first].shares_over(body.climb, &top, (foot, place)));
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

    fn top(&self) -> Top {
        Top { ends: self.ends, heights: self.ground[1] }
    }

    /// True when both lead up by more than a climb somewhere, with some shares of it less than `foot`
    /// away.
    fn climbs_over(&self, climb: f64, other: &Self, near: (f64, Shares)) -> bool {
        ordered(other.ground[1])[1] - ordered(self.ground[0])[0] > climb
            && self.shares_over(climb, &other.top(), near).is_some()
    }

    /// The shares of a top that are more than a climb above the next place of some shares of this, and
    /// less than `foot` away: of two ramps side by side the tops are far above the feet.
    fn shares_over(&self, climb: f64, top: &Top, (foot, place): (f64, Shares)) -> Option<Shares> {
        let origin = top.ends[0];
        let its = Segment::new(top.ends, origin);
        let own = Segment::new(self.ends, origin).part(place);
        let low = [place.0, place.1].map(|t| share(self.ground[0], t));
        let climbed = |u: f64| share(top.heights, u) - share(low, own.next_to(its.at(u)));
        let near = within(&its, &own, foot)?;
        // Between these it grows evenly.
        let (from, to) = its.between(&own).unwrap_or(near);
        let mut at = [near.0, from.clamp(near.0, near.1), to.clamp(near.0, near.1), near.1];
        at.sort_unstable_by(f64::total_cmp);
        let over = at.windows(2).filter_map(|pair| {
            let more = [pair[0], pair[1]].map(|u| climbed(u) - climb);
            let even = pair[0] + (pair[1] - pair[0]) * more[0] / (more[0] - more[1]);
            match more.map(|more| more > 0.0) {
                [true, true] => Some((pair[0], pair[1])),
                [true, false] => Some((pair[0], even)),
                [false, true] => Some((even, pair[1])),
                [false, false] => None,
            }
        });
        over.reduce(hull)
    }
}

/// Where steps lead up to.
struct Top {
    ends: [PlanPoint; 2],
    /// Of its ground at both ends.
    heights: [f64; 2],
}

/// How high two pieces are at both ends of a link, a little outside of where they meet: where one is so
/// steep that they may well meet, the other tells.
fn ground(free: &Free, pieces: [usize; 2], ends: [PlanPoint; 2]) -> [[f64; 2]; 2] {
    let planes = planes(free, pieces);
    let [low, high] = planes.map(|plane| ends.map(|end| plane.at(end)));
    let steepness = planes.map(Plane::slope).map(|(x, y)| (x * x + y * y).sqrt());
    let rim = RIM * steepness[0].max(steepness[1]);
    if (0..2).any(|end| (high[end] - low[end]).abs() > rim) {
        return [low, high];
    }
    if steepness[0] <= steepness[1] { [low; 2] } else { [high; 2] }
}

fn planes(free: &Free, pieces: [usize; 2]) -> [&Plane; 2] {
    pieces.map(|piece| &free.groups[free.pieces[piece].group].plane)
}

/// The lower first.
fn ordered([a, b]: [f64; 2]) -> [f64; 2] {
    [a.min(b), a.max(b)]
}

/// The value at a share between two ends.
fn share([from, to]: [f64; 2], share: f64) -> f64 {
    from + (to - from) * share
}

/// All of them, by their lower piece.
struct Stairs {
    steps: Vec<Step>,
}

impl Stairs {
    fn new(links: &[Link], free: &Free) -> Self {
        let step = |link: &Link| {
            let ([low, high], ends) = (link.pieces, [link.from, link.to]);
            let planes = planes(free, link.pieces);
            let [from, to] = ends.map(|end| planes[1].at(end) - planes[0].at(end));
            let rise = f64::midpoint(from, to);
            let rise = if rise.abs() <= LEVEL { 0.0 } else { rise };
            let ground = || ground(free, link.pieces, ends);
            (rise >= 0.0).then(|| Step { low, high, ends, ground: ground(), rise })
        };
        let mut steps: Vec<Step> = links.iter().filter_map(step).collect();
        steps.sort_by_key(|step| (step.low, step.high, step.ends));
        Self { steps }
    }

    /// Pairs of steps, the second up from the first, or over others from it, all near the same
    /// place of it, and which that is, with more than a climb in all: who goes up a ramp's side at
    /// its top has not come around it from its foot.
    fn too_high(&self, body: Body, foot: f64) -> Vec<(usize, usize, Shares)> {
        let mut found = Vec::new();
        let (mut near, mut open) = (Vec::new(), Vec::new());
        // For which first step each was come to last, and near which shares of that.
        let mut seen = vec![(usize::MAX, ALL); self.steps.len()];
        // The same of the pieces that steps led up to.
        let pieces = self.steps.iter().map(|step| step.high + 1).max().unwrap_or(0);
        let mut come = vec![(usize::MAX, ALL); pieces];
        let tops = Extents::new(self.steps.iter().zip(0..).map(|(step, i)| {
            let [low, high] = ordered(step.ground[1]);
            let (low, high) = (cast::floor_i32(low), cast::ceil_i32(high));
            (Volume { plan: step.bounds(), low, high }, i)
        }));
        for (first, step) in self.steps.iter().enumerate().filter(|(_, step)| step.is_up()) {
            // Of most there is nothing as high around.
            let plan = step.bounds().grown(cast::ceil_i32(foot));
            let [low, high] = ordered(step.ground[0]).map(|height| height + body.climb);
            let (low, high) = (cast::floor_i32(low), cast::ceil_i32(high + body.climb + foot));
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
                let (last, known) = come[piece];
                if last == first && both(known, place) == place {
                    continue;
                }
                come[piece] = (first, place);
                for &next in self.up_from(piece, &near) {
                    let up = &self.steps[next];
                    let known = (seen[next].0 == first).then_some(seen[next].1);
                    if known.is_some_and(|known| both(known, place) == place) {
                        continue;
                    }
                    let ends = [step, up].map(|step| Segment::new(step.ends, up.ends[0]));
                    let Some(here) = within(&ends[0], &ends[1], foot) else {
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
                    if up.is_up() && step.climbs_over(body.climb, up, (foot, wider)) {
                        found.push((first, next, wider));
                    } else {
                        open.push((up.high, wider));
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

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    /// How high a share of the top is above the next of many places of the step, and how far from it.
    fn climbed(step: &Step, top: &Top, place: Shares, u: f64) -> (f64, f64) {
        let own = Segment::new(step.ends, step.ends[0]);
        let there = Segment::new(top.ends, step.ends[0]).at(u);
        let places = (0..=1000).map(|i| {
            let t = share([place.0, place.1], f64::from(i) / 1000.0);
            let here = own.at(t);
            let away = (here.0 - there.0).hypot(here.1 - there.1);
            (away, share(top.heights, u) - share(step.ground[0], t))
        });
        places.min_by(|one, other| one.0.total_cmp(&other.0)).expect("many places")
    }

    #[test]
    fn one_climbs_from_the_next_place_of_a_step() {
        let mut random = Random::new(8);
        let (mut over, mut part) = (0, 0);
        for round in 0..400 {
            let mut any = || PlanPoint::new(random.between(-500, 500), random.between(-500, 500));
            let (ends, any) = ([any(), any()], [any(), any()]);
            // Side by side, as ramps are, or anyhow.
            let beside = ends.map(|p| PlanPoint::new(p.x + 20, p.y + 30));
            let mut height = || f64::from(random.between(0, 900));
            let (low, heights) = ([height(), height()], [height(), height()]);
            let step = Step { low: 0, high: 1, ends, ground: [low, low], rise: 0.0 };
            let top = Top { ends: if round % 2 == 0 { any } else { beside }, heights };
            let found = step.shares_over(300.0, &top, (100.0, (0.1, 0.8)));
            over += u32::from(found.is_some());
            part += u32::from(found.is_some_and(|(from, to)| to - from < 0.9));
            // Surely over, and about: some of these at either end of what is found.
            let mut ends = [false; 2];
            for i in 0..=100 {
                let u = f64::from(i) / 100.0;
                let (away, climbed) = climbed(&step, &top, (0.1, 0.8), u);
                let is_in = found.is_some_and(|(from, to)| from <= u && u <= to);
                assert!(is_in || away > 99.0 || climbed < 302.0, "{round}: {u} {found:?}");
                if let Some((from, to)) = found.filter(|_| away < 101.0 && climbed > 298.0) {
                    ends = [ends[0] || (u - from).abs() <= 0.01, ends[1] || (u - to).abs() <= 0.01];
                }
            }
            let is_short = found.is_some_and(|(from, to)| to - from < 0.02);
            assert!(found.is_none() || is_short || ends == [true; 2], "{round}: {found:?}");
        }
        assert!(over > 50 && part > 20, "{over} {part}");
    }
}
