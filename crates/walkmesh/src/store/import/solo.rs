//! Faces of one tile as a mesh, for formats without tiles.

use super::{Exactness, Face, ImportReport, pieces};
use crate::geom::{Frame, FrameError, PlanBox, Point, WorldBox};
use crate::mesh::{MeshError, NavMesh, TileCoord, TileParts, resolve_as_given};
use crate::parameters::{Parameters, TileSize};
use crate::store::check;
use crate::store::error::LoadError;

/// Where a flat map is put in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Metres to a unit of the file, above 0.
    pub scale: f64,
    /// Where the file's origin is put, metres.
    pub origin: Point,
}

impl Default for Placement {
    /// A unit is a metre, the origin stays.
    fn default() -> Self {
        Self { scale: 1.0, origin: Point::default() }
    }
}

impl Placement {
    /// The world point of a point of the map that lies `south` of its origin.
    #[must_use]
    pub fn world(&self, east: f64, south: f64) -> Point {
        let Point { x, y, z } = self.origin;
        Point::new(east * self.scale + x, y, south * self.scale + z)
    }

    /// An error where the scale is none: 0 leaves nothing of the map, less than that mirrors it.
    pub(in crate::store) fn check(&self) -> Result<(), SoloError> {
        let scale = self.scale;
        if scale.is_finite() && scale > 0.0 { Ok(()) } else { Err(SoloError::Scale { scale }) }
    }
}

/// Why polygons make no mesh.
#[derive(Debug, thiserror::Error)]
pub enum SoloError {
    /// The scale asked for is no scale.
    #[error("the scale {scale} is not usable: give the metres of one unit, above 0")]
    Scale {
        /// The scale asked for.
        scale: f64,
    },
    /// They do not fit a mesh.
    #[error("the file holds no usable mesh: {0}")]
    Mesh(#[from] MeshError),
    /// One of them breaks what queries rely on.
    #[error(transparent)]
    Structure(Box<LoadError>),
}

/// The finest lattice around points.
pub(in crate::store) fn frame_for(
    points: impl Iterator<Item = Point>,
) -> Result<Frame, FrameError> {
    match WorldBox::around(points).corners() {
        Some((low, high)) => Frame::finest_for_bounds(low, high),
        None => Frame::for_bounds([0.0; 3], [0.0; 3]),
    }
}

/// A mesh of one tile with default parameters.
pub(in crate::store) fn solo(
    frame: Frame,
    faces: &[Face],
    report: &mut ImportReport,
) -> Result<NavMesh, SoloError> {
    let parameters =
        Parameters { region_min_area: 0.0, tile_size: TileSize::Solo, ..Parameters::default() };
    let corners = || faces.iter().flat_map(|face| &face.corners);
    let heights = corners().map(|c| c.height);
    let heights = (heights.clone().min().unwrap_or(0), heights.max().unwrap_or(0));
    let clip = PlanBox::around(corners().map(|c| c.plan)).unwrap_or_default();
    let resolved = resolve_as_given(&parameters, frame, clip, heights)?;
    let tolerance = i64::from(resolved.climb) + i64::from(resolved.cell_height);
    let partition = pieces(faces, Exactness { edge_reach: 0.0, rounding: 0.0, tolerance }, report);
    let part =
        TileParts { coord: TileCoord::default(), clip, partition, ground: None, input: None };
    let mesh = NavMesh::assemble(&parameters, &resolved, [0; 32], vec![part])?;
    check::check(&mesh).map_err(|error| SoloError::Structure(Box::new(error)))?;
    Ok(mesh)
}
