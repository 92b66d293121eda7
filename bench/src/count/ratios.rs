//! How many times as much a version does as another.

use super::counts::Counts;
use super::runs::Row;
use crate::program::Measures;
use crate::statistics::geometric_mean;
use crate::version::Version;

/// Something that is counted.
pub type Count = fn(&Counts) -> u64;

/// What ratios are given of, and what it is called.
pub const COMPARED: [(&str, Count); 3] = [
    ("warp instr.", Counts::warp_work),
    ("thread instr.", Counts::thread_work),
    ("sectors", Counts::sectors),
];

/// A version's count to that of `against`, at the same size; none if there is nothing on either side.
pub fn ratio(rows: &[Row], row: &Row, against: Version, count: Count) -> Option<f64> {
    let is_other =
        |other: &&Row| (&*other.program, other.size, other.version) == (&*row.program, row.size, against);
    let other = count(&rows.iter().find(is_other)?.counts()?);
    let own = count(&row.counts()?);
    (own > 0 && other > 0).then(|| own as f64 / other as f64)
}

/// The mean of a version's ratios, and the largest and where that is. Each program counts alike, however many sizes
/// it has; those that measure no work do not count.
pub fn mean(rows: &[Row], version: Version, against: Version, count: Count) -> Option<(f64, f64, &str)> {
    let mut means = Vec::new();
    let mut worst: Option<(f64, &str)> = None;
    for rows_of in rows.chunk_by(|one, other| one.program == other.program) {
        let found = rows_of.iter().filter(|row| row.version == version && row.measures == Measures::Work);
        let ratios: Vec<f64> = found.filter_map(|row| ratio(rows, row, against, count)).collect();
        for &ratio in &ratios {
            if worst.is_none_or(|(most, _)| ratio > most) {
                worst = Some((ratio, &rows_of[0].program));
            }
        }
        means.extend(geometric_mean(ratios));
    }
    let (most, place) = worst?;
    Some((geometric_mean(means)?, most, place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::runs::made_up::row;
    use crate::samples::Verdict;

    fn counts(warp_instructions: u64, waiting_instructions: u64) -> Counts {
        Counts { warp_instructions, waiting_instructions, ..Counts::default() }
    }

    fn rows() -> Vec<Row> {
        vec![
            row("copy", 10, Version::Cuda, counts(100, 0)),
            row("copy", 10, Version::Gpump, counts(200, 0)),
            row("copy", 20, Version::Cuda, counts(100, 0)),
            row("copy", 20, Version::Gpump, counts(800, 0)),
            row("sum", 10, Version::Cuda, counts(100, 0)),
            // It works as much, and waits.
            row("sum", 10, Version::Gpump, counts(500, 400)),
        ]
    }

    #[test]
    fn waiting_is_in_no_ratio() {
        let rows = rows();
        let of = |row: &Row| ratio(&rows, row, Version::Cuda, Counts::warp_work);
        assert_eq!([of(&rows[1]), of(&rows[3]), of(&rows[5])], [Some(2.0), Some(8.0), Some(1.0)]);
        assert_eq!(ratio(&rows, &rows[1], Version::Cuda, Counts::sectors), None);
        assert_eq!(ratio(&rows, &rows[1], Version::CudaOther, Counts::warp_work), None);
    }

    #[test]
    fn programs_count_alike() {
        let mut rows = rows();
        let found = mean(&rows, Version::Gpump, Version::Cuda, Counts::warp_work).unwrap();
        // 4 over the sizes of copy, 1 of sum.
        assert!((found.0 - 2.0).abs() < 1e-12, "{found:?}");
        assert_eq!((found.1, found.2), (8.0, "copy"));
        rows[3].verdict = Verdict::Wrong;
        rows[5].measures = Measures::Launch;
        let found = mean(&rows, Version::Gpump, Version::Cuda, Counts::warp_work).unwrap();
        assert_eq!((found.1, found.2), (2.0, "copy"));
        assert!((found.0 - 2.0).abs() < 1e-12, "{found:?}");
        assert_eq!(mean(&rows, Version::GpumpOther, Version::Cuda, Counts::warp_work), None);
    }
}
