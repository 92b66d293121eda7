//! `gpump explain`: what goes where, and what is said when nothing can.

use std::process::Command;

use crate::support::{WRONG, Workplace, run, run_with_input};

const LOOP: &str = "void f(int n, float *v)\n{\n    int i;\n#pragma omp parallel for\n    for (i = 0; i < n; i++)\n        v[i] = i;\n}\n";

fn text(command: &mut Command) -> String {
    String::from_utf8(run(command).succeeded()).unwrap()
}

#[test]
fn the_page_goes_to_a_file_or_to_what_is_no_terminal() {
    let here = Workplace::new();
    here.write("loop.c", LOOP);
    assert_eq!(run(&mut here.gpump(["explain", "loop.c", "-o", "loop.html"])).succeeded(), b"");
    let page = String::from_utf8(here.read("loop.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("gpump-explanation"));
    assert_eq!(text(&mut here.gpump(["explain", "loop.c"])), page);
    assert_eq!(text(&mut here.gpump(["explain", "loop.c", "-o", "-"])), page);
    assert_eq!(here.names_in(""), ["loop.c", "loop.html"]);
}

#[test]
fn each_form_is_shown_as_text_and_as_json() {
    let here = Workplace::new();
    here.write("loop.c", LOOP);
    for (form, shown, member) in [
        ("tokens", "PragmaOmp", "tokens"),
        ("tree", "parallel_for_construct", "tree"),
        ("symbols", "float *", "scopes"),
        ("regions", "2.8.1.1 predetermined", "comparison"),
        ("rewrites", "device_loop", "sentences"),
    ] {
        let flag = format!("--{form}");
        let out = text(&mut here.gpump(["explain", "loop.c", &flag]));
        assert!(out.contains(shown) && !out.contains('\x1b'), "{out}");
        for json in [&["--json"][..], &["--format", "json"]] {
            let out = text(here.gpump(["explain", "loop.c", &flag]).args(json));
            let value: serde_json::Value = serde_json::from_str(&out).unwrap();
            assert_eq!((value["form"].as_str(), value["file"].as_str()), (Some(form), Some("loop.c")));
            assert!(value.get(member).is_some(), "{out}");
        }
    }
    run(&mut here.gpump(["explain", "loop.c", "--tree", "--tokens"])).failed(2, &["--tree", "--tokens"]);
}

#[test]
fn json_has_the_dialects_that_were_asked_for() {
    let here = Workplace::new();
    for (dialect, count) in [("cuda", 1), ("thesis", 1), ("both", 2)] {
        let command = &mut here.gpump(["explain", "-", "--json", "--dialect", dialect]);
        let out = run_with_input(command, LOOP.as_bytes()).succeeded();
        let value: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(value["dialects"].as_object().unwrap().len(), count);
        assert_eq!(value.get("comparison").is_some(), count == 2);
    }
}

#[test]
fn the_flags_of_preprocessing_count() {
    let here = Workplace::new();
    here.write("loop.c", LOOP.replace("float", "REAL"));
    let out = text(&mut here.gpump(["explain", "-DREAL=double", "loop.c", "--regions"]));
    assert!(out.contains("double *"), "{out}");
}

#[test]
fn what_is_wrong_is_said_as_other_commands_say_it() {
    let here = Workplace::new();
    here.write("wrong.c", WRONG);
    let explained = run(&mut here.gpump(["explain", "wrong.c", "-o", "wrong.html"]));
    let translated = run(&mut here.gpump(["translate", "wrong.c"]));
    assert_eq!((explained.status, &explained.err), (1, &translated.err));
    assert_eq!(here.names_in(""), ["wrong.c"]);
}

#[test]
fn used_wrongly_it_writes_nothing() {
    let here = Workplace::new();
    here.write("loop.c", LOOP);
    run(&mut here.gpump(["explain", "loop.c", "-o", "loop.c"])).failed(2, &["loop.c", "input"]);
    run(&mut here.gpump(["explain", "loop.c", "loop.c"])).failed(2, &["loop.c"]);
    run(&mut here.gpump(["explain", "none.c"])).failed(2, &["none.c"]);
    assert_eq!(here.read("loop.c"), LOOP.as_bytes());
}

#[test]
fn a_code_is_explained_by_its_pages() {
    let here = Workplace::new();
    let page = text(&mut here.gpump(["explain", "e0301"]));
    assert!(
        page.starts_with("E0301 — ") && page.contains("#pragma omp") && !page.contains("E0302"),
        "{page}"
    );
    // One for each dialect.
    let page = text(&mut here.gpump(["explain", "E0404"]));
    assert_eq!(page.matches("E0404 — ").count(), 2);
    run(&mut here.gpump(["explain", "E0999"])).failed(2, &["there is no diagnostic E0999"]);
    // A file may be called so.
    here.write("E0301", LOOP);
    assert!(text(&mut here.gpump(["explain", "E0301"])).starts_with("<!DOCTYPE html>"));
}
