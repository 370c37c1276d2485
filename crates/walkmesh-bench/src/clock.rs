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
/// times and until about `time` is spent, but no more than thirty times as often.
pub(crate) fn interleave(
    mut contenders: Vec<Contender<'_>>,
    rounds: usize,
    time: Duration,
) -> Vec<Samples> {
    let mut samples: Vec<Samples> =
        contenders.iter().map(|_| Samples { all: Vec::new() }).collect();
    for contender in &mut contenders {
        (contender.run)();
    }
    let begun = Instant::now();
    for round in 0..rounds * 30 {
        if round >= rounds && begun.elapsed() >= time {
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
        let samples = interleave(vec![contender('a'), contender('b')], 3, Duration::ZERO);
        assert_eq!(log.into_inner(), "abababab");
        assert_eq!(samples.iter().map(|s| s.all.len()).collect::<Vec<_>>(), [3, 3]);
    }

    #[test]
    fn best_and_median() {
        let spread = Spread::of(vec![3.0, 1.0, 2.0]);
        assert_eq!(spread, Spread { best: 1.0, median: 2.0 });
    }
}
