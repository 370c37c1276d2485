//! How far a straight line gets.

use super::super::error::QueryError;
use super::super::filter::Filter;
use super::super::scratch::Scratch;
use super::super::walk::Walk;
use super::Wall;
use super::line::Line;
use super::share::{Share, meeting};
use crate::geom::{PlanPoint, Point, cast, predicates};
use crate::mesh::snap::nearest_in_polygon;
use crate::mesh::{NavMesh, Nearest, PolyRef, Tile, TileId};

/// What a straight line met.
#[derive(Clone, Debug, PartialEq)]
pub struct Ray {
    /// How much of the way in plan to the target was free, 0 to 1.
    pub share: f64,
    /// Where it ends: the target in plan, or the point on the wall; at the height of the ground,
    /// metres.
    pub point: Point,
    /// A place for going on from: the target, or the lattice point of the last polygon next to
    /// the point on the wall, at most two steps from it save in tips thinner than a step. Its
    /// distance is the one to the target.
    pub end: Nearest,
    /// The wall that it ends at; `None` when it gets to the target.
    pub wall: Option<Wall>,
    /// The polygons that it crosses in order, each a neighbour of the one before.
    pub polygons: Vec<PolyRef>,
    /// Length of the free way in plan, metres.
    pub length: f64,
    /// What that way costs, metres: its length on each of the polygons times the cost there.
    pub cost: f64,
}

impl Default for Ray {
    fn default() -> Self {
        let point = Point::default();
        let polygon = PolyRef { tile: TileId(0), polygon: 0 };
        let end = Nearest { polygon, point, plan: PlanPoint::default(), height: 0, distance: 0.0 };
        let polygons = Vec::new();
        Self { share: 0.0, point, end, wall: None, polygons, length: 0.0, cost: 0.0 }
    }
}

/// Walks a straight line in plan from a place towards a target, until a wall stops it.
///
/// Exact: whether and where it is stopped is decided on the lattice; only lengths are rounded.
/// The target counts in plan (as its lattice point) and may lie anywhere in the world; with the
/// point of a place this asks whether one can go straight there, and [`sees`] asks the same for
/// the storey of the place. A line that touches a wall or a corner passes; it is stopped where it
/// cannot go on from any polygon that it stands in. The place stands in all polygons joined
/// around it. A line along an edge counts the polygon of the place, or the one entered first, for
/// its cost. At a corner of two walls the one that faces the line more is given.
///
/// The result stays in `scratch` until the next ray; nothing is allocated after warm-up. Linear
/// in the corners of the polygons that it crosses.
///
/// Detour's `raycast` (with `DT_RAYCAST_USE_COSTS`), Unity's `NavMesh.Raycast`. There, lines
/// through corners and along edges go either way by rounding, a free line has t = infinity
/// instead of share 1, and Unity's costs are not counted. Godot has no such question, nor
/// Habitat-sim's pathfinder.
///
/// # Errors
/// When the place is not on this mesh or blocked, or the target not finite or outside the lattice.
pub fn raycast<'s>(
    mesh: &NavMesh,
    scratch: &'s mut Scratch,
    from: &Nearest,
    to: impl Into<Point>,
    filter: &Filter,
) -> Result<&'s Ray, QueryError> {
    let edges = mesh.half_edges_for(&filter.access);
    let walk = Walk::new(mesh, &edges, filter);
    let line = &mut scratch.line;
    line.ray.polygons.clear();
    walk.stand(from, &mut line.starts)?;
    let asked = to.into();
    let target = walk.target(asked)?;
    let arrived = line.run(&walk, [from.plan, target], |_| true);
    line.report(&walk, [from.plan, target], asked, arrived);
    Ok(&line.ray)
}

/// True when the straight line in plan from one place to another is free and arrives there, on
/// that storey: [`raycast`] for those who only want to know. Symmetric where no edge is one-way
/// and nothing is blocked.
///
/// # Errors
/// When one of the places is not on this mesh, or on ground that the filter blocks.
pub fn sees(
    mesh: &NavMesh,
    scratch: &mut Scratch,
    from: &Nearest,
    to: &Nearest,
    filter: &Filter,
) -> Result<bool, QueryError> {
    let edges = mesh.half_edges_for(&filter.access);
    let walk = Walk::new(mesh, &edges, filter);
    scratch.line.sees(&walk, from, to)
}

impl Line {
    /// Writes down what the line met: `arrived` is the entry at the target.
    fn report(
        &mut self,
        walk: &Walk<'_>,
        line: [PlanPoint; 2],
        asked: Point,
        arrived: Option<u32>,
    ) {
        let (last, share, wall) = match (arrived, self.wall) {
            (Some(last), _) => (last, Share::END, None),
            (None, wall @ Some(_)) => {
                let last = self.entries.len().saturating_sub(1);
                (cast::count(last), self.entries[last].leaves, wall)
            }
            (None, None) => {
                let (last, share) = self.farthest();
                (last, share, self.find_wall(walk, line, share))
            }
        };
        let whole = walk.mesh.frame().metres(line[0].distance(line[1]));
        self.ray.share = share.float();
        self.ray.length = whole * self.ray.share;
        self.ray.wall = wall.map(|h| walk.wall(h));
        self.ray.cost = 0.0;
        let (mut at, mut until) = (last, self.ray.share);
        while let Some(entry) = self.entries.get(cast::index(at)) {
            let name = walk.name(entry.polygon);
            self.ray.polygons.push(name);
            let since = entry.since.float();
            self.ray.cost += whole * (until - since) * walk.cost_of(name);
            (at, until) = (entry.before, since);
        }
        self.ray.polygons.reverse();
        let polygon = self.entries[cast::index(last)].polygon;
        (self.ray.point, self.ray.end) = ending(walk, line, share, polygon, asked);
    }

    /// The first of the entries that the line gets farthest in, and how far that is.
    fn farthest(&self) -> (u32, Share) {
        let mut best = (0, Share::START);
        for (entry, index) in self.entries.iter().zip(0..) {
            if entry.leaves > best.1 {
                best = (index, entry.leaves);
            }
        }
        best
    }

    /// The edge that stops the line at `share`: one that cannot be crossed, faces the line, and
    /// is reached. There is one, as the polygons around the point that were reached end before
    /// the direction of the line on both sides. The one that faces it most.
    fn find_wall(&self, walk: &Walk<'_>, line: [PlanPoint; 2], share: Share) -> Option<u32> {
        let [p, q] = line;
        let mut found: Option<(f64, u32)> = None;
        for entry in self.entries.iter().filter(|entry| entry.leaves == share) {
            for h in walk.edges.around(entry.polygon) {
                let (a, b) = walk.ends(h);
                // How fast the line falls behind the edge.
                let behind = predicates::cross(a, b, p) - predicates::cross(a, b, q);
                if behind <= 0 || walk.across(h).is_some() {
                    continue;
                }
                let met =
                    meeting(line, [a, b]).is_some_and(|(from, to)| from <= share && share <= to);
                let faces = cast::float(behind) / a.distance(b);
                if met && found.is_none_or(|(most, _)| faces > most) {
                    found = Some((faces, h));
                }
            }
        }
        found.map(|(_, h)| h)
    }
}

/// The point at a share of the line, on the ground of the last polygon, and the place next to it.
fn ending(
    walk: &Walk<'_>,
    [p, q]: [PlanPoint; 2],
    share: Share,
    polygon: u32,
    asked: Point,
) -> (Point, Nearest) {
    if share == Share::END {
        let place = walk.place(polygon, q, asked);
        return (place.point, place);
    }
    let t = share.float();
    let at = |from: i32, to: i32| f64::from(from) + (f64::from(to) - f64::from(from)) * t;
    let (x, y) = (at(p.x, q.x), at(p.y, q.y));
    let frame = walk.mesh.frame();
    let mut point =
        Point::new(frame.origin().x + x * frame.step(), 0.0, frame.origin().z - y * frame.step());
    let name = walk.name(polygon);
    point.y = walk.mesh.ground_height(name, point);
    let plan = beside(walk.mesh.tile(name.tile), name.polygon, [x, y]).unwrap_or(p);
    (point, walk.place(polygon, plan, asked))
}

/// The lattice point of a polygon next to a point on its border.
fn beside(tile: &Tile, polygon: u32, [x, y]: [f64; 2]) -> Option<PlanPoint> {
    // One of the four around it is nearly always inside.
    let (west, south) = (x.floor(), y.floor());
    let mut around = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|(dx, dy)| {
        let (at_x, at_y) = (west + dx, south + dy);
        let distance = (at_x - x) * (at_x - x) + (at_y - y) * (at_y - y);
        (distance, PlanPoint::new(cast::round_i32(at_x), cast::round_i32(at_y)))
    });
    around.sort_by(|a, b| a.0.total_cmp(&b.0));
    let nearest = around.iter().map(|&(_, at)| at).find(|&at| tile.holds(polygon, at));
    let rounded = || PlanPoint::new(cast::round_i32(x), cast::round_i32(y));
    nearest.or_else(|| nearest_in_polygon(tile, polygon, rounded(), i64::MAX))
}
