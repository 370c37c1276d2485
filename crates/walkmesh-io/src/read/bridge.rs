//! Polygons with holes to polygons without: each hole is cut open and joined by a bridge.
//!
//! As in Eberly, "Triangulation by ear clipping", 2002, but with the nearest corner that sees the
//! hole rather than one found along a ray. Quadratic in the corners for each hole, linear usually.

use walkmesh::Point;
use walkmesh::geom::cast;

use super::polygon::{View, turn};

/// One outline of an outline with its holes, given by indices into the points: as many corners as
/// all together and two for each hole. Where a file's holes lie outside or cross, the count stays
/// and the shape is as wrong as the file's.
pub(crate) fn bridge(points: &[Point], outline: Vec<u32>, holes: Vec<Vec<u32>>) -> Vec<u32> {
    let at = |corner: u32| points.get(cast::index(corner)).copied().unwrap_or_default();
    let corners: Vec<Point> = outline.iter().map(|corner| at(*corner)).collect();
    let view = View::of(&corners);
    let see = |corner: u32| view.see(at(corner));
    let mut joined = outline;
    let mut left: Vec<Vec<u32>> = holes.into_iter().filter(|hole| hole.len() >= 3).collect();
    for hole in &mut left {
        let placed: Vec<[f64; 2]> = hole.iter().map(|corner| see(*corner)).collect();
        // Holes must run the other way around than the outline, whatever the file does.
        if area(&placed) > 0.0 {
            hole.reverse();
        }
        // The corner furthest along the first axis comes first: the bridge starts there.
        let far = (0..placed.len()).max_by(|&a, &b| see(hole[a])[0].total_cmp(&see(hole[b])[0]));
        hole.rotate_left(far.unwrap_or(0));
    }
    left.sort_by(|a, b| see(b[0])[0].total_cmp(&see(a[0])[0]));
    let mut left = left.into_iter();
    while let Some(hole) = left.next() {
        let rings = || [&joined, &hole].into_iter().chain(left.as_slice());
        let sees = |i: usize| {
            let (from, to) = (see(joined[i]), see(hole[0]));
            opens_towards(&joined, i, to, see)
                && rings()
                    .flat_map(|ring| sides(ring))
                    .all(|side| !cross([from, to], side.map(see)))
        };
        let mut nearest: Vec<usize> = (0..joined.len()).collect();
        let square = |i: usize| {
            let ([a, b], [c, d]) = (see(joined[i]), see(hole[0]));
            (a - c) * (a - c) + (b - d) * (b - d)
        };
        nearest.sort_by(|&a, &b| square(a).total_cmp(&square(b)));
        let to = nearest.iter().copied().find(|&i| sees(i)).or(nearest.first().copied());
        let Some(to) = to else { break };
        let way: Vec<u32> = hole.iter().chain([&hole[0], &joined[to]]).copied().collect();
        joined.splice(to + 1..to + 1, way);
    }
    joined
}

fn sides(ring: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    ring.iter().enumerate().map(|(i, a)| [*a, ring[(i + 1) % ring.len()]])
}

/// Twice the signed area.
fn area(ring: &[[f64; 2]]) -> f64 {
    let Some(&first) = ring.first() else { return 0.0 };
    ring.windows(2).map(|side| turn([first, side[0], side[1]])).sum()
}

/// Whether a bridge from this corner to `p` starts inside the outline. Corners that bridges have
/// doubled are in one place with different insides.
fn opens_towards(ring: &[u32], i: usize, p: [f64; 2], see: impl Fn(u32) -> [f64; 2]) -> bool {
    let n = ring.len();
    let [before, here, after] = [ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]].map(&see);
    let leaves = turn([here, after, p]) > 0.0;
    let arrives = turn([before, here, p]) > 0.0;
    if turn([before, here, after]) >= 0.0 { leaves && arrives } else { leaves || arrives }
}

/// True when the two segments cross, and not only touch.
fn cross([a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2]) -> bool {
    turn([a, b, c]) * turn([a, b, d]) < 0.0 && turn([c, d, a]) * turn([c, d, b]) < 0.0
}

#[cfg(test)]
mod tests {
    use super::super::polygon::Triangulator;
    use super::*;

    #[test]
    fn many_holes_leave_the_rest_covered_once() {
        let mut points: Vec<Point> = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]
            .map(|[x, y]| Point::new(x, y, 3.0))
            .to_vec();
        let mut holes = Vec::new();
        for row in 0..4 {
            for column in 0..4 {
                let (x, y) = (1.0 + 2.2 * f64::from(column), 1.0 + 2.2 * f64::from(row));
                let first = cast::count(points.len());
                let ring = [[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]];
                points.extend(ring.map(|[x, y]| Point::new(x, y, 3.0)));
                let mut hole: Vec<u32> = (first..first + 4).collect();
                if (row + column) % 2 == 0 {
                    hole.reverse();
                }
                holes.push(hole);
            }
        }
        let joined = bridge(&points, vec![0, 1, 2, 3], holes);
        assert_eq!(joined.len(), 4 + 16 * (4 + 2));
        let corners: Vec<Point> = joined.iter().map(|i| points[cast::index(*i)]).collect();
        let mut triangulator = Triangulator::default();
        let plan = |i: usize| [corners[i].x, corners[i].y];
        let cut = triangulator.triangulate(&corners);
        assert_eq!(cut.triangles.len(), joined.len() - 2);
        let covered: f64 = cut.triangles.iter().map(|t| turn(t.map(plan)).abs() / 2.0).sum();
        assert!((covered - 84.0).abs() < 1e-9, "{covered}");
    }
}
