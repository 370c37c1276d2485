//! Parts of links on the lattice.

use super::part::Part;
use super::share::Share;
use crate::geom::PlanPoint;
use crate::geom::predicates::{cross, dot};
use crate::mesh::link_ways::are_rigid;
use crate::mesh::{Link, LinkEnd, NavMesh, PolyRef, TileId};

/// How far from where a part ends its lattice points are looked for along each axis, steps: the
/// point may be half a step beside the piece, is rounded by another half, and may then be on the
/// wrong side of a border.
pub(super) const NEAR: i32 = 2;
/// So many pairs of points are tried for each end of a part, the best first.
const TRIED: usize = 40;

/// A part of a link as a link of its own, between lattice points that its pieces hold: images of
/// each other where the stretches are such on the lattice (shifted, turned by quarter turns,
/// mirrored), and otherwise next to where the part ends, as long as both come out equally long.
/// Otherwise which of the two pieces are too thin: those without lattice points near where the part
/// ends, or both where no points of theirs go together.
pub(super) fn lay(
    mesh: &NavMesh,
    link: &Link,
    tiles: [TileId; 2],
    part: &Part,
) -> Result<Link, [bool; 2]> {
    let [a, b] = part.pieces;
    let pieces = [(tiles[0], a), (tiles[1], b)].map(|(tile, polygon)| PolyRef { tile, polygon });
    let stretches = [&link.from, &link.to].map(|end| [end.from.plan, end.to.plan]);
    let [firsts, lasts] = part.shares.map(|share| pairs(mesh, pieces, stretches, share));
    let both = firsts.iter().flat_map(|first| lasts.iter().map(move |last| (first, last)));
    let mut ends = both.map(|(first, last)| [[first[0], last[0]], [first[1], last[1]]]);
    let leads_on = |[a, b]: [PlanPoint; 2], [p, q]: [PlanPoint; 2]| dot(a, b, p) <= dot(a, b, q);
    let fits = |ends: &[[PlanPoint; 2]; 2]| {
        are_rigid(*ends) && [0, 1].into_iter().all(|i| leads_on(stretches[i], ends[i]))
    };
    let Some([from, to]) = ends.find(fits) else {
        let is_bare = |i: usize| {
            let has_none = |share| near(mesh, pieces[i], stretches[i], share).is_empty();
            part.shares.into_iter().any(has_none)
        };
        let bare = [0, 1].map(is_bare);
        return Err(if bare == [false; 2] { [true; 2] } else { bare });
    };
    let (from, to) = (end(mesh, &link.from, pieces[0], from), end(mesh, &link.to, pieces[1], to));
    Ok(Link { from, to, ..*link })
}

/// An end of a part on the ground of a piece; where the link itself ends, at its height.
fn end(mesh: &NavMesh, of: &LinkEnd, piece: PolyRef, ends: [PlanPoint; 2]) -> LinkEnd {
    let [from, to] = ends.map(|plan| {
        let known = [of.from, of.to].into_iter().find(|known| known.plan == plan);
        known.unwrap_or_else(|| plan.at(mesh.height_at(piece, plan)))
    });
    LinkEnd { polygon: mesh.id(piece), from, to }
}

/// Points of two pieces near a share of two stretches, one on each, the best first: those that are
/// as far from the ends of their stretches as each other; of these those on the stretches; then
/// those nearest to the share.
fn pairs(
    mesh: &NavMesh,
    pieces: [PolyRef; 2],
    stretches: [[PlanPoint; 2]; 2],
    share: Share,
) -> Vec<[PlanPoint; 2]> {
    let [here, there] = [0, 1].map(|i| near(mesh, pieces[i], stretches[i], share));
    let rank = |p: &Near, q: &Near| {
        let beside = p.beside + q.beside;
        (p.ends != q.ends, beside > 0, p.off + q.off, beside)
    };
    let both = here.iter().flat_map(|p| there.iter().map(move |q| (rank(p, q), [p.at, q.at])));
    let mut pairs: Vec<_> = both.collect();
    if pairs.len() > TRIED {
        pairs.select_nth_unstable(TRIED);
        pairs.truncate(TRIED);
    }
    pairs.sort_unstable();
    pairs.into_iter().map(|(_, pair)| pair).collect()
}

/// A lattice point near a share of a stretch.
struct Near {
    at: PlanPoint,
    /// How far it is from the first and the last point of the stretch, squared.
    ends: [i64; 2],
    /// From the share, squared.
    off: i64,
    /// From the line of the stretch, times its length.
    beside: i64,
}

/// The lattice points of a piece near a share of a stretch.
fn near(mesh: &NavMesh, piece: PolyRef, [a, b]: [PlanPoint; 2], share: Share) -> Vec<Near> {
    let middle = share.on([a, b]);
    let tile = mesh.tile(piece.tile);
    let around = (-NEAR..=NEAR).flat_map(|y| (-NEAR..=NEAR).map(move |x| (x, y)));
    let around = around.map(|(x, y)| PlanPoint::new(middle.x + x, middle.y + y));
    let held = around.filter(|&p| tile.holds(piece.polygon, p));
    let figures = held.map(|at| Near {
        at,
        ends: [a, b].map(|end| at.distance_squared(end)),
        off: at.distance_squared(middle),
        beside: cross(a, b, at).abs(),
    });
    figures.collect()
}
