// A solution: the last to come takes the count back, and then opens the next round. Who waits looks
// at the round, which never goes back, and not at the count, which does.

use std::sync::atomic::{AtomicUsize, Ordering};

pub struct Barrier {
    threads: usize,
    arrived: AtomicUsize,
    round: AtomicUsize,
}

impl Barrier {
    /// A barrier for so many threads.
    pub fn new(threads: usize) -> Self {
        Barrier { threads, arrived: AtomicUsize::new(0), round: AtomicUsize::new(0) }
    }

    /// Returns when all threads have called it.
    pub fn wait(&self) {
        let round = self.round.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.arrived.store(0, Ordering::Relaxed);
            self.round.store(round.wrapping_add(1), Ordering::Release);
            return;
        }
        while self.round.load(Ordering::Acquire) == round {
            std::thread::yield_now();
        }
    }
}
