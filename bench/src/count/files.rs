//! The files that what was counted goes to.

use std::path::Path;

use anyhow::{Context, Result};

use super::counts::Counts;
use super::ratios::{COMPARED, ratio};
use super::runs::Row;
use super::tables;
use crate::version::Version;

const PAGE: &str = "counts.md";
/// A line for each version of a program, and one for each of its kernels.
const ROWS: &str = "counts.csv";
const KERNELS: &str = "counts-kernels.csv";

const HEAD: &str = "# What kernels of programs did in the simulator, by version";

pub fn write(rows: &[Row], against: Version, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let page = folder.join(PAGE);
    std::fs::write(&page, format!("{HEAD}\n\n{}", tables::markdown(rows, against)))
        .with_context(|| format!("cannot write {}", page.display()))?;
    let place = |row: &Row| [row.program.clone(), row.size.to_string(), row.label.clone()];
    let numbers = |counts: Counts| counts.values().into_iter().map(|number| number.to_string());
    let of_version = |row: &Row| {
        let mut line = place(row).to_vec();
        line.push(row.verdict.to_string());
        match row.counts() {
            Some(counts) => line.extend(numbers(counts)),
            None => line.extend(Counts::NAMES.iter().map(|_| String::new())),
        }
        let ratios = COMPARED.map(|(_, count)| ratio(rows, row, against, count));
        line.extend(ratios.map(|ratio| ratio.map_or(String::new(), |ratio| ratio.to_string())));
        line.push(row.detail.clone());
        line
    };
    let of_kernels = |row: &Row| {
        let place = place(row);
        let lines = row.found.iter().map(move |kernel| {
            place.iter().cloned().chain([kernel.name.clone()]).chain(numbers(kernel.counts)).collect()
        });
        lines.collect::<Vec<Vec<String>>>()
    };
    let head = ["program", "size", "version", "verdict"];
    let ratios = ["warp_instructions_ratio", "thread_instructions_ratio", "sectors_ratio", "detail"];
    write_lines(&folder.join(ROWS), &[&head, Counts::NAMES, &ratios].concat(), rows.iter().map(of_version))?;
    let head = ["program", "size", "version", "kernel"];
    write_lines(&folder.join(KERNELS), &[&head, Counts::NAMES].concat(), rows.iter().flat_map(of_kernels))
}

fn write_lines(file: &Path, head: &[&str], lines: impl Iterator<Item = Vec<String>>) -> Result<()> {
    let write = || -> csv::Result<()> {
        let mut writer = csv::Writer::from_path(file)?;
        writer.write_record(head)?;
        for line in lines {
            writer.write_record(line)?;
        }
        Ok(writer.flush()?)
    };
    write().with_context(|| format!("cannot write {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::runs::made_up::row;
    use crate::samples::Verdict;

    #[test]
    fn have_all_digits() {
        let by_hand = Counts { warp_instructions: 1_234_567, ..Counts::default() };
        let own = Counts { warp_instructions: 2_469_234, waiting_instructions: 100, ..by_hand };
        let rows = [
            row("sum", 3000, Version::Cuda, by_hand),
            row("sum", 3000, Version::Gpump, own),
            Row {
                verdict: Verdict::Failed,
                detail: "it ended, badly".into(),
                found: Vec::new(),
                ..row("sum", 3000, Version::GpumpThesis, own)
            },
        ];
        let folder = tempfile::tempdir().unwrap();
        write(&rows, Version::Cuda, folder.path()).unwrap();
        // By the names of their columns.
        let read = |name: &str| {
            let mut reader = csv::Reader::from_path(folder.path().join(name)).unwrap();
            reader
                .deserialize()
                .map(Result::unwrap)
                .collect::<Vec<std::collections::BTreeMap<String, String>>>()
        };
        let lines = read(ROWS);
        assert_eq!(lines.len(), 3);
        let gpump = &lines[1];
        assert_eq!((&*gpump["version"], &*gpump["verdict"]), ("gpump", "right"));
        assert_eq!((&*gpump["warp_instructions"], &*gpump["waiting_instructions"]), ("2469234", "100"));
        // What waits is in the count, and not in the ratio.
        let ratio: f64 = gpump["warp_instructions_ratio"].parse().unwrap();
        assert!((ratio - 2_469_134.0 / 1_234_567.0).abs() < 1e-12);
        assert_eq!((&*lines[2]["warp_instructions"], &*lines[2]["detail"]), ("", "it ended, badly"));
        let kernels = read(KERNELS);
        assert_eq!((kernels.len(), &*kernels[1]["kernel"]), (2, "k"));
        assert_eq!(&*kernels[1]["warp_instructions"], "2469234");
        assert!(std::fs::read_to_string(folder.path().join(PAGE)).unwrap().contains("## Ratios to cuda"));
    }
}
