//! Kinds of ground of spans.

use crate::soup::Area;
use std::ops::Range;

/// The kind of ground of each span: one for all as long as they have the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Areas {
    /// The first of all.
    one: Area,
    length: usize,
    /// Those of all spans, where there are several kinds.
    each: Vec<Area>,
}

impl Areas {
    /// Adds `n` spans of one kind.
    #[inline]
    pub(super) fn extend(&mut self, area: Area, n: usize) {
        if self.length == 0 {
            self.one = area;
        }
        if area != self.one && n > 0 {
            self.each.resize(self.length, self.one);
        }
        self.length += n;
        if !self.each.is_empty() {
            self.each.resize(self.length, area);
        }
    }

    /// The kind of span `i`.
    #[inline]
    pub(super) fn of(&self, i: usize) -> Area {
        self.each.get(i).copied().unwrap_or(self.one)
    }

    /// True when all spans are known to be of one kind.
    pub(super) const fn is_one(&self) -> bool {
        self.each.is_empty()
    }

    /// Leaves out the spans from `length` on.
    pub(super) fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
        self.each.truncate(length);
    }

    /// Adds spans of another field.
    pub(super) fn extend_from(&mut self, other: &Self, spans: Range<usize>) {
        if other.is_one() {
            self.extend(other.one, spans.len());
        } else {
            spans.for_each(|i| self.extend(other.of(i), 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    #[test]
    fn areas_are_those_of_a_list() {
        let mut random = Random::new(3);
        for kinds in [1, 2, 2, 3] {
            let (mut areas, mut list) = (Areas::default(), Vec::new());
            for _ in 0..60 {
                match random.below(5) {
                    0 => {
                        let length = random.below(list.len() + 2);
                        areas.truncate(length);
                        list.truncate(length);
                    }
                    1 => {
                        let to = random.below(list.len() + 1);
                        areas.extend_from(&areas.clone(), to / 2..to);
                        list.extend_from_within(to / 2..to);
                    }
                    _ => {
                        let area = Area(u8::try_from(random.below(kinds)).unwrap());
                        let n = random.below(3);
                        areas.extend(area, n);
                        list.extend(std::iter::repeat_n(area, n));
                    }
                }
                let own: Vec<Area> = (0..list.len()).map(|i| areas.of(i)).collect();
                assert_eq!((own, areas.length), (list.clone(), list.len()));
                assert!(!areas.is_one() || list.iter().all(|&area| area == list[0]));
                assert!(kinds > 1 || areas.is_one());
            }
        }
    }
}
