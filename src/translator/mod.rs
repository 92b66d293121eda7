//! The grammar's actions, in Rust.
//!
//! The parser calls an action where the grammar says so ([`actions`]). Each
//! collects a little: a declaration, a clause, a use of a name. When a
//! construct or a function is complete, the translator has what it takes to
//! decide what becomes of it ([`regions`], [`functions`]), asks `codegen` for
//! the text, and records replacements in the rewrite stream. Last, the rewrite
//! stream gives the text of the whole.
//!
//! Two programs of operations lie over the same tokens: the default one, which
//! becomes the file, and [`DEVICE`], in which the text of regions and of
//! accessible functions is rewritten for the device, and from which kernels
//! are cut.

mod actions;
mod arrays;
mod bridges;
mod constructs;
mod cuda_names;
mod functions;
mod names;
mod preprocessing;
mod regions;

use std::collections::HashSet;

use crate::codegen::thesis;
use crate::diagnostics::{Diagnostic, Severity};
use crate::openmp::{Construct, Part, Reference, spelling};
use crate::rewrite::{OperationId, Rewriter, Tokens as _};
use crate::source::Source;
use crate::symbols::{Scopes, SymbolId};
use crate::syntax::declarators::Specifiers;
use crate::syntax::directives::Directives;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{self, TokenList};
use bridges::Bridge;
use constructs::OpenConstruct;
use functions::Function;

/// The program of operations for text that runs on the device.
const DEVICE: &str = "device";

/// Which code a translation writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The code of the thesis's Appendix D, for what the thesis implements.
    #[default]
    Thesis,
}

/// What a translation can be told.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub dialect: Dialect,
    /// The number of the file's first region. Files that are linked together
    /// must not have two regions of one number.
    pub first_region: usize,
}

/// A source file in CUDA C.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The text; [`crate::source::encode`] turns it into the bytes of a file.
    pub text: String,
    /// What the author should know although the translation succeeded.
    pub warnings: Vec<Diagnostic>,
    /// How many regions the file has.
    pub regions: usize,
    /// Every operation that made the text, in the order in which they were
    /// recorded.
    pub replacements: Vec<Replacement>,
}

/// An operation of the rewrite stream and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The program it belongs to: the host's, or the device's.
    pub on_device: bool,
    pub operation: OperationId,
    /// The tokens that it stands for or beside.
    pub tokens: std::ops::RangeInclusive<usize>,
    /// The grammar's rule whose action made it.
    pub rule: &'static str,
    /// Why, in a few words, with the section of the thesis.
    pub reason: &'static str,
}

/// Translates one source file.
///
/// A file without a directive of OpenMP or gpump, and without a call of their
/// routines, comes out as it went in.
///
/// # Errors
///
/// Every independent error that was found, in the order of their places. After
/// a syntax error nothing else of the file is looked at.
pub fn translate(source: &Source, options: &Options) -> Result<Translation, Vec<Diagnostic>> {
    let tokens = TokenList::new(source.text());
    let mut errors = spelling::check(&tokens);
    errors.extend(stray_tokens(&tokens));
    if !errors.is_empty() {
        return Err(sorted(errors));
    }
    let mut translator = Translator::new(&tokens);
    translator.regions = options.first_region;
    let parsed = syntax::parse(&tokens, &mut translator);
    if let Err(error) = parsed {
        // Behind a syntax error the parser guesses.
        let mut found = translator.errors();
        found.retain(|earlier| earlier.span.end <= error.span.start);
        found.push(syntax_error(&error, &tokens));
        return Err(sorted(found));
    }
    translator
        .finish()
        .map(|translation| Translation { regions: translation.regions - options.first_region, ..translation })
}

fn sorted(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end, diagnostic.code));
    diagnostics.dedup();
    diagnostics
}

fn stray_tokens(tokens: &TokenList) -> Vec<Diagnostic> {
    let text = tokens.source_text();
    let is_stray = |token: &&syntax::Token| {
        token.kind == kind::STRAY
            || (token.is_visible() && token.kind == kind::SLASH && text[token.span.start..].starts_with("/*"))
    };
    let stray = tokens.iter().filter(is_stray);
    stray
        .map(|token| {
            let text = &text[token.span.start..];
            if text.starts_with("/*") {
                let span = token.span.start..token.span.start + 2;
                Diagnostic::error("E0105", "a comment without an end", span).label("begins here")
            } else if text.starts_with(['"', '\'']) {
                let span = token.span.start..token.span.start + 1;
                Diagnostic::error("E0105", "a quotation mark without its partner", span).label("opened here")
            } else {
                Diagnostic::error("E0104", "a character that does not belong in C", token.span.clone())
                    .label("not a token of C")
            }
        })
        // What follows an open comment is not worth looking at.
        .scan(false, |ended, error| (!std::mem::replace(ended, error.code == "E0105")).then_some(error))
        .take(20)
        .collect()
}

fn syntax_error(error: &syntax::SyntaxError, tokens: &TokenList) -> Diagnostic {
    let text = tokens.source_text();
    let span = error.span.clone();
    let found = text.get(span.clone()).unwrap_or_default();
    if found.is_empty() || found == "<EOF>" {
        let end = text.trim_end().len();
        return Diagnostic::error("E0101", "the file ends too early", end..end)
            .label("something is still open")
            .note(error.message.clone());
    }
    let in_pragma = tokens.iter().take_while(|token| token.span.start <= span.start).fold(
        None,
        |state, token| match token.kind {
            kind::PRAGMA_OMP | kind::PRAGMA_GPUMP => Some(token.span.clone()),
            kind::NEW_LINE if token.span.start < span.start => None,
            _ => state,
        },
    );
    let shown = found.trim_end();
    match in_pragma {
        Some(pragma) if shown.is_empty() => {
            Diagnostic::error("E0101", "the directive ends too early", pragma).note(error.message.clone())
        }
        Some(_) => Diagnostic::error("E0101", format!("`{shown}` does not fit into the directive"), span)
            .label("not expected here")
            .note(error.message.clone()),
        None => {
            let place = if shown.starts_with('#') {
                "no directive can stand here".to_owned()
            } else {
                "not expected here".to_owned()
            };
            Diagnostic::error("E0101", format!("syntax error at `{shown}`"), span)
                .label(place)
                .note(error.message.clone())
        }
    }
}

/// The model of a file while it is parsed.
struct Translator<'t> {
    tokens: &'t TokenList,
    rewriter: Rewriter<&'t TokenList>,
    replacements: Vec<Replacement>,
    diagnostics: Vec<Diagnostic>,
    directives: Directives,
    scopes: Scopes,
    /// The specifiers of the declarations that are open.
    specifiers: Vec<Specifiers>,
    references: Vec<Reference>,
    /// The constructs that are open, the outermost first.
    open: Vec<OpenConstruct>,
    function: Option<Function>,
    /// How many loops and switches are open.
    breakables: usize,
    /// An `accessible` that waits for its function.
    accessible: Option<std::ops::RangeInclusive<usize>>,
    /// The names of all accessible functions of the file.
    accessible_names: HashSet<String>,
    /// What C++ asks to be changed if the file is changed at all.
    bridges: Vec<(std::ops::RangeInclusive<usize>, Bridge)>,
    /// The regions, whose tokens are no longer part of the host's text.
    region_tokens: Vec<std::ops::RangeInclusive<usize>>,
    /// The variable whose initialiser comes next.
    declared: Option<SymbolId>,
    /// The declarations of functions: the name and the `;` behind it.
    prototypes: Vec<(SymbolId, usize)>,
    /// What goes to the top of the file, and what to its end.
    declarations: String,
    kernels: Vec<String>,
    /// Where the file's functions begin.
    function_starts: Vec<usize>,
    regions: usize,
    uses_gpump: bool,
}

impl<'t> Translator<'t> {
    fn new(tokens: &'t TokenList) -> Self {
        Translator {
            tokens,
            rewriter: Rewriter::new(tokens),
            replacements: Vec::new(),
            diagnostics: Vec::new(),
            directives: Directives::of(tokens),
            scopes: Scopes::default(),
            specifiers: Vec::new(),
            references: Vec::new(),
            open: Vec::new(),
            function: None,
            breakables: 0,
            accessible: None,
            accessible_names: accessible_names(tokens),
            bridges: Vec::new(),
            region_tokens: Vec::new(),
            declared: None,
            prototypes: Vec::new(),
            declarations: String::new(),
            kernels: Vec::new(),
            function_starts: Vec::new(),
            regions: 0,
            uses_gpump: false,
        }
    }

    fn errors(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.diagnostics)
            .into_iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .collect()
    }

    /// Puts text in place of tokens of the file.
    fn replace(
        &mut self,
        range: std::ops::RangeInclusive<usize>,
        text: String,
        rule: &'static str,
        reason: &'static str,
    ) {
        let operation = self.rewriter.replace(range.clone(), text);
        self.record(false, operation, range, rule, reason);
    }

    /// Puts text in place of tokens in the device's text.
    fn replace_on_device(
        &mut self,
        range: std::ops::RangeInclusive<usize>,
        text: String,
        rule: &'static str,
        reason: &'static str,
    ) {
        let operation = self.rewriter.program_mut(DEVICE).replace(range.clone(), text);
        self.record(true, operation, range, rule, reason);
    }

    /// Puts text in front of a token of the file.
    fn insert_before(&mut self, token: usize, text: String, rule: &'static str, reason: &'static str) {
        let operation = self.rewriter.insert_before(token, text);
        self.record(false, operation, token..=token, rule, reason);
    }

    fn insert_before_on_device(
        &mut self,
        token: usize,
        text: String,
        rule: &'static str,
        reason: &'static str,
    ) {
        let operation = self.rewriter.program_mut(DEVICE).insert_before(token, text);
        self.record(true, operation, token..=token, rule, reason);
    }

    fn insert_after(&mut self, token: usize, text: String, rule: &'static str, reason: &'static str) {
        let operation = self.rewriter.insert_after(token, text);
        self.record(false, operation, token..=token, rule, reason);
    }

    /// Notes where an operation came from.
    fn record(
        &mut self,
        on_device: bool,
        operation: OperationId,
        tokens: std::ops::RangeInclusive<usize>,
        rule: &'static str,
        reason: &'static str,
    ) {
        self.replacements.push(Replacement { on_device, operation, tokens, rule, reason });
    }

    /// The text of tokens as the device is to have it.
    fn device_text(&self, range: &std::ops::RangeInclusive<usize>) -> String {
        self.rewriter.program(DEVICE).text_within(range.clone()).unwrap_or_default()
    }

    /// The text of tokens as the host is to have it.
    fn host_text(&self, range: &std::ops::RangeInclusive<usize>) -> String {
        self.rewriter.text_within(range.clone()).unwrap_or_default()
    }

    /// The blanks in front of a token, back to the beginning of its line.
    fn indentation(&self, token: usize) -> &'t str {
        let text: &'t str = self.tokens.source_text();
        let before = &text[..self.tokens[token].span.start];
        let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        &line[..blanks]
    }

    /// The visible token behind a range.
    fn next_visible(&self, token: usize) -> usize {
        self.tokens.visible_from(token + 1).unwrap_or(self.tokens.len().saturating_sub(1))
    }

    fn finish(mut self) -> Result<Translation, Vec<Diagnostic>> {
        self.declare_device_functions();
        self.declare_called_functions();
        self.check_taken_names();
        self.check_cplusplus_names();
        let changed = self.uses_gpump || !self.replacements.is_empty();
        if changed {
            self.apply_bridges(&(0..=self.tokens.len()), false);
        }
        if changed
            && let Some(first) =
                (0..self.tokens.len()).find(|&i| self.tokens[i].kind != kind::BYTE_ORDER_MARK)
        {
            let mut top = thesis::PRELUDE.to_owned();
            top.push_str(&self.renamed_names());
            top.push('\n');
            if !self.declarations.is_empty() {
                top.push_str(&std::mem::take(&mut self.declarations));
                top.push('\n');
            }
            self.insert_before(
                first,
                top,
                "translation_unit",
                "the headers of the runtime library (Appendix D)",
            );
            let last = self.tokens.len() - 1;
            let ends_line = self.tokens.source_text().ends_with('\n');
            let mut end = String::new();
            for (at, kernel) in std::mem::take(&mut self.kernels).into_iter().enumerate() {
                end.push_str(if at == 0 && !ends_line { "\n\n" } else { "\n" });
                end.push_str(&kernel);
            }
            if !end.is_empty() {
                self.insert_after(last, end, "translation_unit", "the kernels stand at the end (Appendix D)");
            }
        }
        if self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            return Err(sorted(self.errors()));
        }
        match self.rewriter.text() {
            Ok(text) => Ok(Translation {
                text,
                warnings: sorted(self.diagnostics),
                regions: self.regions,
                replacements: self.replacements,
            }),
            // Operations that cannot stand together are a fault of the
            // translator, yet no reason to write half a file.
            Err(error) => Err(vec![Diagnostic::error(
                "E0900",
                format!("the translation contradicts itself: {error}"),
                0..0,
            )]),
        }
    }
}

/// The names of the functions behind `#pragma gpump accessible`: what stands in
/// front of the first parenthesis. They are wanted before their definitions
/// are parsed, by the regions above.
fn accessible_names(tokens: &TokenList) -> HashSet<String> {
    let visible: Vec<usize> = (0..tokens.len()).filter(|&index| tokens[index].is_visible()).collect();
    let kinds: Vec<i32> = visible.iter().map(|&index| tokens[index].kind).collect();
    let qualifier = [kind::PRAGMA_GPUMP, kind::ACCESSIBLE, kind::NEW_LINE];
    let starts = (0..kinds.len()).filter(|&at| kinds[at..].starts_with(&qualifier));
    starts
        .filter_map(|at| {
            let open = (at..kinds.len()).find(|&i| kinds[i] == kind::LEFT_PAREN)?;
            Some(tokens.text(visible[open - 1]).to_owned())
        })
        .collect()
}

/// The parts of a construct that need no enclosing region: constructs that
/// stand in a function without a parallel construct around them.
fn orphan_constructs(parts: &[Part]) -> impl Iterator<Item = &Construct> {
    parts.iter().filter_map(|part| match part {
        Part::Construct(construct) => Some(&**construct),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
