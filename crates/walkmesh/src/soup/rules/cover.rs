//! Boxes around objects.

use super::parts::Part;
use crate::geom::{Frame, Point, WorldBox, cast, convex_hull, narrowest_edge};
use crate::soup::{ObjectId, Soup, Triangle};

/// How a cover lies in plan; it stands upright either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CoverShape {
    /// Along the world's axes.
    AxisAligned,
    /// As the rectangle of least area around the object in plan.
    #[default]
    Oriented,
}

/// Rounding of a turned corner is less than this share of the coordinates: a few steps of 2^-53.
const ROUNDING: f64 = 1e-14;

/// A box has at most so many plates inside.
const MOST_PLATES: u32 = 4096;

/// An upright box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cuboid {
    /// Bottom corners, counter-clockwise seen from above, then those above them.
    corners: [Point; 8],
    /// In plan, the shorter first, metres.
    sides: [f64; 2],
}

impl Cuboid {
    /// Around finite points, all of which it holds; `None` of none.
    pub(super) fn around(points: &[Point], shape: CoverShape) -> Option<Self> {
        let bounds = WorldBox::around(points.iter().copied());
        let upright = Self::axis_aligned(&bounds)?;
        if shape == CoverShape::AxisAligned {
            return Some(upright);
        }
        // A turned box is worth its rounding only where it is the smaller one.
        let area = |b: &Self| b.sides[0] * b.sides[1];
        Self::oriented(points, &bounds).filter(|b| area(b) < area(&upright)).or(Some(upright))
    }

    /// Of the shorter side in plan, metres.
    pub(super) fn width(&self) -> f64 {
        self.sides[0]
    }

    fn axis_aligned(bounds: &WorldBox) -> Option<Self> {
        let WorldBox { min, max } = *bounds;
        let ring = [(min.x, max.z), (max.x, max.z), (max.x, min.z), (min.x, min.z)];
        let sides = [max.x - min.x, max.z - min.z];
        (min.x <= max.x).then(|| Self::new(ring, (min.y, max.y), sides))
    }

    /// The direction is that of an edge of the exact hull on the lattice; how far the box reaches
    /// is taken from the points themselves.
    fn oriented(points: &[Point], bounds: &WorldBox) -> Option<Self> {
        let frame = Frame::for_bounds(bounds.min, bounds.max).ok()?;
        let hull = convex_hull(points.iter().filter_map(|&p| Some(frame.to_lattice(p)?.plan)));
        let (a, b) = narrowest_edge(&hull)?;
        let length = a.distance(b);
        let east = (f64::from(b.x) - f64::from(a.x)) / length;
        let north = (f64::from(b.y) - f64::from(a.y)) / length;
        let middle = frame.origin();
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for p in points {
            let (x, y) = (p.x - middle.x, middle.z - p.z);
            for (k, at) in [x * east + y * north, y * east - x * north].into_iter().enumerate() {
                low[k] = low[k].min(at);
                high[k] = high[k].max(at);
            }
        }
        let far = [bounds.min, bounds.max].into_iter().flat_map(|p| [p.x.abs(), p.z.abs()]);
        let slack = far.fold(0.0, f64::max) * ROUNDING;
        let (low, high) = (low.map(|v| v - slack), high.map(|v| v + slack));
        let corner =
            |s: f64, t: f64| (middle.x + s * east - t * north, middle.z - s * north - t * east);
        let ring = [
            corner(low[0], low[1]),
            corner(high[0], low[1]),
            corner(high[0], high[1]),
            corner(low[0], high[1]),
        ];
        let sides = [high[0] - low[0], high[1] - low[1]];
        Some(Self::new(ring, (bounds.min.y, bounds.max.y), sides))
    }

    fn new(ring: [(f64, f64); 4], (low, high): (f64, f64), [a, b]: [f64; 2]) -> Self {
        let corners = std::array::from_fn(|i| {
            let (x, z) = ring[i % 4];
            Point::new(x, if i < 4 { low } else { high }, z)
        });
        Self { corners, sides: [a.min(b), a.max(b)] }
    }

    /// Its faces from outside, counter-clockwise: bottom, top, and the sides. Those without area,
    /// where it is flat, are left out.
    fn triangles(&self) -> impl Iterator<Item = [usize; 3]> + '_ {
        let ends = [[0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7]];
        let side = |i: usize| {
            let j = (i + 1) % 4;
            [[i, j, j + 4], [i, j + 4, i + 4]]
        };
        let all = ends.into_iter().chain((0..4).flat_map(side));
        all.filter(|t| {
            let [a, b, c] = t.map(|i| self.corners[i]);
            a != b && b != c && c != a
        })
    }

    /// Adds its triangles to an object, and plates that face down inside of it, so that nobody
    /// finds `room` metres in there. Gives what was added.
    pub(super) fn add_to(&self, soup: &mut Soup, object: ObjectId, room: f64) -> Part {
        let first = soup.vertices.len();
        let before = soup.triangles.len();
        soup.vertices.extend(self.corners);
        let corner = |i: usize| cast::count(first + i);
        let triangles = self.triangles().map(|t| Triangle { corners: t.map(corner), object });
        soup.triangles.extend(triangles);
        for height in self.plates(room) {
            let first = cast::count(soup.vertices.len());
            soup.vertices.extend(self.corners[..4].iter().map(|p| Point::new(p.x, height, p.z)));
            let bottom = [[0, 2, 1], [0, 3, 2]];
            let at = |t: [u32; 3]| Triangle { corners: t.map(|i| first + i), object };
            soup.triangles.extend(bottom.map(at));
        }
        let bounds = WorldBox::around(self.corners);
        Part { bounds, triangles: soup.triangles.len() - before }
    }

    /// The heights that part it into parts lower than `room`, metres.
    fn plates(&self, room: f64) -> impl Iterator<Item = f64> {
        let (low, high) = (self.corners[0].y, self.corners[4].y);
        let parts = if self.sides[0] > 0.0 && room > 0.0 { (high - low) / room } else { 0.0 };
        let parts = parts.floor().min(f64::from(MOST_PLATES)) + 1.0;
        let inner = (1..=MOST_PLATES).map(f64::from).take_while(move |&k| k < parts);
        inner.map(move |k| low + (high - low) * (k / parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    fn part(cuboid: &Cuboid) -> Part {
        cuboid.add_to(&mut Soup::default(), ObjectId(0), f64::INFINITY)
    }

    #[test]
    fn a_cover_never_shrinks_what_it_covers() {
        let mut random = Random::new(1);
        let mut turned = 0;
        for round in 0..2000 {
            let span = [2, 30, 30_000][round % 3];
            let offset = [0.0, 1e6, -3e-3][random.below(3)];
            let scale = [1.0, 0.1, 1e-5][random.below(3)];
            let n = 1 + random.below(12);
            let mut value = || offset + f64::from(random.between(-span, span)) * scale;
            let points: Vec<Point> =
                (0..n).map(|_| Point::new(value(), value(), value())).collect();
            let inner = WorldBox::around(points.iter().copied());
            let upright = Cuboid::around(&points, CoverShape::AxisAligned).unwrap();
            assert_eq!(part(&upright).bounds, inner);
            let cover = Cuboid::around(&points, CoverShape::Oriented).unwrap();
            let outer = part(&cover).bounds;
            assert_eq!(WorldBox::around([outer.min, outer.max, inner.min, inner.max]), outer);
            assert_eq!((outer.min.y, outer.max.y), (inner.min.y, inner.max.y));
            assert!(cover.sides[0] * cover.sides[1] <= upright.sides[0] * upright.sides[1]);
            turned += usize::from(cover != upright);
            // Every point is on the inner side of every side.
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| cover.corners[i]);
            let slack = 1e-9 * (1.0 + offset.abs());
            for (u, v) in [(a, b), (b, c), (c, d), (d, a)] {
                let length = u.plan_distance(v);
                for p in &points {
                    let left = (v.x - u.x) * (u.z - p.z) - (u.z - v.z) * (p.x - u.x);
                    assert!(left >= -slack * length.max(1e-9), "{points:?}");
                }
            }
        }
        assert!(turned > 500, "{turned}");
        assert_eq!(Cuboid::around(&[], CoverShape::Oriented), None);
    }

    #[test]
    fn a_turned_box_is_found_again() {
        // A 3-4-5 turn: all coordinates are exact.
        let turn = |x: f64, z: f64| Point::new(0.8 * x - 0.6 * z, 1.0, 0.6 * x + 0.8 * z);
        let points = [turn(0.0, 0.0), turn(2.5, 0.0), turn(2.5, 1.25), turn(0.0, 1.25)];
        let cover = Cuboid::around(&points, CoverShape::Oriented).unwrap();
        assert!((cover.sides[0] - 1.25).abs() < 1e-3 && (cover.sides[1] - 2.5).abs() < 1e-3);
        let flat = part(&cover);
        assert_eq!(flat.triangles, 4, "a level sheet has no sides");
        let upright = [Point::new(0.0, 0.0, 0.0), Point::new(3.0, 2.0, 3.0)];
        let cover = Cuboid::around(&upright, CoverShape::Oriented).unwrap();
        assert!(cover.width() < 1e-9);
        let single = Cuboid::around(&points[..1], CoverShape::Oriented).unwrap();
        assert_eq!(part(&single).triangles, 0);
    }

    #[test]
    fn every_face_looks_outwards() {
        let points = [Point::new(0.0, 0.0, 0.0), Point::new(1.0, 2.0, 3.0)];
        let cover = Cuboid::around(&points, CoverShape::AxisAligned).unwrap();
        let mut faces = 0;
        for t in cover.triangles() {
            let [a, b, c] = t.map(|i| cover.corners[i]);
            let normal: [f64; 3] = crate::soup::facing::normal([a, b, c]);
            let out = [a.x - 0.5, a.y - 1.0, a.z - 1.5];
            assert!(normal.iter().zip(out).map(|(n, o)| n * o).sum::<f64>() > 0.0);
            faces += 1;
        }
        assert_eq!(faces, 12);
    }

    #[test]
    fn plates_leave_less_than_the_room() {
        let points = [Point::new(0.0, -1.0, 0.0), Point::new(1.0, 2.0, 3.0)];
        let cover = Cuboid::around(&points, CoverShape::Oriented).unwrap();
        let heights = |room: f64| -> Vec<f64> { cover.plates(room).collect() };
        assert_eq!(heights(3.5), []);
        assert_eq!(heights(2.0), [0.5]);
        assert_eq!(heights(1.0), [-0.25, 0.5, 1.25]);
        for none in [0.0, -1.0, f64::NAN] {
            assert_eq!(heights(none), []);
        }
        assert_eq!(heights(1e-9).len(), 4096);
        let mut soup = Soup::default();
        let object = soup.add_object("cover");
        assert_eq!(cover.add_to(&mut soup, object, 1.0).triangles, 12 + 2 * 3);
        let plate = |t: &Triangle| soup.corners(t).unwrap();
        let down = |t: &&Triangle| crate::soup::facing::normal(plate(t))[1] < 0.0;
        assert_eq!(soup.triangles[12..].iter().filter(down).count(), 6);
    }
}
