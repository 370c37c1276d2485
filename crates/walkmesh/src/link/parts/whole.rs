//! Parts of one link put together again.

use super::ends::NEAR;
use super::share::Share;
use crate::geom::GroundPoint;
use crate::geom::predicates::{cross, dot};
use crate::mesh::link_ways::is_rigid;
use crate::mesh::{Link, LinkEnd};

/// How far apart parts are that follow each other, along each axis, steps: each ends on a lattice
/// point near the border between their pieces.
const APART: u32 = 2 * NEAR.unsigned_abs() + 1;
/// As far as lattices reach from their middle, steps: no file was checked for the points of links that
/// come from elsewhere.
const REACH: u32 = 1 << 29;

/// True for two links that may be parts of one, the second after the first: on other pieces of the same
/// tiles, and in all else alike.
pub(crate) fn leads_on(a: &Link, b: &Link, climb: u32) -> bool {
    let ends = [(&a.from, &b.from), (&a.to, &b.to)];
    let gap = |(a, b): (&LinkEnd, &LinkEnd)| a.to.plan.distance_squared(b.from.plan);
    Link { from: b.from, to: b.to, ..*a } == *b
        && ends.into_iter().any(|(a, b)| a.polygon != b.polygon)
        && ends.into_iter().all(|(a, b)| follows(a, b, climb))
        && gap(ends[0]) == gap(ends[1])
}

/// True for a stretch that begins next to where another ends, both on one line in one tile.
fn follows(a: &LinkEnd, b: &LinkEnd, climb: u32) -> bool {
    let points = [a.from, a.to, b.from, b.to].map(|at| at.plan);
    let is_far = points.iter().any(|p| p.x.unsigned_abs().max(p.y.unsigned_abs()) > REACH);
    if is_far || a.polygon.tile != b.polygon.tile {
        return false;
    }
    let [from, end, start, to] = points;
    let shares = points.map(|p| dot(from, to, p));
    [end, start].into_iter().all(|p| cross(from, to, p) == 0)
        && from != to
        && shares.is_sorted()
        && end.x.abs_diff(start.x).max(end.y.abs_diff(start.y)) <= APART
        && a.to.height.abs_diff(b.from.height) <= climb
}

/// The link that such parts in a row are of; `None` where they are not: on more than one line, in plan
/// or by more than a climb in height, or of other lengths at both ends by more than rounding makes of one.
pub(crate) fn put_together(parts: &[Link], climb: u32) -> Option<Link> {
    let (first, last) = (parts.first()?, parts.last()?);
    let from = LinkEnd { to: last.from.to, ..first.from };
    let to = LinkEnd { to: last.to.to, ..first.to };
    let is_in_line = |line: &LinkEnd, part: &LinkEnd| {
        [part.from, part.to].into_iter().all(|at| is_on(line, at, climb))
    };
    let is_of_it = |part: &Link| is_in_line(&from, &part.from) && is_in_line(&to, &part.to);
    let whole = Link { from, to, ..*first };
    (parts.len() == 1 || is_rigid(&whole) && parts.iter().all(is_of_it)).then_some(whole)
}

/// True for a point on a stretch that is none itself, by a climb above or below it at most.
fn is_on(line: &LinkEnd, at: GroundPoint, climb: u32) -> bool {
    let [a, b] = [line.from.plan, line.to.plan];
    let (part, whole) = (dot(a, b, at.plan), dot(a, b, b));
    if a == b || cross(a, b, at.plan) != 0 || !(0..=whole).contains(&part) {
        return false;
    }
    let share = Share::of_zero(-part, whole - part);
    share.of([line.from.height, line.to.height]).abs_diff(at.height) <= climb
}
