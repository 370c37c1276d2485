//! Parts of links: which are there, what becomes of them, and what takes them.

use walkmesh::edit::{Change, ChangeId, Edit, Edits, Footprint, KindId, Payload, PlanPolygon};
use walkmesh::geom::{Frame, GroundPoint, PlanPoint, cast};
use walkmesh::mesh::{ConvexPolygon, Link, LinkEnd, NavMesh};
use walkmesh::query::{PathOptions, Scratch, Status, path};
use walkmesh::soup::Area;
use walkmesh::store::{LoadOptions, read};
use walkmesh_testkit::{Random, more};

use super::oracle::bytes;

/// Half the side of a square, steps.
const HALF: i32 = 400;
/// The middle of the square on the other side.
const FAR: i32 = 1000;
/// What of a link may be missing between two parts, steps: both end on lattice points.
const MISSING: f64 = 5.1;

/// Two level squares, steps of a metre, joined by a link that is open to all.
fn two_squares(here: [PlanPoint; 2], there: [PlanPoint; 2]) -> NavMesh {
    let square = |x: i32| {
        let corner = |u, v| GroundPoint::new(x + u * HALF, v * HALF, 0);
        let corners = vec![corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
        ConvexPolygon { corners, ..ConvexPolygon::default() }
    };
    let frame = Frame::new([0.0; 3], 0).expect("a small frame");
    let mesh = NavMesh::from_polygons(frame, &[square(0), square(FAR)]).expect("two squares");
    let [from, to] = [(0, here), (1, there)].map(|(i, [from, to])| LinkEnd {
        polygon: mesh.id(mesh.polygon_at(i).expect("one of two")),
        from: from.at(0),
        to: to.at(0),
    });
    let link = Link {
        kind: 3,
        user_id: 4,
        area: Area(5),
        flags: 6,
        from,
        to,
        width: 1e6,
        cost: 7.0,
        both_ways: true,
        enabled: true,
    };
    mesh.with_links(vec![link])
}

/// A link from upright to upright side of the squares.
fn upright() -> NavMesh {
    let side = |x| [PlanPoint::new(x, -100), PlanPoint::new(x, 100)];
    two_squares(side(HALF - 50), side(FAR - HALF + 50))
}

fn add(id: u64, payload: Payload, corners: &[[i32; 2]]) -> Edit {
    let outer = corners.iter().map(|&[x, y]| [f64::from(x), f64::from(-y)]).collect();
    let shape = Footprint::Polygons(vec![PlanPolygon { outer, holes: Vec::new() }]);
    let heights = (f64::NEG_INFINITY, f64::INFINITY);
    Edit::Add { id: ChangeId(id), change: Change { shape, heights, payload, grown: true } }
}

const fn block() -> Payload {
    Payload::Block { kind: KindId(0) }
}

/// Corners of a box.
const fn boxed([x, y]: [i32; 2], [u, v]: [i32; 2]) -> [[i32; 2]; 4] {
    [[x, y], [u, y], [u, v], [x, v]]
}

/// From where to where the parts of an upright link lead, on both sides.
fn heights(mesh: &NavMesh) -> Vec<[[i32; 2]; 2]> {
    let of = |end: &LinkEnd| [end.from.plan.y, end.to.plan.y];
    mesh.links().iter().map(|link| [of(&link.from), of(&link.to)]).collect()
}

#[test]
fn closed_ground_takes_its_share_out_on_both_sides() {
    let mut edits = Edits::new(upright()).expect("a sound mesh");
    let whole = bytes(edits.mesh());
    let house = add(1, block(), &boxed([HALF - 90, -20], [HALF - 10, 30]));
    let applied = edits.apply(&[house]).expect("a house");
    let parts = [[-100, -20], [30, 100]];
    assert_eq!(heights(edits.mesh()), parts.map(|part| [part, part]));
    assert_eq!(applied.links, [0]);
    assert_eq!([0, 1, 2].map(|part| edits.base_link(part)), [Some(0), Some(0), None]);
    for part in edits.mesh().links() {
        let base = edits.base().links()[0];
        assert_eq!(Link { from: base.from, to: base.to, ..*part }, base, "all but its ends");
    }
    let (parted, far) = (bytes(edits.mesh()), boxed([FAR - 380, 50], [FAR - 320, 200]));
    let applied = edits.apply(&[add(2, block(), &far)]).expect("a house on the other side");
    let parts = [[-100, -20], [30, 50]];
    assert_eq!(heights(edits.mesh()), parts.map(|part| [part, part]));
    assert_eq!(applied.links, [0]);
    edits.apply(&[Edit::Remove { id: ChangeId(2) }]).expect("it is there");
    assert!(bytes(edits.mesh()) == parted);
    let applied = edits.apply(&[Edit::Deactivate { id: ChangeId(1) }]).expect("it is there");
    assert_eq!((applied.links, heights(edits.mesh()).len() > 1), (vec![0], true));
    edits.apply(&[Edit::Activate { id: ChangeId(1) }]).expect("it is there");
    assert!(bytes(edits.mesh()) == parted);
    edits.apply(&[Edit::Remove { id: ChangeId(1) }]).expect("the last");
    assert!(bytes(edits.mesh()) == whole);
}

#[test]
fn a_path_takes_the_part_nearest_to_it() {
    let mut edits = Edits::new(upright()).expect("a sound mesh");
    let far = boxed([FAR - 380, -70], [FAR - 320, 300]);
    edits.apply(&[add(1, block(), &far)]).expect("a house on the other side");
    let mesh = edits.mesh();
    assert_eq!(heights(mesh), [[[-100, -70]; 2]]);
    let at = |x: i32, y: i32| [f64::from(x), 0.0, f64::from(-y)];
    let (start, goal) = (at(0, 0), at(FAR, 0));
    let mut scratch = Scratch::new();
    let found = path(mesh, &mut scratch, start, goal, &PathOptions::default());
    assert_eq!((found.status, found.links.len()), (Status::Complete, 1));
    assert_eq!(edits.base_link(found.links[0].link), Some(0));
    let entered = cast::index(found.links[0].point);
    let [entry, exit] = [found.points[entered], found.points[entered + 1]];
    let ends = [entry.x, entry.z, exit.x, exit.z].map(cast::floor_i32);
    assert_eq!(ends, [350, 70, 650, 70]);
    // Along the house on the other side.
    let length = f64::hypot(350.0, 70.0) + 30.0 + f64::hypot(320.0, 70.0);
    assert!((found.cost - length - 7.0).abs() < 1e-6, "{}", found.cost);
}

#[test]
fn a_closed_link_stays_closed_in_its_parts() {
    let base = upright();
    let shut = Link { enabled: false, cost: 9.0, both_ways: false, ..base.links()[0] };
    let mut edits = Edits::new(base.clone()).expect("a sound mesh");
    let house = add(1, block(), &boxed([HALF - 90, -20], [HALF - 10, 30]));
    edits.apply(&[house]).expect("a house");
    let applied = edits.rebase(base.with_links(vec![shut])).expect("the same ground");
    assert_eq!((applied.links, edits.mesh().links().len()), (vec![0], 2));
    for part in edits.mesh().links() {
        assert_eq!(*part, Link { from: part.from, to: part.to, ..shut });
    }
}

#[test]
fn parts_are_saved_as_links_of_their_own() {
    let mut edits = Edits::new(upright()).expect("a sound mesh");
    let house = add(1, block(), &boxed([HALF - 90, -20], [HALF - 10, 30]));
    edits.apply(&[house]).expect("a house");
    let file = bytes(edits.mesh());
    let loaded = read(&file, LoadOptions::default()).expect("what was written");
    assert!(bytes(&loaded) == file);
    assert_eq!((loaded.validate(), heights(&loaded)), (vec![], heights(edits.mesh())));
    let mut again = Edits::new(loaded).expect("a sound mesh");
    let saved = heights(again.mesh());
    let wall = add(1, block(), &boxed([HALF - 90, 60], [HALF - 10, 70]));
    assert_eq!(again.apply(&[wall]).expect("a wall").links, [1]);
    let parts = [[-100, -20], [30, 60], [70, 100]];
    assert_eq!(heights(again.mesh()), parts.map(|part| [part, part]));
    assert_eq!([0, 1, 2].map(|part| again.base_link(part)), [Some(0), Some(1), Some(1)]);
    again.apply(&[Edit::Remove { id: ChangeId(1) }]).expect("it is there");
    assert_eq!(heights(again.mesh()), saved);
}

#[test]
fn a_link_that_makes_no_sense_is_as_it_was_once_its_ground_is() {
    let base = upright();
    let link = base.links()[0];
    let outside = GroundPoint::new(2 * HALF, 0, 0);
    let off = Link { from: LinkEnd { from: outside, to: outside, ..link.from }, ..link };
    let mut edits = Edits::new(base.with_links(vec![off])).expect("sound ground");
    let before = bytes(edits.mesh());
    edits.apply(&[add(1, block(), &boxed([-20, -20], [20, 20]))]).expect("a house");
    edits.apply(&[Edit::Remove { id: ChangeId(1) }]).expect("it is there");
    assert!(bytes(edits.mesh()) == before);
}

/// A stretch of the square around the origin, and its image in the other one: shifted, turned by
/// quarter turns, mirrored, or turned by any angle.
fn stretches(random: &mut Random) -> [[PlanPoint; 2]; 2] {
    let reach = HALF * 7 / 10;
    let mut place = || PlanPoint::new(random.between(-reach, reach), random.between(-reach, reach));
    let (here, kind) = ([place(), place()], random.below(6));
    let (sin, cos) = f64::from(random.between(0, 6283)).mul_add(0.001, 0.0).sin_cos();
    let there = here.map(|PlanPoint { x, y }| {
        let (u, v) = match kind {
            0 => (x, y),
            1 => (-y, x),
            2 => (-x, y),
            3 => (y, x),
            _ => {
                let (x, y) = (f64::from(x), f64::from(y));
                (cast::round_i32(x * cos - y * sin), cast::round_i32(x * sin + y * cos))
            }
        };
        PlanPoint::new(FAR + u, v)
    });
    [here, there]
}

/// A triangle that has next to no width, along a stretch or a part of it.
fn sliver([a, b]: [PlanPoint; 2], random: &mut Random) -> [[i32; 2]; 3] {
    [(); 3].map(|()| {
        let share = f64::from(random.between(-30, 130)) / 100.0;
        let mut near = |a: i32, b: i32| {
            let off = if random.chance(50) { 0 } else { random.between(-2, 2) };
            a + cast::round_i32(f64::from(b - a) * share) + off
        };
        [near(a.x, b.x), near(a.y, b.y)]
    })
}

/// The longest stretch of an end that no part has, steps.
fn missing(whole: &LinkEnd, parts: &[LinkEnd]) -> f64 {
    let (a, b) = (whole.from.plan, whole.to.plan);
    let along = |p: PlanPoint| {
        let (x, y) = (f64::from(b.x - a.x), f64::from(b.y - a.y));
        let length = x.hypot(y);
        if a == b { 0.0 } else { (f64::from(p.x - a.x) * x + f64::from(p.y - a.y) * y) / length }
    };
    let (mut reached, mut most) = (0.0_f64, 0.0_f64);
    for part in parts {
        most = most.max(along(part.from.plan) - reached);
        reached = reached.max(along(part.to.plan));
    }
    most.max(along(b) - reached)
}

#[test]
fn ground_that_is_only_cut_takes_no_more_than_steps_of_a_link() {
    let (mut parts, mut rare, mut worst) = (0, 0, 0.0_f64);
    let seeds = 1500 * more();
    for seed in 0..seeds {
        let random = &mut Random::new(seed);
        let ends = stretches(random);
        let mut edits = Edits::new(two_squares(ends[0], ends[1])).expect("a sound mesh");
        let cut = |id| {
            let area = Payload::Area(Area(u8::try_from(id % 3).expect("small")));
            add(id, area, &sliver(ends[random.below(2)], random))
        };
        edits.apply(&(0..4).map(cut).collect::<Vec<Edit>>()).expect("cuts");
        let (link, mesh) = (edits.base().links()[0], edits.mesh());
        assert_eq!(mesh.validate(), [], "seed {seed}");
        let of = |end: fn(&Link) -> LinkEnd| {
            missing(&end(&link), &mesh.links().iter().map(end).collect::<Vec<_>>())
        };
        let off = of(|link| link.from).max(of(|link| link.to));
        // More only where several pieces beside each other hold no lattice points.
        rare += u64::from(off > MISSING);
        parts += mesh.links().len();
        worst = worst.max(off);
    }
    println!("{parts} parts; {rare} times more is missing, at most {worst} steps");
    assert!(rare * 200 <= seeds && worst <= 2.0 * MISSING && parts > 4000);
}
