//! The contract of a surface, checked exactly and slowly.

use crate::geom::{PlanPoint, predicates};
use crate::surface::{Border, Patch, Ring, Surface, TileSide};
use crate::survey::voxel::VoxelTile;
use std::collections::BTreeMap;

type Edge = (PlanPoint, PlanPoint, Border);

fn plan(ring: &Ring) -> Vec<PlanPoint> {
    ring.points.iter().map(|p| p.plan).collect()
}

fn edges(ring: &Ring) -> Vec<Edge> {
    let p = plan(ring);
    (0..p.len()).map(|i| (p[i], p[(i + 1) % p.len()], ring.borders[i])).collect()
}

/// How many seams there are.
pub(super) fn seams(surface: &Surface) -> usize {
    let mut ids = std::collections::BTreeSet::new();
    for (_, _, border) in all_edges(surface) {
        if let Border::Seam(id) = border {
            ids.insert(id);
        }
    }
    ids.len()
}

fn all_edges(surface: &Surface) -> Vec<Edge> {
    surface.layers.iter().flat_map(|l| &l.patches).flat_map(Patch::rings).flat_map(edges).collect()
}

/// The ground of a tile that keeps it.
pub(super) fn ground(tile: &VoxelTile) -> &Surface {
    tile.ground.as_ref().expect("ground is kept")
}

/// Panics where the surface breaks its contract.
pub(super) fn check(surface: &Surface) {
    for layer in &surface.layers {
        for patch in &layer.patches {
            check_patch(patch);
        }
        check_crossings(&layer.patches);
    }
    check_borders(surface);
}

fn check_patch(patch: &Patch) {
    let outer = plan(&patch.outer);
    assert!(outer.len() >= 3 && predicates::ring_area_doubled(&outer) > 0, "outline {outer:?}");
    for ring in patch.rings() {
        assert_eq!(ring.points.len(), ring.borders.len());
        for (a, b, _) in edges(ring) {
            assert_ne!(a, b);
        }
    }
    for (h, hole) in patch.holes.iter().enumerate() {
        let ring = plan(hole);
        assert!(ring.len() >= 3 && predicates::ring_area_doubled(&ring) < 0, "hole {ring:?}");
        for &p in &ring {
            assert_ne!(predicates::side_of_ring(&outer, p), predicates::Side::Outside);
            for (k, other) in patch.holes.iter().enumerate() {
                let inside = predicates::side_of_ring(&plan(other), p);
                assert!(k == h || inside != predicates::Side::Inside, "hole in a hole");
            }
        }
    }
}

fn is_inside(patch: &Patch, p: PlanPoint) -> bool {
    let side = |ring: &Ring| predicates::side_of_ring(&plan(ring), p);
    side(&patch.outer) == predicates::Side::Inside
        && patch.holes.iter().all(|h| side(h) == predicates::Side::Outside)
}

/// No two edges of a layer meet but in shared ends or as two sides of a seam; patches are apart.
fn check_crossings(patches: &[Patch]) {
    let edges: Vec<Edge> = patches.iter().flat_map(Patch::rings).flat_map(edges).collect();
    for (i, &(a, b, s)) in edges.iter().enumerate() {
        for &(c, d, t) in &edges[i + 1..] {
            if (a, b) == (d, c) && s == t && matches!(s, Border::Seam(_)) {
                continue;
            }
            let touch = [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)]
                .into_iter()
                .find(|&(p, _, q, _)| p == q);
            let bad = match touch {
                Some((p, u, _, v)) => {
                    predicates::cross(p, u, v) == 0 && predicates::dot(p, u, v) > 0
                }
                None => predicates::segments_meet(a, b, c, d),
            };
            assert!(!bad, "{a:?}-{b:?} {s:?} meets {c:?}-{d:?} {t:?}");
        }
    }
    for (i, patch) in patches.iter().enumerate() {
        for (j, other) in patches.iter().enumerate() {
            let apart = |p: &PlanPoint| i == j || !is_inside(other, *p);
            assert!(patch.rings().all(|r| plan(r).iter().all(apart)), "patches overlap");
        }
    }
}

/// Seams have two sides, tile edges lie on theirs, nothing reaches outside.
fn check_borders(surface: &Surface) {
    let mut halves: BTreeMap<(PlanPoint, PlanPoint, u32), i32> = BTreeMap::new();
    let clip = surface.clip;
    for (a, b, border) in all_edges(surface) {
        assert!(clip.contains(a) && clip.contains(b));
        match border {
            Border::Seam(id) => {
                let (key, way) = if a < b { ((a, b, id.0), 1) } else { ((b, a, id.0), -1) };
                *halves.entry(key).or_default() += way;
            }
            Border::Tile(side) => {
                let on = |p: PlanPoint| match side {
                    TileSide::East => p.x == clip.max.x,
                    TileSide::North => p.y == clip.max.y,
                    TileSide::West => p.x == clip.min.x,
                    TileSide::South => p.y == clip.min.y,
                };
                assert!(on(a) && on(b));
            }
            Border::Wall => {}
            other => panic!("{other:?}"),
        }
    }
    assert!(halves.values().all(|&sum| sum == 0), "a seam with one side");
}
