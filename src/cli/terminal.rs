//! What the user sees on standard error.
//!
//! Colour is for terminals, and for those who want it: `NO_COLOR` says no.
//! A standard error that cannot be written to is nobody's to report.

use std::io::{IsTerminal, Write};

use gpump::diagnostics::{Appearance, json_lines, render, render_message};
use gpump::{Diagnostic, Severity, Source, diff};

/// How messages look on this standard error.
fn appearance() -> Appearance {
    Appearance { color: wants_color() && std::io::stderr().is_terminal() }
}

/// Whether a terminal may be coloured.
pub fn wants_color() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && std::env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

/// When to use colours on standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum When {
    /// On a terminal, if NO_COLOR is not set
    Auto,
    Always,
    Never,
}

/// How differences look on this standard output.
pub fn standard_output(color: When) -> diff::Appearance {
    let terminal = std::io::stdout().is_terminal();
    let color = match color {
        When::Auto => terminal && wants_color(),
        When::Always => true,
        When::Never => false,
    };
    // Colours that do not go to a terminal go there through a pager.
    diff::Appearance { color, terminal: terminal || color }
}

/// Says that something failed which has no place in a source.
pub fn error(message: &str) {
    say(&render_message(Severity::Error, message, appearance()));
}

/// Says what the user should know, and that it goes on all the same.
pub fn warning(message: &str) {
    say(&render_message(Severity::Warning, message, appearance()));
}

/// Says how it went.
pub fn note(message: &str) {
    say(message);
}

/// Shows what is wrong with a source.
pub fn diagnostics(source: &Source, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        // An empty line between, as compilers have it.
        say(&(render(source, diagnostic, appearance()) + "\n"));
    }
}

/// Shows the same to a tool.
pub fn json(source: &Source, diagnostics: &[Diagnostic]) {
    let _ = std::io::stderr().write_all(json_lines(source, diagnostics).as_bytes());
}

fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
