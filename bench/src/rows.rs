//! The rows of tables: what came of a version of a program at a size.

use std::collections::BTreeSet;

use crate::program::{Measures, Program};
use crate::samples::Verdict;
use crate::statistics::geometric_mean;
use crate::units;
use crate::version::Version;

#[derive(Clone, Debug)]
pub struct Row<T> {
    pub program: String,
    pub measures: Measures,
    pub size: u64,
    pub version: Version,
    /// What the version is called in this program.
    pub label: String,
    pub verdict: Verdict,
    /// What it printed, or why it is left out, or how it failed.
    pub detail: String,
    /// What was found of it; only what is right has something.
    pub found: T,
}

impl<T> Row<T> {
    pub fn new(program: &Program, size: u64, version: Version, found: T) -> Self {
        Row {
            program: program.name.clone(),
            measures: program.description.measures,
            size,
            version,
            label: program.label(version),
            verdict: Verdict::Right,
            detail: String::new(),
            found,
        }
    }

    /// Program, size and version in a table, where what is the same as in the row above is not said again.
    pub fn place(&self, above: Option<&Self>) -> [String; 3] {
        let same_program = above.is_some_and(|above| above.program == self.program);
        let same_size = same_program && above.is_some_and(|above| above.size == self.size);
        let unless = |same: bool, text: String| if same { String::new() } else { text };
        [
            unless(same_program, self.program.clone()),
            unless(same_size, units::size(self.size)),
            self.label.clone(),
        ]
    }

    /// How it came out, in a table.
    pub fn result(&self) -> &'static str {
        match self.verdict {
            Verdict::Right => "right",
            Verdict::Wrong => "WRONG",
            Verdict::Failed => "FAILED",
            Verdict::TooLong | Verdict::LeftOut => "too long",
        }
    }
}

/// A line for each program and version that was left out or is at fault, each reason once.
pub fn remarks<T>(rows: &[Row<T>], is_page: bool) -> Vec<String> {
    let mut said = BTreeSet::new();
    let mut lines = Vec::new();
    for row in rows.iter().filter(|row| row.verdict != Verdict::Right) {
        let subject = match row.verdict {
            // Mostly it is the same compiler that is missing for all.
            Verdict::LeftOut => format!("{} is left out", row.label),
            _ => format!("{} {} {}: {}", row.program, units::size(row.size), row.label, row.verdict),
        };
        if said.insert((subject.clone(), &row.detail)) {
            let detail = row.detail.trim_end().replace('\n', "\n      ");
            lines.push(format!("{} {subject}: {detail}", if is_page { "-" } else { " " }));
        }
    }
    lines
}

/// A ratio, and where it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratio<'r> {
    pub program: &'r str,
    pub size: u64,
    pub ratio: f64,
}

impl Ratio<'_> {
    pub fn place(&self) -> String {
        format!("{} {}", self.program, self.size)
    }
}

/// The ratios of a version, those of a program together.
#[derive(Clone, Debug, Default)]
pub struct Ratios<'r>(Vec<Vec<Ratio<'r>>>);

impl<'r> Ratios<'r> {
    /// Of programs that measure work.
    pub fn of<T>(rows: &'r [Row<T>], version: Version, ratio: impl Fn(&'r Row<T>) -> Option<f64>) -> Self {
        let of_row = |row: &'r Row<T>| {
            let is_meant = row.version == version && row.measures == Measures::Work;
            let ratio = ratio(row).filter(|_| is_meant)?;
            Some(Ratio { program: &row.program, size: row.size, ratio })
        };
        let programs = rows.chunk_by(|one, other| one.program == other.program);
        let ratios = programs.map(|rows| rows.iter().filter_map(of_row).collect::<Vec<_>>());
        Ratios(ratios.filter(|ratios| !ratios.is_empty()).collect())
    }

    fn all(&self) -> impl DoubleEndedIterator<Item = &Ratio<'r>> {
        self.0.iter().flatten()
    }

    /// Each program counts alike, however many sizes it has.
    pub fn mean(&self) -> Option<f64> {
        geometric_mean(self.means().map(|(_, mean)| mean))
    }

    pub fn means(&self) -> impl Iterator<Item = (&'r str, f64)> {
        let mean = |ratios: &Vec<Ratio<'r>>| {
            Some((ratios.first()?.program, geometric_mean(ratios.iter().map(|ratio| ratio.ratio))?))
        };
        self.0.iter().filter_map(mean)
    }

    /// The largest, and of those that are as large the first.
    pub fn worst(&self) -> Option<&Ratio<'r>> {
        self.all().rev().max_by(|one, other| one.ratio.total_cmp(&other.ratio))
    }

    pub fn beyond(&self, allowed: f64) -> usize {
        self.all().filter(|ratio| ratio.ratio > allowed).count()
    }
}
