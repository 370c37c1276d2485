//! Batches of so many changes that several threads work on them.

use rayon::ThreadPoolBuilder;
use walkmesh::edit::{Applied, Change, ChangeId, Edit, Edits, KindId, Payload};
use walkmesh::mesh::{ComponentId, NavMesh, PolyId};
use walkmesh_testkit::Random;

use super::oracle::bytes;
use super::random_change;
use super::worlds::{World, worlds};

/// Changes in place; twice as many edits in each batch.
const MANY: u64 = 80;

/// Blockers come; each moves or goes and comes again; some go, others are switched off.
fn batches(world: &World, random: &mut Random) -> [Vec<Edit>; 3] {
    let mut small = || {
        let mut change = random_change(world, random);
        change.payload = Payload::Block { kind: KindId(0) };
        change
    };
    let mut ids = (0..MANY).map(ChangeId);
    let come = ids.clone().map(|id| Edit::Add { id, change: small() });
    let come: Vec<Edit> = come.collect();
    let go_on = ids.clone().flat_map(|id| {
        let Change { shape, heights, .. } = small();
        let moved = Edit::Move { id, shape, heights };
        let anew = Edit::Add { id, change: small() };
        if id.0 % 3 == 0 { vec![Edit::Remove { id }, anew] } else { vec![moved] }
    });
    let go_on: Vec<Edit> = go_on.collect();
    let turn = ids.by_ref().map(|id| match id.0 % 3 {
        0 => Edit::Deactivate { id },
        _ => Edit::Remove { id },
    });
    [come, go_on, turn.collect()]
}

/// All that is to be seen of a batch's result.
type Seen = (Applied, Vec<u8>, Vec<(PolyId, ComponentId)>);

fn seen(applied: Applied, mesh: &NavMesh) -> Seen {
    let named = mesh.polygons().map(|r| (mesh.id(r), mesh.component(r)));
    (applied, bytes(mesh), named.collect())
}

#[test]
fn however_many_threads_the_mesh_is_the_same() {
    for (world, seed) in worlds().iter().zip(50..) {
        let batches = batches(world, &mut Random::new(seed));
        let on = |threads: usize| -> Vec<Seen> {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| {
                let mut edits = Edits::new(world.mesh.clone()).expect("a sound mesh");
                let batches = batches.iter();
                let all = batches.map(|batch| {
                    let applied = edits.apply(batch).expect("edits that make sense");
                    seen(applied, edits.mesh())
                });
                all.collect()
            })
        };
        let alone = on(1);
        assert!(!alone[1].0.invalidated.is_empty(), "{}", world.name);
        assert!(alone == on(2) && alone == on(7), "{}", world.name);
    }
}
