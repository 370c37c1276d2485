//! What holds of the mesh as a whole: labels, components, ids, links.

use std::collections::BTreeMap;

use super::problem::{Problem, place};
use crate::geom::cast;
use crate::mesh::link_ways::is_rigid;
use crate::mesh::{LinkEnd, NavMesh, PolyRef, TileId};

pub(super) fn check(mesh: &NavMesh, problems: &mut Vec<Problem>) {
    check_labels(mesh, problems);
    check_components(mesh, problems);
    for r in mesh.polygons() {
        if mesh.resolve(mesh.id(r)) != Some(r) {
            problems.push(Problem::Id { place: place(mesh, r) });
        }
    }
    check_links(mesh, problems);
}

/// Fills from each polygon not reached yet, in order: the number of the fill for each.
fn flood(
    (starts, room): (&[PolyRef], usize),
    index: impl Fn(PolyRef) -> usize,
    next: impl Fn(PolyRef) -> Vec<PolyRef>,
) -> (Vec<u32>, u32) {
    let mut fill_of: Vec<Option<u32>> = vec![None; room];
    let mut fills = 0;
    for &start in starts {
        if fill_of[index(start)].is_some() {
            continue;
        }
        fill_of[index(start)] = Some(fills);
        let mut open = vec![start];
        while let Some(r) = open.pop() {
            for other in next(r) {
                if fill_of[index(other)].is_none() {
                    fill_of[index(other)] = Some(fills);
                    open.push(other);
                }
            }
        }
        fills += 1;
    }
    (starts.iter().filter_map(|&start| fill_of[index(start)]).collect(), fills)
}

fn check_labels(mesh: &NavMesh, problems: &mut Vec<Problem>) {
    for (t, tile) in mesh.tiles().enumerate() {
        let tile_id = TileId(cast::count(t));
        let room = tile.polygons.len();
        let at = |polygon| PolyRef { tile: tile_id, polygon };
        let all: Vec<PolyRef> = tile.open_polygons().map(at).collect();
        // Both directions of every edge, as a one-sided edge joins its polygons all the same.
        let mut joined: Vec<Vec<PolyRef>> = vec![Vec::new(); room];
        for &r in &all {
            for other in mesh.edges(r).iter().filter_map(|e| e.neighbour()) {
                if other.tile == tile_id {
                    joined[cast::index(r.polygon)].push(other);
                    joined[cast::index(other.polygon)].push(r);
                }
            }
        }
        let index = |r: PolyRef| cast::index(r.polygon);
        let (labels, count) = flood((&all, room), index, |r| joined[index(r)].clone());
        if count != tile.label_count {
            let (tile, found) = (tile.coord, tile.label_count);
            problems.push(Problem::Labels { tile, found, expected: count });
        }
        for (&r, expected) in all.iter().zip(labels) {
            let found = tile.labels[cast::index(r.polygon)];
            if found != expected {
                problems.push(Problem::Label { place: place(mesh, r), found, expected });
            }
        }
    }
}

fn check_components(mesh: &NavMesh, problems: &mut Vec<Problem>) {
    let all: Vec<PolyRef> = mesh.polygons().collect();
    let room = mesh.index_count();
    let mut joined: Vec<Vec<PolyRef>> = vec![Vec::new(); room];
    let mut join = |a: PolyRef, b: PolyRef| {
        joined[mesh.index(a)].push(b);
        joined[mesh.index(b)].push(a);
    };
    for &r in &all {
        for other in mesh.edges(r).iter().filter_map(|e| e.neighbour()) {
            join(r, other);
        }
    }
    for link in mesh.links() {
        if let (Some(a), Some(b)) = (mesh.resolve(link.from.polygon), mesh.resolve(link.to.polygon))
        {
            join(a, b);
        }
    }
    let (fill_of, _) = flood((&all, room), |r| mesh.index(r), |r| joined[mesh.index(r)].clone());
    let (mut name_of, mut fill_named) = (BTreeMap::new(), BTreeMap::new());
    for (&r, &fill) in all.iter().zip(&fill_of) {
        let found = mesh.component(r);
        let fills_others = *name_of.entry(fill).or_insert(found) != found;
        if fills_others || *fill_named.entry(found).or_insert(fill) != fill {
            problems.push(Problem::Component { place: place(mesh, r), found, fills_others });
        }
    }
}

fn check_links(mesh: &NavMesh, problems: &mut Vec<Problem>) {
    for (link, data) in (0_u32..).zip(mesh.links()) {
        let mut problem = |what| problems.push(Problem::Link { link, what });
        let on_mesh = |end: &LinkEnd| {
            mesh.resolve(end.polygon).map(|r| {
                let tile = mesh.tile(r.tile);
                tile.holds(r.polygon, end.from.plan) && tile.holds(r.polygon, end.to.plan)
            })
        };
        for end in [&data.from, &data.to] {
            match on_mesh(end) {
                None => problem("an end is on a polygon that is not of this mesh"),
                Some(false) => problem("an end is outside its polygon"),
                Some(true) => {}
            }
        }
        if let Some(what) = data.problem() {
            problem(what);
        }
        if !is_rigid(data) {
            problem(
                "its ends are not two points or two stretches of one plan length, to two steps",
            );
        }
    }
}
