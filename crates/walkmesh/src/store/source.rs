//! What one tile was made from.

use super::bytes::{Input, Output};
use super::error::LoadError;
use crate::geom::cast;
use crate::mesh::{Sides, Tile, TileSource};

pub(super) fn encode(tile: u32, source: &TileSource) -> Vec<u8> {
    let TileSource { input, inserted, waiting, dropped } = source;
    let mut out = Output::default();
    out.unsigned(tile.into());
    out.bytes.extend(input);
    out.byte(dropped.bits());
    for list in [inserted, waiting] {
        out.count(list.len());
        let mut previous = 0;
        for &edge in list {
            out.index(edge, previous);
            previous = edge;
        }
    }
    out.bytes
}

/// The source of one of these tiles, with its index.
pub(super) fn decode(
    mut input: Input<'_>,
    tiles: &[Tile],
) -> Result<(usize, TileSource), LoadError> {
    let index = cast::index(input.u32()?);
    let Some(tile) = tiles.get(index) else {
        return Err(input.wrong("the source is of a tile that is not there"));
    };
    let hash = input.array()?;
    let Some(dropped) = Sides::from_bits(input.byte()?) else {
        return Err(input.wrong("the source has a side that tiles do not have"));
    };
    let (inserted, waiting) = (edges(&mut input, tile)?, edges(&mut input, tile)?);
    input.end()?;
    let source = TileSource { input: hash, inserted, waiting, dropped };
    if source.fits(tile) {
        Ok((index, source))
    } else {
        Err(input.wrong("the source has an edge that is not on the tile's side"))
    }
}

/// Rising indices of edges of a tile.
fn edges(input: &mut Input<'_>, tile: &Tile) -> Result<Vec<u32>, LoadError> {
    let mut list: Vec<u32> = Vec::new();
    for _ in 0..input.count()? {
        let last = list.last().copied();
        let edge = input.index(last.unwrap_or(0))?;
        if last.is_some_and(|last| edge <= last) || cast::index(edge) >= tile.edges.len() {
            return Err(input.wrong("the source's edges are out of order or not there"));
        }
        list.push(edge);
    }
    Ok(list)
}
