//! Which storeys a mesh has, and which stairs of its own ground join them.

mod floors;
mod levels;
mod regions;
mod stairs;

pub(super) use floors::Floors;

use crate::geom::{PlanPoint, Point, cast};
use crate::mesh::NavMesh;
use floors::half_climb;
use levels::levels;
use stairs::stairs;

/// The storeys of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Storeys {
    /// From the lowest up.
    pub storeys: Vec<Storey>,
    /// What joins them, from the lowest up.
    pub stairs: Vec<Stairs>,
}

/// Level ground of one height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Storey {
    /// Its height, metres.
    pub height: f64,
    /// Its ground in plan, m².
    pub area_m2: f64,
}

/// Ground that leads from one storey to others: stairs, ramps.
#[derive(Clone, Debug, PartialEq)]
pub struct Stairs {
    /// The storeys that it joins, indices in [`Storeys::storeys`]: those that it leads onto. A
    /// landing behind which nothing goes on, as before a closed door, is no ground of its storey.
    pub joins: Vec<usize>,
    /// Its lowest and its highest point.
    pub ends: [Point; 2],
}

/// Finds the storeys of a mesh by how much ground lies at each height, and the stairs by which
/// polygons lead from one to another.
///
/// A storey's ground is within half a climb of its height; two are a body's height apart at least.
/// It has a floor that hangs together as large as a room (four times a body's height squared), or
/// as 2 % of the largest storey. Floors up to half a body's height above or below may be split
/// into two heights, of which the larger is the storey's; ground without level floors, such as
/// hills, has none. O(n log n) in the height triangles, and linear for each storey.
#[must_use]
pub fn storeys(mesh: &NavMesh) -> Storeys {
    let resolved = mesh.resolved();
    let band = half_climb(mesh);
    let levels = levels(mesh, band, i64::from(resolved.height));
    let frame = mesh.frame();
    let to_metres =
        |height: i64| frame.to_world(PlanPoint::default().at(cast::narrow_i32(height))).y;
    let square = frame.step() * frame.step() / 2.0;
    let storey = |height, area| Storey { height: to_metres(height), area_m2: area * square };
    let storeys = levels.iter().map(|level| storey(level.height, level.area)).collect();
    Storeys { storeys, stairs: stairs(mesh, &levels, band) }
}
