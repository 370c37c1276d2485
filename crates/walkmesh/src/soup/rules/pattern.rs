//! Names by pattern: `*` for any characters or none, `?` for one.

/// Whether the pattern fits the whole name. O(n m) at worst.
pub(super) fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // The last star, and where what it stands for ends so far.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => (p, n) = (p + 1, n + 1),
            _ => {
                let Some((at, end)) = star else { return false };
                star = Some((at, end + 1));
                (p, n) = (at + 1, end + 1);
            }
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

/// The name that takes the fewest changes to fit the pattern, the first of several.
pub(super) fn nearest<'a>(pattern: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let pattern: Vec<char> = pattern.chars().collect();
    names.filter(|name| !name.is_empty()).min_by_key(|name| changes(&pattern, name))
}

/// Cost of a letter too many, too few or wrong; a letter of the other case costs 1.
const LETTER: usize = 3;

/// How much has to change in a name for a pattern to fit: an edit distance, in which a star
/// stands for anything.
fn changes(pattern: &[char], name: &str) -> usize {
    let name: Vec<char> = name.chars().collect();
    // The costs of making what begins the pattern fit each beginning of the name.
    let mut row: Vec<usize> = (0..=name.len()).map(|i| i * LETTER).collect();
    for &p in pattern {
        let mut above = row[0];
        row[0] += if p == '*' { 0 } else { LETTER };
        for (i, &c) in name.iter().enumerate() {
            let diagonal = above;
            above = row[i + 1];
            row[i + 1] = if p == '*' {
                above.min(row[i])
            } else {
                let differ = match p == '?' || p == c {
                    true => 0,
                    false if p.to_lowercase().eq(c.to_lowercase()) => 1,
                    false => LETTER,
                };
                (diagonal + differ).min(above + LETTER).min(row[i] + LETTER)
            };
        }
    }
    row[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use walkmesh_testkit::Random;

    /// By its definition.
    fn fits_slowly(pattern: &[u8], name: &[u8]) -> bool {
        match (pattern, name) {
            ([], _) => name.is_empty(),
            ([b'*', rest @ ..], _) => (0..=name.len()).any(|n| fits_slowly(rest, &name[n..])),
            ([p, rest @ ..], [c, behind @ ..]) => {
                (*p == b'?' || p == c) && fits_slowly(rest, behind)
            }
            _ => false,
        }
    }

    #[test]
    fn patterns_fit_as_they_are_defined() {
        let mut random = Random::new(1);
        let mut fitting = 0;
        for _ in 0..20_000 {
            let mut text = |letters: &[u8], most: usize| -> Vec<u8> {
                let length = random.below(most);
                (0..length).map(|_| letters[random.below(letters.len())]).collect()
            };
            let (pattern, name) = (text(b"ab*?*", 7), text(b"ab", 9));
            let expected = fits_slowly(&pattern, &name);
            fitting += usize::from(expected);
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
            assert_eq!(fits(&text(&pattern), &text(&name)), expected, "{pattern:?} {name:?}");
            let letters: Vec<char> = text(&pattern).chars().collect();
            assert_eq!(changes(&letters, &text(&name)) == 0, expected);
        }
        assert!((2000..18_000).contains(&fitting), "{fitting}");
        assert!(fits("*", "") && fits("", "") && !fits("?", "") && !fits("", "a"));
        assert!(fits("Bett_ü?", "Bett_üß") && !fits("bed", "Bed"));
    }

    #[test]
    fn the_nearest_name_is_what_was_meant() {
        let names = ["Table_1", "Chair_1", "Chair_12", "", "floor"];
        let nearest = |pattern| nearest(pattern, names.into_iter());
        assert_eq!(nearest("Chiar_1"), Some("Chair_1"));
        assert_eq!(nearest("chair_12"), Some("Chair_12"));
        assert_eq!(nearest("*hiar_?2"), Some("Chair_12"));
        assert_eq!(nearest("Floor*"), Some("floor"));
        assert_eq!(nearest(""), Some("floor"));
        assert_eq!(super::nearest("a", [""].into_iter()), None);
    }
}
