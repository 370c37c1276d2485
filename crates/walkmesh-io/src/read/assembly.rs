//! A soup in the making, shared by all readers.

use std::path::{Path, PathBuf};

use walkmesh::Point;
use walkmesh::soup::{ObjectId, Soup, Triangle};

use super::polygon::Triangulator;
use super::transform::Transform;
use super::{Loaded, Note, ReadError};

/// Most vertices and most triangles that a model may come to, instances counted one by one: some
/// gigabytes of each.
const MOST: usize = 1 << 28;

/// What is left over where a list of corners is longer than its faces.
pub(crate) const LOOSE_CORNERS: &str = "corners of lists that end inside a face";

/// So many notes on what was left out are in the error when nothing is left.
const TOLD: usize = 3;

/// An error where a model comes to more than a machine holds.
pub(crate) fn within_limit(count: usize, what: &'static str, path: &Path) -> Result<(), ReadError> {
    if count <= MOST {
        return Ok(());
    }
    let limit = u64::from(walkmesh::geom::cast::count(MOST));
    Err(ReadError::TooMany { path: path.to_owned(), what, limit })
}

/// What a reader adds to while it goes through its file.
#[derive(Default)]
pub(crate) struct Assembly {
    pub(crate) soup: Soup,
    pub(crate) notes: Vec<Note>,
    /// Files that were read beside the model's own.
    pub(crate) beside: Vec<PathBuf>,
    pub(crate) cutter: Cutter,
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
        let first = walkmesh::geom::cast::count(self.soup.vertices.len());
        self.soup.vertices.extend(points);
        within_limit(self.soup.vertices.len(), "vertices", path)?;
        Ok(first)
    }

    /// Adds a polygon, corners in the soup's indices: as many triangles as corners less two.
    pub(crate) fn polygon(&mut self, object: ObjectId, corners: &[u32]) {
        let Soup { vertices, triangles, .. } = &mut self.soup;
        self.cutter.cut(vertices, corners, |corners| triangles.push(Triangle { corners, object }));
    }

    /// Adds a part where its node puts it, as an object of its own, unless it is empty.
    pub(crate) fn instance(
        &mut self,
        name: &str,
        part: &Part,
        placed: &Transform,
        path: &Path,
    ) -> Result<(), ReadError> {
        if part.triangles.is_empty() {
            return Ok(());
        }
        // Small files can place large parts very often.
        within_limit(self.soup.vertices.len() + part.points.len(), "vertices", path)?;
        within_limit(self.soup.triangles.len() + part.triangles.len(), "triangles", path)?;
        let first = self.vertices(part.points.iter().map(|p| placed.apply(*p)), path)?;
        let object = self.soup.add_object(name);
        let mirrored = placed.mirrors();
        self.soup.triangles.extend(part.triangles.iter().map(|corners| {
            let [a, b, c] = corners.map(|corner| first + corner);
            Triangle { corners: if mirrored { [a, c, b] } else { [a, b, c] }, object }
        }));
        Ok(())
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
            let mut why = self.emptiness.unwrap_or_else(|| "no faces in it".to_owned());
            let left_out = |note: &&Note| matches!(note, Note::Part { .. } | Note::Skipped { .. });
            let mut notes = self.notes.iter().filter(left_out);
            notes.by_ref().take(TOLD).for_each(|note| why += &format!("; {note}"));
            let more = notes.count();
            if more > 0 {
                why += &format!("; {more} more");
            }
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
        if self.cutter.fanned > 0 {
            self.notes.push(Note::Fanned { polygons: self.cutter.fanned });
        }
        Ok(Loaded { soup: self.soup, notes: self.notes, beside: self.beside })
    }
}

/// Triangles over points of their own: what a file describes once and nodes place many times.
#[derive(Default)]
pub(crate) struct Part {
    pub(crate) points: Vec<Point>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// Cuts polygons given by indices into a list of points.
#[derive(Default)]
pub(crate) struct Cutter {
    triangulator: Triangulator,
    corners: Vec<Point>,
    fanned: usize,
}

impl Cutter {
    /// Gives every triangle of the polygon; corners out of range count as the origin.
    pub(crate) fn cut(
        &mut self,
        points: &[Point],
        corners: &[u32],
        mut give: impl FnMut([u32; 3]),
    ) {
        if let &[a, b, c] = corners {
            give([a, b, c]);
            return;
        }
        self.corners.clear();
        self.corners.extend(corners.iter().map(|&corner| {
            points.get(walkmesh::geom::cast::index(corner)).copied().unwrap_or_default()
        }));
        let cut = self.triangulator.triangulate(&self.corners);
        self.fanned += usize::from(cut.fanned);
        for triangle in cut.triangles {
            give(triangle.map(|i| corners[i]));
        }
    }
}
