//! Macros in the device's text. A macro's use stays as it is typed where the
//! macro can be defined there too: one of the file's own, or of the system's
//! headers, which are included. What a header of the program defines is
//! written out.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

use super::super::cplusplus::is_reserved;
use super::super::reading::Surroundings;
use super::super::{File, Writer};
use super::library;
use crate::diagnostics::Diagnostic;
use crate::openmp::Reference;
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::runtime;
use crate::syntax::directives::{Macro, without_suffixes};
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{Invocation, Origin};

impl Writer<'_, '_> {
    /// Takes lines of the preprocessor out of a range, with what conditions
    /// leave out, and writes out the macros that the device's text does not
    /// define: in a type these are the system's, too.
    pub(super) fn hide_lines_in(&mut self, range: &Tokens, is_type: bool) {
        const RULE: &str = "preprocessor";
        let hints: Vec<Tokens> =
            self.file.cuda.hints.iter().filter(|hint| range.contains(hint.start())).cloned().collect();
        for hint in &hints {
            let comment = self.file.pragma_comment(hint);
            self.out.device.replace(
                hint.clone(),
                format!("{comment}\n"),
                "threadprivate_directive",
                "said where it is declared",
            );
        }
        let mut opened: BTreeSet<usize> = BTreeSet::new();
        for index in range.clone().filter(|index| !hints.iter().any(|hint| hint.contains(index))) {
            let token = &self.file.tokens[index];
            let text = self.file.tokens.text(index);
            let invocation = self.file.tokens.invocation_at(index);
            if let Some(number) = invocation {
                if opened.insert(number) && !self.file.stays_a_macro(number, is_type) {
                    self.out.device.open(number);
                }
                continue;
            }
            if self.file.tokens.origin(index) != Origin::File {
                continue;
            }
            let is_line = token.kind == kind::DIRECTIVE || (!token.is_visible() && text.starts_with('#'));
            // What a condition leaves out has lost its kind.
            // And an empty macro, which may stand between two literals that have been replaced.
            let is_left_out = !token.is_visible() && !is_blank(text) && !self.out.device.is_gone(index);
            if is_line {
                let end = if text.ends_with('\n') { "\n" } else { "" };
                self.out.device.replace(
                    index..=index,
                    end.to_owned(),
                    RULE,
                    "the device's text has no conditions",
                );
            } else if is_left_out {
                let reason = "a condition leaves it out";
                self.out.device.replace(index..=index, String::new(), RULE, reason);
            }
        }
    }

    /// The definitions of the file's macros that pieces of text use, in the
    /// order of the file.
    pub(super) fn macros_on_device(
        &self,
        ranges: &[Tokens],
        types: &[String],
        code: &[String],
    ) -> Vec<String> {
        let mut needed: BTreeSet<&str> = BTreeSet::new();
        // A range may begin with what a macro became, behind the words that were typed.
        let places = ranges.iter().flat_map(|range| range.clone());
        let used: BTreeSet<usize> =
            places.filter_map(|index| self.file.tokens.invocation_at(index)).collect();
        for invocation in used.into_iter().filter_map(|number| self.file.tokens.invocation(number)) {
            needed.extend(invocation.typed.clone().map(|index| self.file.tokens.text(index)));
        }
        let mut found: BTreeMap<usize, &Macro> = BTreeMap::new();
        let mut queue: Vec<&str> = needed.into_iter().collect();
        let mut seen: HashSet<&str> = HashSet::new();
        while let Some(name) = queue.pop() {
            let is_left_out = is_of_text(name) || self.file.cuda.given.hiding_macros.contains(name);
            let is_kept = !is_left_out && seen.insert(name);
            let Some(definition) = self.file.directives.macro_named(name).filter(|_| is_kept) else {
                continue;
            };
            found.insert(definition.span.start, definition);
            queue.extend(definition.names());
        }
        let is_mentioned = |definition: &&Macro| {
            let has = |text: &String| text.contains(definition.name.as_str());
            types.iter().any(has)
                || code.iter().any(has)
                || found.values().any(|other| other.body.contains(definition.name.as_str()))
        };
        let kept = found.values().copied().filter(is_mentioned);
        kept.map(|definition| {
            let line = definition_line(definition);
            self.out.recorder.note(|recording| recording.lines.push((line.clone(), definition.span.clone())));
            line
        })
        .collect()
    }
}

impl File<'_> {
    /// Whether the use of a macro can stand in the device's text.
    fn stays_a_macro(&self, number: usize, is_type: bool) -> bool {
        let Some(invocation) = self.tokens.invocation(number) else { return false };
        let name = self.tokens.text(*invocation.typed.start());
        let place = self.tokens.stands_for(*invocation.typed.start(), true).start;
        let is_systems = !is_type && self.cuda.given.system_macros.contains(name);
        if name == "_Pragma" || is_predefined(name) || is_of_text(name) && !is_systems {
            return false;
        }
        // The device's text does not say where the file defines `NDEBUG`.
        let asserts = |index: usize| self.tokens.text(index).contains("assert");
        if name == "assert" && is_systems && !invocation.made.clone().any(asserts) {
            return false;
        }
        match self.directives.macro_at(name, place) {
            Some(definition) => {
                self.holds(definition, place, &invocation.made)
                    && self.keeps_arguments(invocation)
                    && !self.may_paste_macro(invocation)
            }
            None if is_of_library(name) => is_systems && self.is_called_as_typed(number),
            None => is_systems && self.keeps_arguments(invocation),
        }
    }

    /// The macros of headers that uses of macros name, or may put together by `##`, with those that the file takes back.
    pub(super) fn header_macros(&self, surroundings: &Surroundings) -> HashSet<String> {
        let typed = (0..self.tokens.len()).filter(|&index| self.tokens.origin(index) == Origin::File);
        let used = typed.filter(|&index| self.tokens.invocation_at(index).is_some());
        let mut words: HashSet<&str> = used.map(|index| self.tokens.text(index)).collect();
        let of_headers: Vec<&str> =
            words.iter().copied().filter(|word| surroundings.is_header_macro(word)).collect();
        let mut pasted = Vec::new();
        if self.directives.macros.iter().any(pastes) {
            words.extend(self.directives.macros.iter().flat_map(Macro::pieces));
            let names = surroundings.all_header_macros().map(|(name, _)| name);
            pasted.extend(names.filter(|name| is_put_together(name, &words)));
        }
        let taken_back = self.directives.undefined.iter().map(|(name, _)| name.as_str());
        of_headers.into_iter().chain(pasted).chain(taken_back).map(str::to_owned).collect()
    }

    /// Whether the use of a macro may put the name of another one together by `##`. That name stands nowhere, so the
    /// device's text would not define it.
    fn may_paste_macro(&self, invocation: &Invocation) -> bool {
        let place = self.tokens.stands_for(*invocation.typed.start(), true).start;
        let mut queue: Vec<&str> = invocation.typed.clone().map(|index| self.tokens.text(index)).collect();
        let mut words = HashSet::new();
        let mut does_paste = false;
        while let Some(word) = queue.pop() {
            if let Some(definition) = self.directives.macro_at(word, place).filter(|_| words.insert(word)) {
                does_paste |= pastes(definition);
                queue.extend(definition.pieces());
            }
            words.insert(word);
        }
        let files = self.directives.macros.iter().map(|found| &found.name);
        let mut names = files.chain(&self.cuda.given.header_macros);
        does_paste && names.any(|name| !words.contains(name.as_str()) && is_put_together(name, &words))
    }

    /// The macros that hide a name of the program, as `#define cur (state->cur)` hides a member: where such a macro is
    /// defined, nothing else can have that name. One with parameters hides what is called.
    pub(super) fn hiding_macros(&self, surroundings: &Surroundings) -> HashSet<String> {
        // By their names: whether they take arguments.
        let of_headers = surroundings.all_header_macros();
        let mut candidates: HashMap<&str, bool> =
            of_headers.filter(|(_, takes_arguments)| !takes_arguments).collect();
        for found in self.directives.macros.iter().filter(|found| found.body != found.name) {
            *candidates.entry(&found.name).or_insert(true) &= found.parameters.is_some();
        }
        if candidates.is_empty() {
            return HashSet::new();
        }
        let is_hidden = |&index: &usize| {
            let takes_arguments = candidates.get(self.tokens.text(index));
            takes_arguments.is_some_and(|&takes_arguments| self.would_be_use(index, takes_arguments))
        };
        let names = (0..self.tokens.len()).filter(|&index| self.tokens[index].is_visible());
        names.filter(is_hidden).map(|index| self.tokens.text(index).to_owned()).collect()
    }

    /// Whether a token would be the use of a macro of its name: of one with parameters, if a parenthesis follows.
    fn would_be_use(&self, index: usize, takes_arguments: bool) -> bool {
        !takes_arguments || self.tokens[self.next_visible(index)].kind == kind::LEFT_PAREN
    }

    /// Whether a macro stands for a variable's name where the host's text would name the variable: at a use, and for one of
    /// the file at the end, too.
    pub(super) fn is_hidden_by_macro(&self, name: &str, token: usize, is_files: bool) -> bool {
        if !self.cuda.given.hiding_macros.contains(name) {
            return false;
        }
        let place = self.tokens.stands_for(token, true).start;
        let at_end = || self.directives.macro_named(name).filter(|_| is_files);
        match self.directives.macro_at(name, place).or_else(at_end) {
            Some(found) => found.parameters.is_none() && found.body != name,
            // One of a header, unless the file's own is not defined there.
            None => self.directives.macros.iter().all(|found| found.name != name),
        }
    }

    /// The uses of macros that are written out on the host, and in which the compiler would expand a name once more that
    /// was not to be expanded ([C11] 6.10.3.4).
    ///
    /// [C11]: https://www.open-std.org/jtc1/sc22/wg14/www/docs/n1570.pdf
    pub(super) fn expanded_again(&self, opened: &[usize]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for invocation in opened.iter().filter_map(|&number| self.tokens.invocation(number)) {
            let place = self.tokens.stands_for(*invocation.typed.start(), true).start;
            let is_expanded = |&index: &usize| {
                let name = self.tokens.text(index);
                let is_hiding =
                    self.tokens[index].is_visible() && self.cuda.given.hiding_macros.contains(name);
                let here = self.directives.macro_at(name, place).filter(|_| is_hiding);
                here.is_some_and(|here| self.would_be_use(index, here.parameters.is_some()))
            };
            if let Some(index) = invocation.made.clone().find(is_expanded) {
                let name = self.tokens.text(index);
                let message = format!(
                    "this use of a macro has to be written out, where the macro `{name}` would be expanded once more"
                );
                let error = Diagnostic::error("E0408", message, self.tokens.span(&invocation.typed));
                found.push(error.help(format!("give the macro `{name}` a name of its own")));
            }
        }
        found
    }

    /// Whether the words that are typed as a macro's arguments say the same in the device's text: a macro may be named
    /// there alone, as in `LIST(ITEM)` and `TWICE(SQUARE(x))`.
    fn keeps_arguments(&self, invocation: &Invocation) -> bool {
        let place = self.tokens.stands_for(*invocation.typed.start(), true).start;
        let is_made = |word: &str| invocation.made.clone().any(|index| self.tokens.text(index) == word);
        let mut words = invocation.typed.clone().skip(1).map(|index| self.tokens.text(index));
        words.all(|word| match self.directives.macro_at(word, place) {
            Some(definition) => self.holds(definition, place, &invocation.made),
            // `__func__` is no macro.
            None => !self.cuda.given.header_macros.contains(word) && (!is_predefined(word) || is_made(word)),
        })
    }

    /// Whether a macro of the C library that the device has, such as `assert`, can be called there with the arguments as
    /// they are typed. A function that is called in the text of a macro among them may have another name there.
    pub(in super::super) fn is_called_as_typed(&self, number: usize) -> bool {
        let Some(invocation) = self.tokens.invocation(number) else { return false };
        let name = self.tokens.text(*invocation.typed.start());
        let is_in_argument = |reference: &Reference| {
            let is_librarys = reference.name.starts_with('_') || reference.name == name;
            is_librarys
                || self.tokens.origin(reference.token) != Origin::Macro { invocation: number, argument: None }
        };
        let made = invocation.made.start..=invocation.made.end.max(1) - 1;
        self.keeps_arguments(invocation) && self.references_in(&made).iter().all(is_in_argument)
    }

    /// Whether the device's text can define a macro as it is at a place.
    fn holds(&self, definition: &Macro, place: usize, made: &Range<usize>) -> bool {
        self.lasts(definition) && self.is_self_contained(definition, place, &mut BTreeSet::new(), made)
    }

    /// Whether a macro means the same at the end of the file, and is nothing else besides: so does the device's text define
    /// it, in front of all.
    fn lasts(&self, definition: &Macro) -> bool {
        let last = self.directives.macro_named(&definition.name);
        let is_same = |last: &Macro| last.body == definition.body && last.parameters == definition.parameters;
        last.is_some_and(is_same) && !self.cuda.given.hiding_macros.contains(&definition.name)
    }

    /// Whether all macros that a macro's text uses are the file's own.
    fn is_self_contained<'d>(
        &'d self,
        definition: &'d Macro,
        place: usize,
        seen: &mut BTreeSet<&'d str>,
        made: &Range<usize>,
    ) -> bool {
        if !seen.insert(&definition.name) {
            return true;
        }
        let is_renamed = |name: &String| is_reserved(name);
        if is_of_text(&definition.name) || definition.parameters.iter().flatten().any(is_renamed) {
            return false;
        }
        definition.names().all(|name| {
            if definition
                .parameters
                .as_ref()
                .is_some_and(|list| list.iter().any(|parameter| parameter == name))
            {
                return true;
            }
            if let Some(inner) = self.directives.macro_at(name, place) {
                return self.lasts(inner) && self.is_self_contained(inner, place, seen, made);
            }
            // A name that is still there after all is no macro's.
            matches!(name, "__VA_ARGS__" | "sizeof")
                || is_keyword(name)
                || made.clone().any(|index| self.tokens.text(index) == name)
        })
    }
}

/// Whether a macro's text has the operator `##`.
fn pastes(definition: &Macro) -> bool {
    definition.body.contains("##") || definition.body.contains("%:%:")
}

/// Whether a name is made of two words or more.
fn is_put_together(name: &str, words: &HashSet<&str>) -> bool {
    // Where words may end.
    let mut ends = vec![0];
    for end in 1..=name.len() {
        let is_word = |&start: &usize| {
            (start, end) != (0, name.len()) && name.get(start..end).is_some_and(|part| words.contains(part))
        };
        if ends.iter().any(is_word) {
            ends.push(end);
        }
    }
    ends.last() == Some(&name.len())
}

/// Whether a token is white space or a comment, by its text.
pub(super) fn is_blank(text: &str) -> bool {
    text.trim().is_empty() || text.starts_with("/*") || text.starts_with("//")
}

fn definition_line(definition: &Macro) -> String {
    let parameters =
        definition.parameters.as_ref().map_or(String::new(), |list| format!("({})", list.join(", ")));
    let body = without_suffixes(&definition.body);
    let body = body.as_deref().unwrap_or(&definition.body);
    format!("#define {}{parameters} {body}", definition.name).trim_end().to_owned()
}

/// Whether a macro of the system's headers is one that the runtime has for the device.
pub(super) fn is_of_library(name: &str) -> bool {
    library::form(name).is_some()
        || matches!(name, "assert" | "errno" | "stdin" | "stdout" | "stderr" | "alloca")
}

/// Whether a macro is one of the compiler's own, as `__LINE__` and `__STDC_VERSION__` are: a C++ compiler has
/// others, or others' values.
fn is_predefined(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
}

/// Whether the device's text has a word of itself, or the runtime's macros have: it keeps its meaning there.
fn is_of_text(name: &str) -> bool {
    is_keyword(name) || is_reserved(name) || runtime::words_of_macros().contains(name)
}

fn is_keyword(name: &str) -> bool {
    matches!(
        name,
        "if" | "else"
            | "for"
            | "while"
            | "do"
            | "return"
            | "break"
            | "continue"
            | "switch"
            | "case"
            | "default"
            | "int"
            | "char"
            | "long"
            | "short"
            | "unsigned"
            | "signed"
            | "float"
            | "double"
            | "void"
            | "const"
            | "static"
            | "struct"
            | "union"
            | "enum"
            | "goto"
            | "volatile"
            | "register"
            | "extern"
            | "typedef"
    )
}
