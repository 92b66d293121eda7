//! A file's top-level items: what may be moved as a whole.
//!
//! A function, a declaration, a line of the preprocessor, a comment. Braces that hold other items, those of
//! `namespace` and `extern "C"`, are looked into. The cut depends on tokens alone, never on layout, and needs no
//! grammar: where brackets do not balance, items come out larger than they should, and no more.

use std::ops::Range;

use super::tokens::{Class, Text, Token};

/// What an item is, as a report calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Function,
    /// A structure, union, enumeration or class.
    Type,
    Declaration,
    Macro,
    Directive,
    Comment,
    /// The beginning or the end of a `namespace` or an `extern "C"`.
    Braces,
}

impl Kind {
    pub fn noun(self) -> &'static str {
        match self {
            Kind::Function => "function",
            Kind::Type => "type",
            Kind::Declaration => "declaration",
            Kind::Macro => "macro",
            Kind::Directive => "directive",
            Kind::Comment => "comment",
            Kind::Braces => "braces",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its tokens.
    pub tokens: Range<usize>,
    pub kind: Kind,
    /// The token that names it.
    pub name: Option<usize>,
}

/// Cuts a text's tokens into items; every token belongs to one.
pub fn items(text: &Text, tokens: &[Token]) -> Vec<Item> {
    let mut cutter = Cutter { text, tokens, at: 0, conditions: Vec::new(), items: Vec::new() };
    while cutter.at < tokens.len() {
        cutter.item();
    }
    cutter.items
}

struct Cutter<'t> {
    text: &'t Text,
    tokens: &'t [Token],
    at: usize,
    /// How deep in brackets each open `#if` of the item is.
    conditions: Vec<i32>,
    items: Vec<Item>,
}

/// What has been seen of an item, comments and directives left out.
#[derive(Default)]
struct Head {
    /// The first word, but for `inline`.
    first: Option<usize>,
    /// The name in front of the first parenthesis.
    called: Option<usize>,
    /// The last name outside of brackets.
    last_name: Option<usize>,
    /// The name behind `struct` and the like, in front of the brace.
    tag: Option<usize>,
    /// The token in front of the one at hand.
    before: Option<usize>,
    is_type: bool,
    is_typedef: bool,
    is_initialised: bool,
    /// Whether a body has been closed that more may follow, as in `struct { … } x;`.
    has_body: bool,
}

impl Cutter<'_> {
    fn spelling(&self, index: usize) -> &[u8] {
        &self.text.bytes()[self.tokens[index].span()]
    }

    fn push(&mut self, start: usize, kind: Kind, name: Option<usize>) {
        self.items.push(Item { tokens: start..self.at, kind, name });
    }

    fn item(&mut self) {
        let start = self.at;
        match self.tokens[start].class {
            Class::Comment => {
                self.at += 1;
                self.push(start, Kind::Comment, None);
            }
            Class::Directive => {
                self.directive();
                let is_macro = self.at > start + 2
                    && self.spelling(start + 1) == b"define"
                    && self.tokens[start + 2].class == Class::Word;
                match is_macro {
                    true => self.push(start, Kind::Macro, Some(start + 2)),
                    false => self.push(start, Kind::Directive, None),
                }
            }
            _ => self.declaration(),
        }
    }

    /// Passes a line of the preprocessor.
    fn directive(&mut self) {
        while self.at < self.tokens.len() && self.tokens[self.at].class != Class::DirectiveEnd {
            self.at += 1;
        }
        self.at = (self.at + 1).min(self.tokens.len());
    }

    fn declaration(&mut self) {
        let start = self.at;
        let mut head = Head::default();
        let mut depth = 0;
        self.conditions.clear();
        while self.at < self.tokens.len() {
            let at = self.at;
            let token = self.tokens[at];
            match token.class {
                Class::Comment => {
                    self.at += 1;
                    continue;
                }
                Class::Directive => {
                    self.condition(&mut depth);
                    continue;
                }
                _ => self.at += 1,
            }
            match self.spelling(at) {
                b"(" | b"[" => {
                    if depth == 0 && head.called.is_none() && !head.is_initialised {
                        head.called = head.before.filter(|&before| self.is_name(before));
                    }
                    depth += 1;
                }
                b"{" | b"<%" if depth == 0 => {
                    if self.opens_others(&head) {
                        return self.push(start, Kind::Braces, None);
                    }
                    head.has_body = true;
                    depth += 1;
                }
                b"{" | b"<%" => depth += 1,
                b"}" | b"%>" if depth == 0 => {
                    // The end of a namespace, if all is well.
                    if at > start {
                        self.at = at;
                        return self.finish(start, &head);
                    }
                    return self.push(start, Kind::Braces, None);
                }
                b"}" | b"%>" => {
                    depth -= 1;
                    if depth == 0 && !head.is_type && !head.is_initialised && !head.is_typedef {
                        return self.push(start, Kind::Function, head.called.or(head.last_name));
                    }
                }
                b")" | b"]" => depth = (depth - 1).max(0),
                b";" if depth == 0 => return self.finish(start, &head),
                word if depth == 0 => {
                    match word {
                        word if is_tag_keyword(word) => {
                            head.is_type |= !head.has_body && head.called.is_none();
                        }
                        b"typedef" => head.is_typedef = true,
                        b"=" => head.is_initialised = true,
                        _ if self.is_name(at) && !head.is_initialised => {
                            head.last_name = Some(at);
                            if head.before.is_some_and(|before| is_tag_keyword(self.spelling(before))) {
                                head.tag = Some(at);
                            }
                        }
                        _ => {}
                    }
                    if head.first.is_none() && self.spelling(at) != b"inline" {
                        head.first = Some(at);
                    }
                }
                _ => {}
            }
            // `struct s *f(void) {`: the parenthesis in front of the brace makes it a function.
            let closes_parameters = |before: usize| self.spelling(before) == b")";
            if head.has_body && depth == 1 && head.before.is_some_and(closes_parameters) {
                head.is_type = false;
            }
            head.before = Some(at);
        }
        self.finish(start, &head);
    }

    fn finish(&mut self, start: usize, head: &Head) {
        let (kind, name) = if head.is_type && head.has_body && !head.is_typedef {
            (Kind::Type, head.tag.or(head.last_name))
        } else if head.is_typedef && head.is_type {
            (Kind::Type, head.last_name)
        } else {
            (Kind::Declaration, head.called.or(head.last_name))
        };
        self.push(start, kind, name);
    }

    fn is_name(&self, token: usize) -> bool {
        let is_attribute = matches!(
            self.spelling(token),
            b"__attribute__"
                | b"__attribute"
                | b"__declspec"
                | b"__launch_bounds__"
                | b"__align__"
                | b"alignas"
                | b"_Alignas"
        );
        self.tokens[token].class == Class::Word && !is_attribute
    }

    /// Whether the brace that was just read holds items.
    fn opens_others(&self, head: &Head) -> bool {
        match head.first.map(|first| self.spelling(first)) {
            Some(b"namespace") => true,
            Some(b"extern") => head.before.is_some_and(|before| self.tokens[before].class == Class::Literal),
            _ => false,
        }
    }

    /// Passes a line of the preprocessor inside of an item. Each branch of a condition begins as deep in
    /// brackets as the first.
    fn condition(&mut self, depth: &mut i32) {
        let word = self.at + 1;
        self.directive();
        if word >= self.at {
            return;
        }
        match self.spelling(word) {
            b"if" | b"ifdef" | b"ifndef" => self.conditions.push(*depth),
            b"else" | b"elif" | b"elifdef" | b"elifndef" => {
                if let Some(&outer) = self.conditions.last() {
                    *depth = outer;
                }
            }
            b"endif" => drop(self.conditions.pop()),
            _ => {}
        }
    }
}

fn is_tag_keyword(word: &[u8]) -> bool {
    matches!(word, b"struct" | b"union" | b"enum" | b"class")
}

#[cfg(test)]
mod tests {
    use rucc_base::Interner;

    use super::super::tokens::tokenise;
    use super::*;

    /// The kinds and names of a text's items.
    fn cut(source: &str) -> Vec<String> {
        let text = Text::new("a.cu", source.into()).unwrap();
        let tokens = tokenise(&text, &mut Interner::new());
        let cut = items(&text, &tokens);
        let mut next = 0;
        for item in &cut {
            assert_eq!(item.tokens.start, next);
            next = item.tokens.end;
        }
        assert_eq!(next, tokens.len());
        let name = |item: &Item| {
            item.name.map_or("", |index| std::str::from_utf8(&text.bytes()[tokens[index].span()]).unwrap())
        };
        cut.iter().map(|item| format!("{} {}", item.kind.noun(), name(item)).trim_end().to_owned()).collect()
    }

    #[test]
    fn items_have_kinds_and_names() {
        assert_eq!(
            cut("#include <a.h>\n#define N 3\n/* c */ int x = 3, y[] = { 1, 2 }; struct s { int a; } v;\n\
                 typedef struct { int a; } t; struct s *f(struct s p) { if (p) { ; } }\n\
                 __global__ void __launch_bounds__(128) k(int a) { } int g(void); enum { A, B };"),
            [
                "directive",
                "macro N",
                "comment",
                "declaration x",
                "type s",
                "type t",
                "function f",
                "function k",
                "declaration g",
                "type"
            ]
        );
    }

    #[test]
    fn braces_that_hold_items_are_looked_into() {
        assert_eq!(
            cut("extern \"C\" { int f(void) { return 1; } }\nnamespace program { struct s { int a; }; }"),
            ["braces", "function f", "braces", "braces", "type s", "braces"]
        );
        assert_eq!(cut("inline namespace v { inline int f() { } }"), ["braces", "function f", "braces"]);
    }

    #[test]
    fn branches_of_a_condition_are_balanced_one_by_one() {
        assert_eq!(
            cut("int f(int a)\n#ifdef X\n{ if (a) {\n#else\n{ {\n#endif\n} } int g(void) { }"),
            ["function f", "function g"]
        );
    }

    #[test]
    fn what_does_not_balance_is_an_item_all_the_same() {
        assert_eq!(cut("} } int f( { ; int g;"), ["braces", "braces", "declaration f"]);
        assert_eq!(cut("#define"), ["directive"]);
    }
}
