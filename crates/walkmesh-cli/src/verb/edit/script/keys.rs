//! Which keys of a row have a meaning beside each other: one that nothing is made of is most
//! likely meant for something else.

use anyhow::{Result, bail};

use super::{Row, What};
use crate::answer::counted;
use crate::exactly::Exactly;

/// A key of a row, and whether it is there.
type Key = (&'static str, bool);

impl What {
    /// How a script says it.
    const fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Move => "move",
            Self::Remove => "remove",
            Self::Activate => "activate",
            Self::Deactivate => "deactivate",
        }
    }
}

impl Row {
    /// Refuses keys that the edit makes nothing of, and outlines without corners.
    pub(super) fn check_keys(&self) -> Result<()> {
        let (place, payload) = (self.place_keys(), self.payload_keys());
        let unused: &[&[Key]] = match self.what {
            What::Add => &[],
            What::Move => &[&payload],
            What::Remove | What::Activate | What::Deactivate => &[&place, &payload],
        };
        if let Some((key, _)) = unused.iter().copied().flatten().find(|(_, given)| *given) {
            bail!("`{key}` says nothing where `do` is \"{}\": leave it out", self.what.name());
        }
        let polygon = ("polygon", self.polygon.is_some());
        let block = ("block", self.block.is_some());
        for ((key, given), (needed, there)) in [
            (("holes", self.holes.is_some()), polygon),
            (("passive", self.passive.is_some()), block),
            // Only blockers are grown by the agent's radius.
            (("grown", self.grown.is_some()), block),
        ] {
            if given && !there {
                bail!("`{key}` says nothing without `{needed}`: leave it out or give both");
            }
        }
        self.check_rings()
    }

    fn check_rings(&self) -> Result<()> {
        let few = |ring: &[Exactly<f64, 2>]| (ring.len() < 3).then_some(ring.len());
        if let Some(corners) = self.polygon.as_deref().and_then(few) {
            bail!("`polygon` has {}: give at least 3", counted(corners, "corner"));
        }
        for (i, hole) in self.holes.iter().flatten().enumerate() {
            if let Some(corners) = few(hole) {
                bail!("hole {i} of `holes` has {}: give at least 3", counted(corners, "corner"));
            }
        }
        Ok(())
    }

    /// What says where.
    fn place_keys(&self) -> [Key; 7] {
        [
            ("polygon", self.polygon.is_some()),
            ("holes", self.holes.is_some()),
            ("circle", self.circle.is_some()),
            ("box", self.r#box.is_some()),
            ("model", self.model.is_some()),
            ("terrain", self.terrain.is_some()),
            ("heights", self.heights.is_some()),
        ]
    }

    /// What says what is done there.
    fn payload_keys(&self) -> [Key; 8] {
        [
            ("block", self.block.is_some()),
            ("passive", self.passive.is_some()),
            ("grown", self.grown.is_some()),
            ("opens", self.opens.is_some()),
            ("opens_ids", self.opens_ids.is_some()),
            ("cost", self.cost.is_some()),
            ("area", self.area.is_some()),
            ("data", self.data.is_some()),
        ]
    }
}
