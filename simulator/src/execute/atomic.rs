//! Atomic operations (PTX ISA 9.7.13.5 and on), with the host's own: the host
//! program and other workers may use the same memory.
//!
//! `add.f32` takes subnormal numbers for zero, and makes zero of a subnormal
//! sum; the sign stays. But for shared memory: there it is as IEEE 754 says.

use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

use super::access::Met;
use super::address;
use super::cells::{Value, lanes};
use super::code::{Atomic, Change};
use super::lower::{canonical, flush_subnormal};
use super::runner::Runner;
use super::trap::{Outcome, trap};
use crate::interface::code;
use crate::ptx::{Space, Type};

/// What an atomic operation leaves in memory.
pub fn changed(change: Change, kind: Type, old: u64, value: u64, second: u64) -> Option<u64> {
    macro_rules! by {
        ($T:ty, $U:ty) => {{
            let (a, b) = (old as $U as $T, value as $U as $T);
            let result: $T = match change {
                Change::Add => a.wrapping_add(b),
                Change::Minimum => a.min(b),
                Change::Maximum => a.max(b),
                Change::And => a & b,
                Change::Or => a | b,
                Change::Xor => a ^ b,
                Change::Increment if a >= b => 0,
                Change::Increment => a.wrapping_add(1),
                Change::Decrement if a == 0 || a > b => b,
                Change::Decrement => a.wrapping_sub(1),
                Change::Exchange => b,
                Change::Compare => {
                    if a == b {
                        second as $U as $T
                    } else {
                        a
                    }
                }
            };
            u64::from(result as $U)
        }};
    }
    Some(match kind {
        Type::U32 | Type::B32 => by!(u32, u32),
        Type::S32 => by!(i32, u32),
        Type::U64 | Type::B64 => by!(u64, u64),
        Type::S64 => by!(i64, u64),
        Type::B16 | Type::U16 => by!(u16, u16),
        Type::F32 if change == Change::Add => {
            u64::from(canonical(f32::from_bits(old as u32) + f32::from_bits(value as u32)).to_bits())
        }
        Type::F64 if change == Change::Add => (f64::from_bits(old) + f64::from_bits(value)).to_bits(),
        _ => return None,
    })
}

/// As `changed`, of `add.f32` where the memory is not shared memory.
fn flushed_sum(old: u64, value: u64) -> u64 {
    let [a, b] = [old, value].map(|bits| flush_subnormal(f32::from_bits(bits as u32)));
    u64::from(flush_subnormal(canonical(a + b)).to_bits())
}

impl Runner<'_> {
    /// Executes an atomic operation for the threads of `mask`, one after the other.
    pub fn atomic(&mut self, atomic: &Atomic, mask: u32) -> Outcome<()> {
        let size = u64::from(atomic.kind.size());
        let addresses = self.addresses(atomic.address, atomic.wide_address, atomic.offset, mask);
        let met = self.find(atomic.space, &addresses, mask, size, true)?;
        if met == Met::Local || atomic.space == Space::Const {
            let what = "an atomic operation on local memory";
            return trap(code::INVALID_ADDRESS_SPACE, mask.trailing_zeros(), what);
        }
        let wide = size == 8;
        if changed(atomic.change, atomic.kind, 0, 0, 0).is_none() {
            let what = format!("the atomic operation {:?} of {:?} is not known", atomic.change, atomic.kind);
            return trap(code::ILLEGAL_INSTRUCTION, mask.trailing_zeros(), what);
        }
        self.statistics.atomics += 1;
        self.statistics.bus_atomics += u64::from(met == Met::Global && self.remote);
        let flushes =
            atomic.kind == Type::F32 && atomic.change == Change::Add && atomic.space != Space::Shared;
        let mut effect = false;
        lanes(mask, |lane| {
            // SAFETY: `find` filled the pointers of the threads, aligned; the
            // registers are in the frame.
            unsafe {
                let value = self.get(atomic.value, wide, lane);
                let second = self.get(atomic.second, wide, lane);
                let flushes = flushes && addresses[lane] & address::SHARED == 0;
                let new = |old: u64| {
                    if flushes {
                        return flushed_sum(old, value);
                    }
                    changed(atomic.change, atomic.kind, old, value, second).unwrap_or(old)
                };
                let place = self.pointers[lane];
                let old = match size {
                    8 => update64(place, new),
                    4 => update32(place, new),
                    _ => update16(place, new),
                };
                effect |= new(old) != old;
                if let Some(destination) = atomic.destination {
                    let register = self.cells.at(destination);
                    if wide {
                        old.write(register, lane);
                    } else {
                        (old as u32).write(register, lane);
                    }
                }
            }
        });
        self.effects += u64::from(effect);
        // One that changes nothing may be the try of a lock.
        self.spins += if effect { 1 } else { 4 };
        // And one whose result is asked for is a look.
        if effect || atomic.destination.is_none() {
            self.forget_look();
        } else {
            self.look(mask, addresses[mask.trailing_zeros() as usize]);
        }
        Ok(())
    }
}

macro_rules! update {
    ($name:ident, $kind:ty, $atomic:ty) => {
        /// Replaces a value and returns the old one.
        unsafe fn $name(place: *mut u8, new: impl Fn(u64) -> u64) -> u64 {
            let place = unsafe { <$atomic>::from_ptr(place.cast()) };
            let mut old = place.load(Ordering::Acquire);
            loop {
                let next = new(u64::from(old)) as $kind;
                match place.compare_exchange_weak(old, next, Ordering::AcqRel, Ordering::Acquire) {
                    Ok(_) => return u64::from(old),
                    Err(now) => old = now,
                }
            }
        }
    };
}
update!(update16, u16, AtomicU16);
update!(update32, u32, AtomicU32);
update!(update64, u64, AtomicU64);
