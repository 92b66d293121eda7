//! The pragmas of headers in which macros are replaced.
//!
//! `rucc_pp` replaces nothing in a pragma, and a name in one means what it means where the pragma stands: the file that
//! includes the header may define it anew behind that. So such a line is given to `rucc_pp` as text, between the two names that
//! the pragmas of the main file have around them, too. It keeps its line, so that all lines keep their numbers.

use rucc_base::Interner;
use rucc_lex::{Options, Punct, TokenFlags, tokenize};

use super::pragma_copies;
use super::pragma_marks::{PRAGMA_BEGINS, PRAGMA_ENDS};

/// A header's text with its pragmas as text.
pub fn as_text(text: Vec<u8>, options: Options) -> Vec<u8> {
    let copies = pragma_copies::of(&text, options);
    if copies.is_empty() && !text.windows(6).any(|word| word == b"pragma") {
        return text;
    }
    let mut interner = Interner::new();
    let (tokens, _) = tokenize(&text, 0, options, &mut interner);
    let pragma = interner.find("pragma");
    let families: Vec<_> = ["omp", "gpump"].iter().filter_map(|word| interner.find(word)).collect();
    let mut inserted = copies;
    let tokens: Vec<_> = tokens.iter().filter(|token| !token.is_eof()).collect();
    for line in tokens.chunk_by(|_, next| !next.flags.has(TokenFlags::START_OF_LINE)) {
        if let [hash, word, family, .., last] = line
            && hash.punct() == Some(Punct::Hash)
            && pragma.is_some()
            && word.value == pragma
            && family.value.is_some_and(|family| families.contains(&family))
        {
            for (at, mark) in [(hash.span.lo, PRAGMA_BEGINS), (last.span.hi, PRAGMA_ENDS)] {
                inserted.push((at as usize, format!(" {mark} ")));
            }
        }
    }
    inserted.sort_by_key(|(at, _)| *at);
    let mut marked = Vec::with_capacity(text.len());
    let mut taken = 0;
    for (at, words) in inserted {
        marked.extend_from_slice(&text[taken..at]);
        marked.extend_from_slice(words.as_bytes());
        taken = at;
    }
    marked.extend_from_slice(&text[taken..]);
    marked
}
