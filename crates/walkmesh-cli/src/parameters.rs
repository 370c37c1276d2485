//! The flags of a bake, in world units.

mod flags;
mod told;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Command, Id, ValueEnum};
use walkmesh::agent::Agent;
use walkmesh::parameters::{MergeGoal, Parameters, Preset, Regions, Survey, TileSize, Winding};

pub(crate) use flags::in_flags;
pub(crate) use told::{asked_as_json, is_baked, method_name, quantised_as_json, text};

/// How a mesh is made. Lengths in metres, areas in square metres, angles in degrees.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Bake parameters")]
pub(crate) struct ParameterFlags {
    /// Where the values not given here come from [default: recast]
    #[arg(long, value_name = "NAME", value_parser = preset_parser())]
    preset: Option<Preset>,
    /// Choose cells and the rest from the agent's height, radius and climb alone
    #[arg(long)]
    suggest: bool,
    /// Head room that the agent needs
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    agent_height: Option<f64>,
    /// Distance that the agent's centre keeps from walls
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    agent_radius: Option<f64>,
    /// Highest step that the agent takes
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    agent_max_climb: Option<f64>,
    /// Steepest ground that the agent walks on
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true)]
    agent_max_slope: Option<f64>,
    /// How the surface is found
    #[arg(long, value_name = "HOW")]
    survey: Option<SurveyFlag>,
    /// How the surface is found and cut: the survey, and merging
    #[arg(long, value_name = "METHOD", conflicts_with = "survey")]
    method: Option<MethodFlag>,
    /// How far the polygons of an exact survey, and blockers that edits grow, may leave the arcs
    /// around corners
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    arc_tolerance: Option<f64>,
    /// Width of a voxel cell; areas and errors that are not given keep their proportion to it
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    cell_size: Option<f64>,
    /// Height of a voxel
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    cell_height: Option<f64>,
    /// Islands under this area are removed
    #[arg(long, value_name = "M²", allow_hyphen_values = true)]
    region_min_area: Option<f64>,
    /// Watershed regions under this area join a neighbour; acts with --regions watershed
    #[arg(long, value_name = "M²", allow_hyphen_values = true)]
    region_merge_area: Option<f64>,
    /// How cells are grouped before their outlines are traced
    #[arg(long, value_name = "HOW")]
    regions: Option<RegionsFlag>,
    /// What polygons are merged for: the paths are as long with all
    #[arg(long, value_name = "GOAL")]
    merge_goal: Option<MergeGoalFlag>,
    /// Polygons under this area that lead nowhere are removed; 0 keeps all
    #[arg(long, value_name = "M²", allow_hyphen_values = true)]
    polygon_min_area: Option<f64>,
    /// How far an outline may leave the cells that it simplifies
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    edge_max_error: Option<f64>,
    /// Most corners of a polygon in Detour's tile sets, 3 or more; 0 for the most that those have
    /// room for, which is 6
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    verts_per_poly: Option<u32>,
    /// Spacing of height samples; 0 for no height detail
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    detail_sample_distance: Option<f64>,
    /// How far the mesh may be off the sampled ground; 0 for no height detail
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    detail_max_error: Option<f64>,
    /// auto, solo, or the side of a tile in metres
    #[arg(long, value_name = "SIZE", value_parser = parse_tile_size, allow_hyphen_values = true)]
    tile_size: Option<TileSize>,
    /// How far a tile looks beyond its sides; 0 chooses what the radius needs
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    border_size: Option<f64>,
    /// Which triangles count as floor
    #[arg(long, value_name = "HOW")]
    winding: Option<WindingFlag>,
    /// Do not let the agent step onto low obstacles beside ground
    #[arg(long)]
    no_filter_low_hanging: bool,
    /// Keep ground beside a drop deeper than the climb
    #[arg(long)]
    no_filter_ledges: bool,
    /// Keep ground with too little head room
    #[arg(long)]
    no_filter_low_height: bool,
    /// Do not keep the ground as it is before the radius is kept from walls: a smaller file, sooner
    #[arg(long)]
    no_ground: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SurveyFlag {
    /// By voxels: forgiving, within a cell
    Voxel,
    /// From the triangles themselves, to the millimetre
    Exact,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MethodFlag {
    /// As --survey voxel
    #[value(name = "voxel+merge")]
    VoxelMerge,
    /// As --survey exact
    #[value(name = "exact+merge")]
    ExactMerge,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RegionsFlag {
    /// As few layers as the plan allows
    Layers,
    /// Recast's watershed basins, for people who tune it
    Watershed,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MergeGoalFlag {
    /// A short bake
    Quick,
    /// As few polygons as a search finds
    Fewest,
    /// Fast searches for paths
    Fastest,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum WindingFlag {
    /// Only those whose front faces up
    Trust,
    /// Both faces
    TwoSided,
}

impl ParameterFlags {
    /// The parameters asked for; `preset` is used where no `--preset` is given.
    ///
    /// A value that a preset states in cells follows the cells: with another cell size it keeps
    /// its proportion unless it was given itself.
    pub(crate) fn parameters(&self, preset: Preset) -> Parameters {
        let mut base = self.preset.unwrap_or(preset).parameters();
        base.agent = self.agent(base.agent);
        if self.suggest {
            base = Parameters::suggest(base.agent);
        }
        let base = finite(rescaled(base, self.cell_size, self.cell_height));
        Parameters {
            survey: self.survey().unwrap_or(base.survey),
            arc_tolerance: self.arc_tolerance.unwrap_or(base.arc_tolerance),
            region_min_area: self.region_min_area.unwrap_or(base.region_min_area),
            region_merge_area: self.region_merge_area.unwrap_or(base.region_merge_area),
            regions: self.regions.map_or(base.regions, |regions| match regions {
                RegionsFlag::Layers => Regions::Layers,
                RegionsFlag::Watershed => Regions::Watershed,
            }),
            merge_goal: self.merge_goal.map_or(base.merge_goal, |goal| match goal {
                MergeGoalFlag::Quick => MergeGoal::Quick,
                MergeGoalFlag::Fewest => MergeGoal::Fewest,
                MergeGoalFlag::Fastest => MergeGoal::Fastest,
            }),
            edge_max_error: self.edge_max_error.unwrap_or(base.edge_max_error),
            polygon_min_area: self.polygon_min_area.unwrap_or(base.polygon_min_area),
            verts_per_poly: self.verts_per_poly.unwrap_or(base.verts_per_poly),
            detail_sample_distance: self
                .detail_sample_distance
                .unwrap_or(base.detail_sample_distance),
            detail_max_error: self.detail_max_error.unwrap_or(base.detail_max_error),
            tile_size: self.tile_size.unwrap_or(base.tile_size),
            border_size: self.border_size.unwrap_or(base.border_size),
            winding: self.winding.map_or(base.winding, |winding| match winding {
                WindingFlag::Trust => Winding::Trust,
                WindingFlag::TwoSided => Winding::TwoSided,
            }),
            filter_low_hanging: base.filter_low_hanging && !self.no_filter_low_hanging,
            filter_ledges: base.filter_ledges && !self.no_filter_ledges,
            filter_low_height: base.filter_low_height && !self.no_filter_low_height,
            keep_ground: base.keep_ground && !self.no_ground,
            ..base
        }
    }

    /// The flags given that say nothing of an exact survey.
    pub(crate) fn of_voxels_alone(&self) -> Vec<&'static str> {
        let flags = [
            ("--regions", self.regions.is_some()),
            ("--region-merge-area", self.region_merge_area.is_some()),
            ("--edge-max-error", self.edge_max_error.is_some()),
            ("--border-size", self.border_size.is_some()),
            ("--no-filter-low-hanging", self.no_filter_low_hanging),
            ("--no-filter-ledges", self.no_filter_ledges),
            ("--no-filter-low-height", self.no_filter_low_height),
        ];
        flags.into_iter().filter(|(_, given)| *given).map(|(flag, _)| flag).collect()
    }

    /// True when regions are to be merged, and there are none.
    pub(crate) fn merges_no_regions(&self, used: &Parameters) -> bool {
        self.region_merge_area.is_some() && used.regions == Regions::Layers
    }

    /// True when it is said how far corners may leave their arcs.
    pub(crate) const fn rounds_arcs(&self) -> bool {
        self.arc_tolerance.is_some()
    }

    fn survey(&self) -> Option<Survey> {
        let by_method = self.method.map(|method| match method {
            MethodFlag::VoxelMerge => Survey::Voxel,
            MethodFlag::ExactMerge => Survey::Exact,
        });
        let survey = self.survey.map(|survey| match survey {
            SurveyFlag::Voxel => Survey::Voxel,
            SurveyFlag::Exact => Survey::Exact,
        });
        survey.or(by_method)
    }

    fn agent(&self, base: Agent) -> Agent {
        Agent {
            height: self.agent_height.unwrap_or(base.height),
            radius: self.agent_radius.unwrap_or(base.radius),
            max_climb: self.agent_max_climb.unwrap_or(base.max_climb),
            max_slope: self.agent_max_slope.unwrap_or(base.max_slope),
        }
    }
}

/// The ids of all these flags, for a flag that goes with none of them: of its conflicts with a whole
/// group clap would name every member, given or not.
pub(crate) fn ids() -> Vec<Id> {
    let flags = ParameterFlags::augment_args(Command::new("flags"));
    flags.get_arguments().map(|flag| flag.get_id().clone()).collect()
}

/// The same parameters with other cells, what hangs on the cells in proportion.
fn rescaled(base: Parameters, cell_size: Option<f64>, cell_height: Option<f64>) -> Parameters {
    let cell_size = cell_size.unwrap_or(base.cell_size);
    let cell_height = cell_height.unwrap_or(base.cell_height);
    let wider = cell_size / base.cell_size;
    let higher = cell_height / base.cell_height;
    Parameters {
        cell_size,
        cell_height,
        region_min_area: base.region_min_area * wider * wider,
        region_merge_area: base.region_merge_area * wider * wider,
        edge_max_error: base.edge_max_error * wider,
        detail_sample_distance: base.detail_sample_distance * wider,
        detail_max_error: base.detail_max_error * higher,
        ..base
    }
}

/// What follows very large cells stays a number, so that the cells themselves are what is refused.
fn finite(base: Parameters) -> Parameters {
    Parameters {
        region_min_area: base.region_min_area.min(f64::MAX),
        region_merge_area: base.region_merge_area.min(f64::MAX),
        edge_max_error: base.edge_max_error.min(f64::MAX),
        detail_sample_distance: base.detail_sample_distance.min(f64::MAX),
        detail_max_error: base.detail_max_error.min(f64::MAX),
        ..base
    }
}

fn preset_parser() -> impl TypedValueParser<Value = Preset> {
    PossibleValuesParser::new(Preset::ALL.map(Preset::name)).try_map(|name| {
        Preset::from_name(&name).ok_or_else(|| format!("there is no preset `{name}`"))
    })
}

fn parse_tile_size(text: &str) -> Result<TileSize, String> {
    match text {
        "auto" => Ok(TileSize::Auto),
        "solo" => Ok(TileSize::Solo),
        _ => text
            .parse()
            .map(TileSize::Metres)
            .map_err(|_| format!("`{text}` is neither auto nor solo nor a number of metres")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn what_hangs_on_the_cells_follows_them() {
        let flags = ParameterFlags { cell_size: Some(0.6), ..ParameterFlags::default() };
        let p = flags.parameters(Preset::Recast);
        assert!(close(p.edge_max_error, 1.3 * 0.6));
        assert!(close(p.region_min_area, 64.0 * 0.36));
        assert!(close(p.detail_sample_distance, 3.6));
        assert!(close(p.detail_max_error, 0.2));
    }

    #[test]
    fn what_is_given_stays() {
        let flags = ParameterFlags {
            preset: Some(Preset::Human),
            cell_size: Some(0.05),
            cell_height: Some(0.1),
            edge_max_error: Some(0.5),
            ..ParameterFlags::default()
        };
        let p = flags.parameters(Preset::Recast);
        assert!(close(p.edge_max_error, 0.5));
        assert!(close(p.detail_max_error, 0.1));
        assert!(close(p.agent.height, 1.8));
    }

    #[test]
    fn tile_sizes_read() {
        assert_eq!(parse_tile_size("auto"), Ok(TileSize::Auto));
        assert_eq!(parse_tile_size("9.6"), Ok(TileSize::Metres(9.6)));
        assert!(parse_tile_size("big").unwrap_err().contains("big"));
    }
}
