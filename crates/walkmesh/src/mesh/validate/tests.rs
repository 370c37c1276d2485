//! Each check is shown to fail when one thing is broken, and to pass what is sound.

use std::sync::Arc;

use super::*;
use crate::geom::{PlanBox, PlanPoint, cast};
use crate::mesh::samples::{grid, rectangle, tile};
use crate::mesh::{Edge, Link, LinkEnd, Passage, PolyRef, Tile, TileId, TileSource};
use crate::soup::Area;

fn box_of(x0: i32, y0: i32, x1: i32, y1: i32) -> PlanBox {
    PlanBox::new(PlanPoint::new(x0, y0), PlanPoint::new(x1, y1))
}

/// ```text
///   tile 0      | tile 1           tile 0 also has: polygon 2, an island over polygon 0
///  +-----------+-----------+                        polygon 3, an island beside it
///  |     1     |           |
///  +-----------+     1     |
///  |           +-----------+
///  |     0     |     0     |
///  +-----------+-----------+
/// ```
fn sound() -> NavMesh {
    let (parameters, resolved) = grid(2, 1);
    let flat = |b, layer, h| rectangle(b, layer, move |_| h);
    let left = [
        flat(box_of(4, 0, 32, 20), 0, 0),
        flat(box_of(4, 20, 32, 32), 0, 0),
        flat(box_of(6, 2, 10, 6), 1, 20),
        flat(box_of(0, 0, 2, 8), 0, 0),
    ];
    let right = [flat(box_of(32, 0, 64, 12), 0, 0), flat(box_of(32, 12, 64, 32), 0, 0)];
    let parts = vec![tile(&resolved, 0, 0, &left), tile(&resolved, 1, 0, &right)];
    NavMesh::assemble(&parameters, &resolved, [0; 32], parts).unwrap()
}

/// What is found after a change to the first tile.
fn after(change: impl Fn(&mut Tile)) -> Vec<Problem> {
    after_all(|tiles| change(&mut tiles[0]))
}

fn after_all(change: impl Fn(&mut [Tile])) -> Vec<Problem> {
    after_all_from([0; 32], change)
}

/// The same where the mesh is made from an input with this hash.
fn after_all_from(input_hash: [u8; 32], change: impl Fn(&mut [Tile])) -> Vec<Problem> {
    let mesh = sound();
    let mut tiles: Vec<Tile> = mesh.tiles().map(|t| Tile::clone(t)).collect();
    change(&mut tiles);
    let tiles = tiles.into_iter().map(Arc::new).collect();
    let (parameters, resolved) = (mesh.parameters(), mesh.resolved());
    let broken =
        NavMesh::from_tiles(parameters, resolved, input_hash, tiles, Vec::new(), Vec::new())
            .unwrap();
    broken.validate()
}

/// Asserts that a problem of this shape is among those found, and that it says where.
macro_rules! found {
    ($problems:expr, $pattern:pat) => {{
        let problems: Vec<Problem> = $problems;
        let hit = problems.iter().find(|p| matches!(p, $pattern));
        let hit = hit.unwrap_or_else(|| panic!("not among {problems:?}"));
        assert!(hit.to_string().len() > 20, "{hit}");
    }};
}

#[test]
fn a_sound_mesh_has_no_problems() {
    assert_eq!(sound().validate(), []);
    assert_eq!(after(|_| ()), []);
    assert_eq!(sound().components().len(), 3);
}

#[test]
fn shapes_are_checked() {
    found!(after(|t| t.clip.max.x += 1), Problem::Clip { expected: Some(_), .. });
    found!(after(|t| t.coord.x = -1), Problem::Clip { expected: None, .. });
    found!(after(|t| t.clip.max.x -= 1), Problem::OutsideTile { .. });
    // The corner (32, 12) of polygon 0 was put in by conforming; it stands between others.
    let cut = |t: &Tile| {
        let at = t.edges.iter().position(|e| t.plan(e.vertex) == PlanPoint::new(32, 12));
        at.unwrap()
    };
    found!(
        after(|t| {
            let at = cut(t);
            t.edges[at].vertex = t.edges[at - 1].vertex;
        }),
        Problem::RepeatedCorner { at: PlanPoint { x: 32, y: 0 }, .. }
    );
    found!(
        after(|t| {
            let v = usize::try_from(t.edges[cut(t)].vertex).unwrap();
            t.vertices[v].plan.x = 30;
        }),
        Problem::NotConvex { .. }
    );
    found!(after(|t| t.polygons[2].layer = 0), Problem::Overlap { other: 2, .. });
}

#[test]
fn heights_are_checked() {
    found!(after(|t| t.polygons[1].heights.1 = 5), Problem::HeightRange { found: (0, 0), .. });
    found!(after(|t| t.triangles[0].swap(0, 1)), Problem::HeightTriangle { .. });
    found!(after(|t| t.triangles[0][0] = t.triangles[0][1]), Problem::HeightTriangle { .. });
    found!(after(|t| t.triangles[1] = t.triangles[0]), Problem::HeightTriangle { .. });
    found!(after(|t| t.triangles[0] = t.triangles[6]), Problem::HeightTriangle { .. });
    found!(after(|t| t.triangles.pop().map_or((), |_| ())), Problem::HeightArea { .. });
    found!(
        after(|t| t.vertices.iter_mut().for_each(|v| v.height += 3)),
        Problem::Gap { gap: 3, limit: 2, .. }
    );
}

#[test]
fn edges_are_checked() {
    fn side(t: &mut Tile) -> &mut Edge {
        let away = |e: &&mut Edge| e.neighbour().is_some_and(|n| n.tile == TileId(1));
        t.edges.iter_mut().find(away).unwrap()
    }
    found!(after(|t| side(t).lead(None, Passage::Open)), Problem::OneSided { .. });
    let close = |edge: &mut Edge| edge.lead(edge.neighbour(), Passage::Closed);
    let wrong = Some(PolyRef { tile: TileId(0), polygon: 3 });
    found!(after(|t| side(t).lead(wrong, Passage::Open)), Problem::OneSided { .. });
    let oneself = Some(PolyRef { tile: TileId(0), polygon: 0 });
    found!(after(|t| side(t).lead(oneself, Passage::Open)), Problem::OneSided { .. });
    found!(after_all(wall_up), Problem::NotConforming { .. });
    // Edits of a bake do not know which of its walls are real.
    fn wait(tile: &mut Tile) {
        let waiting = (0..cast::count(tile.edges.len())).collect();
        tile.source = Some(TileSource { waiting, ..TileSource::default() });
    }
    fn walled_up(known: usize) -> Vec<Problem> {
        after_all_from([7; 32], |tiles| {
            wall_up(tiles);
            tiles.iter_mut().take(known).for_each(wait);
        })
    }
    for edited in [walled_up(0), walled_up(1)] {
        assert!(!edited.iter().any(|p| matches!(p, Problem::NotConforming { .. })), "{edited:?}");
    }
    found!(walled_up(2), Problem::NotConforming { .. });
    found!(
        after(|t| t.edges.iter_mut().for_each(close)),
        Problem::NoPassage { sides: "both sides", .. }
    );
    fn wall(t: &mut Tile) -> &mut Edge {
        t.edges.iter_mut().find(|e| e.neighbour().is_none()).unwrap()
    }
    found!(after(|t| close(wall(t))), Problem::NoPassage { .. });
    // One way is fine.
    assert_eq!(after(|t| close(side(t))), []);
}

/// Makes walls of all edges between tiles.
fn wall_up(tiles: &mut [Tile]) {
    for (t, tile) in tiles.iter_mut().enumerate() {
        for edge in &mut tile.edges {
            let within = |n: &PolyRef| usize::try_from(n.tile.0).unwrap() == t;
            edge.lead(edge.neighbour().filter(within), edge.passage());
        }
    }
}

#[test]
fn the_whole_is_checked() {
    found!(after(|t| t.labels[3] = 0), Problem::Label { found: 0, expected: 2, .. });
    found!(after(|t| t.label_count = 4), Problem::Labels { found: 4, expected: 3, .. });
    found!(after(|t| t.labels[3] = 0), Problem::Component { .. });
    found!(after(|t| t.polygons[1].base = 0), Problem::Id { .. });
    found!(
        after(|t| {
            let (a, b) = (t.polygons[0].base, t.polygons[3].base);
            (t.polygons[0].base, t.polygons[3].base) = (b, a);
        }),
        Problem::Id { .. }
    );
}

#[test]
fn links_join_and_are_checked() {
    let mesh = sound();
    let end = |tile, polygon, x, y, h| {
        let at = PlanPoint::new(x, y).at(h);
        LinkEnd { polygon: mesh.id(PolyRef { tile: TileId(tile), polygon }), from: at, to: at }
    };
    let link = Link {
        kind: 1,
        user_id: 0,
        area: Area::GROUND,
        flags: 0,
        from: end(0, 0, 20, 5, 0),
        to: end(0, 2, 8, 4, 20),
        width: f64::INFINITY,
        cost: 3.0,
        both_ways: true,
        enabled: true,
    };
    let linked = mesh.with_links(vec![link]);
    assert_eq!(linked.validate(), []);
    assert_eq!(linked.components().len(), 2);
    assert_eq!(linked.with_links(Vec::new()), mesh);
    let with = |change: &dyn Fn(&mut Link)| {
        let mut broken = link;
        change(&mut broken);
        mesh.with_links(vec![broken]).validate()
    };
    found!(with(&|l| l.from.polygon.generation = 9), Problem::Link { link: 0, .. });
    found!(with(&|l| l.to.from.plan.x = 30), Problem::Link { .. });
    found!(with(&|l| l.width = -1.0), Problem::Link { .. });
    found!(with(&|l| l.cost = f64::NAN), Problem::Link { .. });
    found!(with(&|l| l.to.to.plan.x = 7), Problem::Link { .. });
    let stretched = |y: i32| {
        with(&|l| {
            (l.from.from.plan.y, l.from.to.plan.y) = (5, 8);
            (l.to.from.plan.y, l.to.to.plan.y) = (3, y);
        })
    };
    assert_eq!(stretched(4), []);
    assert_eq!(stretched(6), []);
    found!(stretched(3), Problem::Link { .. });
    found!(
        with(&|l| {
            l.from.to.plan.y = 8;
            l.to.to.plan = PlanPoint::new(8, 3);
            l.from.to.plan.x = 25;
        }),
        Problem::Link { .. }
    );
}

/// What a damaged file can hold is refused before anything indexes into it.
#[test]
fn damaged_tiles_are_refused() {
    let mesh = sound();
    let load = |change: &dyn Fn(&mut Vec<Tile>)| {
        let mut tiles: Vec<Tile> = mesh.tiles().map(|t| Tile::clone(t)).collect();
        change(&mut tiles);
        let tiles = tiles.into_iter().map(Arc::new).collect();
        NavMesh::from_tiles(
            mesh.parameters(),
            mesh.resolved(),
            [0; 32],
            tiles,
            Vec::new(),
            Vec::new(),
        )
        .map(|m| m.validate())
    };
    let far = PolyRef { tile: TileId(9), polygon: 0 };
    let beyond = PolyRef { tile: TileId(1), polygon: 99 };
    assert!(load(&|t| t.reverse()).is_err());
    assert!(load(&|t| t[0].edges[0].vertex = u32::MAX).is_err());
    assert!(load(&|t| t[0].edges[0].lead(Some(far), Passage::Open)).is_err());
    assert!(load(&|t| t[0].edges[0].lead(Some(beyond), Passage::Open)).is_err());
    assert!(load(&|t| t[0].edges.truncate(3)).is_err());
    assert!(load(&|t| t[0].edges.clear()).is_err());
    assert!(load(&|t| t[0].triangles[0][2] = u32::MAX).is_err());
    assert!(load(&|t| t[0].polygons[0].first_edge = 1).is_err());
    assert!(load(&|t| t[0].polygons[1].first_edge = u32::MAX).is_err());
    assert!(load(&|t| t[0].polygons[2].first_triangle = 0).is_err());
    assert!(load(&|t| t[0].labels[2] = 7).is_err());
    assert!(load(&|t| t[0].labels.truncate(3)).is_err());
    assert!(load(&|t| t[1].labels.push(0)).is_err());
    assert!(load(&|t| t[0].polygons[2].bounds.max.x += 1).is_err());
    assert!(load(&|t| t[0].label_count = u32::MAX).is_err());
    assert!(load(&|t| t[0].vertices[0].height = i32::MIN).is_err());
    assert!(load(&|t| t[0].vertices[0].plan.x = i32::MAX).is_err());
    assert!(load(&|t| t[0].clip.min.x = i32::MIN).is_err());
    assert!(load(&|t| drop(t.pop())).is_err(), "neighbours in a tile that is not there");
    assert_eq!(load(&|_| ()), Ok(Vec::new()));
}

/// Whatever single number is changed, loading and validating neither panics nor overflows.
#[test]
fn no_change_of_a_number_panics() {
    let mesh = sound();
    let values = [0, 1, 2, 3, 7, u32::MAX - 1, u32::MAX];
    let lead = |edge: &mut Edge, to| edge.lead(Some(to), edge.passage());
    for v in values {
        for slot in 0..40_usize {
            let mut tile = Tile::clone(mesh.tile(TileId(0)));
            let i = slot / 8;
            match slot % 8 {
                0 => tile.edges[i].vertex = v,
                1 => lead(&mut tile.edges[i], PolyRef { tile: TileId(v), polygon: 0 }),
                2 => lead(&mut tile.edges[i], PolyRef { tile: TileId(0), polygon: v }),
                3 => tile.polygons[i % 4].first_edge = v,
                4 => tile.polygons[i % 4].first_triangle = v,
                5 => tile.labels[i % 4] = v,
                6 => tile.triangles[i][1] = v,
                _ => tile.vertices[i].plan.x = i32::from_ne_bytes(v.to_ne_bytes()),
            }
            let tiles = vec![Arc::new(tile), mesh.tiles().nth(1).unwrap().clone()];
            let (p, r) = (mesh.parameters(), mesh.resolved());
            if let Ok(loaded) = NavMesh::from_tiles(p, r, [0; 32], tiles, Vec::new(), Vec::new()) {
                let _ = loaded.validate();
                let _ =
                    loaded.nearest([5.0, 0.0, -5.0], &crate::mesh::SearchBox::default(), |_| true);
                let _ = (loaded.area_m2(), loaded.vertex_count(), loaded.bounds());
            }
        }
    }
}
