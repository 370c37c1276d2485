//! What a mesh under edits should be, the slow way.

use std::collections::BTreeMap;

use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, Payload};
use walkmesh::geom::predicates::on_segment;
use walkmesh::geom::{PlanPoint, Shape, difference, grow, intersection, union};
use walkmesh::mesh::{NavMesh, PolyRef};
use walkmesh::parameters::Survey;
use walkmesh_testkit::Random;

use super::Known;

pub(crate) fn bytes(mesh: &NavMesh) -> Vec<u8> {
    let mut out = Vec::new();
    walkmesh::store::write(mesh, &mut out).expect("memory takes all");
    out
}

/// The base mesh with the set applied in one batch, in random order.
pub(crate) fn fresh(base: &NavMesh, known: &Known, random: &mut Random) -> NavMesh {
    let mut ids: Vec<ChangeId> = known.keys().copied().collect();
    for i in (1..ids.len()).rev() {
        ids.swap(i, random.below(i + 1));
    }
    let mut batch: Vec<Edit> = Vec::new();
    for &id in &ids {
        batch.push(Edit::Add { id, change: known[&id].0.clone() });
    }
    for &id in &ids {
        batch.push(if known[&id].1 { Edit::Activate { id } } else { Edit::Deactivate { id } });
    }
    let mut edits = Edits::new(base.clone()).expect("a sound mesh");
    edits.apply(&batch).expect("a set that was there");
    edits.mesh().clone()
}

/// The shape of a change on the lattice.
fn lattice(base: &NavMesh, change: &Change) -> Vec<Shape> {
    let at = |[x, z]: [f64; 2]| {
        base.frame().to_lattice([x, base.frame().origin().y, z]).expect("near").plan
    };
    let ring = |points: &[[f64; 2]]| -> Vec<PlanPoint> { points.iter().map(|&p| at(p)).collect() };
    let shapes: Vec<Shape> = match &change.shape {
        // Each polygon without its own holes, by itself.
        Footprint::Polygons(polygons) => polygons
            .iter()
            .flat_map(|p| {
                let holes: Vec<Shape> = p.holes.iter().map(|h| Shape::solid(ring(h))).collect();
                difference(&[Shape::solid(ring(&p.outer))], &holes).expect("near")
            })
            .collect(),
        Footprint::Circle { center: [x, z], radius } => {
            let half = std::f64::consts::PI / 13.0;
            let reach = radius / half.cos();
            let corner = |i: i32| {
                let angle = 2.0 * half * f64::from(i);
                [x + reach * angle.cos(), z + reach * angle.sin()]
            };
            vec![Shape::solid(ring(&(0..13).map(corner).collect::<Vec<_>>()))]
        }
        Footprint::Box { center: [x, z], half: [a, b], turned } => {
            let (s, c) = turned.to_radians().sin_cos();
            let corner = |u: f64, v: f64| [x + u * c - v * s, z + u * s + v * c];
            let corners = [corner(-a, -b), corner(*a, -b), corner(*a, *b), corner(-a, *b)];
            vec![Shape::solid(ring(&corners))]
        }
        Footprint::Triangles(triangles) => {
            triangles.iter().map(|t| Shape::solid(ring(&t.map(|p| [p.x, p.z])))).collect()
        }
    };
    let blocks = matches!(change.payload, Payload::Block { .. } | Payload::PassiveBlock { .. });
    let resolved = base.resolved();
    if blocks && !change.grown && resolved.radius > 0 {
        let tolerance = match base.parameters().survey {
            Survey::Exact => resolved.arc_tolerance,
            Survey::Voxel => resolved.arc_tolerance.max(resolved.cell / 4),
        };
        return grow(&shapes, resolved.radius, tolerance).expect("within reach");
    }
    union(&shapes).expect("within reach")
}

/// Walls on tile sides where the base mesh leads from one polygon to another and a piece of that is
/// open: those that an edit forgot to join.
pub(crate) fn forgotten(base: &NavMesh, mesh: &NavMesh) -> Vec<[PolyRef; 2]> {
    let mut pieces: BTreeMap<PolyRef, Vec<PolyRef>> = BTreeMap::new();
    for r in mesh.polygons() {
        let of = PolyRef { tile: r.tile, polygon: mesh.id(r).base };
        pieces.entry(of).or_default().push(r);
    }
    // Walls of the pieces of a polygon along a segment.
    let walls = |polygon: PolyRef, [from, to]: [PlanPoint; 2]| {
        let pieces = pieces.get(&polygon).into_iter().flatten();
        let walls = pieces.flat_map(move |&r| {
            let ends = ends(mesh, r).into_iter().zip(mesh.edges(r));
            ends.filter(|(_, edge)| edge.neighbour().is_none()).map(move |(ends, _)| (r, ends))
        });
        let walls = walls.filter(move |(_, ends)| ends.iter().all(|&p| on_segment(from, to, p)));
        walls.map(|(r, [a, b])| (r, a.min(b), a.max(b))).collect::<Vec<_>>()
    };
    let mut found = Vec::new();
    for polygon in base.polygons() {
        for (side, edge) in ends(base, polygon).into_iter().zip(base.edges(polygon)) {
            let Some(other) = edge.neighbour().filter(|other| other.tile != polygon.tile) else {
                continue;
            };
            let theirs = walls(other, side);
            for (r, low, high) in walls(polygon, side) {
                let facing = theirs.iter().filter(|(_, from, to)| *from < high && low < *to);
                found.extend(facing.map(|&(s, ..)| [r, s]));
            }
        }
    }
    found
}

/// The ends of each edge of a polygon.
fn ends(mesh: &NavMesh, polygon: PolyRef) -> Vec<[PlanPoint; 2]> {
    let corners: Vec<PlanPoint> = mesh.corners(polygon).map(|c| c.plan).collect();
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(&a, &b)| [a, b]).collect()
}

/// How far the mesh's area is from that of the boolean, and how far it may be: a step for every
/// step of outline and of the edges of the base mesh. Half square steps.
pub(crate) fn area_apart(base: &NavMesh, known: &Known, mesh: &NavMesh) -> (i128, i128) {
    let shapes: Vec<(ChangeId, &Change, Vec<Shape>)> = known
        .iter()
        .filter(|(_, (_, active))| *active)
        .map(|(&id, (change, _))| (id, change, lattice(base, change)))
        .collect();
    let mut closed: Vec<Shape> = Vec::new();
    for (id, change, blocker) in &shapes {
        let (Payload::Block { kind } | Payload::PassiveBlock { kind }) = &change.payload else {
            continue;
        };
        let opens = |change: &Change| match &change.payload {
            Payload::Open { ids, kinds } => ids.contains(id) || kinds.contains(kind),
            _ => false,
        };
        let openers = shapes.iter().filter(|(_, change, _)| opens(change));
        let openers: Vec<Shape> = openers.flat_map(|(_, _, shape)| shape.clone()).collect();
        closed.extend(difference(blocker, &openers).expect("within reach"));
    }
    let closed = union(&closed).expect("within reach");
    let (mut expected, mut found, mut allowed) = (0, 0, 0);
    for r in base.polygons() {
        let ring: Vec<PlanPoint> = base.corners(r).map(|c| c.plan).collect();
        let solid = [Shape::solid(ring)];
        expected += solid[0].area_doubled();
        for part in intersection(&solid, &closed).expect("within reach") {
            expected -= part.area_doubled();
        }
        allowed += around(&solid);
    }
    for (_, _, shape) in &shapes {
        allowed += around(shape);
    }
    for r in mesh.polygons() {
        found += Shape::solid(mesh.corners(r).map(|c| c.plan).collect()).area_doubled();
    }
    ((expected - found).abs(), allowed)
}

/// Steps around shapes, rounded up, and some for each.
fn around(shapes: &[Shape]) -> i128 {
    let mut steps = 4;
    for ring in shapes.iter().flat_map(Shape::rings) {
        for (i, a) in ring.iter().enumerate() {
            let b = ring[(i + 1) % ring.len()];
            steps += i128::from(a.x.abs_diff(b.x)) + i128::from(a.y.abs_diff(b.y)) + 1;
        }
    }
    steps
}
