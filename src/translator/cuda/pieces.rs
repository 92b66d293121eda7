//! What a region's block consists of, if it is nothing but declarations and constructs.

use super::super::File;
use crate::openmp::constructs::{Tokens, part_at};
use crate::openmp::{Construct, Part};
use crate::syntax::generated::open_mpc as kind;

/// What a region's block consists of.
pub(super) enum Piece<'c> {
    /// A declaration, with its semicolon.
    Declaration(Tokens),
    Part(&'c Part),
}

impl File<'_> {
    /// The declarations and constructs that a region is; `None` if it has other statements.
    pub(super) fn pieces_of<'c>(&self, region: &'c Construct) -> Option<Vec<Piece<'c>>> {
        let part_at = |index| part_at(&region.parts, index).filter(|part| *part.tokens().start() == index);
        let (mut index, end) = (*region.body.start(), *region.body.end());
        let last = match part_at(index) {
            None if self.tokens[index].kind == kind::LEFT_BRACE => {
                index += 1;
                end.checked_sub(1)?
            }
            _ => end,
        };
        let mut pieces = Vec::new();
        while index <= last {
            if !self.tokens[index].is_visible() || self.tokens[index].kind == kind::SEMICOLON {
                index += 1;
            } else if let Some(part) = part_at(index) {
                index = part.tokens().end() + 1;
                pieces.push(Piece::Part(part));
            } else {
                let declaration = self.declaration_at(index, last)?;
                index = declaration.end() + 1;
                pieces.push(Piece::Declaration(declaration));
            }
        }
        Some(pieces)
    }

    /// Whether a construct is a statement of the block that a region consists of. A region may consist of a loop instead, whose
    /// block is run as often as it goes round.
    pub(super) fn stands_in_own_block(&self, construct: &Construct, region: &Construct) -> bool {
        let body = &region.body;
        let depth = |range: std::ops::Range<usize>| {
            range.filter(|&index| self.tokens[index].is_visible()).fold(0i64, |depth, index| {
                match self.tokens[index].kind {
                    kind::LEFT_BRACE | kind::NESTED_BODY => depth + 1,
                    kind::RIGHT_BRACE => depth - 1,
                    _ => depth,
                }
            })
        };
        construct.in_block
            && self.tokens[*body.start()].kind == kind::LEFT_BRACE
            && depth(*body.start()..*construct.tokens.start()) == 1
    }

    /// The declaration of variables that begins at a token.
    fn declaration_at(&self, from: usize, last: usize) -> Option<Tokens> {
        let is_other = matches!(self.tokens[from].kind, kind::STATIC | kind::EXTERN | kind::TYPEDEF);
        if is_other || !self.types().begins_type(from) {
            return None;
        }
        let end = (from..=last).find(|&index| self.tokens[index].kind == kind::SEMICOLON)?;
        // A structure's members have semicolons, too.
        let mut depth = 0i64;
        for index in (from..=end).filter(|&index| self.tokens[index].is_visible()) {
            depth += match self.tokens[index].kind {
                kind::LEFT_BRACE => 1,
                kind::RIGHT_BRACE => -1,
                kind::PRAGMA_OMP => return None,
                _ => 0,
            };
        }
        (depth == 0).then_some(from..=end)
    }
}
