//! Real buildings, surveyed exactly: sound, as the voxel survey sees them, tiled as whole.

use walkmesh::Point;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{Parameters, Preset, Survey, TileSize};
use walkmesh::query::{PathOptions, Scratch, Status, path};
use walkmesh::soup::{CleanOptions, Soup};
use walkmesh_io::{ReadOptions, read_model};
use walkmesh_testkit::models;

/// Cells of the voxel survey, metres.
const CELL: f64 = 0.05;

fn soup(model: &str) -> Option<Soup> {
    let path = models::folder()?.join("gazebo").join(model);
    let mut soup = read_model(&path, &ReadOptions::default()).expect("the model reads").soup;
    soup.clean(&CleanOptions::default());
    Some(soup)
}

fn baked(soup: &Soup, survey: Survey, tile_size: TileSize) -> NavMesh {
    let human = Preset::Human.parameters();
    let parameters =
        Parameters { survey, cell_size: CELL, edge_max_error: 1.3 * CELL, tile_size, ..human };
    let mesh = bake(soup, &parameters, &BakeOptions::default()).expect("it bakes").mesh;
    assert_eq!(mesh.validate(), []);
    mesh
}

/// How many components have at least that area, m².
fn large(mesh: &NavMesh, least: f64) -> usize {
    mesh.components().iter().filter(|c| c.area_m2(mesh.frame()) >= least).count()
}

/// Both surveys find the same large pieces. Outlines are at most a cell and the edge error apart,
/// so areas differ by at most that along all walls; voxels lose some at every wall.
fn agrees_with_voxels(soup: &Soup, exact: &NavMesh) {
    let voxel = baked(soup, Survey::Voxel, TileSize::Solo);
    println!("{:.1} m2 exactly, {:.1} m2 by voxels", exact.area_m2(), voxel.area_m2());
    let share = exact.area_m2() / voxel.area_m2() - 1.0;
    assert!((-0.02..0.12).contains(&share), "areas differ by {share}");
    assert_eq!(large(exact, 10.0), large(&voxel, 10.0));
}

#[test]
fn a_house_is_the_same_in_tiles_and_by_voxels() {
    let Some(soup) = soup("assembled/small_house_collision.glb") else {
        println!("skipped: no models");
        return;
    };
    let solo = baked(&soup, Survey::Exact, TileSize::Solo);
    agrees_with_voxels(&soup, &solo);
    let tiled = baked(&soup, Survey::Exact, TileSize::Metres(6.4));
    assert!((solo.area_m2() - tiled.area_m2()).abs() < 0.05, "tiles change the area");
    assert_eq!(large(&solo, 1.0), large(&tiled, 1.0));
}

/// An overlay rounds what it cuts, and must not bend the sides of tiles by it.
#[test]
fn a_dungeon_stays_within_its_tiles_and_goes_on_across_them() {
    let Some(folder) = models::folder() else {
        println!("skipped: no models");
        return;
    };
    let model = folder.join("obj/recast_dungeon.obj");
    let mut soup = read_model(&model, &ReadOptions::default()).expect("the model reads").soup;
    soup.clean(&CleanOptions::default());
    let tiled = |tile_size| {
        let parameters =
            Parameters { survey: Survey::Exact, tile_size, ..Preset::Recast.parameters() };
        let mesh = bake(&soup, &parameters, &BakeOptions::default()).expect("it bakes").mesh;
        assert_eq!(mesh.validate(), []);
        mesh
    };
    // Small islands at the side of a tile stay, as they may go on beyond it.
    let area = |mesh: &NavMesh| -> f64 {
        let areas = mesh.components().iter().map(|c| c.area_m2(mesh.frame()));
        areas.filter(|&area| area >= 10.0).sum()
    };
    let whole = tiled(TileSize::Solo);
    for size in [7.0, 9.6, 12.8, 20.0] {
        let mesh = tiled(TileSize::Metres(size));
        let off = (area(&mesh) - area(&whole)).abs();
        println!("{size} m: {:.2} m2, {off:.4} m2 off", area(&mesh));
        assert!(off < 0.5, "{off} m2");
        assert_eq!(large(&mesh, 10.0), large(&whole, 10.0), "{size}");
    }
}

#[test]
fn hospitals_are_sound_and_one_gets_from_the_beds_to_the_exit() {
    for (model, floors) in [
        ("assembled/hospital_collision.glb", 1),
        ("assembled/hospital_visual.glb", 1),
        ("assembled/hospital_two_floors_collision.glb", 2),
        ("aws_hospital/worlds/hospital_three_floors.world", 3),
    ] {
        let began = std::time::Instant::now();
        let Some(soup) = soup(model) else { return };
        let mesh = baked(&soup, Survey::Exact, TileSize::Solo);
        agrees_with_voxels(&soup, &mesh);
        assert_eq!(large(&mesh, 100.0), floors);
        let from = beds(&soup);
        let exit = Point::new(-0.52, 0.0, 33.14);
        let mut scratch = Scratch::default();
        let options = PathOptions::default();
        let reached = from
            .iter()
            .filter(|&&bed| {
                path(&mesh, &mut scratch, bed, exit, &options).status == Status::Complete
            })
            .count();
        println!("{model}: {reached} of {} beds have a way out {:?}", from.len(), began.elapsed());
        assert!(reached > 0, "{model}");
    }
}

/// Places on the ground floor beside the beds.
fn beds(soup: &Soup) -> Vec<Point> {
    let mut places = Vec::new();
    for (i, object) in (0_u32..).zip(&soup.objects) {
        if !object.name.contains("Bed") {
            continue;
        }
        let own = soup.triangles.iter().filter(|t| t.object.0 == i);
        let corners = own.filter_map(|t| soup.corners(t)).flatten().filter(|p| p.y > -1.0);
        let right = corners.fold(None, |most: Option<Point>, p| {
            Some(most.filter(|most| most.x >= p.x).unwrap_or(p))
        });
        // Half a metre beside its rightmost corner.
        places.extend(right.filter(|p| p.y < 2.0).map(|p| Point::new(p.x + 0.5, 0.0, p.z)));
    }
    places
}
