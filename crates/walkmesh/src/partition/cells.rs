//! The pieces of a partition as faces whose edges can be taken away and put in.

use std::collections::{HashMap, HashSet};

use super::{Beyond, HalfEdges, Partition, Piece, triangles_of};
use crate::geom::{PlanPoint, cast, predicates};
use crate::surface::Border;

/// The faces of a partition. Faces of one layer, area and flags are joined (twins); what else
/// meets along an edge stays apart.
#[derive(Debug)]
pub(crate) struct Cells {
    pub(crate) edges: HalfEdges,
    /// The vertices in plan.
    pub(crate) plan: Vec<PlanPoint>,
    /// What lies beyond each half-edge that has no twin.
    beyond: Vec<Beyond>,
    /// The half-edge of another kind of ground on the other side.
    across: Vec<Option<u32>>,
    /// For each half-edge a piece of the same layer, area and flags.
    kind: Vec<u32>,
}

impl Cells {
    /// Of the pieces of a partition; their half-edges follow each other in order. O(n log n).
    pub(crate) fn of(partition: &Partition) -> Self {
        let pieces = &partition.pieces;
        let mut edges = HalfEdges::of_cells(pieces.iter().map(|piece| piece.corners.as_slice()));
        let kind: Vec<u32> =
            (0..).zip(pieces).flat_map(|(i, p)| p.corners.iter().map(move |_| i)).collect();
        let beyond: Vec<Beyond> = pieces.iter().flat_map(|p| p.beyond.iter().copied()).collect();
        let mut across = vec![None; kind.len()];
        let mut by_ends: Vec<((u32, u32, u32), u32)> = (0..edges.len())
            .map(|h| ((kind[cast::index(h)], edges.origin(h), edges.target(h)), h))
            .collect();
        by_ends.sort_unstable();
        for h in 0..edges.len() {
            let Some(Beyond::Piece(j)) = beyond.get(cast::index(h)) else { continue };
            let key = (*j, edges.target(h), edges.origin(h));
            let Ok(found) = by_ends.binary_search_by_key(&key, |e| e.0) else { continue };
            let t = by_ends[found].1;
            let of = |h: u32| pieces.get(cast::index(kind[cast::index(h)]));
            let same = of(h)
                .zip(of(t))
                .is_some_and(|(a, b)| (a.layer, a.area, a.flags) == (b.layer, b.area, b.flags));
            if same && t != h {
                edges.join(h, t);
            } else {
                across[cast::index(h)] = Some(t);
            }
        }
        let plan = partition.vertices.iter().map(|v| v.plan).collect();
        Self { edges, plan, beyond, across, kind }
    }

    /// The point where half-edge `h` leaves.
    pub(crate) fn at(&self, h: u32) -> PlanPoint {
        self.plan[cast::index(self.edges.origin(h))]
    }

    /// What lies beyond a half-edge without twin.
    pub(crate) fn border(&self, h: u32) -> Beyond {
        self.beyond[cast::index(h)]
    }

    /// True when something can be walked to over a half-edge, as far as is known.
    pub(crate) fn leads_on(&self, h: u32) -> bool {
        self.edges.twin(h).is_some() || self.border(h) != Beyond::Border(Border::Wall)
    }

    /// The outline's half-edge that leaves where `h`, one of the outline, ends; `pass` is given
    /// every half-edge that leaves there, from `h` clockwise.
    pub(crate) fn along(&self, h: u32, mut pass: impl FnMut(u32)) -> u32 {
        let mut g = self.edges.next(h);
        pass(g);
        while let Some(t) = self.edges.twin(g) {
            g = self.edges.next(t);
            pass(g);
        }
        g
    }

    /// True when the corner between the half-edges `before` and `after` is at most flat.
    pub(crate) fn is_convex_at(&self, before: u32, after: u32) -> bool {
        predicates::is_flat_or_less(
            self.at(before),
            self.at(after),
            self.at(self.edges.next(after)),
        )
    }

    /// Cuts a disk anew: see [`HalfEdges::recut`].
    pub(crate) fn recut(&mut self, outline: &[u32], inside: &[u32], diagonals: &[(u32, u32)]) {
        self.edges.recut(outline, inside, diagonals);
        if let Some(&h) = outline.first() {
            self.name_new(h);
        }
    }

    /// Puts a new vertex into the edge of `h`, and gives the half-edge that goes on from it.
    pub(crate) fn split(&mut self, h: u32, at: PlanPoint) -> u32 {
        let vertex = cast::count(self.plan.len());
        self.plan.push(at);
        let rest = self.edges.split(h, vertex);
        self.name_new(h);
        rest
    }

    /// The layer of the face of `h`, of the partition that the faces were made of.
    pub(crate) fn layer(&self, h: u32, partition: &Partition) -> u32 {
        partition.pieces[cast::index(self.kind[cast::index(h)])].layer
    }

    /// Gives half-edges that were put in the kind of ground of `h` and what lies beyond it.
    fn name_new(&mut self, h: u32) {
        let (kind, n) = (self.kind[cast::index(h)], cast::index(self.edges.len()));
        self.kind.resize(n, kind);
        // Only a part of a border edge has no twin.
        self.beyond.resize(n, self.border(h));
        self.across.resize(n, None);
    }

    /// Makes these faces the pieces, in the order of their first half-edges. Pieces that were
    /// joined keep all their triangles; the triangles of pieces that were cut anew are made from
    /// their corners, without the height points that there may have been in them.
    pub(crate) fn write(mut self, partition: &mut Partition) {
        let old = std::mem::take(&mut partition.pieces);
        let starts = self.edges.faces();
        let mut piece_of: HashMap<u32, u32> = HashMap::new();
        for (i, &h) in (0..).zip(&starts) {
            piece_of.insert(self.edges.face(h), i);
        }
        let mut kept = vec![Vec::new(); starts.len()];
        let mut cut_anew = vec![false; starts.len()];
        for cell in 0..cast::count(self.edges.cells()) {
            let Some(&piece) = piece_of.get(&self.edges.root(cell)) else { continue };
            match old.get(cast::index(cell)) {
                Some(of) => kept[cast::index(piece)].extend_from_slice(&of.triangles),
                None => cut_anew[cast::index(piece)] = true,
            }
        }
        for (i, h) in starts.into_iter().enumerate() {
            let ring: Vec<u32> = self.edges.around(h).collect();
            let corners: Vec<u32> = ring.iter().map(|&g| self.edges.origin(g)).collect();
            let beyond = ring
                .iter()
                .map(|&g| {
                    let other = self.edges.twin(g).or(self.across[cast::index(g)]);
                    let piece = other.and_then(|t| piece_of.get(&self.edges.face(t)));
                    piece.map_or(self.border(g), |&piece| Beyond::Piece(piece))
                })
                .collect();
            let mut triangles = std::mem::take(&mut kept[i]);
            let plan: Vec<PlanPoint> = ring.iter().map(|&g| self.at(g)).collect();
            // A corner put in beside an edge grows the piece beyond it; one put in on the edge has
            // a height there that no triangle has.
            let covered = triangles.iter().map(|t| {
                let [a, b, c] = t.map(|v| partition.vertices[cast::index(v)].plan);
                i128::from(predicates::cross(a, b, c))
            });
            let covers = || covered.sum::<i128>() == predicates::ring_area_doubled(&plan);
            let has_corners = || {
                let used: HashSet<u32> = triangles.iter().flatten().copied().collect();
                corners.iter().all(|v| used.contains(v))
            };
            if cut_anew[i] || !covers() || !has_corners() {
                triangles = triangles_of(&corners, &partition.vertices);
            }
            let Piece { layer, area, flags, .. } = old[cast::index(self.kind[cast::index(h)])];
            partition.pieces.push(Piece { corners, beyond, layer, area, flags, triangles });
        }
    }
}
