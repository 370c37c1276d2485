//! Triangles that are a navigation mesh already, as modelling tools and other libraries keep them
//! in OBJ and glTF: three-pathfinding, bevy, Godot.
//!
//! Such meshes often have each triangle's corners apart (by normals or by export), so vertices are
//! welded first; then triangles are merged to convex polygons, and keep the heights.

use super::import::{Face, ImportReport, Imported, Next, SoloError, frame_for, solo};
use crate::geom::predicates::cross;
use crate::geom::{FrameError, GroundPoint, PlanPoint, cast};
use crate::partition::{HalfEdges, Order, WALK, merge_faces};
use crate::soup::{Area, Soup};
use std::collections::BTreeMap;

/// How triangles become a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeldOptions {
    /// Vertices this near to each other are one, metres; 0 or more.
    pub distance: f64,
}

impl Default for WeldOptions {
    /// A millimetre: more than single precision loses on a level, less than a step of a stair.
    fn default() -> Self {
        Self { distance: 0.001 }
    }
}

/// Why triangles make no mesh.
#[derive(Debug, thiserror::Error)]
pub enum TrianglesError {
    /// The distance is no distance.
    #[error("vertices cannot be welded within {distance} m: give 0 or more")]
    Distance {
        /// The distance asked for.
        distance: f64,
    },
    /// A triangle names a vertex that is not there, or one that is not finite.
    #[error("triangle {triangle} of {count} has a corner that is not there or not finite")]
    Corner {
        /// Index of the triangle.
        triangle: usize,
        /// How many there are.
        count: usize,
    },
    /// All triangles stand upright or have no area.
    #[error("none of the {count} triangles covers ground: does another axis point up?")]
    NoGround {
        /// How many there are.
        count: usize,
    },
    /// They do not fit a lattice.
    #[error("the triangles do not fit: {0}")]
    Frame(#[from] FrameError),
    /// They do not fit a mesh.
    #[error(transparent)]
    Mesh(#[from] SoloError),
}

/// A mesh from triangles: vertices welded, triangles that face down turned, upright ones and ones
/// without area dropped (all counted in the report), the rest merged to convex polygons that keep
/// the triangles as their ground. Two triangles are neighbours where they share an edge between
/// welded vertices; where more than two do, none of them. Kinds of ground come from the objects
/// and are not merged with each other. O(n log n).
///
/// # Errors
/// When a triangle is not usable, or none covers ground.
pub fn read(soup: &Soup, options: &WeldOptions) -> Result<Imported, TrianglesError> {
    if !(options.distance >= 0.0 && options.distance.is_finite()) {
        return Err(TrianglesError::Distance { distance: options.distance });
    }
    let count = soup.triangles.len();
    for (triangle, t) in soup.triangles.iter().enumerate() {
        if soup.finite_corners(t).is_none() {
            return Err(TrianglesError::Corner { triangle, count });
        }
    }
    let used = || soup.triangles.iter().filter_map(|t| soup.corners(t)).flatten();
    let frame = frame_for(used())?;
    let mut report = ImportReport { tiles: 1, polygons: count, ..ImportReport::default() };
    let reach = frame.steps(options.distance);
    let mut welder = Welder::new(reach);
    let mut triangles = Vec::with_capacity(count);
    for t in &soup.triangles {
        let corners = soup.corners(t).and_then(|[a, b, c]| {
            Some([frame.to_lattice(a)?, frame.to_lattice(b)?, frame.to_lattice(c)?])
        });
        let Some(corners) = corners else { continue };
        let [a, b, c] = corners.map(|p| welder.weld(p));
        let turn = cross(welder.plan(a), welder.plan(b), welder.plan(c));
        if turn == 0 {
            report.flat += 1;
            continue;
        }
        report.turned += usize::from(turn < 0);
        let area = soup.objects.get(cast::index(t.object.0)).map_or(Area::GROUND, |o| o.area);
        triangles.push((if turn < 0 { [a, c, b] } else { [a, b, c] }, area));
    }
    if triangles.is_empty() {
        return Err(TrianglesError::NoGround { count });
    }
    report.welded = welder.welded;
    let faces = merged(&triangles, &welder.points);
    let mesh = solo(frame, &faces, &mut report)?;
    Ok(Imported { mesh, report })
}

/// Vertices, of which near ones are one: the first of them.
struct Welder {
    reach: i32,
    points: Vec<GroundPoint>,
    /// Vertices by coarse cells as large as the reach.
    cells: BTreeMap<[i32; 3], Vec<u32>>,
    /// How many were put to others.
    welded: usize,
}

impl Welder {
    const fn new(reach: i32) -> Self {
        Self { reach, points: Vec::new(), cells: BTreeMap::new(), welded: 0 }
    }

    fn plan(&self, v: u32) -> PlanPoint {
        self.points[cast::index(v)].plan
    }

    fn weld(&mut self, p: GroundPoint) -> u32 {
        let size = self.reach.max(1);
        let cell = [p.plan.x, p.plan.y, p.height].map(|v| v.div_euclid(size));
        let reach = i64::from(self.reach);
        let near = |q: &GroundPoint| {
            let up = i64::from(p.height) - i64::from(q.height);
            p.plan.distance_squared(q.plan) + up * up <= reach * reach
        };
        let around =
            (-1..=1).flat_map(|x| (-1..=1).flat_map(move |y| (-1..=1).map(move |z| [x, y, z])));
        let known = around
            .filter_map(|[x, y, z]| self.cells.get(&[cell[0] + x, cell[1] + y, cell[2] + z]))
            .flatten()
            .copied()
            .filter(|&v| near(&self.points[cast::index(v)]))
            .min();
        if let Some(v) = known {
            self.welded += usize::from(self.points[cast::index(v)] != p);
            return v;
        }
        let v = cast::count(self.points.len());
        self.points.push(p);
        self.cells.entry(cell).or_default().push(v);
        v
    }
}

/// Convex faces of the triangles, which know their neighbours.
fn merged(triangles: &[([u32; 3], Area)], points: &[GroundPoint]) -> Vec<Face> {
    let corners: Vec<[u32; 3]> = triangles.iter().map(|t| t.0).collect();
    // How many triangles run along each edge this way, and the kind of ground of the last.
    let mut sides: BTreeMap<(u32, u32), (u32, Area)> = BTreeMap::new();
    for ([a, b, c], area) in triangles {
        for side in [(*a, *b), (*b, *c), (*c, *a)] {
            let entry = sides.entry(side).or_insert((0, *area));
            *entry = (entry.0 + 1, *area);
        }
    }
    let single = |a: u32, b: u32| sides.get(&(a, b)).is_some_and(|s| s.0 == 1);
    let neighbours = HalfEdges::of_triangles(&corners, |a, b| !single(a, b));
    let area = |a: u32, b: u32| sides.get(&(a, b)).map(|s| s.1);
    let mut joined =
        HalfEdges::of_triangles(&corners, |a, b| !single(a, b) || area(a, b) != area(b, a));
    let plan: Vec<PlanPoint> = points.iter().map(|p| p.plan).collect();
    merge_faces(&mut joined, &plan, Order::LongestEdge);
    let mut face_of: Vec<Option<u32>> = vec![None; triangles.len()];
    let mut starts = Vec::new();
    for h in 0..joined.len() {
        if joined.is_gone(h) {
            continue;
        }
        let root = cast::index(joined.face(h));
        if face_of[root].is_none() {
            face_of[root] = Some(cast::count(starts.len()));
            starts.push(h);
        }
    }
    let index_of: Vec<Option<u32>> =
        (0..cast::count(triangles.len())).map(|t| face_of[cast::index(joined.root(t))]).collect();
    let mut faces: Vec<Face> = starts
        .iter()
        .map(|&start| {
            let ring: Vec<u32> = joined.around(start).collect();
            let beyond = |h: u32| neighbours.twin(h).and_then(|t| index_of[cast::index(t / 3)]);
            Face {
                corners: ring.iter().map(|&h| points[cast::index(joined.origin(h))]).collect(),
                next: ring.iter().map(|&h| beyond(h).map_or(Next::Wall, Next::Face)).collect(),
                area: triangles[cast::index(start / 3)].1,
                flags: WALK,
                ..Face::default()
            }
        })
        .collect();
    for (t, corners) in corners.iter().enumerate() {
        if let Some(face) = index_of[t].and_then(|f| faces.get_mut(cast::index(f))) {
            let at = corners.map(|v| points[cast::index(v)]);
            // Every corner of a merged triangle is a corner of the face: faces hold no points
            // inside.
            let name = |p: &GroundPoint| face.corners.iter().position(|c| c == p);
            if let [Some(a), Some(b), Some(c)] = [name(&at[0]), name(&at[1]), name(&at[2])] {
                face.triangles.push([a, b, c].map(cast::count));
            }
        }
    }
    faces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Point;
    use crate::soup::Triangle;

    /// Triangles with corners of their own each.
    fn loose(triangles: &[[[f64; 3]; 3]]) -> Soup {
        let mut soup = Soup::default();
        let object = soup.add_object("mesh");
        for corners in triangles {
            let first = cast::count(soup.vertices.len());
            soup.vertices.extend(corners.iter().map(|&c| Point::from(c)));
            soup.triangles.push(Triangle { corners: [first, first + 1, first + 2], object });
        }
        soup
    }

    /// A square of two triangles at (x, z) and a height.
    fn square(x: f64, z: f64, y: f64) -> [[[f64; 3]; 3]; 2] {
        let c = |dx: f64, dz: f64| [x + dx, y, z + dz];
        [[c(0.0, 0.0), c(0.0, 1.0), c(1.0, 1.0)], [c(0.0, 0.0), c(1.0, 1.0), c(1.0, 0.0)]]
    }

    #[test]
    fn loose_triangles_are_welded_and_merged() {
        let mut all: Vec<_> = [square(0.0, 0.0, 0.0), square(1.0, 0.0, 0.0)].concat();
        all[1].reverse();
        all[3][0][0] += 0.0004;
        let Imported { mesh, report } = read(&loose(&all), &WeldOptions::default()).unwrap();
        assert_eq!((mesh.polygon_count(), mesh.components().len()), (1, 1));
        assert!((mesh.area_m2() - 2.0).abs() < 1e-3);
        assert_eq!(report.turned, 1);
        assert_eq!(mesh.validate(), []);
    }

    #[test]
    fn floors_over_each_other_stay_apart_and_folds_keep_their_height() {
        let ramp = [
            [[1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [2.0, 1.0, 1.0]],
            [[1.0, 0.0, 0.0], [2.0, 1.0, 1.0], [2.0, 1.0, 0.0]],
        ];
        let all = [&square(0.0, 0.0, 0.0)[..], &ramp, &square(0.5, 0.0, 3.0)].concat();
        let Imported { mesh, .. } = read(&loose(&all), &WeldOptions::default()).unwrap();
        assert_eq!(mesh.components().len(), 2);
        assert_eq!(mesh.validate(), []);
        let place = mesh.locate([1.5, 0.4, 0.5], 1.0).unwrap();
        assert!((place.point.y - 0.5).abs() < 1e-3, "{place:?}");
    }

    #[test]
    fn three_triangles_at_one_edge_are_no_neighbours() {
        let fin = [[0.0, 0.0, 0.0], [1.0, 0.0, 1.0], [1.5, 2.0, 0.0]];
        let all = [&square(0.0, 0.0, 0.0)[..], &[fin]].concat();
        let Imported { mesh, .. } = read(&loose(&all), &WeldOptions::default()).unwrap();
        assert_eq!(mesh.polygon_count(), 3);
        assert_eq!(mesh.validate(), []);
    }

    #[test]
    fn what_covers_no_ground_is_refused() {
        let wall = [[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]];
        let refused = |soup: &Soup| read(soup, &WeldOptions::default()).unwrap_err().to_string();
        assert!(refused(&loose(&wall)).contains("none of the 1"));
        let mut bad = loose(&square(0.0, 0.0, 0.0));
        bad.vertices[4].x = f64::NAN;
        assert!(refused(&bad).contains("triangle 1 of 2"));
        bad.vertices.truncate(4);
        assert!(refused(&bad).contains("triangle 1 of 2"));
        let far = WeldOptions { distance: -1.0 };
        assert!(read(&bad, &far).unwrap_err().to_string().contains("-1"));
    }
}
