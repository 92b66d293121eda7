//! Memory of the program's choice: the `allocate` directive and its clauses (sections 6.5 and 6.6 of OpenMP 5.2).

use super::listed::{is_of, misfit};
use super::types::Class;
use super::{Program, constants, directives_before, in_one_block, lists};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::written::{Written, whole};
use crate::rewrite::Tokens as _;

const NONE: &str = "omp_null_allocator";
const ALLOCATOR: &str = "omp_allocator_handle_t";

/// The clauses that make copies, which memory is asked for.
const COPIES: [&str; 7] =
    ["firstprivate", "in_reduction", "lastprivate", "linear", "private", "reduction", "task_reduction"];

pub(super) fn check(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let mut errors: Vec<Diagnostic> = if written.directive.name == "allocate" {
        let names = written.split(written.operand().unwrap_or_default()).into_iter();
        let names = names.filter_map(|item| item.name(program.tokens));
        names.filter_map(|name| variable(name, written, program)).collect()
    } else {
        written.all("allocate").flat_map(|_| copies(written)).collect()
    };
    errors.extend(alignments(written, program));
    errors.extend(traits(written));
    errors.extend(allocators(written, program));
    errors
}

/// `rule` ends with its section of OpenMP 5.2.
fn refuse(message: String, at: &Tokens, label: &str, rule: &str, written: &Written) -> Diagnostic {
    written.error("E0365", message, at, label).note(format!("{rule} of OpenMP 5.2)"))
}

/// A variable of the directive is of its scope, and a static one has an allocator that is there before the program runs.
fn variable(token: usize, written: &Written, program: &Program) -> Option<Diagnostic> {
    let tokens = program.tokens;
    let name = tokens.text(token);
    let declaration = match lists::variable(name, token, program.scopes.lookup(name), "allocate", program) {
        Ok(declaration) => declaration,
        Err(error) => return Some(*error),
    };
    let at = &(token..=token);
    // The parameters of a function are those of its body.
    let depth = program.scopes.depth();
    if declaration.depth != depth && (declaration.depth, depth) != (1, 2) {
        let message = format!("`{name}` belongs to another scope");
        let rule = "`allocate` stands in the scope of its variables (section 6.5";
        return Some(refuse(message, at, "not declared in this scope", rule, written));
    }
    if let Some(first) = asked_before(name, token, program) {
        let rule = "a variable is in one `allocate` directive (section 6.5";
        let message = format!("the memory of `{name}` is asked for twice");
        let error = refuse(message, at, "again here", rule, written);
        return Some(error.note_at(tokens.at(first), "first here"));
    }
    let symbol = program.scopes.lookup(name);
    let mut earlier = program.references_in(&(0..=token)).iter();
    if let Some(used) = earlier.find(|reference| reference.symbol == symbol && reference.token != token) {
        let message = format!("`{name}` is used before its memory is asked for");
        let warning = program.warning("W0305", message, token, "it has its memory already");
        return Some(warning.note_at(tokens.at(used.token), "used here").note("section 6.5 of OpenMP 5.2"));
    }
    if declaration.depth > 0 && !declaration.is_static && !declaration.is_extern {
        return None;
    }
    let (at, label) = match written.clause("allocator") {
        None => (token, "no `allocator` clause"),
        Some(clause) => {
            let is_variable = |&&index: &&usize| {
                program.scopes.find(tokens.text(index)).is_some_and(|found| found.is_variable())
            };
            let argument = written.argument(clause);
            match argument.iter().find(is_variable) {
                Some(variable) => (*variable, "a variable"),
                None => (*argument.iter().find(|&&index| tokens.text(index) == NONE)?, "none of them"),
            }
        }
    };
    let message = format!("`{name}` is static, and has no allocator of OpenMP's own");
    let rule = "memory that is there from the beginning comes from a predefined allocator (section 6.5";
    Some(refuse(message, &(at..=at), label, rule, written))
}

/// Where a directive in front of this one asks for a variable's memory.
fn asked_before(name: &str, token: usize, program: &Program) -> Option<usize> {
    let tokens = program.tokens;
    directives_before(token, "allocate", tokens).find_map(|at| {
        let written = Written::at(tokens, at)?;
        let listed = written.behind_name().iter().copied().find(|&word| tokens.text(word) == name);
        listed.filter(|_| in_one_block(at, token, tokens))
    })
}

/// What the clause lists is copied by another clause.
fn copies(written: &Written) -> Vec<Diagnostic> {
    let copied = written.texts(|word| COPIES.contains(&word));
    let names = written.all("allocate").flat_map(|clause| written.names(clause));
    let alone = names.filter(|&name| !copied.contains(&written.tokens.text(name)));
    let errors = alone.map(|name| {
        let message = format!("`{}` is in `allocate` alone", written.tokens.text(name));
        let rule = "memory is asked for copies that another clause makes (section 6.6";
        refuse(message, &(name..=name), "no copy is made of it", rule, written)
    });
    errors.collect()
}

/// An alignment is a power of two.
fn alignments(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let of_clauses = written.all("align").filter_map(|clause| whole(written.argument(clause)));
    let modifiers = written.all("allocate").flat_map(|clause| written.split(written.modifiers(clause)));
    let of_modifiers = modifiers.filter_map(|modifier| match modifier.tokens.as_slice() {
        [word, _, inner @ .., _] if program.tokens.text(*word) == "align" => whole(inner),
        _ => None,
    });
    let is_wrong = |at: &Tokens| {
        constants::value(at, program).is_some_and(|number| number <= 0 || number.count_ones() != 1)
    };
    let wrong = of_clauses.chain(of_modifiers).filter(is_wrong);
    let errors = wrong.map(|at| {
        let rule = "the alignment is a positive power of two (section 6.6";
        refuse("an alignment that is no power of two".to_owned(), &at, "no power of two", rule, written)
    });
    errors.collect()
}

/// OpenMP's own allocators have their traits (section 6.8).
fn traits(written: &Written) -> Vec<Diagnostic> {
    let tokens = written.tokens;
    let items = written.all("uses_allocators").flat_map(|clause| {
        let has_traits = written.modifiers(clause).iter().any(|&word| tokens.text(word) == "traits");
        written.items(clause).into_iter().filter(move |item| has_traits || item.tokens.len() > 1)
    });
    let names = items.filter_map(|item| item.name(tokens));
    let own = names.filter(|&name| {
        let text = tokens.text(name);
        text.starts_with("omp_") && text.ends_with("_mem_alloc")
    });
    let errors = own.map(|name| {
        let message = format!("`{}` with traits", tokens.text(name));
        let rule = "a predefined allocator has its own (section 6.8";
        refuse(message, &(name..=name), "an allocator of OpenMP's", rule, written)
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
        let what = format!("not of the type `{ALLOCATOR}`");
        is_wrong.then(|| misfit(*token, "allocate", &what, "6.6", declaration, program))
    });
    errors.collect()
}
