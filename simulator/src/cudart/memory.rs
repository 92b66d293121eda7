//! All memory that the device may touch: what was allocated for it, what host memory was registered, and, on a
//! device that reaches pageable memory, all that the process has.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::configuration::{Configuration, Pageable};
use super::error::{self, Result};
use super::host_pages::HostPages;
use super::maps::Maps;
use super::pages::{Moves, Pages};
use super::window::{Access, PAGE, Window};
use crate::interface::Region;
use crate::own_memory;

/// Whose memory it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `cudaMalloc`, variables, the device's heap.
    Device,
    /// Constants: the device only reads them.
    Constant,
    /// `cudaMallocManaged`, `__managed__`.
    Managed,
    /// `cudaHostAlloc`.
    Host,
    /// `cudaHostRegister`.
    Registered,
}

/// One allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub start: u64,
    pub size: u64,
    pub kind: Kind,
    pub writable: bool,
    /// What `cudaHostAlloc` or `cudaHostRegister` was given.
    pub flags: u32,
    /// Of the window's addresses, with the gap behind the block.
    extent: u64,
}

impl Block {
    pub fn end(&self) -> u64 {
        self.start + self.size
    }

    /// Whether it stays in the host's memory.
    pub fn is_remote(&self) -> bool {
        matches!(self.kind, Kind::Host | Kind::Registered)
    }

    /// Whether the host may touch it.
    pub fn is_the_hosts(&self) -> bool {
        !matches!(self.kind, Kind::Device | Kind::Constant)
    }
}

#[derive(Debug, Default)]
struct Table {
    blocks: BTreeMap<u64, Block>,
    /// Addresses of the window that have been used and are free again, by their start.
    free: BTreeMap<u64, u64>,
    /// The window's first address that has never been used.
    unused: u64,
    /// Bytes of the device's memory.
    used: u64,
    /// Set aside for the stacks of all threads.
    stacks: u64,
}

/// The device's memory.
#[derive(Debug)]
pub struct Memory {
    pub window: Window,
    total: u64,
    pageable: Pageable,
    /// Whether the host may touch managed memory while a kernel runs. Only then it may be larger than the device's.
    concurrent: bool,
    poison: bool,
    table: Mutex<Table>,
    maps: Maps,
    generation: AtomicU64,
    pages: Option<Pages>,
    host_pages: Option<HostPages>,
}

/// What is filled of memory that has no defined contents, and with what.
const POISONED: u64 = 16 << 20;
const POISON: u8 = 0xa5;
const ALIGNMENT: u64 = 512;
const LARGE_PAGE: u64 = 2 << 20;

impl Memory {
    /// Nothing is allocated yet.
    ///
    /// # Errors
    ///
    /// The system gives no addresses.
    pub fn new(configuration: &Configuration) -> std::io::Result<Self> {
        // Managed memory may be larger than the device's; what is not touched is not there.
        let window = Window::new(((configuration.memory * 4) + (64 << 30)).next_multiple_of(LARGE_PAGE))?;
        let unused = window.start.next_multiple_of(LARGE_PAGE);
        let used = configuration.memory_used.min(configuration.memory);
        let table = Table { unused, used, ..Table::default() };
        let follows =
            configuration.pages && configuration.concurrent && configuration.pageable != Pageable::HostTables;
        let pages = follows.then(|| Pages::follow(window.start, window.end, window.offset)).transpose();
        let pages = pages.unwrap_or_else(|cause| {
            eprintln!("simulator: pages are not followed: {cause}");
            None
        });
        let host_pages = (pages.is_some() && own_memory::is_apart()).then(HostPages::follow).transpose();
        let host_pages = host_pages.unwrap_or_else(|cause| {
            eprintln!("simulator: pages of the host's own memory are not followed: {cause}");
            None
        });
        if let Some(pages) = &pages {
            pages.set_room(configuration.memory - used);
        }
        Ok(Self {
            window,
            total: configuration.memory,
            pageable: configuration.pageable,
            concurrent: configuration.concurrent,
            poison: configuration.poison,
            table: Mutex::new(table),
            maps: Maps::default(),
            generation: AtomicU64::new(1),
            pages,
            host_pages,
        })
    }

    /// Free and total bytes.
    pub fn info(&self) -> (u64, u64) {
        let table = self.table.lock().unwrap();
        let managed = self.pages.as_ref().map_or(0, Pages::on_device);
        (self.total.saturating_sub(table.used + table.stacks + managed), self.total)
    }

    /// What has moved since this was asked for the last time.
    pub fn take_moves(&self) -> Moves {
        self.pages.as_ref().map_or(Moves::default(), Pages::take_moves)
            + self.host_pages.map_or(Moves::default(), HostPages::take_moves)
    }

    /// Managed memory has what is left.
    fn leave_room(&self, table: &Table) {
        if let Some(pages) = &self.pages {
            pages.set_room(self.total.saturating_sub(table.used + table.stacks));
        }
    }

    /// Whether a block of this kind is the device's memory, all of it and always.
    fn is_resident(&self, kind: Kind) -> bool {
        kind != Kind::Managed || !self.concurrent
    }

    /// Sets aside what the stacks of all threads need; it never shrinks.
    ///
    /// # Errors
    ///
    /// `cudaErrorMemoryAllocation`.
    pub fn reserve_stacks(&self, bytes: u64) -> Result<()> {
        let mut table = self.table.lock().unwrap();
        if bytes > table.stacks {
            if table.used + bytes > self.total {
                return Err(error::MEMORY_ALLOCATION);
            }
            table.stacks = bytes;
            self.leave_room(&table);
        }
        Ok(())
    }

    /// Memory in the window. No two blocks touch.
    ///
    /// # Errors
    ///
    /// `cudaErrorMemoryAllocation`.
    pub fn allocate(&self, size: u64, alignment: u64, kind: Kind) -> Result<u64> {
        if size > self.window.end - self.window.start {
            return Err(error::MEMORY_ALLOCATION);
        }
        let mut table = self.table.lock().unwrap();
        let managed = kind == Kind::Managed;
        let bytes = size.next_multiple_of(ALIGNMENT);
        let resident = self.is_resident(kind);
        if resident && table.used + table.stacks + bytes > self.total {
            return Err(error::MEMORY_ALLOCATION);
        }
        let alignment = alignment.max(if size >= LARGE_PAGE { LARGE_PAGE } else { PAGE });
        let extent = size.next_multiple_of(PAGE) + PAGE;
        let start = table.take(extent, alignment, self.window.end).ok_or(error::MEMORY_ALLOCATION)?;
        if resident {
            table.used += bytes;
            self.leave_room(&table);
        }
        table
            .blocks
            .insert(start, Block { start, size, kind, writable: kind != Kind::Constant, flags: 0, extent });
        drop(table);
        if managed || self.pageable == Pageable::HostTables {
            self.window.protect(start, size, Access::Write);
        }
        if let Some(pages) = self.pages.as_ref().filter(|_| managed) {
            pages.add(start, size);
        }
        Ok(start)
    }

    /// Fills what `cudaMalloc` gives.
    pub fn poison(&self, start: u64, size: u64) {
        if self.poison {
            let size = size.min(POISONED) as usize;
            // SAFETY: the block has just been allocated, and nobody else knows it.
            unsafe { std::ptr::write_bytes(start.wrapping_add(self.window.offset) as *mut u8, POISON, size) };
        }
    }

    /// Host memory that the device may touch where it lies.
    ///
    /// # Errors
    ///
    /// `cudaErrorHostMemoryAlreadyRegistered` of a part that is known already.
    pub fn add_host(&self, start: u64, size: u64, kind: Kind, writable: bool, flags: u32) -> Result<()> {
        let mut table = self.table.lock().unwrap();
        let before = table.blocks.range(..start + size).next_back();
        if before.is_some_and(|(_, block)| block.end() > start) {
            return Err(error::HOST_MEMORY_ALREADY_REGISTERED);
        }
        table.blocks.insert(start, Block { start, size, kind, writable, flags, extent: 0 });
        drop(table);
        if self.host_pages.is_some() {
            // Pages that are pinned are the host's from now on.
            self.generation.fetch_add(1, Ordering::SeqCst);
            for place in (start..start + size).step_by(PAGE as usize).chain([start + size - 1]) {
                // SAFETY: the program says that it is there.
                unsafe { (place as *const u8).read_volatile() };
            }
        }
        Ok(())
    }

    /// Takes a block of one of these kinds away, whose start this is. What is in it is gone, where it was the window's.
    pub fn remove(&self, start: u64, kinds: &[Kind]) -> Option<Block> {
        let mut table = self.table.lock().unwrap();
        let block = *table.blocks.get(&start).filter(|block| kinds.contains(&block.kind))?;
        table.blocks.remove(&start);
        if block.extent > 0 {
            if let Some(pages) = self.pages.as_ref().filter(|_| block.kind == Kind::Managed) {
                pages.remove(start, block.size);
            }
            self.window.protect(start, block.size, Access::None);
            self.window.discard(start, block.size);
            if self.is_resident(block.kind) {
                table.used -= block.size.next_multiple_of(ALIGNMENT);
                self.leave_room(&table);
            }
            table.give(start, block.extent);
        }
        self.generation.fetch_add(1, Ordering::SeqCst);
        Some(block)
    }

    /// The block that holds an address.
    pub fn block(&self, address: u64) -> Option<Block> {
        let table = self.table.lock().unwrap();
        let (_, block) = table.blocks.range(..=address).next_back()?;
        (address < block.end()).then_some(*block)
    }

    /// How the simulator reaches an address: what is to be added to it.
    pub fn offset(&self, address: u64) -> u64 {
        if self.window.has(address) { self.window.offset } else { 0 }
    }

    /// What the device may touch around an address.
    pub fn region(&self, address: u64) -> Option<Region> {
        if let Some(block) = self.block(address) {
            let offset = self.offset(block.start);
            return Some(Region {
                start: block.start,
                end: block.end(),
                writable: block.writable,
                offset,
                remote: block.is_remote(),
            });
        }
        if self.pageable == Pageable::No || self.window.has(address) || self.window.is_own(address) {
            return None;
        }
        let Some(pages) = self.host_pages else { return Some(self.maps.mapping(address)?.region) };
        if HostPages::is_own(address) || own_memory::has(address) {
            return None;
        }
        let mapping = self.maps.mapping(address)?;
        let (is_pinned, region) = self.around(address, mapping.region);
        let offset =
            if is_pinned || !mapping.is_private { None } else { pages.add(region.start, region.end) };
        Some(offset.map_or(region, |offset| Region { offset, remote: false, ..region }))
    }

    /// What of a mapping is around an address and shares no page with registered memory; or what does, on the page of
    /// the address, and stays where it is.
    fn around(&self, address: u64, mapping: Region) -> (bool, Region) {
        let table = self.table.lock().unwrap();
        let before = table.blocks.range(..address).next_back().map_or(0, |(_, block)| block.end());
        let behind = table.blocks.range(address..).next().map_or(u64::MAX, |(&start, _)| start);
        let page = address / PAGE * PAGE;
        let is_pinned = before > page || behind < page + PAGE;
        let (start, end) = if is_pinned {
            (before.max(page), behind.min(page + PAGE))
        } else {
            (before.next_multiple_of(PAGE), behind / PAGE * PAGE)
        };
        (is_pinned, Region { start: start.max(mapping.start), end: end.min(mapping.end), ..mapping })
    }

    /// The host's mapping of an address, whether the device reaches it or not.
    pub fn mapping(&self, address: u64) -> Option<Region> {
        self.maps.forget();
        Some(self.maps.mapping(address)?.region)
    }

    /// Host memory may have come and gone since the last kernel.
    pub fn refresh(&self) {
        if self.pageable != Pageable::No {
            self.maps.forget();
            self.generation.fetch_add(1, Ordering::SeqCst);
        }
    }

    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::SeqCst) + self.host_pages.map_or(0, HostPages::changes)
    }

    /// All managed blocks.
    pub fn managed(&self) -> Vec<Block> {
        let table = self.table.lock().unwrap();
        table.blocks.values().filter(|block| block.kind == Kind::Managed).copied().collect()
    }
}

impl Table {
    fn take(&mut self, extent: u64, alignment: u64, end: u64) -> Option<u64> {
        let fits = |(&start, &size): (&u64, &u64)| {
            let place = start.next_multiple_of(alignment);
            (place + extent <= start + size).then_some((start, size, place))
        };
        if let Some((start, size, place)) = self.free.iter().find_map(fits) {
            self.free.remove(&start);
            if place > start {
                self.free.insert(start, place - start);
            }
            if place + extent < start + size {
                self.free.insert(place + extent, start + size - place - extent);
            }
            return Some(place);
        }
        let place = self.unused.next_multiple_of(alignment);
        if place.checked_add(extent)? > end {
            return None;
        }
        if place > self.unused {
            self.give(self.unused, place - self.unused);
        }
        self.unused = place + extent;
        Some(place)
    }

    /// Joined with its neighbours.
    fn give(&mut self, mut start: u64, mut size: u64) {
        if let Some(behind) = self.free.remove(&(start + size)) {
            size += behind;
        }
        if let Some((&before, &length)) = self.free.range(..start).next_back()
            && before + length == start
        {
            self.free.remove(&before);
            start = before;
            size += length;
        }
        self.free.insert(start, size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> Memory {
        let configuration = Configuration { memory: 64 << 20, ..Configuration::from_environment() };
        Memory::new(&configuration).unwrap()
    }

    #[test]
    fn blocks_end_to_the_byte_and_go_away() {
        let memory = memory();
        let start = memory.allocate(100, 1, Kind::Device).unwrap();
        assert_eq!(memory.region(start + 99).unwrap().end, start + 100);
        assert_eq!(memory.region(start + 100), None);
        let before = memory.generation();
        assert!(memory.remove(start, &[Kind::Managed]).is_none());
        assert!(memory.remove(start, &[Kind::Device]).is_some());
        assert_eq!(memory.region(start), None);
        assert_ne!(memory.generation(), before);
    }

    #[test]
    fn what_is_free_again_is_used_again() {
        let memory = memory();
        let blocks = [10 << 20, 20 << 20].map(|size| memory.allocate(size, 1, Kind::Device).unwrap());
        assert_eq!(memory.allocate(40 << 20, 1, Kind::Device), Err(error::MEMORY_ALLOCATION));
        for block in blocks {
            memory.remove(block, &[Kind::Device]);
        }
        assert_eq!(memory.allocate(30 << 20, 1, Kind::Device).unwrap(), blocks[0]);
        assert_eq!(memory.info().0, 34 << 20);
    }

    #[test]
    fn both_sides_see_managed_memory() {
        let memory = memory();
        let place = memory.allocate(8, 8, Kind::Managed).unwrap();
        let offset = memory.region(place).unwrap().offset;
        unsafe {
            (place as *mut u64).write_volatile(42);
            assert_eq!((place.wrapping_add(offset) as *const u64).read_volatile(), 42);
        }
        memory.window.unmap_pages(place, PAGE);
        assert_eq!(unsafe { (place as *const u64).read_volatile() }, 42);
    }

    #[test]
    fn registered_memory_does_not_overlap() {
        let memory = memory();
        memory.add_host(0x10000, 0x1000, Kind::Registered, true, 0).unwrap();
        let again = |start, size| memory.add_host(start, size, Kind::Registered, true, 0);
        assert_eq!(again(0x10fff, 2), Err(error::HOST_MEMORY_ALREADY_REGISTERED));
        assert_eq!(again(0x8000, 0x8001), Err(error::HOST_MEMORY_ALREADY_REGISTERED));
        assert_eq!(again(0x11000, 1), Ok(()));
    }
}
