//! What triangles fill of cells, before it is merged.

use super::heightfield::{Slab, Span};
use crate::geom::cast;

/// In [`Part::new`]: of an obstacle. It cannot be stood on, and what is below its top by the
/// climb or less cannot either, so that nobody steps onto it from there.
pub(super) const BLOCKED: u16 = u16::MAX;

/// What the triangles fill of the cells of some rows, as a list for each cell; where runs of cells
/// are asked for, level floors and ceilings by rows.
#[derive(Debug, Default)]
pub(super) struct RawSpans {
    /// The part that came last to each cell, or [`END`].
    pub(super) heads: Vec<u32>,
    pub(super) parts: Vec<Part>,
    rows: Vec<Vec<Level>>,
    /// By row, memory for [`Columns::over`].
    over: Vec<Vec<Level>>,
    /// How many cells these fill.
    level: usize,
}

/// What a level triangle fills of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// The same in every cell.
    part: Part,
    /// From the first cell of the row to one past the last.
    cells: (u32, u32),
    /// Those of them whose centre the triangle really covers.
    covered: (u32, u32),
}

impl Level {
    /// What it fills of one of its cells.
    #[inline]
    fn at(&self, cell: u32) -> Part {
        let covered = (self.covered.0..self.covered.1).contains(&cell);
        Part { ground: self.part.ground | u32::from(covered), ..self.part }
    }
}

/// No further part.
pub(super) const END: u32 = u32::MAX;

impl RawSpans {
    /// Nothing yet in `depth` rows of `width` cells.
    pub(super) fn clear(&mut self, width: usize, depth: usize) {
        self.heads.clear();
        self.heads.resize(width * depth, END);
        self.parts.clear();
        self.parts.reserve(2 * width * depth);
        self.rows.resize_with(depth, Vec::new);
        self.over.resize_with(depth, Vec::new);
        self.rows.iter_mut().for_each(Vec::clear);
        self.level = 0;
    }

    /// How many parts of cells there are.
    pub(super) const fn len(&self) -> usize {
        self.parts.len() + self.level
    }

    /// Adds the same part to cells of a row, of which the triangle covers the centres of some.
    pub(super) fn add_level(
        &mut self,
        row: usize,
        part: Part,
        cells: (usize, usize),
        covered: (usize, usize),
    ) {
        let Some(row) = self.rows.get_mut(row) else { return };
        let ends = |(from, to): (usize, usize)| (cast::count(from), cast::count(to));
        row.push(Level { part, cells: ends(cells), covered: ends(covered) });
        self.level += cells.1 - cells.0;
    }

    /// Adds parts to the cells from `first` on, one to each.
    #[inline]
    pub(super) fn add(&mut self, first: usize, parts: impl ExactSizeIterator<Item = Part>) {
        let cells = self.heads.get_mut(first..first + parts.len()).unwrap_or_default();
        for (head, part) in cells.iter_mut().zip(parts) {
            if let Some(last) = self.parts.get_mut(cast::index(*head))
                && last.takes(&part)
            {
                continue;
            }
            let next = std::mem::replace(head, cast::count(self.parts.len()));
            self.parts.push(Part { next, ..part });
        }
    }
}

/// What one triangle fills of one cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Lowest and one past the highest voxel.
    pub(super) bottom: i32,
    pub(super) top: i32,
    /// The triangle's height at the cell's centre, kept within the part in the cell, steps.
    pub(super) height: i32,
    /// Twice 0 where it cannot be stood on, [`BLOCKED`], or 1 + its area tag; and 1 more where
    /// the triangle really covers the cell's centre.
    pub(super) ground: u32,
    /// The part that came to the cell before.
    pub(super) next: u32,
}

impl Part {
    #[inline]
    pub(super) fn new((bottom, top): (i32, i32), height: i32, ground: u16, centre: bool) -> Self {
        Self { bottom, top, height, ground: 2 * u32::from(ground) + u32::from(centre), next: END }
    }

    /// Takes another part of the cell in where one says as much as the two: upright walls in two
    /// triangles, and level floors along the side between two.
    #[inline]
    fn takes(&mut self, other: &Self) -> bool {
        if other.bottom > self.top || other.top < self.bottom {
            return false;
        }
        if self.ground | other.ground <= 1 {
            // Of what cannot be stood on only the height of the highest is ever asked for.
            (self.top, self.height) = (self.top, self.height).max((other.top, other.height));
        } else if self.ground >> 1 == other.ground >> 1
            && (self.top, self.height) == (other.top, other.height)
        {
            self.ground |= other.ground;
        } else {
            return false;
        }
        self.bottom = self.bottom.min(other.bottom);
        true
    }

    #[inline]
    pub(super) fn is_blocked(&self) -> bool {
        self.ground >> 1 == u32::from(BLOCKED)
    }

    /// The span where there is no other part.
    #[inline]
    pub(super) fn alone(&self) -> Span {
        let ground = if self.is_blocked() { 0 } else { self.ground >> 1 };
        let slab = Slab { bottom: self.bottom, top: self.top, ground };
        Span { slab, height: self.height }
    }
}

/// The columns of a row, from west to east.
pub(super) struct Columns<'a> {
    pub(super) parts: &'a [Part],
    /// Of each cell the part that came last.
    pub(super) heads: &'a [u32],
    /// Of the row, by their first cells, and how many of them have come.
    levels: &'a [Level],
    next: usize,
    /// Those that reach over the cells at hand, up to the cell where others do.
    over: &'a mut Vec<Level>,
    changes: u32,
}

impl RawSpans {
    /// The rows of `width` cells.
    pub(super) fn rows(&mut self, width: usize) -> impl ExactSizeIterator<Item = Columns<'_>> {
        let Self { heads, parts, rows, over, .. } = self;
        let parts = &parts[..];
        let rows = heads.chunks_exact(width.max(1)).zip(rows).zip(over);
        rows.map(move |((heads, levels), over)| {
            levels.sort_unstable_by_key(|level| level.cells.0);
            over.clear();
            Columns { parts, heads, levels, next: 0, over, changes: 0 }
        })
    }
}

impl Columns<'_> {
    /// What fills a cell, where that is one part of its own.
    #[inline]
    pub(super) fn alone(&self, cell: usize) -> Option<&Part> {
        let is_own = self.over.is_empty() && cast::count(cell) < self.changes;
        let part = self.parts.get(cast::index(self.heads[cell]))?;
        (is_own && part.next == END).then_some(part)
    }

    /// What fills cell `cell`, in any order; how far east all cells up to `end` have the same.
    /// Cells come in order.
    pub(super) fn read(&mut self, cell: usize, end: usize, column: &mut Vec<Part>) -> usize {
        column.clear();
        let at = cast::count(cell);
        if at >= self.changes {
            self.over.retain(|level| level.cells.1 > at);
            while let Some(level) = self.levels.get(self.next).filter(|level| level.cells.0 <= at) {
                self.over.push(*level);
                self.next += 1;
            }
            let next = self.levels.get(self.next).map_or(u32::MAX, |level| level.cells.0);
            self.changes = self.over.iter().fold(next, |next, level| next.min(level.cells.1));
        }
        let mut part = self.parts.get(cast::index(self.heads[cell]));
        let is_alone = part.is_none();
        while let Some(own) = part {
            column.push(*own);
            part = self.parts.get(cast::index(own.next));
        }
        column.extend(self.over.iter().map(|level| level.at(at)));
        if !is_alone {
            return cell + 1;
        }
        let mut until = self.changes;
        if self.over.len() > 1 {
            // Which centres are covered counts where parts are merged.
            let covered = self.over.iter().flat_map(|level| [level.covered.0, level.covered.1]);
            until = covered.filter(|&change| change > at).fold(until, u32::min);
        }
        let until = end.min(cast::index(until));
        let same = self.heads[cell..until].iter().take_while(|&&head| head == END).count();
        cell + same
    }
}

#[cfg(test)]
mod tests {
    use super::super::level;
    use super::super::passage::Row;
    use super::super::sweep::Merged;
    use super::*;
    use walkmesh_testkit::Random;

    /// The spans of each cell with their heights.
    fn columns(raw: &mut RawSpans, width: usize) -> Vec<Vec<Span>> {
        let rows = raw.rows(width).flat_map(|raw| {
            let mut row = level::Row::default();
            row.merge(raw, 2);
            row.columns()
        });
        rows.collect()
    }

    #[test]
    fn level_rows_are_merged_as_their_cells_one_by_one() {
        let mut random = Random::new(11);
        for round in 0..600 {
            let (width, depth) = ([1, 2, 3, 12][round % 4], 2);
            let (mut rows, mut cells) = (RawSpans::default(), RawSpans::default());
            rows.clear(width, depth);
            cells.clear(width, depth);
            let mut below = |n: usize| random.below(n);
            for _ in 0..below(14) {
                let (row, from) = (below(depth), below(width));
                let to = from + 1 + below(width - from);
                let first = from + below(to - from + 1);
                let covered = first..first + below(to - first + 1);
                let bottom = i32::try_from(below(8)).unwrap();
                let extent = (bottom, bottom + 1 + i32::try_from(below(3)).unwrap());
                let ground = [0, 1, 2, BLOCKED][below(4)];
                let part = |centre| Part::new(extent, extent.1 * 10, ground, centre);
                if below(3) == 0 {
                    let height = i32::try_from(below(40)).unwrap();
                    let part = Part::new(extent, height, ground, below(2) == 0);
                    for raw in [&mut rows, &mut cells] {
                        raw.add(row * width + from, std::iter::once(part));
                    }
                } else {
                    rows.add_level(row, part(false), (from, to), (covered.start, covered.end));
                    let parts = (from..to).map(|x| part(covered.contains(&x)));
                    cells.add(row * width + from, parts);
                }
            }
            let found = columns(&mut rows, width);
            let plain = cells.rows(width).flat_map(|raw| {
                let mut row = Row::default();
                row.merge(raw, 2);
                let columns = row.columns_mut().map(|column| column.iter().map(|s| s.span));
                columns.map(Iterator::collect).collect::<Vec<Vec<Span>>>()
            });
            let plain: Vec<_> = plain.collect();
            assert_eq!(found, plain, "round {round}");
            assert_eq!(columns(&mut cells, width), plain, "round {round}");
        }
    }
}
