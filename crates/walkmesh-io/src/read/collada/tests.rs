use super::*;

fn parse(xml: &str) -> Result<(Assembly, Conventions), ReadError> {
    super::read(xml.as_bytes(), Path::new("test.dae"))
}

/// A file with one mesh of six points, these primitives and this scene.
fn file(primitives: &str, scene: &str) -> String {
    format!(
        r##"<?xml version="1.0"?><COLLADA version="1.4.1" xmlns="http://www.collada.org/2005/11/COLLADASchema">
        <library_geometries><geometry id="g" name="G"><mesh>
        <source id="s"><float_array id="a" count="18">0 0 0  1 0 0  1 1 0  0 1 0  2 0 0  2 1 0</float_array>
        <technique_common><accessor source="#a" count="6" stride="3"><param name="X"/><param name="Y"/>
        <param name="Z"/></accessor></technique_common></source>
        <vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
        {primitives}</mesh></geometry></library_geometries>
        <library_nodes><node id="n" name="N"><translate>0 0 5</translate>
        <instance_geometry url="#g"/></node><node id="loop"><instance_node url="#loop"/></node>
        </library_nodes>
        <library_visual_scenes><visual_scene id="scene">{scene}</visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#scene"/></scene></COLLADA>"##
    )
}

const IN_PLACE: &str = r##"<node name="here"><instance_geometry url="#g"/></node>"##;
const VERTEX: &str = r##"<input semantic="VERTEX" source="#v" offset="0"/>"##;

fn faces(primitive: &str) -> Vec<[u32; 3]> {
    let (assembly, _) = parse(&file(primitive, IN_PLACE)).unwrap_or_else(|e| panic!("{e}"));
    assembly.soup.triangles.iter().map(|t| t.corners).collect()
}

#[test]
fn every_kind_of_primitive() {
    for (body, expected) in [
        ("triangles#<p>0 1 2 0 2 3</p>", vec![[0, 1, 2], [0, 2, 3]]),
        ("triangles#<p/>", vec![]),
        ("triangles#<p><!-- a -->0 1 2 <!-- b --> 0 2 3</p>", vec![[0, 1, 2], [0, 2, 3]]),
        (
            "polylist#<vcount>4 3</vcount><p>0 1 2 3 1 4 5</p>",
            vec![[0, 1, 2], [0, 2, 3], [1, 4, 5]],
        ),
        ("polygons#<p>0 1 2 3</p><p>1 4 5</p>", vec![[0, 1, 2], [0, 2, 3], [1, 4, 5]]),
        ("tristrips#<p>0 1 3 2</p><p>1 4 2</p>", vec![[0, 1, 3], [1, 2, 3], [1, 4, 2]]),
        ("trifans#<p>0 1 2 3</p>", vec![[0, 1, 2], [0, 2, 3]]),
        ("lines#<p>0 1 2 3</p>", vec![]),
    ] {
        let (kind, lists) = body.split_once('#').unwrap();
        assert_eq!(faces(&format!("<{kind}>{VERTEX}{lists}</{kind}>")), expected, "{kind}");
    }
}

#[test]
fn corners_that_no_face_takes_are_told() {
    for (body, kept, said) in [
        ("triangles#<p>0 1 2 0 2</p>", 1, "that end inside a face: skipped 2"),
        ("polylist#<vcount>3</vcount><p>0 1 2 0 2 3</p>", 1, "<vcount> leaves over: skipped 3"),
        ("polylist#<p>0 1 2</p>", 0, "<vcount> leaves over: skipped 3"),
        ("polylist#<vcount>3 2</vcount><p>0 1 2 0 2</p>", 1, "than three corners: skipped 1"),
        ("polygons#<p>0 1 2</p><p>0 2</p>", 1, "than three corners: skipped 1"),
    ] {
        let (kind, lists) = body.split_once('#').unwrap();
        let (assembly, _) = parse(&file(&format!("<{kind}>{VERTEX}{lists}</{kind}>"), IN_PLACE))
            .unwrap_or_else(|e| panic!("{e}"));
        let notes: Vec<String> = assembly.notes.iter().map(ToString::to_string).collect();
        assert_eq!(assembly.soup.triangles.len(), kept, "{body}");
        assert!(notes.len() == 1 && notes[0].ends_with(said), "{body}: {notes:?}");
    }
}

#[test]
fn offsets_and_strides() {
    let inputs = r##"<input semantic="NORMAL" source="#nowhere" offset="0"/>
        <input semantic="VERTEX" source="#v" offset="1"/><input semantic="TEXCOORD" source="#t" offset="3"/>"##;
    let primitive = format!("<triangles>{inputs}<p>9 0 9 9 9 1 9 9 9 2 9 9</p></triangles>");
    assert_eq!(faces(&primitive), [[0, 1, 2]]);
}

#[test]
fn holes_are_bridged() {
    // The four corners 0..3 of a unit square with a degenerate hole would not do: use six points.
    let xml = file(
        &format!("<polygons>{VERTEX}<ph><p>0 1 2 3</p><h>4 5 6 7</h></ph></polygons>"),
        IN_PLACE,
    );
    let points = "0 0 0 4 0 0 4 4 0 0 4 0 1 1 0 1 2 0 2 2 0 2 1 0";
    let xml = xml
        .replace("0 0 0  1 0 0  1 1 0  0 1 0  2 0 0  2 1 0", points)
        .replace("count=\"6\"", "count=\"8\"");
    let (assembly, _) = parse(&xml).unwrap_or_else(|e| panic!("{e}"));
    let soup = assembly.soup;
    // 4 + 4 corners and a bridge there and back: 10 corners, 8 triangles, 16 - 1 square units.
    assert_eq!(soup.triangles.len(), 8);
    let area = |t: &walkmesh::soup::Triangle| {
        let [a, b, c] = soup.corners(t).unwrap();
        ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).abs() / 2.0
    };
    assert!((soup.triangles.iter().map(area).sum::<f64>() - 15.0).abs() < 1e-12);
}

#[test]
fn nodes_instances_and_mirrors() {
    let triangle = format!("<triangles>{VERTEX}<p>0 1 2</p></triangles>");
    let scene = r##"<node name="outer"><translate>10 0 0</translate><rotate>0 0 1 90</rotate>
        <scale>-1 1 1</scale><node><matrix>1 0 0 0 0 1 0 0 0 0 1 100 0 0 0 1</matrix>
        <instance_node url="#n"/></node></node>
        <node><instance_controller url="#missing"/><instance_geometry url="other.dae#g"/></node>"##;
    let (assembly, _) = parse(&file(&triangle, scene)).unwrap_or_else(|e| panic!("{e}"));
    let soup = &assembly.soup;
    assert_eq!(soup.objects.iter().map(|o| o.name.as_str()).collect::<Vec<_>>(), ["N"]);
    assert_eq!(soup.triangles[0].corners, [0, 2, 1], "a mirror turns the winding");
    // (1, 0, 0) mirrored to (-1, 0), turned to (0, -1), moved to (10, -1), up by 105.
    assert!(soup.vertices[1].distance(walkmesh::Point::new(10.0, -1.0, 105.0)) < 1e-12);
    assert_eq!(assembly.notes.len(), 1);
}

#[test]
fn units_and_axes() {
    let said = std::cell::RefCell::new(Vec::new());
    let with = |asset: &str| {
        let xml =
            file("", "").replace("<library_geometries>", &format!("{asset}<library_geometries>"));
        let (assembly, conventions) = parse(&xml).unwrap_or_else(|e| panic!("{e}"));
        said.replace(assembly.notes.iter().map(ToString::to_string).collect());
        conventions
    };
    let asset =
        |unit: &str, up: &str| with(&format!("<asset>{unit}<up_axis>{up}</up_axis></asset>"));
    assert_eq!(with(""), Conventions::default());
    let comma = asset(r#"<unit name="centimeter" meter="0,010000"/>"#, " Z_UP ");
    assert_eq!(comma, Conventions { up: UpAxis::Z, scale: 0.01 });
    assert_eq!(asset(r#"<unit meter="0.0254"/>"#, "X_UP").up, UpAxis::X);
    assert_eq!(asset("<unit/>", "Y_UP"), Conventions::default());
    assert_eq!(*said.borrow(), [""; 0]);
    // What cannot be would else make a model of another size without a word.
    for meter in ["-3", "0", "inf", "NaN", "a metre"] {
        let unit = format!("<unit meter=\"{meter}\"/>");
        assert_eq!(asset(&unit, "Q"), Conventions::default());
        let words = [format!("\"{meter}\" metres"), "up axis is \"Q\"".to_owned()];
        for (note, words) in said.borrow().iter().zip(words) {
            assert!(note.contains(&words), "{note}");
        }
        assert_eq!(said.borrow().len(), 2);
    }
}

#[test]
fn hostile_files_are_refused_with_the_index() {
    let says = |xml: &str, what: &str| {
        let error = parse(xml).err().unwrap().to_string();
        assert!(error.contains(what), "{error}");
    };
    let with = |primitive: &str| file(primitive, IN_PLACE);
    let triangles = |p: &str| with(&format!("<triangles>{VERTEX}<p>{p}</p></triangles>"));
    says(&triangles("0 1 6"), "geometry \"G\" refers to point 6 at number 2, but has 6 points");
    says(&triangles("0 -1 2"), "refers to point -1 at number 1");
    says(&triangles("0 x 2"), "has \"x\" as number 1 of a <p>");
    says(&with("<triangles><p>0 1 2</p></triangles>"), "without a VERTEX input");
    says(&triangles("0 1 2").replace("\"#v\"", "\"#w\""), "refers to \"#w\", which is not there");
    says(&triangles("0 1 2").replace("1 0 0", "1 o 0"), "\"o\" as number 4 of \"a\"");
    says(&triangles("0 1 2").replace("stride=\"3\"", "stride=\"2\""), "stride 2 for 3 values");
    says(&triangles("0 1 2").replace("offset=\"0\"", "offset=\"-1\""), "usable offset");
    for vcount in ["4", "-1", "99999999999"] {
        let polylist =
            format!("<polylist>{VERTEX}<vcount>{vcount}</vcount><p>0 1 2</p></polylist>");
        says(&with(&polylist), "where 3 are left");
    }
    says(&file("", r##"<node><instance_node url="#loop"/></node>"##), "is below itself");
    says(&file("", "<node><matrix>1 2 3</matrix></node>"), "<matrix> whose number 3 is \"\"");
    says("<html/>", "its root is <html>");
    let whole = triangles("0 1 2");
    says(&whole[..whole.len() / 2], "not a valid COLLADA file");
    assert!(super::read(b"", Path::new("x")).is_err());
}

#[test]
fn doubling_instances_end() {
    let mut nodes = String::from(r##"<node id="d0"><instance_node url="#d0x"/></node>"##);
    for i in 1..60 {
        let below = i - 1;
        nodes += &format!(
            r##"<node id="d{i}"><instance_node url="#d{below}"/><instance_node url="#d{below}"/></node>"##
        );
    }
    let xml = file("", r##"<node><instance_node url="#d59"/></node>"##)
        .replace("<library_nodes>", &format!("<library_nodes>{nodes}"));
    assert!(matches!(parse(&xml), Err(ReadError::TooMany { .. })));
}
