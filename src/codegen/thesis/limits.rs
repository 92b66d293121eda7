//! What the thesis left out of OpenMP 2.5, and what its code cannot do.
//!
//! Each gets an error that names the construct and its place: a directive is
//! never dropped in silence.

use crate::c::symbols::{DeclInfo, Definition, Scopes, Type};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::{Clauses, Construct, ConstructKind, Part, Sharing, Tokens};
use crate::openmp::routines::Routine;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::accepted::{Clause, Directive};

/// Where a routine of the runtime library exists (8.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    HostAndDevice,
    Host,
    LeftOut,
}

/// Which of its two forms the thesis has of a routine.
pub fn availability(name: &str) -> Availability {
    match name {
        "omp_get_num_threads" | "omp_get_thread_num" | "omp_in_parallel" | "omp_test_lock" => {
            Availability::HostAndDevice
        }
        "omp_get_max_threads" | "omp_get_num_procs" | "omp_get_wtime" => Availability::Host,
        _ => Availability::LeftOut,
    }
}

/// Refuses a routine that is not there, or not on the device.
pub fn routine(routine: Routine, on_device: bool, token: usize, tokens: &TokenList) -> Option<Diagnostic> {
    let Routine { name, version, section, .. } = routine;
    let span = tokens[token].span.clone();
    let reason = match (availability(name), on_device) {
        (Availability::HostAndDevice, _) | (Availability::Host, false) => return None,
        (Availability::Host, true) => {
            return Some(
                Diagnostic::error("E0402", format!("`{name}` cannot be called in a parallel region"), span)
                    .label("called on the device")
                    .note("the thesis has this routine on the host only (8.3)")
                    .help("call it before the region and use the value"),
            );
        }
        (Availability::LeftOut, _) => match name {
            "omp_set_num_threads" => {
                "the thesis left it out (8.3.1); a `num_threads` clause or OMP_NUM_THREADS sets the number of threads"
            }
            "omp_get_wtick" => "the thesis left it out (8.3.3)",
            _ if version != "2.5" => "the thesis is about OpenMP 2.5",
            name if name.contains("lock") => {
                "the thesis left out every lock routine but `omp_test_lock`: a lock that waits did not return (8.3.2)"
            }
            _ => "the thesis left it out (8.3.1)",
        },
    };
    Some(
        Diagnostic::error("E0401", format!("`{name}` is not translated"), span)
            .label(match version {
                "2.5" => format!("routine of section {section} of OpenMP 2.5"),
                _ => format!("a routine of OpenMP {version}"),
            })
            .note(reason),
    )
}

/// What is said of what the thesis could not know.
const LATER: &str = "of a later version of OpenMP than the thesis's";

fn left_out(what: &str, range: &Tokens, tokens: &TokenList, reason: &str) -> Diagnostic {
    Diagnostic::error("E0401", format!("`{what}` is not translated"), tokens.span(range))
        .label("in OpenMP 2.5, but not in the thesis")
        .note(format!("the thesis left it out: {reason}"))
}

fn came_later(what: &str, range: &Tokens, tokens: &TokenList, version: &str) -> Diagnostic {
    Diagnostic::error("E0401", format!("`{what}` is not translated"), tokens.span(range))
        .label(format!("in OpenMP {version}, which is younger than the thesis"))
        .note("the thesis is about OpenMP 2.5; the cuda dialect has it")
}

/// Refuses what a construct has that the thesis left out; what it contains is
/// looked at too.
pub fn construct(construct: &Construct, scopes: &Scopes, tokens: &TokenList) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    construct.walk(&mut |inner| {
        own_limits(inner, scopes, tokens, &mut errors);
        for part in &inner.parts {
            match part {
                Part::Flush { tokens: range } => errors.push(flush(range, tokens)),
                Part::Construct(nested) if nested.kind.is_parallel() => errors.push(
                    left_out(
                        nested.kind.name(),
                        &nested.directive,
                        tokens,
                        "its compiler does not support nested parallelism (8.3.1)",
                    )
                    .note_at(tokens.span(&inner.directive), "inside this construct"),
                ),
                _ => {}
            }
        }
    });
    errors
}

/// Refuses a directive of a later version.
pub fn later(directive: &Directive, range: &Tokens, tokens: &TokenList) -> Diagnostic {
    came_later(directive.name, range, tokens, &directive.version.to_string())
}

/// Refuses the `flush` directive.
pub fn flush(range: &Tokens, tokens: &TokenList) -> Diagnostic {
    left_out("flush", range, tokens, "CUDA had no way to implement it (8.2.4)")
}

/// Refuses the `threadprivate` directive.
pub fn threadprivate(range: &Tokens, tokens: &TokenList) -> Diagnostic {
    left_out("threadprivate", range, tokens, "it has not been implemented (8.2.5)")
}

fn own_limits(construct: &Construct, scopes: &Scopes, tokens: &TokenList, errors: &mut Vec<Diagnostic>) {
    let reason = match construct.kind {
        ConstructKind::Sections | ConstructKind::Single => "only the loop construct shares work out (8.2.2)",
        ConstructKind::ParallelSections => "it needs the sections construct (8.2.3)",
        ConstructKind::Critical | ConstructKind::Atomic | ConstructKind::Ordered => {
            "it needs a lock for all threads of a grid (8.2.4)"
        }
        _ => "",
    };
    if let ConstructKind::HostOnly(directive) = construct.kind {
        return errors.push(later(directive, &construct.directive, tokens));
    }
    if !reason.is_empty() {
        errors.push(left_out(construct.kind.name(), &construct.directive, tokens, reason));
    }
    clauses(construct, &construct.clauses, scopes, tokens, errors);
    for canonical in construct.loops().filter(|canonical| canonical.is_unequal) {
        let header = canonical.keyword..=*canonical.bound.end();
        errors.push(came_later("!=", &header, tokens, "5.0"));
    }
    if construct.kind != ConstructKind::Atomic {
        errors.extend(later_clauses(construct, tokens));
    }
}

/// Clauses that are younger than the thesis, but for those that have another form there, which is refused as such.
fn later_clauses(construct: &Construct, tokens: &TokenList) -> Vec<Diagnostic> {
    let Some(written) = Written::at(tokens, *construct.directive.start()) else { return Vec::new() };
    let refused = |(word, clause): (&str, &Clause)| {
        let needs = written.reading.needs.iter().filter(|need| clause.range.contains(&need.at));
        let version = needs.map(|need| need.version).max()?;
        let clauses = &construct.clauses;
        let is_refused = match word {
            "schedule" => clauses.schedule.as_ref().is_some_and(|schedule| schedule.kind != "static"),
            "reduction" => {
                clauses.items_of(|item| *item == Sharing::Reduction("+".to_owned())).next().is_none()
            }
            "ordered" => true,
            _ => false,
        };
        (!is_refused).then(|| came_later(word, &written.range(clause), tokens, &version.to_string()))
    };
    written.clauses().filter_map(refused).collect()
}

fn clauses(
    construct: &Construct,
    clauses: &Clauses,
    scopes: &Scopes,
    tokens: &TokenList,
    errors: &mut Vec<Diagnostic>,
) {
    if let Some((_, range)) = &clauses.condition {
        errors.push(left_out("if", range, tokens, "a region always runs on the device"));
    }
    if let Some(range) = &clauses.ordered {
        errors.push(left_out("ordered", range, tokens, "the ordered construct is missing too (8.2.4)"));
    }
    if let Some(simd) = &clauses.simd {
        errors.push(came_later("simd", simd, tokens, "4.0"));
    }
    if let Some(schedule) = clauses.schedule.as_ref().filter(|schedule| schedule.kind != "static") {
        let what = format!("schedule({})", schedule.kind);
        let error = left_out(&what, &schedule.tokens, tokens, "only `static` has been realised (8.2.2)");
        errors.push(if schedule.kind == "auto" { error.label(LATER) } else { error });
    }
    for item in &clauses.items {
        let range = item.token..=item.token;
        let declaration = item.symbol.map(|symbol| scopes.get(symbol));
        match &item.sharing {
            Sharing::Lastprivate => {
                errors.push(left_out("lastprivate", &range, tokens, "it has not been implemented (8.2.5)"));
            }
            Sharing::Copyin | Sharing::Copyprivate => {
                errors.push(left_out(
                    item.sharing.name(),
                    &range,
                    tokens,
                    "threadprivate is missing too (8.2.5)",
                ));
            }
            Sharing::Reduction(operator) if operator != "+" => {
                let what = format!("reduction({operator}: …)");
                let error = left_out(&what, &range, tokens, "only addition has been realised (8.2.5)");
                let is_later = matches!(operator.as_str(), "max" | "min");
                errors.push(if is_later { error.label(LATER) } else { error });
            }
            Sharing::Reduction(_) if declaration.is_some_and(|declaration| !declaration.ty.is_integer()) => {
                let error = left_out(
                    "reduction",
                    &range,
                    tokens,
                    "CUDA's atomic addition took integers only (8.2.5)",
                );
                errors.push(error.label("not an integer"));
            }
            Sharing::Firstprivate
                if construct.kind == ConstructKind::For && declaration.is_some_and(DeclInfo::is_array) =>
            {
                let reason = "firstprivate arrays work on a parallel directive only (8.2.5)";
                errors.push(left_out("firstprivate", &range, tokens, reason));
            }
            _ => {}
        }
    }
}

/// Refuses a variable that the parameter structure or the kernel cannot
/// declare.
pub fn variable(
    declaration: &DeclInfo,
    token: usize,
    scopes: &Scopes,
    tokens: &TokenList,
) -> Option<Diagnostic> {
    let refuse = |why: &str| {
        Some(
            Diagnostic::error(
                "E0403",
                format!("`{}` cannot be used in a parallel region", declaration.name),
                tokens[token].span.clone(),
            )
            .label(why.to_owned())
            .note_at(tokens[declaration.token].span.clone(), "declared here"),
        )
    };
    let extents = declaration.ty.extents();
    if declaration.ty.is_function_pointer() {
        return refuse("a pointer to a function: there were none on the device (4.6)");
    }
    if extents.iter().any(|extent| extent.variable) || has_variable_extent(&declaration.ty) {
        return refuse(
            "an array of variable length: its size is not known where the kernel's parameters are declared",
        );
    }
    if extents.iter().any(|extent| extent.text.is_empty()) {
        return refuse("an array without a size: nothing says how much to copy");
    }
    for base in declaration.ty.bases() {
        let Type::Base { words, definition, .. } = base else { continue };
        match definition {
            Definition::Anonymous => {
                return refuse(
                    "its type has no name, so that the kernel's parameters cannot be declared with it",
                );
            }
            Definition::Alias(_) if scopes.find(words).is_some_and(|typedef| typedef.depth > 0) => {
                return refuse("its type is declared in a function, out of the kernel's sight");
            }
            Definition::Tagged if scopes.structure(words).is_some_and(|(_, depth)| depth > 0) => {
                return refuse("its type is declared in a function, out of the kernel's sight");
            }
            _ => {}
        }
    }
    None
}

fn has_variable_extent(ty: &Type) -> bool {
    match ty {
        Type::Array { of, extent } => extent.variable || has_variable_extent(of),
        Type::Pointer { to, .. } => has_variable_extent(to),
        _ => false,
    }
}

/// A loop that counts by a pointer.
pub fn pointer(variable: usize, tokens: &TokenList) -> Diagnostic {
    let message = format!("a loop that counts by the pointer `{}` is not translated", tokens.text(variable));
    Diagnostic::error("E0401", message, tokens[variable].span.clone())
        .label("a pointer, which loops may have from OpenMP 3.0 on")
}
