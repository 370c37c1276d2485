//! Links over tiles that are made again.

use walkmesh::agent::Agent;
use walkmesh::bake::{BakeOptions, Changed, Updated, bake, update};
use walkmesh::geom::predicates::cross;
use walkmesh::geom::{PlanBox, PlanPoint, cast};
use walkmesh::mesh::{Link, LinkEnd, NavMesh, Nearest, PolyRef, TileId};
use walkmesh::parameters::{Parameters, Survey, TileSize};
use walkmesh::soup::{Area, Soup};
use walkmesh_testkit::links::{point_link, with_stretch_links};
use walkmesh_testkit::soups::{cuboid, level, lone_quad};
use walkmesh_testkit::{Random, more};

/// An end on the side of its tile, which loses its ground there, is on that of the tile beside it.
#[test]
fn a_link_on_the_side_of_a_tile_keeps_the_ground_beyond() {
    let agent = Agent { radius: 0.0, ..Agent::default() };
    let options = BakeOptions::default();
    for survey in [Survey::Voxel, Survey::Exact] {
        let (tile_size, region_min_area) = (TileSize::Metres(4.0), 0.0);
        let base =
            Parameters { agent, survey, tile_size, region_min_area, ..Parameters::default() };
        let parameters = Parameters { filter_ledges: false, ..base };
        let floors = |some: &[[f64; 4]]| {
            let mut soup = Soup::default();
            // The first two are far off: the box of the world stays as it is.
            let ends = [[-8.0, -8.0, -7.0, -7.0], [7.0, 7.0, 8.0, 8.0]];
            ends.iter().chain(some).for_each(|&floor| lone_quad(&mut soup, level(floor, 0.0)));
            soup
        };
        let whole = bake(&floors(&[[-5.0, -5.0, 5.0, 5.0]]), &parameters, &options);
        let whole = whole.expect("a mesh").mesh;
        // The sides of a tile near the middle.
        let clip = whole.tile(TileId(5)).clip;
        let corner = |at: PlanPoint| whole.frame().to_world(at.at(0));
        let [low, high] = [corner(clip.min), corner(clip.max)];
        let (x, z) = (high.x, 0.5 * (low.z + high.z));
        for (at, rest) in [
            ([x, z], [[x, -5.0, 5.0, 5.0]].as_slice()),
            ([x, high.z], &[[x, -5.0, 5.0, high.z]]),
            ([x, z], &[]),
        ] {
            let places = [[at[0], 0.0, at[1]], [x + 0.3, 0.0, high.z - 0.3]];
            let [from, to] = places.map(|place| whole.locate(place, 0.5).expect("ground"));
            let all = whole.polygons().filter(|r| whole.tile(r.tile).holds(r.polygon, from.plan));
            for polygon in all {
                let link = point_link(&whole, &Nearest { polygon, ..from }, &to);
                let mesh = whole.with_links(vec![link]);
                let updated = update(&mesh, &floors(rest), Changed::ByHash, &options);
                let Updated { baked, lost_links, .. } = updated.expect("a mesh");
                assert_eq!(
                    (baked.mesh.links().len(), lost_links.len()),
                    match rest {
                        [] => (0, 1),
                        _ => (1, 0),
                    }
                );
                assert_eq!(baked.mesh.validate(), []);
            }
        }
    }
}

/// A link along x from one place to another, at two depths, on ground that rises from x = 0 on.
fn door(mesh: &NavMesh, [from, to]: [f64; 2], slope: f64) -> Link {
    let place = |x: f64, z: f64| mesh.locate([x, slope * x.max(0.0), z], 0.5).expect("ground");
    let end = |z: f64| {
        let on = place(from.midpoint(to), z).polygon;
        let [from, to] = [from, to].map(|x| place(x, z).plan).map(|p| p.at(mesh.height_at(on, p)));
        LinkEnd { polygon: mesh.id(on), from, to }
    };
    let from_place = place(from, 1.0);
    Link { from: end(1.0), to: end(3.0), ..point_link(mesh, &from_place, &from_place) }
}

/// Alike links that follow each other are no parts of one where none could hold them all: across the
/// side of a tile, and where the ground bends by more than a climb.
#[test]
fn rows_of_alike_links_stay_where_no_link_is_as_long() {
    let agent = Agent { radius: 0.0, ..Agent::default() };
    for (survey, metres, slope) in
        [(Survey::Voxel, 4.0, 0.0), (Survey::Exact, 4.0, 0.0), (Survey::Exact, 20.0, 0.9)]
    {
        let tile_size = TileSize::Metres(metres);
        let parameters = Parameters { agent, survey, tile_size, ..Parameters::default() };
        let ground = |boxes: &[f64]| {
            let mut soup = Soup::default();
            lone_quad(&mut soup, level([-8.0, -8.0, 0.0, 8.0], 0.0));
            let high = 8.0 * slope;
            let ramp = [[0.0, 0.0, -8.0], [0.0, 0.0, 8.0], [8.0, high, 8.0], [8.0, high, -8.0]];
            lone_quad(&mut soup, ramp);
            soup.objects[1].area = Area(u8::from(slope > 0.0));
            for x in boxes {
                cuboid(&mut soup, [[*x, -0.5, 1.8], [x + 0.5, 4.0, 2.2]]);
            }
            soup
        };
        let options = BakeOptions::default();
        let first = bake(&ground(&[]), &parameters, &options).expect("a mesh").mesh;
        let PolyRef { tile, polygon } =
            first.locate([-0.5, 0.0, 1.0], 0.5).expect("ground").polygon;
        let side = first.tile(tile).polygons[cast::index(polygon)].bounds.max;
        let x = first.frame().to_world(side.at(0)).x;
        let doors = [[x - 2.4, x], [x, x + 2.4]].map(|along| door(&first, along, slope));
        let mut mesh = first.with_links(doors.to_vec());
        assert_eq!(mesh.validate(), []);
        for boxes in [&[x - 1.5][..], &[x - 1.5, x + 1.0], &[]] {
            let updated = update(&mesh, &ground(boxes), Changed::ByHash, &options);
            let Updated { baked, lost_links, .. } = updated.expect("a mesh");
            assert_eq!(lost_links, [], "{survey:?} {slope} {boxes:?}");
            mesh = baked.mesh;
            assert_eq!(mesh.validate(), []);
            let long: f64 =
                mesh.links().iter().map(|part| along(&part.from, part.from.to.plan)).sum();
            assert!(long * mesh.frame().step() > 4.79, "{survey:?} {slope} {boxes:?}: {long}");
        }
    }
}

/// So many shares of each link are looked at.
const SHARES: i32 = 40;
/// What of a link may be missing where its ground changes, steps.
const MISSING: f64 = 6.0;

/// The point of a stretch at a share, to the step.
fn at_share(end: &LinkEnd, i: i32) -> PlanPoint {
    let part = |a: i32, b: i32| a + (b - a) * i / SHARES;
    let [a, b] = [end.from.plan, end.to.plan];
    PlanPoint::new(part(a.x, b.x), part(a.y, b.y))
}

/// How many of the places around one, six steps away and nearer, are ground of a tile near an end's
/// height; what is beyond the tile's side counts as what is on it.
fn ground_around(mesh: &NavMesh, tile: TileId, end: &LinkEnd, at: PlanPoint) -> usize {
    let PlanBox { min, max } = mesh.tile(tile).clip;
    let around = (-3..=3).flat_map(|x| (-3..=3).map(move |y| (2 * x, 2 * y)));
    let places = around.map(|(x, y)| {
        PlanPoint::new((x + at.x).clamp(min.x, max.x), (y + at.y).clamp(min.y, max.y))
    });
    let is_ground = |&place: &PlanPoint| {
        mesh.tile(tile).open_polygons().any(|polygon| {
            let height = mesh.height_at(PolyRef { tile, polygon }, place);
            let off = height.abs_diff(end.from.height);
            mesh.tile(tile).holds(polygon, place)
                && i64::from(off) <= i64::from(mesh.resolved().climb)
        })
    };
    places.filter(is_ground).count()
}

/// Whether there is ground all around a place in the end's own tile: then a link must go on there. Where
/// there is none in any tile it cannot; otherwise it may.
fn is_ground(mesh: &NavMesh, end: &LinkEnd, at: PlanPoint) -> Option<bool> {
    let own = mesh.tile_at(end.polygon.tile);
    if own.is_some_and(|tile| ground_around(mesh, tile, end, at) == 49) {
        return Some(true);
    }
    let mut tiles = (0..cast::count(mesh.tiles().len()))
        .map(TileId)
        .filter(|&tile| mesh.tile(tile).clip.contains(at));
    if tiles.all(|tile| ground_around(mesh, tile, end, at) == 0) { Some(false) } else { None }
}

/// How far a point is from the start of a stretch, steps.
fn along(end: &LinkEnd, p: PlanPoint) -> f64 {
    end.from.plan.distance(p)
}

/// Where a link leads from and to.
fn stretches(link: &Link) -> [[PlanPoint; 2]; 2] {
    [link.from, link.to].map(|end| [end.from.plan, end.to.plan])
}

/// The parts of a link of which the share is one.
fn parts_at(mesh: &NavMesh, link: &Link, i: i32) -> usize {
    let own = mesh.links().iter().filter(|part| part.user_id == link.user_id);
    let holds = |part: &&Link| {
        [(&link.from, &part.from), (&link.to, &part.to)].into_iter().all(|(whole, part)| {
            let [from, to] = [part.from, part.to].map(|at| along(whole, at.plan));
            let here = along(whole, at_share(whole, i));
            (from - MISSING..=to + MISSING).contains(&here)
        })
    };
    own.filter(holds).count()
}

/// A floor with boxes on it, the first `boxes` of a list.
fn room(places: &[[f64; 2]], boxes: usize) -> Soup {
    let mut soup = Soup::default();
    lone_quad(&mut soup, level([-7.0, -7.0, 7.0, 7.0], 0.0));
    for &[x, z] in &places[..boxes] {
        cuboid(&mut soup, [[x, -0.5, z], [x + 0.6, 1.0, z + 0.6]]);
    }
    soup
}

/// A box more puts borders of polygons elsewhere: links go on in parts wherever there is ground at both
/// ends, and are whole again when it goes.
#[test]
fn links_go_on_in_parts_and_are_whole_again() {
    let options = BakeOptions::default();
    let (mut parted, mut whole) = (0, 0);
    for seed in 0..100 * more() {
        let random = &mut Random::new(seed);
        let survey = [Survey::Voxel, Survey::Exact][random.below(2)];
        let tile_size = TileSize::Metres([7.0, 20.0][random.below(2)]);
        let parameters = Parameters { survey, tile_size, ..Parameters::default() };
        let places: Vec<_> = (0..6).map(|_| [(); 2].map(|()| random.metres(-6.0, 6.0))).collect();
        let first = bake(&room(&places, 5), &parameters, &options).expect("a mesh").mesh;
        let longest = cast::round_i32(3.0 / first.frame().step());
        let slanted = random.chance(50);
        let mut links = with_stretch_links(&first, random, 12, longest, slanted).links().to_vec();
        (0..).zip(&mut links).for_each(|(i, link)| link.user_id = i);
        let first = first.with_links(links.clone());
        let second = update(&first, &room(&places, 6), Changed::ByHash, &options).expect("a mesh");
        let mesh = &second.baked.mesh;
        assert_eq!(mesh.validate(), [], "seed {seed}");
        let third = update(mesh, &room(&places, 5), Changed::ByHash, &options).expect("a mesh");
        assert_eq!(third.lost_links, [], "seed {seed}");
        let back = &third.baked.mesh;
        for link in &links {
            let told = format!("seed {seed}, link {}", link.user_id);
            assert_eq!(
                mesh.links().iter().all(|part| part.user_id != link.user_id),
                second.lost_links.contains(&link.user_id),
                "{told}"
            );
            let mut is_whole = true;
            for i in 0..=SHARES {
                let grounds =
                    [&link.from, &link.to].map(|end| is_ground(mesh, end, at_share(end, i)));
                let count = parts_at(mesh, link, i);
                match grounds {
                    [Some(true), Some(true)] => assert!(count > 0, "{told} at {i}"),
                    [Some(false), _] | [_, Some(false)] => assert_eq!(count, 0, "{told} at {i}"),
                    _ => {}
                }
                is_whole &= grounds == [Some(true); 2];
                assert!(count == 0 || parts_at(back, link, i) > 0, "{told} at {i}, back");
            }
            let parts = |mesh: &NavMesh| -> Vec<[[PlanPoint; 2]; 2]> {
                let own = mesh.links().iter().filter(|part| part.user_id == link.user_id);
                own.map(stretches).collect()
            };
            // On a thin polygon a part may be a step beside the line, and stays as it is.
            let is_in_line = |part: &[[PlanPoint; 2]; 2]| {
                let lines = stretches(link).into_iter().zip(part);
                lines.flat_map(|([a, b], at)| at.map(|p| cross(a, b, p))).all(|beside| beside == 0)
            };
            if is_whole && parts(mesh).len() > 1 {
                parted += 1;
                if parts(mesh).iter().all(is_in_line) {
                    assert_eq!(parts(back), [stretches(link)], "{told}");
                    whole += 1;
                }
            }
        }
    }
    assert!(parted > 20 && whole > 5, "{parted} {whole}");
}
