//! Shapes from mesh files: all of a file, or a submesh of it.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use roxmltree::Node;
use walkmesh::Point;
use walkmesh::geom::{WorldBox, cast};

use super::{Reader, Scope, pose};
use crate::read::assembly::{Assembly, Part};
use crate::read::transform::Transform;
use crate::read::xml::{child, text_of};
use crate::read::{Conventions, Note, ReadError, extension_of, read_assembly};

/// What a mesh is taken from: a file, or a submesh of it.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Source {
    file: PathBuf,
    submesh: Option<Submesh>,
}

#[derive(PartialEq, Eq, Hash)]
struct Submesh {
    name: String,
    /// True when the middle of its bounding box is moved to the origin.
    centred: bool,
}

impl Reader<'_> {
    pub(super) fn mesh(
        &mut self,
        mesh: Node<'_, '_>,
        scope: &Scope<'_>,
        name: &str,
        placed: &Transform,
    ) -> Result<(), ReadError> {
        let uri = text_of(mesh, "uri").or(text_of(mesh, "filename")).unwrap_or_default();
        let Some(file) = self.search.file(uri, &scope.folder) else {
            self.left_out(name.to_owned(), &format!("needs `{uri}`, which was not found"));
            return Ok(());
        };
        let scale = match text_of(mesh, "scale").map(pose::numbers::<3>) {
            None => Transform::IDENTITY,
            Some(Some(scale)) => Transform::scale(scale),
            Some(None) => {
                self.left_out(name.to_owned(), "has a scale that is not three numbers");
                return Ok(());
            }
        };
        let source = Source { file, submesh: child(mesh, "submesh").and_then(submesh) };
        let part = match self.parts.get(&source) {
            Some(known) => known.clone(),
            None => {
                let read = self.read_mesh(&source, name);
                self.parts.insert(source, read.clone());
                read
            }
        };
        let Some(part) = part else { return Ok(()) };
        self.assembly.instance(name, &part, &placed.then_inner(&scale), self.path)
    }

    /// A mesh from its file; notes about it name the first that needs it.
    fn read_mesh(&mut self, source: &Source, name: &str) -> Option<Rc<Part>> {
        let Source { file, submesh } = source;
        match read_assembly(file) {
            Ok((mut assembly, own)) => {
                self.assembly.beside.push(file.clone());
                self.assembly.beside.append(&mut assembly.beside);
                let called = file.file_name().unwrap_or_default().to_string_lossy();
                for note in &assembly.notes {
                    let (part, what) = (called.clone().into_owned(), note.to_string());
                    self.assembly.notes.push(Note::Part { part, what });
                }
                let part = part_of(assembly, own, file, submesh.as_ref());
                if part.triangles.is_empty() {
                    let missing = match submesh {
                        Some(submesh) => format!("submesh `{}`", submesh.name),
                        None => "faces".to_owned(),
                    };
                    let why = format!("has no {missing} in {}", file.display());
                    self.left_out(name.to_owned(), &why);
                }
                Some(Rc::new(part))
            }
            Err(error) => {
                self.left_out(name.to_owned(), &error.to_string());
                None
            }
        }
    }
}

fn submesh(element: Node<'_, '_>) -> Option<Submesh> {
    let name = text_of(element, "name")?.to_owned();
    let centred = text_of(element, "center").is_some_and(|text| matches!(text, "true" | "1"));
    Some(Submesh { name, centred })
}

/// The triangles of a mesh file, or of a submesh of it, in metres with z up.
fn part_of(assembly: Assembly, own: Conventions, file: &Path, submesh: Option<&Submesh>) -> Part {
    let extension = extension_of(file);
    // Gazebo takes COLLADA's axes as they are, and turns glTF, which is always y up.
    let scale = Transform::scale([own.scale; 3]);
    let turn = Transform::rows([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]);
    let is_gltf = matches!(extension.as_str(), "gltf" | "glb");
    let axes = if is_gltf { scale.then_inner(&turn) } else { scale };
    let soup = assembly.soup;
    let is_wanted =
        |name: &str| submesh.is_none_or(|s| is_called(name, &s.name, extension == "obj"));
    let wanted: Vec<bool> = soup.objects.iter().map(|object| is_wanted(&object.name)).collect();
    let triangles = soup.triangles.iter().filter(|t| wanted[cast::index(t.object.0)]);
    let mut part = Part {
        triangles: triangles.map(|t| t.corners).collect(),
        points: soup.vertices.iter().map(|p| axes.apply(*p)).collect(),
    };
    if submesh.is_some_and(|submesh| submesh.centred) {
        centre(&mut part);
    }
    part
}

/// Whether a submesh goes by this name. In an OBJ file that is an object or a group, of any
/// materials.
fn is_called(object: &str, name: &str, of_obj: bool) -> bool {
    let without_material = object.rsplit_once(':').map_or(object, |(names, _)| names);
    let is_half = || without_material.split_once('/').is_some_and(|(o, g)| o == name || g == name);
    object == name || of_obj && (without_material == name || is_half())
}

/// Moves the middle of the bounding box of the triangles to the origin.
fn centre(part: &mut Part) {
    let corners = part.triangles.iter().flatten().filter_map(|&i| part.points.get(cast::index(i)));
    let WorldBox { min, max } = WorldBox::around(corners.copied().filter(|p| p.is_finite()));
    let [x, y, z] = [(min.x, max.x), (min.y, max.y), (min.z, max.z)].map(|(a, b)| a.midpoint(b));
    part.points.iter_mut().for_each(|p| *p = Point::new(p.x - x, p.y - y, p.z - z));
}
