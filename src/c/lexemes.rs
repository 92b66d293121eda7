//! What is asked of tokens, not of a tree.

use std::ops::RangeInclusive;

use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// The text of some tokens, with one blank where the program has any white
/// space or comment.
pub(super) fn join(list: &TokenList, range: RangeInclusive<usize>) -> String {
    let mut text = String::new();
    let mut behind = *range.start();
    for at in range.filter(|&at| list[at].is_visible()) {
        if at > behind {
            text.push(' ');
        }
        text.push_str(list.text(at));
        behind = at + 1;
    }
    text
}

/// Whether tokens are all that the use of a macro became.
pub(super) fn is_from_macro(list: &TokenList, range: &RangeInclusive<usize>, name: &str) -> bool {
    let made = list.invocation_at(*range.start()).and_then(|number| list.invocation(number));
    made.is_some_and(|found| {
        found.made.contains(range.start())
            && found.made.contains(range.end())
            && list.text(*found.typed.start()) == name
    })
}

/// Character constants, and the operators whose values are of type `int`; in C++, of `char` and `bool`.
pub(super) const OF_INT: [i32; 10] = [
    kind::CHARACTER_CONSTANT,
    kind::NOT,
    kind::AND_AND,
    kind::OR_OR,
    kind::LESS,
    kind::GREATER,
    kind::LESS_EQUAL,
    kind::GREATER_EQUAL,
    kind::EQUAL_EQUAL,
    kind::NOT_EQUAL,
];

/// Whether an expression has operators that C++ does not know, or whose
/// value is another one there.
pub(super) fn is_of_c_alone(list: &TokenList, range: RangeInclusive<usize>) -> bool {
    let range = *range.start()..=(*range.end()).min(list.len().saturating_sub(1));
    let has = |kinds: &[i32]| range.clone().any(|at| list[at].is_visible() && kinds.contains(&list[at].kind));
    has(&[kind::TYPES_COMPATIBLE, kind::GENERIC])
        || has(&[kind::SIZEOF]) && has(&OF_INT)
        || range.clone().any(|at| list[at].is_visible() && list.text(at) == "__builtin_choose_expr")
}

/// Whether a token begins or continues the specifiers of a declaration, or a
/// type name.
pub(super) fn is_specifier(token: i32) -> bool {
    matches!(
        token,
        kind::ALIGNAS
            | kind::ATOMIC_QUALIFIER
            | kind::ATOMIC_SPECIFIER
            | kind::ATTRIBUTE
            | kind::AUTO
            | kind::AUTO_TYPE
            | kind::BOOL
            | kind::CHAR
            | kind::COMPLEX
            | kind::CONST
            | kind::DOUBLE
            | kind::ENUM
            | kind::EXTENDED_FLOAT
            | kind::EXTERN
            | kind::FLOAT
            | kind::IMAGINARY
            | kind::INLINE
            | kind::INT
            | kind::INT128
            | kind::LONG
            | kind::NORETURN
            | kind::REGISTER
            | kind::RESTRICT
            | kind::SHORT
            | kind::SIGNED
            | kind::STATIC
            | kind::STRUCT
            | kind::THREAD_LOCAL
            | kind::TYPEDEF
            | kind::TYPEDEF_NAME
            | kind::TYPEOF
            | kind::UNION
            | kind::UNSIGNED
            | kind::VOID
            | kind::VOLATILE
    )
}
