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
    OverlayError, PlanBox, PlanPoint, Shape, Volume, cast, edges, slice, union, unite,
};
use crate::soup::Area;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

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
        // What ends on a side of the tile ends there to the step.
        straight(unite(own.collect())?, sides)
    };
    let kinds = kinds.into_iter().rev();
    let grounds = kinds.map(|kind| Ok((Area(kind), ground(kind)?)));
    by_kind(shapes, &grounds.collect::<Result<Vec<_>, OverlayError>>()?, lowest)
}

/// Shapes by the grounds that they are on, the first of several; what is on none is of another kind.
fn by_kind(
    shapes: Vec<Shape>,
    grounds: &[(Area, Vec<Shape>)],
    other: Area,
) -> Result<Vec<OfKind>, OverlayError> {
    if grounds.is_empty() {
        return Ok(shapes.into_iter().map(|shape| (other, shape)).collect());
    }
    let borders = grounds.iter().flat_map(|(_, ground)| ground).flat_map(Shape::rings);
    let parts = slice(&shapes, borders.flat_map(|ring| edges(ring)))?;
    let grounds = grounds.iter().map(|(kind, ground)| (*kind, boxed(ground)));
    let grounds: Vec<(Area, Vec<(PlanBox, &Shape)>)> = grounds.collect();
    let kind_of = |part: &Shape| {
        let at = inner_point(part);
        let holds = |(bounds, ground): &(PlanBox, &Shape)| bounds.contains(at) && ground.holds(at);
        let own = grounds.iter().find(|(_, ground)| ground.iter().any(holds));
        own.map_or(other, |(kind, _)| *kind)
    };
    let mut by_kind: BTreeMap<Reverse<u8>, Vec<Shape>> = BTreeMap::new();
    for part in parts {
        by_kind.entry(Reverse(kind_of(&part).0)).or_default().push(part);
    }
    let mut found = Vec::new();
    for (Reverse(kind), parts) in by_kind {
        found.extend(union(&parts)?.into_iter().map(|shape| (Area(kind), shape)));
    }
    share_corners(&mut found);
    Ok(found)
}

fn boxed(shapes: &[Shape]) -> Vec<(PlanBox, &Shape)> {
    shapes.iter().filter_map(|shape| Some((shape.bounds()?, shape))).collect()
}

/// So many lines across a shape are looked along for its inside.
const LOOKS: i32 = 8;

/// A lattice point inside a shape, far from its border as a rule; next to it in one that is a few steps
/// wide.
fn inner_point(shape: &Shape) -> PlanPoint {
    let Some(PlanBox { min, max }) = shape.bounds() else {
        return PlanPoint::default();
    };
    let height = f64::from(max.y) - f64::from(min.y);
    let middles = (0..LOOKS).filter_map(|i| {
        let y = f64::from(min.y) + height * f64::from(2 * i + 1) / f64::from(2 * LOOKS);
        let (from, to) = widest_at(shape, y)?;
        Some(PlanPoint::new(cast::round_i32(0.5 * (from + to)), cast::round_i32(y)))
    });
    let borders = || shape.rings().flat_map(|ring| edges(ring));
    let off =
        |p: PlanPoint| borders().map(|(a, b)| p.distance_from(a, b)).fold(f64::INFINITY, f64::min);
    let farthest = middles.map(|p| (off(p), p)).max_by(|a, b| a.0.total_cmp(&b.0));
    farthest.map_or(min, |(_, p)| p)
}

/// The widest part of a shape along a line from west to east.
fn widest_at(shape: &Shape, y: f64) -> Option<(f64, f64)> {
    let mut stops: Vec<f64> = Vec::new();
    for (a, b) in shape.rings().flat_map(|ring| edges(ring)) {
        let [(ax, ay), (bx, by)] = [a, b].map(|p| (f64::from(p.x), f64::from(p.y)));
        if (ay <= y) != (by <= y) {
            stops.push(ax + (y - ay) / (by - ay) * (bx - ax));
        }
    }
    stops.sort_unstable_by(f64::total_cmp);
    let (parts, _) = stops.as_chunks::<2>();
    let widest = parts.iter().max_by(|a, b| (a[1] - a[0]).total_cmp(&(b[1] - b[0])));
    widest.map(|&[from, to]| (from, to))
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
    use crate::geom::{convex_hull, difference, intersection, shrink};
    use walkmesh_testkit::Random;

    /// Checks that kinds cover all of a shape once and meet edge to edge; gives how many there are.
    fn check(shapes: &[Shape], grounds: &[(Area, Vec<Shape>)]) -> usize {
        let inner = shrink(shapes, 3, 1).unwrap();
        let found = by_kind(shapes.to_vec(), grounds, Area(0)).unwrap();
        let area = |shapes: &[Shape]| shapes.iter().map(Shape::area_doubled).sum::<i128>();
        for (i, (kind, ground)) in grounds.iter().enumerate() {
            let shapes = |is_so: &dyn Fn(&Area) -> bool| -> Vec<Shape> {
                found
                    .iter()
                    .filter(|(area, _)| is_so(area))
                    .map(|(_, shape)| shape.clone())
                    .collect()
            };
            let outside = difference(&shapes(&|area| area == kind), ground).unwrap();
            // What is of none of the kinds up to this one is not on its ground.
            let later = shapes(&|area| grounds[..=i].iter().all(|(kind, _)| kind != area));
            let inside = intersection(&later, ground).unwrap();
            // Two steps beside the border at most.
            let border: f64 = ground.iter().flat_map(Shape::rings).map(|ring| length(ring)).sum();
            let off = cast::float_wide(area(&outside) + area(&inside));
            assert!(off <= 4.0 * border, "{kind:?}: {off} of {border}");
        }
        let parts: Vec<Shape> = found.into_iter().map(|(_, shape)| shape).collect();
        assert_eq!(area(&parts), area(&union(&parts).unwrap()));
        let all: BTreeSet<(PlanPoint, PlanPoint)> =
            parts.iter().flat_map(Shape::rings).flat_map(|ring| edges(ring)).collect();
        for &(a, b) in all.iter().filter(|&&(a, b)| !all.contains(&(b, a))) {
            let middle = PlanPoint::new(i32::midpoint(a.x, b.x), i32::midpoint(a.y, b.y));
            let dot = Shape::solid(PlanBox::new(middle, middle).grown(1).corners().to_vec());
            assert!(intersection(&inner, &[dot]).unwrap().is_empty(), "{a:?} to {b:?}");
        }
        parts.len()
    }

    fn length(ring: &[PlanPoint]) -> f64 {
        edges(ring).map(|(a, b)| a.distance(b)).sum()
    }

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
            cuts += usize::from(check(&shapes, &grounds) > shapes.len());
        }
        assert!(cuts > 700, "{cuts}");
    }

    /// Kinds side by side, whose borders run along each other both ways.
    #[test]
    fn floors_parted_into_kinds_meet_edge_to_edge() {
        let mut random = Random::new(42);
        for round in 0..400 {
            let span = [40, 500, 8192, 30_000][round % 4];
            let cells = 2 + i32::try_from(round % 5).unwrap();
            let kinds = [2, 4, 20][round % 3];
            let at = |i: i32| -span + 2 * span * i / cells;
            let mut of_kind = vec![Vec::new(); kinds];
            for (x, y) in (0..cells).flat_map(|x| (0..cells).map(move |y| (x, y))) {
                let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)]
                    .map(|(u, v)| PlanPoint::new(at(x + u), at(y + v)));
                for half in
                    if random.chance(50) { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] }
                {
                    of_kind[random.below(kinds)].push(Shape::solid(half.to_vec()));
                }
            }
            let grounds = (0..=u8::MAX).zip(of_kind).skip(1);
            let grounds: Vec<_> =
                grounds.map(|(kind, ground)| (Area(kind), union(&ground).unwrap())).collect();
            let corner =
                |_| PlanPoint::new(random.between(-span, span), random.between(-span, span));
            let walked = [Shape::solid(convex_hull((0..8).map(corner).collect::<Vec<_>>()))];
            check(&union(&walked).unwrap(), &grounds);
        }
    }
}
