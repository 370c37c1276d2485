//! Which ground face is beyond a side of another.

use super::face::{Face, Role};
use crate::geom::GroundPoint;

/// The directed sides of the ground faces that rest on no others.
#[derive(Debug, Default)]
pub(super) struct Sides {
    /// From where to where, and the face on the left; sorted.
    sides: Vec<(GroundPoint, GroundPoint, u32)>,
}

impl Sides {
    /// O(n log n).
    pub(super) fn new(faces: &[Face], is_resting: &[bool]) -> Self {
        let shown = faces.iter().zip(0..).zip(is_resting).filter(|(_, is_resting)| !**is_resting);
        let ground = shown.map(|(own, _)| own).filter(|(face, _)| face.role == Role::Ground);
        let of = |(face, i): (&Face, u32)| {
            let [a, b, c] = face.corners;
            [(a, b, i), (b, c, i), (c, a, i)]
        };
        let mut sides: Vec<_> = ground.flat_map(of).collect();
        sides.sort_unstable();
        Self { sides }
    }

    /// The first face with side `k` of a face as one of its own, the other way round.
    pub(super) fn beyond(&self, face: &Face, k: usize) -> Option<u32> {
        let side = (face.corners[(k + 1) % 3], face.corners[k]);
        let first = self.sides.partition_point(|&(from, to, _)| (from, to) < side);
        self.sides.get(first).filter(|&&(from, to, _)| (from, to) == side).map(|&(.., i)| i)
    }
}
