//! What joins two borders of ground across the gap between them.

use super::Border;
use crate::geom::Point;

/// Borders closer than this touch, metres: a step of the usual lattice.
pub(super) const TOUCH: f64 = 2.5e-4;
/// Borders have a gap between them where the cosine between their ways is below this: they run back
/// along each other within 60°, so that no corner of a room is cut off.
const BACK: f64 = -0.5;
/// What joins corners, below this: square to each other at the most, as around a place where gaps
/// meet.
const SQUARE: f64 = 0.05;
/// A border runs along another where the cosine between them is above this, or below its negative.
const ALONG: f64 = 0.95;
/// Where along a strip it is looked for borders across it, as shares: not on its ends, which may
/// lie along borders.
const LOOKS: [f64; 3] = [0.02, 0.5, 0.98];

/// The ground between two borders that are near each other.
pub(super) struct Strip {
    /// Its end on each border, twice: where it begins and where it ends.
    ends: [[Point; 2]; 2],
}

impl Strip {
    /// Between two borders, as far as each is on the open side of the other, within `width` of it
    /// and `climb` above or below it.
    pub(super) fn between([e, f]: [&Border; 2], width: f64, climb: f64) -> Option<Self> {
        let [from, to] = [e, f].map(|border| border.ends.map(plan));
        let across = cosine(from, to);
        let most = if e.is_crossing && f.is_crossing { SQUARE } else { BACK };
        // Not a number where a border is a point.
        let is_across = across < most;
        if !is_across {
            return None;
        }
        let near = [near(from, to, width)?, near(to, from, width)?];
        let [[p, q], [r, s]] = [(e, near[0]), (f, near[1])]
            .map(|(border, [low, high])| [low, high].map(|t| on(border.ends, t)));
        // They run in opposite ways. Heights differ linearly from one end to the other.
        let [low, high] = within([s.y - p.y, r.y - q.y], -climb, climb)?;
        Some(Self { ends: [low, high].map(|t| [on([p, q], t), on([s, r], t)]) })
    }

    /// Its triangles, counter-clockwise from above: two, one, or none where it has no width.
    pub(super) fn triangles(&self) -> impl Iterator<Item = [Point; 3]> + use<> {
        let [[a, d], [b, c]] = self.ends;
        [[a, b, c], [a, c, d]].map(from_above).into_iter().filter(is_wide)
    }

    /// Whether some of these borders lie across all of it, so that what joins them to both of its
    /// own does as well: one of them that runs along it, or, where it is no longer than the gap is
    /// wide, several. Floor boards and small things are full of such strips.
    pub(super) fn is_parted(&self, borders: &[&Border], width: f64, climb: f64) -> bool {
        let [low, high] = self.ends;
        let is_short = [0, 1].iter().all(|&k| low[k].plan_distance(high[k]) <= width);
        let ways = LOOKS.map(|share| [0, 1].map(|k| on([low[k], high[k]], share)));
        let lies_across =
            |border: &&Border, way: [Point; 2]| !border.is_crossing && crosses(way, border, climb);
        let [first, .., last] = ways;
        let runs_along = |border: &&Border| {
            let way = border.ends.map(plan);
            [0, 1].iter().all(|&k| cosine(way, [low[k], high[k]].map(plan)).abs() > ALONG)
        };
        let parts_alone = |border: &&Border| {
            lies_across(border, first) && lies_across(border, last) && runs_along(border)
        };
        borders.iter().any(parts_alone)
            || (is_short && ways.iter().all(|way| borders.iter().any(|b| lies_across(b, *way))))
    }
}

/// Whether a border crosses a way in plan, not at its ends, and is within the climb of both of
/// these there.
fn crosses(way: [Point; 2], border: &Border, climb: f64) -> bool {
    let ([a, b], [c, d]) = (way.map(plan), border.ends.map(plan));
    let (from, to) = (turn(a, b, c), turn(a, b, d));
    let [first, last] = [a, b].map(|p| turn(c, d, p) / distance(c, d));
    let parts = |low: f64, high: f64, least: f64| low.min(high) < -least && low.max(high) > least;
    if !(parts(from, to, 0.0) && parts(first, last, TOUCH)) {
        return false;
    }
    let height = on(border.ends, from / (from - to)).y;
    way.iter().all(|p| (p.y - height).abs() <= climb)
}

/// Whether a triangle is more than what rounding leaves in plan.
pub(super) fn is_wide(corners: &[Point; 3]) -> bool {
    let [a, b, c] = corners.map(plan);
    turn(a, b, c) > TOUCH * distance(a, b).max(distance(b, c)).max(distance(c, a))
}

/// A triangle that is counter-clockwise seen from above.
pub(super) fn from_above(corners: [Point; 3]) -> [Point; 3] {
    let [a, b, c] = corners;
    if turn(plan(a), plan(b), plan(c)) < 0.0 { [a, c, b] } else { corners }
}

/// The part of a border that is on the open side of another, its right, and within `width` of
/// it, as shares of its way.
fn near([a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2], width: f64) -> Option<[f64; 2]> {
    let length = distance(c, d);
    let along = [0, 1].map(|k| (d[k] - c[k]) / length);
    // In the frame of the other border: how far along it, and how far out.
    let [[a_along, a_out], [b_along, b_out]] = [a, b].map(|p| {
        let [x, y] = [p[0] - c[0], p[1] - c[1]];
        [x * along[0] + y * along[1], x * along[1] - y * along[0]]
    });
    // As at a corner where both meet and have no gap between them.
    if a_out.max(b_out) <= TOUCH {
        return None;
    }
    let open = within([a_out, b_out], -TOUCH, f64::INFINITY)?;
    let beside = within([a_along, b_along], 0.0, length)
        .and_then(|beside| common(beside, within([a_out, b_out], -TOUCH, width)?));
    // What is within the width of a segment is convex, so that these hang together.
    let parts = [beside, within_disc([a, b], c, width), within_disc([a, b], d, width)];
    let parts = parts.into_iter().flatten().filter_map(|part| common(part, open));
    parts.reduce(|[a, b], [c, d]| [a.min(c), b.max(d)])
}

/// Where a value that goes linearly from one to the other is between two, as shares of the way.
fn within([from, to]: [f64; 2], low: f64, high: f64) -> Option<[f64; 2]> {
    if from > to {
        return within([to, from], low, high).map(|[a, b]| [1.0 - b, 1.0 - a]);
    }
    if from > high || to < low {
        return None;
    }
    let at = |value: f64| (value - from) / (to - from);
    Some([if from < low { at(low) } else { 0.0 }, if to > high { at(high) } else { 1.0 }])
}

/// The part of a segment that is within a disc.
fn within_disc([a, b]: [[f64; 2]; 2], middle: [f64; 2], radius: f64) -> Option<[f64; 2]> {
    let way = [b[0] - a[0], b[1] - a[1]];
    let out = [a[0] - middle[0], a[1] - middle[1]];
    let square = way[0] * way[0] + way[1] * way[1];
    let half = (way[0] * out[0] + way[1] * out[1]) / square;
    let root = half * half - (out[0] * out[0] + out[1] * out[1] - radius * radius) / square;
    // Not a number where the segment is a point.
    if root.is_nan() || root < 0.0 {
        return None;
    }
    common([-half - root.sqrt(), -half + root.sqrt()], [0.0, 1.0])
}

/// What two ranges have in common.
fn common([a, b]: [f64; 2], [c, d]: [f64; 2]) -> Option<[f64; 2]> {
    let (low, high) = (a.max(c), b.min(d));
    (low <= high).then_some([low, high])
}

/// Of the angle between two ways.
fn cosine([a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2]) -> f64 {
    let product = (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]);
    product / (distance(a, b) * distance(c, d))
}

/// East and north.
pub(super) fn plan(p: Point) -> [f64; 2] {
    [p.x, -p.z]
}

fn on([a, b]: [Point; 2], share: f64) -> Point {
    let at = |from: f64, to: f64| if share >= 1.0 { to } else { from + share * (to - from) };
    Point::new(at(a.x, b.x), at(a.y, b.y), at(a.z, b.z))
}

pub(super) fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [x, y] = [b[0] - a[0], b[1] - a[1]];
    (x * x + y * y).sqrt()
}

/// Above 0 where the way from `a` by `b` to `c` turns left.
pub(super) fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}
