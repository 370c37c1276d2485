//! Islands in a row that links join.

use walkmesh::geom::{GroundPoint, PlanPoint};
use walkmesh::mesh::{Link, LinkEnd, NavMesh};
use walkmesh_testkit::Random;
use walkmesh_testkit::links::point_link;
use walkmesh_testkit::places::random_place;
use walkmesh_testkit::polygons::planar_mesh;

/// A rectangle as its least and largest corner.
type Rectangle = [PlanPoint; 2];

/// Rectangles in a row, each joined to the next by a part of its side.
fn row(random: &mut Random, x: i32) -> Vec<Rectangle> {
    let (mut left, mut low) = (x, 0);
    let mut rectangles = Vec::new();
    for _ in 0..random.between(1, 3) {
        let (right, high) = (left + random.between(6, 16), low + random.between(2, 12));
        rectangles.push([PlanPoint::new(left, low), PlanPoint::new(right, high)]);
        (left, low) = (right, random.between(low - 1, high - 1));
    }
    rectangles
}

/// The polygon that is a rectangle, and a stretch of it off the sides to its neighbours.
fn stretch(
    mesh: &NavMesh,
    random: &mut Random,
    [min, max]: Rectangle,
    turn: usize,
    length: [i32; 2],
) -> Option<LinkEnd> {
    let [x, y] = length;
    let (x, y) = [(x, y), (-y, x), (-x, -y), (y, -x), (x, -y), (y, x), (-x, y), (-y, -x)][turn];
    let from = PlanPoint::new(random.between(min.x + 1, max.x - 1), random.between(min.y, max.y));
    let to = PlanPoint::new(from.x + x, from.y + y);
    let fits = min.x < to.x && to.x < max.x && min.y <= to.y && to.y <= max.y;
    let polygon = mesh.polygons().find(|&r| {
        let bounds = mesh.polygon(r).bounds;
        [bounds.min, bounds.max] == [min, max]
    })?;
    let at = |plan: PlanPoint| GroundPoint::new(plan.x, plan.y, 0);
    fits.then(|| LinkEnd { polygon: mesh.id(polygon), from: at(from), to: at(to) })
}

/// Islands in a row, each joined to the next by one link: there is one chain of polygons and links
/// between any two places, so both engines give the same.
pub(crate) fn islands(random: &mut Random, count: i32, slanted: bool) -> NavMesh {
    let rows: Vec<Vec<Rectangle>> = (0..count).map(|i| row(random, i * 100)).collect();
    let rings = rows
        .iter()
        .flatten()
        .map(|[min, max]| vec![(min.x, min.y), (max.x, min.y), (max.x, max.y), (min.x, max.y)]);
    let mesh = planar_mesh(&rings.collect::<Vec<_>>());
    let mut links = Vec::new();
    for pair in rows.windows(2) {
        let link = (0..1000).find_map(|_| {
            let length = [random.between(0, 9), if slanted { random.between(0, 7) } else { 0 }];
            let mut end = |row: &[Rectangle]| {
                let rectangle = row[random.below(row.len())];
                let turn = random.below(8);
                stretch(&mesh, random, rectangle, turn, length)
            };
            let (from, to) = (end(&pair[0])?, end(&pair[1])?);
            let place = random_place(&mesh, random);
            Some(Link { from, to, cost: 1.5, ..point_link(&mesh, &place, &place) })
        });
        let mut link = link.expect("a place for it");
        link.both_ways = random.chance(50);
        if link.both_ways && random.chance(50) {
            (link.from, link.to) = (link.to, link.from);
        }
        links.push(link);
    }
    mesh.with_links(links)
}
