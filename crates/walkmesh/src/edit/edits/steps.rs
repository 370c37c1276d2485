//! What a batch comes to: which entries there are before and after.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::change::{Change, ChangeId, Edit, KindId, Payload};
use super::super::cover::COSTS;
use super::super::error::{EditError, EditProblem};
use super::super::places::{Acting, Places};
use super::Edits;
use crate::mesh::PolyRef;
use crate::threads::each;

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
        self.change.payload.is_beside()
    }

    /// True when turning it on or off changes the shapes of pieces.
    pub(super) fn shapes_pieces(&self) -> bool {
        matches!(
            self.change.payload,
            Payload::Area(_) | Payload::Cost(_) | Payload::Data { beside: false, .. }
        )
    }
}

/// What a batch does to changes, in order: the entry before and after.
pub(super) type Steps = Vec<(ChangeId, (Option<Entry>, Option<Entry>))>;

/// What a batch makes of a change, before it is known where that acts.
#[derive(Clone)]
struct Draft {
    change: Arc<Change>,
    active: bool,
    /// Which of the shapes that the batch places; `None` for the one that is there.
    placed: Option<usize>,
}

impl Draft {
    fn of(entry: &Entry) -> Self {
        Self { change: Arc::clone(&entry.change), active: entry.active, placed: None }
    }
}

/// What an edit makes of a change; shapes are added to those to be placed, with the edit.
fn step(
    edit: usize,
    what: &Edit,
    now: Option<Draft>,
    placed: &mut Vec<(usize, Arc<Change>)>,
) -> Result<Option<Draft>, EditProblem> {
    let id = what.id();
    let mut place = |change: Change, active: bool| {
        if let Payload::Cost(cost) = change.payload
            && !COSTS.contains(&cost)
        {
            return Err(EditProblem::Cost { cost });
        }
        let change = Arc::new(change);
        placed.push((edit, Arc::clone(&change)));
        Ok(Some(Draft { change, active, placed: Some(placed.len() - 1) }))
    };
    if let Edit::Add { change, .. } = what {
        if now.is_some() {
            return Err(EditProblem::Taken { id });
        }
        return place(change.clone(), !matches!(change.payload, Payload::PassiveBlock { .. }));
    }
    let Some(now) = now else { return Err(EditProblem::Unknown { id }) };
    match what {
        Edit::Add { .. } | Edit::Remove { .. } => Ok(None),
        Edit::Activate { .. } => Ok(Some(Draft { active: true, ..now })),
        Edit::Deactivate { .. } => Ok(Some(Draft { active: false, ..now })),
        Edit::Move { shape, heights, .. } => {
            let payload = now.change.payload.clone();
            let (shape, heights, grown) = (shape.clone(), *heights, now.change.grown);
            place(Change { shape, heights, payload, grown }, now.active)
        }
    }
}

impl Edits {
    /// What the batch comes to, change by change.
    pub(super) fn steps(&self, batch: &[Edit]) -> Result<Steps, EditError> {
        let mut drafts: BTreeMap<ChangeId, Option<Draft>> = BTreeMap::new();
        let mut placed: Vec<(usize, Arc<Change>)> = Vec::new();
        let mut refused = None;
        for (index, edit) in batch.iter().enumerate() {
            let id = edit.id();
            let known = drafts.get(&id).cloned();
            let now = known.unwrap_or_else(|| self.entries.get(&id).map(Draft::of));
            match step(index, edit, now, &mut placed) {
                Ok(after) => drafts.insert(id, after),
                Err(problem) => {
                    refused = Some(EditError::Edit { edit: index, problem });
                    break;
                }
            };
        }
        // What is wrong with a shape comes first if its edit does.
        let places = each(&placed, |(edit, change)| {
            let before = match batch[*edit] {
                Edit::Move { id, .. } => self.entries.get(&id).map(|entry| &*entry.places),
                _ => None,
            };
            let made = Places::new(&self.twins, change, before);
            made.map_err(|problem| EditError::Edit { edit: *edit, problem })
        });
        let places = places.into_iter().map(|made| made.map(Arc::new));
        let places: Vec<Arc<Places>> = places.collect::<Result<_, _>>()?;
        if let Some(error) = refused {
            return Err(error);
        }
        let entry = |draft: Draft, before: Option<&Entry>| {
            let places = match draft.placed {
                Some(i) => Arc::clone(&places[i]),
                None => Arc::clone(&before?.places),
            };
            Some(Entry { change: draft.change, active: draft.active, places })
        };
        let step = |(id, draft): (ChangeId, Option<Draft>)| {
            let before = self.entries.get(&id);
            (id, (before.cloned(), draft.and_then(|draft| entry(draft, before))))
        };
        Ok(drafts.into_iter().map(step).collect())
    }

    /// Puts what a batch comes to in place.
    pub(super) fn put(&mut self, steps: &Steps) {
        for (id, (before, after)) in steps {
            self.put_one(*id, before.as_ref(), after.as_ref());
        }
    }

    /// Puts back what was in place before a batch.
    pub(super) fn take_back(&mut self, steps: &Steps) {
        for (id, (before, after)) in steps {
            self.put_one(*id, after.as_ref(), before.as_ref());
        }
    }

    /// Replaces an entry: what is there, what shall be there.
    fn put_one(&mut self, id: ChangeId, before: Option<&Entry>, after: Option<&Entry>) {
        if let (Some(before), Some(after)) = (before, after)
            && Arc::ptr_eq(&before.places, &after.places)
        {
            self.entries.insert(id, after.clone());
            return;
        }
        let stays = |polygon: &PolyRef| {
            after.is_some_and(|entry| entry.places.touched.binary_search(polygon).is_ok())
        };
        for &polygon in before.iter().flat_map(|entry| &entry.places.touched) {
            self.hot.replace(polygon, None);
            if !stays(&polygon)
                && let Some(list) = self.acting.get_mut(polygon)
            {
                list.retain(|other| other.id != id);
                if list.is_empty() {
                    self.acting.replace(polygon, None);
                }
            }
        }
        for (polygon, outline) in after.iter().flat_map(|entry| entry.places.outlines()) {
            let list = self.acting.or_default(polygon);
            match list.binary_search_by_key(&id, |other| other.id) {
                Ok(at) => list[at].outline = outline,
                Err(at) => {
                    list.insert(at, Acting { id, outline });
                    self.hot.replace(polygon, None);
                }
            }
        }
        match after {
            Some(entry) => self.entries.insert(id, entry.clone()),
            None => self.entries.remove(&id),
        };
    }
}
