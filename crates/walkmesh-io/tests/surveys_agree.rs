//! Exact and voxel surveys of the same building give the same ground: outlines are no farther
//! apart than an edge error and a cell, but for patches at a limit, which are listed.

use walkmesh::Point;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{Parameters, Preset, Survey, TileSize};
use walkmesh::query::{PathOptions, RandomPoints, Scratch, Status, path_between};
use walkmesh::soup::{Area, Class, CleanOptions, Object, ObjectId, Soup, Triangle};
use walkmesh_io::{ReadOptions, read_model};
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::agreement::{Agreement, Limit, Patch};
use walkmesh_testkit::{Random, models};

/// Cells of the voxel survey, metres; places are compared as far apart.
const CELL: f64 = 0.05;

fn parameters() -> Parameters {
    Parameters {
        cell_size: CELL,
        cell_height: CELL / 2.0,
        edge_max_error: 1.3 * CELL,
        tile_size: TileSize::Solo,
        ..Preset::Human.parameters()
    }
}

/// Compares the surveys and lists the patches where they differ; each is at a limit.
fn agree(name: &str, soup: &Soup) -> Agreement {
    let found = Agreement::of(soup, &parameters(), CELL);
    let [wider, voxel, narrower] =
        [&found.wider, &found.voxel, &found.narrower].map(NavMesh::area_m2);
    println!("{name}: {voxel:.1} m2 by voxels, exactly {wider:.1} to {narrower:.1}");
    for (what, patches) in [("lost", &found.lost), ("gained", &found.gained)] {
        for Patch { places, area, limits } in patches {
            println!("  {area:.2} m2 {what} by voxels at {:?}: {limits:?}", places[0]);
        }
    }
    assert!(found.patches().all(|patch| !patch.limits.is_empty()), "{name}");
    found
}

/// True when a path comes near to a listed patch that moved limits alone do not make the same.
fn is_over(points: &[Point], patches: &[Patch]) -> bool {
    let is_kept = |patch: &&Patch| {
        patch.limits.iter().any(|limit| matches!(limit, Limit::Cell | Limit::Several))
    };
    patches.iter().filter(is_kept).flat_map(|patch| &patch.places).any(|place| {
        points.windows(2).any(|line| {
            let [a, b] = [line[0], line[1]];
            let (dx, dz) = (b.x - a.x, b.z - a.z);
            let along = (place.x - a.x) * dx + (place.z - a.z) * dz;
            let t = (along / (dx * dx + dz * dz).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
            (a.x + dx * t - place.x).hypot(a.z + dz * t - place.z) <= 2.0 * CELL
        })
    })
}

/// Shortest paths by voxels are no longer than for a wider body exactly, and no shorter than for
/// a narrower one, where limits are moved by a cell against the one and for the other; paths over
/// patches that small cells alone explain are passed over.
fn paths_agree(name: &str, found: &Agreement, count: usize) {
    let (mut random, mut scratch) = (Random::new(5), Scratch::default());
    let [least, most] = &found.bounds;
    let ground = RandomPoints::new(least, |_| true);
    let mut shortest_path = |mesh: &NavMesh, from: Point, to: Point| {
        let climb = parameters().agent.max_climb;
        let [from, to] = [from, to].map(|p| mesh.locate(p, climb));
        let options = PathOptions::default();
        let found = path_between(mesh, &mut scratch, &from?, &to?, &options);
        (found.status == Status::Complete).then(|| found.clone())
    };
    let (mut compared, mut sums) = (0, [0.0; 3]);
    for _ in 0..count {
        let mut place = || ground.point(least, || random.bits()).expect("ground").point;
        let (from, to) = (place(), place());
        let Some(longest) = shortest_path(least, from, to) else { continue };
        if is_over(&longest.points, &found.lost) {
            continue;
        }
        let own = shortest_path(&found.voxel, from, to).expect("ground for a wider body is ground");
        if is_over(&own.points, &found.gained) {
            continue;
        }
        let shortest = shortest_path(most, from, to).expect("ground by voxels is for a narrower");
        let [longest, own, shortest] = [longest, own, shortest].map(|path| path.length);
        // A place is read in three meshes, each time to half a step of the lattice.
        let rounding = 0.002;
        assert!(own <= longest + rounding, "{name}: {own} m from {from:?} to {to:?}, {longest}");
        assert!(own >= shortest - rounding, "{name}: {own} m from {from:?} to {to:?}, {shortest}");
        compared += 1;
        [longest, own, shortest].iter().zip(&mut sums).for_each(|(l, sum)| *sum += l);
    }
    let [longest, own, shortest] = sums;
    println!(
        "{name}: {compared} paths of {own:.0} m by voxels, exactly {shortest:.0} to {longest:.0}"
    );
    assert!(compared > count / 3, "{name}: {compared} paths of {count}");
}

#[test]
fn generated_buildings_are_the_same_by_voxels() {
    for (name, size) in
        [("building", 6), ("dining_room", 1), ("soap_factory", 1), ("hospital", 60), ("stairs", 3)]
    {
        let soup = generate(name, &SceneOptions { size, seed: 1 }).expect("known").soup;
        let found = agree(name, &soup);
        let is_at_climb = |patch: &Patch| patch.limits == [Limit::Climb];
        assert!(found.patches().all(is_at_climb), "{name}: only stairs are at a limit");
        paths_agree(name, &found, 100);
    }
}

#[test]
fn a_gap_narrower_than_cells_is_one_for_the_exact_survey_alone() {
    let mut soup = Soup::default();
    for (from, to) in [(0.0, 2.0), (2.012, 4.0)] {
        let first = u32::try_from(soup.vertices.len()).unwrap();
        let corners = [(from, 0.0), (from, 2.0), (to, 2.0), (to, 0.0)];
        soup.vertices.extend(corners.map(|(x, z)| Point::new(x, 0.0, z)));
        for corners in [[0, 1, 2], [0, 2, 3]] {
            let corners = corners.map(|corner| first + corner);
            soup.triangles.push(Triangle { corners, object: ObjectId(0) });
        }
    }
    soup.objects.push(Object { name: String::new(), area: Area(0), class: Class::BySlope });
    let found = agree("two slabs", &soup);
    assert!(found.lost.is_empty());
    let [gap] = &found.gained[..] else { panic!("one patch") };
    assert_eq!(gap.limits, [Limit::Cell]);
    assert!(gap.places.iter().all(|place| (place.x - 2.006).abs() < 0.3));
}

/// A real model, where it is there.
fn read(model: &str) -> Option<Soup> {
    let path = models::folder()?.join(model);
    let loaded = read_model(&path, &ReadOptions::default()).expect("the model reads");
    let clean = CleanOptions { read_up: loaded.read_up(), ..CleanOptions::default() };
    let mut soup = loaded.soup;
    soup.clean(&clean);
    Some(soup)
}

fn real(model: &str) {
    let Some(soup) = read(model) else { return };
    let found = agree(model, &soup);
    paths_agree(model, &found, 300);
}

#[test]
fn real_buildings_are_the_same_by_voxels() {
    for building in ["small_house_collision", "small_warehouse_collision"] {
        real(&format!("gazebo/assembled/{building}.glb"));
    }
    if walkmesh_testkit::more() < 2 {
        return;
    }
    let seen_and_large = [
        "hospital_collision",
        "hospital_two_floors_collision",
        "hospital_visual",
        "small_house_visual",
        "small_warehouse_visual",
    ];
    for building in seen_and_large {
        real(&format!("gazebo/assembled/{building}.glb"));
    }
    let dae = |building: &str| format!("collada/gazebo_models/{building}/meshes/{building}.dae");
    ["apartment", "cafe"].map(dae).iter().for_each(|model| real(model));
    // Between few places of these is a way, or one over no patch.
    for model in ["gas_station", "grocery_store", "collapsed_fire_station"].map(dae) {
        read(&model).map(|soup| agree(&model, &soup));
    }
}

/// The way to one of its rooms leads over the sides of steps that grow higher along them.
#[test]
fn the_rooms_of_a_dungeon_hang_together_as_by_voxels() {
    let Some(soup) = read("obj/recast_dungeon.obj") else { return };
    let large = |survey: Survey| {
        let parameters = Parameters { survey, ..parameters() };
        let mesh = bake(&soup, &parameters, &BakeOptions::default()).expect("it bakes").mesh;
        let components = mesh.components().iter();
        let areas = components.map(|component| component.area_m2(mesh.frame()));
        areas.filter(|area| *area > 0.01 * mesh.area_m2()).collect::<Vec<_>>()
    };
    let [voxel, exact] = [Survey::Voxel, Survey::Exact].map(large);
    println!("{voxel:.1?} m2 by voxels, exactly {exact:.1?}");
    assert_eq!(voxel.len(), exact.len());
    assert!(voxel.iter().zip(&exact).all(|(own, other)| (own - other).abs() < 0.01 * own));
}
