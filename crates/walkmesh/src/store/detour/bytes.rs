//! Little-endian numbers from bytes, with every read checked.

use super::error::DetourError;

/// Bytes being read, with where they stand in the file.
#[derive(Clone, Copy)]
pub(super) struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
    start: usize,
    /// What is being read, for the error of a file that ends too early.
    what: &'static str,
}

impl<'a> Input<'a> {
    pub(super) const fn new(bytes: &'a [u8], start: usize, what: &'static str) -> Self {
        Self { bytes, at: 0, start, what }
    }

    /// Where the next value stands in the file.
    pub(super) const fn offset(&self) -> usize {
        self.start + self.at
    }

    pub(super) const fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The next `n` bytes as an input of their own.
    pub(super) fn part(&mut self, n: u64, what: &'static str) -> Result<Self, DetourError> {
        let (offset, left) = (self.offset(), self.left());
        let cut_off = DetourError::CutOff { what, offset, needed: n, left };
        let n = usize::try_from(n).ok().filter(|&n| n <= left).ok_or(cut_off)?;
        let part = Input::new(&self.bytes[self.at..self.at + n], offset, what);
        self.at += n;
        Ok(part)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], DetourError> {
        let (what, offset, left) = (self.what, self.offset(), self.left());
        let needed = u64::try_from(N).unwrap_or(u64::MAX);
        let found = self.bytes[self.at..].first_chunk::<N>();
        let array = *found.ok_or(DetourError::CutOff { what, offset, needed, left })?;
        self.at += N;
        Ok(array)
    }

    pub(super) fn u8(&mut self) -> Result<u8, DetourError> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    pub(super) fn u16(&mut self) -> Result<u16, DetourError> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    pub(super) fn u32(&mut self) -> Result<u32, DetourError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(super) fn u64(&mut self) -> Result<u64, DetourError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    pub(super) fn i32(&mut self) -> Result<i32, DetourError> {
        Ok(i32::from_le_bytes(self.array()?))
    }

    pub(super) fn f32(&mut self) -> Result<f32, DetourError> {
        Ok(f32::from_le_bytes(self.array()?))
    }

    /// As many of something as `N`.
    pub(super) fn many<T, const N: usize>(
        &mut self,
        mut one: impl FnMut(&mut Self) -> Result<T, DetourError>,
    ) -> Result<[T; N], DetourError>
    where
        T: Copy + Default,
    {
        let mut all = [T::default(); N];
        for value in &mut all {
            *value = one(self)?;
        }
        Ok(all)
    }
}
