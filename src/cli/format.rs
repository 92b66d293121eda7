//! The forms in which diagnostics are shown.

/// For whom diagnostics are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people: the source line, the place underlined, notes and ways out
    Human,
    /// For tools: one JSON object a line
    Json,
}

/// For whom `check` says what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ReportFormat {
    /// For people: the source line, the place underlined, notes and ways out
    Human,
    /// For tools: one JSON object a line
    Json,
    /// For code hosts and editors: SARIF 2.1.0, one log of all files
    Sarif,
}
