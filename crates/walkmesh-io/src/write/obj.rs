//! Wavefront OBJ: one `o` for each object, positions in the shortest text that reads back equal.

use std::fmt::Write;

use walkmesh::geom::cast;
use walkmesh::soup::Soup;

use super::{Renumbering, by_object};

pub(super) fn write(soup: &Soup) -> Vec<u8> {
    let mut text = String::from("# walkmesh; metres, Y up\n");
    let mut renumbering = Renumbering::new(soup);
    let mut before: u64 = 1;
    for (name, triangles) in by_object(soup) {
        let used = renumbering.used(&triangles);
        text.push_str("o ");
        // A line break in a name would end the statement.
        text.extend(name.chars().map(|c| if c.is_control() { ' ' } else { c }));
        text.push('\n');
        for &vertex in &used.vertices {
            let p = soup.vertices[cast::index(vertex)];
            // Writing to a string cannot fail.
            let _ = writeln!(text, "v {} {} {}", p.x, p.y, p.z);
        }
        for corners in &used.triangles {
            let [a, b, c] = corners.map(|corner| u64::from(corner) + before);
            let _ = writeln!(text, "f {a} {b} {c}");
        }
        before += u64::from(cast::count(used.vertices.len()));
    }
    text.into_bytes()
}
