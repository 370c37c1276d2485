//! One line of the results, and all of them with what they were measured on.

use serde::{Deserialize, Serialize};

use crate::clock::Spread;
use crate::machine::Machine;

/// A figure of one contender for one piece of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// `bake`, `area`, `path`, `exact`, `nearest`, `raycast`, `random`, `update` or `memory`.
    pub(crate) work: String,
    pub(crate) input: String,
    /// `solo`, `tiled`, `optimal`, `funnel` ...
    pub(crate) mode: String,
    pub(crate) threads: u32,
    pub(crate) contender: String,
    pub(crate) best: f64,
    pub(crate) median: f64,
    /// `ms`, `us`, `bytes`, `paths`, `places` or `share`.
    pub(crate) unit: String,
    /// Of medians; none on our own rows, and on rows that ours has nothing beside.
    pub(crate) ours_over_theirs: Option<f64>,
    /// The ratio is to be at most this, where a goal is set; in `exact` and `area` rows the figure is.
    pub(crate) goal: Option<f64>,
    /// What else is worth knowing: counts, areas, shares.
    #[serde(default)]
    pub(crate) notes: Vec<(String, f64)>,
}

/// A model and the parameters that all contenders got.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct InputFacts {
    pub(crate) name: String,
    pub(crate) triangles: usize,
    /// Metres, square metres, degrees.
    pub(crate) parameters: Vec<(String, f64)>,
}

/// A whole run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Results {
    pub(crate) machine: Machine,
    #[serde(default)]
    pub(crate) inputs: Vec<InputFacts>,
    pub(crate) rows: Vec<Row>,
    /// What could not be measured, and why.
    #[serde(default)]
    pub(crate) remarks: Vec<String>,
}

impl Results {
    /// Keeps rows and shows them.
    pub(crate) fn add(&mut self, rows: Vec<Row>) {
        for row in rows {
            println!("{}", row.line());
            self.rows.push(row);
        }
    }

    /// Keeps a remark, once, and shows it.
    pub(crate) fn remark(&mut self, remark: String) {
        if !self.remarks.contains(&remark) {
            println!("-- {remark}");
            self.remarks.push(remark);
        }
    }
}

/// Rows that are compared with each other.
#[derive(Clone, Copy)]
pub(crate) struct Group<'a> {
    pub(crate) work: &'a str,
    pub(crate) input: &'a str,
    pub(crate) unit: &'a str,
}

impl Group<'_> {
    /// A row; `ours` is what the ratio is of.
    pub(crate) fn row(&self, mode: &str, contender: &str, figure: Spread) -> Row {
        Row {
            work: self.work.to_owned(),
            input: self.input.to_owned(),
            mode: mode.to_owned(),
            threads: 1,
            contender: contender.to_owned(),
            best: figure.best,
            median: figure.median,
            unit: self.unit.to_owned(),
            ours_over_theirs: None,
            goal: None,
            notes: Vec::new(),
        }
    }
}

impl Row {
    /// The same against ours: the ratio of medians, and the goal.
    pub(crate) fn against(mut self, ours: Spread, goal: Option<f64>) -> Self {
        self.ours_over_theirs = Some(ours.median / self.median);
        self.goal = goal;
        self
    }

    pub(crate) fn note(mut self, name: &str, value: f64) -> Self {
        // JSON has no infinities.
        if value.is_finite() {
            self.notes.push((name.to_owned(), value));
        }
        self
    }

    pub(crate) fn noted(&self, name: &str) -> Option<f64> {
        self.notes.iter().find(|(n, _)| n == name).map(|(_, value)| *value)
    }

    /// What is held against the goal: the ratio, or the figure itself where there is none.
    pub(crate) fn measure(&self) -> Option<f64> {
        match self.work.as_str() {
            "exact" | "area" => Some(self.median),
            _ => self.ours_over_theirs,
        }
    }

    /// Whether the goal is met; `None` where none is set. What is not measured is not met.
    pub(crate) fn is_met(&self) -> Option<bool> {
        self.goal.map(|goal| self.measure().is_some_and(|measure| measure <= goal))
    }

    /// For the terminal.
    pub(crate) fn line(&self) -> String {
        let goal = match (self.is_met(), self.goal) {
            (Some(met), Some(goal)) => format!("{} {goal}", if met { "<=" } else { "NOT <=" }),
            _ => String::new(),
        };
        let ratio = self.ours_over_theirs.map_or(String::new(), |r| format!("{r:.3}"));
        let notes: Vec<String> =
            self.notes.iter().map(|(name, value)| format!("{name} {value:.6}")).collect();
        format!(
            "{:8} {:22} {:20} {} {:18} {:>12.3} {:>12.3} {:5} {:>7} {:10} {}",
            self.work,
            self.input,
            self.mode,
            self.threads,
            self.contender,
            self.best,
            self.median,
            self.unit,
            ratio,
            goal,
            notes.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(work: &str, median: f64) -> Row {
        let group = Group { work, input: "x", unit: "ms" };
        group.row("solo", "Recast", Spread { best: median, median })
    }

    #[test]
    fn a_goal_is_met_by_the_ratio_of_medians() {
        let ours = Spread { best: 0.1, median: 1.0 };
        assert_eq!(row("bake", 2.0).against(ours, Some(0.5)).is_met(), Some(true));
        assert_eq!(row("bake", 1.9).against(ours, Some(0.5)).is_met(), Some(false));
        assert_eq!(row("bake", 1.9).against(ours, None).is_met(), None);
        let unmeasured = Row { goal: Some(0.5), ..row("update", 1.0) };
        assert_eq!(unmeasured.is_met(), Some(false));
    }

    #[test]
    fn counts_are_held_against_the_goal_themselves() {
        assert_eq!(Row { goal: Some(0.0), ..row("exact", 0.0) }.is_met(), Some(true));
        assert_eq!(Row { goal: Some(0.0), ..row("exact", 1.0) }.is_met(), Some(false));
    }

    #[test]
    fn results_survive_json() {
        let mut results = Results::default();
        results.rows.push(row("bake", 2.0).note("m2", 3.5).note("none", f64::NAN));
        let text = serde_json::to_string(&results).unwrap();
        assert_eq!(serde_json::from_str::<Results>(&text).unwrap(), results);
        assert_eq!(results.rows[0].noted("m2"), Some(3.5));
    }
}
