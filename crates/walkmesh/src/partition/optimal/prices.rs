//! What a diagonal costs.

use super::disk::Disk;
use super::sight::{Pair, View};

/// Prices of diagonals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Prices {
    /// One diagonal fewer is worth any length; of equally many the shorter ones are better.
    Count,
    /// Its length, steps, and `each` for being there; where it cuts off what leads nowhere only
    /// the share `dead_end` of that.
    Length { each: f64, dead_end: f64 },
}

impl Prices {
    /// What the diagonal costs.
    pub(crate) fn of(self, disk: &Disk, d: (u32, u32)) -> f64 {
        match self {
            Self::Count => disk.longer_than_all() + disk.length(d),
            Self::Length { each, dead_end } => {
                let share = if disk.leads_nowhere(d) { dead_end } else { 1.0 };
                share * (each + disk.length(d))
            }
        }
    }

    /// From how much more than the least on a way beyond a pair never pays: a diagonal between
    /// the two leaves no angle at all.
    pub(super) fn spare(self, disk: &Disk, Pair { i, k, view }: Pair) -> f64 {
        match (self, view) {
            // Less than one diagonal more.
            (Self::Count, _) => disk.longer_than_all() / 2.0,
            (Self::Length { .. }, View::Clear) => self.of(disk, (i, k)),
            (Self::Length { .. }, _) => f64::INFINITY,
        }
    }
}
