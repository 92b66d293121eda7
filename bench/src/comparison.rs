//! The rows of the table: what was measured of a version at a size, beside the version that all are compared with.

use std::collections::BTreeMap;

use crate::program::Program;
use crate::rows::{self, Ratios};
use crate::samples::{Clock, Outcome, Point, Results};
use crate::statistics::Summary;
use crate::version::Version;

/// A phase's time by a clock, and how many times as long it is as the other version's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Time {
    pub summary: Summary,
    pub ratio: Option<f64>,
}

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    times: BTreeMap<(String, Clock), Time>,
    /// Bytes and operations in a second of the phase `again`, by the best clock there is.
    pub bytes_per_second: Option<f64>,
    pub flops: Option<f64>,
}

pub type Row = rows::Row<Measured>;

/// The phase with data on the host at its begin and its end, and the one with data on the device.
pub const COLD: &str = "cold";
pub const AGAIN: &str = "again";
/// A hundred repetitions of `again`, with data on the host at the begin and the end.
pub const SWEEPS: &str = "sweeps";
pub const SWEEP_COUNT: f64 = 100.0;

impl Row {
    pub fn time(&self, phase: &str, clock: Clock) -> Option<Time> {
        self.found.times.get(&(phase.to_owned(), clock)).copied()
    }

    pub fn kernel(&self) -> Option<Time> {
        self.time(AGAIN, Clock::Kernel)
    }

    pub fn again(&self) -> Option<Time> {
        self.time(AGAIN, Clock::Wall)
    }

    pub fn cold(&self) -> Option<Time> {
        self.time(COLD, Clock::Wall)
    }

    pub fn sweeps(&self) -> Option<Time> {
        self.time(SWEEPS, Clock::Wall)
    }
}

#[derive(Clone, Debug)]
pub struct Comparison {
    /// Whom the ratios are to.
    pub against: Version,
    /// By program, size and version.
    pub rows: Vec<Row>,
}

impl Comparison {
    pub fn new(results: &Results, programs: &[Program], against: Version) -> Self {
        let summaries = results.summaries();
        let summary = |point: &Point, phase: &str, clock| {
            summaries.get(&(point.clone(), phase.to_owned(), clock)).copied()
        };
        let points: std::collections::BTreeSet<Point> = results
            .outcomes
            .iter()
            .map(|Outcome { program, size, version, .. }| (program.clone(), *size, *version))
            .collect();
        let row = |point: &Point| {
            let (name, size, version) = point;
            let program = programs.iter().find(|program| program.name == *name)?;
            let outcome = results.outcome(name, *size, *version)?;
            let other = (name.clone(), *size, against);
            let mut times = BTreeMap::new();
            for phase in &program.description.phases {
                for clock in [Clock::Wall, Clock::Kernel] {
                    let Some(own) = summary(point, phase, clock) else { continue };
                    let ratio = summary(&other, phase, clock).map(|other| own.median / other.median);
                    times.insert((phase.clone(), clock), Time { summary: own, ratio });
                }
            }
            let again = summary(point, AGAIN, Clock::Kernel).or_else(|| summary(point, AGAIN, Clock::Wall));
            let per_second = |amount: Option<f64>| Some(amount? / again?.median);
            let found = Measured {
                times,
                bytes_per_second: per_second(program.description.bytes_at(*size)),
                flops: per_second(program.description.flops_at(*size)),
            };
            let row = Row::new(program, *size, *version, found);
            Some(Row { verdict: outcome.verdict, detail: outcome.detail.clone(), ..row })
        };
        Comparison { against, rows: points.iter().filter_map(row).collect() }
    }

    pub fn of(&self, version: Version) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.version == version)
    }

    pub fn get(&self, program: &str, size: u64, version: Version) -> Option<&Row> {
        self.of(version).find(|row| row.program == program && row.size == size)
    }

    /// The programs in order, each with its rows.
    pub fn by_program(&self) -> impl Iterator<Item = (&str, &[Row])> {
        self.rows
            .chunk_by(|one, other| one.program == other.program)
            .map(|rows| (rows[0].program.as_str(), rows))
    }

    /// The ratios of a version's times.
    pub fn ratios(&self, version: Version, time: impl Fn(&Row) -> Option<Time>) -> Ratios<'_> {
        Ratios::of(&self.rows, version, |row| time(row)?.ratio)
    }

    pub fn has_faults(&self) -> bool {
        self.rows.iter().any(|row| row.verdict.is_fault())
    }
}

/// Times made up for tests of what is made of them.
#[cfg(test)]
pub mod made_up {
    use super::*;
    use crate::program::Measures;
    use crate::samples::{Sample, Verdict};

    pub fn program(name: &str, measures: Measures) -> Program {
        let text = "title = 't'\nabout = 'a'\nsizes = [1]\ncheck = 1\ncount = 1\nbytes = '8*n'\ntolerance = 0\n\
                    phases = ['cold', 'again', 'sweeps']\nversions = []\n";
        let mut description: crate::program::Description = toml::from_str(text).unwrap();
        description.measures = measures;
        Program { name: name.into(), description, sources: BTreeMap::new() }
    }

    pub fn add(
        results: &mut Results,
        program: &str,
        size: u64,
        version: Version,
        times: &[(&str, Clock, f64)],
    ) {
        for &(phase, clock, seconds) in times {
            let (program, phase) = (program.to_owned(), phase.to_owned());
            results.samples.push(Sample { program, size, version, phase, clock, process: 0, seconds });
        }
        let (verdict, detail) = (Verdict::Right, "1".to_owned());
        results.outcomes.push(Outcome { program: program.into(), size, version, verdict, detail });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Measures;
    use crate::samples::Verdict;

    #[test]
    fn compares_each_phase_by_the_same_clock() {
        let mut results = Results::default();
        let wall = Clock::Wall;
        let cuda = [(AGAIN, Clock::Kernel, 2e-3), (AGAIN, wall, 3e-3), (COLD, wall, 5e-3)];
        made_up::add(&mut results, "copy", 1000, Version::Cuda, &cuda);
        let gpump = [(AGAIN, Clock::Kernel, 4e-3), (AGAIN, wall, 3e-3), (COLD, wall, 6e-3)];
        made_up::add(&mut results, "copy", 1000, Version::Gpump, &gpump);
        made_up::add(&mut results, "copy", 1000, Version::Gcc, &[(AGAIN, wall, 30e-3)]);
        let programs = [made_up::program("copy", Measures::Work)];
        let comparison = Comparison::new(&results, &programs, Version::Cuda);
        let row = comparison.get("copy", 1000, Version::Gpump).unwrap();
        assert_eq!(row.kernel().unwrap().ratio, Some(2.0));
        assert_eq!(row.again().unwrap().ratio, Some(1.0));
        assert!((row.cold().unwrap().ratio.unwrap() - 1.2).abs() < 1e-12);
        // 8000 bytes in 4 ms by the device's clock.
        assert_eq!(row.found.bytes_per_second, Some(2e6));
        let gcc = comparison.get("copy", 1000, Version::Gcc).unwrap();
        assert_eq!((gcc.kernel(), gcc.cold()), (None, None));
        assert_eq!(gcc.again().unwrap().ratio, Some(10.0));
    }

    #[test]
    fn a_later_fault_counts() {
        let mut results = Results::default();
        made_up::add(&mut results, "copy", 1, Version::Cuda, &[(AGAIN, Clock::Wall, 1.0)]);
        let again = Outcome { verdict: Verdict::Wrong, detail: "2".into(), ..results.outcomes[0].clone() };
        results.outcomes.push(again);
        results.forget_times_of_faults();
        let comparison =
            Comparison::new(&results, &[made_up::program("copy", Measures::Work)], Version::Cuda);
        assert_eq!(comparison.rows[0].verdict, Verdict::Wrong);
        assert_eq!(comparison.rows[0].again(), None);
        assert!(comparison.has_faults());
    }
}
