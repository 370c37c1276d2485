//! Who is drawn before whom.

use super::*;
use walkmesh::report::Color;
use walkmesh::report::drawing::Stroke;

fn face(corners: [[f64; 3]; 3], shade: u8) -> Item {
    let rings = vec![corners.map(Point::from).to_vec()];
    let shape = Shape::Polygon { rings, fill: Color::rgb(shade, 0, 0), stroke: None };
    Item { shape, plane: Plane::Scene, height: 0.0 }
}

/// The shades in drawing order.
fn shades(items: &[Item]) -> Vec<u8> {
    let shade = |i: &Item| match &i.shape {
        Shape::Polygon { fill, .. } => fill.r,
        _ => 0,
    };
    items.iter().map(shade).collect()
}

/// An eye that looks along -z sees what has the greater z in front.
#[test]
fn the_far_one_is_drawn_first_from_either_side() {
    let at = |z: f64, shade| face([[0.0, 0.0, z], [4.0, 0.0, z], [0.0, 4.0, z]], shade);
    let items = [at(1.0, 10), at(3.0, 30), at(2.0, 20)];
    let refs: Vec<&Item> = items.iter().collect();
    assert_eq!(shades(&ordered(&refs, [0.0, 0.0, -1.0])), [10, 20, 30]);
    assert_eq!(shades(&ordered(&refs, [0.0, 0.0, 1.0])), [30, 20, 10]);
}

/// Two faces that pass through each other: each is cut once at most, and where the eye's ray
/// meets two pieces the nearer one is drawn later.
#[test]
fn faces_that_cross_are_cut() {
    let a = face([[-2.0, 0.0, -2.0], [2.0, 0.0, 2.0], [0.0, 3.0, 0.0]], 1);
    let b = face([[-2.0, 0.0, 2.0], [2.0, 0.0, -2.0], [0.0, 3.0, 0.0]], 2);
    let drawn = ordered(&[&a, &b], [0.0, 0.0, -1.0]);
    assert_eq!(drawn.len(), 3, "one of them is cut in two");
    // Left of the middle `b` is in front (greater z), right of it `a`.
    for (x, front) in [(-1.0, 2), (1.0, 1)] {
        let over: Vec<u8> = drawn
            .iter()
            .filter(|i| {
                let xs: Vec<f64> = i.shape.points().map(|p| p.x).collect();
                let (low, high) =
                    xs.iter().fold((9.0_f64, -9.0_f64), |(l, h), &v| (l.min(v), h.max(v)));
                low < x && x < high
            })
            .map(|i| shades(std::slice::from_ref(i))[0])
            .collect();
        assert_eq!(over.last(), Some(&front), "at x = {x}: {over:?}");
    }
}

/// Random boxes that do not meet, seen from random sides: of two faces on a ray, the farther
/// is drawn first.
#[test]
fn no_ray_meets_a_near_face_drawn_before_a_far_one() {
    let mut seed = 7_u32;
    let mut random = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(seed >> 8) / f64::from(1 << 24)
    };
    for _ in 0..30 {
        let items: Vec<Item> = (0..60)
            .map(|_| {
                let [x, y, z] = [random() * 9.0, random() * 9.0, random() * 9.0];
                let mut corner = || [x + random() * 3.0, y + random() * 3.0, z + random() * 3.0];
                face([corner(), corner(), corner()], 0)
            })
            .collect();
        let refs: Vec<&Item> = items.iter().collect();
        let drawn = ordered(&refs, [0.0, 0.0, -1.0]);
        assert!(drawn.len() >= items.len());
        for _ in 0..60 {
            let (x, y) = (random() * 12.0, random() * 12.0);
            let depths: Vec<f64> = drawn.iter().filter_map(|i| depth_at(i, x, y)).collect();
            for pair in depths.windows(2) {
                assert!(pair[0] <= pair[1] + 1e-6, "{depths:?}");
            }
        }
    }
}

/// The z at which the line through (x, y) along z meets a convex face well inside.
fn depth_at(item: &Item, x: f64, y: f64) -> Option<f64> {
    let points: Vec<Point> = item.shape.points().collect();
    (1..points.len() - 1).find_map(|i| {
        let [a, b, c] = [points[0], points[i], points[i + 1]];
        let part = |p: Point, q: Point| (p.x - x) * (q.y - y) - (p.y - y) * (q.x - x);
        let [u, v, w] = [part(b, c), part(c, a), part(a, b)];
        let whole = u + v + w;
        let inside = [u, v, w].iter().all(|&s| s / whole > 1e-3);
        (whole.abs() > 1e-6 && inside).then(|| (u * a.z + v * b.z + w * c.z) / whole)
    })
}

/// The line along a ridge of two fills is drawn after both from either side, and lies on them.
#[test]
fn lines_lie_on_their_fills() {
    let (a, b) = ([0.0, 1.0, 0.0], [0.0, 1.0, 4.0]);
    let fills = [face([a, b, [3.0, 0.0, 2.0]], 1), face([a, b, [-3.0, 0.0, 2.0]], 2)];
    let fills = fills.map(|fill| Item { height: 1.3, ..fill });
    let stroke = Stroke::pixels(Color::BLACK, 2.0);
    let points = vec![a.into(), b.into()];
    let shape = Shape::Line { points, closed: false, stroke };
    let line = Item { shape, plane: Plane::Scene, height: 1.9 };
    let top = |item: &Item| item.shape.points().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
    for away in [[0.6, -0.8, 0.0], [-0.6, -0.8, 0.0], [0.0, -0.8, 0.6]] {
        let drawn = ordered(&[&line, &fills[0], &fills[1]], away);
        let (last, before) = drawn.split_last().unwrap();
        assert!(matches!(last.shape, Shape::Line { .. }), "{drawn:?}");
        for fill in before {
            let over = top(last) - top(fill);
            assert!((0.0..0.01).contains(&over), "{over}");
        }
    }
}

#[test]
fn lines_at_the_foot_of_slopes_lie_on_their_fills() {
    let stroke = Stroke::pixels(Color::BLACK, 1.0);
    let points = [0.0, 1.0].map(|x| Point::new(x, 0.0, 0.0)).to_vec();
    let shape = Shape::Line { points, closed: false, stroke };
    let line = raised(Item { shape, plane: Plane::Scene, height: 40.0 });
    assert!(line.shape.points().all(|p| p.y > 0.0 && p.y < 0.1), "{:?}", line.shape);
}
