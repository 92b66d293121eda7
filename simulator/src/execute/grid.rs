//! A launch: its blocks on the workers.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::block::Block;
use super::runner::{Context, Runner, Turn};
use super::trap::Trap;
use super::warp::Warp;
use crate::interface::{Extent, Fault, Place, Statistics, code};

/// Instructions of a warp's turn, and turns of a block's.
const WARP_TURN: u32 = 4096;
const BLOCK_TURNS: u32 = 64;

/// In place of values that are not defined.
const UNDEFINED: u128 = 0xa5a5_a5a5_a5a5_a5a5_a5a5_a5a5_a5a5_a5a5;

/// Runs all blocks of a launch.
pub fn run(context: &Context, workers: usize, resident: u64) -> Result<Statistics, Box<Fault>> {
    let blocks: u64 = context.launch.grid.iter().map(|n| u64::from(*n)).product();
    let workers = workers.min(usize::try_from(blocks.min(resident.max(1))).unwrap_or(usize::MAX)).max(1);
    let total = Mutex::new(Statistics::default());
    let fault: Mutex<Option<Box<Fault>>> = Mutex::new(None);
    let work = |number: usize| {
        // The blocks that may be there at the same time are divided evenly.
        let share = resident / workers as u64 + u64::from((number as u64) < resident % workers as u64);
        let mut worker =
            Worker { runner: Runner::new(context), blocks: VecDeque::new(), spare: Vec::new(), number };
        let ended = worker.run(blocks, share.max(1), workers as u64);
        let mut total = total.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        add(&mut total, &worker.runner.statistics);
        drop(total);
        if let Err(found) = ended {
            context.stop.store(true, Ordering::Release);
            fault.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(found);
        }
    };
    std::thread::scope(|scope| {
        for number in 1..workers {
            scope.spawn(move || work(number));
        }
        work(0);
    });
    if let Some(fault) = fault.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(fault);
    }
    let mut statistics = total.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    statistics.blocks = blocks;
    let threads: u64 = context.launch.block.iter().map(|n| u64::from(*n)).product();
    statistics.warps = blocks * threads.div_ceil(32);
    Ok(statistics)
}

struct Worker<'a> {
    runner: Runner<'a>,
    blocks: VecDeque<Block>,
    /// Blocks that ended; their memory is used again.
    spare: Vec<Block>,
    number: usize,
}

impl Worker<'_> {
    fn run(&mut self, blocks: u64, share: u64, workers: u64) -> Result<(), Box<Fault>> {
        let context = self.runner.context;
        let cooperative = context.launch.cooperative;
        let mut next_own = self.number as u64;
        let mut more = true;
        let mut idle = 0u32;
        let mut idle_in_a_row = 0u32;
        let mut random = Random(context.settings.seed);
        loop {
            if context.stop.load(Ordering::Acquire) {
                return Ok(());
            }
            // A block begins when one ends, or when those that are there only wait.
            while more
                && (cooperative || self.blocks.is_empty() || idle as usize >= self.blocks.len())
                && (self.blocks.len() as u64) < share
            {
                let number = if cooperative {
                    next_own += workers;
                    next_own - workers
                } else {
                    context.next_block.fetch_add(1, Ordering::Relaxed)
                };
                if number >= blocks {
                    more = false;
                    break;
                }
                let block = self.begin(number);
                self.blocks.push_front(block);
                idle = 0;
            }
            let Some(mut block) = self.blocks.pop_front() else { return Ok(()) };
            if random.flip() {
                let other = random.below(self.blocks.len() as u64 + 1) as usize;
                if let Some(other) = self.blocks.get_mut(other) {
                    std::mem::swap(&mut block, other);
                }
            }
            let waits = self.turns(&mut block, &mut random)?;
            if block.done() {
                self.spare.push(block);
                idle = 0;
                idle_in_a_row = 0;
                continue;
            }
            self.blocks.push_back(block);
            if waits {
                idle += 1;
            } else {
                idle = 0;
                idle_in_a_row = 0;
            }
            let may_begin = more && (self.blocks.len() as u64) < share;
            if idle as usize >= self.blocks.len() && !may_begin {
                // All wait, for other workers or for the host.
                idle_in_a_row += 1;
                if idle_in_a_row < 64 {
                    std::thread::yield_now();
                } else {
                    std::thread::sleep(Duration::from_micros(50));
                }
                idle = 0;
            }
        }
    }

    fn begin(&mut self, number: u64) -> Block {
        let context = self.runner.context;
        let launch = context.launch;
        let mut block = self.spare.pop().unwrap_or_else(Block::new);
        let [x, y, _] = launch.grid.map(u64::from);
        block.number = number;
        block.index = [(number % x) as u32, (number / x % y) as u32, (number / x / y) as u32];
        block.barriers = Default::default();
        block.turn = 0;
        let shared = (context.image.dynamic_shared as usize + launch.shared as usize).div_ceil(16);
        // What is there at the beginning is not defined; zeros would hide that.
        block.shared.clear();
        block.shared.resize(shared, UNDEFINED);
        let threads: u32 = launch.block.iter().product();
        let warps = threads.div_ceil(32);
        block.warps.resize_with(warps as usize, Warp::new);
        let function = &context.image.functions[context.image.entry as usize];
        let multiprocessor = (number % u64::from(context.settings.multiprocessors.max(1))) as u32;
        for warp in 0..warps {
            let here = (threads - warp * 32).min(32);
            let mask = if here == 32 { !0 } else { (1 << here) - 1 };
            block.warps[warp as usize].start(
                mask,
                function.entry,
                function.frame,
                function.local,
                context.stack,
            );
            if context.settings.uninitialised_is_fault {
                block.warps[warp as usize].forget(0, function.frame, mask);
            }
            block.identify(warp as usize, launch.block, multiprocessor);
        }
        block
    }

    /// Runs a block for some turns of its warps. True, if all of them only waited.
    fn turns(&mut self, block: &mut Block, random: &mut Random) -> Result<bool, Box<Fault>> {
        let mut waits = true;
        for _ in 0..BLOCK_TURNS {
            let mut blocked = true;
            let mut idle = true;
            let count = block.warps.len();
            for step in 0..count {
                let number = (block.turn + step) % count;
                if block.warps[number].live == 0 {
                    continue;
                }
                let budget =
                    if random.0 == 0 { WARP_TURN } else { 1 + random.below(u64::from(WARP_TURN) / 8) as u32 };
                let before = self.runner.effects;
                match self.runner.turn(block, number, budget) {
                    Ok(Turn::Blocked) if self.runner.effects == before => {}
                    // A barrier that it completed lets others go on.
                    Ok(Turn::Blocked | Turn::Done) => (blocked, idle) = (false, false),
                    Ok(Turn::Idle) => blocked = false,
                    Ok(Turn::Spent) => (blocked, idle) = (false, false),
                    Err(trap) => return Err(Box::new(self.fault(block, number, *trap))),
                }
            }
            block.turn = (block.turn + 1) % count.max(1);
            if block.done() {
                return Ok(false);
            }
            if blocked {
                let what = format!("a deadlock: the block's threads wait for ever, {}", block.standstill());
                let trap = Trap { code: code::LAUNCH_TIMEOUT, what, lane: None };
                let waiting = block.warps.iter().position(|warp| !warp.groups.is_empty()).unwrap_or(0);
                self.runner.pc = block.warps[waiting].groups.first().map_or(0, |group| group.pc);
                return Err(Box::new(self.fault(block, waiting, trap)));
            }
            waits = idle;
            if idle {
                break;
            }
        }
        Ok(waits)
    }

    fn fault(&self, block: &Block, warp: usize, trap: Trap) -> Fault {
        let context = self.runner.context;
        let origin = context.image.origins[self.runner.pc as usize];
        let (module, function) = context.program.function(origin.function);
        let module = context.program.module(module);
        let lane = trap.lane.unwrap_or_else(|| {
            let first = block.warps[warp].groups.first();
            first.map_or(0, |group| group.mask.trailing_zeros())
        });
        let instruction = module.lines.get(origin.line as usize - 1).map_or("", |line| line.trim());
        let source = origin.source.and_then(|(file, line)| {
            let file = module.files.iter().find(|(number, _)| *number == file)?;
            Some((file.1.clone(), line))
        });
        let place = Place {
            block: block.index,
            thread: Block::thread(context.launch.block, warp as u32 * 32 + lane),
            function: function.name.clone(),
            line: origin.line,
            instruction: instruction.to_owned(),
            source,
        };
        let kernel = context.program.attributes(context.launch.kernel).name.clone();
        Fault { code: trap.code, what: trap.what, kernel, place: Some(Box::new(place)) }
    }
}

fn add(total: &mut Statistics, part: &Statistics) {
    macro_rules! sum {
        ($($field:ident),*) => { $(total.$field += part.$field;)* };
    }
    sum!(
        warp_instructions,
        thread_instructions,
        waiting_instructions,
        waiting_thread_instructions,
        waiting_sectors,
        waiting_atomics,
        global_loads,
        global_load_sectors,
        global_stores,
        global_store_sectors,
        local_loads,
        local_stores,
        shared_loads,
        shared_stores,
        shared_conflicts,
        atomics,
        bus_loads,
        bus_load_sectors,
        bus_stores,
        bus_store_sectors,
        bus_atomics,
        barriers,
        divergent_branches,
        branches,
        calls,
        heap_allocations
    );
    for (total, part) in total.by_class.iter_mut().zip(part.by_class) {
        *total += part;
    }
}

/// Numbers that vary the order of turns; without a seed the order is plain.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: u64) -> u64 {
        if self.0 == 0 { 0 } else { self.next() % limit.max(1) }
    }

    fn flip(&mut self) -> bool {
        self.0 != 0 && self.next() & 1 == 0
    }
}

/// How many threads a block has; none, if that is more than 32 bits hold.
pub fn threads(extent: Extent) -> Option<u32> {
    extent.iter().try_fold(1u32, |product, n| product.checked_mul(*n))
}
