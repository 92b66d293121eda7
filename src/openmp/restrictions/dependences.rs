//! What `depend` and `depobj` name (sections 15.9.4 and 15.9.5 of OpenMP 5.2).

use super::Program;
use super::listed::{is_of, misfit};
use super::lists;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
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
    let is_exclusive = |clause: &&Clause| type_of(written, clause) == kind::MUTEXINOUTSET;
    if let Some(clause) = written.all("depend").find(is_exclusive)
        && written.directive.name == "taskwait"
    {
        let at = program.tokens.span(&written.range(clause));
        errors.push(
            Diagnostic::error("E0366", "`taskwait` that excludes others", at)
                .label("it does nothing that others could be excluded from")
                .note("section 15.5 of OpenMP 5.2"),
        );
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
    let wants_object = type_of(written, clause) == kind::DEPOBJ;
    let modifiers = written.modifiers(clause);
    let is_iterator = |name: usize| modifiers.iter().any(|&word| tokens.text(word) == tokens.text(name));
    let all =
        written.items(clause).into_iter().find(|item| tokens[item.tokens[0]].kind == kind::OMP_ALL_MEMORY);
    if let Some(item) = all.filter(|_| !matches!(type_of(written, clause), kind::OUT | kind::INOUT)) {
        let message = "`omp_all_memory` in a `depend` that writes nothing";
        let error = Diagnostic::error("E0361", message, tokens[item.tokens[0]].span.clone());
        return vec![error.label("with `out` or `inout` alone").note("section 15.9.5 of OpenMP 5.2")];
    }
    let names =
        written.items(clause).into_iter().filter_map(|item| item.name(tokens).map(|name| (item, name)));
    let errors = names.filter(|(_, name)| !is_iterator(*name)).filter_map(|(item, token)| {
        let name = tokens.text(token);
        let declaration = match lists::variable(name, token, program.scopes.lookup(name), "depend", program) {
            Ok(declaration) => declaration,
            Err(error) => return Some(*error),
        };
        item.whole(tokens)?;
        let what = match (is_of(&declaration.ty, OBJECT)?, wants_object) {
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
    let mut errors = Vec::new();
    let [_, inner @ ..] = written.behind_name() else { return errors };
    if let [token, close, ..] = inner
        && tokens[*close].kind == kind::RIGHT_PAREN
    {
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
    let refuse = |message: &str, at: &Tokens, label: &str| {
        let error = Diagnostic::error("E0366", message, tokens.span(at)).label(label.to_owned());
        error.note("section 15.9.4 of OpenMP 5.2")
    };
    for (word, clause) in written.clauses() {
        let at = written.range(clause);
        let argument = written.argument(clause);
        match word {
            "depend" if type_of(written, clause) == kind::DEPOBJ => {
                errors.push(refuse("a dependence object of another", &at, "no dependence by itself"));
            }
            "depend" if written.items(clause).len() > 1 => {
                errors.push(refuse("a dependence object of several variables", &at, "one variable"));
            }
            "update" if argument.iter().any(|&word| tokens[word].kind == kind::DEPOBJ) => {
                errors.push(refuse("a dependence object of another", &at, "no dependence by itself"));
            }
            "destroy" if !argument.is_empty() => {
                let text = |words: &[usize]| words.iter().map(|&word| tokens.text(word)).collect::<String>();
                let named = inner.get(..argument.len()).unwrap_or_default();
                if text(named) != text(argument) {
                    errors.push(refuse("`destroy` of another object", &at, "not that of the directive"));
                }
            }
            _ => {}
        }
    }
    errors
}
