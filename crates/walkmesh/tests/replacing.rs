//! Tiles replaced one after the other, against the mesh of the last tiles made at once.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;
use std::sync::Arc;

use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{
    ComponentId, Edge, Link, LinkEnd, MeshError, NavMesh, Nearest, PolyRef, Problem, SearchBox,
    Tile, TileCoord, TileId, TileParts,
};
use walkmesh::query::{Engine, Filter, Path, PathOptions, Scratch, distance_to_wall, path};
use walkmesh::soup::Area;
use walkmesh_testkit::fields::Field;
use walkmesh_testkit::{Random, more};

fn fresh(like: &NavMesh, tiles: Vec<Arc<Tile>>, links: Vec<Link>) -> NavMesh {
    let (parameters, resolved) = (like.parameters(), like.resolved());
    NavMesh::from_tiles(parameters, resolved, *like.input_hash(), tiles, Vec::new(), links)
        .expect("tiles of a mesh")
}

/// The tiles of one mesh that are not those of another.
fn differences(old: &NavMesh, new: &NavMesh) -> Vec<Arc<Tile>> {
    let differ = |&(a, b): &(&Arc<Tile>, &Arc<Tile>)| a != b;
    old.tiles().zip(new.tiles()).filter(differ).map(|(_, b)| b.clone()).collect()
}

/// Everything that can be asked about two meshes that should be one.
fn compare(a: &NavMesh, b: &NavMesh, scratch: &mut [Scratch; 2], random: &mut Random) {
    assert!(a == b);
    // Links may have lost their polygons.
    let problems = a.validate().into_iter().filter(|p| !matches!(p, Problem::Link { .. }));
    assert_eq!(problems.collect::<Vec<_>>(), []);
    assert_eq!((a.polygon_count(), a.vertex_count()), (b.polygon_count(), b.vertex_count()));
    assert!(a.polygons().eq(b.polygons()));
    assert!(a.areas().eq(b.areas()));
    assert_eq!(a.area_m2().to_bits(), b.area_m2().to_bits());
    assert_eq!(a.polygon_at(a.polygon_count()), None);
    for (i, r) in a.polygons().enumerate() {
        assert_eq!((a.index(r), a.polygon_at(i)), (i, Some(r)));
        assert_eq!(a.resolve(b.id(r)), Some(r));
    }
    compare_components(a, b);
    let wide = a.resolved().clip.max;
    let mut point = || {
        let at = |random: &mut Random, wide: i32| f64::from(random.between(-8, 2 * wide + 8)) * 0.5;
        [at(random, wide.x), 0.0, -at(random, wide.y)]
    };
    for _ in 0..30 {
        let (from, to) = (point(), point());
        let nearest = |mesh: &NavMesh| mesh.nearest(from, &SearchBox::EVERYWHERE, |_| true);
        assert_eq!(nearest(a), nearest(b));
        let place = a.locate(from, 1.0);
        assert_eq!(place, b.locate(from, 1.0));
        if let Some(place) = place {
            compare_walls([a, b], &place, scratch);
        }
        for engine in [Engine::Optimal, Engine::Funnel] {
            let options = PathOptions { engine, ..PathOptions::default() };
            let [one, other] = &mut *scratch;
            let one = path(a, one, from, to, &options);
            let other = path(b, other, from, to, &options);
            assert_eq!((one.status, one.points.last()), (other.status, other.points.last()));
            let why = |path: &Path| path.reason.as_ref().map(discriminant);
            assert_eq!(why(one), why(other), "{:?} and {:?}", one.reason, other.reason);
            // Of equally long ways either may be found.
            let apart = (one.length - other.length).abs();
            let limit = if engine == Engine::Optimal { 1e-9 } else { 0.05 } * one.length;
            assert!(apart <= limit, "{engine}: {} and {}", one.length, other.length);
        }
    }
}

/// Of walls equally near the same is found.
fn compare_walls([a, b]: [&NavMesh; 2], place: &Nearest, [one, other]: &mut [Scratch; 2]) {
    let nearest = |mesh: &NavMesh, scratch: &mut Scratch| {
        distance_to_wall(mesh, scratch, place, f64::INFINITY, &Filter::default())
    };
    assert_eq!(nearest(a, one), nearest(b, other));
}

/// The components are the same sets, whatever their names.
fn compare_components(a: &NavMesh, b: &NavMesh) {
    assert_eq!(a.components().len(), b.components().len());
    let mut names = std::collections::BTreeMap::new();
    for r in a.polygons() {
        let (one, other) = (a.component(r), b.component(r));
        assert_eq!(*names.entry(one).or_insert(other), other);
    }
    assert_eq!(names.len(), a.components().len());
    for (one, other) in a.components().iter().zip(b.components()) {
        assert_eq!((one.polygons, one.area_doubled), (other.polygons, other.area_doubled));
    }
}

/// What the components of a mesh hold, by name: coordinates and corners of polygons.
type Holdings = BTreeMap<ComponentId, BTreeSet<(TileCoord, Vec<PlanPoint>)>>;

fn holdings(mesh: &NavMesh) -> Holdings {
    let mut held = Holdings::new();
    for r in mesh.polygons() {
        let corners = mesh.corners(r).map(|c| c.plan).collect();
        held.entry(mesh.component(r)).or_default().insert((mesh.id(r).tile, corners));
    }
    held
}

/// Components that are as they were have the names that they had, others a name that one of their
/// parts had or that none had.
fn compare_names(before: &NavMesh, after: &NavMesh, changed: &BTreeSet<TileCoord>) {
    let (old, new) = (holdings(before), holdings(after));
    let unused = old.last_key_value().map_or(0, |(name, _)| name.0 + 1);
    for (name, held) in &new {
        let with_part = |old: &&BTreeSet<_>| !old.is_disjoint(held);
        // A field's polygons are named by their number in the tile, so what replaced tiles hold
        // alone may have been elsewhere in them.
        let in_tiles = |of: &BTreeSet<(TileCoord, Vec<PlanPoint>)>| -> BTreeSet<TileCoord> {
            of.iter().map(|(tile, _)| *tile).collect()
        };
        if let Some(old) = old.get(name).filter(|old| !with_part(old)) {
            assert!(!in_tiles(old).is_disjoint(&in_tiles(held)), "{name:?}");
        }
        let known = old.iter().find(|(_, old)| *old == held);
        if let Some((known, _)) = known.filter(|(_, old)| !in_tiles(old).is_subset(changed)) {
            assert_eq!(known, name);
        }
        assert!(old.contains_key(name) || name.0 >= unused, "{name:?}");
    }
}

/// A field that is changed tile by tile.
struct World {
    field: Field,
    parts: Vec<TileParts>,
    mesh: NavMesh,
}

impl World {
    fn new(field: Field, random: &mut Random, free: usize) -> Self {
        let parts: Vec<TileParts> =
            field.coords().map(|coord| field.part(coord, random, free, 3)).collect();
        let mesh = field.mesh(parts.clone());
        Self { field, parts, mesh }
    }

    /// Makes a few tiles anew; gives the mesh that is made at once.
    fn change(&mut self, random: &mut Random) -> NavMesh {
        for _ in 0..1 + random.below(2) {
            let i = random.below(self.parts.len());
            let free = [0, 45, 60, 75, 90, 100][random.below(6)];
            self.parts[i] = self.field.part(self.parts[i].coord, random, free, 3);
        }
        self.field.mesh(self.parts.clone())
    }
}

#[test]
fn replaced_tiles_are_as_good_as_new_ones() {
    for seed in 0..8 * more() {
        let mut random = Random::new(seed);
        let (columns, rows) = (random.between(1, 12), random.between(1, 9));
        let field = Field { columns, rows, cells: random.between(1, 4) };
        let mut world = World::new(field, &mut random, 60);
        let mut scratch = [Scratch::new(), Scratch::new()];
        for step in 0..12 {
            let whole = world.change(&mut random);
            let links = match step % 3 {
                0 => random_links(&whole, &mut random, step % 4),
                _ => world.mesh.links().to_vec(),
            };
            let before = world.mesh.with_links(links.clone());
            ask(&before, &mut scratch[0]);
            let old_tiles: Vec<_> = before.tiles().cloned().collect();
            let tiles = differences(&before, &whole);
            let changed = tiles.iter().map(|tile| tile.coord).collect();
            let replaced = before.replace_tiles(tiles).expect("sound tiles");
            let expected = fresh(&whole, whole.tiles().cloned().collect(), links.clone());
            compare(&replaced, &expected, &mut scratch, &mut random);
            compare_names(&before, &replaced, &changed);
            // Whoever holds the mesh from before still has it.
            compare(&before, &fresh(&before, old_tiles, links), &mut scratch, &mut random);
            world.mesh = replaced;
        }
    }
}

/// Asks for a path, so that what searches walk is there to be handed on.
fn ask(mesh: &NavMesh, scratch: &mut Scratch) {
    path(mesh, scratch, [1.0, 0.0, -1.0], [3.0, 0.0, -1.0], &PathOptions::default());
}

/// Links between random polygons, of which some are gone after the next change.
fn random_links(mesh: &NavMesh, random: &mut Random, count: usize) -> Vec<Link> {
    if mesh.polygon_count() == 0 {
        return Vec::new();
    }
    let mut end = || {
        let r = mesh.polygon_at(random.below(mesh.polygon_count())).expect("a polygon");
        let corner = mesh.corners(r).nth(random.below(4)).expect("four corners");
        let bounds = mesh.polygon(r).bounds;
        let middle = walkmesh::geom::PlanPoint::new(bounds.min.x + 2, bounds.min.y + 2).at(0);
        let at = if random.chance(50) { corner } else { middle };
        LinkEnd { polygon: mesh.id(r), from: at, to: at }
    };
    let link = |(from, to)| Link {
        kind: 0,
        user_id: 0,
        area: Area::GROUND,
        flags: 1,
        from,
        to,
        width: f64::INFINITY,
        cost: 3.0,
        both_ways: true,
        enabled: true,
    };
    (0..count).map(|_| link((end(), end()))).collect()
}

fn small() -> (World, NavMesh) {
    let mut random = Random::new(3);
    let field = Field { columns: 3, rows: 3, cells: 2 };
    let mut world = World::new(field, &mut random, 100);
    world.parts[4] = field.part(TileCoord { x: 1, y: 1 }, &mut random, 0, 3);
    let hollow = field.mesh(world.parts.clone());
    (world, hollow)
}

#[test]
fn a_tile_without_polygons_comes_and_goes() {
    let (world, hollow) = small();
    let (mut scratch, mut random) = ([Scratch::new(), Scratch::new()], Random::new(1));
    let emptied = world.mesh.replace_tiles(differences(&world.mesh, &hollow)).expect("tiles");
    compare(&emptied, &hollow, &mut scratch, &mut random);
    assert_eq!(emptied.polygon_count(), 32);
    let filled = emptied.replace_tiles(differences(&emptied, &world.mesh)).expect("tiles");
    compare(&filled, &world.mesh, &mut scratch, &mut random);
    let same = filled.replace_tiles(Vec::new()).expect("nothing to do");
    compare(&same, &filled, &mut scratch, &mut random);
}

#[test]
fn tiles_that_do_not_fit_are_refused() {
    let (world, hollow) = small();
    let mesh = &world.mesh;
    let tile = |i: usize| Tile::clone(mesh.tile(TileId(u32::try_from(i).expect("an index"))));
    let replace = |tiles: Vec<Tile>| mesh.replace_tiles(tiles.into_iter().map(Arc::new).collect());
    let coord = TileCoord { x: 7, y: 0 };
    let away = Tile { coord, ..tile(0) };
    assert_eq!(replace(vec![away]), Err(MeshError::NoTile { tile: coord }));
    let twice = MeshError::TileTwice { tile: tile(2).coord };
    assert_eq!(replace(vec![tile(2), tile(0), tile(2)]), Err(twice));
    // The tiles around it still name its polygons.
    let empty = Tile::clone(hollow.tile(TileId(4)));
    let found = replace(vec![empty]);
    assert!(matches!(found, Err(MeshError::Index { what: "neighbour", len: 0, .. })), "{found:?}");
    let pointing = |to: PolyRef| {
        let mut tile = tile(8);
        tile.edges[0] = Edge::new(tile.edges[0].vertex, Some(to), tile.edges[0].passage());
        replace(vec![tile])
    };
    let found = pointing(PolyRef { tile: TileId(9), polygon: 0 });
    assert!(matches!(found, Err(MeshError::Index { what: "neighbour tile", len: 9, .. })));
    let found = pointing(PolyRef { tile: TileId(1), polygon: 4 });
    assert!(matches!(found, Err(MeshError::Index { what: "neighbour", len: 4, .. })));
    let mut bare = tile(8);
    bare.vertices.clear();
    assert!(matches!(replace(vec![bare]), Err(MeshError::Index { what: "vertex", .. })));
}
