//! The machine code of gpump's kernels beside that of hand-written ones, which needs no GPU: nvcc builds both, and
//! `cuobjdump` shows what is in the programs.

mod counts;
mod kernel;
mod loops;
mod sass;
mod verdict;

use std::path::Path;

use anyhow::{Context, Result};
use comfy_table::Table;

use crate::built::Built;
use crate::command::Command;
use crate::program::Program;
use crate::say::say;
use crate::table::{plain, with_header};
use crate::tools::{COMPILE_LIMIT, Tools};
use crate::version::Version;
use counts::Counts;
use kernel::{Form, Kernel};

/// How many loops of a kernel are shown.
const LOOPS: usize = 3;

/// What came of it: whether all was there to be compared.
pub fn compare(programs: &[Program], tools: &Tools) -> Result<bool> {
    let dump = tools
        .of_toolkit("cuobjdump")
        .context("cuobjdump is not here, nor beside nvcc; scripts/setup-cuda brings both")?;
    let folder = tempfile::tempdir()?;
    let versions = [Version::Cuda, Version::Gpump];
    let built = Built::build(folder.path(), programs, &versions, tools)?;
    let mut table = with_header(plain(), &HEADER, 4);
    let mut verdicts = Vec::new();
    let mut is_whole = true;
    for program in programs.iter().filter(|program| versions.iter().all(|version| program.has(*version))) {
        let mut found = Vec::new();
        for version in versions {
            match built.missing(program, version) {
                Some((verdict, reason)) => {
                    is_whole = false;
                    verdicts.push(format!("{} {version}: {verdict}, {reason}", program.name));
                }
                None => {
                    found.push((version, kernels(&dump, program, version, &built.path(program, version))?))
                }
            }
        }
        for (version, kernels) in &found {
            for kernel in kernels {
                rows(&mut table, &program.name, *version, kernel);
            }
        }
        if let [(_, by_hand), (_, own)] = &found[..] {
            verdicts.extend(paired(&program.name, own, by_hand));
        }
    }
    say(format_args!("{}\n", table.trim_fmt()))?;
    say("ro: by the read-only cache. A loop is an innermost one; those that do most come first.\n")?;
    for verdict in verdicts {
        say(verdict)?;
    }
    Ok(is_whole)
}

fn kernels(dump: &Path, program: &Program, version: Version, executable: &Path) -> Result<Vec<Kernel>> {
    let dumped = |what: &str| {
        let command = Command::new(dump).arg(what).arg(executable);
        command.output(COMPILE_LIMIT).with_context(|| format!("{command}"))
    };
    let source = std::fs::read_to_string(program.source(version))?;
    let usages = sass::usages(&dumped("-res-usage")?);
    let functions = sass::functions(&dumped("-sass")?);
    let made = functions.iter().map(|function| Kernel::new(function, &usages, version, &source)).collect();
    Ok(kernel::in_order(made))
}

/// A verdict for each pair of kernels, if they come in pairs.
fn paired(program: &str, own: &[Kernel], by_hand: &[Kernel]) -> Vec<String> {
    let is_usual = |kernel: &&Kernel| kernel.is_gpumps && kernel.form != Some(Form::GoesRound);
    let regions: Vec<&Kernel> = own.iter().filter(is_usual).collect();
    let by_hand: Vec<&Kernel> = by_hand.iter().filter(|kernel| !kernel.is_called).collect();
    if regions.len() != by_hand.len() {
        return vec![format!("{program}: {} kernels, by hand {}: no pairs", regions.len(), by_hand.len())];
    }
    let pairs = regions.into_iter().zip(by_hand);
    pairs
        .map(|(own, other)| {
            format!("{program}: {} beside {}, {}", own.name, other.name, verdict::verdict(own, other))
        })
        .collect()
}

const HEADER: [&str; 19] = [
    "program",
    "version",
    "kernel",
    "where",
    "regs",
    "shared",
    "stack",
    "instr",
    "loads",
    "stores",
    "atomics",
    "shared acc.",
    "local",
    "const",
    "float",
    "int",
    "branch",
    "barrier",
    "pred.",
];

fn rows(table: &mut Table, program: &str, version: Version, kernel: &Kernel) {
    let usage = kernel.usage;
    let whole = if kernel.is_called { "called" } else { "whole" };
    let head = [program.to_owned(), version.to_string(), kernel.name.clone(), whole.into()];
    let used = [usage.registers, usage.shared, usage.stack].map(|number| number.to_string());
    table.add_row(head.into_iter().chain(used).chain(cells(&kernel.whole)));
    for (number, counts) in kernel.loops.iter().take(LOOPS).enumerate() {
        let mut head = vec![String::new(); 3];
        head.push(format!("loop {}", number + 1));
        head.resize(7, String::new());
        table.add_row(head.into_iter().chain(cells(counts)));
    }
    if kernel.loops.len() > LOOPS {
        let mut head = vec![String::new(); 3];
        head.push(format!("and {} more", kernel.loops.len() - LOOPS));
        table.add_row(head);
    }
}

fn cells(counts: &Counts) -> Vec<String> {
    let mut cells = vec![counts.all.to_string(), counts.loads_text(), counts.stores_text()];
    let numbers = [
        counts.atomics,
        counts.shared,
        counts.local,
        counts.constants,
        counts.floating,
        counts.integer,
        counts.branches,
        counts.barriers,
        counts.predicated,
    ];
    cells.extend(numbers.map(|number| if number == 0 { String::new() } else { number.to_string() }));
    cells
}
