//! Bytes to text: exporters of some countries write other than UTF-8.

use std::borrow::Cow;

/// By the mark at the start: UTF-8 or UTF-16; without one UTF-8, or Latin-1 where that fails.
pub(crate) fn text(bytes: &[u8]) -> Cow<'_, str> {
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            // The first 256 code points are Latin-1.
            Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect::<String>().into(),
        },
    }
}

/// The bytes of a text without the mark of UTF-8, if they begin with it.
pub(crate) fn unmarked(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Cow<'static, str> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_encodings_of_one_word() {
        assert_eq!(text("é<".as_bytes()), "é<");
        assert_eq!(text(b"\xef\xbb\xbf\xc3\xa9<"), "é<");
        assert_eq!(text(b"\xff\xfe\xe9\0<\0"), "é<");
        assert_eq!(text(b"\xfe\xff\0\xe9\0<"), "é<");
        assert_eq!(text(b"\xe9<"), "é<");
    }
}
