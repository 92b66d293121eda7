//! A warp: its registers, its threads' stacks, and the groups of threads that
//! are at the same place.

use super::cells::lanes;
use super::code::saved;
use super::special;
use super::waiting::Look;

/// Registers in pieces as large as a line of the cache.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub struct Line(#[allow(dead_code)] [u32; 16]);

/// What a group of threads waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    No,
    Barrier(u8),
    /// The other threads of a mask, at the instruction they do together.
    Members(u32),
}

/// Threads that are at the same place.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    pub mask: u32,
    pub pc: u32,
    /// Words of the warp's registers at which the frame begins.
    pub base: u32,
    /// Where the frame ends. Frames of groups never overlap: the threads of
    /// a register lie side by side, so that two layouts would mix.
    pub end: u32,
    pub wait: Wait,
    /// It runs out of its turn, so that it is not starved.
    pub favoured: bool,
    /// When it ran last.
    pub ran: u64,
}

pub struct Warp {
    /// Threads that there are and have not exited.
    pub live: u32,
    pub groups: Vec<Group>,
    registers: Vec<Line>,
    /// For each register, by its first word, the threads for which it was written;
    /// empty, unless that is watched.
    shadow: Vec<u32>,
    pub special: Box<[Line; special::WARP_WORDS as usize / 16]>,
    /// Local memory, one thread's stack behind the other.
    pub local: Vec<u128>,
    /// Each thread's frame in its local memory, and the end of its stack.
    pub frame_pointer: [u32; 32],
    pub stack_pointer: [u32; 32],
    /// Instructions that it executed, for the turns of its groups.
    pub executed: u64,
    /// Until when a favoured group runs.
    favour: u64,
    /// The group that ran last, and since when no other did.
    last: u32,
    pub since: u64,
    /// Accesses with which its threads may have waited, since others had a turn.
    pub spins: u32,
    /// How many of them it may have until others have a turn.
    pub patience: u32,
    /// The last look of its threads at what others may change, as it is between turns.
    pub look: Look,
    /// Varies the turns: with equal ones, two threads that take a lock in
    /// turn could meet each other's lock for ever.
    noise: u32,
}

/// How long a favoured group runs, at least.
const FAVOUR: u64 = 1000;
/// After how many waiting accesses another group or warp has its turn, at least.
const PATIENCE: u32 = 48;

impl Warp {
    pub fn new() -> Self {
        Warp {
            live: 0,
            groups: Vec::new(),
            registers: Vec::new(),
            shadow: Vec::new(),
            special: Box::new([Line([0; 16]); special::WARP_WORDS as usize / 16]),
            local: Vec::new(),
            frame_pointer: [0; 32],
            stack_pointer: [0; 32],
            executed: 0,
            favour: 0,
            last: 0,
            since: 0,
            spins: 0,
            patience: PATIENCE,
            look: Look::default(),
            noise: 1,
        }
    }

    /// Begins anew with the threads of `mask` at `pc`.
    pub fn start(&mut self, mask: u32, pc: u32, frame: u32, local: u32, stack: u32) {
        self.live = mask;
        self.groups.clear();
        self.groups.push(Group { mask, pc, base: 0, end: frame, wait: Wait::No, favoured: false, ran: 0 });
        self.reserve(frame);
        self.frame_pointer = [0; 32];
        self.stack_pointer = [local; 32];
        let local = stack as usize * 32 / 16;
        if self.local.len() < local {
            // Fresh zeroed memory costs nothing until it is touched.
            self.local = vec![0; local];
        }
        self.executed = 0;
        self.favour = 0;
        self.last = 0;
        self.since = 0;
        self.spins = 0;
        self.patience = PATIENCE;
        self.look = Look::default();
        self.noise = 1;
    }

    /// Makes room for `words` words of registers.
    pub fn reserve(&mut self, words: u32) {
        let lines = words.div_ceil(16) as usize;
        if self.registers.len() < lines {
            self.registers.resize(lines.max(self.registers.len() * 2), Line([0; 16]));
        }
    }

    /// Forgets what is known of the registers of a frame, for the threads of `mask`.
    pub fn forget(&mut self, base: u32, end: u32, mask: u32) {
        if self.shadow.len() < end as usize {
            self.shadow.resize(end as usize, 0);
        }
        for shadow in &mut self.shadow[base as usize..end as usize] {
            *shadow &= !mask;
        }
        // The carry is written and read by the same instructions.
        self.shadow[(base + saved::WORDS) as usize] |= mask;
    }

    /// The shadows of a frame; null, if they are not watched.
    pub fn shadow(&mut self, base: u32) -> *mut u32 {
        match self.shadow.get_mut(base as usize..) {
            Some(shadow) if !shadow.is_empty() => shadow.as_mut_ptr(),
            _ => std::ptr::null_mut(),
        }
    }

    pub fn registers(&mut self) -> *mut u32 {
        self.registers.as_mut_ptr().cast()
    }

    /// The registers of a frame.
    pub fn frame(&mut self, base: u32) -> *mut u32 {
        debug_assert!((base as usize) < self.registers.len() * 16);
        // SAFETY: frames lie within the registers; `reserve` saw to it at the call.
        unsafe { self.registers().add(base as usize) }
    }

    pub fn special(&mut self) -> *mut u32 {
        self.special.as_mut_ptr().cast()
    }

    /// Joins groups that came to the same place, and picks the one to run: a
    /// favoured one, or the one deepest in calls and furthest back, so that
    /// the others are caught up with.
    pub fn select(&mut self) -> Option<usize> {
        if self.groups.len() > 1 {
            self.join();
        }
        let mut best: Option<usize> = None;
        for (index, group) in self.groups.iter().enumerate() {
            if group.wait != Wait::No {
                continue;
            }
            if group.favoured {
                if self.executed < self.favour {
                    best = Some(index);
                    break;
                }
                continue;
            }
            let before = best.map(|best| &self.groups[best]);
            if before.is_none_or(|b| group.base > b.base || (group.base == b.base && group.pc < b.pc)) {
                best = Some(index);
            }
        }
        if best.is_none() {
            best = self.groups.iter().position(|group| group.wait == Wait::No);
        }
        let best = best?;
        if self.executed >= self.favour {
            self.groups.iter_mut().for_each(|group| group.favoured = false);
        }
        let mask = self.groups[best].mask;
        if self.last & mask == 0 || self.last != mask {
            self.last = mask;
            self.since = self.executed;
        }
        Some(best)
    }

    fn join(&mut self) {
        let mut index = 0;
        while index < self.groups.len() {
            let group = self.groups[index];
            if group.wait == Wait::No {
                let mut other = index + 1;
                while other < self.groups.len() {
                    let candidate = self.groups[other];
                    if candidate.pc == group.pc && candidate.base == group.base && candidate.wait == Wait::No
                    {
                        self.groups[index].mask |= candidate.mask;
                        self.groups[index].favoured |= candidate.favoured;
                        self.groups[index].ran = group.ran.min(candidate.ran);
                        self.groups.swap_remove(other);
                    } else {
                        other += 1;
                    }
                }
            }
            index += 1;
        }
    }

    /// Whether a group other than `running` could run.
    pub fn others(&self, running: usize) -> bool {
        self.groups.iter().enumerate().any(|(index, group)| index != running && group.wait == Wait::No)
    }

    /// Numbers without a pattern that a loop of a program could have.
    pub fn noise(&mut self) -> u32 {
        self.noise = self.noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.noise >> 16
    }

    /// Begins to count the waiting accesses anew.
    pub fn be_patient(&mut self) {
        self.patience = PATIENCE + self.noise() % PATIENCE;
    }

    /// Lets the group that has not run for longest have a turn.
    pub fn rotate(&mut self, running: usize) {
        let favour = FAVOUR + u64::from(self.noise()) % (2 * FAVOUR);
        self.groups[running].ran = self.executed;
        self.groups.iter_mut().for_each(|group| group.favoured = false);
        let next = self
            .groups
            .iter_mut()
            .enumerate()
            .filter(|(index, group)| *index != running && group.wait == Wait::No)
            .min_by_key(|(_, group)| group.ran);
        if let Some((_, group)) = next {
            group.favoured = true;
            // Its turn counts, however it ends.
            group.ran = self.executed;
            self.favour = self.executed + favour;
        }
    }

    /// Takes the threads of `mask` out of the warp; they have exited.
    pub fn exit(&mut self, mask: u32) {
        self.live &= !mask;
    }

    /// Saves what a return needs, for the threads of `mask`, in the frame at `base`.
    pub fn save(&mut self, base: u32, mask: u32, return_to: u32, caller: u32) {
        let frame = self.frame(base);
        let (pointers, stacks) = (self.frame_pointer, self.stack_pointer);
        lanes(mask, |lane| {
            // SAFETY: the first words of a frame are for this.
            unsafe {
                *frame.add(saved::RETURN as usize + lane) = return_to;
                *frame.add(saved::BASE as usize + lane) = caller;
                *frame.add(saved::FRAME_POINTER as usize + lane) = pointers[lane];
                *frame.add(saved::STACK_POINTER as usize + lane) = stacks[lane];
            }
        });
    }
}
