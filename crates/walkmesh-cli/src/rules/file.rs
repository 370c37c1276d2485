//! Rules as TOML.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use walkmesh::Point;
use walkmesh::geom::WorldBox;
use walkmesh::link::Way;
use walkmesh::soup::Area;
use walkmesh::soup::rules::{Action, Choice, CoverShape, Limits, Rank, Rule, Rules};

use super::lines::RuleLines;
use super::ways::{self, ElevatorTable, StaircaseTable};
use crate::exactly::Exactly;

/// Rules with their lines, and ways with the line in which each begins, counted from 1.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) rules: Rules,
    pub(super) lines: Vec<RuleLines>,
    pub(super) ways: Vec<Way>,
    pub(super) way_lines: Vec<usize>,
}

/// What is wrong with a file, and in which line.
#[derive(Debug)]
pub(super) struct FileError {
    pub(super) line: usize,
    pub(super) problem: String,
}

/// A whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    sheets: Option<bool>,
    #[serde(default)]
    rule: Vec<Spanned<RuleTable>>,
    speed: Option<Spanned<f64>>,
    #[serde(default)]
    elevator: Vec<Spanned<ElevatorTable>>,
    #[serde(default)]
    staircase: Vec<Spanned<StaircaseTable>>,
}

/// One `[[rule]]`: what chooses, what is done, and what belongs to that.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RuleTable {
    name: Option<Spanned<Names>>,
    extent: Option<Spanned<LimitsTable>>,
    height: Option<Spanned<LimitsTable>>,
    volume: Option<Spanned<LimitsTable>>,
    inside: Option<Spanned<Corners>>,
    outside: Option<Spanned<Corners>>,
    largest: Option<Spanned<u32>>,
    smallest: Option<Spanned<u32>>,

    action: Spanned<ActionName>,
    #[serde(rename = "box")]
    shape: Option<Spanned<ShapeName>>,
    group: Option<Spanned<bool>>,
    area: Option<Spanned<u8>>,
    force: Option<Spanned<bool>>,
    only: Option<Spanned<bool>>,
    leave_out_below: Option<Spanned<f64>>,
    width: Option<Spanned<f64>>,
}

/// Two corners of a box.
type Corners = Exactly<Exactly<f64, 3>, 2>;

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a name or a list of names")]
enum Names {
    One(String),
    Several(Vec<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitsTable {
    min: Option<f64>,
    max: Option<f64>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ActionName {
    Drop,
    Cover,
    Ground,
    Obstacle,
    SmallObstacle,
    Bridge,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ShapeName {
    AxisAligned,
    Oriented,
}

/// The name of a rule's action in the file.
pub(super) fn action_name(rule: &Rule) -> &'static str {
    match rule.action {
        Action::Drop => "drop",
        Action::Cover { .. } => "cover",
        Action::Ground { .. } => "ground",
        Action::Obstacle => "obstacle",
        Action::SmallObstacle { .. } => "small-obstacle",
        Action::Bridge { .. } => "bridge",
    }
}

/// Reads the text of a file of rules.
pub(super) fn parse(text: &str) -> Result<Read, FileError> {
    let line = |at: usize| {
        let before = text.get(..at).unwrap_or(text);
        1 + before.matches('\n').count()
    };
    let table: Table = toml::from_str(text).map_err(|error| FileError {
        line: error.span().map_or(1, |span| line(span.start)),
        problem: hinted(error.message().trim().replace('\n', " ")),
    })?;
    let (ways, way_lines) = ways::read(table.speed, table.elevator, table.staircase, &line)?;
    let mut read = Read { rules: Rules::default(), lines: Vec::new(), ways, way_lines };
    read.rules.sheets = table.sheets.unwrap_or(read.rules.sheets);
    for rule in table.rule {
        let begins = rule.span().start;
        let rule = rule.into_inner();
        let keys = rule.keys().into_iter();
        let keys = keys.filter_map(|(key, span)| Some((key, line(span?.start)))).collect();
        let rule = rule.rule().map_err(|(span, problem)| FileError {
            line: line(span.map_or(begins, |span| span.start)),
            problem,
        })?;
        read.lines.push(RuleLines { begins: line(begins), keys });
        read.rules.list.push(rule);
    }
    Ok(read)
}

/// The reader's words, with what to do about those that say little.
fn hinted(problem: String) -> String {
    match &problem[..] {
        "invalid type: map, expected a sequence" => {
            format!(
                "{problem}: a rule, elevator or staircase begins with two brackets, as in `[[rule]]`"
            )
        }
        "wanted string or table" => {
            let actions = "`drop`, `cover`, `ground`, `obstacle`, `small-obstacle` or `bridge`";
            format!("{problem}: `action` is one of {actions}, in quotes")
        }
        _ => problem,
    }
}

/// Where in the text something is wrong (in the rule as a whole when `None`), and what.
type Misuse = (Option<Range<usize>>, String);

impl RuleTable {
    fn rule(self) -> Result<Rule, Misuse> {
        let action = self.action()?;
        let choice = self.choice()?;
        if choice == Choice::default() {
            let problem = "the rule chooses nothing in particular: give it `name = \"*\"` if it is \
                           for every object";
            return Err((None, problem.to_owned()));
        }
        Ok(Rule { choice, action })
    }

    fn choice(self) -> Result<Choice, Misuse> {
        let limits = |table: Option<Spanned<LimitsTable>>| {
            let any = Limits::default();
            table.map(Spanned::into_inner).map_or(any, |t| Limits {
                min: t.min.unwrap_or(any.min),
                max: t.max.unwrap_or(any.max),
            })
        };
        let place = |corners: Option<Spanned<Corners>>| {
            let [min, max] = corners?.into_inner().0.map(|corner| Point::from(corner.0));
            Some(WorldBox { min, max })
        };
        let count = |n: Spanned<u32>| usize::try_from(n.into_inner()).unwrap_or(usize::MAX);
        let rank = match (self.largest, self.smallest) {
            (Some(_), Some(second)) => {
                let problem = "`largest` and `smallest` do not go together";
                return Err((Some(second.span()), problem.to_owned()));
            }
            (Some(n), None) => Some(Rank::Largest(count(n))),
            (None, Some(n)) => Some(Rank::Smallest(count(n))),
            (None, None) => None,
        };
        let named = self.name.map(|names| (names.span(), names.into_inner()));
        let names = match named {
            None => Vec::new(),
            Some((_, Names::One(name))) => vec![name],
            Some((span, Names::Several(names))) if names.is_empty() => {
                let problem = "`name` is an empty list: leave it out for any name";
                return Err((Some(span), problem.to_owned()));
            }
            Some((_, Names::Several(names))) => names,
        };
        let (extent, height) = (limits(self.extent), limits(self.height));
        let (inside, outside) = (place(self.inside), place(self.outside));
        Ok(Choice { names, extent, height, volume: limits(self.volume), inside, outside, rank })
    }

    /// The action with the settings that belong to it; others are refused.
    fn action(&self) -> Result<Action, Misuse> {
        let is_set = |value: Option<&Spanned<bool>>| value.is_some_and(|v| *v.get_ref());
        let (action, own): (Action, &[&str]) = match self.action.get_ref() {
            ActionName::Drop => (Action::Drop, &[]),
            ActionName::Cover => {
                let shape = match self.shape.as_ref().map(Spanned::get_ref) {
                    Some(ShapeName::AxisAligned) => CoverShape::AxisAligned,
                    Some(ShapeName::Oriented) | None => CoverShape::Oriented,
                };
                (Action::Cover { shape, group: is_set(self.group.as_ref()) }, &["box", "group"])
            }
            ActionName::Ground => {
                let area = self.area.as_ref().map(|area| Area(*area.get_ref()));
                let (force, only) = (is_set(self.force.as_ref()), is_set(self.only.as_ref()));
                (Action::Ground { area, force, only }, &["area", "force", "only"])
            }
            ActionName::Obstacle => (Action::Obstacle, &[]),
            ActionName::SmallObstacle => {
                let leave_out_below = self.leave_out_below.as_ref().map_or(0.0, |v| *v.get_ref());
                (Action::SmallObstacle { leave_out_below }, &["leave-out-below"])
            }
            ActionName::Bridge => {
                let Some(width) = self.width.as_ref().map(|width| *width.get_ref()) else {
                    let problem = "it bridges gaps up to a `width`, which is missing: give it in \
                                   metres, as in `width = 0.05`";
                    return Err((Some(self.action.span()), problem.to_owned()));
                };
                (Action::Bridge { width }, &["width"])
            }
        };
        for (key, of, span) in self.settings() {
            if let Some(span) = span.filter(|_| !own.contains(&key)) {
                let problem = format!("`{key}` goes with the action \"{of}\" alone");
                return Err((Some(span), problem));
            }
        }
        Ok(action)
    }

    /// What chooses, or has limits of its own, and where it is given.
    fn keys(&self) -> [(&'static str, Option<Range<usize>>); 10] {
        [
            ("name", self.name.as_ref().map(Spanned::span)),
            ("extent", self.extent.as_ref().map(Spanned::span)),
            ("height", self.height.as_ref().map(Spanned::span)),
            ("volume", self.volume.as_ref().map(Spanned::span)),
            ("inside", self.inside.as_ref().map(Spanned::span)),
            ("outside", self.outside.as_ref().map(Spanned::span)),
            ("largest", self.largest.as_ref().map(Spanned::span)),
            ("smallest", self.smallest.as_ref().map(Spanned::span)),
            ("leave-out-below", self.leave_out_below.as_ref().map(Spanned::span)),
            ("width", self.width.as_ref().map(Spanned::span)),
        ]
    }

    /// Each setting of an action, that action, and where the setting is given.
    fn settings(&self) -> [(&'static str, &'static str, Option<Range<usize>>); 7] {
        [
            ("box", "cover", self.shape.as_ref().map(Spanned::span)),
            ("group", "cover", self.group.as_ref().map(Spanned::span)),
            ("area", "ground", self.area.as_ref().map(Spanned::span)),
            ("force", "ground", self.force.as_ref().map(Spanned::span)),
            ("only", "ground", self.only.as_ref().map(Spanned::span)),
            ("leave-out-below", "small-obstacle", self.leave_out_below.as_ref().map(Spanned::span)),
            ("width", "bridge", self.width.as_ref().map(Spanned::span)),
        ]
    }
}

#[cfg(test)]
mod tests;
