//! Triangles to open spans, from south to north: what triangles fill is held for a band of rows,
//! merged and filtered row by row, so that solid spans are never there but for three rows a thread.

use super::compact::{self, OpenField, Opening};
use super::level;
use super::passage::{Passing, Row};
use super::raw::{Columns, RawSpans};
use super::reaching::Reaching;
use super::slab::{self, Slab};
use super::trace::{Stage, Trace};
use super::window::Window;
use super::{Counts, VoxelError, filter};
use crate::geom::cast;
use crate::parameters::{Parameters, Resolved};
use crate::soup::Soup;
use crate::threads::each_long;

/// Triangles to open spans, by so many threads at most.
pub(super) fn open_field(
    soup: &Soup,
    candidates: impl IntoIterator<Item = usize>,
    rules: (&Parameters, &Resolved),
    (window, threads): (Window, usize),
    (counts, trace): (&mut Counts, &mut Option<Trace>),
) -> Result<OpenField, VoxelError> {
    // A recording is one.
    let threads = if trace.is_some() { 1 } else { threads };
    let count = slab::count(&window, threads);
    let reaching = Reaching::new(soup, candidates, rules, window, count);
    let slabs = slab::slabs(&window, count, reaching.work());
    in_slabs(reaching, rules, (window, &slabs), (counts, trace))
}

/// Triangles to open spans, all slabs of a window at the same time.
pub(super) fn in_slabs(
    mut reaching: Reaching<'_>,
    rules: (&Parameters, &Resolved),
    (window, slabs): (Window, &[Slab]),
    (counts, trace): (&mut Counts, &mut Option<Trace>),
) -> Result<OpenField, VoxelError> {
    if slabs.len() > 1 {
        reaching.share_out(slabs.iter().map(|slab| slab.swept.clone()));
    }
    (counts.triangles, counts.unusable_triangles) = (reaching.triangles, reaching.unusable);
    let one = |number: usize, (counts, trace): (&mut Counts, &mut Option<Trace>)| {
        let window = slabs[number].window(&window);
        if reaching.by_rows {
            sweep(&reaching, number, rules.1, level::Sweep::new(rules, window, (counts, trace)))
        } else {
            sweep(&reaching, number, rules.1, Sweep::new(rules, window, (counts, trace)))
        }
    };
    if slabs.len() == 1 {
        return one(0, (counts, trace));
    }
    let swept = each_long((0..slabs.len()).collect(), |number| {
        let mut counts = Counts::default();
        one(number, (&mut counts, &mut None)).map(|field| (field, counts))
    });
    let swept = swept.into_iter().collect::<Result<Vec<_>, VoxelError>>()?;
    let (fields, all): (Vec<_>, Vec<_>) = swept.into_iter().unzip();
    all.iter().for_each(|of_slab| counts.add(of_slab));
    within_limit(fields.iter().map(OpenField::len).sum())?;
    Ok(slab::join(window, slabs, fields))
}

/// The solid spans of a row.
pub(super) trait Merged: Default {
    /// Those of the columns of a row, in place of what there is.
    fn merge(&mut self, raw: Columns<'_>, climb: i32);

    /// How many spans there are.
    fn len(&self) -> usize;
}

/// What makes open spans of solid ones.
pub(super) trait Opens {
    type Row: Merged;

    /// Takes the row that follows, and leaves one of which only the room is of use.
    fn add(&mut self, row: &mut Self::Row);

    /// The open spans, once all rows came.
    fn finish(self) -> OpenField;
}

/// All bands of a slab, one after the other.
fn sweep<S: Opens>(
    reaching: &Reaching<'_>,
    slab: usize,
    resolved: &Resolved,
    mut sweep: S,
) -> Result<OpenField, VoxelError> {
    let width = cast::cell_index(reaching.width());
    let (mut raw, mut row, mut spans) = (RawSpans::default(), S::Row::default(), 0_usize);
    for band in 0..reaching.bands(slab) {
        reaching.fill((slab, band), &mut raw);
        within_limit(raw.len())?;
        for columns in raw.rows(width) {
            row.merge(columns, resolved.walkable_climb);
            spans = spans.saturating_add(row.len());
            within_limit(spans)?;
            sweep.add(&mut row);
        }
    }
    Ok(sweep.finish())
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
    opening: Opening,
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
        let (last, opening) = (None, Opening::default());
        Self { parameters, resolved, open, last, opening, counts, trace }
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
        self.open.add(row, &mut self.opening);
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
        row.spans[row.cells(inner)].iter().filter(|solid| solid.span.slab.ground != 0).count()
    }
}

impl Opens for Sweep<'_> {
    type Row = Row;

    fn add(&mut self, room: &mut Row) {
        let mut row = std::mem::take(room);
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
            *room = last;
        }
        self.last = Some((y, row));
    }

    fn finish(mut self) -> OpenField {
        if let Some((y, mut row)) = self.last.take() {
            self.open_row(y, &mut row);
        }
        self.open.close();
        self.open
    }
}
