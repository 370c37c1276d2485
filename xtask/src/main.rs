//! `cargo xtask ci`: what the continuous integration runs, in the same order; and the heavy
//! checks that it leaves out; `bench-diff` compares two runs of benches.

mod bench_diff;
mod web;

use std::env;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

const USAGE: &str = "\
cargo xtask ci      the tests of the default members, then all lints
cargo xtask test    only the tests
cargo xtask lint    only fmt, clippy and docs of the whole workspace, warnings as errors
cargo xtask long    the oracle and mutation tests with far more cases, optimised: minutes
cargo xtask fuzz    every fuzz target for ten minutes each; needs cargo-fuzz
cargo xtask races   readers under a writer for a minute, and batches on several threads, under
                    ThreadSanitizer; x86-64 Linux, needs rust-src
cargo xtask web     bakes, edits and paths as WebAssembly give the same bytes as here; needs node and
                    the target wasm32-unknown-unknown
cargo xtask bench-diff OLD NEW
                    what changed between two files of walkmesh-bench, or two baselines of criterion";

/// One command of cargo, with the environment that it needs beside ours.
struct Step {
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

const TEST: &[Step] = &[Step { arguments: &["test"], environment: &[] }];

const LINT: &[Step] = &[
    Step { arguments: &["fmt", "--all", "--check"], environment: &[] },
    Step {
        arguments: &[
            "clippy",
            "--locked",
            "--workspace",
            "--all-targets",
            "--",
            "--deny",
            "warnings",
        ],
        environment: &[],
    },
    Step {
        arguments: &["doc", "--locked", "--workspace", "--no-deps"],
        environment: &[("RUSTDOCFLAGS", "--deny warnings")],
    },
];

/// Random tests read how many times more cases they try from `WALKMESH_MORE`.
const LONG: &[Step] = &[Step {
    arguments: &["test", "--profile", "long", "--locked", "--package", "walkmesh", "--tests"],
    environment: &[("WALKMESH_MORE", "25")],
}];

/// Sanitizers and coverage are unstable flags, which `RUSTC_BOOTSTRAP` lets a stable compiler take.
const FUZZ: &[Step] = &[
    Step {
        arguments: &["fuzz", "run", "store_read", "--", "-max_total_time=600"],
        environment: &[("RUSTC_BOOTSTRAP", "1")],
    },
    Step {
        arguments: &["fuzz", "run", "read_model", "--", "-max_total_time=600"],
        environment: &[("RUSTC_BOOTSTRAP", "1")],
    },
    Step {
        arguments: &["fuzz", "run", "detour_read", "--", "-max_total_time=600"],
        environment: &[("RUSTC_BOOTSTRAP", "1")],
    },
    Step {
        arguments: &["fuzz", "run", "polyanya_read", "--", "-max_total_time=600"],
        environment: &[("RUSTC_BOOTSTRAP", "1")],
    },
    Step {
        arguments: &["fuzz", "run", "map_read", "--", "-max_total_time=600"],
        environment: &[("RUSTC_BOOTSTRAP", "1")],
    },
    Step {
        // What is freed is held back for a while, and a large exact bake frees much.
        arguments: &["fuzz", "run", "bake", "--", "-max_total_time=600", "-rss_limit_mb=8192"],
        environment: &[("RUSTC_BOOTSTRAP", "1")],
    },
    Step {
        arguments: &["fuzz", "run", "edit", "--", "-max_total_time=600", "-rss_limit_mb=8192"],
        environment: &[("RUSTC_BOOTSTRAP", "1")],
    },
];

/// ThreadSanitizer has to see into the standard library too, so that is built as well.
const RACES: &[Step] = &[
    Step { arguments: &races(&["published", "--nocapture"]), environment: &races_for("60") },
    Step { arguments: &races(&["threads", "walking"]), environment: &races_for("1") },
];

/// What runs tests of edits under it, given two words for the tests.
const fn races(what: &[&'static str; 2]) -> [&'static str; 14] {
    [
        "test",
        "--locked",
        "-Zbuild-std",
        "--target",
        "x86_64-unknown-linux-gnu",
        "--target-dir",
        "target/races",
        "--package",
        "walkmesh",
        "--test",
        "edits",
        "--",
        what[0],
        what[1],
    ]
}

const fn races_for(more: &'static str) -> [(&'static str, &'static str); 3] {
    [("RUSTC_BOOTSTRAP", "1"), ("RUSTFLAGS", "-Zsanitizer=thread"), ("WALKMESH_MORE", more)]
}

fn main() -> ExitCode {
    let verb = env::args().nth(1);
    let steps: Vec<&Step> = match verb.as_deref() {
        Some("ci") => TEST.iter().chain(LINT).collect(),
        Some("test") => TEST.iter().collect(),
        Some("lint") => LINT.iter().collect(),
        Some("long") => LONG.iter().collect(),
        Some("fuzz") => FUZZ.iter().collect(),
        Some("races") => RACES.iter().collect(),
        Some("web") => return exit(web::run()),
        Some("bench-diff") => return bench_diff(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    exit(steps.into_iter().try_for_each(run))
}

fn bench_diff() -> ExitCode {
    let (Some(old), Some(new)) = (env::args().nth(2), env::args().nth(3)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    exit(bench_diff::run(&old, &new))
}

fn exit(result: Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(step: &Step) -> Result<()> {
    let line = format!("cargo {}", step.arguments.join(" "));
    eprintln!("==> {line}");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(step.arguments)
        .envs(step.environment.iter().copied())
        .status()
        .with_context(|| format!("could not start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}
