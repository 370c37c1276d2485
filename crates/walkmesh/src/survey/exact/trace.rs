//! What a survey saw on its way, for pictures and explanations.

use super::border::Borders;
use super::face::{Face, Role};
use super::free::Free;
use crate::geom::{GroundPoint, PlanBox, PlanPoint, cast};

/// The stages of one tile as plain data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The triangles that meet the tile.
    pub triangles: Vec<(Role, [GroundPoint; 3])>,
    /// Ground with head room, as pieces in one plane each: outline, then holes.
    pub free: Vec<Vec<Vec<GroundPoint>>>,
    /// Where free ground ends, or a wall stands in it.
    pub borders: Vec<[GroundPoint; 2]>,
}

impl Trace {
    pub(super) fn new(faces: &[Face], free: &Free, borders: &Borders, tile: &PlanBox) -> Self {
        let triangles = faces.iter().filter(|face| face.bounds.meets(tile));
        let on = |group: usize, p: PlanPoint| p.at(cast::round_i32(free.groups[group].plane.at(p)));
        let pieces = free.pieces.iter().filter(|piece| piece.bounds.meets(tile));
        let ring_of = |group, ring: &Vec<PlanPoint>| ring.iter().map(|&p| on(group, p)).collect();
        let edges = borders.edges.iter().map(|edge| {
            let group = free.pieces[edge.piece].group;
            [edge.from, edge.to].map(|p| on(group, p))
        });
        let meets =
            |[a, b]: &[GroundPoint; 2]| PlanBox::new(a.plan, a.plan).with(b.plan).meets(tile);
        Self {
            triangles: triangles.map(|face| (face.role, face.corners)).collect(),
            free: pieces
                .map(|piece| piece.shape.rings().map(|ring| ring_of(piece.group, ring)).collect())
                .collect(),
            borders: edges.filter(meets).collect(),
        }
    }
}
