//! Runs a warp: one instruction after the other for a group of its threads.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

use super::block::Block;
use super::cells::{Cell, Cells, LAUNCH, Value, lanes};
use super::code::{Access, Image, Slot, Step};
use super::heap::Heap;
use super::program::Program;
use super::trap::{Outcome, trap};
use super::waiting::Look;
use super::warp::Group;
use super::{address, special};
use crate::interface::{Extent, Host, Launch, Limits, Region, Settings, Statistics, code};
use crate::ptx::Space;

/// What all the workers of a launch have in common.
pub struct Context<'a> {
    pub program: &'a Program,
    pub image: &'a Image,
    pub launch: &'a Launch,
    pub limits: &'a Limits,
    pub settings: &'a Settings,
    pub host: &'a dyn Host,
    pub heap: &'a Heap,
    /// Bytes of a thread's stack.
    pub stack: u32,
    /// Special registers of the launch.
    pub special: Vec<u32>,
    /// The barrier of a cooperative grid.
    pub workspace: Box<[AtomicU64; 16]>,
    pub begin: Instant,
    /// Nanoseconds of the global timer at `begin`.
    pub epoch: u64,
    pub stop: AtomicBool,
    pub next_block: AtomicU64,
}

/// How a warp's turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It could go on.
    Spent,
    /// It waits for something that others may change.
    Idle,
    /// All its threads wait at barriers.
    Blocked,
    Done,
}

/// A worker's state.
pub struct Runner<'a> {
    pub context: &'a Context<'a>,
    pub cells: Cells,
    pub statistics: Statistics,
    /// Regions of global memory that were met last.
    pub regions: [Region; 4],
    generation: (u64, u64),
    /// Of the warp whose turn it is.
    pub shared: *mut u8,
    pub shared_bytes: u64,
    pub shared_window: u64,
    pub local: *mut u8,
    pub block: u64,
    pub block_index: Extent,
    pub warp_number: u32,
    pub pointers: [*mut u8; 32],
    /// Whether one of them is to memory that stays the host's.
    pub remote: bool,
    /// What is known of the registers; null, unless that is watched.
    pub shadow: *mut u32,
    /// The instruction that is being executed.
    pub pc: u32,
    /// Counts what others can see.
    pub effects: u64,
    /// Accesses with which a thread may wait for another, since the turn began.
    pub spins: u32,
    /// How many of them the warp may have.
    patience: u32,
    /// How many instructions it goes on when it had them.
    delay: u32,
    /// The last look of its threads at what others may change.
    pub look: Look,
}

pub const NOWHERE: Region = Region { start: 1, end: 0, writable: false, offset: 0, remote: false };

/// As how many waiting accesses a `nanosleep` counts.
const NANOSLEEP: u32 = 16;
/// After how many instructions it has in any case.
const LONG: u64 = 1 << 20;

impl<'a> Runner<'a> {
    pub fn new(context: &'a Context<'a>) -> Self {
        let mut bases = [std::ptr::null_mut(); 4];
        bases[super::cells::CONSTANTS as usize] = context.image.constants.as_ptr().cast_mut();
        bases[LAUNCH as usize] = context.special.as_ptr().cast_mut();
        Runner {
            context,
            cells: Cells { bases, mask: 0 },
            statistics: Statistics::default(),
            regions: [NOWHERE; 4],
            generation: (0, 0),
            shared: std::ptr::null_mut(),
            shared_bytes: 0,
            shared_window: 0,
            local: std::ptr::null_mut(),
            block: 0,
            block_index: [0; 3],
            warp_number: 0,
            pointers: [std::ptr::null_mut(); 32],
            remote: false,
            shadow: std::ptr::null_mut(),
            pc: 0,
            effects: 0,
            spins: 0,
            patience: 0,
            delay: 0,
            look: Look::default(),
        }
    }

    /// Block and coordinates of a thread of the warp whose turn it is.
    pub fn position(&self, lane: u32) -> (Extent, Extent) {
        (self.block_index, Block::thread(self.context.launch.block, self.warp_number * 32 + lane))
    }

    fn enter(&mut self, block: &mut Block, number: usize) {
        self.shared = block.shared.as_mut_ptr().cast();
        self.shared_bytes = match self.context.launch.shared {
            0 => u64::from(self.context.image.shared_bytes),
            dynamic => u64::from(self.context.image.dynamic_shared) + u64::from(dynamic),
        };
        self.shared_window = address::shared_window(block.number);
        self.block = block.number;
        self.block_index = block.index;
        self.warp_number = number as u32;
        let warp = &mut block.warps[number];
        self.local = warp.local.as_mut_ptr().cast();
        self.cells.bases[super::cells::WARP as usize] = warp.special();
        self.spins = warp.spins;
        self.patience = warp.patience;
        self.look = warp.look.across_turns(&self.statistics);
        let generation = (self.context.host.generation(), self.context.heap.generation());
        if generation != self.generation {
            self.generation = generation;
            self.regions = [NOWHERE; 4];
        }
    }

    /// Runs a warp for at most `budget` instructions.
    pub fn turn(&mut self, block: &mut Block, number: usize, budget: u32) -> Outcome<Turn> {
        self.enter(block, number);
        let turn = self.advance(block, number, budget);
        block.warps[number].spins = self.spins;
        block.warps[number].look = self.look.across_turns(&self.statistics);
        turn
    }

    fn advance(&mut self, block: &mut Block, number: usize, mut budget: u32) -> Outcome<Turn> {
        let image = self.context.image;
        let code = &image.code[..];
        let (effects, spins) = (self.effects, self.spins);
        let mut rotated = false;
        'select: loop {
            let warp = &mut block.warps[number];
            let Some(running) = warp.select() else {
                return Ok(if warp.live == 0 { Turn::Done } else { Turn::Blocked });
            };
            let Group { mask, mut pc, base, .. } = warp.groups[running];
            self.cells.bases[super::cells::FRAME as usize] = warp.frame(base);
            self.shadow = warp.shadow(base);
            let watched = !self.shadow.is_null();
            let several = warp.groups.len() > 1;
            if self.look.is_of_others(mask) {
                self.forget_look();
            }
            let mut executed = 0u64;
            macro_rules! leave {
                ($pc:expr) => {{
                    let warp = &mut block.warps[number];
                    warp.groups[running].pc = $pc;
                    warp.executed += executed;
                }};
            }
            loop {
                let instruction = &code[pc as usize];
                if executed > 0 {
                    if budget == 0 {
                        leave!(pc);
                        return Ok(if (rotated || self.spins != spins) && self.effects == effects {
                            Turn::Idle
                        } else {
                            Turn::Spent
                        });
                    }
                    if several && instruction.leader {
                        leave!(pc);
                        let warp = &mut block.warps[number];
                        if warp.executed - warp.since > LONG && warp.others(running) {
                            warp.rotate(running);
                        }
                        continue 'select;
                    }
                }
                budget = budget.saturating_sub(1);
                executed += 1;
                self.pc = pc;
                let active = match instruction.guard {
                    0 => mask,
                    // SAFETY: the predicate is in the frame.
                    guard => mask & unsafe { self.cells.predicate(guard - 1) },
                };
                if watched {
                    self.check_known(instruction, mask, active)?;
                }
                if instruction.counted {
                    self.statistics.warp_instructions += 1;
                    self.statistics.thread_instructions += u64::from(active.count_ones());
                    self.statistics.by_class[instruction.class as usize] += 1;
                }
                match &instruction.step {
                    Step::Data(exec, operands) => {
                        if active != 0 {
                            self.cells.mask = active;
                            // SAFETY: the operands were placed in the frame, the
                            // constants and the special registers by the decoder.
                            unsafe { exec(&self.cells, operands) };
                            if watched {
                                self.shade(operands, active);
                            }
                        }
                        pc += 1;
                    }
                    Step::Load(access) => {
                        if active != 0 {
                            self.load(access, active)?;
                        }
                        pc += 1;
                    }
                    Step::Store(access) => {
                        if active != 0 {
                            self.store(access, active)?;
                        }
                        pc += 1;
                    }
                    Step::Branch(target) => {
                        self.statistics.branches += 1;
                        if active == mask {
                            pc = *target;
                        } else if active == 0 {
                            pc += 1;
                        } else {
                            self.statistics.divergent_branches += 1;
                            leave!(*target);
                            let warp = &mut block.warps[number];
                            warp.groups[running].mask = active;
                            let rest = Group { mask: mask & !active, pc: pc + 1, ..warp.groups[running] };
                            warp.groups.push(rest);
                            continue 'select;
                        }
                    }
                    Step::Atomic(atomic) => {
                        if active != 0 {
                            self.atomic(atomic, active)?;
                        }
                        pc += 1;
                    }
                    Step::Warp(step) => {
                        if active == 0 {
                            pc += 1;
                            continue;
                        }
                        leave!(pc);
                        let warp = &mut block.warps[number];
                        if self.together(warp, running, step, active)? {
                            pc += 1;
                            block.warps[number].executed -= executed;
                        } else {
                            continue 'select;
                        }
                    }
                    Step::Barrier(barrier) => {
                        if active == 0 {
                            pc += 1;
                            continue;
                        }
                        leave!(pc);
                        self.barrier(block, number, running, barrier, active)?;
                        continue 'select;
                    }
                    Step::Call(call) => {
                        if active == 0 {
                            pc += 1;
                            continue;
                        }
                        self.statistics.calls += 1;
                        leave!(pc);
                        let warp = &mut block.warps[number];
                        if active != mask {
                            let rest = Group { mask: mask & !active, pc: pc + 1, ..warp.groups[running] };
                            warp.groups.push(rest);
                            warp.groups[running].mask = active;
                        }
                        self.call(warp, running, call)?;
                        continue 'select;
                    }
                    Step::Return(function) => {
                        if active == 0 {
                            pc += 1;
                            continue;
                        }
                        leave!(pc);
                        let warp = &mut block.warps[number];
                        if active != mask {
                            let rest = Group { mask: mask & !active, pc: pc + 1, ..warp.groups[running] };
                            warp.groups.push(rest);
                            warp.groups[running].mask = active;
                        }
                        self.give_back(warp, running, *function);
                        continue 'select;
                    }
                    Step::Exit => {
                        if active == 0 {
                            pc += 1;
                            continue;
                        }
                        leave!(pc + 1);
                        let warp = &mut block.warps[number];
                        if active == mask {
                            warp.groups.swap_remove(running);
                        } else {
                            warp.groups[running].mask = mask & !active;
                        }
                        warp.exit(active);
                        self.release_members(warp)?;
                        self.exited(block)?;
                        continue 'select;
                    }
                    Step::BranchTable { index, targets } => {
                        leave!(pc);
                        let warp = &mut block.warps[number];
                        self.branch_table(warp, running, *index, targets, active)?;
                        continue 'select;
                    }
                    Step::Fence => {
                        std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
                        pc += 1;
                    }
                    Step::Nanosleep => {
                        self.spins += NANOSLEEP;
                        pc += 1;
                    }
                    Step::Nothing => pc += 1,
                    Step::Trap => {
                        if active != 0 {
                            let lane = active.trailing_zeros();
                            return trap(code::LAUNCH_FAILURE, lane, "the kernel executed `trap`");
                        }
                        pc += 1;
                    }
                    Step::Unknown(what) => {
                        if active != 0 {
                            return trap(
                                code::ILLEGAL_INSTRUCTION,
                                active.trailing_zeros(),
                                what.to_string(),
                            );
                        }
                        pc += 1;
                    }
                    Step::ActiveMask(destination) => {
                        self.cells.mask = active;
                        // SAFETY: the destination is in the frame.
                        unsafe { self.put(*destination, |_| active) };
                        pc += 1;
                    }
                    step => {
                        self.cells.mask = active;
                        let warp = &mut block.warps[number];
                        self.addressing(warp, step, active)?;
                        pc += 1;
                    }
                }
                // Not always behind the access itself: that may be where a lock is held.
                if self.spins >= self.patience && self.delay > 0 {
                    self.delay -= 1;
                } else if self.spins >= self.patience {
                    leave!(pc);
                    self.spins = 0;
                    let warp = &mut block.warps[number];
                    warp.be_patient();
                    self.patience = warp.patience;
                    self.delay = warp.noise() % 128;
                    if warp.others(running) {
                        warp.rotate(running);
                        rotated = true;
                        continue 'select;
                    }
                    return Ok(if self.effects == effects { Turn::Idle } else { Turn::Spent });
                }
            }
        }
    }

    /// Writes a register for the threads of the cells' mask.
    ///
    /// # Safety
    ///
    /// The cell is a register wide enough.
    pub unsafe fn put<T: Value>(&self, destination: Cell, value: impl Fn(usize) -> T) {
        let destination = unsafe { self.cells.at(destination) };
        lanes(self.cells.mask, |lane| unsafe { value(lane).write(destination, lane) });
    }

    /// Reads a register of one thread.
    ///
    /// # Safety
    ///
    /// The cell is a register wide enough.
    pub unsafe fn get(&self, source: Cell, wide: bool, lane: usize) -> u64 {
        unsafe {
            let source = self.cells.at(source);
            if wide { u64::read(source, lane) } else { u64::from(u32::read(source, lane)) }
        }
    }

    /// # Safety
    ///
    /// As [`Self::put`].
    pub unsafe fn set_wide(&self, destination: Cell, wide: bool, value: impl Fn(usize) -> u64) {
        unsafe {
            if wide {
                self.put(destination, value);
            } else {
                self.put(destination, |lane| value(lane) as u32);
            }
        }
    }

    /// Reads the bytes at a generic address.
    pub fn read<const N: usize>(&mut self, address: u64, lane: u32) -> Outcome<[u8; N]> {
        let pointer = self.pointer(Space::Generic, address, N as u64, false, lane)?;
        // SAFETY: `pointer` says that the bytes are there.
        Ok(unsafe { pointer.cast::<[u8; N]>().read_unaligned() })
    }

    /// Writes a byte at a generic address.
    pub fn write(&mut self, address: u64, byte: u8, lane: u32) -> Outcome<()> {
        let pointer = self.pointer(Space::Generic, address, 1, true, lane)?;
        // SAFETY: `pointer` says that the byte is there.
        unsafe { pointer.write(byte) };
        Ok(())
    }

    /// The operand of an access to a `.param` variable.
    ///
    /// # Safety
    ///
    /// The slot is in the frame.
    pub unsafe fn slot(&self, slot: &Slot, access: &Access, lane: usize) -> *mut u8 {
        unsafe {
            let frame = self.cells.bases[super::cells::FRAME as usize];
            slot.bytes(frame, lane).add(access.offset as usize)
        }
    }
}

/// Special registers of a launch.
pub fn launch_registers(launch: &Launch, image: &Image, settings: &Settings, workspace: u64) -> Vec<u32> {
    let mut words = vec![0; special::LAUNCH_WORDS as usize];
    let threads: u32 = launch.block.iter().product();
    let values = [
        (special::NTID, launch.block[0]),
        (special::NTID + 1, launch.block[1]),
        (special::NTID + 2, launch.block[2]),
        (special::NCTAID, launch.grid[0]),
        (special::NCTAID + 1, launch.grid[1]),
        (special::NCTAID + 2, launch.grid[2]),
        (special::WARPS, threads.div_ceil(32)),
        (special::MULTIPROCESSORS, settings.multiprocessors),
        (special::DYNAMIC_SHARED, launch.shared),
        (special::TOTAL_SHARED, image.shared_bytes + launch.shared),
        (special::ONE, 1),
        (special::WORKSPACE_HIGH, (workspace >> 32) as u32),
        (special::WORKSPACE_LOW, workspace as u32),
    ];
    for (place, value) in values {
        words[place as usize * 32..(place as usize + 1) * 32].fill(value);
    }
    words
}
