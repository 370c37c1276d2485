use super::*;

/// One object per list of triangles.
fn soup(objects: &[&[[[f64; 3]; 3]]]) -> Soup {
    let mut soup = Soup::default();
    for (i, triangles) in objects.iter().enumerate() {
        let object = soup.add_object(format!("object {i}"));
        for corners in *triangles {
            let first = u32::try_from(soup.vertices.len()).unwrap();
            soup.vertices.extend(corners.map(Point::from));
            soup.triangles.push(Triangle { corners: [first, first + 1, first + 2], object });
        }
    }
    soup
}

const UP: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];

fn moved(triangle: [[f64; 3]; 3], by: [f64; 3]) -> [[f64; 3]; 3] {
    triangle.map(|p| std::array::from_fn(|axis| p[axis] + by[axis]))
}

/// A flat field of pairs of triangles, `side` metres each way.
fn field(side: u32) -> Vec<[[f64; 3]; 3]> {
    let cells = (0..side).flat_map(|x| (0..side).map(move |z| (f64::from(x), f64::from(z))));
    cells
        .flat_map(|(x, z)| {
            let other = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 1.0]];
            [moved(UP, [x, 0.0, z]), moved(other, [x, 0.0, z])]
        })
        .collect()
}

#[test]
fn repeated_go_and_doubled_stay() {
    let [a, b, c] = UP;
    let minus = [[-0.0, 0.0, -0.0], b, c];
    let mut s =
        soup(&[&[[a, b, c], [a, c, b], [b, c, a], [a, a, c], minus, [a, [f64::NAN; 3], c]]]);
    s.triangles.push(Triangle { corners: [0, 1, 99], object: ObjectId(0) });
    s.triangles.push(Triangle { corners: [0, 1, 2], object: ObjectId(9) });
    let report = s.clean(&CleanOptions::default());
    assert_eq!((report.before, report.after), (8, 2));
    assert_eq!((report.bad_index, report.not_finite, report.zero_area), (2, 1, 1));
    assert_eq!((report.repeated, report.doubled, report.unused_vertices), (2, 2, 12));
    assert_eq!(s.vertices.len(), 6);
    assert_eq!(s.corners(&s.triangles[1]), Some([a, c, b].map(Point::from)));
    assert_eq!(report.messages().len(), 4);
    let again = s.clean(&CleanOptions::default());
    assert_eq!(again.messages(), Vec::<String>::new());
}

#[test]
fn what_fell_through_the_floor_is_dropped_by_name() {
    let mut s =
        soup(&[&field(10), &[moved(UP, [3.0, -7.5e8, 3.0])], &[moved(UP, [0.0, 1.0, 0.0])]]);
    let before = s.bounds().unwrap();
    let kept = s.clone().clean(&CleanOptions { keep_outliers: true, ..CleanOptions::default() });
    assert_eq!(kept.before, kept.after);
    let said = &kept.messages()[0];
    assert!(said.contains("of \"object 1\"") && said.ends_with(": kept 1"), "{said}");
    let report = s.clean(&CleanOptions::default());
    assert_eq!(report.outliers.len(), 1);
    assert_eq!(report.outliers[0].object, ObjectId(1));
    assert!(report.messages().iter().any(|m| m.contains("\"object 1\" far from everything")));
    let after = s.bounds().unwrap();
    assert!(before.0.y < -1e8 && after.0.y == 0.0);
    assert_eq!(s.objects.len(), 3, "objects keep their ids");
}

#[test]
fn a_single_object_with_strays() {
    let mut triangles = field(10);
    // A corner with a wrong exponent, and a vertex that nothing uses.
    triangles.push([[4.0, 0.0, 4.0], [4.0, 0.0, 5.0], [5e12, 0.0, 4.0]]);
    let mut s = soup(&[&triangles]);
    s.vertices.push(Point::new(0.0, 1e9, 0.0));
    let report = s.clean(&CleanOptions::default());
    assert_eq!((report.outliers.len(), report.outliers[0].triangles), (1, 1));
    assert_eq!(s.bounds().unwrap().1, Point::new(10.0, 0.0, 10.0));
}

#[test]
fn far_but_sensible_parts_stay() {
    let big = [[-5e3, -1.0, -5e3], [-5e3, -1.0, 5e3], [5e3, -1.0, 5e3]];
    let plane_under_house = soup(&[&field(10), &[big]]);
    let village: Vec<_> = (0..8)
        .flat_map(|i| field(4).into_iter().map(move |t| moved(t, [f64::from(i) * 50.0, 0.0, 0.0])))
        .collect();
    let two = soup(&[
        &field(3),
        &field(3).iter().map(|t| moved(*t, [1e6, 0.0, 0.0])).collect::<Vec<_>>(),
    ]);
    let tiny = soup(&[&[UP]]);
    for mut s in [plane_under_house, soup(&[&village]), two, tiny, Soup::default()] {
        let before = s.triangles.len();
        s.clean(&CleanOptions::default());
        assert_eq!(s.triangles.len(), before);
    }
}

#[test]
fn models_on_their_side_are_noticed() {
    let standing = soup(&[&field(10)]);
    assert_eq!(standing.facing().warning(ReadUp::Y), None);
    assert!((standing.facing().area[2] - 100.0).abs() < 1e-9);
    let turn_read = |axes: [(usize, f64); 3], up| {
        let turned: Vec<_> =
            field(10).iter().map(|t| t.map(|p| axes.map(|(axis, sign)| p[axis] * sign))).collect();
        soup(&[&turned]).facing().warning(up)
    };
    let turn = |axes| turn_read(axes, ReadUp::Y).unwrap();
    // As a Z-up file looks when it is read as it is, an X-up one, and one with a turned winding.
    assert!(turn([(0, 1.0), (2, -1.0), (1, 1.0)]).contains("--up z"));
    assert!(turn([(1, 1.0), (0, -1.0), (2, 1.0)]).contains("--up x"));
    assert!(turn([(0, -1.0), (1, 1.0), (2, 1.0)]).contains("two-sided"));
    // Y-up files when they are read with Z and with X as up; --up z would read the first as it was.
    let north = [(0, 1.0), (2, 1.0), (1, -1.0)];
    assert!(turn_read(north, ReadUp::Z).unwrap().contains("--up y"));
    assert_eq!(turn_read([(0, 1.0), (2, -1.0), (1, 1.0)], ReadUp::Z), None);
    assert!(turn_read([(1, -1.0), (0, 1.0), (2, 1.0)], ReadUp::X).unwrap().contains("--up y"));
    let doubled: Vec<_> = field(10).iter().flat_map(|t| [*t, [t[0], t[2], t[1]]]).collect();
    assert_eq!(soup(&[&doubled]).facing().warning(ReadUp::Y), None);
    assert_eq!(Soup::default().facing().warning(ReadUp::Y), None);
}

/// A house that is higher than it is wide has more wall than floor on every side.
#[test]
fn a_tower_does_not_lie_on_its_side() {
    let [wide, deep, high] = [7.0, 6.3, 14.0];
    let at = |x: f64, y: f64, z: f64| [x * wide, y * high, z * deep];
    let square = |a, b, c, d| [[a, b, c], [a, c, d]];
    let (o, i) = (0.0, 1.0);
    let tower = [
        square(at(o, i, o), at(o, i, i), at(i, i, i), at(i, i, o)),
        square(at(o, o, o), at(o, o, i), at(o, i, i), at(o, i, o)),
        square(at(i, o, o), at(i, i, o), at(i, i, i), at(i, o, i)),
        square(at(o, o, o), at(o, i, o), at(i, i, o), at(i, o, o)),
        square(at(o, o, i), at(i, o, i), at(i, i, i), at(o, i, i)),
    ];
    let tower = soup(&[&tower.concat()]);
    for up in [ReadUp::Y, ReadUp::Z, ReadUp::X] {
        assert_eq!(tower.facing().warning(up), None);
    }
}

#[test]
fn generated_scenes_are_clean() {
    use walkmesh_scenes::{SceneOptions, generate, list};
    for scene in list() {
        let generated = generate(scene.name, &SceneOptions::default()).unwrap();
        // The scenes' crate sees this library as another build of it: rebuild the soup.
        let theirs = generated.soup;
        let mut soup = Soup::default();
        soup.vertices.extend(theirs.vertices.iter().map(|p| Point::new(p.x, p.y, p.z)));
        for object in &theirs.objects {
            soup.add_object(object.name.clone());
        }
        soup.triangles.extend(
            theirs
                .triangles
                .iter()
                .map(|t| Triangle { corners: t.corners, object: ObjectId(t.object.0) }),
        );
        let report = soup.clean(&CleanOptions::default());
        assert_eq!(report.messages(), Vec::<String>::new(), "{}", scene.name);
    }
}
