//! The runs that a plan asks for, each made once however many series it is in, and their times.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use serde::Serialize;

use super::plan::{Plan, Series};
use crate::built::Built;
use crate::command::Command;
use crate::measure::{self, Ran};
use crate::numbers;
use crate::samples::{Clock, write_rows};
use crate::statistics::Summary;
use crate::version::Device;

/// A run: equal ones need be made only once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Run {
    pub build: String,
    pub size: u64,
    pub repeats: usize,
    /// What it sets, and unsets, in the environment.
    pub environment: BTreeMap<String, Option<String>>,
}

/// The point of a series that a run is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    pub size: u64,
    /// Blocks, and threads of a block, if the series sets them.
    pub team: Option<(u64, u64)>,
}

impl Point {
    pub fn team_size(self) -> Option<u64> {
        self.team.map(|(blocks, threads)| blocks * threads)
    }
}

impl Series {
    pub fn points(&self) -> Vec<Point> {
        let teams: Vec<Option<(u64, u64)>> = if self.blocks.is_empty() {
            vec![None]
        } else {
            let of_blocks = |&blocks: &u64| self.threads.iter().map(move |&threads| Some((blocks, threads)));
            self.blocks.iter().flat_map(of_blocks).collect()
        };
        self.sizes.iter().flat_map(|&size| teams.iter().map(move |&team| Point { size, team })).collect()
    }

    pub fn run(&self, plan: &Plan, point: Point) -> Run {
        let filled = |text: &String| {
            let (blocks, threads) = point.team?;
            let numbers = [("{blocks}", blocks), ("{threads}", threads), ("{team}", blocks * threads)];
            Some(
                numbers
                    .iter()
                    .fold(text.clone(), |text, (name, number)| text.replace(name, &number.to_string())),
            )
        };
        let environment = &plan.builds[&self.build].env;
        let environment = environment.iter().map(|(name, text)| (name.clone(), filled(text))).collect();
        Run { build: self.build.clone(), size: point.size, repeats: self.repeats, environment }
    }
}

/// All runs of a plan.
pub fn all(plan: &Plan) -> Vec<Run> {
    let runs = plan
        .series
        .iter()
        .flat_map(|series| series.points().into_iter().map(|point| series.run(plan, point)));
    let mut runs: Vec<Run> = runs.collect();
    runs.sort();
    runs.dedup();
    runs
}

/// How gpump's runtime for the thesis's dialect ends a program that asks for more blocks than the device has room for.
const REFUSED: i32 = 70;

/// What came of the runs.
#[derive(Clone, Debug, Default)]
pub struct Times {
    by_run: BTreeMap<Run, BTreeMap<String, Summary>>,
    /// What the device has no room for, or no time.
    pub refused: Vec<String>,
    /// What did not end well, and what printed other numbers than the rest.
    pub wrong: Vec<String>,
}

impl Times {
    pub fn of(&self, plan: &Plan, series: &Series, point: Point, phase: &str) -> Option<f64> {
        Some(self.by_run.get(&series.run(plan, point))?.get(phase)?.median)
    }

    #[cfg(test)]
    pub fn set(&mut self, run: Run, phase: &str, seconds: f64) {
        let summary = Summary::of(&[seconds]).unwrap();
        self.by_run.entry(run).or_default().insert(phase.to_owned(), summary);
    }

    pub fn write(&self, file: &Path) -> Result<()> {
        #[derive(Serialize)]
        struct Row<'r> {
            build: &'r str,
            size: u64,
            environment: String,
            phase: &'r str,
            seconds: f64,
            spread: f64,
            repetitions: usize,
        }
        let rows: Vec<Row> = self
            .by_run
            .iter()
            .flat_map(|(run, phases)| {
                phases.iter().map(|(phase, summary)| Row {
                    build: &run.build,
                    size: run.size,
                    environment: run.shown_environment(),
                    phase,
                    seconds: summary.median,
                    spread: summary.spread,
                    repetitions: summary.count,
                })
            })
            .collect();
        write_rows(file, &rows)
    }
}

impl Run {
    pub fn shown_environment(&self) -> String {
        let set =
            self.environment.iter().filter_map(|(name, value)| Some(format!("{name}={}", value.as_ref()?)));
        set.collect::<Vec<_>>().join(" ")
    }

    pub fn command(&self, plan: &Plan, built: &Built, device: Device) -> Command {
        let program = built.folder.join("chapter9").join(&self.build);
        let mut command = Command::new(program);
        for (name, value) in &self.environment {
            command = command.env_or_not(name, value.as_deref());
        }
        let command = measure::in_environment(plan.builds[&self.build].version, device, built, command);
        command.arg(self.size.to_string()).arg(self.repeats.to_string())
    }
}

/// Makes all runs of the builds that are there, and holds what they print against one another.
pub fn make(
    plan: &Plan,
    built: &Built,
    device: Device,
    limit: Duration,
    missing: &[String],
    bar: &ProgressBar,
) -> Result<Times> {
    let runs: Vec<Run> = all(plan).into_iter().filter(|run| !missing.contains(&run.build)).collect();
    bar.set_length(runs.len() as u64);
    let mut times = Times::default();
    let mut outputs: BTreeMap<u64, Vec<(Run, String)>> = BTreeMap::new();
    for run in runs {
        let name = format!("{} {} {}", run.build, run.size, run.shown_environment());
        bar.set_message(name.clone());
        let command = run.command(plan, built, device);
        match measure::run(&command, limit, Clock::Wall).with_context(|| name.clone())? {
            Ran::Well(done) => {
                let mut phases: BTreeMap<String, Vec<f64>> = BTreeMap::new();
                for phase in done.phases.iter().filter(|phase| phase.name != measure::WARM_UP) {
                    phases.entry(phase.name.clone()).or_default().push(phase.wall());
                }
                let summed =
                    phases.iter().filter_map(|(phase, times)| Some((phase.clone(), Summary::of(times)?)));
                times.by_run.insert(run.clone(), summed.collect());
                outputs.entry(run.size).or_default().push((run, done.output));
            }
            Ran::TooLong => times.refused.push(format!("{name}: longer than {} s", limit.as_secs())),
            Ran::Badly { status: Some(REFUSED), detail } => {
                let reason = detail.lines().next().unwrap_or_default();
                times.refused.push(format!("{name}: {reason}"));
            }
            Ran::Badly { detail, .. } => times.wrong.push(format!("{name}: {detail}")),
        }
        bar.inc(1);
    }
    for runs in outputs.values() {
        let printed: Vec<&str> = runs.iter().map(|(_, output)| output.as_str()).collect();
        let right = numbers::right(&printed, plan.tolerance);
        for ((run, output), _) in runs.iter().zip(right).filter(|(_, right)| !right) {
            times.by_run.remove(run);
            let name = format!("{} {} {}", run.build, run.size, run.shown_environment());
            times.wrong.push(format!("{name}: it printed {}", output.trim()));
        }
    }
    Ok(times)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapter9::plan::SAMPLE;

    #[test]
    fn equal_runs_are_made_once() {
        let plan = Plan::parse(SAMPLE).unwrap();
        let runs = all(&plan);
        // Two sizes; four teams for the thesis's dialect; for the other 1x8 and 2x4 are the same.
        assert_eq!(runs.len(), 2 + 4 + 3);
        let series = plan.find("matrix").unwrap();
        let run = series.run(&plan, Point { size: 2048, team: Some((2, 8)) });
        assert_eq!(run.shown_environment(), "BLOCKS=2 THREADS=8");
        let free = plan.find("sizes").unwrap();
        let run = free.run(&plan, free.points()[0]);
        assert_eq!(run.environment, BTreeMap::from([("OMP_NUM_THREADS".to_owned(), None)]));
    }

    #[test]
    fn programs_are_timed_and_verified() {
        let plan = Plan::parse(SAMPLE).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("chapter9");
        std::fs::create_dir(&place).unwrap();
        let program = |name: &str, text: &str| {
            use std::os::unix::fs::PermissionsExt;
            let file = place.join(name);
            std::fs::write(&file, format!("#!/bin/sh\n{text}\n")).unwrap();
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        };
        program("cuda", r#"echo "phase,kernel,1,3" >>$BENCH_TIMES; echo $1"#);
        // It takes no more than one block, and its sum is wrong with eight threads.
        let thesis = r#"[ $BLOCKS = 1 ] || { echo too many >&2; exit 70; }
            echo "phase,kernel,1,2" >>$BENCH_TIMES; if [ $THREADS = 8 ]; then echo 7; else echo $1; fi"#;
        program("thesis", thesis);
        let built = Built { folder: folder.path().to_owned() };
        let limit = Duration::from_secs(20);
        let times = make(&plan, &built, Device::Emulator, limit, &[], &ProgressBar::hidden()).unwrap();
        let of = |id: &str, point: Point| times.of(&plan, plan.find(id).unwrap(), point, "kernel");
        assert_eq!(of("sizes", Point { size: 1024, team: None }), Some(2.0));
        assert_eq!(of("matrix", Point { size: 2048, team: Some((1, 4)) }), Some(1.0));
        assert_eq!(of("matrix", Point { size: 2048, team: Some((1, 8)) }), None);
        assert_eq!(times.refused.len(), 2);
        assert!(times.refused[0].contains("too many"), "{}", times.refused[0]);
        assert_eq!(times.wrong, ["thesis 2048 BLOCKS=1 THREADS=8: it printed 7"]);
    }
}
