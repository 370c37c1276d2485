//! Peak memory of a bake: each in a process of its own, less what loading the input takes.
//!
//! The parent writes triangles to a file; a child reads them straight into what its contender
//! takes, bakes, and prints how much memory it has that is no page of a file: heap and stacks.
//! Another child reads and does not bake. The difference is the bake's. Both bake two triangles
//! first, so that what a first bake sets up is in both.
//!
//! The allocator of a child gives nothing back to the system and keeps nothing ready for its
//! threads, so that what it has at its end is the most that it ever had, page by page: the
//! high-water mark that Linux keeps (`VmHWM`) is counted in batches, and off by up to a quarter of a
//! megabyte where bakes of small levels take one.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use walkmesh::Point;
use walkmesh::geom::cast;
use walkmesh::parameters::Preset;
use walkmesh::soup::{ObjectId, Soup, Triangle};

use crate::bake::{Baker, Mode};
use crate::clock::Spread;
use crate::input::{Input, narrow};
use crate::row::{Group, Results};

/// Of Recast's whole level, whatever our mode.
const GOAL: f64 = 0.5;

/// Less than this cannot be told from nothing, bytes.
const RESOLUTION: f64 = 65_536.0;

/// One arena for all threads, which only grows, of small pages.
const KEEPS_ALL: &str = "narenas:1,tcache:false,dirty_decay_ms:-1,muzzy_decay_ms:-1,thp:never";

/// Where Linux tells of a process's pages.
const PAGES: &str = "/proc/self/smaps_rollup";

/// What a child does.
#[derive(Args)]
pub(crate) struct Child {
    file: std::path::PathBuf,
    preset: String,
    baker: Baker,
    mode: Mode,
    /// Read the input, and no more
    #[arg(long)]
    load_only: bool,
}

/// Peak memory of all bakes of an input.
pub(crate) fn measure(input: &Input, runs: usize, results: &mut Results) -> Result<()> {
    if !Path::new(PAGES).exists() {
        results.remark("memory is measured on Linux only".to_owned());
        return Ok(());
    }
    let file = tempfile::NamedTempFile::new()?;
    write(&input.soup, file.path())?;
    let peak = |baker: Baker, mode: Mode| -> Result<Spread> {
        let mut peaks = Vec::new();
        for _ in 0..runs {
            let high = |load_only| child(file.path(), input.preset, baker, mode, load_only);
            peaks.push((high(false)? - high(true)?).max(0.0));
        }
        Ok(Spread::of(peaks))
    };
    let group = Group { work: "memory", input: &input.name, unit: "bytes" };
    let recast = peak(Baker::Recast, Mode::Solo)?;
    let mut rows = Vec::new();
    for mode in Mode::ALL {
        let ours = peak(Baker::Walkmesh, mode)?;
        rows.push(group.row(mode.name(), "walkmesh", ours));
        let against = if mode == Mode::Solo { "solo" } else { "tiled/solo" };
        rows.push(group.row(against, "Recast", recast).against(ours, Some(GOAL)));
        if mode == Mode::Tiled {
            let theirs = peak(Baker::Recast, mode)?;
            let row = group.row(mode.name(), "Recast", theirs);
            let is_told = theirs.median >= RESOLUTION;
            rows.push(if is_told { row.against(ours, None) } else { row });
            continue;
        }
        match peak(Baker::Rerecast, mode) {
            Ok(theirs) => rows.push(group.row("solo", "rerecast", theirs).against(ours, None)),
            Err(error) => {
                let name = &input.name;
                results.remark(format!("rerecast's memory on {name} is not known: {error:#}"));
            }
        }
    }
    results.add(rows);
    Ok(())
}

/// Runs one, and says what it printed, bytes.
fn child(file: &Path, preset: Preset, baker: Baker, mode: Mode, load_only: bool) -> Result<f64> {
    let mut command = Command::new(std::env::current_exe()?);
    // What a child says of an error stands in the docs: a line, no backtrace.
    command.env("RUST_BACKTRACE", "0");
    command.env("MALLOC_CONF", KEEPS_ALL);
    command.arg("memory-child").arg(file).arg(preset.name());
    for value in [baker.to_possible_value(), mode.to_possible_value()].into_iter().flatten() {
        command.arg(value.get_name());
    }
    if load_only {
        command.arg("--load-only");
    }
    let output = command.output()?;
    if !output.status.success() {
        bail!("a child failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let text = String::from_utf8(output.stdout)?;
    text.trim().parse::<f64>().with_context(|| format!("a child said {text:?}"))
}

/// The child's part.
pub(crate) fn run(child: &Child) -> Result<()> {
    let preset = Preset::from_name(&child.preset).context("no such preset")?;
    let input = read(&child.file, child.baker, preset)?;
    let _ = child.baker.run(&small(preset), child.mode, None)?;
    if !child.load_only {
        let _ = child.baker.run(&input, child.mode, None)?;
    }
    println!("{}", memory()?);
    Ok(())
}

/// A floor of two triangles.
fn small(preset: Preset) -> Input {
    let mut soup = Soup::default();
    let object = soup.add_object("floor");
    let corners = [[0.0, 0.0], [0.0, 6.0], [6.0, 6.0], [6.0, 0.0]];
    soup.vertices.extend(corners.map(|[x, z]| Point::new(x, 0.0, z)));
    let triangles = [[0, 1, 2], [0, 2, 3]];
    soup.triangles.extend(triangles.map(|corners| Triangle { corners, object }));
    Input::new("small", soup, preset)
}

/// The memory that this process has and that is no page of a file (the program and its libraries,
/// which come as they are run), bytes: page by page.
fn memory() -> Result<u64> {
    let status = std::fs::read_to_string(PAGES)?;
    let line = status.lines().find_map(|line| line.strip_prefix("Anonymous:"));
    let figure = line.and_then(|rest| rest.split_ascii_whitespace().next());
    Ok(figure.with_context(|| format!("no Anonymous in {PAGES}"))?.parse::<u64>()? * 1024)
}

fn write(soup: &Soup, path: &Path) -> Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    for count in [soup.vertices.len(), soup.triangles.len()] {
        out.write_all(&cast::count(count).to_le_bytes())?;
    }
    for point in &soup.vertices {
        for v in <[f64; 3]>::from(*point) {
            out.write_all(&v.to_le_bytes())?;
        }
    }
    for triangle in &soup.triangles {
        for corner in triangle.corners {
            out.write_all(&corner.to_le_bytes())?;
        }
    }
    Ok(out.flush()?)
}

/// Only what the contender takes; nothing is held twice on the way.
fn read(path: &Path, baker: Baker, preset: Preset) -> Result<Input> {
    let mut file = BufReader::new(File::open(path)?);
    let mut whole = || -> Result<u32> {
        let mut bytes = [0; 4];
        file.read_exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    };
    let (vertices, triangles) = (cast::index(whole()?), cast::index(whole()?));
    let mut input = Input::new("", Soup::default(), preset);
    match baker {
        Baker::Walkmesh | Baker::Walkmesh2 => {
            let _ = input.soup.add_object("all");
            input.soup.vertices.reserve_exact(vertices);
            input.soup.triangles.reserve_exact(triangles);
        }
        Baker::Recast => {
            input.vertices.reserve_exact(vertices);
            input.triangles.reserve_exact(triangles);
        }
        Baker::Rerecast => {
            input.trimesh.vertices.reserve_exact(vertices);
            input.trimesh.indices.reserve_exact(triangles);
            input.trimesh.area_types = vec![rerecast::AreaType::NOT_WALKABLE; triangles];
        }
    }
    for _ in 0..vertices {
        let mut p = [0.0; 3];
        for v in &mut p {
            let mut bytes = [0; 8];
            file.read_exact(&mut bytes)?;
            *v = f64::from_le_bytes(bytes);
        }
        match baker {
            Baker::Walkmesh | Baker::Walkmesh2 => input.soup.vertices.push(Point::from(p)),
            Baker::Recast => input.vertices.push(p.map(narrow)),
            Baker::Rerecast => input.trimesh.vertices.push(p.map(narrow).into()),
        }
    }
    for _ in 0..triangles {
        let mut corners = [0; 3];
        for corner in &mut corners {
            let mut bytes = [0; 4];
            file.read_exact(&mut bytes)?;
            *corner = u32::from_le_bytes(bytes);
        }
        match baker {
            Baker::Walkmesh | Baker::Walkmesh2 => {
                input.soup.triangles.push(Triangle { corners, object: ObjectId(0) });
            }
            Baker::Recast => input.triangles.push(corners.map(|c| i32::try_from(c).unwrap_or(0))),
            Baker::Rerecast => input.trimesh.indices.push(corners.into()),
        }
    }
    Ok(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_get_what_the_others_have() {
        let whole = crate::input::load("maze, 24 m").unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        write(&whole.soup, file.path()).unwrap();
        let of = |baker| read(file.path(), baker, whole.preset).unwrap();
        let [ours, recast, rerecast] = [Baker::Walkmesh, Baker::Recast, Baker::Rerecast].map(of);
        assert_eq!(ours.soup.vertices, whole.soup.vertices);
        let corners = |soup: &Soup| soup.triangles.iter().map(|t| t.corners).collect::<Vec<_>>();
        assert_eq!(corners(&ours.soup), corners(&whole.soup));
        assert_eq!((&recast.vertices, &recast.triangles), (&whole.vertices, &whole.triangles));
        assert_eq!(rerecast.trimesh.indices, whole.trimesh.indices);
        assert_eq!(rerecast.trimesh.vertices, whole.trimesh.vertices);
        assert!(recast.soup.vertices.is_empty() && rerecast.vertices.is_empty());
        assert_eq!(ours.parameters, whole.parameters);
    }

    #[test]
    fn all_can_bake_the_small_floor() {
        for preset in [Preset::Recast, Preset::Human] {
            for mode in Mode::ALL {
                for baker in Baker::of(mode) {
                    assert!(baker.run(&small(preset), mode, None).is_ok(), "{baker:?} {mode:?}");
                }
            }
        }
    }

    #[test]
    fn memory_rises_with_what_is_held() {
        let before = memory().unwrap();
        let held = std::hint::black_box(vec![1_u8; 64 << 20]);
        assert!(memory().unwrap() >= before + (32 << 20), "{}", held.len());
    }
}
