//! What takes ground away: which faces are above which ground, and how far.

use super::extents::Extents;
use super::face::{Face, Role};
use super::free::{APART, Body, Free, SLACK, least_over};
use crate::geom::{Volume, cast, convex};

/// This far inside of a triangle, steps, another one is inside of it after it is grown by
/// [`OVERLAP`](super::grown::OVERLAP).
const COVERED: f64 = 3.0;

/// What takes ground away from each group: faces in the way, and higher ground within a step,
/// which counts instead.
pub(super) struct Relations {
    pub(super) blockers: Vec<(usize, u32)>,
    pub(super) covers: Vec<(usize, u32)>,
    /// The faces all of whose ground a single one takes away.
    pub(super) is_covered: Vec<bool>,
}

/// Which faces may be in the way of which groups, and which ground lies over which within a step.
pub(super) fn relate(faces: &[Face], extents: &Extents, free: &Free, body: Body) -> Relations {
    let is_covered = vec![false; faces.len()];
    let mut relations = Relations { blockers: Vec::new(), covers: Vec::new(), is_covered };
    for (number, group) in free.groups.iter().enumerate() {
        let first = (relations.blockers.len(), relations.covers.len());
        for &i in &group.faces {
            relate_face((faces, i), extents, (free, number), body, &mut relations);
        }
        // Several triangles may meet the same.
        if group.faces.len() > 1 {
            sort_from(&mut relations.blockers, first.0);
            sort_from(&mut relations.covers, first.1);
        }
    }
    relations
}

/// Sorts a list from a place on; what is there twice stays once.
fn sort_from(list: &mut Vec<(usize, u32)>, first: usize) {
    let mut own = list.split_off(first);
    own.sort_unstable();
    own.dedup();
    list.append(&mut own);
}

/// Adds what takes ground away from one face of a group.
fn relate_face(
    (faces, i): (&[Face], u32),
    extents: &Extents,
    (free, group): (&Free, usize),
    body: Body,
    relations: &mut Relations,
) {
    let face = &faces[cast::index(i)];
    // Nothing below and nothing above the head matters.
    let high = face.high.saturating_add(cast::ceil_i32(body.height));
    let low = face.low.saturating_sub(cast::ceil_i32(SLACK));
    let before = (relations.blockers.len(), relations.covers.len());
    let is_covered = extents.visit_until(&Volume { low, high, ..face.extent() }, |v| {
        if v == i {
            return false;
        }
        let other = &faces[cast::index(v)];
        let (least, most) = (f64::from(other.low - face.high), f64::from(other.high - face.low));
        let (from, to) = body.stopped_by(other);
        let is_in_the_way = most > from && least < to;
        let over = least_over(face, other);
        let is_higher = other.role == Role::Ground && most > over && least <= body.climb;
        if !(is_in_the_way || is_higher) || face.is_apart(other, APART) {
            return false;
        }
        if is_in_the_way {
            relations.blockers.push((group, v));
        }
        if is_higher
            && free.group_of[cast::index(v)] != Some(group)
            && convex::overlap(&other.plan(), &face.plan())
        {
            relations.covers.push((group, v));
        }
        let takes_all = (least > from && most < to)
            || (other.role == Role::Ground && least > over && most < body.climb);
        takes_all && other.role != Role::Wall && other.covers(face, COVERED)
    });
    if is_covered {
        relations.blockers.truncate(before.0);
        relations.covers.truncate(before.1);
        relations.is_covered[cast::index(i)] = true;
    }
}
