//! Clauses that gcc 12 does not read.

use super::super::super::Writer;
use super::{Form, locators};
use crate::openmp::CanonicalLoop;
use crate::openmp::loops::Increment;
use crate::openmp::written::{Item, Written};
use crate::rewrite::Tokens as _;
use crate::syntax::accepted::Clause;
use crate::syntax::generated::open_mpc as kind;
use crate::translator::offload::are_predefined;

/// Writes the clauses of a directive. `across` are the loops whose iterations wait for those that it names.
pub(super) fn write(written: &Written, across: &[CanonicalLoop], writer: &mut Writer, form: &mut Form) {
    let name = written.directive.name;
    if name == "begin declare target" {
        form.delete(written.word(0)..=written.word(0));
    }
    for (word, clause) in written.clauses() {
        let range = written.range(clause);
        match (word, name) {
            ("linear", _) => linear(written, clause, form),
            ("doacross", _) => doacross(written, clause, across, writer, form),
            ("depend", _) => locators::depend(written, clause, writer, form),
            ("update", "depobj") => locators::set(written, written.argument(clause), form),
            ("destroy", "depobj") if range.end() > range.start() => {
                form.delete(range.start() + 1..=*range.end());
            }
            ("defaultmap", _) => defaultmap(written, clause, form),
            ("map", _) => locators::map(written, clause, form),
            ("to" | "from", "target update") => locators::motion(written, clause, form),
            ("has_device_addr" | "use_device_addr", _) => locators::whole(written, clause, form),
            ("enter", "declare target") => form.replace(*range.start()..=*range.start(), "to"),
            ("indirect", _) | ("device_type", "begin declare target") => form.delete(range),
            ("reverse_offload" | "unified_address" | "unified_shared_memory", "requires") => {
                form.delete(range);
            }
            ("uses_allocators", _) if are_predefined(written, clause) => form.delete(range),
            ("device", _) if first_modifier(written, clause) == Some("ancestor") => form.delete(range),
            ("allocate", "scope") => form.delete(range),
            _ => {}
        }
    }
    form.is_comment = name == "requires" && form.replaced.len() == written.reading.clauses.len();
}

fn first_modifier<'w>(written: &'w Written, clause: &Clause) -> Option<&'w str> {
    written.modifiers(clause).first().map(|&word| written.tokens.text(word))
}

/// `linear(x: val, step(s))` and `linear(val(x): s)` are `linear(x: s)`.
fn linear(written: &Written, clause: &Clause, form: &mut Form) {
    let argument = written.argument(clause);
    if let [word, open, ..] = *argument
        && written.tokens.text(word) == "val"
        && written.tokens[open].kind == kind::LEFT_PAREN
        && let Some(close) = written.tokens.partner(open)
    {
        form.delete(word..=open);
        form.delete(close..=close);
        return;
    }
    let list = written.modifiers(clause).len();
    let [colon, modifiers @ ..] = &argument[list..] else { return };
    let (Some(&first), Some(&last)) = (modifiers.first(), modifiers.last()) else { return };
    if list == 0 {
        return;
    }
    let parts = written.split(modifiers);
    let is_val = |part: &Item| matches!(part.tokens[..], [word] if written.tokens[word].kind == kind::VAL);
    let step = parts.iter().find_map(|part| match part.tokens[..] {
        [word, open, .., close] if written.tokens[word].kind == kind::STEP => Some((open, close)),
        _ => None,
    });
    if let Some((open, close)) = step.filter(|(open, _)| written.tokens[*open].kind == kind::LEFT_PAREN) {
        form.delete(first..=open);
        form.delete(close..=last);
    } else if parts.iter().all(is_val) {
        form.delete(*colon..=last);
    }
}

/// `doacross` is `depend` of 4.5, but that says of no iteration that it is the one before.
fn doacross(
    written: &Written,
    clause: &Clause,
    across: &[CanonicalLoop],
    writer: &mut Writer,
    form: &mut Form,
) {
    let tokens = written.tokens;
    let [what, colon, vector @ ..] = written.argument(clause) else { return };
    let last = *vector.last().unwrap_or(colon);
    let word = *written.range(clause).start();
    if tokens.text(*what) == "source" {
        form.delete(*colon..=last);
    } else if let [now, _, one] = vector
        && tokens.text(*now) == "omp_cur_iteration"
    {
        let [only] = across else { return };
        if tokens.text(*one) != "1" {
            return;
        }
        let before = match &only.increment {
            Increment::PlusOne => "- 1".to_owned(),
            Increment::MinusOne => "+ 1".to_owned(),
            Increment::Plus(step) => format!("- {}", writer.out.host_text(step)),
            Increment::Minus(step) => format!("+ {}", writer.out.host_text(step)),
        };
        form.replace(*now..=*one, format!("{} {before}", only.variable));
    }
    form.replace(word..=word, "depend");
}

/// On the host all is present, and a category that is none means all of them.
fn defaultmap(written: &Written, clause: &Clause, form: &mut Form) {
    let argument = written.argument(clause);
    let text = |at: usize| argument.get(at).map(|&word| written.tokens.text(word));
    if text(0) == Some("present") {
        form.replace(argument[0]..=argument[0], "tofrom");
    }
    if text(2) == Some("all") {
        form.delete(argument[1]..=argument[2]);
    }
}
