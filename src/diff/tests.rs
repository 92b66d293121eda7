use proptest::prelude::*;

use super::*;

fn text(name: &str, source: impl AsRef<[u8]>) -> Text {
    Text::new(name, source.as_ref().to_vec()).unwrap()
}

const PLAIN: Appearance = Appearance { color: false, terminal: false };

/// What `gpump diff` shows of two texts.
fn shown(a: &str, b: &str, options: Options) -> String {
    let (a, b) = (text("a", a), text("b", b));
    String::from_utf8(unified(&compare(&a, &b, options), 3, PLAIN)).unwrap()
}

fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (text("a", a), text("b", b));
    let comparison = compare(&a, &b, Options::default());
    !comparison.has_changes() && !comparison.has_moves()
}

#[test]
fn layout_does_not_count() {
    for (a, b) in [
        ("int a=1;", "int\ta\n=\r\n1 ;\n"),
        ("int a = b + c;", "int a = b \\\n + \\ \t\nc;"),
        ("identifier", "iden\\\ntifier"),
        ("#define A  1\nint x;", "  #  define A 1\n\n\nint x;"),
        ("#define A 1 \\\n + 2\n", "#define A 1 + 2"),
        ("/* a  b\n * c */ x", "/* a b * c */x"),
        ("x // c  d\n", "x   // c d"),
        ("k<<<a, b>>>(c);", "k <<< a,\nb >>> ( c ) ;"),
        ("\u{feff}int x;", "int x;"),
    ] {
        assert!(is_same(a, b), "{a:?} {b:?}");
    }
}

#[test]
fn layout_counts_where_it_means_something() {
    for (a, b) in [
        ("a + + b", "a ++ b"),
        ("int x", "intx"),
        ("#define A (x)\n", "#define A(x)\n"),
        ("#define A\n1", "#define A 1\n"),
        ("#include <a b>\n", "#include <a  b>\n"),
        ("\"a  b\"", "\"a b\""),
        ("k <<< a", "k << < a"),
        ("a :: b", "a : : b"),
        ("R\"(a  b)\"", "R\"(a b)\""),
        ("R\"(a\\\nb)\"", "R\"(ab)\""),
        ("// a\nb", "// a b"),
        ("1 2", "12"),
        ("L 'a'", "L'a'"),
    ] {
        assert!(!is_same(a, b), "{a:?} {b:?}");
    }
}

#[test]
fn what_does_not_end_reaches_to_the_end_of_line_or_file() {
    assert!(is_same("'a  b\nc  d", "'a b\nc d") && !is_same("'a b\nc", "'a b c"));
    assert!(is_same("x /* a\n  b", "x /* a b") && !is_same("x /* a", "x / * a"));
    assert!(!is_same("R\"(a  b", "R\"(a b"));
}

#[test]
fn a_changed_token_is_shown_with_its_lines() {
    let a = "int f(void)\n{\n    one();\n    two();\n    three(1);\n    four();\n}\n";
    assert_eq!(
        shown(a, &a.replace("(1)", "(2)").replace("four()", "four ( )"), Options::default()),
        "--- a\n+++ b\n@@ -2,6 +2,6 @@ function f\n {\n     one();\n     two();\n-    three(1);\n+    three(2);\n     four();\n }\n"
    );
    assert_eq!(shown(a, a, Options::default()), "");
}

#[test]
fn only_what_changed_is_marked() {
    let (a, b) =
        (text("a", "x = f(a, b); /* one two three */\n"), text("b", "x = f(a, c); /* one 2 three */\n"));
    let comparison = compare(&a, &b, Options::default());
    let shown = unified(&comparison, 3, Appearance { color: true, terminal: true });
    let shown = String::from_utf8(shown).unwrap();
    for piece in ["\u{1b}[31mx = f(a, \u{1b}[0m\u{1b}[1;7;31mb\u{1b}[0m", "\u{1b}[1;7;32m2\u{1b}[0m"] {
        assert!(shown.contains(piece), "{shown:?}");
    }
}

#[test]
fn a_function_that_stands_elsewhere_has_moved() {
    let f = "/* f */\nint f(int a)\n{\n    return a * 2 + 1;\n}\n";
    let g = "int g(int a)\n{\n    for (int i = 0; i < a; i++)\n        a += i;\n    return a;\n}\n";
    assert_eq!(
        shown(&format!("{f}{g}"), &format!("{g}{f}"), Options::default()),
        "--- a\n+++ b\nmoved: function f, a lines 1-5 -> b lines 7-11\n"
    );
    let changed = f.replace("* 2", "* 3");
    assert_eq!(
        shown(&format!("{f}{g}"), &format!("{g}{changed}"), Options::default()),
        "--- a\n+++ b\nmoved and changed: function f, a lines 1-5 -> b lines 7-11\n\
         @@ -1,5 +7,5 @@ function f\n /* f */\n int f(int a)\n {\n-    return a * 2 + 1;\n+    return a * 3 + 1;\n }\n"
    );
}

#[test]
fn counters_can_be_equated_one_to_one() {
    let rename = Options { rename: true, ..Options::default() };
    let a = "void *__x1; f(gpump_li0->x); __x1 = gpump_li0; int32_t n;";
    let b = "void *__x2; f(gpump_li3->x); __x2 = gpump_li3; int32_t n;";
    assert_eq!(
        shown(a, b, rename),
        "renamed: __x1 -> __x2, 2 times\nrenamed: gpump_li0 -> gpump_li3, 2 times\n"
    );
    assert!(!is_same(a, b));
    // One name cannot stand for two, and a type of the language is no counter.
    assert!(shown("x1 + x1 + x1;", "x2 + x2 + x3;", rename).contains("-x1 + x1 + x1;\n+x2 + x2 + x3;\n"));
    assert!(shown("x1 + x3 + x3;", "x2 + x2 + x2;", rename).contains("@@"));
    assert!(shown("int32_t n;", "int64_t n;", rename).contains("@@"));
    // x2 of the first file is another one than what x1 has become.
    assert!(shown("x1; x1; x2;", "x2; x2; x2;", rename).contains("@@"));
}

#[test]
fn comments_can_be_left_out() {
    let options = Options { ignore_comments: true, ..Options::default() };
    assert_eq!(shown("int a; // one\n", "/* two */ int a;", options), "");
    assert_ne!(shown("int a; // one\n", "int a; // two\n", Options::default()), "");
}

#[test]
fn two_columns_are_as_wide_as_asked() {
    let (a, b) = (text("a", "int first = 1;\n"), text("b", "int first = 2, and_a_long_name = 3;\n"));
    let shown = side_by_side(&compare(&a, &b, Options::default()), 3, 47, PLAIN);
    assert_eq!(
        String::from_utf8(shown).unwrap(),
        "  a                        b\n@@ -1 +1 @@ declaration first\n1 int first = 1;       | 1 int first = 2, and_a\n                           _long_name = 3;\n"
    );
}

#[test]
fn two_columns_have_the_numbers_of_their_lines() {
    let (a, b) = (text("a", "int p;\n\nint q;\n"), text("b", "int p;\nint r;\n\nint q;\n"));
    let shown = side_by_side(&compare(&a, &b, Options::default()), 3, 27, PLAIN);
    assert_eq!(
        String::from_utf8(shown).unwrap(),
        "  a              b\n@@ -1,3 +1,4 @@ declaration r\n1 int p;       1 int p;\n2\n             > 2 int r;\n               3\n3 int q;       4 int q;\n"
    );
}

#[test]
fn json_has_every_place() {
    let (a, b) = (text("a", "int é = 1;\n"), text("b", "int é =\n 2;\n"));
    assert_eq!(
        json_lines(&compare(&a, &b, Options::default())),
        concat!(
            r#"{"kind":"change","a":{"file":"a","line":1,"column":9,"end":{"line":1,"column":10}},"#,
            r#""b":{"file":"b","line":2,"column":2,"end":{"line":2,"column":3}},"removed":"1","added":"2"}"#,
            "\n"
        )
    );
}

/// Pieces of a program: tokens, lines of the preprocessor, comments.
fn pieces() -> impl Strategy<Value = Vec<Vec<&'static str>>> {
    let words = [
        "int",
        "f",
        "x1",
        "x2",
        "(",
        ")",
        "{",
        "}",
        ";",
        "+",
        "42",
        "\"s t\"",
        "'c'",
        "<<<",
        "::",
        "/* a b */",
    ];
    let lines = [
        vec!["#", "define", "A", "1"],
        vec!["#", "if", "X"],
        vec!["#", "else"],
        vec!["#", "endif"],
        vec!["#", "pragma", "omp", "for"],
    ];
    let word = proptest::sample::select(words.to_vec()).prop_map(|word| vec![word]);
    let line = proptest::sample::select(lines.to_vec());
    proptest::collection::vec(prop_oneof![8 => word, 1 => line], 0..60)
}

/// The pieces in some layout.
fn laid_out(pieces: &[Vec<&str>], layout: &[u8]) -> String {
    let mut text = String::new();
    let mut choices = layout.iter().cycle();
    let mut blank = |of: &[&'static str]| of[*choices.next().unwrap() as usize % of.len()];
    for piece in pieces {
        let is_line = piece.len() > 1;
        if is_line {
            text.push('\n');
        }
        for word in piece {
            text.push_str(word);
            text.push_str(match is_line {
                true => blank(&[" ", "\t", "  ", " \\\n", "\\\r\n "]),
                false => blank(&[" ", "\n", "\t\t", "\r\n", " \\\n ", "\n\n   "]),
            });
        }
        if is_line {
            text.push('\n');
        }
    }
    text
}

/// The second file's tokens, made of the first file's and of what the comparison says was added.
fn applied(comparison: &Comparison) -> Vec<Vec<u8>> {
    let [a, b] = &comparison.sides;
    let spelled = |side: &Side, token: usize| match side.tokens[token].class {
        Class::DirectiveEnd => b"\n".to_vec(),
        _ => tokens::folded(side.spelling(token)).into_owned(),
    };
    (0..b.tokens.len())
        .map(|token| match b.counterparts[token] {
            None => spelled(b, token),
            Some(other) => {
                assert_eq!(a.counterparts[other as usize], Some(token as u32));
                spelled(a, other as usize)
            }
        })
        .collect()
}

/// Any bytes, most of which mean something to the lexer.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let meaningful = proptest::sample::select(b"\\\n\r \t/*\"'R()#<>.:ae1\xc3\xa9".to_vec());
    proptest::collection::vec(prop_oneof![1 => any::<u8>(), 4 => meaningful], 0..200)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_layout_makes_a_difference(pieces in pieces(), one in proptest::collection::vec(any::<u8>(), 1..50), other in proptest::collection::vec(any::<u8>(), 1..50)) {
        let (a, b) = (laid_out(&pieces, &one), laid_out(&pieces, &other));
        prop_assert!(is_same(&a, &b), "{:?} {:?}", a, b);
    }

    #[test]
    fn the_changes_make_the_one_of_the_other(a in pieces(), b in pieces(), layout in proptest::collection::vec(any::<u8>(), 1..20)) {
        let (a, b) = (text("a", laid_out(&a, &layout)), text("b", laid_out(&b, &[0])));
        let comparison = compare(&a, &b, Options::default());
        let whole = compare(&b, &b, Options::default());
        prop_assert_eq!(applied(&comparison), applied(&whole));
        // What stays in place is in order.
        let Part { tokens, changes, .. } = &comparison.parts[0];
        let counterparts = &comparison.sides[0].counterparts;
        let kept: Vec<u32> = tokens[0].iter().filter_map(|&token| counterparts[token as usize]).collect();
        prop_assert!(kept.is_sorted());
        prop_assert!(comparison.has_moves() || changes.is_empty() != comparison.has_changes());
        // Either order sees a difference.
        let back = compare(&b, &a, Options::default());
        prop_assert_eq!(comparison.has_changes() || comparison.has_moves(), back.has_changes() || back.has_moves());
        // Every form can show it.
        unified(&comparison, 0, Appearance { color: true, terminal: true });
        side_by_side(&comparison, 2, 40, PLAIN);
        json_lines(&comparison);
    }

    #[test]
    fn no_bytes_make_it_panic(a in bytes(), b in bytes(), rename in any::<bool>()) {
        let (a, b) = (text("a", a), text("b", b));
        let comparison = compare(&a, &b, Options { rename, ..Options::default() });
        unified(&comparison, 3, Appearance { color: true, terminal: true });
        side_by_side(&comparison, 3, 40, PLAIN);
        json_lines(&comparison);
        let taken = preserved::taken(&a, &b);
        faults(&a, &b, &taken.faults, PLAIN);
        preserved::against(&comparison, &a);
        prop_assert!(!compare(&a, &a, Options::default()).has_changes());
    }
}
