//! Which goals are met.

use std::fmt::Write;

use super::short;
use crate::row::{Results, Row};

/// How many rows a full run holds against each goal: where it has fewer (no models, a contender that
/// fails), the others are not met either.
pub(super) const FULL: [(&str, f64, usize); 19] = [
    ("bake solo against Recast, processor time", 0.5, 9),
    ("bake solo with two threads against Recast's one, wall", 0.3, 9),
    ("bake tiled against Recast, processor time", 0.5, 9),
    ("bake tiled with two threads against Recast's one, wall", 0.3, 9),
    ("walkable area unlike Recast's, share", 0.02, 18),
    ("peak memory of a solo bake against Recast solo", 0.5, 9),
    ("peak memory of a tiled bake against Recast solo", 0.5, 9),
    ("path `optimal` against Detour, mean", 1.0, 9),
    ("path `optimal` against polyanya, mean", 0.25, 7),
    ("path `funnel` against Detour, mean", 0.8, 18),
    ("optimal paths longer than the shortest by over 1e-9", 0.0, 22),
    ("nearest point against Detour, mean", 1.0, 7),
    ("nearest points that are not the nearest", 0.0, 7),
    ("update blocker in against Recast, one tile of building of 12 rooms", 0.25, 1),
    ("update blocker moved against Recast, one tile of building of 12 rooms", 0.25, 1),
    ("update blocker out against Recast, one tile of building of 12 rooms", 0.25, 1),
    ("update precut toggle against Recast, one tile of building of 12 rooms", 0.025, 1),
    ("update 100 walking on in a frame against Recast, one tile of building of 12 rooms", 10.0, 1),
    ("update one more against polyanya", 1.0, 2),
];

/// A goal, and the rows that are held against it.
pub(super) struct Goal<'a> {
    pub(super) what: String,
    pub(super) limit: f64,
    pub(super) rows: Vec<&'a Row>,
    /// How many rows there should be.
    count: usize,
}

impl Goal<'_> {
    pub(super) fn met(&self) -> usize {
        self.rows.iter().filter(|row| row.is_met() == Some(true)).count()
    }

    /// How many rows there should be and are not.
    fn missing(&self) -> usize {
        self.count - self.rows.len()
    }

    /// The row that is farthest from the goal.
    fn worst(&self) -> Option<&Row> {
        let measure = |row: &Row| row.measure().unwrap_or(f64::INFINITY);
        self.rows.iter().copied().max_by(|a, b| measure(a).total_cmp(&measure(b)))
    }
}

/// The goals of a run, in the order in which they come; of a full one those as well that nothing was
/// measured for.
pub(super) fn goals(results: &Results) -> Vec<Goal<'_>> {
    let mut goals: Vec<Goal<'_>> = Vec::new();
    for row in &results.rows {
        let Some(limit) = row.goal else { continue };
        let what = what(row);
        match goals.iter_mut().find(|goal| goal.what == what) {
            Some(goal) => goal.rows.push(row),
            None => goals.push(Goal { what, limit, rows: vec![row], count: 0 }),
        }
    }
    let is_full = results.machine.extent == "full";
    for (what, limit, count) in FULL.into_iter().filter(|_| is_full) {
        match goals.iter_mut().find(|goal| goal.what == what) {
            Some(goal) => goal.count = count,
            None => goals.push(Goal { what: what.to_owned(), limit, rows: Vec::new(), count }),
        }
    }
    goals.iter_mut().for_each(|goal| goal.count = goal.count.max(goal.rows.len()));
    goals
}

/// What a row with a goal is about.
pub(super) fn what(row: &Row) -> String {
    match (row.work.as_str(), row.mode.as_str(), row.threads) {
        ("bake", mode, 1) => format!("bake {mode} against Recast, processor time"),
        ("bake", mode, _) => format!("bake {mode} with two threads against Recast's one, wall"),
        ("memory", "solo", _) => "peak memory of a solo bake against Recast solo".to_owned(),
        ("memory", _, _) => "peak memory of a tiled bake against Recast solo".to_owned(),
        ("path", mode, _) => {
            let engine = mode.split('/').next().unwrap_or(mode);
            format!("path `{engine}` against {}, mean", row.contender)
        }
        ("nearest", _, _) => "nearest point against Detour, mean".to_owned(),
        ("area", _, _) => "walkable area unlike Recast's, share".to_owned(),
        ("exact", "nearest", _) => "nearest points that are not the nearest".to_owned(),
        ("exact", _, _) => "optimal paths longer than the shortest by over 1e-9".to_owned(),
        (work, mode, _) => format!("{work} {mode} against {}", row.contender),
    }
}

/// The table of goals.
pub(super) fn table(results: &Results) -> String {
    let mut text = "| work | goal | met | worst | on |\n|---|---|---|---|---|\n".to_owned();
    for goal in goals(results) {
        let worst = goal.worst();
        let met = if goal.met() == goal.count {
            format!("all {}", goal.count)
        } else {
            format!("**{} of {}**", goal.met(), goal.count)
        };
        let limit =
            if goal.limit == 0.0 { "none".to_owned() } else { format!("at most {}", goal.limit) };
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "| {} | {limit} | {met} | {} | {} |",
            goal.what,
            super::or_dash(worst.and_then(Row::measure)),
            worst.map_or("-", |row| &row.input)
        );
    }
    text
}

/// What the README says.
pub(super) fn summary(results: &Results) -> String {
    let machine = &results.machine;
    let extent = if machine.extent == "full" { "" } else { " (a quick run, few inputs)" };
    format!(
        "Ratios ours / theirs in one run of {}{extent}, one thread, {}, against recastnavigation \
         (C++), rerecast and polyanya; [all figures](docs/benchmarks.md).\n\n{}",
        machine.date,
        machine.cpu,
        table(results)
    )
}

/// Every row that misses its goal.
pub(super) fn missed(results: &Results) -> String {
    let mut text = String::new();
    for goal in goals(results) {
        let mut missed: Vec<String> = goal
            .rows
            .iter()
            .filter(|row| row.is_met() != Some(true))
            .map(|row| {
                let measure = row.measure().map_or_else(|| "not measured".to_owned(), short);
                format!("{} {measure}", row.input)
            })
            .collect();
        if goal.missing() > 0 {
            missed.push(format!("{} not measured", goal.missing()));
        }
        if !missed.is_empty() {
            let _ =
                writeln!(text, "- **{}** (goal {}): {}", goal.what, goal.limit, missed.join(", "));
        }
    }
    if text.is_empty() { "None.\n".to_owned() } else { text }
}
