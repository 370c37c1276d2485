//! Random links.

use walkmesh::mesh::{Link, LinkEnd, NavMesh, Nearest};
use walkmesh::soup::Area;

use crate::Random;
use crate::places::random_place;

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
