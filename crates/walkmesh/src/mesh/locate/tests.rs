use super::*;
use crate::geom::Frame;
use crate::mesh::samples::{Dice, random_mesh};
use crate::mesh::{ConvexPolygon, TileId};

/// All places a mesh has to offer for a lattice point, in order.
fn brute(
    mesh: &NavMesh,
    p: GroundPoint,
    within: &Volume,
    accept: impl Fn(PolyRef) -> bool,
) -> Vec<Nearest> {
    let mut all: Vec<_> = mesh
        .polygons()
        .filter(|&r| accept(r))
        .filter_map(|r| mesh.offer(p, r, i64::MAX))
        .filter(|best| within.contains(best.ground))
        .map(|best| best.place(mesh))
        .collect();
    all.sort_by(|a, b| mesh.order(p, a, b));
    all
}

fn random_point(dice: &mut Dice) -> GroundPoint {
    GroundPoint::new(dice.below(120) - 12, dice.below(90) - 12, dice.below(60) - 10)
}

#[test]
fn trees_find_what_brute_force_finds() {
    let mut dice = Dice::new(3);
    for seed in 0..12 {
        let mesh = random_mesh(seed, 3, 2, 1 + u32::from(seed % 3 > 0));
        for _ in 0..200 {
            let p = random_point(&mut dice);
            let world = mesh.frame().to_world(p);
            let search = SearchBox {
                x: f64::from(dice.below(20)),
                y: f64::from(dice.below(30)),
                z: f64::from(dice.below(20)),
            };
            let within = mesh.volume(p, &search);
            let odd = |r: PolyRef| r.polygon % 2 == 1;
            let expected = brute(&mesh, p, &within, odd);
            assert_eq!(mesh.nearest(world, &search, odd), expected.first().copied());
            let mut found = Vec::new();
            mesh.nearest_each_component(world, &search, odd, &mut found);
            let mut each = expected.clone();
            let mut seen = Vec::new();
            each.retain(|n| {
                let component = mesh.component(n.polygon);
                let new = !seen.contains(&component);
                seen.push(component);
                new
            });
            assert_eq!(found, each);
            for c in (0..3).map(ComponentId) {
                let all = brute(&mesh, p, &Volume::ALL, |r| mesh.component(r) == c);
                assert_eq!(mesh.nearest_in_component(world, c), all.first().copied());
            }
            let reach = dice.below(25);
            let column = Volume::around(p, [0, 0, reach]);
            let on = brute(&mesh, p, &column, |r| mesh.tile(r.tile).holds(r.polygon, p.plan));
            assert_eq!(mesh.locate(world, f64::from(reach)), on.first().copied());
        }
    }
}

#[test]
fn places_are_in_their_polygons_exactly() {
    let frame = Frame::new([0.0, 0.0, 0.0], 0).unwrap();
    let mut dice = Dice::new(11);
    for _ in 0..300 {
        let mut point = || GroundPoint::new(dice.below(40), dice.below(40), 0);
        let mut corners = vec![point(), point(), point()];
        if crate::geom::predicates::cross(corners[0].plan, corners[1].plan, corners[2].plan) < 0 {
            corners.reverse();
        }
        let triangle = ConvexPolygon { corners, ..ConvexPolygon::default() };
        let Ok(mesh) = NavMesh::from_polygons(frame, &[triangle]) else { continue };
        let tile = mesh.tile(TileId(0));
        let inside: Vec<PlanPoint> = (0..40)
            .flat_map(|x| (0..40).map(move |y| PlanPoint::new(x, y)))
            .filter(|&q| tile.holds(0, q))
            .collect();
        for _ in 0..20 {
            let p = PlanPoint::new(dice.below(80) - 20, dice.below(80) - 20);
            let found = nearest_in_polygon(tile, 0, p, i64::MAX).unwrap();
            assert!(tile.holds(0, found));
            let best = inside.iter().map(|&q| p.distance(q)).fold(f64::INFINITY, f64::min);
            let wide = tile.holds(0, found) && p.distance(found) <= best + 2.0;
            // A sliver may have nothing but corners to offer.
            let corner = tile.corners_of(0).any(|c| c.plan == found);
            assert!(wide || corner, "{p:?} {found:?}");
        }
    }
}

#[test]
fn the_upper_storey_is_found_from_the_upper_storey() {
    let frame = Frame::new([0.0, 0.0, 0.0], -4).unwrap();
    let floor = |h: i32, layer| ConvexPolygon {
        corners: [(0, 0), (160, 0), (160, 160), (0, 160)]
            .map(|(x, y)| GroundPoint::new(x, y, h))
            .to_vec(),
        layer,
        ..ConvexPolygon::default()
    };
    let mesh = NavMesh::from_polygons(frame, &[floor(0, 0), floor(48, 1)]).unwrap();
    let storey = |y: f64| {
        mesh.nearest([5.0, y, -5.0], &SearchBox::default(), |_| true).map(|n| n.polygon.polygon)
    };
    assert_eq!(
        (storey(0.1), storey(3.2), storey(1.4), storey(1.6)),
        (Some(0), Some(1), Some(0), Some(1))
    );
    assert_eq!(storey(1.5), Some(0), "half way: the first");
    assert_eq!(storey(8.0), None);
    let beside = mesh.nearest([-1.0, 3.0, -5.0], &SearchBox::default(), |_| true).unwrap();
    assert_eq!((beside.point, beside.distance), (Point::new(0.0, 3.0, -5.0), 1.0));
}

#[test]
fn senseless_questions_have_no_answer() {
    let mesh = random_mesh(1, 1, 1, 1);
    for bad in [f64::NAN, f64::INFINITY, 1e300] {
        assert!(mesh.nearest([bad, 0.0, 0.0], &SearchBox::default(), |_| true).is_none());
        assert!(mesh.locate([0.0, bad, 0.0], 1.0).is_none());
    }
    let nowhere = SearchBox { x: f64::NAN, y: -1.0, z: f64::NAN };
    assert!(mesh.nearest([-5.0, 0.0, 0.0], &nowhere, |_| true).is_none());
    let all = SearchBox::EVERYWHERE;
    assert!(mesh.nearest([-500.0, 1000.0, 0.0], &all, |_| true).is_some());
    assert!(mesh.nearest_in_component([0.0, 0.0, 0.0], ComponentId(9999)).is_none());
}

/// Above a slope the foot of the perpendicular is nearer in space than the ground below, but a
/// point over the mesh stays where it is in plan.
#[test]
fn a_point_over_a_slope_keeps_its_place_in_plan() {
    let frame = Frame::new([0.0, 0.0, 0.0], -12).unwrap();
    let at = |x: i32, y: i32, h: i32| GroundPoint::new(x * 4096, y * 4096, h * 4096);
    let half = |corners| ConvexPolygon { corners, ..ConvexPolygon::default() };
    let lower = half(vec![at(0, 0, 0), at(4, 0, 4), at(4, 4, 4), at(0, 4, 0)]);
    let upper = half(vec![at(4, 0, 4), at(8, 0, 8), at(8, 4, 8), at(4, 4, 4)]);
    let mesh = NavMesh::from_polygons(frame, &[lower, upper]).unwrap();
    for x in [3.875, 4.0, 4.125] {
        let point = Point::new(x, x + 0.5, -2.0);
        let found = mesh.nearest(point, &SearchBox::default(), |_| true).unwrap();
        assert_eq!(found.point, Point::new(x, x, -2.0));
    }
}
