//! A way through statements and declarations, with an observer.
//!
//! Names mean what they mean by their places, so no scope is kept here: the
//! statements are gone through one after the other, however they are nested.
//! Only jumps need to know of blocks: C++ does not let one pass an
//! initialisation by (C++17 9.7), which C does.

use std::ops::Range;

use super::Types;
use super::ctype::{Style, Type};
use super::declarations::Specifiers;
use super::lexemes::is_specifier;
use super::reader::Reader;
use super::sites::{Declared, Definition, Observer, Site, Tokens};
use crate::syntax::generated::open_mpc as kind;

/// All places in a range that C++ reads differently.
pub(super) fn sites(types: &Types<'_>, range: Range<usize>) -> Vec<Site> {
    let observer = Observer::default();
    let mut walk = Walk {
        types,
        observer: &observer,
        end: range.end.min(types.lexemes.len()),
        blocks: Vec::new(),
        jumps: Vec::new(),
        targets: Vec::new(),
        scopes: Vec::new(),
        heads: Vec::new(),
    };
    walk.statements(range.start);
    // Blocks inside of expressions, and those inside of these.
    loop {
        let Some(block) = observer.blocks.borrow_mut().pop() else { break };
        let mut inner = Walk { end: block.end, blocks: Vec::new(), heads: Vec::new(), ..walk };
        inner.statements(block.start);
        walk = Walk { end: range.end, ..inner };
    }
    let bypassed = walk.bypassed();
    let mut sites = observer.sites.into_inner();
    for site in &mut sites {
        if let Site::Declaration(declared) = site {
            declared.is_bypassed = bypassed.contains(&declared.name);
        }
    }
    sites
}

struct Walk<'a> {
    types: &'a Types<'a>,
    observer: &'a Observer,
    end: usize,
    /// The blocks that are open: where each begins and ends.
    blocks: Vec<(usize, usize)>,
    /// Where a jump is, and the label that it goes to; a `switch` goes to the
    /// labels in its body.
    jumps: Vec<(usize, Target)>,
    targets: Vec<(usize, Target)>,
    /// The scopes of names that are initialised, and the names' tokens.
    scopes: Vec<(Range<usize>, usize)>,
    /// The blocks that are bodies of loops: where each begins, and the names
    /// that the heads declare, or begin with.
    heads: Vec<(usize, Vec<&'a str>)>,
}

#[derive(Clone, PartialEq, Eq)]
enum Target {
    Label(String),
    /// By the end of its body.
    Switch(usize),
}

impl<'a> Walk<'a> {
    fn kind(&self, at: usize) -> i32 {
        if at < self.end { self.types.lexemes.kind(at) } else { kind::EOF }
    }

    fn reader(&self, range: Range<usize>) -> Reader<'a> {
        Reader::new(self.types, range).observed(self.observer)
    }

    fn closing(&self, open: usize) -> usize {
        self.types.lexemes.closing(open, self.end).unwrap_or(self.end)
    }

    fn find(&self, from: usize, end: usize, kinds: &[i32]) -> usize {
        self.types.lexemes.find(from, end, kinds)
    }

    fn tokens(&self, range: &Range<usize>) -> Tokens {
        self.types.lexemes.index(range.start)..=self.types.lexemes.index(range.end.saturating_sub(1))
    }

    fn statements(&mut self, from: usize) {
        let mut at = from;
        while at < self.end {
            while self.blocks.last().is_some_and(|&(_, close)| close < at) {
                self.blocks.pop();
            }
            let block = self.blocks.last().map(|&(open, _)| self.types.lexemes.index(open));
            self.observer.block.set(block);
            at = self.statement(at).max(at + 1);
        }
        self.blocks.clear();
        self.observer.block.set(None);
    }

    /// Looks at what begins here; gives where the next begins.
    fn statement(&mut self, at: usize) -> usize {
        match self.kind(at) {
            kind::PRAGMA_OMP | kind::PRAGMA_GPUMP => self.directive(at),
            kind::LEFT_BRACE => {
                self.blocks.push((at, self.closing(at)));
                at + 1
            }
            kind::SEMICOLON | kind::RIGHT_BRACE | kind::ELSE | kind::DO | kind::RIGHT_PAREN => at + 1,
            kind::IF | kind::WHILE => self.parenthesized(at + 1),
            kind::SWITCH => {
                let behind = self.parenthesized(at + 1);
                let end = match self.kind(behind) {
                    kind::LEFT_BRACE => self.closing(behind),
                    _ => behind,
                };
                self.jumps.push((at, Target::Switch(end)));
                behind
            }
            kind::FOR if self.kind(at + 1) == kind::LEFT_PAREN => self.for_heads(at),
            kind::CASE | kind::DEFAULT => {
                // The innermost `switch` whose body is open.
                let bodies = self.jumps.iter().filter_map(|(from, target)| match target {
                    Target::Switch(end) if *from < at && at < *end => Some((*from, *end)),
                    _ => None,
                });
                let body = bodies.max().map(|(_, end)| end);
                self.targets.extend(body.map(|end| (at, Target::Switch(end))));
                let behind = self.label_end(at);
                let value = at + 1..behind.saturating_sub(1).max(at + 1);
                if self.types.lexemes.is_of_c_alone(value.clone()) {
                    self.reader(value).whole_expression();
                }
                self.label(behind)
            }
            kind::IDENTIFIER if matches!(self.kind(at + 1), kind::COLON | kind::FINAL_COLON) => {
                self.targets.push((at, Target::Label(self.types.lexemes.text(at).to_owned())));
                self.label(at + 2)
            }
            kind::GOTO => {
                self.jumps.push((at, Target::Label(self.types.lexemes.text(at + 1).to_owned())));
                self.find(at, self.end, &[kind::SEMICOLON]) + 1
            }
            kind::STATIC_ASSERT => {
                let close = self.closing(at + 1);
                let condition = at + 2..self.find(at + 2, close, &[kind::COMMA]);
                self.reader(condition).whole_expression();
                self.find(close, self.end, &[kind::SEMICOLON]) + 1
            }
            kind::BREAK | kind::CONTINUE | kind::ASM | kind::LABEL => {
                self.find(at, self.end, &[kind::SEMICOLON]) + 1
            }
            kind::RETURN => {
                let stop = self.find(at, self.end, &[kind::SEMICOLON]);
                let value = at + 1..stop;
                let mut reader = self.reader(value.clone());
                if !value.is_empty() {
                    let operand = reader.whole_expression();
                    self.reader(value.clone()).convert(value, operand.as_ref(), self.returns(at), false);
                }
                if at + 1 == stop && self.returns(at).is_some_and(|ty| !ty.is_void()) {
                    let keyword = self.types.lexemes.index(at);
                    self.observer.sites.borrow_mut().push(Site::EmptyReturn(keyword));
                }
                stop + 1
            }
            kind::ATTRIBUTE if !self.is_declaration(at) => self.closing(at + 1) + 1,
            _ if self.is_declaration(at) => self.declaration(at, true),
            _ => {
                let stop = self.find(at, self.end, &[kind::SEMICOLON]);
                self.reader(at..stop).whole_expression();
                stop + 1
            }
        }
    }

    /// Of a directive, only the size of a loop's chunks becomes an expression.
    fn directive(&mut self, at: usize) -> usize {
        let line = (at..self.end).find(|&at| self.kind(at) == kind::NEW_LINE).unwrap_or(self.end);
        let is_clause =
            |&at: &usize| self.types.lexemes.text(at) == "schedule" && self.kind(at + 1) == kind::LEFT_PAREN;
        if let Some(clause) = (at..line).find(is_clause) {
            let close = self.closing(clause + 1);
            let comma = self.find(clause + 2, close, &[kind::COMMA]);
            if comma < close {
                self.reader(comma + 1..close).whole_expression();
            }
        }
        line + 1
    }

    fn is_declaration(&self, at: usize) -> bool {
        let mut at = at;
        while self.kind(at) == kind::ATTRIBUTE {
            at = self.closing(at + 1) + 1;
        }
        self.kind(at) != kind::ATTRIBUTE && is_specifier(self.kind(at)) || self.is_bare_definition(at)
    }

    /// `f(x) { … }`: a function without a type (C90 6.7.1).
    fn is_bare_definition(&self, at: usize) -> bool {
        self.kind(at) == kind::IDENTIFIER
            && self.kind(at + 1) == kind::LEFT_PAREN
            && self.blocks.is_empty()
            && self.body_behind(self.closing(at + 1) + 1).is_some()
    }

    /// What the function returns in whose body a position is.
    fn returns(&self, at: usize) -> Option<&'a Type> {
        let bodies = &self.types.bodies;
        let after = bodies.partition_point(|(body, _)| body.start <= at);
        bodies[..after].iter().rev().find(|(body, _)| body.contains(&at)).map(|(_, ty)| ty)
    }

    fn parenthesized(&mut self, open: usize) -> usize {
        let close = self.closing(open);
        self.reader(open + 1..close).whole_expression();
        close + 1
    }

    /// Comes behind a label.
    fn label(&self, behind: usize) -> usize {
        if self.kind(behind) == kind::RIGHT_BRACE {
            let colon = self.types.lexemes.index(behind - 1);
            self.observer.sites.borrow_mut().push(Site::LastLabel(colon));
        }
        behind
    }

    fn label_end(&self, at: usize) -> usize {
        let mut questions = 0;
        let mut colon = at;
        loop {
            let kinds = [kind::COLON, kind::FINAL_COLON, kind::QUESTION, kind::SEMICOLON];
            colon = self.find(colon + 1, self.end, &kinds);
            match self.kind(colon) {
                kind::QUESTION => questions += 1,
                kind::COLON if questions > 0 => questions -= 1,
                _ => return colon + 1,
            }
        }
    }

    /// The heads of a `for`, and of those that are its body.
    fn for_heads(&mut self, at: usize) -> usize {
        let mut behind = at;
        let mut names = Vec::new();
        while self.kind(behind) == kind::FOR && self.kind(behind + 1) == kind::LEFT_PAREN {
            let open = behind + 1;
            let first = open + 1..self.find(open + 1, self.closing(open), &[kind::SEMICOLON]);
            let declares = self.is_declaration(first.start);
            let is_name = |&at: &usize| {
                self.kind(at) == kind::IDENTIFIER && (declares || self.kind(at + 1) == kind::ASSIGN)
            };
            names.extend(first.filter(is_name).map(|at| self.types.lexemes.text(at)));
            behind = self.for_head(open);
        }
        if self.kind(behind) == kind::LEFT_BRACE {
            self.heads.push((behind, names));
        }
        behind
    }

    /// A name that a block declares: the body of a loop does not in C++ if the
    /// loop's head has the name.
    fn declare_in_body(&mut self, name: usize) {
        let Some(&(open, close)) = self.blocks.last() else { return };
        let text = self.types.lexemes.text(name);
        if let Some(at) = self.heads.iter().position(|(body, names)| *body == open && names.contains(&text)) {
            self.heads.swap_remove(at);
            let (open, close) = (self.types.lexemes.index(open), self.types.lexemes.index(close));
            self.observer.sites.borrow_mut().push(Site::Redeclaring { open, close });
        }
    }

    /// Types that are defined among the members of a structure.
    fn inner_types(&self, outermost: usize, head: &Range<usize>) {
        for at in head.clone().filter(|&at| self.types.is_lifted(at)) {
            let mut body = at + 1;
            while body < head.end && self.kind(body) != kind::LEFT_BRACE {
                body += 1;
            }
            let close = self.closing(body);
            if close < head.end {
                let site = Site::Inner {
                    tokens: self.tokens(&(at..close + 1)),
                    keyword: self.types.lexemes.index(at),
                    outermost: self.types.lexemes.index(outermost),
                };
                self.observer.sites.borrow_mut().push(site);
            }
        }
    }

    /// Enumerators, widths and bounds in the types that a declaration defines, where C++ has no such operator.
    fn constants_of_types(&self, head: &Range<usize>) {
        let mut at = self.find(head.start, head.end, &[kind::LEFT_BRACE]);
        while at < head.end {
            let end = self.find(at, head.end, &[kind::COMMA, kind::SEMICOLON]);
            let begins = self.kind(at) == kind::SIZEOF || self.types.lexemes.is_of_c_alone(at..at + 1);
            let mut reader = self.reader(at..end);
            if begins && self.types.lexemes.is_of_c_alone(at..end) && reader.cast().is_some() {
                at = reader.next.max(at + 1);
            } else {
                at += 1;
            }
        }
    }

    /// The three parts in the parentheses of a `for`.
    fn for_head(&mut self, open: usize) -> usize {
        let close = self.closing(open);
        let mut at = open + 1;
        if self.is_declaration(at) {
            at = self.declaration(at, false);
        }
        while at < close {
            let stop = self.find(at, close, &[kind::SEMICOLON]);
            self.reader(at..stop).whole_expression();
            at = stop + 1;
        }
        close + 1
    }

    /// Where the body of a function begins that could follow a declarator:
    /// there, or behind the declarations of an old-style definition.
    fn body_behind(&self, at: usize) -> Option<usize> {
        let mut at = at;
        while self.kind(at) == kind::ATTRIBUTE {
            at = self.closing(at + 1) + 1;
        }
        while is_specifier(self.kind(at)) {
            let stop = self.find(at, self.end, &[kind::SEMICOLON, kind::ASSIGN, kind::LEFT_BRACE]);
            if self.kind(stop) == kind::LEFT_BRACE {
                // A structure, in a parameter's declaration.
                at = self.closing(stop) + 1;
            } else if self.kind(stop) == kind::SEMICOLON {
                at = stop + 1;
            } else {
                return None;
            }
        }
        matches!(self.kind(at), kind::LEFT_BRACE | kind::NESTED_BODY).then_some(at)
    }

    // Declarations ------------------------------------------------------------

    fn declaration(&mut self, start: usize, is_in_block: bool) -> usize {
        let mut reader = self.reader(start..self.end);
        let specifiers = reader.specifiers();
        let mut at = reader.next;
        let head = start..at;
        self.type_missing(&head);
        self.inner_types(start, &head);
        self.constants_of_types(&head);
        let mut declared = Vec::new();
        let mut are_functions = true;
        let stop = loop {
            if at >= self.end || self.kind(at) == kind::SEMICOLON {
                break at;
            }
            let Some(found) = self.declarator(&specifiers, at) else {
                break self.find(at, self.end, &[kind::SEMICOLON]);
            };
            let Declarator { name, ty, behind } = found;
            let function = ty.as_ref().and_then(Type::function).cloned();
            if let (Some(name), Some(function)) = (name, &function)
                && self.blocks.is_empty()
                && let Some(body) = self.body_behind(behind)
            {
                self.definition(name, function.clone(), body);
                return body;
            }
            if let (Some(name), Some(Style::Unprototyped)) = (name, function.as_ref().map(|it| it.style)) {
                self.empty_list(name, behind);
            }
            are_functions &= function.is_some() && !specifiers.is_typedef;
            let assign = (self.kind(behind) == kind::ASSIGN).then_some(behind);
            let next = self.find(behind, self.end, &[kind::COMMA, kind::SEMICOLON]);
            if specifiers.is_inferred
                && let Some(ty) = self.named_type(name, next)
            {
                self.inferred(&head, &ty);
            }
            let value = assign.map(|assign| assign + 1..next);
            if let (Some(value), Some(ty)) = (&value, self.named_type(name, next).or(ty.clone())) {
                self.reader(value.clone()).initialize(value, &ty);
            }
            if let (Some(name), true) = (name, is_in_block) {
                self.declare_in_body(name);
            }
            if let (Some(name), Some(ty), None) = (name, &ty, &function) {
                declared.push(Declared {
                    specifiers: self.tokens(&head),
                    declarator: self.tokens(&(at..behind)),
                    name: self.types.lexemes.index(name),
                    ty: self.named_type(Some(name), next).unwrap_or_else(|| ty.clone()),
                    assign: assign.map(|at| self.types.lexemes.index(at)),
                    initializer: value.as_ref().map(|value| self.tokens(value)),
                    is_first: at == head.end,
                    comma: (self.kind(next) == kind::COMMA).then(|| self.types.lexemes.index(next)),
                    is_typedef: specifiers.is_typedef,
                    is_static: self.has_word(&head, kind::STATIC),
                    is_in_block: is_in_block && !self.blocks.is_empty(),
                    is_bypassed: false,
                });
                if let (Some(assign), Some(&(_, close)), false) =
                    (assign, self.blocks.last(), self.has_word(&head, kind::STATIC) || specifiers.is_typedef)
                {
                    let close = if is_in_block { close } else { self.loop_end(assign).min(close) };
                    self.scopes.push((assign..close, self.types.lexemes.index(name)));
                }
            }
            at = next + usize::from(self.kind(next) == kind::COMMA);
            if self.kind(next) != kind::COMMA {
                break next;
            }
        };
        let mut sites = self.observer.sites.borrow_mut();
        let is_elsewhere = are_functions && declared.is_empty() || specifiers.is_extern;
        if is_elsewhere && stop > head.end && !self.blocks.is_empty() {
            sites.push(Site::Elsewhere(self.tokens(&(start..(stop + 1).min(self.end)))));
            return stop + 1;
        }
        sites.extend(declared.into_iter().map(Site::Declaration));
        stop + 1
    }

    /// Where the loop ends at whose head's declaration a position is, if its body
    /// is a block or a loop with one.
    fn loop_end(&self, at: usize) -> usize {
        let mut at = self.find(at, self.end, &[kind::RIGHT_PAREN]);
        while self.kind(at + 1) == kind::FOR {
            at = self.closing(at + 2);
        }
        match self.kind(at + 1) {
            kind::LEFT_BRACE => self.closing(at + 1),
            _ => self.find(at + 1, self.end, &[kind::SEMICOLON]),
        }
    }

    /// Specifiers that name no type.
    fn type_missing(&self, head: &Range<usize>) {
        use kind::{ATTRIBUTE, AUTO, CONST, EXTERN, INLINE, NORETURN, REGISTER, STATIC, TYPEDEF, VOLATILE};
        let names_none = |at: usize| {
            matches!(
                self.kind(at),
                CONST | EXTERN | INLINE | NORETURN | REGISTER | STATIC | TYPEDEF | VOLATILE
            )
        };
        // `auto` by itself becomes the type.
        let is_missing = head.clone().all(names_none) && self.kind(head.end) != kind::SEMICOLON;
        if is_missing && !self.has_word(head, ATTRIBUTE) && !self.has_word(head, AUTO) {
            let first = self.types.lexemes.index(head.end);
            self.observer.sites.borrow_mut().push(Site::Untyped(first));
        }
    }

    /// A function that is declared without its parameters.
    fn empty_list(&self, name: usize, behind: usize) {
        let (open, close) = (name + 1, name + 2);
        let is_empty = self.kind(open) == kind::LEFT_PAREN && self.kind(close) == kind::RIGHT_PAREN;
        if !is_empty || close >= behind {
            return;
        }
        let name = self.types.lexemes.text(name);
        let at_end = self.types.names.find(name, usize::MAX - 1).and_then(|found| found.ty.as_ref());
        let parameters = match at_end.and_then(Type::function) {
            Some(function) if function.style == Style::Prototype => {
                function.parameters.iter().map(|one| one.ty.clone()).collect()
            }
            _ => self.types.old_style.get(name).cloned().unwrap_or_default(),
        };
        if !parameters.is_empty() {
            let tokens = self.tokens(&(open..close + 1));
            self.observer.sites.borrow_mut().push(Site::EmptyList { tokens, parameters });
        }
    }

    fn has_word(&self, range: &Range<usize>, word: i32) -> bool {
        range.clone().any(|at| self.kind(at) == word)
    }

    /// `__auto_type` (GNU): a comparison, or an enumerator, has another type in
    /// C++.
    fn inferred(&self, head: &Range<usize>, ty: &Type) {
        if let Some(word) = head.clone().find(|&at| self.kind(at) == kind::AUTO_TYPE) {
            let tokens = self.tokens(&(word..word + 1));
            self.observer.sites.borrow_mut().push(Site::Computed { tokens, ty: ty.unqualified() });
        }
    }

    /// The type that a name was found to have, completed by its initialiser.
    fn named_type(&self, name: Option<usize>, behind: usize) -> Option<Type> {
        let name = self.types.lexemes.text(name?);
        self.types.names.find(name, behind)?.ty.clone()
    }

    fn declarator(&self, specifiers: &Specifiers, at: usize) -> Option<Declarator> {
        let mut reader = self.reader(at..self.end);
        let (name, ty, _) = reader.declared(specifiers)?;
        (reader.next > at).then_some(Declarator { name, ty, behind: reader.next })
    }

    fn definition(&mut self, name: usize, function: super::Function, body: usize) {
        let mut open = name + 1;
        while self.kind(open) == kind::RIGHT_PAREN {
            open += 1;
        }
        let close = self.closing(open);
        let old_style = function.style == Style::Unprototyped && close > open + 1;
        let inside = self.reader(open + 1..close);
        let list = if old_style {
            let names = (open + 1..close).filter(|&at| self.kind(at) == kind::IDENTIFIER);
            names
                .map(|at| {
                    let name = self.types.lexemes.text(at);
                    let ty = self.types.names.find(name, body + 1).and_then(|found| found.ty.clone());
                    (name.to_owned(), ty)
                })
                .collect()
        } else {
            let named = function.parameters.iter();
            named.map(|one| (one.name.as_deref().unwrap_or("").to_owned(), one.ty.clone())).collect()
        };
        let pieces = if old_style { Vec::new() } else { inside.parameter_pieces() };
        let site = Definition {
            name: self.types.lexemes.index(name),
            parameters: self.tokens(&(open..if old_style { body } else { close + 1 })),
            old_style,
            body: self.types.lexemes.index(body),
            returns: function.returns.clone(),
            list,
            pieces: pieces.iter().map(|piece| self.tokens(piece)).collect(),
        };
        self.observer.sites.borrow_mut().push(Site::Definition(site));
    }

    // Jumps -------------------------------------------------------------------

    /// The names whose initialisation a jump passes by: it goes into their
    /// scope from outside of it.
    fn bypassed(&self) -> Vec<usize> {
        let is_bypassed = |scope: &Range<usize>| {
            self.targets.iter().any(|(to, target)| {
                scope.contains(to)
                    && self.jumps.iter().any(|(from, other)| other == target && !scope.contains(from))
            })
        };
        let names = self.scopes.iter().filter(|(scope, _)| is_bypassed(scope));
        names.map(|&(_, name)| name).collect()
    }
}

struct Declarator {
    name: Option<usize>,
    ty: Option<Type>,
    behind: usize,
}
