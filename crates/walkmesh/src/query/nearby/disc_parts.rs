//! What a disc and convex polygons have in common, in parts of which a random point is easily
//! drawn: triangles, and caps between a chord and the circle. Lengths only, so floating point.

use std::f64::consts::{FRAC_PI_2, TAU};

use crate::geom::cast;

/// A vector from the centre of the disc, steps.
type Plan = (f64, f64);

/// Share of the radius under which two points on the circle are one: near a tangent they are not
/// known better. What is lost is a share of about 10^-14 of the disc.
const SAME_POINT: f64 = 1e-7;

/// A cap: what lies between a chord and at most a quarter of the circle, on its right.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) struct Cap {
    from: Plan,
    to: Plan,
    radius: f64,
}

impl Cap {
    /// A random point: of the rectangle around the cap until one is in it, which two in three
    /// are. `unit` gives numbers from 0 to 1.
    pub(in crate::query) fn point(&self, mut unit: impl FnMut() -> f64) -> Plan {
        let (from, to) = (self.from, self.to);
        let middle = ((from.0 + to.0) * 0.5, (from.1 + to.1) * 0.5);
        let depth = (middle.0 * middle.0 + middle.1 * middle.1).sqrt();
        let outward = (middle.0 / depth, middle.1 / depth);
        for _ in 0..64 {
            let along = unit() - 0.5;
            let up = unit() * (self.radius - depth);
            let p = (
                middle.0 + (to.0 - from.0) * along + outward.0 * up,
                middle.1 + (to.1 - from.1) * along + outward.1 * up,
            );
            if p.0 * p.0 + p.1 * p.1 <= self.radius * self.radius {
                return p;
            }
        }
        middle
    }
}

/// A part of the disc.
#[derive(Clone, Copy, Debug)]
pub(in crate::query) enum Part {
    Triangle([Plan; 3]),
    Cap(Cap),
}

/// Parts of a disc around the origin, by the polygons that they are of.
#[derive(Debug, Default)]
pub(in crate::query) struct Parts {
    radius: f64,
    parts: Vec<(u32, Part)>,
    /// Area up to each part and with it, steps².
    sums: Vec<f64>,
    /// Pieces of a polygon's edges that are in the disc.
    inside: Vec<[Plan; 2]>,
    /// The border of what is in common, and whether an arc follows each point.
    border: Vec<(Plan, bool)>,
}

impl Parts {
    /// Starts anew with a disc.
    pub(in crate::query) fn begin(&mut self, radius: f64) {
        self.radius = radius;
        self.parts.clear();
        self.sums.clear();
    }

    /// The part at a share of the whole area, 0 to 1, and its polygon; `None` without area.
    pub(in crate::query) fn pick(&self, share: f64) -> Option<(u32, Part)> {
        let drawn = self.sums.last()? * share;
        let i = self.sums.partition_point(|&sum| sum <= drawn);
        self.parts.get(i).copied()
    }

    /// Adds what a convex polygon, counter-clockwise, has in common with the disc.
    pub(in crate::query) fn add(
        &mut self,
        polygon: u32,
        corners: impl Iterator<Item = Plan> + Clone,
    ) {
        let holds = |(x, y): Plan| x * x + y * y <= self.radius * self.radius;
        self.border.clear();
        if corners.clone().all(holds) {
            // However small it is next to the disc.
            self.border.extend(corners.map(|corner| (corner, false)));
        } else {
            self.meet(corners);
        }
        self.cut(polygon);
    }

    /// The border of what the disc and a polygon that it does not hold have in common.
    fn meet(&mut self, corners: impl Iterator<Item = Plan> + Clone) {
        self.inside.clear();
        let mut holds_centre = true;
        let next = corners.clone().cycle().skip(1);
        for (a, b) in corners.zip(next) {
            holds_centre &= a.0 * b.1 - a.1 * b.0 >= 0.0;
            self.inside.extend(inside(a, b, self.radius));
        }
        if let Some(&[first, _]) = self.inside.first() {
            for i in 0..self.inside.len() {
                let [from, to] = self.inside[i];
                let next = self.inside.get(i + 1).map_or(first, |piece| piece[0]);
                self.border.push((from, false));
                if distance(to, next) > SAME_POINT * self.radius {
                    self.arc(to, angle(to, next));
                }
            }
        } else if holds_centre && self.radius > 0.0 {
            self.arc((self.radius, 0.0), TAU);
        }
    }

    /// Adds an arc to the border, in quarters at most.
    fn arc(&mut self, from: Plan, angle: f64) {
        let pieces = cast::ceil_i32(angle / FRAC_PI_2).max(1);
        for i in 0..pieces {
            let (sin, cos) = libm::sincos(angle * f64::from(i) / f64::from(pieces));
            self.border.push(((from.0 * cos - from.1 * sin, from.0 * sin + from.1 * cos), true));
        }
    }

    /// Cuts what the border encloses into parts.
    fn cut(&mut self, polygon: u32) {
        let border = std::mem::take(&mut self.border);
        for (i, &(from, is_arc)) in border.iter().enumerate() {
            let to = border[(i + 1) % border.len()].0;
            let apex = border[0].0;
            self.push(polygon, cross(apex, from, to) * 0.5, Part::Triangle([apex, from, to]));
            if is_arc {
                let angle = angle(from, to);
                let area = 0.5 * self.radius * self.radius * (angle - libm::sin(angle));
                self.push(polygon, area, Part::Cap(Cap { from, to, radius: self.radius }));
            }
        }
        self.border = border;
    }

    fn push(&mut self, polygon: u32, area: f64, part: Part) {
        if area > 0.0 {
            self.parts.push((polygon, part));
            self.sums.push(self.sums.last().copied().unwrap_or(0.0) + area);
        }
    }
}

/// The piece of the segment `ab` inside the disc, unless it is none to speak of.
fn inside(a: Plan, b: Plan, radius: f64) -> Option<[Plan; 2]> {
    let d = (b.0 - a.0, b.1 - a.1);
    let length = (d.0 * d.0 + d.1 * d.1).sqrt();
    let u = (d.0 / length, d.1 / length);
    let middle = -(a.0 * u.0 + a.1 * u.1);
    let off = a.0 * u.1 - a.1 * u.0;
    let half = (radius - off.abs()).max(0.0) * (radius + off.abs());
    let half = half.sqrt();
    let (from, to) = ((middle - half).max(0.0), (middle + half).min(length));
    // Ends stay what they are, so that pieces of one border meet.
    let at = |t: f64| if t >= length { b } else { (a.0 + u.0 * t, a.1 + u.1 * t) };
    (to - from > SAME_POINT * radius).then(|| [at(from), at(to)])
}

/// The angle counter-clockwise from one direction to another, 0 to a full turn.
fn angle(from: Plan, to: Plan) -> f64 {
    let angle = libm::atan2(from.0 * to.1 - from.1 * to.0, from.0 * to.0 + from.1 * to.1);
    if angle < 0.0 { angle + TAU } else { angle }
}

fn distance(a: Plan, b: Plan) -> f64 {
    ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt()
}

fn cross(a: Plan, b: Plan, c: Plan) -> f64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(radius: f64, corners: &[Plan]) -> f64 {
        let mut parts = Parts::default();
        parts.begin(radius);
        parts.add(0, corners.iter().copied());
        parts.sums.last().copied().unwrap_or(0.0)
    }

    #[test]
    fn areas_are_those_of_the_books() {
        let square = |x: f64, y: f64, s: f64| [(x, y), (x + s, y), (x + s, y + s), (x, y + s)];
        let disc = std::f64::consts::PI * 25.0;
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9 * disc;
        assert!(near(area(5.0, &square(-9.0, -9.0, 18.0)), disc), "all of the disc");
        assert!(near(area(5.0, &square(-5.0, -5.0, 10.0)), disc), "tangents");
        assert!(near(area(5.0, &square(0.0, 0.0, 9.0)), disc / 4.0), "a quarter");
        assert!(near(area(5.0, &square(0.0, -5.0, 10.0)), disc / 2.0), "a half");
        assert!(near(area(5.0, &square(-1.0, -1.0, 2.0)), 4.0), "all of the polygon");
        assert!(near(area(5.0, &square(5.0, 0.0, 2.0)), 0.0), "a touch");
        assert!(near(area(5.0, &square(6.0, 6.0, 2.0)), 0.0), "apart");
        // Right of x = 3 lies a cap of chord 8.
        let cap = 25.0 * libm::acos(0.6) - 12.0;
        assert!(near(area(5.0, &square(3.0, -9.0, 18.0)), cap));
        assert!(near(area(5.0, &square(-15.0, -9.0, 18.0)), disc - cap), "most of the disc");
        assert!(near(area(0.0, &square(-1.0, -1.0, 2.0)), 0.0), "a point");
        for corner in [-1.0, 0.0, 5.0] {
            let small = area(2e9, &square(corner, corner, 2.0));
            assert!((small - 4.0).abs() < 1e-9, "a polygon next to nothing beside the disc");
        }
    }
}
