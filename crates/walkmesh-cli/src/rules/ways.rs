//! `[[elevator]]` and `[[staircase]]` of a file of rules.

use serde::Deserialize;
use toml::Spanned;
use walkmesh::Point;
use walkmesh::link::{Elevator, Staircase, Way};

use super::file::FileError;
use crate::exactly::Exactly;

/// What a second costs where the file does not say, metres: how far a person walks in it.
const SPEED: f64 = 1.4;

/// `[[elevator]]`: a plan, what it costs, where it does not stop.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ElevatorTable {
    /// Corners, x and z.
    plan: Vec<Exactly<f64, 2>>,
    boarding: Option<Cost>,
    per_metre: Option<Cost>,
    width: Option<f64>,
    #[serde(default)]
    closed: Vec<f64>,
}

/// `[[staircase]]`: two ends and what it costs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StaircaseTable {
    from: Exactly<f64, 3>,
    to: Exactly<f64, 3>,
    cost: Option<Cost>,
    width: Option<f64>,
    one_way: Option<bool>,
}

/// Metres, or seconds.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged, expecting = "expected metres (a number) or { seconds = N }")]
enum Cost {
    Metres(f64),
    Time(Time),
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Time {
    seconds: f64,
}

impl Cost {
    fn metres(self, speed: f64) -> f64 {
        match self {
            Self::Metres(metres) => metres,
            Self::Time(Time { seconds }) => seconds * speed,
        }
    }
}

/// The ways in order of the file's two lists, elevators first, and the line of each.
pub(super) fn read(
    speed: Option<Spanned<f64>>,
    elevators: Vec<Spanned<ElevatorTable>>,
    staircases: Vec<Spanned<StaircaseTable>>,
    line: &impl Fn(usize) -> usize,
) -> Result<(Vec<Way>, Vec<usize>), FileError> {
    let speed = match speed {
        None => SPEED,
        Some(given) if *given.get_ref() > 0.0 && given.get_ref().is_finite() => *given.get_ref(),
        Some(given) => {
            let problem = format!("`speed` is {}: give metres a second above 0", given.get_ref());
            return Err(FileError { line: line(given.span().start), problem });
        }
    };
    let mut ways: Vec<(Way, usize)> = Vec::new();
    for table in elevators {
        let begins = line(table.span().start);
        let ElevatorTable { plan, boarding, per_metre, width, closed } = table.into_inner();
        let cost = |cost: Option<Cost>| cost.map_or(0.0, |cost| cost.metres(speed));
        let elevator = Elevator {
            plan: plan.into_iter().map(|Exactly([x, z])| Point::new(x, 0.0, z)).collect(),
            boarding: cost(boarding),
            per_metre: per_metre.map_or(1.0, |per| per.metres(speed)),
            width: width.unwrap_or(f64::INFINITY),
            closed,
        };
        ways.push((Way::Elevator(elevator), begins));
    }
    for table in staircases {
        let begins = line(table.span().start);
        let StaircaseTable { from, to, cost, width, one_way } = table.into_inner();
        let staircase = Staircase {
            from: from.0.into(),
            to: to.0.into(),
            cost: cost.map(|cost| cost.metres(speed)),
            width: width.unwrap_or(f64::INFINITY),
            both_ways: !one_way.unwrap_or(false),
        };
        ways.push((Way::Staircase(staircase), begins));
    }
    Ok(ways.into_iter().unzip())
}

#[cfg(test)]
mod tests {
    use super::super::file::parse;
    use super::*;

    #[test]
    fn ways_are_read_with_their_lines() {
        let text = "speed = 2\n\n[[staircase]]\nfrom = [0, 0, 1]\nto = [1, 3.5, 2]\ncost = { seconds = 4 }\n\
                    one-way = true\n[[elevator]]\nplan = [[0, 0], [2, 0], [2, 2]]\nboarding = 7.5\n\
                    per-metre = { seconds = 0.5 }\nwidth = 0.9\nclosed = [3.5]\n";
        let read = parse(text).unwrap();
        assert_eq!(read.way_lines, [8, 3]);
        let plan = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0)].map(|(x, z)| Point::new(x, 0.0, z));
        let elevator = Elevator {
            plan: plan.to_vec(),
            boarding: 7.5,
            per_metre: 1.0,
            width: 0.9,
            closed: vec![3.5],
        };
        let staircase = Staircase {
            from: Point::new(0.0, 0.0, 1.0),
            to: Point::new(1.0, 3.5, 2.0),
            cost: Some(8.0),
            width: f64::INFINITY,
            both_ways: false,
        };
        assert_eq!(read.ways, [Way::Elevator(elevator), Way::Staircase(staircase)]);
    }

    #[test]
    fn wrong_ways_are_named_with_their_line() {
        for (text, line, words) in [
            ("\nspeed = 0\n", 2, "above 0"),
            ("[[elevator]]\nboarding = 3\n", 1, "plan"),
            ("[[elevator]]\nplan = [[0, 0]]\nbording = 3\n", 3, "bording"),
            ("[[elevator]]\nplan = [[0, 0]]\nboarding = { hours = 3 }\n", 3, "metres"),
            ("\n[[staircase]]\nfrom = [0, 0, 0]\n", 2, "to"),
            ("[[staircase]]\nfrom = [0, 0]\nto = [1, 2, 3]\n", 2, "a list of 3"),
            ("[[staircase]]\nfrom = [0, 0, 0]\nto = [1, 2, 3, 4]\n", 3, "a list of 3"),
            ("[[elevator]]\nplan = [[0, 0, 0], [1, 0, 0], [1, 0, 1]]\n", 2, "a list of 2"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.problem.contains(words), "{text}: {}", error.problem);
            assert_eq!(error.line, line, "{text}: {}", error.problem);
        }
    }
}
