//! Recast's three filters on solid spans (`RecastFilter.cpp` names what they do; the rules are
//! the same, the world's border counting as a drop).

use super::heightfield::Heightfield;
use crate::parameters::Resolved;

/// Lets the agent step onto an obstacle at most the climb above ground in the same column: kerbs
/// and stair treads whose triangles are too steep. Obstacles do not carry each other.
pub(super) fn low_hanging_obstacles(field: &mut Heightfield, resolved: &Resolved) {
    for cell in 0..field.window.cells() {
        let range = field.column(cell);
        let mut below: Option<(i32, u16)> = None;
        for span in &mut field.spans[range] {
            let own = span.ground;
            if own == 0
                && let Some((top, ground)) = below
                && i64::from(span.top) - i64::from(top) <= i64::from(resolved.walkable_climb)
            {
                span.ground = ground;
            }
            below = (own != 0).then_some((span.top, own));
        }
    }
}

/// Takes away ground beside a drop deeper than the climb, and ground too steep to be between its
/// neighbours.
pub(super) fn ledges(field: &mut Heightfield, resolved: &Resolved) {
    let window = field.window;
    let mut drop = Vec::new();
    for y in 0..window.depth {
        for x in 0..window.width {
            let range = field.column(window.number(x, y));
            let end = range.end;
            for i in range {
                let span = field.spans[i];
                if span.ground != 0
                    && is_ledge(field, resolved, (x, y), span.top, field.ceiling(i, end))
                {
                    drop.push(i);
                }
            }
        }
    }
    for i in drop {
        field.spans[i].ground = 0;
    }
}

fn is_ledge(
    field: &Heightfield,
    resolved: &Resolved,
    (x, y): (i32, i32),
    floor: i32,
    ceiling: i32,
) -> bool {
    let climb = i64::from(resolved.walkable_climb);
    let room = |low: i32, high: i32| i64::from(high) - i64::from(low);
    let fits = |low: i32, high: i32| room(low, high) >= i64::from(resolved.walkable_height);
    let (mut lowest, mut highest) = (0, 0);
    for side in 0..4 {
        let Some(beside) = field.window.beside(x, y, side) else { return true };
        let range = field.column(beside);
        let under = field.spans.get(range.start).filter(|_| !range.is_empty());
        let first = under.map_or(i32::MAX, |s| s.bottom);
        if fits(floor, ceiling.min(first)) {
            return true; // the body passes below everything there is: a bottomless drop
        }
        let end = range.end;
        for i in range {
            let other = field.spans[i].top;
            if !fits(floor.max(other), ceiling.min(field.ceiling(i, end))) {
                continue;
            }
            let step = room(floor, other);
            if step < -climb {
                return true;
            }
            if step <= climb {
                lowest = lowest.min(step);
                highest = highest.max(step);
            }
        }
    }
    highest - lowest > climb
}

/// Takes away ground with less head room than the agent is high.
pub(super) fn low_height(field: &mut Heightfield, resolved: &Resolved) {
    for cell in 0..field.window.cells() {
        let range = field.column(cell);
        let end = range.end;
        for i in range {
            let room = i64::from(field.ceiling(i, end)) - i64::from(field.spans[i].top);
            if room < i64::from(resolved.walkable_height) {
                field.spans[i].ground = 0;
            }
        }
    }
}
