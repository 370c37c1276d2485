//! Random links.

use walkmesh::geom::PlanPoint;
use walkmesh::mesh::{Link, LinkEnd, NavMesh, Nearest};
use walkmesh::soup::Area;

use crate::places::random_place;
use crate::{Random, sight};

/// A link between two points, both ways, wide enough for all, that costs nothing.
#[must_use]
pub fn point_link(mesh: &NavMesh, from: &Nearest, to: &Nearest) -> Link {
    let end = |place: &Nearest| {
        let at = place.plan.at(place.height);
        LinkEnd { polygon: mesh.id(place.polygon), from: at, to: at }
    };
    Link {
        kind: 0,
        user_id: 0,
        area: Area::GROUND,
        flags: 0,
        from: end(from),
        to: end(to),
        width: f64::INFINITY,
        cost: 0.0,
        both_ways: true,
        enabled: true,
    }
}

/// The mesh with random links between points, often corners: some one-way, some disabled or too
/// narrow, some that cost nothing and some that are of no use.
#[must_use]
pub fn with_point_links(mesh: &NavMesh, random: &mut Random, count: usize) -> NavMesh {
    let links = (0..count).map(|_| {
        let [from, to] = [(); 2].map(|()| random_place(mesh, random));
        let mut link = point_link(mesh, &from, &to);
        vary(&mut link, random);
        link
    });
    mesh.with_links(links.collect())
}

/// The mesh with random links between stretches of equal length, `longest` steps at most: along an
/// axis, or where `slanted` says in any direction that both ends of the link allow.
#[must_use]
pub fn with_stretch_links(
    mesh: &NavMesh,
    random: &mut Random,
    count: usize,
    longest: i32,
    slanted: bool,
) -> NavMesh {
    let mut links = Vec::new();
    for _ in 0..count * 200 {
        if links.len() == count {
            break;
        }
        let length = random.between(1, longest);
        let other = if slanted { random.between(0, longest) } else { 0 };
        let mut stretch = || {
            let [mut x, mut y] = [length, other];
            if random.chance(50) {
                (x, y) = (y, x);
            }
            x *= if random.chance(50) { 1 } else { -1 };
            y *= if random.chance(50) { 1 } else { -1 };
            let from = random_place(mesh, random);
            let to = PlanPoint::new(from.plan.x + x, from.plan.y + y);
            sight::holds(mesh, from.polygon, to).then(|| LinkEnd {
                polygon: mesh.id(from.polygon),
                from: from.plan.at(from.height),
                to: to.at(mesh.height_at(from.polygon, to)),
            })
        };
        if let (Some(from), Some(to)) = (stretch(), stretch()) {
            let place = random_place(mesh, random);
            let mut link = Link { from, to, ..point_link(mesh, &place, &place) };
            vary(&mut link, random);
            links.push(link);
        }
    }
    mesh.with_links(links)
}

/// The mesh with each stretch link replaced by point links at shares of it, `parts` and one of
/// them: what an oracle that knows points makes of stretches.
#[must_use]
pub fn sampled(mesh: &NavMesh, parts: i32) -> NavMesh {
    let at = |end: &LinkEnd, i: i32| {
        let part = |a: i32, b: i32| a + (b - a) / parts * i;
        let (a, b) = (end.from, end.to);
        let plan = PlanPoint::new(part(a.plan.x, b.plan.x), part(a.plan.y, b.plan.y));
        let plan = if i == parts { b.plan } else { plan };
        let at = plan.at(a.height);
        LinkEnd { polygon: end.polygon, from: at, to: at }
    };
    let points = mesh.links().iter().flat_map(|link| {
        (0..=parts).map(|i| Link { from: at(&link.from, i), to: at(&link.to, i), ..*link })
    });
    mesh.with_links(points.collect())
}

/// Gives a link a random cost, direction and width; a few cannot be taken at all.
pub(crate) fn vary(link: &mut Link, random: &mut Random) {
    link.cost = match random.below(4) {
        0 => 0.0,
        1 => f64::from(random.between(1, 400)) / 100.0,
        2 => f64::from(random.between(1, 20)),
        _ => f64::from(random.between(1, 9)) * 0.5,
    };
    link.both_ways = random.chance(50);
    link.enabled = !random.chance(8);
    link.width = if random.chance(8) { 1.0 } else { 1.2 };
}
