//! A* over the edges of polygons, then the shortest way through the polygons that it found: the
//! paths that Detour's users know, for ground that may cost what it likes.
//!
//! - The search keeps for each edge the best point to enter its polygon that it knows. From there
//!   an edge is entered where the way over it straight on to the goal is shortest; Detour enters
//!   all edges in their middle, its later versions where the line to the goal meets them. A
//!   metre counts what the polygon under it costs, one ahead what the cheapest ground of the
//!   mesh does, so the bound never falls along a way and no edge is looked at twice.
//! - The string through the polygons is pulled exactly: no way over the same edges in the same
//!   order is shorter. (Two polygons share more than one edge only where a corner between two in
//!   line was once another's.) With costs it is the shortest, not the cheapest; the cost reported
//!   is that of the string, and where it runs along an edge it runs on the cheaper side.
//! - Links are nodes of the search like edges. It takes those between stretches where the way over
//!   them to the goal is shortest; the string takes them at the shares that make it shortest,
//!   which floating point finds, as these lie off the lattice. Over edges and point links it stays
//!   exact. Stretches that rounding made differ in length cost no more than they differ.
//! - Start and goal in one polygon of a mesh without links are joined straight, whatever the
//!   ground around costs.
//!
//! How much longer than the shortest paths those of the funnel are, in the mean, at worst, and in
//! how many of a hundred pairs by over 1 % (`cargo bench -p walkmesh --bench path`; levels as this
//! program bakes them in one tile, random pairs; maps of games, their own pairs):
//!
//! | entered at | nav_test | undulating | dungeon | AR0700SR | Aurora |
//! |---|---|---|---|---|---|
//! | the turn to the goal (this) | 0.07 %, 1.09, 2.0 | 0.03 %, 1.03, 0.5 | 0, 1.00, 0 | 0.13 %, 1.08, 4.3 | 0.37 %, 1.25, 12.6 |
//! | the line from start to goal | 0.20 %, 1.09, 4.9 | 0.04 %, 1.04, 1.1 | 0, 1.00, 0 | 0.54 %, 1.20, 14.1 | 1.15 %, 1.22, 30.2 |
//! | the nearest point | 0.58 %, 1.30, 9.6 | 1.18 %, 1.31, 28.8 | 0, 1.00, 0 | 0.52 %, 1.15, 15.5 | 0.86 %, 1.12, 29.2 |
//! | the middle | 1.03 %, 2.41, 10.5 | 0.96 %, 1.94, 22.1 | 0, 1.04, 0.1 | 0.36 %, 1.14, 9.8 | 0.81 %, 1.20, 27.5 |
//!
//! It expands about half as many nodes as the search for the shortest path and takes between three
//! quarters of its time on small levels and a little over a third on Aurora.

mod entry;
mod portal;
mod pull;
mod search;
mod side;
mod stretches;
mod string;
mod windows;

pub(super) use search::{Question, Search};
