use super::*;
use walkmesh::report::drawing::{self, MarkForm, Shape, Stroke, Width};

fn sample() -> Drawing {
    let p = |x: f64, z: f64| Point::new(x, 0.0, z);
    let mut d = Drawing::new("A room <with> \"holes\" & more");
    let outer = vec![p(0.0, 0.0), p(10.0, 0.0), p(10.0, 6.0), p(0.0, 6.0)];
    let hole = vec![p(3.0, 2.0), p(5.0, 2.0), p(5.0, 4.0), p(3.0, 4.0)];
    let blue = Color::rgb(0, 192, 255);
    d.push(
        Shape::Polygon { rings: vec![outer.clone(), hole.clone()], fill: blue, stroke: None },
        0.0,
    );
    d.explain(blue, "ground (0.5–12.25 m²)");
    let wall = Color::rgb(0, 48, 64);
    for ring in [outer, hole] {
        let stroke = Stroke { color: wall, width: Width::Metres(0.1), dashed: false };
        d.push(Shape::Line { points: ring, closed: true, stroke }, 0.5);
    }
    d.explain(wall, "wall");
    d.push(
        Shape::Line {
            points: vec![p(7.0, 0.0), p(7.0, 6.0)],
            closed: false,
            stroke: Stroke::pixels(Color::rgb(120, 120, 120), 1.5).dashed(),
        },
        0.5,
    );
    d.push(
        Shape::Label {
            at: p(8.5, 3.0),
            text: "Label: gjpqy 0123456789".into(),
            color: Color::BLACK,
        },
        1.0,
    );
    for (i, form) in
        (0_u8..).zip([MarkForm::Disc, MarkForm::Square, MarkForm::Cross, MarkForm::Circle])
    {
        d.push(
            Shape::Mark {
                at: p(1.0, 1.0 + f64::from(i)),
                form,
                size: Width::Pixels(16.0),
                color: drawing::distinct(u32::from(i)),
            },
            1.0,
        );
    }
    d.add(drawing::path(&[p(1.0, 5.5), p(3.0, 4.0), p(5.0, 4.0), p(9.0, 1.0)]));
    d
}

/// The colour of the pixel of a decoded PNG.
fn pixel(bytes: &[u8], x: usize, y: usize) -> [u8; 3] {
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let i = (y * usize::try_from(info.width).unwrap() + x) * 4;
    [pixels[i], pixels[i + 1], pixels[i + 2]]
}

#[test]
fn north_is_up_and_east_is_right() {
    let mut d = Drawing::default();
    let red = Color::rgb(255, 0, 0);
    let square = |x: f64, z: f64| {
        [(x, z), (x + 1.0, z), (x + 1.0, z + 1.0), (x, z + 1.0)]
            .map(|(x, z)| Point::new(x, 0.0, z))
            .to_vec()
    };
    d.push(
        Shape::Polygon { rings: vec![square(0.0, 0.0)], fill: Color::rgb(0, 0, 255), stroke: None },
        0.0,
    );
    d.push(Shape::Polygon { rings: vec![square(1.0, -1.0)], fill: red, stroke: None }, 0.0);
    let options =
        RenderOptions { width_px: 100, margin_px: 0, captions: false, ..RenderOptions::default() };
    let bytes = to_png(&d, &options).unwrap();
    assert_eq!(pixel(&bytes, 75, 25), [255, 0, 0]);
    assert_eq!(pixel(&bytes, 25, 75), [0, 0, 255]);
    assert_eq!(pixel(&bytes, 25, 25), [255, 255, 255]);
}

/// A green post on a red floor: looked at along north it hides what is north of its foot.
#[test]
fn what_stands_hides_what_is_behind() {
    let p = Point::new;
    let mut d = Drawing::default();
    let mut face = |ring: [Point; 3], fill: Color| {
        d.push(Shape::Polygon { rings: vec![ring.to_vec()], fill, stroke: None }, 0.0);
    };
    let (red, green) = (Color::rgb(255, 0, 0), Color::rgb(0, 255, 0));
    face([p(0.0, 0.0, 0.0), p(0.0, 0.0, 10.0), p(10.0, 0.0, 10.0)], red);
    face([p(0.0, 0.0, 0.0), p(10.0, 0.0, 10.0), p(10.0, 0.0, 0.0)], red);
    face([p(4.0, 0.0, 5.0), p(6.0, 0.0, 5.0), p(5.0, 2.0, 5.0)], green);
    let look = |heading: f64| {
        let projection = Projection::Oblique { heading, elevation: 30.0 };
        let options = RenderOptions {
            width_px: 200,
            margin_px: 0,
            captions: false,
            projection,
            ..RenderOptions::default()
        };
        to_png(&d, &options).unwrap()
    };
    // The floor is 200 pixels wide and 100 high; the post stands in its middle, 35 high.
    let north = look(0.0);
    assert_eq!(pixel(&north, 100, 40), [0, 255, 0]);
    assert_eq!(pixel(&north, 100, 60), [255, 0, 0]);
    assert_eq!(pixel(&look(180.0), 100, 40), [0, 255, 0]);
    assert_eq!(pixel(&look(90.0), 100, 90), [255, 0, 0]);
}

#[test]
fn holes_are_holes_in_both_formats() {
    let d = sample();
    let options =
        RenderOptions { width_px: 1000, margin_px: 0, captions: false, ..RenderOptions::default() };
    let bytes = to_png(&d, &options).unwrap();
    assert_eq!(pixel(&bytes, 400, 300), [255, 255, 255]);
    assert_eq!(pixel(&bytes, 250, 50), [0, 192, 255]);
    assert!(to_svg(&d, &options).unwrap().contains("evenodd"));
}

#[test]
fn svg_is_valid_xml() {
    let svg = to_svg(&sample(), &RenderOptions::default()).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let title =
        document.descendants().find(|n| n.has_tag_name(("http://www.w3.org/2000/svg", "title")));
    assert_eq!(title.unwrap().text(), Some("A room <with> \"holes\" & more"));
    let mut wild = sample();
    wild.title = "\u{0}\u{1f}\n]]>".into();
    roxmltree::Document::parse(&to_svg(&wild, &RenderOptions::default()).unwrap()).unwrap();
}

#[test]
fn whatever_is_drawn_a_page_comes_out() {
    let at = |x: f64| Shape::Mark {
        at: Point::new(x, 0.0, 0.0),
        form: MarkForm::Disc,
        size: Width::Pixels(5.0),
        color: Color::BLACK,
    };
    let mut cases = vec![Drawing::default(), Drawing::new("nothing")];
    for points in
        [vec![f64::NAN], vec![0.0], vec![-1e300, 1e300], vec![1e9], vec![0.0, f64::INFINITY]]
    {
        let mut d = Drawing::default();
        for x in points {
            d.push(at(x), 0.0);
        }
        d.push(Shape::Polygon { rings: Vec::new(), fill: Color::BLACK, stroke: None }, 0.0);
        d.push(
            Shape::Polygon {
                rings: vec![Vec::new()],
                fill: Color::BLACK,
                stroke: Some(Stroke::pixels(Color::BLACK, f64::NAN)),
            },
            0.0,
        );
        d.push(
            Shape::Line {
                points: Vec::new(),
                closed: true,
                stroke: Stroke::pixels(Color::BLACK, -1.0).dashed(),
            },
            0.0,
        );
        cases.push(d);
    }
    for d in cases {
        for projection in [Projection::Plan, Projection::OBLIQUE] {
            let options = RenderOptions { projection, ..RenderOptions::default() };
            to_png(&d, &options).unwrap();
            roxmltree::Document::parse(&to_svg(&d, &options).unwrap()).unwrap();
        }
    }
}

#[test]
fn options_out_of_range_are_errors() {
    let with = |f: &dyn Fn(&mut RenderOptions)| {
        let mut options = RenderOptions::default();
        f(&mut options);
        to_svg(&sample(), &options).unwrap_err().to_string()
    };
    assert!(with(&|o| o.width_px = 0).contains("0 pixels"));
    assert!(with(&|o| o.width_px = 1 << 20).contains("16384"));
    assert!(with(&|o| o.margin_px = 600).contains("margins"));
    assert!(with(&|o| o.heights = Some((1.0, 0.0))).contains("heights"));
    assert!(
        with(&|o| o.view = Some((Point::new(f64::NAN, 0.0, 0.0), Point::default())))
            .contains("view")
    );
    let steep = Projection::Oblique { heading: 0.0, elevation: 91.0 };
    assert!(with(&|o| o.projection = steep).contains("91"));
    let bad = save(&sample(), &RenderOptions::default(), Path::new("picture.jpg"));
    assert!(bad.unwrap_err().to_string().contains(".svg or .png"));
}

#[test]
fn equal_looks_share_a_path() {
    let p = |x: f64| Point::new(x, 0.0, x * x);
    let mut d = Drawing::default();
    for i in 0..5_u8 {
        let points = vec![p(f64::from(i)), p(f64::from(i) + 1.0)];
        let stroke = Stroke::pixels(Color::rgb(0, 48, 64), 1.0);
        d.push(Shape::Line { points, closed: false, stroke }, 0.0);
    }
    let options = RenderOptions { captions: false, ..RenderOptions::default() };
    let svg = to_svg(&d, &options).unwrap();
    assert_eq!(svg.matches("<path").count(), 2); // the background and the lines
}

#[test]
fn pictures_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.svg", "b.PNG"] {
        save(&sample(), &RenderOptions::default(), &folder.path().join(name)).unwrap();
    }
    if let Ok(keep) = std::env::var("WALKMESH_KEEP_PICTURES") {
        save(&sample(), &RenderOptions::default(), &Path::new(&keep).join("sample.png")).unwrap();
        save(&sample(), &RenderOptions::default(), &Path::new(&keep).join("sample.svg")).unwrap();
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn frames_take_turns() {
    let frame = |text: &str| {
        let mut drawing = Drawing::new(text);
        let at = Point::new(0.0, 0.0, 0.0);
        drawing.push(Shape::Label { at, text: text.into(), color: Color::rgb(0, 0, 0) }, 0.0);
        drawing
    };
    let corner = |v| Point::new(v, 0.0, v);
    let options =
        RenderOptions { view: Some((corner(-1.0), corner(1.0))), ..RenderOptions::default() };
    let frames = [frame("dawn"), frame("noon"), frame("dusk")];
    let svg = to_animated_svg(&frames, 0.5, &options).unwrap();
    assert!(svg.contains("values=\"visible;hidden\" keyTimes=\"0;0.33333\" dur=\"1.5s\""), "{svg}");
    let second = "values=\"hidden;visible;hidden\" keyTimes=\"0;0.33333;0.66667\"";
    assert!(svg.contains(second), "{svg}");
    let parsed = roxmltree::Document::parse(&svg).expect("well-formed");
    let groups = parsed.root_element().children().filter(|n| n.has_tag_name("g"));
    let seen: Vec<_> = groups.map(|g| g.attribute("visibility")).collect();
    assert_eq!(seen, [Some("visible"), Some("hidden"), Some("hidden")]);
    assert!(!to_animated_svg(&frames[..1], 1.0, &options).unwrap().contains("animate"));
    for (frames, seconds) in [(&frames[..0], 1.0), (&frames[..], 0.0), (&frames[..], f64::NAN)] {
        let error = to_animated_svg(frames, seconds, &options).unwrap_err();
        assert!(matches!(error, RenderError::Frames { .. }), "{error}");
    }
}
