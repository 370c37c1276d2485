//! A soup in the making, shared by all readers.

use std::path::Path;

use walkmesh::Point;
use walkmesh::soup::{ObjectId, Soup, Triangle};

use super::polygon::Triangulator;
use super::transform::Transform;
use super::{Loaded, Note, ReadError};

/// What a reader adds to while it goes through its file.
#[derive(Default)]
pub(crate) struct Assembly {
    pub(crate) soup: Soup,
    pub(crate) notes: Vec<Note>,
    triangulator: Triangulator,
    fanned: usize,
    /// Why there may be no triangles, for the error that says so.
    pub(crate) emptiness: Option<String>,
}

impl Assembly {
    /// Adds points and gives the index of the first.
    pub(crate) fn vertices(
        &mut self,
        points: impl IntoIterator<Item = Point>,
        path: &Path,
    ) -> Result<u32, ReadError> {
        let first = self.soup.vertices.len();
        self.soup.vertices.extend(points);
        match (u32::try_from(first), u32::try_from(self.soup.vertices.len())) {
            (Ok(first), Ok(_)) => Ok(first),
            _ => Err(ReadError::TooMany {
                path: path.to_owned(),
                what: "vertices",
                limit: u32::MAX.into(),
            }),
        }
    }

    /// Adds a polygon, corners in the soup's indices: as many triangles as corners less two.
    pub(crate) fn polygon(&mut self, object: ObjectId, corners: &[u32]) {
        if let &[a, b, c] = corners {
            self.triangle(object, [a, b, c]);
            return;
        }
        let at = |&corner: &u32| {
            let vertex = self.soup.vertices.get(walkmesh::geom::cast::index(corner));
            vertex.copied().unwrap_or_default()
        };
        let points: Vec<Point> = corners.iter().map(at).collect();
        let clipped = self.triangulator.triangulate(&points);
        self.fanned += usize::from(clipped.fanned);
        for triangle in clipped.triangles {
            let corners = triangle.map(|i| corners[i]);
            self.soup.triangles.push(Triangle { corners, object });
        }
    }

    pub(crate) fn triangle(&mut self, object: ObjectId, corners: [u32; 3]) {
        self.soup.triangles.push(Triangle { corners, object });
    }

    pub(crate) fn skipped(&mut self, what: &'static str, count: usize) {
        if count == 0 {
            return;
        }
        for note in &mut self.notes {
            if let Note::Skipped { what: known, count: so_far } = note
                && *known == what
            {
                *so_far += count;
                return;
            }
        }
        self.notes.push(Note::Skipped { what, count });
    }

    /// Maps every vertex. The maps used here never mirror.
    pub(crate) fn transform(&mut self, map: &Transform) {
        for vertex in &mut self.soup.vertices {
            *vertex = map.apply(*vertex);
        }
    }

    /// Drops what is not finite, and refuses what is then empty.
    pub(crate) fn finish(mut self, path: &Path) -> Result<Loaded, ReadError> {
        let path = path.to_owned();
        let read = self.soup.triangles.len();
        if read == 0 {
            let why = self.emptiness.unwrap_or_else(|| "no faces in it".to_owned());
            return Err(ReadError::NoTriangles { path, why });
        }
        let vertices = &self.soup.vertices;
        let mut first_bad = None;
        self.soup.triangles.retain(|triangle| {
            let bad = triangle.corners.into_iter().find(|&corner| {
                let vertex = vertices.get(walkmesh::geom::cast::index(corner));
                !vertex.is_some_and(|p| p.is_finite())
            });
            first_bad = first_bad.or(bad);
            bad.is_none()
        });
        if let Some(vertex) = first_bad {
            if self.soup.triangles.is_empty() {
                return Err(ReadError::NotFinite { path, triangles: read, vertex });
            }
            let triangles = read - self.soup.triangles.len();
            self.notes.push(Note::NotFinite { triangles, vertex });
        }
        if self.fanned > 0 {
            self.notes.push(Note::Fanned { polygons: self.fanned });
        }
        Ok(Loaded { soup: self.soup, notes: self.notes })
    }
}
