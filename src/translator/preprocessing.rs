//! Lines of the preprocessor that a translation must not lose.
//!
//! A construct is replaced as a whole, and so is what stands in it. But
//!
//! ```c
//! #ifdef _OPENMP
//! #pragma omp parallel for
//! #endif
//! for (…)
//! ```
//!
//! has an `#endif` inside that belongs to an `#ifdef` before. And a kernel
//! stands at the end of the file, where a macro may mean something else than
//! it does in the region.

use std::collections::BTreeSet;

use super::File;
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::directives::{Macro, conditional_word};
use crate::syntax::generated::open_mpc as kind;

/// The text around a kernel that gives its macros their meaning.
#[derive(Clone, Debug, Default)]
pub(super) struct MacroFrame {
    pub before: String,
    pub after: String,
}

impl File<'_> {
    /// The lines in a range that must stand behind what replaces it: those of
    /// conditions that begin or end outside, and definitions. Each ends in a
    /// newline; the text begins with one.
    pub(super) fn lines_to_keep(&self, range: &Tokens) -> String {
        let mut kept = String::new();
        // The conditions that are open, by where their text began.
        let mut open: Vec<usize> = Vec::new();
        let mut copying = false;
        for index in range.clone() {
            let line = self.tokens.text(index);
            if self.tokens[index].kind != kind::DIRECTIVE {
                if copying && !self.tokens.is_virtual(index) {
                    kept.push_str(line);
                }
                continue;
            }
            match conditional_word(line) {
                Some("if" | "ifdef" | "ifndef") => {
                    open.push(kept.len());
                    kept.push_str(line);
                }
                Some("endif") => match open.pop() {
                    Some(start) if !copying => {
                        // Whole inside: nothing of it is left but definitions.
                        let inside = kept.split_off(start);
                        kept.extend(
                            inside.split_inclusive('\n').filter(|line| conditional_word(line).is_none()),
                        );
                    }
                    Some(_) => kept.push_str(line),
                    None => {
                        kept.push_str(line);
                        copying = false;
                    }
                },
                // Another branch of a condition that began outside.
                Some(_) if open.is_empty() => {
                    kept.push_str(line);
                    copying = true;
                }
                _ => kept.push_str(line),
            }
        }
        if kept.is_empty() { kept } else { format!("\n{kept}") }
    }

    /// Whether a token is a name that the output still has. Those of macros are
    /// out of the parser's sight where macros are expanded.
    fn may_name_macro(&self, index: usize) -> bool {
        let is_name = |text: &str| text.starts_with(|c: char| c == '_' || c.is_alphabetic());
        match self.tokens.is_preprocessed() {
            false => self.tokens[index].kind == kind::IDENTIFIER,
            true => self.tokens.invocation_at(index).is_some() && is_name(self.tokens.text(index)),
        }
    }

    /// What has to stand around a kernel so that the macros of its region mean
    /// what they mean there.
    pub(super) fn macro_frame(&self, range: &Tokens) -> MacroFrame {
        let start = self.tokens.stands_for(*range.start(), true).start;
        let mut names: BTreeSet<&str> = range
            .clone()
            .filter(|&index| self.may_name_macro(index))
            .map(|index| self.tokens.text(index))
            .collect();
        // Macros that macros use.
        let mut new: Vec<&str> = names.iter().copied().collect();
        while let Some(name) = new.pop() {
            let found = self.directives.macro_at(name, start);
            for inner in found.into_iter().flat_map(Macro::names) {
                if names.insert(inner) {
                    new.push(inner);
                }
            }
        }
        let mut frame = MacroFrame::default();
        for name in names {
            let (here, last) = (self.directives.macro_at(name, start), self.directives.macro_named(name));
            if here.map(|found| &found.body) == last.map(|found| &found.body)
                && here.map(|found| &found.parameters) == last.map(|found| &found.parameters)
            {
                continue;
            }
            frame.before.push_str(&redefinition(name, last, here));
            frame.after.push_str(&redefinition(name, here, last));
        }
        frame
    }
}

/// The lines that turn one definition of a macro into another.
fn redefinition(name: &str, from: Option<&Macro>, to: Option<&Macro>) -> String {
    let mut text = String::new();
    if from.is_some() {
        text.push_str(&format!("#undef {name}\n"));
    }
    if let Some(to) = to {
        let parameters =
            to.parameters.as_ref().map_or(String::new(), |list| format!("({})", list.join(", ")));
        text.push_str(&format!("#define {name}{parameters} {}\n", to.body));
    }
    text
}
