//! Triangulate, then merge triangles to convex polygons.
//!
//! Each patch of the surface gets the constrained Delaunay triangulation of its rings; then
//! diagonals are taken away, in the order of [`Order`], wherever both ends stay convex. This is
//! the merging of Hertel and Mehlhorn ("Fast triangulation of the plane with respect to simple
//! polygons", 1985), which is never worse than four times the fewest pieces; here convexity is
//! exact, and flat corners are allowed. Then one diagonal is put in the place of two where one does
//! for the corners that need them, which takes away a piece in twenty.
//!
//! No point is added to a ring and none is lost, so neighbours agree on every corner, across
//! patches and across tiles.

mod exchange;
mod greedy;
mod half_edges;
mod outline;

use super::{Beyond, Names, Partition, Piece, WALK, triangles_of};
use crate::geom::{DelaunayError, cast};
use crate::surface::{Patch, Surface};
pub(crate) use greedy::merge as merge_faces;
pub(crate) use half_edges::HalfEdges;
pub(crate) use outline::Outline;

/// Which diagonal is taken away first. Every order ends where none can be taken away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// The longest diagonals first: the ones that stay are short.
    #[default]
    LongestEdge,
    /// The shortest diagonals first.
    ShortestEdge,
    /// No merging: the pieces are the triangles.
    None,
}

/// How [`merge`] works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergeOptions {
    /// Which diagonal goes first.
    pub order: Order,
    /// True when afterwards one diagonal takes the place of two wherever three pieces are two with
    /// it, it is hardly longer than both together, and ground leads on beyond one of them; not with
    /// [`Order::None`].
    pub exchange: bool,
}

impl Default for MergeOptions {
    fn default() -> Self {
        Self { order: Order::default(), exchange: true }
    }
}

/// Why a surface could not be cut into pieces. It breaks a rule of [`crate::surface::Patch`].
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PartitionError {
    /// The rings of a patch cross, or touch inside an edge.
    #[error("layer {layer}, patch {patch}: its rings do not fit together: {source}")]
    Rings {
        /// Index of the layer.
        layer: usize,
        /// Index of the patch in the layer.
        patch: usize,
        /// What is wrong; segments are the edges of the outline, then of the holes, in order.
        source: DelaunayError,
    },
    /// The triangles inside the rings do not have the rings' area: a ring runs the wrong way
    /// round, winds twice, or a hole is not inside.
    #[error(
        "layer {layer}, patch {patch}: the rings span {rings} half square steps, but {triangles} \
         lie left of their edges: outlines must be counter-clockwise, holes clockwise and inside"
    )]
    Area {
        /// Index of the layer.
        layer: usize,
        /// Index of the patch in the layer.
        patch: usize,
        /// Twice the area of the rings.
        rings: i128,
        /// Twice the area of the triangles.
        triangles: i128,
    },
    /// The surface has more corners than a partition can name.
    #[error("the surface has {count} corners, more than {}: cut it into tiles", u32::MAX / 8)]
    TooMany {
        /// How many corners there are.
        count: usize,
    },
}

/// Cuts a surface into convex pieces that conform: every edge has one piece or one border on its
/// other side, over the same two vertices. Patches are never merged with each other, so each
/// piece has one area. Equal ground points become one vertex; vertices are in the order in which
/// the rings name them first. O(n log n) for n corners. Heights: [`Piece::triangles`] are the
/// triangles that a piece was merged from, or Delaunay's of its corners where diagonals were
/// exchanged.
///
/// # Errors
/// When the rings of a patch are not as [`crate::surface::Patch`] promises.
pub fn merge(surface: &Surface, options: &MergeOptions) -> Result<Partition, PartitionError> {
    let patches = || surface.layers.iter().flat_map(|layer| &layer.patches);
    let count = patches().flat_map(Patch::rings).map(|ring| ring.points.len()).sum();
    // A patch of n corners has fewer than 2 n triangles and 6 n half-edges.
    if count > cast::index(u32::MAX / 8) {
        return Err(PartitionError::TooMany { count });
    }
    let mut partition = Partition::default();
    let mut names = Names::default();
    for (l, layer) in surface.layers.iter().enumerate() {
        for (p, patch) in layer.patches.iter().enumerate() {
            let outline = Outline::of_patch(patch);
            let triangles = outline.triangulate().map_err(|source| PartitionError::Rings {
                layer: l,
                patch: p,
                source,
            })?;
            let (rings, inside) = (outline.area_doubled(), outline.area_of(&triangles));
            if rings != inside {
                return Err(PartitionError::Area { layer: l, patch: p, rings, triangles: inside });
            }
            let mut edges = HalfEdges::of_triangles(&triangles, |a, b| outline.is_side(a, b));
            greedy::merge(&mut edges, outline.plan(), options.order);
            if options.exchange && options.order != Order::None {
                exchange::exchange(&mut edges, &outline);
            }
            let ids = outline.points().iter().map(|&p| names.of(p, &mut partition.vertices));
            let ids = ids.collect();
            let place = Place { outline: &outline, ids, layer: cast::count(l), patch };
            collect(&mut partition, &mut names, &mut edges, &triangles, &place);
        }
    }
    Ok(partition)
}

/// Where the pieces of one patch belong.
struct Place<'a> {
    outline: &'a Outline,
    /// The partition's vertex for each point of the outline.
    ids: Vec<u32>,
    layer: u32,
    patch: &'a Patch,
}

/// Appends the faces of `edges` as pieces, in the order of their first half-edge.
fn collect(
    partition: &mut Partition,
    names: &mut Names,
    edges: &mut HalfEdges,
    triangles: &[[u32; 3]],
    place: &Place<'_>,
) {
    let mut piece_of: Vec<Option<u32>> = vec![None; edges.cells()];
    let mut starts = Vec::new();
    let mut next = cast::count(partition.pieces.len());
    for h in 0..edges.len() {
        if !edges.is_gone(h) {
            let face = cast::index(edges.face(h));
            if piece_of[face].is_none() {
                piece_of[face] = Some(next);
                starts.push(h);
                next += 1;
            }
        }
    }
    let first = partition.pieces.len();
    let Partition { vertices, pieces } = partition;
    let mut vertex = |v: u32, to: u32| match place.outline.fork(v, to) {
        Some(ground) => names.of(ground, vertices),
        None => place.ids[cast::index(v)],
    };
    let mut ring: Vec<u32> = Vec::new();
    for start in starts {
        ring.clear();
        ring.extend(edges.around(start));
        let corners = ring.iter().map(|&h| vertex(edges.origin(h), edges.target(h))).collect();
        let beyond = ring
            .iter()
            .map(|&h| match edges.twin(h).and_then(|t| piece_of[cast::index(edges.face(t))]) {
                Some(piece) => Beyond::Piece(piece),
                None => Beyond::Border(place.outline.border(edges.origin(h), edges.target(h))),
            })
            .collect();
        let (layer, area) = (place.layer, place.patch.area);
        let triangles = Vec::with_capacity(ring.len() - 2);
        pieces.push(Piece { corners, beyond, layer, area, flags: WALK, triangles });
    }
    for (t, corners) in (0..).zip(triangles) {
        if let Some(piece) = piece_of[cast::index(edges.root(t))] {
            let [a, b, c] = *corners;
            let corners = [vertex(a, b), vertex(b, c), vertex(c, a)];
            debug_assert!(cast::index(piece) >= first, "pieces of this patch only");
            pieces[cast::index(piece)].triangles.push(corners);
        }
    }
    // Cells beyond the triangles came of exchanges.
    for cell in cast::count(triangles.len())..cast::count(edges.cells()) {
        if let Some(piece) = piece_of[cast::index(edges.root(cell))] {
            let piece = &mut pieces[cast::index(piece)];
            piece.triangles = triangles_of(&piece.corners, vertices);
        }
    }
}

#[cfg(test)]
pub(in crate::partition) mod tests;
