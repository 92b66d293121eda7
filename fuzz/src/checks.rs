//! What must hold of any text. No more than the public face of gpump is used.

use std::ops::Range;
use std::sync::Arc;

use gpump::preprocessor::{Environment, MemoryHeaders, Place, preprocess as run_preprocessor};
use gpump::{Diagnostic, Dialect, Options, Preprocessing, Severity, Source};

/// Headers that a text may include.
fn headers() -> MemoryHeaders {
    let mut headers = MemoryHeaders::new();
    headers.insert(
        "/usr/include/stdio.h",
        *b"#ifndef S\n#define S\nint printf(const char *, ...);\n#define EOF (-1)\n#endif\n",
    );
    headers.insert("/usr/include/omp.h", *b"#pragma once\nint omp_get_thread_num(void);\n");
    headers.insert("a.h", *b"#define A(x) x + B\n#define B 1\nint a;\n");
    headers.insert("self.h", *b"#if __INCLUDE_LEVEL__ < 3\n#include \"self.h\"\n#endif\n");
    headers.insert("torn.h", *b"#if 1\nF(\n\"");
    headers
}

/// The preprocessor gives every token a place in the text.
pub fn preprocess(bytes: &[u8]) {
    let source = Source::new("main.c", bytes);
    let text = source.text();
    // Half of the texts have trigraphs, and no line comments.
    let is_strict = bytes.len() % 2 == 1;
    let mut predefined = "#define __STDC__ 1\n#define __STDC_VERSION__ 201710L\n".to_owned();
    if is_strict {
        predefined = "#define __STDC__ 1\n#define __STRICT_ANSI__ 1\n".to_owned();
    }
    let environment =
        Environment { predefined, system: vec!["/usr/include".into()], ..Environment::default() };
    let result = run_preprocessor(&source, &environment, &headers());
    let is_text = |range: &Range<usize>| text.get(range.clone()).is_some();
    for token in &result.tokens {
        let range = result.range(token);
        assert!(is_text(&range), "{token:?}");
        match token.place {
            Place::Source { .. } => assert!(!range.is_empty(), "{token:?}"),
            Place::Expansion { .. } => {
                assert!(result.invocation(token).is_some_and(|invocation| invocation.leaves_tokens));
                assert!(result.spelled(token).is_none_or(|range| is_text(&range)), "{token:?}");
            }
            Place::Header { .. } => assert!(result.header(token).is_some(), "{token:?}"),
        }
    }
    let invocations: Vec<_> = result.invocations.iter().map(|invocation| invocation.range.clone()).collect();
    for ranges in [&invocations, &result.directives, &result.inactive] {
        assert!(ranges.iter().all(is_text), "{ranges:?}");
        assert!(ranges.windows(2).all(|pair| pair[0].end <= pair[1].start), "{ranges:?}");
    }
    check_diagnostics(&source, &result.diagnostics);
}

/// Half of the texts are read as they stand, half with their macros and headers;
/// half of each are for either dialect.
fn options(bytes: &[u8]) -> Options {
    let environment = Environment {
        predefined: "#define __STDC__ 1\n#define __STDC_VERSION__ 201710L\n".to_owned(),
        system: vec!["/usr/include".into()],
        ..Environment::default()
    };
    let preprocessing = Preprocessing { environment, headers: Arc::new(headers()) };
    let dialect = if bytes.len() % 4 < 2 { Dialect::Cuda } else { Dialect::Thesis };
    Options { preprocessing: (bytes.len() % 2 == 0).then_some(preprocessing), ..Options::of(dialect) }
}

/// A text without a directive comes out as it went in, or is refused.
pub fn parse(bytes: &[u8]) {
    // What makes a directive of a line is taken away, and what a recipe has
    // put there may still make one: then nothing is claimed.
    let bytes: Vec<u8> = replace(bytes, b"omp", b"opm");
    let bytes = replace(&bytes, b"gpump", b"pumpg");
    let source = Source::new("main.c", &bytes);
    match gpump::translate(&source, &options(&bytes)) {
        Ok(translation) if translation.regions == 0 && translation.replacements.is_empty() => {
            assert_eq!(translation.text, source.text());
        }
        Ok(_) => {}
        Err(errors) => check_errors(&source, &errors),
    }
}

fn replace(bytes: &[u8], word: &[u8], other: &[u8]) -> Vec<u8> {
    let mut replaced = bytes.to_vec();
    for at in 0..bytes.len().saturating_sub(word.len() - 1) {
        if bytes[at..].starts_with(word) {
            replaced[at..at + word.len()].copy_from_slice(other);
        }
    }
    replaced
}

/// Every text is translated or refused, and the same way each time.
pub fn translate(bytes: &[u8]) {
    let source = Source::new("main.c", bytes);
    let again = || gpump::translate(&source, &options(bytes));
    match (again(), again()) {
        (Ok(first), Ok(second)) => {
            assert_eq!(first.text, second.text);
            check_diagnostics(&source, &first.warnings);
        }
        (Err(first), Err(second)) => {
            assert_eq!(first, second);
            check_errors(&source, &first);
        }
        _ => panic!("translated once, and refused once"),
    }
}

fn check_errors(source: &Source, errors: &[Diagnostic]) {
    assert!(errors.iter().any(|error| error.severity == Severity::Error), "refused without an error");
    check_diagnostics(source, errors);
}

/// Each has a place in the text, and none says that gpump itself has failed.
fn check_diagnostics(source: &Source, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        assert!(source.text().get(diagnostic.span.clone()).is_some(), "{diagnostic:?}");
        assert_ne!(diagnostic.code, "E0119", "{diagnostic:?}");
        source.position(diagnostic.span.start);
        for span in diagnostic.notes.iter().filter_map(|note| note.span.clone()) {
            assert!(source.text().get(span).is_some(), "{diagnostic:?}");
        }
    }
}
