//! Strings over links whose stretches lie on each other and in line.

use super::*;

fn link(entry: [Plan; 2], exit: [Plan; 2]) -> Portal {
    Portal::link([entry, exit], [0.0, 1.0])
}

/// How long the string is that is pulled from point to point over these.
fn pulled(start: Plan, portals: &[Portal], goal: Plan) -> f64 {
    let mut windows = Windows::default();
    windows.begin(start);
    for &portal in portals {
        windows.push(portal);
    }
    windows.push(Portal::point(goal));
    windows.pull();
    let (mut here, mut length) = (start, 0.0);
    for (portal, stop) in portals.iter().zip(&windows.stops[1..]) {
        length += distance(here, portal.near_at(stop.share * portal.length));
        here = between(portal.far[0], portal.far[1], stop.share);
    }
    length + distance(here, goal)
}

/// Where an entry crosses the exit before, all around that place is reached through it. Where
/// the exit lies along what comes next, that is no wider than the place.
#[test]
fn a_bend_is_kept_along_a_line() {
    // The entry and the exit cross in (6.5, 5), which is left at (19.5, 24), on the edge.
    let portals = [
        link([(8.0, 16.0), (11.0, 18.0)], [(8.0, 4.0), (5.0, 6.0)]),
        link([(7.0, 5.0), (6.0, 5.0)], [(20.0, 24.0), (19.0, 24.0)]),
        Portal::edge([(20.0, 24.0), (16.0, 24.0)]),
    ];
    let length = pulled((9.0, 19.0), &portals, (20.0, 20.0));
    assert!((length - (4.25_f64.sqrt() + 16.25_f64.sqrt())).abs() < 1e-9, "{length}");

    // The start is on the line of the second entry, from both sides of it.
    let portals = [
        link([(1.0, 2.0), (1.0, -1.0)], [(2.0, 0.0), (-1.0, 0.0)]),
        link([(1.0, 1.0), (1.0, -4.0)], [(2.0, 2.0), (5.0, -2.0)]),
        Portal::edge([(8.0, -6.0), (-1.0, 6.0)]),
    ];
    let length = pulled((2.0, 1.0), &portals, (1.0, 0.0));
    assert!((length - 3.0).abs() < 1e-9, "{length}");

    // Both crossings, in (5/7, 19/7) and on the line in (0, 29/7), are left at (1, 3/28).
    let portals = [
        link([(2.0, 0.0), (1.0, -1.0)], [(0.0, 2.0), (1.0, 3.0)]),
        link([(2.0, 1.0), (-1.0, 5.0)], [(0.0, 2.0), (0.0, 7.0)]),
        link([(0.0, 3.25), (0.0, 8.25)], [(1.0, 1.0), (1.0, -4.0)]),
        Portal::edge([(1.0, 2.0), (2.0, 0.0)]),
    ];
    let length = pulled((1.0, 1.0), &portals, (2.0, 1.0));
    let ways = [(2.0 / 7.0, 12.0 / 7.0), (1.0, 25.0 / 28.0)];
    let least: f64 = ways.map(|way| distance((0.0, 0.0), way)).iter().sum();
    assert!((length - least).abs() < 1e-9, "{length}");
}
