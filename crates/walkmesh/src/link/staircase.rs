//! Stairs that the model does not have: two points and what lies between.

use super::STAIRCASE;
use super::elevator::{Stop, link};
use super::error::{LinkProblem, figure, width};
use crate::geom::Point;
use crate::mesh::{Link, NavMesh, SearchBox};

/// Stairs between two points on two levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Staircase {
    /// Where it begins, metres.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// What it costs to take it, metres (seconds times speed); `None` for its length in space.
    pub cost: Option<f64>,
    /// How wide a body may be, metres, more than 0; infinite for any.
    pub width: f64,
    /// Whether it leads from `to` to `from` as well.
    pub both_ways: bool,
}

impl Staircase {
    /// Its two ends and its link. An end is on the nearest ground within two radii and a cell
    /// beside it, and within a climb above or below.
    pub(super) fn links(
        &self,
        mesh: &NavMesh,
        number: u32,
    ) -> Result<(Vec<Stop>, Vec<Link>), LinkProblem> {
        let [from, to] = [stop(mesh, self.from)?, stop(mesh, self.to)?];
        if from.point == to.point {
            return Err(LinkProblem::SameEnds { at: from.point });
        }
        let cost = figure("cost", self.cost.unwrap_or_else(|| from.point.distance(to.point)))?;
        let width = width(self.width)?;
        let link = link(mesh, number, [from, to], cost);
        let link = Link { kind: STAIRCASE, width, both_ways: self.both_ways, ..link };
        let mut stops = vec![from, to];
        stops.sort_by(|a, b| a.height.total_cmp(&b.height));
        Ok((stops, vec![link]))
    }
}

fn stop(mesh: &NavMesh, at: Point) -> Result<Stop, LinkProblem> {
    let parameters = mesh.parameters();
    let reach = 2.0 * parameters.agent.radius + parameters.cell_size;
    let climb = parameters.agent.max_climb.max(parameters.cell_height);
    if mesh.frame().to_lattice(at).is_none() {
        return Err(LinkProblem::OutOfReach { at });
    }
    let place = mesh.nearest(at, &SearchBox { x: reach, y: climb, z: reach }, |_| true);
    place.map(|place| Stop::at(&place)).ok_or(LinkProblem::OffMesh { at, reach, climb })
}
