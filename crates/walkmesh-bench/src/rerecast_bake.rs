//! rerecast: Recast in Rust, one tile.

use anyhow::{Context, Result};
use rerecast::{BuildContoursFlags, DetailNavmesh, HeightfieldBuilder, PolygonNavmesh};
use walkmesh::parameters::Parameters;

use crate::clock::Laps;
use crate::input::{Input, narrow};
use crate::recast;

/// A mesh and its heights.
pub(crate) struct Baked {
    pub(crate) mesh: PolygonNavmesh,
    pub(crate) detail: DetailNavmesh,
    pub(crate) laps: Laps,
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and whole")]
fn whole(v: f64) -> u16 {
    v as u16
}

/// The whole level, as `recast::solo` does it.
pub(crate) fn solo(input: &Input) -> Result<Baked> {
    let mut laps = Laps::start();
    let p: &Parameters = &input.parameters;
    let (cell, height) = (p.cell_size, p.cell_height);
    let mut trimesh = input.trimesh.clone();
    trimesh.mark_walkable_triangles(narrow(p.agent.max_slope.to_radians()));
    let aabb = trimesh.compute_aabb().context("no triangles")?;
    let climb = whole((p.agent.max_climb / height + 1e-6).floor());
    let tall = whole((p.agent.height / height - 1e-6).ceil());
    let builder = HeightfieldBuilder { aabb, cell_size: narrow(cell), cell_height: narrow(height) };
    let mut field = builder.build().map_err(|e| anyhow::anyhow!("{e:?}"))?;
    field.rasterize_triangles(&trimesh, climb).map_err(|e| anyhow::anyhow!("{e:?}"))?;
    laps.lap("rasterise");
    field.filter_low_hanging_walkable_obstacles(climb);
    field.filter_ledge_spans(tall, climb);
    field.filter_walkable_low_height_spans(tall);
    laps.lap("filter");
    let mut compact = field.into_compact(tall, climb).map_err(|e| anyhow::anyhow!("{e:?}"))?;
    laps.lap("compact");
    compact.erode_walkable_area(whole((p.agent.radius / cell - 1e-6).ceil()));
    laps.lap("erode");
    compact.build_distance_field();
    let cells = |area: f64| whole((area / (cell * cell)).round());
    compact
        .build_regions(0, cells(p.region_min_area), cells(p.region_merge_area))
        .map_err(|e| anyhow::anyhow!("{e:?}"))?;
    laps.lap("regions");
    let contours = compact.build_contours(
        narrow(p.edge_max_error / cell),
        whole(recast::LONGEST_EDGE / cell),
        BuildContoursFlags::default(),
    );
    laps.lap("contours");
    let mesh = contours.into_polygon_mesh(6).map_err(|e| anyhow::anyhow!("{e:?}"))?;
    laps.lap("polygons");
    let detail = DetailNavmesh::new(
        &mesh,
        &compact,
        narrow(p.detail_sample_distance),
        narrow(p.detail_max_error),
    )
    .map_err(|e| anyhow::anyhow!("{e:?}"))?;
    laps.lap("detail");
    Ok(Baked { mesh, detail, laps })
}

/// The walkable area in plan, m².
pub(crate) fn area(mesh: &PolygonNavmesh) -> f64 {
    let most = usize::from(mesh.max_vertices_per_polygon);
    let mut cells = 0.0;
    for polygon in mesh.polygons.chunks_exact(most) {
        let at = |corner: u16| {
            let v = mesh.vertices[usize::from(corner)];
            [f64::from(v.x), f64::from(v.z)]
        };
        let corners: Vec<[f64; 2]> = polygon
            .iter()
            .take_while(|&&corner| corner != PolygonNavmesh::NO_INDEX)
            .map(|&corner| at(corner))
            .collect();
        let next = corners.iter().cycle().skip(1);
        let doubled: f64 = corners.iter().zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum();
        cells += doubled.abs() / 2.0;
    }
    let cell = f64::from(mesh.cell_size);
    cells * cell * cell
}
