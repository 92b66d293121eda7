//! Puts a call at the begin of each function's body, and leaves the rest as it was typed.
//!
//!     cargo run --example trace

use token_rewriter::{RewriteError, Rewriter};

const PROGRAM: &str = "int twice(int n) { return 2 * n; }   // as typed\nint one(void) { return 1; }\n";

/// Words, and everything else character by character: together they are the text.
fn lex(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let (token, behind) = rest.split_at(word.max(first.len_utf8()));
        tokens.push(token);
        rest = behind;
    }
    tokens
}

fn main() -> Result<(), RewriteError> {
    let tokens = lex(PROGRAM);
    let mut rewriter = Rewriter::new(&tokens[..]);
    for (index, token) in tokens.iter().enumerate() {
        if *token == "{" {
            rewriter.insert_after(index, " trace();");
        }
    }
    print!("{}", rewriter.text()?);
    Ok(())
}
