//! Directives, clauses and constructs as they open and close.

use super::{Dialect, File, Translator};
use crate::c::symbols::Scopes;
use crate::codegen::thesis::limits;
use crate::diagnostics::Diagnostic;
use crate::openmp::atomic::Atomic;
use crate::openmp::constructs::Tokens;
use crate::openmp::loops::{Header, NotCanonical};
use crate::openmp::transformations::Transformation;
use crate::openmp::written::{Written, directive_at};
use crate::openmp::{
    CanonicalLoop, Clauses, Construct, ConstructKind, ListItem, Part, Sharing, defaults, restrictions,
    sharing, versions,
};
use crate::syntax::accepted::Directive;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{Origin, TokenList};

/// A construct whose end has not been seen.
pub(super) struct OpenConstruct {
    pub kind: ConstructKind,
    pub written: &'static Directive,
    pub start: usize,
    pub directive: Tokens,
    /// The newline of the directive.
    directive_end: usize,
    /// Whether the directive was read to its end.
    pub complete: bool,
    pub clauses: Clauses,
    pub parts: Vec<Part>,
    in_block: bool,
    depth: usize,
    /// What it makes of its loops.
    pub transformation: Option<Transformation>,
    /// The loops that belong to it, from the outermost.
    loops: Vec<Result<CanonicalLoop, NotCanonical>>,
    /// The last token of the innermost of them that has been read to its end.
    loop_end: Option<usize>,
    /// How many loops and switches were open at the directive.
    pub breakables: usize,
    /// How many of them were switches.
    pub switches: usize,
}

impl OpenConstruct {
    /// The first token of its statement, once the directive has been read.
    pub fn loop_keyword(&self, tokens: &TokenList) -> Option<usize> {
        tokens.visible_from(*self.directive.end() + 1)
    }

    /// How many loops belong to it.
    pub fn loops(&self) -> usize {
        if let Some(transformation) = &self.transformation {
            return transformation.loops();
        }
        if self.kind.has_loop() { self.clauses.loops().max(self.clauses.across.unwrap_or(1)) } else { 0 }
    }

    /// How many loops it wants besides those that have been read.
    pub fn loops_wanted(&self) -> usize {
        // Of a sequence there may always be another.
        if self.is_sequence() { 1 } else { self.loops().saturating_sub(self.loops.len()) }
    }

    /// Whether its loops follow one another in a block.
    pub fn is_sequence(&self) -> bool {
        self.transformation.as_ref().is_some_and(Transformation::takes_sequence)
    }

    /// Where the next of its loops begins if nothing stands in front of it.
    pub fn next_loop(&self, tokens: &TokenList) -> Option<usize> {
        if self.loops_wanted() == 0 {
            return None;
        }
        let mut at = match self.loops.last() {
            None => self.loop_keyword(tokens)?,
            Some(Ok(_)) if self.is_sequence() => return tokens.visible_from(self.loop_end? + 1),
            Some(outer) => outer.as_ref().ok()?.body_start,
        };
        while tokens[at].kind == kind::LEFT_BRACE {
            at = tokens.visible_from(at + 1)?;
        }
        Some(at)
    }

    /// Whether it takes a loop, or the loops that a directive makes, from a token on. In a sequence, those in front may be made, too.
    pub fn takes(&self, start: usize, tokens: &TokenList) -> bool {
        let mut next = self.next_loop(tokens);
        let made_at = |next: usize| {
            self.parts.iter().find(|part| {
                matches!(part, Part::Construct(made) if self.is_sequence() && *made.tokens.start() == next)
            })
        };
        while next != Some(start)
            && let Some(made) = next.and_then(made_at)
        {
            next = tokens.visible_from(*made.tokens().end() + 1);
        }
        next == Some(start)
    }

    /// Whether a `for` begins the next of its loops.
    fn has_next_loop(&self, keyword: usize, tokens: &TokenList) -> bool {
        if self.is_sequence() {
            return self.next_loop(tokens) == Some(keyword);
        }
        self.loops_wanted() > 0
            && match self.loops.last() {
                None => self.loop_keyword(tokens) == Some(keyword),
                Some(Ok(outer)) => outer.loop_inside(tokens) == Some(keyword),
                Some(Err(_)) => false,
            }
    }
}

/// A header is not the file's to change, and its other readers would miss
/// what is in it. Who calls the library can have its text written into the
/// file ([`crate::preprocessor::inclusion`]), and does so when this is refused.
pub(super) fn in_header(what: &str, start: usize, tokens: &TokenList) -> Diagnostic {
    let message = format!("{what} in a header is not translated");
    cannot_be_written_in(Diagnostic::error("E0411", message, tokens[start].span.clone()))
        .help("move the function into a C file")
}

/// Says of an error E0411, at an `#include`, why it stands.
pub(super) fn cannot_be_written_in(refused: Diagnostic) -> Diagnostic {
    refused
        .label("the header that this line includes would have to be changed")
        .note("other files include it, too, and its text cannot be written into this one")
}

impl Translator<'_> {
    pub(super) fn open_construct(&mut self, start: usize) {
        let Some(directive) = directive_at(self.file.tokens, start) else { return };
        let kind = ConstructKind::of(directive);
        let simd = if kind.is_host_only() { None } else { self.file.simd_of(directive, start) };
        let clauses = Clauses { simd, ..Clauses::default() };
        if kind.is_parallel() && self.file.tokens.is_in_header(start) {
            let what = format!("`{}`", kind.name());
            self.refuse_in_header(&what, start);
        }
        self.parse.open.push(OpenConstruct {
            kind,
            written: directive,
            start,
            directive: start..=start,
            directive_end: start,
            complete: false,
            clauses,
            parts: Vec::new(),
            in_block: self.stands_in_block(start),
            depth: self.file.scopes.depth(),
            transformation: None,
            loops: Vec::new(),
            loop_end: None,
            breakables: self.parse.breakables,
            switches: self.parse.switches,
        });
    }

    /// A construct of which a line includes some: the device's text is made of the file's.
    fn refuse_inner_headers(&mut self, kind: ConstructKind, tokens: &Tokens) {
        let mut last = None;
        for index in tokens.clone().filter(|&index| self.file.tokens[index].is_visible()) {
            let Origin::Header { include, .. } = self.file.tokens.origin(index) else { continue };
            if last.replace(include) != Some(include) {
                self.refuse_in_header(&format!("what belongs to `{}` and stands", kind.name()), index);
            }
        }
    }

    pub(super) fn refuse_in_header(&mut self, what: &str, start: usize) {
        self.out.diagnostics.push(in_header(what, start, self.file.tokens));
    }

    /// Whether the statement that begins at a token is one of a block's. If not, something in front of it governs it.
    pub(super) fn stands_in_block(&self, parsed: usize) -> bool {
        let list = self.file.tokens;
        let Some(before) = list.visible_before(parsed) else {
            return true;
        };
        match list[before].kind {
            kind::LEFT_BRACE | kind::RIGHT_BRACE | kind::SEMICOLON => true,
            // Behind a directive it is that construct's statement, unless the
            // directive stands for itself.
            kind::NEW_LINE => self.parse.open.last().is_none_or(|open| open.directive_end != before),
            _ => false,
        }
    }

    pub(super) fn close_directive(&mut self, end: usize, tokens: Tokens) {
        let Some(open) = self.parse.open.last_mut() else { return };
        open.directive = tokens;
        open.directive_end = end;
        open.complete = true;
        open.transformation = Transformation::of(open.written, &open.clauses, self.file.tokens);
        if open.kind == ConstructKind::Atomic
            && let Some((order, required)) = &self.file.cuda.default_order
        {
            let atomic = &mut open.clauses.atomic;
            let order = atomic.operation().default_order(order).to_owned();
            atomic.order.get_or_insert((order, required.clone()));
        }
        if self.file.dialect == Dialect::Cuda {
            self.lower_construct();
        }
        let Some(open) = self.parse.open.last() else { return };
        let needs = versions::of_clauses(&open.clauses, &self.file.program());
        let mut found = restrictions::directive(&open.clauses, &self.file.program());
        found.extend(restrictions::listed(open.start, &self.file.program()));
        if open.kind == ConstructKind::Critical {
            let around =
                self.parse.open.iter().rev().skip(1).filter(|outer| outer.kind == ConstructKind::Critical);
            let outer = around.map(|outer| &outer.directive);
            found.extend(restrictions::nesting::critical(&open.directive, outer, self.file.tokens));
        }
        self.out.diagnostics.extend(found);
        self.parse.needs.extend(needs);
        if self.file.dialect == Dialect::Cuda {
            self.lower_schedule();
        }
    }

    pub(super) fn take_loop_header(&mut self, header: &Header) {
        let tokens = self.file.tokens;
        let program = self.file.program();
        if let Some(open) = self.parse.open.last_mut()
            && open.has_next_loop(header.keyword, tokens)
        {
            let value = |range: &Tokens| restrictions::constants::value(range, &program);
            open.loops.push(CanonicalLoop::read(header, tokens, value));
        }
    }

    /// A loop ends.
    pub(super) fn take_loop_end(&mut self, tokens: &Tokens) {
        if let Some(open) = self.parse.open.last_mut()
            && let Some(Ok(innermost)) = open.loops.last()
            && innermost.keyword == *tokens.start()
        {
            open.loop_end = Some(*tokens.end());
        }
    }

    pub(super) fn close_construct(&mut self, kind: ConstructKind, tokens: Tokens) {
        let Some(open) = self.parse.open.pop() else { return };
        let body_start = self.file.next_visible(*open.directive.end());
        let has_loops_made = self.has_loops_made(&open);
        let mut loops: Vec<CanonicalLoop> = Vec::new();
        let (is_sequence, mut is_wrong) = (open.is_sequence(), false);
        let mut rest = open.loops.into_iter().peekable();
        while let Some(found) = rest.next() {
            match found {
                Ok(canonical) => {
                    let next = rest.peek().and_then(|next| Some(next.as_ref().ok()?.keyword));
                    let end = next.filter(|_| is_sequence).unwrap_or(*tokens.end());
                    let found = restrictions::loops::variable(&canonical, end, &self.file.program());
                    self.out.diagnostics.extend(found);
                    loops.push(canonical);
                }
                Err(NotCanonical { tokens: at, reason }) => {
                    let error = Diagnostic::error(
                        "E0307",
                        "the loop is not in canonical form",
                        self.file.tokens.span(&at),
                    );
                    self.out.diagnostics.push(
                        error
                            .label(reason)
                            .note_at(
                                self.file.tokens.span(&open.directive),
                                "so that its iterations can be shared out",
                            )
                            .note("section 2.5.1 of the specification gives the form"),
                    );
                    loops.clear();
                    is_wrong = true;
                    break;
                }
            }
        }
        let end = open.loop_end.unwrap_or(*tokens.end());
        if let Some(transformation) = &open.transformation
            && !has_loops_made
            && (!loops.is_empty() || is_sequence && !is_wrong)
        {
            self.take_transformation(transformation, &open.directive, &loops, end);
        }
        let across = match open.clauses.across {
            Some(number) if !has_loops_made && !loops.is_empty() => {
                let found =
                    restrictions::ordered::loops(number, &open.clauses, &loops, end, &self.file.program());
                self.out.diagnostics.extend(found);
                loops.clone()
            }
            _ => Vec::new(),
        };
        if open.transformation.is_none() {
            loops.truncate(open.clauses.loops());
        }
        if let Some(collapse) =
            open.clauses.collapse.as_ref().filter(|_| !loops.is_empty() && !has_loops_made)
        {
            let mut found = restrictions::collapse::nest(collapse, &loops, end, &self.file.program());
            found.extend(restrictions::collapse::uneven(&open.clauses, &loops, &self.file.program()));
            self.out.diagnostics.extend(found);
        }
        if self.file.dialect == Dialect::Thesis {
            let is_pointer =
                |canonical: &&CanonicalLoop| restrictions::loops::is_pointer(canonical, &self.file.program());
            let found = loops
                .iter()
                .filter(is_pointer)
                .map(|canonical| limits::pointer(canonical.variable_token, self.file.tokens));
            self.out.diagnostics.extend(found.collect::<Vec<_>>());
        }
        if matches!(kind, ConstructKind::AsItStands(_)) {
            // They are the program's own, and have been checked.
            loops.clear();
        }
        let clauses = with_private_counters(open.clauses, &across, &self.file.scopes);
        let mut loops = loops.into_iter();
        let mut construct = Construct {
            kind,
            written: open.written,
            body: body_start..=*tokens.end(),
            tokens,
            directive: open.directive,
            clauses,
            canonical_loop: loops.next(),
            inner_loops: loops.collect(),
            across,
            loop_end: end,
            parts: open.parts,
            in_block: open.in_block,
            depth: open.depth,
        };
        if !kind.is_host_only() {
            let (items, found) = sharing::items_of_default(&construct, &self.file.program());
            construct.clauses.items.extend(items);
            self.out.diagnostics.extend(found);
        }
        let needs = versions::of_loops(&construct, &self.file.program());
        self.parse.needs.extend(needs);
        if !self.file.tokens.is_in_header(open.start) {
            self.refuse_inner_headers(kind, &construct.tokens);
        }
        let is_around = |around: &OpenConstruct| {
            around.kind.is_parallel()
                || around.kind.is_host_only() && !self.file.is_around_regions(around.kind, around.start)
        };
        let is_region = kind.is_parallel() && !self.parse.open.iter().any(is_around);
        if is_region && self.file.dialect == Dialect::Cuda {
            self.check_region(&construct);
            self.add_part(Part::Construct(Box::new(construct)));
        } else if is_region {
            self.translate_region(&construct);
        } else {
            self.add_part(Part::Construct(Box::new(construct)));
        }
    }

    /// Checks a construct that has no other around it, and what it contains.
    pub(super) fn check_constructs(&mut self, construct: &Construct) {
        let mut found = restrictions::region(construct, &self.file.program());
        found.extend(defaults::check(construct, &self.file.program()));
        self.out.diagnostics.extend(found);
    }

    /// Adds something to the construct around it, or to the function.
    pub(super) fn add_part(&mut self, part: Part) {
        if let Some(open) = self.parse.open.last_mut() {
            open.parts.push(part);
        } else if let Some(function) = &mut self.parse.function {
            function.orphans.push(part);
        }
    }

    /// Checks the statement of an atomic construct.
    pub(super) fn check_atomic(&mut self, statement: &Tokens) {
        let Some(open) = self.parse.open.last() else { return };
        // What an unknown clause asks for is not known.
        let directive = self.file.tokens.span(&(open.start..=*statement.start()));
        let is_unknown = |found: &Diagnostic| found.code == "E0102" && directive.contains(&found.span.start);
        if self.out.diagnostics.iter().any(is_unknown) {
            return;
        }
        let operation = open.clauses.atomic.operation();
        if open.clauses.atomic.compare.is_some() {
            let found =
                restrictions::atomic::check_compare(statement, &open.clauses.atomic, &self.file.program());
            self.out.diagnostics.extend(found);
        } else {
            let atomic = Atomic::read(statement, operation, self.file.tokens).ok();
            self.parse.needs.extend(atomic.and_then(|atomic| versions::of_atomic(&atomic, statement)));
            self.out.diagnostics.extend(restrictions::atomic::check(
                statement,
                operation,
                &self.file.program(),
            ));
        }
    }

    /// Checks the initialiser of the variable that was declared last.
    pub(super) fn check_initializer(&mut self, value: &Tokens) {
        let declared = self.parse.declared.map(|symbol| self.file.scopes.get(symbol));
        if declared.is_some_and(|declared| declared.depth == 0 || declared.is_static) {
            self.out
                .diagnostics
                .extend(restrictions::threadprivate::initializer(value, &self.file.program()));
        }
    }

    /// A construct of later versions, whichever it is.
    pub(super) fn close_executable_construct(&mut self, tokens: Tokens) {
        if let Some(kind) = self.parse.open.last().map(|open| open.kind) {
            self.close_construct(kind, tokens);
        }
    }
}

impl File<'_> {
    /// The word `simd` of a loop's directive.
    pub(super) fn simd_of(&self, directive: &Directive, start: usize) -> Option<Tokens> {
        let number = directive.name.split(' ').position(|word| word == "simd")?;
        let word = Written::at(self.tokens, start)?.word(number);
        Some(word..=word)
    }
}

/// The clauses of a construct, with the variables that count inner loops of `ordered(n)`: these are private, too (section 5.1.1 of
/// OpenMP 5.2).
fn with_private_counters(mut clauses: Clauses, across: &[CanonicalLoop], scopes: &Scopes) -> Clauses {
    let shared_out = clauses.loops();
    for inner in across.iter().skip(shared_out).filter(|inner| inner.declared.is_none()) {
        let symbol = scopes.lookup(&inner.variable);
        if symbol.is_some_and(|symbol| clauses.privatises(symbol).is_none()) {
            let (sharing, name, token) = (Sharing::Private, inner.variable.clone(), inner.variable_token);
            clauses.items.push(ListItem { sharing, name, token, symbol });
        }
    }
    clauses
}
