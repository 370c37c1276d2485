//! Worlds of Gazebo with all their models, where the folder of models is there.

use walkmesh::Point;
use walkmesh::soup::{CleanOptions, Soup};
use walkmesh_io::{ReadOptions, read_model};
use walkmesh_testkit::models;

fn read(file: &str) -> Option<(Soup, Vec<String>)> {
    let path = models::folder()?.join("gazebo").join(file);
    let loaded = read_model(&path, &ReadOptions::default()).expect("the world reads");
    Some((loaded.soup, loaded.notes.iter().map(ToString::to_string).collect()))
}

/// Lower and upper corner of what is left after cleaning.
fn bounds(mut soup: Soup) -> (Soup, Vec<String>, Point, Point) {
    let cleaned = soup.clean(&CleanOptions::default());
    let all: Vec<Point> = soup.triangles.iter().filter_map(|t| soup.corners(t)).flatten().collect();
    let fold = |pick: fn(f64, f64) -> f64| {
        all.iter()
            .copied()
            .reduce(|a, b| Point::new(pick(a.x, b.x), pick(a.y, b.y), pick(a.z, b.z)))
    };
    let (low, high) = (fold(f64::min), fold(f64::max));
    let messages = cleaned.messages();
    (soup, messages, low.expect("triangles"), high.expect("triangles"))
}

#[test]
fn the_hospital_is_181_geometries_and_three_of_them_fell_through_the_floor() {
    let Some((soup, notes)) = read("aws_hospital/worlds/hospital.world") else { return };
    println!("{} geometries, {} triangles", soup.objects.len(), soup.triangles.len());
    assert_eq!((soup.objects.len(), soup.triangles.len()), (181, 172_873));
    let missing: Vec<&String> = notes.iter().filter(|n| n.contains("not found")).collect();
    assert_eq!(missing.len(), 1, "only the ground plane is not at hand: {missing:?}");
    let (_, messages, low, high) = bounds(soup);
    for fallen in ["StorageRack_1", "WhiteChipChair_1", "TrolleyBed_1"] {
        let named = |m: &&String| m.contains(fallen) && m.contains("-757769000");
        assert_eq!(messages.iter().filter(named).count(), 1, "{fallen}: {messages:?}");
    }
    println!("{low:?} to {high:?}");
    assert!(low.y > -4.0 && high.y < 4.0);
}

/// The same places as in the scenes that were put together from the same worlds by other means.
#[test]
fn worlds_stand_where_their_assembled_scenes_do() {
    for (world, scene) in [
        ("aws_hospital/worlds/hospital_two_floors.world", "hospital_two_floors_collision.glb"),
        ("aws_small_warehouse/worlds/small_warehouse.world", "small_warehouse_collision.glb"),
    ] {
        let Some((of_world, _)) = read(world) else { return };
        let Some((of_scene, _)) = read(&format!("assembled/{scene}")) else { return };
        let (of_world, _, low, high) = bounds(of_world);
        let (of_scene, _, low_too, high_too) = bounds(of_scene);
        println!(
            "{world}: {} and {} triangles, {low:?} to {high:?}",
            of_world.triangles.len(),
            of_scene.triangles.len()
        );
        assert!(
            low.distance(low_too) < 1e-3 && high.distance(high_too) < 1e-3,
            "{low_too:?} {high_too:?}"
        );
        assert_eq!(of_world.triangles.len(), of_scene.triangles.len());
    }
}

#[test]
fn the_models_of_gazebo_read_by_themselves() {
    let Some(folder) = models::folder() else { return };
    let mut count = 0;
    for entry in std::fs::read_dir(folder.join("collada/gazebo_models")).expect("the folder") {
        let path = entry.expect("an entry").path().join("model.sdf");
        match read_model(&path, &ReadOptions::default()) {
            Ok(loaded) => assert!(!loaded.soup.triangles.is_empty()),
            Err(error) => panic!("{error}"),
        }
        count += 1;
    }
    println!("{count} models");
    assert!(count >= 30);
}
