//! From base polygons and their pieces to tiles: what may not be passed is left out.

use std::collections::HashMap;
use std::sync::Arc;

use super::by_polygon::ByPolygon;
use super::cover::Cover;
use super::cut::{Beyond, Cut, Inside, Piece};
use super::twins::Twins;
use crate::geom::{GroundPoint, PlanBox, cast};
use crate::mesh::{CostFactor, Edge, NavMesh, Passage, PolyRef, Polygon, Tile, TileId};

/// Where the parts of a base polygon stand in its new tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// It is not cut.
    Whole(u32),
    /// Its pieces; `None` for those that may not be passed.
    Pieces(Vec<Option<u32>>),
}

/// Where the base polygons of a tile stand; `None` where nothing moved.
pub(super) type Slots = Option<Vec<Slot>>;

/// All that the new tiles follow from.
pub(super) struct Plan<'a> {
    pub(super) twins: &'a Twins,
    pub(super) cuts: &'a ByPolygon<Arc<Cut>>,
    /// By tile.
    pub(super) slots: &'a [Slots],
    pub(super) generations: &'a ByPolygon<u32>,
}

/// Numbers the polygons of a tile anew.
pub(super) fn slots(
    base: &NavMesh,
    cuts: &ByPolygon<Arc<Cut>>,
    is_passable: impl Fn(&Cover) -> bool,
    tile: TileId,
) -> Slots {
    let count = cast::count(base.tile(tile).polygons.len());
    let cuts = cuts.of_tile(tile);
    if cuts.is_empty() {
        return None;
    }
    let mut next = 0;
    let mut take = || {
        next += 1;
        next - 1
    };
    let mut slots = Vec::with_capacity(cast::index(count));
    for polygon in 0..count {
        slots.push(match cuts.get(cast::index(polygon)).and_then(Option::as_ref) {
            None => Slot::Whole(take()),
            Some(cut) => Slot::Pieces(
                cut.pieces.iter().map(|p| is_passable(&p.cover).then(&mut take)).collect(),
            ),
        });
    }
    Some(slots)
}

impl Plan<'_> {
    fn slot(&self, polygon: PolyRef, piece: u32) -> Option<PolyRef> {
        let polygon_at = |index| PolyRef { tile: polygon.tile, polygon: index };
        let Some(slots) = &self.slots[cast::index(polygon.tile.0)] else { return Some(polygon) };
        match &slots[cast::index(polygon.polygon)] {
            Slot::Whole(at) => Some(polygon_at(*at)),
            Slot::Pieces(at) => at[cast::index(piece)].map(polygon_at),
        }
    }

    /// What is beyond a part of an edge of a base polygon. Where a polygon has no width the way
    /// leads on through it.
    fn beyond(&self, polygon: PolyRef, edge: u32, part: u32) -> (Option<PolyRef>, Passage) {
        const WALL: (Option<PolyRef>, Passage) = (None, Passage::Open);
        let (mut at, mut edge, mut part) = (polygon, edge, part);
        let (mut forth, mut back) = (true, true);
        // A way through polygons without width is short; it does not go around.
        for _ in 0..64 {
            let Some((other, across)) = self.twins.twin(at, cast::index(edge)) else { return WALL };
            forth &= self.twins.base.edges(at)[cast::index(edge)].passage == Passage::Open;
            back &= self.twins.base.edges(other)[across].passage == Passage::Open;
            if !forth && !back {
                return WALL;
            }
            let passage = if forth { Passage::Open } else { Passage::Closed };
            let Some(cut) = self.cuts.get(other) else {
                return (self.slot(other, 0), passage);
            };
            let parts = &cut.parts[across];
            let facing = parts.len().checked_sub(cast::index(part) + 1);
            match facing.and_then(|i| parts.get(i)) {
                Some(&Inside::Piece(piece)) => return (self.slot(other, piece), passage),
                Some(&Inside::Through { edge: e, part: p }) => (at, edge, part) = (other, e, p),
                Some(Inside::Nothing) | None => return WALL,
            }
        }
        WALL
    }

    /// The new tile. Depends on the base tile, on its cuts, and on those of the tiles beside it.
    pub(super) fn tile(&self, tile: TileId) -> Tile {
        let base = self.twins.base.tile(tile);
        if self.slots[cast::index(tile.0)].is_none() {
            return self.led_anew(tile);
        }
        let mut out = Emitting {
            plan: self,
            base,
            new_of_old: vec![None; base.vertices.len()],
            made: HashMap::new(),
            grounds: Vec::new(),
            new_of_made: Vec::new(),
            corners: Vec::new(),
            triangles: Vec::new(),
            tile: Tile {
                coord: base.coord,
                clip: base.clip,
                vertices: Vec::new(),
                edges: Vec::with_capacity(base.edges.len()),
                polygons: Vec::with_capacity(base.polygons.len()),
                triangles: Vec::with_capacity(base.triangles.len()),
                labels: 0,
                // It names edges of the base tile.
                source: None,
            },
        };
        for polygon in 0..cast::count(base.polygons.len()) {
            let here = PolyRef { tile, polygon };
            match self.cuts.get(here) {
                None => out.whole(here, None),
                Some(cut) => {
                    let names = if cut.is_whole { Vec::new() } else { out.names(here, cut) };
                    for (piece, i) in cut.pieces.iter().zip(0..) {
                        match self.slot(here, i) {
                            None => {}
                            Some(_) if cut.is_whole => out.whole(here, Some(piece)),
                            Some(_) => out.piece(here, i, piece, cut, &names),
                        }
                    }
                }
            }
        }
        out.finish(tile)
    }

    /// A tile whose polygons are as they were, with edges that lead to where its neighbours are.
    fn led_anew(&self, tile: TileId) -> Tile {
        let mut new = self.twins.base.tile(tile).clone();
        let mut relabel = false;
        for (known, risen) in new.polygons.iter_mut().zip(self.generations.of_tile(tile)) {
            known.generation = known.generation.wrapping_add(risen.unwrap_or(0));
        }
        for polygon in 0..cast::count(new.polygons.len()) {
            for (i, edge) in new.edge_range(polygon).zip(0..) {
                let beside = new.edges[i].neighbour.filter(|other| other.tile != tile);
                if beside.is_some_and(|other| self.slots[cast::index(other.tile.0)].is_some()) {
                    let (neighbour, passage) = self.beyond(PolyRef { tile, polygon }, edge, 0);
                    relabel |= neighbour.is_some_and(|other| other.tile == tile);
                    new.edges[i] = Edge { vertex: new.edges[i].vertex, neighbour, passage };
                }
            }
        }
        if relabel {
            new.relabel(tile);
        }
        new
    }
}

/// A vertex of the new tile before it has its number.
#[derive(Clone, Copy)]
enum Vertex {
    /// One of the base tile's.
    Old(u32),
    /// One that cuts made, by number.
    Made(u32),
}

/// A tile being put together.
struct Emitting<'a> {
    plan: &'a Plan<'a>,
    base: &'a Tile,
    new_of_old: Vec<Option<u32>>,
    /// The points that cuts made. Looked up only: its order never shows.
    made: HashMap<GroundPoint, u32>,
    grounds: Vec<GroundPoint>,
    new_of_made: Vec<Option<u32>>,
    corners: Vec<Vertex>,
    triangles: Vec<[Vertex; 3]>,
    tile: Tile,
}

impl Emitting<'_> {
    fn whole(&mut self, here: PolyRef, piece: Option<&Piece>) {
        let first_edge = self.tile.edges.len();
        for (old, edge) in self.base.edges_of(here.polygon).iter().zip(0..) {
            self.corners.push(Vertex::Old(old.vertex));
            let (neighbour, passage) = match old.neighbour {
                None => (None, old.passage),
                Some(_) => self.plan.beyond(here, edge, 0),
            };
            self.tile.edges.push(Edge { vertex: 0, neighbour, passage });
        }
        let old = self.base.polygons[cast::index(here.polygon)];
        self.polygon(here, 0, piece, first_edge, old.bounds, old.heights);
        let triangles = self.base.triangles_of(here.polygon).iter();
        self.triangles.extend(triangles.map(|t| t.map(Vertex::Old)));
    }

    /// The vertices of a cut.
    fn names(&mut self, here: PolyRef, cut: &Cut) -> Vec<Vertex> {
        let corners = self.base.edges_of(here.polygon);
        let mut names = Vec::with_capacity(cut.vertices.len());
        for (v, &ground) in cut.vertices.iter().enumerate() {
            names.push(match corners.get(v) {
                Some(edge) if self.base.vertices[cast::index(edge.vertex)] == ground => {
                    Vertex::Old(edge.vertex)
                }
                _ => Vertex::Made(*self.made.entry(ground).or_insert_with(|| {
                    self.grounds.push(ground);
                    self.new_of_made.push(None);
                    cast::count(self.grounds.len() - 1)
                })),
            });
        }
        names
    }

    fn piece(&mut self, here: PolyRef, index: u32, piece: &Piece, cut: &Cut, names: &[Vertex]) {
        let vertices = &cut.vertices;
        let vertex = |v: u32| names[cast::index(v)];
        let first_edge = self.tile.edges.len();
        for (&corner, &beyond) in piece.corners.iter().zip(&piece.beyond) {
            self.corners.push(vertex(corner));
            let (neighbour, passage) = match beyond {
                Beyond::Piece(other) => (self.plan.slot(here, other), Passage::Open),
                Beyond::Outside { edge, part } => self.plan.beyond(here, edge, part),
                Beyond::Wall => (None, Passage::Open),
            };
            self.tile.edges.push(Edge { vertex: 0, neighbour, passage });
        }
        let ring = piece.corners.iter().map(|&c| vertices[cast::index(c)]);
        let bounds = PlanBox::around(ring.clone().map(|c| c.plan)).unwrap_or_default();
        let inner = piece.triangles.iter().flatten().map(|&v| vertices[cast::index(v)]);
        let heights = ring
            .chain(inner)
            .fold((i32::MAX, i32::MIN), |(lo, hi), p| (lo.min(p.height), hi.max(p.height)));
        self.polygon(here, index, Some(piece), first_edge, bounds, heights);
        self.triangles.extend(piece.triangles.iter().map(|t| t.map(vertex)));
    }

    fn polygon(
        &mut self,
        here: PolyRef,
        index: u32,
        piece: Option<&Piece>,
        first_edge: usize,
        bounds: PlanBox,
        heights: (i32, i32),
    ) {
        let old = self.base.polygons[cast::index(here.polygon)];
        let risen = self.plan.generations.get(here).copied().unwrap_or(0);
        self.tile.polygons.push(Polygon {
            first_edge: cast::count(first_edge),
            first_triangle: cast::count(self.triangles.len()),
            area: piece.and_then(|p| p.cover.area).unwrap_or(old.area),
            factor: times(old.factor, piece.map_or(CostFactor::ONE, |p| p.cover.factor)),
            label: 0,
            piece: index,
            generation: old.generation.wrapping_add(risen),
            bounds,
            heights,
            ..old
        });
    }

    /// Numbers the vertices, corners first, and labels the polygons.
    fn finish(mut self, here: TileId) -> Tile {
        for i in 0..self.corners.len() {
            self.tile.edges[i].vertex = self.number(self.corners[i]);
        }
        for i in 0..self.triangles.len() {
            let triangle = self.triangles[i].map(|v| self.number(v));
            self.tile.triangles.push(triangle);
        }
        self.tile.relabel(here);
        self.tile
    }

    fn number(&mut self, vertex: Vertex) -> u32 {
        let next = cast::count(self.tile.vertices.len());
        let (number, ground) = match vertex {
            Vertex::Old(v) => {
                let number = *self.new_of_old[cast::index(v)].get_or_insert(next);
                (number, self.base.vertices[cast::index(v)])
            }
            Vertex::Made(v) => {
                let number = *self.new_of_made[cast::index(v)].get_or_insert(next);
                (number, self.grounds[cast::index(v)])
            }
        };
        if number == next {
            self.tile.vertices.push(ground);
        }
        number
    }
}

/// Both factors at once.
fn times(a: CostFactor, b: CostFactor) -> CostFactor {
    CostFactor::new((a.get() * b.get()).clamp(1e-37, 1e38)).unwrap_or_default()
}
