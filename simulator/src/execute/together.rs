//! What the threads of a warp do together: shuffles, votes, matches,
//! reductions and `bar.warp.sync`.

use super::atomic::changed;
use super::cells::{Value, lanes};
use super::code::{Step, Together, WarpStep};
use super::runner::Runner;
use super::trap::{Outcome, trap};
use super::warp::{Group, Wait, Warp};
use crate::interface::code;

/// Operands of the threads that take part.
struct Gathered {
    value: [u64; 32],
    second: [u32; 32],
    third: [u32; 32],
}

/// Results for the threads that take part.
struct Results {
    value: [u32; 32],
    predicate: u32,
}

impl Runner<'_> {
    /// Executes the step for the group `running`, if all threads of its mask
    /// are in it; if not, the group waits. True, if it was executed and the
    /// group is to go on behind it.
    pub fn together(
        &mut self,
        warp: &mut Warp,
        running: usize,
        step: &WarpStep,
        active: u32,
    ) -> Outcome<bool> {
        let group = warp.groups[running];
        let first = active.trailing_zeros() as usize;
        // SAFETY: the operand is a register of the frame or a constant.
        let mask_of = |lane: usize| unsafe { u32::read(self.cells.at(step.members), lane) };
        let members = mask_of(first);
        let mut same = true;
        let mut stranger = None;
        lanes(active, |lane| {
            let mask = mask_of(lane);
            same &= mask == members;
            if mask >> lane & 1 == 0 {
                stranger = Some((lane, mask));
            }
        });
        if let Some((lane, mask)) = stranger {
            let what = format!("the thread is not in the mask 0x{mask:x} that it names");
            return trap(code::ILLEGAL_INSTRUCTION, lane as u32, what);
        }
        if same && active == group.mask && members & warp.live & !active == 0 {
            self.perform(warp, step, &[running])?;
            return Ok(true);
        }
        // The threads wait, in groups by their masks.
        if group.mask != active {
            warp.groups.push(Group { mask: group.mask & !active, pc: group.pc + 1, ..group });
        }
        let mut left = active;
        let mut at = running;
        while left != 0 {
            let members = mask_of(left.trailing_zeros() as usize);
            let mut mask = 0;
            lanes(left, |lane| mask |= u32::from(mask_of(lane) == members) << lane);
            left &= !mask;
            let part = Group { mask, wait: Wait::Members(members), ..group };
            if at == running {
                warp.groups[running] = part;
                at = usize::MAX;
            } else {
                warp.groups.push(part);
            }
        }
        self.release_members(warp)?;
        Ok(false)
    }

    /// Executes what all threads of some mask have come to.
    pub fn release_members(&mut self, warp: &mut Warp) -> Outcome<()> {
        let image = self.context.image;
        let step_at = |pc: u32| match &image.code[pc as usize].step {
            Step::Warp(step) => Some(&**step),
            _ => None,
        };
        'again: loop {
            for index in 0..warp.groups.len() {
                let Wait::Members(members) = warp.groups[index].wait else { continue };
                let Some(step) = step_at(warp.groups[index].pc) else { continue };
                let alike: Vec<usize> = (0..warp.groups.len())
                    .filter(|other| {
                        let other = warp.groups[*other];
                        other.wait == Wait::Members(members)
                            && step_at(other.pc).is_some_and(|other| other.together == step.together)
                    })
                    .collect();
                let present = alike.iter().fold(0, |mask, group| mask | warp.groups[*group].mask);
                if members & warp.live & !present != 0 {
                    continue;
                }
                self.perform(warp, step, &alike)?;
                for group in alike {
                    warp.groups[group].wait = Wait::No;
                    warp.groups[group].pc += 1;
                }
                continue 'again;
            }
            return Ok(());
        }
    }

    /// Executes the step for the threads of some groups of a warp.
    fn perform(&mut self, warp: &mut Warp, step: &WarpStep, groups: &[usize]) -> Outcome<()> {
        let image = self.context.image;
        if step.together == Together::Synchronise {
            return Ok(());
        }
        let mut all = Gathered { value: [0; 32], second: [0; 32], third: [0; 32] };
        let mut present = 0;
        let frame = super::cells::FRAME as usize;
        let kept = self.cells.bases[frame];
        // Threads may have come to the step in different places of the code.
        let step_of = |group: &Group| match &image.code[group.pc as usize].step {
            Step::Warp(own) => &**own,
            _ => step,
        };
        let vote = matches!(
            step.together,
            Together::VoteAll | Together::VoteAny | Together::VoteUniform | Together::Ballot
        );
        for index in groups {
            let group = warp.groups[*index];
            let own = step_of(&group);
            self.cells.bases[frame] = warp.frame(group.base);
            present |= group.mask;
            // SAFETY: the operands are in the group's frame.
            unsafe {
                if vote {
                    let bits = self.cells.predicate(own.value);
                    lanes(group.mask, |lane| all.value[lane] = u64::from(bits >> lane & 1));
                } else {
                    lanes(group.mask, |lane| all.value[lane] = self.get(own.value, own.wide, lane));
                }
                lanes(group.mask, |lane| {
                    all.second[lane] = u32::read(self.cells.at(own.second), lane);
                    all.third[lane] = u32::read(self.cells.at(own.third), lane);
                });
            }
        }
        let results = compute(step.together, &all, present)?;
        for index in groups {
            let group = warp.groups[*index];
            let own = step_of(&group);
            self.cells.bases[frame] = warp.frame(group.base);
            self.cells.mask = group.mask;
            // SAFETY: the destinations are in the group's frame.
            unsafe {
                if vote && step.together != Together::Ballot {
                    self.cells.set_predicate(own.destination, results.predicate);
                } else {
                    self.put(own.destination, |lane| results.value[lane]);
                }
                if let Some(predicate) = own.predicate {
                    self.cells.set_predicate(predicate, results.predicate);
                }
            }
        }
        self.cells.bases[frame] = kept;
        Ok(())
    }
}

#[inline(always)]
fn compute(together: Together, all: &Gathered, present: u32) -> Outcome<Results> {
    let mut results = Results { value: [0; 32], predicate: 0 };
    match together {
        Together::Synchronise => {}
        Together::ShuffleUp | Together::ShuffleDown | Together::ShuffleButterfly | Together::ShuffleIndex => {
            return shuffle(together, all, present);
        }
        Together::VoteAll | Together::VoteAny | Together::VoteUniform | Together::Ballot => {
            let mut held = 0;
            lanes(present, |lane| held |= (all.value[lane] as u32 & 1) << lane);
            let holds = match together {
                Together::VoteAll => held == present,
                Together::VoteAny => held != 0,
                _ => held == present || held == 0,
            };
            results.predicate = if holds { !0 } else { 0 };
            results.value = [held; 32];
        }
        Together::MatchAny => lanes(present, |lane| {
            lanes(present, |other| {
                results.value[lane] |= u32::from(all.value[lane] == all.value[other]) << other;
            });
        }),
        Together::MatchAll => {
            let first = all.value[present.trailing_zeros() as usize];
            let mut same = true;
            lanes(present, |lane| same &= all.value[lane] == first);
            if same {
                results = Results { value: [present; 32], predicate: !0 };
            }
        }
        Together::Reduce(change, kind) => {
            let first = present.trailing_zeros() as usize;
            let mut total = all.value[first];
            lanes(present & (present - 1), |lane| {
                total = changed(change, kind, total, all.value[lane], 0).unwrap_or(total);
            });
            results.value = [total as u32; 32];
        }
        Together::Elect => {
            let leader = present.trailing_zeros();
            results = Results { value: [leader; 32], predicate: 1 << leader };
        }
    }
    Ok(results)
}

/// In place of a value that is not defined.
const UNDEFINED: u32 = 0xa5a5_a5a5;

/// `shfl.sync` (PTX ISA 9.7.9.6).
#[inline(always)]
fn shuffle(together: Together, all: &Gathered, present: u32) -> Outcome<Results> {
    let mut results = Results { value: [0; 32], predicate: 0 };
    lanes(present, |number| {
        let lane = number as i32;
        let (by, limit) = ((all.second[number] & 31) as i32, all.third[number]);
        let (clamp, segment) = ((limit & 31) as i32, (limit >> 8 & 31) as i32);
        let least = lane & segment;
        let most = least | (clamp & !segment);
        let (from, inside) = match together {
            Together::ShuffleUp => (lane - by, lane - by >= most),
            Together::ShuffleDown => (lane + by, lane + by <= most),
            Together::ShuffleButterfly => (lane ^ by, lane ^ by <= most),
            _ => (least | (by & !segment), least | (by & !segment) <= most),
        };
        let from = if inside { from } else { lane };
        // The value of a lane that does not take part is not defined, and does no harm to those who do not use it.
        let is_there = present >> from & 1 != 0;
        results.value[number] = if is_there { all.value[from as usize] as u32 } else { UNDEFINED };
        results.predicate |= u32::from(inside) << number;
    });
    Ok(results)
}
