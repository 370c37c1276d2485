//! walkmesh side by side with Recast and Detour (C++), rerecast and polyanya: the same input, in
//! one process, taking turns.

mod bake;
mod clock;
mod edit;
mod exact;
mod input;
mod machine;
mod memory;
mod meshes;
mod path;
mod profile;
mod query;
mod race;
mod recast;
mod report;
mod rerecast_bake;
mod row;
mod threads;
mod update;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand, ValueEnum};

use bake::Mode;
use input::Input;
use machine::Machine;
use meshes::Meshes;
use path::Ground;
use row::Results;
use walkmesh_testkit::models;

/// The allocator of all contenders: linked like this, it stands in for C's as well.
#[cfg(not(target_env = "msvc"))]
#[global_allocator]
static HEAP: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// What to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Work {
    /// Triangles to a mesh
    Bake,
    /// Paths, whether ours are the shortest, and other questions to a mesh
    Path,
    /// What a change costs
    Update,
    /// Peak memory of bakes
    Memory,
    All,
    /// Our own bakes, over and over, for a profiler
    ProfileBake,
    /// The same in tiles
    ProfileTiled,
    /// Our own paths on Recast's mesh of nav_test, over and over
    ProfilePath,
}

impl Work {
    const fn is_for_a_profiler(self) -> bool {
        matches!(self, Self::ProfileBake | Self::ProfileTiled | Self::ProfilePath)
    }
}

/// Measure walkmesh beside Recast, Detour, rerecast and polyanya
#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    other: Option<Other>,
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
    /// Write docs/benchmarks.md, its pictures and the README's summary from the results
    #[arg(long)]
    docs: bool,
}

/// What else can be done.
#[derive(Subcommand)]
enum Other {
    /// Write docs/benchmarks.md, its pictures and the README's summary from a file of results
    Report { file: PathBuf },
    #[command(hide = true)]
    MemoryChild(memory::Child),
}

/// How much of everything is measured.
#[derive(Clone, Copy)]
struct Extent<'a> {
    quick: bool,
    only: Option<&'a str>,
}

impl Extent<'_> {
    fn takes(self, name: &str) -> bool {
        self.only.is_none_or(|only| name.contains(only))
    }

    /// Least rounds of bakes, and how long they may go on.
    fn rounds(self) -> (u32, Duration) {
        let (rounds, seconds) = if self.quick { (3, 1) } else { (9, 8) };
        (rounds, Duration::from_secs(seconds))
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let extent = Extent { quick: arguments.quick, only: arguments.only.as_deref() };
    match &arguments.other {
        Some(Other::Report { file }) => {
            return report::write(&serde_json::from_slice(&std::fs::read(file)?)?);
        }
        Some(Other::MemoryChild(child)) => return memory::run(child),
        None => {}
    }
    if arguments.docs && (arguments.work != Work::All || extent.only.is_some()) {
        bail!("--docs writes a page of everything: measure `all` without --only");
    }
    if arguments.work.is_for_a_profiler() && arguments.json.is_some() {
        bail!("work for a profiler has no results: leave --json out");
    }
    if let Some(path) = &arguments.json {
        // Hours later is too late to find out.
        std::fs::write(path, "").with_context(|| format!("--json {}", path.display()))?;
    }
    threads::start()?;
    match arguments.work {
        Work::ProfileBake => return profile_bakes(extent, Mode::Solo),
        Work::ProfileTiled => return profile_bakes(extent, Mode::Tiled),
        Work::ProfilePath => return path::profile(1000, 400),
        _ => {}
    }
    let results = measure(arguments.work, extent)?;
    if let Some(path) = &arguments.json {
        std::fs::write(path, serde_json::to_string_pretty(&results)?)?;
    }
    if arguments.docs {
        report::write(&results)?;
    }
    Ok(())
}

fn profile_bakes(extent: Extent<'_>, mode: Mode) -> Result<()> {
    for name in input::names(extent.quick, extent.only) {
        profile::bakes(&input::load(&name)?, mode, 50)?;
    }
    Ok(())
}

const NO_MODELS: &str = "Recast's levels and the maps of polyanya and MovingAI were not measured, so the \
                         goals on them are not met: no folder of models (`WALKMESH_MODELS`)";

fn measure(work: Work, extent: Extent<'_>) -> Result<Results> {
    let does = |one: Work| work == one || work == Work::All;
    let (rounds, time) = extent.rounds();
    let machine = Machine::here(extent.quick);
    println!("{}", machine.describe());
    let mut results = Results { machine, ..Results::default() };
    if models::folder().is_none() {
        results.remark(NO_MODELS.to_owned());
    }
    for name in input::names(extent.quick, extent.only) {
        let input = input::load(&name)?;
        results.inputs.push(input.facts());
        if does(Work::Bake) {
            bake::measure(&input, rounds, time, &mut results)?;
        }
        if does(Work::Memory) {
            memory::measure(&input, if extent.quick { 1 } else { 3 }, &mut results)?;
        }
        if does(Work::Update) {
            update::tiles(&input, rounds, time / 4, &mut results)?;
        }
        let is_level = input::RECAST_LEVELS.contains(&name.as_str());
        if does(Work::Path) && (is_level || name.starts_with("city")) {
            paths_of_a_bake(&input, extent, &mut results)?;
        }
    }
    if does(Work::Path) {
        paths_of_others(extent, &mut results)?;
    }
    if does(Work::Update) && extent.only.is_none() {
        update::obstacles(rounds, time / 2, &mut results)?;
        let (size, edits) = if extent.quick { (5_000, 200) } else { (92_000, 2_000) };
        edit::measure(size, edits, &mut results)?;
    }
    if results.rows.is_empty() {
        bail!("nothing that is measured has {:?} in its name", extent.only.unwrap_or_default());
    }
    Ok(results)
}

/// Pairs of places, pairs on large maps, pairs whose lengths are checked, rounds.
fn pairs(quick: bool) -> (usize, usize, usize, usize) {
    if quick { (300, 60, 60, 3) } else { (1000, 400, 400, 7) }
}

/// Paths on what we bake, for all, and on what each bakes.
fn paths_of_a_bake(input: &Input, extent: Extent<'_>, results: &mut Results) -> Result<()> {
    let (count, _, checked, rounds) = pairs(extent.quick);
    let mesh = bake::ours(input, Mode::Solo, 1)?.mesh;
    let same = Meshes::of_ours(format!("{} (ours)", input.name), mesh, results);
    results.add(path::measure(&same, Ground::Same, count, rounds)?);
    results.add(exact::measure(&same, checked)?);
    results.add(query::measure(&same, count, rounds)?);
    let own = Meshes::own(input, results)?;
    results.add(path::measure(&own, Ground::Own, count, rounds)?);
    Ok(())
}

/// Paths on Recast's meshes and on maps.
fn paths_of_others(extent: Extent<'_>, results: &mut Results) -> Result<()> {
    let (count, few, checked, rounds) = pairs(extent.quick);
    for meshes in meshes::recast_levels(results)? {
        if extent.takes(&meshes.name) {
            results.add(path::measure(&meshes, Ground::Same, count, rounds)?);
            results.add(exact::measure(&meshes, checked)?);
            results.add(query::measure(&meshes, count, rounds)?);
        }
    }
    for (name, file) in meshes::maps(extent.quick) {
        if extent.takes(&name) {
            let meshes = meshes::map(name, &file, results)?;
            results.add(path::measure(&meshes, Ground::Same, few, rounds)?);
            results.add(exact::measure(&meshes, few.min(checked))?);
        }
    }
    Ok(())
}
