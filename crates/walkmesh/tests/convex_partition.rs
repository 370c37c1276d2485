//! How few pieces the partitions have: generated scenes, and outlines of game maps where the
//! folder of models is there.

use std::time::Instant;

use walkmesh::bake::{BakeOptions, bake};
use walkmesh::geom::predicates::{is_convex, ring_area_doubled};
use walkmesh::geom::{PlanPoint, cast};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::{MergeGoal, Parameters};
use walkmesh::partition::{
    Fewest, MergeOptions, Order, Partition, Piece, fewest, merge, merge_adjacent,
    merge_central_points, merge_three_to_two, search,
};
use walkmesh::query::{PathOptions, Scratch, Status, path};
use walkmesh::store::Placement;
use walkmesh::surface::Surface;
use walkmesh_scenes::SceneOptions;
use walkmesh_testkit::{Random, models, outlines, polyanya};

fn cut(surface: &Surface, order: Order, exchange: bool) -> Partition {
    merge(surface, &MergeOptions { order, exchange }).expect("a surface that can be cut")
}

/// Prints a row of the table, and gives the pieces of Hertel and Mehlhorn's merging and ours.
fn row(name: &str, surfaces: &[Surface]) -> (usize, usize) {
    let all = |order: Order, exchange: bool| -> Vec<Partition> {
        surfaces.iter().map(|s| cut(s, order, exchange)).collect()
    };
    let count = |all: &[Partition]| all.iter().map(|p| p.pieces.len()).sum::<usize>();
    let area = |all: &[Partition]| all.iter().map(area_doubled).sum::<i128>();
    let [triangles, hertel_mehlhorn, adjacent] =
        [Order::None, Order::ShortestEdge, Order::LongestEdge].map(|o| count(&all(o, false)));
    let mut pieces = all(Order::LongestEdge, true);
    let (exchanged, whole) = (count(&pieces), area(&pieces));
    assert_eq!(whole, surfaces.iter().map(Surface::area_doubled).sum::<i128>(), "{name}");
    let start = Instant::now();
    for p in &mut pieces {
        search(p, MergeGoal::Fewest);
    }
    let seconds = start.elapsed().as_secs_f64();
    let searched = count(&pieces);
    assert_eq!(area(&pieces), whole, "{name}");
    let all: Vec<Fewest> = pieces.iter().map(fewest).collect();
    for (p, s) in pieces.iter_mut().zip(surfaces) {
        merge_three_to_two(p, s);
    }
    let three_two = count(&pieces);
    for p in &mut pieces {
        merge_central_points(p);
        merge_adjacent(p, Order::LongestEdge);
    }
    let central = count(&pieces);
    assert_eq!(area(&pieces), whole, "{name}");
    let sum = |of: fn(&Fewest) -> usize| all.iter().map(of).sum::<usize>();
    let [least, bound] = [sum(|f| f.least), sum(|f| f.bound)];
    let solved = format!("{} of {}", sum(|f| f.solved), sum(|f| f.parts));
    assert!(bound <= least && least <= searched && searched <= exchanged, "{name}");
    assert!(exchanged <= adjacent, "{name}");
    assert!(central <= three_two && three_two <= searched && bound <= central, "{name}");
    println!(
        "| {name} | {triangles} | {hertel_mehlhorn} | {adjacent} | {exchanged} | {searched} | \
         {three_two} | {central} | {bound} | {least} | {solved} | {:.2} | {seconds:.1} |",
        cast::float(i64::from(cast::count(searched))) / cast::float(i64::from(cast::count(bound))),
    );
    (hertel_mehlhorn, searched)
}

/// Twice the area of all pieces, exactly; all are convex.
fn area_doubled(partition: &Partition) -> i128 {
    let ring = |piece: &Piece| -> Vec<PlanPoint> {
        piece.corners.iter().map(|&v| partition.vertices[cast::index(v)].plan).collect()
    };
    let rings = partition.pieces.iter().map(ring);
    rings
        .map(|ring| {
            assert!(is_convex(&ring), "{ring:?}");
            ring_area_doubled(&ring)
        })
        .sum()
}

fn head() {
    println!(
        "| outlines | triangles | Hertel-Mehlhorn | adjacent | exchange | search | 3-2 | \
         central | bound | least | solved | search / bound | s |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|"
    );
}

#[test]
fn generated_scenes() {
    head();
    for scene in walkmesh_scenes::list() {
        let made =
            walkmesh_scenes::generate(scene.name, &SceneOptions::default()).expect("a scene");
        let options = BakeOptions { record: true, ..BakeOptions::default() };
        let baked = bake(&made.soup, &made.preset.parameters(), &options).expect("a mesh");
        let surfaces: Vec<Surface> = baked.report.traces.into_iter().map(|t| t.surface).collect();
        // The city is the largest by far; some of its tiles say as much.
        row(scene.name, &surfaces[..surfaces.len().min(16)]);
    }
}

#[test]
fn outlines_of_game_maps_take_a_tenth_fewer_pieces() {
    let Some(folder) = models::folder() else { return };
    head();
    let mut maps = vec!["movingai/arena", "movingai/arena2", "movingai/den520d"];
    if walkmesh_testkit::more() > 1 {
        maps.extend(["movingai/brc202d", "movingai/AR0700SR", "original/aurora"]);
    }
    for map in maps {
        let file = folder.join(format!("polyanya/{map}-merged.mesh"));
        let imported = polyanya::read_mesh(&file, &Placement::default());
        let (theirs, ours) = row(map, &[outlines::surface_of(&imported.mesh)]);
        assert!(10 * ours <= 9 * theirs, "{map}: {ours} pieces, {theirs} by Hertel and Mehlhorn");
    }
}

/// The mean of what the search looks at on the way between the pairs; paths are as long as on
/// the other mesh.
fn expansions(mesh: &NavMesh, like: &NavMesh, pairs: &[polyanya::Pair]) -> f64 {
    let (mut scratch, options) = (Scratch::new(), PathOptions::default());
    let mut sum = 0;
    for &(from, to, _) in pairs {
        let length = path(like, &mut scratch, from, to, &options).length;
        let found = path(mesh, &mut scratch, from, to, &options);
        sum += i64::from(found.expanded);
        assert!((found.length - length).abs() <= 1e-9 * length, "{from:?} {to:?}");
    }
    cast::float(sum) / cast::float(cast::count(pairs.len()).into())
}

#[test]
fn merged_for_searches_less_is_looked_at_than_on_polyanyas_meshes() {
    let Some(folder) = models::folder() else { return };
    for map in ["arena", "arena2", "den520d"] {
        let file = |end: &str| folder.join(format!("polyanya/movingai/{map}{end}"));
        let theirs = polyanya::read_mesh(&file("-merged.mesh"), &Placement::default()).mesh;
        let surface = outlines::surface_of(&theirs);
        let mut partition = cut(&surface, Order::LongestEdge, true);
        search(&mut partition, MergeGoal::Fastest);
        assert_eq!(area_doubled(&partition), surface.area_doubled());
        let ours = outlines::meshed(&theirs, partition);
        let problems = ours.validate();
        assert!(problems.is_empty(), "{}", problems[0]);
        let mut pairs = polyanya::read_scenario(&file(".map.scen"), None, &Placement::default());
        pairs.truncate(500);
        let [ours, theirs] = [&ours, &theirs].map(|mesh| expansions(mesh, &theirs, &pairs));
        println!("{map}: {ours:.1} expansions, {theirs:.1} on Polyanya's mesh");
        assert!(ours < theirs, "{map}");
    }
}

#[test]
fn goals_change_the_polygons_of_a_bake_but_not_its_paths() {
    for name in ["building", "terrain", "stairs"] {
        let made = walkmesh_scenes::generate(name, &SceneOptions::default()).expect("a scene");
        let bakes = [MergeGoal::Quick, MergeGoal::Fewest, MergeGoal::Fastest].map(|merge_goal| {
            let parameters = Parameters { merge_goal, ..made.preset.parameters() };
            let mesh = bake(&made.soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh;
            let problems = mesh.validate();
            assert!(problems.is_empty(), "{name}: {}", problems[0]);
            mesh
        });
        let [quick, fewest] = [0, 1].map(|i| bakes[i].polygon_count());
        assert!(fewest < quick || (fewest == quick && name == "stairs"), "{name}");
        let mut random = Random::new(3);
        let corners: Vec<_> =
            bakes[0].polygons().flat_map(|p| bakes[0].corners(p).collect::<Vec<_>>()).collect();
        let mut any = || bakes[0].frame().to_world(corners[random.below(corners.len())]);
        let (mut scratch, options) = (Scratch::new(), PathOptions::default());
        for _ in 0..100 {
            let (from, to) = (any(), any());
            let found = bakes.each_ref().map(|mesh| {
                let found = path(mesh, &mut scratch, from, to, &options);
                (found.status, found.length)
            });
            let (status, length) = found[0];
            for other in found {
                assert_eq!(other.0, status, "{name}");
                let is_equal = (other.1 - length).abs() <= 1e-9 * length;
                assert!(
                    is_equal || status != Status::Complete,
                    "{name}: {from:?} {to:?} {other:?}"
                );
            }
        }
    }
}
