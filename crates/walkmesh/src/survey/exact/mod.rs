//! Soup to surface from the geometry itself, without voxels.
//!
//! ```text
//! triangles ─face▶ planes ─rest▶ those that matter ─free▶ free pieces ─border▶ borders, links
//!           ─rooms▶ pieces ─leaf▶ parts ─erode▶ shapes ─layer▶ layers
//!           ─kinds▶ shapes of one kind ─seam▶ Surface
//! ```
//!
//! A place on a walkable triangle is free unless a triangle lies above it there by more than the
//! climb and less than the agent's height; where walkable triangles lie over each other within
//! the climb, the highest one counts, with its kind of ground. Upright triangles are walls without
//! width; steep ones in strips narrower than a cell and no higher than the climb are ground, as the
//! edge of a step. Free ground goes on wherever free ground is beside it within the climb; all other
//! edges are borders, and the agent's centre keeps its radius away from them.

mod abut;
mod beside;
mod bevel;
mod beyond;
mod border;
mod chain;
mod close;
mod ends;
mod erode;
mod extents;
mod face;
mod free;
mod grown;
mod height;
mod island;
mod kinds;
mod layer;
mod leaf;
mod near;
mod needed;
mod outlines;
mod relate;
mod rest;
mod rooms;
mod seam;
mod shares;
mod sides;
mod sliver;
mod slope;
mod strips;
mod trace;
mod tread;
mod wall;

use super::voxel::Counts;
use crate::geom::{OverlayError, PlanBox, Shape, cast};
use crate::parameters::{Parameters, Resolved};
use crate::soup::Soup;
use crate::surface::Surface;
use border::{Borders, Search};
use extents::Extents;
use face::Gathered;
pub use face::Role;
use free::{Body, Free};
use height::Ground;
use kinds::OfKind;
use layer::{CutLines, Members, Part};
use leaf::{Leaf, Splitter};
use outlines::Outlines;
use rest::Resting;
use seam::Sewing;
pub use trace::Trace;

/// A step leads on from a tread this deep, metres, or as deep as a cell.
const FOOT: f64 = 0.05;
/// How far a survey looks beyond what the radius reaches, steps.
const MARGIN: i32 = 32;

/// Why a tile cannot be surveyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExactError {
    /// A corner is too far out for exact arithmetic.
    #[error(transparent)]
    Overlay(#[from] OverlayError),
}

/// What a survey gives for one tile.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactTile {
    /// Where the agent's centre may go: a radius from borders.
    pub surface: Surface,
    /// Where there is ground, walls and all; `None` where it is
    /// [not kept](Parameters::keep_ground).
    pub ground: Option<Surface>,
    /// How much was left after each stage: triangles up to [`Counts::ledges`], then flat pieces of
    /// free ground of the tile and what it looks at around it, from [`Counts::eroded`] on shapes of
    /// the tile alone. Their sizes differ, so only 0 says something of the area.
    pub counts: Counts,
    /// The stages, when they were asked for.
    pub trace: Option<Trace>,
}

/// Surveys one tile of the world; `candidates` as for the voxel survey, with [`looked_at`]. The
/// stages are recorded when `record` is set.
///
/// The boundary is off the true one by at most a millimetre (four steps) plus
/// [`Parameters::arc_tolerance`]: half of it for arcs, half to have fewer corners, and both only
/// towards less ground. Gaps of up to a millimetre in the ground are closed. O(n log n) for n
/// triangles and the crossings of what stands close together.
///
/// # Errors
/// When the world reaches too far for the lattice.
pub fn survey_tile(
    soup: &Soup,
    candidates: impl IntoIterator<Item = usize>,
    parameters: &Parameters,
    resolved: &Resolved,
    tile: PlanBox,
    record: bool,
) -> Result<ExactTile, ExactError> {
    let near = surroundings(resolved, tile);
    let boxes = (&looked_at(resolved, tile), &near);
    let gathered = face::gather(soup, candidates, (parameters, resolved), boxes);
    let mut counts = counts_of(&gathered);
    let faces = gathered.faces;
    let extents = Extents::new(faces.iter().zip(0..).map(|(face, i)| (face.extent(), i)));
    let body = Body::new(resolved.climb, resolved.height);
    let is_resting = rest::find(&faces, &extents, body);
    let shown = extents.only(|i| !is_resting[cast::index(i)]);
    // Walls without width have no room over a line or a place.
    let wide = shown.only(|i| faces[cast::index(i)].role != Role::Wall);
    let mut free = free::find((&faces, &is_resting), &shown, body)?;
    counts.low_height = free.pieces.len();
    let mut outlines = Outlines::new(&free.groups, &free.pieces);
    let search =
        Search { faces: &faces, wide: &wide, free: &free, outlines: &outlines, body, near };
    let mut borders = search.run();
    let foot = resolved.frame.steps(FOOT).min(resolved.cell);
    tread::part_narrow(&mut borders, &free, body, f64::from(foot));
    let around = (resolved, tile, near);
    let (mut pieces, mut leaves) = split((&free, &borders), body, around)?;
    let is_over_itself = leaves.len() > 1 || leaves.iter().any(|leaf| leaf.is_torn);
    if is_over_itself
        && let Some(parted) = rooms::part(&mut free, &mut borders, (&near, resolved.radius))?
    {
        outlines = parted;
        (pieces, leaves) = split((&free, &borders), body, around)?;
    }
    counts.large_enough = pieces.len();
    let ground = wide.only(|i| faces[cast::index(i)].role == Role::Ground);
    let over = (&faces[..], &is_resting[..]);
    let resting = Resting::new(over, &ground, (&free, &outlines), (body, margin(resolved)));
    let trace = record.then(|| Trace::new(&faces, &free, &borders, &tile));

    let lines = CutLines::of(&leaves, &tile);
    let found = (&free, &outlines, &borders.edges[..]);
    let parts = erode::parts(&leaves, found, resolved, parameters.keep_ground)?;
    counts.eroded = parts.iter().map(|part| part.walked.len()).sum();

    let layers = layer::group(&parts, &free)?;
    let of = |shapes| -> Result<Vec<Vec<OfKind>>, OverlayError> {
        let shapes = layer::shapes(&parts, &layers, shapes, &tile)?;
        let by_kind = |(shapes, members): (Vec<Shape>, &Members)| {
            let own: Vec<&Part> = members.iter().map(|&i| &parts[i]).collect();
            kinds::cut(shapes, &own, &free, &tile)
        };
        shapes.into_iter().zip(&layers).map(by_kind).collect()
    };
    let ground = extents.only(resting.with_ground(&pieces, &free));
    let (faces, extents) = (&faces[..], &ground);
    let reader = Ground {
        faces,
        extents,
        free: &free,
        outlines: &outlines,
        resting: &resting,
        tolerance: resolved.height_tolerance(),
    };
    let sewing = Sewing {
        ground: &reader,
        parts: &parts,
        layers: &layers,
        lines: &lines,
        climb: resolved.climb,
    };
    let empty = || Surface::empty(resolved.frame, tile);
    let walked = of(|part| &part.walked)?;
    let mut surface = sewing.surface(empty(), &walked);
    for (l, layer) in surface.layers.iter_mut().enumerate() {
        layer.heights = reader.sampled(&sewing.parts_of(l), &walked[l], resolved, &tile);
    }
    island::remove_small(&mut surface, least_area(resolved));
    counts.islands = surface.layers.iter().map(|layer| layer.patches.len()).sum();
    let ground = if parameters.keep_ground {
        Some(sewing.surface(empty(), &of(|part| &part.ground)?))
    } else {
        None
    };
    Ok(ExactTile { surface, ground, counts, trace })
}

/// The pieces near a tile, but those that are too small even before they are eroded, and the tile cut
/// into leaves over them.
fn split(
    (free, borders): (&Free, &Borders),
    body: Body,
    (resolved, tile, near): (&Resolved, PlanBox, PlanBox),
) -> Result<(Vec<usize>, Vec<Leaf>), ExactError> {
    let pieces: Vec<usize> =
        (0..free.pieces.len()).filter(|&i| free.pieces[i].bounds.meets(&near)).collect();
    let sets = leaf::connected(&pieces, &borders.links, None);
    let pieces = island::large_enough(free, &sets, &near, least_area(resolved));
    let splitter = Splitter { free, links: &borders.links, body, margin: margin(resolved) };
    let mut leaves = Vec::new();
    splitter.split(tile, &pieces, &mut leaves)?;
    Ok((pieces, leaves))
}

/// The area, doubled, that islands have at least.
fn least_area(resolved: &Resolved) -> i128 {
    let cell = i128::from(resolved.cell);
    2 * i128::from(resolved.region_min_cells) * cell * cell
}

/// What there is at first.
fn counts_of(gathered: &Gathered) -> Counts {
    let ground = gathered.faces.iter().filter(|face| face.role == Role::Ground).count();
    Counts {
        triangles: gathered.triangles,
        unusable_triangles: gathered.unusable,
        rasterised: ground,
        low_hanging: ground,
        ledges: ground,
        ..Counts::default()
    }
}

/// The box of the plan that a survey of `tile` looks at.
#[must_use]
pub fn looked_at(resolved: &Resolved, tile: PlanBox) -> PlanBox {
    // A part of a face is a bevel where it is a cell long.
    surroundings(resolved, tile).grown(resolved.cell)
}

/// The box of the plan whose ground and walls can matter to `tile`.
fn surroundings(resolved: &Resolved, tile: PlanBox) -> PlanBox {
    // A cell more: what bevels hang together with, and treads that may be too narrow.
    tile.grown(margin(resolved).saturating_add(MARGIN).saturating_add(resolved.cell))
}

/// How far away a wall can matter, steps.
const fn margin(resolved: &Resolved) -> i32 {
    resolved.radius.saturating_add(resolved.arc_tolerance).saturating_add(MARGIN)
}
