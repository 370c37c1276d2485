//! A world of any shapes, baked in tiles, and any edits over it in batches: every batch is made and
//! leaves a sound mesh; the last is that of the set of changes applied at once, paths are found on
//! it, and without changes it is the base again, byte for byte.
#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use walkmesh::Point;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, KindId, Payload, PlanPolygon};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::TileSize;
use walkmesh::query::Status;
use walkmesh::soup::Area;
use walkmesh::store;
use walkmesh_fuzz::{SHAPE, agree, parameters, paths, pick, unit, world};

/// Bytes of an edit.
const EDIT: usize = 10;

/// Shapes of the world and edits, at most.
const SHAPES: u8 = 12;
const EDITS: usize = 24;

/// Units over which shapes are spread: the fewer tiles, the more edits a second.
const SPREAD: u8 = 72;

/// Base polygons, at most: what counts is how edits meet them.
const POLYGONS: usize = 300;

/// The set of changes, and which are active.
type Known = BTreeMap<ChangeId, (Change, bool)>;

fuzz_target!(|bytes: &[u8]| {
    let Some((head, rest)) = bytes.split_first_chunk::<8>() else { return };
    let Some((count, rest)) = rest.split_first() else { return };
    let (shapes, edits) = rest.split_at(rest.len().min(usize::from(count % SHAPES + 1) * SHAPE));
    let unit = unit(head[0]);
    let mut parameters = parameters(head, unit);
    parameters.tile_size = TileSize::Metres(unit * pick(head[6], [24.0, 16.0, 40.0]));
    // Without height points nothing says how far apart the ground of two polygons may be between
    // the corners of an edge, which edits cut.
    parameters.detail_sample_distance = unit * pick(head[5], [6.0, 1.0]);
    let near = |(i, byte): (usize, &u8)| if i % SHAPE == 0 { *byte } else { byte % SPREAD };
    let shapes: Vec<u8> = shapes.iter().enumerate().map(near).collect();
    let Ok(baked) = bake(&world(&shapes, unit), &parameters, &BakeOptions::default()) else {
        return;
    };
    if baked.mesh.polygon_count() <= POLYGONS {
        edited(&baked.mesh, edits, unit);
    }
});

/// Makes the edits over a mesh, and takes all of them away in the end.
fn edited(base: &NavMesh, bytes: &[u8], unit: f64) {
    let mut edits = Edits::new(base.clone()).expect("a baked mesh");
    let mut known = Known::new();
    let mut batch = Vec::new();
    let (all, _) = bytes.as_chunks::<EDIT>();
    for bytes in all.iter().take(EDITS) {
        batch.extend(edit(base, &mut known, bytes, unit));
        // Most batches have several edits.
        if bytes[0] >= 192 {
            made(&mut edits, &mut batch);
        }
    }
    made(&mut edits, &mut batch);
    let is_plain = known.values().all(|(change, _)| !matches!(change.payload, Payload::Cost(_)));
    for path in &paths(edits.mesh()) {
        // Where costs differ `optimal` may say that it cannot tell; `funnel` always arrives
        // somewhere.
        assert_ne!(path[1].0, Status::NotFound);
        if is_plain {
            agree(path);
        }
    }
    assert!(stored(edits.mesh()) == stored(&at_once(base, &known)), "the way there shows");
    let away: Vec<Edit> = known.keys().map(|&id| Edit::Remove { id }).collect();
    edits.apply(&away).expect("all of them are there");
    assert!(stored(edits.mesh()) == stored(base), "the edits left something");
}

/// Makes a batch, which is empty afterwards.
fn made(edits: &mut Edits, batch: &mut Vec<Edit>) {
    edits.apply(batch).expect("edits that make sense");
    batch.clear();
    assert_eq!(edits.mesh().validate(), []);
}

/// The base mesh with the set of changes applied in one batch.
fn at_once(base: &NavMesh, known: &Known) -> NavMesh {
    let add = known.iter().map(|(&id, (change, _))| Edit::Add { id, change: change.clone() });
    let set =
        known.iter().map(
            |(&id, &(_, is_active))| {
                if is_active { Edit::Activate { id } } else { Edit::Deactivate { id } }
            },
        );
    let batch: Vec<Edit> = add.chain(set).collect();
    let mut edits = Edits::new(base.clone()).expect("a baked mesh");
    edits.apply(&batch).expect("a set that was there");
    edits.mesh().clone()
}

fn stored(mesh: &NavMesh) -> Vec<u8> {
    let mut bytes = Vec::new();
    store::write(mesh, &mut bytes).expect("a vector takes all");
    bytes
}

/// An edit that can be made, kept in the set; `None` where it needs a change that is not there.
fn edit(base: &NavMesh, known: &mut Known, bytes: &[u8; EDIT], unit: f64) -> Option<Edit> {
    let [what, id, payload, rest @ ..] = *bytes;
    let id = ChangeId(u64::from(id % 8));
    let mut is_known = known.get_mut(&id);
    match (what % 8, &mut is_known) {
        (0, _) => known.remove(&id).map(|_| Edit::Remove { id }),
        (1, known) => known.as_mut().map(|(_, is_active)| {
            *is_active = true;
            Edit::Activate { id }
        }),
        (2, known) => known.as_mut().map(|(_, is_active)| {
            *is_active = false;
            Edit::Deactivate { id }
        }),
        (_, Some((change, _))) => {
            (change.shape, change.heights) = (shape(base, &rest, unit), heights(&rest, unit));
            Some(Edit::Move { id, shape: change.shape.clone(), heights: change.heights })
        }
        (_, None) => {
            let change = Change {
                shape: shape(base, &rest, unit),
                heights: heights(&rest, unit),
                payload: self::payload(payload),
                grown: what & 8 == 0,
            };
            let is_active = !matches!(change.payload, Payload::PassiveBlock { .. });
            known.insert(id, (change.clone(), is_active));
            Some(Edit::Add { id, change })
        }
    }
}

fn payload(byte: u8) -> Payload {
    let kind = KindId(u32::from(byte / 64));
    match byte % 8 {
        0..3 => Payload::Block { kind },
        3 => Payload::PassiveBlock { kind },
        4 => Payload::Open { ids: vec![ChangeId(u64::from(byte / 8 % 8))], kinds: vec![kind] },
        5 => Payload::Cost(pick(byte / 8, [0.5, 2.0, 1.0, 7.0])),
        6 => Payload::Area(Area(pick(byte / 8, [0, 1, 5, 63]))),
        _ => Payload::Data { layer: 0, value: f64::from(byte), beside: byte & 8 == 0 },
    }
}

/// Everywhere, or a few units of heights.
fn heights([.., y, h]: &[u8; 7], unit: f64) -> (f64, f64) {
    match h % 4 {
        0 => (f64::NEG_INFINITY, f64::INFINITY),
        _ => (unit * f64::from(y / 4), unit * (f64::from(y / 4) + f64::from(h / 8))),
    }
}

/// Around a whole unit of the mesh's box, so that shapes often touch each other and its edges.
fn shape(base: &NavMesh, [kind, x, z, w, d, y, h]: &[u8; 7], unit: f64) -> Footprint {
    let (low, high) = base.bounds().unwrap_or_default();
    let within = |from: f64, to: f64, by: u8| {
        let units = ((to - from) / unit).max(1.0) + 1.0;
        (from / unit).floor() * unit + unit * (f64::from(by) % units.floor())
    };
    let (x, z) = (within(low.x, high.x, *x), within(low.z, high.z, *z));
    let [w, d] = [w, d].map(|v| unit * f64::from(v % 64) / 2.0);
    let [y, h] = [y / 4, h / 8].map(|v| unit * f64::from(v));
    let corners = [[x - w, z - d], [x + w, z - d], [x + w, z + d], [x - w, z + d]];
    match kind % 8 {
        0 => Footprint::Circle { center: [x, z], radius: w },
        1 => Footprint::Box { center: [x, z], half: [w, d], turned: f64::from(kind / 8) * 11.25 },
        2 => Footprint::Polygons(vec![PlanPolygon {
            outer: vec![corners[0], corners[1], corners[3]],
            holes: Vec::new(),
        }]),
        // A bow tie.
        3 => Footprint::Polygons(vec![PlanPolygon {
            outer: vec![corners[0], corners[2], corners[1], corners[3]],
            holes: Vec::new(),
        }]),
        4 => Footprint::Polygons(vec![PlanPolygon {
            outer: corners.to_vec(),
            holes: vec![corners.map(|[a, b]| [(a + x) / 2.0, (b + z) / 2.0]).to_vec()],
        }]),
        5 => Footprint::Triangles(tent(corners, y, h)),
        _ => Footprint::Polygons(vec![PlanPolygon { outer: corners.to_vec(), holes: Vec::new() }]),
    }
}

/// Two sides that meet over a rectangle's middle.
fn tent([a, b, c, d]: [[f64; 2]; 4], low: f64, rise: f64) -> Vec<[Point; 3]> {
    let at = |[x, z]: [f64; 2], y: f64| Point { x, y, z };
    let middle = |[ax, az]: [f64; 2], [bx, bz]: [f64; 2]| [(ax + bx) / 2.0, (az + bz) / 2.0];
    let [near, far] = [middle(a, b), middle(d, c)].map(|p| at(p, low + rise));
    let [a, b, c, d] = [a, b, c, d].map(|p| at(p, low));
    vec![[a, d, far], [a, far, near], [b, near, far], [b, far, c]]
}
