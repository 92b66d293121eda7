//! Other programs, called with a limit on their time.

use std::ffi::OsStr;
use std::process::{Command, Output, Stdio};

use crate::Result;
use crate::left::is_left_to_compiler;

/// The statuses of timeout(1) when the time is over; the second if the command had to be killed.
const TIMED_OUT: [i32; 2] = [124, 137];

/// A command that is ended, with all that it started, after so many seconds.
pub fn limited(seconds: u32, program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("timeout");
    command.args(["-k", "1"]).arg(seconds.to_string()).arg(program);
    for name in ["OMP_SCHEDULE", "OMP_DYNAMIC", "OMP_NESTED", "OMP_NUM_THREADS", "GPUMP_DEVICE"] {
        command.env_remove(name);
    }
    // There are more threads than processors: gcc's should not wait spinning.
    command.env("OMP_WAIT_POLICY", "passive").env("GOMP_SPINCOUNT", "0");
    command.stdin(Stdio::null());
    command
}

pub fn output(mut command: Command) -> Result<Output> {
    command.output().map_err(|error| format!("timeout: {error}").into())
}

/// The output of a command that must succeed, and in which no compiler may refuse a region: that one would not be tested.
pub fn success(name: &str, command: Command) -> Result<Output> {
    let output = output(command)?;
    let (printed, errors) = (text(&output.stdout), text(&output.stderr));
    if output.status.success() && !is_left_to_compiler(&errors) {
        return Ok(output);
    }
    Err(format!("{name} {}\n{printed}{errors}", ending(&output)).into())
}

pub fn timed_out(output: &Output) -> bool {
    output.status.code().is_some_and(|status| TIMED_OUT.contains(&status))
}

/// How a command ended, as a verb.
pub fn ending(output: &Output) -> String {
    match output.status.code() {
        Some(status) if TIMED_OUT.contains(&status) => "does not end".into(),
        Some(status) => format!("ends with status {status}"),
        None => "ends with no status".into(),
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
