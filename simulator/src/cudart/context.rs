//! What all functions share, once a program has called one that needs the device.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use super::configuration::Configuration;
use super::error::{self, Result};
use super::memory::{Kind, Memory};
use super::report::Report;
use super::stream::{Done, Streams};
use super::window::Access;
use crate::execute::Device;
use crate::interface::{Host, Limits, Purpose, Region};

/// The device's context.
pub struct Context {
    pub configuration: Configuration,
    pub memory: Arc<Memory>,
    pub device: Device,
    pub streams: Streams,
    pub limits: Mutex<Limits>,
    pub report: Report,
    side: Arc<Side>,
    /// Kernels that have been launched and have not ended.
    pub running: AtomicUsize,
}

/// What kernels have printed and nobody has seen yet.
#[derive(Debug)]
struct Output {
    text: Mutex<Vec<u8>>,
    room: AtomicU64,
}

/// What the engine sees of it.
struct Side {
    memory: Arc<Memory>,
    output: Arc<Output>,
}

impl Host for Side {
    fn region(&self, address: u64) -> Option<Region> {
        self.memory.region(address)
    }

    fn generation(&self) -> u64 {
        self.memory.generation()
    }

    fn allocate(&self, bytes: u64, alignment: u64, purpose: Purpose) -> Option<u64> {
        let kind = match purpose {
            Purpose::Managed => Kind::Managed,
            // The engine writes constants' first values; kernels reach them through their own instructions.
            Purpose::Constant | Purpose::Variable | Purpose::Heap => Kind::Device,
        };
        self.memory.allocate(bytes, alignment, kind).ok()
    }

    fn print(&self, text: &[u8]) -> bool {
        let mut waiting = self.output.text.lock().unwrap();
        let fits = (waiting.len() + text.len()) as u64 <= self.output.room.load(Ordering::Relaxed);
        if fits {
            waiting.extend_from_slice(text);
        }
        fits
    }

    fn complain(&self, text: &[u8]) {
        // SAFETY: the bytes are those of the slice.
        unsafe { libc::write(2, text.as_ptr().cast(), text.len()) };
    }
}

static CONTEXT: OnceLock<std::result::Result<Context, error::Code>> = OnceLock::new();
static CONFIGURATION: OnceLock<Configuration> = OnceLock::new();

/// What the device is like.
pub fn configuration() -> &'static Configuration {
    CONFIGURATION.get_or_init(Configuration::from_environment)
}

/// The context, made at the first call.
///
/// # Errors
///
/// There is no device, or no memory for it.
pub fn context() -> Result<&'static Context> {
    CONTEXT.get_or_init(Context::new).as_ref().map_err(|&code| code)
}

/// The context, if there is one yet.
pub fn context_if_any() -> Option<&'static Context> {
    CONTEXT.get()?.as_ref().ok()
}

impl Context {
    fn new() -> Result<Self> {
        let configuration = configuration().clone();
        if configuration.devices == 0 {
            return Err(error::NO_DEVICE);
        }
        let memory = Arc::new(Memory::new(&configuration).map_err(|cause| {
            eprintln!("simulator: no memory for the device: {cause}");
            error::MEMORY_ALLOCATION
        })?);
        let limits = Limits::default();
        let output = Arc::new(Output { text: Mutex::default(), room: AtomicU64::new(limits.print) });
        let side = Arc::new(Side { memory: memory.clone(), output });
        let device = Device::new(configuration.settings.clone(), side.clone());
        watch_for_faults();
        extern "C" fn at_exit() {
            if let Some(context) = context_if_any() {
                context.at_exit();
            }
        }
        // SAFETY: the function is one of this library, which is never unloaded.
        unsafe { libc::atexit(at_exit) };
        Ok(Self {
            configuration,
            memory,
            device,
            streams: Streams::default(),
            limits: Mutex::new(limits),
            report: Report::default(),
            side,
            running: AtomicUsize::new(0),
        })
    }

    /// What modules are linked with.
    pub fn host(&self) -> &dyn Host {
        &*self.side
    }

    /// Sets the size of the buffer of what kernels print.
    pub fn set_print_limit(&self, bytes: u64) {
        self.side.output.room.store(bytes, Ordering::Relaxed);
    }

    /// Waits for operations and shows what kernels have printed.
    pub fn wait(&self, operations: &[Arc<Done>]) {
        for done in operations {
            done.wait();
        }
        self.settle();
    }

    /// What is to be done whenever the host has seen that operations have ended.
    pub fn settle(&self) {
        self.show_output();
        if !self.configuration.concurrent && self.running.load(Ordering::SeqCst) == 0 {
            self.open_managed(Access::Write);
        }
    }

    /// On a device without concurrent managed access the host may touch no managed memory while a kernel runs.
    pub fn begin_kernel(&self) {
        if self.running.fetch_add(1, Ordering::SeqCst) == 0 && !self.configuration.concurrent {
            self.open_managed(Access::None);
        }
    }

    pub fn end_kernel(&self) {
        self.running.fetch_sub(1, Ordering::SeqCst);
    }

    fn open_managed(&self, access: Access) {
        for block in self.memory.managed() {
            self.memory.window.protect(block.start, block.size, access);
        }
    }

    /// Through the C library's own stream, in order with what the host prints.
    fn show_output(&self) {
        let text = std::mem::take(&mut *self.side.output.text.lock().unwrap());
        if !text.is_empty() {
            // SAFETY: the bytes are those of the vector, and `stdout` is the C library's.
            unsafe { libc::fwrite(text.as_ptr().cast(), 1, text.len(), stdout) };
        }
    }

    fn at_exit(&self) {
        let lost = self.side.output.text.lock().unwrap().len();
        if lost > 0 {
            eprintln!(
                "simulator: the program ends and has not waited for its kernels: {lost} bytes that they printed are lost"
            );
        }
        self.report.add_moves(self.memory.take_moves());
        self.report.write(&self.configuration);
    }
}

unsafe extern "C" {
    static stdout: *mut libc::FILE;
}

/// Says what a segmentation fault is about that comes of the simulated device; then it takes its course.
fn watch_for_faults() {
    extern "C" fn told(signal: i32, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
        // SAFETY: the kernel gives a valid siginfo_t; what is called here may be called in a handler.
        unsafe {
            let address = (*info).si_addr() as u64;
            let is_the_devices = context_if_any().is_some_and(|context| context.memory.window.has(address));
            if is_the_devices {
                let text = b"simulator: the host has touched memory that is the device's\n";
                libc::write(2, text.as_ptr().cast(), text.len());
            }
            libc::signal(signal, libc::SIG_DFL);
        }
    }
    // SAFETY: both structures are zeroed before they are used, which is a valid value of theirs.
    unsafe {
        let mut before: libc::sigaction = std::mem::zeroed();
        if libc::sigaction(libc::SIGSEGV, std::ptr::null(), &raw mut before) != 0
            || before.sa_sigaction != libc::SIG_DFL
        {
            return;
        }
        let mut action: libc::sigaction = std::mem::zeroed();
        let handler: extern "C" fn(i32, *mut libc::siginfo_t, *mut libc::c_void) = told;
        action.sa_sigaction = handler as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        libc::sigaction(libc::SIGSEGV, &raw const action, std::ptr::null_mut());
    }
}
