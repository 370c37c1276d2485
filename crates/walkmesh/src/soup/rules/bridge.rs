//! Gaps in the ground that are narrow enough to be walked over: slits between slabs, joints
//! between floor boards, cracks that a modeller left.
//!
//! A small round hole gets a lid. Other borders of ground that face each other across a gap are
//! joined by strips: of each border the part that is near the other one and on its open side, where
//! both are within the climb of each other. Where gaps meet, corners that are near each other count
//! as joined by a border, so that the place between three or four of them is bridged as well. What
//! stands in a gap or hangs into it stays what it is to a survey.

mod hole;
mod strip;

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use crate::geom::{DisjointSets, Point, TriangleTree, WorldBox, cast};
use crate::parameters::Parameters;
use crate::soup::clean::place_key;
use crate::soup::ground::ground;
use crate::soup::{Area, Soup};
use strip::{Strip, TOUCH, distance, from_above, plan, turn};

/// A corner where borders turn by less than this has none to meet, as the sine of the angle.
const STRAIGHT: f64 = 0.1;

/// A border: ground lies to the left of the way from the first end to the second.
#[derive(Clone, Copy, Debug)]
struct Border {
    ends: [Point; 2],
    area: Area,
    /// Between two corners where gaps meet, and open to both sides.
    is_crossing: bool,
}

/// Strips over the gaps up to `width` metres wide in the ground of the chosen objects, in
/// triangles with the kind of ground beside them; those of one kind after each other.
pub(super) fn strips(
    soup: &Soup,
    chosen: &[bool],
    width: f64,
    parameters: &Parameters,
) -> Vec<(Area, [Point; 3])> {
    let climb = parameters.agent.max_climb;
    let mut borders = borders(soup, chosen, width, parameters);
    let mut strips = hole::lids(&mut borders, width, climb);
    borders.extend(crossings(&borders, width, climb));
    let near = Near::new(borders.iter().map(|border| border.ends).collect(), width, climb);
    for (i, border) in borders.iter().enumerate() {
        let others = near.of(i);
        let around: Vec<&Border> = others.iter().map(|j| &borders[*j]).collect();
        for (_, other) in others.iter().zip(&around).filter(|(j, _)| **j > i) {
            let strip = Strip::between([border, other], width, climb);
            if let Some(strip) = strip.filter(|strip| !strip.is_parted(&around, width, climb)) {
                strips.extend(strip.triangles().map(|triangle| (border.area, triangle)));
            }
        }
    }
    strips.sort_by_key(|(area, _)| *area);
    strips
}

/// Segments whose boxes are within a width of each other in plan and a climb in height.
struct Near {
    segments: Vec<[Point; 2]>,
    tree: TriangleTree,
    width: f64,
    climb: f64,
}

impl Near {
    fn new(segments: Vec<[Point; 2]>, width: f64, climb: f64) -> Self {
        let tree = TriangleTree::new(segments.iter().map(|[a, b]| [*a, *b, *b]));
        Self { segments, tree, width, climb }
    }

    /// The others near a segment, in order.
    fn of(&self, segment: usize) -> Vec<usize> {
        let WorldBox { min, max } = WorldBox::around(self.segments[segment]);
        let Self { width, climb, .. } = *self;
        let reach = WorldBox {
            min: Point::new(min.x - width, min.y - climb, min.z - width),
            max: Point::new(max.x + width, max.y + climb, max.z + width),
        };
        let mut others = Vec::new();
        self.tree.overlapping(&reach, |other, _| {
            others.extend(Some(cast::index(other)).filter(|other| *other != segment));
            ControlFlow::Continue(())
        });
        others.sort_unstable();
        others
    }
}

/// What joins corners that are near each other, each in the open before the other, where no
/// corner is between (in the disc around them: their Gabriel graph); once for each side of it.
fn crossings(borders: &[Border], width: f64, climb: f64) -> Vec<Border> {
    let corners = corners(borders);
    let near = Near::new(corners.iter().map(|corner| [corner.at; 2]).collect(), width, climb);
    let mut crossings = Vec::new();
    for (i, corner) in corners.iter().enumerate() {
        let numbers = near.of(i);
        let others: Vec<&Corner> = numbers.iter().map(|j| &corners[*j]).collect();
        for (_, other) in numbers.iter().zip(&others).filter(|(j, _)| **j > i) {
            let ends = [corner.at, other.at];
            let is_gap = corner.faces(other.at)
                && other.faces(corner.at)
                && corner.at.plan_distance(other.at) <= width;
            if is_gap && !others.iter().any(|between| is_between(between.at, ends)) {
                let both = [ends, [other.at, corner.at]];
                crossings.extend(both.map(|ends| Border {
                    ends,
                    area: corner.area,
                    is_crossing: true,
                }));
            }
        }
    }
    crossings
}

/// A corner where a border turns left into the next one.
struct Corner {
    at: Point,
    area: Area,
    /// Where the first border begins, the corner, and where the next one ends, in plan.
    wedge: [[f64; 2]; 3],
}

impl Corner {
    /// Whether a point is on the open side of one of its borders.
    fn faces(&self, p: Point) -> bool {
        let [a, b, c] = self.wedge;
        [[a, b], [b, c]].iter().any(|&[a, b]| turn(a, b, plan(p)) < -TOUCH * distance(a, b))
    }
}

/// Whether a point is in the disc around two in plan.
fn is_between(p: Point, ends: [Point; 2]) -> bool {
    let [x, y] = plan(p);
    let [[ax, ay], [bx, by]] = ends.map(plan);
    (ax - x) * (bx - x) + (ay - y) * (by - y) < 0.0
}

/// In the order of the borders that end there.
fn corners(borders: &[Border]) -> Vec<Corner> {
    let from: HashMap<_, &Border> = borders.iter().map(|b| (place_key(b.ends[0]), b)).collect();
    let corner = |border: &Border| {
        let [before, at] = border.ends;
        let next = from.get(&place_key(at))?;
        let wedge @ [a, b, c] = [before, at, next.ends[1]].map(plan);
        let sine = turn(a, b, c) / (distance(a, b) * distance(b, c));
        (sine > STRAIGHT).then_some(Corner { at, area: next.area, wedge })
    };
    borders.iter().filter_map(corner).collect()
}

/// The edges of the chosen objects' ground with no ground of theirs on the other side, as far as
/// equal corners tell. Pieces of ground smaller than a square of that width have none: small things
/// are full of them.
fn borders(soup: &Soup, chosen: &[bool], width: f64, parameters: &Parameters) -> Vec<Border> {
    let own = ground(soup, parameters).filter(|(owner, _)| chosen.get(*owner) == Some(&true));
    let ground: Vec<([Point; 3], Area)> =
        own.map(|(owner, corners)| (from_above(corners), soup.objects[owner].area)).collect();
    let mut places = HashMap::new();
    let mut place = |p: Point| {
        let next = cast::count(places.len());
        *places.entry(place_key(p)).or_insert(next)
    };
    let numbers: Vec<[u32; 3]> =
        ground.iter().map(|(corners, _)| corners.map(&mut place)).collect();
    let mut pieces = DisjointSets::new(cast::count(places.len()));
    for [a, b, c] in &numbers {
        pieces.join(*a, *b);
        pieces.join(*b, *c);
    }
    let mut areas = vec![0.0; places.len()];
    for (([a, b, c], _), numbers) in ground.iter().zip(&numbers) {
        let piece = cast::index(pieces.find(numbers[0]));
        areas[piece] += turn(plan(*a), plan(*b), plan(*c)) / 2.0;
    }
    let sides = |[a, b, c]: [u32; 3]| [[a, b], [b, c], [c, a]];
    let there: HashSet<[u32; 2]> = numbers.iter().flat_map(|&n| sides(n)).collect();
    let mut borders = Vec::new();
    for (([a, b, c], area), numbers) in ground.into_iter().zip(numbers) {
        if areas[cast::index(pieces.find(numbers[0]))] < width * width {
            continue;
        }
        for (ends, [from, to]) in [[a, b], [b, c], [c, a]].into_iter().zip(sides(numbers)) {
            if !there.contains(&[to, from]) {
                borders.push(Border { ends, area, is_crossing: false });
            }
        }
    }
    borders
}
