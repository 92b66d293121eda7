//! What holds for every input: no panic, and a file without directives comes
//! out as it went in.

mod common;

use gpump::{Options, Source, source};
use proptest::prelude::*;

fn output(bytes: &[u8]) -> Result<Vec<u8>, usize> {
    match gpump::translate(&Source::new("input.c", bytes), &Options::default()) {
        Ok(translation) => Ok(source::encode(&translation.text)),
        Err(errors) => Err(errors.len()),
    }
}

/// The test programs and the listings' inputs: material to mutate.
fn programs() -> Vec<Vec<u8>> {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = ["tests/programs", "tests/refused", "examples"]
        .iter()
        .filter_map(|folder| std::fs::read_dir(here.join(folder)).ok())
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    files.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

fn a_program() -> impl Strategy<Value = Vec<u8>> {
    proptest::sample::select(programs())
}

/// A way of spoiling a program.
#[derive(Clone, Debug)]
enum Mutation {
    Delete(usize, usize),
    Duplicate(usize, usize),
    Insert(usize, Vec<u8>),
    Swap(usize, usize, usize),
    Truncate(usize),
}

fn a_mutation() -> impl Strategy<Value = Mutation> {
    let fragment = proptest::sample::select(vec![
        "{",
        "}",
        "(",
        ")",
        ";",
        "#",
        "\\\n",
        "\"",
        "'",
        "/*",
        "*/",
        "//",
        "\r\n",
        "\0",
        "\u{feff}",
        "typedef int T;",
        "#pragma omp parallel\n",
        "#pragma omp for\n",
        "#pragma omp barrier\n",
        "#pragma gpump accessible\n",
        "#pragma omp parallel for reduction(+:i) private(i)\n",
        "#pragma gpump accessible(i)\n",
        "for (;;)",
        "if (1)",
        "else",
        "return;",
        "break;",
        "int x[n];",
        "struct { int a; }",
        "(*f)(int)",
        "case 1:",
        "L: goto L;",
        "?",
        ":",
        ",",
        "omp_get_thread_num()",
        "static int i;",
        "#define i j\n",
        "#include <stdio.h>\n",
    ])
    .prop_map(|text| text.as_bytes().to_vec());
    prop_oneof![
        (any::<usize>(), 1..40usize).prop_map(|(at, n)| Mutation::Delete(at, n)),
        (any::<usize>(), 1..80usize).prop_map(|(at, n)| Mutation::Duplicate(at, n)),
        (any::<usize>(), prop_oneof![fragment, proptest::collection::vec(any::<u8>(), 1..8)])
            .prop_map(|(at, bytes)| Mutation::Insert(at, bytes)),
        (any::<usize>(), any::<usize>(), 1..20usize).prop_map(|(a, b, n)| Mutation::Swap(a, b, n)),
        any::<usize>().prop_map(Mutation::Truncate),
    ]
}

fn mutate(mut bytes: Vec<u8>, mutations: &[Mutation]) -> Vec<u8> {
    for mutation in mutations {
        let len = bytes.len().max(1);
        let stretch = |at: usize, n: usize| {
            let start = (at % len).min(bytes.len());
            start..(start + n).min(bytes.len())
        };
        match mutation {
            Mutation::Delete(at, n) => drop(bytes.drain(stretch(*at, *n))),
            Mutation::Duplicate(at, n) => {
                let range = stretch(*at, *n);
                let copy = bytes[range.clone()].to_vec();
                bytes.splice(range.end..range.end, copy);
            }
            Mutation::Insert(at, inserted) => {
                let at = (at % len).min(bytes.len());
                bytes.splice(at..at, inserted.iter().copied());
            }
            Mutation::Swap(a, b, n) => {
                let (a, b) = (stretch(*a, *n), stretch(*b, *n));
                let copy = bytes[a].to_vec();
                bytes.splice(b, copy);
            }
            Mutation::Truncate(at) => bytes.truncate(at % len),
        }
    }
    bytes
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
