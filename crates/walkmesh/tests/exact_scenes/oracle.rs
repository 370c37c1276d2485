//! How far a place is from where the agent must not stand, straight from the triangles: every
//! ground triangle against every triangle above it, in floating point, and samples along the
//! edges where ground ends. No lattice, no booleans of polygons, no grid.

use walkmesh::Point;
use walkmesh::parameters::{Parameters, Resolved};
use walkmesh::soup::{Class, Soup, is_ground};
use walkmesh_testkit::clip::keep;

/// Plan x, plan y, height, metres.
type Corner = [f64; 3];

/// Between samples along an edge where ground ends, metres.
const SPACING: f64 = 0.004;
/// How far beyond an edge ground must go on, metres.
const BEYOND: f64 = 0.001;
/// Heights and sides that should be equal were computed in floating point, metres.
const SLACK: f64 = 1e-6;
/// How far away stops are looked for, metres.
const LOOKED_AT: f64 = 0.5;
/// Length of a step of a straight walk, metres.
const STRIDE: f64 = 0.01;
/// What is nearer in height than this is the same ground, metres.
const SAME: f64 = 0.02;
/// A step that is so much higher than a climb may be one or not, metres.
const ABOUT: f64 = 0.001;
/// Steps this near to each other count as one, and a little more, metres.
const FOOT: f64 = 0.06;

/// What is known about a world.
pub(crate) struct Oracle {
    climb: f64,
    ground: Vec<[Corner; 3]>,
    /// Convex polygons (or segments, or points) in plan where ground is not free, and the ground.
    blocked: Vec<(Vec<Corner>, [Corner; 3])>,
    /// Where ground ends.
    ends: Vec<Corner>,
    /// Where steps of more than a climb in all are nearer to each other than a foot is long.
    steep: Vec<Corner>,
}

/// A sample of an edge over which one climbs: where, and the heights below and above.
struct Step {
    at: [f64; 2],
    low: f64,
    high: f64,
}

impl Oracle {
    pub(crate) fn new(soup: &Soup, parameters: &Parameters, resolved: &Resolved) -> Self {
        let climb = parameters.agent.max_climb;
        let triangles: Vec<([Corner; 3], bool)> = soup
            .triangles
            .iter()
            .map(|triangle| {
                let corners = soup.corners(triangle).expect("scenes are whole");
                let up = resolved.min_normal_up;
                let ground = is_ground(corners, Class::BySlope, up, parameters.winding);
                (corners.map(|p: Point| [p.x, -p.z, p.y]), ground)
            })
            .collect();
        let ground: Vec<[Corner; 3]> =
            triangles.iter().filter(|t| t.1).map(|t| counter_clockwise(t.0)).collect();
        let mut oracle =
            Self { climb, ground, blocked: Vec::new(), ends: Vec::new(), steep: Vec::new() };
        let mut climbed: Vec<Step> = Vec::new();
        for floor in &oracle.ground {
            for (above, _) in &triangles {
                let height = |p: &Corner| p[2] - level(floor, p[0], p[1]);
                let mut ring = above.to_vec();
                ring = keep(&ring, |p| height(p) - climb - SLACK);
                ring = keep(&ring, |p| parameters.agent.height - SLACK - height(p));
                for k in 0..3 {
                    let (a, b) = (floor[k], floor[(k + 1) % 3]);
                    ring = keep(&ring, |p| side(a, b, p[0], p[1]));
                }
                if !ring.is_empty() {
                    for p in &mut ring {
                        p[2] = level(floor, p[0], p[1]);
                    }
                    oracle.blocked.push((ring, *floor));
                }
            }
        }
        for floor in &oracle.ground {
            for k in 0..3 {
                let (a, b) = (floor[k], floor[(k + 1) % 3]);
                let length = (b[0] - a[0]).hypot(b[1] - a[1]);
                let (dx, dy) = ((b[0] - a[0]) / length, (b[1] - a[1]) / length);
                let steps = (length / SPACING).ceil();
                let mut i = 0.0;
                while i <= steps {
                    let t = i / steps;
                    let p: Corner = std::array::from_fn(|c| a[c] + (b[c] - a[c]) * t);
                    let (x, y) = (p[0] + dy * BEYOND, p[1] - dx * BEYOND);
                    let within = |h: &f64| (h - p[2]).abs() <= climb + SLACK;
                    if !oracle.heights(x, y).any(|h| within(&h)) {
                        oracle.ends.push(p);
                    }
                    let is_step = |h: &f64| SAME < p[2] - h && p[2] - h <= climb + ABOUT;
                    if let Some(low) = oracle.heights(x, y).filter(is_step).max_by(f64::total_cmp) {
                        climbed.push(Step { at: [p[0], p[1]], low, high: p[2] });
                    }
                    i += 1.0;
                }
            }
        }
        oracle.steep = too_steep(climbed, climb);
        oracle
    }

    /// Whether steps near a place are so close to each other that they count as one: what that
    /// does to borders is not known here.
    pub(crate) fn is_steep(&self, x: f64, y: f64, height: f64) -> bool {
        let near = |p: &Corner| {
            (p[0] - x).hypot(p[1] - y) < LOOKED_AT && (p[2] - height).abs() < 2.0 * self.climb
        };
        self.steep.iter().any(near)
    }

    /// The heights of all ground at a place, free or not.
    fn heights(&self, x: f64, y: f64) -> impl Iterator<Item = f64> + '_ {
        let holds =
            move |t: &&[Corner; 3]| (0..3).all(|k| side(t[k], t[(k + 1) % 3], x, y) >= -SLACK);
        self.ground.iter().filter(holds).map(move |t| level(t, x, y))
    }

    /// The same in order, without those that have another less than a climb above them: that one
    /// counts.
    pub(crate) fn floors(&self, x: f64, y: f64) -> Vec<f64> {
        let mut heights: Vec<f64> = self.heights(x, y).collect();
        heights.sort_by(f64::total_cmp);
        let mut floors: Vec<f64> = Vec::new();
        for height in heights {
            match floors.last_mut() {
                Some(last) if height - *last <= self.climb + SLACK => *last = height,
                _ => floors.push(height),
            }
        }
        floors
    }

    /// Distance in plan from a place at a height to where there is no free ground, metres; more
    /// than [`LOOKED_AT`] is not told apart. What a straight walk does not come to does not count.
    pub(crate) fn room(&self, x: f64, y: f64, height: f64) -> f64 {
        let ends = self.ends.iter().map(|p| ((p[0] - x).hypot(p[1] - y), *p));
        let blocked = self.blocked.iter().map(|(ring, floor)| nearest(ring, floor, x, y));
        let mut stops: Vec<(f64, Corner)> =
            ends.chain(blocked).filter(|stop| stop.0 <= LOOKED_AT).collect();
        stops.sort_by(|a, b| a.0.total_cmp(&b.0));
        let first = stops.iter().find(|stop| self.comes_to([x, y, height], stop.1));
        first.map_or(LOOKED_AT, |stop| stop.0)
    }

    /// Whether who walks straight from one place towards another, always on the highest ground
    /// within a climb, is at its height when he is there, or just beyond it.
    fn comes_to(&self, from: Corner, to: Corner) -> bool {
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        let count = (length / STRIDE).ceil();
        let step = |height: f64, t: f64| {
            let (x, y) = (from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t);
            let within = |h: &f64| (h - height).abs() <= self.climb + SLACK;
            self.heights(x, y).filter(within).max_by(f64::total_cmp)
        };
        let is_there = |height: f64| (height - to[2]).abs() < SAME;
        let beyond = BEYOND / length;
        let mut height = from[2];
        let mut i = 1.0;
        while i <= count {
            match step(height, (i / count).min(1.0 - beyond)) {
                Some(h) => height = h,
                None => return false,
            }
            i += 1.0;
        }
        is_there(height) || step(height, 1.0 + beyond).is_some_and(is_there)
    }
}

/// Where two of the steps are nearer than a foot is long and climb too much together.
fn too_steep(mut steps: Vec<Step>, climb: f64) -> Vec<Corner> {
    steps.sort_by(|a, b| a.at[0].total_cmp(&b.at[0]));
    let mut found = Vec::new();
    for (i, one) in steps.iter().enumerate() {
        let near = steps[i + 1..].iter().take_while(|other| other.at[0] - one.at[0] <= FOOT);
        for other in near.filter(|other| (other.at[1] - one.at[1]).abs() <= FOOT) {
            let rise = (other.high - one.low).max(one.high - other.low);
            if rise > climb && rise < 2.0 * climb {
                found.push([one.at[0], one.at[1], one.high]);
            }
        }
    }
    found
}

fn counter_clockwise(mut t: [Corner; 3]) -> [Corner; 3] {
    if (t[1][0] - t[0][0]) * (t[2][1] - t[0][1]) < (t[2][0] - t[0][0]) * (t[1][1] - t[0][1]) {
        t.swap(1, 2);
    }
    t
}

/// How far a place is left of a line.
fn side(a: Corner, b: Corner, x: f64, y: f64) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    (dx * (y - a[1]) - dy * (x - a[0])) / dx.hypot(dy).max(SLACK)
}

/// The height of a triangle's plane.
fn level([a, b, c]: &[Corner; 3], x: f64, y: f64) -> f64 {
    let doubled = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    let u = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / doubled;
    let v = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / doubled;
    a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2])
}

/// The nearest point of a convex ring of either orientation on a floor, and how far away it is.
fn nearest(ring: &[Corner], floor: &[Corner; 3], x: f64, y: f64) -> (f64, Corner) {
    let mut nearest = (f64::INFINITY, ring[0]);
    let (mut left, mut right, mut doubled) = (false, false, 0.0);
    for (i, a) in ring.iter().enumerate() {
        let b = &ring[(i + 1) % ring.len()];
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let t = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy).max(1e-18);
        let t = t.clamp(0.0, 1.0);
        let q: Corner = std::array::from_fn(|c| a[c] + (b[c] - a[c]) * t);
        let distance = (q[0] - x).hypot(q[1] - y);
        if distance < nearest.0 {
            nearest = (distance, q);
        }
        let turn = dx * (y - a[1]) - dy * (x - a[0]);
        left |= turn > 0.0;
        right |= turn < 0.0;
        doubled += turn;
    }
    let is_inside = left != right && doubled.abs() > 1e-12;
    if is_inside { (0.0, [x, y, level(floor, x, y)]) } else { nearest }
}
