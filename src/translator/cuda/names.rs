//! Names on the device: functions of the C library, functions as values, calls
//! through pointers.

use std::collections::HashSet;

use super::super::{File, Writer};
use super::callees::Callee;
use super::library::{self, Form};
use crate::openmp::constructs::Tokens;
use crate::openmp::{Construct, Reference, sharing};
use crate::rewrite::Tokens as _;
use crate::source::quoted::string_literal;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::{self, Node};

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
                Some(Callee::Foreign) if self.file.is_declared_by_system(&reference.name) => {
                    // C++ would look for it where the arguments' types are from, too.
                    let (rule, reason) = ("postfix_expression", "the one of this file's scope");
                    self.out.device.insert_before(reference.token, "(".to_owned(), rule, reason);
                    self.out.device.insert_after(reference.token, ")".to_owned(), rule, reason);
                }
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
                if matches!(plain, "printf" | "fprintf" | "vprintf" | "vfprintf")
                    && self.file.is_value_used(reference.token) =>
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
        if self.file.is_measured(reference.token) {
            return; // its size needs no function
        }
        let name = reference.name.clone();
        let sort = self.file.tokens.visible_before(reference.token);
        let mut range = reference.token..=reference.token;
        if let Some(before) = sort.filter(|&before| self.file.tokens[before].kind == kind::AND) {
            range = before..=reference.token;
        }
        let text = format!("gpump_globals.{}", self.enter_function(name, reference.token));
        self.out.device.replace(
            range,
            text,
            "primary_expression",
            "a function's address is the host's everywhere",
        );
    }
}

impl File<'_> {
    /// Whether a header of the system's declares a function.
    fn is_declared_by_system(&self, name: &str) -> bool {
        self.scopes.named(name).any(|(_, found)| found.is_function() && self.is_system(found.token))
    }

    /// Whether a name is all the operand of `sizeof` or `_Alignof`.
    fn is_measured(&self, name: usize) -> bool {
        let path: Vec<Node<'_>> = self.tree().path(name).collect();
        let is_around = |node: &&Node<'_>| !matches!(node.kind(), tree::Kind::Name | tree::Kind::Parentheses);
        path.iter().rev().find(is_around).is_some_and(|around| around.kind() == tree::Kind::Measure)
    }

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
}
