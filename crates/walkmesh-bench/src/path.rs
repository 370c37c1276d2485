//! From one point to another, on the same polygons.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use recastnavigation_rs::demo::load_nav_mesh;
use recastnavigation_rs::detour::{DtNavMesh, DtNavMeshQuery, DtPolyRef, DtQueryFilter};
use walkmesh::geom::{PlanPoint, cast};
use walkmesh::mesh::{NavMesh, Nearest, SearchBox};
use walkmesh::query::{Engine, PathOptions, Scratch, Status, path_between};
use walkmesh::store::Placement;
use walkmesh_testkit::{Random, models, polyanya, sight};

use crate::clock::Spread;
use crate::input::narrow;
use crate::row::{Group, Row};

/// Of Detour's, mean of all pairs.
const OPTIMAL_GOAL: f64 = 1.0;
const FUNNEL_GOAL: f64 = 0.8;
const NEAREST_GOAL: f64 = 1.0;
/// Of polyanya's.
const POLYANYA_GOAL: f64 = 0.25;

/// Two places and what Detour makes of them.
struct Pair {
    start: Nearest,
    goal: Nearest,
}

/// One contender: answers pair `i` with the plan length of its path, when there is one.
struct Solver<'a> {
    name: &'static str,
    mode: &'static str,
    solve: Box<dyn FnMut(usize) -> Option<f64> + 'a>,
}

/// What a solver did.
struct Solved {
    /// Mean over the pairs, in each round, microseconds.
    rounds: Vec<f64>,
    /// The best time of each pair, microseconds.
    best: Vec<f64>,
    lengths: Vec<Option<f64>>,
}

/// Lets the solvers take turns: round after round, all pairs each.
fn race(solvers: &mut [Solver<'_>], pairs: usize, rounds: usize) -> Vec<Solved> {
    let mut all: Vec<Solved> = solvers
        .iter()
        .map(|_| Solved {
            rounds: Vec::new(),
            best: vec![f64::INFINITY; pairs],
            lengths: vec![None; pairs],
        })
        .collect();
    for round in 0..=rounds {
        for (solver, solved) in solvers.iter_mut().zip(&mut all) {
            let mut sum = 0.0;
            for i in 0..pairs {
                let begun = Instant::now();
                let length = (solver.solve)(i);
                let micros = begun.elapsed().as_secs_f64() * 1e6;
                // The first round only warms up.
                if round > 0 {
                    sum += micros;
                    solved.best[i] = solved.best[i].min(micros);
                }
                solved.lengths[i] = length;
            }
            if round > 0 {
                solved.rounds.push(sum / f64::from(cast::count(pairs)));
            }
        }
    }
    all
}

/// Random pairs by area that one component holds.
fn pairs(mesh: &NavMesh, count: usize) -> Vec<Pair> {
    let areas: Vec<f64> = mesh.polygons().map(|r| mesh.polygon_area_m2(r)).collect();
    let mut sums = Vec::with_capacity(areas.len());
    let mut total = 0.0;
    for area in areas {
        total += area;
        sums.push(total);
    }
    let mut random = Random::new(11);
    let mut any = || loop {
        let share = f64::from(random.between(0, 1 << 30)) / f64::from(1 << 30) * total;
        let index = sums.partition_point(|&sum| sum < share).min(sums.len() - 1);
        let Some(polygon) = mesh.polygon_at(index) else { continue };
        let bounds = mesh.polygon(polygon).bounds;
        for _ in 0..1000 {
            let plan = PlanPoint::new(
                random.between(bounds.min.x, bounds.max.x),
                random.between(bounds.min.y, bounds.max.y),
            );
            if sight::holds(mesh, polygon, plan) {
                let height = mesh.height_at(polygon, plan);
                let point = mesh.frame().to_world(plan.at(height));
                return Nearest { polygon, point, plan, height, distance: 0.0 };
            }
        }
    };
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let pair = Pair { start: any(), goal: any() };
        if mesh.component(pair.start.polygon) == mesh.component(pair.goal.polygon) {
            found.push(pair);
        }
    }
    found
}

fn ours<'a>(mesh: &'a NavMesh, pairs: &'a [Pair], engine: Engine) -> Solver<'a> {
    let mut scratch = Scratch::new();
    let options = PathOptions { engine, ..PathOptions::default() };
    let solve = move |i: usize| {
        let Pair { start, goal } = &pairs[i];
        let path = path_between(mesh, &mut scratch, start, goal, &options);
        (path.status == Status::Complete).then_some(path.length)
    };
    let mode = if engine == Engine::Funnel { "funnel" } else { "optimal" };
    Solver { name: "walkmesh", mode, solve: Box::new(solve) }
}

/// Nodes that Detour may use: as many as it can, so that long paths are found.
const NODES: usize = 65_535;
const MOST_POLYGONS: usize = 2048;

fn detour<'a>(mesh: &'a DtNavMesh, pairs: &'a [Pair]) -> Result<Solver<'a>> {
    let query = DtNavMeshQuery::with_mesh(mesh, NODES)?;
    let filter = DtQueryFilter::default();
    let mut ends = Vec::new();
    for pair in pairs {
        let end = |place: &Nearest| -> Result<(DtPolyRef, [f32; 3])> {
            let point = <[f64; 3]>::from(place.point).map(narrow);
            Ok(query.find_nearest_poly_1(&point, &[0.5, 1.0, 0.5], &filter)?)
        };
        ends.push((end(&pair.start)?, end(&pair.goal)?));
    }
    let mut polygons = vec![DtPolyRef::default(); MOST_POLYGONS];
    let mut corners = vec![[0.0_f32; 3]; MOST_POLYGONS];
    let solve = move |i: usize| {
        let ((from, start), (to, goal)) = ends[i];
        let count = query.find_path(from, to, &start, &goal, &filter, &mut polygons).ok()?;
        if count == 0 || polygons[count - 1] != to {
            return None;
        }
        let corridor = &polygons[..count];
        let n =
            query.find_straight_path(&start, &goal, corridor, &mut corners, None, None, 0).ok()?;
        let step = |w: &[[f32; 3]]| {
            let (dx, dz) = (f64::from(w[1][0] - w[0][0]), f64::from(w[1][2] - w[0][2]));
            dx.hypot(dz)
        };
        Some(corners[..n].windows(2).map(step).sum())
    };
    Ok(Solver { name: "Detour", mode: "findPath", solve: Box::new(solve) })
}

/// Recast's own meshes of its levels, imported: the very same polygons.
pub(crate) fn recast_levels(count: usize, rounds: usize) -> Result<Vec<Row>> {
    let Some(folder) = models::folder() else { return Ok(Vec::new()) };
    let mut rows = Vec::new();
    for name in ["nav_test", "dungeon", "undulating"] {
        let file = folder.join(format!("navmesh/solo_{name}.bin"));
        let mesh = walkmesh::store::detour::read(&std::fs::read(&file)?)?.mesh;
        let theirs = load_nav_mesh(&file.to_string_lossy())?;
        let pairs = pairs(&mesh, count);
        let mut solvers = vec![
            ours(&mesh, &pairs, Engine::Optimal),
            ours(&mesh, &pairs, Engine::Funnel),
            detour(&theirs, &pairs)?,
        ];
        let solved = race(&mut solvers, pairs.len(), rounds);
        rows.extend(path_rows(name, &solvers, &solved));
        rows.extend(nearest(name, &mesh, &theirs, &pairs, rounds)?);
    }
    Ok(rows)
}

/// Our own optimal paths on Recast's mesh of nav_test, for a profiler.
pub(crate) fn profile(count: usize, rounds: usize) -> Result<()> {
    let folder = models::folder().context("no folder of models")?;
    let bytes = std::fs::read(folder.join("navmesh/solo_nav_test.bin"))?;
    let mesh = walkmesh::store::detour::read(&bytes)?.mesh;
    let pairs = pairs(&mesh, count);
    let solved = race(&mut [ours(&mesh, &pairs, Engine::Optimal)], pairs.len(), rounds);
    for result in &solved {
        let mean = result.best.iter().sum::<f64>() / f64::from(cast::count(pairs.len()));
        println!("{mean:.3} us, {:.3} us", Spread::of(result.rounds.clone()).median);
    }
    Ok(())
}

/// The maps of the Polyanya authors, and those that the crate brings.
pub(crate) fn polyanya_maps(count: usize, rounds: usize, quick: bool) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    let mut maps: Vec<(String, std::path::PathBuf)> = Vec::new();
    if let Some(package) = package("polyanya-0.18.0") {
        for name in ["arena-merged", "aurora-merged"] {
            maps.push((name.to_owned(), package.join(format!("meshes/v2/{name}.mesh"))));
        }
    }
    if let Some(folder) = models::folder().filter(|_| !quick) {
        for name in ["arena", "den520d", "brc202d", "AR0700SR"] {
            let file = folder.join(format!("polyanya/movingai/{name}-merged.mesh"));
            maps.push((format!("{name} (MovingAI)"), file));
        }
    }
    for (name, file) in maps {
        let text = file.to_string_lossy();
        let theirs: ::polyanya::Mesh = ::polyanya::PolyanyaFile::from_file(&text)
            .try_into()
            .map_err(|e| anyhow::anyhow!("{e:?}"))
            .context(name.clone())?;
        let mesh = polyanya::read_mesh(Path::new(&file), &Placement::default()).mesh;
        let pairs = pairs(&mesh, count);
        let at = |place: &Nearest| glam::Vec2::new(narrow(place.point.x), narrow(-place.point.z));
        let theirs = &theirs;
        let ends: Vec<_> = pairs.iter().map(|p| (at(&p.start), at(&p.goal))).collect();
        let solve = move |i: usize| {
            let (from, to) = ends[i];
            theirs.path(from, to).map(|path| f64::from(path.length))
        };
        let mut solvers = vec![
            ours(&mesh, &pairs, Engine::Optimal),
            ours(&mesh, &pairs, Engine::Funnel),
            Solver { name: "polyanya", mode: "optimal", solve: Box::new(solve) },
        ];
        let solved = race(&mut solvers, pairs.len(), rounds);
        rows.extend(path_rows(&name, &solvers, &solved));
    }
    Ok(rows)
}

/// The sources of a crate that this one was built with.
fn package(name: &str) -> Option<std::path::PathBuf> {
    let home = std::env::var_os("CARGO_HOME")
        .map(std::path::PathBuf::from)
        .or_else(|| Some(std::path::PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))?;
    let registries = std::fs::read_dir(home.join("registry/src")).ok()?;
    registries.filter_map(|r| Some(r.ok()?.path().join(name))).find(|p| p.is_dir())
}

fn path_rows(input: &str, solvers: &[Solver<'_>], solved: &[Solved]) -> Vec<Row> {
    let group = Group { work: "path", input, unit: "us" };
    let figure = |s: &Solved| {
        let mean = s.best.iter().sum::<f64>() / f64::from(cast::count(s.best.len()));
        Spread { best: mean, median: Spread::of(s.rounds.clone()).median }
    };
    let (optimal, funnel) = (figure(&solved[0]), figure(&solved[1]));
    let mut rows = Vec::new();
    for (solver, result) in solvers.iter().zip(solved) {
        let mut sorted = result.best.clone();
        sorted.sort_by(f64::total_cmp);
        let mut row = group
            .row(solver.mode, solver.name, figure(result))
            .note("pair median", sorted[sorted.len() / 2])
            .note("p95", sorted[sorted.len() * 95 / 100]);
        let pairs = || result.lengths.iter().zip(&solved[0].lengths);
        let missing = pairs().filter(|(own, best)| own.is_none() && best.is_some()).count();
        row = row.note("missing", f64::from(cast::count(missing)));
        let longer: Vec<f64> = pairs()
            .filter_map(|(own, best)| Some((*own)? / (*best)?.max(1e-9)))
            .filter(|ratio| ratio.is_finite())
            .collect();
        let share = |over: f64| {
            let n = longer.iter().filter(|&&r| r > 1.0 + over).count();
            100.0 * f64::from(cast::count(n)) / f64::from(cast::count(longer.len().max(1)))
        };
        row = row
            .note("% longer by 0.1 %", share(0.001))
            .note("1 %", share(0.01))
            .note("5 %", share(0.05))
            .note("worst", longer.iter().copied().fold(0.0, f64::max));
        if solver.name == "walkmesh" {
            rows.push(row);
            continue;
        }
        let goal = if solver.name == "Detour" { OPTIMAL_GOAL } else { POLYANYA_GOAL };
        rows.push(
            Row { mode: format!("optimal/{}", solver.mode), ..row.clone() }
                .against(optimal, Some(goal)),
        );
        let goal = (solver.name == "Detour").then_some(FUNNEL_GOAL);
        rows.push(Row { mode: format!("funnel/{}", solver.mode), ..row }.against(funnel, goal));
    }
    rows
}

/// The nearest point of the mesh, from points up to a metre off it.
fn nearest(
    input: &str,
    mesh: &NavMesh,
    theirs: &DtNavMesh,
    pairs: &[Pair],
    rounds: usize,
) -> Result<Vec<Row>> {
    let query = DtNavMeshQuery::with_mesh(theirs, 64)?;
    let filter = DtQueryFilter::default();
    let mut random = Random::new(3);
    let mut off = |v: f64| v + f64::from(random.between(-1000, 1000)) / 1000.0;
    let points: Vec<[f64; 3]> = pairs
        .iter()
        .map(|p| [off(p.start.point.x), off(p.start.point.y), off(p.start.point.z)])
        .collect();
    let points = &points;
    let singles: Vec<[f32; 3]> = points.iter().map(|p| p.map(narrow)).collect();
    let search = SearchBox::default();
    let mut solvers = vec![
        Solver {
            name: "walkmesh",
            mode: "nearest",
            solve: Box::new(|i| mesh.nearest(points[i], &search, |_| true).map(|n| n.distance)),
        },
        Solver {
            name: "Detour",
            mode: "findNearestPoly",
            solve: Box::new(move |i| {
                let (_, at) =
                    query.find_nearest_poly_1(&singles[i], &[2.0, 4.0, 2.0], &filter).ok()?;
                let d = |k: usize| f64::from(at[k] - singles[i][k]);
                Some((d(0) * d(0) + d(1) * d(1) + d(2) * d(2)).sqrt())
            }),
        },
    ];
    let solved = race(&mut solvers, points.len(), rounds);
    let group = Group { work: "nearest", input, unit: "us" };
    let figure = |s: &Solved| Spread {
        best: s.best.iter().sum::<f64>() / f64::from(cast::count(s.best.len())),
        median: Spread::of(s.rounds.clone()).median,
    };
    let own = figure(&solved[0]);
    Ok(vec![
        group.row("nearest", "walkmesh", own),
        group.row("nearest", "Detour", figure(&solved[1])).against(own, Some(NEAREST_GOAL)),
    ])
}

#[cfg(test)]
mod tests;
