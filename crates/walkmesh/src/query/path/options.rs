//! What a caller may ask of a path.

use std::fmt;

use super::super::filter::Filter;
use crate::mesh::{NavMesh, SearchBox};

/// Which search finds the path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// The shortest path, exactly. Ground has to cost the same everywhere.
    #[default]
    Optimal,
    /// A* over polygons, then the shortest path through those that it found: what Detour gives.
    /// Ground may cost what it likes. Links between stretches are taken where the path through
    /// those polygons and links is shortest.
    Funnel,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Optimal => "optimal",
            Self::Funnel => "funnel",
        })
    }
}

/// How a path is looked for; [`Default`] has no limits, enters all ground and finds the shortest
/// path.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PathOptions<'f> {
    /// Which search finds it.
    pub engine: Engine,
    /// Which ground may be entered and what it costs; `None` for all of it at a cost of 1.
    pub filter: Option<&'f Filter>,
    /// How far from the points given the mesh may be; `None` for [`default_search_box`] of the
    /// mesh.
    pub search_box: Option<SearchBox>,
    /// Give up after this many expansions of the search; `None` for no limit. One expansion
    /// takes about a quarter of a microsecond.
    pub max_expansions: Option<u32>,
    /// Give up on paths longer than this in plan, metres; `None` for no limit. To
    /// [`Engine::Optimal`] a link is as long as ground that costs as much; [`Engine::Funnel`] counts
    /// ground alone, and only the path that it finds: another may be short enough.
    pub max_length: Option<f64>,
    /// Give up on paths that lead farther from the start than this in plan, metres: the search
    /// does not leave the disc, so it is bounded by what lies in it. `None` for no limit.
    pub max_radius: Option<f64>,
    /// Work out [`Path::length_3d`](crate::query::Path::length_3d) too, from the heights of all
    /// edges that the path crosses: up to a sixth of the time of a short path.
    pub length_3d: bool,
}

/// The search box for points of unknown origin: two radii and a cell to the sides, so that a
/// point in the margin that the radius takes off a wall still finds the ground beside it; a
/// climb and half the body up and down, which is less than a storey.
#[must_use]
pub fn default_search_box(mesh: &NavMesh) -> SearchBox {
    let parameters = mesh.parameters();
    let agent = parameters.agent;
    let side = 2.0 * agent.radius + parameters.cell_size;
    SearchBox { x: side, y: agent.max_climb + 0.5 * agent.height, z: side }
}
