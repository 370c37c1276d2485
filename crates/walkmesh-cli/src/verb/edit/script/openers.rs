//! What openers lead through: kinds and ids of the same script, as a name that nothing there has is
//! most likely misspelt.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use walkmesh::edit::{ChangeId, Edit, KindId, Payload};

use super::{Kinds, Script};

impl Script {
    /// Refuses openers of kinds and ids that no edit of the script blocks with.
    pub(super) fn check_openers(&self, kinds: &Kinds) -> Result<()> {
        let (blocked, blockers) = self.blockers();
        for (edit, line) in self.edits.iter().zip(&self.lines) {
            let Edit::Add { change, .. } = edit else { continue };
            let Payload::Open { ids, kinds: opened } = &change.payload else { continue };
            if let Some(kind) = opened.iter().find(|kind| !blocked.contains(kind)) {
                let name = kinds.name(*kind);
                bail!(
                    "line {line}: `opens` names the kind \"{name}\", as which nothing blocks here"
                );
            }
            if let Some(ChangeId(id)) = ids.iter().find(|id| !blockers.contains(id)) {
                bail!("line {line}: `opens_ids` names {id}, but no blocker here has that id");
            }
        }
        Ok(())
    }

    /// The kinds and ids that block.
    fn blockers(&self) -> (BTreeSet<KindId>, BTreeSet<ChangeId>) {
        let blocker = |edit: &Edit| match edit {
            Edit::Add { id, change } => match change.payload {
                Payload::Block { kind } | Payload::PassiveBlock { kind } => Some((kind, *id)),
                _ => None,
            },
            _ => None,
        };
        self.edits.iter().filter_map(blocker).unzip()
    }
}

impl Kinds {
    /// What the script calls a kind.
    fn name(&self, kind: KindId) -> &str {
        self.0.iter().find(|(_, known)| **known == kind).map_or("", |(name, _)| name)
    }
}
