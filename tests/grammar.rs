//! The grammar, held against the thesis's appendices.

mod common;

use std::collections::BTreeMap;

use common::listings::assert_digest;
use common::reference;

/// The rules of a grammar by name, each as its words; comments and actions,
/// options and scopes left out.
fn rules(grammar: &str) -> BTreeMap<String, Vec<String>> {
    let mut text = String::new();
    let mut rest = grammar;
    // Comments first, since they may hold anything.
    while let Some(at) = rest.find(['/', '\'']) {
        text.push_str(&rest[..at]);
        let tail = &rest[at..];
        let skip = if tail.starts_with("//") {
            tail.find('\n').unwrap_or(tail.len())
        } else if tail.starts_with("/*") {
            tail.find("*/").map_or(tail.len(), |end| end + 2)
        } else if let Some(literal) = tail.strip_prefix('\'') {
            let end = literal.find('\'').map_or(tail.len(), |end| end + 2);
            text.push_str(&tail[..end].replace('{', "LEFT").replace('}', "RIGHT"));
            end
        } else {
            text.push('/');
            1
        };
        rest = &tail[skip..];
    }
    text.push_str(rest);
    // Actions, braces inside braces and all.
    let mut depth = 0;
    let without_actions: String = text
        .chars()
        .filter(|c| {
            match c {
                '{' => depth += 1,
                '}' => {
                    depth -= 1;
                    return false;
                }
                _ => {}
            }
            depth == 0
        })
        .collect();
    let mut rules = BTreeMap::new();
    for rule in split_rules(&without_actions) {
        let Some((head, body)) = rule.split_once(" : ") else { continue };
        let name = head
            .split_whitespace()
            .find(|word| !["fragment", "options"].contains(word))
            .unwrap_or_default()
            .to_owned();
        rules.insert(name, body.split_whitespace().map(str::to_owned).collect());
    }
    rules
}

/// A grammar's text cut at the semicolons between its rules, punctuation set
/// apart by blanks.
fn split_rules(text: &str) -> Vec<String> {
    let mut quoted = false;
    let mut rules = vec![String::new()];
    for c in text.chars() {
        let rule = rules.last_mut().expect("never empty");
        match c {
            '\'' => {
                quoted = !quoted;
                rule.push(c);
            }
            ';' if !quoted => rules.push(String::new()),
            ':' | '|' | '(' | ')' | '*' | '+' | '?' if !quoted => {
                rule.push(' ');
                rule.push(c);
                rule.push(' ');
            }
            c if c.is_whitespace() => rule.push(' '),
            c => rule.push(c),
        }
    }
    rules
        .iter()
        .map(|rule| rule.split_whitespace().collect::<Vec<_>>().join(" "))
        .map(|rule| format!(" {rule}"))
        .collect()
}

fn ours(files: &[&str]) -> BTreeMap<String, Vec<String>> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar");
    let read = |name: &&str| std::fs::read_to_string(folder.join(name)).expect("a grammar");
    files.iter().flat_map(|name| rules(&read(name))).collect()
}

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn openmp_g4_is_appendix_a() {
    let printed = rules(&reference("grammar/appendix-a.g"));
    let found = ours(&["OpenMP.g4"]);
    let mut named_as_ours = printed.clone();
    for word in named_as_ours.values_mut().flatten().filter(|word| *word == "IDENTIFIER") {
        "identifier".clone_into(word);
    }
    assert_digest("grammar/appendix-a", &in_one(&named_as_ours));
    assert!(printed.len() > 45, "{} rules printed", printed.len());
    for (name, body) in &printed {
        let ours = found.get(name).unwrap_or_else(|| panic!("the rule {name} is missing"));
        if name == "openmp_pragma" {
            continue; // one token, by which the lexer opens its mode
        }
        // The specification's new-line is back; names are a rule.
        let ours: Vec<&str> = ours.iter().map(String::as_str).filter(|word| *word != "NewLine").collect();
        let body: Vec<&str> =
            body.iter().map(|word| if word == "IDENTIFIER" { "identifier" } else { word.as_str() }).collect();
        assert_eq!(ours, body, "{name}");
    }
    let extra: Vec<_> = found.keys().filter(|name| !printed.contains_key(*name)).collect();
    assert!(extra.is_empty(), "rules that Appendix A does not have: {extra:?}");
}

/// The rules of Appendix A, each as its name and its words, in the order of their names.
fn in_one(rules: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let rules = rules.iter().filter(|(name, _)| *name != "openmp_pragma");
    rules.flat_map(|(name, body)| [&[format!("{name}:")], body.as_slice()].concat()).collect()
}

#[test]
fn openmp_g4_has_the_digest_of_appendix_a() {
    let mut found = ours(&["OpenMP.g4"]);
    found.values_mut().for_each(|body| body.retain(|word| word != "NewLine"));
    assert_digest("grammar/appendix-a", &in_one(&found));
}

#[test]
fn the_entry_points_of_appendix_b_are_there() {
    let found = ours(&["C.g4", "Accessible.g4", "OpenMPC.g4"]);
    let has = |rule: &str, word: &str| found[rule].iter().any(|found| found == word);
    assert!(has("declaration", "declarative_directive"));
    assert!(has("declaration", "accessible_directive"));
    assert!(has("statement", "openmp_construct"));
    assert!(has("statement_list", "openmp_directive"));
    assert!(has("function_definition", "accessible_qualifier"));
    assert!(!has("statement", "openmp_directive"), "a barrier is no statement (7.1.3)");
    assert_eq!(found["accessible_directive"][..3], ["gpump_pragma", "'accessible'", "'('"]);
}

/// Where C and OpenMP meet, the rules are those of C with alternatives more.
#[test]
fn the_combined_rules_extend_those_of_c() {
    let c = ours(&["C.g4"]);
    let combined = ours(&["OpenMPC.g4"]);
    for (name, body) in &combined {
        let mut rest = body.iter();
        for word in &c[name] {
            assert!(rest.any(|found| found == word), "{name} lacks {word}");
        }
    }
}
