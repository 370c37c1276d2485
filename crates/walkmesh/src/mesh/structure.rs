//! What must hold of tiles before anything may index into them.

use std::sync::Arc;

use super::edge::Edge;
use super::error::MeshError;
use super::half_edges::MOST_EDGES;
use super::id::TileId;
use super::tile::Tile;
use crate::geom::{GroundPoint, PlanBox, cast};

/// Largest lattice coordinate each way; a frame hands out no other, and cross products of such
/// points fit `i64`.
pub(super) const REACH: i32 = 1 << 29;

/// Checks order, counts, indices and reach of all tiles. Linear.
pub(super) fn check(tiles: &[Arc<Tile>]) -> Result<(), MeshError> {
    for pair in tiles.windows(2) {
        let key = |t: &Tile| (t.coord.y, t.coord.x);
        if key(&pair[0]) >= key(&pair[1]) {
            return Err(MeshError::TileOrder { tile: pair[1].coord });
        }
    }
    limit("tiles", tiles.len())?;
    let mut labels = 0_usize;
    let mut total = 0_usize;
    let mut edges = 0_usize;
    for tile in tiles {
        check_alone(tile)?;
        check_neighbours(tile, tiles.len(), |other| &tiles[cast::index(other.0)])?;
        total += tile.polygons.len();
        labels += cast::index(tile.label_count);
        limit("polygons", total)?;
        edges += tile.edges.len();
        limit("edges", edges)?;
        limit("labels", labels)?;
    }
    Ok(())
}

/// Refuses counts that do not fit `u32`, leaving its largest value unused.
pub(super) fn limit(what: &'static str, count: usize) -> Result<(), MeshError> {
    limit_to(what, count, u32::MAX - 1)
}

fn limit_to(what: &'static str, count: usize, limit: u32) -> Result<(), MeshError> {
    if count > cast::index(limit) {
        return Err(MeshError::TooMany { what, count, limit });
    }
    Ok(())
}

/// True when plan point and height are ones that a frame can hand out.
pub(super) fn in_reach(p: GroundPoint) -> bool {
    let fits = |v: i32| (-REACH..=REACH).contains(&v);
    fits(p.plan.x) && fits(p.plan.y) && fits(p.height)
}

/// Checks a tile but for what its edges name beyond them. Linear in the tile.
pub(super) fn check_alone(tile: &Tile) -> Result<(), MeshError> {
    limit("vertices", tile.vertices.len())?;
    limit("edges", tile.edges.len())?;
    limit("height triangles", tile.triangles.len())?;
    limit_to("polygons of a tile", tile.polygons.len(), Edge::MOST_POLYGONS)?;
    let outside =
        |polygon: u32, at: GroundPoint| MeshError::Outside { tile: tile.coord, polygon, at };
    for at in [tile.clip.min, tile.clip.max] {
        if !in_reach(at.at(0)) {
            return Err(outside(0, at.at(0)));
        }
    }
    if let Some(bad) = tile.vertices.iter().find(|&&v| !in_reach(v)) {
        return Err(outside(0, *bad));
    }
    let count = |what: &'static str, found: usize, needed: usize| {
        Err(MeshError::Count { tile: tile.coord, polygon: 0, what, found, needed })
    };
    let (polygons, labels) = (tile.polygons.len(), cast::index(tile.label_count));
    if labels > polygons {
        return count("polygons for its labels", polygons, labels);
    }
    if tile.labels.len() != polygons {
        return count("labels of its polygons", tile.labels.len(), polygons);
    }
    check_ranges(tile)?;
    for p in 0..cast::count(tile.polygons.len()) {
        check_polygon(tile, p)?;
    }
    Ok(())
}

/// Checks that the edges of a tile name polygons that there are and are not closed, given how many
/// tiles there are. Linear in the tile's edges.
pub(super) fn check_neighbours<'t>(
    tile: &Tile,
    tiles: usize,
    tile_at: impl Fn(TileId) -> &'t Tile,
) -> Result<(), MeshError> {
    for polygon in 0..cast::count(tile.polygons.len()) {
        let index =
            |what, index, len| MeshError::Index { tile: tile.coord, polygon, what, index, len };
        for other in tile.edges_of(polygon).iter().filter_map(|edge| edge.neighbour()) {
            if cast::index(other.tile.0) >= tiles {
                return Err(index("neighbour tile", other.tile.0, tiles));
            }
            let labels = &tile_at(other.tile).labels;
            match labels.get(cast::index(other.polygon)) {
                Some(&Tile::CLOSED) => return Err(MeshError::Closed { tile: tile.coord, polygon }),
                Some(_) => {}
                None => return Err(index("neighbour", other.polygon, labels.len())),
            }
        }
    }
    Ok(())
}

/// The first edges and triangles of the polygons must cut the lists into runs.
fn check_ranges(tile: &Tile) -> Result<(), MeshError> {
    let (mut edge, mut triangle) = (0, 0);
    for (i, polygon) in tile.polygons.iter().enumerate() {
        let index = |what, index, len| MeshError::Index {
            tile: tile.coord,
            polygon: cast::count(i),
            what,
            index,
            len,
        };
        let starts_right = i > 0 || (polygon.first_edge == 0 && polygon.first_triangle == 0);
        if polygon.first_edge < edge
            || cast::index(polygon.first_edge) > tile.edges.len()
            || !starts_right
        {
            return Err(index("first edge", polygon.first_edge, tile.edges.len()));
        }
        if polygon.first_triangle < triangle
            || cast::index(polygon.first_triangle) > tile.triangles.len()
        {
            return Err(index("first triangle", polygon.first_triangle, tile.triangles.len()));
        }
        (edge, triangle) = (polygon.first_edge, polygon.first_triangle);
    }
    Ok(())
}

fn check_polygon(tile: &Tile, p: u32) -> Result<(), MeshError> {
    let index =
        |what, index, len| MeshError::Index { tile: tile.coord, polygon: p, what, index, len };
    let polygon = &tile.polygons[cast::index(p)];
    let edges = tile.edges_of(p);
    if edges.len() < 3 {
        let found = edges.len();
        return Err(MeshError::Count {
            tile: tile.coord,
            polygon: p,
            what: "edges",
            found,
            needed: 3,
        });
    }
    limit_to("edges of a polygon", edges.len(), MOST_EDGES)?;
    let vertices = tile.vertices.len();
    for edge in edges {
        if cast::index(edge.vertex) >= vertices {
            return Err(index("vertex", edge.vertex, vertices));
        }
    }
    for &v in tile.triangles_of(p).iter().flatten() {
        if cast::index(v) >= vertices {
            return Err(index("height vertex", v, vertices));
        }
    }
    let label = tile.labels[cast::index(p)];
    if label == Tile::CLOSED {
        if edges.iter().any(|edge| edge.neighbour().is_some()) {
            return Err(MeshError::Closed { tile: tile.coord, polygon: p });
        }
    } else if label >= tile.label_count {
        return Err(index("label", label, cast::index(tile.label_count)));
    }
    // Search trees trust the box, so a wrong one would hide the polygon.
    let bounds = PlanBox::around(edges.iter().map(|e| tile.plan(e.vertex)));
    if bounds != Some(polygon.bounds) {
        let at = polygon.bounds.min.at(polygon.heights.0);
        return Err(MeshError::Outside { tile: tile.coord, polygon: p, at });
    }
    Ok(())
}
