//! A C compiler's command line, as gcc and clang read it: what each word is
//! for, so that the parts of one call can be made into several.
//!
//! A flag that is not known here is taken for one of compilation and handed on,
//! which is what it is in nearly all cases. Flags whose value is a word of its
//! own must be known, or the value would be taken for a file.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use gpump::preprocessor::Definition;

use super::c_environment::CommandLine;
use super::meaning;

/// How far the compiler is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// `-E`, and `-M` and `-MM`, which end there too.
    Preprocessed,
    /// `-fsyntax-only`.
    Checked,
    /// `-S`.
    Assembly,
    /// `-c`.
    Object,
    Program,
}

/// What a file is, by its name or by the `-x` in front of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    C,
    /// What is CUDA already.
    Cuda,
    /// For the C compiler alone: assembler, preprocessed C, C++.
    Other,
    /// For the linker: an object, a library.
    Linkable,
}

/// A file of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    pub path: PathBuf,
    pub language: Language,
    /// What `-x` says of it.
    pub named: Option<OsString>,
}

impl Input {
    pub fn is_standard_input(&self) -> bool {
        self.path == Path::new("-")
    }

    /// The file as a compiler that is called for it alone is told of it.
    pub fn words(&self) -> Vec<OsString> {
        let named = self.named.iter().flat_map(|language| ["-x".into(), language.clone()]);
        named.chain([self.path.clone().into()]).collect()
    }

    pub fn is_source(&self) -> bool {
        self.language != Language::Linkable
    }
}

/// What a word, or a flag with its value, is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    Input(Input),
    /// `-o`.
    Output,
    /// `-c`, `-S`, `-E`, `-fsyntax-only`.
    Stage,
    /// `-x`.
    Language,
    /// `-fopenmp` and its kin.
    Openmp,
    /// `-MD` and its kin.
    Dependencies,
    /// A flag of preprocessing whose name gpump knows: `-I`.
    Preprocess(&'static str),
    /// Anything else of compilation.
    Compile,
    /// Of compilation and of linking: `-pthread`.
    Both,
    /// `-l`.
    Library,
    /// `-L`.
    LibraryFolder,
    /// Anything else of linking.
    Link,
    /// A question: `--version`.
    Query,
}

/// A flag with its value, or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub role: Role,
    /// As the user wrote them: `-I`, `dir` or `-Idir`.
    pub words: Vec<OsString>,
    /// The value of a flag that has one.
    pub value: OsString,
}

/// The file of rules for make that is to be written on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    /// Whether headers of the system count.
    pub system: bool,
    /// `-MF`.
    pub file: Option<PathBuf>,
    /// `-MT` and `-MQ` with their values, and `-MP`.
    pub flags: Vec<OsString>,
    /// Whether a target is named.
    pub names_target: bool,
}

/// A command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerCommand {
    pub parts: Vec<Part>,
    pub stage: Stage,
    pub output: Option<PathBuf>,
    pub dependencies: Option<Dependencies>,
    /// Whether directives count: all but `-fno-openmp` says so.
    pub openmp: bool,
}

/// Flags whose value may follow in the same word or be the next one.
const WITH_VALUE: &[(&str, Role)] = &[
    ("-isystem", Role::Preprocess("-isystem")),
    ("-iquote", Role::Preprocess("-iquote")),
    ("-include", Role::Preprocess("-include")),
    ("-imacros", Role::Compile),
    ("-idirafter", Role::Compile),
    ("-iprefix", Role::Compile),
    ("-iwithprefixbefore", Role::Compile),
    ("-iwithprefix", Role::Compile),
    ("-isysroot", Role::Both),
    ("-imultilib", Role::Both),
    ("-MF", Role::Dependencies),
    ("-MT", Role::Dependencies),
    ("-MQ", Role::Dependencies),
    ("-I", Role::Preprocess("-I")),
    ("-D", Role::Preprocess("-D")),
    ("-U", Role::Preprocess("-U")),
    ("-L", Role::LibraryFolder),
    ("-l", Role::Library),
    ("-o", Role::Output),
    ("-x", Role::Language),
    ("-A", Role::Compile),
    ("-B", Role::Both),
    ("-T", Role::Link),
];

/// Flags whose value is always the next word.
const WITH_NEXT: &[(&str, Role)] = &[
    ("-Xlinker", Role::Link),
    ("-Xpreprocessor", Role::Compile),
    ("-Xassembler", Role::Compile),
    ("-Xclang", Role::Compile),
    ("--param", Role::Both),
    ("--sysroot", Role::Both),
    ("-target", Role::Both),
    ("-arch", Role::Both),
    ("-framework", Role::Link),
    ("-aux-info", Role::Compile),
    ("-dumpbase", Role::Compile),
    ("-dumpbase-ext", Role::Compile),
    ("-dumpdir", Role::Compile),
    ("-wrapper", Role::Both),
    ("-G", Role::Both),
    ("-e", Role::Link),
    ("-u", Role::Link),
    ("-z", Role::Link),
];

/// Flags of the linker that are one word.
const LINK: &[&str] = &[
    "-shared",
    "-static",
    "-static-pie",
    "-static-libgcc",
    "-static-libstdc++",
    "-static-libasan",
    "-shared-libgcc",
    "-rdynamic",
    "-s",
    "-r",
    "-pie",
    "-no-pie",
    "-nostdlib",
    "-nostartfiles",
    "-nodefaultlibs",
    "-nolibc",
    "-symbolic",
    "-t",
];

/// Questions that compilers answer without compiling anything.
const QUERIES: &[&str] = &[
    "-###",
    "--version",
    "-dumpversion",
    "-dumpfullversion",
    "-dumpmachine",
    "-dumpspecs",
    "-V",
    "-qversion",
];

impl CompilerCommand {
    /// Reads a command line, the program's name left out.
    pub fn parse(words: &[OsString]) -> Self {
        let mut command = CompilerCommand {
            parts: Vec::new(),
            stage: Stage::Program,
            output: None,
            dependencies: None,
            openmp: true,
        };
        let mut rest = words.iter();
        let mut language: Option<OsString> = None;
        while let Some(word) = rest.next() {
            let (role, value) = classify(word, &language);
            let mut words = vec![word.clone()];
            let value = match value {
                Value::None => OsString::new(),
                Value::Joined(value) => value,
                Value::Next => {
                    let value = rest.next().cloned();
                    words.extend(value.clone());
                    value.unwrap_or_default()
                }
            };
            match &role {
                Role::Language => language = Some(value.clone()).filter(|language| language != "none"),
                Role::Output => command.output = Some(PathBuf::from(&value)),
                Role::Openmp => {
                    command.openmp = !matches!(word.to_str(), Some("-fno-openmp" | "-qno-openmp"));
                }
                Role::Stage => command.stage = command.stage.min(stage(word)),
                Role::Dependencies => command.take_dependencies(word, &value),
                _ => {}
            }
            command.parts.push(Part { role, words, value });
        }
        command
    }

    fn take_dependencies(&mut self, word: &OsStr, value: &OsStr) {
        let dependencies = self.dependencies.get_or_insert_default();
        match word.to_str().unwrap_or_default() {
            "-M" | "-MM" | "-MG" => self.stage = Stage::Preprocessed,
            "-MD" => dependencies.system = true,
            "-MP" => dependencies.flags.push("-MP".into()),
            word if word.starts_with("-MF") => dependencies.file = Some(value.into()),
            word if word.starts_with("-MT") || word.starts_with("-MQ") => {
                dependencies.names_target = true;
                dependencies.flags.extend([word[..3].into(), value.to_owned()]);
            }
            word if word.starts_with("-Wp,") => {
                dependencies.system = word.starts_with("-Wp,-MD");
                dependencies.file = word.splitn(3, ',').nth(2).map(PathBuf::from);
            }
            _ => {}
        }
    }

    pub fn inputs(&self) -> impl Iterator<Item = &Input> {
        self.parts.iter().filter_map(|part| match &part.role {
            Role::Input(input) => Some(input),
            _ => None,
        })
    }

    /// Whether the compiler is asked about itself.
    pub fn is_query(&self) -> bool {
        self.parts.iter().any(|part| part.role == Role::Query)
    }

    /// Whether this flag, which has no value, is given.
    pub fn has(&self, flag: &str) -> bool {
        self.parts.iter().any(|part| !matches!(part.role, Role::Input(_)) && part.words[0] == flag)
    }

    /// `-r` makes one object of several, which is linked later.
    pub fn is_partial(&self) -> bool {
        self.has("-r")
    }

    /// The words of the parts in these roles, in order.
    pub fn words(&self, wanted: impl Fn(&Role) -> bool) -> Vec<OsString> {
        self.parts.iter().filter(|part| wanted(&part.role)).flat_map(|part| part.words.clone()).collect()
    }

    /// What a compilation of one of the files needs to be told, besides where
    /// it goes.
    pub fn compilation(&self) -> Vec<OsString> {
        self.words(|role| matches!(role, Role::Preprocess(_) | Role::Compile | Role::Both))
    }

    /// What a compiler that only reads one of the files needs to be told, wherever it runs: `directory` is where the command
    /// was to run.
    pub fn reading(&self, directory: &Path) -> Vec<OsString> {
        const WRITES: [&str; 6] =
            ["-save-temps", "-fdump", "-dump", "-aux-info", "-fstack-usage", "-fcallgraph-info"];
        const PATHS: [&str; 6] = ["-I", "-isystem", "-iquote", "-include", "-imacros", "-idirafter"];
        let reads = |part: &&Part| {
            let flag = part.words[0].to_string_lossy();
            matches!(part.role, Role::Preprocess(_) | Role::Compile | Role::Both)
                && !WRITES.iter().any(|start| flag.starts_with(start))
        };
        let words = |part: &Part| {
            let path = directory.join(&part.value);
            let flag = PATHS.iter().find(|flag| part.words[0].as_bytes().starts_with(flag.as_bytes()));
            match flag.filter(|_| !part.value.is_empty() && path.exists()) {
                Some(flag) => vec![flag.into(), path.into()],
                None => part.words.clone(),
            }
        };
        self.parts.iter().filter(reads).flat_map(words).collect()
    }

    /// The flags of preprocessing, in the order in which they were given.
    pub fn preprocessing(&self) -> Vec<(&'static str, OsString)> {
        let flag = |part: &Part| match part.role {
            Role::Preprocess(flag) => Some((flag, part.value.clone())),
            _ => None,
        };
        self.parts.iter().filter_map(flag).collect()
    }

    /// Other flags that may change what the compiler predefines, and where it
    /// looks for headers.
    pub fn dialect(&self) -> Vec<OsString> {
        let counts = |part: &&Part| {
            let text = part.words[0].to_string_lossy();
            matches!(part.role, Role::Compile | Role::Both)
                && !["-W", "-X", "-dump", "-g", "-v", "-pipe", "-save-temps", "-A", "-w", "-aux-info"]
                    .iter()
                    .any(|other| text.starts_with(other))
                && !is_not_for_translations(&text)
        };
        self.parts.iter().filter(counts).flat_map(|part| part.words.clone()).collect()
    }

    /// What the C++ compiler of a translation is told: where headers are, what
    /// macros are, and how code is made; nothing about the language and its
    /// warnings, for the C++ is not the user's. Headers of `-include` are the
    /// frame's business ([`super::c_linkage`]).
    pub fn for_translations(&self) -> Vec<OsString> {
        let counts = |part: &&Part| match part.role {
            // C++'s headers cannot do without the keyword.
            Role::Preprocess("-D") if part.value.to_string_lossy().split('=').next() == Some("inline") => {
                false
            }
            Role::Preprocess(flag) => flag != "-include",
            Role::Compile | Role::Both => {
                let text = part.words[0].to_string_lossy();
                let starts =
                    ["-f", "-m", "-idirafter", "-imacros", "-isysroot", "--sysroot", "-B", "-nostdinc"];
                (starts.iter().any(|start| text.starts_with(start)) && !is_not_for_translations(&text))
                    || matches!(&*text, "-pthread" | "-O0" | "-Og")
            }
            _ => false,
        };
        let mut words: Vec<OsString> =
            self.parts.iter().filter(counts).flat_map(|part| part.words.clone()).collect();
        // The standard is none of theirs, but what it says of contraction is.
        words.extend(meaning::contraction(&self.compilation()).map(OsString::from));
        words
    }

    /// What the C compiler is told of a host text: all but what would refuse lines that are not the author's, or
    /// would keep the two texts from becoming one object.
    pub fn for_host_texts(&self) -> Vec<OsString> {
        const NOT: &[&str] = &[
            "-Werror",
            "-pedantic-errors",
            "-flto",
            "-fuse-linker-plugin",
            "-fwhole-program",
            "-fpreprocessed",
            "-fdirectives-only",
            "-save-temps",
        ];
        let counts = |part: &&Part| match part.role {
            Role::Preprocess(_) => true,
            Role::Compile | Role::Both => {
                let text = part.words[0].to_string_lossy();
                !NOT.iter().any(|start| text.starts_with(start))
            }
            _ => false,
        };
        self.parts.iter().filter(counts).flat_map(|part| part.words.clone()).collect()
    }

    /// What gpump's own preprocessor is told.
    pub fn environment(&self) -> CommandLine {
        CommandLine::new(self.dialect(), &self.preprocessing())
    }
}

impl CommandLine {
    /// From flags and their values.
    pub fn new(dialect: Vec<OsString>, flags: &[(&'static str, OsString)]) -> Self {
        let mut line = CommandLine { dialect, ..CommandLine::default() };
        for (flag, value) in flags {
            let text = || value.to_string_lossy().into_owned();
            let path = || PathBuf::from(value);
            match *flag {
                "-I" => line.bracket.push(path()),
                "-isystem" => line.system.push(path()),
                "-iquote" => line.quote.push(path()),
                "-include" => line.includes.push(text()),
                "-D" => line.definitions.push(Definition::Define(text())),
                "-U" => line.definitions.push(Definition::Undefine(text())),
                _ => {}
            }
        }
        line
    }

    /// Makes the names of folders those of folders in another: where the command was to run.
    pub fn resolve(&mut self, directory: &Path) {
        for folder in [&mut self.quote, &mut self.bracket, &mut self.system].into_iter().flatten() {
            *folder = directory.join(&*folder);
        }
        for header in &mut self.includes {
            let path = directory.join(&*header);
            if path.is_file() {
                *header = path.to_string_lossy().into_owned();
            }
        }
    }
}

/// Flags of compilation that a translated file is not compiled with: they are
/// about the C text, or do not go together with the emulator's instruments.
pub fn is_not_for_translations(flag: &str) -> bool {
    const STARTS: &[&str] = &[
        "-fsanitize",
        "-fno-sanitize",
        "-flto",
        "-fwhole-program",
        "-fuse-linker-plugin",
        "-ffat-lto",
        "-fprofile",
        "-ftest-coverage",
        "--coverage",
        "-coverage",
        "-fplugin",
        "-fanalyzer",
        "-fdump",
        "-fgnu89-inline",
        "-fpreprocessed",
        "-fdirectives-only",
        "-fopenacc",
        "-fcallgraph-info",
        "-fstack-usage",
        "-fdiagnostics",
        "-fcolor-diagnostics",
        "-fmax-errors",
        "-fpermitted-flt-eval-methods",
        "-fno-builtin",
        "-ffreestanding",
        "-funsigned-bitfields",
        "-fsigned-bitfields",
        "-fno-unsigned-bitfields",
        "-fno-signed-bitfields",
        "-save-temps",
    ];
    STARTS.iter().any(|start| flag.starts_with(start))
}

enum Value {
    None,
    Joined(OsString),
    Next,
}

/// What a word is for, and where its value is.
fn classify(word: &OsStr, language: &Option<OsString>) -> (Role, Value) {
    let bytes = word.as_bytes();
    if word == "-" || !bytes.starts_with(b"-") {
        let path = PathBuf::from(word);
        let found = match language {
            Some(named) => language_named(named),
            None => language_of(&path),
        };
        return (Role::Input(Input { path, language: found, named: language.clone() }), Value::None);
    }
    let text = word.to_str().unwrap_or_default();
    if QUERIES.contains(&text) || text.starts_with("-print-") || text.starts_with("--help") {
        return (Role::Query, Value::None);
    }
    let none = |role| (role, Value::None);
    match text {
        "-c" | "-S" | "-E" | "-fsyntax-only" => return none(Role::Stage),
        "-fopenmp" | "-fno-openmp" | "-qopenmp" | "-qno-openmp" => return none(Role::Openmp),
        "-M" | "-MM" | "-MD" | "-MMD" | "-MP" | "-MG" => return none(Role::Dependencies),
        "-pthread" | "-pthreads" | "-v" | "-coverage" | "--coverage" => return none(Role::Both),
        _ if text.starts_with("-fopenmp=") => return none(Role::Openmp),
        _ if text.starts_with("-Wp,-MD,") || text.starts_with("-Wp,-MMD,") => {
            return none(Role::Dependencies);
        }
        _ if text.starts_with("-Wl,") || text.starts_with("-fuse-ld=") || LINK.contains(&text) => {
            return none(Role::Link);
        }
        _ if text.starts_with("-m") || text.starts_with("-O") || text.starts_with("--sysroot=") => {
            return none(Role::Both);
        }
        _ if text.starts_with("-f") || text.starts_with("-g") || text.starts_with("-specs=") => {
            return none(Role::Both);
        }
        _ => {}
    }
    if let Some((_, role)) = WITH_NEXT.iter().find(|(flag, _)| *flag == text) {
        return (role.clone(), Value::Next);
    }
    match WITH_VALUE.iter().find(|(flag, _)| bytes.starts_with(flag.as_bytes())) {
        Some((flag, role)) if bytes.len() == flag.len() => (role.clone(), Value::Next),
        Some((flag, role)) => (role.clone(), Value::Joined(OsString::from_vec(bytes[flag.len()..].to_vec()))),
        None => none(Role::Compile),
    }
}

fn stage(word: &OsStr) -> Stage {
    match word.to_str() {
        Some("-E") => Stage::Preprocessed,
        Some("-fsyntax-only") => Stage::Checked,
        Some("-S") => Stage::Assembly,
        _ => Stage::Object,
    }
}

fn language_named(name: &OsStr) -> Language {
    match name.to_str() {
        Some("c") => Language::C,
        Some("cu" | "cuda") => Language::Cuda,
        _ => Language::Other,
    }
}

fn language_of(path: &Path) -> Language {
    const OTHER: &[&str] =
        &["i", "ii", "h", "s", "S", "sx", "cc", "cp", "cxx", "cpp", "CPP", "c++", "C", "m", "mi", "mm", "M"];
    match path.extension().and_then(OsStr::to_str) {
        Some("c") => Language::C,
        Some("cu") => Language::Cuda,
        Some(other) if OTHER.contains(&other) => Language::Other,
        _ => Language::Linkable,
    }
}

/// The words of a command line with those of the files that `@FILE` names in
/// its place. A file that cannot be read is no such file, as compilers have it.
pub fn with_response_files(words: Vec<OsString>) -> Vec<OsString> {
    let mut pending: Vec<(OsString, usize)> = words.into_iter().rev().map(|word| (word, 0)).collect();
    let mut out = Vec::new();
    while let Some((word, depth)) = pending.pop() {
        let file = word.as_bytes().strip_prefix(b"@").filter(|_| depth < 32);
        match file.and_then(|file| std::fs::read(OsStr::from_bytes(file)).ok()) {
            Some(text) => {
                pending.extend(words_of(&text).into_iter().rev().map(|word| (word, depth + 1)));
            }
            None => out.push(word),
        }
    }
    out
}

/// The words of a response file: apart by blanks; quotes of both kinds keep
/// blanks, and a backslash takes the next byte as it is, everywhere.
fn words_of(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter();
    while let Some(&byte) = bytes.next() {
        match byte {
            b'\\' => word.get_or_insert_default().extend(bytes.next()),
            b'"' | b'\'' if quote.is_none() => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            _ if quote == Some(byte) => quote = None,
            _ if quote.is_none() && byte.is_ascii_whitespace() => {
                words.extend(word.take().map(OsString::from_vec));
            }
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word.map(OsString::from_vec));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> CompilerCommand {
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        CompilerCommand::parse(&words)
    }

    #[test]
    fn every_word_has_its_role() {
        let command =
            parse("-O2 -Wall -I inc -Ilib -DA=1 -D B -c -o x.o sub/x.c -lm -L lib -Wl,-z,now -fopenmp");
        assert_eq!(command.stage, Stage::Object);
        assert_eq!(command.output.as_deref(), Some(Path::new("x.o")));
        assert_eq!(command.inputs().map(|input| &input.path).collect::<Vec<_>>(), [Path::new("sub/x.c")]);
        assert_eq!(command.compilation(), ["-O2", "-Wall", "-I", "inc", "-Ilib", "-DA=1", "-D", "B"]);
        assert_eq!(
            command.words(|role| matches!(role, Role::Library | Role::LibraryFolder | Role::Link)),
            ["-lm", "-L", "lib", "-Wl,-z,now"]
        );
        let flags = [("-I", "inc"), ("-I", "lib"), ("-D", "A=1"), ("-D", "B")].map(|(f, v)| (f, v.into()));
        assert_eq!(command.preprocessing(), flags);
    }

    #[test]
    fn a_host_text_gets_the_flags_of_c() {
        let command =
            parse("-O3 -std=c99 -Wall -Werror=vla -flto -include a.h -DA -fwrapv -pthread -c x.c -lm");
        let expected = ["-O3", "-std=c99", "-Wall", "-include", "a.h", "-DA", "-fwrapv", "-pthread"];
        assert_eq!(command.for_host_texts(), expected);
        assert_eq!(command.for_translations(), ["-DA", "-fwrapv", "-pthread", "-ffp-contract=off"]);
        assert_eq!(parse("-Dinline= -DA -c x.c").for_translations(), ["-DA"]);
    }

    #[test]
    fn the_earliest_stage_counts() {
        assert_eq!(parse("a.c").stage, Stage::Program);
        assert_eq!(parse("-c -E a.c").stage, Stage::Preprocessed);
        assert_eq!(parse("-c -S a.c").stage, Stage::Assembly);
        assert_eq!(parse("-c -MM a.c").stage, Stage::Preprocessed);
        assert_eq!(parse("-c -MMD a.c").stage, Stage::Object);
    }

    #[test]
    fn values_are_not_files() {
        let line = "-Xlinker a -u b -z now -T s.ld -isystem c -include d.h -MF e.d -MT f -x c - -x none g.o \
                    --param h=1 -isysroot i";
        let command = parse(&line.split_whitespace().collect::<Vec<_>>().join(" "));
        let inputs: Vec<_> = command.inputs().map(|input| (input.path.clone(), input.language)).collect();
        assert_eq!(inputs, [("-".into(), Language::C), ("g.o".into(), Language::Linkable)]);
    }

    #[test]
    fn rules_for_make_are_understood() {
        let found = parse("-MT x.o -MD -MP -MF x.d -c x.c").dependencies.unwrap();
        assert!(found.system && found.names_target);
        assert_eq!(found.file.as_deref(), Some(Path::new("x.d")));
        assert_eq!(found.flags, ["-MT", "x.o", "-MP"]);
        let found = parse("-Wp,-MMD,x.d -c x.c").dependencies.unwrap();
        assert!(!found.system);
        assert_eq!(found.file.as_deref(), Some(Path::new("x.d")));
        assert_eq!(parse("-c x.c").dependencies, None);
    }

    #[test]
    fn the_last_word_on_openmp_counts() {
        assert!(parse("a.c").openmp && parse("-fno-openmp -fopenmp a.c").openmp);
        assert!(!parse("-fopenmp -fno-openmp a.c").openmp);
    }

    #[test]
    fn questions_are_told_from_compilations() {
        for question in ["--version", "-dumpmachine", "-print-prog-name=ld", "-###"] {
            assert!(parse(&format!("a.c {question}")).is_query());
        }
        assert!(!parse("a.c -v").is_query());
    }

    #[test]
    fn response_files_are_read_as_compilers_read_them() {
        let text = b"-c  'a b.c'\n\"-DX=\\\"y\\\"\" -D'Y'=c\\ d ''\t-o x.o";
        assert_eq!(words_of(text), ["-c", "a b.c", "-DX=\"y\"", "-DY=c d", "", "-o", "x.o"]);
        let folder = tempfile::tempdir().unwrap();
        let path = |name| folder.path().join(name);
        let at = |name| OsString::from(format!("@{}", path(name).display()));
        std::fs::write(path("outer"), format!("-O2 {} b.c", at("inner").display())).unwrap();
        std::fs::write(path("inner"), "-c").unwrap();
        let words = with_response_files(vec!["a.c".into(), at("outer"), at("none")]);
        assert_eq!(words, ["a.c".into(), "-O2".into(), "-c".into(), "b.c".into(), at("none")]);
        std::fs::write(path("itself"), at("itself").as_bytes()).unwrap();
        assert_eq!(with_response_files(vec![at("itself")]), [at("itself")]);
    }
}
