//! Finds uses of registers that were never written.
//!
//! Every register has a shadow: the threads for which its value is known. A
//! value made of an unknown one is unknown; it is a fault where it decides
//! something: in an address, a branch, a barrier. What comes from memory
//! counts as known.

use super::cells::{Cell, FRAME, NEGATED, Operands};
use super::code::{Access, Atomic, Callee, Instruction, Step, saved};
use super::runner::Runner;
use super::trap::{Outcome, trap};
use crate::interface::code;

/// The word of the frame at which a register is; none for constants and the like.
fn word(cell: Cell) -> Option<usize> {
    let word = (cell & !NEGATED & ((1 << 30) - 1)) as usize;
    (cell >> 30 == FRAME && word >= saved::WORDS as usize).then_some(word)
}

impl Runner<'_> {
    fn known(&self, cell: Cell) -> u32 {
        // SAFETY: the shadow is as long as the registers.
        word(cell).map_or(!0, |word| unsafe { *self.shadow.add(word) })
    }

    fn mark(&self, cell: Cell, known: u32, active: u32) {
        let Some(word) = word(cell) else { return };
        // SAFETY: as above.
        unsafe {
            let shadow = self.shadow.add(word);
            *shadow = (*shadow & !active) | (known & active);
        }
    }

    /// What a plain instruction makes of its operands.
    pub fn shade(&self, o: &Operands, active: u32) {
        let known = o[1..].iter().fold(!0, |known, cell| known & self.known(*cell));
        self.mark(o[0], known, active);
    }

    fn decided(&self, cell: Cell, active: u32, what: &str) -> Outcome<()> {
        let unknown = active & !self.known(cell);
        if unknown == 0 {
            return Ok(());
        }
        let what = format!("{what} comes from a register that was never written");
        trap(code::ILLEGAL_INSTRUCTION, unknown.trailing_zeros(), what)
    }

    /// Looks at what an instruction decides by, before it is executed.
    pub fn check_known(&self, instruction: &Instruction, mask: u32, active: u32) -> Outcome<()> {
        if instruction.guard != 0 {
            self.decided(instruction.guard - 1, mask, "the predicate")?;
        }
        match &instruction.step {
            Step::Load(access) => {
                self.address_known(access, active)?;
                for cell in &access.values[..access.count as usize] {
                    self.mark(*cell, !0, active);
                }
            }
            Step::Store(access) => self.address_known(access, active)?,
            Step::Atomic(atomic) => self.atomic_known(atomic, active)?,
            Step::Warp(step) => {
                self.decided(step.members, active, "the mask of threads")?;
                self.mark(step.destination, !0, active);
                if let Some(predicate) = step.predicate {
                    self.mark(predicate, !0, active);
                }
            }
            Step::Barrier(barrier) => {
                self.decided(barrier.number, active, "the barrier's number")?;
                if let Some(count) = barrier.count {
                    self.decided(count, active, "the barrier's number of threads")?;
                }
                if let Some((_, destination, predicate)) = barrier.reduction {
                    self.decided(predicate, active, "the barrier's predicate")?;
                    self.mark(destination, !0, active);
                }
            }
            Step::BranchTable { index, .. } => self.decided(*index, active, "the index of the branch")?,
            Step::Call(call) => {
                if let Callee::Pointer(pointer) = call.callee {
                    self.decided(pointer, active, "the function's address")?;
                }
            }
            Step::ToGeneric { destination, source, .. }
            | Step::FromGeneric { destination, source, .. }
            | Step::IsSpace { destination, source, .. } => {
                self.mark(*destination, self.known(*source), active);
            }
            Step::LocalAddress { destination, .. }
            | Step::Clock { destination, .. }
            | Step::StackSave { destination, .. }
            | Step::ActiveMask(destination) => self.mark(*destination, !0, active),
            Step::Alloca { destination, size, .. } => {
                self.decided(*size, active, "the size")?;
                self.mark(*destination, !0, active);
            }
            _ => {}
        }
        Ok(())
    }

    fn address_known(&self, access: &Access, active: u32) -> Outcome<()> {
        if access.slot.is_some() { Ok(()) } else { self.decided(access.address, active, "the address") }
    }

    fn atomic_known(&self, atomic: &Atomic, active: u32) -> Outcome<()> {
        self.decided(atomic.address, active, "the address")?;
        if let Some(destination) = atomic.destination {
            self.mark(destination, !0, active);
        }
        Ok(())
    }
}
