//! Gaps in the ground that a rule bridges: where there are strips, and where there are none.

use walkmesh::Point;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::{WorldBox, cast};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{Parameters, Preset, Survey};
use walkmesh::soup::rules::{Action, BRIDGES, Choice, Rule, Rules};
use walkmesh::soup::{Area, ObjectId, Soup, Triangle};
use walkmesh_testkit::Random;
use walkmesh_testkit::soups::{level, quad};

/// Narrower gaps are none, metres.
const TOUCH: f64 = 2.5e-4;

/// A soup whose objects of that name have gaps up to `width` bridged.
fn with_bridges(soup: &Soup, name: &str, width: f64) -> Soup {
    let choice = Choice { names: vec![name.to_owned()], ..Choice::default() };
    let list = vec![Rule { choice, action: Action::Bridge { width } }];
    let rules = Rules { list, sheets: false };
    rules.apply(soup.clone(), &Preset::Human.parameters()).expect("a rule").0
}

/// The mesh of a soup for a person, surveyed exactly, however small it is.
fn baked(soup: &Soup) -> NavMesh {
    let human = Preset::Human.parameters();
    let exact = Parameters { survey: Survey::Exact, region_min_area: 0.0, ..human };
    bake(soup, &exact, &BakeOptions::default()).expect("a mesh").mesh
}

/// The strips over those gaps, and their kinds of ground.
fn bridges(soup: &Soup, name: &str, width: f64) -> Vec<(Area, [Point; 3])> {
    let bridged = with_bridges(soup, name, width);
    let strips = bridged.triangles[soup.triangles.len()..].iter().map(|triangle| {
        let object = &bridged.objects[cast::index(triangle.object.0)];
        assert_eq!(object.name, BRIDGES);
        (object.area, bridged.corners(triangle).expect("corners"))
    });
    strips.collect()
}

fn bridged(soup: &Soup, width: f64) -> Vec<[Point; 3]> {
    bridges(soup, "*", width).into_iter().map(|(_, corners)| corners).collect()
}

/// East and north.
fn plan(p: Point) -> [f64; 2] {
    [p.x, -p.z]
}

/// Twice the area to the left of the way from `a` by `b` to `c`.
fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn sheet(soup: &mut Soup, rectangle: [f64; 4], y: f64) -> ObjectId {
    let object = soup.add_object("slab");
    quad(soup, object, level(rectangle, y));
    object
}

fn area(strips: &[[Point; 3]]) -> f64 {
    strips.iter().map(|[a, b, c]| turn(plan(*a), plan(*b), plan(*c)) / 2.0).sum()
}

/// The heights of the strips over or under a place.
fn heights(strips: &[[Point; 3]], at: [f64; 2]) -> Vec<f64> {
    let over = |&[a, b, c]: &[Point; 3]| {
        let all = turn(plan(a), plan(b), plan(c));
        let share = |from, to| turn(plan(from), plan(to), at) / all;
        let shares = [share(b, c), share(c, a), share(a, b)];
        let height = shares[0] * a.y + shares[1] * b.y + shares[2] * c.y;
        shares.iter().all(|s| *s >= -1e-9).then_some(height)
    };
    strips.iter().filter_map(over).collect()
}

#[test]
fn every_place_of_a_jagged_slit_is_bridged() {
    let mut random = Random::new(11);
    let mut narrowest: f64 = 1.0;
    for round in 0..200 {
        let mut soup = Soup::default();
        let slabs = [soup.add_object("west"), soup.add_object("east")];
        let steps = 2 + random.below(12);
        let drop = f64::from(random.between(-25, 25)) / 100.0;
        let mut value = |low: i32, high: i32| f64::from(random.between(low, high)) / 1000.0;
        // Both sides of the slit, from north to south.
        let rows: Vec<[f64; 3]> = (0..=steps)
            .map(|i| {
                let middle = value(-20, 20);
                [middle - value(0, 20), middle + value(0, 20), i as f64 * 0.2 + value(0, 100)]
            })
            .collect();
        for pair in rows.windows(2) {
            let [[w0, e0, z0], [w1, e1, z1]] = [pair[0], pair[1]];
            quad(
                &mut soup,
                slabs[0],
                [[-2.0, 0.0, z0], [-2.0, 0.0, z1], [w1, 0.0, z1], [w0, 0.0, z0]],
            );
            quad(
                &mut soup,
                slabs[1],
                [[e0, drop, z0], [e1, drop, z1], [2.0, drop, z1], [2.0, drop, z0]],
            );
        }
        let strips = bridged(&soup, 0.04);
        for _ in 0..200 {
            let row = random.below(steps);
            let [share, across] = [0, 1].map(|_| f64::from(random.between(0, 1000)) / 1000.0);
            let mix = |k: usize| rows[row][k] + share * (rows[row + 1][k] - rows[row][k]);
            let [west, east, south] = [0, 1, 2].map(mix);
            let found = heights(&strips, [west + across * (east - west), -south]);
            narrowest = narrowest.min(east - west);
            let (low, high) = (drop.min(0.0) - 1e-9, drop.max(0.0) + 1e-9);
            assert!(east - west <= 2.0 * TOUCH || !found.is_empty(), "{rows:?} {west} {south}");
            assert!(found.iter().all(|height| (low..=high).contains(height)), "{found:?}");
        }
        if round % 4 == 0 && steps > 3 {
            let mesh = baked(&with_bridges(&soup, "*", 0.04));
            let length = rows[steps][2] - rows[0][2];
            // A radius is kept away from the outer border, nothing from the slit.
            let expected = (4.0 - 0.6) * (length - 0.6);
            assert_eq!((mesh.validate(), mesh.components().len()), (vec![], 1), "{rows:?}");
            assert!((mesh.area_m2() - expected).abs() < 0.05, "{} {expected}", mesh.area_m2());
        }
    }
    assert!(narrowest < 1e-3, "{narrowest}");
}

/// Asserts that strips are everywhere in the box from `x` and `z` on, 2 cm a side.
fn assert_covered(soup: &Soup, width: f64, x: f64, z: f64) {
    let strips = bridged(soup, width);
    for i in 0..=10 {
        for j in 0..=10 {
            let at = [x + f64::from(i) * 0.002, -z - f64::from(j) * 0.002];
            assert!(!heights(&strips, at).is_empty(), "{at:?}");
        }
    }
}

#[test]
fn slits_that_cross_leave_no_hole() {
    let four = [[0.0, 0.0], [1.02, 0.0], [0.0, 1.02], [1.02, 1.02]];
    let slabs = |places: &[[f64; 2]]| {
        let mut soup = Soup::default();
        for &[x, z] in places {
            sheet(&mut soup, [x, z, x + 1.0, z + 1.0], 0.0);
        }
        soup
    };
    assert_covered(&slabs(&four), 0.03, 1.0, 1.0);
    assert!(bridged(&slabs(&four), 0.015).is_empty(), "the slits are wider");
    // One that ends at another.
    let mut soup = slabs(&four[2..]);
    sheet(&mut soup, [0.0, 0.0, 2.0, 1.0], 0.0);
    assert_covered(&soup, 0.03, 1.0, 1.0);
    // Three corners.
    let mut soup = Soup::default();
    let slab = soup.add_object("slab");
    let turned = |k: u32| {
        let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / 3.0).sin_cos();
        move |x: f64, z: f64| [cos * x - sin * z, 0.0, sin * x + cos * z]
    };
    for at in (0..3).map(turned) {
        quad(&mut soup, slab, [at(0.02, 0.0), at(0.6, 1.0), at(1.2, 0.0), at(0.6, -1.0)]);
    }
    let strips = bridged(&soup, 0.04);
    for at in (0..3).map(turned) {
        let [x, _, z] = at(0.018, 0.0);
        assert!(!heights(&strips, [x, -z]).is_empty());
    }
    assert!(!heights(&strips, [0.0, 0.0]).is_empty());
    // Alone in a corner, two slabs meet by a bridge no wider than the gap.
    let mut soup = Soup::default();
    sheet(&mut soup, [0.0, 0.0, 1.0, 1.0], 0.0);
    sheet(&mut soup, [1.02, 1.02, 2.0, 2.0], 0.0);
    let [min, max] = [bridged(&soup, 0.03)]
        .map(|strips| WorldBox::around(strips.into_iter().flatten()))
        .map(|b| [b.min, b.max])[0];
    assert!(min.x > 0.97 && min.z > 0.97 && max.x < 1.05 && max.z < 1.05, "{min:?} {max:?}");
}

/// A floor of a piece between lines along both axes, without the cells that are holes.
fn grid(lines: &[f64], is_hole: impl Fn(usize, usize) -> bool) -> Soup {
    let mut soup = Soup::default();
    let object = soup.add_object("floor");
    for (i, x) in lines.windows(2).enumerate() {
        for (_, z) in lines.windows(2).enumerate().filter(|(j, _)| !is_hole(i, *j)) {
            quad(&mut soup, object, level([x[0], z[0], x[1], z[1]], 0.0));
        }
    }
    soup
}

#[test]
fn slits_within_a_piece_of_ground_leave_no_hole() {
    let lines = [0.0, 0.5, 1.99, 2.01, 3.5, 4.0];
    let within = |i: usize| (1..4).contains(&i);
    let cross = grid(&lines, |i, j| (i == 2 && within(j)) || (j == 2 && within(i)));
    let tee = grid(&lines, |i, j| (i == 2 && (2..4).contains(&j)) || (j == 2 && within(i)));
    let whole = baked(&grid(&lines, |_, _| false)).area_m2();
    for soup in [cross, tee] {
        assert_covered(&soup, 0.03, 1.99, 1.99);
        assert!(baked(&soup).area_m2() < 0.9 * whole);
        let bridged = baked(&with_bridges(&soup, "*", 0.03)).area_m2();
        assert!((bridged - whole).abs() < 0.01, "{bridged} {whole}");
    }
}

#[test]
fn a_grating_has_a_lid_on_each_hole() {
    let lines: Vec<f64> = (0..=41).map(|i| f64::from(i) / 100.0).collect();
    let grating = grid(&lines, |i, j| i % 2 == 1 && j % 2 == 1);
    for width in [0.015, 0.05, 0.1] {
        assert_eq!(bridged(&grating, width).len(), 2 * 400);
    }
    assert_eq!(bridged(&grating, 0.005).len(), 0);
}

#[test]
fn strips_between_floor_boards_are_in_the_joints_alone() {
    let mut soup = Soup::default();
    for i in 0..10 {
        let x = f64::from(i) * 0.042;
        sheet(&mut soup, [x, 0.0, x + 0.04, 2.0], 0.0);
    }
    for width in [0.01, 0.05, 0.2] {
        let joints = area(&bridged(&soup, width));
        assert!((joints - 9.0 * 0.002 * 2.0).abs() < 1e-6, "{width}: {joints}");
    }
}

#[test]
fn only_gaps_are_bridged() {
    // A floor with a corner that looks inwards.
    let mut soup = Soup::default();
    sheet(&mut soup, [0.0, 0.0, 2.0, 1.0], 0.0);
    sheet(&mut soup, [0.0, 1.0, 1.0, 2.0], 0.0);
    assert!(bridged(&soup, 0.5).is_empty());
    // Parted by a hair there, it is the same but for the hair.
    let mut soup = Soup::default();
    sheet(&mut soup, [0.0, 0.0, 2.0, 1.0], 0.0);
    sheet(&mut soup, [0.0, 1.0005, 1.0, 2.0], 0.0);
    assert!(area(&bridged(&soup, 0.5)) < 0.001);
    // One with a sharp corner.
    let mut soup = Soup::default();
    let object = soup.add_object("floor");
    let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0]].map(|[x, z]| Point::new(x, 0.0, z));
    fan(&mut soup, object, &corners);
    assert_eq!(baked(&soup).components().len(), 1);
    assert!(bridged(&soup, 0.5).is_empty());
    // Floors over each other, beside each other, and one that ends on another.
    let mut soup = Soup::default();
    sheet(&mut soup, [0.0, 0.0, 2.0, 1.0], 0.0);
    sheet(&mut soup, [1.9, 0.0, 3.0, 1.0], 0.1);
    sheet(&mut soup, [3.0, 0.0, 4.0, 0.7], 0.1);
    assert!(bridged(&soup, 0.5).is_empty());
    // A step higher than the climb of 0.3 m.
    for (rise, count) in [(0.29, 2), (0.31, 0), (-0.31, 0)] {
        let mut soup = Soup::default();
        sheet(&mut soup, [0.0, 0.0, 1.0, 1.0], 0.0);
        sheet(&mut soup, [1.1, 0.0, 2.0, 1.0], rise);
        assert_eq!(bridged(&soup, 0.2).len(), count);
        assert_eq!(bridged(&soup, 0.09).len(), 0);
    }
}

#[test]
fn a_gap_is_bridged_as_far_as_it_is_narrow_and_low() {
    // From nothing to 0.2 m over 4 m: half of it.
    let mut soup = Soup::default();
    let slab = soup.add_object("slab");
    quad(&mut soup, slab, [[-1.0, 0.0, 0.0], [-1.0, 0.0, 4.0], [0.0, 0.0, 4.0], [0.0, 0.0, 0.0]]);
    quad(&mut soup, slab, [[0.0, 0.0, 0.0], [0.2, 0.0, 4.0], [1.0, 0.0, 4.0], [1.0, 0.0, 0.0]]);
    let strips = bridged(&soup, 0.1);
    let south = strips.iter().flatten().map(|p| p.z).fold(0.0, f64::max);
    assert!((south - 2.0).abs() < 0.01, "{south}");
    assert!((area(&strips) - 0.1).abs() < 1e-3, "{}", area(&strips));
    // A ramp of a quarter beside a floor: as far as it is within the climb of 0.3 m.
    let mut soup = Soup::default();
    sheet(&mut soup, [-1.0, 0.0, 0.0, 4.0], 0.5);
    let ramp = soup.add_object("ramp");
    quad(&mut soup, ramp, [[0.1, 0.0, 0.0], [0.1, 1.0, 4.0], [1.0, 1.0, 4.0], [1.0, 0.0, 0.0]]);
    let strips = bridged(&soup, 0.11);
    let ends = strips.iter().flatten().map(|p| p.z);
    let (north, south) = (ends.clone().fold(9.0, f64::min), ends.fold(0.0, f64::max));
    assert!((north - 0.8).abs() < 1e-9 && (south - 3.2).abs() < 1e-9, "{north} {south}");
}

#[test]
fn strips_look_up_and_are_of_the_ground_beside_them() {
    let mut soup = Soup::default();
    for (x, kind) in [(0.0, 3), (1.02, 0), (2.04, 0)] {
        let slab = sheet(&mut soup, [x, 0.0, x + 1.0, 1.0], 0.0);
        soup.objects[cast::index(slab.0)].area = Area(kind);
    }
    let strips = bridges(&soup, "*", 0.05);
    let kinds: Vec<u8> = strips.iter().map(|(area, _)| area.0).collect();
    assert_eq!(kinds, [0, 0, 3, 3]);
    let up = |(_, [a, b, c]): &(Area, [Point; 3])| turn(plan(*a), plan(*b), plan(*c)) > 0.0;
    assert!(strips.iter().all(up));
    // Between objects that the rule chooses alone.
    soup.objects[1].name = "other".to_owned();
    assert!(bridges(&soup, "slab", 0.05).is_empty());
}

/// Parts a rectangle by slits into slabs no longer than 1.5 m, and gives their corners.
fn slabs(random: &mut Random, [x0, z0, x1, z1]: [f64; 4], found: &mut Vec<[f64; 4]>) {
    if (x1 - x0).max(z1 - z0) < 1.5 {
        found.push([x0, z0, x1, z1]);
        return;
    }
    let half = f64::from(random.between(1, 20)) / 1000.0;
    let share = f64::from(random.between(300, 700)) / 1000.0;
    if x1 - x0 > z1 - z0 {
        let at = x0 + share * (x1 - x0);
        slabs(random, [x0, z0, at - half, z1], found);
        slabs(random, [at + half, z0, x1, z1], found);
    } else {
        let at = z0 + share * (z1 - z0);
        slabs(random, [x0, z0, x1, at - half], found);
        slabs(random, [x0, at + half, x1, z1], found);
    }
}

#[test]
fn a_floor_of_slabs_is_as_good_as_one_of_a_piece() {
    let mut random = Random::new(3);
    for _ in 0..20 {
        let (sin, cos) = (f64::from(random.between(0, 100)) / 16.0).sin_cos();
        let area = |rectangles: &[[f64; 4]], width: Option<f64>| {
            let mut soup = Soup::default();
            for &[x0, z0, x1, z1] in rectangles {
                let at = |x: f64, z: f64| [cos * x - sin * z, 1.0, sin * x + cos * z];
                let object = soup.add_object("slab");
                quad(&mut soup, object, [at(x0, z0), at(x0, z1), at(x1, z1), at(x1, z0)]);
            }
            let mesh = baked(&width.map_or(soup.clone(), |width| with_bridges(&soup, "*", width)));
            (mesh.area_m2(), mesh.components().len())
        };
        let whole = [0.0, 0.0, 6.0, 4.0];
        let mut parts = Vec::new();
        slabs(&mut random, whole, &mut parts);
        let (one, _) = area(&[whole], None);
        assert!(area(&parts, None).0 < 0.8 * one);
        // Where four slabs meet, the widest gap is from corner to corner.
        let (many, components) = area(&parts, Some(0.06));
        assert!(components == 1 && (many - one).abs() < 0.03, "{components} {many} {one}");
    }
}

/// A floor around a hole with these corners, clockwise from above, about the middle; with a lid on
/// it where that is asked for.
fn floor_around(corners: &[Point], has_lid: bool) -> Soup {
    let mut soup = Soup::default();
    let object = soup.add_object("floor");
    let out = |p: Point| {
        let most = p.x.abs().max(p.z.abs());
        [2.0 * p.x / most, 0.0, 2.0 * p.z / most]
    };
    for (i, &a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let [a_at, b_at] = [a, b].map(|p| [p.x, p.y, p.z]);
        quad(&mut soup, object, [a_at, b_at, out(b), out(a)]);
    }
    if has_lid {
        fan(&mut soup, object, corners);
    }
    soup
}

/// Adds triangles from the first of some corners, clockwise from above, to all others.
fn fan(soup: &mut Soup, object: ObjectId, corners: &[Point]) {
    let first = cast::count(soup.vertices.len());
    soup.vertices.extend(corners);
    for k in first + 2..cast::count(soup.vertices.len()) {
        soup.triangles.push(Triangle { corners: [first, k, k - 1], object });
    }
}

/// Places on a circle about the middle, clockwise from above: at these shares of it.
fn circle(shares: impl Iterator<Item = f64>, radius: f64) -> Vec<Point> {
    let place = |share: f64| (-std::f64::consts::TAU * share).sin_cos();
    shares.map(place).map(|(y, x)| Point::new(radius * x, 0.0, -radius * y)).collect()
}

#[test]
fn a_small_round_hole_has_one_lid() {
    let mut random = Random::new(21);
    for round in 0..200 {
        let sides = [4, 7, 24, 90][round % 4];
        let mut share =
            |i: usize| (i as f64 + f64::from(random.between(0, 80)) / 100.0) / sides as f64;
        let mut corners = circle((0..sides).map(&mut share), 0.1);
        for corner in &mut corners {
            corner.y = 0.1 * corner.x + corner.x * corner.z;
        }
        let soup = floor_around(&corners, false);
        let strips = bridged(&soup, 0.205);
        // None where three corners are in line but for rounding.
        assert!(strips.len() <= sides - 2, "{} {sides}", strips.len());
        assert!(bridged(&floor_around(&corners, true), 0.205).is_empty());
        let [whole, open, closed] =
            [floor_around(&corners, true), soup.clone(), with_bridges(&soup, "*", 0.205)]
                .map(|soup| baked(&soup).area_m2());
        assert!(open < whole - 0.3, "{open} {whole}");
        assert!((closed - whole).abs() < 1e-3, "{closed} {whole}");
    }
}

#[test]
fn holes_that_are_wide_or_high_have_no_lid() {
    let around =
        |sides: u32, radius| circle((0..sides).map(|k| f64::from(k) / f64::from(sides)), radius);
    let hole = around(32, 0.15);
    let soup = floor_around(&hole, false);
    assert_eq!(bridged(&soup, 0.3001).len(), 30);
    assert!(bridged(&soup, 0.05).is_empty());
    // Higher on one side by more than the climb: strips where it is not.
    let mut high = hole;
    high[0].y = 0.4;
    let strips = bridged(&floor_around(&high, false), 0.31);
    assert!(strips.len() > 30, "{}", strips.len());
}
