//! Constructs, directives and clauses that the device has not.
//!
//! What later versions of OpenMP brought is read and checked. A region with it stays on the host ([`super::on_host`]), and so does what
//! stands outside of all regions.

use super::super::File;
use super::cancellation::is_cancellation;
use super::definitions::{Function, regions_in};
use crate::c::Kind;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::doacross::{self, Dependence};
use crate::openmp::transformations::makes_loops;
use crate::openmp::written::Written;
use crate::openmp::{CanonicalLoop, Construct, ConstructKind, Part, Sharing};
use crate::syntax::accepted::{Directive, Role};
use crate::syntax::generated::open_mpc as kind;

impl Function {
    /// The outermost of its constructs and directives outside of regions that the device has not.
    pub fn host_only(&self) -> Vec<&Part> {
        let mut found = Vec::new();
        collect(&self.parts, &mut found);
        found
    }
}

fn collect<'p>(parts: &'p [Part], found: &mut Vec<&'p Part>) {
    for part in parts {
        match part {
            Part::Standalone { directive, .. } if is_on_device(directive) => {}
            Part::Standalone { .. } => found.push(part),
            Part::Construct(construct) if construct.kind.is_host_only() => found.push(part),
            Part::Construct(construct) if !construct.kind.is_parallel() => {
                let before = found.len();
                collect(&construct.parts, found);
                if !construct.across.is_empty() {
                    // Dependences are a part of their loop.
                    let mut own = found.split_off(before);
                    own.retain(|part| !matches!(part, Part::Standalone { directive, .. } if directive.name == "ordered"));
                    found.append(&mut own);
                }
            }
            _ => {}
        }
    }
}

impl File<'_> {
    /// What functions have outside of regions that stays on the host.
    pub(super) fn refused_on_host(&self) -> Vec<Diagnostic> {
        let functions = self.cuda.functions.iter().filter(|function| !function.is_system);
        let parts = functions.flat_map(Function::host_only).filter(|part| !is_left_of_construct(part));
        parts.filter_map(|part| self.refused_part(part)).collect()
    }

    /// The constructs among it, or in it, that begin a region with threads of its own, and why the device has not each.
    pub(super) fn regions_of_host(&self) -> Vec<(&Construct, Diagnostic)> {
        let functions = self.cuda.functions.iter().filter(|function| !function.is_system);
        let mut found = Vec::new();
        for part in functions.flat_map(Function::host_only) {
            let Part::Construct(construct) = part else { continue };
            let ConstructKind::HostOnly(directive) = construct.kind else { continue };
            let Some(reason) = self.refused_part(part) else { continue };
            if ["target", "teams", "parallel"].iter().any(|leaf| directive.has_leaf(leaf)) {
                found.push((&**construct, reason));
            } else {
                let inside = regions_in(&construct.parts).into_iter();
                found.extend(inside.map(|region| (region, reason.clone())));
            }
        }
        found
    }

    /// The directives in a function, at any depth, that cancel what its callers' teams share out: it may be called from other files.
    pub(super) fn refused_cancellation(&self, parts: &[Part], found: &mut Vec<Diagnostic>) {
        for part in parts {
            match part {
                Part::Construct(construct) if construct.kind.is_parallel() => {}
                Part::Construct(construct) => self.refused_cancellation(&construct.parts, found),
                Part::Standalone { directive, tokens } if is_cancellation(part) => {
                    let reason = "what is cancelled is not in sight of the region";
                    found.push(self.missing(directive.name, tokens, reason));
                }
                _ => {}
            }
        }
    }

    /// What an `ordered` without a statement says, directly in a loop whose iterations wait for certain others.
    pub(super) fn dependences(&self, construct: &Construct, directive: &Tokens) -> Option<Vec<Dependence>> {
        let is_loop = construct.kind.is_loop() && !construct.across.is_empty();
        is_loop.then(|| doacross::read(*directive.start(), &construct.across, self.tokens))?
    }

    /// Whether the device has what `ordered(n)` asks of a loop.
    fn has_across(&self, construct: &Construct) -> bool {
        !construct.across.is_empty() && !construct.any(|inner| inner.kind == ConstructKind::Ordered)
    }

    fn refused_part(&self, part: &Part) -> Option<Diagnostic> {
        let (directive, tokens, reason) = match part {
            Part::Standalone { directive, .. } if is_on_device(directive) => return None,
            part if is_cancellation(part) => return None,
            Part::Standalone { directive, tokens } => (*directive, tokens, None),
            Part::Construct(construct) => match construct.kind {
                ConstructKind::HostOnly(directive) => {
                    (directive, &construct.directive, self.missing_in_target(construct))
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(self.missing(directive.name, tokens, &reason.unwrap_or_else(|| reason_of(directive).to_owned())))
    }

    /// A variable of `linear` in loops of which nobody can say quickly which iteration it is.
    fn refused_linear(&self, construct: &Construct) -> Option<Diagnostic> {
        let mut items = construct.clauses.items_of(|sharing| matches!(sharing, Sharing::Linear(_)));
        let item = items.next().filter(|_| construct.kind.is_loop() && self.is_uneven(construct))?;
        Some(self.missing(
            "linear",
            &(item.token..=item.token),
            "an inner loop has other iterations each time",
        ))
    }

    /// A loop that counts by a pointer of which only the running program knows by how much it changes.
    fn refused_pointer(&self, canonical: &CanonicalLoop) -> Option<Diagnostic> {
        let ty = self.type_at(&canonical.variable, canonical.body_start)?;
        let to = ty.pointee()?;
        let has_size = !to.has_variable_bound() && !matches!(to.kind, Kind::Void | Kind::Function(_));
        let message =
            format!("a loop that counts by the pointer `{}` is not on the device", canonical.variable);
        let error = Diagnostic::error("E0413", message, self.tokens[canonical.variable_token].span.clone());
        (!has_size)
            .then(|| error.label("the size of what it leads to is not known when the program is compiled"))
    }

    pub(super) fn missing(&self, what: &str, tokens: &Tokens, reason: &str) -> Diagnostic {
        let message = format!("`{what}` cannot be on the device");
        Diagnostic::error("E0413", message, self.tokens.span(tokens)).label(reason.to_owned())
    }

    /// Clauses of a construct that the device has.
    fn refused_clauses(&self, construct: &Construct) -> Vec<Diagnostic> {
        let has_any = {
            let clauses = &construct.clauses;
            let is_combined =
                |sharing: &Sharing| matches!(sharing, Sharing::Lastprivate | Sharing::Reduction(_));
            !clauses.others.is_empty()
                || clauses.ordered.is_some()
                || clauses.items_of(is_combined).next().is_some()
        };
        if !has_any {
            return Vec::new();
        }
        let Some(written) = Written::at(self.tokens, *construct.directive.start()) else { return Vec::new() };
        let clauses = written.clauses().filter_map(|(word, clause)| {
            let tokens = written.range(clause);
            let reason = self.missing_in_clause(construct, word, &self.tokens.visible_in(&tokens))?;
            Some(self.missing(word, &tokens, reason))
        });
        clauses.collect()
    }

    /// Why the device has not a clause that begins with a word, of these tokens.
    fn missing_in_clause(&self, construct: &Construct, word: &str, clause: &[usize]) -> Option<&'static str> {
        let has = |kinds: &[i32]| clause.iter().any(|&index| kinds.contains(&self.tokens[index].kind));
        Some(match word {
            "ordered" if construct.kind.is_loop() && clause.len() > 1 && !self.has_across(construct) => {
                "the device knows no iterations that wait for certain others yet"
            }
            "lastprivate" if has(&[kind::CONDITIONAL]) => return self.missing_in_conditional(construct),
            "reduction" if has(&[kind::INSCAN]) => "the device has no scans yet",
            "reduction" if has(&[kind::TASK]) => "the device has no tasks yet",
            "reduction" => return self.missing_in_reduction(construct, clause),
            _ => return None,
        })
    }

    fn missing_in_reduction(&self, construct: &Construct, clause: &[usize]) -> Option<&'static str> {
        let privates = self.privates(construct);
        let of_clause = privates.iter().filter_map(|private| Some((private, private.reduced.as_ref()?)));
        of_clause.filter(|(_, reduced)| clause.contains(&reduced.token)).find_map(|(private, reduced)| {
            if !self.is_one_stretch(private, reduced) {
                return Some("what is reduced is no one stretch of memory");
            }
            if !reduced.is_builtin && reduced.operator.is_none() {
                return Some("no `declare reduction` for the type is in sight");
            }
            let depends = self.references_in(&reduced.subscripts()).iter().any(|reference| {
                reference.symbol.is_some_and(|symbol| construct.has_copy(symbol, &reference.name))
            });
            depends.then_some("which part of the array it is depends on what the construct makes private")
        })
    }
}

impl File<'_> {
    /// What some parts have, at any depth, that the device has not.
    pub(super) fn refused_parts(&self, parts: &[Part], found: &mut Vec<Diagnostic>) {
        for part in parts {
            match part {
                Part::Construct(construct) if !construct.kind.is_host_only() => {
                    self.refused_construct(construct, found);
                }
                part => found.extend(self.refused_part(part)),
            }
        }
    }

    /// The same of a construct that the device has.
    pub(super) fn refused_construct(&self, construct: &Construct, found: &mut Vec<Diagnostic>) {
        found.extend(self.refused_offloaded(construct));
        found.extend(self.refused_clauses(construct));
        found.extend(self.refused_transformed(construct));
        found.extend(self.refused_linear(construct));
        found.extend(construct.loops().filter_map(|canonical| self.refused_pointer(canonical)));
        for part in &construct.parts {
            match part {
                Part::Standalone { directive, tokens }
                    if directive.name == "ordered" && self.dependences(construct, tokens).is_some() => {}
                part => self.refused_parts(std::slice::from_ref(part), found),
            }
        }
    }

    /// A loop that is shared out is one that another directive makes of the author's, and that could not be written into the source.
    fn refused_transformed(&self, construct: &Construct) -> Option<Diagnostic> {
        let is_own = matches!(construct.kind, ConstructKind::AsItStands(_));
        let is_made =
            construct.kind.has_loop() && !is_own && construct.loops().count() < construct.clauses.loops();
        (is_made && !self.cuda.decided.is_wrong)
            .then(|| self.missing(construct.written.name, &construct.directive, UNTYPED))
    }
}

/// Why it has not a loop that a directive makes.
const UNTYPED: &str = "gpump makes the loops of such a directive where no part of them stands in a header";

/// Whether the device has a directive without a statement.
fn is_on_device(directive: &Directive) -> bool {
    ["nothing", "error"].contains(&directive.name)
}

/// Whether it is a construct of which the directive alone is left ([`super::super::offload`]).
fn is_left_of_construct(part: &Part) -> bool {
    matches!(part, Part::Standalone { directive, .. } if directive.role == Role::Construct)
}

/// Why the device has not a construct or a directive.
fn reason_of(directive: &Directive) -> &'static str {
    let has = |leaf: &str| directive.has_leaf(leaf);
    match directive.name {
        "target" => "it has no parallel region",
        "target data" | "target enter data" | "target exit data" | "target update" => {
            "it is for the host: the runtime moves the data of regions by itself"
        }
        _ if has("teams") || has("distribute") => "the device has one team yet",
        "task" | "taskgroup" | "taskwait" | "taskyield" | "depobj" => "the device has no tasks yet",
        _ if has("taskloop") => "the device has no tasks yet",
        "scan" => "the device has no scans yet",
        name if makes_loops(name) => UNTYPED,
        "ordered" => "the device knows no iterations that wait for certain others yet",
        _ => "gpump reads it, and does not translate it yet",
    }
}
