//! Whose page it is, of the host's own memory: a device with page tables of its own (HMM) takes what it touches, and the
//! host takes it back (`GPUMP_SIM_PAGES`, where `GPUMP_SIM_PAGEABLE` is 1).
//!
//! Private memory that belongs to no file has a mirror, where kernels see it. A page is in one of the two places, and who
//! touches the other waits until a thread of this module has moved it there, in one step for all threads
//! (userfaultfd(2)). So nothing is remembered about a page: where it is found, there it was.
//!
//! That thread must never wait for a page itself, nor for somebody who waits for one. So it allocates nothing, takes no
//! lock, and its stack and what it reads are of the simulator's own heap.

use std::ffi::c_void;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use super::pages::Moves;
use super::userfault::{self, Event, Faults};
use super::window::PAGE;
use crate::own_memory;

/// Addresses differ from those of the mirror in this bit. As Linux lays a process out on x86-64, its mappings are within
/// the first TiB, or behind the mirror.
const MIRROR: u64 = 1 << 46;
const FIRST: u64 = 1 << 40;
const BEHIND: u64 = FIRST + MIRROR;

#[derive(Debug)]
struct Follower {
    /// Faults in the mirror.
    device: Faults,
    /// Faults in the program's memory, and what becomes of its mappings.
    host: Faults,
    /// `/proc/self/pagemap`.
    tables: OwnedFd,
    /// An eventfd(2): all pages are to come home, and to stay there, before the process makes another.
    call: OwnedFd,
    are_called: AtomicBool,
    are_home: AtomicBool,
    to_device: AtomicU64,
    to_host: AtomicU64,
    changes: AtomicU64,
    /// Odd while what a file tells is read and answered. `munmap` and its like return as soon as it is read, and who
    /// waits for a page may go on as soon as it is there, before it is counted.
    steps: AtomicU64,
}

/// The pages of the host's own memory.
#[derive(Clone, Copy, Debug)]
pub struct HostPages(&'static Follower);

static FOLLOWER: OnceLock<&'static Follower> = OnceLock::new();

fn checked(status: i64) -> io::Result<i64> {
    if status < 0 { Err(io::Error::last_os_error()) } else { Ok(status) }
}

impl HostPages {
    /// # Errors
    ///
    /// The system does not let this process, or cannot move pages (before Linux 6.8), or the mirror's addresses are in use.
    pub fn follow() -> io::Result<Self> {
        let device = Faults::new(userfault::MOVES, libc::O_NONBLOCK)?;
        let host = Faults::new(userfault::MOVES | userfault::EVENTS, libc::O_NONBLOCK)?;
        // SAFETY: plain system calls, of which each result is looked at. The mirror replaces nothing.
        let (tables, call) = unsafe {
            let flags =
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED_NOREPLACE;
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            let (mirror, size) = (FIRST as *mut c_void, MIRROR as usize);
            checked(libc::mmap(mirror, size, protection, flags, -1, 0) as i64)?;
            for advice in [libc::MADV_DONTFORK, libc::MADV_DONTDUMP] {
                checked(libc::madvise(mirror, size, advice).into())?;
            }
            let tables = libc::open(c"/proc/self/pagemap".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
            let tables = OwnedFd::from_raw_fd(checked(tables.into())? as i32);
            (tables, OwnedFd::from_raw_fd(checked(libc::eventfd(0, libc::EFD_CLOEXEC).into())? as i32))
        };
        device.watch(FIRST, MIRROR, userfault::MISSING)?;
        let follower = Box::leak(Box::new(Follower {
            device,
            host,
            tables,
            call,
            are_called: AtomicBool::new(false),
            are_home: AtomicBool::new(false),
            to_device: AtomicU64::new(0),
            to_host: AtomicU64::new(0),
            changes: AtomicU64::new(0),
            steps: AtomicU64::new(0),
        }));
        start(follower)?;
        if FOLLOWER.set(follower).is_ok() {
            // SAFETY: the functions are this library's, which is never unloaded.
            unsafe {
                libc::pthread_atfork(Some(before_fork), Some(behind_fork), Some(own_memory::after_fork))
            };
        }
        Ok(Self(follower))
    }

    /// Follows whole pages of private memory without a file from now on. It says where kernels see them: what is to be
    /// added to an address. None: they stay where they are.
    pub fn add(self, start: u64, end: u64) -> Option<u64> {
        let place = mirror(start, end)?;
        self.0.host.watch(start, end - start, userfault::MISSING).ok()?;
        Some(place.wrapping_sub(start))
    }

    /// What has moved since this was asked for the last time. It waits for what is being answered.
    pub fn take_moves(self) -> Moves {
        self.0.settle();
        let [to_device, to_host] =
            [&self.0.to_device, &self.0.to_host].map(|count| count.swap(0, Ordering::SeqCst));
        Moves { to_device, to_host, evicted: 0 }
    }

    /// A number that changes when pages have lost their addresses: others that get these are not followed yet. It waits
    /// for what is being answered: a `munmap` that has returned counts, and its pages have gone from the mirror.
    pub fn changes(self) -> u64 {
        self.0.settle();
        self.0.changes.load(Ordering::SeqCst)
    }

    /// Whether an address is one of the mirror.
    pub fn is_own(address: u64) -> bool {
        (FIRST..BEHIND).contains(&address)
    }
}

/// The thread's stack, and what the C library keeps of a thread with it.
const STACK: usize = 256 << 10;

#[repr(C, align(4096))]
struct Stack([u8; STACK]);

/// Starts the thread that answers.
fn start(follower: &'static Follower) -> io::Result<()> {
    extern "C" fn serve(follower: *mut c_void) -> *mut c_void {
        // SAFETY: it is what `start` has given, and is never freed.
        unsafe { (*follower.cast::<Follower>()).serve() };
        std::ptr::null_mut()
    }
    // SAFETY: the stack is there as long as the process, and is nobody else's.
    unsafe {
        let stack = Box::leak(Box::<Stack>::new_uninit());
        let mut attributes: libc::pthread_attr_t = std::mem::zeroed();
        let mut thread = std::mem::zeroed();
        libc::pthread_attr_init(&raw mut attributes);
        libc::pthread_attr_setstack(&raw mut attributes, stack.as_mut_ptr().cast(), STACK);
        let argument = std::ptr::from_ref(follower).cast_mut().cast();
        match libc::pthread_create(&raw mut thread, &raw const attributes, serve, argument) {
            0 => Ok(()),
            error => Err(io::Error::from_raw_os_error(error)),
        }
    }
}

/// The child has no device: it must find all pages where they were.
extern "C" fn before_fork() {
    if let Some(follower) = FOLLOWER.get() {
        follower.are_called.store(true, Ordering::SeqCst);
        // SAFETY: eventfd(2) takes a number of 64 bits.
        unsafe { libc::write(follower.call.as_raw_fd(), (&raw const ONE).cast(), 8) };
        while !follower.are_home.load(Ordering::SeqCst) {
            std::thread::yield_now();
        }
    }
    own_memory::before_fork();
}

static ONE: u64 = 1;

extern "C" fn behind_fork() {
    own_memory::after_fork();
    if let Some(follower) = FOLLOWER.get() {
        follower.are_home.store(false, Ordering::SeqCst);
        follower.are_called.store(false, Ordering::SeqCst);
    }
}

impl Follower {
    fn serve(&self) {
        loop {
            let wanted = |file| libc::pollfd { fd: file, events: libc::POLLIN, revents: 0 };
            let mut files = [self.device.file(), self.host.file(), self.call.as_raw_fd()].map(wanted);
            // SAFETY: the array has three elements.
            unsafe { libc::poll(files.as_mut_ptr(), 3, -1) };
            while self.step(Self::answer_host) {}
            while self.step(Self::answer_device) {}
            if self.are_called.load(Ordering::SeqCst)
                && !self.are_home.load(Ordering::SeqCst)
                && self.call_home()
            {
                let mut calls = 0u64;
                // SAFETY: eventfd(2) gives a number of 64 bits.
                unsafe { libc::read(self.call.as_raw_fd(), (&raw mut calls).cast(), 8) };
                self.are_home.store(true, Ordering::SeqCst);
            }
        }
    }

    /// Waits for what is being answered.
    fn settle(&self) {
        let step = self.steps.load(Ordering::SeqCst);
        while step % 2 == 1 && self.steps.load(Ordering::SeqCst) == step {
            std::thread::yield_now();
        }
    }

    fn step(&self, answer: fn(&Self) -> io::Result<()>) -> bool {
        self.steps.fetch_add(1, Ordering::SeqCst);
        let answered = answer(self);
        self.steps.fetch_add(1, Ordering::SeqCst);
        answered.is_ok()
    }

    /// Reads and answers one thing that the host's file tells; an error: there is nothing.
    fn answer_host(&self) -> io::Result<()> {
        match self.host.read()? {
            Some(Event::Fault { address, .. }) => self.give_to_host(address & !(PAGE - 1)),
            Some(Event::Gone { start, end }) => self.drop(start, end),
            Some(Event::Remapped { from, to, size }) => self.follow_to(from, to, size),
            None => {}
        }
        Ok(())
    }

    fn answer_device(&self) -> io::Result<()> {
        if let Some(Event::Fault { address, .. }) = self.device.read()? {
            self.give_to_device(address & !(PAGE - 1));
        }
        Ok(())
    }

    fn give_to_device(&self, place: u64) {
        if self.are_called.load(Ordering::SeqCst) {
            return self.device.wake(place);
        }
        let page = place ^ MIRROR;
        let mut taken = self.device.take(place, page);
        if is(&taken, libc::EBUSY) {
            // It was shared with another process since a fork: who writes to it gets one of his own. It is there, so
            // nobody waits.
            // SAFETY: the page is there, and a byte of it is replaced by itself.
            let byte = unsafe { AtomicU8::from_ptr(page as *mut u8) };
            let now = byte.load(Ordering::Relaxed);
            let _ = byte.compare_exchange(now, now, Ordering::Relaxed, Ordering::Relaxed);
            taken = self.device.take(place, page);
        }
        match taken {
            Ok(()) => {
                self.to_device.fetch_add(1, Ordering::SeqCst);
                self.device.wake(place);
            }
            // Locked in memory (mlock): then it is not moved, and cannot be in two places.
            Err(cause) if cause.raw_os_error() == Some(libc::EINVAL) => {
                let text = b"simulator: a kernel has touched memory that is locked, whose pages cannot be followed: \
                    GPUMP_SIM_PAGES=0\n";
                // SAFETY: the bytes are those of the text.
                unsafe {
                    libc::write(2, text.as_ptr().cast(), text.len());
                    libc::abort();
                }
            }
            missing => {
                if !is(&missing, libc::ENOENT) || self.device.zero(place).is_err() {
                    self.device.wake(place);
                }
            }
        }
    }

    fn give_to_host(&self, page: u64) {
        if !is(&self.fetch(page), libc::ENOENT) || self.host.zero(page).is_err() {
            // It has come, now or meanwhile, or its mapping is about to change: whoever waits looks again.
            self.host.wake(page);
        }
    }

    fn fetch(&self, page: u64) -> io::Result<()> {
        let mut fetched = self.host.take(page, page ^ MIRROR);
        if is(&fetched, libc::EINVAL) {
            // The program has locked it since, or may not write to it any more.
            fetched = self.host.copy(page, page ^ MIRROR);
            if fetched.is_ok() {
                discard(page ^ MIRROR, PAGE);
            }
        }
        self.to_host.fetch_add(u64::from(fetched.is_ok()), Ordering::SeqCst);
        fetched
    }

    fn drop(&self, start: u64, end: u64) {
        if let Some(place) = mirror(start, end) {
            discard(place, end - start);
        }
        self.changes.fetch_add(1, Ordering::SeqCst);
    }

    /// What has gone to the device stays there, under its new address.
    fn follow_to(&self, from: u64, to: u64, size: u64) {
        if let (Some(old), Some(new)) = (mirror(from, from + size), mirror(to, to + size)) {
            self.each(old, old + size, |place| self.device.take(new + (place - old), place).is_ok());
        }
        self.changes.fetch_add(1, Ordering::SeqCst);
    }

    /// Whether all have come; some do not while mappings change.
    fn call_home(&self) -> bool {
        self.each(FIRST, BEHIND, |place| !is(&self.fetch(place ^ MIRROR), libc::EAGAIN))
    }

    /// Does something with each page of the mirror that is there, until it fails.
    fn each(&self, start: u64, end: u64, mut work: impl FnMut(u64) -> bool) -> bool {
        // PAGEMAP_SCAN, linux/fs.h
        const SCAN: u64 = 0xc060_6610;
        const IS_PRESENT: u64 = 1 << 3;
        const IS_SWAPPED: u64 = 1 << 4;
        const ROOM: usize = 32;
        let mut ranges = [[0u64; 3]; ROOM];
        let mut at = start;
        while at < end {
            let any = IS_PRESENT | IS_SWAPPED;
            let mut argument =
                [96, 0, at, end, 0, ranges.as_mut_ptr() as u64, ROOM as u64, 0, 0, 0, any, any];
            // SAFETY: it fills no more ranges than there is room for.
            let count = unsafe { libc::ioctl(self.tables.as_raw_fd(), SCAN, argument.as_mut_ptr()) };
            if count < 0 {
                return false;
            }
            for &[first, behind, _] in ranges.iter().take(count as usize) {
                for place in (first..behind).step_by(PAGE as usize) {
                    if !work(place) {
                        return false;
                    }
                }
            }
            at = argument[4];
        }
        true
    }
}

fn is(result: &io::Result<()>, number: i32) -> bool {
    result.as_ref().is_err_and(|cause| cause.raw_os_error() == Some(number))
}

/// Where a range has its mirror.
fn mirror(start: u64, end: u64) -> Option<u64> {
    (end <= FIRST || start >= BEHIND).then_some(start ^ MIRROR)
}

fn discard(place: u64, size: u64) {
    // SAFETY: the pages are the mirror's.
    unsafe { libc::madvise(place as *mut _, size as usize, libc::MADV_DONTNEED) };
}
