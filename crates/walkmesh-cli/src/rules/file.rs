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
            let actions = "`drop`, `cover`, `ground`, `obstacle` or `small-obstacle`";
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
    fn keys(&self) -> [(&'static str, Option<Range<usize>>); 9] {
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
        ]
    }

    /// Each setting of an action, that action, and where the setting is given.
    fn settings(&self) -> [(&'static str, &'static str, Option<Range<usize>>); 6] {
        [
            ("box", "cover", self.shape.as_ref().map(Spanned::span)),
            ("group", "cover", self.group.as_ref().map(Spanned::span)),
            ("area", "ground", self.area.as_ref().map(Spanned::span)),
            ("force", "ground", self.force.as_ref().map(Spanned::span)),
            ("only", "ground", self.only.as_ref().map(Spanned::span)),
            ("leave-out-below", "small-obstacle", self.leave_out_below.as_ref().map(Spanned::span)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_read() {
        let read = parse(
            r#"
sheets = false

[[rule]]
name = ["Chair_?", "Bed*"]
extent = { max = 2 }
height = { min = 0.5, max = 1.5 }
volume = { min = 0.1 }
inside = [[0, 0, 0], [1, 2.5, 3]]
outside = [[4, 4, 4], [5, 5, 5]]
largest = 3
action = "cover"
box = "axis-aligned"
group = true
  # one more
[[rule]]
name = "Floor"
action = "ground"
area = 7
force = true
only = true
[[rule]]
smallest = 2
action = "small-obstacle"
leave-out-below = 0.25
"#,
        )
        .unwrap();
        let begins: Vec<usize> = read.lines.iter().map(|lines| lines.begins).collect();
        assert_eq!(begins, [4, 16, 22]);
        assert!(!read.rules.sheets);
        let [cover, ground, small] = &read.rules.list[..] else { panic!("three rules") };
        let corner = |x, y, z| Point::new(x, y, z);
        let choice = Choice {
            names: vec!["Chair_?".to_owned(), "Bed*".to_owned()],
            extent: Limits { min: 0.0, max: 2.0 },
            height: Limits { min: 0.5, max: 1.5 },
            volume: Limits { min: 0.1, max: f64::INFINITY },
            inside: Some(WorldBox { min: corner(0.0, 0.0, 0.0), max: corner(1.0, 2.5, 3.0) }),
            outside: Some(WorldBox { min: corner(4.0, 4.0, 4.0), max: corner(5.0, 5.0, 5.0) }),
            rank: Some(Rank::Largest(3)),
        };
        let action = Action::Cover { shape: CoverShape::AxisAligned, group: true };
        assert_eq!(*cover, Rule { choice, action });
        let only = Action::Ground { area: Some(Area(7)), force: true, only: true };
        assert_eq!((&ground.action, &ground.choice.names[..]), (&only, &["Floor".to_owned()][..]));
        assert_eq!(small.action, Action::SmallObstacle { leave_out_below: 0.25 });
        assert_eq!(small.choice.rank, Some(Rank::Smallest(2)));
        let oriented = parse("[[rule]]\nname = \"a\"\naction = \"cover\"").unwrap();
        let action = Action::Cover { shape: CoverShape::Oriented, group: false };
        assert_eq!(oriented.rules.list[0].action, action);
        assert!(parse("").unwrap().rules.list.is_empty());
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let rule = "# a comment\n[[rule]]\nname = \"a\"\n";
        for (text, line, words) in [
            ("[[rule]\n", 1, ""),
            ("\n[rule]\n", 2, "as in `[[rule]]`"),
            ("[elevator]\nplan = []\n", 1, "two brackets"),
            (&format!("{rule}action = 3"), 4, "one of `drop`"),
            (&format!("{rule}box = 3\naction = \"cover\""), 4, ""),
            ("\n[[rules]]\n", 2, "unknown field `rules`"),
            (&format!("{rule}actoin = \"drop\""), 4, "unknown field `actoin`"),
            (&format!("{rule}action = \"dorp\""), 4, "unknown variant `dorp`"),
            (rule, 2, "missing field `action`"),
            (&format!("{rule}action = \"drop\"\narea = 3"), 5, "`area` goes with"),
            (&format!("{rule}action = \"obstacle\"\nbox = \"oriented\""), 5, "`box` goes with"),
            (&format!("{rule}action = \"ground\"\narea = 300"), 5, "300"),
            (&format!("{rule}action = \"drop\"\nextent = 3"), 5, ""),
            (&format!("{rule}action = \"drop\"\nextent = {{ mim = 3 }}"), 5, "`mim`"),
            (&format!("{rule}action = \"drop\"\ninside = [[0, 0, 0]]"), 5, "a list of 2"),
            (&format!("{rule}action = \"drop\"\ninside = [[0, 0, 0], [1, 1, 1, 1]]"), 5, "of 3"),
            (&format!("{rule}action = \"drop\"\noutside = [[0], [1], [2]]"), 5, "a list of"),
            (&format!("{rule}action = \"drop\"\nlargest = -1"), 5, "-1"),
            (&format!("{rule}action = \"drop\"\nlargest = 1\nsmallest = 1"), 6, "together"),
            ("\n\n[[rule]]\nname = 3\naction = \"drop\"", 4, "a name or a list"),
            ("[[rule]]\nname = []\naction = \"drop\"", 2, "empty"),
            ("\n[[rule]]\naction = \"drop\"", 2, "name = \"*\""),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.problem.contains(words), "{text}: {}", error.problem);
            assert_eq!(error.line, line, "{text}: {}", error.problem);
            assert!(!error.problem.is_empty() && !error.problem.contains('\n'));
        }
    }
}
