//! The shortest path on the mesh, exactly: Polyanya (Cui, Harabor, Grastien: *Compromise-free
//! Pathfinding on a Navigation Mesh*, IJCAI 2017).
//!
//! A best-first search over intervals: parts of edges that are in sight of a root, which is the
//! start or a corner where the path turns. It differs from the paper and its implementations:
//!
//! - An interval's ends are rays, kept as the root and a lattice point each, so which corner is
//!   in sight of which is an exact orientation and nothing is compared with an epsilon. Only
//!   lengths are floating point. It works the same at any scale.
//! - A root on the line of an edge is a case of its own: a *pivot* at the edge's end, or a walk
//!   along the border to it (`follow`), so corners in a row, gaps without width and starts on
//!   edges and corners are found without intervals of no width.
//! - It follows adjacency only. Corners are told apart by the fan of polygons around them, so
//!   storeys may overlap, edges may be one-way, and ground may wind around a pole.
//! - What a root sees of an edge is dropped where a way is known to one of the edge's ends from
//!   which all of it is nearer along the edge (`is_detour`): between blocks of houses that is a
//!   third of the nodes.
//! - What lies beyond a bridge (an edge that is the only way) is entered only towards the goal,
//!   or where there are links.
//! - Where the root of a node that comes first sees the goal, the search has ended (`sight`).
//! - It takes links: at their knots like corners that lead elsewhere (`links`), and over inner
//!   shares of stretches with the root moved along (`stretches`). The estimate counts those that
//!   may be shorter than a straight line (`shortcuts`).
//!
//! Space and time grow with the intervals generated: a few per corner near the path on ordinary
//! meshes, exponential in no case known for the exact pruning kept here.

mod bound;
mod detour;
mod expand;
mod image;
mod links;
mod node;
mod search;
mod shortcuts;
mod sight;
mod stretches;
mod unwind;
mod view;
mod within;

pub(super) use bound::{Plan, between, crossing, distance, plan, segment_distance, share_beside};
pub(super) use node::{Entry, Queue};
pub(super) use search::{Limits, Outcome, Search};
pub(super) use shortcuts::Shortcuts;
pub(super) use unwind::{Crossing, Taken, Trace, ends_of};
pub(super) use within::{Within, common};
