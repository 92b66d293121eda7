// Exercise: a static schedule. Which iterations does a thread get?
//
// This attempt gives equal shares, and loses what is left over.

use std::ops::Range;

/// The iterations of one thread, as ranges in the order in which it runs them.
///
/// With a chunk size, the chunks go round the threads in the order of their
/// numbers. Without one, each thread has at most one range, and the ranges'
/// sizes differ by no more than one.
pub fn static_schedule(thread: u64, threads: u64, iterations: u64, chunk: Option<u64>) -> Vec<Range<u64>> {
    let _ = chunk;
    let share = iterations / threads;
    vec![thread * share..(thread + 1) * share]
}
