//! The dynamic programme: the cheapest way to cut what lies beyond each pair of corners.
//!
//! For corners `i < k` that see each other, the part of the disk between them (corners `i..=k`)
//! has one face along the line from `k` to `i`, its base. Of the ways to cut the part with the
//! least cost, those are kept whose base face is narrowest: no other has smaller angles at both
//! `i` and `k`. Ways that cost as much more as a diagonal from `i` to `k` never pay: that leaves
//! no angle at all.
//!
//! A base face is taken apart as a fan around its reflex end, so that only pairs with a reflex
//! corner are looked at. Corners may be in a row: a line that runs along corners is no diagonal,
//! but a fan may have it as the side of a triangle without area.

use super::disk::Disk;
use super::prices::Prices;
use super::sight::{Pair, View, pairs};
use crate::geom::cast;
use crate::geom::predicates::{cross, is_flat_or_less};

/// One way to cut the part beyond a pair.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The corner after `i` and the one before `k` around the base face.
    a: u32,
    b: u32,
    /// Of all its diagonals.
    cost: f64,
    /// The corner of the fan's last triangle.
    apex: u32,
    /// The way beyond the fan's side whose base face is part of this one; `None` where that side
    /// is an edge of this face.
    rest: Option<u32>,
}

/// What is known of a pair.
#[derive(Clone, Copy, Debug)]
struct Part {
    pair: Pair,
    /// What its best way costs.
    cost: f64,
    /// Its ways; none where it cannot be cut.
    first: u32,
    end: u32,
    /// The one that costs least.
    best: u32,
}

/// The table being filled.
pub(super) struct Table<'a> {
    disk: &'a Disk,
    prices: Prices,
    /// Parts from narrow to wide.
    parts: Vec<Part>,
    ways: Vec<Way>,
    /// For each corner, the parts that begin there by their other end, and those that end there
    /// by where they begin.
    rows: Vec<Vec<(u32, u32)>>,
    columns: Vec<Vec<(u32, u32)>>,
}

/// The diagonals of least cost that leave no corner reflex, by the corners that they join, narrow
/// ones before those around them; `None` when more pairs see each other than `most_pairs`. O(r n)
/// for the pairs of r reflex among n corners, times what both corners of a pair see.
pub(crate) fn best_diagonals(
    disk: &Disk,
    prices: Prices,
    most_pairs: usize,
) -> Option<Vec<(u32, u32)>> {
    if disk.reflex_count() == 0 {
        return Some(Vec::new());
    }
    let seen = pairs(disk);
    if seen.len() > most_pairs {
        return None;
    }
    let mut table = Table::new(disk, prices, seen);
    for p in 0..table.parts.len() {
        table.fill(p);
    }
    table.diagonals()
}

impl<'a> Table<'a> {
    fn new(disk: &'a Disk, prices: Prices, mut seen: Vec<Pair>) -> Self {
        seen.sort_unstable_by_key(|pair| (pair.k - pair.i, pair.i));
        let part = |pair| Part { pair, cost: 0.0, first: 0, end: 0, best: 0 };
        let mut rows = vec![Vec::new(); disk.len()];
        let mut columns = rows.clone();
        for (p, pair) in (0..).zip(&seen) {
            rows[cast::index(pair.i)].push((pair.k, p));
            columns[cast::index(pair.k)].push((pair.i, p));
        }
        for list in rows.iter_mut().chain(&mut columns) {
            list.sort_unstable();
        }
        let parts = seen.into_iter().map(part).collect();
        Self { disk, prices, parts, ways: Vec::new(), rows, columns }
    }

    /// Finds the ways of part `p`, when all narrower ones are known.
    fn fill(&mut self, p: usize) {
        let Pair { i, k, .. } = self.parts[p].pair;
        self.parts[p].first = cast::count(self.ways.len());
        self.parts[p].cost = f64::INFINITY;
        if k - i > 1 {
            // Corners that both ends see; both lists ascend.
            let (mut r, mut c) = (0, 0);
            loop {
                let (row, column) = (&self.rows[cast::index(i)], &self.columns[cast::index(k)]);
                let (Some(&(j, left)), Some(&(from, right))) = (row.get(r), column.get(c)) else {
                    break;
                };
                r += usize::from(j <= from);
                c += usize::from(from <= j);
                if j == from {
                    self.try_apex(p, j, [left, right]);
                }
            }
        } else {
            self.parts[p].cost = 0.0;
        }
        let (first, end) = (self.parts[p].first, cast::count(self.ways.len()));
        self.parts[p].end = end;
        self.parts[p].best = (first..end)
            .min_by(|&a, &b| self.way(a).cost.total_cmp(&self.way(b).cost))
            .unwrap_or(first);
    }

    fn way(&self, w: u32) -> &Way {
        &self.ways[cast::index(w)]
    }

    fn part(&self, p: u32) -> &Part {
        &self.parts[cast::index(p)]
    }

    /// What it costs to end the face at the pair of part `p`: nothing along the outline, a
    /// diagonal else. `None` where no diagonal can be.
    fn side(&self, p: u32) -> Option<f64> {
        let part = self.part(p);
        match part.pair.view {
            View::Edge => Some(0.0),
            View::Clear if part.first < part.end => {
                Some(part.cost + self.prices.of(self.disk, (part.pair.i, part.pair.k)))
            }
            View::Clear | View::Within | View::Beyond => None,
        }
    }

    /// The ways of part `p` whose fan ends in the triangle of its ends and `j`.
    fn try_apex(&mut self, p: usize, j: u32, [left, right]: [u32; 2]) {
        let Pair { i, k, view } = self.parts[p].pair;
        let fan_at_start = self.disk.reflex[cast::index(i)];
        let (fan, other) = if fan_at_start { (left, right) } else { (right, left) };
        let Some(cost) = self.side(other) else { return };
        let point = |v: u32| self.disk.points[cast::index(v)];
        let flat = cross(point(i), point(j), point(k)) == 0;
        let (fan_view, known) =
            (self.part(fan).pair.view, (self.part(fan).first, self.part(fan).end));
        // Triangles without area: along corners in a row, and where the side that the triangle
        // shares with the fan runs past the part's own end.
        let allowed = match (flat, fan_view) {
            (true, View::Beyond) => view != View::Within,
            (true, _) => view == View::Within,
            (false, view_of_fan) => view != View::Within && view_of_fan != View::Beyond,
        };
        if !allowed {
            return;
        }
        let mut joined = false;
        if fan_view != View::Edge {
            for w in known.0..known.1 {
                let Way { a, b, cost: inner, .. } = *self.way(w);
                let (a, b) = if fan_at_start { (a, j) } else { (j, b) };
                let fits = if fan_at_start {
                    let before = self.way(w).b;
                    is_flat_or_less(point(before), point(j), point(k))
                        && (flat || is_flat_or_less(point(k), point(i), point(a)))
                } else {
                    let after = self.way(w).a;
                    is_flat_or_less(point(i), point(j), point(after))
                        && (flat || is_flat_or_less(point(b), point(k), point(i)))
                };
                if fits {
                    joined = true;
                    self.add(p, Way { a, b, cost: cost + inner, apex: j, rest: Some(w) });
                }
            }
        }
        // Where diagonals are counted, one that can be spared never pays.
        if !(joined && self.prices == Prices::Count)
            && let Some(beyond) = self.side(fan)
        {
            self.add(p, Way { a: j, b: j, cost: cost + beyond, apex: j, rest: None });
        }
    }

    /// Keeps a way of part `p` unless another is at least as good in all.
    fn add(&mut self, p: usize, way: Way) {
        let Part { pair, first, cost: least, .. } = self.parts[p];
        let Pair { i, k, .. } = pair;
        let spare = self.prices.spare(self.disk, pair);
        if way.cost >= least + spare {
            return;
        }
        if way.cost < least {
            self.parts[p].cost = way.cost;
        }
        let point = |v: u32| self.disk.points[cast::index(v)];
        let covers = |x: &Way, y: &Way| {
            x.cost <= y.cost
                && cross(point(i), point(y.a), point(x.a)) >= 0
                && cross(point(k), point(y.b), point(x.b)) <= 0
        };
        let mut at = cast::index(first);
        while let Some(other) = self.ways.get(at) {
            if covers(other, &way) {
                return;
            }
            if covers(&way, other) || other.cost >= way.cost + spare {
                self.ways.swap_remove(at);
            } else {
                at += 1;
            }
        }
        self.ways.push(way);
    }

    /// The diagonals of the best way to cut the whole.
    fn diagonals(&self) -> Option<Vec<(u32, u32)>> {
        let whole = cast::count(self.parts.len()).checked_sub(1)?;
        let mut found = Vec::new();
        let mut open = vec![(whole, self.part(whole).best)];
        while let Some((p, w)) = open.pop() {
            let Part { pair: Pair { i, k, .. }, first, end, .. } = *self.part(p);
            if k - i < 2 {
                continue;
            }
            if first == end {
                return None;
            }
            let way = self.way(w);
            let fan_at_start = self.disk.reflex[cast::index(i)];
            let (left, right) = (self.find(i, way.apex)?, self.find(way.apex, k)?);
            let (fan, other) = if fan_at_start { (left, right) } else { (right, left) };
            let mut close = |p: u32| {
                let Part { pair, best, .. } = *self.part(p);
                if pair.view != View::Edge {
                    found.push((pair.i, pair.k));
                    open.push((p, best));
                }
            };
            close(other);
            match way.rest {
                Some(rest) => open.push((fan, rest)),
                None => close(fan),
            }
        }
        found.sort_unstable_by_key(|&(i, k)| (k - i, i));
        Some(found)
    }

    fn find(&self, i: u32, k: u32) -> Option<u32> {
        let row = &self.rows[cast::index(i)];
        row.binary_search_by_key(&k, |e| e.0).ok().map(|at| row[at].1)
    }
}
