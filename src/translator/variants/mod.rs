//! Metadirectives, function variants and `dispatch` (chapter 7 of OpenMP 5.2), which are resolved before anything else is done.
//!
//! What a metadirective chooses stands in its place, and a call names the variant that is called:
//!
//! ```c
//! #pragma omp metadirective when(device={kind(gpu)}: teams) default(parallel for)
//! for (int i = 0; i < n; i++)
//!     a[i] = f(i);
//! ```
//!
//! becomes
//!
//! ```c
//! #pragma omp parallel for
//! for (int i = 0; i < n; i++)
//!     a[i] = f_in_parallel(i);
//! ```
//!
//! This is done in the source ([`Resolved`]), so that the device, the text that stays on the host and its C compiler see the same. The
//! outermost metadirectives come first: what they become is the context of those inside, and the source is read again. When none is
//! left, calls are resolved ([`functions`], [`calls`], [`dispatch`]).

mod calls;
mod dispatch;
mod functions;
mod metadirective;
mod once;
mod selectors;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::constructs::in_header;
use super::needed_version::held_to;
use super::presentation::{presentable, sorted};
use super::recording::Recorder;
use super::resolved::Resolved;
use super::rewrite_stream::RewriteStream;
use super::{Options, Translation};
use crate::c::Types;
use crate::codegen::cuda::comment;
use crate::diagnostics::{Diagnostic, Origin as Blame};
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::variants::{ConstructTrait, Context, Host, Question, words};
use crate::openmp::versions;
use crate::openmp::written::{Written, behind, directive_at, end_of};
use crate::rewrite::Tokens as _;
use crate::source::Source;
use crate::syntax::accepted::Directive;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::{Kind, Node, Tree};
use crate::syntax::{Origin, Repair, TokenList};
use functions::Functions;

/// The directives that are resolved here.
const NAMES: &[&str] =
    &["metadirective", "begin metadirective", "declare variant", "begin declare variant", "dispatch"];

/// The pragmas that are to be resolved, each with its directive. Those of the system's headers are the system's business.
fn pragmas(tokens: &TokenList) -> impl Iterator<Item = (usize, &'static Directive)> {
    let is_ours = |&index: &usize| {
        tokens[index].kind == kind::PRAGMA_OMP
            && !matches!(tokens.origin(index), Origin::Header { system: true, .. })
    };
    let starts = (0..tokens.len()).filter(is_ours);
    let found = starts.filter_map(|start| Some((start, directive_at(tokens, start)?)));
    found.filter(|(_, directive)| NAMES.contains(&directive.name))
}

/// Whether there is anything to resolve.
pub(super) fn are_in(tokens: &TokenList) -> bool {
    pragmas(tokens).next().is_some()
}

/// What `run` makes of the source without its outermost metadirectives, or, if it has none, without all else that is resolved here; said
/// of the source as it was. `None` if its text cannot be read: then who reads it says why.
pub(super) fn translated<R>(
    source: &Source,
    tokens: &TokenList,
    options: &Options,
    run: impl FnOnce(&Source) -> Result<(Translation, R), Vec<Diagnostic>>,
) -> Option<Result<(Translation, R), Vec<Diagnostic>>> {
    // The parser knows none at file level.
    let of_file = metadirectives_of_file(tokens);
    let mut parsed = Cow::Borrowed(tokens);
    for &start in &of_file {
        parsed.to_mut().repair(&Repair::Hide(start..=end_of(tokens, start)));
    }
    let tree = Tree::of(&parsed).ok()?;
    let (younger, newest) = held_to(versions::of_pragmas(tokens), options.openmp, tokens);
    if !younger.is_empty() {
        return Some(Err(presentable(younger, tokens)));
    }
    let predefined = options.preprocessing.as_ref().map_or("", |found| &found.environment.predefined);
    let mut resolver = Resolver::new(tokens, &parsed, &tree, predefined);
    match of_file.is_empty() {
        true => resolver.resolve(),
        false => resolver.metadirectives_of_file(&of_file),
    }
    let resolved = match resolved(source, resolver) {
        Ok(resolved) => resolved,
        Err(errors) => return Some(Err(presentable(errors, tokens))),
    };
    let unknown = presentable(selectors::unknown(tokens), tokens);
    let done = resolved.retold(run(&resolved.source), source);
    Some(done.map(|(mut translation, seen)| {
        translation.warnings = sorted([unknown, translation.warnings].concat());
        let later = translation.newest.take();
        translation.newest =
            newest.into_iter().chain(later).max_by_key(|newest| (newest.version, Reverse(newest.span.start)));
        (translation, seen)
    }))
}

/// What is wrong with the variants of a file, whoever translates it.
pub(super) fn wrong(tokens: &TokenList) -> Vec<Diagnostic> {
    let Ok(tree) = Tree::of(tokens) else { return Vec::new() };
    let mut resolver = Resolver::new(tokens, tokens, &tree, "");
    resolver.resolve();
    let mut found = resolver.errors;
    found.retain(|error| error.origin() == Blame::Program);
    found
}

/// The metadirectives outside of all functions.
fn metadirectives_of_file(tokens: &TokenList) -> Vec<usize> {
    let mut depth = 0usize;
    let mut found = Vec::new();
    for (start, token) in tokens.iter().enumerate().filter(|(_, token)| token.is_visible()) {
        match token.kind {
            kind::LEFT_BRACE | kind::NESTED_BODY => depth += 1,
            kind::RIGHT_BRACE => depth = depth.saturating_sub(1),
            kind::PRAGMA_OMP if depth == 0 => {
                found.extend(
                    directive_at(tokens, start).filter(|it| it.name == "metadirective").map(|_| start),
                );
            }
            _ => {}
        }
    }
    found
}

/// The source with what has been resolved.
fn resolved(source: &Source, mut resolver: Resolver<'_>) -> Result<Resolved, Vec<Diagnostic>> {
    let tokens = resolver.tokens;
    let in_headers =
        resolver.stream.in_headers().iter().map(|(at, _)| in_header("what a variant changes", *at, tokens));
    resolver.errors.extend(in_headers);
    if !resolver.errors.is_empty() {
        return Err(resolver.errors);
    }
    let resolved = Resolved::new(source, tokens, resolver.stream).map_err(|error| {
        vec![Diagnostic::error("E0900", format!("the variants contradict themselves: {error}"), 0..0)]
    })?;
    let length = resolved.source.text().len();
    if length > LONGEST && length > source.text().len() {
        let first = pragmas(tokens).next().map_or(0..0, |(start, _)| tokens.span(&(start..=start)));
        let error = Diagnostic::error("E0414", "what the running program decides is too long", first);
        return Err(vec![error.label("written twice, with what is within it")]);
    }
    Ok(resolved)
}

/// How long a source may become by that, in bytes: what stands in conditions within conditions is written many times.
const LONGEST: usize = 32 << 20;

struct Resolver<'t> {
    tokens: &'t TokenList,
    tree: &'t Tree,
    types: Types<'t>,
    host: Host,
    stream: RewriteStream<'t>,
    functions: Functions,
    errors: Vec<Diagnostic>,
}

impl<'t> Resolver<'t> {
    /// Of a file's tokens; `parsed` are what the parser has seen of them. `predefined` has the macros of the C compiler.
    fn new(tokens: &'t TokenList, parsed: &'t TokenList, tree: &'t Tree, predefined: &str) -> Self {
        Resolver {
            tokens,
            tree,
            types: Types::of(parsed, tree),
            host: Host::of(predefined),
            stream: RewriteStream::new(tokens, false, 0, &Recorder::default()),
            functions: Functions::default(),
            errors: Vec::new(),
        }
    }

    /// Resolves all that can be at once.
    fn resolve(&mut self) {
        self.scores();
        self.functions = Functions::of(self);
        if self.errors.is_empty() && !self.metadirectives() {
            self.calls();
            self.declarations();
        }
    }

    /// The value of a constant expression of a pragma.
    fn constant(&self, expression: &Tokens) -> Option<i128> {
        self.types.constant_of_text(&words(self.tokens, expression), *expression.start())
    }

    /// What is true at a token (section 7.1).
    fn context(&self, token: usize) -> Context<'_> {
        let mut constructs = Vec::new();
        let mut function = None;
        for node in self.tree.path(token) {
            match node.kind() {
                Kind::Function => function = self.name_of(node),
                Kind::Construct => self.add_construct(node, token, &mut constructs),
                _ => {}
            }
        }
        if constructs.first().is_none_or(|outer| outer.name != "target")
            && let Some(function) = function
        {
            let around = self.functions.constructs_around(function, self.tokens);
            constructs.splice(..0, around);
        }
        Context { constructs, requirements: self.requirements(token), host: &self.host }
    }

    /// Adds the traits of a construct that has a token in its statement. Nothing around a `target` counts.
    fn add_construct(&self, construct: Node<'_>, token: usize, constructs: &mut Vec<ConstructTrait>) {
        let Some(directive) = directive_at(self.tokens, construct.first()) else { return };
        let end = construct.child(Kind::Directive).map_or(construct.first(), Node::last);
        if token <= end || directive.name == "dispatch" {
            return;
        }
        for leaf in &directive.leaves {
            if *leaf == "target" {
                constructs.clear();
            }
            let mut found = ConstructTrait::named(leaf);
            if *leaf == "simd" {
                found.simdlen = self.argument(construct.first(), "simdlen").and_then(|it| self.constant(&it));
            }
            constructs.push(found);
        }
    }

    /// The clauses of the `requires` directives in front of a token.
    fn requirements(&self, token: usize) -> BTreeSet<String> {
        let pragmas = (0..token).filter(|&index| self.tokens[index].kind == kind::PRAGMA_OMP);
        let pragmas = pragmas.filter_map(|start| Written::at(self.tokens, start));
        let requires = pragmas.filter(|written| written.directive.name == "requires");
        let clauses = requires.flat_map(|written| {
            let text = |range: Tokens| self.tokens.words(&self.tokens.visible_in(&range)).replace(' ', "");
            written.clauses().map(|(_, clause)| text(written.range(clause))).collect::<Vec<_>>()
        });
        clauses.collect()
    }

    /// What stands in the parentheses of a clause of the directive that begins at a token.
    fn argument(&self, start: usize, clause: &str) -> Option<Tokens> {
        let written = Written::at(self.tokens, start)?;
        let inside = written.argument(written.clause(clause)?);
        Some(*inside.first()?..=*inside.last()?)
    }

    /// The name that a function's definition or a declaration declares first.
    fn name_of(&self, node: Node<'_>) -> Option<&'t str> {
        let named = if node.kind() == Kind::Declaration { node.child(Kind::InitDeclarator)? } else { node };
        let mut at = named.child(Kind::Declarator)?;
        while let Some(inner) = at.child(Kind::Declarator).or_else(|| at.child(Kind::DirectDeclarator)) {
            at = inner;
        }
        (self.tokens[at.at()].kind == kind::IDENTIFIER).then(|| self.tokens.text(at.at()))
    }

    /// The directive of a pragma from `#` to its last word.
    fn line(&self, start: usize) -> Tokens {
        start..=behind(self.tokens, start).last().copied().unwrap_or(start)
    }

    /// A new line with the blanks that stand in front of a pragma.
    fn new_line(&self, start: usize) -> String {
        let text = self.tokens.source_text();
        let before = &text[..self.tokens.stands_for(start, true).start];
        let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        format!("\n{}", &line[..blanks])
    }

    /// Makes a comment of a pragma that has done its work.
    fn comment_out(&mut self, start: usize, rule: &'static str, reason: &'static str) {
        let line = self.line(start);
        let text = comment(None, &self.stream.text_within(&line));
        self.stream.replace(line, text, rule, reason);
    }

    /// What the program asks while it runs, as an expression.
    fn question(&mut self, questions: &[Question]) -> String {
        let mut texts = questions.iter().map(|question| match question {
            Question::Condition(expression) => self.stream.text_within(expression),
            Question::Device(number) => {
                let number = self.stream.text_within(number);
                format!("({number}) == 0 || ({number}) == -1")
            }
        });
        let texts: Vec<String> = texts.by_ref().collect();
        match texts.as_slice() {
            [text] => text.clone(),
            texts => texts.iter().map(|text| format!("({text})")).collect::<Vec<_>>().join(" && "),
        }
    }

    /// Refuses to write a text twice that has something in it of which there is one.
    fn may_copy(&mut self, text: &Tokens, of: &Tokens) -> bool {
        let is_label = |node: &Node<'_>| {
            node.kind() == Kind::Label
                && !matches!(self.tokens[node.first()].kind, kind::CASE | kind::DEFAULT)
        };
        // Not that of `schedule(static)`.
        let is_static = |index: &usize| {
            let token = &self.tokens[*index];
            let mut path = self.tree.path(*index);
            token.kind == kind::STATIC
                && token.is_visible()
                && path.all(|node| node.kind() != Kind::Directive)
        };
        let mut nodes = self.tree.within(text);
        let mut single = text.clone().find(is_static);
        while let Some(node) = nodes.pop().filter(|_| single.is_none()) {
            single = is_label(&node).then(|| node.first());
            nodes.extend(node.children());
        }
        let Some(at) = single else { return true };
        let is_variable = self.tokens[at].kind == kind::STATIC;
        let what = if is_variable { "a variable that is there once" } else { "a label" };
        self.refuse_copy(at, of, &format!("{what} cannot be written twice"));
        false
    }

    fn refuse_copy(&mut self, at: usize, of: &Tokens, why: &str) {
        let message = "what the running program decides would be written twice";
        let error = self.tokens.error("E0414", message, of, "chosen while the program runs");
        self.errors.push(error.note_at(self.tokens.at(&(at..=at)), why));
    }
}
