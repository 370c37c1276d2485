//! Outlines of patches: loops of chains between nodes.
//!
//! A chain is a stretch of outline with the same thing beyond it. Where two patches meet, both
//! loops go along the same chain, one of them backwards, so whatever simplifies the chain keeps
//! them together. Nodes are the ends of chains: the places where what lies beyond changes, and
//! where outlines touch themselves.
//!
//! ```text
//!   wall        At a node of three patches the three loops turn
//!  ──────o──────   here; a patch whose cells touch only diagonally
//!    p   │   q     is left turning at the touch, so the cells stay
//!        │ seam    apart and the holes on the other diagonal join.
//! ```

use super::compact::{OpenField, SIDE_START, Spot, turned};
use super::layers::Patches;
use super::marks::Marks;
use super::window::Tagged;
use crate::geom::cast;
use crate::geom::{GroundPoint, PlanPoint};
use crate::soup::Area;
use crate::surface::TileSide;
use std::collections::BTreeMap;

/// What lies beyond a chain, seen from its patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Beyond {
    /// Nothing to walk on.
    Wall,
    /// Another patch.
    Patch(u32),
    /// The neighbouring tile.
    Tile(TileSide),
}

/// A stretch of outline between two nodes, or a whole loop without nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    /// Its ends and the places between where it turns, lattice points on cell corners. A closed
    /// chain has its first point again at the end.
    pub(super) points: Vec<GroundPoint>,
    /// The patch on its left.
    pub(super) patch: u32,
    /// What is on its right.
    pub(super) beyond: Beyond,
}

/// A chain as part of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// Which chain.
    pub(super) chain: u32,
    /// Gone along backwards: the patch is on the chain's right.
    pub(super) reversed: bool,
}

/// One closed outline of a patch, its ground on the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Loop {
    pub(super) patch: u32,
    /// Kind of ground of the patch.
    pub(super) area: Area,
    pub(super) links: Vec<Link>,
}

/// All outlines of a tile.
#[derive(Clone, Debug, Default)]
pub(super) struct Contours {
    pub(super) chains: Vec<Chain>,
    pub(super) loops: Vec<Loop>,
}

/// Traces the outlines of all patches, whose [`sides`] are given. `keep` tells where the ground goes on
/// outside the tile.
pub(super) fn trace(
    field: &OpenField,
    keep: &[bool],
    patches: &Patches,
    mut outlines: Marks,
) -> Contours {
    let tracer = Tracer { field, keep, patches };
    let mut contours = Contours::default();
    let mut twins = BTreeMap::new();
    let mut sides = Vec::with_capacity(MANY);
    let (mut from, mut spot) = (0, Spot::FIRST);
    while let Some(first) = outlines.next(from) {
        spot = field.spot_after(spot, first / 4);
        tracer.walk(Side::new(spot, first % 4), &mut outlines, &mut sides);
        tracer.split(&mut sides, &mut contours, &mut twins);
        from = first + 1;
    }
    contours
}

/// The outlines of most tiles have fewer sides.
const MANY: usize = 512;

/// A side of the cell of a span, as a directed edge with the cell on its left; the cell's tag is
/// which side: an outline of a level baked whole has very many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Side {
    span: u32,
    cell: Tagged,
}

impl Side {
    #[inline]
    fn new(spot: Spot, d: usize) -> Self {
        Self { span: spot.span, cell: Tagged::new(spot.cell, cast::count(d)) }
    }

    #[inline]
    fn d(self) -> usize {
        cast::index(self.cell.tag())
    }

    #[inline]
    fn spot(self) -> Spot {
        Spot { span: self.span, cell: self.cell.cell() }
    }

    /// Its number among the sides of all spans.
    #[inline]
    fn number(self) -> usize {
        4 * cast::index(self.span) + self.d()
    }

    /// Another side of the same cell or of one around, by quarter turns.
    #[inline]
    fn turned(self, spot: Spot, turns: usize) -> Self {
        Self::new(spot, turned(self.d(), turns))
    }
}

struct Tracer<'a> {
    field: &'a OpenField,
    keep: &'a [bool],
    patches: &'a Patches,
}

impl Tracer<'_> {
    fn patch(&self, spot: Spot) -> u32 {
        self.patches.of_span[spot.i()]
    }

    /// The neighbour over a side, when it is in the same patch.
    fn within(&self, side: Side) -> Option<Spot> {
        let own = self.patch(side.spot());
        self.field.beside(side.spot(), side.d()).filter(|&there| self.patch(there) == own)
    }

    /// What is over a side of an outline.
    fn beyond(&self, side: Side) -> Beyond {
        const SIDES: [TileSide; 4] =
            [TileSide::East, TileSide::North, TileSide::West, TileSide::South];
        match self.field.beside(side.spot(), side.d()) {
            Some(there) if self.patches.layer_of(there.i()).is_some() => {
                Beyond::Patch(self.patch(there))
            }
            Some(there) if self.keep[there.i()] && !self.field.is_inner(there) => {
                Beyond::Tile(SIDES[side.d()])
            }
            _ => Beyond::Wall,
        }
    }

    /// The side after this one along the outline: the first of left, straight on, right.
    fn after(&self, side: Side) -> Side {
        let left = side.turned(side.spot(), 1);
        let Some(ahead) = self.within(left) else { return left };
        let straight = side.turned(ahead, 0);
        let Some(across) = self.within(straight) else { return straight };
        side.turned(across, 3)
    }

    /// The same side seen from the span over it.
    fn twin(&self, side: Side) -> Option<Side> {
        Some(side.turned(self.field.beside(side.spot(), side.d())?, 2))
    }

    /// A whole loop, taken out of what is left of the outlines.
    fn walk(&self, first: Side, left: &mut Marks, sides: &mut Vec<Side>) {
        sides.clear();
        let mut side = first;
        // `after` is one-to-one on outline sides, so this comes back to the first.
        while left.holds(side.number()) {
            left.toggle(side.number());
            sides.push(side);
            side = self.after(side);
        }
    }

    /// True when a chain ends between two sides that follow each other, each with what is over it.
    fn is_node(&self, (a, beyond_a): (Side, Beyond), (b, beyond_b): (Side, Beyond)) -> bool {
        if beyond_a != beyond_b {
            return true;
        }
        match beyond_a {
            // The loop over there goes the same way back, or else another outline ends here.
            Beyond::Patch(_) => match (self.twin(a), self.twin(b)) {
                (Some(a), Some(b)) => self.after(b) != a,
                _ => true,
            },
            // Only a left turn can have ground of the same layer diagonally across.
            Beyond::Wall => a.spot() == b.spot() && self.touches_diagonally(a),
            Beyond::Tile(_) => false,
        }
    }

    /// Whether the cell diagonally across the end of a side holds ground of the same layer.
    fn touches_diagonally(&self, side: Side) -> bool {
        let (x, y) = self.field.place(side.spot());
        let (dx, dy) = SIDE_START[turned(side.d(), 1)];
        let (x, y) = (x + 2 * dx - 1, y + 2 * dy - 1);
        let window = &self.field.window;
        if !window.is_inner(x, y) {
            return false;
        }
        let layer = self.patches.layer_of(side.spot().i());
        self.field.column(window.number(x, y)).any(|j| self.patches.layer_of(j) == layer)
    }

    /// Where a side begins.
    fn start(&self, side: Side) -> PlanPoint {
        let (x, y) = self.field.place(side.spot());
        let (dx, dy) = SIDE_START[side.d()];
        self.field.window.corner(x + dx, y + dy)
    }

    fn ground(&self, side: Side) -> GroundPoint {
        self.start(side).at(self.field.corner_height(side.spot(), side.d()))
    }

    /// Cuts a loop at its nodes and adds it, with those of its chains that are new. `twins` maps
    /// the side with which a seam's chain begins, seen from over there, to the chain.
    fn split(&self, sides: &mut [Side], out: &mut Contours, twins: &mut BTreeMap<Side, u32>) {
        let n = sides.len();
        let mut before = sides.last().map(|&side| (side, self.beyond(side)));
        let is_node = |&k: &usize| {
            let own = (sides[k], self.beyond(sides[k]));
            before.replace(own).is_some_and(|before| self.is_node(before, own))
        };
        let nodes: Vec<usize> = (0..n).filter(is_node).collect();
        // Begin at a node; without one at the lowest point, which both loops of a seam choose.
        let lowest = || (0..n).min_by_key(|&k| self.start(sides[k]));
        let Some(first) = nodes.first().copied().or_else(lowest) else { return };
        sides.rotate_left(first);
        let ends = nodes.iter().skip(1).map(|k| k - first).chain([n]);
        let inside = sides[0].spot();
        let (patch, area) = (self.patch(inside), self.field.areas.of(inside.i()));
        let mut links = Vec::with_capacity(nodes.len().max(1));
        let mut start = 0;
        for end in ends {
            let stretch = &sides[start..end];
            let next = sides[end % n];
            start = end;
            if let Some(&chain) = twins.get(&stretch[0]) {
                links.push(Link { chain, reversed: true });
                continue;
            }
            let (chain, beyond) = (cast::count(out.chains.len()), self.beyond(stretch[0]));
            if let Beyond::Patch(_) = beyond
                && let Some(twin) = stretch.last().and_then(|&s| self.twin(s))
            {
                twins.insert(twin, chain);
            }
            out.chains.push(Chain { points: self.corners(stretch, next), patch, beyond });
            links.push(Link { chain, reversed: false });
        }
        out.loops.push(Loop { patch, area, links });
    }

    /// The ends of a stretch and its turns between.
    fn corners(&self, stretch: &[Side], next: Side) -> Vec<GroundPoint> {
        let turns = stretch.windows(2).filter(|pair| pair[0].d() != pair[1].d()).count();
        let mut points = Vec::with_capacity(turns + 2);
        let mut before = None;
        for &side in stretch {
            if before != Some(side.d()) {
                points.push(self.ground(side));
            }
            before = Some(side.d());
        }
        points.push(self.ground(next));
        points
    }
}
