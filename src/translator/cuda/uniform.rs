//! Parameters that have one value for all threads of a team: what a region hands to a function that all its threads call is
//! often nothing but the program's shared variables.

use super::super::File;
use super::capture::Storage;
use super::definitions::Function;
use crate::c::symbols::SymbolId;
use crate::openmp::constructs::Tokens;
use crate::syntax::generated::open_mpc as kind;

/// Through more functions than this a value is not followed.
const DEEPEST: usize = 6;

impl File<'_> {
    /// Whether a variable is a parameter that is the same in each thread, whoever calls its function: a static one, of which
    /// all that is done is calls, with arguments that are the same.
    pub(super) fn is_uniform_parameter(&self, symbol: SymbolId) -> bool {
        self.is_uniform_parameter_to(symbol, DEEPEST)
    }

    fn is_uniform_parameter_to(&self, symbol: SymbolId, depth: usize) -> bool {
        let declaration = self.scopes.get(symbol);
        let Some(number) = self.cuda.function_at(declaration.token) else { return false };
        let function = &self.cuda.functions[number];
        if depth == 0 || !function.is_static || function.is_variadic {
            return false;
        }
        let Some(place) = self.parameter_place(function, declaration.token) else { return false };
        let body = function.body..=*function.range.end();
        if self.is_changed_in(symbol, &body) || self.is_address_taken_in(symbol, &body) {
            return false;
        }
        self.uses_of_name(&function.name).all(|call| {
            let argument = if call.called { self.argument_at(call.token, place) } else { None };
            argument.is_some_and(|argument| self.is_uniform(&argument, depth - 1))
        })
    }

    /// Which of a function's parameters a name in its head is, from 0.
    fn parameter_place(&self, function: &Function, token: usize) -> Option<usize> {
        if token >= function.body || token <= function.name_token {
            return None;
        }
        let open = self.tokens.visible_from(function.name_token + 1)?;
        let parts = self.list(open)?;
        parts.iter().position(|part| part.contains(&token))
    }

    /// The variable that is a function's parameter at a place, from 0.
    pub(super) fn parameter_at(&self, function: usize, place: usize) -> Option<SymbolId> {
        let function = &self.cuda.functions[function];
        let open = self.tokens.visible_from(function.name_token + 1)?;
        let mut part = self.list(open)?.get(place).cloned()?;
        part.find_map(|token| self.declared_by(token)).map(|(symbol, _)| symbol)
    }

    /// The call that a token is a whole argument of: the function's name, and which of the arguments.
    pub(super) fn call_with(&self, token: usize) -> Option<(usize, usize)> {
        let mut index = token;
        let open = loop {
            index = self.tokens.visible_before(index)?;
            match self.tokens[index].kind {
                kind::RIGHT_PAREN | kind::RIGHT_BRACKET | kind::RIGHT_BRACE => {
                    index = self.tokens.partner(index)?
                }
                kind::LEFT_PAREN => break index,
                kind::LEFT_BRACKET | kind::LEFT_BRACE | kind::SEMICOLON => return None,
                _ => {}
            }
        };
        let is_argument = |part: &Tokens| {
            let mut visible = part.clone().filter(|&index| self.tokens[index].is_visible());
            visible.next() == Some(token) && visible.next().is_none()
        };
        let place = self.list(open)?.iter().position(is_argument)?;
        Some((self.tokens.visible_before(open)?, place))
    }

    /// An argument of a call.
    pub(super) fn argument_at(&self, name: usize, place: usize) -> Option<Tokens> {
        let open = self.tokens.visible_from(name + 1)?;
        self.list(open)?.get(place).cloned()
    }

    /// What stands between commas in parentheses.
    fn list(&self, open: usize) -> Option<Vec<Tokens>> {
        if self.tokens[open].kind != kind::LEFT_PAREN {
            return None;
        }
        let close = self.tokens.partner(open)?;
        let is_comma = |index: &usize| self.tokens[*index].kind == kind::COMMA;
        let mut ends: Vec<usize> =
            self.tokens.outside_brackets(&(open + 1..=close - 1)).filter(is_comma).collect();
        ends.push(close);
        let starts = std::iter::once(open).chain(ends.iter().copied());
        Some(starts.zip(&ends).map(|(before, &end)| before + 1..=end - 1).collect())
    }

    /// Whether an expression has one value for all threads: it names shared variables only, and calls nothing.
    fn is_uniform(&self, expression: &Tokens, depth: usize) -> bool {
        let has_side_effect = expression.clone().any(|index| {
            matches!(
                self.tokens[index].kind,
                kind::PLUS_PLUS | kind::MINUS_MINUS | kind::LEFT_BRACE | kind::STRING_LITERAL
            )
        });
        !has_side_effect
            && self.references_in(expression).iter().all(|reference| {
                let Some(symbol) = reference.symbol else { return false };
                let declaration = self.scopes.get(symbol);
                !reference.called
                    && !reference.changed
                    && (!declaration.is_variable() || self.is_uniform_at(symbol, reference.token, depth))
            })
    }

    fn is_uniform_at(&self, symbol: SymbolId, token: usize, depth: usize) -> bool {
        let declaration = self.scopes.get(symbol);
        match self.storage(symbol) {
            Storage::Threadprivate => return false,
            Storage::Static => return true,
            Storage::Automatic => {}
        }
        let around = self.around(token);
        let is_private = around.chain.iter().any(|outer| outer.has_copy(symbol, &declaration.name));
        let is_inside = around.range.as_ref().is_some_and(|range| range.contains(&declaration.token));
        !is_private && (!is_inside || self.is_uniform_parameter_to(symbol, depth))
    }
}
