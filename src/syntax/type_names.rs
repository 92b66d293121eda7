//! Which names are types.
//!
//! `(T)*p` is a cast where `T` names a type and a product where it does not;
//! C's grammar cannot be read without knowing. The thesis asks a symbol table
//! from inside a rule (Section 7.1.2). Here the tokens are all at hand before
//! the parser starts, so one pass over them suffices: it follows declarations
//! and scopes just closely enough to tell where a name is declared and
//! whether as a type, and turns each [`kind::IDENTIFIER`] that names a type
//! into a [`kind::TYPEDEF_NAME`].
//!
//! The pass is a small machine. Its state is where in a declaration or
//! statement the next token falls; brackets put the state aside and bring it
//! back when they close. It never fails: on text that is no C it classifies
//! something, and the parser finds the error.
//!
//! Headers are not read here. The standard ones are known by their names
//! ([`super::headers`]); and where a name that nothing declares stands where
//! only a type can stand, in front of another name, it is taken for a type.

use std::collections::HashMap;

use super::directives::{self, Directive};
use super::generated::open_mpc as kind;
use super::headers;
use super::tokens::TokenList;
use crate::rewrite::Tokens as _;

/// Gives every name that is a type its kind.
pub(super) fn classify(tokens: &mut TokenList) {
    let visible: Vec<usize> = (0..tokens.len()).filter(|&i| tokens[i].is_visible()).collect();
    let mut machine = Machine::new();
    let mut directives_read = 0;
    let mut types = Vec::new();
    for (at, &index) in visible.iter().enumerate() {
        machine.read_directives(tokens, directives_read..index);
        directives_read = index;
        if machine.step(&View { tokens, visible: &visible, at }) {
            types.push(index);
        }
    }
    for index in types {
        tokens.set_kind(index, kind::TYPEDEF_NAME);
    }
}

/// The visible tokens, from one of them on.
struct View<'t> {
    tokens: &'t TokenList,
    visible: &'t [usize],
    at: usize,
}

impl<'t> View<'t> {
    fn kind(&self, ahead: usize) -> i32 {
        self.visible.get(self.at + ahead).map_or(kind::EOF, |&index| self.tokens[index].kind)
    }

    fn before(&self) -> i32 {
        self.at.checked_sub(1).map_or(kind::EOF, |at| self.tokens[self.visible[at]].kind)
    }

    fn text(&self) -> &'t str {
        self.tokens.text(self.visible[self.at])
    }
}

/// Where in a declaration or a statement the machine stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// At the beginning of a declaration or statement.
    Start,
    /// At the beginning of a parameter.
    Parameter,
    /// Among the specifiers of a declaration.
    Specifiers { typedef: bool, typed: bool },
    /// In a declarator, before or after its name.
    Declarator { typedef: bool, named: bool },
    /// In an initialiser or the width of a bit-field.
    Initializer { typedef: bool },
    /// Behind `struct`, `union` or `enum`.
    Tag { typedef: bool, enumeration: bool },
    /// At the name of an enumerator.
    Enumerator,
    /// Behind the `if`, `while`, `for` or `switch` of a statement.
    Control,
    /// Between `case` and its colon, with the colons of `?:` still to come.
    Case { questions: usize },
    /// In an expression.
    Expression,
}

/// What an open bracket encloses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bracket {
    Block,
    Members,
    Enumerators,
    Parameters,
    Control,
    /// Parentheses of a declarator, an expression, an initialiser's braces.
    Group,
}

struct Machine {
    state: State,
    brackets: Vec<(Bracket, State)>,
    /// From the outermost to the innermost scope: each name that is declared,
    /// and whether as a type.
    scopes: Vec<HashMap<String, bool>>,
    /// The parameters of the function declarator that was read last: if a
    /// body follows, they are its outermost scope.
    parameters: HashMap<String, bool>,
    /// The state that a pragma interrupted.
    interrupted: Option<State>,
}

impl Machine {
    fn new() -> Self {
        Machine {
            state: State::Start,
            brackets: Vec::new(),
            scopes: vec![HashMap::from([("__builtin_va_list".to_owned(), true)])],
            parameters: HashMap::new(),
            interrupted: None,
        }
    }

    fn read_directives(&mut self, tokens: &TokenList, range: std::ops::Range<usize>) {
        for index in range.filter(|&index| tokens[index].kind == kind::DIRECTIVE) {
            match directives::read(tokens.text(index), tokens[index].span.start) {
                Directive::Include { header, .. } => {
                    let names = headers::type_names(&header).iter().map(|&name| (name.to_owned(), true));
                    self.scopes[0].extend(names);
                }
                Directive::Define(definition) if definition.is_type(|name| self.is_type(name)) => {
                    self.scopes[0].insert(definition.name, true);
                }
                _ => {}
            }
        }
    }

    fn lookup(&self, name: &str) -> Option<bool> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    fn is_type(&self, name: &str) -> bool {
        self.lookup(name) == Some(true)
    }

    fn declare(&mut self, name: &str, is_type: bool) {
        let in_members = self.brackets.iter().rev().find_map(|(bracket, _)| match bracket {
            Bracket::Members => Some(true),
            Bracket::Block | Bracket::Parameters => Some(false),
            _ => None,
        });
        if in_members != Some(true)
            && let Some(scope) = self.scopes.last_mut()
        {
            scope.insert(name.to_owned(), is_type);
        }
    }

    fn at_file_scope(&self) -> bool {
        self.brackets.is_empty()
    }

    fn open(&mut self, bracket: Bracket, inside: State) {
        self.brackets.push((bracket, self.state));
        self.state = inside;
        match bracket {
            Bracket::Block => {
                let scope = if self.brackets.len() == 1 {
                    std::mem::take(&mut self.parameters)
                } else {
                    HashMap::new()
                };
                self.scopes.push(scope);
            }
            Bracket::Parameters => self.scopes.push(HashMap::new()),
            _ => {}
        }
    }

    fn close(&mut self) {
        let Some((bracket, outside)) = self.brackets.pop() else {
            self.state = State::Start;
            return;
        };
        self.state = match (bracket, outside) {
            (Bracket::Block, State::Expression) => State::Expression, // a statement expression
            (Bracket::Block | Bracket::Control, _) => State::Start,
            (Bracket::Members | Bracket::Enumerators, State::Tag { typedef, .. }) => {
                State::Specifiers { typedef, typed: true }
            }
            (Bracket::Parameters, State::Declarator { typedef, .. })
            | (Bracket::Group, State::Declarator { typedef, named: false }) => {
                State::Declarator { typedef, named: true }
            }
            (_, outside) => outside,
        };
        match bracket {
            Bracket::Block => drop(self.scopes.pop()),
            Bracket::Parameters => self.parameters = self.scopes.pop().unwrap_or_default(),
            _ => {}
        }
    }

    /// Takes one token; true if it is a name that stands for a type.
    fn step(&mut self, view: &View<'_>) -> bool {
        match view.kind(0) {
            kind::PRAGMA_OMP | kind::PRAGMA_GPUMP => {
                self.interrupted = Some(self.state);
                self.state = State::Expression;
            }
            kind::NEW_LINE => self.state = self.interrupted.take().unwrap_or(State::Start),
            kind::IDENTIFIER => return self.name(view),
            kind::LEFT_PAREN => self.left_parenthesis(view),
            kind::LEFT_BRACKET => self.open(Bracket::Group, State::Expression),
            kind::LEFT_BRACE => self.left_brace(view),
            kind::RIGHT_PAREN | kind::RIGHT_BRACKET | kind::RIGHT_BRACE => self.close(),
            kind::SEMICOLON => self.state = State::Start,
            kind::COMMA => self.comma(),
            kind::COLON => self.colon(),
            kind::QUESTION => {
                if let State::Case { questions } = &mut self.state {
                    *questions += 1;
                }
            }
            other => self.other(other),
        }
        false
    }

    fn left_parenthesis(&mut self, view: &View<'_>) {
        match self.state {
            State::Control => self.open(Bracket::Control, State::Start),
            State::Declarator { named: true, .. } => self.open(Bracket::Parameters, State::Parameter),
            State::Specifiers { typedef, typed: true } | State::Declarator { typedef, named: false } => {
                let next = view.kind(1);
                let parameters = next == kind::RIGHT_PAREN || starts_type(next);
                self.state = State::Declarator { typedef, named: false };
                if parameters {
                    self.open(Bracket::Parameters, State::Parameter);
                } else {
                    self.open(Bracket::Group, State::Declarator { typedef, named: false });
                }
            }
            State::Start => {
                self.state = State::Expression;
                self.open(Bracket::Group, State::Expression);
            }
            State::Case { .. } | State::Initializer { .. } => self.open(Bracket::Group, State::Expression),
            _ => self.open(Bracket::Group, State::Expression),
        }
    }

    fn left_brace(&mut self, view: &View<'_>) {
        match self.state {
            State::Tag { enumeration: true, .. } => self.open(Bracket::Enumerators, State::Enumerator),
            State::Tag { enumeration: false, .. } => {
                self.open(Bracket::Members, State::Start);
            }
            State::Start | State::Declarator { .. } | State::Control => {
                self.state = State::Start;
                self.open(Bracket::Block, State::Start);
            }
            State::Expression if view.before() == kind::LEFT_PAREN => self.open(Bracket::Block, State::Start),
            _ => self.open(Bracket::Group, State::Expression),
        }
    }

    fn comma(&mut self) {
        let bracket = self.brackets.last().map(|&(bracket, _)| bracket);
        self.state = match (self.state, bracket) {
            (State::Expression, Some(Bracket::Enumerators)) => State::Enumerator,
            (
                State::Declarator { .. } | State::Specifiers { .. } | State::Parameter,
                Some(Bracket::Parameters),
            ) => State::Parameter,
            (State::Declarator { typedef, .. } | State::Initializer { typedef }, _) => {
                State::Declarator { typedef, named: false }
            }
            (state, _) => state,
        };
    }

    fn colon(&mut self) {
        self.state = match self.state {
            State::Case { questions: 0 } => State::Start,
            State::Case { questions } => State::Case { questions: questions - 1 },
            State::Declarator { typedef, .. } | State::Specifiers { typedef, .. } => {
                State::Initializer { typedef }
            }
            state => state,
        };
    }

    fn other(&mut self, token: i32) {
        match (self.state, token) {
            (_, kind::STRUCT | kind::UNION | kind::ENUM) => {
                let typedef = matches!(self.state, State::Specifiers { typedef: true, .. });
                if self.declares(token) {
                    self.state = State::Tag { typedef, enumeration: token == kind::ENUM };
                }
            }
            (State::Specifiers { typed, .. }, kind::TYPEDEF) => {
                self.state = State::Specifiers { typedef: true, typed };
            }
            (State::Start, kind::TYPEDEF) => self.state = State::Specifiers { typedef: true, typed: false },
            (State::Specifiers { typedef, typed }, _) if starts_type(token) => {
                self.state = State::Specifiers { typedef, typed: typed || names_type(token) };
            }
            // The declarations between a K&R declarator and its body.
            (State::Start | State::Parameter | State::Declarator { named: true, .. }, _)
                if starts_type(token) =>
            {
                self.state = State::Specifiers { typedef: false, typed: names_type(token) };
            }
            (State::Specifiers { typedef, .. }, kind::STAR) => {
                self.state = State::Declarator { typedef, named: false };
            }
            (State::Declarator { typedef, .. }, kind::ASSIGN) => self.state = State::Initializer { typedef },
            (State::Enumerator, kind::ASSIGN) => self.state = State::Expression,
            (State::Start, kind::IF | kind::WHILE | kind::FOR | kind::SWITCH) => self.state = State::Control,
            (State::Start, kind::ELSE | kind::DO) => {}
            (State::Start, kind::CASE) => self.state = State::Case { questions: 0 },
            (State::Start, kind::DEFAULT) => self.state = State::Case { questions: 0 },
            (State::Start, _) => self.state = State::Expression,
            _ => {}
        }
    }

    /// Whether a `struct`, `union` or `enum` here begins or continues the
    /// specifiers of a declaration; in a cast or a `sizeof` it does not.
    fn declares(&self, _token: i32) -> bool {
        matches!(
            self.state,
            State::Start
                | State::Parameter
                | State::Specifiers { .. }
                | State::Declarator { named: true, .. }
        )
    }

    /// Takes a name; true if it stands for a type here.
    fn name(&mut self, view: &View<'_>) -> bool {
        let name = view.text();
        let before = view.before();
        if matches!(before, kind::DOT | kind::ARROW | kind::GOTO) {
            return false;
        }
        if matches!(before, kind::STRUCT | kind::UNION | kind::ENUM)
            && !matches!(self.state, State::Tag { .. })
        {
            return false; // a tag in a cast or a sizeof
        }
        match self.state {
            State::Tag { typedef, .. } => {
                if view.kind(1) != kind::LEFT_BRACE {
                    self.state = State::Specifiers { typedef, typed: true };
                }
                false
            }
            State::Specifiers { typedef, typed: false } => {
                if self.is_type(name) || self.must_be_type(name, view) {
                    self.state = State::Specifiers { typedef, typed: true };
                    true
                } else {
                    self.declarator_name(name, typedef)
                }
            }
            State::Specifiers { typedef, typed: true } | State::Declarator { typedef, named: false } => {
                self.declarator_name(name, typedef)
            }
            // `f(a, b) T a; …`: the declarations of a K&R definition.
            State::Declarator { named: true, .. } if self.at_file_scope() && self.is_type(name) => {
                self.state = State::Specifiers { typedef: false, typed: true };
                true
            }
            State::Parameter => {
                if self.is_type(name) || self.must_be_type(name, view) {
                    self.state = State::Specifiers { typedef: false, typed: true };
                    true
                } else {
                    self.declare(name, false);
                    false
                }
            }
            State::Enumerator => {
                self.declare_enumerator(name);
                self.state = State::Expression;
                false
            }
            State::Start => self.name_at_start(name, view),
            State::Control | State::Case { .. } | State::Initializer { .. } | State::Expression => {
                self.is_type(name) || self.is_cast_to_unknown(name, view)
            }
            State::Declarator { .. } => false,
        }
    }

    fn name_at_start(&mut self, name: &str, view: &View<'_>) -> bool {
        if view.kind(1) == kind::COLON {
            // A label, or a member without a name: both leave a beginning.
            self.state = State::Case { questions: 0 };
            return false;
        }
        if self.is_type(name) || self.must_be_type(name, view) {
            self.state = State::Specifiers { typedef: false, typed: true };
            return true;
        }
        if self.at_file_scope() {
            // `main() {` without a type.
            return self.declarator_name(name, false);
        }
        self.state = State::Expression;
        false
    }

    fn declarator_name(&mut self, name: &str, typedef: bool) -> bool {
        self.declare(name, typedef);
        self.state = State::Declarator { typedef, named: true };
        false
    }

    /// The enumerators of an enumeration inside a structure belong to the
    /// scope around it.
    fn declare_enumerator(&mut self, name: &str) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), false);
        }
    }

    /// Where a name that nothing declares can only be a type: in front of
    /// another name, or of stars and a name that something follows which
    /// follows a declarator.
    fn must_be_type(&self, name: &str, view: &View<'_>) -> bool {
        if self.lookup(name).is_some() {
            return false;
        }
        let stars = (1..)
            .take_while(|&ahead| matches!(view.kind(ahead), kind::STAR | kind::CONST | kind::RESTRICT))
            .count();
        let after = view.kind(stars + 1);
        let ends_declarator = |token| {
            matches!(
                token,
                kind::SEMICOLON
                    | kind::COMMA
                    | kind::ASSIGN
                    | kind::LEFT_BRACKET
                    | kind::RIGHT_PAREN
                    | kind::LEFT_PAREN
            )
        };
        if stars == 0 {
            after == kind::IDENTIFIER && ends_declarator(view.kind(2))
        } else {
            (after == kind::IDENTIFIER && ends_declarator(view.kind(stars + 2)))
                || (self.state == State::Parameter && matches!(after, kind::COMMA | kind::RIGHT_PAREN))
        }
    }

    /// `(name *)` with a name that nothing declares.
    fn is_cast_to_unknown(&self, name: &str, view: &View<'_>) -> bool {
        if view.before() != kind::LEFT_PAREN || self.lookup(name).is_some() {
            return false;
        }
        let stars = (1..).take_while(|&ahead| view.kind(ahead) == kind::STAR).count();
        stars > 0 && view.kind(stars + 1) == kind::RIGHT_PAREN
    }
}

/// Whether a token other than a name begins or continues the specifiers of a
/// declaration.
fn starts_type(token: i32) -> bool {
    names_type(token)
        || matches!(
            token,
            kind::AUTO
                | kind::CONST
                | kind::EXTERN
                | kind::INLINE
                | kind::REGISTER
                | kind::RESTRICT
                | kind::STATIC
                | kind::VOLATILE
                | kind::TYPEDEF
                | kind::STRUCT
                | kind::UNION
                | kind::ENUM
        )
}

/// Whether a keyword is a type by itself.
fn names_type(token: i32) -> bool {
    matches!(
        token,
        kind::BOOL
            | kind::CHAR
            | kind::COMPLEX
            | kind::DOUBLE
            | kind::FLOAT
            | kind::INT
            | kind::LONG
            | kind::SHORT
            | kind::SIGNED
            | kind::UNSIGNED
            | kind::VOID
    )
}
