//! Strips of a face: what lies between two lines straight up its slope.

use crate::geom::cast;

/// From one line to another, steps across the slope.
pub(super) type Strip = (f64, f64);

/// Where more corners than so many are beside a cell of a face, or more faces, the cell is judged along
/// one line.
pub(super) const MOST: usize = 64;
/// Lines that are nearer to each other, steps, are one.
const STEP: f64 = 1.0;
/// Gaps between parts of a face that are no longer, steps, are none: a millimetre.
pub(super) const SHORT: f64 = 4.0;

/// A strip of a face, and how it is judged.
pub(super) struct Look {
    pub(super) strip: Strip,
    /// Along one line in its middle; otherwise in all of it, as no corner lies beside it.
    pub(super) is_line: bool,
}

/// The strips between lines in order, of which those nearer to each other than a step are one. Where
/// there are too many in a cell, the cell is one strip.
pub(super) fn looks(lines: &[f64], whole: Strip, cell: f64) -> Vec<Look> {
    let number = |line: &f64| cast::floor_i32((line - whole.0) / cell);
    let mut looks = Vec::new();
    let mut add = |last: &mut f64, end: f64, is_line: bool| {
        if end - *last >= STEP {
            looks.push(Look { strip: (*last, end), is_line });
            *last = end;
        }
    };
    let mut last = whole.0;
    for same in lines.chunk_by(|a, b| number(a) == number(b)) {
        if same.len() > MOST {
            let first = whole.0 + f64::from(number(&same[0])) * cell;
            add(&mut last, first, false);
            add(&mut last, (first + cell).min(whole.1), true);
        } else {
            same.iter().for_each(|&line| add(&mut last, line, false));
        }
    }
    add(&mut last, whole.1, false);
    looks
}

/// Strips in order, those that touch as one, but those shorter than `least`.
pub(super) fn joined(strips: impl Iterator<Item = Strip>, whole: Strip, least: f64) -> Vec<Strip> {
    let mut joined: Vec<Strip> = Vec::new();
    for (from, to) in strips {
        match joined.last_mut() {
            Some(last) if from - last.1 <= SHORT => last.1 = to,
            _ => joined.push((from, to)),
        }
    }
    for strip in &mut joined {
        if strip.0 - whole.0 <= SHORT {
            strip.0 = whole.0;
        }
        if whole.1 - strip.1 <= SHORT {
            strip.1 = whole.1;
        }
    }
    joined.retain(|strip| strip.1 - strip.0 > least);
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    #[test]
    fn strips_cover_a_face_and_have_no_corners_beside_them() {
        let mut random = Random::new(4);
        let mut dense = 0;
        for round in 0..200 {
            let whole = (f64::from(random.between(-900, 0)), f64::from(random.between(150, 900)));
            let mut lines: Vec<f64> = (0..[3, 40, 1500][round % 3])
                .map(|_| f64::from(random.between(-9000, 9000)) / 10.0)
                .filter(|line| whole.0 < *line && *line < whole.1)
                .collect();
            lines.sort_by(f64::total_cmp);
            let looks = looks(&lines, whole, 100.0);
            let mut end = whole.0;
            for Look { strip, is_line } in looks {
                assert!(strip.0.total_cmp(&end).is_eq(), "{strip:?} after {end}");
                assert!(strip.1 > end);
                end = strip.1;
                let beside = lines.iter().filter(|v| **v - strip.0 >= STEP && **v < strip.1);
                if is_line {
                    assert!(strip.1 - strip.0 < 100.0 + STEP);
                    assert!(beside.count() > MOST / 2);
                    dense += 1;
                } else {
                    assert_eq!(beside.count(), 0, "{strip:?} of {lines:?}");
                }
            }
            assert!(whole.1 - end < STEP);
        }
        assert!(dense > 100, "{dense}");
    }

    #[test]
    fn strips_that_touch_are_one_and_short_ones_go() {
        let of = |strips: &[Strip]| joined(strips.iter().copied(), (0.0, 100.0), 10.0);
        assert_eq!(of(&[(3.0, 20.0), (24.0, 50.0), (60.0, 69.0)]), [(0.0, 50.0)]);
        assert_eq!(of(&[(3.0, 20.0), (25.0, 97.0)]), [(0.0, 20.0), (25.0, 100.0)]);
        assert_eq!(of(&[(0.0, 9.0)]), []);
    }
}
