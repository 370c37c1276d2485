//! Thinned chains to the patches of a [`Surface`].

use std::sync::Arc;

use super::compact::OpenField;
use super::contour::{self, Beyond, Contours, Link, Loop};
use super::layers::Patches;
use super::marks::Marks;
use super::sample::{Runs, Samples};
use super::simplify::{Thinned, simplify};
use super::window::Window;
use crate::geom::{PlanBox, PlanPoint, cast, predicates};
use crate::parameters::Resolved;
use crate::surface::{Border, Heights, Layer, Patch, Ring, SeamId, Surface};

/// A surface with the heights of its corners alone, and what it came from.
pub(super) struct Outlined {
    pub(super) surface: Surface,
    pub(super) chains: Vec<Thinned>,
}

impl Outlined {
    /// That of patches with these [sides](super::sides::of), within `max_error` steps of the cells.
    /// `keep` tells where the ground goes on outside the tile.
    pub(super) fn new(
        (field, keep): (&OpenField, &[bool]),
        (patches, sides): (&Patches, Marks),
        max_error: i32,
        resolved: &Resolved,
    ) -> Self {
        let Contours { chains, loops } = contour::trace(field, keep, patches, sides);
        let chains = simplify(chains, &patches.layers, max_error, resolved.climb);
        let built = built(&loops, &chains, patches);
        let surface = surface(&field.window, resolved, patches, built);
        Self { surface, chains }
    }
}

/// The heights of a surveyed tile that are still to be sampled: what they are read from. That takes a
/// while, and outlines are traced and cut into pieces without them.
#[derive(Debug)]
pub struct Unsampled {
    field: Arc<OpenField>,
    patches: Arc<Patches>,
    rim: Marks,
    /// The spans of the patches, where they are known already.
    runs: Option<Runs>,
    /// Cells around layers that are sampled too.
    reach: i32,
    /// Highest step of cells side by side, lattice steps.
    step: i64,
}

/// Heights are not looked for in more cells than so many from a layer: what looks at each of them
/// grows with the square, and nobody's outlines are that far off.
const FARTHEST: i32 = 256;

impl Unsampled {
    /// Of patches with the spans on their outlines, and all of theirs where these are known.
    pub(super) fn new(
        field: Arc<OpenField>,
        (patches, rim, runs): (Arc<Patches>, Marks, Option<Runs>),
        resolved: &Resolved,
    ) -> Self {
        // A thinned outline is off its cells by the error, and reading between centres needs one
        // more cell.
        let reach = resolved.edge_max_error / resolved.cell.max(1) + 2;
        let reach = reach.min(FARTHEST);
        // Linked cells are a climb apart in voxels, and each height is within one of its voxel.
        let step = i64::from(resolved.climb) + 2 * i64::from(resolved.cell_height);
        Self { field, patches, rim, runs, reach, step }
    }

    /// The heights of each layer of the surface at cell centres.
    #[must_use]
    pub fn sample(self) -> Vec<Heights> {
        let Self { field, patches, rim, runs, reach, step } = self;
        let samples = Samples::of(&field, (&patches, rim, runs), (reach, step));
        drop(patches);
        let grids = match Arc::try_unwrap(field) {
            // From here on little else is of use.
            Ok(OpenField { window, heights, starts, areas, links }) => {
                drop((areas, links));
                samples.grids((&window, &heights), starts, (reach, step))
            }
            // Outlines are being traced.
            Err(field) => samples.grids((&field.window, &field.heights), Vec::new(), (reach, step)),
        };
        grids.into_iter().map(|grid| grid.map_or(Heights::Corners, Heights::Grid)).collect()
    }
}

/// The layers of these patches.
fn surface(window: &Window, resolved: &Resolved, patches: &Patches, built: Vec<Patch>) -> Surface {
    let clip = PlanBox::new(
        window.corner(window.inner_min.0, window.inner_min.1),
        window.corner(window.inner_max.0, window.inner_max.1),
    );
    let mut surface = Surface::empty(resolved.frame, clip);
    surface.layers = vec![Layer::default(); cast::index(patches.layer_count)];
    for (patch, &layer) in built.into_iter().zip(&patches.layers) {
        surface.layers[cast::index(layer)].patches.push(patch);
    }
    surface
}

/// The patches with their outlines.
fn built(loops: &[Loop], chains: &[Thinned], patches: &Patches) -> Vec<Patch> {
    let mut built = vec![Patch::default(); patches.layers.len()];
    let mut plan: Vec<PlanPoint> = Vec::new();
    for outline in loops {
        let Some(patch) = built.get_mut(cast::index(outline.patch)) else { continue };
        patch.area = outline.area;
        let ring = ring(outline, chains);
        plan.clear();
        plan.extend(ring.points.iter().map(|p| p.plan));
        // Cells of a patch hang together by their sides, so exactly one outline runs around it.
        if predicates::ring_area_doubled(&plan) > 0 {
            patch.outer = ring;
        } else {
            patch.holes.push(ring);
        }
    }
    built
}

/// One loop with the points that its chains kept.
fn ring(outline: &Loop, chains: &[Thinned]) -> Ring {
    let of_link = |link: &Link| &chains[cast::index(link.chain)];
    let count = outline.links.iter().map(|link| of_link(link).kept.len()).sum();
    let mut ring = Ring { points: Vec::with_capacity(count), borders: Vec::with_capacity(count) };
    for link in &outline.links {
        let thinned = of_link(link);
        let border = match thinned.chain.beyond {
            Beyond::Wall => Border::Wall,
            Beyond::Tile(side) => Border::Tile(side),
            Beyond::Patch(_) => Border::Seam(SeamId(link.chain)),
        };
        let count = thinned.kept.len().saturating_sub(1);
        if link.reversed {
            ring.points.extend(thinned.points().rev().take(count));
        } else {
            ring.points.extend(thinned.points().take(count));
        }
        ring.borders.resize(ring.points.len(), border);
    }
    ring
}
