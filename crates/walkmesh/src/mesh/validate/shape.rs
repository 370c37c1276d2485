//! Each polygon by itself, and those of a layer against each other.

use super::problem::{Place, Problem, place};
use crate::geom::{
    PlanPoint, cast, holds_with_rim, lowest_and_highest, predicates, rim_area_doubled,
};
use crate::geom::{Upright, Volume, convex::overlap};
use crate::mesh::components::polygon_area_doubled;
use crate::mesh::{NavMesh, PolyRef, Tile, TileCoord, TileId};

pub(super) fn check(mesh: &NavMesh, problems: &mut Vec<Problem>) {
    for tile in mesh.tiles() {
        let TileCoord { x, y } = tile.coord;
        let resolved = mesh.resolved();
        let in_grid = (0..resolved.columns).contains(&x) && (0..resolved.rows).contains(&y);
        let expected = in_grid.then(|| resolved.tile_box(x, y));
        if expected != Some(tile.clip) {
            problems.push(Problem::Clip { tile: tile.coord, found: tile.clip, expected });
        }
    }
    for r in mesh.all_polygons() {
        let (tile, place) = (mesh.tile(r.tile), place(mesh, r));
        check_ring(tile, place, problems);
        check_heights(tile, place, problems);
        check_triangles(tile, place, problems);
        check_overlap(mesh, r, place, problems);
    }
}

fn ring(tile: &Tile, p: u32) -> Vec<PlanPoint> {
    tile.corners_of(p).map(|c| c.plan).collect()
}

fn check_ring(tile: &Tile, place: Place, problems: &mut Vec<Problem>) {
    let ring = ring(tile, place.polygon);
    let mut sorted = ring.clone();
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|w| w[0] == w[1]) {
        problems.push(Problem::RepeatedCorner { place, at: twice[0] });
    } else if !predicates::is_convex(&ring) {
        problems.push(Problem::NotConvex { place });
    }
    if let Some(&at) = ring.iter().find(|&&p| !tile.clip.contains(p)) {
        problems.push(Problem::OutsideTile { place, at });
    }
}

fn check_heights(tile: &Tile, place: Place, problems: &mut Vec<Problem>) {
    let polygon = &tile.polygons[cast::index(place.polygon)];
    let of_triangles = tile.triangles_of(place.polygon).iter().flatten();
    let of_triangles = of_triangles.map(|&v| tile.vertices[cast::index(v)].height);
    let corners = tile.corners_of(place.polygon).map(|c| c.height);
    let found = lowest_and_highest(corners.chain(of_triangles));
    if found != polygon.heights {
        problems.push(Problem::HeightRange { place, claimed: polygon.heights, found });
    }
}

/// The triangles cover the polygon once when all are counter-clockwise and inside or hardly beyond
/// it, what is left of their edges after cancelling those that run both ways lies on the polygon's
/// border or beyond that, and the areas agree: the number of triangles over a place then is the
/// same all over the inside, and the areas make it one.
fn check_triangles(tile: &Tile, place: Place, problems: &mut Vec<Problem>) {
    let (mut found, mut is_inside) = (0_i128, true);
    let ring = ring(tile, place.polygon);
    let mut edges: Vec<(PlanPoint, PlanPoint, bool, u32)> = Vec::new();
    for (i, t) in tile.triangles_of(place.polygon).iter().enumerate() {
        let triangle = cast::count(i);
        let corners = t.map(|v| tile.plan(v));
        let area = predicates::cross(corners[0], corners[1], corners[2]);
        found += i128::from(area);
        if area <= 0 {
            let what = "there is no area or the wrong turn in";
            problems.push(Problem::HeightTriangle { place, triangle, what });
        }
        is_inside &= corners.iter().all(|&c| tile.holds(place.polygon, c));
        if !corners.iter().all(|&c| holds_with_rim(&ring, c)) {
            let what = "the polygon does not hold all corners of";
            problems.push(Problem::HeightTriangle { place, triangle, what });
        }
        for k in 0..3 {
            let (a, b) = (corners[k], corners[(k + 1) % 3]);
            edges.push((a.min(b), a.max(b), a > b, triangle));
        }
    }
    let needed = polygon_area_doubled(tile, place.polygon);
    let most = if is_inside { 0 } else { rim_area_doubled(&ring) };
    if !(0..=most).contains(&(found - needed)) {
        problems.push(Problem::HeightArea { place, found, needed });
    }
    edges.sort_unstable();
    for group in edges.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let fits = match group {
            [forth, back] => forth.2 != back.2,
            [(low, high, backward, _)] => {
                let (from, to) = if *backward { (*high, *low) } else { (*low, *high) };
                let is_around = ring.iter().all(|&p| predicates::cross(from, to, p) >= 0);
                is_around || on_border(&ring, from, to)
            }
            _ => false,
        };
        if !fits {
            let what = "others do not fit around";
            problems.push(Problem::HeightTriangle { place, triangle: group[0].3, what });
        }
    }
}

/// True when the segment runs along the line of an edge of the ring, or beyond that.
fn on_border(ring: &[PlanPoint], from: PlanPoint, to: PlanPoint) -> bool {
    (0..ring.len()).any(|i| {
        let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
        [from, to].iter().all(|&p| predicates::cross(a, b, p) <= 0)
    })
}

/// Reports overlaps with later polygons of the same layer.
fn check_overlap(mesh: &NavMesh, r: PolyRef, place: Place, problems: &mut Vec<Problem>) {
    let tile = mesh.tile(r.tile);
    let polygon = mesh.polygon(r);
    let within = Volume { plan: polygon.bounds, ..Volume::ALL };
    let ours = ring(tile, r.polygon);
    let mut others: Vec<u32> = Vec::new();
    // What is closed in a base mesh does not follow the points to which edits bend its outline.
    candidates(mesh, r.tile, &within, &mut |other| {
        let beside = &tile.polygons[cast::index(other)];
        let is_ground = !tile.is_closed(other) && !tile.is_closed(r.polygon);
        if other > r.polygon
            && is_ground
            && beside.layer == polygon.layer
            && overlap(&ours, &ring(tile, other))
        {
            others.push(other);
        }
    });
    others.sort_unstable();
    problems.extend(others.into_iter().map(|other| Problem::Overlap { place, other }));
}

fn candidates(mesh: &NavMesh, tile: TileId, within: &Volume, each: &mut impl FnMut(u32)) {
    let anywhere = Upright::around(within.plan.min.at(0), 0);
    mesh.table().tree(tile).nearest(anywhere, within, i64::MAX, &mut |item, bound| {
        each(item);
        bound
    });
}
