//! Constrained Delaunay triangulation of lattice points. The only file that names `spade`.
//!
//! `spade` works on `f64` with adaptive exact predicates, and lattice coordinates are exact in
//! `f64`: the triangles are the true ones, and the same on every machine. Its bulk loader for
//! constraints iterates a hash set, so the points are loaded in bulk without constraints and the
//! segments are put in one after the other.

use super::{PlanPoint, cast};
use spade::handles::FixedVertexHandle;
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation};

/// Why points and segments have no constrained triangulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DelaunayError {
    /// Two segments cross.
    #[error("segments {first} and {second} cross near {at:?}: cut them where they meet first")]
    Crossing {
        /// Index of a segment.
        first: usize,
        /// Index of the other.
        second: usize,
        /// Where the first starts.
        at: PlanPoint,
    },
    /// A point lies inside a segment.
    #[error("segment {segment} runs through another point near {at:?}: cut it there first")]
    Touching {
        /// Index of the segment.
        segment: usize,
        /// Where it starts.
        at: PlanPoint,
    },
    /// The same point came twice.
    #[error("point {index} at {at:?} was given twice: use one index for both")]
    Repeated {
        /// Index of one of the two.
        index: u32,
        /// Where it is.
        at: PlanPoint,
    },
    /// A segment names a point that is not there, or one point twice.
    #[error("segment {segment} joins {ends:?}, but needs two of the {count} points")]
    Segment {
        /// Index of the segment.
        segment: usize,
        /// The point indices that it names.
        ends: [u32; 2],
        /// How many points there are.
        count: usize,
    },
    /// More points than an index can name.
    #[error("{count} points are more than one triangulation holds: cut the surface into tiles")]
    TooMany {
        /// How many points there are.
        count: usize,
    },
}

/// A lattice point with its index in the input.
#[derive(Clone, Copy)]
struct Site {
    position: Point2<f64>,
    index: u32,
}

impl HasPosition for Site {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        self.position
    }
}

type Cdt = ConstrainedDelaunayTriangulation<Site>;

/// The triangles (counter-clockwise, as indices into `points`) of the convex hull of `points`,
/// as Delaunay as `segments` (pairs of indices) allow: every segment is an edge of them. Points
/// that are all on one line have none. O(n log n) for n points, plus what the segments cross.
///
/// Triangles are in ascending order, each starting at its smallest index.
///
/// # Errors
/// When points repeat, segments cross each other or run through a point, or indices are wrong.
pub fn delaunay(
    points: &[PlanPoint],
    segments: &[[u32; 2]],
) -> Result<Vec<[u32; 3]>, DelaunayError> {
    if u32::try_from(points.len()).is_err() {
        return Err(DelaunayError::TooMany { count: points.len() });
    }
    let mut cdt = load(points)?;
    let mut handles = vec![FixedVertexHandle::from_index(0); points.len()];
    for vertex in cdt.vertices() {
        handles[cast::index(vertex.data().index)] = vertex.fix();
    }
    for (i, &ends) in segments.iter().enumerate() {
        constrain(&mut cdt, &handles, points, segments, i, ends)?;
    }
    let mut triangles: Vec<[u32; 3]> = cdt
        .inner_faces()
        .map(|face| {
            let [a, b, c] = face.vertices().map(|v| v.data().index);
            match a.min(b).min(c) {
                m if m == a => [a, b, c],
                m if m == b => [b, c, a],
                _ => [c, a, b],
            }
        })
        .collect();
    triangles.sort_unstable();
    Ok(triangles)
}

fn load(points: &[PlanPoint]) -> Result<Cdt, DelaunayError> {
    let sites = points.iter().zip(0..).map(|(p, index)| Site { position: position(*p), index });
    let repeated = || DelaunayError::Repeated {
        index: repeated(points),
        at: points.get(cast::index(repeated(points))).copied().unwrap_or_default(),
    };
    // It fails on coordinates that are not finite or out of range only: an i32 never is.
    let cdt = Cdt::bulk_load(sites.collect()).map_err(|_| repeated())?;
    if cdt.num_vertices() == points.len() { Ok(cdt) } else { Err(repeated()) }
}

/// An index whose point came before.
fn repeated(points: &[PlanPoint]) -> u32 {
    let mut sorted: Vec<_> = points.iter().copied().zip(0_u32..).collect();
    sorted.sort_unstable();
    sorted.windows(2).filter(|w| w[0].0 == w[1].0).map(|w| w[1].1).min().unwrap_or(0)
}

fn position(p: PlanPoint) -> Point2<f64> {
    Point2::new(f64::from(p.x), f64::from(p.y))
}

fn constrain(
    cdt: &mut Cdt,
    handles: &[FixedVertexHandle],
    points: &[PlanPoint],
    segments: &[[u32; 2]],
    segment: usize,
    ends: [u32; 2],
) -> Result<(), DelaunayError> {
    let [a, b] = ends.map(cast::index);
    if a >= points.len() || b >= points.len() || a == b {
        return Err(DelaunayError::Segment { segment, ends, count: points.len() });
    }
    let at = points[a];
    let pieces = cdt.try_add_constraint(handles[a], handles[b]);
    match pieces.len() {
        1 => Ok(()),
        0 => {
            let crossed = cdt
                .get_conflicting_edges_between_vertices(handles[a], handles[b])
                .map(|e| [e.from().data().index, e.to().data().index])
                .next();
            let second = segments[..segment]
                .iter()
                .position(|&[c, d]| crossed == Some([c, d]) || crossed == Some([d, c]));
            // A crossed edge that is no whole segment is part of one that runs through a point,
            // and that one was refused before.
            Err(DelaunayError::Crossing { first: segment, second: second.unwrap_or(segment), at })
        }
        _ => Err(DelaunayError::Touching { segment, at }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::predicates::cross;

    fn p(x: i32, y: i32) -> PlanPoint {
        PlanPoint::new(x, y)
    }

    #[test]
    fn a_diagonal_is_forced_either_way() {
        let square = [p(0, 0), p(4, 0), p(4, 4), p(0, 4)];
        assert_eq!(delaunay(&square, &[[0, 2]]), Ok(vec![[0, 1, 2], [0, 2, 3]]));
        assert_eq!(delaunay(&square, &[[3, 1]]), Ok(vec![[0, 1, 3], [1, 2, 3]]));
    }

    #[test]
    fn what_crosses_touches_or_repeats_is_named() {
        let square = [p(0, 0), p(4, 0), p(4, 4), p(0, 4), p(2, 2)];
        assert_eq!(
            delaunay(&square[..4], &[[0, 2], [1, 3]]),
            Err(DelaunayError::Crossing { first: 1, second: 0, at: p(4, 0) })
        );
        assert_eq!(
            delaunay(&square, &[[1, 2], [0, 2]]),
            Err(DelaunayError::Touching { segment: 1, at: p(0, 0) })
        );
        assert_eq!(
            delaunay(&[p(0, 0), p(1, 0), p(0, 0), p(0, 1)], &[]),
            Err(DelaunayError::Repeated { index: 2, at: p(0, 0) })
        );
        assert_eq!(
            delaunay(&square, &[[1, 1]]),
            Err(DelaunayError::Segment { segment: 0, ends: [1, 1], count: 5 })
        );
        assert!(delaunay(&square, &[[0, 9]]).is_err());
    }

    #[test]
    fn too_few_or_flat_points_have_no_triangles() {
        assert_eq!(delaunay(&[], &[]), Ok(vec![]));
        assert_eq!(delaunay(&[p(1, 1)], &[]), Ok(vec![]));
        let line: Vec<_> = (0..9).map(|i| p(i, 2 * i)).collect();
        assert_eq!(delaunay(&line, &[[3, 4]]), Ok(vec![]));
    }

    #[test]
    fn triangles_tile_the_hull_of_a_grid() {
        let reach = 1 << 29;
        for (scale, shift) in [(1, 0), (1 << 26, -reach), (1, reach - 8)] {
            let points: Vec<_> =
                (0..64).map(|i| p(shift + scale * (i % 8), shift + scale * (i / 8))).collect();
            let triangles = delaunay(&points, &[[0, 9], [9, 17]]).unwrap();
            let area: i64 = triangles
                .iter()
                .map(|t| t.map(|i| points[i as usize]))
                .map(|[a, b, c]| cross(a, b, c))
                .sum();
            assert_eq!(area, 2 * 49 * i64::from(scale) * i64::from(scale));
            assert_eq!(triangles.len(), 98);
        }
    }
}
