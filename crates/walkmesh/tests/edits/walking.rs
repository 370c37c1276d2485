//! Shapes that go on by a few steps of the lattice: most pieces stay but for their corners.

use std::collections::BTreeMap;

use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint};
use walkmesh::geom::Point;
use walkmesh::mesh::{ComponentId, NavMesh};
use walkmesh_testkit::{Random, more};

use super::oracle::{bytes, fresh};
use super::worlds::{World, worlds};
use super::{Known, check_ids, random_change};

/// Changes in place.
const MANY: u64 = 40;
/// So far they go at once, steps of the lattice.
const FAR: i32 = 9;

fn shifted(shape: &Footprint, [x, z]: [f64; 2]) -> Footprint {
    let at = |p: [f64; 2]| [p[0] + x, p[1] + z];
    let mut shape = shape.clone();
    match &mut shape {
        Footprint::Polygons(polygons) => {
            let rings = polygons.iter_mut().flat_map(|p| p.holes.iter_mut().chain([&mut p.outer]));
            rings.flatten().for_each(|p| *p = at(*p));
        }
        Footprint::Circle { center, .. } | Footprint::Box { center, .. } => *center = at(*center),
        Footprint::Triangles(triangles) => {
            let all = triangles.iter_mut().flatten();
            all.for_each(|p| *p = Point::new(p.x + x, p.y, p.z + z));
        }
    }
    shape
}

/// Most changes go on; now and then one is switched.
fn goes_on(world: &World, known: &mut Known, random: &mut Random) -> Vec<Edit> {
    let mut batch = Vec::new();
    for (&id, (change, active)) in known {
        if random.chance(3) {
            *active = !*active;
            batch.push(if *active { Edit::Activate { id } } else { Edit::Deactivate { id } });
        }
        if random.chance(80) {
            let mut off = || f64::from(random.between(-FAR, FAR)) * world.mesh.frame().step();
            change.shape = shifted(&change.shape, [off(), off()]);
            let (shape, heights) = (change.shape.clone(), change.heights);
            batch.push(Edit::Move { id, shape, heights });
        }
    }
    batch
}

/// True when the same polygons hang together in two meshes of equal bytes.
fn hang_together_alike(a: &NavMesh, b: &NavMesh) -> bool {
    let mut names: [BTreeMap<ComponentId, ComponentId>; 2] = Default::default();
    a.polygons().zip(b.polygons()).all(|(p, q)| {
        let (p, q) = (a.component(p), b.component(q));
        *names[0].entry(p).or_insert(q) == q && *names[1].entry(q).or_insert(p) == p
    })
}

#[test]
fn who_goes_on_leaves_no_trace_of_the_way() {
    for (world, seed) in worlds().iter().zip(500..) {
        let mut random = Random::new(seed);
        let small = World { size: world.size / 5.0, mesh: world.mesh.clone(), ..*world };
        let change =
            |random: &mut Random| -> (Change, bool) { (random_change(&small, random), true) };
        let mut known: Known = (0..MANY).map(|id| (ChangeId(id), change(&mut random))).collect();
        let mut edits = Edits::new(world.mesh.clone()).expect("a sound mesh");
        let add = |(&id, (change, _)): (&ChangeId, &(Change, bool))| {
            [Edit::Add { id, change: change.clone() }, Edit::Activate { id }]
        };
        let come: Vec<Edit> = known.iter().flat_map(add).collect();
        edits.apply(&come).expect("edits that make sense");
        for frame in 0..12 * more() {
            let batch = goes_on(world, &mut known, &mut random);
            let before = edits.mesh().clone();
            let applied = edits.apply(&batch).expect("edits that make sense");
            let name = format!("{}, frame {frame}", world.name);
            check_ids(&before, edits.mesh(), &applied.invalidated);
            let problems = edits.mesh().validate();
            assert!(problems.is_empty(), "{name}: {:?}", &problems[..problems.len().min(5)]);
            let once = fresh(&world.mesh, &known, &mut random);
            assert!(bytes(edits.mesh()) == bytes(&once), "{name}: the way there shows");
            assert!(hang_together_alike(edits.mesh(), &once), "{name}: components");
        }
    }
}
