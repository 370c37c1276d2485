//! Worlds made for the test, with their models beside them.

use std::fs;
use std::path::Path;

use walkmesh::Point;
use walkmesh::geom::{WorldBox, cast};

use crate::read::{Loaded, Note, ReadError, ReadOptions, read_model};

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
    fs::write(path, text).expect("the file is written");
}

fn world(folder: &Path, models: &str) -> Result<Loaded, ReadError> {
    let text = format!("<sdf version='1.6'><world name='w'>{models}</world></sdf>");
    write(folder, "worlds/w.world", &text);
    read_model(&folder.join("worlds/w.world"), &ReadOptions::default())
}

/// Name, lower and upper corner of each object.
fn objects(loaded: &Loaded) -> Vec<(String, Point, Point)> {
    let soup = &loaded.soup;
    (0..)
        .zip(&soup.objects)
        .map(|(i, object)| {
            let of_object = soup.triangles.iter().filter(|t| t.object.0 == i);
            let points = of_object.flat_map(|t| t.corners).map(|c| soup.vertices[cast::index(c)]);
            let WorldBox { min, max } = WorldBox::around(points);
            (object.name.clone(), min, max)
        })
        .collect()
}

fn near(a: Point, b: [f64; 3]) -> bool {
    a.distance(b.into()) < 1e-9
}

const BOX: &str = "<model name='crate'><pose>1 2 3 0 0 0</pose><link name='l'>\
    <pose>0 0 1 0 0 0</pose><collision name='c'><pose>0 0 0 0 0 1.5707963267948966</pose>\
    <geometry><box><size>2 4 6</size></box></geometry></collision></link></model>";

#[test]
fn poses_add_up_and_up_is_up() {
    let folder = tempfile::tempdir().unwrap();
    let loaded = world(folder.path(), BOX).unwrap();
    let all = objects(&loaded);
    assert_eq!(all.len(), 1);
    let (name, low, high) = &all[0];
    assert_eq!(name, "crate/c");
    // Turned about z: 4 wide, 2 deep, 6 high; z up becomes y up, y becomes -z.
    assert!(near(*low, [-1.0, 1.0, -3.0]) && near(*high, [3.0, 7.0, -1.0]), "{low:?} {high:?}");
}

#[test]
fn an_empty_world_says_what_was_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let crates: String = (0..5).map(|i| format!(
        "<model name='m{i}'><link name='l'><collision name='c'><geometry><mesh><uri>gone.obj</uri>\
         </mesh></geometry></collision></link></model>"
    )).collect();
    let error = world(folder.path(), &crates).unwrap_err().to_string();
    assert!(error.contains("m0/c needs `gone.obj`, which was not found"), "{error}");
    assert!(
        error.contains("m2/c") && !error.contains("m3/c") && error.contains("2 more"),
        "{error}"
    );
}

#[test]
fn includes_replace_the_pose_of_the_model_and_meshes_keep_their_axes() {
    let folder = tempfile::tempdir().unwrap();
    let sdf = "<sdf version='1.6'><model name='tile'><pose>9 9 9 0 0 0</pose><link name='l'>\
        <collision name='c'><geometry><mesh><uri>model://Tile/meshes/t.obj</uri>\
        <scale>2 2 2</scale></mesh></geometry></collision></link></model></sdf>";
    write(folder.path(), "models/tile/model.sdf", sdf);
    write(folder.path(), "models/tile/meshes/T.OBJ", "v 0 0 0\nv 1 0 0\nv 0 1 0.5\nf 1 2 3\n");
    let models = "<include><uri>model://tile</uri><name>a</name><pose>1 0 0 0 0 0</pose></include>\
        <model name='wrap'><pose>0 5 0 0 0 0</pose><include><uri>model://Tile</uri></include></model>\
        <include><uri>model://moon</uri></include><include><uri>model://sun</uri></include>";
    let loaded = world(folder.path(), models).unwrap();
    let all = objects(&loaded);
    let names: Vec<&str> = all.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["a/c", "wrap/c"]);
    assert!(near(all[0].1, [1.0, 0.0, -2.0]) && near(all[0].2, [3.0, 1.0, 0.0]), "{:?}", all[0]);
    assert!(near(all[1].1, [9.0, 9.0, -16.0]), "the model's own pose: {:?}", all[1]);
    let notes: Vec<String> = loaded.notes.iter().map(ToString::to_string).collect();
    assert!(
        notes.iter().any(|n| n.contains("model://moon") && n.contains("not found")),
        "{notes:?}"
    );
    assert!(!notes.iter().any(|n| n.contains("sun")), "{notes:?}");
}

#[test]
fn includes_are_known_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "models/crate/model.sdf", &format!("<sdf version='1.6'>{BOX}</sdf>"));
    let include = |name: &str, pose: &str| {
        format!("<include><uri>model://crate</uri><name>{name}</name>{pose}</include>")
    };
    // One after the other, and side by side in a model.
    let first = include("a", "<pose>20 0 0 0 0 0</pose>");
    let second = include("b", "<pose relative_to='a'>20 0 0 0 0 0</pose>");
    let third = include("c", "<pose relative_to='b'>1 2</pose>");
    let room = format!("<model name='room'>{}{}</model>", include("d", ""), include("e", ""));
    let loaded = world(folder.path(), &format!("{first}{second}{third}{room}")).unwrap();
    let all = objects(&loaded);
    let names: Vec<&str> = all.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["a/c", "b/c", "c/c", "room/d/c", "room/e/c"]);
    let lows: Vec<f64> = all[..3].iter().map(|(_, low, _)| low.x.round()).collect();
    assert_eq!(lows, [18.0, 38.0, -2.0]);
    let notes: Vec<String> = loaded.notes.iter().map(ToString::to_string).collect();
    assert!(notes.iter().any(|note| note.contains("c has `1 2` for a pose")), "{notes:?}");
}

#[test]
fn includes_are_frames_as_their_files_say() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "models/box/model.sdf", &format!("<sdf version='1.6'>{BOX}</sdf>"));
    let on = |frame: &str| {
        BOX.replace("'crate'", "'on'").replace(
            "<pose>1 2 3 0 0 0</pose>",
            &format!("<pose relative_to='{frame}'>20 0 0 0 0 0</pose>"),
        )
    };
    let include = |more: &str| format!("<include><uri>model://box</uri>{more}</include>");
    // By the name and the pose of the model, each unless the include gives it; before it as well.
    for (include, frame, low) in [
        (include(""), "crate", 19.0),
        (include("<pose>5 0 0 0 0 0</pose>"), "crate", 23.0),
        (include("<name>a</name>"), "a", 19.0),
        (include("<name>a</name><pose>5 0 0 0 0 0</pose>"), "a", 23.0),
    ] {
        for models in [include.clone() + &on(frame), on(frame) + &include] {
            let loaded = world(folder.path(), &models).unwrap();
            let all = objects(&loaded);
            let on = all.iter().find(|(name, ..)| name == "on/c").expect("the model is there");
            assert!((on.1.x - low).abs() < 1e-9, "{models}: {on:?}");
            assert_eq!(loaded.notes.len(), 1, "only of the axes: {:?}", loaded.notes);
        }
    }
    let loaded = world(folder.path(), &(include("<name>a</name>") + &on("crate"))).unwrap();
    assert!(loaded.notes.iter().any(|note| note.to_string().contains("relative to `crate`")));
}

#[test]
fn models_stand_where_the_frame_that_is_placed_says() {
    let folder = tempfile::tempdir().unwrap();
    // A crate of 2 x 4 x 6 m whose floor is its frame `floor`, turned a quarter.
    let crate_by = |name: &str, placed: &str, pose: &str| {
        format!(
            "<model name='{name}' placement_frame='{placed}'>{pose}\
             <frame name='floor' attached_to='l'><pose degrees='true'>0 0 -3 0 0 90</pose></frame>\
             <link name='l'><pose>0 0 10 0 0 0</pose><collision name='c'><geometry>\
             <box><size>2 4 6</size></box></geometry></collision></link></model>"
        )
    };
    let own = "<pose>9 9 9 0 0 0</pose>";
    let file = |placed: &str| format!("<sdf version='1.9'>{}</sdf>", crate_by("x", placed, own));
    write(folder.path(), "models/by_origin/model.sdf", &file(""));
    write(folder.path(), "models/by_floor/model.sdf", &file("floor"));
    let include = |uri: &str, more: &str| {
        format!("<include><uri>model://{uri}</uri><name>{uri}</name>{more}</include>")
    };
    let pose = "<pose>100 0 1 0 0 0</pose>";
    let floor = "<placement_frame>floor</placement_frame>";
    // Sizes along x and z are swapped where the floor's quarter turn is taken back.
    for (model, low, high) in [
        (crate_by("m", "", pose), [99.0, 8.0, -2.0], [101.0, 14.0, 2.0]),
        (crate_by("m", "__model__", pose), [99.0, 8.0, -2.0], [101.0, 14.0, 2.0]),
        (crate_by("m", "floor", pose), [98.0, 1.0, -1.0], [102.0, 7.0, 1.0]),
        (crate_by("m", "floor", ""), [-2.0, 0.0, -1.0], [2.0, 6.0, 1.0]),
        (include("by_origin", pose), [99.0, 8.0, -2.0], [101.0, 14.0, 2.0]),
        (include("by_origin", &format!("{floor}{pose}")), [98.0, 1.0, -1.0], [102.0, 7.0, 1.0]),
        (include("by_floor", pose), [98.0, 1.0, -1.0], [102.0, 7.0, 1.0]),
        (include("by_floor", ""), [7.0, 9.0, -10.0], [11.0, 15.0, -8.0]),
    ] {
        let loaded = world(folder.path(), &model).unwrap();
        let all = objects(&loaded);
        assert!(near(all[0].1, low) && near(all[0].2, high), "{model}: {:?}", all[0]);
        assert_eq!(loaded.notes.len(), 1, "only of the axes: {:?}", loaded.notes);
    }
    // What stands on such a model stands on its origin.
    let on = "<model name='n'><pose relative_to='m'/><link name='l'><collision name='c'><geometry>\
        <box><size>2 4 6</size></box></geometry></collision></link></model>";
    let all = objects(&world(folder.path(), &(crate_by("m", "floor", pose) + on)).unwrap());
    assert!(near(all[1].1, [98.0, -9.0, -1.0]), "{:?}", all[1]);
    let lost = world(folder.path(), &crate_by("m", "roof", pose)).unwrap();
    assert!(near(objects(&lost)[0].1, [99.0, 8.0, -2.0]), "its origin");
    assert!(
        lost.notes.iter().any(|note| note.to_string().contains("m is placed by its frame `roof`"))
    );
}

#[test]
fn placed_frames_in_placed_frames_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    for (pose, told) in [
        ("", "m is placed by its frame `m`, which is not there"),
        ("<pose relative_to='m'/>", "m stands relative to `m`, which is not there"),
    ] {
        let open = format!("<model name='m' placement_frame='m'>{pose}").repeat(500);
        let deep = format!("{open}{}", "</model>".repeat(500));
        let loaded = world(folder.path(), &format!("{BOX}{deep}")).unwrap();
        assert!(loaded.notes.iter().any(|note| note.to_string().contains(told)), "{pose}");
    }
}

#[test]
fn submeshes_are_taken_by_name_and_moved_to_their_middle() {
    let folder = tempfile::tempdir().unwrap();
    let faces = "o left\nv 0 0 0\nv 2 0 0\nv 0 4 6\nusemtl wood\nf 1 2 3\nusemtl iron\nf 3 2 1\n\
        o right\ng door\nv 10 0 0\nv 12 0 0\nv 10 4 6\nf 4 5 6\n";
    write(folder.path(), "worlds/two.obj", faces);
    let dae = "<COLLADA><library_geometries><geometry id='g'><mesh>\
        <source id='p'><float_array id='a' count='9'>0 0 0 1 0 0 0 1 0</float_array>\
        <technique_common><accessor source='#a' count='3' stride='3'/></technique_common></source>\
        <vertices id='v'><input semantic='POSITION' source='#p'/></vertices>\
        <triangles count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p>\
        </triangles></mesh></geometry></library_geometries></COLLADA>";
    write(folder.path(), "worlds/one.dae", dae);
    let taken = |file: &str, submesh: &str| {
        let model = format!(
            "<model name='m'><link name='l'><collision name='c'><pose>1 0 0 0 0 0</pose>\
             <geometry><mesh><uri>{file}</uri><submesh>{submesh}</submesh><scale>2 1 1</scale>\
             </mesh></geometry></collision></link></model>"
        );
        world(folder.path(), &format!("{BOX}{model}")).unwrap()
    };
    // Scaled, then 1 m along x; z up becomes y up, y becomes -z.
    for (submesh, low, high, triangles) in [
        ("<name>left</name>", [1.0, 0.0, -4.0], [5.0, 6.0, 0.0], 2),
        ("<name>right</name>", [21.0, 0.0, -4.0], [25.0, 6.0, 0.0], 1),
        ("<name>door</name><center>false</center>", [21.0, 0.0, -4.0], [25.0, 6.0, 0.0], 1),
        ("<name>door</name><center>true</center>", [-1.0, -3.0, -2.0], [3.0, 3.0, 2.0], 1),
        ("<name>left</name><center>1</center>", [-1.0, -3.0, -2.0], [3.0, 3.0, 2.0], 2),
    ] {
        let loaded = taken("two.obj", submesh);
        let all = objects(&loaded);
        assert!(near(all[1].1, low) && near(all[1].2, high), "{submesh}: {:?}", all[1]);
        assert_eq!(loaded.soup.triangles.len(), 12 + triangles, "{submesh}");
    }
    assert_eq!(taken("one.dae", "<name>g</name>").soup.triangles.len(), 13);
    for (file, name) in [("two.obj", "wood"), ("two.obj", "lef"), ("one.dae", "left")] {
        let loaded = taken(file, &format!("<name>{name}</name>"));
        assert_eq!(loaded.soup.objects.len(), 1, "{name}");
        let notes: Vec<String> = loaded.notes.iter().map(ToString::to_string).collect();
        let told = format!("m/c has no submesh `{name}` in ");
        assert!(notes.iter().any(|note| note.starts_with(&told)), "{notes:?}");
    }
}

#[test]
fn solids_are_closed_and_face_outwards() {
    let folder = tempfile::tempdir().unwrap();
    let volume = |geometry: &str| {
        let model = format!(
            "<model name='m'><link name='l'><collision name='c'><geometry>{geometry}</geometry>\
             </collision></link></model>"
        );
        let soup = world(folder.path(), &model).unwrap().soup;
        let mut sum = 0.0;
        for t in &soup.triangles {
            let [a, b, c] = soup.corners(t).unwrap();
            sum += a.x * (b.y * c.z - b.z * c.y)
                + a.y * (b.z * c.x - b.x * c.z)
                + a.z * (b.x * c.y - b.y * c.x);
        }
        sum / 6.0
    };
    let pi = std::f64::consts::PI;
    for (geometry, exact, share) in [
        ("<box><size>2 3 4</size></box>", 24.0, 1e-12),
        ("<cylinder><radius>2</radius><length>3</length></cylinder>", pi * 12.0, 0.01),
        ("<cone><radius>2</radius><length>3</length></cone>", pi * 4.0, 0.01),
        ("<sphere><radius>1.5</radius></sphere>", pi * 4.5, 0.03),
        ("<capsule><radius>1</radius><length>2</length></capsule>", pi * 10.0 / 3.0, 0.03),
        ("<ellipsoid><radii>1 2 3</radii></ellipsoid>", pi * 8.0, 0.03),
    ] {
        let found = volume(geometry);
        assert!((found - exact).abs() <= exact * share, "{geometry}: {found}, exactly {exact}");
        assert!(found <= exact * (1.0 + 1e-12));
    }
}

#[test]
fn planes_face_along_their_normal() {
    let folder = tempfile::tempdir().unwrap();
    for (normal, up) in
        [("0 0 1", [0.0, 1.0, 0.0]), ("0 0 -2", [0.0, -1.0, 0.0]), ("0 3 0", [0.0, 0.0, -1.0])]
    {
        let model = format!(
            "<model name='m'><link name='l'><collision name='c'><geometry><plane>\
             <normal>{normal}</normal><size>2 2</size></plane></geometry></collision></link></model>"
        );
        let soup = world(folder.path(), &model).unwrap().soup;
        let [a, b, c] = soup.corners(&soup.triangles[0]).unwrap();
        let (u, v) = ([b.x - a.x, b.y - a.y, b.z - a.z], [c.x - a.x, c.y - a.y, c.z - a.z]);
        let n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        assert!(near(Point::from(n.map(|x| x / 4.0)), up), "{normal}: {n:?}");
    }
}

#[test]
fn what_is_wrong_is_left_out_with_a_note() {
    let folder = tempfile::tempdir().unwrap();
    let shape = |geometry: &str| {
        format!(
            "<model name='bad'><link name='l'><collision name='c'><geometry>{geometry}</geometry>\
             </collision></link></model>"
        )
    };
    write(folder.path(), "models/torn/model.sdf", "<sdf><model name='x'>");
    write(
        folder.path(),
        "models/ring/model.sdf",
        "<sdf><model name='r'><include><uri>model://ring</uri></include></model></sdf>",
    );
    write(folder.path(), "models/hollow/model.sdf", "<sdf/>");
    for (bad, word) in [
        (shape("<box><size>1 2</size></box>"), "size is `1 2`"),
        (shape("<box><size>1 2 -3</size></box>"), "size is `1 2 -3`"),
        (shape("<cylinder><radius>1</radius></cylinder>"), "without length"),
        (shape("<heightmap/>"), "heightmap"),
        (shape("<mesh><uri>model://x/y.dae</uri></mesh>"), "model://x/y.dae"),
        (shape("<mesh><uri>w.world</uri></mesh>"), "unknown kind"),
        (shape("<mesh><uri>w.world</uri><scale>1</scale></mesh>"), "scale"),
        ("<include><uri>model://torn</uri></include>".to_owned(), "SDF"),
        ("<include><uri>model://ring</uri></include>".to_owned(), "too deep"),
        ("<include><uri>model://hollow</uri></include>".to_owned(), "no model"),
    ] {
        let loaded = world(folder.path(), &format!("{BOX}{bad}")).unwrap();
        assert_eq!(loaded.soup.objects.len(), 1, "{bad}");
        let said = loaded
            .notes
            .iter()
            .any(|note| matches!(note, Note::Part { .. }) && note.to_string().contains(word));
        assert!(said, "{bad}: {:?}", loaded.notes);
    }
}

#[test]
fn files_that_are_no_worlds_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |text: &str| {
        write(folder.path(), "bad.sdf", text);
        let error = read_model(&folder.path().join("bad.sdf"), &ReadOptions::default());
        error.unwrap_err().to_string()
    };
    assert!(refused("<COLLADA/>").contains("a COLLADA document"));
    assert!(refused("<sdf>").contains("SDF"));
    assert!(refused("").contains("empty"));
    assert!(refused("<sdf><world/></sdf>").contains("no collision geometry; models: 0"));
    let visual = BOX.replace("collision", "visual");
    assert!(refused(&format!("<sdf>{visual}</sdf>")).contains("no collision geometry; models: 1"));
    let seen = ReadOptions { visuals: true, ..ReadOptions::default() };
    assert_eq!(read_model(&folder.path().join("bad.sdf"), &seen).unwrap().soup.triangles.len(), 12);
}

#[test]
fn models_in_models_without_end_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let deep = format!("{}{}", "<model name='m'>".repeat(60), "</model>".repeat(60));
    let loaded = world(folder.path(), &format!("{BOX}{deep}")).unwrap();
    assert!(loaded.notes.iter().any(|note| note.to_string().contains("too deep")));
    let twice = "<include><uri>twice.sdf</uri></include>".repeat(2);
    let text = format!("<sdf version='1.6'><model name='a'>{twice}</model></sdf>");
    write(folder.path(), "worlds/twice.sdf", &text);
    let error = world(folder.path(), &twice).unwrap_err();
    assert!(matches!(error, ReadError::TooMany { what: "models", .. }), "{error}");
}
