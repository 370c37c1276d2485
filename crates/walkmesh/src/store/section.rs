//! Sections: a kind, a length, a hash, bytes.

use super::VERSION;
use super::bytes::{Input, Output};
use super::error::LoadError;
use std::fmt;
use std::io::{self, Read, Seek, SeekFrom, Write};

pub(super) const MAGIC: &[u8; 8] = b"walkmesh";
const START_LENGTH: u64 = 16;
const HEADER_LENGTH: u64 = 48;
/// A reader that does not know the section must refuse the file.
const ESSENTIAL: u32 = 1;
/// How much is read at once: a length that lies costs no more memory than the file has bytes.
const CHUNK: u64 = 1 << 20;

/// What a section holds: four letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub [u8; 4]);

impl Kind {
    pub(super) const META: Self = Self(*b"META");
    pub(super) const TILE: Self = Self(*b"TILE");
    pub(super) const COST: Self = Self(*b"COST");
    pub(super) const CLOSED: Self = Self(*b"SHUT");
    pub(super) const LINK: Self = Self(*b"LINK");
    pub(super) const SOURCE: Self = Self(*b"SRCE");
    pub(super) const GROUND: Self = Self(*b"GRND");
    pub(super) const DONE: Self = Self(*b"DONE");

    /// True for the kinds that say what the mesh is.
    fn is_content(self) -> bool {
        matches!(self, Self::META | Self::TILE | Self::COST | Self::CLOSED | Self::LINK)
    }

    fn is_known(self) -> bool {
        self.is_content() || matches!(self, Self::SOURCE | Self::GROUND | Self::DONE)
    }

    /// The flags that this version writes.
    fn flags(self) -> u32 {
        if matches!(self, Self::SOURCE | Self::GROUND) { 0 } else { ESSENTIAL }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// What the end of a file says of the sections before it.
#[derive(Default)]
pub(super) struct Digest {
    /// Over the hashes of the sections that say what the mesh is.
    content: blake3::Hasher,
    /// Over the heads and hashes of all: a section that is skipped cannot change its kind.
    all: blake3::Hasher,
    count: u64,
}

impl Digest {
    fn add(&mut self, head: &[u8; 16], hash: &[u8; 32]) {
        if parse(head).0.is_content() {
            self.content.update(hash);
        }
        self.all.update(head).update(hash);
        self.count += 1;
    }

    /// Adds a section as this version writes it, without writing it.
    pub(super) fn add_payload(&mut self, kind: Kind, payload: &[u8]) {
        let head = head(kind, kind.flags(), length(payload));
        self.add(&head, &hash(&head, payload));
    }

    /// The content hash.
    pub(super) fn content(&self) -> [u8; 32] {
        self.content.finalize().into()
    }

    /// The payload of the section that ends a file.
    pub(super) fn end(&self) -> Vec<u8> {
        let mut out = Output::default();
        out.unsigned(self.count);
        out.bytes.extend(self.content());
        out.bytes.extend(self.all.finalize().as_bytes());
        out.bytes
    }
}

pub(super) fn write_start(out: &mut dyn Write, version: u32) -> io::Result<()> {
    out.write_all(MAGIC)?;
    out.write_all(&version.to_le_bytes())?;
    out.write_all(&0_u32.to_le_bytes())
}

/// Kind, flags and length as they stand in the file.
fn head(kind: Kind, flags: u32, length: u64) -> [u8; 16] {
    let mut head = [0; 16];
    head[..4].copy_from_slice(&kind.0);
    head[4..8].copy_from_slice(&flags.to_le_bytes());
    head[8..].copy_from_slice(&length.to_le_bytes());
    head
}

fn hash(head: &[u8; 16], payload: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(head).update(payload);
    hasher.finalize().into()
}

fn length(payload: &[u8]) -> u64 {
    u64::try_from(payload.len()).unwrap_or(u64::MAX)
}

/// Writes a section and notes it.
pub(super) fn write(
    out: &mut dyn Write,
    digest: &mut Digest,
    kind: Kind,
    payload: &[u8],
) -> io::Result<()> {
    write_flagged(out, digest, kind, kind.flags(), payload)
}

/// The same with flags of the caller's choice.
pub(super) fn write_flagged(
    out: &mut dyn Write,
    digest: &mut Digest,
    kind: Kind,
    flags: u32,
    payload: &[u8],
) -> io::Result<()> {
    let head = head(kind, flags, length(payload));
    let hash = hash(&head, payload);
    digest.add(&head, &hash);
    out.write_all(&head)?;
    out.write_all(&hash)?;
    out.write_all(payload)
}

/// A section whose hash matched.
pub(super) struct Section {
    pub(super) kind: Kind,
    /// Where it starts.
    pub(super) offset: u64,
    payload: Vec<u8>,
}

impl Section {
    pub(super) fn input(&self) -> Input<'_> {
        Input::new(&self.payload, self.kind, self.offset + HEADER_LENGTH)
    }
}

/// The sections of a file, one after the other.
pub(super) struct Sections<R> {
    source: R,
    at: u64,
    length: u64,
    digest: Digest,
    /// The content hash that the end of the file gave.
    content: Option<[u8; 32]>,
}

impl<R: Read + Seek> Sections<R> {
    /// Checks the start of a file.
    pub(super) fn open(mut source: R) -> Result<Self, LoadError> {
        let failed = |source| LoadError::Read { offset: 0, source };
        let length = source.seek(SeekFrom::End(0)).map_err(failed)?;
        source.rewind().map_err(failed)?;
        let mut sections = Self { source, at: 0, length, digest: Digest::default(), content: None };
        if length < START_LENGTH {
            return Err(LoadError::NotWalkmesh);
        }
        let start: [u8; 16] = sections.take()?;
        if !start.starts_with(MAGIC) {
            return Err(LoadError::NotWalkmesh);
        }
        let [.., a, b, c, d, _, _, _, _] = start;
        let found = u32::from_le_bytes([a, b, c, d]);
        if found == 0 {
            return Err(LoadError::VersionZero);
        }
        if found > VERSION {
            return Err(LoadError::Version { found, newest: VERSION });
        }
        if !start.ends_with(&[0; 4]) {
            return Err(LoadError::NotWalkmesh);
        }
        Ok(sections)
    }

    /// The next section of a kind that is known and `wanted`, or `None` after the last.
    pub(super) fn next(
        &mut self,
        wanted: impl Fn(Kind) -> bool,
    ) -> Result<Option<Section>, LoadError> {
        loop {
            let (offset, left) = (self.at, self.length - self.at);
            if left < HEADER_LENGTH {
                let (section, needed) = (Kind::DONE, HEADER_LENGTH);
                return Err(LoadError::CutOff { section, offset, needed, left });
            }
            let head: [u8; 16] = self.take()?;
            let stored: [u8; 32] = self.take()?;
            let (kind, flags, length) = parse(&head);
            let left = self.length - self.at;
            if length > left {
                return Err(LoadError::CutOff { section: kind, offset, needed: length, left });
            }
            if !kind.is_known() && flags & ESSENTIAL != 0 {
                return Err(LoadError::Unknown { section: kind, offset });
            }
            let known = kind.is_known() && flags == kind.flags();
            if kind.is_known() && !known {
                return Err(LoadError::Damaged { section: kind, offset });
            }
            if kind != Kind::DONE && !(known && wanted(kind)) {
                self.skip(length)?;
                self.digest.add(&head, &stored);
                continue;
            }
            let payload = self.payload(length)?;
            if hash(&head, &payload) != stored {
                return Err(LoadError::Damaged { section: kind, offset });
            }
            let section = Section { kind, offset, payload };
            if kind == Kind::DONE {
                self.finish(&section)?;
                return Ok(None);
            }
            self.digest.add(&head, &stored);
            return Ok(Some(section));
        }
    }

    /// The content hash, once [`Sections::next`] has given `None`.
    pub(super) fn content_hash(&self) -> Option<[u8; 32]> {
        self.content
    }

    /// Compares what was found with what the end says.
    fn finish(&mut self, done: &Section) -> Result<(), LoadError> {
        if done.payload != self.digest.end() || self.at != self.length {
            return Err(LoadError::Sections { offset: done.offset });
        }
        self.content = Some(self.digest.content());
        Ok(())
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], LoadError> {
        let mut bytes = [0; N];
        let failed = |source| LoadError::Read { offset: self.at, source };
        self.source.read_exact(&mut bytes).map_err(failed)?;
        self.at += u64::try_from(N).unwrap_or(0);
        Ok(bytes)
    }

    /// Reads `length` bytes, which the file is known to have.
    fn payload(&mut self, length: u64) -> Result<Vec<u8>, LoadError> {
        let mut bytes = Vec::new();
        let mut left = length;
        while left > 0 {
            let part = left.min(CHUNK);
            let failed = |source| LoadError::Read { offset: self.at, source };
            let got = (&mut self.source).take(part).read_to_end(&mut bytes).map_err(failed)?;
            if u64::try_from(got).ok() != Some(part) {
                // The file shrank while it was read.
                return Err(failed(io::ErrorKind::UnexpectedEof.into()));
            }
            self.at += part;
            left -= part;
        }
        Ok(bytes)
    }

    fn skip(&mut self, length: u64) -> Result<(), LoadError> {
        self.at += length;
        let failed = |source| LoadError::Read { offset: self.at, source };
        self.source.seek(SeekFrom::Start(self.at)).map_err(failed)?;
        Ok(())
    }
}

fn parse(head: &[u8; 16]) -> (Kind, u32, u64) {
    let [k0, k1, k2, k3, f0, f1, f2, f3, length @ ..] = *head;
    let flags = u32::from_le_bytes([f0, f1, f2, f3]);
    (Kind([k0, k1, k2, k3]), flags, u64::from_le_bytes(length))
}
