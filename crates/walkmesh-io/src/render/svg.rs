//! SVG, written by hand: a handful of elements, numbers to a hundredth of a pixel.

use super::canvas::{Anchor, Canvas, Pen, Text};
use std::fmt::Write;
use walkmesh::report::Color;

/// Writing to a `String` cannot fail, so the results of `write!` are dropped in this file.
pub(super) struct SvgCanvas {
    out: String,
    /// Polygons or lines of equal looks that follow each other share one path; this is the open
    /// one.
    open: Option<(Option<Color>, Option<Pen>)>,
}

impl SvgCanvas {
    pub(super) fn new(width: u32, height: u32, title: &str) -> Self {
        let mut out = String::new();
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n\
             <title>{}</title>\n",
            escape(title)
        );
        Self { out, open: None }
    }

    pub(super) fn finish(mut self) -> String {
        self.close();
        self.out.push_str("</svg>\n");
        self.out
    }

    /// What is drawn until [`Self::end_frame`] is seen while it is the turn of frame `k` of
    /// `count`, over and over. Viewers that do not animate show the first one.
    pub(super) fn begin_frame(&mut self, k: usize, count: usize, seconds: f64) {
        self.close();
        let (visible, hidden) = ("visible", "hidden");
        let share = |frames: usize| frames as f64 / count as f64;
        let _ = write!(self.out, "<g visibility=\"{}\">", if k == 0 { visible } else { hidden });
        if count > 1 {
            let (values, times) = match k {
                0 => (format!("{visible};{hidden}"), format!("0;{:.5}", share(1))),
                _ => (
                    format!("{hidden};{visible};{hidden}"),
                    format!("0;{:.5};{:.5}", share(k), share(k + 1)),
                ),
            };
            let _ = write!(
                self.out,
                "<animate attributeName=\"visibility\" calcMode=\"discrete\" \
                 repeatCount=\"indefinite\" values=\"{values}\" keyTimes=\"{times}\" dur=\"",
            );
            number(&mut self.out, seconds * count as f64);
            self.out.push_str("s\"/>");
        }
        self.out.push('\n');
    }

    pub(super) fn end_frame(&mut self) {
        self.close();
        self.out.push_str("</g>\n");
    }

    /// Ends the shared path, if one is open.
    fn close(&mut self) {
        if let Some((fill, outline)) = self.open.take() {
            self.out.push('"');
            match fill {
                Some(fill) => paint(&mut self.out, "fill", fill),
                None => self.out.push_str(" fill=\"none\""),
            }
            if let Some(pen) = outline {
                stroke(&mut self.out, pen);
            }
            self.out.push_str("/>\n");
        }
    }

    /// Opens a path of these looks, or goes on with the open one.
    fn open(&mut self, fill: Option<Color>, outline: Option<Pen>) {
        if self.open != Some((fill, outline)) {
            self.close();
            self.out.push_str("<path d=\"");
            self.open = Some((fill, outline));
        }
    }

    fn points(&mut self, points: &[[f64; 2]], closed: bool) {
        for (i, &[x, y]) in points.iter().enumerate() {
            self.out.push(if i == 0 { 'M' } else { 'L' });
            number(&mut self.out, x);
            self.out.push(' ');
            number(&mut self.out, y);
        }
        if closed {
            self.out.push('Z');
        }
    }
}

impl Canvas for SvgCanvas {
    fn polygon(&mut self, rings: &[Vec<[f64; 2]>], fill: Color, outline: Option<Pen>) {
        // Opaque rings that all turn the same way fill their union by the non-zero rule, which is
        // what drawing them one after the other gives.
        let opaque = fill.a == 255 && outline.is_none_or(|pen| pen.color == fill && !pen.dashed);
        if let ([ring], true) = (rings, opaque) {
            self.open(Some(fill), outline);
            let mut ring = ring.clone();
            if turns_left(&ring) {
                ring.reverse();
            }
            self.points(&ring, true);
            return;
        }
        self.close();
        self.out.push_str("<path fill-rule=\"evenodd\" d=\"");
        for ring in rings {
            self.points(ring, true);
        }
        self.open = Some((Some(fill), outline));
        self.close();
    }

    fn line(&mut self, points: &[[f64; 2]], closed: bool, pen: Pen) {
        self.open(None, Some(pen));
        self.points(points, closed);
        // Where see-through lines cross each other, one path would not show it.
        if pen.color.a != 255 {
            self.close();
        }
    }

    fn disc(&mut self, centre: [f64; 2], radius: f64, fill: Color) {
        self.close();
        circle(&mut self.out, centre, radius);
        paint(&mut self.out, "fill", fill);
        self.out.push_str("/>\n");
    }

    fn circle(&mut self, centre: [f64; 2], radius: f64, pen: Pen) {
        self.close();
        circle(&mut self.out, centre, radius);
        self.out.push_str(" fill=\"none\"");
        stroke(&mut self.out, pen);
        self.out.push_str("/>\n");
    }

    fn text(&mut self, text: Text<'_>) {
        self.close();
        let [x, y] = text.at;
        self.out.push_str("<text");
        attribute(&mut self.out, "x", x);
        attribute(&mut self.out, "y", y);
        attribute(&mut self.out, "font-size", text.size);
        self.out.push_str(" font-family=\"system-ui,sans-serif\"");
        if text.anchor == Anchor::Middle {
            self.out.push_str(" text-anchor=\"middle\"");
        }
        paint(&mut self.out, "fill", text.color);
        let _ = writeln!(self.out, ">{}</text>", escape(text.text));
    }
}

fn circle(out: &mut String, [x, y]: [f64; 2], radius: f64) {
    out.push_str("<circle");
    attribute(out, "cx", x);
    attribute(out, "cy", y);
    attribute(out, "r", radius.max(0.0));
}

fn stroke(out: &mut String, pen: Pen) {
    paint(out, "stroke", pen.color);
    attribute(out, "stroke-width", pen.width.max(0.0));
    if pen.dashed {
        let _ = write!(out, " stroke-dasharray=\"{0:.2} {0:.2}\"", pen.width * 3.0);
    }
}

fn paint(out: &mut String, name: &str, color: Color) {
    let _ = write!(out, " {name}=\"#{:02x}{:02x}{:02x}\"", color.r, color.g, color.b);
    if color.a != 255 {
        attribute(out, &format!("{name}-opacity"), f64::from(color.a) / 255.0);
    }
}

fn attribute(out: &mut String, name: &str, value: f64) {
    let _ = write!(out, " {name}=\"");
    number(out, value);
    out.push('"');
}

/// A number to a hundredth, without trailing zeros.
fn number(out: &mut String, value: f64) {
    let start = out.len();
    let _ = write!(out, "{value:.2}");
    while out.ends_with('0') {
        out.pop();
    }
    if out.ends_with('.') {
        out.pop();
    }
    if &out[start..] == "-0" {
        out.replace_range(start.., "0");
    }
}

/// True when a ring's area is positive with x right and y down.
fn turns_left(ring: &[[f64; 2]]) -> bool {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() < 0.0
}

/// Text for XML; characters that XML 1.0 does not have at all are replaced.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\r' | '\t' => out.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
