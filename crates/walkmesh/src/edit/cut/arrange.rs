//! The outlines in a base polygon as a triangulation on lattice points, with the outlines over
//! each triangle.

mod over;

use super::super::rows::Rows;
use super::chains::{Chains, Run, ordered};
use super::{Inside, Layer};
use crate::geom::{DelaunayError, Triangles, Triangulator, cast};
use crate::partition::HalfEdges;

/// Triangles of a polygon, with the changes over each.
#[derive(Default)]
pub(super) struct Arrangement {
    pub(super) chains: Chains,
    /// The line between each point of the ring and the next.
    ring_lines: Vec<u32>,
    lines: Vec<Line>,
    /// The outlines along lines.
    runs: Vec<Run>,
    /// The sides of triangles: `3 t + i` is side `i` of triangle `t`.
    pub(super) sides: HalfEdges,
    /// By side: what is there.
    pub(super) beside: Vec<Beside>,
    /// By triangle: which of the sets is over it.
    pub(super) set_over: Vec<u32>,
    /// Sets of changes, each in order.
    pub(super) sets: Rows<usize>,
    room: Room,
}

/// Memory for what is worked out on the way.
#[derive(Default)]
struct Room {
    triangulator: Triangulator,
    /// Sides of the ring by their ends, each with its place.
    border: Vec<([u32; 2], u32)>,
    /// How often the border winds around each triangle of the hull.
    winding: Vec<Option<i32>>,
    open: Vec<(u32, i32)>,
    /// New numbers of triangles.
    number: Vec<Option<u32>>,
    /// The triangles, one connected part after the other, each with the side of another before
    /// it through which it is reached.
    order: Vec<(u32, Option<u32>)>,
    /// Where in the order parts begin, and the last ends.
    starts: Vec<usize>,
    seen: Vec<bool>,
    /// How often an outline winds around each triangle more than around the first of its part.
    turns: Vec<i32>,
    /// The sets with the layer in hand, by the sets before.
    with: Vec<Option<u32>>,
}

/// What is at a side of a triangle.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    /// The point where it starts.
    origin: u32,
    /// The line that it is on.
    line: Option<u32>,
    /// True when it runs back along the line, to its lower end.
    is_back: bool,
    /// The same side of the triangle beyond.
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

impl Line {
    fn new(ends: [u32; 2], runs: (u32, u32)) -> Self {
        Self { ends, winds: 0, parts: [None; 2], sides: [None; 2], runs }
    }
}

impl Arrangement {
    /// That of the chains that are there.
    pub(super) fn set(&mut self, layers: &[Layer<'_>]) -> Result<(), DelaunayError> {
        self.set_border();
        self.set_runs();
        let Self { chains, lines, beside, room, .. } = self;
        let ends = lines.iter().map(|line| line.ends);
        let made = room.triangulator.triangulate(&chains.points, ends)?;
        inside(made, lines, chains.ring.len(), &mut room.winding, &mut room.open);
        let mut numbers = 0..;
        room.number.clear();
        let kept = room.winding.iter().map(|&w| if w == Some(1) { numbers.next() } else { None });
        room.number.extend(kept);
        let number = |t: u32| room.number[cast::index(t)];
        beside.clear();
        beside.reserve(3 * room.number.len());
        for t in 0..made.count() {
            let Some(first) = number(t).map(|t| 3 * t) else { continue };
            for (h, new) in (3 * t..).zip(first..first + 3) {
                let (origin, line) = (made.origin(h), made.segment(h));
                let is_back = origin > made.target(h);
                if let Some(line) = line {
                    lines[cast::index(line)].sides[usize::from(is_back)] = Some(new);
                }
                let twin = made.twin(h).and_then(|u| Some(3 * number(u / 3)? + u % 3));
                beside.push(Beside { origin, line, is_back, twin });
            }
        }
        self.sides.set_triangles(beside.iter().map(|at| (at.origin, at.twin)));
        self.walk();
        self.cover(layers);
        Ok(())
    }

    /// Makes the lines of the border, in order of their ends.
    fn set_border(&mut self) {
        let Self { chains, ring_lines, lines, room, .. } = self;
        let n = chains.ring.len();
        let sides = (0..n).map(|i| ordered(chains.ring[i], chains.next(i)));
        room.border.clear();
        room.border.extend(sides.zip(0..));
        room.border.sort_unstable();
        lines.clear();
        ring_lines.clear();
        ring_lines.resize(n, 0);
        for &(ends, i) in &room.border {
            if lines.last().is_none_or(|line| line.ends != ends) {
                lines.push(Line::new(ends, (0, 0)));
            }
            let i = cast::index(i);
            ring_lines[i] = cast::count(lines.len() - 1);
            if let Some(line) = lines.last_mut() {
                let is_back = chains.ring[i] > chains.next(i);
                line.winds += if is_back { -1 } else { 1 };
                let edge = chains.corner_at.partition_point(|&at| at <= i) - 1;
                let part = (cast::count(edge), cast::count(i - chains.corner_at[edge]));
                line.parts[usize::from(is_back)].get_or_insert(part);
            }
        }
    }

    /// Adds the lines inside; puts all runs in the order of lines.
    fn set_runs(&mut self) {
        let Self { chains, lines, runs, .. } = self;
        runs.clear();
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
                _ => lines.push(Line::new(run.ends, (at, at + 1))),
            }
        }
    }

    /// How many triangles there are.
    pub(super) fn count(&self) -> u32 {
        cast::count(self.beside.len() / 3)
    }

    /// The corners of a triangle.
    pub(super) fn triangle(&self, t: u32) -> [u32; 3] {
        [3 * t, 3 * t + 1, 3 * t + 2].map(|h| self.beside[cast::index(h)].origin)
    }

    /// The points that are corners of the base polygon, in order.
    pub(super) fn corners(&self) -> impl Iterator<Item = u32> + '_ {
        self.chains.corner_at.iter().map(|&i| self.chains.ring[i])
    }

    /// The points along each edge of the base polygon, without its last.
    pub(super) fn edges(&self) -> impl Iterator<Item = &[u32]> + '_ {
        self.spans().map(|(from, to)| &self.chains.ring[from..to])
    }

    /// Where in the ring each edge of the base polygon begins and ends.
    fn spans(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let Chains { ring, corner_at, .. } = &self.chains;
        let ends = corner_at.iter().skip(1).copied().chain([ring.len()]);
        corner_at.iter().copied().zip(ends)
    }

    /// The part of the border that side `h` runs along: its edge, and which part.
    pub(super) fn part_at(&self, h: u32) -> Option<(u32, u32)> {
        let beside = &self.beside[cast::index(h)];
        self.lines[cast::index(beside.line?)].parts[usize::from(beside.is_back)]
    }

    /// What is inside at each part of the border; `piece_of` gives the piece of a side.
    pub(super) fn parts(&self, piece_of: impl Fn(u32) -> u32, into: &mut Rows<Inside>) {
        let of_part = |i: usize| {
            let line = &self.lines[cast::index(self.ring_lines[i])];
            let way = usize::from(self.chains.ring[i] != line.ends[0]);
            match (line.sides[way].map(&piece_of), line.parts[1 - way]) {
                (Some(piece), None) => Inside::Piece(piece),
                (_, Some((edge, part))) => Inside::Through { edge, part },
                (None, None) => Inside::Nothing,
            }
        };
        into.reserve(self.chains.corner_at.len(), self.chains.ring.len());
        self.spans().for_each(|(from, to)| into.add((from..to).map(of_part)));
    }

    /// Parts the sides of triangles between sets of changes that are not to be joined.
    pub(super) fn part_where(&mut self, is_parted: impl Fn(u32, u32) -> bool) {
        // Only outlines are between sets, and they run along lines.
        let set = |h: u32| self.set_over[cast::index(h / 3)];
        for line in &self.lines {
            if let [Some(h), Some(twin)] = line.sides
                && set(h) != set(twin)
                && is_parted(set(h), set(twin))
            {
                self.sides.part(h);
            }
        }
    }
}

/// How often the border, of so many sides, winds around the triangles.
fn inside(
    made: &Triangles,
    lines: &[Line],
    sides: usize,
    winding: &mut Vec<Option<i32>>,
    open: &mut Vec<(u32, i32)>,
) {
    let winds = |h: u32| {
        let Some(line) = made.segment(h) else { return 0 };
        let winds = lines[cast::index(line)].winds;
        if made.origin(h) > made.target(h) { -winds } else { winds }
    };
    let hull = || (0..3 * made.count()).filter(|&h| made.twin(h).is_none());
    winding.clear();
    if hull().all(|h| winds(h) == 1) && hull().count() == sides {
        // The border is the hull, as of nearly all polygons.
        winding.resize(cast::index(made.count()), Some(1));
        return;
    }
    winding.resize(cast::index(made.count()), None);
    for h in hull() {
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
}
