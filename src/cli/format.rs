//! The forms in which diagnostics are shown.

/// For whom diagnostics are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people: the source line, the place underlined, notes and ways out
    Human,
    /// For tools: one JSON object a line
    Json,
}
