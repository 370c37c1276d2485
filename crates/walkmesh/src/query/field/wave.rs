//! The wave: from the sources over all that they reach.

use std::collections::BinaryHeap;

use super::window::{Event, Label, Origin, Turn, What, Window};
use crate::geom::{PlanPoint, cast, predicates};
use crate::mesh::half_edges::{HalfEdges, NONE};
use crate::query::optimal::{Plan, between, crossing, distance, plan, segment_distance};

/// Share by which a way may be longer than another and still be kept: a few roundings of the
/// sums. What is kept in vain is only more work.
const EQUAL_LENGTH: f64 = 1e-10;

/// The wave and what it leaves behind.
#[derive(Clone, Debug, Default)]
pub(super) struct Wave {
    /// Distances are from places to the sources: edges are crossed backwards.
    pub(super) backward: bool,
    pub(super) origins: Vec<Origin>,
    /// By fan.
    pub(super) labels: Vec<Label>,
    /// Windows that the wave went through, by the polygon that they enter.
    pub(super) kept: Vec<Window>,
    /// Where the windows of each polygon begin in `kept`, and their number at the end.
    pub(super) first: Vec<u32>,
    windows: Vec<Window>,
    queue: BinaryHeap<Event>,
    number: u32,
}

impl Wave {
    pub(super) fn begin(&mut self, mesh: &HalfEdges, backward: bool) {
        self.backward = backward;
        self.origins.clear();
        self.labels.clear();
        self.labels.resize(cast::index(mesh.len()), Label::UNKNOWN);
        self.kept.clear();
        self.windows.clear();
        self.queue.clear();
        self.number = 0;
    }

    /// The edge as the polygon beyond has it, when the wave may cross it.
    #[inline]
    fn across(&self, mesh: &HalfEdges, h: u32) -> Option<u32> {
        let edge = mesh.get(h);
        let is_open = edge.twin != NONE
            && if self.backward { mesh.get(edge.twin).is_open() } else { edge.is_open() };
        is_open.then_some(edge.twin)
    }

    /// A source, which stands in `polygons`.
    pub(super) fn start(&mut self, mesh: &HalfEdges, at: PlanPoint, source: u32, polygons: &[u32]) {
        let origin = cast::count(self.origins.len());
        self.origins.push(Origin { at, g: 0.0, corner: NONE, before: NONE, source });
        for &polygon in polygons {
            let edge = mesh.around(polygon).start;
            self.kept.push(Window { edge, right: at, left: at, origin });
            self.emit(mesh, polygon, origin, None);
        }
    }

    /// Runs until the wave has gone `limit` steps, or everywhere.
    pub(super) fn run(&mut self, mesh: &HalfEdges, limit: f64) {
        while let Some(Event { key, what, .. }) = self.queue.pop() {
            if key > limit {
                break;
            }
            match what {
                What::Corner(fan) => {
                    // A shorter way may have been found since.
                    if key <= self.labels[cast::index(fan)].g {
                        self.turn(mesh, fan);
                    }
                }
                What::Window(index) => {
                    let window = self.windows[cast::index(index)];
                    if !self.is_outdone(mesh, &window) {
                        self.kept.push(window);
                        self.pass(mesh, &window);
                    }
                }
            }
        }
        let polygon = |window: &Window| mesh.get(window.edge).polygon;
        self.kept.sort_unstable_by_key(|window| (polygon(window), window.edge, window.origin));
        self.first.clear();
        let mut at = 0;
        for p in 0..=mesh.polygons() {
            while self.kept.get(at).is_some_and(|window| polygon(window) < p) {
                at += 1;
            }
            self.first.push(cast::count(at));
        }
    }

    /// The wave turns around a corner: to where it is past half a turn from where it came, on
    /// both sides.
    fn turn(&mut self, mesh: &HalfEdges, fan: u32) {
        let Label { g, origin: before, arrival, .. } = self.labels[cast::index(fan)];
        let Origin { at: root, source, .. } = self.origins[cast::index(before)];
        let at = mesh.at(arrival);
        let origin = cast::count(self.origins.len());
        self.origins.push(Origin { at, g, corner: arrival, before, source });
        let turned = Label { turned: origin, ..self.labels[cast::index(fan)] };
        self.labels[cast::index(fan)] = turned;
        for turn in [Turn::Left, Turn::Right] {
            let (mut k, mut past) = (arrival, false);
            loop {
                let polygon = mesh.get(k).polygon;
                if past {
                    self.emit(mesh, polygon, origin, None);
                } else {
                    let far = match turn {
                        Turn::Left => mesh.at(mesh.prev(k)),
                        Turn::Right => mesh.at(mesh.next(k)),
                    };
                    past = is_past(turn, at, root, far);
                    if past {
                        let onward = PlanPoint::new(2 * at.x - root.x, 2 * at.y - root.y);
                        self.emit(mesh, polygon, origin, Some((turn, onward)));
                    }
                }
                // To the next polygon around the corner.
                let edge = if turn == Turn::Left { mesh.prev(k) } else { k };
                let Some(twin) = self.across(mesh, edge) else { break };
                let next = if turn == Turn::Left { twin } else { mesh.next(twin) };
                if next == arrival || !self.steps_over(mesh, [k, next], turned) {
                    break;
                }
                k = next;
            }
        }
    }

    /// Steps from one half-edge at a corner to the next around it; over a one-way edge that is
    /// another fan, and of no use when it was reached before.
    fn steps_over(&mut self, mesh: &HalfEdges, [k, next]: [u32; 2], turned: Label) -> bool {
        let fan = mesh.get(next).fan;
        if fan == mesh.get(k).fan {
            return true;
        }
        let label = &mut self.labels[cast::index(fan)];
        if label.g < turned.g {
            return false;
        }
        *label = Label { arrival: next, ..turned };
        true
    }

    /// What an origin on the closed polygon sees of it, all or what lies on one side of a ray:
    /// corners, and exits not on a line with it.
    fn emit(
        &mut self,
        mesh: &HalfEdges,
        polygon: u32,
        origin: u32,
        beside: Option<(Turn, PlanPoint)>,
    ) {
        let Origin { at, g, .. } = self.origins[cast::index(origin)];
        for h in mesh.around(polygon) {
            let (u, w) = (mesh.at(h), mesh.at(mesh.next(h)));
            let (mut right, mut left) = (u, w);
            if let Some((turn, ray)) = beside {
                let (su, sw) = (predicates::cross(at, ray, u), predicates::cross(at, ray, w));
                let (corner, exit) = match turn {
                    Turn::Left => (su >= 0, sw > 0),
                    Turn::Right => (su <= 0, su < 0),
                };
                if corner {
                    self.arrive(mesh, h, g + at.distance(u), origin);
                }
                if !exit {
                    continue;
                }
                if turn == Turn::Left && su < 0 {
                    right = ray;
                } else if turn == Turn::Right && sw > 0 {
                    left = ray;
                }
            } else {
                self.arrive(mesh, h, g + at.distance(u), origin);
            }
            if predicates::cross(at, u, w) > 0
                && let Some(edge) = self.across(mesh, h)
            {
                self.open(mesh, Window { edge, right, left, origin });
            }
        }
    }

    /// The wave passes a window: what is seen beyond it.
    fn pass(&mut self, mesh: &HalfEdges, window: &Window) {
        let Window { edge, right, left, origin } = *window;
        let Origin { at: root, g, .. } = self.origins[cast::index(origin)];
        let second = mesh.next(edge);
        let mut h = second;
        while h != edge {
            let next = mesh.next(h);
            let (u, w) = (mesh.at(h), mesh.at(next));
            // The ends of the entered edge were seen from its other side.
            if h != second && window.holds(root, u) {
                self.arrive(mesh, h, g + root.distance(u), origin);
            }
            let ul = predicates::cross(root, left, u);
            let wr = predicates::cross(root, right, w);
            if wr > 0
                && ul < 0
                && let Some(beyond) = self.across(mesh, h)
            {
                let right = if predicates::cross(root, right, u) >= 0 { u } else { right };
                let left = if predicates::cross(root, left, w) <= 0 { w } else { left };
                self.open(mesh, Window { edge: beyond, right, left, origin });
            }
            h = next;
        }
    }

    /// The wave gets to the first corner of `h` straight from an origin.
    fn arrive(&mut self, mesh: &HalfEdges, h: u32, g: f64, origin: u32) {
        let edge = mesh.get(h);
        let label = &mut self.labels[cast::index(edge.fan)];
        if g >= label.g {
            return;
        }
        *label = Label { g, origin, arrival: h, turned: NONE };
        if edge.is_corner() && edge.at != self.origins[cast::index(origin)].at {
            self.push(g, What::Corner(edge.fan));
        }
    }

    fn open(&mut self, mesh: &HalfEdges, window: Window) {
        if self.is_outdone(mesh, &window) {
            return;
        }
        let Origin { at, g, .. } = self.origins[cast::index(window.origin)];
        let [right, left] = ends(mesh, at, &window);
        let key = g + segment_distance(plan(at), right, left);
        let index = cast::count(self.windows.len());
        self.windows.push(window);
        self.push(key, What::Window(index));
    }

    fn push(&mut self, key: f64, what: What) {
        self.queue.push(Event { key, number: self.number, what });
        self.number += 1;
    }

    /// True when no shortest way can lead through the window: its origin is reached by a shorter
    /// way, or all of its points are nearer by an end of the edge. The lead of the way over that
    /// end falls the farther from it a point is, so it is enough to look at the farthest point
    /// (Xin and Wang 2009).
    fn is_outdone(&self, mesh: &HalfEdges, window: &Window) -> bool {
        let Origin { at, g, corner, .. } = self.origins[cast::index(window.origin)];
        if corner != NONE && self.labels[cast::index(mesh.get(corner).fan)].g < g {
            return true;
        }
        let [right, left] = ends(mesh, at, window);
        let longer = |h: u32, to: Plan| {
            let by_end =
                self.labels[cast::index(mesh.get(h).fan)].g + distance(plan(mesh.at(h)), to);
            g + distance(plan(at), to) > by_end + by_end * EQUAL_LENGTH
        };
        longer(window.edge, right) || longer(mesh.next(window.edge), left)
    }
}

/// Where the rays of a window cross its edge, right and left.
fn ends(mesh: &HalfEdges, root: PlanPoint, window: &Window) -> [Plan; 2] {
    let (a, b) = (mesh.at(window.edge), mesh.at(mesh.next(window.edge)));
    [window.right, window.left]
        .map(|through| between(plan(a), plan(b), crossing(root, through, a, b)))
}

/// True when a direction is at least half a turn from the root, going round the corner `at`; the
/// directions before it are less.
fn is_past(turn: Turn, at: PlanPoint, root: PlanPoint, to: PlanPoint) -> bool {
    let side = predicates::cross(at, root, to);
    match turn {
        Turn::Left if side != 0 => side < 0,
        Turn::Right if side != 0 => side > 0,
        _ => predicates::dot(at, root, to) < 0,
    }
}
