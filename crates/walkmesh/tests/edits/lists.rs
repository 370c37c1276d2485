//! Houses, fences, stairs and wrecks on a field of 20 by 20 metres.

use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, KindId, Payload, PlanPolygon};
use walkmesh::geom::{Frame, GroundPoint, PlanPoint};
use walkmesh::mesh::{ConvexPolygon, NavMesh, PolyRef, TileId};

pub(crate) const FENCE: KindId = KindId(1);
const HOUSE: KindId = KindId(2);

/// Four square polygons on a lattice of 4096 steps a metre.
pub(crate) fn field() -> Edits {
    let polygon = |x: i32, y: i32| ConvexPolygon {
        corners: [(0, 0), (10, 0), (10, 10), (0, 10)]
            .map(|(u, v)| GroundPoint::new((x + u) * 4096, (y + v) * 4096, 0))
            .to_vec(),
        ..ConvexPolygon::default()
    };
    let frame = Frame::new([0.0, 0.0, 0.0], -12).expect("a frame");
    let squares = [polygon(0, 0), polygon(10, 0), polygon(0, 10), polygon(10, 10)];
    Edits::new(NavMesh::from_polygons(frame, &squares).expect("squares")).expect("a sound mesh")
}

/// A box between two corners in plan metres, which is world x and -z.
pub(crate) fn area(from: [f64; 2], to: [f64; 2], payload: Payload) -> Change {
    let ([x, y], [u, v]) = (from, to);
    let outer = vec![[x, -y], [u, -y], [u, -v], [x, -v]];
    let shape = Footprint::Polygons(vec![PlanPolygon { outer, holes: Vec::new() }]);
    Change { shape, heights: (-1.0, 1.0), payload, grown: true }
}

pub(crate) fn house(from: [f64; 2], to: [f64; 2]) -> Change {
    area(from, to, Payload::Block { kind: HOUSE })
}

pub(crate) fn add(id: u64, change: Change) -> Edit {
    Edit::Add { id: ChangeId(id), change }
}

pub(crate) fn remove(id: u64) -> Edit {
    Edit::Remove { id: ChangeId(id) }
}

pub(crate) fn is_open(edits: &Edits, x: f64, y: f64) -> bool {
    edits.mesh().locate([x, 0.0, -y], 1.0).is_some()
}

pub(crate) fn area_m2(edits: &Edits) -> f64 {
    assert!(edits.mesh().validate().is_empty());
    edits.mesh().area_m2()
}

#[test]
fn a_house_on_a_house_needs_both_gone() {
    let mut edits = field();
    edits.apply(&[add(1, house([2.0, 2.0], [6.0, 6.0]))]).unwrap();
    assert!(!is_open(&edits, 4.0, 4.0) && (area_m2(&edits) - 384.0).abs() < 1e-9);
    edits.apply(&[add(2, house([2.0, 2.0], [6.0, 6.0]))]).unwrap();
    edits.apply(&[remove(1)]).unwrap();
    assert!(!is_open(&edits, 4.0, 4.0), "the other house stands");
    edits.apply(&[remove(2)]).unwrap();
    assert!(is_open(&edits, 4.0, 4.0) && (area_m2(&edits) - 400.0).abs() < 1e-9);
    assert_eq!(edits.mesh().polygon_count(), 4, "and nothing is left of them");
}

#[test]
fn a_stair_over_a_fence_does_not_open_the_house_beside_it() {
    let mut edits = field();
    let fence = area([0.0, 7.0], [20.0, 7.5], Payload::Block { kind: FENCE });
    let opens_fences = Payload::Open { ids: Vec::new(), kinds: vec![FENCE] };
    let stair = area([4.0, 6.0], [8.0, 8.0], opens_fences);
    edits.apply(&[add(1, fence), add(2, house([6.0, 5.0], [9.0, 9.0])), add(3, stair)]).unwrap();
    assert!(is_open(&edits, 5.0, 7.25), "over the fence");
    assert!(!is_open(&edits, 7.0, 7.25), "not through the house");
    assert!(!is_open(&edits, 12.0, 7.25), "not beside the stair");
    assert_eq!(edits.mesh().components().len(), 1);
    let base = PolyRef { tile: TileId(0), polygon: 0 };
    let lists = edits.lists_at(base, PlanPoint::new(7 * 4096, 29696)).unwrap();
    assert_eq!(lists.blocked_by, [ChangeId(1), ChangeId(2)]);
    assert_eq!(lists.opened_by, [ChangeId(3)]);
    edits.apply(&[remove(3)]).unwrap();
    assert!(!is_open(&edits, 5.0, 7.25));
    assert_eq!(edits.mesh().components().len(), 2, "the fence parts the field");
    // By name it opens one fence only.
    let opens_one = Payload::Open { ids: vec![ChangeId(1)], kinds: Vec::new() };
    let second = area([0.0, 6.5], [20.0, 7.25], Payload::Block { kind: FENCE });
    edits.apply(&[add(3, area([3.0, 6.0], [5.0, 8.0], opens_one)), add(4, second)]).unwrap();
    assert!(is_open(&edits, 4.0, 7.375) && !is_open(&edits, 4.0, 7.0));
    assert!((area_m2(&edits) - (400.0 - 20.0 - 9.0 + 0.5)).abs() < 1e-9);
}

#[test]
fn a_wreck_larger_than_the_house_waits_for_it() {
    let mut edits = field();
    let wreck = area([7.0, 7.0], [13.0, 13.0], Payload::PassiveBlock { kind: HOUSE });
    edits.apply(&[add(1, house([8.0, 8.0], [12.0, 12.0])), add(2, wreck)]).unwrap();
    assert!((area_m2(&edits) - (400.0 - 16.0)).abs() < 1e-9);
    assert!(is_open(&edits, 7.5, 10.0) && !is_open(&edits, 9.0, 9.0));
    let base = PolyRef { tile: TileId(0), polygon: 0 };
    let lists = edits.lists_at(base, PlanPoint::new(9 * 4096, 9 * 4096)).unwrap();
    assert_eq!((lists.blocked_by, lists.waiting), (vec![ChangeId(1)], vec![ChangeId(2)]));
    let (one, two) = (ChangeId(1), ChangeId(2));
    edits.apply(&[Edit::Deactivate { id: one }, Edit::Activate { id: two }]).unwrap();
    assert!((area_m2(&edits) - (400.0 - 36.0)).abs() < 1e-9);
    assert!(!is_open(&edits, 7.5, 10.0));
    edits.apply(&[remove(2), Edit::Activate { id: one }]).unwrap();
    assert!((area_m2(&edits) - (400.0 - 16.0)).abs() < 1e-9);
}

#[test]
fn turning_on_and_off_keeps_ids_and_cuts_nothing() {
    let mut edits = field();
    edits.apply(&[add(1, house([8.0, 8.0], [12.0, 12.0]))]).unwrap();
    let blocked = edits.mesh().clone();
    let off = edits.apply(&[Edit::Deactivate { id: ChangeId(1) }]).unwrap();
    assert!(off.invalidated.is_empty(), "all that was there stays");
    assert!((area_m2(&edits) - 400.0).abs() < 1e-9);
    let open = edits.mesh().clone();
    let on = edits.apply(&[Edit::Activate { id: ChangeId(1) }]).unwrap();
    assert_eq!(on.invalidated.len(), open.polygon_count() - blocked.polygon_count());
    assert!(*edits.mesh() == blocked, "generations and all");
}

#[test]
fn a_bridge_passes_over_a_low_house() {
    // Ground, and a deck three metres above it.
    let square = |h: i32, layer| ConvexPolygon {
        corners: [(0, 0), (20, 0), (20, 20), (0, 20)]
            .map(|(x, y)| GroundPoint::new(x * 4096, y * 4096, h * 4096))
            .to_vec(),
        layer,
        ..ConvexPolygon::default()
    };
    let frame = Frame::new([0.0, 0.0, 0.0], -12).unwrap();
    let mesh = NavMesh::from_polygons(frame, &[square(0, 0), square(3, 1)]).unwrap();
    let mut edits = Edits::new(mesh).unwrap();
    let block = |heights| Change { heights, ..house([5.0, 5.0], [9.0, 9.0]) };
    let over = |edits: &Edits, height: f64| edits.mesh().locate([7.0, height, -7.0], 0.5).is_some();
    edits.apply(&[add(1, block((0.0, 2.5)))]).unwrap();
    assert!(!over(&edits, 0.0) && over(&edits, 3.0), "a house under the deck");
    edits
        .apply(&[Edit::Move {
            id: ChangeId(1),
            shape: block((0.0, 2.5)).shape,
            heights: (4.5, 6.0),
        }])
        .unwrap();
    assert!(over(&edits, 0.0) && !over(&edits, 3.0), "a beam at head height over the deck");
    edits
        .apply(&[Edit::Move {
            id: ChangeId(1),
            shape: block((0.0, 2.5)).shape,
            heights: (2.2, 2.8),
        }])
        .unwrap();
    assert!(over(&edits, 0.0) && over(&edits, 3.0), "between head and deck nobody is met");
}

#[test]
fn ids_are_checked_and_a_refused_batch_does_nothing() {
    let mut edits = field();
    let one = house([2.0, 2.0], [6.0, 6.0]);
    edits.apply(&[add(1, one.clone())]).unwrap();
    let before = edits.mesh().clone();
    let taken = edits.apply(&[remove(1), add(2, one.clone()), add(2, one.clone())]).unwrap_err();
    assert!(taken.to_string().contains("edit 3: change 2 is there"), "{taken}");
    let unknown = edits.apply(&[add(3, one.clone()), remove(1), remove(1)]).unwrap_err();
    assert!(unknown.to_string().contains("edit 3: change 1 is not"), "{unknown}");
    let bad = Change { heights: (2.0, 1.0), ..one.clone() };
    assert!(edits.apply(&[add(4, bad)]).is_err());
    let shape = Footprint::Circle { center: [f64::NAN, 0.0], radius: 1.0 };
    assert!(edits.apply(&[add(4, Change { shape, ..one })]).is_err());
    assert!(*edits.mesh() == before && edits.changes().count() == 1);
}
