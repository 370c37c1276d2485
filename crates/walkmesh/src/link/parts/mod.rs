//! Links between stretches of which the ground is of several polygons: they live on in parts, each
//! between one polygon and one other.

mod ends;
mod part;
mod share;
mod side;
mod span;
mod whole;

use crate::mesh::link_ways::is_rigid;
use crate::mesh::{Link, NavMesh};
pub(crate) use side::Side;
use side::laid;
pub(crate) use whole::{leads_on, put_together};

/// A link over the polygons at its sides, in parts, in order; none where there is no such ground, and
/// of a link that makes no sense. Time as [`laid`].
pub(crate) fn in_parts(mesh: &NavMesh, link: &Link, sides: [Side; 2]) -> Vec<Link> {
    if is_rigid(link) { without_spare_points(&laid(mesh, link, sides)) } else { Vec::new() }
}

/// Parts of a link, in order, without those of one point that the part before or after has too.
fn without_spare_points(parts: &[Link]) -> Vec<Link> {
    let places = |part: &Link| {
        let [a, b] = [&part.from, &part.to].map(|end| [end.from.plan, end.to.plan]);
        [[a[0], b[0]], [a[1], b[1]]]
    };
    let is_point = |part: &Link| part.from.from.plan == part.from.to.plan;
    let mut kept: Vec<Link> = Vec::with_capacity(parts.len());
    for (i, part) in parts.iter().enumerate() {
        let here = places(part)[0];
        let before = kept.last().is_some_and(|before| places(before)[1] == here);
        let after = parts.get(i + 1).filter(|after| !is_point(after));
        if !(is_point(part) && (before || after.is_some_and(|after| places(after)[0] == here))) {
            kept.push(*part);
        }
    }
    kept
}
