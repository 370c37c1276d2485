//! Shapes of layers to the rings of a surface, joined along the lines that cut the leaves.
//!
//! Both sides of a line end where the same walls keep the agent away, to within the rounding of
//! either side. What both have in common is settled here once, and both get corners at its ends. Where
//! [kinds of ground](super::kinds) meet they have the same ones already.

use super::height::Ground;
use super::kinds::OfKind;
use super::layer::{CutLines, Members, Part};
use crate::geom::{GroundPoint, PlanBox, PlanPoint, cast, edges};
use crate::surface::{Border, Layer, Patch, Ring, SeamId, Surface, TileSide};

/// An edge of a layer's ring.
#[derive(Clone, Copy, Debug)]
struct RingEdge {
    /// Layer, patch, ring and edge.
    at: (usize, usize, usize, usize),
    /// Lower end first.
    low: PlanPoint,
    high: PlanPoint,
    /// True when it runs from the upper end to the lower.
    is_backward: bool,
}

/// A stretch of an edge that continues in another patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Joint {
    edge: (usize, usize, usize, usize),
    low: PlanPoint,
    high: PlanPoint,
    seam: u32,
}

/// What a surface is made of.
pub(super) struct Sewing<'a> {
    pub(super) ground: &'a Ground<'a>,
    pub(super) parts: &'a [Part],
    pub(super) layers: &'a [Members],
    pub(super) lines: &'a CutLines,
    /// Grounds farther apart than this do not continue each other, steps.
    pub(super) climb: i32,
}

impl Sewing<'_> {
    /// A surface of the layers' shapes, its heights those of the corners.
    pub(super) fn surface(&self, mut surface: Surface, shapes: &[Vec<OfKind>]) -> Surface {
        let joints = self.joints(shapes);
        for (l, shapes) in shapes.iter().enumerate() {
            let parts = self.parts_of(l);
            let patches = shapes
                .iter()
                .enumerate()
                .map(|(s, &(area, ref shape))| {
                    let mut rings = shape.rings().enumerate().map(|(r, ring)| {
                        self.ring(&parts, ring, (l, s, r), &joints, &surface.clip)
                    });
                    let outer = rings.next().unwrap_or_default();
                    Patch { outer, holes: rings.collect(), area }
                })
                .collect();
            surface.layers.push(Layer { patches, ..Layer::default() });
        }
        surface
    }

    pub(super) fn parts_of(&self, layer: usize) -> Vec<&Part> {
        self.layers[layer].iter().map(|&i| &self.parts[i]).collect()
    }

    /// Which stretches of edges on cut lines, and which edges between kinds of ground, continue each
    /// other, sorted.
    fn joints(&self, shapes: &[Vec<OfKind>]) -> Vec<Joint> {
        let layers = shapes.iter().enumerate();
        let mut edges: Vec<RingEdge> = layers
            .flat_map(|(l, shapes)| ring_edges(l, shapes))
            .filter(|edge| self.lines.hold(edge.low, edge.high))
            .collect();
        let line = |e: &RingEdge| {
            let is_upright = e.low.x == e.high.x;
            (is_upright, if is_upright { e.low.x } else { e.low.y })
        };
        edges.sort_unstable_by_key(|e| (line(e), e.low, e.at));
        let mut candidates: Vec<(i64, Joint, Joint)> = Vec::new();
        for same in edges.chunk_by(|a, b| line(a) == line(b)) {
            for (i, a) in same.iter().enumerate() {
                for b in same[i + 1..].iter().take_while(|b| b.low < a.high) {
                    if a.is_backward == b.is_backward {
                        continue;
                    }
                    let (low, high) = (a.low.max(b.low), a.high.min(b.high));
                    let apart = |p: PlanPoint| {
                        let [ha, hb] = [a, b]
                            .map(|e| i64::from(self.ground.height(&self.parts_of(e.at.0), p)));
                        (ha - hb).abs()
                    };
                    let apart = apart(low).max(apart(high));
                    if low < high && apart <= i64::from(self.climb) {
                        let joint = |e: &RingEdge| Joint { edge: e.at, low, high, seam: 0 };
                        candidates.push((apart, joint(a), joint(b)));
                    }
                }
            }
        }
        candidates.sort_unstable();
        let mut joints: Vec<Joint> = Vec::new();
        for (_, a, b) in candidates {
            let is_taken = |j: &Joint| {
                joints.iter().any(|k| k.edge == j.edge && k.low < j.high && j.low < k.high)
            };
            if !is_taken(&a) && !is_taken(&b) {
                let seam = cast::count(joints.len() / 2);
                joints.extend([Joint { seam, ..a }, Joint { seam, ..b }]);
            }
        }
        self.join_kinds(shapes, &mut joints);
        joints.sort_unstable();
        joints
    }

    /// Adds the edges between kinds of ground of a layer.
    fn join_kinds(&self, shapes: &[Vec<OfKind>], joints: &mut Vec<Joint>) {
        for (l, shapes) in shapes.iter().enumerate() {
            if shapes.iter().all(|(area, _)| *area == shapes[0].0) {
                continue;
            }
            let mut edges: Vec<RingEdge> = ring_edges(l, shapes)
                .filter(|edge| !self.lines.hold(edge.low, edge.high))
                .collect();
            edges.sort_unstable_by_key(|e| (e.low, e.high, e.is_backward, e.at));
            for pair in edges.windows(2) {
                let [a, b] = [pair[0], pair[1]];
                if (a.low, a.high) == (b.low, b.high) && a.is_backward != b.is_backward {
                    let seam = cast::count(joints.len() / 2);
                    joints.extend([a, b].map(|RingEdge { at, low, high, .. }| Joint {
                        edge: at,
                        low,
                        high,
                        seam,
                    }));
                }
            }
        }
    }

    /// A ring with heights, and what lies beyond each edge.
    fn ring(
        &self,
        parts: &[&Part],
        plan: &[PlanPoint],
        (l, s, r): (usize, usize, usize),
        joints: &[Joint],
        clip: &PlanBox,
    ) -> Ring {
        let mut ring = Ring::default();
        let ground = |p: PlanPoint| -> GroundPoint { p.at(self.ground.height(parts, p)) };
        for (k, &a) in plan.iter().enumerate() {
            let b = plan[(k + 1) % plan.len()];
            let mut from = a;
            let mut put = |p: PlanPoint, border: Border| {
                ring.points.push(ground(p));
                ring.borders.push(border);
            };
            let first = joints.partition_point(|j| j.edge < (l, s, r, k));
            let mut own: Vec<&Joint> =
                joints[first..].iter().take_while(|j| j.edge == (l, s, r, k)).collect();
            if b < a {
                own.reverse();
            }
            for joint in own {
                let (start, end) =
                    if a < b { (joint.low, joint.high) } else { (joint.high, joint.low) };
                if start != from {
                    put(from, Border::Wall);
                }
                put(start, Border::Seam(SeamId(joint.seam)));
                from = end;
            }
            if from != b {
                put(from, side(clip, from, b).map_or(Border::Wall, Border::Tile));
            }
        }
        ring
    }
}

/// The edges of a layer's shapes.
fn ring_edges(l: usize, shapes: &[OfKind]) -> impl Iterator<Item = RingEdge> + '_ {
    let rings = shapes.iter().enumerate().flat_map(move |(s, (_, shape))| {
        shape.rings().enumerate().map(move |(r, ring)| ((l, s, r), ring))
    });
    rings.flat_map(|((l, s, r), ring)| {
        let each = edges(ring).enumerate();
        each.map(move |(k, (a, b))| RingEdge {
            at: (l, s, r, k),
            low: a.min(b),
            high: a.max(b),
            is_backward: b < a,
        })
    })
}

/// The side of the tile that an edge with its ground on the left lies on.
fn side(clip: &PlanBox, a: PlanPoint, b: PlanPoint) -> Option<TileSide> {
    let upright = |x: i32| a.x == x && b.x == x;
    let across = |y: i32| a.y == y && b.y == y;
    if upright(clip.max.x) && b.y > a.y {
        Some(TileSide::East)
    } else if upright(clip.min.x) && b.y < a.y {
        Some(TileSide::West)
    } else if across(clip.max.y) && b.x < a.x {
        Some(TileSide::North)
    } else if across(clip.min.y) && b.x > a.x {
        Some(TileSide::South)
    } else {
        None
    }
}
