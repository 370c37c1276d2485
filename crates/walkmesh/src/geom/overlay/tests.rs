use super::*;
use crate::geom::hull::convex_hull;
use walkmesh_testkit::Random;

fn square(x: i32, y: i32, size: i32) -> Shape {
    let p = PlanPoint::new;
    Shape::solid(vec![p(x, y), p(x + size, y), p(x + size, y + size), p(x, y + size)])
}

fn side(shapes: &[Shape], p: PlanPoint) -> Side {
    let mut side = Side::Outside;
    for s in shapes {
        let sides: Vec<_> = s.rings().map(|r| side_of_ring(r, p)).collect();
        if sides.contains(&Side::Border) {
            return Side::Border;
        }
        if sides[0] == Side::Inside && sides[1..].iter().all(|&h| h == Side::Outside) {
            side = Side::Inside;
        }
    }
    side
}

#[test]
fn squares() {
    let (a, b) = (square(0, 0, 4), square(2, 2, 4));
    let both = [a, b];
    assert_eq!(union(&both).unwrap()[0].area_doubled(), 2 * 28);
    assert_eq!(intersection(&both[..1], &both[1..]).unwrap(), [square(2, 2, 2)]);
    assert_eq!(difference(&both[..1], &both[1..]).unwrap()[0].area_doubled(), 2 * 12);
    // Side by side they become one without the flat corners; touching in a corner they stay.
    let beside = union(&[square(0, 0, 4), square(4, 0, 4)]).unwrap();
    assert_eq!(beside[0].outer.len(), 4);
    assert!(intersection(&[square(0, 0, 4)], &[square(4, 4, 4)]).unwrap().is_empty());
    assert!(union(&[]).unwrap().is_empty());
}

#[test]
fn holes_and_orientation() {
    let ring = difference(&[square(0, 0, 9)], &[square(3, 3, 3)]).unwrap();
    assert_eq!(ring[0].holes.len(), 1);
    assert!(ring_area_doubled(&ring[0].outer) > 0 && ring_area_doubled(&ring[0].holes[0]) < 0);
    let mut mirrored = ring.clone();
    mirrored[0].outer.reverse();
    mirrored[0].holes[0].reverse();
    assert_eq!(union(&mirrored).unwrap(), ring);
    let filled = union(&[ring[0].clone(), square(3, 3, 3)]).unwrap();
    assert_eq!(filled, [square(0, 0, 9)]);
    // A hole that touches the outline in the middle of a side: a vertex there.
    let p = PlanPoint::new;
    let notch = Shape::solid(vec![p(4, 0), p(6, 3), p(2, 3)]);
    let touched = difference(&[square(0, 0, 9)], &[notch]).unwrap();
    assert!(touched[0].rings().flatten().filter(|&&q| q == p(4, 0)).count() >= 2);
}

#[test]
fn far_corners_are_refused() {
    let p = PlanPoint::new;
    let kite = [p(i32::MIN, 0), p(0, i32::MIN), p(i32::MAX, 0), p(0, i32::MAX)];
    for corners in 1..=kite.len() {
        let far = Shape::solid(kite[..corners].to_vec());
        assert!(matches!(union(&[far]), Err(OverlayError::OutOfReach { .. })));
    }
}

#[test]
fn a_convex_shape_is_what_an_overlay_makes_of_it() {
    let mut random = Random::new(6);
    let mut convex_ones = 0;
    for round in 0..2000 {
        let span = [3, 9, 1000][round % 3];
        let corner = |_| PlanPoint::new(random.between(0, span), random.between(0, span));
        let mut ring: Vec<PlanPoint> = (0..3 + round % 4).map(corner).collect();
        if round % 2 == 0 {
            ring = convex_hull(ring);
            // With a flat corner, where there is room for one.
            if let [a, b, ..] = ring[..] {
                let middle = PlanPoint::new(i32::midpoint(a.x, b.x), i32::midpoint(a.y, b.y));
                if middle != a && middle != b && cross(a, middle, b) == 0 {
                    ring.insert(1, middle);
                }
            }
        }
        if round % 5 < 2 {
            ring.reverse();
        }
        let shape = [Shape::solid(ring)];
        convex_ones += u32::from(convex(&shape[0]).is_some());
        let made = overlay(&shape, &[], OverlayRule::Subject).unwrap();
        assert_eq!(union(&shape).unwrap(), made, "{shape:?}");
    }
    assert!(convex_ones > 1000, "{convex_ones}");
}

#[test]
fn random_squares_agree_with_point_tests() {
    let mut seed = 17_u64;
    let mut roll = |n: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        i32::try_from((seed >> 33) % n).unwrap()
    };
    for _ in 0..200 {
        let mut some =
            |n| (0..n).map(|_| square(roll(16), roll(16), 1 + roll(6))).collect::<Vec<_>>();
        let (a, b) = (some(6), some(6));
        let sets = [(union(&a), 0), (intersection(&a, &b), 1), (difference(&a, &b), 2)];
        for (result, rule) in sets {
            let result = result.unwrap();
            for cell in 0..24 * 24 {
                let unit = square(cell % 24, cell / 24, 1);
                let within = |s: &[Shape]| {
                    s.iter().any(|q| {
                        let c = unit.outer[0];
                        let (lo, hi) = (q.outer[0], q.outer[2]);
                        lo.x <= c.x && c.x < hi.x && lo.y <= c.y && c.y < hi.y
                    })
                };
                let expected = match rule {
                    0 => within(&a),
                    1 => within(&a) && within(&b),
                    _ => within(&a) && !within(&b),
                };
                let part = intersection(&result, std::slice::from_ref(&unit)).unwrap();
                assert_eq!(!part.is_empty(), expected);
            }
            for corner in result.iter().flat_map(Shape::rings).flatten() {
                assert_eq!(side(&result, *corner), Side::Border);
            }
        }
    }
}
