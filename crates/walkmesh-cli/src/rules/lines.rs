//! Where in its file a rule begins, and where each key stands that a problem may be about.

use walkmesh::soup::rules::RuleProblem;

/// The lines of a rule, counted from 1.
#[derive(Debug)]
pub(super) struct RuleLines {
    pub(super) begins: usize,
    /// Those of the keys that are given.
    pub(super) keys: Vec<(&'static str, usize)>,
}

impl RuleLines {
    /// Where the key stands that a problem is about, or where the rule begins.
    pub(super) fn of(&self, problem: &RuleProblem) -> usize {
        let about = match problem {
            RuleProblem::UnknownName { .. } | RuleProblem::Emptied { .. } => "name",
            RuleProblem::Limits { what, .. }
            | RuleProblem::Place { what, .. }
            | RuleProblem::Rank { what } => what,
            RuleProblem::LeaveOut { .. } => "leave-out-below",
            RuleProblem::Width { .. } => "width",
            RuleProblem::Nothing { .. } => return self.begins,
        };
        let found = self.keys.iter().find(|(key, _)| *key == about);
        found.map_or(self.begins, |(_, line)| *line)
    }
}
