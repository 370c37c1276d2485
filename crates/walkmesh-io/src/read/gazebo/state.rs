//! The state of a world: where its models and their links stood when it was saved.
//!
//! As in Gazebo up to 11 (later ones do not look at it): the first state of a world counts, each
//! pose in it is one in the world, and what it does not name stays in place in its model.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::pose::{Poses, name_of, numbers};
use super::{Reader, Scope, joined};
use crate::read::Note;
use crate::read::transform::Transform;
use crate::read::xml::{child, text_of};

/// What the state of a world says of the models and links in an element, by kind and name.
#[derive(Debug, Default)]
pub(super) struct State<'d>(BTreeMap<(&'d str, &'d str), Node<'d, 'd>>);

impl<'d> State<'d> {
    pub(super) fn of(around: Node<'d, 'd>) -> Self {
        let parts = around.children().filter_map(|part| {
            let kind = part.tag_name().name();
            matches!(kind, "model" | "link").then_some(())?;
            Some(((kind, name_of(part)?), part))
        });
        Self(parts.collect())
    }

    pub(super) fn part(&self, kind: &str, name: &str) -> Option<Node<'d, 'd>> {
        self.0.get(&(kind, name)).copied()
    }
}

impl Reader<'_> {
    /// The state of a world, if it has one.
    pub(super) fn state<'d>(&mut self, world: Node<'d, 'd>) -> State<'d> {
        let Some(state) = child(world, "state") else { return State::default() };
        for what in ["insertions", "deletions"] {
            if child(state, what).is_some_and(|list| list.has_children()) {
                self.doubt(format!("the state's {what}"), "are not followed");
            }
        }
        State::of(state)
    }

    /// Where a part stands in the world: where its state says, else at a place in what is around.
    pub(super) fn placed(
        &mut self,
        kind: &str,
        name: &str,
        scope: &Scope<'_>,
        place: &Transform,
    ) -> Transform {
        let Some(state) = scope.state.part(kind, name) else {
            return scope.placed.then_inner(place);
        };
        let scale = text_of(state, "scale").and_then(numbers::<3>);
        if scale.is_some_and(|scale| scale.iter().any(|s| s - 1.0 != 0.0)) {
            self.doubt(joined(&scope.name, name), "is scaled by its state, which is not followed");
        }
        self.pose(&Poses::default(), state)
    }

    /// Tells which parts have a state but are not in an element.
    pub(super) fn strays(&mut self, poses: &Poses, scope: &Scope<'_>) {
        for (_, name) in scope.state.0.keys() {
            if !poses.knows(name) {
                self.doubt(joined(&scope.name, name), "has a state but is not there");
            }
        }
    }

    fn doubt(&mut self, part: String, what: &str) {
        self.assembly.notes.push(Note::Part { part, what: what.to_owned() });
    }
}
