//! How parameters are told: as they were asked for and as they were really used.

use serde_json::{Map, Value, json};
use walkmesh::geom::cast;
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{MergeGoal, Parameters, Regions, Resolved, Survey, TileSize, Winding};

use crate::answer::{Table, counted, metres};

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

/// Whether walkmesh made a mesh itself, so that its parameters say how.
pub(crate) fn is_baked(mesh: &NavMesh) -> bool {
    *mesh.input_hash() != [0; 32]
}

/// What is known of how a mesh was made, and what questions to it go by: all that was asked for, or of
/// a mesh of another program the body and the cells alone.
pub(crate) fn asked_as_json(mesh: &NavMesh) -> Map<String, Value> {
    let mut all = as_json(mesh.parameters());
    let of_any = ["agent_height", "agent_radius", "agent_max_climb", "cell_size"];
    all.retain(|name, _| is_baked(mesh) || of_any.contains(&name.as_str()));
    all
}

/// The whole numbers that the parameters became, back in world units; those that its survey went by.
pub(crate) fn quantised_as_json(mesh: &NavMesh) -> Value {
    let (p, r) = (mesh.parameters(), mesh.resolved());
    let length = |steps: i32| r.frame.metres(f64::from(steps));
    let mut all = json!({
        "lattice_step": r.frame.step(),
        "cell_size": length(r.cell),
        "agent_height": length(r.height),
        "agent_max_climb": length(r.climb),
        "agent_radius": length(r.radius),
        "tile_cells": r.tile_cells,
        "columns": r.columns,
        "rows": r.rows,
    });
    if is_baked(mesh) {
        all["cell_height"] = json!(length(r.cell_height));
        all["region_min_cells"] = json!(r.region_min_cells);
        all["arc_tolerance"] = json!(length(r.arc_tolerance));
        all["detail_sample_distance"] = json!(length(r.detail_sample_distance));
        all["detail_max_error"] = json!(length(r.detail_max_error));
    }
    if is_baked(mesh) && p.survey == Survey::Voxel {
        let voxels = |count: i32| f64::from(count) * length(r.cell_height);
        all["agent_height"] = json!(voxels(r.walkable_height));
        all["agent_height_voxels"] = json!(r.walkable_height);
        all["agent_max_climb"] = json!(voxels(r.walkable_climb));
        all["agent_max_climb_voxels"] = json!(r.walkable_climb);
        all["agent_max_slope"] = json!(steepest(p, r));
        all["region_merge_cells"] = json!(r.region_merge_cells);
        all["edge_max_error"] = json!(length(r.edge_max_error));
        all["border_cells"] = json!(r.border_cells);
    }
    all
}

/// The parameters of a mesh for people, with a heading.
pub(crate) fn text(mesh: &NavMesh) -> String {
    let (p, r) = (mesh.parameters(), mesh.resolved());
    if is_baked(mesh) {
        return format!("parameters (asked for: really used)\n{}", table(p, r).text());
    }
    let mut table = Table::default();
    table
        .row("agent height", format!("{} m", metres(p.agent.height)))
        .row("agent radius", format!("{} m", metres(p.agent.radius)))
        .row("max climb", format!("{} m", metres(p.agent.max_climb)))
        .row("cells", format!("{} m", metres(p.cell_size)))
        .row("lattice step", format!("{} m", metres(r.frame.step())));
    let heading = "parameters (what the file of another program tells, else assumed)";
    format!("{heading}\n{}", table.text())
}

/// What was asked for beside what was really used, of a mesh that was baked.
fn table(p: &Parameters, r: &Resolved) -> Table {
    let length = |steps: i32| metres(r.frame.metres(f64::from(steps)));
    let is_exact = p.survey == Survey::Exact;
    let upright = |asked: f64, voxels: i32, steps: i32| match is_exact {
        true => format!("{} m: {} m", metres(asked), length(steps)),
        false => {
            let used = f64::from(voxels) * r.frame.metres(f64::from(r.cell_height));
            let voxels = counted(cast::cell_index(voxels), "voxel");
            format!("{} m: {voxels}, {} m", metres(asked), metres(used))
        }
    };
    let mut table = Table::default();
    table
        .row("agent height", upright(p.agent.height, r.walkable_height, r.height))
        .row("agent radius", format!("{} m: {} m", metres(p.agent.radius), length(r.radius)))
        .row("max climb", upright(p.agent.max_climb, r.walkable_climb, r.climb))
        .row("max slope", slope(p, r))
        .row(
            "cells",
            format!(
                "{} x {} m: {} x {} m",
                metres(p.cell_size),
                metres(p.cell_height),
                length(r.cell),
                length(r.cell_height)
            ),
        );
    if !is_exact {
        let edge_error = format!("{} m: {} m", metres(p.edge_max_error), length(r.edge_max_error));
        table.row("edge error", edge_error);
    }
    table
        .row(
            "smallest island",
            format!(
                "{} m²: {}",
                metres(p.region_min_area),
                counted(cast::index(r.region_min_cells), "cell")
            ),
        )
        .row("height detail", detail(p))
        .row("survey", survey_text(p, r));
    let mut tiles = format!(
        "{} x {}, {} a side",
        r.columns,
        r.rows,
        counted(cast::cell_index(r.tile_cells), "cell")
    );
    if !is_exact {
        table.row("regions", regions_name(p.regions));
        tiles += &format!(", border {}", r.border_cells);
    }
    table
        .row("merged for", merge_goal_name(p.merge_goal))
        .row("winding", winding_name(p.winding))
        .row("tiles", tiles)
        .row("lattice step", format!("{} m", metres(r.frame.step())));
    add_unusual(&mut table, p);
    table
}

/// What few ask for, where it was asked for.
fn add_unusual(table: &mut Table, p: &Parameters) {
    if p.polygon_min_area > 0.0 {
        table.row("smallest polygon", format!("{} m²", metres(p.polygon_min_area)));
    }
    let filters = [
        ("low-hanging", p.filter_low_hanging),
        ("ledges", p.filter_ledges),
        ("low-height", p.filter_low_height),
    ];
    let off: Vec<&str> =
        filters.iter().filter(|(_, is_on)| !is_on).map(|(name, _)| *name).collect();
    if p.survey == Survey::Voxel && !off.is_empty() {
        table.row("filters off", off.join(", "));
    }
    if !p.keep_ground {
        table.row("ground", "not kept");
    }
}

/// The slope asked for, and the one from which on voxels are ledges where that is less.
fn slope(p: &Parameters, r: &Resolved) -> String {
    let (asked, used) = (p.agent.max_slope, steepest(p, r));
    let asked_text = format!("{}°", metres(asked));
    if used >= asked {
        return asked_text;
    }
    format!("{asked_text}: {used:.1}°, as more than the climb within two cells is a ledge")
}

/// The steepest ground, degrees, that a survey keeps whichever way it rises. A voxel of a slope lies
/// between its neighbours, which the filter of ledges lets differ by a climb.
fn steepest(p: &Parameters, r: &Resolved) -> f64 {
    if p.survey == Survey::Exact || !p.filter_ledges {
        return p.agent.max_slope;
    }
    let rise = f64::from(r.walkable_climb) * f64::from(r.cell_height);
    let ledge = libm::atan2(rise, 2.0 * f64::from(r.cell)).to_degrees();
    ledge.min(p.agent.max_slope)
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
