//! Functions that the device's runtime has, not the program.

use super::address;
use super::cells::lanes;
use super::code::{Call, Slot};
use super::print;
use super::runner::{NOWHERE, Runner};
use super::trap::{Outcome, trap};
use super::warp::Warp;
use crate::interface::{Purpose, code};

/// A function of the device's runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Native {
    Allocate,
    Free,
    Print,
    AssertFail,
    Copy,
    Set,
}

impl Native {
    /// The function that a program declares under this name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "malloc" => Self::Allocate,
            "free" => Self::Free,
            "vprintf" => Self::Print,
            "__assertfail" => Self::AssertFail,
            "memcpy" | "memmove" => Self::Copy,
            "memset" => Self::Set,
            _ => return None,
        })
    }

    /// How many parameters it has.
    fn parameters(self) -> usize {
        match self {
            Self::Allocate | Self::Free => 1,
            Self::Print => 2,
            Self::AssertFail => 5,
            Self::Copy | Self::Set => 3,
        }
    }
}

/// The bytes of a thread's `.param` variable, as a number.
unsafe fn argument(frame: *mut u32, slot: &Slot, lane: usize) -> u64 {
    let mut bytes = [0; 8];
    let size = slot.size.min(8) as usize;
    unsafe {
        std::ptr::copy_nonoverlapping(slot.bytes(frame, lane), bytes.as_mut_ptr(), size);
    }
    u64::from_le_bytes(bytes)
}

unsafe fn answer(frame: *mut u32, slot: Option<&Slot>, lane: usize, value: u64) {
    let Some(slot) = slot else { return };
    let size = slot.size.min(8) as usize;
    unsafe {
        std::ptr::copy_nonoverlapping(value.to_le_bytes().as_ptr(), slot.bytes(frame, lane), size);
    }
}

impl Runner<'_> {
    /// Calls a function of the device's runtime for the threads of `mask`.
    pub(super) fn native(
        &mut self,
        warp: &mut Warp,
        native: Native,
        call: &Call,
        base: u32,
        mask: u32,
    ) -> Outcome<()> {
        if call.arguments.len() != native.parameters() {
            let what = format!("a function of the runtime is called with {} arguments", call.arguments.len());
            return trap(code::LAUNCH_FAILURE, None, what);
        }
        let frame = warp.frame(base);
        let mut outcome = Ok(());
        lanes(mask, |lane| {
            if outcome.is_err() {
                return;
            }
            // SAFETY: the slots lie in the frame.
            let argument = |number: usize| unsafe { argument(frame, &call.arguments[number], lane) };
            let lane_number = lane as u32;
            let result = match native {
                Native::Allocate => Ok(self.heap_allocate(argument(0))),
                Native::Free => self.heap_free(argument(0), lane_number).map(|()| 0),
                Native::Print => self.print(argument(0), argument(1), lane_number),
                Native::AssertFail => self.assertion([0, 1, 2, 3].map(argument), lane_number).map(|()| 0),
                Native::Copy => {
                    self.copy(argument(0), argument(1), argument(2), lane_number).map(|()| argument(0))
                }
                Native::Set => {
                    self.set(argument(0), argument(1) as u8, argument(2), lane_number).map(|()| argument(0))
                }
            };
            match result {
                // SAFETY: as above.
                Ok(value) => unsafe { answer(frame, call.results.first(), lane, value) },
                Err(trap) => outcome = Err(trap),
            }
        });
        outcome
    }

    fn heap_allocate(&mut self, size: u64) -> u64 {
        let context = self.context;
        context.heap.open(|| {
            let start = context.host.allocate(context.limits.heap, 256, Purpose::Heap)?;
            let region = context.host.region(start)?;
            Some(crate::interface::Region { start, end: start + context.limits.heap, ..region })
        });
        self.statistics.heap_allocations += 1;
        self.effects += 1;
        context.heap.allocate(size).unwrap_or(0)
    }

    fn heap_free(&mut self, address: u64, lane: u32) -> Outcome<()> {
        self.effects += 1;
        if address == 0 || self.context.heap.release(address) {
            self.regions = [NOWHERE; 4];
            return Ok(());
        }
        trap(code::LAUNCH_FAILURE, lane, format!("`free` of 0x{address:x}, which `malloc` did not return"))
    }

    /// A string of generic memory, without its end.
    pub(super) fn string(&mut self, mut address: u64, lane: u32) -> Outcome<Vec<u8>> {
        let mut text = Vec::new();
        loop {
            let byte = self.read::<1>(address, lane)?[0];
            if byte == 0 || text.len() >= 1 << 20 {
                return Ok(text);
            }
            text.push(byte);
            address += 1;
        }
    }

    fn print(&mut self, format: u64, arguments: u64, lane: u32) -> Outcome<u64> {
        self.effects += 1;
        let format = self.string(format, lane)?;
        let mut source = print::Arguments { runner: self, at: arguments, lane };
        let (text, count) = print::format(&format, &mut source)?;
        let taken = self.context.host.print(&text);
        Ok(if taken { count } else { u64::from(u32::MAX) })
    }

    fn assertion(&mut self, [message, file, line, function]: [u64; 4], lane: u32) -> Outcome<()> {
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let message = text(self.string(message, lane)?);
        let file = text(self.string(file, lane)?);
        let function = text(self.string(function, lane)?);
        let ([bx, by, bz], [tx, ty, tz]) = self.position(lane);
        let line = line as u32;
        let place = format!("{file}:{line}: {function}: block: [{bx},{by},{bz}], thread: [{tx},{ty},{tz}]");
        self.context.host.complain(format!("{place} Assertion `{message}` failed.\n").as_bytes());
        trap(code::ASSERT, lane, format!("assertion `{message}` failed at {file}:{line}"))
    }

    fn copy(&mut self, to: u64, from: u64, size: u64, lane: u32) -> Outcome<()> {
        self.effects += 1;
        // Through a buffer, so that overlapping pieces are copied right.
        let bytes =
            (0..size).map(|at| Ok(self.read::<1>(from + at, lane)?[0])).collect::<Outcome<Vec<u8>>>()?;
        for (at, byte) in bytes.into_iter().enumerate() {
            self.write(to + at as u64, byte, lane)?;
        }
        Ok(())
    }

    fn set(&mut self, to: u64, byte: u8, size: u64, lane: u32) -> Outcome<()> {
        self.effects += 1;
        (0..size).try_for_each(|at| self.write(to + at, byte, lane))
    }

    /// The function of the image that a pointer points to.
    pub(super) fn function_at(&self, pointer: u64, lane: u32) -> Outcome<u32> {
        let number = address::function_at(pointer).and_then(|number| self.context.image.numbers.get(&number));
        match number {
            Some(number) => Ok(*number),
            None => trap(code::INVALID_PC, lane, format!("a call to 0x{pointer:x}, where no function is")),
        }
    }
}
