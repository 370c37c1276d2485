//! Small worlds for the tests of this room.

use super::assemble::TileParts;
use super::id::TileCoord;
use super::nav_mesh::NavMesh;
use super::polygons::{ConvexPolygon, partition_of};
use crate::geom::{Frame, PlanBox, PlanPoint};
use crate::parameters::{Parameters, Resolved, TileSize};
use crate::partition::{Beyond, Partition};
use crate::surface::{Border, TileSide};

/// A small generator (xorshift), good enough to vary tests.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number in `0..n`.
    pub(super) fn below(&mut self, n: i32) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i32::try_from((self.0 >> 33) % u64::from(n.unsigned_abs())).unwrap()
    }
}

/// A grid of tiles of 32 steps each way on a lattice of metres, with a step of one and a head
/// room of two (`storeys` apart by 20).
pub(crate) fn grid(columns: i32, rows: i32) -> (Parameters, Resolved) {
    let mut parameters = Parameters { region_min_area: 0.0, ..Parameters::default() };
    parameters.tile_size = TileSize::Metres(32.0);
    parameters.cell_size = 1.0;
    parameters.cell_height = 1.0;
    let corner = [f64::from(columns) * 32.0, 0.0, 0.0];
    let mut resolved = parameters.resolve([0.0, 0.0, 0.0], corner).unwrap();
    resolved.frame = Frame::new([0.0, 0.0, 0.0], 0).unwrap();
    resolved.clip = PlanBox::new(PlanPoint::new(0, 0), PlanPoint::new(columns * 32, rows * 32));
    (resolved.cell, resolved.cell_height, resolved.climb) = (1, 1, 1);
    (resolved.radius, resolved.height) = (0, 2);
    (resolved.tile_cells, resolved.columns, resolved.rows) = (32, columns, rows);
    (parameters, resolved)
}

/// Marks every edge on a side of the box as continued by the next tile.
pub(super) fn open_sides(partition: &mut Partition, clip: &PlanBox) {
    for piece in &mut partition.pieces {
        let n = piece.corners.len();
        for k in 0..n {
            let at =
                |k: usize| partition.vertices[usize::try_from(piece.corners[k % n]).unwrap()].plan;
            let sides = [TileSide::East, TileSide::North, TileSide::West, TileSide::South];
            let side =
                sides.into_iter().find(|&s| super::stretch::on_side(clip, s, at(k), at(k + 1)));
            if let Some(side) = side {
                piece.beyond[k] = Beyond::Border(Border::Tile(side));
            }
        }
    }
}

/// A tile of the grid made of these polygons, open to all sides.
pub(crate) fn tile(resolved: &Resolved, x: i32, y: i32, polygons: &[ConvexPolygon]) -> TileParts {
    let clip = resolved.tile_box(x, y);
    let mut partition = partition_of(polygons).unwrap();
    open_sides(&mut partition, &clip);
    TileParts { coord: TileCoord { x, y }, clip, partition, ground: None, input: None }
}

/// A rectangle of ground whose height at its corners `height` gives.
pub(crate) fn rectangle(
    b: PlanBox,
    layer: u32,
    height: impl Fn(PlanPoint) -> i32,
) -> ConvexPolygon {
    let corners = b.corners().map(|p| p.at(height(p))).to_vec();
    ConvexPolygon { corners, layer, ..ConvexPolygon::default() }
}

/// Cuts a box into rectangles at random, some of them left out.
fn guillotine(b: PlanBox, dice: &mut Dice, out: &mut Vec<PlanBox>) {
    let (wide, deep) = (b.max.x - b.min.x, b.max.y - b.min.y);
    let along_x = wide >= deep;
    let length = wide.max(deep);
    if length < 4 || (length < 16 && dice.below(3) == 0) {
        if dice.below(6) > 0 {
            out.push(b);
        }
        return;
    }
    let cut = 1 + dice.below(length - 1);
    let (mut lower, mut upper) = (b, b);
    if along_x {
        (lower.max.x, upper.min.x) = (b.min.x + cut, b.min.x + cut);
    } else {
        (lower.max.y, upper.min.y) = (b.min.y + cut, b.min.y + cut);
    }
    guillotine(lower, dice, out);
    guillotine(upper, dice, out);
}

/// Storeys of rectangles cut at random, each tile by itself: storey `s` is level at `20 s`.
pub(super) fn random_parts(
    seed: u64,
    columns: i32,
    rows: i32,
    storeys: u32,
) -> (Parameters, Resolved, Vec<TileParts>) {
    let (parameters, resolved) = grid(columns, rows);
    let mut dice = Dice::new(seed);
    let mut parts = Vec::new();
    for y in 0..rows {
        for x in 0..columns {
            let mut polygons = Vec::new();
            for storey in 0..storeys {
                let mut boxes = Vec::new();
                guillotine(resolved.tile_box(x, y), &mut dice, &mut boxes);
                let height = 20 * i32::try_from(storey).unwrap();
                polygons.extend(boxes.into_iter().map(|b| rectangle(b, storey, |_| height)));
            }
            parts.push(tile(&resolved, x, y, &polygons));
        }
    }
    (parameters, resolved, parts)
}

/// The mesh of [`random_parts`].
pub(super) fn random_mesh(seed: u64, columns: i32, rows: i32, storeys: u32) -> NavMesh {
    let (parameters, resolved, parts) = random_parts(seed, columns, rows, storeys);
    NavMesh::assemble(&parameters, &resolved, [0; 32], parts).unwrap()
}
