use std::collections::BTreeSet;

use super::*;

/// Numbers that look random, from 0 to below `count`.
struct Lottery(u64);

impl Lottery {
    fn below(&mut self, count: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(count)).unwrap()
    }
}

fn polygons(footprint: Footprint) -> Vec<PlanPolygon> {
    match footprint {
        Footprint::Polygons(polygons) => polygons,
        other => panic!("{other:?}"),
    }
}

fn is_in_ring(ring: &[[f64; 2]], [x, z]: [f64; 2]) -> bool {
    let next = ring.iter().cycle().skip(1);
    let crosses = |&(p, q): &(&[f64; 2], &[f64; 2])| {
        (p[1] > z) != (q[1] > z) && x < p[0] + (q[0] - p[0]) * (z - p[1]) / (q[1] - p[1])
    };
    ring.iter().zip(next).filter(crosses).count() % 2 == 1
}

fn is_covered(polygons: &[PlanPolygon], at: [f64; 2]) -> bool {
    polygons.iter().any(|polygon| {
        is_in_ring(&polygon.outer, at) && !polygon.holes.iter().any(|hole| is_in_ring(hole, at))
    })
}

/// Distance from the outlines.
fn off(polygons: &[PlanPolygon], [x, z]: [f64; 2]) -> f64 {
    let rings = polygons.iter().flat_map(|p| std::iter::once(&p.outer).chain(&p.holes));
    let distance = |p: &[f64; 2], q: &[f64; 2]| {
        let (u, v) = ([q[0] - p[0], q[1] - p[1]], [x - p[0], z - p[1]]);
        let length = u[0] * u[0] + u[1] * u[1];
        let t =
            if length > 0.0 { ((u[0] * v[0] + u[1] * v[1]) / length).clamp(0.0, 1.0) } else { 0.0 };
        (v[0] - u[0] * t).hypot(v[1] - u[1] * t)
    };
    let of_ring = |ring: &Vec<[f64; 2]>| {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|(p, q)| distance(p, q)).fold(f64::INFINITY, f64::min)
    };
    rings.map(of_ring).fold(f64::INFINITY, f64::min)
}

/// Height of the ground between the samples, by its triangles.
fn height(field: &HeightField, [u, v]: [f64; 2]) -> f64 {
    let [column, row] = [u, v].map(cast::floor_i32);
    let (s, t) = (u - f64::from(column), v - f64::from(row));
    let [column, row] = [column, row].map(cast::cell_index);
    let at = |c: usize, r: usize| field.sample(c, r).unwrap().y;
    let (near, far) = (at(column, row), at(column + 1, row + 1));
    if s > t {
        let right = at(column + 1, row);
        near + (right - near) * s + (far - right) * t
    } else {
        let below = at(column, row + 1);
        near + (below - near) * t + (far - below) * s
    }
}

fn random_field(lottery: &mut Lottery, columns: u32, rows: u32) -> HeightField {
    // Few heights: samples right on the limit and saddles are common.
    let heights = (0..columns * rows).map(|_| f64::from(lottery.below(5))).collect();
    HeightField::new([3.0, -7.0], 2.0, columns as usize, heights).unwrap()
}

#[test]
fn water_ends_where_the_triangles_do() {
    let mut lottery = Lottery(1);
    let exact = OutlineOptions { max_error: 0.0, min_area: 0.0 };
    let (mut wet, mut holes) = (0, 0);
    for round in 0..300 {
        let (columns, rows) = (2 + lottery.below(16), 2 + lottery.below(16));
        let field = random_field(&mut lottery, columns, rows);
        let (ground, limit) = match round % 3 {
            0 => (Ground::Below(2.0), 2.0),
            1 => (Ground::Below(1.5), 1.5),
            _ => (Ground::Above(2.0), 2.0),
        };
        let patches = polygons(ground_outlines(&field, ground, &exact).unwrap());
        holes += patches.iter().map(|patch| patch.holes.len()).sum::<usize>();
        for _ in 0..100 {
            let cells = |lottery: &mut Lottery, samples: u32| {
                f64::from(lottery.below((samples - 1) * 64)) / 64.0 + 1.0 / 256.0
            };
            let (u, v) = (cells(&mut lottery, columns), cells(&mut lottery, rows));
            let height = height(&field, [u, v]);
            let is_in = if round % 3 == 2 { height > limit } else { height < limit };
            let at = [3.0 + 2.0 * u, -7.0 + 2.0 * v];
            if (height - limit).abs() < 1e-9 {
                continue;
            }
            assert_eq!(is_covered(&patches, at), is_in, "{at:?}: {height} in {field:?}");
            wet += u32::from(is_in);
        }
    }
    assert!(wet > 5000 && holes > 20, "{wet} {holes}");
}

/// Along the rim of the field too, where a corner beyond would be a line without width: a blocker grown
/// from it keeps bodies away.
#[test]
fn no_corner_lies_beyond_the_ground() {
    let mut lottery = Lottery(3);
    let exact = OutlineOptions { max_error: 0.0, min_area: 0.0 };
    for _ in 0..300 {
        let (columns, rows) = (2 + lottery.below(6), 2 + lottery.below(6));
        let field = random_field(&mut lottery, columns, rows);
        for polygon in polygons(ground_outlines(&field, Ground::Below(1.5), &exact).unwrap()) {
            for &[x, z] in std::iter::once(&polygon.outer).chain(&polygon.holes).flatten() {
                // In the last cell, not behind it.
                let cells = |at: f64, samples: u32| at.min(f64::from(samples - 1) - 1e-12);
                let at = [cells((x - 3.0) / 2.0, columns), cells((z + 7.0) / 2.0, rows)];
                let height = height(&field, at);
                assert!(height < 1.5 + 1e-9, "{height} at {at:?} of {field:?}");
            }
        }
    }
}

#[test]
fn fewer_corners_stay_within_the_error() {
    let mut lottery = Lottery(2);
    for _ in 0..60 {
        let field = random_field(&mut lottery, 9, 9);
        let at = |error| {
            let options = OutlineOptions { max_error: error, min_area: 0.0 };
            polygons(ground_outlines(&field, Ground::Steeper(40.0), &options).unwrap())
        };
        let (exact, coarse) = (at(0.0), at(0.5));
        let corners = |all: &[PlanPolygon]| {
            all.iter().flat_map(|p| std::iter::once(&p.outer).chain(&p.holes)).map(Vec::len).sum()
        };
        let [many, few]: [usize; 2] = [corners(&exact), corners(&coarse)];
        assert!(few <= many);
        for _ in 0..200 {
            let place = |lottery: &mut Lottery| f64::from(lottery.below(1600)) / 100.0;
            let at = [3.0 + place(&mut lottery), -7.0 + place(&mut lottery)];
            if off(&exact, at) > 0.5 {
                assert_eq!(is_covered(&coarse, at), is_covered(&exact, at), "{at:?}");
            }
        }
    }
}

#[test]
fn a_round_pond_is_round_and_its_island_dry() {
    let heights = (0..41 * 41).map(|i| {
        let (x, z) = (f64::from(i % 41) - 20.0, f64::from(i / 41) - 20.0);
        // A ring of water 6 to 14 metres from the middle, 8 m2 of puddle far from it.
        let pond = (x.hypot(z) - 10.0).abs() - 4.0;
        let puddle = (x - 17.0).hypot(z - 17.0) - 1.6;
        pond.min(puddle)
    });
    let field = HeightField::new([-20.0; 2], 1.0, 41, heights.collect()).unwrap();
    let options = OutlineOptions { max_error: 0.1, min_area: 20.0 };
    let patches = polygons(ground_outlines(&field, Ground::Below(0.0), &options).unwrap());
    assert_eq!((patches.len(), patches[0].holes.len()), (1, 1));
    for (ring, radius) in [(&patches[0].outer, 14.0), (&patches[0].holes[0], 6.0)] {
        assert!(ring.len() < 50, "{}", ring.len());
        for [x, z] in ring {
            assert!((x.hypot(*z) - radius).abs() < 0.1, "{x} {z}");
        }
    }
    let all = OutlineOptions { min_area: 0.0, ..options };
    assert_eq!(polygons(ground_outlines(&field, Ground::Below(0.0), &all).unwrap()).len(), 2);
    let flood = polygons(ground_outlines(&field, Ground::Below(99.0), &options).unwrap());
    let corners = BTreeSet::from([[-20, -20], [20, -20], [20, 20], [-20, 20]]);
    let found: Vec<_> = flood[0].outer.iter().map(|p| p.map(cast::round_i32)).collect();
    assert_eq!((found.len(), BTreeSet::from_iter(found)), (4, corners));
    let dry = ground_outlines(&field, Ground::Below(-99.0), &options).unwrap();
    assert_eq!(dry, Footprint::Polygons(Vec::new()));
}

#[test]
fn limits_that_mean_nothing_are_refused() {
    let field = HeightField::new([0.0; 2], 1.0, 2, vec![0.0; 4]).unwrap();
    let refused = |ground, options| ground_outlines(&field, ground, &options).unwrap_err();
    let plain = OutlineOptions::default();
    for degrees in [0.0, 90.0, -1.0, f64::NAN] {
        let error = refused(Ground::Steeper(degrees), plain);
        assert!(matches!(error, OutlineError::Limit(_)), "{error}");
    }
    assert_eq!(refused(Ground::Below(f64::INFINITY), plain), OutlineError::Limit(f64::INFINITY));
    let error = refused(Ground::Above(0.0), OutlineOptions { max_error: -1.0, ..plain });
    assert_eq!(error, OutlineError::Options { max_error: -1.0, min_area: 0.0 });
}
