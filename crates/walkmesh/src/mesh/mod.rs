//! The navigation mesh: tiles of convex polygons, adjacency, components, heights.

mod id;
mod tile;

pub use id::{ComponentId, PolyId, PolyRef, TileCoord, TileId};
pub use tile::{Edge, Passage, Polygon, Tile};
