use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;
use crate::diagnostics::Severity;

const SYSTEM: &str = "/usr/include";

fn environment() -> Environment {
    Environment {
        predefined: "#define __STDC__ 1\n#define __STDC_VERSION__ 201710L\n#define _OPENMP 201511\n".into(),
        system: vec![SYSTEM.into()],
        ..Environment::default()
    }
}

fn strict() -> Environment {
    let mut environment = environment();
    environment.predefined.push_str("#define __STRICT_ANSI__ 1\n");
    environment
}

fn run_with(text: &str, environment: &Environment, headers: &MemoryHeaders) -> Preprocessed {
    let source = Source::new("src/main.c", text.as_bytes());
    let result = preprocess(&source, environment, headers);
    hold(&source, &result);
    result
}

fn run(text: &str) -> Preprocessed {
    run_with(text, &environment(), &MemoryHeaders::new())
}

fn clean(text: &str) -> Preprocessed {
    let result = run(text);
    assert_eq!(result.diagnostics, []);
    result
}

/// What must hold of every result.
fn hold(source: &Source, result: &Preprocessed) {
    let text = source.text();
    let is_text = |range: &Range<usize>| text.get(range.clone()).is_some();
    for token in &result.tokens {
        assert!(is_text(&token.place.in_file()), "{token:?}");
        match &token.place {
            Place::Source(range) => hold_written(&text[range.clone()], token),
            Place::Expansion { invocation, spelled, in_arguments, .. } => {
                assert!(!invocation.is_empty(), "{token:?}");
                let is_listed = |other: &Invocation| other.range == *invocation && other.leaves_tokens;
                assert!(result.invocations.iter().any(is_listed), "{token:?}");
                assert!(spelled.as_ref().is_none_or(is_text), "{token:?}");
                assert!(spelled.is_some() || !in_arguments, "{token:?}");
            }
            Place::Header { .. } => {}
        }
    }
    let invocations: Vec<_> = result.invocations.iter().map(|invocation| invocation.range.clone()).collect();
    for ranges in [&invocations, &result.directives, &result.inactive] {
        assert!(ranges.iter().all(is_text), "{ranges:?}");
        assert!(ranges.windows(2).all(|pair| pair[0].end <= pair[1].start), "{ranges:?}");
    }
    for diagnostic in &result.diagnostics {
        assert!(is_text(&diagnostic.span), "{diagnostic:?}");
        assert_ne!(diagnostic.code, "E0119", "{diagnostic:?}");
    }
}

/// A token that is written in the file is its bytes, unless these hold what
/// the first phases of translation take away.
fn hold_written(bytes: &str, token: &PpToken) {
    let digraph = matches!(bytes, "<:" | ":>" | "<%" | "%>" | "%:" | "%:%:");
    if !digraph && !bytes.contains(['\\', '\r']) && !bytes.contains("??") {
        assert_eq!(bytes, &*token.text);
    }
}

/// One line for each token: its text, and the text that it stands for.
fn shown(text: &str, result: &Preprocessed) -> String {
    let mut lines = String::new();
    for token in &result.tokens {
        let _ = match &token.place {
            Place::Source(range) => writeln!(lines, "{} = {:?}", token.text, &text[range.clone()]),
            Place::Expansion { invocation, name, spelled, in_arguments } => {
                let whence = match spelled {
                    Some(range) if *in_arguments => format!(" argument at {}", range.start),
                    Some(range) => format!(" body at {}", range.start),
                    None => String::new(),
                };
                writeln!(lines, "{} < {name} {:?}{whence}", token.text, &text[invocation.clone()])
            }
            Place::Header { include, file, line, .. } => {
                writeln!(lines, "{} : {file}:{line} {:?}", token.text, &text[include.clone()])
            }
        };
    }
    lines
}

fn texts(result: &Preprocessed) -> String {
    result.tokens.iter().map(|token| &*token.text).collect::<Vec<_>>().join(" ")
}

fn pieces<'t>(text: &'t str, ranges: &[Range<usize>]) -> Vec<&'t str> {
    ranges.iter().map(|range| &text[range.clone()]).collect()
}

fn invocations<'t>(text: &'t str, result: &Preprocessed) -> Vec<&'t str> {
    result.invocations.iter().map(|invocation| &text[invocation.range.clone()]).collect()
}

fn codes(result: &Preprocessed) -> Vec<&'static str> {
    result.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

fn lines(expected: &[&str]) -> String {
    expected.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn an_argument_keeps_its_place_and_the_rest_has_the_definitions() {
    let text = "#define ADD(a, b) a + b\nint x = ADD(1, y);\n";
    let expected = [
        "int = \"int\"",
        "x = \"x\"",
        "= = \"=\"",
        "1 < ADD \"ADD(1, y)\" argument at 36",
        "+ < ADD \"ADD(1, y)\" body at 20",
        "y < ADD \"ADD(1, y)\" argument at 39",
        "; = \";\"",
    ];
    assert_eq!(shown(text, &clean(text)), lines(&expected));
}

#[test]
fn the_outermost_of_nested_invocations_counts() {
    let text = "#define F(x) x\n#define G(x) F(x)\nG(F(1))\n";
    let result = clean(text);
    assert_eq!(shown(text, &result), "1 < G \"G(F(1))\" argument at 37\n");
    assert_eq!(invocations(text, &result), ["G(F(1))"]);
}

#[test]
fn what_is_pasted_or_made_a_string_is_spelled_nowhere() {
    let text = "#define C(a, b) a##b\n#define S(x) #x\nC(x, 1) C(y,) S(a \"b\")\n";
    let expected =
        ["x1 < C \"C(x, 1)\"", "y < C \"C(y,)\" argument at 47", "\"a \\\"b\\\"\" < S \"S(a \\\"b\\\")\""];
    assert_eq!(shown(text, &clean(text)), lines(&expected));
}

#[test]
fn a_function_like_name_without_parentheses_is_a_name() {
    let text = "#define F(x) x\nint (*p)(int) = F;\n";
    let result = clean(text);
    assert_eq!(texts(&result), "int ( * p ) ( int ) = F ;");
    assert_eq!(result.invocations, []);
}

#[test]
fn an_invocation_reaches_over_lines_and_comments() {
    let text = "#define F(a, b) a b\nF /* f */ (1, // one\n  2\n  ) ;\n";
    assert_eq!(invocations(text, &clean(text)), ["F /* f */ (1, // one\n  2\n  )"]);
}

#[test]
fn an_object_like_macro_may_end_in_a_function_like_one() {
    let text = "#define F(x) [x]\n#define G F\n#define H G\n#define O F(\nH (1) + O 2) + G;\n";
    let result = clean(text);
    assert_eq!(texts(&result), "[ 1 ] + [ 2 ] + F ;");
    assert_eq!(invocations(text, &result), ["H (1)", "O 2)", "G"]);
}

#[test]
fn invocations_that_leave_nothing_are_listed() {
    let text = "#define E\n#define F(x)\nE E int a E; F(1) F(E) F (2)\nE(b);\n#undef E\n#undef F\n";
    let result = clean(text);
    assert_eq!(texts(&result), "int a ; ( b ) ;");
    assert_eq!(invocations(text, &result), ["E", "E", "E", "F(1)", "F(E)", "F (2)", "E"]);
    assert!(result.invocations.iter().all(|invocation| !invocation.leaves_tokens));
}

#[test]
fn macros_that_the_preprocessor_answers_are_invocations_too() {
    let text = "int a = __LINE__,\nb = __LINE__; char *f = __FILE__;\n#if 1\nint c = __LINE__;\n#endif\n";
    let result = clean(text);
    assert_eq!(texts(&result), "int a = 1 , b = 2 ; char * f = \"src/main.c\" ; int c = 4 ;");
    assert_eq!(invocations(text, &result), ["__LINE__", "__LINE__", "__FILE__", "__LINE__"]);
}

#[test]
fn a_pragma_stays_as_it_is() {
    let text = "#define parallel serial\n#  pragma omp parallel \\\n  for\nx;\n";
    let result = clean(text);
    assert_eq!(texts(&result), "# pragma omp parallel for x ;");
    assert!(result.tokens.iter().all(|token| matches!(token.place, Place::Source(_))));
    let starts: Vec<bool> = result.tokens.iter().map(|token| token.starts_line).collect();
    assert_eq!(starts, [true, false, false, false, false, true, false]);
}

#[test]
fn a_pragma_operator_stands_for_itself() {
    let text = "_Pragma(\"omp _Pragma\") int a;\n#define P(x) _Pragma(#x) x\nP(omp) b;\n";
    let expected = [
        "# < _Pragma \"_Pragma(\\\"omp _Pragma\\\")\"",
        "pragma < _Pragma \"_Pragma(\\\"omp _Pragma\\\")\"",
        "omp < _Pragma \"_Pragma(\\\"omp _Pragma\\\")\"",
        "_Pragma < _Pragma \"_Pragma(\\\"omp _Pragma\\\")\"",
        "int = \"int\"",
        "a = \"a\"",
        "; = \";\"",
        "# < P \"P(omp)\"",
        "pragma < P \"P(omp)\"",
        "omp < P \"P(omp)\"",
        "omp < P \"P(omp)\" argument at 59",
        "b = \"b\"",
        "; = \";\"",
    ];
    assert_eq!(shown(text, &clean(text)), lines(&expected));
}

#[test]
fn branches_that_leave_no_token_are_told_apart() {
    let text = "#define E\n#ifdef E\nE\n#define A\n#else\nE\n#define B\n#endif\n#ifndef E\nx\n#if 1\ny\n#endif\nz\n#elif 1\n#endif\n";
    let result = clean(text);
    assert_eq!(pieces(text, &result.inactive), ["E\n#define B\n", "x\n#if 1\ny\n#endif\nz\n"]);
    assert_eq!(invocations(text, &result), ["E"]);
    let names: Vec<_> = result.macros.iter().map(|m| &*m.name).collect();
    assert_eq!(names, ["A", "E"]);
}

#[test]
fn a_comment_behind_a_directive_belongs_to_its_line() {
    let text = "#if 0 /* a\n b */ // c \\\n d\nx\n#else\ny\n#endif";
    let result = clean(text);
    assert_eq!(texts(&result), "y");
    assert_eq!(pieces(text, &result.inactive), ["x\n"]);
}

#[test]
fn conditionals_in_arguments_do_not_tear_the_invocation() {
    let text = "#define F(a, b) a + b\nF(1,\n#ifdef X\n  2\n#else\n  3\n#endif\n);\n";
    let result = clean(text);
    assert_eq!(texts(&result), "1 + 3 ;");
    assert_eq!(pieces(text, &result.inactive), ["  2\n"]);
    assert_eq!(result.invocations.len(), 1);
}

#[test]
fn what_is_left_out_need_not_be_c() {
    let text = "#if 0\nthis isn't \"C\n#error no\n#include <nowhere>\n#endif\nint x;\n";
    assert_eq!(texts(&clean(text)), "int x ;");
}

#[test]
fn line_directives_of_the_file_are_kept() {
    let text = "#line 100 \"y.c\"\n#if 1\nint a = __LINE__;\n#endif\n#if 0\nb\n#endif\n";
    let result = clean(text);
    assert_eq!(texts(&result), "int a = 101 ;");
    assert_eq!(pieces(text, &result.inactive), ["b\n"]);
}

#[test]
fn headers_have_their_include_and_line() {
    let mut headers = MemoryHeaders::new();
    headers.insert("/usr/include/a.h", *b"#ifndef A\n#define A(x) (x)\n#include \"b.h\"\nint a;\n#endif\n");
    headers.insert("/usr/include/b.h", *b"\nint b;\n");
    headers.insert("src/own.h", *b"int own;\n");
    let text = "#include <a.h>\n# include \"own.h\"\n#include <a.h>\nA(1)\n";
    let result = run_with(text, &environment(), &headers);
    assert_eq!(result.diagnostics, []);
    let expected = [
        "int : /usr/include/b.h:2 \"#include <a.h>\"",
        "b : /usr/include/b.h:2 \"#include <a.h>\"",
        "; : /usr/include/b.h:2 \"#include <a.h>\"",
        "int : /usr/include/a.h:4 \"#include <a.h>\"",
        "a : /usr/include/a.h:4 \"#include <a.h>\"",
        "; : /usr/include/a.h:4 \"#include <a.h>\"",
        "int : src/own.h:1 \"# include \\\"own.h\\\"\"",
        "own : src/own.h:1 \"# include \\\"own.h\\\"\"",
        "; : src/own.h:1 \"# include \\\"own.h\\\"\"",
        "( < A \"A(1)\"",
        "1 < A \"A(1)\" argument at 50",
        ") < A \"A(1)\"",
    ];
    assert_eq!(shown(text, &result), lines(&expected));
    let found: Vec<_> = result.headers.iter().map(|h| (h.path.to_str().unwrap(), h.system)).collect();
    assert_eq!(found, [("/usr/include/a.h", true), ("/usr/include/b.h", true), ("src/own.h", false)]);
    let defined = &result.macros.iter().find(|m| &*m.name == "A").unwrap().defined;
    assert_eq!(*defined, DefinedAt::Header { file: "/usr/include/a.h".into(), line: 2, system: true });
}

#[test]
fn the_command_line_comes_first_and_in_order() {
    let mut headers = MemoryHeaders::new();
    headers.insert("pre.h", *b"int pre = N;\n");
    let mut environment = environment();
    environment.includes = vec!["pre.h".into()];
    environment.definitions = vec![
        Definition::Define("N=4".into()),
        Definition::Define("M".into()),
        Definition::Undefine("M".into()),
        Definition::Define("F(x)=x+1".into()),
        Definition::Define("B=\\".into()),
    ];
    let text = "int n = N, m = M, f = F(2), o = _OPENMP;\n";
    let result = run_with(text, &environment, &headers);
    assert_eq!(texts(&result), "int pre = 4 ; int n = 4 , m = M , f = 2 + 1 , o = 200505 ;");
    let place = &result.tokens[0].place;
    assert_eq!(*place, Place::Header { include: 0..0, file: "./pre.h".into(), line: 1, system: false });
}

#[test]
fn splices_digraphs_trigraphs_line_ends_and_a_mark_of_byte_order_keep_places() {
    let text = "\u{FEFF}#define F(x) x\r\nid\\\r\nent <:F(1):> %>\r\n??( \"??/\"\" ;\r\n";
    let result = run_with(text, &strict(), &MemoryHeaders::new());
    let expected = [
        "ident = \"id\\\\\\r\\nent\"",
        "[ = \"<:\"",
        "1 < F \"F(1)\" argument at 32",
        "] = \":>\"",
        "} = \"%>\"",
        "[ = \"??(\"",
        "\"\\\"\" = \"\\\"??/\\\"\\\"\"",
        "; = \";\"",
    ];
    assert_eq!(shown(text, &result), lines(&expected));
    let digraph = "%:define N 3\nN\n";
    assert_eq!(texts(&clean(digraph)), "3");
}

#[test]
fn bytes_that_are_no_text_keep_their_places() {
    let source = Source::new("main.c", b"/* \xE9 */ #define S \"\xE9\"\nS x\0y \xFF;");
    let result = preprocess(&source, &environment(), &MemoryHeaders::new());
    hold(&source, &result);
    assert_eq!(result.invocations.len(), 1);
}

#[test]
fn a_backslash_at_the_end_of_the_file_ends_nothing() {
    for text in ["x \\\n", "x // \\\n", "x \\", "x ??/\n", "x \\\n\\\n \t\n"] {
        let result = run_with(text, &strict(), &MemoryHeaders::new());
        assert_eq!(texts(&result), "x", "{text:?}");
        assert_eq!(result.tokens[0].place, Place::Source(0..1));
    }
    for text in ["/* \\\n", "\"a\\\n", "#define A \\\n", "#if 1 \\\n"] {
        run(text);
    }
    let mut headers = MemoryHeaders::new();
    headers.insert("src/a.h", *b"a \\\n");
    assert_eq!(texts(&run_with("#include \"a.h\"\nb", &environment(), &headers)), "a b");
}

#[test]
fn a_missing_header_names_the_folders() {
    let text = "int a;\n#include <nowhere.h>\n";
    let result = run(text);
    let [missing] = &result.diagnostics[..] else { panic!("{:?}", result.diagnostics) };
    assert_eq!((missing.code, missing.severity), ("E0110", Severity::Error));
    assert_eq!(&text[missing.span.clone()], "#include <nowhere.h>");
    assert!(missing.notes.iter().any(|note| note.message.contains(SYSTEM)), "{missing:?}");
}

#[test]
fn a_complaint_about_a_header_stands_at_its_include() {
    let mut headers = MemoryHeaders::new();
    headers.insert("src/a.h", *b"\n#error stop here\n#warning w\n");
    headers.insert("/usr/include/s.h", *b"#define X 1\n#define X 2\n#warning quiet\n");
    let text = "int a;\n#include \"a.h\"\n#include <s.h>\n";
    let result = run_with(text, &environment(), &headers);
    assert_eq!(codes(&result), ["E0111", "W0110"]);
    let error = &result.diagnostics[0];
    assert_eq!(error.message, "#error: stop here");
    assert_eq!(&text[error.span.clone()], "#include \"a.h\"");
    assert_eq!(error.notes[0].message, "at src/a.h:2");
}

#[test]
fn each_complaint_has_its_code() {
    for (text, code) in [
        ("#error x\n", "E0111"),
        ("#if 1\n", "E0112"),
        ("#endif\n", "E0112"),
        ("#if 1 +\n#endif\n", "E0113"),
        ("#define F(x) x\nF(1, 2)\n", "E0114"),
        ("#define F(x) x\nF(1\n", "E0114"),
        ("#define C(a, b) a##b\nC(+, x)\n", "E0114"),
        ("#define 3\n", "E0115"),
        ("#define A x ##\nA\n", "E0115"),
        ("#define V(...) __VA_OPT__(a %:%:) b\nV(1)\n", "E0115"),
        ("#nonsense\n", "E0115"),
        ("/* x\n", "E0118"),
        ("#warning x\n", "W0110"),
        ("#define A 1\n#define A 2\n", "W0111"),
        ("#if 1\n#endif x\n", "W0112"),
    ] {
        assert_eq!(codes(&run(text)), [code], "{text}");
    }
}

#[test]
fn what_compilers_take_without_a_word_is_no_complaint() {
    clean(
        "#define A 1\n#define A 1\n#\n#pragma once_upon\n#undef Z\n#define V(a, ...) f(a, ##__VA_ARGS__)\nV(1) V(1, 2)\n#if UNDEFINED\n#elif 0\n#endif\n",
    );
}

#[test]
fn headers_without_end_are_an_error() {
    let mut headers = MemoryHeaders::new();
    headers.insert("src/once.h", *b"#include \"once.h\"\n");
    headers.insert("src/twice.h", *b"#include \"twice.h\"\n#include \"twice.h\"\n");
    assert_eq!(codes(&run_with("#include \"once.h\"\n", &environment(), &headers)), ["E0116"]);
    assert_eq!(codes(&run_with("#include \"twice.h\"\n", &environment(), &headers)), ["E0116"]);
}

#[test]
fn macros_without_measure_are_an_error() {
    let doubling: String = (0..60).map(|n| format!("#define A{} A{n} A{n}\n", n + 1)).collect();
    let nested = |depth: usize| format!("{}1{}\n", "D(".repeat(depth), ")".repeat(depth));
    let twice = "#define D(x) x x\n";
    assert_eq!(codes(&run(&format!("{doubling}A60\n"))), ["E0117"]);
    assert_eq!(codes(&run(&format!("{doubling}{}", "A18\n".repeat(100)))), ["E0117"]);
    assert_eq!(codes(&run(&format!("{twice}{}", nested(60)))), ["E0117"]);
    assert_eq!(codes(&run(&format!("#define D(x) x\n{}", nested(50_000)))), ["E0117"]);
    assert_eq!(codes(&run(&format!("#if {}1\n#endif\n", "!".repeat(100_000)))), ["E0117"]);
    let mut headers = MemoryHeaders::new();
    headers.insert("src/d.h", twice);
    let text = format!("#include \"d.h\"\n{}", nested(60));
    assert_eq!(codes(&run_with(&text, &environment(), &headers)), ["E0117"]);
}

#[test]
fn what_is_within_measure_is_expanded() {
    let text = format!("#define D(x) x\n{}1{}\n", "D(".repeat(900), ")".repeat(900));
    assert_eq!(texts(&clean(&text)), "1");
    let text = "#define M(a, b) ((a) < (b) ? (a) : (b))\nM(1, M(2, M(3, M(4, M(5, 6)))))\n";
    assert_eq!(clean(text).tokens.len(), 497);
}

/// Pieces that put together make most of what can go wrong.
const PIECES: &[&str] = &[
    "#define F(x) x x\n",
    "#define G F\n",
    "#define E\n",
    "#define P(a,b) a##b #a\n",
    "#undef F\n",
    "F(",
    ")",
    "G",
    "E",
    "P(x,",
    "1",
    ",",
    "(",
    "x",
    "\n",
    "\n",
    " ",
    "\\\n",
    "/*",
    "*/",
    "//",
    "\"",
    "'",
    "#if ",
    "#if 1\n",
    "#ifdef E\n",
    "#else\n",
    "#elif 0\n",
    "#endif\n",
    "#",
    "##",
    "_Pragma(\"omp x\")",
    "_Pragma",
    "__LINE__",
    "#pragma omp for\n",
    "#line 7\n",
    "#include \"a.h\"\n",
    "#include <",
    "\r\n",
    "??/\n",
    "<:",
    "%:",
    "é",
    "\0",
    "__VA_OPT__(",
    "#define V(...) __VA_OPT__(",
    "__has_include(\"a.h\")",
    "defined",
    "#error e\n",
];

proptest! {
    #[test]
    fn anything_put_together_has_its_places(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..40),
        is_strict in any::<bool>(),
    ) {
        let mut headers = MemoryHeaders::new();
        headers.insert("src/a.h", *b"int a;\n#define H(x) F(x)\n");
        let environment = if is_strict { strict() } else { environment() };
        run_with(&pieces.concat(), &environment, &headers);
    }

    #[test]
    fn any_bytes_have_their_places(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let source = Source::new("main.c", &bytes);
        hold(&source, &preprocess(&source, &environment(), &MemoryHeaders::new()));
    }

    #[test]
    fn text_without_macros_is_itself(words in proptest::collection::vec("[a-z]{1,5}|[0-9]+|[-+*;(){}]", 0..50)) {
        let text = words.join(" ");
        let result = clean(&text);
        prop_assert_eq!(texts(&result), text);
        prop_assert!(result.tokens.iter().all(|token| matches!(token.place, Place::Source(_))));
    }
}
