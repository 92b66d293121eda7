//! The small grammars of Chapters 1 and 2, each ready to read a text.

use clap::ValueEnum;

use crate::generated::{
    declaration_lexer::DeclarationLexer, declaration_parser::DeclarationParser,
    factored_lexer::FactoredLexer, factored_parser::FactoredParser, mini_lexer::MiniLexer,
    mini_parser::MiniParser, operators_lexer::OperatorsLexer, operators_parser::OperatorsParser,
};
use crate::mini::{Bridge, Nothing};
use crate::parse;
use crate::tree::Tree;

/// A grammar of `book/grammars/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Grammar {
    Declaration,
    Factored,
    Operators,
    Mini,
}

impl Grammar {
    /// The tree of a text.
    ///
    /// # Errors
    ///
    /// What the lexer and the parser say of a text that is not in the language.
    pub fn tree(self, text: &str) -> Result<Tree, Vec<String>> {
        match self {
            Grammar::Declaration => {
                parse!(DeclarationLexer<_>, DeclarationParser<_>, var_declaration, text)
            }
            Grammar::Factored => parse!(FactoredLexer<_>, FactoredParser<_>, var_declaration, text),
            Grammar::Operators => parse!(OperatorsLexer<_>, OperatorsParser<_>, comparison, text),
            Grammar::Mini => {
                let mut nothing = Nothing;
                parse!(MiniLexer<_>, MiniParser<_, _>, translation_unit, text, Bridge::new(&mut nothing))
            }
        }
    }
}
