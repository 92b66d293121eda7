//! Parts of arrays (section 3.2.5 of OpenMP 5.2), as far as numbers in the text tell which.

use super::types::{Class, class_of};
use super::{Program, constants};
use crate::c::symbols::{DeclInfo, Type, integer_literal};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::written::{Item, Written, whole};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// The clauses that take parts of arrays.
const CLAUSES: [&str; 10] = [
    "affinity",
    "depend",
    "from",
    "has_device_addr",
    "in_reduction",
    "map",
    "reduction",
    "task_reduction",
    "to",
    "use_device_addr",
];
/// Those whose parts have at least one element, and those whose parts are one stretch of memory.
const WITH_ELEMENTS: [&str; 4] = ["depend", "in_reduction", "reduction", "task_reduction"];
const IN_ONE_STRETCH: [&str; 4] = ["in_reduction", "map", "reduction", "task_reduction"];

pub(super) fn check(written: &Written, program: &Program) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let clauses = written.clauses().filter(|(word, _)| CLAUSES.contains(word));
    for (word, clause) in clauses {
        for item in written.items(clause) {
            let Some(name) = item.name(program.tokens) else { continue };
            let Some(declaration) = program.scopes.find(program.tokens.text(name)) else { continue };
            if declaration.is_variable() {
                errors.extend(check_item(&item, word, declaration, program));
            }
        }
    }
    errors
}

/// What stands between two brackets.
struct Part {
    lower: Option<Tokens>,
    /// Of an element there is none.
    length: Option<Option<Tokens>>,
    stride: Option<Tokens>,
    all: Tokens,
}

/// The pairs of brackets behind the name of an item.
fn parts(item: &Item, tokens: &TokenList) -> Vec<Part> {
    let mut found = Vec::new();
    let mut rest = &item.tokens[1..];
    while let [open, ..] = rest
        && tokens[*open].kind == kind::LEFT_BRACKET
        && let Some(close) = tokens.partner(*open)
        && let Some(at) = rest.iter().position(|&index| index == close)
    {
        let inner = &rest[1..at];
        rest = &rest[at + 1..];
        // In a condition there are other colons.
        if inner.iter().any(|&index| tokens[index].kind == kind::QUESTION) {
            break;
        }
        let mut split = inner.split(|&index| tokens[index].kind == kind::COLON).map(whole);
        found.push(Part {
            lower: split.next().flatten(),
            length: split.next(),
            stride: split.next().flatten(),
            all: *open..=close,
        });
    }
    found
}

fn check_item(item: &Item, clause: &str, declaration: &DeclInfo, program: &Program) -> Option<Diagnostic> {
    let tokens = program.tokens;
    let mut ty = declaration.ty.resolved();
    let refuse = |at: &Tokens, message: &str, label: &str| {
        let error = tokens.error("E0363", message, at, label);
        Some(error.note("section 3.2.5 of OpenMP 5.2"))
    };
    // Whether an outer dimension has several elements.
    let mut has_several = false;
    for part in parts(item, tokens) {
        let (of, extent, is_array) = match ty {
            Type::Array { of, extent } => (of, integer_literal(&extent.text), true),
            Type::Pointer { to, .. } => (to, None, false),
            _ if Class::of(ty) == Class::Unknown => return None,
            _ => return refuse(&part.all, "a part of what is no array", "neither an array nor a pointer"),
        };
        ty = of.resolved();
        let bounds =
            [part.lower.as_ref(), part.length.as_ref().and_then(Option::as_ref), part.stride.as_ref()];
        if let Some(bound) =
            bounds.into_iter().flatten().find(|bound| class_of(bound, program) == Class::Floating)
        {
            return refuse(bound, "the bounds of a part of an array are integers", "not an integer");
        }
        let value = |range: &Tokens| constants::value(range, program);
        let lower = part.lower.as_ref().map_or(Some(0), value);
        let extent = extent.and_then(|extent| i64::try_from(extent).ok());
        if is_array && lower.is_some_and(|lower| lower < 0) {
            return refuse(&part.all, "a part of an array in front of it", "begins in front of the array");
        }
        let length = match &part.length {
            None => Some(1),
            Some(None) if is_array => extent.zip(lower).map(|(extent, lower)| extent - lower),
            Some(None) => {
                return refuse(&part.all, "a part of an array without its length", "where does it end?");
            }
            Some(Some(length)) => value(length),
        };
        if length.is_some_and(|length| length < 0) {
            return refuse(&part.all, "a part of an array with a negative length", "negative");
        }
        if length == Some(0) && WITH_ELEMENTS.contains(&clause) {
            let message = format!("a part of an array without elements in `{clause}`");
            return refuse(&part.all, &message, "no element");
        }
        if let (Some(extent), Some(lower), Some(length)) = (extent, lower, length)
            && part.stride.is_none()
            && lower.saturating_add(length) > extent
        {
            let label = format!("the array has {extent} elements");
            return refuse(&part.all, "a part of an array that goes beyond it", &label);
        }
        if let Some(stride) = &part.stride {
            if value(stride).is_some_and(|stride| stride <= 0) {
                return refuse(stride, "the stride of a part of an array is positive", "not positive");
            }
            if IN_ONE_STRETCH.contains(&clause) && value(stride) != Some(1) && length != Some(1) {
                let message = format!("a part of an array with gaps in `{clause}`");
                return refuse(stride, &message, "not one stretch of memory");
            }
        }
        let has_gaps = lower.is_some_and(|lower| lower > 0)
            || extent.zip(length).is_some_and(|(extent, length)| length < extent);
        if IN_ONE_STRETCH.contains(&clause) && has_several && has_gaps {
            let message = format!("a part of an array with gaps in `{clause}`");
            return refuse(&part.all, &message, "not one stretch of memory");
        }
        has_several |= length.is_some_and(|length| length > 1);
    }
    None
}
