//! The ground under an edited mesh is that of its base.

use super::worlds::worlds;
use super::{Known, more, random_edit};
use walkmesh::edit::Edits;
use walkmesh::mesh::PolyRef;
use walkmesh_testkit::Random;
use walkmesh_testkit::places::random_place;

#[test]
fn heights_survive_edits() {
    for world in worlds().iter().filter(|world| !world.is_flat) {
        let base = &world.mesh;
        let step = base.frame().step();
        let mut off: Vec<f64> = Vec::new();
        let mut random = Random::new(5);
        for _ in 0..3 * more() {
            let mut edits = Edits::new(base.clone()).expect("a sound mesh");
            let mut known = Known::new();
            let batch: Vec<_> =
                (0..12).map(|_| random_edit(world, &mut known, &mut random)).collect();
            edits.apply(&batch).expect("edits that make sense");
            let mesh = edits.mesh();
            for _ in 0..2000 {
                let place = random_place(mesh, &mut random);
                let id = mesh.id(place.polygon);
                if id.generation > 0 {
                    let before = PolyRef { polygon: id.base, ..place.polygon };
                    let old = base.height_at(before, place.plan);
                    off.push(f64::from(place.height.abs_diff(old)) * step);
                }
            }
        }
        off.sort_by(f64::total_cmp);
        let at = |share: usize| off[(off.len() - 1) * share / 100];
        println!(
            "{}: {} heights: half within {} m, 99 % within {}, all within {}",
            world.name,
            off.len(),
            at(50),
            at(99),
            at(100)
        );
        assert!(off.len() > 300);
        // Points beside an edge are a step off it, which is more along an edge in line with it.
        let most = |share, metres: f64| assert!(at(share) <= metres.max(step), "{}", at(share));
        most(99, 0.001);
        most(100, 0.01);
    }
}
