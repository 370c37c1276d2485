//! Numbers as exporters write them.

/// A number in text. What C writes for "not finite" on Windows (`-1.#IND`, `1.#QNAN`, `1.#INF`)
/// is NaN, so that only the triangles there are lost.
pub(super) fn parse(text: &str) -> Option<f64> {
    text.parse().ok().or_else(|| text.contains(".#").then_some(f64::NAN))
}

/// The same from bytes in any encoding.
pub(super) fn parse_bytes(word: &[u8]) -> Option<f64> {
    parse(std::str::from_utf8(word).ok()?)
}

/// A number that may have a decimal comma, as some exporters write in some countries. Only for
/// where blanks part the values of a list.
pub(super) fn parse_with_comma(text: &str) -> Option<f64> {
    let text = text.trim();
    parse(text).or_else(|| parse(&text.replace(',', ".")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_numbers() {
        assert_eq!(parse("1e-3"), Some(0.001));
        assert!(parse("-1.#IND").unwrap().is_nan());
        assert!(parse("NaN").unwrap().is_nan());
        assert_eq!(parse("0,01"), None);
        assert_eq!(parse_with_comma(" 0,010000 "), Some(0.01));
        assert_eq!(parse_with_comma("inch"), None);
        assert_eq!(parse_bytes(b"\xff"), None);
    }
}
