//! What the engine and the runtime library have in common: limits of the
//! device, launches, faults, and the table of accessible memory.

use std::fmt;
use std::sync::Arc;

use crate::execute::Program;

/// Extent of a grid or of a block, in x, y, z.
pub type Extent = [u32; 3];

/// What the device can hold, and how the engine is to run it.
///
/// The runtime library fills this once from the environment.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Multiprocessors; with the other limits they bound a cooperative launch.
    pub multiprocessors: u32,
    pub blocks_per_multiprocessor: u32,
    pub threads_per_multiprocessor: u32,
    pub threads_per_block: u32,
    /// Shared memory of a multiprocessor, in bytes.
    pub shared_per_multiprocessor: u32,
    /// What a block may have of it without asking (48 KiB).
    pub shared_per_block: u32,
    /// What a block may have of it after `cudaFuncSetAttribute` (227 KiB).
    pub shared_per_block_optin: u32,
    /// Operating-system threads that run blocks; 0: one per processor.
    pub workers: usize,
    /// Varies the order in which warps and blocks take turns; 0: plain rotation.
    pub seed: u64,
    /// Whether a read of a register that was never written is a fault.
    pub uninitialised_is_fault: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            multiprocessors: 2,
            blocks_per_multiprocessor: 32,
            threads_per_multiprocessor: 2048,
            threads_per_block: 1024,
            shared_per_multiprocessor: 228 << 10,
            shared_per_block: 48 << 10,
            shared_per_block_optin: 227 << 10,
            workers: 0,
            seed: 0,
            uninitialised_is_fault: false,
        }
    }
}

/// Limits that a program may change while it runs (`cudaDeviceSetLimit`).
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of stack a thread may have (`cudaLimitStackSize`). As on the
    /// device, frames of call graphs without recursion and without calls
    /// through pointers are reserved at the launch and do not count.
    pub stack: u64,
    /// Bytes of the device's heap (`cudaLimitMallocHeapSize`).
    pub heap: u64,
    /// Bytes of the buffer of the device's `printf` (`cudaLimitPrintfFifoSize`).
    pub print: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { stack: 1024, heap: 8 << 20, print: 1 << 20 }
    }
}

/// A range of addresses of global memory that the device may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    pub start: u64,
    /// The first address behind it.
    pub end: u64,
    pub writable: bool,
    /// The bytes of `address` lie at the host's address `address + offset`
    /// (wrapping). It is not 0 for memory of the device's own: there the host
    /// must not touch the address itself.
    pub offset: u64,
    /// Whether it stays the host's memory, which the device reaches over the bus.
    pub remote: bool,
}

/// The runtime library's part in the running of kernels.
///
/// Its functions are called from the engine's threads, while the host program
/// goes on.
pub trait Host: Send + Sync {
    /// The region that holds `address`; none, if the device may not touch it.
    /// The engine keeps the answer until [`Host::generation`] changes.
    /// Where all pageable memory is accessible, this answers from the
    /// process's map; page zero is never accessible.
    ///
    /// The memory of variables and of the device's heap came from
    /// [`Host::allocate`]; it must be answered for too.
    fn region(&self, address: u64) -> Option<Region>;

    /// A number that changes whenever memory stops being accessible.
    fn generation(&self) -> u64;

    /// Memory for a program's variables and for the device's heap; zeroed.
    /// `None`: there is no more. `alignment` is a power of two.
    fn allocate(&self, bytes: u64, alignment: u64, purpose: Purpose) -> Option<u64>;

    /// Takes text that a kernel printed. The engine has formatted it; the host
    /// shows it at the next synchronisation, as the runtime does. Returns false if
    /// the buffer (`Limits::print`) is full, in which case the text is lost.
    fn print(&self, text: &[u8]) -> bool;

    /// Takes a message that the device writes to the standard error stream
    /// at once (a failed assertion).
    fn complain(&self, text: &[u8]);
}

/// What [`Host::allocate`] is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// `__device__` variables.
    Variable,
    /// `__managed__` variables: accessible to the host too.
    Managed,
    /// `__constant__` variables: read-only for the device.
    Constant,
    /// The device's heap.
    Heap,
}

/// A variable of a linked program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// A host address.
    pub address: u64,
    pub size: u64,
    pub purpose: Purpose,
}

/// A kernel of a linked program: its place among [`Program`]'s functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kernel(pub u32);

/// What is known of a kernel before it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attributes {
    pub name: String,
    /// Offset and size of every parameter in the block of arguments, in order.
    pub parameters: Vec<(u32, u32)>,
    /// Size of the block of arguments.
    pub parameter_bytes: u32,
    /// Static shared memory of the kernel and all it calls.
    pub shared_bytes: u32,
    /// Local memory of a thread: the frames of the deepest chain of known calls.
    pub local_bytes: u32,
    /// Whether it recurs or calls through pointers, so that `Limits::stack` counts.
    pub dynamic_stack: bool,
    /// From `.maxntid` or `.reqntid`; 1024 without.
    pub max_threads: u32,
    /// From `.reqntid`.
    pub required_threads: Option<Extent>,
}

/// One start of a kernel.
#[derive(Clone)]
pub struct Launch {
    pub program: Arc<Program>,
    pub kernel: Kernel,
    pub grid: Extent,
    pub block: Extent,
    /// Dynamic shared memory, in bytes.
    pub shared: u32,
    /// What `cudaFuncAttributeMaxDynamicSharedMemorySize` allows; `None`, if
    /// the program never set it.
    pub shared_limit: Option<u32>,
    /// The block of arguments; `Attributes::parameters` says where each is.
    pub arguments: Vec<u8>,
    /// Whether all blocks must be resident (`cudaLaunchCooperativeKernel`).
    pub cooperative: bool,
}

/// Why a kernel was refused or did not end well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of the `cudaError_t` that a device would give, or the nearest.
    pub code: i32,
    /// What was done wrong, in words.
    pub what: String,
    /// The kernel's name as in the PTX.
    pub kernel: String,
    /// Where; absent, if the launch was refused.
    pub place: Option<Box<Place>>,
}

/// The place of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub block: Extent,
    pub thread: Extent,
    /// Function in whose body the instruction is.
    pub function: String,
    /// Line of the PTX text, from 1.
    pub line: u32,
    /// The instruction's text.
    pub instruction: String,
    /// File and line of the C source, if the PTX has `.loc`.
    pub source: Option<(String, u32)>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kernel {}: {}", self.kernel, self.what)?;
        if let Some(place) = &self.place {
            let [bx, by, bz] = place.block;
            let [tx, ty, tz] = place.thread;
            write!(f, "\n  block ({bx},{by},{bz}), thread ({tx},{ty},{tz})")?;
            write!(f, "\n  PTX line {}, in {}: {}", place.line, place.function, place.instruction)?;
            if let Some((file, line)) = &place.source {
                write!(f, "\n  source {file}:{line}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}

/// Numbers of `cudaError_t` that [`Fault::code`] takes.
pub mod code {
    pub const INVALID_VALUE: i32 = 1;
    pub const INVALID_CONFIGURATION: i32 = 9;
    pub const ILLEGAL_ADDRESS: i32 = 700;
    pub const LAUNCH_OUT_OF_RESOURCES: i32 = 701;
    pub const LAUNCH_TIMEOUT: i32 = 702;
    pub const ASSERT: i32 = 710;
    pub const HARDWARE_STACK_ERROR: i32 = 714;
    pub const ILLEGAL_INSTRUCTION: i32 = 715;
    pub const MISALIGNED_ADDRESS: i32 = 716;
    pub const INVALID_ADDRESS_SPACE: i32 = 717;
    pub const INVALID_PC: i32 = 718;
    pub const LAUNCH_FAILURE: i32 = 719;
    pub const COOPERATIVE_LAUNCH_TOO_LARGE: i32 = 720;
}

/// What a kernel did, counted as the hardware would.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub blocks: u64,
    pub warps: u64,
    /// Instructions issued for warps, and for each of their threads.
    pub warp_instructions: u64,
    pub thread_instructions: u64,
    /// What of these, of the sectors of global memory that were loaded, and of
    /// the atomic operations was waiting: it depends on whose turn it is.
    pub waiting_instructions: u64,
    pub waiting_thread_instructions: u64,
    pub waiting_sectors: u64,
    pub waiting_atomics: u64,
    /// Warp instructions by class; see [`Class`].
    pub by_class: [u64; Class::COUNT],
    /// Global memory (generic accesses that meet global memory included):
    /// instructions, and 32-byte sectors they touch.
    pub global_loads: u64,
    pub global_load_sectors: u64,
    pub global_stores: u64,
    pub global_store_sectors: u64,
    pub local_loads: u64,
    pub local_stores: u64,
    pub shared_loads: u64,
    pub shared_stores: u64,
    /// Additional passes that bank conflicts of shared memory cost.
    pub shared_conflicts: u64,
    pub atomics: u64,
    /// What of the accesses to global memory went over the bus, to memory that stays the host's.
    pub bus_loads: u64,
    pub bus_load_sectors: u64,
    pub bus_stores: u64,
    pub bus_store_sectors: u64,
    pub bus_atomics: u64,
    pub barriers: u64,
    /// Branches at which threads of a warp went different ways.
    pub divergent_branches: u64,
    pub branches: u64,
    pub calls: u64,
    /// Memory from the device's heap.
    pub heap_allocations: u64,
    /// Pages that moved, where the runtime library follows them; the engine does not count these.
    pub pages_to_device: u64,
    pub pages_to_host: u64,
    /// Pages that the device had no more room for.
    pub pages_evicted: u64,
}

macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// Class of an instruction in the statistics.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Class { $($(#[$doc])* $name,)* }
        impl Class {
            pub const ALL: &[Class] = &[$(Class::$name,)*];
            pub const COUNT: usize = Self::ALL.len();
            /// Name for reports.
            pub fn name(self) -> &'static str {
                match self { $(Class::$name => $text,)* }
            }
        }
    };
}

classes! {
    /// Arithmetic and logic of integers.
    Integer "integer",
    Float32 "float32",
    Float64 "float64",
    /// Roots, exponentials, and other work of the special function unit; divisions.
    Special "special",
    Convert "convert",
    /// Comparisons and selections.
    Compare "compare",
    /// Copies between registers, addresses, special registers.
    Move "move",
    Load "load",
    Store "store",
    Atomic "atomic",
    /// Shuffles, votes, matches, reductions of a warp.
    Warp "warp",
    /// Barriers and fences.
    Barrier "barrier",
    /// Branches, calls, returns.
    Control "control",
}
