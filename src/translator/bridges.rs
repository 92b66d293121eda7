//! Bridges from C to the C++ that nvcc reads.
//!
//! The output is one file, and nvcc takes it for C++. Where C++ does not know a
//! form of C that programs use all the time, the translation writes what both
//! languages understand: a prototype for a definition in the style of K&R, a
//! cast where a `void *` becomes another pointer by itself. A file that is not
//! translated is not bridged either.

use super::{File, Translator};
use crate::c::named::named;
use crate::c::symbols::{Definition, SymbolId, Type};
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

/// A change that only C++ asks for.
#[derive(Clone, Debug)]
pub(super) enum Bridge {
    /// Text in place of tokens.
    Replace(String),
    /// Text in front of a token.
    Before(String),
    /// A cast in front of a value, where it is known without the types of all
    /// expressions.
    Cast(String),
}

/// Functions of the C library that return `void *`.
const ALLOCATIONS: &[&str] =
    &["malloc", "calloc", "realloc", "aligned_alloc", "alloca", "memcpy", "memset", "memmove", "bsearch"];

impl Translator<'_> {
    /// Definitions in the style of K&R, and functions without a type.
    pub(super) fn bridge_definition(&mut self) {
        let Some(function) = &self.parse.function else { return };
        let (start, body) = (function.start, function.body);
        let lacks_type = !function.has_specifiers;
        let old_style = function.old_style.clone();
        let open = self
            .file
            .tokens
            .visible_from(function.name_token + 1)
            .filter(|&index| self.file.tokens[index].kind == kind::LEFT_PAREN);
        if lacks_type {
            self.thesis.bridges.push((start..=start, Bridge::Before("int ".to_owned())));
        }
        if let (Some(names), Some(open), Some(end)) = (old_style, open, self.file.tokens.visible_before(body))
        {
            let parameters: Vec<String> = names
                .iter()
                .map(|name| match self.file.scopes.find(name).filter(|found| found.depth > 0) {
                    Some(found) => found.ty.declare(name),
                    None => format!("int {name}"),
                })
                .collect();
            self.thesis.bridges.push((open..=end, Bridge::Replace(format!("({})", parameters.join(", ")))));
        }
    }

    /// A function that is declared to return a value and never does: in C it
    /// returns all the same, and nobody may look at the value (C99 6.9.1). In
    /// C++ its end is a place that is never reached, and compilers believe it.
    pub(super) fn bridge_missing_return(&mut self, end: usize) {
        let Some(function) = &self.parse.function else { return };
        let scalar = |ty: &Type| match ty.resolved() {
            Type::Base { words, definition, .. } => {
                words != "void" && (*definition == Definition::Builtin || ty.is_integer())
            }
            Type::Pointer { .. } => true,
            _ => false,
        };
        let wants_value = function.returns.as_ref().is_some_and(scalar);
        if wants_value && !function.returns_value && function.name != "main" && !function.in_header {
            self.thesis.bridges.push((end..=end, Bridge::Before("return 0; ".to_owned())));
        }
    }

    /// A declaration without a type is one of `int`; C++ wants it said, in front
    /// of the first declarator.
    pub(super) fn bridge_implicit_int(&mut self, declarator: usize) {
        let before = self.file.tokens.visible_before(declarator).map(|index| self.file.tokens[index].kind);
        if before != Some(kind::COMMA) {
            self.thesis.bridges.push((declarator..=declarator, Bridge::Before("int ".to_owned())));
        }
    }

    /// `int f();` says nothing of the parameters in C; in C++ it says that there
    /// are none. They are written in where the definition tells them.
    pub(super) fn bridge_empty_parameters(&mut self, declared: SymbolId) {
        let declaration = self.file.scopes.get(declared);
        let Some(definition) = self.file.scopes.find(&declaration.name) else { return };
        let Type::Function { parameters, .. } = definition.ty.resolved() else { return };
        let open = self.file.tokens.visible_from(declaration.token + 1);
        let close = open.and_then(|open| self.file.tokens.visible_from(open + 1));
        let (Some(open), Some(close)) = (open, close) else { return };
        let is_empty = self.file.tokens[open].kind == kind::LEFT_PAREN
            && self.file.tokens[close].kind == kind::RIGHT_PAREN;
        if is_empty && !parameters.is_empty() {
            let list: Vec<String> = parameters.iter().map(|parameter| parameter.ty.declare("")).collect();
            self.thesis.bridges.push((open..=close, Bridge::Replace(format!("({})", list.join(", ")))));
        }
    }

    /// An initialiser of the variable that was declared last.
    pub(super) fn bridge_initializer(&mut self, value: &Tokens) {
        let ty = self.parse.declared.map(|symbol| self.file.scopes.get(symbol).ty.clone());
        self.bridge_conversion(ty, value);
    }

    /// An assignment, `target = value`.
    pub(super) fn bridge_assignment(&mut self, target: &Tokens, value: &Tokens) {
        // The target is looked at first: in `a = b = c` each value is long.
        let is_pointer = |ty: &&Type| matches!(ty.resolved(), Type::Pointer { .. });
        let Some(ty) = self.file.type_of(target).filter(is_pointer).cloned() else { return };
        let has_choice =
            self.file.tokens.visible_in(value).iter().any(|&at| self.file.tokens[at].kind == kind::QUESTION);
        if has_choice || self.file.is_untyped(value) {
            self.bridge_conversion(Some(ty), value);
        }
    }

    /// What a function returns.
    pub(super) fn bridge_return(&mut self, value: &Tokens) {
        if let Some(function) = &mut self.parse.function {
            function.returns_value = true;
        }
        let ty = self.parse.function.as_ref().and_then(|function| function.returns.clone());
        self.bridge_conversion(ty, value);
    }

    /// Writes the conversion of a value to a pointer type out, where C++ wants
    /// it written out.
    fn bridge_conversion(&mut self, ty: Option<Type>, value: &Tokens) {
        let Some(ty) = ty.filter(|ty| matches!(ty.resolved(), Type::Pointer { .. }) && !is_void_pointer(ty))
        else {
            return;
        };
        let cast = format!("({})", ty.assignable().declare(""));
        self.bridge_choices(&cast, value);
        if self.file.is_untyped(value) || self.file.is_array_address(value, &ty) {
            self.thesis.bridges.push((*value.start()..=*value.start(), Bridge::Cast(cast)));
        }
    }

    /// Allocations that a `?:` chooses from: their cast cannot wait for the
    /// result.
    fn bridge_choices(&mut self, cast: &str, value: &Tokens) {
        let tokens = self.file.tokens.visible_in(value);
        for pair in tokens.windows(2) {
            let chooses = matches!(self.file.tokens[pair[0]].kind, kind::QUESTION | kind::COLON);
            let name = self.file.tokens.text(pair[1]);
            if chooses && (ALLOCATIONS.contains(&name) || super::names::RUNTIME.contains(&name)) {
                self.thesis.bridges.push((pair[1]..=pair[1], Bridge::Cast(cast.to_owned())));
            }
        }
    }

    /// Carries out the bridges in a range, for the host or for the device.
    pub(super) fn apply_bridges(&mut self, range: &Tokens, on_device: bool) {
        const RULE: &str = "function_definition";
        const REASON: &str = "nvcc reads C++, which does not know this form of C";
        // Those of a range were found last: nothing that encloses it is
        // complete yet.
        let before = self.thesis.bridges.iter().rposition(|(tokens, _)| tokens.start() < range.start());
        let found = self.thesis.bridges[before.map_or(0, |at| at + 1)..].to_vec();
        for (tokens, bridge) in found {
            let start = *tokens.start();
            // Regions are in order and apart from each other.
            let after = self.thesis.region_tokens.partition_point(|region| *region.start() <= start);
            let in_region = after > 0 && self.thesis.region_tokens[after - 1].contains(&start);
            if !range.contains(&start) || (in_region && !on_device) {
                continue;
            }
            let stream = self.out.stream(on_device);
            match bridge {
                Bridge::Replace(text) => stream.replace(tokens, text, RULE, REASON),
                Bridge::Before(text) | Bridge::Cast(text) => stream.insert_before(start, text, RULE, REASON),
            }
        }
    }
}

impl File<'_> {
    /// Whether a value is a `void *`: the call of an allocation, or a variable
    /// of that type.
    fn is_untyped(&self, value: &Tokens) -> bool {
        let tokens = self.tokens.visible_in(value);
        let Some(&first) = tokens.first() else { return false };
        if self.tokens[first].kind != kind::IDENTIFIER {
            return false;
        }
        let name = self.tokens.text(first);
        match tokens.get(1) {
            Some(&second) if self.tokens[second].kind == kind::LEFT_PAREN => {
                let closes_last = self.tokens.partner(second) == tokens.last().copied();
                let known = self.scopes.find(name).map(|found| found.ty.resolved());
                closes_last
                    && match known {
                        Some(Type::Function { returns, .. }) => is_void_pointer(returns),
                        _ => ALLOCATIONS.contains(&name),
                    }
            }
            _ => self.type_of(value).is_some_and(is_void_pointer),
        }
    }

    /// `&array` for a pointer to its elements, as the program of Section 5.5
    /// has it.
    fn is_array_address(&self, value: &Tokens, ty: &Type) -> bool {
        let tokens = self.tokens.visible_in(value);
        let [operator, name] = tokens.as_slice() else { return false };
        let Type::Pointer { to, .. } = ty.resolved() else { return false };
        self.tokens[*operator].kind == kind::AND
            && !matches!(to.resolved(), Type::Array { .. })
            && self.scopes.find(self.tokens.text(*name)).is_some_and(crate::c::symbols::DeclInfo::is_array)
    }

    /// The type of a variable, or of what `*`, `[]`, `.` and `->` reach from
    /// it. Other expressions have no answer here.
    fn type_of(&self, range: &Tokens) -> Option<&Type> {
        let tokens = self.tokens.visible_in(range);
        let stars = tokens.iter().take_while(|&&index| self.tokens[index].kind == kind::STAR).count();
        let named = named(&tokens[stars..], &self.scopes, self.tokens)?;
        (0..stars).try_fold(named.ty, |ty, _| ty.inner())
    }
}

fn is_void_pointer(ty: &Type) -> bool {
    match ty.resolved() {
        Type::Pointer { to, .. } => {
            matches!(to.resolved(), Type::Base { words, .. } if words == "void")
        }
        _ => false,
    }
}
