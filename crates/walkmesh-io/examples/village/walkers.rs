//! Those who walk about, and plan anew when their way is gone.

use walkmesh::Point;
use walkmesh::edit::Applied;
use walkmesh::mesh::{NavMesh, PolyId, SearchBox};
use walkmesh::query::{Engine, PathOptions, Scratch, Status, path_between};

use super::land::SIDE;

/// Metres that they walk in an hour of the picture.
const PACE: f64 = 14.0;

/// One of the crowd.
pub(crate) struct Walker {
    /// Where it is.
    pub(crate) at: Point,
    goal: Point,
    /// The corners ahead, the next one last.
    pub(crate) ahead: Vec<Point>,
    /// The polygons of its path.
    polygons: Vec<PolyId>,
    /// Whether its path ends where it wants to go.
    pub(crate) arrives: bool,
    /// Where it walked in the last hour.
    pub(crate) trail: Vec<Point>,
}

/// All of them.
pub(crate) struct Crowd {
    pub(crate) walkers: Vec<Walker>,
    scratch: Scratch,
    /// A seed that goes on.
    state: u64,
    /// How many paths were planned because the mesh changed under them.
    pub(crate) planned_anew: usize,
}

impl Crowd {
    /// So many, at random places.
    pub(crate) fn new(mesh: &NavMesh, count: usize) -> Self {
        let (walkers, scratch) = (Vec::new(), Scratch::new());
        let mut crowd = Self { walkers, scratch, state: 11, planned_anew: 0 };
        for _ in 0..count {
            let (at, goal) = (crowd.place(mesh), crowd.place(mesh));
            let (ahead, polygons, trail) = (Vec::new(), Vec::new(), Vec::new());
            let mut walker = Walker { at, goal, ahead, polygons, arrives: false, trail };
            plan(mesh, &mut crowd.scratch, &mut walker);
            crowd.walkers.push(walker);
        }
        crowd
    }

    /// A place on the mesh, the same in every run.
    fn place(&mut self, mesh: &NavMesh) -> Point {
        let mut share = || {
            self.state =
                self.state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            f64::from(u32::try_from(self.state >> 40).unwrap_or_default()) / f64::from(1 << 24)
        };
        let about = Point::new(share() * SIDE, 0.0, share() * SIDE);
        nearest(mesh, about)
    }

    /// An hour of walking; whoever arrives goes on to another place.
    pub(crate) fn walk(&mut self, mesh: &NavMesh) {
        let mut walkers = std::mem::take(&mut self.walkers);
        for walker in &mut walkers {
            walker.trail = vec![walker.at];
            let mut left = PACE;
            while let Some(&next) = walker.ahead.last() {
                let (dx, dz) = (next.x - walker.at.x, next.z - walker.at.z);
                let far = dx.hypot(dz);
                if far > left {
                    let part = |from: f64, to: f64| from + (to - from) * left / far;
                    let at = walker.at;
                    walker.at =
                        Point::new(part(at.x, next.x), part(at.y, next.y), part(at.z, next.z));
                    break;
                }
                left -= far;
                walker.at = next;
                walker.trail.push(next);
                walker.ahead.pop();
            }
            walker.trail.push(walker.at);
            if walker.ahead.is_empty() && walker.arrives {
                walker.goal = self.place(mesh);
                plan(mesh, &mut self.scratch, walker);
            }
        }
        self.walkers = walkers;
    }

    /// The mesh changed: who has lost a polygon of the way plans anew, and so does who could not
    /// get to the goal before.
    pub(crate) fn hear(&mut self, mesh: &NavMesh, applied: &Applied) {
        for walker in &mut self.walkers {
            let lost =
                walker.polygons.iter().any(|id| applied.invalidated.binary_search(id).is_ok());
            if lost || !walker.arrives {
                plan(mesh, &mut self.scratch, walker);
                self.planned_anew += 1;
            }
        }
    }
}

fn nearest(mesh: &NavMesh, at: Point) -> Point {
    mesh.nearest(at, &SearchBox::EVERYWHERE, |_| true).map_or(at, |place| place.point)
}

fn plan(mesh: &NavMesh, scratch: &mut Scratch, walker: &mut Walker) {
    (walker.arrives, walker.polygons, walker.ahead) = (false, Vec::new(), Vec::new());
    // A house may stand where they were, or where they want to go.
    let place = |at| mesh.nearest(at, &SearchBox::EVERYWHERE, |_| true);
    let (Some(start), Some(goal)) = (place(walker.at), place(walker.goal)) else { return };
    walker.at = start.point;
    let options = PathOptions { engine: Engine::Funnel, ..PathOptions::default() };
    let found = path_between(mesh, scratch, &start, &goal, &options);
    walker.arrives = found.status == Status::Complete;
    walker.polygons.extend(found.polygons.iter().map(|&polygon| mesh.id(polygon)));
    walker.ahead.extend(found.points.iter().skip(1).rev());
}
