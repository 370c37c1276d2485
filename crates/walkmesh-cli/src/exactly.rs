//! Lists in files.

use serde::de::{Deserialize, Deserializer, Error};

/// A list of so many: of a longer one TOML's reader would take the first for an array, and forget
/// the rest.
#[derive(Clone, Copy)]
pub(crate) struct Exactly<T, const N: usize>(pub(crate) [T; N]);

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for Exactly<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let all = Vec::deserialize(deserializer)?;
        let count = all.len();
        let array = <[T; N]>::try_from(all);
        array.map(Self).map_err(|_| D::Error::invalid_length(count, &&*format!("a list of {N}")))
    }
}

impl<T: Copy + Default, const N: usize> Default for Exactly<T, N> {
    fn default() -> Self {
        Self([T::default(); N])
    }
}
