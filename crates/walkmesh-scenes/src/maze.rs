//! A perfect maze: a random spanning tree of a square grid of cells.

use walkmesh::Point;
use walkmesh::parameters::Preset;

use crate::Generated;
use crate::random::Random;
use crate::shapes::{Along, Builder, Wall};

/// Distance between the middle lines of walls, metres.
const CELL: f64 = 2.0;

/// Which walls still stand on the far sides of each cell.
struct Grid {
    size: usize,
    /// Wall towards +x, by cell.
    east: Vec<bool>,
    /// Wall towards +z, by cell.
    south: Vec<bool>,
}

/// `size` cells each way; from one corner to the opposite one.
pub(crate) fn build(size: u32, seed: u64) -> Generated {
    let grid = carve(usize::try_from(size).unwrap_or(1), &mut Random::new(seed));
    let mut b = Builder::default();
    let side = CELL * f64::from(size);
    let floor = b.object("floor");
    b.sheet(floor, [0.0, 0.0], [side, side], 0.0);
    let outer = b.object("outer walls");
    b.enclosure(outer, [0.0, 0.0], [side, side], 0.0);
    let inner = b.object("walls");
    for line in 0..grid.size {
        let at = CELL * f64::from(walkmesh::geom::cast::count(line + 1));
        let runs = [
            (Along::Z, runs(grid.size, |i| grid.east[i * grid.size + line])),
            (Along::X, runs(grid.size, |i| grid.south[line * grid.size + i])),
        ];
        for (along, runs) in runs {
            for [from, to] in runs {
                b.wall(inner, Wall { along, at, from, to, base: 0.0 }, &[]);
            }
        }
    }
    let middle = CELL / 2.0;
    Generated {
        soup: b.soup,
        from: Point::new(middle, 0.0, middle),
        to: Point::new(side - middle, 0.0, side - middle),
        preset: Preset::Human,
    }
}

/// Walks at random to unvisited neighbours, back along its track where there are none.
fn carve(size: usize, random: &mut Random) -> Grid {
    let cells = size * size;
    let mut grid = Grid { size, east: vec![true; cells], south: vec![true; cells] };
    // The far border belongs to the enclosure.
    for i in 0..size {
        grid.east[i * size + size - 1] = false;
        grid.south[(size - 1) * size + i] = false;
    }
    let mut visited = vec![false; cells];
    let mut track = vec![0];
    visited[0] = true;
    while let Some(&cell) = track.last() {
        let (row, column) = (cell / size, cell % size);
        let neighbours = [
            (column > 0).then(|| cell - 1),
            (column + 1 < size).then(|| cell + 1),
            (row > 0).then(|| cell - size),
            (row + 1 < size).then(|| cell + size),
        ];
        let open = || neighbours.into_iter().flatten().filter(|&next| !visited[next]);
        let choice = random.below(walkmesh::geom::cast::count(open().count()));
        let Some(next) = open().nth(walkmesh::geom::cast::index(choice)) else {
            track.pop();
            continue;
        };
        let near = cell.min(next);
        if next.abs_diff(cell) == 1 && row == next / size {
            grid.east[near] = false;
        } else {
            grid.south[near] = false;
        }
        visited[next] = true;
        track.push(next);
    }
    grid
}

/// Consecutive standing walls of a line as one run each, in metres along it.
fn runs(size: usize, stands: impl Fn(usize) -> bool) -> Vec<[f64; 2]> {
    let metres = |i: usize| CELL * f64::from(walkmesh::geom::cast::count(i));
    let mut runs = Vec::new();
    let mut start = None;
    for i in 0..=size {
        match (start, i < size && stands(i)) {
            (None, true) => start = Some(i),
            (Some(from), false) => {
                runs.push([metres(from), metres(i)]);
                start = None;
            }
            _ => {}
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perfect_maze_is_a_tree() {
        for (size, seed) in [(1, 0), (2, 1), (7, 2), (20, 3)] {
            let grid = carve(size, &mut Random::new(seed));
            let standing = grid.east.iter().chain(&grid.south).filter(|wall| **wall).count();
            let inner_sides = 2 * size * (size - 1);
            // A spanning tree of n cells opens n - 1 sides; carve only opens towards new cells.
            assert_eq!(inner_sides - standing, size * size - 1);
        }
    }

    #[test]
    fn runs_join_neighbours() {
        let line = [true, true, false, true];
        assert_eq!(runs(4, |i| line[i]), [[0.0, 4.0], [6.0, 8.0]]);
    }
}
