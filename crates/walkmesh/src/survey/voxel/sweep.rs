//! Triangles to open spans, from south to north: solid spans are held for a band of rows and
//! filtered row by row, so that never more are there than one band of them, or two a thread.

use super::compact::{self, OpenField, Opening};
use super::heightfield::{Heightfield, Span};
use super::level;
use super::passage::{Passing, Row};
use super::rasterise::Reaching;
use super::raw::RawSpans;
use super::trace::{Stage, Trace};
use super::window::Window;
use super::{Counts, VoxelError, filter};
use crate::geom::cast;
use crate::parameters::{Parameters, Resolved};
use crate::soup::Soup;
use rayon::prelude::*;

/// Triangles to open spans.
pub(super) fn open_field(
    soup: &Soup,
    candidates: impl IntoIterator<Item = usize>,
    (parameters, resolved): (&Parameters, &Resolved),
    window: Window,
    (counts, trace): (&mut Counts, &mut Option<Trace>),
) -> Result<OpenField, VoxelError> {
    let reaching = Reaching::new(soup, candidates, (parameters, resolved), window);
    (counts.triangles, counts.unusable_triangles) = (reaching.triangles.len(), reaching.unusable);
    let rules = (parameters, resolved);
    if reaching.by_rows {
        sweep(&reaching, resolved, level::Sweep::new(rules, window, (counts, trace)))
    } else {
        sweep(&reaching, resolved, Sweep::new(rules, window, (counts, trace)))
    }
}

/// The solid spans of a band of rows.
pub(super) trait Solid: Default + Send + Sync {
    /// Merges what triangles fill of rows of `width` cells.
    fn merge(&mut self, raw: &mut RawSpans, width: usize, climb: i32);
}

impl Solid for Heightfield {
    fn merge(&mut self, raw: &mut RawSpans, _: usize, climb: i32) {
        Self::merge(self, raw, climb);
    }
}

/// What makes open spans of solid ones.
pub(super) trait Opens: Send {
    type Solid: Solid;

    /// Adds rows that follow; what was of use may be left in their place.
    fn add(&mut self, solid: &mut Self::Solid) -> Result<(), VoxelError>;

    /// The open spans, once all rows came.
    fn finish(self) -> OpenField;
}

/// All bands, one after the other.
fn sweep<S: Opens>(
    reaching: &Reaching<'_>,
    resolved: &Resolved,
    mut sweep: S,
) -> Result<OpenField, VoxelError> {
    let bands: Vec<usize> = (0..reaching.bands()).collect();
    let threads = rayon::current_num_threads();
    let wave = threads.clamp(1, bands.len().max(1));
    let (mut ready, mut next) = (Vec::new(), Vec::new());
    for numbers in bands.chunks(wave) {
        next.resize_with(numbers.len(), Band::default);
        let mut fill = || {
            let each = next.par_iter_mut().zip(numbers);
            each.try_for_each(|(band, &number)| band.fill(reaching, number, resolved))
        };
        if threads > 1 {
            // While the bands that are ready are swept, other threads fill the next ones.
            let (filled, swept) = rayon::join(fill, || add_all(&mut sweep, &mut ready));
            filled.and(swept)?;
            std::mem::swap(&mut ready, &mut next);
        } else {
            fill()?;
            add_all(&mut sweep, &mut next)?;
        }
    }
    add_all(&mut sweep, &mut ready)?;
    Ok(sweep.finish())
}

/// Adds bands that follow.
fn add_all<S: Opens>(sweep: &mut S, bands: &mut [Band<S::Solid>]) -> Result<(), VoxelError> {
    bands.iter_mut().try_for_each(|band| sweep.add(&mut band.solid))
}

/// A band of rows, and room to make it.
#[derive(Default)]
struct Band<S> {
    raw: RawSpans,
    solid: S,
}

impl<S: Solid> Band<S> {
    fn fill(
        &mut self,
        reaching: &Reaching<'_>,
        number: usize,
        resolved: &Resolved,
    ) -> Result<(), VoxelError> {
        reaching.fill(number, &mut self.raw);
        within_limit(self.raw.len())?;
        let width = cast::cell_index(reaching.width());
        self.solid.merge(&mut self.raw, width, resolved.walkable_climb);
        Ok(())
    }
}

/// Numbers of spans fit `u32`, with [`compact::NONE`] beyond them.
pub(super) fn within_limit(spans: usize) -> Result<(), VoxelError> {
    let limit = compact::NONE as usize;
    if spans < limit { Ok(()) } else { Err(VoxelError::TooManySpans { spans, limit }) }
}

/// Solid spans become open ones, row by row.
pub(super) struct Sweep<'a> {
    parameters: &'a Parameters,
    resolved: &'a Resolved,
    open: OpenField,
    /// The last row, whose north is not known yet, and its number.
    last: Option<(i32, Row)>,
    /// Room for the next one.
    room: Row,
    opening: Opening,
    /// How many solid spans came.
    spans: usize,
    counts: &'a mut Counts,
    trace: &'a mut Option<Trace>,
}

impl<'a> Sweep<'a> {
    pub(super) fn new(
        (parameters, resolved): (&'a Parameters, &'a Resolved),
        window: Window,
        (counts, trace): (&'a mut Counts, &'a mut Option<Trace>),
    ) -> Self {
        let open = OpenField::new(window);
        let (last, room, opening, spans) = (None, Row::default(), Opening::default(), 0);
        Self { parameters, resolved, open, last, room, opening, spans, counts, trace }
    }

    fn add_row(&mut self, starts: &[u32], spans: &[Span]) {
        let mut row = std::mem::take(&mut self.room);
        row.set(starts, spans);
        let last = self.last.take();
        let y = last.as_ref().map_or(0, |&(y, _)| y + 1);
        let (width, depth) = (row.starts.len() - 1, self.open.window.depth);
        row.end_at(0..width.min(1));
        row.end_at(width.saturating_sub(1)..width);
        if y == 0 || y + 1 == depth {
            row.end_at(0..width);
        }
        self.counts.rasterised += self.note(Stage::Rasterise, y, &row);
        if self.parameters.filter_low_hanging {
            filter::low_hanging_obstacles(row.columns_mut(), self.resolved);
        }
        self.counts.low_hanging += self.note(Stage::LowHanging, y, &row);
        let passing = Passing::new(self.resolved);
        passing.along(&mut row);
        if let Some((y, mut last)) = last {
            passing.across(&mut last, &mut row);
            self.open_row(y, &mut last);
            self.room = last;
        }
        self.last = Some((y, row));
    }

    /// A row with all of its neighbours.
    fn open_row(&mut self, y: i32, row: &mut Row) {
        if self.parameters.filter_ledges {
            filter::ledges(row, self.resolved);
        }
        self.counts.ledges += self.note(Stage::Ledges, y, row);
        if self.parameters.filter_low_height {
            filter::low_height(row, self.resolved);
        }
        self.counts.low_height += self.note(Stage::LowHeight, y, row);
        self.open.add(y, row, &mut self.opening);
    }

    /// Records a row after a stage; how many of its spans in the tile itself can be stood on.
    fn note(&mut self, stage: Stage, y: i32, row: &Row) -> usize {
        let window = &self.open.window;
        if let Some(trace) = self.trace {
            trace.spans(stage, window.number(0, y), row);
        }
        if !(window.inner_min.1..window.inner_max.1).contains(&y) {
            return 0;
        }
        let inner = cast::cell_index(window.inner_min.0)..cast::cell_index(window.inner_max.0);
        row.spans[row.cells(inner)].iter().filter(|solid| solid.span.ground != 0).count()
    }
}

impl Opens for Sweep<'_> {
    type Solid = Heightfield;

    fn add(&mut self, solid: &mut Heightfield) -> Result<(), VoxelError> {
        self.spans = self.spans.saturating_add(solid.spans.len());
        within_limit(self.spans)?;
        let width = cast::cell_index(self.open.window.width).max(1);
        let mut first = 0;
        while let Some(starts) = solid.starts.get(first..=first + width) {
            let spans = cast::index(starts[0])..cast::index(starts[width]);
            self.add_row(starts, &solid.spans[spans]);
            first += width;
        }
        Ok(())
    }

    fn finish(mut self) -> OpenField {
        if let Some((y, mut row)) = self.last.take() {
            self.open_row(y, &mut row);
        }
        self.open.close();
        self.open
    }
}
