//! Rooms: what of a piece of ground walls without width shut off from the rest of it.
//!
//! ```text
//!        ┌──────────┐
//!        │ ┌─────┐  │   The floor under a box that is higher than a body has head room inside
//!        │ │ room│  │   of it, and no way there. A stair may lead over it: as one piece with the
//!        │ └─────┘  │   floor, the room would hang together with the stair that starts beside it.
//!        └──────────┘
//! ```

use super::beside::{point, point_beyond};
use super::border::{BorderEdge, Borders, Link};
use super::close::rectangle;
use super::free::{Free, Piece};
use super::outlines::Outlines;
use super::shares::{Shares, both};
use super::sliver::without_slivers;
use crate::geom::{
    OverlayError, PlanBox, PlanPoint, Shape, cast, difference, intersection, thicken, unite,
};
use std::ops::Range;

/// Half as wide as a wall is taken to be, steps.
const SLIT: i32 = 1;
/// Walls end so much before what they run into, steps: rounding, and by which ground was grown.
const GAP: f64 = 4.0;
/// One looks this far beside an edge for the room there, steps, and else the next so far.
const BESIDE: [f64; 3] = [4.0, 8.0, 2.0];
/// Rooms are looked for along an edge at places that are a radius apart, or so many steps: nobody
/// has room in what is between.
const SPACING: i32 = 64;

/// Parts pieces of ground into rooms, with what borders and links they have, where some piece has
/// several in the box; the outlines of all pieces then. What is beyond the box is not known, as
/// walls are not, and is not in rooms. O(n log n) in the edges of what is parted.
pub(super) fn part(
    free: &mut Free,
    borders: &mut Borders,
    (near, radius): (&PlanBox, i32),
) -> Result<Option<Outlines>, OverlayError> {
    let mut pieces = Vec::with_capacity(free.pieces.len());
    let mut rooms: Vec<Range<usize>> = Vec::with_capacity(free.pieces.len());
    for (i, piece) in free.pieces.iter().enumerate() {
        let first = pieces.len();
        let of_piece = borders.edges.partition_point(|edge| edge.piece < i);
        let own = borders.edges[of_piece..].iter().take_while(|edge| edge.piece == i);
        let walls: Vec<[PlanPoint; 2]> =
            own.filter(|edge| edge.is_wall).map(|edge| [edge.from, edge.to]).collect();
        match &of_shape(&piece.shape, &walls, near)?[..] {
            [] | [_] => pieces.push(piece.clone()),
            shapes => pieces.extend(shapes.iter().filter_map(|shape| {
                let bounds = shape.bounds()?;
                Some(Piece { shape: shape.clone(), bounds, ..piece.clone() })
            })),
        }
        rooms.push(first..pieces.len());
    }
    if pieces.len() == free.pieces.len() {
        return Ok(None);
    }
    for group in &mut free.groups {
        let (first, end) = group.pieces;
        let start = |i: usize| rooms.get(i).map_or(pieces.len(), |own| own.start);
        group.pieces = (start(first), start(end));
    }
    free.pieces = pieces;
    let outlines = Outlines::new(&free.groups, &free.pieces);
    let spacing = f64::from(radius.max(SPACING));
    let plan = Plan { free, outlines: &outlines, rooms, spacing };
    borders.edges = borders.edges.iter().flat_map(|edge| plan.edges(edge)).collect();
    borders.edges.sort_unstable();
    borders.edges.dedup();
    borders.links = borders.links.iter().flat_map(|link| plan.links(link)).collect();
    Ok(Some(outlines))
}

/// What walls leave of a shape in a box; nothing where there are none.
fn of_shape(
    shape: &Shape,
    walls: &[[PlanPoint; 2]],
    near: &PlanBox,
) -> Result<Vec<Shape>, OverlayError> {
    if walls.is_empty() {
        return Ok(Vec::new());
    }
    let longer = |&[a, b]: &[PlanPoint; 2]| {
        let more = GAP / a.distance(b).max(1.0);
        [point_beyond(a, b, -more), point_beyond(a, b, 1.0 + more)]
    };
    let walls: Vec<[PlanPoint; 2]> = walls.iter().map(longer).collect();
    let slits = unite(thicken(&walls, SLIT, 1, |_| Vec::new()))?;
    let known = intersection(std::slice::from_ref(shape), &[rectangle(near)])?;
    Ok(without_slivers(difference(&known, &slits)?))
}

/// The rooms of each piece that there was.
struct Plan<'a> {
    free: &'a Free,
    outlines: &'a Outlines,
    rooms: Vec<Range<usize>>,
    /// Between places along an edge at which rooms are looked for, steps.
    spacing: f64,
}

impl Plan<'_> {
    /// A border as it is in each of the rooms beside it.
    fn edges(&self, edge: &BorderEdge) -> Vec<BorderEdge> {
        let BorderEdge { piece, from, to, is_wall } = *edge;
        let rooms = &self.rooms[piece];
        if rooms.len() == 1 {
            return vec![BorderEdge { piece: rooms.start, ..*edge }];
        }
        // Beside corners of rooms a look may be into a wall.
        let more = BESIDE[0] / from.distance(to).max(1.0);
        let mut found = Vec::new();
        let mut is_beside_none = true;
        let mut add = |(a, b): (PlanPoint, PlanPoint)| {
            for ((start, end), room) in self.along(piece, (a, b)) {
                is_beside_none = false;
                // At its end a wall may be next to what others shut off from it.
                if (start, end) != (0.0, 1.0) && end - start <= 2.0 * more {
                    continue;
                }
                let (p, q) = (point(a, b, start - more), point(a, b, end + more));
                let (from, to) = if is_wall { (p.min(q), p.max(q)) } else { (p, q) };
                found.push(BorderEdge { piece: room, from, to, is_wall });
            }
        };
        add((from, to));
        if is_wall {
            add((to, from));
        }
        if is_beside_none {
            // In a sliver of no room: of all, so that nothing is open.
            found.extend(rooms.clone().map(|room| BorderEdge { piece: room, ..*edge }));
        }
        found
    }

    /// A link as it is between each two rooms in the box.
    fn links(&self, link: &Link) -> Vec<Link> {
        let Link { pieces: [one, other], from, to } = *link;
        let here = self.along(one, (from, to));
        let there = self.along(other, (to, from));
        let mut found = Vec::new();
        for &(share, room) in &here {
            for &(back, beyond) in &there {
                let (low, high) = both(share, (1.0 - back.1, 1.0 - back.0));
                if low < high {
                    let (from, to) = (point(from, to, low), point(from, to, high));
                    found.push(Link { pieces: [room, beyond], from, to });
                }
            }
        }
        found
    }

    /// The rooms of a piece on the left of an edge, and along which shares of it each is.
    fn along(&self, piece: usize, (a, b): (PlanPoint, PlanPoint)) -> Vec<(Shares, usize)> {
        let rooms = &self.rooms[piece];
        if rooms.len() == 1 {
            return vec![((0.0, 1.0), rooms.start)];
        }
        let group = self.free.pieces[rooms.start].group;
        let (dx, dy) = (f64::from(b.x) - f64::from(a.x), f64::from(b.y) - f64::from(a.y));
        let length = a.distance(b).max(1.0);
        let room_at = |share: f64, away: f64| {
            let x = f64::from(a.x) + dx * share - dy * away / length;
            let y = f64::from(a.y) + dy * share + dx * away / length;
            let p = PlanPoint::new(cast::round_i32(x), cast::round_i32(y));
            self.outlines.piece_at(group, p).filter(|room| rooms.contains(room))
        };
        let look = |share| BESIDE.into_iter().find_map(|away| room_at(share, away));
        rooms_along(length, self.spacing, look)
    }
}

/// The shares of a line of so many steps along which a look finds one room and another: places so far
/// apart are looked at, and where two differ those between them.
fn rooms_along(
    length: f64,
    spacing: f64,
    look: impl Fn(f64) -> Option<usize>,
) -> Vec<(Shares, usize)> {
    let count = (length / spacing).ceil();
    let mut found = Vec::new();
    let (mut start, mut before) = (0.0, 0.0);
    let mut room = look(before);
    let mut k = 0.0;
    while k <= count {
        // The middles of shares, and the end.
        let at = if k < count { (k + 0.5) / count } else { 1.0 };
        let here = look(at);
        if here != room {
            let (mut low, mut high) = (before, at);
            while (high - low) * length > 1.0 {
                let middle = f64::midpoint(low, high);
                if look(middle) == room { low = middle } else { high = middle }
            }
            found.extend(room.map(|room| ((start, high), room)));
            (start, room) = (high, here);
        }
        before = at;
        k += 1.0;
    }
    found.extend(room.map(|room| ((start, 1.0), room)));
    found
}

#[cfg(test)]
mod tests {
    use super::super::face::Plane;
    use super::super::free::Group;
    use super::*;
    use crate::geom::DisjointSets;
    use walkmesh_testkit::Random;

    /// Cells along each side of the floor, and their size in steps.
    const CELLS: usize = 16;
    const SIZE: i32 = 100;

    fn at(x: usize, y: usize) -> PlanPoint {
        let steps = |cells: usize| i32::try_from(cells).unwrap() * SIZE;
        PlanPoint::new(steps(x), steps(y))
    }

    /// Walls along lines between cells: for each cell whether one is west of it, and south of it.
    struct Walls(Vec<[bool; 2]>);

    impl Walls {
        /// Rectangles, some with doors.
        fn random(random: &mut Random) -> Self {
            let mut walls = Self(vec![[false; 2]; CELLS * CELLS]);
            for _ in 0..random.below(8) {
                let mut range = || {
                    let from = 1 + random.below(CELLS - 2);
                    (from, from + 1 + random.below(CELLS - 1 - from))
                };
                let (xs, ys) = (range(), range());
                for y in ys.0..ys.1 {
                    [xs.0, xs.1].into_iter().for_each(|x| walls.0[y * CELLS + x][0] = true);
                }
                for x in xs.0..xs.1 {
                    [ys.0, ys.1].into_iter().for_each(|y| walls.0[y * CELLS + x][1] = true);
                }
                if random.below(3) == 0 {
                    walls.0[ys.0 * CELLS + xs.0] = [false; 2];
                }
            }
            walls
        }

        /// Each wall, and the cells on both sides of it.
        fn each(&self) -> Vec<([PlanPoint; 2], [usize; 2])> {
            let mut found = Vec::new();
            for (cell, walls) in self.0.iter().enumerate() {
                let (x, y) = (cell % CELLS, cell / CELLS);
                if walls[0] {
                    found.push(([at(x, y), at(x, y + 1)], [cell - 1, cell]));
                }
                if walls[1] {
                    found.push(([at(x, y), at(x + 1, y)], [cell - CELLS, cell]));
                }
            }
            found
        }

        /// Which cells hang together.
        fn sets(&self) -> DisjointSets {
            let mut sets = DisjointSets::new(cast::count(CELLS * CELLS));
            for (cell, walls) in self.0.iter().enumerate() {
                if cell % CELLS > 0 && !walls[0] {
                    sets.join(cast::count(cell), cast::count(cell - 1));
                }
                if cell >= CELLS && !walls[1] {
                    sets.join(cast::count(cell), cast::count(cell - CELLS));
                }
            }
            sets
        }
    }

    /// A square floor.
    fn floor() -> Free {
        let bounds = PlanBox::new(at(0, 0), at(CELLS, CELLS));
        let piece = Piece { group: 0, shape: rectangle(&bounds), bounds, low: 0, high: 0 };
        let (plane, faces) = (Plane::default(), Vec::new());
        let group = Group { plane, area: 0, faces, pieces: (0, 1), is_blocked: true };
        Free { groups: vec![group], pieces: vec![piece], ..Free::default() }
    }

    #[test]
    fn rooms_are_what_one_can_go_to_and_have_the_walls_around_them() {
        let mut random = Random::new(21);
        let mut parted = 0;
        for _ in 0..60 {
            let walls = Walls::random(&mut random);
            let mut free = floor();
            let edge = |&([from, to], _): &([PlanPoint; 2], _)| BorderEdge {
                piece: 0,
                from,
                to,
                is_wall: true,
            };
            let near = free.pieces[0].bounds.grown(SIZE);
            let all = walls.each();
            let mut borders = Borders { edges: all.iter().map(edge).collect(), links: Vec::new() };
            let rooms = part(&mut free, &mut borders, (&near, 8)).unwrap();
            let mut sets = walls.sets();
            let mut roots: Vec<u32> =
                (0..cast::count(CELLS * CELLS)).map(|i| sets.find(i)).collect();
            let room_of = |cell: usize| {
                let corner = at(cell % CELLS, cell / CELLS);
                let middle = PlanPoint::new(corner.x + SIZE / 2, corner.y + SIZE / 2);
                rooms.as_ref().map_or(Some(0), |rooms| rooms.piece_at(0, middle)).unwrap()
            };
            for cell in 0..CELLS * CELLS {
                let first = roots.iter().position(|&root| root == roots[cell]).unwrap();
                assert_eq!(room_of(cell), room_of(first));
            }
            for (wall, cells) in &all {
                for &cell in cells {
                    let holds = |edge: &&BorderEdge| {
                        let own = PlanBox::new(edge.from, edge.to);
                        edge.piece == room_of(cell) && wall.iter().all(|&p| own.contains(p))
                    };
                    assert!(borders.edges.iter().any(|edge| holds(&edge)), "{wall:?}, {cell}");
                }
            }
            roots.sort_unstable();
            roots.dedup();
            assert_eq!(free.pieces.len(), roots.len());
            parted += usize::from(roots.len() > 2);
        }
        assert!(parted > 20, "{parted}");
    }
}
