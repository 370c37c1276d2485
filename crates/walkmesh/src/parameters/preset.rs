//! Parameter sets that people know, and values suggested from the agent alone.

use super::{MergeGoal, Parameters, Regions, Survey, TileSize, Winding};
use crate::agent::Agent;

/// Arcs around corners are polygons within a centimetre.
const ARC_TOLERANCE: f64 = 0.01;

/// A named parameter set: body and cells of that name, all else in RecastDemo's proportions and with its
/// filters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preset {
    /// RecastDemo's values: the default.
    #[default]
    Recast,
    /// A person in a building: 1.8 m, radius 0.3 m, climb 0.3 m.
    Human,
    /// Unity's humanoid agent.
    Unity,
    /// The defaults of Godot's `NavigationMesh`. Its filters are off there; here slopes over 26.6
    /// degrees are ledges unless that filter is off as well.
    Godot,
    /// Unreal's `RecastNavMesh` defaults, in metres.
    Unreal,
    /// Habitat's defaults for an embodied agent.
    Habitat,
}

impl Preset {
    /// All presets, for listings.
    pub const ALL: [Self; 6] =
        [Self::Recast, Self::Human, Self::Unity, Self::Godot, Self::Unreal, Self::Habitat];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recast => "recast",
            Self::Human => "human",
            Self::Unity => "unity",
            Self::Godot => "godot",
            Self::Unreal => "unreal",
            Self::Habitat => "habitat",
        }
    }

    /// The preset of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// Its values.
    #[must_use]
    pub fn parameters(self) -> Parameters {
        let agent =
            |height, radius, max_climb, max_slope| Agent { height, radius, max_climb, max_slope };
        match self {
            Self::Recast => cells(Agent::default(), 0.3, 0.2),
            Self::Human => cells(agent(1.8, 0.3, 0.3, 45.0), 0.1, 0.05),
            Self::Unity => cells(agent(2.0, 0.5, 0.75, 45.0), 0.5 / 3.0, 0.5 / 6.0),
            Self::Godot => cells(agent(1.5, 0.5, 0.25, 45.0), 0.25, 0.25),
            Self::Unreal => cells(agent(1.44, 0.35, 0.35, 44.0), 0.19, 0.1),
            Self::Habitat => cells(agent(1.5, 0.1, 0.2, 45.0), 0.05, 0.2),
        }
    }
}

impl Parameters {
    /// Values suggested from the agent's body alone: cells of a third of the radius (a sixth of
    /// the height for an agent without radius), voxels of half a cell, at most half the climb.
    #[must_use]
    pub fn suggest(agent: Agent) -> Self {
        let cell_size = if agent.radius > 0.0 { agent.radius / 3.0 } else { agent.height / 6.0 };
        let half = cell_size / 2.0;
        let cell_height =
            if agent.max_climb > 0.0 { half.min(agent.max_climb / 2.0) } else { half };
        cells(agent, cell_size, cell_height)
    }
}

/// Recast's proportions: what it counts in cells, here in world units.
fn cells(agent: Agent, cell_size: f64, cell_height: f64) -> Parameters {
    let cell_area = cell_size * cell_size;
    Parameters {
        agent,
        survey: Survey::Voxel,
        merge_goal: MergeGoal::Quick,
        arc_tolerance: ARC_TOLERANCE,
        cell_size,
        cell_height,
        region_min_area: 64.0 * cell_area,
        region_merge_area: 400.0 * cell_area,
        regions: Regions::Layers,
        edge_max_error: 1.3 * cell_size,
        polygon_min_area: 0.0,
        verts_per_poly: 0,
        detail_sample_distance: 6.0 * cell_size,
        detail_max_error: cell_height,
        tile_size: TileSize::Auto,
        border_size: 0.0,
        winding: Winding::Trust,
        filter_low_hanging: true,
        filter_ledges: true,
        filter_low_height: true,
        keep_ground: true,
    }
}
