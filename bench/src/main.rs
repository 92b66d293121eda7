//! Measures programs that gpump translated beside other versions of the same programs. `docs/benchmarks.md` tells
//! what is measured and how; `scripts/gpu-bench` runs this.

mod aims;
mod arguments;
mod built;
mod chapter9;
mod check;
mod command;
mod compare_code;
mod comparison;
mod count;
mod figures;
mod measure;
mod numbers;
mod plan;
mod plots;
mod program;
mod rows;
mod samples;
mod say;
mod statistics;
mod table;
mod times;
mod tools;
mod units;
mod version;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

use arguments::{Arguments, Common, Words};
use built::Built;
use check::Checked;
use comparison::Comparison;
use count::Wanted;
use measure::Bench;
use plan::Plan;
use program::{Program, programs};
use samples::Results;
use say::say;
use tools::Tools;
use version::{Device, Version};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match execute(&arguments) {
        Ok(code) => code,
        Err(cause) => {
            eprintln!("gpu-bench: {cause:#}");
            untried()
        }
    }
}

const FAILED: ExitCode = ExitCode::FAILURE;
fn untried() -> ExitCode {
    ExitCode::from(2)
}

fn execute(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.command {
        Some(Words::Chapter9 { mode, common }) => {
            Ok(if chapter9::chapter9(mode, common)? { ExitCode::SUCCESS } else { FAILED })
        }
        Some(Words::Report { folders, common, strict, against }) => {
            let mut results = Results::default();
            for folder in folders {
                results.extend(Results::read(folder)?);
            }
            let programs = programs(&common.sources.join("programs"), &[])?;
            // All of one table were measured on one device, if it is to mean anything.
            let device =
                std::fs::read_to_string(folders[0].join(DEVICE)).unwrap_or_else(|_| "unknown".into());
            report(&results, &programs, &device, common, (*against, *strict))
        }
        None => bench(arguments),
    }
}

fn bench(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { names, mode, common, strict, against, versions, .. } = arguments;
    let headers = common.sources.join("programs");
    let programs = programs(&headers, names)?;
    if mode.check {
        return Ok(match check::check(&programs, &headers, &common.effort())? {
            Checked::Well => ExitCode::SUCCESS,
            Checked::Badly => FAILED,
            Checked::Untried(reason) => {
                eprintln!("gpu-bench: {reason}");
                untried()
            }
        });
    }
    let march = match (&common.march, &mode.build_only) {
        (Some(march), _) => march,
        (None, Some(_)) => "x86-64-v3",
        (None, None) => "native",
    };
    let versions = if versions.is_empty() { Version::all() } else { versions.clone() };
    let sizes = |program: &Program| match (common.device, &common.sizes[..]) {
        (Device::Gpu, []) => program.description.sizes.clone(),
        (Device::Emulator, []) => vec![program.description.check],
        (_, sizes) => sizes.to_vec(),
    };
    if mode.plan {
        let tools = Tools::find(common.device, &headers, march);
        let folder = common.out.join("built");
        say(format_args!("device: {}", plan::device(common.device)))?;
        let effort = &common.effort();
        let plan = Plan {
            programs: &programs,
            versions: &versions,
            tools: &tools,
            effort,
            folder: &folder,
            sizes: &sizes,
        };
        say(plan.text())?;
        return Ok(ExitCode::SUCCESS);
    }
    if mode.compare_code {
        let tools = Tools::find(Device::Gpu, &headers, march);
        let is_whole = compare_code::compare(&programs, &tools)?;
        return Ok(if is_whole { ExitCode::SUCCESS } else { FAILED });
    }
    if mode.count {
        let tools = Tools::find(Device::Gpu, &headers, march);
        let sizes = |program: &Program| match &common.sizes[..] {
            [] => vec![program.description.count],
            sizes => sizes.to_vec(),
        };
        let wanted = Wanted {
            programs: &programs,
            versions: &versions,
            sizes: &sizes,
            against: *against,
            limit: common.effort().limit,
            out: &common.out,
        };
        return Ok(if count::count(&wanted, &tools)? { ExitCode::SUCCESS } else { FAILED });
    }
    if let Some(folder) = &mode.build_only {
        let tools = Tools::find(common.device, &headers, march);
        let built = Built::build(folder, &programs, &versions, &tools)?;
        built.carry_libraries(&tools)?;
        return tell_built(&built, &programs, &versions);
    }
    tools::need_device(common.device)?;
    let built = match &mode.built {
        Some(folder) => Built { folder: folder.clone() },
        None => {
            let tools = Tools::find(common.device, &headers, march);
            Built::build(&common.out.join("built"), &programs, &versions, &tools)?
        }
    };
    if common.device == Device::Gpu {
        built.look_for_devices(&versions)?;
    }
    let count = programs.iter().map(|program| sizes(program).len() as u64).sum();
    let bar = ProgressBar::new(count).with_style(progress_style());
    let bench = Bench { built: &built, device: common.device, effort: common.effort() };
    let mut results = Results::default();
    std::fs::create_dir_all(&common.out).with_context(|| format!("cannot make {}", common.out.display()))?;
    for program in &programs {
        results.extend(bench.program(program, &versions, &sizes(program), &bar)?);
        // Whoever stops it keeps what has been measured.
        results.write(&common.out)?;
    }
    bar.finish_and_clear();
    report(&results, &programs, &plan::device(common.device), common, (*against, *strict))
}

/// Says what was built, and why the rest was not.
fn tell_built(built: &Built, programs: &[Program], versions: &[Version]) -> Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for program in programs {
        for version in program.versions(versions) {
            match built.missing(program, version) {
                None => say(format_args!("built     {}/{version}", program.name))?,
                Some((verdict, reason)) => {
                    if verdict.is_fault() {
                        code = FAILED;
                    }
                    say(format_args!("{verdict:<9} {}/{version}: {}", program.name, reason.trim_end()))?;
                }
            }
        }
    }
    Ok(code)
}

/// The file that says where it was measured.
const DEVICE: &str = "device.txt";

/// Prints the table and the aims, and writes all there is to the folder.
fn report(
    results: &Results,
    programs: &[Program],
    device: &str,
    common: &Common,
    (against, strict): (Version, bool),
) -> Result<ExitCode> {
    let folder: &Path = &common.out;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    results.write(folder)?;
    std::fs::write(folder.join(DEVICE), device)?;
    let comparison = Comparison::new(results, programs, against);
    // Of the emulator's times nothing follows.
    let aims = if device == plan::EMULATOR { Vec::new() } else { aims::judge(&comparison) };
    let head = format!("# Times of programs, by version\n\nDevice: {device}.\n");
    table::write(&comparison, &aims, &head, folder)?;
    figures::write(&comparison, folder)?;
    say(format_args!("device: {device}\n\n{}", table::text(&comparison, &aims)))?;
    say(format_args!("Tables, samples and plots are in {}.", folder.display()))?;
    if comparison.has_faults() || (strict && aims.iter().any(aims::Aim::is_missed)) {
        return Ok(FAILED);
    }
    Ok(ExitCode::SUCCESS)
}

fn progress_style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {wide_msg}").expect("the template is right")
}
