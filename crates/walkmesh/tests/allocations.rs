//! After warm-up a path allocates nothing.

use walkmesh::mesh::NavMesh;
use walkmesh::query::{Engine, Filter, PathOptions, Scratch, Status, path};
use walkmesh::soup::Area;
use walkmesh_testkit::Random;
use walkmesh_testkit::caves::{Cave, cave, with_one_way_edges};
use walkmesh_testkit::links::with_point_links;
use walkmesh_testkit::variants::with_areas;

/// Paths between fixed random points, complete, partial and missing.
fn ask_all(mesh: &NavMesh, scratch: &mut Scratch, options: &PathOptions<'_>) -> (usize, usize) {
    let mut random = Random::new(7);
    let (mut complete, mut other) = (0, 0);
    for _ in 0..400 {
        let mut any =
            || [0, 0, 0].map(|_: i32| f64::from(random.between(-8, 100))).map(|v| v * 0.75);
        let (a, b) = (any(), any());
        let level = |p: [f64; 3]| [p[0], 0.0, -p[2]];
        let found = path(mesh, scratch, level(a), level(b), options);
        *(if found.status == Status::Complete { &mut complete } else { &mut other }) += 1;
    }
    (complete, other)
}

#[test]
fn nothing_is_allocated_after_warm_up() {
    let form = Cave { columns: 16, rows: 16, storeys: 1, free: 75, ramps: 0, warp: 1, join: 1 };
    let plain = cave(&mut Random::new(1), form);
    let mesh = with_one_way_edges(&plain, &mut Random::new(2), 5);
    let mesh = with_areas(&mesh, &mut Random::new(3), 4);
    let mesh = with_point_links(&mesh, &mut Random::new(4), 4);
    let mut filter = Filter::default();
    filter.set_cost(Area(1), 3.0).expect("a cost above 0");
    filter.access.exclude = 1 << 31;
    let optimal = PathOptions::default();
    let funnel = PathOptions { engine: Engine::Funnel, ..optimal };
    let weighed = PathOptions { filter: Some(&filter), max_radius: Some(30.0), ..funnel };
    let short = PathOptions { max_length: Some(40.0), ..funnel };
    for options in [optimal, funnel, weighed, short] {
        let mut scratch = Scratch::new();
        let first = ask_all(&mesh, &mut scratch, &options);
        assert!(first.0 > 50 && first.1 > 50, "both kinds: {first:?}");
        let mut again = (0, 0);
        let counted =
            allocation_counter::measure(|| again = ask_all(&mesh, &mut scratch, &options));
        assert_eq!(counted.count_total, 0, "{options:?}");
        assert_eq!(first, again);
    }
}
