//! Pieces of C to put files together from: each stands by itself at file
//! scope, and is full of what a careless translator would spoil.

use proptest::prelude::*;

/// A piece. `@` in it stands for the number of the piece in its file.
#[derive(Clone, Debug)]
pub struct Piece {
    pub bytes: Vec<u8>,
    /// Whether a directive stands in it, so that it does not stay as it is.
    pub has_directive: bool,
    /// Whether it is no C before its macros are expanded.
    pub needs_macros: bool,
}

/// What may stand between two tokens.
fn gap() -> impl Strategy<Value = Vec<u8>> {
    let blank = proptest::sample::select(vec![
        &b" "[..],
        b"  ",
        b"\t",
        b"\n",
        b"\x0c",
        b" \x0b",
        b"\\\n",
        b" \\\n\t",
        b"/**/",
        b"/*'*/",
        b" // \"\n",
        b"// \\\n it's *\n",
    ]);
    prop_oneof![4 => blank.prop_map(<[u8]>::to_vec), 1 => comment()]
}

/// A comment in brackets, of any bytes.
fn comment() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..12).prop_map(|mut bytes| {
        // `@` is not a byte like all others here, and the line ends are those
        // of the file.
        bytes.retain(|byte| !matches!(byte, b'@' | b'*' | b'\n' | b'\r' | b'\\' | b'?'));
        [b"/*", bytes.as_slice(), b"*/"].concat()
    })
}

/// What may stand in a string literal.
fn characters() -> impl Strategy<Value = Vec<u8>> {
    let character = prop_oneof![
        3 => any::<u8>().prop_map(|byte| vec![byte]),
        1 => proptest::sample::select(vec![
            &b"\\n"[..], b"\\\"", b"\\\\", b"\\\n", b"\\x41", b"??=", b"??!", b"/*", b"//", b"\\u00e9",
        ]).prop_map(<[u8]>::to_vec),
    ];
    proptest::collection::vec(character, 0..10).prop_map(|parts| {
        let spoils =
            |part: &Vec<u8>| matches!(part.as_slice(), [b'@' | b'"' | b'\\' | b'\n' | b'\r' | b'?' | 0]);
        parts.into_iter().filter(|part| !spoils(part)).flatten().collect()
    })
}

/// Tokens with gaps between them. Those in front of `#` and in the text of a
/// directive, which ends with its line, are to be written with their blanks.
fn loose(tokens: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(gap(), tokens.len()).prop_map(move |gaps| {
        let mut bytes = Vec::new();
        for (token, gap) in tokens.iter().zip(gaps) {
            bytes.extend(token.as_bytes());
            bytes.extend(gap);
        }
        bytes.push(b'\n');
        bytes
    })
}

fn literal() -> impl Strategy<Value = Vec<u8>> {
    (gap(), characters(), gap()).prop_map(|(before, text, after)| {
        [b"static const char s@[] =", before.as_slice(), b"\"", &text, b"\"", &after, b";\n"].concat()
    })
}

/// A comment to the end of the line, and what the line before may do to it.
fn line_comment() -> impl Strategy<Value = Vec<u8>> {
    (proptest::collection::vec(any::<u8>(), 0..20), any::<bool>()).prop_map(|(mut bytes, spliced)| {
        bytes.retain(|byte| !matches!(byte, b'@' | b'\n' | b'\r' | b'\\' | b'?'));
        let end: &[u8] = if spliced { b"\\\n it's \"\n" } else { b"\n" };
        [b"//", bytes.as_slice(), end].concat()
    })
}

/// Text that a condition leaves out need not be C.
fn left_out() -> impl Strategy<Value = Vec<u8>> {
    (proptest::collection::vec(any::<u8>(), 0..30), any::<bool>()).prop_map(|(mut bytes, other)| {
        bytes.retain(|byte| !matches!(byte, b'@' | b'\n' | b'\r' | b'\\' | b'#' | b'/' | b'*' | b'?' | b'%'));
        let (before, after): (&[u8], &[u8]) = match other {
            false => (b"#if 0\n", b"\n#endif\n"),
            true => (b"#ifdef NEVER\nint x@ = {\n", b"\n# else /* ' */\nint x@;\n#endif // NEVER\n"),
        };
        [before, b"' ", &bytes, after].concat()
    })
}

const FIXED: &[&str] = &[
    "\n",
    "\x0c\n",
    "#include \"header.h\"\n",
    "#include <stddef.h> // it's\nsize_t z@;\n",
    "#define M@(a) \\\n  ((a) + /* it's\n */ 1)\nint m@ = M@(\n2\n);\n",
    "#define N@ 4\nint n@[N@] = { N@, [N@ - 1] = N@ };\n",
    "int d@<:3:> = <% 1, 2 %>;\n",
    "i\\\nnt i@ = 1\\\n0;\n",
    "#pragma GCC diagnostic push\n",
    "# 100 \"other.c\"\n",
    "#if 1 && \\\n !defined(NEVER@)\n#define Y@ 1\n#endif\n#undef Y@\n",
    "typedef struct t@ { int a, b : 3; } T@;\nT@ t@ = { .a = 1 };\n",
    "int f@(int a) { return a ? a * 2 : sizeof(int); } // it's\n",
    "enum e@ { A@, B@ = 3, };\n",
    ";\n",
];

const WITH_MACROS: &[&str] = &[
    "#define E@\nint E@ e@ E@;\n",
    "#define BEGIN@ {\nstruct b@ BEGIN@ int b; };\n",
    "#define Q@(...) __VA_ARGS__ // it's\nQ@(int q@ /* ' */\n, p@ = 2 \\\n;)\n",
    "#define TEXT@(x) #x\nconst char x@[] = TEXT@(#define \"'\" 1) TEXT@(\n\t(#));\n",
    "#define P@(x) int p ## x = 0x##x;\nP@(@)P@(@1)\n",
    "_Pragma(\"GCC diagnostic pop\")\n",
];

const LOOSE: &[&[&str]] = &[
    &["int", " a@", "=", "1", "+", "0x10", ";"],
    &["static", " int", " g@", "(", "int", " a", ")", "{", "return", " a", "<<", "1", ";", "}"],
    &["struct", " s@", "{", "int", " a", ";", "}", "v@", "[", "2", "]", ";"],
];

const REGIONS: &[&str] = &[
    "void r@(int n) {\n  int i, s = 0;\n#pragma omp parallel for reduction(+:s)\n  for (i = 0; i < n; i++) s += i;\n}\n",
    "void r@(int n) {\n# /* ' */ pragma omp parallel \\\n num_threads(4) // it's\n{ int x = n; /* \" */ }\n}\n",
    "#pragma gpump accessible\nint r@(int a) { return a + 1; }\n",
];

/// A piece without a directive.
pub fn plain() -> impl Strategy<Value = Piece> {
    let piece = |needs_macros| move |bytes| Piece { bytes, has_directive: false, needs_macros };
    let with_macros = proptest::sample::select(WITH_MACROS).prop_map(|text| text.as_bytes().to_vec());
    let bytes = prop_oneof![
        3 => proptest::sample::select(FIXED).prop_map(|text| text.as_bytes().to_vec()),
        3 => proptest::sample::select(LOOSE).prop_flat_map(loose),
        2 => literal(),
        1 => line_comment(),
        1 => left_out(),
        1 => comment().prop_map(|comment| [comment.as_slice(), b"\n"].concat()),
    ];
    prop_oneof![9 => bytes.prop_map(piece(false)), 1 => with_macros.prop_map(piece(true))]
}

/// A piece of any kind.
pub fn with_directives() -> impl Strategy<Value = Piece> {
    let region = proptest::sample::select(REGIONS).prop_map(|text| Piece {
        bytes: text.as_bytes().to_vec(),
        has_directive: true,
        needs_macros: false,
    });
    prop_oneof![3 => plain(), 1 => region]
}
