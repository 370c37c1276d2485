//! The ground of a part, and where on it the agent's centre may go.

use super::border::BorderEdge;
use super::free::{Free, Piece};
use super::leaf::rectangle;
use crate::geom::predicates::ring_area_doubled;
use crate::geom::{
    OverlayError, PlanBox, PlanPoint, Shape, cast, difference, grow, thicken, union,
};

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

/// The pieces of a part that meet the box, as one.
pub(super) fn ground(
    free: &Free,
    part: &[usize],
    inner: &PlanBox,
) -> Result<Vec<Shape>, OverlayError> {
    let meets = |i: &&usize| free.pieces[**i].bounds.meets(inner);
    let mut own: Vec<&Piece> = part.iter().filter(meets).map(|&i| &free.pieces[i]).collect();
    united(&mut own)
}

/// What of the ground is in the box and not nearer than `radius` steps to a border of the part,
/// arcs within `tolerance`. Sides of the box are no borders. `borders` are sorted by piece.
pub(super) fn without_borders(
    ground: &[Shape],
    borders: &[BorderEdge],
    part: &[usize],
    inner: &PlanBox,
    (radius, tolerance): (i32, i32),
) -> Result<Vec<Shape>, OverlayError> {
    if ground.is_empty() {
        return Ok(Vec::new());
    }
    let near = inner.grown(radius.saturating_add(tolerance).saturating_add(BEYOND));
    let mut segments = Vec::new();
    for &i in part {
        let first = borders.partition_point(|edge| edge.piece < i);
        let own = borders[first..].iter().take_while(|edge| edge.piece == i);
        segments.extend(
            own.filter(|edge| PlanBox::new(edge.from, edge.to).meets(&near))
                .map(|edge| [edge.from.min(edge.to), edge.from.max(edge.to)]),
        );
    }
    segments.sort_unstable();
    segments.dedup();
    let mut away = thickened(&mut segments, radius, tolerance)?;
    away.extend(outside(inner, ground));
    difference(ground, &away)
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

/// All within `radius` steps of the segments: halves of them first.
fn thickened(
    segments: &mut [[PlanPoint; 2]],
    radius: i32,
    tolerance: i32,
) -> Result<Vec<Shape>, OverlayError> {
    if segments.len() <= AT_ONCE {
        return few_thickened(segments, radius, tolerance);
    }
    let (left, right) = halves(segments, |&segment| segment);
    let (left, right) =
        rayon::join(|| thickened(left, radius, tolerance), || thickened(right, radius, tolerance));
    let (mut all, right) = (left?, right?);
    all.extend(right);
    union(&all)
}

/// All within `radius` steps of the segments, as overlapping shapes.
///
/// Where borders stand close together, most of what is around one of them is around others too.
/// So they are first thickened by a little, which closes the gaps between them, and what is left
/// of their outlines is thickened by the rest.
fn few_thickened(
    segments: &[[PlanPoint; 2]],
    radius: i32,
    tolerance: i32,
) -> Result<Vec<Shape>, OverlayError> {
    let small = radius / STAGE;
    if small < LEAST_STAGE || segments.len() < FEW {
        return Ok(thicken(segments, radius, tolerance));
    }
    let part = tolerance / STAGE;
    let mut thick = union(&thicken(segments, small, part))?;
    let rest = radius - small;
    fill(&mut thick, rest);
    let middle = rest / STAGE;
    let mut thick = grow(&thick, middle, part)?;
    let rest = rest - middle;
    fill(&mut thick, rest);
    grow(&thick, rest, tolerance - 2 * part)
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
