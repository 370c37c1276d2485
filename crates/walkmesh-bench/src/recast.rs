//! C++ Recast, with the settings of its own samples.

use anyhow::{Context, Result};
use recastnavigation_rs::demo::{
    RcChunkyTriMesh, rc_create_chunky_tri_mesh, rc_get_chunks_overlapping_rect,
};
use recastnavigation_rs::detour::{
    DtBuf, DtNavMesh, DtNavMeshCreateParams, DtNavMeshParams, DtTileRef, dt_create_nav_mesh_data,
};
use recastnavigation_rs::recast::{
    RcBuildContoursFlags, RcCompactHeightfield, RcConfig, RcContext, RcContourSet, RcHeightfield,
    RcPolyMesh, RcPolyMeshDetail, rc_build_compact_heightfield, rc_build_contours,
    rc_build_distance_field, rc_build_poly_mesh, rc_build_poly_mesh_detail, rc_build_regions,
    rc_calc_bounds, rc_calc_grid_size, rc_create_heightfield, rc_erode_walkable_area,
    rc_filter_ledge_spans, rc_filter_low_hanging_walkable_obstacles,
    rc_filter_walkable_low_height_spans, rc_mark_walkable_triangles, rc_rasterize_triangles_1,
};
use walkmesh::parameters::Parameters;

use crate::clock::Laps;
use crate::input::{Input, TILE_CELLS, narrow};

/// RecastDemo cuts border edges longer than this, metres.
pub(super) const LONGEST_EDGE: f64 = 12.0;

/// Recast's configuration for our parameters; lengths become cells as RecastDemo does it.
fn config(p: &Parameters) -> RcConfig {
    let (cell, height) = (p.cell_size, p.cell_height);
    let cells = |metres: f64| whole(metres / cell);
    let mut config = RcConfig::default();
    (config.cs, config.ch) = (narrow(cell), narrow(height));
    config.walkable_slope_angle = narrow(p.agent.max_slope);
    config.walkable_height = whole((p.agent.height / height - 1e-6).ceil());
    config.walkable_climb = whole((p.agent.max_climb / height + 1e-6).floor());
    config.walkable_radius = whole((p.agent.radius / cell - 1e-6).ceil());
    config.max_edge_len = cells(LONGEST_EDGE);
    config.max_simplification_error = narrow(p.edge_max_error / cell);
    config.min_region_area = whole((p.region_min_area / (cell * cell)).round());
    config.merge_region_area = whole((p.region_merge_area / (cell * cell)).round());
    config.max_verts_per_poly = 6;
    config.detail_sample_dist = narrow(p.detail_sample_distance);
    config.detail_sample_max_error = narrow(p.detail_max_error);
    config
}

#[expect(clippy::cast_possible_truncation, reason = "a small whole number")]
fn whole(v: f64) -> i32 {
    v as i32
}

/// What came out.
pub(crate) struct Baked {
    pub(crate) mesh: DtNavMesh,
    pub(crate) polygons: usize,
    pub(crate) laps: Laps,
}

/// The whole level as one tile.
pub(crate) fn solo(input: &Input) -> Result<Baked> {
    let mut laps = Laps::start();
    let mut config = config(&input.parameters);
    let (low, high) = rc_calc_bounds(&input.vertices);
    (config.bmin, config.bmax) = (low, high);
    (config.width, config.height) = rc_calc_grid_size(&low, &high, config.cs);
    let mut solid = heightfield(&config)?;
    rasterise(&config, &input.vertices, &input.triangles, &mut Vec::new(), &mut solid)?;
    laps.lap("rasterise");
    let (data, polygons) =
        finish(&config, solid, [0, 0], &mut laps)?.context("Recast made no polygons")?;
    let mesh = DtNavMesh::with_data(data)?;
    laps.lap("assemble");
    Ok(Baked { mesh, polygons, laps })
}

/// The level in tiles, one after the other.
pub(crate) fn tiled(input: &Input, tiles: &Tiles) -> Result<Baked> {
    let mut laps = Laps::start();
    let mut mesh = DtNavMesh::with_params(&tiles.params)?;
    let mut polygons = 0;
    laps.lap("prepare");
    for y in 0..tiles.rows {
        for x in 0..tiles.columns {
            if let Some((data, count)) = tiles.build(input, [x, y], &mut laps)? {
                mesh.add_tile(data, DtTileRef::default())?;
                polygons += count;
            }
            laps.lap("assemble");
        }
    }
    Ok(Baked { mesh, polygons, laps })
}

/// The grid of tiles over a level.
pub(crate) struct Tiles {
    config: RcConfig,
    chunks: RcChunkyTriMesh,
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    low: [f32; 3],
    high: [f32; 3],
    side: f32,
    pub(crate) params: DtNavMeshParams,
}

impl Tiles {
    pub(crate) fn new(input: &Input) -> Result<Self> {
        let config = config(&input.parameters);
        let mut chunks = RcChunkyTriMesh::new();
        rc_create_chunky_tri_mesh(&mut chunks, &input.vertices, &input.triangles, 256)?;
        let (low, high) = rc_calc_bounds(&input.vertices);
        let (width, height) = rc_calc_grid_size(&low, &high, config.cs);
        let cells = i32::try_from(TILE_CELLS)?;
        let (columns, rows) = ((width + cells - 1) / cells, (height + cells - 1) / cells);
        let side = narrow(f64::from(cells)) * config.cs;
        let tiles = u32::try_from(columns * rows)?.next_power_of_two().min(1 << 14);
        let params = DtNavMeshParams {
            orig: low,
            tile_width: side,
            tile_height: side,
            max_tiles: i32::try_from(tiles)?,
            max_polys: i32::try_from((1_u32 << 22) / tiles)?,
        };
        Ok(Self { config, chunks, columns, rows, low, high, side, params })
    }

    /// One tile; `None` where nothing is walkable.
    pub(crate) fn build(
        &self,
        input: &Input,
        [x, y]: [i32; 2],
        laps: &mut Laps,
    ) -> Result<Option<(DtBuf, usize)>> {
        let mut config = self.config.clone();
        let float = |i: i32| narrow(f64::from(i));
        config.tile_size = i32::try_from(TILE_CELLS)?;
        config.border_size = config.walkable_radius + 3;
        config.width = config.tile_size + config.border_size * 2;
        config.height = config.width;
        let rim = float(config.border_size) * config.cs;
        let (left, top) = (self.low[0] + float(x) * self.side, self.low[2] + float(y) * self.side);
        config.bmin = [left - rim, self.low[1], top - rim];
        config.bmax = [left + self.side + rim, self.high[1], top + self.side + rim];
        let mut ids = [0; 1024];
        let count = rc_get_chunks_overlapping_rect(
            &self.chunks,
            &[config.bmin[0], config.bmin[2]],
            &[config.bmax[0], config.bmax[2]],
            &mut ids,
        );
        if count == 0 {
            return Ok(None);
        }
        let mut solid = heightfield(&config)?;
        let mut areas = Vec::new();
        for &id in &ids[..count] {
            let node = &self.chunks.nodes()[usize::try_from(id)?];
            let (from, n) = (usize::try_from(node.i)?, usize::try_from(node.n)?);
            let triangles = &self.chunks.tris()[from..from + n];
            rasterise(&config, &input.vertices, triangles, &mut areas, &mut solid)?;
        }
        laps.lap("rasterise");
        finish(&config, solid, [x, y], laps)
    }
}

fn heightfield(config: &RcConfig) -> Result<RcHeightfield> {
    let mut solid = RcHeightfield::new();
    rc_create_heightfield(
        &mut RcContext::new(false),
        &mut solid,
        config.width,
        config.height,
        &config.bmin,
        &config.bmax,
        config.cs,
        config.ch,
    )?;
    Ok(solid)
}

fn rasterise(
    config: &RcConfig,
    vertices: &[[f32; 3]],
    triangles: &[[i32; 3]],
    areas: &mut Vec<u8>,
    solid: &mut RcHeightfield,
) -> Result<()> {
    let mut context = RcContext::new(false);
    areas.clear();
    areas.resize(triangles.len(), 0);
    let slope = config.walkable_slope_angle;
    rc_mark_walkable_triangles(&mut context, slope, vertices, triangles, areas)?;
    let climb = config.walkable_climb;
    rc_rasterize_triangles_1(&mut context, vertices, triangles, areas, solid, climb)?;
    Ok(())
}

/// From spans to the data of a tile and the count of its polygons.
fn finish(
    config: &RcConfig,
    mut solid: RcHeightfield,
    [x, y]: [i32; 2],
    laps: &mut Laps,
) -> Result<Option<(DtBuf, usize)>> {
    let mut context = RcContext::new(false);
    let context = &mut context;
    let (height, climb) = (config.walkable_height, config.walkable_climb);
    rc_filter_low_hanging_walkable_obstacles(context, climb, &mut solid);
    rc_filter_ledge_spans(context, height, climb, &mut solid);
    rc_filter_walkable_low_height_spans(context, height, &mut solid);
    laps.lap("filter");
    let mut compact = RcCompactHeightfield::new();
    rc_build_compact_heightfield(context, height, climb, &solid, &mut compact)?;
    drop(solid);
    laps.lap("compact");
    rc_erode_walkable_area(context, config.walkable_radius, &mut compact)?;
    laps.lap("erode");
    rc_build_distance_field(context, &mut compact)?;
    let (smallest, merge) = (config.min_region_area, config.merge_region_area);
    rc_build_regions(context, &mut compact, config.border_size, smallest, merge)?;
    laps.lap("regions");
    let mut contours = RcContourSet::new();
    rc_build_contours(
        context,
        &compact,
        config.max_simplification_error,
        config.max_edge_len,
        &mut contours,
        RcBuildContoursFlags::RC_CONTOUR_TESS_WALL_EDGES,
    )?;
    laps.lap("contours");
    if contours.conts().is_empty() {
        return Ok(None);
    }
    let mut mesh = RcPolyMesh::new();
    rc_build_poly_mesh(context, &contours, config.max_verts_per_poly, &mut mesh)?;
    laps.lap("polygons");
    let mut detail = RcPolyMeshDetail::new();
    let (distance, error) = (config.detail_sample_dist, config.detail_sample_max_error);
    rc_build_poly_mesh_detail(context, &mesh, &compact, distance, error, &mut detail)?;
    laps.lap("detail");
    let count = mesh.npolys();
    mesh.flags_mut()[..count].fill(1);
    let mut params = DtNavMeshCreateParams {
        verts: Some(mesh.verts()),
        polys: Some(mesh.polys()),
        poly_areas: Some(mesh.areas()),
        poly_flags: Some(mesh.flags()),
        nvp: mesh.nvp(),
        detail_meshes: Some(detail.meshes()),
        detail_verts: Some(detail.verts()),
        detail_tris: Some(detail.tris()),
        walkable_height: narrow(f64::from(height)) * config.ch,
        walkable_radius: narrow(f64::from(config.walkable_radius)) * config.cs,
        walkable_climb: narrow(f64::from(climb)) * config.ch,
        tile_x: x,
        tile_y: y,
        bmin: mesh.bmin,
        bmax: mesh.bmax,
        cs: config.cs,
        ch: config.ch,
        build_bv_tree: true,
        ..DtNavMeshCreateParams::default()
    };
    Ok(Some((dt_create_nav_mesh_data(&mut params)?, count)))
}

/// The walkable area in plan, m².
pub(crate) fn area(mesh: &DtNavMesh) -> f64 {
    let mut sum = 0.0;
    for tile in (0..mesh.max_tiles()).filter_map(|i| mesh.get_tile(i)) {
        if tile.header().is_none() {
            continue;
        }
        for polygon in tile.polys() {
            let corners = &polygon.verts[..usize::from(polygon.vert_count)];
            let at = |k: usize| {
                let v = tile.verts()[usize::from(corners[k % corners.len()])];
                [f64::from(v[0]), f64::from(v[2])]
            };
            let doubled: f64 =
                (0..corners.len()).map(|k| at(k)[0] * at(k + 1)[1] - at(k + 1)[0] * at(k)[1]).sum();
            sum += doubled.abs() / 2.0;
        }
    }
    sum
}
