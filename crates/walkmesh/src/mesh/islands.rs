//! Islands that are dropped when tiles are joined: too small, once it is known what they hang
//! together with.
//!
//! An island cuts what faces it in the next tile, though it is joined to nothing that stays. So
//! sides at which islands are dropped are joined anew without them: a tile is the same whether
//! the islands beside it went now or in an earlier bake.

use super::conform::join_at;
use super::draft::{Across, Draft, DraftEdge, beyond};
use super::error::MeshError;
use super::id::{PolyRef, TileId};
use super::source::{Sides, side_of};
use super::structure::limit;
use crate::geom::{DisjointSets, PlanPoint, cast, predicates};
use crate::parameters::Resolved;
use crate::surface::TileSide;

/// Which polygons stay, tile by tile. An island goes when its area is under the limit and it
/// touches a tile side; whether the parts of it are in one tile or many makes no difference.
pub(super) fn large_enough(
    drafts: &[Draft],
    resolved: &Resolved,
) -> Result<Vec<Vec<bool>>, MeshError> {
    let mut first = vec![0_u32];
    let mut total = 0_usize;
    for draft in drafts {
        total += draft.polygons.len();
        limit("polygons", total)?;
        first.push(cast::count(total));
    }
    let node = |r: PolyRef| first[cast::index(r.tile.0)] + r.polygon;
    let each = || {
        drafts.iter().enumerate().flat_map(|(t, draft)| {
            let at = move |p| PolyRef { tile: TileId(cast::count(t)), polygon: cast::count(p) };
            draft.polygons.iter().enumerate().map(move |(p, polygon)| (draft, at(p), polygon))
        })
    };
    let mut sets = DisjointSets::new(cast::count(total));
    for (_, here, polygon) in each() {
        for edge in &polygon.edges {
            if let Across::Polygon(other, _) = edge.across {
                sets.join(node(here), node(other));
            }
        }
    }
    let mut area_doubled = vec![0_i128; total];
    let mut at_side = vec![false; total];
    let mut ring: Vec<PlanPoint> = Vec::new();
    for (draft, here, polygon) in each() {
        let set = cast::index(sets.find(node(here)));
        ring.clear();
        ring.extend(polygon.edges.iter().map(|e| e.at.plan));
        area_doubled[set] += predicates::ring_area_doubled(&ring);
        at_side[set] |= polygon.edges.iter().any(|e| {
            let (p, clip) = (e.at.plan, draft.clip);
            p.x == clip.min.x || p.x == clip.max.x || p.y == clip.min.y || p.y == clip.max.y
        });
    }
    let cell = i128::from(resolved.cell);
    let least = 2 * i128::from(resolved.region_min_cells) * cell * cell;
    let mut kept: Vec<Vec<bool>> = drafts.iter().map(|d| vec![true; d.polygons.len()]).collect();
    for (_, here, _) in each() {
        let set = cast::index(sets.find(node(here)));
        kept[cast::index(here.tile.0)][cast::index(here.polygon)] =
            !at_side[set] || area_doubled[set] >= least;
    }
    Ok(kept)
}

/// Joins the drafts as if the polygons that are not kept were not there; they stay among the
/// others, with walls on the sides. Notes at which sides they lie. Linear in the polygons of tiles
/// with such sides.
pub(super) fn leave_out(drafts: &mut [Draft], kept: &[Vec<bool>], resolved: &Resolved) {
    let mut opened = vec![Sides::default(); drafts.len()];
    for (tile, kept) in kept.iter().enumerate() {
        let sides = drafts[tile].sides_without(kept);
        for side in sides.iter() {
            opened[tile].insert(side);
            drafts[tile].dropped.insert(side);
            if let Some(other) = beyond(drafts, tile, side) {
                opened[other].insert(side.opposite());
            }
        }
    }
    let mut again = Vec::new();
    for ((tile, draft), (&sides, kept)) in
        drafts.iter_mut().enumerate().zip(opened.iter().zip(kept))
    {
        draft.open(TileId(cast::count(tile)), sides, kept);
        let own = sides.iter().filter(|side| matches!(side, TileSide::East | TileSide::North));
        again.extend(own.map(|side| (tile, side)));
    }
    join_at(drafts, &again, resolved);
}

impl Draft {
    /// Takes apart what was joined at some sides: corners from beyond are out, and edges wait again;
    /// those of polygons that are not kept are walls.
    fn open(&mut self, here: TileId, sides: Sides, kept: &[bool]) {
        if sides == Sides::default() {
            return;
        }
        let clip = self.clip;
        for (polygon, &is_kept) in self.polygons.iter_mut().zip(kept) {
            let edges = &mut polygon.edges;
            let ends = edges.iter().skip(1).chain(edges.first()).map(|edge| edge.at.plan);
            let side = |(edge, end): (&DraftEdge, PlanPoint)| {
                let side = side_of(&clip, edge.at.plan, end)?;
                (edge.meets_tile(here) && sides.has(side)).then_some(side)
            };
            let found: Vec<Option<TileSide>> = edges.iter().zip(ends).map(side).collect();
            let mut found = found.into_iter();
            edges.retain_mut(|edge| {
                let Some(side) = found.next().flatten() else { return true };
                edge.across = if is_kept { Across::Tile(side) } else { Across::Wall };
                edge.vertex.is_some()
            });
        }
    }
}
