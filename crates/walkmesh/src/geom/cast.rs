//! Every narrowing number conversion of the library lives here, each with what it assumes.

/// A `u32` index as a slice index.
#[inline]
#[must_use]
pub const fn index(i: u32) -> usize {
    i as usize
}

/// A count as a `u32`, saturating: callers check limits with a typed error first.
#[inline]
#[must_use]
pub fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The low half of a number's bits.
#[inline]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "the lowest bits are what is wanted")]
pub const fn low_half(v: u32) -> u16 {
    v as u16
}

/// The nearest integer (halves away from zero), clamped to `i32`; NaN gives 0.
#[inline]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "float to int casts saturate")]
pub fn round_i32(v: f64) -> i32 {
    // The part cut off is exact, so this is `round`, which is a call on plain x86-64.
    let towards_zero = v as i32;
    let rest = v - f64::from(towards_zero);
    towards_zero.saturating_add(i32::from(rest >= 0.5)).saturating_sub(i32::from(rest <= -0.5))
}

/// The nearest integer (halves away from zero), clamped to `i64`; NaN gives 0.
#[inline]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "float to int casts saturate")]
pub fn round_i64(v: f64) -> i64 {
    v.round() as i64
}

/// The largest integer not above `v`, clamped to `i32`; NaN gives 0.
#[inline]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "float to int casts saturate")]
pub fn floor_i32(v: f64) -> i32 {
    // Truncating and stepping down is a few instructions; `floor` is a call on plain x86-64.
    let towards_zero = v as i32;
    towards_zero.saturating_sub(i32::from(f64::from(towards_zero) > v))
}

/// The smallest integer not below `v`, clamped to `i32`; NaN gives 0.
#[inline]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "float to int casts saturate")]
pub fn ceil_i32(v: f64) -> i32 {
    let towards_zero = v as i32;
    towards_zero.saturating_add(i32::from(f64::from(towards_zero) < v))
}

/// As [`floor_i32`] where the caller knows the result to be well within `i32`; without the
/// clamping it is a third of the instructions. Beyond it gives some integer.
#[inline]
#[must_use]
pub fn floor_within(v: f64) -> i32 {
    let nearest = v + WHOLE;
    low_bits(nearest).wrapping_sub(i32::from(nearest - WHOLE > v))
}

/// As [`ceil_i32`], within the limits of [`floor_within`].
#[inline]
#[must_use]
pub fn ceil_within(v: f64) -> i32 {
    let nearest = v + WHOLE;
    low_bits(nearest).wrapping_add(i32::from(nearest - WHOLE < v))
}

/// As [`round_i32`], within the limits of [`floor_within`].
#[inline]
#[must_use]
pub fn round_within(v: f64) -> i32 {
    // Halves were rounded to the even neighbour, which may be the one nearer to zero.
    let nearest = v + WHOLE;
    let rest = v - (nearest - WHOLE);
    let up = rest >= 0.5 && v > 0.0;
    let down = rest <= -0.5 && v < 0.0;
    low_bits(nearest).wrapping_add(i32::from(up)).wrapping_sub(i32::from(down))
}

/// Added to a number below 2^51, it leaves no bits for a fraction, and the whole number in the
/// lowest bits.
const WHOLE: f64 = 6_755_399_441_055_744.0;

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the lowest bits are what is wanted")]
const fn low_bits(v: f64) -> i32 {
    v.to_bits() as i32
}

/// An `i64` that the caller knows to fit `i32`; clamps otherwise.
#[inline]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "clamped on the same line")]
pub fn narrow_i32(v: i64) -> i32 {
    v.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// A non-negative `i32` as a slice index; negative values become 0.
#[inline]
#[must_use]
#[expect(clippy::cast_sign_loss, reason = "clamped on the same line")]
pub fn cell_index(i: i32) -> usize {
    i.max(0) as usize
}

/// A grid extent as `i32`, saturating.
#[inline]
#[must_use]
pub fn extent(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// An `i64` as `f64`; exact up to 2^53, rounded to nearest beyond.
#[inline]
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "lengths only; decisions stay integer")]
pub fn float(v: i64) -> f64 {
    v as f64
}

/// An `i128` as `f64`, rounded to nearest.
#[inline]
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "areas and lengths only; decisions stay integer")]
pub fn float_wide(v: i128) -> f64 {
    v as f64
}

/// The nearest `f32`, clamped to the largest finite one; NaN stays.
#[inline]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "rounded to nearest, clamped first")]
pub fn single(v: f64) -> f32 {
    v.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_and_ceil_are_those_of_f64() {
        let edge = f64::from(i32::MAX);
        let values = [0.0, -0.0, 0.5, -0.5, 2.0, -2.0, 1e-300, -1e-300, edge, -edge, edge + 0.5];
        let halves = [1.5, -1.5, 0.5_f64.next_down(), -0.5_f64.next_down(), edge - 0.5, 0.5 - edge];
        for v in values.into_iter().chain(halves).chain([
            1e300,
            -1e300,
            f64::NAN,
            -edge - 1.0,
            -edge - 1.5,
        ]) {
            assert_eq!(floor_i32(v), narrow_i32(round_i64(v.floor())), "{v}");
            if v.abs() < edge {
                assert_eq!(floor_within(v), floor_i32(v), "{v}");
                assert_eq!(ceil_within(v), ceil_i32(v), "{v}");
                assert_eq!(round_within(v), round_i32(v), "{v}");
            }
            assert_eq!(round_i32(v), narrow_i32(round_i64(v.round())), "{v}");
            assert_eq!(ceil_i32(v), narrow_i32(round_i64(v.ceil())), "{v}");
        }
    }
}
