//! Why a path is not complete.

use std::fmt;

use crate::geom::Point;
use crate::mesh::ComponentId;
use crate::soup::Area;

/// Why a path is partial or missing. Displays as a sentence that says what to do. A goal that is
/// known to be out of reach is told as that, also where a limit ended the path to the place nearest
/// to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// The mesh has no polygons.
    EmptyMesh,
    /// The start is not finite or beyond the lattice of the mesh.
    BadStart {
        /// The start asked for.
        start: Point,
    },
    /// The goal is not finite or beyond the lattice of the mesh.
    BadGoal {
        /// The goal asked for.
        goal: Point,
    },
    /// There is no mesh in the search box around the start.
    StartOffMesh {
        /// Straight distance to the nearest place on the mesh, metres.
        distance: f64,
    },
    /// There is no mesh in the search box around the goal. The path leads to the place nearest
    /// to it that can be reached.
    GoalOffMesh {
        /// Straight distance from the goal to the nearest place on the mesh, metres.
        distance: f64,
    },
    /// Start and goal lie on parts that nothing joins. The path leads to the place nearest to
    /// the goal on the part of the start.
    Disconnected {
        /// The part of the start.
        start: ComponentId,
        /// The part of the goal.
        goal: ComponentId,
    },
    /// The parts are joined, but not this way: an edge or a link that can be taken only from the
    /// other side, a disabled link or ground that the filter blocks lies between. The path leads to the place nearest to the goal that can
    /// be reached.
    NoWayThere,
    /// Every path is longer than the
    /// [limit](crate::query::PathOptions::max_length), or the one that
    /// [`Engine::Funnel`](crate::query::Engine::Funnel) finds. The path leads to where the search
    /// came closest. It goes no way on which the goal is out of reach by the least that the way to
    /// it can still be, so that is the start itself where this holds from there on: at the latest
    /// where the goal is farther off in a straight line.
    TooLong {
        /// The limit, metres.
        limit: f64,
    },
    /// No path to the goal stays within the radius around the start. The path leads to where the
    /// search came closest inside it.
    BeyondRadius {
        /// The limit, metres.
        limit: f64,
    },
    /// The limit of expansions was reached; the goal may be reachable or not. The path leads to
    /// where the search came closest.
    OutOfBudget {
        /// The limit.
        expansions: u32,
    },
    /// [`Engine::Optimal`](crate::query::Engine::Optimal) makes the length as short as can be, which
    /// is not the cost where kinds of ground that may be entered cost differently, or changes make
    /// a metre of one kind cost more or less in places.
    /// [`Engine::Funnel`](crate::query::Engine::Funnel) weighs them.
    UnequalCosts {
        /// The cheapest and the dearest kind of ground.
        areas: [Area; 2],
        /// What a metre on them costs, metres.
        costs: [f64; 2],
    },
    /// The place given as the start is on ground that the filter blocks.
    StartBlocked {
        /// The start asked for.
        start: Point,
    },
    /// The place given as the goal is on ground that the filter blocks. The path leads to the
    /// place nearest to it that can be reached.
    GoalBlocked {
        /// The goal asked for.
        goal: Point,
    },
}

impl Reason {
    /// True when no path leads to the goal, whatever the limits.
    pub(super) const fn bars_the_goal(&self) -> bool {
        matches!(self, Self::Disconnected { .. } | Self::NoWayThere | Self::GoalBlocked { .. })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyMesh => f.write_str("the mesh has no polygons"),
            Self::BadStart { start: p } => {
                write!(
                    f,
                    "the start ({:?}, {:?}, {:?}) is not finite or outside the world",
                    p.x, p.y, p.z
                )
            }
            Self::BadGoal { goal: p } => {
                write!(
                    f,
                    "the goal ({:?}, {:?}, {:?}) is not finite or outside the world",
                    p.x, p.y, p.z
                )
            }
            Self::StartOffMesh { distance } | Self::GoalOffMesh { distance }
                if distance.is_infinite() =>
            {
                f.write_str("there is no ground that the filter lets anyone enter")
            }
            Self::StartOffMesh { distance } => write!(
                f,
                "the start is off the mesh: the nearest place is {distance:.3} m away; \
                 move it or widen the search box"
            ),
            Self::GoalOffMesh { distance } => write!(
                f,
                "the goal is off the mesh: the nearest place is {distance:.3} m away; \
                 move it or widen the search box"
            ),
            Self::Disconnected { start, goal } => write!(
                f,
                "the goal cannot be reached: it is on component {}, the start on component {}",
                goal.0, start.0
            ),
            Self::NoWayThere => f.write_str(
                "the goal cannot be reached from here: one-way edges, links or blocked ground lie \
                 between",
            ),
            Self::TooLong { limit } => {
                write!(f, "no path was found within the limit of {limit} m")
            }
            Self::BeyondRadius { limit } => {
                write!(f, "no path stays within {limit} m of the start")
            }
            Self::OutOfBudget { expansions } => write!(
                f,
                "the search stopped at its limit of expansions, {expansions}; \
                 the goal may still be reachable"
            ),
            Self::UnequalCosts { areas: [cheap, dear], costs: [low, high] } => {
                let other = if cheap == dear {
                    format!(" in one place and {high} in another")
                } else {
                    format!(", area {} costs {high}", dear.0)
                };
                write!(
                    f,
                    "the optimal engine makes the length as short as can be and cannot weigh \
                     ground: area {} costs {low}{other}; use the funnel engine",
                    cheap.0
                )
            }
            Self::StartBlocked { start: p } => write!(
                f,
                "the start ({}, {}, {}) is on ground that the filter blocks; allow it or start \
                 beside it",
                p.x, p.y, p.z
            ),
            Self::GoalBlocked { goal: p } => write!(
                f,
                "the goal ({}, {}, {}) is on ground that the filter blocks",
                p.x, p.y, p.z
            ),
        }
    }
}
