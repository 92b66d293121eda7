//! The work on texts, which goes on in threads beside the session.
//!
//! There are three threads: one checks texts, one has the C compiler read what has been checked, and one surveys texts,
//! which takes longest. Each takes the newest text of a document and passes over those before it, so a client that types
//! faster than a text is read waits for one text at most.
//! A panic ends the work on one text, and no thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};
use gpump::explain::{Survey, survey};
use gpump::{Diagnostic, Options, Source, check};

use super::compiler::Question;
use super::text::Text;

/// A text to be worked on.
#[derive(Clone, Debug)]
pub struct Job {
    /// The document, by its URI, and which of its texts this is.
    pub uri: String,
    pub serial: u64,
    /// What the file is called.
    pub name: String,
    pub text: Arc<Text>,
    pub options: Options,
    /// How the C compiler is asked about it.
    pub question: Option<Arc<Question>>,
}

/// What was found out about a text; nothing if gpump has failed.
#[derive(Debug)]
pub struct Done<T> {
    pub uri: String,
    pub serial: u64,
    pub found: Option<T>,
}

/// What is wrong with a text, and the source that the places are of: the text, perhaps with headers in it.
#[derive(Debug)]
pub struct Checked {
    pub source: Source,
    pub found: Vec<Diagnostic>,
}

/// Does jobs until there are no more; each when no other has come for `pause`.
pub fn work<T>(jobs: &Receiver<Job>, done: &Sender<Done<T>>, pause: Duration, work: impl Fn(&Job) -> T) {
    let mut waiting: Vec<Job> = Vec::new();
    loop {
        if waiting.is_empty() {
            let Ok(job) = jobs.recv() else { return };
            waiting.push(job);
        }
        while let Ok(job) = jobs.recv_timeout(pause) {
            waiting.retain(|older| older.uri != job.uri);
            waiting.push(job);
        }
        let job = waiting.remove(0);
        let found = catch_unwind(AssertUnwindSafe(|| work(&job))).ok();
        if done.send(Done { uri: job.uri, serial: job.serial, found }).is_err() {
            return;
        }
    }
}

/// What `gpump check` says of a text.
pub fn checked(job: &Job) -> Checked {
    let mut source = source(job);
    loop {
        let found = check(&source, &job.options);
        match job.options.with_headers(&source, &found) {
            Some(whole) => source = whole,
            None => return Checked { source, found },
        }
    }
}

/// The regions of a text.
pub fn surveyed(job: &Job) -> Option<Survey> {
    survey(&source(job), &job.options)
}

fn source(job: &Job) -> Source {
    Source::new(&job.name, job.text.as_str().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(uri: &str, serial: u64) -> Job {
        let (text, options) = (Arc::default(), Options::default());
        Job { uri: uri.to_owned(), serial, name: uri.to_owned(), text, options, question: None }
    }

    fn done_of(jobs: &[(&str, u64)], does: impl Fn(&Job) -> u64) -> Vec<(String, u64, Option<u64>)> {
        let (send, receive) = crossbeam_channel::unbounded();
        let (tell, told) = crossbeam_channel::unbounded();
        jobs.iter().for_each(|(uri, serial)| send.send(job(uri, *serial)).unwrap());
        drop(send);
        work(&receive, &tell, Duration::ZERO, does);
        told.try_iter().map(|done| (done.uri, done.serial, done.found)).collect()
    }

    #[test]
    fn only_the_newest_text_is_worked_on() {
        let done = done_of(&[("a", 1), ("b", 1), ("a", 2), ("a", 3)], |job| job.serial);
        assert_eq!(done, [("b".to_owned(), 1, Some(1)), ("a".to_owned(), 3, Some(3))]);
    }

    #[test]
    fn a_panic_ends_one_job() {
        let does = |job: &Job| if job.uri == "a" { panic!("a fault") } else { job.serial };
        assert_eq!(
            done_of(&[("a", 1), ("b", 2)], does),
            [("a".to_owned(), 1, None), ("b".to_owned(), 2, Some(2))]
        );
    }
}
