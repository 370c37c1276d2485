//! A mesh with closed polygons answers, counts and exports as one in which they are cut out.

use std::collections::BTreeMap;

use walkmesh::edit::{Edit, Edits};
use walkmesh::mesh::{NavMesh, Nearest, PolyRef, SearchBox};
use walkmesh::query::{
    Engine, Filter, PathOptions, RandomPoints, Scratch, distance_to_wall, move_along, path,
    random_point, raycast,
};
use walkmesh::report::drawing::{ColorBy, MeshView};
use walkmesh::report::{drawing, fewest, figures};
use walkmesh::store::{LoadOptions, detour, polyanya};
use walkmesh_testkit::Random;
use walkmesh_testkit::closed::cut_out;

use super::oracle::bytes;
use super::worlds::{World, worlds};
use super::{Known, more, random_edit};

/// The world with some changes over it.
fn edited(world: &World, random: &mut Random) -> Edits {
    let mut edits = Edits::new(world.mesh.clone()).expect("a sound mesh");
    let mut known = Known::new();
    for _ in 0..4 {
        let batch: Vec<Edit> = (0..4).map(|_| random_edit(world, &mut known, random)).collect();
        edits.apply(&batch).expect("edits that make sense");
    }
    edits
}

/// Two meshes whose polygons are the same in order.
struct Both<'a> {
    closed: &'a NavMesh,
    cut: &'a NavMesh,
    ranks: Vec<u32>,
}

impl Both<'_> {
    fn same(&self, closed: PolyRef, cut: PolyRef) -> bool {
        !self.closed.is_closed(closed)
            && self.ranks[self.closed.index(closed)] as usize == self.cut.index(cut)
    }

    fn same_all(&self, closed: &[PolyRef], cut: &[PolyRef]) -> bool {
        closed.len() == cut.len() && closed.iter().zip(cut).all(|(&a, &b)| self.same(a, b))
    }

    fn same_place(&self, closed: Option<&Nearest>, cut: Option<&Nearest>) -> bool {
        match (closed, cut) {
            (Some(a), Some(b)) => {
                self.same(a.polygon, b.polygon)
                    && (a.plan, a.height, a.distance) == (b.plan, b.height, b.distance)
            }
            (None, None) => true,
            _ => false,
        }
    }

    fn compare(&self, world: &World, random: &mut Random) {
        self.compare_figures();
        self.compare_exports();
        let everywhere = SearchBox::EVERYWHERE;
        let (low, _) = world.mesh.bounds().expect("ground");
        let mut places = Vec::new();
        for _ in 0..8 {
            let [x, z] = world.place(random);
            let at = [x, low.y, z];
            for up in [0.1, 100.0] {
                let found = [self.closed, self.cut].map(|mesh| mesh.locate(at, up));
                assert!(self.same_place(found[0].as_ref(), found[1].as_ref()));
            }
            let found = [self.closed, self.cut].map(|m| m.nearest(at, &everywhere, |_| true));
            assert!(self.same_place(found[0].as_ref(), found[1].as_ref()));
            let each = [self.closed, self.cut].map(|mesh| {
                let mut found = Vec::new();
                mesh.nearest_each_component(at, &everywhere, |_| true, &mut found);
                found
            });
            assert_eq!(each[0].len(), each[1].len());
            assert!(each[0].iter().zip(&each[1]).all(|(a, b)| self.same_place(Some(a), Some(b))));
            places.extend(found[0].zip(found[1]));
            let seed = u64::try_from(random.below(1000)).expect("small");
            let drawn = [self.closed, self.cut].map(|mesh| {
                let mut draw = Random::new(seed);
                let prepared = RandomPoints::new(mesh, |_| true);
                let first = random_point(mesh, &Filter::default(), None, || draw.bits());
                (first, prepared.point(mesh, || draw.bits()))
            });
            assert!(self.same_place(drawn[0].0.as_ref(), drawn[1].0.as_ref()));
            assert!(self.same_place(drawn[0].1.as_ref(), drawn[1].1.as_ref()));
        }
        for ends in places.windows(2) {
            self.compare_ways(&ends[0], &ends[1]);
        }
    }

    fn compare_ways(&self, from: &(Nearest, Nearest), to: &(Nearest, Nearest)) {
        let (mut ours, mut theirs) = (Scratch::new(), Scratch::new());
        let any = Filter::default();
        for engine in [Engine::Optimal, Engine::Funnel] {
            let options = PathOptions { engine, ..PathOptions::default() };
            let (a, b) = (from.0.point, to.0.point);
            let one = path(self.closed, &mut ours, a, b, &options);
            let other = path(self.cut, &mut theirs, a, b, &options);
            assert_eq!((&one.points, one.status), (&other.points, other.status));
            assert_eq!((one.length, one.cost), (other.length, other.cost));
            assert!(self.same_all(&one.polygons, &other.polygons));
        }
        let one = raycast(self.closed, &mut ours, &from.0, to.0.point, &any).expect("a place");
        let other = raycast(self.cut, &mut theirs, &from.1, to.0.point, &any).expect("a place");
        assert_eq!((one.share, one.length, one.cost), (other.share, other.length, other.cost));
        assert!(self.same_all(&one.polygons, &other.polygons));
        let one = move_along(self.closed, &mut ours, &from.0, to.0.point, &any).expect("a place");
        let other = move_along(self.cut, &mut theirs, &from.1, to.0.point, &any).expect("a place");
        assert!(self.same_place(Some(&one.place), Some(&other.place)));
        assert!(self.same_all(&one.polygons, &other.polygons));
        let one = distance_to_wall(self.closed, &mut ours, &from.0, 100.0, &any);
        let other = distance_to_wall(self.cut, &mut theirs, &from.1, 100.0, &any);
        let far = |found: Result<Option<walkmesh::query::NearestWall>, _>| {
            found.map(|wall| wall.map(|wall| wall.distance))
        };
        assert_eq!(far(one), far(other));
    }

    fn compare_figures(&self) {
        let Self { closed, cut, .. } = *self;
        assert_eq!(figures(closed), figures(cut));
        assert_eq!(fewest(closed), fewest(cut));
        assert_eq!(closed.bounds(), cut.bounds());
        assert_eq!(closed.cost_factors(), cut.cost_factors());
        assert!(closed.areas().eq(cut.areas()));
        assert_eq!(closed.polygons().count(), closed.polygon_count());
        let mut names = BTreeMap::new();
        for (a, b) in closed.polygons().zip(cut.polygons()) {
            assert!(self.same(a, b));
            let (one, other) = (closed.component(a), cut.component(b));
            assert_eq!(*names.entry(one).or_insert(other), other);
            assert_eq!(closed.resolve(closed.id(a)), Some(a));
            assert_eq!(closed.polygon_at(closed.index(a)), Some(a));
        }
        for r in closed.all_polygons().filter(|&r| closed.is_closed(r)) {
            assert_eq!((closed.get(r), closed.resolve(closed.id(r))), (None, None));
            assert_eq!(closed.polygon_at(closed.index(r)), None);
            assert!(closed.edges(r).iter().all(|edge| edge.neighbour().is_none()));
        }
    }

    fn compare_exports(&self) {
        let Self { closed, cut, .. } = *self;
        assert!(polyanya::write(closed) == polyanya::write(cut));
        let options = detour::WriteOptions::default();
        assert!(detour::write(closed, &options) == detour::write(cut, &options));
        for color_by in [ColorBy::Area, ColorBy::Clearance, ColorBy::Height, ColorBy::Cost] {
            let view = MeshView { color_by, edges: true, ..MeshView::default() };
            assert!(drawing::mesh(closed, view) == drawing::mesh(cut, view));
        }
    }
}

#[test]
fn closed_polygons_are_as_if_they_were_not_there() {
    let mut with_closed = 0;
    for (world, w) in worlds().iter().zip(0_u64..) {
        for seed in 0..more() {
            let mut random = Random::new(5000 + 100 * w + seed);
            let edits = edited(world, &mut random);
            let mesh = edits.mesh();
            let cut = cut_out(mesh);
            assert!(cut.validate().is_empty(), "{}", world.name);
            with_closed += usize::from(mesh.index_count() > mesh.polygon_count());
            Both { closed: mesh, cut: &cut, ranks: mesh.ranks() }.compare(world, &mut random);
        }
    }
    assert!(with_closed > 6, "{with_closed} worlds have closed polygons");
}

#[test]
fn what_is_closed_stays_so_in_a_file_and_under_new_edits() {
    for (world, w) in worlds().iter().zip(0_u64..) {
        let mut random = Random::new(6000 + w);
        let edits = edited(world, &mut random);
        let saved = bytes(edits.mesh());
        let all = LoadOptions { ground: true };
        let loaded = walkmesh::store::read(&saved, all).expect("our own file");
        assert!(loaded.validate().is_empty() && bytes(&loaded) == saved, "{}", world.name);
        let ranks = loaded.ranks();
        let cut = cut_out(edits.mesh());
        Both { closed: &loaded, cut: &cut, ranks }.compare(world, &mut random);
        // What lies over it now is another base: its closed polygons are gone for good.
        let mut again = Edits::new(loaded).expect("a sound mesh");
        let mut known = Known::new();
        let batch: Vec<Edit> =
            (0..6).map(|_| random_edit(world, &mut known, &mut random)).collect();
        again.apply(&batch).expect("edits that make sense");
        let problems = again.mesh().validate();
        assert!(problems.is_empty(), "{}: {:?}", world.name, problems.first());
        let area = again.mesh().area_m2();
        assert!(area <= edits.mesh().area_m2() + 1e-6, "{}: {area}", world.name);
        let away: Vec<Edit> = known.keys().map(|&id| Edit::Remove { id }).collect();
        again.apply(&away).expect("all of them are there");
        assert!(bytes(again.mesh()) == bytes(again.base()), "{}", world.name);
        assert_eq!(figures(again.mesh()), figures(edits.mesh()), "{}", world.name);
    }
}
