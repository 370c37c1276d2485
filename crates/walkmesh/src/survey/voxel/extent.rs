//! How high a triangle reaches in the cells of a row.

/// Lowest and highest point of the triangle in each cell of one row.
#[derive(Debug)]
pub(super) struct RowParts {
    /// Column of the first part.
    pub(super) first: i32,
    /// How many parts.
    pub(super) length: usize,
    /// More than `length`, so that nothing grows on the way.
    pub(super) parts: Vec<Extent>,
}

/// Lowest height, and highest with its sign turned, so that one comparison takes in both.
pub(super) type Extent = [f64; 2];

/// Of nothing.
const EMPTY: Extent = [f64::INFINITY; 2];

/// Of both. No NaN comes here; plain comparisons are half the instructions of `min`.
#[inline]
pub(super) fn both(a: Extent, b: Extent) -> Extent {
    [if b[0] < a[0] { b[0] } else { a[0] }, if b[1] < a[1] { b[1] } else { a[1] }]
}

impl RowParts {
    /// For rows of so many cells.
    pub(super) fn new(width: usize) -> Self {
        Self { first: 0, length: 0, parts: vec![EMPTY; width + 3] }
    }

    /// The parts, two at a time; what is after the last one means nothing.
    pub(super) fn pairs(&self) -> &[[Extent; 2]] {
        let (pairs, _) = self.parts.as_chunks::<2>();
        &pairs[..self.length.div_ceil(2)]
    }

    /// Adds to the part in a column, if there is one.
    #[inline]
    pub(super) fn include(&mut self, column: i32, extent: Extent) {
        if let Ok(i) = usize::try_from(column - self.first)
            && let Some(part) = self.parts.get_mut(i)
        {
            *part = both(*part, extent);
        }
    }

    /// So many parts, without anything yet.
    #[inline]
    pub(super) fn reset(&mut self, first: i32, length: usize) {
        (self.first, self.length) = (first, length.min(self.parts.len()));
        self.parts[..self.length].fill(EMPTY);
    }

    /// One part with all of these heights.
    #[inline]
    pub(super) fn set<const N: usize>(&mut self, first: i32, heights: [f64; N]) {
        (self.first, self.length) = (first, 1);
        if let Some(own) = self.parts.first_mut() {
            *own = heights.into_iter().fold(EMPTY, |part, h| both(part, [h, -h]));
        }
    }
}
