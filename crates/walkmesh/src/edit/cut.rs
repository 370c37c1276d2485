//! The pieces of one base polygon: a function of the polygon, what lies around it, and the
//! shapes that act there.

mod arrange;
mod chains;
mod piece;

use std::sync::Arc;

use super::cover::Cover;
use super::hot::{Ground, Room};
use super::outline::Outline;
use super::relief;
use super::twins::Twins;
use crate::geom::predicates::is_convex;
use crate::geom::{DelaunayError, GroundPoint, PlanPoint, cast};
use crate::mesh::{NavMesh, PolyRef};
use crate::partition::{HalfEdges, Order, merge_faces};
use arrange::Arrangement;
pub(super) use piece::{Beyond, Cut, Extent, Inside, Piece, PieceSide};

/// A shape over the polygon.
pub(super) struct Layer<'a> {
    pub(super) outline: &'a Outline,
    /// Indices of the changes with this outline, in order.
    pub(super) changes: &'a [usize],
}

/// So many cuts that were replaced are kept for those that come.
const SPARE: usize = 256;
/// One with memory for more vertices is not.
const LARGE: usize = 128;

/// Memory for cuts, one after the other; says nothing from one to the next.
#[derive(Default)]
pub(super) struct Scratch {
    arrangement: Arrangement,
    faces: Faces,
    names: Names,
    over: Vec<Cover>,
    /// Where each of them is in the cut.
    known: Vec<Option<u32>>,
    pub(super) room: Room,
    /// Cuts that nobody else has.
    spare: Vec<Arc<Cut>>,
}

impl Scratch {
    /// An empty cut, in the memory of one that was.
    pub(super) fn empty(&mut self) -> Arc<Cut> {
        self.spare.pop().unwrap_or_default()
    }

    /// Takes back a cut that is no longer needed.
    pub(super) fn keep(&mut self, mut cut: Arc<Cut>) {
        if self.spare.len() < SPARE
            && cut.room() <= LARGE
            && let Some(own) = Arc::get_mut(&mut cut)
        {
            own.clear();
            self.spare.push(cut);
        }
    }
}

impl std::fmt::Debug for Scratch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Scratch")
    }
}

/// Cuts a polygon into pieces, of which `made` has none yet and says where its edges are bent; false
/// when nothing lies over it and no edge of it is bent. `layers` are the outlines that act on it,
/// each once; `cover` gives the lists where changes lie over each other, by index.
pub(super) fn cut<'a, F, A>(
    ground: &Ground<'a, F>,
    polygon: PolyRef,
    layers: &[Layer<'_>],
    cover: impl Fn(&[usize]) -> Cover,
    scratch: &mut Scratch,
    made: &mut Cut,
) -> Result<bool, DelaunayError>
where
    F: Fn(PolyRef) -> Option<A>,
    A: IntoIterator<Item = &'a Outline>,
{
    let base = ground.base;
    let is_bent = !made.bends.items().is_empty();
    if layers.is_empty() && !is_bent {
        return Ok(false);
    }
    let arrangement = &mut scratch.arrangement;
    let plan = base.corners(polygon).map(|corner| corner.plan);
    arrangement.chains.set(plan, &made.bends, layers, &ground.hot(polygon));
    if !arrangement.chains.cut_inside() && !is_bent {
        let over = cover(&arrangement.chains.over_all(layers));
        let is_cut = !over.is_bare();
        if is_cut {
            whole(base.corners(polygon), over, made);
        }
        return Ok(is_cut);
    }
    arrangement.set(layers)?;
    pieces(ground.twins, polygon, scratch, cover, made);
    Ok(true)
}

/// The base polygon as its only piece.
fn whole(corners: impl ExactSizeIterator<Item = GroundPoint>, cover: Cover, made: &mut Cut) {
    let n = corners.len();
    let side = |edge| PieceSide { corner: edge, beyond: Beyond::Outside { edge, part: 0 } };
    made.vertices.extend(corners);
    made.sides.add((0..cast::count(n)).map(side));
    made.parts.reserve(n, n);
    (0..n).for_each(|_| made.parts.add([Inside::Piece(0)]));
    made.extents.push(Extent::of(&made.sides[0], &[], &made.vertices));
    made.covers.push(cover);
    made.cover_of.push(0);
    made.is_whole = true;
}

/// Merges the triangles of equal cover to convex pieces.
fn pieces(
    twins: &Twins,
    polygon: PolyRef,
    Scratch { arrangement, faces, names, over, known, .. }: &mut Scratch,
    cover: impl Fn(&[usize]) -> Cover,
    made: &mut Cut,
) {
    let base = &twins.base;
    over.clear();
    over.extend((0..arrangement.sets.len()).map(|set| cover(&arrangement.sets[set])));
    if over.len() > 1 {
        arrangement.part_where(|a, b| over[cast::index(a)] != over[cast::index(b)]);
    }
    let joints = &mut arrangement.sides;
    merge_faces(joints, &arrangement.chains.points, Order::LongestEdge);
    faces.set(joints);
    names.set(arrangement);
    let joints = &arrangement.sides;
    let Cut { vertices, sides, triangles, covers, cover_of, parts, extents, .. } = made;
    heights(base, polygon, arrangement, names, vertices);
    let count = faces.starts.len();
    sides.reserve(count, faces.sides);
    cover_of.reserve(count);
    known.clear();
    known.resize(over.len(), None);
    for &start in &faces.starts {
        let beyond = |h: u32| match arrangement.part_at(h) {
            Some((edge, part)) => Beyond::Outside { edge, part },
            None => arrangement.beside[cast::index(h)]
                .twin
                .map_or(Beyond::Wall, |u| Beyond::Piece(faces.piece_of[cast::index(u / 3)])),
        };
        let corner = |h: u32| names.of(joints.origin(h));
        let side = |h: u32| PieceSide { corner: corner(h), beyond: beyond(h) };
        sides.add(joints.around(start).map(side));
        let set = cast::index(arrangement.set_over[cast::index(start / 3)]);
        cover_of.push(*known[set].get_or_insert_with(|| {
            let cover = std::mem::take(&mut over[set]);
            let known = covers.iter().position(|known| *known == cover).unwrap_or_else(|| {
                covers.push(cover);
                covers.len() - 1
            });
            cast::count(known)
        }));
    }
    debug_assert!((0..count).all(|piece| {
        let ring = sides[piece].iter().map(|side| vertices[cast::index(side.corner)].plan);
        is_convex(&ring.collect::<Vec<PlanPoint>>())
    }));
    let relief = twins.relief(polygon);
    triangles.reserve(count, faces.piece_of.len());
    extents.reserve(count);
    for (piece, of_piece) in faces.triangles().enumerate() {
        let on_ground = relief.and_then(|relief| {
            let ring: Vec<u32> = sides[piece].iter().map(|side| side.corner).collect();
            relief::triangles(base, polygon, relief, &ring, vertices)
        });
        let inner = on_ground.as_deref().unwrap_or_default();
        extents.push(Extent::of(&sides[piece], inner, vertices));
        match on_ground {
            Some(on_ground) => triangles.add(on_ground),
            None => triangles
                .add(of_piece.iter().map(|&t| arrangement.triangle(t).map(|v| names.of(v)))),
        }
    }
    arrangement.parts(|h| faces.piece_of[cast::index(h / 3)], parts);
    made.is_thin = parts.items().iter().any(|part| matches!(part, Inside::Through { .. }));
}

/// Faces that are merged.
#[derive(Default)]
struct Faces {
    /// A half-edge of each face, in order.
    starts: Vec<u32>,
    /// By triangle: the index of its face.
    piece_of: Vec<u32>,
    /// Triangles by face.
    by_face: Vec<u32>,
    /// By face, where among those its next one goes.
    next: Vec<u32>,
    /// How many sides all faces have.
    sides: usize,
    /// The same, by the cell that stands for a face.
    piece_at: Vec<Option<u32>>,
}

impl Faces {
    fn set(&mut self, joints: &mut HalfEdges) {
        let Self { starts, piece_of, by_face, next, sides, piece_at } = self;
        starts.clear();
        *sides = 0;
        piece_at.clear();
        piece_at.resize(joints.cells(), None);
        for h in 0..joints.len() {
            if !joints.is_gone(h) {
                *sides += 1;
                piece_at[cast::index(joints.face(h))].get_or_insert_with(|| {
                    starts.push(h);
                    cast::count(starts.len() - 1)
                });
            }
        }
        let of_cell = |t: usize| piece_at[cast::index(joints.root(cast::count(t)))].unwrap_or(0);
        piece_of.clear();
        piece_of.extend((0..piece_at.len()).map(of_cell));
        // Where the triangles of each face begin; then each goes to the next place of its face.
        next.clear();
        next.resize(starts.len() + 1, 0);
        piece_of.iter().for_each(|&piece| next[cast::index(piece) + 1] += 1);
        (1..next.len()).for_each(|piece| next[piece] += next[piece - 1]);
        by_face.clear();
        by_face.resize(piece_of.len(), 0);
        for (t, &piece) in (0..).zip(&*piece_of) {
            let at = &mut next[cast::index(piece)];
            by_face[cast::index(*at)] = t;
            *at += 1;
        }
    }

    /// The triangles of each face.
    fn triangles(&self) -> impl Iterator<Item = &[u32]> {
        let piece_of = |t: u32| self.piece_of[cast::index(t)];
        self.by_face.chunk_by(move |&a, &b| piece_of(a) == piece_of(b))
    }
}

/// The points of an arrangement as vertices: the corners of the base polygon first.
#[derive(Default)]
struct Names {
    by_point: Vec<Option<u32>>,
    /// The points by vertex.
    points: Vec<u32>,
}

impl Names {
    fn set(&mut self, arrangement: &Arrangement) {
        let Self { by_point, points } = self;
        points.clear();
        by_point.clear();
        by_point.resize(arrangement.chains.points.len(), None);
        let all = 0..cast::count(by_point.len());
        for v in arrangement.corners().chain(all) {
            by_point[cast::index(v)].get_or_insert_with(|| {
                points.push(v);
                cast::count(points.len() - 1)
            });
        }
    }

    /// The vertex of a point.
    fn of(&self, point: u32) -> u32 {
        self.by_point[cast::index(point)].unwrap_or(0)
    }
}

/// The ground under the points: corners as they are, on edges along the edge, inside as the base
/// polygon's ground is.
fn heights(
    base: &NavMesh,
    polygon: PolyRef,
    arrangement: &Arrangement,
    names: &Names,
    into: &mut Vec<GroundPoint>,
) {
    let plan = |v: &u32| arrangement.chains.points[cast::index(*v)];
    let (low, high) = base.polygon(polygon).heights;
    if low == high {
        into.extend(names.points.iter().map(|v| plan(v).at(low)));
        return;
    }
    let mut vertices: Vec<Option<GroundPoint>> = vec![None; names.points.len()];
    for (vertex, corner) in vertices.iter_mut().zip(base.corners(polygon)) {
        *vertex = Some(corner);
    }
    for (edge, points) in arrangement.edges().enumerate().filter(|(_, points)| points.len() > 1) {
        let along = base.ground_along(polygon, edge);
        for v in points {
            let vertex = &mut vertices[cast::index(names.of(*v))];
            vertex.get_or_insert_with(|| plan(v).at(along.height(plan(v))));
        }
    }
    let known = vertices.into_iter().zip(&names.points);
    let inside = |v: &u32| plan(v).at(base.height_at(polygon, plan(v)));
    into.extend(known.map(|(known, v)| known.unwrap_or_else(|| inside(v))));
}
