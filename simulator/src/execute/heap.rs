//! The device's heap: `malloc` and `free` of kernels.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::interface::Region;

const ALIGNMENT: u64 = 16;

/// A heap of one piece of memory. Only what is allocated may be touched.
#[derive(Default)]
pub struct Heap {
    state: Mutex<State>,
    /// Where the heap is, for a look without the lock.
    start: AtomicU64,
    end: AtomicU64,
    /// Changes whenever something is freed.
    generation: AtomicU64,
}

#[derive(Default)]
struct State {
    /// Start and size of what is free.
    free: BTreeMap<u64, u64>,
    /// Start and size of what is allocated.
    used: BTreeMap<u64, u64>,
    /// From addresses to where the bytes are.
    offset: u64,
}

impl Heap {
    /// Whether the heap has its memory.
    pub fn ready(&self) -> bool {
        self.end.load(Ordering::Acquire) != 0
    }

    /// Gives the heap its memory, unless it has some.
    pub fn open(&self, memory: impl FnOnce() -> Option<Region>) {
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if self.ready() {
            return;
        }
        if let Some(region) = memory() {
            state.free.insert(region.start, region.end - region.start);
            state.offset = region.offset;
            self.start.store(region.start, Ordering::Relaxed);
            self.end.store(region.end, Ordering::Release);
        }
    }

    /// Memory of `size` bytes; none, if there is no piece that large.
    pub fn allocate(&self, size: u64) -> Option<u64> {
        let size = size.max(1).checked_next_multiple_of(ALIGNMENT)?;
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (start, free) =
            state.free.iter().find(|(_, free)| **free >= size).map(|(start, free)| (*start, *free))?;
        state.free.remove(&start);
        if free > size {
            state.free.insert(start + size, free - size);
        }
        state.used.insert(start, size);
        Some(start)
    }

    /// Takes memory back; false, if none was allocated there.
    pub fn release(&self, address: u64) -> bool {
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let Some(mut size) = state.used.remove(&address) else { return false };
        let mut start = address;
        if let Some(next) = state.free.remove(&(address + size)) {
            size += next;
        }
        if let Some((before, free)) = state.free.range(..address).next_back().map(|(a, b)| (*a, *b))
            && before + free == address
        {
            start = before;
            size += free;
        }
        state.free.insert(start, size);
        self.generation.fetch_add(1, Ordering::Release);
        true
    }

    /// Whether an address is in the heap's memory, allocated or not.
    pub fn holds(&self, address: u64) -> bool {
        address < self.end.load(Ordering::Acquire) && address >= self.start.load(Ordering::Relaxed)
    }

    /// The allocated piece that holds an address.
    pub fn region(&self, address: u64) -> Option<Region> {
        let state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (start, size) = state.used.range(..=address).next_back()?;
        let offset = state.offset;
        (address < start + size).then_some(Region {
            start: *start,
            end: start + size,
            writable: true,
            offset,
            remote: false,
        })
    }

    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }
}
