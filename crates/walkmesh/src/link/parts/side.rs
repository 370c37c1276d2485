//! The parts of a link on the pieces along both its ends.

use super::ends::lay;
use super::part::{Part, parts};
use super::share::Share;
use super::span::{Span, spans};
use crate::geom::{PlanPoint, cast};
use crate::mesh::{Link, LinkEnd, NavMesh, PolyRef, TileId};

/// Borders are bent by no more than this, half steps along each axis.
const BENT: i64 = 1;
/// How far beside a stretch pieces take the place of one that is too thin, half steps along each
/// axis: that one is narrower than this, as a strip wider than the square root of two steps holds
/// lattice points.
const THIN: i64 = 4;
/// So many pieces may turn out to be too thin for one part before it is halved.
const MOST_THIN: usize = 8;
/// So many times a part is halved, to be laid where it can be: pieces are thin at their tips.
const HALVED: u32 = 10;

/// One end of a link.
pub(crate) struct Side {
    pub(crate) tile: TileId,
    /// Polygons of the tile that it may be on, and closed ones that may keep it from others.
    pub(crate) pieces: Vec<u32>,
    pub(crate) stretch: [PlanPoint; 2],
}

impl Side {
    /// An end over the polygons of a tile whose ground is within a climb of the line between its
    /// heights, where they come next to it. Linear in the polygons of the tile.
    pub(crate) fn over(mesh: &NavMesh, tile: TileId, end: &LinkEnd) -> Self {
        let stretch = [end.from.plan, end.to.plan];
        let all: Vec<u32> = (0..cast::count(mesh.tile(tile).polygons.len())).collect();
        let climb = mesh.resolved().climb.unsigned_abs();
        let is_level = |span: &Span| {
            span.beside.into_iter().all(|share| {
                let ground = PolyRef { tile, polygon: span.piece };
                let height = mesh.height_at(ground, share.on(stretch));
                share.of([end.from.height, end.to.height]).abs_diff(height) <= climb
            })
        };
        let near = spans(mesh.tile(tile), &all, stretch, THIN);
        let pieces = near.iter().filter(|span| is_level(span)).map(|span| span.piece).collect();
        Self { tile, pieces, stretch }
    }

    fn spans(&self, mesh: &NavMesh, halves: i64) -> Vec<Span> {
        spans(mesh.tile(self.tile), &self.pieces, self.stretch, halves)
    }

    /// What a part may lead over instead of these pieces, which are too thin: the open pieces next to
    /// them, and the last of them where there are none.
    fn beside(&self, mesh: &NavMesh, thin: &[u32]) -> Vec<Span> {
        let mut beside = self.spans(mesh, THIN);
        beside.retain(|span| !span.is_closed && !thin.contains(&span.piece));
        for span in &mut beside {
            span.within = Some(span.beside);
        }
        beside.extend(thin.last().map(|&piece| alone(piece)));
        beside
    }
}

/// A piece where there is no other.
const fn alone(piece: u32) -> Span {
    Span { piece, is_closed: false, within: None, beside: [Share::START, Share::END] }
}

/// The parts of a link, in order. Where a part cannot end on lattice points of a piece because that
/// is too thin, the pieces beside it take its place; where all are, a few steps are left out, or a
/// thousandth of the part. Quadratic in the pieces along the ends, times [`MOST_THIN`] where they are
/// thin, and that up to 2^[`HALVED`] times.
pub(super) fn laid(mesh: &NavMesh, link: &Link, sides: [Side; 2]) -> Vec<Link> {
    let mut laying = Laying { mesh, link, sides, laid: Vec::new() };
    laying.cover([Share::START, Share::END], HALVED);
    laying.laid
}

struct Laying<'m> {
    mesh: &'m NavMesh,
    link: &'m Link,
    sides: [Side; 2],
    laid: Vec<Link>,
}

impl Laying<'_> {
    /// Adds the parts from one share to another; each may be halved so many times.
    fn cover(&mut self, shares: [Share; 2], halvings: u32) {
        let [a, b] = [0, 1].map(|i: usize| self.sides[i].spans(self.mesh, BENT));
        for part in &parts([&a, &b], shares) {
            self.add(part, &[Vec::new(), Vec::new()], halvings);
        }
    }

    /// Adds a part, `thin` the pieces on each side that turned out to be too thin for it.
    fn add(&mut self, part: &Part, thin: &[Vec<u32>; 2], halvings: u32) {
        let tiles = [self.sides[0].tile, self.sides[1].tile];
        let bare = match lay(self.mesh, self.link, tiles, part) {
            Ok(link) => return self.laid.push(link),
            Err(bare) => bare,
        };
        let is_new = [0, 1].map(|i: usize| bare[i] && !thin[i].contains(&part.pieces[i]));
        if thin[0].len() + thin[1].len() >= MOST_THIN || is_new == [false; 2] {
            let [from, to] = part.shares;
            if let (Some(middle), Some(left)) = (from.between(to), halvings.checked_sub(1)) {
                self.cover([from, middle], left);
                self.cover([middle, to], left);
            }
            return;
        }
        let mut thin = thin.clone();
        let beside = [0, 1].map(|i: usize| {
            if !is_new[i] {
                return vec![alone(part.pieces[i])];
            }
            thin[i].push(part.pieces[i]);
            self.sides[i].beside(self.mesh, &thin[i])
        });
        for part in &parts([&beside[0], &beside[1]], part.shares) {
            self.add(part, &thin, halvings);
        }
    }
}
