//! Damaged copies of files: what a bad disk, a bad transfer or a liar makes of them.

use crate::Random;

/// The beginning of a file decides how the rest is read: it is hit as often as all of the rest.
const HEAD: usize = 160;
/// Longest run of bytes that is taken out, put in or doubled.
const RUN: usize = 64;

/// Bit patterns of four bytes that counts, indices and coordinates are set to: small and extreme
/// integers, then NaN, both infinities, 1e30, -1e30, the largest and the smallest `f32`.
const WORDS: [u32; 16] = [
    0,
    1,
    2,
    255,
    65_536,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x7f7f_7f7f,
    0x7fc0_0000,
    0x7f80_0000,
    0xff80_0000,
    0x7149_f2ca,
    0xf149_f2ca,
    0x7f7f_ffff,
    1,
];
const BYTES: [u8; 6] = [0, 1, 0x7f, 0x80, 0xfe, 0xff];

/// A copy of a binary file with one to three damages: bits turned over, bytes and numbers set to
/// extremes, numbers changed a little, numbers swapped, the end cut off, runs of bytes put in,
/// taken out or doubled.
#[must_use]
pub fn damaged(whole: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    let hits = [1, 1, 1, 2, 3][random.below(5)];
    for _ in 0..hits {
        if bytes.len() < 8 {
            break;
        }
        hit(&mut bytes, random);
    }
    bytes
}

fn hit(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = place(bytes.len(), random);
    // Numbers stand at multiples of their size.
    let (half, word) = (at & !1, at & !3);
    match random.below(12) {
        0 | 1 => bytes[at] ^= 1 << random.below(8),
        2 => bytes[at] = BYTES[random.below(BYTES.len())],
        3 | 4 => set(bytes, word, &WORDS[random.below(WORDS.len())].to_le_bytes()),
        5 => {
            let value = get::<2>(bytes, half).map(u16::from_le_bytes).unwrap_or_default();
            let near = [value.wrapping_add(1), value.wrapping_sub(1), value ^ 0x8000];
            set(bytes, half, &near[random.below(3)].to_le_bytes());
        }
        6 | 7 => {
            let value = get::<4>(bytes, word).unwrap_or_default();
            set(bytes, word, &near(value, random));
        }
        8 => {
            let other = place(bytes.len(), random) & !3;
            if let (Some(a), Some(b)) = (get::<4>(bytes, word), get::<4>(bytes, other)) {
                set(bytes, word, &b);
                set(bytes, other, &a);
            }
        }
        9 => bytes.truncate(at),
        10 => drop(bytes.drain(run(at, bytes.len(), random))),
        _ => {
            let piece = if random.chance(50) {
                bytes[run(at, bytes.len(), random)].to_vec()
            } else {
                let fill = BYTES[random.below(BYTES.len())];
                vec![fill; random.below(RUN) + 1]
            };
            drop(bytes.splice(at..at, piece));
        }
    }
}

/// A number next to this one: as an integer, or as an `f32`.
fn near(value: [u8; 4], random: &mut Random) -> [u8; 4] {
    let (whole, real) = (i32::from_le_bytes(value), f32::from_le_bytes(value));
    match random.below(8) {
        0 => whole.wrapping_add(1).to_le_bytes(),
        1 => whole.wrapping_sub(1).to_le_bytes(),
        2 => whole.wrapping_mul(2).to_le_bytes(),
        3 => (-real).to_le_bytes(),
        4 => (real * 2.0).to_le_bytes(),
        5 => (real + 1.0).to_le_bytes(),
        6 => (real - 0.25).to_le_bytes(),
        _ => (real * 1.001).to_le_bytes(),
    }
}

fn place(len: usize, random: &mut Random) -> usize {
    let reach = if random.chance(50) { len.min(HEAD) } else { len };
    random.below(reach)
}

fn run(at: usize, len: usize, random: &mut Random) -> std::ops::Range<usize> {
    at..(at + 1 + random.below(RUN)).min(len)
}

fn get<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

fn set(bytes: &mut [u8], at: usize, value: &[u8]) {
    if let Some(there) = bytes.get_mut(at..at + value.len()) {
        there.copy_from_slice(value);
    }
}

/// Words that stand in for others: small, extreme and broken numbers, and what is none.
const TOKENS: [&str; 30] = [
    "0",
    "1",
    "2",
    "-1",
    "-2",
    "3",
    "7",
    "255",
    "0.5",
    "1e-9",
    "-0",
    "4294967295",
    "4294967296",
    "2147483648",
    "-2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999999",
    "1e30",
    "-1e30",
    "1e308",
    "-1e308",
    "1e999",
    "1e-320",
    "nan",
    "inf",
    "-inf",
    "0x10",
    "mesh",
    "\u{661}",
];

/// A copy of a text with one to three damages: words replaced by extremes or by others of the
/// text, changed a little, swapped, doubled or taken out; lines taken out, doubled or swapped;
/// bytes of the text in other places, bits turned over, the end cut off.
#[must_use]
pub fn damaged_text(whole: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    let hits = [1, 1, 1, 2, 3][random.below(5)];
    for _ in 0..hits {
        if bytes.len() < 8 {
            break;
        }
        match random.below(10) {
            0 => {
                let at = place(bytes.len(), random);
                bytes[at] ^= 1 << random.below(8);
            }
            1 => {
                let (at, from) = (place(bytes.len(), random), random.below(bytes.len()));
                bytes[at] = bytes[from];
            }
            2 => bytes.truncate(place(bytes.len(), random)),
            3..=5 => bytes = with_pieces(&bytes, b'\n', random, |_, _| None),
            _ => bytes = with_pieces(&bytes, b' ', random, other_word),
        }
    }
    bytes
}

/// The text with one of its words or lines (what blanks or line ends separate) damaged; `other`
/// gives what to put in its place.
fn with_pieces(
    bytes: &[u8],
    between: u8,
    random: &mut Random,
    other: impl Fn(&[u8], &mut Random) -> Option<Vec<u8>>,
) -> Vec<u8> {
    let is_word = between == b' ';
    let ends = |b: &u8| if is_word { b.is_ascii_whitespace() } else { *b == between };
    let mut pieces: Vec<Vec<u8>> = bytes.split_inclusive(ends).map(<[u8]>::to_vec).collect();
    let early = if random.chance(50) { pieces.len().min(8) } else { pieces.len() };
    let (at, from) = (random.below(early), random.below(pieces.len()));
    match random.below(if is_word { 8 } else { 4 }) {
        0 => drop(pieces.remove(at)),
        1 => pieces.insert(at, pieces[at].clone()),
        2 => pieces.swap(at, from),
        3 => pieces[at] = pieces[from].clone(),
        _ => {
            let end = pieces[at].iter().rposition(|b| !ends(b)).map_or(0, |i| i + 1);
            let (word, rest) = pieces[at].split_at(end);
            if let Some(other) = other(word, random) {
                pieces[at] = [&other, rest].concat();
            }
        }
    }
    pieces.concat()
}

/// A word in place of this one: often a number near it, else anything.
fn other_word(word: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(word).ok();
    let other = match text.and_then(|text| text.parse::<f64>().ok()) {
        Some(value) if random.chance(50) => {
            [value + 1.0, value - 1.0, -value, value * 0.5, value * 1e6][random.below(5)]
                .to_string()
        }
        _ => TOKENS[random.below(TOKENS.len())].to_owned(),
    };
    Some(other.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_copies_differ_and_none_is_much_longer() {
        let binary: Vec<u8> = (0..=255).cycle().take(1000).collect();
        let text = "mesh\n2\n4 1\n0.5 1 2 0 -1\n".repeat(20);
        let mut random = Random::new(1);
        let (mut same, mut shorter) = (0, 0);
        for _ in 0..1000 {
            for (copy, whole) in [
                (damaged(&binary, &mut random), binary.as_slice()),
                (damaged_text(text.as_bytes(), &mut random), text.as_bytes()),
            ] {
                assert!(copy.len() < whole.len() + 3 * (RUN + 32));
                same += usize::from(copy == whole);
                shorter += usize::from(copy.len() < whole.len());
            }
        }
        assert!(same < 300 && shorter > 300, "{same} {shorter}");
    }
}
