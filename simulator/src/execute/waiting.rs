//! Waiting, which the statistics tell apart from work: how long threads wait depends on whose turn it is.
//!
//! Threads wait that look at one place again, by the same volatile, relaxed or acquire load or an atomic operation that
//! changes nothing, and have read nothing else from global memory in between and changed nothing. What they executed
//! since the look before is waiting.

use super::runner::Runner;
use crate::interface::Statistics;

/// The last look of a warp's threads at something that others may change.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// The threads that looked; none, if there is no look to come back to.
    mask: u32,
    pc: u32,
    address: u64,
    /// What the runner had counted then.
    instructions: u64,
    thread_instructions: u64,
    sectors: u64,
    atomics: u64,
}

impl Look {
    /// For the time in which other warps count: what was counted since the look. And back again.
    pub fn across_turns(self, counted: &Statistics) -> Self {
        Look {
            instructions: counted.warp_instructions.wrapping_sub(self.instructions),
            thread_instructions: counted.thread_instructions.wrapping_sub(self.thread_instructions),
            sectors: counted.global_load_sectors.wrapping_sub(self.sectors),
            atomics: counted.atomics.wrapping_sub(self.atomics),
            ..self
        }
    }

    /// Whether other threads than those that looked have their turn.
    pub fn is_of_others(&self, mask: u32) -> bool {
        self.mask & mask == 0
    }
}

impl Runner<'_> {
    /// Threads looked at an address; the access has been counted.
    pub fn look(&mut self, mask: u32, address: u64) {
        let counted = &self.statistics;
        let now = Look {
            mask,
            pc: self.pc,
            address,
            instructions: counted.warp_instructions,
            thread_instructions: counted.thread_instructions,
            sectors: counted.global_load_sectors,
            atomics: counted.atomics,
        };
        let before = std::mem::replace(&mut self.look, now);
        if (before.mask, before.pc, before.address) == (mask, self.pc, address) {
            self.statistics.waiting_instructions += now.instructions - before.instructions;
            self.statistics.waiting_thread_instructions +=
                now.thread_instructions - before.thread_instructions;
            self.statistics.waiting_sectors += now.sectors - before.sectors;
            self.statistics.waiting_atomics += now.atomics - before.atomics;
        }
    }

    /// Threads did something else than looking.
    pub fn forget_look(&mut self) {
        self.look.mask = 0;
    }
}
