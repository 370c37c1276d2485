//! What a run was measured on, and with what.

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Machine, compiler, versions, day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// Year-month-day, in UTC.
    pub(crate) date: String,
    pub(crate) cpu: String,
    pub(crate) cores: usize,
    pub(crate) system: String,
    pub(crate) compiler: String,
    /// Of our sources, where they are a checkout.
    pub(crate) commit: String,
    pub(crate) versions: Vec<(String, String)>,
    /// How much of everything was measured: `full` or `quick`.
    pub(crate) extent: String,
}

/// The crates that we are compared with.
const RIVALS: [&str; 3] = ["recastnavigation-rs", "rerecast", "polyanya"];

impl Machine {
    /// The one that this runs on.
    pub(crate) fn here(quick: bool) -> Self {
        let versions = RIVALS
            .into_iter()
            .map(|name| (name.to_owned(), version(name)))
            .chain([("walkmesh".to_owned(), env!("CARGO_PKG_VERSION").to_owned())]);
        Self {
            date: date(seconds_since_1970()),
            cpu: cpu(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            compiler: said_by("rustc", &["--version"]),
            commit: said_by("git", &["describe", "--always", "--dirty", "--exclude", "*"]),
            versions: versions.collect(),
            extent: if quick { "quick" } else { "full" }.to_owned(),
        }
    }

    /// A paragraph for people.
    pub(crate) fn describe(&self) -> String {
        let versions: Vec<String> =
            self.versions.iter().map(|(name, version)| format!("{name} {version}")).collect();
        format!(
            "{}, {} ({} cores), {}, {}, commit {}; {}; {} run",
            self.date,
            self.cpu,
            self.cores,
            self.system,
            self.compiler,
            self.commit,
            versions.join(", "),
            self.extent
        )
    }
}

/// The version that our manifest pins.
fn version(name: &str) -> String {
    let manifest = include_str!("../Cargo.toml");
    let line = manifest.lines().find(|line| line.split([' ', '.']).next() == Some(name));
    let pinned = line.and_then(|line| line.split_once("\"="));
    pinned.and_then(|(_, rest)| rest.split('"').next()).unwrap_or("?").to_owned()
}

/// The first line that a program prints, empty where it cannot be run.
fn said_by(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().ok();
    let text = output.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
    text.lines().next().unwrap_or_default().trim().to_owned()
}

fn cpu() -> String {
    let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = told.lines().find(|line| line.starts_with("model name"));
    let name = line.and_then(|line| line.split_once(':')).map(|(_, name)| name.trim());
    name.unwrap_or("unknown processor").to_owned()
}

fn seconds_since_1970() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The day of a second, by counting years and months off.
fn date(seconds: u64) -> String {
    let is_leap = |year: u64| {
        (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400)
    };
    let (mut days, mut year) = (seconds / 86_400, 1970);
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400), "2000-02-29");
        assert_eq!(date(951_868_800), "2000-03-01");
        assert_eq!(date(1_798_761_599), "2026-12-31");
    }

    #[test]
    fn versions_are_those_of_the_manifest() {
        for name in RIVALS {
            assert!(version(name).split('.').count() == 3, "{name}: {}", version(name));
        }
        assert_eq!(version("no such crate"), "?");
    }
}
