//! The rules of the grammar as they stand in `grammar/`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::model::Rule;
use crate::syntax::accepted::FILES;

/// The grammars, those first whose rules take the place of others' of the same name.
fn grammars() -> impl Iterator<Item = (&'static str, &'static str, Option<&'static str>)> {
    let own = [
        ("OpenMPC.g4", include_str!("../../grammar/OpenMPC.g4"), Some("Section 7.1.3")),
        ("Accessible.g4", include_str!("../../grammar/Accessible.g4"), Some("Appendix B")),
    ];
    let of_thesis = |name| (name == "OpenMP.g4").then_some("Appendix A");
    let openmp = FILES.into_iter().map(move |(name, text, _)| (name, text, of_thesis(name)));
    own.into_iter().chain(openmp).chain([("C.g4", include_str!("../../grammar/C.g4"), None)])
}

/// The rule of a name.
pub fn rule(name: &str) -> Option<&'static Rule> {
    static RULES: OnceLock<BTreeMap<String, Rule>> = OnceLock::new();
    let rules = RULES.get_or_init(|| {
        let mut rules = BTreeMap::new();
        for (grammar, text, thesis) in grammars() {
            for (name, rule) in rules_of(grammar, text, thesis) {
                rules.entry(name).or_insert(rule);
            }
        }
        rules
    });
    rules.get(name)
}

/// A rule begins with its name in the first column and ends with a line of `;` alone. Lines of `//` directly in front
/// are its comment.
fn rules_of(
    grammar: &'static str,
    text: &str,
    thesis: Option<&'static str>,
) -> impl Iterator<Item = (String, Rule)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_name = |line: &str| {
        line.starts_with(|c: char| c.is_ascii_lowercase())
            && line.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_name(line)) {
        let Some(length) = lines[at..].iter().position(|line| line.trim() == ";") else { continue };
        let begin =
            lines[..at].iter().rposition(|line| !line.starts_with("//")).map_or(0, |before| before + 1);
        let comment: Vec<&str> = lines[begin..at]
            .iter()
            .filter(|line| !line.ends_with("---"))
            .map(|line| line.trim_start_matches('/').trim())
            .collect();
        let comment = comment.join(" ");
        let rule = Rule {
            grammar,
            line: at + 1,
            text: lines[at..=at + length].join("\n"),
            comment: Some(comment.trim().to_owned()).filter(|comment| !comment.is_empty()),
            thesis,
        };
        found.push(((*line).to_owned(), rule));
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::rule;
    use crate::syntax::generated::open_mpc::rule_names;

    #[test]
    fn every_rule_of_the_parser_is_found() {
        for name in rule_names() {
            let rule = rule(name).unwrap_or_else(|| panic!("{name}"));
            assert!(rule.text.starts_with(name) && rule.text.trim_end().ends_with(';'), "{}", rule.text);
        }
    }

    #[test]
    fn rules_where_c_and_openmp_meet_are_those_of_their_grammar() {
        let statement = rule("statement").unwrap();
        assert_eq!((statement.grammar, statement.thesis), ("OpenMPC.g4", Some("Section 7.1.3")));
        assert!(statement.text.contains("openmp_construct"));
        assert_eq!(rule("parallel_construct").unwrap().thesis, Some("Appendix A"));
        assert!(rule("nested_body").unwrap().comment.as_ref().unwrap().starts_with("GNU: the body"));
    }
}
