//! Processes that gpump starts and waits for.
//!
//! Ctrl-C on a terminal reaches gpump and its child alike. The child decides
//! what to do about it; gpump waits for its end, so that it can take its
//! temporary files away and end as the child ended. A signal that reaches
//! gpump alone, as from `kill` or `timeout`, is handed on.

use std::io::{self, Read as _};
use std::process::{Child, Command, ExitStatus, Stdio};
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
    attended(command, |_| Ok(())).map(|(status, ())| status)
}

/// Runs a command to its end, and gives what it says on standard error.
pub fn said_by(command: &mut Command) -> io::Result<(ExitStatus, Vec<u8>)> {
    attended(command.stderr(Stdio::piped()), |child| {
        let mut said = Vec::new();
        child.stderr.take().map_or(Ok(0), |mut stream| stream.read_to_end(&mut said))?;
        Ok(said)
    })
}

fn attended<T>(
    command: &mut Command,
    meanwhile: impl FnOnce(&mut Child) -> io::Result<T>,
) -> io::Result<(ExitStatus, T)> {
    let mut running = RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut child = command.spawn()?;
    let pid = Pid::from_child(&child);
    running.push(pid);
    drop(running);
    let got = meanwhile(&mut child);
    let status = child.wait();
    RUNNING.lock().unwrap_or_else(std::sync::PoisonError::into_inner).retain(|&other| other != pid);
    Ok((status?, got?))
}
