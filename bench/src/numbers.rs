//! Whether versions print the same: words alike, and numbers within a tolerance.

/// Whether two outputs are the same, word by word.
pub fn agree(one: &str, other: &str, tolerance: f64) -> bool {
    let mut others = other.split_whitespace();
    one.split_whitespace().all(|word| others.next().is_some_and(|other| same(word, other, tolerance)))
        && others.next().is_none()
}

fn same(one: &str, other: &str, tolerance: f64) -> bool {
    if one == other {
        return true;
    }
    let (Ok(one), Ok(other)) = (one.parse::<f64>(), other.parse::<f64>()) else { return false };
    // Beside what is not a number, and beside infinity, nothing is near.
    one.is_finite() && other.is_finite() && (one - other).abs() <= tolerance * one.abs().max(other.abs())
}

/// For each output, whether it is right: what most have printed is, and among equals what the first of them has.
/// An output with no number in it verifies nothing.
pub fn right(outputs: &[&str], tolerance: f64) -> Vec<bool> {
    let says_something =
        |text: &str| text.split_whitespace().any(|word| word.parse::<f64>().is_ok_and(f64::is_finite));
    let friends = |text: &str| outputs.iter().filter(|other| agree(text, other, tolerance)).count();
    let mut trusted: Option<(&str, usize)> = None;
    for text in outputs.iter().filter(|text| says_something(text)) {
        let count = friends(text);
        if trusted.is_none_or(|(_, most)| count > most) {
            trusted = Some((text, count));
        }
    }
    outputs.iter().map(|text| trusted.is_some_and(|(right, _)| agree(right, text, tolerance))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_numbers_by_their_values() {
        assert!(agree("sum 1.0000001\n", "sum 1.0", 1e-6));
        assert!(!agree("sum 1.00001\n", "sum 1.0", 1e-6));
        assert!(!agree("sum 1.0", "total 1.0", 1e-6));
        assert!(!agree("1.0 2.0", "1.0", 1e-6));
        assert!(!agree("1.0", "1.0 2.0", 1e-6));
        assert!(agree("0", "0.0", 0.0));
        assert!(!agree("nan", "1.0", 1e-6));
        assert!(!agree("inf", "1.0", 1e-6));
    }

    #[test]
    fn the_majority_is_right() {
        assert_eq!(right(&["1", "2", "2.0"], 1e-6), [false, true, true]);
        assert_eq!(right(&["1", "2"], 1e-6), [true, false]);
        assert_eq!(right(&["5"], 1e-6), [true]);
    }

    #[test]
    fn what_has_no_number_is_not_right() {
        assert_eq!(right(&["", ""], 1e-6), [false, false]);
        assert_eq!(right(&["", "", "nan", "3"], 1e-6), [false, false, false, true]);
    }
}
