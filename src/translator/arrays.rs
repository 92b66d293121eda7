//! Arrays whose size is that of their initialiser.
//!
//! `int primes[] = { 2, 3, 5 };` says nowhere that there are three. The
//! kernel's parameters have to, so the size is asked for (C17 6.7.9, 22).

use super::{File, Translator};
use crate::c::Types;
use crate::c::symbols::{Extent, SymbolId, Type};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::Tree;

impl<'t> File<'t> {
    /// The file's tree. It is there when the file has been read; who asks before, has it read by itself.
    pub(super) fn tree(&self) -> &'t Tree {
        self.tree.get_or_init(|| Tree::of(self.tokens).unwrap_or_default())
    }

    /// The types of the file's expressions. Most files never ask.
    pub(super) fn types(&self) -> &Types<'_> {
        let read = if self.has_int_enumerators { Types::with_int_enumerators } else { Types::of };
        self.types.get_or_init(|| {
            let mut types = read(self.tokens, self.tree());
            types.has_untyped_memory |= self.has_untyped_memory;
            types.has_own_null = self.has_own_null;
            types
        })
    }
}

impl<'t> Translator<'t> {
    /// Gives an array without a size the one that its initialiser has, if it
    /// is known.
    pub(super) fn complete_array(&mut self, symbol: SymbolId) {
        let declaration = self.file.scopes.get(symbol);
        let Type::Array { of, extent } = &declaration.ty else { return };
        if !extent.text.is_empty() {
            return;
        }
        // The name means the array behind its declarator: from the `=` on.
        let mut behind = declaration.token..self.file.tokens.len();
        let Some(assign) = behind.find(|&index| self.file.tokens[index].kind == kind::ASSIGN) else { return };
        let found = self.file.types().lookup(&declaration.name, assign + 1);
        let Some(count) =
            found.and_then(|found| found.ty.as_ref()).and_then(|ty| self.file.types().count_of(ty))
        else {
            return;
        };
        let ty = Type::Array { of: of.clone(), extent: Extent { text: count.to_string(), variable: false } };
        self.file.scopes.get_mut(symbol).ty = ty;
    }
}
