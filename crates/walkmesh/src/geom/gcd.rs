//! Lattice points on a segment.

/// The greatest common divisor, at least 1. A segment that spans so much has so many parts
/// between lattice points. Both numbers are above `i64::MIN`.
pub(crate) const fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    if a == 0 { 1 } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_greatest_that_divides_both() {
        for (a, b) in (-12..=12).flat_map(|a| (-12..=12).map(move |b| (a, b))) {
            let divides = |d: &i64| a % d == 0 && b % d == 0;
            let greatest = (1..=12).rev().find(divides).unwrap();
            let expected = if (a, b) == (0, 0) { 1 } else { greatest };
            assert_eq!(gcd(a, b), expected, "{a} {b}");
        }
    }
}
