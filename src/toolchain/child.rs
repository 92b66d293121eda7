//! Processes that gpump starts and waits for.
//!
//! Ctrl-C on a terminal reaches gpump and its child alike. The child decides
//! what to do about it; gpump waits for its end, so that it can take its
//! temporary files away and end as the child ended. A signal that reaches
//! gpump alone, as from `kill` or `timeout`, is handed on.

use std::io;
use std::process::{Command, ExitStatus};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

/// The children that run now.
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Whether a signal has come that is meant to end gpump.
static ENDING: AtomicBool = AtomicBool::new(false);

/// From here on signals go to the children.
pub fn forward_signals() -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGQUIT, SIGTERM, SIGHUP])?;
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        for number in signals.forever() {
            ENDING.store(true, Ordering::SeqCst);
            let signal = match number {
                SIGTERM => Signal::TERM,
                SIGHUP => Signal::HUP,
                // The terminal has sent these to the child as well.
                _ => continue,
            };
            for &child in &*RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner) {
                let _ = kill_process(child, signal);
            }
        }
    })?;
    Ok(())
}

/// Whether a signal asked gpump to end.
pub fn ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// Runs a command to its end; its standard streams are those it was given.
pub fn run(command: &mut Command) -> io::Result<ExitStatus> {
    let mut running = RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut child = command.spawn()?;
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    running.extend(pid);
    drop(running);
    let status = child.wait();
    RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner).retain(|&other| Some(other) != pid);
    status
}
