//! docs/benchmarks.md.

use std::fmt::Write;

use super::{PROFILE, goals, inputs, of_work, or_dash, short};
use crate::row::{Results, Row};

const HOW: &str = "\
`cargo run --release -p walkmesh-bench -- all --json FILE --docs` measures everything and writes this page, its pictures and the
README's summary; `-- report FILE` writes them again from the figures; `--quick` ends within two minutes. A C++ compiler and
`make` are needed. The levels of Recast and the maps of MovingAI are measured where `WALKMESH_MODELS`, or `../shared/models` beside the
checkout, has them; generated scenes always are.

All contenders get the same triangles and the same parameters and take turns in one process (A B C A B C ...), so that what else
the machine does hits all of them. One-thread figures are processor time, two-thread figures wall time. A figure is the median
of the rounds, a ratio that of medians, ours divided by theirs: below 1 we are faster. Height detail is on for all, none keeps
the ground as it is before erosion, the mesh is ready for questions at the end, and areas are compared.

Recast and Detour are built without their assertions (`NDEBUG`, `RC_DISABLE_ASSERTS`). The chunks of triangles that Recast takes its
tiles from are sorted before the clock starts, as RecastDemo does it when it loads a level; what ours looks triangles up in is made
within its time. Detour has a node for each polygon to search with, at least the 2,048 of RecastDemo: each of its searches clears a
table that grows with them. Memory comes from jemalloc, for those in C++ as well: it takes the place of C's allocator when the program
is linked, and gives nothing back to the system in between. Our threads are held to processors of their own, as engines do with
theirs: on a virtual machine an idle processor counts as taken away, and a thread that is woken for its half of the work is put
behind the one that woke it.
";

/// The whole page; `profile` is what people have written into the old one.
pub(super) fn page(results: &Results, profile: &str) -> String {
    let parts = [
        format!("# Benchmarks\n\n{}.\n\n{HOW}", results.machine.describe()),
        format!("## Goals\n\n{}", goals::table(results)),
        format!("## Goals that are not met\n\n{}", goals::missed(results)),
        stages(results),
        format!("### Profiles\n\n{}{profile}{}\n", PROFILE[0], PROFILE[1]),
        bakes(results),
        paths(results),
        exact(results),
        questions(results),
        memory(results),
        updates(results),
        parameters(results),
        remarks(results),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// A table row.
fn line(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// The head of a table, the first column to the left, the others to the right.
fn head(titles: &[&str]) -> String {
    let rule = "---:|".repeat(titles.len().saturating_sub(1));
    format!("| {} |\n|---|{rule}\n", titles.join(" | "))
}

fn noted(row: Option<&Row>, name: &str) -> String {
    or_dash(row.and_then(|row| row.noted(name)))
}

fn bakes(results: &Results) -> String {
    if of_work(results, "bake").next().is_none() {
        return String::new();
    }
    let mut text = "## Bakes\n".to_owned();
    for mode in ["solo", "tiled"] {
        let _ = write!(
            text,
            "\n### {mode}\n\n![Bakes, {mode}](img/bench_{mode}.svg)\n\nMilliseconds; polygons and \
             walkable m² ours / Recast's.\n\n{}",
            head(&[
                "input",
                "triangles",
                "ours",
                "Recast",
                "ratio",
                "rerecast",
                "ratio",
                "ours, two",
                "Recast, wall",
                "ratio",
                "polygons",
                "m²",
            ])
        );
        for input in inputs(results, "bake") {
            let find = |contender: &str, threads: u32| {
                of_work(results, "bake").find(|row| {
                    row.input == input
                        && row.mode == mode
                        && row.contender == contender
                        && row.threads == threads
                })
            };
            let figure = |row: Option<&Row>| or_dash(row.map(|row| row.median));
            let ratio = |row: Option<&Row>| or_dash(row.and_then(|row| row.ours_over_theirs));
            let (one, two) = (find("walkmesh", 1), find("walkmesh", 2));
            let (recast, wall, rerecast) =
                (find("Recast", 1), find("Recast", 2), find("rerecast", 1));
            let whole = |row: Option<&Row>, name: &str| {
                row.and_then(|r| r.noted(name)).map_or("-".to_owned(), |v| format!("{v:.0}"))
            };
            text += &line(&[
                input.to_owned(),
                whole(one, "triangles"),
                figure(one),
                figure(recast),
                ratio(recast),
                figure(rerecast),
                ratio(rerecast),
                figure(two),
                figure(wall),
                ratio(wall),
                format!("{} / {}", whole(one, "polygons"), whole(recast, "polygons")),
                format!("{} / {}", noted(one, "m2"), noted(recast, "m2")),
            ]);
        }
    }
    text
}

/// Where the time of bakes goes, best of each stage.
fn stages(results: &Results) -> String {
    let mut text = String::new();
    for row in of_work(results, "bake").filter(|row| row.threads == 1) {
        let stages: Vec<String> = row
            .notes
            .iter()
            .filter_map(|(name, ms)| Some(format!("{} {}", name.strip_suffix(" ms")?, short(*ms))))
            .collect();
        let cells = [&row.input, &row.mode, &row.contender].map(String::clone);
        text += &line(&[&cells[..], &[stages.join(", ")]].concat());
    }
    if text.is_empty() {
        return text;
    }
    let about = "Where the time goes: the least wall time of each stage, milliseconds.";
    format!(
        "<details><summary>{about}</summary>\n\n| input | mode | | stages |\n|---|---|---|---|\n{text}\n</details>\n"
    )
}

fn paths(results: &Results) -> String {
    let titles = [
        "input",
        "contender",
        "mean",
        "median",
        "p95",
        "metres",
        "> 0.1 %",
        "> 1 %",
        "> 5 %",
        "worst",
        "none",
        "`optimal` / theirs",
        "`funnel` / theirs",
    ];
    let mut text = String::new();
    for row in of_work(results, "path") {
        // A rival has a row for each of our engines: one line for both.
        if row.mode.starts_with("funnel/") {
            continue;
        }
        let partner = of_work(results, "path").find(|other| {
            other.input == row.input
                && other.contender == row.contender
                && other.mode.starts_with("funnel/")
        });
        let is_ours = row.contender == "walkmesh";
        let name = if is_ours { format!("walkmesh `{}`", row.mode) } else { row.contender.clone() };
        let note = |name: &str| noted(Some(row), name);
        let worst = row.noted("worst").map_or("-".to_owned(), |worst| format!("{worst:.3}"));
        let second = if is_ours { None } else { partner.and_then(|p| p.ours_over_theirs) };
        text += &line(&[
            row.input.clone(),
            name,
            short(row.median),
            note("pair median"),
            note("p95"),
            note("metres"),
            note("% over 0.1 %"),
            note("% over 1 %"),
            note("% over 5 %"),
            worst,
            note("missing"),
            or_dash(row.ours_over_theirs),
            or_dash(second),
        ]);
    }
    if text.is_empty() {
        return text;
    }
    format!(
        "## Paths\n\n![Paths](img/bench_path.svg)\n\nMicroseconds for a path between random places \
         (uniform by area, both on one component, looked up before). *(ours)*: the polygons that \
         walkmesh baked, converted for the others (Detour: cut to six corners). *(Recast's)*: \
         those that Recast baked, imported here and converted for polyanya. *(own)*: each on the \
         mesh that its own side bakes, polyanya on rerecast's; only pairs that all can walk. The \
         shares are of paths longer than the shortest by so much; *none*: pairs that it finds no \
         whole path for.\n\n{}{text}",
        head(&titles)
    )
}

fn exact(results: &Results) -> String {
    let mut text = String::new();
    for row in of_work(results, "exact").filter(|row| row.mode == "optimal") {
        let note = |name: &str| noted(Some(row), name);
        text += &line(&[
            row.input.clone(),
            row.contender.clone(),
            note("compared"),
            short(row.median),
            note("ours shorter"),
            note("not comparable"),
        ]);
    }
    if text.is_empty() {
        return text;
    }
    format!(
        "## Are they the shortest?\n\nOur optimal paths against brute force (a visibility graph \
         over all corners, on meshes small enough for it) and against polyanya's paths, whose \
         corners are put on the exact corners of the mesh, walked again and measured in double \
         precision. A path counts as longer beyond 1e-9 of its length.\n\n{}{text}",
        head(&["input", "against", "compared", "ours longer", "ours shorter", "not comparable"])
    )
}

fn questions(results: &Results) -> String {
    let mut text = String::new();
    for work in ["nearest", "exact", "raycast", "random"] {
        for row in of_work(results, work).filter(|row| row.mode != "optimal") {
            let answers: Vec<String> = row
                .notes
                .iter()
                .filter(|(name, _)| !["wall", "pair median", "p95"].contains(&name.as_str()))
                .map(|(name, value)| format!("{name} {}", short(*value)))
                .collect();
            text += &line(&[
                row.input.clone(),
                format!("{} `{}`", row.contender, row.mode),
                short(row.median),
                noted(Some(row), "p95"),
                or_dash(row.ours_over_theirs),
                answers.join(", "),
            ]);
        }
    }
    if text.is_empty() {
        return text;
    }
    format!(
        "## Other questions\n\nMicroseconds, on the same polygons. Nearest point: from points up \
         to a metre off the mesh, in the same box, compared by the rule of both (a climb up or \
         down is free); brute force asks each polygon near a point by itself, and counts where one \
         offers a nearer place. Answers count as different from a millimetre, or a thousandth of a \
         ray.\n\n{}{text}",
        head(&["input", "question", "mean", "p95", "ours / theirs", "answers"])
    )
}

fn memory(results: &Results) -> String {
    let mut text = String::new();
    for row in of_work(results, "memory") {
        text += &line(&[
            row.input.clone(),
            row.mode.clone(),
            row.contender.clone(),
            short(row.median / f64::from(1 << 20)),
            or_dash(row.ours_over_theirs),
        ]);
    }
    if text.is_empty() {
        return text;
    }
    format!(
        "## Memory\n\n![Memory](img/bench_memory.svg)\n\nPeak of a bake on one thread, megabytes: \
         all pages of heap and stacks that a process that bakes ever touched, less those of one that \
         only loads the same input. Both bake two triangles first, and their allocator gives nothing \
         back to the system, so pages are counted one by one. *tiled/solo* is our tiled bake against \
         Recast's solo one.\n\n{}{text}",
        head(&["input", "mode", "contender", "MB", "ours / theirs"])
    )
}

fn updates(results: &Results) -> String {
    let mut text = String::new();
    for row in of_work(results, "update") {
        text += &line(&[
            row.input.clone(),
            format!("{}, {}", row.contender, row.mode),
            short(row.median),
            or_dash(row.ours_over_theirs),
        ]);
    }
    if text.is_empty() {
        return text;
    }
    format!(
        "## Updates\n\nMilliseconds. A blocker is an octagon that comes, moves and goes on a hospital \
         with a thousand of them standing; a toggle turns one on or off whose outline is cut in \
         (where that parts ground from ground, or joins it again, it has a row of its own). \
         Ratios are of means, that of a frame of its 99th percentile to their mean. Batches of a \
         hundred take what the clock on the wall says, on as many threads as there are processors; \
         all else is processor time, for edits less what the clock itself takes. Recast builds \
         one tile of 32 x 32 cells again and puts it in the place of the old one (of each level, and \
         beside our edits of a building of twelve rooms, as its tiles do not depend on the size of \
         the level). A field of 200 m with square \
         obstacles is made (*all*), by polyanya from outlines (`prebuild` and the mesh of it), by us as \
         edits of the empty field baked before, and takes in one more, to where paths can be asked for.\n\n{}{text}",
        head(&["input", "work", "ms", "ours / theirs"])
    )
}

fn parameters(results: &Results) -> String {
    let Some(first) = results.inputs.first() else { return String::new() };
    let mut titles = vec!["input", "triangles"];
    titles.extend(first.parameters.iter().map(|(name, _)| name.as_str()));
    let mut text = format!("## Inputs and parameters\n\nMetres, m², degrees.\n\n{}", head(&titles));
    for input in &results.inputs {
        let values = input.parameters.iter().map(|(_, value)| short(*value));
        let cells = [input.name.clone(), input.triangles.to_string()];
        text += &line(&cells.into_iter().chain(values).collect::<Vec<_>>());
    }
    text
}

fn remarks(results: &Results) -> String {
    if results.remarks.is_empty() {
        return String::new();
    }
    let lines: String = results.remarks.iter().map(|remark| format!("- {remark}\n")).collect();
    format!("## What could not be measured\n\n{lines}")
}
