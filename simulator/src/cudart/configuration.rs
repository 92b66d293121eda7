//! What the device is like, from the environment.

use std::path::PathBuf;
use std::str::FromStr;

use crate::interface::Settings;

/// How far the device reaches the host's own memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pageable {
    /// Only what CUDA allocated or registered.
    No,
    /// All of it, through page tables of its own (HMM).
    Yes,
    /// All of it, through the host's page tables (ATS); the host reaches the device's memory too.
    HostTables,
}

/// The device, as the variables `GPUMP_SIM_…` describe it.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// `GPUMP_SIM_DEVICES`: 1, or 0 for a machine without one.
    pub devices: i32,
    /// `GPUMP_SIM_MEMORY`, in MiB.
    pub memory: u64,
    /// `GPUMP_SIM_MEMORY_USED`, in MiB: what of it other processes have.
    pub memory_used: u64,
    /// `GPUMP_SIM_PAGES`: follows the pages of managed memory.
    pub pages: bool,
    /// `GPUMP_SIM_PAGEABLE`: 0, 1 (HMM) or 2 (the host's page tables).
    pub pageable: Pageable,
    /// `GPUMP_SIM_CONCURRENT`: `cudaDevAttrConcurrentManagedAccess`.
    pub concurrent: bool,
    /// `GPUMP_SIM_HOST_ATOMICS`: `cudaDevAttrHostNativeAtomicSupported`.
    pub host_atomics: bool,
    /// `GPUMP_SIM_READ_ONLY`: `cudaDevAttrHostRegisterReadOnlySupported`.
    pub register_read_only: bool,
    /// `GPUMP_SIM_POISON`: fills what `cudaMalloc` gives, which CUDA leaves undefined.
    pub poison: bool,
    /// `GPUMP_SIM_STATISTICS`: a file for what each kernel did.
    pub statistics: Option<PathBuf>,
    /// `GPUMP_SIM_TRACE`: says on the standard error stream what is launched.
    pub trace: bool,
    /// What the engine is told.
    pub settings: Settings,
}

impl Configuration {
    /// Reads the environment. What is no number is told and left aside.
    pub fn from_environment() -> Self {
        let defaults = Settings::default();
        let settings = Settings {
            multiprocessors: number("MULTIPROCESSORS", defaults.multiprocessors).max(1),
            workers: number("THREADS", defaults.workers),
            seed: number("SEED", defaults.seed),
            uninitialised_is_fault: number("UNINITIALISED", 0u8) != 0,
            ..defaults
        };
        Self {
            devices: number("DEVICES", 1).clamp(0, 1),
            memory: number("MEMORY", 2048u64).clamp(16, 1 << 20) << 20,
            memory_used: number("MEMORY_USED", 0u64).min(1 << 20) << 20,
            pages: number("PAGES", 0u8) != 0,
            pageable: match number("PAGEABLE", 0u8) {
                0 => Pageable::No,
                1 => Pageable::Yes,
                _ => Pageable::HostTables,
            },
            concurrent: number("CONCURRENT", 1u8) != 0,
            host_atomics: number("HOST_ATOMICS", 0u8) != 0,
            register_read_only: number("READ_ONLY", 0u8) != 0,
            poison: number("POISON", 1u8) != 0,
            statistics: std::env::var_os("GPUMP_SIM_STATISTICS").map(PathBuf::from),
            trace: number("TRACE", 0u8) != 0,
            settings,
        }
    }
}

fn number<T: FromStr>(name: &str, default: T) -> T {
    let name = format!("GPUMP_SIM_{name}");
    let Some(value) = std::env::var_os(&name).filter(|value| !value.is_empty()) else { return default };
    let text = value.to_string_lossy();
    text.parse().unwrap_or_else(|_| {
        eprintln!("simulator: {name} is \"{text}\", and should be a number");
        default
    })
}
