//! The page: one HTML file with its styles, its scripts and the explanation in it.
//!
//! The files beside this one are what they look like, HTML, CSS and JavaScript modules, and are put together
//! here, so that the page needs nothing beside it: a browser does not let modules import one another from
//! `file://`. The same explanation always makes the same page.

use super::{Explanation, json};
use crate::source::quoted;

/// The page with a place for each of its parts, `{{title}}` and the like.
const PAGE: &str = include_str!("page.html");

/// In the order in which they count.
const STYLES: &[&str] = &[
    include_str!("theme.css"),
    include_str!("layout.css"),
    include_str!("code.css"),
    include_str!("views.css"),
    include_str!("print.css"),
];

/// The modules with their names, each behind those that it imports.
const SCRIPTS: &[(&str, &str)] = &[
    ("dom.js", include_str!("dom.js")),
    ("text.js", include_str!("text.js")),
    ("unpack.js", include_str!("unpack.js")),
    ("rows.js", include_str!("rows.js")),
    ("pieces.js", include_str!("pieces.js")),
    ("colours.js", include_str!("colours.js")),
    ("model.js", include_str!("model.js")),
    ("links.js", include_str!("links.js")),
    ("codepane.js", include_str!("codepane.js")),
    ("list.js", include_str!("list.js")),
    ("tabs.js", include_str!("tabs.js")),
    ("outputs.js", include_str!("outputs.js")),
    ("follow.js", include_str!("follow.js")),
    ("treelayout.js", include_str!("treelayout.js")),
    ("treeview.js", include_str!("treeview.js")),
    ("step.js", include_str!("step.js")),
    ("regions.js", include_str!("regions.js")),
    ("scopes.js", include_str!("scopes.js")),
    ("tokens.js", include_str!("tokens.js")),
    ("macros.js", include_str!("macros.js")),
    ("comparison.js", include_str!("comparison.js")),
    ("messages.js", include_str!("messages.js")),
    ("inspector.js", include_str!("inspector.js")),
    ("stepper.js", include_str!("stepper.js")),
    ("kept.js", include_str!("kept.js")),
    ("theme.js", include_str!("theme.js")),
    ("arrangement.js", include_str!("arrangement.js")),
    ("keys.js", include_str!("keys.js")),
    ("following.js", include_str!("following.js")),
    ("tour.js", include_str!("tour.js")),
    ("print.js", include_str!("print.js")),
    ("app.js", include_str!("app.js")),
];

/// What makes a page of an explanation, for `gpump explain`.
const EXPLAIN: (&str, &str) = ("explain.js", include_str!("explain.js"));

/// What has a server explain what is typed, for `gpump serve`.
const SERVE: &[(&str, &str)] = &[
    ("editor.js", include_str!("editor.js")),
    ("running.js", include_str!("running.js")),
    ("serve.js", include_str!("serve.js")),
];

/// The page.
pub fn html(explanation: &Explanation) -> String {
    put_together(
        "gpump explain",
        Some(&explanation.file),
        &json(explanation),
        &[SCRIPTS, &[EXPLAIN]].concat(),
    )
}

/// The page for a program that is typed in it. It asks `start`, `translate` and `run` of where it came from.
pub fn served() -> String {
    put_together("gpump serve", None, "null", &[SCRIPTS, SERVE].concat())
}

/// The page for an explanation in JSON, of a file with this name; without one, for a server. `json` may hold any text: it is
/// escaped so that nothing in it ends the element that it stands in.
fn put_together(command: &str, file: Option<&str>, json: &str, scripts: &[(&str, &str)]) -> String {
    let title = file.map_or(command.to_owned(), |file| quoted::html(&format!("{file}: {command}")));
    let mut page = String::with_capacity(json.len() + json.len() / 8 + 200_000);
    let mut rest = PAGE;
    // What is filled in is not looked at again: a program may have `{{title}}` in it.
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, behind) = after.split_once("}}").unwrap_or((after, ""));
        page.push_str(before);
        match name {
            "title" => page.push_str(&title),
            "command" => page.push_str(command),
            "connections" => page.push_str(if file.is_none() { "; connect-src 'self'" } else { "" }),
            "style" => page.push_str(&STYLES.join("\n")),
            "script" => page.push_str(&script(scripts)),
            "explanation" => push_json(&mut page, json),
            _ => debug_assert!(false, "the page has no part {name}"),
        }
        rest = behind;
    }
    page.push_str(rest);
    page
}

/// JSON as it stands in a script element: without the characters that end one, or that begin a comment or
/// another script in it, or that JavaScript takes for the end of a line. They occur in strings alone, where
/// JSON can write them otherwise.
fn push_json(page: &mut String, json: &str) {
    let mut done = 0;
    for (at, c) in json.char_indices() {
        if matches!(c, '<' | '>' | '&' | '\u{2028}' | '\u{2029}') {
            page.push_str(&json[done..at]);
            page.push_str(&format!("\\u{:04x}", u32::from(c)));
            done = at + c.len_utf8();
        }
    }
    page.push_str(&json[done..]);
}

/// The modules as one script. Each becomes a function that gives its exports, so that names within them do
/// not meet.
fn script(modules: &[(&str, &str)]) -> String {
    let mut script = String::from("\"use strict\";\nconst modules = {};\n");
    for (name, text) in modules {
        let mut exports = Vec::new();
        script.push_str(&format!("// {name}\nmodules[\"{name}\"] = (() => {{\n"));
        for line in text.lines() {
            if let Some((names, from)) = imported(line) {
                let names = names.replace(" as ", ": ");
                script.push_str(&format!("const {{ {names} }} = modules[\"{from}\"];"));
            } else if let Some(declaration) = line.strip_prefix("export ") {
                exports.extend(declared(declaration));
                script.push_str(declaration);
            } else {
                script.push_str(line);
            }
            script.push('\n');
        }
        script.push_str(&format!("return {{ {} }};\n}})();\n", exports.join(", ")));
    }
    script
}

/// The names and the module of a line `import { a, b as c } from "./module.js";`.
fn imported(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import { ")?.split_once(" } from \"./")?;
    Some((names, from.strip_suffix("\";")?))
}

/// The name that a line such as `class CodePane {` declares.
fn declared(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once(' ')?;
    rest.split(|c: char| !c.is_alphanumeric() && !"_$".contains(c)).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_comes_behind_those_that_it_imports() {
        let all = [SCRIPTS, &[EXPLAIN], SERVE].concat();
        for (at, (name, text)) in all.iter().enumerate() {
            for line in text.lines().filter(|line| line.starts_with("import")) {
                let (names, from) = imported(line).unwrap_or_else(|| panic!("{name}: {line}"));
                let (_, text) = all[..at].iter().find(|(other, _)| *other == from).unwrap_or_else(|| {
                    panic!("{name} imports {from}, which is not before it");
                });
                let exports: Vec<_> =
                    text.lines().filter_map(|line| declared(line.strip_prefix("export ")?)).collect();
                for wanted in names.split(", ") {
                    let wanted = wanted.split(" as ").next().unwrap_or_default();
                    assert!(exports.contains(&wanted), "{name}: {from} has no {wanted}");
                }
            }
        }
    }

    #[test]
    fn modules_become_functions_that_give_their_exports() {
        let made = script(&[
            ("a.js", "export const ONE = 1;\nconst own = 2;\n"),
            ("b.js", "import { ONE as UN } from \"./a.js\";\nexport function f() { return UN; }\n"),
        ]);
        assert!(made.contains("const ONE = 1;\nconst own = 2;\nreturn { ONE };"), "{made}");
        assert!(
            made.contains("const { ONE: UN } = modules[\"a.js\"];\nfunction f() { return UN; }"),
            "{made}"
        );
    }

    #[test]
    fn nothing_in_the_explanation_or_the_name_is_markup() {
        let json = "{\"source\":\"</script><!-- <script> {{title}} \u{2028}&amp;\"}";
        let page = put_together("gpump explain", Some("</title><b>&.c"), json, SCRIPTS);
        assert!(page.contains("<title>&lt;/title&gt;&lt;b&gt;&amp;.c: gpump explain</title>"), "{page}");
        let (_, rest) = page.split_once("id=\"explanation\">").unwrap();
        let (inside, _) = rest.split_once("</script>").unwrap();
        assert_eq!(
            inside,
            "{\"source\":\"\\u003c/script\\u003e\\u003c!-- \\u003cscript\\u003e {{title}} \\u2028\\u0026amp;\"}"
        );
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(inside).unwrap(),
            serde_json::from_str::<serde_json::Value>(json).unwrap()
        );
    }

    #[test]
    fn the_page_loads_nothing() {
        for page in [put_together("gpump explain", Some("a.c"), "{}", SCRIPTS), served()] {
            for wanting in [" src=", "@import", "url(", "http:", "https:", "<link"] {
                let without = page.replace("http://www.w3.org/2000/svg", "");
                assert!(!without.contains(wanting), "{wanting}");
            }
            assert!(!page.contains("{{"), "a part is missing");
            assert_eq!(page.matches("</script>").count(), 2);
        }
    }
}
