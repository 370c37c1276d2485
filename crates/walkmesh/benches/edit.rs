//! What an edit costs:
//! `cargo bench -p walkmesh --bench edit [POLYGONS | FILE] [KIND] [TIMES] [SAVE-AS]`.
//!
//! On a hospital of about so many polygons, or a stored mesh, with a blocker standing for every hundred polygons, a
//! thousand at most, octagons half a metre to a metre across come (`in`), move by a third of a
//! metre (`moved`), go (`out`), are switched off and on (`toggle`); or a hundred walk on for a 60th
//! of a second in one batch (`frame`). Instructions, which do not depend on what else the machine
//! does:
//!
//! ```text
//! valgrind --tool=callgrind --toggle-collect='edit::measured' target/release/deps/edit-* 10000 in
//! ```

use std::f64::consts::{FRAC_PI_4, PI, TAU};
use std::path::Path;
use std::time::Instant;

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, KindId, Payload, PlanPolygon};
use walkmesh::geom::Point;
use walkmesh::mesh::{NavMesh, SearchBox};
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh::query::RandomPoints;
use walkmesh::store::{LoadOptions, load, save};
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::Random;

/// Side of a tile, metres.
const TILE: f64 = 6.4;
/// Obstacles that walk.
const WALKING: u64 = 100;
/// A frame, seconds.
const FRAME: f64 = 1.0 / 60.0;
/// What is measured.
const KINDS: [&str; 5] = ["in", "moved", "out", "toggle", "frame"];

#[inline(never)]
fn measured(edits: &mut Edits, batch: &[Edit]) {
    let _ = edits.apply(batch).expect("edits that make sense");
}

/// A hospital of about so many polygons.
fn hospital(polygons: u32) -> NavMesh {
    let size = u32::try_from(u64::from(polygons) * 775 / 1000).unwrap_or(polygons);
    let scene =
        generate("hospital", &SceneOptions { size, seed: 0 }).expect("a scene of that name");
    let parameters = Parameters { tile_size: TileSize::Metres(TILE), ..scene.preset.parameters() };
    bake(&scene.soup, &parameters, &BakeOptions::default()).expect("a sound scene").mesh
}

struct World {
    edits: Edits,
    random: Random,
    places: Vec<Point>,
    next: usize,
    /// Where the walking ones are, where they head, and how fast.
    walkers: Vec<(Point, f64, f64)>,
}

impl World {
    fn new(mesh: NavMesh) -> Self {
        let mut random = Random::new(3);
        let ground = RandomPoints::new(&mesh, |_| true);
        let places: Vec<Point> = (0..20_000)
            .filter_map(|_| Some(ground.point(&mesh, || random.bits())?.point))
            .collect();
        let standing = u64::try_from(mesh.polygon_count() / 100).unwrap_or(0).min(1000);
        let edits = Edits::new(mesh).expect("a sound mesh");
        let mut world = Self { edits, random, places, next: 0, walkers: Vec::new() };
        let all: Vec<Edit> = (0..standing).map(|id| world.add(WALKING + id, false)).collect();
        let _ = world.edits.apply(&all).expect("edits that make sense");
        world
    }

    fn place(&mut self) -> Point {
        self.next = (self.next + 1) % self.places.len();
        self.places[self.next]
    }

    fn shape(&mut self, at: Point) -> (Footprint, (f64, f64)) {
        let size = 0.25 + f64::from(self.random.between(0, 250)) / 1000.0;
        let turned = f64::from(self.random.between(0, 999)) / 1000.0;
        let corner = |i: u32| {
            let angle = (f64::from(i) + turned) * FRAC_PI_4;
            [at.x + size * angle.cos(), at.z + size * angle.sin()]
        };
        let octagon = PlanPolygon { outer: (0..8).map(corner).collect(), holes: Vec::new() };
        (Footprint::Polygons(vec![octagon]), (at.y - 0.2, at.y + 1.0))
    }

    fn add(&mut self, id: u64, waits: bool) -> Edit {
        let at = self.place();
        self.add_at(id, at, waits)
    }

    fn add_at(&mut self, id: u64, at: Point, waits: bool) -> Edit {
        let (shape, heights) = self.shape(at);
        let kind = KindId(0);
        let payload = if waits { Payload::PassiveBlock { kind } } else { Payload::Block { kind } };
        Edit::Add { id: ChangeId(id), change: Change { shape, heights, payload, grown: false } }
    }

    /// Sets the walking ones down.
    fn populate(&mut self) {
        for _ in 0..WALKING {
            let at = self.place();
            let heading = f64::from(self.random.between(0, 359)) / 180.0 * PI;
            let speed = 1.0 + f64::from(self.random.between(0, 400)) / 100.0;
            self.walkers.push((at, heading, speed));
        }
        let places: Vec<Point> = self.walkers.iter().map(|walker| walker.0).collect();
        let all: Vec<Edit> = (0..).zip(places).map(|(id, at)| self.add_at(id, at, false)).collect();
        let _ = self.edits.apply(&all).expect("edits that make sense");
    }

    /// A frame: each goes on along its heading, and turns where the base mesh ends.
    fn frame(&mut self) -> Vec<Edit> {
        let mut walkers = std::mem::take(&mut self.walkers);
        for (at, heading, speed) in &mut walkers {
            let step = *speed * FRAME;
            let to = Point::new(at.x + step * heading.cos(), at.y, at.z + step * heading.sin());
            let near = SearchBox { x: 0.0, y: 0.5, z: 0.0 };
            match self.edits.base().nearest(to, &near, |_| true) {
                Some(found) => *at = found.point,
                None => *heading = f64::from(self.random.between(0, 359)) / 360.0 * TAU,
            }
        }
        let mut batch = Vec::new();
        for (id, &(at, heading, _)) in (0..).zip(&walkers) {
            let corner = |i: u32| {
                let angle = heading + f64::from(i) * FRAC_PI_4;
                [at.x + 0.35 * angle.cos(), at.z + 0.35 * angle.sin()]
            };
            let octagon = PlanPolygon { outer: (0..8).map(corner).collect(), holes: Vec::new() };
            let (shape, heights) = (Footprint::Polygons(vec![octagon]), (at.y - 0.2, at.y + 1.0));
            batch.push(Edit::Move { id: ChangeId(id), shape, heights });
        }
        self.walkers = walkers;
        batch
    }

    /// One of a kind: what comes before, what is measured, what comes after.
    fn once(&mut self, kind: &str) -> Vec<[Vec<Edit>; 3]> {
        let (one, id) = (u64::MAX, ChangeId(u64::MAX));
        let gone = vec![Edit::Remove { id }];
        let add = self.add(one, kind == "toggle");
        match kind {
            "in" => vec![[vec![], vec![add], gone]],
            "moved" => {
                let at = self.places[self.next];
                let near = Point::new(at.x + 0.3, at.y, at.z + 0.2);
                let (shape, heights) = self.shape(near);
                vec![[vec![add], vec![Edit::Move { id, shape, heights }], gone]]
            }
            "out" => vec![[vec![add], gone, vec![]]],
            "toggle" => {
                let on = vec![Edit::Activate { id }];
                let off = vec![Edit::Deactivate { id }];
                vec![[vec![add], on, vec![]], [vec![], off, gone]]
            }
            _ => vec![[vec![], self.frame(), vec![]]],
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let meshes: Vec<(String, NavMesh)> = match args.first() {
        Some(file) if Path::new(file).is_file() => {
            let mesh = load(Path::new(file), LoadOptions::default()).expect("a stored mesh");
            vec![(file.clone(), mesh)]
        }
        Some(polygons) => {
            vec![(polygons.clone(), hospital(polygons.parse().expect("a number or a file")))]
        }
        None => [1_000, 10_000, 100_000].map(|n| (n.to_string(), hospital(n))).into(),
    };
    let kinds: Vec<&str> = match args.get(1) {
        Some(kind) => vec![kind],
        None => KINDS.to_vec(),
    };
    for (name, mesh) in meshes {
        let count = mesh.polygon_count();
        if let Some(file) = args.get(3) {
            save(&mesh, Path::new(file)).expect("room for the mesh");
        }
        for &kind in &kinds {
            let times = args.get(2).and_then(|n| n.parse().ok());
            let times: u32 = times.unwrap_or(if kind == "frame" { 20 } else { 200 });
            let mut world = World::new(mesh.clone());
            if kind == "frame" {
                world.populate();
            }
            let (mut took, mut made) = (0.0, 0_u32);
            for _ in 0..times {
                for [before, batch, after] in world.once(kind) {
                    let apply = |edits: &mut Edits, batch: &[Edit]| {
                        let _ = edits.apply(batch).expect("edits that make sense");
                    };
                    apply(&mut world.edits, &before);
                    let start = Instant::now();
                    measured(&mut world.edits, &batch);
                    took += start.elapsed().as_secs_f64();
                    made += 1;
                    apply(&mut world.edits, &after);
                }
            }
            let each = 1e6 * took / f64::from(made);
            println!("{name} ({count} polygons), {kind}: {each:.1} us in the mean of {made}");
        }
    }
}
