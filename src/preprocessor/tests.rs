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
        let spelling = result.text(token);
        let range = result.range(token);
        assert!(is_text(&range), "{spelling} {token:?}");
        match token.place {
            Place::Source { .. } => hold_written(&text[range], spelling),
            Place::Expansion { .. } => {
                assert!(!range.is_empty(), "{spelling} {token:?}");
                assert!(result.invocation(token).unwrap().leaves_tokens, "{spelling} {token:?}");
                assert!(result.spelled(token).is_none_or(|range| is_text(&range)), "{spelling} {token:?}");
            }
            Place::Header { .. } => {
                assert!(result.header(token).is_some(), "{spelling} {token:?}");
                assert!(result.line(token) > Some(0), "{spelling} {token:?}");
            }
        }
    }
    for info in &result.macros {
        assert_eq!(result.macro_named(result.name(info.name)), Some(info));
        if let DefinedAt::Source { start, end } = info.defined {
            hold_written(&text[start as usize..end as usize], result.name(info.name));
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
fn hold_written(bytes: &str, spelling: &str) {
    let digraph = matches!(bytes, "<:" | ":>" | "<%" | "%>" | "%:" | "%:%:");
    if !digraph && !bytes.contains(['\\', '\r']) && !bytes.contains("??") {
        assert_eq!(bytes, spelling);
    }
}

/// One line for each token: its text, and the text that it stands for.
fn shown(text: &str, result: &Preprocessed) -> String {
    let mut lines = String::new();
    for token in &result.tokens {
        let (spelling, stands_for) = (result.text(token), &text[result.range(token)]);
        let _ = match token.place {
            Place::Source { .. } => writeln!(lines, "{spelling} = {stands_for:?}"),
            Place::Expansion { .. } => {
                let name = result.name(result.invocation(token).unwrap().name);
                let whence = match result.spelled(token) {
                    Some(range) if result.in_arguments(token) => format!(" argument at {}", range.start),
                    Some(range) => format!(" body at {}", range.start),
                    None => String::new(),
                };
                writeln!(lines, "{spelling} < {name} {stands_for:?}{whence}")
            }
            Place::Header { .. } => {
                let (file, line) = (&result.header(token).unwrap().file, result.line(token).unwrap());
                writeln!(lines, "{spelling} : {file}:{line} {stands_for:?}")
            }
        };
    }
    lines
}

fn texts(result: &Preprocessed) -> String {
    result.tokens.iter().map(|token| result.text(token)).collect::<Vec<_>>().join(" ")
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

/// What gcc 12 makes of them.
#[test]
fn a_macro_that_is_left_half_expanded_is_expanded_by_an_outer_one() {
    let common = "#define EMPTY()\n#define E(...) __VA_ARGS__\n#define H(...) #__VA_ARGS__\n#define S(...) H(__VA_ARGS__)\n";
    let count = "#define C(n) n C_ EMPTY()()(n)\n#define C_() C\n";
    let each = "#define EACH(f, x, ...) f(x) __VA_OPT__(NEXT EMPTY()() (f, __VA_ARGS__))\n#define NEXT() EACH\n#define ADD(x) + x\n";
    let cases = [
        (count, "E(C(1))", "1 1 C_ ( ) ( 1 )"),
        (count, "S(E(C(1)))", "\"1 1 C_ ()(1)\""),
        (count, "E(E(C(1))) ;", "1 1 1 C_ ( ) ( 1 ) ;"),
        (each, "E(E(E(EACH(ADD, 1, 2, 3)))) x", "+ 1 + 2 + 3 x"),
        (
            "#define P(a, b) a##b\n#define CAT(a, b) P(a, b)\n#define AB(x) CAT(x, y)\n",
            "CAT(A, B)(x) (y)",
            "xy ( y )",
        ),
        // What is read while it is being expanded stays as it is.
        ("#define f(x) f(x + 1)\n", "f(f(2)) E(f(3))", "f ( f ( 2 + 1 ) + 1 ) f ( 3 + 1 )"),
        ("#define f(x) (x) E\n#define g(x) f(x) ,\n", "E(f(1))(g(2))", "( 1 ) E ( ( 2 ) E , )"),
        (
            "#define t(x, ...) u(x, ## __VA_ARGS__) t(x)\n",
            "t(1) t(1,) t(1, 2)",
            "u ( 1 ) t ( 1 ) u ( 1 , ) t ( 1 ) u ( 1 , 2 ) t ( 1 )",
        ),
        (
            "#define up(c) (up(c) + 1)\n#define L(x) a _Pragma(\"omp for\") for (;;) b = x;\n",
            "L(up(i)) ;",
            "a # pragma omp for for ( ; ; ) b = ( up ( i ) + 1 ) ; ;",
        ),
        (
            "#define up(c) (up(c) + 1)\n#define L(x) x;\n",
            "L(_Pragma(\"omp for\") for (;;) up(i)) ;",
            "# pragma omp for for ( ; ; ) ( up ( i ) + 1 ) ; ;",
        ),
        // Other definitions may have held, and nothing is said of them here.
        ("#define N 1\n#define f(x) f(N, x)\n", "f(2)\n#undef N\n#define N 2", "f ( 1 , 2 )"),
        ("#define f(x) f(N, x)\n", "f(2)\n#define N 2", "f ( N , 2 )"),
    ];
    for (macros, text, expected) in cases {
        assert_eq!(texts(&clean(&format!("{common}{macros}{text}\n"))), expected, "{text}");
    }
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
fn a_pragma_of_others_stays_as_it_is() {
    let text = "#define parallel serial\n#  pragma mpo parallel \\\n  for\nx;\n";
    let result = clean(text);
    assert_eq!(texts(&result), "# pragma mpo parallel for x ;");
    assert!(result.tokens.iter().all(|token| matches!(token.place, Place::Source { .. })));
    let starts: Vec<bool> = result.tokens.iter().map(|token| token.starts_line).collect();
    assert_eq!(starts, [true, false, false, false, false, true, false]);
}

#[test]
fn what_compilers_accept_is_no_error() {
    for line in
        ["#ident \"x\"", "#sccs \"x\"", "#assert machine(x)", "#unassert machine", "#line 0", "#", "# /* */"]
    {
        assert_eq!(texts(&clean(&format!("{line}\nint a;\n"))), "int a ;", "{line}");
    }
}

#[test]
fn macros_are_replaced_in_directives() {
    let text = "#define N 4\n#define S(k) schedule(k, N)\n  #pragma omp for S(static) /* N */ // N\nx;\n";
    let result = clean(text);
    assert_eq!(texts(&result), "# pragma omp for schedule ( static , 4 ) x ;");
    assert_eq!(invocations(text, &result), ["S(static)"]);
    let starts = |result: &Preprocessed| -> Vec<usize> {
        (0..result.tokens.len()).filter(|&at| result.tokens[at].starts_line).collect()
    };
    assert_eq!(starts(&result), [0, 10]);
    // In those of the operator too, wherever it stands; and a line that ends the
    // file, or is left out.
    let text = "#define N 4\n#define P _Pragma(\"omp for ordered(N)\")\nP\n_Pragma(\"omp flush(N)\") x;\n#if 0\n#pragma omp N\n#endif\n#pragma gpump a(N)";
    let result = clean(text);
    assert_eq!(
        texts(&result),
        "# pragma omp for ordered ( 4 ) # pragma omp flush ( 4 ) x ; # pragma gpump a ( 4 )"
    );
    assert_eq!(starts(&result), [0, 8, 15, 17]);
    // Its first word is no macro, and the directive's may be one; lines keep their numbers.
    let text = "#define omp 3\n#define once single\n#pragma omp once copyprivate(omp)\nint a = __LINE__;\n";
    assert_eq!(texts(&clean(text)), "# pragma omp single copyprivate ( 3 ) int a = 4 ;");
    // In an argument it stays one.
    let text = "#define F(x) { x }\nF(\n#pragma omp barrier\n;)\n";
    assert_eq!(texts(&clean(text)), "{ # pragma omp barrier ; }");
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
fn a_pragma_operator_in_arguments_does_not_tear_the_invocation() {
    let text = "#define F(x, y) x y\nF(a _Pragma(\"omp for\")\n  b,\n_Pragma(\"GCC ivdep\") c) _Pragma(\"omp x\");\n";
    let expected =
        ["a < F \"F(a _Pragma(\\\"omp for\\\")\\n  b,\\n_Pragma(\\\"GCC ivdep\\\") c)\" argument at 22"];
    let result = clean(text);
    assert_eq!(texts(&result), "a # pragma omp for b # pragma GCC ivdep c # pragma omp x ;");
    assert!(shown(text, &result).starts_with(expected[0]), "{}", shown(text, &result));
    assert_eq!(result.invocations.len(), 2);
    let starts: Vec<_> = result.tokens.iter().filter(|token| token.starts_line).collect();
    let starts: Vec<&str> = starts.into_iter().map(|token| result.text(token)).collect();
    assert_eq!(starts, ["a", "#", "b", "#", "c", "#", ";"]);
    let quoted = "#define S(x) #x\nS(_Pragma(\"omp x\"))\n";
    assert_eq!(texts(&clean(quoted)), "\"_Pragma(\\\"omp x\\\")\"");
}

#[test]
fn a_macro_may_take_the_place_of_the_pragma_operator() {
    let text = "#define _Pragma(x)\n_Pragma(\"omp x\") a;\n";
    assert_eq!(texts(&run(text)), "a ;");
}

#[test]
fn pragma_operators_that_the_preprocessor_obeys_do_what_they_say() {
    let text = "#define A 1\n_Pragma(\"push_macro(\\\"A\\\")\")\n#undef A\n#define A 2\nA\n_Pragma(\"pop_macro(\\\"A\\\")\")\nA\n";
    assert_eq!(texts(&clean(text)), "2 1");
}

#[test]
fn an_invocation_that_a_pragma_tears_apart_keeps_its_places() {
    let text = "F(\n#define F(x) x x\n#else\n#define E\n#if 1\n#if 1\n_Pragma(\"omp x\")\n";
    run(text);
    run("#define F(x) x x\nF(__VA_OPT__(\n_Pragma(\"omp x\")");
    run("#define F(x) x x\nF(\n#pragma omp x\n_Pragma(A)\nF(1) 2)");
}

#[test]
fn a_branch_behind_a_line_directive_is_read_if_its_invocations_are() {
    let mut headers = MemoryHeaders::new();
    headers.insert("src/n.h", *b"#define N 1\n");
    let text = "#include \"n.h\"\n#line 5\n#if 1\nN\n#endif\n";
    let result = run_with(text, &environment(), &headers);
    assert_eq!((texts(&result), result.inactive), ("1".into(), vec![]));
}

#[test]
fn branches_that_leave_no_token_are_told_apart() {
    let text = "#define E\n#ifdef E\nE\n#define A\n#else\nE\n#define B\n#endif\n#ifndef E\nx\n#if 1\ny\n#endif\nz\n#elif 1\n#endif\n";
    let result = clean(text);
    assert_eq!(pieces(text, &result.inactive), ["E\n#define B\n", "x\n#if 1\ny\n#endif\nz\n"]);
    assert_eq!(invocations(text, &result), ["E"]);
    let names: Vec<_> = result.macros.iter().map(|info| result.name(info.name)).collect();
    assert_eq!(names, ["E", "A"]);
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
    let DefinedAt::Header { inclusion, offset } = result.macro_named("A").unwrap().defined else { panic!() };
    let inclusion = &result.inclusions[inclusion as usize];
    assert_eq!((&*inclusion.file, inclusion.line(offset)), ("/usr/include/a.h", 2));
    assert!(inclusion.is_system(offset));
}

/// It hides warnings, and does not move the header to where the system's are.
#[test]
fn a_header_of_the_program_may_call_itself_the_systems() {
    for (name, is_systems) in [("src/own.h", false), ("/usr/include/own.h", true)] {
        for text in ["#pragma GCC system_header\nint own;\n", "int a;\n#pragma GCC system_header\nint own;\n"]
        {
            let mut headers = MemoryHeaders::new();
            headers.insert(name, text.as_bytes());
            let line = if is_systems { "#include <own.h>\n" } else { "#include \"own.h\"\n" };
            let result = run_with(line, &environment(), &headers);
            let own = result.tokens.len() - 2;
            assert_eq!(result.is_system(&result.tokens[own]), is_systems, "{name}: {text}");
            assert_eq!(result.headers[0].system, is_systems, "{name}: {text}");
        }
    }
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
    assert_eq!(texts(&result), "int pre = 4 ; int n = 4 , m = M , f = 2 + 1 , o = 201511 ;");
    let first = &result.tokens[0];
    let inclusion = result.header(first).unwrap();
    assert_eq!((&*inclusion.file, inclusion.include.clone()), ("./pre.h", 0..0));
    assert_eq!((result.line(first), result.is_system(first)), (Some(1), false));
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
        assert_eq!(result.tokens[0].place, Place::Source { start: 0, end: 1 });
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
        ("/* x\n", "E0105"),
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
fn a_header_closes_no_conditional_of_another_file() {
    let mut headers = MemoryHeaders::new();
    headers.insert("src/end.h", *b"#endif\n");
    headers.insert("src/else.h", *b"#if 1\n#endif\n#else\n");
    for name in ["end.h", "else.h"] {
        let text = format!("#if 1\n#include \"{name}\"\n#endif\n");
        assert_eq!(codes(&run_with(&text, &environment(), &headers)), ["E0112"]);
    }
}

#[test]
fn macros_without_measure_are_an_error() {
    let doubling: String = (0..60).map(|n| format!("#define A{} A{n} A{n}\n", n + 1)).collect();
    let nested = |depth: usize| format!("{}1{}\n", "D(".repeat(depth), ")".repeat(depth));
    let twice = "#define D(x) x x\n";
    assert_eq!(codes(&run(&format!("{doubling}A60\n"))), ["E0117"]);
    assert_eq!(codes(&run(&format!("{doubling}{}", "A22\n".repeat(100)))), ["E0117"]);
    assert_eq!(codes(&run(&format!("{twice}{}", nested(60)))), ["E0117"]);
    assert_eq!(codes(&run(&format!("#define D(x) x\n{}", nested(50_000)))), ["E0117"]);
    assert_eq!(codes(&run(&format!("#if {}1\n#endif\n", "!".repeat(100_000)))), ["E0117"]);
    let mut headers = MemoryHeaders::new();
    headers.insert("src/d.h", twice);
    let text = format!("#include \"d.h\"\n{}", nested(60));
    assert_eq!(codes(&run_with(&text, &environment(), &headers)), ["E0117"]);
}

#[test]
fn macros_that_hide_how_they_grow_are_an_error() {
    let nested = |open: &str, depth: usize| format!("{}1{}\n", open.repeat(depth), ")".repeat(depth));
    let identity = "#define F(x) x\n";
    let twice = "#define D(x) x x\n";
    let mutual: String = (0..30).map(|i| format!("#define M{i} {}\n", all_names("M", 30))).collect();
    let renamed: String = (0..100).map(|i| format!("#define G{} G{i}\n", i + 1)).collect();
    for text in [
        format!("{identity}#define G F\n{}", nested("G(", 10_000)),
        format!("{identity}#define G0 F\n{renamed}{}", nested("G100(", 10_000)),
        format!("{identity}#define H(x) F\n{}", nested("H(1)(", 10_000)),
        format!("{identity}{}{}{}", "F(".repeat(900), "x ".repeat(20_000), ")".repeat(900)),
        format!("{twice}#define AP(f, x) f(x)\n{}", nested("AP(D,", 40)),
        format!("{twice}#define I(x) x\n{}", nested("I(D)(", 40)),
        format!("#define DX(x) x x\n#define C(a, b) a##b\n{}", nested("C(D, X)(", 40)),
        format!("#define S(x) #x\n#define X(x) S(x)\n{}", nested("X(\"\\\\\" ", 40)),
        format!("#define V(...) {}V(1)\n", nested("__VA_OPT__(", 50_000)),
        format!("{mutual}M0\n"),
        format!("{twice}#include {}", nested("D(", 60)),
    ] {
        assert_eq!(codes(&run(&text)), ["E0117"], "{}", &text[..100]);
    }
    // What the system's headers do is looked at if the file nests deeply.
    let mut headers = MemoryHeaders::new();
    headers.insert("/usr/include/d.h", twice);
    let text = format!("#include <d.h>\n{}", nested("D(", 60));
    assert_eq!(codes(&run_with(&text, &environment(), &headers)), ["E0117"]);
}

fn all_names(prefix: &str, count: usize) -> String {
    (0..count).map(|number| format!("{prefix}{number} ")).collect()
}

#[test]
fn conditions_may_be_long_and_deep() {
    for condition in [
        format!("{}1{}", "(".repeat(9_900), ")".repeat(9_900)),
        format!("{}1", "1?0:".repeat(4_900)),
        format!("{}1{}", "1?".repeat(4_900), ":0".repeat(4_900)),
        format!("{}1", "- ".repeat(19_000)),
        format!("1{}", "||0".repeat(9_000)),
    ] {
        run(&format!("#if {condition}\n#endif\n"));
    }
    run(&format!("{}{}", "#if 1\n".repeat(20_000), "#endif\n".repeat(20_000)));
    run(&"(".repeat(200_000));
}

#[test]
fn what_is_within_measure_is_expanded() {
    let text = format!("#define D(x) x\n{}1{}\n", "D(".repeat(900), ")".repeat(900));
    assert_eq!(texts(&clean(&text)), "1");
    let text = "#define M(a, b) ((a) < (b) ? (a) : (b))\nM(1, M(2, M(3, M(4, M(5, 6)))))\n";
    assert_eq!(clean(text).tokens.len(), 497);
    let text = format!("#define D(x) x\n#define G D\n{}1{}\n", "G(".repeat(400), ")".repeat(400));
    assert_eq!(texts(&clean(&text)), "1");
    let text = "#define C(a, b) a##b\n#define X(m) m(1) m(2) m(3)\n#define F1(x) x\n#define F(x) C(F, 1)(x) C(G, 1)(x)\nX(F)\n";
    assert_eq!(texts(&clean(text)), "1 G1 ( 1 ) 2 G1 ( 2 ) 3 G1 ( 3 )");
}

/// Pieces that put together make most of what can go wrong.
const PIECES: &[&str] = &[
    "#define F(x) x x\n",
    "#define G F\n",
    "#define E\n",
    "#define P(a,b) a##b #a\n",
    "#define D(x) F(x) F(x)\n",
    "#define O F(\n",
    "#define C )\n",
    "#define V(a, ...) a __VA_OPT__(b ## __VA_ARGS__ c) , ## __VA_ARGS__\n",
    "#define W(...) #__VA_OPT__(a __VA_ARGS__) __VA_OPT__()\n",
    "#define R(x...) x ## x\n",
    "#define S(x) #x\n",
    "#define Q(x) S(x) _Pragma(#x) x\n",
    "#define N __COUNTER__ __LINE__ __FILE__\n",
    "#define H \"a.h\"\n",
    "#define I <b.h>\n",
    "#define A A B\n",
    "#define B A\n",
    "#define _Pragma(x) x\n",
    "#define F 1\n",
    "#define defined 1\n",
    "#define EMPTY() \n",
    "#define X(m) m(a) \\\n m(b)\n",
    "#undef F\n",
    "#undef E\n",
    "#pragma push_macro(\"F\")\n",
    "#pragma pop_macro(\"F\")\n",
    "_Pragma(\"push_macro(\\\"F\\\")\")",
    "_Pragma(\"pop_macro(\\\"F\\\")\")",
    "#pragma GCC poison x\n",
    "#pragma GCC system_header\n",
    "#pragma once\n",
    "#pragma message(\"x\")\n",
    "F(",
    "F (\n",
    "F(F(x)",
    "D(",
    ")",
    ")",
    "G",
    "E",
    "A",
    "N",
    "O",
    "C",
    "EMPTY()",
    "P(x,",
    "V(1)",
    "V(1,2)",
    "W(",
    "R(E)",
    "S(\"\\\"\" '\\''",
    "Q(omp for)",
    "X(F)",
    "1",
    "1'0",
    "1e+.x",
    ",",
    "(",
    "x",
    "\n",
    "\n",
    " ",
    "\t",
    "\u{B}\u{C}",
    "\\\n",
    "\\ \n",
    "\\\r\n",
    "\\",
    "/*",
    "*/",
    "//",
    "/\\\n/",
    "/\\\n*",
    "\"",
    "'",
    "R\"(",
    "L\"x\"",
    "#if ",
    "#if 1\n",
    "#if 0\n",
    "#if defined(F) && F(1)\n",
    "#if (1 ? 2 : (3,4)) / 0 == -1 >> 70\n",
    "#if 'ab' == L'\\x' + 0xFFFFFFFFFFFFFFFFF\n",
    "#if __has_include(<b.h>) || __has_include(H) || __has_include_next(<b.h>)\n",
    "#if __has_attribute(unused) + __has_builtin(\n",
    "#ifdef E\n",
    "#ifndef E\n",
    "#else\n",
    "#elif 0\n",
    "#elif F(1)\n",
    "#elifdef F\n",
    "#endif\n",
    "#end\\\nif\n",
    "#",
    "# \n",
    "##",
    "#@",
    "_Pragma(\"omp x\")",
    "_Pragma(\"omp x\\",
    "_Pragma(L\"omp\" x",
    "_Pragma",
    "_Pra\\\ngma",
    "_Pragm$",
    "__LINE__",
    "__FILE__",
    "__COUNTER__",
    "__INCLUDE_LEVEL__",
    "#pragma omp for\n",
    "#pragma omp F(1\n",
    "#line 7\n",
    "#line 4294967295 \"z.c\"\n",
    "#line F(1)\n",
    "# 3 \"q.h\" 1\n",
    "# 3 \"q.h\" 2\n",
    "#include \"a.h\"\n",
    "#include <b.h>\n",
    "#include <guarded.h>\n",
    "#include \"self.h\"\n",
    "#include \"torn.h\"\n",
    "#include \"tail.h\"\n",
    "#include <missing.h>\n",
    "#include H\n",
    "#include I\n",
    "#include F(1)\n",
    "#include_next <b.h>\n",
    "#include <",
    "#include \"",
    "#embed \"a.h\" limit(3) prefix(F(1))\n",
    "#embed <b.h>\n",
    "\r\n",
    "\r",
    "??/\n",
    "??=",
    "??(",
    "??/",
    "<:",
    "%:",
    "%:%:",
    "%:define F",
    "é",
    "\u{10FE41}",
    "\u{FEFF}",
    "\\u00e9",
    "\\u{41}",
    "\0",
    "@",
    "`",
    "__VA_OPT__(",
    "__VA_ARGS__",
    "#define V(...) __VA_OPT__(",
    "#define F(",
    "#define F(x,",
    "#define F(x,x) ##\n",
    "#define F(x) # y\n",
    "#define ",
    "__has_include(\"a.h\")",
    "__has_attribute(x)",
    "defined",
    "defined(",
    "#error e\n",
    "#warning w\n",
    "#nonsense\n",
    "#ident \"x\"\n",
    "#assert m(a)\n",
];

/// Headers that they may include.
fn headers_of_all_kinds() -> MemoryHeaders {
    let mut headers = MemoryHeaders::new();
    headers.insert("src/a.h", *b"int a;\n#define H(x) F(x)\n_Pragma(\"omp a\") F(1)\n");
    headers.insert("/usr/include/b.h", *b"#define E e\nint b = E;\n#include_next <b.h>\n");
    headers.insert("/usr/include/guarded.h", *b"#ifndef GUARD\n#define GUARD\nE F(2)\n#endif\n");
    headers.insert("src/self.h", *b"#if __INCLUDE_LEVEL__ < 3\n#include \"self.h\"\n#endif\nF(x)\n");
    headers.insert("src/torn.h", *b"#if 1\nF(\n\"");
    headers.insert("src/tail.h", *b"x)\n#endif\n#define E \\");
    headers
}

proptest! {
    #[test]
    fn anything_put_together_has_its_places(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..60),
        is_strict in any::<bool>(),
    ) {
        let environment = if is_strict { strict() } else { environment() };
        run_with(&pieces.concat(), &environment, &headers_of_all_kinds());
    }

    #[test]
    fn anything_on_the_command_line_has_its_places(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..10),
        definitions in proptest::collection::vec(proptest::sample::select(PIECES), 0..4),
        includes in proptest::collection::vec(proptest::sample::select(&["src/a.h", "src/torn.h", "x"]), 0..2),
    ) {
        let mut environment = environment();
        environment.definitions = definitions.iter().map(|text| Definition::Define((*text).into())).collect();
        environment.includes = includes.iter().map(|name| (*name).into()).collect();
        run_with(&pieces.concat(), &environment, &headers_of_all_kinds());
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
        let is_written = |token: &PpToken| matches!(token.place, Place::Source { .. });
        prop_assert!(result.tokens.iter().all(is_written));
    }
}
