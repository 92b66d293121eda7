// Exercise: a barrier that can be used again and again.
//
// This attempt works once: nobody takes the count back.

use std::sync::atomic::{AtomicUsize, Ordering};

pub struct Barrier {
    threads: usize,
    arrived: AtomicUsize,
}

impl Barrier {
    /// A barrier for so many threads.
    pub fn new(threads: usize) -> Self {
        Barrier { threads, arrived: AtomicUsize::new(0) }
    }

    /// Returns when all threads have called it.
    pub fn wait(&self) {
        self.arrived.fetch_add(1, Ordering::AcqRel);
        while self.arrived.load(Ordering::Acquire) < self.threads {
            std::thread::yield_now();
        }
    }
}
