//! One file a verb.

pub(crate) mod bake;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod edit;
pub(crate) mod info;
pub(crate) mod path;
pub(crate) mod render;
pub(crate) mod scene;
