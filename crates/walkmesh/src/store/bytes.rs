//! Numbers to bytes and back, with every read checked.

use super::error::LoadError;
use super::section::Kind;
use crate::geom::{GroundPoint, PlanBox, PlanPoint, cast};

/// Largest lattice coordinate each way.
pub(super) const REACH: i64 = 1 << 29;

/// Bytes being written.
#[derive(Default)]
pub(super) struct Output {
    pub(super) bytes: Vec<u8>,
    previous: GroundPoint,
}

impl Output {
    pub(super) fn byte(&mut self, v: u8) {
        self.bytes.push(v);
    }

    pub(super) fn flag(&mut self, v: bool) {
        self.byte(u8::from(v));
    }

    /// LEB128: seven bits a byte, the lowest first.
    pub(super) fn unsigned(&mut self, mut v: u64) {
        loop {
            let low = u8::try_from(v & 0x7f).unwrap_or(0);
            v >>= 7;
            if v == 0 {
                return self.byte(low);
            }
            self.byte(low | 0x80);
        }
    }

    pub(super) fn count(&mut self, n: usize) {
        self.unsigned(u64::try_from(n).unwrap_or(u64::MAX));
    }

    /// Zigzag: small numbers of both signs are short.
    pub(super) fn signed(&mut self, v: i64) {
        self.unsigned((v.unsigned_abs() << 1).wrapping_sub(u64::from(v < 0)));
    }

    pub(super) fn index(&mut self, v: u32, previous: u32) {
        self.signed(i64::from(v) - i64::from(previous));
    }

    pub(super) fn float(&mut self, v: f64) {
        self.bytes.extend(v.to_le_bytes());
    }

    /// A point, as the difference to the one written before.
    pub(super) fn point(&mut self, p: GroundPoint) {
        let from = self.previous;
        self.signed(i64::from(p.plan.x) - i64::from(from.plan.x));
        self.signed(i64::from(p.plan.y) - i64::from(from.plan.y));
        self.signed(i64::from(p.height) - i64::from(from.height));
        self.previous = p;
    }

    pub(super) fn plan_box(&mut self, b: PlanBox) {
        for v in [b.min.x, b.min.y, b.max.x, b.max.y] {
            self.signed(v.into());
        }
    }
}

/// The payload of a section being read.
pub(super) struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
    section: Kind,
    /// Where the payload starts in the file.
    start: u64,
    previous: GroundPoint,
}

impl<'a> Input<'a> {
    pub(super) fn new(bytes: &'a [u8], section: Kind, start: u64) -> Self {
        Self { bytes, at: 0, section, start, previous: GroundPoint::default() }
    }

    /// The error for a value that was just read.
    pub(super) fn wrong(&self, what: &'static str) -> LoadError {
        let offset = self.start + u64::try_from(self.at).unwrap_or(0);
        LoadError::Value { section: self.section, offset, what }
    }

    /// Nothing may be left over.
    pub(super) fn end(&self) -> Result<(), LoadError> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(self.wrong("bytes are left over")) }
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], LoadError> {
        let Some(&array) = self.bytes[self.at..].first_chunk::<N>() else {
            return Err(self.wrong("the section ends inside a value"));
        };
        self.at += N;
        Ok(array)
    }

    pub(super) fn byte(&mut self) -> Result<u8, LoadError> {
        Ok(self.array::<1>()?[0])
    }

    pub(super) fn flag(&mut self) -> Result<bool, LoadError> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(self.wrong("a yes or no is neither 0 nor 1")),
        }
    }

    pub(super) fn unsigned(&mut self) -> Result<u64, LoadError> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            if (part << shift) >> shift != part {
                break;
            }
            value |= part << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(self.wrong("a number does not fit 64 bits"))
    }

    pub(super) fn signed(&mut self) -> Result<i64, LoadError> {
        let v = self.unsigned()?;
        let half = i64::try_from(v >> 1).unwrap_or(i64::MAX); // 63 bits always fit
        Ok(if v & 1 == 0 { half } else { -half - 1 })
    }

    /// A number of things that take at least a byte each: more than bytes are left is an error,
    /// so memory for them is at most a constant times the file.
    pub(super) fn count(&mut self) -> Result<usize, LoadError> {
        let n = self.unsigned()?;
        match usize::try_from(n) {
            Ok(n) if n <= self.bytes.len() - self.at => Ok(n),
            _ => Err(self.wrong("a count is over what the section can hold")),
        }
    }

    /// The same check for a count that was added up.
    pub(super) fn room_for(&self, n: usize) -> Result<(), LoadError> {
        if n <= self.bytes.len() - self.at {
            return Ok(());
        }
        Err(self.wrong("a count is over what the section can hold"))
    }

    pub(super) fn u32(&mut self) -> Result<u32, LoadError> {
        u32::try_from(self.unsigned()?).map_err(|_| self.wrong("a number does not fit 32 bits"))
    }

    pub(super) fn i32(&mut self) -> Result<i32, LoadError> {
        i32::try_from(self.signed()?).map_err(|_| self.wrong("a number does not fit 32 bits"))
    }

    /// An `i32` that may not be below `least`.
    pub(super) fn at_least(&mut self, least: i32, what: &'static str) -> Result<i32, LoadError> {
        let v = self.i32()?;
        if v < least { Err(self.wrong(what)) } else { Ok(v) }
    }

    pub(super) fn index(&mut self, previous: u32) -> Result<u32, LoadError> {
        let v = self.signed()?.checked_add(i64::from(previous));
        v.and_then(|v| u32::try_from(v).ok()).ok_or_else(|| self.wrong("an index is out of range"))
    }

    /// An `i32` stored as its difference to `from`.
    pub(super) fn at_distance(&mut self, from: i32) -> Result<i32, LoadError> {
        let v = self.signed()?.checked_add(i64::from(from));
        v.and_then(|v| i32::try_from(v).ok())
            .ok_or_else(|| self.wrong("a number does not fit 32 bits"))
    }

    pub(super) fn float(&mut self) -> Result<f64, LoadError> {
        Ok(f64::from_le_bytes(self.array()?))
    }

    fn coordinate(&mut self, previous: i32) -> Result<i32, LoadError> {
        match self.signed()?.checked_add(i64::from(previous)) {
            Some(v) if (-REACH..=REACH).contains(&v) => Ok(cast::narrow_i32(v)),
            _ => Err(self.wrong("a coordinate is beyond 2^29 steps")),
        }
    }

    pub(super) fn point(&mut self) -> Result<GroundPoint, LoadError> {
        let from = self.previous;
        let x = self.coordinate(from.plan.x)?;
        let y = self.coordinate(from.plan.y)?;
        let height = self.coordinate(from.height)?;
        self.previous = GroundPoint::new(x, y, height);
        Ok(self.previous)
    }

    pub(super) fn plan_box(&mut self) -> Result<PlanBox, LoadError> {
        let min = PlanPoint::new(self.coordinate(0)?, self.coordinate(0)?);
        let max = PlanPoint::new(self.coordinate(0)?, self.coordinate(0)?);
        if min.x > max.x || min.y > max.y {
            return Err(self.wrong("a box has its corners the wrong way round"));
        }
        Ok(PlanBox { min, max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, -1, 63, 64, -64, -65, 1 << 40, i64::MAX, i64::MIN];
        let mut out = Output::default();
        for v in numbers {
            out.signed(v);
        }
        out.unsigned(u64::MAX);
        let mut input = Input::new(&out.bytes, Kind::TILE, 0);
        for v in numbers {
            assert_eq!(input.signed().unwrap(), v);
        }
        assert_eq!(input.unsigned().unwrap(), u64::MAX);
        input.end().unwrap();
        assert!(input.byte().is_err());
    }

    #[test]
    fn too_long_numbers_and_counts_are_refused() {
        let long = [0xff; 12];
        assert!(Input::new(&long, Kind::TILE, 0).unsigned().is_err());
        let wide = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02];
        assert!(Input::new(&wide, Kind::TILE, 0).unsigned().is_err());
        let mut out = Output::default();
        out.unsigned(3);
        out.bytes.extend([0, 0]);
        assert!(Input::new(&out.bytes, Kind::TILE, 0).count().is_err());
    }
}
