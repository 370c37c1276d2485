//! walkmesh side by side with Recast and Detour (C++), rerecast and polyanya: the same input, in
//! one process, taking turns.

mod bake;
mod clock;
mod input;
mod machine;
mod path;
mod profile;
mod recast;
mod rerecast_bake;
mod row;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::{Parser, ValueEnum};

use bake::Mode;
use machine::Machine;
use row::Results;

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
    /// Write the results here
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Only inputs whose name has this in it
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

/// How much of everything is measured.
#[derive(Clone, Copy)]
struct Extent<'a> {
    quick: bool,
    only: Option<&'a str>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let extent = Extent { quick: arguments.quick, only: arguments.only.as_deref() };
    match arguments.work {
        Work::ProfileBake => return profile_bakes(extent, Mode::Solo),
        Work::ProfileTiled => return profile_bakes(extent, Mode::Tiled),
        Work::ProfilePath => return path::profile(1000, 400),
        Work::Bake | Work::Path | Work::All => {}
    }
    let results = measure(arguments.work, extent)?;
    if let Some(path) = &arguments.json {
        std::fs::write(path, serde_json::to_string_pretty(&results)?)?;
    }
    Ok(())
}

fn profile_bakes(extent: Extent<'_>, mode: Mode) -> Result<()> {
    for name in input::names(extent.quick, extent.only) {
        profile::bakes(&input::load(&name)?, mode, 50)?;
    }
    Ok(())
}

fn measure(work: Work, extent: Extent<'_>) -> Result<Results> {
    let does = |one: Work| work == one || work == Work::All;
    let machine = Machine::here(extent.quick);
    println!("{}", machine.describe());
    let mut results = Results { machine, ..Results::default() };
    if does(Work::Bake) {
        let (rounds, time) = if extent.quick { (3, 1) } else { (9, 8) };
        for name in input::names(extent.quick, extent.only) {
            let input = input::load(&name)?;
            bake::measure(&input, rounds, Duration::from_secs(time), &mut results)?;
        }
    }
    if does(Work::Path) {
        let (count, rounds) = if extent.quick { (300, 3) } else { (1000, 7) };
        results.add(path::recast_levels(count, rounds)?);
        results.add(path::polyanya_maps(count / 3, rounds, extent.quick)?);
    }
    Ok(results)
}
