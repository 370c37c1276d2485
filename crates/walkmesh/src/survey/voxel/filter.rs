//! Recast's three filters on solid spans (`RecastFilter.cpp` names what they do; the rules are
//! the same, the world's border counting as a drop).

use super::passage::{Row, Slice};
use crate::parameters::Resolved;

/// Lets the agent step onto an obstacle at most the climb above ground in the same column: kerbs
/// and stair treads whose triangles are too steep. Obstacles do not carry each other.
pub(super) fn low_hanging_obstacles<'a, S: Slice + 'a>(
    columns: impl Iterator<Item = &'a mut [S]>,
    resolved: &Resolved,
) {
    let climb = i64::from(resolved.walkable_climb);
    for column in columns.filter(|column| column.len() > 1) {
        let mut below: Option<(i32, u32)> = None;
        for slab in column.iter_mut().map(Slice::slab_mut) {
            let own = slab.ground;
            if own == 0
                && let Some((top, ground)) = below
                && i64::from(slab.top) - i64::from(top) <= climb
            {
                slab.ground = ground;
            }
            below = (own != 0).then_some((slab.top, own));
        }
    }
}

/// Takes away ground beside a drop deeper than the climb, and ground too steep to be between its
/// neighbours.
pub(super) fn ledges(row: &mut Row, resolved: &Resolved) {
    for solid in &mut row.spans {
        if solid.steps.is_ledge(resolved.walkable_climb) {
            solid.span.slab.ground = 0;
        }
    }
}

/// Takes away ground with less head room than the agent is high.
pub(super) fn low_height(row: &mut Row, resolved: &Resolved) {
    let height = i64::from(resolved.walkable_height);
    for column in row.columns_mut() {
        let mut above = i64::from(i32::MAX);
        for slab in column.iter_mut().map(Slice::slab_mut).rev() {
            if above - i64::from(slab.top) < height {
                slab.ground = 0;
            }
            above = i64::from(slab.bottom);
        }
    }
}
