//! Memory: allocating, registering, copying, filling.

use std::ffi::{c_int, c_uint};

use super::configuration::Pageable;
use super::context::context;
use super::copy::{Direction, Rows, copy, fill};
use super::error::{self, Code, Result, call};
use super::memory::Kind;
use super::registration;
use super::stream::Handle;

fn malloc(size: usize, kind: Kind) -> Result<u64> {
    let memory = &context()?.memory;
    if size == 0 {
        return Ok(0);
    }
    let start = memory.allocate(size as u64, 1, kind)?;
    if kind == Kind::Device {
        memory.poison(start, size as u64);
    }
    Ok(start)
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaMalloc(place: *mut u64, size: usize) -> Code {
    call(|| {
        unsafe { *place = malloc(size, Kind::Device)? };
        Ok(())
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaMallocAsync(place: *mut u64, size: usize, _: Handle) -> Code {
    unsafe { cudaMalloc(place, size) }
}

const ATTACH_GLOBAL: c_uint = 1;
const ATTACH_HOST: c_uint = 2;

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaMallocManaged(place: *mut u64, size: usize, flags: c_uint) -> Code {
    call(|| {
        if size == 0 || !matches!(flags, ATTACH_GLOBAL | ATTACH_HOST) {
            return Err(error::INVALID_VALUE);
        }
        unsafe { *place = malloc(size, Kind::Managed)? };
        Ok(())
    })
}

/// # Safety
///
/// The places are there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaMallocPitch(
    place: *mut u64,
    pitch: *mut usize,
    width: usize,
    height: usize,
) -> Code {
    call(|| {
        let row = width.next_multiple_of(512);
        unsafe {
            *place = malloc(row.checked_mul(height).ok_or(error::MEMORY_ALLOCATION)?, Kind::Device)?;
            *pitch = row;
        }
        Ok(())
    })
}

/// Waits for the device, as CUDA does.
fn free(start: u64, kinds: &[Kind]) -> Result<()> {
    let context = context()?;
    if start == 0 {
        return Ok(());
    }
    context.wait(&context.streams.all());
    let block = context.memory.remove(start, kinds).ok_or(error::INVALID_VALUE)?;
    if block.kind == Kind::Host {
        // SAFETY: cudaHostAlloc mapped exactly this.
        unsafe { libc::munmap(block.start as *mut _, block.size as usize) };
    }
    Ok(())
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaFree(start: u64) -> Code {
    call(|| {
        registration::initialise_managed()?;
        free(start, &[Kind::Device, Kind::Managed])
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaFreeAsync(start: u64, stream: Handle) -> Code {
    call(|| {
        let context = context()?;
        let found =
            context.memory.block(start).filter(|block| block.start == start && block.kind == Kind::Device);
        found.ok_or(error::INVALID_VALUE)?;
        let work = move || _ = context.memory.remove(start, &[Kind::Device]);
        context.streams.submit(stream, Vec::new(), Box::new(work)).map(drop)
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaHostAlloc(place: *mut u64, size: usize, flags: c_uint) -> Code {
    call(|| {
        let context = context()?;
        if size == 0 {
            unsafe { *place = 0 };
            return Ok(());
        }
        // SAFETY: a plain mapping, whose result is looked at.
        let memory = unsafe {
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            libc::mmap(std::ptr::null_mut(), size, protection, kind, -1, 0)
        };
        if memory == libc::MAP_FAILED {
            return Err(error::MEMORY_ALLOCATION);
        }
        context.memory.add_host(memory as u64, size as u64, Kind::Host, true, flags)?;
        unsafe { *place = memory as u64 };
        Ok(())
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaMallocHost(place: *mut u64, size: usize) -> Code {
    unsafe { cudaHostAlloc(place, size, 0) }
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaFreeHost(start: u64) -> Code {
    call(|| free(start, &[Kind::Host]))
}

const READ_ONLY: c_uint = 8;
const ALL_FLAGS: c_uint = 15;

/// The device writes to all that is registered, but for what is registered to be read: so the host's pages must be
/// writable.
#[unsafe(no_mangle)]
pub extern "C" fn cudaHostRegister(start: u64, size: usize, flags: c_uint) -> Code {
    call(|| {
        let context = context()?;
        let end =
            start.checked_add(size as u64).filter(|_| start != 0 && size != 0 && flags & !ALL_FLAGS == 0);
        let end = end.ok_or(error::INVALID_VALUE)?;
        let to_read = flags & READ_ONLY != 0;
        if to_read && !context.configuration.register_read_only {
            return Err(error::NOT_SUPPORTED);
        }
        let mut at = start;
        while at < end {
            let mapping = context.memory.mapping(at).filter(|mapping| mapping.writable || to_read);
            at = mapping.ok_or(error::INVALID_VALUE)?.end;
        }
        context.memory.add_host(start, size as u64, Kind::Registered, !to_read, flags)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaHostUnregister(start: u64) -> Code {
    call(|| {
        let context = context()?;
        context.wait(&context.streams.all());
        context.memory.remove(start, &[Kind::Registered]).map(drop).ok_or(error::HOST_MEMORY_NOT_REGISTERED)
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaHostGetDevicePointer(place: *mut u64, address: u64, flags: c_uint) -> Code {
    call(|| {
        let context = context()?;
        let block = context.memory.block(address);
        let is_known = block.is_some_and(|block| matches!(block.kind, Kind::Host | Kind::Registered));
        if flags != 0 || !(is_known || (block.is_none() && context.configuration.pageable != Pageable::No)) {
            return Err(error::INVALID_VALUE);
        }
        unsafe { *place = address };
        Ok(())
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaHostGetFlags(place: *mut c_uint, address: u64) -> Code {
    call(|| {
        let block = context()?
            .memory
            .block(address)
            .filter(|block| matches!(block.kind, Kind::Host | Kind::Registered));
        unsafe { *place = block.ok_or(error::INVALID_VALUE)?.flags };
        Ok(())
    })
}

// ---- Copies ----

fn bytes(address: u64) -> Rows {
    Rows { address, pitch: 0 }
}

/// # Safety
///
/// The host's memory is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaMemcpy(to: u64, from: u64, size: usize, kind: c_int) -> Code {
    call(|| unsafe { copy(bytes(to), bytes(from), size, 1, Direction::new(kind)?, None) })
}

/// # Safety
///
/// The host's memory is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaMemcpyAsync(
    to: u64,
    from: u64,
    size: usize,
    kind: c_int,
    stream: Handle,
) -> Code {
    call(|| unsafe { copy(bytes(to), bytes(from), size, 1, Direction::new(kind)?, Some(stream)) })
}

/// # Safety
///
/// The host's memory is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaMemcpyPeer(to: u64, _: c_int, from: u64, _: c_int, size: usize) -> Code {
    call(|| unsafe { copy(bytes(to), bytes(from), size, 1, Direction::WITHIN_DEVICE, None) })
}

/// # Safety
///
/// The host's memory is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaMemcpy2D(
    to: u64,
    to_pitch: usize,
    from: u64,
    from_pitch: usize,
    width: usize,
    height: usize,
    kind: c_int,
) -> Code {
    let to = Rows { address: to, pitch: to_pitch as u64 };
    let from = Rows { address: from, pitch: from_pitch as u64 };
    call(|| unsafe { copy(to, from, width, height, Direction::new(kind)?, None) })
}

/// # Safety
///
/// The host's memory is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaMemcpy2DAsync(
    to: u64,
    to_pitch: usize,
    from: u64,
    from_pitch: usize,
    width: usize,
    height: usize,
    kind: c_int,
    stream: Handle,
) -> Code {
    let to = Rows { address: to, pitch: to_pitch as u64 };
    let from = Rows { address: from, pitch: from_pitch as u64 };
    call(|| unsafe { copy(to, from, width, height, Direction::new(kind)?, Some(stream)) })
}

/// The place in a variable.
fn symbol(host: usize, size: usize, offset: usize) -> Result<u64> {
    let variable = registration::variable(host)?;
    let fits = offset.checked_add(size).is_some_and(|end| end as u64 <= variable.size);
    if fits { Ok(variable.address + offset as u64) } else { Err(error::INVALID_VALUE) }
}

/// # Safety
///
/// The host's memory is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaMemcpyToSymbol(
    host: usize,
    from: u64,
    size: usize,
    offset: usize,
    kind: c_int,
) -> Code {
    call(|| unsafe {
        let to = symbol(host, size, offset)?;
        copy(bytes(to), bytes(from), size, 1, Direction::of_symbol(kind, true)?, None)
    })
}

/// # Safety
///
/// The host's memory is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaMemcpyToSymbolAsync(
    host: usize,
    from: u64,
    size: usize,
    offset: usize,
    kind: c_int,
    stream: Handle,
) -> Code {
    call(|| unsafe {
        let to = symbol(host, size, offset)?;
        copy(bytes(to), bytes(from), size, 1, Direction::of_symbol(kind, true)?, Some(stream))
    })
}

/// # Safety
///
/// The host's memory is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaMemcpyFromSymbol(
    to: u64,
    host: usize,
    size: usize,
    offset: usize,
    kind: c_int,
) -> Code {
    call(|| unsafe {
        let from = symbol(host, size, offset)?;
        copy(bytes(to), bytes(from), size, 1, Direction::of_symbol(kind, false)?, None)
    })
}

/// # Safety
///
/// The host's memory is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaMemcpyFromSymbolAsync(
    to: u64,
    host: usize,
    size: usize,
    offset: usize,
    kind: c_int,
    stream: Handle,
) -> Code {
    call(|| unsafe {
        let from = symbol(host, size, offset)?;
        copy(bytes(to), bytes(from), size, 1, Direction::of_symbol(kind, false)?, Some(stream))
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaGetSymbolAddress(place: *mut u64, host: usize) -> Code {
    call(|| {
        unsafe { *place = registration::variable(host)?.address };
        Ok(())
    })
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaGetSymbolSize(place: *mut usize, host: usize) -> Code {
    call(|| {
        unsafe { *place = registration::variable(host)?.size as usize };
        Ok(())
    })
}

// ---- Filling ----

#[unsafe(no_mangle)]
pub extern "C" fn cudaMemset(to: u64, value: c_int, size: usize) -> Code {
    call(|| fill(bytes(to), value as u8, size, 1, None))
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaMemsetAsync(to: u64, value: c_int, size: usize, stream: Handle) -> Code {
    call(|| fill(bytes(to), value as u8, size, 1, Some(stream)))
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaMemset2D(to: u64, pitch: usize, value: c_int, width: usize, height: usize) -> Code {
    call(|| fill(Rows { address: to, pitch: pitch as u64 }, value as u8, width, height, None))
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaMemset2DAsync(
    to: u64,
    pitch: usize,
    value: c_int,
    width: usize,
    height: usize,
    stream: Handle,
) -> Code {
    call(|| fill(Rows { address: to, pitch: pitch as u64 }, value as u8, width, height, Some(stream)))
}

// ---- Where pages lie ----

/// `cudaMemLocation`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Location {
    kind: c_int,
    number: c_int,
}

const ON_DEVICE: c_int = 1;

/// Managed memory; or, where the device reaches that, the host's own.
fn movable(start: u64, size: usize) -> Result<bool> {
    let context = context()?;
    match context.memory.block(start) {
        Some(block) if block.kind == Kind::Managed && start + size as u64 <= block.end() => Ok(true),
        None if context.configuration.pageable != Pageable::No && size > 0 => {
            context.memory.mapping(start).map(|_| false).ok_or(error::INVALID_VALUE)
        }
        _ => Err(error::INVALID_VALUE),
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaMemPrefetchAsync(
    start: u64,
    size: usize,
    to: Location,
    flags: c_uint,
    stream: Handle,
) -> Code {
    call(|| {
        let context = context()?;
        if flags != 0 || (to.kind == ON_DEVICE && to.number != 0) {
            return Err(error::INVALID_DEVICE);
        }
        let is_managed = movable(start, size)?;
        if !context.configuration.concurrent && context.configuration.pageable == Pageable::No {
            return Err(error::INVALID_DEVICE);
        }
        let goes =
            is_managed && to.kind == ON_DEVICE && context.configuration.pageable != Pageable::HostTables;
        let work = move || {
            if goes {
                context.memory.window.unmap_pages(start, size as u64);
            }
        };
        context.streams.submit(stream, Vec::new(), Box::new(work)).map(drop)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaMemAdvise(start: u64, size: usize, advice: c_int, _: Location) -> Code {
    call(|| {
        movable(start, size)?;
        if (1..=6).contains(&advice) { Ok(()) } else { Err(error::INVALID_VALUE) }
    })
}
