//! Rows of cells side by side. Nearly everywhere a column is like that beside it: as many spans, at
//! nearly the same heights. Such are looked at as numbers, many at a time; the others one by one, by
//! the rules of [`super::passage`].

use super::compact::{EAST, NONE, NORTH, SOUTH, WEST};
use super::passage::{Between, Column, FALL, Passing};
use super::row::{Gaps, Row};
use crate::geom::cast;
use std::ops::Range;

/// What is side by side.
enum Part {
    /// Spans beside as many others, from this number on: in columns of as many, with floors within the
    /// climb of each other.
    Alike(Range<usize>, usize),
    /// A cell and the one beside it of which that is not so.
    Apart(usize),
}

/// Cells are compared with as many others at a time.
const MANY: usize = 16;

/// What is side by side of cells beside others, told by where the spans of each begin and by their
/// floors.
fn parts(
    passing: Passing,
    (starts, floors): (&[u32], &[i32]),
    (others, beside): (&[u32], &[i32]),
    mut found: impl FnMut(Part),
) {
    let (mut x, cells) = (0, starts.len().saturating_sub(1));
    while x < cells {
        // How many numbers further the others are stays as it is where columns have as many spans.
        let away = others[x].wrapping_sub(starts[x]);
        let ends = starts[x + 1..].iter().zip(&others[x + 1..]);
        let goes_on = |(end, other): &(&u32, &u32)| other.wrapping_sub(**end) == away;
        let end = x + ends.take_while(goes_on).count();
        while x < end {
            let spans = cast::index(starts[x])..cast::index(starts[end]);
            let first = cast::index(others[x]);
            let near = near(passing, &floors[spans.clone()], &beside[first..first + spans.len()]);
            let mut alike = spans.start..spans.start + near;
            let more = starts[x + 1..=end].partition_point(|&end| cast::index(end) <= alike.end);
            x += more;
            alike.end = cast::index(starts[x]);
            if !alike.is_empty() {
                found(Part::Alike(alike, first));
            }
            if x < end {
                found(Part::Apart(x));
                x += 1;
            }
        }
        if x < cells {
            found(Part::Apart(x));
        }
        x += 1;
    }
}

/// How many floors from the first on are within the climb of the others.
fn near(passing: Passing, floors: &[i32], others: &[i32]) -> usize {
    let is_near = |(&floor, &other): (&i32, &i32)| passing.is_step(floor, other);
    let many = floors.as_chunks::<MANY>().0.iter().zip(others.as_chunks::<MANY>().0);
    let all_near = |(floors, others): &(&[i32; MANY], &[i32; MANY])| {
        floors.iter().zip(*others).fold(true, |all, pair| all & is_near(pair))
    };
    let first = MANY * many.take_while(all_near).count();
    first + floors[first..].iter().zip(&others[first..]).take_while(|&pair| is_near(pair)).count()
}

/// Spans beside others, the first beside the first.
#[derive(Clone, Copy)]
struct Side<'a> {
    floors: &'a [i32],
    ceilings: &'a [i32],
}

impl Gaps {
    fn side(&self, spans: Range<usize>) -> Side<'_> {
        Side { floors: &self.floors[spans.clone()], ceilings: &self.ceilings[spans] }
    }
}

/// The spans of a cell of a row.
#[derive(Clone, Copy)]
struct Cell<'a> {
    bottoms: &'a [i32],
    floors: &'a [i32],
}

impl Column for Cell<'_> {
    #[inline]
    fn len(&self) -> usize {
        self.floors.len()
    }

    #[inline]
    fn bottom(&self, i: usize) -> i32 {
        self.bottoms[i]
    }

    #[inline]
    fn floor(&self, i: usize) -> i32 {
        self.floors[i]
    }
}

impl Row {
    /// The spans of a cell, and the number of the first.
    fn cell(&self, x: usize) -> (Cell<'_>, usize) {
        let spans = self.cells(x..x + 1);
        let first = spans.start;
        (Cell { bottoms: &self.bottoms[spans.clone()], floors: &self.gaps.floors[spans] }, first)
    }
}

/// What spans of a row have to others, and these to them.
struct Found<'a> {
    steps: &'a mut [i32],
    back: &'a mut [i32],
    /// From the others to the row.
    links: &'a mut [u32],
}

impl Found<'_> {
    /// One step, as [`Row::steps`] keeps it.
    #[inline]
    fn step(of_span: &mut i32, step: i32) {
        if *of_span != FALL {
            *of_span = step;
        }
    }

    /// All at once of spans beside others, of which the row's begin at `first`: nothing is known of
    /// these yet.
    fn alike(self, passing: Passing, first: usize, own: Side<'_>, beside: Side<'_>) {
        let gaps = own.floors.iter().zip(own.ceilings);
        let gaps = gaps.zip(beside.floors.iter().zip(beside.ceilings));
        let found = self.steps.iter_mut().zip(self.back).zip(self.links);
        for (number, (((step, back), link), ((&floor, &ceiling), (&other, &close)))) in
            (cast::count(first)..).zip(found.zip(gaps))
        {
            let passes = passing.fits(floor.max(other), ceiling.min(close));
            let rise = if passes { other.wrapping_sub(floor) } else { 0 };
            (*step, *back) = (rise, -rise);
            *link = if passes { number } else { NONE };
        }
    }
}

impl Passing {
    /// Looks between the cells of a row.
    pub(super) fn along(self, row: &mut Row) {
        let [mut east, mut west] = [EAST, WEST].map(|side| std::mem::take(&mut row.steps[side]));
        let mut links = std::mem::take(&mut row.west);
        let found = Found { steps: &mut east, back: &mut west, links: &mut links };
        self.beside((row, row), 1, found);
        (row.steps[EAST], row.steps[WEST], row.west) = (east, west, links);
    }

    /// Looks between the cells of a row and of the one north of it.
    pub(super) fn across(self, row: &mut Row, north: &mut Row) {
        let mut steps = std::mem::take(&mut row.steps[NORTH]);
        let mut back = std::mem::take(&mut north.steps[SOUTH]);
        let mut links = std::mem::take(&mut north.south);
        let found = Found { steps: &mut steps, back: &mut back, links: &mut links };
        self.beside((row, north), 0, found);
        (row.steps[NORTH], north.steps[SOUTH], north.south) = (steps, back, links);
    }

    /// Looks between the cells of a row and those so many further of another.
    fn beside(self, (row, other): (&Row, &Row), ahead: usize, found: Found<'_>) {
        let Found { steps, back, links } = found;
        let cells = row.starts.len() - ahead;
        let own = (&row.starts[..cells], &row.gaps.floors[..]);
        parts(self, own, (&other.starts[ahead..], &other.gaps.floors), |part| match part {
            Part::Alike(spans, first) => {
                let others = first..first + spans.len();
                let own = row.gaps.side(spans.clone());
                let beside = other.gaps.side(others.clone());
                let begin = spans.start;
                let steps = &mut steps[spans];
                let (back, links) = (&mut back[others.clone()], &mut links[others]);
                Found { steps, back, links }.alike(self, begin, own, beside);
            }
            Part::Apart(x) => {
                let ((here, first), (there, beyond)) = (row.cell(x), other.cell(x + ahead));
                self.meet_storeys(here, there, |found| match found {
                    Between::Way(i, j, step) => {
                        links[beyond + j] = cast::count(first + i);
                        Found::step(&mut steps[first + i], step);
                        Found::step(&mut back[beyond + j], -step);
                    }
                    Between::Fall(i) => steps[first + i] = FALL,
                    Between::FallBack(j) => back[beyond + j] = FALL,
                });
            }
        });
    }
}
