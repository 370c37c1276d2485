//! Which storey a place is on, and whether it is of a way between storeys.

use super::levels::{Level, least_area, levels};
use super::regions::is_as_large;
use super::stairs::between;
use crate::mesh::{NavMesh, PolyRef};

/// The storeys of a mesh and what leads from one to another.
#[derive(Default)]
pub(in crate::link) struct Floors {
    /// From the lowest up.
    pub(super) levels: Vec<Level>,
    /// A storey's ground is within this of its height, steps.
    pub(super) band: i64,
    /// Whether a polygon is of stairs, by index.
    is_stairs: Vec<bool>,
    /// Level ground as large as this is no tread, twice square steps.
    room: f64,
}

impl Floors {
    pub(in crate::link) fn new(mesh: &NavMesh) -> Self {
        let resolved = mesh.resolved();
        let (band, body) = (half_climb(mesh), i64::from(resolved.height));
        let levels = levels(mesh, band, body);
        let largest = levels.iter().map(|level| level.area).fold(0.0, f64::max);
        let mut is_stairs = vec![false; mesh.index_count()];
        for flight in between(mesh, &levels, band) {
            flight.polygons.iter().for_each(|&polygon| is_stairs[mesh.index(polygon)] = true);
        }
        Self { levels, band, is_stairs, room: least_area(largest, body) }
    }

    /// The storey to whose floor a height belongs.
    pub(in crate::link) fn at(&self, height: i32) -> Option<usize> {
        let off = |level: &Level| (level.height - i64::from(height)).abs();
        let (storey, level) = self.levels.iter().enumerate().min_by_key(|(_, l)| off(l))?;
        (off(level) <= self.band).then_some(storey)
    }

    /// True when ground from one height to another may be on a storey in part.
    pub(in crate::link) fn part(&self, (low, high): (i32, i32)) -> bool {
        !self.levels.is_empty() && (self.at(low).is_none() || self.at(low) != self.at(high))
    }

    /// True for a place on a ramp or on a tread that leads from one storey to another: on no level
    /// ground as large as a storey's floor.
    pub(in crate::link) fn is_step(&self, mesh: &NavMesh, polygon: PolyRef, height: i32) -> bool {
        let is_stairs = self.is_stairs.get(mesh.index(polygon)).copied().unwrap_or_default();
        is_stairs && !is_as_large(mesh, polygon, i64::from(height), self.band, self.room)
    }
}

/// How far ground may be off its storey's height, steps.
pub(super) fn half_climb(mesh: &NavMesh) -> i64 {
    let resolved = mesh.resolved();
    i64::from(resolved.climb.max(resolved.cell_height)) / 2
}
