//! Draws a whole page on any canvas: items in order, then title, scale bar and legend.

use super::RenderOptions;
use super::canvas::{Anchor, Canvas, Pen, Text};
use super::depth;
use super::layout::Layout;
use super::projection::Projection;
use walkmesh::Point;
use walkmesh::report::drawing::{Drawing, MarkForm, Shape, Stroke, Width};
use walkmesh::report::{Color, drawing::Item};

const INK: Color = Color::rgb(40, 44, 52);

/// Draws everything.
pub(super) fn paint(
    drawing: &Drawing,
    options: &RenderOptions,
    layout: &Layout,
    canvas: &mut impl Canvas,
) {
    let (w, h) = (f64::from(layout.width), f64::from(layout.height));
    rectangle(canvas, [0.0, 0.0], [w, h], options.background);
    let items = drawing.in_order(options.heights);
    match options.projection {
        Projection::Plan => items.iter().for_each(|item| paint_item(item, layout, canvas)),
        Projection::Oblique { .. } => {
            for item in depth::ordered(&items, layout.axes.away) {
                paint_item(&item, layout, canvas);
            }
        }
    }
    if options.view.is_some() {
        cover_rim(options.background, layout, canvas);
    }
    if options.captions {
        captions(drawing, layout, canvas);
    }
}

/// Draws one item, unless a point of it is not finite or all of it is off the page.
fn paint_item(item: &Item, layout: &Layout, canvas: &mut impl Canvas) {
    let length = |width: Width| match width {
        Width::Pixels(pixels) => pixels,
        Width::Metres(metres) => metres * layout.scale,
    };
    let pen = |stroke: Stroke| Pen {
        color: stroke.color,
        width: length(stroke.width),
        dashed: stroke.dashed,
    };
    let line =
        |points: &[Point]| -> Vec<[f64; 2]> { points.iter().map(|&p| layout.to_page(p)).collect() };
    if !on_page(&item.shape, layout) {
        return;
    }
    match &item.shape {
        Shape::Polygon { rings, fill, stroke } => {
            let rings: Vec<_> = rings.iter().map(|ring| line(ring)).collect();
            canvas.polygon(&rings, *fill, stroke.map(pen));
        }
        Shape::Line { points, closed, stroke } => canvas.line(&line(points), *closed, pen(*stroke)),
        Shape::Mark { at, form, size, color } => {
            mark(canvas, layout.to_page(*at), *form, length(*size) / 2.0, *color);
        }
        Shape::Label { at, text, color } => canvas.text(Text {
            at: layout.to_page(*at),
            size: layout.font * 0.9,
            anchor: Anchor::Middle,
            color: *color,
            text,
        }),
    }
}

fn on_page(shape: &Shape, layout: &Layout) -> bool {
    /// Marks and wide lines reach this far beyond their points, pixels.
    const REACH: f64 = 50.0;
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for p in shape.points() {
        let q = layout.to_page(p);
        if !(q[0].is_finite() && q[1].is_finite()) {
            return false;
        }
        for axis in 0..2 {
            low[axis] = low[axis].min(q[axis]);
            high[axis] = high[axis].max(q[axis]);
        }
    }
    let page = [f64::from(layout.width), f64::from(layout.height)];
    (0..2).all(|axis| low[axis] <= page[axis] + REACH && high[axis] >= -REACH)
}

fn mark(canvas: &mut impl Canvas, at: [f64; 2], form: MarkForm, radius: f64, color: Color) {
    let [x, y] = at;
    let pen = Pen { color, width: (radius / 3.0).max(1.2), dashed: false };
    match form {
        MarkForm::Disc => canvas.disc(at, radius, color),
        MarkForm::Circle => canvas.circle(at, radius, pen),
        MarkForm::Square => {
            rectangle(canvas, [x - radius, y - radius], [x + radius, y + radius], color);
        }
        MarkForm::Cross => {
            for side in [-radius, radius] {
                canvas.line(&[[x - side, y - radius], [x + side, y + radius]], false, pen);
            }
        }
    }
}

fn rectangle(canvas: &mut impl Canvas, [l, t]: [f64; 2], [r, b]: [f64; 2], fill: Color) {
    canvas.polygon(&[vec![[l, t], [r, t], [r, b], [l, b]]], fill, None);
}

/// Hides what reaches out of the view.
fn cover_rim(background: Color, layout: &Layout, canvas: &mut impl Canvas) {
    let (w, h) = (f64::from(layout.width), f64::from(layout.height));
    let [l, t] = layout.map;
    let (r, b) = (l + layout.map_size[0], t + layout.map_size[1]);
    for (from, to) in
        [([0.0, 0.0], [w, t]), ([0.0, b], [w, h]), ([0.0, t], [l, b]), ([r, t], [w, b])]
    {
        rectangle(canvas, from, to, background);
    }
}

fn captions(drawing: &Drawing, layout: &Layout, canvas: &mut impl Canvas) {
    let font = layout.font;
    let start = |at, size, text| Text { at, size, anchor: Anchor::Start, color: INK, text };
    let margin = layout.bar.0[0];
    if !drawing.title.is_empty() {
        canvas.text(start([margin, layout.map[1] - font * 0.9], font * 1.25, &drawing.title));
    }
    let ([x, y], metres) = layout.bar;
    let (end, tick) = (x + metres * layout.scale, font * 0.35);
    let pen = Pen { color: INK, width: (font / 9.0).max(1.0), dashed: false };
    let bar = [[x, y - tick * 2.0], [x, y - tick], [end, y - tick], [end, y - tick * 2.0]];
    canvas.line(&bar, false, pen);
    let reading = format!("{metres} m");
    canvas.text(start([end + font * 0.6, y], font, &reading));
    for (entry, &[x, y]) in drawing.legend.iter().zip(&layout.legend) {
        rectangle(canvas, [x, y - font * 0.85], [x + font * 1.3, y + font * 0.1], entry.color);
        canvas.text(start([x + font * 1.8, y], font, &entry.text));
    }
}
