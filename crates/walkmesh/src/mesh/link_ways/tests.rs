use super::*;
use crate::geom::GroundPoint;
use crate::mesh::{ConvexPolygon, LinkEnd, NavMesh};
use crate::soup::Area;

/// ```text
///  8 +---+---+   and 3, an island apart, from (20, 0) to (28, 8)
///    | 1 | 2 |
///  4 +---+---+
///    |   0   |
///  0 +-------+
///    0   4   8
/// ```
fn mesh() -> NavMesh {
    let rectangle = |x0: i32, y0: i32, x1: i32, y1: i32, area| ConvexPolygon {
        corners: [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
            .map(|(x, y)| GroundPoint::new(x, y, 0))
            .to_vec(),
        area: Area(area),
        ..ConvexPolygon::default()
    };
    let polygons = [
        rectangle(0, 0, 8, 4, 1),
        rectangle(0, 4, 4, 8, 2),
        rectangle(4, 4, 8, 8, 3),
        rectangle(20, 0, 28, 8, 4),
    ];
    NavMesh::from_polygons(Frame::new([0.0, 0.0, 0.0], -1).unwrap(), &polygons).unwrap()
}

fn link(mesh: &NavMesh, a: (usize, [i32; 4]), b: (usize, [i32; 4])) -> Link {
    let end = |(polygon, [x0, y0, x1, y1]): (usize, [i32; 4])| LinkEnd {
        polygon: mesh.id(mesh.polygon_at(polygon).unwrap()),
        from: GroundPoint::new(x0, y0, 0),
        to: GroundPoint::new(x1, y1, 0),
    };
    Link {
        kind: 0,
        user_id: 0,
        area: Area::GROUND,
        flags: 1,
        from: end(a),
        to: end(b),
        width: f64::INFINITY,
        cost: 3.0,
        both_ways: true,
        enabled: true,
    }
}

/// The polygons of parts with their ends.
fn held(parts: &[Part]) -> Vec<(u32, [(i32, i32); 2])> {
    let mut held: Vec<_> =
        parts.iter().map(|part| (part.polygon, part.ends.map(|p| (p.x, p.y)))).collect();
    held.sort_unstable();
    held
}

#[test]
fn every_polygon_around_an_end_has_its_part() {
    let mesh = mesh();
    let point = link(&mesh, (1, [4, 4, 4, 4]), (3, [24, 4, 24, 4]));
    let stretch = link(&mesh, (0, [1, 4, 7, 4]), (3, [21, 1, 21, 7]));
    let mesh = mesh.with_links(vec![point, stretch]);
    let edges = mesh.half_edges_for(&Access::default());
    let ways = edges.ways();
    let all: Vec<_> =
        ways.all().iter().map(|w| (w.link, w.backward, w.is_point(), w.cost)).collect();
    assert_eq!(ways.get(1).exit, ways.get(0).entry);
    let expected = [(0, false, true), (0, true, true), (1, false, false), (1, true, false)];
    assert_eq!(all, expected.map(|(l, b, p)| (l, b, p, 6.0)));
    let around = [0, 1, 2].map(|p| (p, [(4, 4), (4, 4)]));
    assert_eq!(held(ways.exits_of(1)), around);
    assert_eq!(held(ways.exits_of(0)), [(3, [(24, 4), (24, 4)])]);
    let parts = [(0, [(1, 4), (7, 4)]), (1, [(1, 4), (4, 4)]), (2, [(4, 4), (7, 4)])];
    assert_eq!(held(ways.exits_of(3)), parts);
    for (polygon, ends) in parts {
        let [first, second] = ways.entered_from(polygon) else { panic!("two ways") };
        assert_eq!((first.way, second.way), (0, 2));
        assert_eq!(held(&[*second]), [(polygon, ends)]);
    }
    assert_eq!(edges.piece(0), edges.piece(3));
    let mut picky = Access::default();
    picky.exclude = 1;
    let without = mesh.half_edges_for(&picky);
    assert!(without.ways().all().is_empty() && without.ways().entered_from(0).is_empty());
    assert_ne!(without.piece(0), without.piece(3));
}

#[test]
fn what_cannot_be_taken_is_left_out() {
    let mesh = mesh();
    let good = link(&mesh, (0, [1, 1, 1, 1]), (3, [24, 4, 24, 4]));
    let count = |change: &dyn Fn(&mut Link), access: &Access| {
        let mut link = good;
        change(&mut link);
        let linked = mesh.with_links(vec![link]);
        linked.half_edges_for(access).ways().all().len()
    };
    let open = Access::default();
    assert_eq!(count(&|_| (), &open), 2);
    assert_eq!(count(&|l| l.both_ways = false, &open), 1);
    assert_eq!(count(&|l| l.width = 1.2, &open), 2);
    assert_eq!(count(&|l| l.width = 1.1, &open), 0);
    assert_eq!(count(&|l| l.width = f64::NAN, &open), 0);
    assert_eq!(count(&|l| l.enabled = false, &open), 0);
    assert_eq!(count(&|l| l.cost = -1.0, &open), 0);
    assert_eq!(count(&|l| l.cost = f64::INFINITY, &open), 0);
    assert_eq!(count(&|l| l.from.polygon.generation = 7, &open), 0);
    assert_eq!(count(&|l| l.to.from.plan.x = 99, &open), 0);
    assert_eq!(count(&|l| l.to.to.plan.x = 26, &open), 0);
    assert_eq!(count(&|l| l.from.to.plan.x = i32::MIN, &open), 0);
    let mut blocked = Access::default();
    blocked.set_blocked(Area(4), true);
    assert_eq!(count(&|_| (), &blocked), 0);
    blocked = Access::default();
    blocked.set_blocked(Area::GROUND, true);
    assert_eq!(count(&|_| (), &blocked), 0);
    assert_eq!(count(&|l| l.area = Area(9), &blocked), 2);
}
