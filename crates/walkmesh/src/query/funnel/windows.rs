//! The shortest way across a row of portals of which some lead elsewhere: the two stretches of a
//! link are one segment that is crossed, seen from either side.
//!
//! What counts at a portal is how far each of its points is from the start. It is cut into
//! *windows*, each seen straight from one *root*: the start, or an end of a portal before, where
//! the way bends. A window keeps its root as it stands to the portal, how far along it and how far
//! off. On which side makes no difference, so nothing changes at a link: on its other end the root
//! stands behind the stretch, wherever the way goes on from there.
//!
//! ```text
//!      A \   |   / B     beyond the rays through the outer ends what follows is reached over
//!    -----o##|##o-----   these, A and B; between them from the roots of the windows; where the
//!          \ | /         next portal passes the line of this one it is seen from both sides
//!        root o
//! ```
//!
//! The length is convex in the places where the portals are crossed, so there is one shortest way,
//! and each point one window. Stretches lie off the lattice, so lengths decide here; where
//! rounding takes one window for its neighbour, both give the same length.

use super::portal::{Portal, cross, dot, minus};
use crate::query::optimal::{Plan, between, distance};

/// Share of the longest way between two portals within which two places count as one.
const ROUNDING: f64 = 1e-12;

/// Where the string crosses a portal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop {
    pub(super) share: f64,
    /// True when it may bend there.
    pub(super) bends: bool,
}

/// A place where ways bend, or the start.
#[derive(Clone, Copy, Debug)]
struct Root {
    portal: usize,
    x: f64,
    /// The window of that portal in which it lies.
    window: usize,
}

/// A part of a portal seen straight from a root.
#[derive(Clone, Copy, Debug)]
struct Window {
    range: [f64; 2],
    view: View,
    /// True when the way bends where the window begins, between it and the one before it.
    kink: bool,
}

/// A root as it stands to a portal.
#[derive(Clone, Copy, Debug)]
struct View {
    /// Index of the root.
    root: usize,
    along: f64,
    /// Not below 0.
    off: f64,
    /// The window of the portal before through which it is seen.
    before: usize,
}

impl View {
    /// How far the root is from a place on the portal.
    fn far(&self, x: f64) -> f64 {
        distance((self.along, self.off), (x, 0.0))
    }
}

/// A ray from a root through a place on a portal: what is seen on its right and left differs.
#[derive(Clone, Copy, Debug)]
struct Ray {
    x: f64,
    along: f64,
    off: f64,
}

impl Ray {
    fn new(view: &View, x: f64) -> Self {
        Self { x, along: view.along, off: view.off }
    }

    /// Above 0 for what lies in the direction of the portal, below 0 on the other side.
    fn side(&self, (t, h): Plan, is_on_line: bool) -> f64 {
        if is_on_line { t - self.x } else { (t - self.x) * self.off - (self.x - self.along) * h }
    }
}

/// A part of the next portal on one side of the line of a portal.
#[derive(Clone, Copy, Debug)]
struct Part {
    range: [f64; 2],
    /// Both ends as they stand to the portal before: how far along it, and how far off.
    ends: [Plan; 2],
    /// Which side, 1 or -1.
    sign: f64,
    /// True when it begins on that line.
    kink: bool,
}

impl Part {
    /// True when it lies on the line of the portal before.
    fn is_on_line(&self) -> bool {
        self.ends.iter().all(|end| end.1 <= 0.0)
    }
}

/// The portals of a string, the windows on them, and where it crosses them. Reused.
#[derive(Debug, Default)]
pub(super) struct Windows {
    portals: Vec<Portal>,
    /// An upper bound of the way from one portal to the next.
    reach: f64,
    roots: Vec<Root>,
    windows: Vec<Window>,
    /// The first window of each portal.
    first: Vec<usize>,
    /// What is seen through a portal, along it, and the rays between.
    views: Vec<View>,
    rays: Vec<Ray>,
    pub(super) stops: Vec<Stop>,
}

impl Windows {
    pub(super) fn begin(&mut self, start: Plan) {
        self.portals.clear();
        self.portals.push(Portal::point(start));
        self.reach = 0.0;
    }

    pub(super) fn push(&mut self, portal: Portal) {
        let ahead = self.portals.last().map_or(0.0, |p| distance(p.far[0], portal.near[0]));
        self.reach = self.reach.max(ahead + portal.length);
        self.portals.push(portal);
    }

    /// The point beyond the last portal, at a share of it.
    pub(super) fn end_at(&self, share: f64) -> Option<Plan> {
        self.portals.last().map(|portal| between(portal.far[0], portal.far[1], share))
    }

    /// Finds where the string from the first portal, a point, to the last one, a point, crosses
    /// those between: a stop for each of all.
    pub(super) fn pull(&mut self) {
        self.roots.clear();
        self.windows.clear();
        self.first.clear();
        self.roots.push(Root { portal: 0, x: 0.0, window: 0 });
        let view = View { root: 0, along: 0.0, off: 0.0, before: 0 };
        self.first.push(0);
        self.windows.push(Window { range: [0.0; 2], view, kink: false });
        for i in 1..self.portals.len() {
            self.look(i - 1);
            self.first.push(self.windows.len());
            let (parts, count) = parts(&self.portals[i - 1], &self.portals[i], self.tiny());
            for part in &parts[..count] {
                self.fill(i, part);
            }
        }
        self.go_back();
    }

    /// Lists what is seen through a portal from one end of it to the other. A root on the portal
    /// sees all that others do not; there is no ray from it to tell its sides.
    fn look(&mut self, portal: usize) {
        let [low, high] = self.portals[portal].range;
        let (begin, end) = (self.first[portal], self.windows.len());
        self.views.clear();
        self.rays.clear();
        let first = self.windows[begin].view;
        if first.far(low) > self.tiny() {
            self.bend(portal, low, begin);
            self.rays.push(Ray::new(&first, low));
        }
        for i in begin..end {
            let window = self.windows[i];
            if i > begin {
                let (before, x) = (self.windows[i - 1].view, window.range[0]);
                let (one, other) = (before.far(x), window.view.far(x));
                if one.max(other) <= self.tiny() {
                    continue;
                }
                if window.kink && one.min(other) > self.tiny() {
                    self.rays.push(Ray::new(&before, x));
                    self.bend(portal, x, i - 1);
                    self.rays.push(Ray::new(&window.view, x));
                } else {
                    // One root is behind the other: the farther one tells the direction best.
                    self.rays.push(Ray::new(if one > other { &before } else { &window.view }, x));
                }
            }
            self.views.push(View { before: i, ..window.view });
        }
        let last = self.windows[end - 1].view;
        if last.far(high) > self.tiny() {
            self.rays.push(Ray::new(&last, high));
            if low < high {
                self.bend(portal, high, end - 1);
            } else {
                self.views.push(self.views[0]);
            }
        }
    }

    /// Adds the view from a place on a portal, in this window of it.
    fn bend(&mut self, portal: usize, x: f64, window: usize) {
        self.views.push(View { root: self.roots.len(), along: x, off: 0.0, before: window });
        self.roots.push(Root { portal, x, window });
    }

    /// The distance that counts as none, steps.
    fn tiny(&self) -> f64 {
        ROUNDING * self.reach
    }

    /// Cuts a part of a portal into windows of what is seen through the one before it.
    fn fill(&mut self, portal: usize, part: &Part) {
        let is_on_line = part.is_on_line();
        let sides = |ray: &Ray| part.ends.map(|end| ray.side(end, is_on_line));
        // An end on a ray belongs to where the other end lies.
        let passed = |of: usize| {
            let is_right = |ray: &&Ray| {
                let sides = sides(ray);
                sides[of] > 0.0 || (sides[of] >= 0.0 && sides[1 - of] > 0.0)
            };
            self.rays.iter().filter(is_right).count()
        };
        let (mut view, last) = (passed(0), passed(1));
        let [mut at, end] = part.range;
        let mut kink = part.kink;
        loop {
            let ray = match view.cmp(&last) {
                std::cmp::Ordering::Less => Some(view),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(view - 1),
            };
            let next = ray.map_or(end, |ray| {
                let [s, t] = sides(&self.rays[ray]);
                let apart = s - t;
                let share = if apart == 0.0 { 0.0 } else { s / apart };
                (part.range[0] + (end - part.range[0]) * share).clamp(at, end)
            });
            if next > at || (ray.is_none() && self.windows.len() == self.first[portal]) {
                self.open(portal, part, [at, next], (view, kink));
                kink = false;
            } else if is_on_line {
                // What lies on the line sees no more of a bend than the place itself.
                kink |= self.roots[self.views[view].root].portal == portal - 1;
            }
            at = next;
            match ray {
                Some(ray) => view = if ray == view { view + 1 } else { ray },
                None => return,
            }
        }
    }

    /// Adds a window, in which something is seen, to a portal, or lengthens the last one.
    fn open(&mut self, portal: usize, part: &Part, range: [f64; 2], (view, kink): (usize, bool)) {
        let (view, tiny) = (self.views[view], self.tiny());
        let is_new = self.windows.len() == self.first[portal];
        // Through two windows one root stands in two places.
        let is_same = |last: &&mut Window| {
            !is_new && (last.view.root, last.view.before) == (view.root, view.before)
        };
        // From the line between two parts both look the same.
        if let Some(last) = self.windows.last_mut().filter(is_same)
            && (view.off <= tiny || !kink)
        {
            last.range[1] = range[1];
            return;
        }
        let (before, next) = (&self.portals[portal - 1], &self.portals[portal]);
        let [a, b] = next.near.map(|p| {
            let (along, left) = before.beside(p);
            (along, left * part.sign)
        });
        let (to, along) = (minus((view.along, -view.off), a), minus(b, a));
        let (along, right) = if next.length > 0.0 {
            (dot(along, to) / next.length, -cross(along, to) / next.length)
        } else {
            (0.0, distance((0.0, 0.0), to))
        };
        // What stands on the wrong side of an edge sees no more of it than a corner. A link may be
        // left to any side of an edge that it lies along.
        let is_sided = next.is_edge && (before.is_edge || !part.is_on_line());
        let off = if is_sided { (right * part.sign).max(0.0) } else { right.abs() };
        self.windows.push(Window { range, view: View { along, off, ..view }, kink });
    }

    /// Follows the string from its end back to its start.
    fn go_back(&mut self) {
        self.stops.clear();
        let (mut x, mut bends) = (0.0, false);
        let mut window = self.windows.len() - 1;
        for i in (1..self.portals.len()).rev() {
            self.stops.push(Stop { share: self.portals[i].share(x), bends });
            let View { root, before, .. } = self.windows[window].view;
            let root = self.roots[root];
            if root.portal == i - 1 {
                (x, window, bends) = (root.x, root.window, true);
                continue;
            }
            let (t, h) = self.portals[i - 1].beside(self.portals[i].near_at(x));
            let Window { range: [low, high], view: View { along, off, .. }, .. } =
                self.windows[before];
            let h = h.abs();
            // A place on both is crossed there: a root that sees it may stand on the wrong side.
            let at = if h > self.tiny() { (along * h + t * off) / (off + h) } else { t };
            (x, window, bends) = (at.clamp(low, high), before, false);
        }
        self.stops.push(Stop { share: 0.0, bends });
        self.stops.reverse();
    }
}

/// The next portal, cut where it passes the line of a portal: one part or two.
fn parts(portal: &Portal, next: &Portal, tiny: f64) -> ([Part; 2], usize) {
    let [from, to] = next.range;
    let [(s, g), (t, h)] = next.range.map(|x| portal.beside(next.near_at(x)));
    let [g, h] = [g, h].map(|off| if off.abs() <= tiny { 0.0 } else { off });
    let sign = |left: f64| if left < 0.0 { -1.0 } else { 1.0 };
    if !((g < 0.0 && h > 0.0) || (g > 0.0 && h < 0.0)) {
        let sign = sign(if g == 0.0 { h } else { g });
        let ends = [(s, g.abs()), (t, h.abs())];
        return ([Part { range: [from, to], ends, sign, kink: false }; 2], 1);
    }
    let share = g / (g - h);
    let (cut, on) = (from + (to - from) * share, s + (t - s) * share);
    let first =
        Part { range: [from, cut], ends: [(s, g.abs()), (on, 0.0)], sign: sign(g), kink: false };
    let ends = [(on, 0.0), (t, h.abs())];
    let second = Part { range: [cut, to], ends, sign: sign(h), kink: true };
    ([first, second], 2)
}

#[cfg(test)]
mod tests;
