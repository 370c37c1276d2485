//! What each stage of a survey saw, for pictures and for explaining a result.

use super::passage::{Row, Solid};
use super::simplify::Thinned;
use super::window::Window;
use crate::geom::{GroundPoint, cast};

/// A stage after which spans can be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Triangles became spans.
    Rasterise,
    /// Low obstacles beside ground became ground.
    LowHanging,
    /// Ground beside drops went away.
    Ledges,
    /// Ground without head room went away.
    LowHeight,
    /// Ground near walls went away.
    Erode,
    /// Small islands went away.
    Islands,
}

/// A span as a stage left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageSpan {
    /// Number of its cell in the window.
    pub cell: u32,
    /// Its lowest voxel (from [`Stage::Erode`] on: its top).
    pub bottom: i32,
    /// Its top face, voxels above the lowest ground.
    pub top: i32,
    /// Height of the ground at the cell's centre, steps.
    pub height: i32,
    /// Whether it can be stood on after this stage.
    pub walkable: bool,
}

/// An outline, before and after it was thinned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedChain {
    /// Cell corners where it turns.
    pub raw: Vec<GroundPoint>,
    /// The points that were kept.
    pub thinned: Vec<GroundPoint>,
}

/// The record of one survey.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Cells that were looked at.
    pub window: Window,
    /// Spans after each stage, in order.
    pub stages: Vec<(Stage, Vec<StageSpan>)>,
    /// Squared distance to the nearest wall, half cells², of the spans that
    /// [`Stage::Erode`] lists, in the same order.
    pub distances_squared: Vec<i64>,
    /// The layer of each of these spans, when it has one.
    pub layers: Vec<Option<u32>>,
    /// The outlines of the eroded surface.
    pub chains: Vec<TracedChain>,
}

impl Trace {
    pub(super) fn new(window: Window) -> Self {
        let solid = [Stage::Rasterise, Stage::LowHanging, Stage::Ledges, Stage::LowHeight];
        Self {
            window,
            stages: solid.map(|stage| (stage, Vec::new())).into(),
            distances_squared: Vec::new(),
            layers: Vec::new(),
            chains: Vec::new(),
        }
    }

    /// Adds a row of solid spans, whose first cell has this number.
    pub(super) fn spans(&mut self, stage: Stage, first: usize, row: &Row) {
        let Some((_, out)) = self.stages.iter_mut().find(|(s, _)| *s == stage) else { return };
        for (cell, x) in (first..).zip(1..row.starts.len()) {
            out.extend(row.spans[row.cells(x - 1..x)].iter().map(|Solid { span, .. }| StageSpan {
                cell: cast::count(cell),
                bottom: span.slab.bottom,
                top: span.slab.top,
                height: span.height,
                walkable: span.slab.ground != 0,
            }));
        }
    }

    /// Adds spans of a stage that can or cannot be stood on.
    pub(super) fn add(&mut self, stage: Stage, spans: impl Iterator<Item = StageSpan>) {
        let out = self.stages.iter_mut().find(|(s, _)| *s == stage);
        if let Some((_, out)) = out {
            out.extend(spans);
        }
    }

    /// Adds what a stage left of the open spans: those that could be stood on before erosion.
    pub(super) fn open(&mut self, stage: Stage, keep: &[bool]) {
        let standing = self.stages.iter().filter(|(before, _)| *before == Stage::LowHeight);
        let open = standing.flat_map(|(_, spans)| spans).filter(|span| span.walkable);
        let spans = open.zip(keep).map(|(span, &walkable)| StageSpan {
            bottom: span.top,
            walkable,
            ..*span
        });
        let spans = spans.collect();
        self.stages.push((stage, spans));
    }

    pub(super) fn outlines(&mut self, chains: &[Thinned]) {
        let traced = |c: &Thinned| TracedChain {
            raw: c.chain.points.clone(),
            thinned: c.points().collect(),
        };
        self.chains = chains.iter().map(traced).collect();
    }
}
