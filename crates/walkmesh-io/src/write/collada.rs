//! COLLADA 1.4.1: one node with one geometry for each object; metres, Y up.

use std::fmt::Write;

use walkmesh::geom::cast;
use walkmesh::soup::Soup;

use super::{Renumbering, Used, by_object};

pub(super) fn write(soup: &Soup) -> Vec<u8> {
    let mut renumbering = Renumbering::new(soup);
    let mut geometries = String::new();
    let mut nodes = String::new();
    for (i, (name, triangles)) in by_object(soup).into_iter().enumerate() {
        let name = escape(name);
        geometry(&mut geometries, i, &name, soup, &renumbering.used(&triangles));
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(
            nodes,
            "<node id=\"n{i}\" name=\"{name}\"><instance_geometry url=\"#g{i}\"/></node>"
        );
    }
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n\
         <asset><contributor><authoring_tool>walkmesh</authoring_tool></contributor>\
         <created>1970-01-01T00:00:00Z</created><modified>1970-01-01T00:00:00Z</modified>\
         <unit name=\"meter\" meter=\"1\"/><up_axis>Y_UP</up_axis></asset>\n\
         <library_geometries>\n{geometries}</library_geometries>\n\
         <library_visual_scenes><visual_scene id=\"scene\">\n{nodes}</visual_scene>\
         </library_visual_scenes>\n\
         <scene><instance_visual_scene url=\"#scene\"/></scene>\n</COLLADA>\n"
    );
    text.into_bytes()
}

fn geometry(text: &mut String, i: usize, name: &str, soup: &Soup, used: &Used) {
    let (points, triangles) = (used.vertices.len(), used.triangles.len());
    let _ = write!(
        text,
        "<geometry id=\"g{i}\" name=\"{name}\"><mesh><source id=\"s{i}\">\
         <float_array id=\"a{i}\" count=\"{}\">",
        3 * points
    );
    for &vertex in &used.vertices {
        let p = soup.vertices[cast::index(vertex)];
        let _ = write!(text, "{} {} {} ", p.x, p.y, p.z);
    }
    let _ = write!(
        text,
        "</float_array><technique_common><accessor source=\"#a{i}\" count=\"{points}\" \
         stride=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/>\
         <param name=\"Z\" type=\"float\"/></accessor></technique_common></source>\
         <vertices id=\"v{i}\"><input semantic=\"POSITION\" source=\"#s{i}\"/></vertices>\
         <triangles count=\"{triangles}\">\
         <input semantic=\"VERTEX\" source=\"#v{i}\" offset=\"0\"/><p>"
    );
    for [a, b, c] in &used.triangles {
        let _ = write!(text, "{a} {b} {c} ");
    }
    text.push_str("</p></triangles></mesh></geometry>\n");
}

/// Text for an attribute. XML 1.0 has no way to say most control characters.
fn escape(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '"' => text.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => text.push(' '),
            c => text.push(c),
        }
    }
    text
}
