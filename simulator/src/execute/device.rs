//! What lives between launches: the device's heap and its limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use super::grid;
use super::heap::Heap;
use super::program::Program;
use super::runner::{Context, launch_registers};
use crate::interface::{Fault, Host, Kernel, Launch, Limits, Settings, Statistics, code};

/// A device: what lives as long as the process, between launches.
pub struct Device {
    settings: Settings,
    host: Arc<dyn Host>,
    heap: Heap,
    begin: Instant,
    /// The time of day at `begin`, in nanoseconds.
    epoch: u64,
}

impl Device {
    pub fn new(settings: Settings, host: Arc<dyn Host>) -> Self {
        let epoch = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
        Self { settings, host, heap: Heap::default(), begin: Instant::now(), epoch }
    }

    /// Blocks of `threads` threads and `shared` bytes of dynamic shared memory that one
    /// multiprocessor holds at the same time; 0: none.
    pub fn resident_blocks(&self, program: &Program, kernel: Kernel, threads: u32, shared: u32) -> u32 {
        let settings = &self.settings;
        let bytes = u64::from(program.attributes(kernel).shared_bytes) + u64::from(shared);
        if threads == 0
            || threads > settings.threads_per_block
            || bytes > u64::from(settings.shared_per_block_optin)
        {
            return 0;
        }
        // The system takes 1 KiB of shared memory for each block.
        let by_shared = u64::from(settings.shared_per_multiprocessor) / (bytes + 1024);
        let by_threads = settings.threads_per_multiprocessor / threads.next_multiple_of(32);
        by_threads.min(settings.blocks_per_multiprocessor).min(u32::try_from(by_shared).unwrap_or(u32::MAX))
    }

    /// Whether a device would refuse the launch at once: the error that
    /// `cudaLaunchKernel` itself gives.
    ///
    /// # Errors
    ///
    /// The grid or block is empty or too large, too much shared memory, too
    /// many blocks for a cooperative launch.
    pub fn admit(&self, launch: &Launch) -> Result<(), Fault> {
        let attributes = launch.program.attributes(launch.kernel);
        let refuse =
            |code: i32, what: String| Err(Fault { code, what, kernel: attributes.name.clone(), place: None });
        let [gx, gy, gz] = launch.grid;
        let [bx, by, bz] = launch.block;
        if gx == 0 || gy == 0 || gz == 0 || gx > 0x7fff_ffff || gy > 65535 || gz > 65535 {
            return refuse(
                code::INVALID_CONFIGURATION,
                format!("there is no grid of {gx} x {gy} x {gz} blocks"),
            );
        }
        let threads = grid::threads(launch.block).unwrap_or(u32::MAX);
        if threads == 0 || threads > self.settings.threads_per_block || bx > 1024 || by > 1024 || bz > 64 {
            return refuse(
                code::INVALID_CONFIGURATION,
                format!("there is no block of {bx} x {by} x {bz} threads"),
            );
        }
        if threads > attributes.max_threads {
            let what = format!(
                "{threads} threads a block, but the kernel was compiled for {}",
                attributes.max_threads
            );
            return refuse(code::LAUNCH_OUT_OF_RESOURCES, what);
        }
        if attributes.required_threads.is_some_and(|required| required != launch.block) {
            return refuse(
                code::INVALID_VALUE,
                "the kernel requires another extent of its blocks".to_owned(),
            );
        }
        let limit = launch
            .shared_limit
            .unwrap_or(self.settings.shared_per_block.saturating_sub(attributes.shared_bytes));
        let bytes = u64::from(attributes.shared_bytes) + u64::from(launch.shared);
        if launch.shared > limit || bytes > u64::from(self.settings.shared_per_block_optin) {
            let what =
                format!("{bytes} bytes of shared memory, {} of them dynamic, are too many", launch.shared);
            return refuse(code::INVALID_VALUE, what);
        }
        if (launch.arguments.len() as u64) < u64::from(attributes.parameter_bytes) {
            let what =
                format!("{} bytes of arguments, not {}", launch.arguments.len(), attributes.parameter_bytes);
            return refuse(code::INVALID_VALUE, what);
        }
        if launch.cooperative {
            let resident = self.resident_blocks(&launch.program, launch.kernel, threads, launch.shared);
            let fit = u64::from(resident) * u64::from(self.settings.multiprocessors);
            let blocks = u64::from(gx) * u64::from(gy) * u64::from(gz);
            if blocks > fit {
                let what =
                    format!("{blocks} blocks of a cooperative launch, of which {fit} fit on the device");
                return refuse(code::COOPERATIVE_LAUNCH_TOO_LARGE, what);
            }
        }
        Ok(())
    }

    /// Runs an admitted launch to its end. Blocks the calling thread; several
    /// launches may run at the same time from several threads.
    ///
    /// # Errors
    ///
    /// What a kernel did that hardware would refuse or silently get wrong.
    pub fn run(&self, launch: &Launch, limits: &Limits) -> Result<Statistics, Fault> {
        let image = launch.program.image(launch.kernel);
        let attributes = launch.program.attributes(launch.kernel);
        let known = u64::from(attributes.local_bytes);
        let stack = if attributes.dynamic_stack { known.max(limits.stack) } else { known };
        // 512 KiB is what a thread can have of local memory.
        let stack = u32::try_from(stack.next_multiple_of(16).min(512 << 10)).unwrap_or(512 << 10);
        let workspace: Box<[AtomicU64; 16]> = Box::new(std::array::from_fn(|_| AtomicU64::new(0)));
        let place = if launch.cooperative { workspace.as_ptr() as u64 } else { 0 };
        let special = launch_registers(launch, &image, &self.settings, place);
        let context = Context {
            program: &launch.program,
            image: &image,
            launch,
            limits,
            settings: &self.settings,
            host: &*self.host,
            heap: &self.heap,
            stack,
            special,
            workspace,
            begin: self.begin,
            epoch: self.epoch,
            stop: AtomicBool::new(false),
            next_block: AtomicU64::new(0),
        };
        let workers = match self.settings.workers {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            workers => workers,
        };
        let threads = grid::threads(launch.block).unwrap_or(1);
        let resident = self.resident_blocks(&launch.program, launch.kernel, threads, launch.shared).max(1);
        let mut resident = u64::from(resident) * u64::from(self.settings.multiprocessors);
        if launch.cooperative {
            resident = launch.grid.iter().map(|n| u64::from(*n)).product();
        }
        grid::run(&context, workers, resident).map_err(|fault| *fault)
    }
}
