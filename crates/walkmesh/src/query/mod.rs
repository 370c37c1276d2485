//! Questions to a mesh.
