//! Where a body passes between spans side by side, and where it would fall.
//!
//! Above each span is a gap: from its top to the bottom of the next. Between cells side by side a
//! body passes where two gaps share the agent's height. That is symmetric, so every pair of gaps
//! is looked at once, from below upwards in both columns: of two gaps, the one that closes first
//! meets nothing above the other. Ledges and links both come out of it.

use super::compact::NONE;
use super::heightfield::{Heightfield, Span};
use crate::geom::cast;
use crate::parameters::Resolved;
use std::ops::Range;

/// What is beside each span of a field; whether it can be stood on does not matter.
#[derive(Clone, Debug)]
pub(super) struct Passages {
    /// The spans to the east and north where a body passes at a step of at most the climb, or
    /// [`NONE`]. The climb is below the height, so there is one on a side at most.
    pub(super) links: Vec<[u32; 2]>,
    /// The steps down and up to all of these, on four sides; [`LEDGE`] down where one is deeper
    /// than the climb.
    steps: Vec<(i32, i32)>,
}

/// A step down that is deeper than any.
const LEDGE: i32 = i32::MIN;

impl Passages {
    /// Linear in the spans.
    pub(super) fn between(field: &Heightfield, resolved: &Resolved) -> Self {
        let length = field.spans.len();
        let mut finder = Finder {
            spans: &field.spans,
            height: i64::from(resolved.walkable_height),
            climb: resolved.walkable_climb,
            found: Self { links: vec![[NONE; 2]; length], steps: vec![(0, 0); length] },
        };
        let (width, depth) =
            (cast::cell_index(field.window.width), cast::cell_index(field.window.depth));
        for y in 0..depth {
            for x in 0..width {
                let cell = y * width + x;
                let here = field.column(cell);
                if x == 0 || y == 0 || x + 1 == width || y + 1 == depth {
                    // Beyond the world there is nothing.
                    here.clone().for_each(|i| finder.found.steps[i].0 = LEDGE);
                }
                if x + 1 < width {
                    finder.meet(here.clone(), field.column(cell + 1), 0);
                }
                if y + 1 < depth {
                    finder.meet(here, field.column(cell + width), 1);
                }
            }
        }
        finder.found
    }

    /// Whether span `i` is beside a drop deeper than the climb, or too steep to be between its
    /// neighbours.
    #[inline]
    pub(super) fn is_ledge(&self, i: usize, climb: i32) -> bool {
        let (down, up) = self.steps[i];
        i64::from(up) - i64::from(down) > i64::from(climb)
    }
}

struct Finder<'a> {
    spans: &'a [Span],
    height: i64,
    climb: i32,
    found: Passages,
}

impl Finder<'_> {
    /// Two columns side by side.
    #[inline]
    fn meet(&mut self, here: Range<usize>, there: Range<usize>, side: usize) {
        let (first, other) = (self.first(&here), self.first(&there));
        if self.fits(first.1, other.0) {
            self.fall(here.clone(), other.0);
        }
        if self.fits(other.1, first.0) {
            self.fall(there.clone(), first.0);
        }
        let (mut i, mut j) = (here.start, there.start);
        while i < here.end && j < there.end {
            let (low, other) = (self.spans[i].top, self.spans[j].top);
            let (close, other_close) = (self.ceiling(i, here.end), self.ceiling(j, there.end));
            let opening = i64::from(close.min(other_close)) - i64::from(low.max(other));
            if opening >= self.height {
                let step = other.wrapping_sub(low);
                let (down, up) = &mut self.found.steps[i];
                if step < -self.climb {
                    *down = LEDGE;
                } else if step <= self.climb {
                    (*down, *up) = (step.min(*down), step.max(*up));
                    self.found.links[i][side] = cast::count(j);
                    let (down, up) = &mut self.found.steps[j];
                    (*down, *up) = ((-step).min(*down), (-step).max(*up));
                } else {
                    self.found.steps[j].0 = LEDGE;
                }
            }
            if close <= other_close {
                i += 1;
            } else {
                j += 1;
            }
        }
    }

    /// Bottom and top of the lowest span of a column; both at the sky without one.
    #[inline]
    fn first(&self, column: &Range<usize>) -> (i32, i32) {
        let lowest = self.spans[..column.end].get(column.start);
        lowest.map_or((i32::MAX, i32::MAX), |span| (span.bottom, span.top))
    }

    /// Marks the spans of a column that lead below everything there is in the other one.
    #[cold]
    fn fall(&mut self, column: Range<usize>, lowest: i32) {
        for i in column.clone() {
            let floor = self.spans[i].top;
            if !self.fits(floor, lowest) {
                break;
            }
            if self.fits(floor, self.ceiling(i, column.end)) {
                self.found.steps[i].0 = LEDGE;
            }
        }
    }

    #[inline]
    fn fits(&self, floor: i32, ceiling: i32) -> bool {
        i64::from(ceiling) - i64::from(floor) >= self.height
    }

    /// Where the gap above span `i` of a column that ends before `end` is closed.
    #[inline]
    fn ceiling(&self, i: usize, end: usize) -> i32 {
        if i + 1 < end { self.spans[i + 1].bottom } else { i32::MAX }
    }
}
