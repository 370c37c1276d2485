//! What a path says of the links that it takes: where, at what cost, and what is left when a
//! link cannot be taken.

use walkmesh::geom::{GroundPoint, PlanPoint, Point};
use walkmesh::mesh::{Link, LinkEnd, NavMesh, SearchBox};
use walkmesh::query::{Engine, Filter, Path, PathLink, PathOptions, Reason, Scratch, Status, path};
use walkmesh::soup::Area;
use walkmesh_testkit::{Random, ground_mesh, unit_frame};

/// ```text
///  8 +-------+   +-------+   Two islands, the right one 3 higher.
///    |   0   |   |   1   |
///  0 +-------+   +-------+
///    0       8  12      20
/// ```
fn islands() -> NavMesh {
    ground_mesh(&[
        (0, vec![(0, 0, 0), (8, 0, 0), (8, 8, 0), (0, 8, 0)]),
        (0, vec![(12, 0, 3), (20, 0, 3), (20, 8, 3), (12, 8, 3)]),
    ])
}

fn link(mesh: &NavMesh, from: (usize, [i32; 3]), to: (usize, [i32; 3]), cost: f64) -> Link {
    let end = |(polygon, [x, y, h]): (usize, [i32; 3])| {
        let at = GroundPoint::new(x, y, h);
        LinkEnd { polygon: mesh.id(mesh.polygon_at(polygon).expect("a polygon")), from: at, to: at }
    };
    Link {
        kind: 0,
        user_id: 7,
        area: Area(5),
        flags: 1,
        from: end(from),
        to: end(to),
        width: f64::INFINITY,
        cost,
        both_ways: false,
        enabled: true,
    }
}

/// The islands with a jump from (8, 4) to (12, 4).
fn with_jump() -> NavMesh {
    let mesh = islands();
    let jump = link(&mesh, (0, [8, 4, 0]), (1, [12, 4, 3]), 2.5);
    mesh.with_links(vec![jump])
}

const FROM: [f64; 3] = [4.0, 0.0, -4.0];
const TO: [f64; 3] = [15.0, 3.0, -8.0];

#[test]
fn a_path_says_which_links_it_takes_and_where() {
    let mesh = with_jump();
    let mut scratch = Scratch::new();
    let options = PathOptions { length_3d: true, ..PathOptions::default() };
    let found = path(&mesh, &mut scratch, FROM, TO, &options).clone();
    assert_eq!((found.status, found.reason), (Status::Complete, None));
    let points = [[8.0, 0.0, -4.0], [12.0, 3.0, -4.0]].map(Point::from);
    assert_eq!(found.points[1..3], points);
    assert_eq!(found.links, [PathLink { link: 0, backward: false, point: 1 }]);
    assert_eq!((found.length, found.length_3d, found.cost), (9.0, Some(9.0), 11.5));
    let plain = path(&mesh, &mut scratch, FROM, TO, &PathOptions::default());
    assert_eq!(*plain, Path { length_3d: None, ..found.clone() }, "all but what was not asked for");
    assert_eq!(found.polygons, [0, 1].map(|i| mesh.polygon_at(i).expect("a polygon")));
}

#[test]
fn ground_that_costs_more_makes_links_worth_more() {
    let mesh = islands();
    let links = vec![
        link(&mesh, (0, [8, 4, 0]), (1, [12, 4, 3]), 5.0),
        link(&mesh, (0, [4, 4, 0]), (1, [15, 8, 3]), 15.0),
    ];
    let mesh = mesh.with_links(links);
    let mut scratch = Scratch::new();
    for (metre, link, cost) in [(1.0, 0, 14.0), (2.0, 1, 15.0)] {
        let mut filter = Filter::default();
        filter.set_cost(Area::GROUND, metre).expect("a cost");
        let options = PathOptions { filter: Some(&filter), ..PathOptions::default() };
        let found = path(&mesh, &mut scratch, FROM, TO, &options);
        assert_eq!(found.links.first().map(|l| l.link), Some(link), "{metre}");
        assert!((found.cost - cost).abs() < 1e-9, "{metre}: {found:?}");
    }
}

#[test]
fn what_may_not_be_taken_leaves_a_partial_path() {
    let mesh = with_jump();
    let mut scratch = Scratch::new();
    let back = path(&mesh, &mut scratch, TO, FROM, &PathOptions::default());
    assert_eq!((back.status, back.reason), (Status::Partial, Some(Reason::NoWayThere)));
    assert_eq!(back.points.last().copied(), Some(Point::new(12.0, 3.0, -4.0)));
    let mut filter = Filter::default();
    filter.access.set_blocked(Area(5), true);
    let options = PathOptions { filter: Some(&filter), ..PathOptions::default() };
    let found = path(&mesh, &mut scratch, FROM, TO, &options);
    assert_eq!((found.status, found.reason), (Status::Partial, Some(Reason::NoWayThere)));
    let disabled = Link { enabled: false, ..mesh.links()[0] };
    let mesh = mesh.with_links(vec![disabled]);
    let found = path(&mesh, &mut scratch, FROM, TO, &PathOptions::default());
    assert_eq!((found.status, found.reason), (Status::Partial, Some(Reason::NoWayThere)));
    assert_eq!(found.points.last().copied(), Some(Point::new(8.0, 0.0, -8.0)));
}

/// Ends between two islands are snapped to the one that there is a way from or to, whatever keeps
/// the other: a link that is disabled or leads the other way, or ground that is not entered.
#[test]
fn snapping_goes_by_what_may_be_walked() {
    let mesh = ground_mesh(&[
        (0, vec![(0, 0, 0), (8, 0, 0), (8, 8, 0), (0, 8, 0)]),
        (0, vec![(11, 0, 0), (20, 0, 0), (20, 8, 0), (11, 8, 0)]),
    ]);
    let jump = link(&mesh, (0, [8, 4, 0]), (1, [11, 4, 0]), 1.0);
    let both = Link { both_ways: true, ..jump };
    let disabled = Link { enabled: false, ..both };
    let back = Link { from: jump.to, to: jump.from, ..jump };
    let (any, mut closed) = (Filter::default(), Filter::default());
    closed.access.set_blocked(jump.area, true);
    let (on, between) = ([2.0, 0.0, -2.0], [9.75, 0.0, -2.0]);
    let search_box = Some(SearchBox { x: 3.0, y: 1.0, z: 3.0 });
    let mut scratch = Scratch::new();
    for (jump, filter, [as_goal, as_start]) in [
        (both, &any, [11.0, 11.0]),
        (both, &closed, [8.0, 8.0]),
        (disabled, &any, [8.0, 8.0]),
        (jump, &any, [11.0, 8.0]),
        (back, &any, [8.0, 11.0]),
    ] {
        let mesh = mesh.with_links(vec![jump]);
        for engine in [Engine::Optimal, Engine::Funnel] {
            let filter = Some(filter);
            let options = PathOptions { search_box, engine, filter, ..PathOptions::default() };
            let there = path(&mesh, &mut scratch, on, between, &options);
            assert_eq!(there.status, Status::Complete, "{jump:?}: {there:?}");
            assert_eq!(there.points.last().copied(), Some(Point::new(as_goal, 0.0, -2.0)));
            let here = path(&mesh, &mut scratch, between, on, &options);
            assert_eq!(here.status, Status::Complete, "{jump:?}: {here:?}");
            assert_eq!(here.points[0], Point::new(as_start, 0.0, -2.0), "{jump:?}");
        }
    }
}

/// The dearest links over the cheapest ground, and the other way round.
#[test]
fn any_cost_that_is_taken_leads_there() {
    let (mesh, mut scratch) = (islands(), Scratch::new());
    for (jump, metre) in [(1e100, 1e-100), (1e100, 1e100), (1e-300, 1e100), (0.0, 1e-100)] {
        let mesh = mesh.with_links(vec![link(&mesh, (0, [8, 4, 0]), (1, [12, 4, 3]), jump)]);
        assert_eq!(mesh.validate(), []);
        let mut filter = Filter::default();
        filter.set_cost(Area::GROUND, metre).expect("a cost");
        for engine in [Engine::Optimal, Engine::Funnel] {
            let filter = Some(&filter);
            let options = PathOptions { engine, filter, ..PathOptions::default() };
            let found = path(&mesh, &mut scratch, FROM, TO, &options);
            assert_eq!(found.status, Status::Complete, "{jump} {metre}: {found:?}");
            let cost = 9.0 * metre + jump;
            assert!((found.cost - cost).abs() <= 1e-12 * cost, "{jump} {metre}: {found:?}");
        }
    }
}

/// A partial path may lead over links as well: to a third island there is no way.
#[test]
fn a_partial_path_takes_links() {
    let mesh = ground_mesh(&[
        (0, vec![(0, 0, 0), (8, 0, 0), (8, 8, 0), (0, 8, 0)]),
        (0, vec![(12, 0, 0), (20, 0, 0), (20, 8, 0), (12, 8, 0)]),
        (0, vec![(24, 0, 0), (32, 0, 0), (32, 8, 0), (24, 8, 0)]),
    ]);
    let jump = link(&mesh, (0, [8, 4, 0]), (1, [12, 4, 0]), 1.0);
    let mesh = mesh.with_links(vec![jump]);
    let mut scratch = Scratch::new();
    let found = path(&mesh, &mut scratch, FROM, [28.0, 0.0, -4.0], &PathOptions::default());
    assert_eq!(found.status, Status::Partial);
    assert!(matches!(found.reason, Some(Reason::Disconnected { .. })));
    assert_eq!(found.points.last().copied(), Some(Point::new(20.0, 0.0, -4.0)));
    assert_eq!((found.links.len(), found.length, found.cost), (1, 12.0, 13.0));
}

#[test]
fn limits_end_paths_before_and_behind_links() {
    let mesh = with_jump();
    let mut scratch = Scratch::new();
    let full = path(&mesh, &mut scratch, FROM, TO, &PathOptions::default()).clone();
    for n in 0..full.expanded {
        let options = PathOptions { max_expansions: Some(n), ..PathOptions::default() };
        let cut = path(&mesh, &mut scratch, FROM, TO, &options);
        assert_eq!(cut.reason, Some(Reason::OutOfBudget { expansions: n }));
        assert!(cut.length <= full.length && cut.links.len() <= 1 && cut.points.len() >= 2);
        assert!(cut.links.iter().all(|l| usize::try_from(l.point).unwrap() + 1 < cut.points.len()));
    }
    for (length, complete) in [(11.4, false), (11.6, true)] {
        let options = PathOptions { max_length: Some(length), ..PathOptions::default() };
        let found = path(&mesh, &mut scratch, FROM, TO, &options);
        assert_eq!(found.status == Status::Complete, complete, "links count at their cost");
    }
    let options = PathOptions { max_radius: Some(7.0), ..PathOptions::default() };
    let near = path(&mesh, &mut scratch, FROM, TO, &options);
    assert!(matches!(near.reason, Some(Reason::BeyondRadius { .. })), "{near:?}");
    assert!(near.links.is_empty());
}

/// Links that lead in a ring and cost nothing, with no way to the goal: the search ends.
#[test]
fn rings_of_links_that_cost_nothing_end() {
    let mesh = islands();
    let corners = [[0, 0, 0], [8, 0, 0], [8, 8, 0], [0, 8, 0], [4, 4, 0]];
    let mut links = Vec::new();
    for a in corners {
        for b in corners {
            links.push(link(&mesh, (0, a), (0, b), 0.0));
        }
    }
    links.push(link(&mesh, (1, [13, 1, 3]), (0, [1, 1, 0]), 0.0));
    let mesh = mesh.with_links(links);
    assert_eq!(mesh.validate(), []);
    let mut scratch = Scratch::new();
    let found = path(&mesh, &mut scratch, FROM, TO, &PathOptions::default());
    assert_eq!(found.reason, Some(Reason::NoWayThere));
    let found =
        path(&mesh, &mut scratch, [1.0, 0.0, -1.0], [7.0, 0.0, -6.0], &PathOptions::default());
    let expected = 2.0_f64.sqrt() + 5.0_f64.sqrt();
    assert!((found.cost - expected).abs() < 1e-12, "{found:?}");
}

/// A teleporter inside one polygon beats the straight line across it.
#[test]
fn a_link_inside_a_polygon_is_a_shortcut() {
    let mesh = ground_mesh(&[(0, vec![(0, 0, 0), (100, 0, 0), (100, 4, 0), (0, 4, 0)])]);
    assert_eq!(mesh.frame(), &unit_frame());
    let teleport = link(&mesh, (0, [10, 2, 0]), (0, [90, 2, 0]), 1.0);
    let mesh = mesh.with_links(vec![teleport]);
    let mut scratch = Scratch::new();
    let ends = ([2.0, 0.0, -2.0], [97.0, 0.0, -2.0]);
    let found = path(&mesh, &mut scratch, ends.0, ends.1, &PathOptions::default());
    assert_eq!((found.cost, found.length, found.links.len()), (16.0, 15.0, 1), "{found:?}");
    let found = path(&mesh, &mut scratch, ends.1, ends.0, &PathOptions::default());
    assert_eq!((found.cost, found.links.len()), (95.0, 0), "one way only");
}

fn stretch(mesh: &NavMesh, from: (usize, [i32; 4]), to: (usize, [i32; 4]), cost: f64) -> Link {
    let end = |(polygon, [x0, y0, x1, y1]): (usize, [i32; 4])| {
        let polygon = mesh.polygon_at(polygon).expect("a polygon");
        let at = |x, y| PlanPoint::new(x, y).at(mesh.height_at(polygon, PlanPoint::new(x, y)));
        LinkEnd { polygon: mesh.id(polygon), from: at(x0, y0), to: at(x1, y1) }
    };
    Link { from: end(from), to: end(to), ..link(mesh, (0, [0, 0, 0]), (0, [0, 0, 0]), cost) }
}

/// Straight through a doorway that stands a quarter turned on the other island.
#[test]
fn a_stretch_is_crossed_where_the_way_is_straight() {
    let mesh = islands();
    // The right wall of the left island leads in at the lower wall of the right one.
    let door = stretch(&mesh, (0, [8, 0, 8, 8]), (1, [20, 0, 12, 0]), 1.0);
    let mesh = mesh.with_links(vec![door]);
    assert_eq!(mesh.validate(), []);
    let mut scratch = Scratch::new();
    let (from, to) = ([5.0, 0.0, -1.0], [15.0, 3.0, -1.0]);
    let found = path(&mesh, &mut scratch, from, to, &PathOptions::default());
    // Unfolded: 3 to the wall, 1 beyond it, and from 1 along it to 5.
    let length = 32.0_f64.sqrt();
    assert!((found.length - length).abs() < 1e-12, "{found:?}");
    assert!((found.cost - length - 1.0).abs() < 1e-12);
    assert_eq!(found.points[1..3], [[8.0, 0.0, -4.0], [16.0, 3.0, 0.0]].map(Point::from));
    assert_eq!(found.links, [PathLink { link: 0, backward: false, point: 1 }]);
    // An edge of one point of the stretch is as far as a path gets that is cut short.
    let options = PathOptions { max_length: Some(5.0), ..PathOptions::default() };
    let cut = path(&mesh, &mut scratch, from, to, &options);
    assert!(matches!(cut.reason, Some(Reason::TooLong { .. })));
    assert!(cut.length <= 5.0 && cut.points.iter().all(|p| (0.0..=20.0).contains(&p.x)), "{cut:?}");
}

/// Doors over each other that cost nothing, aslant so that images are rounded, and no way to the
/// goal: the search ends all the same.
#[test]
fn rings_of_stretches_that_cost_nothing_end() {
    let plain = ground_mesh(&[
        (0, vec![(0, 0, 0), (4000, 0, 0), (4000, 4000, 0), (0, 4000, 0)]),
        (0, vec![(5000, 0, 0), (6000, 0, 0), (6000, 4000, 0), (5000, 4000, 0)]),
    ]);
    let mut random = Random::new(4);
    let mut scratch = Scratch::new();
    let mut most = 0;
    for round in 0..30 {
        let axes = [[700, 0], [0, 700], [-700, 0], [420, 560], [-560, 420], [196, 672]];
        let mut any = || {
            let [dx, dy] = axes[random.below(if round % 2 == 0 { 3 } else { 6 })];
            let [x, y] = [(); 2].map(|()| 100 * random.between(8, 32));
            [x, y, x + dx, y + dy]
        };
        let mut links: Vec<Link> =
            (0..6).map(|_| stretch(&plain, (0, any()), (0, any()), 0.0)).collect();
        // One way only, and not the one that is asked for.
        links.push(stretch(&plain, (1, [5000, 0, 5000, 0]), (0, [0, 0, 0, 0]), 0.0));
        for link in &mut links[..6] {
            link.both_ways = true;
        }
        let mesh = plain.with_links(links);
        assert_eq!(mesh.validate(), []);
        let (from, to) = ([900.0, 0.0, -900.0], [5500.0, 0.0, -900.0]);
        let found = path(&mesh, &mut scratch, from, to, &PathOptions::default());
        assert_eq!(found.reason, Some(Reason::NoWayThere));
        most = most.max(found.expanded);
    }
    assert!(most < 20_000, "{most} expansions");
    println!("{most} expansions at most");
}
