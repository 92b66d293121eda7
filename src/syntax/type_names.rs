//! Which names are types.
//!
//! `(T)*p` is a cast where `T` names a type and a product where it does not;
//! C's grammar cannot be read without knowing. The thesis asks a symbol table
//! from inside a rule (Section 7.1.2). Here the tokens are all at hand before
//! the parser starts, so one pass over them suffices: it follows declarations
//! and scopes to tell where a name is declared, whether as a type, and up to
//! where, and turns each [`kind::IDENTIFIER`] that names a type into a
//! [`kind::TYPEDEF_NAME`]. On the way it settles what else a parser that looks
//! a few tokens ahead could not tell: the other kinds in the `tokens` of
//! `CLexer.g4`, and the words of OpenMP that are names in a clause.
//!
//! The pass is a machine with a stack. A [`Level`] is what an open bracket
//! encloses; its [`State`] says where in a declaration, a statement or an
//! expression the next token falls. Two rules of C decide most of it:
//!
//! - Among specifiers a name is a type only as long as none stands there yet:
//!   in `T T;` the second is the name declared (C17 6.7.8).
//! - In an expression a type name begins behind `(`, or behind the comma of
//!   `_Generic` and of the few builtins that take types. Anywhere else the name
//!   of a type is an error, which the parser reports.
//!
//! A declared name takes effect where its declarator ends (6.2.1, 7): in
//! `T T[sizeof(T)]`, the last one is the type. A scope is a mark in the list
//! of what declarations changed; leaving it takes the changes back.
//!
//! The machine never fails: on text that is no C it classifies something, and
//! the parser finds the error.
//!
//! Headers are not read here. Where the source was not preprocessed, the
//! standard ones are known by their names ([`super::headers`]); and where a
//! name that nothing declares stands where only a type can stand, in front of
//! another name, it is taken for a type.

use rustc_hash::FxHashMap;

use super::accepted::{self, is_openmp_word};
use super::directives::{self, Directive};
use super::generated::open_mpc as kind;
use super::headers;
use super::outline::Outline;
use super::tokens::TokenList;
use crate::rewrite::Tokens as _;

/// Gives every token the kind that it has where it stands.
pub(super) fn classify(tokens: &mut TokenList) {
    let visible: Vec<usize> = (0..tokens.len()).filter(|&i| tokens[i].is_visible()).collect();
    let mut machine = Machine::new();
    let mut directives_read = 0;
    for (at, &index) in visible.iter().enumerate() {
        machine.read_directives(tokens, directives_read..index);
        directives_read = index;
        let view = View { tokens, visible: &visible, at };
        machine.step(&view);
        machine.outline(&view);
    }
    let Machine { changes, outline, .. } = machine;
    for (index, kind) in changes {
        tokens.set_kind(index, kind);
    }
    tokens.set_outline(outline);
}

/// The visible tokens, from one of them on.
struct View<'t, 'v> {
    tokens: &'t TokenList,
    visible: &'v [usize],
    at: usize,
}

impl<'t> View<'t, '_> {
    fn kind(&self, ahead: usize) -> i32 {
        self.visible.get(self.at + ahead).map_or(kind::EOF, |&index| self.tokens[index].kind)
    }

    fn before(&self, back: usize) -> i32 {
        self.at.checked_sub(back).map_or(kind::EOF, |at| self.tokens[self.visible[at]].kind)
    }

    fn text(&self, ahead: usize) -> &'t str {
        self.visible.get(self.at + ahead).map_or("", |&index| self.tokens.text(index))
    }

    /// From an `__attribute__` some tokens ahead to what follows it and those
    /// behind it.
    fn behind_attributes(&self, mut ahead: usize) -> usize {
        while self.kind(ahead) == kind::ATTRIBUTE {
            let mut depth = 0;
            loop {
                ahead += 1;
                match self.kind(ahead) {
                    kind::LEFT_PAREN => depth += 1,
                    kind::RIGHT_PAREN => depth -= 1,
                    kind::EOF => return ahead,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
            }
            ahead += 1;
        }
        ahead
    }
}

/// Where in a declaration, a statement or an expression the machine stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// At the beginning of a statement, a declaration, a member, a parameter
    /// or an enumerator, whichever the bracket holds.
    Start,
    /// Among specifiers; whether one of them names a type.
    Specifiers { typed: bool },
    /// Behind `struct`, `union` or `enum`.
    Tag { enumeration: bool },
    /// In a declarator, in front of its name or the place of one.
    Declarator,
    /// In a declarator, behind its name.
    Declared,
    /// In an initialiser or the width of a bit-field: a comma at this level
    /// leads to the next declarator.
    Initializer,
    /// In an expression.
    Expression,
    /// Among the names of a `__label__`, which are no types.
    Labels,
    /// Behind a label's name, `case` or `default`, with the colons of `?:`
    /// still to come before its own.
    Label { questions: u32 },
}

/// What an open bracket encloses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bracket {
    /// No bracket: the whole source.
    File,
    /// Statements and declarations.
    Block,
    /// The declarations of a structure's members.
    Members,
    Enumerators,
    /// A function's parameters, or the names of an old-style definition.
    Parameters,
    /// A declarator in parentheses.
    Nested,
    /// The parentheses of an `if`, `switch` or `while`.
    Control,
    /// The parentheses of a `for`.
    For,
    /// An expression in parentheses, a call's arguments, or a type name.
    Group,
    /// The parentheses of `_Generic`.
    Generic,
    /// The parentheses of `offsetof`.
    Offsetof,
    /// An array's size, an index, an initialiser's braces: no type begins
    /// directly in them.
    Plain,
    /// The outer parentheses of an attribute, or those of an `asm`.
    Foreign,
}

/// What an open bracket encloses, and how far that is read.
struct Level<'t> {
    bracket: Bracket,
    state: State,
    /// Whether the declaration says `typedef`.
    typedef: bool,
    /// The name in the declarator, until the declarator ends.
    name: Option<&'t str>,
    /// Whether nothing but closing parentheses followed that name: parameters
    /// here would be those of the function declared.
    fresh: bool,
    /// Whether a declarator here must have a name. In `int (T)` with a type
    /// `T`, that makes `T` the name; a parameter would be a function.
    named: bool,
    /// Where the scope that the bracket opens begins.
    scope: usize,
    /// The scope of the parameters, between the declarator of an old-style
    /// definition and its body.
    old_style: Option<usize>,
    /// How many statements were open outside of the bracket.
    statements: usize,
}

/// A statement that another one completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Statement {
    If,
    /// A `do` before its `while`, and behind it.
    Do,
    DoWhile,
    /// A `for`, whose scope lasts as long as its body.
    For {
        scope: usize,
    },
}

struct Machine<'t> {
    levels: Vec<Level<'t>>,
    /// What each name means in the scope reached: whether a type.
    names: FxHashMap<&'t str, bool>,
    /// What each declaration in the open scopes changed.
    undo: Vec<(&'t str, Option<bool>)>,
    /// The parameters of the function declarator that was read last: if a
    /// body follows, they are its outermost scope.
    parameters: Vec<(&'t str, bool)>,
    statements: Vec<Statement>,
    /// What the next parenthesis encloses, where a keyword has announced one.
    announced: Option<Bracket>,
    /// The state that a pragma interrupted, and the levels open there.
    interrupted: Option<(usize, State)>,
    /// Which visible tokens in the parentheses of the pragma reached are words of OpenMP.
    keywords: Vec<usize>,
    /// Which name no type there, though there is one of the name: the operator of a reduction.
    no_types: Vec<usize>,
    /// The tokens that change their kind.
    changes: Vec<(usize, i32)>,
    /// Which visible token the declaration at file scope begins with, pragmas
    /// in front of it aside.
    begun: usize,
    outline: Outline,
}

impl<'t> Machine<'t> {
    fn new() -> Self {
        const BUILTIN: [&str; 3] = ["__builtin_va_list", "__int128_t", "__uint128_t"];
        let file = Level {
            bracket: Bracket::File,
            state: State::Start,
            typedef: false,
            name: None,
            fresh: false,
            named: true,
            scope: 0,
            old_style: None,
            statements: 0,
        };
        Machine {
            levels: vec![file],
            names: BUILTIN.into_iter().map(|name| (name, true)).collect(),
            undo: Vec::new(),
            parameters: Vec::new(),
            statements: Vec::new(),
            announced: None,
            interrupted: None,
            keywords: Vec::new(),
            no_types: Vec::new(),
            changes: Vec::new(),
            begun: 0,
            outline: Outline::default(),
        }
    }

    fn read_directives(&mut self, tokens: &'t TokenList, range: std::ops::Range<usize>) {
        for index in range.filter(|&index| tokens[index].kind == kind::DIRECTIVE) {
            let text = tokens.text(index);
            match directives::read(text, tokens[index].span.start) {
                Directive::Include { header, .. } => {
                    self.names.extend(headers::type_names(&header).iter().map(|&name| (name, true)));
                }
                Directive::Define(definition) if definition.is_type(|name| self.is_type(name)) => {
                    let at = text.find(&definition.name).unwrap_or(0);
                    self.names.insert(&text[at..at + definition.name.len()], true);
                }
                _ => {}
            }
        }
    }

    // Names and scopes -------------------------------------------------------

    fn is_type(&self, name: &str) -> bool {
        self.names.get(name) == Some(&true)
    }

    fn declare(&mut self, name: &'t str, is_type: bool) {
        let before = self.names.insert(name, is_type);
        self.undo.push((name, before));
    }

    /// Takes back what was declared since a scope began.
    fn leave(&mut self, scope: usize) {
        let scope = scope.min(self.undo.len()); // brackets that do not match
        for (name, before) in self.undo.drain(scope..).rev() {
            match before {
                Some(is_type) => self.names.insert(name, is_type),
                None => self.names.remove(name),
            };
        }
    }

    /// Ends a declarator: the name in it is declared from here on.
    fn declare_name(&mut self) {
        let level = self.level();
        let (name, typedef, bracket) = (level.name.take(), level.typedef, level.bracket);
        if let Some(name) = name
            && bracket != Bracket::Members
        {
            self.declare(name, typedef);
        }
    }

    // Levels -----------------------------------------------------------------

    fn level(&mut self) -> &mut Level<'t> {
        self.levels.last_mut().expect("the level of the file is never closed")
    }

    fn open(&mut self, bracket: Bracket, state: State) {
        let named = match bracket {
            Bracket::File | Bracket::Block | Bracket::Members | Bracket::For => true,
            Bracket::Nested => self.level().named,
            _ => false,
        };
        self.levels.push(Level {
            bracket,
            state,
            named,
            typedef: false,
            name: None,
            fresh: false,
            scope: self.undo.len(),
            old_style: None,
            statements: self.statements.len(),
        });
    }

    fn close(&mut self, view: &View<'t, '_>) {
        self.announced = None;
        if self.levels.len() == 1 {
            self.level().state = State::Start;
            return;
        }
        if matches!(self.level().bracket, Bracket::Parameters | Bracket::Enumerators) {
            self.declare_name();
        }
        let Some(inner) = self.levels.pop() else { return };
        self.statements.truncate(inner.statements);
        match inner.bracket {
            Bracket::Block => {
                self.leave(inner.scope);
                if self.level().state == State::Start {
                    self.complete(view.kind(1));
                }
            }
            Bracket::Members | Bracket::Enumerators => {
                self.level().state = State::Specifiers { typed: true };
            }
            Bracket::Parameters => {
                if self.level().fresh {
                    self.level().fresh = false;
                    self.parameters.clear();
                    let declared = self.undo.get(inner.scope..).unwrap_or_default();
                    self.parameters.extend(declared.iter().map(|&(name, _)| (name, self.names[name])));
                }
                self.leave(inner.scope);
            }
            Bracket::Nested => {
                let outer = self.level();
                outer.state = State::Declared;
                outer.name = inner.name;
                outer.fresh = inner.fresh;
            }
            Bracket::For => self.statements.push(Statement::For { scope: inner.scope }),
            _ => {}
        }
    }

    /// Ends a statement, and those that it completes.
    fn complete(&mut self, next: i32) {
        let outer = self.level().statements;
        while self.statements.len() > outer {
            match self.statements.pop() {
                Some(Statement::If) if next == kind::ELSE => break,
                Some(Statement::Do) => {
                    self.statements.push(Statement::DoWhile);
                    break;
                }
                Some(Statement::For { scope }) => self.leave(scope),
                _ => {}
            }
        }
    }

    // Tokens -----------------------------------------------------------------

    /// Takes one token.
    fn step(&mut self, view: &View<'t, '_>) {
        match view.kind(0) {
            kind::IDENTIFIER => {
                if !self.no_types.contains(&view.at) && self.name(view) {
                    self.change(view, kind::TYPEDEF_NAME);
                }
            }
            pragma @ (kind::PRAGMA_OMP | kind::PRAGMA_GPUMP) => {
                if pragma == kind::PRAGMA_OMP {
                    self.pragma(view);
                }
                self.interrupted = Some((self.levels.len(), self.level().state));
                self.level().state = State::Expression;
            }
            kind::NEW_LINE => {
                let (levels, state) = self.interrupted.take().unwrap_or((1, State::Start));
                self.levels.truncate(levels);
                self.level().state = state;
            }
            word if is_openmp_word(word) => self.openmp_word(view),
            kind::LEFT_PAREN => self.left_parenthesis(view),
            kind::LEFT_BRACKET => self.left_bracket(),
            kind::LEFT_BRACE => self.left_brace(view),
            kind::RIGHT_PAREN | kind::RIGHT_BRACKET | kind::RIGHT_BRACE => self.close(view),
            kind::SEMICOLON => self.semicolon(view),
            kind::COMMA => self.comma(),
            kind::COLON => self.colon(view),
            kind::QUESTION => {
                if let State::Label { questions } = &mut self.level().state {
                    *questions += 1;
                }
            }
            kind::STAR => self.star(),
            kind::ASSIGN => self.assign(),
            other => self.keyword(view, other),
        }
    }

    fn change(&mut self, view: &View<'t, '_>, kind: i32) {
        self.changes.push((view.visible[view.at], kind));
    }

    /// Comes to a pragma: the grammar tells which of the words in its parentheses are OpenMP's.
    fn pragma(&mut self, view: &View<'t, '_>) {
        self.keywords.clear();
        self.no_types.clear();
        let rest = view.visible[view.at + 1..].iter();
        let words: Vec<accepted::Word> = rest
            .map(|&index| accepted::Word { text: view.tokens.text(index), kind: view.tokens[index].kind })
            .take_while(|word| word.kind != kind::NEW_LINE)
            .collect();
        if words.iter().all(|word| word.kind != kind::LEFT_PAREN) {
            return;
        }
        let reading = accepted::read(&words);
        self.keywords.extend(reading.keywords.iter().map(|at| view.at + 1 + at));
        self.no_types.extend(reading.names.iter().map(|at| view.at + 1 + at));
        let is_standalone = |directive: &accepted::Directive| {
            directive.name == "metadirective" && directive.role == accepted::Role::Standalone
        };
        if reading.directive.is_some_and(is_standalone) {
            self.changes.push((view.visible[view.at + 1], kind::STANDALONE_METADIRECTIVE));
        }
    }

    /// In parentheses, the words of OpenMP are names, `private(single)`, but where the grammar has them.
    fn openmp_word(&mut self, view: &View<'t, '_>) {
        let is_inside = self.interrupted.is_some_and(|(levels, _)| self.levels.len() > levels);
        if is_inside && !self.keywords.contains(&view.at) {
            let is_type = self.is_type(view.text(0)) && !self.no_types.contains(&view.at);
            self.change(view, if is_type { kind::TYPEDEF_NAME } else { kind::IDENTIFIER });
        }
    }

    fn left_parenthesis(&mut self, view: &View<'t, '_>) {
        if let Some(bracket) = self.announced.take() {
            let inside = if bracket == Bracket::For { State::Start } else { State::Expression };
            return self.open(bracket, inside);
        }
        let (bracket, state) = (self.level().bracket, self.level().state);
        match state {
            State::Specifiers { .. } | State::Declarator => {
                let first = view.behind_attributes(1);
                let begins_type = starts_type(view.kind(first))
                    || view.kind(first) == kind::IDENTIFIER && self.is_type(view.text(first));
                if !self.level().named && (view.kind(first) == kind::RIGHT_PAREN || begins_type) {
                    self.level().state = State::Declared;
                    self.open(Bracket::Parameters, State::Start);
                } else {
                    self.level().state = State::Declarator;
                    self.open(Bracket::Nested, State::Declarator);
                }
            }
            State::Declared => self.open(Bracket::Parameters, State::Start),
            State::Start if bracket == Bracket::File => {
                // `(f)() {`, of the type `int`.
                self.begin_declaration(State::Declarator);
                self.open(Bracket::Nested, State::Declarator);
            }
            _ => {
                if state == State::Start {
                    self.level().state = State::Expression;
                }
                let inside = if bracket == Bracket::Foreign { Bracket::Plain } else { Bracket::Group };
                self.open(inside, State::Expression);
            }
        }
    }

    fn left_bracket(&mut self) {
        let level = self.level();
        if let State::Specifiers { .. } | State::Declarator | State::Declared = level.state {
            level.state = State::Declared;
            level.fresh = false;
        }
        self.open(Bracket::Plain, State::Expression);
    }

    fn left_brace(&mut self, view: &View<'t, '_>) {
        self.announced = None;
        let (bracket, state) = (self.level().bracket, self.level().state);
        let statements = matches!(bracket, Bracket::File | Bracket::Block);
        match state {
            State::Tag { enumeration: true } => self.open(Bracket::Enumerators, State::Start),
            State::Tag { enumeration: false } => self.open(Bracket::Members, State::Start),
            State::Start if statements => {
                let old_style = self.level().old_style.take();
                self.open(Bracket::Block, State::Start);
                if let Some(scope) = old_style {
                    self.level().scope = scope;
                    if bracket == Bracket::File {
                        self.define(view);
                    }
                }
            }
            State::Specifiers { .. } | State::Declarator | State::Declared if statements => {
                match bracket {
                    Bracket::Block => self.change(view, kind::NESTED_BODY),
                    _ => self.define(view),
                }
                self.declare_name();
                self.level().state = State::Start;
                self.open(Bracket::Block, State::Start);
                self.declare_parameters();
            }
            State::Expression if view.before(1) == kind::LEFT_PAREN => {
                self.open(Bracket::Block, State::Start); // a statement expression
            }
            _ => self.open(Bracket::Plain, State::Expression),
        }
    }

    /// Notes that the brace reached begins the body of a function at file scope.
    fn define(&mut self, view: &View<'t, '_>) {
        self.outline.definitions.push(view.visible[self.begun]..view.visible[view.at]);
    }

    /// Notes where a declaration at file scope ends.
    fn outline(&mut self, view: &View<'t, '_>) {
        let [file] = self.levels.as_slice() else { return };
        let ends = match view.kind(0) {
            // Declarations of parameters may stand in front of a body.
            kind::SEMICOLON => view.kind(1) != kind::LEFT_BRACE,
            kind::RIGHT_BRACE => true,
            kind::NEW_LINE => {
                self.begun = view.at + 1;
                return;
            }
            _ => return,
        };
        if ends && file.state == State::Start && file.old_style.is_none() {
            self.outline.ends.push(view.visible[view.at] + 1);
            self.begun = view.at + 1;
        }
    }

    fn declare_parameters(&mut self) {
        for (name, is_type) in std::mem::take(&mut self.parameters) {
            self.declare(name, is_type);
        }
    }

    fn semicolon(&mut self, view: &View<'t, '_>) {
        self.announced = None;
        match self.level().bracket {
            Bracket::File | Bracket::Block => {
                self.declare_name();
                self.level().state = State::Start;
                self.complete(view.kind(1));
            }
            Bracket::For => {
                self.declare_name();
                self.level().state = State::Expression;
            }
            Bracket::Members | Bracket::Parameters => {
                self.declare_name();
                self.level().state = State::Start;
            }
            _ => {}
        }
    }

    fn comma(&mut self) {
        let (bracket, state) = (self.level().bracket, self.level().state);
        let next = match bracket {
            Bracket::Parameters | Bracket::Enumerators => State::Start,
            Bracket::Generic | Bracket::Group | Bracket::Offsetof => {
                self.level().state = State::Expression;
                return;
            }
            _ => match state {
                State::Declarator | State::Declared | State::Initializer => State::Declarator,
                _ => return,
            },
        };
        self.declare_name();
        self.level().state = next;
    }

    fn colon(&mut self, view: &View<'t, '_>) {
        if self.level().state == (State::Label { questions: 0 }) && view.kind(1) == kind::RIGHT_BRACE {
            self.change(view, kind::FINAL_COLON);
        }
        let level = self.level();
        level.state = match (level.bracket, level.state) {
            (_, State::Label { questions: 0 }) => State::Start,
            (_, State::Label { questions }) => State::Label { questions: questions - 1 },
            (Bracket::Members, State::Specifiers { .. } | State::Declarator | State::Declared) => {
                State::Initializer
            }
            (Bracket::Generic, _) => State::Expression,
            (_, state) => state,
        };
    }

    fn star(&mut self) {
        let level = self.level();
        match (level.bracket, level.state) {
            (_, State::Specifiers { .. }) => level.state = State::Declarator,
            // `*f() {`, of the type `int`.
            (Bracket::File, State::Start) => self.begin_declaration(State::Declarator),
            (_, State::Start) => level.state = State::Expression,
            _ => {}
        }
    }

    fn assign(&mut self) {
        let level = self.level();
        match (level.bracket, level.state) {
            // An enumerator is declared behind its value.
            (Bracket::Enumerators, _) => level.state = State::Initializer,
            (_, State::Declared) => {
                self.declare_name();
                self.level().state = State::Initializer;
            }
            _ => {}
        }
    }

    fn begin_declaration(&mut self, state: State) {
        let level = self.level();
        level.typedef = false;
        level.name = None;
        level.fresh = false;
        level.state = state;
    }

    /// Takes a specifier, `typed` if it names a type.
    fn specifier(&mut self, typed: bool) {
        let state = self.level().state;
        match state {
            State::Specifiers { typed: before } => {
                self.level().state = State::Specifiers { typed: before || typed };
            }
            State::Start => self.begin_declaration(State::Specifiers { typed }),
            State::Declared if self.can_be_old_style() => {
                self.begin_old_style();
                self.begin_declaration(State::Specifiers { typed });
            }
            State::Expression if self.takes_types() => {
                self.begin_declaration(State::Specifiers { typed });
            }
            _ => {} // a qualifier of a pointer or in an array's size
        }
    }

    /// Whether a type name can stand directly in the innermost bracket.
    fn takes_types(&mut self) -> bool {
        matches!(self.level().bracket, Bracket::Group | Bracket::Generic | Bracket::Offsetof)
    }

    /// Behind a declarator at whose end the declarations of a K&R definition
    /// can begin.
    fn can_be_old_style(&mut self) -> bool {
        matches!(self.level().bracket, Bracket::File | Bracket::Block)
    }

    /// Between the declarator of a K&R definition and its body, names belong
    /// to the function.
    fn begin_old_style(&mut self) {
        self.declare_name();
        let scope = self.undo.len();
        self.level().old_style = Some(scope);
        self.declare_parameters();
    }

    fn keyword(&mut self, view: &View<'t, '_>, token: i32) {
        match token {
            kind::ATTRIBUTE => {
                self.announced = Some(Bracket::Foreign);
                if view.before(1) == kind::LEFT_PAREN {
                    self.specifier(false);
                }
                return;
            }
            kind::ASM => self.announced = Some(Bracket::Foreign),
            kind::TYPEOF => {
                self.specifier(true);
                self.announced = Some(Bracket::Group);
            }
            kind::ATOMIC_QUALIFIER if view.kind(1) == kind::LEFT_PAREN => {
                self.specifier(true);
                self.announced = Some(Bracket::Group);
                self.change(view, kind::ATOMIC_SPECIFIER);
            }
            kind::ALIGNAS => {
                self.specifier(false);
                self.announced = Some(Bracket::Group);
            }
            kind::GENERIC => self.announced = Some(Bracket::Generic),
            kind::OFFSETOF => self.announced = Some(Bracket::Offsetof),
            kind::STRUCT | kind::UNION | kind::ENUM => {
                self.specifier(true);
                if let State::Specifiers { .. } = self.level().state {
                    self.level().state = State::Tag { enumeration: token == kind::ENUM };
                }
            }
            kind::TYPEDEF => {
                self.specifier(false);
                self.level().typedef = true;
            }
            _ if starts_type(token) => self.specifier(names_type(token)),
            _ => {}
        }
        if self.level().state == State::Start {
            self.statement(token);
        }
    }

    /// Takes the token that a statement begins with.
    fn statement(&mut self, token: i32) {
        match token {
            kind::IF => {
                self.statements.push(Statement::If);
                self.announced = Some(Bracket::Control);
            }
            kind::SWITCH => self.announced = Some(Bracket::Control),
            kind::FOR => self.announced = Some(Bracket::For),
            kind::WHILE => {
                let outer = self.level().statements;
                if self.statements.len() > outer && self.statements.last() == Some(&Statement::DoWhile) {
                    self.level().state = State::Expression;
                } else {
                    self.announced = Some(Bracket::Control);
                }
            }
            kind::DO => self.statements.push(Statement::Do),
            kind::ELSE => {}
            kind::CASE | kind::DEFAULT => self.level().state = State::Label { questions: 0 },
            kind::LABEL => self.level().state = State::Labels,
            _ => self.level().state = State::Expression,
        }
    }

    // Names ------------------------------------------------------------------

    /// Takes a name; true if it stands for a type here.
    fn name(&mut self, view: &View<'t, '_>) -> bool {
        let name = view.text(0);
        let before = view.before(1);
        if matches!(before, kind::DOT | kind::ARROW | kind::GOTO) {
            return false;
        }
        match self.level().state {
            State::Tag { .. } => {
                if view.kind(1) != kind::LEFT_BRACE {
                    self.level().state = State::Specifiers { typed: true };
                }
                false
            }
            State::Start => self.name_at_start(name, view),
            State::Specifiers { typed: false } => {
                let is_type = self.is_type(name) || self.must_be_type(name, view);
                if is_type {
                    self.level().state = State::Specifiers { typed: true };
                } else {
                    self.declarator_name(name);
                }
                is_type
            }
            State::Specifiers { typed: true } | State::Declarator => {
                self.declarator_name(name);
                false
            }
            // `f(a, b) T a; …`
            State::Declared => {
                let is_type =
                    self.can_be_old_style() && (self.is_type(name) || self.must_be_type(name, view));
                if is_type {
                    self.specifier(true);
                }
                is_type
            }
            State::Expression | State::Initializer | State::Label { .. } => {
                if self.is_no_reference(view) {
                    return false;
                }
                let is_type = self.is_type(name) || self.is_cast_to_unknown(name, view);
                if is_type && matches!(before, kind::LEFT_PAREN | kind::COMMA) {
                    self.specifier(true);
                }
                is_type
            }
            State::Labels => false,
        }
    }

    /// Whether a name in an expression means a label, a member, an attribute,
    /// or an operand of an `asm`; and no variable and no type.
    fn is_no_reference(&self, view: &View<'t, '_>) -> bool {
        let before = view.before(1);
        let mut brackets = self.levels.iter().rev().map(|level| level.bracket);
        match (brackets.next(), brackets.next()) {
            (Some(Bracket::Foreign), _) | (Some(Bracket::Plain), Some(Bracket::Foreign)) => true,
            (Some(Bracket::Offsetof), _) => before == kind::COMMA,
            // `field: value`
            (Some(Bracket::Plain), _) if view.kind(1) == kind::COLON => {
                matches!(before, kind::LEFT_BRACE | kind::COMMA)
            }
            _ => before == kind::AND_AND,
        }
    }

    fn name_at_start(&mut self, name: &'t str, view: &View<'t, '_>) -> bool {
        let bracket = self.level().bracket;
        if bracket == Bracket::Block && view.kind(1) == kind::COLON {
            self.level().state = State::Label { questions: 0 };
            return false;
        }
        if bracket == Bracket::Enumerators {
            self.begin_declaration(State::Declared);
            self.level().name = Some(name);
            return false;
        }
        if self.is_type(name) || self.must_be_type(name, view) {
            self.specifier(true);
            return true;
        }
        match bracket {
            // `f() {`, of the type `int`, and the names of a K&R definition.
            Bracket::File | Bracket::Parameters => {
                self.begin_declaration(State::Declarator);
                self.declarator_name(name);
            }
            _ => self.level().state = State::Expression,
        }
        false
    }

    fn declarator_name(&mut self, name: &'t str) {
        let level = self.level();
        level.name = Some(name);
        level.fresh = true;
        level.state = State::Declared;
    }

    /// Where a name that nothing declares can only be a type: in front of
    /// another name, or of stars and a name that something follows which
    /// follows a declarator.
    fn must_be_type(&mut self, name: &str, view: &View<'t, '_>) -> bool {
        if self.names.contains_key(name) {
            return false;
        }
        let stars = (1..)
            .take_while(|&ahead| matches!(view.kind(ahead), kind::STAR | kind::CONST | kind::RESTRICT))
            .count();
        let after = view.kind(stars + 1);
        let names_declarator = after == kind::IDENTIFIER
            && matches!(
                view.kind(stars + 2),
                kind::SEMICOLON
                    | kind::COMMA
                    | kind::ASSIGN
                    | kind::LEFT_BRACKET
                    | kind::RIGHT_PAREN
                    | kind::LEFT_PAREN
            );
        let ends_parameter = stars > 0
            && self.level().bracket == Bracket::Parameters
            && matches!(after, kind::COMMA | kind::RIGHT_PAREN);
        names_declarator || ends_parameter
    }

    /// `(name *)` with a name that nothing declares.
    fn is_cast_to_unknown(&self, name: &str, view: &View<'t, '_>) -> bool {
        if view.before(1) != kind::LEFT_PAREN || self.names.contains_key(name) {
            return false;
        }
        let stars = (1..).take_while(|&ahead| view.kind(ahead) == kind::STAR).count();
        stars > 0 && view.kind(stars + 1) == kind::RIGHT_PAREN
    }
}

/// Whether a keyword begins or continues the specifiers of a declaration.
pub fn starts_type(token: i32) -> bool {
    names_type(token)
        || matches!(
            token,
            kind::ALIGNAS
                | kind::ATOMIC_QUALIFIER
                | kind::AUTO
                | kind::CONST
                | kind::ENUM
                | kind::EXTERN
                | kind::INLINE
                | kind::NORETURN
                | kind::REGISTER
                | kind::RESTRICT
                | kind::STATIC
                | kind::STRUCT
                | kind::THREAD_LOCAL
                | kind::TYPEDEF
                | kind::TYPEOF
                | kind::UNION
                | kind::VOLATILE
        )
}

/// Whether a keyword is a type by itself.
fn names_type(token: i32) -> bool {
    matches!(
        token,
        kind::AUTO_TYPE
            | kind::BOOL
            | kind::CHAR
            | kind::COMPLEX
            | kind::DOUBLE
            | kind::EXTENDED_FLOAT
            | kind::FLOAT
            | kind::IMAGINARY
            | kind::INT
            | kind::INT128
            | kind::LONG
            | kind::SHORT
            | kind::SIGNED
            | kind::UNSIGNED
            | kind::VOID
    )
}
