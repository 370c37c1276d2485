//! Polygons that cost more or less than their kind of ground.

use super::bytes::{Input, Output};
use super::error::LoadError;
use crate::geom::cast;
use crate::mesh::{CostFactor, NavMesh, PolyRef, Tile};

/// The polygons whose factor is not 1, by dense number and factor; `None` when there are none.
pub(super) fn encode(mesh: &NavMesh) -> Option<Vec<u8>> {
    if mesh.cost_factors() == [CostFactor::ONE; 2] {
        return None;
    }
    let dear = |r: &PolyRef| mesh.polygon(*r).factor != CostFactor::ONE;
    let dear: Vec<PolyRef> = mesh.polygons().filter(dear).collect();
    let mut out = Output::default();
    out.count(dear.len());
    let mut previous = 0;
    for r in dear {
        let number = cast::count(mesh.index(r));
        out.index(number, previous);
        previous = number;
        out.unsigned(mesh.polygon(r).factor.bits().into());
    }
    Some(out.bytes)
}

/// Sets the factors of polygons; the dense numbers have to rise.
pub(super) fn decode(mut input: Input<'_>, tiles: &mut [Tile]) -> Result<(), LoadError> {
    let count = input.count()?;
    let (mut previous, mut tile, mut first) = (0, 0, 0_usize);
    for i in 0..count {
        let number = input.index(previous)?;
        if i > 0 && number <= previous {
            return Err(input.wrong("polygons with a cost are out of order"));
        }
        previous = number;
        let factor = CostFactor::from_bits(input.u32()?)
            .ok_or_else(|| input.wrong("a factor of cost is not above 0 and finite"))?;
        let at = cast::index(number);
        while tiles.get(tile).is_some_and(|t| at - first >= t.polygons.len()) {
            first += tiles[tile].polygons.len();
            tile += 1;
        }
        match tiles.get_mut(tile) {
            Some(tile) => tile.polygons[at - first].factor = factor,
            None => return Err(input.wrong("a cost is of a polygon that is not there")),
        }
    }
    input.end()
}
