//! Rows of solid spans to open ones, stretch by stretch of cells in which the same spans of their
//! columns can be stood on.

use super::super::compact::{EAST, NONE, NORTH, OpenField, SOUTH, WEST};
use super::super::passage::Passing;
use super::filter::Filtered;
use super::passage::Seam;
use super::row::Row;
use crate::geom::cast;
use crate::soup::Area;
use std::ops::Range;

/// Cells of one or more runs with as many spans, up to those of the next stretch. Over ends of
/// runs inside, each open span is linked to the same one of the next run, of the same area.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    cell: u32,
    /// The first and the last of its runs.
    runs: (u32, u32),
    /// The number of its first open span, and how many there are in each cell.
    first: u32,
    each: u32,
    /// Where its ranks begin.
    ranks: u32,
    /// A body passes along all of its open spans.
    passes: bool,
}

/// What can be stood on of a row.
#[derive(Clone, Debug, Default)]
pub(super) struct Opened {
    /// From west to east, and one past the row.
    stretches: Vec<Stretch>,
    /// For each span of the run of each stretch how many open ones are under it in a cell, or
    /// [`NONE`] where it is not open itself.
    ranks: Vec<u32>,
    /// How many open spans there are up to the last stretch.
    number: u32,
}

impl Opened {
    /// Nothing of a row yet; so many spans of other rows come before it.
    pub(super) fn clear(&mut self, number: u32) {
        self.stretches.clear();
        self.ranks.clear();
        self.number = number;
    }

    /// Adds cells that follow.
    #[inline]
    pub(super) fn add(&mut self, row: &Row, filtered: &Filtered<'_>, passing: Passing) {
        let (run, start) = (cast::count(filtered.run), self.ranks.len());
        let column = row.column(filtered.run);
        let (mut each, mut passes) = (0, true);
        for (i, span) in column.iter().enumerate() {
            let stands = filtered.stands(i, span);
            self.ranks.push(if stands { each } else { NONE });
            each += u32::from(stands);
            passes &= !stands || passing.stays(column, i);
        }
        let cell = filtered.cells.start;
        self.number += each * (filtered.cells.end - cell);
        let (ranks, number) = (cast::count(start), self.number);
        if let Some(last) = self.stretches.last_mut() {
            let (before, own) = self.ranks.split_at(start);
            let same = before[cast::index(last.ranks)..] == *own;
            let goes_on = || {
                let before = cast::index(last.runs.1);
                passes && last.passes && continues(own, row, (before, filtered.run))
            };
            if same && (last.runs.1 == run || each == 0 || goes_on()) {
                last.runs.1 = run;
                self.ranks.truncate(start);
                return;
            }
        }
        let first = number - each * (filtered.cells.end - cell);
        self.stretches.push(Stretch { cell, runs: (run, run), first, each, ranks, passes });
    }

    /// Ends the row after the last of its cells.
    pub(super) fn end(&mut self, width: u32) {
        let (cell, first, ranks) = (width, self.number, cast::count(self.ranks.len()));
        let runs = (NONE, NONE);
        self.stretches.push(Stretch { cell, runs, first, each: 0, ranks, passes: false });
    }

    #[inline]
    fn ranks(&self, stretch: usize) -> &[u32] {
        let ends = &self.stretches[stretch..];
        &self.ranks[cast::index(ends[0].ranks)..cast::index(ends[1].ranks)]
    }
}

/// Whether all spans of a run that have a rank are linked to the same ones, and of the same area,
/// of the next.
#[inline]
fn continues(ranks: &[u32], row: &Row, (run, next): (usize, usize)) -> bool {
    let spans = row.column(run).iter().zip(row.column(next)).zip(row.eastward(run));
    (0..).zip(ranks.iter().zip(spans)).all(|(i, (&rank, ((span, beside), side)))| {
        rank == NONE || side.link == i && span.ground == beside.ground
    })
}

/// Adds what is open of the row that follows, linked where a body passes; linear. `south` is
/// what is open of the row before, with the seam between the two.
pub(super) fn add(
    field: &mut OpenField,
    (row, opened): (&Row, &Opened),
    passing: Passing,
    south: Option<(&Opened, &Seam)>,
) {
    for stretch in 0..opened.stretches.len().saturating_sub(1) {
        add_stretch(field, (row, passing), (opened, stretch));
    }
    link_along(field, (row, opened), passing);
    if let Some((before, seam)) = south {
        link_across(field, before, opened, seam);
    }
}

fn add_stretch(
    field: &mut OpenField,
    (row, passing): (&Row, Passing),
    (opened, stretch): (&Opened, usize),
) {
    let Stretch { cell, runs, first, each, passes, .. } = opened.stretches[stretch];
    let n = cast::index(opened.stretches[stretch + 1].cell - cell);
    if each == 0 {
        field.starts.extend(std::iter::repeat_n(first, n));
        return;
    }
    let run = cast::index(runs.0);
    let column = row.column(run);
    let heights = row.heights(run, cell);
    let ranks = opened.ranks(stretch);
    let open = || (0..column.len()).filter(|&i| ranks[i] != NONE);
    let area = |i: usize| Area(u8::try_from(column[i].ground - 1).unwrap_or(u8::MAX));
    // Within the stretch links lead to the same span of the next cell, and as many as the other
    // spans of a cell lie between.
    let links = |i: usize| {
        let same = if passes || passing.stays(column, i) { each - 1 } else { NONE };
        [same, NONE, same, NONE]
    };
    let from = field.len();
    if each == 1
        && let Some(only) = open().next()
    {
        field.starts.extend((first..).take(n));
        if column.len() == 1 {
            field.heights.extend_from_slice(&heights[..n]);
        } else {
            field.heights.extend(heights[only..].iter().step_by(column.len()).take(n));
        }
        field.areas.extend(area(only), n);
        field.links.extend_same(links(only), n);
    } else {
        field.starts.extend((first..).step_by(cast::index(each)).take(n));
        for heights in heights.chunks_exact(column.len()).take(n) {
            field.heights.extend(open().map(|i| heights[i]));
            open().for_each(|i| field.areas.extend(area(i), 1));
            field.links.extend(open().map(links), each);
        }
    }
    // Over its ends it is the other stretch that says.
    let each = cast::index(each);
    (from..from + each).for_each(|i| field.links.cut(i, WEST));
    (field.len() - each..field.len()).for_each(|i| field.links.cut(i, EAST));
}

/// Links the spans on both sides where a stretch ends and the next begins.
fn link_along(field: &mut OpenField, (row, opened): (&Row, &Opened), passing: Passing) {
    for (stretch, ends) in opened.stretches.windows(3).enumerate() {
        let [here, there, _] = [ends[0], ends[1], ends[2]];
        if here.each == 0 || there.each == 0 {
            continue;
        }
        let (ranks, others) = (opened.ranks(stretch), opened.ranks(stretch + 1));
        let run = cast::index(here.runs.1);
        let last = there.first - here.each;
        for (i, &rank) in ranks.iter().enumerate() {
            let beside = if here.runs.1 == there.runs.0 {
                if passing.stays(row.column(run), i) { others[i] } else { NONE }
            } else {
                let link = row.eastward(run)[i].link;
                others.get(cast::index(link)).map_or(NONE, |&rank| rank)
            };
            if rank != NONE && beside != NONE {
                let (west, east) = (last + rank, there.first + beside);
                field.links.set(cast::index(west), EAST, east - west - 1);
                field.links.set(cast::index(east), WEST, east - west - 1);
            }
        }
    }
}

/// Links the spans of two rows where stretches of both lie side by side.
fn link_across(field: &mut OpenField, before: &Opened, opened: &Opened, seam: &Seam) {
    let (mut south, mut north, mut at, mut cell) = (0, 0, 0, 0);
    while let (Some(a), Some(b)) =
        (before.stretches.get(south + 1), opened.stretches.get(north + 1))
    {
        let end = a.cell.min(b.cell);
        let (here, there) = (before.stretches[south], opened.stretches[north]);
        let (ranks, others) = (before.ranks(south), opened.ranks(north));
        south += usize::from(a.cell == end);
        north += usize::from(b.cell == end);
        let number =
            |stretch: &Stretch, cell: u32| stretch.first + (cell - stretch.cell) * stretch.each;
        let mut link = |cells: Range<u32>, (rank, other): (u32, u32)| {
            let from = cast::index(number(&here, cells.start) + rank);
            let to = cast::index(number(&there, cells.start) + other);
            let [each, others] = [here.each, there.each].map(cast::index);
            field.links.set_all((from, each, cells.len()), NORTH, other);
            field.links.set_all((to, others, cells.len()), SOUTH, rank);
        };
        let only = |stretch: &Stretch, ranks: &[u32]| {
            let only = (stretch.each == 1).then(|| ranks.iter().position(|&rank| rank == 0));
            only.flatten().map(cast::count)
        };
        let pair = only(&here, ranks).zip(only(&there, others));
        // Of one open span each, where the links begin that have not been made yet.
        let mut since = None;
        while cell < end
            && let Some(next) = seam.stretches.get(at + 1)
        {
            let to = next.cell.min(end);
            if let Some((own, other)) = pair {
                let side = seam.to_south(&seam.stretches[at], cast::index(other));
                if side.link == own {
                    since.get_or_insert(cell);
                } else if let Some(since) = since.take() {
                    link(since..cell, (0, 0));
                }
            } else if here.each != 0 && there.each != 0 {
                for (side, &rank) in seam.southward(at).iter().zip(others) {
                    let below = ranks.get(cast::index(side.link)).map_or(NONE, |&rank| rank);
                    if rank != NONE && below != NONE {
                        link(cell..to, (below, rank));
                    }
                }
            }
            at += usize::from(next.cell == to);
            cell = to;
        }
        if let Some(since) = since {
            link(since..cell, (0, 0));
        }
    }
}
