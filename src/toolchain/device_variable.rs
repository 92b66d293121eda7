//! Device variables for a compiler that does not know them.
//!
//! `__device__` and `__constant__` are empty macros to the C++ compiler, so a
//! device variable becomes one like any other. The emulator keeps the
//! device's memory apart from the host's and must know which variables lie in
//! it; so behind the declaration of each comes a call of the macro
//! `GPUMP_EMULATOR_DEVICE_VARIABLE(name)`, on the same line.

use super::launch::Edit;
use super::lexer::{Kind, Token, closing};

/// The edits that register every device variable that these tokens define at
/// file or namespace scope.
pub fn edits(source: &[u8], tokens: &[Token]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut rest = tokens;
    while !rest.is_empty() {
        let (declaration, length) = declaration(source, rest);
        if let Some(declaration) = declaration {
            let calls: String = names(source, declaration)
                .iter()
                .map(|name| format!(" GPUMP_EMULATOR_DEVICE_VARIABLE({});", String::from_utf8_lossy(name)))
                .collect();
            let end = rest[length - 1].span.end;
            if !calls.is_empty() {
                edits.push((end..end, calls));
            }
        }
        rest = &rest[length.max(1)..];
    }
    edits
}

/// The declaration that begins here, without its `;`, if it is one that may
/// define device variables; and how many tokens to step over.
fn declaration<'a>(source: &[u8], tokens: &'a [Token]) -> (Option<&'a [Token]>, usize) {
    let mut index = 0;
    let mut initialised = false;
    while let Some(token) = tokens.get(index) {
        match token.kind {
            Kind::Mark(b';') => {
                let declaration = &tokens[..index];
                let is_ours = defines_device_variables(source, declaration);
                return (is_ours.then_some(declaration), index + 1);
            }
            Kind::Mark(b'=') => initialised = true,
            Kind::Mark(b'{') if opens_scope(source, &tokens[..index]) => return (None, index + 1),
            Kind::Mark(b'{') => {
                let Some(close) = closing(tokens, index) else { return (None, tokens.len()) };
                if !initialised && is_function(source, &tokens[..index]) {
                    return (None, close + 1);
                }
                index = close;
            }
            Kind::Mark(b'(' | b'[') => match closing(tokens, index) {
                Some(close) => index = close,
                None => return (None, tokens.len()),
            },
            // The end of a namespace.
            Kind::Mark(b'}') => return (None, index + 1),
            _ => {}
        }
        index += 1;
    }
    (None, tokens.len())
}

/// `namespace … {` or `extern "C" {`: what is inside is still at file scope.
fn opens_scope(source: &[u8], head: &[Token]) -> bool {
    match head {
        [.., word, literal] if literal.kind == Kind::Literal => word.is_word(source, b"extern"),
        _ => head.iter().any(|token| token.is_word(source, b"namespace")),
    }
}

/// Whether the `{` after this head opens a function's body.
fn is_function(source: &[u8], head: &[Token]) -> bool {
    let is_class = head.iter().any(|token| {
        matches!(&*token.text(source), b"struct" | b"union" | b"class" | b"enum") && token.kind == Kind::Word
    });
    match head.last() {
        Some(last) if last.is(b')') => true,
        Some(last) if last.kind == Kind::Word && !is_class => head.iter().any(|token| token.is(b')')),
        _ => false,
    }
}

fn defines_device_variables(source: &[u8], declaration: &[Token]) -> bool {
    let mut depth = 0_usize;
    let mut found = false;
    for token in declaration {
        match token.kind {
            Kind::Mark(b'(' | b'[' | b'{') => depth += 1,
            Kind::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            Kind::Word if depth == 0 => match &*token.text(source) {
                b"extern" | b"typedef" | b"using" | b"template" => return false,
                b"__device__" | b"__constant__" | b"__managed__" => found = true,
                _ => {}
            },
            _ => {}
        }
    }
    found
}

/// The names that a declaration declares, functions left out.
fn names(source: &[u8], declaration: &[Token]) -> Vec<Vec<u8>> {
    let mut names = Vec::new();
    let mut candidate: Option<&Token> = None;
    let mut done = false; // with this declarator: the rest is its initialiser
    let mut angles = 0_usize;
    let mut index = 0;
    let mut give = |candidate: &mut Option<&Token>| {
        names.extend(candidate.take().map(|token| token.text(source).into_owned()));
    };
    while let Some(token) = declaration.get(index) {
        match token.kind {
            Kind::Mark(b',') if angles == 0 => {
                give(&mut candidate);
                done = false;
            }
            Kind::Mark(b'=') => done = true,
            // The arguments of a template in the type. In an initialiser `<`
            // is a comparison, but for a cast, whose commas do no harm.
            Kind::Mark(b'<') if !done => angles += 1,
            Kind::Mark(b'>') if !done => angles = angles.saturating_sub(1),
            Kind::Word if !done && angles == 0 => {
                if is_attribute(&token.text(source)) {
                    if declaration.get(index + 1).is_some_and(|next| next.is(b'(')) {
                        index += 1;
                        index = closing(declaration, index).unwrap_or(declaration.len());
                    }
                } else {
                    candidate = Some(token);
                }
            }
            Kind::Mark(b'(') => {
                let close = closing(declaration, index).unwrap_or(declaration.len() - 1);
                if !done && angles == 0 {
                    let inside = &declaration[index + 1..close.max(index + 1)];
                    if inside.first().is_some_and(|first| first.is(b'*') || first.is(b'&')) {
                        // `(*name)(…)` or `(*name)[…]`
                        candidate = inside
                            .iter()
                            .find(|token| token.kind == Kind::Word && !is_attribute(&token.text(source)));
                    } else {
                        // A function's parameters or a constructor's
                        // arguments: who can tell? Functions are common.
                        candidate = None;
                    }
                    done = true;
                }
                index = close;
            }
            Kind::Mark(b'[') => index = closing(declaration, index).unwrap_or(declaration.len() - 1),
            Kind::Mark(b'{') => {
                let close = closing(declaration, index).unwrap_or(declaration.len() - 1);
                let is_body = candidate.is_none_or(|_| is_class_body(source, &declaration[..index]));
                if is_body {
                    candidate = None;
                } else {
                    done = true;
                }
                index = close;
            }
            _ => {}
        }
        index += 1;
    }
    give(&mut candidate);
    names
}

/// `struct name {`: the braces hold members, and the declarators follow.
fn is_class_body(source: &[u8], head: &[Token]) -> bool {
    let is_key = |token: &Token| matches!(&*token.text(source), b"struct" | b"union" | b"class" | b"enum");
    match head {
        [.., key, _name] if is_key(key) => true,
        [.., key] => is_key(key),
        [] => false,
    }
}

/// Words that may stand before, after or within a declarator and are not its
/// name.
fn is_attribute(word: &[u8]) -> bool {
    matches!(
        word,
        b"__device__"
            | b"__constant__"
            | b"__managed__"
            | b"__attribute__"
            | b"__align__"
            | b"alignas"
            | b"const"
            | b"volatile"
            | b"__restrict__"
            | b"decltype"
            | b"__declspec"
    )
}

#[cfg(test)]
mod tests {
    use super::super::emulator::rewrite;

    /// The names that are registered, and that they are at the ends of lines.
    fn registered(source: &str) -> Vec<String> {
        let rewritten = String::from_utf8(rewrite(source.as_bytes())).unwrap();
        let call = " GPUMP_EMULATOR_DEVICE_VARIABLE(";
        let names: Vec<String> =
            rewritten.split(call).skip(1).map(|rest| rest[..rest.find(')').unwrap()].to_owned()).collect();
        let mut without = rewritten;
        for name in &names {
            without = without.replace(&format!("{call}{name});"), "");
        }
        assert_eq!(without, source);
        names
    }

    #[test]
    fn every_form_of_variable_is_registered() {
        for (source, names) in [
            ("__device__ int a;", vec!["a"]),
            ("static __constant__ float c[4] = {1, 2};", vec!["c"]),
            ("__device__ int a = 1, *b[3], c{2};", vec!["a", "b", "c"]),
            ("__device__ void (*f)(int, int);", vec!["f"]),
            ("__device__ int (*p)[3];", vec!["p"]),
            ("__device__ struct { int a; } s, t;", vec!["s", "t"]),
            ("__device__ struct S s = { 1 };", vec!["s"]),
            ("struct __align__(8) S { int a; }; __device__ S s;", vec!["s"]),
            ("__device__ __attribute__((aligned(8))) int a;", vec!["a"]),
            ("__device__ pair<int, char> p;", vec!["p"]),
            ("__device__ int a[] = { f(1, 2), 3 }; int b;", vec!["a"]),
            ("namespace n { __device__ int a; } extern \"C\" { __device__ int b; }", vec!["a", "b"]),
            ("volatile __device__ unsigned int lock;\n__device__ int x;\n", vec!["lock", "x"]),
        ] {
            assert_eq!(registered(source), names, "{source}");
        }
    }

    #[test]
    fn nothing_else_is_registered() {
        for source in [
            "__device__ int f(int a);",
            "__device__ int f(int a) { int b; return b; }",
            "__global__ void k(int *a) { __shared__ int s[4]; }",
            "struct S { __device__ int f(); int a; };",
            "struct S { __device__ int f() { return 1; } } s;",
            "extern __device__ int a;",
            "template <int n> __device__ int f() { return n; }",
            "int a; static int b = 3;",
            "static __inline__ __device__ int f(void) { return 0; }",
            "#define D __device__ int x;\n",
        ] {
            assert_eq!(registered(source), Vec::<String>::new(), "{source}");
        }
    }
}
