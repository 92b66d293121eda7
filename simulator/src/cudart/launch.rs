//! Starting kernels.

use super::context::{Context, context};
use super::error::{self, Result};
use super::registration::{self, Function};
use super::stream::Handle;
use crate::interface::{Extent, Launch};

/// Extents as `dim3` has them.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim3 {
    pub x: u32,
    pub y: u32,
    pub z: u32,
}

impl Dim3 {
    pub fn extent(self) -> Extent {
        [self.x, self.y, self.z]
    }
}

/// The largest grid, in each direction.
pub const LARGEST_GRID: Extent = [0x7fff_ffff, 65535, 65535];
/// The largest block, in each direction.
pub const LARGEST_BLOCK: Extent = [1024, 1024, 64];

/// What a program asks for.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub grid: Extent,
    pub block: Extent,
    pub shared: usize,
    pub stream: Handle,
    pub cooperative: bool,
}

/// Checks a launch and gives it to its stream.
///
/// # Safety
///
/// `arguments` points to as many pointers as the kernel has parameters, each to as many bytes as the parameter has.
///
/// # Errors
///
/// What CUDA refuses at once.
pub unsafe fn launch(host: usize, request: Request, arguments: *const *const u8) -> Result<()> {
    let context = context()?;
    let function = registration::function(host)?;
    check(context, &function, request)?;
    let attributes = function.attributes();
    let mut bytes = vec![0; attributes.parameter_bytes as usize];
    for (i, &(offset, size)) in attributes.parameters.iter().enumerate() {
        let place = &mut bytes[offset as usize..][..size as usize];
        // SAFETY: as the caller promises.
        unsafe {
            let from = *arguments.add(i);
            if from.is_null() {
                return Err(error::INVALID_VALUE);
            }
            std::ptr::copy_nonoverlapping(from, place.as_mut_ptr(), place.len());
        }
    }
    let launch = Launch {
        program: function.program.clone(),
        kernel: function.kernel,
        grid: request.grid,
        block: request.block,
        shared: request.shared as u32,
        shared_limit: function.shared_limit(),
        arguments: bytes,
        cooperative: request.cooperative,
    };
    context.device.admit(&launch).map_err(|fault| {
        eprintln!("simulator: a launch is refused: {fault}");
        fault.code
    })?;
    if context.configuration.trace {
        eprintln!(
            "simulator: {} grid {:?} block {:?} shared {}{}",
            function.name,
            request.grid,
            request.block,
            request.shared,
            if request.cooperative { " cooperative" } else { "" }
        );
    }
    context.begin_kernel();
    let work = move || {
        if error::corrupted().is_none() {
            run(context, &launch, &function.name);
        }
        context.end_kernel();
    };
    let submitted = context.streams.submit(request.stream, Vec::new(), Box::new(work));
    submitted.map(drop).inspect_err(|_| context.end_kernel())
}

fn run(context: &Context, launch: &Launch, name: &str) {
    context.memory.refresh();
    let limits = *context.limits.lock().unwrap();
    let before = context.memory.take_moves();
    let ended = context.device.run(launch, &limits);
    context.report.add_moves(before);
    context.report.begin(name);
    context.report.add_moves(context.memory.take_moves());
    match ended {
        Ok(statistics) => context.report.add(name, &statistics),
        Err(fault) => {
            // A program may end a kernel by a trap when nothing is wrong.
            let is_trap = fault.place.as_ref().is_some_and(|place| place.instruction.starts_with("trap"));
            if !is_trap || context.configuration.trace {
                eprintln!("simulator: {fault}");
            }
            error::corrupt(fault.code);
        }
    }
}

fn check(context: &Context, function: &Function, request: Request) -> Result<()> {
    let settings = &context.configuration.settings;
    let is_within = |extent: Extent, most: Extent| {
        extent.iter().zip(most).all(|(&extent, most)| (1..=most).contains(&extent))
    };
    let threads = request.block.iter().map(|&side| u64::from(side)).product::<u64>();
    if !is_within(request.grid, LARGEST_GRID)
        || !is_within(request.block, LARGEST_BLOCK)
        || threads > u64::from(settings.threads_per_block)
    {
        return Err(error::INVALID_CONFIGURATION);
    }
    let threads = threads as u32;
    let needs = function.needs(settings);
    if threads > needs.max_threads || request.shared > needs.most_shared as usize {
        return Err(error::INVALID_VALUE);
    }
    if threads > needs.largest_block(settings) {
        return Err(error::LAUNCH_OUT_OF_RESOURCES);
    }
    if request.cooperative {
        let held = needs.blocks(settings, threads, request.shared as u32) * settings.multiprocessors;
        let blocks = request.grid.iter().map(|&side| u64::from(side)).product::<u64>();
        if blocks > u64::from(held) {
            return Err(error::COOPERATIVE_LAUNCH_TOO_LARGE);
        }
    }
    let all = u64::from(settings.multiprocessors) * u64::from(settings.threads_per_multiprocessor);
    let stack = function.stack(context.limits.lock().unwrap().stack);
    context.memory.reserve_stacks(stack * all)
}
