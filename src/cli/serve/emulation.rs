//! A run in the emulator: `gpump run` builds the program in a folder of its own, and the program runs there, both with limits
//! ([`limited`](crate::toolchain::limited)). What happens is told line by line, in JSON. Who asked and has gone stops it.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::http;
use crate::cli::failure::signal_and_name;
use crate::toolchain::limited::{End, Excess, Limited, Limits};
use crate::toolchain::scratch::Scratch;

/// So many programs run at once.
const MOST_RUNS: usize = 4;

/// What a program may print, in bytes.
const LONGEST_OUTPUT: usize = 256 << 10;

/// How long its compilers may take, and what they may fill.
const BUILD_TIME: Duration = Duration::from_secs(120);
const BUILD_MEMORY: u64 = 4 << 30;

/// How long the programs have to end when the server does.
const PATIENCE: Duration = Duration::from_secs(3);

/// A program as the page has it.
#[derive(Deserialize)]
pub struct Program {
    pub file: String,
    pub source: String,
    /// Whether the emulator watches what it does.
    #[serde(default)]
    pub watch: bool,
}

pub struct Emulation {
    limits: Limits,
    running: AtomicUsize,
    is_ending: AtomicBool,
}

/// Leave to run a program.
pub struct Place<'a>(&'a Emulation);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Emulation {
    pub fn new(limits: Limits) -> Self {
        Emulation { limits, running: AtomicUsize::new(0), is_ending: AtomicBool::new(false) }
    }

    /// Has all programs end, and waits for it, so that their processes and folders are gone.
    pub fn end(&self) {
        self.is_ending.store(true, Ordering::SeqCst);
        let end = Instant::now() + PATIENCE;
        while self.running.load(Ordering::SeqCst) > 0 && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// A place for one more program, if there is one.
    pub fn place(&self) -> Option<Place<'_>> {
        let place = self.running.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |running| {
            (running < MOST_RUNS).then_some(running + 1)
        });
        place.ok().map(|_| Place(self))
    }
}

impl Place<'_> {
    /// Runs a program as long as its page and the server are there, and tells of it.
    ///
    /// # Errors
    ///
    /// The page has gone, or the system's.
    pub fn run(&self, stream: &mut TcpStream, program: &Program) -> io::Result<()> {
        http::begin(stream, 200, "application/x-ndjson", None)?;
        let page = Page { stream: stream.try_clone()?, has_gone: AtomicBool::new(false) };
        std::thread::scope(|scope| {
            scope.spawn(|| page.watch());
            let ended = self.steps(program, &page);
            let ended = ended.unwrap_or_else(|cause| Some(format!("It could not be run: {cause}.")));
            let told = ended.map_or(Ok(()), |ended| page.tell(&json!({ "ended": ended })));
            // The page is watched no longer.
            let _ = stream.shutdown(Shutdown::Both);
            told
        })
    }

    /// Builds and runs it; gives how it ended, if that is of interest to anybody.
    fn steps(&self, program: &Program, page: &Page) -> io::Result<Option<String>> {
        let limits = &self.0.limits;
        let scratch = Scratch::new()?;
        let [sources, made, work] = ["source", "made", "work"].map(|name| scratch.path().join(name));
        for folder in [&sources, &made, &work] {
            std::fs::create_dir(folder)?;
        }
        std::fs::write(sources.join(&program.file), &program.source)?;

        let mut build = Command::new(std::env::current_exe()?);
        build.args(["run", "--device", "emulator", "--build-only", "--keep"]).arg(&made);
        build
            .args(program.watch.then_some("--watch"))
            .arg("--iquote")
            .arg(std::env::current_dir()?)
            .arg(&program.file);
        build.current_dir(&sources).env("TMPDIR", &work);
        let build_limits = Limits { time: BUILD_TIME, memory: BUILD_MEMORY.max(limits.memory), ..*limits };
        match self.step(&mut build, scratch.path(), build_limits, page)? {
            Stopped::Itself(status) if status.success() => {}
            Stopped::Itself(_) => return Ok(Some("It could not be compiled.".to_owned())),
            Stopped::Because(why) => return Ok(Some(format!("Stopped while it was compiled: {why}."))),
            Stopped::Abandoned => return Ok(None),
        }
        page.tell(&json!({ "running": true }))?;

        let stem = Path::new(&program.file).file_stem().unwrap_or_default();
        // What a program prints is to be seen when it prints it, and if it is stopped.
        let mut run = match which::which("stdbuf") {
            Ok(stdbuf) => {
                let mut run = Command::new(stdbuf);
                run.arg("-oL").arg(made.join(stem));
                run
            }
            Err(_) => Command::new(made.join(stem)),
        };
        run.current_dir(&work).env("TMPDIR", &work);
        Ok(match self.step(&mut run, scratch.path(), *limits, page)? {
            Stopped::Itself(status) => Some(match (status.code(), status.signal()) {
                (None, Some(signal)) => format!("Ended by {}.", signal_and_name(signal)),
                (code, _) => format!("Ended with status {}.", code.unwrap_or(0)),
            }),
            Stopped::Because(why) => Some(format!("Stopped: {why}.")),
            Stopped::Abandoned => None,
        })
    }

    /// Runs a command to its end, and hands on what it prints.
    fn step(&self, command: &mut Command, folder: &Path, limits: Limits, page: &Page) -> io::Result<Stopped> {
        let (limited, output) = Limited::start(command, folder, limits)?;
        let is_flooded = AtomicBool::new(false);
        let end = std::thread::scope(|scope| {
            scope.spawn(|| page.hand_on(output, &is_flooded));
            let ends = [&self.0.is_ending, &page.has_gone, &is_flooded];
            limited.wait(|| !ends.iter().any(|end| end.load(Ordering::SeqCst)))
        })?;
        if is_flooded.load(Ordering::SeqCst) {
            return Ok(Stopped::Because(format!("it printed more than {} KiB", LONGEST_OUTPUT >> 10)));
        }
        Ok(match end {
            End::Itself(status) => Stopped::Itself(status),
            End::Abandoned => Stopped::Abandoned,
            End::Stopped(excess) => Stopped::Because(match excess {
                Excess::Time => format!("it took longer than {} seconds", limits.time.as_secs()),
                Excess::Memory => format!("it took more than {} MiB of memory", limits.memory >> 20),
                Excess::Disk => format!(
                    "it wrote a file of more than {0} MiB, or files of more than twice that",
                    limits.file >> 20
                ),
                Excess::Processes => format!("it started more than {} processes", limits.processes),
            }),
        })
    }
}

/// How a step ended: by itself; because of something; or since nobody waits for it.
enum Stopped {
    Itself(ExitStatus),
    Because(String),
    Abandoned,
}

/// The page that waits for the run.
struct Page {
    stream: TcpStream,
    has_gone: AtomicBool,
}

impl Page {
    /// Waits for the page to go: it has nothing more to say.
    fn watch(&self) {
        let mut stream = &self.stream;
        let _ = stream.set_read_timeout(None);
        let mut byte = [0];
        while matches!(stream.read(&mut byte), Ok(1)) {}
        self.has_gone.store(true, Ordering::SeqCst);
    }

    fn tell(&self, event: &Value) -> io::Result<()> {
        (&self.stream).write_all(format!("{event}\n").as_bytes())
    }

    /// Hands on what comes through a pipe, up to its end or to what is too much.
    fn hand_on(&self, mut output: impl Read, is_flooded: &AtomicBool) {
        let mut part = [0; 8 << 10];
        let (mut rest, mut count) = (Vec::new(), 0);
        while let Ok(length @ 1..) = output.read(&mut part) {
            let length = length.min(LONGEST_OUTPUT - count);
            count += length;
            rest.extend_from_slice(&part[..length]);
            let text = take_text(&mut rest);
            if self.tell(&json!({ "output": text })).is_err() {
                self.has_gone.store(true, Ordering::SeqCst);
            }
            if count == LONGEST_OUTPUT {
                is_flooded.store(true, Ordering::SeqCst);
                return;
            }
        }
        if !rest.is_empty() {
            let _ = self.tell(&json!({ "output": String::from_utf8_lossy(&rest) }));
        }
    }
}

/// Takes what is whole of some bytes of UTF-8: a character whose end has not come stays.
fn take_text(bytes: &mut Vec<u8>) -> String {
    let whole = match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => bytes.len(),
    };
    let rest = bytes.split_off(whole);
    String::from_utf8_lossy(&std::mem::replace(bytes, rest)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_in_two_parts_is_one() {
        let mut bytes = b"a\xc3".to_vec();
        assert_eq!(take_text(&mut bytes), "a");
        bytes.extend_from_slice(b"\xa9\xff!");
        assert_eq!(take_text(&mut bytes), "é\u{fffd}!");
        assert!(bytes.is_empty());
    }
}
