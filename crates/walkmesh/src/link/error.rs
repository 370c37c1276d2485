//! Why a declared way cannot be made.

use crate::geom::Point;
use crate::mesh::MOST_COST;

/// What is wrong with a declared way.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("way {way}: {problem}")]
pub struct DeclareError {
    /// Its place in the list, from 0.
    pub way: usize,
    /// What is wrong.
    pub problem: LinkProblem,
}

/// Why there is no such way on this mesh.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LinkProblem {
    /// The plan is no area.
    #[error(
        "the elevator's plan has no area ({corners} corners): give at least three that are not on one line"
    )]
    FlatPlan {
        /// How many corners are given.
        corners: usize,
    },
    /// The plan's outline meets itself.
    #[error(
        "the elevator's plan crosses itself: edge {} (x and z {}) meets edge {} ({}), counted from 0: \
         give the corners in their order around the plan",
        .edges[0], edge(&.ends[0]), .edges[1], edge(&.ends[1])
    )]
    CrossedPlan {
        /// The edges that meet, each by the index of the corner that it begins at.
        edges: [usize; 2],
        /// Their ends.
        ends: Box<[[Point; 2]; 2]>,
    },
    /// A corner cannot be placed.
    #[error(
        "{at} is not finite or out of the lattice's reach: give points in the mesh's own metres"
    )]
    OutOfReach {
        /// The point.
        at: Point,
    },
    /// No ground, or ground on one level alone.
    #[error(
        "the elevator's plan has ground on {levels} of the mesh's levels{}, and needs two: it may be outside the building, \
         or its doors too far from its plan",
        heights(.at)
    )]
    TooFewStops {
        /// On how many levels there is ground in the plan.
        levels: usize,
        /// Their heights, metres.
        at: Vec<f64>,
    },
    /// A level is closed where there is none.
    #[error("the elevator is closed at height {height}, where it has no stop{}", heights(.stops))]
    NoSuchStop {
        /// The height asked for, metres.
        height: f64,
        /// Heights of the stops that it has, metres.
        stops: Vec<f64>,
    },
    /// A staircase ends in the air.
    #[error(
        "the staircase's end {at} is on no polygon: there is no ground within {reach} m beside it and {climb} m above and below"
    )]
    OffMesh {
        /// The end.
        at: Point,
        /// How far to the sides ground was looked for, metres.
        reach: f64,
        /// How far up and down, metres.
        climb: f64,
    },
    /// So many stops are closed that no ride is left.
    #[error(
        "{} of the elevator's stops is open: leave at least two, or leave the elevator out",
        if *.open == 0 { "none" } else { "one alone" }
    )]
    AllClosed {
        /// How many stops are left.
        open: usize,
    },
    /// A staircase leads nowhere.
    #[error("the staircase begins and ends at {at}: give two places")]
    SameEnds {
        /// Where both ends are.
        at: Point,
    },
    /// A figure makes no sense.
    #[error("{name} is {value}: it must be from 0 to 1e100")]
    BadFigure {
        /// What it is.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// Nobody fits through.
    #[error("width is {width}: it must be more than 0, or left out where any body fits")]
    BadWidth {
        /// Its value, metres.
        width: f64,
    },
}

/// "0, 0 to 2, 2": an edge in plan.
fn edge([from, to]: &[Point; 2]) -> String {
    format!("{}, {} to {}, {}", from.x, from.z, to.x, to.z)
}

/// " (at 0, 3 m)", or nothing.
fn heights(at: &[f64]) -> String {
    if at.is_empty() {
        return String::new();
    }
    let list: Vec<String> = at.iter().map(|height| format!("{height:.2}")).collect();
    format!(" (at {} m)", list.join(", "))
}

/// The figure when it is 0 or more, and no more than a link may cost: no path takes what costs
/// more, and no file holds it.
pub(super) fn figure(name: &'static str, value: f64) -> Result<f64, LinkProblem> {
    if (0.0..=MOST_COST).contains(&value) {
        Ok(value)
    } else {
        Err(LinkProblem::BadFigure { name, value })
    }
}

/// The width when it is more than 0.
pub(super) fn width(width: f64) -> Result<f64, LinkProblem> {
    if width > 0.0 { Ok(width) } else { Err(LinkProblem::BadWidth { width }) }
}
