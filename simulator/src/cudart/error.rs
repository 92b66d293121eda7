//! The numbers of `cudaError_t`, and which call has failed last.
//!
//! An error of a call is the thread's last error until `cudaGetLastError` takes it. An error of a kernel makes the
//! context unusable: every later call gives it, and nothing takes it away.

use std::cell::Cell;
use std::ffi::CStr;
use std::sync::atomic::{AtomicI32, Ordering};

/// `cudaError_t`.
pub type Code = i32;

macro_rules! errors {
    ($($constant:ident $number:literal $name:literal $text:literal,)*) => {
        $(
            #[allow(dead_code, reason = "some of them only the engine gives, by their numbers")]
            pub const $constant: Code = $number;
        )*

        /// The name in the headers and a description, of a number that is known.
        pub fn describe(code: Code) -> Option<(&'static CStr, &'static CStr)> {
            match code { $($number => Some(($name, $text)),)* _ => None }
        }
    };
}

errors! {
    SUCCESS 0 c"cudaSuccess" c"no error",
    INVALID_VALUE 1 c"cudaErrorInvalidValue" c"invalid argument",
    MEMORY_ALLOCATION 2 c"cudaErrorMemoryAllocation" c"out of memory",
    INITIALIZATION_ERROR 3 c"cudaErrorInitializationError" c"initialization error",
    INVALID_CONFIGURATION 9 c"cudaErrorInvalidConfiguration" c"invalid configuration argument",
    INVALID_PITCH_VALUE 12 c"cudaErrorInvalidPitchValue" c"invalid pitch argument",
    INVALID_SYMBOL 13 c"cudaErrorInvalidSymbol" c"invalid device symbol",
    INVALID_DEVICE_POINTER 17 c"cudaErrorInvalidDevicePointer" c"invalid device pointer",
    INVALID_MEMCPY_DIRECTION 21 c"cudaErrorInvalidMemcpyDirection" c"invalid copy direction for memcpy",
    INSUFFICIENT_DRIVER 35 c"cudaErrorInsufficientDriver" c"CUDA driver version is insufficient for CUDA runtime version",
    MISSING_CONFIGURATION 52 c"cudaErrorMissingConfiguration" c"__global__ function call is not configured",
    INVALID_DEVICE_FUNCTION 98 c"cudaErrorInvalidDeviceFunction" c"invalid device function",
    NO_DEVICE 100 c"cudaErrorNoDevice" c"no CUDA-capable device is detected",
    INVALID_DEVICE 101 c"cudaErrorInvalidDevice" c"invalid device ordinal",
    INVALID_KERNEL_IMAGE 200 c"cudaErrorInvalidKernelImage" c"device kernel image is invalid",
    NO_KERNEL_IMAGE_FOR_DEVICE 209 c"cudaErrorNoKernelImageForDevice" c"no kernel image is available for execution on the device",
    UNSUPPORTED_LIMIT 215 c"cudaErrorUnsupportedLimit" c"limit is not supported on this architecture",
    PEER_ACCESS_UNSUPPORTED 217 c"cudaErrorPeerAccessUnsupported" c"peer access is not supported between these two devices",
    INVALID_PTX 218 c"cudaErrorInvalidPtx" c"a PTX JIT compilation failed",
    UNSUPPORTED_PTX_VERSION 222 c"cudaErrorUnsupportedPtxVersion" c"the provided PTX was compiled with an unsupported toolchain.",
    INVALID_RESOURCE_HANDLE 400 c"cudaErrorInvalidResourceHandle" c"invalid resource handle",
    SYMBOL_NOT_FOUND 500 c"cudaErrorSymbolNotFound" c"named symbol not found",
    NOT_READY 600 c"cudaErrorNotReady" c"device not ready",
    ILLEGAL_ADDRESS 700 c"cudaErrorIllegalAddress" c"an illegal memory access was encountered",
    LAUNCH_OUT_OF_RESOURCES 701 c"cudaErrorLaunchOutOfResources" c"too many resources requested for launch",
    LAUNCH_TIMEOUT 702 c"cudaErrorLaunchTimeout" c"the launch timed out and was terminated",
    CONTEXT_IS_DESTROYED 709 c"cudaErrorContextIsDestroyed" c"context is destroyed",
    ASSERT 710 c"cudaErrorAssert" c"device-side assert triggered",
    HOST_MEMORY_ALREADY_REGISTERED 712 c"cudaErrorHostMemoryAlreadyRegistered" c"part or all of the requested memory range is already mapped",
    HOST_MEMORY_NOT_REGISTERED 713 c"cudaErrorHostMemoryNotRegistered" c"pointer does not correspond to a registered memory region",
    HARDWARE_STACK_ERROR 714 c"cudaErrorHardwareStackError" c"hardware stack error",
    ILLEGAL_INSTRUCTION 715 c"cudaErrorIllegalInstruction" c"an illegal instruction was encountered",
    MISALIGNED_ADDRESS 716 c"cudaErrorMisalignedAddress" c"misaligned address",
    INVALID_ADDRESS_SPACE 717 c"cudaErrorInvalidAddressSpace" c"operation not supported on global/shared address space",
    INVALID_PC 718 c"cudaErrorInvalidPc" c"invalid program counter",
    LAUNCH_FAILURE 719 c"cudaErrorLaunchFailure" c"unspecified launch failure",
    COOPERATIVE_LAUNCH_TOO_LARGE 720 c"cudaErrorCooperativeLaunchTooLarge" c"too many blocks in cooperative launch",
    NOT_PERMITTED 800 c"cudaErrorNotPermitted" c"operation not permitted",
    NOT_SUPPORTED 801 c"cudaErrorNotSupported" c"operation not supported",
    STREAM_CAPTURE_UNSUPPORTED 900 c"cudaErrorStreamCaptureUnsupported" c"operation not permitted when stream is capturing",
    UNKNOWN 999 c"cudaErrorUnknown" c"unknown error",
}

/// What the inner functions return.
pub type Result<T> = std::result::Result<T, Code>;

thread_local! {
    static LAST: Cell<Code> = const { Cell::new(SUCCESS) };
}

static STICKY: AtomicI32 = AtomicI32::new(SUCCESS);

/// The context is unusable from now on. The first such error counts.
pub fn corrupt(code: Code) {
    let _ = STICKY.compare_exchange(SUCCESS, code, Ordering::SeqCst, Ordering::SeqCst);
}

/// The error that has made the context unusable, if there is one.
pub fn corrupted() -> Option<Code> {
    Some(STICKY.load(Ordering::SeqCst)).filter(|&code| code != SUCCESS)
}

/// Makes the context as new (`cudaDeviceReset`).
pub fn forget() {
    STICKY.store(SUCCESS, Ordering::SeqCst);
}

/// A call of the interface: what it returns, with the errors that stick.
pub fn call(function: impl FnOnce() -> Result<()>) -> Code {
    let result = corrupted().map_or_else(function, Err);
    let code = result.and_then(|()| corrupted().map_or(Ok(()), Err)).err().unwrap_or(SUCCESS);
    if code != SUCCESS {
        LAST.set(code);
    }
    code
}

/// The thread's last error, which it takes.
pub fn take_last() -> Code {
    corrupted().unwrap_or_else(|| LAST.replace(SUCCESS))
}

/// The thread's last error.
pub fn last() -> Code {
    corrupted().unwrap_or_else(|| LAST.get())
}
