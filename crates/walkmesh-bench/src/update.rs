//! After a change in the model: what it takes to be up to date again.

use std::time::Duration;

use anyhow::Result;
use glam::Vec2;
use polyanya::Triangulation;
use recastnavigation_rs::detour::{DtNavMesh, DtTileRef};
use walkmesh::Point;
use walkmesh::agent::Agent;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, KindId, Payload, PlanPolygon};
use walkmesh::geom::cast;
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh::soup::{Area, Class, Object, ObjectId, Soup, Triangle};
use walkmesh_testkit::Random;

use crate::clock::{Contender, Laps, interleave};
use crate::input::{Input, narrow};
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

/// The south-west corner and the side of a square, metres.
type Square = ([f64; 2], f64);

/// Of polyanya's time.
const ONE_MORE_GOAL: f64 = 1.0;

/// In the middle of the field.
const ONE_MORE: Square = ([FIELD / 2.0; 2], OBSTACLE);

fn corners(([x, y], side): Square) -> [[f64; 2]; 4] {
    [[x, y], [x + side, y], [x + side, y + side], [x, y + side]]
}

fn of_polyanya(square: Square) -> [Vec2; 4] {
    corners(square).map(|[x, y]| Vec2::new(narrow(x), narrow(y)))
}

/// Square obstacles that do not touch: one in each cell of a grid over the field.
fn squares(each_way: u32) -> Vec<Square> {
    let cell = FIELD / f64::from(each_way);
    let mut random = Random::new(5);
    let mut place = |i: u32| {
        let free = cast::round_i32((cell - OBSTACLE - 0.2) * 1000.0);
        cell * f64::from(i) + 0.1 + f64::from(random.between(0, free)) / 1000.0
    };
    let cells = (0..each_way).flat_map(|row| (0..each_way).map(move |column| (column, row)));
    cells.map(|(column, row)| ([place(column), place(row)], OBSTACLE)).collect()
}

/// The field with obstacles as polyanya has it.
fn field(obstacles: &[Square]) -> Triangulation {
    let mut field = Triangulation::from_outer_edges(&of_polyanya(([0.0; 2], FIELD)));
    obstacles.iter().for_each(|&square| field.add_obstacle(of_polyanya(square)));
    field
}

/// The mesh of a field, as polyanya's documentation makes it.
fn made(field: &Triangulation) -> polyanya::Mesh {
    let mut mesh = field.as_navmesh();
    let _ = mesh.merge_polygons();
    mesh.bake();
    mesh
}

/// The field as we bake it, in tiles, for bodies without width, as polyanya's are.
fn ground() -> Result<NavMesh> {
    let corner = |[x, z]: [f64; 2]| Point::new(x, 0.0, z);
    let soup = Soup {
        vertices: corners(([0.0; 2], FIELD)).map(corner).to_vec(),
        triangles: [[0, 2, 1], [0, 3, 2]]
            .map(|corners| Triangle { corners, object: ObjectId(0) })
            .to_vec(),
        objects: vec![Object {
            name: "field".to_owned(),
            area: Area::GROUND,
            class: Class::BySlope,
        }],
    };
    let agent = Agent { radius: 0.0, ..Agent::default() };
    let tile_size = TileSize::Metres(FIELD / 16.0);
    let parameters = Parameters { agent, tile_size, ..Parameters::default() };
    Ok(bake(&soup, &parameters, &BakeOptions::default())?.mesh)
}

/// An obstacle as an edit.
fn block((number, &square): (u64, &Square)) -> Edit {
    let outer = corners(square).to_vec();
    let shape = Footprint::Polygons(vec![PlanPolygon { outer, holes: Vec::new() }]);
    let payload = Payload::Block { kind: KindId(0) };
    let change = Change { shape, heights: (-1.0, 1.0), payload, grown: true };
    Edit::Add { id: ChangeId(number), change }
}

/// A field of obstacles is prepared, and takes in one more, to where paths can be asked for.
pub(crate) fn obstacles(rounds: u32, time: Duration, results: &mut Results) -> Result<()> {
    let ground = ground()?;
    for each_way in [10, 32] {
        let squares = squares(each_way);
        let plain = field(&squares);
        let mut prepared = plain.clone();
        prepared.prebuild();
        let all: Vec<Edit> = (0..).zip(&squares).map(block).collect();
        let one_more = [block((u64::MAX, &ONE_MORE))];
        let mut standing = Edits::new(ground.clone())?;
        let _ = standing.apply(&all)?;
        let contenders = vec![
            Contender::new(|| {
                let applied = Edits::new(ground.clone()).and_then(|mut edits| edits.apply(&all));
                drop(std::hint::black_box(applied));
            }),
            Contender::new(|| {
                let mut field = plain.clone();
                field.prebuild();
                drop(std::hint::black_box(field));
            }),
            Contender::new(|| {
                let mut field = plain.clone();
                field.prebuild();
                drop(std::hint::black_box(made(&field)));
            }),
            Contender::new(|| {
                drop(std::hint::black_box(standing.clone().apply(&one_more)));
            }),
            Contender::new(|| {
                let mut field = prepared.clone();
                field.add_obstacle(of_polyanya(ONE_MORE));
                drop(std::hint::black_box(made(&field)));
            }),
        ];
        let samples = interleave(contenders, rounds, time);
        let name = format!("{} obstacles", each_way * each_way);
        let group = Group { work: "update", input: &name, unit: "ms" };
        let cpu = |i: usize| samples[i].cpu().times(1e3);
        let theirs = |mode: &str, i: usize| group.row(mode, "polyanya", cpu(i));
        results.add(vec![
            group.row("all", "walkmesh", cpu(0)),
            theirs("prebuild", 1).against(cpu(0), None),
            theirs("all", 2).against(cpu(0), None),
            group.row("one more", "walkmesh", cpu(3)),
            theirs("one more", 4).against(cpu(3), Some(ONE_MORE_GOAL)),
        ]);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_has_all_its_obstacles() {
        let squares = squares(3);
        let mesh = field(&squares).as_navmesh();
        // Four corners of the field and of each obstacle.
        assert_eq!(mesh.layers[0].vertices.len(), 4 + 9 * 4);
        let mut edits = Edits::new(ground().unwrap()).unwrap();
        let free = edits.mesh().area_m2();
        let all: Vec<Edit> = (0..).zip(&squares).map(block).collect();
        let _ = edits.apply(&all).unwrap();
        let blocked = free - edits.mesh().area_m2();
        assert!((blocked - 9.0 * OBSTACLE * OBSTACLE).abs() < 0.01, "{blocked} m2");
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
