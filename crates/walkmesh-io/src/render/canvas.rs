//! What a picture format must be able to draw; pixels, y down.

use walkmesh::report::Color;

/// A line's looks on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pen {
    pub(super) color: Color,
    pub(super) width: f64,
    pub(super) dashed: bool,
}

/// Which part of a text stands at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
}

/// A text and its place; the point is on the baseline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'a> {
    pub(super) at: [f64; 2],
    pub(super) size: f64,
    pub(super) anchor: Anchor,
    pub(super) color: Color,
    pub(super) text: &'a str,
}

/// A page that is drawn from back to front. All coordinates given are finite.
pub(super) trait Canvas {
    /// Fills rings by the even-odd rule, then draws their outline.
    fn polygon(&mut self, rings: &[Vec<[f64; 2]>], fill: Color, outline: Option<Pen>);
    /// Joins the points, with round corners and ends.
    fn line(&mut self, points: &[[f64; 2]], closed: bool, pen: Pen);
    /// A filled circle.
    fn disc(&mut self, centre: [f64; 2], radius: f64, fill: Color);
    /// A circle line.
    fn circle(&mut self, centre: [f64; 2], radius: f64, pen: Pen);
    /// Writes.
    fn text(&mut self, text: Text<'_>);
}
