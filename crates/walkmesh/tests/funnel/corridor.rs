//! How long the shortest way through given polygons and links is, by trying shares.

use walkmesh::geom::{cast, predicates};
use walkmesh::mesh::{LinkEnd, NavMesh, PolyRef};
use walkmesh::query::Path;
use walkmesh_testkit::Random;
use walkmesh_testkit::sight::around;

use walkmesh_testkit::walk_cost::{Plan, cross, distance, minus, ring};

/// Distance that counts as none, steps.
const TOUCH: f64 = 1e-7;

/// A row of polygons and the links between some of them.
pub(crate) struct Corridor {
    start: Plan,
    goal: Plan,
    /// The edges crossed before, between and after the links.
    legs: Vec<Vec<[Plan; 2]>>,
    links: Vec<Stretches>,
}

/// A link on the way, and which of its shares are on the polygons before and after.
struct Stretches {
    entry: [Plan; 2],
    exit: [Plan; 2],
    range: [f64; 2],
}

pub(crate) fn plan_of(mesh: &NavMesh, i: usize, path: &Path) -> Plan {
    let (p, frame) = (path.points[i], mesh.frame());
    ((p.x - frame.origin().x) / frame.step(), (frame.origin().z - p.z) / frame.step())
}

pub(crate) fn at_share([a, b]: [Plan; 2], share: f64) -> Plan {
    (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
}

/// The ends of the link that a path takes as its `i`th, where it enters first.
fn link_ends<'m>(mesh: &'m NavMesh, path: &Path, i: usize) -> [&'m LinkEnd; 2] {
    let taken = path.links[i];
    let link = &mesh.links()[cast::index(taken.link)];
    if taken.backward { [&link.to, &link.from] } else { [&link.from, &link.to] }
}

/// The same in plan.
pub(crate) fn ends_of(mesh: &NavMesh, path: &Path, i: usize) -> [[Plan; 2]; 2] {
    link_ends(mesh, path, i)
        .map(|end| [end.from, end.to].map(|p| (f64::from(p.plan.x), f64::from(p.plan.y))))
}

/// The edge between two polygons that leads from one to the other.
fn edge(mesh: &NavMesh, [from, to]: [PolyRef; 2]) -> Option<[Plan; 2]> {
    let ring = ring(mesh, from);
    let open = |e: &walkmesh::mesh::Edge| {
        e.neighbour() == Some(to) && e.passage() == walkmesh::mesh::Passage::Open
    };
    let k = mesh.edges(from).iter().position(open)?;
    Some([ring[k], ring[(k + 1) % ring.len()]])
}

/// The shares of a link's end on a polygon: all of its own, of others those where they are joined
/// around a point of it.
fn shares_on(mesh: &NavMesh, polygon: PolyRef, end: &LinkEnd) -> [f64; 2] {
    let own = mesh.resolve(end.polygon).expect("a polygon of this mesh");
    let (a, b) = (end.from.plan, end.to.plan);
    if own == polygon || a == b {
        return if own == polygon || around(mesh, own, a).contains(&polygon) {
            [0.0, 1.0]
        } else {
            [1.0, 0.0]
        };
    }
    let corners = mesh.corners(own).map(|corner| corner.plan);
    let on = corners.filter(|&c| predicates::on_segment(a, b, c)).chain([a, b]);
    let held = on.filter(|&p| around(mesh, own, p).contains(&polygon));
    held.fold([1.0, 0.0], |[low, high]: [f64; 2], p| {
        let share = a.distance(p) / a.distance(b);
        [low.min(share), high.max(share)]
    })
}

impl Corridor {
    /// All ways to tell the polygons of a path apart at its links.
    pub(crate) fn all_of(mesh: &NavMesh, path: &Path) -> Vec<Self> {
        let mut found = Vec::new();
        Self::split(mesh, path, &mut Vec::new(), &mut found);
        found
    }

    /// Adds those where the first links come after the polygons `at`.
    fn split(mesh: &NavMesh, path: &Path, at: &mut Vec<usize>, found: &mut Vec<Self>) {
        if at.len() == path.links.len() {
            found.extend(Self::new(mesh, path, at));
            return;
        }
        let first = at.last().map_or(0, |&last| last + 1);
        for next in first..path.polygons.len() - 1 {
            at.push(next);
            Self::split(mesh, path, at, found);
            at.pop();
        }
    }

    fn new(mesh: &NavMesh, path: &Path, at: &[usize]) -> Option<Self> {
        let (mut legs, mut links) = (vec![Vec::new()], Vec::new());
        for (i, pair) in path.polygons.windows(2).enumerate() {
            if at.contains(&i) {
                let [entered, left] = link_ends(mesh, path, links.len());
                let [entry, exit] = ends_of(mesh, path, links.len());
                let (s, t) = (shares_on(mesh, pair[0], entered), shares_on(mesh, pair[1], left));
                let range = [s[0].max(t[0]), s[1].min(t[1])];
                if range[0] > range[1] + 1e-12 {
                    return None;
                }
                links.push(Stretches { entry, exit, range });
                legs.push(Vec::new());
            } else {
                legs.last_mut()?.push(edge(mesh, [pair[0], pair[1]])?);
            }
        }
        let (start, goal) = (plan_of(mesh, 0, path), plan_of(mesh, path.points.len() - 1, path));
        Some(Self { start, goal, legs, links })
    }

    /// The length at given shares.
    pub(crate) fn length(&self, shares: &[f64]) -> f64 {
        let (mut here, mut sum) = (self.start, 0.0);
        for (i, leg) in self.legs.iter().enumerate() {
            let link = self.links.get(i).map(|link| (link, shares[i]));
            let to = link.map_or(self.goal, |(link, share)| at_share(link.entry, share));
            sum += shortest(leg, here, to);
            here = link.map_or(to, |(link, share)| at_share(link.exit, share));
        }
        sum
    }

    /// The least length over all shares; of more than two links, what is found around `own`: as the
    /// length is convex, shares next to which nothing is shorter are best.
    pub(crate) fn least(&self, own: &[f64], random: &mut Random) -> f64 {
        let mut shares = own.to_vec();
        if shares.len() <= 2 {
            return self.nested(&mut shares, 0);
        }
        let mut least = self.length(own);
        for i in 0..200 * own.len() {
            let width = 0.5_f64.powi(i32::try_from(i % 30).expect("a few"));
            for (share, link) in shares.iter_mut().zip(&self.links) {
                let off = f64::from(random.between(-10, 10)) / 10.0 * width;
                let [low, high] = link.range;
                *share = (*share + off).clamp(low, high.max(low));
            }
            least = least.min(self.length(&shares));
            shares.copy_from_slice(own);
        }
        least
    }

    /// The least length over the shares from the `i`th on, each by ternary search.
    fn nested(&self, shares: &mut [f64], i: usize) -> f64 {
        if i == shares.len() {
            return self.length(shares);
        }
        let [mut low, mut high] = self.links[i].range;
        let mut least = f64::INFINITY;
        while high - low > 1e-10 {
            let thirds = [low + (high - low) / 3.0, high - (high - low) / 3.0];
            let [a, b] = thirds.map(|share| {
                shares[i] = share;
                self.nested(shares, i + 1)
            });
            least = least.min(a).min(b);
            if a < b { high = thirds[1] } else { low = thirds[0] }
        }
        for share in [low, high, self.links[i].range[0], self.links[i].range[1]] {
            shares[i] = share;
            least = least.min(self.nested(shares, i + 1));
        }
        least
    }
}

/// True when the straight way from `a` to `b` crosses these edges in order.
fn sees(a: Plan, b: Plan, edges: &[[Plan; 2]]) -> bool {
    let length = distance(a, b);
    let tiny = TOUCH * 1e-3;
    let mut walked = 0.0_f64;
    edges.iter().all(|&[u, v]| {
        if length < tiny {
            return distance(u, a) + distance(a, v) <= distance(u, v) + tiny;
        }
        let way = minus(b, a);
        let place = |p: Plan| {
            let to = minus(p, a);
            ((to.0 * way.0 + to.1 * way.1) / length, cross(way, to) / length)
        };
        let ((s, off), (t, other)) = (place(u), place(v));
        let (from, to) = if off.abs() <= tiny && other.abs() <= tiny {
            (s.min(t), s.max(t))
        } else if off.max(other) < -tiny || off.min(other) > tiny {
            return false;
        } else {
            let at = s + (t - s) * (off / (off - other)).clamp(0.0, 1.0);
            (at, at)
        };
        walked = walked.max(from);
        walked <= to + tiny && walked <= length + tiny
    })
}

/// The length of the shortest way across edges, by sight between their ends.
fn shortest(edges: &[[Plan; 2]], from: Plan, to: Plan) -> f64 {
    let mut best = vec![[f64::INFINITY; 2]; edges.len()];
    let mut least = f64::INFINITY;
    for j in 0..=edges.len() {
        let targets = edges.get(j).map_or([to; 2], |&edge| edge);
        for (side, target) in targets.into_iter().enumerate() {
            let mut length = f64::INFINITY;
            if sees(from, target, &edges[..j]) {
                length = distance(from, target);
            }
            for i in 0..j {
                for (k, &by) in edges[i].iter().enumerate() {
                    let over = best[i][k] + distance(by, target);
                    if over < length && sees(by, target, &edges[i + 1..j]) {
                        length = over;
                    }
                }
            }
            match best.get_mut(j) {
                Some(best) => best[side] = length,
                None => least = least.min(length),
            }
        }
    }
    least
}
