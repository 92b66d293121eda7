//! Runs the versions in the simulator, and takes down what they print and what their kernels did.

use std::time::Duration;

use anyhow::Result;
use indicatif::{ParallelProgressIterator, ProgressBar};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::counts::{self, Counts, Kernel};
use crate::built::Built;
use crate::command::Command;
use crate::measure::{self, Ran};
use crate::numbers;
use crate::program::Program;
use crate::rows;
use crate::samples::{Clock, Verdict};
use crate::version::{Device, Version};

/// The kernels are what ran of it on the device.
pub type Row = rows::Row<Vec<Kernel>>;

impl Row {
    /// All its kernels, if it ran and was right.
    pub fn counts(&self) -> Option<Counts> {
        let is_right = self.verdict == Verdict::Right && !self.found.is_empty();
        is_right.then(|| Counts::sum(self.found.iter().map(|kernel| &kernel.counts)))
    }
}

/// Repetitions of each phase, behind the one that does not count for times. Here both count.
const REPEATS: &str = "1";

/// How many blocks there are depends on it, where a version fits its grid to the device.
const MULTIPROCESSORS: &str = "GPUMP_SIM_MULTIPROCESSORS";
/// The aims are of this device.
const OF_AN_H200: &str = "132";

/// Runs these versions of the programs, each at its sizes, several at a time. Verifies what they print.
pub fn run(
    programs: &[Program],
    versions: &[Version],
    sizes: &dyn Fn(&Program) -> Vec<u64>,
    built: &Built,
    limit: Duration,
) -> Result<Vec<Row>> {
    let mut jobs = Vec::new();
    for program in programs {
        for size in sizes(program) {
            jobs.extend(program.versions(versions).map(|version| (program, size, version)));
        }
    }
    let bar = ProgressBar::new(jobs.len() as u64).with_style(crate::progress_style());
    let run = |(program, size, version)| run_one(program, size, version, built, limit);
    let rows: Result<Vec<Row>> = jobs.into_par_iter().progress_with(bar.clone()).map(run).collect();
    bar.finish_and_clear();
    let mut rows = rows?;
    let tolerance = |name: &str| {
        let program = programs.iter().find(|program| program.name == name);
        program.map_or(0.0, |program| program.description.tolerance)
    };
    for rows in rows.chunk_by_mut(|one, other| (&one.program, one.size) == (&other.program, other.size)) {
        verify(rows, tolerance(&rows[0].program));
    }
    Ok(rows)
}

fn run_one(program: &Program, size: u64, version: Version, built: &Built, limit: Duration) -> Result<Row> {
    let mut row = Row::new(program, size, version, Vec::new());
    if let Some((verdict, detail)) = built.missing(program, version) {
        return Ok(Row { verdict, detail, ..row });
    }
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("statistics.csv");
    let command = Command::new(built.path(program, version)).arg(size.to_string()).arg(REPEATS);
    let mut command = measure::in_environment(version, Device::Gpu, built, command)
        .env("GPUMP_SIM_STATISTICS", file.as_os_str())
        // With one thread of the system the order of the turns is the same each time, and so are the counts.
        .env("GPUMP_SIM_THREADS", "1");
    if std::env::var_os(MULTIPROCESSORS).is_none() {
        command = command.env(MULTIPROCESSORS, OF_AN_H200);
    }
    (row.verdict, row.detail) = match measure::run(&command, limit, Clock::Wall)? {
        Ran::Well(run) => (Verdict::Right, run.output.split_whitespace().collect::<Vec<_>>().join(" ")),
        Ran::TooLong => (Verdict::TooLong, format!("longer than {} s", limit.as_secs())),
        Ran::Badly { detail, .. } => (Verdict::Failed, detail),
    };
    // The host's version has no kernels.
    if row.verdict == Verdict::Right && version != Version::Gcc {
        match counts::read(&file) {
            Ok(kernels) => row.found = kernels,
            Err(cause) => (row.verdict, row.detail) = (Verdict::Failed, format!("{cause:#}")),
        }
    }
    Ok(row)
}

/// Sorts out who printed what the others of the same program and size did not.
fn verify(rows: &mut [Row], tolerance: f64) {
    let mut ran: Vec<&mut Row> = rows.iter_mut().filter(|row| row.verdict == Verdict::Right).collect();
    // Among as many who say this and that, the compiler counts that is furthest from all of this.
    ran.sort_by_key(|row| row.version != Version::Gcc);
    let outputs: Vec<&str> = ran.iter().map(|row| row.detail.as_str()).collect();
    let right = numbers::right(&outputs, tolerance);
    for (row, _) in ran.into_iter().zip(right).filter(|(_, right)| !right) {
        row.verdict = Verdict::Wrong;
        row.found.clear();
    }
}

/// Rows made up for tests of what is made of them.
#[cfg(test)]
pub mod made_up {
    use super::*;
    use crate::program::Measures;

    pub fn row(program: &str, size: u64, version: Version, counts: Counts) -> Row {
        Row {
            program: program.into(),
            measures: Measures::Work,
            size,
            version,
            label: version.to_string(),
            verdict: Verdict::Right,
            detail: "42 0.5".into(),
            found: vec![Kernel { name: "k".into(), counts }],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_prints_something_else_has_no_counts() {
        let row = |version, detail: &str| Row {
            detail: detail.into(),
            ..made_up::row("sum", 7, version, Counts::default())
        };
        let mut rows = vec![
            row(Version::Cuda, "1.5"),
            row(Version::Gpump, "1.50000001"),
            row(Version::GpumpThesis, "2"),
        ];
        verify(&mut rows, 1e-6);
        let verdicts: Vec<Verdict> = rows.iter().map(|row| row.verdict).collect();
        assert_eq!(verdicts, [Verdict::Right, Verdict::Right, Verdict::Wrong]);
        assert!(rows[1].counts().is_some() && rows[2].counts().is_none());
        // One against one, the host's compiler decides.
        let mut rows = vec![row(Version::Cuda, "1.5"), row(Version::Gcc, "2")];
        verify(&mut rows, 1e-6);
        assert_eq!((rows[0].verdict, rows[1].verdict), (Verdict::Wrong, Verdict::Right));
    }
}
