//! What a tile was made from, and what is needed to join it to others anew.

use super::barred::Before;
use super::draft::{Across, Draft, DraftEdge, DraftPolygon};
use super::id::TileId;
use super::stretch::on_side;
use super::tile::{Polygon, Tile};
use crate::geom::{PlanBox, PlanPoint, cast};
use crate::surface::{Surface, TileSide};
use std::sync::Arc;

/// What a bake keeps with a tile beside its polygons, so that a later one can tell whether it has
/// to be made again, and can join it to neighbours that were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TileSource {
    /// Hash of the triangles that the tile was made from.
    pub input: [u8; 32],
    /// Edges whose first corner was put there to meet a corner of a neighbouring tile: rising
    /// indices in [`Tile::edges`].
    pub inserted: Vec<u32>,
    /// Edges on a side of the tile where its ground would go on, but no polygon of the neighbour
    /// meets it: rising indices in [`Tile::edges`].
    pub waiting: Vec<u32>,
    /// The sides at which islands were dropped because they are too small, a bit each.
    pub dropped: Sides,
}

/// A set of sides of a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides(u8);

impl Sides {
    /// The set of these four bits: east, north, west, south; `None` when others are set.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Option<Self> {
        if bits < 16 { Some(Self(bits)) } else { None }
    }

    /// Its four bits: east, north, west, south.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether it has that side.
    #[must_use]
    pub const fn has(self, side: TileSide) -> bool {
        self.0 & bit(side) != 0
    }

    /// Those that it has, in order.
    pub(super) fn iter(self) -> impl Iterator<Item = TileSide> {
        TileSide::ALL.into_iter().filter(move |&side| self.has(side))
    }

    /// Adds a side.
    pub(super) const fn insert(&mut self, side: TileSide) {
        self.0 |= bit(side);
    }

    /// Adds the sides of `clip` that an edge lies on.
    pub(super) fn touch(&mut self, clip: &PlanBox, a: PlanPoint, b: PlanPoint) {
        for side in TileSide::ALL {
            if on_side(clip, side, a, b) {
                self.insert(side);
            }
        }
    }
}

/// The side of a box that an edge lies on.
pub(super) fn side_of(clip: &PlanBox, a: PlanPoint, b: PlanPoint) -> Option<TileSide> {
    TileSide::ALL.into_iter().find(|&side| on_side(clip, side, a, b))
}

const fn bit(side: TileSide) -> u8 {
    match side {
        TileSide::East => 1,
        TileSide::North => 2,
        TileSide::West => 4,
        TileSide::South => 8,
    }
}

impl TileSource {
    /// Whether its edges are of that tile: waiting ones are walls on a side; the corners of
    /// inserted ones lie between two others of their polygon on one side.
    pub(crate) fn fits(&self, tile: &Tile) -> bool {
        let polygons = 0..cast::count(tile.polygons.len());
        polygons.into_iter().all(|p| {
            let range = tile.edge_range(p);
            let at = |e: usize| tile.plan(tile.edges[e].vertex);
            let next = |e: usize| if e + 1 == range.end { range.start } else { e + 1 };
            let before = |e: usize| if e == range.start { range.end - 1 } else { e - 1 };
            let lies = |a, b, c| {
                TileSide::ALL
                    .iter()
                    .any(|&s| on_side(&tile.clip, s, a, b) && on_side(&tile.clip, s, b, c))
            };
            let within = |list: &[u32], holds: &dyn Fn(usize) -> bool| {
                let from = list.partition_point(|&e| cast::index(e) < range.start);
                let to = list.partition_point(|&e| cast::index(e) < range.end);
                list[from..to].iter().all(|&e| holds(cast::index(e)))
            };
            within(&self.inserted, &|e| lies(at(before(e)), at(e), at(next(e))))
                && within(&self.waiting, &|e| {
                    tile.edges[e].neighbour().is_none() && lies(at(e), at(e), at(next(e)))
                })
        })
    }

    /// Notes what an edge of the tile at `here` waits for; it becomes edge `index`.
    pub(super) fn note(&mut self, edge: &DraftEdge, is_wall: bool, here: TileId, index: u32) {
        let meets_tile = edge.meets_tile(here);
        if meets_tile && edge.vertex.is_none() {
            self.inserted.push(index);
        }
        if meets_tile && is_wall {
            self.waiting.push(index);
        }
    }
}

impl Draft {
    /// The draft of a finished tile without some of its polygons, closed ones too, and the numbers there
    /// of those that it has. They are of `generation` where one of them gets another name.
    pub(super) fn of_rest(
        tile: &Tile,
        here: TileId,
        ground: Option<Arc<Surface>>,
        gone: impl Iterator<Item = u32>,
        generation: u32,
    ) -> (Self, Vec<u32>) {
        let unknown = TileSource::default();
        let mut draft = Self::of_tile(tile, here, tile.source.as_ref().unwrap_or(&unknown), ground);
        let kept = draft.take_out(here, &gone.chain(tile.closed_polygons()).collect());
        let place = |old: u32| tile.polygons[cast::index(old)].place();
        if kept.iter().zip(0..).any(|(&old, new)| place(old) != Polygon::place_of(new, 0)) {
            draft.rename(generation);
        }
        (draft, kept)
    }

    /// Gives its polygons names that none had before.
    pub(super) fn rename(&mut self, generation: u32) {
        self.polygons.iter_mut().for_each(|polygon| polygon.generation = generation);
    }

    /// The sides that polygons lie at which are not kept.
    pub(super) fn sides_without(&self, kept: &[bool]) -> Sides {
        let mut sides = Sides::default();
        for (polygon, _) in self.polygons.iter().zip(kept).filter(|&(_, &kept)| !kept) {
            let ends = polygon.edges.iter().skip(1).chain(polygon.edges.first());
            for (edge, next) in polygon.edges.iter().zip(ends) {
                sides.touch(&self.clip, edge.at.plan, next.at.plan);
            }
        }
        sides
    }

    /// A finished tile as it was before it was joined to its neighbours: the corners that they
    /// brought are out, edges on its sides wait again. Joined to the same neighbours it gives the
    /// same tile.
    fn of_tile(
        tile: &Tile,
        here: TileId,
        source: &TileSource,
        ground: Option<Arc<Surface>>,
    ) -> Self {
        let listed = |list: &[u32], e: usize| list.binary_search(&cast::count(e)).is_ok();
        let polygon = |p: u32| {
            let range = tile.edge_range(p);
            let corner = |e: usize| tile.vertices[cast::index(tile.edges[e].vertex)];
            let across = |e: usize| {
                let next = if e + 1 == range.end { range.start } else { e + 1 };
                let (a, b) = (corner(e).plan, corner(next).plan);
                match tile.edges[e].neighbour() {
                    Some(other) if other.tile == here => {
                        Across::Polygon(other, tile.edges[e].passage())
                    }
                    None if !listed(&source.waiting, e) => Across::Wall,
                    _ => side_of(&tile.clip, a, b).map_or(Across::Wall, Across::Tile),
                }
            };
            let edges = range.clone().filter(|&e| !listed(&source.inserted, e));
            let edges = edges.map(|e| DraftEdge {
                at: corner(e),
                vertex: Some(tile.edges[e].vertex),
                across: across(e),
            });
            let of = &tile.polygons[cast::index(p)];
            DraftPolygon {
                edges: edges.collect(),
                triangles: tile.triangles_of(p).to_vec(),
                layer: of.layer,
                area: of.area,
                factor: of.factor,
                flags: of.flags,
                generation: of.generation,
                before: Some(Before::of(tile, here, p)),
            }
        };
        Self {
            coord: tile.coord,
            clip: tile.clip,
            vertices: tile.vertices.to_vec(),
            polygons: (0..cast::count(tile.polygons.len())).map(polygon).collect(),
            ground,
            input: tile.source.as_ref().map(|source| source.input),
            dropped: source.dropped,
            was_joined: true,
        }
    }
}
