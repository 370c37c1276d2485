//! Choosing: which objects of a soup stay, which are simplified, and what they are to a survey.
//!
//! A list of rules is followed in order. Each chooses objects by name, size and place, and does
//! one thing to them; a later rule sees what the earlier ones left and has the last word on what
//! an object is. Then sheets that lie on ground (carpets) are recognised.
//!
//! These are the selecting steps of Xu's thesis on navigation meshes of architecture (2010,
//! section 3.1): objects that do not matter are dropped, complicated ones are replaced by their
//! bounding boxes, one by one or as a group, and the rest is told into ground and obstacles.
//! There it is done by hand, object by object, and a covered object becomes the top of its box;
//! here it is a list that can be kept and applied again, and a covered object stays a solid.
//! Bridges over gaps are not in the thesis.

mod bridge;
mod choice;
mod cover;
mod error;
mod parts;
mod pattern;
mod sheets;

pub use choice::{Choice, Limits, Rank};
pub use cover::CoverShape;
pub use error::{RuleError, RuleProblem};

use super::{Area, Class, ObjectId, Soup, Triangle};
use crate::geom::{Point, WorldBox, cast};
use crate::parameters::Parameters;
use cover::Cuboid;
use parts::Part;

/// Share of the room between climb and head that is left inside of a cover: a voxel may be lost
/// above and below.
const ROOM: f64 = 0.75;

/// One step: some objects, and what happens to them.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Which objects.
    pub choice: Choice,
    /// What happens to them.
    pub action: Action,
}

/// What a rule does to the objects that it chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    /// Their triangles go.
    Drop,
    /// A box takes the place of their triangles, with plates inside where the agent would have
    /// room: floors under and in it are no ground. What no rule has classed before becomes an
    /// [`Class::Obstacle`].
    Cover {
        /// How the box lies.
        shape: CoverShape,
        /// One box around all of them, which then belongs to the first; else one around each.
        group: bool,
    },
    /// They are ground where their surfaces are within the slope.
    Ground {
        /// Kind of ground that they become; `None` leaves it.
        area: Option<Area>,
        /// They are ground however steep and whichever way they face: [`Class::Ground`]. A closed
        /// room is then ground on its ceiling too, so this is for ramps, floors and sheets.
        force: bool,
        /// What no rule has classed so far becomes an [`Class::Obstacle`].
        only: bool,
    },
    /// They become an [`Class::Obstacle`].
    Obstacle,
    /// They become a [`Class::SmallObstacle`].
    SmallObstacle {
        /// Those whose longest side is shorter than this lose their triangles, metres; 0 keeps
        /// all.
        leave_out_below: f64,
    },
    /// Gaps in their ground, within one of them or between two, become [`Class::Ground`]: strips
    /// from border to border, where both are within the climb of each other, in an object named
    /// [`BRIDGES`] for each kind of ground. What stands in a gap, as a wall between two rooms,
    /// stays in the way. A corner between two borders is a gap as far as it is narrow, if it is
    /// less than about 60 degrees wide; pieces of ground smaller than a square as wide as the gap
    /// are left alone. O(n log n) for n triangles, and the square of what is near each border:
    /// choose floors, not furniture.
    Bridge {
        /// Wider gaps stay, metres in plan, up to 1.
        width: f64,
    },
}

/// The widest gaps that can be bridged, metres.
const WIDEST: f64 = 1.0;

/// The name of the objects that [`Action::Bridge`] adds.
pub const BRIDGES: &str = "bridges";

/// What is done to a soup before it is surveyed. The default has no rules and recognises sheets.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Followed in order.
    pub list: Vec<Rule>,
    /// Sheets that lie on ground become ground, see [`Rules::apply`].
    pub sheets: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self { list: Vec::new(), sheets: true }
    }
}

/// What one rule did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleMatch {
    /// What it chose, in the soup's order; never nothing.
    pub objects: Vec<ObjectId>,
    /// Their triangles before.
    pub triangles_before: usize,
    /// Their triangles after, with those of bridges.
    pub triangles_after: usize,
    /// How many others [`Action::Ground`] made obstacles.
    pub others: usize,
}

/// What all rules did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesReport {
    /// For each rule.
    pub rules: Vec<RuleMatch>,
    /// Sheets that were recognised, in the soup's order.
    pub sheets: Vec<ObjectId>,
}

impl Rules {
    /// The soup after the rules, and what each did. Objects keep their ids, those without
    /// triangles too, and bridges come after them; an object without usable triangles is never
    /// chosen.
    ///
    /// A sheet is an object all of whose surfaces lie within the agent's climb above other ground
    /// (or up to 1 cm sunk into it) over its whole extent, gaps of 2 cm aside, and that is no
    /// thicker than a tenth of its shorter side. It becomes [`Class::Ground`] unless a rule made
    /// it an obstacle; its geometry and its kind of ground stay. The voxel survey walks on most
    /// sheets anyway: what differs is a sheet that faces down or has folds steeper than the slope
    /// where low obstacles are not stepped onto. A step in voxels may be up to one higher than the
    /// step in metres, so a sheet that lies less than a voxel below the climb may end in a wall.
    ///
    /// O(n) a rule, and O(n log n) for the sheets where an object looks like one.
    ///
    /// # Errors
    /// When a rule chooses nothing, or has limits that nothing can meet.
    pub fn apply(
        &self,
        soup: Soup,
        parameters: &Parameters,
    ) -> Result<(Soup, RulesReport), RuleError> {
        let count = soup.objects.len();
        let parts = parts::measure(&soup);
        // Less than keeps anybody out: what is within a climb of the feet is stepped over.
        let room = (parameters.agent.height - parameters.agent.max_climb) * ROOM;
        let mut work = Work { soup, parts, classed: vec![false; count], room };
        let mut report = RulesReport::default();
        for (i, rule) in self.list.iter().enumerate() {
            let matched = work.follow(rule, parameters);
            let matched = matched.map_err(|problem| RuleError { rule: i, problem })?;
            report.rules.push(matched);
        }
        if self.sheets {
            report.sheets = sheets::find(&work.soup, &work.parts, &work.classed, parameters);
            for &sheet in &report.sheets {
                work.soup.objects[cast::index(sheet.0)].class = Class::Ground;
            }
        }
        if !self.list.is_empty() {
            work.soup.drop_unused_vertices();
        }
        Ok((work.soup, report))
    }
}

/// A soup between two rules.
struct Work {
    soup: Soup,
    /// What each object has of triangles.
    parts: Vec<Option<Part>>,
    /// Whether a rule that chose the object said what it is.
    classed: Vec<bool>,
    /// So high nothing inside of a cover is, metres.
    room: f64,
}

impl Work {
    fn follow(&mut self, rule: &Rule, parameters: &Parameters) -> Result<RuleMatch, RuleProblem> {
        let chosen = rule.choice.find(&self.soup.objects, &self.parts)?;
        let triangles = |parts: &[Option<Part>]| {
            let of = |&i: &usize| parts[i].as_ref().map_or(0, |part| part.triangles);
            chosen.iter().map(of).sum()
        };
        let triangles_before = triangles(&self.parts);
        let (mut others, mut added) = (0, 0);
        match rule.action {
            Action::Drop => self.clear(&chosen),
            Action::Cover { shape, group } => self.cover(&chosen, shape, group),
            Action::Ground { area, force, only } => {
                self.class(&chosen, if force { Class::Ground } else { Class::BySlope });
                if let Some(area) = area {
                    chosen.iter().for_each(|&i| self.soup.objects[i].area = area);
                }
                others = if only { self.block_others() } else { 0 };
            }
            Action::Obstacle => self.class(&chosen, Class::Obstacle),
            Action::SmallObstacle { leave_out_below } => {
                if !(leave_out_below >= 0.0 && leave_out_below.is_finite()) {
                    return Err(RuleProblem::LeaveOut { below: leave_out_below });
                }
                self.class(&chosen, Class::SmallObstacle);
                let tiny = |&i: &usize| {
                    self.parts[i].as_ref().is_some_and(|part| part.extent() < leave_out_below)
                };
                let left_out: Vec<usize> = chosen.iter().copied().filter(tiny).collect();
                self.clear(&left_out);
            }
            Action::Bridge { width } => {
                if !(width > 0.0 && width <= WIDEST) {
                    return Err(RuleProblem::Width { width });
                }
                added = self.bridge(&chosen, width, parameters);
            }
        }
        let triangles_after = triangles(&self.parts) + added;
        let objects = chosen.iter().map(|&i| ObjectId(cast::count(i))).collect();
        Ok(RuleMatch { objects, triangles_before, triangles_after, others })
    }

    fn class(&mut self, objects: &[usize], class: Class) {
        for &i in objects {
            self.soup.objects[i].class = class;
            self.classed[i] = true;
        }
    }

    /// Makes obstacles of what no rule has classed and gives their number.
    fn block_others(&mut self) -> usize {
        let mut count = 0;
        for (i, object) in self.soup.objects.iter_mut().enumerate() {
            if !self.classed[i] && self.parts[i].is_some() {
                object.class = Class::Obstacle;
                count += 1;
            }
        }
        count
    }

    /// Takes the triangles of objects away.
    fn clear(&mut self, objects: &[usize]) {
        let mut gone = vec![false; self.parts.len()];
        for &i in objects {
            gone[i] = true;
            self.parts[i] = None;
        }
        let is_gone = |object: ObjectId| gone.get(cast::index(object.0)) == Some(&true);
        self.soup.triangles.retain(|triangle| !is_gone(triangle.object));
    }

    /// Adds strips over gaps between objects and gives their triangles' number.
    fn bridge(&mut self, objects: &[usize], width: f64, parameters: &Parameters) -> usize {
        let mut chosen = vec![false; self.parts.len()];
        objects.iter().for_each(|&i| chosen[i] = true);
        let strips = bridge::strips(&self.soup, &chosen, width, parameters);
        for strips in strips.chunk_by(|a, b| a.0 == b.0) {
            let object = self.soup.add_object(BRIDGES);
            let added = &mut self.soup.objects[cast::index(object.0)];
            (added.area, added.class) = (strips[0].0, Class::Ground);
            for &(_, corners) in strips {
                let first = cast::count(self.soup.vertices.len());
                self.soup.vertices.extend(corners);
                self.soup
                    .triangles
                    .push(Triangle { corners: [first, first + 1, first + 2], object });
            }
            let bounds = WorldBox::around(strips.iter().flat_map(|(_, corners)| *corners));
            self.parts.push(Some(Part { bounds, triangles: strips.len() }));
            self.classed.push(true);
        }
        strips.len()
    }

    /// Puts boxes in the place of objects.
    fn cover(&mut self, objects: &[usize], shape: CoverShape, group: bool) {
        let mut box_of = vec![None; self.parts.len()];
        for (k, &i) in objects.iter().enumerate() {
            box_of[i] = Some(if group { 0 } else { k });
        }
        let mut points: Vec<Vec<Point>> = vec![Vec::new(); if group { 1 } else { objects.len() }];
        for triangle in &self.soup.triangles {
            if let Some(Some(k)) = box_of.get(cast::index(triangle.object.0))
                && let Some(corners) = self.soup.finite_corners(triangle)
            {
                points[*k].extend(corners);
            }
        }
        self.clear(objects);
        for (&i, points) in objects.iter().zip(points) {
            if let Some(cuboid) = Cuboid::around(&points, shape) {
                let object = ObjectId(cast::count(i));
                let part = cuboid.add_to(&mut self.soup, object, self.room);
                self.parts[i] = Some(part).filter(|part| part.triangles > 0);
            }
        }
        let unclassed: Vec<usize> = objects.iter().copied().filter(|&i| !self.classed[i]).collect();
        self.class(&unclassed, Class::Obstacle);
    }
}

#[cfg(test)]
mod tests;
