//! What a program registers before `main`, and the programs for the device that come of it.
//!
//! A fat binary is read when it is registered, and linked when something in it is first needed: a context begins only
//! then.

use std::collections::HashMap;
use std::ffi::CStr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use super::context::{Context, context};
use super::error::{self, Result};
use super::{cubin, fat_binary};
use crate::cudart::cubin::Usage;
use crate::cudart::occupancy::Needs;
use crate::execute::Program;
use crate::interface::{Attributes, Kernel, Settings, Variable};
use crate::ptx::Module;

/// Registers of a kernel for which there is no machine code that would tell.
const USUAL_REGISTERS: u32 = 32;

/// A registered fat binary.
pub struct Binary {
    contents: std::result::Result<fat_binary::FatBinary, fat_binary::Error>,
    loaded: OnceLock<Result<Loaded>>,
    /// Where the host keeps the addresses of managed variables.
    managed: Mutex<Vec<(usize, String)>>,
}

struct Loaded {
    program: Arc<Program>,
    modules: usize,
    usage: HashMap<String, Usage>,
}

struct Entry {
    binary: Arc<Binary>,
    name: String,
    /// What `cudaFuncSetAttribute` allows of dynamic shared memory; below 0: it was never called.
    shared_limit: Arc<AtomicI64>,
}

/// A kernel that can be launched.
pub struct Function {
    pub program: Arc<Program>,
    pub kernel: Kernel,
    pub name: String,
    pub usage: Usage,
    shared_limit: Arc<AtomicI64>,
}

#[derive(Default)]
struct Registry {
    binaries: Vec<Arc<Binary>>,
    functions: HashMap<usize, Entry>,
    variables: HashMap<usize, (Arc<Binary>, String)>,
}

static REGISTRY: Mutex<Option<Registry>> = Mutex::new(None);

fn with<T>(function: impl FnOnce(&mut Registry) -> T) -> T {
    function(REGISTRY.lock().unwrap().get_or_insert_default())
}

/// Takes a fat binary; returns its number.
///
/// # Safety
///
/// `wrapper` is what nvcc's host code registers.
pub unsafe fn add_binary(wrapper: *const u8) -> usize {
    let contents = unsafe { fat_binary::read(wrapper) };
    let binary = Binary { contents, loaded: OnceLock::new(), managed: Mutex::default() };
    with(|registry| {
        registry.binaries.push(Arc::new(binary));
        registry.binaries.len() - 1
    })
}

fn binary(number: usize) -> Option<Arc<Binary>> {
    with(|registry| registry.binaries.get(number).cloned())
}

/// The kernel that the host calls by the address of one of its own functions.
pub fn add_function(number: usize, host: usize, name: &CStr) {
    let Some(binary) = binary(number) else { return };
    let name = name.to_string_lossy().into_owned();
    let entry = Entry { binary, name, shared_limit: Arc::new(AtomicI64::new(-1)) };
    with(|registry| registry.functions.insert(host, entry));
}

/// The variable that the host names by the address of one of its own.
pub fn add_variable(number: usize, host: usize, name: &CStr) {
    let Some(binary) = binary(number) else { return };
    with(|registry| registry.variables.insert(host, (binary, name.to_string_lossy().into_owned())));
}

/// The managed variable whose address the host keeps at `place`.
pub fn add_managed(number: usize, place: usize, name: &CStr) {
    let Some(binary) = binary(number) else { return };
    binary.managed.lock().unwrap().push((place, name.to_string_lossy().into_owned()));
    add_variable(number, place, name);
}

/// Loads a fat binary, so that the host knows its managed variables.
///
/// # Errors
///
/// It cannot be loaded; or there is no device.
pub fn initialise(number: usize) -> Result<()> {
    binary(number).ok_or(error::INVALID_RESOURCE_HANDLE)?.load().map(drop)
}

/// Loads all fat binaries that have managed variables, as CUDA does when a context begins.
///
/// # Errors
///
/// One of them cannot be loaded.
pub fn initialise_managed() -> Result<()> {
    let binaries = with(|registry| registry.binaries.clone());
    for binary in binaries {
        if !binary.managed.lock().unwrap().is_empty() {
            binary.load()?;
        }
    }
    Ok(())
}

/// The kernel of a function of the host.
///
/// # Errors
///
/// `cudaErrorInvalidDeviceFunction`, if it was not registered; its fat binary cannot be loaded.
pub fn function(host: usize) -> Result<Function> {
    let found = with(|registry| {
        let entry = registry.functions.get(&host)?;
        Some((entry.binary.clone(), entry.name.clone(), entry.shared_limit.clone()))
    });
    let (binary, name, shared_limit) = found.ok_or(error::INVALID_DEVICE_FUNCTION)?;
    let loaded = binary.load()?;
    let kernel = (0..loaded.modules).find_map(|module| loaded.program.kernel(module, &name));
    let kernel = kernel.ok_or(error::INVALID_DEVICE_FUNCTION)?;
    let program = loaded.program.clone();
    let usage = loaded.usage.get(&name).copied().filter(|usage| usage.registers > 0);
    let usage = usage.unwrap_or(Usage { registers: USUAL_REGISTERS, stack: 0 });
    Ok(Function { program, kernel, name, usage, shared_limit })
}

/// Whether a function of the host has been registered.
pub fn is_function(host: usize) -> bool {
    with(|registry| registry.functions.contains_key(&host))
}

/// The variable of a variable of the host.
///
/// # Errors
///
/// `cudaErrorInvalidSymbol`, if it was not registered; its fat binary cannot be loaded.
pub fn variable(host: usize) -> Result<Variable> {
    let found = with(|registry| registry.variables.get(&host).cloned());
    let (binary, name) = found.ok_or(error::INVALID_SYMBOL)?;
    let loaded = binary.load()?;
    loaded.variable(&name).ok_or(error::INVALID_SYMBOL)
}

impl Loaded {
    fn variable(&self, name: &str) -> Option<Variable> {
        (0..self.modules).find_map(|module| self.program.variable(module, name))
    }
}

impl Binary {
    fn load(&self) -> Result<&Loaded> {
        let context = context()?;
        let loaded = self.loaded.get_or_init(|| self.load_now(context));
        loaded.as_ref().map_err(|&code| code)
    }

    fn load_now(&self, context: &Context) -> Result<Loaded> {
        let contents = self.contents.as_ref().map_err(|cause| {
            eprintln!("simulator: the program's code for the device: {cause}");
            error::INVALID_KERNEL_IMAGE
        })?;
        if contents.texts.is_empty() && !contents.cubins.is_empty() {
            eprintln!(
                "simulator: the program has machine code for the device, but no PTX; compile it with the simulator's bin/nvcc"
            );
            return Err(error::NO_KERNEL_IMAGE_FOR_DEVICE);
        }
        let mut modules = Vec::new();
        for text in &contents.texts {
            modules.push(Arc::new(Module::parse(text).map_err(|cause| {
                eprintln!("simulator: {cause}");
                error::INVALID_PTX
            })?));
        }
        let count = modules.len();
        let program = Program::link(modules, context.host()).map_err(|cause| {
            eprintln!("simulator: {cause}");
            error::INVALID_KERNEL_IMAGE
        })?;
        let usage = contents.cubins.iter().flat_map(|cubin| cubin::usage(cubin)).collect();
        let loaded = Loaded { program: Arc::new(program), modules: count, usage };
        for (place, name) in &*self.managed.lock().unwrap() {
            let variable = loaded.variable(name).ok_or(error::INVALID_SYMBOL)?;
            // SAFETY: nvcc's host code gave the address of a pointer of its own for this.
            unsafe { (*place as *mut usize).write(variable.address as usize) };
        }
        Ok(loaded)
    }
}

impl Function {
    pub fn attributes(&self) -> &Attributes {
        self.program.attributes(self.kernel)
    }

    /// What decides how many blocks there can be at once.
    pub fn needs(&self, settings: &Settings) -> Needs {
        let attributes = self.attributes();
        Needs {
            registers: self.usage.registers,
            static_shared: attributes.shared_bytes,
            max_threads: attributes.max_threads,
            most_shared: self.most_shared(settings),
        }
    }

    /// Dynamic shared memory that a block may have.
    pub fn most_shared(&self, settings: &Settings) -> u32 {
        self.shared_limit()
            .unwrap_or_else(|| settings.shared_per_block.saturating_sub(self.attributes().shared_bytes))
    }

    /// What the program has asked for.
    pub fn shared_limit(&self) -> Option<u32> {
        u32::try_from(self.shared_limit.load(Ordering::Relaxed)).ok()
    }

    /// Asks for so much dynamic shared memory.
    ///
    /// # Errors
    ///
    /// `cudaErrorInvalidValue`: a block cannot have it.
    pub fn set_shared_limit(&self, settings: &Settings, bytes: i32) -> Result<()> {
        let most = settings.shared_per_block_optin.saturating_sub(self.attributes().shared_bytes);
        let wanted = u32::try_from(bytes).ok().filter(|&bytes| bytes <= most).ok_or(error::INVALID_VALUE)?;
        self.shared_limit.store(i64::from(wanted), Ordering::Relaxed);
        Ok(())
    }

    /// Stack of a thread, with what calls that ptxas cannot follow may use.
    pub fn stack(&self, limit: u64) -> u64 {
        let attributes = self.attributes();
        let known = u64::from(if self.usage.stack > 0 { self.usage.stack } else { attributes.local_bytes });
        if attributes.dynamic_stack { known.max(limit) } else { known }
    }
}
