//! From one point to another.

use anyhow::{Context, Result};
use glam::Vec2;
use polyanya::Coords;
use recastnavigation_rs::detour::{DtNavMesh, DtNavMeshQuery, DtPolyRef, DtQueryFilter};
use walkmesh::geom::cast;
use walkmesh::mesh::{NavMesh, Nearest};
use walkmesh::query::{Engine, PathOptions, RandomPoints, Scratch, Status, path_between};
use walkmesh_testkit::{Random, models};

use crate::input::{RECAST_LEVELS, narrow};
use crate::meshes::{Meshes, polygons_of};
use crate::race::{Solved, Solver, race};
use crate::row::{Group, Row};

/// Of Detour's, mean of all pairs.
const OPTIMAL_GOAL: f64 = 1.0;
const FUNNEL_GOAL: f64 = 0.8;
/// Of polyanya's.
const POLYANYA_GOAL: f64 = 0.25;

/// Two places of our mesh.
pub(crate) struct Pair {
    pub(crate) start: Nearest,
    pub(crate) goal: Nearest,
}

/// Random pairs by area that one component holds.
pub(crate) fn pairs(mesh: &NavMesh, count: usize) -> Vec<Pair> {
    let ground = RandomPoints::new(mesh, |_| true);
    let mut random = Random::new(11);
    let mut any = || ground.point(mesh, || random.bits());
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let (Some(start), Some(goal)) = (any(), any()) else { break };
        if mesh.component(start.polygon) == mesh.component(goal.polygon) {
            found.push(Pair { start, goal });
        }
    }
    found
}

pub(crate) fn ours<'a>(mesh: &'a NavMesh, pairs: &'a [Pair], engine: Engine) -> Solver<'a> {
    let mut scratch = Scratch::new();
    let options = PathOptions { engine, ..PathOptions::default() };
    let mode = if engine == Engine::Funnel { "funnel" } else { "optimal" };
    Solver::new("walkmesh", mode, move |i| {
        let Pair { start, goal } = &pairs[i];
        let path = path_between(mesh, &mut scratch, start, goal, &options);
        (path.status == Status::Complete).then_some(path.length)
    })
}

/// Nodes that Detour may use: one for each polygon, so that long paths are found, but at least what
/// RecastDemo gives it. Each search clears a table that grows with them.
const NODES: (usize, usize) = (2048, 65_535);
const MOST_POLYGONS: usize = 16_384;
/// How far from our place Detour looks for its own, metres.
const REACH: [f32; 3] = [1.0, 1.0, 1.0];

/// Detour's findPath and findStraightPath between places that it looked up before.
pub(crate) fn detour<'a>(mesh: &'a DtNavMesh, pairs: &'a [Pair]) -> Result<Solver<'a>> {
    let nodes = polygons_of(mesh).next_power_of_two().clamp(NODES.0, NODES.1);
    let query = DtNavMeshQuery::with_mesh(mesh, nodes)?;
    let filter = DtQueryFilter::default();
    let end = |place: &Nearest| -> Result<(DtPolyRef, [f32; 3])> {
        let point = <[f64; 3]>::from(place.point).map(narrow);
        Ok(query.find_nearest_poly_1(&point, &REACH, &filter)?)
    };
    let ends: Vec<_> = pairs
        .iter()
        .map(|pair| Ok((end(&pair.start)?, end(&pair.goal)?)))
        .collect::<Result<_>>()?;
    let mut polygons = vec![DtPolyRef::default(); MOST_POLYGONS];
    let mut corners = vec![[0.0_f32; 3]; MOST_POLYGONS];
    Ok(Solver::new("Detour", "findPath", move |i| {
        let ((from, start), (to, goal)) = ends[i];
        if from.is_null() || to.is_null() {
            return None;
        }
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
    }))
}

/// The ends of pairs as polyanya takes them, looked up before; `None` where it has no ground.
pub(crate) fn polyanya_ends(meshes: &Meshes, pairs: &[Pair]) -> Vec<Option<[Coords; 2]>> {
    let Some(mesh) = &meshes.polyanya else { return Vec::new() };
    let end = |place: &Nearest| {
        let [x, y, z] = <[f64; 3]>::from(place.point);
        let at = Vec2::new(narrow(x), narrow(z * meshes.polyanya_y));
        mesh.get_closest_point_at_height(at, narrow(y))
    };
    pairs.iter().map(|pair| Some([end(&pair.start)?, end(&pair.goal)?])).collect()
}

fn polyanya<'a>(meshes: &'a Meshes, pairs: &[Pair]) -> Option<Solver<'a>> {
    let mesh = meshes.polyanya.as_ref()?;
    let ends = polyanya_ends(meshes, pairs);
    Some(Solver::new("polyanya", "path", move |i| {
        let [from, to] = ends[i]?;
        mesh.path(from, to).map(|path| f64::from(path.length))
    }))
}

fn solvers<'a>(meshes: &'a Meshes, pairs: &'a [Pair]) -> Result<Vec<Solver<'a>>> {
    let mut all =
        vec![ours(&meshes.ours, pairs, Engine::Optimal), ours(&meshes.ours, pairs, Engine::Funnel)];
    if let Some(mesh) = &meshes.detour {
        all.push(detour(mesh, pairs)?);
    }
    all.extend(polyanya(meshes, pairs));
    Ok(all)
}

/// How lengths compare.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ground {
    /// All walk on the same polygons: our optimal path is the shortest.
    Same,
    /// Each walks on a mesh of its own: pairs that some cannot walk are left out.
    Own,
}

/// All contenders on random pairs.
pub(crate) fn measure(
    meshes: &Meshes,
    ground: Ground,
    count: usize,
    rounds: usize,
) -> Result<Vec<Row>> {
    let mut pairs = pairs(&meshes.ours, count);
    if ground == Ground::Own {
        let solved = race(&mut solvers(meshes, &pairs)?, pairs.len(), 0);
        let mut walked = (0..pairs.len()).map(|i| solved.iter().all(|s| s.answers[i].is_some()));
        pairs.retain(|_| walked.next() == Some(true));
    }
    let mut solvers = solvers(meshes, &pairs)?;
    let solved = race(&mut solvers, pairs.len(), rounds);
    Ok(rows(&meshes.name, ground, &solvers, &solved))
}

fn rows(input: &str, ground: Ground, solvers: &[Solver<'_>], solved: &[Solved]) -> Vec<Row> {
    let group = Group { work: "path", input, unit: "us" };
    let (optimal, funnel) = (solved[0].mean(), solved[1].mean());
    let mut rows = Vec::new();
    for (solver, result) in solvers.iter().zip(solved) {
        let row = result.note(group.row(solver.mode, solver.name, result.mean()));
        let row = lengths(row, &result.answers, &solved[0].answers, ground);
        if solver.name == "walkmesh" {
            rows.push(row);
            continue;
        }
        let against = |mode: &str| Row { mode: format!("{mode}/{}", solver.mode), ..row.clone() };
        let [first, second] = goals(input, solver.name);
        rows.push(against("optimal").against(optimal, first));
        rows.push(against("funnel").against(funnel, second));
    }
    rows
}

/// Goals for our optimal and our funnel against a contender.
fn goals(input: &str, contender: &str) -> [Option<f64>; 2] {
    if contender == "Detour" {
        let is_level = RECAST_LEVELS.iter().any(|level| input.starts_with(level));
        return [is_level.then_some(OPTIMAL_GOAL), Some(FUNNEL_GOAL)];
    }
    let named = input.starts_with("aurora") || input.starts_with("city");
    let is_own = input.ends_with("(own)");
    let has_goal = (named && !is_own) || input.ends_with("(MovingAI)");
    [has_goal.then_some(POLYANYA_GOAL), None]
}

/// Adds how long the paths are in all, and how much longer than they need be.
fn lengths(row: Row, own: &[Option<f64>], optimal: &[Option<f64>], ground: Ground) -> Row {
    let both = || own.iter().zip(optimal);
    let missing = both().filter(|(own, best)| own.is_none() && best.is_some()).count();
    let row = row
        .note("pairs", cast::count(own.len()).into())
        .note("missing", cast::count(missing).into())
        .note("metres", own.iter().flatten().sum());
    if ground == Ground::Own {
        return row;
    }
    let longer: Vec<f64> = both()
        .filter_map(|(own, best)| Some((*own)? / (*best)?))
        .filter(|ratio| ratio.is_finite())
        .collect();
    let share = |over: f64| {
        let n = longer.iter().filter(|&&r| r > 1.0 + over).count();
        100.0 * f64::from(cast::count(n)) / f64::from(cast::count(longer.len().max(1)))
    };
    row.note("% over 0.1 %", share(0.001))
        .note("% over 1 %", share(0.01))
        .note("% over 5 %", share(0.05))
        .note("worst", longer.iter().copied().fold(0.0, f64::max))
}

/// Our own optimal paths on Recast's mesh of nav_test, for a profiler.
pub(crate) fn profile(count: usize, rounds: usize) -> Result<()> {
    let folder = models::folder().context("no folder of models")?;
    let bytes = std::fs::read(folder.join("navmesh/solo_nav_test.bin"))?;
    let mesh = walkmesh::store::detour::read(&bytes)?.mesh;
    let pairs = pairs(&mesh, count);
    let solved = race(&mut [ours(&mesh, &pairs, Engine::Optimal)], pairs.len(), rounds);
    for result in &solved {
        let mean = result.mean();
        println!("best {:.3} us, median {:.3} us", mean.best, mean.median);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
