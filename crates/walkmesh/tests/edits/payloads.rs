//! Costs and data.

use super::lists::{add, area, field};
use walkmesh::edit::{Change, ChangeId, Edit, EditError, EditProblem, Payload};
use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{CostFactor, PolyRef, TileId};
use walkmesh::query::{Engine, Path, PathOptions, Reason, Scratch, Status, path};
use walkmesh::store::{LoadOptions, content_hash, read};

fn walk(mesh: &walkmesh::mesh::NavMesh, engine: Engine) -> Path {
    let options = PathOptions { engine, ..PathOptions::default() };
    path(mesh, &mut Scratch::default(), [1.0, 0.0, -10.0], [19.0, 0.0, -10.0], &options).clone()
}

#[test]
fn a_swamp_is_walked_around_and_a_road_is_followed() {
    let mut edits = field();
    let swamp = area([5.0, 5.0], [15.0, 15.0], Payload::Cost(10.0));
    edits.apply(&[add(1, swamp)]).unwrap();
    let mesh = edits.mesh();
    assert!(mesh.validate().is_empty() && (mesh.area_m2() - 400.0).abs() < 1e-9);
    assert_eq!(mesh.cost_factors(), [CostFactor::ONE, CostFactor::new(10.0).unwrap()]);
    let around = walk(mesh, Engine::Funnel);
    // Over two corners of the swamp.
    let shortest = 2.0 * (16.0_f64 + 25.0).sqrt() + 10.0;
    assert!((around.length - shortest).abs() < 1e-6, "{}", around.length);
    assert!((around.cost - shortest).abs() < 1e-6, "{}", around.cost);
    let refused = walk(mesh, Engine::Optimal);
    assert!(
        refused.status == Status::NotFound
            && matches!(refused.reason, Some(Reason::UnequalCosts { costs: [low, high], .. })
            if low < high),
        "{:?}",
        refused.reason
    );
    // A bridge of planks through it: costs multiply.
    let planks = area([4.0, 9.0], [16.0, 11.0], Payload::Cost(0.1));
    edits.apply(&[add(2, planks)]).unwrap();
    let through = walk(edits.mesh(), Engine::Funnel);
    assert!((through.length - 18.0).abs() < 1e-6, "{}", through.length);
    assert!((through.cost - (6.0 + 0.2 + 10.0)).abs() < 1e-5, "{}", through.cost);
    edits.apply(&[Edit::Remove { id: ChangeId(1) }, Edit::Remove { id: ChangeId(2) }]).unwrap();
    assert!((walk(edits.mesh(), Engine::Optimal).length - 18.0).abs() < 1e-9);
}

#[test]
fn costs_are_saved_with_the_mesh() {
    let mut edits = field();
    let road = area([3.0, 0.0], [5.0, 20.0], Payload::Cost(0.5));
    edits.apply(&[add(1, road)]).unwrap();
    let bytes = super::oracle::bytes(edits.mesh());
    let loaded = read(&bytes, LoadOptions::default()).unwrap();
    assert_eq!(content_hash(&loaded), content_hash(edits.mesh()));
    assert_ne!(content_hash(&loaded), content_hash(edits.base()));
    assert_eq!(loaded.cost_factors(), edits.mesh().cost_factors());
    for (a, b) in edits.mesh().polygons().zip(loaded.polygons()) {
        assert_eq!(edits.mesh().polygon(a).factor, loaded.polygon(b).factor);
    }
    // And it can be the base of other changes.
    let again = walkmesh::edit::Edits::new(loaded).unwrap();
    assert_eq!(again.mesh().polygon_count(), edits.mesh().polygon_count());
    assert!(again.mesh().validate().is_empty());
}

#[test]
fn bad_costs_are_refused() {
    let mut edits = field();
    // The last are beyond what a mesh can keep, or keeps of several that multiply.
    for cost in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e308, 3.5e38, 2e38, 5e-38, 1e-60] {
        let bad = area([3.0, 0.0], [5.0, 20.0], Payload::Cost(cost));
        let error = edits.apply(&[add(1, bad)]).unwrap_err();
        let problem = EditProblem::Cost { cost };
        // NaN is no equal of itself.
        assert_eq!(error.to_string(), EditError::Edit { edit: 0, problem }.to_string());
    }
}

#[test]
fn data_lies_in_the_mesh_or_beside_it() {
    let mut edits = field();
    let data = |value, beside| Payload::Data { layer: 3, value, beside };
    edits.apply(&[add(5, area([2.0, 2.0], [8.0, 8.0], data(1.0, true)))]).unwrap();
    assert_eq!(edits.mesh().polygon_count(), 4, "beside the mesh it cuts nothing");
    edits.apply(&[add(3, area([4.0, 4.0], [6.0, 6.0], data(7.0, false)))]).unwrap();
    assert!(edits.mesh().polygon_count() > 4);
    let base = PolyRef { tile: TileId(0), polygon: 0 };
    let at = |edits: &walkmesh::edit::Edits, layer, x: i32| {
        edits.data_at(layer, base, PlanPoint::new(x * 4096, 5 * 4096))
    };
    assert_eq!((at(&edits, 3, 5), at(&edits, 3, 9), at(&edits, 2, 5)), (Some(1.0), None, None));
    edits.apply(&[Edit::Deactivate { id: ChangeId(5) }]).unwrap();
    assert_eq!((at(&edits, 3, 5), at(&edits, 3, 3)), (Some(7.0), None));
    let high = Change { heights: (5.0, 6.0), ..area([0.0, 0.0], [9.0, 9.0], data(4.0, true)) };
    edits.apply(&[add(9, high)]).unwrap();
    assert_eq!(at(&edits, 3, 5), Some(7.0), "that is over all heads");
}
