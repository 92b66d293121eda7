// The language has to have the loop, and to keep what it had.

use self::answer::{lexer::StatementsLexer, parser::StatementsParser};

fn tree(text: &str) -> Result<gpump_book::tree::Tree, Vec<String>> {
    gpump_book::parse!(StatementsLexer<_>, StatementsParser<_>, program, text)
}

pub fn check() {
    for text in [
        "x = 1;",
        "{ x = 1; y = x + 2; }",
        "while (x < 10) x = x + 1;",
        "while (x < 10) { x = x + 1; while (y) y = 0; }",
        "whiled = 1;",
    ] {
        let result = tree(text);
        assert!(result.is_ok(), "`{text}` is in the language, but the parser says {result:?}");
    }
    for text in ["while (x < 10)", "while x { }", "x = ;", "while (x) while = 1;"] {
        assert!(tree(text).is_err(), "`{text}` is not in the language");
    }
    let tree = tree("while (x) y = 1;").unwrap_or_else(|error| panic!("{error:?}"));
    let rules = tree.rules_above("1").unwrap_or_default();
    assert_eq!(rules.iter().filter(|rule| **rule == "statement").count(), 2, "the body is a statement, too");
}
