//! Parts that lie absurdly far from the rest: objects that fell through the floor while a world
//! was simulated, a vertex with a wrong exponent. A grid over them would be of nothing but air.
//!
//! Distances are from the middle of the model, the largest of the three axes. From the half of
//! the triangles nearest to it the model grows outward, triangle by triangle, so that anything
//! that leads from one part to the next keeps both. What is left behind is detached by many times
//! the size of all the rest. Only few triangles with little area are ever taken for strays.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{ObjectId, Soup};
use crate::geom::{Point, cast};

/// A triangle is detached when its nearest corner is this many times as far out as all before.
const DETACHED: f64 = 20.0;
/// A triangle that starts in the model is a stray when it reaches this many times as far out:
/// large ground planes under small houses reach hundreds of times.
const STRETCHED: f64 = 1e4;
/// Strays are at most one in this many triangles.
const ONE_IN: usize = 20;

/// The triangles of one object that lie absurdly far away.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlier {
    /// Which object.
    pub object: ObjectId,
    /// Its name.
    pub name: String,
    /// How many of its triangles.
    pub triangles: usize,
    /// The furthest corner of these, metres.
    pub at: Point,
}

impl Outlier {
    /// What a person should know.
    pub(super) fn message(&self, kept: bool) -> String {
        let Self { name, triangles, at, .. } = self;
        let what = if kept { "kept" } else { "dropped" };
        format!(
            "triangles of \"{name}\" far from everything else, at ({:.2}, {:.2}, {:.2}): {what} \
             {triangles}",
            at.x, at.y, at.z
        )
    }
}

/// How far a triangle is from the middle of the model.
struct Reach {
    triangle: usize,
    near: f64,
    far: f64,
}

impl Reach {
    fn by_far(&self, other: &Self) -> Ordering {
        self.far.total_cmp(&other.far).then(self.triangle.cmp(&other.triangle))
    }

    fn detached(&self, size: f64) -> bool {
        self.near > size * DETACHED
    }
}

/// The places of strays in the soup, rising. All corners must be finite. `O(n)`, and
/// `O(n log n)` for those far out.
pub(super) fn find(soup: &Soup) -> Vec<usize> {
    let mut reaches = reaches(soup);
    if reaches.is_empty() {
        return Vec::new();
    }
    let all = reaches.len();
    let (_, half, _) = reaches.select_nth_unstable_by(all / 2, Reach::by_far);
    // None of those that reach no farther than this is apart from the half.
    let model = half.far * DETACHED;
    let (inner, mut outer): (Vec<Reach>, Vec<Reach>) =
        reaches.into_iter().partition(|reach| reach.far <= model);
    if outer.is_empty() {
        return Vec::new();
    }
    outer.sort_unstable_by(Reach::by_far);
    let mut size = inner.iter().map(|reach| reach.far).fold(0.0, f64::max);
    let mut area: f64 = inner.iter().map(|reach| area_of(soup, reach.triangle)).sum();
    let mut strays = Vec::new();
    for (i, reach) in outer.iter().enumerate() {
        let apart = reach.detached(size) || reach.far > size * STRETCHED;
        // All further ones reach at least as far. When they are no small matter, the model just
        // has another part there; once they are, so is each of them.
        if apart && (!strays.is_empty() || few(soup, &outer[i..], all, size, area)) {
            strays.push(reach.triangle);
        } else {
            size = size.max(reach.far);
            area += area_of(soup, reach.triangle);
        }
    }
    strays.sort_unstable();
    strays
}

/// Few of all triangles, and the detached ones with less area than there is in the model. A
/// stretched one has any area.
fn few(soup: &Soup, rest: &[Reach], all: usize, size: f64, area: f64) -> bool {
    let detached = rest.iter().filter(|reach| reach.detached(size));
    rest.len() <= all / ONE_IN && detached.map(|r| area_of(soup, r.triangle)).sum::<f64>() <= area
}

/// The outliers of each object, by its id.
pub(super) fn by_object(soup: &Soup, triangles: &[usize]) -> Vec<Outlier> {
    let middle = middle(soup);
    let mut objects: BTreeMap<ObjectId, Outlier> = BTreeMap::new();
    for &i in triangles {
        let triangle = &soup.triangles[i];
        let Some(corners) = soup.corners(triangle) else { continue };
        let [mut at, b, c] = corners;
        for corner in [b, c] {
            if distance(corner, middle) > distance(at, middle) {
                at = corner;
            }
        }
        let object = triangle.object;
        let name = || soup.objects.get(cast::index(object.0)).map(|o| o.name.clone());
        let outlier = objects.entry(object).or_insert_with(|| Outlier {
            object,
            name: name().unwrap_or_default(),
            triangles: 0,
            at,
        });
        outlier.triangles += 1;
        if distance(at, middle) > distance(outlier.at, middle) {
            outlier.at = at;
        }
    }
    objects.into_values().collect()
}

fn reaches(soup: &Soup) -> Vec<Reach> {
    let middle = middle(soup);
    let corners = |(i, t)| soup.corners(t).map(|corners| (i, corners));
    let reach = |(triangle, corners): (usize, [Point; 3])| {
        let [a, b, c] = corners.map(|p| distance(p, middle));
        Reach { triangle, near: a.min(b).min(c), far: a.max(b).max(c) }
    };
    soup.triangles.iter().enumerate().filter_map(corners).map(reach).collect()
}

/// The median first corner on each axis: in the model, whatever lies outside.
fn middle(soup: &Soup) -> Point {
    let first = |t| soup.corners(t).map(|[a, _, _]| a);
    let corners: Vec<Point> = soup.triangles.iter().filter_map(first).collect();
    let median = |axis: fn(&Point) -> f64| {
        let mut values: Vec<f64> = corners.iter().map(axis).collect();
        let half = values.len() / 2;
        values.select_nth_unstable_by(half, f64::total_cmp);
        values[half]
    };
    if corners.is_empty() {
        return Point::default();
    }
    Point::new(median(|p| p.x), median(|p| p.y), median(|p| p.z))
}

/// The largest difference of the three axes.
fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).abs().max((a.y - b.y).abs()).max((a.z - b.z).abs())
}

fn area_of(soup: &Soup, triangle: usize) -> f64 {
    soup.corners(&soup.triangles[triangle]).map_or(0.0, |corners| {
        let [x, y, z] = super::facing::normal(corners);
        (x * x + y * y + z * z).sqrt() / 2.0
    })
}
