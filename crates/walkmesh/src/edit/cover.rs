//! What lies over a piece of ground.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::change::{ChangeId, Payload};
use super::edits::Entry;
use crate::mesh::CostFactor;
use crate::soup::Area;

/// The lists of a piece: pieces of one base polygon are merged only where these are equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cover {
    /// Blockers over it, active or waiting.
    pub(super) blockers: Vec<ChangeId>,
    /// Openers over it, active or not.
    pub(super) openers: Vec<ChangeId>,
    /// What active changes multiply the cost of the ground by.
    pub(super) factor: CostFactor,
    /// The values of active changes: layer, and the bits of the value.
    pub(super) data: Vec<(u32, u64)>,
    /// The kind of ground that active changes make it.
    pub(super) area: Option<Area>,
}

/// What blocks, opens and waits over a piece of ground, by id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    /// Active blockers.
    pub blocked_by: Vec<ChangeId>,
    /// Active openers, whatever they open.
    pub opened_by: Vec<ChangeId>,
    /// Blockers that are not active.
    pub waiting: Vec<ChangeId>,
}

/// What a cost may be: what single precision, in which it is kept, says to seven digits and with
/// some room.
pub(super) const COSTS: RangeInclusive<f64> = 1e-37..=1e38;

/// The factor for costs that were multiplied: beyond all that a cost may be it is the last of them.
pub(super) fn factor(product: f64) -> CostFactor {
    CostFactor::new(product.clamp(*COSTS.start(), *COSTS.end())).unwrap_or_default()
}

impl Cover {
    /// Of changes in order of id.
    pub(super) fn of<'e>(changes: impl Iterator<Item = (ChangeId, &'e Entry)>) -> Self {
        let mut cover = Self::default();
        let mut product = 1.0;
        let mut data = BTreeMap::new();
        for (id, entry) in changes {
            match &entry.change.payload {
                Payload::Block { .. } | Payload::PassiveBlock { .. } => cover.blockers.push(id),
                Payload::Open { .. } => cover.openers.push(id),
                _ if !entry.active => {}
                Payload::Area(area) => cover.area = Some(*area),
                Payload::Cost(factor) => product *= factor,
                Payload::Data { layer, value, .. } => {
                    data.insert(*layer, value.to_bits());
                }
            }
        }
        cover.factor = factor(product);
        cover.data = data.into_iter().collect();
        cover
    }

    /// True when nothing lies over it.
    pub(super) fn is_bare(&self) -> bool {
        *self == Self::default()
    }

    /// True when every active blocker is opened by an active opener.
    pub(super) fn is_passable(&self, entries: &BTreeMap<ChangeId, Entry>) -> bool {
        let active = |id: &&ChangeId| entries.get(id).is_some_and(|entry| entry.active);
        let opened = |blocker: &ChangeId| {
            let kind = entries.get(blocker).and_then(|entry| entry.kind());
            self.openers.iter().filter(active).filter_map(|id| entries.get(id)).any(|opener| {
                matches!(&opener.change.payload, Payload::Open { ids, kinds }
                    if ids.contains(blocker) || kind.is_some_and(|kind| kinds.contains(&kind)))
            })
        };
        self.blockers.iter().filter(active).all(opened)
    }

    /// The lists for callers.
    pub(super) fn lists(&self, entries: &BTreeMap<ChangeId, Entry>) -> Lists {
        let active = |id: &ChangeId| entries.get(id).is_some_and(|entry| entry.active);
        let (blocked_by, waiting) = self.blockers.iter().partition(|id| active(id));
        let opened_by = self.openers.iter().copied().filter(active).collect();
        Lists { blocked_by, opened_by, waiting }
    }
}
