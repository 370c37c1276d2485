//! Which part of a scene hides which: the order from back to front for any eye.
//!
//! Faces that hide each other in a ring, or that pass through each other, have no order; so they
//! are cut. The scene is halved by planes across its axes until few faces are left, and those are
//! cut by the planes of their own (Fuchs, Kedem, Naylor: *On visible surface generation by a
//! priori tree structures*, 1980). Floating point: this is for pictures only.

use std::borrow::Borrow;

use walkmesh::Point;
use walkmesh::report::drawing::{Item, Plane, Shape};

/// Up to so many pieces are cut by their own planes.
const FEW: usize = 24;
/// More than so many that cannot be halved are not cut at all.
const MANY: usize = 3000;
/// Halvings of halvings; each leaves at most four fifths.
const DEEP: u32 = 64;
/// Cuts end where pieces have become this many times as many as there were shapes.
const MOST: usize = 12;
/// What is this near to a plane lies in it, as a share of the scene's size.
const FLAT: f64 = 1e-9;
/// Shapes that stand over others in the drawing order (fills, lines, marks) are raised this far,
/// metres, so that a rough floor does not hide what is drawn on it.
const RAISE: f64 = 0.07;
/// Beyond that they are raised by this share of how far they stand over others: lines lie on their
/// fills, within a centimetre, and no fill beside them is drawn over half their width.
const RAISE_MORE: f64 = 0.015;
/// So far at most, metres: the line at the foot of a slope stands over its fill by as much as that rises.
const MOST_OVER: f64 = 0.9;

/// A piece of a shape.
#[derive(Clone, Debug)]
struct Piece {
    points: Vec<Point>,
    kind: Kind,
    /// The item that it is part of.
    item: usize,
    /// Place among pieces of one plane.
    rank: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A convex flat face; may be cut.
    Face,
    /// A line; may be cut.
    Line,
    /// Anything else, placed by its middle.
    Whole,
}

/// A plane: what lies on its positive side has a positive distance.
#[derive(Clone, Copy, Debug)]
struct Cut {
    normal: [f64; 3],
    offset: f64,
}

impl Cut {
    fn distance(&self, p: Point) -> f64 {
        self.normal[0] * p.x + self.normal[1] * p.y + self.normal[2] * p.z - self.offset
    }
}

/// The items as an eye that looks along `away` has to draw them, those first that others hide:
/// backdrop, then the scene cut to pieces, then overlays.
pub(super) fn ordered(items: &[impl Borrow<Item>], away: [f64; 3]) -> Vec<Item> {
    let of = |plane: Plane| {
        items.iter().map(Borrow::borrow).filter(move |i: &&Item| i.plane == plane).cloned()
    };
    let mut out: Vec<Item> = of(Plane::Backdrop).collect();
    let scene: Vec<Item> = of(Plane::Scene).map(raised).collect();
    let pieces: Vec<Piece> =
        scene.iter().enumerate().flat_map(|(i, item)| pieces(i, item)).collect();
    let size = pieces
        .iter()
        .flat_map(|p| &p.points)
        .map(|p| p.x.abs().max(p.y.abs()).max(p.z.abs()))
        .fold(0.0, f64::max);
    let mut sorter = Sorter {
        away,
        flat: size * FLAT,
        room: pieces.len().saturating_mul(MOST),
        order: Vec::with_capacity(pieces.len()),
    };
    sorter.sort(pieces, 0);
    out.extend(sorter.order.into_iter().map(|piece| rebuilt(&scene[piece.item], piece)));
    out.extend(of(Plane::Overlay));
    out
}

/// The item a little higher in the world when it is drawn over others.
fn raised(mut item: Item) -> Item {
    let top = item.shape.points().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max);
    let over = item.height - top;
    let lift = if over > 0.0 { RAISE + RAISE_MORE * over.min(MOST_OVER) } else { 0.0 };
    let raise = |p: &mut Point| p.y += lift;
    match &mut item.shape {
        Shape::Polygon { rings, .. } => rings.iter_mut().flatten().for_each(raise),
        Shape::Line { points, .. } => points.iter_mut().for_each(raise),
        Shape::Mark { at, .. } | Shape::Label { at, .. } => raise(at),
    }
    item
}

/// What may be cut, and what stays whole. Nothing of shapes with points that are not finite.
fn pieces(index: usize, item: &Item) -> Vec<Piece> {
    let piece = |points: Vec<Point>, kind| Piece { points, kind, item: index, rank: item.height };
    if !item.shape.points().all(|p| p.is_finite()) {
        return Vec::new();
    }
    match &item.shape {
        Shape::Polygon { rings, fill, stroke } => match rings.as_slice() {
            [ring] if ring.len() == 3 && stroke.is_none_or(|s| s.color == *fill) => {
                vec![piece(ring.clone(), Kind::Face)]
            }
            _ => vec![piece(item.shape.points().collect(), Kind::Whole)],
        },
        Shape::Line { points, closed, .. } => {
            let last = points.first().filter(|_| *closed);
            let ends: Vec<Point> = points.iter().chain(last).copied().collect();
            ends.windows(2).map(|pair| piece(pair.to_vec(), Kind::Line)).collect()
        }
        Shape::Mark { at, .. } | Shape::Label { at, .. } => vec![piece(vec![*at], Kind::Whole)],
    }
}

/// A piece with the looks of its item.
fn rebuilt(item: &Item, piece: Piece) -> Item {
    let mut item = item.clone();
    match (&mut item.shape, piece.kind) {
        (Shape::Polygon { rings, .. }, Kind::Face) => *rings = vec![piece.points],
        (Shape::Line { points, closed, .. }, Kind::Line) => {
            (*points, *closed) = (piece.points, false);
        }
        _ => {}
    }
    item
}

struct Sorter {
    away: [f64; 3],
    /// What is nearer to a plane lies in it.
    flat: f64,
    /// How many more pieces cuts may make.
    room: usize,
    order: Vec<Piece>,
}

impl Sorter {
    /// Halves the pieces across an axis, the far half first.
    fn sort(&mut self, pieces: Vec<Piece>, depth: u32) {
        let mut halves = None;
        if pieces.len() > FEW && depth < DEEP {
            halves = halvings(&pieces).into_iter().find(|cut| self.is_good(&pieces, cut));
        }
        let Some(cut) = halves else {
            self.sort_few(pieces);
            return;
        };
        let [below, level, above] = self.divide(pieces, &cut);
        let [far, near] = if self.looks_up(&cut) { [above, below] } else { [below, above] };
        self.sort(far, depth + 1);
        self.sort(level, depth + 1);
        self.sort(near, depth + 1);
    }

    /// True when few enough pieces lie across a plane for both halves to be smaller.
    fn is_good(&self, pieces: &[Piece], cut: &Cut) -> bool {
        let (mut below, mut above) = (0, 0);
        for piece in pieces {
            let (low, high) = extent(piece, cut);
            below += usize::from(low < -self.flat);
            above += usize::from(high > self.flat);
        }
        below.max(above) * 5 < pieces.len() * 4
    }

    /// True when the eye looks towards the positive side of a plane.
    fn looks_up(&self, cut: &Cut) -> bool {
        (0..3).map(|i| self.away[i] * cut.normal[i]).sum::<f64>() > 0.0
    }

    /// Sorts by the planes of the pieces themselves; very many that no plane halves (large faces
    /// through each other) just by their middles.
    fn sort_few(&mut self, pieces: Vec<Piece>) {
        let may_cut = pieces.len() <= MANY;
        // What is still to be drawn, the next at the end.
        let mut open = vec![pieces];
        while let Some(mut pieces) = open.pop() {
            let own = |(i, piece): (usize, &Piece)| plane_of(piece).map(|cut| (i, cut));
            let Some((i, cut)) = pieces.iter().enumerate().find_map(own).filter(|_| may_cut) else {
                pieces.sort_by(|a, b| {
                    self.depth(b).total_cmp(&self.depth(a)).then(a.rank.total_cmp(&b.rank))
                });
                self.order.append(&mut pieces);
                continue;
            };
            // The face of the plane is not asked on which side it lies: the plane of a sliver may
            // be off its own corners.
            let face = pieces.swap_remove(i);
            let [below, mut level, above] = self.divide(pieces, &cut);
            level.push(face);
            if below.is_empty() && above.is_empty() {
                level.sort_by(|a, b| a.rank.total_cmp(&b.rank));
                self.order.append(&mut level);
                continue;
            }
            let [far, near] = if self.looks_up(&cut) { [above, below] } else { [below, above] };
            open.extend([near, level, far].into_iter().filter(|part| !part.is_empty()));
        }
    }

    /// How far away the middle of a piece is.
    fn depth(&self, piece: &Piece) -> f64 {
        let m = middle(piece);
        self.away[0] * m.x + self.away[1] * m.y + self.away[2] * m.z
    }

    /// What lies below, in and above a plane; faces and lines across it are cut.
    fn divide(&mut self, pieces: Vec<Piece>, cut: &Cut) -> [Vec<Piece>; 3] {
        let mut parts = [Vec::new(), Vec::new(), Vec::new()];
        for piece in pieces {
            let (low, high) = extent(&piece, cut);
            if low >= -self.flat && high <= self.flat {
                parts[1].push(piece);
            } else if low >= -self.flat {
                parts[2].push(piece);
            } else if high <= self.flat {
                parts[0].push(piece);
            } else if piece.kind == Kind::Whole || self.room == 0 {
                let above = cut.distance(middle(&piece)) > 0.0;
                parts[if above { 2 } else { 0 }].push(piece);
            } else {
                self.room -= 1;
                let [below, above] = split(&piece, cut);
                parts[0].push(below);
                parts[2].push(above);
            }
        }
        parts
    }
}

/// The middle of a piece's points.
fn middle(piece: &Piece) -> Point {
    let n = f64::from(u32::try_from(piece.points.len().max(1)).unwrap_or(u32::MAX));
    let sum = piece
        .points
        .iter()
        .fold(Point::default(), |s, p| Point::new(s.x + p.x, s.y + p.y, s.z + p.z));
    Point::new(sum.x / n, sum.y / n, sum.z / n)
}

/// Least and greatest distance of a piece's points from a plane.
fn extent(piece: &Piece, cut: &Cut) -> (f64, f64) {
    let sides = piece.points.iter().map(|&p| cut.distance(p));
    sides.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), d| (l.min(d), h.max(d)))
}

/// Planes across the three axes through the median of the middles, the widest axis first.
fn halvings(pieces: &[Piece]) -> [Cut; 3] {
    let middles: Vec<[f64; 3]> = pieces.iter().map(|p| middle(p).into()).collect();
    let spread = |axis: usize| {
        let along = middles.iter().map(|m| m[axis]);
        let (low, high) =
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        high - low
    };
    let mut axes = [0, 1, 2];
    axes.sort_by(|&a, &b| spread(b).total_cmp(&spread(a)));
    axes.map(|axis| {
        let mut along: Vec<f64> = middles.iter().map(|m| m[axis]).collect();
        let half = along.len() / 2;
        let (_, &mut offset, _) = along.select_nth_unstable_by(half, f64::total_cmp);
        let mut normal = [0.0; 3];
        normal[axis] = 1.0;
        Cut { normal, offset }
    })
}

/// The plane of a face; `None` of what is no face or has no area.
fn plane_of(piece: &Piece) -> Option<Cut> {
    let Some(&[a, b, c, ..]) = Some(piece.points.as_slice()).filter(|_| piece.kind == Kind::Face)
    else {
        return None;
    };
    let (u, v) = ([b.x - a.x, b.y - a.y, b.z - a.z], [c.x - a.x, c.y - a.y, c.z - a.z]);
    let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = normal.iter().map(|n| n * n).sum::<f64>().sqrt();
    if !(length > 0.0 && length.is_finite()) {
        return None;
    }
    let normal = normal.map(|n| n / length);
    Some(Cut { normal, offset: normal[0] * a.x + normal[1] * a.y + normal[2] * a.z })
}

/// The parts of a face or a line below and above a plane that it crosses.
fn split(piece: &Piece, cut: &Cut) -> [Piece; 2] {
    let [mut below, mut above] = [Vec::new(), Vec::new()];
    let n = piece.points.len();
    for (i, &p) in piece.points.iter().enumerate() {
        let d = cut.distance(p);
        if d <= 0.0 {
            below.push(p);
        }
        if d >= 0.0 {
            above.push(p);
        }
        let last = i + 1 == n;
        if last && piece.kind == Kind::Line {
            break;
        }
        let q = piece.points[(i + 1) % n];
        let e = cut.distance(q);
        if d * e < 0.0 {
            let t = d / (d - e);
            let at =
                Point::new(p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t, p.z + (q.z - p.z) * t);
            below.push(at);
            above.push(at);
        }
    }
    let with = |points| Piece { points, ..piece.clone() };
    [with(below), with(above)]
}

#[cfg(test)]
mod tests;
