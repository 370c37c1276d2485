//! Polygons taken away and triangles put in by hand.

use std::collections::BTreeSet;

use super::conform::join_new;
use super::cost::CostFactor;
use super::draft::{Across, Draft, DraftEdge, DraftPolygon, beyond};
use super::error::MeshError;
use super::id::{PolyId, PolyRef, TileId};
use super::nav_mesh::NavMesh;
use super::source::side_of;
use super::stretch::on_side;
use super::waiting::waiting_edges;
use crate::geom::convex::{clip, overlap, run_along, run_beside};
use crate::geom::predicates::{Side, side_of_convex};
use crate::geom::{GroundPoint, PlanBox, PlanPoint, Point, cast, predicates};
use crate::soup::Area;
use crate::surface::TileSide;

/// A triangle of ground to be put into a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// Its corners on the ground, metres, in any order.
    pub corners: [Point; 3],
    /// Kind of ground.
    pub area: Area,
    /// Bits for filters; [`WALK`](crate::partition::WALK) for ground that was baked.
    pub flags: u32,
}

/// Why a mesh cannot be changed by hand like this.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HandError {
    /// A polygon to be taken away is not there (any more).
    #[error("polygon {index} to be taken away, {id:?}, is not of this mesh: look it up again")]
    Stale {
        /// Its place in the list.
        index: usize,
        /// The name that was given.
        id: PolyId,
    },
    /// A corner is no place.
    #[error(
        "corner {corner} of triangle {index} is {at:?}: it must be finite and in the lattice's reach"
    )]
    BadCorner {
        /// The triangle's place in the list.
        index: usize,
        /// Which corner.
        corner: usize,
        /// The corner.
        at: Point,
    },
    /// A triangle has no area in plan, on the lattice.
    #[error("triangle {index} has no area in plan: its corners are on one line")]
    Flat {
        /// The triangle's place in the list.
        index: usize,
    },
    /// A triangle is not over tiles of the mesh.
    #[error(
        "triangle {index} reaches out of the tiles of the mesh: cut it at their box, or bake with a larger one"
    )]
    Outside {
        /// The triangle's place in the list.
        index: usize,
    },
    /// Cutting a triangle at a tile's side bends it.
    #[error("triangle {index} is too thin to be cut at the side of tile ({}, {}): split it there", tile.x, tile.y)]
    Bent {
        /// The triangle's place in the list.
        index: usize,
        /// The tile.
        tile: super::TileCoord,
    },
    /// A triangle lies on other ground.
    #[error(
        "triangle {index} lies over or under {other:?} with no room for a body between them: take that away first"
    )]
    Overlap {
        /// The triangle's place in the list.
        index: usize,
        /// The polygon that is there, or `None` for another triangle of the list.
        other: Option<PolyId>,
    },
    /// The tiles cannot be joined.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

impl NavMesh {
    /// The mesh without some polygons and with triangles put in, for repairs by hand. Triangles
    /// are cut at tile sides and joined to each other, and to what was there, along common edges:
    /// where those lie on one line in plan and come within a climb in height, corners on them are
    /// put into both sides. Islands under [`Resolved::region_min_cells`](crate::parameters::Resolved)
    /// that touch a tile side go, as in a bake. Closed polygons go, and what else edits made of the
    /// ground stays; a metre on what is put in costs 1. Edges that may be crossed one way only stay so
    /// between polygons that stay; what is put in is joined both ways.
    ///
    /// Ids in tiles that nothing was done to stay, unless edits had cut or closed polygons there: these
    /// are numbered afresh. Links are not taken along
    /// ([`link::reattach`](crate::link::reattach)). An update of the bake makes tiles again that
    /// changed, and with them forgets what was done by hand. Linear in the mesh.
    ///
    /// # Errors
    /// Names the polygon or triangle and what is wrong with it; the mesh stays as it is.
    pub fn rebuilt_by_hand(&self, destroy: &[PolyId], build: &[Patch]) -> Result<Self, HandError> {
        let mut gone = BTreeSet::new();
        for (index, &id) in destroy.iter().enumerate() {
            gone.insert(self.resolve(id).ok_or(HandError::Stale { index, id })?);
        }
        let mut parts: Vec<Vec<(usize, Vec<GroundPoint>)>> = vec![Vec::new(); self.tiles().len()];
        for (index, patch) in build.iter().enumerate() {
            for (tile, part) in self.cut_patch(index, patch)? {
                parts[cast::index(tile.0)].push((index, part));
            }
        }
        let generation = self.next_generation();
        let mut drafts = Vec::with_capacity(parts.len());
        let mut first_new = Vec::with_capacity(parts.len());
        for (t, (tile, parts)) in self.tiles().zip(&parts).enumerate() {
            let here = TileId(cast::count(t));
            let gone = || gone.iter().filter(|r| r.tile == here).map(|r| r.polygon);
            let ground = self.ground_of(here).cloned();
            let (mut draft, kept) = Draft::of_rest(tile, here, ground, gone(), generation);
            first_new.push(kept.len());
            for (index, ring) in parts {
                let layer = self.free_layer(*index, ring, &draft, (here, &kept))?;
                put_in(&mut draft, ring, layer, &build[*index]);
            }
            if gone().next().is_some() || !parts.is_empty() {
                draft.rename(generation);
            }
            drafts.push(draft);
        }
        let tolerance = self.resolved().height_tolerance();
        for (tile, &first) in first_new.iter().enumerate() {
            if first < drafts[tile].polygons.len() {
                join_new(&mut drafts, tile, first, tolerance);
                open_walls(&mut drafts, tile, first, tolerance);
            }
        }
        Ok(self.after(drafts, generation, *self.input_hash())?)
    }

    /// The parts of a triangle in the tiles of the mesh.
    fn cut_patch(
        &self,
        index: usize,
        patch: &Patch,
    ) -> Result<Vec<(TileId, Vec<GroundPoint>)>, HandError> {
        let mut corners = Vec::with_capacity(3);
        for (corner, &at) in patch.corners.iter().enumerate() {
            let place = self.frame().to_lattice(at);
            corners.push(place.ok_or(HandError::BadCorner { index, corner, at })?);
        }
        let [a, b, c] = [corners[0], corners[1], corners[2]];
        let turn = predicates::cross(a.plan, b.plan, c.plan);
        let triangle = if turn < 0 { [a, c, b] } else { [a, b, c] };
        if turn == 0 {
            return Err(HandError::Flat { index });
        }
        let ring = triangle.map(|corner| corner.plan);
        let Some(bounds) = PlanBox::around(ring) else { return Ok(Vec::new()) };
        let mut parts = Vec::new();
        let mut covered = [false; 3];
        for (t, tile) in (0..).zip(self.tiles()).filter(|(_, tile)| tile.clip.meets(&bounds)) {
            for (held, &corner) in covered.iter_mut().zip(&ring) {
                *held |= tile.clip.contains(corner);
            }
            let part = clip_to(&ring, &tile.clip);
            if part.is_empty() {
                continue;
            }
            if !predicates::is_convex(&part) {
                return Err(HandError::Bent { index, tile: tile.coord });
            }
            let at = |p: &PlanPoint| p.at(height_on(&triangle, *p));
            parts.push((TileId(t), part.iter().map(at).collect()));
        }
        if parts.is_empty() || covered.contains(&false) {
            return Err(HandError::Outside { index });
        }
        Ok(parts)
    }

    /// A layer of the tile in which the ring lies on nothing, and neither along what is on another
    /// floor nor less than a step beside anything, which edits would bend with it; `kept` are
    /// the numbers that the draft's first polygons have in this mesh.
    fn free_layer(
        &self,
        index: usize,
        ring: &[GroundPoint],
        draft: &Draft,
        (here, kept): (TileId, &[u32]),
    ) -> Result<u32, HandError> {
        let plan: Vec<PlanPoint> = ring.iter().map(|p| p.plan).collect();
        let body = i64::from(self.resolved().height);
        let tolerance = self.resolved().height_tolerance();
        let mut taken = BTreeSet::new();
        for (p, polygon) in draft.polygons.iter().enumerate() {
            let corners: Vec<GroundPoint> = polygon.edges.iter().map(|e| e.at).collect();
            let other: Vec<PlanPoint> = corners.iter().map(|c| c.plan).collect();
            let old = kept.get(p).map(|&polygon| PolyRef { tile: here, polygon });
            let off = |q: &PlanPoint| {
                let theirs =
                    old.map_or_else(|| height_on(&corners, *q), |old| self.height_at(old, *q));
                (i64::from(height_on(ring, *q)) - i64::from(theirs)).abs()
            };
            if !overlap(&plan, &other) {
                let is_common = |q: &&PlanPoint| {
                    [&plan, &other].iter().all(|ring| side_of_convex(ring, **q) != Side::Outside)
                };
                let mut common = plan.iter().chain(&other).filter(is_common);
                if run_beside(&plan, &other)
                    || run_along(&plan, &other) && common.all(|q| off(q) > tolerance)
                {
                    taken.insert(polygon.layer);
                }
                continue;
            }
            taken.insert(polygon.layer);
            let edges = other.iter().zip(other.iter().skip(1).chain(other.first()));
            let common = edges.fold(plan.clone(), |part, (&a, &b)| clip(&part, a, b));
            if !common.iter().all(|q| off(q) >= body) {
                return Err(HandError::Overlap { index, other: old.map(|old| self.id(old)) });
            }
        }
        Ok((0..).find(|layer| !taken.contains(layer)).unwrap_or(0))
    }
}

/// Puts a convex ring into a draft, its height triangles a fan.
fn put_in(draft: &mut Draft, ring: &[GroundPoint], layer: u32, patch: &Patch) {
    let first = cast::count(draft.vertices.len());
    draft.vertices.extend(ring);
    let corners = (first..).zip(ring).zip(ring.iter().skip(1).chain(ring.first()));
    let edges = corners.map(|((vertex, &at), next)| {
        let across = side_of(&draft.clip, at.plan, next.plan).map_or(Across::Wall, Across::Tile);
        DraftEdge { at, vertex: Some(vertex), across }
    });
    let count = cast::count(ring.len());
    let fan = |k: u32| [0, k, k + 1].map(|corner| first + corner);
    // A fan from a corner that lies on a line with its neighbours would have flat triangles.
    let triangles = (1..count - 1).map(fan).filter(|t| {
        let [a, b, c] = t.map(|v| draft.vertices[cast::index(v)].plan);
        predicates::cross(a, b, c) != 0
    });
    let polygon = DraftPolygon {
        edges: edges.collect(),
        triangles: triangles.collect(),
        layer,
        area: patch.area,
        factor: CostFactor::ONE,
        flags: patch.flags,
        generation: 0,
        before: None,
    };
    draft.polygons.push(polygon);
}

/// The part of a triangle in a box.
fn clip_to(ring: &[PlanPoint; 3], within: &PlanBox) -> Vec<PlanPoint> {
    let (low, high) = (within.min, within.max);
    let corners = [low, PlanPoint::new(high.x, low.y), high, PlanPoint::new(low.x, high.y)];
    let sides = (0..4).map(|i| (corners[i], corners[(i + 1) % 4]));
    sides.fold(ring.to_vec(), |part, (a, b)| clip(&part, a, b))
}

/// The height of the plane through the first three corners that are not on one line, to the
/// nearest step.
fn height_on(ring: &[GroundPoint], p: PlanPoint) -> i32 {
    let whole = |c: &GroundPoint| predicates::cross(ring[0].plan, ring[1].plan, c.plan);
    let Some(&c) = ring.iter().find(|c| whole(c) != 0) else { return ring[0].height };
    let (a, b, sum) = (ring[0], ring[1], cast::float(whole(&c)));
    let share =
        |p: PlanPoint, q: PlanPoint, r: PlanPoint| cast::float(predicates::cross(p, q, r)) / sum;
    let height = share(b.plan, c.plan, p) * f64::from(a.height)
        + share(c.plan, a.plan, p) * f64::from(b.height)
        + share(a.plan, b.plan, p) * f64::from(c.height);
    cast::round_i32(height)
}

/// Makes the walls of other tiles that new polygons of one, from number `first_new` on, face wait for
/// them: what was a wall before goes on to what is put in beyond.
fn open_walls(drafts: &mut [Draft], tile: usize, first_new: usize, tolerance: i64) {
    for side in TileSide::ALL {
        let Some(other) = beyond(drafts, tile, side) else { continue };
        let (back, clip) = (side.opposite(), drafts[other].clip);
        let mut new = waiting_edges(drafts, tile, Across::Tile(side));
        new.retain(|edge| edge.key.1 >= first_new);
        for wall in waiting_edges(drafts, other, Across::Wall) {
            let [low, high] = [wall.stretch.low(), wall.stretch.high()].map(|end| end.plan);
            if on_side(&clip, back, low, high)
                && new.iter().any(|edge| edge.stretch.faces(&wall.stretch, tolerance))
            {
                let (_, polygon, edge) = wall.key;
                drafts[other].polygons[polygon].edges[edge].across = Across::Tile(back);
            }
        }
    }
}
