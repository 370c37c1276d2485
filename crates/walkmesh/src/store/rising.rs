//! Polygons by dense numbers that rise.

use super::bytes::{Input, Output};
use super::error::LoadError;
use crate::geom::cast;
use crate::mesh::{NavMesh, PolyRef, Polygon, Tile};

/// Writes how many polygons there are, and each by its number; `each` adds what is known of it.
pub(super) fn write(
    out: &mut Output,
    mesh: &NavMesh,
    polygons: &[PolyRef],
    mut each: impl FnMut(&mut Output, &Polygon),
) {
    out.count(polygons.len());
    let mut previous = 0;
    for &r in polygons {
        let number = cast::count(mesh.index(r));
        out.index(number, previous);
        previous = number;
        each(out, mesh.polygon(r));
    }
}

/// Reads what was written; `each` reads what is known of a polygon of a tile and sets it.
pub(super) fn read(
    mut input: Input<'_>,
    tiles: &mut [Tile],
    mut each: impl FnMut(&mut Input<'_>, &mut Tile, usize) -> Result<(), LoadError>,
) -> Result<(), LoadError> {
    let count = input.count()?;
    let (mut previous, mut tile, mut first) = (0, 0, 0_usize);
    for i in 0..count {
        let number = input.index(previous)?;
        if i > 0 && number <= previous {
            return Err(input.wrong("the polygons are out of order"));
        }
        previous = number;
        let at = cast::index(number);
        while tiles.get(tile).is_some_and(|t| at - first >= t.polygons.len()) {
            first += tiles[tile].polygons.len();
            tile += 1;
        }
        match tiles.get_mut(tile) {
            Some(tile) => each(&mut input, tile, at - first)?,
            None => return Err(input.wrong("a polygon is not there")),
        }
    }
    input.end()
}
