//! One tile.

use super::bytes::{Input, Output};
use super::error::LoadError;
use crate::geom::{GroundPoint, PlanBox, cast, lowest_and_highest};
use crate::mesh::{
    CostFactor, Edge, NavMesh, Passage, PolyRef, Polygon, Shared, Tile, TileCoord, TileId,
};
use crate::soup::Area;

/// What lies beyond an edge, as a byte.
const WALL: u8 = 0;
const SAME_TILE: u8 = 1;
const OTHER_TILE: u8 = 2;
/// Added where the other side may not be entered from here.
const CLOSED: u8 = 2;

/// A tile whose edges into other tiles are still to be resolved.
pub(super) struct LooseTile {
    pub(super) tile: Tile,
    /// Edge, tile beyond it, polygon there.
    pub(super) outward: Vec<(usize, TileCoord, u32)>,
}

pub(super) fn encode(mesh: &NavMesh, id: TileId) -> Vec<u8> {
    let tile = mesh.tile(id);
    let mut out = Output::default();
    out.signed(tile.coord.x.into());
    out.signed(tile.coord.y.into());
    out.plan_box(tile.clip);
    out.count(tile.vertices.len());
    for &p in &tile.vertices {
        out.point(p);
    }
    out.count(tile.polygons.len());
    let mut previous = 0;
    for (p, polygon) in (0..).zip(&tile.polygons) {
        out.count(tile.edges_of(p).len());
        out.count(tile.triangles_of(p).len());
        out.byte(polygon.area.0);
        out.unsigned(polygon.flags.into());
        out.unsigned(polygon.layer.into());
        out.index(polygon.base, previous);
        out.unsigned(polygon.piece.into());
        previous = polygon.base;
    }
    encode_edges(&mut out, mesh, id);
    let mut previous = 0;
    for &v in tile.triangles.iter().flatten() {
        out.index(v, previous);
        previous = v;
    }
    out.bytes
}

fn encode_edges(out: &mut Output, mesh: &NavMesh, id: TileId) {
    let tile = mesh.tile(id);
    let mut previous = 0;
    for p in 0..cast::count(tile.polygons.len()) {
        for edge in tile.edges_of(p) {
            out.index(edge.vertex, previous);
            previous = edge.vertex;
            let Some(other) = edge.neighbour() else {
                out.byte(WALL);
                continue;
            };
            let closed = if edge.passage() == Passage::Closed { CLOSED } else { 0 };
            if other.tile == id {
                out.byte(SAME_TILE + closed);
                out.index(other.polygon, p);
            } else {
                out.byte(OTHER_TILE + closed);
                let there = mesh.tile(other.tile).coord;
                out.signed(i64::from(there.x) - i64::from(tile.coord.x));
                out.signed(i64::from(there.y) - i64::from(tile.coord.y));
                out.unsigned(other.polygon.into());
            }
        }
    }
}

/// `id` is where the tile will stand in the mesh.
pub(super) fn decode(mut input: Input<'_>, id: TileId) -> Result<LooseTile, LoadError> {
    let coord = TileCoord { x: input.i32()?, y: input.i32()? };
    let clip = input.plan_box()?;
    let vertices = decode_vertices(&mut input, clip)?;
    let (polygons, edge_count, triangle_count) = decode_polygons(&mut input)?;
    let labels = vec![0; polygons.len()].into();
    let mut triangles: Vec<[u32; 3]> = Vec::with_capacity(triangle_count);
    let mut tile = Tile {
        coord,
        clip,
        vertices: vertices.into(),
        edges: Vec::with_capacity(edge_count),
        polygons: polygons.into(),
        triangles: Shared::default(),
        labels,
        label_count: 0,
        source: None,
    };
    let outward = decode_edges(&mut input, &mut tile, id, edge_count)?;
    let mut previous = 0;
    for _ in 0..triangle_count {
        let mut corner = || {
            previous = input.index(previous)?;
            Ok::<u32, LoadError>(previous)
        };
        triangles.push([corner()?, corner()?, corner()?]);
    }
    tile.triangles = triangles.into();
    input.end()?;
    bound(&input, &mut tile)?;
    Ok(LooseTile { tile, outward })
}

fn decode_vertices(input: &mut Input<'_>, clip: PlanBox) -> Result<Vec<GroundPoint>, LoadError> {
    let count = input.count()?;
    let mut vertices = Vec::with_capacity(count);
    for _ in 0..count {
        let p = input.point()?;
        if !clip.contains(p.plan) {
            return Err(input.wrong("a vertex is outside its tile"));
        }
        vertices.push(p);
    }
    Ok(vertices)
}

/// The polygons without what follows from their edges, and how many edges and triangles they have
/// in all.
fn decode_polygons(input: &mut Input<'_>) -> Result<(Vec<Polygon>, usize, usize), LoadError> {
    let count = input.count()?;
    let mut polygons: Vec<Polygon> = Vec::with_capacity(count);
    let (mut edges, mut triangles, mut previous) = (0, 0, 0);
    for _ in 0..count {
        let (first_edge, first_triangle) = (cast::count(edges), cast::count(triangles));
        // Each count is below the bytes that are left, so the sums stay far from overflow.
        edges += input.count()?;
        triangles += input.count()?;
        let polygon = Polygon {
            first_edge,
            first_triangle,
            area: Area(input.byte()?),
            factor: CostFactor::ONE,
            flags: input.u32()?,
            layer: input.u32()?,
            base: input.index(previous)?,
            piece: input.u32()?,
            generation: 0,
            bounds: PlanBox::default(),
            heights: (0, 0),
        };
        if polygons.last().is_some_and(|p| p.place() >= polygon.place()) {
            return Err(input.wrong("polygons are out of order"));
        }
        previous = polygon.base;
        polygons.push(polygon);
    }
    input.room_for(edges)?;
    input.room_for(triangles)?;
    Ok((polygons, edges, triangles))
}

fn decode_edges(
    input: &mut Input<'_>,
    tile: &mut Tile,
    id: TileId,
    count: usize,
) -> Result<Vec<(usize, TileCoord, u32)>, LoadError> {
    let mut outward = Vec::new();
    let mut previous = 0;
    let polygon_count = tile.polygons.len();
    for p in 0..polygon_count {
        let end = tile.polygons.get(p + 1).map_or(count, |q| cast::index(q.first_edge));
        while tile.edges.len() < end {
            let vertex = input.index(previous)?;
            previous = vertex;
            let code = input.byte()?;
            if code > OTHER_TILE + CLOSED {
                return Err(input.wrong("an edge is of no known kind"));
            }
            let passage = if code > OTHER_TILE { Passage::Closed } else { Passage::Open };
            let neighbour = if code == WALL {
                None
            } else if code == SAME_TILE || code == SAME_TILE + CLOSED {
                let polygon = input.index(cast::count(p))?;
                if cast::index(polygon) >= polygon_count {
                    return Err(input.wrong("an edge leads to a polygon that is not there"));
                }
                Some(PolyRef { tile: id, polygon })
            } else {
                let mut near = |from: i32| input.at_distance(from);
                let there = TileCoord { x: near(tile.coord.x)?, y: near(tile.coord.y)? };
                outward.push((tile.edges.len(), there, input.u32()?));
                None
            };
            tile.edges.push(Edge::new(vertex, neighbour, passage));
        }
    }
    Ok(outward)
}

/// Works out the boxes and heights of the polygons; indices are checked on the way.
fn bound(input: &Input<'_>, tile: &mut Tile) -> Result<(), LoadError> {
    for p in 0..tile.polygons.len() {
        let id = cast::count(p);
        let at = |v: u32| tile.vertices.get(cast::index(v)).copied();
        let corners: Option<Vec<GroundPoint>> =
            tile.edges_of(id).iter().map(|e| at(e.vertex)).collect();
        let inner: Option<Vec<GroundPoint>> =
            tile.triangles_of(id).iter().flatten().map(|&v| at(v)).collect();
        let (Some(corners), Some(inner)) = (corners, inner) else {
            return Err(input.wrong("a polygon has a vertex that is not there"));
        };
        let Some(bounds) = PlanBox::around(corners.iter().map(|c| c.plan)) else {
            return Err(input.wrong("a polygon has no corners"));
        };
        let heights = lowest_and_highest(corners.iter().chain(&inner).map(|v| v.height));
        tile.polygons[p].bounds = bounds;
        tile.polygons[p].heights = heights;
    }
    Ok(())
}
