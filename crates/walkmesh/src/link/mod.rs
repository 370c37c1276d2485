//! Ways between storeys that the ground does not give: elevators, declared once and present on
//! every level, and staircases that the model does not have. Also which storeys a mesh has, and
//! which stairs of its own ground join them.
//!
//! Declarations become links ([`Link`]), which every engine takes: `optimal`
//! exactly, `funnel` as it takes others.

mod elevator;
mod error;
pub(crate) mod parts;
mod reattach;
mod staircase;
mod storeys;
#[cfg(test)]
mod tests;

pub use elevator::{Elevator, Stop, close_stop};
pub use error::{DeclareError, LinkProblem};
pub use reattach::reattach;
pub use staircase::Staircase;
pub use storeys::{Stairs, Storey, Storeys, storeys};

use crate::geom::cast;
use crate::mesh::{Link, NavMesh};
use storeys::Floors;

/// [`Link::kind`] of an elevator's links: four letters, so that it is no number of another program.
pub const ELEVATOR: u32 = u32::from_be_bytes(*b"elev");
/// [`Link::kind`] of a declared staircase.
pub const STAIRCASE: u32 = u32::from_be_bytes(*b"stai");

/// A way that the model does not give.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// A cabin that stops on every level.
    Elevator(Elevator),
    /// From a point on one level to a point on another.
    Staircase(Staircase),
}

/// What a declared way became.
#[derive(Clone, Debug, PartialEq)]
pub struct Built {
    /// [`Link::user_id`] of its links.
    pub number: u32,
    /// Where it is entered and left, from the lowest up.
    pub stops: Vec<Stop>,
    /// How many links of the mesh are its own.
    pub links: usize,
}

/// The mesh without the links of declared ways; others stay.
#[must_use]
pub fn without_declared(mesh: &NavMesh) -> NavMesh {
    mesh.with_links(mesh.links().iter().filter(|link| !is_declared(link)).copied().collect())
}

/// True for a link of a declared way.
#[must_use]
pub const fn is_declared(link: &Link) -> bool {
    matches!(link.kind, ELEVATOR | STAIRCASE)
}

/// The mesh with links for these ways behind those that it has. [`Link::user_id`] of a way's links
/// is its place in the list, counted on from the declared ways that the mesh has. Elevators need its
/// storeys, found once as by [`storeys`]; linear in the mesh for each elevator, logarithmic for each
/// staircase, square in the stops and in the corners of an elevator.
///
/// # Errors
/// Names the way by its place in the list and what is wrong with it; nothing is changed then.
pub fn declare(mesh: &NavMesh, ways: &[Way]) -> Result<(NavMesh, Vec<Built>), DeclareError> {
    let mut links: Vec<Link> = mesh.links().to_vec();
    let mut built = Vec::with_capacity(ways.len());
    let declared = links.iter().filter(|link| is_declared(link)).map(|link| link.user_id);
    let first = declared.max().map_or(0, |last| last.saturating_add(1));
    let has_elevator = ways.iter().any(|way| matches!(way, Way::Elevator(_)));
    let floors = if has_elevator { Floors::new(mesh) } else { Floors::default() };
    for (index, way) in ways.iter().enumerate() {
        let number = first.saturating_add(cast::count(index));
        let made = match way {
            Way::Elevator(elevator) => elevator.links(mesh, &floors, number),
            Way::Staircase(staircase) => staircase.links(mesh, number),
        };
        let (stops, own) = made.map_err(|problem| DeclareError { way: index, problem })?;
        built.push(Built { number, stops, links: own.len() });
        links.extend(own);
    }
    Ok((mesh.with_links(links), built))
}
