//! Union of many polygons, quarters of them first.

use super::overlay::{OverlayError, Shape, difference, union};
use super::{PlanBox, PlanPoint};
use crate::threads;

/// Most corners in one overlay to begin with.
const AT_ONCE: usize = 256;
/// So many shapes stand close together here and there, and are united there first.
const CROWD: usize = 100;

/// A shape with the box around it.
type Boxed = (PlanBox, Shape);

/// The union of many shapes, as [`union`]: those that lie close together are united first, so
/// that no overlay has to do with much that lies apart or is inside of others.
///
/// # Errors
/// When a corner is beyond 2^30 steps.
pub(crate) fn unite(shapes: Vec<Shape>) -> Result<Vec<Shape>, OverlayError> {
    let mut boxed: Vec<Boxed> =
        shapes.into_iter().filter_map(|shape| Some((shape.bounds()?, shape))).collect();
    by_quarters(&mut boxed)
}

/// What is in a shape of `from` and in none of many others; as [`difference`] otherwise.
///
/// # Errors
/// When a corner is beyond 2^30 steps.
pub(crate) fn without(from: &[Shape], others: &[Shape]) -> Result<Vec<Shape>, OverlayError> {
    if others.len() <= CROWD {
        return difference(from, others);
    }
    difference(from, &unite(others.to_vec())?)
}

fn by_quarters(shapes: &mut [Boxed]) -> Result<Vec<Shape>, OverlayError> {
    let corners = |shape: &Shape| shape.rings().map(Vec::len).sum::<usize>();
    let is_few = shapes.iter().map(|(_, shape)| corners(shape)).sum::<usize>() <= AT_ONCE;
    if is_few || shapes.len() < 4 {
        let own: Vec<Shape> = shapes.iter_mut().map(|(_, shape)| std::mem::take(shape)).collect();
        return union(&own);
    }
    // Halves of halves: what is in several of four is gone through once where it would be twice.
    let (left, right) = halves(shapes);
    let ((a, b), (c, d)) = (halves(left), halves(right));
    let both = |p, q| threads::join(|| by_quarters(p), || by_quarters(q));
    let ((a, b), (c, d)) = threads::join(|| both(a, b), || both(c, d));
    let quarters = [a?, b?, c?, d?];
    let bounds = quarters.each_ref().map(|shapes| boxes(shapes));
    // What lies apart from the others stays as it is.
    let mut apart = Vec::new();
    let mut close = Vec::with_capacity(quarters.iter().map(Vec::len).sum());
    for (i, shapes) in quarters.into_iter().enumerate() {
        for (shape, own) in shapes.into_iter().zip(&bounds[i]) {
            let others = bounds.iter().enumerate().filter(|(j, _)| *j != i);
            let mut others = others.flat_map(|(_, others)| others.iter().flatten());
            let meets = own.is_some_and(|own| others.any(|b| b.meets(&own)));
            if meets { close.push(shape) } else { apart.push(shape) }
        }
    }
    let mut all = union(&close)?;
    all.extend(apart);
    all.sort_unstable();
    Ok(all)
}

fn boxes(shapes: &[Shape]) -> Vec<Option<PlanBox>> {
    shapes.iter().map(Shape::bounds).collect()
}

/// Cuts a list in two by where the middles of its boxes are along the longer side of them all.
fn halves(items: &mut [Boxed]) -> (&mut [Boxed], &mut [Boxed]) {
    let middle = |b: &PlanBox| {
        (i64::from(b.min.x) + i64::from(b.max.x), i64::from(b.min.y) + i64::from(b.max.y))
    };
    let side = |along: fn((i64, i64)) -> i64| {
        let all = || items.iter().map(|(bounds, _)| along(middle(bounds)));
        all().max().unwrap_or(0) - all().min().unwrap_or(0)
    };
    let is_wide = side(|p| p.0) >= side(|p| p.1);
    let key = |(bounds, _): &Boxed| -> ((i64, i64), [PlanPoint; 2]) {
        let (x, y) = middle(bounds);
        (if is_wide { (x, y) } else { (y, x) }, [bounds.min, bounds.max])
    };
    let half = items.len() / 2;
    items.select_nth_unstable_by_key(half, key);
    items.split_at_mut(half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    #[test]
    fn quarters_give_what_all_at_once_give() {
        let mut random = Random::new(9);
        for count in [0, 1, AT_ONCE / 4, AT_ONCE / 4 + 1, 300] {
            // Squares along the axes: their crossings are lattice points.
            let shapes: Vec<Shape> = (0..count)
                .map(|_| {
                    let (x, y) = (random.between(0, 90), random.between(0, 90));
                    let size = random.between(1, 12);
                    let p = PlanPoint::new;
                    Shape::solid(vec![
                        p(x, y),
                        p(x + size, y),
                        p(x + size, y + size),
                        p(x, y + size),
                    ])
                })
                .collect();
            let area = |shapes: &[Shape]| shapes.iter().map(Shape::area_doubled).sum::<i128>();
            let (whole, parts) = (union(&shapes).unwrap(), unite(shapes).unwrap());
            assert_eq!(area(&whole), area(&parts));
            assert_eq!(whole.len(), parts.len());
        }
    }
}
