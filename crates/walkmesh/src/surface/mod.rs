//! Where feet can stand, before it is cut into convex polygons: layers that each map one-to-one
//! to the plan, of patches with holes, with heights.

mod cut;
mod heights;

pub use cut::{CutError, CutTile};
pub use heights::{HeightGrid, Heights};

use crate::geom::{Frame, GroundPoint, PlanBox};
use crate::soup::Area;

/// Names a seam of one [`Surface`]: both sides of the seam carry the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SeamId(pub u32);

/// A side of the clip box of a surface, which is a side of its tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TileSide {
    /// Towards larger plan x.
    East,
    /// Towards larger plan y (world -z).
    North,
    /// Towards smaller plan x.
    West,
    /// Towards smaller plan y (world +z).
    South,
}

impl TileSide {
    pub(crate) const ALL: [Self; 4] = [Self::East, Self::North, Self::West, Self::South];

    /// The side across.
    pub(crate) const fn opposite(self) -> Self {
        match self {
            Self::East => Self::West,
            Self::North => Self::South,
            Self::West => Self::East,
            Self::South => Self::North,
        }
    }
}

/// What lies beyond one edge of a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Border {
    /// Nothing to walk on.
    Wall,
    /// Another patch of the same surface, crossable both ways; it has an edge with the same two
    /// plan points and the same seam id.
    Seam(SeamId),
    /// The same, but only from this side to the other may be crossed (the other side carries
    /// [`Border::Blocked`]).
    Leave(SeamId),
    /// The same, but it may not be crossed from this side.
    Blocked(SeamId),
    /// The neighbouring tile continues here: the edge lies on that side of the clip box. Where
    /// exactly the neighbour's edges end is settled when the tiles are joined.
    Tile(TileSide),
}

/// A closed chain of ground points; edge `i` runs from point `i` to point `i + 1` (cyclic) and
/// has `borders[i]` beyond it. No two neighbouring points have the same plan point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ring {
    /// The corners in order.
    pub points: Vec<GroundPoint>,
    /// What lies beyond each edge; as many as points.
    pub borders: Vec<Border>,
}

/// A connected piece of a layer with one area tag. The outer ring is counter-clockwise from
/// above, holes are clockwise: the ground is left of every edge. Rings may touch themselves and
/// each other in shared **vertices**; they neither cross nor touch in the inside of an edge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    /// The outline, counter-clockwise.
    pub outer: Ring,
    /// The holes, clockwise.
    pub holes: Vec<Ring>,
    /// Kind of ground.
    pub area: Area,
}

impl Patch {
    /// The outline, then the holes.
    pub fn rings(&self) -> impl Iterator<Item = &Ring> {
        std::iter::once(&self.outer).chain(&self.holes)
    }
}

/// Patches that do not overlap each other in plan, with the ground's height under them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layer {
    /// The pieces.
    pub patches: Vec<Patch>,
    /// Height of the ground anywhere inside the patches.
    pub heights: Heights,
}

/// The walkable surface inside a clip box (a tile, or the whole world).
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// The lattice that it stands on.
    pub frame: Frame,
    /// Nothing reaches outside; [`Border::Tile`] edges lie on its sides.
    pub clip: PlanBox,
    /// The layers. Different layers may lie over each other, and meet in seams.
    pub layers: Vec<Layer>,
}

impl Surface {
    /// A surface without ground.
    #[must_use]
    pub const fn empty(frame: Frame, clip: PlanBox) -> Self {
        Self { frame, clip, layers: Vec::new() }
    }

    /// Gives its layers these heights, in order.
    pub fn set_heights(&mut self, heights: impl IntoIterator<Item = Heights>) {
        for (layer, heights) in self.layers.iter_mut().zip(heights) {
            layer.heights = heights;
        }
    }

    /// True when there is nowhere to stand.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.layers.iter().all(|layer| layer.patches.is_empty())
    }

    /// Area in plan, twice, in steps²; exact.
    #[must_use]
    pub fn area_doubled(&self) -> i128 {
        self.layers
            .iter()
            .flat_map(|layer| &layer.patches)
            .flat_map(Patch::rings)
            .map(|ring| {
                let plan: Vec<_> = ring.points.iter().map(|p| p.plan).collect();
                crate::geom::predicates::ring_area_doubled(&plan)
            })
            .sum()
    }
}
