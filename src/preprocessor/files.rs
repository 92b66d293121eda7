//! Reading headers: through the caller's [`Headers`], each file once, and no
//! more than any real program reads.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rucc_base::Interner;
use rucc_base::hash::Map;
use rucc_diag::SourceBytes;
use rucc_lex::Options;
use rucc_session::FileSystem;

use super::growth::Growth;
use super::line_ends::padding;
use super::main_file::MainFile;
use super::refusal::Refusal;
use super::report::COMMAND_LINE;
use super::{Environment, command_line, header_pragmas, is_below, pragma_operator};
use crate::source::decode;

/// Where headers come from. The library has no disk; who calls it may have.
pub trait Headers: Sync {
    /// The bytes of a header. Whether there is one is asked by reading it.
    ///
    /// # Errors
    ///
    /// Any error means that there is no such header at this path, and the
    /// search goes on.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// A path that is the same for all names of one file, so that
    /// `#pragma once` knows a header again. Asked only for what was read.
    fn identity(&self, path: &Path) -> PathBuf {
        rucc_session::path_key(path)
    }
}

/// Headers that are held in memory, by path.
#[derive(Clone, Debug, Default)]
pub struct MemoryHeaders {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl MemoryHeaders {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a header, or replaces it.
    pub fn insert(&mut self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) {
        self.files.insert(rucc_session::path_key(path.as_ref()), bytes.into());
    }
}

impl Headers for MemoryHeaders {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.files.get(&rucc_session::path_key(path)).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// How often headers may be read in all; a header without a guard that
/// includes itself twice would be read more often than there are atoms.
const MAX_READS: usize = 50_000;

/// How many bytes the headers of one file may come to, each counted as often
/// as it is included. The largest real programs stay below a tenth.
const MAX_BYTES: usize = 128 << 20;

/// How many bytes each of them may have if any is embedded as numbers.
const MAX_EMBEDDED: usize = 2 << 20;

/// What may be read, and what has been.
#[derive(Debug)]
pub struct Limits {
    growth: Growth,
    options: Options,
    system: Vec<PathBuf>,
    reads: usize,
    bytes: usize,
    refusal: Option<Refusal>,
}

impl Limits {
    /// Limits for a file, which is examined at once. `interner` has its names.
    pub fn new(
        environment: &Environment,
        options: Options,
        main: &MainFile<'_>,
        interner: &Interner,
    ) -> Self {
        let mut growth = Growth::new(options);
        let refusal = growth
            .admit(COMMAND_LINE, command_line(environment).as_bytes(), false)
            .and_then(|()| growth.admit_main(main, interner))
            .err();
        Limits { growth, options, system: environment.system.clone(), reads: 0, bytes: 0, refusal }
    }

    pub fn refusal(&self) -> Option<Refusal> {
        self.refusal.clone()
    }

    /// Whether one more inclusion of this many bytes is within the limits.
    fn count(&mut self, bytes: usize) -> bool {
        self.reads += 1;
        self.bytes += bytes;
        if self.reads > MAX_READS || self.bytes > MAX_BYTES {
            self.refusal.get_or_insert(Refusal::Includes);
        }
        self.refusal.is_none()
    }

    /// Looks through a header before it is handed on. Those of the system are
    /// trusted, which keeps them fast, unless the file looks as if it meant
    /// to make too much of them.
    fn examine(&mut self, path: &Path, bytes: &[u8]) {
        if self.growth.has_embed() && bytes.len() > MAX_EMBEDDED {
            self.refusal.get_or_insert(Refusal::Includes);
        }
        if self.refusal.is_none() && (self.growth.is_suspicious() || !self.is_system(path)) {
            let is_system = self.is_system(path);
            self.refusal = self.growth.admit(&path.to_string_lossy(), bytes, is_system).err();
        }
    }

    fn is_system(&self, path: &Path) -> bool {
        is_below(path, &self.system)
    }
}

/// The caller's headers as the file system that `rucc_pp` wants.
pub struct Reader<'h> {
    headers: &'h dyn Headers,
    // One thread uses it; the trait asks for `Sync`.
    state: Mutex<State>,
}

struct State {
    limits: Limits,
    /// Whether `_Pragma` is hidden in the user's headers.
    hides: bool,
    files: Map<PathBuf, Option<SourceBytes>>,
    identities: Map<PathBuf, PathBuf>,
}

impl<'h> Reader<'h> {
    pub fn new(headers: &'h dyn Headers, limits: Limits, hides: bool) -> Self {
        let state = State { limits, hides, files: Map::default(), identities: Map::default() };
        Reader { headers, state: Mutex::new(state) }
    }

    pub fn refusal(&self) -> Option<Refusal> {
        self.state().limits.refusal()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn read(&mut self, path: &Path, headers: &dyn Headers) -> Option<SourceBytes> {
        if let Some(known) = self.files.get(path) {
            return known.clone();
        }
        let bytes = headers.read(path).ok().map(|bytes| {
            let mut bytes = readable(bytes);
            self.limits.examine(path, &bytes);
            if !self.limits.is_system(path) {
                bytes = header_pragmas::as_text(bytes, self.limits.options);
                if self.hides {
                    pragma_operator::hide(&mut bytes, self.limits.options);
                }
            }
            SourceBytes::new(bytes)
        });
        self.files.insert(path.to_owned(), bytes.clone());
        bytes
    }
}

/// The bytes of a header in the form of [`Source::text`], so that tokens of
/// both are spelled alike.
fn readable(bytes: Vec<u8>) -> Vec<u8> {
    let mut bytes = if bytes.is_ascii() { bytes } else { decode(&bytes).into_bytes() };
    bytes.extend_from_slice(padding(&bytes).as_bytes());
    bytes
}

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}

impl FileSystem for Reader<'_> {
    fn read(&self, path: &Path) -> io::Result<SourceBytes> {
        let mut state = self.state();
        let bytes = state.read(path, self.headers).ok_or(io::ErrorKind::NotFound)?;
        if !state.limits.count(bytes.as_slice().len()) {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        Ok(bytes)
    }

    fn identity(&self, path: &Path) -> PathBuf {
        let mut state = self.state();
        if let Some(identity) = state.identities.get(path) {
            return identity.clone();
        }
        let identity = self.headers.identity(path);
        state.identities.insert(path.to_owned(), identity.clone());
        identity
    }
}
