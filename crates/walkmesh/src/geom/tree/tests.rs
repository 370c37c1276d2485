use super::*;

struct Dice(u64);

impl Dice {
    /// Small integers as floats: degenerate cases are common.
    fn number(&mut self, span: u64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        f64::from(u32::try_from((self.0 >> 33) % span).unwrap())
    }

    fn point(&mut self, span: u64) -> Point {
        Point::new(self.number(span), self.number(span), self.number(span))
    }
}

#[test]
fn every_query_agrees_with_looking_at_all() {
    let mut dice = Dice(9);
    for n in [0, 1, 3, 5, 40, 300] {
        let span = 16;
        let all: Vec<[Point; 3]> = (0..n)
            .map(|_| {
                let a = dice.point(span);
                [(); 3].map(|()| along(a, dice.point(5), 1.0))
            })
            .collect();
        let tree = TriangleTree::new(all.iter().copied());
        assert_eq!(tree.len(), n);
        for _ in 0..200 {
            let p = dice.point(span + 4);
            let area = WorldBox::around([p, along(p, dice.point(4), 1.0)]);
            let mut found = Vec::new();
            tree.overlapping(&area, |i, _| {
                found.push(i);
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            let expected: Vec<u32> =
                (0..n).filter(|&i| WorldBox::around(all[i as usize]).meets(&area)).collect();
            assert_eq!(found, expected);

            let below = (0..n)
                .filter_map(|i| Some((height_at(&all[i as usize], p)?, i)))
                .filter(|h| h.0 <= p.y)
                .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
            assert_eq!(tree.below(p).map(|h| (h.point.y, h.triangle)), below);

            let reach = dice.number(9);
            let nearest = (0..n)
                .map(|i| (nearest_on_triangle(&all[i as usize], p).distance(p), i))
                .filter(|d| d.0 <= reach)
                .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            assert_eq!(tree.nearest(p, reach).map(|(h, d)| (d, h.triangle)), nearest);
        }
    }
}

#[test]
fn the_nearest_point_is_nearer_than_any_sample() {
    let mut dice = Dice(4);
    for _ in 0..300 {
        let t = [(); 3].map(|()| dice.point(8));
        let p = dice.point(12);
        let d = nearest_on_triangle(&t, p).distance(p);
        for i in 0..=20 {
            for j in 0..=20 - i {
                let (s, r) = (f64::from(i) / 20.0, f64::from(j) / 20.0);
                let q = along(along(t[0], minus(t[1], t[0]), s), minus(t[2], t[0]), r);
                assert!(d <= q.distance(p) + 1e-9);
            }
        }
    }
}

#[test]
fn a_ray_through_a_shared_edge_or_corner_hits() {
    let p = Point::new;
    let (a, b, c, d) = (p(0.1, 0.0, 0.1), p(0.7, 1.0, 0.3), p(0.9, 0.0, 1.1), p(-0.3, 2.0, 0.8));
    let tree = TriangleTree::new([[a, b, c], [a, c, d]]);
    for i in 0..=1000 {
        let q = along(a, minus(c, a), f64::from(i) / 1000.0);
        assert!(tree.below(p(q.x, 5.0, q.z)).is_some() || i == 0 || i == 1000, "{i}");
    }
    assert!(tree.below(p(0.1, -1.0, 0.1)).is_none());
    assert!(tree.below(p(f64::NAN, 5.0, 0.1)).is_none());
    let broken = TriangleTree::new([[a, b, p(f64::NAN, 0.0, 0.0)], [a, b, c]]);
    assert_eq!(broken.nearest(a, 1.0).map(|h| h.0.triangle), Some(1));
}
