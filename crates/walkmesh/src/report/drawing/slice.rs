//! What a cut by heights leaves of a drawing.

use std::borrow::Cow;

use super::{Item, Plane, Shape};
use crate::geom::Point;

/// True when one of these points lies between two heights (metres), or they pass through them.
pub(super) fn meets(points: impl Iterator<Item = Point>, (low, high): (f64, f64)) -> bool {
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    let (bottom, top) = points.fold(none, |(b, t), p| (b.min(p.y), t.max(p.y)));
    bottom <= high && top >= low
}

/// What is left of an item: all of one that meets the heights, and the parts between them of a line
/// over everything, which may lead through many storeys.
pub(super) fn parts(item: &Item, heights: (f64, f64)) -> Vec<Cow<'_, Item>> {
    match &item.shape {
        Shape::Line { points, closed: false, stroke } if item.plane == Plane::Overlay => {
            let run = |points| {
                let shape = Shape::Line { points, closed: false, stroke: *stroke };
                Cow::Owned(Item { shape, ..*item })
            };
            runs(points, heights).into_iter().map(run).collect()
        }
        shape if meets(shape.points(), heights) => vec![Cow::Borrowed(item)],
        _ => Vec::new(),
    }
}

/// The runs of a line between two heights.
fn runs(line: &[Point], heights: (f64, f64)) -> Vec<Vec<Point>> {
    let mut runs: Vec<Vec<Point>> = Vec::new();
    for ends in line.windows(2) {
        let Some([from, to]) = between([ends[0], ends[1]], heights) else { continue };
        match runs.last_mut() {
            Some(run) if run.last() == Some(&from) => run.push(to),
            _ => runs.push(vec![from, to]),
        }
    }
    runs
}

/// The part of a segment between two heights; `None` where it only touches them.
fn between([a, b]: [Point; 2], (low, high): (f64, f64)) -> Option<[Point; 2]> {
    let rise = b.y - a.y;
    if rise == 0.0 {
        return (low..=high).contains(&a.y).then_some([a, b]);
    }
    let (s, t) = ((low - a.y) / rise, (high - a.y) / rise);
    let (from, to) = (s.min(t).max(0.0), s.max(t).min(1.0));
    let at = |share: f64| match share {
        // Ends stay what they are, so that runs hang together.
        _ if share <= 0.0 => a,
        _ if share >= 1.0 => b,
        _ => Point::new(a.x + (b.x - a.x) * share, a.y + rise * share, a.z + (b.z - a.z) * share),
    };
    (from < to && !rise.is_nan()).then(|| [at(from), at(to)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_where_they_leave_the_heights() {
        let point = |x: f64, y: f64| Point::new(x, y, 0.0);
        // Up a stair, along the upper floor, and down again.
        let line = [point(0.0, 0.0), point(4.0, 4.0), point(6.0, 4.0), point(10.0, 0.0)];
        let lower = [vec![point(0.0, 0.0), point(1.0, 1.0)], vec![point(9.0, 1.0), line[3]]];
        assert_eq!(runs(&line, (-1.0, 1.0)), lower);
        let upper = [vec![point(3.0, 3.0), line[1], line[2], point(7.0, 3.0)]];
        assert_eq!(runs(&line, (3.0, 9.0)), upper);
        assert_eq!(runs(&line, (0.0, 4.0)), [line.to_vec()]);
        assert_eq!(runs(&line, (f64::NEG_INFINITY, f64::INFINITY)), [line.to_vec()]);
        assert!(runs(&line, (4.5, 9.0)).is_empty());
        assert_eq!(runs(&line, (4.0, 9.0)), [line[1..3].to_vec()]);
        assert!(runs(&[point(0.0, f64::NAN), point(1.0, 0.5)], (0.0, 1.0)).is_empty());
    }
}
