//! Calls through pointers. A pointer to a function has the host's value on both
//! sides; where the device calls through one, the device's version is looked up.

use super::super::File;
use super::library;
use crate::c::Kind;
use crate::openmp::Reference;
use crate::openmp::constructs::Tokens;
use crate::syntax::generated::open_mpc as kind;

impl File<'_> {
    /// The expressions in a range that are called and are no function's name:
    /// each from its first token to the one before the parenthesis.
    pub(super) fn pointer_calls(&self, range: &Tokens) -> Vec<Tokens> {
        if !self.has_call(range) {
            return Vec::new();
        }
        let visible: Vec<usize> = range.clone().filter(|&index| self.tokens[index].is_visible()).collect();
        let mut found = Vec::new();
        // Nothing is called in a function's head, which may look as if.
        let body = self.cuda.function_at(*range.start()).map_or(0, |number| self.cuda.functions[number].body);
        for at in 1..visible.len() {
            if self.tokens[visible[at]].kind != kind::LEFT_PAREN || visible[at] < body {
                continue;
            }
            if let Some(start) = self.callee_start(&visible, at - 1) {
                let callee = visible[start]..=visible[at - 1];
                if self.is_function_pointer(&callee) {
                    found.push(callee);
                }
            }
        }
        found
    }

    /// The pointer through which a function of the C library calls. What is no pointer is a function's name.
    pub(super) fn called_back(&self, reference: &Reference) -> Option<Tokens> {
        let place = library::comparison(&reference.name)?;
        let argument = self.argument_at(reference.token, place)?;
        let ty = self.types().type_of(&argument)?;
        matches!(ty.kind, Kind::Pointer(_)).then_some(argument)
    }

    /// Whether there is a parenthesis in a range that an operand may stand in front of.
    fn has_call(&self, range: &Tokens) -> bool {
        let ends_operand =
            |kind: i32| matches!(kind, kind::IDENTIFIER | kind::RIGHT_PAREN | kind::RIGHT_BRACKET);
        let mut before = kind::EOF;
        range.clone().map(|index| &self.tokens[index]).filter(|token| token.is_visible()).any(|token| {
            let behind = std::mem::replace(&mut before, token.kind);
            token.kind == kind::LEFT_PAREN && ends_operand(behind)
        })
    }

    fn is_function_pointer(&self, callee: &Tokens) -> bool {
        // `int (*p)(int)` declares what it names.
        let is_declared = self.declared_within(callee).next().is_some();
        let Some(ty) = self.types().type_of(callee).filter(|_| !is_declared) else {
            return false;
        };
        match &ty.kind {
            Kind::Pointer(to) => matches!(to.kind, Kind::Function(_)),
            // `(*p)(x)`; a function's own name, in parentheses or without, is dealt with elsewhere.
            Kind::Function(_) => {
                let is_of_name =
                    |kind| matches!(kind, kind::LEFT_PAREN | kind::RIGHT_PAREN | kind::IDENTIFIER);
                let mut tokens = callee.clone().map(|index| &self.tokens[index]);
                !tokens.all(|token| !token.is_visible() || is_of_name(token.kind))
            }
            _ => false,
        }
    }

    /// The position at which the postfix expression that ends at another
    /// begins; `None` if no expression can end there.
    fn callee_start(&self, visible: &[usize], end: usize) -> Option<usize> {
        let kind_at = |at: usize| self.tokens[visible[at]].kind;
        let mut at = end;
        loop {
            match kind_at(at) {
                kind::RIGHT_PAREN | kind::RIGHT_BRACKET => {
                    let is_bracket = kind_at(at) == kind::RIGHT_BRACKET;
                    at = self.opening(visible, at)?;
                    let before = at.checked_sub(1);
                    let continues = before.is_some_and(|before| {
                        matches!(kind_at(before), kind::IDENTIFIER | kind::RIGHT_PAREN | kind::RIGHT_BRACKET)
                    });
                    match before {
                        // `va_arg(list, function)(x)`
                        Some(before) if kind_at(before) == kind::VA_ARG => return Some(before),
                        Some(before) if is_bracket || continues => at = before,
                        _ => return Some(at),
                    }
                }
                kind::IDENTIFIER => {
                    let before = at.checked_sub(1).map(kind_at);
                    match before {
                        Some(kind::DOT | kind::ARROW) => at = at.checked_sub(2)?,
                        _ => return Some(at),
                    }
                }
                _ => return None,
            }
        }
    }

    /// The place of the bracket or parenthesis that the one at a place closes.
    pub(super) fn opening(&self, visible: &[usize], close: usize) -> Option<usize> {
        visible.binary_search(&self.tokens.partner(visible[close])?).ok()
    }

    /// The token behind a name and its subscripts, and how many these are.
    pub(super) fn behind_subscripts(&self, name: usize) -> (Option<usize>, usize) {
        let mut next = self.tokens.visible_from(name + 1);
        let mut subscripts = 0;
        while let Some(open) = next.filter(|&index| self.tokens[index].kind == kind::LEFT_BRACKET) {
            next = self.tokens.partner(open).and_then(|close| self.tokens.visible_from(close + 1));
            subscripts += 1;
        }
        (next, subscripts)
    }
}
