//! Which base polygons a change acts on, and with which outline on each.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::change::{Change, ChangeId, Footprint};
use super::error::EditProblem;
use super::hot::meets;
use super::object::Object;
use super::outline::{Growth, Outline, Placing, lattice_heights};
use super::relief::ground_under;
use super::twins::Twins;
use crate::geom::{PlanBox, cast};
use crate::mesh::{NavMesh, PolyRef};

/// A change that acts on a base polygon, and which of its outlines does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Acting {
    pub(super) id: ChangeId,
    pub(super) outline: u32,
}

/// No more base polygons than these are kept for when a change moves on.
const MOST: usize = 256;

/// Where a change acts.
#[derive(Debug, Default)]
pub(super) struct Places {
    outlines: Vec<Outline>,
    /// The base polygons that it acts on, in order.
    pub(super) touched: Vec<PolyRef>,
    /// For each of them which outline.
    which: Vec<u32>,
    /// Around all outlines; `None` for a shape that covers nothing.
    pub(super) bounds: Option<PlanBox>,
    /// The base polygons whose edges it may bend, in order: those with a corner of one that it acts
    /// on, and in the box.
    pub(super) around: Vec<PolyRef>,
    /// What a change that moved is near to: it may go on from there.
    near: Option<Arc<Near>>,
    /// The base polygons with a corner of one that it acts on, in order, of one that moved.
    joined: Option<Arc<[PolyRef]>>,
}

/// All base polygons whose boxes meet a box.
#[derive(Debug)]
struct Near {
    plan: PlanBox,
    polygons: Vec<PolyRef>,
}

impl Places {
    /// Those of a change; `before` are those from which it moved, which make it quicker.
    pub(super) fn new(
        twins: &Twins,
        change: &Change,
        before: Option<&Self>,
    ) -> Result<Self, EditProblem> {
        let base = &twins.base;
        let mut places = Self::acting(base, change, before)?;
        if let Some(bounds) = places.bounds.filter(|_| !change.payload.is_beside()) {
            let is_in = |r: &PolyRef| base.polygon(*r).bounds.meets(&bounds);
            match before {
                None => {
                    places.around = twins.all_around(&places.touched);
                    places.around.retain(is_in);
                }
                Some(before) => {
                    let known = before.joined.as_ref().filter(|_| before.touched == places.touched);
                    let joined =
                        known.cloned().unwrap_or_else(|| twins.all_around(&places.touched).into());
                    places.around.extend(joined.iter().copied().filter(is_in));
                    places.joined = Some(joined).filter(|joined| joined.len() <= MOST);
                }
            }
            places.around.extend(twins.narrows.bent_by(base, &places.touched, &bounds));
        }
        Ok(places)
    }

    /// The same without what is around.
    fn acting(base: &NavMesh, change: &Change, before: Option<&Self>) -> Result<Self, EditProblem> {
        match &change.shape {
            Footprint::Triangles(triangles) if change.payload.blocks() => {
                let resolved = base.resolved();
                let placing = Placing { frame: &resolved.frame };
                let triangles = triangles.iter().map(|t| placing.triangle(t));
                let triangles = triangles.collect::<Result<_, _>>()?;
                let heights = lattice_heights(change.heights, &resolved.frame)?;
                let growth = Growth::of(change, base);
                Self::of_object(base, &Object::new(triangles, heights, growth, resolved))
            }
            _ => Ok(Self::of_outline(base, Outline::new(change, base)?, before)),
        }
    }

    /// One outline for all ground that its range of heights meets.
    fn of_outline(base: &NavMesh, outline: Outline, before: Option<&Self>) -> Self {
        let height = i64::from(base.resolved().height);
        let mut ring = Vec::new();
        let is_met = |r: &PolyRef| {
            let ground = base.polygon(*r).heights;
            let is_hit = |(low, high): (i32, i32)| {
                i64::from(outline.heights.0) < i64::from(high) + height.max(1)
                    && outline.heights.1 >= low
            };
            let is_sure = i64::from(outline.heights.0) < i64::from(ground.0) + height.max(1)
                && outline.heights.1 >= ground.1;
            is_hit(ground)
                && meets(base, *r, &outline, &mut ring)
                && (is_sure || ground_under(base, *r, &outline).is_some_and(is_hit))
        };
        let (bounds, mut touched, mut near) = (outline.bounds, Vec::new(), None);
        match (bounds, before) {
            (None, _) => {}
            (Some(bounds), None) => {
                touched = base.polygons_in(bounds);
                touched.retain(is_met);
            }
            (Some(bounds), Some(before)) => {
                let around = Near::of(base, bounds, before.near.as_ref());
                touched.extend(around.polygons.iter().copied().filter(is_met));
                near = Some(around).filter(|near| near.polygons.len() <= MOST);
            }
        }
        let which = vec![0; touched.len()];
        Self { outlines: vec![outline], touched, which, bounds, near, ..Self::default() }
    }

    /// An outline for each floor that the object is in the way on; all level ground of one height
    /// has the same.
    fn of_object(base: &NavMesh, object: &Object) -> Result<Self, EditProblem> {
        let mut places = Self::default();
        let Some(reach) = object.reach() else { return Ok(places) };
        let mut of_level: BTreeMap<i32, u32> = BTreeMap::new();
        let mut ring = Vec::new();
        for polygon in base.polygons_in(reach) {
            let floors = object.floors(base, polygon);
            let level = match &floors[..] {
                [] => continue,
                [floor] => floor.level(),
                _ => None,
            };
            let known = level.and_then(|level| of_level.get(&level)).copied();
            let outline = match known {
                Some(outline) => outline,
                None => {
                    places.outlines.push(object.outline(&floors)?);
                    cast::count(places.outlines.len() - 1)
                }
            };
            if let Some(level) = level {
                of_level.insert(level, outline);
            }
            if meets(base, polygon, places.outline(outline), &mut ring) {
                places.touched.push(polygon);
                places.which.push(outline);
            } else if level.is_none() {
                places.outlines.pop();
            }
        }
        let bounds = places.outlines.iter().filter_map(|outline| outline.bounds);
        places.bounds = bounds.reduce(PlanBox::with_box);
        Ok(places)
    }

    pub(super) fn outline(&self, index: u32) -> &Outline {
        &self.outlines[cast::index(index)]
    }

    /// The base polygons with the outline that acts on each.
    pub(super) fn outlines(&self) -> impl Iterator<Item = (PolyRef, u32)> {
        self.touched.iter().copied().zip(self.which.iter().copied())
    }
}

impl Near {
    /// What is near to a box: what is known where the box is in that, else with a quarter of the box
    /// around it.
    fn of(base: &NavMesh, bounds: PlanBox, known: Option<&Arc<Self>>) -> Arc<Self> {
        let holds =
            |near: &&Arc<Self>| near.plan.contains(bounds.min) && near.plan.contains(bounds.max);
        known.filter(holds).cloned().unwrap_or_else(|| {
            let PlanBox { min, max } = bounds;
            let longer = max.x.abs_diff(min.x).max(max.y.abs_diff(min.y));
            let plan = bounds.grown(cast::narrow_i32((longer / 4).into()));
            Arc::new(Self { plan, polygons: base.polygons_in(plan) })
        })
    }
}
