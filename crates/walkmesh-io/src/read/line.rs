//! Lines of text, whatever ends them.

/// The first line without its end, and what follows it. Lines end with `\n`, `\r\n`, or (old
/// Macintosh) `\r`.
pub(super) fn split(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(bytes.len());
    let (line, rest) = bytes.split_at(end);
    let rest = rest.strip_prefix(b"\r\n").or_else(|| rest.get(1..)).unwrap_or(&[]);
    (line, rest)
}
