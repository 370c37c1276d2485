//! Ways there or not, and walls.

use walkmesh::mesh::{NavMesh, Passage, PolyRef};
use walkmesh::query::{Filter, Scratch, reachable, wall_segments};
use walkmesh_testkit::{planar_mesh, sight};

use crate::{World, any_place, ask_everywhere, closed, place, square};

/// All polygons that can be reached, by growing the set until it grows no more.
fn everywhere(mesh: &NavMesh, starts: Vec<PolyRef>) -> Vec<PolyRef> {
    let mut reached = starts;
    loop {
        let before = reached.len();
        for r in mesh.polygons() {
            for e in mesh.edges(r).iter().filter(|e| e.passage() == Passage::Open) {
                if let Some(n) = e.neighbour()
                    && reached.contains(&r)
                    && !reached.contains(&n)
                {
                    reached.push(n);
                }
            }
        }
        if reached.len() == before {
            return reached;
        }
    }
}

#[test]
fn as_the_oracle_says() {
    let mut scratch = Scratch::new();
    let mut walls = Vec::new();
    let mut answers = [0, 0];
    ask_everywhere(|world, random| {
        let World { name, mesh, filter, plain } = world;
        let (from, to) = (any_place(world, random), any_place(world, random));
        let reached = everywhere(plain, sight::around(plain, from.polygon, from.plan));
        let goals = sight::around(plain, to.polygon, to.plan);
        let expected = goals.iter().any(|g| reached.contains(g));
        let answer = reachable(mesh, &mut scratch, &from, &to, filter).expect("places");
        assert_eq!(answer, expected, "{name}: {from:?} {to:?}");
        answers[usize::from(answer)] += 1;

        let polygon = from.polygon;
        wall_segments(mesh, polygon, filter, &mut walls);
        let found: Vec<u32> = walls.iter().map(|wall| wall.edge).collect();
        let is_wall = |(_, e): &(u32, &walkmesh::mesh::Edge)| {
            e.neighbour().is_none() || e.passage() == Passage::Closed
        };
        let expected: Vec<u32> =
            (0..).zip(plain.edges(polygon)).filter(is_wall).map(|(i, _)| i).collect();
        assert_eq!(found, expected, "{name}: {polygon:?}");
    });
    assert!(answers.iter().all(|&n| n > 40), "{answers:?}");
}

#[test]
fn one_way_edges_lead_one_way() {
    let row = [square(0, 0, 4), square(4, 0, 4), square(8, 0, 4), square(20, 0, 4)];
    let mesh = closed(&planar_mesh(&row), 0, 1);
    let mut scratch = Scratch::new();
    let all = Filter::default();
    let at = |i: usize, x| place(&mesh, i, x, 2);
    let mut ask = |a, b| reachable(&mesh, &mut scratch, &a, &b, &all).unwrap();
    assert!(!ask(at(0, 2), at(2, 10)) && ask(at(2, 10), at(0, 2)));
    assert!(!ask(at(0, 2), at(3, 22)) && ask(at(0, 2), at(0, 2)));
    // On the edge itself one stands on both sides.
    assert!(ask(at(0, 4), at(2, 10)));
    let mut stale = at(0, 2);
    stale.polygon.polygon = 7;
    assert!(reachable(&mesh, &mut scratch, &stale, &at(0, 2), &all).is_err());
}

#[test]
fn walls_face_the_ground() {
    let mesh = planar_mesh(&[square(0, 0, 4), square(4, 0, 4)]);
    let all = Filter::default();
    let polygon = mesh.polygon_at(0).unwrap();
    let mut walls = Vec::new();
    wall_segments(&mesh, polygon, &all, &mut walls);
    let normals: Vec<[f64; 3]> = walls.iter().map(|wall| wall.normal.into()).collect();
    // South, north and west wall; plan y is -z.
    assert_eq!(normals, [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]);
    let stale = PolyRef { polygon: 7, ..polygon };
    wall_segments(&mesh, stale, &all, &mut walls);
    assert!(walls.is_empty());
}
