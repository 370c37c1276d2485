//! Pictures: bars relative to a rival.

use std::fmt::Write;

use super::{inputs, of_work, short};
use crate::row::{Results, Row};

/// Bars longer than this are cut; their figure says how long they are.
const LONGEST: f64 = 3.0;
const WIDTH: f64 = 900.0;
const LEFT: f64 = 230.0;
const RIGHT: f64 = 60.0;
const BAR: f64 = 11.0;
const GAP: f64 = 9.0;
const TOP: f64 = 64.0;
const COLOURS: [&str; 4] = ["#0090d0", "#004c78", "#b8b8b8", "#e0a040"];

/// Bars for one input: by series, as shares of the rival; what is not measured is left out.
struct Bars<'a> {
    input: &'a str,
    values: Vec<Option<f64>>,
}

/// File names and contents.
pub(super) fn pictures(results: &Results) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    for (file, mode) in [("bench_solo.svg", "solo"), ("bench_tiled.svg", "tiled")] {
        let title = format!("Bake, {mode}: time as a share of Recast's (line: goal)");
        let series = ["walkmesh", "walkmesh, two threads (wall)", "rerecast"];
        all.push((file, draw(&title, &series, 0.5, &bakes(results, mode))));
    }
    let title = "Path: mean time as a share of Detour's on the same polygons (line: goal)";
    let series = ["walkmesh optimal", "walkmesh funnel", "polyanya"];
    all.push(("bench_path.svg", draw(title, &series, 1.0, &paths(results))));
    let title = "Peak memory of a bake as a share of Recast's solo bake (line: goal)";
    let series = ["walkmesh solo", "walkmesh tiled", "rerecast solo"];
    all.push(("bench_memory.svg", draw(title, &series, 0.5, &memory(results))));
    all
}

fn median(row: Option<&Row>) -> Option<f64> {
    row.map(|row| row.median)
}

fn share(value: Option<f64>, of: Option<f64>) -> Option<f64> {
    Some(value? / of?).filter(|share| share.is_finite())
}

fn bakes<'a>(results: &'a Results, mode: &str) -> Vec<Bars<'a>> {
    let bars = |input: &'a str| {
        let of = |contender: &str, threads: u32| {
            median(of_work(results, "bake").find(|row| {
                row.input == input
                    && row.mode == mode
                    && row.contender == contender
                    && row.threads == threads
            }))
        };
        let values = vec![
            share(of("walkmesh", 1), of("Recast", 1)),
            share(of("walkmesh", 2), of("Recast", 2)),
            share(of("rerecast", 1), of("Recast", 1)),
        ];
        Bars { input, values }
    };
    inputs(results, "bake").into_iter().map(bars).collect()
}

fn paths(results: &Results) -> Vec<Bars<'_>> {
    let bars = |input| {
        let of = |contender: &str, mode: &str| {
            median(of_work(results, "path").find(|row| {
                row.input == input && row.contender == contender && row.mode.starts_with(mode)
            }))
        };
        let detour = of("Detour", "optimal");
        let values = vec![
            share(of("walkmesh", "optimal"), detour),
            share(of("walkmesh", "funnel"), detour),
            share(of("polyanya", "optimal"), detour),
        ];
        Bars { input, values }
    };
    let same = inputs(results, "path").into_iter().filter(|input| !input.ends_with("(own)"));
    same.map(bars).collect()
}

fn memory(results: &Results) -> Vec<Bars<'_>> {
    let bars = |input| {
        let of =
            |contender: &str, mode: &str| {
                median(of_work(results, "memory").find(|row| {
                    row.input == input && row.contender == contender && row.mode == mode
                }))
            };
        let recast = of("Recast", "solo");
        let values = vec![
            share(of("walkmesh", "solo"), recast),
            share(of("walkmesh", "tiled"), recast),
            share(of("rerecast", "solo"), recast),
        ];
        Bars { input, values }
    };
    inputs(results, "memory").into_iter().map(bars).collect()
}

/// Horizontal bars, grouped by input, with a line at the rival (1) and at the goal.
fn draw(title: &str, series: &[&str], goal: f64, groups: &[Bars<'_>]) -> String {
    let each =
        |bars: &Bars<'_>| f64::from(walkmesh::geom::cast::count(bars.values.len())) * BAR + GAP;
    let height = TOP + groups.iter().map(each).sum::<f64>() + 24.0;
    let at = |value: f64| LEFT + value.min(LONGEST) / LONGEST * (WIDTH - LEFT - RIGHT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {WIDTH} {height:.0}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"12\" y=\"22\" font-size=\"15\">{title}</text>\n"
    );
    // Writing to a String cannot fail.
    let mut x = 12.0;
    for (name, colour) in series.iter().zip(COLOURS) {
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"34\" width=\"12\" height=\"12\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"44\">{name}</text>",
            x + 16.0
        );
        x += 230.0;
    }
    let bottom = height - 20.0;
    for tick in [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, LONGEST] {
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {TOP}V{bottom:.1}\" stroke=\"#dddddd\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#666666\">{tick}</text>",
            bottom + 14.0,
            x = at(tick)
        );
    }
    let mut y = TOP;
    for bars in groups {
        let middle = y + (each(bars) - GAP) / 2.0 + 4.0;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{middle:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            bars.input
        );
        for (value, colour) in bars.values.iter().zip(COLOURS) {
            if let Some(value) = value {
                let _ = writeln!(
                    svg,
                    "<rect x=\"{LEFT}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{}\" \
                     fill=\"{colour}\"/><text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\">{}</text>",
                    at(*value) - LEFT,
                    BAR - 1.0,
                    at(*value) + 4.0,
                    y + BAR - 2.0,
                    short(*value)
                );
            }
            y += BAR;
        }
        y += GAP;
    }
    let _ = writeln!(
        svg,
        "<path d=\"M{x:.1} {TOP}V{bottom:.1}\" stroke=\"#d02020\" stroke-dasharray=\"4 3\"/>\n</svg>",
        x = at(goal)
    );
    svg
}
