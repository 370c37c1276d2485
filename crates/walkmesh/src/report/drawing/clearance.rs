//! How far polygons are from walls, for colouring.

use crate::geom::{GroundPoint, PlanBox, PlanPoint, cast};
use crate::mesh::{NavMesh, PolyRef};

/// Cells along the longer side of the grid that holds the walls.
const CELLS: i64 = 192;

/// For each polygon, in the order of [`NavMesh::polygons`]: distance in metres and in plan from its
/// middle to the nearest wall no further up or down than the agent is high; infinite when there
/// is none. Linear in polygons and walls where walls are spread evenly.
pub(super) fn clearances(mesh: &NavMesh) -> Vec<f64> {
    let Some(walls) = Walls::new(mesh) else {
        return vec![f64::INFINITY; mesh.polygon_count()];
    };
    let reach = i64::from(mesh.resolved().height.max(1));
    let nearest = |r| walls.nearest(middle(mesh, r), reach);
    mesh.polygons().map(nearest).map(|steps| mesh.frame().metres(steps)).collect()
}

/// The mean of the corners.
fn middle(mesh: &NavMesh, r: PolyRef) -> GroundPoint {
    let corners = mesh.corners(r);
    let n = i64::try_from(corners.len()).unwrap_or(i64::MAX).max(1);
    let (mut x, mut y, mut h) = (0_i64, 0_i64, 0_i64);
    for p in corners {
        x += i64::from(p.plan.x);
        y += i64::from(p.plan.y);
        h += i64::from(p.height);
    }
    GroundPoint::new(cast::narrow_i32(x / n), cast::narrow_i32(y / n), cast::narrow_i32(h / n))
}

/// Wall edges in the cells of a grid that their boxes meet.
struct Walls {
    edges: Vec<(GroundPoint, GroundPoint)>,
    bounds: PlanBox,
    cell: i64,
    columns: i64,
    rows: i64,
    /// Wall numbers, cell by cell, row by row.
    cells: Vec<Vec<u32>>,
}

impl Walls {
    fn new(mesh: &NavMesh) -> Option<Self> {
        let mut edges = Vec::new();
        for r in mesh.polygons() {
            let corners: Vec<GroundPoint> = mesh.corners(r).collect();
            for (i, edge) in mesh.edges(r).iter().enumerate() {
                if edge.neighbour().is_none() {
                    edges.push((corners[i], corners[(i + 1) % corners.len()]));
                }
            }
        }
        let bounds = PlanBox::around(edges.iter().flat_map(|(a, b)| [a.plan, b.plan]))?;
        let size = |a: i32, b: i32| i64::from(b) - i64::from(a);
        let (wide, deep) = (size(bounds.min.x, bounds.max.x), size(bounds.min.y, bounds.max.y));
        let cell = (wide.max(deep) / CELLS).max(1);
        let (columns, rows) = (wide / cell + 1, deep / cell + 1);
        let count = usize::try_from(columns * rows).ok()?;
        let mut walls = Self { edges, bounds, cell, columns, rows, cells: vec![Vec::new(); count] };
        for (number, (a, b)) in (0_u32..).zip(walls.edges.clone()) {
            let (low, high) = (walls.cell_of(a.plan), walls.cell_of(b.plan));
            for row in low.1.min(high.1)..=low.1.max(high.1) {
                for column in low.0.min(high.0)..=low.0.max(high.0) {
                    if let Some(list) = walls.slot(column, row) {
                        walls.cells[list].push(number);
                    }
                }
            }
        }
        Some(walls)
    }

    /// Column and row, clamped to the grid.
    fn cell_of(&self, p: PlanPoint) -> (i64, i64) {
        let at = |v: i32, low: i32, n: i64| {
            ((i64::from(v) - i64::from(low)) / self.cell).clamp(0, n - 1)
        };
        (at(p.x, self.bounds.min.x, self.columns), at(p.y, self.bounds.min.y, self.rows))
    }

    fn slot(&self, column: i64, row: i64) -> Option<usize> {
        let inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        if inside { usize::try_from(row * self.columns + column).ok() } else { None }
    }

    /// Distance to the nearest wall within `reach` in height, steps: squares of cells around the
    /// point are searched outwards until none further out can hold a nearer one.
    fn nearest(&self, p: GroundPoint, reach: i64) -> f64 {
        let (column, row) = self.cell_of(p.plan);
        let mut best = f64::INFINITY;
        for ring in 0..=self.columns.max(self.rows) {
            if best <= cast::float((ring - 1).max(0) * self.cell) {
                break;
            }
            let side =
                |c: i64, r: i64| self.slot(c, r).map_or(&[][..], |i| self.cells[i].as_slice());
            let span = -ring..=ring;
            let rows =
                span.clone().flat_map(|d| [(column + d, row - ring), (column + d, row + ring)]);
            let columns = span.flat_map(|d| [(column - ring, row + d), (column + ring, row + d)]);
            for &wall in rows.chain(columns).flat_map(|(c, r)| side(c, r)) {
                let (a, b) = self.edges[cast::index(wall)];
                let h = i64::from(p.height);
                let (low, high) = (a.height.min(b.height), a.height.max(b.height));
                if h - i64::from(high) <= reach && i64::from(low) - h <= reach {
                    best = best.min(p.plan.distance_from(a.plan, b.plan));
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Frame;
    use crate::mesh::ConvexPolygon;

    #[test]
    fn the_grid_finds_what_trying_all_walls_finds() {
        let square = |x: i32, y: i32, h: i32| {
            let corners = [(x, y), (x + 7, y), (x + 7, y + 7), (x, y + 7)];
            let corners = corners.map(|(x, y)| GroundPoint::new(x, y, h)).to_vec();
            ConvexPolygon { corners, ..ConvexPolygon::default() }
        };
        let mut polygons = Vec::new();
        for i in 0..12 {
            for j in 0..9 {
                if (i * 7 + j * 5) % 11 != 0 {
                    polygons.push(square(i * 7, j * 7, 0));
                }
            }
        }
        polygons.push(ConvexPolygon { layer: 1, ..square(21, 21, 1 << 20) });
        let mesh =
            NavMesh::from_polygons(Frame::new([0.0, 0.0, 0.0], 0).unwrap(), &polygons).unwrap();
        let walls = Walls::new(&mesh).unwrap();
        let reach = i64::from(mesh.resolved().height);
        for (r, found) in mesh.polygons().zip(clearances(&mesh)) {
            let m = middle(&mesh, r);
            let brute = walls
                .edges
                .iter()
                .filter(|(a, _)| (i64::from(a.height) - i64::from(m.height)).abs() <= reach)
                .map(|(a, b)| m.plan.distance_from(a.plan, b.plan))
                .fold(f64::INFINITY, f64::min);
            assert!((found - brute).abs() < 1e-9, "{r:?}: {found} {brute}");
        }
    }
}
