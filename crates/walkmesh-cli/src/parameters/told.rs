//! How parameters are told: as they were asked for and as they were really used.

use serde_json::{Map, Value, json};
use walkmesh::parameters::{MergeGoal, Parameters, Regions, Resolved, Survey, TileSize, Winding};

use crate::answer::{Table, metres};

/// The parameters as asked for, under the names of the flags.
pub(crate) fn as_json(p: &Parameters) -> Map<String, Value> {
    let tile_size = match p.tile_size {
        TileSize::Auto => json!("auto"),
        TileSize::Solo => json!("solo"),
        TileSize::Metres(size) => json!(size),
    };
    let pairs = [
        ("agent_height", json!(p.agent.height)),
        ("agent_radius", json!(p.agent.radius)),
        ("agent_max_climb", json!(p.agent.max_climb)),
        ("agent_max_slope", json!(p.agent.max_slope)),
        ("survey", json!(survey_name(p.survey))),
        ("arc_tolerance", json!(p.arc_tolerance)),
        ("cell_size", json!(p.cell_size)),
        ("cell_height", json!(p.cell_height)),
        ("region_min_area", json!(p.region_min_area)),
        ("region_merge_area", json!(p.region_merge_area)),
        ("regions", json!(regions_name(p.regions))),
        ("merge_goal", json!(merge_goal_name(p.merge_goal))),
        ("edge_max_error", json!(p.edge_max_error)),
        ("polygon_min_area", json!(p.polygon_min_area)),
        ("verts_per_poly", json!(p.verts_per_poly)),
        ("detail_sample_distance", json!(p.detail_sample_distance)),
        ("detail_max_error", json!(p.detail_max_error)),
        ("tile_size", tile_size),
        ("border_size", json!(p.border_size)),
        ("winding", json!(winding_name(p.winding))),
        ("filter_low_hanging", json!(p.filter_low_hanging)),
        ("filter_ledges", json!(p.filter_ledges)),
        ("filter_low_height", json!(p.filter_low_height)),
        ("keep_ground", json!(p.keep_ground)),
    ];
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The whole numbers that the parameters became, back in world units.
pub(crate) fn quantised_as_json(r: &Resolved) -> Value {
    let length = |steps: i32| r.frame.metres(f64::from(steps));
    let voxels = |count: i32| f64::from(count) * length(r.cell_height);
    json!({
        "lattice_step": r.frame.step(),
        "cell_size": length(r.cell),
        "cell_height": length(r.cell_height),
        "agent_height": voxels(r.walkable_height),
        "agent_height_voxels": r.walkable_height,
        "agent_max_climb": voxels(r.walkable_climb),
        "agent_max_climb_voxels": r.walkable_climb,
        "agent_radius": length(r.radius),
        "region_min_cells": r.region_min_cells,
        "region_merge_cells": r.region_merge_cells,
        "edge_max_error": length(r.edge_max_error),
        "arc_tolerance": length(r.arc_tolerance),
        "detail_sample_distance": length(r.detail_sample_distance),
        "detail_max_error": length(r.detail_max_error),
        "tile_cells": r.tile_cells,
        "border_cells": r.border_cells,
        "columns": r.columns,
        "rows": r.rows,
    })
}

/// What was asked for beside what was really used, for people.
pub(crate) fn table(p: &Parameters, r: &Resolved) -> Table {
    let length = |steps: i32| metres(r.frame.metres(f64::from(steps)));
    let voxels = |count: i32| metres(f64::from(count) * r.frame.metres(f64::from(r.cell_height)));
    let (climb, high) = (r.walkable_climb, r.walkable_height);
    let mut table = Table::default();
    table
        .row(
            "agent height",
            format!("{} m: {high} voxels, {} m", metres(p.agent.height), voxels(high)),
        )
        .row("agent radius", format!("{} m: {} m", metres(p.agent.radius), length(r.radius)))
        .row(
            "max climb",
            format!("{} m: {climb} voxels, {} m", metres(p.agent.max_climb), voxels(climb)),
        )
        .row("max slope", format!("{}°", metres(p.agent.max_slope)))
        .row(
            "cells",
            format!(
                "{} x {} m: {} x {} m",
                metres(p.cell_size),
                metres(p.cell_height),
                length(r.cell),
                length(r.cell_height)
            ),
        )
        .row(
            "edge error",
            format!("{} m: {} m", metres(p.edge_max_error), length(r.edge_max_error)),
        )
        .row(
            "smallest island",
            format!("{} m²: {} cells", metres(p.region_min_area), r.region_min_cells),
        )
        .row("height detail", detail(p))
        .row("survey", survey_text(p, r))
        .row("regions", regions_name(p.regions))
        .row("merged for", merge_goal_name(p.merge_goal))
        .row("winding", winding_name(p.winding))
        .row(
            "tiles",
            format!(
                "{} x {}, {} cells a side, border {}",
                r.columns, r.rows, r.tile_cells, r.border_cells
            ),
        )
        .row("lattice step", format!("{} m", metres(r.frame.step())));
    table
}

fn detail(p: &Parameters) -> String {
    if p.detail_sample_distance > 0.0 && p.detail_max_error > 0.0 {
        format!(
            "every {} m, within {} m",
            metres(p.detail_sample_distance),
            metres(p.detail_max_error)
        )
    } else {
        "none".to_owned()
    }
}

/// How a mesh was made, as `--method` names it.
pub(crate) const fn method_name(p: &Parameters) -> &'static str {
    match p.survey {
        Survey::Voxel => "voxel+merge",
        Survey::Exact => "exact+merge",
    }
}

fn survey_name(survey: Survey) -> &'static str {
    match survey {
        Survey::Voxel => "voxel",
        Survey::Exact => "exact",
    }
}

fn survey_text(p: &Parameters, r: &Resolved) -> String {
    let name = survey_name(p.survey);
    match p.survey {
        Survey::Voxel => name.to_owned(),
        Survey::Exact => {
            format!("{name}, arcs within {} m", metres(r.frame.metres(f64::from(r.arc_tolerance))))
        }
    }
}

fn regions_name(regions: Regions) -> &'static str {
    match regions {
        Regions::Layers => "layers",
        Regions::Watershed => "watershed",
    }
}

fn merge_goal_name(goal: MergeGoal) -> &'static str {
    match goal {
        MergeGoal::Quick => "quick",
        MergeGoal::Fewest => "fewest",
        MergeGoal::Fastest => "fastest",
    }
}

fn winding_name(winding: Winding) -> &'static str {
    match winding {
        Winding::Trust => "trust",
        Winding::TwoSided => "two-sided",
    }
}
