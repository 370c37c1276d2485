//! Maps of games with known any-angle lengths, where the folder of models is there: as they
//! are, and at other scales and places, read as an importer of `f64` coordinates would.

use std::path::PathBuf;

use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{NavMesh, Nearest, PolyRef};
use walkmesh::query::{PathOptions, Scratch, Status, path, path_between};
use walkmesh::store::Placement;
use walkmesh_testkit::polyanya::{self, placed};
use walkmesh_testkit::{Oracle, Random, models, sight};

const MAPS: [&str; 5] = ["arena", "arena2", "den520d", "brc202d", "AR0700SR"];

fn more() -> bool {
    walkmesh_testkit::more() > 1
}

/// Every `each`th pair of a map: all lengths as known, to a share of `limit`.
fn check_lengths(mesh: &NavMesh, map: &str, placement: &Placement, each: usize, limit: f64) {
    let folder = models::folder().expect("the folder of models").join("polyanya/movingai");
    let pairs = polyanya::read_scenario(
        &folder.join(format!("{map}.map.scen")),
        Some(&folder.join(format!("{map}.opt"))),
        placement,
    );
    assert!(pairs.len() > 100);
    let mut scratch = Scratch::new();
    let mut worst = 0.0_f64;
    for (i, (from, to, length)) in pairs.into_iter().enumerate().step_by(each) {
        let found = path(mesh, &mut scratch, from, to, &PathOptions::default());
        assert_eq!(found.status, Status::Complete, "{map} {i}: {:?}", found.reason);
        let allowed = limit * length.max(placement.scale);
        // A point where two parts of the mesh only touch is snapped to one of them.
        if touches(mesh, from) || touches(mesh, to) {
            assert!(found.length >= length - allowed, "{map} {i}");
            continue;
        }
        worst = worst.max((found.length - length).abs() / length.max(placement.scale));
        assert!(
            (found.length - length).abs() <= allowed,
            "{map} {i}, {placement:?}: {} {length}",
            found.length
        );
    }
    println!("{map}, {placement:?}: off by a share of {worst:e} at most");
}

/// True when polygons within two steps of the point are not joined around it.
fn touches(mesh: &NavMesh, point: [f64; 3]) -> bool {
    let Some(plan) = mesh.frame().to_lattice(point).map(|p| p.plan) else { return false };
    let near = |&r: &PolyRef| mesh.polygon(r).bounds.grown(2).contains(plan);
    let within = |&r: &PolyRef| {
        let corners: Vec<PlanPoint> = mesh.corners(r).map(|c| c.plan).collect();
        (0..corners.len()).all(|i| {
            let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
            let off = walkmesh::geom::predicates::cross(a, b, plan);
            walkmesh::geom::cast::float(off) >= -2.0 * a.distance(b)
        })
    };
    let all: Vec<_> = mesh.polygons().filter(near).filter(within).collect();
    all.first().is_some_and(|&first| sight::around(mesh, first, plan).len() < all.len())
}

#[test]
fn lengths_of_grid_maps_are_the_known_ones() {
    let Some(folder) = models::folder() else { return };
    for map in MAPS {
        let file = folder.join(format!("polyanya/movingai/{map}-merged.mesh"));
        let imported = polyanya::read_mesh(&file, &Placement::default());
        assert!(imported.report.messages().is_empty(), "{map}: {:?}", imported.report);
        check_lengths(&imported.mesh, map, &Placement::default(), 1, 1e-9);
    }
}

/// Grids that no power of two divides are rounded, to half a step of the finest lattice that
/// fits: lengths then differ by less than a millionth. Where one divides them nothing is lost.
#[test]
fn lengths_are_the_same_at_every_scale_and_place() {
    let Some(folder) = models::folder() else { return };
    let each = if more() { 1 } else { 15 };
    for map in MAPS {
        let file = folder.join(format!("polyanya/movingai/{map}-merged.mesh"));
        for scale in [0.001, 0.01, 16.0, 1024.0] {
            for shift in [0.0, 1e6] {
                let placement = placed(scale, shift);
                let imported = polyanya::read_mesh(&file, &placement);
                let (mesh, split) = (imported.mesh, imported.report.split);
                let is_whole = scale >= 1.0;
                assert!(!is_whole || split == 0);
                println!("{map}: {split} polygons split");
                check_lengths(&mesh, map, &placement, each, if is_whole { 1e-9 } else { 1e-6 });
            }
        }
    }
}

/// A random place of a polygon: a corner, or a lattice point inside.
fn random_place(mesh: &NavMesh, random: &mut Random) -> Nearest {
    let polygon = mesh.polygon_at(random.below(mesh.polygon_count())).expect("a polygon");
    let corners: Vec<PlanPoint> = mesh.corners(polygon).map(|c| c.plan).collect();
    let bounds = mesh.polygon(polygon).bounds;
    let any = PlanPoint::new(
        random.between(bounds.min.x, bounds.max.x),
        random.between(bounds.min.y, bounds.max.y),
    );
    let inside = sight::holds(mesh, polygon, any);
    let plan = if inside { any } else { corners[random.below(corners.len())] };
    let point = mesh.frame().to_world(plan.at(0));
    Nearest { polygon, point, plan, height: 0, distance: 0.0 }
}

#[test]
fn real_maps_obey_the_laws() {
    let Some(folder) = models::folder() else { return };
    let triples = if more() { 2000 } else { 60 };
    let mut scratch = Scratch::new();
    for map in MAPS {
        let file = folder.join(format!("polyanya/movingai/{map}-merged.mesh"));
        for scale in [0.01, 1.0] {
            let mesh = polyanya::read_mesh(&file, &placed(scale, 1e6)).mesh;
            let mut ask = |a: &Nearest, b: &Nearest| {
                let found = path_between(&mesh, &mut scratch, a, b, &PathOptions::default());
                (found.status == Status::Complete).then_some(found.length)
            };
            let mut random = Random::new(1);
            for _ in 0..triples {
                let [a, b, c] = [(); 3].map(|()| random_place(&mesh, &mut random));
                let (ab, ba) = (ask(&a, &b), ask(&b, &a));
                assert_eq!(ab.is_some(), ba.is_some(), "{map}");
                let (Some(ab), Some(ba)) = (ab, ba) else { continue };
                assert!((ab - ba).abs() <= 1e-12 * ab, "{map}: {ab}, back {ba}");
                if let (Some(bc), Some(ac)) = (ask(&b, &c), ask(&a, &c)) {
                    assert!(ac <= (ab + bc) * (1.0 + 1e-12), "{map}: {ac} over {ab} + {bc}");
                }
            }
        }
    }
}

/// The smallest meshes that lead floating-point searches astray: gaps without width, corners in
/// a row, starts on corners where two parts touch. Pairs of their corners, centres of edges and
/// polygons, at every scale.
#[test]
fn degenerate_meshes_agree_with_the_oracle() {
    let Some(folder) = models::folder() else { return };
    let folder = folder.join("polyanya/original/tests");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of degenerate meshes")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| file.extension().is_some_and(|e| e == "mesh"))
        .collect();
    files.sort();
    assert!(files.len() >= 6, "{files:?}");
    let mut scratch = Scratch::new();
    for (file, scale) in files.iter().flat_map(|f| [1.0, 0.001, 1024.0].map(|s| (f, s))) {
        let mesh = polyanya::read_mesh(file, &placed(scale, 0.0)).mesh;
        let oracle = Oracle::new(&mesh);
        let places = telling_places(&mesh);
        let mut random = Random::new(2);
        for a in &places {
            for b in &places {
                if !(more() || random.below(places.len().pow(2)) < 600) {
                    continue;
                }
                let found = path_between(&mesh, &mut scratch, a, b, &PathOptions::default());
                let expected = oracle.length((a.plan, a.polygon), (b.plan, b.polygon));
                let length = (found.status == Status::Complete)
                    .then_some(found.length / mesh.frame().step());
                let agrees = match (length, expected) {
                    (Some(length), Some(expected)) => {
                        (length - expected).abs() <= 1e-12 * expected.max(1.0)
                    }
                    (length, expected) => length.is_none() && expected.is_none(),
                };
                assert!(agrees, "{file:?} {:?} {:?}: {length:?} {expected:?}", a.plan, b.plan);
            }
        }
    }
}

/// Corners, centres of edges and of polygons, each with one polygon that holds it.
fn telling_places(mesh: &NavMesh) -> Vec<Nearest> {
    let mut places = Vec::new();
    for polygon in mesh.polygons() {
        let corners: Vec<PlanPoint> = mesh.corners(polygon).map(|c| c.plan).collect();
        let middle =
            |a: PlanPoint, b: PlanPoint| PlanPoint::new(a.x.midpoint(b.x), a.y.midpoint(b.y));
        let edges =
            (0..corners.len()).map(|i| middle(corners[i], corners[(i + 1) % corners.len()]));
        let inside = middle(corners[0], corners[corners.len() / 2]);
        let all: Vec<PlanPoint> = corners.iter().copied().chain(edges).chain([inside]).collect();
        for plan in all.into_iter().filter(|&p| sight::holds(mesh, polygon, p)) {
            let point = mesh.frame().to_world(plan.at(0));
            places.push(Nearest { polygon, point, plan, height: 0, distance: 0.0 });
        }
    }
    places
}
