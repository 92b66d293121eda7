//! Data sharing: which variables of the program a parallel region uses, and
//! what each of its uses means (section 2.8.1 of the specification, 8.2.5 of
//! the thesis).
//!
//! A name that is declared inside the region is private and needs nothing. A
//! name from outside is, at each of its uses, either one of the private copies
//! that the clauses around that use make, or the shared variable itself.

use rustc_hash::FxHashMap;

use super::constructs::{Construct, ListItem, Sharing};
use super::fixes;
use super::reference::Reference;
use super::restrictions::types::is_constant;
use super::restrictions::{Program, Threadprivate};
use crate::c::symbols::{DataClause, Scopes, SymbolId};
use crate::diagnostics::Diagnostic;
use crate::openmp::report::Report as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// A variable from outside that a region uses.
#[derive(Clone, Debug)]
pub struct Variable {
    pub symbol: SymbolId,
    /// All attributes that the variable has somewhere in the region.
    pub clause: DataClause,
    /// Whether it is firstprivate on the parallel construct itself.
    pub first_on_parallel: bool,
    /// Whether it is a reduction variable of the parallel construct itself.
    pub reduced_on_parallel: bool,
    /// Where it is used first.
    pub token: usize,
}

impl Variable {
    /// Whether the threads have copies of their own.
    pub fn has_private_copy(&self) -> bool {
        let private = [
            DataClause::PRIVATE,
            DataClause::FIRSTPRIVATE,
            DataClause::LASTPRIVATE,
            DataClause::REDUCTION_ADD,
        ];
        private.into_iter().any(|clause| self.clause.contains(clause))
    }

    /// Whether its value travels to the device.
    pub fn is_transferred(&self) -> bool {
        self.clause != DataClause::PRIVATE
    }
}

/// What a parallel region uses of the program around it.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// In the order of their first use.
    pub variables: Vec<Variable>,
    /// The uses that mean the shared variable.
    pub shared_uses: Vec<Reference>,
}

/// Looks at all uses in a parallel construct.
///
/// `references` are the uses that stand in the construct, in order; those in
/// the expressions of `if` and `num_threads` are evaluated outside of the
/// region (section 2.4) and do not count.
///
/// # Errors
///
/// A variable that `default(none)` wants listed.
pub fn analyse(
    construct: &Construct,
    references: &[Reference],
    scopes: &Scopes,
    threadprivate: &Threadprivate,
    tokens: &TokenList,
) -> Result<Region, Vec<Diagnostic>> {
    let mut analysis = Analysis {
        construct,
        scopes,
        threadprivate,
        tokens,
        region: Region::default(),
        index: FxHashMap::default(),
        errors: Vec::new(),
        unlisted: Vec::new(),
    };
    for reference in references.iter().filter(|reference| !is_outside(construct, reference.token)) {
        analysis.reference(reference);
    }
    construct.walk(&mut |inner| analysis.clauses(inner));
    if analysis.errors.is_empty() { Ok(analysis.region) } else { Err(analysis.errors) }
}

/// What `default(private)` and `default(firstprivate)` list without naming it: the variables that the construct uses, and that have
/// no attribute by themselves or by a clause (5.2, section 5.4.1).
pub fn items_of_default(construct: &Construct, program: &Program) -> (Vec<ListItem>, Vec<Diagnostic>) {
    let (mut items, mut found): (Vec<ListItem>, Vec<Diagnostic>) = (Vec::new(), Vec::new());
    let clauses = &construct.clauses;
    let Some((default, sharing)) =
        clauses.default.as_ref().and_then(|default| Some((default, default.sharing.as_ref()?)))
    else {
        return (items, found);
    };
    for reference in program.references_in(&construct.tokens) {
        let Some(symbol) = reference.symbol else { continue };
        let declaration = program.scopes.get(symbol);
        let is_it = |item: &ListItem| item.symbol == Some(symbol);
        let is_left = declaration.is_variable()
            && declaration.token < *construct.tokens.start()
            && !is_outside(construct, reference.token)
            && !is_constant(&declaration.ty)
            && program.threadprivate.directive(symbol, program.scopes).is_none()
            && !construct.is_loop_variable(&declaration.name)
            && !clauses.items.iter().chain(&items).any(is_it);
        if !is_left {
            continue;
        }
        if declaration.depth == 0 && program.tokens.is_in_header(declaration.token) {
            continue; // such as `stderr`
        }
        if declaration.depth == 0 {
            let name = &declaration.name;
            let message = format!(
                "`{name}` is in no data-sharing clause, and `default({})` wants variables of the file in one",
                sharing.name()
            );
            let error = program.error("E0303", message, reference.token, "used here");
            let rule = "the clause that wants it (section 5.4.1 of OpenMP 5.2)";
            found.push(error.note_at(program.at(&default.tokens), rule));
        }
        let name = declaration.name.clone();
        items.push(ListItem { sharing: sharing.clone(), name, token: reference.token, symbol: Some(symbol) });
    }
    (items, found)
}

/// Whether a token stands in an expression of the directive that is evaluated
/// before the region begins.
pub fn is_outside(construct: &Construct, token: usize) -> bool {
    let clauses = &construct.clauses;
    clauses.num_threads.as_ref().is_some_and(|range| range.contains(&token))
        || clauses.condition.as_ref().is_some_and(|(range, _)| range.contains(&token))
}

struct Analysis<'a> {
    construct: &'a Construct,
    scopes: &'a Scopes,
    threadprivate: &'a Threadprivate,
    tokens: &'a TokenList,
    region: Region,
    index: FxHashMap<SymbolId, usize>,
    errors: Vec<Diagnostic>,
    unlisted: Vec<SymbolId>,
}

impl<'a> Analysis<'a> {
    fn is_from_outside(&self, symbol: SymbolId) -> bool {
        let declaration = self.scopes.get(symbol);
        declaration.is_variable() && declaration.token < *self.construct.tokens.start()
    }

    fn reference(&mut self, reference: &Reference) {
        let Some(symbol) = reference.symbol.filter(|&symbol| self.is_from_outside(symbol)) else {
            return;
        };
        let chain = self.construct.around(reference.token);
        match chain.iter().find_map(|construct| private_here(construct, symbol, reference, self.scopes)) {
            Some(clause) => {
                let at = self.variable(symbol, reference.token);
                self.region.variables[at].clause |= clause;
            }
            None => {
                self.require_listing(symbol, reference);
                let at = self.variable(symbol, reference.token);
                self.region.variables[at].clause |= DataClause::SHARED;
                self.region.shared_uses.push(reference.clone());
            }
        }
    }

    fn variable(&mut self, symbol: SymbolId, token: usize) -> usize {
        *self.index.entry(symbol).or_insert_with(|| {
            self.region.variables.push(Variable {
                symbol,
                clause: DataClause::NONE,
                first_on_parallel: false,
                reduced_on_parallel: false,
                token,
            });
            self.region.variables.len() - 1
        })
    }

    /// With `default(none)` each variable must be listed, unless its attribute
    /// is predetermined, as that of a constant or a threadprivate variable is
    /// (2.8.1.1).
    fn require_listing(&mut self, symbol: SymbolId, reference: &Reference) {
        let clauses = &self.construct.clauses;
        let Some(default) = clauses.default.as_ref().filter(|default| default.none) else {
            return;
        };
        let listed = clauses.items.iter().any(|item| item.symbol == Some(symbol));
        let declaration = self.scopes.get(symbol);
        let is_predetermined =
            is_constant(&declaration.ty) || self.threadprivate.directive(symbol, self.scopes).is_some();
        let is_known = listed || is_predetermined || self.unlisted.contains(&symbol);
        // The allocator of a clause is evaluated outside.
        let mut allocating = clauses.others.iter().filter(|clause| clause.name == "allocate");
        let is_outside = allocating.any(|clause| clause.tokens.contains(&reference.token));
        if is_known || is_outside || !is_evaluated(reference.token, self.tokens) {
            return;
        }
        self.unlisted.push(symbol);
        let name = &reference.name;
        let message = format!("`{name}` is in no data-sharing clause, and `default(none)` wants it in one");
        let error = self.tokens.error("E0303", message, reference.token, "used here");
        let error =
            error.note_at(self.tokens.at(&default.tokens), "the clause that wants it (section 2.8.3.1)");
        self.errors.push(fixes::offer_listing(error, &reference.name, self.construct, self.tokens));
    }

    /// What the clauses of a construct say about variables from outside, used
    /// or not.
    fn clauses(&mut self, construct: &'a Construct) {
        let is_region = std::ptr::eq(construct, self.construct);
        for item in &construct.clauses.items {
            let Some(symbol) = item.symbol else { continue };
            let clause = match item.sharing {
                Sharing::Firstprivate => DataClause::FIRSTPRIVATE,
                Sharing::Lastprivate | Sharing::Linear(_) => DataClause::LASTPRIVATE,
                Sharing::Reduction(_) => DataClause::REDUCTION_ADD,
                Sharing::Private => DataClause::PRIVATE,
                _ => continue,
            };
            if !is_region
                && clause != DataClause::PRIVATE
                && !self.is_shared_around(construct, symbol, item.token)
            {
                continue; // refused as it is
            }
            if !self.is_from_outside(symbol) {
                continue;
            }
            let used = self.index.contains_key(&symbol);
            if !used && clause == DataClause::PRIVATE {
                continue; // a copy that nobody uses
            }
            let at = self.variable(symbol, item.token);
            let variable = &mut self.region.variables[at];
            variable.clause |= clause;
            if !is_region && clause != DataClause::PRIVATE {
                // The original of a worksharing construct's copy is the
                // team's shared variable.
                variable.clause |= DataClause::SHARED;
            }
            variable.first_on_parallel |= is_region && clause == DataClause::FIRSTPRIVATE;
            variable.reduced_on_parallel |= is_region && clause == DataClause::REDUCTION_ADD;
        }
    }

    fn is_shared_around(&self, construct: &Construct, symbol: SymbolId, token: usize) -> bool {
        if !self.is_from_outside(symbol) {
            return self.scopes.get(symbol).is_static;
        }
        self.construct
            .around(token)
            .into_iter()
            .filter(|around| !std::ptr::eq(*around, construct))
            .all(|around| around.clauses.privatises(symbol).is_none())
    }
}

/// Whether a name is more than the operand of `sizeof`, which asks for its type alone.
pub fn is_evaluated(name: usize, tokens: &TokenList) -> bool {
    let is_open = |&index: &usize| tokens[index].kind == kind::LEFT_PAREN;
    let before = tokens.visible_before(name);
    let operator = before.filter(is_open).and_then(|open| tokens.visible_before(open)).or(before);
    operator.is_none_or(|index| tokens[index].kind != kind::SIZEOF)
}

/// Whether a use in a construct is one of a variable from around it of which neither the construct nor one in it makes a copy.
pub fn is_original(construct: &Construct, reference: &Reference, scopes: &Scopes) -> Option<SymbolId> {
    let symbol = reference.symbol?;
    let declaration = scopes.get(symbol);
    let is_outside = declaration.is_variable() && declaration.token < *construct.tokens.start();
    let chain = construct.around(reference.token);
    let is_copy = chain.iter().any(|inner| private_here(inner, symbol, reference, scopes).is_some());
    (is_outside && !is_copy).then_some(symbol)
}

/// The attribute that makes a use inside a construct one of a private copy.
fn private_here(
    construct: &Construct,
    symbol: SymbolId,
    reference: &Reference,
    scopes: &Scopes,
) -> Option<DataClause> {
    if construct.is_loop_variable(&scopes.get(symbol).name) {
        return Some(DataClause::PRIVATE);
    }
    // The expressions of the directive itself are the business of the threads
    // before the clauses take effect.
    if construct.directive.contains(&reference.token) {
        return None;
    }
    let item = construct.clauses.privatises(symbol)?;
    Some(match item.sharing {
        Sharing::Firstprivate => DataClause::FIRSTPRIVATE,
        Sharing::Lastprivate | Sharing::Linear(_) => DataClause::LASTPRIVATE,
        Sharing::Reduction(_) => DataClause::REDUCTION_ADD,
        _ => DataClause::PRIVATE,
    })
}
