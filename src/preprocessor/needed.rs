//! Which of the headers' declarations a file needs.
//!
//! `#include <stdio.h>` brings hundreds of declarations, and a program uses
//! three. To parse them all would take longer than to parse the program. So
//! the preprocessed tokens are cut into external declarations (C17 6.9), and
//! of those that come from headers only the ones are kept whose names the
//! file mentions, and those that these mention in turn.
//!
//! Cutting needs no parser: at file scope a declaration ends with a `;`, or
//! with the `}` of a function's body. What a declaration declares is guessed
//! on the generous side, for a declaration too many only costs time.

use std::ops::Range;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::{Place, PpKind, PpToken, Preprocessed, Word};

/// For each token, whether it is needed. Tokens that are not from headers
/// are; so is everything if the braces do not match. `with_own` keeps all of the headers that are the program's own.
pub fn needed(file: &Preprocessed, with_own: bool) -> Vec<bool> {
    let tokens = &Text { file, tokens: &file.tokens, with_own };
    let from_header = |token: &PpToken| matches!(token.place, Place::Header { .. });
    let mut keep = vec![true; file.tokens.len()];
    if !file.tokens.iter().any(from_header) {
        return keep;
    }
    let Some(declarations) = cut(tokens) else { return keep };
    let mut choice = Choice::new(tokens);
    for declaration in &declarations {
        choice.add(declaration);
    }
    for (number, kept) in choice.run().into_iter().enumerate() {
        if !kept {
            keep[declarations[number].tokens.clone()].fill(false);
        }
    }
    keep
}

/// Tokens whose spelling can be asked for.
#[derive(Clone, Copy)]
struct Text<'t> {
    file: &'t Preprocessed,
    tokens: &'t [PpToken],
    with_own: bool,
}

impl<'t> Text<'t> {
    fn len(&self) -> usize {
        self.tokens.len()
    }

    fn text(&self, index: usize) -> &'t str {
        self.tokens.get(index).map_or("", |token| self.file.text(token))
    }

    fn part(&self, range: Range<usize>) -> Self {
        Text { tokens: &self.tokens[range], ..*self }
    }

    /// Whether a token is from a header that may be left out.
    fn is_from_header(&self, token: &PpToken) -> bool {
        matches!(token.place, Place::Header { .. }) && !(self.with_own && self.file.is_own(token))
    }
}

/// An external declaration, or a pragma between two of them.
#[derive(Debug)]
struct Declaration {
    tokens: Range<usize>,
    /// Whether all of it is from headers, so that it may be left out.
    from_header: bool,
    /// Whether a directive of `omp` or `gpump` stands in it.
    has_directive: bool,
    /// Whether the object file has it though nobody names it: other files may use it, or the loader calls it.
    is_emitted: bool,
    is_static: bool,
}

/// Where in a `struct`, `union` or `enum` specifier the scan stands, so that
/// its brace is told from a function's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    No,
    /// Behind the keyword, or behind its attributes.
    Keyword,
    /// Behind the tag.
    Named,
}

/// Cuts a file into its external declarations; `None` if brackets do not
/// match.
fn cut(tokens: &Text<'_>) -> Option<Vec<Declaration>> {
    let mut declarations: Vec<Declaration> = Vec::new();
    let mut start = 0;
    let mut depth = 0usize;
    // Whether the brace that is open at file scope holds a function's body.
    let mut body = false;
    // Whether an initialiser has begun, in which braces hold values.
    let mut has_value = false;
    let mut tag = Tag::No;
    let mut attribute = None;
    let mut index = 0;
    while index < tokens.len() {
        if is_pragma(tokens, index) {
            let end = line_end(tokens, index);
            let pragma = tokens.part(index..end);
            let is_about_next = is_accessible(&pragma) || is_about_function(&pragma);
            if depth == 0 && start == index && !is_about_next {
                declarations.push(declaration(tokens, start..end));
                start = end;
            }
            index = end;
            continue;
        }
        let text = tokens.text(index);
        let mut ends = false;
        match text {
            "(" | "[" => depth += 1,
            "{" => {
                if depth == 0 {
                    body = tag == Tag::No && !has_value;
                    tag = Tag::No;
                }
                depth += 1;
            }
            ")" | "]" => {
                depth = depth.checked_sub(1)?;
                attribute = attribute.filter(|&outer| outer != depth);
            }
            "}" => {
                depth = depth.checked_sub(1)?;
                ends = depth == 0 && body;
            }
            ";" if depth == 0 => ends = true,
            "=" if depth == 0 => has_value = true,
            _ => {}
        }
        if depth == 0 && attribute.is_none() {
            tag = match (tag, text) {
                (_, "struct" | "union" | "enum") => Tag::Keyword,
                (Tag::Keyword | Tag::Named, "__attribute__" | "__attribute") => {
                    attribute = Some(0);
                    tag
                }
                (Tag::Keyword | Tag::Named, ")") => tag,
                (Tag::Keyword, _) if tokens.tokens[index].kind == PpKind::Identifier => Tag::Named,
                _ => Tag::No,
            };
        }
        index += 1;
        if ends {
            // An old-style definition's body belongs to its head.
            let is_rest = tokens.text(start).starts_with('{');
            match declarations.last_mut().filter(|_| is_rest) {
                Some(head) => {
                    let whole = declaration(tokens, head.tokens.start..index);
                    *head = whole;
                }
                None => declarations.push(declaration(tokens, start..index)),
            }
            start = index;
            body = false;
            has_value = false;
            tag = Tag::No;
        }
    }
    if start < tokens.len() {
        declarations.push(declaration(tokens, start..tokens.len()));
    }
    (depth == 0).then_some(declarations)
}

fn declaration(tokens: &Text<'_>, range: Range<usize>) -> Declaration {
    let all = tokens.part(range.clone());
    // A directive, or what the layout of structures depends on.
    let counts = |at: usize| {
        is_pragma(&all, at)
            && matches!(
                all.text(at + 2),
                "omp" | "gpump" | "pack" | "STDC" | "scalar_storage_order" | "ms_struct"
            )
    };
    let own = behind_directives(all);
    let is_static = (0..4).any(|at| own.text(at) == "static");
    let from_header = all.tokens.iter().all(|token| all.is_from_header(token));
    Declaration {
        from_header,
        has_directive: (all.len() - own.len()..all.len()).any(counts),
        is_emitted: from_header && is_emitted(&own, is_static),
        is_static,
        tokens: range,
    }
}

/// Whether a declaration is a definition of which the object file has something in any case. What a system's header defines is
/// inline (C17 6.7.4), though it may say `extern`, as GNU C of 1989 has it.
fn is_emitted(declaration: &Text<'_>, is_static: bool) -> bool {
    let texts = || (0..declaration.len()).map(|at| declaration.text(at));
    if texts().next_back() != Some("}") {
        let mut depth = 0usize;
        let mut is_outside = |text: &str| {
            match text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        };
        return !is_static && texts().any(|text| is_outside(text) && text == "=");
    }
    let head = || texts().take_while(|text| *text != "{").map(|text| text.trim_matches('_'));
    let has = |word: &str| head().any(|text| text == word);
    let is_external = !has("inline") || has("extern") && declaration.file.is_own(&declaration.tokens[0]);
    !is_static && is_external || has("constructor") || has("destructor")
}

/// Whether a pragma begins at a token. A `#` in an expanded text is nothing
/// else.
fn is_pragma(tokens: &Text<'_>, index: usize) -> bool {
    tokens.tokens[index].starts_line && tokens.text(index) == "#" && tokens.text(index + 1) == "pragma"
}

fn is_accessible(pragma: &Text<'_>) -> bool {
    pragma.len() == 4 && pragma.text(2) == "gpump" && pragma.text(3) == "accessible"
}

/// `declare simd` and `declare variant` are about the function behind them, and are needed if it is.
fn is_about_function(pragma: &Text<'_>) -> bool {
    pragma.text(2) == "omp" && pragma.text(3) == "declare" && matches!(pragma.text(4), "simd" | "variant")
}

/// A declaration without the directives in front of it that are about its function.
fn behind_directives<'t>(declaration: Text<'t>) -> Text<'t> {
    let mut own = declaration;
    while own.len() > 0 && is_pragma(&own, 0) && is_about_function(&own) {
        own = own.part(line_end(&own, 0)..own.len());
    }
    own
}

fn line_end(tokens: &Text<'_>, index: usize) -> usize {
    (index + 1..tokens.len()).find(|&at| tokens.tokens[at].starts_line).unwrap_or(tokens.len())
}

/// What is needed: names, and the declarations that declare them.
struct Choice<'t> {
    tokens: Text<'t>,
    /// For each name, the declarations of headers that may declare it.
    declared_by: HashMap<Word, Vec<usize>>,
    is_needed: HashSet<Word>,
    /// Needed names that were not looked up yet.
    open: Vec<Word>,
    /// Ranges of the declarations.
    ranges: Vec<Range<usize>>,
    kept: Vec<bool>,
}

impl<'t> Choice<'t> {
    fn new(tokens: &Text<'t>) -> Self {
        Choice {
            tokens: *tokens,
            declared_by: HashMap::default(),
            is_needed: HashSet::default(),
            open: Vec::new(),
            ranges: Vec::new(),
            kept: Vec::new(),
        }
    }

    fn add(&mut self, declaration: &Declaration) {
        let number = self.ranges.len();
        self.ranges.push(declaration.tokens.clone());
        // Without a directive in it, it is needed by its names only. With one,
        // it may be called from another file.
        let is_by_itself = declaration.is_emitted || declaration.has_directive && !declaration.is_static;
        let by_names = declaration.from_header && !is_by_itself;
        self.kept.push(!by_names);
        if !by_names {
            self.mention(declaration.tokens.clone());
            return;
        }
        let own = behind_directives(self.tokens.part(declaration.tokens.clone()));
        for name in declared_names(&own) {
            let declared_by = self.declared_by.entry(name).or_default();
            if declared_by.last() != Some(&number) {
                declared_by.push(number);
            }
        }
    }

    fn mention(&mut self, range: Range<usize>) {
        for token in self.tokens.tokens[range].iter().filter(|token| token.kind == PpKind::Identifier) {
            if self.is_needed.insert(token.word) {
                self.open.push(token.word);
            }
        }
    }

    fn run(mut self) -> Vec<bool> {
        while let Some(name) = self.open.pop() {
            for number in self.declared_by.remove(&name).unwrap_or_default() {
                if !std::mem::replace(&mut self.kept[number], true) {
                    self.mention(self.ranges[number].clone());
                }
            }
        }
        self.kept
    }
}

/// Whether parentheses behind a word declare nothing. Most of a system's declarations have such a word: were it a name of
/// theirs, whoever mentions one would need them all.
fn begins_attribute(text: &str) -> bool {
    matches!(text, "__attribute__" | "__attribute" | "__asm__" | "__asm" | "asm")
}

fn is_type_word(text: &str) -> bool {
    matches!(
        text,
        "void" | "char" | "short" | "int" | "long" | "float" | "double" | "signed" | "unsigned" | "const"
    )
}

/// The names that a declaration may declare: its declarators', its tags and
/// its enumerators, and some that it only mentions.
fn declared_names(tokens: &Text<'_>) -> Vec<Word> {
    let mut names = Vec::new();
    let text = |at: usize| tokens.text(at);
    let mut depth = 0usize;
    // The depth inside of the parentheses of a declarator, of an enumeration's
    // braces.
    let mut nested = None;
    let mut enumeration = None;
    // That inside of an attribute's parentheses.
    let mut attribute = None;
    let mut tag_is_enumeration = false;
    for (at, token) in tokens.tokens.iter().enumerate() {
        match text(at) {
            "(" => {
                let is_declarator = matches!(text(at + 1), "*" | "(" | "^") || text(at + 2) == ")";
                depth += 1;
                if at > 0 && begins_attribute(text(at - 1)) {
                    attribute = attribute.or(Some(depth));
                } else if depth == 1 && is_declarator {
                    nested = Some(depth);
                }
            }
            "{" => {
                depth += 1;
                if std::mem::take(&mut tag_is_enumeration) {
                    enumeration = Some(depth);
                }
            }
            "[" => depth += 1,
            ")" | "}" | "]" => {
                nested = nested.filter(|&open| open != depth);
                enumeration = enumeration.filter(|&open| open != depth);
                attribute = attribute.filter(|&open| open != depth);
                depth = depth.saturating_sub(1);
            }
            ";" => tag_is_enumeration = false,
            "enum" => tag_is_enumeration = true,
            word if token.kind == PpKind::Identifier
                && attribute.is_none()
                && !is_type_word(word)
                && !begins_attribute(word) =>
            {
                let next = text(at + 1);
                let is_tag = at > 0 && matches!(text(at - 1), "struct" | "union" | "enum")
                    || (next == "{" && at > 0 && text(at - 1) == ")")
                    || nested.is_some();
                let ends_declarator =
                    || matches!(next, "(" | "[" | "," | ";" | "=" | ":" | "") || begins_attribute(next);
                let is_enumerator = || enumeration == Some(depth) && matches!(next, "," | "=" | "}");
                if is_tag || (depth == 0 && ends_declarator()) || is_enumerator() {
                    names.push(token.word);
                }
            }
            _ => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preprocessor::{Environment, MemoryHeaders, preprocess};
    use crate::source::Source;

    /// What is left of a header for a file that includes it.
    fn left(header: &str, file: &str) -> String {
        let mut headers = MemoryHeaders::new();
        headers.insert("h.h", header);
        let source = Source::new("t.c", format!("#include \"h.h\"\n{file}").as_bytes());
        let result = preprocess(&source, &Environment::default(), &headers);
        assert_eq!(result.diagnostics, []);
        let keep = needed(&result, false);
        let of_header = |token: &PpToken| matches!(token.place, Place::Header { .. });
        let kept = result.tokens.iter().zip(keep).filter(|(token, keep)| *keep && of_header(token));
        kept.map(|(token, _)| result.text(token)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn only_what_is_named_is_kept() {
        let header = "typedef int t; int f(t a); int g(t a); extern int x, y[3]; struct s { int m; };\n";
        assert_eq!(left(header, "int main(void) { return 0; }"), "");
        assert_eq!(left(header, "int main(void) { return f(1); }"), "typedef int t ; int f ( t a ) ;");
        assert_eq!(left(header, "int main(void) { return y[0]; }"), "extern int x , y [ 3 ] ;");
        assert_eq!(left(header, "struct s v;"), "struct s { int m ; } ;");
    }

    #[test]
    fn an_attribute_is_no_name_that_declarations_have_in_common() {
        let header = "int f(int) __attribute__((pure)); int g(int) __attribute__((pure)) __asm__(\"h\"); \
                      struct __attribute__((packed)) s { int a; };\n";
        let kept = "int f ( int ) __attribute__ ( ( pure ) ) ;";
        assert_eq!(left(header, "int i(void) { return f(1); }"), kept);
    }

    #[test]
    fn every_way_to_declare_a_name_is_seen() {
        for (declaration, name) in [
            ("typedef struct { int a; } n;", "n"),
            ("typedef void (*n)(int);", "n"),
            ("void (*n(int s, void (*h)(int)))(int);", "n"),
            ("int (n)(int);", "n"),
            ("int a, *n, c;", "n"),
            ("enum e { A, n = 3, C };", "n"),
            ("enum { A = 1, B, n };", "n"),
            ("struct __attribute__((packed)) n { int a; } v;", "n"),
            ("static inline int n(int a) { return a; }", "n"),
            ("int n(a) int a; { return a; }", "n"),
            ("extern int n(int) __asm__(\"m\") __attribute__((pure));", "n"),
            ("struct { struct n { int a; } b; } v;", "n"),
            ("int a[] = { 1, 2 }, n = 3;", "n"),
            ("const int *a = (const int[]){ 1, 2 }, *n = a;", "n"),
            ("typedef int n __attribute__((mode(DI)));", "n"),
            ("union u { int a; } f(void) { union u n; return n; } int n;", "n"),
            ("struct s f(void) { } int n;", "n"),
        ] {
            let kept = left(
                &format!("int before;\n{declaration}\nint after;"),
                &format!("void u(void) {{ {name}; }}"),
            );
            assert!(!kept.contains("before") && !kept.contains("after"), "{declaration}: {kept}");
            assert!(kept.split(' ').any(|word| word == name), "{declaration}: {kept}");
        }
    }

    #[test]
    fn what_is_needed_needs_others() {
        let header = "typedef struct a A; struct b { A *a; }; struct a { int x; }; enum { N = 4 }; \
                      static int g(void) { return N; } static int f(struct b *b) { return g(); } int z;";
        let kept = left(header, "void u(void) { f(0); }");
        assert!(!kept.contains('z'), "{kept}");
        for word in ["typedef struct a", "struct b {", "struct a {", "enum {", "int g"] {
            assert!(kept.contains(word), "{word}: {kept}");
        }
    }

    #[test]
    fn a_header_in_the_middle_of_a_declaration_is_kept() {
        assert_eq!(left("1, 2,\n", "int b;"), "1 , 2 ,");
        let mut headers = MemoryHeaders::new();
        headers.insert("h.h", "1, 2, 3\n");
        let source = Source::new("t.c", b"int a[] = {\n#include \"h.h\"\n};\n");
        let result = preprocess(&source, &Environment::default(), &headers);
        assert!(needed(&result, false).iter().all(|&keep| keep));
    }

    #[test]
    fn what_other_files_or_the_loader_may_use_stays() {
        let function = "static void f(void) { # pragma omp barrier }\n";
        for kept in [
            "void g ( void ) { f ( ) ; }",
            "extern inline void g ( void ) { f ( ) ; }",
            "void ( * const table [ ] ) ( void ) = { f } ;",
            "__attribute__ ( ( constructor ) ) static void g ( void ) { f ( ) ; }",
        ] {
            let all = format!("static void f ( void ) {{ # pragma omp barrier }} {kept}");
            assert_eq!(left(&format!("{function}{kept}\n"), "int a;"), all);
        }
        for left_out in [
            "static void g(void) { f(); }",
            "inline void g(void) { f(); }",
            "static void (*const table[])(void) = {f};",
            "enum { one = 1 };",
        ] {
            assert_eq!(left(&format!("{left_out}\n"), "int a;"), "", "{left_out}");
        }
    }

    #[test]
    fn directives_about_a_function_stay_with_it() {
        let header = "int wide(int);\n#pragma omp declare variant(wide) match(construct={parallel})\n\
                      #pragma omp declare simd\nint base(int);\nint other(int);\n";
        assert_eq!(left(header, "int a = other(1);"), "int other ( int ) ;");
        let kept = left(header, "int a = base(1);");
        assert!(kept.starts_with("int wide ( int ) ; # pragma omp declare variant"), "{kept}");
        assert!(kept.ends_with("# pragma omp declare simd int base ( int ) ;"), "{kept}");
    }

    #[test]
    fn functions_with_directives_stay_unless_static() {
        let header =
            "void f(void) {\n#pragma omp barrier\n}\nstatic void g(void) {\n#pragma omp parallel\n{ }\n}\n";
        assert_eq!(left(header, "int a;"), "void f ( void ) { # pragma omp barrier }");
    }
}
