//! Whose page it is: where the pages of managed memory lie, and how often they move (`GPUMP_SIM_PAGES`). `host_pages` is
//! the same of the host's own memory.
//!
//! A page is in the page tables of one side alone: the host's view of the window, or the simulator's own, which the
//! kernels use. Who touches it on the other side waits, be it a thread or the system on its behalf, until a thread of
//! this module has taken the page out of the one table and put it into the other (userfaultfd(2)). So the pages of a
//! program move as between a host and a device, a page at a time; a driver takes more at once when it sees a pattern.
//!
//! What the device has no room for goes back, that which came first before the rest.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex};

use super::userfault::{self, Event, Faults};
use super::window::PAGE;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Host,
    Device,
}

/// How many pages moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    pub to_device: u64,
    pub to_host: u64,
    /// Of the device's, for want of room.
    pub evicted: u64,
}

#[derive(Debug, Default)]
struct State {
    /// By the host's address.
    owners: HashMap<u64, Side>,
    /// The device's, in the order in which they came; some have gone since.
    arrived: VecDeque<u64>,
    on_device: u64,
    /// How many there is room for.
    room: u64,
    /// Since they were last asked for.
    moves: Moves,
}

#[derive(Debug)]
struct Follower {
    faults: Faults,
    /// From the host's address to the simulator's, wrapping.
    offset: u64,
    /// The host's view.
    start: u64,
    end: u64,
    state: Mutex<State>,
}

impl std::ops::Add for Moves {
    type Output = Self;
    fn add(self, more: Self) -> Self {
        Self {
            to_device: self.to_device + more.to_device,
            to_host: self.to_host + more.to_host,
            evicted: self.evicted + more.evicted,
        }
    }
}

/// The pages of managed memory.
#[derive(Debug)]
pub struct Pages(Arc<Follower>);

impl Pages {
    /// Follows pages of the window whose host's view is from `start` to `end`.
    ///
    /// # Errors
    ///
    /// The system does not let this process.
    pub fn follow(start: u64, end: u64, offset: u64) -> io::Result<Self> {
        let faults = Faults::new(userfault::MINOR_SHMEM, 0)?;
        let follower = Arc::new(Follower { faults, offset, start, end, state: Mutex::default() });
        let own = follower.clone();
        std::thread::Builder::new().name("pages".to_owned()).spawn(move || own.serve())?;
        Ok(Self(follower))
    }

    /// Follows the pages of a block of managed memory, of which nothing has been touched.
    pub fn add(&self, start: u64, size: u64) {
        let size = size.next_multiple_of(PAGE);
        for place in [start, start.wrapping_add(self.0.offset)] {
            if let Err(cause) = self.0.faults.watch(place, size, userfault::MISSING | userfault::MINOR) {
                eprintln!("simulator: pages at 0x{start:x} are not followed: {cause}");
            }
        }
    }

    /// Forgets a block.
    pub fn remove(&self, start: u64, size: u64) {
        let size = size.next_multiple_of(PAGE);
        for place in [start, start.wrapping_add(self.0.offset)] {
            self.0.faults.forget(place, size);
        }
        let mut state = self.0.state.lock().unwrap();
        for page in (start..start + size).step_by(PAGE as usize) {
            if state.owners.remove(&page) == Some(Side::Device) {
                state.on_device -= 1;
            }
        }
    }

    /// So many bytes of the device's memory are left for managed memory.
    pub fn set_room(&self, bytes: u64) {
        let mut state = self.0.state.lock().unwrap();
        state.room = bytes / PAGE;
        self.0.make_room(&mut state);
    }

    /// Bytes of managed memory that are on the device.
    pub fn on_device(&self) -> u64 {
        self.0.state.lock().unwrap().on_device * PAGE
    }

    /// What has moved since this was asked for the last time.
    pub fn take_moves(&self) -> Moves {
        std::mem::take(&mut self.0.state.lock().unwrap().moves)
    }
}

impl Follower {
    fn serve(&self) {
        loop {
            match self.faults.read() {
                Ok(Some(Event::Fault { address, is_there })) => self.give(address & !(PAGE - 1), is_there),
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }

    /// Somebody waits at an address, of the one view or of the other, for a page, which may be on the other side.
    fn give(&self, address: u64, is_there: bool) {
        let mut state = self.state.lock().unwrap();
        let is_hosts = (self.start..self.end).contains(&address);
        let (page, side) =
            if is_hosts { (address, Side::Host) } else { (address.wrapping_sub(self.offset), Side::Device) };
        if is_there {
            self.take_from(page, if is_hosts { Side::Device } else { Side::Host });
        }
        let before = state.owners.insert(page, side);
        if before != Some(side) {
            match side {
                Side::Device => {
                    state.on_device += 1;
                    state.arrived.push_back(page);
                    state.moves.to_device += u64::from(is_there);
                }
                Side::Host => {
                    state.on_device -= u64::from(before.is_some());
                    state.moves.to_host += u64::from(is_there);
                }
            }
        }
        self.make_room(&mut state);
        drop(state);
        let given = if is_there { self.faults.show(address) } else { self.faults.zero(address) };
        if given.is_err() {
            // It has come meanwhile, or gone for ever: whoever waits looks again.
            self.faults.wake(address);
        }
    }

    /// Takes a page out of a side's page table; what it contains stays.
    fn take_from(&self, page: u64, side: Side) {
        let place = match side {
            Side::Host => page,
            Side::Device => page.wrapping_add(self.offset),
        };
        // SAFETY: the page is shared with the window's file, which keeps what it contains.
        unsafe { libc::madvise(place as *mut _, PAGE as usize, libc::MADV_DONTNEED) };
    }

    fn make_room(&self, state: &mut State) {
        while state.on_device > state.room.max(1) {
            let Some(page) = state.arrived.pop_front() else { return };
            if state.owners.get(&page) == Some(&Side::Device) {
                state.owners.insert(page, Side::Host);
                state.on_device -= 1;
                state.moves.evicted += 1;
                self.take_from(page, Side::Device);
            }
        }
    }
}
