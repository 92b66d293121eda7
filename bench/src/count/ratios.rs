//! How many times as much a version does as another.

use super::counts::Counts;
use super::runs::Row;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::runs::made_up::row;
    use crate::program::Measures;
    use crate::rows::Ratios;
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
        let of = |rows: &[Row], version| {
            let ratios = Ratios::of(rows, version, |row| ratio(rows, row, Version::Cuda, Counts::warp_work));
            ratios.worst().map(|worst| (ratios.mean().unwrap(), worst.ratio, worst.program.to_owned()))
        };
        let found = of(&rows, Version::Gpump).unwrap();
        // 4 over the sizes of copy, 1 of sum.
        assert!((found.0 - 2.0).abs() < 1e-12, "{found:?}");
        assert_eq!((found.1, &*found.2), (8.0, "copy"));
        rows[3].verdict = Verdict::Wrong;
        rows[5].measures = Measures::Launch;
        let found = of(&rows, Version::Gpump).unwrap();
        assert_eq!((found.1, &*found.2), (2.0, "copy"));
        assert!((found.0 - 2.0).abs() < 1e-12, "{found:?}");
        assert_eq!(of(&rows, Version::GpumpOther), None);
    }
}
