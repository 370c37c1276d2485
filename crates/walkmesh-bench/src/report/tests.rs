use super::*;
use crate::clock::Spread;
use crate::row::Group;

fn spread(median: f64) -> Spread {
    Spread { best: median, median }
}

/// A bake that misses its goal, a path that meets it, a count.
fn results() -> Results {
    let mut results = Results::default();
    let bake = Group { work: "bake", input: "maze", unit: "ms" };
    results.rows.push(bake.row("solo", "walkmesh", spread(3.0)).note("survey ms", 2.5));
    results.rows.push(bake.row("solo", "Recast", spread(4.0)).against(spread(3.0), Some(0.5)));
    let path = Group { work: "path", input: "city (ours)", unit: "us" };
    results.rows.push(path.row("optimal", "walkmesh", spread(1.0)));
    let theirs = path.row("optimal/findPath", "Detour", spread(2.0));
    results.rows.push(theirs.against(spread(1.0), Some(1.0)));
    let exact = Group { work: "exact", input: "maze", unit: "paths" };
    let count = exact.row("optimal", "brute force", spread(0.0));
    results.rows.push(Row { goal: Some(0.0), ..count });
    results
}

#[test]
fn goals_are_told_met_or_not() {
    let table = goals::table(&results());
    let line = |what: &str| table.lines().find(|line| line.contains(what)).unwrap().to_owned();
    assert!(line("bake solo").contains("| at most 0.5 | **0 of 1** | 0.75 | maze |"), "{table}");
    assert!(line("`optimal`").contains("| at most 1 | all 1 | 0.50 | city (ours) |"), "{table}");
    assert!(line("1e-9").contains("| none | all 1 | 0 | maze |"), "{table}");
    let missed = goals::missed(&results());
    assert!(missed.contains("maze 0.75") && !missed.contains("city"), "{missed}");
}

#[test]
fn what_a_full_run_does_not_measure_is_not_met() {
    let mut results = results();
    results.machine.extent = "full".to_owned();
    let table = goals::table(&results);
    let line = |what: &str| table.lines().find(|line| line.contains(what)).unwrap().to_owned();
    assert!(line("bake solo against").contains("| **0 of 9** | 0.75 | maze |"), "{table}");
    assert!(line("`optimal` against Detour").contains("| **1 of 9** | 0.50 |"), "{table}");
    assert!(line("precut toggle").contains("| at most 0.025 | **0 of 1** | - | - |"), "{table}");
    let missed = goals::missed(&results);
    assert!(missed.contains("maze 0.75, 8 not measured"), "{missed}");
    assert!(missed.contains("1e-9** (goal 0): 21 not measured"), "{missed}");
    // What rows are about is called the same there: no goal is listed twice.
    let quick = goals::goals(&self::results()).len();
    let all = goals::goals(&results);
    assert_eq!(all.len(), goals::FULL.len());
    assert!(
        all.iter().take(quick).all(|goal| goals::FULL.iter().any(|(what, ..)| *what == goal.what))
    );
}

#[test]
fn what_people_wrote_stays_and_the_rest_is_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    assert!(write_into(root, &results()).is_err(), "there is no README");
    let readme = root.join("README.md");
    fs::write(&readme, "# x\n\n<!-- benchmarks -->\nold\n<!-- /benchmarks -->\n\nend\n").unwrap();
    write_into(root, &results()).unwrap();
    let page = root.join("docs/benchmarks.md");
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.contains("survey 2.50") && text.contains("## Goals"), "{text}");
    let noted = text.replace("<!-- profile -->\n", "<!-- profile -->\nby hand\n");
    assert_ne!(noted, text);
    fs::write(&page, &noted).unwrap();
    write_into(root, &results()).unwrap();
    assert_eq!(fs::read_to_string(&page).unwrap(), noted);
    let readme = fs::read_to_string(&readme).unwrap();
    assert!(readme.starts_with("# x\n\n<!-- benchmarks -->\nRatios"), "{readme}");
    assert!(readme.ends_with("|\n<!-- /benchmarks -->\n\nend\n") && !readme.contains("old"));
    for name in ["solo", "tiled", "path", "memory"] {
        let picture = fs::read_to_string(root.join(format!("docs/img/bench_{name}.svg"))).unwrap();
        assert_eq!(picture.matches("<svg").count(), picture.matches("</svg>").count());
    }
}

#[test]
fn figures_are_short() {
    let all = [0.0, 0.123_4, 12.345, 1234.5, f64::NAN].map(short);
    assert_eq!(all, ["0", "0.12", "12.3", "1234", "-"]);
}
