//! The table of directives, each with its clauses.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, OnceLock};

use rustc_hash::FxHashMap;

use super::Version;
use super::grammar::{Alternative, Element, Repeat, What, rules};

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
    pub own: Vec<&'static [Element]>,
    /// Whether it is nothing without a clause.
    pub wants_clause: bool,
    /// What the grammar has for its clauses.
    rest: &'static [Element],
    clauses: OnceLock<Vec<ClauseForm>>,
}

/// One of the forms that a clause has on a directive.
#[derive(Clone, Debug)]
pub struct ClauseForm {
    pub elements: &'static [Element],
    /// Since when it is allowed there.
    pub version: Version,
    pub section: Option<&'static str>,
}

impl ClauseForm {
    /// The words with which it begins: mostly one.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        let (one, many) = match self.elements.first().map(|first| &first.what) {
            Some(What::Word(word)) => (Some(*word), [].as_slice()),
            Some(What::Group(ways)) => (None, ways.as_slice()),
            _ => (None, [].as_slice()),
        };
        one.into_iter().chain(many.iter().filter_map(|way| way.first().and_then(word_of)))
    }
}

/// There is one of each.
impl PartialEq for Directive {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.role == other.role
    }
}

impl Eq for Directive {}

impl Directive {
    /// Its clauses, in the order of the grammar.
    pub fn clauses(&self) -> &[ClauseForm] {
        self.clauses.get_or_init(|| {
            if self.is_combined() {
                return union(&self.leaves);
            }
            let mut found = Vec::new();
            for element in self.rest {
                if let Some(rule) = clause_rule(element) {
                    flatten(rule, Version::OLDEST, &mut found);
                }
            }
            found
        })
    }

    /// Whether the grammar lists no clauses for it, but for its parts.
    fn is_combined(&self) -> bool {
        matches!(self.rest, [Element { what: What::Rule("combined_clauseoptseq"), .. }, ..])
    }

    /// The forms of one of its clauses.
    pub fn forms(&self, word: &str) -> impl Iterator<Item = &ClauseForm> {
        self.clauses().iter().filter(move |form| form.words().any(|found| found == word))
    }

    pub fn takes(&self, word: &str) -> bool {
        self.forms(word).next().is_some()
    }

    /// The words that its clauses begin with.
    pub fn clause_names(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for word in self.clauses().iter().flat_map(ClauseForm::words) {
            if !names.contains(&word) {
                names.push(word);
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
        let mut found: Vec<Directive> = Vec::new();
        let lists = [
            ("openmp_construct", Role::Construct),
            ("openmp_directive", Role::Standalone),
            ("declarative_directive", Role::Declarative),
        ];
        for (list, role) in lists {
            for rule in rules()[list].alternatives.iter().filter_map(Alternative::sole_rule) {
                of_rule(rule, role, &mut found);
            }
        }
        for rule in ["section_directive", "end_metadirective_directive"] {
            of_rule(rule, Role::Part, &mut found);
        }
        combine(&mut found);
        found.sort_by_cached_key(|directive| std::cmp::Reverse(directive.name.split(' ').count()));
        found
    });
    &DIRECTIVES
}

/// Those that begin with a word, those with more words first.
pub fn beginning_with(word: &str) -> &'static [&'static Directive] {
    static BY_WORD: LazyLock<FxHashMap<&str, Vec<&Directive>>> = LazyLock::new(|| {
        let mut found: FxHashMap<&str, Vec<&Directive>> = FxHashMap::default();
        for directive in directives() {
            found.entry(directive.name.split(' ').next().unwrap_or_default()).or_default().push(directive);
        }
        found
    });
    BY_WORD.get(word).map_or(&[], Vec::as_slice)
}

/// The words with which directives begin, each once.
pub fn directive_words() -> impl Iterator<Item = &'static str> {
    let words: BTreeSet<&str> =
        directives().iter().filter_map(|directive| directive.name.split(' ').next()).collect();
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

fn sections_of_clauses() -> &'static BTreeMap<&'static str, &'static str> {
    static SECTIONS: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
        let mut sections = BTreeMap::new();
        // What belongs to one directive alone is described with it.
        for directive in directives().iter().rev() {
            for form in directive.clauses() {
                for word in form.words() {
                    sections.entry(word).or_insert(form.section.unwrap_or(directive.section));
                }
            }
        }
        sections
    });
    &SECTIONS
}

/// The directives of a rule: of a construct's, those of the directive in it.
fn of_rule(rule: &'static str, role: Role, found: &mut Vec<Directive>) {
    let mut has_loop = false;
    let mut directive = rule;
    if rule.ends_with("_construct") {
        for element in &rules()[rule].alternatives[0].elements {
            match element.what {
                What::Rule(name) if name.ends_with("_directive") && directive == rule => directive = name,
                What::Rule("loop_nest" | "iteration_statement") => has_loop = true,
                _ => {}
            }
        }
    }
    let rule = &rules()[directive];
    let before = found.len();
    for alternative in &rule.alternatives {
        for (name, version, rest) in names(&alternative.elements[1..]) {
            let is_clause =
                |element: &Element| clause_rule(element).is_some() || element.what == What::Rule("NewLine");
            let own_end = rest.iter().position(is_clause).unwrap_or(rest.len());
            let (own, rest) = rest.split_at(own_end);
            match found[before..].iter_mut().find(|earlier| earlier.name == name) {
                Some(earlier) => earlier.own.push(own),
                None => found.push(Directive {
                    leaves: vec![name],
                    name,
                    role,
                    version: version.unwrap_or(alternative.version),
                    section: rule.section.unwrap_or_default(),
                    has_loop,
                    own: vec![own],
                    wants_clause: rest.iter().any(is_wanted_clause),
                    rest,
                    clauses: OnceLock::new(),
                }),
            }
        }
    }
    // The longer is tried first.
    found[before..].iter_mut().for_each(|found| found.own.sort_by_key(|own| std::cmp::Reverse(own.len())));
}

/// The words that a directive begins with, and what is behind them. One rule may have many.
fn names(elements: &'static [Element]) -> Vec<(&'static str, Option<Version>, &'static [Element])> {
    let joined = |words: &[&str]| -> &'static str { Box::leak(words.join(" ").into_boxed_str()) };
    match elements.first().map(|first| &first.what) {
        Some(What::Rule("combined_words")) => rules()["combined_words"]
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

/// The rule of the clauses that stand at a place: one, or a sequence of them.
fn clause_rule(element: &Element) -> Option<&'static str> {
    match element.what {
        What::Rule(name) if name.ends_with("_clauseoptseq") => {
            match rules()[name].alternatives[0].elements.first()?.what {
                What::Rule(clause) => Some(clause),
                _ => None,
            }
        }
        What::Rule(name) if name.ends_with("_clause") => Some(name),
        _ => None,
    }
}

/// Whether a clause has to stand at a place.
fn is_wanted_clause(element: &Element) -> bool {
    matches!(element.what, What::Rule(name) if name.ends_with("_clause"))
        && element.repeat != Repeat::Optional
}

/// The forms that a rule of clauses has, through the rules that it refers to.
fn flatten(rule: &str, version: Version, found: &mut Vec<ClauseForm>) {
    let Some(rule) = rules().get(rule) else { return };
    for alternative in &rule.alternatives {
        let version = version.max(alternative.version);
        match alternative.sole_rule() {
            Some(inner) => flatten(inner, version, found),
            None => found.push(ClauseForm {
                elements: &alternative.elements,
                version,
                section: alternative.section.or(rule.section),
            }),
        }
    }
}

/// Tells of directives whose names are those of several which these are.
fn combine(all: &mut [Directive]) {
    let simple: Vec<(&str, bool)> = all
        .iter()
        .filter(|one| one.role == Role::Construct && !one.name.contains(' '))
        .map(|one| (one.name, one.has_loop))
        .collect();
    for directive in all.iter_mut().filter(|one| one.role == Role::Construct && one.name.contains(' ')) {
        let leaf = |word| simple.iter().find(|(name, _)| *name == word);
        let leaves: Option<Vec<&(&str, bool)>> = directive.name.split(' ').map(leaf).collect();
        if let Some(leaves) = leaves {
            directive.leaves = leaves.iter().map(|(name, _)| *name).collect();
            directive.has_loop = leaves.last().is_some_and(|(_, has_loop)| *has_loop);
        }
    }
}

/// The clauses that several directives take (section 17.2 of OpenMP 5.2).
fn union(leaves: &[&str]) -> Vec<ClauseForm> {
    let mut found: Vec<ClauseForm> = Vec::new();
    for leaf in leaves {
        let mut simple = beginning_with(leaf).iter();
        let Some(directive) = simple.find(|one| one.name == *leaf && one.role == Role::Construct) else {
            continue;
        };
        for form in
            directive.clauses().iter().filter(|form| !form.words().any(|word| is_left_out(word, leaves)))
        {
            if !found.iter().any(|known| std::ptr::eq(known.elements, form.elements)) {
                found.push(form.clone());
            }
        }
    }
    found
}

/// What the parts of a combined directive take, and it does not.
fn is_left_out(clause: &str, words: &[&str]) -> bool {
    match clause {
        // Nobody waits at the end of a parallel region's loop but the region.
        "nowait" => !words.contains(&"target"),
        "copyin" => words.contains(&"target"),
        "ordered" => words.contains(&"distribute"),
        "linear" => words.contains(&"distribute") && !words.contains(&"simd"),
        _ => false,
    }
}
