//! Where things stand.

use super::{BOX, near, objects, world, write};

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
fn a_state_says_where_models_and_links_stand_in_the_world() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "models/box/model.sdf", &format!("<sdf version='1.6'>{BOX}</sdf>"));
    let link = |name: &str| BOX.replace("'crate'", &format!("'{name}'"));
    let nest = format!("<model name='nest'><pose>0 50 0 0 0 0</pose>{}</model>", link("in"));
    let models = link("moved")
        + &link("part")
        + &link("still")
        + &nest
        + "<include><uri>model://box</uri></include>\
           <model name='on'><pose relative_to='moved'>0 0 9 0 0 0</pose><link name='l'>\
           <collision name='c'><geometry><box><size>2 2 2</size></box></geometry></collision>\
           </link></model>";
    let at = |kind: &str, name: &str, x: u32, more: &str| {
        format!("<{kind} name='{name}'><pose frame=''>{x} 0 0 0 -0 0</pose>{more}</{kind}>")
    };
    let state = at("model", "moved", 100, "<scale>1 1 1</scale>")
        + &at("model", "part", 100, &at("link", "l", 200, ""))
        + &at("model", "nest", 300, &at("model", "in", 400, ""))
        + &at("model", "crate", 500, "")
        + &at("light", "sun", 600, "");
    let later = format!("<state>{}</state>", at("model", "still", 700, ""));
    let loaded = world(folder.path(), &format!("<state>{state}</state>{later}{models}")).unwrap();
    let middles: Vec<(String, [f64; 3])> = objects(&loaded)
        .into_iter()
        .map(|(name, a, b)| (name, [a.x.midpoint(b.x), a.y.midpoint(b.y), a.z.midpoint(b.z)]))
        .collect();
    // z up becomes y up, y becomes -z; links stand 1 m above their models. Poses in the world
    // itself are relative to where a model was before.
    let expected = [
        ("moved/c", [100.0, 1.0, 0.0]),
        ("part/c", [200.0, 0.0, 0.0]),
        ("still/c", [1.0, 4.0, -2.0]),
        ("nest/in/c", [400.0, 1.0, 0.0]),
        ("crate/c", [500.0, 1.0, 0.0]),
        ("on/c", [1.0, 12.0, -2.0]),
    ];
    assert_eq!(middles, expected.map(|(name, middle)| (name.to_owned(), middle)));
    assert_eq!(loaded.notes.len(), 1, "only of the axes: {:?}", loaded.notes);
}

#[test]
fn what_a_state_says_in_vain_is_told() {
    let folder = tempfile::tempdir().unwrap();
    for (state, told) in [
        (
            "<model name='gone'><pose>1 0 0 0 0 0</pose></model>",
            "gone has a state but is not there",
        ),
        ("<model name='crate'><link name='x'/></model>", "crate/x has a state but is not there"),
        ("<model name='crate'><scale>2 1 1</scale></model>", "crate is scaled by its state"),
        ("<model name='crate'><pose>1 2</pose></model>", "crate has `1 2` for a pose"),
        ("<insertions><model name='n'/></insertions>", "the state's insertions are not followed"),
        ("<deletions><name>crate</name></deletions>", "the state's deletions are not followed"),
    ] {
        let loaded = world(folder.path(), &format!("{BOX}<state>{state}</state>")).unwrap();
        assert_eq!(loaded.soup.objects.len(), 1, "{state}");
        let notes: Vec<String> = loaded.notes.iter().map(ToString::to_string).collect();
        assert!(notes.iter().any(|note| note.starts_with(told)), "{notes:?}");
    }
}
