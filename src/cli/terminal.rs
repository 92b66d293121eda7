//! What the user sees on standard error.
//!
//! Colour is for terminals, and for those who want it: `--color`, `NO_COLOR`, `CLICOLOR_FORCE` and `CLICOLOR` say so.
//! A standard error that cannot be written to is nobody's to report.

use std::io::{IsTerminal, Write};
use std::sync::OnceLock;

use gpump::diagnostics::{Appearance, json_lines, render, render_message};
use gpump::{Diagnostic, Severity, Source, diff};

/// How messages look on this standard error.
fn appearance() -> Appearance {
    Appearance { color: colors_messages() }
}

/// Whether what is said on standard error is coloured.
pub fn colors_messages() -> bool {
    colors(std::io::stderr().is_terminal())
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set or CLICOLOR is 0; everywhere, if CLICOLOR_FORCE is set
    #[default]
    Auto,
    Always,
    Never,
}

/// What `--color` says.
static CHOICE: OnceLock<When> = OnceLock::new();

pub fn choose_colors(when: When) {
    // The command line is read once.
    let _ = CHOICE.set(when);
}

/// Whether what goes to a terminal, or to something else, is coloured.
pub fn colors(is_terminal: bool) -> bool {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    match CHOICE.get().copied().unwrap_or_default() {
        When::Always => true,
        When::Never => false,
        When::Auto if variable("NO_COLOR").is_some() => false,
        When::Auto if variable("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
        When::Auto => {
            is_terminal
                && variable("CLICOLOR").is_none_or(|value| value != "0")
                && variable("TERM").is_none_or(|terminal| terminal != "dumb")
        }
    }
}

/// How differences look on this standard output.
pub fn standard_output() -> diff::Appearance {
    let terminal = std::io::stdout().is_terminal();
    let color = colors(terminal);
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

/// Shows what another program has said of a source.
pub fn said(text: &str) {
    if !text.is_empty() {
        say(text);
    }
}

/// Hands on what another program has written to standard error.
pub fn as_it_came(text: &[u8]) {
    let _ = std::io::stderr().write_all(text);
}

/// Shows what is wrong with a source to a tool.
pub fn json(source: &Source, diagnostics: &[Diagnostic]) {
    let _ = std::io::stderr().write_all(json_lines(source, diagnostics).as_bytes());
}

fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
