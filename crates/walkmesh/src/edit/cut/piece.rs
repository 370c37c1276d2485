//! A base polygon in pieces, as plain data.

use super::super::bends::Bends;
use super::super::cover::Cover;
use super::super::rows::Rows;
use crate::geom::{GroundPoint, PlanBox, cast, lowest_and_highest};

/// What lies beyond a side of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Beyond {
    /// Another piece of the same base polygon.
    Piece(u32),
    /// Whatever is beyond that part of an edge of the base polygon.
    Outside { edge: u32, part: u32 },
    /// Nothing.
    Wall,
}

/// What stands at a part of an edge of the base polygon, inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Inside {
    /// A piece.
    Piece(u32),
    /// Nothing: the polygon has no width here, and one comes out at another part of its border.
    Through { edge: u32, part: u32 },
    /// Nothing, and no way on.
    Nothing,
}

/// A side of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct PieceSide {
    /// The corner where it starts, as an index into [`Cut::vertices`].
    pub(in super::super) corner: u32,
    pub(in super::super) beyond: Beyond,
}

/// A convex piece of a base polygon.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Piece<'c> {
    /// Its sides, counter-clockwise.
    pub(in super::super) sides: &'c [PieceSide],
    /// Height triangles.
    pub(in super::super) triangles: &'c [[u32; 3]],
    /// What lies over it.
    pub(in super::super) cover: &'c Cover,
    pub(in super::super) extent: Extent,
}

/// How far a piece reaches: tiles are made more often than cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Extent {
    /// In plan.
    pub(in super::super) bounds: PlanBox,
    /// Lowest and highest of its corners and height triangles.
    pub(in super::super) heights: (i32, i32),
}

impl Extent {
    /// Of a piece with height triangles between other points than its corners, or without such.
    pub(super) fn of(
        sides: &[PieceSide],
        triangles: &[[u32; 3]],
        vertices: &[GroundPoint],
    ) -> Self {
        let at = |v: u32| vertices[cast::index(v)];
        let plan = sides.iter().map(|side| at(side.corner).plan);
        let all = sides.iter().map(|side| side.corner).chain(triangles.iter().flatten().copied());
        let heights = lowest_and_highest(all.map(|v| at(v).height));
        Self { bounds: PlanBox::around(plan).unwrap_or_default(), heights }
    }
}

/// A base polygon in pieces, in as few lists as that takes: many are made and dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Cut {
    /// Corners of the base polygon in order, then others.
    pub(in super::super) vertices: Vec<GroundPoint>,
    /// The sides of each piece.
    pub(super) sides: Rows<PieceSide>,
    /// The height triangles of each piece.
    pub(super) triangles: Rows<[u32; 3]>,
    /// What lies over pieces, each once, in order of the first of them.
    pub(super) covers: Vec<Cover>,
    /// For each piece which of these.
    pub(super) cover_of: Vec<u32>,
    /// For each edge of the base polygon and each part of it what is inside.
    pub(in super::super) parts: Rows<Inside>,
    /// How far each piece reaches.
    pub(super) extents: Vec<Extent>,
    /// Where its edges are bent.
    pub(in super::super) bends: Bends,
    /// True when ways lead through it where it has no width.
    pub(in super::super) is_thin: bool,
    /// True when the one piece is the base polygon itself, with its own height triangles.
    pub(in super::super) is_whole: bool,
}

impl Cut {
    /// In no pieces again, as by default; the memory stays.
    pub(super) fn clear(&mut self) {
        let Self { vertices, sides, triangles, covers, cover_of, parts, extents, bends, .. } = self;
        vertices.clear();
        sides.clear();
        triangles.clear();
        covers.clear();
        cover_of.clear();
        parts.clear();
        extents.clear();
        bends.clear();
        (self.is_thin, self.is_whole) = (false, false);
    }

    /// True when only corners of the other are not where those of this one are: pieces are as many,
    /// with the same over them, and lead to where they led. No ways lead through either where it
    /// has no width.
    pub(in super::super) fn leads_as(&self, other: &Self) -> bool {
        let plain = |cut: &Self| !cut.is_thin && !cut.is_whole;
        let beyonds = [self, other].map(|cut| cut.sides.items().iter().map(|side| side.beyond));
        let [beyond, other_beyond] = beyonds;
        plain(self)
            && plain(other)
            && self.cover_of == other.cover_of
            && self.sides.are_as_long(&other.sides)
            && self.triangles.are_as_long(&other.triangles)
            && self.parts == other.parts
            && beyond.eq(other_beyond)
            && self.covers == other.covers
    }

    /// About for how many vertices it has memory.
    pub(super) fn room(&self) -> usize {
        self.vertices.capacity().max(self.bends.room())
    }

    /// A piece.
    pub(in super::super) fn piece(&self, piece: u32) -> Piece<'_> {
        let i = cast::index(piece);
        Piece {
            sides: &self.sides[i],
            triangles: &self.triangles[i],
            cover: &self.covers[cast::index(self.cover_of[i])],
            extent: self.extents[i],
        }
    }

    /// All pieces.
    pub(in super::super) fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        (0..cast::count(self.cover_of.len())).map(|piece| self.piece(piece))
    }

    /// What is so of the covers of its pieces.
    pub(in super::super) fn of_covers(
        &self,
        of: impl Fn(&Cover) -> bool,
    ) -> impl ExactSizeIterator<Item = bool> {
        // One bit each of the first, which are mostly all.
        let bit = |(cover, i): (&Cover, u32)| u64::from(of(cover)) << i;
        let first = self.covers.iter().zip(0..u64::BITS).map(bit).fold(0, |all, bit| all | bit);
        self.cover_of.iter().map(move |&cover| match cover {
            0..u64::BITS => first >> cover & 1 == 1,
            _ => of(&self.covers[cast::index(cover)]),
        })
    }
}
