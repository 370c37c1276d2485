//! A mesh under edits equals its base with the final set of changes applied once.
//!
//! Plain runs make some hundred edits a kind of mesh; `WALKMESH_MORE=25` makes as many times more.

mod apart;
mod by_hand;
mod closed;
mod degenerate;
mod ground;
mod link_parts;
mod links;
mod lists;
mod names;
mod objects;
mod oracle;
mod paths;
mod payloads;
mod published;
mod rebase;
mod threads;
mod walking;
mod worlds;

use std::collections::{BTreeMap, BTreeSet};

use oracle::{area_apart, bytes, forgotten, fresh};
use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, KindId, Payload, PlanPolygon};
use walkmesh::geom::Point;
use walkmesh::mesh::{NavMesh, PolyId};
use walkmesh::query::Filter;
use walkmesh_testkit::variants::walled;
use walkmesh_testkit::{Random, more};
use worlds::{World, narrow, worlds};

/// What a caller knows of the changes that it made: the change, and whether it is active.
type Known = BTreeMap<ChangeId, (Change, bool)>;

fn random_shape(world: &World, random: &mut Random) -> Footprint {
    let center = world.place(random);
    let size = |random: &mut Random| world.size * f64::from(random.between(1, 100)) / 100.0;
    match random.below(4) {
        0 if !world.is_flat => {
            let corner = |random: &mut Random| {
                let (height, _) = world.heights(random);
                let mut off = || size(random) * f64::from(random.between(-1, 1));
                Point::new(center[0] + off(), height, center[1] + off())
            };
            let count = 1 + random.below(8);
            Footprint::Triangles((0..count).map(|_| [(); 3].map(|()| corner(random))).collect())
        }
        0 => Footprint::Circle { center, radius: size(random) },
        1 => Footprint::Box {
            center,
            half: [size(random), size(random)],
            turned: f64::from(random.between(0, 24) * 15),
        },
        2 => {
            // Any order of corners: rings that cross themselves are common.
            let corners = 3 + random.below(5);
            let ring = |random: &mut Random| -> Vec<[f64; 2]> {
                let mut at = || size(random) * if random.chance(50) { 1.0 } else { -1.0 };
                (0..corners).map(|_| [center[0] + at(), center[1] + at()]).collect()
            };
            let (outer, hole) = (ring(random), ring(random));
            let holes = if random.chance(30) { vec![hole] } else { Vec::new() };
            Footprint::Polygons(vec![PlanPolygon { outer, holes }])
        }
        _ => {
            // Along the corners of the mesh itself: everything touches.
            let half = [size(random), size(random)];
            let [x, z] = world.corner(random);
            let (l, r) = (x - half[0], x + half[0]);
            let outer = vec![[x, z], [r, z], [r, z + half[1]], [l, z + half[1]]];
            Footprint::Polygons(vec![PlanPolygon { outer, holes: Vec::new() }])
        }
    }
}

fn random_change(world: &World, random: &mut Random) -> Change {
    let kind = KindId(u32::try_from(random.below(3)).expect("small"));
    let payload = match random.below(10) {
        0..=4 => Payload::Block { kind },
        5 => Payload::PassiveBlock { kind },
        6 | 7 => {
            let ids = (0..random.below(4)).map(|_| random_id(random)).collect();
            let kinds = (0..random.below(3)).map(|k| KindId(u32::try_from(k).expect("small")));
            Payload::Open { ids, kinds: kinds.collect() }
        }
        8 if random.chance(50) => Payload::Cost(f64::from(random.between(1, 4)) * 0.5),
        8 => Payload::Data {
            layer: 7,
            value: f64::from(random.between(0, 2)),
            beside: random.chance(50),
        },
        _ => Payload::Area(walkmesh::soup::Area(u8::try_from(random.below(3)).expect("small"))),
    };
    let heights = if world.is_flat || random.chance(20) {
        (f64::NEG_INFINITY, f64::INFINITY)
    } else {
        world.heights(random)
    };
    Change { shape: random_shape(world, random), heights, payload, grown: random.chance(50) }
}

fn random_id(random: &mut Random) -> ChangeId {
    ChangeId(u64::try_from(random.below(12)).expect("small"))
}

/// A random edit that makes sense for what is known, which is brought up to date.
fn random_edit(world: &World, known: &mut Known, random: &mut Random) -> Edit {
    let id = random_id(random);
    let Some((change, active)) = known.get_mut(&id) else {
        let change = random_change(world, random);
        let active = !matches!(change.payload, Payload::PassiveBlock { .. });
        known.insert(id, (change.clone(), active));
        return Edit::Add { id, change };
    };
    match random.below(6) {
        0 | 1 => {
            known.remove(&id);
            Edit::Remove { id }
        }
        2 => {
            *active = true;
            Edit::Activate { id }
        }
        3 => {
            *active = false;
            Edit::Deactivate { id }
        }
        _ => {
            change.shape = random_shape(world, random);
            Edit::Move { id, shape: change.shape.clone(), heights: change.heights }
        }
    }
}

#[test]
fn any_way_to_a_set_gives_the_mesh_of_the_set() {
    let mut edits_made = 0;
    for (world, w) in worlds().iter().zip(0_u64..) {
        edits_made +=
            (0..3 * more()).map(|seed| check_any_way(world, 1000 * w + seed)).sum::<usize>();
    }
    println!("{edits_made} edits");
}

#[test]
fn places_narrower_than_a_step_are_edited_as_any() {
    let edits_made =
        (0..120 * more()).map(|seed| check_any_way(&narrow(seed), seed)).sum::<usize>();
    println!("{edits_made} edits");
}

/// Makes random edits, and compares what they lead to; gives how many there were.
fn check_any_way(world: &World, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut edits = Edits::new(world.mesh.clone()).expect("a sound mesh");
    let (mut known, mut made) = (Known::new(), 0);
    for _ in 0..random.between(1, 6) {
        let count = random.between(1, 8);
        let batch: Vec<Edit> =
            (0..count).map(|_| random_edit(world, &mut known, &mut random)).collect();
        let before = edits.mesh().clone();
        let applied = edits.apply(&batch).expect("edits that make sense");
        check_ids(&before, edits.mesh(), &applied.invalidated);
        made += batch.len();
    }
    let name = format!("{}, seed {seed}", world.name);
    let problems = edits.mesh().validate();
    assert!(problems.is_empty(), "{name}: {:?}", &problems[..problems.len().min(5)]);
    let forgotten = forgotten(&world.mesh, edits.mesh());
    assert!(forgotten.is_empty(), "{name}: {forgotten:?}");
    let once = fresh(&world.mesh, &known, &mut random);
    assert!(bytes(edits.mesh()) == bytes(&once), "{name}: the way there shows");
    if world.is_flat {
        let (apart, allowed) = area_apart(&world.mesh, &known, edits.mesh());
        assert!(apart <= allowed, "{name}: {apart} half square steps off, {allowed} allowed");
    }
    made
}

#[test]
fn walls_in_place_of_ways_between_tiles_are_found() {
    let mut nobody = Filter::default();
    nobody.access.set_blocked(walkmesh::soup::Area(0), true);
    let tiled = worlds().iter().filter(|world| world.mesh.tiles().len() > 1);
    for world in tiled {
        assert!(
            !forgotten(&world.mesh, &walled(&world.mesh, &nobody)).is_empty(),
            "{}",
            world.name
        );
    }
}

#[test]
fn what_is_taken_away_leaves_nothing() {
    for (world, w) in worlds().iter().zip(0_u64..) {
        let mut random = Random::new(77 + w);
        let mut edits = Edits::new(world.mesh.clone()).expect("a sound mesh");
        let mut known = Known::new();
        for _ in 0..15 {
            let edit = random_edit(world, &mut known, &mut random);
            edits.apply(&[edit]).expect("an edit that makes sense");
        }
        let away: Vec<Edit> = known.keys().map(|&id| Edit::Remove { id }).collect();
        edits.apply(&away).expect("all of them are there");
        assert!(bytes(edits.mesh()) == bytes(&world.mesh), "{}", world.name);
    }
}

/// Polygons that are not said to be gone keep their ids and their corners.
fn check_ids(before: &NavMesh, after: &NavMesh, invalidated: &[PolyId]) {
    assert!(invalidated.is_sorted_by_key(|id| (id.tile.y, id.tile.x, id.base, id.piece)));
    let invalidated: BTreeSet<&PolyId> = invalidated.iter().collect();
    for r in before.polygons() {
        let id = before.id(r);
        let now = after.resolve(id);
        assert_eq!(now.is_none(), invalidated.contains(&id), "{id:?}");
        if let Some(now) = now {
            assert!(before.corners(r).eq(after.corners(now)), "{id:?} is another polygon");
        }
    }
}
