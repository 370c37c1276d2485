//! The ground of a part, and where on it the agent's centre may go.

use super::border::BorderEdge;
use super::chain::straightened;
use super::close::{BEYOND, close_to, outside, rectangle};
use super::ends::Ends;
use super::extents::Extents;
use super::free::Free;
use super::grown::OVERLAP;
use super::layer::Part;
use super::leaf::{Leaf, LeafPart, View};
use super::needed::{distance_squared, needed};
use super::outlines::Outlines;
use super::sides::straight;
use crate::geom::predicates::ring_area_doubled;
use crate::geom::{
    OverlayError, PlanBox, PlanPoint, Shape, Volume, cast, difference, edges, grown, may_hold_disc,
    straighten, thicken, unite,
};
use crate::parameters::Resolved;
use crate::threads;
use rayon::prelude::*;

/// Least radius, steps: walls without width stay in the ground as slits.
const SLIT: i32 = 1;
/// Ground reaches this far beyond its triangles on either side of a border, steps, and more.
const BESIDE: i32 = 2 * OVERLAP + SLIT + 1;
/// Corners are rounded to the lattice, steps.
const ROUNDING: i32 = 8;
/// Where on a stretch of a shape it is looked at.
const SHARES: [f64; 3] = [0.5, 0.38, 0.71];
/// Borders are thickened by this much first, steps: gaps of twice that close, and hardly an arc has
/// a corner between its ends.
const FIRST: i32 = 16;
/// Parts of the tolerance: one for the first arcs, one for corners left out, the rest for the last
/// arcs.
const PARTS: i32 = 10;
/// Two steps are not worth it for a radius that is not so many times the first.
const LEAST: i32 = 8;
/// Nor are they for fewer segments.
const FEW: usize = 16;

/// The ground of each leaf, and where on it the agent's centre may go; without those that have none.
/// Ground that is not `wanted` is left out, unless something else is found from it.
pub(super) fn parts(
    leaves: &[Leaf],
    (free, outlines, borders): (&Free, &Outlines, &[BorderEdge]),
    resolved: &Resolved,
    wanted: bool,
) -> Result<Vec<Part>, OverlayError> {
    // Parts of one leaf are layers each for itself; those of several are joined by their ground.
    let wanted = wanted || leaves.len() > 1;
    let (radius, tolerance) = (resolved.radius.max(SLIT), resolved.arc_tolerance);
    let jobs = (0..).zip(leaves).flat_map(|(i, leaf)| leaf.parts.iter().map(move |p| (i, leaf, p)));
    let jobs: Vec<(usize, &Leaf, &LeafPart)> = jobs.collect();
    let part = |(leaf, Leaf { inner, is_torn, .. }, part): (usize, &Leaf, &LeafPart)| {
        let LeafPart { pieces, views } = part;
        let place_of = |pieces| Place::new(free, outlines, borders, (pieces, inner));
        let place = place_of(pieces);
        // Where parts end without a border, or borders are hardly thickened, they do not keep ground
        // apart from what is none.
        let (ground, walked) = if *is_torn || radius < ROUNDING {
            let ground = place.ground()?;
            let walked = match &views[..] {
                [] => place.walked_on(&ground, radius, tolerance)?,
                [view] => place_of(&view.around).walked_on(&ground, radius, tolerance)?,
                views => {
                    let walked = views.iter().map(|View { pieces, around }| {
                        let ground = place_of(pieces).ground()?;
                        place_of(around).walked_on(&ground, radius, tolerance)
                    });
                    let walked = walked.collect::<Result<Vec<_>, OverlayError>>()?;
                    straight(unite(walked.into_iter().flatten().collect())?, inner)?
                }
            };
            (ground, walked)
        } else if !wanted {
            (Vec::new(), place.walked(radius, tolerance)?)
        } else {
            let walk = || place.walked(radius, tolerance);
            let (ground, walked) = threads::join(|| place.ground(), walk);
            (ground?, walked?)
        };
        Ok(Part { leaf, inner: *inner, pieces: pieces.clone(), ground, walked })
    };
    let mut parts = jobs.into_par_iter().map(part).collect::<Result<Vec<Part>, OverlayError>>()?;
    parts.retain(|part| !part.ground.is_empty() || !part.walked.is_empty());
    Ok(parts)
}

/// A part in its box.
pub(super) struct Place<'a> {
    free: &'a Free,
    outlines: &'a Outlines,
    /// Sorted by piece.
    borders: &'a [BorderEdge],
    part: &'a [usize],
    /// Its sides are no borders.
    inner: &'a PlanBox,
    /// Where the part's pieces are, near the box.
    extents: Extents,
}

impl<'a> Place<'a> {
    pub(super) fn new(
        free: &'a Free,
        outlines: &'a Outlines,
        borders: &'a [BorderEdge],
        (part, inner): (&'a [usize], &'a PlanBox),
    ) -> Self {
        let close = inner.grown(BEYOND);
        let pieces = part.iter().map(|&i| (free.pieces[i].bounds, cast::count(i)));
        let pieces = pieces.filter(|(bounds, _)| bounds.meets(&close));
        let extents = Extents::new(pieces.map(|(bounds, i)| (Volume::flat(bounds), i)));
        Self { free, outlines, borders, part, inner, extents }
    }

    /// The ground in the box, slit along borders beside which there is other ground.
    pub(super) fn ground(&self) -> Result<Vec<Shape>, OverlayError> {
        let pieces = || self.part.iter().map(|&i| &self.free.pieces[i]);
        let own = pieces().filter(|piece| piece.bounds.meets(self.inner));
        let close = self.inner.grown(BEYOND);
        let ground = unite(own.filter_map(|piece| close_to(&piece.shape, &close)).collect())?;
        if ground.is_empty() {
            return Ok(ground);
        }
        let slits =
            self.edges(SLIT, |piece, edge| self.has_ground(&edge.grown(BESIDE), Some(piece)));
        let slits = straightened(&slits, None, 0.0);
        // Wedges at the ends of slits would be a step wide.
        let mut away = unite(thicken(&slits, SLIT, 1, |_| Vec::new()))?;
        away.extend(outside(self.inner, &ground));
        straight(difference(&ground, &away)?, self.inner)
    }

    /// What of the box is ground and not nearer than `radius` steps to a border; arcs, and corners
    /// left out, within `tolerance`.
    pub(super) fn walked(&self, radius: i32, tolerance: i32) -> Result<Vec<Shape>, OverlayError> {
        let reach = radius.saturating_add(tolerance).saturating_add(BEYOND);
        let all = self.edges(reach, |_, _| true);
        // What arcs leave of the tolerance is for fewer corners, of borders and of the outlines.
        let (arcs, borders) = (tolerance - tolerance / 2, tolerance / 8);
        let outlines = tolerance - arcs - borders;
        let within = shrunk(self.inner, reach);
        let lines = straightened(&all, within.as_ref(), f64::from(borders));
        // Off the ground nothing is walked on, whatever is around.
        let has_ground = |b: &PlanBox| self.has_ground(b, None);
        let needed = needed(&lines, self.inner, (radius, arcs), has_ground);
        let away = thickened(&needed, (radius, arcs), within.as_ref())?;
        let mut shapes = difference(&[rectangle(self.inner)], &away)?;
        // Borders all around keep each of these apart from what is not ground or too near to
        // borders that were left out.
        let is_off = is_off(&all, radius);
        shapes.retain(|shape| {
            let mut places = inside(shape).into_iter();
            places.any(|p| is_off(p) && self.part.iter().any(|&i| self.holds(i, p)))
        });
        // Only corners on the sides are kept from being left out.
        let shapes = straight(shapes, self.inner)?;
        straight(eased(shapes, self.inner, f64::from(outlines))?, self.inner)
    }

    fn holds(&self, i: usize, p: PlanPoint) -> bool {
        let piece = &self.free.pieces[i];
        piece.bounds.contains(p) && self.outlines.holds(piece.group, i, p)
    }

    /// The same where the part does not end at borders alone.
    pub(super) fn walked_on(
        &self,
        ground: &[Shape],
        radius: i32,
        tolerance: i32,
    ) -> Result<Vec<Shape>, OverlayError> {
        let reach = radius.saturating_add(tolerance).saturating_add(BEYOND);
        let all = self.edges(reach, |_, _| true);
        let lines = straightened(&all, None, 0.0);
        let has_ground = |b: &PlanBox| self.has_ground(b, None);
        let needed = needed(&lines, self.inner, (radius, tolerance), has_ground);
        let mut shapes = difference(ground, &thickened(&needed, (radius, tolerance), None)?)?;
        if needed.len() < lines.len() {
            let is_off = is_off(&all, radius);
            shapes.retain(|shape| inside(shape).into_iter().any(&is_off));
        }
        straight(shapes, self.inner)
    }

    /// True when a piece of the part, other than one, has ground in a box.
    fn has_ground(&self, b: &PlanBox, but: Option<usize>) -> bool {
        self.extents.visit_until(&Volume::flat(*b), |i| {
            let i = cast::index(i);
            but != Some(i) && self.outlines.meets(self.free.pieces[i].group, Some(i), b)
        })
    }

    /// The part's borders near the box.
    fn edges(
        &self,
        reach: i32,
        mut counts: impl FnMut(usize, PlanBox) -> bool,
    ) -> Vec<&BorderEdge> {
        let near = self.inner.grown(reach);
        let mut edges = Vec::new();
        for &i in self.part {
            let first = self.borders.partition_point(|edge| edge.piece < i);
            for edge in self.borders[first..].iter().take_while(|edge| edge.piece == i) {
                let bounds = PlanBox::new(edge.from, edge.to);
                if bounds.meets(&near) && counts(i, bounds) {
                    edges.push(edge);
                }
            }
        }
        edges
    }
}

/// Whether no border is nearer to a place than `radius` steps, but for rounding.
fn is_off<'a>(borders: &'a [&BorderEdge], radius: i32) -> impl Fn(PlanPoint) -> bool + 'a {
    let least = f64::from(radius - ROUNDING).max(0.0).powi(2);
    move |p| {
        let (x, y) = (f64::from(p.x), f64::from(p.y));
        borders.iter().all(|edge| distance_squared([edge.from, edge.to], x, y) >= least)
    }
}

/// Places in a shape, on the widest stretch half-way between the two of its corners' rows that are
/// farthest apart. Corners may have been rounded off what the shape is a part of; one place may be
/// in a gap that was closed.
fn inside(shape: &Shape) -> Vec<PlanPoint> {
    let mut rows: Vec<i32> = shape.rings().flatten().map(|p| p.y).collect();
    rows.sort_unstable();
    rows.dedup();
    let gaps = rows.windows(2).map(|w| (w[0], w[1]));
    let Some((low, high)) = gaps.max_by_key(|w| w.1.abs_diff(w.0)) else { return Vec::new() };
    let row = f64::midpoint(f64::from(low), f64::from(high));
    let mut crossings: Vec<f64> = shape
        .rings()
        .flat_map(|ring| edges(ring))
        .filter(|(a, b)| (a.y <= low) != (b.y <= low))
        .map(|(a, b)| {
            let t = (row - f64::from(a.y)) / (f64::from(b.y) - f64::from(a.y));
            f64::from(a.x) + (f64::from(b.x) - f64::from(a.x)) * t
        })
        .collect();
    crossings.sort_unstable_by(f64::total_cmp);
    let stretches = crossings.chunks_exact(2).map(|pair| (pair[0], pair[1]));
    let widest = stretches.max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
    let at = |(from, to): (f64, f64)| {
        SHARES.map(|share| {
            PlanPoint::new(cast::round_i32(from + (to - from) * share), cast::round_i32(row))
        })
    };
    widest.into_iter().flat_map(at).collect()
}

/// The box without a margin on every side, if anything is left of it.
fn shrunk(b: &PlanBox, margin: i32) -> Option<PlanBox> {
    let (min, max) = (b.grown(-margin).min, b.grown(-margin).max);
    (min.x < max.x && min.y < max.y).then(|| PlanBox::new(min, max))
}

/// The shapes without slivers of at most that width along their outlines, which so have fewer
/// corners. Corners on the sides of the box stay.
fn eased(shapes: Vec<Shape>, inner: &PlanBox, most: f64) -> Result<Vec<Shape>, OverlayError> {
    let is_fixed = |p: &PlanPoint| {
        p.x == inner.min.x || p.x == inner.max.x || p.y == inner.min.y || p.y == inner.max.y
    };
    let mut slivers = Vec::new();
    for ring in shapes.iter().flat_map(Shape::rings) {
        let mut line = ring.clone();
        let first = line.iter().position(is_fixed).unwrap_or(0);
        line.rotate_left(first);
        line.extend(line.first().copied());
        let ends = (1..line.len()).filter(|&i| is_fixed(&line[i]) || i + 1 == line.len());
        let mut from = 0;
        for to in ends {
            let given = &line[from..=to];
            let straight = straighten(given, most);
            if straight.len() < given.len() {
                let back = straight.iter().rev().skip(1).take(straight.len() - 2);
                slivers.push(Shape::solid(given.iter().chain(back).copied().collect()));
            }
            from = to;
        }
    }
    if slivers.is_empty() { Ok(shapes) } else { difference(&shapes, &slivers) }
}

/// All within `radius` steps of the segments.
///
/// Where borders stand close together, most of what is around one of them is around others too.
/// So they are first thickened by a little, which closes the gaps between them, and what is left
/// of their outlines, with fewer corners inside of `within`, is thickened by the rest.
fn thickened(
    segments: &[[PlanPoint; 2]],
    (radius, tolerance): (i32, i32),
    within: Option<&PlanBox>,
) -> Result<Vec<Shape>, OverlayError> {
    let ends = Ends::of(segments);
    let around = |radius, tolerance| thicken(segments, radius, tolerance, |p| ends.around(p));
    if segments.len() < FEW || radius < LEAST * FIRST {
        return unite(around(radius, tolerance));
    }
    // Arcs and corners left out add up.
    let part = tolerance / PARTS;
    let (left, arcs) = (radius - FIRST, tolerance - 2 * part);
    let mut thick = unite(around(FIRST, part))?;
    fill(&mut thick, left);
    coarser(&mut thick, within, f64::from(part));
    unite(grown(&thick, left, arcs))
}

/// Takes corners off outlines inside of the box; the shapes become larger by at most `most` steps.
fn coarser(shapes: &mut [Shape], within: Option<&PlanBox>, most: f64) {
    let Some(within) = within else { return };
    let ease = |ring: &mut Vec<PlanPoint>| {
        // What may be added is on the left of the line.
        ring.reverse();
        let outside = ring.iter().position(|&p| !within.contains(p));
        ring.rotate_left(outside.unwrap_or(0));
        let mut line: Vec<PlanPoint> = Vec::with_capacity(ring.len());
        for run in ring.chunk_by(|&p, &q| within.contains(p) && within.contains(q)) {
            line.extend(straighten(run, most));
        }
        if line.len() > 2 {
            *ring = line;
        }
        ring.reverse();
    };
    for shape in shapes {
        ease(&mut shape.outer);
        shape.holes.iter_mut().for_each(ease);
    }
}

/// Drops holes that growing by `radius` closes: no disc of that radius fits in.
fn fill(shapes: &mut [Shape], radius: i32) {
    for shape in shapes {
        shape.holes.retain(|hole| may_hold_disc(-ring_area_doubled(hole), radius));
    }
}
