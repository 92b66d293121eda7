//! `gpump serve`: the page of `gpump explain`, for a program that is typed in it.
//!
//! A server on the loopback address gives the page ([`site`]), to whom it may ([`guard`]), over a little HTTP ([`http`]). The page asks
//! for translations, and for runs in the emulator ([`emulation`]). Each connection has a thread and one request.

mod emulation;
mod guard;
mod http;
mod site;

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use gpump::Options;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::failure::Failure;
use super::input::Input;
use super::output;
use super::preprocessing::Preprocessing;
use super::terminal;
use crate::toolchain::limited::Limits;
use guard::Guard;
use site::Site;

/// Open a page to type a program in and see its translation
///
/// C on the left, CUDA on the right as one types; the steps and the tree of `gpump explain` beneath; examples to choose from; what is
/// wrong, in its place; and runs in the emulator. Only this machine can reach the page, and only who has its address can use it.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A C file to begin with, which is read and never written; the first example if not given
    file: Option<PathBuf>,

    /// The port; one that is free if not given
    #[arg(short, long, default_value_t = 0, hide_default_value = true)]
    port: u16,

    /// Print the address, and leave it to the user to open it
    #[arg(long)]
    no_open: bool,

    /// How long a program may run, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    time: u64,

    /// How much memory a program may take, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(64..=65536))]
    memory: u64,
}

const EXAMPLES: &str = "\
Examples:
  gpump serve                       open the page with an example
  gpump serve loop.c                open it with a program of one's own
  gpump serve --port 8000 --no-open on a port that is known, as for a tunnel

Ctrl-C ends it. A program has 10 seconds and 1 GiB (--time, --memory), prints at most 256 KiB, and
works in a folder that is removed. It is no sandbox: what a program may do, the user may.";

/// So many are answered at once.
const MOST_CONNECTIONS: usize = 32;

/// What all connections share.
struct Server {
    site: Site,
    /// The connections that are open.
    open: AtomicUsize,
}

pub fn execute(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let file = match arguments.file.as_deref() {
        Some(path) => Some((path, Input::new(path).read()?)),
        None => None,
    };
    let options = Options { preprocessing: Preprocessing::default().environment()?, ..Options::default() };
    let limits = Limits {
        time: Duration::from_secs(arguments.time),
        memory: arguments.memory << 20,
        file: 32 << 20,
        processes: 64,
    };
    let usage = |what: &str, cause| Failure::Usage(format!("{what}: {}", super::failure::plain(&cause)));
    let listener =
        TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port))).map_err(|cause| {
            usage(&format!("cannot listen on port {} of this machine", arguments.port), cause)
        })?;
    let address = listener.local_addr().map_err(|cause| usage("cannot listen on this machine", cause))?;
    let guard = Guard::new(address).map_err(|cause| usage("cannot make a token", cause))?;
    let url = format!("http://{address}/#{}", guard.token);
    let server =
        Arc::new(Server { site: Site::new(guard, options, limits, file), open: AtomicUsize::new(0) });
    end_with_signals(&server).map_err(|cause| usage("cannot wait for signals", cause))?;
    output::to_standard(format!("{url}\n").as_bytes())?;
    if !arguments.no_open {
        open(&url);
    }
    for stream in listener.incoming() {
        // One that is gone already, or too many files: the next may do better.
        let Ok(stream) = stream else { continue };
        accept(&server, stream);
    }
    Ok(ExitCode::SUCCESS)
}

/// Answers a connection on a thread of its own.
fn accept(server: &Arc<Server>, mut stream: TcpStream) {
    let _ = stream.set_nodelay(true);
    if server.open.fetch_add(1, Ordering::SeqCst) >= MOST_CONNECTIONS {
        server.open.fetch_sub(1, Ordering::SeqCst);
        let _ = http::answer(&mut stream, 503, site::TEXT, b"too many connections at once");
        return;
    }
    let shared = Arc::clone(server);
    let spawned = std::thread::Builder::new().name("connection".into()).spawn(move || {
        let answered = std::panic::AssertUnwindSafe(|| shared.site.serve(&mut stream));
        // A defect of gpump's must not end the others' connections.
        if std::panic::catch_unwind(answered).is_err() {
            let _ =
                http::answer(&mut stream, 500, site::TEXT, b"gpump has a defect; its terminal says where");
        }
        shared.open.fetch_sub(1, Ordering::SeqCst);
    });
    if spawned.is_err() {
        server.open.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Has a signal end the runs first, and then gpump.
fn end_with_signals(server: &Arc<Server>) -> std::io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let server = Arc::clone(server);
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        let Some(signal) = signals.forever().next() else { return };
        server.site.emulation.end();
        std::process::exit(128 + signal);
    })?;
    Ok(())
}

/// Opens an address in the user's browser, if there is a screen to show it on.
fn open(url: &str) {
    let has_screen = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    let opener = which::which("xdg-open").ok().filter(|_| has_screen);
    let opened = opener.and_then(|opener| {
        let mut command = Command::new(opener);
        command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
    });
    match opened {
        // It is waited for, so that it leaves no trace in the list of processes.
        Some(mut child) => drop(std::thread::spawn(move || child.wait())),
        None => terminal::note("no browser could be opened: open the address above in one"),
    }
}
