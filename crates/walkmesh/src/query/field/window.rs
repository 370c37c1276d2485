//! What the wave is made of.

use std::cmp::Ordering;

use crate::geom::{PlanPoint, predicates};
use crate::mesh::half_edges::NONE;

/// Where shortest ways turn or start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub(super) at: PlanPoint,
    /// Distance from its source, steps.
    pub(super) g: f64,
    /// A half-edge that begins there; [`NONE`] at a source.
    pub(super) corner: u32,
    /// The origin before it; [`NONE`] at a source.
    pub(super) before: u32,
    /// Index of the source.
    pub(super) source: u32,
}

/// What is known of a fan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label {
    /// Least distance known, steps.
    pub(super) g: f64,
    /// The origin from which it is straight.
    pub(super) origin: u32,
    /// The half-edge of the fan's corner, in the polygon where that line arrives.
    pub(super) arrival: u32,
    /// The origin that it became when ways turned there; [`NONE`] before that, and where none do.
    pub(super) turned: u32,
}

impl Label {
    pub(super) const UNKNOWN: Self =
        Self { g: f64::INFINITY, origin: NONE, arrival: NONE, turned: NONE };
}

/// The part of an edge that an origin sees between two rays, each through a lattice point; or a
/// polygon that holds a source, where both points are the source, so that every point counts as
/// between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// The edge as a half-edge of the polygon that is entered.
    pub(super) edge: u32,
    pub(super) right: PlanPoint,
    pub(super) left: PlanPoint,
    pub(super) origin: u32,
}

impl Window {
    /// True when a point of the entered polygon lies between the rays or on one of them.
    #[inline]
    pub(super) fn holds(&self, root: PlanPoint, p: PlanPoint) -> bool {
        predicates::cross(root, self.right, p) >= 0 && predicates::cross(root, self.left, p) <= 0
    }
}

/// What happens when the wave gets so far.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    /// It arrives at the corner of this fan.
    Corner(u32),
    /// It arrives at the edge of this window.
    Window(u32),
}

/// An entry of the queue: the nearest first, of equals the oldest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    /// Least distance, steps.
    pub(super) key: f64,
    pub(super) number: u32,
    pub(super) what: What,
}

impl Ord for Event {
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.total_cmp(&self.key).then(other.number.cmp(&self.number))
    }
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Event {}

/// Which way a path turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Counter-clockwise.
    Left,
    /// Clockwise.
    Right,
}
