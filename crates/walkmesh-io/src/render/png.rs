//! PNG: tiny-skia fills the pixels, the `png` crate packs them.

use super::RenderError;
use super::canvas::{Anchor, Canvas, Pen, Text};
use super::font;
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};
use walkmesh::report::Color;

pub(super) struct PngCanvas {
    pixels: Pixmap,
}

impl PngCanvas {
    pub(super) fn new(width: u32, height: u32) -> Result<Self, RenderError> {
        let pixels = Pixmap::new(width, height).ok_or(RenderError::Width { width })?;
        Ok(Self { pixels })
    }

    pub(super) fn finish(self) -> Result<Vec<u8>, RenderError> {
        let mut straight = Vec::with_capacity(self.pixels.data().len());
        for pixel in self.pixels.pixels() {
            let c = pixel.demultiply();
            straight.extend([c.red(), c.green(), c.blue(), c.alpha()]);
        }
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, self.pixels.width(), self.pixels.height());
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let failed = |e: png::EncodingError| RenderError::Encode(e.to_string());
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(&straight).map_err(failed)?;
        writer.finish().map_err(failed)?;
        Ok(out)
    }

    fn fill(&mut self, path: &Path, color: Color) {
        self.pixels.fill_path(path, &paint(color), FillRule::EvenOdd, Transform::identity(), None);
    }

    fn stroke(&mut self, path: &Path, pen: Pen) {
        let dash = if pen.dashed {
            let length = narrow(pen.width * 3.0);
            StrokeDash::new(vec![length, length], 0.0)
        } else {
            None
        };
        let stroke = Stroke {
            width: narrow(pen.width),
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash,
            ..Stroke::default()
        };
        self.pixels.stroke_path(path, &paint(pen.color), &stroke, Transform::identity(), None);
    }
}

impl Canvas for PngCanvas {
    fn polygon(&mut self, rings: &[Vec<[f64; 2]>], fill: Color, outline: Option<Pen>) {
        let mut builder = PathBuilder::new();
        for ring in rings {
            trace(&mut builder, ring, true);
        }
        // No path means fewer than two different points: nothing to see.
        let Some(path) = builder.finish() else { return };
        self.fill(&path, fill);
        if let Some(pen) = outline {
            self.stroke(&path, pen);
        }
    }

    fn line(&mut self, points: &[[f64; 2]], closed: bool, pen: Pen) {
        let mut builder = PathBuilder::new();
        trace(&mut builder, points, closed);
        if let Some(path) = builder.finish() {
            self.stroke(&path, pen);
        }
    }

    fn disc(&mut self, [x, y]: [f64; 2], radius: f64, fill: Color) {
        if let Some(path) = PathBuilder::from_circle(narrow(x), narrow(y), narrow(radius)) {
            self.fill(&path, fill);
        }
    }

    fn circle(&mut self, [x, y]: [f64; 2], radius: f64, pen: Pen) {
        if let Some(path) = PathBuilder::from_circle(narrow(x), narrow(y), narrow(radius)) {
            self.stroke(&path, pen);
        }
    }

    fn text(&mut self, text: Text<'_>) {
        let width = font::width(text.text, text.size);
        let x = match text.anchor {
            Anchor::Start => text.at[0],
            Anchor::Middle => text.at[0] - width / 2.0,
        };
        let pen = Pen { color: text.color, width: (text.size / 11.0).max(1.0), dashed: false };
        for line in font::lines(text.text, [x, text.at[1]], text.size) {
            match line[..] {
                [dot] => self.disc(dot, pen.width * 0.7, pen.color),
                _ => self.line(&line, false, pen),
            }
        }
    }
}

fn paint(color: Color) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(color.r, color.g, color.b, color.a);
    paint
}

fn trace(builder: &mut PathBuilder, points: &[[f64; 2]], closed: bool) {
    for (i, &[x, y]) in points.iter().enumerate() {
        if i == 0 {
            builder.move_to(narrow(x), narrow(y));
        } else {
            builder.line_to(narrow(x), narrow(y));
        }
    }
    if closed {
        builder.close();
    }
}

/// A page coordinate in the precision of the rasteriser.
#[expect(clippy::cast_possible_truncation, reason = "pixels need no more than f32")]
fn narrow(v: f64) -> f32 {
    v as f32
}
