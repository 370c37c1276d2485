//! Polygons taken away and triangles put in by hand.

use std::collections::BTreeSet;

use walkmesh::Point;
use walkmesh::agent::Agent;
use walkmesh::bake::{BakeOptions, bake};
use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, KindId, Payload};
use walkmesh::mesh::{HandError, NavMesh, Patch, PolyId, PolyRef};
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh::partition::WALK;
use walkmesh::query::{PathOptions, Scratch, Status, path};
use walkmesh::soup::{Area, Soup, Triangle};
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::{Random, planar_mesh};

fn baked(name: &str, tile: Option<f64>) -> NavMesh {
    let scene = generate(name, &SceneOptions { size: 2, seed: 4 }).expect("the scene");
    let parameters = Parameters {
        tile_size: tile.map_or(TileSize::Solo, TileSize::Metres),
        region_min_area: 0.0,
        ..scene.preset.parameters()
    };
    bake(&scene.soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh
}

/// The height triangles of a polygon as patches: together they are its ground.
fn patches(mesh: &NavMesh, polygon: PolyRef) -> Vec<Patch> {
    let tile = mesh.tile(polygon.tile);
    let triangles = tile.triangles_of(polygon.polygon).iter();
    triangles
        .map(|triangle| Patch {
            corners: triangle.map(|v| {
                mesh.frame().to_world(tile.vertices[usize::try_from(v).expect("an index")])
            }),
            area: mesh.polygon(polygon).area,
            flags: WALK,
        })
        .collect()
}

/// Taking polygons away and putting their own triangles in again gives the same ground: area,
/// components, heights, path lengths.
#[test]
fn what_is_put_back_is_as_it_was() {
    let mut random = Random::new(9);
    for (name, tile) in [
        ("dining_room", None),
        ("dining_room", Some(4.1)),
        ("stairs", None),
        ("stairs", Some(3.3)),
        ("building", Some(6.0)),
    ] {
        let mesh = baked(name, tile);
        for _ in 0..6 {
            let all: Vec<PolyRef> = mesh.polygons().collect();
            let mut chosen: Vec<PolyRef> =
                (0..=random.below(6)).map(|_| all[random.below(all.len())]).collect();
            chosen.sort_unstable();
            chosen.dedup();
            let ids: Vec<_> = chosen.iter().map(|&polygon| mesh.id(polygon)).collect();
            let taken = mesh.rebuilt_by_hand(&ids, &[]).expect("a mesh");
            let gone: f64 = chosen.iter().map(|&polygon| mesh.polygon_area_m2(polygon)).sum();
            assert!((mesh.area_m2() - gone - taken.area_m2()).abs() < 1e-9);
            assert_eq!(taken.polygon_count(), mesh.polygon_count() - chosen.len());
            assert_eq!(taken.validate(), []);

            let build: Vec<Patch> =
                chosen.iter().flat_map(|&polygon| patches(&mesh, polygon)).collect();
            for back in [
                mesh.rebuilt_by_hand(&ids, &build).expect("a mesh"),
                taken.rebuilt_by_hand(&[], &build).expect("a mesh"),
            ] {
                assert!((mesh.area_m2() - back.area_m2()).abs() < 1e-9, "{name}");
                assert_eq!(back.validate(), [], "{name}");
                assert_eq!(back.components().len(), mesh.components().len(), "{name} {chosen:?}");
                for _ in 0..20 {
                    let [from, to] = [(); 2].map(|()| {
                        let polygon = all[random.below(all.len())];
                        let corners: Vec<_> = mesh.corners(polygon).collect();
                        mesh.frame().to_world(corners[random.below(corners.len())])
                    });
                    same_path(&mesh, &back, from, to);
                }
            }
        }
    }
}

fn same_path(a: &NavMesh, b: &NavMesh, from: Point, to: Point) {
    let mut scratch = Scratch::new();
    let mut find = |mesh: &NavMesh| {
        let found = path(mesh, &mut scratch, from, to, &PathOptions::default());
        (found.status, found.length)
    };
    let (before, after) = (find(a), find(b));
    assert_eq!(before.0, after.0, "{from:?} {to:?}");
    if before.0 == Status::Complete {
        assert!((before.1 - after.1).abs() < 1e-9 * (1.0 + before.1), "{from:?} {to:?}");
    }
}

/// Without its flight of stairs a storey is out of reach; with the flight's triangles put back it
/// is reached as before.
#[test]
fn stairs_taken_away_and_put_back() {
    let scene = generate("stairs", &SceneOptions { size: 1, seed: 0 }).expect("the scene");
    let parameters = Parameters { region_min_area: 0.0, ..scene.preset.parameters() };
    let mesh = bake(&scene.soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh;
    // Everything between two heights goes: the flight's middle.
    let y = |steps: i32| mesh.frame().origin().y + f64::from(steps) * mesh.frame().step();
    let between = |&polygon: &PolyRef| {
        let (low, high) = mesh.polygon(polygon).heights;
        y(low) < 2.6 && y(high) > 0.4
    };
    let flight: Vec<PolyRef> = mesh.polygons().filter(between).collect();
    let ids: Vec<_> = flight.iter().map(|&polygon| mesh.id(polygon)).collect();
    let cut = mesh.rebuilt_by_hand(&ids, &[]).expect("a mesh");
    let length = |mesh: &NavMesh| {
        let mut scratch = Scratch::new();
        let found = path(mesh, &mut scratch, scene.from, scene.to, &PathOptions::default());
        (found.status == Status::Complete).then_some(found.length)
    };
    assert!(length(&mesh).is_some() && length(&cut).is_none());
    // Ids in the one tile are of another generation now.
    assert!(mesh.polygons().all(|polygon| cut.resolve(mesh.id(polygon)).is_none()));
    let build: Vec<Patch> = flight.iter().flat_map(|&polygon| patches(&mesh, polygon)).collect();
    let back = cut.rebuilt_by_hand(&[], &build).expect("a mesh");
    assert!((length(&back).expect("a way") - length(&mesh).expect("a way")).abs() < 1e-9);
}

/// What is put in is named as nothing was before, in an empty tile and beside other ground.
#[test]
fn what_is_put_in_takes_no_name_of_what_was_taken_away() {
    let mesh = baked("dining_room", Some(4.1));
    let (low, high) = mesh.bounds().expect("polygons");
    for is_emptied in [false, true] {
        let mut mesh = mesh.clone();
        let tile = mesh.tiles().next().expect("a tile").coord;
        let in_tile = |mesh: &NavMesh| {
            let own = mesh.polygons().filter(|r| mesh.id(*r).tile == tile);
            own.map(|r| mesh.id(r)).collect::<Vec<_>>()
        };
        // All of the tile, or none of it.
        let all = in_tile(&mesh);
        let mut gone = if is_emptied { all.clone() } else { Vec::new() };
        let mut named = all;
        for round in 0..4 {
            let x = low.x + 0.5 + f64::from(round) * 0.3;
            let height = low.y + 3.0;
            let corners = [
                [x, height, high.z - 1.2],
                [x, height, high.z - 1.0],
                [x + 0.2, height, high.z - 1.2],
            ];
            let patch = Patch { corners: corners.map(Point::from), area: Area(0), flags: WALK };
            mesh = mesh.rebuilt_by_hand(&gone, &[patch]).expect("a mesh");
            let now = in_tile(&mesh);
            assert!(!now.is_empty() && now.iter().all(|id| !named.contains(id)), "{now:?}");
            assert!(named.iter().all(|id| mesh.resolve(*id).is_none()));
            let is_new = |id: &&PolyId| {
                let r = mesh.resolve(**id).expect("it is there");
                mesh.frame().to_world(mesh.corners(r).next().expect("a corner")).y > low.y + 2.5
            };
            gone = now.iter().filter(is_new).copied().collect();
            assert_eq!(gone.len(), 1);
            named.extend(now);
        }
    }
}

/// What is put in beside another floor is of another layer, so that edits that bend the border of one
/// of them do not put it over the other.
#[test]
fn a_floor_that_is_raised_is_told_from_those_beside_it() {
    let mesh = baked("dining_room", None);
    for polygon in mesh.polygons() {
        let raised = |patch: Patch| Patch {
            corners: patch.corners.map(|p| Point::new(p.x, p.y + 3.0, p.z)),
            ..patch
        };
        let build: Vec<Patch> = patches(&mesh, polygon).into_iter().map(raised).collect();
        let made = mesh.rebuilt_by_hand(&[mesh.id(polygon)], &build).expect("a mesh");
        assert_eq!(made.validate(), []);
        let least = f64::from(mesh.polygon(polygon).heights.0) + 2.5 / mesh.frame().step();
        let (high, low): (Vec<PolyRef>, _) =
            made.polygons().partition(|&r| f64::from(made.polygon(r).heights.0) > least);
        assert_eq!(high.len(), build.len());
        let ends = |r: PolyRef| {
            let ring: Vec<_> = made.corners(r).map(|c| c.plan).collect();
            (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()])).collect::<Vec<_>>()
        };
        for (&r, &s) in low.iter().flat_map(|r| high.iter().map(move |s| (r, s))) {
            let theirs = ends(s);
            let shares_edge = ends(r).iter().any(|&(a, b)| theirs.contains(&(b, a)));
            assert!(!shares_edge || made.polygon(r).layer != made.polygon(s).layer);
        }
    }
}

#[test]
fn what_cannot_be_done_is_named() {
    let mesh = baked("dining_room", Some(4.1));
    let first = mesh.polygons().next().expect("polygons");
    let id = mesh.id(first);
    let patch = |corners: [[f64; 3]; 3]| Patch {
        corners: corners.map(Point::from),
        area: mesh.polygon(first).area,
        flags: WALK,
    };
    let fails = |destroy: &[_], build: &[Patch]| {
        mesh.rebuilt_by_hand(destroy, build).expect_err("a refusal")
    };
    let cut = mesh.rebuilt_by_hand(&[id], &[]).expect("a mesh");
    assert!(matches!(cut.rebuilt_by_hand(&[id], &[]), Err(HandError::Stale { index: 0, .. })));
    let own = patches(&mesh, first);
    assert_eq!(fails(&[], &own[..1]), HandError::Overlap { index: 0, other: Some(id) });
    let twice = [own[0], own[0]];
    assert_eq!(fails(&[id], &twice), HandError::Overlap { index: 1, other: None });
    // A body's height above there is room.
    let up = |patch: &Patch| Patch {
        corners: patch.corners.map(|p| Point::new(p.x, p.y + 2.5, p.z)),
        ..*patch
    };
    let above = mesh.rebuilt_by_hand(&[], &[up(&own[0])]).expect("a mesh");
    assert_eq!((above.polygon_count(), above.validate().len()), (mesh.polygon_count() + 1, 0));
    let line = patch([[1.0, 0.0, 1.0], [2.0, 1.0, 2.0], [3.0, 0.0, 3.0]]);
    assert_eq!(fails(&[], &[own[0], line][1..]), HandError::Flat { index: 0 });
    let far = patch([[1.0, 9.0, 1.0], [500.0, 9.0, 1.0], [1.0, 9.0, 2.0]]);
    assert_eq!(fails(&[], &[far]), HandError::Outside { index: 0 });
    let nan = patch([[1.0, 9.0, 1.0], [f64::NAN, 9.0, 1.0], [1.0, 9.0, 2.0]]);
    assert!(matches!(fails(&[], &[nan]), HandError::BadCorner { index: 0, corner: 1, .. }));
    // One large triangle over many tiles is cut and joined to itself.
    let large = patch([[0.5, 9.0, 0.5], [0.7, 9.0, 8.0], [8.0, 9.0, 0.9]]);
    let roof = mesh.rebuilt_by_hand(&[], &[large]).expect("a mesh");
    assert_eq!(roof.validate(), []);
    let new: BTreeSet<_> =
        roof.polygons().filter(|&p| roof.polygon(p).heights.0 > 30_000).collect();
    let components: BTreeSet<_> = new.iter().map(|&p| roof.component(p)).collect();
    assert!(new.len() > 2 && components.len() == 1, "{new:?} {components:?}");
}

/// A fence that stands on a side between two tiles is a wall of both; what is put in on one side of
/// it leads on to the other.
#[test]
fn what_is_put_in_leads_over_a_wall_on_the_side_of_a_tile() {
    let mut soup = Soup::default();
    let mut add = |quad: [[f64; 3]; 4]| {
        let object = soup.add_object("");
        let first = u32::try_from(soup.vertices.len()).expect("few");
        soup.vertices.extend(quad.map(Point::from));
        let faces = [[0, 1, 2], [0, 2, 3], [2, 1, 0], [3, 2, 0]];
        let triangles = faces.map(|face| Triangle { corners: face.map(|i| first + i), object });
        soup.triangles.extend(triangles);
    };
    add([[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [8.0, 0.0, 4.0], [8.0, 0.0, 0.0]]);
    add([[3.8, 0.0, 1.0], [3.8, 0.0, 3.0], [3.8, 1.5, 3.0], [3.8, 1.5, 1.0]]);
    let parameters = Parameters {
        agent: Agent { height: 1.8, radius: 0.0, max_climb: 0.4, ..Parameters::default().agent },
        cell_size: 0.2,
        tile_size: TileSize::Metres(4.0),
        region_min_area: 0.0,
        filter_ledges: false,
        ..Parameters::default()
    };
    let mesh = bake(&soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh;
    assert_eq!(mesh.validate(), []);
    assert!(mesh.tiles().len() > 1);
    let walls = |mesh: &NavMesh| {
        let edges = mesh.polygons().flat_map(|r| mesh.edges(r).iter());
        edges.filter(|edge| edge.neighbour().is_none()).count()
    };
    let mut opened = 0;
    for polygon in mesh.polygons() {
        let put_back = patches(&mesh, polygon);
        let made = mesh.rebuilt_by_hand(&[mesh.id(polygon)], &put_back).expect("a mesh");
        assert_eq!(made.validate(), [], "{polygon:?}");
        opened += usize::from(walls(&made) < walls(&mesh));
    }
    assert!(opened > 0, "the fence parts tiles");
}

/// A corner that is meant to be on a neighbour's edge and is rounded to a fraction of a step beside
/// it: nothing joins the two there, so a blocker bends one edge and leaves the other.
#[test]
fn what_lies_beside_an_edge_may_be_edited() {
    let mesh = planar_mesh(&[vec![(-14350, 10250), (-14350, -10250), (-12403, 103)]]);
    let corner = |x: i32, y: i32| Point::new(f64::from(x), 0.0, f64::from(-y));
    let beside = [corner(-12736, 5233), corner(-14350, 10250), corner(-13941, 8119)];
    let patch = Patch { corners: beside, area: Area(0), flags: WALK };
    let mesh = mesh.rebuilt_by_hand(&[], &[patch]).expect("room beside it");
    assert_eq!((mesh.polygon_count(), mesh.validate()), (2, vec![]));
    let change = Change {
        shape: Footprint::Box { center: [-14300.0, -10100.0], half: [200.0, 124.0], turned: 0.0 },
        heights: (f64::NEG_INFINITY, f64::INFINITY),
        payload: Payload::Block { kind: KindId(0) },
        grown: true,
    };
    let mut edits = Edits::new(mesh).expect("a mesh");
    let _ = edits.apply(&[Edit::Add { id: ChangeId(0), change }]).expect("a blocker");
    assert!(edits.mesh().index_count() > 2, "nothing was cut");
    assert_eq!(edits.mesh().validate(), []);
}
