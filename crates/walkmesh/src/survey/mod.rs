//! From soup to [`Surface`](crate::surface::Surface): where feet can stand.

pub mod exact;
pub mod index;
pub mod voxel;
