use std::collections::BTreeMap;

use super::*;

fn every_scene() -> Vec<(Scene, Generated)> {
    let all = list().iter().map(|scene| {
        let options = SceneOptions { size: 0, seed: 5 };
        (*scene, generate(scene.name, &options).unwrap())
    });
    all.collect()
}

fn sub(a: Point, b: Point) -> [f64; 3] {
    [a.x - b.x, a.y - b.y, a.z - b.z]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[test]
fn indices_are_valid_and_nothing_is_degenerate() {
    for (scene, generated) in every_scene() {
        let soup = &generated.soup;
        assert!(!soup.triangles.is_empty(), "{}", scene.name);
        for triangle in &soup.triangles {
            let [a, b, c] = soup.corners(triangle).unwrap();
            let n = cross(sub(b, a), sub(c, a));
            assert!(n.iter().any(|v| v.abs() > 1e-9), "{}: {a:?} {b:?} {c:?}", scene.name);
            assert!((triangle.object.0 as usize) < soup.objects.len());
        }
        for (i, object) in soup.objects.iter().enumerate() {
            assert!(!object.name.is_empty());
            let used = |t: &walkmesh::soup::Triangle| t.object.0 as usize == i;
            assert!(
                soup.triangles.iter().any(used)
                    || object.name == "pillars"
                    || object.name == "trees"
                    || object.name == "desks",
                "{}: {} is empty",
                scene.name,
                object.name
            );
        }
    }
}

fn is_sheet(scene: &str, object: &str) -> bool {
    match object {
        "floor" => matches!(scene, "maze" | "pillar" | "pillars" | "nested"),
        "ground" => scene == "terrain",
        _ => false,
    }
}

/// A sheet faces up; every other object is closed (each directed edge has its reverse) and, as
/// its signed volume is positive, faces outward.
#[test]
fn windings_face_outward() {
    for (scene, generated) in every_scene() {
        let soup = &generated.soup;
        let mut edges: BTreeMap<(u32, [u64; 3], [u64; 3]), i32> = BTreeMap::new();
        let mut volumes = vec![0.0; soup.objects.len()];
        for triangle in &soup.triangles {
            let corners = soup.corners(triangle).unwrap();
            let [a, b, c] = corners;
            let n = cross(sub(b, a), sub(c, a));
            let name = &soup.objects[triangle.object.0 as usize].name;
            if is_sheet(scene.name, name) {
                assert!(n[1] > 0.0, "{}: the floor faces down", scene.name);
                volumes[triangle.object.0 as usize] = 1.0;
                continue;
            }
            volumes[triangle.object.0 as usize] += a.x * n[0] + a.y * n[1] + a.z * n[2];
            let key = |p: Point| [p.x.to_bits(), p.y.to_bits(), p.z.to_bits()];
            for i in 0..3 {
                let (p, q) = (key(corners[i]), key(corners[(i + 1) % 3]));
                *edges.entry((triangle.object.0, p, q)).or_default() += 1;
                *edges.entry((triangle.object.0, q, p)).or_default() -= 1;
            }
        }
        assert!(edges.values().all(|n| *n == 0), "{} is open", scene.name);
        for (object, volume) in soup.objects.iter().zip(volumes) {
            assert!(volume >= 0.0, "{}: {} is inside out", scene.name, object.name);
        }
    }
}

#[test]
fn size_scales_and_seed_decides() {
    for scene in list() {
        let at = |size, seed| generate(scene.name, &SceneOptions { size, seed }).unwrap();
        let (small, large) = (at(4, 1), at(9, 1));
        let (_, small_max) = small.soup.bounds().unwrap();
        let (_, large_max) = large.soup.bounds().unwrap();
        assert!(
            large_max.x > small_max.x
                || large_max.y > small_max.y
                || large.soup.triangles.len() > small.soup.triangles.len(),
            "{}: size does nothing",
            scene.name
        );
        assert_eq!(at(4, 1), small, "{}: the same seed gives another soup", scene.name);
        let fixed = matches!(scene.name, "stairs" | "pillar" | "pillars" | "nested");
        if !fixed {
            assert_ne!(at(4, 2).soup, small.soup, "{}: the seed does nothing", scene.name);
        }
    }
}

#[test]
fn the_dining_room_has_what_it_says() {
    let soup = generate("dining_room", &SceneOptions::default()).unwrap().soup;
    let named = |what: &str| soup.objects.iter().filter(|o| o.name.starts_with(what)).count();
    assert_eq!([named("table"), named("chair"), named("carpet"), named("floor")], [1, 6, 1, 1]);
    // Floor 12; four outer walls 48, the inner one in three pieces 36; carpet 12; table 5 boxes
    // 60; six chairs of 6 boxes 432.
    assert_eq!(soup.triangles.len(), 12 + 48 + 36 + 12 + 60 + 432);
}

#[test]
fn smallest_sizes_work_and_too_large_ones_are_refused() {
    for scene in list() {
        assert!(generate(scene.name, &SceneOptions { size: 1, seed: 0 }).is_ok());
        let size = scene.max_size + 1;
        assert_eq!(
            generate(scene.name, &SceneOptions { size, seed: 0 }),
            Err(SceneError::TooLarge { name: scene.name, size, limit: scene.max_size })
        );
    }
    let error = generate("sauna", &SceneOptions::default()).unwrap_err();
    assert!(error.to_string().contains("dining_room, maze"));
}

#[test]
fn demo_points_stand_free() {
    for (scene, generated) in every_scene() {
        for p in [generated.from, generated.to] {
            for (object, named) in generated.soup.objects.iter().enumerate() {
                if is_sheet(scene.name, &named.name) {
                    continue;
                }
                // Every box is twelve triangles in a row.
                let own: Vec<_> = generated
                    .soup
                    .triangles
                    .iter()
                    .filter(|t| t.object.0 as usize == object)
                    .filter_map(|t| generated.soup.corners(t))
                    .collect();
                for solid in own.chunks_exact(12) {
                    let all = || solid.iter().flatten();
                    let inside = |v: f64, of: fn(&Point) -> f64, reach: f64| {
                        all().any(|q| of(q) > v - reach) && all().any(|q| of(q) < v + reach)
                    };
                    let blocked = inside(p.x, |q| q.x, 0.3)
                        && inside(p.z, |q| q.z, 0.3)
                        && inside(p.y + 1.0, |q| q.y, 0.8);
                    assert!(!blocked, "{}: {p:?} is in {object}", scene.name);
                }
            }
        }
    }
}
