//! A bake of what changed gives the bytes of a full bake, touches few tiles, and keeps ids and
//! links elsewhere.

use walkmesh::Point;
use walkmesh::bake::{BakeError, BakeOptions, Changed, bake, bake_like, update};
use walkmesh::geom::cast;
use walkmesh::link::reattach;
use walkmesh::mesh::{Link, MeshError, NavMesh, Nearest, PolyRef};
use walkmesh::parameters::{Parameters, Preset, TileSize};
use walkmesh::soup::{Area, ObjectId, Soup, Triangle};
use walkmesh::store;
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::links::point_link;
use walkmesh_testkit::soups::{cuboid, level, lone_quad};
use walkmesh_testkit::{Random, more};

fn bytes(mesh: &NavMesh) -> Vec<u8> {
    let mut out = Vec::new();
    store::write(mesh, &mut out).expect("writing to memory");
    out
}

/// Triangles of an object of the scene moved in plan; each scene's faces have their own corners.
fn shift(soup: &mut Soup, object: ObjectId, [dx, dz]: [f64; 2]) {
    let own = soup.triangles.iter().filter(|t| t.object == object);
    let mut corners: Vec<u32> = own.flat_map(|t| t.corners).collect();
    corners.sort_unstable();
    corners.dedup();
    for corner in corners {
        let p = &mut soup.vertices[cast::index(corner)];
        *p = Point::new(p.x + dx, p.y, p.z + dz);
    }
}

/// A box on the ground, or a plate above it.
fn add_box(soup: &mut Soup, random: &mut Random, low: Point, high: Point) {
    let [x, z] = [(low.x, high.x), (low.z, high.z)].map(|(low, high)| random.metres(low, high));
    let [w, d, y, h] = [(0.2, 4.0), (0.2, 4.0), (-0.5, 1.5), (0.1, 2.0)]
        .map(|(low, high)| random.metres(low, high));
    cuboid(soup, [[x, y, z], [x + w, y + h, z + d]]);
}

/// One change of any kind.
fn change(soup: &mut Soup, random: &mut Random, (low, high): (Point, Point)) {
    let object = ObjectId(cast::count(1 + random.below(soup.objects.len() - 1)));
    match random.below(5) {
        0 | 1 => add_box(soup, random, low, high),
        2 => soup.triangles.retain(|t| t.object != object),
        3 => soup.objects[cast::index(object.0)].area = Area([0, 1, 2][random.below(3)]),
        _ => {
            let mut step = || f64::from(random.between(-300, 300)) / 100.0;
            shift(soup, object, [step(), step()]);
        }
    }
}

/// Chains of changes, each updated from the mesh before, over several scenes, sizes of tiles and
/// sizes of islands: the bytes are those of a full bake every time.
#[test]
fn updates_are_full_bakes() {
    let mut random = Random::new(11);
    let (mut rebuilt, mut tiles, mut lost_islands) = (0, 0, 0);
    let names = ["dining_room", "building", "stairs", "terrain"];
    for (seed, name) in (0..12 * more()).zip(names.into_iter().cycle()) {
        let size = if name == "dining_room" { 2 } else { 0 };
        let scene = generate(name, &SceneOptions { size, seed }).expect("the scene");
        let base = scene.preset.parameters();
        let metres = [3.2, 5.3, 8.0][random.below(3)];
        let parameters = Parameters {
            tile_size: TileSize::Metres(metres),
            region_min_area: [0.0, 0.5, 6.0][random.below(3)],
            ..base
        };
        let mut soup = scene.soup;
        let bounds = soup.bounds().expect("triangles");
        let options = BakeOptions::default();
        let mut mesh = bake(&soup, &parameters, &options).expect("a mesh").mesh;
        for step in 0..4 {
            for _ in 0..=random.below(2) {
                change(&mut soup, &mut random, bounds);
            }
            let updated = update(&mesh, &soup, Changed::ByHash, &options);
            let full = bake_like(&mesh, &soup, &options);
            let (updated, full) = match (updated, full) {
                (Ok(updated), Ok(full)) => (updated, full.mesh),
                (Err(a), Err(b)) => {
                    assert_eq!(a.to_string(), b.to_string());
                    break;
                }
                (a, b) => panic!("{name} {seed}.{step}: {:?} but {:?}", a.is_ok(), b.is_ok()),
            };
            let new = &updated.baked.mesh;
            assert!(bytes(new) == bytes(&full), "{name} {seed}.{step}: other bytes");
            assert!(new.validate().is_empty(), "{name} {seed}.{step}");
            rebuilt += updated.rebuilt.len();
            tiles += mesh.tiles().len();
            let dropped = |t: &walkmesh::mesh::Tile| {
                t.source.as_ref().is_some_and(|source| source.dropped.bits() != 0)
            };
            lost_islands += new.tiles().filter(|t| dropped(t)).count();
            // Half of the chains go on from the file.
            mesh = if seed % 2 == 0 {
                store::read(&bytes(new), store::LoadOptions { ground: true }).expect("its file")
            } else {
                updated.baked.mesh
            };
        }
    }
    println!("{rebuilt} of {tiles} tiles rebuilt, {lost_islands} with dropped islands");
    assert!(rebuilt < tiles / 2 && lost_islands > 0);
}

/// A dining hall of four tables in small tiles, and its table of that number moved by a metre.
fn hall() -> (Soup, Parameters, NavMesh) {
    let scene = generate("dining_room", &SceneOptions { size: 4, seed: 1 }).expect("the scene");
    let parameters = Parameters { tile_size: TileSize::Metres(4.0), ..scene.preset.parameters() };
    let mesh = bake(&scene.soup, &parameters, &BakeOptions::default()).expect("a mesh").mesh;
    (scene.soup, parameters, mesh)
}

fn named(soup: &Soup, name: &str) -> ObjectId {
    let found = soup.objects.iter().position(|object| object.name == name);
    ObjectId(cast::count(found.expect("an object of that name")))
}

#[test]
fn nothing_changed_rebuilds_nothing() {
    let (mut soup, _, mesh) = hall();
    let same = update(&mesh, &soup, Changed::ByHash, &BakeOptions::default()).expect("an update");
    assert_eq!((same.rebuilt.len(), same.outside), (0, 0));
    assert!(bytes(&same.baked.mesh) == bytes(&mesh));
    // A name and a point that nothing uses shape nothing; but the input is another.
    soup.objects[0].name = "another name".into();
    soup.vertices.push(Point::new(1.0, 2.0, 3.0));
    let named = update(&mesh, &soup, Changed::ByHash, &BakeOptions::default()).expect("an update");
    assert!(named.rebuilt.is_empty());
    assert_ne!(named.baked.mesh.input_hash(), mesh.input_hash());
}

#[test]
fn ids_elsewhere_stay_and_those_of_new_tiles_are_stale() {
    let (mut soup, _, mesh) = hall();
    let chair = named(&soup, "chair 6.1");
    shift(&mut soup, chair, [0.1, 0.2]);
    let updated = update(&mesh, &soup, Changed::ByHash, &BakeOptions::default()).expect("a mesh");
    assert!((1..=4).contains(&updated.rebuilt.len()), "{:?}", updated.rebuilt);
    let new = &updated.baked.mesh;
    for polygon in mesh.polygons() {
        let (id, corners) = (mesh.id(polygon), mesh.corners(polygon).collect::<Vec<_>>());
        let now = new.resolve(id);
        assert_eq!(now.is_none(), updated.rebuilt.contains(&id.tile), "{id:?}");
        if let Some(now) = now {
            let kept = new.corners(now).filter(|corner| corners.contains(corner)).count();
            assert!(kept >= 3, "{id:?} is another polygon");
        }
    }
    assert_eq!(new.links(), []);
}

/// A tile that was empty for a while goes on counting: what it had must not be taken for what it has.
#[test]
fn ids_of_a_floor_that_was_away_are_stale() {
    let floors = |some: &[[f64; 4]]| {
        let mut soup = Soup::default();
        let ends = [[0.0, 0.0, 9.9, 10.0], [21.0, 0.0, 30.0, 10.0]];
        ends.iter().chain(some).for_each(|&floor| lone_quad(&mut soup, level(floor, 0.0)));
        soup
    };
    let human = Preset::Human.parameters();
    let parameters = Parameters { tile_size: TileSize::Metres(10.0), ..human };
    let options = BakeOptions::default();
    let first = bake(&floors(&[[10.5, 0.0, 19.5, 10.0]]), &parameters, &options).expect("a mesh");
    let [from, to] = [[5.0, 0.0, 5.0], [18.5, 0.0, 5.0]]
        .map(|place| first.mesh.locate(place, 0.5).expect("ground"));
    let link = point_link(&first.mesh, &from, &to);
    let name = link.to.polygon;
    let after = |mesh: &NavMesh, soup: &Soup| {
        update(mesh, soup, Changed::ByHash, &options).expect("a mesh").baked.mesh
    };
    let mut mesh = first.mesh.clone();
    for corner in [12.0, 13.0, 14.0] {
        let gone = after(&mesh, &floors(&[]));
        assert_eq!(gone.resolve(name), None);
        let ids: Vec<_> = mesh.polygons().map(|r| mesh.id(r)).collect();
        let back = after(&gone, &floors(&[[corner, 2.0, corner + 3.0, 8.0]]));
        assert!(ids.iter().all(|&id| back.resolve(id).is_none() || gone.resolve(id).is_some()));
        assert_eq!(back.resolve(name), None);
        mesh = back;
    }
    // A bake from scratch has the same names for other polygons: a link asks where these are.
    let fresh = bake_like(&first.mesh, &floors(&[[12.0, 2.0, 15.0, 8.0]]), &options);
    let fresh = fresh.expect("a mesh").mesh;
    assert!(fresh.resolve(name).is_some());
    for mesh in [&mesh, &fresh] {
        let (linked, lost) = reattach(&[link], mesh);
        assert_eq!((linked.links().len(), lost), (0, vec![0]));
    }
    let (linked, lost) = reattach(&[link], &first.mesh);
    assert_eq!((linked.links(), lost), (&[link][..], vec![]));
}

#[test]
fn what_is_told_is_rebuilt_and_nothing_else() {
    let (mut soup, _, mesh) = hall();
    let chair = named(&soup, "chair 6.1");
    let before = soup.clone();
    shift(&mut soup, chair, [0.1, 0.2]);
    let own = before.triangles.iter().filter(|t| t.object == chair);
    let corners: Vec<Point> = own.filter_map(|t| before.corners(t)).flatten().collect();
    let fold = |pick: fn(f64, f64) -> f64| {
        corners
            .iter()
            .copied()
            .reduce(|a, b| Point::new(pick(a.x, b.x), pick(a.y, b.y), pick(a.z, b.z)))
    };
    let was = [fold(f64::min).expect("corners"), fold(f64::max).expect("corners")];
    let told = Changed::Told { objects: &[chair], boxes: &[was] };
    let options = BakeOptions::default();
    let by_box = update(&mesh, &soup, told, &options).expect("a mesh");
    let by_hash = update(&mesh, &soup, Changed::ByHash, &options).expect("a mesh");
    assert!(bytes(&by_box.baked.mesh) == bytes(&by_hash.baked.mesh));
    assert!(by_hash.rebuilt.iter().all(|tile| by_box.rebuilt.contains(tile)));

    let nothing = Changed::Told { objects: &[], boxes: &[] };
    assert!(update(&mesh, &soup, nothing, &options).expect("a mesh").rebuilt.is_empty());
    let objects = &[ObjectId(9999)];
    let missing = update(&mesh, &soup, Changed::Told { objects, boxes: &[] }, &options);
    let sentence = missing.expect_err("no such object").to_string();
    assert!(sentence.contains("9999"), "{sentence}");
    let boxes = &[[Point::new(f64::NAN, 0.0, 0.0), Point::new(1.0, 1.0, 1.0)]];
    let nan = update(&mesh, &soup, Changed::Told { objects: &[], boxes }, &options);
    let sentence = nan.expect_err("no such place").to_string();
    assert!(sentence.contains("(NaN, 0.0, 0.0) to (1.0, 1.0, 1.0)"), "{sentence}");
}

/// What stays would have no ground, what is made again would: that is no file of a full bake.
#[test]
fn a_mesh_without_the_ground_that_it_keeps_is_refused() {
    let (mut soup, _, mesh) = hall();
    let chair = named(&soup, "chair 6.1");
    shift(&mut soup, chair, [0.1, 0.2]);
    let options = BakeOptions::default();
    let without = |mesh: &NavMesh| {
        let loaded = store::read(&bytes(mesh), store::LoadOptions { ground: false });
        update(&loaded.expect("its file"), &soup, Changed::ByHash, &options)
    };
    let refused = without(&mesh).expect_err("a mesh without its ground");
    assert!(matches!(refused, BakeError::Mesh(MeshError::NoGround { .. })), "{refused}");
    // A mesh that keeps none has nothing to load.
    let parameters = Parameters { keep_ground: false, ..*mesh.parameters() };
    let bare = bake(&soup, &parameters, &options).expect("a mesh").mesh;
    assert!(without(&bare).is_ok());
}

/// Not that its floor were too steep, as a bake says.
#[test]
fn a_model_that_moved_out_of_the_box_is_told_to_have() {
    let (mut soup, parameters, mesh) = hall();
    let options = BakeOptions::default();
    let solo = Parameters { tile_size: TileSize::Solo, ..parameters };
    let solo = bake(&soup, &solo, &options).expect("a mesh").mesh;
    soup.vertices.iter_mut().for_each(|p| p.x += 500.0);
    for mesh in [&mesh, &solo] {
        let moved = update(mesh, &soup, Changed::ByHash, &options).expect_err("nothing is left");
        let sentence = moved.to_string();
        assert!(sentence.contains("is in the box of the first bake"), "{sentence}");
    }
}

#[test]
fn a_level_baked_whole_is_told_by_all_that_there_is() {
    let scene = generate("dining_room", &SceneOptions::default()).expect("the scene");
    let mut soup = scene.soup;
    let parameters = Parameters { tile_size: TileSize::Solo, ..scene.preset.parameters() };
    let options = BakeOptions::default();
    let mesh = bake(&soup, &parameters, &options).expect("a mesh").mesh;
    // Far off from all that is baked.
    let low = Point::new(1000.0, 0.0, 1000.0);
    add_box(&mut soup, &mut Random::new(1), low, Point::new(1010.0, 0.0, 1010.0));
    let added = ObjectId(cast::count(soup.objects.len() - 1));
    let told = Changed::Told { objects: &[added], boxes: &[] };
    let updated = update(&mesh, &soup, told, &options).expect("a mesh").baked.mesh;
    assert!(bytes(&updated) == bytes(&bake_like(&mesh, &soup, &options).expect("a mesh").mesh));
    assert!(update(&updated, &soup, Changed::ByHash, &options).expect("a mesh").rebuilt.is_empty());
}

#[test]
fn links_keep_their_ground() {
    let (mut soup, _, mesh) = hall();
    let place = |x: f64, z: f64| mesh.locate(Point::new(x, 0.0, z), 0.5).expect("ground");
    let (low, high) = mesh.bounds().expect("polygons");
    let corners = [
        place(low.x + 0.2, low.z + 0.2),
        place(high.x - 0.2, high.z - 0.2),
        place(low.x + 0.2, high.z - 0.2),
    ];
    let link = |from: &Nearest, to: &Nearest| Link {
        user_id: 7,
        flags: walkmesh::partition::WALK,
        cost: 1.0,
        ..point_link(&mesh, from, to)
    };
    let [a, b, c] = corners;
    let mesh = mesh.with_links(vec![link(&a, &b), link(&b, &c)]);
    // A box over the first corner: its link has no ground left, the other one stays.
    let top = soup.add_object("box");
    let first = cast::count(soup.vertices.len());
    for (x, z) in [(-0.5, -0.5), (-0.5, 0.8), (0.8, 0.8), (0.8, -0.5)] {
        soup.vertices.push(Point::new(low.x + x, 0.9, low.z + z));
    }
    for corners in [[0, 1, 2], [0, 2, 3]] {
        soup.triangles.push(Triangle { corners: corners.map(|v| first + v), object: top });
    }
    let updated = update(&mesh, &soup, Changed::ByHash, &BakeOptions::default()).expect("a mesh");
    assert_eq!(updated.lost_links, [0]);
    let new = &updated.baked.mesh;
    assert_eq!(new.links().len(), 1);
    assert!(new.resolve(new.links()[0].from.polygon).is_some());
    assert!(new.validate().is_empty());
}

#[test]
fn meshes_that_were_not_baked_are_refused() {
    let (soup, parameters, mesh) = hall();
    let corners = mesh
        .corners(PolyRef { tile: mesh.polygons().next().expect("polygons").tile, polygon: 0 })
        .collect();
    let polygon = walkmesh::mesh::ConvexPolygon { corners, ..Default::default() };
    let other = NavMesh::from_polygons(*mesh.frame(), &[polygon]).expect("a mesh");
    let refused = update(&other, &soup, Changed::ByHash, &BakeOptions::default());
    assert!(refused.is_err(), "{parameters:?}");
    let part = |x| walkmesh::mesh::TileParts {
        coord: walkmesh::mesh::TileCoord { x, y: 0 },
        clip: mesh.tile(walkmesh::mesh::TileId(0)).clip,
        partition: walkmesh::partition::Partition::default(),
        ground: None,
        input: None,
    };
    let missing = mesh.with_parts([0; 32], vec![part(500)]);
    assert!(matches!(missing, Err(MeshError::NoTile { .. })));
    let twice = mesh.with_parts([0; 32], vec![part(0), part(0)]);
    assert!(matches!(twice, Err(MeshError::TileTwice { .. })));
    let none = other.with_parts([0; 32], Vec::new());
    assert!(matches!(none, Err(MeshError::NoSource { .. })));
}
