//! What `bake` and `info` tell of a mesh.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use walkmesh::mesh::NavMesh;
use walkmesh::report::figures;
use walkmesh::store;

use crate::answer::{Table, counted, metres, seconds};
use crate::parameters;

/// Areas of this many components are listed; a soup of stray islands may have thousands.
const LISTED_COMPONENTS: usize = 16;

/// Counts, size and origin of a mesh, and what the verb's stages took.
#[derive(Serialize)]
pub(crate) struct Summary {
    polygons: usize,
    vertices: usize,
    tiles: usize,
    components: usize,
    /// In plan.
    area_m2: f64,
    /// The largest components' areas, largest first.
    component_areas_m2: Vec<f64>,
    /// Lower and upper corner; absent for an empty mesh.
    bounds: Option<[[f64; 3]; 2]>,
    /// Of what the mesh is, in hexadecimal.
    hash: String,
    /// Of the soup that it was made from; null for a mesh of another program.
    input_hash: Option<String>,
    /// Wall time of the whole.
    seconds: f64,
    /// Time of each stage, summed over threads, in order.
    #[serde(serialize_with = "as_map")]
    stages: Vec<(String, f64)>,
    parameters: Map<String, Value>,
    quantised: Value,
    quality: Quality,
}

/// The shape of the polygons.
#[derive(Serialize)]
struct Quality {
    mean_corners: f64,
    most_corners: usize,
    shared_edges: usize,
    one_way_edges: usize,
    wall_length: f64,
    longest_edge: f64,
    smallest_polygon_m2: f64,
    sliver_share: f64,
}

impl Summary {
    /// The summary of a mesh; `stages` are names with seconds.
    pub(crate) fn new<'a>(
        mesh: &NavMesh,
        seconds: f64,
        stages: impl IntoIterator<Item = (&'a str, f64)>,
    ) -> Self {
        let corner = |p| <[f64; 3]>::from(p);
        let figures = figures(mesh);
        let areas = figures.components.iter().map(|component| component.area_m2);
        Self {
            polygons: figures.polygons,
            vertices: figures.vertices,
            tiles: figures.tiles,
            components: figures.components.len(),
            area_m2: figures.area_m2,
            component_areas_m2: areas.take(LISTED_COMPONENTS).collect(),
            bounds: figures.bounds.map(|(low, high)| [corner(low), corner(high)]),
            hash: hex(&store::content_hash(mesh)),
            input_hash: parameters::is_baked(mesh).then(|| hex(mesh.input_hash())),
            seconds,
            stages: stages.into_iter().map(|(name, s)| (name.to_owned(), s)).collect(),
            parameters: parameters::asked_as_json(mesh),
            quantised: parameters::quantised_as_json(mesh),
            quality: Quality {
                mean_corners: figures.mean_corners,
                most_corners: figures.corners.keys().next_back().copied().unwrap_or(0),
                shared_edges: figures.shared_edges,
                one_way_edges: figures.one_way_edges,
                wall_length: figures.wall_length,
                longest_edge: figures.longest_edge,
                smallest_polygon_m2: figures.smallest_polygon_m2,
                sliver_share: figures.sliver_share,
            },
        }
    }

    /// The counts for people.
    pub(crate) fn table(&self) -> Table {
        let mut table = Table::default();
        table
            .row("polygons", format!("{} ({})", self.polygons, counted(self.vertices, "corner")))
            .row("area", format!("{:.2} m² in plan", self.area_m2))
            .row("components", self.components_text())
            .row("tiles", self.tiles.to_string());
        if let Some([low, high]) = self.bounds {
            let point = |[x, y, z]: [f64; 3]| format!("{},{},{}", metres(x), metres(y), metres(z));
            table.row("bounds", format!("{} to {}", point(low), point(high)));
        }
        table.row("hash", self.hash.as_str());
        table
    }

    /// Seconds and their share by stage.
    pub(crate) fn times(&self) -> String {
        let stage = |(name, s): &(String, f64)| format!("{name} {}", seconds(*s));
        let stages: Vec<String> = self.stages.iter().map(stage).collect();
        format!("{} ({})", seconds(self.seconds), stages.join(", "))
    }

    /// The shape of the polygons for people, added to a table.
    pub(crate) fn add_quality(&self, table: &mut Table) {
        let quality = &self.quality;
        if let Some(hash) = &self.input_hash {
            table.row("input hash", hash.as_str());
        }
        table
            .row(
                "corners",
                format!("{:.2} a polygon, {} at most", quality.mean_corners, quality.most_corners),
            )
            .row(
                "edges",
                format!(
                    "{} shared ({} one way), longest {} m",
                    quality.shared_edges,
                    quality.one_way_edges,
                    metres(quality.longest_edge)
                ),
            )
            .row("walls", format!("{} m", metres(quality.wall_length)))
            .row("smallest", format!("{} m²", metres(quality.smallest_polygon_m2)))
            .row("slivers", format!("{:.1} %", 100.0 * quality.sliver_share));
    }

    fn components_text(&self) -> String {
        if self.components == 0 {
            return "none".into();
        }
        let areas: Vec<String> =
            self.component_areas_m2.iter().take(4).map(|area| format!("{area:.2}")).collect();
        let more = if self.components > areas.len() { ", ..." } else { "" };
        format!("{} ({}{more} m²)", self.components, areas.join(", "))
    }
}

/// Pairs as an object, in their order.
fn as_map<S: Serializer>(pairs: &[(String, f64)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

/// Bytes in hexadecimal.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
