//! From the parse tree of a declaration to the type that it declares.
//!
//! The tree has the shape of the grammar: specifiers, then declarators whose
//! pointers, brackets and parentheses read from the inside out. What comes out
//! is a [`Type`] and a name.

use std::rc::Rc;

use antlr4_runtime::{Node, RuleNodeView, Token as _, TokenId, TokenStore};

use super::generated::open_mpc as kind;
use crate::symbols::{DeclType, Definition, Extent, Member, Parameter, Qualifiers, Scopes, Type};

/// The specifiers of a declaration.
#[derive(Clone, Debug)]
pub struct Specifiers {
    pub base: Type,
    pub is_typedef: bool,
    pub is_static: bool,
    pub is_extern: bool,
    /// Whether a type is written; without one it is `int` (C90 6.5.2).
    pub has_type: bool,
}

impl Default for Specifiers {
    /// What a declaration without specifiers means: `int` (C90 6.5.2).
    fn default() -> Self {
        Specifiers {
            base: Type::builtin("int"),
            is_typedef: false,
            is_static: false,
            is_extern: false,
            has_type: false,
        }
    }
}

/// A declared name and its type.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: Option<String>,
    /// The token of the name.
    pub token: Option<usize>,
    pub ty: Type,
    /// The names of an old-style parameter list.
    pub old_style: Option<Vec<String>>,
}

/// Reads `declaration_specifiers` or `specifier_qualifier_list`, given the
/// nodes below it.
pub fn specifiers<'t>(nodes: impl Iterator<Item = Node<'t>>, scopes: &Scopes) -> Specifiers {
    let mut reader = SpecifierReader::default();
    for node in nodes {
        reader.read(node, scopes);
    }
    reader.finish()
}

#[derive(Default)]
struct SpecifierReader {
    words: Vec<String>,
    qualifiers: Qualifiers,
    definition: Option<Definition>,
    specifiers: Specifiers,
}

impl SpecifierReader {
    fn read(&mut self, node: Node<'_>, scopes: &Scopes) {
        let Some(rule) = node.as_rule() else {
            return self.word(&node.text());
        };
        match rule.rule_index() {
            kind::RULE_STRUCT_OR_UNION_SPECIFIER => {
                let keyword = child_text(rule, kind::RULE_STRUCT_OR_UNION);
                self.tagged(&keyword, rule);
            }
            kind::RULE_ENUM_SPECIFIER => self.tagged("enum", rule),
            kind::RULE_TYPE_ID => {
                let name = rule.text();
                let alias = scopes.find(&name).filter(|d| d.decl_type == DeclType::Typedef);
                self.definition = Some(match alias {
                    Some(declaration) => Definition::Alias(Rc::new(declaration.ty.clone())),
                    None => Definition::External,
                });
                self.words.push(name);
            }
            _ => rule.children().for_each(|child| self.read(child, scopes)),
        }
    }

    fn tagged(&mut self, keyword: &str, rule: RuleNodeView<'_>) {
        match rule.child_rule(kind::RULE_IDENTIFIER) {
            Some(tag) => {
                self.words.push(format!("{keyword} {}", tag.text()));
                self.definition = Some(Definition::Tagged);
            }
            None => {
                self.words.push(keyword.to_owned());
                self.definition = Some(Definition::Anonymous);
            }
        }
    }

    fn word(&mut self, word: &str) {
        match word {
            "typedef" => self.specifiers.is_typedef = true,
            "static" => self.specifiers.is_static = true,
            "extern" => self.specifiers.is_extern = true,
            "auto" | "register" => {}
            word if word.contains("const") || word.contains("volatile") || word.contains("restrict") => {
                self.qualifiers.add(word);
            }
            word if word.contains("inline") => {}
            word if word.contains("signed") && word.starts_with('_') => self.words.push("signed".to_owned()),
            word => self.words.push(word.to_owned()),
        }
    }

    fn finish(self) -> Specifiers {
        let has_type = !self.words.is_empty();
        let words = if self.words.is_empty() { "int".to_owned() } else { self.words.join(" ") };
        let definition = self.definition.unwrap_or(Definition::Builtin);
        Specifiers {
            base: Type::Base { words, qualifiers: self.qualifiers, definition },
            has_type,
            ..self.specifiers
        }
    }
}

/// Reads a declarator of any of the three families of rules: with a name, of a
/// parameter, and without a name.
pub fn declarator(rule: RuleNodeView<'_>, base: Type, scopes: &Scopes, tokens: &TokenStore) -> Declared {
    let mut ty = base;
    let mut direct = None;
    for child in rule.children().filter_map(Node::as_rule) {
        match child.rule_index() {
            kind::RULE_POINTER => ty = pointer(child, ty),
            _ => direct = Some(child),
        }
    }
    match direct {
        Some(direct) => direct_declarator(direct, ty, scopes, tokens),
        None => Declared { name: None, token: None, ty, old_style: None },
    }
}

fn pointer(rule: RuleNodeView<'_>, mut ty: Type) -> Type {
    for child in rule.children() {
        if child.text() == "*" {
            ty = Type::Pointer { to: Box::new(ty), qualifiers: Qualifiers::default() };
        } else if let Type::Pointer { qualifiers, .. } = &mut ty {
            qualifiers.add(&child.text());
        }
    }
    ty
}

fn direct_declarator(rule: RuleNodeView<'_>, mut ty: Type, scopes: &Scopes, tokens: &TokenStore) -> Declared {
    let mut name = None;
    let mut nested = None;
    let mut suffixes = Vec::new();
    for child in rule.children().filter_map(Node::as_rule) {
        match child.rule_index() {
            kind::RULE_IDENTIFIER => name = Some(child),
            kind::RULE_DECLARATOR | kind::RULE_PARAMETER_DECLARATOR | kind::RULE_ABSTRACT_DECLARATOR => {
                nested = Some(child);
            }
            _ => suffixes.push(child),
        }
    }
    let mut old_style = None;
    for suffix in suffixes.into_iter().rev() {
        if suffix.has_token(kind::LEFT_BRACKET) {
            ty = Type::Array { of: Box::new(ty), extent: extent(suffix, scopes, tokens) };
        } else {
            let (parameters, variadic) = match suffix.child_rule(kind::RULE_PARAMETER_TYPE_LIST) {
                Some(list) => (parameters(list, scopes, tokens), list.has_token(kind::ELLIPSIS)),
                None => (Vec::new(), false),
            };
            if let Some(list) = suffix.child_rule(kind::RULE_IDENTIFIER_LIST) {
                old_style = Some(list.child_rules(kind::RULE_IDENTIFIER).map(|name| name.text()).collect());
            }
            ty = Type::Function { returns: Box::new(ty), parameters, variadic };
        }
    }
    match nested {
        Some(nested) => declarator(nested, ty, scopes, tokens),
        None => Declared {
            name: name.map(|name| name.text()),
            token: name.and_then(|name| name.start_id()).map(TokenId::index),
            ty,
            old_style,
        },
    }
}

fn extent(suffix: RuleNodeView<'_>, scopes: &Scopes, tokens: &TokenStore) -> Extent {
    let Some(size) = suffix.child_rule(kind::RULE_ARRAY_SIZE).filter(|size| size.child_count() > 0) else {
        return Extent::default();
    };
    let variable = size.node().descendants().filter_map(Node::as_terminal).any(|terminal| {
        terminal.symbol().token_type() == kind::IDENTIFIER
            && scopes.find(terminal.text()).is_some_and(crate::symbols::DeclInfo::is_variable)
    });
    let text = match (size.start_id(), size.stop_id()) {
        (Some(start), Some(stop)) => (start.index()..=stop.index())
            .filter_map(|index| TokenId::try_from(index).ok())
            .filter_map(|id| tokens.text(id))
            .collect(),
        _ => size.text(),
    };
    Extent { text, variable }
}

fn parameters(list: RuleNodeView<'_>, scopes: &Scopes, tokens: &TokenStore) -> Vec<Parameter> {
    let declarations = list
        .child_rules(kind::RULE_PARAMETER_LIST)
        .flat_map(|list| list.child_rules(kind::RULE_PARAMETER_DECLARATION));
    let parameters: Vec<Parameter> = declarations.map(|rule| parameter(rule, scopes, tokens)).collect();
    match parameters.as_slice() {
        // `(void)`: no parameters.
        [Parameter { name: None, ty, .. }] if *ty == Type::builtin("void") => Vec::new(),
        _ => parameters,
    }
}

fn parameter(rule: RuleNodeView<'_>, scopes: &Scopes, tokens: &TokenStore) -> Parameter {
    let specifiers = match rule.child_rule(kind::RULE_DECLARATION_SPECIFIERS) {
        Some(rule) => specifiers(rule.children(), scopes),
        None => Specifiers::default(),
    };
    let declared = match rule.child_rule(kind::RULE_PARAMETER_DECLARATOR) {
        Some(rule) => declarator(rule, specifiers.base, scopes, tokens),
        None => Declared { name: None, token: None, ty: specifiers.base, old_style: None },
    };
    adjusted(declared.name, declared.token, declared.ty)
}

/// A parameter with its type adjusted: an array is a pointer to its elements,
/// a function a pointer to it (C99 6.7.5.3, 7 and 8).
pub fn adjusted(name: Option<String>, token: Option<usize>, ty: Type) -> Parameter {
    let from_array = matches!(ty.resolved(), Type::Array { .. });
    let ty = match ty.resolved() {
        Type::Array { of, .. } => Type::Pointer { to: of.clone(), qualifiers: Qualifiers::default() },
        Type::Function { .. } => Type::Pointer { to: Box::new(ty), qualifiers: Qualifiers::default() },
        _ => ty,
    };
    Parameter { name, token, ty, from_array }
}

/// The members of a structure from its `struct_declaration_list`.
pub fn members(list: RuleNodeView<'_>, scopes: &Scopes, tokens: &TokenStore) -> Vec<Member> {
    let mut members = Vec::new();
    for declaration in list.child_rules(kind::RULE_STRUCT_DECLARATION) {
        let base = match declaration.child_rule(kind::RULE_SPECIFIER_QUALIFIER_LIST) {
            Some(rule) => specifiers(rule.children(), scopes).base,
            None => continue,
        };
        let declarators = declaration
            .child_rules(kind::RULE_STRUCT_DECLARATOR_LIST)
            .flat_map(|list| list.child_rules(kind::RULE_STRUCT_DECLARATOR))
            .filter_map(|rule| rule.child_rule(kind::RULE_DECLARATOR));
        for rule in declarators {
            let declared = declarator(rule, base.clone(), scopes, tokens);
            if let Some(name) = declared.name {
                members.push(Member { name, ty: declared.ty });
            }
        }
    }
    members
}

fn child_text(rule: RuleNodeView<'_>, index: usize) -> String {
    rule.child_rule(index).map(RuleNodeView::text).unwrap_or_default()
}
