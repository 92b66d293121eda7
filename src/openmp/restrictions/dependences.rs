//! What `depend` and `depobj` name (sections 15.9.4 and 15.9.5 of OpenMP 5.2).

use super::Program;
use super::listed::{is_of, misfit};
use super::lists;
use crate::diagnostics::Diagnostic;
use crate::openmp::report::Report as _;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::accepted::Clause;
use crate::syntax::generated::open_mpc as kind;

const OBJECT: &str = "omp_depend_t";

pub(super) fn check(written: &Written, program: &Program) -> Vec<Diagnostic> {
    // The iterations that others wait for are no dependences.
    if written.directive.name == "ordered" {
        return Vec::new();
    }
    let mut errors: Vec<Diagnostic> =
        written.all("depend").flat_map(|clause| listed(written, clause, program)).collect();
    if written.directive.name == "depobj" {
        errors.extend(object(written, program));
    }
    let mut exclusive =
        written.all("depend").filter(|clause| type_of(written, clause) == kind::MUTEXINOUTSET);
    if let Some(clause) = exclusive.next().filter(|_| written.directive.name == "taskwait") {
        let label = "it does nothing that others could be excluded from";
        let error = written.error("E0366", "`taskwait` that excludes others", &written.range(clause), label);
        errors.push(error.note("section 15.5 of OpenMP 5.2"));
    }
    errors
}

/// The type of a dependence.
fn type_of(written: &Written, clause: &Clause) -> i32 {
    written.last_modifier(clause).map_or(0, |word| written.tokens[word].kind)
}

/// The variables are declared, and dependence objects where the clause is about these.
fn listed(written: &Written, clause: &Clause, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let dependence = type_of(written, clause);
    let items = written.items(clause);
    let mut all = items.iter().filter(|item| tokens[item.tokens[0]].kind == kind::OMP_ALL_MEMORY);
    if let Some(item) = all.next().filter(|_| !matches!(dependence, kind::OUT | kind::INOUT)) {
        let message = "`omp_all_memory` in a `depend` that writes nothing";
        let error = program.error("E0361", message, item.tokens[0], "with `out` or `inout` alone");
        return vec![error.note("section 15.9.5 of OpenMP 5.2")];
    }
    let iterators: Vec<&str> = written.modifiers(clause).iter().map(|&word| tokens.text(word)).collect();
    let errors = items.iter().filter_map(|item| {
        let token = item.name(tokens).filter(|&name| !iterators.contains(&tokens.text(name)))?;
        let name = tokens.text(token);
        let declaration = match lists::variable(name, token, program.scopes.lookup(name), "depend", program) {
            Ok(declaration) => declaration,
            Err(error) => return Some(*error),
        };
        item.whole(tokens)?;
        let what = match (is_of(&declaration.ty, OBJECT)?, dependence == kind::DEPOBJ) {
            (false, true) => format!("not of the type `{OBJECT}`"),
            (true, false) => "a dependence object itself: `depend(depobj: …)` lists it".to_owned(),
            _ => return None,
        };
        Some(misfit(token, "depend", &what, "15.9.5", declaration, program))
    });
    errors.collect()
}

/// What a `depobj` directive is about, and what becomes of it.
fn object(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let tokens = program.tokens;
    let operand = written.operand().unwrap_or_default();
    let words = |of: &[usize]| tokens.words(of);
    let mut errors = Vec::new();
    if let [token] = operand {
        let name = tokens.text(*token);
        match lists::variable(name, *token, program.scopes.lookup(name), "depobj", program) {
            Err(error) => errors.push(*error),
            Ok(declaration) if is_of(&declaration.ty, OBJECT) == Some(false) => {
                let what = format!("not of the type `{OBJECT}`");
                errors.push(misfit(*token, "depobj", &what, "15.9.4", declaration, program));
            }
            Ok(_) => {}
        }
    }
    for (word, clause) in written.clauses() {
        let argument = written.argument(clause);
        let is_of_object = argument.iter().any(|&word| tokens[word].kind == kind::DEPOBJ);
        let (message, label) = match word {
            "depend" if type_of(written, clause) == kind::DEPOBJ => {
                ("a dependence object of another", "no dependence by itself")
            }
            "depend" if written.items(clause).len() > 1 => {
                ("a dependence object of several variables", "one variable")
            }
            "update" if is_of_object => ("a dependence object of another", "no dependence by itself"),
            "destroy"
                if !argument.is_empty()
                    && words(operand.get(..argument.len()).unwrap_or_default()) != words(argument) =>
            {
                ("`destroy` of another object", "not that of the directive")
            }
            _ => continue,
        };
        let error = written.error("E0366", message, &written.range(clause), label);
        errors.push(error.note("section 15.9.4 of OpenMP 5.2"));
    }
    errors
}
