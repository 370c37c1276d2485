//! From triangles to a mesh.

use std::cell::RefCell;
use std::time::Duration;

use anyhow::Result;
use walkmesh::bake::{BakeOptions, Baked, bake};
use walkmesh::parameters::Parameters;

use crate::clock::{Contender, Samples, Spread, interleave};
use crate::input::Input;
use crate::row::{Group, Row};
use crate::{recast, rerecast_bake};

/// Of Recast's CPU time, on one thread and on two.
const GOAL: f64 = 0.5;
const GOAL_TWO: f64 = 0.3;

/// Both modes of one level.
pub(crate) fn measure(input: &Input, rounds: usize, time: Duration) -> Result<Vec<Row>> {
    let mut rows = mode(input, "solo", &input.solo(), rounds, time)?;
    rows.extend(mode(input, "tiled", &input.tiled(), rounds, time)?);
    Ok(rows)
}

fn ours(input: &Input, parameters: &Parameters, threads: usize) -> Result<Baked> {
    let options = BakeOptions { threads: Some(threads), ..BakeOptions::default() };
    Ok(bake(&input.soup, parameters, &options)?)
}

fn mode(
    input: &Input,
    mode: &str,
    parameters: &Parameters,
    rounds: usize,
    time: Duration,
) -> Result<Vec<Row>> {
    let failed: RefCell<Option<anyhow::Error>> = RefCell::new(None);
    let keep = |result: Result<()>| {
        if let Err(error) = result {
            failed.borrow_mut().get_or_insert(error);
        }
    };
    let solo = mode == "solo";
    let of_recast = || if solo { recast::solo(input) } else { recast::tiled(input) };
    let mut contenders = vec![
        Contender::new(|| keep(ours(input, parameters, 1).map(drop))),
        Contender::new(|| keep(ours(input, parameters, 2).map(drop))),
        Contender::new(|| keep(of_recast().map(drop))),
    ];
    if solo {
        contenders.push(Contender::new(|| keep(rerecast_bake::solo(input).map(drop))));
    }
    let samples = interleave(contenders, rounds, time);
    if let Some(error) = failed.into_inner() {
        return Err(error.context(format!("{} {mode}", input.name)));
    }
    rows(input, mode, parameters, &samples)
}

fn milliseconds(spread: Spread) -> Spread {
    Spread { best: spread.best * 1e3, median: spread.median * 1e3 }
}

fn rows(
    input: &Input,
    mode: &str,
    parameters: &Parameters,
    samples: &[Samples],
) -> Result<Vec<Row>> {
    let group = Group { work: "bake", input: &input.name, unit: "ms" };
    let baked = ours(input, parameters, 1)?;
    let one = milliseconds(samples[0].cpu());
    let two = milliseconds(samples[1].wall());
    let count = |n: usize| walkmesh::geom::cast::count(n).into();
    let mut mine = group
        .row(mode, "walkmesh", one)
        .note("triangles", count(input.soup.triangles.len()))
        .note("polygons", count(baked.mesh.polygon_count()))
        .note("m2", baked.mesh.area_m2());
    for stage in &baked.report.stages {
        mine = mine.note(stage.stage.name(), stage.time.as_secs_f64() * 1e3);
    }
    let mut rows = vec![mine];
    let of_recast = if mode == "solo" { recast::solo(input)? } else { recast::tiled(input)? };
    let theirs = milliseconds(samples[2].cpu());
    let goal = ["nav_test", "dungeon", "undulating"].contains(&input.name.as_str());
    let recast_row = group
        .row(mode, "Recast", theirs)
        .against(one, goal.then_some(GOAL))
        .note("polygons", count(of_recast.polygons))
        .note("m2", recast::area(&of_recast.mesh));
    rows.push(recast_row);
    if let Some(samples) = samples.get(3) {
        let made = rerecast_bake::solo(input)?;
        let row = group
            .row(mode, "rerecast", milliseconds(samples.cpu()))
            .against(one, None)
            .note("polygons", count(made.mesh.polygon_count()));
        rows.push(row);
    }
    rows.push(Row { threads: 2, ..group.row(mode, "walkmesh", two) });
    let recast_wall = milliseconds(samples[2].wall());
    let against = group.row(mode, "Recast (its one)", recast_wall);
    rows.push(Row { threads: 2, ..against.against(two, goal.then_some(GOAL_TWO)) });
    Ok(rows)
}
