//! Measures: runs the versions of a program at its sizes, in turns, and takes down what they print and how long
//! their phases take.
//!
//! At each size every version first runs once with a single repetition; what it prints then is compared with the
//! others', and only who is right is timed. Times come from several processes, and each gives several repetitions.
//! Kernels are timed in processes of their own, since asking the device for times takes time.

use std::time::Duration;

use anyhow::{Result, bail};
use indicatif::ProgressBar;

use crate::built::Built;
use crate::command::{Command, Ending, last_lines};
use crate::numbers;
use crate::program::Program;
use crate::samples::{Clock, Outcome, Results, Sample, Verdict};
use crate::times::{self, Phase};
use crate::version::{Device, Version};

#[derive(Clone, Debug)]
pub struct Effort {
    /// Processes for each version, size and clock.
    pub processes: usize,
    /// Repetitions of each phase in each process, behind a first one that does not count.
    pub repeats: usize,
    /// What a process may take before it is stopped.
    pub limit: Duration,
    /// What all processes of a version may take at a size; where one is slow there are fewer.
    pub budget: Duration,
}

/// A run of a program.
pub struct Run {
    pub output: String,
    pub phases: Vec<Phase>,
    /// All of the process.
    pub seconds: f64,
}

/// How a run came out.
pub enum Ran {
    Well(Run),
    TooLong,
    /// With its exit status, if it came that far, and what it said.
    Badly {
        status: Option<i32>,
        detail: String,
    },
}

pub struct Bench<'a> {
    pub built: &'a Built,
    pub device: Device,
    pub effort: Effort,
}

const EMULATED_LIMIT: Duration = Duration::from_secs(20);

/// The phase that does not count.
pub const WARM_UP: &str = "warm-up";

impl Bench<'_> {
    /// Measures these versions of a program at these sizes.
    pub fn program(
        &self,
        program: &Program,
        versions: &[Version],
        sizes: &[u64],
        bar: &ProgressBar,
    ) -> Result<Results> {
        let mut results = Results::default();
        // What took too long at one size is not tried at a larger one.
        let mut slow: Vec<Version> = Vec::new();
        for &size in sizes {
            let mut pending = Vec::new();
            for version in program.versions(versions) {
                bar.set_message(format!("{} {size} {version}", program.name));
                if let Some((verdict, detail)) = self.built.missing(program, version) {
                    results.outcomes.push(outcome(program, size, version, verdict, detail));
                } else if slow.contains(&version) {
                    let detail = "it took too long at a smaller size".into();
                    results.outcomes.push(outcome(program, size, version, Verdict::TooLong, detail));
                } else {
                    match self.run(program, version, size, 1, Clock::Wall)? {
                        Ran::Well(run) => pending.push((version, run)),
                        Ran::TooLong => {
                            let detail = format!("longer than {} s", self.limit(version).as_secs());
                            slow.push(version);
                            results.outcomes.push(outcome(program, size, version, Verdict::TooLong, detail));
                        }
                        Ran::Badly { detail, .. } => {
                            results.outcomes.push(outcome(program, size, version, Verdict::Failed, detail));
                        }
                    }
                }
            }
            let right = self.verify(program, size, pending, &mut results);
            self.time(program, size, &right, bar, &mut results)?;
            bar.inc(1);
        }
        Ok(results)
    }

    /// Sorts out who printed what the others did.
    fn verify(
        &self,
        program: &Program,
        size: u64,
        mut runs: Vec<(Version, Run)>,
        results: &mut Results,
    ) -> Vec<(Version, Run)> {
        // Among as many who say this and that, the compiler counts that is furthest from all of this.
        runs.sort_by_key(|(version, _)| *version != Version::Gcc);
        let outputs: Vec<&str> = runs.iter().map(|(_, run)| run.output.as_str()).collect();
        let right = numbers::right(&outputs, program.description.tolerance);
        let mut kept = Vec::new();
        for ((version, run), right) in runs.into_iter().zip(right) {
            let printed = run.output.split_whitespace().collect::<Vec<_>>().join(" ");
            let verdict = if right { Verdict::Right } else { Verdict::Wrong };
            results.outcomes.push(outcome(program, size, version, verdict, printed));
            if right {
                kept.push((version, run));
            }
        }
        kept
    }

    /// Times those that are right, taking turns.
    fn time(
        &self,
        program: &Program,
        size: u64,
        runs: &[(Version, Run)],
        bar: &ProgressBar,
        results: &mut Results,
    ) -> Result<()> {
        for process in 0..self.effort.processes {
            for (version, first) in runs {
                let Amount { processes, repeats } = self.effort.amount(first.seconds);
                if process >= processes {
                    continue;
                }
                bar.set_message(format!("{} {size} {version}, {} of {processes}", program.name, process + 1));
                for &clock in clocks(*version, self.device, process) {
                    match self.run(program, *version, size, repeats, clock)? {
                        Ran::Well(run)
                            if numbers::agree(&run.output, &first.output, program.description.tolerance) =>
                        {
                            results.samples.extend(samples(program, size, *version, clock, process, &run));
                        }
                        Ran::Well(run) => {
                            let detail = format!("another run printed {}", run.output.trim());
                            let verdict = Verdict::Wrong;
                            results.outcomes.push(outcome(program, size, *version, verdict, detail));
                        }
                        Ran::TooLong => {
                            let detail = format!("longer than {} s", self.limit(*version).as_secs());
                            let verdict = Verdict::TooLong;
                            results.outcomes.push(outcome(program, size, *version, verdict, detail));
                        }
                        Ran::Badly { detail, .. } => {
                            let verdict = Verdict::Failed;
                            results.outcomes.push(outcome(program, size, *version, verdict, detail));
                        }
                    }
                }
            }
        }
        results.forget_times_of_faults();
        Ok(())
    }

    fn run(
        &self,
        program: &Program,
        version: Version,
        size: u64,
        repeats: usize,
        clock: Clock,
    ) -> Result<Ran> {
        let command = Command::new(self.built.path(program, version));
        let command = self.in_environment(version, command).arg(size.to_string()).arg(repeats.to_string());
        let ran = run(&command, self.limit(version), clock)?;
        if let (Ran::Well(run), Clock::Kernel) = (&ran, clock)
            && run.phases.iter().all(|phase| phase.kernels.is_none())
        {
            let detail = "it told no time of a kernel: did it run on the device?".into();
            return Ok(Ran::Badly { status: Some(0), detail });
        }
        Ok(ran)
    }

    /// The emulator needs long for teams of the size that CUDA is written for.
    fn limit(&self, version: Version) -> Duration {
        match (self.device, version.is_by_hand()) {
            (Device::Emulator, true) => self.effort.limit.min(EMULATED_LIMIT),
            _ => self.effort.limit,
        }
    }

    /// What a version needs in its environment so that it runs where it is meant to.
    fn in_environment(&self, version: Version, command: Command) -> Command {
        in_environment(version, self.device, self.built, command)
    }
}

/// The clocks by which a version is timed in the turn of this number. The device's is steadier: every other turn will do.
pub fn clocks(version: Version, device: Device, turn: usize) -> &'static [Clock] {
    match version.tells_kernel_times() && device == Device::Gpu && turn.is_multiple_of(2) {
        true => &[Clock::Wall, Clock::Kernel],
        false => &[Clock::Wall],
    }
}

pub fn in_environment(version: Version, device: Device, built: &Built, mut command: Command) -> Command {
    if matches!(version, Version::GccTarget | Version::ClangTarget) {
        // Else it would silently be the host's time that is measured.
        let wish = if device == Device::Gpu { "MANDATORY" } else { "DISABLED" };
        command = command.env("OMP_TARGET_OFFLOAD", wish);
    }
    if let Some(folder) = built.libraries(version) {
        let mut folders = folder.into_os_string();
        if let Some(others) = std::env::var_os("LD_LIBRARY_PATH").filter(|others| !others.is_empty()) {
            folders.push(":");
            folders.push(others);
        }
        command = command.env("LD_LIBRARY_PATH", folders);
    }
    command
}

/// Runs a program that writes its times.
pub fn run(command: &Command, limit: Duration, clock: Clock) -> Result<Ran> {
    let folder = tempfile::tempdir()?;
    let (own, regions) = (folder.path().join("times"), folder.path().join("regions"));
    let mut command = command.clone().env("BENCH_TIMES", &own);
    if clock == Clock::Kernel {
        command = command.env("BENCH_KERNELS", "1").env("GPUMP_TIMES", &regions);
    }
    let (output, seconds) = match command.run(limit) {
        Err(cause) => return Ok(Ran::Badly { status: None, detail: format!("{cause:#}") }),
        Ok(Ending::TooLong) => return Ok(Ran::TooLong),
        Ok(Ending::Ended { output, status, seconds, .. }) if status.success() => (output, seconds),
        Ok(Ending::Ended { errors, status, .. }) => {
            let detail = format!("{status}: {}", last_lines(&errors, 5));
            return Ok(Ran::Badly { status: status.code(), detail });
        }
    };
    let read = || -> Result<Vec<Phase>> {
        let mut phases = times::phases(&std::fs::read_to_string(&own).unwrap_or_default())?;
        if phases.is_empty() {
            bail!("it wrote no times");
        }
        times::attribute(&mut phases, &std::fs::read_to_string(&regions).unwrap_or_default())?;
        Ok(phases)
    };
    Ok(match read() {
        Ok(phases) => Ran::Well(Run { output, phases, seconds }),
        Err(cause) => Ran::Badly { status: Some(0), detail: format!("{cause:#}") },
    })
}

/// How much of a version is measured at a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Amount {
    processes: usize,
    repeats: usize,
}

impl Effort {
    /// As much as fits into the budget, when a run with one repetition, and the one before that, takes so long.
    fn amount(&self, seconds: f64) -> Amount {
        let rounds = self.budget.as_secs_f64() / (seconds / 2.0);
        let processes = (rounds / (self.repeats + 1) as f64) as usize;
        if processes >= 1 {
            return Amount { processes: processes.min(self.processes), repeats: self.repeats };
        }
        Amount { processes: 1, repeats: (rounds as usize).saturating_sub(1).clamp(1, self.repeats) }
    }
}

fn samples<'r>(
    program: &'r Program,
    size: u64,
    version: Version,
    clock: Clock,
    process: usize,
    run: &'r Run,
) -> impl Iterator<Item = Sample> + 'r {
    let counted = run.phases.iter().filter(|phase| phase.name != WARM_UP);
    counted.filter_map(move |phase| {
        let seconds = match clock {
            Clock::Wall => phase.wall(),
            Clock::Kernel => phase.kernels?,
        };
        let (program, phase) = (program.name.clone(), phase.name.clone());
        Some(Sample { program, size, version, phase, clock, process, seconds })
    })
}

fn outcome(program: &Program, size: u64, version: Version, verdict: Verdict, detail: String) -> Outcome {
    Outcome { program: program.name.clone(), size, version, verdict, detail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_programs_run_less() {
        let effort = Effort {
            processes: 3,
            repeats: 5,
            limit: Duration::from_secs(60),
            budget: Duration::from_secs(20),
        };
        assert_eq!(effort.amount(0.5), Amount { processes: 3, repeats: 5 });
        // Two processes of six rounds of 1.5 s are 18 s.
        assert_eq!(effort.amount(3.0), Amount { processes: 2, repeats: 5 });
        // One of three rounds of 6 s.
        assert_eq!(effort.amount(12.0), Amount { processes: 1, repeats: 2 });
        assert_eq!(effort.amount(50.0), Amount { processes: 1, repeats: 1 });
    }

    #[test]
    fn reads_what_a_run_wrote() {
        let text = r#"
            echo 42
            echo "phase,warm-up,0.0,1.0" >>"$BENCH_TIMES"
            if [ "$BENCH_KERNELS" = 1 ]; then
                echo "region,k,f.c,1,1.25,1.5,0.125" >>"$GPUMP_TIMES"
            fi
            echo "phase,again,1.0,2.0" >>"$BENCH_TIMES"
        "#;
        let command = Command::new("sh").args(["-c", text]);
        let run_by = |clock| match run(&command, Duration::from_secs(10), clock).unwrap() {
            Ran::Well(run) => run,
            Ran::Badly { detail, .. } => panic!("{detail}"),
            Ran::TooLong => panic!("too long"),
        };
        let run = run_by(Clock::Wall);
        assert_eq!(run.output, "42\n");
        assert_eq!(run.phases[1].wall(), 1.0);
        assert_eq!(run.phases[1].kernels, None);
        assert_eq!(run_by(Clock::Kernel).phases[1].kernels, Some(0.125));
    }

    #[test]
    fn what_writes_no_times_is_no_run() {
        let ran = run(&Command::new("echo").arg("42"), Duration::from_secs(10), Clock::Wall).unwrap();
        assert!(matches!(ran, Ran::Badly { detail, .. } if detail.contains("no times")));
    }
}
