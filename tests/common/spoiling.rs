//! Programs to spoil, and ways to spoil them.

use std::path::Path;

use proptest::prelude::*;

/// The test programs: material to mutate.
pub fn programs() -> Vec<Vec<u8>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = ["tests/programs", "tests/refused", "tests/language", "examples"]
        .iter()
        .filter_map(|folder| std::fs::read_dir(here.join(folder)).ok())
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    files.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

pub fn a_program() -> impl Strategy<Value = Vec<u8>> {
    proptest::sample::select(programs())
}

/// A way of spoiling a program.
#[derive(Clone, Debug)]
pub enum Mutation {
    Delete(usize, usize),
    Duplicate(usize, usize),
    Insert(usize, Vec<u8>),
    Swap(usize, usize, usize),
    Truncate(usize),
    /// Line ends become CRLF, or CR alone.
    LineEnds(usize, usize, bool),
}

pub fn a_mutation() -> impl Strategy<Value = Mutation> {
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
        "\x0c",
        "??/\n",
        "\\ \n",
        "??=",
        "<:",
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
        (any::<usize>(), 1..400usize, any::<bool>())
            .prop_map(|(at, n, alone)| Mutation::LineEnds(at, n, alone)),
    ]
}

pub fn mutate(mut bytes: Vec<u8>, mutations: &[Mutation]) -> Vec<u8> {
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
            Mutation::LineEnds(at, n, alone) => {
                let range = stretch(*at, *n);
                let end: &[u8] = if *alone { b"\r" } else { b"\r\n" };
                let changed: Vec<u8> = bytes[range.clone()]
                    .iter()
                    .flat_map(|byte| if *byte == b'\n' { end.to_vec() } else { vec![*byte] })
                    .collect();
                bytes.splice(range, changed);
            }
        }
    }
    bytes
}

/// A few of them.
pub fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    proptest::collection::vec(a_mutation(), 0..5)
}

/// A file without its lines that a translation might change: those that name
/// OpenMP, gpump, or one of their routines.
pub fn without_directives(bytes: &[u8]) -> Vec<u8> {
    let is_kept = |line: &&[u8]| {
        let line = String::from_utf8_lossy(line);
        !["pragma", "Pragma", "gpump", "omp"].iter().any(|word| line.contains(word))
    };
    bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')).filter(is_kept).flatten().copied().collect()
}
