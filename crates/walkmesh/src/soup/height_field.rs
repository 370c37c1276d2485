//! Terrain as a grid of heights.

use super::{ObjectId, Soup, Triangle};
use crate::geom::{Point, cast};

/// Heights of ground at the corners of square cells. Between them it is flat on two triangles a
/// cell, which share the diagonal from the lower column and row to the higher ones.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightField {
    origin: [f64; 2],
    spacing: f64,
    columns: usize,
    heights: Vec<f64>,
}

/// Why numbers are no height field.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum HeightFieldError {
    /// Origin or spacing are no place or length.
    #[error(
        "a height field at ({}, {}) with samples {spacing} m apart: give finite numbers, and a spacing above 0", origin[0], origin[1]
    )]
    Place {
        /// World x and z of the first sample.
        origin: [f64; 2],
        /// Metres from a sample to the next.
        spacing: f64,
    },
    /// The samples are no grid of at least two by two.
    #[error("{count} heights in rows of {columns} are no grid of at least 2 by 2 samples")]
    Grid {
        /// How many heights.
        count: usize,
        /// How many in a row.
        columns: usize,
    },
    /// A height is NaN or infinite.
    #[error("sample {column} of row {row} is {height} high: heights have to be finite")]
    Height {
        /// Index in the row.
        column: usize,
        /// Which row.
        row: usize,
        /// What it is.
        height: f64,
    },
}

impl HeightField {
    /// A field from the world x and z of its first sample, metres from a sample to the next, and
    /// heights in metres, row after row of `columns`: x grows along a row, z from row to row.
    ///
    /// # Errors
    /// When a number is not finite or the heights are no grid.
    pub fn new(
        origin: [f64; 2],
        spacing: f64,
        columns: usize,
        heights: Vec<f64>,
    ) -> Result<Self, HeightFieldError> {
        if !(origin[0].is_finite() && origin[1].is_finite() && spacing.is_finite() && spacing > 0.0)
        {
            return Err(HeightFieldError::Place { origin, spacing });
        }
        let count = heights.len();
        if columns < 2 || !count.is_multiple_of(columns) || count / columns < 2 {
            return Err(HeightFieldError::Grid { count, columns });
        }
        if let Some(i) = heights.iter().position(|height| !height.is_finite()) {
            let (column, row) = (i % columns, i / columns);
            return Err(HeightFieldError::Height { column, row, height: heights[i] });
        }
        Ok(Self { origin, spacing, columns, heights })
    }

    /// Samples in a row.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// Rows of samples.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.heights.len() / self.columns
    }

    /// Metres from a sample to the next.
    #[must_use]
    pub const fn spacing(&self) -> f64 {
        self.spacing
    }

    /// The ground at a sample, or `None` when there is none of that column and row.
    #[must_use]
    pub fn sample(&self, column: usize, row: usize) -> Option<Point> {
        if column >= self.columns {
            return None;
        }
        let height = *self.heights.get(row.checked_mul(self.columns)?.checked_add(column)?)?;
        let away = |samples: usize| self.spacing * f64::from(cast::count(samples));
        Some(Point::new(self.origin[0] + away(column), height, self.origin[1] + away(row)))
    }

    /// How many metres the ground rises in one where it is steepest at a sample: from the heights
    /// of the samples on both sides, or on one side at the rim. `None` as for [`Self::sample`].
    #[must_use]
    pub fn rise(&self, column: usize, row: usize) -> Option<f64> {
        self.sample(column, row)?;
        let between = |at: usize, last: usize, height: &dyn Fn(usize) -> f64| {
            let (low, high) = (at.saturating_sub(1), last.min(at + 1));
            (height(high) - height(low)) / (self.spacing * f64::from(cast::count(high - low)))
        };
        let along = |c: usize| self.heights[row * self.columns + c];
        let across = |r: usize| self.heights[r * self.columns + column];
        let (x, z) =
            (between(column, self.columns - 1, &along), between(row, self.rows() - 1, &across));
        Some(f64::sqrt(x * x + z * z))
    }

    /// Adds the triangles of the ground to a soup, as triangles of `object`.
    pub fn add_to(&self, soup: &mut Soup, object: ObjectId) {
        let first = cast::count(soup.vertices.len());
        let (columns, rows) = (cast::count(self.columns), cast::count(self.rows()));
        let samples = (0..self.rows()).flat_map(|r| (0..self.columns).map(move |c| (c, r)));
        soup.vertices.extend(samples.filter_map(|(c, r)| self.sample(c, r)));
        for (row, column) in (0..rows - 1).flat_map(|r| (0..columns - 1).map(move |c| (r, c))) {
            let near = first + row * columns + column;
            let far = near + columns;
            for corners in [[near, far, far + 1], [near, far + 1, near + 1]] {
                soup.triangles.push(Triangle { corners, object });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_field_is_named() {
        let field = |columns, heights: &[f64]| {
            HeightField::new([0.0; 2], 1.0, columns, heights.to_vec()).unwrap_err()
        };
        let grid = |count, columns| HeightFieldError::Grid { count, columns };
        assert_eq!(field(2, &[0.0; 5]), grid(5, 2));
        assert_eq!(field(4, &[0.0; 4]), grid(4, 4));
        assert_eq!(field(0, &[]), grid(0, 0));
        let error = field(3, &[0.0, 0.0, 0.0, 0.0, f64::INFINITY, 0.0]);
        assert_eq!(error.to_string(), "sample 1 of row 1 is inf high: heights have to be finite");
        for spacing in [0.0, -1.0, f64::NAN] {
            let error = HeightField::new([0.0; 2], spacing, 2, vec![0.0; 4]).unwrap_err();
            assert!(matches!(error, HeightFieldError::Place { .. }), "{error}");
        }
    }

    #[test]
    fn a_slope_rises_the_same_at_every_sample() {
        let heights = (0..12).map(|i| 3.0 * f64::from(i % 4) + 4.0 * f64::from(i / 4)).collect();
        let field = HeightField::new([1.0, -2.0], 2.0, 4, heights).unwrap();
        for (column, row) in (0..3).flat_map(|r| (0..4).map(move |c| (c, r))) {
            assert_eq!(field.rise(column, row), Some(2.5));
        }
        assert_eq!((field.rise(4, 0), field.rise(0, 3), field.rows()), (None, None, 3));
        assert_eq!(field.sample(3, 1), Some(Point::new(7.0, 13.0, 0.0)));
    }

    #[test]
    fn triangles_cover_the_grid_and_face_up() {
        let field = HeightField::new([0.0; 2], 1.0, 3, vec![0.0; 6]).unwrap();
        let mut soup = Soup::default();
        let object = soup.add_object("ground");
        field.add_to(&mut soup, object);
        assert_eq!((soup.vertices.len(), soup.triangles.len()), (6, 4));
        for triangle in &soup.triangles {
            let [a, b, c] = soup.corners(triangle).unwrap();
            let up = (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z);
            assert!((up - 1.0).abs() < 1e-12, "{up}");
        }
    }
}
