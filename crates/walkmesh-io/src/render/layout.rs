//! Where things stand on the page.

use super::projection::Axes;
use super::{MAX_SIDE, MIN_SIDE, RenderError, RenderOptions};
use walkmesh::Point;
use walkmesh::report::Drawing;

/// A drawing higher than this many times its width is scaled down to fit.
const MAX_ASPECT: f64 = 3.0;
/// A page is at least this many scale bars wide.
const BARS_A_PAGE: f64 = 5.0;
/// What its text and the gap to the legend take, in heights of the font.
const BAR_ROOM: f64 = 7.0;

/// The map from world metres to pixels, and the rows under the map.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Pixels a metre.
    pub(super) scale: f64,
    /// Left and top of the map on the page.
    pub(super) map: [f64; 2],
    /// Width and height of the map on the page.
    pub(super) map_size: [f64; 2],
    /// What is right and down on the page.
    pub(super) axes: Axes,
    /// Where the left and top of the map are along those, metres.
    corner: [f64; 2],
    pub(super) font: f64,
    /// Left end of each legend entry (its swatch) and its row's baseline.
    pub(super) legend: Vec<[f64; 2]>,
    /// Left end of the scale bar, its length in metres.
    pub(super) bar: ([f64; 2], f64),
}

impl Layout {
    pub(super) fn new(drawing: &Drawing, options: &RenderOptions) -> Result<Self, RenderError> {
        check(options)?;
        let axes = options.projection.axes();
        let (low, high) = match options.view {
            Some((a, b)) => around(corners_of_box(a, b).into_iter(), &axes),
            None => around(shown_points(drawing, options).into_iter(), &axes),
        }
        .unwrap_or(([0.0; 2], [1.0; 2]));
        let (wide, deep) = (high[0] - low[0], high[1] - low[1]);
        // A drawing of one point or one line still gets a page.
        let floor = wide.max(deep).max(1e-9);
        let (wide, deep) = (wide.max(floor * 0.05), deep.max(floor * 0.05));
        let (width, margin) = (f64::from(options.width_px), f64::from(options.margin_px));
        let room = width - 2.0 * margin;
        let font = (width / 75.0).clamp(10.0, 40.0);
        let header = if options.captions && !drawing.title.is_empty() { font * 2.2 } else { 0.0 };
        let footer = if options.captions { footer(drawing, room, font) } else { 0.0 };
        let highest = (f64::from(MAX_SIDE) - 2.0 * margin - header - footer).max(1.0);
        let scale = (room / wide).min(highest.min(room * MAX_ASPECT) / deep);
        let map = [(width - wide * scale) / 2.0, margin + header];
        let map_size = [wide * scale, deep * scale];
        let mut bottom = map[1] + map_size[1];
        let mut legend = Vec::new();
        let mut bar = ([margin, bottom], 0.0);
        if options.captions {
            let length = round_length(room / BARS_A_PAGE / scale);
            bar = ([margin, bottom + font * 2.2], length);
            let indent = length * scale + font * BAR_ROOM;
            legend = legend_places(drawing, [margin + indent, bar.0[1]], width - margin, font);
            bottom = end_of_rows(&legend, bar.0[1], font);
        }
        let height = (bottom + margin).ceil().clamp(f64::from(MIN_SIDE), f64::from(MAX_SIDE));
        Ok(Self {
            width: options.width_px,
            height: pixels(height),
            scale,
            map,
            map_size,
            axes,
            corner: low,
            font,
            legend,
            bar,
        })
    }

    /// The pixel of a world point.
    pub(super) fn to_page(&self, p: Point) -> [f64; 2] {
        let flat = self.axes.flat(p);
        [0, 1].map(|i| self.map[i] + (flat[i] - self.corner[i]) * self.scale)
    }
}

fn check(options: &RenderOptions) -> Result<(), RenderError> {
    let width = options.width_px;
    if !(MIN_SIDE..=MAX_SIDE).contains(&width) {
        return Err(RenderError::Width { width });
    }
    if options.margin_px.saturating_mul(2) + MIN_SIDE / 2 > width {
        return Err(RenderError::Margin { margin: options.margin_px, width });
    }
    options.projection.check()?;
    if options.view.is_some_and(|(a, b)| !(a.is_finite() && b.is_finite())) {
        return Err(RenderError::View { what: "view" });
    }
    if options.heights.is_some_and(|(low, high)| low.is_nan() || high.is_nan() || low > high) {
        return Err(RenderError::View { what: "heights" });
    }
    Ok(())
}

/// Every finite point that is drawn.
fn shown_points(drawing: &Drawing, options: &RenderOptions) -> Vec<Point> {
    let items = drawing.in_order(options.heights);
    items.iter().flat_map(|item| item.shape.points()).filter(|p| p.is_finite()).collect()
}

fn corners_of_box(a: Point, b: Point) -> [Point; 8] {
    let pick = |i: usize, bit: usize, a: f64, b: f64| if i & bit == 0 { a } else { b };
    std::array::from_fn(|i| {
        Point::new(pick(i, 1, a.x, b.x), pick(i, 2, a.y, b.y), pick(i, 4, a.z, b.z))
    })
}

/// Left top and right bottom of points on the page, metres; `None` of none.
fn around(points: impl Iterator<Item = Point>, axes: &Axes) -> Option<([f64; 2], [f64; 2])> {
    let mut flat = points.map(|p| axes.flat(p));
    let first = flat.next()?;
    Some(flat.fold((first, first), |(low, high), p| {
        ([low[0].min(p[0]), low[1].min(p[1])], [high[0].max(p[0]), high[1].max(p[1])])
    }))
}

/// A page length as a number of pixels; the caller has clamped it.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to MAX_SIDE")]
fn pixels(length: f64) -> u32 {
    length.clamp(0.0, f64::from(MAX_SIDE)) as u32
}

/// The largest of 1, 2, 5 times a power of ten that is not above `metres`.
fn round_length(metres: f64) -> f64 {
    if !(metres > 0.0 && metres.is_finite()) {
        return 1.0;
    }
    let decade = 10_f64.powf(metres.log10().floor());
    [5.0, 2.0].into_iter().map(|m| m * decade).find(|&l| l <= metres).unwrap_or(decade)
}

/// What the rows under the map take at most: with a shorter scale bar there are no more of them.
fn footer(drawing: &Drawing, room: f64, font: f64) -> f64 {
    let start = [room / BARS_A_PAGE + font * BAR_ROOM, font * 2.2];
    end_of_rows(&legend_places(drawing, start, room, font), start[1], font)
}

/// Where the rows under the map end that begin with that of the scale bar.
fn end_of_rows(legend: &[[f64; 2]], bar: f64, font: f64) -> f64 {
    legend.last().map_or(bar, |place| place[1]) + font * 0.6
}

/// Entries side by side from `start`, wrapped at `right`.
fn legend_places(drawing: &Drawing, start: [f64; 2], right: f64, font: f64) -> Vec<[f64; 2]> {
    let mut at = start;
    let mut places = Vec::new();
    for entry in &drawing.legend {
        let width = font * 1.8 + super::font::width(&entry.text, font) + font * 1.2;
        if at[0] + width > right && at[0] > start[0] {
            at = [start[0], at[1] + font * 1.6];
        }
        places.push(at);
        at[0] += width;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh::report::drawing::{Color, Shape, Stroke};

    #[test]
    fn all_of_a_high_drawing_is_on_a_wide_page() {
        let mut drawing = Drawing::new("high");
        let stroke = Stroke::pixels(Color::BLACK, 1.0);
        let points = vec![Point::new(0.0, 0.0, 0.0), Point::new(4.0, 0.0, 12.0)];
        drawing.push(Shape::Line { points, closed: false, stroke }, 0.0);
        (0..40).for_each(|i| drawing.explain(Color::BLACK, format!("entry {i}")));
        for width_px in [600, 5000, 8000, MAX_SIDE] {
            for captions in [false, true] {
                let options = RenderOptions { width_px, captions, ..RenderOptions::default() };
                let page = Layout::new(&drawing, &options).unwrap();
                let rows = page.legend.iter().map(|place| place[1]);
                let lowest = rows.fold(page.map[1] + page.map_size[1], f64::max);
                assert!(lowest <= f64::from(page.height), "{width_px}: {lowest}");
            }
        }
    }

    #[test]
    fn scale_bars_are_round() {
        for (metres, bar) in [(7.3, 5.0), (4.9, 2.0), (1.2, 1.0), (0.03, 0.02), (1000.0, 1000.0)] {
            assert!((round_length(metres) - bar).abs() < 1e-12, "{metres}");
        }
    }
}
