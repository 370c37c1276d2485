//! `walkmesh path`: the shortest path on a mesh, one or many.

use std::fs;
use std::path::{Path as FilePath, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::json;
use walkmesh::Point;
use walkmesh::mesh::{NavMesh, SearchBox};
use walkmesh::query::{Engine, Filter, PathOptions};
use walkmesh::soup::Area;

use crate::answer::{Answer, Table, seconds};
use crate::input;
use crate::point;
use crate::route::{Finder, Route};

/// Find the shortest path between two points, or between many pairs of points
#[derive(Args)]
pub(crate) struct Path {
    /// The mesh (.walkmesh, .bin, .navmesh, .mesh, .map)
    file: PathBuf,
    /// Where to start
    #[arg(
        long,
        value_name = "X,Y,Z",
        value_parser = point::parse,
        allow_hyphen_values = true,
        required_unless_present = "pairs",
        requires = "to"
    )]
    from: Option<Point>,
    /// Where to go
    #[arg(
        long,
        value_name = "X,Y,Z",
        value_parser = point::parse,
        allow_hyphen_values = true,
        required_unless_present = "pairs",
        requires = "from"
    )]
    to: Option<Point>,
    /// A file with one pair a line: six numbers, start X Y Z and goal X Y Z
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "to"])]
    pairs: Option<PathBuf>,
    /// With --pairs and --json: print the points of each path too
    #[arg(long, requires = "pairs", conflicts_with_all = ["from", "to"])]
    points: bool,
    /// How far from the points the mesh may be: half extents of a box [default: two radii and a
    /// cell to the sides, a climb and half the agent's height up and down]
    #[arg(long, value_name = "X,Y,Z", value_parser = half_extents, allow_hyphen_values = true)]
    search_box: Option<Point>,
    /// How the path is searched: optimal, the shortest; funnel, A* over polygons with costs of
    /// ground, as Detour
    #[arg(long, value_name = "ENGINE", default_value = "optimal", value_parser = ["optimal", "funnel"])]
    engine: String,
    /// What a metre on ground of an area costs, 1 otherwise; may be given many times
    #[arg(long, value_name = "AREA=FACTOR", value_parser = area_cost)]
    cost: Vec<(Area, f64)>,
    /// Keep out of ground of an area; may be given many times
    #[arg(long, value_name = "AREA", value_parser = area, allow_negative_numbers = true)]
    block: Vec<Area>,
    /// Give up on paths longer than this in plan, metres
    #[arg(long, value_name = "M", value_parser = metres, allow_negative_numbers = true)]
    max_length: Option<f64>,
    /// Stay within this distance from the start in plan, metres
    #[arg(long, value_name = "M", value_parser = metres, allow_negative_numbers = true)]
    max_radius: Option<f64>,
    /// Give up after this many expansions of the search
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_expansions: Option<u32>,
}

impl Path {
    pub(crate) fn run(&self) -> Result<Answer> {
        let filter = self.filter()?;
        let options = self.options(&filter);
        match (&self.pairs, self.from, self.to) {
            (Some(pairs), ..) => {
                self.many(&input::load_mesh(&self.file, false)?, options, &read_pairs(pairs)?)
            }
            (None, Some(from), Some(to)) => {
                let mesh = input::load_mesh(&self.file, false)?;
                let route = Finder::new(&mesh, options).find(from, to);
                Answer::new(route.text(), &route)
            }
            _ => bail!("give --from and --to, or --pairs"),
        }
    }

    fn filter(&self) -> Result<Filter> {
        let mut filter = Filter::default();
        for &(area, cost) in &self.cost {
            filter.set_cost(area, cost)?;
        }
        for &area in &self.block {
            filter.access.set_blocked(area, true);
        }
        Ok(filter)
    }

    fn options<'f>(&self, filter: &'f Filter) -> PathOptions<'f> {
        PathOptions {
            engine: if self.engine == "funnel" { Engine::Funnel } else { Engine::Optimal },
            filter: Some(filter),
            search_box: self.search_box.map(|Point { x, y, z }| SearchBox { x, y, z }),
            max_expansions: self.max_expansions,
            max_length: self.max_length,
            max_radius: self.max_radius,
            ..PathOptions::default()
        }
    }

    fn many(
        &self,
        mesh: &NavMesh,
        options: PathOptions<'_>,
        pairs: &[[Point; 2]],
    ) -> Result<Answer> {
        let mut finder = Finder::new(mesh, options);
        let start = Instant::now();
        let mut results = Vec::with_capacity(pairs.len());
        for &[from, to] in pairs {
            let route = finder.find(from, to);
            results.push(if self.points { route } else { route.without_points() });
        }
        let elapsed = start.elapsed().as_secs_f64();
        let object = json!({ "pairs": pairs.len(), "seconds": elapsed, "results": results });
        let mut text = overview(&results, elapsed);
        if self.points {
            text += "  the points of each path are printed with --json alone\n";
        }
        Answer::new(text, &object)
    }
}

/// Reads the number of an area.
fn area(text: &str) -> Result<Area, String> {
    let number = text.trim().parse();
    number.map(Area).map_err(|_| format!("an area is a number from 0 to 255, not `{text}`"))
}

/// Reads `AREA=FACTOR`.
fn area_cost(text: &str) -> Result<(Area, f64), String> {
    let (of, cost) = text
        .split_once('=')
        .ok_or_else(|| format!("a cost is written AREA=FACTOR, as 3=2.5, not `{text}`"))?;
    let cost = cost.trim().parse().map_err(|_| format!("`{cost}` is not a number"))?;
    Ok((area(of)?, cost))
}

/// Reads three lengths, 0 or more.
fn half_extents(text: &str) -> Result<Point, String> {
    let half = point::parse(text)?;
    match <[f64; 3]>::from(half).iter().find(|length| **length < 0.0) {
        None => Ok(half),
        Some(length) => Err(format!("half an extent is 0 or more, not {length}")),
    }
}

/// Reads a length, 0 or more.
fn metres(text: &str) -> Result<f64, String> {
    let length = text.parse().ok().filter(|metres| *metres >= 0.0);
    length.ok_or_else(|| format!("a length is a number of metres, 0 or more, not `{text}`"))
}

/// How many of each status, and the times.
fn overview(results: &[Route], elapsed: f64) -> String {
    let of = |status: &str| results.iter().filter(|route| route.status == status).count();
    let mut micros: Vec<f64> = results.iter().map(|route| route.micros).collect();
    micros.sort_by(f64::total_cmp);
    let time = |i: usize| seconds(micros.get(i).copied().unwrap_or(0.0) * 1e-6);
    let mut table = Table::default();
    table
        .row("pairs", results.len().to_string())
        .row("complete", of("complete").to_string())
        .row("partial", of("partial").to_string())
        .row("not found", of("not_found").to_string())
        .row(
            "time",
            format!(
                "{} in all, median {}, longest {}",
                seconds(elapsed),
                time(micros.len() / 2),
                time(micros.len().saturating_sub(1))
            ),
        );
    table.text()
}

/// The pairs of a file; empty lines and those that begin with # are passed over.
fn read_pairs(path: &FilePath) -> Result<Vec<[Point; 2]>> {
    let text =
        fs::read_to_string(path).with_context(|| format!("could not read {}", path.display()))?;
    let lines = (1..).zip(input::unmarked(&text).lines().map(str::trim));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            point::parse_line(line)
                .map_err(anyhow::Error::msg)
                .with_context(|| format!("{}, line {number}", path.display()))
        })
        .collect()
}
