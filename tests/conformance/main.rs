//! The conformance suite: OpenMP 2.5 for C, feature by feature.
//!
//! Each program of `tests/conformance/programs` shows one feature and ends with
//! status 1 where it is missing. What comes of a program is a row of a table,
//! each column of which is a test (README.md there says more):
//!
//! - `NAME, gcc`: the program is right with `gcc -fopenmp`, whatever the
//!   number of threads;
//! - `NAME, emulator`: it prints the same in gpump's emulator;
//! - `NAME, nvcc`: nvcc makes a program of its translation;
//! - `NAME, GPU`: it prints the same on a GPU;
//! - `NAME, simulator`: it prints the same in the simulator, which has nothing
//!   to say;
//! - `NAME, single`: so does its translation in a single file, in the emulator;
//! - `NAME, single-nvcc`: which nvcc compiles without a warning;
//! - `NAME, warnings`: gcc, clang and the device's compiler have nothing to say
//!   of its translation;
//! - `NAME, crossed`: it fails without the feature, so the others mean something;
//! - `NAME, crossed-emulator`: the same in gpump's emulator.
//!
//! With the simulator's column goes one test more, `pages that move`.

mod column;
mod crossed;
mod crossing;
#[path = "../common/left.rs"]
mod left;
mod moves;
mod process;
mod program;
mod simulator;
mod single;
mod table;
mod warnings;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};

use column::Column;
use table::Table;

type Result<T> = std::result::Result<T, Failed>;

/// The columns to run, instead of all that can be: `gcc,crossed`.
const COLUMNS: &str = "GPUMP_CONFORMANCE_COLUMNS";
/// The file that the table is written to.
const TABLE: &str = "GPUMP_CONFORMANCE_TABLE";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let programs = match program::all() {
        Ok(programs) => programs,
        Err(error) => return trouble(&error),
    };
    let columns = match Column::chosen(std::env::var(COLUMNS).ok().as_deref()) {
        Ok(columns) => columns,
        Err(error) => return trouble(&format!("{COLUMNS}: {error}")),
    };
    let table = Arc::new(Table::default());
    let mut trials = Vec::new();
    for program in programs {
        let program = Arc::new(program);
        // Of a few programs, the table is of them only.
        if arguments.filter.is_none() {
            table.add_row(&program.name);
        }
        let is_simulated =
            columns.contains(&Column::Simulator) && Column::Simulator.is_possible_for(&program);
        for &column in &columns {
            let (program, table) = (program.clone(), table.clone());
            let name = format!("{}, {}", program.name, column.name());
            let is_possible = column.is_possible_for(&program);
            let trial = Trial::test(name, move || {
                let result = column.test(&program, is_simulated);
                table.enter(&program.name, column, result.is_ok());
                result
            });
            trials.push(trial.with_ignored_flag(!is_possible));
        }
    }
    if columns.contains(&Column::Simulator) {
        let trial = Trial::test("pages that move, simulator", moves::are_few);
        trials.push(trial.with_ignored_flag(!simulator::is_possible()));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    if let Some(path) = std::env::var_os(TABLE).map(PathBuf::from)
        && let Err(error) = std::fs::write(&path, table.to_string())
    {
        return trouble(&format!("{}: {error}", path.display()));
    }
    conclusion.exit_code()
}

fn trouble(message: &str) -> ExitCode {
    eprintln!("conformance: {message}");
    ExitCode::from(2)
}
