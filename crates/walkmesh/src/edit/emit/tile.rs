//! One new tile, polygon after polygon.

use super::super::cut::{Beyond, Cut, Piece};
use super::super::names::Names;
use super::Plan;
use crate::geom::{PlanBox, cast};
use crate::mesh::{CostFactor, Edge, Passage, PolyRef, Polygon, Tile, TileId};

/// A vertex of the new tile before it has its number.
#[derive(Clone, Copy)]
pub(super) enum Vertex {
    /// One of the base tile's.
    Old(u32),
    /// One that cuts made, by number.
    Made(u32),
}

/// A tile being put together.
pub(super) struct Emitting<'a> {
    plan: &'a Plan<'a>,
    base: &'a Tile,
    new_of_old: Vec<Option<u32>>,
    /// The points that cuts made.
    made: Names,
    new_of_made: Vec<Option<u32>>,
    corners: Vec<Vertex>,
    triangles: Vec<[Vertex; 3]>,
    tile: Tile,
}

impl<'a> Emitting<'a> {
    pub(super) fn new(plan: &'a Plan<'a>, base: &'a Tile) -> Self {
        Self {
            plan,
            base,
            new_of_old: vec![None; base.vertices.len()],
            made: Names::default(),
            new_of_made: Vec::new(),
            corners: Vec::with_capacity(base.edges.len()),
            triangles: Vec::with_capacity(base.triangles.len()),
            tile: Tile {
                coord: base.coord,
                clip: base.clip,
                vertices: Vec::with_capacity(base.vertices.len()),
                edges: Vec::with_capacity(base.edges.len()),
                polygons: Vec::with_capacity(base.polygons.len()),
                triangles: Vec::with_capacity(base.triangles.len()),
                labels: 0,
                // It names edges of the base tile.
                source: None,
            },
        }
    }

    /// Adds a base polygon as it is.
    pub(super) fn whole(&mut self, here: PolyRef, piece: Option<&Piece>) {
        let first_edge = self.tile.edges.len();
        let edges = self.base.edges_of(here.polygon);
        for (edge, old) in (0..).zip(edges) {
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
    pub(super) fn names(&mut self, here: PolyRef, cut: &Cut) -> Vec<Vertex> {
        let corners = self.base.edges_of(here.polygon);
        let mut names = Vec::with_capacity(cut.vertices.len());
        for (v, &ground) in cut.vertices.iter().enumerate() {
            names.push(match corners.get(v) {
                Some(edge) if self.base.vertices[cast::index(edge.vertex)] == ground => {
                    Vertex::Old(edge.vertex)
                }
                _ => Vertex::Made(self.made.of(ground)),
            });
        }
        self.new_of_made.resize(self.made.grounds.len(), None);
        names
    }

    /// Adds a piece.
    pub(super) fn piece(
        &mut self,
        here: PolyRef,
        index: u32,
        piece: &Piece,
        cut: &Cut,
        names: &[Vertex],
    ) {
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
    pub(super) fn finish(mut self, here: TileId) -> Tile {
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
                (number, self.made.grounds[cast::index(v)])
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
