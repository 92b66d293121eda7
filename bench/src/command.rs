//! Commands as data, so that they can be shown as well as run, and their running with a time limit.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{Read, Seek};
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use wait_timeout::ChildExt;

#[derive(Clone, Debug)]
pub struct Command {
    program: OsString,
    arguments: Vec<OsString>,
    /// What is set, and what is unset.
    environment: Vec<(String, Option<OsString>)>,
}

/// How a command ended.
#[derive(Debug)]
pub enum Ending {
    Ended {
        output: String,
        errors: String,
        status: ExitStatus,
        seconds: f64,
    },
    /// It was stopped when its time was up.
    TooLong,
}

impl Command {
    pub fn new(program: impl Into<OsString>) -> Self {
        Command { program: program.into(), arguments: Vec::new(), environment: Vec::new() }
    }

    #[must_use]
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    #[must_use]
    pub fn args<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    #[must_use]
    pub fn env(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.environment.push((name.to_owned(), Some(value.into())));
        self
    }

    #[must_use]
    pub fn env_or_not(mut self, name: &str, value: Option<&str>) -> Self {
        self.environment.push((name.to_owned(), value.map(Into::into)));
        self
    }

    /// Runs it for at most so long. What it prints goes through files, so that it never waits for a reader.
    pub fn run(&self, limit: Duration) -> Result<Ending> {
        let mut output = tempfile::tempfile()?;
        let mut errors = tempfile::tempfile()?;
        let mut command = std::process::Command::new(&self.program);
        command.args(&self.arguments).stdin(Stdio::null());
        // All cores and all threads, whatever the caller is used to.
        command.env_remove("OMP_NUM_THREADS");
        for (name, value) in &self.environment {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.stdout(output.try_clone()?).stderr(errors.try_clone()?);
        let start = Instant::now();
        let mut child =
            command.spawn().with_context(|| format!("cannot start {}", self.program.to_string_lossy()))?;
        let Some(status) = child.wait_timeout(limit)? else {
            child.kill()?;
            child.wait()?;
            return Ok(Ending::TooLong);
        };
        let seconds = start.elapsed().as_secs_f64();
        let text = |file: &mut std::fs::File| -> Result<String> {
            let mut bytes = Vec::new();
            file.rewind()?;
            file.read_to_end(&mut bytes)?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        };
        Ok(Ending::Ended { output: text(&mut output)?, errors: text(&mut errors)?, status, seconds })
    }

    /// Runs it and takes what it prints; any other end than a good one is an error, with what it said.
    pub fn output(&self, limit: Duration) -> Result<String> {
        Ok(self.both(limit)?.0)
    }

    /// The same with what it printed to standard error.
    pub fn both(&self, limit: Duration) -> Result<(String, String)> {
        match self.run(limit)? {
            Ending::Ended { output, errors, status, .. } if status.success() => Ok((output, errors)),
            Ending::Ended { output, errors, status, .. } => {
                bail!("{status}\n{}", last_lines(&format!("{output}{errors}"), 30))
            }
            Ending::TooLong => bail!("it took longer than {} s", limit.as_secs()),
        }
    }
}

impl fmt::Display for Command {
    /// As it can be typed in a shell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.environment {
            if let Some(value) = value {
                write!(f, "{name}={} ", quoted(value))?;
            }
        }
        write!(f, "{}", quoted(&self.program))?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {}", quoted(argument)))
    }
}

fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    // Within a word that is no assignment `=` needs no quotes.
    if !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./:,=+@%".contains(c)) {
        return word.into_owned();
    }
    shlex::try_quote(&word).map_or_else(|_| word.to_string(), |quoted| quoted.into_owned())
}

pub fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(10);

    fn shell(text: &str) -> Command {
        Command::new("sh").args(["-c", text])
    }

    #[test]
    fn gives_what_was_printed() {
        let (output, errors) = shell("echo $A; echo two >&2").env("A", "one").both(LIMIT).unwrap();
        assert_eq!((&*output, &*errors), ("one\n", "two\n"));
    }

    #[test]
    fn says_how_it_failed() {
        let failure = shell("echo broken >&2; exit 3").output(LIMIT).unwrap_err().to_string();
        assert!(failure.contains("broken") && failure.contains('3'), "{failure}");
        assert!(Command::new("/nowhere/at-all").output(LIMIT).is_err());
    }

    #[test]
    fn is_stopped_when_its_time_is_up() {
        let start = Instant::now();
        assert!(matches!(shell("exec sleep 20").run(Duration::from_millis(50)).unwrap(), Ending::TooLong));
        assert!(start.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn is_shown_as_typed() {
        assert_eq!(Command::new("gcc").arg("a b.c").env("X", "1").to_string(), "X=1 gcc 'a b.c'");
    }
}
