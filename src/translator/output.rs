//! What is written of a file: the edits of its text, and what is said of it.

use super::File;
use super::cuda::Written;
use super::lines::Mark;
use super::recording::Recorder;
use super::rewrite_stream::RewriteStream;
use crate::diagnostics::{Diagnostic, Severity};
use crate::openmp::Reference;
use crate::openmp::constructs::Tokens;
use crate::syntax::TokenList;

/// What has been written so far.
pub(super) struct Output<'t> {
    pub host: RewriteStream<'t>,
    pub device: RewriteStream<'t>,
    /// How many streams there have been.
    pub streams: usize,
    /// How many compound literals have an object of their own in the device's text.
    pub literals: usize,
    pub recorder: Recorder,
    pub diagnostics: Vec<Diagnostic>,
    /// What the cuda dialect has written besides the two streams.
    pub written: Written,
}

/// Writes a file that has been read and settled: looks at what is known of it, and changes its output alone.
pub(super) struct Writer<'w, 't> {
    pub file: &'w File<'t>,
    pub out: &'w mut Output<'t>,
}

impl<'t> Output<'t> {
    pub fn new(tokens: &'t TokenList, recorder: &Recorder) -> Self {
        recorder.stream(0, false);
        recorder.stream(1, true);
        Output {
            host: RewriteStream::new(tokens, false, 0, recorder),
            device: RewriteStream::new(tokens, true, 1, recorder),
            streams: 2,
            literals: 0,
            recorder: recorder.clone(),
            diagnostics: Vec::new(),
            written: Written::default(),
        }
    }

    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|found| found.severity == Severity::Error)
    }

    pub fn stream(&mut self, on_device: bool) -> &mut RewriteStream<'t> {
        if on_device { &mut self.device } else { &mut self.host }
    }

    /// Gives the use of a name another form, on the host or on the device.
    pub fn rewrite_use(
        &mut self,
        reference: &Reference,
        text: String,
        on_device: bool,
        reason: &'static str,
    ) {
        self.stream(on_device).replace(reference.token..=reference.token, text, "primary_expression", reason);
    }

    /// The text of an expression as the device is to have it, with what it is converted to.
    pub fn device_text(&mut self, tokens: &Tokens) -> String {
        self.device.text_of(tokens)
    }

    /// The same with marks of its lines, and with one behind it: what follows is made for this line.
    pub fn device_statement(&mut self, tokens: &Tokens, line: usize) -> String {
        self.device.marked_text_within(tokens) + &Mark::Made(line).to_string()
    }

    /// The text of an expression as the host is to have it, with what it is converted to.
    pub fn host_text(&mut self, tokens: &Tokens) -> String {
        self.host.text_of(tokens)
    }
}

impl<'t> Writer<'_, 't> {
    /// A stream with nothing on it.
    pub fn new_stream(&mut self, on_device: bool) -> RewriteStream<'t> {
        let number = self.out.streams;
        self.out.streams += 1;
        self.out.recorder.stream(number, on_device);
        RewriteStream::new(self.file.tokens, on_device, number, &self.out.recorder)
    }
}
