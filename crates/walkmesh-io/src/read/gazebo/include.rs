//! Models from files of their own.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use roxmltree::Node;

use super::pose::{Poses, Stand};
use super::{DEEPEST, Reader, Scope, joined, parse, search};
use crate::read::ReadError;
use crate::read::xml::{child, children, text_of};

impl Reader<'_> {
    /// The poses of what stands in an element. An include says its own together with its file; one
    /// that cannot be read is told where it is left out.
    pub(super) fn poses(&mut self, parent: Node<'_, '_>, scope: &Scope<'_>) -> Poses {
        let mut poses = Poses::of(parent);
        for include in children(parent, "include") {
            let read = self.file_of(include, scope).and_then(|file| {
                with_model(&self.text(&file)?, &file, |model| {
                    (called(include, model), Stand::of_include(include, model))
                })
            });
            if let Ok((name, stand)) = read {
                poses.insert(name, stand);
            }
        }
        poses
    }

    /// What an included model is made of.
    pub(super) fn include(
        &mut self,
        include: Node<'_, '_>,
        poses: &Poses,
        scope: &Scope<'_>,
    ) -> Result<(), ReadError> {
        let read = self.file_of(include, scope).and_then(|file| {
            with_model(&self.text(&file)?, &file, |model| {
                let name = called(include, model);
                let at = self.place(poses, &Stand::of_include(include, model), &name);
                let mut inner = self.inner(&name, &at, scope);
                inner.folder = search::folder_of(&file);
                // One that is all there is in a model adds nothing to its name.
                if !scope.name.is_empty() && is_alone(include) {
                    inner.name.clone_from(&scope.name);
                }
                self.model(model, &inner)
            })
        });
        read.unwrap_or_else(|why| {
            let uri = text_of(include, "uri").unwrap_or_default();
            // Lights are models as well; nobody stands on them.
            if !uri.ends_with("//sun") {
                self.left_out(joined(&scope.name, uri), &why);
            }
            Ok(())
        })
    }

    /// The file that an include names, or why it is of no use.
    fn file_of(&self, include: Node<'_, '_>, scope: &Scope<'_>) -> Result<PathBuf, String> {
        let uri = text_of(include, "uri").unwrap_or_default();
        let file = self.search.model(uri, &scope.folder).ok_or("was not found")?;
        if scope.depth >= DEEPEST {
            return Err("is included too deep, perhaps in itself".to_owned());
        }
        Ok(file)
    }

    /// The text of a file, which is read once.
    fn text(&mut self, file: &Path) -> Result<Rc<str>, String> {
        if let Some(known) = self.texts.get(file) {
            return Ok(known.clone());
        }
        let bytes = std::fs::read(file).map_err(|error| format!("cannot be read ({error})"))?;
        let text: Rc<str> = String::from_utf8_lossy(&bytes).into();
        self.assembly.beside.push(file.to_owned());
        self.texts.insert(file.to_owned(), text.clone());
        Ok(text)
    }
}

/// Gives the model in the text of a file to a function, or says why there is none.
fn with_model<R>(
    text: &str,
    file: &Path,
    take: impl FnOnce(Node<'_, '_>) -> R,
) -> Result<R, String> {
    let document = parse(text, file).map_err(|error| error.to_string())?;
    let model = child(document.root_element(), "model").ok_or("holds no model")?;
    Ok(take(model))
}

/// The name of an included model: that of the include, else its own.
fn called(include: Node<'_, '_>, model: Node<'_, '_>) -> String {
    text_of(include, "name").or(model.attribute("name")).unwrap_or("model").to_owned()
}

/// Whether nothing else stands beside an include.
fn is_alone(include: Node<'_, '_>) -> bool {
    let is_part =
        |node: &Node<'_, '_>| matches!(node.tag_name().name(), "include" | "link" | "model");
    include.parent().is_some_and(|around| around.children().filter(is_part).count() == 1)
}
