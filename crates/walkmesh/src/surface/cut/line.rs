//! Cutting rings along one vertical line.
//!
//! ```text
//!        line
//!     ──▶─┤arrives      Rings are cut where they cross the line. What is left of it is closed
//!         │             along the line: the ground lies above a chain that arrives and below
//!      ▲  │ closing     one that leaves, so each arrival is joined to the next departure
//!         │ edge        above. Edges on the line itself go to the side of their ground.
//!     ◀───┤leaves
//! ```

use super::{Border, Broken, Ring, TileSide};
use crate::geom::{GroundPoint, PlanPoint, cast};

/// The ring with a corner wherever an edge crosses the vertical line at `x`.
pub(super) fn with_crossings(ring: &Ring, x: i32) -> Ring {
    let mut cut = Ring::default();
    let n = ring.points.len();
    for (i, &a) in ring.points.iter().enumerate() {
        let b = ring.points[(i + 1) % n];
        let border = ring.borders.get(i).copied().unwrap_or(Border::Wall);
        cut.points.push(a);
        cut.borders.push(border);
        if (a.plan.x < x && x < b.plan.x) || (b.plan.x < x && x < a.plan.x) {
            cut.points.push(crossing(a.min(b), a.max(b), x));
            cut.borders.push(border);
        }
    }
    cut
}

/// The point of the edge from `a` up to `b` on the line at `x`, rounded along the line.
fn crossing(a: GroundPoint, b: GroundPoint, x: i32) -> GroundPoint {
    let run = i64::from(b.plan.x) - i64::from(a.plan.x); // positive
    let part = i64::from(x) - i64::from(a.plan.x);
    let between = |from: i32, to: i32| {
        let rise = i128::from((i64::from(to) - i64::from(from)) * part);
        let run = i128::from(run);
        let up = (2 * rise + run).div_euclid(2 * run);
        cast::narrow_i32(i64::from(from) + i64::try_from(up).unwrap_or_default())
    };
    GroundPoint {
        plan: PlanPoint::new(x, between(a.plan.y, b.plan.y)),
        height: between(a.height, b.height),
    }
}

/// A chain of edges left of the line; its last point is where it arrives.
type Chain = Ring;

/// What is left of the vertical line at `x`, closed along it with [`TileSide::East`]. No edge
/// may cross the line.
pub(super) fn keep_left(rings: &[Ring], x: i32) -> Result<Vec<Ring>, Broken> {
    let mut done = Vec::new();
    let mut chains: Vec<Chain> = Vec::new();
    for ring in rings {
        let n = ring.points.len();
        let at = |i: usize| ring.points[i % n];
        let on_line = |i: usize| at(i).plan.x == x && at(i + 1).plan.x == x;
        let is_left = |i: usize| {
            at(i).plan.x.min(at(i + 1).plan.x) < x
                || (on_line(i) && at(i).plan.y < at(i + 1).plan.y)
        };
        let border = |i: usize| match ring.borders[i % n] {
            Border::Seam(_) if on_line(i) => Border::Tile(TileSide::East),
            Border::Leave(_) | Border::Blocked(_) if on_line(i) => Border::Wall,
            other => other,
        };
        let Some(start) = (0..n).find(|&i| !is_left(i)) else {
            done.push(Ring { points: ring.points.clone(), borders: (0..n).map(border).collect() });
            continue;
        };
        let mut chain = Chain::default();
        for i in start + 1..=start + n {
            if is_left(i % n) {
                chain.points.push(at(i));
                chain.borders.push(border(i % n));
            } else if !chain.points.is_empty() {
                chain.points.push(at(i));
                chains.push(std::mem::take(&mut chain));
            }
        }
    }
    // Corners on the line: an edge that closes along it must not run through one.
    let mut on_line: Vec<GroundPoint> =
        done.iter().chain(&chains).flat_map(|r| &r.points).copied().collect();
    on_line.retain(|p| p.plan.x == x);
    on_line.sort_unstable();
    on_line.dedup_by_key(|p| p.plan);
    done.extend(close(&chains, x, &on_line)?);
    Ok(done)
}

/// Joins chains along the line to rings, by way of the corners on the line between them.
fn close(chains: &[Chain], x: i32, on_line: &[GroundPoint]) -> Result<Vec<Ring>, Broken> {
    let next = next_chains(chains, x)?;
    let mut used = vec![false; chains.len()];
    let mut rings = Vec::new();
    for start in 0..chains.len() {
        let mut ring = Ring::default();
        let mut i = start;
        while !std::mem::replace(&mut used[i], true) {
            ring.points.extend(&chains[i].points);
            ring.borders.extend(&chains[i].borders);
            let arrives = chains[i].points.last().map(|p| p.plan);
            let leaves = chains[next[i]].points.first().map(|p| p.plan);
            if arrives == leaves {
                ring.points.pop(); // the next chain begins with it
            } else {
                let from = on_line.partition_point(|p| Some(p.plan) <= arrives);
                let to = on_line.partition_point(|p| Some(p.plan) < leaves);
                let between = &on_line[from..to.max(from)];
                ring.points.extend(between);
                ring.borders.extend(vec![Border::Tile(TileSide::East); between.len() + 1]);
            }
            i = next[i];
        }
        if ring.points.len() > 2 {
            rings.push(ring);
        }
    }
    Ok(rings)
}

/// For each chain the one that leaves the line where the ground above its arrival ends.
fn next_chains(chains: &[Chain], x: i32) -> Result<Vec<usize>, Broken> {
    let mut arrivals = Vec::new();
    let mut departures = Vec::new();
    for (i, chain) in chains.iter().enumerate() {
        if let (Some(first), Some(last)) = (chain.points.first(), chain.points.last()) {
            departures.push((first.plan.y, i));
            arrivals.push((last.plan.y, i));
        }
    }
    arrivals.sort_unstable();
    departures.sort_unstable();
    let mut next = vec![0; chains.len()];
    // Intervals of ground do not overlap, so in order the n-th arrival goes to the n-th
    // departure.
    for (k, (&(from, a), &(to, d))) in arrivals.iter().zip(&departures).enumerate() {
        let overlaps = arrivals.get(k + 1).is_some_and(|after| after.0 < to);
        if from > to || overlaps {
            return Err(PlanPoint::new(x, from));
        }
        next[a] = d;
    }
    Ok(next)
}
