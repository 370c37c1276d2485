//! Obstacles that stand, walk, come and go on a mesh under edits: octagons half a metre to a metre
//! across.

use std::f64::consts::FRAC_PI_4;

use walkmesh::Point;
use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, KindId, Payload, PlanPolygon};
use walkmesh::mesh::NavMesh;
use walkmesh::query::RandomPoints;

use crate::Random;

/// How long a frame is, seconds.
const FRAME: f64 = 1.0 / 60.0;
/// How many places on the ground are drawn beforehand.
const PLACES: usize = 20_000;

/// A mesh under edits with obstacles on it; those that stand have the first ids, those that walk
/// the ones after.
pub struct Obstacles {
    /// The mesh with what is on it.
    pub edits: Edits,
    random: Random,
    /// On the ground, uniform by area.
    places: Vec<Point>,
    next: usize,
    standing: u64,
    walkers: Vec<Walker>,
}

/// An obstacle that walks.
struct Walker {
    at: Point,
    /// Radians.
    heading: f64,
    /// Metres a second.
    speed: f64,
    /// From its middle to its corners, metres.
    size: f64,
}

impl Walker {
    fn new(at: Point, random: &mut Random) -> Self {
        let size = size(random);
        let speed = f64::from(random.between(1000, 5000)) / 1000.0;
        Self { at, heading: heading(random), speed, size }
    }

    /// Goes on for a frame; turns where the mesh ends or steps up or down by more than a climb.
    fn walk(&mut self, mesh: &NavMesh, random: &mut Random) {
        let (sine, cosine) = self.heading.sin_cos();
        let step = self.speed * FRAME;
        let to = Point::new(self.at.x + step * cosine, self.at.y, self.at.z + step * sine);
        match mesh.locate(to, mesh.parameters().agent.max_climb) {
            Some(found) => self.at = found.point,
            None => self.heading = heading(random),
        }
    }
}

impl Obstacles {
    /// So many that stand and so many that walk, anywhere on a mesh.
    ///
    /// # Panics
    /// When the mesh has no ground, or cannot be edited.
    #[must_use]
    pub fn new(mesh: NavMesh, standing: u64, walking: u64) -> Self {
        let mut random = Random::new(7);
        let ground = RandomPoints::new(&mesh, |_| true);
        let place = |_| Some(ground.point(&mesh, || random.bits())?.point);
        let places: Vec<Point> = (0..PLACES).filter_map(place).collect();
        assert!(!places.is_empty(), "the mesh has no ground");
        let edits = Edits::new(mesh).expect("a sound mesh");
        let mut all = Self { edits, random, places, next: 0, standing, walkers: Vec::new() };
        for _ in 0..walking {
            let at = all.place();
            all.walkers.push(Walker::new(at, &mut all.random));
        }
        let batch: Vec<Edit> = (0..standing + walking)
            .map(|id| {
                let at = all.place();
                all.add(ChangeId(id), at, false)
            })
            .collect();
        let _ = all.edits.apply(&batch).expect("edits that make sense");
        all
    }

    /// The next place to be used.
    pub fn place(&mut self) -> Point {
        self.next = (self.next + 1) % self.places.len();
        self.places[self.next]
    }

    /// A blocker at a place, of some size and turned somehow; one that waits is passive.
    pub fn add(&mut self, id: ChangeId, at: Point, waits: bool) -> Edit {
        let (shape, heights) = self.shape(at);
        let kind = KindId(0);
        let payload = if waits { Payload::PassiveBlock { kind } } else { Payload::Block { kind } };
        Edit::Add { id, change: Change { shape, heights, payload, grown: false } }
    }

    /// A move of a blocker to a place; there it is of another size.
    pub fn moved(&mut self, id: ChangeId, at: Point) -> Edit {
        let (shape, heights) = self.shape(at);
        Edit::Move { id, shape, heights }
    }

    /// A move of all that walk to where they are a frame later.
    pub fn frame(&mut self) -> Vec<Edit> {
        let Self { walkers, edits, random, standing, .. } = self;
        let walk = |(id, walker): (u64, &mut Walker)| {
            walker.walk(edits.base(), random);
            let (shape, heights) = octagon(walker.at, walker.size, walker.heading);
            Edit::Move { id: ChangeId(id), shape, heights }
        };
        (*standing..).zip(walkers).map(walk).collect()
    }

    /// A move of all that walk to anywhere; the next frame brings them back.
    pub fn jump(&mut self) -> Vec<Edit> {
        let walking = (self.standing..).take(self.walkers.len());
        walking
            .map(|id| {
                let at = self.place();
                self.moved(ChangeId(id), at)
            })
            .collect()
    }

    fn shape(&mut self, at: Point) -> (Footprint, (f64, f64)) {
        let size = size(&mut self.random);
        let turned = f64::from(self.random.between(0, 999)) / 1000.0;
        octagon(at, size, turned * FRAC_PI_4)
    }
}

/// From the middle of an obstacle to its corners, metres.
fn size(random: &mut Random) -> f64 {
    0.25 + f64::from(random.between(0, 250)) / 1000.0
}

/// Some heading, radians.
fn heading(random: &mut Random) -> f64 {
    f64::from(random.between(0, 359)).to_radians()
}

/// An octagon around a place, and the heights that it reaches over.
fn octagon(at: Point, size: f64, turned: f64) -> (Footprint, (f64, f64)) {
    let corner = |i: u32| {
        let (sine, cosine) = (turned + f64::from(i) * FRAC_PI_4).sin_cos();
        [at.x + size * cosine, at.z + size * sine]
    };
    let octagon = PlanPolygon { outer: (0..8).map(corner).collect(), holes: Vec::new() };
    (Footprint::Polygons(vec![octagon]), (at.y - 0.2, at.y + 1.0))
}
