//! Barriers of a block (PTX ISA 9.7.13.1).

use super::block::Block;
use super::cells::lanes;
use super::code::{self, Reduction, Step};
use super::runner::Runner;
use super::trap::{Outcome, trap};
use super::warp::{Group, Wait};
use crate::interface::code as error;

impl Runner<'_> {
    /// The threads of `active`, of the group `running`, come to a barrier.
    pub fn barrier(
        &mut self,
        block: &mut Block,
        number: usize,
        running: usize,
        barrier: &code::Barrier,
        active: u32,
    ) -> Outcome<()> {
        self.statistics.barriers += 1;
        let group = block.warps[number].groups[running];
        let lane = active.trailing_zeros();
        // SAFETY: the operands are in the frame.
        let (id, expected) = unsafe {
            let id = self.get(barrier.number, false, lane as usize);
            let expected = barrier.count.map(|count| self.get(count, false, lane as usize) as u32);
            let mut same = true;
            lanes(active, |lane| {
                same &= self.get(barrier.number, false, lane) == id;
                same &= barrier
                    .count
                    .is_none_or(|count| self.get(count, false, lane) as u32 == expected.unwrap_or(0));
            });
            if !same {
                return trap(
                    error::ILLEGAL_INSTRUCTION,
                    lane,
                    "threads of a warp come to different barriers at once",
                );
            }
            (id, expected)
        };
        if id >= 16 {
            return trap(error::ILLEGAL_INSTRUCTION, lane, format!("there is no barrier {id}"));
        }
        if let Some(expected) = expected
            && (expected == 0 || expected % 32 != 0 || expected > block.warps.len() as u32 * 32)
        {
            let what = format!("{expected} threads cannot meet at a barrier of this block");
            return trap(error::ILLEGAL_INSTRUCTION, lane, what);
        }
        let state = &mut block.barriers[id as usize];
        let begun = state.counted > 0 || state.arrived > 0;
        if begun && state.expected != expected {
            let what = format!("threads come to barrier {id} with different numbers of threads");
            return trap(error::ILLEGAL_INSTRUCTION, lane, what);
        }
        state.expected = expected;
        state.counted += active.count_ones();
        if let Some((_, _, predicate)) = barrier.reduction {
            // SAFETY: as above.
            state.held += (unsafe { self.cells.predicate(predicate) } & active).count_ones();
        }
        let warp = &mut block.warps[number];
        if barrier.aligned && active != group.mask {
            return trap(
                error::ILLEGAL_INSTRUCTION,
                lane,
                "an aligned barrier under a predicate that divides the warp",
            );
        }
        if group.mask != active {
            warp.groups.push(Group { mask: group.mask & !active, pc: group.pc + 1, ..group });
        }
        let group = &mut warp.groups[running];
        group.mask = active;
        if barrier.wait {
            group.wait = Wait::Barrier(id as u8);
        } else {
            group.pc += 1;
            // The whole warp arrives where its threads must come together.
            state.arrived += if active == warp.live { 32 } else { active.count_ones() };
        }
        self.try_release(block, id as u8)
    }

    /// Lets the threads at a barrier go on, if all have come.
    fn try_release(&mut self, block: &mut Block, id: u8) -> Outcome<()> {
        let state = block.barriers[id as usize];
        let mut come = state.arrived;
        let mut all = true;
        let mut any = false;
        for (warp, waiting) in block.waiting(id) {
            any |= waiting != 0;
            all &= waiting == warp.live;
            // Threads that a warp does not have count as come with the others.
            come += if waiting != 0 && waiting == warp.live { 32 } else { waiting.count_ones() };
        }
        match state.expected {
            None if !(any && all) => return Ok(()),
            Some(expected) if come < expected => return Ok(()),
            Some(expected) if come > expected => {
                let what = format!("{come} threads come to barrier {id}, at which {expected} are to meet");
                return trap(error::ILLEGAL_INSTRUCTION, None, what);
            }
            _ => {}
        }
        let code = &self.context.image.code;
        let frame = super::cells::FRAME as usize;
        let kept = self.cells.bases[frame];
        for warp in &mut block.warps {
            let live = warp.live;
            let come = warp.groups.clone();
            for (index, &group) in come.iter().enumerate() {
                if group.wait != Wait::Barrier(id) {
                    continue;
                }
                let Step::Barrier(barrier) = &code[group.pc as usize].step else { continue };
                if barrier.aligned && group.mask != live {
                    // The warp's other threads may be at the same instruction, in a group of their own.
                    let together = come
                        .iter()
                        .filter(|other| other.wait == group.wait && other.pc == group.pc)
                        .fold(0, |mask, other| mask | other.mask);
                    if together != live {
                        self.pc = group.pc;
                        let what =
                            "an aligned barrier to which the threads of a warp come at different places";
                        return trap(error::ILLEGAL_INSTRUCTION, group.mask.trailing_zeros(), what);
                    }
                }
                if let Some((kind, destination, _)) = barrier.reduction {
                    self.cells.bases[frame] = warp.frame(group.base);
                    self.cells.mask = group.mask;
                    let holds = match kind {
                        Reduction::And => state.held == state.counted,
                        _ => state.held > 0,
                    };
                    // SAFETY: the destination is in the group's frame.
                    unsafe {
                        match kind {
                            Reduction::Count => self.put(destination, |_| state.held),
                            _ => self.cells.set_predicate(destination, if holds { !0 } else { 0 }),
                        }
                    }
                }
                let group = &mut warp.groups[index];
                group.wait = Wait::No;
                group.pc += 1;
            }
        }
        self.cells.bases[frame] = kept;
        block.barriers[id as usize] = super::block::Barrier::default();
        self.effects += 1;
        Ok(())
    }

    /// Threads have exited: barriers may be complete without them.
    pub fn exited(&mut self, block: &mut Block) -> Outcome<()> {
        for id in 0..16 {
            if block.barriers[id as usize].counted > 0 {
                self.try_release(block, id)?;
            }
        }
        Ok(())
    }
}
