//! Memory of the program's choice: the `allocate` directive and its clauses (sections 6.5 and 6.6 of OpenMP 5.2).

use super::listed::{is_of, misfit};
use super::types::Class;
use super::{Program, constants, directives_before, in_one_block, lists};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::written::{Written, whole};
use crate::rewrite::Tokens as _;

const NONE: &str = "omp_null_allocator";
const ALLOCATOR: &str = "omp_allocator_handle_t";

/// The clauses that make copies, which memory is asked for.
const COPIES: [&str; 7] =
    ["firstprivate", "in_reduction", "lastprivate", "linear", "private", "reduction", "task_reduction"];

pub(super) fn check(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let mut errors = if written.directive.name == "allocate" {
        directive(written, program)
    } else {
        written.all("allocate").flat_map(|_| copies(written, program)).collect()
    };
    errors.extend(alignments(written, program));
    errors.extend(traits(written, program));
    errors.extend(allocators(written, program));
    errors
}

fn refuse(message: &str, at: &Tokens, label: &str, rule: &str, program: &Program) -> Diagnostic {
    let error = Diagnostic::error("E0365", message, program.tokens.span(at)).label(label.to_owned());
    error.note(format!("{rule} of OpenMP 5.2)"))
}

/// The variables of the directive are of its scope, and static ones have an allocator that is there before the program runs.
fn directive(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let behind = written.behind_name();
    let close = behind.first().and_then(|&open| tokens.partner(open));
    let end = behind.iter().position(|&word| Some(word) == close).unwrap_or(behind.len());
    let allocator = written.clause("allocator");
    let names = written.split(behind.get(1..end).unwrap_or_default());
    let errors = names.iter().filter_map(|item| {
        let token = item.name(tokens)?;
        let name = tokens.text(token);
        let declaration = match lists::variable(name, token, program.scopes.lookup(name), "allocate", program)
        {
            Ok(declaration) => declaration,
            Err(error) => return Some(*error),
        };
        let at = &(token..=token);
        // The parameters of a function are those of its body.
        let depth = program.scopes.depth();
        if declaration.depth != depth && (declaration.depth, depth) != (1, 2) {
            let message = format!("`{name}` belongs to another scope");
            let rule = "`allocate` stands in the scope of its variables (section 6.5";
            return Some(refuse(&message, at, "not declared in this scope", rule, program));
        }
        if let Some(found) = again(name, token, program).or_else(|| used(name, token, program)) {
            return Some(found);
        }
        let is_static = declaration.depth == 0 || declaration.is_static || declaration.is_extern;
        let message = format!("`{name}` is static, and has no allocator of OpenMP's own");
        let rule = "memory that is there from the beginning comes from a predefined allocator (section 6.5";
        match allocator {
            _ if !is_static => None,
            None => Some(refuse(&message, at, "no `allocator` clause", rule, program)),
            Some(clause) => {
                let is_variable = |&&index: &&usize| {
                    program.scopes.find(tokens.text(index)).is_some_and(|found| found.is_variable())
                };
                let argument = written.argument(clause);
                let (allocator, label) = match argument.iter().find(is_variable) {
                    Some(variable) => (variable, "a variable"),
                    None => (argument.iter().find(|&&index| tokens.text(index) == NONE)?, "none of them"),
                };
                Some(refuse(&message, &(*allocator..=*allocator), label, rule, program))
            }
        }
    });
    errors.collect()
}

/// A variable's memory is asked for once.
fn again(name: &str, token: usize, program: &Program) -> Option<Diagnostic> {
    let tokens = program.tokens;
    let lists = |at: usize| {
        let written = Written::at(tokens, at)?;
        let listed = written.behind_name().iter().copied().find(|&word| tokens.text(word) == name);
        listed.filter(|_| in_one_block(at, token, tokens))
    };
    let first = directives_before(token, "allocate", tokens).find_map(lists)?;
    let rule = "a variable is in one `allocate` directive (section 6.5";
    let message = format!("the memory of `{name}` is asked for twice");
    let error = refuse(&message, &(token..=token), "again here", rule, program);
    Some(error.note_at(tokens[first].span.clone(), "first here"))
}

/// A variable's memory is asked for before the variable is used.
fn used(name: &str, token: usize, program: &Program) -> Option<Diagnostic> {
    let symbol = program.scopes.lookup(name);
    let earlier = program.references_in(&(0..=token));
    let found = earlier.iter().find(|reference| reference.symbol == symbol && reference.token != token)?;
    let message = format!("`{name}` is used before its memory is asked for");
    Some(
        Diagnostic::warning("W0305", message, program.tokens[token].span.clone())
            .label("it has its memory already")
            .note_at(program.tokens[found.token].span.clone(), "used here")
            .note("section 6.5 of OpenMP 5.2"),
    )
}

/// What the clause lists is copied by another clause.
fn copies(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let clauses = written.clauses().filter(|(word, _)| COPIES.contains(word));
    let copied: Vec<&str> = clauses
        .flat_map(|(_, clause)| written.items(clause))
        .filter_map(|item| item.name(tokens).map(|name| tokens.text(name)))
        .collect();
    let names = written.all("allocate").flat_map(|clause| written.items(clause));
    let alone =
        names.filter_map(|item| item.name(tokens)).filter(|&name| !copied.contains(&tokens.text(name)));
    let errors = alone.map(|name| {
        let message = format!("`{}` is in `allocate` alone", tokens.text(name));
        let rule = "memory is asked for copies that another clause makes (section 6.6";
        refuse(&message, &(name..=name), "no copy is made of it", rule, program)
    });
    errors.collect()
}

/// An alignment is a power of two.
fn alignments(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let of_clauses = written.all("align").map(|clause| written.argument(clause).to_vec());
    let modifiers = written.all("allocate").flat_map(|clause| written.split(written.modifiers(clause)));
    let of_modifiers = modifiers.filter_map(|modifier| match modifier.tokens.as_slice() {
        [word, _, inner @ .., _] if tokens.text(*word) == "align" => Some(inner.to_vec()),
        _ => None,
    });
    let errors = of_clauses.chain(of_modifiers).filter_map(|value| {
        let at = whole(&value)?;
        let number = constants::value(&at, program)?;
        let is_power = number > 0 && number.count_ones() == 1;
        let rule = "the alignment is a positive power of two (section 6.6";
        (!is_power)
            .then(|| refuse("an alignment that is no power of two", &at, "no power of two", rule, program))
    });
    errors.collect()
}

/// OpenMP's own allocators have their traits (section 6.8).
fn traits(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let is_own = |name: usize| {
        let text = tokens.text(name);
        text.starts_with("omp_") && text.ends_with("_mem_alloc")
    };
    let clauses = written.all("uses_allocators");
    let items = clauses.flat_map(|clause| {
        let modifiers = written.modifiers(clause);
        let has_traits = modifiers.iter().any(|&word| tokens.text(word) == "traits");
        written.items(clause).into_iter().filter(move |item| has_traits || item.tokens.len() > 1)
    });
    let names = items.filter_map(|item| item.name(tokens)).filter(|&name| is_own(name));
    let errors = names.map(|name| {
        let message = format!("`{}` with traits", tokens.text(name));
        let rule = "a predefined allocator has its own (section 6.8";
        refuse(&message, &(name..=name), "an allocator of OpenMP's", rule, program)
    });
    errors.collect()
}

/// An allocator is a handle.
fn allocators(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let of_directive = written.all("allocator").map(|clause| written.argument(clause));
    let of_clauses = written.all("allocate").map(|clause| written.modifiers(clause));
    let errors = of_directive.chain(of_clauses).filter_map(|value| {
        let [token] = value else { return None };
        let declaration = program.scopes.find(tokens.text(*token)).filter(|found| found.is_variable())?;
        let is_wrong = is_of(&declaration.ty, ALLOCATOR) == Some(false)
            && matches!(Class::of(&declaration.ty), Class::Floating | Class::Pointer | Class::Structure);
        is_wrong.then(|| {
            misfit(*token, "allocate", &format!("not of the type `{ALLOCATOR}`"), "6.6", declaration, program)
        })
    });
    errors.collect()
}
