//! Maps of games with known any-angle lengths, where the folder of models is there.

use walkmesh::mesh::NavMesh;
use walkmesh::query::{PathOptions, Scratch, Status, path};
use walkmesh_testkit::{models, polyanya, sight};

#[test]
fn lengths_of_grid_maps_are_the_known_ones() {
    let Some(folder) = models::folder() else { return };
    let folder = folder.join("polyanya/movingai");
    let mut scratch = Scratch::new();
    for map in ["arena", "arena2", "den520d", "brc202d", "AR0700SR"] {
        let mesh = polyanya::read_mesh(&folder.join(format!("{map}-merged.mesh")));
        let pairs = polyanya::read_scenario(
            &folder.join(format!("{map}.map.scen")),
            Some(&folder.join(format!("{map}.opt"))),
        );
        assert!(pairs.len() > 100);
        let mut worst = 0.0_f64;
        for (i, (from, to, length)) in pairs.into_iter().enumerate() {
            let found = path(&mesh, &mut scratch, from, to, &PathOptions::default());
            assert_eq!(found.status, Status::Complete, "{map} {i}: {:?}", found.reason);
            // A point where two parts of the mesh only touch is snapped to one of them.
            if touches(&mesh, from) || touches(&mesh, to) {
                assert!(found.length >= length - 1e-9 * length.max(1.0), "{map} {i}");
                continue;
            }
            worst = worst.max((found.length - length).abs() / length.max(1.0));
            assert!(
                (found.length - length).abs() <= 1e-9 * length.max(1.0),
                "{map} {i}: {} {length}",
                found.length
            );
        }
        println!("{map}: off by {worst:e} at most");
    }
}

/// True when polygons hold the point that are not joined around it.
fn touches(mesh: &NavMesh, point: [f64; 3]) -> bool {
    let Some(plan) = mesh.frame().to_lattice(point).map(|p| p.plan) else { return false };
    let holding = |&r: &_| sight::holds(mesh, r, plan);
    let near = |&r: &_| mesh.polygon(r).bounds.contains(plan);
    let all: Vec<_> = mesh.polygons().filter(near).filter(holding).collect();
    all.first().is_some_and(|&first| sight::around(mesh, first, plan).len() < all.len())
}
