//! The height of a layer's ground: at corners from the planes, between them sampled.

use super::extents::Extents;
use super::face::{Face, Plane};
use super::free::Free;
use super::kinds::OfKind;
use super::layer::Part;
use super::outlines::Outlines;
use super::rest::Resting;
use crate::geom::{PlanBox, PlanPoint, Shape, Volume, cast, edges};
use crate::parameters::Resolved;
use crate::surface::{HeightGrid, Heights};

/// A corner on a border may have been rounded this far off its ground, steps.
const OFF: f64 = 4.0;
/// Planes that are farther apart than this are told apart by their pieces, steps; where grounds that
/// continue each other are nearer, those that are farther apart than these may be.
const FLOOR: i64 = 512;
/// Cells around a layer that have heights too.
const AROUND: i32 = 2;

/// Reads heights of the pieces of parts.
pub(super) struct Ground<'a> {
    pub(super) faces: &'a [Face],
    /// Where the faces with ground in any part are.
    pub(super) extents: &'a Extents,
    pub(super) free: &'a Free,
    pub(super) outlines: &'a Outlines,
    pub(super) resting: &'a Resting,
    /// How far apart in height two grounds may be that continue each other, steps.
    pub(super) tolerance: i64,
}

impl Ground<'_> {
    /// The height of the highest piece of a layer at a place, steps. Outside of all of them that
    /// of the nearest triangle plane within reach, or else of any.
    pub(super) fn height(&self, parts: &[&Part], p: PlanPoint) -> i32 {
        let (x, y) = (f64::from(p.x), f64::from(p.y));
        let around = PlanBox::new(p, p).grown(cast::ceil_i32(OFF));
        let over = Volume::column(around);
        // Height, whether the triangle itself holds the place, the pieces of its plane unless it
        // rests on others.
        let mut found: Vec<(f64, bool, Option<&[usize]>)> = Vec::new();
        for part in parts.iter().filter(|part| part.inner.contains(p)) {
            self.extents.visit(&over, |i| {
                let face = &self.faces[cast::index(i)];
                if !face.holds(x, y, -OFF) {
                    return;
                }
                let Some(group) = self.free.group_of[cast::index(i)] else {
                    let mut under = self.resting.under(i);
                    if under.any(|piece| part.pieces.binary_search(&piece).is_ok()) {
                        found.push((face.plane.height(x, y), face.holds(x, y, 0.0), None));
                    }
                    return;
                };
                let (first, end) = self.free.groups[group].pieces;
                let from = part.pieces.partition_point(|&piece| piece < first);
                let to = part.pieces.partition_point(|&piece| piece < end);
                let own = &part.pieces[from..to];
                if own.iter().any(|&piece| self.is_near(piece, p)) {
                    found.push((face.plane.height(x, y), face.holds(x, y, 0.0), Some(own)));
                }
            });
        }
        let low = found.iter().map(|f| f.0).fold(f64::INFINITY, f64::min);
        let high = found.iter().map(|f| f.0).fold(f64::NEG_INFINITY, f64::max);
        // Pieces are asked only where planes are on different floors.
        let are_floors = high - low > cast::float(FLOOR.min(self.tolerance));
        let best_of = |meets: &dyn Fn(Option<&[usize]>) -> bool| {
            let of = found.iter().filter(|f| meets(f.2));
            of.max_by(|a, b| a.1.cmp(&b.1).then(a.0.total_cmp(&b.0)))
        };
        let best_in = |b: PlanBox| {
            let meets = |&i: &usize| self.outlines.meets(self.free.pieces[i].group, Some(i), &b);
            best_of(&|own| own.is_none_or(|own| own.iter().any(meets)))
        };
        let there = are_floors.then(|| best_in(PlanBox::new(p, p)).or_else(|| best_in(around)));
        let best = there.flatten().or_else(|| best_of(&|_| true));
        let any = || {
            let piece = parts.iter().flat_map(|part| &part.pieces).next();
            piece.map_or(0, |&i| self.free.pieces[i].low)
        };
        best.map_or_else(any, |best| cast::round_i32(best.0))
    }

    /// What a layer may rise by from cell to cell: a climb, with a voxel at each end as in a voxel
    /// survey, or as much as its steepest piece does. What is ground by a rule may be as steep as it
    /// likes: steeper than a body walks it does not count up to the next floor, which a body fits
    /// under.
    fn rise(&self, parts: &[&Part], resolved: &Resolved) -> i32 {
        let stepped = resolved.climb.saturating_add(2 * resolved.cell_height);
        let pieces = parts.iter().flat_map(|part| &part.pieces).map(|&i| &self.free.pieces[i]);
        let planes = pieces.map(|piece| self.free.groups[piece.group].plane.slope());
        let steepest = planes.fold(0.0, |most: f64, (x, y)| most.max(x.abs()).max(y.abs()));
        let up = resolved.min_normal_up;
        let walked = (1.0 - up * up).max(0.0).sqrt() / up;
        let rise = |slope: f64| cast::ceil_i32(slope * f64::from(resolved.cell)).saturating_add(1);
        stepped.max(rise(steepest).min(resolved.height.max(rise(walked))))
    }

    fn is_near(&self, piece: usize, p: PlanPoint) -> bool {
        self.free.pieces[piece].bounds.grown(cast::ceil_i32(OFF)).contains(p)
    }

    /// Heights sampled over the layer's box, or none where its corners tell enough.
    pub(super) fn sampled(
        &self,
        parts: &[&Part],
        shapes: &[OfKind],
        resolved: &Resolved,
        clip: &PlanBox,
    ) -> Heights {
        let pieces = || parts.iter().flat_map(|part| &part.pieces).map(|&i| &self.free.pieces[i]);
        let low = pieces().map(|p| p.low).min().unwrap_or(0);
        let resting = parts.iter().flat_map(|part| &part.pieces).flat_map(|&i| self.resting.on(i));
        let resting = resting.map(|i| self.faces[cast::index(i)].high);
        let high = pieces().map(|p| p.high).chain(resting).max().unwrap_or(0);
        let wanted = resolved.detail_max_error > 0 && resolved.detail_sample_distance > 0;
        let corners = shapes.iter().flat_map(|(_, shape)| shape.outer.iter().copied());
        let Some(bounds) = PlanBox::around(corners) else { return Heights::Corners };
        if !wanted || high - low <= resolved.detail_max_error {
            return Heights::Corners;
        }
        let cell = resolved.cell;
        let number = |v: i32, start: i32| (v - start).div_euclid(cell);
        let first = (
            number(bounds.min.x, resolved.clip.min.x) - AROUND,
            number(bounds.min.y, resolved.clip.min.y) - AROUND,
        );
        let last = (
            number(bounds.max.x, resolved.clip.min.x) + AROUND,
            number(bounds.max.y, resolved.clip.min.y) + AROUND,
        );
        let origin = PlanPoint::new(
            resolved.clip.min.x + first.0 * cell,
            resolved.clip.min.y + first.1 * cell,
        );
        let extent = |low: i32, high: i32| cast::cell_index(high - low + 1);
        let mut grid =
            HeightGrid::new(origin, cell, extent(first.0, last.0), extent(first.1, last.1))
                .with_step(self.rise(parts, resolved));
        self.each_shape(parts, (clip, cell), |plane, shape, window| {
            fill(&mut grid, plane, shape, window);
        });
        // The outline of a wider body keeps so far inside that all cells around it are on ground.
        if resolved.radius < cell.saturating_mul(2) {
            let mut beyond = Vec::new();
            self.each_shape(parts, (clip, cell), |(plane, _), shape, window| {
                add_beyond(&grid, plane, shape, window, &mut beyond);
            });
            go_on(&mut grid, beyond, resolved.detail_max_error);
        }
        Heights::Grid(grid)
    }

    /// The shapes of the pieces of parts, and of what rests on them, each with its plane and its box,
    /// and the box in which it is asked for.
    fn each_shape(
        &self,
        parts: &[&Part],
        (clip, cell): (&PlanBox, i32),
        mut each: impl FnMut((&Plane, &PlanBox), &Shape, &PlanBox),
    ) {
        for part in parts {
            let window = opened(&part.inner, clip, AROUND * cell);
            for &i in &part.pieces {
                let piece = &self.free.pieces[i];
                if piece.bounds.meets(&window) {
                    let plane = &self.free.groups[piece.group].plane;
                    each((plane, &piece.bounds), &piece.shape, &window);
                }
                for face in self.resting.on(i).map(|face| &self.faces[cast::index(face)]) {
                    if face.bounds.meets(&window) {
                        let shape = Shape::solid(face.plan().to_vec());
                        each((&face.plane, &face.bounds), &shape, &window);
                    }
                }
            }
        }
    }
}

/// A cell by row and column, and the height there of the plane of ground beside it.
type Beyond = (usize, usize, i32);

/// Adds the cells without ground among the four around each place on the border of a shape.
fn add_beyond(
    grid: &HeightGrid,
    plane: &Plane,
    shape: &Shape,
    window: &PlanBox,
    beyond: &mut Vec<Beyond>,
) {
    let (cell, first) = (f64::from(grid.cell()), grid.centre(0, 0));
    let near = window.grown(grid.cell());
    // The cell whose centre is left of a place, or below it.
    let number = |at: f64| cast::floor_i32(at / cell);
    let numbers = |low: f64, high: f64, count: usize| {
        let end = number(high).saturating_add(2).min(cast::extent(count));
        cast::cell_index(number(low))..cast::cell_index(end)
    };
    for (a, b) in shape.rings().flat_map(|ring| edges(ring)) {
        if !PlanBox::new(a, b).meets(&near) {
            continue;
        }
        let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
        let [low, high] = [low, high]
            .map(|p| (f64::from(p.x) - f64::from(first.x), f64::from(p.y) - f64::from(first.y)));
        let slant = (high.0 - low.0) / (high.1 - low.1).max(1.0);
        let x_at = |y: f64| low.0 + slant * (y.clamp(low.1, high.1) - low.1);
        for row in numbers(low.1, high.1, grid.depth()) {
            let y = f64::from(grid.centre(0, row).y) - f64::from(first.y);
            let ends = if a.y == b.y { [low.0, high.0] } else { [x_at(y - cell), x_at(y + cell)] };
            let columns = numbers(ends[0].min(ends[1]), ends[0].max(ends[1]), grid.width());
            let Some(heights) = grid.row(row).get(columns.clone()) else { continue };
            let empty = columns.zip(heights).filter(|of| *of.1 == HeightGrid::NO_GROUND);
            for at in empty.map(|(column, _)| (column, grid.centre(column, row))) {
                if window.contains(at.1) {
                    beyond.push((row, at.0, cast::round_i32(plane.at(at.1))));
                }
            }
        }
    }
}

/// Lets ground go on as it rises to cells beyond its border that have none: a slope is one up to its
/// edges, however few cells are on it. Cells stay without where grounds around go on to heights that
/// are farther apart than `error`.
fn go_on(grid: &mut HeightGrid, mut beyond: Vec<Beyond>, error: i32) {
    beyond.sort_unstable();
    for cell in beyond.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let ((.., low), (row, column, high)) = (cell[0], cell[cell.len() - 1]);
        if i64::from(high) - i64::from(low) <= i64::from(error) {
            grid.set(column, row, high);
        }
    }
}

/// Sets the cells whose centres a shape in a plane holds, where they are not higher already.
fn fill(
    grid: &mut HeightGrid,
    (plane, bounds): (&Plane, &PlanBox),
    shape: &Shape,
    window: &PlanBox,
) {
    let (cell, origin) = (grid.cell(), grid.origin());
    let first_row = |y: i32| cast::cell_index((y - origin.y).div_euclid(cell));
    let low = bounds.min.y.max(window.min.y).max(origin.y);
    let high = bounds.max.y.min(window.max.y);
    if low > high {
        return;
    }
    let last = first_row(high).min(grid.depth().saturating_sub(1));
    let mut crossings: Vec<(usize, f64)> = Vec::new();
    for ring in shape.rings() {
        for (k, a) in ring.iter().enumerate() {
            let b = ring[(k + 1) % ring.len()];
            let (from, to) = (a.y.min(b.y).max(low), a.y.max(b.y).min(high));
            if from > to {
                continue;
            }
            for row in first_row(from)..=first_row(to).min(last) {
                let y = grid.centre(0, row).y;
                if (a.y > y) != (b.y > y) && window.min.y <= y && y <= window.max.y {
                    let t = (f64::from(y) - f64::from(a.y)) / (f64::from(b.y) - f64::from(a.y));
                    crossings.push((row, f64::from(a.x) + (f64::from(b.x) - f64::from(a.x)) * t));
                }
            }
        }
    }
    crossings.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    for xs in crossings.chunk_by(|a, b| a.0 == b.0) {
        let row = xs[0].0;
        for pair in xs.chunks_exact(2) {
            let left = cast::ceil_i32(pair[0].1).max(window.min.x).max(origin.x);
            let right = cast::floor_i32(pair[1].1).min(window.max.x);
            let mut column = cast::cell_index((left - origin.x).div_euclid(cell));
            while column < grid.width() {
                let at = grid.centre(column, row);
                if at.x > right {
                    break;
                }
                if at.x >= left {
                    let height = cast::round_i32(plane.at(at));
                    if grid.get(column, row).is_none_or(|h| h < height) {
                        grid.set(column, row, height);
                    }
                }
                column += 1;
            }
        }
    }
}

/// The box, its sides that are the tile's moved outwards.
fn opened(inner: &PlanBox, clip: &PlanBox, by: i32) -> PlanBox {
    let low = |v: i32, side: i32| if v == side { v.saturating_sub(by) } else { v };
    let high = |v: i32, side: i32| if v == side { v.saturating_add(by) } else { v };
    PlanBox::new(
        PlanPoint::new(low(inner.min.x, clip.min.x), low(inner.min.y, clip.min.y)),
        PlanPoint::new(high(inner.max.x, clip.max.x), high(inner.max.y, clip.max.y)),
    )
}
