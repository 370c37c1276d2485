//! What a bake reads of the soup before it starts: bounds and hash.

use super::BakeError;
use crate::geom::Point;
use crate::soup::{Class, Soup};

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
        let class = match object.class {
            Class::BySlope => 0,
            Class::Ground => 1,
            Class::Obstacle => 2,
            Class::SmallObstacle => 3,
        };
        feed(&[object.area.0, class], false);
    }
    feed(&[], true);
    *hasher.finalize().as_bytes()
}
