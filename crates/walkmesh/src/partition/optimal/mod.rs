//! The fewest convex pieces of ground without holes, no corner added: the dynamic programme of
//! Keil and Snoeyink ("On the time bound for convex decomposition of simple polygons", 2002).
//!
//! What differs: visibility comes from the faces that are there already, so ground that touches
//! or runs along itself is no special case; corners in a row are allowed; and of equally few
//! diagonals the shorter ones win.

mod disk;
mod prices;
mod sight;
mod table;

pub(crate) use disk::Disk;
pub(crate) use prices::Prices;
pub(crate) use table::best_diagonals;

#[cfg(test)]
mod tests;
