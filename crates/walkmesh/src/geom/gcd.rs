//! Lattice points on a segment.

/// The greatest common divisor; the other number where one is zero. A segment with these extents
/// has so many parts between lattice points.
pub(crate) const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
