//! The table of directives, each with its clauses.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Version;
use super::grammar::{Alternative, Element, Repeat, Rules, What, rules};

/// What a directive is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It begins a construct, of which a statement is part.
    Construct,
    /// It stands for itself among the statements of a block.
    Standalone,
    /// It says something of the declarations around it.
    Declarative,
    /// It belongs to a construct that has begun: `section`, and the end of one.
    Part,
}

/// A directive.
#[derive(Debug)]
pub struct Directive {
    /// Its words.
    pub name: &'static str,
    pub role: Role,
    pub version: Version,
    /// Where it is described.
    pub section: &'static str,
    /// Whether the statement of the construct is a loop.
    pub has_loop: bool,
    /// The directives whose names it has, one after the other; itself, if it is none of several.
    pub leaves: Vec<&'static str>,
    /// What may stand between its words and its clauses.
    pub own: Vec<Vec<Element>>,
    /// Its clauses, in the order of the grammar.
    pub clauses: Vec<ClauseForm>,
    /// Whether it is nothing without a clause.
    pub wants_clause: bool,
}

/// One of the forms that a clause has on a directive.
#[derive(Clone, Debug)]
pub struct ClauseForm {
    /// With which it begins: mostly one.
    pub words: Vec<&'static str>,
    pub elements: Vec<Element>,
    /// Since when it is allowed there.
    pub version: Version,
    pub section: Option<&'static str>,
}

/// There is one of each.
impl PartialEq for Directive {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.role == other.role
    }
}

impl Eq for Directive {}

impl Directive {
    /// The forms of one of its clauses.
    pub fn forms(&self, word: &str) -> impl Iterator<Item = &ClauseForm> {
        self.clauses.iter().filter(move |form| form.words.contains(&word))
    }

    pub fn takes(&self, word: &str) -> bool {
        self.forms(word).next().is_some()
    }

    /// The words that its clauses begin with.
    pub fn clause_names(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for word in self.clauses.iter().flat_map(|form| &form.words) {
            if !names.contains(word) {
                names.push(*word);
            }
        }
        names
    }

    /// Whether one of the directives whose names it has is this.
    pub fn has_leaf(&self, name: &str) -> bool {
        self.leaves.contains(&name)
    }
}

/// All of them, those with more words first.
pub fn directives() -> &'static [Directive] {
    static DIRECTIVES: LazyLock<Vec<Directive>> = LazyLock::new(|| {
        let rules = rules();
        let mut found: Vec<Directive> = Vec::new();
        let lists = [
            ("openmp_construct", Role::Construct),
            ("openmp_directive", Role::Standalone),
            ("declarative_directive", Role::Declarative),
        ];
        for (list, role) in lists {
            for rule in rules[list].alternatives.iter().filter_map(Alternative::sole_rule) {
                found.extend(of_rule(rule, role, rules));
            }
        }
        for rule in ["section_directive", "end_metadirective_directive"] {
            found.extend(of_rule(rule, Role::Part, rules));
        }
        combine(&mut found);
        found.sort_by_key(|directive| std::cmp::Reverse(directive.name.split(' ').count()));
        found
    });
    &DIRECTIVES
}

/// The words with which directives begin, each once.
pub fn directive_words() -> impl Iterator<Item = &'static str> {
    let words: FxHashSet<&str> =
        directives().iter().filter_map(|directive| directive.name.split(' ').next()).collect();
    let mut words: Vec<&str> = words.into_iter().collect();
    words.sort_unstable();
    words.into_iter()
}

/// The words with which clauses begin.
pub fn clause_words() -> impl Iterator<Item = &'static str> {
    sections_of_clauses().keys().copied()
}

/// Where a clause is described; `None` if it is none.
pub fn clause_section(word: &str) -> Option<&'static str> {
    sections_of_clauses().get(word).copied()
}

fn sections_of_clauses() -> &'static FxHashMap<&'static str, &'static str> {
    static SECTIONS: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| {
        let mut sections = FxHashMap::default();
        // What belongs to one directive alone is described with it.
        for directive in directives().iter().rev() {
            for form in &directive.clauses {
                for word in &form.words {
                    sections.entry(*word).or_insert(form.section.unwrap_or(directive.section));
                }
            }
        }
        sections
    });
    &SECTIONS
}

/// The directives of a rule: of a construct's, those of the directive in it.
fn of_rule(rule: &'static str, role: Role, rules: &Rules) -> Vec<Directive> {
    let mut has_loop = false;
    let mut directive = rule;
    if rule.ends_with("_construct") {
        for element in &rules[rule].alternatives[0].elements {
            match element.what {
                What::Rule(name) if name.ends_with("_directive") && directive == rule => directive = name,
                What::Rule("loop_nest" | "iteration_statement") => has_loop = true,
                _ => {}
            }
        }
    }
    let rule = &rules[directive];
    let mut found: Vec<Directive> = Vec::new();
    for alternative in &rule.alternatives {
        for (name, version, rest) in names(&alternative.elements[1..], rules) {
            let Parts { own, clauses, wants_clause } = parts(rest, rules);
            let version = version.unwrap_or(alternative.version);
            match found.iter_mut().find(|earlier| earlier.name == name) {
                Some(earlier) => earlier.own.push(own),
                None => found.push(Directive {
                    leaves: if directive == "combined_directive" { Vec::new() } else { vec![name] },
                    name,
                    role,
                    version,
                    section: rule.section.unwrap_or_default(),
                    has_loop,
                    own: vec![own],
                    clauses,
                    wants_clause,
                }),
            }
        }
    }
    // The longer is tried first.
    found.iter_mut().for_each(|found| found.own.sort_by_key(|own| std::cmp::Reverse(own.len())));
    found
}

/// The words that a directive begins with, and what is behind them. One rule may have many.
fn names<'e>(elements: &'e [Element], rules: &Rules) -> Vec<(&'static str, Option<Version>, &'e [Element])> {
    let joined = |words: &[&str]| -> &'static str { Box::leak(words.join(" ").into_boxed_str()) };
    match elements.first().map(|first| &first.what) {
        Some(What::Rule("combined_words")) => rules["combined_words"]
            .alternatives
            .iter()
            .map(|one| {
                let words: Vec<&str> = one.elements.iter().filter_map(word_of).collect();
                (joined(&words), Some(one.version), &elements[1..])
            })
            .collect(),
        Some(What::Rule("StandaloneMetadirective")) => vec![("metadirective", None, &elements[1..])],
        _ => {
            let is_word = |element: &&Element| {
                word_of(element).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()))
            };
            let words: Vec<&str> = elements.iter().take_while(is_word).filter_map(word_of).collect();
            vec![(joined(&words), None, &elements[words.len()..])]
        }
    }
}

fn word_of(element: &Element) -> Option<&'static str> {
    match element.what {
        What::Word(word) => Some(word),
        _ => None,
    }
}

/// What stands behind a directive's words.
#[derive(Default)]
struct Parts {
    /// What belongs to the directive itself.
    own: Vec<Element>,
    clauses: Vec<ClauseForm>,
    wants_clause: bool,
}

fn parts(elements: &[Element], rules: &Rules) -> Parts {
    let mut parts = Parts::default();
    for element in elements {
        match element.what {
            What::Rule("NewLine") => {}
            What::Rule(name) if name.ends_with("_clauseoptseq") => {
                let list = rules[name].alternatives[0].elements.first();
                if let Some(What::Rule(clause)) = list.map(|one| &one.what) {
                    flatten(clause, Version::OLDEST, rules, &mut parts.clauses);
                }
            }
            What::Rule(name) if name.ends_with("_clause") => {
                parts.wants_clause |= element.repeat != Repeat::Optional;
                flatten(name, Version::OLDEST, rules, &mut parts.clauses);
            }
            _ => parts.own.push(element.clone()),
        }
    }
    parts
}

/// The forms that a rule of clauses has, through the rules that it refers to.
fn flatten(rule: &str, version: Version, rules: &Rules, found: &mut Vec<ClauseForm>) {
    let Some(rule) = rules.get(rule) else { return };
    for alternative in &rule.alternatives {
        let version = version.max(alternative.version);
        match alternative.sole_rule() {
            Some(inner) => flatten(inner, version, rules, found),
            None => found.push(ClauseForm {
                words: first_words(&alternative.elements),
                elements: alternative.elements.clone(),
                version,
                section: alternative.section.or(rule.section),
            }),
        }
    }
}

fn first_words(elements: &[Element]) -> Vec<&'static str> {
    match elements.first() {
        Some(Element { what: What::Word(word), repeat: Repeat::Once }) => vec![word],
        Some(Element { what: What::Group(ways), .. }) => {
            ways.iter().filter_map(|way| way.first().and_then(word_of)).collect()
        }
        _ => Vec::new(),
    }
}

/// A directive whose name is those of several takes the clauses that these take (section 17.2 of OpenMP 5.2).
fn combine(all: &mut [Directive]) {
    let simple: Vec<(&str, bool, Vec<ClauseForm>)> = all
        .iter()
        .filter(|one| one.role == Role::Construct && !one.name.contains(' '))
        .map(|one| (one.name, one.has_loop, one.clauses.clone()))
        .collect();
    for directive in all.iter_mut().filter(|one| one.role == Role::Construct && one.name.contains(' ')) {
        let words: Vec<&'static str> = directive.name.split(' ').collect();
        let leaf = |word: &str| simple.iter().find(|(name, ..)| *name == word);
        let Some(leaves) = words.iter().map(|word| leaf(word)).collect::<Option<Vec<_>>>() else { continue };
        // Of some the grammar lists the clauses.
        let is_combined = directive.leaves.is_empty();
        directive.leaves.clone_from(&words);
        directive.has_loop = leaves.last().is_some_and(|(_, has_loop, _)| *has_loop);
        if is_combined {
            let union = leaves.iter().flat_map(|(_, _, clauses)| clauses);
            let mut clauses: Vec<ClauseForm> = Vec::new();
            for form in union.filter(|form| !form.words.iter().any(|word| is_left_out(word, &words))) {
                if !clauses.iter().any(|known| known.elements == form.elements) {
                    clauses.push(form.clone());
                }
            }
            directive.clauses = clauses;
        }
    }
}

/// What the parts of a combined directive take, and it does not.
fn is_left_out(clause: &str, words: &[&str]) -> bool {
    match clause {
        // Nobody waits at the end of a parallel region's loop but the region.
        "nowait" => !words.contains(&"target"),
        "copyin" => words.contains(&"target"),
        "ordered" => words.contains(&"distribute"),
        _ => false,
    }
}
