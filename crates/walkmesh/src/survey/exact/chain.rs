//! Borders with fewer corners.
//!
//! Borders that follow each other, with ground on the left and nothing else at their common
//! corner, are straightened towards the ground. What keeps the agent away from the sides of the
//! box stays as it is, so that its neighbours see the same there.

use super::border::BorderEdge;
use crate::geom::{PlanBox, PlanPoint, straighten};
use std::collections::HashMap;

/// The segments of borders, each once and in order; between those that lie in `within`, corners
/// may go as long as no place is more than `most` steps nearer to the ground.
pub(super) fn straightened(
    edges: &[&BorderEdge],
    within: Option<&PlanBox>,
    most: f64,
) -> Vec<[PlanPoint; 2]> {
    let can_change = |edge: &BorderEdge| {
        let is_within = |p| within.is_some_and(|within| within.contains(p));
        !edge.is_wall && is_within(edge.from) && is_within(edge.to)
    };
    let mut directed: Vec<(PlanPoint, PlanPoint, bool)> =
        edges.iter().map(|edge| (edge.from, edge.to, can_change(edge))).collect();
    directed.sort_unstable();
    directed.dedup();
    // How many ends are at a point, and which that can change begins there; looked up only.
    let mut at: HashMap<PlanPoint, (u32, Option<usize>)> = HashMap::new();
    for (i, &(from, to, can_change)) in directed.iter().enumerate() {
        let start = at.entry(from).or_default();
        start.0 += 1;
        start.1 = if can_change { Some(i) } else { start.1 };
        at.entry(to).or_default().0 += 1;
    }
    let next = |i: usize| {
        let (_, to, can_change) = directed[i];
        at.get(&to).filter(|(ends, _)| can_change && *ends == 2).and_then(|(_, next)| *next)
    };
    let mut has_before = vec![false; directed.len()];
    for i in 0..directed.len() {
        if let Some(next) = next(i) {
            has_before[next] = true;
        }
    }
    let mut segments = Vec::with_capacity(directed.len());
    let mut is_done = vec![false; directed.len()];
    // First lines that begin somewhere, then those that close.
    let starts = (0..directed.len()).filter(|&i| !has_before[i]).chain(0..directed.len());
    for start in starts {
        let mut line = vec![directed[start].0];
        let mut here = Some(start);
        while let Some(i) = here.filter(|&i| !is_done[i]) {
            is_done[i] = true;
            line.push(directed[i].1);
            here = next(i);
        }
        let line = if line.len() > 2 { straighten(&line, most) } else { line };
        segments.extend(line.windows(2).map(|w| [w[0].min(w[1]), w[0].max(w[1])]));
    }
    segments.sort_unstable();
    segments.dedup();
    segments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(corners: &[(i32, i32)], piece: usize, is_wall: bool) -> Vec<BorderEdge> {
        let p = |c: (i32, i32)| PlanPoint::new(c.0, c.1);
        let edge = |w: &[(i32, i32)]| BorderEdge { piece, from: p(w[0]), to: p(w[1]), is_wall };
        corners.windows(2).map(edge).collect()
    }

    fn count(edges: &[BorderEdge], within: Option<&PlanBox>) -> usize {
        straightened(&edges.iter().collect::<Vec<_>>(), within, 5.0).len()
    }

    #[test]
    fn only_free_corners_of_borders_within_go() {
        let all = PlanBox::new(PlanPoint::new(-900, -900), PlanPoint::new(900, 900));
        let line = [(0, 0), (100, -3), (200, 0), (300, -3), (400, 0)];
        let plain = edges(&line, 0, false);
        assert_eq!(count(&plain, Some(&all)), 1);
        assert_eq!(count(&plain, None), 4);
        assert_eq!(count(&edges(&line, 0, true), Some(&all)), 4);
        let half = PlanBox::new(PlanPoint::new(-900, -900), PlanPoint::new(250, 900));
        assert_eq!(count(&plain, Some(&half)), 3);
        // Another border ends at the corner in the middle.
        let joined = [plain.clone(), edges(&[(200, 500), (200, 0)], 1, false)].concat();
        assert_eq!(count(&joined, Some(&all)), 3);
        // The same line seen from both sides.
        let back: Vec<_> = line.iter().rev().copied().collect();
        let both = [plain, edges(&back, 1, false)].concat();
        assert_eq!(count(&both, Some(&all)), 4);
        // A ring, with its ground outside.
        let ring = |x: i32| [(0, 0), (x, 200), (0, 400), (400, 400), (400, 0), (0, 0)];
        assert_eq!(count(&edges(&ring(-3), 0, false), Some(&all)), 5);
        assert_eq!(count(&edges(&ring(3), 0, false), Some(&all)), 4);
    }
}
