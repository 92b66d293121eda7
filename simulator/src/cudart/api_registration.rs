//! What nvcc's host code calls before `main`, and where it launches kernels.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_void};

use super::error::{self, Code, call};
use super::launch::{Dim3, Request, launch};
use super::registration;
use super::stream::Handle;

/// # Safety
///
/// As nvcc's host code calls it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaRegisterFatBinary(wrapper: *const u8) -> *mut usize {
    let number = unsafe { registration::add_binary(wrapper) };
    Box::leak(Box::new(number))
}

#[unsafe(no_mangle)]
pub extern "C" fn __cudaRegisterFatBinaryEnd(_: *mut usize) {}

#[unsafe(no_mangle)]
pub extern "C" fn __cudaUnregisterFatBinary(_: *mut usize) {}

/// # Safety
///
/// As nvcc's host code calls it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaRegisterFunction(
    binary: *mut usize,
    host: usize,
    _: *mut c_char,
    name: *const c_char,
    _: c_int,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_int,
) {
    unsafe { registration::add_function(*binary, host, CStr::from_ptr(name)) };
}

/// # Safety
///
/// As nvcc's host code calls it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaRegisterVar(
    binary: *mut usize,
    host: usize,
    _: *mut c_char,
    name: *const c_char,
    _: c_int,
    _: usize,
    _: c_int,
    _: c_int,
) {
    unsafe { registration::add_variable(*binary, host, CStr::from_ptr(name)) };
}

/// # Safety
///
/// As nvcc's host code calls it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaRegisterManagedVar(
    binary: *mut usize,
    place: usize,
    _: *mut c_char,
    name: *const c_char,
    _: c_int,
    _: usize,
    _: c_int,
    _: c_int,
) {
    unsafe { registration::add_managed(*binary, place, CStr::from_ptr(name)) };
}

/// # Safety
///
/// As nvcc's host code calls it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaInitModule(binary: *mut usize) -> c_char {
    let number = unsafe { *binary };
    c_char::from(call(|| registration::initialise(number)) == error::SUCCESS)
}

thread_local! {
    /// The configurations between `<<<` and `>>>` that are not launched yet.
    static CONFIGURATIONS: RefCell<Vec<(Dim3, Dim3, usize, Handle)>> = const { RefCell::new(Vec::new()) };
}

#[unsafe(no_mangle)]
pub extern "C" fn __cudaPushCallConfiguration(grid: Dim3, block: Dim3, shared: usize, stream: Handle) -> u32 {
    CONFIGURATIONS.with_borrow_mut(|all| all.push((grid, block, shared, stream)));
    0
}

/// # Safety
///
/// The places are there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaPopCallConfiguration(
    grid: *mut Dim3,
    block: *mut Dim3,
    shared: *mut usize,
    stream: *mut Handle,
) -> Code {
    let Some(found) = CONFIGURATIONS.with_borrow_mut(Vec::pop) else {
        return call(|| Err(error::MISSING_CONFIGURATION));
    };
    unsafe { (*grid, *block, *shared, *stream) = found };
    error::SUCCESS
}

/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaGetKernel(kernel: *mut usize, host: usize) -> Code {
    unsafe { cudaGetKernel(kernel, host) }
}

/// A kernel's handle is the host's function.
///
/// # Safety
///
/// The place is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cudaGetKernel(kernel: *mut usize, host: usize) -> Code {
    let is_known = registration::is_function(host);
    unsafe { *kernel = if is_known { host } else { 0 } };
    call(|| if is_known { Ok(()) } else { Err(error::INVALID_DEVICE_FUNCTION) })
}

/// # Safety
///
/// The arguments are as the kernel's parameters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaLaunchKernel(
    kernel: usize,
    grid: Dim3,
    block: Dim3,
    arguments: *const *const u8,
    shared: usize,
    stream: Handle,
) -> Code {
    let request = Request { grid: grid.extent(), block: block.extent(), shared, stream, cooperative: false };
    call(|| unsafe { launch(kernel, request, arguments) })
}

/// # Safety
///
/// The arguments are as the kernel's parameters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaLaunchKernel_ptsz(
    kernel: usize,
    grid: Dim3,
    block: Dim3,
    arguments: *const *const u8,
    shared: usize,
    stream: Handle,
) -> Code {
    const PER_THREAD: Handle = 2;
    let stream = if stream == 0 { PER_THREAD } else { stream };
    unsafe { __cudaLaunchKernel(kernel, grid, block, arguments, shared, stream) }
}
