//! Time, measured fairly: contenders take turns, so that what else the machine does hits all.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// How long one run took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// On processors, all threads together.
    pub(crate) cpu: Duration,
    /// By the clock on the wall.
    pub(crate) wall: Duration,
}

/// A thing to time.
pub(crate) struct Contender<'a> {
    pub(crate) run: Box<dyn FnMut() + 'a>,
}

impl<'a> Contender<'a> {
    pub(crate) fn new(run: impl FnMut() + 'a) -> Self {
        Self { run: Box::new(run) }
    }
}

/// The samples of one contender.
#[derive(Clone, Debug)]
pub(crate) struct Samples {
    pub(crate) all: Vec<Sample>,
}

/// Best and median of some figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    pub(crate) best: f64,
    pub(crate) median: f64,
}

impl Spread {
    /// The same in another unit.
    pub(crate) fn times(self, factor: f64) -> Self {
        Self { best: self.best * factor, median: self.median * factor }
    }

    pub(crate) fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let best = values.first().copied().unwrap_or(f64::NAN);
        let median = values.get(values.len() / 2).copied().unwrap_or(f64::NAN);
        Self { best, median }
    }
}

impl Samples {
    /// Seconds on processors.
    pub(crate) fn cpu(&self) -> Spread {
        Spread::of(self.all.iter().map(|s| s.cpu.as_secs_f64()).collect())
    }

    /// Seconds on the wall.
    pub(crate) fn wall(&self) -> Spread {
        Spread::of(self.all.iter().map(|s| s.wall.as_secs_f64()).collect())
    }
}

/// Runs every contender once to warm up, then in turns (A B C A B C ...), at least `rounds`
/// times and until about `time` is spent, but no more than thirty times as often. Where a round
/// takes longer than `time`, three rounds are enough.
pub(crate) fn interleave(
    mut contenders: Vec<Contender<'_>>,
    rounds: u32,
    time: Duration,
) -> Vec<Samples> {
    let mut samples: Vec<Samples> =
        contenders.iter().map(|_| Samples { all: Vec::new() }).collect();
    for contender in &mut contenders {
        (contender.run)();
    }
    let begun = Instant::now();
    for round in 0..rounds * 30 {
        let is_over = begun.elapsed() >= time;
        if is_over && (round >= rounds || (round >= 3 && begun.elapsed() / round >= time)) {
            break;
        }
        for (contender, samples) in contenders.iter_mut().zip(&mut samples) {
            let (wall, cpu) = (Instant::now(), ProcessTime::now());
            (contender.run)();
            samples.all.push(Sample { cpu: cpu.elapsed(), wall: wall.elapsed() });
        }
    }
    samples
}

/// Time by stage.
#[derive(Debug)]
pub(crate) struct Laps {
    /// In order of first appearance.
    pub(crate) all: Vec<(&'static str, Duration)>,
    since: Instant,
}

impl Laps {
    /// From now on.
    pub(crate) fn start() -> Self {
        Self { all: Vec::new(), since: Instant::now() }
    }

    /// What went by since the last lap was for this stage.
    pub(crate) fn lap(&mut self, stage: &'static str) {
        let now = Instant::now();
        let time = now - std::mem::replace(&mut self.since, now);
        match self.all.iter_mut().find(|(name, _)| *name == stage) {
            Some((_, sum)) => *sum += time,
            None => self.all.push((stage, time)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn contenders_take_turns() {
        let log = RefCell::new(String::new());
        let contender = |c: char| {
            Contender::new({
                let log = &log;
                move || log.borrow_mut().push(c)
            })
        };
        let samples = interleave(vec![contender('a'), contender('b')], 9, Duration::ZERO);
        assert_eq!(log.into_inner(), "abababab", "a warm-up, and three rounds where they are long");
        assert_eq!(samples.iter().map(|s| s.all.len()).collect::<Vec<_>>(), [3, 3]);
    }

    #[test]
    fn laps_add_up_by_stage() {
        let mut laps = Laps::start();
        for stage in ["a", "b", "a"] {
            laps.lap(stage);
        }
        assert_eq!(laps.all.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn best_and_median() {
        let spread = Spread::of(vec![3.0, 1.0, 2.0]);
        assert_eq!(spread, Spread { best: 1.0, median: 2.0 });
    }
}
