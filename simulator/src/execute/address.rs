//! The generic address space: windows of shared and local memory.
//!
//! Global memory is at its host addresses. Generic addresses of shared and
//! local memory have high bits that host addresses never have, and carry the
//! block or thread that they belong to, so that a pointer that strays to
//! another block or thread is found out.

/// Bit of generic addresses of shared memory; bits 32 to 61 hold the block's tag.
pub const SHARED: u64 = 1 << 62;
/// Bit of generic addresses of local memory; bits 32 to 61 hold the thread's tag.
pub const LOCAL: u64 = 1 << 63;
/// Bits that say which window an address is in.
pub const WINDOW: u64 = SHARED | LOCAL | FUNCTIONS;
/// Bit of the addresses of functions.
pub const FUNCTIONS: u64 = 1 << 61;
const FUNCTION_STRIDE: u64 = 16;

/// The window of a block's shared memory.
pub fn shared_window(block: u64) -> u64 {
    SHARED | (block & 0x1fff_ffff) << 32
}

/// The window of a thread's local memory.
pub fn local_window(block: u64, thread: u32) -> u64 {
    LOCAL | (block & 0x7_ffff) << 42 | u64::from(thread & 0x3ff) << 32
}

/// The address of a function of a program.
pub fn of_function(number: u32) -> u64 {
    FUNCTIONS | ((u64::from(number) + 1) * FUNCTION_STRIDE)
}

/// The function at an address.
pub fn function_at(address: u64) -> Option<u32> {
    let offset = address.checked_sub(FUNCTIONS)?;
    (offset % FUNCTION_STRIDE == 0).then(|| u32::try_from(offset / FUNCTION_STRIDE).ok()?.checked_sub(1))?
}
