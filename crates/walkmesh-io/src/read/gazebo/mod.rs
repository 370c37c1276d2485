//! Gazebo worlds and models (SDF 1.4 and later): what stands where, and what it is made of.
//!
//! A world is Z up, in metres. Each collision becomes an object of the soup, named after its
//! models and itself; visuals only when asked for. Meshes come from the files that they name; as
//! in Gazebo a COLLADA file's unit is obeyed there and its up axis is not. What is not found or of
//! no use here is left out with a note: real worlds name models that are not at hand.

mod mesh;
mod pose;
mod search;
mod shape;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use roxmltree::{Document, Node, ParsingOptions};

use super::assembly::{Assembly, Part};
use super::transform::Transform;
use super::xml::{child, children, text_of};
use super::{Conventions, Note, ReadError, ReadOptions, UpAxis};
use mesh::Source;
use pose::{Poses, Stand};
use search::Search;

/// Models may stand in each other, and include each other, this deep.
const DEEPEST: u32 = 32;
/// Includes of includes multiply; a world has fewer models and geometries than this.
const MOST_MODELS: u32 = 100_000;
const MOST_GEOMETRIES: u32 = 1_000_000;

pub(crate) fn read(
    bytes: &[u8],
    path: &Path,
    options: &ReadOptions,
) -> Result<(Assembly, Conventions), ReadError> {
    let text = String::from_utf8_lossy(bytes);
    let document = parse(&text, path)?;
    let root = document.root_element();
    if !matches!(root.tag_name().name(), "sdf" | "gazebo") {
        let what = format!("its root is <{}>", root.tag_name().name());
        return Err(ReadError::Syntax { path: path.to_owned(), format: "SDF", what });
    }
    let mut reader = Reader {
        path,
        wanted: if options.visuals { "visual" } else { "collision" },
        search: Search::of(path),
        parts: HashMap::new(),
        geometries: 0,
        models: 0,
        assembly: Assembly::default(),
    };
    let file = Scope { folder: search::folder_of(path), depth: 0 };
    match child(root, "world") {
        Some(world) => reader.models(world, &file, "", &Transform::IDENTITY)?,
        None => reader.models(root, &file, "", &Transform::IDENTITY)?,
    }
    reader.assembly.emptiness =
        Some(format!("no {} geometry; models: {}", reader.wanted, reader.models));
    Ok((reader.assembly, Conventions { up: UpAxis::Z, scale: 1.0 }))
}

fn parse<'t>(text: &'t str, path: &Path) -> Result<Document<'t>, ReadError> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| ReadError::Syntax {
        path: path.to_owned(),
        format: "SDF",
        what: error.to_string(),
    })
}

/// Where an element was written: relative names start there; how deep it stands in others.
#[derive(Clone, Debug)]
struct Scope {
    folder: PathBuf,
    depth: u32,
}

struct Reader<'p> {
    path: &'p Path,
    /// `collision` or `visual`.
    wanted: &'static str,
    search: Search,
    /// Meshes already read; `None` of those that cannot be.
    parts: HashMap<Source, Option<Rc<Part>>>,
    geometries: u32,
    models: u32,
    assembly: Assembly,
}

impl Reader<'_> {
    /// The models in a world, a model or a file.
    fn models(
        &mut self,
        parent: Node<'_, '_>,
        scope: &Scope,
        name: &str,
        placed: &Transform,
    ) -> Result<(), ReadError> {
        let poses = Poses::of(parent);
        for node in parent.children().filter(Node::is_element) {
            match node.tag_name().name() {
                "model" => {
                    let at = placed.then_inner(&self.pose(&poses, node));
                    let named = joined(name, node.attribute("name").unwrap_or("model"));
                    if scope.depth >= DEEPEST {
                        self.left_out(named, "stands too deep in others");
                        continue;
                    }
                    let inner = Scope { folder: scope.folder.clone(), depth: scope.depth + 1 };
                    self.model(node, &inner, &named, &at)?;
                }
                "include" => self.include(node, &poses, scope, name, placed)?,
                "population" => self.left_out(joined(name, "population"), "is spread at random"),
                _ => {}
            }
        }
        Ok(())
    }

    /// What a model is made of, and the models in it.
    fn model(
        &mut self,
        model: Node<'_, '_>,
        scope: &Scope,
        name: &str,
        placed: &Transform,
    ) -> Result<(), ReadError> {
        self.models += 1;
        if self.models > MOST_MODELS {
            let (path, limit) = (self.path.to_owned(), MOST_MODELS.into());
            return Err(ReadError::TooMany { path, what: "models", limit });
        }
        let poses = Poses::of(model);
        for link in children(model, "link") {
            let at = placed.then_inner(&self.pose(&poses, link));
            let in_link = Poses::of(link);
            for body in children(link, self.wanted) {
                let at = at.then_inner(&self.pose(&in_link, body));
                let named = joined(name, body.attribute("name").unwrap_or(self.wanted));
                self.geometry(body, scope, &named, &at)?;
            }
        }
        self.models(model, scope, name, placed)
    }

    /// A model from a file of its own. The pose here replaces the one that the file gives.
    fn include(
        &mut self,
        include: Node<'_, '_>,
        poses: &Poses,
        scope: &Scope,
        name: &str,
        placed: &Transform,
    ) -> Result<(), ReadError> {
        let uri = text_of(include, "uri").unwrap_or_default();
        let found = self.search.model(uri, &scope.folder);
        let Some(file) = found else {
            // Lights are models as well; nobody stands on them.
            if !uri.ends_with("//sun") {
                self.left_out(joined(name, uri), "was not found");
            }
            return Ok(());
        };
        let depth = scope.depth + 1;
        if depth > DEEPEST {
            self.left_out(joined(name, uri), "is included too deep, perhaps in itself");
            return Ok(());
        }
        let text = match std::fs::read(&file) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                self.left_out(joined(name, uri), &format!("cannot be read ({error})"));
                return Ok(());
            }
        };
        let document = match parse(&text, &file) {
            Ok(document) => document,
            Err(error) => {
                self.left_out(joined(name, uri), &error.to_string());
                return Ok(());
            }
        };
        let Some(model) = child(document.root_element(), "model") else {
            self.left_out(joined(name, uri), "holds no model");
            return Ok(());
        };
        let called =
            text_of(include, "name").or(model.attribute("name")).unwrap_or("model").to_owned();
        let at = self.place(poses, &Stand::of_include(include, model), &called);
        // One that is all there is in a model adds nothing to its name.
        let is_alone = include.parent().is_some_and(|around| {
            let is_part = |node: &Node<'_, '_>| {
                matches!(node.tag_name().name(), "include" | "link" | "model")
            };
            around.children().filter(is_part).count() == 1
        });
        let named =
            if is_alone && !name.is_empty() { name.to_owned() } else { joined(name, &called) };
        let inner = Scope { folder: search::folder_of(&file), depth };
        self.model(model, &inner, &named, &placed.then_inner(&at))
    }

    fn pose(&mut self, poses: &Poses, node: Node<'_, '_>) -> Transform {
        self.place(poses, &Stand::of(node), pose::name_of(node).unwrap_or("a pose"))
    }

    fn place(&mut self, poses: &Poses, stand: &Stand, name: &str) -> Transform {
        let (transform, wrong) = poses.place(stand);
        if let Some(what) = wrong {
            self.assembly.notes.push(Note::Part { part: name.to_owned(), what });
        }
        transform
    }

    /// The shape of a collision or visual.
    fn geometry(
        &mut self,
        body: Node<'_, '_>,
        scope: &Scope,
        name: &str,
        placed: &Transform,
    ) -> Result<(), ReadError> {
        self.geometries += 1;
        if self.geometries > MOST_GEOMETRIES {
            let (path, limit) = (self.path.to_owned(), MOST_GEOMETRIES.into());
            return Err(ReadError::TooMany { path, what: "geometries", limit });
        }
        let Some(form) = child(body, "geometry").and_then(|g| g.children().find(Node::is_element))
        else {
            return Ok(());
        };
        if form.tag_name().name() == "mesh" {
            return self.mesh(form, scope, name, placed);
        }
        match shape::part(form) {
            Ok(part) => self.assembly.instance(name, &part, placed, self.path),
            Err(why) => {
                self.left_out(name.to_owned(), &why);
                Ok(())
            }
        }
    }

    fn left_out(&mut self, part: String, why: &str) {
        self.assembly.notes.push(Note::Part { part, what: format!("{why}; it was left out") });
    }
}

/// The name of a part of a model.
fn joined(model: &str, part: &str) -> String {
    if model.is_empty() { part.to_owned() } else { format!("{model}/{part}") }
}

#[cfg(test)]
mod tests;
