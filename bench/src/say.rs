//! Printing to standard output, also where nobody reads any more (`scripts/gpu-bench | head`).

use std::io::{ErrorKind, Write};

/// Prints a text and a line's end.
///
/// # Errors
///
/// Standard output cannot be written to, and not because its reader has gone.
pub fn say(text: impl std::fmt::Display) -> std::io::Result<()> {
    match writeln!(std::io::stdout(), "{text}") {
        Err(cause) if cause.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}
