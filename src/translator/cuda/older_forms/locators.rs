//! What `depend`, `map` and their kin list, for gcc 12.
//!
//! The device of what stays on the host is the host itself. So nothing is absent there, nothing is moved, and which parts of a variable
//! are mapped makes no difference; that a scalar is mapped does, since otherwise it is firstprivate.

use super::super::super::Writer;
use super::Form;
use crate::openmp::written::{Item, Written};
use crate::rewrite::Tokens as _;
use crate::syntax::accepted::Clause;
use crate::syntax::generated::open_mpc as kind;

/// A dependence is one on the address that a locator begins with, so a part that gcc does not read is its first element.
pub(super) fn depend(written: &Written, clause: &Clause, writer: &mut Writer, form: &mut Form) {
    set(written, &written.modifiers(clause).last().copied().into_iter().collect::<Vec<_>>(), form);
    for item in written.items(clause) {
        let shape = shape(written, &item);
        let brackets = brackets(written, &item.tokens);
        let is_name = item.name(written.tokens).is_some()
            && brackets.first().is_none_or(|(open, _)| *open == item.tokens.get(1).copied().unwrap_or(0));
        let has_stride = brackets.iter().any(|brackets| colons(written, *brackets).len() > 1);
        if shape.is_none() && is_name && !has_stride {
            continue;
        }
        match shape {
            Some(shape) => shaped(written, &item, shape, &brackets, writer, form),
            None => brackets.iter().for_each(|pair| first_element(written, *pair, form)),
        }
    }
}

/// The first element of an array that is given a shape: `([n][m])p[i][j:k]` is `*(p + (i * m + j))`.
fn shaped(
    written: &Written,
    item: &Item,
    (open, close): (usize, usize),
    brackets: &[(usize, usize)],
    writer: &mut Writer,
    form: &mut Form,
) {
    let end = brackets.first().map_or(usize::MAX, |(first, _)| *first);
    let base: Vec<usize> =
        item.tokens.iter().copied().filter(|&index| index > close && index < end).collect();
    let (Some(&first), Some(&last)) = (base.first(), base.last()) else { return };
    let inside: Vec<usize> = (open + 1..close).filter(|&index| written.tokens[index].is_visible()).collect();
    let mut offset = String::new();
    for (number, dimension) in self::brackets(written, &inside).into_iter().enumerate() {
        let at = brackets.get(number).map_or("0".to_owned(), |pair| lower(written, *pair, writer));
        offset = match number {
            0 => at,
            _ => {
                let length = writer.out.host_text(&(dimension.0 + 1..=dimension.1 - 1));
                format!("({offset}) * ({length}) + {at}")
            }
        };
    }
    let pointer = writer.out.host_text(&(first..=last));
    let behind = brackets.last().map_or(last, |(_, close)| *close);
    form.replace(open..=behind, format!("*(({pointer}) + ({offset}))"));
}

/// What a subscript or a section begins with.
fn lower(written: &Written, (open, close): (usize, usize), writer: &mut Writer) -> String {
    let end = colons(written, (open, close)).first().copied().unwrap_or(close);
    match written.tokens.visible_from(open + 1).filter(|&first| first < end) {
        Some(first) => format!("({})", writer.out.host_text(&(first..=end - 1))),
        None => "0".to_owned(),
    }
}

/// Tasks of a set may run at once; in their order they are right, too.
pub(super) fn set(written: &Written, words: &[usize], form: &mut Form) {
    if let [.., word] = *words
        && written.tokens.text(word) == "inoutset"
    {
        form.replace(word..=word, "inout");
    }
}

/// The brackets of `([n][m])` in front of a pointer: the parentheses.
fn shape(written: &Written, item: &Item) -> Option<(usize, usize)> {
    let [open, bracket, ..] = item.tokens[..] else { return None };
    let is_shape =
        written.tokens[open].kind == kind::LEFT_PAREN && written.tokens[bracket].kind == kind::LEFT_BRACKET;
    Some((open, written.tokens.partner(open)?)).filter(|_| is_shape)
}

/// The subscripts of an item, but for those within parentheses or others.
fn brackets(written: &Written, words: &[usize]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut behind = 0;
    for &word in words.iter() {
        let token = written.tokens[word].kind;
        let opens = matches!(token, kind::LEFT_PAREN | kind::LEFT_BRACKET);
        if word < behind || !opens {
            continue;
        }
        let Some(close) = written.tokens.partner(word) else { continue };
        behind = close;
        if token == kind::LEFT_BRACKET {
            found.push((word, close));
        }
    }
    found
}

/// The colons of an array section.
fn colons(written: &Written, (open, close): (usize, usize)) -> Vec<usize> {
    let inside: Vec<usize> = (open + 1..close).filter(|&index| written.tokens[index].is_visible()).collect();
    let is_colon = |&index: &usize| written.tokens[index].kind == kind::COLON;
    written.tokens.outside(&inside).map(|at| inside[at]).filter(is_colon).collect()
}

fn first_element(written: &Written, brackets: (usize, usize), form: &mut Form) {
    let Some(&colon) = colons(written, brackets).first() else { return };
    let has_lower = written.tokens.visible_from(brackets.0 + 1) != Some(colon);
    form.replace(colon..=brackets.1 - 1, if has_lower { "" } else { "0" });
}

/// What is mapped, with the modifiers that gcc knows. What iterators run through are no scalars by themselves.
pub(super) fn map(written: &Written, clause: &Clause, form: &mut Form) {
    let tokens = written.tokens;
    let modifiers = written.modifiers(clause);
    let has = |text: &str| modifiers.iter().any(|&word| tokens.text(word) == text);
    let ty = modifiers.last().map(|&word| tokens.text(word));
    let other = match (written.directive.name, ty) {
        ("target enter data", None | Some("tofrom")) => Some("to"),
        ("target exit data", None | Some("tofrom")) => Some("from"),
        _ => None,
    };
    if has("iterator") {
        form.delete(written.range(clause));
        return;
    }
    pointees(written, clause, form);
    if other.is_none() && !has("present") && !has("mapper") {
        return;
    }
    let kept: String =
        ["always", "close"].iter().filter(|word| has(word)).map(|word| format!("{word}, ")).collect();
    let ty = other.or(ty).unwrap_or("tofrom");
    match modifiers {
        [first, .., last] | [first @ last] => form.replace(*first..=*last, format!("{kept}{ty}")),
        [] => {
            let first = written.argument(clause)[0];
            form.replace(first..=first, format!("{ty}: {}", tokens.text(first)));
        }
    }
}

/// What `target update` moves: nothing on the host.
pub(super) fn motion(written: &Written, clause: &Clause, form: &mut Form) {
    let modifiers = written.modifiers(clause);
    let has_stride = || {
        let items = written.items(clause);
        items
            .iter()
            .any(|item| brackets(written, &item.tokens).iter().any(|it| colons(written, *it).len() > 1))
    };
    if modifiers.iter().any(|&word| written.tokens.text(word) == "iterator") || has_stride() {
        form.delete(written.range(clause));
        return;
    }
    pointees(written, clause, form);
    if let (Some(&first), Some(&last)) = (modifiers.first(), modifiers.last()) {
        form.delete(first..=written.tokens.visible_from(last + 1).unwrap_or(last));
    }
}

/// Leaves out of a list what an expression such as `*p` names, which is no scalar by itself.
fn pointees(written: &Written, clause: &Clause, form: &mut Form) {
    let items = written.items(clause);
    let (first, last) =
        (|item: &Item| item.tokens.first().copied(), |item: &Item| item.tokens.last().copied());
    let is_kept = |item: &Item| first(item).is_none_or(|first| written.tokens[first].kind != kind::STAR);
    if !items.iter().any(is_kept) {
        form.delete(written.range(clause));
        return;
    }
    for (at, item) in items.iter().enumerate().filter(|(_, item)| !is_kept(item)) {
        // With the comma that is left over.
        let range = match items[..at].iter().any(is_kept) {
            true => last(&items[at - 1]).map(|end| end + 1).zip(last(item)),
            false => first(item).zip(items.get(at + 1).and_then(first).map(|next| next - 1)),
        };
        form.replaced.extend(range.map(|(from, to)| (from..=to, String::new())));
    }
}

/// Variables as a whole in place of their parts.
pub(super) fn whole(written: &Written, clause: &Clause, form: &mut Form) {
    for item in written.items(clause) {
        for (open, close) in brackets(written, &item.tokens) {
            form.delete(open..=close);
        }
    }
}
