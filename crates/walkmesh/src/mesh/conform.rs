//! Joining tiles across their sides, so that every shared edge has one polygon on each side.
//!
//! ```text
//!      tile A | tile B           tile A | tile B
//!             +-------                  +-------
//!      -------+   b1             -------+   b1
//!             |                         |
//!        a    +-------     ->      a    +-------    corners of b1, b2 cut a; those of a cut b1, b2
//!             |   b2                    |   b2
//!      -------+                  -------+
//! ```
//!
//! Two edges *face* each other when they lie on the common side, one from each tile, share a
//! stretch of it, and come within a step of each other in height somewhere along it. Every
//! edge is cut where a facing edge ends or was cut, and where what may be crossed one way only
//! ([`barred`](super::barred)) ends; then stretches between the same two plan
//! points are paired, the nearest in height first. What finds no partner becomes a wall.
//!
//! **Cuts are a function of the two tiles' own partitions**, worked out from the edges as they
//! came, whatever lies on the other sides. So a tile can be replaced alone: its neighbours'
//! inserted corners are known by lying between two edges of one tile side **and being used by no
//! height triangle of their polygon** ([`drop_unused_corners`] sees to it that a partition's own
//! corners there are used), and leave their polygon as it was when they are taken out. Heights
//! of inserted corners are read off the ground along the edge (height triangles may bend there),
//! so the ground does not change either. Islands that go are no part of it
//! ([`leave_out`](super::islands::leave_out)).

use std::collections::BTreeMap;

use super::barred::{across, barred};
use super::draft::{Across, Draft, DraftEdge, DraftPolygon, beyond};
use super::stretch::Stretch;
use super::waiting::{EdgeKey, SideEdge, waiting_edges};
use crate::geom::{GroundPoint, PlanPoint, gcd};
use crate::parameters::Resolved;
use crate::surface::TileSide;
use crate::threads::in_runs;

/// What becomes of edges, each once: the lower ends of its stretches from the lowest up, each with
/// what is beyond.
type Cuts = Vec<(EdgeKey, Vec<(GroundPoint, Across)>)>;

/// Cuts and joins the edges on the sides that tiles share. `drafts` are sorted by row, then
/// column. O(e log e) in the edges on sides, times the floors over each other.
pub(super) fn join_tiles(drafts: &mut [Draft], resolved: &Resolved) {
    for polygon in drafts.iter_mut().flat_map(|draft| &mut draft.polygons) {
        drop_unused_corners(polygon);
    }
    let tiles: Vec<usize> = (0..drafts.len()).collect();
    let tolerance = resolved.height_tolerance();
    let cuts = in_runs(&tiles, |run| {
        let mut cuts = Cuts::new();
        for &tile in run {
            join_at_side(drafts, (tile, TileSide::East), tolerance, &mut cuts);
            join_at_side(drafts, (tile, TileSide::North), tolerance, &mut cuts);
            join_portals(drafts, tile, tolerance, &mut cuts);
        }
        cuts
    });
    apply(drafts, cuts.into_iter().flatten().collect());
}

/// Cuts and joins the edges on some sides of tiles alone, each given once.
pub(super) fn join_at(drafts: &mut [Draft], sides: &[(usize, TileSide)], resolved: &Resolved) {
    let tolerance = resolved.height_tolerance();
    let mut cuts = Cuts::new();
    sides.iter().for_each(|&side| join_at_side(drafts, side, tolerance, &mut cuts));
    apply(drafts, cuts);
}

/// Joins what meets on a side of a tile.
fn join_at_side(
    drafts: &[Draft],
    (tile, side): (usize, TileSide),
    tolerance: i64,
    cuts: &mut Cuts,
) {
    let Some(other) = beyond(drafts, tile, side) else { return };
    let across = [side, side.opposite()].map(Across::Tile);
    let ours = waiting_edges(drafts, tile, across[0]);
    let theirs = waiting_edges(drafts, other, across[1]);
    join_side(&ours, &theirs, &Meet { drafts, tolerance, unmet: across, first_new: 0 }, cuts);
}

/// Joins what meets inside a tile, line by line.
fn join_portals(drafts: &[Draft], tile: usize, tolerance: i64, cuts: &mut Cuts) {
    for side in [TileSide::East, TileSide::North] {
        let by_line = |side: TileSide| {
            let mut lines: BTreeMap<i32, Vec<SideEdge>> = BTreeMap::new();
            for edge in waiting_edges(drafts, tile, Across::Portal(side)) {
                let PlanPoint { x, y } = edge.stretch.low().plan;
                let is_upright = matches!(side, TileSide::East | TileSide::West);
                lines.entry(if is_upright { x } else { y }).or_default().push(edge);
            }
            lines
        };
        let theirs = by_line(side.opposite());
        for (line, ours) in by_line(side) {
            if let Some(theirs) = theirs.get(&line) {
                let meet = Meet { drafts, tolerance, unmet: [Across::Wall; 2], first_new: 0 };
                join_side(&ours, theirs, &meet, cuts);
            }
        }
    }
}

/// Joins the polygons of a tile from number `first_new` on to each other and to those before
/// them, over their walls that lie on one line.
pub(super) fn join_new(drafts: &mut [Draft], tile: usize, first_new: usize, tolerance: i64) {
    let mut lines: BTreeMap<(i64, i64, i128), [Vec<SideEdge>; 2]> = BTreeMap::new();
    for edge in waiting_edges(drafts, tile, Across::Wall) {
        let (low, high) = (edge.stretch.low().plan, edge.stretch.high().plan);
        let (_, p, k) = edge.key;
        let backward = drafts[tile].polygons[p].edges[k].at.plan != low;
        let (dx, dy) = (i64::from(high.x) - i64::from(low.x), i64::from(high.y) - i64::from(low.y));
        let divisor = gcd(dx, dy);
        let (dx, dy) = (dx / divisor, dy / divisor);
        let off = i128::from(low.x) * i128::from(dy) - i128::from(low.y) * i128::from(dx);
        lines.entry((dx, dy, off)).or_default()[usize::from(backward)].push(edge);
    }
    let mut cuts = Cuts::new();
    let meet = Meet { drafts, tolerance, unmet: [Across::Wall; 2], first_new };
    for [ours, theirs] in lines.values() {
        join_side(ours, theirs, &meet, &mut cuts);
    }
    apply(drafts, cuts);
}

/// Takes out corners inside a tile side that no height triangle uses: they say nothing, and
/// without them those that conforming inserts can be told from the partition's own.
fn drop_unused_corners(polygon: &mut DraftPolygon) {
    let n = polygon.edges.len();
    let unused = |k: usize| {
        let (edge, before) = (&polygon.edges[k], &polygon.edges[(k + n - 1) % n]);
        matches!(edge.across, Across::Tile(_))
            && edge.across == before.across
            && edge.vertex.is_some_and(|v| !polygon.triangles.iter().flatten().any(|&t| t == v))
    };
    let drop: Vec<bool> = (0..n).map(unused).collect();
    let mut k = 0;
    polygon.edges.retain(|_| {
        k += 1;
        !drop[k - 1]
    });
}

/// Which edges may meet.
struct Meet<'a> {
    drafts: &'a [Draft],
    /// How far apart in height, steps.
    tolerance: i64,
    /// What is across those of ours and of theirs that find no partner.
    unmet: [Across; 2],
    /// One of the two is of a polygon from this number on.
    first_new: usize,
}

impl Meet<'_> {
    fn may(&self, a: EdgeKey, b: EdgeKey) -> bool {
        a.1.max(b.1) >= self.first_new
    }
}

/// Pairs of indices of facing edges. Both lists are sorted by lower end.
fn facing(ours: &[SideEdge], theirs: &[SideEdge], meet: &Meet<'_>) -> Vec<(usize, usize)> {
    // The farthest upper end so far tells where the edges begin that can still reach one.
    let reach: Vec<PlanPoint> = theirs
        .iter()
        .scan(None, |far: &mut Option<PlanPoint>, e| {
            *far = Some(far.map_or(e.stretch.high().plan, |f| f.max(e.stretch.high().plan)));
            *far
        })
        .collect();
    let mut pairs = Vec::new();
    for (i, a) in ours.iter().enumerate() {
        let first = reach.partition_point(|&far| far <= a.stretch.low().plan);
        for (j, b) in theirs.iter().enumerate().skip(first) {
            if b.stretch.low().plan >= a.stretch.high().plan {
                break;
            }
            if meet.may(a.key, b.key) && a.stretch.faces(&b.stretch, meet.tolerance) {
                pairs.push((i, j));
            }
        }
    }
    pairs
}

/// Cuts facing edges at each other's ends and pairs the stretches.
fn join_side(ours: &[SideEdge], theirs: &[SideEdge], meet: &Meet<'_>, cuts: &mut Cuts) {
    let pairs = facing(ours, theirs, meet);
    if pairs.is_empty() {
        return;
    }
    let (our_points, their_points) = cut_points(ours, theirs, &pairs, meet.drafts);
    let a = stretches(ours, &our_points);
    let b = stretches(theirs, &their_points);
    let may = |i: usize, j: usize| meet.may(ours[a[i].1].key, theirs[b[j].1].key);
    let beyond = partners(&a, &b, meet.tolerance, may);
    let mut met = (vec![meet.unmet[0]; a.len()], vec![meet.unmet[1]; b.len()]);
    for (i, j) in beyond {
        let (here, there) = (ours[a[i].1].key, theirs[b[j].1].key);
        met.0[i] = across(meet.drafts, here, there, &a[i].0);
        met.1[j] = across(meet.drafts, there, here, &b[j].0);
    }
    for (edges, parts, across) in [(ours, a, met.0), (theirs, b, met.1)] {
        for ((stretch, edge), across) in parts.into_iter().zip(across) {
            let (key, cut) = (edges[edge].key, (stretch.low(), across));
            match cuts.last_mut() {
                Some((last, list)) if *last == key => list.push(cut),
                _ => cuts.push((key, vec![cut])),
            }
        }
    }
}

/// The points at which edges are cut, their ends among them, in order.
fn cut_points(
    ours: &[SideEdge],
    theirs: &[SideEdge],
    pairs: &[(usize, usize)],
    drafts: &[Draft],
) -> (Vec<Vec<PlanPoint>>, Vec<Vec<PlanPoint>>) {
    let ends = |edges: &[SideEdge]| -> Vec<Vec<PlanPoint>> {
        edges.iter().map(|e| vec![e.stretch.low().plan, e.stretch.high().plan]).collect()
    };
    let (mut our_points, mut their_points) = (ends(ours), ends(theirs));
    for &(i, j) in pairs {
        let (a, b) = (&ours[i], &theirs[j]);
        for (from, to, points) in [(a, b, &mut our_points[i]), (b, a, &mut their_points[j])] {
            for ends in barred(drafts, from.key, to.key) {
                spread(&ends, &from.stretch, points);
            }
        }
    }
    // A cut can bring on others where floors lie within two steps of each other; points only
    // ever travel along the line, so this ends.
    let mut changed = true;
    while changed {
        changed = false;
        for &(i, j) in pairs {
            changed |= spread(&our_points[i], &theirs[j].stretch, &mut their_points[j]);
            changed |= spread(&their_points[j], &ours[i].stretch, &mut our_points[i]);
        }
    }
    (our_points, their_points)
}

/// Adds the points that are strictly inside `stretch` to others in order; true when one was new.
fn spread(points: &[PlanPoint], stretch: &Stretch, into: &mut Vec<PlanPoint>) -> bool {
    let before = into.len();
    for &p in points.iter().filter(|&&p| stretch.low().plan < p && p < stretch.high().plan) {
        if let Err(place) = into.binary_search(&p) {
            into.insert(place, p);
        }
    }
    into.len() > before
}

/// The stretches between the cuts of each edge, with the index of the edge.
fn stretches(edges: &[SideEdge], points: &[Vec<PlanPoint>]) -> Vec<(Stretch, usize)> {
    let mut out = Vec::new();
    for (e, (edge, points)) in edges.iter().zip(points).enumerate() {
        out.extend(points.windows(2).map(|w| (edge.stretch.part(w[0], w[1]), e)));
    }
    out
}

/// Pairs stretches over the same two plan points, the nearest in height first, ties by order.
fn partners(
    a: &[(Stretch, usize)],
    b: &[(Stretch, usize)],
    tolerance: i64,
    may: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let mut by_ends: BTreeMap<(PlanPoint, PlanPoint), Vec<usize>> = BTreeMap::new();
    for (j, (s, _)) in b.iter().enumerate() {
        by_ends.entry((s.low().plan, s.high().plan)).or_default().push(j);
    }
    let mut candidates = Vec::new();
    for (i, (s, _)) in a.iter().enumerate() {
        for &j in by_ends.get(&(s.low().plan, s.high().plan)).into_iter().flatten() {
            let t = &b[j].0;
            if may(i, j) && s.faces(t, tolerance) {
                let apart = |p: GroundPoint, q: GroundPoint| {
                    (i64::from(p.height) - i64::from(q.height)).abs()
                };
                candidates.push((apart(s.low(), t.low()) + apart(s.high(), t.high()), i, j));
            }
        }
    }
    candidates.sort_unstable();
    let (mut used_a, mut used_b) = (vec![false; a.len()], vec![false; b.len()]);
    candidates.retain(|&(_, i, j)| {
        let free = !used_a[i] && !used_b[j];
        if free {
            (used_a[i], used_b[j]) = (true, true);
        }
        free
    });
    candidates.into_iter().map(|(_, i, j)| (i, j)).collect()
}

/// Puts the cuts in place. Each list runs from the lower end of its edge.
fn apply(drafts: &mut [Draft], mut cuts: Cuts) {
    // Edges from the last to the first, so that insertions do not move those still to come.
    cuts.sort_unstable_by_key(|&(edge, _)| edge);
    for ((tile, p, k), mut parts) in cuts.into_iter().rev() {
        let edges = &mut drafts[tile].polygons[p].edges;
        let (edge, end) = (edges[k], edges[(k + 1) % edges.len()].at);
        if edge.at.plan > end.plan {
            // Backwards, a stretch begins where the next higher one does: shift the starts.
            let starts: Vec<GroundPoint> = parts.iter().map(|part| part.0).skip(1).collect();
            for (part, start) in parts.iter_mut().zip(starts.into_iter().chain([edge.at])) {
                part.0 = start;
            }
            parts.reverse();
        }
        let new = parts.into_iter().enumerate().map(|(i, (at, across))| {
            if i == 0 {
                DraftEdge { across, ..edge }
            } else {
                DraftEdge { at, vertex: None, across }
            }
        });
        edges.splice(k..=k, new);
    }
}
