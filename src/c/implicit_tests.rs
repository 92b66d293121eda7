//! Which values C converts by itself and C++ does not.

use crate::c::{Difference, Types};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::tree::Tree;

/// The conversions in the last function of a text: each value, and the type.
#[track_caller]
fn conversions(text: &str) -> Vec<(String, String)> {
    let tokens = TokenList::new(text);
    let tree = Tree::of(&tokens).expect("a program");
    let types = Types::of(&tokens, &tree);
    let all = 0..=tokens.len() - 1;
    let conversions = types.differences(&all).into_iter().filter_map(|difference| match difference {
        Difference::Conversion(conversion) | Difference::Signed(conversion) => Some(conversion),
        _ => None,
    });
    let found = conversions.map(|conversion| {
        let value: String = conversion.value.clone().map(|index| tokens.text(index)).collect();
        (value, types.declare(&conversion.to, "").expect("a type with a name"))
    });
    found.collect()
}

#[track_caller]
fn assert_converts(statements: &str, expected: &[(&str, &str)]) {
    let text = format!(
        "enum e {{ A, B }}; enum o {{ X }}; struct s {{ int *p; char c; enum e e; }};\n\
         int *take(int *, const char *, enum e); void *any(void);\n\
         int *f(int *p, long *q, const int *c, void *v, enum e e, int i, double d, int **pp)\n{{ {statements} }}"
    );
    let found = conversions(&text);
    let found: Vec<(&str, &str)> = found.iter().map(|(value, ty)| (value.as_str(), ty.as_str())).collect();
    assert_eq!(found, expected, "{statements}");
}

#[test]
fn floating_numbers_that_become_unsigned() {
    assert_converts(
        "unsigned u = d; unsigned char b; unsigned short s = (unsigned short)(d + 1); b = i ? d : 1.5f; u = -1.5;",
        &[("d", "long"), ("(d + 1)", "int"), ("i ? d : 1.5f", "int"), ("-1.5", "long")],
    );
    // What is too large for a signed number may be one, and what is no number below zero is none.
    assert_converts(
        "unsigned long l = d; unsigned u = 2.5; u = i; i = d; char c = d; _Bool t = d; d = u;",
        &[],
    );
}

#[test]
fn pointers() {
    assert_converts("p = v; v = p; p = 0; c = p; p = p + 1;", &[("v", "int *")]);
    assert_converts(
        "p = q; p = c; p = i; i = p;",
        &[
            ("q", "int *"),
            ("c", "int *"),
            ("i", "int *"),
            // First to an integer that it fits.
            ("p", "long"),
            ("p", "int"),
        ],
    );
    assert_converts(
        "int *a = any(), *b = i ? p : v; return v;",
        &[("any()", "int *"), ("i ? p : v", "int *"), ("v", "int *")],
    );
    assert_converts("v = pp; pp = v; *pp = v; pp[i] = p;", &[("v", "int **"), ("v", "int *")]);
    assert_converts("i = p == q; i = p == v; i = p < c;", &[("q", "int *")]);
    assert_converts(
        "char *s = \"a\"; const char *t = \"b\"; s = i ? \"c\" : \"d\";",
        &[("\"a\"", "char *"), ("i ? \"c\" : \"d\"", "char *")],
    );
}

#[test]
fn arguments_and_enumerations() {
    assert_converts("take(v, \"a\", 1);", &[("v", "int *"), ("1", "enum e")]);
    assert_converts("take(take(q, 0, e), any(), A);", &[("q", "int *"), ("any()", "const char *")]);
    assert_converts(
        "e = A; e = B + 1; e = X; e = i ? A : B; e++; i = e;",
        &[("B + 1", "enum e"), ("X", "enum e")],
    );
}

#[test]
fn braces() {
    assert_converts(
        "int a[] = {1, 2.5, d, e}; char b[] = {i, 'a', 100, 200};",
        &[("2.5", "int"), ("d", "int"), ("i", "char"), ("200", "char")],
    );
    assert_converts(
        "struct s x = {v, i, 1}, y = {.e = 0, .p = q}, z[] = {{v}, p, 'c', A};",
        &[("v", "int *"), ("i", "char"), ("1", "enum e"), ("0", "enum e"), ("q", "int *"), ("v", "int *")],
    );
    assert_converts("double x = i; float y[2] = {d, 1}; y[0] = d;", &[("d", "float")]);
}

#[test]
fn statements_are_gone_through() {
    let found = "for (p = v; p; p = v) if (i) p = v; else do p = v; while ((p = v)); { l: p = v; }";
    assert_converts(found, &[("v", "int *"); 6]);
    assert_converts("switch (i) { case 1: p = v; default: p = ({ int *r = v; r; }); }", &[("v", "int *"); 2]);
}
