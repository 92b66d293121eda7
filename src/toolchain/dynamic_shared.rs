//! Shared memory whose size the launch gives, for a compiler that does not
//! know it.
//!
//! `extern __shared__ float buffer[];` in a kernel names no variable that a
//! C++ compiler could find. The emulator has a macro that declares a pointer
//! to the block's memory in its place:
//! `GPUMP_EMULATOR_DYNAMIC_SHARED(float, buffer);`

use super::launch::Edit;
use super::lexer::{Kind, Token, closing};

/// The edits for every such declaration among these tokens.
pub fn edits(source: &[u8], tokens: &[Token]) -> Vec<Edit> {
    tokens
        .split(|token| matches!(token.kind, Kind::Mark(b';' | b'{' | b'}')))
        .filter_map(|declaration| rewrite(source, declaration))
        .flatten()
        .collect()
}

fn rewrite(source: &[u8], declaration: &[Token]) -> Option<Vec<Edit>> {
    let has = |word| declaration.iter().any(|token| token.is_word(source, word));
    let [.., name, open, close] = declaration else { return None };
    let is_array = name.kind == Kind::Word && open.is(b'[') && close.is(b']');
    if !is_array || !has(b"extern") || !has(b"__shared__") {
        return None;
    }
    let first = declaration.first()?.span.start;
    let mut edits = vec![(first..first, "GPUMP_EMULATOR_DYNAMIC_SHARED(".to_owned())];
    // The specifiers go; so does an alignment, which the emulator has anyway.
    let mut index = 0;
    while let Some(token) = declaration.get(index) {
        if token.is_word(source, b"__align__")
            || token.is_word(source, b"alignas")
            || token.is_word(source, b"__attribute__")
        {
            let end = closing(declaration, index + 1)?;
            edits.push((token.span.start..declaration[end].span.end, String::new()));
            index = end;
        } else if token.is_word(source, b"extern")
            || token.is_word(source, b"__shared__")
            || token.is_word(source, b"volatile")
        {
            edits.push((token.span.clone(), String::new()));
        }
        index += 1;
    }
    edits.push((name.span.start..name.span.start, ", ".to_owned()));
    edits.push((open.span.start..close.span.end, ")".to_owned()));
    // Lines that lie in what goes must not.
    for (span, text) in &mut edits {
        let lines = source[span.clone()].iter().filter(|&&byte| byte == b'\n').count();
        text.push_str(&"\n".repeat(lines));
    }
    Some(edits)
}

#[cfg(test)]
mod tests {
    use super::super::emulator::rewrite;

    #[test]
    fn dynamic_shared_memory_becomes_a_call_of_the_macro() {
        for (before, after) in [
            (
                "{ extern __shared__ float buffer[]; x; }",
                "{ GPUMP_EMULATOR_DYNAMIC_SHARED(  float , buffer); x; }",
            ),
            (
                "extern\n__shared__ __align__(16) char b[\n];",
                "GPUMP_EMULATOR_DYNAMIC_SHARED(\n  char , b)\n;",
            ),
            ("{ __shared__ int s[4]; extern int t[]; }", "{ __shared__ int s[4]; extern int t[]; }"),
        ] {
            assert_eq!(String::from_utf8(rewrite(before.as_bytes())).unwrap(), after);
        }
    }
}
