//! Rows of solid spans to open ones, stretch by stretch of cells in which the same spans of their
//! columns can be stood on.

use super::super::compact::{EAST, NONE, NORTH, OpenField};
use super::super::passage::Passing;
use super::filter::Filtered;
use super::passage::Seam;
use super::row::Row;
use crate::geom::cast;
use crate::soup::Area;
use std::ops::Range;

const WEST: usize = EAST + 2;
const SOUTH: usize = NORTH + 2;

/// A span of a row, with its column and kind of ground and what is beside it.
#[derive(Clone, Copy, Debug)]
struct Linked {
    x: i32,
    area: Area,
    links: [u32; 4],
}

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

    /// How many open spans come before a stretch.
    fn first(&self, stretch: usize) -> u32 {
        self.stretches[stretch].first
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

/// What is open of two rows, until all is known of what is beside it.
#[derive(Debug)]
pub(super) struct Opening {
    passing: Passing,
    /// The row that came last and its spans, whose links to the north are not known yet.
    y: i32,
    before: Vec<Linked>,
    /// The spans of the row at hand.
    own: Vec<Linked>,
}

impl Opening {
    pub(super) const fn new(passing: Passing) -> Self {
        Self { passing, y: 0, before: Vec::new(), own: Vec::new() }
    }

    /// Adds what is open of row `y`, which follows, linked where a body passes; linear. `south` is
    /// what is open of the row before, with the seam between the two.
    pub(super) fn add(
        &mut self,
        field: &mut OpenField,
        y: i32,
        (row, opened): (&Row, &Opened),
        south: Option<(&Opened, &Seam)>,
    ) {
        for stretch in 0..opened.stretches.len().saturating_sub(1) {
            self.add_stretch(field, row, (opened, stretch));
        }
        self.link_along((row, opened));
        if let Some((before, seam)) = south {
            self.link_across(before, opened, seam);
        }
        self.end_row(field);
        self.y = y;
    }

    /// Adds the links of the last row.
    pub(super) fn end_row(&mut self, field: &mut OpenField) {
        field.places.extend(self.before.iter().map(|span| (span.x, self.y)));
        field.areas.extend(self.before.iter().map(|span| span.area));
        field.links.extend(self.before.iter().map(|span| span.links));
        self.before.clear();
        std::mem::swap(&mut self.before, &mut self.own);
    }

    fn add_stretch(
        &mut self,
        field: &mut OpenField,
        row: &Row,
        (opened, stretch): (&Opened, usize),
    ) {
        let Stretch { cell, runs, first, each, passes, .. } = opened.stretches[stretch];
        let cells = cell..opened.stretches[stretch + 1].cell;
        let n = cells.len();
        if each == 0 {
            field.starts.extend(std::iter::repeat_n(first, n));
            return;
        }
        let run = cast::index(runs.0);
        let column = row.column(run);
        let heights = row.heights(run, cell);
        let ranks = opened.ranks(stretch);
        let open = || (0..column.len()).filter(|&i| ranks[i] != NONE);
        let end = first + each * cast::count(n);
        let columns = extents(&cells);
        // Within the stretch links lead to the same span of the next cell.
        let span = |i: usize, x: i32, number: u32| {
            let links = if passes || self.passing.stays(column, i) {
                [number.wrapping_add(each), NONE, number.wrapping_sub(each), NONE]
            } else {
                [NONE; 4]
            };
            let area = Area(u8::try_from(column[i].ground - 1).unwrap_or(u8::MAX));
            Linked { x, area, links }
        };
        let from = self.own.len();
        if each == 1
            && let Some(only) = open().next()
        {
            field.starts.extend(first..end);
            if column.len() == 1 {
                field.heights.extend_from_slice(&heights[..n]);
            } else {
                field.heights.extend(heights[only..].iter().step_by(column.len()).take(n));
            }
            self.own.extend((first..end).zip(columns).map(|(number, x)| span(only, x, number)));
        } else {
            let mut number = first;
            for (x, heights) in columns.zip(heights.chunks_exact(column.len())) {
                field.starts.push(number);
                for i in open() {
                    field.heights.push(heights[i]);
                    self.own.push(span(i, x, number));
                    number += 1;
                }
            }
        }
        // Over its ends it is the other stretch that says.
        let each = cast::index(each);
        let (end, spans) = (self.own.len(), &mut self.own[..]);
        spans[from..from + each].iter_mut().for_each(|span| span.links[WEST] = NONE);
        spans[end - each..].iter_mut().for_each(|span| span.links[EAST] = NONE);
    }

    /// Links the spans on both sides where a stretch ends and the next begins.
    fn link_along(&mut self, (row, opened): (&Row, &Opened)) {
        let start = opened.first(0);
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
                    if self.passing.stays(row.column(run), i) { others[i] } else { NONE }
                } else {
                    let link = row.eastward(run)[i].link;
                    others.get(cast::index(link)).map_or(NONE, |&rank| rank)
                };
                if rank != NONE && beside != NONE {
                    let (west, east) = (last + rank, there.first + beside);
                    self.own[cast::index(west - start)].links[EAST] = east;
                    self.own[cast::index(east - start)].links[WEST] = west;
                }
            }
        }
    }

    /// Links the spans of two rows where stretches of both lie side by side.
    fn link_across(&mut self, before: &Opened, opened: &Opened, seam: &Seam) {
        let (first, parted) = (before.first(0), opened.first(0));
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
                let from = number(&here, cells.start) + rank;
                let to = number(&there, cells.start) + other;
                let n = cells.len();
                let own = &mut self.before[cast::index(from - first)..];
                let beyond = &mut self.own[cast::index(to - parted)..];
                if here.each == 1 && there.each == 1 {
                    link_all((own.iter_mut(), from..), (beyond.iter_mut(), to..), n);
                } else {
                    let (each, others) = (cast::index(here.each), cast::index(there.each));
                    let own = (own.iter_mut().step_by(each), (from..).step_by(each));
                    let beyond = (beyond.iter_mut().step_by(others), (to..).step_by(others));
                    link_all(own, beyond, n);
                }
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
}

/// Links so many spans to the north and back, with their numbers.
#[inline]
fn link_all<'a>(
    (own, from): (impl Iterator<Item = &'a mut Linked>, impl Iterator<Item = u32>),
    (beyond, to): (impl Iterator<Item = &'a mut Linked>, impl Iterator<Item = u32>),
    n: usize,
) {
    for ((own, beyond), (from, to)) in own.zip(beyond).zip(from.zip(to)).take(n) {
        own.links[NORTH] = to;
        beyond.links[SOUTH] = from;
    }
}

/// Cells as columns of the window.
fn extents(cells: &Range<u32>) -> Range<i32> {
    cast::extent(cast::index(cells.start))..cast::extent(cast::index(cells.end))
}
