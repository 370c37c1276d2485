//! A face looked at straight up and down its slope.
//!
//! ```text
//!   along ▲    ┌───────┐
//!         │    │ │ │ │ │  strips: what lies between two lines up the slope
//!         │    └───────┘
//!         └──────────────▶ across
//! ```

use super::face::{Face, joined, within};
use super::shares::{both, hull};
use super::strips::Strip;
use crate::geom::{GroundPoint, PlanPoint, cast};

/// Up a face's slope and across it, from its middle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slope {
    middle: (f64, f64),
    along: (f64, f64),
    /// What the face takes of it: the least and the most.
    across: Range,
    reach: Range,
}

/// A place as it is seen from a slope, steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeenPoint {
    pub(super) along: f64,
    pub(super) across: f64,
    pub(super) height: f64,
}

impl Slope {
    /// That of a face that is not level.
    pub(super) fn of(face: &Face) -> Self {
        let [a, b, c] = face.plan().map(|p| (f64::from(p.x), f64::from(p.y)));
        let middle = ((a.0 + b.0 + c.0) / 3.0, (a.1 + b.1 + c.1) / 3.0);
        let (x, y) = face.plane.slope();
        let length = (x * x + y * y).sqrt();
        let (across, reach) = ((0.0, 0.0), (0.0, 0.0));
        let slope = Self { middle, along: (x / length, y / length), across, reach };
        let seen = slope.seen(face);
        let [across, reach] = [seen.map(|p| p.across), seen.map(|p| p.along)].map(range);
        Self { across, reach, ..slope }
    }

    /// All of the face.
    pub(super) const fn whole(&self) -> Strip {
        self.across
    }

    /// How far along the slope and across it a place of the plan is.
    pub(super) fn view(&self, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = (x - self.middle.0, y - self.middle.1);
        let (dx, dy) = self.along;
        (x * dx + y * dy, y * dx - x * dy)
    }

    fn place(&self, p: GroundPoint) -> SeenPoint {
        let (along, across) = self.view(p.plan.x.into(), p.plan.y.into());
        SeenPoint { along, across, height: p.height.into() }
    }

    /// The corners of a face.
    pub(super) fn seen(&self, face: &Face) -> [SeenPoint; 3] {
        face.corners.map(|p| self.place(p))
    }

    /// True when some of a face comes to lie straight up or down from some of this.
    pub(super) fn is_beside(&self, face: &[SeenPoint; 3]) -> bool {
        let (from, to) = range(face.map(|p| p.across));
        from < self.across.1 && self.across.0 < to
    }

    /// True when a face is less than `reach` farther up or down than some of this.
    pub(super) fn is_within(&self, face: &[SeenPoint; 3], reach: f64) -> bool {
        let (from, to) = range(face.map(|p| p.along));
        from <= self.reach.1 + reach && to >= self.reach.0 - reach
    }

    /// The two edges of a face where a line up the slope comes in and goes out.
    pub(super) fn crossing(&self, face: &Face, line: f64) -> Option<[Edge; 2]> {
        let at = self.seen(face);
        let edge = |i: usize| {
            let (p, q) = (at[i], at[(i + 1) % 3]);
            ((p.across > line) != (q.across > line)).then(|| Edge::new(p, q))
        };
        let mut edges = (0..3).filter_map(edge);
        Some([edges.next()?, edges.next()?])
    }

    /// A face as ground in some strips, in order, and as it is between them.
    pub(super) fn parts(&self, face: &Face, strips: &[Strip]) -> Vec<Face> {
        let mut parts = Vec::new();
        let mut end = self.across.0;
        for &(from, to) in strips {
            self.add_part(face, (end, from), false, &mut parts);
            self.add_part(face, (from, to), true, &mut parts);
            end = to;
        }
        self.add_part(face, (end, self.across.1), false, &mut parts);
        parts
    }

    /// Adds the part of a face in a strip, with corners on the lattice, in the face's plane.
    fn add_part(&self, face: &Face, strip: Strip, is_ground: bool, parts: &mut Vec<Face>) {
        if strip.0 >= strip.1 {
            return;
        }
        let ring = self.ring(face, strip);
        let triangle = |b: GroundPoint, c: GroundPoint| {
            let part = Face::new([ring[0], b, c], is_ground, face.area)?;
            Some(Face { plane: face.plane, is_obstacle: face.is_obstacle, ..part })
        };
        match ring[..] {
            // What is in the way is so even where it has no width.
            [_, b] if !is_ground => parts.extend(triangle(b, b)),
            [_, ref rest @ ..] => {
                parts.extend(rest.windows(2).filter_map(|pair| triangle(pair[0], pair[1])));
            }
            [] => {}
        }
    }

    /// The outline of the part of a face in a strip, on the lattice.
    fn ring(&self, face: &Face, strip: Strip) -> Vec<GroundPoint> {
        let corner = |p: PlanPoint| {
            let (x, y) = (f64::from(p.x), f64::from(p.y));
            (x, y, self.view(x, y).1)
        };
        let on = |(x, y, _): (f64, f64, f64)| {
            let [x, y, h] = [x, y, face.plane.height(x, y)].map(cast::round_i32);
            GroundPoint::new(x, y, h)
        };
        let ring = within(face.plan().map(corner).to_vec(), strip);
        joined(ring.into_iter().map(on).collect())
    }
}

fn range(values: [f64; 3]) -> Range {
    let [a, b, c] = values;
    (a.min(b).min(c), a.max(b).max(c))
}

/// An edge over the lines that it crosses: how far along it is there, and how high.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    along: Even,
    height: Even,
}

impl Edge {
    fn new(p: SeenPoint, q: SeenPoint) -> Self {
        let of = |p_is: f64, q_is: f64| {
            let slope = (q_is - p_is) / (q.across - p.across);
            Even { at_middle: p_is - slope * p.across, slope }
        };
        Self { along: of(p.along, q.along), height: of(p.height, q.height) }
    }
}

/// What grows evenly across.
#[derive(Clone, Copy, Debug)]
struct Even {
    /// Its value where across is 0.
    at_middle: f64,
    slope: f64,
}

impl Even {
    fn at(&self, line: f64) -> f64 {
        self.at_middle + self.slope * line
    }

    /// The part of a strip where two are no more than `most` apart; ends before it begins where that
    /// is nothing.
    fn near(&self, other: &Self, most: f64, strip: Strip) -> Strip {
        let (apart, slope) = (self.at_middle - other.at_middle, self.slope - other.slope);
        if slope == 0.0 {
            return if apart.abs() <= most { strip } else { NOTHING };
        }
        let ends = [-most, most].map(|end| (end - apart) / slope);
        both(strip, (ends[0].min(ends[1]), ends[0].max(ends[1])))
    }
}

/// From one value to another; ends before it begins where that is nothing.
type Range = (f64, f64);

const NOTHING: Range = (f64::INFINITY, f64::NEG_INFINITY);

/// From where to where some things are along a slope, and in height.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    along: Range,
    height: Range,
}

impl Extent {
    pub(super) const NONE: Self = Self { along: NOTHING, height: NOTHING };

    /// With a face too.
    pub(super) fn with(self, face: &[SeenPoint; 3]) -> Self {
        let [along, height] = [face.map(|p| p.along), face.map(|p| p.height)].map(range);
        Self { along: hull(self.along, along), height: hull(self.height, height) }
    }

    /// With an edge where it crosses a line too.
    fn with_edge(self, edge: &Edge, line: f64) -> Self {
        let [along, height] = [edge.along.at(line), edge.height.at(line)];
        Self {
            along: hull(self.along, (along, along)),
            height: hull(self.height, (height, height)),
        }
    }

    /// True when it is no wider and no higher.
    pub(super) fn fits(&self, (wide, high): (i32, i32)) -> bool {
        self.along.1 - self.along.0 <= f64::from(wide)
            && self.height.1 - self.height.0 <= f64::from(high)
    }
}

/// The part of a strip where no two of some edges are farther apart than a bevel is wide and high.
pub(super) struct Limits {
    /// How wide and how high, steps.
    most: (i32, i32),
    strip: Strip,
    edges: Vec<Edge>,
    /// Those of the edges at either end of the strip.
    extents: [Extent; 2],
}

impl Limits {
    pub(super) const fn new(most: (i32, i32)) -> Self {
        Self { most, strip: NOTHING, edges: Vec::new(), extents: [Extent::NONE; 2] }
    }

    /// A strip without edges.
    pub(super) fn begin(&mut self, strip: Strip) {
        self.strip = strip;
        self.edges.clear();
        self.extents = [Extent::NONE; 2];
    }

    pub(super) fn add(&mut self, edges: [Edge; 2]) {
        for edge in edges {
            self.extents = self.extents_with(&edge);
            self.edges.push(edge);
            // Who is near enough at both ends is so in between.
            if !self.extents.iter().all(|extent| extent.fits(self.most)) {
                self.cut();
            }
        }
    }

    fn extents_with(&self, edge: &Edge) -> [Extent; 2] {
        let [from, to] = self.extents;
        [from.with_edge(edge, self.strip.0), to.with_edge(edge, self.strip.1)]
    }

    /// Leaves of the strip what the last edge does.
    fn cut(&mut self) {
        if self.strip.0 >= self.strip.1 {
            // Of a line there are no parts.
            self.strip = NOTHING;
            return;
        }
        let Some((last, others)) = self.edges.split_last() else { return };
        let (wide, high) = (f64::from(self.most.0), f64::from(self.most.1));
        self.strip = others.iter().fold(self.strip, |strip, other| {
            let strip = last.along.near(&other.along, wide, strip);
            last.height.near(&other.height, high, strip)
        });
        self.extents = [Extent::NONE; 2];
        for i in 0..self.edges.len() {
            self.extents = self.extents_with(&self.edges[i]);
        }
    }

    /// Of how many faces there are edges.
    pub(super) const fn faces(&self) -> usize {
        self.edges.len() / 2
    }

    pub(super) fn is_empty(&self) -> bool {
        self.strip.0 > self.strip.1
    }

    /// What is left.
    pub(super) fn strip(&self) -> Option<Strip> {
        (!self.is_empty()).then_some(self.strip)
    }
}
