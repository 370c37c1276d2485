//! What an edit costs:
//! `cargo bench -p walkmesh --bench edit [POLYGONS | FILE] [KIND] [TIMES] [SAVE-AS]`.
//!
//! On hospitals of 1,285 polygons side by side, so many that there are about so many polygons (without
//! a number on three meshes, and on one of a million where `WALKMESH_MORE` is set, whose bake takes
//! minutes), or on such a mesh that was saved. A blocker stands for every hundred polygons, in all
//! hospitals at the same places; at the same places of any hospital, however many there are,
//! octagons half a metre to a metre across come (`in`), move by a third of a
//! metre (`moved`), go (`out`), are switched off and on (`toggle`); or a hundred walk on for a 60th
//! of a second in one batch (`frame`). Instructions, which do not depend on what else the machine
//! does:
//!
//! ```text
//! valgrind --tool=callgrind --toggle-collect='edit::measured' target/release/deps/edit-* 10000 in
//! ```

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::edit::{Applied, ChangeId, Edit, Edits};
use walkmesh::geom::{Point, cast};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh::soup::{Soup, Triangle};
use walkmesh::store::{LoadOptions, load, save};
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::obstacles::{Copies, Obstacles};

/// Side of a tile, metres.
const TILE: f64 = 6.4;
/// Obstacles that walk.
const WALKING: u64 = 100;
/// Words that are swept through between edits: more than a processor's own caches hold.
const ELSEWHERE: usize = 1 << 19;
/// What is measured.
const KINDS: [&str; 5] = ["in", "moved", "out", "toggle", "frame"];

#[inline(never)]
fn measured(edits: &mut Edits, batch: &[Edit]) -> Applied {
    edits.apply(batch).expect("edits that make sense")
}

/// Goes through memory that has nothing to do with a mesh, as the rest of a game does between edits.
fn sweep(elsewhere: &mut [u64]) {
    elsewhere.iter_mut().for_each(|word| *word = word.wrapping_add(1));
    black_box(elsewhere);
}

/// Furniture in a hospital, and the polygons of its mesh.
const HOSPITAL: (u32, u32) = (775, 1285);

/// Hospitals side by side.
struct Hospitals {
    mesh: NavMesh,
    /// The mesh of the first alone.
    first: NavMesh,
    copies: Copies,
}

impl Hospitals {
    /// About so many polygons of them, or those that were stored.
    fn new(polygons: Option<u32>, stored: Option<NavMesh>) -> Self {
        let (size, each) = HOSPITAL;
        let scene =
            generate("hospital", &SceneOptions { size, seed: 0 }).expect("a scene of that name");
        let parameters =
            Parameters { tile_size: TileSize::Metres(TILE), ..scene.preset.parameters() };
        let baked = |soup: &Soup| {
            bake(soup, &parameters, &BakeOptions::default()).expect("a sound scene").mesh
        };
        let first = baked(&scene.soup);
        // Tiles are whole steps of the lattice, so each is cut as the first is.
        let resolved = first.resolved();
        let tile = f64::from(resolved.cell * resolved.tile_cells) * first.frame().step();
        let (low, high) = scene.soup.bounds().expect("a model");
        let apart = ((high.x - low.x) / tile).ceil() * tile;
        let width = |mesh: &NavMesh| mesh.bounds().map_or(0.0, |(low, high)| high.x - low.x);
        let count = match (&stored, polygons) {
            (Some(mesh), _) => {
                let whole = cast::round_i64((width(mesh) / apart).ceil());
                u32::try_from(whole).expect("few enough").max(1)
            }
            (None, polygons) => (polygons.unwrap_or(0) / each).max(1),
        };
        let copies = Copies { count, apart };
        let mesh = stored.unwrap_or_else(|| baked(&repeated(&scene.soup, copies)));
        Self { mesh, first, copies }
    }
}

/// Copies of a model.
fn repeated(soup: &Soup, Copies { count, apart }: Copies) -> Soup {
    let mut all = soup.clone();
    for i in 1..count {
        let first = u32::try_from(all.vertices.len()).expect("few enough");
        let by = f64::from(i) * apart;
        all.vertices.extend(soup.vertices.iter().map(|p| Point::new(p.x + by, p.y, p.z)));
        let moved = |t: &Triangle| Triangle { corners: t.corners.map(|v| v + first), ..*t };
        all.triangles.extend(soup.triangles.iter().map(moved));
    }
    all
}

/// One of a kind: what comes before, what is measured, what comes after.
fn once(obstacles: &mut Obstacles, kind: &str) -> Vec<[Vec<Edit>; 3]> {
    let id = ChangeId(u64::MAX);
    let gone = vec![Edit::Remove { id }];
    let at = obstacles.place();
    let add = obstacles.add(id, at, kind == "toggle");
    match kind {
        "in" => vec![[vec![], vec![add], gone]],
        "moved" => {
            let near = Point::new(at.x + 0.3, at.y, at.z + 0.2);
            vec![[vec![add], vec![obstacles.moved(id, near)], gone]]
        }
        "out" => vec![[vec![add], gone, vec![]]],
        "toggle" => {
            let on = vec![Edit::Activate { id }];
            let off = vec![Edit::Deactivate { id }];
            vec![[vec![add], on, vec![]], [vec![], off, gone]]
        }
        _ => vec![[vec![], obstacles.frame(), vec![]]],
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let named = |polygons: u32| (polygons.to_string(), Hospitals::new(Some(polygons), None));
    let meshes: Vec<(String, Hospitals)> = match args.first() {
        Some(file) if Path::new(file).is_file() => {
            let mesh = load(Path::new(file), LoadOptions::default()).expect("a stored mesh");
            vec![(file.clone(), Hospitals::new(None, Some(mesh)))]
        }
        Some(polygons) => vec![named(polygons.parse().expect("a number or a file"))],
        None => {
            let more = (walkmesh_testkit::more() > 1).then_some(1_000_000);
            [1_000, 10_000, 100_000].into_iter().chain(more).map(named).collect()
        }
    };
    let kinds: Vec<&str> = match args.get(1) {
        Some(kind) => vec![kind],
        None => KINDS.to_vec(),
    };
    for (name, Hospitals { mesh, first, copies }) in meshes {
        let count = mesh.polygon_count();
        if let Some(file) = args.get(3) {
            save(&mesh, Path::new(file)).expect("room for the mesh");
        }
        for &kind in &kinds {
            let times = args.get(2).and_then(|n| n.parse().ok());
            let times: u32 = times.unwrap_or(if kind == "frame" { 20 } else { 200 });
            let standing = u64::from(HOSPITAL.1 / 100);
            let walking = if kind == "frame" { WALKING } else { 0 };
            let mut obstacles =
                Obstacles::in_copies(mesh.clone(), &first, copies, standing, walking);
            let (mut took, mut made) = (0.0, 0_u32);
            let mut elsewhere = vec![0; ELSEWHERE];
            let (mut tiles, mut within) = (0, 0);
            for _ in 0..times {
                for [before, batch, after] in once(&mut obstacles, kind) {
                    let apply = |edits: &mut Edits, batch: &[Edit]| {
                        let _ = edits.apply(batch).expect("edits that make sense");
                    };
                    apply(&mut obstacles.edits, &before);
                    sweep(&mut elsewhere);
                    let start = Instant::now();
                    let applied = measured(&mut obstacles.edits, &batch);
                    took += start.elapsed().as_secs_f64();
                    made += 1;
                    let mesh = obstacles.edits.mesh();
                    let all = applied.tiles.iter().filter_map(|&at| mesh.tile_at(at));
                    tiles += applied.tiles.len();
                    within += all.map(|tile| mesh.tile(tile).polygons.len()).sum::<usize>();
                    apply(&mut obstacles.edits, &after);
                }
            }
            let each = 1e6 * took / f64::from(made);
            let [tiles, within] = [tiles, within]
                .map(|n| f64::from(u32::try_from(n).expect("few enough")) / f64::from(made));
            println!(
                "{name} ({count} polygons), {kind}: {each:.1} us in the mean of {made}, \
                 {tiles:.2} tiles with {within:.0} polygons"
            );
        }
    }
}
