//! From triangles to a mesh.

use std::time::Duration;

use anyhow::Result;
use walkmesh::bake::{BakeOptions, Baked, bake};
use walkmesh::geom::cast;

use crate::clock::{Contender, Samples, Spread, interleave};
use crate::input::Input;
use crate::recast::Tiles;
use crate::row::{Group, Results, Row};
use crate::{recast, rerecast_bake, threads};

/// Of Recast's CPU time on one thread, and of its wall time on two.
const GOAL: f64 = 0.5;
const GOAL_TWO: f64 = 0.3;
/// By how much of Recast's walkable area ours may differ: no time is won by leaving ground out.
const AREA_GOAL: f64 = 0.02;

/// How a level is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Mode {
    Solo,
    Tiled,
}

impl Mode {
    pub(crate) const ALL: [Self; 2] = [Self::Solo, Self::Tiled];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Solo => "solo",
            Self::Tiled => "tiled",
        }
    }
}

/// Who bakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Baker {
    Walkmesh,
    /// With two threads
    Walkmesh2,
    Recast,
    Rerecast,
}

/// What came out of a bake.
struct Outcome {
    polygons: usize,
    area_m2: f64,
}

/// Time by stage.
type Stages = Vec<(&'static str, Duration)>;

impl Baker {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Walkmesh | Self::Walkmesh2 => "walkmesh",
            Self::Recast => "Recast",
            Self::Rerecast => "rerecast",
        }
    }

    /// Those that can bake in this mode; ours first.
    pub(crate) fn of(mode: Mode) -> &'static [Self] {
        match mode {
            Mode::Solo => &[Self::Walkmesh, Self::Walkmesh2, Self::Recast, Self::Rerecast],
            Mode::Tiled => &[Self::Walkmesh, Self::Walkmesh2, Self::Recast],
        }
    }

    /// Bakes, and looks at nothing but the stages; `grid` is Recast's, where it is there already.
    pub(crate) fn run(self, input: &Input, mode: Mode, grid: Option<&Tiles>) -> Result<Stages> {
        let of_ours = |baked: Baked| {
            baked.report.stages.iter().map(|s| (s.stage.name(), s.time)).collect::<Stages>()
        };
        Ok(match (self, mode) {
            (Self::Walkmesh, _) => of_ours(ours(input, mode, 1)?),
            (Self::Walkmesh2, _) => of_ours(ours(input, mode, 2)?),
            (Self::Recast, Mode::Solo) => recast::solo(input)?.laps.all,
            (Self::Recast, Mode::Tiled) => match grid {
                Some(grid) => recast::tiled(input, grid)?.laps.all,
                None => recast::tiled(input, &Tiles::new(input)?)?.laps.all,
            },
            (Self::Rerecast, _) => rerecast_bake::solo(input)?.laps.all,
        })
    }

    /// Bakes, and says what came out.
    fn outcome(self, input: &Input, mode: Mode) -> Result<Outcome> {
        let of_recast = |baked: &recast::Baked| Outcome {
            polygons: baked.polygons,
            area_m2: recast::area(&baked.mesh),
        };
        Ok(match (self, mode) {
            (Self::Walkmesh | Self::Walkmesh2, _) => {
                let baked = ours(input, mode, 1)?;
                Outcome { polygons: baked.mesh.polygon_count(), area_m2: baked.mesh.area_m2() }
            }
            (Self::Recast, Mode::Solo) => of_recast(&recast::solo(input)?),
            (Self::Recast, Mode::Tiled) => of_recast(&recast::tiled(input, &Tiles::new(input)?)?),
            (Self::Rerecast, _) => {
                let baked = rerecast_bake::solo(input)?;
                Outcome {
                    polygons: baked.mesh.polygon_count(),
                    area_m2: rerecast_bake::area(&baked.mesh),
                }
            }
        })
    }
}

/// Our own bake.
pub(crate) fn ours(input: &Input, mode: Mode, threads: usize) -> Result<Baked> {
    let parameters = if mode == Mode::Solo { input.solo() } else { input.tiled() };
    Ok(threads::on(threads, || bake(&input.soup, &parameters, &BakeOptions::default()))??)
}

/// Both modes of one level.
pub(crate) fn measure(
    input: &Input,
    rounds: u32,
    time: Duration,
    results: &mut Results,
) -> Result<()> {
    // RecastDemo sorts triangles into chunks when it loads a level: that is not timed.
    let grid = &Tiles::new(input)?;
    for mode in Mode::ALL {
        let mut bakers = Vec::new();
        for &baker in Baker::of(mode) {
            match baker.outcome(input, mode) {
                Ok(outcome) => bakers.push((baker, outcome)),
                // Without us there is nothing to compare.
                Err(error) if baker.name() == "walkmesh" => return Err(error),
                Err(error) => results.remark(format!(
                    "{} cannot bake {} {}: {error:#}",
                    baker.name(),
                    input.name,
                    mode.name()
                )),
            }
        }
        let mut stages: Vec<Stages> = vec![Stages::new(); bakers.len()];
        let contenders = bakers.iter().zip(&mut stages).map(|(&(baker, _), best)| {
            Contender::new(move || {
                // All have shown above that they can.
                if let Ok(stages) = baker.run(input, mode, Some(grid)) {
                    keep_best(best, stages);
                }
            })
        });
        let samples = interleave(contenders.collect(), rounds, time);
        results.add(rows(input, mode, &bakers, &stages, &samples));
    }
    Ok(())
}

/// The least time of each stage.
fn keep_best(best: &mut Stages, stages: Stages) {
    for (name, time) in stages {
        match best.iter_mut().find(|(known, _)| *known == name) {
            Some((_, least)) => *least = time.min(*least),
            None => best.push((name, time)),
        }
    }
}

fn rows(
    input: &Input,
    mode: Mode,
    bakers: &[(Baker, Outcome)],
    stages: &[Stages],
    samples: &[Samples],
) -> Vec<Row> {
    let group = Group { work: "bake", input: &input.name, unit: "ms" };
    let cpu = |i: usize| samples[i].cpu().times(1e3);
    let wall = |i: usize| samples[i].wall().times(1e3);
    let mut rows = Vec::new();
    for (i, (baker, outcome)) in bakers.iter().enumerate() {
        let plain = match baker {
            Baker::Walkmesh2 => Row { threads: 2, ..group.row(mode.name(), baker.name(), wall(i)) },
            _ => group.row(mode.name(), baker.name(), cpu(i)).note("wall", wall(i).median),
        };
        let mut row = plain
            .note("triangles", cast::count(input.triangles.len()).into())
            .note("polygons", cast::count(outcome.polygons).into())
            .note("m2", outcome.area_m2);
        // With two threads, times of stages are sums over both.
        if *baker != Baker::Walkmesh2 {
            for (stage, time) in &stages[i] {
                row = row.note(&format!("{stage} ms"), time.as_secs_f64() * 1e3);
            }
        }
        let one = cpu(0);
        match baker {
            Baker::Walkmesh | Baker::Walkmesh2 => rows.push(row),
            Baker::Rerecast => rows.push(row.against(one, None)),
            Baker::Recast => {
                rows.push(row.against(one, Some(GOAL)));
                // Recast has no threads: its wall time on one against ours on two.
                let against = Row { threads: 2, ..group.row(mode.name(), "Recast", wall(i)) };
                rows.push(against.against(wall(1), Some(GOAL_TWO)));
                let apart = (bakers[0].1.area_m2 / outcome.area_m2 - 1.0).abs();
                let group = Group { work: "area", unit: "share", ..group };
                let row = group.row(mode.name(), "Recast", Spread::of(vec![apart]));
                rows.push(Row { goal: Some(AREA_GOAL), ..row });
            }
        }
    }
    rows
}
