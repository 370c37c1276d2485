//! What can be wrong with a mesh.

use std::fmt;

use crate::geom::{PlanBox, PlanPoint};
use crate::mesh::{ComponentId, PolyRef, TileCoord};

/// A polygon as people find it: tile and index in the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The tile.
    pub tile: TileCoord,
    /// The polygon's index in the tile.
    pub polygon: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile ({}, {}), polygon {}", self.tile.x, self.tile.y, self.polygon)
    }
}

/// A broken invariant of a mesh, found by [`NavMesh::validate`](super::super::NavMesh::validate).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Problem {
    /// The tile is not where the grid has it.
    #[error("tile ({}, {}) has the box {found:?}, the grid has {expected:?} there", tile.x, tile.y)]
    Clip {
        /// The tile.
        tile: TileCoord,
        /// Its box.
        found: PlanBox,
        /// The grid's, or `None` off the grid.
        expected: Option<PlanBox>,
    },
    /// Two corners of a polygon are one plan point.
    #[error("{place} has the corner ({}, {}) twice", at.x, at.y)]
    RepeatedCorner {
        /// The polygon.
        place: Place,
        /// The corner.
        at: PlanPoint,
    },
    /// Not convex and counter-clockwise from above.
    #[error("{place} is not convex and counter-clockwise in plan")]
    NotConvex {
        /// The polygon.
        place: Place,
    },
    /// A corner is outside the tile.
    #[error("{place} has the corner ({}, {}) outside its tile", at.x, at.y)]
    OutsideTile {
        /// The polygon.
        place: Place,
        /// The corner.
        at: PlanPoint,
    },
    /// The kept lowest and highest ground are not those of its corners and triangles.
    #[error("{place} claims ground from {} to {} steps high and has {} to {}", claimed.0, claimed.1, found.0, found.1)]
    HeightRange {
        /// The polygon.
        place: Place,
        /// What it claims.
        claimed: (i32, i32),
        /// What it has.
        found: (i32, i32),
    },
    /// The height triangles do not cover the polygon once.
    #[error("{place}: {what} height triangle {triangle}")]
    HeightTriangle {
        /// The polygon.
        place: Place,
        /// Index among its triangles.
        triangle: u32,
        /// What is wrong there.
        what: &'static str,
    },
    /// The height triangles cover another area than the polygon.
    #[error("{place}: its height triangles cover {found} half square steps of {needed}")]
    HeightArea {
        /// The polygon.
        place: Place,
        /// Twice the triangles' area.
        found: i128,
        /// Twice the polygon's.
        needed: i128,
    },
    /// Two polygons of one layer of a tile lie over each other.
    #[error("{place} and polygon {other} of the same layer overlap")]
    Overlap {
        /// The polygon.
        place: Place,
        /// The other, of the same tile.
        other: u32,
    },
    /// The neighbour has no edge back over the same two plan points.
    #[error("{place}, edge {edge}: its neighbour ({other}) does not share the edge")]
    OneSided {
        /// The polygon.
        place: Place,
        /// The edge.
        edge: u32,
        /// The neighbour.
        other: Place,
    },
    /// An edge that cannot be crossed either way, or a wall that says it is directed.
    #[error("{place}, edge {edge} is closed from {sides} and leads nowhere")]
    NoPassage {
        /// The polygon.
        place: Place,
        /// The edge.
        edge: u32,
        /// Which sides, in words.
        sides: &'static str,
    },
    /// The grounds of neighbours are too far apart in height at the shared edge.
    #[error(
        "{place}, edge {edge}: the ground of its neighbour ({other}) is {gap} steps off, over {limit}"
    )]
    Gap {
        /// The polygon.
        place: Place,
        /// The edge.
        edge: u32,
        /// The neighbour.
        other: Place,
        /// Least distance in height, steps.
        gap: i64,
        /// The most allowed.
        limit: i64,
    },
    /// A wall on a tile side meets a wall of the next tile on level ground.
    #[error(
        "{place}, edge {edge} is a wall although {other}, edge {other_edge} continues the ground across the tile side"
    )]
    NotConforming {
        /// The polygon.
        place: Place,
        /// The edge.
        edge: u32,
        /// The polygon across.
        other: Place,
        /// Its edge.
        other_edge: u32,
    },
    /// The label is not that of a fresh flood fill of the tile.
    #[error("{place} has the label {found}, a fresh flood fill gives {expected}")]
    Label {
        /// The polygon.
        place: Place,
        /// Its label.
        found: u32,
        /// What it should be.
        expected: u32,
    },
    /// The tile counts other labels than it has.
    #[error("tile ({}, {}) counts {found} labels, a fresh flood fill gives {expected}", tile.x, tile.y)]
    Labels {
        /// The tile.
        tile: TileCoord,
        /// Its count.
        found: u32,
        /// What it should be.
        expected: u32,
    },
    /// The component is not what a fresh flood fill of the mesh fills.
    #[error("{place} is in component {}, but a fresh flood fill that fills it {}", found.0, if *fills_others { "fills others as well" } else { "leaves out others of that component" })]
    Component {
        /// The polygon.
        place: Place,
        /// Its component.
        found: ComponentId,
        /// True when the fill goes on into another component, false when it does not fill all
        /// of this one.
        fills_others: bool,
    },
    /// The lasting id leads elsewhere: the polygons are not in the order of [`Tile::polygons`](super::super::Tile::polygons).
    #[error(
        "the id of {place} does not lead back to it: polygons go by base polygon, then all but the first pieces by base polygon and piece"
    )]
    Id {
        /// The polygon.
        place: Place,
    },
    /// A link's end is not on the mesh, or its figures make no sense.
    #[error("link {link}: {what}")]
    Link {
        /// Index of the link.
        link: u32,
        /// What is wrong, in words.
        what: &'static str,
    },
}

/// Names polygons of a mesh for people.
pub(super) fn place(mesh: &super::super::NavMesh, r: PolyRef) -> Place {
    Place { tile: mesh.tile(r.tile).coord, polygon: r.polygon }
}
