//! Processes that gpump starts and waits for.
//!
//! Ctrl-C on a terminal reaches gpump and its child alike. The child decides
//! what to do about it; gpump waits for its end, so that it can take its
//! temporary files away and end as the child ended. A signal that reaches
//! gpump alone, as from `kill` or `timeout`, is handed on.

use std::io;
use std::process::{Command, ExitStatus};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, Ordering};

use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::SignalsInfo;
use signal_hook::iterator::exfiltrator::WithOrigin;

/// The children that run now.
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// The last signal that is meant to end gpump, 0 if none has come.
static ENDING: AtomicI32 = AtomicI32::new(0);

/// From here on signals go to the children.
pub fn forward_signals() -> io::Result<()> {
    let mut signals = SignalsInfo::<WithOrigin>::new([SIGINT, SIGQUIT, SIGTERM, SIGHUP])?;
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        for origin in &mut signals {
            ENDING.store(origin.signal, Ordering::SeqCst);
            let Some(signal) = Signal::from_named_raw(origin.signal) else { continue };
            if origin.process.is_none() {
                // It came from the terminal, and to the children too.
                continue;
            }
            for &child in &*RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner) {
                let _ = kill_process(child, signal);
            }
        }
    })?;
    Ok(())
}

/// The signal that asked gpump to end, if one has.
pub fn ending() -> Option<i32> {
    Some(ENDING.load(Ordering::SeqCst)).filter(|&signal| signal != 0)
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
