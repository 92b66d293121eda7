//! The aims, and whether they are met.

use std::fmt;

use crate::comparison::{Comparison, Row, SWEEP_COUNT, Time};
use crate::program::Measures;
use crate::rows::Ratios;
use crate::version::Version;

/// Kernels beside hand-written ones: the geometric mean over all programs, and the worst of all.
const KERNELS: f64 = 1.05;
const WORST_KERNEL: f64 = 1.2;
/// Regions with the transfer of their data.
const REGIONS: f64 = 1.1;
/// What entering a region may take more than launching a kernel, in seconds.
const ENTRY: f64 = 10e-6;
/// A hundred sweeps beside a first one and 99 over data that is on the device.
const SWEEPS: f64 = 1.1;

/// An aim, judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    pub what: String,
    pub judgement: Judgement,
    /// The numbers behind it.
    pub detail: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judgement {
    Met,
    /// By this part of what is allowed, as 0.1 for 10 % more.
    MissedBy(f64),
    /// What it takes was not measured.
    Open,
}

impl Aim {
    fn at_most(what: String, allowed: f64, found: Option<f64>, detail: String) -> Self {
        let judgement = match found {
            None => Judgement::Open,
            Some(found) if found <= allowed => Judgement::Met,
            Some(found) => Judgement::MissedBy(found / allowed - 1.0),
        };
        Aim { what, judgement, detail }
    }

    pub fn is_missed(&self) -> bool {
        matches!(self.judgement, Judgement::MissedBy(_))
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Judgement::Met => f.pad("met"),
            Judgement::MissedBy(part) => f.pad(&format!("missed by {:.1} %", part * 100.0)),
            Judgement::Open => f.pad("not measured"),
        }
    }
}

/// Judges all aims.
pub fn judge(comparison: &Comparison) -> Vec<Aim> {
    let against = comparison.against;
    let kernels = comparison.ratios(Version::Gpump, Row::kernel);
    let regions = comparison.ratios(Version::Gpump, Row::cold);
    let worst = |ratios: &Ratios| {
        ratios.worst().map_or_else(String::new, |worst| format!("{:.3} in {}", worst.ratio, worst.place()))
    };
    let mean = |ratios: &Ratios| ratios.mean().map_or_else(String::new, |mean| format!("{mean:.3}"));
    let beyond = kernels.beyond(WORST_KERNEL);
    let mut aims = vec![
        Aim::at_most(
            format!("kernels take at most {KERNELS} of {against}, geometric mean"),
            KERNELS,
            kernels.mean(),
            mean(&kernels),
        ),
        Aim::at_most(
            format!("no kernel takes more than {WORST_KERNEL}"),
            WORST_KERNEL,
            kernels.worst().map(|worst| worst.ratio),
            match beyond {
                0 => worst(&kernels),
                _ => format!("{}; {beyond} are beyond", worst(&kernels)),
            },
        ),
        Aim::at_most(
            format!("whole regions, transfer included, take at most {REGIONS}, geometric mean"),
            REGIONS,
            regions.mean(),
            match regions.worst() {
                Some(_) => format!("{}; worst {}", mean(&regions), worst(&regions)),
                None => String::new(),
            },
        ),
        entry(comparison),
    ];
    aims.extend([Version::GccTarget, Version::ClangTarget].map(|version| faster_than(comparison, version)));
    aims.push(sweeps(comparison));
    aims
}

/// What one entry into a region takes more than a launch, where many are made one after another.
fn entry(comparison: &Comparison) -> Aim {
    let what = format!(
        "entering an empty region takes at most {:.0} µs more than {}",
        ENTRY * 1e6,
        comparison.against
    );
    let entries = comparison.of(Version::Gpump).filter(|row| row.measures == Measures::Launch);
    let found = entries.filter_map(|row| {
        let other = comparison.get(&row.program, row.size, comparison.against)?;
        let each = |row: &Row| Some(row.again()?.summary.median / row.size as f64);
        Some((row.size, each(row)?, each(other)?))
    });
    match found.max_by_key(|(size, ..)| *size) {
        None => Aim { what, judgement: Judgement::Open, detail: String::new() },
        Some((size, own, other)) => {
            let detail = format!("{:.2} µs and {:.2} µs, one of {size}", own * 1e6, other * 1e6);
            Aim::at_most(what, ENTRY, Some(own - other), detail)
        }
    }
}

/// Whether gpump is faster in each program, with data on the device, and with its transfer.
fn faster_than(comparison: &Comparison, offloading: Version) -> Aim {
    let beside = |time: fn(&Row) -> Option<Time>| {
        Ratios::of(&comparison.rows, Version::Gpump, |row| {
            let other = comparison.get(&row.program, row.size, offloading)?;
            Some(time(row)?.summary.median / time(other)?.summary.median)
        })
    };
    let phases = [("again", beside(Row::again)), ("cold", beside(Row::cold))];
    let means = || phases.iter().flat_map(|(phase, ratios)| ratios.means().map(move |mean| (phase, mean)));
    let slower: Vec<String> = means()
        .filter(|(_, (_, mean))| *mean >= 1.0)
        .map(|(phase, (program, mean))| format!("{program} {phase} {mean:.2}"))
        .collect();
    let worst = means().map(|(_, (_, mean))| mean).max_by(f64::total_cmp);
    let overall = |ratios: &Ratios| ratios.mean().map_or_else(|| "-".into(), |mean| format!("{mean:.3}"));
    let detail = match worst {
        None => String::new(),
        Some(_) if slower.is_empty() => {
            format!(
                "{} of its time over data on the device, {} cold",
                overall(&phases[0].1),
                overall(&phases[1].1)
            )
        }
        Some(_) => format!("slower: {}", slower.join(", ")),
    };
    // A program that takes as long is not faster.
    let allowed = 1.0_f64.next_down();
    Aim::at_most(format!("faster than {offloading} in every program"), allowed, worst, detail)
}

/// Whether many sweeps over the same data pay for its transfer once.
fn sweeps(comparison: &Comparison) -> Aim {
    let ratios = Ratios::of(&comparison.rows, Version::Gpump, |row| {
        let [cold, again, sweeps] =
            [row.cold()?, row.again()?, row.sweeps()?].map(|time| time.summary.median);
        Some(sweeps / (cold + (SWEEP_COUNT - 1.0) * again))
    });
    let worst = ratios.worst();
    let detail =
        worst.map_or_else(String::new, |worst| format!("at most {:.3}, in {}", worst.ratio, worst.place()));
    let what = format!(
        "{SWEEP_COUNT} sweeps pay for transfer once: they take at most {SWEEPS} of a cold one and {} others",
        SWEEP_COUNT - 1.0
    );
    Aim::at_most(what, SWEEPS, worst.map(|worst| worst.ratio), detail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::{AGAIN, COLD, made_up};
    use crate::samples::{Clock, Results};

    const KERNEL: (&str, Clock) = (AGAIN, Clock::Kernel);

    type Times<'t> = &'t [(&'t str, Clock, f64)];

    fn with(points: &[(&str, u64, Version, Times)]) -> Vec<Aim> {
        let mut results = Results::default();
        for (program, size, version, times) in points {
            made_up::add(&mut results, program, *size, *version, times);
        }
        let programs = [
            made_up::program("one", Measures::Work),
            made_up::program("two", Measures::Work),
            made_up::program("empty", Measures::Launch),
        ];
        judge(&Comparison::new(&results, &programs, Version::Cuda))
    }

    fn kernel(seconds: f64) -> [(&'static str, Clock, f64); 1] {
        [(KERNEL.0, KERNEL.1, seconds)]
    }

    fn wall(phase: &str, seconds: f64) -> (&str, Clock, f64) {
        (phase, Clock::Wall, seconds)
    }

    #[test]
    fn programs_count_alike_and_the_worst_is_named() {
        let aims = with(&[
            ("one", 1, Version::Cuda, &kernel(1.0)),
            ("one", 1, Version::Gpump, &kernel(1.0)),
            ("one", 2, Version::Cuda, &kernel(1.0)),
            ("one", 2, Version::Gpump, &kernel(1.0)),
            ("two", 1, Version::Cuda, &kernel(1.0)),
            ("two", 1, Version::Gpump, &kernel(1.44)),
        ]);
        // The mean of 1 and 1.44.
        assert!(
            matches!(aims[0].judgement, Judgement::MissedBy(part) if (part - (1.2 / 1.05 - 1.0)).abs() < 1e-9)
        );
        assert!(matches!(aims[1].judgement, Judgement::MissedBy(part) if (part - 0.2).abs() < 1e-9));
        assert!(aims[1].detail.contains("two 1"), "{}", aims[1].detail);
        assert_eq!(aims[2].judgement, Judgement::Open);
    }

    #[test]
    fn entering_a_region_is_counted_one_by_one() {
        let entry = |seconds: f64| {
            let aims = with(&[
                ("empty", 1000, Version::Cuda, &[wall(AGAIN, 5e-3)]),
                ("empty", 1000, Version::Gpump, &[wall(AGAIN, seconds)]),
            ]);
            // It says nothing of how fast kernels are.
            assert_eq!(aims[0].judgement, Judgement::Open);
            aims[3].clone()
        };
        assert_eq!(entry(14.9e-3).judgement, Judgement::Met);
        assert!(entry(25e-3).is_missed());
        assert!(entry(25e-3).detail.starts_with("25.00 µs and 5.00 µs"));
    }

    #[test]
    fn being_as_fast_is_not_being_faster() {
        let beside = |gpump: f64| {
            with(&[
                ("one", 1, Version::GccTarget, &[wall(AGAIN, 1.0), wall(COLD, 2.0)]),
                ("one", 1, Version::Gpump, &[wall(AGAIN, gpump), wall(COLD, 1.0)]),
            ])[4]
                .clone()
        };
        assert_eq!(beside(0.9).judgement, Judgement::Met);
        assert!(beside(1.0).is_missed());
        assert_eq!(beside(1.5).detail, "slower: one again 1.50");
    }

    #[test]
    fn sweeps_pay_for_transfer_once() {
        let of = |sweeps: f64| {
            let times = [wall(COLD, 11.0), wall(AGAIN, 1.0), wall("sweeps", sweeps)];
            with(&[("one", 1, Version::Gpump, &times)])[6].clone()
        };
        assert_eq!(of(110.0).judgement, Judgement::Met);
        assert!(of(1100.0).is_missed());
    }
}
