//! The file of rules of a bake, and what they did.

mod file;
mod lines;
mod ways;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use serde::Serialize;
use walkmesh::link::{self, Way};
use walkmesh::mesh::NavMesh;
use walkmesh::parameters::Parameters;
use walkmesh::soup::rules::{RuleMatch, Rules, RulesReport};
use walkmesh::soup::{ObjectId, Soup};

use crate::answer::{counted, metres};
use lines::RuleLines;

/// So many names are told to people; JSON has all.
const SHOWN: usize = 4;

/// What the rules did, as `--json` has it.
#[derive(Serialize)]
pub(crate) struct Followed {
    /// The file they are from.
    #[serde(skip)]
    file: Option<PathBuf>,
    rules: Vec<FollowedRule>,
    /// Sheets that were recognised on the ground.
    sheets: Vec<String>,
    /// Elevators and staircases that the file declares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ways: Vec<BuiltWay>,
    #[serde(skip)]
    declared: Declared,
}

/// The ways of a file and the lines that they begin in.
#[derive(Default)]
struct Declared {
    ways: Vec<Way>,
    lines: Vec<usize>,
}

/// What a declared way became.
#[derive(Serialize)]
struct BuiltWay {
    line: usize,
    kind: &'static str,
    /// Heights of the ground where it is entered and left, metres.
    stops: Vec<f64>,
    links: usize,
    /// How wide a body may be and how wide that of the mesh is, metres, where it is too wide.
    #[serde(skip_serializing_if = "Option::is_none")]
    too_narrow: Option<[f64; 2]>,
}

#[derive(Serialize)]
struct FollowedRule {
    line: usize,
    action: &'static str,
    /// The names of what it chose.
    objects: Vec<String>,
    triangles_before: usize,
    triangles_after: usize,
    /// What `only` made obstacles.
    others: usize,
}

/// The soup after the rules of the file, or after recognising sheets alone where there is none.
pub(crate) fn follow(
    soup: Soup,
    file: Option<&Path>,
    parameters: &Parameters,
) -> Result<(Soup, Followed)> {
    let Some(file) = file else {
        let (soup, report) = Rules::default().apply(soup, parameters)?;
        let sheets = names(&soup, &report.sheets);
        let followed = Followed {
            file: None,
            rules: Vec::new(),
            sheets,
            ways: Vec::new(),
            declared: Declared::default(),
        };
        return Ok((soup, followed));
    };
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("could not read the rules in {}", file.display()))?;
    let at = |line: usize, problem: String| anyhow!("{}:{line}: {problem}", file.display());
    let read = file::parse(&text).map_err(|e| at(e.line, e.problem))?;
    let before = soup.triangles.len();
    let (soup, report) = read.rules.apply(soup, parameters).map_err(|error| {
        let line = read.lines.get(error.rule).map_or(1, |lines| lines.of(&error.problem));
        at(line, error.problem.to_string())
    })?;
    if soup.triangles.is_empty() {
        let file = file.display();
        bail!(
            "{file}: the rules leave none of the model's {}: drop less",
            counted(before, "triangle")
        );
    }
    let mut followed = followed(file, &read, &soup, &report);
    followed.declared = Declared { ways: read.ways, lines: read.way_lines };
    Ok((soup, followed))
}

fn followed(file: &Path, read: &file::Read, soup: &Soup, report: &RulesReport) -> Followed {
    let rule = |((rule, lines), matched): ((&_, &RuleLines), &RuleMatch)| FollowedRule {
        line: lines.begins,
        action: file::action_name(rule),
        objects: names(soup, &matched.objects),
        triangles_before: matched.triangles_before,
        triangles_after: matched.triangles_after,
        others: matched.others,
    };
    let rules = read.rules.list.iter().zip(&read.lines).zip(&report.rules).map(rule).collect();
    Followed {
        file: Some(file.to_owned()),
        rules,
        sheets: names(soup, &report.sheets),
        ways: Vec::new(),
        declared: Declared::default(),
    }
}

fn names(soup: &Soup, objects: &[ObjectId]) -> Vec<String> {
    let name = |o: &ObjectId| {
        let object = usize::try_from(o.0).ok().and_then(|i| soup.objects.get(i));
        object.map_or_else(String::new, |object| object.name.clone())
    };
    objects.iter().map(name).collect()
}

/// A bake's error, which is that of what the rules left.
pub(crate) fn after(file: Option<&Path>, error: anyhow::Error) -> anyhow::Error {
    match file {
        Some(file) => error.context(format!("after the rules of {}", file.display())),
        None => error,
    }
}

impl Followed {
    /// The mesh with the elevators and staircases that the file declares.
    pub(crate) fn declare(&mut self, mesh: NavMesh) -> Result<NavMesh> {
        let Declared { ways, lines } = &self.declared;
        if self.file.is_none() {
            return Ok(mesh);
        }
        // An update keeps the links of the mesh before: the file declares all, or none.
        let mesh = link::without_declared(&mesh);
        let (mesh, built) = link::declare(&mesh, ways).map_err(|error| {
            let file = self.file.as_deref().unwrap_or_else(|| "".as_ref());
            let line = lines.get(error.way).copied().unwrap_or(1);
            anyhow!("{}:{line}: {}", file.display(), error.problem)
        })?;
        let body = 2.0 * mesh.parameters().agent.radius;
        let ways = ways.iter().zip(lines).zip(built).map(|((way, &line), built)| {
            let (kind, width) = match way {
                Way::Elevator(elevator) => ("elevator", elevator.width),
                Way::Staircase(staircase) => ("staircase", staircase.width),
            };
            BuiltWay {
                line,
                kind,
                stops: built.stops.iter().map(|stop| stop.height).collect(),
                links: built.links,
                too_narrow: (width < body).then_some([width, body]),
            }
        });
        self.ways = ways.collect();
        Ok(mesh)
    }

    /// What each rule did, a line each; empty where there is nothing to say.
    pub(crate) fn text(&self) -> String {
        let mut lines: Vec<String> = self.rules.iter().map(FollowedRule::text).collect();
        if !self.sheets.is_empty() {
            let count = self.sheets.len();
            let (lie, turn) =
                if count == 1 { ("sheet lies", "becomes") } else { ("sheets lie", "become") };
            let names = some(&self.sheets);
            lines.push(format!("{count} {lie} on ground and {turn} ground: {names}"));
        }
        lines.extend(self.ways.iter().map(BuiltWay::text));
        if lines.is_empty() {
            return String::new();
        }
        let title = self
            .file
            .as_ref()
            .map_or_else(|| "objects".to_owned(), |file| format!("rules of {}", file.display()));
        let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
        format!("{title}\n{lines}\n")
    }
}

impl BuiltWay {
    fn text(&self) -> String {
        let Self { line, kind, stops, links, too_narrow } = self;
        let mut text = format!("line {line}, {kind}: stops at");
        for (i, stop) in stops.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            let _ = write!(text, "{comma} {stop:.2}");
        }
        let _ = write!(text, " m, {}", counted(*links, "link"));
        if let Some([width, body]) = too_narrow.map(|widths| widths.map(metres)) {
            let _ = write!(text, "; no path takes it: the body is {body} m wide, it is {width} m");
        }
        text
    }
}

impl FollowedRule {
    fn text(&self) -> String {
        let Self { line, action, objects, triangles_before, triangles_after, others } = self;
        let (count, names) = (counted(objects.len(), "object"), some(objects));
        let mut triangles = counted(*triangles_after, "triangle");
        if triangles_before != triangles_after {
            triangles = format!("{triangles_before} to {triangles}");
        }
        let others = match others {
            0 => String::new(),
            1 => "; 1 other: obstacle".to_owned(),
            _ => format!("; {others} others: obstacle"),
        };
        format!("line {line}, {action}: {count}, {triangles} ({names}){others}")
    }
}

/// The first names.
fn some(names: &[String]) -> String {
    let shown = names.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    format!("{shown}{more}")
}
