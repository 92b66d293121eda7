//! String literals on the device: those whose address may outlive the region are the host's, for a literal of a kernel's lies in
//! memory that only the device reaches.

use std::collections::HashSet;

use super::super::{File, Writer};
use super::callees::Callee;
use crate::c::{Difference, FUNCTION_NAMES, is_search};
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::source::quoted::string_literal;
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as token;
use crate::syntax::tree::{Kind, Node};

impl Writer<'_, '_> {
    /// Replaces literals by the host's where they are not used up.
    pub(super) fn device_literals(&mut self, range: &Tokens) {
        let mut literals = Vec::new();
        let mut open = self.file.tree().within(range);
        open.reverse();
        while let Some(node) = open.pop() {
            match node.kind() {
                Kind::Text => literals.push(node),
                Kind::Name if FUNCTION_NAMES.contains(&self.file.tokens.text(node.at())) => {
                    self.name_of_function(node)
                }
                _ => open.extend(node.children().rev()),
            }
        }
        let mut arrays: Option<HashSet<usize>> = None;
        for literal in literals {
            let pieces = self.file.tokens.visible_in(&literal.tokens());
            let is_plain = pieces.iter().all(|&index| self.file.tokens.text(index).starts_with('"'));
            let mut is_array =
                || arrays.get_or_insert_with(|| self.file.texts_of_arrays(range)).contains(&literal.first());
            if !is_plain || self.file.is_used_up(literal) || is_array() {
                continue;
            }
            self.use_hosts(literal, &self.file.tokens.words(&pieces));
        }
    }

    /// `__func__` (C17 6.4.2.2) is such a literal, too.
    fn name_of_function(&mut self, name: Node<'_>) {
        let Some(function) = self.file.cuda.function_at(name.at()) else { return };
        if !self.file.is_used_up(name) {
            let literal = string_literal(&self.file.cuda.functions[function].name);
            self.use_hosts(name, &literal);
        }
    }

    fn use_hosts(&mut self, node: Node<'_>, literal: &str) {
        let name = self.out.written.literal(literal);
        let text = format!("((char *)gpump_globals.{name})");
        self.out.device.replace(
            node.tokens(),
            text,
            "primary_expression",
            "the literal's address may be kept",
        );
    }
}

impl File<'_> {
    /// The literals in a range that initialise arrays.
    fn texts_of_arrays(&self, range: &Tokens) -> HashSet<usize> {
        let differences = self.types().differences(range).into_iter();
        let texts = differences.filter_map(|difference| match difference {
            Difference::ArrayText(first) => Some(first),
            _ => None,
        });
        texts.collect()
    }

    /// Whether nothing can keep a literal's address: it is an argument of the C library, or what it is used for is no pointer.
    fn is_used_up(&self, literal: Node<'_>) -> bool {
        // What has the literal's address, if it has a pointer.
        let mut value = literal;
        while let Some(user) = value.parent() {
            let is_operator = |kinds: &[i32]| kinds.contains(&self.tokens[user.at()].kind);
            value = match user.kind() {
                Kind::Parentheses | Kind::Cast | Kind::Comma | Kind::Conditional => user,
                Kind::Binary if is_operator(&[token::PLUS]) => user,
                Kind::Binary => return is_operator(&[token::AND_AND, token::OR_OR]),
                // `&"text"[i]`
                Kind::Subscript if value.is_child(0) && is_of_address(user, self) => user,
                Kind::Unary if is_operator(&[token::AND]) => user,
                Kind::Unary | Kind::Subscript | Kind::Measure | Kind::StaticAssertion => return true,
                Kind::Attribute | Kind::Assembler | Kind::AssemblerName => return true,
                Kind::Call => match self.library_function(user) {
                    // It returns a pointer to a part of its first argument.
                    Some(name) if is_search(name) && value.is_child(1) => user,
                    Some(_) => return true,
                    None => return self.is_made_by_assert(user, literal),
                },
                // The variable is the host's.
                Kind::InitDeclarator => {
                    return user.parent().is_some_and(|declaration| self.is_static(declaration));
                }
                Kind::Braces | Kind::Item => user,
                _ => return false,
            };
        }
        true
    }

    fn is_static(&self, declaration: Node<'_>) -> bool {
        let mut specifiers =
            declaration.first()..declaration.child(Kind::InitDeclarator).map_or(0, Node::first);
        specifiers.any(|index| self.tokens[index].kind == token::STATIC)
    }

    /// The function of the C library that is called.
    fn library_function(&self, call: Node<'_>) -> Option<&str> {
        let callee = call.children().next()?.bare();
        let found = self.references_in(&callee.tokens()).first().filter(|_| callee.kind() == Kind::Name)?;
        matches!(self.callee(found), Some(Callee::Library(_))).then(|| self.tokens.text(callee.first()))
    }

    fn is_made_by_assert(&self, call: Node<'_>, literal: Node<'_>) -> bool {
        matches!(self.tokens.origin(literal.first()), Origin::Macro { .. })
            && self.tokens.text(call.first()).starts_with("__assert")
    }
}

/// Whether the address of an element is taken.
fn is_of_address(element: Node<'_>, file: &File<'_>) -> bool {
    let around = std::iter::successors(element.parent(), |node| node.parent());
    let mut around = around.skip_while(|node| node.kind() == Kind::Parentheses);
    around.next().is_some_and(|user| user.kind() == Kind::Unary && file.tokens[user.at()].kind == token::AND)
}

#[cfg(test)]
mod tests {
    use crate::{Dialect, Layout, Options, Source, translate};

    /// Literals that the program can keep say so.
    const PROGRAM: &str = r#"
typedef char text[9];
struct item { const char *name; char text[8]; };
int strcmp(const char *, const char *), printf(const char *, ...);
char *strchr(const char *, int);
static int same(const char *a, const char *b) { return a == b; }
static const char *pick(int i) { if (i > 3) return "kept 0"; else return i ? "kept 1" : "kept 2"; }
void f(struct item *items, const char **names, int n)
{
    int i, found = 0;
#pragma omp parallel for reduction(+ : found)
    for (i = 0; i < n; i++)
        items[i].name = i % 2 ? "kept 3" : ("kept" " 4");
#pragma omp parallel for reduction(+ : found)
    for (i = 0; i < n; i++) {
        const char *words[] = {"kept 5", [2] = "kept 6"}, *p = "kept 7" + 1, *q = &"kept 8"[i];
        char of_array[2][8] = {"used 0", "used 1"}, plain[] = "used 2", braced[] = {"used 3"}, around[] = ("used 4");
        text named = "used 5";
        struct item one = {"kept 9", "used 6"}, other = {.text = "used 7", .name = (const char *)"kept a"};
        static const char *const table[] = {"static"};
        names[i] = strchr("kept b", 'b'), p = q = (i, "kept c");
        names[i] = words[i % 3];
        names[i] = i ? __func__ : names[i];
        found += same("kept d", pick(i)) + (p == "kept e") + strcmp(named, i ? "used 8" : strchr(table[0], "used 9"[0]));
        if ("used a" && sizeof "used b" == "used c"[0])
            printf("used d" "%s%s", "used e" + 1, one.name);
        items[i].text[0] = *"used f";
        items[i] = other;
        found += plain[0] + braced[0] + around[0] + of_array[0][0];
    }
    printf("%d", found);
}
"#;

    #[test]
    fn what_may_be_kept_is_the_hosts() {
        let options = Options { layout: Layout::Pair, ..Options::of(Dialect::Cuda) };
        let made = translate(&Source::new("f.c", PROGRAM.as_bytes()), &options).expect("no errors");
        assert_eq!((made.regions, made.regions_on_host), (2, 0), "{:?}", made.warnings);
        let device = made.device.expect("a device's text");
        assert!(!device.contains("\"f\"") && device.contains("names[i] = i ?"), "{device}");
        assert!(!device.contains("kept") && !made.text.contains("\"static\", "), "{device}");
        for letter in "0123456789abcdef".chars() {
            assert!(device.contains(&format!("\"used {letter}\"")), "{letter}: {device}");
        }
    }
}
