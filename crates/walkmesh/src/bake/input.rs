//! What a bake reads of the soup before it starts: bounds and hash.

use super::BakeError;
use crate::geom::{Frame, PlanBox, Point, WorldBox, cast};
use crate::soup::{Class, Object, Soup};

/// Lower and upper corner over the usable triangles' corners.
///
/// # Errors
/// When there is no triangle, or none whose corners all exist and are finite.
pub(super) fn bounds(soup: &Soup) -> Result<(Point, Point), BakeError> {
    if soup.triangles.is_empty() {
        return Err(BakeError::NoTriangles { vertices: soup.vertices.len() });
    }
    let usable = soup.triangles.iter().filter_map(|triangle| soup.finite_corners(triangle));
    WorldBox::around(usable.flatten())
        .corners()
        .ok_or(BakeError::NoUsableTriangle { triangles: soup.triangles.len(), first: 0 })
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
/// meets the one that it looks at, in order, with what their objects say. Triangles elsewhere, and
/// how points and objects are numbered, make no difference.
pub(super) fn hash_of(soup: &Soup, triangles: impl Iterator<Item = usize>) -> [u8; 32] {
    let mut hash = Hash::new();
    for triangle in triangles.filter_map(|i| soup.triangles.get(i)) {
        let Some([a, b, c]) = soup.corners(triangle) else { continue };
        let corners = [a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z];
        hash.feed(corners.map(f64::to_le_bytes).as_flattened());
        let object = soup.objects.get(cast::index(triangle.object.0));
        hash.feed(&object.map_or([0; 2], marks));
    }
    hash.finish()
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
    let mut hash = Hash::new();
    for p in &soup.vertices {
        hash.feed([p.x, p.y, p.z].map(f64::to_le_bytes).as_flattened());
    }
    for triangle in &soup.triangles {
        let [a, b, c] = triangle.corners;
        hash.feed([a, b, c, triangle.object.0].map(u32::to_le_bytes).as_flattened());
    }
    for object in &soup.objects {
        hash.feed(&marks(object));
    }
    hash.finish()
}

/// A hash that is fed a few bytes at a time, which it takes block by block.
struct Hash {
    hasher: blake3::Hasher,
    block: Vec<u8>,
}

/// Bytes of a block.
const BLOCK: usize = 1 << 14;

impl Hash {
    fn new() -> Self {
        Self { hasher: blake3::Hasher::new(), block: Vec::with_capacity(BLOCK) }
    }

    #[inline]
    fn feed(&mut self, bytes: &[u8]) {
        if self.block.len() + bytes.len() > BLOCK {
            self.hasher.update(&self.block);
            self.block.clear();
        }
        self.block.extend_from_slice(bytes);
    }

    fn finish(mut self) -> [u8; 32] {
        self.hasher.update(&self.block);
        *self.hasher.finalize().as_bytes()
    }
}
