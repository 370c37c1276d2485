//! Polygons taken away by hand from meshes that were edited.

use std::collections::{BTreeMap, BTreeSet};

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, KindId, Payload};
use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{NavMesh, PolyId, PolyRef};
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::Random;

fn room() -> NavMesh {
    let scene = generate("dining_room", &SceneOptions { size: 2, seed: 4 }).expect("the scene");
    let (tile_size, region_min_area) = (TileSize::Metres(4.1), 0.0);
    let parameters = Parameters { tile_size, region_min_area, ..scene.preset.parameters() };
    bake(&scene.soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh
}

/// Edits cut polygons in pieces and close others; by hand the pieces are numbered afresh. Whatever was
/// done to a tile or not, a name that was given for a polygon is that of no other one.
#[test]
fn by_hand_no_name_of_an_edited_mesh_comes_to_mean_another_polygon() {
    let base = room();
    let (low, high) = base.bounds().expect("polygons");
    let corners = |mesh: &NavMesh, r: PolyRef| mesh.corners(r).map(|c| c.plan).collect();
    let mut still_named = 0;
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut edits = Edits::new(base.clone()).expect("a sound mesh");
        let mut named: BTreeMap<PolyId, BTreeSet<PlanPoint>> = BTreeMap::new();
        let mut name = |mesh: &NavMesh| {
            named.extend(mesh.polygons().map(|r| (mesh.id(r), corners(mesh, r))));
        };
        name(edits.mesh());
        for id in 0..4 {
            let center = [random.metres(low.x, high.x), random.metres(low.z, high.z)];
            let half = [random.metres(0.2, 3.0), random.metres(0.2, 3.0)];
            let change = Change {
                shape: Footprint::Box { center, half, turned: 0.0 },
                heights: (f64::NEG_INFINITY, f64::INFINITY),
                payload: Payload::Block { kind: KindId(0) },
                grown: true,
            };
            edits.apply(&[Edit::Add { id: ChangeId(id), change }]).expect("a blocker");
            name(edits.mesh());
        }
        let mesh = edits.mesh();
        let gone = mesh.polygon_at(random.below(mesh.polygon_count()));
        let gone: Vec<PolyId> = gone.into_iter().map(|r| mesh.id(r)).collect();
        let made = mesh.rebuilt_by_hand(&gone, &[]).expect("a mesh");
        let again = Edits::new(mesh.clone()).expect("a sound mesh");
        for later in [&made, again.mesh()] {
            for (id, known) in &named {
                let Some(r) = later.resolve(*id) else { continue };
                let now: BTreeSet<PlanPoint> = corners(later, r);
                assert!(now.intersection(known).count() > 2, "{seed}: {id:?} is another polygon");
                still_named += 1;
            }
        }
    }
    assert!(still_named > 0, "tiles that nothing was done to keep their names");
}

#[test]
fn ground_that_costs_more_costs_more_beside_what_is_done_by_hand() {
    let base = room();
    let (low, high) = base.bounds().expect("polygons");
    let mut edits = Edits::new(base).expect("a sound mesh");
    for (id, cost) in (0..).zip([0.5, 2.0, 8.0]) {
        let change = Change {
            shape: Footprint::Circle { center: [low.x, high.z], radius: 2.0 + cost },
            heights: (f64::NEG_INFINITY, f64::INFINITY),
            payload: Payload::Cost(cost),
            grown: false,
        };
        edits.apply(&[Edit::Add { id: ChangeId(id), change }]).expect("a road or a swamp");
    }
    let mesh = edits.mesh();
    // Positive numbers are in the order of their bits.
    let cost = |mesh: &NavMesh, r: PolyRef| mesh.polygon(r).factor.get().to_bits();
    let costs = |mesh: &NavMesh| {
        let mut costs: Vec<u64> = mesh.polygons().map(|r| cost(mesh, r)).collect();
        costs.sort_unstable();
        costs
    };
    let all = costs(mesh);
    assert!(all.first() < all.last());
    for gone in mesh.polygons() {
        let made = mesh.rebuilt_by_hand(&[mesh.id(gone)], &[]).expect("a mesh");
        let mut left = all.clone();
        left.remove(left.partition_point(|&other| other < cost(mesh, gone)));
        assert_eq!(costs(&made), left);
    }
}
