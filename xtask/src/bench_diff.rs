//! Two saved runs side by side: files of `walkmesh-bench --json`, or baselines of criterion.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Changes below this share are noise.
const NOISE: f64 = 0.03;

/// Figures by what they are of; smaller is better.
type Figures = BTreeMap<String, f64>;

/// Prints what changed from one run to the other.
pub(crate) fn run(old: &str, new: &str) -> Result<()> {
    let (old, new) = (read(old)?, read(new)?);
    print!("{}", table(&old, &new)?);
    Ok(())
}

/// A file of results where there is one of that name, else the baseline of criterion.
fn read(name: &str) -> Result<Figures> {
    let file = Path::new(name);
    if file.is_file() {
        return results(&fs::read_to_string(file)?).with_context(|| name.to_owned());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"), PathBuf::from);
    let mut figures = Figures::new();
    baseline(&target.join("criterion"), &[], name, &mut figures)?;
    if figures.is_empty() {
        bail!(
            "\"{name}\" is no file, and no baseline of criterion: make one with \
             `cargo bench -p walkmesh-bench --bench queries -- --save-baseline {name}`"
        );
    }
    Ok(figures)
}

/// The medians of all rows.
fn results(text: &str) -> Result<Figures> {
    let value: Value = serde_json::from_str(text)?;
    let rows = value["rows"].as_array().context("no rows: not a file of walkmesh-bench")?;
    let mut figures = Figures::new();
    for row in rows {
        let word = |key: &str| row[key].as_str().unwrap_or("?").to_owned();
        let name = ["work", "input", "mode", "contender"].map(word).join(" | ")
            + &threads(&row["threads"]);
        if let Some(median) = row["median"].as_f64() {
            let _ = figures.insert(name, median);
        }
    }
    Ok(figures)
}

fn threads(value: &Value) -> String {
    value.as_u64().filter(|&n| n > 1).map_or(String::new(), |n| format!(" x{n}"))
}

/// The medians of a baseline: folders by group and input, each with one by baseline.
fn baseline(folder: &Path, path: &[String], name: &str, figures: &mut Figures) -> Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        let called = entry.file_name().to_string_lossy().into_owned();
        let estimates = entry.path().join("estimates.json");
        if called == name && estimates.is_file() {
            let value: Value = serde_json::from_str(&fs::read_to_string(&estimates)?)?;
            if let Some(median) = value["median"]["point_estimate"].as_f64() {
                let _ = figures.insert(path.join(" | "), median);
            }
        } else if entry.file_type()?.is_dir() {
            let deeper = [path, &[called]].concat();
            baseline(&entry.path(), &deeper, name, figures)?;
        }
    }
    Ok(())
}

/// What changed, the greatest gain first, and how many did not.
fn table(old: &Figures, new: &Figures) -> Result<String> {
    let mut ratios: Vec<(f64, &str, f64, f64)> = old
        .iter()
        .filter_map(|(name, &a)| new.get(name).map(|&b| (b / a, name.as_str(), a, b)))
        .filter(|(ratio, ..)| ratio.is_finite() && *ratio > 0.0)
        .collect();
    if ratios.is_empty() {
        bail!("the two runs have no figure in common");
    }
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut text = String::new();
    let mut same = 0;
    for &(ratio, name, a, b) in &ratios {
        if (ratio - 1.0).abs() < NOISE {
            same += 1;
            continue;
        }
        let word = if ratio < 1.0 { "faster" } else { "SLOWER" };
        text += &format!("{ratio:7.3} {word}  {a:>14.3} -> {b:>14.3}  {name}\n");
    }
    let logs: f64 = ratios.iter().map(|(ratio, ..)| ratio.ln()).sum();
    let count = u32::try_from(ratios.len())?;
    let mean = (logs / f64::from(count)).exp();
    text += &format!(
        "{count} in common, {same} within {:.0} %, {} only in the old, {} only in the new; \
         geometric mean {mean:.3}\n",
        NOISE * 100.0,
        old.keys().filter(|name| !new.contains_key(*name)).count(),
        new.keys().filter(|name| !old.contains_key(*name)).count(),
    );
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_listed_and_noise_is_not() {
        let old = r#"{"rows": [
            {"work": "bake", "input": "maze", "mode": "solo", "contender": "walkmesh",
             "threads": 1, "median": 4.0},
            {"work": "bake", "input": "maze", "mode": "solo", "contender": "walkmesh",
             "threads": 2, "median": 4.0},
            {"work": "path", "input": "maze", "mode": "optimal", "contender": "walkmesh",
             "threads": 1, "median": 4.0},
            {"work": "gone", "median": 1.0}]}"#;
        let new = old.replacen("4.0", "2.0", 1).replacen("4.0", "4.1", 1).replacen("4.0", "8.0", 1);
        let new = results(&new.replace("gone", "new")).unwrap();
        let text = table(&results(old).unwrap(), &new).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[0].contains("0.500 faster") && lines[0].ends_with("solo | walkmesh"));
        assert!(lines[1].contains("2.000 SLOWER") && lines[1].contains("path | maze"));
        assert!(lines[2].contains("3 in common, 1 within 3 %, 1 only in the old, 1 only in"));
        assert!(table(&Figures::new(), &new).is_err());
        assert!(results("[]").is_err());
    }

    #[test]
    fn baselines_are_found_by_name() {
        let folder = std::env::temp_dir().join(format!("bench-diff-{}", std::process::id()));
        let leaf = folder.join("path optimal/cave 12/before");
        fs::create_dir_all(&leaf).unwrap();
        fs::write(leaf.join("estimates.json"), r#"{"median": {"point_estimate": 12.5}}"#).unwrap();
        let mut figures = Figures::new();
        baseline(&folder, &[], "before", &mut figures).unwrap();
        baseline(&folder, &[], "after", &mut figures).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(figures, Figures::from([("path optimal | cave 12".to_owned(), 12.5)]));
    }
}
