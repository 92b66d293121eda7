//! Addresses for memory of the device's own, and the bytes behind them.
//!
//! All of it lies in one window of addresses, which the process may not touch, but for the pages of managed memory.
//! The same pages are mapped a second time, elsewhere, where the simulator reaches them. What the host's program does
//! to device memory without CUDA is so a segmentation fault, as it is beside a real device.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// The size of a page of the host.
pub const PAGE: u64 = 4096;

/// What the host may do with pages of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    None,
    Write,
}

/// The window.
#[derive(Debug)]
pub struct Window {
    pub start: u64,
    pub end: u64,
    /// From the device's address to the simulator's, wrapping.
    pub offset: u64,
    file: OwnedFd,
}

impl Window {
    /// Addresses for so many bytes; none of them is in use.
    ///
    /// # Errors
    ///
    /// The system gives no addresses.
    pub fn new(size: u64) -> io::Result<Self> {
        let length = usize::try_from(size).map_err(io::Error::other)?;
        // SAFETY: plain system calls, of which each result is looked at.
        unsafe {
            let file = libc::memfd_create(c"simulated device".as_ptr(), libc::MFD_CLOEXEC);
            if file < 0 {
                return Err(io::Error::last_os_error());
            }
            let file = OwnedFd::from_raw_fd(file);
            if libc::ftruncate(file.as_raw_fd(), size.cast_signed()) != 0 {
                return Err(io::Error::last_os_error());
            }
            let map = |protection| {
                let flags = libc::MAP_SHARED | libc::MAP_NORESERVE;
                let place = libc::mmap(std::ptr::null_mut(), length, protection, flags, file.as_raw_fd(), 0);
                if place == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(place as u64) }
            };
            let start = map(libc::PROT_NONE)?;
            let own = map(libc::PROT_READ | libc::PROT_WRITE)?;
            Ok(Self { start, end: start + size, offset: own.wrapping_sub(start), file })
        }
    }

    /// Whether an address is one of the window.
    pub fn has(&self, address: u64) -> bool {
        (self.start..self.end).contains(&address)
    }

    /// Whether an address is one at which the simulator itself sees the window's bytes.
    pub fn is_own(&self, address: u64) -> bool {
        self.has(address.wrapping_sub(self.offset))
    }

    /// Says what the host may do with whole pages.
    pub fn protect(&self, start: u64, size: u64, access: Access) {
        let protection = match access {
            Access::None => libc::PROT_NONE,
            Access::Write => libc::PROT_READ | libc::PROT_WRITE,
        };
        // SAFETY: the pages are the window's.
        unsafe { libc::mprotect(start as *mut _, pages(size), protection) };
    }

    /// Gives the bytes of whole pages back; they read as zero.
    pub fn discard(&self, start: u64, size: u64) {
        let flags = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
        let (from, size) = ((start - self.start).cast_signed(), (pages(size) as u64).cast_signed());
        // SAFETY: it changes no more than the bytes of the window.
        unsafe { libc::fallocate(self.file.as_raw_fd(), flags, from, size) };
    }

    /// Has the host's page tables forget whole pages, as when they move to the device: the bytes stay.
    pub fn unmap_pages(&self, start: u64, size: u64) {
        let first = start.next_multiple_of(PAGE);
        let behind = (start + size) / PAGE * PAGE;
        if first < behind {
            // SAFETY: the pages are shared with the file, which keeps what they contain.
            unsafe { libc::madvise(first as *mut _, (behind - first) as usize, libc::MADV_DONTNEED) };
        }
    }
}

fn pages(size: u64) -> usize {
    size.next_multiple_of(PAGE) as usize
}
