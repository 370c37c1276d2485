//! Components keep their names while things come and go.

use std::collections::{BTreeMap, BTreeSet};

use walkmesh::edit::{Edit, Edits};
use walkmesh::mesh::{ComponentId, NavMesh, PolyId};
use walkmesh_testkit::Random;

use super::worlds::worlds;
use super::{Known, more, random_edit};

/// What the components of a mesh hold, by name.
fn holdings(mesh: &NavMesh) -> BTreeMap<ComponentId, BTreeSet<PolyId>> {
    let mut held: BTreeMap<ComponentId, BTreeSet<PolyId>> = BTreeMap::new();
    for r in mesh.polygons() {
        held.entry(mesh.component(r)).or_default().insert(mesh.id(r));
    }
    held
}

/// Components that are as they were have the names that they had; others a name that one of their
/// parts had, or that none ever had.
#[test]
fn components_keep_their_names() {
    for (seed, world) in (0..).zip(worlds()) {
        let mut random = Random::new(seed);
        let mut edits = Edits::new(world.mesh.clone()).expect("a sound mesh");
        let (mut known, mut before) = (Known::new(), holdings(edits.mesh()));
        let mut unused = before.keys().map(|name| name.0 + 1).max().unwrap_or(0);
        for _ in 0..25 * more() {
            let count = 1 + random.below(3);
            let batch: Vec<Edit> =
                (0..count).map(|_| random_edit(world, &mut known, &mut random)).collect();
            edits.apply(&batch).expect("edits that make sense");
            let after = holdings(edits.mesh());
            let name_of: BTreeMap<PolyId, ComponentId> = before
                .iter()
                .flat_map(|(&name, held)| held.iter().map(move |&id| (id, name)))
                .collect();
            let bases = |held: &BTreeSet<PolyId>| -> BTreeSet<_> {
                held.iter().map(|id| (id.tile, id.base)).collect()
            };
            for (name, held) in &after {
                let was = held.first().and_then(|id| name_of.get(id));
                if let Some(was) = was.filter(|was| before[was] == *held) {
                    assert_eq!(was, name, "{}", world.name);
                }
                match before.get(name) {
                    Some(old) => assert!(!bases(old).is_disjoint(&bases(held)), "{}", world.name),
                    None => assert!(name.0 >= unused, "{}: {name:?}", world.name),
                }
            }
            unused = unused.max(after.keys().map(|name| name.0 + 1).max().unwrap_or(0));
            before = after;
        }
    }
}
