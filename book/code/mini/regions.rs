//! Chapter 6: parallel regions, their clauses, and the sharing of variables.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::scopes::Scopes;
use super::{Actions, Tokens, parse};

/// A variable's data-sharing attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    Shared,
    Private,
    FirstPrivate,
    /// With `+`, the only operator of this language.
    Reduction,
}

impl Sharing {
    pub fn name(self) -> &'static str {
        match self {
            Sharing::Shared => "shared",
            Sharing::Private => "private",
            Sharing::FirstPrivate => "firstprivate",
            Sharing::Reduction => "reduction(+)",
        }
    }
}

/// A parallel construct.
#[derive(Clone, Debug)]
pub struct Region {
    /// The whole of it, from `#pragma`.
    pub tokens: RangeInclusive<usize>,
    /// From `#pragma` to the last clause.
    pub directive: RangeInclusive<usize>,
    /// The head of the loop, `for ( … )`, if it is one.
    pub header: Option<RangeInclusive<usize>>,
    /// What the clauses say of each declaration.
    pub clauses: BTreeMap<usize, Sharing>,
    /// The uses of names inside, as numbers of [`Scopes::uses`].
    pub uses: std::ops::Range<usize>,
    /// How many declarations there were when it began: those behind are its own.
    pub own_from: usize,
}

/// Where the directive of a region has been read, and the region has not.
#[derive(Default)]
struct Open {
    start: usize,
    directive: Option<RangeInclusive<usize>>,
    header: Option<RangeInclusive<usize>>,
    clauses: BTreeMap<usize, Sharing>,
    first_use: usize,
    own_from: usize,
}

/// Collects regions, on top of what [`Scopes`] collects.
pub struct Regions<'t> {
    pub scopes: Scopes<'t>,
    open: Vec<Open>,
    pub found: Vec<Region>,
    /// `LINE message` for what this compiler does not translate.
    pub errors: Vec<String>,
}

impl<'t> Regions<'t> {
    pub fn new(tokens: &'t Tokens) -> Self {
        Regions { scopes: Scopes::new(tokens), open: Vec::new(), found: Vec::new(), errors: Vec::new() }
    }

    pub fn error(&mut self, token: usize, message: impl AsRef<str>) {
        self.errors.push(format!("{}: {}", self.scopes.tokens.line(token), message.as_ref()));
    }

    // ANCHOR: exit
    fn exit_region(&mut self, rule: RangeInclusive<usize>) {
        let Some(open) = self.open.pop() else { return };
        if !self.open.is_empty() {
            self.error(open.start, "a region inside of a region is not translated");
            return;
        }
        self.found.push(Region {
            tokens: rule,
            directive: open.directive.unwrap_or(open.start..=open.start),
            header: open.header,
            clauses: open.clauses,
            uses: open.first_use..self.scopes.uses.len(),
            own_from: open.own_from,
        });
    }
    // ANCHOR_END: exit

    // ANCHOR: sharing
    /// The declaration of the variable that the region's loop counts with.
    pub fn counter(&self, region: &Region) -> Option<usize> {
        // `for ( i = …`: it is the third word of the head.
        let header = region.header.iter().cloned().flatten();
        let counter = self.scopes.tokens.visible(header).nth(2)?;
        let uses = &self.scopes.uses[region.uses.clone()];
        uses.iter().find(|(token, _)| *token == counter).and_then(|(_, declaration)| *declaration)
    }

    /// The sharing of each variable that a region uses and does not declare, by
    /// the rules of Section 2.8.1 of the specification.
    pub fn sharing(&self, region: &Region) -> BTreeMap<usize, (Sharing, &'static str)> {
        let counter = self.counter(region);
        let uses = &self.scopes.uses[region.uses.clone()];
        let mut found = BTreeMap::new();
        for &(_, declaration) in uses {
            // A name without a declaration is a function of a header.
            let Some(id) = declaration else { continue };
            if id >= region.own_from || self.scopes.symbols.all[id].is_function {
                continue;
            }
            let answer = match region.clauses.get(&id) {
                Some(&sharing) => (sharing, "explicit: a clause names it"),
                None if Some(id) == counter => (Sharing::Private, "predetermined: the loop's variable"),
                None => (Sharing::Shared, "implicit: no clause names it"),
            };
            found.insert(id, answer);
        }
        found
    }
    // ANCHOR_END: sharing
}

impl Actions for Regions<'_> {
    fn exit_type(&mut self, rule: RangeInclusive<usize>) {
        self.scopes.exit_type(rule);
    }

    fn declare(&mut self, rule: RangeInclusive<usize>) {
        self.scopes.declare(rule);
    }

    fn declare_function(&mut self, rule: RangeInclusive<usize>) {
        self.scopes.declare_function(rule);
    }

    fn enter_scope(&mut self, rule: RangeInclusive<usize>) {
        self.scopes.enter_scope(rule);
    }

    fn exit_scope(&mut self, rule: RangeInclusive<usize>) {
        self.scopes.exit_scope(rule);
    }

    fn reference(&mut self, rule: RangeInclusive<usize>) {
        self.scopes.reference(rule);
    }

    // ANCHOR: clauses
    fn enter_construct(&mut self, rule: RangeInclusive<usize>) {
        self.open.push(Open {
            start: *rule.start(),
            first_use: self.scopes.uses.len(),
            own_from: self.scopes.symbols.all.len(),
            ..Open::default()
        });
    }

    fn data_clause(&mut self, rule: RangeInclusive<usize>) {
        let tokens = self.scopes.tokens;
        let words: Vec<usize> = tokens.visible(rule).collect();
        let sharing = match tokens.text(words[0]) {
            "private" => Sharing::Private,
            "firstprivate" => Sharing::FirstPrivate,
            "reduction" => Sharing::Reduction,
            _ => Sharing::Shared,
        };
        for &word in &words[2..] {
            let name = tokens.text(word);
            if matches!(name, "," | ")" | "+" | ":") {
                continue;
            }
            let Some(id) = self.scopes.symbols.lookup(name) else {
                self.error(word, format!("`{name}` is not declared"));
                continue;
            };
            let clauses = self.open.last_mut().map(|open| &mut open.clauses);
            // Of a name in two clauses nobody can say what it is.
            if clauses.is_some_and(|clauses| clauses.insert(id, sharing).is_some()) {
                self.error(word, format!("`{name}` is in two clauses"));
            }
        }
    }

    fn exit_directive(&mut self, rule: RangeInclusive<usize>) {
        if let Some(open) = self.open.last_mut() {
            open.directive = Some(rule);
        }
    }
    // ANCHOR_END: clauses

    fn exit_header(&mut self, rule: RangeInclusive<usize>) {
        let tokens = self.scopes.tokens;
        let names: Vec<usize> = tokens.visible(rule.clone()).collect();
        let counter = tokens.text(names[2]);
        // The grammar wants a name in three places, and cannot say that it be the same.
        let compared = names.iter().position(|&token| tokens.text(token) == ";").map_or(0, |at| at + 1);
        let stepped = names.len() - 3;
        for at in [compared, stepped] {
            if tokens.text(names[at]) != counter {
                self.error(names[at], format!("the loop's variable is `{counter}`"));
            }
        }
        if let Some(open) = self.open.last_mut() {
            open.header = Some(rule);
        }
    }

    fn exit_parallel_construct(&mut self, rule: RangeInclusive<usize>) {
        self.exit_region(rule);
    }

    fn exit_parallel_for_construct(&mut self, rule: RangeInclusive<usize>) {
        self.exit_region(rule);
    }
}

/// A table for each region: variable, sharing, and the reason.
///
/// # Errors
///
/// What lexer, parser and this compiler say.
pub fn table(text: &str) -> Result<String, Vec<String>> {
    let tokens = Tokens::lex(text)?;
    let mut regions = Regions::new(&tokens);
    parse(text, &mut regions)?;
    if !regions.errors.is_empty() {
        return Err(regions.errors);
    }
    let mut table = String::new();
    for region in &regions.found {
        table.push_str(&format!("the region of line {}\n", tokens.line(*region.tokens.start())));
        for (id, (sharing, reason)) in regions.sharing(region) {
            let declaration = &regions.scopes.symbols.all[id];
            let written = declaration.written(&declaration.name);
            table.push_str(&format!("  {written:<16} {:<13} {reason}\n", sharing.name()));
        }
    }
    Ok(table)
}
