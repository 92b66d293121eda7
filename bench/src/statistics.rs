//! Medians, spreads and means of times.

/// What several measurements of one thing come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    pub median: f64,
    /// Half of what lies between the quartiles, as a part of the median.
    pub spread: f64,
    pub minimum: f64,
    pub count: usize,
}

impl Summary {
    pub fn of(samples: &[f64]) -> Option<Self> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let median = quantile(&sorted, 0.5)?;
        let between = quantile(&sorted, 0.75)? - quantile(&sorted, 0.25)?;
        let spread = if median > 0.0 { between / 2.0 / median } else { 0.0 };
        Some(Summary { median, spread, minimum: sorted[0], count: sorted.len() })
    }
}

/// By linear interpolation between the two that are nearest.
fn quantile(sorted: &[f64], part: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let position = part * last as f64;
    let below = sorted[position.floor() as usize];
    let above = sorted[position.ceil() as usize];
    Some(below + (above - below) * position.fract())
}

pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.into_iter().fold((0.0, 0), |(sum, count), value| (sum + value.ln(), count + 1));
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_middle() {
        let summary = Summary::of(&[4.0, 1.0, 3.0, 2.0, 100.0]).unwrap();
        assert_eq!(summary.median, 3.0);
        assert_eq!(summary.minimum, 1.0);
        assert_eq!(summary.count, 5);
        // The quartiles are 2 and 4.
        assert!((summary.spread - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(Summary::of(&[1.0, 2.0]).unwrap().median, 1.5);
        assert_eq!(Summary::of(&[]), None);
    }

    #[test]
    fn means_of_ratios_are_geometric() {
        assert!((geometric_mean([0.5, 2.0]).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(geometric_mean([]), None);
    }
}
