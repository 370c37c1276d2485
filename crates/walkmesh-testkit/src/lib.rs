//! What the tests of walkmesh stand on: oracles that are slow and obviously right, generators
//! biased to degeneracy, and readers of other tools' results to compare with.

pub mod detour;
pub mod models;
