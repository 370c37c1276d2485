//! Tiles side by side, surveyed together as far as it goes.
//!
//! What a tile looks at around itself its neighbours look at as well: of small tiles that is
//! nearly half of the work. A block is rasterised, filtered, linked and eroded in one piece, and
//! each tile then takes its window out of it. The window is the one that the tile has on its own,
//! and all that a survey of the tile alone would see differently is its outermost cells: there
//! the world ends for the ledge filter. So these lose their ground here as well, and a tile comes
//! out the same from any block, byte for byte.

use super::compact::OpenField;
use super::window::Window;
use super::{Counts, Trace, Unsampled, Untraced, VoxelError, erode, finish, sweep, trace};
use crate::geom::PlanBox;
use crate::parameters::{Parameters, Resolved};
use crate::soup::Soup;

/// The ground of some tiles side by side, before it is cut into tiles.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    pub(super) parameters: &'a Parameters,
    pub(super) resolved: &'a Resolved,
    pub(super) open: OpenField,
    /// Which spans are a radius from walls.
    pub(super) keep: Vec<bool>,
    pub(super) counts: Counts,
    pub(super) trace: Option<Trace>,
}

impl<'a> Block<'a> {
    /// Surveys the tiles of `area`; what is said of one tile in
    /// [`survey_tile`](super::survey_tile) holds of the area here. Up to so many `threads` go over
    /// the triangles: where each has an area of its own, one does not wait for others nor look at
    /// rows twice. The result does not depend on it.
    ///
    /// # Errors
    /// When the area is not on the grid of `resolved`, or too large.
    pub fn survey(
        soup: &Soup,
        candidates: impl IntoIterator<Item = usize>,
        (parameters, resolved): (&'a Parameters, &'a Resolved),
        (area, threads): (PlanBox, usize),
        record: bool,
    ) -> Result<Self, VoxelError> {
        let window = Window::new(resolved, area)?;
        let mut counts = Counts::default();
        let mut trace = record.then(|| Trace::new(window));
        let rules = (parameters, resolved);
        let notes = (&mut counts, &mut trace);
        let open = sweep::open_field(soup, candidates, rules, (window, threads), notes)?;
        let keep = erode::kept(&open, resolved);
        if let Some(trace) = &mut trace {
            trace.open(trace::Stage::Erode, &keep);
        }
        Ok(Self { parameters, resolved, open, keep, counts, trace })
    }

    /// The area as one tile, whose outlines are still to be traced and heights to be sampled.
    #[must_use]
    pub fn whole(self) -> (Untraced, Unsampled) {
        let rules = (self.parameters, self.resolved);
        finish(self.open, self.keep, rules, (self.counts, self.trace))
    }

    /// Triangles and spans up to [`Counts::low_height`], of all tiles together.
    #[must_use]
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// One of the tiles, whose outlines are still to be traced and heights to be sampled. Of its
    /// counts only those after [`Counts::low_height`] are its own, the others are 0.
    ///
    /// # Errors
    /// When the tile is not on the grid.
    pub fn tile(&self, tile: PlanBox) -> Result<(Untraced, Unsampled), VoxelError> {
        let window = Window::new(self.resolved, tile)?;
        let rim = i32::from(self.parameters.filter_ledges);
        let (open, keep) = self.open.part(window, rim, &self.keep);
        let rules = (self.parameters, self.resolved);
        Ok(finish(open, keep, rules, (Counts::default(), None)))
    }
}
