use super::{FLOOR, files, floor_mesh, folder, has_keys, walkmesh};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

const KEYS: [&str; 9] = [
    "polygons",
    "vertices",
    "tiles",
    "components",
    "area_m2",
    "hash",
    "seconds",
    "stages",
    "parameters",
];

#[test]
fn without_input_the_dining_room_is_baked_with_path_and_pictures() {
    let folder = folder();
    let run = walkmesh(&folder, &["bake"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("next:"), "{}", run.stdout);
    let out = folder.path().join("walkmesh-out");
    assert_eq!(
        files(&out),
        ["dining_room.png", "dining_room.svg", "dining_room.walkmesh", "dining_room_path.json"]
    );
    let path = fs::read_to_string(out.join("dining_room_path.json")).expect("the path");
    let path: serde_json::Value = serde_json::from_str(&path).expect("JSON");
    assert_eq!(path["status"], "complete");

    let shown = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/img/dining_room.svg");
    assert_eq!(
        fs::read_to_string(out.join("dining_room.svg")).expect("the picture"),
        fs::read_to_string(shown).expect("the README's picture"),
        "the README shows an old picture: copy walkmesh-out/dining_room.svg to docs/img"
    );

    let report = walkmesh(&folder, &["bake", "--json"]).json();
    has_keys(&report, &KEYS);
    assert_eq!(report["path"]["status"], "complete");
    assert_eq!(walkmesh(&folder, &["check", "walkmesh-out/dining_room.walkmesh"]).code, Some(0));
}

#[test]
fn bake_and_info_tell_the_same_of_a_mesh() {
    let folder = floor_mesh();
    let args = ["bake", "floor.obj", "--preset", "human", "-o", "x.walkmesh", "--json"];
    let bake = walkmesh(&folder, &args).json();
    let info = walkmesh(&folder, &["info", "x.walkmesh", "--json"]).json();
    has_keys(&bake, &KEYS);
    has_keys(&info, &KEYS);
    for key in ["polygons", "vertices", "tiles", "components", "area_m2", "hash", "parameters"] {
        assert_eq!(bake[key], info[key], "{key}");
    }
    // 10 m less the radius of 0.3 m on each side, to a cell.
    let area = bake["area_m2"].as_f64().expect("a number");
    assert!((area - 9.4 * 9.4).abs() < 4.0 * 9.4 * 0.1, "{area}");
    assert_eq!(bake["hash"].as_str().map(str::len), Some(64));
    assert_eq!(bake["parameters"]["agent_radius"], 0.3);
    let text = walkmesh(&folder, &["info", "x.walkmesh"]).stdout;
    assert!(text.contains("really used") && text.contains("1 polygon, optimum 1"), "{text}");
}

#[test]
fn ground_is_kept_unless_it_is_not_wanted() {
    let folder = folder();
    walkmesh(&folder, &["scene", "pillars", "-o", "p.obj"]);
    let bake = ["bake", "p.obj", "--preset", "human", "--json"];
    let sizes = [("kept", &[][..]), ("bare", &["--no-ground"])].map(|(name, args)| {
        let (file, stages) = (format!("{name}.walkmesh"), format!("{name}-stages"));
        let args = [&bake[..], &["-o", &file, "--stages", &stages], args].concat();
        let told = walkmesh(&folder, &args).json();
        assert_eq!(told["parameters"]["keep_ground"], name == "kept");
        let picture = folder.path().join(stages).join("13-ground.png");
        assert_eq!(picture.exists(), name == "kept");
        let size = std::fs::metadata(folder.path().join(file)).expect("a mesh").len();
        (size, told["polygons"].clone(), told["area_m2"].clone())
    });
    let [kept, bare] = sizes;
    assert!(bare.0 < kept.0, "{bare:?} {kept:?}");
    assert_eq!((bare.1, bare.2), (kept.1, kept.2));
}

#[test]
fn merging_has_a_goal() {
    let folder = folder();
    walkmesh(&folder, &["scene", "pillars", "-o", "p.obj"]);
    for (goal, args) in [("quick", &[][..]), ("fewest", &["--merge-goal", "fewest"])] {
        let args =
            [&["bake", "p.obj", "--preset", "human", "-o", "p.walkmesh", "--json"][..], args]
                .concat();
        assert_eq!(walkmesh(&folder, &args).json()["parameters"]["merge_goal"], goal);
    }
    let info = walkmesh(&folder, &["info", "p.walkmesh", "--json"]).json();
    let count = |key: &str| info[key].as_u64().expect("a count");
    assert!(info["optimum"].is_null() && count("parts") == 1 && count("parts_solved") == 0);
    assert!(0 < count("bound") && count("bound") <= count("polygons"), "{info}");
}

#[test]
fn threads_do_not_change_the_bytes() {
    let folder = folder();
    walkmesh(&folder, &["scene", "maze", "--size", "8", "-o", "maze.obj", "--json"]).json();
    let bake = |threads: &str, file: &str| {
        let args = [
            "bake",
            "maze.obj",
            "-o",
            file,
            "--tile-size",
            "6",
            "--preset",
            "human",
            "--threads",
            threads,
            "--json",
        ];
        walkmesh(&folder, &args).json()
    };
    let (one, two) = (bake("1", "one.walkmesh"), bake("2", "two.walkmesh"));
    assert!(one["tiles"].as_u64() > Some(1));
    assert_eq!(one["hash"], two["hash"]);
    let bytes = |file: &str| fs::read(folder.path().join(file)).expect("the mesh");
    assert_eq!(bytes("one.walkmesh"), bytes("two.walkmesh"));
}

#[test]
fn flags_reach_the_bake_and_the_rest_follows_the_cells() {
    let folder = floor_mesh();
    let args = [
        "bake",
        "floor.obj",
        "--agent-radius",
        "0.25",
        "--cell-size",
        "0.2",
        "--edge-max-error",
        "0.5",
        "--no-filter-ledges",
        "--regions",
        "layers",
        "--winding",
        "two-sided",
        "--tile-size",
        "solo",
        "--json",
    ];
    let parameters = &walkmesh(&folder, &args).json()["parameters"];
    assert_eq!(parameters["agent_radius"], 0.25);
    assert_eq!(parameters["edge_max_error"], 0.5);
    assert_eq!(parameters["filter_ledges"], false);
    assert_eq!(parameters["filter_low_height"], true);
    assert_eq!(parameters["regions"], "layers");
    assert_eq!(parameters["winding"], "two-sided");
    assert_eq!(parameters["tile_size"], "solo");
    let area = parameters["region_min_area"].as_f64().expect("a number");
    assert!((area - 64.0 * 0.04).abs() < 1e-9, "{area}");
}

#[test]
fn models_are_joined_scaled_and_turned() {
    let folder = floor_mesh();
    // The same floor beside the first, in centimetres and with Z up.
    let beside = "v 500 -500 0\nv 1500 -500 0\nv 1500 500 0\nv 500 500 0\nf 1 2 3 4\n";
    fs::write(folder.path().join("beside.obj"), beside).expect("the model can be written");
    let args = ["--preset", "human", "--json", "-o", "x.walkmesh"];
    let bake = |more: &[&str]| walkmesh(&folder, &[&["bake"], more, &args].concat()).json();
    let one = bake(&["beside.obj", "--up", "z", "--scale", "0.01"]);
    assert_eq!(one["area_m2"], bake(&["floor.obj"])["area_m2"]);
    let west = FLOOR.replace("-5 0", "-15 0").replace("v 5 0", "v -5 0");
    fs::write(folder.path().join("west.obj"), west).expect("the model can be written");
    let both = bake(&["floor.obj", "west.obj"]);
    assert_eq!(both["components"], 1);
    assert!(both["area_m2"].as_f64() > Some(19.0 * 9.0));
}

/// Each survey has stages of its own, and no picture of one is without anything drawn in it.
#[test]
fn every_stage_has_a_picture() {
    let folder = floor_mesh();
    for (survey, own, other) in [("voxel", "ledges", "borders"), ("exact", "borders", "ledges")] {
        let stages = folder.path().join(survey);
        let args = ["bake", "floor.obj", "--preset", "human", "--json", "--survey", survey];
        let report = walkmesh(&folder, &[args.as_slice(), &["--stages", survey]].concat()).json();
        let pictures = report["pictures"].as_array().expect("a list").len();
        let written = files(&stages);
        assert_eq!(written.len(), pictures);
        let has = |name| written.iter().any(|file| file.ends_with(&format!("-{name}.png")));
        assert!(has(own) && !has(other) && has("model") && has("mesh"), "{written:?}");
        for (i, a) in written.iter().enumerate() {
            let read = |name: &String| fs::read(stages.join(name)).expect("it was written");
            let is_as_before = written[..i].iter().any(|b| read(a) == read(b));
            assert!(!is_as_before, "{survey}: {a} shows nothing new");
        }
    }
}

#[test]
fn what_few_ask_for_is_told_where_it_was_asked_for() {
    let folder = floor_mesh();
    let plain = walkmesh(&folder, &["bake", "floor.obj"]).stdout;
    let flags = ["--no-ground", "--no-filter-ledges", "--polygon-min-area", "0.5"];
    let told = walkmesh(&folder, &[&["bake", "floor.obj"], &flags[..]].concat()).stdout;
    for words in
        ["ground            not kept\n", "filters off       ledges\n", "smallest polygon  0.5 m²\n"]
    {
        assert!(told.contains(words) && !plain.contains(words), "{words}: {told}");
    }
}

#[test]
fn an_exact_survey_uses_the_climb_as_it_is() {
    let folder = floor_mesh();
    let climb = ["bake", "floor.obj", "--agent-max-climb", "0.5", "--survey"];
    let bake = |survey: &str| walkmesh(&folder, &[&climb[..], &[survey]].concat()).stdout;
    let (voxel, exact) = (bake("voxel"), bake("exact"));
    assert!(voxel.contains("0.5 m: 2 voxels, 0.3999 m"), "{voxel}");
    assert!(exact.contains("0.5 m: 0.5 m\n"), "{exact}");
    for of_voxels in ["edge error", "regions", "border"] {
        assert_eq!((voxel.contains(of_voxels), exact.contains(of_voxels)), (true, false));
    }
}

#[test]
fn flags_without_a_use_are_named() {
    let folder = floor_mesh();
    let args = ["bake", "floor.obj", "--preset", "human", "--no-filter-ledges", "--regions"];
    let bake = |survey| {
        let run = walkmesh(&folder, &[&args[..], &["watershed", "--survey", survey]].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stderr
    };
    assert_eq!(bake("voxel"), "");
    assert_eq!(
        bake("exact"),
        "note: an exact survey has no use for --regions, --no-filter-ledges\n"
    );
    let merge = ["bake", "floor.obj", "--region-merge-area", "5"];
    let said = walkmesh(&folder, &merge).stderr;
    assert_eq!(said, "note: --region-merge-area has no use without --regions watershed\n");
    let watershed = walkmesh(&folder, &[&merge[..], &["--regions", "watershed"]].concat());
    assert_eq!(watershed.stderr, "");
    let arcs = ["bake", "floor.obj", "--arc-tolerance", "0.1", "--survey"];
    let of_arcs = |survey| walkmesh(&folder, &[&arcs[..], &[survey]].concat()).stderr;
    assert!(
        of_arcs("voxel").starts_with("note: a survey by voxels has no use for --arc-tolerance")
    );
    assert_eq!(of_arcs("exact"), "");
}

/// In millimetres the bake of a room takes hours: it is said at once what it is taken for.
#[test]
fn what_is_odd_about_a_model_is_said_before_a_long_bake() {
    let folder = folder();
    fs::write(folder.path().join("mm.obj"), FLOOR.replace('5', "50000")).expect("the model");
    for survey in ["voxel", "exact"] {
        let mut bake = Command::new(env!("CARGO_BIN_EXE_walkmesh"))
            .args(["bake", "mm.obj", "--survey", survey])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let lines = BufReader::new(bake.stderr.take().expect("its stderr")).lines();
        let said: Vec<String> = lines.take(2).map(|line| line.expect("a line")).collect();
        bake.kill().expect("it is still at work");
        bake.wait().expect("it ends");
        assert!(said[0].starts_with("note: this takes a while: "), "{said:?}");
        assert!(said[1].contains("100000 x 100000 m in plan") && said[1].contains("--scale"));
    }
}

/// A place of a file whose name is no UTF-8 is shown with signs in place of what cannot be.
#[cfg(unix)]
#[test]
fn names_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = floor_mesh();
    let output = Command::new(env!("CARGO_BIN_EXE_walkmesh"))
        .args(["bake", "floor.obj", "--json", "-o"])
        .arg(OsStr::from_bytes(b"caf\xe9.walkmesh"))
        .current_dir(&folder)
        .output()
        .expect("the command starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["file"], "caf\u{fffd}.walkmesh");
}
