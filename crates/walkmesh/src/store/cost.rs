//! Polygons that cost more or less than their kind of ground.

use super::bytes::{Input, Output};
use super::error::LoadError;
use super::rising;
use crate::mesh::{CostFactor, NavMesh, PolyRef, Tile};

/// The polygons whose factor is not 1, by dense number and factor; `None` when there are none.
pub(super) fn encode(mesh: &NavMesh) -> Option<Vec<u8>> {
    if mesh.cost_factors() == [CostFactor::ONE; 2] {
        return None;
    }
    let dear = |r: &PolyRef| mesh.polygon(*r).factor != CostFactor::ONE;
    let dear: Vec<PolyRef> = mesh.polygons().filter(dear).collect();
    let mut out = Output::default();
    rising::write(&mut out, mesh, &dear, |out, polygon| {
        out.unsigned(polygon.factor.bits().into());
    });
    Some(out.bytes)
}

/// Sets the factors of polygons.
pub(super) fn decode(input: Input<'_>, tiles: &mut [Tile]) -> Result<(), LoadError> {
    rising::read(input, tiles, |input, tile, polygon| {
        tile.polygons[polygon].factor = CostFactor::from_bits(input.u32()?)
            .ok_or_else(|| input.wrong("a factor of cost is not above 0 and finite"))?;
        Ok(())
    })
}
