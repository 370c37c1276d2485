//! Off-mesh connections as links.

use super::container::TileSet;
use super::grid::Lattice;
use super::tile::Connection;
use crate::geom::Point;
use crate::mesh::{Link, LinkEnd, NavMesh, Nearest, SearchBox};
use crate::soup::Area;
use crate::store::import::ImportReport;

/// What [`Link::kind`] says of an off-mesh connection of Detour.
const OFF_MESH: u32 = 0;

/// The links of all tiles, in the order of the file. As in Detour, an end stands where the
/// ground within the connection's radius and a climb is nearest, and taking the link costs the
/// straight length between the two; one with an end off the mesh is dropped. The radius keeps no body
/// from taking it in Detour: each link is at least as wide as the agent of the file.
pub(super) fn links(
    set: &TileSet,
    mesh: &NavMesh,
    lattice: &Lattice,
    report: &mut ImportReport,
) -> Vec<Link> {
    let mut links = Vec::new();
    let agent = mesh.parameters().agent.radius;
    for tile in &set.tiles {
        for connection in &tile.connections {
            report.links += 1;
            let polygon = &tile.polygons[connection.polygon];
            // A point off the mesh is rounded to its own lattice, which may be coarser.
            let climb = f64::from(tile.agent[2]).max(mesh.parameters().cell_height);
            let end = |i: usize| nearest(mesh, lattice, connection, i, climb);
            let (Some(from), Some(to)) = (end(0), end(1)) else {
                report.links_dropped += 1;
                continue;
            };
            links.push(Link {
                kind: OFF_MESH,
                user_id: connection.user_id,
                area: Area(polygon.area),
                flags: polygon.flags.into(),
                from: on_mesh(mesh, &from),
                to: on_mesh(mesh, &to),
                width: 2.0 * f64::from(connection.radius).max(agent),
                cost: from.point.distance(to.point),
                both_ways: connection.both_ways,
                enabled: true,
            });
        }
    }
    links
}

/// Where an end of a connection stands.
fn nearest(
    mesh: &NavMesh,
    lattice: &Lattice,
    connection: &Connection,
    end: usize,
    climb: f64,
) -> Option<Nearest> {
    let radius = f64::from(connection.radius);
    let wanted = connection.ends[end];
    let corner = lattice.corner(wanted)?;
    let search = SearchBox { x: radius, y: climb, z: radius };
    let found = mesh.nearest(lattice.frame.to_world(corner), &search, |_| true)?;
    let is_near = found.point.plan_distance(Point::from(wanted)) <= radius + lattice.unit;
    is_near.then_some(found)
}

fn on_mesh(mesh: &NavMesh, place: &Nearest) -> LinkEnd {
    let at = place.plan.at(place.height);
    LinkEnd { polygon: mesh.id(place.polygon), from: at, to: at }
}
