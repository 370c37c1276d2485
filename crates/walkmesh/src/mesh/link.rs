//! Ways that are not ground: doors of an elevator, ladders, jumps, teleporters. The data only;
//! a bake makes none.

use super::id::PolyId;
use crate::geom::GroundPoint;
use crate::soup::Area;

/// One end of a [`Link`]: a stretch of ground on one polygon, or a single point of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinkEnd {
    /// The polygon that holds both points.
    pub polygon: PolyId,
    /// Where the stretch begins.
    pub from: GroundPoint,
    /// Where it ends; equal to `from` for a point.
    pub to: GroundPoint,
}

/// A way between two places that the ground does not give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// What kind of way it is; the numbers mean what the program that made them says.
    pub kind: u32,
    /// A number of the caller's own to know it by (Detour's user id).
    pub user_id: u32,
    /// Kind of ground that a filter takes it for: blocked with that area. Its cost is not
    /// multiplied.
    pub area: Area,
    /// Bits for filters, as those of polygons.
    pub flags: u32,
    /// Where it starts.
    pub from: LinkEnd,
    /// Where it leads.
    pub to: LinkEnd,
    /// How wide a body may be that takes it, metres, 0 or more; infinite for any.
    pub width: f64,
    /// What taking it costs, metres (seconds times speed), 0 or more and finite.
    pub cost: f64,
    /// Whether it may be taken from `to` to `from` as well.
    pub both_ways: bool,
    /// A disabled link is kept, and joins components (it may be enabled at any time), but no
    /// path takes it.
    pub enabled: bool,
}
