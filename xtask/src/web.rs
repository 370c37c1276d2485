//! `cargo xtask web`: the library where there is neither a clock nor threads to start.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

const EXAMPLE: &[&str] =
    &["run", "--release", "--locked", "--package", "walkmesh-scenes", "--example", "web"];
const TARGET: &str = "wasm32-unknown-unknown";

/// Runs the example here and as WebAssembly, where it ends well only if all comes out byte for byte
/// as it does here.
pub(crate) fn run() -> Result<()> {
    let digest = output(&mut cargo(EXAMPLE))?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web.mjs");
    let runner = format!("node {}", script.display());
    let mut web = cargo(EXAMPLE);
    web.args(["--target", TARGET])
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner)
        .env("WALKMESH_DIGEST", digest.trim());
    output(&mut web).with_context(|| {
        format!("needs node and `rustup target add {TARGET}`, and the same bytes")
    })?;
    eprintln!("the same here and as WebAssembly: {}", digest.trim());
    Ok(())
}

fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(arguments).stderr(Stdio::inherit());
    cargo
}

fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("could not start {command:?}"))?;
    ensure!(output.status.success(), "{command:?} failed ({})", output.status);
    Ok(String::from_utf8(output.stdout)?)
}
