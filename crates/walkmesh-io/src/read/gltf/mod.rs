//! glTF 2.0, as `.gltf` with its buffers or as `.glb`.
//!
//! The default scene (else the first) is walked; each node with a mesh becomes an object, so
//! instances are copied. Triangles, strips and fans are read, quantised positions and sparse
//! accessors too; skins and morph targets stay in their rest pose. Nodes that are not shown
//! (`KHR_node_visibility`) are skipped with all below them. Compressed geometry is refused with
//! what to do. No index of the file is trusted.

mod accessor;
mod buffers;
mod document;

use std::path::Path;
use std::rc::Rc;

use walkmesh::geom::cast;

use super::assembly::{Assembly, LOOSE_CORNERS, Part, within_limit};
use super::transform::Transform;
use super::{Conventions, ReadError, encoding};
use accessor::Accessors;
use buffers::Buffers;
use document::{Document, Node, Primitive, Version};

const UNCOMPRESSED: &str = "export again without geometry compression";

/// The mode of a primitive that is a list of triangles.
const TRIANGLES: u32 = 4;

pub(crate) fn read(bytes: &[u8], path: &Path) -> Result<(Assembly, Conventions), ReadError> {
    let (json, binary) = buffers::container(bytes, path)?;
    let document = parse(json, path)?;
    let mut reader = Reader {
        path,
        accessors: Accessors::new(&document, Buffers::new(&document, binary, path), path),
        document: &document,
        parts: vec![None; document.meshes.len()],
        assembly: Assembly::default(),
    };
    reader.scene()?;
    let Reader { accessors, mut assembly, .. } = reader;
    assembly.beside = accessors.into_files();
    Ok((assembly, Conventions::default()))
}

fn parse(json: &[u8], path: &Path) -> Result<Document, ReadError> {
    let syntax = |error: serde_json::Error| ReadError::Syntax {
        path: path.to_owned(),
        format: "glTF",
        what: error.to_string(),
    };
    let json = encoding::unmarked(json);
    let version = serde_json::from_slice::<Version>(json).map_err(syntax)?.asset.version;
    if !version.starts_with("2.") {
        return Err(ReadError::Unsupported {
            path: path.to_owned(),
            feature: format!("glTF {version}"),
            remedy: "convert it to glTF 2.0",
        });
    }
    serde_json::from_slice(json).map_err(syntax)
}

struct Reader<'a> {
    path: &'a Path,
    document: &'a Document,
    accessors: Accessors<'a>,
    /// Meshes already read, by index.
    parts: Vec<Option<Rc<Part>>>,
    assembly: Assembly,
}

impl Reader<'_> {
    fn scene(&mut self) -> Result<(), ReadError> {
        let document = self.document;
        let index = document.scene.unwrap_or(0);
        let Some(scene) = document.scenes.get(index) else {
            if document.scene.is_none() {
                self.assembly.emptiness = Some("no scene in it".to_owned());
                return Ok(());
            }
            return Err(self.missing("the default scene".to_owned(), "scene", index));
        };
        // A node has one parent at most, so one visit each: a second one is a loop or an error.
        let mut visited = vec![false; document.nodes.len()];
        let mut open: Vec<(usize, Transform, bool)> =
            scene.nodes.iter().rev().map(|&node| (node, Transform::IDENTITY, true)).collect();
        while let Some((index, above, shown)) = open.pop() {
            let Some(node) = document.nodes.get(index) else {
                return Err(self.missing(format!("scene or node above {index}"), "node", index));
            };
            if std::mem::replace(&mut visited[index], true) {
                return Err(ReadError::Reference {
                    path: self.path.to_owned(),
                    part: format!("node {index}"),
                    what: "is below itself or has two parents".to_owned(),
                });
            }
            let placed = above.then_inner(&local(node));
            let visibility = node.extensions.visibility.as_ref();
            let shown = shown && visibility.is_none_or(|own| own.visible);
            if shown {
                self.node(index, node, &placed)?;
            } else if node.mesh.is_some() {
                self.assembly.skipped("meshes of hidden nodes", 1);
            }
            open.extend(node.children.iter().rev().map(|&child| (child, placed, shown)));
        }
        self.assembly.emptiness = Some(format!("no faces; nodes: {}", document.nodes.len()));
        Ok(())
    }

    fn node(&mut self, index: usize, node: &Node, placed: &Transform) -> Result<(), ReadError> {
        let Some(mesh) = node.mesh else { return Ok(()) };
        self.refuse(
            &node.extensions.others,
            "EXT_mesh_gpu_instancing",
            "export plain nodes instead",
        )?;
        let Some(described) = self.document.meshes.get(mesh) else {
            return Err(self.missing(format!("node {index}"), "mesh", mesh));
        };
        let part = match &self.parts[mesh] {
            Some(part) => Rc::clone(part),
            None => {
                let mut part = Part::default();
                for (i, primitive) in described.primitives.iter().enumerate() {
                    let name = format!("mesh {mesh} primitive {i}");
                    self.primitive(primitive, &name, &mut part)?;
                }
                Rc::clone(self.parts[mesh].insert(Rc::new(part)))
            }
        };
        let name = node.name.as_deref().or(described.name.as_deref()).unwrap_or_default();
        self.assembly.instance(name, &part, placed, self.path)
    }

    fn primitive(
        &mut self,
        primitive: &Primitive,
        name: &str,
        part: &mut Part,
    ) -> Result<(), ReadError> {
        self.refuse(&primitive.extensions, "KHR_draco_mesh_compression", UNCOMPRESSED)?;
        match primitive.mode {
            TRIANGLES..=6 => {}
            0 => {
                self.assembly.skipped("point sets", 1);
                return Ok(());
            }
            1..=3 => {
                self.assembly.skipped("line sets", 1);
                return Ok(());
            }
            mode => return Err(self.missing(name.to_owned(), "mode", cast::index(mode))),
        }
        let Some(&positions) = primitive.attributes.get("POSITION") else {
            self.assembly.skipped("primitives without positions", 1);
            return Ok(());
        };
        let points = self.accessors.positions(positions, name)?;
        let limit = cast::count(points.len());
        let indices = match primitive.indices {
            Some(indices) => self.accessors.indices(indices, name)?,
            None => (0..limit).collect(),
        };
        if let Some((i, bad)) = indices.iter().enumerate().find(|(_, vertex)| **vertex >= limit) {
            return Err(ReadError::Reference {
                path: self.path.to_owned(),
                part: name.to_owned(),
                what: format!("index {i} is vertex {bad}, but there are {limit} vertices"),
            });
        }
        if primitive.mode == TRIANGLES {
            self.assembly.skipped(LOOSE_CORNERS, indices.len() % 3);
        }
        let first = cast::count(part.points.len());
        within_limit(part.points.len() + points.len(), "vertices in a mesh", self.path)?;
        part.points.extend(points);
        let triangles = assemble(primitive.mode, &indices);
        within_limit(part.triangles.len() + indices.len(), "triangles in a mesh", self.path)?;
        part.triangles.extend(triangles.map(|corners| corners.map(|corner| first + corner)));
        Ok(())
    }

    fn refuse(
        &self,
        extensions: &document::Extensions,
        name: &str,
        remedy: &'static str,
    ) -> Result<(), ReadError> {
        accessor::refuse(self.path, extensions, name, remedy)
    }

    fn missing(&self, part: String, what: &str, index: usize) -> ReadError {
        let what = format!("refers to {what} {index}, which does not exist");
        ReadError::Reference { path: self.path.to_owned(), part, what }
    }
}

/// What a node does to what is below it.
fn local(node: &Node) -> Transform {
    if let Some(matrix) = node.matrix {
        return Transform::column_major(matrix);
    }
    let translation = Transform::translation(node.translation.unwrap_or_default());
    let rotation = Transform::quaternion(node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]));
    let scale = Transform::scale(node.scale.unwrap_or([1.0; 3]));
    translation.then_inner(&rotation).then_inner(&scale)
}

/// Triangles of a list (4), a strip (5, every other one turned) or a fan (6).
fn assemble(mode: u32, indices: &[u32]) -> Box<dyn Iterator<Item = [u32; 3]> + '_> {
    let windows = indices.windows(3);
    match (mode, indices) {
        (TRIANGLES, _) => Box::new(indices.chunks_exact(3).map(|t| [t[0], t[1], t[2]])),
        (5, _) => Box::new(
            windows
                .enumerate()
                .map(|(i, t)| if i % 2 == 0 { [t[0], t[1], t[2]] } else { [t[0], t[2], t[1]] }),
        ),
        (_, [hub, rim @ ..]) => Box::new(rim.windows(2).map(|t| [t[0], t[1], *hub])),
        (_, []) => Box::new(std::iter::empty()),
    }
}

#[cfg(test)]
mod tests;
