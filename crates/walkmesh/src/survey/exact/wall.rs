//! Walls without width beside the ground of groups.

use crate::geom::predicates::ring_area_doubled;
use crate::geom::{PlanPoint, gcd};

/// A stretch of a wall without width beside the ground of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WallStretch {
    pub(super) group: usize,
    pub(super) from: PlanPoint,
    pub(super) to: PlanPoint,
}

/// The stretches of a wall: a line where it is upright, else every side of its thin outline.
pub(super) fn add_wall(walls: &mut Vec<WallStretch>, group: usize, points: &[PlanPoint]) {
    let mut add = |a: PlanPoint, b: PlanPoint| {
        if a != b {
            walls.push(WallStretch { group, from: a.min(b), to: a.max(b) });
        }
    };
    if ring_area_doubled(points) == 0 {
        if let (Some(&a), Some(&b)) = (points.iter().min(), points.iter().max()) {
            add(a, b);
        }
    } else {
        for (i, &a) in points.iter().enumerate() {
            add(a, points[(i + 1) % points.len()]);
        }
    }
}

/// Stretches that overlap on one line become one: both triangles of an upright rectangle give
/// their own.
pub(super) fn merge_walls(mut walls: Vec<WallStretch>) -> Vec<WallStretch> {
    walls.sort_by_key(|wall| wall.group);
    let mut merged = Vec::with_capacity(walls.len());
    let mut by_line = Vec::new();
    for of_group in walls.chunk_by(|one, other| one.group == other.group) {
        by_line.clear();
        by_line.extend(of_group.iter().map(|wall| (line_of(wall), *wall)));
        by_line.sort_unstable();
        by_line.dedup_by(|(line, wall), (last_line, last)| {
            let is_one = line == last_line && wall.from <= last.to;
            if is_one {
                last.to = last.to.max(wall.to);
            }
            is_one
        });
        merged.extend(by_line.iter().map(|(_, wall)| wall));
    }
    merged
}

/// The same for all stretches of a group on one line: its direction and how far off it is.
fn line_of(WallStretch { from, to, .. }: &WallStretch) -> (i64, i64, i128) {
    let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    let divisor = gcd(dx, dy);
    let (dx, dy) = (dx / divisor, dy / divisor);
    let off = i128::from(dx) * i128::from(from.y) - i128::from(dy) * i128::from(from.x);
    (dx, dy, off)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_on_one_line_become_one() {
        let p = PlanPoint::new;
        let wall = |group, from, to| WallStretch { group, from, to };
        let walls = [
            wall(0, p(4, 2), p(8, 4)),
            wall(1, p(0, 0), p(4, 2)),
            wall(0, p(0, 0), p(6, 3)),
            wall(0, p(10, 5), p(12, 6)),
            wall(0, p(0, 1), p(6, 4)),
        ];
        let merged = merge_walls(walls.to_vec());
        let expected = [
            wall(0, p(0, 0), p(8, 4)),
            wall(0, p(10, 5), p(12, 6)),
            wall(0, p(0, 1), p(6, 4)),
            wall(1, p(0, 0), p(4, 2)),
        ];
        assert_eq!(merged, expected);
    }
}
