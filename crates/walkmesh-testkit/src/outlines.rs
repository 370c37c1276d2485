//! The outlines of a mesh: what its polygons cover, as a surface to be cut anew.

use std::collections::{BTreeMap, BTreeSet};

use walkmesh::geom::predicates::{dot, orient, ring_area_doubled};
use walkmesh::geom::{PlanBox, PlanPoint};
use walkmesh::mesh::{NavMesh, PolyRef, TileCoord, TileParts};
use walkmesh::partition::Partition;
use walkmesh::surface::{Border, Layer, Patch, Ring, Surface};

/// What a mesh of one layer covers: a patch for polygons joined by edges, all borders walls.
/// Corners within a straight wall are dropped where nothing else touches them.
///
/// # Panics
/// When neighbours do not agree on their edge.
#[must_use]
pub fn surface_of(mesh: &NavMesh) -> Surface {
    let mut clip = PlanBox::new(PlanPoint::new(0, 0), PlanPoint::new(0, 0));
    for tile in mesh.tiles() {
        clip.min = PlanPoint::new(clip.min.x.min(tile.clip.min.x), clip.min.y.min(tile.clip.min.y));
        clip.max = PlanPoint::new(clip.max.x.max(tile.clip.max.x), clip.max.y.max(tile.clip.max.y));
    }
    let mut patches = Vec::new();
    let mut seen = BTreeSet::new();
    let rings = rings(mesh);
    let mut named: BTreeMap<PlanPoint, usize> = BTreeMap::new();
    for &p in rings.iter().flat_map(|(_, ring)| ring) {
        *named.entry(p).or_default() += 1;
    }
    for start in mesh.polygons() {
        let part = reachable(mesh, start, &mut seen);
        let own = rings.iter().filter(|(polygon, _)| part.contains(polygon));
        let mut patch = Patch::default();
        for (_, ring) in own {
            let ring = without_flat(ring, &named);
            let area = ring_area_doubled(&ring);
            let borders = vec![Border::Wall; ring.len()];
            let ring = Ring { points: ring.iter().map(|p| p.at(0)).collect(), borders };
            if area > 0 {
                patch.outer = ring;
            } else {
                patch.holes.push(ring);
            }
        }
        if !part.is_empty() {
            patches.push(patch);
        }
    }
    Surface {
        layers: vec![Layer { patches, ..Layer::default() }],
        ..Surface::empty(*mesh.frame(), clip)
    }
}

/// A mesh of one tile with the parameters and place of another.
///
/// # Panics
/// When the pieces do not fit together.
#[must_use]
pub fn meshed(like: &NavMesh, partition: Partition) -> NavMesh {
    let (coord, clip) = (TileCoord { x: 0, y: 0 }, like.tiles().next().expect("a tile").clip);
    let parts = TileParts { coord, clip, partition, ground: None, input: None };
    NavMesh::assemble(like.parameters(), like.resolved(), [0; 32], vec![parts]).expect("a mesh")
}

/// The polygons joined to `start` that were not seen yet.
fn reachable(mesh: &NavMesh, start: PolyRef, seen: &mut BTreeSet<PolyRef>) -> BTreeSet<PolyRef> {
    let mut part = BTreeSet::new();
    let mut open = vec![start];
    while let Some(p) = open.pop() {
        if seen.insert(p) {
            part.insert(p);
            open.extend(mesh.edges(p).iter().filter_map(|edge| edge.neighbour()));
        }
    }
    part
}

/// Rings of edges without neighbour, each with a polygon that it runs along, ground on the left.
fn rings(mesh: &NavMesh) -> Vec<(PolyRef, Vec<PlanPoint>)> {
    let corners = |p: PolyRef| -> Vec<PlanPoint> { mesh.corners(p).map(|c| c.plan).collect() };
    let mut done: BTreeSet<(PolyRef, usize)> = BTreeSet::new();
    let mut rings = Vec::new();
    for p in mesh.polygons() {
        for i in 0..mesh.edges(p).len() {
            if mesh.edges(p)[i].neighbour().is_some() || done.contains(&(p, i)) {
                continue;
            }
            let (mut ring, mut at) = (Vec::new(), (p, i));
            while done.insert(at) {
                let ring_of = corners(at.0);
                ring.push(ring_of[at.1]);
                let end = ring_of[(at.1 + 1) % ring_of.len()];
                // Around the end of the edge to the next one without neighbour.
                at.1 = (at.1 + 1) % ring_of.len();
                while let Some(next) = mesh.edges(at.0)[at.1].neighbour() {
                    let after = corners(at.0)[(at.1 + 1) % mesh.edges(at.0).len()];
                    let others = corners(next);
                    let back = (0..others.len())
                        .find(|&k| others[k] == after && others[(k + 1) % others.len()] == end)
                        .expect("neighbours share their edge");
                    at = (next, (back + 1) % others.len());
                }
            }
            rings.push((p, ring));
        }
    }
    rings
}

fn without_flat(ring: &[PlanPoint], named: &BTreeMap<PlanPoint, usize>) -> Vec<PlanPoint> {
    let n = ring.len();
    (0..n)
        .filter(|&i| {
            let (a, v, b) = (ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]);
            named[&v] > 1 || orient(a, v, b).is_ne() || dot(v, a, b) > 0
        })
        .map(|i| ring[i])
        .collect()
}
