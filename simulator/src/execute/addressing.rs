//! Instructions about addresses, clocks and the stack.

use super::address;
use super::cells::{Value, lanes};
use super::code::{Clock, Step};
use super::runner::Runner;
use super::trap::{Outcome, trap};
use super::warp::Warp;
use crate::interface::code;
use crate::ptx::Space;

impl Runner<'_> {
    /// The window of a thread's local memory.
    pub fn local_window(&self, lane: usize) -> u64 {
        address::local_window(self.block, self.warp_number * 32 + lane as u32)
    }

    /// Instructions about addresses, clocks and the stack.
    pub fn addressing(&mut self, warp: &mut Warp, step: &Step, active: u32) -> Outcome<()> {
        // SAFETY: all cells were placed by the decoder.
        unsafe {
            match *step {
                Step::LocalAddress { destination, offset } => {
                    let pointers = &warp.frame_pointer;
                    self.put(destination, |lane| u64::from(pointers[lane] + offset));
                }
                Step::ToGeneric { destination, source, space, wide } => {
                    let arguments = self.context.launch.arguments.as_ptr() as u64;
                    self.set_wide(destination, wide, |lane| {
                        let offset = self.get(source, wide, lane);
                        match space {
                            Space::Shared => self.shared_window.wrapping_add(offset),
                            Space::Local => self.local_window(lane).wrapping_add(offset),
                            Space::Param => arguments.wrapping_add(offset),
                            _ => offset,
                        }
                    });
                }
                Step::FromGeneric { destination, source, space, wide } => {
                    let arguments = self.context.launch.arguments.as_ptr() as u64;
                    self.set_wide(destination, wide, |lane| {
                        let generic = self.get(source, wide, lane);
                        match space {
                            Space::Shared => generic.wrapping_sub(self.shared_window),
                            Space::Local => generic.wrapping_sub(self.local_window(lane)),
                            Space::Param => generic.wrapping_sub(arguments),
                            _ => generic,
                        }
                    });
                }
                Step::IsSpace { destination, source, space } => {
                    let mut bits = 0;
                    lanes(active, |lane| {
                        let window = self.get(source, true, lane) & address::WINDOW;
                        let inside = match space {
                            Space::Shared => window & address::SHARED != 0,
                            Space::Local => window & address::LOCAL != 0,
                            Space::Global => window == 0,
                            _ => false,
                        };
                        bits |= u32::from(inside) << lane;
                    });
                    self.cells.set_predicate(destination, bits);
                }
                Step::Clock { destination, kind } => {
                    let cycles = warp.executed.wrapping_add(self.statistics.warp_instructions);
                    let time = self.context.epoch + self.context.begin.elapsed().as_nanos() as u64;
                    match kind {
                        Clock::Low => self.put(destination, |_| cycles as u32),
                        Clock::High => self.put(destination, |_| (cycles >> 32) as u32),
                        Clock::Whole => self.put(destination, |_| cycles),
                        Clock::Nanoseconds => self.put(destination, |_| time),
                        Clock::NanosecondsLow => self.put(destination, |_| time as u32),
                        Clock::NanosecondsHigh => self.put(destination, |_| (time >> 32) as u32),
                    }
                }
                Step::Alloca { destination, size, wide, alignment } => {
                    let mut overflow = None;
                    lanes(active, |lane| {
                        let size = self.get(size, wide, lane);
                        let start =
                            u64::from(warp.stack_pointer[lane]).next_multiple_of(u64::from(alignment.max(8)));
                        let end = start.saturating_add(size).checked_next_multiple_of(8).unwrap_or(u64::MAX);
                        if end > u64::from(self.context.stack) {
                            overflow = Some((lane as u32, end));
                            return;
                        }
                        warp.stack_pointer[lane] = end as u32;
                        let destination = self.cells.at(destination);
                        if wide {
                            start.write(destination, lane);
                        } else {
                            (start as u32).write(destination, lane);
                        }
                    });
                    if let Some((lane, end)) = overflow {
                        return self.stack_overflow(lane, end);
                    }
                }
                Step::StackSave { destination, wide } => {
                    let pointers = warp.stack_pointer;
                    self.set_wide(destination, wide, |lane| u64::from(pointers[lane]));
                }
                Step::StackRestore { source, wide } => {
                    lanes(active, |lane| warp.stack_pointer[lane] = self.get(source, wide, lane) as u32);
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub fn stack_overflow<T>(&self, lane: u32, bytes: u64) -> Outcome<T> {
        let what = format!("the stack overflows: {bytes} bytes of {}", self.context.stack);
        trap(code::HARDWARE_STACK_ERROR, lane, what)
    }
}
