//! Worlds made for the test, with their models beside them.

mod places;
mod shapes;

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
