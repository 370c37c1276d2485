//! A survey beside the [`Oracle`], place by place.

use crate::oracle::Oracle;
use crate::surveyed;
use walkmesh::geom::predicates::{Side, side_of_ring};
use walkmesh::geom::{GroundPoint, PlanBox, PlanPoint};
use walkmesh::parameters::Parameters;
use walkmesh::soup::Soup;
use walkmesh::surface::{Heights, Layer, Patch, Ring, Surface};
use walkmesh_testkit::Random;

/// Heights of layers are known about so well, metres: they are those of a cell.
const ABOUT: f64 = 0.05;

/// What was found at places with ground.
#[derive(Clone, Debug, Default)]
pub(crate) struct Compared {
    /// At how many of them one walks.
    pub(crate) inside: usize,
    /// At how many of them one does not.
    pub(crate) outside: usize,
    /// Where it is the other way by the triangles.
    pub(crate) wrong: Vec<String>,
}

/// Compares a survey with the truth at `count` random places, some of them on either side.
pub(crate) fn agrees_with_the_triangles(soup: &Soup, p: &Parameters, count: usize, most: f64) {
    let Compared { inside, outside, wrong } = compared(soup, p, count, most);
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong[0]);
    assert!(inside > count / 8 && outside > count / 8, "{inside} inside, {outside} outside");
}

/// Compares a survey with the truth at `count` random places, most of them near outlines: borders
/// are no more than `most` metres off, beside the arc tolerance.
pub(crate) fn compared(soup: &Soup, p: &Parameters, count: usize, most: f64) -> Compared {
    let (resolved, tile) = surveyed(soup, p);
    let oracle = Oracle::new(soup, p, &resolved);
    let surface = &tile.surface;
    let rings: Vec<&[GroundPoint]> = surface
        .layers
        .iter()
        .flat_map(|layer| &layer.patches)
        .flat_map(Patch::rings)
        .map(|ring| &ring.points[..])
        .collect();
    let mut random = Random::new(7);
    let mut compared = Compared::default();
    for i in 0..count {
        let place = match &rings[..] {
            rings @ [_, ..] if i % 8 > 0 => near_one(rings, &mut random),
            _ => anywhere(&resolved.clip, &mut random),
        };
        if surface.layers.iter().any(|layer| is_on_border(layer, place)) {
            continue;
        }
        let world = surface.frame.plan_to_world(place);
        let (x, y) = (world.x, -world.z);
        let floors = oracle.floors(x, y);
        for &height in floors.iter().filter(|&&height| !oracle.is_steep(x, y, height)) {
            let room = oracle.room(x, y, height);
            let at = || format!("({}, {height}, {}), {room} m around", world.x, world.z);
            match is_walked(surface, place, (height, &floors), p.agent.max_climb) {
                Some(true) => {
                    compared.inside += 1;
                    if room < p.agent.radius - most {
                        compared.wrong.push(format!("walked at {}", at()));
                    }
                }
                Some(false) => {
                    compared.outside += 1;
                    if room > p.agent.radius + p.arc_tolerance + most {
                        compared.wrong.push(format!("left out at {}", at()));
                    }
                }
                None => {}
            }
        }
    }
    compared
}

/// Whether one walks at a place of a floor, by a survey; `None` where it may be another floor on
/// which one does.
fn is_walked(
    surface: &Surface,
    place: PlanPoint,
    (height, floors): (f64, &[f64]),
    climb: f64,
) -> Option<bool> {
    let heights = surface.layers.iter().filter_map(|layer| height_at(layer, place));
    let heights =
        heights.map(|own| surface.frame.metres(f64::from(own)) + surface.frame.origin().y);
    // Beside a step the height of a cell may be that of the other side.
    let here: Vec<f64> = heights.filter(|own| (own - height).abs() < climb + ABOUT).collect();
    let is_of_another =
        |own: &f64| floors.iter().any(|floor| (own - floor).abs() < (own - height).abs());
    (!here.iter().any(is_of_another)).then_some(!here.is_empty())
}

fn anywhere(clip: &PlanBox, random: &mut Random) -> PlanPoint {
    let PlanBox { min, max } = clip;
    PlanPoint::new(random.between(min.x, max.x), random.between(min.y, max.y))
}

/// A place near some edge of some ring.
fn near_one(rings: &[&[GroundPoint]], random: &mut Random) -> PlanPoint {
    let ring = rings[random.below(rings.len())];
    let k = random.below(ring.len());
    let (a, b) = (ring[k].plan, ring[(k + 1) % ring.len()].plan);
    let along = i64::from(random.between(0, 1000));
    let mut near = |p: i32, q: i32| {
        let at = i64::from(p) + (i64::from(q) - i64::from(p)) * along / 1000;
        let reach = [4, 40, 400][random.below(3)];
        i32::try_from(at).expect("between two corners") + random.between(-reach, reach)
    };
    PlanPoint::new(near(a.x, b.x), near(a.y, b.y))
}

/// Whether a place is on an outline of a layer, where it may belong to another layer as well.
fn is_on_border(layer: &Layer, p: PlanPoint) -> bool {
    let on = |ring: &Ring| {
        let plan: Vec<PlanPoint> = ring.points.iter().map(|p| p.plan).collect();
        side_of_ring(&plan, p) == Side::Border
    };
    layer.patches.iter().flat_map(Patch::rings).any(on)
}

/// About the height of the ground of a layer at a place, borders included: enough to tell storeys.
fn height_at(layer: &Layer, place: PlanPoint) -> Option<i32> {
    let plan = |ring: &Ring| -> Vec<PlanPoint> { ring.points.iter().map(|p| p.plan).collect() };
    let holds = |patch: &&Patch| {
        side_of_ring(&plan(&patch.outer), place) != Side::Outside
            && patch.holes.iter().all(|hole| side_of_ring(&plan(hole), place) != Side::Inside)
    };
    let patch = layer.patches.iter().find(holds)?;
    let sampled = match &layer.heights {
        Heights::Corners => None,
        Heights::Grid(grid) => {
            let cell = grid.cell_of(place);
            cell.and_then(|(column, row)| grid.get(column, row))
        }
    };
    let corners = patch.rings().flat_map(|ring| &ring.points);
    let nearest = || corners.min_by_key(|p| p.plan.distance_squared(place)).map(|p| p.height);
    sampled.or_else(nearest)
}
