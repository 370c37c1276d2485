//! Which objects a rule is for.

use super::RuleProblem;
use super::parts::Part;
use super::pattern;
use crate::geom::WorldBox;
use crate::soup::Object;

/// Chooses the objects that meet all of it; the default chooses every object. Sizes and places
/// are those of the box around an object along the world's axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// Patterns of which one has to fit the whole name, empty for any name: `*` stands for any
    /// characters or none, `?` for one, every other one for itself. Upper and lower case differ.
    /// Each pattern has to fit an object.
    pub names: Vec<String>,
    /// The longest side of the box, metres.
    pub extent: Limits,
    /// The upright side of the box, metres.
    pub height: Limits,
    /// The volume of the box, cubic metres; 0 for a level sheet.
    pub volume: Limits,
    /// All of the object is in this box, metres; its sides count as inside.
    pub inside: Option<WorldBox>,
    /// Nothing of the object's box is in this box, metres; its sides count as inside.
    pub outside: Option<WorldBox>,
    /// Of all objects that meet the rest, the largest or smallest alone.
    pub rank: Option<Rank>,
}

/// Between which sizes something is; both count as between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The least.
    pub min: f64,
    /// The most.
    pub max: f64,
}

impl Default for Limits {
    /// Any size.
    fn default() -> Self {
        Self { min: 0.0, max: f64::INFINITY }
    }
}

impl Limits {
    fn hold(&self, size: f64) -> bool {
        (self.min..=self.max).contains(&size)
    }

    fn check(&self, what: &'static str) -> Result<(), RuleProblem> {
        if self.min.is_finite() && self.max >= self.min && self.max >= 0.0 {
            return Ok(());
        }
        Err(RuleProblem::Limits { what, min: self.min, max: self.max })
    }
}

/// A number of objects by the volume of their boxes; of equal volumes the longer counts as
/// larger, and of equal ones the earlier in the soup comes first. All when there are fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// So many of the largest, at least 1.
    Largest(usize),
    /// So many of the smallest, at least 1.
    Smallest(usize),
}

impl Choice {
    /// The objects that it chooses, in order; never nothing.
    pub(super) fn find(
        &self,
        objects: &[Object],
        parts: &[Option<Part>],
    ) -> Result<Vec<usize>, RuleProblem> {
        self.check()?;
        self.check_names(objects, parts)?;
        let present = parts.iter().enumerate().filter_map(|(i, part)| Some((i, part.as_ref()?)));
        let named: Vec<(usize, &Part)> =
            present.filter(|&(i, _)| self.is_named(&objects[i].name)).collect();
        let of_size: Vec<(usize, &Part)> =
            named.iter().copied().filter(|(_, part)| self.is_of_size(part)).collect();
        let chosen: Vec<(usize, &Part)> =
            of_size.iter().copied().filter(|(_, part)| self.is_in_place(part)).collect();
        if chosen.is_empty() {
            return Err(RuleProblem::Nothing { named: named.len(), of_size: of_size.len() });
        }
        Ok(self.ranked(chosen))
    }

    fn check(&self) -> Result<(), RuleProblem> {
        self.extent.check("extent")?;
        self.height.check("height")?;
        self.volume.check("volume")?;
        for (what, place) in [("inside", self.inside), ("outside", self.outside)] {
            if let Some(WorldBox { min, max }) = place
                && !(min.x <= max.x && min.y <= max.y && min.z <= max.z)
            {
                return Err(RuleProblem::Place { what, min, max });
            }
        }
        match self.rank {
            Some(Rank::Largest(0)) => Err(RuleProblem::Rank { what: "largest" }),
            Some(Rank::Smallest(0)) => Err(RuleProblem::Rank { what: "smallest" }),
            _ => Ok(()),
        }
    }

    /// Each pattern fits an object that still has triangles.
    fn check_names(&self, objects: &[Object], parts: &[Option<Part>]) -> Result<(), RuleProblem> {
        for name in &self.names {
            let fits = |i: &usize| pattern::fits(name, &objects[*i].name);
            let mut fitting = (0..objects.len()).filter(fits);
            let Some(first) = fitting.next() else {
                let nearest = pattern::nearest(name, objects.iter().map(|o| o.name.as_str()));
                let (name, nearest) = (name.clone(), nearest.map(str::to_owned));
                return Err(RuleProblem::UnknownName { name, objects: objects.len(), nearest });
            };
            if parts[first].is_none() && fitting.all(|i| parts[i].is_none()) {
                return Err(RuleProblem::Emptied { name: name.clone() });
            }
        }
        Ok(())
    }

    fn is_named(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|n| pattern::fits(n, name))
    }

    fn is_of_size(&self, part: &Part) -> bool {
        self.extent.hold(part.extent())
            && self.height.hold(part.height())
            && self.volume.hold(part.volume())
    }

    fn is_in_place(&self, part: &Part) -> bool {
        let holds = |place: &WorldBox| {
            let both = [place.min, place.max, part.bounds.min, part.bounds.max];
            WorldBox::around(both) == *place
        };
        self.inside.as_ref().is_none_or(holds)
            && self.outside.as_ref().is_none_or(|place| !place.meets(&part.bounds))
    }

    fn ranked(&self, mut chosen: Vec<(usize, &Part)>) -> Vec<usize> {
        let size = |part: &Part| (part.volume(), part.extent());
        let by_size = |a: &Part, b: &Part| {
            let ((v, e), (w, f)) = (size(a), size(b));
            v.total_cmp(&w).then(e.total_cmp(&f))
        };
        match self.rank {
            Some(Rank::Largest(most)) => {
                chosen.sort_by(|a, b| by_size(b.1, a.1));
                chosen.truncate(most);
            }
            Some(Rank::Smallest(most)) => {
                chosen.sort_by(|a, b| by_size(a.1, b.1));
                chosen.truncate(most);
            }
            None => {}
        }
        let mut chosen: Vec<usize> = chosen.into_iter().map(|(i, _)| i).collect();
        chosen.sort_unstable();
        chosen
    }
}
