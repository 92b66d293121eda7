//! What gpump says of types, held against gcc.
//!
//! The programs in `tests/types` mark expressions. gpump is asked about each,
//! and its answers, written in place of the marks, make a program that gcc
//! compiles only if they are right:
//!
//! | mark | says |
//! | --- | --- |
//! | `SHOW(e)` | the type is known; it, its size and its alignment are gcc's |
//! | `CONSTANT(e)` | the value is known, and gcc's |
//! | `UNKNOWN(e)` | the value is not known |
//! | `UNKNOWN_TYPE(e)` | the type is not known |
//! | `SIZE(e)` | the size as a text is what the running program finds |
//!
//! The second part does the same with structures and expressions made at
//! random.

mod common;

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;

use gpump::c::{Meaning, Type, Types};
use gpump::rewrite::Tokens as _;
use gpump::syntax::TokenList;
use gpump::syntax::generated::open_mpc as kind;
use gpump::syntax::tree::Tree;
use gpump::syntax::woven::{Piece, PiecePlace};

/// A value as an expression of C.
fn literal(value: i128) -> String {
    let bits = value as u128;
    format!("(((unsigned __int128){:#x}ull << 64) | {:#x}ull)", (bits >> 64) as u64, bits as u64)
}

/// Both as 128 bits: what the value is, whatever its type.
fn value_check(expression: &str, value: i128, label: &str) -> String {
    format!("_Static_assert((unsigned __int128)({expression}) == {}, \"value: {label}\")", literal(value))
}

/// What gcc has to find true if the type is right.
fn type_checks(types: &Types<'_>, expression: &str, ty: &Type, is_lvalue: bool, label: &str) -> String {
    let mut text = String::new();
    let mut check = |condition: String, what: &str| {
        let _ = write!(text, "_Static_assert({condition}, \"{what}: {label}\"); ");
    };
    let pointer = types.declare(&Type::pointer_to(ty.clone()), "");
    match (types.declare(ty, ""), pointer) {
        // A pointer to it shows qualifiers too.
        (Some(name), Some(pointer)) if is_lvalue => check(
            format!(
                "__builtin_types_compatible_p(__typeof__(__typeof__({expression}) *), __typeof__({pointer}))"
            ),
            &name,
        ),
        (Some(name), _) => check(
            format!("__builtin_types_compatible_p(__typeof__({expression}), __typeof__({name}))"),
            &name,
        ),
        _ => {}
    }
    if let Some(size) = types.size_of(ty) {
        check(format!("sizeof({expression}) == {size}"), "size");
        if let Some(align) = types.align_of(ty) {
            check(format!("_Alignof(__typeof__({expression})) == {align}"), "alignment");
        }
    }
    format!("do {{ {text}}} while (0)")
}

/// The marked expressions of a program: the tokens of each mark, and of what
/// is inside.
fn marks(tokens: &TokenList) -> Vec<(String, RangeInclusive<usize>, RangeInclusive<usize>)> {
    let words = ["SHOW", "CONSTANT", "UNKNOWN", "UNKNOWN_TYPE", "SIZE"];
    let mut found = Vec::new();
    for index in (0..tokens.len()).filter(|&index| words.contains(&tokens.text(index))) {
        let mut depth = 0;
        let close = (index + 1..tokens.len()).find(|&at| {
            depth += match tokens[at].kind {
                kind::LEFT_PAREN => 1,
                kind::RIGHT_PAREN => -1,
                _ => 0,
            };
            depth == 0
        });
        let close = close.expect("a mark ends");
        found.push((tokens.text(index).to_owned(), index..=close, index + 2..=close - 1));
    }
    found
}

fn span(tokens: &TokenList, range: &RangeInclusive<usize>) -> std::ops::Range<usize> {
    tokens[*range.start()].span.start..tokens[*range.end()].span.end
}

/// Does work on a stack as large as a translation has: the parser takes much of it for what is nested deeply.
fn with_much_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(work).expect("a thread");
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

/// The tree of a text; that of nothing if it is no program.
fn tree_of(tokens: &TokenList) -> Tree {
    Tree::of(tokens).unwrap_or_default()
}

/// The program with checks in place of its marks.
fn checked(text: &str) -> Result<String, String> {
    let tokens = TokenList::new(text);
    let tree = tree_of(&tokens);
    let types = Types::of(&tokens, &tree);
    let mut out = String::new();
    let mut done = 0;
    let mut failures = String::new();
    for (word, mark, inside) in marks(&tokens) {
        let whole = span(&tokens, &mark);
        let expression = &text[span(&tokens, &inside)];
        let line = 1 + text[..tokens[*mark.start()].span.start].matches('\n').count();
        let label: String = format!("{line}: {expression}").replace(['\\', '"', '\n'], "_");
        let operand = types.expression(&inside);
        let ty = types.type_of(&inside);
        let check = match (word.as_str(), ty, types.constant(&inside)) {
            ("SHOW", Some(ty), _) => {
                type_checks(&types, expression, &ty, operand.is_some_and(|operand| operand.is_lvalue), &label)
            }
            ("CONSTANT", Some(ty), Some(value)) => {
                let ty_check = type_checks(&types, expression, &ty, false, &label);
                format!("do {{ {}; {ty_check}; }} while (0)", value_check(expression, value, &label))
            }
            ("UNKNOWN", _, None) | ("UNKNOWN_TYPE", None, _) => "((void)0)".to_owned(),
            ("SIZE", ty, _) => match ty.and_then(|ty| types.declare(&ty, "")) {
                Some(name) => format!(
                    "do if (sizeof({expression}) != sizeof({name})) __builtin_printf(\"{label} is not {name}\\n\"), abort(); while (0)"
                ),
                None => {
                    let _ = writeln!(failures, "{label}: no size");
                    String::new()
                }
            },
            (_, ty, value) => {
                let _ = writeln!(
                    failures,
                    "{word} {label}: {:?} {value:?}",
                    ty.map(|ty| types.declare(&ty, "").unwrap_or_else(|| format!("{:?}", ty.kind)))
                );
                String::new()
            }
        };
        out.push_str(&text[done..whole.start]);
        out.push_str(&check);
        done = whole.end;
    }
    out.push_str(&text[done..]);
    if failures.is_empty() { Ok(out) } else { Err(failures) }
}

/// What gcc says against a program.
fn gcc(name: &str, text: &str, run: bool) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join(name);
    let program = folder.path().join("program");
    std::fs::write(&source, text).expect("written");
    let mut command = Command::new("gcc");
    command.args(["-std=gnu17", "-w", "-fmax-errors=40", "-o"]).arg(&program);
    if !run {
        command.arg("-fsyntax-only");
    }
    let result = command.arg(&source).output().expect("gcc runs");
    if !result.status.success() {
        let errors = String::from_utf8_lossy(&result.stderr);
        let errors: Vec<&str> = errors.lines().filter(|line| line.contains("error")).collect();
        return Err(errors.join("\n"));
    }
    if run {
        let result = Command::new(&program).output().expect("it runs");
        if !result.status.success() {
            return Err(String::from_utf8_lossy(&result.stdout).into_owned());
        }
    }
    Ok(())
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/types");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("tests/types")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

#[test]
fn gcc_agrees_about_every_mark() {
    let mut failures = String::new();
    for file in programs() {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let result = checked(&text).and_then(|checked| gcc(&name, &checked, text.contains("int main")));
        if let Err(error) = result {
            let _ = writeln!(failures, "{name}:\n{error}");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// The tokens of a piece of a text.
fn tokens_of(tokens: &TokenList, text: &str, piece: &str) -> RangeInclusive<usize> {
    let start = text.find(piece).expect("a piece of the text");
    tokens.at_byte(start)..=tokens.at_byte(start + piece.len() - 1)
}

#[test]
fn questions_can_be_asked_of_any_place() {
    let text = "
        typedef struct { int a, b; } pair; enum { N = 4 };
        void f(int n, double m[][N * 2]) {
            pair table[] = { 1, 2, { 3 }, [5].b = 1 };
            float line[n + 1][N]; long *p = &line, x = m[1][2];
            { char n[3]; n[0] = 1; }
        }";
    let tokens = TokenList::new(text);
    let tree = tree_of(&tokens);
    let types = Types::of(&tokens, &tree);
    let range = |piece| tokens_of(&tokens, text, piece);
    let written = |ty: Option<Type>| ty.and_then(|ty| types.declare(&ty, "x"));

    let pair = types.type_named("pair", tokens.len());
    let initializer = range("{ 1, 2, { 3 }, [5].b = 1 }");
    assert_eq!(pair.and_then(|pair| types.elements(&pair, &initializer)), Some(6));
    assert_eq!(types.constant(&range("N * 2")), Some(8));
    for no_expression in ["N *", "n + 1]", "double m", "1, 2"] {
        assert!(types.expression(&range(no_expression)).is_none(), "{no_expression}");
    }
    assert_eq!(written(types.type_of(&range("m[1][2]"))).as_deref(), Some("double x"));
    assert_eq!(written(types.value_type_of(&range("&line"))).as_deref(), Some("float (*x)[n + 1][N]"));

    let inner = *range("n[0]").start();
    assert_eq!(written(types.type_of_text("n", inner)).as_deref(), Some("char x[3]"));
    assert_eq!(written(types.type_of_text("n", *range("table").start())).as_deref(), Some("int x"));
    assert!(types.lookup("n", tokens.len()).is_none());
    assert_eq!(types.constant_of_text("sizeof(pair) * N", inner), Some(32));

    let line = types.lookup("line", inner).and_then(|found| found.ty.clone()).expect("a type");
    assert!(line.has_variable_bound());
    assert_eq!(types.declare(&line, "").as_deref(), Some("float [n + 1][N]"));
    assert_eq!(types.size_of(&line), None);

    let named = types.type_named("pair *", tokens.len());
    assert_eq!(named.as_ref().and_then(Type::pointee).and_then(|pair| types.offset_of(pair, "b")), Some(4));
}

#[test]
fn expansions_are_read_in_place_of_macros() {
    let text = "#define N 2 + 1\nint a[N]; int b = a[0];\n";
    let place = |piece: &str, from: usize| {
        let start = from + text[from..].find(piece).expect("a piece");
        start..start + piece.len()
    };
    let piece = |text, place| Piece { text, starts_line: false, space_before: true, place };
    let use_of_n = place("N]", 0).start;
    let mut pieces = Vec::new();
    let mut from = place("int", 0).start;
    for word in ["int", "a", "[", "2", "+", "1", "]", ";", "int", "b", "=", "a", "[", "0", "]", ";"] {
        let invocation = use_of_n..use_of_n + 1;
        pieces.push(if matches!(word, "2" | "+" | "1") {
            piece(word, PiecePlace::Macro { invocation, argument: None, pasted: false })
        } else {
            let at = place(word, from);
            from = at.end;
            piece(word, PiecePlace::File(at))
        });
    }
    let tokens = TokenList::weave_in(text, pieces.into_iter(), &[]);
    let tree = tree_of(&tokens);
    let types = Types::of(&tokens, &tree);
    let bound = tokens.at_byte(use_of_n);
    assert_eq!(types.constant(&(bound..=bound + 10)), None);
    let made =
        tokens.invocation_at(bound).and_then(|number| tokens.invocation(number)).expect("an invocation");
    assert_eq!(types.constant(&(made.made.start..=made.made.end - 1)), Some(3));
    let ty = types.type_of(&tokens_of(&tokens, text, "a[0]")).expect("a type");
    assert_eq!(types.declare(&ty, "x").as_deref(), Some("int x"));
    let a = types.lookup("a", tokens.at_byte(text.len() - 2)).expect("declared");
    assert_eq!(a.ty.as_ref().and_then(|ty| types.size_of(ty)), Some(12));
}

// At random -------------------------------------------------------------------

/// A generator of random numbers (xorshift), so that a failure comes again.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const INTEGERS: &[&str] = &[
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "__int128",
    "unsigned __int128",
];

const FLOATS: &[&str] = &["float", "double", "long double", "_Float32", "_Float64", "_Float128", "_Float32x"];

/// A random structure, and questions about it.
fn structure(random: &mut Random, index: usize) -> String {
    let mut text = String::new();
    let packing = random.below(8);
    if packing < 3 {
        let _ = writeln!(text, "#pragma pack(push, {})", 1 << packing);
    }
    let keyword = random.pick(&["struct", "struct", "struct", "union"]);
    let _ = write!(text, "{keyword} s{index} {{ ");
    let mut named = Vec::new();
    for member in 0..1 + random.below(7) {
        let attribute =
            random.pick(&["", "", "", "", "", " __attribute__((packed))", " __attribute__((aligned(8)))"]);
        match random.below(10) {
            0..4 => {
                let width = 1 + random.below(64);
                let ty = match width {
                    1 => random.pick(&["_Bool", "char", "int", "unsigned long"]),
                    2..=8 => random.pick(&["char", "short", "int", "long", "unsigned char", "enum e"]),
                    9..=16 => random.pick(&["short", "int", "unsigned long"]),
                    17..=32 => random.pick(&["int", "unsigned", "long long"]),
                    _ => "long",
                };
                let _ = write!(text, "{ty} m{member} : {width}{attribute}; ");
            }
            4 => {
                let ty = random.pick(&["char", "short", "int", "long"]);
                let width = random.below(8);
                let _ = write!(text, "{ty} : {width}; ");
            }
            5 if index > 0 => {
                let _ = write!(text, "{} m{member}{attribute}; ", known(random, index));
                named.push(member);
            }
            6 => {
                let ty = random.pick(INTEGERS);
                let _ = write!(text, "{ty} m{member}[{}]{attribute}; ", 1 + random.below(5));
                named.push(member);
            }
            7 => {
                let inner = random.pick(&["struct", "union"]);
                let ty = random.pick(FLOATS);
                let _ = write!(text, "{inner} {{ {ty} m{member}; char n{member} : 3; }}; ");
                named.push(member);
            }
            _ => {
                let ty = random
                    .pick(&[INTEGERS, FLOATS, &["char *", "v4", "enum e", "_Complex float", "a16"]].concat());
                let _ = write!(text, "{ty} m{member}{attribute}; ");
                named.push(member);
            }
        }
    }
    let attribute = random.pick(&[
        "",
        "",
        "",
        " __attribute__((packed))",
        " __attribute__((aligned(32)))",
        " __attribute__((packed, aligned(2)))",
    ]);
    let _ = writeln!(text, "}}{attribute};");
    if packing < 3 {
        text.push_str("#pragma pack(pop)\n");
    }
    // A structure is either, so its keyword is asked for by a typedef.
    let _ = writeln!(text, "typedef {keyword} s{index} t{index};");
    let _ = write!(text, "void f{index}(void) {{ CONSTANT(sizeof(t{index})); CONSTANT(_Alignof(t{index})); ");
    for member in named {
        let _ = write!(text, "CONSTANT(__builtin_offsetof(t{index}, m{member})); ");
    }
    text + "}\n"
}

fn known(random: &mut Random, index: usize) -> String {
    format!("t{}", random.below(index))
}

#[test]
fn gcc_lays_random_structures_out_alike() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut failures = String::new();
    for batch in 0..6 {
        let mut text = String::from(
            "typedef float v4 __attribute__((vector_size(16))); typedef int a16 __attribute__((aligned(16))); enum e { A, B };\n",
        );
        for index in 0..200 {
            text.push_str(&structure(&mut random, index));
        }
        if let Err(error) = checked(&text).and_then(|checked| gcc("structures.c", &checked, false)) {
            let _ = writeln!(failures, "batch {batch}:\n{error}");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// What an expression made at random may use.
const DECLARATIONS: &str = "
struct s { int i; double d; char c[5]; struct s *next; unsigned b3 : 3; int b31 : 31; union { long u; float v; }; const short k; };
enum e { E0, E7 = 7, EM = -3 }; enum p { P0, P9 = 9 };
_Bool b; char c; signed char sc; unsigned char uc; short h; unsigned short us; int i; unsigned u; long l;
unsigned long ul; long long ll; unsigned long long ull; __int128 q; unsigned __int128 uq; float f; double d;
long double ld; _Float64 f64; _Complex float cf; _Complex double cd; const int ci; volatile unsigned char vuc;
enum e e; enum p p; struct s s, *ps, as[3]; const struct s *pcs; int *pi, ai[4], m[2][3], **ppi; const char *str;
double *pd, (*pm)[3]; void *v; const void *cv; int (*fn)(int, double); double g(int); struct s make(void);
";

/// A random integer constant, of a size that does not overflow soon.
fn constant_operand(random: &mut Random) -> String {
    let literals = [
        "0",
        "1",
        "2",
        "7u",
        "3l",
        "5ul",
        "'a'",
        "E7",
        "EM",
        "P9",
        "0x10",
        "1ull",
        "-1",
        "sizeof(int)",
        "sizeof(struct s)",
        "(char)200",
        "(_Bool)7",
        "2.5",
        "1.5f",
        "(unsigned char)-1",
        "40000u",
        "0xffffffff",
    ];
    random.pick(&literals).to_owned()
}

fn arithmetic(random: &mut Random, depth: usize, constant: bool) -> String {
    if depth == 0 || random.below(6) == 0 {
        if constant {
            return constant_operand(random);
        }
        let names = [
            "b",
            "c",
            "sc",
            "uc",
            "h",
            "us",
            "i",
            "u",
            "l",
            "ul",
            "ll",
            "ull",
            "q",
            "uq",
            "f",
            "d",
            "ld",
            "f64",
            "cf",
            "cd",
            "ci",
            "vuc",
            "e",
            "p",
            "s.i",
            "s.d",
            "ps->c[1]",
            "as[1].u",
            "(u + s.b3)",
            "(ps->b31 * c)",
            "-s.b3",
            "(b ? s.b3 : P9)",
            "pcs->v",
            "s.k",
            "*pi",
            "ai[2]",
            "m[1][0]",
            "**ppi",
            "str[0]",
            "g(1)",
            "fn(1, 2)",
            "make().d",
            "(*pm)[1]",
            "1",
            "2.5f",
            "E7",
        ];
        return random.pick(&names).to_owned();
    }
    let next = |random: &mut Random| arithmetic(random, depth - 1, constant);
    // The operators of integers only get integers.
    let integer = |random: &mut Random, text: String| {
        format!(
            "({})({text})",
            random.pick(&["int", "unsigned", "char", "long", "unsigned long", "short", "__int128"])
        )
    };
    match random.below(16) {
        0..4 => format!("({} {} {})", next(random), random.pick(&["+", "-", "*"]), next(random)),
        4 => format!("({} / {})", next(random), next(random)),
        5 | 6 => {
            let (a, b) = (next(random), next(random));
            let operator = random.pick(&["%", "&", "|", "^", "<<", ">>"]);
            let (a, b) = (integer(random, a), integer(random, b));
            format!("({a} {operator} {b})")
        }
        7 => format!("({} {} {})", next(random), random.pick(&["==", "!=", "&&", "||"]), next(random)),
        8 => {
            let (a, b) = (next(random), next(random));
            let (a, b) = (integer(random, a), integer(random, b));
            format!("({a} {} {b})", random.pick(&["<", ">", "<=", ">="]))
        }
        9 => format!("(({}) ? {} : {})", next(random), next(random), next(random)),
        10 => format!("{}({})", random.pick(&["-", "+", "!"]), next(random)),
        11 => {
            let operand = next(random);
            format!("~{}", integer(random, operand))
        }
        12 => format!("({})({})", random.pick(&[INTEGERS, &["float", "double"]].concat()), next(random)),
        13 => format!("sizeof({})", next(random)),
        14 if constant => format!("(({}) ?: {})", next(random), next(random)),
        14 => format!("({}, {})", next(random), next(random)),
        _ => format!(
            "_Generic({}, int: {}, unsigned long: 1.0f, default: {})",
            next(random),
            next(random),
            next(random)
        ),
    }
}

fn pointer(random: &mut Random, depth: usize) -> String {
    let bases = ["pi", "ai", "&i", "m[1]", "*pm", "*m", "&ai[1]", "*ppi", "&s.i", "&as[1].i", "(int *)v"];
    if depth == 0 {
        return random.pick(&bases).to_owned();
    }
    match random.below(8) {
        0 | 1 => format!("({} + {})", pointer(random, depth - 1), random.pick(&["1", "i", "c", "2l", "E7"])),
        2 => format!(
            "({} ? {} : {})",
            arithmetic(random, 1, false),
            pointer(random, depth - 1),
            pointer(random, depth - 1)
        ),
        3 => format!(
            "({} ? {} : {})",
            random.pick(&["i", "d"]),
            pointer(random, depth - 1),
            random.pick(&["0", "(void *)0", "v", "cv", "&ci"])
        ),
        4 => format!("&*{}", pointer(random, depth - 1)),
        5 => format!("&({})[{}]", pointer(random, depth - 1), random.pick(&["i", "3", "uc"])),
        6 => random
            .pick(&[
                "ps->next->c",
                "&pcs->i",
                "&as",
                "as + 1",
                "make().c",
                "&s.c",
                "&pcs->c[1]",
                "&m",
                "m + 1",
                "pm",
                "&pm",
                "&g",
                "fn",
                "*fn",
                "\"ab\" + 1",
                "(ps = ps->next)",
                "&pcs->k",
                "&pcs->d",
            ])
            .to_owned(),
        _ => random.pick(&bases).to_owned(),
    }
}

/// Marks what gpump has an answer to, and counts what it has none to.
fn random_program(random: &mut Random, count: usize) -> (String, usize, usize) {
    let mut expressions = Vec::new();
    for at in 0..count {
        let depth = random.below(5);
        expressions.push(match at % 3 {
            0 => (arithmetic(random, depth, true), true),
            1 => (arithmetic(random, depth, false), false),
            _ => (pointer(random, depth), false),
        });
    }
    let mut plain = String::from(DECLARATIONS);
    plain.push_str("void test(void) {\n");
    for (expression, _) in &expressions {
        let _ = writeln!(plain, "SHOW({expression});");
    }
    plain.push_str("}\n");
    let tokens = TokenList::new(&plain);
    let tree = tree_of(&tokens);
    let types = Types::of(&tokens, &tree);
    let (mut untyped, mut unvalued) = (0, 0);
    let mut text = String::from(DECLARATIONS);
    text.push_str("void test(void) {\n");
    for ((_, _, inside), (expression, is_constant)) in marks(&tokens).iter().zip(&expressions) {
        let operand = types.expression(inside).expect("it is an expression");
        if operand.clone().visible_type().is_none() {
            untyped += 1;
            continue;
        }
        let value = types.constant(inside);
        unvalued += usize::from(*is_constant && operand.value.is_none());
        let mark = if value.is_some() { "CONSTANT" } else { "SHOW" };
        let _ = writeln!(text, "{mark}({expression});");
    }
    text.push_str("}\n");
    (text, untyped, unvalued)
}

#[test]
fn gcc_agrees_about_random_expressions() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut failures = String::new();
    for batch in 0..8 {
        let count = 300;
        let (text, untyped, unvalued) = random_program(&mut random, count);
        if let Err(error) = checked(&text).and_then(|checked| gcc("expressions.c", &checked, false)) {
            let _ = writeln!(failures, "batch {batch}:\n{error}");
        }
        // What divides by zero or overflows has no value.
        if untyped * 20 > count || unvalued * 5 > count {
            let _ = writeln!(failures, "batch {batch}: {untyped} without a type, {unvalued} without a value");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

// Whatever comes ---------------------------------------------------------------

/// Asks about many ranges of a text. Nothing is expected of the answers.
fn ask(text: &str, random: &mut Random) {
    let tokens = TokenList::new(text);
    let tree = tree_of(&tokens);
    let types = Types::of(&tokens, &tree);
    let count = tokens.len().max(1);
    for _ in 0..60 {
        let start = random.below(count);
        let range = start..=(start + random.below(12)).min(count - 1);
        if range.end() >= &tokens.len() {
            continue;
        }
        let ty = types.type_of(&range);
        let _ = types.constant(&range);
        if let Some(ty) = ty {
            let _ = (types.declare(&ty, "x"), types.size_of(&ty), types.align_of(&ty));
            let _ = types.elements(&ty, &range);
        }
    }
}

#[test]
fn no_text_makes_it_panic() {
    with_much_stack(|| {
        let mut random = Random(0x1234_5678_9abc_def1);
        let pieces = [
            "{",
            "}",
            "(",
            ")",
            "[",
            "]",
            ";",
            ",",
            "struct",
            "enum",
            "=",
            "int",
            "*",
            "if",
            "for",
            "else",
            "do",
            "case",
            ":",
            "?",
            "({",
            "__attribute__((",
            "#pragma omp parallel\n",
            "...",
            "typeof(",
            "sizeof",
            "\"",
            "'",
            "0x",
            "\n#pragma pack(push, 3)\n",
            "_Generic(",
            "1e9",
            "<<",
            "99999999999999999999",
            "do",
            "\\",
            "[1152921504606846976]",
            ": 4000000000",
            "__attribute__((aligned(1ull << 60)))",
            "vector_size(64)",
        ];
        for file in programs() {
            let text = std::fs::read_to_string(&file).expect("a readable file");
            let pieces_of_text: Vec<&str> = text.split_inclusive([' ', ';', '(', ',']).collect();
            for _ in 0..40 {
                let mut mutated: Vec<&str> = pieces_of_text.clone();
                for _ in 0..1 + random.below(20) {
                    let at = random.below(mutated.len());
                    match random.below(3) {
                        0 => drop(mutated.remove(at)),
                        1 => mutated.insert(at, random.pick(&pieces)),
                        _ => mutated[at] = random.pick(&pieces),
                    }
                }
                ask(&mutated.concat(), &mut random);
            }
        }
    });
}

#[test]
fn what_is_nested_too_deeply_has_no_answer() {
    with_much_stack(|| {
        let nested = |open: &str, inside: &str, close: &str| {
            format!("int i; int x = {}{inside}{};", open.repeat(5000), close.repeat(5000))
        };
        let mut random = Random(7);
        for (open, inside, close) in [
            ("(", "1", ")"),
            ("({", "1;", "})"),
            ("- ", "1", ""),
            ("i ? 1 : ", "2", ""),
            ("sizeof ", "i", ""),
            ("(int)", "1", ""),
            ("i = ", "1", ""),
            ("1 + ", "1", ""),
            ("a[", "1", "]"),
            ("f(", "1", ")"),
            ("_Generic(1, int: ", "1", ")"),
            ("sizeof(struct {", "int i;", "})"),
            ("{", "1", "}"),
            ("*", "i", ""),
            ("(typeof(", "1", "))1"),
            ("__builtin_choose_expr(1, ", "2", ", 3)"),
            ("__builtin_expect(", "2", ", 3)"),
        ] {
            let text = nested(open, inside, close);
            let list = TokenList::new(&text);
            let equals = (0..list.len()).find(|&at| list.text(at) == "=").expect("an initialiser");
            let tree = tree_of(&list);
            let types = Types::of(&list, &tree);
            let value = equals + 2..=list.len() - 2;
            if open == "1 + " {
                assert_eq!(types.constant(&value), Some(5001), "this is not nested");
            }
            let _ = types.type_of(&value);
            ask(&text, &mut random);
        }
        for text in [
            format!("void f(void) {{ {} {} }}", "{".repeat(5000), "}".repeat(5000)),
            format!("void f(void) {{ {} ; }}", "for (;;)".repeat(5000)),
            format!("void f(void) {{ {} ; }}", "if (sizeof(struct { int i; }))".repeat(2000)),
            format!("int {}x{};", "(".repeat(5000), ")".repeat(5000)),
            format!("int f{}int{};", "(int (*g)(".repeat(5000), "))".repeat(5000)),
            format!("{} int i; {};", "struct {".repeat(5000), "}".repeat(5000)),
            format!("int x{};", "[2]".repeat(5000)),
            format!("int {}x;", "*".repeat(5000)),
        ] {
            ask(&text, &mut random);
        }
    });
}

// The C library's headers --------------------------------------------------------

#[test]
fn the_headers_of_the_library_are_understood() {
    let includes = "
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <immintrin.h>
";
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("headers.c");
    std::fs::write(&source, includes).expect("written");
    let output = Command::new("gcc").args(["-E", "-P"]).arg(&source).output().expect("gcc runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let tokens = TokenList::new(&text);
    let tree = tree_of(&tokens);
    let types = Types::of(&tokens, &tree);
    let end = tokens.len();
    let mut names: Vec<String> = Vec::new();
    let mut functions: Vec<String> = Vec::new();
    let mut unknown: Vec<String> = Vec::new();
    for index in (0..end).filter(|&index| matches!(tokens[index].kind, kind::IDENTIFIER | kind::TYPEDEF_NAME))
    {
        let name = tokens.text(index);
        match types.lookup(name, end) {
            Some(found) if found.ty.is_none() && !matches!(found.meaning, Meaning::Enumerator { .. }) => {
                unknown.push(name.to_owned());
            }
            Some(found) if found.meaning == Meaning::Typedef => names.push(name.to_owned()),
            Some(found) if found.meaning == Meaning::Object => functions.push(name.to_owned()),
            Some(_) => functions.push(name.to_owned()),
            None => {}
        }
        if index >= 2 && matches!(tokens[index - 2].kind, kind::STRUCT | kind::UNION) {
            names.push(format!("{} {name}", tokens.text(index - 2)));
        }
    }
    for list in [&mut names, &mut functions, &mut unknown] {
        list.sort();
        list.dedup();
    }
    assert!(unknown.is_empty(), "without a type: {unknown:?}");
    assert!(names.len() > 200 && functions.len() > 500, "{} {}", names.len(), functions.len());
    let mut program = text.clone();
    let mut incomplete = 0;
    program.push_str("\nvoid the_test(void) {\n");
    for name in &names {
        let Some(ty) = types.type_named(name, end) else { continue };
        let Some(size) = types.size_of(&ty) else {
            incomplete += 1;
            continue;
        };
        let align = types.align_of(&ty).expect("what has a size has an alignment");
        let _ = writeln!(program, "_Static_assert(sizeof({name}) == {size}, \"size of {name}\");");
        let _ = writeln!(program, "_Static_assert(_Alignof({name}) == {align}, \"alignment of {name}\");");
    }
    for name in &functions {
        let ty = types.type_of_text(name, end).unwrap_or_else(|| panic!("{name} has no type"));
        if let Some(words) = types.declare(&ty, "") {
            let _ = writeln!(
                program,
                "_Static_assert(__builtin_types_compatible_p(__typeof__({name}), __typeof__({words})), \"{name}\");"
            );
        }
    }
    program.push_str("}\n");
    assert!(incomplete < 30, "{incomplete} types without a size");
    gcc("headers.c", &program, false).unwrap_or_else(|error| panic!("{error}"));
}
