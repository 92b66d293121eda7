//! The thesis's Chapter 9 done again: its runs, its tables and its plots, for both dialects side by side.

mod plan;
mod runs;
mod tables;

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use comfy_table::presets;
use indicatif::ProgressBar;

use crate::arguments::{ChapterMode, Common};
use crate::built::Built;
use crate::command::Command;
use crate::plots::{Line, Lines};
use crate::say::say;
use crate::table::{plain, with_header};
use crate::tools::{self, COMPILE_LIMIT, Tools};
use crate::version::Device;
use plan::{Axis, Plan, Plot};
use runs::Times;
use tables::Cells;

/// The folder in the bench's sources, in what was built, and in what is written.
const NAME: &str = "chapter9";
/// Threads at most where each is one of the system's.
const SMALL_TEAM: u64 = 64;

/// Measures; whether all that could be built ran and printed the same.
pub fn chapter9(mode: &ChapterMode, common: &Common) -> Result<bool> {
    let sources = common.sources.join(NAME);
    let mut plan = Plan::read(&sources)?;
    if common.device == Device::Emulator {
        plan = plan.in_small(SMALL_TEAM);
    }
    let march =
        common.march.as_deref().unwrap_or(if mode.build_only.is_some() { "x86-64-v3" } else { "native" });
    let tools = || Tools::find(common.device, &common.sources.join("programs"), march);
    let folder = common.out.join("built");
    if mode.plan {
        say(text(&plan, &tools(), &sources, &Built { folder }, common.device))?;
        return Ok(true);
    }
    if let Some(folder) = &mode.build_only {
        let built = Built { folder: folder.clone() };
        let missing = build(&plan, &tools(), &sources, &built)?;
        for name in plan.builds.keys().filter(|name| missing.iter().all(|(other, _)| other != *name)) {
            say(format_args!("built     {NAME}/{name}"))?;
        }
        for (name, reason) in &missing {
            say(format_args!("left out  {NAME}/{name}: {reason}"))?;
        }
        return Ok(missing.is_empty());
    }
    tools::need_device(common.device)?;
    let (built, missing) = match &mode.built {
        Some(folder) => {
            let built = Built { folder: folder.clone() };
            let is_there = |name: &String| built.folder.join(NAME).join(name).is_file();
            let missing = plan.builds.keys().filter(|name| !is_there(name));
            let missing = missing.map(|name| (name.clone(), "it was not built".to_owned())).collect();
            (built, missing)
        }
        None => {
            let built = Built { folder };
            let missing = build(&plan, &tools(), &sources, &built)?;
            (built, missing)
        }
    };
    let names: Vec<String> = missing.iter().map(|(name, _)| name.clone()).collect();
    let bar = ProgressBar::new(0).with_style(crate::progress_style());
    let limit = common.effort().limit;
    let times = runs::make(&plan, &built, common.device, limit, &names, &bar)?;
    bar.finish_and_clear();
    let out = common.out.join(NAME);
    std::fs::create_dir_all(&out).with_context(|| format!("cannot make {}", out.display()))?;
    report(&plan, &times, &missing, common.device, &out)?;
    say(format_args!("Tables, times and plots are in {}.", out.display()))?;
    Ok(times.wrong.is_empty() && missing.is_empty())
}

/// Builds the programs; those that could not be built, and why.
fn build(plan: &Plan, tools: &Tools, sources: &Path, built: &Built) -> Result<Vec<(String, String)>> {
    let folder = built.folder.join(NAME);
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut missing = Vec::new();
    for name in plan.builds.keys() {
        let unavailable = tools.why_not(plan.builds[name].version);
        let reason = match unavailable {
            Some(reason) => Some(reason),
            None => {
                let made = command(plan, name, tools, sources, built).output(COMPILE_LIMIT);
                made.err().map(|cause| format!("it does not compile: {cause:#}"))
            }
        };
        missing.extend(reason.map(|reason| (name.clone(), reason)));
    }
    Ok(missing)
}

fn command(plan: &Plan, name: &str, tools: &Tools, sources: &Path, built: &Built) -> Command {
    let build = &plan.builds[name];
    tools.build(
        build.version,
        &sources.join(&build.source),
        &["-lm".into()],
        &built.folder.join(NAME).join(name),
    )
}

/// What would be done.
fn text(plan: &Plan, tools: &Tools, sources: &Path, built: &Built, device: Device) -> String {
    let mut text = String::new();
    for (name, build) in &plan.builds {
        let why_not =
            tools.why_not(build.version).map_or(String::new(), |reason| format!(" (left out: {reason})"));
        let _ = writeln!(text, "build {name}{why_not}: {}", command(plan, name, tools, sources, built));
    }
    let all = runs::all(plan);
    let _ = writeln!(text, "\n{} runs:", all.len());
    for run in &all {
        let _ = writeln!(text, "    {}", run.command(plan, built, device));
    }
    for plot in &plan.plots {
        let _ = writeln!(text, "plot {}: {}", plot.id, plot.title);
    }
    for table in &plan.tables {
        let _ = writeln!(text, "table {}: {}", table.id, table.title);
    }
    text
}

fn report(
    plan: &Plan,
    times: &Times,
    missing: &[(String, String)],
    device: Device,
    out: &Path,
) -> Result<()> {
    let device = crate::plan::device(device);
    let mut page = format!("# The thesis's Chapter 9, done again\n\nDevice: {device}.\n\n");
    say(format_args!("device: {device}\n"))?;
    for table in &plan.tables {
        let made = tables::cells(plan, table, times);
        for Cells { title, header, rows } in &made {
            let in_style = |style, header: &[&str]| {
                let mut table = with_header(style, header, 1);
                table.add_rows(rows);
                table.trim_fmt()
            };
            // A terminal has no room for long names in one line.
            let broken: Vec<String> =
                header.iter().map(|name| name.replace([',', ':'], "\n").replace("\n ", "\n")).collect();
            let broken: Vec<&str> = broken.iter().map(String::as_str).collect();
            say(format_args!("{title}\n\n{}\n", in_style(plain(), &broken)))?;
            let whole: Vec<&str> = header.iter().map(String::as_str).collect();
            let _ = writeln!(page, "## {title}\n\n{}\n", in_style(presets::ASCII_MARKDOWN, &whole));
        }
        write_csv(&made, &out.join(format!("{}.csv", table.id)))?;
    }
    let left_out = missing.iter().map(|(name, reason)| format!("{name} is left out: {reason}"));
    let wrong = times.wrong.iter().map(|wrong| format!("FAILED: {wrong}"));
    for remark in left_out.chain(wrong).chain(times.refused.iter().cloned()) {
        say(&remark)?;
        let _ = writeln!(page, "- {remark}");
    }
    let file = out.join("tables.md");
    std::fs::write(&file, page).with_context(|| format!("cannot write {}", file.display()))?;
    times.write(&out.join("times.csv"))?;
    plan.plots.iter().try_for_each(|plot| lines(plan, plot, times).write(out, &plot.id))
}

/// The tables of one id, one after another, each with its title in front.
fn write_csv(tables: &[Cells], file: &Path) -> Result<()> {
    let cannot = || format!("cannot write {}", file.display());
    let mut writer = csv::WriterBuilder::new().flexible(true).from_path(file).with_context(cannot)?;
    for Cells { title, header, rows } in tables {
        if tables.len() > 1 {
            writer.write_record([title]).with_context(cannot)?;
        }
        writer.write_record(header).with_context(cannot)?;
        rows.iter().try_for_each(|row| writer.write_record(row)).with_context(cannot)?;
    }
    writer.flush().with_context(cannot)
}

fn lines(plan: &Plan, plot: &Plot, times: &Times) -> Lines {
    let mut lines = Vec::new();
    for (number, series) in plot.series.iter().filter_map(|id| plan.find(id)).enumerate() {
        for (nth, phase) in plot.phases.iter().enumerate() {
            let place = |point: runs::Point| match plot.x {
                Axis::Size => Some(point.size),
                Axis::Team => point.team_size(),
            };
            let timed = series.points().into_iter();
            let mut points: Vec<(f64, f64)> = timed
                .filter_map(|point| Some((place(point)? as f64, times.of(plan, series, point, phase)?)))
                .filter(|(_, seconds)| *seconds > 0.0)
                .collect();
            points.sort_by(|one, other| one.0.total_cmp(&other.0));
            let label = if plot.phases.len() == 1 {
                series.label.clone()
            } else {
                format!("{}, {phase}", series.label)
            };
            lines.push(Line { label, colour: number + 1, dashed: nth > 0, points });
        }
    }
    lines.retain(|line| !line.points.is_empty());
    let x = match plot.x {
        Axis::Size => "elements",
        Axis::Team => "threads in all",
    };
    Lines { title: plot.title.clone(), x: x.into(), y: "median".into(), lines }
}
