// Round after round, no thread goes on before all have come.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use self::answer::Barrier;

const THREADS: usize = 4;

/// Runs the threads; each says whether it ever went on too early.
fn rounds(rounds: usize, pause: Duration) -> Vec<Option<String>> {
    let barrier = Arc::new(Barrier::new(THREADS));
    let begun: Arc<[AtomicUsize; THREADS]> = Arc::default();
    let (sender, receiver) = mpsc::channel();
    for thread in 0..THREADS {
        let (barrier, begun, sender) = (Arc::clone(&barrier), Arc::clone(&begun), sender.clone());
        std::thread::spawn(move || {
            for round in 1..=rounds {
                if thread == 0 {
                    std::thread::sleep(pause);
                }
                begun[thread].store(round, Ordering::Release);
                barrier.wait();
                let late = begun.iter().position(|begun| begun.load(Ordering::Acquire) < round);
                if let Some(late) = late {
                    let said = format!("round {round}: thread {thread} went on before thread {late} came");
                    return sender.send(Some(said));
                }
            }
            sender.send(None)
        });
    }
    (0..THREADS)
        .map(|_| {
            let said = receiver.recv_timeout(Duration::from_secs(60));
            said.unwrap_or_else(|_| panic!("a thread has waited for a minute"))
        })
        .take_while(|said| said.is_none())
        .collect()
}

pub fn check() {
    let slow = rounds(5, Duration::from_millis(20));
    assert_eq!(slow.len(), THREADS, "a thread went on before the slow one came");
    let fast = rounds(2000, Duration::ZERO);
    assert_eq!(fast.len(), THREADS, "a thread went on before another came");
}
