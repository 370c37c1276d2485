//! From a tile set in range to a mesh.

use std::collections::BTreeMap;

use super::container::TileSet;
use super::error::DetourError;
use super::grid::{self, Grid, Lattice};
use super::off_mesh;
use super::parameters::{apply_grid, parameters_of};
use super::tile::{EXTERNAL, Tile};
use crate::geom::{GroundPoint, PlanBox, cast};
use crate::mesh::{NavMesh, TileCoord, TileParts, resolve_as_given};
use crate::parameters::Resolved;
use crate::partition::Partition;
use crate::soup::Area;
use crate::store::check;
use crate::store::import::{Exactness, Face, ImportReport, Imported, Next, pieces};
use crate::surface::TileSide;

/// Height points this near to an edge are meant to be on it, as a share of a cell: samples
/// inside keep half a sample distance from the edges.
const EDGE_SHARE: f64 = 1.0 / 16.0;
/// Rounding puts height points this far off their edge, units of the lattice.
const EDGE_UNITS: f64 = 8.0;

/// The mesh of a tile set: on its grid of tiles, where it has one.
pub(super) fn import(set: &TileSet) -> Result<Imported, DetourError> {
    let grid = Grid::of(set);
    let imported = import_on(set, grid)?;
    // Between tiles ground that goes on is open; a wall of the file stays one inside a tile.
    if grid.is_none() || imported.mesh.conforms() {
        return Ok(imported);
    }
    import_on(set, None)
}

fn import_on(set: &TileSet, grid: Option<Grid>) -> Result<Imported, DetourError> {
    let lattice = Lattice::of(set, grid.as_ref())?;
    let placed = grid.and_then(|grid| Some((grid, lattice.place(&grid)?)));
    let mut report =
        ImportReport { tiles: set.tiles.len(), unread: set.unread, ..ImportReport::default() };
    let mut places: BTreeMap<(i32, i32), Vec<&Tile>> = BTreeMap::new();
    for tile in set.tiles.iter().filter(|tile| grid::has_ground(tile)) {
        let place = placed.map_or((0, 0), |_| (tile.y, tile.x));
        report.tiles_merged |= placed.is_none() && (tile.x, tile.y) != place_of(set);
        places.entry(place).or_default().push(tile);
    }
    let corners = || set.tiles.iter().flat_map(|tile| corners_of(tile, &lattice)).flatten();
    let heights = corners().map(|c| c.height);
    let heights = (heights.clone().min().unwrap_or(0), heights.max().unwrap_or(0));
    let parameters = parameters_of(set, grid.as_ref());
    let clip = PlanBox::around(corners().map(|c| c.plan)).unwrap_or_default();
    let mut resolved = resolve_as_given(&parameters, lattice.frame, clip, heights)?;
    if let Some((grid, (corner, size))) = placed {
        apply_grid(&mut resolved, &grid, corner, size);
    }
    let mut parts = Vec::with_capacity(places.len());
    for ((y, x), layers) in places {
        let coord = placed.map_or_else(TileCoord::default, |(grid, _)| grid.coord(x, y));
        let clip = resolved.tile_box(coord.x, coord.y);
        let tile =
            Place { lattice: &lattice, resolved: &resolved, is_grid: placed.is_some(), clip };
        let partition = tile.partition(&layers, &mut report);
        parts.push(TileParts { coord, clip, partition, ground: None, input: None });
    }
    let mesh = NavMesh::assemble(&parameters, &resolved, [0; 32], parts)?;
    check::check(&mesh).map_err(|error| DetourError::Structure(Box::new(error)))?;
    let links = off_mesh::links(set, &mesh, &lattice, &mut report);
    let mesh = if links.is_empty() { mesh } else { mesh.with_links(links) };
    Ok(Imported { mesh, report })
}

/// The place of the first tile with ground.
fn place_of(set: &TileSet) -> (i32, i32) {
    let first = set.tiles.iter().find(|tile| grid::has_ground(tile));
    first.map_or((0, 0), |tile| (tile.x, tile.y))
}

/// The corners of ground polygons on the lattice, before they are put onto borders.
fn corners_of<'a>(
    tile: &'a Tile,
    lattice: &'a Lattice,
) -> impl Iterator<Item = Option<GroundPoint>> + Clone + 'a {
    let ground = tile.polygons.iter().filter(|polygon| polygon.is_ground);
    let corners = ground.flat_map(|polygon| &polygon.corners);
    corners.map(|&v| lattice.corner(tile.vertices[usize::from(v)]))
}

/// A place of the mesh being filled from the tiles of the file that stand there.
struct Place<'a> {
    lattice: &'a Lattice,
    resolved: &'a Resolved,
    is_grid: bool,
    clip: PlanBox,
}

/// An edge of a tile of the file, and the side that it says lies beyond.
struct Outward {
    /// Which tile of the place, polygon, edge.
    at: (usize, usize, usize),
    /// Its two vertices.
    ends: [usize; 2],
    side: TileSide,
}

impl Place<'_> {
    fn partition(&self, tiles: &[&Tile], report: &mut ImportReport) -> Partition {
        let mut vertices: Vec<Vec<Option<GroundPoint>>> = tiles
            .iter()
            .map(|tile| tile.vertices.iter().map(|&v| self.lattice.corner(v)).collect())
            .collect();
        let mut sides: BTreeMap<(usize, usize, usize), Next> = BTreeMap::new();
        let mut portals = Vec::new();
        for outward in outward_edges(tiles) {
            let reach = self.reach(tiles[outward.at.0]);
            if self.is_grid && self.to_side(&outward, reach, &mut vertices[outward.at.0]) {
                sides.insert(outward.at, Next::Side(outward.side));
            } else {
                portals.push(outward);
            }
        }
        self.to_lines(tiles, &portals, &mut vertices, &mut sides);
        if self.is_grid {
            self.to_borders(&mut vertices);
        }
        let mut faces = Vec::new();
        for (t, tile) in tiles.iter().enumerate() {
            self.note_moves(tile, &vertices[t], report);
            self.add_faces(tile, t, &vertices[t], &sides, &mut faces, report);
        }
        report.polygons += faces.len();
        let cell = tiles.iter().find_map(|tile| grid::cell_size(tile)).unwrap_or(0.0);
        let rounding = EDGE_UNITS * self.lattice.unit_steps();
        let edge_reach = (cell * EDGE_SHARE / self.lattice.frame.step()).max(rounding);
        let tolerance = i64::from(self.resolved.climb) + i64::from(self.resolved.cell_height);
        pieces(&faces, Exactness { edge_reach, rounding, tolerance }, report)
    }

    /// Puts corners beyond the borders of the place onto them, and those that only the file's
    /// rounding keeps from being there.
    fn to_borders(&self, vertices: &mut [Vec<Option<GroundPoint>>]) {
        let PlanBox { min, max } = self.clip;
        let rounding = cast::round_i32(self.lattice.unit_steps());
        let onto = |v: i32, low: i32, high: i32| match v {
            v if v <= low.saturating_add(rounding) => low,
            v if v >= high.saturating_sub(rounding) => high,
            v => v,
        };
        for vertex in vertices.iter_mut().flatten().flatten() {
            vertex.plan.x = onto(vertex.plan.x, min.x, max.x);
            vertex.plan.y = onto(vertex.plan.y, min.y, max.y);
        }
    }

    /// How far an edge may be off a border, steps.
    fn reach(&self, tile: &Tile) -> i64 {
        cast::round_i64(grid::reach(tile, self.lattice.unit) / self.lattice.frame.step())
    }

    /// Puts the ends of an edge onto the side of the tile that it names; false when they are not
    /// near it.
    fn to_side(&self, edge: &Outward, reach: i64, vertices: &mut [Option<GroundPoint>]) -> bool {
        let PlanBox { min, max } = self.clip;
        let line = match edge.side {
            TileSide::East => max.x,
            TileSide::North => max.y,
            TileSide::West => min.x,
            TileSide::South => min.y,
        };
        let [Some(a), Some(b)] = edge.ends.map(|v| vertices[v]) else { return false };
        let off = |p: GroundPoint| (i64::from(across(p, edge.side)) - i64::from(line)).abs();
        if off(a) > reach || off(b) > reach {
            return false;
        }
        for v in edge.ends {
            put(&mut vertices[v], edge.side, line);
        }
        true
    }

    /// Puts edges that continue inside the place (into another layer of it, or into another tile
    /// where all became one) onto common lines: those within reach of each other are one.
    fn to_lines(
        &self,
        tiles: &[&Tile],
        portals: &[Outward],
        vertices: &mut [Vec<Option<GroundPoint>>],
        sides: &mut BTreeMap<(usize, usize, usize), Next>,
    ) {
        let is_upright = |side| matches!(side, TileSide::East | TileSide::West);
        for upright in [true, false] {
            let edges = || portals.iter().filter(|edge| is_upright(edge.side) == upright);
            let at = |vertices: &[Vec<Option<GroundPoint>>], edge: &Outward, v: usize| {
                Some(across(vertices[edge.at.0][v]?, edge.side))
            };
            let mut found: Vec<i32> = edges()
                .flat_map(|edge| edge.ends.map(|v| at(vertices, edge, v)))
                .flatten()
                .collect();
            found.sort_unstable();
            found.dedup();
            let reach = tiles.iter().map(|tile| self.reach(tile)).max().unwrap_or(0);
            let mut line_of: BTreeMap<i32, i32> = BTreeMap::new();
            let mut line = None;
            for (i, &v) in found.iter().enumerate() {
                if i > 0 && i64::from(v) - i64::from(found[i - 1]) > reach {
                    line = None;
                }
                line_of.insert(v, *line.get_or_insert(v));
            }
            let lines: Vec<Option<[i32; 2]>> = edges()
                .map(|edge| {
                    let [a, b] = edge.ends.map(|v| at(vertices, edge, v));
                    Some([*line_of.get(&a?)?, *line_of.get(&b?)?])
                })
                .collect();
            for (edge, lines) in edges().zip(lines) {
                if let Some([a, b]) = lines
                    && a == b
                {
                    for v in edge.ends {
                        put(&mut vertices[edge.at.0][v], edge.side, a);
                    }
                    sides.insert(edge.at, Next::Portal(edge.side));
                }
            }
        }
    }

    /// How far the corners of a tile were moved.
    fn note_moves(&self, tile: &Tile, vertices: &[Option<GroundPoint>], report: &mut ImportReport) {
        for &v in tile.polygons.iter().filter(|p| p.is_ground).flat_map(|p| &p.corners) {
            let v = usize::from(v);
            if let Some(to) = vertices[v] {
                let from = crate::geom::Point::from(tile.vertices[v]);
                report.moved = report.moved.max(self.lattice.frame.to_world(to).distance(from));
            }
        }
    }

    /// Appends the ground polygons of a tile.
    fn add_faces(
        &self,
        tile: &Tile,
        t: usize,
        vertices: &[Option<GroundPoint>],
        sides: &BTreeMap<(usize, usize, usize), Next>,
        faces: &mut Vec<Face>,
        report: &mut ImportReport,
    ) {
        let mut next_face = cast::count(faces.len());
        let face_of: Vec<Option<u32>> = tile
            .polygons
            .iter()
            .map(|polygon| {
                next_face += u32::from(polygon.is_ground);
                polygon.is_ground.then(|| next_face - 1)
            })
            .collect();
        for (p, polygon) in tile.polygons.iter().enumerate().filter(|(_, p)| p.is_ground) {
            let mut next = Vec::with_capacity(polygon.corners.len());
            for (i, &neighbour) in polygon.neighbours.iter().enumerate() {
                let found = match neighbour {
                    0 => Some(Next::Wall),
                    n if n & EXTERNAL != 0 => sides.get(&(t, p, i)).copied(),
                    n => face_of[usize::from(n) - 1].map(Next::Face),
                };
                report.unmatched += usize::from(found.is_none());
                next.push(found.unwrap_or(Next::Wall));
            }
            // The lattice was made for all of them.
            let corners: Option<Vec<_>> =
                polygon.corners.iter().map(|&v| vertices[usize::from(v)]).collect();
            let detail = tile.details.get(p).cloned().unwrap_or_default();
            let extra = &tile.detail_vertices[detail.vertices];
            let frame = &self.lattice.frame;
            let (extra, lost): (Vec<_>, Vec<_>) =
                extra.iter().map(|&v| frame.to_lattice(v)).partition(Option::is_some);
            report.ground_dropped += lost.len();
            // Without all of its points the numbers in the triangles mean nothing.
            let triangles =
                if lost.is_empty() { &tile.detail_triangles[detail.triangles] } else { &[] };
            faces.push(Face {
                corners: corners.unwrap_or_default(),
                next,
                area: Area(polygon.area),
                flags: polygon.flags.into(),
                extra: extra.into_iter().flatten().collect(),
                triangles: triangles.iter().map(|&[a, b, c, _]| [a, b, c].map(u32::from)).collect(),
            });
        }
    }
}

/// The edges of ground polygons that name a side of their tile.
fn outward_edges(tiles: &[&Tile]) -> Vec<Outward> {
    let mut edges = Vec::new();
    for (t, tile) in tiles.iter().enumerate() {
        for (p, polygon) in tile.polygons.iter().enumerate().filter(|(_, p)| p.is_ground) {
            let n = polygon.corners.len();
            for (i, &neighbour) in polygon.neighbours.iter().enumerate() {
                let side = match neighbour {
                    _ if neighbour & EXTERNAL == 0 => continue,
                    n if n & 0xff == 0 => TileSide::East,
                    n if n & 0xff == 2 => TileSide::South,
                    n if n & 0xff == 4 => TileSide::West,
                    n if n & 0xff == 6 => TileSide::North,
                    _ => continue,
                };
                let ends = [i, (i + 1) % n].map(|k| usize::from(polygon.corners[k]));
                edges.push(Outward { at: (t, p, i), ends, side });
            }
        }
    }
    edges
}

/// The coordinate that is the same all along a side.
const fn across(p: GroundPoint, side: TileSide) -> i32 {
    match side {
        TileSide::East | TileSide::West => p.plan.x,
        TileSide::North | TileSide::South => p.plan.y,
    }
}

fn put(vertex: &mut Option<GroundPoint>, side: TileSide, line: i32) {
    if let Some(p) = vertex {
        match side {
            TileSide::East | TileSide::West => p.plan.x = line,
            TileSide::North | TileSide::South => p.plan.y = line,
        }
    }
}
