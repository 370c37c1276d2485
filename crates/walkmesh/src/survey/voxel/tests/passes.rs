//! The fast ways to links, ledges, pieces and layers against the plain ones.

use super::super::compact::{NONE, OpenField, Spot};
use super::super::crowd;
use super::super::heightfield::{Slab, Span};
use super::super::layers::Patches;
use super::super::level;
use super::super::passage::{Row, Solid};
use super::super::pieces::Pieces;
use super::super::sweep::{Opens, Sweep};
use super::super::window::Window;
use super::super::{Counts, Trace};
use super::random::{Dice, assert_same, cave, kept};
use crate::geom::PlanPoint;
use crate::parameters::{Parameters, Resolved};
use std::ops::Range;

/// All rows of a window.
struct Field {
    window: Window,
    /// The spans of cell `i` are `spans[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    spans: Vec<Span>,
}

impl Field {
    fn column(&self, cell: usize) -> Range<usize> {
        let start = |cell: usize| usize::try_from(self.starts[cell]).unwrap();
        start(cell)..start(cell + 1)
    }

    /// The rows, cell by cell.
    fn rows(&self) -> impl Iterator<Item = Row> {
        let width = usize::try_from(self.window.width).unwrap();
        (0..self.starts.len() - 1).step_by(width).map(move |first| {
            let starts = self.starts[first..=first + width].iter();
            let starts = starts.map(|start| start - self.starts[first]).collect();
            let spans = self.column(first).start..self.column(first + width - 1).end;
            Row { starts, spans: self.spans[spans].iter().copied().map(Solid::from).collect() }
        })
    }

    /// The same by runs of cells.
    fn level_rows(&self) -> impl Iterator<Item = level::Row> {
        let width = usize::try_from(self.window.width).unwrap();
        (0..self.starts.len() - 1).step_by(width).map(move |begin| {
            let mut row = level::Row::default();
            for x in 0..width {
                let first = row.spans.len();
                self.column(begin + x).for_each(|i| row.push(&self.spans[i]));
                row.end_cells(x..x + 1, width, first);
            }
            row.end(width);
            row
        })
    }

    /// The open spans, which are the same cell by cell and by runs, as is what is told of stages.
    fn opened(&self, parameters: &Parameters, resolved: &Resolved) -> OpenField {
        let (rules, trace) = ((parameters, resolved), Some(Trace::new(self.window)));
        let (mut counts, mut others) = (Counts::default(), Counts::default());
        let (mut trace, mut other_trace) = (trace.clone(), trace);
        let mut sweep = Sweep::new(rules, self.window, (&mut counts, &mut trace));
        self.rows().for_each(|mut row| sweep.add(&mut row));
        let open = sweep.finish();
        let notes = (&mut others, &mut other_trace);
        let mut sweep = level::Sweep::new(rules, self.window, notes);
        self.level_rows().for_each(|mut row| sweep.add(&mut row));
        let by_runs = sweep.finish();
        assert_same(&open, &by_runs, "by runs");
        assert_eq!((counts, trace), (others, other_trace));
        open
    }
}

/// Columns of a few spans each, often none, a field of `width` x `depth`. Often a column is that
/// of the cell to the west or south but for heights, and sometimes for the ground of its spans.
fn field(dice: &mut Dice, (width, depth): (i32, i32)) -> Field {
    let window = Window {
        origin: PlanPoint::new(0, 0),
        cell: 10,
        width,
        depth,
        inner_min: (0, 0),
        inner_max: (width, depth),
    };
    let mut columns: Vec<Vec<Span>> = Vec::new();
    let across = usize::try_from(width).unwrap();
    for cell in 0..window.cells() {
        let back = [0, 1, 1, across][usize::try_from(dice.below(4)).unwrap()];
        let mut column = Vec::new();
        if back > 0 && back <= cell {
            column.clone_from(&columns[cell - back]);
            let changed = u32::from(dice.below(8) == 0);
            column.iter_mut().for_each(|span| span.slab.ground ^= changed);
        } else {
            let mut top = 0;
            for _ in 0..[0, 1, 1, 2, 3, 5][usize::try_from(dice.below(6)).unwrap()] {
                let mut up = |n: u32| i32::try_from(dice.below(n)).unwrap();
                let bottom = top + 1 + up(9);
                top = bottom + 1 + up(4);
                let slab = Slab { bottom, top, ground: dice.below(2) };
                column.push(Span { slab, height: 0 });
            }
        }
        let mut height = || i32::try_from(dice.below(99)).unwrap();
        column.iter_mut().for_each(|span| span.height = height());
        columns.push(column);
    }
    let mut starts = vec![0];
    for column in &columns {
        starts.push(starts[starts.len() - 1] + u32::try_from(column.len()).unwrap());
    }
    Field { window, starts, spans: columns.concat() }
}

/// A span's links by the rule, side by side, and whether it is a ledge.
fn plainly(field: &Field, resolved: &Resolved, (x, y): (i32, i32), i: usize) -> ([u32; 4], bool) {
    let end = field.column(field.window.number(x, y)).end;
    let ceiling = |i: usize, end: usize| {
        if i + 1 < end { i64::from(field.spans[i + 1].slab.bottom) } else { i64::MAX }
    };
    let top = |i: usize| i64::from(field.spans[i].slab.top);
    let (height, climb) = (i64::from(resolved.walkable_height), i64::from(resolved.walkable_climb));
    let (mut links, mut ledge, mut down, mut up) = ([NONE; 4], false, 0, 0);
    for (side, link) in links.iter_mut().enumerate() {
        let Some(beside) = field.window.beside(x, y, side) else {
            ledge = true;
            continue;
        };
        let there = field.column(beside);
        let first = if there.is_empty() {
            i64::MAX
        } else {
            i64::from(field.spans[there.start].slab.bottom)
        };
        ledge |= ceiling(i, end).min(first) - top(i) >= height;
        for j in there.clone() {
            let open = ceiling(i, end).min(ceiling(j, there.end)) - top(i).max(top(j));
            let step = top(j) - top(i);
            if open >= height && step.abs() <= climb {
                *link = u32::try_from(j).unwrap();
                (down, up) = (step.min(down), step.max(up));
            }
            ledge |= open >= height && step < -climb;
        }
    }
    (links, ledge || up - down > climb)
}

#[test]
fn passages_are_those_of_every_pair() {
    let mut dice = Dice(7);
    let mut resolved = cave(0).resolved();
    let unfiltered = Parameters {
        filter_low_hanging: false,
        filter_ledges: false,
        filter_low_height: false,
        ..cave(0).parameters
    };
    let ledges = Parameters { filter_ledges: true, ..unfiltered };
    for round in 0..400 {
        resolved.walkable_height = 2 + round % 5;
        resolved.walkable_climb = 1 + round % resolved.walkable_height.min(3);
        resolved.walkable_climb = resolved.walkable_climb.min(resolved.walkable_height - 1);
        let size = [(1, 1), (1, 6), (9, 1), (9, 7)][usize::try_from(round % 4).unwrap()];
        let mut field = field(&mut dice, size);
        let open = field.opened(&unfiltered, &resolved);
        // Solid spans by their open numbers.
        let mut numbers = vec![NONE; field.spans.len()];
        let walkable = (0..numbers.len()).filter(|&i| field.spans[i].slab.ground != 0);
        for (number, i) in walkable.enumerate() {
            numbers[i] = u32::try_from(number).unwrap();
        }
        assert_eq!(open.len(), numbers.iter().filter(|&&n| n != NONE).count());
        let mut level = Vec::new();
        for cell in 0..field.window.cells() {
            for i in field.column(cell) {
                let (links, ledge) = plainly(&field, &resolved, field.window.place(cell), i);
                level.extend((!ledge).then_some((cell, field.spans[i].height)));
                if numbers[i] == NONE {
                    continue;
                }
                let own = open.spot(usize::try_from(numbers[i]).unwrap());
                let own = std::array::from_fn(|d| open.beside(own, d).map_or(NONE, |j| j.span));
                let of = |j: u32| numbers.get(usize::try_from(j).unwrap()).map_or(NONE, |&n| n);
                assert_eq!(own, links.map(of), "links of span {i}");
            }
        }
        // What can be stood on makes no difference to what is a ledge.
        field.spans.iter_mut().for_each(|span| span.slab.ground = 1);
        let open = field.opened(&ledges, &resolved);
        let at = |spot: Spot| (usize::try_from(spot.cell).unwrap(), open.heights[spot.i()]);
        let left: Vec<_> = open.spots().map(at).collect();
        assert_eq!(left, level, "round {round}");
    }
}

#[test]
fn pieces_hang_together_and_layers_are_those_of_a_plain_flood() {
    for seed in 0..120 {
        let scene = cave(seed);
        let (open, keep) = kept(&scene, &scene.resolved());
        let pieces = Pieces::of(&open, &keep);
        let mut seen = vec![NONE; open.len()];
        let mut count = 0;
        for first in open.spots() {
            let stays = |spot: Spot| keep[spot.i()] && open.is_inner(spot);
            if !stays(first) || seen[first.i()] != NONE {
                continue;
            }
            let mut queue = vec![first];
            seen[first.i()] = count;
            while let Some(spot) = queue.pop() {
                for there in open.around(spot) {
                    if stays(there) && seen[there.i()] == NONE {
                        seen[there.i()] = count;
                        queue.push(there);
                    }
                }
            }
            count += 1;
        }
        assert_eq!(pieces.of_span, seen, "seed {seed}");
        for (piece, &size) in (0..).zip(&pieces.sizes) {
            let spans = seen.iter().filter(|&&p| p == piece).count();
            assert_eq!(spans, usize::try_from(size).unwrap());
        }
        // When every span may be contested, layers are flooded span by span with every check.
        let fast = Patches::flood(&open, pieces.clone(), &crowd::crowded(&open), None);
        let all = pieces.all_contested();
        let plain = Patches::flood_contested(&open, pieces, &all, None);
        assert_eq!((&fast.of_span, &fast.layers), (&plain.of_span, &plain.layers), "seed {seed}");
        assert!(fast.layer_count > 0 || count == 0);
    }
}
