//! Parameters, what they resolved to, the lattice, the hash of the input.

use super::bytes::{Input, Output};
use super::error::LoadError;
use crate::agent::Agent;
use crate::geom::{Frame, Point};
use crate::mesh::NavMesh;
use crate::parameters::{MergeGoal, Parameters, Regions, Resolved, Survey, TileSize, Winding};

/// What the section says.
pub(super) struct Meta {
    pub(super) parameters: Parameters,
    pub(super) resolved: Resolved,
    pub(super) input_hash: [u8; 32],
}

pub(super) fn encode(mesh: &NavMesh) -> Vec<u8> {
    let mut out = Output::default();
    encode_parameters(&mut out, mesh.parameters());
    encode_resolved(&mut out, mesh.resolved());
    out.bytes.extend(mesh.input_hash());
    out.bytes
}

pub(super) fn decode(mut input: Input<'_>) -> Result<Meta, LoadError> {
    let parameters = decode_parameters(&mut input)?;
    parameters.validate()?;
    let resolved = decode_resolved(&mut input)?;
    let input_hash = input.array()?;
    input.end()?;
    Ok(Meta { parameters, resolved, input_hash })
}

// Each struct is taken apart without `..`: a new field does not compile until it is stored.

fn encode_parameters(out: &mut Output, p: &Parameters) {
    let Parameters {
        agent: Agent { height, radius, max_climb, max_slope },
        survey,
        arc_tolerance,
        cell_size,
        cell_height,
        region_min_area,
        region_merge_area,
        regions,
        merge_goal,
        edge_max_error,
        polygon_min_area,
        verts_per_poly,
        detail_sample_distance,
        detail_max_error,
        tile_size,
        border_size,
        winding,
        filter_low_hanging,
        filter_ledges,
        filter_low_height,
        keep_ground,
    } = *p;
    let lengths = [
        height,
        radius,
        max_climb,
        max_slope,
        cell_size,
        cell_height,
        region_min_area,
        region_merge_area,
        edge_max_error,
        polygon_min_area,
        detail_sample_distance,
        detail_max_error,
        border_size,
        arc_tolerance,
    ];
    for length in lengths {
        out.float(length);
    }
    out.unsigned(verts_per_poly.into());
    out.flag(survey == Survey::Exact);
    out.flag(regions == Regions::Watershed);
    out.byte(match merge_goal {
        MergeGoal::Quick => 0,
        MergeGoal::Fewest => 1,
        MergeGoal::Fastest => 2,
    });
    out.flag(winding == Winding::TwoSided);
    for flag in [filter_low_hanging, filter_ledges, filter_low_height, keep_ground] {
        out.flag(flag);
    }
    match tile_size {
        TileSize::Auto => out.byte(0),
        TileSize::Solo => out.byte(1),
        TileSize::Metres(size) => {
            out.byte(2);
            out.float(size);
        }
    }
}

fn decode_parameters(input: &mut Input<'_>) -> Result<Parameters, LoadError> {
    let agent = Agent {
        height: input.float()?,
        radius: input.float()?,
        max_climb: input.float()?,
        max_slope: input.float()?,
    };
    let (cell_size, cell_height) = (input.float()?, input.float()?);
    let (region_min_area, region_merge_area) = (input.float()?, input.float()?);
    let (edge_max_error, polygon_min_area) = (input.float()?, input.float()?);
    let (detail_sample_distance, detail_max_error) = (input.float()?, input.float()?);
    let (border_size, arc_tolerance) = (input.float()?, input.float()?);
    let verts_per_poly = input.u32()?;
    let survey = if input.flag()? { Survey::Exact } else { Survey::Voxel };
    let regions = if input.flag()? { Regions::Watershed } else { Regions::Layers };
    let merge_goal = match input.byte()? {
        0 => MergeGoal::Quick,
        1 => MergeGoal::Fewest,
        2 => MergeGoal::Fastest,
        _ => return Err(input.wrong("the goal of merging is of no known kind")),
    };
    let winding = if input.flag()? { Winding::TwoSided } else { Winding::Trust };
    let (filter_low_hanging, filter_ledges) = (input.flag()?, input.flag()?);
    let (filter_low_height, keep_ground) = (input.flag()?, input.flag()?);
    let tile_size = match input.byte()? {
        0 => TileSize::Auto,
        1 => TileSize::Solo,
        2 => TileSize::Metres(input.float()?),
        _ => return Err(input.wrong("the tile size is of no known kind")),
    };
    Ok(Parameters {
        agent,
        survey,
        arc_tolerance,
        cell_size,
        cell_height,
        region_min_area,
        region_merge_area,
        regions,
        merge_goal,
        edge_max_error,
        polygon_min_area,
        verts_per_poly,
        detail_sample_distance,
        detail_max_error,
        tile_size,
        border_size,
        winding,
        filter_low_hanging,
        filter_ledges,
        filter_low_height,
        keep_ground,
    })
}

fn encode_resolved(out: &mut Output, r: &Resolved) {
    let Resolved {
        frame,
        clip,
        height_range,
        cell,
        cell_height,
        walkable_height,
        walkable_climb,
        climb,
        radius,
        height,
        min_normal_up,
        edge_max_error,
        arc_tolerance,
        region_min_cells,
        region_merge_cells,
        detail_sample_distance,
        detail_max_error,
        tile_cells,
        border_cells,
        columns,
        rows,
    } = *r;
    let Point { x, y, z } = frame.origin();
    for v in [x, y, z, min_normal_up] {
        out.float(v);
    }
    out.signed(frame.exponent().into());
    out.plan_box(clip);
    out.signed(height_range.0.into());
    out.signed(height_range.1.into());
    out.unsigned(region_min_cells.into());
    out.unsigned(region_merge_cells.into());
    let sizes = [
        cell,
        cell_height,
        tile_cells,
        walkable_height,
        walkable_climb,
        climb,
        radius,
        height,
        edge_max_error,
        arc_tolerance,
        detail_sample_distance,
        detail_max_error,
        border_cells,
        columns,
        rows,
    ];
    for v in sizes {
        out.signed(v.into());
    }
}

fn decode_resolved(input: &mut Input<'_>) -> Result<Resolved, LoadError> {
    const SIZE: &str = "a size in the resolved parameters is too small";
    let origin = Point::new(input.float()?, input.float()?, input.float()?);
    let min_normal_up = input.float()?;
    if !(0.0..=1.0).contains(&min_normal_up) {
        return Err(input.wrong("the steepest normal is not between 0 and 1"));
    }
    let frame = Frame::new(origin, input.i32()?)?;
    let clip = input.plan_box()?;
    let height_range = (input.i32()?, input.i32()?);
    let (region_min_cells, region_merge_cells) = (input.u32()?, input.u32()?);
    let cell = input.at_least(1, SIZE)?;
    let cell_height = input.at_least(1, SIZE)?;
    let tile_cells = input.at_least(1, SIZE)?;
    let mut size = || input.at_least(0, SIZE);
    Ok(Resolved {
        frame,
        clip,
        height_range,
        cell,
        cell_height,
        tile_cells,
        min_normal_up,
        region_min_cells,
        region_merge_cells,
        walkable_height: size()?,
        walkable_climb: size()?,
        climb: size()?,
        radius: size()?,
        height: size()?,
        edge_max_error: size()?,
        arc_tolerance: size()?,
        detail_sample_distance: size()?,
        detail_max_error: size()?,
        border_cells: size()?,
        columns: size()?,
        rows: size()?,
    })
}
