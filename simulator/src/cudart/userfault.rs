//! Page faults that a thread of this process answers: userfaultfd(2).
//!
//! Nothing here allocates memory or panics: `host_pages` calls it from a thread that must not wait for itself.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

use super::window::PAGE;

// linux/userfaultfd.h
const API: u64 = 0xc018_aa3f;
const REGISTER: u64 = 0xc020_aa00;
const UNREGISTER: u64 = 0x8010_aa01;
const WAKE: u64 = 0x8010_aa02;
const ZEROPAGE: u64 = 0xc020_aa04;
const COPY: u64 = 0xc028_aa03;
const MOVE: u64 = 0xc028_aa05;
const CONTINUE: u64 = 0xc020_aa07;
const DO_NOT_WAKE: u64 = 1;
const IS_MINOR: u64 = 4;

/// Features: faults of shared memory whose contents are there; what becomes of mappings; pages that move in private memory.
pub const MINOR_SHMEM: u64 = 1 << 10;
pub const EVENTS: u64 = 1 << 2 | 1 << 3 | 1 << 6;
pub const MOVES: u64 = 1 << 16;

/// Which faults are told: of pages that are not there, and of those that are missing in this page table only.
pub const MISSING: u64 = 1;
pub const MINOR: u64 = 4;

/// `struct uffd_msg`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Message {
    event: u8,
    reserved: [u8; 7],
    arguments: [u64; 3],
}

/// What is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Somebody waits for a page. `is_there`: it has contents, which another page table may show.
    Fault { address: u64, is_there: bool },
    /// The contents of pages go, and perhaps their addresses: `munmap`, `madvise`.
    Gone { start: u64, end: u64 },
    /// `mremap`.
    Remapped { from: u64, to: u64, size: u64 },
}

/// One file of userfaultfd(2).
#[derive(Debug)]
pub struct Faults(OwnedFd);

impl Faults {
    /// `flags` may be `O_NONBLOCK`.
    ///
    /// # Errors
    ///
    /// The system does not let this process, or knows no such features.
    pub fn new(features: u64, flags: i32) -> io::Result<Self> {
        // SAFETY: a plain system call, whose result is looked at.
        let file = unsafe { libc::syscall(libc::SYS_userfaultfd, libc::O_CLOEXEC | flags) };
        if file < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the system has just given it.
        let faults = Self(unsafe { OwnedFd::from_raw_fd(file as i32) });
        faults.control(API, [0xaa, features, 0, 0, 0])?;
        Ok(faults)
    }

    fn control(&self, request: u64, mut argument: [u64; 5]) -> io::Result<()> {
        // SAFETY: each of the requests takes a structure of at most five words of 64 bits.
        let status = unsafe { libc::ioctl(self.0.as_raw_fd(), request, argument.as_mut_ptr()) };
        if status == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// The file, for poll(2).
    pub fn file(&self) -> RawFd {
        self.0.as_raw_fd()
    }

    /// Faults of whole pages are told from now on; nothing changes where they are told already.
    ///
    /// # Errors
    ///
    /// These are not all pages of which faults can be told.
    pub fn watch(&self, start: u64, size: u64, which: u64) -> io::Result<()> {
        self.control(REGISTER, [start, size, which, 0, 0])
    }

    pub fn forget(&self, start: u64, size: u64) {
        let _ = self.control(UNREGISTER, [start, size, 0, 0, 0]);
    }

    /// What is told next; none is of no interest.
    ///
    /// # Errors
    ///
    /// There is nothing yet, and it does not wait.
    pub fn read(&self) -> io::Result<Option<Event>> {
        let mut message = Message::default();
        let size = size_of::<Message>();
        // SAFETY: there is room for a message.
        let read = unsafe { libc::read(self.file(), (&raw mut message).cast(), size) };
        if read < 0 {
            let cause = io::Error::last_os_error();
            return if cause.raw_os_error() == Some(libc::EINTR) { Ok(None) } else { Err(cause) };
        }
        let [first, second, third] = message.arguments;
        Ok(match message.event {
            0x12 => Some(Event::Fault { address: second, is_there: first & IS_MINOR != 0 }),
            0x14 => Some(Event::Remapped { from: first, to: second, size: third }),
            0x15 | 0x16 => Some(Event::Gone { start: first, end: second }),
            _ => None,
        })
    }

    /// Gives a page of zeros to those who wait for it.
    ///
    /// # Errors
    ///
    /// There is a page already, or its mapping has gone or is about to change.
    pub fn zero(&self, page: u64) -> io::Result<()> {
        self.control(ZEROPAGE, [page, PAGE, 0, 0, 0])
    }

    /// Gives those who wait the contents that the page has elsewhere.
    ///
    /// # Errors
    ///
    /// As of `zero`.
    pub fn show(&self, page: u64) -> io::Result<()> {
        self.control(CONTINUE, [page, PAGE, 0, 0, 0])
    }

    /// Moves a page of private memory to an address, in one step for all threads. Who waits for it goes on waiting.
    ///
    /// # Errors
    ///
    /// As of `zero`; `ENOENT`: there is none; `EBUSY`: it is not this process's alone, or the system uses it.
    pub fn take(&self, page: u64, from: u64) -> io::Result<()> {
        self.control(MOVE, [page, from, PAGE, DO_NOT_WAKE, 0])
    }

    /// As `take`, but what was there stays, too.
    ///
    /// # Errors
    ///
    /// As of `zero`.
    pub fn copy(&self, page: u64, from: u64) -> io::Result<()> {
        self.control(COPY, [page, from, PAGE, DO_NOT_WAKE, 0])
    }

    /// Lets those who wait for a page try again.
    pub fn wake(&self, page: u64) {
        let _ = self.control(WAKE, [page, PAGE, 0, 0, 0]);
    }
}
