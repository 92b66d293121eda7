//! What was measured, as rows of a table, which can be written to a file and read again.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::statistics::Summary;
use crate::version::Version;

/// Which clock a time was taken by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// The host's, around the phase.
    Wall,
    /// The device's, around the kernels, summed up.
    Kernel,
}

/// A time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    pub program: String,
    pub size: u64,
    pub version: Version,
    pub phase: String,
    pub clock: Clock,
    /// Which process it was measured in, from 0.
    pub process: usize,
    pub seconds: f64,
}

/// How a version came out at a size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    pub program: String,
    pub size: u64,
    pub version: Version,
    pub verdict: Verdict,
    /// What there is to say: why it is left out, how it failed, what it printed.
    pub detail: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Verdict {
    Right,
    /// It printed other numbers than the rest.
    Wrong,
    /// It did not compile, or did not end well.
    Failed,
    /// It takes longer than it is given.
    TooLong,
    /// It cannot be built here.
    LeftOut,
}

impl Verdict {
    /// Whether something is wrong with the program or what was made of it.
    pub fn is_fault(self) -> bool {
        matches!(self, Verdict::Wrong | Verdict::Failed)
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    pub samples: Vec<Sample>,
    pub outcomes: Vec<Outcome>,
}

/// What a row of the tables is about.
pub type Point = (String, u64, Version);

impl Results {
    /// The samples of each phase and clock, summed up.
    pub fn summaries(&self) -> BTreeMap<(Point, String, Clock), Summary> {
        let mut grouped: BTreeMap<_, Vec<f64>> = BTreeMap::new();
        for sample in &self.samples {
            let point = (sample.program.clone(), sample.size, sample.version);
            grouped.entry((point, sample.phase.clone(), sample.clock)).or_default().push(sample.seconds);
        }
        let summed = grouped.into_iter().filter_map(|(key, times)| Some((key, Summary::of(&times)?)));
        summed.collect()
    }

    /// Drops the times of what turned out wrong, failed or took too long.
    pub fn forget_times_of_faults(&mut self) {
        let Results { samples, outcomes } = self;
        samples.retain(|sample| {
            let of_it = |outcome: &&Outcome| {
                (&*outcome.program, outcome.size, outcome.version)
                    == (&*sample.program, sample.size, sample.version)
            };
            outcomes.iter().filter(of_it).all(|outcome| outcome.verdict == Verdict::Right)
        });
    }

    /// The worst that was found of a version at a size.
    pub fn outcome(&self, program: &str, size: u64, version: Version) -> Option<&Outcome> {
        let of_it = self
            .outcomes
            .iter()
            .filter(|outcome| (&*outcome.program, outcome.size, outcome.version) == (program, size, version));
        of_it.reduce(|worst, other| if worst.verdict == Verdict::Right { other } else { worst })
    }

    pub fn extend(&mut self, other: Results) {
        self.samples.extend(other.samples);
        self.outcomes.extend(other.outcomes);
    }

    pub fn write(&self, folder: &Path) -> Result<()> {
        write_rows(&folder.join(SAMPLES), &self.samples)?;
        write_rows(&folder.join(OUTCOMES), &self.outcomes)
    }

    pub fn read(folder: &Path) -> Result<Self> {
        Ok(Results {
            samples: read_rows(&folder.join(SAMPLES))?,
            outcomes: read_rows(&folder.join(OUTCOMES))?,
        })
    }
}

const SAMPLES: &str = "samples.csv";
const OUTCOMES: &str = "outcomes.csv";

pub fn write_rows<T: Serialize>(file: &Path, rows: &[T]) -> Result<()> {
    let cannot = || format!("cannot write {}", file.display());
    let mut writer = csv::Writer::from_path(file).with_context(cannot)?;
    rows.iter().try_for_each(|row| writer.serialize(row)).with_context(cannot)?;
    writer.flush().with_context(cannot)
}

pub fn read_rows<T: for<'d> Deserialize<'d>>(file: &Path) -> Result<Vec<T>> {
    let cannot = || format!("cannot read {}", file.display());
    let mut reader = csv::Reader::from_path(file).with_context(cannot)?;
    reader.deserialize().collect::<Result<Vec<T>, _>>().with_context(cannot)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(seconds: f64) -> Sample {
        Sample {
            program: "vector_add".into(),
            size: 1000,
            version: Version::GpumpThesis,
            phase: "cold".into(),
            clock: Clock::Wall,
            process: 0,
            seconds,
        }
    }

    #[test]
    fn come_back_from_files() {
        let outcome = Outcome {
            program: "vector_add".into(),
            size: 1000,
            version: Version::GccTarget,
            verdict: Verdict::LeftOut,
            detail: "no \"offloading\", here".into(),
        };
        let results = Results { samples: vec![sample(1e-9), sample(0.123_456_789)], outcomes: vec![outcome] };
        let folder = tempfile::tempdir().unwrap();
        results.write(folder.path()).unwrap();
        assert_eq!(Results::read(folder.path()).unwrap(), results);
    }

    #[test]
    fn are_summed_up_by_what_they_measure() {
        let mut other = sample(9.0);
        other.clock = Clock::Kernel;
        let results =
            Results { samples: vec![sample(1.0), sample(2.0), sample(4.0), other], ..Results::default() };
        let summaries = results.summaries();
        let point = ("vector_add".to_owned(), 1000, Version::GpumpThesis);
        assert_eq!(summaries[&(point.clone(), "cold".into(), Clock::Wall)].median, 2.0);
        assert_eq!(summaries[&(point, "cold".into(), Clock::Kernel)].median, 9.0);
    }
}
