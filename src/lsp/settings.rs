//! What a client and a project say of how files are read: the dialect, and the compiler's flags.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use gpump::{Dialect, Options, Preprocessing};
use serde::Deserialize;

use super::compiler::Question;
use crate::toolchain::c_environment::{self, from_disk};
use crate::toolchain::compiler_command::CompilerCommand;

/// What a client says: its `initializationOptions`, and `gpump` in what `workspace/didChangeConfiguration` brings.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Settings {
    /// `cuda` or `thesis`.
    pub dialect: Option<DialectName>,
    /// The compiler's flags, in front of those of `compile_commands.json`.
    pub flags: Vec<String>,
    /// Whether the C compiler is asked about the text.
    pub compiler: Option<bool>,
    /// Whether the server may ask the client to show a text. A client that opens what `gpump.showCuda` answers says no.
    pub show_document: Option<bool>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DialectName {
    Cuda,
    Thesis,
}

/// What the command line says, which holds where the client says nothing.
#[derive(Clone, Debug, Default)]
pub struct Defaults {
    pub dialect: Dialect,
    pub flags: Vec<OsString>,
    /// Whether headers are read and macros expanded.
    pub preprocesses: bool,
    /// Whether the C compiler is asked about the text.
    pub asks_compiler: bool,
}

/// How files are read. What compilers and databases answer is kept while it holds.
#[derive(Debug, Default)]
pub struct Reading {
    defaults: Defaults,
    settings: Settings,
    databases: HashMap<PathBuf, (SystemTime, Arc<Vec<Entry>>)>,
    environments: HashMap<(PathBuf, Vec<OsString>), Result<Preprocessing, String>>,
}

/// How a file is read: with which options, and how the C compiler is asked about it.
#[derive(Debug)]
pub struct Read {
    pub options: Options,
    pub question: Option<Arc<Question>>,
    /// What the user is to be told: without a compiler, headers are not read.
    pub lacks: Option<String>,
}

/// A file in `compile_commands.json`, as clang's documentation has it.
#[derive(Debug, Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

impl Entry {
    fn path(&self) -> PathBuf {
        self.directory.join(&self.file)
    }

    /// The words behind the compiler's name.
    fn words(&self) -> Vec<OsString> {
        let split = || shlex::split(self.command.as_deref()?);
        let words = self.arguments.clone().or_else(split).unwrap_or_default();
        words.into_iter().skip(1).map(OsString::from).collect()
    }
}

impl Reading {
    pub fn new(defaults: Defaults) -> Self {
        Reading { defaults, ..Reading::default() }
    }

    /// Takes what a client says in place of what it said before.
    pub fn set(&mut self, settings: Settings) {
        // A client that opens documents itself always does.
        let show_document = settings.show_document.or(self.settings.show_document);
        self.settings = Settings { show_document, ..settings };
        self.environments.clear();
    }

    pub fn may_show_documents(&self) -> bool {
        self.settings.show_document.unwrap_or(true)
    }

    /// How a file is read.
    pub fn of(&mut self, file: Option<&Path>) -> Read {
        let dialect = match self.settings.dialect {
            Some(DialectName::Cuda) => Dialect::Cuda,
            Some(DialectName::Thesis) => Dialect::Thesis,
            None => self.defaults.dialect,
        };
        let options = Options::of(dialect);
        if !self.defaults.preprocesses {
            return Read { options, question: None, lacks: None };
        }
        let (directory, words) = self.words(file);
        let command = CompilerCommand::parse(&words);
        match self.preprocessing(&command, &directory, words) {
            Ok(found) => Read {
                options: Options { preprocessing: Some(found), ..options },
                question: (self.settings.compiler.unwrap_or(self.defaults.asks_compiler))
                    .then(|| Question::new(dialect, &command, &directory, file))
                    .flatten()
                    .map(Arc::new),
                lacks: None,
            },
            Err(why) => {
                let lacks = format!("headers are not read and macros not expanded: {why}");
                Read { options, question: None, lacks: Some(lacks) }
            }
        }
    }

    /// The compiler's flags, and the folder that they are seen from.
    fn words(&mut self, file: Option<&Path>) -> (PathBuf, Vec<OsString>) {
        let mut words = self.defaults.flags.clone();
        words.extend(self.settings.flags.iter().map(OsString::from));
        let (directory, of_project) = file.and_then(|file| self.words_of_project(file)).unwrap_or_default();
        words.extend(of_project);
        (directory, words)
    }

    fn preprocessing(
        &mut self,
        command: &CompilerCommand,
        directory: &Path,
        words: Vec<OsString>,
    ) -> Result<Preprocessing, String> {
        let environment = || {
            let mut line = command.environment();
            line.resolve(directory);
            c_environment::environment(&line).map(from_disk).map_err(|error| error.to_string())
        };
        self.environments.entry((directory.to_owned(), words)).or_insert_with(environment).clone()
    }

    /// What the closest `compile_commands.json` says of a file: in its folder or one above, or in a folder `build` there.
    fn words_of_project(&mut self, file: &Path) -> Option<(PathBuf, Vec<OsString>)> {
        let places = file.ancestors().skip(1).flat_map(|folder| [folder.to_owned(), folder.join("build")]);
        let database =
            places.map(|folder| folder.join("compile_commands.json")).find(|path| path.is_file())?;
        let entries = self.entries(&database)?;
        let real = file.canonicalize().ok();
        let is_it = |entry: &&Entry| {
            let path = entry.path();
            path == file || real.is_some() && path.canonicalize().ok() == real
        };
        let entry = entries.iter().find(is_it)?;
        Some((entry.directory.clone(), entry.words()))
    }

    fn entries(&mut self, database: &Path) -> Option<Arc<Vec<Entry>>> {
        let changed = database.metadata().and_then(|about| about.modified()).ok()?;
        if let Some((when, entries)) = self.databases.get(database)
            && *when == changed
        {
            return Some(Arc::clone(entries));
        }
        let text = std::fs::read(database).ok()?;
        let entries = Arc::new(serde_json::from_slice(&text).unwrap_or_default());
        self.databases.insert(database.to_owned(), (changed, Arc::clone(&entries)));
        Some(entries)
    }
}
