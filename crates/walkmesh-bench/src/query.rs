//! Other questions, beside Detour on the same polygons: nearest point, raycast, random point.

use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use recastnavigation_rs::detour::{DtNavMesh, DtNavMeshQuery, DtPolyRef, DtQueryFilter};
use walkmesh::Point;
use walkmesh::geom::{PlanBox, cast};
use walkmesh::mesh::{NavMesh, SearchBox};
use walkmesh::query::{Filter, RandomPoints, Scratch, random_point, raycast};
use walkmesh_testkit::Random;

use crate::clock::Spread;
use crate::input::narrow;
use crate::meshes::Meshes;
use crate::path::{Pair, pairs};
use crate::race::{Solved, Solver, race};
use crate::row::{Group, Row};

const NEAREST_GOAL: f64 = 1.0;
/// How far answers may be apart before they count as different: Detour has single precision.
const TOLERANCE: f64 = 1e-3;

/// All of them; nothing where Detour has no mesh.
pub(crate) fn measure(meshes: &Meshes, count: usize, rounds: usize) -> Result<Vec<Row>> {
    let Some(theirs) = &meshes.detour else { return Ok(Vec::new()) };
    let pairs = pairs(&meshes.ours, count);
    let mut rows = nearest(&meshes.name, &meshes.ours, theirs, &pairs, rounds)?;
    rows.extend(rays(&meshes.name, &meshes.ours, theirs, &pairs, rounds)?);
    rows.extend(random(&meshes.name, &meshes.ours, theirs, count, rounds)?);
    Ok(rows)
}

/// Ours and theirs, with what `compare` finds in the answers.
fn rows(
    work: &str,
    input: &str,
    goal: Option<f64>,
    solvers: &[Solver<'_>],
    solved: &[Solved],
    compare: impl Fn(Row, &Solved) -> Row,
) -> Vec<Row> {
    let group = Group { work, input, unit: "us" };
    let own = solved[0].mean();
    let row = |(solver, result): (&Solver<'_>, &Solved)| {
        let row = result.note(group.row(solver.mode, solver.name, result.mean()));
        if solver.name == "walkmesh" { row } else { compare(row, result).against(own, goal) }
    };
    solvers.iter().zip(solved).map(row).collect()
}

/// How many of the answers differ in this way; those that one has and the other has not as well.
fn differing(ours: &Solved, theirs: &Solved, differ: impl Fn(f64, f64) -> bool) -> f64 {
    let both = ours.answers.iter().zip(&theirs.answers);
    let is_different = |(a, b): &(&Option<f64>, &Option<f64>)| match (a, b) {
        (Some(a), Some(b)) => differ(*a, *b),
        _ => false,
    };
    cast::count(both.filter(is_different).count()).into()
}

fn missing(ours: &Solved, theirs: &Solved) -> f64 {
    let both = ours.answers.iter().zip(&theirs.answers);
    cast::count(both.filter(|(a, b)| a.is_some() != b.is_some()).count()).into()
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
    let points: Vec<[f64; 3]> =
        pairs.iter().map(|p| <[f64; 3]>::from(p.start.point).map(&mut off)).collect();
    let singles: Vec<[f32; 3]> = points.iter().map(|p| p.map(narrow)).collect();
    // The same box for both: two metres to the sides, four up and down.
    let search = SearchBox { x: 2.0, y: 4.0, z: 2.0 };
    let extents = [search.x, search.y, search.z].map(narrow);
    // The rule of both: a climb up or down is free.
    let climb = mesh.parameters().agent.max_climb;
    let rank = |i: usize, at: [f64; 3]| {
        let d = |k: usize| at[k] - points[i][k];
        d(0).hypot(d(2)).hypot((d(1).abs() - climb).max(0.0))
    };
    let mut solvers = [
        Solver::new("walkmesh", "nearest", |i| {
            let place = mesh.nearest(points[i], &search, |_| true)?;
            Some(rank(i, place.point.into()))
        }),
        Solver::new("Detour", "findNearestPoly", |i| {
            let (found, at) = query.find_nearest_poly_1(&singles[i], &extents, &filter).ok()?;
            (!found.is_null()).then(|| rank(i, at.map(f64::from)))
        }),
    ];
    let solved = race(&mut solvers, points.len(), rounds);
    let mut all = rows("nearest", input, Some(NEAREST_GOAL), &solvers, &solved, |row, theirs| {
        let farther = differing(&solved[0], theirs, |a, b| b > a + TOLERANCE);
        let nearer = differing(&solved[0], theirs, |a, b| b < a - TOLERANCE);
        row.note("theirs farther", farther)
            .note("theirs nearer", nearer)
            .note("one finds none", missing(&solved[0], theirs))
    });
    let ours = points.iter().zip(&solved[0].answers).enumerate();
    let beaten = ours.filter(|(i, (point, ours))| {
        let best = each_polygon(mesh, **point, &search).map(|at| rank(*i, at.into()));
        best.fold(f64::INFINITY, f64::min)
            < ours.unwrap_or(f64::INFINITY) - 2.0 * mesh.frame().step()
    });
    let beaten = f64::from(cast::count(beaten.count()));
    let group = Group { work: "exact", input, unit: "places" };
    let row = group.row("nearest", "brute force", Spread::of(vec![beaten]));
    all.push(Row { goal: Some(0.0), ..row }.note("compared", cast::count(points.len()).into()));
    Ok(all)
}

/// What each polygon near a point offers as nearest to it, by brute force.
fn each_polygon<'a>(
    mesh: &'a NavMesh,
    point: [f64; 3],
    search: &'a SearchBox,
) -> impl Iterator<Item = Point> + 'a {
    let (frame, reach) = (mesh.frame(), search.x.max(search.z));
    let near = frame.to_lattice(point).map(|at| PlanBox::new(at.plan, at.plan));
    let near = near.map(|at| at.grown(frame.steps(reach)));
    let polygons = mesh
        .polygons()
        .filter(move |&r| near.is_some_and(|near| mesh.polygon(r).bounds.meets(&near)));
    polygons.filter_map(move |only| Some(mesh.nearest(point, search, |r| r == only)?.point))
}

/// How far a straight line is free, between the pairs.
fn rays(
    input: &str,
    mesh: &NavMesh,
    theirs: &DtNavMesh,
    pairs: &[Pair],
    rounds: usize,
) -> Result<Vec<Row>> {
    let query = DtNavMeshQuery::with_mesh(theirs, 64)?;
    let accept = DtQueryFilter::default();
    let single = |point: Point| <[f64; 3]>::from(point).map(narrow);
    let ends: Vec<_> = pairs
        .iter()
        .map(|pair| {
            let (from, at) =
                query.find_nearest_poly_1(&single(pair.start.point), &[0.5, 1.0, 0.5], &accept)?;
            Ok((from, at, single(pair.goal.point)))
        })
        .collect::<Result<_>>()?;
    let (filter, mut scratch) = (Filter::default(), Scratch::new());
    let mut polygons = vec![DtPolyRef::default(); 4096];
    let mut solvers = [
        Solver::new("walkmesh", "raycast", |i| {
            let Pair { start, goal } = &pairs[i];
            let ray = raycast(mesh, &mut scratch, start, goal.point, &filter).ok()?;
            Some(ray.share)
        }),
        Solver::new("Detour", "raycast", |i| {
            let (from, start, goal): (DtPolyRef, [f32; 3], [f32; 3]) = ends[i];
            let met = query.raycast_1(from, &start, &goal, &accept, Some(&mut polygons));
            // A free line has the largest float there.
            met.ok().map(|(share, _, _)| f64::from(share).min(1.0))
        }),
    ];
    let solved = race(&mut solvers, pairs.len(), rounds);
    Ok(rows("raycast", input, None, &solvers, &solved, |row, theirs| {
        let apart = differing(&solved[0], theirs, |a, b| (a - b).abs() > TOLERANCE);
        let free = theirs.answers.iter().flatten().filter(|&&share| share >= 1.0).count();
        row.note("free", cast::count(free).into())
            .note("share differs", apart)
            .note("one finds none", missing(&solved[0], theirs))
    }))
}

/// The state of the numbers for Detour, which takes a function without any.
static STATE: AtomicU64 = AtomicU64::new(7);

/// A number from 0 up to below 1.
fn share() -> f32 {
    let bits = Random::new(STATE.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed)).bits();
    let whole = u16::try_from(bits >> 48).unwrap_or(0);
    f32::from(whole) / 65_536.0
}

/// A random point of the mesh.
fn random(
    input: &str,
    mesh: &NavMesh,
    theirs: &DtNavMesh,
    count: usize,
    rounds: usize,
) -> Result<Vec<Row>> {
    let query = DtNavMeshQuery::with_mesh(theirs, 64)?;
    let accept = DtQueryFilter::default();
    let filter = Filter::default();
    let (mut bits, mut more) = (Random::new(7), Random::new(7));
    let prepared = RandomPoints::new(mesh, |_| true);
    let mut solvers = [
        Solver::new("walkmesh", "random point", |_| {
            random_point(mesh, &filter, None, || bits.bits()).map(|place| place.point.x)
        }),
        Solver::new("walkmesh", "prepared", |_| {
            prepared.point(mesh, || more.bits()).map(|place| place.point.x)
        }),
        Solver::new("Detour", "findRandomPoint", |_| {
            query.find_random_point(&accept, share).ok().map(|(_, at)| f64::from(at[0]))
        }),
    ];
    let solved = race(&mut solvers, count, rounds);
    Ok(rows("random", input, None, &solvers, &solved, |row, _| row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_shares() {
        let drawn: Vec<f32> = (0..1000).map(|_| share()).collect();
        assert!(drawn.iter().all(|s| (0.0..1.0).contains(s)));
        assert!((0.4..0.6).contains(&(drawn.iter().sum::<f32>() / 1000.0)));
    }
}
