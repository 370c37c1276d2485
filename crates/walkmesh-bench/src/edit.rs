//! Blockers that come, move and go on a mesh with many standing, beside a Recast tile built again.

use std::time::Instant;

use anyhow::Result;
use cpu_time::ProcessTime;
use recastnavigation_rs::detour::{DtNavMesh, DtTileRef};
use walkmesh::Point;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::edit::{ChangeId, Edit};
use walkmesh::geom::cast;
use walkmesh::mesh::{ComponentId, NavMesh, PolyId, PolyRef, TileCoord};
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::obstacles::Obstacles;

use crate::clock::{Laps, Spread};
use crate::input::{self, Input};
use crate::recast::Tiles;
use crate::row::{Group, Results, Row};
use crate::update::replace;

/// Blockers that stand all the time.
const STANDING: u64 = 1000;
/// Obstacles that move in every frame.
const MOVING: u64 = 100;
/// Side of a tile, metres.
const TILE: f64 = 6.4;
/// Goals: a mean edit, a toggle, and the 99th percentile of a frame, in rebuilds of a Recast tile.
const EDIT_GOAL: f64 = 0.25;
const TOGGLE_GOAL: f64 = 0.025;
const FRAME_GOAL: f64 = 10.0;
/// The model whose tiles Recast builds again.
const REBUILT: &str = "building of 12 rooms";

/// A generated hospital with at least this much furniture, edited `rounds` times.
pub(crate) fn measure(size: u32, rounds: usize, results: &mut Results) -> Result<()> {
    let scene = generate("hospital", &SceneOptions { size, seed: 0 })?;
    let parameters = Parameters { tile_size: TileSize::Metres(TILE), ..scene.preset.parameters() };
    let mesh = bake(&scene.soup, &parameters, &BakeOptions::default())?.mesh;
    let name = format!("{} polygons, {STANDING} blockers", mesh.polygon_count());
    let model = input::load(REBUILT)?;
    let mut race = Race::new(mesh, &model)?;
    for _ in 0..rounds {
        race.round()?;
    }
    race.report(&name, results);
    Ok(())
}

/// Both contenders and what they took, seconds.
struct Race<'a> {
    obstacles: Obstacles,
    tiles: Tiles,
    model: &'a Input,
    theirs: DtNavMesh,
    rebuilt: Vec<[i32; 2]>,
    took: [Vec<f64>; MODES.len() + 1],
    /// What the clock of processors itself takes, seconds.
    clock: Vec<f64>,
}

/// What is timed, in the order of [`Race::took`]; the last is Recast's.
const MODES: [(&str, Option<f64>); 7] = [
    ("blocker in", Some(EDIT_GOAL)),
    ("blocker moved", Some(EDIT_GOAL)),
    ("blocker out", Some(EDIT_GOAL)),
    ("precut toggle", Some(TOGGLE_GOAL)),
    ("precut toggle that parts or joins components", None),
    ("100 walking on in a frame", Some(FRAME_GOAL)),
    ("100 set down anywhere in a batch", None),
];
/// The place of a toggle that leaves components as they are; the other follows.
const TOGGLE: usize = 3;
/// From here on a mode is a batch that several threads work on, which takes what the clock on the wall
/// says; an edit takes what all threads do on processors.
const FRAMES: usize = 5;
/// Recast's place in [`Race::took`].
const THEIRS: usize = MODES.len();

impl<'a> Race<'a> {
    fn new(mesh: NavMesh, model: &'a Input) -> Result<Self> {
        let tiles = Tiles::new(model)?;
        let mut theirs = DtNavMesh::with_params(&tiles.params)?;
        let mut rebuilt = Vec::new();
        for at in (0..tiles.rows).flat_map(|y| (0..tiles.columns).map(move |x| [x, y])) {
            if let Some((data, _)) = tiles.build(model, at, &mut Laps::start())? {
                let _ = theirs.add_tile(data, DtTileRef::default())?;
                rebuilt.push(at);
            }
        }
        let obstacles = Obstacles::new(mesh, STANDING, MOVING);
        let (took, clock) = Default::default();
        Ok(Self { obstacles, tiles, model, theirs, rebuilt, took, clock })
    }

    fn timed(&mut self, mode: usize, batch: &[Edit]) -> Result<()> {
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        let applied = self.obstacles.edits.apply(batch)?;
        let took = if mode >= FRAMES { wall.elapsed() } else { cpu.elapsed() };
        self.took[mode].push(took.as_secs_f64());
        drop(applied);
        Ok(())
    }

    /// Turns a blocker at a place on and off again: true when polygons around it are of other
    /// components in between.
    fn parts(&mut self, id: ChangeId, at: Point) -> Result<bool> {
        let edits = &mut self.obstacles.edits;
        let before = around(edits.mesh(), at);
        let _ = edits.apply(&[Edit::Activate { id }])?;
        let mesh = edits.mesh();
        let is_other = |&(polygon, component): &(PolyId, ComponentId)| {
            mesh.resolve(polygon).is_some_and(|now| mesh.component(now) != component)
        };
        let parts = before.iter().any(is_other);
        let _ = edits.apply(&[Edit::Deactivate { id }])?;
        Ok(parts)
    }

    /// Each of ours once, and a tile of theirs.
    fn round(&mut self) -> Result<()> {
        let (one, two) = (ChangeId(u64::MAX), ChangeId(u64::MAX - 1));
        let at = self.obstacles.place();
        let edit = self.obstacles.add(one, at, false);
        self.timed(0, &[edit])?;
        let near = Point::new(at.x + 0.3, at.y, at.z + 0.2);
        let edit = self.obstacles.moved(one, near);
        self.timed(1, &[edit])?;
        self.timed(2, &[Edit::Remove { id: one }])?;

        let at = self.obstacles.place();
        let edit = self.obstacles.add(two, at, true);
        let _ = self.obstacles.edits.apply(&[
            edit,
            Edit::Activate { id: two },
            Edit::Deactivate { id: two },
        ])?;
        self.timed(TOGGLE, &[Edit::Activate { id: two }])?;
        self.timed(TOGGLE, &[Edit::Deactivate { id: two }])?;
        if self.parts(two, at)? {
            let whole = self.took[TOGGLE].len() - 2;
            let parting = self.took[TOGGLE].split_off(whole);
            self.took[TOGGLE + 1].extend(parting);
        }
        let _ = self.obstacles.edits.apply(&[Edit::Remove { id: two }])?;
        self.clock.push(ProcessTime::now().elapsed().as_secs_f64());

        if self.took[0].len().is_multiple_of(10) {
            let jump = self.obstacles.jump();
            self.timed(FRAMES + 1, &jump)?;
            // The first frame brings them back to where they walk.
            let frame = self.obstacles.frame();
            let _ = self.obstacles.edits.apply(&frame)?;
            for _ in 0..10 {
                let frame = self.obstacles.frame();
                self.timed(FRAMES, &frame)?;
            }
        }
        let tile = self.rebuilt[self.took[THEIRS].len() % self.rebuilt.len()];
        let start = ProcessTime::now();
        replace(&self.tiles, self.model, &mut self.theirs, tile)?;
        self.took[THEIRS].push(start.elapsed().as_secs_f64());
        Ok(())
    }

    fn report(mut self, name: &str, results: &mut Results) {
        let group = Group { work: "update", input: name, unit: "ms" };
        // A call of the system, which is a good part of the shortest edits.
        let clock = Spread::of(std::mem::take(&mut self.clock)).median;
        for (mode, times) in self.took.iter_mut().enumerate() {
            if !(FRAMES..THEIRS).contains(&mode) {
                times.iter_mut().for_each(|time| *time = (*time - clock).max(0.0));
            }
        }
        let theirs = std::mem::take(&mut self.took[THEIRS]);
        let theirs_mean = mean(&theirs);
        let their_name = format!("Recast, one tile of {REBUILT}");
        for (i, (mode, goal)) in MODES.into_iter().enumerate() {
            let took = std::mem::take(&mut self.took[i]);
            let (mean, p99) = (mean(&took), share(&took, 0.99));
            let threads = if i >= FRAMES { rayon::current_num_threads() } else { 1 };
            let of = |who: &str, took: &[f64]| {
                let row = group.row(mode, who, Spread::of(took.to_vec()).times(1e3));
                Row { threads: cast::count(threads), ..row }
            };
            let ours = of("walkmesh", &took);
            let times = f64::from(cast::count(took.len()));
            // Frames are held to their slowest, the others to their mean.
            let held = if i >= FRAMES { p99 } else { mean };
            let mut row = of(&their_name, &theirs);
            (row.ours_over_theirs, row.goal) = (Some(held / theirs_mean), goal);
            results.add(vec![
                ours.note("mean", mean * 1e3).note("p99", p99 * 1e3).note("times", times),
                row.note("mean", theirs_mean * 1e3)
                    .note("p99, ours / their mean", p99 / theirs_mean),
            ]);
        }
    }
}

/// The polygons of the tile at a place and of those around it, and what they are part of.
fn around(mesh: &NavMesh, at: Point) -> Vec<(PolyId, ComponentId)> {
    let Some(found) = mesh.locate(at, 1.0) else { return Vec::new() };
    let TileCoord { x, y } = mesh.tile(found.polygon.tile).coord;
    let coords = (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| TileCoord { x, y }));
    let tiles = coords.filter_map(|coord| mesh.tile_at(coord));
    let all = tiles.flat_map(|tile| {
        mesh.tile(tile).open_polygons().map(move |polygon| PolyRef { tile, polygon })
    });
    all.map(|polygon| (mesh.id(polygon), mesh.component(polygon))).collect()
}

fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / f64::from(cast::count(times.len().max(1)))
}

/// The time that this share of all does not exceed.
fn share(times: &[f64], share: f64) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = f64::from(cast::count(sorted.len().max(1)) - 1);
    let at = usize::try_from(cast::round_i64(share * last)).unwrap_or(0);
    sorted.get(at).copied().unwrap_or(f64::NAN)
}
