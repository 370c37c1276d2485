//! What a path says beside its length: snapping, partial results, reasons, limits, laws.

use walkmesh::geom::{Frame, GroundPoint, Point};
use walkmesh::mesh::{ConvexPolygon, NavMesh, Nearest, Passage, SearchBox};
use walkmesh::query::{
    Engine, Filter, PathOptions, RandomPoints, Reason, Scratch, Status, path, path_between,
    raycast, sees,
};
use walkmesh_testkit::caves::{Cave, cave, with_one_way_edges};
use walkmesh_testkit::{Random, ground_mesh, planar_mesh};

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

fn square(x: i32, y: i32, size: i32) -> Vec<(i32, i32)> {
    vec![(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
}

/// An L: two squares over one at the corner.
fn bend() -> NavMesh {
    planar_mesh(&[square(0, 0, 8), square(8, 0, 8), square(0, 8, 8)])
}

#[test]
fn around_a_corner() {
    let mesh = bend();
    let mut scratch = Scratch::new();
    let found =
        path(&mesh, &mut scratch, [14.0, 0.0, -6.0], [6.0, 0.0, -14.0], &PathOptions::default());
    assert_eq!((found.status, found.reason), (Status::Complete, None));
    assert_eq!(found.points.len(), 3);
    assert_eq!(found.points[1], Point::new(8.0, 0.0, -8.0));
    assert!(is_near(found.length, 2.0 * 40.0_f64.sqrt()));
    assert!(is_near(found.cost, found.length) && found.length_3d.is_none());
    assert_eq!(found.polygons.len(), 3);
}

#[test]
fn along_a_wall_from_corner_to_corner() {
    //  s---+   +---+
    //  | A |   | D |   The path turns at both ends of the wall between A and D, which lie on one
    //  +---a---b---+   line with the exit to D: two turns in one polygon.
    //  | B |   P   |
    //  +---+-------+
    let mesh = planar_mesh(&[
        square(0, 4, 4),
        square(0, 0, 4),
        vec![(4, 0), (12, 0), (12, 4), (8, 4), (4, 4)],
        square(8, 4, 4),
    ]);
    let mut scratch = Scratch::new();
    let (s, t) = ([0.0, 0.0, -8.0], [10.0, 0.0, -6.0]);
    for (from, to) in [(s, t), (t, s)] {
        let found = path(&mesh, &mut scratch, from, to, &PathOptions::default());
        assert!(is_near(found.length, 6.0 * 2.0_f64.sqrt() + 4.0), "{found:?}");
        assert_eq!(found.points.len(), 4);
    }
}

#[test]
fn one_point_is_a_path_of_no_length() {
    let mesh = bend();
    let mut scratch = Scratch::new();
    for at in [[4.0, 0.0, -4.0], [8.0, 0.0, -8.0], [0.0, 0.0, 0.0]] {
        let found = path(&mesh, &mut scratch, at, at, &PathOptions::default());
        assert_eq!((found.status, found.points.len()), (Status::Complete, 2));
        assert!(found.length.abs() < 1e-12);
    }
}

#[test]
fn what_is_off_the_mesh_is_said() {
    let mesh = bend();
    let mut scratch = Scratch::new();
    let mut ask = |from: [f64; 3], to: [f64; 3]| {
        let found = path(&mesh, &mut scratch, from, to, &PathOptions::default());
        (found.status, found.reason, found.points.last().copied())
    };
    let inside = [2.0, 0.0, -2.0];
    let (status, reason, _) = ask([40.0, 0.0, -4.0], inside);
    assert_eq!(status, Status::NotFound);
    assert_eq!(reason, Some(Reason::StartOffMesh { distance: 24.0 }));
    let (status, reason, end) = ask(inside, [40.0, 0.0, -4.0]);
    assert_eq!(status, Status::Partial);
    assert_eq!(reason, Some(Reason::GoalOffMesh { distance: 24.0 }));
    assert_eq!(end.map(<[f64; 3]>::from), Some([16.0, 0.0, -4.0]));
    for bad in [[f64::NAN, 0.0, 0.0], [0.0, f64::INFINITY, 0.0], [1e30, 0.0, 0.0]] {
        assert!(matches!(
            ask(bad, inside),
            (Status::NotFound, Some(Reason::BadStart { .. }), None)
        ));
        assert!(matches!(ask(inside, bad), (Status::NotFound, Some(Reason::BadGoal { .. }), None)));
    }
    let empty = planar_mesh(&[]);
    let found = path(&empty, &mut scratch, inside, inside, &PathOptions::default());
    assert_eq!(found.reason, Some(Reason::EmptyMesh));
}

#[test]
fn an_unreachable_goal_leads_to_the_closest_place() {
    // The island lies beyond a gap of 4.
    let mesh = planar_mesh(&[square(0, 0, 8), square(12, 0, 8)]);
    let mut scratch = Scratch::new();
    let found =
        path(&mesh, &mut scratch, [1.0, 0.0, -1.0], [16.0, 0.0, -5.0], &PathOptions::default());
    assert_eq!(found.status, Status::Partial);
    assert!(matches!(found.reason, Some(Reason::Disconnected { .. })));
    assert_eq!(found.points.last().map(|&p| <[f64; 3]>::from(p)), Some([8.0, 0.0, -5.0]));
}

#[test]
fn one_way_edges_lead_one_way() {
    // Squares in a row; the last can be left but not entered.
    let mesh = planar_mesh(&[square(0, 0, 8), square(8, 0, 8), square(16, 0, 8)]);
    let mut random = Random::new(0);
    let mesh = loop {
        let candidate = with_one_way_edges(&mesh, &mut random, 50);
        let closed = |p: usize| {
            let polygon = candidate.polygon_at(p).expect("three polygons");
            let edges = candidate.edges(polygon).iter();
            edges
                .filter(|e| e.neighbour().is_some() && e.passage() == Passage::Closed)
                .filter_map(|e| e.neighbour().map(|n| candidate.index(n)))
                .collect::<Vec<_>>()
        };
        if (closed(0), closed(1), closed(2)) == (vec![], vec![2], vec![]) {
            break candidate;
        }
    };
    let (a, b) = ([1.0, 0.0, -4.0], [23.0, 0.0, -4.0]);
    let mut scratch = Scratch::new();
    let out = path(&mesh, &mut scratch, b, a, &PathOptions::default());
    assert_eq!(out.status, Status::Complete);
    let back = path(&mesh, &mut scratch, a, b, &PathOptions::default());
    assert_eq!((back.status, back.reason), (Status::Partial, Some(Reason::NoWayThere)));
    assert_eq!(back.points.last().map(|&p| <[f64; 3]>::from(p)), Some([16.0, 0.0, -4.0]));
}

#[test]
fn snapping_prefers_what_is_connected_on_the_storey() {
    // An island nearer to the point than the mainland, and a floor overhead nearer still.
    let mesh = ground_mesh(&[
        (0, vec![(0, 0, 0), (20, 0, 0), (20, 8, 0), (0, 8, 0)]),
        (0, vec![(4, 10, 0), (8, 10, 0), (8, 12, 0), (4, 12, 0)]),
        (1, vec![(0, 0, 3), (20, 0, 3), (20, 12, 3), (0, 12, 3)]),
    ]);
    let mut scratch = Scratch::new();
    let search = SearchBox { x: 3.0, y: 4.0, z: 3.0 };
    let options = PathOptions { search_box: Some(search), ..PathOptions::default() };
    let found = path(&mesh, &mut scratch, [18.0, 0.0, -2.0], [6.0, 0.0, -10.0], &options);
    assert_eq!(found.status, Status::Complete);
    assert_eq!(found.points.last().map(|&p| <[f64; 3]>::from(p)), Some([6.0, 0.0, -8.0]));
    let upstairs = path(&mesh, &mut scratch, [18.0, 3.0, -2.0], [6.0, 3.0, -10.0], &options);
    assert_eq!(upstairs.points.last().map(|&p| <[f64; 3]>::from(p)), Some([6.0, 3.0, -10.0]));
    let between = path(&mesh, &mut scratch, [18.0, 0.0, -2.0], [6.0, 3.0, -10.0], &options);
    assert_eq!(between.status, Status::Partial, "another storey is never chosen for the wish");
}

#[test]
fn the_nearest_places_are_taken_where_they_are_connected() {
    // Two floors closer to each other than a climb, both beside the points.
    let mesh = ground_mesh(&[
        (0, vec![(0, 0, 0), (10, 0, 0), (10, 10, 0), (0, 10, 0)]),
        (1, vec![(0, 0, 1), (11, 0, 1), (11, 10, 1), (0, 10, 1)]),
    ]);
    let climb = mesh.parameters().agent.max_climb;
    let search = SearchBox { x: 3.0, y: 4.0, z: 3.0 };
    let options = PathOptions { search_box: Some(search), ..PathOptions::default() };
    let mut scratch = Scratch::new();
    let height = 1.0 - climb / 2.0;
    let ends = [[11.01, height, -2.0], [11.01, height, -8.0]];
    let nearest = ends.map(|at| mesh.nearest(Point::from(at), &search, |_| true).expect("a place"));
    let found = path(&mesh, &mut scratch, ends[0], ends[1], &options);
    assert_eq!(found.status, Status::Complete);
    assert_eq!([found.points[0], found.points[1]], nearest.map(|place| place.point));
}

#[test]
fn a_ramp_is_longer_in_space_than_in_plan() {
    let mesh = ground_mesh(&[
        (0, vec![(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)]),
        (0, vec![(4, 0, 0), (8, 0, 3), (8, 4, 3), (4, 4, 0)]),
        (0, vec![(8, 0, 3), (12, 0, 3), (12, 4, 3), (8, 4, 3)]),
    ]);
    let mut scratch = Scratch::new();
    let options = PathOptions { length_3d: true, ..PathOptions::default() };
    let found = path(&mesh, &mut scratch, [1.0, 0.0, -2.0], [11.0, 3.0, -2.0], &options);
    assert!(
        is_near(found.length, 10.0)
            && found.length_3d.is_some_and(|length| is_near(length, 3.0 + 5.0 + 3.0))
    );
}

/// The polygons of a mesh again, on a lattice of their own, each coordinate changed.
fn changed(mesh: &NavMesh, change: impl Fn(GroundPoint) -> GroundPoint) -> NavMesh {
    let polygons: Vec<ConvexPolygon> = mesh
        .polygons()
        .map(|r| ConvexPolygon {
            corners: mesh.corners(r).map(&change).collect(),
            area: mesh.polygon(r).area,
            flags: mesh.polygon(r).flags,
            layer: mesh.polygon(r).layer,
        })
        .collect();
    NavMesh::from_polygons(Frame::new([0.0, 0.0, 0.0], 0).expect("a frame"), &polygons)
        .expect("convex polygons")
}

/// The place at a corner of a polygon, by index.
fn at_corner(mesh: &NavMesh, (polygon, corner): (usize, usize)) -> Nearest {
    let polygon = mesh.polygon_at(polygon).expect("a polygon");
    let count = mesh.edges(polygon).len();
    let ground = mesh.corners(polygon).nth(corner % count).expect("a corner");
    let point = mesh.frame().to_world(ground);
    Nearest { polygon, point, plan: ground.plan, height: ground.height, distance: 0.0 }
}

#[test]
fn who_sees_the_goal_goes_straight() {
    let form = Cave { columns: 8, rows: 8, storeys: 2, free: 85, ramps: 20, warp: 1, join: 3 };
    let (mut scratch, all) = (Scratch::new(), Filter::default());
    let (mut straight, mut around) = (0, 0);
    for seed in 0..10 {
        let mut random = Random::new(seed);
        let mesh = cave(&mut random, form);
        let places = RandomPoints::new(&mesh, |_| true);
        let mut any = || places.point(&mesh, || random.bits()).expect("a place");
        for _ in 0..100 {
            let (a, b) = (any(), any());
            let free = sees(&mesh, &mut scratch, &a, &b, &all).expect("both are on the mesh");
            let ray = raycast(&mesh, &mut scratch, &a, b.point, &all).expect("it is on the mesh");
            let length = ray.length;
            for engine in [Engine::Optimal, Engine::Funnel] {
                let options = PathOptions { engine, length_3d: true, ..PathOptions::default() };
                let found = path_between(&mesh, &mut scratch, &a, &b, &options).clone();
                let is_straight = found.status == Status::Complete && found.points.len() == 2;
                assert_eq!(is_straight, free, "{engine}, {a:?} to {b:?}: {found:?}");
                around += u32::from(found.status == Status::Complete && !free);
                if !free || a.plan == b.plan {
                    continue;
                }
                straight += 1;
                assert!(is_near(found.length, length) && found.length_3d >= Some(found.length));
                // The limits hold for it as for all others.
                let limits = [
                    PathOptions { max_expansions: found.expanded.checked_sub(1), ..options },
                    PathOptions { max_length: Some(found.length * 0.9), ..options },
                    PathOptions { max_radius: Some(found.length * 0.9), ..options },
                ];
                let shared = usize::from(found.expanded == 0);
                for options in &limits[shared..] {
                    let short = path_between(&mesh, &mut scratch, &a, &b, options);
                    let is_met = engine == Engine::Funnel && options.max_expansions.is_some();
                    assert!(short.status == Status::Partial || is_met, "{options:?}: {short:?}");
                }
            }
        }
    }
    assert!(straight > 300 && around > 100, "{straight} {around}");
}

#[test]
fn laws_of_shortest_paths() {
    let form = Cave { columns: 9, rows: 9, storeys: 2, free: 80, ramps: 20, warp: 1, join: 1 };
    let mut scratch = Scratch::new();
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let mesh = cave(&mut random, form);
        let large = 10_000_019;
        let scaled = changed(&mesh, |p| {
            GroundPoint::new(p.plan.x * large, p.plan.y * large, p.height * large)
        });
        let (east, south) = (1 << 28, (1 << 28) + 1);
        let shifted = changed(&mesh, |p| {
            GroundPoint::new(p.plan.x + east, p.plan.y - south, p.height - east)
        });
        let mut ask = |mesh: &NavMesh, a, b| {
            let (a, b) = (at_corner(mesh, a), at_corner(mesh, b));
            let found = path_between(mesh, &mut scratch, &a, &b, &PathOptions::default());
            (found.status == Status::Complete).then_some(found.length)
        };
        for _ in 0..60 {
            let mut any = || (random.below(mesh.polygon_count()), random.below(4));
            let (a, b, c) = (any(), any(), any());
            let Some(ab) = ask(&mesh, a, b) else { continue };
            assert!(ask(&mesh, b, a).is_some_and(|ba| is_near(ab, ba)), "symmetry");
            let scale = ask(&scaled, a, b).map(|length| length / f64::from(large));
            assert!(scale.is_some_and(|length| is_near(length, ab)), "scale");
            assert!(ask(&shifted, a, b).is_some_and(|length| is_near(length, ab)), "shift");
            if let (Some(bc), Some(ac)) = (ask(&mesh, b, c), ask(&mesh, a, c)) {
                assert!(ac <= (ab + bc) * (1.0 + 1e-9), "triangle: {ac} over {ab} + {bc}");
            }
        }
    }
}
