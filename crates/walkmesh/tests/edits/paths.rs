//! Paths on meshes under edits, against brute force on the same polygons.

use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{CostFactor, NavMesh, Nearest};
use walkmesh::query::{Engine, Filter, Path, PathOptions, Reason, Scratch, Status, path_between};
use walkmesh_testkit::chain::{chain, shares_one_edge};
use walkmesh_testkit::places::random_place;
use walkmesh_testkit::{Oracle, Random, walk_cost};

use super::worlds::{World, small, worlds};
use super::{Known, more, random_edit};
use walkmesh::edit::Edits;

fn is_equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.max(b).max(0.1)
}

fn plan_points(mesh: &NavMesh, path: &Path) -> Vec<PlanPoint> {
    path.points.iter().map(|&p| mesh.frame().to_lattice(p).expect("on the mesh").plan).collect()
}

/// A mesh after random edits and all that brute force knows of it.
struct Edited<'m> {
    name: &'static str,
    mesh: &'m NavMesh,
    oracle: Oracle<'m>,
}

impl Edited<'_> {
    /// The shortest path is as long as brute force says, or there is none either way.
    fn check_optimal(&self, scratch: &mut Scratch, [start, goal]: &[Nearest; 2]) -> bool {
        let found = path_between(self.mesh, scratch, start, goal, &PathOptions::default());
        let shortest = self.oracle.length((start.plan, start.polygon), (goal.plan, goal.polygon));
        let what = || format!("{}: {:?} to {:?}", self.name, start.plan, goal.plan);
        let Some(shortest) = shortest else {
            assert_eq!(found.status, Status::Partial, "{}", what());
            return false;
        };
        assert_eq!(found.status, Status::Complete, "{}: {:?}", what(), found.reason);
        let length = found.length / self.mesh.frame().step();
        assert!(is_equal(length, shortest), "{}: {length}, shortest {shortest}", what());
        true
    }

    /// Where ground differs in cost: the optimal engine says that it cannot; the funnel arrives
    /// where one can, by a line that is pulled tight and costs what it says.
    fn check_funnel(&self, scratch: &mut Scratch, [start, goal]: &[Nearest; 2]) -> bool {
        let what = || format!("{}: {:?} to {:?}", self.name, start.plan, goal.plan);
        let refused = path_between(self.mesh, scratch, start, goal, &PathOptions::default());
        let is_right = matches!(refused.reason, Some(Reason::UnequalCosts { .. }));
        assert!(is_right && refused.status == Status::NotFound, "{}: {refused:?}", what());

        let options = PathOptions { engine: Engine::Funnel, ..PathOptions::default() };
        let found = path_between(self.mesh, scratch, start, goal, &options).clone();
        let shortest = self.oracle.length((start.plan, start.polygon), (goal.plan, goal.polygon));
        assert_eq!(found.status == Status::Complete, shortest.is_some(), "{}", what());
        let Some(shortest) = shortest else { return false };
        let step = self.mesh.frame().step();
        let length = found.length / step;
        assert!(length >= shortest * (1.0 - 1e-9), "{}: {length} < {shortest}", what());
        let points = plan_points(self.mesh, &found);
        let last = found.polygons.len() - 1;
        let ends = [found.polygons[0], found.polygons[last]];
        assert!(self.oracle.walks(ends[0], ends[1], &points), "{}: leaves the mesh", what());
        let corridor = chain(self.mesh, &found.polygons);
        let at = |i: usize| corridor.polygon_at(i).expect("a polygon of the corridor");
        let tight = Oracle::new(&corridor)
            .length((points[0], at(0)), (points[points.len() - 1], at(last)))
            .expect("a way through the corridor");
        let is_tight = is_equal(length, tight)
            || (length > tight && !shares_one_edge(self.mesh, &found.polygons));
        assert!(is_tight, "{}: {length}, tight {tight}", what());
        let cost = walk_cost::cost(self.mesh, &found, &Filter::default()) * step;
        assert!(is_equal(found.cost, cost), "{}: cost {}, is {cost}", what(), found.cost);
        true
    }
}

/// The number of paths that arrived: shortest ones, and over ground of different costs.
fn compare(world: &World, seed: u64) -> [usize; 2] {
    let (mut random, mut scratch) = (Random::new(seed), Scratch::new());
    let mut edits = Edits::new(world.mesh.clone()).expect("a sound mesh");
    let mut known = Known::new();
    let mut arrived = [0; 2];
    for _ in 0..3 {
        let count = random.between(1, 5);
        let batch: Vec<_> =
            (0..count).map(|_| random_edit(world, &mut known, &mut random)).collect();
        edits.apply(&batch).expect("edits that make sense");
        let mesh = edits.mesh();
        if mesh.polygon_count() == 0 {
            continue;
        }
        let edited = Edited { name: world.name, mesh, oracle: Oracle::new(mesh) };
        for _ in 0..12 {
            let ends = [random_place(mesh, &mut random), random_place(mesh, &mut random)];
            if mesh.cost_factors() == [CostFactor::ONE; 2] {
                arrived[0] += usize::from(edited.check_optimal(&mut scratch, &ends));
            } else {
                arrived[1] += usize::from(edited.check_funnel(&mut scratch, &ends));
            }
        }
    }
    arrived
}

#[test]
fn paths_after_edits_are_those_of_brute_force() {
    let mut arrived = [0; 2];
    for (world, w) in small().iter().zip(0_u64..) {
        for seed in 0..4 * more() {
            let of_world = compare(world, 31 * w + 1000 * seed);
            arrived = [arrived[0] + of_world[0], arrived[1] + of_world[1]];
        }
    }
    println!("{} shortest paths, {} over ground of different costs", arrived[0], arrived[1]);
    assert!(arrived[0] > 100 && arrived[1] > 20, "{arrived:?}: too few arrive to compare");
}

/// What a mesh hands on to the next depends on what it was asked; the answers of that do not.
#[test]
fn answers_do_not_depend_on_what_was_asked_before() {
    let (mut random, mut scratch) = (Random::new(77), Scratch::new());
    let mut complete = 0;
    for world in worlds() {
        let mut known = Known::new();
        let [mut asked, mut other] = [(); 2].map(|()| Edits::new(world.mesh.clone()).unwrap());
        let corner = |mesh: &NavMesh, random: &mut Random| {
            let corners: Vec<_> = mesh.corners(random_place(mesh, random).polygon).collect();
            let at = mesh.frame().to_world(corners[random.below(corners.len())]);
            mesh.locate(at, 0.0).expect("a corner is on the mesh")
        };
        for _ in 0..8 * more() {
            let edit = random_edit(world, &mut known, &mut random);
            for engine in [Engine::Optimal, Engine::Funnel] {
                let ends = [(); 2].map(|()| corner(asked.mesh(), &mut random));
                let options = PathOptions { engine, ..PathOptions::default() };
                path_between(asked.mesh(), &mut scratch, &ends[0], &ends[1], &options);
            }
            let edits = std::slice::from_ref(&edit);
            assert_eq!(asked.apply(edits).is_ok(), other.apply(edits).is_ok(), "{}", world.name);
        }
        let [one, same] = [asked.mesh(), other.mesh()];
        for i in 0..60 * more() {
            let [start, goal] = [(); 2].map(|()| corner(one, &mut random));
            let engine = if i % 3 == 0 { Engine::Optimal } else { Engine::Funnel };
            let options = PathOptions { engine, ..PathOptions::default() };
            let first = path_between(one, &mut scratch, &start, &goal, &options).clone();
            let second = path_between(same, &mut scratch, &start, &goal, &options);
            let what = || format!("{}, {engine}: {:?} to {:?}", world.name, start.plan, goal.plan);
            assert_eq!(first.points, second.points, "{}", what());
            assert_eq!(first.cost.to_bits(), second.cost.to_bits(), "{}", what());
            complete += u64::from(first.status == Status::Complete);
        }
    }
    assert!(complete > 200 * more(), "{complete}");
}
