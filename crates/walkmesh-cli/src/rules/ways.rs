//! `[[elevator]]` and `[[staircase]]` of a file of rules.

use std::ops::Range;

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
    plan: Vec<Spanned<Exactly<f64, 2>>>,
    boarding: Option<Spanned<Cost>>,
    per_metre: Option<Spanned<Cost>>,
    width: Option<Spanned<f64>>,
    #[serde(default)]
    closed: Vec<Spanned<f64>>,
}

/// `[[staircase]]`: two ends and what it costs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StaircaseTable {
    from: Spanned<Exactly<f64, 3>>,
    to: Spanned<Exactly<f64, 3>>,
    cost: Option<Spanned<Cost>>,
    width: Option<Spanned<f64>>,
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

/// What is wrong with a value, and where in the text that is.
type Misuse = (Range<usize>, String);

/// The ways in order of the file's two lists, elevators first, and the line of each.
pub(super) fn read(
    speed: Option<Spanned<f64>>,
    elevators: Vec<Spanned<ElevatorTable>>,
    staircases: Vec<Spanned<StaircaseTable>>,
    line: &impl Fn(usize) -> usize,
) -> Result<(Vec<Way>, Vec<usize>), FileError> {
    let misused = |(at, problem): Misuse| FileError { line: line(at.start), problem };
    let speed = match speed {
        None => SPEED,
        Some(given) if *given.get_ref() > 0.0 && given.get_ref().is_finite() => *given.get_ref(),
        Some(given) => {
            let problem = format!("`speed` is {}: give metres a second above 0", given.get_ref());
            return Err(misused((given.span(), problem)));
        }
    };
    let mut ways: Vec<(Way, usize)> = Vec::new();
    for table in elevators {
        let begins = line(table.span().start);
        let elevator = table.into_inner().elevator(speed).map_err(misused)?;
        ways.push((Way::Elevator(elevator), begins));
    }
    for table in staircases {
        let begins = line(table.span().start);
        let staircase = table.into_inner().staircase(speed).map_err(misused)?;
        ways.push((Way::Staircase(staircase), begins));
    }
    Ok(ways.into_iter().unzip())
}

impl ElevatorTable {
    fn elevator(self, speed: f64) -> Result<Elevator, Misuse> {
        let Self { plan, boarding, per_metre, width, closed } = self;
        let cost = |key, cost: Option<Spanned<Cost>>| cost.map(|c| metres(key, &c, speed));
        let corner = |corner: Spanned<Exactly<f64, 2>>| {
            let [x, z] = finite("a corner of `plan`", corner.span(), corner.get_ref().0)?;
            Ok(Point::new(x, 0.0, z))
        };
        let height = |height: Spanned<f64>| {
            finite("`closed`", height.span(), [*height.get_ref()]).map(|[height]| height)
        };
        Ok(Elevator {
            plan: plan.into_iter().map(corner).collect::<Result<_, _>>()?,
            boarding: cost("boarding", boarding).transpose()?.unwrap_or(0.0),
            per_metre: cost("per-metre", per_metre).transpose()?.unwrap_or(1.0),
            width: wide(width)?,
            closed: closed.into_iter().map(height).collect::<Result<_, _>>()?,
        })
    }
}

impl StaircaseTable {
    fn staircase(self, speed: f64) -> Result<Staircase, Misuse> {
        let Self { from, to, cost, width, one_way } = self;
        Ok(Staircase {
            from: finite("`from`", from.span(), from.get_ref().0)?.into(),
            to: finite("`to`", to.span(), to.get_ref().0)?.into(),
            cost: cost.map(|cost| metres("cost", &cost, speed)).transpose()?,
            width: wide(width)?,
            both_ways: !one_way.unwrap_or(false),
        })
    }
}

/// A cost in metres.
fn metres(key: &str, cost: &Spanned<Cost>, speed: f64) -> Result<f64, Misuse> {
    let (metres, given) = match *cost.get_ref() {
        Cost::Metres(metres) => (metres, format!("{metres} m")),
        Cost::Time(Time { seconds }) => {
            (seconds * speed, format!("{seconds} seconds at {speed} m/s"))
        }
    };
    if metres >= 0.0 && metres.is_finite() {
        return Ok(metres);
    }
    Err((cost.span(), format!("`{key}` is {given}: give 0 or more, and a finite number")))
}

/// How wide a body may be; any where nothing is given.
fn wide(width: Option<Spanned<f64>>) -> Result<f64, Misuse> {
    match width {
        None => Ok(f64::INFINITY),
        Some(given) if *given.get_ref() > 0.0 => Ok(*given.get_ref()),
        Some(given) => {
            let problem = format!(
                "`width` is {}: give metres above 0, or leave it out for any",
                given.get_ref()
            );
            Err((given.span(), problem))
        }
    }
}

/// Numbers that are all finite.
fn finite<const N: usize>(
    what: &str,
    at: Range<usize>,
    numbers: [f64; N],
) -> Result<[f64; N], Misuse> {
    match numbers.iter().find(|number| !number.is_finite()) {
        None => Ok(numbers),
        Some(number) => Err((at, format!("{what} has {number}: give finite metres"))),
    }
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
            (
                "[[elevator]]\nplan = []\n\nboarding = { seconds = -5 }\n",
                4,
                "`boarding` is -5 seconds",
            ),
            ("[[elevator]]\nplan = []\nboarding = -0.5\n", 3, "`boarding` is -0.5 m"),
            ("[[elevator]]\nplan = []\nper-metre = { seconds = nan }\n", 3, "is NaN seconds"),
            ("[[elevator]]\nplan = []\nper-metre = inf\n", 3, "`per-metre` is inf m"),
            ("speed = 10\n[[elevator]]\nplan = []\nboarding = { seconds = 1e308 }\n", 4, "10 m/s"),
            ("[[elevator]]\nplan = []\nwidth = nan\n", 3, "`width` is NaN"),
            ("[[elevator]]\nplan = []\nwidth = 0\n", 3, "`width` is 0"),
            ("[[elevator]]\nplan = []\nclosed = [\n0,\nnan]\n", 5, "NaN"),
            ("[[elevator]]\nplan = [[0, 0],\n[inf, 0]]\n", 3, "inf"),
            ("[[staircase]]\nfrom = [0, 0, 0]\nto = [1, -inf, 2]\n", 3, "`to` has -inf"),
            (
                "[[staircase]]\nfrom = [0, 0, 0]\nto = [1, 3, 2]\ncost = { seconds = -inf }\n",
                4,
                "`cost` is -inf seconds",
            ),
            ("[[elevator]]\nplan = [[0, 0, 0], [1, 0, 0], [1, 0, 1]]\n", 2, "a list of 2"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.problem.contains(words), "{text}: {}", error.problem);
            assert_eq!(error.line, line, "{text}: {}", error.problem);
        }
    }
}
