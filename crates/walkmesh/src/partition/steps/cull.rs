//! Pieces too small to be worth their place.

use crate::geom::predicates::ring_area_doubled;
use crate::geom::{PlanPoint, cast};
use crate::partition::{Beyond, Partition};
use crate::surface::Border;

/// Which small pieces go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cull {
    /// Those that lead nowhere: with at most one neighbour, and on no side of the tile.
    #[default]
    DeadEnds,
    /// All, even where that cuts a way through.
    All,
}

/// Takes away the pieces whose area in plan is under `least_doubled` / 2 steps². Their edges
/// become walls of their neighbours. Pieces on seams or portals stay: what lies beyond is not
/// known here. With [`Cull::DeadEnds`] pieces on sides of the tile stay as well, which may join
/// what lies beyond, and what becomes a dead end goes too. Vertices stay. Gives the area taken away,
/// twice, in steps²: exact. Linear in the pieces for each row of dead ends that goes one after the
/// other.
pub fn cull(partition: &mut Partition, least_doubled: i128, which: Cull) -> i128 {
    let Partition { vertices, pieces } = partition;
    let area = |corners: &[u32]| {
        let ring: Vec<PlanPoint> = corners.iter().map(|&v| vertices[cast::index(v)].plan).collect();
        ring_area_doubled(&ring)
    };
    let areas: Vec<i128> = pieces.iter().map(|piece| area(&piece.corners)).collect();
    let mut kept = vec![true; pieces.len()];
    let mut taken = 0;
    loop {
        let mut changed = false;
        for (i, piece) in pieces.iter().enumerate() {
            let is_bound = |b: &Beyond| {
                matches!(b, Beyond::Portal(_))
                    || matches!(b, Beyond::Border(border) if !matches!(border, Border::Wall | Border::Tile(_)))
            };
            if !kept[i] || areas[i] >= least_doubled || piece.beyond.iter().any(is_bound) {
                continue;
            }
            let mut neighbours: Vec<u32> = piece
                .beyond
                .iter()
                .filter_map(|b| match b {
                    Beyond::Piece(j) => kept.get(cast::index(*j))?.then_some(*j),
                    Beyond::Border(_) | Beyond::Portal(_) => None,
                })
                .collect();
            neighbours.sort_unstable();
            neighbours.dedup();
            let on_side = |b: &Beyond| matches!(b, Beyond::Border(Border::Tile(_)));
            let is_dead_end = neighbours.len() < 2 && !piece.beyond.iter().any(on_side);
            if which == Cull::All || is_dead_end {
                kept[i] = false;
                taken += areas[i];
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let mut next = 0;
    let number: Vec<Option<u32>> = kept
        .iter()
        .map(|&kept| {
            next += u32::from(kept);
            kept.then(|| next - 1)
        })
        .collect();
    let mut at = 0;
    pieces.retain(|_| {
        at += 1;
        kept[at - 1]
    });
    for beyond in pieces.iter_mut().flat_map(|piece| &mut piece.beyond) {
        if let Beyond::Piece(j) = beyond {
            // Nothing is where a piece is not of the partition, either.
            let number = number.get(cast::index(*j)).copied().flatten();
            *beyond = number.map_or(Beyond::Border(Border::Wall), Beyond::Piece);
        }
    }
    taken
}
