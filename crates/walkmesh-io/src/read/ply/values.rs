//! The values behind the header, one after the other.

use super::header::{Encoding, Scalar};
use crate::read::number;

/// What is left to read.
pub(super) struct Values<'b> {
    encoding: Encoding,
    rest: &'b [u8],
}

impl<'b> Values<'b> {
    pub(super) const fn new(encoding: Encoding, rest: &'b [u8]) -> Self {
        Self { encoding, rest }
    }

    /// How many bytes are left; of text without the blanks at the end.
    pub(super) fn left(&self) -> usize {
        match self.encoding {
            Encoding::Text => self.rest.trim_ascii().len(),
            Encoding::Little | Encoding::Big => self.rest.len(),
        }
    }

    /// The next value, or what is wrong with it.
    pub(super) fn next(&mut self, scalar: Scalar) -> Result<f64, String> {
        match self.encoding {
            Encoding::Text => self.word(),
            Encoding::Little => self.binary(scalar, false),
            Encoding::Big => self.binary(scalar, true),
        }
    }

    fn word(&mut self) -> Result<f64, String> {
        let start = self.rest.trim_ascii_start();
        let end = start.iter().position(u8::is_ascii_whitespace).unwrap_or(start.len());
        let (word, rest) = start.split_at(end);
        self.rest = rest;
        if word.is_empty() {
            return Err("is not there: the file ends before".to_owned());
        }
        number::parse_bytes(word)
            .ok_or_else(|| format!("has \"{}\" for a number", String::from_utf8_lossy(word)))
    }

    fn binary(&mut self, scalar: Scalar, big: bool) -> Result<f64, String> {
        macro_rules! value {
            ($number:ty) => {{
                let bytes = self.take::<{ size_of::<$number>() }>(big)?;
                f64::from(<$number>::from_le_bytes(bytes))
            }};
        }
        Ok(match scalar {
            Scalar::I8 => value!(i8),
            Scalar::U8 => value!(u8),
            Scalar::I16 => value!(i16),
            Scalar::U16 => value!(u16),
            Scalar::I32 => value!(i32),
            Scalar::U32 => value!(u32),
            Scalar::F32 => value!(f32),
            Scalar::F64 => value!(f64),
        })
    }

    /// The next bytes, the lowest first.
    fn take<const N: usize>(&mut self, big: bool) -> Result<[u8; N], String> {
        let Some((bytes, rest)) = self.rest.split_first_chunk::<N>() else {
            return Err("is not there: the file ends before".to_owned());
        };
        self.rest = rest;
        let mut bytes = *bytes;
        if big {
            bytes.reverse();
        }
        Ok(bytes)
    }
}
