//! Changed models under standing edits.

use super::oracle::{bytes, fresh};
use super::worlds::World;
use super::{Known, check_ids, more, random_edit};
use walkmesh::Point;
use walkmesh::bake::{BakeOptions, Changed, bake, bake_like, update_under};
use walkmesh::edit::{Change, ChangeId, Edit, EditError, Edits, Footprint, KindId, Payload};
use walkmesh::geom::{GroundPoint, cast};
use walkmesh::mesh::{NavMesh, Patch, PolyId};
use walkmesh::parameters::{Parameters, TileSize};
use walkmesh::partition::WALK;
use walkmesh::soup::{Area, Soup};
use walkmesh_scenes::{SceneOptions, generate};
use walkmesh_testkit::Random;
use walkmesh_testkit::links::with_stretch_links;

/// Moves an object of the scene in plan, by up to two metres along each axis.
fn shift(soup: &mut Soup, random: &mut Random) {
    let object = 1 + random.below(soup.objects.len() - 1);
    let [dx, dz] = [0; 2].map(|_| f64::from(random.between(-200, 200)) / 100.0);
    let own = soup.triangles.iter().filter(|t| cast::index(t.object.0) == object);
    let mut corners: Vec<u32> = own.flat_map(|t| t.corners).collect();
    corners.sort_unstable();
    corners.dedup();
    for corner in corners {
        let p = &mut soup.vertices[cast::index(corner)];
        *p = Point::new(p.x + dx, p.y, p.z + dz);
    }
}

/// What the links of a mesh lead between.
fn stretches(mesh: &NavMesh) -> Vec<[[GroundPoint; 2]; 2]> {
    mesh.links().iter().map(|link| [link.from, link.to].map(|end| [end.from, end.to])).collect()
}

#[test]
fn edits_stand_while_the_model_changes() {
    let (mut kept, mut gone, mut links, mut lost) = (0, 0, 0, 0);
    for (name, metres) in [("dining_room", 3.7), ("building", 6.0), ("stairs", 3.0)] {
        for seed in 0..2 * more() {
            let scene = generate(name, &SceneOptions::default()).expect("the scene");
            let tile_size = TileSize::Metres(metres);
            let parameters = Parameters { tile_size, ..scene.preset.parameters() };
            let options = BakeOptions::default();
            let mut soup = scene.soup;
            let base = bake(&soup, &parameters, &options).expect("the model bakes").mesh;
            let mut random = Random::new(500 + seed);
            let longest = cast::round_i32(0.5 * metres / base.frame().step());
            let base = with_stretch_links(&base, &mut random, 6, longest, seed % 2 == 0);
            let world = World::new(name, base.clone());
            let (mut edits, mut known) = (Edits::new(base).expect("a sound mesh"), Known::new());
            for _ in 0..4 {
                let batch: Vec<_> =
                    (0..4).map(|_| random_edit(&world, &mut known, &mut random)).collect();
                edits.apply(&batch).expect("edits that make sense");
                shift(&mut soup, &mut random);
                let before = edits.mesh().clone();
                let full = bake_like(edits.base(), &soup, &options).expect("a bake").mesh;
                let updated = update_under(&mut edits, &soup, Changed::ByHash, &options);
                let (updated, applied) = updated.expect("an update");
                let bare = edits.base().with_links(Vec::new());
                assert!(bytes(&bare) == bytes(&full), "{name} {seed}: another base");
                let once = fresh(&updated.baked.mesh, &known, &mut random);
                assert_eq!(stretches(edits.mesh()), stretches(&once), "{name} {seed}");
                links += edits.mesh().links().len();
                lost += updated.lost_links.len();
                let once = fresh(&full, &known, &mut random);
                let bare = edits.mesh().with_links(Vec::new());
                assert!(bytes(&bare) == bytes(&once), "{name} {seed}: the way shows");
                assert_eq!(edits.mesh().validate(), []);
                check_ids(&before, edits.mesh(), &applied.invalidated);
                assert!(updated.rebuilt.iter().all(|coord| full.tile_at(*coord).is_some()));
                kept += before.polygon_count() - applied.invalidated.len();
                gone += applied.invalidated.len();
            }
        }
    }
    println!("{kept} polygons kept their ids, {gone} are gone; {links} links, {lost} lost");
    assert!(kept > gone / 4 && gone > 0, "{kept} {gone}");
}

/// Its generations begin anew: ids of before must not come to mean its polygons.
#[test]
fn a_base_that_was_baked_apart_has_no_polygon_of_before() {
    for (name, metres) in [("dining_room", 2.0), ("building", 6.0)] {
        for rounds in 0..3 {
            let scene = generate(name, &SceneOptions::default()).expect("the scene");
            let tile_size = TileSize::Metres(metres);
            let parameters = Parameters { tile_size, ..scene.preset.parameters() };
            let (options, mut soup) = (BakeOptions::default(), scene.soup);
            let base = bake(&soup, &parameters, &options).expect("the model bakes").mesh;
            let world = World::new(name, base.clone());
            let mut random = Random::new(900 + rounds);
            let (mut edits, mut known) = (Edits::new(base).expect("a sound mesh"), Known::new());
            for _ in 0..3 {
                for _ in 0..rounds {
                    let edit = random_edit(&world, &mut known, &mut random);
                    edits.apply(&[edit]).expect("edits that make sense");
                }
                shift(&mut soup, &mut random);
                let before = edits.mesh().clone();
                let full = bake_like(edits.base(), &soup, &options).expect("a bake").mesh;
                let applied = edits.rebase(full).expect("a sound mesh");
                check_ids(&before, edits.mesh(), &applied.invalidated);
                assert!(!applied.invalidated.is_empty());
            }
        }
    }
}

/// Nor where nothing was for a while.
#[test]
fn a_base_after_an_empty_one_has_no_polygon_of_before() {
    let scene = generate("dining_room", &SceneOptions::default()).expect("the scene");
    let parameters = Parameters { tile_size: TileSize::Metres(2.0), ..scene.preset.parameters() };
    let base = bake(&scene.soup, &parameters, &BakeOptions::default()).expect("it bakes").mesh;
    let empty = NavMesh::from_polygons(*base.frame(), &[]).expect("no polygons");
    let mut edits = Edits::new(base.clone()).expect("a sound mesh");
    let mut known = Vec::new();
    for _ in 0..3 {
        known.extend(edits.mesh().polygons().map(|r| edits.mesh().id(r)));
        edits.rebase(empty.clone()).expect("a sound mesh");
        let applied = edits.rebase(base.clone()).expect("a sound mesh");
        assert_eq!(applied.invalidated, []);
        let alive = known.iter().filter(|&&id| edits.mesh().resolve(id).is_some());
        assert_eq!(alive.count(), 0, "of {}", known.len());
    }
}

/// Nor what is put in by hand where pieces were.
#[test]
fn ground_put_in_after_an_empty_base_has_no_name_of_before() {
    let scene = generate("dining_room", &SceneOptions::default()).expect("the scene");
    let parameters = Parameters { tile_size: TileSize::Metres(2.0), ..scene.preset.parameters() };
    let base = bake(&scene.soup, &parameters, &BakeOptions::default()).expect("it bakes").mesh;
    let first = base.polygons().next().expect("polygons");
    let tile = base.id(first).tile;
    let corners: Vec<Point> =
        base.corners(first).take(3).map(|c| base.frame().to_world(c)).collect();
    let in_tile = |mesh: &NavMesh| -> Vec<PolyId> {
        mesh.polygons().map(|r| mesh.id(r)).filter(|id| id.tile == tile).collect()
    };
    let mut edits = Edits::new(base.clone()).expect("a sound mesh");
    let mut known = Vec::new();
    // Off the tiles around it, whose pieces would rise as well.
    let middle =
        [|p: &Point| p.x, |p: &Point| p.z].map(|of| corners.iter().map(of).sum::<f64>() / 3.0);
    for (id, half) in (0..).zip([0.01, 0.02, 0.03, 0.04, 0.05]) {
        let shape = Footprint::Box { center: middle, half: [half; 2], turned: 0.0 };
        let (heights, payload) = ((-9.0, 9.0), Payload::Block { kind: KindId(0) });
        let change = Change { shape, heights, payload, grown: true };
        edits.apply(&[Edit::Add { id: ChangeId(id), change }]).expect("a blocker");
        known.extend(in_tile(edits.mesh()));
    }
    let emptied = base.rebuilt_by_hand(&in_tile(&base), &[]).expect("a mesh");
    edits.rebase(emptied).expect("a sound mesh");
    assert_eq!(in_tile(edits.mesh()), []);
    let patch = Patch { corners: [corners[0], corners[1], corners[2]], area: Area(0), flags: WALK };
    let made = edits.mesh().rebuilt_by_hand(&[], &[patch]).expect("a mesh");
    let named = in_tile(&made);
    assert!(!named.is_empty() && named.iter().all(|id| !known.contains(id)), "{named:?}");
}

#[test]
fn a_mesh_that_was_not_baked_cannot_be_updated() {
    let world = super::worlds::small().remove(0);
    let mut edits = Edits::new(world.mesh).expect("a sound mesh");
    let before = bytes(edits.mesh());
    let scene = generate("pillars", &SceneOptions::default()).expect("the scene");
    let options = BakeOptions::default();
    let refused = update_under(&mut edits, &scene.soup, Changed::ByHash, &options).unwrap_err();
    assert!(refused.to_string().contains("tile (0, 0)"), "{refused}");
    assert!(bytes(edits.mesh()) == before);
    let none: Result<_, EditError> = edits.rebase(edits.base().clone());
    assert_eq!(none.map(|applied| applied.invalidated), Ok(Vec::new()));
}
