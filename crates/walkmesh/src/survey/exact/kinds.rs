//! Ground of several kinds, cut into shapes of one kind each.
//!
//! ```text
//!  ┌─────────┬──────┐
//!  │ grass   │ road │   A layer is walked as one first, so that nobody keeps away from where kinds
//!  │      ┌──┴──┐   │   meet. Then each side of such a line gets the corners of the other one.
//!  └──────┴─────┴───┘
//! ```

use super::close::within;
use super::extents::Extents;
use super::free::Free;
use super::layer::Part;
use super::sides::straight;
use crate::geom::predicates::{cross, dot};
use crate::geom::{
    OverlayError, PlanBox, PlanPoint, Shape, Volume, cast, difference, edges, intersection,
    union_crossed, unite,
};
use crate::soup::Area;
use std::collections::BTreeSet;

/// A shape and its kind of ground.
pub(super) type OfKind = (Area, Shape);

/// The shapes of a layer by kind, of whose parts the ground is. Ground of several kinds at one height
/// is of the highest of them, as in a survey by voxels; gaps that were closed are of the lowest that the
/// layer has.
pub(super) fn cut(
    shapes: Vec<Shape>,
    parts: &[&Part],
    free: &Free,
    sides: &PlanBox,
) -> Result<Vec<OfKind>, OverlayError> {
    let kind_of = |piece: usize| free.groups[free.pieces[piece].group].area;
    let pieces = || parts.iter().flat_map(|part| part.pieces.iter().map(move |&i| (*part, i)));
    let mut kinds: BTreeSet<u8> = pieces().map(|(_, i)| kind_of(i)).collect();
    let lowest = Area(kinds.pop_first().unwrap_or_default());
    let ground = |kind: u8| {
        let own = pieces().filter(|&(_, i)| kind_of(i) == kind);
        let own = own.flat_map(|(part, i)| within(&free.pieces[i].shape, &part.inner));
        unite(own.collect())
    };
    let kinds = kinds.into_iter().rev();
    let grounds = kinds.map(|kind| Ok((Area(kind), ground(kind)?)));
    by_kind(shapes, &grounds.collect::<Result<Vec<_>, OverlayError>>()?, lowest, sides)
}

/// Shapes by the grounds that they are on, the first of several; what is on none is of another kind.
fn by_kind(
    shapes: Vec<Shape>,
    grounds: &[(Area, Vec<Shape>)],
    other: Area,
    sides: &PlanBox,
) -> Result<Vec<OfKind>, OverlayError> {
    if grounds.is_empty() {
        return Ok(shapes.into_iter().map(|shape| (other, shape)).collect());
    }
    let all: Vec<Vec<Shape>> =
        std::iter::once(shapes).chain(grounds.iter().map(|(_, ground)| ground.clone())).collect();
    let mut crossed = (0..all.len()).map(|i| crossed(&all, i, sides));
    let mut rest = crossed.next().unwrap_or_else(|| Ok(Vec::new()))?;
    let mut found = Vec::new();
    for ((kind, _), ground) in grounds.iter().zip(crossed) {
        let ground = ground?;
        let common = intersection(&rest, &ground)?;
        found.extend(common.into_iter().map(|shape| (*kind, shape)));
        rest = difference(&rest, &ground)?;
    }
    found.extend(rest.into_iter().map(|shape| (other, shape)));
    share_corners(&mut found);
    Ok(found)
}

/// Some of all these shapes with corners where they cross others: all are rounded at once, so that what
/// two have in common has no other corners than what is left of them.
fn crossed(all: &[Vec<Shape>], i: usize, sides: &PlanBox) -> Result<Vec<Shape>, OverlayError> {
    let others = all.iter().enumerate().filter(|(j, _)| *j != i);
    let others: Vec<Shape> = others.flat_map(|(_, shapes)| shapes.iter().cloned()).collect();
    straight(union_crossed(&all[i], &others)?, sides)
}

/// Puts corners on the edges that they stand on where kinds meet: one side has more of them where a
/// third kind begins. O(n log n), as a rule.
fn share_corners(shapes: &mut [OfKind]) {
    let all = shapes.iter().flat_map(|(_, shape)| shape.rings()).flat_map(|ring| edges(ring));
    let mut all: Vec<(PlanPoint, PlanPoint)> = all.collect();
    all.sort_unstable();
    let is_lone = |&(a, b): &(PlanPoint, PlanPoint)| all.binary_search(&(b, a)).is_err();
    let ends = all.iter().filter(|edge| is_lone(edge)).flat_map(|&(a, b)| [a, b]);
    let ends: BTreeSet<PlanPoint> = ends.collect();
    let ends: Vec<PlanPoint> = ends.into_iter().collect();
    let place = |&p: &PlanPoint| Volume::flat(PlanBox::new(p, p));
    let tree = Extents::new(ends.iter().map(place).zip(0..));
    for ring in shapes.iter_mut().flat_map(|(_, s)| s.holes.iter_mut().chain([&mut s.outer])) {
        let mut with_more = Vec::with_capacity(ring.len());
        for (a, b) in edges(ring) {
            with_more.push(a);
            let first = with_more.len();
            if is_lone(&(a, b)) {
                tree.visit(&Volume::flat(PlanBox::new(a, b)), |i| {
                    let p = ends[cast::index(i)];
                    with_more.extend((cross(a, b, p) == 0 && p != a && p != b).then_some(p));
                });
            }
            with_more[first..].sort_unstable_by_key(|&p| dot(a, b, p));
        }
        *ring = with_more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{convex_hull, shrink, union};
    use walkmesh_testkit::Random;

    #[test]
    fn kinds_cover_all_of_a_shape_once_and_meet_edge_to_edge() {
        let mut random = Random::new(41);
        let mut cuts = 0;
        for round in 0..1500 {
            let span = [30, 200, 4000, 20_000][round % 4];
            let mut triangles = || -> Vec<Shape> {
                let mut at =
                    || PlanPoint::new(random.between(-span, span), random.between(-span, span));
                let count = 1 + round % 3;
                (0..count).map(|_| Shape::solid(convex_hull([at(), at(), at()]))).collect()
            };
            let shapes = union(&triangles()).unwrap();
            let grounds = [9, 5].map(|kind| (Area(kind), union(&triangles()).unwrap()));
            let sides = PlanBox::new(PlanPoint::new(-span, -span), PlanPoint::new(span, span));
            let inner = shrink(&shapes, 3, 1).unwrap();
            let found = by_kind(shapes.clone(), &grounds, Area(0), &sides).unwrap();
            cuts += usize::from(found.len() > shapes.len());
            let area = |shapes: &[Shape]| shapes.iter().map(Shape::area_doubled).sum::<i128>();
            let parts: Vec<Shape> = found.into_iter().map(|(_, shape)| shape).collect();
            assert_eq!(area(&parts), area(&union(&parts).unwrap()), "round {round}");
            let all: BTreeSet<(PlanPoint, PlanPoint)> =
                parts.iter().flat_map(Shape::rings).flat_map(|ring| edges(ring)).collect();
            for &(a, b) in all.iter().filter(|&&(a, b)| !all.contains(&(b, a))) {
                let middle = PlanPoint::new(i32::midpoint(a.x, b.x), i32::midpoint(a.y, b.y));
                let dot = Shape::solid(PlanBox::new(middle, middle).grown(1).corners().to_vec());
                let common = intersection(&inner, &[dot]).unwrap();
                assert!(common.is_empty(), "round {round}: {a:?} to {b:?}");
            }
        }
        assert!(cuts > 700, "{cuts}");
    }
}
