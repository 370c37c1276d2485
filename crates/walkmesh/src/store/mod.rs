//! The file format.

mod atomic;

pub use atomic::write_atomically;
