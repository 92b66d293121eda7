//! Launches, and what is known of kernels.

use std::ffi::{c_char, c_int, c_uint, c_void};

use super::api_registration::__cudaLaunchKernel;
use super::context::{configuration, context};
use super::error::{self, Code, Result, call};
use super::launch::{Dim3, Request, launch};
use super::registration;
use super::stream::Handle;

/// # Safety
///
/// The arguments are as the kernel's parameters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaLaunchKernel(
    kernel: usize,
    grid: Dim3,
    block: Dim3,
    arguments: *const *const u8,
    shared: usize,
    stream: Handle,
) -> Code {
    unsafe { __cudaLaunchKernel(kernel, grid, block, arguments, shared, stream) }
}

/// # Safety
///
/// The arguments are as the kernel's parameters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaLaunchCooperativeKernel(
    kernel: usize,
    grid: Dim3,
    block: Dim3,
    arguments: *const *const u8,
    shared: usize,
    stream: Handle,
) -> Code {
    let request = Request { grid: grid.extent(), block: block.extent(), shared, stream, cooperative: true };
    call(|| unsafe { launch(kernel, request, arguments) })
}

/// `cudaLaunchConfig_t`.
#[repr(C)]
pub struct LaunchConfiguration {
    grid: Dim3,
    block: Dim3,
    shared: usize,
    stream: Handle,
    attributes: *const LaunchAttribute,
    count: c_uint,
}

/// `cudaLaunchAttribute`.
#[repr(C)]
pub struct LaunchAttribute {
    id: c_int,
    padding: [u8; 4],
    value: [i32; 16],
}

const _: () = assert!(size_of::<LaunchConfiguration>() == 56 && size_of::<LaunchAttribute>() == 72);

const IGNORED: c_int = 0;
const COOPERATIVE: c_int = 2;

/// # Safety
///
/// The configuration is there, and the arguments are as the kernel's parameters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaLaunchKernelExC(
    configuration: *const LaunchConfiguration,
    kernel: usize,
    arguments: *const *const u8,
) -> Code {
    call(|| unsafe {
        let wanted = &*configuration;
        let mut cooperative = false;
        for i in 0..wanted.count as usize {
            let attribute = &*wanted.attributes.add(i);
            match attribute.id {
                IGNORED => {}
                COOPERATIVE => cooperative = attribute.value[0] != 0,
                other => {
                    eprintln!("simulator: cudaLaunchKernelEx: the attribute {other} is not supported");
                    return Err(error::NOT_SUPPORTED);
                }
            }
        }
        let (grid, block) = (wanted.grid.extent(), wanted.block.extent());
        launch(
            kernel,
            Request { grid, block, shared: wanted.shared, stream: wanted.stream, cooperative },
            arguments,
        )
    })
}

/// `cudaFuncAttributes`.
#[repr(C)]
pub struct FunctionAttributes {
    shared_size: usize,
    const_size: usize,
    local_size: usize,
    max_threads_per_block: c_int,
    registers: c_int,
    ptx_version: c_int,
    binary_version: c_int,
    cache_mode: c_int,
    max_dynamic_shared_size: c_int,
    preferred_carveout: c_int,
    rest: [c_int; 22],
}

const _: () = assert!(size_of::<FunctionAttributes>() == 144);

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaFuncGetAttributes(place: *mut FunctionAttributes, kernel: usize) -> Code {
    call(|| {
        let settings = &configuration().settings;
        let function = registration::function(kernel)?;
        let needs = function.needs(settings);
        let found = FunctionAttributes {
            shared_size: needs.static_shared as usize,
            const_size: 0,
            local_size: function.stack(0) as usize,
            max_threads_per_block: needs.largest_block(settings) as c_int,
            registers: needs.registers as c_int,
            ptx_version: 90,
            binary_version: 90,
            cache_mode: 0,
            max_dynamic_shared_size: needs.most_shared as c_int,
            preferred_carveout: -1,
            rest: [0; 22],
        };
        unsafe { place.write(found) };
        Ok(())
    })
}

const MAX_DYNAMIC_SHARED: c_int = 8;
const PREFERRED_CARVEOUT: c_int = 9;

#[unsafe(no_mangle)]
pub extern "C" fn cudaFuncSetAttribute(kernel: usize, which: c_int, value: c_int) -> Code {
    call(|| {
        let function = registration::function(kernel)?;
        match which {
            MAX_DYNAMIC_SHARED => function.set_shared_limit(&configuration().settings, value),
            PREFERRED_CARVEOUT => Ok(()),
            _ => Err(error::NOT_SUPPORTED),
        }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaFuncSetCacheConfig(kernel: usize, _: c_int) -> Code {
    call(|| registration::function(kernel).map(drop))
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaFuncGetName(name: *mut *const c_char, kernel: usize) -> Code {
    call(|| {
        let function = registration::function(kernel)?;
        let text = std::ffi::CString::new(function.name).map_err(|_| error::INVALID_VALUE)?;
        unsafe { *name = text.into_raw() };
        Ok(())
    })
}

fn blocks(kernel: usize, threads: c_int, shared: usize) -> Result<c_int> {
    context()?;
    let settings = &configuration().settings;
    let threads = u32::try_from(threads).ok().filter(|&threads| threads > 0).ok_or(error::INVALID_VALUE)?;
    let shared = u32::try_from(shared).unwrap_or(u32::MAX);
    Ok(registration::function(kernel)?.needs(settings).blocks(settings, threads, shared) as c_int)
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    place: *mut c_int,
    kernel: usize,
    threads: c_int,
    shared: usize,
) -> Code {
    call(|| {
        unsafe { *place = blocks(kernel, threads, shared)? };
        Ok(())
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    place: *mut c_int,
    kernel: usize,
    threads: c_int,
    shared: usize,
    _: c_uint,
) -> Code {
    unsafe { cudaOccupancyMaxActiveBlocksPerMultiprocessor(place, kernel, threads, shared) }
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaOccupancyAvailableDynamicSMemPerBlock(
    place: *mut usize,
    kernel: usize,
    wanted: c_int,
    threads: c_int,
) -> Code {
    call(|| {
        let settings = &configuration().settings;
        let function = registration::function(kernel)?;
        let most = function.most_shared(settings) as usize;
        let mut room = (most / 128 * 128) as c_int;
        while room > 0 && blocks(kernel, threads, room as usize)? < wanted {
            room -= 128;
        }
        unsafe { *place = room.max(0) as usize };
        Ok(())
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaGetFuncBySymbol(place: *mut usize, kernel: usize) -> Code {
    call(|| {
        registration::function(kernel)?;
        unsafe { *place = kernel };
        Ok(())
    })
}

/// # Safety
///
/// `function` may be called with `argument` on a thread of the simulator's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaLaunchHostFunc(
    stream: Handle,
    function: extern "C" fn(*mut c_void),
    argument: *mut c_void,
) -> Code {
    let argument = argument as usize;
    call(|| {
        let work = move || {
            if error::corrupted().is_none() {
                function(argument as *mut c_void);
            }
        };
        context()?.streams.submit(stream, Vec::new(), Box::new(work)).map(drop)
    })
}
