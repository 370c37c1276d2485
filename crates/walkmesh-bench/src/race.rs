//! Many small questions: contenders take turns, round after round, with all questions each.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use walkmesh::geom::cast;

use crate::clock::Spread;
use crate::row::Row;

/// One contender: answers question `i` with a figure (the length of a path, say), when it can.
pub(crate) struct Solver<'a> {
    pub(crate) name: &'static str,
    pub(crate) mode: &'static str,
    pub(crate) solve: Box<dyn FnMut(usize) -> Option<f64> + 'a>,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(
        name: &'static str,
        mode: &'static str,
        solve: impl FnMut(usize) -> Option<f64> + 'a,
    ) -> Self {
        Self { name, mode, solve: Box::new(solve) }
    }
}

/// What a solver did.
pub(crate) struct Solved {
    /// Mean over the questions on the processor, in each round, microseconds.
    rounds: Vec<f64>,
    /// The same by the clock on the wall.
    walls: Vec<f64>,
    /// The best time of each question by the clock on the wall, in rounds of its own.
    best: Vec<f64>,
    pub(crate) answers: Vec<Option<f64>>,
}

impl Solved {
    /// Mean of a question: best and median of the rounds, processor time.
    pub(crate) fn mean(&self) -> Spread {
        Spread::of(self.rounds.clone())
    }

    /// How the times of single questions are spread.
    pub(crate) fn note(&self, row: Row) -> Row {
        let mut sorted = self.best.clone();
        sorted.sort_by(f64::total_cmp);
        let at =
            |percent: usize| sorted.get(sorted.len() * percent / 100).copied().unwrap_or(f64::NAN);
        row.note("wall", Spread::of(self.walls.clone()).median)
            .note("pair median", at(50))
            .note("p95", at(95))
    }
}

/// Rounds go on until they have taken so long, where they are short.
const LEAST: Duration = Duration::from_millis(400);
/// But not for more times as many.
const MOST: usize = 20;

/// Lets the solvers take turns. The first round warms up, the next ones are timed as a whole (at
/// least `rounds`), then as many as that question by question.
pub(crate) fn race(solvers: &mut [Solver<'_>], questions: usize, rounds: usize) -> Vec<Solved> {
    let none = || Solved {
        rounds: Vec::new(),
        walls: Vec::new(),
        best: vec![f64::INFINITY; questions],
        answers: vec![None; questions],
    };
    let mut all: Vec<Solved> = solvers.iter().map(|_| none()).collect();
    for (solver, solved) in solvers.iter_mut().zip(&mut all) {
        for (i, answer) in solved.answers.iter_mut().enumerate() {
            *answer = (solver.solve)(i);
        }
    }
    let each = 1e6 / f64::from(cast::count(questions.max(1)));
    let begun = Instant::now();
    for round in 0..MOST * rounds {
        if round >= rounds && begun.elapsed() >= LEAST {
            break;
        }
        for (solver, solved) in solvers.iter_mut().zip(&mut all) {
            let (wall, cpu) = (Instant::now(), ThreadTime::now());
            for i in 0..questions {
                std::hint::black_box((solver.solve)(i));
            }
            solved.rounds.push(cpu.elapsed().as_secs_f64() * each);
            solved.walls.push(wall.elapsed().as_secs_f64() * each);
        }
    }
    for _ in 0..rounds {
        for (solver, solved) in solvers.iter_mut().zip(&mut all) {
            for (i, best) in solved.best.iter_mut().enumerate() {
                let begun = Instant::now();
                std::hint::black_box((solver.solve)(i));
                *best = best.min(begun.elapsed().as_secs_f64() * 1e6);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn solvers_take_turns_and_answers_are_kept() {
        let log = RefCell::new(String::new());
        let solver = |name: &'static str, factor: f64| {
            let log = &log;
            Solver::new(name, "x", move |i| {
                log.borrow_mut().push_str(name);
                (i > 0).then(|| factor * f64::from(cast::count(i)))
            })
        };
        let solved = race(&mut [solver("a", 1.0), solver("b", 2.0)], 2, 1);
        let turns = log.borrow().len() / 4;
        assert!((3..=2 + MOST).contains(&turns), "{turns}");
        assert_eq!(*log.borrow(), "aabb".repeat(turns));
        assert_eq!(solved[1].answers, [None, Some(2.0)]);
        assert!(solved.iter().all(|s| s.rounds.len() == turns - 2 && s.mean().best >= 0.0));
    }
}
