use walkmesh_scenes::{SceneOptions, generate, list};

use super::*;
use crate::{ReadOptions, read_model};

/// Triangles as positions, with the name of their object, object by object.
fn said(soup: &Soup) -> Vec<(String, [[f64; 3]; 3])> {
    let triangle = |t: &walkmesh::soup::Triangle| {
        let name = soup.objects[t.object.0 as usize].name.clone();
        (name, soup.corners(t).unwrap().map(<[f64; 3]>::from))
    };
    let mut triangles: Vec<_> = soup.triangles.iter().collect();
    triangles.sort_by_key(|t| t.object);
    triangles.into_iter().map(triangle).collect()
}

#[test]
fn scenes_come_back_equal() {
    let folder = tempfile::tempdir().unwrap();
    for scene in list() {
        let soup = generate(scene.name, &SceneOptions { size: 0, seed: 3 }).unwrap().soup;
        for (extension, rounding) in [("obj", 0.0), ("dae", 0.0), ("glb", 1e-7)] {
            let path = folder.path().join(format!("{}.{extension}", scene.name));
            write_model(&path, &soup).unwrap();
            let loaded = read_model(&path, &ReadOptions::default()).unwrap();
            assert_eq!(loaded.notes, [], "{}", path.display());
            let (before, after) = (said(&soup), said(&loaded.soup));
            assert_eq!(before.len(), after.len());
            for ((name, corners), (name_after, corners_after)) in before.iter().zip(&after) {
                assert_eq!(name, name_after);
                for (p, q) in corners.iter().flatten().zip(corners_after.iter().flatten()) {
                    assert!((p - q).abs() <= rounding * p.abs(), "{p} {q}");
                }
            }
        }
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 3 * list().len(), "a part was left behind");
}

#[test]
fn what_cannot_be_written_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let soup = generate("pillar", &SceneOptions::default()).unwrap().soup;
    let refused = |name: &str, soup: &Soup| {
        let path = folder.path().join(name);
        write_model(&path, soup).unwrap_err().to_string()
    };
    assert!(refused("a.stl", &soup).contains("use .obj"));
    assert!(refused("no/such/folder.obj", &soup).contains("cannot be written"));
    let mut bad = soup.clone();
    bad.triangles[3].corners[1] = 999_999;
    assert!(refused("a.obj", &bad).contains("triangle 3 has an index without a vertex"));
    let mut bad = soup.clone();
    bad.vertices[0].y = f64::NAN;
    assert!(refused("a.obj", &bad).contains("triangle 0 has a corner that is not finite"));
    let mut bad = soup;
    bad.objects.clear();
    assert!(refused("a.obj", &bad).contains("belongs to an object that is not there"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn awkward_names_and_far_points() {
    let folder = tempfile::tempdir().unwrap();
    let mut soup = generate("pillar", &SceneOptions::default()).unwrap().soup;
    soup.objects[0].name = "a <b> & \"c\" 'd' é # 1".to_owned();
    soup.objects[1].name = "two\nlines".to_owned();
    for extension in ["obj", "dae", "glb"] {
        let path = folder.path().join(format!("names.{extension}"));
        write_model(&path, &soup).unwrap();
        let read = read_model(&path, &ReadOptions::default()).unwrap().soup;
        assert_eq!(read.objects[0].name, soup.objects[0].name);
        assert!(["two lines", "two\nlines"].contains(&read.objects[1].name.as_str()));
    }
    soup.vertices[2].x = 1e39;
    let far = folder.path().join("far.glb");
    assert!(matches!(write_model(&far, &soup), Err(WriteError::TooFar { vertex: 2, .. })));
    write_model(&folder.path().join("far.dae"), &soup).unwrap();
    write_model(&folder.path().join("none.glb"), &Soup::default()).unwrap();
}

#[test]
fn what_is_far_away_is_written_about_an_origin_near_by() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("far.glb");
    let near = generate("stairs", &SceneOptions::default()).unwrap().soup;
    for ([x, z], is_far) in
        [([0.0, 0.0], false), ([500_000.0, 0.0], true), ([449_123.062_5, -5_401_777.5], true)]
    {
        let mut soup = near.clone();
        for p in &mut soup.vertices {
            (p.x, p.z) = (p.x + x, p.z + z);
        }
        write_model(&path, &soup).unwrap();
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        assert_eq!(text.contains("translation"), is_far, "{x} {z}");
        let back = read_model(&path, &ReadOptions::default()).unwrap().soup;
        for ((_, corners), (_, found)) in said(&soup).iter().zip(&said(&back)) {
            for (p, q) in corners.iter().flatten().zip(found.iter().flatten()) {
                assert!((p - q).abs() < 1e-5, "{p} {q}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn links_stay_and_what_is_no_file_is_not_written_over() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let soup = generate("pillar", &SceneOptions::default()).unwrap().soup;
    let mesh = walkmesh_testkit::planar_mesh(&[vec![(0, 0), (4, 0), (4, 4)]]);
    std::fs::write(at("real.obj"), "old").unwrap();
    symlink("real.obj", at("link.obj")).unwrap();
    symlink("/dev/null", at("null.obj")).unwrap();
    symlink("/dev/null", at("null.json")).unwrap();
    write_model(&at("link.obj"), &soup).unwrap();
    assert!(std::fs::read(at("real.obj")).unwrap().starts_with(b"# walkmesh"));
    for error in [write_model(&at("null.obj"), &soup), write_mesh(&at("null.json"), &mesh)] {
        assert!(error.unwrap_err().to_string().contains("is no file"));
    }
    for link in ["link.obj", "null.obj", "null.json"] {
        assert!(std::fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{link}");
    }
}
