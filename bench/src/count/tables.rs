//! The table of what was counted, its means, and its rows as CSV.

use comfy_table::{Table, TableStyle, presets};

use super::counts::Counts;
use super::ratios::{COMPARED, Count, ratio};
use super::runs::Row;
use crate::rows::{Ratios, remarks};
use crate::samples::Verdict;
use crate::table::{self, add_section, plain, with_header};
use crate::units;
use crate::version::Version;

/// A column: its name, what it counts, and whether ratios of it are shown behind it.
const COLUMNS: [(&str, Count, Option<Count>); 13] = [
    ("launches", |counts| counts.launches, None),
    ("warps", |counts| counts.warps, None),
    ("warp instr.", Counts::warp_work, Some(Counts::warp_work)),
    ("thread instr.", Counts::thread_work, Some(Counts::thread_work)),
    ("loaded", Counts::loaded, None),
    ("stored", |counts| counts.global_store_sectors, Some(Counts::sectors)),
    ("shared", Counts::shared, None),
    ("conflicts", |counts| counts.shared_conflicts, None),
    ("local", Counts::local, None),
    ("atomics", Counts::atomic_work, None),
    ("barriers", |counts| counts.barriers, None),
    ("diverging", |counts| counts.divergent_branches, None),
    ("waiting", |counts| counts.waiting_instructions, None),
];

const LEGEND: &str = "\
warp instr., thread instr.: PTX instructions of warps and of their threads, without those of waiting.
loaded, stored: sectors of 32 bytes of global memory; the ratio is of both.
shared, local: accesses of warps; conflicts: how many passes more banks of shared memory make of them.
diverging: branches at which threads of a warp went different ways.
waiting: warp instructions of looking whether others have come.";

/// The whole, to be read in a terminal.
pub fn text(rows: &[Row], against: Version) -> String {
    sections(rows, against, plain(), false)
}

/// The same, to be read as a page.
pub fn markdown(rows: &[Row], against: Version) -> String {
    sections(rows, against, presets::ASCII_MARKDOWN, true)
}

fn sections(rows: &[Row], against: Version, style: TableStyle, is_page: bool) -> String {
    let mut text = String::new();
    let mut section = |title: &str, body: String| add_section(&mut text, is_page, title, &body);
    section("Counts", format!("{}\n\n{LEGEND}", counts(rows, against, style).trim_fmt()));
    let unusual = remarks(rows, is_page);
    if !unusual.is_empty() {
        section("What is not counted, and why", unusual.join("\n"));
    }
    let waiting = waiting(rows);
    if !waiting.is_empty() {
        let told = "how long depends on whose turn it is, so it is in no ratio";
        section(
            "Where threads waited for other blocks, or at a lock",
            format!("{}: {told}", waiting.join(", ")),
        );
    }
    section(&format!("Ratios to {against}"), means(rows, against, style).trim_fmt());
    text
}

/// Those that run on the device; the host's is there to verify them.
fn shown(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.version != Version::Gcc && row.verdict != Verdict::LeftOut)
}

fn counts(rows: &[Row], against: Version, style: TableStyle) -> Table {
    let mut header = vec!["program", "size", "version"];
    for (name, _, compared) in COLUMNS {
        header.push(name);
        header.extend(compared.map(|_| "×"));
    }
    header.push("result");
    let mut table = with_header(style, &header, 3);
    let mut before: Option<&Row> = None;
    for row in shown(rows) {
        let mut cells = row.place(before).to_vec();
        let counts = row.counts();
        for (_, count, compared) in COLUMNS {
            let number = counts.as_ref().map(count).filter(|number| *number > 0);
            cells.push(number.map_or(String::new(), units::count));
            cells.extend(compared.map(|count| {
                let ratio = ratio(rows, row, against, count).filter(|_| row.version != against);
                ratio.map_or(String::new(), units::ratio)
            }));
        }
        cells.push(row.result().to_owned());
        table.add_row(cells);
        before = Some(row);
    }
    table
}

/// The versions of programs in which threads waited.
fn waiting(rows: &[Row]) -> Vec<String> {
    let waits = |row: &&Row| row.counts().is_some_and(|counts| counts.waiting_instructions > 0);
    let mut found: Vec<String> =
        rows.iter().filter(waits).map(|row| format!("{} {}", row.program, row.label)).collect();
    found.dedup();
    found
}

fn means(rows: &[Row], against: Version, style: TableStyle) -> Table {
    let names = COMPARED.map(|(name, _)| name);
    let ratios = |version: Version, of: usize| {
        Ratios::of(rows, version, |row| ratio(rows, row, against, COMPARED[of].1))
    };
    table::means_of(style, &names, against, ratios, |worst| worst.program.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::runs::made_up::row;

    fn rows() -> Vec<Row> {
        let by_hand =
            Counts { launches: 2, warp_instructions: 20_000, global_load_sectors: 60, ..Counts::default() };
        let own = Counts {
            warp_instructions: 26_000,
            waiting_instructions: 2000,
            global_store_sectors: 30,
            shared_loads: 17,
            ..by_hand
        };
        let left_out = |version, reason: &str| Row {
            verdict: Verdict::LeftOut,
            detail: reason.into(),
            ..row("sum", 3000, version, Counts::default())
        };
        vec![
            row("sum", 3000, Version::Cuda, by_hand),
            row("sum", 3000, Version::Gpump, own),
            Row { verdict: Verdict::Wrong, ..row("sum", 3000, Version::GpumpThesis, own) },
            left_out(Version::Gcc, "gcc is not here"),
        ]
    }

    #[test]
    fn tells_all_of_it() {
        let text = text(&rows(), Version::Cuda);
        let line =
            |word: &str| text.lines().find(|line| line.contains(word)).unwrap_or_else(|| panic!("{text}"));
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(line("sum ")), ["sum", "3000", "cuda", "2", "20.0", "k", "60", "right"]);
        let own = words(line("1.20×"));
        assert_eq!(own, ["gpump", "2", "24.0", "k", "1.20×", "60", "30", "1.50×", "17", "2000", "right"]);
        assert_eq!(words(line("WRONG")), ["gpump-thesis", "WRONG"]);
        for part in [
            "sum 3000 gpump-thesis: wrong: 42 0.5",
            "gcc is left out: gcc is not here",
            "sum gpump: how long",
            "1.200 sum",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }

    #[test]
    fn where_nobody_waits_nothing_is_said_of_it() {
        let rows = [row("sum", 3000, Version::Cuda, Counts { warp_instructions: 7, ..Counts::default() })];
        let text = text(&rows, Version::Cuda);
        assert!(!text.contains("at a lock") && !text.contains("What is not counted"), "{text}");
    }
}
