//! A process that may not do as it likes: what it takes of time, memory and disk is limited, what it prints goes through a pipe, and
//! it ends with all that it has started.
//!
//! The kernel's limits are for each process. What all of them take together is looked at many times a second; a program's memory is not
//! limited in another way, since the emulator reserves far more of it than it fills.

use std::io::{self, PipeReader};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, prlimit};

/// How often a process is looked at.
const GLANCE: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Duration,
    /// In bytes, of all processes together.
    pub memory: u64,
    /// What a file may have, and half of what the folder may have, in bytes.
    pub file: u64,
    pub processes: usize,
}

/// Why a process was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    Time,
    Memory,
    Disk,
    Processes,
}

/// How a process ended.
#[derive(Debug)]
pub enum End {
    Itself(ExitStatus),
    Stopped(Excess),
    /// Nobody wants to know any more.
    Abandoned,
}

/// A process in a group of its own, which ends with this.
pub struct Limited {
    child: Child,
    limits: Limits,
    folder: PathBuf,
}

impl Limited {
    /// Starts a command, in whose folder alone its files count. Gives what it prints, on both its streams.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn start(command: &mut Command, folder: &Path, limits: Limits) -> io::Result<(Self, PipeReader)> {
        let (reader, writer) = io::pipe()?;
        command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer).process_group(0);
        let child = command.spawn()?;
        // The pipe ends with the process, not with the command.
        command.stdout(Stdio::null()).stderr(Stdio::null());
        // The processor's time is that of all threads; it is the last resort, should nobody be there to look.
        let seconds = limits.time.as_secs().saturating_mul(4).max(1);
        let all = [(Resource::Cpu, seconds), (Resource::Fsize, limits.file), (Resource::Core, 0)];
        for (resource, limit) in all {
            let limit = Rlimit { current: Some(limit), maximum: Some(limit) };
            let _ = prlimit(Some(Pid::from_child(&child)), resource, limit);
        }
        Ok((Limited { child, limits, folder: folder.to_owned() }, reader))
    }

    /// Waits for the end. `goes_on` is asked now and then whether it is still wanted.
    pub fn wait(mut self, goes_on: impl Fn() -> bool) -> io::Result<End> {
        let end = Instant::now() + self.limits.time;
        for glance in 0_u32.. {
            if let Some(status) = self.child.try_wait()? {
                // What the kernel has stopped.
                return Ok(match status.signal() {
                    Some(signal_hook::consts::SIGXCPU) => End::Stopped(Excess::Time),
                    Some(signal_hook::consts::SIGXFSZ) => End::Stopped(Excess::Disk),
                    _ => End::Itself(status),
                });
            }
            if !goes_on() {
                return Ok(End::Abandoned);
            }
            if Instant::now() >= end {
                return Ok(End::Stopped(Excess::Time));
            }
            if let Some(excess) = self.excess(glance.is_multiple_of(5)) {
                return Ok(End::Stopped(excess));
            }
            std::thread::sleep(GLANCE);
        }
        Ok(End::Abandoned)
    }

    /// What there is too much of. To look at all of the group takes longer than to look at its first process.
    fn excess(&self, of_all: bool) -> Option<Excess> {
        let pid = self.child.id();
        let processes = if of_all { group(pid) } else { vec![pid] };
        let memory: u64 = processes.iter().map(|&pid| resident(pid)).sum();
        if memory > self.limits.memory {
            return Some(Excess::Memory);
        }
        if processes.len() > self.limits.processes {
            return Some(Excess::Processes);
        }
        let allowed = self.limits.file.saturating_mul(2);
        (of_all && size(&self.folder, allowed) > allowed).then_some(Excess::Disk)
    }
}

impl Drop for Limited {
    fn drop(&mut self) {
        // Those that it has started may be starting others.
        for _ in 0..50 {
            let is_gone = kill_process_group(Pid::from_child(&self.child), Signal::KILL).is_err();
            let _ = self.child.try_wait();
            if is_gone {
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command with at most so much memory, in bytes, for each of its processes, from its beginning: a shell becomes it, since a
/// limit that is set from here may come after the first of its children. Its streams are to be set anew.
pub fn with_memory(command: &Command, memory: u64) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v $0 2>/dev/null; exec \"$@\"", &(memory >> 10).to_string()]);
    shell.arg(command.get_program()).args(command.get_args());
    shell.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    shell
}

/// The processes of a group.
fn group(leader: u32) -> Vec<u32> {
    let is_member = |pid: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // Behind the name, in which anything may stand: state, parent, group.
        let group = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().nth(2)?.parse().ok());
        group == Some(leader)
    };
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(is_member).collect()
}

/// The memory that a process has filled, in bytes, whether it is in use or swapped out.
fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let kilobytes = |line: &str| {
        let value = line.strip_prefix("VmRSS:").or_else(|| line.strip_prefix("VmSwap:"))?;
        value.split_whitespace().next()?.parse::<u64>().ok()
    };
    status.lines().filter_map(kilobytes).fold(0, u64::saturating_add).saturating_mul(1024)
}

/// What the files of a folder have, in bytes, or something more than `enough`. Every file and folder counts at least a block.
fn size(folder: &Path, enough: u64) -> u64 {
    const BLOCK: u64 = 4096;
    let mut folders = vec![folder.to_owned()];
    let mut sum = 0_u64;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(about) = entry.metadata() else { continue };
            sum = sum.saturating_add(about.len().max(BLOCK));
            if about.is_dir() {
                folders.push(entry.path());
            }
            if sum > enough {
                return sum;
            }
        }
    }
    sum
}
