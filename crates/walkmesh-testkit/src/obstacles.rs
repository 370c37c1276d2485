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

/// Copies of a model side by side along x.
#[derive(Clone, Copy)]
pub struct Copies {
    /// How many.
    pub count: u32,
    /// From one to the next, metres.
    pub apart: f64,
}

/// A mesh under edits with obstacles on it; those that stand have the first ids, those that walk
/// the ones after.
pub struct Obstacles {
    /// The mesh with what is on it.
    pub edits: Edits,
    random: Random,
    /// On the ground of the first copy, uniform by area.
    places: Vec<Point>,
    next: usize,
    copies: Copies,
    /// Says in which copy the next place is.
    which: Random,
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
        let first = mesh.clone();
        Self::in_copies(mesh, &first, Copies { count: 1, apart: 0.0 }, standing, walking)
    }

    /// The same on a mesh of copies of a model of which `first` is the mesh alone: so many stand in
    /// each copy, at the same places of it, and what comes is at the same places of any copy
    /// however many there are.
    ///
    /// # Panics
    /// When the mesh has no ground, or cannot be edited.
    #[must_use]
    pub fn in_copies(
        mesh: NavMesh,
        first: &NavMesh,
        copies: Copies,
        standing: u64,
        walking: u64,
    ) -> Self {
        let mut random = Random::new(7);
        let ground = RandomPoints::new(first, |_| true);
        let place = |_| Some(ground.point(first, || random.bits())?.point);
        let places: Vec<Point> = (0..PLACES).filter_map(place).collect();
        assert!(!places.is_empty(), "the mesh has no ground");
        let edits = Edits::new(mesh).expect("a sound mesh");
        let (next, which, walkers) = (0, Random::new(8), Vec::new());
        let mut all = Self { edits, random, places, next, copies, which, standing: 0, walkers };
        for _ in 0..walking {
            let at = all.place();
            all.walkers.push(Walker::new(at, &mut all.random));
        }
        let mut batch = Vec::new();
        for _ in 0..standing {
            let at = all.place_in_first();
            let (size, turned) = (size(&mut all.random), all.turned());
            for copy in 0..copies.count {
                let (shape, heights) = octagon(copies.moved(at, copy), size, turned);
                batch.push(blocker(ChangeId(all.standing), shape, heights, false));
                all.standing += 1;
            }
        }
        for id in 0..walking {
            let at = all.place();
            batch.push(all.add(ChangeId(all.standing + id), at, false));
        }
        let _ = all.edits.apply(&batch).expect("edits that make sense");
        all
    }

    /// The next place to be used.
    pub fn place(&mut self) -> Point {
        let at = self.place_in_first();
        let last = i32::try_from(self.copies.count - 1).expect("few enough");
        let copy = if last > 0 { self.which.between(0, last) } else { 0 };
        self.copies.moved(at, copy.unsigned_abs())
    }

    /// The same in the first copy.
    fn place_in_first(&mut self) -> Point {
        self.next = (self.next + 1) % self.places.len();
        self.places[self.next]
    }

    /// A blocker at a place, of some size and turned somehow; one that waits is passive.
    pub fn add(&mut self, id: ChangeId, at: Point, waits: bool) -> Edit {
        let (shape, heights) = self.shape(at);
        blocker(id, shape, heights, waits)
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
        let (size, turned) = (size(&mut self.random), self.turned());
        octagon(at, size, turned)
    }

    /// How an obstacle is turned, radians.
    fn turned(&mut self) -> f64 {
        f64::from(self.random.between(0, 999)) / 1000.0 * FRAC_PI_4
    }
}

impl Copies {
    /// A place of the first copy in another.
    fn moved(self, at: Point, copy: u32) -> Point {
        Point::new(at.x + f64::from(copy) * self.apart, at.y, at.z)
    }
}

/// The edit that puts a blocker there.
fn blocker(id: ChangeId, shape: Footprint, heights: (f64, f64), waits: bool) -> Edit {
    let kind = KindId(0);
    let payload = if waits { Payload::PassiveBlock { kind } } else { Payload::Block { kind } };
    Edit::Add { id, change: Change { shape, heights, payload, grown: false } }
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
