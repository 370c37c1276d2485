//! Models into soup: one file for each format, and what they share.

mod assembly;
mod bridge;
mod collada;
mod encoding;
mod error;
mod gazebo;
mod gltf;
mod height_map;
mod kind;
mod line;
mod number;
mod obj;
mod ply;
mod polygon;
mod stl;
mod transform;
mod xml;
mod zae;

pub use error::{Note, ReadError};
pub use height_map::{HeightMap, read_height_map};

use std::path::{Path, PathBuf};

use walkmesh::soup::{ReadUp, Soup};

use assembly::Assembly;
use transform::Transform;

/// Which axis of a file points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpAxis {
    /// X up, Z towards the viewer, -Y right: COLLADA's `X_UP`.
    X,
    /// Y up: what glTF prescribes and game levels in OBJ use.
    Y,
    /// Z up: IFC, CAD, Gazebo, most exports of Blender.
    Z,
}

/// What overrides a file's own conventions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReadOptions {
    /// The axis that points up; `None` obeys COLLADA's `up_axis`, and is Y for OBJ and
    /// glTF, Z for STL, PLY and Gazebo.
    pub up: Option<UpAxis>,
    /// Metres for each unit of the file, above 0; `None` obeys COLLADA's `unit`, and is 1 for
    /// all others.
    pub scale: Option<f64>,
    /// Of Gazebo's worlds take what is seen instead of what is bumped into.
    pub visuals: bool,
}

/// A model as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded {
    /// Its triangles in world metres, Y up. Not cleaned: see [`Soup::clean`](walkmesh::soup).
    pub soup: Soup,
    /// What was left out or assumed.
    pub notes: Vec<Note>,
    /// The files that were read beside the model's own: buffers of a glTF, models and meshes of a Gazebo
    /// world.
    pub beside: Vec<PathBuf>,
}

impl Loaded {
    /// The axis of the file that was taken as up.
    #[must_use]
    pub fn read_up(&self) -> ReadUp {
        let converted = |note: &Note| match note {
            Note::Converted { up: UpAxis::X, .. } => Some(ReadUp::X),
            Note::Converted { up: UpAxis::Z, .. } => Some(ReadUp::Z),
            _ => None,
        };
        self.notes.iter().find_map(converted).unwrap_or_default()
    }
}

/// Reads a model by its extension, in any case: `.obj`, `.gltf`, `.glb`, `.dae`, `.zae`, `.stl`
/// or `.ply`; or a Gazebo world or model, `.world` or `.sdf`, with all the models that it places. Those are looked for
/// below the folders around the world, and below the folders of the environment variables
/// `GAZEBO_MODEL_PATH` and `GZ_SIM_RESOURCE_PATH`; what is missing is left out with a note.
///
/// Polygons become as many triangles as they have corners less two, concave ones by clipping
/// ears. Lines, points and what a glTF file hides are skipped with a note, so are triangles with a
/// corner that is not finite. Linear in the size of the file, but for large concave polygons.
///
/// # Errors
/// When the file cannot be read, is not what its extension says, refers to what is not there, or
/// holds no triangle that could be used.
pub fn read_model(path: &Path, options: &ReadOptions) -> Result<Loaded, ReadError> {
    if let Some(scale) = options.scale.filter(|scale| !(scale.is_finite() && *scale > 0.0)) {
        return Err(ReadError::Scale { scale });
    }
    let (mut assembly, own) = match extension_of(path).as_str() {
        "world" | "sdf" => {
            let bytes = bytes_of(path)?;
            of_its_kind(gazebo::read(&bytes, path, options), &bytes, path)?
        }
        _ => read_assembly(path)?,
    };
    let used =
        Conventions { up: options.up.unwrap_or(own.up), scale: options.scale.unwrap_or(own.scale) };
    if used != Conventions::default() {
        assembly.notes.push(Note::Converted { up: used.up, scale: used.scale });
        assembly.transform(&used.to_world());
    }
    assembly.finish(path)
}

/// A model file, as it is in the file's own axes and unit.
fn read_assembly(path: &Path) -> Result<(Assembly, Conventions), ReadError> {
    let reader = match extension_of(path).as_str() {
        "obj" => obj::read,
        "gltf" | "glb" => gltf::read,
        "dae" => collada::read,
        "zae" => zae::read,
        "stl" => stl::read,
        "ply" => ply::read,
        _ => return Err(ReadError::Extension { path: path.to_owned() }),
    };
    let bytes = bytes_of(path)?;
    of_its_kind(reader(&bytes, path), &bytes, path)
}

/// What was read; of a file that is another kind than its name says, that instead of what is
/// missing in it.
fn of_its_kind(
    read: Result<(Assembly, Conventions), ReadError>,
    bytes: &[u8],
    path: &Path,
) -> Result<(Assembly, Conventions), ReadError> {
    if read.as_ref().is_ok_and(|(assembly, _)| !assembly.soup.triangles.is_empty()) {
        return read;
    }
    kind::misnamed(bytes, path).map_or(read, Err)
}

fn extension_of(path: &Path) -> String {
    path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, ReadError> {
    let bytes =
        std::fs::read(path).map_err(|source| ReadError::Open { path: path.to_owned(), source })?;
    if bytes.is_empty() {
        return Err(ReadError::Empty { path: path.to_owned() });
    }
    Ok(bytes)
}

/// What a file says about its axes and units.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Conventions {
    up: UpAxis,
    scale: f64,
}

impl Default for Conventions {
    fn default() -> Self {
        Self { up: UpAxis::Y, scale: 1.0 }
    }
}

impl Conventions {
    fn to_world(self) -> Transform {
        let axes = match self.up {
            UpAxis::X => Transform::rows([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]),
            UpAxis::Y => Transform::IDENTITY,
            UpAxis::Z => Transform::rows([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]]),
        };
        Transform::scale([self.scale; 3]).then_inner(&axes)
    }
}

#[cfg(test)]
mod tests;
