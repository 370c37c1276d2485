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

use super::compact::{NONE, OpenField, SIDE_START, turned};
use super::layers::Patches;
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
    /// The spans with a side on an outline, in order.
    pub(super) rim: Vec<usize>,
}

/// Traces the outlines of all patches. `keep` tells where the ground goes on outside the tile.
pub(super) fn trace(field: &OpenField, keep: &[bool], patches: &Patches) -> Contours {
    let tracer = Tracer { field, keep, patches };
    // The sides of each span that outlines went along, as bits.
    let mut visited = vec![0_u8; field.len()];
    let mut contours = Contours::default();
    let mut twins = BTreeMap::new();
    let (mut sides, mut beyond) = (Vec::with_capacity(MANY), Vec::with_capacity(MANY));
    contours.rim.reserve(MANY);
    for row in field.inner_rows() {
        for i in row {
            let outline = tracer.outline_sides(i);
            if outline == 0 {
                continue;
            }
            contours.rim.push(i);
            for d in 0..4 {
                if outline & !visited[i] & (1 << d) != 0 {
                    tracer.walk(Side { i, d }, &mut visited, &mut sides);
                    tracer.split((&mut sides, &mut beyond), &mut contours, &mut twins);
                }
            }
        }
    }
    contours
}

/// The outlines of most tiles have fewer sides.
const MANY: usize = 512;

/// A side of the cell of a span, as a directed edge with the cell on its left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Side {
    i: usize,
    d: usize,
}

struct Tracer<'a> {
    field: &'a OpenField,
    keep: &'a [bool],
    patches: &'a Patches,
}

impl Tracer<'_> {
    /// The neighbour over a side, when it is in the same patch.
    fn within(&self, i: usize, d: usize) -> Option<usize> {
        let own = self.patches.of_span[i];
        self.field.beside(i, d).filter(|&j| self.patches.of_span[j] == own)
    }

    /// The sides of span `i` that are outlines, as bits.
    fn outline_sides(&self, i: usize) -> u8 {
        let own = self.patches.of_span[i];
        if own == NONE {
            return 0;
        }
        // Where there is no link, its number is not that of a span.
        let differs = |link: u32| self.patches.of_span.get(cast::index(link)) != Some(&own);
        let [east, north, west, south] = self.field.links[i];
        let bit = |link: u32, d: u8| u8::from(differs(link)) << d;
        bit(east, 0) | bit(north, 1) | bit(west, 2) | bit(south, 3)
    }

    /// What is over a side of an outline.
    fn beyond(&self, Side { i, d }: Side) -> Beyond {
        const SIDES: [TileSide; 4] =
            [TileSide::East, TileSide::North, TileSide::West, TileSide::South];
        match self.field.beside(i, d) {
            Some(j) if self.patches.layer_of(j).is_some() => Beyond::Patch(self.patches.of_span[j]),
            Some(j) if self.keep[j] && !self.field.is_inner(j) => Beyond::Tile(SIDES[d]),
            _ => Beyond::Wall,
        }
    }

    /// The side after this one along the outline: the first of left, straight on, right.
    fn after(&self, Side { i, d }: Side) -> Side {
        let left = turned(d, 1);
        let Some(ahead) = self.within(i, left) else { return Side { i, d: left } };
        let Some(across) = self.within(ahead, d) else { return Side { i: ahead, d } };
        Side { i: across, d: turned(d, 3) }
    }

    /// The same side seen from the span over it.
    fn twin(&self, Side { i, d }: Side) -> Option<Side> {
        Some(Side { i: self.field.beside(i, d)?, d: turned(d, 2) })
    }

    /// A whole loop.
    fn walk(&self, first: Side, visited: &mut [u8], sides: &mut Vec<Side>) {
        sides.clear();
        let mut side = first;
        // `after` is one-to-one on outline sides, so this comes back to the first.
        while visited[side.i] & (1 << side.d) == 0 {
            visited[side.i] |= 1 << side.d;
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
            Beyond::Wall => a.i == b.i && self.touches_diagonally(a.i, a.d),
            Beyond::Tile(_) => false,
        }
    }

    /// Whether the cell diagonally across the end of side `d` holds ground of the same layer.
    fn touches_diagonally(&self, i: usize, d: usize) -> bool {
        let (x, y) = self.field.place(i);
        let (dx, dy) = SIDE_START[turned(d, 1)];
        let (x, y) = (x + 2 * dx - 1, y + 2 * dy - 1);
        let window = &self.field.window;
        if !window.is_inner(x, y) {
            return false;
        }
        let layer = self.patches.layer_of(i);
        self.field.column(window.number(x, y)).any(|j| self.patches.layer_of(j) == layer)
    }

    /// Where a side begins.
    fn start(&self, Side { i, d }: Side) -> PlanPoint {
        let (x, y) = self.field.place(i);
        let (dx, dy) = SIDE_START[d];
        self.field.window.corner(x + dx, y + dy)
    }

    fn ground(&self, side: Side) -> GroundPoint {
        self.start(side).at(self.field.corner_height(side.i, side.d))
    }

    /// Cuts a loop at its nodes and adds it, with those of its chains that are new. `twins` maps
    /// the side with which a seam's chain begins, seen from over there, to the chain.
    fn split(
        &self,
        (sides, beyond): (&mut [Side], &mut Vec<Beyond>),
        out: &mut Contours,
        twins: &mut BTreeMap<Side, u32>,
    ) {
        let n = sides.len();
        beyond.clear();
        beyond.extend(sides.iter().map(|&side| self.beyond(side)));
        let is_node = |&k: &usize| {
            let before = k.checked_sub(1).unwrap_or(n - 1);
            self.is_node((sides[before], beyond[before]), (sides[k], beyond[k]))
        };
        let nodes: Vec<usize> = (0..n).filter(is_node).collect();
        // Begin at a node; without one at the lowest point, which both loops of a seam choose.
        let lowest = || (0..n).min_by_key(|&k| self.start(sides[k]));
        let Some(first) = nodes.first().copied().or_else(lowest) else { return };
        sides.rotate_left(first);
        beyond.rotate_left(first);
        let ends = nodes.iter().skip(1).map(|k| k - first).chain([n]);
        let inside = sides[0].i;
        let (patch, area) = (self.patches.of_span[inside], self.field.areas[inside]);
        let mut links = Vec::with_capacity(nodes.len().max(1));
        let mut start = 0;
        for end in ends {
            let (stretch, beyond) = (&sides[start..end], beyond[start]);
            let next = sides[end % n];
            start = end;
            if let Some(&chain) = twins.get(&stretch[0]) {
                links.push(Link { chain, reversed: true });
                continue;
            }
            let chain = cast::count(out.chains.len());
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
        let turns = stretch.windows(2).filter(|pair| pair[0].d != pair[1].d).count();
        let mut points = Vec::with_capacity(turns + 2);
        let mut before = None;
        for &side in stretch {
            if before != Some(side.d) {
                points.push(self.ground(side));
            }
            before = Some(side.d);
        }
        points.push(self.ground(next));
        points
    }
}
