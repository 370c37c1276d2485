//! COLLADA 1.4 and 1.5.
//!
//! The scene's nodes are walked, transforms applied in document order, `instance_node` followed;
//! a file without a scene gives its geometries as they are. Each node with geometry becomes an
//! object. The file's unit and up axis are obeyed. Skins stay in their bind shape. What is missing
//! or of no use here is skipped with a note, as real files often refer to other files.

mod mesh;

use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

use roxmltree::{Document, Node, NodeId, ParsingOptions};

use super::assembly::{Assembly, Part};
use super::transform::Transform;
use super::xml::{child, children, text, word};
use super::{Conventions, Note, ReadError, UpAxis, encoding, number};

/// Nodes may be nested (or instance each other) this deep.
const DEEPEST: u32 = 256;
/// Instances of instances multiply; a model has fewer nodes than this in all.
const MOST_NODES: u32 = 1_000_000;

pub(crate) fn read(bytes: &[u8], path: &Path) -> Result<(Assembly, Conventions), ReadError> {
    let text = encoding::text(bytes);
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let syntax =
        |what: String| ReadError::Syntax { path: path.to_owned(), format: "COLLADA", what };
    let document =
        Document::parse_with_options(&text, options).map_err(|error| syntax(error.to_string()))?;
    let root = document.root_element();
    if root.tag_name().name() != "COLLADA" {
        return Err(syntax(format!("its root is <{}>", root.tag_name().name())));
    }
    let mut reader = Reader {
        path,
        ids: ids(root),
        parts: HashMap::new(),
        nodes: 0,
        assembly: Assembly::default(),
    };
    reader.scene(root)?;
    let conventions = conventions(root, &mut reader.assembly.notes);
    Ok((reader.assembly, conventions))
}

/// Elements by their id; the first one where several claim it.
fn ids<'d>(root: Node<'d, 'd>) -> HashMap<&'d str, Node<'d, 'd>> {
    let mut ids = HashMap::new();
    for node in root.descendants() {
        if let Some(id) = node.attribute("id") {
            ids.entry(id).or_insert(node);
        }
    }
    ids
}

/// The unit and the up axis of the file's own asset; metres and Y where it says nothing, and with a
/// note where what it says cannot be.
fn conventions(root: Node<'_, '_>, notes: &mut Vec<Note>) -> Conventions {
    let asset = child(root, "asset");
    let in_asset = |name| asset.and_then(|asset| child(asset, name));
    let mut odd = |part: &str, what: String| {
        notes.push(Note::Part { part: part.to_owned(), what });
    };
    let meter = in_asset("unit").and_then(|unit| unit.attribute("meter"));
    let scale = meter.map_or(1.0, |text| {
        let given = number::parse_with_comma(text).filter(|s| s.is_finite() && *s > 0.0);
        given.unwrap_or_else(|| {
            odd("the unit", format!("has \"{text}\" metres, which cannot be: taken as 1"));
            1.0
        })
    });
    let up = match in_asset("up_axis").and_then(word) {
        Some("X_UP") => UpAxis::X,
        Some("Z_UP") => UpAxis::Z,
        None | Some("Y_UP") => UpAxis::Y,
        Some(other) => {
            odd("the up axis", format!("is \"{other}\", which is none: taken as Y_UP"));
            UpAxis::Y
        }
    };
    Conventions { up, scale }
}

struct Reader<'p, 'd> {
    path: &'p Path,
    ids: HashMap<&'d str, Node<'d, 'd>>,
    /// Geometries already read.
    parts: HashMap<NodeId, Rc<Part>>,
    nodes: u32,
    assembly: Assembly,
}

impl<'d> Reader<'_, 'd> {
    fn scene(&mut self, root: Node<'d, 'd>) -> Result<(), ReadError> {
        let chosen = child(root, "scene")
            .and_then(|scene| child(scene, "instance_visual_scene"))
            .and_then(|instance| self.target(instance, "url"));
        let first = || {
            let libraries = children(root, "library_visual_scenes");
            libraries.filter_map(|library| child(library, "visual_scene")).next()
        };
        if let Some(scene) = chosen.or_else(first) {
            for node in children(scene, "node") {
                self.node(node, &Transform::IDENTITY, 0)?;
            }
        } else {
            for library in children(root, "library_geometries") {
                for geometry in children(library, "geometry") {
                    self.geometry(geometry, name_of(geometry), &Transform::IDENTITY)?;
                }
            }
        }
        self.assembly.emptiness = Some(format!("no faces; nodes: {}", self.nodes));
        Ok(())
    }

    fn node(&mut self, node: Node<'d, 'd>, above: &Transform, depth: u32) -> Result<(), ReadError> {
        let wrong = |what: String| ReadError::Reference {
            path: self.path.to_owned(),
            part: format!("node \"{}\"", name_of(node)),
            what,
        };
        if depth > DEEPEST {
            return Err(wrong(format!("is below itself or nested deeper than {DEEPEST}")));
        }
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            let (path, limit) = (self.path.to_owned(), MOST_NODES.into());
            return Err(ReadError::TooMany { path, what: "nodes with all instances", limit });
        }
        let mut placed = *above;
        for element in node.children().filter(Node::is_element) {
            match self.transform(element) {
                Ok(Some(transform)) => placed = placed.then_inner(&transform),
                Ok(None) => {}
                Err(what) => return Err(wrong(what)),
            }
        }
        for element in node.children().filter(Node::is_element) {
            match element.tag_name().name() {
                "node" => self.node(element, &placed, depth + 1)?,
                "instance_node" => match self.target(element, "url") {
                    Some(target) => self.node(target, &placed, depth + 1)?,
                    None => self.lost(),
                },
                "instance_geometry" => match self.target(element, "url") {
                    Some(geometry) => self.geometry(geometry, name_of(node), &placed)?,
                    None => self.lost(),
                },
                "instance_controller" => self.controller(element, node, &placed)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// One element of a node as a map, if it is one.
    fn transform(&mut self, element: Node<'_, '_>) -> Result<Option<Transform>, String> {
        Ok(Some(match element.tag_name().name() {
            "matrix" => Transform::row_major(numbers(element)?),
            "translate" => Transform::translation(numbers(element)?),
            "rotate" => {
                let [x, y, z, degrees] = numbers(element)?;
                Transform::rotation([x, y, z], degrees)
            }
            "scale" => Transform::scale(numbers(element)?),
            "skew" | "lookat" => {
                self.assembly.skipped("skew and lookat transforms", 1);
                return Ok(None);
            }
            _ => return Ok(None),
        }))
    }

    /// A skin (through morphs) in its bind shape.
    fn controller(
        &mut self,
        instance: Node<'d, 'd>,
        node: Node<'d, 'd>,
        placed: &Transform,
    ) -> Result<(), ReadError> {
        let mut placed = *placed;
        let mut target = self.target(instance, "url");
        // A skin of a morph of a geometry is as long as such a chain gets.
        for _ in 0..4 {
            let Some(found) = target else { break };
            if found.tag_name().name() == "geometry" {
                return self.geometry(found, name_of(node), &placed);
            }
            let deformer = child(found, "skin").or_else(|| child(found, "morph"));
            let bind_shape = deformer.and_then(|deformer| child(deformer, "bind_shape_matrix"));
            if let Some(Ok(matrix)) = bind_shape.map(numbers) {
                placed = placed.then_inner(&Transform::row_major(matrix));
            }
            target = deformer.and_then(|deformer| self.target(deformer, "source"));
        }
        self.lost();
        Ok(())
    }

    fn geometry(
        &mut self,
        geometry: Node<'d, 'd>,
        name: &str,
        placed: &Transform,
    ) -> Result<(), ReadError> {
        let part = match self.parts.get(&geometry.id()) {
            Some(part) => Rc::clone(part),
            None => {
                let part = match child(geometry, "mesh") {
                    Some(mesh) => mesh::read(mesh, &self.ids, &mut self.assembly)
                        .map_err(|problem| problem.in_file(self.path, name_of(geometry)))?,
                    None => {
                        self.assembly.skipped("geometries that are no meshes", 1);
                        Part::default()
                    }
                };
                let part = Rc::new(part);
                self.parts.insert(geometry.id(), Rc::clone(&part));
                part
            }
        };
        let name = if name.is_empty() { name_of(geometry) } else { name };
        self.assembly.instance(name, &part, placed, self.path)
    }

    fn lost(&mut self) {
        self.assembly.skipped("instances of what is not in the file", 1);
    }

    /// The element that an attribute refers to as `#id`.
    fn target(&self, from: Node<'d, 'd>, attribute: &str) -> Option<Node<'d, 'd>> {
        let id = from.attribute(attribute)?.trim().strip_prefix('#')?;
        self.ids.get(id).copied()
    }
}

fn name_of<'d>(node: Node<'d, 'd>) -> &'d str {
    node.attribute("name").or_else(|| node.attribute("id")).unwrap_or_default()
}

/// Exactly this many numbers, or what is wrong with them.
fn numbers<const N: usize>(element: Node<'_, '_>) -> Result<[f64; N], String> {
    let tag = element.tag_name().name();
    let mut values = [0.0; N];
    let text = text(element);
    let mut words = text.split_ascii_whitespace();
    for (i, value) in values.iter_mut().enumerate() {
        let word = words.next().unwrap_or_default();
        *value = number::parse_with_comma(word)
            .ok_or_else(|| format!("has a <{tag}> whose number {i} is \"{word}\""))?;
    }
    Ok(values)
}

#[cfg(test)]
mod tests;
