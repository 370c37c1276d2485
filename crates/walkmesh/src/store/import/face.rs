//! A polygon of a file, and the convex parts that it becomes.

use super::report::ImportReport;
use crate::geom::predicates::{is_convex, ring_area_doubled};
use crate::geom::{Frame, GroundPoint, PlanBox, PlanPoint, cast};
use crate::partition::{Beyond, MergeOptions, merge};
use crate::soup::Area;
use crate::surface::{Border, Layer, Patch, Ring, SeamId, Surface, TileSide};

/// What a file says lies beyond an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Next {
    /// Nothing.
    Wall,
    /// The face of that index in the same tile.
    Face(u32),
    /// The neighbouring tile; the edge lies on that side.
    Side(TileSide),
    /// Whatever faces it inside the tile; the edge runs along that side.
    Portal(TileSide),
}

/// A polygon of a file on the lattice, as it came.
#[derive(Clone, Debug, Default)]
pub(in crate::store) struct Face {
    /// Its corners in order, either way round.
    pub(in crate::store) corners: Vec<GroundPoint>,
    /// What lies beyond edge `i`, from corner `i` to the next; as many as corners.
    pub(in crate::store) next: Vec<Next>,
    pub(in crate::store) area: Area,
    pub(in crate::store) flags: u32,
    /// Height points beside the corners.
    pub(in crate::store) extra: Vec<GroundPoint>,
    /// Height triangles over corners, then extra points; in range. None when there are none.
    pub(in crate::store) triangles: Vec<[u32; 3]>,
}

/// A convex, counter-clockwise part of a face; mostly the whole.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) face: u32,
    pub(super) corners: Vec<GroundPoint>,
    pub(super) next: Vec<Next>,
    /// True when the face was cut.
    pub(super) is_cut: bool,
}

impl Part {
    pub(super) fn plan(&self) -> Vec<PlanPoint> {
        self.corners.iter().map(|c| c.plan).collect()
    }
}

/// Appends the parts of a face.
pub(super) fn repair(face: &Face, index: u32, report: &mut ImportReport, parts: &mut Vec<Part>) {
    let n = face.corners.len();
    // Edges that rounding left without length vanish, with what was beyond them.
    let kept = (0..n).filter(|&i| face.corners[i].plan != face.corners[(i + 1) % n].plan);
    let (mut corners, mut next): (Vec<GroundPoint>, Vec<Next>) =
        kept.map(|i| (face.corners[i], face.next[i])).unzip();
    let mut plan: Vec<PlanPoint> = corners.iter().map(|c| c.plan).collect();
    let area = ring_area_doubled(&plan);
    if corners.len() < 3 || area == 0 {
        report.flat += 1;
        return;
    }
    if area < 0 {
        corners.reverse();
        plan.reverse();
        // Edge i now runs from old corner n-1-i to n-2-i.
        next.reverse();
        next.rotate_left(1);
    }
    if is_convex(&plan) {
        parts.push(Part { face: index, corners, next, is_cut: false });
    } else if let Some(cut) = cut(&corners, &next, index) {
        report.split += 1;
        parts.extend(cut);
    } else {
        report.crossed += 1;
        return;
    }
    report.turned += usize::from(area < 0);
}

/// The convex parts of a simple ring; `None` when it crosses or touches itself.
fn cut(corners: &[GroundPoint], next: &[Next], face: u32) -> Option<Vec<Part>> {
    let borders = (0..cast::count(corners.len())).map(|i| Border::Seam(SeamId(i))).collect();
    let outer = Ring { points: corners.to_vec(), borders };
    let patches = vec![Patch { outer, ..Patch::default() }];
    let clip = PlanBox::around(corners.iter().map(|c| c.plan))?;
    let layers = vec![Layer { patches, ..Layer::default() }];
    let surface = Surface { layers, ..Surface::empty(Frame::new([0.0; 3], 0).ok()?, clip) };
    let partition = merge(&surface, &MergeOptions::default()).ok()?;
    let parts = partition.pieces.iter().map(|piece| {
        let corners = piece.corners.iter().map(|&v| partition.vertices[cast::index(v)]).collect();
        let next = piece.beyond.iter().map(|beyond| match beyond {
            Beyond::Border(Border::Seam(SeamId(i))) => next[cast::index(*i)],
            // Between two parts of the face: found like any other neighbour.
            _ => Next::Face(face),
        });
        Part { face, corners, next: next.collect(), is_cut: true }
    });
    Some(parts.collect())
}
