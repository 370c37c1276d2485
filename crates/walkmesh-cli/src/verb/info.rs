//! `walkmesh info`: what is in a mesh file.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use walkmesh::link;
use walkmesh::mesh::NavMesh;
use walkmesh::report;

use crate::answer::{Answer, Table, counted};
use crate::input;
use crate::parameters;
use crate::summary::Summary;

/// Print counts, area, components, bounds, parameters and hashes of a mesh
#[derive(Args)]
pub(crate) struct Info {
    /// The mesh (.walkmesh, .bin, .navmesh, .mesh, .map)
    file: PathBuf,
}

impl Info {
    pub(crate) fn run(&self) -> Result<Answer> {
        let start = Instant::now();
        let mesh = input::load_mesh(&self.file, false)?;
        let load = start.elapsed().as_secs_f64();
        let summary = Summary::new(&mesh, start.elapsed().as_secs_f64(), [("load", load)]);

        let fewest = FewestReport::new(&mesh);
        let mut table = summary.table();
        table.row("merging", fewest.text());
        summary.add_quality(&mut table);
        let storeys = StoreyReport::new(&mesh);
        storeys.add_to(&mut table);
        table.row("loaded in", summary.times());
        let text =
            format!("{}\n{}\n{}", self.file.display(), table.text(), parameters::text(&mesh),);
        Answer::new(text, &Report { summary: &summary, fewest: &fewest, storeys: &storeys })
    }
}

/// What `info --json` prints.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    summary: &'a Summary,
    #[serde(flatten)]
    fewest: &'a FewestReport,
    #[serde(flatten)]
    storeys: &'a StoreyReport,
}

/// How few polygons there could be over the same outlines and tiles.
#[derive(Serialize)]
struct FewestReport {
    #[serde(skip)]
    polygons: usize,
    /// The fewest without points added, where it is known.
    optimum: Option<usize>,
    /// No fewer are possible.
    bound: usize,
    /// Parts whose optimum is known, of all that are joined within a tile.
    parts_solved: usize,
    parts: usize,
}

impl FewestReport {
    fn new(mesh: &NavMesh) -> Self {
        let fewest = report::fewest(mesh);
        Self {
            polygons: fewest.pieces,
            optimum: fewest.optimum(),
            bound: fewest.least,
            parts_solved: fewest.solved,
            parts: fewest.parts,
        }
    }

    fn text(&self) -> String {
        let polygons = counted(self.polygons, "polygon");
        match self.optimum {
            Some(optimum) => format!("{polygons}, optimum {optimum}"),
            None => format!("{polygons}, bound {}", self.bound),
        }
    }
}

/// Level floors and what joins them.
#[derive(Serialize)]
struct StoreyReport {
    /// Height and area of each, from the lowest up.
    storeys: Vec<(f64, f64)>,
    /// The heights of the storeys that each of the mesh's own stairs joins.
    stairs: Vec<Vec<f64>>,
    /// Links that lead from storey to storey or elsewhere.
    links: usize,
}

impl StoreyReport {
    fn new(mesh: &NavMesh) -> Self {
        let found = link::storeys(mesh);
        let height = |&storey: &usize| found.storeys.get(storey).map_or(0.0, |s| s.height);
        Self {
            storeys: found.storeys.iter().map(|s| (s.height, s.area_m2)).collect(),
            stairs: found.stairs.iter().map(|s| s.joins.iter().map(height).collect()).collect(),
            links: mesh.links().len(),
        }
    }

    fn add_to(&self, table: &mut Table) {
        let list = |heights: &[f64]| {
            let each: Vec<String> = heights.iter().map(|height| format!("{height:.2}")).collect();
            each.join(" - ")
        };
        let storeys: Vec<String> = self
            .storeys
            .iter()
            .map(|(height, area)| format!("{height:.2} m ({area:.1} m²)"))
            .collect();
        if storeys.len() > 1 {
            table.row("storeys", storeys.join(", "));
            let stairs: Vec<String> = self.stairs.iter().map(|joined| list(joined)).collect();
            let none = "none".to_owned();
            table.row("stairs", if stairs.is_empty() { none } else { stairs.join(", ") });
        }
        if self.links > 0 {
            table.row("links", self.links.to_string());
        }
    }
}
