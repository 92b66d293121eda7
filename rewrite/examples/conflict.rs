//! Two edits that contradict each other: the error names both, and one of them is taken back.
//!
//!     cargo run --example conflict

use token_rewriter::{RewriteError, Rewriter};

fn main() -> Result<(), RewriteError> {
    let mut rewriter = Rewriter::new(["a", " + ", "b", " * ", "c"]);
    rewriter.replace(0..=2, "sum");
    let second = rewriter.replace(2..=4, "product");
    match rewriter.text() {
        Err(error) => println!("error: {error}"),
        Ok(text) => println!("{text}"),
    }
    rewriter.rollback(second);
    println!("{}", rewriter.text()?);
    Ok(())
}
