//! Streams: operations that run one after the other, on a thread of the simulator's own, beside the host program.
//!
//! The legacy default stream waits for all streams that were not made with `cudaStreamNonBlocking`, and they for it.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Instant;

use super::error::{self, Result};

/// Whether an operation has ended, and when.
#[derive(Debug, Default)]
pub struct Done {
    ended: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Done {
    /// Of what has ended already.
    pub fn now() -> Arc<Self> {
        Arc::new(Self { ended: Mutex::new(Some(Instant::now())), changed: Condvar::new() })
    }

    pub fn ended(&self) -> Option<Instant> {
        *self.ended.lock().unwrap()
    }

    pub fn wait(&self) {
        let ended = self.ended.lock().unwrap();
        drop(self.changed.wait_while(ended, |ended| ended.is_none()).unwrap());
    }

    fn end(&self) {
        *self.ended.lock().unwrap() = Some(Instant::now());
        self.changed.notify_all();
    }
}

/// What a stream is to do.
pub type Work = Box<dyn FnOnce() + Send>;

struct Operation {
    after: Vec<Arc<Done>>,
    work: Work,
    done: Arc<Done>,
}

struct Stream {
    queue: Sender<Operation>,
    last: Arc<Done>,
    flags: u32,
    priority: i32,
}

/// The handle of the legacy default stream: a null pointer, or 1. That of the default stream of each thread, of which
/// there is one here, is 2.
pub type Handle = usize;

const LEGACY: Handle = 1;
const PER_THREAD: Handle = 2;
const FIRST: Handle = 0x1000;
const NON_BLOCKING: u32 = 1;
const STACK: usize = 16 << 20;

#[derive(Default)]
struct State {
    streams: HashMap<Handle, Stream>,
    made: usize,
    /// The last operations of streams that are no more.
    left: Vec<Arc<Done>>,
}

/// All streams.
#[derive(Default)]
pub struct Streams(Mutex<State>);

impl Streams {
    /// A new one.
    pub fn create(&self, flags: u32, priority: i32) -> Handle {
        let mut state = self.0.lock().unwrap();
        state.made += 1;
        let handle = FIRST * state.made;
        state.streams.insert(handle, Stream::new(flags, priority));
        handle
    }

    /// It still does what it was given.
    ///
    /// # Errors
    ///
    /// `cudaErrorInvalidResourceHandle`.
    pub fn destroy(&self, handle: Handle) -> Result<()> {
        let mut state = self.0.lock().unwrap();
        let stream = if handle < FIRST { None } else { state.streams.remove(&handle) };
        let last = stream.ok_or(error::INVALID_RESOURCE_HANDLE)?.last;
        state.left.retain(|done| done.ended().is_none());
        state.left.push(last);
        Ok(())
    }

    /// Gives a stream something to do, behind all that it has been given and all that `after` tells of.
    ///
    /// # Errors
    ///
    /// `cudaErrorInvalidResourceHandle`.
    pub fn submit(&self, handle: Handle, mut after: Vec<Arc<Done>>, work: Work) -> Result<Arc<Done>> {
        let mut state = self.0.lock().unwrap();
        let handle = state.find(handle)?;
        if handle == LEGACY {
            after.extend(
                state
                    .streams
                    .values()
                    .filter(|stream| stream.is_blocking())
                    .map(|stream| stream.last.clone()),
            );
            after.append(&mut state.left.clone());
        } else if state.streams[&handle].is_blocking()
            && let Some(legacy) = state.streams.get(&LEGACY)
        {
            after.push(legacy.last.clone());
        }
        after.retain(|done| done.ended().is_none());
        let stream = state.streams.get_mut(&handle).ok_or(error::INVALID_RESOURCE_HANDLE)?;
        let done = Arc::new(Done::default());
        stream.last = done.clone();
        let operation = Operation { after, work, done: done.clone() };
        stream.queue.send(operation).map_err(|_| error::UNKNOWN)?;
        Ok(done)
    }

    /// The last operation that the stream was given; of the legacy stream all that it would wait for.
    ///
    /// # Errors
    ///
    /// `cudaErrorInvalidResourceHandle`.
    pub fn last(&self, handle: Handle) -> Result<Vec<Arc<Done>>> {
        let mut state = self.0.lock().unwrap();
        let handle = state.find(handle)?;
        if handle != LEGACY {
            return Ok(vec![state.streams[&handle].last.clone()]);
        }
        let blocking = state.streams.values().filter(|stream| stream.is_blocking());
        Ok(blocking.map(|stream| stream.last.clone()).chain(state.left.clone()).collect())
    }

    /// The last operations of all streams.
    pub fn all(&self) -> Vec<Arc<Done>> {
        let state = self.0.lock().unwrap();
        state.streams.values().map(|stream| stream.last.clone()).chain(state.left.clone()).collect()
    }

    /// What it was made with.
    ///
    /// # Errors
    ///
    /// `cudaErrorInvalidResourceHandle`.
    pub fn properties(&self, handle: Handle) -> Result<(u32, i32)> {
        let mut state = self.0.lock().unwrap();
        let handle = state.find(handle)?;
        let stream = &state.streams[&handle];
        Ok((stream.flags, stream.priority))
    }
}

impl State {
    fn find(&mut self, handle: Handle) -> Result<Handle> {
        let handle = handle.max(LEGACY);
        if handle == LEGACY || handle == PER_THREAD {
            self.streams.entry(handle).or_insert_with(|| Stream::new(0, 0));
        }
        self.streams.contains_key(&handle).then_some(handle).ok_or(error::INVALID_RESOURCE_HANDLE)
    }
}

impl Stream {
    fn new(flags: u32, priority: i32) -> Self {
        let (queue, operations) = channel();
        let thread = std::thread::Builder::new().name("simulated stream".into()).stack_size(STACK);
        if let Err(cause) = thread.spawn(move || run(&operations)) {
            eprintln!("simulator: a stream has no thread: {cause}");
        }
        Self { queue, last: Done::now(), flags, priority }
    }

    fn is_blocking(&self) -> bool {
        self.flags & NON_BLOCKING == 0
    }
}

fn run(operations: &Receiver<Operation>) {
    leave_signals_to_the_program();
    for operation in operations {
        for done in operation.after {
            done.wait();
        }
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(operation.work)).is_err() {
            error::corrupt(error::UNKNOWN);
        }
        operation.done.end();
    }
}

/// Signals to the process are for its own threads.
fn leave_signals_to_the_program() {
    // SAFETY: the set is made by sigfillset before it is used.
    unsafe {
        let mut set = std::mem::zeroed();
        libc::sigfillset(&raw mut set);
        for fault in [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGABRT, libc::SIGTRAP] {
            libc::sigdelset(&raw mut set, fault);
        }
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    #[test]
    fn the_default_stream_and_blocking_ones_wait_for_one_another() {
        let streams = Streams::default();
        let order = Arc::new(Mutex::new(Vec::new()));
        let note = |what| {
            let order = order.clone();
            Box::new(move || order.lock().unwrap().push(what)) as Work
        };
        let stream = streams.create(0, 0);
        let (open, gate) = sync_channel::<()>(0);
        streams.submit(stream, Vec::new(), Box::new(move || gate.recv().unwrap())).unwrap();
        streams.submit(stream, Vec::new(), note(1)).unwrap();
        streams.submit(0, Vec::new(), note(2)).unwrap();
        let last = streams.submit(stream, Vec::new(), note(3)).unwrap();
        let apart = streams.create(NON_BLOCKING, 0);
        streams.submit(apart, Vec::new(), note(0)).unwrap().wait();
        open.send(()).unwrap();
        last.wait();
        assert_eq!(*order.lock().unwrap(), [0, 1, 2, 3]);
    }

    #[test]
    fn a_destroyed_stream_is_no_stream() {
        let streams = Streams::default();
        let stream = streams.create(0, 0);
        streams.destroy(stream).unwrap();
        assert_eq!(streams.destroy(stream), Err(error::INVALID_RESOURCE_HANDLE));
        assert!(streams.submit(stream, Vec::new(), Box::new(|| {})).is_err());
        assert_eq!(streams.destroy(0), Err(error::INVALID_RESOURCE_HANDLE));
    }
}
