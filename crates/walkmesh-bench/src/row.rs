//! One line of the results.

use serde::{Deserialize, Serialize};

use crate::clock::Spread;

/// A figure of one contender for one piece of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// `bake`, `path`, `nearest`, `raycast`, `random`, `update` or `memory`.
    pub(crate) work: String,
    pub(crate) input: String,
    /// `solo`, `tiled`, `optimal`, `funnel` ...
    pub(crate) mode: String,
    pub(crate) threads: u32,
    pub(crate) contender: String,
    pub(crate) best: f64,
    pub(crate) median: f64,
    /// `ms`, `us` or `bytes`.
    pub(crate) unit: String,
    /// Of medians; none on our own rows.
    pub(crate) ours_over_theirs: Option<f64>,
    /// The ratio is to be at most this, where a goal is set.
    pub(crate) goal: Option<f64>,
    /// What else is worth knowing: counts, areas, shares.
    #[serde(default)]
    pub(crate) notes: Vec<(String, f64)>,
}

/// Rows that are compared with each other.
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
        self.notes.push((name.to_owned(), value));
        self
    }

    /// For the terminal.
    pub(crate) fn line(&self) -> String {
        let ratio = self.ours_over_theirs.map_or(String::new(), |r| format!("{r:.3}"));
        let goal = self.goal.map_or(String::new(), |goal| {
            let met = self.ours_over_theirs.is_some_and(|r| r <= goal);
            format!("{} {goal}", if met { "<=" } else { "NOT <=" })
        });
        let notes: Vec<String> =
            self.notes.iter().map(|(name, value)| format!("{name} {value:.6}")).collect();
        format!(
            "{:8} {:14} {:12} {} {:22} {:>12.3} {:>12.3} {:5} {:>8} {:10} {}",
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
