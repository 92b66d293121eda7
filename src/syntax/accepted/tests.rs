//! The tables, and pragmas held to them.

use super::directives::{Role, directives};
use super::{Fault, Part, Version, clause_section, clause_words, find, following};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;

/// Reads what stands behind `#pragma omp`.
fn reading(text: &str) -> (std::rc::Rc<super::Reading>, Vec<String>) {
    let list = TokenList::lex(&format!("#pragma omp {text}\n"));
    let (reading, words) = list.pragma(0);
    let keywords = reading.keywords.iter().map(|&at| list.text(words[at]).to_owned()).collect();
    (reading, keywords)
}

fn directive(name: &str) -> &'static super::Directive {
    directives().iter().find(|directive| directive.name == name).unwrap_or_else(|| panic!("{name}"))
}

fn version(text: &str) -> Version {
    Version::parse(text).unwrap()
}

#[test]
fn each_directive_has_its_version_and_its_section() {
    for directive in directives() {
        assert!(directive.section.starts_with(|c: char| c.is_ascii_digit()), "{}", directive.name);
        assert!(Version::all().contains(&directive.version), "{}: {}", directive.name, directive.version);
    }
    for (name, brought) in [
        ("parallel", "2.5"),
        ("flush", "2.5"),
        ("atomic", "2.5"),
        ("critical", "2.5"),
        ("ordered", "2.5"),
        ("task", "3.0"),
        ("taskyield", "3.1"),
        ("simd", "4.0"),
        ("parallel for simd", "4.0"),
        ("target teams distribute parallel for simd", "4.0"),
        ("taskloop", "4.5"),
        ("target parallel", "4.5"),
        ("loop", "5.0"),
        ("parallel masked taskloop simd", "5.1"),
        ("scope", "5.1"),
    ] {
        assert_eq!(directive(name).version, version(brought), "{name}");
    }
}

#[test]
fn clauses_have_the_version_that_allows_them() {
    let brought = |name: &str, word: &str| directive(name).forms(word).map(|form| form.version).min();
    assert_eq!(brought("parallel", "private"), Some(version("2.5")));
    assert_eq!(brought("parallel", "proc_bind"), Some(version("4.0")));
    assert_eq!(brought("for", "collapse"), Some(version("3.0")));
    assert_eq!(brought("for", "linear"), Some(version("4.5")));
    assert_eq!(brought("simd", "simdlen"), Some(version("4.5")));
    assert_eq!(brought("simd", "if"), Some(version("5.0")));
    assert_eq!(brought("atomic", "capture"), Some(version("3.1")));
    assert_eq!(brought("atomic", "seq_cst"), Some(version("4.0")));
    assert_eq!(brought("atomic", "hint"), Some(version("5.0")));
    assert_eq!(brought("critical", "hint"), Some(version("4.5")));
    assert_eq!(brought("scope", "firstprivate"), Some(version("5.2")));
    assert_eq!(brought("parallel", "lastprivate"), None);
}

#[test]
fn a_combined_directive_takes_what_its_parts_take() {
    let names = directive("target teams distribute parallel for simd").clause_names();
    for word in
        ["map", "num_teams", "dist_schedule", "num_threads", "schedule", "safelen", "nowait", "device"]
    {
        assert!(names.contains(&word), "{word} in {names:?}");
    }
    assert!(!names.contains(&"copyin") && !names.contains(&"copyprivate") && !names.contains(&"ordered"));
    assert!(!directive("parallel master taskloop").takes("nowait"));
    assert_eq!(directive("parallel loop").leaves, ["parallel", "loop"]);
    assert!(directive("parallel loop").has_loop && !directive("target teams").has_loop);
    assert_eq!(directive("target data").leaves, ["target data"]);
}

#[test]
fn every_clause_is_described_somewhere() {
    assert!(clause_words().count() > 100);
    for word in clause_words() {
        assert!(clause_section(word).is_some_and(|section| !section.is_empty()), "{word}");
    }
}

#[test]
fn words_are_openmps_where_the_grammar_has_them() {
    let keywords = |text: &str| reading(text).1.join(" ");
    assert_eq!(
        keywords("parallel if(parallel: target) private(task)"),
        "if parallel private".replace("if ", "")
    );
    assert_eq!(
        keywords("task depend(in: in) depend(iterator(out = 0:in), out: out[in])"),
        "depend in depend iterator out"
    );
    assert_eq!(keywords("target map(to) map(to: to)"), "map map to");
    assert_eq!(
        keywords("for schedule(simd: dynamic, simd) linear(val: step(val))"),
        "schedule simd dynamic linear step"
    );
    assert_eq!(keywords("simd reduction(max: min)"), "reduction max");
}

#[test]
fn what_does_not_fit_is_told_where_it_stands() {
    let misfit = |text: &str| match reading(text).0.faults.as_slice() {
        [Fault::Clause { misfit, .. } | Fault::Own(misfit)] => misfit.at,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(misfit("parallel private(a b)"), 4);
    assert_eq!(misfit("for schedule(often)"), 3);
    assert_eq!(misfit("task depend(in a)"), 4);
    assert_eq!(misfit("cancel loop"), 1);
    assert!(matches!(reading("task private(a").0.faults.as_slice(), [Fault::NotClosed { open: 2, .. }]));
    assert!(matches!(reading("task num_threads(2)").0.faults.as_slice(), [Fault::Misplaced(_)]));
    assert!(matches!(reading("task colour(2)").0.faults.as_slice(), [Fault::Unknown(_)]));
    assert!(matches!(reading("scan").0.faults.as_slice(), [Fault::NoClause]));
    assert!(matches!(reading("colour").0.faults.as_slice(), [Fault::NoDirective]));
}

#[test]
fn a_name_with_two_meanings_is_settled_by_its_clauses() {
    let role = |text: &str| reading(text).0.directive.unwrap().role;
    assert_eq!(role("ordered"), Role::Construct);
    assert_eq!(role("ordered simd"), Role::Construct);
    assert_eq!(role("ordered depend(source)"), Role::Standalone);
    assert_eq!(role("metadirective when(user={condition(1)}: parallel) default(nothing)"), Role::Construct);
    assert_eq!(role("metadirective when(user={condition(1)}: barrier) default(nothing)"), Role::Standalone);
    assert_eq!(role("metadirective when(user={condition(1)}: for) otherwise()"), Role::Construct);
    assert!(find(&[]).is_none());
}

/// What is offered behind the words of a pragma.
fn behind(text: &str) -> Vec<super::Following> {
    let list = TokenList::lex(&format!("#pragma omp {text}\n"));
    following(&list.as_words(&list.pragma(0).1))
}

fn offered(text: &str) -> Vec<&'static str> {
    behind(text).into_iter().map(|one| one.text).collect()
}

#[test]
fn what_follows_is_what_the_grammar_accepts() {
    let all = offered("");
    assert!(
        ["parallel", "parallel for", "target teams", "end declare target"]
            .iter()
            .all(|one| all.contains(one))
    );
    assert!(!all.contains(&"private"));
    let behind = offered("parallel");
    assert!(
        ["for", "for simd", "private", "reduction", "num_threads"].iter().all(|one| behind.contains(one))
    );
    assert!(!behind.contains(&"schedule") && !behind.contains(&"parallel"), "{behind:?}");
    let behind = offered("parallel for private(i), nowait");
    assert!(behind.contains(&"schedule") && !behind.contains(&"sections"), "{behind:?}");
    assert_eq!(offered("parallel default("), ["shared", "none", "firstprivate", "private"]);
    assert!(
        offered("for schedule(").contains(&"dynamic")
            && offered("for schedule(monotonic: ").contains(&"guided")
    );
    assert_eq!(offered("parallel private("), [""; 0]);
    assert!(offered("cancel").contains(&"taskgroup"));
    assert!(offered("critical").is_empty() || !offered("critical").contains(&"private"));
    assert_eq!(offered("paralel"), [""; 0]);
}

/// Each word that is offered can stand there: what the reader says of it is at most that something is missing behind it.
#[test]
fn no_word_is_offered_that_is_refused() {
    for directive in directives() {
        let own = match directive.name {
            "atomic" | "metadirective" => continue,
            name => name,
        };
        for clause in behind(own) {
            let Part::Clause { has_argument } = clause.part else { continue };
            let argument = if has_argument { "(x)" } else { "" };
            let (reading, _) = reading(&format!("{own} {}{argument}", clause.text));
            let is_unknown =
                |fault: &Fault| matches!(fault, Fault::Unknown(_) | Fault::Misplaced(_) | Fault::NoDirective);
            assert!(!reading.faults.iter().any(is_unknown), "{own} {}: {:?}", clause.text, reading.faults);
        }
    }
}
