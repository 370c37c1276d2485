use std::collections::BTreeSet;

use super::*;
use crate::geom::{GroundPoint, PlanPoint, predicates};
use crate::mesh::samples::{grid, random_parts, rectangle, tile};
use crate::mesh::{ConvexPolygon, Passage, Problem};
use crate::partition::{Beyond, Piece};
use crate::surface::{Border, SeamId, TileSide};

fn box_of(x0: i32, y0: i32, x1: i32, y1: i32) -> PlanBox {
    PlanBox::new(PlanPoint::new(x0, y0), PlanPoint::new(x1, y1))
}

fn flat(b: PlanBox) -> ConvexPolygon {
    rectangle(b, 0, |_| 0)
}

fn at(tile: u32, polygon: u32) -> PolyRef {
    PolyRef { tile: TileId(tile), polygon }
}

fn assemble(setup: &(Parameters, Resolved), parts: Vec<TileParts>) -> NavMesh {
    let mesh = NavMesh::assemble(&setup.0, &setup.1, [0; 32], parts).unwrap();
    assert_eq!(mesh.validate(), []);
    mesh
}

/// The corners without those that conforming may have inserted: the rule that conform.rs gives.
fn own_corners(mesh: &NavMesh, r: PolyRef) -> Vec<GroundPoint> {
    let tile = mesh.tile(r.tile);
    let edges = tile.edges_of(r.polygon);
    let n = edges.len();
    let inserted = |k: usize| {
        let [a, b, c] = [k + n - 1, k, k + 1].map(|k| tile.plan(edges[k % n].vertex));
        TileSide::ALL.into_iter().any(|s| {
            crate::mesh::stretch::on_side(&tile.clip, s, a, b)
                && crate::mesh::stretch::on_side(&tile.clip, s, b, c)
        }) && !tile.triangles_of(r.polygon).iter().flatten().any(|&v| v == edges[k].vertex)
    };
    let corners: Vec<_> = mesh.corners(r).collect();
    (0..n).filter(|&k| !inserted(k)).map(|k| corners[k]).collect()
}

#[test]
fn t_junctions_across_tiles_are_cut_on_both_sides() {
    // Left: cuts at y 0, 20, 32; right: at 0, 12, 32.
    let setup = grid(2, 1);
    let left = tile(&setup.1, 0, 0, &[flat(box_of(0, 0, 32, 20)), flat(box_of(0, 20, 32, 32))]);
    let right = tile(&setup.1, 1, 0, &[flat(box_of(32, 0, 64, 12)), flat(box_of(32, 12, 64, 32))]);
    let mesh = assemble(&setup, vec![left, right]);
    let beyond = |r| -> Vec<_> { mesh.edges(r).iter().filter_map(|e| e.neighbour()).collect() };
    assert_eq!(beyond(at(0, 0)), [at(1, 0), at(1, 1), at(0, 1)]);
    assert_eq!(beyond(at(1, 1)), [at(1, 0), at(0, 1), at(0, 0)]);
    assert_eq!(mesh.edges(at(0, 0)).len(), 5);
    assert_eq!(mesh.edges(at(0, 1)).len(), 4);
    assert_eq!(own_corners(&mesh, at(0, 0)).len(), 4);
}

#[test]
fn inserted_corners_lie_on_the_ground() {
    // Two ramps along the side, cut at different places.
    let setup = grid(2, 1);
    let ramp = |b| rectangle(b, 0, |p| p.y / 2);
    let left = tile(&setup.1, 0, 0, &[ramp(box_of(0, 0, 32, 32))]);
    let right = tile(&setup.1, 1, 0, &[ramp(box_of(32, 0, 64, 10)), ramp(box_of(32, 10, 64, 32))]);
    let mesh = assemble(&setup, vec![left, right]);
    let inserted = mesh.corners(at(0, 0)).find(|c| c.plan == PlanPoint::new(32, 10)).unwrap();
    assert_eq!(inserted.height, 5);
    for r in mesh.polygons() {
        for corner in mesh.corners(r) {
            assert_eq!(mesh.height_at(r, corner.plan), corner.height);
        }
    }
}

#[test]
fn too_high_a_step_is_a_wall() {
    let setup = grid(2, 1);
    for (step, joined) in [(0, true), (2, true), (3, false), (-3, false)] {
        let left = tile(&setup.1, 0, 0, &[flat(box_of(0, 0, 32, 32))]);
        let right = tile(&setup.1, 1, 0, &[rectangle(box_of(32, 0, 64, 32), 0, |_| step)]);
        let mesh = assemble(&setup, vec![left, right]);
        assert_eq!(mesh.components().len() == 1, joined, "{step}");
    }
}

#[test]
fn the_nearest_floor_is_chosen() {
    // Floors two steps apart: each could meet both.
    let setup = grid(2, 1);
    let floors =
        |b: PlanBox, lift: i32| [0, 2].map(|h| rectangle(b, u32::from(h > 0), |_| h + lift));
    let left = tile(&setup.1, 0, 0, &floors(box_of(0, 0, 32, 32), 0));
    let right = tile(&setup.1, 1, 0, &floors(box_of(32, 0, 64, 32), 0));
    let mesh = assemble(&setup, vec![left, right]);
    assert_eq!(mesh.components().len(), 2);
}

#[test]
fn random_tiles_join_where_they_touch() {
    for seed in 0..60 {
        let (parameters, resolved, mut parts) =
            random_parts(seed, 3, 2, 1 + u32::from(seed % 3 > 0));
        let given: Vec<_> = parts.iter().map(|p| p.partition.clone()).collect();
        let mesh = assemble(&(parameters, resolved), parts.clone());
        // Nothing lost: the boxes' area is the mesh's.
        let area: i128 = given
            .iter()
            .flat_map(|g| g.pieces.iter().map(move |p| (g, p)))
            .map(|(g, p)| {
                let ring: Vec<_> =
                    p.corners.iter().map(|&c| g.vertices[cast::index(c)].plan).collect();
                predicates::ring_area_doubled(&ring)
            })
            .sum();
        assert!((mesh.area_m2() - cast::float_wide(area) / 2.0).abs() < 1e-9);
        // Neighbours are those whose boxes share a stretch on one storey.
        let all: Vec<_> = mesh.polygons().collect();
        for &a in &all {
            let found: BTreeSet<_> = mesh.edges(a).iter().filter_map(|e| e.neighbour()).collect();
            let (p, h) = (mesh.polygon(a).bounds, mesh.polygon(a).heights);
            let touching: BTreeSet<_> = all
                .iter()
                .copied()
                .filter(|&b| {
                    let q = mesh.polygon(b).bounds;
                    let x = p.max.x.min(q.max.x) - p.min.x.max(q.min.x);
                    let y = p.max.y.min(q.max.y) - p.min.y.max(q.min.y);
                    a != b && mesh.polygon(b).heights == h && x.min(y) == 0 && x.max(y) > 0
                })
                .collect();
            assert_eq!(found, touching, "seed {seed}");
        }
        // The order of the parts does not matter, and the cuts can be told and taken back.
        parts.reverse();
        assert_eq!(mesh, assemble(&(parameters, resolved), parts));
        for &r in &all {
            let partition = &given[cast::index(r.tile.0)];
            let piece = &partition.pieces[cast::index(r.polygon)];
            let unused = |c: &u32| piece.triangles.iter().flatten().any(|t| t == c);
            let own: Vec<_> = piece
                .corners
                .iter()
                .filter(|c| unused(c))
                .map(|&c| partition.vertices[cast::index(c)])
                .collect();
            assert_eq!(own_corners(&mesh, r), own, "seed {seed}");
        }
    }
}

#[test]
fn small_islands_at_tile_sides_go() {
    let (parameters, mut resolved) = grid(2, 1);
    resolved.region_min_cells = 30;
    let setup = (parameters, resolved);
    let parts = || {
        vec![
            // An island of 16 + 8 across the side, one of 4 inside, and the mainland.
            tile(
                &setup.1,
                0,
                0,
                &[
                    flat(box_of(28, 0, 32, 4)),
                    flat(box_of(10, 2, 12, 4)),
                    flat(box_of(0, 10, 32, 32)),
                ],
            ),
            tile(&setup.1, 1, 0, &[flat(box_of(32, 0, 34, 4)), flat(box_of(40, 4, 50, 8))]),
        ]
    };
    let mesh = assemble(&setup, parts());
    assert_eq!(mesh.polygon_count(), 3);
    assert_eq!(mesh.tile(TileId(0)).vertices.len(), 8, "vertices of dropped polygons go as well");
    let (_, mut resolved) = setup;
    resolved.region_min_cells = 24;
    assert_eq!(assemble(&(parameters, resolved), parts()).polygon_count(), 5);
}

#[test]
fn an_island_that_goes_leaves_no_corners_behind() {
    let (parameters, resolved) = grid(2, 1);
    let ends = |height: i32, region_min_cells: u32| {
        let resolved = Resolved { region_min_cells, ..resolved };
        // It may meet the floor beyond, which is nearer to the floor beside it.
        let island = rectangle(box_of(30, 8, 32, 12), 1, |_| height);
        let left = tile(&resolved, 0, 0, &[flat(box_of(0, 0, 32, 32)), island]);
        let right = tile(&resolved, 1, 0, &[flat(box_of(32, 0, 64, 32))]);
        let mesh = assemble(&(parameters, resolved), vec![left, right]);
        mesh.polygons().map(|r| mesh.edges(r).len()).collect::<Vec<_>>()
    };
    assert_eq!(ends(2, 0), [6, 4, 6]);
    assert_eq!(ends(2, 30), [4, 4]);
    assert_eq!(ends(3, 0), [4, 4, 4]);
}

/// Two squares that meet at x = 4, with these borders there.
fn seamed(left: Border, right: Border) -> Result<NavMesh, MeshError> {
    let (parameters, resolved) = grid(1, 1);
    let vertices =
        [(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0), (4, 0, 1), (8, 0, 1), (8, 4, 1), (4, 4, 1)]
            .map(|(x, y, h)| GroundPoint::new(x, y, h));
    let piece = |corners: [u32; 4], at: usize, border| {
        let mut beyond = vec![Beyond::Border(Border::Wall); 4];
        beyond[at] = Beyond::Border(border);
        let [a, b, c, d] = corners;
        let triangles = vec![[a, b, c], [a, c, d]];
        Piece {
            corners: corners.to_vec(),
            beyond,
            layer: corners[0] / 4,
            area: crate::soup::Area(0),
            flags: 0,
            triangles,
        }
    };
    let pieces = vec![piece([0, 1, 2, 3], 1, left), piece([4, 5, 6, 7], 3, right)];
    let partition = Partition { vertices: vertices.to_vec(), pieces };
    let clip = resolved.tile_box(0, 0);
    let part =
        TileParts { coord: TileCoord::default(), clip, partition, ground: None, input: None };
    NavMesh::assemble(&parameters, &resolved, [0; 32], vec![part])
}

#[test]
fn seams_join_and_may_be_one_way() {
    let seam = SeamId(5);
    let mesh = seamed(Border::Seam(seam), Border::Seam(seam)).unwrap();
    assert_eq!(mesh.validate(), []);
    assert_eq!(mesh.edges(at(0, 0))[1].neighbour(), Some(at(0, 1)));
    let mesh = seamed(Border::Leave(seam), Border::Blocked(seam)).unwrap();
    assert_eq!(mesh.validate(), []);
    assert_eq!(mesh.edges(at(0, 0))[1].passage(), Passage::Open);
    assert_eq!(mesh.edges(at(0, 1))[3].passage(), Passage::Closed);
    assert_eq!(mesh.components().len(), 1);
    let mesh = seamed(Border::Blocked(seam), Border::Blocked(seam)).unwrap();
    assert!(matches!(mesh.validate()[0], Problem::NoPassage { .. }));
    let open = seamed(Border::Seam(seam), Border::Seam(SeamId(6))).unwrap_err();
    assert!(matches!(open, MeshError::OpenSeam { seam: 5, .. }), "{open}");
}

#[test]
fn broken_parts_are_refused() {
    let setup = grid(2, 1);
    let good = tile(&setup.1, 0, 0, &[flat(box_of(0, 0, 32, 20)), flat(box_of(0, 20, 32, 32))]);
    let error = |change: &dyn Fn(&mut TileParts)| {
        let mut part = good.clone();
        change(&mut part);
        NavMesh::assemble(&setup.0, &setup.1, [0; 32], vec![part]).unwrap_err()
    };
    let pieces = |f: fn(&mut Piece)| move |part: &mut TileParts| f(&mut part.partition.pieces[0]);
    assert!(matches!(error(&pieces(|p| p.corners[0] = 99)), MeshError::Index { index: 99, .. }));
    assert!(matches!(error(&pieces(|p| p.triangles[0][1] = 99)), MeshError::Index { .. }));
    assert!(matches!(error(&pieces(|p| p.corners.truncate(2))), MeshError::Count { .. }));
    assert!(matches!(error(&pieces(|p| p.beyond.truncate(2))), MeshError::Count { .. }));
    let clockwise = error(&pieces(|p| {
        p.corners.reverse();
        p.beyond.fill(Beyond::Border(Border::Wall));
    }));
    assert!(matches!(clockwise, MeshError::NotConvex { .. }));
    assert!(matches!(
        error(&pieces(|p| p.beyond[2] = Beyond::Border(Border::Wall))),
        MeshError::OneSided { polygon: 1, .. }
    ));
    assert!(matches!(
        error(&pieces(|p| p.beyond[0] = Beyond::Piece(77))),
        MeshError::OneSided { other: 77, .. }
    ));
    assert!(matches!(
        error(&pieces(
            |p| p.beyond[2] = Beyond::Border(Border::Tile(crate::surface::TileSide::East))
        )),
        MeshError::OffSide { edge: 2, .. }
    ));
    assert!(matches!(
        error(&|part| part.clip.max.x = 31),
        MeshError::Outside { at: GroundPoint { plan: PlanPoint { x: 32, .. }, .. }, .. }
    ));
    let twice = NavMesh::assemble(&setup.0, &setup.1, [0; 32], vec![good.clone(), good.clone()]);
    assert!(matches!(twice, Err(MeshError::TileTwice { .. })));
}

#[test]
fn no_tiles_make_an_empty_mesh() {
    let mesh = assemble(&grid(4, 4), Vec::new());
    assert_eq!((mesh.polygon_count(), mesh.vertex_count(), mesh.components().len()), (0, 0, 0));
    assert_eq!(mesh.bounds(), None);
    assert!(mesh.area_m2().abs() < 1e-12);
    assert_eq!(mesh.tile_at(TileCoord { x: 0, y: 0 }), None);
    assert!(mesh.locate([0.0, 0.0, 0.0], 1e9).is_none());
}
