//! What things are made of.

use walkmesh::Point;

use super::{BOX, near, objects, world, write};

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
