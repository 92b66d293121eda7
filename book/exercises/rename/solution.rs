// A solution: each token that is the name is replaced; a token is a word, a string or a comment as a whole.

use gpump::rewrite::Rewriter;
use gpump_book::mini::Tokens;

pub fn rename(text: &str, from: &str, to: &str) -> Result<String, Vec<String>> {
    let tokens = Tokens::lex(text)?;
    let mut rewriter = Rewriter::new(tokens.texts());
    for token in tokens.all() {
        if tokens.text(token) == from {
            rewriter.replace_token(token, to);
        }
    }
    rewriter.text().map_err(|error| vec![error.to_string()])
}
