//! Names on the device: functions of the C library, functions as values, calls
//! through pointers, string literals.

use std::collections::HashSet;

use super::super::{File, Writer};
use super::callees::Callee;
use super::library::{self, Form};
use crate::codegen::cuda::host_file::{Entry, What};
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, Reference, sharing};
use crate::rewrite::Tokens as _;
use crate::source::quoted::string_literal;
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as kind;

impl Writer<'_, '_> {
    /// Gives the names in a range of tokens the form that they have on the
    /// device.
    pub(super) fn device_names(&mut self, range: &Tokens, region: Option<&Construct>) {
        let mut macros: HashSet<usize> = HashSet::new();
        for reference in self.file.references_in(range).to_vec() {
            if region.is_some_and(|construct| sharing::is_outside(construct, reference.token)) {
                continue;
            }
            if let Some((typed, name)) = self.file.library_macro(reference.token) {
                let name = name.to_owned();
                if macros.insert(typed) {
                    self.device_macro(typed, &name);
                }
                continue;
            }
            match self.file.callee(&reference) {
                Some(Callee::Own(_) | Callee::Foreign | Callee::Library(_)) if !reference.called => {
                    self.function_value(&reference)
                }
                Some(Callee::Library(form)) => self.library_call(&reference, form),
                _ => {}
            }
        }
        for callee in self.file.pointer_calls(range) {
            let reason = "the device's version of what the pointer points to";
            let rule = "postfix_expression";
            self.out.device.insert_before(*callee.start(), "gpump_function(".to_owned(), rule, reason);
            self.out.device.insert_after(*callee.end(), ")".to_owned(), rule, reason);
        }
        self.device_literals(range);
    }

    fn library_call(&mut self, reference: &Reference, form: Form) {
        if library::is_listed_builtin(&reference.name) {
            let text = format!("gpump_{}", reference.name.trim_start_matches('_'));
            return self.out.rewrite_use(reference, text, true, "the compiler's function on the device");
        }
        let plain = reference.name.strip_prefix("__builtin_").unwrap_or(&reference.name);
        let text = match form {
            Form::Plain if plain == reference.name => return,
            Form::Plain => plain.to_owned(),
            Form::Prefixed
                if matches!(plain, "printf" | "fprintf") && self.file.is_value_used(reference.token) =>
            {
                format!("gpump_{plain}_length")
            }
            Form::Prefixed => format!("gpump_{plain}"),
        };
        self.out.rewrite_use(reference, text, true, "the C library's function on the device");
    }

    /// A macro of the C library whose text is the host's alone.
    fn device_macro(&mut self, typed: usize, name: &str) {
        const RULE: &str = "macro_invocation";
        let reason = "the C library's macro on the device";
        if let Some(invocation) = self.file.tokens.invocation_at(typed) {
            self.out.device.keep(invocation);
        }
        match name {
            "assert" => {
                let line = self.file.line_of(typed);
                self.out.device.replace(typed..=typed, "gpump_assert".to_owned(), RULE, reason);
                // What the parser does not see has no kind.
                let open =
                    (typed + 1..self.file.tokens.len()).find(|&index| self.file.tokens.text(index) == "(");
                if let Some(open) = open {
                    let function = self.file.cuda.function_at(typed);
                    let function = function.map_or("", |number| &self.file.cuda.functions[number].name);
                    let [file, function] = [&self.file.file_of(typed), function].map(string_literal);
                    // In the device's text the expression may have other words.
                    let invocation =
                        self.file.tokens.invocation_at(typed).and_then(|at| self.file.tokens.invocation(at));
                    let made = invocation.map_or(0..0, |found| found.made.clone());
                    let is_before = |index: &usize| !self.file.tokens.text(*index).starts_with("__assert");
                    let mut arguments = made.skip_while(is_before);
                    let quoted =
                        arguments.find(|&index| self.file.tokens[index].kind == kind::STRING_LITERAL);
                    let quoted = quoted.map_or("\"\"", |index| self.file.tokens.text(index));
                    let place = format!("{quoted}, {file}, {line}, {function}, ");
                    self.out.device.insert_after(open, place, RULE, reason);
                }
            }
            _ => {
                let is_prefixed = library::form(name) != Some(Form::Plain);
                if is_prefixed {
                    self.out.device.replace(typed..=typed, format!("gpump_{name}"), RULE, reason);
                }
            }
        }
    }

    /// A function as a value is the host's address of it.
    fn function_value(&mut self, reference: &Reference) {
        let name = reference.name.clone();
        let sort = self.file.tokens.visible_before(reference.token);
        let mut range = reference.token..=reference.token;
        if let Some(before) = sort.filter(|&before| self.file.tokens[before].kind == kind::AND) {
            range = before..=reference.token;
        }
        let ty = self.file.type_at(&name, *range.start());
        let entry = self.file.on_device(&name);
        let member = ty.map(|ty| self.file.spell(&ty, &format!("(*{entry})"))).unwrap_or_default();
        let text = format!("gpump_globals.{entry}");
        self.out.written.enter(Entry { name: entry, member, what: What::Function(name) });
        self.out.device.replace(
            range,
            text,
            "primary_expression",
            "a function's address is the host's everywhere",
        );
    }

    /// String literals whose address may outlive the region are the host's.
    fn device_literals(&mut self, range: &Tokens) {
        let visible: Vec<usize> =
            range.clone().filter(|&index| self.file.tokens[index].is_visible()).collect();
        let is_literal = |at: usize| {
            visible.get(at).is_some_and(|&index| self.file.tokens[index].kind == kind::STRING_LITERAL)
        };
        let mut at = 0;
        let mut edits: Vec<(Tokens, String)> = Vec::new();
        let mut pointers: Option<HashSet<usize>> = None;
        while at < visible.len() {
            if !is_literal(at) {
                at += 1;
                continue;
            }
            let start = at;
            while is_literal(at) {
                at += 1;
            }
            let is_plain = (start..at).all(|at| self.file.tokens.text(visible[at]).starts_with('"'));
            let becomes_pointer = || {
                pointers.get_or_insert_with(|| self.file.values_of_pointers(range)).contains(&visible[start])
            };
            if !is_plain || self.file.stays_a_literal(&visible, start, at, becomes_pointer) {
                continue;
            }
            let pieces: Vec<&str> = (start..at).map(|at| self.file.tokens.text(visible[at])).collect();
            edits.push((visible[start]..=visible[at - 1], pieces.join(" ")));
        }
        for (tokens, literal) in edits {
            let name = self.out.written.literal(&literal);
            let text = format!("((char *)gpump_globals.{name})");
            self.out.device.replace(tokens, text, "primary_expression", "the literal's address may be kept");
        }
    }
}

impl File<'_> {
    /// Whether the value of the call that a name begins is used.
    fn is_value_used(&self, name: usize) -> bool {
        let before = self.tokens.visible_before(name).map(|index| self.tokens[index].kind);
        let starts = matches!(
            before,
            None | Some(
                kind::SEMICOLON
                    | kind::LEFT_BRACE
                    | kind::RIGHT_BRACE
                    | kind::NEW_LINE
                    | kind::ELSE
                    | kind::DO
            )
        ) || before == Some(kind::COLON) && !self.is_of_choice(name);
        if starts {
            return false;
        }
        // `if (x) printf(…);` and `(void) printf(…);`
        !matches!(before, Some(kind::RIGHT_PAREN))
    }

    /// Whether a `?` stands in front of a token in its statement: the colon
    /// before it is no label's.
    fn is_of_choice(&self, token: usize) -> bool {
        let stops = [kind::SEMICOLON, kind::LEFT_BRACE, kind::RIGHT_BRACE, kind::CASE];
        let visible = (0..token).rev().filter(|&index| self.tokens[index].is_visible());
        let mut kinds = visible.map(|index| self.tokens[index].kind).take_while(|kind| !stops.contains(kind));
        kinds.any(|found| found == kind::QUESTION)
    }

    /// Whether a literal is used up where it stands: an argument of the C
    /// library, an array's initialiser, an operand of `sizeof`, `[]` or `&&`.
    fn stays_a_literal(
        &self,
        visible: &[usize],
        start: usize,
        end: usize,
        becomes_pointer: impl FnOnce() -> bool,
    ) -> bool {
        let kind_at = |at: usize| self.tokens[visible[at]].kind;
        let Some(before) = start.checked_sub(1) else { return true };
        if visible.get(end).is_some_and(|&index| self.tokens[index].kind == kind::LEFT_BRACKET)
            || matches!(kind_at(before), kind::STAR | kind::SIZEOF | kind::NOT | kind::AND_AND | kind::OR_OR)
            || visible
                .get(end)
                .is_some_and(|&index| matches!(self.tokens[index].kind, kind::AND_AND | kind::OR_OR))
        {
            return true;
        }
        if kind_at(before) == kind::ASSIGN && before > 0 && kind_at(before - 1) == kind::RIGHT_BRACKET {
            // `char a[] = "…"`, or `p[i] = "…"`: the former declares.
            return self
                .types()
                .type_of(&self.operand_before(visible, before))
                .is_none_or(|ty| matches!(ty.kind, crate::c::Kind::Array { .. }));
        }
        // The call that it is an argument of.
        let mut depth = 0usize;
        let mut at = before;
        loop {
            match kind_at(at) {
                kind::RIGHT_PAREN | kind::RIGHT_BRACKET | kind::RIGHT_BRACE => depth += 1,
                kind::LEFT_PAREN if depth == 0 => break,
                // In the first statement of a block, or an item of an initialiser: of an array of characters, or a
                // pointer.
                kind::LEFT_BRACE if depth == 0 => {
                    return !self.begins_block(visible, at) && !becomes_pointer();
                }
                kind::LEFT_BRACKET | kind::SEMICOLON if depth == 0 => return false,
                kind::LEFT_PAREN | kind::LEFT_BRACKET | kind::LEFT_BRACE => depth -= 1,
                _ => {}
            }
            match at.checked_sub(1) {
                Some(next) => at = next,
                None => return true,
            }
        }
        let Some(name) = at.checked_sub(1).map(|at| visible[at]) else { return false };
        if matches!(self.tokens[name].kind, kind::SIZEOF | kind::STATIC_ASSERT) {
            return true;
        }
        let found = self.references_in(&(name..=name)).first().cloned();
        found.is_some_and(|reference| matches!(self.callee(&reference), Some(Callee::Library(_))))
            || matches!(self.tokens.origin(visible[start]), Origin::Macro { .. })
                && self.tokens.text(name).starts_with("__assert")
    }

    /// Whether a brace begins a block, and no initialiser. Of what the tokens begin with it does.
    fn begins_block(&self, visible: &[usize], brace: usize) -> bool {
        let kind_at = |at: usize| self.tokens[visible[at]].kind;
        let Some(at) = brace.checked_sub(1) else { return true };
        match kind_at(at) {
            kind::ASSIGN | kind::COMMA | kind::RIGHT_BRACKET => return false,
            kind::LEFT_BRACE => return self.begins_block(visible, at),
            kind::RIGHT_PAREN => {}
            _ => return true,
        }
        // Of a statement or a function's parameters, and no type's, as in a compound literal.
        let heads = [kind::IDENTIFIER, kind::IF, kind::FOR, kind::WHILE, kind::SWITCH];
        let head = self.opening(visible, at).and_then(|open| open.checked_sub(1));
        head.is_some_and(|head| heads.contains(&kind_at(head)))
    }

    /// The first tokens of the values in a range that are converted to pointers.
    fn values_of_pointers(&self, range: &Tokens) -> HashSet<usize> {
        let conversions = self.types().implicit_conversions(range);
        let to_pointers = conversions.into_iter().filter(|conversion| conversion.to.pointee().is_some());
        to_pointers.map(|conversion| *conversion.value.start()).collect()
    }

    /// The declarator or expression in front of an assignment, as far back as
    /// its brackets and name go.
    fn operand_before(&self, visible: &[usize], assign: usize) -> Tokens {
        let mut at = assign;
        while let Some(before) = at.checked_sub(1) {
            at = match self.tokens[visible[before]].kind {
                kind::RIGHT_BRACKET | kind::RIGHT_PAREN => self.opening(visible, before).unwrap_or(0),
                kind::IDENTIFIER | kind::DOT | kind::ARROW => before,
                _ => break,
            };
        }
        visible[at]..=visible[assign.saturating_sub(1)]
    }
}
