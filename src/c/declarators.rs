//! From the parse tree of a declaration to the type that it declares.
//!
//! The tree has the shape of the grammar: specifiers, then declarators whose
//! pointers, brackets and parentheses read from the inside out. What comes out
//! is a [`Type`] and a name.

use std::rc::Rc;

use antlr4_runtime::{Node, RuleNodeView, Token as _, TokenId, TokenStore};

use super::ctype::Qualifiers;
use super::symbols::{DeclInfo, DeclType, Definition, Extent, Member, Parameter, Scopes, Type};
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::index_of;

/// What a declaration is read with.
#[derive(Clone, Copy)]
pub struct Reading<'r> {
    /// The declarations before it.
    pub scopes: &'r Scopes,
    /// The parser's tokens.
    pub store: &'r TokenStore,
    pub tokens: &'r TokenList,
    /// Whether a macro means the same from here to the end of the file.
    pub is_lasting: &'r dyn Fn(&str) -> bool,
}

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
pub fn specifiers<'t>(nodes: impl Iterator<Item = Node<'t>>, reading: &Reading<'_>) -> Specifiers {
    let mut reader = SpecifierReader::default();
    for node in nodes {
        reader.read(node, reading);
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
    fn read(&mut self, node: Node<'_>, reading: &Reading<'_>) {
        let Some(rule) = node.as_rule() else {
            let is_name =
                node.as_terminal().is_some_and(|name| name.symbol().token_type() == kind::TYPEDEF_NAME);
            return if is_name { self.named(node.text(), reading) } else { self.word(&node.text()) };
        };
        match rule.rule_index() {
            // What they say is not part of a type here.
            kind::RULE_ATTRIBUTE_SPECIFIER | kind::RULE_ALIGNMENT_SPECIFIER => {}
            kind::RULE_TYPEOF_SPECIFIER | kind::RULE_ATOMIC_TYPE_SPECIFIER => self.computed(rule, reading),
            kind::RULE_STRUCT_OR_UNION_SPECIFIER => {
                let keyword = child_text(rule, kind::RULE_STRUCT_OR_UNION);
                self.tagged(&keyword, rule);
            }
            kind::RULE_ENUM_SPECIFIER => self.tagged("enum", rule),
            _ => rule.children().for_each(|child| self.read(child, reading)),
        }
    }

    fn named(&mut self, name: String, reading: &Reading<'_>) {
        let alias =
            reading.scopes.find(&name).filter(|declaration| declaration.decl_type == DeclType::Typedef);
        self.definition = Some(match alias {
            Some(declaration) => Definition::Alias(Rc::new(declaration.ty.clone())),
            None => Definition::External,
        });
        self.words.push(name);
    }

    /// `typeof(…)` and `_Atomic(…)`. What type an expression has is not known
    /// here.
    fn computed(&mut self, rule: RuleNodeView<'_>, reading: &Reading<'_>) {
        let ty = rule.child_rule(kind::RULE_TYPE_NAME).and_then(|name| type_name(name, reading));
        self.definition = Some(ty.map_or(Definition::External, |ty| Definition::Alias(Rc::new(ty))));
        self.words.push(words(rule));
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
            "auto" | "register" | "_Thread_local" | "__thread" | "_Noreturn" => {}
            "_Atomic" => self.qualifiers.add(word),
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
pub fn declarator(rule: RuleNodeView<'_>, base: Type, reading: &Reading<'_>) -> Declared {
    let mut ty = base;
    let mut direct = None;
    for child in rule.children().filter_map(Node::as_rule) {
        match child.rule_index() {
            kind::RULE_POINTER => ty = pointer(child, ty),
            _ => direct = Some(child),
        }
    }
    match direct {
        Some(direct) => direct_declarator(direct, ty, reading),
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

fn direct_declarator(rule: RuleNodeView<'_>, mut ty: Type, reading: &Reading<'_>) -> Declared {
    let mut nested = None;
    let mut suffixes = Vec::new();
    for child in rule.children().filter_map(Node::as_rule) {
        match child.rule_index() {
            kind::RULE_DECLARATOR => nested = Some(child),
            // Parentheses around a declarator, or around parameters.
            kind::RULE_PARAMETER_GROUP | kind::RULE_ABSTRACT_GROUP => {
                let inner = child
                    .child_rule(kind::RULE_PARAMETER_DECLARATOR)
                    .or_else(|| child.child_rule(kind::RULE_ABSTRACT_DECLARATOR));
                match inner {
                    Some(inner) => nested = Some(inner),
                    None => suffixes.push(child),
                }
            }
            kind::RULE_ATTRIBUTE_SPECIFIER => {}
            _ => suffixes.push(child),
        }
    }
    let mut old_style = None;
    for suffix in suffixes.into_iter().rev() {
        let size = match suffix.rule_index() {
            kind::RULE_ARRAY_SIZE => Some(suffix),
            _ => suffix.child_rule(kind::RULE_ARRAY_SIZE),
        };
        if let Some(size) = size {
            ty = Type::Array { of: Box::new(ty), extent: extent(size, reading) };
        } else {
            let (parameters, variadic) = match suffix.child_rule(kind::RULE_PARAMETER_TYPE_LIST) {
                Some(list) => (parameters(list, reading), list.has_token(kind::ELLIPSIS)),
                None => (Vec::new(), false),
            };
            if let Some(list) = suffix.child_rule(kind::RULE_IDENTIFIER_LIST) {
                old_style = Some(list.child_rules(kind::RULE_IDENTIFIER).map(|name| name.text()).collect());
            }
            ty = Type::Function { returns: Box::new(ty), parameters, variadic };
        }
    }
    if let Some(nested) = nested {
        return declarator(nested, ty, reading);
    }
    let name = rule.child_token(kind::IDENTIFIER);
    Declared {
        name: name.map(|name| name.text().to_owned()),
        token: name.map(|name| index_of(&name.symbol())),
        ty,
        old_style,
    }
}

/// Reads an `array_size`, from bracket to bracket.
fn extent(size: RuleNodeView<'_>, reading: &Reading<'_>) -> Extent {
    let inside: Vec<(TokenId, usize)> = size
        .node()
        .descendants()
        .filter_map(Node::as_terminal)
        .map(|terminal| (terminal.symbol().token_id(), index_of(&terminal.symbol())))
        .filter(|&(id, _)| Some(id) != size.start_id() && Some(id) != size.stop_id())
        .collect();
    let (Some(first), Some(last)) = (inside.first(), inside.last()) else { return Extent::default() };
    let variable = inside.iter().any(|&(id, _)| {
        reading.store.token_type(id) == Some(kind::IDENTIFIER)
            && reading
                .store
                .text(id)
                .and_then(|name| reading.scopes.find(name))
                .is_some_and(DeclInfo::is_variable)
    });
    let text = reading.tokens.typed(&(first.1..=last.1), reading.is_lasting);
    Extent { text, variable }
}

/// The type that a `type_name` names, if it is no array and no function.
fn type_name(rule: RuleNodeView<'_>, reading: &Reading<'_>) -> Option<Type> {
    let list = rule.child_rule(kind::RULE_SPECIFIER_QUALIFIER_LIST)?;
    let base = specifiers(list.children(), reading).base;
    let Some(declarator) = rule.child_rule(kind::RULE_ABSTRACT_DECLARATOR) else { return Some(base) };
    let is_pointer = declarator.child_rule(kind::RULE_ABSTRACT_DIRECT_DECLARATOR).is_none();
    declarator.child_rule(kind::RULE_POINTER).filter(|_| is_pointer).map(|rule| pointer(rule, base))
}

fn parameters(list: RuleNodeView<'_>, reading: &Reading<'_>) -> Vec<Parameter> {
    // The lists before the last only announce parameters (GNU).
    let declarations = list
        .child_rules(kind::RULE_PARAMETER_LIST)
        .next_back()
        .into_iter()
        .flat_map(|list| list.child_rules(kind::RULE_PARAMETER_DECLARATION));
    let parameters: Vec<Parameter> = declarations.map(|rule| parameter(rule, reading)).collect();
    match parameters.as_slice() {
        // `(void)`: no parameters.
        [Parameter { name: None, ty, .. }] if *ty == Type::builtin("void") => Vec::new(),
        _ => parameters,
    }
}

fn parameter(rule: RuleNodeView<'_>, reading: &Reading<'_>) -> Parameter {
    let specifiers = match rule.child_rule(kind::RULE_DECLARATION_SPECIFIERS) {
        Some(rule) => specifiers(rule.children(), reading),
        None => Specifiers::default(),
    };
    let declared = match rule.child_rule(kind::RULE_PARAMETER_DECLARATOR) {
        Some(rule) => declarator(rule, specifiers.base, reading),
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
pub fn members(list: RuleNodeView<'_>, reading: &Reading<'_>) -> Vec<Member> {
    let mut members = Vec::new();
    for declaration in list.child_rules(kind::RULE_STRUCT_DECLARATION) {
        let base = match declaration.child_rule(kind::RULE_SPECIFIER_QUALIFIER_LIST) {
            Some(rule) => specifiers(rule.children(), reading).base,
            None => continue,
        };
        let declarators = declaration
            .child_rules(kind::RULE_STRUCT_DECLARATOR_LIST)
            .flat_map(|list| list.child_rules(kind::RULE_STRUCT_DECLARATOR))
            .filter_map(|rule| Some((rule, rule.child_rule(kind::RULE_DECLARATOR)?)));
        for (rule, inner) in declarators {
            let declared = declarator(inner, base.clone(), reading);
            if let Some(name) = declared.name {
                let is_bit_field = rule.child_rule(kind::RULE_CONSTANT_EXPRESSION).is_some();
                members.push(Member { name, ty: declared.ty, is_bit_field });
            }
        }
    }
    members
}

fn child_text(rule: RuleNodeView<'_>, index: usize) -> String {
    rule.child_rule(index).map(RuleNodeView::text).unwrap_or_default()
}

/// The words of a rule, set apart.
fn words(rule: RuleNodeView<'_>) -> String {
    let terminals = rule.node().descendants().filter_map(Node::as_terminal);
    terminals.map(|terminal| terminal.text().to_owned()).collect::<Vec<_>>().join(" ")
}
