//! Soup and meshes out as models, so that they can be opened elsewhere.

mod collada;
mod glb;
mod mesh;
mod obj;

pub use mesh::{mesh_json, mesh_soup, write_mesh};

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use walkmesh::soup::Soup;
use walkmesh::store;

/// Why a model could not be written. Nothing partial is left on disk.
#[derive(Debug, Error)]
pub enum WriteError {
    /// No writer for this extension.
    #[error("{}: unknown kind of file, use .obj, .glb or .dae", path.display())]
    Extension {
        /// The file.
        path: PathBuf,
    },
    /// The system refuses.
    #[error("{}: cannot be written: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The soup cannot be said in that format.
    #[error("{}: triangle {triangle} {what}: clean the soup first", path.display())]
    Triangle {
        /// The file.
        path: PathBuf,
        /// Which triangle of the soup.
        triangle: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A vertex is beyond what an `f32` can say.
    #[error("{}: vertex {vertex} is too far away for a .glb: write a .dae or .obj", path.display())]
    TooFar {
        /// The file.
        path: PathBuf,
        /// Which vertex of the soup.
        vertex: u32,
    },
    /// The format's own limit.
    #[error("{}: {bytes} bytes are more than a .glb can hold: write a .dae or .obj", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The size it would have.
        bytes: u64,
    },
}

/// Writes a soup by the extension, in any case: `.obj` and `.dae` keep every bit of the `f64`
/// positions, `.glb` rounds them to `f32`: within 2^-15 m, or half the soup's size by 2^24 where
/// that is more, as what lies far off is written about an origin in its middle. Objects keep their
/// names; objects without triangles and vertices without a triangle are left out. The file appears
/// complete or not at all.
///
/// # Errors
/// When the extension is unknown, a triangle is not usable, or the system refuses.
pub fn write_model(path: &Path, soup: &Soup) -> Result<(), WriteError> {
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    let extension = extension.as_deref().filter(|e| matches!(*e, "obj" | "glb" | "dae"));
    let Some(extension) = extension else {
        return Err(WriteError::Extension { path: path.to_owned() });
    };
    check(path, soup)?;
    let bytes = match extension {
        "obj" => obj::write(soup),
        "dae" => collada::write(soup),
        _ => glb::write(soup, path)?,
    };
    save(path, &bytes)
}

/// Readers refuse or misread what this finds.
fn check(path: &Path, soup: &Soup) -> Result<(), WriteError> {
    let wrong = |triangle, what| WriteError::Triangle { path: path.to_owned(), triangle, what };
    for (i, triangle) in soup.triangles.iter().enumerate() {
        let corners = soup.corners(triangle);
        let corners = corners.ok_or_else(|| wrong(i, "has an index without a vertex"))?;
        if !corners.iter().all(|p| p.is_finite()) {
            return Err(wrong(i, "has a corner that is not finite"));
        }
        if walkmesh::geom::cast::index(triangle.object.0) >= soup.objects.len() {
            return Err(wrong(i, "belongs to an object that is not there"));
        }
    }
    Ok(())
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let failed = |source| WriteError::Io { path: path.to_owned(), source };
    store::write_atomically(path, |file| file.write_all(bytes)).map_err(failed)
}

/// The triangles of each object that has any, in the soup's order.
fn by_object(soup: &Soup) -> Vec<(&str, Vec<[u32; 3]>)> {
    let mut groups: Vec<(&str, Vec<[u32; 3]>)> =
        soup.objects.iter().map(|object| (object.name.as_str(), Vec::new())).collect();
    for triangle in &soup.triangles {
        if let Some((_, group)) = groups.get_mut(walkmesh::geom::cast::index(triangle.object.0)) {
            group.push(triangle.corners);
        }
    }
    groups.retain(|(_, group)| !group.is_empty());
    groups
}

/// The vertices that a group of triangles uses, renumbered from 0 in the order they appear.
struct Used {
    /// The soup's vertices, by new number.
    vertices: Vec<u32>,
    /// The triangles in new numbers.
    triangles: Vec<[u32; 3]>,
}

/// Keeps what [`Used`] needs between groups, so that each costs only its own size.
struct Renumbering(Vec<Option<u32>>);

impl Renumbering {
    fn new(soup: &Soup) -> Self {
        Self(vec![None; soup.vertices.len()])
    }

    fn used(&mut self, triangles: &[[u32; 3]]) -> Used {
        let mut vertices = Vec::new();
        let mut number = |corner: u32| {
            let slot = &mut self.0[walkmesh::geom::cast::index(corner)];
            *slot.get_or_insert_with(|| {
                vertices.push(corner);
                walkmesh::geom::cast::count(vertices.len() - 1)
            })
        };
        let triangles = triangles.iter().map(|corners| corners.map(&mut number)).collect();
        for &vertex in &vertices {
            self.0[walkmesh::geom::cast::index(vertex)] = None;
        }
        Used { vertices, triangles }
    }
}

#[cfg(test)]
mod tests;
