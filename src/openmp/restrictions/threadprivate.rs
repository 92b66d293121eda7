//! The `threadprivate` directive (section 2.8.2).

use std::collections::HashMap;

use super::Program;
use super::lists;
use super::types::{Class, is_incomplete};
use crate::c::symbols::{Scopes, SymbolId};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::syntax::generated::open_mpc as kind;

/// The variables of which each thread has its own, with their directives.
#[derive(Clone, Debug, Default)]
pub struct Threadprivate {
    in_blocks: HashMap<SymbolId, Tokens>,
    /// By name, since a variable may be declared again behind the directive.
    at_file_scope: HashMap<String, Tokens>,
}

impl Threadprivate {
    /// Whether no directive lists a variable.
    pub fn is_empty(&self) -> bool {
        self.in_blocks.is_empty() && self.at_file_scope.is_empty()
    }

    /// The directive that lists a variable.
    pub fn directive(&self, symbol: SymbolId, scopes: &Scopes) -> Option<&Tokens> {
        let declaration = scopes.get(symbol);
        let is_of_file = declaration.depth == 0 || declaration.is_extern;
        self.in_blocks
            .get(&symbol)
            .or_else(|| self.at_file_scope.get(&declaration.name).filter(|_| is_of_file))
    }

    /// Takes a directive's variables.
    pub fn add(&mut self, names: &[(String, usize)], directive: &Tokens, scopes: &Scopes) {
        for (name, _) in names {
            match scopes.lookup(name) {
                Some(symbol) if scopes.get(symbol).depth > 0 => {
                    self.in_blocks.insert(symbol, directive.clone());
                }
                _ => {
                    self.at_file_scope.insert(name.clone(), directive.clone());
                }
            }
        }
    }
}

/// Checks a directive. Its variables are not among the threadprivate ones yet.
pub fn check(names: &[(String, usize)], program: &Program) -> Vec<Diagnostic> {
    names
        .iter()
        .filter_map(|(name, token)| variable(name, *token, program).err().map(|error| *error))
        .collect()
}

fn variable(name: &str, token: usize, program: &Program) -> Result<(), Box<Diagnostic>> {
    let Program { tokens, scopes, .. } = *program;
    let declaration = lists::variable(name, token, scopes.lookup(name), "threadprivate", program)?;
    let is_same = |other: SymbolId| {
        let other = scopes.get(other);
        other.token == declaration.token || declaration.depth == 0 && other.depth == 0 && other.name == name
    };
    let mut uses = program.references.iter();
    if let Some(earlier) = uses.find(|reference| reference.symbol.is_some_and(is_same)) {
        let message = format!("`{name}` is used before it is threadprivate");
        let error = program
            .error("E0327", message, token, "made threadprivate here")
            .note_at(program.at(earlier.token), "used here")
            .note("`threadprivate` precedes every use of its variables (section 2.8.2)")
            .help("write the directive behind the declaration");
        return Err(Box::new(error));
    }
    let misplaced = |message: String, label: &str, rule: &str| {
        let error = program.error("E0328", message, token, label);
        Err(Box::new(error.note_at(program.at(declaration.token), "declared here").note(rule)))
    };
    if declaration.depth != scopes.depth() {
        let rule = "`threadprivate` stands in the scope of its variables, and not in one nested in it (section 2.8.2)";
        return misplaced(format!("`{name}` belongs to another scope"), "not declared in this scope", rule);
    }
    if declaration.depth > 0 && !declaration.is_static {
        let rule = "in a block, `threadprivate` lists variables that are declared `static` (section 2.8.2)";
        return misplaced(format!("`{name}` is not static"), "lives no longer than its block", rule);
    }
    if is_incomplete(declaration, scopes, tokens) {
        return Err(Box::new(lists::incomplete_type(name, token, declaration, "2.8.2", program)));
    }
    Ok(())
}

/// The address of a threadprivate variable is no constant, so nothing that is
/// static can start with it.
pub fn initializer(value: &Tokens, program: &Program) -> Option<Diagnostic> {
    let parsed = program.tokens;
    let before = |index| parsed.visible_before(index).map_or(0, |index| parsed[index].kind);
    let (reference, directive) = program.references_in(value).iter().find_map(|reference| {
        let symbol = reference.symbol?;
        let directive = program.threadprivate.directive(symbol, program.scopes)?;
        let is_array = Class::of(&program.scopes.get(symbol).ty) == Class::Array;
        let is_address = before(reference.token) == kind::AND || (is_array && program.is_plain(reference));
        let is_measured = before(reference.token) == kind::SIZEOF;
        (is_address && !is_measured).then_some((reference, directive))
    })?;
    let has_sizeof = value.clone().any(|index| program.tokens[index].kind == kind::SIZEOF);
    let message = format!("the address of `{}` is no constant", reference.name);
    (!has_sizeof).then(|| {
        program
            .error("E0332", message, reference.token, "each thread has its own")
            .note_at(program.tokens.span(directive), "threadprivate by this directive")
            .note("the address of a threadprivate variable is not an address constant (section 2.8.2)")
    })
}
