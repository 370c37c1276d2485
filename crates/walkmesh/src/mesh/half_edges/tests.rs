use std::collections::BTreeMap;

use super::*;
use crate::mesh::samples::{Dice, random_mesh, random_parts};
use crate::mesh::{Access, Link, LinkEnd, NavMesh, TileParts};
use crate::soup::Area;

/// A half-edge by its polygon and how far it stands from the first.
type Name = (PolyRef, u32);

fn name(edges: &HalfEdges, h: u32) -> Name {
    let edge = edges.get(h);
    (edges.polygon(edge.polygon), h - edge.first)
}

fn half_edges(edges: &HalfEdges) -> Vec<u32> {
    edges.all_polygons().flat_map(|polygon| edges.around(polygon)).collect()
}

/// Checks a table that was brought up to date against one made whole.
fn compare(made: &HalfEdges, whole: &HalfEdges, dice: &mut Dice) {
    let names = |edges: &HalfEdges| -> Vec<PolyRef> {
        edges.all_polygons().map(|polygon| edges.polygon(polygon)).collect()
    };
    assert_eq!(names(made), names(whole));
    let (ours, theirs) = (half_edges(made), half_edges(whole));
    assert_eq!(ours.len(), theirs.len());
    let (mut fans, mut back) = (BTreeMap::new(), BTreeMap::new());
    for (&h, &k) in ours.iter().zip(&theirs) {
        let (a, b) = (made.get(h), whole.get(k));
        assert_eq!((name(made, h), made.ground_at(h)), (name(whole, k), whole.ground_at(k)));
        let twin = |edges: &HalfEdges, e: &HalfEdge| (e.twin != NONE).then(|| name(edges, e.twin));
        assert_eq!(twin(made, a), twin(whole, b));
        let kind = |e: &HalfEdge| (e.is_open(), e.is_corner(), e.count());
        assert_eq!(kind(a), kind(b), "{:?}", name(made, h));
        assert_eq!(*fans.entry(a.fan).or_insert(b.fan), b.fan, "{:?}", name(made, h));
        assert_eq!(*back.entry(b.fan).or_insert(a.fan), a.fan, "{:?}", name(made, h));
        assert_eq!(made.ends(h), (made.at(h), made.at(made.next(h))));
        assert_eq!(made.prev(made.next(h)), h);
    }
    let polygons: Vec<(u32, u32)> = made.all_polygons().zip(whole.all_polygons()).collect();
    let any = |dice: &mut Dice| {
        polygons[usize::try_from(dice.below(cast::extent(polygons.len()))).unwrap()]
    };
    for _ in 0..if polygons.is_empty() { 0 } else { 20 } {
        let ((a, b), (goal, whole_goal)) = (any(dice), any(dice));
        assert!(whole.piece(b) != whole.piece(whole_goal) || made.piece(a) == made.piece(goal));
        let (mut places, mut whole_places) = (Vec::new(), Vec::new());
        made.places(&[goal], &mut places);
        whole.places(&[whole_goal], &mut whole_places);
        // What is of use must not be left out.
        for (&h, &k) in ours.iter().zip(&theirs) {
            if whole.piece(whole.get(k).polygon) == whole.piece(whole_goal) {
                assert!(
                    !whole.get(k).leads_to(&whole_places) || made.get(h).leads_to(&places),
                    "{:?} to {:?}",
                    name(made, h),
                    made.polygon(goal)
                );
            }
        }
    }
}

fn access(dice: &mut Dice) -> Access {
    let mut access = Access::default();
    if dice.below(2) == 0 {
        access.set_blocked(Area(1), true);
    }
    access
}

/// Some polygons of another kind, so that an access may block them.
fn colour(part: &mut TileParts, dice: &mut Dice) {
    for piece in &mut part.partition.pieces {
        piece.area = Area(u8::from(dice.below(4) == 0));
    }
}

#[test]
fn tables_brought_up_to_date_are_as_good_as_new_ones() {
    let mut dice = Dice::new(9);
    let mut kept_bridges = 0;
    for seed in 0..24 {
        let (columns, rows) = (2 + dice.below(5), 2 + dice.below(5));
        let storeys = 1 + u32::from(seed % 3 == 0);
        let parts_of = |seed| {
            let (parameters, resolved, mut parts) = random_parts(seed, columns, rows, storeys);
            let mut dice = Dice::new(seed);
            parts.iter_mut().for_each(|part| colour(part, &mut dice));
            (parameters, resolved, parts)
        };
        let (parameters, resolved, mut parts) = parts_of(seed);
        let whole = |parts: &[TileParts]| {
            NavMesh::assemble(&parameters, &resolved, [0; 32], parts.to_vec()).unwrap()
        };
        let mut mesh = whole(&parts);
        let access = access(&mut dice);
        let _ = mesh.half_edges_for(&access);
        for step in 0..10 {
            let (_, _, others) = parts_of(1000 + 100 * seed + step);
            for _ in 0..1 + dice.below(2) {
                let i = usize::try_from(dice.below(cast::extent(parts.len()))).unwrap();
                // Other polygons, or the same of other kinds, so that the tiles around stay.
                match dice.below(2) {
                    0 => parts[i] = others[i].clone(),
                    _ => colour(&mut parts[i], &mut dice),
                }
                if dice.below(6) == 0 {
                    parts[i].partition.pieces.clear();
                }
            }
            let next = whole(&parts);
            let pairs = mesh.tiles().zip(next.tiles()).filter(|(a, b)| a != b);
            let changed = pairs.map(|(_, b)| b.clone()).collect();
            mesh = mesh.replace_tiles(changed).unwrap();
            // Now and then two replacements are made up for at once.
            if dice.below(3) > 0 {
                let made = mesh.half_edges_for(&access);
                compare(&made, &next.half_edges_for(&access), &mut dice);
                kept_bridges += u32::from(made.has_bridges && made.polygons() > 0);
            }
        }
    }
    assert!(kept_bridges > 40, "{kept_bridges}");
}

#[test]
fn links_are_found_again_where_tiles_are_replaced() {
    let mut dice = Dice::new(2);
    for seed in 0..12 {
        let mesh = random_mesh(seed, 3, 3, 1);
        if mesh.polygon_count() == 0 {
            continue;
        }
        let end = |dice: &mut Dice| {
            let index = usize::try_from(dice.below(cast::extent(mesh.polygon_count()))).unwrap();
            let r = mesh.polygon_at(index).unwrap();
            let at = mesh.corners(r).next().unwrap();
            LinkEnd { polygon: mesh.id(r), from: at, to: at }
        };
        let links: Vec<Link> = (0..3)
            .map(|_| Link {
                kind: 0,
                user_id: 0,
                area: Area::GROUND,
                flags: 1,
                from: end(&mut dice),
                to: end(&mut dice),
                width: f64::INFINITY,
                cost: 1.0,
                both_ways: true,
                enabled: true,
            })
            .collect();
        let mut mesh = mesh.with_links(links.clone());
        let open = Access::default();
        let _ = mesh.half_edges_for(&open);
        for step in 0..9 {
            // The same tile again, or one without polygons of this and of those around it.
            let id = TileId(u32::try_from(dice.below(9)).unwrap());
            let other = random_mesh(seed + 50 * u64::from(step % 2 == 1), 3, 3, 1);
            let pairs = mesh.tiles().zip(other.tiles()).zip(0..);
            let changed = pairs.filter(|((a, b), t)| a != b || *t == id.0);
            let changed = changed.map(|((_, b), _)| b.clone()).collect();
            mesh = mesh.replace_tiles(changed).unwrap();
            let expected = other.with_links(links.clone());
            let (made, whole) = (mesh.half_edges_for(&open), expected.half_edges_for(&open));
            compare(&made, &whole, &mut dice);
            let exits = |edges: &HalfEdges| -> Vec<(u32, PolyRef)> {
                let parts = edges.ways().exits().iter();
                parts.map(|part| (part.way, edges.polygon(part.polygon))).collect()
            };
            assert_eq!(exits(&made), exits(&whole));
            for polygon in mesh.polygons() {
                let entered =
                    |edges: &HalfEdges| edges.ways().entered_from(edges.number(polygon)).len();
                assert_eq!(entered(&made), entered(&whole));
            }
        }
    }
}
