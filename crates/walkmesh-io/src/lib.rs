//! Models in (OBJ, glTF/GLB, COLLADA also zipped, STL, PLY, worlds and models of Gazebo), models and
//! pictures out.
//!
//! ```no_run
//! use walkmesh_io::{ReadOptions, read_model};
//!
//! let loaded = read_model("office.dae".as_ref(), &ReadOptions::default())?;
//! for note in &loaded.notes {
//!     eprintln!("{note}");
//! }
//! # Ok::<(), walkmesh_io::ReadError>(())
//! ```
//!
//! Everything is `f64` from the file to the soup. The soup's world is Y up, right-handed, metres.

mod read;
pub mod render;
mod write;

pub use read::{
    HeightMap, Loaded, Note, ReadError, ReadOptions, UpAxis, read_height_map, read_model,
};
pub use write::{WriteError, mesh_json, mesh_soup, write_mesh, write_model};
