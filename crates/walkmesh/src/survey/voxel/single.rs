//! What layers claim around themselves where they meet one span a cell: by cells as bits, in place
//! of span by span. Around a small tile is nearly as much ground as in it, so that looking at each
//! cell once is less than following its rim.

use super::claims::Run;
use super::compact::{NONE, OpenField, Spot};
use super::layers::Patches;
use super::links::{is_open, narrow};
use super::marks::each;
use super::plan::{BITS, Plan, packed, where_so};
use super::rows::is_single;
use crate::geom::cast;
use crate::surface::HeightGrid;

/// The spans around a layer that its ground goes on to.
#[derive(Default)]
pub(super) struct Around {
    /// Surely at no rise over what is allowed to each cell.
    pub(super) sure: Vec<Run>,
    /// Perhaps.
    pub(super) perhaps: Vec<Run>,
}

/// Some cells of a field, a bit each.
struct Cells {
    /// Those of the layer.
    own: Plan,
    /// Where a body passes over each side.
    sides: [Plan; 4],
    /// Those that the ground may not go on from to the east, or to the south.
    rough: Plan,
    /// Those with several spans, none of them the layer's.
    crowds: Plan,
}

/// The rectangle of these cells: its first, and how many columns and rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) first: (i32, i32),
    pub(super) size: (usize, usize),
}

/// Where one of so many cells has several spans, a layer nearly always meets some.
const MANY: usize = 32;

/// The same as [`Claims::around`](super::claims::Claims::around) in an `area` with all cells up to
/// `reach` from the layer; `None` where it meets cells with several spans. Linear in the area.
///
/// Between cells beside each other the ground is to rise by at most `step`; then it does so all the
/// way, along the axes, wherever no such pair is in between.
pub(super) fn around(
    field: &OpenField,
    (patches, layer): (&Patches, u32),
    area: Area,
    (reach, step): (i32, i64),
) -> Option<Around> {
    if area.crowds(field) > area.cells() / MANY {
        return None;
    }
    let Cells { own, sides, mut rough, crowds } = Cells::of(field, (patches, layer), area, step)?;
    let mut claimed = Plan::new(area.size.0, area.size.1);
    let mut ring = own.clone();
    let mut led: [Plan; 4] = std::array::from_fn(|_| Plan::new(area.size.0, area.size.1));
    for _ in 0..reach {
        for (led, side) in led.iter_mut().zip(&sides) {
            led.change(|at, _| ring.word(at) & side.word(at));
        }
        let [east, north, west, south] = &led;
        ring.change(|at, _| {
            let there = east.west(at) | north.south(at) | west.east(at) | south.north(at);
            there & !own.word(at) & !claimed.word(at)
        });
        claimed.change(|at, cells| cells | ring.word(at));
    }
    if !claimed.and(&crowds).is_empty() {
        return None;
    }
    rough.grow_square(cast::cell_index(reach));
    let perhaps = claimed.and(&rough);
    claimed.change(|at, cells| cells & !perhaps.word(at));
    let spans = |cells: Plan| {
        let mut spans = Vec::with_capacity(2 * area.size.1);
        cells.runs(area.size.0, |y, columns| {
            let x = area.first.0 + cast::extent(columns.start);
            let cell = field.window.number(x, area.first.1 + cast::extent(y));
            let first = Spot { span: field.starts[cell], cell: cast::count(cell) };
            spans.push(Run { first, length: cast::count(columns.len()) });
        });
        spans
    };
    Some(Around { sure: spans(claimed), perhaps: spans(perhaps) })
}

/// What is known of each cell of a row, and something that means nothing where there is no span.
struct Row {
    /// After the last cell all are as its own, one more than of the others.
    heights: Vec<i32>,
    links: Vec<u16>,
    patches: Vec<u32>,
    /// Which cells have several spans, none of them the layer's.
    crowds: Vec<usize>,
}

impl Row {
    /// Room for rows of so many cells, rounded up to whole words.
    fn new(width: usize) -> Self {
        let room = width.next_multiple_of(BITS);
        Self {
            heights: vec![HeightGrid::NO_GROUND; room + 1],
            links: vec![0; room],
            patches: vec![NONE; room],
            crowds: Vec::new(),
        }
    }

    /// The row of these cells.
    fn read(
        &mut self,
        (field, links): (&OpenField, &[u16]),
        (patches, layer): (&Patches, u32),
        starts: &[u32],
    ) {
        let width = starts.len() - 1;
        let spans = cast::index(starts[0])..cast::index(starts[width]);
        self.crowds.clear();
        if is_single(starts) {
            self.heights[..width].copy_from_slice(&field.heights[spans.clone()]);
            self.links[..width].copy_from_slice(&links[spans.clone()]);
            self.patches[..width].copy_from_slice(&patches.of_span[spans]);
        } else {
            for (x, ends) in starts.windows(2).enumerate() {
                let mut column = cast::index(ends[0])..cast::index(ends[1]);
                let span = match column.len() {
                    1 => Some(column.start),
                    _ => column.find(|&i| patches.layer_of(i) == Some(layer)),
                };
                let of_span = |i: usize| (field.heights[i], links[i], patches.of_span[i]);
                // Nothing comes there, so that it does not matter where it would lead.
                let nothing = (HeightGrid::NO_GROUND, 0, NONE);
                (self.heights[x], self.links[x], self.patches[x]) = span.map_or(nothing, of_span);
                if span.is_none() && ends[1] > ends[0] {
                    self.crowds.push(x);
                }
            }
        }
        let last = self.heights[width - 1];
        self.heights[width..].fill(last);
    }
}

impl Area {
    pub(super) const fn cells(self) -> usize {
        self.size.0 * self.size.1
    }

    /// How many cells have several spans.
    fn crowds(self, field: &OpenField) -> usize {
        let rows = (self.first.1..).take(self.size.1);
        let crowds = |y: i32| {
            let cell = field.window.number(self.first.0, y);
            let starts = &field.starts[cell..=cell + self.size.0];
            let pairs = starts.iter().zip(&starts[1..]);
            pairs.map(|(start, end)| u32::from(end - start > 1)).sum::<u32>()
        };
        cast::index(rows.map(crowds).sum())
    }
}

impl Cells {
    /// Those of an area; `None` where links are not narrow.
    fn of(
        field: &OpenField,
        (patches, layer): (&Patches, u32),
        Area { first, size: (width, depth) }: Area,
        step: i64,
    ) -> Option<Self> {
        let links = field.links.all_narrow()?;
        let step = cast::narrow_i32(step).clamp(0, MOST);
        let none = || Plan::new(width, depth);
        let (mut own, mut rough, mut crowds) = (none(), none(), none());
        let mut sides: [Plan; 4] = std::array::from_fn(|_| none());
        let (mut row, mut before, mut closed) = (Row::new(width), Vec::new(), Vec::new());
        for y in 0..depth {
            let cell = field.window.number(first.0, first.1 + cast::extent(y));
            row.read((field, links), (patches, layer), &field.starts[cell..=cell + width]);
            let Row { heights, links, patches: of_span, .. } = &row;
            if patches.is_patch(layer) {
                pack(own.row_mut(y), of_span, |&patch| patch == layer);
            } else {
                let is_own = |&patch: &u32| patches.layers.get(cast::index(patch)) == Some(&layer);
                pack(own.row_mut(y), of_span, is_own);
            }
            // Nearly everywhere a body passes over all sides.
            pack(sides[0].row_mut(y), links, |&links| !is_open(links));
            closed.clear();
            closed.extend_from_slice(sides[0].row_mut(y));
            sides.iter_mut().for_each(|side| side.row_mut(y).fill(u64::MAX));
            each(closed.iter().copied().enumerate(), |x| {
                for (d, side) in sides.iter_mut().enumerate() {
                    if narrow(links[x], d).is_none() {
                        side.clear((x, y));
                    }
                }
            });
            let heights = &heights[..];
            let beside = if y == 0 { heights } else { &before };
            let is_rough = |a: i32, b: i32| {
                a.wrapping_sub(b).wrapping_add(step).cast_unsigned() > 2 * step.cast_unsigned()
            };
            let [here, east, south] =
                [heights, &heights[1..], beside].map(|row| row.as_chunks::<BITS>().0);
            let words = rough.row_mut(y).iter_mut();
            for (word, ((here, east), south)) in words.zip(here.iter().zip(east).zip(south)) {
                let mut flags = [0; BITS];
                let cells = here.iter().zip(east).zip(south);
                for (flag, ((&here, &east), &south)) in flags.iter_mut().zip(cells) {
                    let nothing = here == HeightGrid::NO_GROUND;
                    *flag = u8::from(nothing | is_rough(here, east) | is_rough(here, south));
                }
                *word = packed(&flags);
            }
            row.crowds.iter().for_each(|&x| crowds.mark((x, y)));
            before.clone_from(&row.heights);
        }
        Some(Self { own, sides, rough, crowds })
    }
}

/// No two heights are as far apart, so that differences do not overflow.
const MOST: i32 = 1 << 30;

/// Packs which of the cells of a row are so.
#[inline]
fn pack<T>(words: &mut [u64], cells: &[T], is_so: impl Fn(&T) -> bool) {
    for (word, cells) in words.iter_mut().zip(cells.as_chunks::<BITS>().0) {
        *word = where_so(cells, &is_so);
    }
}
