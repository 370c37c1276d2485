//! Binary glTF 2.0: one node with one mesh for each object, about an origin near by.

use std::path::Path;

use serde_json::{Value, json};
use walkmesh::Point;
use walkmesh::geom::{WorldBox, cast};
use walkmesh::soup::Soup;

use super::{Renumbering, WriteError, by_object};

/// Component types and targets of the format.
const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34_962;
const ELEMENT_ARRAY_BUFFER: u32 = 34_963;

/// Coordinates up to this are written as they are, metres: an `f32` is within 2^-15 m of them.
const NEAR: f64 = 1024.0;

/// What the JSON lists, in the making.
#[derive(Default)]
struct Lists {
    nodes: Vec<Value>,
    meshes: Vec<Value>,
    accessors: Vec<Value>,
    views: Vec<Value>,
}

pub(super) fn write(soup: &Soup, path: &Path) -> Result<Vec<u8>, WriteError> {
    let mut binary = Vec::new();
    let mut lists = Lists::default();
    let mut renumbering = Renumbering::new(soup);
    let origin = origin(soup);
    for (i, (name, triangles)) in by_object(soup).into_iter().enumerate() {
        let used = renumbering.used(&triangles);
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        let start = binary.len();
        for &vertex in &used.vertices {
            let p: [f64; 3] = soup.vertices[cast::index(vertex)].into();
            let local: [f64; 3] = std::array::from_fn(|axis| p[axis] - origin[axis]);
            for (axis, value) in local.map(single).into_iter().enumerate() {
                if !value.is_finite() {
                    return Err(WriteError::TooFar { path: path.to_owned(), vertex });
                }
                low[axis] = low[axis].min(value);
                high[axis] = high[axis].max(value);
                binary.extend(value.to_le_bytes());
            }
        }
        let middle = binary.len();
        binary.extend(used.triangles.iter().flatten().flat_map(|corner| corner.to_le_bytes()));
        let view = |from: usize, to: usize, target: u32| json!({"buffer": 0, "byteOffset": from, "byteLength": to - from, "target": target});
        lists.views.push(view(start, middle, ARRAY_BUFFER));
        lists.views.push(view(middle, binary.len(), ELEMENT_ARRAY_BUFFER));
        lists.accessors.push(json!({
            "bufferView": 2 * i, "componentType": FLOAT, "count": used.vertices.len(),
            "type": "VEC3", "min": low, "max": high
        }));
        lists.accessors.push(json!({
            "bufferView": 2 * i + 1, "componentType": UNSIGNED_INT,
            "count": 3 * used.triangles.len(), "type": "SCALAR"
        }));
        let primitive = json!({"attributes": {"POSITION": 2 * i}, "indices": 2 * i + 1});
        lists.meshes.push(json!({"name": name, "primitives": [primitive]}));
        lists.nodes.push(node(name, i, origin));
    }
    container(&document(&lists, binary.len()), &binary, path)
}

/// What the accessors' coordinates count from: zero where the soup lies near it, else the middle
/// of its box in whole numbers that an `f32` has as well, so that no reader rounds it. One for all
/// objects: corners that they share are rounded alike.
fn origin(soup: &Soup) -> [f64; 3] {
    let used = soup.triangles.iter().filter_map(|t| soup.corners(t)).flatten();
    let WorldBox { min, max } = WorldBox::around(used);
    let [low, high] = [min, max].map(<[f64; 3]>::from);
    std::array::from_fn(|axis| {
        let (low, high) = (low[axis], high[axis]);
        let middle = f64::from(single((low + (high - low) / 2.0).round()));
        // What is too far for an `f32` is for the vertex there to say.
        if low.abs().max(high.abs()) > NEAR && middle.is_finite() { middle } else { 0.0 }
    })
}

/// A node, which puts its mesh back to where it was.
fn node(name: &str, mesh: usize, origin: [f64; 3]) -> Value {
    let mut node = json!({"name": name, "mesh": mesh});
    if Point::from(origin) != Point::default() {
        node["translation"] = json!(origin);
    }
    node
}

/// A document may not list nothing, so an empty soup has no lists at all.
fn document(lists: &Lists, bytes: usize) -> Value {
    let asset = json!({"version": "2.0", "generator": "walkmesh"});
    if lists.nodes.is_empty() {
        return json!({"asset": asset});
    }
    let roots: Vec<usize> = (0..lists.nodes.len()).collect();
    json!({
        "asset": asset, "scene": 0, "scenes": [{"nodes": roots}],
        "nodes": lists.nodes, "meshes": lists.meshes, "accessors": lists.accessors,
        "bufferViews": lists.views, "buffers": [{"byteLength": bytes}]
    })
}

/// Header and chunks, each padded to four bytes: the text with spaces.
fn container(document: &Value, binary: &[u8], path: &Path) -> Result<Vec<u8>, WriteError> {
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let chunks: &[(&[u8; 4], &[u8])] = if binary.is_empty() {
        &[(b"JSON", &text)]
    } else {
        &[(b"JSON", &text), (b"BIN\0", binary)]
    };
    let whole = 12 + chunks.iter().map(|(_, chunk)| 8 + chunk.len()).sum::<usize>();
    let length = |n: usize| {
        u32::try_from(n).map(u32::to_le_bytes).map_err(|_| {
            let bytes = u64::try_from(whole).unwrap_or(u64::MAX);
            WriteError::TooLarge { path: path.to_owned(), bytes }
        })
    };
    let mut glb = Vec::with_capacity(whole);
    glb.extend(b"glTF\x02\0\0\0");
    glb.extend(length(whole)?);
    for (kind, chunk) in chunks {
        glb.extend(length(chunk.len())?);
        glb.extend(*kind);
        glb.extend(*chunk);
    }
    Ok(glb)
}

/// The nearest `f32`; infinite beyond its range.
#[expect(clippy::cast_possible_truncation, reason = "the format stores f32, rounded to nearest")]
fn single(value: f64) -> f32 {
    value as f32
}
