//! What the C compiler says of a document comes beside gpump's own diagnostics.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Client, Folder};

const NONE: [Value; 0] = [];

const WRONG: &str = "int f(int n)\n{\n    return n + nowhere;\n}\n";
const RIGHT: &str = "int f(int n)\n{\n    return n;\n}\n";

/// gcc, which does not read a text before there is a file `go` in the folder, and makes `asked` when it is to.
fn slow_compiler(folder: &Folder) -> String {
    let (here, asked, go) = (folder.path(""), folder.path("asked"), folder.path("go"));
    let script = format!(
        "case \"$*\" in *-fsyntax-only*)\n    : >'{}'\n    while test -d '{}' && ! test -e '{}'; do sleep 0.02; done\nesac\nexec gcc \"$@\"\n",
        asked.display(),
        here.display(),
        go.display()
    );
    folder.write("cc.sh", &script);
    format!("sh {}", folder.path("cc.sh").display())
}

fn wait_for(path: &Path) {
    let end = Instant::now() + Duration::from_secs(60);
    while !path.exists() {
        assert!(Instant::now() < end, "{}", path.display());
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_compilers_errors_come_in_its_words_and_go() {
    let folder = Folder::with(&[("a.c", WRONG), ("h.h", "static int g(void) { return missing; }\n")]);
    let uri = folder.uri("a.c");
    let mut client = Client::with_compiler("gcc", &[], Value::Null);
    assert_eq!(client.open(&uri, WRONG), NONE, "gpump has nothing to say of it");
    let found = client.diagnostics_with(&uri, 1, "E0120");
    let [one] = found.as_slice() else { panic!("{found:?}") };
    let place = |character| json!({"line": 2, "character": character});
    assert_eq!(one["range"], json!({"start": place(15), "end": place(22)}));
    assert_eq!((&one["source"], &one["severity"]), (&json!("gcc"), &json!(1)));
    assert!(one["message"].as_str().unwrap().contains("'nowhere' undeclared"), "{one}");
    // It stays until the compiler has read the next text, and goes then.
    client.change(&uri, 2, json!([{"text": RIGHT}]));
    assert_eq!(client.diagnostics(&uri, 2), found);
    assert_eq!(client.diagnostics(&uri, 2), NONE);
    // What is wrong in a header is said of it, beside what gpump finds in the document.
    let text = format!("#include \"h.h\"\n#pragma omp paralel\n{RIGHT}");
    client.change(&uri, 3, json!([{"text": text}]));
    let found = client.diagnostics_with(&uri, 3, "E0120");
    assert!(found.iter().any(|one| one["code"] == "E0102"), "{found:?}");
    let inside = found.iter().find(|one| one["code"] == "E0120").unwrap();
    let related = &inside["relatedInformation"][0]["location"];
    assert_eq!(
        (&related["uri"], &related["range"]["start"]),
        (&json!(folder.uri("h.h")), &json!({"line": 0, "character": 28}))
    );
    assert!(client.exit().success());
}

#[test]
fn nothing_waits_for_the_compiler_and_its_late_answers_are_dropped() {
    let folder = Folder::with(&[]);
    let uri = folder.uri("a.c");
    let mut client = Client::with_compiler(&slow_compiler(&folder), &[], Value::Null);
    assert_eq!(client.open(&uri, WRONG), NONE);
    wait_for(&folder.path("asked"));
    client.change(&uri, 2, json!([{"text": "#pragma omp paralel\n"}]));
    assert_eq!(client.diagnostics(&uri, 2).len(), 1);
    client.change(&uri, 3, json!([{"text": RIGHT}]));
    assert_eq!(client.diagnostics(&uri, 3), NONE);
    folder.write("go", "");
    client.change(&uri, 4, json!([{"text": WRONG}]));
    client.diagnostics_with(&uri, 4, "E0120");
    assert!(!client.has_kept("nowhere"), "said of a text that is no more");
    // The session ends while the compiler reads.
    std::fs::remove_file(folder.path("go")).unwrap();
    std::fs::remove_file(folder.path("asked")).unwrap();
    client.change(&uri, 5, json!([{"text": WRONG}]));
    wait_for(&folder.path("asked"));
    assert!(client.exit().success());
}

#[test]
fn the_compiler_is_asked_only_if_the_user_wants_it() {
    let cases = [
        (vec!["--no-compiler"], Value::Null),
        (vec![], json!({"compiler": false})),
        (vec!["--no-preprocessing"], Value::Null),
    ];
    for (arguments, options) in cases {
        let folder = Folder::with(&[("go", "")]);
        let uri = folder.uri("a.c");
        let mut client = Client::with_compiler(&slow_compiler(&folder), &arguments, options);
        assert_eq!(client.open(&uri, WRONG), NONE);
        client.change(&uri, 2, json!([{"text": "#pragma omp paralel\n"}]));
        assert_eq!(client.diagnostics(&uri, 2).len(), 1);
        assert!(!folder.path("asked").exists(), "{arguments:?}");
        if arguments.is_empty() {
            client.change(&uri, 3, json!([{"text": WRONG}]));
            let settings = json!({"settings": {"gpump": {"compiler": true}}});
            client.notify("workspace/didChangeConfiguration", settings);
            client.diagnostics_with(&uri, 3, "E0120");
        }
        assert!(client.exit().success());
    }
}

#[test]
fn no_fault_is_reported_twice() {
    let folder = Folder::with(&[("go", "")]);
    let uri = folder.uri("a.c");
    let mut client = Client::with_compiler(&slow_compiler(&folder), &[], Value::Null);
    let found = client.open(&uri, "int f(int n)\n{\n    n = ;\n    return nowhere;\n}\n");
    assert!(found.len() == 1 && found[0]["code"].as_str().unwrap().starts_with("E01"), "{found:?}");
    // By the answer to this, one to the text before would have come.
    let other = folder.uri("b.c");
    client.open(&other, WRONG);
    client.diagnostics_with(&other, 1, "E0120");
    assert_eq!(client.kept_of(&uri), 0);
}

#[test]
fn headers_count_as_the_editor_has_them() {
    let text = format!("#include \"h.h\"\n#ifndef M\n#error no M\n#endif\n{WRONG}");
    let folder = Folder::with(&[("a.c", &text), ("h.h", "#define M\n")]);
    let (uri, header) = (folder.uri("a.c"), folder.uri("h.h"));
    let mut client = Client::with_compiler("gcc", &[], Value::Null);
    assert_eq!(client.open(&uri, &text), NONE);
    client.diagnostics_with(&uri, 1, "E0120");
    // One that an editor has kept from before.
    client.open(&header, "\n");
    let found = client.diagnostics(&uri, 1);
    assert!(found[0]["message"].as_str().unwrap().contains("no M"), "{found:?}");
    // The compiler reads what is on the disk, so it says nothing until that is the same.
    client.change(&header, 2, json!([{"text": "#define M 1\n"}]));
    assert_eq!(client.diagnostics(&uri, 1), NONE);
    folder.write("h.h", "#define M 1\n");
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": header}}));
    client.diagnostics_with(&uri, 1, "E0120");
}

/// An open header is what the compiler is asked about, and `#pragma once` is right there.
#[test]
fn a_header_may_be_open() {
    let text = format!("#pragma once\n{WRONG}");
    let folder = Folder::with(&[("h.h", &text), ("a.c", &text)]);
    let mut client = Client::with_compiler("gcc", &[], Value::Null);
    for (name, codes) in [("h.h", vec!["E0120"]), ("a.c", vec!["W0112", "E0120"])] {
        client.open(&folder.uri(name), &text);
        let found = client.diagnostics_with(&folder.uri(name), 1, "E0120");
        let found: Vec<_> = found.iter().map(|one| one["code"].as_str().unwrap()).collect();
        assert_eq!(found, codes, "{name}");
    }
}

#[test]
fn a_compiler_that_is_not_there_is_missed_once() {
    let folder = Folder::with(&[]);
    let uri = folder.uri("a.c");
    let mut client = Client::with_compiler("/nowhere/cc", &[], Value::Null);
    assert_eq!(client.open(&uri, WRONG), NONE);
    client.wait(|message| message["method"] == "window/showMessage");
    for version in 2..5 {
        client.change(&uri, version, json!([{"text": WRONG}]));
        assert_eq!(client.diagnostics(&uri, version), NONE);
        client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
        client.diagnostics(&uri, version);
    }
    assert!(!client.has_kept("showMessage"));
    assert!(client.exit().success());
}
