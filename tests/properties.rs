//! What holds for every input: no panic, and a file without directives comes
//! out as it went in.

mod common;

use common::spoiling::{a_mutation, a_program, mutate};
use gpump::{Dialect, Options, Source, source};
use proptest::prelude::*;

/// What the thesis's dialect makes of a file; the other one has to make
/// something of it, too.
fn output(bytes: &[u8]) -> Result<Vec<u8>, usize> {
    let translated = |dialect| match gpump::translate(&Source::new("input.c", bytes), &Options::of(dialect)) {
        Ok(translation) => Ok(source::encode(&translation.text)),
        Err(errors) => Err(errors.len()),
    };
    let _ = translated(Dialect::Cuda);
    translated(Dialect::Thesis)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = output(&bytes);
    }

    #[test]
    fn no_spoilt_program_makes_it_panic(
        program in a_program(),
        mutations in proptest::collection::vec(a_mutation(), 1..6),
    ) {
        let _ = output(&mutate(program, &mutations));
    }

    #[test]
    fn what_has_no_directive_comes_out_as_it_went_in(
        program in a_program(),
        mutations in proptest::collection::vec(a_mutation(), 0..4),
    ) {
        let has_directive = |line: &[u8]| {
            let line = String::from_utf8_lossy(line);
            line.contains("pragma") || line.contains("gpump_") || line.contains("omp_")
        };
        let lines = program.split_inclusive(|&byte| byte == b'\n').filter(|line| !has_directive(line));
        let bytes = mutate(lines.flatten().copied().collect(), &mutations);
        prop_assume!(!has_directive(&bytes));
        if let Ok(output) = output(&bytes) {
            prop_assert_eq!(output, bytes);
        }
    }

    #[test]
    fn odd_bytes_in_comments_and_strings_are_kept(
        comment in proptest::collection::vec(any::<u8>(), 0..60),
        line_end in proptest::sample::select(vec!["\n", "\r\n", "\r", ""]),
    ) {
        let spoils = |window: &[u8]| window == b"*/";
        prop_assume!(!comment.windows(2).any(spoils) && !comment.ends_with(b"*"));
        let string: Vec<u8> =
            comment.iter().copied().filter(|byte| !matches!(byte, b'"' | b'\\' | b'\n' | b'\r')).collect();
        let mut bytes = b"/*".to_vec();
        bytes.extend(&comment);
        bytes.extend(b"*/\tchar s[] = \"");
        bytes.extend(&string);
        bytes.extend(b"\";\x0c");
        bytes.extend(line_end.as_bytes());
        prop_assert_eq!(output(&bytes), Ok(bytes));
    }
}

#[test]
fn files_at_the_edge_come_out_as_they_went_in() {
    let files: [&[u8]; 10] = [
        b"",
        b"\n",
        b"\xef\xbb\xbfint x;",
        b"int x; // no line end",
        b"#define A 1 \\\n  + 2\nint x = A;\r\n",
        b"#if 0\n it's not C ' \" \n#endif\nint x;\n",
        b"#define X \\",
        b"int a\\\n;\n",
        b"char *s = \"\xe9\xff\";\n",
        b"#pragma once\n#pragma GCC poison foo\n# 12 \"file.c\"\n",
    ];
    for file in files {
        assert_eq!(output(file), Ok(file.to_vec()), "{:?}", String::from_utf8_lossy(file));
    }
}

#[test]
fn deep_nesting_ends_in_an_answer() {
    let deep = |open: &str, close: &str, n: usize| format!("int x = {}1{};", open.repeat(n), close.repeat(n));
    let _ = output(deep("(", ")", 2_000).as_bytes());
    let blocks = format!("void f(void) {{ {} {} }}", "{".repeat(2_000), "}".repeat(2_000));
    let _ = output(blocks.as_bytes());
    let _ = output(deep("-", "", 2_000).as_bytes());
    let _ = output("(".repeat(5_000).as_bytes());
}
