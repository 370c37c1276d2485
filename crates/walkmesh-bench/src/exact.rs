//! Whether our optimal paths are the shortest: compared with brute force where a mesh is small
//! enough for it, and with the corners that polyanya's paths turn at everywhere.
//!
//! polyanya works in single precision, so its lengths are good to some 1e-6. What it finds is
//! still a way: its corners are corners of the mesh, so that way is walked again here, exactly,
//! and its length summed in double precision. A path of ours that is longer than any such way
//! is not the shortest.

use std::collections::BTreeSet;

use anyhow::Result;
use glam::Vec2;
use walkmesh::geom::PlanPoint;
use walkmesh::mesh::NavMesh;
use walkmesh::query::{Engine, PathOptions, Scratch, Status, path_between};
use walkmesh_testkit::{Oracle, sight};

use crate::clock::Spread;
use crate::meshes::Meshes;
use crate::path::{Pair, pairs, polyanya_ends};
use crate::row::{Group, Row};

/// Relative: what rounding of lengths may add.
const TOLERANCE: f64 = 1e-9;
/// How far single precision may put a corner of a map, metres.
const ROUNDED: f64 = 2e-3;
/// The largest mesh for brute force, corners of all polygons.
const MOST_CORNERS: usize = 1200;

/// How our lengths compare with others.
#[derive(Default)]
struct Tally {
    compared: u32,
    longer: u32,
    shorter: u32,
    unusable: u32,
}

impl Tally {
    fn compare(&mut self, ours: f64, other: f64) {
        self.compared += 1;
        self.longer += u32::from(ours > other * (1.0 + TOLERANCE) + TOLERANCE);
        self.shorter += u32::from(ours < other * (1.0 - TOLERANCE) - TOLERANCE);
    }

    fn row(&self, group: &Group<'_>, contender: &str) -> Row {
        let count = f64::from(self.longer);
        let row = group.row("optimal", contender, Spread { best: count, median: count });
        Row { goal: Some(0.0), ..row }
            .note("compared", self.compared.into())
            .note("ours shorter", self.shorter.into())
            .note("not comparable", self.unusable.into())
    }
}

/// Counts of our paths that are longer than they need be.
pub(crate) fn measure(meshes: &Meshes, count: usize) -> Result<Vec<Row>> {
    let mesh = &meshes.ours;
    let pairs = pairs(mesh, count);
    let group = Group { work: "exact", input: &meshes.name, unit: "paths" };
    let (mut scratch, options) = (Scratch::new(), PathOptions::default());
    debug_assert_eq!(options.engine, Engine::Optimal);
    let ours: Vec<Option<f64>> = pairs
        .iter()
        .map(|Pair { start, goal }| {
            let path = path_between(mesh, &mut scratch, start, goal, &options);
            (path.status == Status::Complete).then_some(path.length)
        })
        .collect();
    let mut rows = Vec::new();
    let corners: usize = mesh.polygons().map(|r| mesh.corners(r).len()).sum();
    if corners <= MOST_CORNERS {
        rows.push(by_oracle(mesh, &pairs, &ours).row(&group, "brute force"));
    }
    if meshes.polyanya.is_some() {
        rows.push(by_polyanya(meshes, &pairs, &ours).row(&group, "polyanya, exact"));
    }
    Ok(rows)
}

fn by_oracle(mesh: &NavMesh, pairs: &[Pair], ours: &[Option<f64>]) -> Tally {
    let oracle = Oracle::new(mesh);
    let mut tally = Tally::default();
    for (Pair { start, goal }, ours) in pairs.iter().zip(ours) {
        let steps = oracle.length((start.plan, start.polygon), (goal.plan, goal.polygon));
        match (ours, steps) {
            (Some(ours), Some(steps)) => tally.compare(*ours, mesh.frame().metres(steps)),
            (None, None) => {}
            // A way that we miss is longer than it need be.
            (None, Some(_)) => tally.compare(f64::INFINITY, 0.0),
            (Some(_), None) => tally.unusable += 1,
        }
    }
    tally
}

fn by_polyanya(meshes: &Meshes, pairs: &[Pair], ours: &[Option<f64>]) -> Tally {
    let mut tally = Tally::default();
    let Some(theirs) = &meshes.polyanya else { return tally };
    let mesh = &meshes.ours;
    let reach = mesh.frame().steps(ROUNDED).max(2);
    let corners: BTreeSet<PlanPoint> =
        mesh.polygons().flat_map(|r| mesh.corners(r).map(|c| c.plan)).collect();
    for ((pair, ends), ours) in pairs.iter().zip(polyanya_ends(meshes, pairs)).zip(ours) {
        let found = ends.and_then(|[from, to]| theirs.path(from, to));
        let way = found.and_then(|path| {
            let turns = path.path.split_last().map(|(_, turns)| turns)?;
            let world = |v: &Vec2| [v.x, 0.0, v.y].map(f64::from);
            let on_lattice = |v: &Vec2| {
                let [x, y, z] = world(v);
                let near = mesh.frame().to_lattice([x, y, z * meshes.polyanya_y])?.plan;
                corner_near(&corners, near, reach)
            };
            let turns: Vec<PlanPoint> = turns.iter().map(on_lattice).collect::<Option<_>>()?;
            let mut way = vec![pair.start.plan];
            way.extend(turns);
            way.push(pair.goal.plan);
            way.dedup();
            walks(mesh, pair, &way).then_some(way)
        });
        match (ours, way) {
            (Some(ours), Some(way)) => {
                let steps: f64 = way.windows(2).map(|w| w[0].distance(w[1])).sum();
                tally.compare(*ours, mesh.frame().metres(steps));
            }
            (None, Some(_)) => tally.compare(f64::INFINITY, 0.0),
            (_, None) => tally.unusable += 1,
        }
    }
    tally
}

/// The corner next to a point that single precision has rounded, if one is in reach, steps.
fn corner_near(corners: &BTreeSet<PlanPoint>, near: PlanPoint, reach: i32) -> Option<PlanPoint> {
    let from = PlanPoint::new(near.x.saturating_sub(reach), i32::MIN);
    let to = PlanPoint::new(near.x.saturating_add(reach), i32::MAX);
    let in_reach = corners.range(from..=to).filter(|c| (c.y - near.y).abs() <= reach);
    in_reach.copied().min_by_key(|corner| corner.distance_squared(near))
}

/// True when every piece of a way is free, on the storey that the one before ends on.
fn walks(mesh: &NavMesh, pair: &Pair, way: &[PlanPoint]) -> bool {
    let mut standing = sight::around(mesh, pair.start.polygon, pair.start.plan);
    for piece in way.windows(2) {
        standing = sight::sees(mesh, &standing, piece[0], piece[1]);
    }
    let goals = sight::around(mesh, pair.goal.polygon, pair.goal.plan);
    goals.iter().any(|goal| standing.contains(goal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::planar_mesh;

    /// A square with a square hole, in four pieces.
    fn ring() -> NavMesh {
        planar_mesh(&[
            vec![(0, 0), (90, 0), (60, 30), (30, 30)],
            vec![(90, 0), (90, 90), (60, 60), (60, 30)],
            vec![(90, 90), (0, 90), (30, 60), (60, 60)],
            vec![(0, 90), (0, 0), (30, 30), (30, 60)],
        ])
    }

    #[test]
    fn our_paths_pass_both_checks_and_longer_ones_are_counted() {
        let mesh = ring();
        let pairs = pairs(&mesh, 40);
        let mut scratch = Scratch::new();
        let ours: Vec<Option<f64>> = pairs
            .iter()
            .map(|p| {
                let options = PathOptions::default();
                Some(path_between(&mesh, &mut scratch, &p.start, &p.goal, &options).length)
            })
            .collect();
        let longer: Vec<Option<f64>> = ours.iter().map(|l| l.map(|l| l * 1.000_001)).collect();
        let mut results = crate::row::Results::default();
        let meshes = Meshes::of_ours("ring".to_owned(), mesh, &mut results);
        for check in [
            |m: &Meshes, p: &[Pair], l: &[Option<f64>]| by_oracle(&m.ours, p, l),
            by_polyanya as fn(&Meshes, &[Pair], &[Option<f64>]) -> Tally,
        ] {
            let tally = check(&meshes, &pairs, &ours);
            assert_eq!((tally.longer, tally.shorter), (0, 0));
            assert!(tally.compared > 30, "{} compared", tally.compared);
            let tally = check(&meshes, &pairs, &longer);
            assert_eq!(tally.longer, tally.compared);
        }
        assert_eq!(results.remarks, Vec::<String>::new());
    }

    #[test]
    fn corners_are_found_near_and_not_farther() {
        let corners: BTreeSet<PlanPoint> =
            [(0, 0), (5, 5), (100, 0)].map(|(x, y)| PlanPoint::new(x, y)).into();
        assert_eq!(corner_near(&corners, PlanPoint::new(3, 4), 4), Some(PlanPoint::new(5, 5)));
        assert_eq!(corner_near(&corners, PlanPoint::new(50, 0), 40), None);
    }
}
