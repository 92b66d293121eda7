//! What is not replaced comes out byte for byte.
//!
//! Each [`FORMS`] entry is a stretch of a file that a careless translator
//! would spoil. It has to come out as it went in, with headers read and
//! without, alone and beside a directive. The properties say the same of
//! files that are put together at random and of programs that are spoilt at
//! random.

mod common;

use std::io::Write as _;
use std::ops::Range;
use std::process::{Command, Stdio};

use common::environment::{preprocessing, strict_preprocessing};
use common::pieces::{self, Piece};
use common::spoiling::{self, a_program, mutations};
use gpump::{Dialect, LineDirectives, Options, Source, Translation, source, translate};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

const HEADER: (&str, &[u8]) =
    ("memory/header.h", b"#define FROM_HEADER 3\r\ntypedef int from_header; int in_header;");

/// Without headers, with them, and with them in a standard that has trigraphs.
fn modes() -> [(&'static str, Options); 4] {
    let headers = [HEADER];
    let with =
        |preprocessing, dialect| Options { preprocessing: Some(preprocessing), ..Options::of(dialect) };
    [
        ("plain", Options::of(Dialect::Thesis)),
        ("preprocessed", with(preprocessing(&headers), Dialect::Thesis)),
        ("strict", with(strict_preprocessing(&headers), Dialect::Thesis)),
        ("for the host", with(preprocessing(&headers), Dialect::Cuda)),
    ]
}

fn run(bytes: &[u8], options: &Options) -> Result<Translation, String> {
    translate(&Source::new("memory/input.c", bytes), options).map_err(|errors| {
        // These are faults of the translator, whatever the file.
        let at_fault = errors.iter().find(|error| matches!(error.code, "E0119" | "E0900"));
        assert!(at_fault.is_none(), "{at_fault:?}: {}", shown(bytes));
        format!("{errors:#?}")
    })
}

/// A file as a message shows it.
fn shown(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

/// Stretches of a file, with what each of them is about; `@` stands for a
/// number, so that a file can have a stretch twice.
const FORMS: &[(&str, &[u8])] = &[
    ("CRLF", b"int a@;\r\n\r\nint b@ =\r\n 1;\r\n"),
    ("mixed line ends", b"int a@;\r\nint b@;\n/* x\r\n y\n z\r */\r\nint c@;\n"),
    ("CRLF in a definition", b"#define D@(x) \\\r\n ((x) + \\\r\n 1)\r\nint d@ = D@(2);\r\n"),
    ("tabs and odd blanks", b"int\ta@\x0b=\x0c1 ;\t\x0c\n\x0c\n"),
    ("form feed in front of a directive", b"\x0c\n\x0c#define F@ 1\nint f@ = F@;\n"),
    ("Latin-1 in comments", b"/* caf\xe9 @ */ int a@; // na\xefve\n"),
    ("Latin-1 in strings", b"const char s@[] = \"\xe9t\xe9\\n\" \"\xff\";\n"),
    ("invalid UTF-8", b"/* \xc3\x28 \xf0\x9f \x80 \xed\xa0\x80 \xff\xfe */ const char s@[] = \"\xc3\xf8\";\n"),
    ("UTF-8 of four bytes", "/* 𝔘 \u{10FE41}\u{10FEFF}\u{FEFF} */ const char s@[] = \"𝔘\";\n".as_bytes()),
    ("names beyond ASCII", "int gr\u{f6}\u{df}e@ = 1;\n".as_bytes()),
    ("NUL in comments", b"/* a\0b @ */ int a@; // \0\0\n"),
    ("digraphs", b"int a@<:3:> = <% 1, 2 %>;\n%:define G@ 1\nint g@ = G@;\n"),
    ("trigraphs in literals", b"const char s@[] = \"??=??(??)\"; // ??<\n"),
    ("trigraph that splices nothing", b"// what ??/ is that @\nint a@;\n"),
    ("splices between tokens", b"int \\\n a@ \\\r\n = \\\n\\\n1;\n"),
    ("splices in tokens", b"i\\\nnt a@ = 1\\\r\n0; in\\\nt b@ = 1 <\\\n< 2;\n"),
    ("splice in a line comment", b"// it's \\\n not over \"\nint a@;\n"),
    ("splice in a string", b"const char s@[] = \"a\\\nb\";\n"),
    ("splice and a blank", b"#define S@ 1 \\ \n + 2\nint s@ = S@;\n"),
    ("splice in the mark of a comment", b"/\\\n/ it's one \"\nint a@; /\\\n* it's * / \" *\\\n/\n"),
    ("splice in a directive's name", b"#def\\\nine S@ 1\n#\\\nundef S@\n"),
    ("comment in a directive", b"#define /* a\n b */ C@ /* c */ 1 // it's\n/* d */ #/* e */undef C@\n"),
    ("apostrophes in text that is left out", b"#if 0\nit's not C \" @\n#endif\nint a@;\n"),
    ("branches", b"#ifdef NEVER\nint a@ = {\n#else\nint a@\n#endif\n= 1;\n"),
    ("error that is left out", b"#ifdef NEVER\n#error \"no\n#include <no/such/header.h>\n#endif\n"),
    ("header", b"#  include \"header.h\"  // \xe9\r\n"),
    ("other pragmas", b"#pragma GCC diagnostic push // it's\n#pragma STDC FP_CONTRACT OFF\n#pragma\n"),
    ("line markers", b"#line 7 \"other.c\"\nint a@;\n# 12 \"file.c\"\nint b@;\n"),
    ("empty directive", b"#\n# /* */\n#\\\n\n"),
    ("empty declarations", b";;\n"),
    ("attributes and assembler", b"int a@ __attribute__ (( aligned (8) )) ;\n__asm__ (\".text\\n\\t# @\");\n"),
    ("macros of every kind", b"#define A@(x, ...) #x #__VA_ARGS__\n#define B@(x) x ## @\nconst char s@[] = A@(a\n , b /* c */\n);\nint B@(v) ;\n"),
    ("macro that leaves nothing", b"#define N@\nN@ int N@ a@ N@ ; N@\n"),
    ("macro that is no name", b"#define BEGIN@ {\n#define END@ }\nvoid f@(void) BEGIN@ END@\n"),
    ("macro by its own name", b"#define a@ a@ + 0\nenum { a@_ };\n"),
];

fn numbered(form: &[u8], number: usize) -> Vec<u8> {
    form.iter()
        .flat_map(|&byte| if byte == b'@' { number.to_string().into_bytes() } else { vec![byte] })
        .collect()
}

/// Whether gpump reads a form without headers and macros too.
fn is_plain(name: &str) -> bool {
    !name.starts_with("macro ")
}

#[test]
fn every_form_comes_out_as_it_went_in() {
    for (mode, options) in modes() {
        for (name, form) in FORMS.iter().filter(|(name, _)| mode != "plain" || is_plain(name)) {
            for bytes in [numbered(form, 1), form_without_last_newline(form)] {
                match run(&bytes, &options) {
                    Ok(out) => {
                        let out = source::encode(&out.text);
                        assert!(out == bytes, "{name}, {mode}:\n{}\n{}", shown(&bytes), shown(&out));
                    }
                    Err(error) => panic!("{name}, {mode}: {error}"),
                }
            }
        }
    }
}

fn form_without_last_newline(form: &[u8]) -> Vec<u8> {
    let mut bytes = numbered(form, 1);
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    bytes
}

#[test]
fn every_form_stays_beside_a_directive() {
    let region: &[u8] = b"void f@(int n) { int i, s = 0;\n#pragma omp parallel for reduction(+:s)\nfor (i = 0; i < n; i++) s += i;\n}\n";
    for (mode, options) in modes() {
        for (name, form) in FORMS.iter().filter(|(name, _)| mode != "plain" || is_plain(name)) {
            let kept: Vec<Vec<u8>> = (1..4).map(|number| numbered(form, number)).collect();
            let mut bytes = Vec::new();
            for (number, kept) in kept.iter().enumerate() {
                bytes.extend(kept);
                bytes.extend(numbered(region, number));
            }
            match run(&bytes, &options) {
                Ok(translation) => {
                    assert_eq!(translation.regions, 3, "{name}, {mode}");
                    let out = source::encode(&translation.text);
                    assert!(are_in_order(&out, &kept), "{name}, {mode}:\n{}", String::from_utf8_lossy(&out));
                    assert_kept(&bytes, &translation);
                }
                Err(error) => panic!("{name}, {mode}: {error}"),
            }
        }
    }
}

/// Whether a text has stretches, one behind the other.
fn are_in_order(text: &[u8], stretches: &[Vec<u8>]) -> bool {
    let mut rest = text;
    for stretch in stretches.iter().filter(|stretch| !stretch.is_empty()) {
        let Some(at) = rest.windows(stretch.len()).position(|window| window == stretch) else { return false };
        rest = &rest[at + stretch.len()..];
    }
    true
}

/// Holds what was not replaced against the output.
#[track_caller]
fn assert_kept(bytes: &[u8], translation: &Translation) {
    let text = source::decode(bytes);
    let mut replaced: Vec<Range<usize>> = translation
        .replacements
        .iter()
        .filter(|replacement| !replacement.on_device)
        .map(|replacement| replacement.span.clone())
        .collect();
    replaced.sort_by_key(|range| range.start);
    let mut kept = Vec::new();
    let mut at = 0;
    for range in replaced {
        if range.start >= at {
            kept.push(source::encode(&text[at..range.start]));
        }
        at = at.max(range.end);
    }
    kept.push(source::encode(&text[at..]));
    let out = source::encode(&translation.text);
    assert!(are_in_order(&out, &kept), "{}\n----\n{}", shown(bytes), String::from_utf8_lossy(&out));
}

#[test]
fn a_macro_at_the_end_stays_in_front_of_the_kernels() {
    let file = b"#define TO_END(x) x;\nvoid f(void) {\n#pragma omp parallel\n;\n}\nint a TO_END( = 1 )";
    for (mode, options) in modes().into_iter().filter(|(mode, _)| *mode != "plain") {
        let out = run(file, &options).unwrap_or_else(|error| panic!("{mode}: {error}"));
        assert!(out.text.contains("\nint a TO_END( = 1 )"), "{mode}: {}", out.text);
    }
}

#[test]
fn a_byte_order_mark_stays_the_first() {
    for (mode, options) in modes() {
        for rest in ["", "int a;", "// \u{feff}\r\n#define A 1\r\nint a = A;\r\n"] {
            let bytes = [b"\xef\xbb\xbf", rest.as_bytes()].concat();
            let out = run(&bytes, &options).unwrap_or_else(|error| panic!("{mode}: {error}"));
            assert_eq!(shown(&source::encode(&out.text)), shown(&bytes), "{mode}");
        }
        let bytes = b"\xef\xbb\xbfvoid f(void) {\n#pragma omp parallel\n;\n}";
        let out = run(bytes, &options).unwrap_or_else(|error| panic!("{mode}: {error}"));
        assert!(out.text.starts_with("\u{feff}#include"), "{mode}: {}", out.text);
    }
}

#[test]
fn files_without_anything_come_out_as_they_went_in() {
    for (mode, options) in modes() {
        for bytes in [&b""[..], b"\n", b"\r\n", b" ", b"\\\n", b"/**/", b"//", b"#", b"\x0c", b"#define X \\"]
        {
            let out = run(bytes, &options).unwrap_or_else(|error| panic!("{mode}: {error}"));
            assert_eq!(shown(&source::encode(&out.text)), shown(bytes), "{mode}");
        }
    }
}

#[test]
fn long_lines_and_long_files_come_out_as_they_went_in() {
    let line: String = (0..100_000).map(|number| format!("{number}, ")).collect();
    let long_line = format!("int a[] = {{ {line} }}; // {}\n", "x".repeat(1 << 20));
    assert!(long_line.len() > 1 << 20);
    let unit = "/* caf\u{e9} */\r\nstatic int f@(int a, char *b)\r\n{\r\n\treturn a ? b[a] + M(@) : 0; // it's\r\n}\r\n";
    let long_file: String = std::iter::once("#define M(x) ((x) + 1)\r\n".to_owned())
        .chain((0..8_000).map(|number| unit.replace('@', &number.to_string())))
        .collect();
    let comment = "\u{e9}\r\n ' \"".repeat(170);
    let large_file: String = (0..10_000).map(|number| format!("/*{comment}*/ int a{number};\n")).collect();
    assert!(large_file.chars().count() > 10 << 20);
    for (mode, options) in modes() {
        for text in [&long_line, &long_file, &large_file] {
            let bytes: Vec<u8> = text.chars().flat_map(|c| u8::try_from(c).ok()).collect();
            let out = run(&bytes, &options).unwrap_or_else(|error| panic!("{mode}: {error}"));
            assert!(source::encode(&out.text) == bytes, "{mode}");
        }
    }
}

#[test]
fn the_program_writes_the_bytes_that_it_read() {
    let forms: Vec<u8> =
        FORMS.iter().enumerate().flat_map(|(number, (_, form))| numbered(form, number)).collect();
    let file = [
        b"\xef\xbb\xbf#define NUMBER 1\r\n",
        with_header_of_the_system(&forms).as_slice(),
        b"int last = NUMBER; // \xff",
    ]
    .concat();
    let mut child = Command::new(env!("CARGO_BIN_EXE_gpump"))
        .args(["translate", "-"])
        .env("GPUMP_CACHE", std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("gpump starts");
    child.stdin.take().expect("a pipe").write_all(&file).expect("gpump reads");
    let output = child.wait_with_output().expect("gpump ends");
    assert!(output.status.success());
    assert!(output.stdout == file, "{}", shown(&output.stdout));
}

/// Standard input has no header beside it.
fn with_header_of_the_system(bytes: &[u8]) -> Vec<u8> {
    source::encode(&source::decode(bytes).replace("\"header.h\"", "<stddef.h>"))
}

/// Files of pieces: the bytes, and what of them no directive takes away.
fn file_of(pieces: &[Piece], crlf: &[bool]) -> (Vec<u8>, Vec<Vec<u8>>) {
    let mut bytes = Vec::new();
    let mut kept = Vec::new();
    let mut ends = crlf.iter().cycle();
    for (number, piece) in pieces.iter().enumerate() {
        let mut text = Vec::new();
        for byte in numbered(&piece.bytes, number) {
            if byte == b'\n' && *ends.next().unwrap_or(&false) {
                text.push(b'\r');
            }
            text.push(byte);
        }
        bytes.extend(&text);
        if !piece.has_directive {
            kept.push(text);
        }
    }
    (bytes, kept)
}

/// Without macros, no file can be read that needs them.
fn modes_for(pieces: &[Piece]) -> Vec<(&'static str, Options)> {
    let needs_macros = pieces.iter().any(|piece| piece.needs_macros);
    modes().into_iter().filter(|(mode, _)| *mode != "plain" || !needs_macros).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("proptest-regressions"))),
        ..ProptestConfig::with_cases(256)
    })]

    #[test]
    fn generated_files_come_out_as_they_went_in(
        pieces in proptest::collection::vec(pieces::plain(), 0..12),
        crlf in proptest::collection::vec(any::<bool>(), 1..20),
        last_newline in any::<bool>(),
    ) {
        let (mut bytes, _) = file_of(&pieces, &crlf);
        if !last_newline {
            bytes.extend(b"int last;");
        }
        for (mode, options) in modes_for(&pieces) {
            let out = run(&bytes, &options).map(|found| shown(&source::encode(&found.text)));
            prop_assert_eq!(out, Ok(shown(&bytes)), "{}", mode);
        }
    }

    #[test]
    fn what_stands_beside_directives_stays(
        pieces in proptest::collection::vec(pieces::with_directives(), 1..12),
        crlf in proptest::collection::vec(any::<bool>(), 1..20),
    ) {
        let (bytes, kept) = file_of(&pieces, &crlf);
        for (mode, options) in modes_for(&pieces) {
            match run(&bytes, &options) {
                Ok(translation) => {
                    let out = source::encode(&translation.text);
                    prop_assert!(are_in_order(&out, &kept), "{}: {}\n{}", mode, shown(&bytes), String::from_utf8_lossy(&out));
                    assert_kept(&bytes, &translation);
                }
                Err(error) => prop_assert!(false, "{}: {}\n{}", mode, shown(&bytes), error),
            }
        }
    }

    #[test]
    fn spoilt_programs_lose_nothing(program in a_program(), mutations in mutations()) {
        let bytes = spoiling::mutate(program, &mutations);
        for (_, options) in modes() {
            // They would stand amid what is kept.
            let options = Options { line_directives: LineDirectives::Nowhere, ..options };
            if let Ok(translation) = run(&bytes, &options) {
                if translation.replacements.is_empty() {
                    prop_assert_eq!(shown(&source::encode(&translation.text)), shown(&bytes));
                }
                assert_kept(&bytes, &translation);
            }
        }
    }

    #[test]
    fn spoilt_programs_without_directives_come_out_as_they_went_in(
        program in a_program(),
        mutations in mutations(),
    ) {
        let bytes = spoiling::without_directives(&spoiling::mutate(program, &mutations));
        for (mode, options) in modes() {
            if let Ok(translation) = run(&bytes, &options) {
                prop_assert_eq!(shown(&source::encode(&translation.text)), shown(&bytes), "{}", mode);
            }
        }
    }
}
