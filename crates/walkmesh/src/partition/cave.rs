//! Random surfaces for tests: caves of cells, with holes that touch.

use crate::geom::predicates::{Side, ring_area_doubled, side_of_ring};
use crate::geom::{Frame, PlanBox, PlanPoint, cast};
use crate::surface::{Border, Layer, Patch, Ring, Surface};
use std::collections::BTreeMap;

/// A surface of one layer around the origin.
pub(crate) fn surface(patches: Vec<Patch>) -> Surface {
    let frame = Frame::new([0.0, 0.0, 0.0], -12).unwrap();
    let clip = PlanBox::new(PlanPoint::new(-1000, -1000), PlanPoint::new(1000, 1000));
    Surface { layers: vec![Layer { patches, ..Layer::default() }], ..Surface::empty(frame, clip) }
}

/// A small generator (xorshift).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// From 0 to `sides` - 1.
    pub(crate) fn roll(&mut self, sides: i32) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i32::try_from((self.0 >> 33) % u64::from(sides.unsigned_abs())).unwrap()
    }
}

/// The outlines of a random set of cells, as patches with holes; they touch in corners.
pub(crate) fn cave(dice: &mut Dice, size: i32, percent: i32) -> Surface {
    let cells: Vec<bool> = (0..size * size).map(|_| dice.roll(100) < percent).collect();
    let at = |x: i32, y: i32| {
        (0..size).contains(&x) && (0..size).contains(&y) && cells[cast::cell_index(y * size + x)]
    };
    let mut out: BTreeMap<(i32, i32), Vec<(i32, i32)>> = BTreeMap::new();
    for y in 0..size {
        for x in 0..size {
            if at(x, y) {
                let sides = [
                    (at(x, y - 1), (x, y), (x + 1, y)),
                    (at(x + 1, y), (x + 1, y), (x + 1, y + 1)),
                    (at(x, y + 1), (x + 1, y + 1), (x, y + 1)),
                    (at(x - 1, y), (x, y + 1), (x, y)),
                ];
                for (_, a, b) in sides.into_iter().filter(|s| !s.0) {
                    out.entry(a).or_default().push(b);
                }
            }
        }
    }
    let mut rings = Vec::new();
    while let Some((&start, _)) = out.iter().find(|(_, v)| !v.is_empty()) {
        let (mut ring, mut at) = (vec![start], out.get_mut(&start).unwrap().remove(0));
        let mut before = start;
        while at != start || ring.len() < 3 {
            ring.push(at);
            let ways = out.get_mut(&at).unwrap();
            // Left turn first: cells that touch in a corner fall apart there.
            let left = (before.1 - at.1, at.0 - before.0);
            let i = ways.iter().position(|w| (w.0 - at.0, w.1 - at.1) == left).unwrap_or(0);
            before = at;
            at = ways.remove(i);
        }
        rings.push(ring);
    }
    nest(&rings, dice)
}

/// Jitters the corners on a finer grid, drops some flat ones, and puts holes into outlines.
fn nest(rings: &[Vec<(i32, i32)>], dice: &mut Dice) -> Surface {
    let flat = dice.roll(2) == 0;
    let shift: BTreeMap<(i32, i32), (i32, i32)> = rings
        .iter()
        .flatten()
        .map(|&c| (c, if flat { (0, 0) } else { (dice.roll(7) - 3, dice.roll(7) - 3) }))
        .collect();
    let moved = |c: &(i32, i32)| PlanPoint::new(c.0 * 16 + shift[c].0, c.1 * 16 + shift[c].1);
    let plan: Vec<Vec<PlanPoint>> = rings.iter().map(|r| r.iter().map(moved).collect()).collect();
    let mut patches: Vec<Patch> = Vec::new();
    let mut outers = Vec::new();
    let ground = |r: &Vec<PlanPoint>| Ring {
        points: r.iter().map(|p| p.at(p.x / 3)).collect(),
        borders: vec![Border::Wall; r.len()],
    };
    for r in plan.iter().filter(|r| ring_area_doubled(r) > 0) {
        outers.push(r);
        patches.push(Patch { outer: ground(r), ..Patch::default() });
    }
    for hole in plan.iter().filter(|r| ring_area_doubled(r) < 0) {
        let holder = (0..outers.len())
            .filter(|&o| hole.iter().all(|&p| side_of_ring(outers[o], p) != Side::Outside))
            .filter(|&o| hole.iter().any(|&p| side_of_ring(outers[o], p) == Side::Inside))
            .min_by_key(|&o| ring_area_doubled(outers[o]))
            .unwrap();
        patches[holder].holes.push(ground(hole));
    }
    surface(patches)
}
