//! Programs made at random, each with gcc and with gpump: whatever conforms to OpenMP must print the same, on the device and on the
//! host. They have the constructs of 2.5, and of later ones tasks, `taskloop`, `simd`, `target` and what else keeps a region on the host.
//!
//! A test is a seed. The program that belongs to it is free of races and of undefined
//! behaviour, and what it prints depends neither on the number of threads nor on
//! schedules (`differential/memory.rs` says how); gcc alone, with several teams, is asked first
//! whether that is so. `scripts/differential` runs many.
//!
//! ```text
//! GPUMP_DIFFERENTIAL_COUNT     how many programs; 12 if not set
//! GPUMP_DIFFERENTIAL_SEED      the first seed; 1 if not set
//! GPUMP_DIFFERENTIAL_ONLY      `gcc`: gpump takes no part, the generator is tried
//! GPUMP_DIFFERENTIAL_GCC       further options for gcc
//! GPUMP_DIFFERENTIAL_KEPT      the folder for programs that differ
//! GPUMP_DIFFERENTIAL_MINIMISE  `1`: make them smaller before they are kept
//! GPUMP_DIFFERENTIAL_SHOW      print the program of the first seed, and nothing else
//! ```

#[path = "common/left.rs"]
mod left;

mod differential {
    pub mod blocks;
    pub mod declarations;
    pub mod driver;
    pub mod expressions;
    pub mod functions;
    pub mod generator;
    pub mod later;
    pub mod loops;
    pub mod memory;
    pub mod minimise;
    pub mod operators;
    pub mod private;
    pub mod program;
    pub mod random;
    pub mod reals;
    pub mod regions;
    pub mod statements;
    pub mod synchronisation;
    pub mod types;
    pub mod worksharing;
}

use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

use differential::driver::Driver;
use differential::minimise;
use differential::program::{Dropped, program};

fn main() -> ExitCode {
    let number = |name: &str, otherwise: u64| match std::env::var(name) {
        Ok(text) if !text.is_empty() => {
            text.parse().unwrap_or_else(|_| panic!("{name} should be a number, and is {text}"))
        }
        _ => otherwise,
    };
    let first = number("GPUMP_DIFFERENTIAL_SEED", 1);
    let count = number("GPUMP_DIFFERENTIAL_COUNT", 12);
    if std::env::var_os("GPUMP_DIFFERENTIAL_SHOW").is_some() {
        print!("{}", program(first, &Dropped::default()).text);
        return ExitCode::SUCCESS;
    }
    let arguments = Arguments::from_args();
    let trials = (first..first + count)
        .map(|seed| Trial::test(format!("seed {seed}"), move || agrees(seed, &Driver::from_environment())))
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn agrees(seed: u64, driver: &Driver) -> Result<(), Failed> {
    let text = program(seed, &Dropped::default()).text;
    let Err(difference) = driver.compare(&text) else { return Ok(()) };
    let path = driver.keep(&format!("{seed}.c"), &text);
    let mut report = format!("seed {seed}: {}\n{}\n{}", difference.kind, difference.message, path.display());
    // Told at once: the tests' own report comes at the end.
    eprintln!("{report}");
    if std::env::var("GPUMP_DIFFERENTIAL_MINIMISE").is_ok_and(|value| value == "1") {
        let fails = |text: &str| driver.compare(text).is_err_and(|other| other.kind == difference.kind);
        let small = program(seed, &minimise::minimise(seed, fails)).text;
        let path = driver.keep(&format!("{seed}.small.c"), &small);
        report.push_str(&format!("\n{}", path.display()));
    }
    Err(report.into())
}
