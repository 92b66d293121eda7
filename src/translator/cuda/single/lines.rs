//! Lines of the preprocessor in the host's part of a single file. Conditions that nvcc and its C++ compiler decide in another
//! way than the C compiler does, because they define other macros (`#ifdef __cplusplus`), have the value that the C compiler
//! found. The program's headers with such conditions are written into the file for it.

use std::ops::Range;

use super::super::macros::is_blank;
use super::{File, RULE, Writer};
use crate::preprocessor::{Inclusion, bracket_inclusion};
use crate::rewrite::Tokens as _;
use crate::syntax::Origin;
use crate::syntax::directives::{conditional_word, without_comments, without_suffixes, words};
use crate::syntax::generated::open_mpc as kind;
use crate::translator::reading::Surroundings;

const REASON: &str = "C++ and CUDA define other macros";

/// What the C++ compiler, nvcc and the headers that the runtime includes define. The C compiler defines none of these, or
/// other values, before the file includes anything.
fn is_other_in_cplusplus(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "_ATFILE_SOURCE",
        "_BSD_SOURCE",
        "_DEFAULT_SOURCE",
        "_GNU_SOURCE",
        "_ISOC11_SOURCE",
        "_ISOC99_SOURCE",
        "_LARGEFILE64_SOURCE",
        "_LARGEFILE_SOURCE",
        "_POSIX_C_SOURCE",
        "_POSIX_SOURCE",
        "_SVID_SOURCE",
        "_XOPEN_SOURCE",
        "__DEPRECATED",
        "__EXCEPTIONS",
        "__GNUG__",
        "__NVCC__",
        "__STRICT_ANSI__",
        "__cplusplus",
    ];
    const FAMILIES: &[&str] = &["__CUDA", "__GXX_", "__USE_", "__cpp_"];
    NAMES.contains(&name) || FAMILIES.iter().any(|family| name.starts_with(family))
}

/// Whether a name is one of the constants of `<math.h>`, which the runtime includes. A program that does not, or is of
/// strict C, defines its own.
fn is_mathematical(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "1_PI", "2_PI", "2_SQRTPI", "E", "LN10", "LN2", "LOG10E", "LOG2E", "PI", "PI_2", "PI_4", "SQRT1_2",
        "SQRT2",
    ];
    name.strip_prefix("M_").is_some_and(|rest| NAMES.contains(&rest.trim_end_matches(['f', 'l'])))
}

/// Why the C++ compiler would read a header otherwise, whose text without comments this is, if it would.
fn reading_in_cplusplus(header: &str, is_other: impl Fn(&str) -> bool) -> Option<String> {
    // The macros that the open conditionals ask for.
    let mut open: Vec<Option<&str>> = Vec::new();
    for line in header.lines() {
        let asked = || words(line).find(|word| is_other(word));
        match conditional_word(line) {
            Some("if" | "ifdef" | "ifndef") => open.push(asked()),
            Some("endif") => drop(open.pop()),
            Some(_) => {
                if let Some(innermost) = open.last_mut() {
                    *innermost = innermost.or_else(asked);
                }
            }
            None if is_of_both_languages(line) => {}
            None => {
                if let Some(name) = open.iter().flatten().next() {
                    return Some(format!("where it depends on `{name}`, which C++ and CUDA have otherwise"));
                }
            }
        }
        if line.contains('"') && without_suffixes(line).is_some() {
            return Some("where C++ takes a name behind a literal for a suffix of it".to_owned());
        }
    }
    None
}

/// Whether a line stands in conditionals of headers for C and C++, and means the same to both: `extern "C"`, a macro for it or
/// of no text, a pragma.
fn is_of_both_languages(line: &str) -> bool {
    let line = line.trim();
    let text = match line.strip_prefix('#').map(str::trim_start) {
        Some(directive) => match directive.split_once(char::is_whitespace) {
            Some(("define", rest)) => {
                rest.trim_start().split_once(char::is_whitespace).map_or("", |(_, text)| text)
            }
            Some(("pragma" | "undef", _)) | None => "",
            Some((_, rest)) => rest,
        },
        None => line,
    };
    text.replace("\"C\"", "")
        .split(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | ';'))
        .all(|word| matches!(word, "" | "extern"))
}

/// A branch of a conditional: from a directive of it to the next.
struct Branch {
    directive: usize,
    /// Whether the compiler reads it; `None` where it is empty.
    is_read: Option<bool>,
}

impl File<'_> {
    /// The conditionals of the file that ask for such a macro, by their branches.
    fn other_conditionals(&self) -> Vec<Vec<Branch>> {
        let mut open: Vec<Vec<Branch>> = Vec::new();
        let mut found = Vec::new();
        for index in (0..self.tokens.len()).filter(|&index| self.tokens.origin(index) == Origin::File) {
            let token = &self.tokens[index];
            let text = self.tokens.text(index);
            let branch = Branch { directive: index, is_read: None };
            match conditional_word(text).filter(|_| token.kind == kind::DIRECTIVE) {
                Some("if" | "ifdef" | "ifndef") => open.push(vec![branch]),
                Some("endif") => found.extend(open.pop()),
                Some(_) => {
                    if let Some(branches) = open.last_mut() {
                        branches.push(branch);
                    }
                }
                None => {
                    let is_read = token.is_visible()
                        || token.kind == kind::DIRECTIVE
                        || self.tokens.invocation_at(index).is_some();
                    let mut around = open.iter_mut().rev().filter_map(|branches| branches.last_mut());
                    match is_read {
                        true => around.for_each(|branch| branch.is_read = Some(true)),
                        false if !is_blank(text) => {
                            if let Some(innermost) = around.next() {
                                innermost.is_read.get_or_insert(false);
                            }
                        }
                        false => {}
                    }
                }
            }
        }
        found.retain(|branches| branches.iter().any(|branch| self.asks_for_other(branch.directive)));
        found
    }

    /// The program's own headers that the C++ compiler would read otherwise. A library's are made for both languages.
    pub(in crate::translator::cuda) fn other_headers(
        &self,
        surroundings: &Surroundings,
    ) -> Vec<(Range<usize>, String)> {
        let is_other = |name: &str| match is_mathematical(name) {
            true => surroundings.is_header_macro(name),
            false => is_other_in_cplusplus(name) && !surroundings.is_header_macro(name),
        };
        let reading = |header: &Inclusion| {
            let lines: Vec<&str> = header.own_lines().collect();
            let reason = reading_in_cplusplus(&without_comments(&lines.join("\n")), is_other)?;
            Some((header.include.clone(), reason))
        };
        surroundings.foreign_headers().filter(|header| !header.of_library).filter_map(reading).collect()
    }

    /// The `#include`s of the file, by their bytes, whose headers are a library's and have `extern "C"` for C++. Templates may be
    /// among what they declare besides.
    pub(in crate::translator::cuda) fn headers_of_both(
        &self,
        surroundings: &Surroundings,
    ) -> Vec<Range<usize>> {
        let is_included_here = |header: &&Inclusion| {
            let directive = self.tokens.at_byte(header.include.start);
            let named = bracket_inclusion(self.tokens.text(directive));
            named.is_some()
                && named == header.bracketed.as_deref()
                && self.cuda.function_at(directive).is_none()
        };
        let has_own_linkage = |header: &&Inclusion| {
            header.own_lines().any(|line| line.contains("extern \"C\""))
                && header.own_lines().any(|line| line.contains("__cplusplus"))
        };
        let found = surroundings.foreign_headers().filter(is_included_here).filter(has_own_linkage);
        found.map(|header| header.include.clone()).collect()
    }

    /// Whether a directive asks for a macro that C++ has otherwise. What the file itself defines is the same in both.
    fn asks_for_other(&self, directive: usize) -> bool {
        let is_own = |name: &str| self.directives.macro_named(name).is_some();
        let is_others = |name: &str| is_mathematical(name) || is_other_in_cplusplus(name) && !is_own(name);
        words(self.tokens.text(directive)).any(is_others)
    }
}

impl Writer<'_, '_> {
    /// Writes the values of such conditions.
    pub(super) fn decide_conditions(&mut self) {
        if !self.file.tokens.is_preprocessed() {
            return;
        }
        for branches in self.file.other_conditionals() {
            let is_one_read = branches.iter().any(|branch| branch.is_read == Some(true));
            // An empty branch is the one if all others are left out, `else` among them.
            let has_else = branches.last().is_some_and(|last| self.word(last.directive) == "else");
            let mut is_empty_one = !is_one_read && has_else;
            for branch in branches {
                let is_read = branch.is_read.unwrap_or_else(|| std::mem::take(&mut is_empty_one));
                if self.file.asks_for_other(branch.directive) {
                    self.decide(branch.directive, is_read);
                }
            }
        }
    }

    /// Ends C's linkage in front of headers that begin it themselves.
    pub(super) fn leave_linkage(&mut self) {
        for include in &self.file.cuda.given.headers_of_both {
            let directive = self.file.tokens.at_byte(include.start);
            let line = self.file.tokens.text(directive);
            let (typed, end) = line.split_at(line.trim_end().len());
            let text = format!("}} /* extern \"C\" */\n{typed}\nextern \"C\" {{{end}");
            let reason = "the header says what has C's linkage";
            self.out.host.replace(directive..=directive, text, RULE, reason);
        }
    }

    /// Literals in definitions of macros have no suffixes: `#define IN_BRACES(x) "{"x"}"`.
    pub(super) fn space_definitions(&mut self) {
        let tokens = self.file.tokens;
        for definition in &self.file.directives.macros {
            let directive = tokens.at_byte(definition.span.start);
            if tokens.origin(directive) == Origin::File
                && let Some(text) = without_suffixes(tokens.text(directive))
            {
                let reason = "C++ takes a name behind a literal for a suffix of it";
                self.out.host.replace(directive..=directive, text, RULE, reason);
            }
        }
    }

    /// The file's own definitions of what the headers define, or the C++ compiler (`#define _GNU_SOURCE`), are the only ones.
    pub(super) fn define_anew(&mut self) {
        let tokens = self.file.tokens;
        let is_others = |name: &str| is_mathematical(name) || is_other_in_cplusplus(name);
        let own = self.file.directives.macros.iter().filter(|definition| is_others(&definition.name));
        for definition in own {
            let directive = tokens.at_byte(definition.span.start);
            let text = format!("#undef {}\n", definition.name);
            self.out.host.insert_before(directive, text, RULE, REASON);
        }
    }

    fn word(&self, directive: usize) -> &str {
        conditional_word(self.file.tokens.text(directive)).unwrap_or_default()
    }

    fn decide(&mut self, directive: usize, is_read: bool) {
        let line = self.file.tokens.text(directive);
        let typed = line.trim_end();
        let (typed, end) = line.split_at(typed.len());
        // A comment could end the one that it would stand in.
        let condition = typed.split('/').next().unwrap_or(typed).trim_end();
        let condition = condition.trim_start().trim_start_matches('#').trim_start();
        let word = if self.word(directive) == "elif" { "elif" } else { "if" };
        let text = format!("#{word} {} /* {condition} */{end}", u8::from(is_read));
        self.out.host.replace(directive..=directive, text, RULE, REASON);
    }
}
