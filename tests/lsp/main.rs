//! `gpump lsp`, as a client sees it: the real program over its standard input and output. `scripts/editor-tests` drives it
//! with clients that others have made.

mod client;
mod compiler;

use std::process::Command;

use client::{Client, Folder, at, place};
use serde_json::{Value, json};

const URI: &str = "untitled:a.c";

const LOOP: &str = "\
void scale(double *a, int n, double by)
{
    int i;
    #pragma omp parallel for shared(a) firstprivate(by)
    for (i = 0; i < n; i++)
        a[i] *= by;
}
";

/// The code of each diagnostic, with its range: line and column of both ends.
fn ranges(found: &[Value]) -> Vec<(String, [u64; 4])> {
    let number = |value: &Value| value.as_u64().unwrap();
    let range = |one: &Value| {
        let (start, end) = (&one["range"]["start"], &one["range"]["end"]);
        [number(&start["line"]), number(&start["character"]), number(&end["line"]), number(&end["character"])]
    };
    found.iter().map(|one| (one["code"].as_str().unwrap().to_owned(), range(one))).collect()
}

/// The text of a file that an answer points to, and what of it is meant.
fn pointed_to(location: &Value) -> (String, String) {
    let path = location["uri"].as_str().unwrap().strip_prefix("file://").unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let line = |end: &str| location["range"][end]["line"].as_u64().unwrap() as usize;
    let column = |end: &str| location["range"][end]["character"].as_u64().unwrap() as usize;
    assert_eq!(line("start"), line("end"));
    let meant = text.lines().nth(line("start")).unwrap()[column("start")..column("end")].to_owned();
    (text, meant)
}

#[test]
fn diagnostics_are_those_of_check() {
    let text = "int main(void)\n{\n    int é = 0;\n    #pragma omp parallel default(none)\n    é++;\n\
                    #pragma omp single\n    {\n        #pragma omp barrier\n    }\n    return é;\n}\n";
    let folder = Folder::with(&[("a.c", text)]);
    let mut client = Client::start(&[], json!({"general": {"positionEncodings": ["utf-32"]}}), Value::Null);
    assert_eq!(client.about["capabilities"]["positionEncoding"], "utf-32");
    let found = client.open(&folder.uri("a.c"), text);
    let check = Command::new(env!("CARGO_BIN_EXE_gpump"))
        .args(["check", "--format", "json"])
        .arg(folder.path("a.c"))
        .output()
        .unwrap();
    let check = String::from_utf8(check.stdout).unwrap();
    let expected = check.lines().map(|line| {
        let one: Value = serde_json::from_str(line).unwrap();
        let number = |value: &Value| value.as_u64().unwrap() - 1;
        let end = &one["end"];
        let range = [&one["line"], &one["column"], &end["line"], &end["column"]].map(number);
        (one["code"].as_str().unwrap().to_owned(), range)
    });
    let expected: Vec<_> = expected.collect();
    assert!(expected.len() >= 2, "{check}");
    assert_eq!(ranges(&found), expected);
    let first = &found[0];
    assert_eq!(first["severity"], 1);
    assert_eq!(first["source"], "gpump");
    assert!(first["message"].as_str().unwrap().contains("`default(none)` wants it"), "{first}");
    let related = &first["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], folder.uri("a.c"));
    assert_eq!(related["location"]["range"]["start"]["line"], 3);
    assert!(client.exit().success());
}

/// Columns behind characters that are one, two or four bytes long, in each encoding; and edits behind them.
#[test]
fn columns_are_counted_as_agreed() {
    let text =
        "void f(void)\r\n{\r\n    /* é𝄞 */ barier();\r\n    /* é𝄞 */\r\n#pragma omp barier /*𝄞*/ é\r\n}\r\n";
    for (offered, agreed, width) in [
        (json!(["utf-8", "utf-16"]), "utf-8", 4),
        (json!(["utf-16"]), "utf-16", 2),
        (json!(["utf-32"]), "utf-32", 1),
        (Value::Null, "utf-16", 2),
    ] {
        let mut client = Client::start(&[], json!({"general": {"positionEncodings": offered}}), Value::Null);
        assert_eq!(client.about["capabilities"]["positionEncoding"], agreed);
        let found = client.open(URI, text);
        assert_eq!(ranges(&found), [("E0102".to_owned(), [4, 12, 4, 18])], "{found:?}");
        // A line is put in front, and behind the character a letter that makes the word right.
        let change = |line: usize, from: usize, to: usize, text: &str| {
            let place = |character| json!({"line": line, "character": character});
            json!({"range": {"start": place(from), "end": place(to)}, "text": text})
        };
        let comment = 2 + width;
        client.change(
            URI,
            2,
            json!([
                change(4, 0, 0, "/*𝄞\r\n*/ "),
                change(5, 3 + 15, 3 + 15, "r"),
                change(4, comment, comment, "𝄞")
            ]),
        );
        assert_eq!(client.diagnostics(URI, 2).len(), 1, "the é behind the directive");
        let line = "*/ #pragma omp barrier /*";
        let letter = line.len() + width + 3;
        client.change(URI, 3, json!([change(5, letter, letter + if width == 4 { 2 } else { 1 }, "")]));
        let left = client.diagnostics(URI, 3);
        assert!(!left.iter().any(|one| one["code"] == "E0102"), "{left:?}");
        let whole = "int x;\n#pragma omp paralel\n;";
        client.change(URI, 4, json!([{"text": whole}]));
        assert_eq!(ranges(&client.diagnostics(URI, 4)), [("E0102".to_owned(), [1, 12, 1, 19])]);
    }
}

#[test]
fn diagnostics_go_with_the_document() {
    let mut client = Client::plain();
    assert_eq!(client.open(URI, "#pragma omp foo\n").len(), 1);
    client.notify("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
    let last = client.wait(|message| message["method"] == "textDocument/publishDiagnostics");
    assert_eq!(last["params"]["diagnostics"], json!([]));
}

#[test]
fn variables_say_who_shares_them_and_where_they_live() {
    let mut client = Client::plain();
    assert_eq!(client.open(URI, LOOP), [] as [Value; 0]);
    let mut hover = |word: &str| {
        let (line, column) = place(LOOP, word);
        client.hover(URI, line, column)
    };
    let text = hover("a[i]");
    for part in [
        "**shared** in `parallel for`",
        "the clause `shared`",
        "section 2.8.3.2 of OpenMP 2.5",
        "On the device: ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(hover("i < n").contains("**private**"), "the loop's variable");
    assert!(hover("by)").contains("`double`") || hover("by)").is_empty());
    // In a clause as well.
    let (line, column) = place(LOOP, "firstprivate(by)");
    let text = client.hover(URI, line, column + "firstprivate(".len());
    assert!(text.contains("**firstprivate**") && text.contains("each thread's own"), "{text}");
    // And nothing where there is nothing to say.
    assert_eq!(client.hover(URI, 1, 0), "");
}

#[test]
fn pragmas_say_what_they_become() {
    let mut client = Client::plain();
    client.open(URI, LOOP);
    let (line, column) = place(LOOP, "parallel for");
    let text = client.hover(URI, line, column);
    for part in [
        "Kernel `scale_parallel0` in a.cu",
        "__global__ void scale_parallel0(",
        "a[i] *= by;",
        "Its launch:",
        "gpump_parallel(&scale_parallel0_region",
        "`parallel for`: OpenMP 2.5, section 2.6.1",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (line, column) = place(LOOP, "shared(");
    assert!(
        client.hover(URI, line, column).contains("`shared`, a clause of `parallel for`: section 2.8.3.2")
    );
}

#[test]
fn a_region_on_the_host_says_why() {
    let text = "#include <stdio.h>\nvoid f(void)\n{\n    #pragma omp parallel\n    setlinebuf(stderr);\n}\n";
    let folder = Folder::with(&[("a.c", text)]);
    let uri = folder.uri("a.c");
    let mut client = Client::plain();
    let found = client.open(&uri, text);
    assert!(found.iter().any(|one| one["severity"] == 2), "{found:?}");
    let said = client.hover(&uri, 3, 18);
    assert!(said.contains("`parallel` of line 4 stays on the host: "), "{said}");
    let lenses = client.request("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
    assert!(lenses[0]["command"]["title"].as_str().unwrap().starts_with("On the host: "), "{lenses}");
    assert_eq!(client.request("textDocument/definition", at(&uri, 3, 18)), Value::Null);
}

#[test]
fn what_is_wrong_is_explained_and_the_rest_is_known() {
    let text = LOOP.to_owned()
        + "void g(int b)\n{\n    #pragma omp paralel\n    b++;\n}\nvoid h(int c)\n{\n    c = ;\n}\n";
    let mut client = Client::plain();
    let found = client.open(URI, &text);
    assert!(found.iter().any(|one| one["code"] == "E0102"), "{found:?}");
    let (line, column) = place(&text, "paralel\n");
    assert!(client.hover(URI, line, column).contains("### E0102 — "));
    let (line, column) = place(&text, "a[i]");
    assert!(client.hover(URI, line, column).contains("**shared**"));
    let (line, column) = place(&text, "parallel for");
    let text = client.hover(URI, line, column);
    assert!(text.contains("Kernel `scale_parallel0` in a.cu, without what is wrong in the file"), "{text}");
}

#[test]
fn completion_offers_what_the_grammar_accepts() {
    let mut client = Client::plain();
    let mut offered = |line: &str| -> Vec<(String, String)> {
        let text = format!("/* é */\n{line}\n");
        client.open(URI, &text);
        let last = text.lines().count() - 1;
        let column = text.lines().last().unwrap().encode_utf16().count();
        let found = client.request("textDocument/completion", at(URI, last, column));
        client.notify("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let all = found.as_array().unwrap().iter();
        all.map(|one| (text(&one["label"]), text(&one["textEdit"]["newText"]))).collect()
    };
    let has = |found: &[(String, String)], label: &str, new: &str| {
        found.contains(&(label.to_owned(), new.to_owned()))
    };
    let directives = offered("#pragma omp par");
    assert!(has(&directives, "parallel for", "parallel for") && has(&directives, "barrier", "barrier"));
    let clauses = offered("  # pragma omp parallel for \\\n      private(é) s");
    assert!(
        has(&clauses, "schedule", "schedule(") && !has(&clauses, "copyprivate", "copyprivate("),
        "{clauses:?}"
    );
    let kinds = offered("#pragma omp for schedule(");
    assert!(has(&kinds, "dynamic", "dynamic") && !has(&kinds, "private", "private("), "{kinds:?}");
    assert_eq!(offered("#pragma gpump "), [("accessible".to_owned(), "accessible".to_owned())]);
    assert_eq!(offered("int x; par"), []);
    assert_eq!(offered("#pragma om"), []);
}

/// Each fix, when it is made, mends what it is for.
#[test]
fn fixes_mend() {
    let cases = [
        (
            "void f(int *é, int n)\n{\n    /* 𝄞 */ int i;\n    #pragma omp parallel for default(none) shared(é)\n    for (i = 0; i < n; i++)\n        é[i] = n;\n}\n",
            "E0303",
            vec!["Add `n` to `shared`", "Add `n` to `private`", "Add `n` to `firstprivate`"],
            "shared(é, n)",
        ),
        (
            "int f(int *a)\n{\n    int s = 0, i;\n    #pragma omp parallel for reducton(+: s)\n    for (i = 0; i < 9; i++)\n        s += a[i];\n    return s;\n}\n",
            "E0102",
            vec!["Replace `reducton` by `reduction`"],
            "reduction(+: s)",
        ),
    ];
    let mut client = Client::plain();
    for (number, (text, code, titles, mended)) in cases.into_iter().enumerate() {
        let uri = format!("untitled:{number}.c");
        let found = client.open(&uri, text);
        let one = found.iter().find(|one| one["code"] == code).unwrap_or_else(|| panic!("{found:?}"));
        let actions = client.request(
            "textDocument/codeAction",
            json!({"textDocument": {"uri": uri}, "range": one["range"], "context": {"diagnostics": [one]}}),
        );
        let found: Vec<&str> =
            actions.as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap()).collect();
        assert_eq!(found, titles);
        assert_eq!(actions[0]["kind"], "quickfix");
        assert_eq!(actions[0]["diagnostics"][0]["code"], code);
        // Elsewhere there is none.
        let nowhere = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}});
        let none = json!({"textDocument": {"uri": uri}, "range": nowhere, "context": {"diagnostics": []}});
        assert_eq!(client.request("textDocument/codeAction", none), json!([]), "{mended}");
        let edits = actions[0]["edit"]["changes"][&uri].as_array().unwrap().clone();
        let changes: Vec<Value> =
            edits.iter().map(|edit| json!({"range": edit["range"], "text": edit["newText"]})).collect();
        client.change(&uri, 2, json!(changes));
        let left = client.diagnostics(&uri, 2);
        assert!(!left.iter().any(|one| one["code"] == code), "{left:?}");
    }
}

#[test]
fn kernels_can_be_gone_to() {
    let capabilities = json!({"window": {"showDocument": {"support": true}}});
    let mut client = Client::start(&[], capabilities, Value::Null);
    client.open(URI, LOOP);
    let location = client.request("textDocument/definition", at(URI, 3, 15));
    let (text, meant) = pointed_to(&location);
    assert_eq!(meant, "scale_parallel0");
    assert!(text.contains("#include <gpump_device.h>"));

    let lenses = client.request("textDocument/codeLens", json!({"textDocument": {"uri": URI}}));
    let [lens] = lenses.as_array().unwrap().as_slice() else { panic!("{lenses}") };
    assert_eq!(lens["range"]["start"], json!({"line": 3, "character": 4}));
    assert_eq!(lens["command"]["title"], "Show CUDA");
    let command = &lens["command"];
    let shown = client.request(
        "workspace/executeCommand",
        json!({"command": command["command"], "arguments": command["arguments"]}),
    );
    assert_eq!(shown, location);
    let asked = client.wait(|message| message["method"] == "window/showDocument");
    assert_eq!(
        (&asked["params"]["uri"], &asked["params"]["selection"]),
        (&location["uri"], &location["range"])
    );
    client.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": {"success": true}}));

    // What has been looked at follows the document, and goes with the session.
    client.change(URI, 2, json!([{"text": LOOP.replace("scale", "times")}]));
    let shown =
        client.request("workspace/executeCommand", json!({"command": "gpump.showCuda", "arguments": [URI]}));
    let path = shown["uri"].as_str().unwrap().strip_prefix("file://").unwrap().to_owned();
    assert!(std::fs::read_to_string(&path).unwrap().contains("times_parallel0"));
    assert!(client.exit().success());
    assert!(!std::path::Path::new(&path).exists());
}

#[test]
fn a_kernel_of_its_own_for_each_loop_can_be_gone_to() {
    let text = "void f(double *a, double *b, int n)\n{\n    #pragma omp parallel\n    {\n        #pragma omp for\n        for (int i = 0; i < n; i++)\n            a[i] = i;\n        #pragma omp for\n        for (int i = 0; i < n; i++)\n            b[i] = a[n - 1 - i];\n    }\n}\n";
    let mut client = Client::plain();
    client.open(URI, text);
    let mut names = |line| {
        let location = client.request("textDocument/definition", at(URI, line, 20));
        pointed_to(&location).1
    };
    let (first, second) = (names(4), names(7));
    assert!(first.starts_with("f_") && second.starts_with("f_"), "{first} {second}");
    assert_ne!(first, second);
}

/// Headers in which regions stand are written into the text that is read, and places are still those of the files.
#[test]
fn regions_in_headers_move_nothing() {
    let text = "#include \"h.h\"\n/* é */\nvoid g(int *b)\n{\n    #pragma omp parallel shared(b)\n    b[0] = 1;\n    #pragma omp bar\n    f(b);\n}\n";
    let header = "static void f(int *a)\n{\n    #pragma omp parallel\n    a[0] = 1;\n}\n";
    let folder = Folder::with(&[("h.h", header)]);
    let uri = folder.uri("a.c");
    let mut client = Client::plain();
    let found = client.open(&uri, text);
    assert!(ranges(&found).contains(&("E0102".to_owned(), [6, 16, 6, 19])), "{found:?}");
    let right = text.replace("bar\n", "barrier\n");
    client.change(&uri, 2, json!([{"text": right}]));
    let found = client.diagnostics(&uri, 2);
    assert!(!found.iter().any(|one| one["severity"] == 1), "{found:?}");
    let said = client.hover(&uri, 5, 4);
    assert!(said.contains("**shared** in `parallel` (region of line 5)"), "{said}");
    let location = client.request("textDocument/definition", at(&uri, 4, 20));
    assert_eq!(pointed_to(&location).1, "g_parallel0");
    // What is wrong in the header is said of it.
    folder.write("h.h", &header.replace("parallel\n", "parallel private(a\n"));
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    let found = client.diagnostics(&uri, 2);
    let inside = found.iter().find(|one| one["severity"] == 1).unwrap_or_else(|| panic!("{found:?}"));
    let related = &inside["relatedInformation"][0]["location"];
    assert_eq!((&related["uri"], &related["range"]["start"]["line"]), (&json!(folder.uri("h.h")), &json!(2)));
}

#[test]
fn flags_are_those_of_the_project() {
    let text = "#include \"n.h\"\n#ifndef MACRO\n#error no macro\n#endif\nint x[N];\n";
    let folder = Folder::with(&[("inc/n.h", "#define N 3\n")]);
    let compiled = json!([{"directory": folder.path(""), "file": "src/é.c", "command": "cc -Iinc -DMACRO='a b' -c src/é.c"}]);
    folder.write("build/compile_commands.json", &compiled.to_string());
    folder.write("src/é.c", text);
    let mut client = Client::plain();
    let uri = folder.uri("src/%C3%A9.c");
    assert_eq!(client.open(&uri, text), [] as [Value; 0]);
    // A file that is not listed has those of the client.
    let other = folder.uri("src/b.c");
    assert_ne!(client.open(&other, text), [] as [Value; 0]);
    let flags = json!({"gpump": {"flags": ["-DMACRO", format!("-I{}", folder.path("inc").display())]}});
    client.notify("workspace/didChangeConfiguration", json!({"settings": flags}));
    assert_eq!(client.diagnostics(&other, 1), [] as [Value; 0]);
    let mut client =
        Client::start(&["-DMACRO", "-I", folder.path("inc").to_str().unwrap()], json!({}), Value::Null);
    assert_eq!(client.open(&other, text), [] as [Value; 0]);
}

#[test]
fn the_dialect_is_the_clients() {
    let text = "void f(int *a)\n{\n    #pragma omp task\n    a[0] = 1;\n}\n";
    let mut client = Client::start(&[], json!({}), json!({"dialect": "thesis"}));
    assert!(client.open(URI, text).iter().any(|one| one["severity"] == 1));
    let mut client = Client::start(&["--dialect", "thesis"], json!({}), Value::Null);
    assert!(client.open(URI, text).iter().any(|one| one["severity"] == 1));
    client.notify("workspace/didChangeConfiguration", json!({"settings": {"gpump": {"dialect": "cuda"}}}));
    let found = client.diagnostics(URI, 1);
    assert!(!found.iter().any(|one| one["severity"] == 1), "{found:?}");
    let mut client = Client::start(&[], json!({}), json!({"dialect": "none"}));
    let said = client.wait(|message| message["method"] == "window/showMessage");
    assert!(
        said["params"]["message"].as_str().unwrap().contains("dialect") || said.to_string().contains("none"),
        "{said}"
    );
    assert_eq!(client.open(URI, LOOP), [] as [Value; 0]);
}

/// A text that is no more is not worked on, and what was asked of it is refused.
#[test]
fn edits_overtake_what_was_asked() {
    let mut client = Client::plain();
    let long: String = (0..200).map(|number| LOOP.replace("scale", &format!("scale{number}"))).collect();
    client.open(URI, &long);
    let overtaken = client.ask("textDocument/hover", at(URI, 3, 15));
    // Each of these texts is wrong but for the last.
    let place = |line| json!({"line": line, "character": 0});
    let edit = |end, text: &str| json!([{"range": {"start": place(0), "end": place(end)}, "text": text}]);
    client.change(URI, 2, edit(0, "#pragma omp foo\n"));
    for version in 3..39 {
        client.change(URI, version, edit(0, "\n"));
    }
    client.change(URI, 39, edit(37, ""));
    assert_eq!(client.answer(overtaken)["error"]["code"], -32801);
    assert_eq!(client.diagnostics(URI, 39), [] as [Value; 0]);
    let cancelled = client.ask("textDocument/hover", at(URI, 3, 15));
    client.notify("$/cancelRequest", json!({"id": cancelled}));
    assert_eq!(client.answer(cancelled)["error"]["code"], -32800);
    assert!(client.hover(URI, 3, 15).contains("Kernel `scale0_parallel0`"));
}

#[test]
fn nonsense_ends_nothing() {
    let mut client = Client::plain();
    let odd = [
        ("textDocument/hover", json!({"textDocument": 3}), -32602),
        ("textDocument/hover", at("untitled:none.c", 0, 0), -32602),
        ("textDocument/rename", json!({}), -32601),
        ("workspace/executeCommand", json!({"command": "other", "arguments": []}), -32601),
    ];
    for (method, params, code) in odd {
        let id = client.ask(method, params);
        assert_eq!(client.answer(id)["error"]["code"], code, "{method}");
    }
    client.notify("textDocument/didOpen", json!("what?"));
    client.change("untitled:none.c", 1, json!([{"text": ""}]));
    client.open(URI, "\u{10FE41} \u{0} #pragma omp \\");
    let far = json!({"start": {"line": 9, "character": 9}, "end": {"line": 1, "character": 1}});
    client.change(URI, 2, json!([{"range": far, "text": "\r\r\n#pragma omp parallel for private("}]));
    client.diagnostics(URI, 2);
    for (line, column) in [(0, 0), (2, 33), (2, 99), (99, 0)] {
        client.hover(URI, line, column);
        client.request("textDocument/completion", at(URI, line, column));
        client.request("textDocument/definition", at(URI, line, column));
    }
    assert!(client.exit().success());
    assert_eq!(Client::plain().vanish().code(), Some(1));
}
