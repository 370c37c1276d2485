//! The triangles near an edge, where it is looked at along several lines.

use super::face::{Face, Role};
use crate::geom::{PlanBox, cast};

/// Triangles near a line, each with its box: the ground, and what is only in the way.
#[derive(Debug, Default)]
pub(super) struct Near {
    pub(super) ground: Vec<(PlanBox, u32)>,
    pub(super) solid: Vec<(PlanBox, u32)>,
}

impl Near {
    /// Takes over triangles with width in plan, by number and in order.
    pub(super) fn fill(&mut self, faces: &[Face], numbers: &[u32]) {
        self.ground.clear();
        self.solid.clear();
        for &i in numbers {
            let face = &faces[cast::index(i)];
            match face.role {
                Role::Ground => self.ground.push((face.bounds, i)),
                Role::Solid => self.solid.push((face.bounds, i)),
                Role::Wall => {}
            }
        }
    }

    /// Takes over those of others that come into a box.
    pub(super) fn fill_from(&mut self, all: &Self, bounds: &PlanBox) {
        let meets = |own: &&(PlanBox, u32)| own.0.meets(bounds);
        self.ground.clear();
        self.ground.extend(all.ground.iter().filter(meets));
        self.solid.clear();
        self.solid.extend(all.solid.iter().filter(meets));
    }
}
