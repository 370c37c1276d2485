//! What a bake reads of the soup before it starts: bounds and hash.

use super::BakeError;
use crate::geom::{Frame, PlanBox, Point, cast};
use crate::soup::{Class, Object, Soup};

/// Lower and upper corner over the usable triangles' corners.
///
/// # Errors
/// When there is no triangle, or none whose corners all exist and are finite.
pub(super) fn bounds(soup: &Soup) -> Result<(Point, Point), BakeError> {
    if soup.triangles.is_empty() {
        return Err(BakeError::NoTriangles { vertices: soup.vertices.len() });
    }
    let usable = soup
        .triangles
        .iter()
        .filter_map(|triangle| soup.corners(triangle))
        .filter(|corners| corners.iter().all(|p| p.is_finite()));
    let mut bounds: Option<(Point, Point)> = None;
    for corner in usable.flatten() {
        let (lo, hi) = bounds.get_or_insert((corner, corner));
        *lo = Point::new(lo.x.min(corner.x), lo.y.min(corner.y), lo.z.min(corner.z));
        *hi = Point::new(hi.x.max(corner.x), hi.y.max(corner.y), hi.z.max(corner.z));
    }
    bounds.ok_or(BakeError::NoUsableTriangle { triangles: soup.triangles.len(), first: 0 })
}

/// The triangles among `candidates` that have a place on the lattice, each with its plan box.
pub(super) fn placed(
    soup: &Soup,
    candidates: impl Iterator<Item = usize>,
    frame: &Frame,
) -> impl Iterator<Item = (usize, PlanBox)> {
    candidates.filter_map(|i| {
        let [a, b, c] = soup.corners(soup.triangles.get(i)?)?;
        let plan = |p: Point| frame.to_lattice(p).map(|p| p.plan);
        let a = plan(a)?;
        Some((i, PlanBox::new(a, a).with(plan(b)?).with(plan(c)?)))
    })
}

/// A hash of the triangles that a tile is made from: those of the [`placed`] ones whose plan box
/// meets `area`, in order, with what their objects say. Triangles elsewhere, and how points and
/// objects are numbered, make no difference.
pub(super) fn hash_near(
    soup: &Soup,
    placed: impl Iterator<Item = (usize, PlanBox)>,
    area: PlanBox,
) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let mut block = Vec::with_capacity(1 << 14);
    let near = placed.filter(|(_, bounds)| bounds.meets(&area));
    for triangle in near.filter_map(|(i, _)| soup.triangles.get(i)) {
        let Some(corners) = soup.corners(triangle) else { continue };
        let mut bytes = [0; 74];
        let values = corners.into_iter().flat_map(|p| [p.x, p.y, p.z]);
        for (slot, v) in bytes.chunks_exact_mut(8).zip(values) {
            slot.copy_from_slice(&v.to_le_bytes());
        }
        let object = soup.objects.get(cast::index(triangle.object.0));
        bytes[72..].copy_from_slice(&object.map_or([0; 2], marks));
        block.extend_from_slice(&bytes);
        if block.len() + 128 > block.capacity() {
            hasher.update(&block);
            block.clear();
        }
    }
    hasher.update(&block);
    *hasher.finalize().as_bytes()
}

/// What an object says of its triangles, as bytes.
fn marks(object: &Object) -> [u8; 2] {
    let class = match object.class {
        Class::BySlope => 0,
        Class::Ground => 1,
        Class::Obstacle => 2,
        Class::SmallObstacle => 3,
    };
    [object.area.0, class]
}

/// A hash of everything in the soup that shapes a mesh: positions, triangles, areas and classes.
pub(super) fn hash(soup: &Soup) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let mut block = Vec::with_capacity(1 << 16);
    let mut feed = |bytes: &[u8], last: bool| {
        block.extend_from_slice(bytes);
        if last || block.len() >= 1 << 16 {
            hasher.update(&block);
            block.clear();
        }
    };
    for p in &soup.vertices {
        for v in [p.x, p.y, p.z] {
            feed(&v.to_le_bytes(), false);
        }
    }
    for triangle in &soup.triangles {
        for corner in triangle.corners {
            feed(&corner.to_le_bytes(), false);
        }
        feed(&triangle.object.0.to_le_bytes(), false);
    }
    for object in &soup.objects {
        feed(&marks(object), false);
    }
    feed(&[], true);
    *hasher.finalize().as_bytes()
}
