//! Whose page it is: where the pages of managed memory lie, and how often they move (`GPUMP_SIM_PAGES`).
//!
//! A page is in the page tables of one side alone: the host's view of the window, or the simulator's own, which the
//! kernels use. Who touches it on the other side waits, be it a thread or the system on its behalf, until a thread of
//! this module has taken the page out of the one table and put it into the other (userfaultfd(2)). So the pages of a
//! program move as between a host and a device, a page at a time; a driver takes more at once when it sees a pattern.
//!
//! What the device has no room for goes back, that which came first before the rest.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::{Arc, Mutex};

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
    file: OwnedFd,
    /// From the host's address to the simulator's, wrapping.
    offset: u64,
    /// The host's view.
    start: u64,
    end: u64,
    state: Mutex<State>,
}

/// The pages of managed memory.
#[derive(Debug)]
pub struct Pages(Arc<Follower>);

// linux/userfaultfd.h
const API: u64 = 0xc018_aa3f;
const REGISTER: u64 = 0xc020_aa00;
const UNREGISTER: u64 = 0x8010_aa01;
const WAKE: u64 = 0x8010_aa02;
const ZEROPAGE: u64 = 0xc020_aa04;
const CONTINUE: u64 = 0xc020_aa07;
const MINOR_SHMEM: u64 = 1 << 10;
const MODE_MISSING: u64 = 1;
const MODE_MINOR: u64 = 4;
const PAGEFAULT: u8 = 0x12;
const IS_MINOR: u64 = 4;

/// `struct uffd_msg`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Message {
    event: u8,
    reserved: [u8; 7],
    flags: u64,
    address: u64,
    more: u64,
}

fn control(file: &OwnedFd, request: u64, argument: &mut [u64; 4]) -> io::Result<()> {
    // SAFETY: each of the requests takes a structure of at most four words of 64 bits.
    let status = unsafe { libc::ioctl(file.as_raw_fd(), request, argument.as_mut_ptr()) };
    if status == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

impl Pages {
    /// Follows pages of the window whose host's view is from `start` to `end`.
    ///
    /// # Errors
    ///
    /// The system does not let this process.
    pub fn follow(start: u64, end: u64, offset: u64) -> io::Result<Self> {
        // SAFETY: a plain system call, whose result is looked at.
        let file = unsafe { libc::syscall(libc::SYS_userfaultfd, libc::O_CLOEXEC) };
        if file < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the system has just given it.
        let file = unsafe { OwnedFd::from_raw_fd(file as i32) };
        control(&file, API, &mut [0xaa, MINOR_SHMEM, 0, 0])?;
        let follower = Arc::new(Follower { file, offset, start, end, state: Mutex::default() });
        let own = follower.clone();
        std::thread::Builder::new().name("pages".to_owned()).spawn(move || own.serve())?;
        Ok(Self(follower))
    }

    /// Follows the pages of a block of managed memory, of which nothing has been touched.
    pub fn add(&self, start: u64, size: u64) {
        let size = size.next_multiple_of(PAGE);
        for place in [start, start.wrapping_add(self.0.offset)] {
            let range = &mut [place, size, MODE_MISSING | MODE_MINOR, 0];
            if let Err(cause) = control(&self.0.file, REGISTER, range) {
                eprintln!("simulator: pages at 0x{start:x} are not followed: {cause}");
            }
        }
    }

    /// Forgets a block.
    pub fn remove(&self, start: u64, size: u64) {
        let size = size.next_multiple_of(PAGE);
        for place in [start, start.wrapping_add(self.0.offset)] {
            let _ = control(&self.0.file, UNREGISTER, &mut [place, size, 0, 0]);
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
            let mut message = Message::default();
            let size = size_of::<Message>();
            // SAFETY: there is room for a message.
            let read = unsafe { libc::read(self.file.as_raw_fd(), (&raw mut message).cast(), size) };
            if read == size as isize && message.event == PAGEFAULT {
                self.give(message.address & !(PAGE - 1), message.flags & IS_MINOR != 0);
            } else if read < 0 && io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
                return;
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
        let request = if is_there { CONTINUE } else { ZEROPAGE };
        if control(&self.file, request, &mut [address, PAGE, 0, 0]).is_err() {
            // It has come meanwhile, or gone for ever: whoever waits looks again.
            let _ = control(&self.file, WAKE, &mut [address, PAGE, 0, 0]);
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
