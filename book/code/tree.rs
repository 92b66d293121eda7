//! A parse tree to look at: rules, and tokens as leaves.

use antlr4_runtime::{Node, TOKEN_EOF, Token as _};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The rule's name, or the token's text.
    pub label: String,
    pub is_token: bool,
    pub children: Vec<Tree>,
}

impl Tree {
    /// The tree below a node of the parser's.
    pub fn of<S: AsRef<str>>(node: Node<'_>, rules: &[S]) -> Tree {
        if let Some(rule) = node.as_rule() {
            let label = rules.get(rule.rule_index()).map_or("?", |name| name.as_ref()).to_owned();
            let children = node.children().map(|child| Tree::of(child, rules)).collect();
            return Tree { label, is_token: false, children };
        }
        let token = node.as_terminal().map(|terminal| terminal.symbol());
        let label = match token {
            Some(token) if token.token_type() == TOKEN_EOF => "<EOF>".to_owned(),
            _ => node.text(),
        };
        Tree { label, is_token: true, children: Vec::new() }
    }

    /// One line for each node, indented by its depth; tokens are quoted.
    pub fn outline(&self) -> String {
        let mut text = String::new();
        self.outline_into(0, &mut text);
        text
    }

    fn outline_into(&self, depth: usize, text: &mut String) {
        text.push_str(&"  ".repeat(depth));
        if self.is_token {
            text.push_str(&format!("'{}'\n", self.label));
        } else {
            text.push_str(&format!("{}\n", self.label));
        }
        for child in &self.children {
            child.outline_into(depth + 1, text);
        }
    }

    /// The rules that are open at the first token with this text, outermost first.
    pub fn rules_above(&self, token: &str) -> Option<Vec<&str>> {
        if self.is_token {
            return (self.label == token).then(Vec::new);
        }
        let mut below = self.children.iter().find_map(|child| child.rules_above(token))?;
        below.insert(0, &self.label);
        Some(below)
    }
}
