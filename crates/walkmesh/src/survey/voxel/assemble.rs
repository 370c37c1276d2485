//! Thinned chains to the patches of a [`Surface`].

use super::compact::OpenField;
use super::contour::{self, Beyond, Contours, Loop};
use super::layers::Patches;
use super::sample;
use super::simplify::{Thinned, simplify};
use crate::geom::{PlanBox, PlanPoint, cast, predicates};
use crate::parameters::Resolved;
use crate::surface::{Border, Heights, Layer, Patch, Ring, SeamId, Surface};

/// Which heights a surface carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// Those of its corners alone.
    Corners,
    /// Sampled at cell centres.
    Sampled,
}

/// A surface, and the outlines that it came from.
#[derive(Clone, Debug)]
pub(super) struct Outlined {
    pub(super) surface: Surface,
    pub(super) chains: Vec<Thinned>,
}

/// The surface of the patches, its outlines within `max_error` steps of the cells.
pub(super) fn outline(
    field: &OpenField,
    keep: &[bool],
    patches: &Patches,
    resolved: &Resolved,
    max_error: i32,
    ground: Ground,
) -> Outlined {
    let Contours { chains, loops, rim } = contour::trace(field, keep, patches);
    let thin = || simplify(chains, &patches.layers, max_error, resolved.climb);
    let heights = || match ground {
        Ground::Corners => Vec::new(),
        Ground::Sampled => heights(field, patches, &rim, (resolved, max_error)),
    };
    let (chains, heights) = rayon::join(thin, heights);
    let window = &field.window;
    let clip = PlanBox::new(
        window.corner(window.inner_min.0, window.inner_min.1),
        window.corner(window.inner_max.0, window.inner_max.1),
    );
    let mut surface = Surface::empty(resolved.frame, clip);
    surface.layers = vec![Layer::default(); cast::index(patches.layer_count)];
    for (patch, &layer) in built(&loops, &chains, patches).into_iter().zip(&patches.layers) {
        surface.layers[cast::index(layer)].patches.push(patch);
    }
    for (layer, heights) in surface.layers.iter_mut().zip(heights) {
        layer.heights = heights;
    }
    Outlined { surface, chains }
}

/// The heights of each layer.
fn heights(
    field: &OpenField,
    patches: &Patches,
    rim: &[usize],
    (resolved, max_error): (&Resolved, i32),
) -> Vec<Heights> {
    // A thinned outline is off its cells by the error, and reading between centres needs one
    // more cell.
    let reach = max_error / resolved.cell.max(1) + 2;
    // Linked cells are a climb apart in voxels, and each height is within one of its voxel.
    let step = i64::from(resolved.climb) + 2 * i64::from(resolved.cell_height);
    let grids = sample::grids(field, patches, rim, (reach, step)).into_iter();
    grids.map(|grid| grid.map_or(Heights::Corners, Heights::Grid)).collect()
}

/// The patches with their outlines.
fn built(loops: &[Loop], chains: &[Thinned], patches: &Patches) -> Vec<Patch> {
    let mut built = vec![Patch::default(); patches.layers.len()];
    for outline in loops {
        let Some(patch) = built.get_mut(cast::index(outline.patch)) else { continue };
        patch.area = outline.area;
        let ring = ring(outline, chains);
        let plan: Vec<PlanPoint> = ring.points.iter().map(|p| p.plan).collect();
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
    let mut ring = Ring::default();
    for link in &outline.links {
        let thinned = &chains[cast::index(link.chain)];
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
