//! What a build leaves to the C compiler.

/// Whether gpump has said that a compiler refused a region (W0402), or that it cannot translate a file (W0403): what ran then shows
/// nothing of its translation.
pub fn is_left_to_compiler(said: &str) -> bool {
    ["W0402", "W0403"].iter().any(|code| said.contains(code))
}
