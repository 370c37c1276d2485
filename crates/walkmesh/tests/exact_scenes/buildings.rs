//! Random buildings: against their triangles, in tiles, and against voxels.

use crate::truth::compared;
use crate::{MILLIMETRE, area};
use walkmesh::Point;
use walkmesh::agent::Agent;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{Parameters, Preset, Survey, TileSize};
use walkmesh::soup::Soup;
use walkmesh_testkit::agreement::{Agreement, missing, outline_distance};
use walkmesh_testkit::buildings::{Part, building, usual_body};
use walkmesh_testkit::{Random, more};

/// A step of the lattice of worlds as small as these, metres.
const STEP: f64 = 1.0 / 4096.0;

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
    let (mut inside, mut outside, mut wrong) = (0, 0, Vec::new());
    for seed in 0..seeds {
        let (soup, parameters, _) = case(seed, usual_body, parts);
        let found = compared(&soup, &parameters, 200, most);
        inside += found.inside;
        outside += found.outside;
        if let Some(first) = found.wrong.first() {
            println!("building {seed}: {} wrong, {first}", found.wrong.len());
            wrong.extend((!known.contains(&seed)).then_some(seed));
        }
    }
    println!("{seeds} buildings: {inside} inside, {outside} outside");
    assert_eq!(wrong, []);
}

#[test]
fn upright_buildings_are_true_to_a_millimetre() {
    true_to_the_triangles(30 * more(), &Part::UPRIGHT, MILLIMETRE, &[]);
}

/// Heights are rounded to the lattice and a climb may be a step more: so much farther down the
/// least slope.
#[test]
fn buildings_with_ramps_are_true_to_a_step_of_height() {
    let mut parts = Part::UPRIGHT.to_vec();
    parts.push(Part::Ramp);
    true_to_the_triangles(30 * more(), &parts, MILLIMETRE + 3.0 * STEP / 0.15, &[]);
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

/// How long the walls around a mesh are, metres.
fn outline(mesh: &NavMesh) -> f64 {
    let of_polygon = |polygon| {
        let corners: Vec<Point> = mesh.corners(polygon).map(|c| mesh.frame().to_world(c)).collect();
        let lengths = mesh.edges(polygon).iter().enumerate().map(|(i, edge)| {
            let length = corners[i].plan_distance(corners[(i + 1) % corners.len()]);
            if edge.neighbour().is_none() { length } else { 0.0 }
        });
        lengths.sum::<f64>()
    };
    mesh.polygons().map(of_polygon).sum()
}

/// What differs between a building in one piece and in tiles by more than what one survey allows
/// itself, and whether its components could be compared: no passage or island is at that limit.
fn in_tiles(soup: &Soup, p: &Parameters, tile_size: TileSize) -> (Option<String>, bool) {
    let (solo, tiled) = (baked(soup, p), baked(soup, &Parameters { tile_size, ..*p }));
    let [wider, narrower] = [1.0, -1.0].map(|by| {
        let agent = Agent { radius: p.agent.radius + by * off(p), ..p.agent };
        baked(soup, &Parameters { agent, ..*p })
    });
    let climb = p.agent.max_climb;
    let lost = missing(&wider, &tiled, p.cell_size, climb);
    let gained = missing(&tiled, &narrower, p.cell_size, climb);
    if let Some(patch) = lost.iter().chain(&gained).next() {
        return (Some(format!("{:.4} m² around {:?}", patch.area, patch.places[0])), true);
    }
    let areas = [area(&solo), area(&tiled)];
    if (areas[0] - areas[1]).abs() > off(p) * outline(&solo) {
        return (Some(format!("areas of {areas:?} m²")), true);
    }
    let [ours, others, most, least] =
        [&solo, &tiled, &narrower, &wider].map(|mesh| mesh.components().len());
    let is_known = most == least;
    let differ = is_known && ours != others;
    (differ.then(|| format!("{ours} components, {others} in tiles")), is_known)
}

/// No building but those that are known differs in tiles.
fn the_same_in_tiles(seeds: u64, body: fn(&mut Random) -> Agent, known: &[u64]) {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for seed in 0..seeds {
        let (soup, parameters, mut random) = case(seed, body, &Part::ALL);
        let tile_size = TileSize::Metres(random.one_of(&[1.3, 1.9, 2.7]));
        let (differs, is_known) = in_tiles(&soup, &parameters, tile_size);
        compared += u64::from(is_known);
        if let Some(what) = differs {
            println!("building {seed}: {what}");
            wrong.extend((!known.contains(&seed)).then_some(seed));
        }
    }
    println!("{seeds} buildings, components of {compared} compared");
    assert_eq!(wrong, []);
    assert!(2 * compared > seeds);
}

#[test]
fn buildings_are_the_same_in_tiles() {
    the_same_in_tiles(30 * more(), usual_body, &[]);
}

/// Voxels of the same building, where ground is at no limit of the body.
#[test]
fn voxels_agree_on_buildings() {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for seed in 0..30 * more() {
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
}
