//! Fewer pieces by cutting small groups of them anew, each as few as can be.
//!
//! With holes the fewest pieces are hard to find (the problem is NP-hard); but a piece and its
//! neighbours make a disk, and of a disk the optimum is known. Windows are laid around every
//! piece in turn, small ones first, until none gets better.

use std::collections::VecDeque;

use super::Partition;
use super::cells::Cells;
use super::optimal::{Disk, fewest_diagonals};

/// Corners of the windows of each round.
const ROUNDS: [usize; 3] = [24, 48, 96];

/// Pairs of corners in a window; not reached by windows of ordinary ground.
const MOST_PAIRS: usize = 100_000;

/// A length that is shorter by less than this share is the same: sums round.
const SAME_LENGTH: f64 = 1e-9;

/// Cuts windows of pieces anew until no window has fewer pieces, or equally many with shorter
/// edges between them. Never more pieces; no points are added. Gives how many pieces there are
/// fewer. Pieces that are cut anew lose their height points: refine heights afterwards.
///
/// Time is about linear in the pieces: a few windows each.
pub fn search(partition: &mut Partition) -> usize {
    let before = partition.pieces.len();
    let mut cells = Cells::of(partition);
    let mut changed = false;
    for most in ROUNDS {
        let mut open: VecDeque<u32> = cells.faces().into();
        while let Some(h) = open.pop_front() {
            let made = cells.edges.len();
            if !cells.edges.is_gone(h) && improve(&mut cells, h, most) {
                changed = true;
                open.extend(one_of_each_cell(&mut cells, made));
            }
        }
    }
    if changed {
        cells.write(partition);
    }
    before - partition.pieces.len()
}

/// A half-edge of each face that has one from `made` on.
fn one_of_each_cell(cells: &mut Cells, made: u32) -> Vec<u32> {
    let mut faces: Vec<(u32, u32)> =
        (made..cells.edges.len()).map(|h| (cells.edges.face(h), h)).collect();
    faces.sort_unstable();
    faces.dedup_by_key(|f| f.0);
    faces.into_iter().map(|f| f.1).collect()
}

/// Cuts the window around the face of `h` as well as can be; true when that is better.
fn improve(cells: &mut Cells, h: u32, most: usize) -> bool {
    let disk = Disk::around(&cells.edges, &cells.plan, h, most, |_| true);
    if disk.glued.is_empty() {
        return false;
    }
    let Some(found) = fewest_diagonals(&disk, MOST_PAIRS) else { return false };
    let length = |diagonals: &mut dyn Iterator<Item = (u32, u32)>| -> f64 {
        diagonals.map(|d| disk.length(d)).sum()
    };
    let (now, new) = (length(&mut disk.diagonals()), length(&mut found.iter().copied()));
    let better = found.len() < disk.glued.len()
        || (found.len() == disk.glued.len() && new < now * (1.0 - SAME_LENGTH));
    if better {
        cells.recut(&disk.outline, &disk.glued, &found);
    }
    better
}
