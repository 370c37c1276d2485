//! Recast's three filters on solid spans (`RecastFilter.cpp` names what they do; the rules are
//! the same, the world's border counting as a drop).

use super::passage::{Passing, Steps};
use super::row::Row;

/// Lets the agent step onto an obstacle at most the climb above ground in the same column: kerbs
/// and stair treads whose triangles are too steep. Obstacles do not carry each other.
pub(super) fn low_hanging_obstacles(row: &mut Row, climb: i32) {
    let Row { gaps, grounds, .. } = row;
    let Some((&first, others)) = grounds.split_first_mut().map(|(first, rest)| (&*first, rest))
    else {
        return;
    };
    // As it was: obstacles do not carry each other.
    let mut low = first;
    let below = gaps.floors.iter().zip(&gaps.ceilings);
    for ((ground, &top), (&floor, &ceiling)) in others.iter_mut().zip(&gaps.floors[1..]).zip(below)
    {
        let own = *ground;
        let is_over = ceiling != i32::MAX;
        *ground = if is_over { carried((floor, low), (top, own), climb) } else { own };
        low = own;
    }
}

/// The ground of a span over another one, after that filter: the top and the ground of each.
#[inline]
pub(super) fn carried((floor, low): (i32, u32), (top, ground): (i32, u32), climb: i32) -> u32 {
    let is_near = top.abs_diff(floor) <= climb.cast_unsigned();
    if (ground == 0) & is_near { low } else { ground }
}

/// Takes away ground beside a drop deeper than the climb, and ground too steep to be between its
/// neighbours.
pub(super) fn ledges(row: &mut Row, passing: Passing) {
    let [east, north, west, south] = &row.steps;
    let steps = east.iter().zip(north).zip(west.iter().zip(south));
    for (ground, ((east, north), (west, south))) in row.grounds.iter_mut().zip(steps) {
        let mut steps = Steps::NONE;
        [east, north, west, south].into_iter().for_each(|&step| steps.add(step));
        *ground = if steps.is_ledge(passing.climb) { 0 } else { *ground };
    }
}

/// Takes away ground with less head room than the agent is high.
pub(super) fn low_height(row: &mut Row, passing: Passing) {
    let gaps = row.gaps.floors.iter().zip(&row.gaps.ceilings);
    for (ground, (&floor, &ceiling)) in row.grounds.iter_mut().zip(gaps) {
        *ground = if passing.fits(floor, ceiling) { *ground } else { 0 };
    }
}
