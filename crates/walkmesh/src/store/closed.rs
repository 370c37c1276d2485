//! Polygons that are kept and closed.

use super::bytes::{Input, Output};
use super::error::LoadError;
use crate::geom::cast;
use crate::mesh::{NavMesh, Polygon, Tile};

/// The closed polygons by dense number; `None` when there are none.
pub(super) fn encode(mesh: &NavMesh) -> Option<Vec<u8>> {
    if mesh.index_count() == mesh.polygon_count() {
        return None;
    }
    let mut out = Output::default();
    out.count(mesh.index_count() - mesh.polygon_count());
    let mut previous = 0;
    for r in mesh.all_polygons().filter(|&r| mesh.polygon(r).is_closed()) {
        let number = cast::count(mesh.index(r));
        out.index(number, previous);
        previous = number;
    }
    Some(out.bytes)
}

/// Closes polygons of tiles that are not labelled yet; the dense numbers have to rise.
pub(super) fn decode(mut input: Input<'_>, tiles: &mut [Tile]) -> Result<(), LoadError> {
    let count = input.count()?;
    let (mut previous, mut tile, mut first) = (0, 0, 0_usize);
    for i in 0..count {
        let number = input.index(previous)?;
        if i > 0 && number <= previous {
            return Err(input.wrong("closed polygons are out of order"));
        }
        previous = number;
        let at = cast::index(number);
        while tiles.get(tile).is_some_and(|t| at - first >= t.polygons.len()) {
            first += tiles[tile].polygons.len();
            tile += 1;
        }
        let Some(of) = tiles.get_mut(tile) else {
            return Err(input.wrong("a closed polygon is not there"));
        };
        of.polygons[at - first].label = Polygon::CLOSED;
    }
    input.end()
}
