//! Where a glTF's bytes are: the container, files beside it, text inside it.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::super::ReadError;
use super::document::Document;

/// The JSON and the binary chunk of a `.glb`; bytes that do not start like one are JSON.
pub(super) fn container<'a>(
    bytes: &'a [u8],
    path: &Path,
) -> Result<(&'a [u8], Option<&'a [u8]>), ReadError> {
    let syntax = |what: String| ReadError::Syntax { path: path.to_owned(), format: "GLB", what };
    let Some(after_magic) = bytes.strip_prefix(b"glTF") else {
        return Ok((bytes, None));
    };
    let cut = |what: &str| syntax(format!("the file ends inside {what}"));
    let (version, rest) = number(after_magic).ok_or_else(|| cut("the header"))?;
    if version != 2 {
        return Err(ReadError::Unsupported {
            path: path.to_owned(),
            feature: format!("GLB version {version}"),
            remedy: "convert it to glTF 2.0",
        });
    }
    // The length of the whole is not needed: chunks have their own.
    let (_, mut rest) = number(rest).ok_or_else(|| cut("the header"))?;
    let (mut json, mut binary) = (None, None);
    while !rest.is_empty() {
        let (length, after) = number(rest).ok_or_else(|| cut("a chunk's header"))?;
        let (kind, after) = number(after).ok_or_else(|| cut("a chunk's header"))?;
        let chunk = after
            .get(..walkmesh::geom::cast::index(length))
            .ok_or_else(|| cut(&format!("a chunk of {length} bytes")))?;
        rest = &after[chunk.len()..];
        let slot = match &kind.to_le_bytes() {
            b"JSON" => &mut json,
            b"BIN\0" => &mut binary,
            _ => continue,
        };
        slot.get_or_insert(chunk);
    }
    Ok((json.ok_or_else(|| syntax("no JSON chunk".to_owned()))?, binary))
}

fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (number, rest) = bytes.split_first_chunk()?;
    Some((u32::from_le_bytes(*number), rest))
}

/// The buffers of a document, each read when it is first asked for.
pub(super) struct Buffers<'a> {
    document: &'a Document,
    binary: Option<&'a [u8]>,
    path: &'a Path,
    read: Vec<Option<Cow<'a, [u8]>>>,
    /// The files that were read.
    files: Vec<PathBuf>,
}

impl<'a> Buffers<'a> {
    pub(super) fn new(document: &'a Document, binary: Option<&'a [u8]>, path: &'a Path) -> Self {
        let read = document.buffers.iter().map(|_| None).collect();
        Self { document, binary, path, read, files: Vec::new() }
    }

    pub(super) fn get(&mut self, index: usize) -> Result<&[u8], ReadError> {
        let bytes = match self.read.get(index) {
            Some(Some(_)) => None,
            _ => Some(self.load(index)?),
        };
        let slot = &mut self.read[index];
        Ok(match bytes {
            Some(bytes) => slot.insert(bytes),
            None => slot.as_deref().unwrap_or_default(),
        })
    }

    /// The files that were read.
    pub(super) fn into_files(self) -> Vec<PathBuf> {
        self.files
    }

    fn load(&mut self, index: usize) -> Result<Cow<'a, [u8]>, ReadError> {
        let wrong = |what: String| ReadError::Reference {
            path: self.path.to_owned(),
            part: format!("buffer {index}"),
            what,
        };
        let Some(buffer) = self.document.buffers.get(index) else {
            return Err(wrong("does not exist".to_owned()));
        };
        let Some(uri) = buffer.uri.as_deref() else {
            let binary = self.binary.filter(|_| index == 0);
            let binary = binary.ok_or_else(|| {
                wrong("has neither a file nor a part of the .glb (compressed geometry?)".to_owned())
            })?;
            return Ok(Cow::Borrowed(binary));
        };
        if let Some(data) = uri.strip_prefix("data:") {
            let encoded = data.split_once(";base64,").map(|(_, encoded)| encoded);
            let bytes = encoded.and_then(base64);
            return bytes
                .map(Cow::Owned)
                .ok_or_else(|| wrong("is not valid base64 text".to_owned()));
        }
        let file = self.path.with_file_name("").join(unescape(uri));
        match read_file(&file, buffer.byte_length) {
            Ok(bytes) => {
                self.files.push(file);
                Ok(Cow::Owned(bytes))
            }
            Err(source) => Err(ReadError::Open { path: file, source }),
        }
    }
}

/// At most `length` bytes, and only of a plain file: a model must not make us wait on a pipe.
fn read_file(path: &Path, length: usize) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a plain file"));
    }
    let mut bytes = Vec::new();
    let length = u64::try_from(length).unwrap_or(u64::MAX);
    fs::File::open(path)?.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// `%20` and the like in a URI.
fn unescape(uri: &str) -> PathBuf {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = (first == b'%')
            .then(|| after.get(..2))
            .flatten()
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

/// RFC 4648, with or without padding; `None` on any other character.
fn base64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.chunks(4) {
        let mut bits: u32 = 0;
        for &letter in group {
            let value = match letter {
                b'A'..=b'Z' => letter - b'A',
                b'a'..=b'z' => letter - b'a' + 26,
                b'0'..=b'9' => letter - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => return None,
            };
            bits = bits << 6 | u32::from(value);
        }
        // A group of n letters holds n - 1 bytes, at the top of its 6 n bits.
        let whole = group.len().checked_sub(1).filter(|whole| *whole > 0)?;
        bits <<= 6 * (4 - group.len());
        bytes.extend_from_slice(&bits.to_be_bytes()[1..=whole]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_the_rfc() {
        for (text, bytes) in
            [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg", "foob")]
        {
            assert_eq!(base64(text).unwrap(), bytes.as_bytes());
        }
        assert_eq!(base64("Z"), None);
        assert_eq!(base64("Zm9v*"), None);
    }

    #[test]
    fn escapes() {
        assert_eq!(unescape("a%20b%2Fc.bin"), PathBuf::from("a b/c.bin"));
        assert_eq!(unescape("100%"), PathBuf::from("100%"));
        assert_eq!(unescape("%zz%é"), PathBuf::from("%zz%é"));
    }
}
