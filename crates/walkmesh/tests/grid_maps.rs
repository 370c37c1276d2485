//! Grid maps as meshes of rectangles: the known any-angle lengths, where the maps are there.

use walkmesh::Point;
use walkmesh::query::{PathOptions, Scratch, Status, path};
use walkmesh::store::{Placement, movingai};
use walkmesh_testkit::{models, polyanya};

#[test]
fn lengths_on_maps_are_the_known_ones() {
    let Some(folder) = models::folder() else { return };
    let folder = folder.join("polyanya/movingai");
    for (map, every) in [("arena", 1), ("arena2", 3), ("den520d", 9), ("brc202d", 15)] {
        let bytes = std::fs::read(folder.join(format!("{map}.map"))).expect("the map");
        for scale in [1.0, 0.01] {
            let placement = Placement { scale, origin: Point::new(0.0, 0.0, 0.0) };
            let mesh = movingai::read(&bytes, &placement).expect("a mesh");
            let pairs = polyanya::read_scenario(
                &folder.join(format!("{map}.map.scen")),
                Some(&folder.join(format!("{map}.opt"))),
                &placement,
            );
            let mut scratch = Scratch::new();
            let (mut worst, mut counted) = (0.0_f64, 0);
            for (from, to, known) in pairs.into_iter().step_by(every) {
                // The scenario is read with y as plan y; here rows go south.
                let [from, to] = [from, to].map(|[x, y, z]| Point::new(x, y, -z));
                let found = path(&mesh, &mut scratch, from, to, &PathOptions::default());
                assert_eq!(found.status, Status::Complete, "{map}: {:?}", found.reason);
                let off = (found.length - known) / known.max(scale);
                // A corner where two rooms only touch is snapped to one of them: never shorter.
                assert!(off > -1e-6, "{map}: {} for {known}", found.length);
                if off < 1e-3 {
                    worst = worst.max(off.abs());
                    counted += 1;
                }
            }
            println!(
                "{map} x {scale}: {} polygons, {counted} pairs, off by {worst:e}",
                mesh.polygon_count()
            );
            assert!(counted > 30 && worst < 1e-6);
        }
    }
}
