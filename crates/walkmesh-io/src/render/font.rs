//! A small line font for PNG captions: each glyph is a few polylines on a grid.
//!
//! A polyline is a run of digit pairs, x then y; baseline at y 2, small letters up to 6, capitals
//! to 8, tails down to 0. A polyline of one point is a dot.

/// Pixels a grid unit, for a font size of 1.
const UNIT: f64 = 0.118;
const BASELINE: f64 = 2.0;
/// Grid units between glyphs, and the width of a blank.
const GAP: f64 = 1.9;
const BLANK: f64 = 2.6;

/// The width of a text in pixels.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| (advance(c) + GAP) * UNIT * size).sum()
}

/// The polylines of a text whose baseline starts at `at`, in pixels.
pub(super) fn lines(text: &str, at: [f64; 2], size: f64) -> Vec<Vec<[f64; 2]>> {
    let unit = UNIT * size;
    let mut x = at[0];
    let mut lines = Vec::new();
    for c in text.chars() {
        for stroke in glyph(c).split_whitespace() {
            lines.push(
                points(stroke)
                    .map(|[px, py]| [x + px * unit, at[1] - (py - BASELINE) * unit])
                    .collect(),
            );
        }
        x += (advance(c) + GAP) * unit;
    }
    lines
}

fn points(stroke: &str) -> impl Iterator<Item = [f64; 2]> + '_ {
    stroke.as_bytes().chunks_exact(2).map(|p| [f64::from(p[0] - b'0'), f64::from(p[1] - b'0')])
}

fn advance(c: char) -> f64 {
    let strokes = glyph(c);
    if strokes.is_empty() {
        return BLANK;
    }
    strokes.split_whitespace().flat_map(points).map(|[x, _]| x).fold(0.0, f64::max)
}

/// The strokes of a character; an unknown one is a box.
fn glyph(c: char) -> &'static str {
    match c {
        'a'..='z' => SMALL[usize::from(u8::try_from(c).unwrap_or(b'a') - b'a')],
        'A'..='Z' => CAPITAL[usize::from(u8::try_from(c).unwrap_or(b'A') - b'A')],
        '0'..='9' => DIGIT[usize::from(u8::try_from(c).unwrap_or(b'0') - b'0')],
        ' ' => "",
        '.' => "02",
        ',' => "1201",
        ':' => "02 05",
        '-' | '–' => "0434",
        '+' => "0444 2622",
        '(' => "28160422",
        ')' => "08262402",
        '[' => "18080212",
        ']' => "08181202",
        '/' => "0248",
        '%' => "0248 17 33",
        '=' => "0535 0333",
        '<' => "370533",
        '>' => "073503",
        '_' => "0141",
        '\'' => "0807",
        '"' => "0807 2827",
        '!' => "0804 02",
        '?' => "071838474624 22",
        '&' => "420607182837360403122244",
        '*' => "2723 0634 0436",
        '×' => "0533 0335",
        '²' => "0718270525",
        '°' => "0718271607",
        _ => "0208484202",
    }
}

const CAPITAL: [&str; 26] = [
    "022842 1535",
    "02083847463505 3544433202",
    "4738180703123243",
    "02082847432202",
    "48080242 0535",
    "480802 0535",
    "47381807031232434525",
    "0802 4842 0545",
    "0828 0222 1812",
    "3833221203",
    "0802 480542",
    "080242",
    "0208254842",
    "02084248",
    "180703123243473818",
    "02083847463505",
    "180703123243473818 2442",
    "02083847463505 2542",
    "473818070615354443321203",
    "0848 2822",
    "080312324348",
    "082248",
    "0812263248",
    "0842 4802",
    "082548 2522",
    "08480242",
];

const SMALL: [&str; 26] = [
    "4536160503123243 4642",
    "0802 0516364543321203",
    "4536160503123243",
    "4842 4536160503123243",
    "04444536160503123243",
    "38281712 0636",
    "4536160503123243 4641301001",
    "0802 0516364542",
    "0602 08",
    "161100 18",
    "0802 360432",
    "080312",
    "0602 0516263532 3546566562",
    "0602 0516364542",
    "160503123243453616",
    "0600 0516364543321203",
    "4640 4536160503123243",
    "0602 041636",
    "45361605143443321203",
    "18132232 0636",
    "0603123243 4642",
    "062246",
    "0612253246",
    "0642 4602",
    "0603123243 4641301001",
    "06460242",
];

const DIGIT: [&str; 10] = [
    "180703123243473818",
    "062822 1232",
    "07183847460242",
    "07183847463515 354443321203",
    "380444 3632",
    "480805354443321203",
    "473818070312324344351504",
    "084812",
    "180706153546473818 1504031232434435",
    "463515060718384743321203",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_is_pairs_of_digits() {
        for c in (' '..='~').chain("×²°–é".chars()) {
            for stroke in glyph(c).split_whitespace() {
                assert!(stroke.len() % 2 == 0, "{c}: {stroke}");
                assert!(stroke.bytes().all(|b| b.is_ascii_digit()), "{c}: {stroke}");
            }
        }
    }
}
