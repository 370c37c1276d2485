//! The outlines in a base polygon as a triangulation on lattice points, with the outlines over
//! each triangle.

use super::chains::{Chains, Run, middle, ordered};
use super::{Inside, Layer};
use crate::geom::predicates::{Side, cross};
use crate::geom::{DelaunayError, PlanPoint, Triangles, cast, triangulate};
use crate::partition::HalfEdges;

/// Triangles of the polygon, with the changes over each.
pub(super) struct Arrangement {
    pub(super) points: Vec<PlanPoint>,
    /// The points along the border, from the first corner of the base polygon on.
    ring: Vec<u32>,
    /// Where in the ring each corner stands.
    corner_at: Vec<usize>,
    /// The line between each point of the ring and the next.
    ring_lines: Vec<u32>,
    lines: Vec<Line>,
    /// Their sides: `3 t + i` is side `i` of triangle `t`.
    pub(super) sides: HalfEdges,
    /// By side: the line that it is on, and the same side of the triangle beyond.
    pub(super) beside: Vec<Beside>,
    /// By triangle: which of the sets is over it.
    pub(super) set_over: Vec<u32>,
    /// Sets of changes, each in order.
    pub(super) sets: Vec<Vec<usize>>,
}

/// What is at a side of a triangle.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    line: Option<u32>,
    /// True when it runs back along the line, to its lower end.
    is_back: bool,
    pub(super) twin: Option<u32>,
}

/// What joins two points.
struct Line {
    ends: [u32; 2],
    /// How often the border runs from the lower end to the other, less how often it runs back.
    winds: i32,
    /// The parts of the border that run from the lower end to the other, and back: edge and part.
    parts: [Option<(u32, u32)>; 2],
    /// The sides of triangles that run so.
    sides: [Option<u32>; 2],
    /// The outlines along it, as a range of all runs.
    runs: (u32, u32),
}

impl Arrangement {
    pub(super) fn new(chains: Chains, layers: &[Layer<'_>]) -> Result<Self, DelaunayError> {
        let (mut lines, ring_lines) = border_lines(&chains);
        let runs = add_runs(&mut lines, &chains);
        let segments: Vec<[u32; 2]> = lines.iter().map(|line| line.ends).collect();
        let made = triangulate(&chains.points, &segments)?;
        let number = inside(&made, &lines);
        let mut beside = Vec::with_capacity(cast::index(3 * made.count()));
        let mut origin = Vec::with_capacity(cast::index(3 * made.count()));
        for (t, new) in (0..).zip(&number) {
            if new.is_none() {
                continue;
            }
            for h in 3 * t..3 * t + 3 {
                let line = made.segment(h);
                let twin = made.twin(h).and_then(|u| Some(3 * number[cast::index(u / 3)]? + u % 3));
                let is_back = made.origin(h) > made.target(h);
                if let Some(line) = line {
                    let side = &mut lines[cast::index(line)].sides[usize::from(is_back)];
                    *side = Some(cast::count(beside.len()));
                }
                beside.push(Beside { line, is_back, twin });
                origin.push(made.origin(h));
            }
        }
        let sides =
            HalfEdges::of_joined_triangles(origin, beside.iter().map(|at| at.twin).collect());
        let Chains { points, ring, corner_at, .. } = chains;
        let (set_over, sets) = (Vec::new(), Vec::new());
        let mut arrangement =
            Self { points, ring, corner_at, ring_lines, lines, sides, beside, set_over, sets };
        arrangement.cover(&runs, layers);
        Ok(arrangement)
    }

    /// How many triangles there are.
    pub(super) fn count(&self) -> u32 {
        cast::count(self.beside.len() / 3)
    }

    /// The corners of a triangle.
    pub(super) fn triangle(&self, t: u32) -> [u32; 3] {
        [3 * t, 3 * t + 1, 3 * t + 2].map(|h| self.sides.origin(h))
    }

    /// The points that are corners of the base polygon, in order.
    pub(super) fn corners(&self) -> impl Iterator<Item = u32> + '_ {
        self.corner_at.iter().map(|&i| self.ring[i])
    }

    /// The points along each edge of the base polygon, without its last.
    pub(super) fn edges(&self) -> impl Iterator<Item = &[u32]> + '_ {
        self.spans().map(|(from, to)| &self.ring[from..to])
    }

    /// Where in the ring each edge of the base polygon begins and ends.
    fn spans(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let ends = self.corner_at.iter().skip(1).copied().chain([self.ring.len()]);
        self.corner_at.iter().copied().zip(ends)
    }

    /// The part of the border that side `h` runs along: its edge, and which part.
    pub(super) fn part_at(&self, h: u32) -> Option<(u32, u32)> {
        let beside = &self.beside[cast::index(h)];
        self.lines[cast::index(beside.line?)].parts[usize::from(beside.is_back)]
    }

    /// What is inside at each part of the border; `piece_of` gives the piece of a side.
    pub(super) fn parts(&self, piece_of: impl Fn(u32) -> u32) -> Vec<Vec<Inside>> {
        let of_part = |i: usize| {
            let line = &self.lines[cast::index(self.ring_lines[i])];
            let way = usize::from(self.ring[i] != line.ends[0]);
            match (line.sides[way].map(&piece_of), line.parts[1 - way]) {
                (Some(piece), None) => Inside::Piece(piece),
                (_, Some((edge, part))) => Inside::Through { edge, part },
                (None, None) => Inside::Nothing,
            }
        };
        self.spans().map(|(from, to)| (from..to).map(of_part).collect()).collect()
    }

    /// Finds the changes over each triangle. Crossing an edge changes what is over one by how the
    /// outlines run along it; where no outline runs at all in a connected part, its largest
    /// triangle tells.
    fn cover(&mut self, runs: &[Run], layers: &[Layer<'_>]) {
        let (order, starts) = self.walk();
        let mut set_over = vec![0; order.len()];
        let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
        let mut winding = vec![0; order.len()];
        for (layer, index) in layers.iter().zip(0..) {
            let run = |h: u32| self.run(runs, h, index);
            // The sets with this layer, by the sets before.
            let mut with: Vec<Option<u32>> = vec![None; sets.len()];
            for part in starts.windows(2).map(|w| &order[w[0]..w[1]]) {
                let (mut lowest, mut highest) = (0, 0);
                for &(t, via) in part {
                    // What runs along a side has its triangle on its left.
                    let w =
                        via.map_or(0, |h: u32| winding[cast::index(h / 3)] - run(h).unwrap_or(0));
                    winding[cast::index(t)] = w;
                    (lowest, highest) = (w.min(lowest), w.max(highest));
                }
                let all_over = lowest == highest && self.is_over(layer, part, run);
                for &(t, _) in part {
                    if all_over || winding[cast::index(t)] > lowest {
                        let set = &mut set_over[cast::index(t)];
                        *set = *with[cast::index(*set)].get_or_insert_with(|| {
                            let mut changes = sets[cast::index(*set)].clone();
                            changes.extend(&layer.changes);
                            sets.push(changes);
                            cast::count(sets.len() - 1)
                        });
                    }
                }
            }
        }
        for set in &mut sets {
            set.sort_unstable();
        }
        (self.set_over, self.sets) = (set_over, sets);
    }

    /// True when a layer covers a connected part in whose inside it does not run.
    fn is_over(
        &self,
        layer: &Layer<'_>,
        part: &[(u32, Option<u32>)],
        run: impl Fn(u32) -> Option<i32>,
    ) -> bool {
        let mut sides = part.iter().flat_map(|&(t, _)| 3 * t..3 * t + 3);
        let beside = sides
            .find_map(|h| if self.beside[cast::index(h)].twin.is_none() { run(h) } else { None });
        beside.map_or_else(|| layer.outline.side(self.largest(part)) != Side::Outside, |by| by > 0)
    }

    /// How often a layer runs along a side, less how often back; `None` for never.
    fn run(&self, runs: &[Run], h: u32, layer: u32) -> Option<i32> {
        let beside = &self.beside[cast::index(h)];
        let line = &self.lines[cast::index(beside.line?)];
        let along = &runs[cast::index(line.runs.0)..cast::index(line.runs.1)];
        let by = along.iter().find(|run| run.layer == layer)?.by;
        Some(if beside.is_back { -by } else { by })
    }

    /// The triangles, one connected part after the other, each with the side of another before
    /// it through which it is reached; and where the parts begin and the last ends.
    fn walk(&self) -> (Vec<(u32, Option<u32>)>, Vec<usize>) {
        let count = cast::index(self.count());
        let mut order: Vec<(u32, Option<u32>)> = Vec::with_capacity(count);
        let mut starts = Vec::with_capacity(2);
        let mut seen = vec![false; count];
        for start in 0..self.count() {
            if std::mem::replace(&mut seen[cast::index(start)], true) {
                continue;
            }
            let mut next = order.len();
            starts.push(next);
            order.push((start, None));
            while let Some(&(t, _)) = order.get(next) {
                next += 1;
                for h in 3 * t..3 * t + 3 {
                    if let Some(u) = self.beside[cast::index(h)].twin
                        && !std::mem::replace(&mut seen[cast::index(u / 3)], true)
                    {
                        order.push((u / 3, Some(h)));
                    }
                }
            }
        }
        starts.push(order.len());
        (order, starts)
    }

    /// The middle of the largest triangle, to the lattice.
    fn largest(&self, part: &[(u32, Option<u32>)]) -> PlanPoint {
        let at = |t: u32| self.triangle(t).map(|v| self.points[cast::index(v)]);
        let area = |t: &u32| {
            let [a, b, c] = at(*t);
            (cross(a, b, c), std::cmp::Reverse(*t))
        };
        let largest = part.iter().map(|&(t, _)| t).max_by_key(area).unwrap_or(0);
        middle(&at(largest))
    }
}

/// The lines of the border in order of their ends, and for each point of the ring the one that
/// starts there.
fn border_lines(chains: &Chains) -> (Vec<Line>, Vec<u32>) {
    let n = chains.ring.len();
    let mut sides: Vec<([u32; 2], usize)> =
        (0..n).map(|i| (ordered(chains.ring[i], chains.next(i)), i)).collect();
    sides.sort_unstable();
    let mut part_of = Vec::with_capacity(n);
    for (edge, &from) in (0..).zip(&chains.corner_at) {
        let to = chains.corner_at.get(cast::index(edge) + 1).copied().unwrap_or(n);
        part_of.extend((0..cast::count(to - from)).map(|part| (edge, part)));
    }
    let mut lines: Vec<Line> = Vec::with_capacity(n + chains.inner.len());
    let mut ring_lines = vec![0; n];
    for (ends, i) in sides {
        if lines.last().is_none_or(|line| line.ends != ends) {
            let (parts, sides) = ([None; 2], [None; 2]);
            lines.push(Line { ends, winds: 0, parts, sides, runs: (0, 0) });
        }
        ring_lines[i] = cast::count(lines.len() - 1);
        if let Some(line) = lines.last_mut() {
            let is_back = chains.ring[i] > chains.next(i);
            line.winds += if is_back { -1 } else { 1 };
            line.parts[usize::from(is_back)].get_or_insert(part_of[i]);
        }
    }
    (lines, ring_lines)
}

/// Adds the lines inside, and gives all runs in the order of lines.
fn add_runs(lines: &mut Vec<Line>, chains: &Chains) -> Vec<Run> {
    let mut runs = Vec::with_capacity(chains.along.len() + chains.inner.len());
    let mut along = chains.along.as_slice();
    for line in lines.iter_mut() {
        let count = along.iter().take_while(|run| run.ends == line.ends).count();
        let first = cast::count(runs.len());
        runs.extend(&along[..count]);
        line.runs = (first, cast::count(runs.len()));
        along = &along[count..];
    }
    for run in &chains.inner {
        let at = cast::count(runs.len());
        runs.push(*run);
        match lines.last_mut() {
            Some(line) if line.ends == run.ends => line.runs.1 = at + 1,
            _ => {
                let (parts, sides) = ([None; 2], [None; 2]);
                lines.push(Line { ends: run.ends, winds: 0, parts, sides, runs: (at, at + 1) });
            }
        }
    }
    runs
}

/// New numbers for the triangles that the border winds around once.
fn inside(made: &Triangles, lines: &[Line]) -> Vec<Option<u32>> {
    let winds = |h: u32| {
        let Some(line) = made.segment(h) else { return 0 };
        let winds = lines[cast::index(line)].winds;
        if made.origin(h) > made.target(h) { -winds } else { winds }
    };
    let count = made.count();
    let mut winding: Vec<Option<i32>> = vec![None; cast::index(count)];
    let mut open: Vec<(u32, i32)> = Vec::with_capacity(cast::index(count));
    for h in (0..3 * count).filter(|&h| made.twin(h).is_none()) {
        open.push((h / 3, winds(h)));
        while let Some((t, w)) = open.pop() {
            let known = &mut winding[cast::index(t)];
            if known.is_none() {
                *known = Some(w);
                let across = |h: u32| made.twin(h).map(|u| (u / 3, w - winds(h)));
                open.extend((3 * t..3 * t + 3).filter_map(across));
            }
        }
    }
    let mut numbers = 0..;
    winding.into_iter().map(|w| if w == Some(1) { numbers.next() } else { None }).collect()
}
