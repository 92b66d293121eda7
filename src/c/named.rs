//! What an expression of names, `.`, `->` and brackets names, as far as the declarations tell that are known while a file is
//! parsed.

use super::symbols::{Definition, Scopes, Type};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// A variable, or a part of what it has or leads to.
pub struct Named<'s> {
    pub ty: &'s Type,
    /// Whether it is a member with a width in bits.
    pub is_bit_field: bool,
    /// Whether it is a member of a union, or a part of one.
    pub is_in_union: bool,
}

/// Follows such an expression, given its visible tokens.
pub fn named<'s>(expression: &[usize], scopes: &'s Scopes, tokens: &TokenList) -> Option<Named<'s>> {
    let (&name, mut rest) =
        expression.split_first().filter(|(first, _)| tokens[**first].kind == kind::IDENTIFIER)?;
    let declared = scopes.find(tokens.text(name)).filter(|declared| declared.is_variable())?;
    let mut found = Named { ty: &declared.ty, is_bit_field: false, is_in_union: false };
    while let Some((&sign, behind)) = rest.split_first() {
        // What a pointer leads to is elsewhere.
        found.is_in_union &= !matches!(found.ty.resolved(), Type::Pointer { .. });
        let structure = match tokens[sign].kind {
            kind::LEFT_BRACKET => {
                let close = tokens.partner(sign)?;
                rest = &rest[rest.iter().position(|&index| index == close)? + 1..];
                found.ty = found.ty.inner()?;
                continue;
            }
            kind::ARROW => found.ty.inner()?,
            kind::DOT => found.ty,
            _ => return None,
        };
        let Type::Base { words, definition: Definition::Tagged, .. } = structure.resolved() else {
            return None;
        };
        let (&name, behind) = behind.split_first()?;
        rest = behind;
        let (members, _) = scopes.structure(words)?;
        let member = members.iter().find(|member| member.name == tokens.text(name))?;
        found.ty = &member.ty;
        found.is_bit_field = member.is_bit_field;
        found.is_in_union |= words.starts_with("union ");
    }
    Some(found)
}
