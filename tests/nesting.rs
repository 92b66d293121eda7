//! What nests deeply, or goes on for long, gets an answer: the program is read,
//! or refused at the place where it nests more deeply than the parser follows.
//!
//! The sizes are those of programs that programs write; the stack of the thread
//! that asks is the usual one.

use gpump::{Diagnostic, Options, Source, check};

fn errors(text: &str) -> Vec<Diagnostic> {
    check(&Source::new("nested.c", text.as_bytes()), &Options::default())
}

#[track_caller]
fn assert_read(text: &str) {
    let found = errors(text);
    assert!(found.is_empty(), "{:?}", found.first());
}

/// A text around a core, so many times.
fn around(before: &str, open: &str, core: &str, close: &str, after: &str, levels: usize) -> String {
    [before, &open.repeat(levels), core, &close.repeat(levels), after].concat()
}

#[test]
fn parentheses() {
    assert_read(&around("int x = ", "(", "1", ")", ";", 10_000));
    assert_read(&around("int ", "(", "x", ")", ";", 10_000));
    assert_read(&around("int g(int); int f(void) { return ", "g(", "1", ")", "; }", 10_000));
}

#[test]
fn blocks() {
    assert_read(&around("void f(void) { ", "{", ";", "}", " }", 5_000));
    assert_read(&around("int f(void) { return ", "({ ", "1;", " });", " }", 3_000));
}

#[test]
fn initializers() {
    assert_read(&around("int x[] = ", "{", "1", "}", ";", 10_000));
    let elements: Vec<String> = (0..100_000).map(|number| number.to_string()).collect();
    assert_read(&format!("int x[] = {{ {} }};", elements.join(", ")));
}

#[test]
fn chains_of_statements() {
    let chain: String = (0..10_000).map(|n| format!("if (a == {n}) return {n};\nelse ")).collect();
    assert_read(&format!("int f(int a) {{\n{chain}return 0;\n}}"));
    assert_read(&around("void f(int a) { ", "for (;;) ", ";", "", " }", 10_000));
    assert_read(&around("void f(int a) { ", "do ", ";", " while (a);", " }", 10_000));
    let labels: String = (0..10_000).map(|n| format!("l{n}: ")).collect();
    assert_read(&format!("void f(void) {{ {labels}; }}"));
}

#[test]
fn expressions() {
    assert_read(&around("int f(int a) { return ", "a+", "a", "", "; }", 100_000));
    assert_read(&around("int f(int a) { return ", "- ", "a", "", "; }", 10_000));
    assert_read(&around("int f(int a) { return ", "(int)", "a", "", "; }", 10_000));
    assert_read(&around("int f(int a) { return ", "a ? 1 : ", "a", "", "; }", 10_000));
}

#[test]
fn more_than_the_parser_follows_is_refused_at_its_place() {
    for text in [
        around("int x = ", "(", "1", ")", ";", 200_000),
        around("int x = ", "(", "", "", "", 200_000),
        around("void f(void) ", "{", ";", "}", "", 100_000),
        around("int f(int a) { return ", "- ", "a", "", "; }", 200_000),
    ] {
        let found = errors(&text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].code, "E0101");
        assert!((10_000..text.len() / 2).contains(&found[0].span.start), "{:?}", found[0].span);
        assert!(found[0].notes.iter().any(|note| format!("{note:?}").contains("depth")), "{found:?}");
    }
}
