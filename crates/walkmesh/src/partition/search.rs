//! Better pieces by cutting small groups of them anew, each as well as can be.
//!
//! With holes the best pieces are hard to find (the problem is NP-hard); but a piece and its
//! neighbours make a disk, and of a disk the optimum is known. Windows are laid around every
//! piece in turn, small ones first, until none gets better. That ends: what an edge costs does
//! not change when a window beside it is cut anew.

use crate::geom::cast;
use crate::parameters::MergeGoal;
use std::collections::VecDeque;

use super::Partition;
use super::cells::Cells;
use super::optimal::{Disk, Prices, best_diagonals};

/// Pairs of corners in a window; not reached by windows of ordinary ground.
const MOST_PAIRS: usize = 100_000;

/// A cost that is less by less than this share is the same: sums round.
const SAME_COST: f64 = 1e-12;

/// Corners of the windows of each round.
const fn rounds(goal: MergeGoal) -> &'static [usize] {
    match goal {
        MergeGoal::Quick => &[],
        MergeGoal::Fewest => &[24, 48, 96],
        MergeGoal::Fastest => &[16, 32],
    }
}

/// The share of its cost that an edge towards ground that leads nowhere has with
/// [`MergeGoal::Fastest`]: searches look at it only where they start or end there.
const DEAD_END: f64 = 0.05;

/// Cuts windows of pieces anew until none gets better by the goal; no points are added. Gives
/// how many pieces there are fewer: 0 with [`MergeGoal::Quick`], which asks for no search, never
/// below 0 with [`MergeGoal::Fewest`]. Pieces that are cut anew lose their height points: refine
/// heights afterwards.
///
/// Time is about linear in the pieces: a few windows each, of the order of half a millisecond
/// with [`MergeGoal::Fewest`], half of that with [`MergeGoal::Fastest`].
pub fn search(partition: &mut Partition, goal: MergeGoal) -> isize {
    if rounds(goal).is_empty() {
        return 0;
    }
    let before = partition.pieces.len();
    let mut cells = Cells::of(partition);
    let prices = match goal {
        MergeGoal::Quick | MergeGoal::Fewest => Prices::Count,
        // However short an edge is, it is a thing to look at.
        MergeGoal::Fastest => Prices::Length { each: mean_length(&cells), dead_end: DEAD_END },
    };
    let mut search = Search { leads_on: leading_on(&mut cells), prices };
    let mut changed = false;
    for &most in rounds(goal) {
        let mut open: VecDeque<u32> = cells.edges.faces().into();
        while let Some(h) = open.pop_front() {
            let made = cells.edges.len();
            if !cells.edges.is_gone(h) && search.improve(&mut cells, h, most) {
                changed = true;
                open.extend(one_of_each_cell(&mut cells, made));
            }
        }
    }
    if changed {
        cells.write(partition);
    }
    let count = |n: usize| isize::try_from(n).unwrap_or(isize::MAX);
    count(before) - count(partition.pieces.len())
}

/// A half-edge of each face that has one from `made` on.
fn one_of_each_cell(cells: &mut Cells, made: u32) -> Vec<u32> {
    let mut faces: Vec<(u32, u32)> =
        (made..cells.edges.len()).map(|h| (cells.edges.face(h), h)).collect();
    faces.sort_unstable();
    faces.dedup_by_key(|f| f.0);
    faces.into_iter().map(|f| f.1).collect()
}

/// Mean length of the edges between faces, steps; 0 without any.
fn mean_length(cells: &Cells) -> f64 {
    let ends = |h: u32| Some((cells.at(h), cells.at(cells.edges.twin(h)?)));
    let (count, sum) = (0..cells.edges.len())
        .filter_map(ends)
        .fold((0, 0.0), |(count, sum), (a, b)| (count + 1, sum + a.distance(b)));
    sum / cast::float(i64::from(count.max(1)))
}

/// Which half-edges may be part of a way through: all that can be crossed, without those to and
/// from dead ends (ground whose faces make a tree).
fn leading_on(cells: &mut Cells) -> Vec<bool> {
    let mut leads_on: Vec<bool> = (0..cells.edges.len()).map(|h| cells.leads_on(h)).collect();
    let mut open = cells.edges.faces();
    while let Some(h) = open.pop() {
        let mut ways = cells.edges.around(h).filter(|&g| leads_on[cast::index(g)]);
        let (Some(only), None) = (ways.next(), ways.next()) else { continue };
        let Some(t) = cells.edges.twin(only) else { continue };
        leads_on[cast::index(only)] = false;
        leads_on[cast::index(t)] = false;
        open.push(t);
    }
    leads_on
}

/// What stays the same from window to window.
struct Search {
    /// Of each half-edge whether it may be part of a way through.
    leads_on: Vec<bool>,
    prices: Prices,
}

impl Search {
    /// Cuts the window around the face of `h` as well as can be; true when that is better.
    fn improve(&mut self, cells: &mut Cells, h: u32, most: usize) -> bool {
        let mut disk = Disk::around(&cells.edges, &cells.plan, h, most, |_| true);
        // A diagonal ends at two reflex corners at most. Half of the windows have no fewer: that
        // theirs could be shorter is not worth as much time again.
        let least = match self.prices {
            Prices::Count => disk.reflex_count().div_ceil(2),
            Prices::Length { .. } => 0,
        };
        if disk.glued.len() <= least {
            return false;
        }
        disk.set_gates(|h| self.leads_on[cast::index(h)]);
        let Some(found) = best_diagonals(&disk, self.prices, MOST_PAIRS) else { return false };
        let cost = |diagonals: &mut dyn Iterator<Item = (u32, u32)>| -> f64 {
            diagonals.map(|(i, k)| self.prices.of(&disk, (i.min(k), i.max(k)))).sum()
        };
        let (now, new) = (cost(&mut disk.diagonals()), cost(&mut found.iter().copied()));
        let better = new < now * (1.0 - SAME_COST);
        if better {
            cells.recut(&disk.outline, &disk.glued, &found);
            // Both sides of each diagonal, in order.
            self.leads_on.extend(found.iter().flat_map(|&d| [!disk.leads_nowhere(d); 2]));
        }
        better
    }
}
