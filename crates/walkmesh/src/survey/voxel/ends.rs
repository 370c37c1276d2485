//! Cells near those where ground ends.

use super::compact::OpenField;
use super::rows::Segment;
use crate::geom::cast;

/// The cells of spans that may have no neighbour on some side, and those up to `away` cells from
/// them, counted along the axes; beyond, spans on every floor have all of theirs around. Linear.
pub(super) fn near_ends(field: &OpenField, away: usize) -> Vec<Segment> {
    let mut cells = Plan::new(field);
    field.ends().for_each(|spot| cells.mark(field.place(spot)));
    (0..away).for_each(|_| cells.grow());
    cells.segments(cast::cell_index(field.window.width))
}

/// A bit a cell; each row begins with a word.
struct Plan {
    words: Vec<u64>,
    /// Words of a row.
    each: usize,
}

/// Bits of a word.
const BITS: usize = 64;

/// Segments closer to each other are one: few cells between take less time than another segment.
const GAP: usize = 16;

impl Plan {
    /// No cell yet.
    fn new(field: &OpenField) -> Self {
        let each = cast::cell_index(field.window.width).div_ceil(BITS).max(1);
        Self { words: vec![0; each * cast::cell_index(field.window.depth)], each }
    }

    fn mark(&mut self, (x, y): (i32, i32)) {
        let (x, y) = (cast::cell_index(x), cast::cell_index(y));
        self.words[y * self.each + x / BITS] |= 1 << (x % BITS);
    }

    /// Marks the cells beside those that are, also some past the end of rows.
    fn grow(&mut self) {
        let (before, each) = (self.words.clone(), self.each);
        for (at, word) in self.words.iter_mut().enumerate() {
            let (own, column) = (*word, at % each);
            let there =
                |at: Option<usize>| at.and_then(|at| before.get(at)).map_or(0, |&word| word);
            let west = if column == 0 { 0 } else { before[at - 1] >> (BITS - 1) };
            let east = if column + 1 == each { 0 } else { before[at + 1] << (BITS - 1) };
            let beside = own << 1 | own >> 1 | west | east;
            *word |= beside | there(at.checked_sub(each)) | there(Some(at + each));
        }
    }

    /// What is marked of the `width` cells of each row.
    fn segments(&self, width: usize) -> Vec<Segment> {
        let mut segments: Vec<Segment> = Vec::new();
        for (y, row) in (0..).zip(self.words.chunks_exact(self.each)) {
            let (mut from, mut before) = (None, 0);
            let mut add = |from: usize, to: usize| {
                let to = to.min(width);
                match segments.last_mut() {
                    Some(last) if last.y == y && from < last.columns.end + GAP => {
                        last.columns.end = to;
                    }
                    _ if from < width => segments.push(Segment { y, columns: from..to }),
                    _ => {}
                }
            };
            for (k, &word) in row.iter().enumerate() {
                // Where a bit is not as the one to its west.
                let mut changes = word ^ (word << 1 | before);
                before = word >> (BITS - 1);
                while changes != 0 {
                    let x = BITS * k + changes.trailing_zeros() as usize;
                    match from.take() {
                        None => from = Some(x),
                        Some(from) => add(from, x),
                    }
                    changes &= changes - 1;
                }
            }
            from.into_iter().for_each(|from| add(from, width));
        }
        segments
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    #[test]
    fn segments_hold_the_cells_within_reach() {
        let mut random = Random::new(8);
        for round in 0..60 {
            let (width, depth) = ([1_usize, 5, 63, 64, 65, 130][round % 6], 1 + round % 7);
            let each = width.div_ceil(BITS);
            let mut plan = Plan { words: vec![0; each * depth], each };
            let marked: Vec<(usize, usize)> =
                (0..random.below(5)).map(|_| (random.below(width), random.below(depth))).collect();
            for &(x, y) in &marked {
                plan.mark((cast::extent(x), cast::extent(y)));
            }
            let away = random.below(6);
            (0..away).for_each(|_| plan.grow());
            let segments = plan.segments(width);
            for y in 0..depth {
                let within = |x: usize, away: usize| {
                    marked.iter().any(|c| c.0.abs_diff(x) + c.1.abs_diff(y) <= away)
                };
                for x in 0..width {
                    let of = |s: &&Segment| s.y == cast::extent(y) && s.columns.contains(&x);
                    let holds = segments.iter().filter(of).count();
                    assert!(holds == 1 || holds == 0 && !within(x, away));
                    // Between two that are near, if not near itself.
                    let near = |side: &mut dyn Iterator<Item = usize>| {
                        side.take(GAP).any(|x| within(x, away))
                    };
                    let between = near(&mut (0..=x).rev()) && near(&mut (x..width));
                    assert!(holds == 0 || between);
                }
            }
            let order = |s: &Segment| (s.y, s.columns.start);
            assert!(
                segments.is_sorted_by_key(order) && segments.iter().all(|s| !s.columns.is_empty())
            );
        }
    }
}
