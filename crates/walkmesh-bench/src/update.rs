//! After a change in the model: what it takes to be up to date again.

use std::time::Duration;

use anyhow::Result;
use glam::Vec2;
use polyanya::Triangulation;
use recastnavigation_rs::detour::{DtNavMesh, DtTileRef};
use walkmesh::geom::cast;
use walkmesh_testkit::Random;

use crate::clock::{Contender, Laps, interleave};
use crate::input::Input;
use crate::recast::Tiles;
use crate::row::{Group, Results};

/// Most tiles that are built again in a round.
const MOST_TILES: usize = 12;

/// Recast builds tiles of a level again and puts them in the place of the old ones.
pub(crate) fn tiles(
    input: &Input,
    rounds: u32,
    time: Duration,
    results: &mut Results,
) -> Result<()> {
    let tiles = Tiles::new(input)?;
    let mut mesh = DtNavMesh::with_params(&tiles.params)?;
    let mut built = Vec::new();
    for at in (0..tiles.rows).flat_map(|y| (0..tiles.columns).map(move |x| [x, y])) {
        if let Some((data, _)) = tiles.build(input, at, &mut Laps::start())? {
            let _ = mesh.add_tile(data, DtTileRef::default())?;
            built.push(at);
        }
    }
    // Spread over the level.
    let every = built.len().div_ceil(MOST_TILES).max(1);
    let chosen: Vec<[i32; 2]> = built.into_iter().step_by(every).collect();
    let mut failed = None;
    let rebuild = Contender::new(|| {
        for &at in &chosen {
            if let Err(error) = replace(&tiles, input, &mut mesh, at) {
                let _ = failed.get_or_insert(error);
            }
        }
    });
    let samples = interleave(vec![rebuild], rounds, time);
    if let Some(error) = failed {
        return Err(error);
    }
    let each = 1e3 / f64::from(cast::count(chosen.len().max(1)));
    let group = Group { work: "update", input: &input.name, unit: "ms" };
    let row = group.row("one tile", "Recast", samples[0].cpu().times(each));
    results.add(vec![row.note("tiles", cast::count(chosen.len()).into())]);
    Ok(())
}

pub(crate) fn replace(
    tiles: &Tiles,
    input: &Input,
    mesh: &mut DtNavMesh,
    at: [i32; 2],
) -> Result<()> {
    let data = tiles.build(input, at, &mut Laps::start())?;
    mesh.remove_tile(mesh.get_tile_ref_at(at[0], at[1], 0))?;
    if let Some((data, _)) = data {
        let _ = mesh.add_tile(data, DtTileRef::default())?;
    }
    Ok(())
}

/// Side of the field with obstacles, metres.
const FIELD: f64 = 200.0;
/// Side of an obstacle, metres.
const OBSTACLE: f64 = 1.5;

fn square(x: f64, y: f64, side: f64) -> [Vec2; 4] {
    let corner =
        |dx: f64, dy: f64| Vec2::new(crate::input::narrow(x + dx), crate::input::narrow(y + dy));
    [corner(0.0, 0.0), corner(side, 0.0), corner(side, side), corner(0.0, side)]
}

/// A field of square obstacles that do not touch: one in each cell of a grid.
fn field(each_way: u32) -> Triangulation {
    let mut field = Triangulation::from_outer_edges(&square(0.0, 0.0, FIELD));
    let cell = FIELD / f64::from(each_way);
    let mut random = Random::new(5);
    let mut place = |i: u32| {
        let free = cast::round_i32((cell - OBSTACLE - 0.2) * 1000.0);
        cell * f64::from(i) + 0.1 + f64::from(random.between(0, free)) / 1000.0
    };
    for (row, column) in (0..each_way).flat_map(|row| (0..each_way).map(move |c| (row, c))) {
        field.add_obstacle(square(place(column), place(row), OBSTACLE));
    }
    field
}

/// polyanya prepares a field of obstacles, and takes in one more.
pub(crate) fn obstacles(rounds: u32, time: Duration, results: &mut Results) {
    for each_way in [10, 32] {
        let plain = field(each_way);
        let mut prepared = plain.clone();
        prepared.prebuild();
        let contenders = vec![
            Contender::new(|| {
                let mut field = plain.clone();
                field.prebuild();
                drop(field);
            }),
            Contender::new(|| {
                let mut field = prepared.clone();
                field.add_obstacle(square(FIELD / 2.0, FIELD / 2.0, OBSTACLE));
                // To where paths can be asked for, as its documentation does it.
                let mut mesh = field.as_navmesh();
                let _ = mesh.merge_polygons();
                mesh.bake();
            }),
        ];
        let samples = interleave(contenders, rounds, time);
        let name = format!("{} obstacles", each_way * each_way);
        let group = Group { work: "update", input: &name, unit: "ms" };
        let modes = ["prebuild", "one more"];
        let rows = modes.iter().zip(&samples);
        let rows = rows.map(|(mode, s)| group.row(mode, "polyanya", s.cpu().times(1e3)));
        results.add(rows.collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_has_all_its_obstacles() {
        let mesh = field(3).as_navmesh();
        // Four corners of the field and of each obstacle.
        assert_eq!(mesh.layers[0].vertices.len(), 4 + 9 * 4);
    }

    #[test]
    fn a_tile_is_replaced_by_its_like() {
        let input = crate::input::load("maze, 24 m").unwrap();
        let tiles = Tiles::new(&input).unwrap();
        let mut mesh = DtNavMesh::with_params(&tiles.params).unwrap();
        let (data, count) = tiles.build(&input, [1, 1], &mut Laps::start()).unwrap().unwrap();
        let _ = mesh.add_tile(data, DtTileRef::default()).unwrap();
        replace(&tiles, &input, &mut mesh, [1, 1]).unwrap();
        assert_eq!(mesh.get_tile_at(1, 1, 0).unwrap().polys().len(), count);
        assert!(replace(&tiles, &input, &mut mesh, [0, 0]).is_err(), "there is no such tile");
    }
}
