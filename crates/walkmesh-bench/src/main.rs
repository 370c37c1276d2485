//! walkmesh side by side with Recast and Detour (C++), rerecast and polyanya: the same input, in
//! one process, taking turns.

mod bake;
mod clock;
mod input;
mod path;
mod profile;
mod recast;
mod rerecast_bake;
mod row;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::{Parser, ValueEnum};

/// What to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Work {
    Bake,
    Path,
    All,
    /// Our own bakes, over and over, for a profiler
    ProfileBake,
    /// The same in tiles
    ProfileTiled,
    /// Our own paths on Recast's mesh of nav_test, over and over
    ProfilePath,
}

/// Measure walkmesh beside Recast, Detour, rerecast and polyanya
#[derive(Parser)]
struct Arguments {
    /// What to measure
    #[arg(value_enum, default_value = "all")]
    work: Work,
    /// Fewer inputs and rounds: ends within two minutes
    #[arg(long)]
    quick: bool,
    /// Write the rows here
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Only inputs whose name has this in it
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let (rounds, time) =
        if arguments.quick { (3, Duration::from_secs(2)) } else { (9, Duration::from_secs(8)) };
    let mut rows = Vec::new();
    if matches!(arguments.work, Work::Bake | Work::All | Work::ProfileBake | Work::ProfileTiled) {
        for input in input::levels(arguments.quick)? {
            if arguments.only.as_ref().is_some_and(|only| !input.name.contains(only.as_str())) {
                continue;
            }
            if matches!(arguments.work, Work::ProfileBake | Work::ProfileTiled) {
                profile::bakes(&input, arguments.work == Work::ProfileTiled, 50)?;
                continue;
            }
            for row in bake::measure(&input, rounds, time)? {
                println!("{}", row.line());
                rows.push(row);
            }
        }
    }
    if matches!(arguments.work, Work::Path | Work::All) {
        let (count, rounds) = if arguments.quick { (300, 3) } else { (1000, 7) };
        for row in path::recast_levels(count, rounds)?.into_iter().chain(path::polyanya_maps(
            count / 3,
            rounds,
            arguments.quick,
        )?) {
            println!("{}", row.line());
            rows.push(row);
        }
    }
    if arguments.work == Work::ProfilePath {
        path::profile(1000, 400)?;
    }
    if let Some(path) = &arguments.json {
        std::fs::write(path, serde_json::to_string_pretty(&rows)?)?;
    }
    Ok(())
}
