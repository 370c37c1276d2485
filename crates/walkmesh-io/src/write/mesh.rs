//! A navigation mesh out: as a model of its ground, and as JSON.

use std::collections::HashMap;
use std::path::Path;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use walkmesh::geom::predicates::on_segment;
use walkmesh::geom::{GroundPoint, cast};
use walkmesh::mesh::{Link, LinkEnd, NavMesh, Passage, PolyRef};
use walkmesh::report::drawing::area_name;
use walkmesh::soup::{ObjectId, Soup, Triangle};

use super::{WriteError, save, write_model};

/// The ground of a mesh as triangles: its height triangles, cut where a corner of their polygon
/// lies on an edge of them, one object for each kind of ground, named as RecastDemo names areas,
/// corners shared where they are one place. Polygons, links and one-way edges are lost; `walkmesh::store::triangles` reads it back as a mesh.
#[must_use]
pub fn mesh_soup(mesh: &NavMesh) -> Soup {
    let mut soup = Soup::default();
    let areas: Vec<_> = mesh.areas().collect();
    for &area in &areas {
        let object = soup.add_object(area_name(area));
        if let Some(object) = soup.objects.get_mut(cast::index(object.0)) {
            object.area = area;
        }
    }
    // Looked up only: its order never shows.
    let mut known: HashMap<GroundPoint, u32> = HashMap::new();
    for r in mesh.polygons() {
        let area = mesh.polygon(r).area;
        let object = ObjectId(cast::count(areas.iter().position(|&a| a == area).unwrap_or(0)));
        for triangle in triangles(mesh, r) {
            let corners = triangle.map(|p| {
                *known.entry(p).or_insert_with(|| {
                    soup.vertices.push(mesh.frame().to_world(p));
                    cast::count(soup.vertices.len() - 1)
                })
            });
            soup.triangles.push(Triangle { corners, object });
        }
    }
    soup
}

/// The height triangles of a polygon, so that each of its corners is one of theirs: what joins
/// tiles puts corners into edges that no height triangle has, and triangles are neighbours by
/// corners alone.
fn triangles(mesh: &NavMesh, r: PolyRef) -> Vec<[GroundPoint; 3]> {
    let tile = mesh.tile(r.tile);
    let of_tile = tile.triangles_of(r.polygon).iter();
    let whole: Vec<_> = of_tile.map(|t| t.map(|v| tile.vertices[cast::index(v)])).collect();
    let is_used = |p: &GroundPoint| whole.iter().flatten().any(|q| p == q);
    let loose: Vec<GroundPoint> = mesh.corners(r).filter(|p| !is_used(p)).collect();
    if loose.is_empty() {
        return whole;
    }
    let mut cut = Vec::with_capacity(whole.len() + loose.len());
    whole.into_iter().for_each(|triangle| cut_at(triangle, &loose, &mut cut));
    cut
}

/// Cuts a triangle from each point between two of its corners to the third.
fn cut_at([a, b, c]: [GroundPoint; 3], points: &[GroundPoint], cut: &mut Vec<[GroundPoint; 3]>) {
    let between = |p: &GroundPoint, u: GroundPoint, w: GroundPoint| {
        on_segment(u.plan, w.plan, p.plan) && p.plan != u.plan && p.plan != w.plan
    };
    for [a, b, c] in [[a, b, c], [b, c, a], [c, a, b]] {
        if let Some(&p) = points.iter().find(|p| between(p, a, b)) {
            cut_at([a, p, c], points, cut);
            cut_at([p, b, c], points, cut);
            return;
        }
    }
    cut.push([a, b, c]);
}

/// A mesh as JSON in the manner of GeoJSON: a feature for each polygon, its corners
/// `[x, y, z]` in world metres, Y up, counter-clockwise from above, the first again at the end
/// (GeoJSON itself would have degrees and the height last). `properties` has `area`,
/// `area_name`, `flags`, `component`, `tile`, and for each edge, from corner to corner,
/// `neighbours`: the `id` of the polygon beyond, or null; and `closed`, true where it cannot be
/// entered from here. `links` beside the features: both ends (`polygon` and two points), `kind`,
/// `cost`, `width` (null for any), `both_ways`, `enabled`. Heights between corners are left out.
#[must_use]
pub fn mesh_json(mesh: &NavMesh) -> Value {
    json!(Collection::of(mesh, &mesh.ranks()))
}

/// What [`mesh_json`] gives, its keys in order. Polygons become values one at a time, so that writing
/// them needs little more memory than their text: as values they are twenty times that.
#[derive(Serialize)]
struct Collection<'a> {
    agent: Value,
    axes: &'static str,
    features: Features<'a>,
    links: Vec<Value>,
    r#type: &'static str,
}

impl<'a> Collection<'a> {
    fn of(mesh: &'a NavMesh, ranks: &'a [u32]) -> Self {
        let agent = mesh.parameters().agent;
        Self {
            agent: json!({
                "height": agent.height,
                "radius": agent.radius,
                "max_climb": agent.max_climb,
                "max_slope": agent.max_slope,
            }),
            axes: "x, y (up), z; metres",
            features: Features { mesh, ranks },
            links: mesh.links().iter().map(|link| link_json(mesh, ranks, link)).collect(),
            r#type: "FeatureCollection",
        }
    }
}

fn link_json(mesh: &NavMesh, ranks: &[u32], link: &Link) -> Value {
    let end = |end: &LinkEnd| {
        let point = |p| -> [f64; 3] { mesh.frame().to_world(p).into() };
        let polygon = mesh.resolve(end.polygon).map(|r| ranks[mesh.index(r)]);
        json!({ "polygon": polygon, "from": point(end.from), "to": point(end.to) })
    };
    json!({
        "kind": link.kind,
        "user_id": link.user_id,
        "area": link.area.0,
        "flags": link.flags,
        "from": end(&link.from),
        "to": end(&link.to),
        "width": link.width.is_finite().then_some(link.width),
        "cost": link.cost,
        "both_ways": link.both_ways,
        "enabled": link.enabled,
    })
}

/// The polygons of a mesh, each with its rank.
struct Features<'a> {
    mesh: &'a NavMesh,
    ranks: &'a [u32],
}

impl Serialize for Features<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.mesh.polygons().map(|r| feature(self.mesh, self.ranks, r)))
    }
}

fn feature(mesh: &NavMesh, ranks: &[u32], r: PolyRef) -> Value {
    let polygon = mesh.polygon(r);
    let mut ring: Vec<[f64; 3]> =
        mesh.corners(r).map(|p| mesh.frame().to_world(p).into()).collect();
    ring.extend(ring.first().copied());
    let edges = mesh.edges(r);
    let neighbours: Vec<Option<u32>> =
        edges.iter().map(|e| e.neighbour().map(|other| ranks[mesh.index(other)])).collect();
    let closed: Vec<bool> =
        edges.iter().map(|e| e.neighbour().is_some() && e.passage() == Passage::Closed).collect();
    let coord = mesh.tile(r.tile).coord;
    json!({
        "type": "Feature",
        "id": ranks[mesh.index(r)],
        "geometry": { "type": "Polygon", "coordinates": [ring] },
        "properties": {
            "area": polygon.area.0,
            "area_name": area_name(polygon.area),
            "flags": polygon.flags,
            "component": mesh.component(r).0,
            "tile": [coord.x, coord.y],
            "neighbours": neighbours,
            "closed": closed,
        },
    })
}

/// Writes a mesh by the extension, in any case: `.obj`, `.glb` and `.dae` as [`mesh_soup`],
/// `.json` and `.geojson` as [`mesh_json`]. The file appears complete or not at all.
///
/// # Errors
/// When the extension is unknown, or the system refuses.
pub fn write_mesh(path: &Path, mesh: &NavMesh) -> Result<(), WriteError> {
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    if !matches!(extension.as_deref(), Some("json" | "geojson")) {
        return write_model(path, &mesh_soup(mesh));
    }
    let text = serde_json::to_vec(&Collection::of(mesh, &mesh.ranks()));
    let failed =
        |error: serde_json::Error| WriteError::Io { path: path.to_owned(), source: error.into() };
    let mut bytes = text.map_err(failed)?;
    bytes.push(b'\n');
    save(path, &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh::bake::{BakeOptions, bake};
    use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, KindId, Payload};
    use walkmesh::parameters::{Parameters, Preset, TileSize};
    use walkmesh::store::triangles::{WeldOptions, read};
    use walkmesh_scenes::SceneOptions;

    fn stairs() -> NavMesh {
        let scene = walkmesh_scenes::generate("stairs", &SceneOptions::default()).unwrap();
        bake(&scene.soup, &scene.preset.parameters(), &BakeOptions::default()).unwrap().mesh
    }

    #[test]
    fn the_ground_comes_back_as_a_mesh() {
        let mesh = stairs();
        let soup = mesh_soup(&mesh);
        let triangles: usize = mesh.tiles().map(|t| t.triangles.len()).sum();
        assert_eq!((soup.triangles.len(), soup.objects.len()), (triangles, 1));
        let folder = tempfile::tempdir().unwrap();
        for name in ["mesh.obj", "mesh.DAE", "mesh.glb"] {
            let path = folder.path().join(name);
            write_mesh(&path, &mesh).unwrap();
            let soup = crate::read_model(&path, &crate::ReadOptions::default()).unwrap().soup;
            assert_eq!(soup.triangles.len(), triangles, "{name}");
            let back = read(&soup, &WeldOptions::default()).unwrap().mesh;
            assert!((back.area_m2() - mesh.area_m2()).abs() < 1e-3, "{name}");
            assert_eq!(back.validate(), [], "{name}");
            assert_eq!(back.components().len(), mesh.components().len(), "{name}");
        }
    }

    /// The side of a tile goes along the foot of the stair: there one tile has a corner more.
    #[test]
    fn tiles_come_back_joined() {
        let scene = walkmesh_scenes::generate("stairs", &SceneOptions::default()).unwrap();
        let tile_size = TileSize::Metres(8.0);
        let parameters = Parameters { tile_size, ..Preset::Human.parameters() };
        let mesh = bake(&scene.soup, &parameters, &BakeOptions::default()).unwrap().mesh;
        let soup = mesh_soup(&mesh);
        let triangles: usize = mesh.tiles().map(|t| t.triangles.len()).sum();
        assert!(soup.triangles.len() > triangles, "no corner is between those of triangles");
        let back = read(&soup, &WeldOptions::default()).unwrap().mesh;
        assert!((back.area_m2() - mesh.area_m2()).abs() < 1e-3);
        assert_eq!((mesh.components().len(), back.components().len()), (1, 1));
        assert_eq!(back.validate(), []);
    }

    #[test]
    fn what_is_closed_is_not_written() {
        let mesh = stairs();
        let place = mesh.polygons().map(|r| mesh.corners(r).next().unwrap()).nth(2).unwrap();
        let at = mesh.frame().to_world(place);
        let change = Change {
            shape: Footprint::Circle { center: [at.x, at.z], radius: 0.4 },
            heights: (at.y - 1.0, at.y + 1.0),
            payload: Payload::Block { kind: KindId(0) },
            grown: false,
        };
        let mut edits = Edits::new(mesh).unwrap();
        let _ = edits.apply(&[Edit::Add { id: ChangeId(1), change }]).unwrap();
        let closed = edits.mesh();
        assert!(closed.index_count() > closed.polygon_count());
        let cut = walkmesh_testkit::closed::cut_out(closed);
        assert_eq!(mesh_soup(closed), mesh_soup(&cut));
        let [ours, theirs] = [closed, &cut].map(|mesh| {
            let mut json = mesh_json(mesh);
            // Names of components tell of what was there before.
            for feature in json["features"].as_array_mut().unwrap() {
                feature["properties"]["component"] = Value::Null;
            }
            json
        });
        assert_eq!(ours, theirs);
    }

    #[test]
    fn json_has_every_polygon_and_its_neighbours() {
        let mesh = stairs();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mesh.geojson");
        write_mesh(&path, &mesh).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(
            text == format!("{}\n", mesh_json(&mesh)),
            "the file is not what is told as a value"
        );
        let value: Value = serde_json::from_str(&text).unwrap();
        let features = value["features"].as_array().unwrap();
        assert_eq!(features.len(), mesh.polygon_count());
        for (i, feature) in features.iter().enumerate() {
            assert_eq!(feature["id"], json!(i));
            let ring = feature["geometry"]["coordinates"][0].as_array().unwrap();
            let neighbours = feature["properties"]["neighbours"].as_array().unwrap();
            assert_eq!((ring.first(), ring.len()), (ring.last(), neighbours.len() + 1));
            for other in neighbours.iter().filter_map(Value::as_u64) {
                let back = &features[usize::try_from(other).unwrap()]["properties"]["neighbours"];
                assert!(back.as_array().unwrap().contains(&json!(i)), "{other} knows {i}");
            }
        }
        let unknown = write_mesh(&folder.path().join("mesh.xyz"), &mesh).unwrap_err();
        assert!(unknown.to_string().contains("mesh.xyz"));
    }
}
