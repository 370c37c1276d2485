//! The ground of a part, and where on it the agent's centre may go.

use super::bins::Bins;
use super::border::BorderEdge;
use super::ends::Ends;
use super::free::{Free, OVERLAP, Piece};
use super::leaf::rectangle;
use super::needed::{distance_squared, needed};
use crate::geom::predicates::ring_area_doubled;
use crate::geom::{
    OverlayError, PlanBox, PlanPoint, Shape, cast, difference, grown, thicken, union,
};

/// Least radius, steps: walls without width stay in the ground as slits.
pub(super) const SLIT: i32 = 1;
/// Ground reaches this far beyond its triangles on either side of a border, steps, and more.
const BESIDE: i32 = 2 * OVERLAP + SLIT + 1;
/// Corners are rounded to the lattice, steps.
const ROUNDING: i32 = 8;
/// Beyond everything, for what a leaf leaves out, steps.
const BEYOND: i32 = 16;
/// The share of the radius that borders are thickened by first is one in this many.
const STAGE: i32 = 8;
/// Stages of fewer steps are not worth it.
const LEAST_STAGE: i32 = 16;
/// Most pieces or segments in one overlay to begin with.
const AT_ONCE: usize = 128;
/// Nor is it for fewer segments.
const FEW: usize = 16;

/// A part in its box.
pub(super) struct Place<'a> {
    pub(super) free: &'a Free,
    /// Sorted by piece.
    pub(super) borders: &'a [BorderEdge],
    pub(super) part: &'a [usize],
    /// Its sides are no borders.
    pub(super) inner: &'a PlanBox,
}

impl Place<'_> {
    /// The ground in the box, slit along borders beside which there is other ground.
    pub(super) fn ground(&self) -> Result<Vec<Shape>, OverlayError> {
        let pieces = || self.part.iter().map(|&i| &self.free.pieces[i]);
        let mut own: Vec<&Piece> = pieces().filter(|p| p.bounds.meets(self.inner)).collect();
        let ground = united(&mut own)?;
        if ground.is_empty() {
            return Ok(ground);
        }
        let bounds: Vec<PlanBox> = pieces().map(|piece| piece.bounds).collect();
        let bins = Bins::new(&bounds, self.inner.grown(BEYOND));
        let mut near = Vec::new();
        let slits = self.segments(SLIT, |piece, edge| {
            let around = edge.grown(BESIDE);
            bins.near(&around, &mut near);
            near.iter()
                .map(|&k| cast::index(k))
                .any(|k| self.part[k] != piece && bounds[k].meets(&around))
        });
        let mut away = thickened(&slits, SLIT, 1)?;
        away.extend(outside(self.inner, &ground));
        difference(&ground, &away)
    }

    /// What of the box is ground and not nearer than `radius` steps to a border, arcs within
    /// `tolerance`.
    pub(super) fn walked(&self, radius: i32, tolerance: i32) -> Result<Vec<Shape>, OverlayError> {
        let reach = radius.saturating_add(tolerance).saturating_add(BEYOND);
        let all = self.segments(reach, |_, _| true);
        let needed = needed(&all, self.inner, (radius, tolerance));
        let away = thickened(&needed, radius, tolerance)?;
        let mut shapes = difference(&[rectangle(self.inner)], &away)?;
        // Borders all around keep each of these apart from what is not ground or too near to
        // borders that were left out.
        let least = f64::from(radius - ROUNDING).max(0.0).powi(2);
        shapes.retain(|shape| {
            shape.outer.first().is_some_and(|&p| {
                let (x, y) = (f64::from(p.x), f64::from(p.y));
                all.iter().all(|&segment| distance_squared(segment, x, y) >= least)
                    && self.part.iter().any(|&i| self.free.pieces[i].holds(p))
            })
        });
        Ok(shapes)
    }

    /// The same where the part does not end at borders alone.
    pub(super) fn walked_on(
        &self,
        ground: &[Shape],
        radius: i32,
        tolerance: i32,
    ) -> Result<Vec<Shape>, OverlayError> {
        let reach = radius.saturating_add(tolerance).saturating_add(BEYOND);
        let all = self.segments(reach, |_, _| true);
        difference(ground, &thickened(&all, radius, tolerance)?)
    }

    /// The part's borders near the box, each once.
    fn segments(
        &self,
        reach: i32,
        mut counts: impl FnMut(usize, PlanBox) -> bool,
    ) -> Vec<[PlanPoint; 2]> {
        let near = self.inner.grown(reach);
        let mut segments = Vec::new();
        for &i in self.part {
            let first = self.borders.partition_point(|edge| edge.piece < i);
            for edge in self.borders[first..].iter().take_while(|edge| edge.piece == i) {
                let bounds = PlanBox::new(edge.from, edge.to);
                if bounds.meets(&near) && counts(i, bounds) {
                    segments.push([edge.from.min(edge.to), edge.from.max(edge.to)]);
                }
            }
        }
        segments.sort_unstable();
        segments.dedup();
        segments
    }
}

/// Pieces as one: halves of them first, so that no overlay has to do with much that lies apart.
fn united(pieces: &mut [&Piece]) -> Result<Vec<Shape>, OverlayError> {
    if pieces.len() <= AT_ONCE {
        let all: Vec<Shape> = pieces.iter().map(|piece| piece.shape.clone()).collect();
        return union(&all);
    }
    let (left, right) = halves(pieces, |piece| [piece.bounds.min, piece.bounds.max]);
    let (left, right) = rayon::join(|| united(left), || united(right));
    let (mut all, right) = (left?, right?);
    all.extend(right);
    union(&all)
}

/// Cuts a list in two by where the middles of its items are along the longer side of them all.
fn halves<T>(items: &mut [T], ends: impl Fn(&T) -> [PlanPoint; 2]) -> (&mut [T], &mut [T]) {
    let middle = |item: &T| {
        let [a, b] = ends(item);
        (i64::from(a.x) + i64::from(b.x), i64::from(a.y) + i64::from(b.y))
    };
    let side = |along: fn((i64, i64)) -> i64| {
        let all = || items.iter().map(|item| along(middle(item)));
        all().max().unwrap_or(0) - all().min().unwrap_or(0)
    };
    let is_wide = side(|p| p.0) >= side(|p| p.1);
    let key = |item: &T| {
        let (x, y) = middle(item);
        (if is_wide { (x, y) } else { (y, x) }, ends(item))
    };
    let half = items.len() / 2;
    items.select_nth_unstable_by_key(half, key);
    items.split_at_mut(half)
}

/// All within `radius` steps of the segments.
///
/// Where borders stand close together, most of what is around one of them is around others too.
/// So they are first thickened by a little, which closes the gaps between them, and what is left
/// of their outlines is thickened by the rest.
fn thickened(
    segments: &[[PlanPoint; 2]],
    radius: i32,
    tolerance: i32,
) -> Result<Vec<Shape>, OverlayError> {
    let ends = Ends::of(segments);
    let around = |radius, tolerance| thicken(segments, radius, tolerance, |p| ends.around(p));
    let small = radius / STAGE;
    if small < LEAST_STAGE || segments.len() < FEW {
        return all_united(around(radius, tolerance));
    }
    let part = tolerance / STAGE;
    let mut thick = all_united(around(small, part))?;
    let rest = radius - small;
    fill(&mut thick, rest);
    let middle = rest / STAGE;
    let mut thick = all_united(grown(&thick, middle, part))?;
    let rest = rest - middle;
    fill(&mut thick, rest);
    all_united(grown(&thick, rest, tolerance - 2 * part))
}

/// Shapes as one: halves of them first.
fn all_united(mut shapes: Vec<Shape>) -> Result<Vec<Shape>, OverlayError> {
    let mut boxed: Vec<(PlanBox, Shape)> = shapes
        .drain(..)
        .filter_map(|shape| Some((PlanBox::around(shape.outer.iter().copied())?, shape)))
        .collect();
    united_boxes(&mut boxed)
}

fn united_boxes(shapes: &mut [(PlanBox, Shape)]) -> Result<Vec<Shape>, OverlayError> {
    if shapes.len() <= AT_ONCE {
        let own: Vec<Shape> = shapes.iter_mut().map(|(_, shape)| std::mem::take(shape)).collect();
        return union(&own);
    }
    let (left, right) = halves(shapes, |(bounds, _)| [bounds.min, bounds.max]);
    let (left, right) = rayon::join(|| united_boxes(left), || united_boxes(right));
    let (mut all, right) = (left?, right?);
    all.extend(right);
    union(&all)
}

/// Drops holes that growing by `radius` closes: no disc of that radius fits in.
fn fill(shapes: &mut [Shape], radius: i32) {
    let disc = std::f64::consts::PI * f64::from(radius) * f64::from(radius);
    for shape in shapes {
        shape.holes.retain(|hole| cast::float_wide(-ring_area_doubled(hole)) >= 2.0 * disc);
    }
}

/// What of the shapes' surroundings is outside of the box, as up to four rectangles.
fn outside(inner: &PlanBox, shapes: &[Shape]) -> Vec<Shape> {
    let all = shapes.iter().flat_map(|s| &s.outer).fold(*inner, |b, &p| b.with(p));
    if all == *inner {
        return Vec::new();
    }
    let (min, max) = (all.grown(BEYOND).min, all.grown(BEYOND).max);
    let p = PlanPoint::new;
    let sides = [
        (min, p(inner.min.x, max.y)),
        (p(inner.max.x, min.y), max),
        (p(inner.min.x, min.y), p(inner.max.x, inner.min.y)),
        (p(inner.min.x, inner.max.y), p(inner.max.x, max.y)),
    ];
    sides.iter().map(|&(a, b)| rectangle(&PlanBox::new(a, b))).collect()
}
