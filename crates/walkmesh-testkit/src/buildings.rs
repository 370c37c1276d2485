//! Random buildings: a floor or two with furniture, stairs and ramps on them, turned any way and
//! through each other, of a size that a body makes hard.

use std::f64::consts::{PI, TAU};

use crate::Random;
use walkmesh::Point;
use walkmesh::agent::Agent;
use walkmesh::geom::cast;
use walkmesh::soup::{ObjectId, Soup, Triangle};

/// What stands on the floors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A closed box, from a skirting board to a pillar.
    Box,
    /// A top on four legs.
    Table,
    /// A slope that most bodies walk, some with a landing.
    Ramp,
    /// A slope of 35 to 65 degrees.
    Slide,
    /// Closed steps that are no higher than a climb.
    Stairs,
    /// A sheet without sides, on the floor or less than a climb above it.
    Sheet,
    /// A bar at about the height of a body.
    Beam,
    /// A closed prism of 3 to 16 sides.
    Column,
    /// A pyramid of 3 to 11 sides without a bottom.
    Cone,
    /// A triangle that may be seen from both sides, tilted any way.
    Shard,
}

impl Part {
    /// All that there is.
    pub const ALL: [Self; 10] = [
        Self::Box,
        Self::Table,
        Self::Ramp,
        Self::Slide,
        Self::Stairs,
        Self::Sheet,
        Self::Beam,
        Self::Column,
        Self::Cone,
        Self::Shard,
    ];
    /// What has level tops and upright sides only.
    pub const UPRIGHT: [Self; 6] =
        [Self::Box, Self::Table, Self::Stairs, Self::Sheet, Self::Beam, Self::Column];
}

/// A body as people and robots are.
pub fn usual_body(random: &mut Random) -> Agent {
    Agent {
        radius: random.one_of(&[0.1, 0.3, 0.4]),
        max_climb: random.one_of(&[0.2, 0.3, 0.5]),
        height: random.one_of(&[1.2, 1.8]),
        max_slope: random.one_of(&[30.0, 45.0, 60.0]),
    }
}

/// A body that may be wider than it is high: there is room for it inside of boxes.
pub fn low_body(random: &mut Random) -> Agent {
    let (height, radius) = (random.one_of(&[0.3, 0.5, 0.8]), random.one_of(&[0.15, 0.3, 0.4]));
    let usual = usual_body(random);
    Agent { height, radius, max_climb: usual.max_climb.min(height - 0.1), ..usual }
}

/// A building of some kinds of parts, hard for a body.
#[must_use]
pub fn building(random: &mut Random, agent: &Agent, parts: &[Part]) -> Soup {
    let mut site = Site { soup: Soup::default(), random, agent };
    let size = site.random.metres(3.0, 5.0);
    site.floors(size);
    for _ in 0..site.random.below(9) + 1 {
        let mut place = || site.random.metres(-size / 2.0, size / 2.0);
        let at = [place(), place()];
        let yaw = if site.random.below(3) == 0 { 0.0 } else { site.random.metres(0.0, PI) };
        let part = site.random.one_of(parts);
        site.add(part, &Stand { at, yaw });
    }
    site.soup
}

/// Where in plan (x, z) something stands, and how far it is turned.
struct Stand {
    at: [f64; 2],
    yaw: f64,
}

impl Stand {
    /// A place that is so far along and beside it.
    fn place(&self, [along, beside]: [f64; 2]) -> [f64; 2] {
        let ([x, z], (sin, cos)) = (self.at, self.yaw.sin_cos());
        [x + along * cos - beside * sin, z + along * sin + beside * cos]
    }

    /// How far a place is along it.
    fn along(&self, [x, z]: [f64; 2]) -> f64 {
        let (sin, cos) = self.yaw.sin_cos();
        (x - self.at[0]) * cos + (z - self.at[1]) * sin
    }

    /// The same, so far along.
    fn moved(&self, along: f64) -> Self {
        Self { at: self.place([along, 0.0]), yaw: self.yaw }
    }

    /// The corners of a rectangle in the middle of it, which face up.
    fn rectangle(&self, [long, deep]: [f64; 2]) -> Vec<[f64; 2]> {
        let corners = [[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]];
        corners.iter().map(|[x, z]| self.place([x * long, z * deep])).collect()
    }

    /// The corners of a regular polygon around it, which face up.
    fn polygon(&self, sides: i32, radius: f64) -> Vec<[f64; 2]> {
        let corner = |i| {
            let (sin, cos) = (TAU * f64::from(i) / f64::from(sides)).sin_cos();
            self.place([radius * cos, -radius * sin])
        };
        (0..sides).map(corner).collect()
    }
}

/// What is built of a building.
struct Site<'a> {
    soup: Soup,
    random: &'a mut Random,
    agent: &'a Agent,
}

impl Site<'_> {
    /// A floor, and some have another storey, or a floor beside that overlaps the first.
    fn floors(&mut self, size: f64) {
        let is_closed = self.random.chance(50);
        let middle = Stand { at: [0.0; 2], yaw: 0.0 };
        self.prism(&middle.rectangle([size, size]), [-0.1, 0.0], is_closed);
        if self.random.below(3) > 0 {
            return;
        }
        let Agent { max_climb: climb, height, .. } = *self.agent;
        let storeys = [climb * 0.5, -climb * 0.5, 2.0 * climb, height + 1.0, height + 0.4];
        let y = self.random.one_of(&storeys);
        let at = [self.random.metres(-size, size), 0.3];
        let stand = Stand { at, yaw: self.random.metres(0.0, 0.3) };
        let is_closed = self.random.chance(50);
        self.prism(&stand.rectangle([size, size * 0.7]), [y - 0.05, y], is_closed);
    }

    fn add(&mut self, part: Part, stand: &Stand) {
        match part {
            Part::Box => {
                let size = [0.02; 2].map(|least| self.random.metres(least, 1.0));
                let height = self.random.metres(0.05, 2.5);
                self.prism(&stand.rectangle(size), [0.0, height], true);
            }
            Part::Table => self.table(stand),
            Part::Ramp => self.ramp(stand, &[0.15, 0.3, 0.45]),
            Part::Slide => self.ramp(stand, &[0.7, 1.4, 2.2]),
            Part::Stairs => self.stairs(stand),
            Part::Sheet => {
                let y = self.agent.max_climb * self.random.one_of(&[0.0, 0.1, 0.5, 0.9]);
                let size = [0.1; 2].map(|least| self.random.metres(least, 2.0));
                self.prism(&stand.rectangle(size), [y, y], false);
            }
            Part::Beam => {
                let Agent { max_climb, height, .. } = *self.agent;
                let heights = [max_climb * 1.5, height * 0.5, height * 0.9, height * 1.1];
                let y = self.random.one_of(&heights);
                let size = [self.random.metres(0.05, 2.5), self.random.metres(0.05, 0.6)];
                self.prism(&stand.rectangle(size), [y, y + 0.05], true);
            }
            Part::Column => {
                let ring = stand.polygon(self.random.between(3, 16), self.random.metres(0.05, 0.6));
                let height = self.random.metres(0.05, 2.0);
                self.prism(&ring, [0.0, height], true);
            }
            Part::Cone => self.cone(stand),
            Part::Shard => self.shard(stand),
        }
    }

    fn table(&mut self, stand: &Stand) {
        let [long, deep] = [self.random.metres(0.3, 1.5), self.random.metres(0.3, 1.0)];
        let height = self.random.metres(0.4, 1.2);
        self.prism(&stand.rectangle([long, deep]), [height - 0.03, height], true);
        for at in stand.rectangle([long - 0.1, deep - 0.1]) {
            let leg = Stand { at, ..*stand };
            self.prism(&leg.rectangle([0.04, 0.04]), [0.0, height - 0.03], true);
        }
    }

    /// A ramp that rises by so much for a metre, from just about the floor; some have a landing.
    fn ramp(&mut self, stand: &Stand, slopes: &[f64]) {
        let [long, deep] = [self.random.metres(0.8, 2.0), self.random.metres(0.6, 1.5)];
        let rise = long * self.random.one_of(slopes);
        let base = self.random.one_of(&[0.0, 0.0, -0.05, 0.02]);
        let is_closed = self.random.chance(50);
        let top = |p| base + rise * (stand.along(p) / long + 0.5);
        self.solid(&stand.rectangle([long, deep]), -0.1, top, is_closed);
        if self.random.chance(50) {
            // Just touching, or over the ramp's end.
            let more = self.random.one_of(&[0.0, 0.0, 0.01]);
            let landing = stand.moved(long / 2.0 + 0.5).rectangle([1.0 + more, deep]);
            self.prism(&landing, [-0.1, base + rise], true);
        }
    }

    fn stairs(&mut self, stand: &Stand) {
        let rise = self.agent.max_climb * self.random.metres(0.3, 0.9);
        let [run, deep] = [self.random.metres(0.15, 0.5), self.random.metres(0.6, 1.5)];
        for i in 0..self.random.between(2, 6) {
            let step = stand.moved(run * f64::from(i)).rectangle([run, deep]);
            self.prism(&step, [0.0, rise * f64::from(i + 1)], true);
        }
    }

    fn cone(&mut self, stand: &Stand) {
        let ring = stand.polygon(self.random.between(3, 11), self.random.metres(0.1, 0.8));
        let tip = self.random.metres(0.05, 1.2);
        let object = self.soup.add_object("cone");
        let [x, z] = stand.at;
        for (i, &[ax, az]) in ring.iter().enumerate() {
            let [bx, bz] = ring[(i + 1) % ring.len()];
            self.triangle(object, [[x, tip, z], [ax, 0.0, az], [bx, 0.0, bz]]);
        }
    }

    fn shard(&mut self, stand: &Stand) {
        let object = self.soup.add_object("shard");
        let [x, z] = stand.at;
        let [a, b, c] = [(); 3].map(|()| {
            let mut off = || self.random.metres(-0.8, 0.8);
            let [x, z] = [x + off(), z + off()];
            [x, self.random.metres(-0.2, 1.5), z]
        });
        self.triangle(object, [a, b, c]);
        self.triangle(object, [a, c, b]);
    }

    /// What is over a ring that faces up, from one height to another; where it is not closed, only
    /// its top.
    fn prism(&mut self, ring: &[[f64; 2]], [bottom, top]: [f64; 2], is_closed: bool) {
        self.solid(ring, bottom, |_| top, is_closed);
    }

    /// The same with a top that has different heights.
    fn solid(
        &mut self,
        ring: &[[f64; 2]],
        bottom: f64,
        top: impl Fn([f64; 2]) -> f64,
        is_closed: bool,
    ) {
        let object = self.soup.add_object("part");
        let low = |p: [f64; 2]| [p[0], bottom, p[1]];
        let high = |p: [f64; 2]| [p[0], top(p), p[1]];
        for pair in ring[1..].windows(2) {
            self.triangle(object, [ring[0], pair[0], pair[1]].map(high));
            if is_closed {
                self.triangle(object, [ring[0], pair[1], pair[0]].map(low));
            }
        }
        let sides = if is_closed { ring } else { &[] };
        for (i, &a) in sides.iter().enumerate() {
            let b = ring[(i + 1) % ring.len()];
            self.triangle(object, [low(a), low(b), high(b)]);
            self.triangle(object, [low(a), high(b), high(a)]);
        }
    }

    fn triangle(&mut self, object: ObjectId, corners: [[f64; 3]; 3]) {
        let first = cast::count(self.soup.vertices.len());
        self.soup.vertices.extend(corners.map(Point::from));
        self.soup.triangles.push(Triangle { corners: [first, first + 1, first + 2], object });
    }
}
