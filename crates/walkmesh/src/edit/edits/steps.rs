//! What a batch comes to: which entries there are before and after.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::change::{Change, ChangeId, Edit, KindId, Payload};
use super::super::error::EditError;
use super::super::places::{Acting, Places};
use super::Edits;
use crate::mesh::CostFactor;

/// A change in place.
#[derive(Clone, Debug)]
pub(in super::super) struct Entry {
    pub(in super::super) change: Arc<Change>,
    pub(in super::super) active: bool,
    pub(super) places: Arc<Places>,
}

impl Entry {
    /// What a blocker is to openers.
    pub(in super::super) fn kind(&self) -> Option<KindId> {
        match self.change.payload {
            Payload::Block { kind } | Payload::PassiveBlock { kind } => Some(kind),
            _ => None,
        }
    }

    /// True when it leaves the mesh as it is.
    pub(super) fn is_beside(&self) -> bool {
        matches!(self.change.payload, Payload::Data { beside: true, .. })
    }

    /// True when turning it on or off changes the shapes of pieces.
    pub(super) fn shapes_pieces(&self) -> bool {
        matches!(
            self.change.payload,
            Payload::Area(_) | Payload::Cost(_) | Payload::Data { beside: false, .. }
        )
    }
}

/// What a batch does to one change: the entry before and after.
pub(super) type Steps = BTreeMap<ChangeId, (Option<Entry>, Option<Entry>)>;

impl Edits {
    /// What the batch comes to, change by change.
    pub(super) fn steps(&self, batch: &[Edit]) -> Result<Steps, EditError> {
        let mut steps = Steps::new();
        for (index, edit) in batch.iter().enumerate() {
            let id = edit.id();
            let before = self.entries.get(&id);
            let now = match steps.get(&id) {
                Some((_, now)) => now.clone(),
                None => before.cloned(),
            };
            let after = self.step(index, edit, now)?;
            steps.entry(id).or_insert_with(|| (before.cloned(), None)).1 = after;
        }
        Ok(steps)
    }

    fn step(
        &self,
        edit: usize,
        what: &Edit,
        now: Option<Entry>,
    ) -> Result<Option<Entry>, EditError> {
        let id = what.id();
        if let Edit::Add { change, .. } = what {
            if now.is_some() {
                return Err(EditError::Taken { edit, id });
            }
            let active = !matches!(change.payload, Payload::PassiveBlock { .. });
            return Ok(Some(self.entry(change.clone(), active, edit)?));
        }
        let Some(now) = now else { return Err(EditError::Unknown { edit, id }) };
        Ok(match what {
            Edit::Add { .. } | Edit::Remove { .. } => None,
            Edit::Activate { .. } => Some(Entry { active: true, ..now }),
            Edit::Deactivate { .. } => Some(Entry { active: false, ..now }),
            Edit::Move { shape, heights, .. } => {
                let payload = now.change.payload.clone();
                let (shape, heights, grown) = (shape.clone(), *heights, now.change.grown);
                let change = Change { shape, heights, payload, grown };
                Some(self.entry(change, now.active, edit)?)
            }
        })
    }

    fn entry(&self, change: Change, active: bool, edit: usize) -> Result<Entry, EditError> {
        if let Payload::Cost(cost) = change.payload
            && CostFactor::new(cost).is_none()
        {
            return Err(EditError::Cost { edit, cost });
        }
        let places = Places::new(&self.twins.base, &change, edit)?;
        Ok(Entry { change: Arc::new(change), active, places: Arc::new(places) })
    }

    /// Replaces entries: id, what is there, what shall be there.
    pub(super) fn put<'e>(
        &mut self,
        steps: impl Iterator<Item = (ChangeId, Option<&'e Entry>, Option<&'e Entry>)>,
    ) {
        for (id, before, after) in steps {
            if let (Some(before), Some(after)) = (before, after)
                && Arc::ptr_eq(&before.places, &after.places)
            {
                self.entries.insert(id, after.clone());
                continue;
            }
            for &polygon in before.iter().flat_map(|entry| &entry.places.touched) {
                if let Some(list) = self.acting.get_mut(polygon) {
                    list.retain(|other| other.id != id);
                    if list.is_empty() {
                        self.acting.replace(polygon, None);
                    }
                }
                self.hot.replace(polygon, None);
            }
            self.entries.remove(&id);
            if let Some(entry) = after {
                for (polygon, outline) in entry.places.outlines() {
                    self.hot.replace(polygon, None);
                    let list = self.acting.or_default(polygon);
                    let at = list.partition_point(|other| other.id < id);
                    list.insert(at, Acting { id, outline });
                }
                self.entries.insert(id, entry.clone());
            }
        }
    }
}
