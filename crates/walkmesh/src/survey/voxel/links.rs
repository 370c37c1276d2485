//! Which spans of neighbouring cells are linked, in two bytes a span, four where many floors lie
//! over each other.
//!
//! What is kept of a link stays as it is wherever cells are put. Spans of a row stand one after
//! the other, so a link east or west is how many spans lie between the two. A link north or south
//! is the rank of the span over there: how many are below it in its cell.

use super::compact::{EAST, NONE, NORTH, WEST};
use super::marks::bits;
use super::plan::{BITS, where_so};
use crate::geom::cast;
use std::collections::BTreeMap;
use std::ops::Range;

/// A side of a span in four bits: there is no link. So it is in eight bits, twice.
const WALL: u16 = 15;

/// In eight bits: the link is this or more, and in [`Links::deep`].
const DEEP: u32 = 254;

/// Instead of a neighbour.
pub(super) const NOWHERE: usize = usize::MAX;

/// The links of spans towards east, north, west and south.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Links {
    /// Four bits a side of each span, those of the east lowest.
    low: Vec<u16>,
    /// The higher four bits of each; nothing while no link needs them.
    high: Vec<u16>,
    /// Links that need more, by span and side.
    deep: BTreeMap<(u32, u8), u32>,
}

impl Links {
    /// Without spans yet, with room for some.
    pub(super) fn with_capacity(length: usize) -> Self {
        Self { low: Vec::with_capacity(length), ..Self::default() }
    }

    pub(super) fn reserve(&mut self, spans: usize) {
        self.low.reserve(spans);
    }

    /// The link of span `i` on side `d`, or [`NONE`].
    #[inline]
    fn link(&self, i: usize, d: usize) -> u32 {
        let low = self.low[i] >> (4 * d) & WALL;
        if !self.high.is_empty() {
            return self.wide_link((i, d), low);
        }
        if low == WALL { NONE } else { low.into() }
    }

    #[cold]
    #[inline(never)]
    fn wide_link(&self, (i, d): (usize, usize), low: u16) -> u32 {
        match u32::from(low | (self.high[i] >> (4 * d) & WALL) << 4) {
            255 => NONE,
            DEEP => self.deep.get(&key(i, d)).copied().unwrap_or(NONE),
            link => link,
        }
    }

    /// The neighbour of span `i` on side `d`, or a number beyond all; to the north and south the
    /// cell on that side begins at `start`.
    #[inline]
    pub(super) fn beside(&self, i: usize, d: usize, start: u32) -> usize {
        let link = self.link(i, d);
        if link == NONE {
            return NOWHERE;
        }
        match d {
            EAST => i + 1 + cast::index(link),
            WEST => i - 1 - cast::index(link),
            _ => cast::index(start + link),
        }
    }

    /// The links of all spans, where four bits a side are enough for each of them: [`narrow`] reads
    /// one.
    pub(super) fn all_narrow(&self) -> Option<&[u16]> {
        self.high.is_empty().then_some(&self.low)
    }

    /// True when span `i` has a neighbour on side `d`.
    #[inline]
    pub(super) fn leads(&self, i: usize, d: usize) -> bool {
        self.low[i] >> (4 * d) & WALL != WALL || self.link(i, d) != NONE
    }

    /// False when span `i` may have no neighbour on some side.
    #[inline]
    pub(super) fn is_open(&self, i: usize) -> bool {
        is_open(self.low[i])
    }

    /// True when all of these spans have a neighbour on every side.
    #[inline]
    pub(super) fn are_open(&self, spans: Range<usize>) -> bool {
        self.low[spans].iter().fold(true, |all, &links| all & is_open(links))
    }

    /// Those of these spans that may have no neighbour on some side, in order.
    pub(super) fn ends(&self, spans: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let (words, rest) = self.low[spans.clone()].as_chunks::<BITS>();
        let words = words.iter().map(|links| where_so(links, |&links| !is_open(links)));
        let each = |(at, word)| bits(word).map(move |bit| at + bit);
        let rest = (spans.end - rest.len()..).zip(rest).filter(|(_, links)| !is_open(**links));
        (spans.start..).step_by(BITS).zip(words).flat_map(each).chain(rest.map(|(i, _)| i))
    }

    /// Adds spans that follow with their links, or [`NONE`], all of them below `limit`.
    #[inline]
    pub(super) fn extend(&mut self, spans: impl Iterator<Item = [u32; 4]>, limit: u32) {
        if limit > WALL.into() || !self.high.is_empty() {
            spans.for_each(|links| self.push_linked(links));
            return;
        }
        // Then four bits of each are enough, and those of none are the wall's.
        self.low.extend(spans.map(|links| {
            let [east, north, west, south] = links.map(|link| cast::low_half(link) & WALL);
            east | north << 4 | west << 8 | south << 12
        }));
    }

    /// Adds a span without links.
    #[inline]
    pub(super) fn push(&mut self) {
        self.low.push(u16::MAX);
        if !self.high.is_empty() {
            self.high.push(u16::MAX);
        }
    }

    #[cold]
    #[inline(never)]
    fn push_linked(&mut self, links: [u32; 4]) {
        let i = self.low.len();
        self.push();
        for (d, link) in links.into_iter().enumerate().filter(|&(_, link)| link != NONE) {
            self.set(i, d, link);
        }
    }

    /// Adds `n` spans with the same links.
    pub(super) fn extend_same(&mut self, links: [u32; 4], n: usize) {
        let highest = links.into_iter().filter(|&link| link != NONE).max();
        self.extend(std::iter::repeat_n(links, n), highest.map_or(0, |link| link + 1));
    }

    /// Links span `i` on side `d`, where it has no link yet.
    #[inline]
    pub(super) fn set(&mut self, i: usize, d: usize, link: u32) {
        if link >= WALL.into() || !self.high.is_empty() {
            self.set_wide((i, 1, 1), d, link);
            return;
        }
        self.low[i] &= mask(d, link);
    }

    /// Links `n` spans on side `d`, the first and those that follow in steps of `each`, where they
    /// have no links yet.
    #[inline]
    pub(super) fn set_all(&mut self, (first, each, n): (usize, usize, usize), d: usize, link: u32) {
        if link >= WALL.into() || !self.high.is_empty() {
            self.set_wide((first, each, n), d, link);
            return;
        }
        let mask = mask(d, link);
        if each == 1 {
            self.low[first..first + n].iter_mut().for_each(|low| *low &= mask);
        } else {
            self.low[first..].iter_mut().step_by(each).take(n).for_each(|low| *low &= mask);
        }
    }

    #[cold]
    #[inline(never)]
    fn set_wide(&mut self, (first, each, n): (usize, usize, usize), d: usize, link: u32) {
        self.widen();
        let wide = link.min(DEEP);
        let (low, high) = (mask(d, wide & 15), mask(d, wide >> 4));
        for i in (first..).step_by(each).take(n) {
            self.low[i] &= low;
            self.high[i] &= high;
            if wide == DEEP {
                self.deep.insert(key(i, d), link);
            }
        }
    }

    /// Makes room for eight bits a side.
    fn widen(&mut self) {
        if self.high.is_empty() {
            self.high = self.low.iter().map(walls).collect();
        }
    }

    /// Takes the link of span `i` on side `d` away.
    #[inline]
    pub(super) fn cut(&mut self, i: usize, d: usize) {
        self.low[i] |= WALL << (4 * d);
        if let Some(high) = self.high.get_mut(i) {
            *high |= WALL << (4 * d);
            self.deep.remove(&key(i, d));
        }
    }

    /// Leaves out the spans from `length` on.
    pub(super) fn truncate(&mut self, length: usize) {
        self.low.truncate(length);
        self.high.truncate(length);
        self.deep.split_off(&key(length, 0));
    }

    /// Adds spans of another field.
    pub(super) fn extend_from(&mut self, other: &Self, spans: Range<usize>) {
        let low = &other.low[spans.clone()];
        if !self.high.is_empty() || !other.high.is_empty() {
            self.widen();
            if other.high.is_empty() {
                self.high.extend(low.iter().map(walls));
            } else {
                self.high.extend_from_slice(&other.high[spans.clone()]);
            }
            let (from, to) = (cast::count(spans.start), cast::count(self.low.len()));
            let deep = other.deep.range(key(spans.start, 0)..key(spans.end, 0));
            self.deep.extend(deep.map(|(&(i, d), &link)| ((i - from + to, d), link)));
        }
        self.low.extend_from_slice(low);
    }

    /// Gives spans from `first` on, which have no links to the north yet, those of spans of
    /// another field.
    pub(super) fn link_north(&mut self, first: usize, other: &Self, spans: Range<usize>) {
        for (i, there) in (first..).zip(spans) {
            let link = other.link(there, NORTH);
            if link != NONE {
                self.set(i, NORTH, link);
            }
        }
    }
}

/// As [`Links::is_open`], of a span with these links.
#[inline]
pub(super) fn is_open(low: u16) -> bool {
    low & low >> 1 & low >> 2 & low >> 3 & 0x1111 == 0
}

/// The link on side `d` of a span with these links, of [`Links::all_narrow`].
#[inline]
pub(super) fn narrow(links: u16, d: usize) -> Option<u32> {
    let link = links >> (4 * d) & WALL;
    (link != WALL).then_some(link.into())
}

fn key(i: usize, d: usize) -> (u32, u8) {
    (cast::count(i), u8::try_from(d).unwrap_or(u8::MAX))
}

/// What is left of four bits that are set on side `d`.
#[inline]
fn mask(d: usize, bits: u32) -> u16 {
    !((WALL ^ cast::low_half(bits)) << (4 * d))
}

/// The sides with all of their bits set.
fn walls(low: &u16) -> u16 {
    (low & low >> 1 & low >> 2 & low >> 3 & 0x1111) * WALL
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    /// All links, span by span.
    fn all(links: &Links) -> Vec<[u32; 4]> {
        let of = |i: usize| std::array::from_fn(|d| links.link(i, d));
        (0..links.low.len()).map(of).collect()
    }

    /// One of the numbers that need about as many bits as `most`.
    fn some(random: &mut Random, most: usize) -> u32 {
        [NONE, 0, 3, 14, 15, 16, 100, 253, 254, 255, 400][random.below(most)]
    }

    #[test]
    fn links_are_those_of_a_table_with_full_numbers() {
        let mut random = Random::new(5);
        for most in [3, 4, 7, 11].repeat(60) {
            let (mut links, mut table) = (Links::default(), Vec::new());
            for _ in 0..12 {
                let own: [u32; 4] = std::array::from_fn(|_| some(&mut random, most));
                let n = random.below(4);
                if random.below(2) == 0 {
                    links.extend_same(own, n);
                } else {
                    let limit = own.into_iter().filter(|&link| link != NONE).max();
                    let limit = limit.map_or(0, |link| link + 1);
                    links.extend(std::iter::repeat_n(own, n), limit);
                }
                table.extend(std::iter::repeat_n(own, n));
            }
            for _ in 0..20.min(table.len()) {
                let (i, d, each) =
                    (random.below(table.len()), random.below(4), 1 + random.below(3));
                let n = 1 + random.below((table.len() - i).div_ceil(each));
                let link = some(&mut random, most);
                for at in (i..).step_by(each).take(n) {
                    links.cut(at, d);
                    table[at][d] = link;
                }
                match (link, n) {
                    (NONE, _) => {}
                    (_, 1) => links.set(i, d, link),
                    _ => links.set_all((i, each, n), d, link),
                }
            }
            assert_eq!(all(&links), table);
            let open = |own: &[u32; 4]| own.iter().all(|&link| link != NONE);
            assert!((0..table.len()).all(|i| !links.is_open(i) || open(&table[i])));
            let other = if random.below(2) == 0 { links.clone() } else { Links::default() };
            let ((mut joined, mut both), from) = ((other.clone(), all(&other)), random.below(9));
            let to = random.below(joined.low.len() + 1);
            joined.truncate(to);
            both.truncate(to);
            let spans = from.min(table.len())..table.len();
            joined.extend_from(&links, spans.clone());
            both.extend_from_slice(&table[spans]);
            joined.extend_same([0, NONE, 1, 2], 2);
            both.extend([[0, NONE, 1, 2]; 2]);
            assert_eq!(all(&joined), both);
            assert!(joined.high.is_empty() || joined.high.len() == both.len());
            assert!(joined.deep.keys().all(|&(i, _)| cast::index(i) < both.len()));
        }
    }
}
