//! Numbers as people read them: three digits and a unit.

/// A time, as `12.3 µs`.
pub fn time(seconds: f64) -> String {
    scaled(seconds, &[(1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")])
}

/// A number of things, as `12.3 k`; up to four digits as it is.
pub fn count(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        _ => scaled(number as f64, &[(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")]),
    }
}

/// A rate, as `3.21 TB/s`.
pub fn rate(per_second: f64, unit: &str) -> String {
    let scaled = scaled(per_second, &[(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")]);
    format!("{scaled}{unit}/s")
}

/// A ratio, as `1.05×`.
pub fn ratio(ratio: f64) -> String {
    match ratio {
        0.1.. => format!("{}×", digits(ratio)),
        _ => format!("{ratio:.1e}×"),
    }
}

fn scaled(value: f64, units: &[(f64, &str)]) -> String {
    let fits = units.iter().find(|(unit, _)| value.abs() >= *unit * 0.9995);
    let (unit, name) = fits.or(units.last()).copied().unwrap_or((1.0, ""));
    format!("{} {name}", digits(value / unit))
}

fn digits(value: f64) -> String {
    match value.abs() {
        99.95.. => format!("{value:.0}"),
        9.995.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// A size, as `2^20` or `1.5e6` where it is round, else as it is.
pub fn size(size: u64) -> String {
    match size {
        1024.. if size.is_power_of_two() => format!("2^{}", size.trailing_zeros()),
        10_000.. if size.is_multiple_of(1000) => {
            let exponent = size.ilog10();
            format!("{}e{exponent}", size as f64 / 10_f64.powi(exponent as i32))
        }
        _ => size.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_are_shown() {
        assert_eq!(time(12.3456e-6), "12.3 µs");
        assert_eq!(time(0.9999), "1.00 s");
        assert_eq!(time(0.0312), "31.2 ms");
        assert_eq!(time(250.0), "250 s");
        assert_eq!(time(0.0), "0.00 ns");
        assert_eq!(rate(3.2109e12, "B"), "3.21 TB/s");
        assert_eq!(ratio(1.046), "1.05×");
        assert_eq!(ratio(0.0034), "3.4e-3×");
    }

    #[test]
    fn small_counts_are_whole() {
        assert_eq!(count(0), "0");
        assert_eq!(count(9999), "9999");
        assert_eq!(count(10_000), "10.0 k");
        assert_eq!(count(999_950), "1.00 M");
        assert_eq!(count(12_345_678_901), "12.3 G");
    }

    #[test]
    fn round_sizes_are_short() {
        assert_eq!(size(1 << 20), "2^20");
        assert_eq!(size(512), "512");
        assert_eq!(size(1_000_000), "1e6");
        assert_eq!(size(1_500_000), "1.5e6");
        assert_eq!(size(12_345_678), "12345678");
    }
}
