use super::{files, floor_mesh, folder, walkmesh};
use std::fs;

#[test]
fn a_mesh_becomes_a_picture_with_its_path() {
    let folder = floor_mesh();
    let path = ["--path", "-3,0,-4:3,0,4"];
    for file in ["mesh.svg", "mesh.png"] {
        let args = [
            &["render", "floor.walkmesh", "-o", file, "--width", "300", "--json"],
            path.as_slice(),
        ];
        let answer = walkmesh(&folder, &args.concat()).json();
        assert_eq!(answer["file"], file);
        assert_eq!(answer["path"]["status"], "complete");
    }
    let svg = fs::read_to_string(folder.path().join("mesh.svg")).expect("the picture");
    assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"), "{}", &svg[..40]);
    let png = fs::read(folder.path().join("mesh.png")).expect("the picture");
    assert_eq!(&png[1..4], b"PNG");
}

#[test]
fn polygons_are_coloured_by_what_is_asked_for() {
    let folder = floor_mesh();
    for by in ["area", "component", "tile", "height"] {
        let file = format!("{by}.svg");
        let run = walkmesh(&folder, &["render", "floor.walkmesh", "-o", &file, "--color-by", by]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }
    let run = walkmesh(&folder, &["render", "floor.walkmesh", "-o", "x.svg", "--color-by", "mood"]);
    run.refused(&["--color-by", "component"]);
}

#[test]
fn a_model_is_drawn_itself_or_at_a_stage() {
    let folder = floor_mesh();
    let model = ["render", "floor.obj", "-o", "model.svg"];
    assert_eq!(walkmesh(&folder, &model).code, Some(0));
    let stage = ["render", "floor.obj", "-o", "stage.png", "--preset", "human", "--stage"];
    let bad = walkmesh(&folder, &[stage.as_slice(), &["dinner"]].concat());
    bad.refused(&["dinner", "ledges"]);
    let exact = walkmesh(&folder, &[stage.as_slice(), &["ledges", "--survey", "exact"]].concat());
    exact.refused(&["ledges", "borders"]);
    let help = walkmesh(&folder, &["render", "--help"]).stdout;
    for name in ["model", "ledges", "roles", "free", "borders", "ground", "mesh"] {
        assert!(help.contains(&format!(" {name}")), "{name}: {help}");
    }
    let run = walkmesh(&folder, &[stage.as_slice(), &["mesh"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let idle = ["mesh", "--survey", "exact", "--no-filter-ledges"];
    let run = walkmesh(&folder, &[stage.as_slice(), &idle].concat());
    assert_eq!(run.stderr, "note: an exact survey has no use for --no-filter-ledges\n");
    let side = ["render", "floor.walkmesh", "-o", "side.png", "--oblique", "--model", "floor.obj"];
    let run = walkmesh(&folder, &side);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

#[test]
fn a_cut_by_heights_holds_and_counts_what_is_between_them() {
    let folder = folder();
    let from_to = {
        let scene = walkmesh(&folder, &["scene", "stairs", "--json"]).json();
        let place = |key: &str| {
            let p = scene[key].as_array().expect("a place");
            p.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
        };
        format!("{}:{}", place("from"), place("to"))
    };
    walkmesh(&folder, &["bake", "stairs.obj", "--preset", "human", "--json"]).json();
    let all = walkmesh(&folder, &["info", "stairs.walkmesh", "--json"]).json();
    let polygons = all["polygons"].as_u64().expect("a count");
    let render = |heights: &str| {
        let args = ["render", "stairs.walkmesh", "-o", "x.svg", "--path", &from_to, "--heights"];
        let run = walkmesh(&folder, &[&args[..], &[heights, "--json"]].concat()).json();
        let title = run["title"].as_str().expect("a title").to_owned();
        let count: u64 = title.split(' ').next().and_then(|n| n.parse().ok()).expect("a count");
        let svg = fs::read_to_string(folder.path().join("x.svg")).expect("the picture");
        (count, svg)
    };
    let (whole, picture) = render("-9,99");
    assert_eq!(whole, polygons);
    let length = |svg: &str| svg.matches("circle").count();
    let (ground, below) = render("-0.5,0.1");
    assert!((1..polygons).contains(&ground), "{ground} of {polygons}");
    assert!(length(&below) < length(&picture), "the marks of the goal are upstairs");
    assert!(below.contains("path") && !render("1.2,1.3").1.contains("circle"));
    for file in ["stairs.walkmesh", "stairs.obj"] {
        let high = walkmesh(&folder, &["render", file, "-o", "x.svg", "--heights", "50,60"]);
        high.refused(&["--heights", "50 and 60 m", "could be drawn is from"]);
    }
}

#[test]
fn bad_pictures_are_refused_and_leave_nothing() {
    let folder = floor_mesh();
    let before = files(folder.path());
    let render = |more: &[&str]| walkmesh(&folder, &[&["render", "floor.walkmesh"], more].concat());
    render(&["-o", "x.bmp"]).refused(&["x.bmp", "svg"]);
    render(&["-o", "no/x.svg"]).refused(&["no"]);
    render(&["-o", "x.png", "--width", "0"]).refused(&["0"]);
    render(&["-o", "x.png", "--oblique=30"]).refused(&["--oblique", "HEADING,ELEVATION"]);
    render(&["-o", "x.png", "--oblique", "30,40"]).refused(&["--oblique=30,40"]);
    render(&["-o", "x.png", "--oblique=30,0"]).refused(&["elevation", "90"]);
    render(&["-o", "x.svg", "--path", "0,0,0"]).refused(&["--path", "colon"]);
    render(&["-o", "x.svg", "--stage", "mesh"]).refused(&["--stage", "model"]);
    render(&["-o", "x.svg", "--heights", "3,9"]).refused(&["--heights", "from 0 to 0 m"]);
    assert_eq!(files(folder.path()), before);
}

#[test]
fn flags_that_say_nothing_of_what_is_drawn_are_refused() {
    let folder = floor_mesh();
    let before = files(folder.path());
    let render = |file: &str, flags: &[&str]| {
        walkmesh(&folder, &[&["render", file, "-o", "x.svg"], flags].concat())
    };
    for flag in [&["--up", "z"][..], &["--scale", "2"], &["--keep-outliers"]] {
        render("floor.walkmesh", flag).refused(&["floor.walkmesh", flag[0]]);
    }
    for file in ["floor.walkmesh", "floor.obj"] {
        render(file, &["--cell-size", "0.2"]).refused(&["--stage"]);
    }
    render("floor.obj", &["--visuals"]).refused(&["--visuals", "Gazebo"]);
    render("floor.obj", &["--model", "floor.obj"]).refused(&["--model"]);
    render("floor.obj", &["--color-by", "height"]).refused(&["--color-by", "--stage mesh"]);
    assert_eq!(files(folder.path()), before);
    let stage = ["--stage", "mesh", "--color-by", "height", "--cell-size", "0.2", "--up", "y"];
    for flags in [&stage[..], &["--heights", "-1,1"]] {
        let run = render("floor.obj", flags);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }
    let model = ["--model", "floor.obj", "--keep-outliers", "--heights", "-1,1"];
    let run = render("floor.walkmesh", &model);
    assert!(run.stdout.contains("from -1 to 1 m"), "{} {}", run.stdout, run.stderr);
}

/// What a mesh is follows from how it begins, so it may have the name of a picture.
#[test]
fn a_picture_is_not_written_over_what_it_is_made_from() {
    let folder = floor_mesh();
    let mesh = fs::read(folder.path().join("floor.walkmesh")).expect("the mesh");
    for file in ["floor.svg", "floor.png"] {
        fs::write(folder.path().join(file), &mesh).expect("a copy");
        walkmesh(&folder, &["render", file, "-o", &format!("./{file}")])
            .refused(&[file, "is read as input"]);
        assert_eq!(fs::read(folder.path().join(file)).expect("the copy"), mesh);
    }
}
