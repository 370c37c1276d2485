//! Shortest paths by brute force: every corner sees every other or not, Dijkstra does the rest.

use std::collections::BTreeMap;

use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{LinkEnd, NavMesh, PolyRef};

use crate::sight;

/// What a knot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A corner, where a path may turn.
    Corner,
    /// Where a link is entered: whoever gets here takes it.
    Entry,
    /// Where a link is left: nobody walks here.
    Exit,
}

/// A place of the graph.
#[derive(Debug)]
struct Knot {
    plan: PlanPoint,
    /// The polygons in which one stands there.
    stands: Vec<PolyRef>,
    role: Role,
}

/// The visibility graph over all corners of all polygons of a mesh and the ends of its links.
/// Slow: about the square of the corners to make, so for meshes of some hundred.
#[derive(Debug)]
pub struct Oracle<'m> {
    mesh: &'m NavMesh,
    knots: Vec<Knot>,
    /// Knots at each plan point.
    at: BTreeMap<PlanPoint, Vec<usize>>,
    /// Where each knot leads, at what cost.
    onward: Vec<Vec<(usize, f64)>>,
}

impl<'m> Oracle<'m> {
    /// The graph of a mesh with the point links that are enabled and wide enough.
    #[must_use]
    pub fn new(mesh: &'m NavMesh) -> Self {
        let mut oracle = Self { mesh, knots: Vec::new(), at: BTreeMap::new(), onward: Vec::new() };
        for polygon in mesh.polygons() {
            for corner in mesh.corners(polygon) {
                oracle.add(corner.plan, vec![polygon], Role::Corner);
            }
        }
        let jumps = oracle.add_links();
        let sight = |knot: &Knot| match knot.role {
            Role::Entry => Vec::new(),
            Role::Corner | Role::Exit => oracle.in_sight(&knot.stands, knot.plan),
        };
        oracle.onward = oracle.knots.iter().map(sight).collect();
        for (from, to, cost) in jumps {
            oracle.onward[from].push((to, cost));
        }
        oracle
    }

    fn add(&mut self, plan: PlanPoint, stands: Vec<PolyRef>, role: Role) -> usize {
        let index = self.knots.len();
        self.at.entry(plan).or_default().push(index);
        self.knots.push(Knot { plan, stands, role });
        index
    }

    /// Adds the ends of links: from which knot to which, at what cost.
    fn add_links(&mut self) -> Vec<(usize, usize, f64)> {
        let mesh = self.mesh;
        let mut jumps = Vec::new();
        for link in mesh.links() {
            let is_point = link.from.from == link.from.to && link.to.from == link.to.to;
            let wide = link.width >= 2.0 * mesh.parameters().agent.radius;
            let (Some(a), Some(b)) =
                (mesh.resolve(link.from.polygon), mesh.resolve(link.to.polygon))
            else {
                continue;
            };
            if !(link.enabled && wide && is_point) {
                continue;
            }
            let cost = link.cost / mesh.frame().step();
            let around = |polygon, end: &LinkEnd| {
                (end.from.plan, sight::around(mesh, polygon, end.from.plan))
            };
            let ends = [around(a, &link.from), around(b, &link.to)];
            let directions: &[[usize; 2]] =
                if link.both_ways { &[[0, 1], [1, 0]] } else { &[[0, 1]] };
            for &[from, to] in directions {
                let entry = self.add(ends[from].0, ends[from].1.clone(), Role::Entry);
                let exit = self.add(ends[to].0, ends[to].1.clone(), Role::Exit);
                jumps.push((entry, exit, cost));
            }
        }
        jumps
    }

    /// The knots in sight of a point that stands in `polygons`, with their distances.
    fn in_sight(&self, polygons: &[PolyRef], p: PlanPoint) -> Vec<(usize, f64)> {
        let mut found = Vec::new();
        for (&q, knots) in &self.at {
            let seen = sight::sees(self.mesh, polygons, p, q);
            let distance = p.distance(q);
            let stands = |knot: &Knot| {
                knot.role != Role::Exit && knot.stands.iter().any(|s| seen.contains(s))
            };
            found.extend(knots.iter().filter(|&&k| stands(&self.knots[k])).map(|&k| (k, distance)));
        }
        found
    }

    /// Length in steps of the shortest path, links at their cost, or `None` when there is none.
    /// Both points lie in their polygons and stand in all that are joined around them.
    #[must_use]
    pub fn length(&self, from: (PlanPoint, PolyRef), to: (PlanPoint, PolyRef)) -> Option<f64> {
        self.length_over(from, to, |_| true)
    }

    /// The same for paths that turn, and take links, only where `turns` says.
    #[must_use]
    pub fn length_over(
        &self,
        from: (PlanPoint, PolyRef),
        to: (PlanPoint, PolyRef),
        turns: impl Fn(PlanPoint) -> bool,
    ) -> Option<f64> {
        let starts = sight::around(self.mesh, from.1, from.0);
        let goals = sight::around(self.mesh, to.1, to.0);
        let arrives = |polygons: &[PolyRef], p: PlanPoint| {
            let seen = sight::sees(self.mesh, polygons, p, to.0);
            goals.iter().any(|g| seen.contains(g)).then(|| p.distance(to.0))
        };
        let mut best = arrives(&starts, from.0).unwrap_or(f64::INFINITY);
        let mut lengths = vec![f64::INFINITY; self.knots.len()];
        let mut done = vec![false; self.knots.len()];
        for (k, distance) in self.in_sight(&starts, from.0) {
            lengths[k] = distance;
        }
        // Dijkstra without a queue: what is obvious is right.
        loop {
            let open = (0..lengths.len()).filter(|&k| !done[k] && turns(self.knots[k].plan));
            let Some(k) = open.min_by(|&a, &b| lengths[a].total_cmp(&lengths[b])) else { break };
            if lengths[k] >= best {
                break;
            }
            done[k] = true;
            for &(other, distance) in &self.onward[k] {
                lengths[other] = lengths[other].min(lengths[k] + distance);
            }
            let Knot { plan, stands, role } = &self.knots[k];
            if *role != Role::Entry
                && let Some(rest) = arrives(stands, *plan)
            {
                best = best.min(lengths[k] + rest);
            }
        }
        best.is_finite().then_some(best)
    }

    /// True when a polyline can be walked: each segment in sight, from polygons where the one
    /// before could end.
    #[must_use]
    pub fn walks(&self, start: PolyRef, goal: PolyRef, points: &[PlanPoint]) -> bool {
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return false };
        let mut standing = sight::around(self.mesh, start, first);
        for pair in points.windows(2) {
            standing = sight::sees(self.mesh, &standing, pair[0], pair[1]);
        }
        sight::around(self.mesh, goal, last).iter().any(|g| standing.contains(g))
    }
}
