//! The ground along a line in plan, seen from the side.

use super::face::Face;
use crate::geom::{PlanBox, PlanPoint, Volume, cast};

/// A line in plan, straight up and down a face's slope through its middle.
pub(super) struct Line {
    through: (f64, f64),
    along: (f64, f64),
}

/// A stretch of a line over one face: how far along it and how high it begins and ends.
#[derive(Clone, Copy)]
pub(super) struct Stretch {
    pub(super) from: (f64, f64),
    pub(super) to: (f64, f64),
}

/// Between which places along a line and between which heights something is.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    along: (f64, f64),
    height: (f64, f64),
}

impl Line {
    pub(super) fn down(face: &Face) -> Self {
        let [a, b, c] = face.plan().map(|p| (f64::from(p.x), f64::from(p.y)));
        let through = ((a.0 + b.0 + c.0) / 3.0, (a.1 + b.1 + c.1) / 3.0);
        let (x, y) = face.plane.slope();
        let length = (x * x + y * y).sqrt();
        Self { through, along: (x / length, y / length) }
    }

    /// The stretch of the line that runs over a face.
    pub(super) fn over(&self, face: &Face) -> Option<Stretch> {
        let at = face.corners.map(|p| {
            let (x, y) = (f64::from(p.plan.x), f64::from(p.plan.y));
            let (x, y) = (x - self.through.0, y - self.through.1);
            let (dx, dy) = self.along;
            (x * dx + y * dy, y * dx - x * dy, f64::from(p.height))
        });
        let mut found: Option<Stretch> = None;
        for (i, &p) in at.iter().enumerate() {
            let q = at[(i + 1) % 3];
            if (p.1 > 0.0) != (q.1 > 0.0) {
                let t = p.1 / (p.1 - q.1);
                let end = (p.0 + (q.0 - p.0) * t, p.2 + (q.2 - p.2) * t);
                found = Some(found.map_or(Stretch { from: end, to: end }, |other| other.to(end)));
            }
        }
        found
    }

    /// The space above a stretch, up to `height`.
    pub(super) fn around(&self, part: Stretch, height: f64) -> Volume {
        let at = |along: f64| {
            let (x, y) = (along * self.along.0, along * self.along.1);
            let (x, y) = (self.through.0 + x, self.through.1 + y);
            PlanPoint::new(cast::round_i32(x), cast::round_i32(y))
        };
        let plan = PlanBox::new(at(part.from.0), at(part.to.0)).grown(1);
        let (low, high) = part.extent().height;
        Volume { plan, low: cast::floor_i32(low), high: cast::ceil_i32(high + height) }
    }
}

impl Stretch {
    /// From its beginning to another place, the farther along of which comes last.
    pub(super) fn to(self, end: (f64, f64)) -> Self {
        if end.0 < self.from.0 {
            Self { from: end, to: self.from }
        } else {
            Self { to: end, ..self }
        }
    }

    /// The place of it that is so far along.
    pub(super) fn at(self, along: f64) -> (f64, f64) {
        let t = (along - self.from.0) / (self.to.0 - self.from.0);
        (along, self.from.1 + (self.to.1 - self.from.1) * t)
    }

    pub(super) fn extent(self) -> Extent {
        let (a, b) = (self.from.1, self.to.1);
        Extent { along: (self.from.0, self.to.0), height: (a.min(b), a.max(b)) }
    }

    /// Between which places along the line it is under another stretch, by less than `height`.
    pub(super) fn under(self, over: Self, height: f64) -> Option<(f64, f64)> {
        let (start, end) = (self.from.0.max(over.from.0), self.to.0.min(over.to.0));
        if start >= end {
            return None;
        }
        let above = |along: f64| over.at(along).1 - self.at(along).1;
        let (first, last) = (above(start), above(end));
        // Where the other is so high above this.
        let place = |level: f64| start + (end - start) * (level - first) / (last - first);
        let (mut from, mut to) = (start, end);
        for (level, sign) in [(0.0, 1.0), (height, -1.0)] {
            match ((first - level) * sign >= 0.0, (last - level) * sign >= 0.0) {
                (true, true) => {}
                (false, false) => return None,
                (true, false) => to = to.min(place(level)),
                (false, true) => from = from.max(place(level)),
            }
        }
        (from < to).then_some((from, to))
    }
}

impl Extent {
    pub(super) fn with(self, other: Self) -> Self {
        let both = |a: (f64, f64), b: (f64, f64)| (a.0.min(b.0), a.1.max(b.1));
        Self { along: both(self.along, other.along), height: both(self.height, other.height) }
    }

    pub(super) fn fits(&self, climb: f64, cell: f64) -> bool {
        self.along.1 - self.along.0 <= cell && self.height.1 - self.height.0 <= climb
    }
}
