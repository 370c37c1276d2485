//! Rings cut by half-spaces, in floating point.

/// What of a ring has a value of 0 or more; values change evenly along its edges.
pub fn keep<const N: usize>(ring: &[[f64; N]], value: impl Fn(&[f64; N]) -> f64) -> Vec<[f64; N]> {
    let mut kept = Vec::new();
    for (i, p) in ring.iter().enumerate() {
        let q = &ring[(i + 1) % ring.len()];
        let (at_p, at_q) = (value(p), value(q));
        if at_p >= 0.0 {
            kept.push(*p);
        }
        if (at_p > 0.0 && at_q < 0.0) || (at_p < 0.0 && at_q > 0.0) {
            let t = at_p / (at_p - at_q);
            kept.push(std::array::from_fn(|c| p[c] + (q[c] - p[c]) * t));
        }
    }
    kept
}
