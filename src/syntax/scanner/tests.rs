//! The lexer written by hand beside the one generated from `CLexer.g4`.

use std::path::{Path, PathBuf};

use antlr4_runtime::{InputStream, TOKEN_EOF, Token as _};
use proptest::prelude::*;

use super::{Token, scan};

#[path = "../../../parser/src/generated/c_lexer.rs"]
mod c_lexer;
use c_lexer::CLexer;

/// The tokens as the grammar has them.
fn generated(text: &str) -> Vec<Token> {
    let quiet = |input: InputStream| {
        let mut lexer = CLexer::new(input);
        lexer.remove_error_listeners();
        lexer
    };
    c_lexer::lex_stream(InputStream::new(text), quiet)
        .tokens()
        .filter(|token| token.token_type() != TOKEN_EOF)
        .map(|token| Token {
            kind: token.token_type(),
            channel: token.channel(),
            span: token.byte_span().expect("the token is part of the text"),
        })
        .collect()
}

#[track_caller]
fn assert_same(text: &str) {
    let (found, expected) = (scan(text), generated(text));
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected, "{:?} of {text:?}", &text[expected.span.clone()]);
    }
    assert_eq!(found.len(), expected.len(), "of {text:?}");
}

fn c_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            c_files(&path, files);
        } else if path.extension().is_some_and(|extension| ["c", "h", "cu"].iter().any(|&e| extension == e)) {
            files.push(path);
        }
    }
}

#[test]
fn every_file_here_has_the_tokens_of_the_grammar() {
    let mut files = Vec::new();
    for folder in ["tests", "examples", "runtime"] {
        c_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
    }
    assert!(files.len() > 80);
    for file in files {
        let text = crate::source::decode(&std::fs::read(file).expect("a readable file"));
        assert_same(&format!("{text}\n"));
    }
}

#[test]
fn numbers_are_those_of_the_grammar() {
    let parts = [
        "0", "1", "9", "x", "X", "b", "e", "E", "p", ".", "+", "-", "f", "16", "128", "d", "l", "u", "i", "a",
    ];
    for a in parts {
        for b in parts {
            for c in parts {
                for start in ["0x1", "0x", "1", "1.", ".5", "0b1", "1e5", "1e", "1.5f"] {
                    assert_same(&format!("{start}{a}{b}{c} "));
                }
            }
        }
    }
}

#[test]
fn words_are_those_of_the_grammar() {
    let words = super::KEYWORDS.words.iter().map(|&(word, _)| word);
    for word in words.chain(crate::syntax::accepted::clause_words()) {
        assert_same(&format!("{word} {word}1\n#pragma omp {word} {word}1\n#pragma gpump {word}\n{word}"));
    }
}

/// Text that has much of what is hard to lex.
fn odd_text() -> impl Strategy<Value = String> {
    let fragment = proptest::sample::select(vec![
        "#",
        "%:",
        "??=",
        "#pragma",
        "pragma",
        "omp",
        "gpump",
        "#pragma omp ",
        "# pragma\tgpump ",
        "#define",
        "??(",
        "??)",
        "??<",
        "??>",
        "??!",
        "??'",
        "??-",
        "??/",
        "?",
        "<:",
        ":>",
        "<%",
        "%>",
        "%",
        "/",
        "*",
        "//",
        "/*",
        "*/",
        "\\",
        "\\\n",
        "\\\r\n",
        "\\\r",
        "\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        "\x0b",
        "\x0c",
        "\"",
        "'",
        "\"a\"",
        "'a'",
        "L",
        "u8",
        "u",
        "U",
        "R",
        "L'x'",
        "\\\"",
        "\\u00e9",
        "\\U0001F600",
        "\\u12",
        "é",
        "漢",
        "\u{10fdff}",
        "\u{10fe00}",
        "\u{10ffff}",
        "\u{feff}",
        "\u{7f}",
        "\0",
        "@",
        "`",
        "a",
        "_",
        "$",
        "0",
        "1.5e+3f",
        "0x1p-3",
        "0xe+1",
        "1..2",
        "...",
        "..",
        ".",
        "->",
        "--",
        "->*",
        "<<=",
        ">>=",
        "<<",
        ">>",
        "<=",
        "==",
        "=",
        "!=",
        "&&",
        "&=",
        "||",
        "|=",
        "^=",
        "+=",
        "++",
        "-=",
        "*=",
        "/=",
        "%=",
        "~",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ";",
        ",",
        ":",
        "int",
        "for",
        "private",
        "sections",
        "__extension__",
        "_Float32x",
        "default",
        "num_threads",
    ]);
    let part = prop_oneof![
        8 => fragment.prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "[ -~]{0,6}",
    ];
    proptest::collection::vec(part, 0..24).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn odd_text_has_the_tokens_of_the_grammar(text in odd_text()) {
        assert_same(&format!("{text}\n\n"));
    }
}
