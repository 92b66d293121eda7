//! Kernel launches for a compiler that does not know them.
//!
//! `name<<<grid, block>>>(arguments)` is not C++, so what the emulator
//! compiles has
//!
//! ```text
//! GPUMP_EMULATOR_LAUNCH((name), (grid, block), (arguments))
//! ```
//!
//! in its place, a macro of the emulator's header. Only the launch's own
//! punctuation is replaced: blanks, comments and line ends between stay where
//! they are, so every line keeps its number, and the program's author meets
//! his own lines in error messages and in the debugger.

use std::ops::Range;

use super::lexer::{Kind, Token, closing, opening};

/// A stretch of the source and what goes in its place.
pub type Edit = (Range<usize>, String);

/// The edits that turn every launch among these tokens into a call of the
/// macro. What looks like a launch but is not whole is left for the compiler
/// to complain about.
pub fn edits(source: &[u8], tokens: &[Token]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for index in 0..tokens.len() {
        if is_triple(source, tokens, index, b'<') {
            edits.extend(launch(source, tokens, index).into_iter().flatten());
        }
    }
    edits
}

/// The edits for the launch whose `<<<` is at `open`.
fn launch(source: &[u8], tokens: &[Token], open: usize) -> Option<[Edit; 4]> {
    let name = kernel(source, tokens, open)?;
    let close = configuration_end(source, tokens, open + 3)?;
    let arguments_end = closing(tokens, close + 3)?;
    let name_start = tokens[name].span.start;
    let after = tokens[arguments_end].span.end;
    Some([
        (name_start..name_start, "GPUMP_EMULATOR_LAUNCH((".to_owned()),
        replace_triple(source, tokens, open, "), ("),
        replace_triple(source, tokens, close, "), "),
        (after..after, ")".to_owned()),
    ])
}

/// Whether three of the same character begin here, with nothing between.
fn is_triple(source: &[u8], tokens: &[Token], index: usize, mark: u8) -> bool {
    (0..3).all(|n| tokens.get(index + n).is_some_and(|token| token.is(mark)))
        && (1..3).all(|n| tokens[index + n - 1].touches(&tokens[index + n], source))
}

/// Replaces a `<<<` or `>>>`. Lines spliced in its middle are spliced after.
fn replace_triple(source: &[u8], tokens: &[Token], index: usize, text: &str) -> Edit {
    let span = tokens[index].span.start..tokens[index + 2].span.end;
    let splices = source[span.clone()].iter().filter(|&&byte| byte == b'\n').count();
    (span, text.to_owned() + &"\\\n".repeat(splices))
}

/// Where the configuration that begins at `start` ends: the index of its
/// `>>>`, which arguments follow.
fn configuration_end(source: &[u8], tokens: &[Token], start: usize) -> Option<usize> {
    let mut index = start;
    while index < tokens.len() {
        match tokens[index].kind {
            Kind::Mark(b'(' | b'[' | b'{') => index = closing(tokens, index)?,
            Kind::Mark(b')' | b']' | b'}' | b';') => return None,
            Kind::Mark(b'>')
                if is_triple(source, tokens, index, b'>')
                    && tokens.get(index + 3).is_some_and(|token| token.is(b'(')) =>
            {
                return Some(index);
            }
            _ => {}
        }
        index += 1;
    }
    None
}

/// The index of the first token of the kernel's name, which ends before
/// `end`: `kernel`, `space::kernel<int, 3>`, `(*pointer)`, `table[i]`,
/// `object->kernel`.
fn kernel(source: &[u8], tokens: &[Token], end: usize) -> Option<usize> {
    let mut end = end;
    loop {
        let mut start = end.checked_sub(1)?;
        match tokens[start].kind {
            Kind::Word => {}
            Kind::Mark(b'>') => {
                start = opening_angle(tokens, start)?.checked_sub(1)?;
                if tokens[start].kind != Kind::Word {
                    return None;
                }
            }
            Kind::Mark(b')' | b']') => {
                start = opening(tokens, start)?;
                if start.checked_sub(1).is_some_and(|before| is_operand(source, &tokens[before])) {
                    // A call or an index, of what stands to the left.
                    end = start;
                    continue;
                }
                if !tokens[start].is(b'(') {
                    return None;
                }
            }
            _ => return None,
        }
        while start > 0 && tokens[start - 1].is_word(source, b"template") {
            start -= 1;
        }
        match start.checked_sub(1).map(|before| tokens[before].kind) {
            Some(qualifier @ (Kind::Scope | Kind::Arrow | Kind::Mark(b'.'))) => {
                let is_qualified = start.checked_sub(2).is_some_and(|left| {
                    let left = &tokens[left];
                    // `(y) ::kernel` is a cast or a condition, and a name.
                    let is_value = left.is(b')') && qualifier != Kind::Scope;
                    is_operand(source, left) || is_value || left.is(b'>')
                });
                if !is_qualified {
                    return Some(start - 1); // ::kernel
                }
                end = start - 1;
            }
            _ => return Some(start),
        }
    }
}

/// Whether what follows this token in brackets is an index into it or a call
/// of it, and not a new expression.
fn is_operand(source: &[u8], token: &Token) -> bool {
    match token.kind {
        Kind::Word => !matches!(
            &*token.text(source),
            b"if" | b"while" | b"for" | b"switch" | b"return" | b"else" | b"do" | b"case" | b"default"
        ),
        Kind::Mark(b']') => true,
        _ => false,
    }
}

/// The index of the `<` that opens the template arguments which the `>` at
/// `close` ends.
fn opening_angle(tokens: &[Token], close: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut index = close;
    loop {
        match tokens[index].kind {
            Kind::Mark(b'>') => depth += 1,
            Kind::Mark(b'<') => {
                depth -= 1;
                if depth == 0 {
                    return Some(index);
                }
            }
            Kind::Mark(b')' | b']') => index = opening(tokens, index)?,
            Kind::Mark(b'(' | b'[' | b'{' | b'}' | b';') => return None,
            _ => {}
        }
        index = index.checked_sub(1)?;
    }
}

#[cfg(test)]
mod tests {
    use super::super::emulator::rewrite;

    fn check(before: &str, after: &str) {
        let rewritten = rewrite(before.as_bytes());
        assert_eq!(String::from_utf8_lossy(&rewritten), after);
    }

    #[test]
    fn a_launch_becomes_a_call_of_the_macro() {
        check("k<<<1, n>>>(a, f(b));", "GPUMP_EMULATOR_LAUNCH((k), (1, n), (a, f(b)));");
        check("k<<<g,b,s,st>>>();", "GPUMP_EMULATOR_LAUNCH((k), (g,b,s,st), ());");
        check(
            "if (x) k <<< g(1,2), dim3(3) >>> (a);",
            "if (x) GPUMP_EMULATOR_LAUNCH((k ), ( g(1,2), dim3(3) ),  (a));",
        );
        check(
            "k<<<1,1>>>(a); k<<<2,2>>>(b);",
            "GPUMP_EMULATOR_LAUNCH((k), (1,1), (a)); GPUMP_EMULATOR_LAUNCH((k), (2,2), (b));",
        );
    }

    #[test]
    fn every_form_of_kernel_name_is_found() {
        for name in [
            "k<int>",
            "k<a<b<c>>, (x > y)>",
            "space::k",
            "::k",
            "space::s<int>::k<1, 2>",
            "(*pointer)",
            "table[i][j + 1]",
            "object.table[0]",
            "pointer->kernel",
            "choose(1, 2)",
            "object.template k<int>",
            "GPUMP_KERNEL(k)",
        ] {
            for before in ["", "return ", "x = ", "{", "if (y) ", "else ", "(void)", "a, "] {
                check(
                    &format!("{before}{name}<<<1, 2>>>(a)"),
                    &format!("{before}GPUMP_EMULATOR_LAUNCH(({name}), (1, 2), (a))"),
                );
            }
        }
    }

    #[test]
    fn shifts_and_comparisons_do_not_end_the_configuration() {
        check("k<<<n >> 2, (a > b)>>>(c)", "GPUMP_EMULATOR_LAUNCH((k), (n >> 2, (a > b)), (c))");
        check("k<<<f<int>(n), m>>>(c)", "GPUMP_EMULATOR_LAUNCH((k), (f<int>(n), m), (c))");
    }

    #[test]
    fn lines_stay_where_they_are() {
        check(
            "k<<<g, // grid\n  b /* >>> */\n>>>(\n  a); // k<<<1,1>>>(a)\n",
            "GPUMP_EMULATOR_LAUNCH((k), (g, // grid\n  b /* >>> */\n), (\n  a)); // k<<<1,1>>>(a)\n",
        );
        check("k<\\\n<<1,1>\\\r\n>>(a)", "GPUMP_EMULATOR_LAUNCH((k), (\\\n1,1), \\\n(a))");
    }

    #[test]
    fn a_launch_in_a_macro_is_found() {
        check(
            "#define RUN(k, n) \\\n  k<<<(n), 1>>>(n)\nx",
            "#define RUN(k, n) \\\n  GPUMP_EMULATOR_LAUNCH((k), ((n), 1), (n))\nx",
        );
    }

    #[test]
    fn what_is_not_a_launch_stays() {
        for text in [
            "\"k<<<1,1>>>(a)\"",
            "/* k<<<1,1>>>(a) */",
            "k<<<1,1>>>;",
            "k<<<1,1;",
            "<<<1,1>>>(a)",
            "a << < b",
        ] {
            check(text, text);
        }
    }
}
