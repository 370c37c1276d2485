//! The un-eroded surface of one tile.

use super::bytes::{Input, Output};
use super::error::LoadError;
use crate::geom::{Frame, PlanPoint};
use crate::soup::Area;
use crate::surface::{Border, HeightGrid, Heights, Layer, Patch, Ring, SeamId, Surface, TileSide};

const SIDES: [TileSide; 4] = [TileSide::East, TileSide::North, TileSide::West, TileSide::South];

pub(super) fn encode(tile: u32, surface: &Surface) -> Vec<u8> {
    // The frame is the mesh's.
    let Surface { frame: _, clip, layers } = surface;
    let mut out = Output::default();
    out.unsigned(tile.into());
    out.plan_box(*clip);
    out.count(layers.len());
    for Layer { patches, heights } in layers {
        out.count(patches.len());
        for patch in patches {
            out.byte(patch.area.0);
            out.count(patch.holes.len());
            for ring in patch.rings() {
                encode_ring(&mut out, ring);
            }
        }
        match heights {
            Heights::Corners => out.byte(0),
            Heights::Grid(grid) => {
                out.byte(1);
                encode_grid(&mut out, grid);
            }
        }
    }
    out.bytes
}

fn encode_ring(out: &mut Output, ring: &Ring) {
    out.count(ring.points.len());
    for (&point, &border) in ring.points.iter().zip(&ring.borders) {
        out.point(point);
        let (code, seam) = match border {
            Border::Wall => (0, None),
            Border::Seam(seam) => (1, Some(seam)),
            Border::Leave(seam) => (2, Some(seam)),
            Border::Blocked(seam) => (3, Some(seam)),
            Border::Tile(TileSide::East) => (4, None),
            Border::Tile(TileSide::North) => (5, None),
            Border::Tile(TileSide::West) => (6, None),
            Border::Tile(TileSide::South) => (7, None),
        };
        out.byte(code);
        if let Some(SeamId(seam)) = seam {
            out.unsigned(seam.into());
        }
    }
}

/// Cell by cell, row by row: 0 for no ground, else one more than the zigzag of the difference to
/// the ground before.
fn encode_grid(out: &mut Output, grid: &HeightGrid) {
    out.signed(grid.origin().x.into());
    out.signed(grid.origin().y.into());
    out.signed(grid.cell().into());
    out.count(grid.width());
    out.count(grid.depth());
    let mut previous = 0_i64;
    for row in 0..grid.depth() {
        for column in 0..grid.width() {
            let Some(height) = grid.get(column, row) else {
                out.byte(0);
                continue;
            };
            let change = i64::from(height) - previous;
            previous += change;
            let zigzag = (change.unsigned_abs() << 1) - u64::from(change < 0);
            out.unsigned(zigzag + 1);
        }
    }
}

/// The tile's index and its surface.
pub(super) fn decode(mut input: Input<'_>, frame: Frame) -> Result<(u32, Surface), LoadError> {
    let tile = input.u32()?;
    let clip = input.plan_box()?;
    let mut layers = Vec::new();
    for _ in 0..input.count()? {
        let mut patches = Vec::new();
        for _ in 0..input.count()? {
            let area = Area(input.byte()?);
            let holes = input.count()?;
            let outer = decode_ring(&mut input)?;
            let holes =
                (0..holes).map(|_| decode_ring(&mut input)).collect::<Result<Vec<_>, _>>()?;
            patches.push(Patch { outer, holes, area });
        }
        let heights = match input.byte()? {
            0 => Heights::Corners,
            1 => Heights::Grid(decode_grid(&mut input)?),
            _ => return Err(input.wrong("heights are of no known kind")),
        };
        layers.push(Layer { patches, heights });
    }
    input.end()?;
    Ok((tile, Surface { frame, clip, layers }))
}

fn decode_ring(input: &mut Input<'_>) -> Result<Ring, LoadError> {
    let count = input.count()?;
    if count < 3 {
        return Err(input.wrong("a ring has fewer than three corners"));
    }
    let mut ring = Ring::default();
    for _ in 0..count {
        ring.points.push(input.point()?);
        let code = input.byte()?;
        ring.borders.push(match code {
            0 => Border::Wall,
            1 => Border::Seam(SeamId(input.u32()?)),
            2 => Border::Leave(SeamId(input.u32()?)),
            3 => Border::Blocked(SeamId(input.u32()?)),
            4..=7 => Border::Tile(SIDES[usize::from(code - 4)]),
            _ => return Err(input.wrong("a border is of no known kind")),
        });
    }
    Ok(ring)
}

fn decode_grid(input: &mut Input<'_>) -> Result<HeightGrid, LoadError> {
    let origin = PlanPoint::new(input.i32()?, input.i32()?);
    let cell = input.at_least(1, "a height cell has no size")?;
    let (width, depth) = (input.count()?, input.count()?);
    let Some(cells) = width.checked_mul(depth) else {
        return Err(input.wrong("a count is over what the section can hold"));
    };
    input.room_for(cells)?;
    let mut grid = HeightGrid::new(origin, cell, width, depth);
    let mut previous = 0_i64;
    for row in 0..depth {
        for column in 0..width {
            let Some(zigzag) = input.unsigned()?.checked_sub(1) else { continue };
            let half = i64::try_from(zigzag >> 1).unwrap_or(i64::MAX);
            let change = if zigzag & 1 == 0 { half } else { -half - 1 };
            let height = previous.checked_add(change).and_then(|h| i32::try_from(h).ok());
            let Some(height) = height else {
                return Err(input.wrong("a height does not fit 32 bits"));
            };
            previous = height.into();
            grid.set(column, row, height);
        }
    }
    Ok(grid)
}
