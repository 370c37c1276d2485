//! The pieces of one base polygon: a function of the polygon, what lies around it, and the
//! shapes that act there.

mod arrange;
mod chains;

use std::sync::Arc;

use super::cover::Cover;
use super::hot::Ground;
use super::outline::Outline;
use super::relief::{Relief, triangles};
use crate::geom::predicates::is_convex;
use crate::geom::{DelaunayError, GroundPoint, PlanPoint, cast};
use crate::mesh::{NavMesh, PolyRef};
use crate::partition::{HalfEdges, Order, merge_faces};
use arrange::Arrangement;
use chains::Chains;

/// What lies beyond a side of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    /// Another piece of the same base polygon.
    Piece(u32),
    /// Whatever is beyond that part of an edge of the base polygon.
    Outside { edge: u32, part: u32 },
    /// Nothing.
    Wall,
}

/// What stands at a part of an edge of the base polygon, inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    /// A piece.
    Piece(u32),
    /// Nothing: the polygon has no width here, and one comes out at another part of its border.
    Through { edge: u32, part: u32 },
    /// Nothing, and no way on.
    Nothing,
}

/// A convex piece of a base polygon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Corners, as indices into [`Cut::vertices`].
    pub(super) corners: Vec<u32>,
    /// What is beyond each side.
    pub(super) beyond: Vec<Beyond>,
    /// Height triangles.
    pub(super) triangles: Vec<[u32; 3]>,
    /// What lies over it.
    pub(super) cover: Cover,
}

/// A base polygon in pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// Corners of the base polygon in order, then others.
    pub(super) vertices: Vec<GroundPoint>,
    pub(super) pieces: Vec<Piece>,
    /// For each edge of the base polygon and each part of it what is inside.
    pub(super) parts: Vec<Vec<Inside>>,
    /// Where its edges are bent.
    bends: Vec<Vec<PlanPoint>>,
    /// True when ways lead through it where it has no width.
    pub(super) is_thin: bool,
    /// True when the one piece is the base polygon itself, with its own height triangles.
    pub(super) is_whole: bool,
}

impl Cut {
    /// True when the edges of a polygon with this cut (or none) are bent so.
    pub(super) fn is_bent(cut: Option<&Self>, bends: &[Vec<PlanPoint>]) -> bool {
        cut.map_or_else(|| bends.iter().all(Vec::is_empty), |cut| cut.bends == bends)
    }
}

/// A shape over the polygon.
pub(super) struct Layer<'a> {
    pub(super) outline: &'a Outline,
    /// Indices of the changes with this outline.
    pub(super) changes: Vec<usize>,
}

/// Cuts a polygon; `None` when nothing lies over it and no edge of it is bent. `layers` are the
/// outlines that act on it, each once; `bends` says where its edges are bent; `cover` gives the
/// lists where changes lie over each other, by index.
pub(super) fn cut<'a, F, A>(
    ground: &Ground<'a, F>,
    polygon: PolyRef,
    bends: Vec<Vec<PlanPoint>>,
    layers: &[Layer<'_>],
    cover: impl Fn(&[usize]) -> Cover,
) -> Result<Option<Cut>, DelaunayError>
where
    F: Fn(PolyRef) -> A,
    A: IntoIterator<Item = &'a Outline>,
{
    let base = ground.base;
    let corners: Vec<GroundPoint> = base.corners(polygon).collect();
    if layers.is_empty() && bends.iter().all(Vec::is_empty) {
        return Ok(None);
    }
    let hot = ground.hot(polygon);
    let plan: Vec<PlanPoint> = corners.iter().map(|c| c.plan).collect();
    let chains = Chains::new(&plan, &bends, layers, &hot);
    if !chains.cut_inside() && bends.iter().all(Vec::is_empty) {
        let over = cover(&chains.over_all(layers));
        return Ok((!over.is_bare()).then(|| whole(&corners, over)));
    }
    let arrangement = Arrangement::new(&chains, layers)?;
    Ok(Some(Cut { bends, ..pieces(base, polygon, &corners, arrangement, cover) }))
}

/// The base polygon as its only piece.
fn whole(corners: &[GroundPoint], cover: Cover) -> Cut {
    let n = cast::count(corners.len());
    let beyond = (0..n).map(|edge| Beyond::Outside { edge, part: 0 }).collect();
    let piece = Piece { corners: (0..n).collect(), beyond, triangles: Vec::new(), cover };
    Cut {
        vertices: corners.to_vec(),
        pieces: vec![piece],
        parts: vec![vec![Inside::Piece(0)]; corners.len()],
        bends: vec![Vec::new(); corners.len()],
        is_thin: false,
        is_whole: true,
    }
}

/// Merges the triangles of equal cover to convex pieces.
fn pieces(
    base: &NavMesh,
    polygon: PolyRef,
    corners: &[GroundPoint],
    mut arrangement: Arrangement,
    cover: impl Fn(&[usize]) -> Cover,
) -> Cut {
    let mut joints = std::mem::take(&mut arrangement.sides);
    let Arrangement { points, over, .. } = &arrangement;
    // Equal sets of changes and then equal covers get equal numbers.
    let mut sets: Vec<&Vec<usize>> = over.iter().collect();
    sets.sort_unstable();
    sets.dedup();
    let covers: Vec<Cover> = sets.iter().map(|set| cover(set)).collect();
    let cover_of = |t: usize| &covers[sets.partition_point(|set| *set < &over[t])];
    for h in 0..joints.len() {
        let t = cast::index(h / 3);
        if let Some(u) = joints.twin(h)
            && cover_of(t) != cover_of(cast::index(u / 3))
        {
            joints.part(h);
        }
    }
    merge_faces(&mut joints, points, Order::LongestEdge);
    collect(base, polygon, corners, &arrangement, &mut joints, &|t| cover_of(t).clone())
}

/// The faces as pieces, in the order of their first half-edge.
fn collect(
    base: &NavMesh,
    polygon: PolyRef,
    corners: &[GroundPoint],
    arrangement: &Arrangement,
    joints: &mut HalfEdges,
    cover_of: &dyn Fn(usize) -> Cover,
) -> Cut {
    let Arrangement { points, .. } = arrangement;
    let mut piece_of: Vec<Option<u32>> = vec![None; arrangement.triangles.len()];
    let mut starts = Vec::new();
    for h in 0..joints.len() {
        let face = cast::index(joints.face(h));
        if !joints.is_gone(h) && piece_of[face].is_none() {
            piece_of[face] = Some(cast::count(starts.len()));
            starts.push(h);
        }
    }
    let rings: Vec<Vec<u32>> = starts.iter().map(|&h| joints.around(h).collect()).collect();
    // Directed sides of pieces, to find what is beyond them.
    let mut sides: Vec<((u32, u32), u32)> = Vec::new();
    for (ring, piece) in rings.iter().zip(0..) {
        sides.extend(ring.iter().map(|&h| ((joints.origin(h), joints.target(h)), piece)));
    }
    sides.sort_unstable();
    let piece_at = |a: u32, b: u32| {
        sides.binary_search_by_key(&(a, b), |side| side.0).ok().map(|i| sides[i].1)
    };
    let mut pieces = Vec::with_capacity(rings.len());
    for (ring, &start) in rings.iter().zip(&starts) {
        let beyond = ring.iter().map(|&h| {
            let (a, b) = (joints.origin(h), joints.target(h));
            match arrangement.part_at(a, b) {
                Some((edge, part)) => Beyond::Outside { edge, part },
                None => piece_at(b, a).map_or(Beyond::Wall, Beyond::Piece),
            }
        });
        pieces.push(Piece {
            corners: ring.iter().map(|&h| joints.origin(h)).collect(),
            beyond: beyond.collect(),
            triangles: Vec::new(),
            cover: cover_of(cast::index(start / 3)),
        });
    }
    for (t, triangle) in (0..).zip(&arrangement.triangles) {
        if let Some(piece) = piece_of[cast::index(joints.root(t))] {
            pieces[cast::index(piece)].triangles.push(*triangle);
        }
    }
    debug_assert!(pieces.iter().all(|piece| {
        let ring: Vec<PlanPoint> = piece.corners.iter().map(|&c| points[cast::index(c)]).collect();
        is_convex(&ring)
    }));
    let parts = arrangement.parts(piece_at);
    let mut vertices = heights(base, polygon, corners, arrangement);
    if let Some(relief) = Relief::new(base, polygon) {
        for piece in &mut pieces {
            if let Some(new) = triangles(base, polygon, &relief, &piece.corners, &mut vertices) {
                piece.triangles = new;
            }
        }
    }
    let is_thin = parts.iter().flatten().any(|part| matches!(part, Inside::Through { .. }));
    Cut { vertices, pieces, parts, bends: Vec::new(), is_thin, is_whole: false }
}

/// The ground under the points: corners as they are, on edges along the edge, inside as the base
/// polygon's ground is.
fn heights(
    base: &NavMesh,
    polygon: PolyRef,
    corners: &[GroundPoint],
    arrangement: &Arrangement,
) -> Vec<GroundPoint> {
    let mut vertices: Vec<Option<GroundPoint>> = vec![None; arrangement.points.len()];
    for (i, &corner) in corners.iter().enumerate() {
        vertices[cast::index(arrangement.corners[i])] = Some(corner);
    }
    for (edge, chain) in arrangement.edges.iter().enumerate() {
        let along = base.ground_along(polygon, edge);
        for &v in chain {
            let p = arrangement.points[cast::index(v)];
            vertices[cast::index(v)].get_or_insert_with(|| p.at(along.height(p)));
        }
    }
    let points = vertices.into_iter().zip(&arrangement.points);
    points.map(|(known, p)| known.unwrap_or_else(|| p.at(base.height_at(polygon, *p)))).collect()
}

/// Shares equal cuts.
pub(super) fn shared(old: Option<&Arc<Cut>>, new: Option<Cut>) -> Option<Arc<Cut>> {
    let new = new?;
    match old {
        Some(old) if **old == new => Some(Arc::clone(old)),
        _ => Some(Arc::new(new)),
    }
}
