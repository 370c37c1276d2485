//! Polygons of one layer that touch or nearly do, and are not joined.

use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, PlanPolygon};
use walkmesh::geom::convex::overlap;
use walkmesh::geom::predicates::is_convex;
use walkmesh::geom::{PlanPoint, convex_hull};
use walkmesh::mesh::NavMesh;
use walkmesh_testkit::Random;
use walkmesh_testkit::polygons::ground_mesh;

use super::lists::{add, house};
use super::more;
use super::oracle::bytes;

/// A polygon as its corners in plan, steps of a metre.
type Ring = Vec<(i32, i32)>;

/// A mesh of polygons of one layer with these heights.
fn mesh(rings: &[Ring], heights: &[i32]) -> NavMesh {
    let raised = |(ring, &h): (&Ring, &i32)| (0, ring.iter().map(|&(x, y)| (x, y, h)).collect());
    ground_mesh(&rings.iter().zip(heights).map(raised).collect::<Vec<_>>())
}

/// A blocker of all that is over and under a ring in plan.
fn block(ring: &[(i32, i32)]) -> Change {
    let outer = ring.iter().map(|&(x, y)| [f64::from(x), f64::from(-y)]).collect();
    let shape = Footprint::Polygons(vec![PlanPolygon { outer, holes: Vec::new() }]);
    let heights = (f64::NEG_INFINITY, f64::INFINITY);
    Change { shape, heights, ..house([0.0, 0.0], [1.0, 1.0]) }
}

fn anywhere(size: i32, random: &mut Random) -> (i32, i32) {
    (random.between(-size, size), random.between(-size, size))
}

/// A corner, or a point within a step or two of an edge.
fn beside(rings: &[Ring], random: &mut Random) -> (i32, i32) {
    let ring = &rings[random.below(rings.len())];
    let k = random.below(ring.len());
    let ((ax, ay), (bx, by)) = (ring[k], ring[(k + 1) % ring.len()]);
    if random.chance(20) {
        return (ax, ay);
    }
    let part = random.between(0, 16);
    let on = |a: i32, b: i32| a + (b - a) * part / 16;
    (on(ax, bx) + random.between(-1, 1), on(ay, by) + random.between(-1, 1))
}

/// Polygons beside the edges of each other, none over another.
fn soup(size: i32, random: &mut Random) -> Vec<Ring> {
    let mut rings: Vec<Ring> = Vec::new();
    let plan = |ring: &Ring| ring.iter().map(|&(x, y)| PlanPoint::new(x, y)).collect::<Vec<_>>();
    for _ in 0..30 {
        let mut corners: Ring = (0..3).map(|_| anywhere(size, random)).collect();
        if !rings.is_empty() {
            let near = random.between(1, 3);
            corners.extend((0..near).map(|_| beside(&rings, random)));
            corners.drain(..2);
        }
        let ring = convex_hull(plan(&corners));
        if is_convex(&ring) && rings.iter().all(|other| !overlap(&plan(other), &ring)) {
            rings.push(ring.iter().map(|p| (p.x, p.y)).collect());
        }
    }
    rings
}

/// The mesh after an edit is sound, which is to say that no polygon of a layer lies over another.
fn assert_sound(edits: &Edits, of: impl std::fmt::Debug) {
    let problems = edits.mesh().validate();
    assert!(problems.is_empty(), "{of:?}: {problems:?}");
}

#[test]
fn what_touches_in_a_corner_is_bent_together() {
    // Only the upper one is cut, where both edges pass one square.
    let rings = [vec![(0, 0), (100, 3), (0, 100)], vec![(0, 0), (0, -100), (100, 1)]];
    let mut edits = Edits::new(mesh(&rings, &[0, 0])).expect("a sound mesh");
    edits.apply(&[add(1, block(&[(-22, 0), (60, 1), (-22, 20)]))]).expect("a shape");
    assert_sound(&edits, "a pinch");
}

#[test]
fn what_is_less_than_a_step_beside_is_bent_together() {
    for seed in 0..400 * more() {
        let mut random = Random::new(seed);
        let size = random.one_of(&[6, 12, 25, 60]);
        let rings = soup(size, &mut random);
        let heights: Vec<i32> = rings.iter().map(|_| random.between(0, 3)).collect();
        let base = mesh(&rings, &heights);
        let mut edits = Edits::new(base.clone()).expect("a sound mesh");
        assert_sound(&edits, seed);
        let mut all = Vec::new();
        for id in 0..6 {
            let corners = 3 + random.below(3);
            let mut corner = || {
                if random.chance(50) {
                    beside(&rings, &mut random)
                } else {
                    anywhere(size, &mut random)
                }
            };
            let edit = add(id, block(&(0..corners).map(|_| corner()).collect::<Ring>()));
            edits.apply(std::slice::from_ref(&edit)).expect("a shape");
            assert_sound(&edits, (seed, id));
            all.push(edit);
        }
        let mut at_once = Edits::new(base.clone()).expect("a sound mesh");
        at_once.apply(&all).expect("shapes");
        assert!(
            bytes(at_once.mesh()) == bytes(edits.mesh()),
            "{seed}: not what comes of all at once"
        );
        let back: Vec<Edit> = (0..6).map(|id| Edit::Remove { id: ChangeId(id) }).collect();
        edits.apply(&back).expect("they are there");
        assert!(bytes(edits.mesh()) == bytes(&base), "{seed}: something is left behind");
    }
}

#[test]
fn what_is_closed_in_the_base_mesh_is_not_bent() {
    // Both are narrower than a step at (20, 1); the lower one is closed.
    let lower = vec![(0, 0), (240, 6), (240, 11), (20, 1)];
    let upper = vec![(0, 0), (20, 1), (240, 13), (240, 16)];
    let mut edits = Edits::new(mesh(&[lower, upper], &[0, 9])).expect("a sound mesh");
    let all = block(&[(-50, -50), (300, -50), (300, 50), (-50, 50)]);
    edits.apply(&[add(1, Change { heights: (-1.0, 1.0), ..all })]).expect("a shape");
    let is_open = |edits: &Edits, base: u32| {
        let mesh = edits.mesh();
        mesh.polygons().any(|r| mesh.id(r).base == base)
    };
    assert!(!is_open(&edits, 0) && is_open(&edits, 1));
    let mut again = Edits::new(edits.mesh().clone()).expect("a sound mesh");
    again.apply(&[add(2, block(&[(10, -9), (300, -9), (300, 60), (10, 60)]))]).expect("a shape");
    assert_sound(&again, "a closed sliver");
    assert!(!is_open(&again, 0), "what was closed is open");
}
