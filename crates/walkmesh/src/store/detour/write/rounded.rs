//! What rounding to `f32` does to the polygons of a file; decided exactly on the coordinates that
//! are written.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::Written;
use super::cut::{Beyond, Shape};
use crate::geom::{GroundPoint, Point, cast};
use crate::mesh::NavMesh;

/// World x and -z as they are written: counter-clockwise is as in plan.
type Place = [f64; 2];

/// Notes how far points move, which polygons do not stand and which edges to neighbours are gone.
pub(super) fn note(mesh: &NavMesh, shapes: &[Vec<Shape>], written: &mut Written) {
    let world = |p: GroundPoint| mesh.frame().to_world(p);
    let single = |at: Point| [at.x, at.y, at.z].map(|v| f64::from(cast::single(v)));
    let mut shrunk: HashSet<[GroundPoint; 2]> = HashSet::new();
    for shape in shapes.iter().flatten() {
        for at in shape.corners.iter().chain(&shape.extra).map(|&p| world(p)) {
            written.moved = written.moved.max(at.distance(Point::from(single(at))));
        }
        let places = shape.corners.iter().map(|&p| single(world(p)));
        let ring: Vec<Place> = places.map(|[x, _, z]| [x, -z]).collect();
        written.turned += usize::from(!stands(&ring));
        for (i, beyond) in shape.beyond.iter().enumerate() {
            let next = (i + 1) % ring.len();
            if *beyond != Beyond::Wall && is_same(&ring[i], &ring[next]) {
                // Both sides have it.
                let (a, b) = (shape.corners[i], shape.corners[next]);
                shrunk.insert([a.min(b), a.max(b)]);
            }
        }
    }
    written.shrunk = shrunk.len();
}

/// True for a ring that goes round an area, counter-clockwise, and touches itself nowhere; corners
/// in the same place in a row are one.
fn stands(ring: &[Place]) -> bool {
    let mut ring = ring.to_vec();
    ring.dedup_by(|a, b| is_same(a, b));
    if let [first, .., last] = ring[..]
        && is_same(&first, &last)
    {
        ring.pop();
    }
    let n = ring.len();
    let side = |k: usize| (ring[k], ring[(k + 1) % n]);
    // A triangle with area cannot touch itself.
    let is_apart = |i: usize, j: usize| match (j - i, n) {
        (_, ..=3) => true,
        (1, _) => !folds(ring[i], ring[j], side(j).1),
        (apart, _) if apart == n - 1 => !folds(ring[j], ring[i], side(i).1),
        _ => !meet(side(i), side(j)),
    };
    turning(&ring) == Ordering::Greater && (0..n).all(|j| (0..j).all(|i| is_apart(i, j)))
}

/// True when the way from `a` to `b` goes back on itself to `c`.
fn folds(a: Place, b: Place, c: Place) -> bool {
    // Along a line places are in the order of x, or of the other where that is the same.
    turning(&[a, b, c]) == Ordering::Equal && (a < b) == (c < b)
}

/// True when the closed segments `ab` and `cd`, none of them a point, share a place.
fn meet((a, b): (Place, Place), (c, d): (Place, Place)) -> bool {
    let [c_side, d_side] = [c, d].map(|p| turning(&[a, b, p]));
    let [a_side, b_side] = [a, b].map(|p| turning(&[c, d, p]));
    if c_side == Ordering::Equal && d_side == Ordering::Equal {
        let ends = |a: Place, b: Place| if a < b { (a, b) } else { (b, a) };
        let ((a, b), (c, d)) = (ends(a, b), ends(c, d));
        return a <= d && c <= b;
    }
    c_side != d_side && a_side != b_side
}

fn is_same(a: &Place, b: &Place) -> bool {
    a.partial_cmp(b) == Some(Ordering::Equal)
}

/// Which way a ring turns, by its signed area: `Greater` for counter-clockwise.
fn turning(ring: &[Place]) -> Ordering {
    let next = ring.iter().cycle().skip(1);
    // Products of two numbers of single precision are exact in double.
    let products = ring.iter().zip(next).flat_map(|(a, b)| [a[0] * b[1], -(a[1] * b[0])]);
    sign_of_sum(products)
}

/// The sign of a sum, exact: the sum is kept as numbers whose bits do not overlap, the least first
/// (J. R. Shewchuk's expansions), so that the last of them has its sign.
fn sign_of_sum(terms: impl Iterator<Item = f64>) -> Ordering {
    let mut parts: Vec<f64> = Vec::new();
    for mut sum in terms {
        parts.retain_mut(|part| {
            let (a, b) = (sum, *part);
            sum = a + b;
            // What rounding took off the sum, itself exact (D. E. Knuth).
            let of_b = sum - a;
            *part = (a - (sum - of_b)) + (b - of_b);
            *part != 0.0
        });
        if sum != 0.0 {
            parts.push(sum);
        }
    }
    parts.last().map_or(Ordering::Equal, |last| last.total_cmp(&0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In every order of corners, the same way round.
    fn all_stand(ring: &[Place]) -> bool {
        let mut ring = ring.to_vec();
        let found: Vec<bool> = (0..ring.len())
            .map(|_| {
                ring.rotate_left(1);
                stands(&ring)
            })
            .collect();
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{ring:?}");
        found[0]
    }

    #[test]
    fn rings_stand_while_they_go_round_an_area() {
        let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        let with = |more: &[Place]| all_stand(&[&square[..], more].concat());
        assert!(with(&[]));
        assert!(with(&[[0.0, 4.0], [0.0, 2.0]]), "a corner twice, one on a side");
        assert!(with(&[[1.0, 2.0]]), "no longer convex");
        assert!(!with(&[[4.0, 2.0]]), "a corner on another side");
        assert!(!with(&[[5.0, 2.0]]), "sides that cross");
        assert!(!with(&[[0.0, 5.0]]), "there and back");
        assert!(!with(&[[2.0, 2.0], [0.0, 4.0]]), "a corner that comes again");
        let mut turned = square;
        turned.reverse();
        assert!(!all_stand(&turned));
        assert!(!all_stand(&[[0.0, 0.0], [1.0, 1.0], [3.0, 3.0]]));
        assert!(!stands(&[[1.0, 1.0]; 3]) && !stands(&[]));
    }

    /// Triangles whose areas only exact sums tell from 0: a last bit off a line.
    #[test]
    fn the_last_bit_decides() {
        let next =
            |v: f32, up: bool| f32::from_bits(if up { v.to_bits() + 1 } else { v.to_bits() - 1 });
        for scale in [1e-30_f32, 1e-3, 1.0, 3e7] {
            // On the line of x = y, whatever x is.
            for x in [0.1_f32, 0.7, 3.3].map(|x| x * scale) {
                let line = |y: f32| {
                    let far = f64::from(1e5 * scale);
                    turning(&[[0.0, 0.0], [far, far], [x.into(), y.into()]])
                };
                assert_eq!(line(x), Ordering::Equal);
                assert_eq!(line(next(x, true)), Ordering::Greater);
                assert_eq!(line(next(x, false)), Ordering::Less);
            }
        }
        assert_eq!(sign_of_sum([1e60, 1.0, -1e60, -1e-60].into_iter()), Ordering::Greater);
        assert_eq!(sign_of_sum([1e60, 1e-60, -1e60].into_iter()), Ordering::Greater);
        assert_eq!(sign_of_sum([1e60, -1e-60, -1e60].into_iter()), Ordering::Less);
        assert_eq!(sign_of_sum([1e60, -1.0, -1e60, 1.0].into_iter()), Ordering::Equal);
    }
}
