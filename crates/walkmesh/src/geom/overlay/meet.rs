//! Where two segments meet, on the lattice.

use super::place::{Place, cross, dot};
use super::split::Segment;

/// Marks where two segments meet inside of one or both; true when it was rounded.
pub(super) fn meet(
    (i, s): (u32, &Segment),
    (j, t): (u32, &Segment),
    near: i64,
    marks: &mut Vec<(u32, Place)>,
) -> bool {
    let (ta, tb) = (cross(s.a, s.b, t.a).signum(), cross(s.a, s.b, t.b).signum());
    if ta == tb {
        if ta == 0 {
            along((i, s), (j, t), marks);
        }
        return false;
    }
    // Ends that they share.
    if ta == 0 && (t.a == s.a || t.a == s.b) || tb == 0 && t.b == s.b {
        return false;
    }
    let (sa, sb) = (cross(t.a, t.b, s.a).signum(), cross(t.a, t.b, s.b).signum());
    if sa == sb {
        return false;
    }
    if sa != 0 && sb != 0 && ta != 0 && tb != 0 {
        return inside((i, s), (j, t), near, marks);
    }
    match (ta, tb, sa, sb) {
        (0, _, 1.. | ..=-1, 1.. | ..=-1) => marks.push((i, t.a)),
        (_, 0, 1.. | ..=-1, 1.. | ..=-1) => marks.push((i, t.b)),
        (1.. | ..=-1, 1.. | ..=-1, 0, _) => marks.push((j, s.a)),
        (1.. | ..=-1, 1.. | ..=-1, _, 0) => marks.push((j, s.b)),
        // An end of one is an end of the other.
        _ => {}
    }
    false
}

/// Marks the ends of each of two segments on one line that are inside of the other.
fn along((i, s): (u32, &Segment), (j, t): (u32, &Segment), marks: &mut Vec<(u32, Place)>) {
    let is_inside = |p: Place, s: &Segment| dot(p, s.a, s.b) < 0;
    marks.extend([s.a, s.b].into_iter().filter(|&p| is_inside(p, t)).map(|p| (j, p)));
    marks.extend([t.a, t.b].into_iter().filter(|&p| is_inside(p, s)).map(|p| (i, p)));
}

/// Marks where two segments cross.
fn inside(
    (i, s): (u32, &Segment),
    (j, t): (u32, &Segment),
    near: i64,
    marks: &mut Vec<(u32, Place)>,
) -> bool {
    let p = crossing(s, t);
    let on_s = cross(s.a, s.b, p) == 0;
    let on_t = cross(t.a, t.b, p) == 0;
    if !(on_s && on_t) {
        let away = |q: Place| dot(p, q, q);
        let (sa, sb, ta, tb) = (away(s.a), away(s.b), away(t.a), away(t.b));
        if sa.min(sb).min(ta).min(tb) <= near {
            if sa.min(sb) <= ta.min(tb) {
                let end = if sa < sb { s.a } else { s.b };
                if cross(t.a, end, t.b) != 0 {
                    marks.push((j, end));
                    return true;
                }
            } else {
                let end = if ta < tb { t.a } else { t.b };
                if cross(s.a, end, s.b) != 0 {
                    marks.push((i, end));
                    return true;
                }
            }
        }
    }
    marks.extend([(i, p), (j, p)]);
    !(on_s && on_t)
}

/// The lattice point next to where two segments cross.
fn crossing(s: &Segment, t: &Segment) -> Place {
    let (x, y) = (s.a.x(), s.a.y());
    let (ux, uy) = (s.b.x() - x, s.b.y() - y);
    let (ax, ay) = (t.a.x() - x, t.a.y() - y);
    let (bx, by) = (t.b.x() - x, t.b.y() - y);
    let (dx, dy) = (ax - bx, ay - by);
    let turn = ax * by - ay * bx;
    if ux == 0 {
        s.a.moved(0, turn / dx)
    } else if uy == 0 {
        s.a.moved(-turn / dy, 0)
    } else {
        let by = uy * dx - ux * dy;
        s.a.moved(share(ux, turn, by), share(uy, turn, by))
    }
}

/// `a b / c`, rounded, halves away from zero.
fn share(a: i64, b: i64, c: i64) -> i64 {
    let is_negative = (a < 0) ^ (b < 0) ^ (c < 0);
    let c = c.unsigned_abs();
    let size = match a.unsigned_abs().checked_mul(b.unsigned_abs()) {
        Some(product) => rounded(product, c),
        None => {
            let product = u128::from(a.unsigned_abs()) * u128::from(b.unsigned_abs());
            let (whole, rest) = (product / u128::from(c), product % u128::from(c));
            let up = rest >= u128::from(c.div_ceil(2));
            u64::try_from(whole).unwrap_or(u64::MAX).saturating_add(u64::from(up))
        }
    };
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    if is_negative { -size } else { size }
}

fn rounded(product: u64, by: u64) -> u64 {
    product / by + u64::from(product % by >= by.div_ceil(2))
}
