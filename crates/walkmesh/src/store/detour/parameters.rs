//! What a tile set tells of the agent, the cells and the grid.

use super::container::TileSet;
use super::grid::{self, Grid};
use crate::agent::Agent;
use crate::geom::{PlanBox, PlanPoint, cast};
use crate::parameters::{Parameters, Resolved, TileSize};

/// What the file tells of the agent and the cells; the rest is as everywhere.
pub(super) fn parameters_of(set: &TileSet, grid: Option<&Grid>) -> Parameters {
    let most = |i: usize| set.tiles.iter().map(|t| f64::from(t.agent[i])).fold(0.0, f64::max);
    let mut parameters = Parameters { region_min_area: 0.0, ..Parameters::default() };
    let default = parameters.agent;
    let mut agent = Agent { height: most(0), radius: most(1), max_climb: most(2), ..default };
    if agent.height <= 0.0 {
        agent.height = default.height; // tools that never set it leave 0
    }
    if agent.max_climb >= agent.height {
        agent.height = 2.0 * agent.max_climb;
    }
    parameters.agent = agent;
    let cell = set.tiles.iter().find_map(grid::cell_size);
    parameters.cell_size = cell.unwrap_or(parameters.cell_size);
    // Not in the file; with it, grounds meet across tiles within twice the climb, Detour's rule.
    let climb = agent.max_climb;
    parameters.cell_height = if climb > 0.0 { climb } else { parameters.cell_size };
    parameters.tile_size = TileSize::Solo;
    if let Some(settings) = &set.settings {
        settings.apply(&mut parameters);
    }
    if let Some(grid) = grid {
        parameters.cell_size = parameters.cell_size.min(grid.size);
        parameters.tile_size = TileSize::Metres(grid.size);
    }
    parameters
}

/// Makes the resolved parameters those of a grid of tiles.
pub(super) fn apply_grid(resolved: &mut Resolved, grid: &Grid, corner: PlanPoint, size: i32) {
    let end = |from: i32, count: i32| {
        cast::narrow_i32(i64::from(from) + i64::from(size) * i64::from(count))
    };
    let far = PlanPoint::new(end(corner.x, grid.columns), end(corner.y, grid.rows));
    resolved.clip = PlanBox::new(corner, far);
    (resolved.columns, resolved.rows) = (grid.columns, grid.rows);
    // A tile is a whole number of cells, each a whole number of steps: about as many as asked.
    resolved.tile_cells = divisor_near(size, (size / resolved.cell).max(1));
    resolved.cell = size / resolved.tile_cells;
}

/// The least divisor from `wanted` to 8 times that, else the greatest below it. Both are above 0.
/// O(√n).
fn divisor_near(n: i32, wanted: i32) -> i32 {
    let small = (1..).take_while(|d| i64::from(*d) * i64::from(*d) <= i64::from(n));
    let all = || small.clone().filter(|d| n % d == 0).flat_map(|d| [d, n / d]);
    let more = all().filter(|d| (wanted..=wanted.saturating_mul(8)).contains(d)).min();
    more.or_else(|| all().filter(|&d| d < wanted).max()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_have_about_as_many_cells_as_asked() {
        for (n, wanted, found) in
            [(12, 3, 3), (12, 5, 6), (12, 12, 12), (13, 5, 13), (1, 1, 1), (26, 3, 13), (37, 4, 1)]
        {
            assert_eq!(divisor_near(n, wanted), found, "{n} {wanted}");
        }
        // A prime is found to be one at once.
        assert_eq!(divisor_near(1_073_741_789, 100_000_000), 1);
    }
}
