//! One tile's bytes.

use std::collections::HashMap;

use super::super::container::Reference;
use super::super::tile::{CORNERS, EXTERNAL, MAGIC, VERSION};
use super::cut::{Beyond, Shape, side_towards};
use super::tree::{Box3, Node, nodes};
use super::{Out, WriteError, Written};
use crate::geom::{GroundPoint, PlanBox, PlanPoint, Point, cast};
use crate::mesh::{Link, NavMesh, TileId};
use crate::soup::Area;

/// Most vertices of a tile: Detour keeps 0xffff for none.
const MOST_VERTICES: usize = 0xfffe;
/// Most polygons: neighbours have 15 bits, and 0 is none.
const MOST_POLYGONS: usize = 0x7ffe;

/// Six bits of area, sixteen flags.
pub(super) const MOST_AREA: u8 = 0x3f;
pub(super) const MOST_FLAGS: u32 = 0xffff;

/// True for what does not fit those bits.
pub(super) const fn is_narrowed(area: Area, flags: u32) -> bool {
    area.0 > MOST_AREA || flags > MOST_FLAGS
}

/// True for what has none of those flags.
pub(super) const fn is_shut(flags: u32) -> bool {
    flags & MOST_FLAGS == 0
}

/// A tile of the file.
pub(super) struct Tile {
    pub(super) polygons: usize,
    pub(super) bytes: Vec<u8>,
}

/// An off-mesh connection.
struct Connection<'m> {
    link: &'m Link,
    ends: [Point; 2],
    /// Where the tile of the other end lies: 0 to 7 from +x round over +z, 255 for the same.
    side: u8,
    /// True when that tile is not beside this one.
    is_far: bool,
}

/// Width and depth of a tile, metres: that of the grid, or of the whole world.
pub(super) fn size(mesh: &NavMesh) -> [f64; 2] {
    let resolved = mesh.resolved();
    let metres = |a: i32, b: i32| mesh.frame().metres(f64::from(b) - f64::from(a));
    if resolved.is_solo() {
        let PlanBox { min, max } = resolved.clip;
        return [metres(min.x, max.x), metres(min.y, max.y)];
    }
    let side = mesh.frame().metres(f64::from(resolved.cell) * f64::from(resolved.tile_cells));
    [side; 2]
}

/// All tiles that have polygons, in order.
pub(super) fn tiles(
    mesh: &NavMesh,
    shapes: &[Vec<Shape>],
    rows: i32,
    reference: Reference,
    written: &mut Written,
) -> Result<Vec<Tile>, WriteError> {
    let mut connections: Vec<Vec<Connection<'_>>> = shapes.iter().map(|_| Vec::new()).collect();
    for link in mesh.links() {
        match connection(mesh, link) {
            Some((tile, connection)) => {
                written.narrowed += usize::from(is_narrowed(link.area, link.flags));
                written.shut += usize::from(is_shut(link.flags));
                written.links_far += usize::from(connection.is_far);
                connections[cast::index(tile.0)].push(connection);
            }
            None => written.links_dropped += 1,
        }
    }
    let mut out = Vec::new();
    for (t, (shapes, connections)) in shapes.iter().zip(&connections).enumerate() {
        if !shapes.is_empty() {
            let writer = Writer::new(mesh, TileId(cast::count(t)), shapes, connections, t)?;
            out.push(writer.tile(rows, reference));
        }
    }
    Ok(out)
}

/// The connection of a link between two points, and the tile where it starts.
fn connection<'m>(mesh: &'m NavMesh, link: &'m Link) -> Option<(TileId, Connection<'m>)> {
    let is_point = link.from.from == link.from.to && link.to.from == link.to.to;
    let (from, to) = (mesh.resolve(link.from.polygon)?, mesh.resolve(link.to.polygon)?);
    if !(is_point && link.enabled) {
        return None;
    }
    // By the tiles: a point on the border between two of them lies outside of neither.
    let (here, there) = (mesh.tile(from.tile).coord, mesh.tile(to.tile).coord);
    let side = side_towards(here, there);
    let is_far = here.x.abs_diff(there.x).max(here.y.abs_diff(there.y)) > 1;
    let ends = [link.from.from, link.to.from].map(|p| mesh.frame().to_world(p));
    Some((from.tile, Connection { link, ends, side, is_far }))
}

struct Writer<'m> {
    mesh: &'m NavMesh,
    id: TileId,
    shapes: &'m [Shape],
    connections: &'m [Connection<'m>],
    vertices: Vec<GroundPoint>,
    name: HashMap<GroundPoint, u16>,
    low: Point,
    high: Point,
}

impl<'m> Writer<'m> {
    fn new(
        mesh: &'m NavMesh,
        id: TileId,
        shapes: &'m [Shape],
        connections: &'m [Connection<'m>],
        tile: usize,
    ) -> Result<Self, WriteError> {
        let mut vertices: Vec<GroundPoint> =
            shapes.iter().flat_map(|shape| &shape.corners).copied().collect();
        vertices.sort_unstable();
        vertices.dedup();
        let limit = |what, count, limit| {
            if count > limit {
                return Err(WriteError::TileTooLarge { tile, what, count, limit });
            }
            Ok(())
        };
        limit("vertices", vertices.len() + 2 * connections.len(), MOST_VERTICES)?;
        limit("polygons", shapes.len() + connections.len(), MOST_POLYGONS)?;
        let names = vertices.iter().zip(0_u16..).map(|(&p, i)| (p, i)).collect();
        let all = || shapes.iter().flat_map(|s| s.corners.iter().chain(&s.extra));
        let heights = all().map(|p| p.height);
        let (low, high) = (heights.clone().min().unwrap_or(0), heights.max().unwrap_or(0));
        let clip = mesh.tile(id).clip;
        let frame = mesh.frame();
        let lower = frame.to_world(PlanPoint::new(clip.min.x, clip.max.y).at(low));
        let upper = frame.to_world(PlanPoint::new(clip.max.x, clip.min.y).at(high));
        Ok(Self { mesh, id, shapes, connections, vertices, name: names, low: lower, high: upper })
    }

    fn tile(&self, rows: i32, reference: Reference) -> Tile {
        let mut out = Out(MAGIC.to_vec());
        let boxes: Vec<Box3> = self.shapes.iter().map(|shape| self.bounds(shape)).collect();
        let tree = nodes(&boxes);
        self.header(&mut out, rows, tree.len());
        self.vertices(&mut out);
        self.polygons(&mut out);
        let links = usize::try_from(reference.link_size()).unwrap_or(0) * self.links();
        out.0.resize(out.0.len() + links, 0);
        self.details(&mut out);
        for Node { bounds, index } in tree {
            bounds.low.into_iter().chain(bounds.high).for_each(|v| out.u16(v));
            out.i32(index);
        }
        self.off_mesh(&mut out);
        Tile { polygons: self.shapes.len() + self.connections.len(), bytes: out.0 }
    }

    /// Links that Detour makes room for: one an edge, two more over the sides of the tile, two
    /// at each end of a connection.
    fn links(&self) -> usize {
        let edges: usize = self.shapes.iter().map(|s| s.corners.len()).sum();
        let outward = self.shapes.iter().flat_map(|s| &s.beyond);
        let portals = outward.filter(|b| matches!(b, Beyond::Side(_))).count();
        edges + 2 * portals + 4 * self.connections.len()
    }

    fn header(&self, out: &mut Out, rows: i32, tree: usize) {
        let coord = self.mesh.tile(self.id).coord;
        out.i32(VERSION);
        out.i32(coord.x);
        out.i32(rows - 1 - coord.y);
        out.i32(0);
        out.u32(0);
        let (ground, jumps) = (self.shapes.len(), self.connections.len());
        let extra: usize = self.shapes.iter().map(|s| s.extra.len()).sum();
        let triangles: usize = self.shapes.iter().map(|s| s.triangles.len()).sum();
        for n in [
            ground + jumps,
            self.vertices.len() + 2 * jumps,
            self.links(),
            ground,
            extra,
            triangles,
            tree,
            jumps,
            ground,
        ] {
            out.count(n);
        }
        let agent = self.mesh.parameters().agent;
        out.f32s([agent.height, agent.radius, agent.max_climb]);
        out.f32s([self.low.x, self.low.y, self.low.z, self.high.x, self.high.y, self.high.z]);
        out.f32s([self.quantisation()]);
    }

    /// Cells to a metre.
    fn quantisation(&self) -> f64 {
        1.0 / self.mesh.frame().metres(f64::from(self.mesh.resolved().cell.max(1)))
    }

    fn point(&self, out: &mut Out, p: GroundPoint) {
        let Point { x, y, z } = self.mesh.frame().to_world(p);
        out.f32s([x, y, z]);
    }

    fn vertices(&self, out: &mut Out) {
        self.vertices.iter().for_each(|&p| self.point(out, p));
        for Point { x, y, z } in self.connections.iter().flat_map(|c| c.ends) {
            out.f32s([x, y, z]);
        }
    }

    fn polygons(&self, out: &mut Out) {
        let short = |v: usize| u16::try_from(v).unwrap_or(u16::MAX);
        for shape in self.shapes {
            let polygon = &self.mesh.tile(self.id).polygons[cast::index(shape.polygon)];
            let corners: Vec<u16> = shape.corners.iter().map(|p| self.name[p]).collect();
            let beyond: Vec<u16> = shape
                .beyond
                .iter()
                .map(|beyond| match *beyond {
                    Beyond::Wall => 0,
                    Beyond::Shape(s) => short(s + 1),
                    Beyond::Side(side) => EXTERNAL | side,
                })
                .collect();
            polygon_bytes(out, &corners, &beyond, polygon.flags, polygon.area.0);
        }
        for (i, connection) in self.connections.iter().enumerate() {
            let first = short(self.vertices.len() + 2 * i);
            let area = (connection.link.area.0 & MOST_AREA) | 1 << 6;
            polygon_bytes(out, &[first, first + 1], &[0; 2], connection.link.flags, area);
        }
    }

    fn details(&self, out: &mut Out) {
        let (mut vertex, mut triangle) = (0, 0);
        let byte = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        for shape in self.shapes {
            out.u32(cast::count(vertex));
            out.u32(cast::count(triangle));
            out.0.extend([byte(shape.extra.len()), byte(shape.triangles.len()), 0, 0]);
            vertex += shape.extra.len();
            triangle += shape.triangles.len();
        }
        for &p in self.shapes.iter().flat_map(|s| &s.extra) {
            self.point(out, p);
        }
        for shape in self.shapes {
            for ([a, b, c], flags) in shape.triangles.iter().zip(shape.edge_flags()) {
                out.0.extend([*a, *b, *c, flags]);
            }
        }
        out.pad();
    }

    fn off_mesh(&self, out: &mut Out) {
        for (i, connection) in self.connections.iter().enumerate() {
            for Point { x, y, z } in connection.ends {
                out.f32s([x, y, z]);
            }
            let link = connection.link;
            let any = self.mesh.parameters().agent.radius;
            out.f32s([if link.width.is_finite() { link.width / 2.0 } else { any }]);
            out.u16(u16::try_from(self.shapes.len() + i).unwrap_or(u16::MAX));
            out.0.extend([u8::from(link.both_ways), connection.side]);
            out.u32(link.user_id);
        }
    }

    /// The box of a shape in cells from the tile's lower corner.
    fn bounds(&self, shape: &Shape) -> Box3 {
        let cells = |v: f64| {
            let clamped = cast::floor_i32((v * self.quantisation()).clamp(0.0, 65_535.0));
            u16::try_from(clamped).unwrap_or(u16::MAX)
        };
        let mut low = [u16::MAX; 3];
        let mut high = [0_u16; 3];
        for &p in shape.corners.iter().chain(&shape.extra) {
            let w = self.mesh.frame().to_world(p);
            let place = [w.x - self.low.x, w.y - self.low.y, w.z - self.low.z].map(cells);
            for k in 0..3 {
                low[k] = low[k].min(place[k]);
                high[k] = high[k].max(place[k].saturating_add(1));
            }
        }
        Box3 { low, high }
    }
}

fn polygon_bytes(out: &mut Out, corners: &[u16], beyond: &[u16], flags: u32, area: u8) {
    out.u32(u32::MAX);
    for list in [corners, beyond] {
        for i in 0..CORNERS {
            out.u16(list.get(i).copied().unwrap_or(0));
        }
    }
    out.u16(u16::try_from(flags & MOST_FLAGS).unwrap_or(u16::MAX));
    let count = u8::try_from(corners.len()).unwrap_or(u8::MAX);
    let kind = if corners.len() == 2 { area } else { area & MOST_AREA };
    out.0.extend([count, kind]);
}
