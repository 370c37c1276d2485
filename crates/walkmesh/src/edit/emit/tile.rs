//! One new tile: runs of base polygons that are not cut are copied, the first pieces of others are
//! put between them, and the rest behind.

use super::super::cover::{Cover, factor};
use super::super::cut::{Cut, Extent, Piece};
use super::super::names::Names;
use super::{BaseTile, Placed, Plan, Spare, WALL};
use crate::geom::{GroundPoint, cast};
use crate::mesh::{CostFactor, Edge, PolyRef, Polygon, Shared, Tile, TileId};

/// Memory for what is worked out on the way to a tile.
#[derive(Default)]
pub(super) struct Room {
    /// The points that cuts made.
    made: Names,
    /// The numbers of the vertices of all cuts.
    names: Vec<u32>,
    /// The polygons that are cut into pieces, and where the numbers of each begin.
    named: Vec<(u32, usize)>,
}

impl Room {
    /// Nothing in it; the memory stays.
    pub(super) fn clear(&mut self) {
        self.made.clear();
        self.names.clear();
        self.named.clear();
    }

    /// The numbers of the vertices of a cut, given its base polygon: those of the base tile, then
    /// of points by first use.
    pub(super) fn name(&mut self, base: &Tile, polygon: u32, cut: &Cut) -> &[u32] {
        let Self { made, names, .. } = self;
        let corners = base.edges_of(polygon);
        let first = cast::count(base.vertices.len());
        let from = names.len();
        names.extend(cut.vertices.iter().enumerate().map(|(v, &ground)| match corners.get(v) {
            Some(edge) if base.vertices[cast::index(edge.vertex)] == ground => edge.vertex,
            _ => first + made.of(ground),
        }));
        &names[from..]
    }
}

/// The vertices of a base tile, and the points that cuts made.
pub(super) fn vertices(base: &Tile, room: &Room, spare: &Spare) -> Shared<GroundPoint> {
    let made = &room.made.grounds;
    if made.is_empty() {
        return base.vertices.clone();
    }
    let mut all = spare.vertices(base.vertices.len() + made.len());
    all.extend_from_slice(&base.vertices);
    all.extend_from_slice(made);
    all
}

/// A tile being put together. It has the vertices of the base tile, then those that cuts made.
pub(super) struct Emitting<'a> {
    plan: &'a Plan<'a>,
    placed: &'a Placed,
    here: TileId,
    base: &'a Tile,
    of: BaseTile<'a>,
    /// True when base polygons do not stand where they stood.
    is_shifted: bool,
    edges: Vec<Edge>,
    polygons: Vec<Polygon>,
    triangles: Vec<[u32; 3]>,
    /// What the last two will be shared in.
    shells: (Shared<Polygon>, Shared<[u32; 3]>),
}

impl<'a> Emitting<'a> {
    pub(super) fn new(plan: &'a Plan<'a>, placed: &'a Placed, here: TileId) -> Self {
        let base = plan.twins.base.tile(here);
        let parts = placed.closed.len();
        let more = parts.saturating_sub(base.polygons.len());
        let mut shells =
            (plan.spare.polygons(parts), plan.spare.triangles(base.triangles.len() + 4 * more));
        Self {
            plan,
            placed,
            here,
            base,
            of: plan.base_tile(here),
            is_shifted: placed.is_shifted(),
            edges: plan.spare.edges(base.edges.len() + 6 * more),
            polygons: std::mem::take(&mut *shells.0),
            triangles: std::mem::take(&mut *shells.1),
            shells,
        }
    }

    /// The finished tile.
    pub(super) fn finish(mut self) -> Tile {
        let count = cast::count(self.base.polygons.len());
        let mut run = 0;
        let mut room = self.plan.spare.room();
        let cuts = self.plan.cuts.of_tile(self.here);
        for (p, cut) in (0..).zip(cuts) {
            let Some(cut) = cut else { continue };
            self.copy(run, p);
            run = p + 1;
            if cut.is_whole {
                self.copy(p, p + 1);
                self.cover(cut.piece(0).cover);
                continue;
            }
            let here = PolyRef { tile: self.here, polygon: p };
            let from = room.names.len();
            let names = room.name(self.base, p, cut);
            if let Some(first) = cut.pieces().next() {
                self.piece(here, 0, first, names);
            }
            room.named.push((p, from));
        }
        self.copy(run, count);
        for &(p, from) in &room.named {
            let here = PolyRef { tile: self.here, polygon: p };
            let pieces = cuts[cast::index(p)].iter().flat_map(|cut| cut.pieces());
            for (piece, i) in pieces.zip(0..).skip(1) {
                self.piece(here, i, piece, &room.names[from..]);
            }
        }
        self.lead_copied();
        let Self { plan, here, base, placed, edges, polygons, triangles, mut shells, .. } = self;
        let mut labels = plan.spare.labels(polygons.len());
        let closed = placed.closed.iter().map(|&closed| if closed { Tile::CLOSED } else { 0 });
        labels.extend(closed);
        let vertices = vertices(base, &room, plan.spare);
        plan.spare.keep_room(room);
        (*shells.0, *shells.1) = (polygons, triangles);
        let mut tile = Tile {
            coord: base.coord,
            clip: base.clip,
            vertices,
            edges,
            polygons: shells.0,
            triangles: shells.1,
            labels,
            label_count: 0,
            // It names edges of the base tile.
            source: None,
        };
        tile.relabel(here, plan.leads_back_in(here));
        tile
    }

    /// Adds base polygons as they are, but for where their edges lead.
    fn copy(&mut self, from: u32, to: u32) {
        if from == to {
            return;
        }
        let Self { plan, placed, base, here: tile, ref of, .. } = *self;
        let ends = |p: u32| match base.polygons.get(cast::index(p)) {
            Some(polygon) => (cast::index(polygon.first_edge), cast::index(polygon.first_triangle)),
            None => (base.edges.len(), base.triangles.len()),
        };
        let ((edge, triangle), (edge_end, triangle_end)) = (ends(from), ends(to));
        let edge_shift = cast::count(self.edges.len()).wrapping_sub(cast::count(edge));
        let triangle_shift = cast::count(self.triangles.len()).wrapping_sub(cast::count(triangle));
        self.triangles.extend_from_slice(&base.triangles[triangle..triangle_end]);
        let risen = plan.generations.of_tile(tile);
        let old = &base.polygons[cast::index(from)..cast::index(to)];
        self.polygons.extend((from..to).zip(old).map(|(p, old)| {
            Polygon {
                first_edge: old.first_edge.wrapping_add(edge_shift),
                first_triangle: old.first_triangle.wrapping_add(triangle_shift),
                generation: old
                    .generation
                    .wrapping_add(risen.get(cast::index(p)).copied().flatten().unwrap_or(0)),
                ..*old
            }
        }));
        // A closed polygon of the base mesh has no neighbours, so only one that is cut is led anew.
        let is_closed = from + 1 == to && placed.closed[self.polygons.len() - 1];
        if !is_closed && !self.is_shifted {
            self.edges.extend_from_slice(&base.edges[edge..edge_end]);
            return;
        }
        self.edges.extend((edge..edge_end).map(|edge| {
            let (neighbour, passage) = if is_closed { WALL } else { plan.way_of_base(of, edge) };
            Edge::new(base.edges[edge].vertex, neighbour, passage)
        }));
    }

    /// Leads edges of copied polygons anew, where they lead to polygons that are cut or to other
    /// tiles; all others lead to where they led.
    fn lead_copied(&mut self) {
        if self.is_shifted {
            return;
        }
        let Self { plan, here: tile, .. } = *self;
        let sides = plan.twins.sides(tile);
        for &(polygon, edge, _) in &sides.borders {
            self.lead(polygon, edge);
        }
        for &(polygon, edge) in &sides.lone {
            self.lead(polygon, edge);
        }
        for (p, _) in (0..).zip(plan.cuts.of_tile(tile)).filter(|(_, cut)| cut.is_some()) {
            for across in plan.twins.beyond(PolyRef { tile, polygon: p }).iter().flatten() {
                if across.polygon.tile == tile {
                    self.lead(across.polygon.polygon, across.edge);
                }
            }
        }
    }

    /// Leads an edge of a base polygon anew, where that is copied.
    fn lead(&mut self, polygon: u32, edge: u32) {
        let Self { plan, ref of, base, .. } = *self;
        let is_cut = of.cuts.get(cast::index(polygon)).and_then(Option::as_ref);
        // A closed polygon of the base mesh has no neighbours.
        let is_closed = self.placed.closed[cast::index(polygon)];
        if is_cut.is_some_and(|cut| !cut.is_whole) || is_closed {
            return;
        }
        let old = cast::index(base.polygons[cast::index(polygon)].first_edge + edge);
        let (neighbour, passage) = plan.way_of_base(of, old);
        let new = cast::index(self.polygons[cast::index(polygon)].first_edge + edge);
        self.edges[new].lead(neighbour, passage);
    }

    /// Puts what lies over a piece on the last polygon.
    fn cover(&mut self, cover: &Cover) {
        let Some(polygon) = self.polygons.last_mut() else { return };
        polygon.area = cover.area.unwrap_or(polygon.area);
        polygon.factor = times(polygon.factor, cover.factor);
    }

    /// Adds a piece.
    fn piece(&mut self, here: PolyRef, index: u32, piece: Piece<'_>, names: &[u32]) {
        let is_closed = self.placed.closed[self.polygons.len()];
        let old = self.base.polygons[cast::index(here.polygon)];
        let risen = self.plan.generations.get(here).copied().unwrap_or(0);
        let Extent { bounds, heights } = piece.extent;
        self.polygons.push(Polygon {
            first_edge: cast::count(self.edges.len()),
            first_triangle: cast::count(self.triangles.len()),
            piece: index,
            generation: old.generation.wrapping_add(risen),
            bounds,
            heights,
            ..old
        });
        self.cover(piece.cover);
        let plan = self.plan;
        self.edges.extend(piece.sides.iter().map(|side| {
            let way = if is_closed { WALL } else { plan.way(here, side.beyond) };
            let (neighbour, passage) = way;
            Edge::new(names[cast::index(side.corner)], neighbour, passage)
        }));
        self.triangles.extend(piece.triangles.iter().map(|t| t.map(|v| names[cast::index(v)])));
    }
}

/// Both factors at once.
fn times(a: CostFactor, b: CostFactor) -> CostFactor {
    if b == CostFactor::ONE {
        return a;
    }
    factor(a.get() * b.get())
}
