//! The device's `printf`.

use std::ffi::CString;

use super::runner::Runner;
use super::trap::{Outcome, trap};
use crate::interface::code;

/// The arguments of one call: in the thread's memory, each aligned to its size.
pub struct Arguments<'r, 'c> {
    pub runner: &'r mut Runner<'c>,
    pub at: u64,
    pub lane: u32,
}

impl Arguments<'_, '_> {
    fn next<const N: usize>(&mut self) -> Outcome<[u8; N]> {
        self.at = self.at.next_multiple_of(N as u64);
        let bytes = self.runner.read::<N>(self.at, self.lane)?;
        self.at += N as u64;
        Ok(bytes)
    }
}

/// The text, and how many arguments it took.
pub fn format(format: &[u8], arguments: &mut Arguments) -> Outcome<(Vec<u8>, u64)> {
    let mut text = Vec::with_capacity(format.len());
    let mut count = 0;
    let mut at = 0;
    while let Some(&byte) = format.get(at) {
        at += 1;
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        if format.get(at) == Some(&b'%') {
            text.push(b'%');
            at += 1;
            continue;
        }
        let mut conversion = vec![b'%'];
        let mut wide = false;
        loop {
            let Some(&byte) = format.get(at) else {
                // An unfinished conversion is shown as it is.
                text.extend_from_slice(&conversion);
                return Ok((text, count));
            };
            at += 1;
            match byte {
                b'*' => {
                    let width = i32::from_le_bytes(arguments.next()?);
                    count += 1;
                    conversion.extend_from_slice(width.to_string().as_bytes());
                }
                b'-' | b'+' | b' ' | b'#' | b'0'..=b'9' | b'.' | b'\'' => conversion.push(byte),
                b'l' | b'j' | b'z' | b't' | b'q' => wide = true,
                b'h' | b'L' => {
                    if byte == b'h' {
                        conversion.push(byte);
                    }
                }
                b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
                    let value = if wide {
                        i64::from_le_bytes(arguments.next()?)
                    } else {
                        i64::from(i32::from_le_bytes(arguments.next()?))
                    };
                    count += 1;
                    if wide {
                        conversion.extend_from_slice(b"ll");
                        conversion.push(byte);
                        shown(&mut text, &conversion, |f, out, size| unsafe {
                            libc::snprintf(out, size, f, value)
                        });
                    } else {
                        conversion.push(byte);
                        let value = value as i32;
                        shown(&mut text, &conversion, |f, out, size| unsafe {
                            libc::snprintf(out, size, f, value)
                        });
                    }
                    break;
                }
                b'c' => {
                    let value = i32::from_le_bytes(arguments.next()?);
                    count += 1;
                    conversion.push(byte);
                    if value as u8 == 0 {
                        text.push(0);
                    } else {
                        shown(&mut text, &conversion, |f, out, size| unsafe {
                            libc::snprintf(out, size, f, value)
                        });
                    }
                    break;
                }
                b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                    let value = f64::from_le_bytes(arguments.next()?);
                    count += 1;
                    conversion.push(byte);
                    shown(&mut text, &conversion, |f, out, size| unsafe {
                        libc::snprintf(out, size, f, value)
                    });
                    break;
                }
                b'p' => {
                    let value = u64::from_le_bytes(arguments.next()?);
                    count += 1;
                    conversion.push(byte);
                    shown(&mut text, &conversion, |f, out, size| unsafe {
                        libc::snprintf(out, size, f, value)
                    });
                    break;
                }
                b's' => {
                    let value = u64::from_le_bytes(arguments.next()?);
                    count += 1;
                    conversion.push(byte);
                    let string = if value == 0 {
                        b"(null)".to_vec()
                    } else {
                        arguments.runner.string(value, arguments.lane)?
                    };
                    let Ok(string) = CString::new(string) else { break };
                    shown(&mut text, &conversion, |f, out, size| unsafe {
                        libc::snprintf(out, size, f, string.as_ptr())
                    });
                    break;
                }
                b'n' => {
                    return trap(
                        code::ILLEGAL_INSTRUCTION,
                        arguments.lane,
                        "`printf` on the device has no `%n`",
                    );
                }
                other => {
                    // As the device does: what is not known is shown as it is.
                    conversion.push(other);
                    text.extend_from_slice(&conversion);
                    break;
                }
            }
        }
        if count > 32 {
            return trap(
                code::LAUNCH_FAILURE,
                arguments.lane,
                "`printf` on the device takes at most 32 arguments",
            );
        }
    }
    Ok((text, count))
}

/// Appends one conversion as the C library formats it.
fn shown(
    text: &mut Vec<u8>,
    conversion: &[u8],
    call: impl Fn(*const libc::c_char, *mut libc::c_char, usize) -> libc::c_int,
) {
    let Ok(conversion) = CString::new(conversion) else { return };
    let mut room = vec![0u8; 128];
    loop {
        let length = call(conversion.as_ptr(), room.as_mut_ptr().cast(), room.len());
        let Ok(length) = usize::try_from(length) else { return };
        if length < room.len() {
            text.extend_from_slice(&room[..length]);
            return;
        }
        room.resize(length + 1, 0);
    }
}
