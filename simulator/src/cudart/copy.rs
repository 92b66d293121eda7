//! Copying and filling memory of either side.

use std::sync::Arc;

use super::configuration::Pageable;
use super::context::{Context, context};
use super::error::{self, Result};
use super::stream::{Done, Handle};

/// `cudaMemcpyKind`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction {
    from: Side,
    to: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Host,
    Device,
    Either,
}

impl Direction {
    pub const WITHIN_DEVICE: Self = Self { from: Side::Device, to: Side::Device };

    /// # Errors
    ///
    /// `cudaErrorInvalidMemcpyDirection`.
    pub fn new(kind: i32) -> Result<Self> {
        let (from, to) = match kind {
            0 => (Side::Host, Side::Host),
            1 => (Side::Host, Side::Device),
            2 => (Side::Device, Side::Host),
            3 => (Side::Device, Side::Device),
            4 => (Side::Either, Side::Either),
            _ => return Err(error::INVALID_MEMCPY_DIRECTION),
        };
        Ok(Self { from, to })
    }

    /// To a variable of the device's, or from one.
    ///
    /// # Errors
    ///
    /// `cudaErrorInvalidMemcpyDirection`.
    pub fn of_symbol(kind: i32, is_to: bool) -> Result<Self> {
        let direction = Self::new(kind)?;
        let symbol = if is_to { direction.to } else { direction.from };
        if symbol == Side::Host { Err(error::INVALID_MEMCPY_DIRECTION) } else { Ok(direction) }
    }
}

/// A rectangle of bytes: so many rows of a width, each so far behind the one before.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    pub address: u64,
    pub pitch: u64,
}

/// Where the simulator reaches memory that an argument names.
fn place(context: &Context, rows: Rows, width: u64, height: u64, side: Side) -> Result<u64> {
    let Rows { address, pitch } = rows;
    if width > 0 && height > 1 && pitch < width {
        return Err(error::INVALID_PITCH_VALUE);
    }
    let size = if height == 0 { 0 } else { pitch * (height - 1) + width };
    let Some(block) = context.memory.block(address) else {
        let reaches = side != Side::Device || context.configuration.pageable != Pageable::No || size == 0;
        let is_devices = context.memory.window.has(address);
        return if reaches && !is_devices { Ok(address) } else { Err(error::INVALID_VALUE) };
    };
    let is_hosts = block.is_the_hosts() || context.configuration.pageable == Pageable::HostTables;
    if (side == Side::Host && !is_hosts) || address + size > block.end() {
        return Err(error::INVALID_VALUE);
    }
    Ok(address.wrapping_add(context.memory.offset(address)))
}

/// A copy of rows; `stream` is none for one that the host waits for.
///
/// # Safety
///
/// Memory that is the host's is there, until the copy is done.
///
/// # Errors
///
/// `cudaErrorInvalidValue`: memory is not of the side that the direction says, or ends too early.
pub unsafe fn copy(
    to: Rows,
    from: Rows,
    width: usize,
    height: usize,
    direction: Direction,
    stream: Option<Handle>,
) -> Result<()> {
    let context = context()?;
    if width == 0 || height == 0 {
        return Ok(());
    }
    let (long_width, long_height) = (width as u64, height as u64);
    let target = place(context, to, long_width, long_height, direction.to)?;
    let source = place(context, from, long_width, long_height, direction.from)?;
    // Pageable memory of the host's is read before an asynchronous copy returns, and written before it does.
    let is_pageable = |address| context.memory.block(address).is_none();
    let waits = stream.is_none() || is_pageable(from.address) || is_pageable(to.address);
    let row = |i: u64| (target + i * to.pitch, source + i * from.pitch);
    let rows: Vec<_> = (0..long_height).map(row).collect();
    let done = submit(context, stream.unwrap_or(0), move || {
        for (to, from) in rows {
            // SAFETY: as the caller promises; overlapping copies are undefined in CUDA, not here.
            unsafe { std::ptr::copy(from as *const u8, to as *mut u8, width) };
        }
    })?;
    if waits {
        context.wait(&[done]);
    }
    Ok(())
}

/// Fills rows; `stream` is none for the function that is not asynchronous by name.
///
/// # Errors
///
/// `cudaErrorInvalidValue`: it is no memory that the device reaches, or ends too early.
pub fn fill(to: Rows, value: u8, width: usize, height: usize, stream: Option<Handle>) -> Result<()> {
    let context = context()?;
    if width == 0 || height == 0 {
        return Ok(());
    }
    let target = place(context, to, width as u64, height as u64, Side::Device)?;
    let done = submit(context, stream.unwrap_or(0), move || {
        for i in 0..height as u64 {
            // SAFETY: the block holds it, or the process does.
            unsafe { std::ptr::write_bytes((target + i * to.pitch) as *mut u8, value, width) };
        }
    })?;
    // Host memory is filled when the function returns.
    if stream.is_none() && context.memory.block(to.address).is_none_or(|block| block.is_the_hosts()) {
        context.wait(&[done]);
    }
    Ok(())
}

fn submit(
    context: &'static Context,
    stream: Handle,
    work: impl FnOnce() + Send + 'static,
) -> Result<Arc<Done>> {
    let work = move || {
        if error::corrupted().is_none() {
            work();
        }
    };
    context.streams.submit(stream, Vec::new(), Box::new(work))
}
