//! Meshes and scenarios of the Polyanya authors, read far enough to compare paths with them.

use std::fs;
use std::path::Path;

use walkmesh::geom::{Frame, GroundPoint, PlanPoint, Point, predicates};
use walkmesh::mesh::{ConvexPolygon, NavMesh};

/// Steps to a unit of the file as [`read_mesh`] has it: the step is 2^-8.
pub const UNIT: i32 = 256;

/// Where a map is put: each coordinate times `scale`, plus `shift`, metres.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// Metres to a unit of the file.
    pub scale: f64,
    /// Where the file's origin is put, along both plan axes.
    pub shift: f64,
}

impl Placement {
    /// The world point of a point of the file, whose y is plan y: `[x, 0, -y]`.
    #[must_use]
    pub fn world(&self, x: f64, y: f64) -> [f64; 3] {
        [x * self.scale + self.shift, 0.0, -(y * self.scale + self.shift)]
    }
}

/// A file as it is: corners, and the polygons as indices of them.
struct Plain {
    corners: Vec<[f64; 2]>,
    rings: Vec<Vec<usize>>,
}

fn read(file: &Path) -> Plain {
    let text = fs::read_to_string(file).expect("a readable mesh");
    let mut words = text.split_ascii_whitespace();
    assert_eq!((words.next(), words.next()), (Some("mesh"), Some("2")), "{}", file.display());
    let coordinate =
        |word: Option<&str>| -> f64 { word.and_then(|w| w.parse().ok()).expect("a coordinate") };
    let index = |word: Option<&str>| -> usize {
        word.and_then(|w| w.parse().ok()).expect("a count or an index")
    };
    let (vertices, polygons) = (index(words.next()), index(words.next()));
    let mut corners = Vec::new();
    for _ in 0..vertices {
        corners.push([coordinate(words.next()), coordinate(words.next())]);
        for _ in 0..index(words.next()) {
            words.next();
        }
    }
    let mut rings = Vec::new();
    for _ in 0..polygons {
        let count = index(words.next());
        rings.push((0..count).map(|_| index(words.next())).collect());
        for _ in 0..count {
            words.next();
        }
    }
    Plain { corners, rings }
}

/// Reads a `.mesh` of version 2 on a lattice that holds it exactly, when its coordinates are
/// multiples of 2^-8. A unit of the file is a metre; its y is plan y, so the world point of
/// `(x, y)` is `[x, 0, -y]`. Neighbours are found anew.
///
/// # Panics
/// When the file is not what it should be: this is for tests.
#[must_use]
pub fn read_mesh(file: &Path) -> NavMesh {
    let frame = Frame::new([0.0, 0.0, 0.0], -8).expect("a frame");
    build(&read(file), &Placement { scale: 1.0, shift: 0.0 }, frame).0
}

/// Reads a `.mesh` of version 2 as an importer of `f64` coordinates does: they are scaled and
/// moved first, the lattice is the finest that holds them, and a polygon that rounding made
/// reflex is split there. Gives how many were split, too.
///
/// # Panics
/// When the file is not what it should be.
#[must_use]
pub fn read_mesh_placed(file: &Path, placement: &Placement) -> (NavMesh, usize) {
    let plain = read(file);
    let world = || plain.corners.iter().map(|&[x, y]| Point::from(placement.world(x, y)));
    let first = world().next().unwrap_or_default();
    let (low, high) = world().fold((first, first), |(low, high), p| {
        (
            Point::new(low.x.min(p.x), 0.0, low.z.min(p.z)),
            Point::new(high.x.max(p.x), 0.0, high.z.max(p.z)),
        )
    });
    let frame = Frame::finest_for_bounds(low, high).expect("finite bounds");
    build(&plain, placement, frame)
}

fn build(plain: &Plain, placement: &Placement, frame: Frame) -> (NavMesh, usize) {
    let lattice = |&[x, y]: &[f64; 2]| frame.to_lattice(placement.world(x, y)).expect("in reach");
    let corners: Vec<GroundPoint> = plain.corners.iter().map(lattice).collect();
    let (mut polygons, mut split) = (Vec::new(), 0);
    for ring in &plain.rings {
        let before = polygons.len();
        convex_parts(ring.iter().map(|&v| corners[v]).collect(), &mut polygons);
        split += usize::from(polygons.len() > before + 1);
    }
    let polygons: Vec<ConvexPolygon> = polygons
        .into_iter()
        .map(|corners| ConvexPolygon { corners, ..ConvexPolygon::default() })
        .collect();
    (NavMesh::from_polygons(frame, &polygons).expect("convex polygons"), split)
}

/// A ring that is convex but for corners which rounding pushed in, cut at those.
fn convex_parts(ring: Vec<GroundPoint>, parts: &mut Vec<Vec<GroundPoint>>) {
    let n = ring.len();
    let at = |i: usize| ring[i % n].plan;
    let plan: Vec<PlanPoint> = (0..n).map(at).collect();
    if predicates::is_convex(&plan) {
        parts.push(ring);
        return;
    }
    let reflex = (0..n)
        .find(|&i| predicates::cross(at(i + n - 1), at(i), at(i + 1)) < 0)
        .expect("a corner that was pushed in");
    // The cut that leaves the widest angles on both sides.
    let width = |j: usize| {
        let after = predicates::cross(at(j), at(reflex), at(reflex + 1));
        after.min(predicates::cross(at(reflex + n - 1), at(reflex), at(j)))
    };
    let to = (reflex + 2..reflex + n - 1).max_by_key(|&j| width(j)).expect("a corner across");
    assert!(width(to) > 0, "no cut from {:?}", at(reflex));
    convex_parts((reflex..=to).map(|i| ring[i % n]).collect(), parts);
    convex_parts((to..=reflex + n).map(|i| ring[i % n]).collect(), parts);
}

/// A pair of a scenario: start, goal, and the length in the last column.
pub type Pair = ([f64; 3], [f64; 3], f64);

/// Reads a `.scen`. Where there is an `.opt` of the same map, its any-angle lengths replace the
/// last column, which holds those of paths on the grid.
///
/// # Panics
/// When a file is not what it should be.
#[must_use]
pub fn read_scenario(file: &Path, any_angle: Option<&Path>) -> Vec<Pair> {
    read_scenario_placed(file, any_angle, &Placement { scale: 1.0, shift: 0.0 })
}

/// The same for a map that is put somewhere; lengths are scaled with it.
///
/// # Panics
/// When a file is not what it should be.
#[must_use]
pub fn read_scenario_placed(
    file: &Path,
    any_angle: Option<&Path>,
    placement: &Placement,
) -> Vec<Pair> {
    let text = fs::read_to_string(file).expect("a readable scenario");
    let number = |word: &str| word.parse::<f64>().expect("a number");
    let mut pairs: Vec<Pair> = text
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let w: Vec<f64> = line.split_ascii_whitespace().skip(4).map(number).collect();
            (placement.world(w[0], w[1]), placement.world(w[2], w[3]), w[4])
        })
        .collect();
    if let Some(file) = any_angle {
        let text = fs::read_to_string(file).expect("readable lengths");
        for (pair, line) in pairs.iter_mut().zip(text.lines()) {
            pair.2 = line.split_ascii_whitespace().nth(1).map_or(f64::NAN, number);
        }
    }
    for pair in &mut pairs {
        pair.2 *= placement.scale;
    }
    pairs
}
