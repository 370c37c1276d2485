//! Rings with fewer corners (Douglas and Peucker 1973).

/// A ring with those of its corners that keep it within `max_error` metres of where it was.
pub(super) fn ring(corners: &[[f64; 2]], max_error: f64) -> Vec<[f64; 2]> {
    let Some(&first) = corners.first() else { return Vec::new() };
    let limit = max_error * max_error;
    let far = |p: &[f64; 2]| squared(*p, first, first);
    let split = (0..corners.len()).max_by(|&a, &b| far(&corners[a]).total_cmp(&far(&corners[b])));
    let split = split.unwrap_or(0);
    let closed: Vec<[f64; 2]> = corners.iter().copied().chain([first]).collect();
    let mut kept = vec![first];
    thin(&closed[..=split], limit, &mut kept);
    thin(&closed[split..], limit, &mut kept);
    kept.pop();
    kept
}

/// Adds what is kept of a line after its first point.
fn thin(line: &[[f64; 2]], limit: f64, kept: &mut Vec<[f64; 2]>) {
    let mut ends = vec![line.len() - 1];
    let mut at = 0;
    while let Some(&end) = ends.last() {
        let off = |k: &usize| squared(line[*k], line[at], line[end]);
        let farthest = (at + 1..end).max_by(|a, b| off(a).total_cmp(&off(b)));
        match farthest.filter(|k| off(k) > limit) {
            Some(k) => ends.push(k),
            None => {
                if end > at {
                    kept.push(line[end]);
                }
                at = end;
                ends.pop();
            }
        }
    }
}

/// Squared distance of `p` from the segment `ab`.
fn squared(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let minus = |p: [f64; 2], q: [f64; 2]| [p[0] - q[0], p[1] - q[1]];
    let dot = |u: [f64; 2], v: [f64; 2]| u[0] * v[0] + u[1] * v[1];
    let (u, v) = (minus(b, a), minus(p, a));
    let length = dot(u, u);
    let share = if length > 0.0 { (dot(u, v) / length).clamp(0.0, 1.0) } else { 0.0 };
    let off = minus(v, [u[0] * share, u[1] * share]);
    dot(off, off)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_within_the_error_go() {
        let ring_of =
            |error| ring(&[[0.0, 0.0], [2.0, 0.1], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], error);
        assert_eq!(ring_of(0.05).len(), 5);
        assert_eq!(ring_of(0.15), [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]]);
    }
}
