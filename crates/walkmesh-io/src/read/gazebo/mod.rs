//! Gazebo worlds and models (SDF 1.4 and later): what stands where, and what it is made of.
//!
//! A world is Z up, in metres. Each collision becomes an object of the soup, named after its
//! models and itself; visuals only when asked for. Meshes come from the files that they name; as
//! in Gazebo a COLLADA file's unit is obeyed there and its up axis is not. Things stand where the
//! state of a saved world says. What is not found or of no use here is left out with a note: real
//! worlds name models that are not at hand.

mod include;
mod mesh;
mod pose;
mod search;
mod shape;
mod state;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use roxmltree::{Document, Node, ParsingOptions};

use super::assembly::{Assembly, Part};
use super::transform::Transform;
use super::xml::{child, children};
use super::{Conventions, Note, ReadError, ReadOptions, UpAxis};
use mesh::Source;
use pose::{Poses, Stand};
use search::Search;
use state::State;

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
        texts: HashMap::new(),
        parts: HashMap::new(),
        geometries: 0,
        models: 0,
        assembly: Assembly::default(),
    };
    let world = child(root, "world").unwrap_or(root);
    let scope = Scope {
        folder: search::folder_of(path),
        depth: 0,
        name: String::new(),
        placed: Transform::IDENTITY,
        state: reader.state(world),
    };
    let poses = reader.poses(world, &scope);
    reader.models(world, &poses, &scope)?;
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

/// What is around an element.
#[derive(Debug)]
struct Scope<'d> {
    /// That of the file in which it was written: relative names start there.
    folder: PathBuf,
    /// How deep it stands in models.
    depth: u32,
    /// The models that it stands in; empty in a world.
    name: String,
    /// Where those stand.
    placed: Transform,
    /// What the world says of the parts of the model, or of the world.
    state: State<'d>,
}

struct Reader<'p> {
    path: &'p Path,
    /// `collision` or `visual`.
    wanted: &'static str,
    search: Search,
    /// Files of models already read.
    texts: HashMap<PathBuf, Rc<str>>,
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
        poses: &Poses,
        scope: &Scope<'_>,
    ) -> Result<(), ReadError> {
        self.strays(poses, scope);
        for node in parent.children().filter(Node::is_element) {
            match node.tag_name().name() {
                "model" => {
                    let at = self.pose(poses, node);
                    let name = node.attribute("name").unwrap_or("model");
                    let inner = self.inner(name, &at, scope);
                    if scope.depth >= DEEPEST {
                        self.left_out(inner.name, "stands too deep in others");
                        continue;
                    }
                    self.model(node, &inner)?;
                }
                "include" => self.include(node, poses, scope)?,
                "population" => {
                    self.left_out(joined(&scope.name, "population"), "is spread at random");
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// What is around the parts of a model at a place.
    fn inner<'d>(&mut self, name: &str, place: &Transform, scope: &Scope<'d>) -> Scope<'d> {
        Scope {
            folder: scope.folder.clone(),
            depth: scope.depth + 1,
            name: joined(&scope.name, name),
            placed: self.placed("model", name, scope, place),
            state: scope.state.part("model", name).map(State::of).unwrap_or_default(),
        }
    }

    /// What a model is made of, and the models in it; the scope is the model's own.
    fn model(&mut self, model: Node<'_, '_>, scope: &Scope<'_>) -> Result<(), ReadError> {
        self.models += 1;
        if self.models > MOST_MODELS {
            let (path, limit) = (self.path.to_owned(), MOST_MODELS.into());
            return Err(ReadError::TooMany { path, what: "models", limit });
        }
        let poses = self.poses(model, scope);
        for link in children(model, "link") {
            let at = self.pose(&poses, link);
            let at = self.placed("link", link.attribute("name").unwrap_or_default(), scope, &at);
            let in_link = Poses::of(link);
            for body in children(link, self.wanted) {
                let at = at.then_inner(&self.pose(&in_link, body));
                let named = joined(&scope.name, body.attribute("name").unwrap_or(self.wanted));
                self.geometry(body, scope, &named, &at)?;
            }
        }
        self.models(model, &poses, scope)
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
        scope: &Scope<'_>,
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
