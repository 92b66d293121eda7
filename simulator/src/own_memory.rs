//! The simulator's own heap.
//!
//! Where the pages of the host's own memory are followed (`cudart::host_pages`), nothing of the simulator's may share a page
//! with the program's blocks: such a page would move whenever the simulator looks at it, and what answers for pages
//! would wait for itself. Otherwise this is the heap of the process.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use dlmalloc::{Allocator, Dlmalloc};

/// Addresses, of which only those that are used have memory.
const BYTES: usize = 64 << 30;
const PAGE: usize = 4096;

#[global_allocator]
static HEAP: Heap = Heap {
    is_apart: OnceLock::new(),
    lock: UnsafeCell::new(libc::PTHREAD_MUTEX_INITIALIZER),
    blocks: UnsafeCell::new(Dlmalloc::new_with_allocator(Addresses)),
};

/// Whether pages of the host's own memory are to be followed. It is asked before there is memory, or a configuration.
pub fn is_apart() -> bool {
    *HEAP.is_apart.get_or_init(|| number(c"GPUMP_SIM_PAGES") != 0 && number(c"GPUMP_SIM_PAGEABLE") == 1)
}

/// Whether an address is one of the heap's, where that is apart.
pub fn has(address: u64) -> bool {
    let end = END.load(Ordering::Relaxed) as u64;
    (end.saturating_sub(BYTES as u64)..end).contains(&address)
}

fn number(name: &std::ffi::CStr) -> i32 {
    // SAFETY: the name ends with a zero, and so does what is found.
    unsafe {
        let text = libc::getenv(name.as_ptr());
        if text.is_null() { 0 } else { libc::atoi(text) }
    }
}

/// In a child process the heap must not stay locked by a thread that only the parent has.
pub fn before_fork() {
    // SAFETY: it is a mutex, and `after_fork` follows.
    unsafe { libc::pthread_mutex_lock(HEAP.lock.get()) };
}

pub extern "C" fn after_fork() {
    // SAFETY: `before_fork` has locked it.
    unsafe { libc::pthread_mutex_unlock(HEAP.lock.get()) };
}

struct Heap {
    is_apart: OnceLock<bool>,
    lock: UnsafeCell<libc::pthread_mutex_t>,
    blocks: UnsafeCell<Dlmalloc<Addresses>>,
}

// SAFETY: the blocks are used only by who holds the lock.
unsafe impl Sync for Heap {}

impl Heap {
    fn locked<T>(&self, work: impl FnOnce(&mut Dlmalloc<Addresses>) -> T) -> T {
        before_fork();
        // SAFETY: nobody else has the lock, and `work` does not come here again.
        let result = work(unsafe { &mut *self.blocks.get() });
        after_fork();
        result
    }
}

// SAFETY: each of the two heaps keeps the promises; all blocks are of the same one.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !is_apart() {
            return unsafe { System.alloc(layout) };
        }
        self.locked(|blocks| unsafe { blocks.malloc(layout.size(), layout.align()) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !is_apart() {
            return unsafe { System.alloc_zeroed(layout) };
        }
        self.locked(|blocks| unsafe { blocks.calloc(layout.size(), layout.align()) })
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        if !is_apart() {
            return unsafe { System.dealloc(place, layout) };
        }
        self.locked(|blocks| unsafe { blocks.free(place, layout.size(), layout.align()) });
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !is_apart() {
            return unsafe { System.realloc(place, layout, size) };
        }
        self.locked(|blocks| unsafe { blocks.realloc(place, layout.size(), layout.align(), size) })
    }
}

/// Where the heap's blocks come from: one stretch, of which nothing is given back. A page in front and the rest behind,
/// which nobody may touch, keep it apart from its neighbours.
struct Addresses;

static UNUSED: AtomicUsize = AtomicUsize::new(0);
static END: AtomicUsize = AtomicUsize::new(0);

// SAFETY: no address is given twice.
unsafe impl Allocator for Addresses {
    fn alloc(&self, size: usize) -> (*mut u8, usize, u32) {
        let none = (std::ptr::null_mut(), 0, 0);
        if END.load(Ordering::Relaxed) == 0 {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            // SAFETY: a plain mapping, whose result is looked at.
            let start = unsafe { libc::mmap(std::ptr::null_mut(), BYTES, libc::PROT_NONE, flags, -1, 0) };
            if start == libc::MAP_FAILED {
                return none;
            }
            UNUSED.store(start as usize + PAGE, Ordering::Relaxed);
            END.store(start as usize + BYTES, Ordering::Relaxed);
        }
        let (start, size) = (UNUSED.load(Ordering::Relaxed), size.next_multiple_of(PAGE));
        if size > END.load(Ordering::Relaxed) - PAGE - start {
            return none;
        }
        // SAFETY: the pages are this stretch's.
        if unsafe { libc::mprotect(start as *mut _, size, libc::PROT_READ | libc::PROT_WRITE) } != 0 {
            return none;
        }
        UNUSED.store(start + size, Ordering::Relaxed);
        (start as *mut u8, size, 0)
    }

    fn remap(&self, _: *mut u8, _: usize, _: usize, _: bool) -> *mut u8 {
        std::ptr::null_mut()
    }

    fn free_part(&self, _: *mut u8, _: usize, _: usize) -> bool {
        false
    }

    fn free(&self, _: *mut u8, _: usize) -> bool {
        false
    }

    fn can_release_part(&self, _: u32) -> bool {
        false
    }

    fn allocates_zeros(&self) -> bool {
        true
    }

    fn page_size(&self) -> usize {
        PAGE
    }
}
