//! Fields of tiles, each a board of square cells: worlds whose tiles can be made one by one.

use walkmesh::geom::{Frame, GroundPoint, PlanBox, PlanPoint};
use walkmesh::mesh::{NavMesh, TileCoord, TileParts};
use walkmesh::parameters::{Parameters, Resolved, TileSize};
use walkmesh::partition::{Beyond, Partition, Piece};
use walkmesh::soup::Area;
use walkmesh::surface::{Border, TileSide};

use crate::random::Random;

/// Side of a cell, steps.
const CELL: i32 = 4;

/// How large a field is.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Tiles along plan x.
    pub columns: i32,
    /// Tiles along plan y.
    pub rows: i32,
    /// Cells of a tile each way.
    pub cells: i32,
}

impl Field {
    /// The parameters of its meshes: a lattice of metres, a step of one.
    ///
    /// # Panics
    /// Never on sensible counts.
    #[must_use]
    pub fn setup(&self) -> (Parameters, Resolved) {
        let side = self.cells * CELL;
        let parameters = Parameters {
            tile_size: TileSize::Metres(side.into()),
            region_min_area: 0.0,
            cell_size: 1.0,
            cell_height: 1.0,
            ..Parameters::default()
        };
        let (wide, deep) = (self.columns * side, self.rows * side);
        let corner = [f64::from(wide), 0.0, f64::from(deep)];
        let mut resolved = parameters.resolve([0.0; 3], corner).expect("sound parameters");
        resolved.frame = Frame::new([0.0; 3], 0).expect("a frame");
        resolved.clip = PlanBox::new(PlanPoint::new(0, 0), PlanPoint::new(wide, deep));
        (resolved.cell, resolved.cell_height, resolved.climb) = (1, 1, 1);
        (resolved.radius, resolved.height) = (0, 2);
        (resolved.tile_cells, resolved.columns, resolved.rows) = (side, self.columns, self.rows);
        (parameters, resolved)
    }

    /// A tile on which so many of a hundred cells are free, of up to `kinds` kinds.
    ///
    /// # Panics
    /// Never on sensible counts.
    #[must_use]
    pub fn part(
        &self,
        coord: TileCoord,
        random: &mut Random,
        free: usize,
        kinds: usize,
    ) -> TileParts {
        let n = self.cells;
        let corner = PlanPoint::new(coord.x * n * CELL, coord.y * n * CELL);
        let number = |i: i32| u32::try_from(i).expect("a number");
        let mut pieces_of = Vec::new();
        let mut count = 0;
        for _ in 0..n * n {
            let is_free = random.chance(free);
            pieces_of.push(is_free.then_some(count));
            count += u32::from(is_free);
        }
        let piece_at = |x: i32, y: i32| pieces_of[usize::try_from(y * n + x).expect("a cell")];
        let mut partition = Partition::default();
        for y in 0..=n {
            let row =
                (0..=n).map(|x| GroundPoint::new(corner.x + x * CELL, corner.y + y * CELL, 0));
            partition.vertices.extend(row);
        }
        let beyond = |x: i32, y: i32, side: TileSide| match side {
            _ if (0..n).contains(&x) && (0..n).contains(&y) => {
                piece_at(x, y).map_or(Beyond::Border(Border::Wall), Beyond::Piece)
            }
            side => Beyond::Border(Border::Tile(side)),
        };
        for (x, y) in (0..n).flat_map(|y| (0..n).map(move |x| (x, y))) {
            if piece_at(x, y).is_none() {
                continue;
            }
            let vertex = |x: i32, y: i32| number(y * (n + 1) + x);
            let [a, b, c, d] =
                [vertex(x, y), vertex(x + 1, y), vertex(x + 1, y + 1), vertex(x, y + 1)];
            partition.pieces.push(Piece {
                corners: vec![a, b, c, d],
                beyond: vec![
                    beyond(x, y - 1, TileSide::South),
                    beyond(x + 1, y, TileSide::East),
                    beyond(x, y + 1, TileSide::North),
                    beyond(x - 1, y, TileSide::West),
                ],
                layer: 0,
                area: Area(u8::try_from(random.below(kinds)).expect("few kinds")),
                flags: walkmesh::partition::WALK,
                triangles: vec![[a, b, c], [a, c, d]],
            });
        }
        let far = PlanPoint::new(corner.x + n * CELL, corner.y + n * CELL);
        TileParts { coord, clip: PlanBox::new(corner, far), partition, ground: None, input: None }
    }

    /// All places of tiles, row by row.
    pub fn coords(&self) -> impl Iterator<Item = TileCoord> + '_ {
        (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| TileCoord { x, y }))
    }

    /// The mesh of such tiles.
    ///
    /// # Panics
    /// When the parts are not those of a field.
    #[must_use]
    pub fn mesh(&self, parts: Vec<TileParts>) -> NavMesh {
        let (parameters, resolved) = self.setup();
        NavMesh::assemble(&parameters, &resolved, [0; 32], parts).expect("sound tiles")
    }
}
