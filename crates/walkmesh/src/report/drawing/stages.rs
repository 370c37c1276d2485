//! What the stages of a voxel survey saw.

use super::{Color, Drawing, MarkForm, Shape, Stroke, Width, distinct, ramp};
use crate::geom::{Frame, PlanPoint, Point, cast};
use crate::parameters::Resolved;
use crate::survey::voxel::{Stage, StageSpan, Trace};

const TAKEN: Color = Color::rgb(205, 205, 205);
const RAW: Color = Color::rgb(150, 150, 150);
const THINNED: Color = Color::rgb(0, 48, 64);
const CORNER: Color = Color::rgb(214, 24, 72);
/// Lines stand this far over the cells, metres.
const LINE_LIFT: f64 = 0.6;
/// Colours of a ramp: few, so that runs of cells share theirs.
const SHADES: f64 = 32.0;

/// The name of a stage, for titles and file names.
#[must_use]
pub const fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Rasterise => "rasterise",
        Stage::LowHanging => "low-hanging",
        Stage::Ledges => "ledges",
        Stage::LowHeight => "low-height",
        Stage::Erode => "erode",
        Stage::Islands => "islands",
    }
}

/// The spans after a stage: those that can be stood on by height (violet low, yellow high), the
/// others grey. Empty when the stage was not recorded.
#[must_use]
pub fn stage(trace: &Trace, stage: Stage, resolved: &Resolved) -> Drawing {
    let mut drawing = Drawing::new(format!("after {}", stage_name(stage)));
    let spans = spans_after(trace, stage);
    let step = resolved.frame.step();
    let metres = |s: &StageSpan| resolved.frame.origin().y + f64::from(s.height) * step;
    let stood_on = || spans.iter().filter(|s| s.walkable).map(metres);
    let low = stood_on().fold(f64::INFINITY, f64::min);
    let high = stood_on().fold(f64::NEG_INFINITY, f64::max);
    let color = |_: usize, s: &StageSpan| {
        let share = if high > low { (metres(s) - low) / (high - low) } else { 1.0 };
        Some(if s.walkable { shade(share) } else { TAKEN })
    };
    cells(&mut drawing, trace, spans, &resolved.frame, color);
    if low <= high {
        drawing.explain(ramp(0.0), format!("{low:.2} m"));
        drawing.explain(ramp(1.0), format!("{high:.2} m"));
    }
    drawing.explain(TAKEN, "cannot be stood on");
    drawing
}

/// How far the spans' centres are from the nearest cell without ground, up to the distance of the one
/// furthest away.
#[must_use]
pub fn distances(trace: &Trace, resolved: &Resolved) -> Drawing {
    let mut drawing = Drawing::new("distance to the nearest wall or drop");
    let furthest = trace.distances_squared.iter().copied().max().unwrap_or(0);
    let far = cast::float(furthest).sqrt().max(1.0);
    let color = |i: usize, _: &StageSpan| {
        let &squared = trace.distances_squared.get(i)?;
        Some(shade(cast::float(squared).sqrt() / far))
    };
    cells(&mut drawing, trace, spans_after(trace, Stage::Erode), &resolved.frame, color);
    // Distances are counted in half cells.
    let cell = resolved.frame.metres(f64::from(trace.window.cell));
    drawing.explain(ramp(0.0), "0 m");
    drawing.explain(ramp(1.0), format!("{:.2} m", far * cell / 2.0));
    drawing
}

/// The layers, each in a colour of its own; spans without one are left out.
#[must_use]
pub fn layers(trace: &Trace, resolved: &Resolved) -> Drawing {
    let mut drawing = Drawing::new("layers");
    let color = |i: usize, _: &StageSpan| trace.layers.get(i).copied().flatten().map(distinct);
    cells(&mut drawing, trace, spans_after(trace, Stage::Erode), &resolved.frame, color);
    drawing
}

/// The outlines before they were thinned (grey) and after (dark, corners marked).
#[must_use]
pub fn outlines(trace: &Trace, resolved: &Resolved) -> Drawing {
    let mut drawing = Drawing::new("outlines");
    for chain in &trace.chains {
        let kinds = [
            (&chain.raw, Stroke::pixels(RAW, 1.0), 0.0),
            (&chain.thinned, Stroke::pixels(THINNED, 2.0), LINE_LIFT),
        ];
        for (points, stroke, lift) in kinds {
            let points = points.iter().map(|&p| resolved.frame.to_world(p)).collect();
            drawing.push(Shape::Line { points, closed: false, stroke }, lift);
        }
        for &corner in &chain.thinned {
            let at = resolved.frame.to_world(corner);
            let (form, size) = (MarkForm::Disc, Width::Pixels(4.5));
            drawing.push(Shape::Mark { at, form, size, color: CORNER }, 2.0 * LINE_LIFT);
        }
    }
    drawing.explain(RAW, "along the cells");
    drawing.explain(THINNED, "thinned");
    drawing
}

fn spans_after(trace: &Trace, stage: Stage) -> &[StageSpan] {
    let found = trace.stages.iter().find(|(s, _)| *s == stage);
    found.map_or(&[], |(_, spans)| spans.as_slice())
}

fn shade(share: f64) -> Color {
    ramp((share * SHADES).round() / SHADES)
}

/// Draws spans that have a colour as squares, runs of one colour and height in a row as one.
fn cells(
    drawing: &mut Drawing,
    trace: &Trace,
    spans: &[StageSpan],
    frame: &Frame,
    color: impl Fn(usize, &StageSpan) -> Option<Color>,
) {
    let window = &trace.window;
    // Spans of a cell stand together, so that two floors over each other break no run only when
    // each floor is gathered by itself: the run that a span continues is looked up by its end.
    let mut runs: Vec<Run> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (i, span) in spans.iter().enumerate() {
        let Some(color) = color(i, span) else { continue };
        let (x, y) = window.place(cast::index(span.cell));
        open.retain(|&r| runs[r].y == y && runs[r].end >= x);
        let fits = |&&r: &&usize| {
            let run: &Run = &runs[r];
            run.end == x && run.color == color && run.height == span.height
        };
        if let Some(&r) = open.iter().find(fits) {
            runs[r].end = x + 1;
        } else {
            open.push(runs.len());
            runs.push(Run { y, start: x, end: x + 1, height: span.height, color });
        }
    }
    for run in runs {
        let corner = |x, y| -> Point {
            let PlanPoint { x, y } = window.corner(x, y);
            frame.to_world(PlanPoint::new(x, y).at(run.height))
        };
        let (x, end, y) = (run.start, run.end, run.y);
        let ring = vec![corner(x, y), corner(end, y), corner(end, y + 1), corner(x, y + 1)];
        let stroke = Some(Stroke::pixels(run.color, 1.0));
        drawing.push(Shape::Polygon { rings: vec![ring], fill: run.color, stroke }, 0.0);
    }
}

/// Cells of a row that look the same.
struct Run {
    y: i32,
    start: i32,
    end: i32,
    height: i32,
    color: Color,
}
