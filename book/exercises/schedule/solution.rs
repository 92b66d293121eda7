// A solution: the first threads get one iteration more; chunks go round like cards.

use std::ops::Range;

/// The iterations of one thread, as ranges in the order in which it runs them.
///
/// With a chunk size, the chunks go round the threads in the order of their
/// numbers. Without one, each thread has at most one range, and the ranges'
/// sizes differ by no more than one.
pub fn static_schedule(thread: u64, threads: u64, iterations: u64, chunk: Option<u64>) -> Vec<Range<u64>> {
    let Some(chunk) = chunk else {
        let (share, longer) = (iterations / threads, iterations % threads);
        let first = thread * share + thread.min(longer);
        let size = share + u64::from(thread < longer);
        return if size == 0 { Vec::new() } else { vec![first..first + size] };
    };
    let mut found = Vec::new();
    let mut first = thread * chunk;
    while first < iterations {
        found.push(first..iterations.min(first + chunk));
        first += threads * chunk;
    }
    found
}
