//! Random buildings: against their triangles, in tiles, and against voxels.

use crate::truth::compared;
use crate::{MILLIMETRE, area};
use std::collections::BTreeMap;
use walkmesh::agent::Agent;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::PlanPoint;
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{Parameters, Preset, Survey, TileSize};
use walkmesh::report::figures;
use walkmesh::soup::Soup;
use walkmesh_testkit::agreement::{Agreement, missing, outline_distance};
use walkmesh_testkit::buildings::{Part, building, low_body, usual_body};
use walkmesh_testkit::{Random, more};

/// A step of the lattice of worlds as small as these, metres.
const STEP: f64 = 1.0 / 4096.0;

/// Buildings that differ in tiles for low wide bodies, by up to 0.1 m² beside steps and ramps that
/// lie over what they start on: which of its borders count in a leaf that is torn depends on where
/// the leaf ends.
const TORN: [u64; 16] = [57, 66, 74, 84, 86, 172, 206, 233, 307, 335, 338, 369, 377, 401, 447, 495];

/// At how many places a building is compared with its triangles.
const PLACES: usize = 200;

/// Of a body with cells of a random size.
fn parameters(random: &mut Random, agent: Agent) -> Parameters {
    let cell_size = random.one_of(&[0.05, 0.04, 0.1]);
    Parameters {
        agent,
        survey: Survey::Exact,
        tile_size: TileSize::Solo,
        region_min_area: 0.0,
        polygon_min_area: 0.0,
        cell_size,
        cell_height: cell_size / 2.0,
        edge_max_error: 1.3 * cell_size,
        ..Preset::Human.parameters()
    }
}

/// A building, and who walks there.
fn case(seed: u64, body: fn(&mut Random) -> Agent, parts: &[Part]) -> (Soup, Parameters, Random) {
    let mut random = Random::new(seed);
    let agent = body(&mut random);
    let parameters = parameters(&mut random, agent);
    (building(&mut random, &agent, parts), parameters, random)
}

/// Surveys of buildings, but those that are known, are no more than `most` metres off the truth.
fn true_to_the_triangles(seeds: u64, parts: &[Part], most: f64, known: &[u64]) {
    let (mut places, mut inside, mut outside, mut wrong) = (0, 0, 0, Vec::new());
    for seed in 0..seeds {
        let (soup, parameters, _) = case(seed, usual_body, parts);
        places += PLACES;
        let found = compared(&soup, &parameters, PLACES, most);
        inside += found.inside;
        outside += found.outside;
        if let Some(first) = found.wrong.first() {
            println!("building {seed}: {} wrong, {first}", found.wrong.len());
            wrong.extend((!known.contains(&seed)).then_some(seed));
        }
    }
    println!("{seeds} buildings: {inside} inside, {outside} outside");
    assert_eq!(wrong, []);
    let least = places / 8;
    assert!(inside > least && outside > least, "{inside} inside, {outside} outside of {places}");
}

#[test]
fn upright_buildings_are_true_to_a_millimetre() {
    // Between two floors of it a gap opens by 23 mm a metre: where that is a millimetre wide is
    // known to a step of the lattice, which is a centimetre along it.
    let known = [201];
    true_to_the_triangles(20 * more(), &Part::UPRIGHT, MILLIMETRE, &known);
}

/// Heights are rounded to the lattice and a climb may be a step more: so much farther down the
/// least slope.
#[test]
fn buildings_with_ramps_are_true_to_a_step_of_height() {
    let mut parts = Part::UPRIGHT.to_vec();
    parts.push(Part::Ramp);
    true_to_the_triangles(20 * more(), &parts, MILLIMETRE + 3.0 * STEP / 0.15, &[]);
}

/// How far outlines in one piece and in tiles may be apart, metres: both are between the true one
/// and what the survey allows itself.
fn off(p: &Parameters) -> f64 {
    p.arc_tolerance + 2.0 * MILLIMETRE
}

fn baked(soup: &Soup, p: &Parameters) -> NavMesh {
    let mesh = bake(soup, p, &BakeOptions::default()).expect("it bakes").mesh;
    assert_eq!(mesh.validate(), []);
    mesh
}

/// Whether what hangs together in one mesh does in another that has all its ground.
fn hangs_together(part: &NavMesh, whole: &NavMesh, climb: f64) -> bool {
    let mut components = BTreeMap::new();
    part.polygons().all(|polygon| {
        let corners = part.corners(polygon).map(|corner| corner.plan);
        let (count, x, y) = corners.fold((0, 0, 0), |(count, x, y), corner| {
            (count + 1, x + i64::from(corner.x), y + i64::from(corner.y))
        });
        let middle = |sum: i64| i32::try_from(sum / count).expect("between corners");
        let plan = PlanPoint::new(middle(x), middle(y));
        let place = part.frame().to_world(plan.at(part.height_at(polygon, plan)));
        // What is no ground there is less than what places of a grid tell.
        whole.locate(place, climb).is_none_or(|found| {
            let component = whole.component(found.polygon);
            *components.entry(part.component(polygon)).or_insert(component) == component
        })
    })
}

/// What differs between a building in one piece and in tiles by more than what a survey allows
/// itself: ground of a wider body is there in tiles and hangs together as it does for that, and
/// tiles have no more than a narrower body.
fn differs_in_tiles(soup: &Soup, p: &Parameters, tile_size: TileSize) -> Option<String> {
    let (solo, tiled) = (baked(soup, p), baked(soup, &Parameters { tile_size, ..*p }));
    let [wider, narrower] = [1.0, -1.0].map(|by| {
        let agent = Agent { radius: p.agent.radius + by * off(p), ..p.agent };
        baked(soup, &Parameters { agent, ..*p })
    });
    let climb = p.agent.max_climb;
    for (what, part, whole) in [("lost", &wider, &tiled), ("gained", &tiled, &narrower)] {
        if let Some(patch) = missing(part, whole, p.cell_size, climb).first() {
            return Some(format!("{:.4} m² {what} around {:?}", patch.area, patch.places[0]));
        }
        if !hangs_together(part, whole, climb) {
            return Some(format!("ways {what}"));
        }
    }
    let areas = [area(&solo), area(&tiled)];
    let is_off = (areas[0] - areas[1]).abs() > off(p) * figures(&solo).wall_length;
    is_off.then(|| format!("areas of {areas:?} m²"))
}

/// No building but those that are known differs in tiles.
fn the_same_in_tiles(
    seeds: impl Iterator<Item = u64>,
    body: fn(&mut Random) -> Agent,
    known: &[u64],
) {
    let mut wrong = Vec::new();
    for seed in seeds {
        let (soup, parameters, mut random) = case(seed, body, &Part::ALL);
        let tile_size = TileSize::Metres(random.one_of(&[1.3, 1.9, 2.7]));
        if let Some(what) = differs_in_tiles(&soup, &parameters, tile_size) {
            println!("building {seed}: {what}");
            wrong.extend((!known.contains(&seed)).then_some(seed));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn buildings_are_the_same_in_tiles() {
    the_same_in_tiles(0..20 * more(), usual_body, &[]);
}

#[test]
fn buildings_are_the_same_in_tiles_for_low_wide_bodies() {
    // Those at the end differed before what hangs together in a torn leaf stayed together.
    let seeds = (0..20 * more()).chain([80, 95, 110, 136, 141, 142, 197, 211, 217]);
    the_same_in_tiles(seeds, low_body, &TORN);
}

/// Voxels of the same building, where ground is at no limit of the body.
#[test]
fn voxels_agree_on_buildings() {
    let mut compared = 0;
    let mut wrong = Vec::new();
    // Five times as many at most: in some of more nothing is walkable for the wider body.
    for seed in 0..20 * more().min(5) {
        let (soup, parameters, _) = case(seed, usual_body, &Part::ALL);
        if parameters.agent.radius <= outline_distance(&parameters) {
            continue;
        }
        compared += 1;
        let found = Agreement::of(&soup, &parameters, parameters.cell_size);
        for patch in found.patches().filter(|patch| patch.limits.is_empty()) {
            println!("building {seed}: {:.3} m² around {:?}", patch.area, patch.places[0]);
            wrong.push(seed);
        }
    }
    println!("{compared} buildings compared");
    assert_eq!(wrong, []);
    assert!(compared > 10, "{compared}");
}
