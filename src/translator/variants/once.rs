//! What there is once in a statement that is written several times: its labels, and the static variables of its blocks.
//!
//! Each copy has labels of its own. The variables are declared in front of all copies, under names that nothing else has.

use std::collections::{BTreeSet, HashMap};

use super::Resolver;
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::{Kind, Node};

const RULE: &str = "metadirective_directive";
const REASON: &str = "the variable is one for all that the running program chooses from";

impl<'t> Resolver<'t> {
    /// Where a statement's labels are defined and where they are named.
    pub(super) fn labels_in(&self, statement: &Tokens) -> Vec<usize> {
        let nodes = self.nodes_in(statement);
        let is_label = |node: &&Node<'_>| {
            node.kind() == Kind::Label
                && !matches!(self.tokens[node.first()].kind, kind::CASE | kind::DEFAULT)
        };
        let defined: Vec<usize> = nodes.iter().filter(is_label).map(|node| node.first()).collect();
        let names: BTreeSet<&str> = defined.iter().map(|&label| self.tokens.text(label)).collect();
        let names_label =
            |node: &&Node<'_>| matches!(node.kind(), Kind::LabelAddress | Kind::LabelDeclaration);
        let of_nodes = nodes.iter().filter(names_label).flat_map(|node| node.tokens());
        let behind_goto = statement.clone().filter(|&index| {
            self.tokens.visible_before(index).is_some_and(|before| self.tokens[before].kind == kind::GOTO)
        });
        let named = of_nodes.chain(behind_goto).filter(|&index| self.is_name(index));
        let named = named.filter(|&index| names.contains(self.tokens.text(index)));
        named.chain(defined.iter().copied()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Takes the declarations of static variables out of a statement, and gives them as they stand in front of it. `None`, with an error
    /// at `of`, if one of them needs what the statement declares.
    pub(super) fn statics_of(&mut self, statement: &Tokens, of: &Tokens) -> Option<String> {
        let is_static = |node: &Node<'_>| {
            let specifiers = node.children().find(|child| child.kind() == Kind::InitDeclarator);
            let end = specifiers.map_or(node.last(), |first| first.first());
            let mut words = self.tokens.outside_brackets(&(node.first()..=end));
            node.kind() == Kind::Declaration && words.any(|index| self.tokens[index].kind == kind::STATIC)
        };
        let nodes = self.nodes_in(statement);
        let declarations: Vec<Tokens> =
            nodes.iter().filter(|node| is_static(node)).map(|node| node.tokens()).collect();
        let names = nodes.iter().filter(|node| node.kind() == Kind::InitDeclarator);
        let names = names.filter(|node| declarations.iter().any(|range| range.contains(&node.first())));
        let names: Vec<usize> = names.filter_map(|node| self.declared_by(*node)).collect();
        let mut moved: HashMap<(&str, usize), String> = HashMap::new();
        for name in names {
            let text = self.tokens.text(name);
            let taken = moved.values().map(String::as_str).collect();
            let free = self.unused(&format!("{text}_static"), &taken);
            moved.insert((text, self.tree.declarator_end(name)?), free);
        }
        for declaration in &declarations {
            if let Some(at) = self.needed_from(declaration, statement, &moved) {
                self.refuse_copy(at, of, "declared within it, so that the variable cannot be moved out");
                return None;
            }
        }
        let used: Vec<usize> = statement.clone().filter(|&index| self.is_name(index)).collect();
        for index in used {
            let text = self.tokens.text(index);
            let declared = self.tree.declarator_end(index).or_else(|| self.types.declared_at(text, index));
            if let Some(other) = declared.and_then(|end| moved.get(&(text, end))) {
                self.stream.replace(index..=index, other.clone(), RULE, REASON);
            }
        }
        let mut texts = Vec::new();
        for declaration in declarations {
            texts.push(self.stream.text_within(&declaration));
            self.stream.replace(declaration, String::new(), RULE, REASON);
        }
        Some(texts.join(" "))
    }

    /// What a declaration needs that a statement around it declares, but for variables that are moved with it.
    fn needed_from(
        &self,
        declaration: &Tokens,
        statement: &Tokens,
        moved: &HashMap<(&str, usize), String>,
    ) -> Option<usize> {
        let is_inside = |index: &usize| {
            let text = self.tokens.text(*index);
            let named = matches!(self.tokens[*index].kind, kind::IDENTIFIER | kind::TYPEDEF_NAME);
            let declared = self.types.declared_at(text, *index);
            named
                && declared.is_some_and(|end| {
                    statement.contains(&end)
                        && !declaration.contains(&end)
                        && !moved.contains_key(&(text, end))
                })
        };
        let tags = self.nodes_in(statement).into_iter().filter(|node| {
            matches!(node.kind(), Kind::Structure | Kind::Enumeration) && !declaration.contains(&node.first())
        });
        let tags: BTreeSet<&str> = tags
            .filter(|node| self.tokens[node.last()].kind == kind::RIGHT_BRACE)
            .filter_map(|node| Some(self.tokens.text(self.tokens.visible_from(node.first() + 1)?)))
            .collect();
        let is_tag = |index: &usize| {
            let before = self.tokens.visible_before(*index).map(|before| self.tokens[before].kind);
            matches!(before, Some(kind::STRUCT | kind::UNION | kind::ENUM))
                && tags.contains(self.tokens.text(*index))
        };
        declaration
            .clone()
            .find(|index| self.tokens[*index].is_visible() && (is_inside(index) || is_tag(index)))
    }

    /// The name that a declarator declares.
    fn declared_by(&self, declarator: Node<'_>) -> Option<usize> {
        let mut at = declarator.child(Kind::Declarator)?;
        while let Some(inner) = at.child(Kind::Declarator).or_else(|| at.child(Kind::DirectDeclarator)) {
            at = inner;
        }
        (self.tokens[at.at()].kind == kind::IDENTIFIER).then(|| at.at())
    }

    /// Whether a token is a name that is no member's and no tag.
    fn is_name(&self, index: usize) -> bool {
        let before = self.tokens.visible_before(index).map(|before| self.tokens[before].kind);
        let is_other =
            matches!(before, Some(kind::DOT | kind::ARROW | kind::STRUCT | kind::UNION | kind::ENUM));
        self.tokens[index].is_visible() && self.tokens[index].kind == kind::IDENTIFIER && !is_other
    }

    /// All nodes of a statement.
    fn nodes_in(&self, statement: &Tokens) -> Vec<Node<'t>> {
        let mut open = self.tree.within(statement);
        let mut found = Vec::new();
        while let Some(node) = open.pop() {
            found.push(node);
            open.extend(node.children());
        }
        found.sort_by_key(|node| node.first());
        found
    }
}
