//! Diagnostics as SARIF 2.1.0, the format in which code hosts and editors take what static analysis finds.
//!
//! One log with one run, of all files together. Columns are counted in characters (`columnKind`, section 3.14.17), which is how
//! [`Source`] counts; the end of a region is behind its last character (3.30.8).

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::compiler::{Message, in_json};
use super::json::{Place, place, plain};
use super::{Diagnostic, Severity, pages};
use crate::source::Source;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// What names of files are relative to.
const ROOT: &str = "%SRCROOT%";

/// What stays as it is in a path of a URI (RFC 3986, 3.3).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A file, and what is said of it.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    pub source: &'a Source,
    pub found: &'a [Diagnostic],
    /// What the C compiler adds.
    pub added: &'a [Message],
}

/// How gpump was called, and how that ended (3.20).
#[derive(Clone, Debug, Default)]
pub struct Invocation {
    pub folder: PathBuf,
    pub arguments: Vec<String>,
    pub exit_status: u8,
    /// Why it could not do its work, if it could not.
    pub failure: Option<String>,
}

/// The log, in one line with its end.
pub fn log(invocation: &Invocation, reports: &[Report]) -> String {
    let log = Log { folder: &invocation.folder };
    let codes: BTreeSet<&str> = reports.iter().flat_map(Report::codes).collect();
    let rules: Vec<Value> = codes.iter().map(|code| rule(code)).collect();
    let rule_index = |code: &str| codes.iter().position(|known| *known == code);
    let mut results: Vec<Value> = Vec::new();
    for Report { source, found, added } in reports {
        results.extend(found.iter().map(|diagnostic| log.result(source, diagnostic)));
        results.extend(added.iter().map(|message| log.result_of_compiler(source, message)));
    }
    for result in &mut results {
        result["ruleIndex"] = json!(result["ruleId"].as_str().and_then(rule_index));
    }
    let run = json!({
        "tool": { "driver": {
            "name": "gpump",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "shortDescription": { "text": env!("CARGO_PKG_DESCRIPTION") },
            "rules": rules,
        } },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": { ROOT: { "uri": folder_uri(&invocation.folder) } },
        "invocations": [ log.invocation(invocation) ],
        "artifacts": reports.iter().map(|report| log.artifact(report.source)).collect::<Vec<_>>(),
        "results": results,
    });
    let log = json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] });
    format!("{log}\n")
}

impl Report<'_> {
    fn codes(&self) -> impl Iterator<Item = &'static str> {
        let own = self.found.iter().map(|diagnostic| diagnostic.code);
        own.chain(self.added.iter().map(Message::code))
    }
}

/// What a code means (3.49): the words of `docs/diagnostics.md`, which `gpump explain` prints too.
fn rule(code: &str) -> Value {
    let severity = if code.starts_with('E') { Severity::Error } else { Severity::Warning };
    let mut rule = json!({ "id": code, "defaultConfiguration": { "level": severity.word() } });
    let pages = pages(code).unwrap_or_default();
    if let Some((_, title)) = pages.first().and_then(|page| page.lines().next()?.split_once(" — ")) {
        rule["shortDescription"] = json!({ "text": title.replace('`', "") });
        let text = format!("### {}\n", pages.join("\n### ").trim_end());
        rule["help"] = json!({ "text": format!("gpump explain {code}\n\n{text}"), "markdown": text });
        if let Some(address) = address(env!("CARGO_PKG_REPOSITORY"), code, title) {
            rule["helpUri"] = json!(address);
        }
    }
    rule
}

/// Where a code's words are to be read, if the package says where its sources are. Code hosts make an address of a heading so.
fn address(repository: &str, code: &str, title: &str) -> Option<String> {
    let heading = format!("{code} — {title}").to_lowercase();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
    let folder = format!("{}/blob/v{}/docs", repository.trim_end_matches('/'), env!("CARGO_PKG_VERSION"));
    (!repository.is_empty()).then(|| format!("{folder}/diagnostics.md#{anchor}"))
}

/// What names are relative to.
struct Log<'f> {
    folder: &'f Path,
}

impl Log<'_> {
    fn result(&self, source: &Source, diagnostic: &Diagnostic) -> Value {
        let mut text = vec![diagnostic.message.clone()];
        text.extend(
            diagnostic.notes.iter().filter(|note| note.span.is_none()).map(|note| note.message.clone()),
        );
        text.extend(diagnostic.helps.iter().map(|help| format!("Help: {help}")));
        let mut result = json!({
            "ruleId": diagnostic.code,
            "level": diagnostic.severity.word(),
            "message": { "text": plain(&text.join("\n")) },
            "locations": [ self.location(&place(source, &diagnostic.span), &plain(&diagnostic.label)) ],
        });
        let related = diagnostic.notes.iter().filter_map(|note| {
            Some(self.location(&place(source, note.span.as_ref()?), &plain(&note.message)))
        });
        add(&mut result, "relatedLocations", related.collect());
        add(&mut result, "fixes", diagnostic.fixes.iter().map(|fix| self.fix(source, fix)).collect());
        result
    }

    /// A message about no place is said of the beginning of the file.
    fn result_of_compiler(&self, source: &Source, message: &Message) -> Value {
        let location = match &message.place {
            // The compiler tells where it begins: without an end, the region goes to the end of the line (3.30.8).
            Some(place) => json!({ "physicalLocation": {
                "artifactLocation": self.artifact_location(&place.file),
                "region": { "startLine": place.line, "startColumn": place.column },
            } }),
            None => {
                json!({ "physicalLocation": { "artifactLocation": self.artifact_location(source.name()) } })
            }
        };
        let mut result = json!({
            "ruleId": message.code(),
            "level": message.severity.word(),
            "message": { "text": message.words },
            "locations": [ location ],
        });
        let related = message
            .notes
            .iter()
            .filter_map(|(place, words)| Some(self.location(&in_json(place.as_ref()?), words)));
        add(&mut result, "relatedLocations", related.collect());
        result
    }

    fn fix(&self, source: &Source, fix: &super::Fix) -> Value {
        let mut changes: Vec<(String, Vec<Value>)> = Vec::new();
        for edit in &fix.edits {
            let place = place(source, &edit.span);
            let replacement =
                json!({ "deletedRegion": region(&place), "insertedContent": { "text": plain(&edit.text) } });
            match changes.iter_mut().find(|(file, _)| file == place.file) {
                Some((_, replacements)) => replacements.push(replacement),
                None => changes.push((place.file.to_owned(), vec![replacement])),
            }
        }
        let change = |(file, replacements): (String, Vec<Value>)| json!({ "artifactLocation": self.artifact_location(&file), "replacements": replacements });
        let changes: Vec<Value> = changes.into_iter().map(change).collect();
        json!({ "description": { "text": plain(&fix.title) }, "artifactChanges": changes })
    }

    fn location(&self, place: &Place, words: &str) -> Value {
        let mut location = json!({ "physicalLocation": {
            "artifactLocation": self.artifact_location(place.file),
            "region": region(place),
        } });
        if !words.is_empty() {
            location["message"] = json!({ "text": words });
        }
        location
    }

    /// Names outside of the folder are given in full: a relative one has no `..` (3.10.2).
    fn artifact_location(&self, name: &str) -> Value {
        let path = Path::new(name.strip_prefix("./").unwrap_or(name));
        let is_below = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        match is_below {
            true => json!({ "uri": encoded(path), "uriBaseId": ROOT }),
            false => json!({ "uri": format!("file://{}", encoded(&full(&self.folder.join(path)))) }),
        }
    }

    fn artifact(&self, source: &Source) -> Value {
        json!({
            "location": self.artifact_location(source.name()),
            "roles": ["analysisTarget"],
            "sourceLanguage": "c",
        })
    }

    fn invocation(&self, invocation: &Invocation) -> Value {
        let mut value = json!({
            "executionSuccessful": invocation.failure.is_none(),
            "exitCode": invocation.exit_status,
            "arguments": invocation.arguments,
            "workingDirectory": { "uri": folder_uri(self.folder) },
        });
        if let Some(failure) = &invocation.failure {
            let notification = json!({ "level": "error", "message": { "text": failure } });
            value["toolExecutionNotifications"] = json!([notification]);
        }
        value
    }
}

fn add(result: &mut Value, member: &str, values: Vec<Value>) {
    if !values.is_empty() {
        result[member] = Value::Array(values);
    }
}

fn region(place: &Place) -> Value {
    json!({
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end.line,
        "endColumn": place.end.column,
    })
}

fn encoded(path: &Path) -> String {
    utf8_percent_encode(&plain(&path.to_string_lossy()), ESCAPED).to_string()
}

fn folder_uri(folder: &Path) -> String {
    format!("file://{}/", encoded(folder).trim_end_matches('/'))
}

/// A path without `.` and `..`.
fn full(path: &Path) -> PathBuf {
    let mut full = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = full.pop(),
            Component::CurDir => {}
            part => full.push(part),
        }
    }
    full
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::Edit;

    fn result_of(diagnostic: Diagnostic) -> Value {
        let source = Source::new("a b.c", "int é;\nfoo(é);\n".as_bytes());
        let invocation = Invocation { folder: "/x".into(), ..Invocation::default() };
        let report = Report { source: &source, found: &[diagnostic], added: &[] };
        let log: Value = serde_json::from_str(&log(&invocation, &[report])).unwrap();
        log["runs"][0]["results"][0].clone()
    }

    #[test]
    fn a_result_has_its_place_its_notes_and_its_fixes() {
        let found = Diagnostic::error("E0301", "wrong", 12..14)
            .label("here")
            .note_at(4..6, "declared here")
            .note("so it is")
            .help("leave it out")
            .fix("leave `foo` out", [Edit::new(8..17, ""), Edit::insert(0, "x")]);
        let location = |line, columns: [usize; 2], words: &str| {
            json!({
                "physicalLocation": {
                    "artifactLocation": { "uri": "a%20b.c", "uriBaseId": "%SRCROOT%" },
                    "region": { "startLine": line, "startColumn": columns[0], "endLine": line, "endColumn": columns[1] },
                },
                "message": { "text": words },
            })
        };
        let replacement = |lines: [usize; 2], columns: [usize; 2], text: &str| {
            json!({
                "deletedRegion": {
                    "startLine": lines[0], "startColumn": columns[0], "endLine": lines[1], "endColumn": columns[1],
                },
                "insertedContent": { "text": text },
            })
        };
        let expected = json!({
            "ruleId": "E0301",
            "ruleIndex": 0,
            "level": "error",
            "message": { "text": "wrong\nso it is\nHelp: leave it out" },
            "locations": [ location(2, [5, 6], "here") ],
            "relatedLocations": [ location(1, [5, 6], "declared here") ],
            "fixes": [ {
                "description": { "text": "leave `foo` out" },
                "artifactChanges": [ {
                    "artifactLocation": { "uri": "a%20b.c", "uriBaseId": "%SRCROOT%" },
                    "replacements": [ replacement([2, 3], [1, 1], ""), replacement([1, 1], [1, 1], "x") ],
                } ],
            } ],
        });
        assert_eq!(result_of(found), expected);
    }

    #[test]
    fn files_elsewhere_have_their_whole_name() {
        let log = Log { folder: Path::new("/home/me/src") };
        let uri = |name| log.artifact_location(name)["uri"].as_str().unwrap().to_owned();
        assert_eq!(uri("./sub/a.c"), "sub/a.c");
        assert_eq!(uri("../lib/./ä#.h"), "file:///home/me/lib/%C3%A4%23.h");
        assert_eq!(uri("/usr/include/omp.h"), "file:///usr/include/omp.h");
    }

    #[test]
    fn a_rule_has_the_words_of_the_page_and_its_address() {
        let rule = rule("E0301");
        assert!(rule["help"]["markdown"].as_str().unwrap().starts_with("### E0301 — "), "{rule}");
        assert_eq!(rule["defaultConfiguration"]["level"], "error");
        assert_eq!(address("", "E0301", "a title"), None);
        let expected =
            format!("https://x.org/g/blob/v{}/docs/diagnostics.md#w0501--a-b-c", env!("CARGO_PKG_VERSION"));
        assert_eq!(address("https://x.org/g/", "W0501", "`A` b, (c)"), Some(expected));
    }
}
