//! The device: what it is, its limits, and waiting for it.

use std::ffi::{c_char, c_int, c_uint};

use super::attributes::{self, CUDA_VERSION, Properties};
use super::context::{configuration, context, context_if_any};
use super::error::{self, Code, Result, call};
use super::memory::Kind;
use super::registration;

fn is_device(device: c_int) -> Result<()> {
    match configuration().devices {
        0 => Err(error::NO_DEVICE),
        count if (0..count).contains(&device) => Ok(()),
        _ => Err(error::INVALID_DEVICE),
    }
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaGetDeviceCount(place: *mut c_int) -> Code {
    call(|| {
        let count = configuration().devices;
        unsafe { *place = count };
        if count == 0 { Err(error::NO_DEVICE) } else { Ok(()) }
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaGetDevice(place: *mut c_int) -> Code {
    call(|| {
        is_device(0)?;
        unsafe { *place = 0 };
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaSetDevice(device: c_int) -> Code {
    call(|| {
        is_device(device)?;
        context()?;
        registration::initialise_managed()
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaInitDevice(device: c_int, _: c_uint, _: c_uint) -> Code {
    cudaSetDevice(device)
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaGetDeviceProperties(place: *mut Properties, device: c_int) -> Code {
    call(|| {
        is_device(device)?;
        unsafe { place.write(Properties::new(configuration())) };
        Ok(())
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaDeviceGetAttribute(place: *mut c_int, which: c_int, device: c_int) -> Code {
    call(|| {
        is_device(device)?;
        let value = attributes::attribute(configuration(), which).ok_or(error::INVALID_VALUE)?;
        unsafe { *place = value };
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaDeviceSynchronize() -> Code {
    call(|| {
        let context = context()?;
        context.wait(&context.streams.all());
        Ok(())
    })
}

/// Waits for what is on its way; an error that stuck is forgotten. Memory stays where it is, so that what still points
/// to it, in the host's program, does no harm.
#[unsafe(no_mangle)]
pub extern "C" fn cudaDeviceReset() -> Code {
    if let Some(context) = context_if_any() {
        context.wait(&context.streams.all());
        error::forget();
        error::take_last();
    }
    error::SUCCESS
}

const STACK: c_int = 0;
const PRINT: c_int = 1;
const HEAP: c_int = 2;

#[unsafe(no_mangle)]
pub extern "C" fn cudaDeviceSetLimit(which: c_int, value: usize) -> Code {
    call(|| {
        let context = context()?;
        let mut limits = context.limits.lock().unwrap();
        let value = value as u64;
        match which {
            STACK => {
                let settings = &context.configuration.settings;
                let (available, _) = context.memory.info();
                let all =
                    u64::from(settings.multiprocessors) * u64::from(settings.threads_per_multiprocessor);
                // CUDA's own limit of a thread's local memory (CUDA C++ Programming Guide, "Compute Capabilities").
                if value > 512 << 10 {
                    return Err(error::INVALID_VALUE);
                }
                if value * all > available {
                    return Err(error::MEMORY_ALLOCATION);
                }
                limits.stack = value.next_multiple_of(16);
            }
            PRINT => {
                limits.print = value;
                context.set_print_limit(value);
            }
            HEAP => limits.heap = value,
            _ => return Err(error::UNSUPPORTED_LIMIT),
        }
        Ok(())
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaDeviceGetLimit(place: *mut usize, which: c_int) -> Code {
    call(|| {
        let limits = *context()?.limits.lock().unwrap();
        let value = match which {
            STACK => limits.stack,
            PRINT => limits.print,
            HEAP => limits.heap,
            _ => return Err(error::UNSUPPORTED_LIMIT),
        };
        unsafe { *place = value as usize };
        Ok(())
    })
}

/// # Safety
///
/// The places are there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaMemGetInfo(free: *mut usize, total: *mut usize) -> Code {
    call(|| {
        let (available, all) = context()?.memory.info();
        unsafe { (*free, *total) = (available as usize, all as usize) };
        Ok(())
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaDriverGetVersion(place: *mut c_int) -> Code {
    unsafe { *place = CUDA_VERSION };
    error::SUCCESS
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaRuntimeGetVersion(place: *mut c_int) -> Code {
    unsafe { *place = CUDA_VERSION };
    error::SUCCESS
}

/// # Safety
///
/// The places are there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaDeviceGetStreamPriorityRange(least: *mut c_int, greatest: *mut c_int) -> Code {
    call(|| {
        is_device(0)?;
        unsafe { (*least, *greatest) = (0, -5) };
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaSetDeviceFlags(_: c_uint) -> Code {
    call(|| is_device(0))
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaGetDeviceFlags(place: *mut c_uint) -> Code {
    call(|| {
        is_device(0)?;
        unsafe { *place = 0 };
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaDeviceSetCacheConfig(_: c_int) -> Code {
    call(|| is_device(0))
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaDeviceGetCacheConfig(place: *mut c_int) -> Code {
    call(|| {
        is_device(0)?;
        unsafe { *place = 0 };
        Ok(())
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaDeviceCanAccessPeer(place: *mut c_int, device: c_int, peer: c_int) -> Code {
    call(|| {
        is_device(device).and(is_device(peer))?;
        unsafe { *place = 0 };
        Ok(())
    })
}

/// # Safety
///
/// `text` has room for so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaDeviceGetPCIBusId(text: *mut c_char, room: c_int, device: c_int) -> Code {
    call(|| {
        is_device(device)?;
        let name = c"0000:00:00.0".to_bytes_with_nul();
        if usize::try_from(room).is_ok_and(|room| room >= name.len()) {
            unsafe { std::ptr::copy_nonoverlapping(name.as_ptr().cast(), text, name.len()) };
            Ok(())
        } else {
            Err(error::INVALID_VALUE)
        }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaProfilerStart() -> Code {
    error::SUCCESS
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaProfilerStop() -> Code {
    error::SUCCESS
}

/// `cudaPointerAttributes`.
#[repr(C)]
pub struct PointerAttributes {
    kind: c_int,
    device: c_int,
    device_pointer: u64,
    host_pointer: u64,
    reserved: [u64; 8],
}

const _: () = assert!(size_of::<PointerAttributes>() == 88);

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaPointerGetAttributes(place: *mut PointerAttributes, address: u64) -> Code {
    call(|| {
        let found = context()?.memory.block(address);
        let (kind, device_pointer, host_pointer) = match found.map(|block| block.kind) {
            None => (0, 0, 0),
            Some(Kind::Host | Kind::Registered) => (1, address, address),
            Some(Kind::Device | Kind::Constant) => (2, address, 0),
            Some(Kind::Managed) => (3, address, address),
        };
        let device = if kind == 0 { -2 } else { 0 };
        unsafe {
            place.write(PointerAttributes { kind, device, device_pointer, host_pointer, reserved: [0; 8] })
        };
        Ok(())
    })
}
