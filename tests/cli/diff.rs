//! `gpump diff`: what it prints, and what it exits with.

use std::process::Stdio;

use crate::support::{Workplace, run, run_with_input};

const OLD: &str = "\
int twice(int a)
{
    return a * 2; /* as it was */
}

int half(int a)
{
    if (a < 0)
        a = -a;
    return a / 2;
}
";

#[test]
fn layout_is_no_difference() {
    let here = Workplace::new();
    here.write("a.cu", OLD);
    here.write("b.cu", OLD.split_whitespace().collect::<Vec<_>>().join(" "));
    assert_eq!(run(&mut here.gpump(["diff", "a.cu", "b.cu"])).succeeded(), b"");
    assert_eq!(run_with_input(&mut here.gpump(["diff", "a.cu", "-"]), OLD.as_bytes()).succeeded(), b"");
}

#[test]
fn a_difference_is_status_1() {
    let here = Workplace::new();
    here.write("a.cu", OLD);
    here.write("b.cu", OLD.replace("a / 2", "a / 3"));
    let done = run(&mut here.gpump(["diff", "-U", "1", "a.cu", "b.cu"]));
    assert_eq!((done.status, &*done.err), (1, ""));
    assert_eq!(
        String::from_utf8(done.out).unwrap(),
        "--- a.cu\n+++ b.cu\n@@ -9,3 +9,3 @@ function half\n         a = -a;\n-    return a / 2;\n+    return a / 3;\n }\n"
    );
    let done = run(&mut here.gpump(["diff", "-q", "a.cu", "b.cu"]));
    assert_eq!((done.status, &*done.out), (1, &b"Files a.cu and b.cu differ\n"[..]));
}

#[test]
fn a_function_may_stand_elsewhere() {
    let here = Workplace::new();
    let at = OLD.find("int half").unwrap();
    here.write("a.cu", OLD);
    here.write("b.cu", format!("{}{}", &OLD[at..], &OLD[..at]));
    let done = run(&mut here.gpump(["diff", "a.cu", "b.cu"]));
    let out = String::from_utf8(done.out).unwrap();
    assert_eq!((done.status, &*done.err), (1, ""));
    assert_eq!(out, "--- a.cu\n+++ b.cu\nmoved: function twice, a.cu lines 1-4 -> b.cu lines 7-10\n");
    let done = run(&mut here.gpump(["diff", "--ignore-moved", "a.cu", "b.cu"]));
    assert_eq!((done.status, String::from_utf8(done.out).unwrap()), (0, out));
}

#[test]
fn comments_count_unless_told() {
    let here = Workplace::new();
    here.write("a.cu", OLD);
    here.write("b.cu", OLD.replace("as it was", "as it is"));
    assert_eq!(run(&mut here.gpump(["diff", "a.cu", "b.cu"])).status, 1);
    run(&mut here.gpump(["diff", "--ignore-comments", "a.cu", "b.cu"])).succeeded();
}

#[test]
fn counters_may_be_equated() {
    let here = Workplace::new();
    here.write("a.cu", "int x1, y1;\n");
    here.write("b.cu", "int x2, y1;\n");
    assert_eq!(run(&mut here.gpump(["diff", "a.cu", "b.cu"])).status, 1);
    let out = run(&mut here.gpump(["diff", "--rename", "a.cu", "b.cu"])).succeeded();
    assert_eq!(out, b"renamed: x1 -> x2, once\n");
}

#[test]
fn what_was_taken_over_has_to_be_the_same() {
    let here = Workplace::new();
    here.write("a.c", OLD);
    here.write("good.cu", format!("#include <runtime.h>\n{OLD}"));
    here.write("bad.cu", format!("#include <runtime.h>\n{}", OLD.replace("a = -a;", "a =  -a;")));
    run(&mut here.gpump(["diff", "--preserved", "a.c", "good.cu"])).succeeded();
    let expected = "\
not preserved: other white space, a.c:9:13 -> bad.cu:10:13
-         a = -a;
+         a = ·-a;
";
    for arguments in
        [&["diff", "--preserved", "a.c", "bad.cu"][..], &["diff", "--preserved", "a.c", "good.cu", "bad.cu"]]
    {
        let done = run(&mut here.gpump(arguments));
        assert_eq!((done.status, String::from_utf8(done.out).unwrap()), (1, expected.to_owned()));
    }
    let done = run(&mut here.gpump(["diff", "-q", "--preserved", "a.c", "bad.cu"]));
    assert_eq!((done.status, &*done.out), (1, &b"File bad.cu is not as its source\n"[..]));
    here.write("none.cu", "");
    let out = run(&mut here.gpump(["diff", "--preserved", "a.c", "--not-taken", "none.cu"])).succeeded();
    assert!(
        out.starts_with(b"not taken over: a.c:1:1: int twice(int a)"),
        "{}",
        String::from_utf8_lossy(&out)
    );
}

#[test]
fn tools_get_json() {
    let here = Workplace::new();
    here.write("a.cu", OLD);
    here.write("b.cu", OLD.replace("a / 2", "a / 3"));
    here.write("s.c", OLD.replace("a = -a", "a = - a"));
    let done = run(&mut here.gpump(["diff", "--format", "json", "--preserved", "s.c", "a.cu", "b.cu"]));
    let objects: Vec<serde_json::Value> = String::from_utf8(done.out)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(done.status, 1);
    assert_eq!(objects[0]["kind"], "change");
    assert_eq!((&objects[0]["removed"], &objects[0]["added"]), (&"2".into(), &"3".into()));
    assert_eq!((&objects[0]["a"]["line"], &objects[0]["a"]["column"]), (&10.into(), &16.into()));
    assert_eq!(objects[1]["kind"], "fault");
    assert_eq!((&objects[1]["expected"], &objects[1]["found"]), (&" ".into(), &"".into()));
}

#[test]
fn colours_are_for_terminals() {
    let here = Workplace::new();
    here.write("a.cu", "int a; /* \x1b[2J */\n");
    here.write("b.cu", "int b; /* \x1b[2J */\n");
    let plain = run(&mut here.gpump(["diff", "a.cu", "b.cu"])).out;
    assert_eq!(
        plain,
        b"--- a.cu\n+++ b.cu\n@@ -1 +1 @@ declaration a\n-int a; /* \x1b[2J */\n+int b; /* \x1b[2J */\n"
    );
    let color = run(&mut here.gpump(["diff", "--color", "always", "a.cu", "b.cu"])).out;
    let color = String::from_utf8(color).unwrap();
    // What the file holds does not reach the terminal.
    assert!(color.contains("\x1b[31m-\x1b[0m\x1b[31mint \x1b[0m\x1b[1;7;31ma\x1b[0m"), "{color:?}");
    assert!(color.contains("^[[2J") && !color.contains("\x1b[2J"), "{color:?}");
}

#[test]
fn used_wrongly_is_status_2() {
    let here = Workplace::new();
    here.write("a.cu", OLD);
    run(&mut here.gpump(["diff", "a.cu", "none.cu"])).failed(2, &["cannot read none.cu"]);
    run(&mut here.gpump(["diff", "a.cu"])).failed(2, &["<B>"]);
    run(&mut here.gpump(["diff", "-", "-"])).failed(2, &["twice"]);
    run(&mut here.gpump(["diff", "a.cu", "."])).failed(2, &["cannot read ."]);
}

#[test]
fn a_reader_may_hang_up() {
    let here = Workplace::new();
    here.write("a.cu", "int a;\n".repeat(20_000));
    here.write("b.cu", "int b;\n".repeat(20_000));
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let child = here.gpump(["diff", "a.cu", "b.cu"]).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(1), ""));
}
