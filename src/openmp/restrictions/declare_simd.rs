//! What `declare simd` says of a function's parameters (section 7.7 of OpenMP 5.2).

use super::Program;
use super::types::Class;
use super::values;
use crate::c::symbols::{DeclInfo, Parameter, Type};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

/// Checks a directive with the declaration behind it.
pub fn check(directive: &Tokens, declared: &DeclInfo, program: &Program) -> Vec<Diagnostic> {
    let Some(written) = super::Written::at(program.tokens, *directive.start()) else { return Vec::new() };
    let Type::Function { parameters, .. } = declared.ty.resolved() else {
        return vec![alone(directive, program)];
    };
    let check = Check { written: &written, parameters, program };
    let mut errors = Vec::new();
    for (word, clause) in written.clauses() {
        if !matches!(word, "uniform" | "linear" | "aligned") {
            continue;
        }
        for item in written.items(clause) {
            errors.extend(item.name(program.tokens).and_then(|name| check.parameter(word, name)));
        }
        if word == "linear" {
            errors.extend(check.step(written.argument(clause)));
        }
    }
    errors.extend(check.values());
    errors
}

/// A directive that no function follows.
pub fn alone(directive: &Tokens, program: &Program) -> Diagnostic {
    Diagnostic::error("E0364", "`declare simd` without a function", program.tokens.span(directive))
        .label("the declaration of one should follow")
        .note("section 7.7 of OpenMP 5.2")
}

struct Check<'c> {
    written: &'c Written<'c>,
    parameters: &'c [Parameter],
    program: &'c Program<'c>,
}

impl Check<'_> {
    fn find(&self, token: usize) -> Option<&Parameter> {
        let name = self.program.tokens.text(token);
        self.parameters.iter().find(|parameter| parameter.name.as_deref() == Some(name))
    }

    fn parameter(&self, clause: &str, token: usize) -> Option<Diagnostic> {
        let tokens = self.program.tokens;
        let name = tokens.text(token);
        let span = tokens[token].span.clone();
        let Some(parameter) = self.find(token) else {
            let error = Diagnostic::error("E0364", format!("`{name}` is no parameter"), span);
            return Some(
                error
                    .label(format!("`{clause}` lists parameters of the function"))
                    .note("section 7.7 of OpenMP 5.2"),
            );
        };
        let class = Class::of(&parameter.ty);
        let wanted = match (clause, class) {
            (_, Class::Unknown | Class::Pointer) => return None,
            ("linear", Class::Floating | Class::Structure) => "an integer nor a pointer",
            ("aligned", Class::Floating | Class::Integer | Class::Structure) => "an array nor a pointer",
            _ => return None,
        };
        let message = format!("`{name}` is neither {wanted}, and in `{clause}`");
        Some(
            Diagnostic::error("E0341", message, span)
                .label(class.name().to_owned())
                .note("section 7.7 of OpenMP 5.2"),
        )
    }

    /// A step that is a parameter is the same in all calls.
    fn step(&self, argument: &[usize]) -> Option<Diagnostic> {
        let tokens = self.program.tokens;
        let [.., colon, step] = argument else { return None };
        if tokens[*colon].kind != kind::COLON || tokens[*step].kind != kind::IDENTIFIER {
            return None;
        }
        self.find(*step)?;
        let name = tokens.text(*step);
        let uniform = self.written.all("uniform").flat_map(|clause| self.written.items(clause));
        let is_it = |found: usize| tokens.text(found) == name;
        let is_uniform = uniform.filter_map(|item| item.name(tokens)).any(is_it);
        (!is_uniform).then(|| {
            let message = format!("the step `{name}` is not `uniform`");
            Diagnostic::error("E0364", message, tokens[*step].span.clone())
                .label("may be another in each of the calls that run together")
                .note("a parameter that is a step is in `uniform` (section 5.4.6 of OpenMP 5.2)")
        })
    }

    /// The numbers in the clauses.
    fn values(&self) -> Vec<Diagnostic> {
        let tokens = self.program.tokens;
        let of = |words: &[usize]| Some(*words.first()?..=*words.last()?);
        let lengths = self.written.all("simdlen").filter_map(|clause| {
            Some((of(self.written.argument(clause))?, "the length of vectors", "10.4.3 of OpenMP 5.2"))
        });
        let alignments = self.written.all("aligned").filter_map(|clause| {
            let argument = self.written.argument(clause);
            let colon = argument.iter().position(|&word| tokens[word].kind == kind::COLON)?;
            Some((of(&argument[colon + 1..])?, "the alignment", "5.11 of OpenMP 5.2"))
        });
        let values = lengths.chain(alignments);
        values
            .filter_map(|(value, what, section)| values::constant(&value, what, section, self.program))
            .collect()
    }
}
