//! Chapter 4: the rules of the rewrite stream, each by an example.

use gpump::rewrite::{RewriteError, Rewriter};

/// What comes of a few edits to `int x = 3 + 4;`, one line each.
pub fn rules() -> String {
    let tokens = ["int", " ", "x", " ", "=", " ", "3", " ", "+", " ", "4", ";"];
    let of = |edit: &dyn Fn(&mut Rewriter<&[&str]>)| {
        let mut rewriter = Rewriter::new(&tokens[..]);
        edit(&mut rewriter);
        rewriter.text().unwrap_or_else(|error: RewriteError| format!("error: {error}"))
    };
    let lines = [
        // ANCHOR: rules
        of(&|stream| {
            stream.replace(6..=10, "7");
            stream.insert_before(0, "const ");
        }),
        of(&|stream| {
            stream.insert_before(2, "(");
            stream.insert_after(2, ")");
            stream.insert_before(2, "[");
            stream.insert_after(2, "]");
        }),
        of(&|stream| {
            stream.replace(6..=10, "7");
            stream.insert_before(6, "-");
        }),
        of(&|stream| {
            stream.replace_token(6, "5");
            stream.replace(6..=10, "7");
        }),
        of(&|stream| {
            stream.replace(2..=6, "y");
            stream.replace(6..=10, "7");
        }),
        // ANCHOR_END: rules
    ];
    lines.map(|line| line + "\n").concat()
}
