//! Affine maps in `f64`: what nodes of a scene do to the points below them.

use walkmesh::Point;

/// An affine map, three rows of four.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Transform([[f64; 4]; 3]);

impl Transform {
    pub(crate) const IDENTITY: Self =
        Self::rows([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);

    /// A linear map by its rows.
    pub(crate) const fn rows([x, y, z]: [[f64; 3]; 3]) -> Self {
        Self([[x[0], x[1], x[2], 0.0], [y[0], y[1], y[2], 0.0], [z[0], z[1], z[2], 0.0]])
    }

    /// A 4 × 4 matrix by rows; its last row is taken as 0 0 0 1, as both formats prescribe.
    pub(crate) fn row_major(m: [f64; 16]) -> Self {
        Self(std::array::from_fn(|row| std::array::from_fn(|column| m[4 * row + column])))
    }

    /// A 4 × 4 matrix by columns.
    pub(crate) fn column_major(m: [f64; 16]) -> Self {
        Self(std::array::from_fn(|row| std::array::from_fn(|column| m[row + 4 * column])))
    }

    pub(crate) const fn translation([x, y, z]: [f64; 3]) -> Self {
        Self([[1.0, 0.0, 0.0, x], [0.0, 1.0, 0.0, y], [0.0, 0.0, 1.0, z]])
    }

    pub(crate) const fn scale([x, y, z]: [f64; 3]) -> Self {
        Self::rows([[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]])
    }

    /// Turned about an axis through the origin; a zero axis turns nothing.
    pub(crate) fn rotation(axis: [f64; 3], degrees: f64) -> Self {
        let half = degrees.to_radians() / 2.0;
        let length = axis.iter().map(|v| v * v).sum::<f64>().sqrt();
        if length == 0.0 {
            return Self::IDENTITY;
        }
        // Not the system's sine: the same file must give the same bits everywhere.
        let [x, y, z] = axis.map(|v| v / length * libm::sin(half));
        Self::quaternion([x, y, z, libm::cos(half)])
    }

    /// Turned by a quaternion x, y, z, w of any length but zero, which turns nothing.
    pub(crate) fn quaternion(q: [f64; 4]) -> Self {
        let square = q.iter().map(|v| v * v).sum::<f64>();
        if square == 0.0 {
            return Self::IDENTITY;
        }
        let [x, y, z, w] = q;
        let s = 2.0 / square;
        Self::rows([
            [1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
            [s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w)],
            [s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y)],
        ])
    }

    /// The map that applies `inner` first and then this one.
    pub(crate) fn then_inner(&self, inner: &Self) -> Self {
        let (a, b) = (&self.0, &inner.0);
        Self(std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                let product: f64 = (0..3).map(|k| a[row][k] * b[k][column]).sum();
                if column == 3 { product + a[row][3] } else { product }
            })
        }))
    }

    /// What takes a map of turns and moves back; of no use for others.
    pub(crate) fn inverse_of_rigid(&self) -> Self {
        let [a, b, c] = self.0;
        let turn = Self::rows([[a[0], b[0], c[0]], [a[1], b[1], c[1]], [a[2], b[2], c[2]]]);
        turn.then_inner(&Self::translation([-a[3], -b[3], -c[3]]))
    }

    pub(crate) fn apply(&self, p: Point) -> Point {
        let [x, y, z] = self.0.map(|[a, b, c, d]| a * p.x + b * p.y + c * p.z + d);
        Point::new(x, y, z)
    }

    /// True when it turns left hands into right hands, and so every winding around.
    pub(crate) fn mirrors(&self) -> bool {
        let [a, b, c] = self.0;
        let determinant = a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0]);
        determinant < 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Point, b: [f64; 3]) -> bool {
        a.distance(b.into()) < 1e-12
    }

    #[test]
    fn order_is_inner_first() {
        let turn = Transform::rotation([0.0, 0.0, 2.0], 90.0);
        let shift = Transform::translation([10.0, 0.0, 0.0]);
        let p = Point::new(1.0, 0.0, 0.0);
        assert!(near(shift.then_inner(&turn).apply(p), [10.0, 1.0, 0.0]));
        assert!(near(turn.then_inner(&shift).apply(p), [0.0, 11.0, 0.0]));
    }

    #[test]
    fn matrices_by_rows_and_columns_are_transposed() {
        let rows: [f64; 16] = std::array::from_fn(|i| u8::try_from(i).map_or(0.0, f64::from));
        let columns = std::array::from_fn(|i| rows[i % 4 * 4 + i / 4]);
        assert_eq!(Transform::row_major(rows), Transform::column_major(columns));
    }

    #[test]
    fn turns_and_moves_are_taken_back() {
        let turn = Transform::rotation([1.0, 2.0, 3.0], 77.0);
        let there = Transform::translation([4.0, -5.0, 6.0]).then_inner(&turn);
        let p = Point::new(7.0, 8.0, -9.0);
        assert!(near(there.inverse_of_rigid().apply(there.apply(p)), [7.0, 8.0, -9.0]));
        assert!(near(there.apply(there.inverse_of_rigid().apply(p)), [7.0, 8.0, -9.0]));
    }

    #[test]
    fn mirrors_are_seen() {
        assert!(Transform::scale([-1.0, 1.0, 1.0]).mirrors());
        assert!(!Transform::scale([-1.0, -1.0, 1.0]).mirrors());
        assert!(!Transform::rotation([1.0, 2.0, 3.0], 77.0).mirrors());
        assert!(!Transform::rotation([0.0; 3], 77.0).mirrors());
    }
}
