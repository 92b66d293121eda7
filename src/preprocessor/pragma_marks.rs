//! The marks by which pragmas go through the preprocessor as text.

/// What stands before a pragma that is given as text, before the rest of one
/// whose head is a directive, and behind either.
pub const PRAGMA_BEGINS: &str = "__gpump_pragma_begins";
pub const PRAGMA_GOES_ON: &str = "__gpump_pragma_goes_on";
pub const PRAGMA_ENDS: &str = "__gpump_pragma_ends";
