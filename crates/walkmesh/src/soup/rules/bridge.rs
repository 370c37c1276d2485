//! Gaps in the ground that are narrow enough to be walked over: slits between slabs, joints
//! between floor boards, cracks that a modeller left.
//!
//! Borders of ground that face each other across a gap are joined by strips: of each border the
//! part that is near the other one and on its open side, where both are within the climb of each
//! other. Where gaps meet, corners that are near each other count as joined by a border, so that
//! the place between three or four of them is bridged as well. What stands in a gap or hangs into
//! it stays what it is to a survey.

mod strip;

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use crate::geom::{DisjointSets, Point, TriangleTree, WorldBox, cast};
use crate::parameters::Parameters;
use crate::soup::{Area, Soup, is_ground};
use strip::{Strip, TOUCH, distance, from_above, plan, turn};

/// A corner where borders turn by less than this has none to meet, as the sine of the angle.
const STRAIGHT: f64 = 0.1;

/// A border: ground lies to the left of the way from the first end to the second.
#[derive(Clone, Copy, Debug)]
struct Border {
    ends: [Point; 2],
    area: Area,
    /// The ground that hangs together there; none between two corners where gaps meet.
    piece: Option<u32>,
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
    borders.extend(crossings(&borders, width, climb));
    let ends: Vec<[Point; 2]> = borders.iter().map(|border| border.ends).collect();
    let mut strips = Vec::new();
    for (i, near) in near(&ends, width, climb).iter().enumerate() {
        let around: Vec<&Border> = near.iter().map(|j| &borders[*j]).collect();
        for (_, other) in near.iter().zip(&around).filter(|(j, _)| **j > i) {
            let strip = Strip::between([&borders[i], other], width, climb);
            if let Some(strip) = strip.filter(|strip| !strip.is_parted(&around, width, climb)) {
                strips.extend(strip.triangles().map(|triangle| (borders[i].area, triangle)));
            }
        }
    }
    strips.sort_by_key(|(area, _)| *area);
    strips
}

/// For each segment those whose boxes are within `width` of its own in plan and `climb` in
/// height, in order.
fn near(segments: &[[Point; 2]], width: f64, climb: f64) -> Vec<Vec<usize>> {
    let tree = TriangleTree::new(segments.iter().map(|[a, b]| [*a, *b, *b]));
    let around = |(i, ends): (usize, &[Point; 2])| {
        let WorldBox { min, max } = WorldBox::around(*ends);
        let reach = WorldBox {
            min: Point::new(min.x - width, min.y - climb, min.z - width),
            max: Point::new(max.x + width, max.y + climb, max.z + width),
        };
        let mut others = Vec::new();
        tree.overlapping(&reach, |j, _| {
            others.extend(Some(cast::index(j)).filter(|j| *j != i));
            ControlFlow::Continue(())
        });
        others.sort_unstable();
        others
    };
    segments.iter().enumerate().map(around).collect()
}

/// What joins corners of two pieces of ground that are near each other, with open sides both
/// ways, where no other corner is between (in the disc around them: their Gabriel graph).
fn crossings(borders: &[Border], width: f64, climb: f64) -> Vec<Border> {
    let corners = corners(borders);
    let places: Vec<[Point; 2]> = corners.iter().map(|(p, _)| [*p; 2]).collect();
    let near = near(&places, width, climb);
    let mut crossings = Vec::new();
    for (i, (p, of)) in corners.iter().enumerate() {
        for (q, other) in near[i].iter().filter(|j| **j > i).map(|j| &corners[*j]) {
            let is_between = |k: &usize| {
                let [x, y] = plan(corners[*k].0);
                let ([px, py], [qx, qy]) = (plan(*p), plan(*q));
                (px - x) * (qx - x) + (py - y) * (qy - y) < 0.0
            };
            let is_gap = of.piece != other.piece && (TOUCH..=width).contains(&p.plan_distance(*q));
            if is_gap && !near[i].iter().any(is_between) {
                let both = [[*p, *q], [*q, *p]];
                crossings.extend(both.map(|ends| Border { ends, area: of.area, piece: None }));
            }
        }
    }
    crossings
}

/// Where a border turns left into the next one, and that one.
fn corners(borders: &[Border]) -> Vec<(Point, Border)> {
    let from: HashMap<_, Border> = borders.iter().map(|b| (key(b.ends[0]), *b)).collect();
    let corner = |border: &Border| {
        let next = from.get(&key(border.ends[1]))?;
        let [a, b, c] = [border.ends[0], border.ends[1], next.ends[1]].map(plan);
        let sine = turn(a, b, c) / (distance(a, b) * distance(b, c));
        (sine > STRAIGHT).then_some((border.ends[1], *next))
    };
    borders.iter().filter_map(corner).collect()
}

/// The edges of the chosen objects' ground with no ground of theirs on the other side, as far as
/// equal corners tell. Pieces of ground smaller than a square of that width have none: small things
/// are full of them.
fn borders(soup: &Soup, chosen: &[bool], width: f64, parameters: &Parameters) -> Vec<Border> {
    let min_up = parameters.agent.min_normal_up();
    let mut ground = Vec::new();
    for triangle in &soup.triangles {
        let owner = cast::index(triangle.object.0);
        let (Some(true), Some(object)) = (chosen.get(owner), soup.objects.get(owner)) else {
            continue;
        };
        let Some(corners) = soup.finite_corners(triangle) else { continue };
        if is_ground(corners, object.class, min_up, parameters.winding) {
            ground.push((from_above(corners), object.area));
        }
    }
    let mut places = HashMap::new();
    let mut place = |p: Point| {
        let next = cast::count(places.len());
        *places.entry(key(p)).or_insert(next)
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
        let piece = pieces.find(numbers[0]);
        if areas[cast::index(piece)] < width * width {
            continue;
        }
        for (ends, [from, to]) in [[a, b], [b, c], [c, a]].into_iter().zip(sides(numbers)) {
            if !there.contains(&[to, from]) {
                borders.push(Border { ends, area, piece: Some(piece) });
            }
        }
    }
    borders
}

/// Equal for equal positions: both zeros are one.
fn key(p: Point) -> [u64; 3] {
    [p.x, p.y, p.z].map(|v| (v + 0.0).to_bits())
}
