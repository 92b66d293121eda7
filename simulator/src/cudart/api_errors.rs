//! What has gone wrong, in numbers and words.

use std::ffi::c_char;

use super::error::{self, Code};

#[unsafe(no_mangle)]
pub extern "C" fn cudaGetLastError() -> Code {
    error::take_last()
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaPeekAtLastError() -> Code {
    error::last()
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaGetErrorName(code: Code) -> *const c_char {
    error::describe(code).map_or(c"unrecognized error code", |(name, _)| name).as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaGetErrorString(code: Code) -> *const c_char {
    error::describe(code).map_or(c"unrecognized error code", |(_, text)| text).as_ptr()
}
