//! The solids that scenes are made of: boxes, sheets, and walls with doors.

use walkmesh::Point;
use walkmesh::geom::cast;
use walkmesh::soup::{ObjectId, Soup, Triangle};

/// Walls are this thick, metres.
pub(crate) const WALL_THICKNESS: f64 = 0.2;
/// Walls are this high, metres.
pub(crate) const WALL_HEIGHT: f64 = 2.6;
/// Doors are this wide, metres.
pub(crate) const DOOR_WIDTH: f64 = 1.1;
/// The lintel of a door is this high, metres.
pub(crate) const DOOR_HEIGHT: f64 = 2.1;

/// Corners of a box by bits (1: far in x, 2: in y, 4: in z), each face counter-clockwise from
/// outside.
const FACES: [[usize; 4]; 6] =
    [[2, 6, 7, 3], [0, 1, 5, 4], [1, 3, 7, 5], [0, 4, 6, 2], [4, 5, 7, 6], [0, 2, 3, 1]];

/// Where a piece of furniture stands and which way it faces.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// Its middle on the ground.
    at: [f64; 3],
    /// Cosine and sine of its turn about the vertical.
    turn: [f64; 2],
}

impl Place {
    /// Turned by twice the angle whose tangent is `half_turn`, so that no sine is needed.
    pub(crate) fn new(at: [f64; 3], half_turn: f64) -> Self {
        let whole = 1.0 + half_turn * half_turn;
        Self { at, turn: [(1.0 - half_turn * half_turn) / whole, 2.0 * half_turn / whole] }
    }

    /// Turned by a half circle on top.
    pub(crate) const fn reversed(self) -> Self {
        Self { at: self.at, turn: [-self.turn[0], -self.turn[1]] }
    }

    /// Turned by a quarter circle on top.
    pub(crate) const fn quarter(self) -> Self {
        Self { at: self.at, turn: [-self.turn[1], self.turn[0]] }
    }

    fn put(self, [x, y, z]: [f64; 3]) -> Point {
        let [cos, sin] = self.turn;
        let [at_x, at_y, at_z] = self.at;
        Point::new(at_x + cos * x + sin * z, at_y + y, at_z - sin * x + cos * z)
    }
}

/// Which way a wall runs.
#[derive(Clone, Copy)]
pub(crate) enum Along {
    X,
    Z,
}

/// A straight wall, its middle line in plan.
#[derive(Clone, Copy)]
pub(crate) struct Wall {
    pub(crate) along: Along,
    /// The coordinate that all of it shares.
    pub(crate) at: f64,
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// Height of its foot.
    pub(crate) base: f64,
}

/// A soup in the making.
#[derive(Default)]
pub(crate) struct Builder {
    pub(crate) soup: Soup,
}

impl Builder {
    /// A new named part.
    pub(crate) fn object(&mut self, name: impl Into<String>) -> ObjectId {
        self.soup.add_object(name)
    }

    /// A closed box between two corners.
    pub(crate) fn cuboid(&mut self, object: ObjectId, min: [f64; 3], max: [f64; 3]) {
        self.placed(object, Place::new([0.0; 3], 0.0), min, max);
    }

    /// A closed box, turned and moved to its place.
    pub(crate) fn placed(&mut self, object: ObjectId, place: Place, min: [f64; 3], max: [f64; 3]) {
        let corners: [Point; 8] = std::array::from_fn(|bits| {
            place.put(std::array::from_fn(|axis| {
                if bits >> axis & 1 == 0 { min[axis] } else { max[axis] }
            }))
        });
        for face in FACES {
            self.quad(object, face.map(|corner| corners[corner]));
        }
    }

    /// An upward sheet between two plan corners (x, z) at a height.
    pub(crate) fn sheet(&mut self, object: ObjectId, min: [f64; 2], max: [f64; 2], y: f64) {
        let corner = |x, z| Point::new(x, y, z);
        self.quad(
            object,
            [
                corner(min[0], min[1]),
                corner(min[0], max[1]),
                corner(max[0], max[1]),
                corner(max[0], min[1]),
            ],
        );
    }

    /// A slab whose top is at `top`, 10 cm thick.
    pub(crate) fn slab(&mut self, object: ObjectId, min: [f64; 2], max: [f64; 2], top: f64) {
        self.cuboid(object, [min[0], top - 0.1, min[1]], [max[0], top, max[1]]);
    }

    /// A wall with doors at these positions along it, in rising order; each leaves a lintel.
    pub(crate) fn wall(&mut self, object: ObjectId, wall: Wall, doors: &[f64]) {
        let half = WALL_THICKNESS / 2.0;
        let mut piece = |from: f64, to: f64, low: f64| {
            if to > from {
                let (low, high) = (wall.base + low, wall.base + WALL_HEIGHT);
                let (near, far) = (wall.at - half, wall.at + half);
                match wall.along {
                    Along::X => self.cuboid(object, [from, low, near], [to, high, far]),
                    Along::Z => self.cuboid(object, [near, low, from], [far, high, to]),
                }
            }
        };
        let mut solid_from = wall.from - half;
        for door in doors {
            let (start, end) = (door - DOOR_WIDTH / 2.0, door + DOOR_WIDTH / 2.0);
            piece(solid_from, start, 0.0);
            piece(start, end, DOOR_HEIGHT);
            solid_from = end;
        }
        piece(solid_from, wall.to + half, 0.0);
    }

    /// Four walls around a plan rectangle, without doors.
    pub(crate) fn enclosure(&mut self, object: ObjectId, min: [f64; 2], max: [f64; 2], base: f64) {
        for at in [min[1], max[1]] {
            let wall = Wall { along: Along::X, at, from: min[0], to: max[0], base };
            self.wall(object, wall, &[]);
        }
        for at in [min[0], max[0]] {
            let wall = Wall { along: Along::Z, at, from: min[1], to: max[1], base };
            self.wall(object, wall, &[]);
        }
    }

    /// Corners are not shared between faces: the soup is as loose as a real one.
    fn quad(&mut self, object: ObjectId, corners: [Point; 4]) {
        let first = cast::count(self.soup.vertices.len());
        self.soup.vertices.extend(corners);
        for [b, c] in [[1, 2], [2, 3]] {
            let corners = [first, first + b, first + c];
            self.soup.triangles.push(Triangle { corners, object });
        }
    }
}
