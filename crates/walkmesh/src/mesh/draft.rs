//! A tile while its edges are still being joined.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::assemble::TileParts;
use super::barred::Before;
use super::cost::CostFactor;
use super::edge::{Edge, Passage};
use super::error::MeshError;
use super::id::{PolyRef, TileCoord, TileId};
use super::shared::Shared;
use super::source::{Sides, TileSource};
use super::stretch::{is_along, on_side};
use super::structure::{in_reach, limit};
use super::tile::{Polygon, Tile};
use crate::geom::{GroundPoint, PlanBox, PlanPoint, cast, lowest_and_highest, predicates};
use crate::partition::{Beyond, Piece};
use crate::soup::Area;
use crate::surface::{Border, Surface, TileSide};

/// What is known to lie beyond an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Across {
    /// Nothing to walk on.
    Wall,
    /// A polygon over the same two plan points.
    Polygon(PolyRef, Passage),
    /// The neighbouring tile on that side; not joined yet.
    Tile(TileSide),
    /// What faces it inside the tile; not joined yet.
    Portal(TileSide),
}

/// An edge from `at` to where the next one starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct DraftEdge {
    pub(super) at: GroundPoint,
    /// The vertex of the partition, or `None` for a corner that conforming inserted.
    pub(super) vertex: Option<u32>,
    pub(super) across: Across,
}

impl DraftEdge {
    /// True where it is or was to be joined to the tile beside that at `here`.
    pub(super) fn meets_tile(&self, here: TileId) -> bool {
        match self.across {
            Across::Tile(_) => true,
            Across::Polygon(other, _) => other.tile != here,
            Across::Wall | Across::Portal(_) => false,
        }
    }
}

/// A polygon whose number of corners may still grow.
#[derive(Clone, Debug)]
pub(super) struct DraftPolygon {
    pub(super) edges: Vec<DraftEdge>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) layer: u32,
    pub(super) area: Area,
    pub(super) factor: CostFactor,
    pub(super) flags: u32,
    pub(super) generation: u32,
    /// What it was in the finished tile that it comes from, if it does.
    pub(super) before: Option<Before>,
}

/// A tile whose polygons are in place but not joined across its sides.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) coord: TileCoord,
    pub(super) clip: PlanBox,
    pub(super) vertices: Vec<GroundPoint>,
    pub(super) polygons: Vec<DraftPolygon>,
    pub(super) ground: Option<Arc<Surface>>,
    /// Hash of the triangles that it was made from.
    pub(super) input: Option<[u8; 32]>,
    /// Sides at which islands were dropped, now or before.
    pub(super) dropped: Sides,
    /// Taken apart from a finished tile, whose polygons are known by their numbers.
    pub(super) was_joined: bool,
}

impl Draft {
    /// Checks the pieces and copies them; edges to pieces and seams come out as walls and are
    /// joined by the caller. Also gives the pieces' own account of what lies beyond.
    pub(super) fn new(parts: TileParts) -> Result<(Self, Vec<Vec<Beyond>>), MeshError> {
        let TileParts { coord, clip, partition, ground, input } = parts;
        limit("vertices", partition.vertices.len())?;
        limit("polygons", partition.pieces.len())?;
        let mut polygons = Vec::with_capacity(partition.pieces.len());
        let mut beyond = Vec::with_capacity(partition.pieces.len());
        let (vertices, ring) = (&partition.vertices, Vec::new());
        let mut checked = Checked { coord, clip, vertices, polygon: 0, ring };
        for (piece, i) in partition.pieces.into_iter().zip(0..) {
            checked.polygon = i;
            let (polygon, of_polygon) = checked.polygon(piece)?;
            polygons.push(polygon);
            beyond.push(of_polygon);
        }
        let ground = ground.map(Arc::new);
        let vertices = partition.vertices;
        let dropped = Sides::default();
        let draft =
            Self { coord, clip, vertices, polygons, ground, input, dropped, was_joined: false };
        Ok((draft, beyond))
    }

    /// Takes polygons out; edges to them become walls. Gives the numbers of the others.
    pub(super) fn take_out(&mut self, here: TileId, gone: &BTreeSet<u32>) -> Vec<u32> {
        let count = cast::count(self.polygons.len());
        let kept: Vec<u32> = (0..count).filter(|p| !gone.contains(p)).collect();
        let mut number = 0;
        self.polygons.retain(|_| {
            number += 1;
            !gone.contains(&(number - 1))
        });
        for edge in self.polygons.iter_mut().flat_map(|polygon| &mut polygon.edges) {
            if let Across::Polygon(other, passage) = edge.across
                && other.tile == here
            {
                edge.across = match kept.binary_search(&other.polygon) {
                    Ok(new) => {
                        let polygon = cast::count(new);
                        Across::Polygon(PolyRef { polygon, ..other }, passage)
                    }
                    Err(_) => Across::Wall,
                };
            }
        }
        kept
    }
}

/// The draft on a side of another, if there is one; they are sorted by row, then column.
pub(super) fn beyond(drafts: &[Draft], tile: usize, side: TileSide) -> Option<usize> {
    let TileCoord { x, y } = drafts[tile].coord.beyond(side)?;
    drafts.binary_search_by_key(&(y, x), |d| (d.coord.y, d.coord.x)).ok()
}

/// One piece being checked.
struct Checked<'a> {
    coord: TileCoord,
    clip: PlanBox,
    vertices: &'a [GroundPoint],
    polygon: u32,
    /// Memory for its corners.
    ring: Vec<PlanPoint>,
}

impl Checked<'_> {
    /// The polygon, and what the piece says lies beyond its edges.
    fn polygon(&mut self, piece: Piece) -> Result<(DraftPolygon, Vec<Beyond>), MeshError> {
        let count = |what, found, needed| MeshError::Count {
            tile: self.coord,
            polygon: self.polygon,
            what,
            found,
            needed,
        };
        let n = piece.corners.len();
        if n < 3 {
            return Err(count("corners", n, 3));
        }
        if piece.beyond.len() != n {
            return Err(count("entries in `beyond`", piece.beyond.len(), n));
        }
        let mut edges = Vec::with_capacity(n);
        for (k, (&corner, &beyond)) in piece.corners.iter().zip(&piece.beyond).enumerate() {
            let at = self.vertex("corner", corner, &self.clip)?;
            let next = self.vertex("corner", piece.corners[(k + 1) % n], &self.clip)?;
            let across = match beyond {
                Beyond::Border(Border::Tile(side)) => Across::Tile(side),
                Beyond::Portal(side) => Across::Portal(side),
                _ => Across::Wall,
            };
            let off_side = match across {
                Across::Tile(side) if !on_side(&self.clip, side, at.plan, next.plan) => Some(side),
                Across::Portal(side) if !is_along(side, at.plan, next.plan) => Some(side),
                _ => None,
            };
            if let Some(side) = off_side {
                let (tile, polygon, edge) = (self.coord, self.polygon, cast::count(k));
                return Err(MeshError::OffSide { tile, polygon, edge, side });
            }
            edges.push(DraftEdge { at, vertex: Some(corner), across });
        }
        // Height points may lie less than three steps beyond an edge.
        let clip = self.clip.grown(2);
        for &v in piece.triangles.iter().flatten() {
            self.vertex("height vertex", v, &clip)?;
        }
        self.ring.clear();
        self.ring.extend(edges.iter().map(|e| e.at.plan));
        if !predicates::is_convex(&self.ring) {
            return Err(MeshError::NotConvex { tile: self.coord, polygon: self.polygon });
        }
        let Piece { beyond, triangles, layer, area, flags, .. } = piece;
        let (factor, generation, before) = (CostFactor::ONE, 0, None);
        let polygon =
            DraftPolygon { edges, triangles, layer, area, factor, flags, generation, before };
        Ok((polygon, beyond))
    }

    fn vertex(
        &self,
        what: &'static str,
        index: u32,
        clip: &PlanBox,
    ) -> Result<GroundPoint, MeshError> {
        let (tile, polygon) = (self.coord, self.polygon);
        let Some(&p) = self.vertices.get(cast::index(index)) else {
            let len = self.vertices.len();
            return Err(MeshError::Index { tile, polygon, what, index, len });
        };
        if !in_reach(p) || !clip.contains(p.plan) {
            return Err(MeshError::Outside { tile, polygon, at: p });
        }
        Ok(p)
    }
}

impl Draft {
    /// The finished tile: vertices numbered in the order in which polygons first use them as
    /// corners, then those that only heights use, so that unused ones vanish; edges that found
    /// no partner become walls. `renumber` gives the final position of a polygon.
    pub(super) fn finish(
        self,
        kept: &[bool],
        renumber: impl Fn(PolyRef) -> Option<PolyRef>,
        here: TileId,
    ) -> Tile {
        let mut source = self.input.map(|input| TileSource {
            input,
            dropped: self.dropped,
            ..TileSource::default()
        });
        let polygons: Vec<DraftPolygon> = self
            .polygons
            .into_iter()
            .zip(kept)
            .filter_map(|(polygon, &kept)| kept.then_some(polygon))
            .collect();
        let mut numbering = Numbering {
            old: &self.vertices,
            new_of_old: vec![None; self.vertices.len()],
            vertices: Vec::with_capacity(self.vertices.len()),
        };
        let edges = polygons.iter().map(|polygon| polygon.edges.len()).sum();
        let mut tile = Tile {
            coord: self.coord,
            clip: self.clip,
            vertices: Shared::default(),
            edges: Vec::with_capacity(edges),
            polygons: Vec::with_capacity(polygons.len()).into(),
            triangles: Shared::default(),
            labels: vec![0; polygons.len()].into(),
            label_count: 0,
            source: None,
        };
        let mut first_triangle = 0;
        for (i, polygon) in polygons.iter().enumerate() {
            let first_edge = cast::count(tile.edges.len());
            for edge in &polygon.edges {
                let vertex = numbering.corner(edge);
                let (neighbour, passage) = match edge.across {
                    Across::Polygon(other, passage) => (renumber(other), passage),
                    Across::Wall | Across::Tile(_) | Across::Portal(_) => (None, Passage::Open),
                };
                if let Some(source) = &mut source {
                    source.note(edge, neighbour.is_none(), here, cast::count(tile.edges.len()));
                }
                // The passage of a wall means nothing; one value keeps the bytes canonical.
                let passage = if neighbour.is_some() { passage } else { Passage::Open };
                tile.edges.push(Edge::new(vertex, neighbour, passage));
            }
            let at = |v: &u32| self.vertices[cast::index(*v)].height;
            let corner_heights = polygon.edges.iter().map(|e| e.at.height);
            let of_triangles = polygon.triangles.iter().flatten().map(at);
            let heights = lowest_and_highest(corner_heights.chain(of_triangles));
            tile.polygons.push(Polygon {
                first_edge,
                first_triangle,
                area: polygon.area,
                factor: polygon.factor,
                flags: polygon.flags,
                layer: polygon.layer,
                base: cast::count(i),
                piece: 0,
                generation: polygon.generation,
                bounds: PlanBox::around(polygon.edges.iter().map(|e| e.at.plan))
                    .unwrap_or_default(),
                heights,
            });
            first_triangle += cast::count(polygon.triangles.len());
        }
        let triangles = polygons.iter().flat_map(|polygon| &polygon.triangles);
        tile.triangles = triangles.map(|t| t.map(|v| numbering.old(v))).collect();
        tile.vertices = numbering.vertices.into();
        tile.source = source;
        tile.relabel(here, false);
        tile
    }
}

/// Vertices being numbered by first use.
struct Numbering<'a> {
    old: &'a [GroundPoint],
    new_of_old: Vec<Option<u32>>,
    vertices: Vec<GroundPoint>,
}

impl Numbering<'_> {
    fn corner(&mut self, edge: &DraftEdge) -> u32 {
        match edge.vertex {
            Some(v) => self.old(v),
            None => {
                self.vertices.push(edge.at);
                cast::count(self.vertices.len() - 1)
            }
        }
    }

    fn old(&mut self, v: u32) -> u32 {
        let next = cast::count(self.vertices.len());
        let new = *self.new_of_old[cast::index(v)].get_or_insert(next);
        if new == next {
            self.vertices.push(self.old[cast::index(v)]);
        }
        new
    }
}
