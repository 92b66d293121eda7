use super::{Kind, Node, Tree};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;

/// A node as its kind, what it is at, and its children.
fn shape(tokens: &TokenList, node: Node<'_>) -> String {
    let children: Vec<String> = node.children().map(|child| shape(tokens, child)).collect();
    let at = match node.kind() {
        Kind::Assignment | Kind::Binary | Kind::Unary | Kind::Step | Kind::Select => {
            tokens.text(node.at()).to_owned()
        }
        Kind::Name | Kind::Integer => return tokens.text(node.at()).to_owned(),
        kind => format!("{kind:?}"),
    };
    format!("({at} {})", children.join(" ")).replace(" )", ")")
}

/// The shape of an expression.
fn of(expression: &str) -> String {
    let text = format!("typedef int T; int a, b, c, d; void f(void) {{ {expression}; }}");
    let tokens = TokenList::new(&text);
    let tree = Tree::of(&tokens).unwrap_or_else(|error| panic!("{expression}: {error:?}"));
    let first = tokens.at_byte(text.find("{ ").unwrap() + 2);
    let found = tree.path(first).find(|node| node.kind().is_expression());
    let found = found.unwrap_or_else(|| panic!("{expression}: no expression in {:?}", tree.top().last()));
    assert_eq!(tokens.text(found.last() + 1), ";", "{expression}: {found:?}");
    shape(&tokens, found)
}

#[test]
fn operators_nest_as_they_bind() {
    assert_eq!(of("a + b * c"), "(+ a (* b c))");
    assert_eq!(of("a * b + c"), "(+ (* a b) c)");
    assert_eq!(of("a - b - c"), "(- (- a b) c)");
    assert_eq!(of("a < b == c < d"), "(== (< a b) (< c d))");
    assert_eq!(of("a || b && c | d ^ a & b"), "(|| a (&& b (| c (^ d (& a b)))))");
    assert_eq!(of("a << 1 + b"), "(<< a (+ 1 b))");
    assert_eq!(of("a = b = c"), "(= a (= b c))");
    assert_eq!(of("a += b ? c : d"), "(+= a (Conditional b c d))");
    assert_eq!(of("a ? b : c ? d : a"), "(Conditional a b (Conditional c d a))");
    assert_eq!(of("a ?: b"), "(Conditional a b)");
    assert_eq!(of("a, b, c"), "(Comma a b c)");
}

#[test]
fn prefixes_and_suffixes_nest_around_their_operand() {
    assert_eq!(of("-a[b]++"), "(- (++ (Subscript a b)))");
    assert_eq!(of("a.b->c(d, 1)"), "(Call (c (b a)) d 1)");
    assert_eq!(of("*&a"), "(* (& a))");
    assert_eq!(of("!(a)"), "(! (Parentheses a))");
    assert_eq!(of("(T)a + b"), "(+ (Cast (TypeName (Specifiers)) a) b)");
    assert_eq!(of("sizeof a + sizeof(T)"), "(+ (Measure a) (Measure (TypeName (Specifiers))))");
    assert_eq!(of("(T){1}"), "(CompoundLiteral (TypeName (Specifiers)) (Braces 1))");
    assert_eq!(of("(T[]){1, [2] = 3}[a]"), {
        let name = "(TypeName (Specifiers) (Declarator (DirectDeclarator (Array))))";
        format!("(Subscript (CompoundLiteral {name} (Braces 1 (Item (Designation (Designator 2)) 3))) a)")
    });
    assert_eq!(of("++a"), "(++ a)");
}

#[test]
fn statements_and_directives_are_nodes() {
    let text = "void f(int n, int *a) {\n#pragma omp parallel for private(n) schedule(static, 4)\n\
                for (int i = 0; i < n; i++) if (a[i]) a[i] = 1; else break;\n#pragma omp barrier\n}";
    let tokens = TokenList::new(text);
    let tree = Tree::of(&tokens).unwrap();
    let function = tree.top().next().unwrap();
    let body = function.child(Kind::Block).unwrap();
    assert_eq!(
        shape(&tokens, body),
        "(Block (Construct (Directive (Clause (Names)) (Clause 4)) \
         (For (ForInit (Declaration (Specifiers) (InitDeclarator (Declarator (DirectDeclarator)) 0))) \
         (ForCondition (< i n)) (ForIncrement (++ i)) \
         (If (Subscript a i) (Expression (= (Subscript a i) 1)) (Break)))) (Directive))"
    );
    let one = tokens.at_byte(text.find("i++").unwrap());
    let step = tree.expression(&(one..=one + 1)).unwrap();
    assert_eq!(step.parent().map(Node::kind), Some(Kind::ForIncrement));
}

#[test]
fn the_tree_of_a_file_is_put_together_from_its_portions() {
    let text: String = (0..2000).map(|n| format!("int f{n}(int a) {{ return a + {n}; }}\n")).collect();
    let tokens = TokenList::new(&text);
    let tree = Tree::of(&tokens).unwrap();
    assert_eq!(tree.top().len(), 2000);
    for (number, function) in tree.top().enumerate() {
        let found = tree.path(function.last() - 2).map(Node::kind).collect::<Vec<_>>();
        assert_eq!(found, [Kind::Function, Kind::Block, Kind::Return], "{number}");
    }
}

#[test]
fn a_name_is_in_scope_behind_its_declarator() {
    let text =
        "int a[3] __attribute__((unused)) = { 1 }, (*g)(int b, int c); int f(int h) { int e; return e; }";
    let tokens = TokenList::new(text);
    let tree = Tree::of(&tokens).unwrap();
    let end = |name: &str| tree.declarator_end(tokens.at_byte(text.find(name).unwrap()));
    let behind = |name: &str| end(name).map(|last| &text[tokens[last].span.end..][..2]);
    assert_eq!(
        ["a[", "g)", "b,", "c)", "f(", "h)", "e;"].map(behind),
        [" =", "; ", ", ", ");", " {", ") ", "; "].map(Some)
    );
    assert_eq!(end("return"), None);
}
