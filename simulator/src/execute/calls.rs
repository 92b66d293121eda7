//! Calls and returns, and branches by tables.

use super::cells::{Cell, lanes};
use super::code::{Call, Callee, Slot, Step, saved};
use super::program::CALL_BYTES;
use super::runner::Runner;
use super::trap::{Outcome, trap};
use super::warp::{Group, Wait, Warp};
use crate::interface::code;

impl Runner<'_> {
    pub fn branch_table(
        &mut self,
        warp: &mut Warp,
        running: usize,
        index: Cell,
        targets: &[u32],
        active: u32,
    ) -> Outcome<()> {
        self.statistics.branches += 1;
        let group = warp.groups[running];
        let mut left = active;
        let mut parts: Vec<Group> = Vec::new();
        if group.mask != active {
            parts.push(Group { mask: group.mask & !active, pc: group.pc + 1, ..group });
        }
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            // SAFETY: the index is a register of the frame.
            let chosen = unsafe { self.get(index, false, lane) };
            let Some(target) = targets.get(chosen as usize) else {
                let what = format!("the index {chosen} is beyond the {} targets of `brx.idx`", targets.len());
                return trap(code::INVALID_PC, lane as u32, what);
            };
            let mut mask = 0;
            // SAFETY: as above.
            lanes(left, |lane| mask |= u32::from(unsafe { self.get(index, false, lane) } == chosen) << lane);
            left &= !mask;
            match parts.iter_mut().find(|part| part.pc == *target) {
                Some(part) => part.mask |= mask,
                None => parts.push(Group { mask, pc: *target, ..group }),
            }
        }
        if parts.len() > 1 {
            self.statistics.divergent_branches += 1;
        }
        warp.groups.swap_remove(running);
        warp.groups.append(&mut parts);
        Ok(())
    }

    /// Calls a function for all threads of a group.
    pub fn call(&mut self, warp: &mut Warp, running: usize, call: &Call) -> Outcome<()> {
        let group = warp.groups[running];
        match &call.callee {
            Callee::Function(number) => self.enter_function(warp, running, *number, call),
            Callee::Native(native) => {
                self.native(warp, *native, call, group.base, group.mask)?;
                warp.groups[running].pc += 1;
                Ok(())
            }
            Callee::Pointer(pointer) => {
                // Each function that some thread calls makes a group. The
                // registers may move with the first call.
                let mut targets = [0; 32];
                // SAFETY: the pointer is a register of the frame.
                lanes(group.mask, |lane| targets[lane] = unsafe { self.get(*pointer, true, lane) });
                let mut left = group.mask;
                let mut first = true;
                let mut at = running;
                while left != 0 {
                    let lane = left.trailing_zeros() as usize;
                    let target = targets[lane];
                    let mut mask = 0;
                    lanes(left, |lane| mask |= u32::from(targets[lane] == target) << lane);
                    left &= !mask;
                    if first {
                        warp.groups[at].mask = mask;
                        first = false;
                    } else {
                        self.statistics.divergent_branches += 1;
                        warp.groups.push(Group { mask, ..group });
                        at = warp.groups.len() - 1;
                    }
                    let number = self.function_at(target, lane as u32)?;
                    self.enter_function(warp, at, number, call)?;
                }
                Ok(())
            }
        }
    }

    fn enter_function(&mut self, warp: &mut Warp, running: usize, number: u32, call: &Call) -> Outcome<()> {
        let image = self.context.image;
        let group = warp.groups[running];
        let function = &image.functions[number as usize];
        let named = function.parameters.len();
        let most = named + usize::from(function.variadic);
        if !(named..=most).contains(&call.arguments.len()) || call.results.len() > function.results.len() {
            let what = format!(
                "a function of {} parameters and {} results is called with {} and {}",
                function.parameters.len(),
                function.results.len(),
                call.arguments.len(),
                call.results.len()
            );
            return trap(code::LAUNCH_FAILURE, group.mask.trailing_zeros(), what);
        }
        let base = warp.groups.iter().map(|group| group.end).max().unwrap_or(group.end);
        if u64::from(base) + u64::from(function.frame) >= 1 << 29 {
            return self.stack_overflow(group.mask.trailing_zeros(), u64::from(self.context.stack));
        }
        warp.reserve(base + function.frame);
        if !self.shadow.is_null() {
            warp.forget(base, base + function.frame, group.mask);
        }
        warp.save(base, group.mask, group.pc + 1, group.base);
        for (from, to) in call.arguments.iter().zip(&function.parameters) {
            // SAFETY: the slots lie in their frames.
            unsafe { copy_slot(warp, (group.base, from), (base, to), group.mask) };
        }
        let others = call.arguments.get(named);
        let bytes = function.local + others.map_or(0, |others| others.size.next_multiple_of(16));
        let mut overflow = None;
        lanes(group.mask, |lane| {
            let start = (warp.stack_pointer[lane] + CALL_BYTES).next_multiple_of(16);
            let end = start.saturating_add(bytes);
            if end > self.context.stack {
                overflow = Some((lane as u32, u64::from(end)));
            }
            warp.frame_pointer[lane] = start;
            warp.stack_pointer[lane] = end;
        });
        if let Some((lane, end)) = overflow {
            return self.stack_overflow(lane, end);
        }
        for &(number, start) in &function.addressed {
            self.copy_to_stack(warp, (base, &function.parameters[number as usize]), start, group.mask)?;
        }
        if let Some(others) = others {
            self.copy_to_stack(warp, (group.base, others), function.local, group.mask)?;
        }
        let group = &mut warp.groups[running];
        group.pc = function.entry;
        group.base = base;
        group.end = base + function.frame;
        Ok(())
    }

    /// Copies the `.param` variable of some threads from a frame of registers to a place in that of local memory.
    fn copy_to_stack(
        &self,
        warp: &mut Warp,
        (frame, slot): (u32, &Slot),
        start: u32,
        mask: u32,
    ) -> Outcome<()> {
        let from = warp.frame(frame);
        let mut left = mask;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let place = u64::from(warp.frame_pointer[lane] + start);
            let to = self.in_local(place, u64::from(slot.size), lane as u32)?;
            // SAFETY: the slot lies in its frame, and the room was reserved with the frame in local memory.
            unsafe { std::ptr::copy_nonoverlapping(slot.bytes(from, lane), to, slot.size as usize) };
        }
        Ok(())
    }

    /// Returns from a function for all threads of a group.
    pub fn give_back(&mut self, warp: &mut Warp, running: usize, function: u32) {
        let image = self.context.image;
        let group = warp.groups.swap_remove(running);
        let frame = warp.frame(group.base);
        let results = &image.functions[function as usize].results;
        let mut left = group.mask;
        // SAFETY: the first words of the frame were written by the call.
        let read = |place: u32, lane: usize| unsafe { *frame.add(place as usize + lane) };
        lanes(group.mask, |lane| {
            warp.frame_pointer[lane] = read(saved::FRAME_POINTER, lane);
            warp.stack_pointer[lane] = read(saved::STACK_POINTER, lane);
        });
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            let (pc, base) = (read(saved::RETURN, lane), read(saved::BASE, lane));
            let mut mask = 0;
            lanes(left, |lane| {
                mask |= u32::from(read(saved::RETURN, lane) == pc && read(saved::BASE, lane) == base) << lane;
            });
            left &= !mask;
            let mut end = base;
            if let Step::Call(call) = &image.code[pc as usize - 1].step {
                end += call.frame;
                for (to, from) in call.results.iter().zip(results) {
                    // SAFETY: the slots lie in their frames.
                    unsafe { copy_slot(warp, (group.base, from), (base, to), mask) };
                }
            }
            warp.groups.push(Group { mask, pc, base, end, wait: Wait::No, ..group });
        }
    }
}

/// Copies the `.param` variable of some threads from one frame to another.
unsafe fn copy_slot(warp: &mut Warp, (from, source): (u32, &Slot), (to, target): (u32, &Slot), mask: u32) {
    let size = source.size.min(target.size) as usize;
    let (from, to) = (warp.frame(from), warp.frame(to));
    lanes(mask, |lane| unsafe {
        std::ptr::copy_nonoverlapping(source.bytes(from, lane), target.bytes(to, lane), size);
    });
}
