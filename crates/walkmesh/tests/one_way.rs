//! Edges across tiles that may be crossed one way only, when tiles are joined anew.

use std::collections::BTreeSet;
use std::sync::Arc;

use walkmesh::bake::{BakeOptions, Changed, bake, update};
use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, KindId, Payload};
use walkmesh::geom::{GroundPoint, PlanBox, PlanPoint, cast};
use walkmesh::mesh::{
    CostFactor, Edge, NavMesh, Passage, Patch, PolyRef, Polygon, Tile, TileCoord, TileId,
    TileSource,
};
use walkmesh::parameters::{Parameters, Resolved, TileSize};
use walkmesh::partition::WALK;
use walkmesh::soup::{Area, Soup};
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::soups::cuboid;
use walkmesh_testkit::{Random, planar_mesh};

/// An edge across tiles: its ends, and the ground on both sides of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Across {
    ends: [GroundPoint; 2],
    from: Ground,
    to: Ground,
}

/// A polygon, by its tile and what no cut at a side changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ground {
    tile: TileCoord,
    bounds: [(i32, i32); 2],
    heights: (i32, i32),
    layer: u32,
}

fn ground(mesh: &NavMesh, r: PolyRef) -> Ground {
    let of = mesh.polygon(r);
    let bounds = [of.bounds.min, of.bounds.max].map(|p| (p.x, p.y));
    Ground { tile: mesh.tile(r.tile).coord, bounds, heights: of.heights, layer: of.layer }
}

/// The edges across tiles, with their passages.
fn across(mesh: &NavMesh) -> Vec<(Across, Passage)> {
    let mut all = Vec::new();
    for r in mesh.polygons() {
        let corners: Vec<GroundPoint> = mesh.corners(r).collect();
        for (k, edge) in mesh.edges(r).iter().enumerate() {
            if let Some(to) = edge.neighbour().filter(|to| to.tile != r.tile) {
                let ends = [corners[k], corners[(k + 1) % corners.len()]];
                let (from, to) = (ground(mesh, r), ground(mesh, to));
                all.push((Across { ends, from, to }, edge.passage()));
            }
        }
    }
    all.sort_unstable_by_key(|of| of.0);
    all
}

/// The edges across tiles that may not be crossed from this side.
fn closed(mesh: &NavMesh) -> BTreeSet<Across> {
    let all = across(mesh).into_iter();
    all.filter(|of| of.1 == Passage::Closed).map(|of| of.0).collect()
}

/// The mesh with edges across tiles closed from one side, one in three.
fn one_way(mesh: &NavMesh, random: &mut Random) -> NavMesh {
    let mut tiles: Vec<Tile> = mesh.tiles().map(|tile| (**tile).clone()).collect();
    for (t, tile) in (0..).map(TileId).zip(&mut tiles) {
        for edge in &mut tile.edges {
            // From one of both sides at most.
            let to = edge.neighbour().filter(|to| to.tile > t);
            if to.is_some() && random.below(3) == 0 {
                edge.lead(to, Passage::Closed);
            }
        }
    }
    let mesh = mesh.replace_tiles(tiles.into_iter().map(Arc::new).collect()).expect("the tiles");
    assert_eq!(mesh.validate(), []);
    mesh
}

fn baked(name: &str, tile: f64) -> (Soup, NavMesh) {
    let scene = generate(name, &SceneOptions { size: 2, seed: 4 }).expect("the scene");
    let parameters = Parameters { tile_size: TileSize::Metres(tile), ..scene.preset.parameters() };
    let mesh = bake(&scene.soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh;
    (scene.soup, mesh)
}

/// The height triangles of a polygon as patches: together they are its ground.
fn patches(mesh: &NavMesh, polygon: PolyRef) -> Vec<Patch> {
    let tile = mesh.tile(polygon.tile);
    let at = |v: u32| mesh.frame().to_world(tile.vertices[cast::index(v)]);
    let area = mesh.polygon(polygon).area;
    let triangles = tile.triangles_of(polygon.polygon).iter();
    triangles.map(|t| Patch { corners: t.map(at), area, flags: WALK }).collect()
}

#[test]
fn by_hand_what_leads_one_way_stays_so_between_what_stays() {
    let mut random = Random::new(5);
    for (name, tile) in [("dining_room", 4.1), ("stairs", 3.3), ("terrain", 8.0)] {
        let mesh = one_way(&baked(name, tile).1, &mut random);
        let before = closed(&mesh);
        assert!(before.len() > 3, "{name}: {}", before.len());
        assert_eq!(closed(&mesh.rebuilt_by_hand(&[], &[]).expect("a mesh")), before, "{name}");
        let all: Vec<PolyRef> = mesh.polygons().collect();
        let mut parted = 0;
        for _ in 0..8 {
            let gone: BTreeSet<PolyRef> = (0..4).map(|_| all[random.below(all.len())]).collect();
            let ids: Vec<_> = gone.iter().map(|&r| mesh.id(r)).collect();
            let build: Vec<Patch> = gone.iter().flat_map(|&r| patches(&mesh, r)).collect();
            let gone: BTreeSet<Ground> = gone.iter().map(|&r| ground(&mesh, r)).collect();
            let stays = |of: &&Across| !gone.contains(&of.from) && !gone.contains(&of.to);
            let expected: BTreeSet<Across> = before.iter().filter(stays).copied().collect();
            parted += before.len() - expected.len();
            for build in [&[][..], &build] {
                let made = mesh.rebuilt_by_hand(&ids, build).expect("a mesh");
                assert_eq!(made.validate(), [], "{name}");
                // What is put back leads both ways, as within a tile.
                assert_eq!(closed(&made), expected, "{name} {ids:?}");
            }
        }
        assert!(parted > 0, "{name}: nothing at an edge went");
    }
}

/// Edits, and the same edits over another base mesh, join nothing anew: where the ground is whole, what
/// leads one way does, and what is then done by hand finds it so.
#[test]
fn edits_keep_what_leads_one_way() {
    let mut random = Random::new(7);
    let mesh = one_way(&baked("dining_room", 4.1).1, &mut random);
    let before = closed(&mesh);
    let (low, high) = mesh.bounds().expect("polygons");
    let mut edits = Edits::new(mesh.clone()).expect("a sound mesh");
    let mut parted = 0;
    for id in (0..20).map(ChangeId) {
        let center = [random.metres(low.x, high.x), random.metres(low.z, high.z)];
        let change = Change {
            shape: Footprint::Circle { center, radius: 0.6 },
            heights: (f64::NEG_INFINITY, f64::INFINITY),
            payload: Payload::Block { kind: KindId(0) },
            grown: true,
        };
        edits.apply(&[Edit::Add { id, change }]).expect("a blocker");
        let now = closed(edits.mesh());
        parted += usize::from(now != before);
        let by_hand = edits.mesh().rebuilt_by_hand(&[], &[]).expect("a mesh");
        assert_eq!((by_hand.validate(), closed(&by_hand)), (vec![], now.clone()));
        edits.rebase(mesh.clone()).expect("the same base");
        assert_eq!(closed(edits.mesh()), now);
        if id.0 % 2 == 0 {
            edits.apply(&[Edit::Remove { id }]).expect("it is there");
        }
    }
    assert!(parted > 0, "no blocker at an edge");
    let all: Vec<Edit> =
        (0..20).filter(|id| id % 2 == 1).map(|id| Edit::Remove { id: ChangeId(id) }).collect();
    edits.apply(&all).expect("they are there");
    assert_eq!(closed(edits.mesh()), before);
}

/// Two rooms, one a tile, with a wide way between them of which one half leads one way. The corner
/// between the halves bends no ground, and nothing else lies at it.
#[test]
fn a_part_of_a_side_stays_one_way_by_itself() {
    let like = planar_mesh(&[vec![(0, 0), (64, 0), (64, 32), (0, 32)]]);
    let parameters = Parameters { tile_size: TileSize::Metres(32.0), ..*like.parameters() };
    let resolved = Resolved { cell: 1, tile_cells: 32, columns: 2, rows: 1, ..*like.resolved() };
    for is_inserted in [false, true] {
        let rooms = [0, 1].map(|x| Arc::new(room(x, is_inserted))).to_vec();
        let mesh = NavMesh::from_tiles(&parameters, &resolved, [0; 32], rooms, vec![], vec![]);
        let mesh = mesh.expect("two tiles");
        assert_eq!((mesh.validate(), across(&mesh).len()), (vec![], 4));
        assert_eq!(closed(&mesh).len(), 1);
        let mut made = mesh.clone();
        for _ in 0..2 {
            made = made.rebuilt_by_hand(&[], &[]).expect("a mesh");
            assert_eq!(made.validate(), []);
            assert_eq!(across(&made), across(&mesh), "{is_inserted}");
        }
    }
}

/// The western room, 0, or the eastern one, 1; half of the side of the western one is closed.
fn room(x: i32, is_inserted: bool) -> Tile {
    let clip = PlanBox::new(PlanPoint::new(32 * x, 0), PlanPoint::new(32 * x + 32, 32));
    let (PlanPoint { x: west, y: south }, PlanPoint { x: east, y: north }) = (clip.min, clip.max);
    let corners = [(west, south), (east, south), (east, north), (west, north), (32, 12)];
    let vertices = corners.map(|(x, y)| GroundPoint::new(x, y, 0)).to_vec().into();
    let to = |tile| Some(PolyRef { tile: TileId(tile), polygon: 0 });
    let (order, first, to) =
        if x == 0 { ([0, 1, 4, 2, 3], 1, to(1)) } else { ([0, 1, 2, 3, 4], 3, to(0)) };
    let mut edges = order.map(|vertex| Edge::new(vertex, None, Passage::Open)).to_vec();
    edges[first].lead(to, if x == 0 { Passage::Closed } else { Passage::Open });
    edges[first + 1].lead(to, Passage::Open);
    let inserted = vec![cast::count(first + 1)];
    let polygon = Polygon {
        first_edge: 0,
        first_triangle: 0,
        area: Area(0),
        factor: CostFactor::ONE,
        flags: WALK,
        layer: 0,
        base: 0,
        piece: 0,
        generation: 0,
        bounds: clip,
        heights: (0, 0),
    };
    Tile {
        coord: TileCoord { x, y: 0 },
        clip,
        vertices,
        edges,
        polygons: vec![polygon].into(),
        triangles: vec![[0, 1, 2], [0, 2, 3]].into(),
        labels: vec![0].into(),
        label_count: 1,
        source: is_inserted.then(|| TileSource { inserted, ..TileSource::default() }),
    }
}

#[test]
fn an_update_keeps_what_leads_one_way_between_tiles_that_stay() {
    let mut random = Random::new(6);
    for (name, tile) in [("dining_room", 4.1), ("terrain", 8.0)] {
        let (mut soup, mesh) = baked(name, tile);
        let mesh = one_way(&mesh, &mut random);
        let before = closed(&mesh);
        let (low, high) = mesh.bounds().expect("polygons");
        let middle = [low, high].map(|p| [p.x, p.z]);
        let at = |i: usize| f64::midpoint(middle[0][i], middle[1][i]);
        cuboid(&mut soup, [[at(0), low.y, at(1)], [at(0) + 0.5, high.y + 1.0, at(1) + 0.5]]);
        let options = BakeOptions::default();
        let updated = update(&mesh, &soup, Changed::ByHash, &options).expect("a mesh");
        assert!(!updated.rebuilt.is_empty());
        let stays = |of: &Across| {
            ![of.from, of.to].iter().any(|ground| updated.rebuilt.contains(&ground.tile))
        };
        let expected: BTreeSet<Across> = before.iter().filter(|of| stays(of)).copied().collect();
        assert!(!expected.is_empty(), "{name}: {}", before.len());
        assert_eq!(updated.baked.mesh.validate(), [], "{name}");
        assert_eq!(closed(&updated.baked.mesh), expected, "{name}");
    }
}
