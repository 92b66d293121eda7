// The same language, and no decision that takes more than one token.

use gpump_book::decisions::{Report, Tier};

use self::answer::{DECISIONS, lexer::StatementsLexer, parser::StatementsParser};

fn tree(text: &str) -> Result<gpump_book::tree::Tree, Vec<String>> {
    gpump_book::parse!(StatementsLexer<_>, StatementsParser<_>, program, text)
}

pub fn check() {
    for text in ["", "x = 1;", "f();", "n++;", "x = 1; f(); n++; y = 22;"] {
        let result = tree(text);
        assert!(result.is_ok(), "`{text}` is in the language, but the parser says {result:?}");
    }
    for text in ["x", "x;", "x = y;", "f(1);", "++n;", "x = 1", "f()++;"] {
        assert!(tree(text).is_err(), "`{text}` is not in the language");
    }
    let report = Report::read(DECISIONS).unwrap_or_else(|error| panic!("{error}"));
    for decision in report.grammars.iter().flat_map(|grammar| &grammar.decisions) {
        let one = decision.tier == Tier::Ll1 || decision.lookahead == Some(1);
        assert!(one, "`{}` has a decision that takes more than one token", decision.rule);
    }
}
