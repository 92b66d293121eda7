//! Headers that have to be changed, written into the file that includes them.
//!
//! A region is replaced where it stands, and static variables of a function that a region calls are moved out of it;
//! but a header is not the file's to change: other files include it, too. Still, programs are made of files such as
//!
//! ```c
//! #include "kernel.c"
//! ```
//!
//! and have functions with regions in headers. So such a header's text goes to where its `#include` stood, and is
//! translated there as if it had been typed there:
//!
//! ```c
//! /* #include "kernel.c" */
//! …
//! /* the end of kernel.c */
//! ```
//!
//! What need not be changed stays in its header. The text is the header's own but for what would mean something else in
//! another file: its `#include "…"` are looked for beside the file that they stand in, and get the folder in front;
//! `#pragma once` becomes a guard. The source knows of each line where it was typed ([`Stretches`]), and so
//! messages name the header.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::{Environment, Headers, MemoryHeaders, preprocess};
use crate::source::{Insertion, Source};

/// The file with the text of headers in place of some of its `#include`s, which are told by their places, and are the
/// places of errors E0411; `None` if none can stand there.
///
/// What a header includes stays where it is: the result may have further errors of this kind. A header's text cannot
/// stand in the file if it is the system's, or if the command line includes it; nor if it asks how deep it is included,
/// or includes what would not be found from the file.
pub fn with_headers_written_in(
    source: &Source,
    includes: &[Range<usize>],
    environment: &Environment,
    headers: &dyn Headers,
) -> Option<Source> {
    let found = preprocess(source, environment, headers);
    let mut once = source.once().to_vec();
    let mut search = Search { environment, headers, once: &mut once };
    let mut insertions: Vec<Insertion> = Vec::new();
    let mut seen: Option<Range<usize>> = None;
    // The first file that came through a line is the one that it names; others are those that it includes. What the
    // command line includes has no line.
    for inclusion in found.inclusions.iter().filter(|inclusion| !inclusion.include.is_empty()) {
        let range = &inclusion.include;
        let is_wanted = includes.iter().any(|place| place.start < range.end && range.start < place.end);
        let is_first = seen.replace(range.clone()).is_none_or(|before| before != *range);
        if is_wanted && is_first && !inclusion.is_system(0) {
            insertions
                .extend(search.insertion(source, Header { include: range.clone(), file: &inclusion.file }));
        }
    }
    (!insertions.is_empty()).then(|| source.with(insertions, once))
}

/// A header, and the `#include` that brings it.
struct Header<'f> {
    include: Range<usize>,
    file: &'f str,
}

/// Where headers are looked for, and what has been found out about them.
struct Search<'e> {
    environment: &'e Environment,
    headers: &'e dyn Headers,
    /// Those that are to be read once, by the identity of the file.
    once: &'e mut Vec<PathBuf>,
}

impl Search<'_> {
    fn insertion(&mut self, source: &Source, header: Header<'_>) -> Option<Insertion> {
        let path = Path::new(header.file);
        // The bytes as they are: what the preprocessor has read is made ready for it.
        let read = Source::new(header.file, &self.headers.read(path).ok()?);
        let directive = &source.text()[header.include.clone()];
        let folder = folder(source.name());
        let (mut text, is_once) = self.moved(&read, path, quoted(directive), &folder)?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let name = comment(path.file_name()?.to_str()?);
        let mut before = match directive.contains("/*") || directive.contains('\n') {
            true => format!("/* #include \"{name}\" */\n"),
            false => format!("/* {} */\n", comment(directive)),
        };
        let mut after = format!("/* the end of {name} */");
        if is_once {
            let identity = self.headers.identity(path);
            let number = self.once.iter().position(|other| *other == identity).unwrap_or_else(|| {
                self.once.push(identity);
                self.once.len() - 1
            });
            let guard = format!("GPUMP_ONCE_{number}");
            before.push_str(&format!("#ifndef {guard}\n#define {guard}\n"));
            after = format!("#endif\n{after}");
        }
        Some(Insertion { range: header.include, before, file: header.file.to_owned(), text, after })
    }

    /// A header's text as it means the same in a file of another folder, and whether it is to be read once; `None` if
    /// it cannot be had.
    fn moved(&self, header: &Source, path: &Path, typed: Option<&str>, to: &Path) -> Option<(String, bool)> {
        if header.text().contains("__INCLUDE_LEVEL__") {
            return None;
        }
        let lines = preprocess(header, &Environment::default(), &MemoryHeaders::new());
        let mut text = String::new();
        let (mut at, mut is_once) = (0, false);
        for directive in lines.directives {
            let line = &header.text()[directive.clone()];
            let mut words = line.strip_prefix('#')?.split_whitespace();
            let replacement = match words.next() {
                Some("pragma") if words.next() == Some("once") => {
                    is_once = true;
                    format!("/* {} */", comment(line))
                }
                Some(word) if word.starts_with("include_next") => return None,
                Some(word) if word.starts_with("include") => match quoted(line) {
                    Some(name) => {
                        let found = self.name_from(name, path, typed, to)?;
                        // Such a name cannot be written in an `#include`.
                        if found.contains(['"', '\n']) {
                            return None;
                        }
                        line.replacen(&format!("\"{name}\""), &format!("\"{found}\""), 1)
                    }
                    // A macro may stand for any name.
                    None if !line.contains('<') && folder(&path.to_string_lossy()) != to => return None,
                    None => continue,
                },
                _ => continue,
            };
            text.push_str(&header.text()[at..directive.start]);
            text.push_str(&replacement);
            at = directive.end;
        }
        text.push_str(&header.text()[at..]);
        Some((text, is_once))
    }

    /// What a file of another folder has to call what a header includes: the name as it is, that with the folder in
    /// front in which the header is for that file, or the path.
    fn name_from(&self, name: &str, header: &Path, typed: Option<&str>, to: &Path) -> Option<String> {
        let beside = folder(&header.to_string_lossy());
        let Some(meant) = self.find(name, &beside) else { return Some(name.to_owned()) };
        let meant = self.headers.identity(&meant);
        let with_folder = typed.map(|typed| folder(typed).join(name).to_string_lossy().into_owned());
        let below = beside.strip_prefix(to).ok().or_else(|| beside.is_absolute().then_some(beside.as_path()));
        let with_path = below.map(|folder| folder.join(name).to_string_lossy().into_owned());
        let names = [Some(name.to_owned()), with_folder, with_path];
        let is_meant =
            |name: &String| self.find(name, to).is_some_and(|found| self.headers.identity(&found) == meant);
        names.into_iter().flatten().find(is_meant)
    }

    /// The file that an `#include "…"` in a folder means.
    fn find(&self, name: &str, beside: &Path) -> Option<PathBuf> {
        let Environment { quote, bracket, system, .. } = self.environment;
        let folders = std::iter::once(beside)
            .chain([quote, bracket, system].into_iter().flatten().map(PathBuf::as_path));
        folders.map(|folder| folder.join(name)).find(|path| self.headers.read(path).is_ok())
    }
}

/// The folder in which a file is.
fn folder(path: &str) -> PathBuf {
    Path::new(path).parent().map(Path::to_owned).unwrap_or_default()
}

/// The name in a line `#include "name"`.
fn quoted(line: &str) -> Option<&str> {
    let (before, rest) = line.split_once('"')?;
    if before.contains('<') { None } else { rest.split_once('"').map(|(name, _)| name) }
}

/// A text as it may stand in a comment.
fn comment(text: &str) -> String {
    text.replace("*/", "* /")
}

#[cfg(test)]
mod tests {
    use super::super::Place;
    use super::*;

    const REGION: &str = "static void f(void)\n{\n#pragma omp parallel\n;\n}\n";

    fn headers(files: &[(&str, &str)]) -> MemoryHeaders {
        let mut headers = MemoryHeaders::new();
        files.iter().for_each(|(name, text)| headers.insert(name, *text));
        headers
    }

    fn opened(source: &str, environment: &Environment, files: &[(&str, &str)]) -> Option<Source> {
        with_headers_of_regions(&Source::new("main.c", source.as_bytes()), environment, &headers(files))
    }

    /// With all headers that have regions written in, one in the other.
    fn with_headers_of_regions(
        source: &Source,
        environment: &Environment,
        headers: &dyn Headers,
    ) -> Option<Source> {
        let found = preprocess(source, environment, headers);
        let is_in_header = |place| matches!(place, Place::Header { .. });
        let is_region = |token: &&_| found.text(token) == "parallel" && is_in_header(token.place);
        let includes: Vec<_> =
            found.tokens.iter().filter(is_region).map(|token| found.range(token)).collect();
        let whole = with_headers_written_in(source, &includes, environment, headers)?;
        with_headers_of_regions(&whole, environment, headers).or(Some(whole))
    }

    /// The file and line of the one place where a text stands.
    fn place(source: &Source, text: &str) -> (String, usize) {
        let at = source.text().find(text).unwrap();
        (source.file_at(at).to_owned(), source.position(at).line)
    }

    #[test]
    fn a_header_with_a_region_is_written_in() {
        let files = [("f.c", REGION), ("g.h", "int g;\n")];
        let text = "#include \"g.h\"\n  #include \"f.c\" // here\nint main;\n";
        let source = opened(text, &Environment::default(), &files).unwrap();
        let expected = format!(
            "#include \"g.h\"\n  /* #include \"f.c\" */\n{REGION}/* the end of f.c */ // here\nint main;\n"
        );
        assert_eq!(source.text(), expected);
        assert_eq!(place(&source, "#pragma"), ("f.c".to_owned(), 3));
        assert_eq!(place(&source, "#include \"g.h\""), ("main.c".to_owned(), 1));
        assert_eq!(place(&source, "int main"), ("main.c".to_owned(), 3));
    }

    #[test]
    fn without_a_region_nothing_is() {
        let orphan = "static void f(void)\n{\n#pragma omp for\nfor (;;) ;\n}\n";
        let skipped = format!("#if 0\n{REGION}#endif\n");
        for header in ["int f;\n", orphan, &skipped] {
            let source = opened("#include \"f.h\"\n", &Environment::default(), &[("f.h", header)]);
            assert!(source.is_none(), "{header}");
        }
    }

    #[test]
    fn headers_of_headers_are_found_from_the_file() {
        let environment = Environment { bracket: vec!["inc".into()], ..Environment::default() };
        let outer = format!("#include \"inner.h\"\n#include \"only.h\"\n#include \"../top.h\"\n{REGION}");
        let files = [
            ("sub/outer.h", outer.as_str()),
            ("sub/inner.h", "void g(void)\n{\n#pragma omp parallel\n;\n}\n"),
            ("inner.h", "wrong"),
            ("inc/only.h", "int only;\n"),
            ("sub/../top.h", "int top;\n"),
        ];
        let source = opened("#include \"sub/outer.h\"\n", &environment, &files).unwrap();
        let text = source.text();
        assert!(text.contains("/* #include \"sub/inner.h\" */\nvoid g"), "{text}");
        assert!(text.contains("#include \"only.h\"\n"), "{text}");
        assert!(text.contains("#include \"sub/../top.h\"\n"), "{text}");
        assert_eq!(place(&source, "void g"), ("sub/inner.h".to_owned(), 1));
        assert_eq!(place(&source, "static void f"), ("sub/outer.h".to_owned(), 4));
    }

    #[test]
    fn what_is_read_once_stays_so() {
        let once = format!("#pragma once\n{REGION}");
        let files = [("f.h", once.as_str()), ("g.h", "#include \"f.h\"\nint g;\n")];
        let text = "#include \"f.h\"\n#include \"g.h\"\n#include \"f.h\"\n";
        let source = opened(text, &Environment::default(), &files).unwrap();
        let read = preprocess(&source, &Environment::default(), &headers(&files));
        assert_eq!(read.diagnostics, []);
        let bodies = read.tokens.iter().filter(|token| read.text(token) == "parallel").count();
        assert_eq!(bodies, 1, "{}", source.text());
        assert_eq!(place(&source, "static void f"), ("f.h".to_owned(), 2));
    }

    #[test]
    fn what_would_mean_something_else_stays_where_it_is() {
        let level = format!("#if __INCLUDE_LEVEL__ > 0\n{REGION}#endif\n");
        let hidden = format!("#include \"inner.h\"\n{REGION}");
        // From the file, `inner.h` would be another.
        let environment = Environment { bracket: vec!["inc".into()], ..Environment::default() };
        let files = [
            ("a/level.h", level.as_str()),
            ("inc/hidden.h", &hidden),
            ("inc/inner.h", ""),
            ("a/inner.h", ""),
        ];
        for name in ["level.h", "hidden.h"] {
            let source = Source::new("a/main.c", format!("#include \"{name}\"\n").as_bytes());
            let opened = with_headers_of_regions(&source, &environment, &headers(&files));
            assert!(opened.is_none(), "{name}: {}", opened.unwrap().text());
        }
        let included = Environment { includes: vec!["f.h".into()], ..Environment::default() };
        assert!(opened("int main;\n", &included, &[("f.h", REGION)]).is_none());
        let system = Environment { system: vec!["system".into()], ..Environment::default() };
        assert!(opened("#include <f.h>\n", &system, &[("system/f.h", REGION)]).is_none());
    }

    #[test]
    fn a_file_may_include_itself() {
        let text = format!("#ifndef AGAIN\n#define AGAIN\n#include \"main.c\"\n#else\n{REGION}#endif\n");
        let source = opened(&text, &Environment::default(), &[("main.c", &text)]).unwrap();
        let read = preprocess(&source, &Environment::default(), &headers(&[("main.c", &text)]));
        assert_eq!(read.diagnostics, []);
        assert_eq!(read.tokens.iter().filter(|token| read.text(token) == "parallel").count(), 1);
    }
}
