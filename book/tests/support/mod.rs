//! What the tests of the pages share: the pages, and the shell that runs their commands.

#![allow(dead_code)] // each test uses its part

use std::fs;
use std::ops::Range;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

/// The folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the book is in the repository").to_owned()
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The chapters' files, by name.
pub fn pages() -> Vec<PathBuf> {
    let folder = root().join("book/src");
    let entries = fs::read_dir(&folder).expect("the chapters").flatten().map(|entry| entry.path());
    let mut pages: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|it| it == "md")).collect();
    pages.sort();
    assert!(pages.len() > 10, "{} chapters in {}", pages.len(), folder.display());
    pages
}

pub fn name(page: &Path) -> String {
    page.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

pub fn events(text: &str) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter()
}

/// A block of code of a page.
pub struct Block {
    /// `console`, `c`, …; of an indented block it is empty.
    pub language: String,
    pub text: String,
    /// Its text in the page.
    pub range: Range<usize>,
    /// What the comment in the line above it says.
    pub comment: Option<String>,
    pub line: usize,
}

pub fn blocks(page: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut comment = None;
    let mut inside = false;
    for (event, range) in events(page) {
        match event {
            Event::Html(html) if html.trim().starts_with("<!--") => {
                let said = html.trim().trim_start_matches("<!--").trim_end_matches("-->").trim().to_owned();
                comment = Some((range.end, said));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match kind {
                    CodeBlockKind::Fenced(info) => info.split(',').next().unwrap_or_default().to_owned(),
                    CodeBlockKind::Indented => String::new(),
                };
                let said = comment.take().filter(|(end, _)| page[*end..range.start].trim().is_empty());
                let line = page[..range.start].lines().count() + 1;
                let comment = said.map(|(_, said)| said);
                // Of an empty block nothing but its fence tells the place.
                let begin = page[range.start..].find('\n').map_or(range.end, |at| range.start + at + 1);
                found.push(Block { language, text: String::new(), range: begin..begin, comment, line });
                inside = true;
            }
            Event::End(pulldown_cmark::TagEnd::CodeBlock) => inside = false,
            Event::Text(text) if inside => {
                let block = found.last_mut().expect("the block has begun");
                block.text.push_str(&text);
                let begin = if block.range.is_empty() { range.start } else { block.range.start };
                block.range = begin..range.end;
            }
            _ => {}
        }
    }
    found
}

/// The folder of the built programs, `gpump` among them.
fn programs() -> &'static Path {
    static PROGRAMS: OnceLock<PathBuf> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let folder = Path::new(env!("CARGO_BIN_EXE_gpump-book")).parent().expect("a folder").to_owned();
        // The tests of this package build its own program alone, those of the workspace both. The other one has to lie beside it.
        let is_built =
            std::env::var_os("GPUMP").is_some_and(|gpump| Path::new(&gpump) == folder.join("gpump"));
        if is_built {
            return folder;
        }
        let target = folder.parent().expect("a folder");
        let profile = folder.file_name().filter(|name| *name == "release").map(|_| "--release");
        let built = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--locked", "--package", "gpump", "--bin", "gpump"])
            .args(profile)
            .arg("--target-dir")
            .arg(target)
            .current_dir(root())
            .status();
        assert!(built.expect("cargo runs").success(), "gpump cannot be built");
        folder
    })
}

/// A place like the repository's root, where commands may leave files.
pub struct Shell(tempfile::TempDir);

impl Shell {
    pub fn new() -> Shell {
        let place = tempfile::tempdir().expect("a folder");
        for entry in ["book", "docs", "examples", "grammar", "runtime", "src"] {
            symlink(root().join(entry), place.path().join(entry)).expect("a link");
        }
        Shell(place)
    }

    /// Runs a command as the reader types it.
    pub fn run(&self, command: &str) -> Output {
        let programs = programs();
        let path = std::env::var("PATH").unwrap_or_default();
        Command::new("bash")
            .args(["-o", "pipefail", "-c", &command.replace("book/try ", "gpump-book ")])
            .current_dir(self.0.path())
            .env("PATH", format!("{}:{path}", programs.display()))
            .env_remove("GPUMP_NVCC")
            .env_remove("OMP_NUM_THREADS")
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .output()
            .expect("bash runs")
    }
}

/// Whether what the pages show of commands is to be written anew.
pub fn renews() -> bool {
    std::env::var_os("GPUMP_RENEW").is_some()
}
