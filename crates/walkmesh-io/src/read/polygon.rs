//! Polygons to triangles: a fan where one covers just the polygon, else by clipping ears.
//!
//! A polygon of n corners always gives n - 2 triangles, zero-area ones included, so that counts
//! can be compared with other readers'. Corners need not lie in a plane: they are projected
//! along the largest component of Newell's normal. Ears as in Meisters, "Polygons have ears",
//! 1975; quadratic for most, cubic at worst, and never tried beyond [`LARGEST_CLIPPED`] corners.

use walkmesh::Point;

/// Concave polygons with more corners than this are fanned: no modeller makes one.
const LARGEST_CLIPPED: usize = 3000;

/// Room for the triangles of one polygon, kept from one to the next.
#[derive(Default)]
pub(crate) struct Triangulator {
    triangles: Vec<[usize; 3]>,
    plan: Vec<[f64; 2]>,
    left: Vec<usize>,
}

/// The triangles of a polygon, as indices of its corners.
pub(crate) struct Triangulated<'a> {
    pub(crate) triangles: &'a [[usize; 3]],
    /// True when it is concave and was fanned all the same.
    pub(crate) fanned: bool,
}

impl Triangulator {
    /// Corners in order around; fewer than three give nothing.
    pub(crate) fn triangulate(&mut self, corners: &[Point]) -> Triangulated<'_> {
        self.triangles.clear();
        if corners.len() < 3 {
            return Triangulated { triangles: &[], fanned: false };
        }
        self.project(corners);
        let apex = (0..corners.len().min(8)).find(|&apex| self.fan_covers(apex));
        let fanned = apex.is_none() && corners.len() > LARGEST_CLIPPED;
        match apex {
            Some(apex) => self.fan(apex),
            None if fanned => self.fan(0),
            None => self.clip_ears(),
        }
        Triangulated { triangles: &self.triangles, fanned }
    }

    /// Plan coordinates in which the polygon runs counter-clockwise.
    fn project(&mut self, corners: &[Point]) {
        let view = View::of(corners);
        self.plan.clear();
        self.plan.extend(corners.iter().map(|p| view.see(*p)));
    }

    /// When no triangle of the fan is turned over, the fan covers the polygon once.
    fn fan_covers(&self, apex: usize) -> bool {
        let n = self.plan.len();
        (1..n - 1).all(|i| self.turn(apex, (apex + i) % n, (apex + i + 1) % n) >= 0.0)
    }

    fn fan(&mut self, apex: usize) {
        let n = self.plan.len();
        self.triangles.extend((1..n - 1).map(|i| [apex, (apex + i) % n, (apex + i + 1) % n]));
    }

    fn clip_ears(&mut self) {
        self.left.clear();
        self.left.extend(0..self.plan.len());
        let mut from = 0;
        while self.left.len() > 3 {
            let n = self.left.len();
            // Going on from the last ear keeps triangles from all meeting in one corner.
            let ear = (0..n).map(|i| (from + i) % n).find(|&i| self.is_ear(i));
            // No ear: the outline crosses itself. Any corner keeps the count.
            let ear = ear.unwrap_or(from % n);
            self.triangles.push(self.around(ear));
            self.left.remove(ear);
            from = ear;
        }
        if let &[a, b, c] = self.left.as_slice() {
            self.triangles.push([a, b, c]);
        }
    }

    /// The corner at this place of what is left, between its neighbours.
    fn around(&self, i: usize) -> [usize; 3] {
        let n = self.left.len();
        [self.left[(i + n - 1) % n], self.left[i], self.left[(i + 1) % n]]
    }

    /// A corner that may be cut off: not reflex, and no other corner in its triangle.
    fn is_ear(&self, i: usize) -> bool {
        let [a, b, c] = self.around(i);
        let turn = self.turn(a, b, c);
        if turn <= 0.0 {
            // A repeated corner or a straight one cuts off nothing, a spike neither.
            return turn == 0.0;
        }
        self.left.iter().all(|&p| {
            // Bridges to holes repeat positions: those touch the ear but do not stick into it.
            let touches = [a, b, c].iter().any(|&q| self.same_place(p, q));
            let inside = || {
                self.turn(a, b, p) >= 0.0 && self.turn(b, c, p) >= 0.0 && self.turn(c, a, p) >= 0.0
            };
            touches || !inside()
        })
    }

    fn same_place(&self, a: usize, b: usize) -> bool {
        self.plan[a].partial_cmp(&self.plan[b]).is_some_and(std::cmp::Ordering::is_eq)
    }

    /// Above zero when the three corners turn left.
    fn turn(&self, a: usize, b: usize, c: usize) -> f64 {
        turn([self.plan[a], self.plan[b], self.plan[c]])
    }
}

/// A plane view of a polygon, chosen so that the polygon runs counter-clockwise in it.
#[derive(Clone, Copy)]
pub(super) struct View {
    axis: usize,
    forward: bool,
}

impl View {
    pub(super) fn of(corners: &[Point]) -> Self {
        let n = newell(corners);
        let [x, y, z] = n.map(f64::abs);
        let axis = if x >= y && x >= z {
            0
        } else if y >= z {
            1
        } else {
            2
        };
        Self { axis, forward: n[axis] >= 0.0 }
    }

    /// The two other axes in cyclic order, swapped where the normal points back.
    pub(super) fn see(self, p: Point) -> [f64; 2] {
        let (u, v) = match self.axis {
            0 => (p.y, p.z),
            1 => (p.z, p.x),
            _ => (p.x, p.y),
        };
        if self.forward { [u, v] } else { [v, u] }
    }
}

/// Above zero when the three points turn left; their triangle's area twice.
pub(super) fn turn([a, b, c]: [[f64; 2]; 3]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Twice the area of the polygon's shadow along each axis; taken from its first corner, so that a
/// polygon far from the origin keeps its digits.
fn newell(corners: &[Point]) -> [f64; 3] {
    let o = corners.first().copied().unwrap_or_default();
    let mut normal = [0.0; 3];
    for (i, p) in corners.iter().enumerate() {
        let q = &corners[(i + 1) % corners.len()];
        let (p, q) = ([p.x - o.x, p.y - o.y, p.z - o.z], [q.x - o.x, q.y - o.y, q.z - o.z]);
        normal[0] += p[1] * q[2] - p[2] * q[1];
        normal[1] += p[2] * q[0] - p[0] * q[2];
        normal[2] += p[0] * q[1] - p[1] * q[0];
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(plan: &[[f64; 2]]) -> Vec<Point> {
        plan.iter().map(|p| Point::new(p[0], 0.0, -p[1])).collect()
    }

    /// The area of all triangles without sign: equal to the polygon's only when none overlap.
    fn covered(corners: &[Point]) -> f64 {
        let mut t = Triangulator::default();
        let result = t.triangulate(corners);
        assert_eq!(result.triangles.len(), corners.len() - 2);
        assert!(!result.fanned);
        let area = |t: &[usize; 3]| {
            let n = newell(&t.map(|i| corners[i]));
            n.iter().map(|v| v * v).sum::<f64>().sqrt() / 2.0
        };
        result.triangles.iter().map(area).sum()
    }

    const U: [[f64; 2]; 8] = [
        [0.0, 0.0],
        [3.0, 0.0],
        [3.0, 3.0],
        [2.0, 3.0],
        [2.0, 1.0],
        [1.0, 1.0],
        [1.0, 3.0],
        [0.0, 3.0],
    ];

    #[test]
    fn concave_polygons_cover_themselves_from_every_start_and_side() {
        for start in 0..U.len() {
            let mut turned = U;
            turned.rotate_left(start);
            assert!((covered(&flat(&turned)) - 7.0).abs() < 1e-12);
            turned.reverse();
            assert!((covered(&flat(&turned)) - 7.0).abs() < 1e-12);
        }
    }

    #[test]
    fn all_axes_work() {
        for (corners, area) in [
            (flat(&U), 7.0),
            (U.map(|p| Point::new(p[0], p[1], 0.0)).to_vec(), 7.0),
            (U.map(|p| Point::new(0.0, p[0], p[1])).to_vec(), 7.0),
            (U.map(|p| Point::new(p[0] + 1e6, p[1] + 1e6, p[0])).to_vec(), 7.0 * 2f64.sqrt()),
        ] {
            assert!((covered(&corners) - area).abs() < 1e-6);
        }
    }

    #[test]
    fn comb_with_straight_and_repeated_corners() {
        let mut comb = vec![[0.0, 0.0], [5.0, 0.0], [10.0, 0.0], [10.0, 0.0]];
        for i in 0..10 {
            let x = 10.0 - f64::from(i);
            comb.extend([[x, 5.0], [x - 0.5, 1.0]]);
        }
        comb.push([0.0, 5.0]);
        let exact = newell(&flat(&comb))[1] / 2.0;
        assert!((covered(&flat(&comb)) - exact).abs() < 1e-9);
    }

    #[test]
    fn crossing_and_flat_outlines_keep_the_count() {
        let mut t = Triangulator::default();
        let bow = flat(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]);
        assert_eq!(t.triangulate(&bow).triangles.len(), 2);
        assert_eq!(t.triangulate(&[Point::default(); 6]).triangles.len(), 4);
        let nan = [Point::new(f64::NAN, 0.0, 0.0); 5];
        assert_eq!(t.triangulate(&nan).triangles.len(), 3);
        assert!(t.triangulate(&nan[..2]).triangles.is_empty());
    }
}
