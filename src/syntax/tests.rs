//! Tokens, the names that are types, and the lines of the preprocessor.

use super::directives::{Directive, Directives, read};
use super::generated::open_mpc as kind;
use super::tokens::TokenList;
use crate::rewrite::Tokens as _;

/// The names of a text, each with a `'` behind it where it is a type.
fn marked(text: &str) -> String {
    let list = TokenList::new(text);
    (0..list.len())
        .map(|index| match list[index].kind {
            kind::TYPEDEF_NAME => format!("{}'", list.text(index)),
            _ => list.text(index).to_owned(),
        })
        .collect()
}

#[track_caller]
fn assert_marked(expected: &str) {
    assert_eq!(marked(&expected.replace('\'', "")), expected);
}

#[test]
fn a_typedef_is_a_type_from_its_declarator_on() {
    assert_marked("typedef int T; T' x; int f(T' a, T' *b);");
    assert_marked("typedef struct s { int m; } S, *P; S' a; P' b;");
    assert_marked("typedef int (*F)(int, char); F' f;");
    assert_marked("typedef double row[10]; row' r; typedef row' matrix[3]; matrix' m;");
    assert_marked("typedef unsigned int T, U; U' u;");
    assert_marked("typedef enum { A, B } E; E' e = A;");
}

#[test]
fn casts_and_sizeof_see_types() {
    assert_marked("typedef int T; int f(void) { return (T')1 + sizeof(T') + sizeof(T' *); }");
    assert_marked("typedef int T; int x = (T')(1) * (T')2;");
}

#[test]
fn a_declaration_hides_a_type_to_the_end_of_its_scope() {
    assert_marked("typedef int T; void f(void) { int T = 1; T = T * 2; } T' x;");
    assert_marked("typedef int T; void f(int T) { T = 1; } T' x;");
    assert_marked("typedef int T; void f(void) { T' T; T = 1; { T++; } } T' y;");
    assert_marked("typedef int T; void f(void) { { int T; T = 1; } T' z; }");
}

#[test]
fn members_tags_and_labels_are_not_types() {
    assert_marked("typedef int T; struct T { T' T; } s; int f(void) { return s.T + (&s)->T; }");
    assert_marked("typedef int T; void f(void) { goto T; T: return; }");
    assert_marked("typedef int T; struct s { T' a : 3; T' *b, c[2]; };");
    assert_marked("typedef int T; enum T { K }; enum T e;");
}

#[test]
fn control_statements_leave_a_beginning_behind_them() {
    assert_marked(
        "typedef int T; void f(void) { if (1) T' *a; else T' *b; for (T' i = 0; i < 3; i++) { T' c; } }",
    );
    assert_marked(
        "typedef int T; void f(int a) { switch (a) { case 1 ? 2 : 3: { T' d; } default: { T' e; } } }",
    );
    assert_marked("typedef int T; void f(void) { do T' *x; while (0); T' y; }");
}

#[test]
fn a_for_declares_to_the_end_of_its_body() {
    assert_marked("typedef int T; void f(void) { for (int T = 0; T; ) T * T; T' x; }");
    assert_marked("typedef int T; void f(int a) { for (int T = 0; T; ) if (a) T--; else T++; T' x; }");
    assert_marked(
        "typedef int T; void f(int a) { if (a) for (int T = 0; T; ) do T--; while (T); else T' *x; T' y; }",
    );
    assert_marked("typedef int T; void f(void) { for (T' T = 0; T; ) { { T--; } T * T; } T' x; }");
}

#[test]
fn a_name_is_declared_where_its_declarator_ends() {
    assert_marked("typedef int T; void f(void) { T' T[sizeof(T')], a = sizeof(T); }");
    assert_marked("typedef int T; enum { A = sizeof(T'), T = sizeof(T'), B = sizeof(T) };");
    assert_marked("typedef int T; void f(int T, int a[(T)]) { T++; } void g(T' a);");
    assert_marked("typedef int T; int (*f(int T))(T') { return (T) ? 0 : 1; }");
    assert_marked("typedef int T; int f(a, n) T' *a, n; { return a[n]; } T' x;");
}

#[test]
fn parentheses_behind_a_type_enclose_a_name_or_parameters() {
    assert_marked("typedef int T; T' (a), (*b), (c)(T'); void f(T' (T'), T' (a), T' (*)(T')); ");
    assert_marked("typedef int T; void f(void) { T' (T); T = 1; } int x = sizeof(T' (*)(T'));");
}

#[test]
fn expressions_see_types_where_types_can_stand() {
    assert_marked("typedef int T; int x = _Generic(1, T': 2, const T' *: 3, default: (T')4);");
    assert_marked("typedef struct { int T; } T; int x = __builtin_offsetof(T', T) + sizeof((T'){ .T = 1 });");
    assert_marked("typedef int T; void f(T' a) { a = ({ T' T = a; (T); }); (T')a; __typeof__(T') b; }");
    assert_marked("typedef int T; struct { int T; } s = { T: (T')1 }; _Atomic(T') a; _Alignas(T') char c;");
    assert_marked(
        "typedef int T; void f(void *v) { *(T' *)v = 1; T: goto T; v = &&T; asm(\"\" : [T] \"=r\"(v)); }",
    );
    assert_marked("typedef int T __attribute__((T)); T' x __attribute__((aligned(sizeof(T')))), T;");
}

#[test]
fn tokens_that_one_sees_only_in_their_place() {
    let count = |kind: i32, text: &str| TokenList::new(text).iter().filter(|t| t.kind == kind).count();
    let text = "_Atomic(int) a; _Atomic int b; int *_Atomic c; _Atomic (int) *d;";
    assert_eq!((count(kind::ATOMIC_SPECIFIER, text), count(kind::ATOMIC_QUALIFIER, text)), (2, 2));
    let text = "void f(int a) { int g(void) { return 1; } { } int h(int b) { { } } if (a) { } }";
    assert_eq!(count(kind::NESTED_BODY, text), 2);
    let text = "void f(int a) { switch (a) { case 1 ? 2 : 3: ; default: } a ? 1 : 2; out: }";
    assert_eq!((count(kind::FINAL_COLON, text), count(kind::COLON, text)), (2, 3));
}

#[test]
fn other_spellings_are_the_same_tokens() {
    let kinds = |text: &str| -> Vec<i32> {
        TokenList::new(text).iter().filter(|token| token.is_visible()).map(|token| token.kind).collect()
    };
    assert_eq!(kinds("<: :> <% %>"), kinds("[ ] { }"));
    assert_eq!(kinds("??( ??) ??< ??> ??! ??!??! ??' ??- ??!= ??'="), kinds("[ ] { } | || ^ ~ |= ^="));
    assert_eq!(
        kinds("__typeof__ __asm__ __volatile__ __inline __thread"),
        kinds("typeof asm volatile inline _Thread_local")
    );
    assert_eq!(kinds("__extension__ int x;"), kinds("int x;"));
    let list = TokenList::new("%:define X 1\n??=pragma omp barrier\n");
    assert_eq!(list[0].kind, kind::DIRECTIVE);
    assert!(list.iter().any(|token| token.kind == kind::BARRIER));
}

#[test]
fn headers_bring_their_types() {
    assert_marked("#include <stdio.h>\nFILE' *f; size_t' n; void g(void) { (size_t')n; }");
    assert_marked("int size_t; int x = size_t;");
    assert_marked("#define real float\nreal' x; real' f(real' *a);");
    assert_marked("#include <stdint.h>\nint32_t' x = (int32_t')1;");
}

#[test]
fn a_name_in_front_of_a_name_is_a_type() {
    assert_marked(
        "#include \"own.h\"\nvector' a; void f(vector' *b, matrix' m) { vector' c; vector' *d = 0; (vector' *)b; }",
    );
    assert_marked("int a, b; void f(void) { a * b; }");
    assert_marked("void f(a, b) int a; char *b; { a = *b; }");
}

#[test]
fn pragmas_have_words_of_their_own() {
    let text = "int private, shared;\n#pragma omp parallel private(shared) \\\n  num_threads(private)\nprivate = 1;\n";
    let list = TokenList::new(text);
    let count = |kind: i32| list.iter().filter(|token| token.kind == kind).count();
    assert_eq!((count(kind::PRIVATE), count(kind::SHARED), count(kind::NUM_THREADS)), (1, 0, 1));
    assert_eq!(count(kind::NEW_LINE), 1, "the backslash continues the pragma");
    let outside: Vec<&str> =
        (0..list.len()).filter(|&i| list[i].kind == kind::IDENTIFIER).map(|i| list.text(i)).collect();
    assert_eq!(outside, ["private", "shared", "shared", "private", "private"]);
}

#[test]
fn in_a_clause_the_words_of_openmp_are_names_but_for_those_of_default_and_schedule() {
    let words = |text: &str, kind: i32| {
        let list = TokenList::new(text);
        (0..list.len()).filter(|&i| list[i].kind == kind).map(|i| list.text(i)).collect::<Vec<_>>().join(" ")
    };
    let text = "#pragma omp parallel for default(none) schedule(dynamic, runtime) if(s.single + f(none))\n";
    assert_eq!(words(text, kind::IDENTIFIER), "runtime s single f none");
    assert_eq!((words(text, kind::NONE), words(text, kind::DYNAMIC)), ("none".into(), "dynamic".into()));
    let text = "#pragma omp parallel default(shared) reduction(+: private, shared)\n";
    assert_eq!(
        (words(text, kind::IDENTIFIER), words(text, kind::SHARED)),
        ("private shared".into(), "shared".into())
    );
    assert_eq!(words("#pragma omp critical (master)\n", kind::IDENTIFIER), "master");
    assert_eq!(words("#pragma omp flush(flush)\n", kind::FLUSH), "flush");
}

#[test]
fn pragmas_are_found_however_they_are_spaced() {
    for text in [
        "#pragma omp barrier\n",
        "  #  pragma\tomp barrier\n",
        "#pragma /* c */ omp barrier // c\n",
        "#\\\npragma omp barrier\r\n",
    ] {
        let list = TokenList::new(text);
        assert!(list.iter().any(|token| token.kind == kind::PRAGMA_OMP), "{text:?}");
        assert!(list.iter().any(|token| token.kind == kind::BARRIER), "{text:?}");
    }
    for text in [
        "#pragma once\n",
        "#pragma ompx barrier\n",
        "#pragma\n",
        "#pragmaomp barrier\n",
        "#define pragma omp\n",
    ] {
        let list = TokenList::new(text);
        assert!(list.iter().all(|token| token.kind != kind::PRAGMA_OMP), "{text:?}");
    }
}

#[test]
fn tokens_are_the_source() {
    for text in [
        "",
        "x",
        "#",
        "#\n",
        "/* open",
        "\"open\nint x;",
        "'",
        "int x; #pragma omp parallel",
        "\\",
        "a\\\nb",
        "é = ü;",
    ] {
        let list = TokenList::new(text);
        assert_eq!((0..list.len()).map(|index| list.text(index)).collect::<String>(), text);
    }
}

#[test]
fn directives_are_read() {
    let header = |line: &str| match read(line, 0) {
        Directive::Include { header, quoted } => (header, quoted),
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(header("#include <sys/time.h> // time\n"), ("sys/time.h".to_owned(), false));
    assert_eq!(header("# include /* own */ \"a.h\"\n"), ("a.h".to_owned(), true));
    let Directive::Define(definition) = read("#define MAX(a, b) \\\n ((a) > (b) ? (a) : (b) + n)\n", 5)
    else {
        panic!("a definition");
    };
    assert_eq!(definition.parameters, Some(vec!["a".to_owned(), "b".to_owned()]));
    assert_eq!(definition.names().collect::<Vec<_>>(), ["n"]);
    assert_eq!(read("#ifdef X\n", 0), Directive::Other);
}

#[test]
fn what_a_condition_leaves_out_is_not_seen() {
    let visible = |text: &str| -> String {
        let list = TokenList::new(text);
        (0..list.len()).filter(|&i| list[i].is_visible()).map(|i| list.text(i)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(visible("#if 0\n it's no C\n#else\nint a;\n#endif\n"), "int a ;");
    assert_eq!(visible("#ifdef _OPENMP\nint a;\n#else\nint b;\n#endif\n"), "int a ;");
    assert_eq!(visible("#ifndef N\n#define N 1\n#endif\n#ifdef N\nint a;\n#endif\n"), "int a ;");
    assert_eq!(
        visible("#if 0\n#if 1\nint a;\n#else\nint b;\n#endif\n#elif 1\nint c;\n#endif\nint d;"),
        "int c ; int d ;"
    );
    assert_eq!(visible("#if X > 3\nint a;\n#else\nint b;\n#endif\n"), "int a ;");
    let hidden = "#if 0\n#pragma omp parallel\n#define M 1\n#endif\n";
    assert!(Directives::of(&TokenList::new(hidden)).macros.is_empty());
}

#[test]
fn commas_between_clauses_are_not_seen() {
    let commas = |text: &str| {
        let list = TokenList::new(text);
        list.iter().filter(|token| token.kind == kind::COMMA).count()
    };
    assert_eq!(commas("#pragma omp parallel private(a, b), shared(c) , nowait, default(none)\n"), 1);
    assert_eq!(commas("#pragma omp parallel , private(a)\n"), 0, "behind the directive's name");
    assert_eq!(commas("#pragma omp parallel private(a),\n"), 1, "not at the end");
}

/// A list put together from a file and what the preprocessor makes of it, the
/// tokens that the parser sees set apart by blanks.
fn woven(text: &str) -> (TokenList, String) {
    use crate::preprocessor::{Environment, MemoryHeaders};
    let mut headers = MemoryHeaders::new();
    headers.insert("h.h", "typedef int t;\n");
    let source = crate::Source::new("t.c", text.as_bytes());
    let preprocessing =
        crate::Preprocessing { environment: Environment::default(), headers: std::sync::Arc::new(headers) };
    let list = crate::translator::tokens(&source, &preprocessing);
    let seen = (0..list.len()).filter(|&index| list[index].is_visible());
    let seen = seen.map(|index| list.text(index).trim_end()).collect::<Vec<_>>().join(" ");
    (list, seen)
}

/// What is left of a list when its virtual tokens are left out.
fn typed(list: &TokenList) -> String {
    (0..list.len()).filter(|&index| !list.is_virtual(index)).map(|index| list.text(index)).collect()
}

#[test]
fn the_parser_sees_expansions_and_headers_and_the_printer_the_file() {
    for (text, seen) in [
        ("#include \"h.h\"\nt x; // y\n", "typedef int t ; t x ;"),
        ("#define N 10\nint a[N]; /* N */\n", "int a [ 10 ] ;"),
        ("#define F(x, y) x + y\nint a = F( 1 , 2 );\n", "int a = 1 + 2 ;"),
        ("#define NOTHING\nNOTHING int NOTHING a NOTHING;", "int a ;"),
        ("#if 0\nint b;\n#else\nint c;\n#endif\n", "int c ;"),
        ("int lo\\\nng_name;\r\n", "int long_name ;"),
        (
            "#define P _Pragma(\"omp barrier\")\nvoid f(void) { P ; }\n",
            "void f ( void ) { #pragma omp barrier  ; }",
        ),
        ("void f(void) {\n#pragma omp barrier\n}", "void f ( void ) { #pragma omp barrier  }"),
    ] {
        let (list, found) = woven(text);
        assert_eq!(found, seen, "{text}");
        assert_eq!(typed(&list), text);
    }
}

#[test]
fn every_token_stands_for_bytes_of_the_file() {
    let text = "#include \"h.h\"\n#define F(x) (x + y)\nt a = F(b);\n";
    let (list, _) = woven(text);
    let stands_for = |word: &str, whole: bool| {
        let index = (0..list.len()).find(|&index| list[index].is_visible() && list.text(index) == word);
        &text[list.stands_for(index.expect(word), whole)]
    };
    assert_eq!(stands_for("a", false), "a");
    assert_eq!(stands_for("b", false), "b");
    assert_eq!(stands_for("b", true), "F(b)");
    assert_eq!(stands_for("y", false), "F(b)");
    assert_eq!(stands_for("typedef", false), "#include \"h.h\"");
}
