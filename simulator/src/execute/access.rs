//! Loads and stores: where addresses lead, and what they cost.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering, fence};

use super::address;
use super::cells::{Value, lanes};
use super::code::Access;
use super::runner::Runner;
use super::trap::{Outcome, trap};
use crate::interface::{Region, code};
use crate::ptx::Space;

/// What an access met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    Global,
    Shared,
    Local,
    /// The constant bank or the block of arguments.
    Constant,
}

/// Values of memory; read and written as a whole, since the host and other
/// workers may do so at the same time.
pub trait Word: Copy {
    /// # Safety
    ///
    /// The pointer is aligned and there is a value.
    unsafe fn load(from: *mut u8) -> Self;
    /// # Safety
    ///
    /// As [`Self::load`].
    unsafe fn store(self, to: *mut u8);
}

macro_rules! word {
    ($($kind:ty, $atomic:ty;)*) => { $(
        impl Word for $kind {
            #[inline(always)]
            unsafe fn load(from: *mut u8) -> Self {
                unsafe { <$atomic>::from_ptr(from.cast()).load(Ordering::Relaxed) }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut u8) {
                unsafe { <$atomic>::from_ptr(to.cast()).store(self, Ordering::Relaxed) }
            }
        }
    )* };
}
word! { u8, AtomicU8; u16, AtomicU16; u32, AtomicU32; u64, AtomicU64; }

impl Runner<'_> {
    /// The address of each thread of `mask`.
    #[inline(always)]
    pub fn addresses(&self, cell: u32, wide: bool, offset: i64, mask: u32) -> [u64; 32] {
        let mut addresses = [0; 32];
        // SAFETY: the register is in the frame or a constant.
        unsafe {
            let register = self.cells.at(cell);
            if mask == !0 && wide {
                for (lane, slot) in addresses.iter_mut().enumerate() {
                    *slot = u64::read(register, lane).wrapping_add(offset as u64);
                }
            } else if wide {
                lanes(mask, |lane| addresses[lane] = u64::read(register, lane).wrapping_add(offset as u64));
            } else {
                lanes(mask, |lane| {
                    addresses[lane] = u64::from(u32::read(register, lane)).wrapping_add(offset as u64);
                });
            }
        }
        addresses
    }

    /// Finds where the bytes of each address are, into `self.pointers`.
    pub fn find(
        &mut self,
        space: Space,
        addresses: &[u64; 32],
        mask: u32,
        bytes: u64,
        write: bool,
    ) -> Outcome<Met> {
        let mut least = u64::MAX;
        let mut most = 0;
        let mut bits = 0;
        lanes(mask, |lane| {
            let address = addresses[lane];
            least = least.min(address);
            most = most.max(address);
            bits |= address;
        });
        if bits & (bytes - 1) != 0 {
            return self.misaligned(addresses, mask, bytes);
        }
        let end = most.saturating_add(bytes);
        let (base, met) = match space {
            Space::Global | Space::Generic | Space::Const => {
                let region =
                    self.regions.iter().find(|r| least >= r.start && end <= r.end && (!write || r.writable));
                match region {
                    Some(region) => {
                        self.remote = region.remote;
                        (region.offset, if space == Space::Const { Met::Constant } else { Met::Global })
                    }
                    None => return self.find_each(space, addresses, mask, bytes, write),
                }
            }
            Space::Shared if end <= self.shared_bytes => (self.shared as u64, Met::Shared),
            Space::Local if end <= u64::from(self.context.stack) => {
                let stride = self.context.stack as usize;
                let local = self.local;
                lanes(mask, |lane| {
                    self.pointers[lane] = local.wrapping_add(stride * lane + addresses[lane] as usize);
                });
                return Ok(Met::Local);
            }
            _ => return self.find_each(space, addresses, mask, bytes, write),
        };
        if mask == !0 {
            for (pointer, address) in self.pointers.iter_mut().zip(addresses) {
                *pointer = address.wrapping_add(base) as *mut u8;
            }
        } else {
            lanes(mask, |lane| self.pointers[lane] = addresses[lane].wrapping_add(base) as *mut u8);
        }
        Ok(met)
    }

    #[cold]
    fn misaligned<T>(&self, addresses: &[u64; 32], mask: u32, bytes: u64) -> Outcome<T> {
        let mut found = 0;
        lanes(mask, |lane| {
            if addresses[lane] & (bytes - 1) != 0 {
                found = lane;
            }
        });
        let what = format!("an access of {bytes} bytes at 0x{:x}, which is not aligned", addresses[found]);
        trap(code::MISALIGNED_ADDRESS, found as u32, what)
    }

    /// As [`Self::find`], thread by thread.
    fn find_each(
        &mut self,
        space: Space,
        addresses: &[u64; 32],
        mask: u32,
        bytes: u64,
        write: bool,
    ) -> Outcome<Met> {
        let mut met = None;
        self.remote = false;
        let mut left = mask;
        while left != 0 {
            let lane = left.trailing_zeros();
            left &= left - 1;
            let address = addresses[lane as usize];
            self.pointers[lane as usize] = self.pointer(space, address, bytes, write, lane)?;
            let now = match space {
                Space::Shared => Met::Shared,
                Space::Local => Met::Local,
                Space::Const | Space::Param => Met::Constant,
                _ if address & address::SHARED != 0 => Met::Shared,
                _ if address & address::LOCAL != 0 => Met::Local,
                _ => Met::Global,
            };
            // An instruction that meets several is counted as the dearest.
            if met != Some(Met::Global) {
                met = Some(now);
            }
        }
        Ok(met.unwrap_or(Met::Global))
    }

    /// Where the bytes of an address are.
    pub fn pointer(
        &mut self,
        space: Space,
        address: u64,
        bytes: u64,
        write: bool,
        lane: u32,
    ) -> Outcome<*mut u8> {
        match space {
            Space::Shared => self.in_shared(address, bytes, lane),
            Space::Local => self.in_local(address, bytes, lane),
            Space::Param => self.in_arguments(address, bytes, write, lane),
            Space::Generic if address & address::SHARED != 0 => {
                let offset = address.wrapping_sub(self.shared_window);
                if offset >> 32 != 0 {
                    let what = format!("an access at 0x{address:x}, in the shared memory of another block");
                    return trap(code::INVALID_ADDRESS_SPACE, lane, what);
                }
                self.in_shared(offset, bytes, lane)
            }
            Space::Generic if address & address::LOCAL != 0 => {
                let offset = address.wrapping_sub(self.local_window(lane as usize));
                if offset >> 32 != 0 {
                    let what = format!("an access at 0x{address:x}, in the local memory of another thread");
                    return trap(code::INVALID_ADDRESS_SPACE, lane, what);
                }
                self.in_local(offset, bytes, lane)
            }
            Space::Generic | Space::Global | Space::Const => self.in_global(address, bytes, write, lane),
        }
    }

    fn in_shared(&self, offset: u64, bytes: u64, lane: u32) -> Outcome<*mut u8> {
        if offset.checked_add(bytes).is_none_or(|end| end > self.shared_bytes) {
            let what = format!(
                "an access of {bytes} bytes at 0x{offset:x} of shared memory, of which the block has {} bytes",
                self.shared_bytes
            );
            return trap(code::ILLEGAL_ADDRESS, lane, what);
        }
        Ok(self.shared.wrapping_add(offset as usize))
    }

    pub fn in_local(&self, offset: u64, bytes: u64, lane: u32) -> Outcome<*mut u8> {
        let stack = u64::from(self.context.stack);
        if offset.checked_add(bytes).is_none_or(|end| end > stack) {
            let what = format!(
                "an access of {bytes} bytes at 0x{offset:x} of local memory, of which the thread has {stack} bytes"
            );
            return trap(code::ILLEGAL_ADDRESS, lane, what);
        }
        Ok(self.local.wrapping_add(stack as usize * lane as usize + offset as usize))
    }

    fn in_arguments(&self, offset: u64, bytes: u64, write: bool, lane: u32) -> Outcome<*mut u8> {
        let arguments = &self.context.launch.arguments;
        if write || offset.checked_add(bytes).is_none_or(|end| end > arguments.len() as u64) {
            let what = format!("an access of {bytes} bytes at 0x{offset:x} of the kernel's parameters");
            return trap(code::ILLEGAL_ADDRESS, lane, what);
        }
        Ok(arguments.as_ptr().cast_mut().wrapping_add(offset as usize))
    }

    fn in_global(&mut self, address: u64, bytes: u64, write: bool, lane: u32) -> Outcome<*mut u8> {
        let end = address.saturating_add(bytes);
        let near = self.regions.iter().find(|r| address >= r.start && end <= r.end && (!write || r.writable));
        if let Some(region) = near {
            self.remote |= region.remote;
            return Ok(address.wrapping_add(region.offset) as *mut u8);
        }
        let kind = if write { "a write" } else { "a read" };
        match self.region(address) {
            Some(region) if address >= region.start && end <= region.end && (!write || region.writable) => {
                // The one that was met first goes; there are few in most kernels.
                self.regions.rotate_right(1);
                self.regions[0] = region;
                self.remote |= region.remote;
                Ok(address.wrapping_add(region.offset) as *mut u8)
            }
            Some(region) if write && !region.writable => trap(
                code::ILLEGAL_ADDRESS,
                lane,
                format!("{kind} of {bytes} bytes at 0x{address:x}, which is read-only"),
            ),
            Some(region) => {
                let what = format!(
                    "{kind} of {bytes} bytes at 0x{address:x}, over the end of an allocation of {} bytes at 0x{:x}",
                    region.end - region.start,
                    region.start
                );
                trap(code::ILLEGAL_ADDRESS, lane, what)
            }
            None => {
                let what =
                    format!("{kind} of {bytes} bytes at 0x{address:x}, where the device has no memory");
                trap(code::ILLEGAL_ADDRESS, lane, what)
            }
        }
    }

    /// The region of global memory that holds an address.
    fn region(&self, address: u64) -> Option<Region> {
        let context = self.context;
        if context.heap.holds(address) {
            return context.heap.region(address);
        }
        let own = |start: u64, bytes: u64, writable| {
            let region = Region { start, end: start + bytes, writable, offset: 0, remote: false };
            (address >= start && address < region.end).then_some(region)
        };
        let arguments = &context.launch.arguments;
        own(context.workspace.as_ptr() as u64, 128, true)
            .or_else(|| own(arguments.as_ptr() as u64, arguments.len() as u64, false))
            .or_else(|| context.host.region(address))
    }

    /// Executes a load for the threads of `mask`.
    pub fn load(&mut self, access: &Access, mask: u32) -> Outcome<()> {
        self.cells.mask = mask;
        self.spins += u32::from(access.strong);
        let size = access.kind.size();
        if access.slot.is_some() {
            self.move_slot(access, mask, false);
            return Ok(());
        }
        let addresses = self.addresses(access.address, access.wide_address, access.offset, mask);
        let bytes = u64::from(size) * u64::from(access.count);
        let met = self.find(access.space, &addresses, mask, bytes, false)?;
        // SAFETY: `find` filled the pointers of the threads; the registers are in the frame.
        unsafe {
            match (size, access.wide) {
                (1, _) => self.load_words::<u8, u8>(access, mask),
                (2, _) => self.load_words::<u16, u16>(access, mask),
                (4, _) => self.load_words::<u32, u32>(access, mask),
                _ => self.load_words::<u64, u64>(access, mask),
            }
        }
        if access.strong {
            fence(Ordering::Acquire);
        }
        match met {
            Met::Global => {
                let sectors = sectors(&addresses, mask);
                self.statistics.global_loads += 1;
                self.statistics.global_load_sectors += sectors;
                if self.remote {
                    self.statistics.bus_loads += 1;
                    self.statistics.bus_load_sectors += sectors;
                }
            }
            Met::Shared => {
                self.statistics.shared_loads += 1;
                self.statistics.shared_conflicts += conflicts(&addresses, mask, bytes);
            }
            Met::Local => self.statistics.local_loads += 1,
            Met::Constant => {}
        }
        match met {
            Met::Global | Met::Shared if access.strong => {
                self.look(mask, addresses[mask.trailing_zeros() as usize]);
            }
            Met::Global => self.forget_look(),
            _ => {}
        }
        Ok(())
    }

    unsafe fn load_words<M: Word, R: Value + From<M>>(&self, access: &Access, mask: u32) {
        for (number, cell) in access.values[..access.count as usize].iter().enumerate() {
            // SAFETY: as the caller's.
            unsafe {
                let register = self.cells.at(*cell);
                let offset = number * size_of::<M>();
                if mask == !0 {
                    for lane in 0..32 {
                        R::from(M::load(self.pointers[lane].add(offset))).write(register, lane);
                    }
                } else {
                    lanes(mask, |lane| {
                        R::from(M::load(self.pointers[lane].add(offset))).write(register, lane)
                    });
                }
            }
        }
    }

    /// Executes a store for the threads of `mask`.
    pub fn store(&mut self, access: &Access, mask: u32) -> Outcome<()> {
        self.cells.mask = mask;
        let size = access.kind.size();
        if access.slot.is_some() {
            self.move_slot(access, mask, true);
            return Ok(());
        }
        let addresses = self.addresses(access.address, access.wide_address, access.offset, mask);
        let bytes = u64::from(size) * u64::from(access.count);
        let met = self.find(access.space, &addresses, mask, bytes, true)?;
        if access.strong {
            fence(Ordering::Release);
        }
        // SAFETY: `find` filled the pointers of the threads; the registers are in the frame.
        unsafe {
            match size {
                1 => self.store_words::<u8>(access, mask),
                2 => self.store_words::<u16>(access, mask),
                4 => self.store_words::<u32>(access, mask),
                _ => self.store_words::<u64>(access, mask),
            }
        }
        match met {
            Met::Global => {
                self.effects += 1;
                self.forget_look();
                let sectors = sectors(&addresses, mask);
                self.statistics.global_stores += 1;
                self.statistics.global_store_sectors += sectors;
                if self.remote {
                    self.statistics.bus_stores += 1;
                    self.statistics.bus_store_sectors += sectors;
                }
            }
            Met::Shared => {
                self.effects += 1;
                self.forget_look();
                self.statistics.shared_stores += 1;
                self.statistics.shared_conflicts += conflicts(&addresses, mask, bytes);
            }
            Met::Local => self.statistics.local_stores += 1,
            Met::Constant => {}
        }
        Ok(())
    }

    unsafe fn store_words<M: Word + Value>(&self, access: &Access, mask: u32) {
        for (number, cell) in access.values[..access.count as usize].iter().enumerate() {
            // SAFETY: as the caller's.
            unsafe {
                let register = self.cells.at(*cell);
                let offset = number * size_of::<M>();
                lanes(mask, |lane| M::read(register, lane).store(self.pointers[lane].add(offset)));
            }
        }
    }

    /// An access to a `.param` variable of a call.
    fn move_slot(&self, access: &Access, mask: u32, store: bool) {
        let Some(slot) = &access.slot else { return };
        let size = access.kind.size() as usize;
        for (number, cell) in access.values[..access.count as usize].iter().enumerate() {
            // SAFETY: the decoder saw to it that the access stays in the slot.
            unsafe {
                let register = self.cells.at(*cell);
                lanes(mask, |lane| {
                    let place = self.slot(slot, access, lane).add(number * size);
                    match (size, store) {
                        (1, false) => place.read().write(register, lane),
                        (2, false) => place.cast::<u16>().read_unaligned().write(register, lane),
                        (4, false) => place.cast::<u32>().read_unaligned().write(register, lane),
                        (_, false) => place.cast::<u64>().read_unaligned().write(register, lane),
                        (1, true) => place.write(u8::read(register, lane)),
                        (2, true) => place.cast::<u16>().write_unaligned(u16::read(register, lane)),
                        (4, true) => place.cast::<u32>().write_unaligned(u32::read(register, lane)),
                        (_, true) => place.cast::<u64>().write_unaligned(u64::read(register, lane)),
                    }
                });
            }
        }
    }
}

/// How many 32-byte sectors the addresses lie in.
pub fn sectors(addresses: &[u64; 32], mask: u32) -> u64 {
    let mut count = 0;
    let mut last = u64::MAX;
    let mut rising = true;
    lanes(mask, |lane| {
        let sector = addresses[lane] >> 5;
        if sector != last {
            rising &= last == u64::MAX || sector > last;
            count += 1;
            last = sector;
        }
    });
    if rising { count } else { distinct(addresses, mask, 5) }
}

fn distinct(addresses: &[u64; 32], mask: u32, shift: u32) -> u64 {
    let mut found = [0; 32];
    let mut count = 0;
    lanes(mask, |lane| {
        found[count] = addresses[lane] >> shift;
        count += 1;
    });
    let found = &mut found[..count];
    found.sort_unstable();
    (found.chunk_by(|a, b| a == b).count()) as u64
}

/// How many passes beyond the first an access to shared memory takes: the
/// banks are 32 of 4 bytes, and each gives one word a pass.
pub fn conflicts(addresses: &[u64; 32], mask: u32, bytes: u64) -> u64 {
    // Wider accesses go in halves or quarters of the warp.
    let together = (32 * 4 / bytes.max(4)) as usize;
    let mut more = 0;
    for start in (0..32).step_by(together) {
        let part = mask & (((1u64 << together) - 1) << start) as u32;
        if part != 0 {
            more += passes(addresses, part, bytes.div_ceil(4)) - 1;
        }
    }
    more
}

fn passes(addresses: &[u64; 32], mask: u32, words: u64) -> u64 {
    // Most accesses meet each bank once, or all the same word.
    let mut met = 0u32;
    let mut once = true;
    let first = addresses[mask.trailing_zeros() as usize];
    let mut same = true;
    let bits = ((1u64 << words) - 1) as u32;
    lanes(mask, |lane| {
        let banks = bits.rotate_left((addresses[lane] >> 2) as u32 & 31);
        once &= met & banks == 0;
        met |= banks;
        same &= addresses[lane] >> 2 == first >> 2;
    });
    if once || same {
        return 1;
    }
    let mut found = [0; 64];
    let mut count = 0;
    lanes(mask, |lane| {
        for word in 0..words {
            found[count] = (addresses[lane] >> 2) + word;
            count += 1;
        }
    });
    let found = &mut found[..count];
    found.sort_unstable();
    let mut banks = [0u64; 32];
    let mut last = u64::MAX;
    for word in found {
        banks[(*word & 31) as usize] += u64::from(*word != last);
        last = *word;
    }
    banks.into_iter().max().unwrap_or(1).max(1)
}
