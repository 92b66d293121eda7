//! The table of a comparison, its means, and its rows as CSV.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use comfy_table::{CellAlignment, LineStyle, Table, TableStyle, presets};
use serde::Serialize;

use crate::aims::Aim;
use crate::comparison::{Comparison, Row, Time};
use crate::rows::{Ratio, Ratios, remarks};
use crate::samples::{Verdict, write_rows};
use crate::units;
use crate::version::Version;

/// Lines above, below and under the header alone.
pub fn plain() -> TableStyle {
    let line = LineStyle::none().fill('─').junction('─');
    TableStyle::new().top_border(line).header_separator(line).bottom_border(line)
}

/// A table whose first columns are text and whose others are numbers.
pub fn with_header(style: TableStyle, header: &[&str], texts: usize) -> Table {
    let mut table = Table::new();
    table.load_style(style).set_header(header);
    for column in table.column_iter_mut().skip(texts) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

const HEADER: [&str; 12] =
    ["program", "size", "version", "kernel", "×", "again", "×", "cold", "×", "±", "B/s", "result"];

/// The whole, to be read in a terminal.
pub fn text(comparison: &Comparison, aims: &[Aim]) -> String {
    sections(comparison, aims, plain(), false)
}

/// The same, to be read as a page.
pub fn markdown(comparison: &Comparison, aims: &[Aim]) -> String {
    sections(comparison, aims, presets::ASCII_MARKDOWN, true)
}

/// Adds a section with a title to a text, or to a page.
pub fn add_section(text: &mut String, is_page: bool, title: &str, body: &str) {
    let mark = if is_page { "## " } else { "" };
    let _ = writeln!(text, "{mark}{title}\n\n{body}\n");
}

fn sections(comparison: &Comparison, aims: &[Aim], style: TableStyle, is_page: bool) -> String {
    let mut text = String::new();
    let mut section = |title: &str, body: String| add_section(&mut text, is_page, title, &body);
    section("Times", times(comparison, style).trim_fmt());
    let unusual = remarks(&comparison.rows, is_page);
    if !unusual.is_empty() {
        section("What has no times, and why", unusual.join("\n"));
    }
    section(&format!("Ratios to {}", comparison.against), means(comparison, style).trim_fmt());
    let judged =
        if aims.is_empty() { "They are of a GPU.".into() } else { aims_table(aims, style).trim_fmt() };
    section("Aims", judged);
    text
}

fn times(comparison: &Comparison, style: TableStyle) -> Table {
    let mut table = with_header(style, &HEADER, 3);
    let mut before: Option<&Row> = None;
    for row in comparison.rows.iter().filter(|row| row.verdict != Verdict::LeftOut) {
        let [kernel, again, cold] = [row.kernel(), row.again(), row.cold()];
        let median = |time: Option<Time>| time.map_or(String::new(), |time| units::time(time.summary.median));
        let ratio = |time: Option<Time>| {
            let is_other = row.version != comparison.against;
            time.and_then(|time| time.ratio).filter(|_| is_other).map_or(String::new(), units::ratio)
        };
        let spread = kernel.or(again).or(cold);
        let [program, size, version] = row.place(before);
        table.add_row([
            program,
            size,
            version,
            median(kernel),
            ratio(kernel),
            median(again),
            ratio(again),
            median(cold),
            ratio(cold),
            spread.map_or(String::new(), |time| format!("{:.1} %", time.summary.spread * 100.0)),
            row.found.bytes_per_second.map_or(String::new(), |rate| units::rate(rate, "B")),
            row.result().to_owned(),
        ]);
        before = Some(row);
    }
    table
}

fn means(comparison: &Comparison, style: TableStyle) -> Table {
    let times: [fn(&Row) -> Option<Time>; 3] = [Row::kernel, Row::again, Row::cold];
    let ratios = |version, of: usize| comparison.ratios(version, times[of]);
    means_of(style, &["kernel", "again", "cold"], comparison.against, ratios, |worst| worst.place())
}

/// The mean of each version's ratios, and the worst of them and where that is.
pub fn means_of<'r>(
    style: TableStyle,
    names: &[&str],
    against: Version,
    ratios: impl Fn(Version, usize) -> Ratios<'r>,
    place: impl Fn(&Ratio) -> String,
) -> Table {
    let mut header = vec!["version".to_owned()];
    header.extend(names.iter().flat_map(|name| [format!("{name}, mean"), "worst".to_owned()]));
    let mut table = with_header(style, &header.iter().map(String::as_str).collect::<Vec<_>>(), 1);
    for version in Version::all().into_iter().filter(|version| *version != against) {
        let found = (0..names.len()).map(|of| {
            let ratios = ratios(version, of);
            let worst = ratios.worst()?;
            Some([format!("{:.3}", ratios.mean()?), format!("{:.3} {}", worst.ratio, place(worst))])
        });
        let found: Vec<Option<[String; 2]>> = found.collect();
        if found.iter().any(Option::is_some) {
            let cells = found.into_iter().flat_map(Option::unwrap_or_default);
            table.add_row(std::iter::once(version.to_string()).chain(cells));
        }
    }
    table
}

fn aims_table(aims: &[Aim], style: TableStyle) -> Table {
    let mut table = with_header(style, &["aim", "", "found"], 3);
    for aim in aims {
        table.add_row([aim.what.clone(), aim.judgement.to_string(), aim.detail.clone()]);
    }
    table
}

/// A row of `table.csv`.
#[derive(Serialize)]
struct Record<'r> {
    program: &'r str,
    size: u64,
    version: &'r str,
    verdict: Verdict,
    kernel_seconds: Option<f64>,
    kernel_spread: Option<f64>,
    kernel_ratio: Option<f64>,
    again_seconds: Option<f64>,
    again_spread: Option<f64>,
    again_ratio: Option<f64>,
    cold_seconds: Option<f64>,
    cold_spread: Option<f64>,
    cold_ratio: Option<f64>,
    sweeps_seconds: Option<f64>,
    sweeps_ratio: Option<f64>,
    bytes_per_second: Option<f64>,
    flops: Option<f64>,
    detail: &'r str,
}

/// Writes `table.md` and `table.csv`.
pub fn write(comparison: &Comparison, aims: &[Aim], head: &str, folder: &Path) -> Result<()> {
    let page = folder.join("table.md");
    std::fs::write(&page, format!("{head}\n{}", markdown(comparison, aims)))
        .with_context(|| format!("cannot write {}", page.display()))?;
    let records: Vec<Record> = comparison.rows.iter().map(record).collect();
    write_rows(&folder.join("table.csv"), &records)
}

fn record(row: &Row) -> Record<'_> {
    let median = |time: Option<Time>| time.map(|time| time.summary.median);
    let spread = |time: Option<Time>| time.map(|time| time.summary.spread);
    let ratio = |time: Option<Time>| time.and_then(|time| time.ratio);
    let [kernel, again, cold, sweeps] = [row.kernel(), row.again(), row.cold(), row.sweeps()];
    Record {
        program: &row.program,
        size: row.size,
        version: &row.label,
        verdict: row.verdict,
        kernel_seconds: median(kernel),
        kernel_spread: spread(kernel),
        kernel_ratio: ratio(kernel),
        again_seconds: median(again),
        again_spread: spread(again),
        again_ratio: ratio(again),
        cold_seconds: median(cold),
        cold_spread: spread(cold),
        cold_ratio: ratio(cold),
        sweeps_seconds: median(sweeps),
        sweeps_ratio: ratio(sweeps),
        bytes_per_second: row.found.bytes_per_second,
        flops: row.found.flops,
        detail: &row.detail,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aims::judge;
    use crate::comparison::{AGAIN, COLD, made_up};
    use crate::program::Measures;
    use crate::samples::{Clock, Outcome, Results};

    fn comparison() -> Comparison {
        let mut results = Results::default();
        let times = |seconds: f64| {
            [(AGAIN, Clock::Kernel, seconds), (AGAIN, Clock::Wall, seconds + 1e-5), (COLD, Clock::Wall, 1e-2)]
        };
        made_up::add(&mut results, "vector_add", 1 << 20, Version::Cuda, &times(1e-4));
        made_up::add(&mut results, "vector_add", 1 << 20, Version::Gpump, &times(1.3e-4));
        let fault = |version, verdict, detail: &str| Outcome {
            program: "vector_add".into(),
            size: 1 << 20,
            version,
            verdict,
            detail: detail.into(),
        };
        results.outcomes.push(fault(Version::Gcc, Verdict::Wrong, "17"));
        results.outcomes.push(fault(Version::ClangTarget, Verdict::LeftOut, "clang does not offload"));
        Comparison::new(&results, &[made_up::program("vector_add", Measures::Work)], Version::Cuda)
    }

    #[test]
    fn tells_all_of_it() {
        let comparison = comparison();
        let text = text(&comparison, &judge(&comparison));
        for part in [
            "vector_add",
            "2^20",
            "130 µs",
            "1.30×",
            "WRONG",
            "vector_add 2^20 gcc: wrong: 17",
            "clang-target is left out: clang does not offload",
            "1.300 vector_add 1048576",
            "missed by 23.8 %",
            "missed by 8.3 %",
            "not measured",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }

    #[test]
    fn writes_numbers_for_programs() {
        let folder = tempfile::tempdir().unwrap();
        let comparison = comparison();
        write(&comparison, &judge(&comparison), "# Head\n", folder.path()).unwrap();
        let csv = std::fs::read_to_string(folder.path().join("table.csv")).unwrap();
        let row = csv.lines().find(|line| line.contains(",gpump,")).unwrap();
        assert!(row.starts_with("vector_add,1048576,gpump,right,0.00013,0.0,1.29999"), "{row}");
        let page = std::fs::read_to_string(folder.path().join("table.md")).unwrap();
        assert!(page.starts_with("# Head\n") && page.contains("| vector_add |"), "{page}");
    }
}
