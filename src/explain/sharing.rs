//! Which data-sharing attribute each variable has in a region, and which rule of the specification gave it (section
//! 2.8.1).
//!
//! A use means what the innermost construct around it says that says anything: by a clause, or because the variable is
//! the loop's. So a variable has a row for the region, and one for each inner construct that gives it another
//! attribute. What the functions do that the region calls has rules of its own (2.8.1.2).

use std::collections::HashMap;

use crate::c::symbols::{DeclInfo, SymbolId};
use crate::openmp::constructs::{ListItem, Tokens};
use crate::openmp::restrictions::types::is_constant;
use crate::openmp::{Construct, Reference, Sharing, sharing};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::translator::recording::Recording;

/// What a variable is in a construct.
pub struct Row<'r> {
    pub symbol: SymbolId,
    pub rule: Rule,
    /// The construct, if it is not the region.
    pub inner: Option<&'r Construct>,
    /// The function, if it is not in the construct.
    pub function: Option<String>,
    pub clauses: Vec<&'static str>,
    /// Tokens, in order.
    pub uses: Vec<usize>,
    /// Whether the variable is declared in the region, or in the function.
    pub is_own: bool,
}

impl Row<'_> {
    /// Takes an item of a clause that says what the row says.
    fn list(&mut self, item: &ListItem) {
        self.uses.push(item.token);
        if !self.clauses.contains(&item.sharing.name()) {
            self.clauses.push(item.sharing.name());
        }
    }
}

/// A function of the file: its name and its tokens.
pub struct Function {
    pub name: String,
    pub tokens: Tokens,
}

/// The attributes of all variables that a region uses, in the order of their first use.
pub fn rows<'r>(
    region: &'r Construct,
    recording: &'r Recording,
    functions: &[Function],
    list: &TokenList,
) -> Vec<Row<'r>> {
    let mut table = Table { region, recording, list, rows: Vec::new(), index: HashMap::new() };
    let uses = within(recording, &region.tokens);
    for reference in uses.iter().filter(|reference| !sharing::is_outside(region, reference.token)) {
        table.reference(reference);
    }
    region.walk(&mut |inner| table.clauses(inner));
    table.rows.sort_by_key(|row| row.uses.iter().min().copied());
    table.functions(functions);
    for row in &mut table.rows {
        row.uses.sort_unstable();
        row.uses.dedup();
    }
    table.rows
}

fn within<'r>(recording: &'r Recording, tokens: &Tokens) -> &'r [Reference] {
    let all = &recording.references;
    let from = all.partition_point(|reference| reference.token < *tokens.start());
    let to = all.partition_point(|reference| reference.token <= *tokens.end());
    &all[from..to.max(from)]
}

/// The functions of the file that are called in a range, directly and through others, in the order of the calls.
fn called<'f>(recording: &Recording, tokens: &Tokens, functions: &'f [Function]) -> Vec<&'f Function> {
    let mut found: Vec<&Function> = Vec::new();
    let mut queue = vec![tokens.clone()];
    while let Some(range) = queue.pop() {
        for reference in within(recording, &range) {
            let is_function =
                reference.symbol.is_none_or(|symbol| recording.symbols.get(symbol).is_function());
            let callee = functions.iter().find(|function| function.name == reference.name && is_function);
            if let Some(callee) = callee
                && !found.iter().any(|other| other.name == callee.name)
            {
                found.push(callee);
                queue.push(callee.tokens.clone());
            }
        }
    }
    found
}

/// An attribute, and what determines it.
pub struct Rule {
    pub attribute: String,
    pub determined: &'static str,
    pub section: &'static str,
    pub because: String,
}

fn rule(
    attribute: impl Into<String>,
    determined: &'static str,
    section: &'static str,
    because: impl Into<String>,
) -> Rule {
    Rule { attribute: attribute.into(), determined, section, because: because.into() }
}

struct Table<'r, 't> {
    region: &'r Construct,
    recording: &'r Recording,
    list: &'t TokenList,
    rows: Vec<Row<'r>>,
    /// By variable, the construct's first token, and the function.
    index: HashMap<(SymbolId, usize, String), usize>,
}

impl<'r> Table<'r, '_> {
    fn declaration(&self, symbol: SymbolId) -> &'r DeclInfo {
        self.recording.symbols.get(symbol)
    }

    fn is_variable(&self, symbol: &SymbolId) -> bool {
        self.declaration(*symbol).is_variable()
    }

    fn is_threadprivate(&self, symbol: SymbolId) -> bool {
        self.recording.threadprivate.directive(symbol, &self.recording.symbols).is_some()
    }

    fn reference(&mut self, reference: &Reference) {
        let Some(symbol) = reference.symbol.filter(|symbol| self.is_variable(symbol)) else { return };
        let token = reference.token;
        let is_own = self.region.tokens.contains(&self.declaration(symbol).token);
        let (inner, rule) = match self.given_around(self.region, symbol, token) {
            Some((construct, rule)) if is_own => (Some(construct), rule),
            None if is_own => (None, self.own(symbol)),
            given => self.in_region(given, symbol),
        };
        self.row(symbol, inner, "", rule, is_own).uses.push(token);
    }

    /// What the constructs around a use say, from the innermost to one that is around them all.
    fn given_around(
        &self,
        outermost: &'r Construct,
        symbol: SymbolId,
        token: usize,
    ) -> Option<(&'r Construct, Rule)> {
        let mut around = outermost.around(token).into_iter();
        around.find_map(|construct| Some((construct, self.given(construct, symbol, token)?)))
    }

    /// What was given to a variable from outside, or what it has by itself; and in which construct, if not in all of the
    /// region.
    fn in_region(
        &self,
        given: Option<(&'r Construct, Rule)>,
        symbol: SymbolId,
    ) -> (Option<&'r Construct>, Rule) {
        match given {
            Some((construct, rule)) => {
                (Some(construct).filter(|found| !std::ptr::eq(*found, self.region)), rule)
            }
            None => (None, self.unlisted(symbol)),
        }
    }

    /// What a construct says of a variable that is used at a token in it.
    fn given(&self, construct: &Construct, symbol: SymbolId, token: usize) -> Option<Rule> {
        let is_in_directive = construct.directive.contains(&token);
        let listed = if is_in_directive { None } else { self.listed(construct, symbol) };
        listed.or_else(|| self.loop_variable(construct, symbol))
    }

    /// An attribute that a construct's clause gives.
    fn listed(&self, construct: &Construct, symbol: SymbolId) -> Option<Rule> {
        let name = construct.written.name;
        let items: Vec<&Sharing> = construct
            .clauses
            .items
            .iter()
            .filter(|item| item.symbol == Some(symbol))
            .map(|item| &item.sharing)
            .collect();
        let has = |sharing: &Sharing| items.contains(&sharing);
        if let Some(sharing) = construct.clauses.default.as_ref().and_then(|default| default.sharing.as_ref())
        {
            let mut of_it = construct.clauses.items.iter().filter(|item| item.symbol == Some(symbol));
            if of_it.all(|item| !construct.directive.contains(&item.token)) && has(sharing) {
                let attribute = sharing.name();
                let because =
                    format!("the clause `default({attribute})` of `{name}` holds for what no clause lists");
                return Some(rule(attribute, "implicit", "5.4.1 of OpenMP 5.2", because));
            }
        }
        if has(&Sharing::Firstprivate) && has(&Sharing::Lastprivate) {
            let because = format!("the clauses `firstprivate` and `lastprivate` of `{name}` list it");
            return Some(rule("firstprivate and lastprivate", "explicit", "2.8.3.5", because));
        }
        items.into_iter().find_map(|sharing| {
            let (attribute, section) = match sharing {
                Sharing::Private => ("private".to_owned(), "2.8.3.3"),
                Sharing::Firstprivate => ("firstprivate".to_owned(), "2.8.3.4"),
                Sharing::Lastprivate => ("lastprivate".to_owned(), "2.8.3.5"),
                Sharing::Shared => ("shared".to_owned(), "2.8.3.2"),
                Sharing::Linear(_) => ("linear".to_owned(), "2.14.3.7 of OpenMP 4.0"),
                Sharing::Reduction(operator) => (format!("reduction({operator})"), "2.8.3.6"),
                Sharing::Copyin | Sharing::Copyprivate => return None,
            };
            let because = format!("the clause `{}` of `{name}` lists it", sharing.name());
            Some(rule(attribute, "explicit", section, because))
        })
    }

    fn loop_variable(&self, construct: &Construct, symbol: SymbolId) -> Option<Rule> {
        let is_it = construct.is_loop_variable(&self.declaration(symbol).name);
        let because =
            format!("the variable of a loop that `{}` shares out is private in it", construct.written.name);
        is_it.then(|| rule("private", "predetermined", "2.8.1.1", because))
    }

    /// The attribute of a variable from outside that no clause lists.
    fn unlisted(&self, symbol: SymbolId) -> Rule {
        let declared = self.declaration(symbol);
        let region = self.region.written.name;
        if self.is_threadprivate(symbol) {
            let because = "a `threadprivate` directive lists it: each thread has its own between regions too";
            return rule("threadprivate", "predetermined", "2.8.1.1", because);
        }
        if is_constant(&declared.ty) {
            let because = "its type is `const`, so nobody changes it";
            return rule("shared", "predetermined", "2.8.1.1", because);
        }
        match &self.region.clauses.default {
            Some(default) if !default.none => {
                let because =
                    format!("the clause `default(shared)` of `{region}` holds for what no clause lists");
                rule("shared", "implicit", "2.8.3.1", because)
            }
            _ => {
                let because =
                    format!("no clause lists it, and `{region}` has no `default` clause that says otherwise");
                rule("shared", "implicit", "2.8.1.1", because)
            }
        }
    }

    /// The attribute of a variable that is declared in the construct.
    fn own(&self, symbol: SymbolId) -> Rule {
        let declared = self.declaration(symbol);
        if self.is_threadprivate(symbol) {
            let because = "a `threadprivate` directive lists it";
            return rule("threadprivate", "predetermined", "2.8.1.1", because);
        }
        match declared.is_static || declared.is_extern {
            true => rule(
                "shared",
                "predetermined",
                "2.8.1.1",
                "declared in the construct with static storage: there is one for all threads",
            ),
            false => rule(
                "private",
                "predetermined",
                "2.8.1.1",
                "declared in the construct with automatic storage: each thread that comes there has its own",
            ),
        }
    }

    /// The row of a variable, which is made if it is not there.
    fn row(
        &mut self,
        symbol: SymbolId,
        inner: Option<&'r Construct>,
        function: &str,
        mut rule: Rule,
        is_own: bool,
    ) -> &mut Row<'r> {
        let key =
            (symbol, inner.map_or(usize::MAX, |construct| *construct.tokens.start()), function.to_owned());
        let at = self.index.get(&key).copied().unwrap_or_else(|| {
            if let Some(call) = self.allocation(symbol) {
                let said = format!("; what `{call}` gives is shared wherever it is used (2.8.1.1)");
                rule.because.push_str(&said);
            }
            let function = Some(function.to_owned()).filter(|name| !name.is_empty());
            let (clauses, uses) = (Vec::new(), Vec::new());
            self.rows.push(Row { symbol, rule, inner, function, clauses, uses, is_own });
            self.index.insert(key, self.rows.len() - 1);
            self.rows.len() - 1
        });
        &mut self.rows[at]
    }

    /// The function that gives the variable memory of the heap, where a value is put into it.
    fn allocation(&self, symbol: SymbolId) -> Option<&str> {
        const ALLOCATIONS: [&str; 4] = ["malloc", "calloc", "realloc", "aligned_alloc"];
        let list = self.list;
        let next = |index: usize| list.visible_from(index + 1);
        let all = self.recording.references.iter().filter(|found| ALLOCATIONS.contains(&found.name.as_str()));
        let name = &self.declaration(symbol).name;
        let declared = self.declaration(symbol).token;
        for call in all.filter(|call| call.called) {
            // `p = malloc(…)`, with a cast perhaps.
            let mut before = list.visible_before(call.token)?;
            if list.text(before) == ")" {
                while list.text(before) != "(" {
                    before = list.visible_before(before)?;
                }
                before = list.visible_before(before)?;
            }
            let Some(target) = list.visible_before(before).filter(|_| list.text(before) == "=") else {
                continue;
            };
            let is_it = list.text(target) == name
                && (target == declared
                    || within(self.recording, &(target..=target))
                        .iter()
                        .any(|found| found.symbol == Some(symbol)));
            if is_it && next(call.token).is_some() {
                return Some(&call.name);
            }
        }
        None
    }

    /// The variables that the clauses of a construct list, used or not.
    fn clauses(&mut self, construct: &'r Construct) {
        let is_region = std::ptr::eq(construct, self.region);
        let inner = (!is_region).then_some(construct);
        for item in &construct.clauses.items {
            let Some(symbol) = item.symbol.filter(|symbol| self.is_variable(symbol)) else { continue };
            let is_own = self.region.tokens.contains(&self.declaration(symbol).token);
            let (inner, rule) = match self.listed(construct, symbol) {
                Some(rule) => (inner, rule),
                // What is copied between threads keeps the attribute that it has there.
                None if is_own => (None, self.own(symbol)),
                None => {
                    let start = *construct.directive.start();
                    self.in_region(self.given_around(self.region, symbol, start), symbol)
                }
            };
            self.row(symbol, inner, "", rule, is_own).list(item);
            // The original of a work-sharing construct's copy is a variable of the region.
            let needs_original = item.sharing.needs_original();
            if !is_region && needs_original && !is_own {
                let outer = self.region.around(item.token);
                let found = outer.iter().skip_while(|around| !std::ptr::eq(**around, construct)).skip(1);
                let around = found.copied().find_map(|around| Some((around, self.listed(around, symbol)?)));
                let (inner, rule) = self.in_region(around, symbol);
                self.row(symbol, inner, "", rule, false).uses.push(item.token);
            }
        }
    }

    /// The variables of functions that the region calls (2.8.1.2).
    fn functions(&mut self, functions: &[Function]) {
        for function in called(self.recording, &self.region.tokens, functions) {
            if self.region.tokens.start() >= function.tokens.start()
                && self.region.tokens.end() <= function.tokens.end()
            {
                continue;
            }
            let orphans: Vec<&'r Construct> = self
                .recording
                .orphans
                .iter()
                .filter(|construct| function.tokens.contains(construct.tokens.start()))
                .collect();
            for reference in within(self.recording, &function.tokens) {
                let Some(symbol) = reference.symbol.filter(|symbol| self.is_variable(symbol)) else {
                    continue;
                };
                let token = reference.token;
                if self.list.is_in_header(self.declaration(symbol).token) {
                    continue;
                }
                let around = orphans.iter().find(|construct| construct.tokens.contains(&token));
                let is_own = function.tokens.contains(&self.declaration(symbol).token);
                let (inner, rule) = match around.and_then(|orphan| self.given_around(orphan, symbol, token)) {
                    Some((construct, rule)) => (Some(construct), rule),
                    None => (None, self.in_function(symbol, &function.name, is_own)),
                };
                self.row(symbol, inner, &function.name, rule, is_own).uses.push(token);
            }
            for orphan in orphans {
                let mut items = Vec::new();
                orphan.walk(&mut |inner| items.extend(inner.clauses.items.iter().map(|item| (inner, item))));
                for (inner, item) in items {
                    let found = item.symbol.and_then(|symbol| Some((symbol, self.listed(inner, symbol)?)));
                    let Some((symbol, rule)) = found else { continue };
                    let is_own = function.tokens.contains(&self.declaration(symbol).token);
                    self.row(symbol, Some(inner), &function.name, rule, is_own).list(item);
                }
            }
        }
    }

    /// The attribute of a variable that a function uses which the region calls, outside of constructs that say more.
    fn in_function(&self, symbol: SymbolId, function: &str, is_own: bool) -> Rule {
        let declared = self.declaration(symbol);
        let is_static = declared.is_static || declared.is_extern || declared.depth == 0;
        let (attribute, because) = if self.is_threadprivate(symbol) {
            ("threadprivate", "a `threadprivate` directive lists it".to_owned())
        } else if is_constant(&declared.ty) {
            ("shared", "its type is `const`, so nobody changes it".to_owned())
        } else if is_own && is_static {
            (
                "shared",
                format!("static in `{function}`, which the region calls: there is one for all threads"),
            )
        } else if is_own {
            let because = "a variable or parameter of";
            ("private", format!("{because} `{function}`, which the region calls: each thread has its own"))
        } else {
            ("shared", format!("of file scope, and used in `{function}`, which the region calls"))
        };
        rule(attribute, "predetermined", "2.8.1.2", because)
    }
}
