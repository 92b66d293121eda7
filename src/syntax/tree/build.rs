//! From the parser's tree of a portion to the nodes of [`Tree`].
//!
//! A rule gives the nodes that it becomes: one, or those of the rules below it, if it only leads to these.

use std::sync::LazyLock;

use antlr4_runtime::{Node as Parsed, RuleNodeView, Token as _};

use super::{Data, Kind, NONE, Tree, token};
use crate::syntax::portions::index_of;
use crate::syntax::tokens::{is_assignment_operator, precedence};

/// Puts the tree of a file together.
#[derive(Default)]
pub struct Builder {
    tree: Tree,
    /// Nodes whose parents are not complete yet, in the order of the text.
    pending: Vec<u32>,
}

/// Something below a rule: a token, or a node that a rule became.
#[derive(Clone, Copy)]
enum Part {
    /// Its kind and its index.
    Token(i32, usize),
    Node(u32),
}

impl Builder {
    /// Takes the parser's tree of the next portion.
    pub fn add(&mut self, portion: Parsed<'_>) {
        self.visit(portion);
        self.tree.top.append(&mut self.pending);
    }

    pub fn finish(mut self) -> Tree {
        for parent in 0..self.tree.nodes.len() as u32 {
            let (start, count) = self.tree.nodes[parent as usize].children;
            for at in start..start + count {
                let child = self.tree.children[at as usize];
                self.tree.nodes[child as usize].parent = parent;
            }
        }
        self.tree
    }

    /// Makes a node of the nodes that are pending from some number on.
    fn make(&mut self, kind: Kind, at: usize, first: usize, last: usize, from: usize) -> u32 {
        let start = self.tree.children.len() as u32;
        self.tree.children.extend(self.pending.drain(from..));
        let children = (start, self.tree.children.len() as u32 - start);
        let [at, first, last] = [at, first, last].map(|token| token as u32);
        self.tree.nodes.push(Data { kind, at, first, last, parent: NONE, children });
        self.tree.nodes.len() as u32 - 1
    }

    /// The same, of these nodes alone; from the first one's first token to the last one's last.
    fn join(&mut self, kind: Kind, at: usize, nodes: &[u32]) -> u32 {
        let from = self.pending.len();
        self.pending.extend(nodes);
        let (first, last) = (self.first(nodes[0]), self.last(nodes[nodes.len() - 1]));
        self.make(kind, at, first, last, from)
    }

    fn first(&self, node: u32) -> usize {
        self.tree.nodes[node as usize].first as usize
    }

    fn last(&self, node: u32) -> usize {
        self.tree.nodes[node as usize].last as usize
    }

    /// Leaves the nodes of a part of the parser's tree pending.
    fn visit(&mut self, parsed: Parsed<'_>) {
        let Some(rule) = parsed.as_rule() else { return };
        match rule.rule_index() {
            token::RULE_EXPRESSION => self.comma(rule),
            token::RULE_ASSIGNMENT_EXPRESSION => self.assignment(rule),
            token::RULE_CAST_EXPRESSION => self.cast(rule),
            token::RULE_UNARY_EXPRESSION => self.unary(rule),
            token::RULE_EXTERNAL_DECLARATION | token::RULE_ATTRIBUTED_STATEMENT => self.attributed(rule),
            token::RULE_FOR_INIT => self.for_init(rule),
            other => match kind_of(other, rule) {
                Some(kind) => self.plain(kind, rule),
                None => rule.children().for_each(|child| self.visit(child)),
            },
        }
    }

    /// Attributes, and what they stand in front of: those of a declaration are a part of it.
    fn attributed(&mut self, rule: RuleNodeView<'_>) {
        let from = self.pending.len();
        rule.children().for_each(|child| self.visit(child));
        self.join_attributes(from);
        let is_declaration = |&node: &u32| self.tree.nodes[node as usize].kind == Kind::Declaration;
        if rule.rule_index() == token::RULE_ATTRIBUTED_STATEMENT
            && !self.pending.last().is_some_and(is_declaration)
            && let Some((first, last)) = ends(rule)
        {
            let node = self.make(Kind::Attributed, first, first, last, from);
            self.pending.push(node);
        }
    }

    fn for_init(&mut self, rule: RuleNodeView<'_>) {
        let from = self.pending.len();
        rule.children().for_each(|child| self.visit(child));
        self.join_attributes(from);
        if let Some((first, last)) = ends(rule) {
            let node = self.make(Kind::ForInit, first, first, last, from);
            self.pending.push(node);
        }
    }

    /// Makes attributes that are pending from some number on a part of the declaration behind them.
    fn join_attributes(&mut self, from: usize) {
        let Some((&declaration, attributes @ [first, ..])) = self.pending[from..].split_last() else {
            return;
        };
        let is_of = |node: u32, kind: Kind| self.tree.nodes[node as usize].kind == kind;
        if !is_of(declaration, Kind::Declaration)
            || !attributes.iter().all(|&node| is_of(node, Kind::Attribute))
        {
            return;
        }
        let first = self.first(*first);
        let Data { last, children: (start, count), .. } = self.tree.nodes[declaration as usize];
        self.pending.pop();
        self.pending.extend(&self.tree.children[start as usize..][..count as usize]);
        let node = self.make(Kind::Declaration, first, first, last as usize, from);
        self.pending.push(node);
    }

    /// Of a rule that becomes one node; of nothing if it has no tokens.
    fn plain(&mut self, kind: Kind, rule: RuleNodeView<'_>) {
        let from = self.pending.len();
        rule.children().for_each(|child| self.visit(child));
        if let Some((first, last)) = ends(rule) {
            // `accessible` in front of a function is no part of it.
            let ahead = rule.child_token(token::DEFINITION_AHEAD);
            let first = ahead.map_or(first, |terminal| index_of(&terminal.symbol()));
            let node = self.make(kind, significant(kind, rule).unwrap_or(first), first, last, from);
            self.pending.push(node);
        }
    }

    /// The tokens and nodes directly below a rule. No node of them is left pending.
    fn parts(&mut self, rule: RuleNodeView<'_>) -> Vec<Part> {
        let mut parts = Vec::with_capacity(rule.child_count());
        for child in rule.children() {
            match child.as_terminal() {
                Some(terminal) => {
                    let symbol = terminal.symbol();
                    parts.push(Part::Token(symbol.token_type(), index_of(&symbol)));
                }
                None => {
                    let from = self.pending.len();
                    self.visit(child);
                    parts.extend(self.pending.drain(from..).map(Part::Node));
                }
            }
        }
        parts
    }

    // Expressions ---------------------------------------------------------------------------------

    fn comma(&mut self, rule: RuleNodeView<'_>) {
        let from = self.pending.len();
        rule.children().for_each(|child| self.visit(child));
        if let (true, Some((first, last))) = (self.pending.len() > from + 1, ends(rule)) {
            let node = self.make(Kind::Comma, first, first, last, from);
            self.pending.push(node);
        }
    }

    /// Operands and operators, flat, and what may follow them.
    fn assignment(&mut self, rule: RuleNodeView<'_>) {
        let parts = self.parts(rule);
        let is_operator = |part: &&Part| matches!(part, Part::Token(kind, _) if precedence(*kind).is_some());
        let operators = parts.iter().skip(1).step_by(2).take_while(is_operator).count();
        let (operands, rest) = parts.split_at((2 * operators + 1).min(parts.len()));
        let mut left = operands;
        let Some(left) = self.binary(&mut left, 0) else { return };
        let node = match rest {
            [Part::Token(token::QUESTION, at), rest @ ..] => {
                let nodes: Vec<u32> = std::iter::once(left).chain(rest.iter().filter_map(node_of)).collect();
                self.join(Kind::Conditional, *at, &nodes)
            }
            [Part::Token(kind, at), Part::Node(value), ..] if is_assignment_operator(*kind) => {
                self.join(Kind::Assignment, *at, &[left, *value])
            }
            _ => left,
        };
        self.pending.push(node);
    }

    /// Nests operands by their operators, of which those that bind less than `least` are left.
    fn binary(&mut self, parts: &mut &[Part], least: u32) -> Option<u32> {
        let (first, rest) = parts.split_first()?;
        *parts = rest;
        let mut left = node_of(first)?;
        while let [Part::Token(kind, at), rest @ ..] = *parts
            && let Some(binds) = precedence(*kind).filter(|&binds| binds >= least)
        {
            *parts = rest;
            let right = self.binary(parts, binds + 1)?;
            left = self.join(Kind::Binary, *at, &[left, right]);
        }
        Some(left)
    }

    /// `(T) a`, `(T) { … }`
    fn cast(&mut self, rule: RuleNodeView<'_>) {
        let Some((first, last)) = ends(rule) else { return };
        if let Some(literal) = rule.child_rule(token::RULE_COMPOUND_LITERAL) {
            let name = rule.child_rule(token::RULE_TYPE_NAME);
            return self.literal(first, name, literal);
        }
        let from = self.pending.len();
        rule.children().for_each(|child| self.visit(child));
        let node = self.make(Kind::Cast, first, first, last, from);
        self.pending.push(node);
    }

    /// A compound literal from its parenthesis on, with the operators behind it.
    fn literal(&mut self, first: usize, name: Option<RuleNodeView<'_>>, rule: RuleNodeView<'_>) {
        let from = self.pending.len();
        name.into_iter().for_each(|name| self.visit(name.node()));
        let mut operators = Vec::new();
        for child in rule.children().filter_map(Parsed::as_rule) {
            match child.rule_index() {
                token::RULE_POSTFIX_OPERATOR => operators.push(child),
                _ => self.visit(child.node()),
            }
        }
        let last = self.pending.last().map_or(first, |&braces| self.last(braces));
        let literal = self.make(Kind::CompoundLiteral, first, first, last, from);
        self.postfix(literal, operators);
    }

    fn unary(&mut self, rule: RuleNodeView<'_>) {
        let Some((first, last)) = ends(rule) else { return };
        let Some(terminal) = rule.children().next().and_then(Parsed::as_terminal) else {
            let operators = rule.child_rules(token::RULE_POSTFIX_OPERATOR).collect();
            let primary = rule.child_rule(token::RULE_PRIMARY_EXPRESSION);
            let from = self.pending.len();
            primary.into_iter().for_each(|primary| self.visit(primary.node()));
            let Some(operand) = self.pending.drain(from..).next() else { return };
            return self.postfix(operand, operators);
        };
        let leaf = match terminal.symbol().token_type() {
            token::IDENTIFIER => Kind::Name,
            token::INTEGER_CONSTANT => Kind::Integer,
            token::FLOATING_CONSTANT => Kind::Floating,
            token::CHARACTER_CONSTANT => Kind::Character,
            token::STRING_LITERAL => Kind::Text,
            other => return self.prefixed(other, first, last, rule),
        };
        let end = rule.terminal_children().last().map_or(first, |terminal| index_of(&terminal.symbol()));
        let from = self.pending.len();
        let operand = self.make(leaf, first, first, end, from);
        self.postfix(operand, rule.child_rules(token::RULE_POSTFIX_OPERATOR).collect());
    }

    fn prefixed(&mut self, operator: i32, first: usize, last: usize, rule: RuleNodeView<'_>) {
        let kind = match operator {
            token::SIZEOF | token::ALIGNOF => Kind::Measure,
            token::AND_AND => Kind::LabelAddress,
            token::PLUS_PLUS | token::MINUS_MINUS => Kind::Step,
            _ => Kind::Unary,
        };
        let from = self.pending.len();
        match rule.child_rule(token::RULE_COMPOUND_LITERAL) {
            Some(literal) => {
                let open = rule.child_token(token::LEFT_PAREN);
                let open = open.map_or(first, |terminal| index_of(&terminal.symbol()));
                self.literal(open, rule.child_rule(token::RULE_TYPE_NAME), literal);
            }
            None => rule.children().for_each(|child| self.visit(child)),
        }
        let node = self.make(kind, first, first, last, from);
        self.pending.push(node);
    }

    /// Nests an operand in the operators behind it.
    fn postfix(&mut self, operand: u32, operators: Vec<RuleNodeView<'_>>) {
        let mut operand = operand;
        for operator in operators {
            let Some((at, last)) = ends(operator) else { continue };
            let (kind, at) = match operator.children().next().and_then(Parsed::as_terminal) {
                Some(terminal) => match terminal.symbol().token_type() {
                    token::LEFT_BRACKET => (Kind::Subscript, at),
                    token::LEFT_PAREN => (Kind::Call, at),
                    token::DOT | token::ARROW => (Kind::Select, last),
                    _ => (Kind::Step, at),
                },
                None => continue,
            };
            let from = self.pending.len();
            self.pending.push(operand);
            operator.children().for_each(|child| self.visit(child));
            let first = self.first(operand);
            operand = self.make(kind, at, first, last, from);
        }
        self.pending.push(operand);
    }
}

fn node_of(part: &Part) -> Option<u32> {
    match part {
        Part::Node(node) => Some(*node),
        Part::Token(..) => None,
    }
}

/// The first and the last token of a rule that has any.
fn ends(rule: RuleNodeView<'_>) -> Option<(usize, usize)> {
    let (first, last) = (index_of(&rule.start()?), index_of(&rule.stop()?));
    (rule.child_count() > 0 && first <= last).then_some((first, last))
}

/// The token that a node is at, if it is another than its first.
fn significant(kind: Kind, rule: RuleNodeView<'_>) -> Option<usize> {
    let token = |kind| rule.child_token(kind).map(|terminal| index_of(&terminal.symbol()));
    match kind {
        Kind::DirectDeclarator => token(token::IDENTIFIER),
        Kind::Directive => rule.terminal_children().next().map(|word| index_of(&word.symbol())),
        _ => None,
    }
}

/// What a rule becomes a node of; `None` for a rule that only leads to others.
fn kind_of(rule: usize, of: RuleNodeView<'_>) -> Option<Kind> {
    let keyword = || of.children().next()?.as_terminal().map(|terminal| terminal.symbol().token_type());
    Some(match rule {
        token::RULE_FUNCTION_DEFINITION => Kind::Function,
        token::RULE_DECLARATION => match of.children().next()?.as_rule()?.rule_index() {
            token::RULE_DECLARATION_SPECIFIERS => Kind::Declaration,
            _ => return None,
        },
        token::RULE_IMPLICIT_DECLARATION => Kind::Declaration,
        token::RULE_STATIC_ASSERTION => Kind::StaticAssertion,
        token::RULE_DECLARATION_SPECIFIERS | token::RULE_SPECIFIER_QUALIFIER_LIST => Kind::Specifiers,
        token::RULE_ATTRIBUTE_SPECIFIER => Kind::Attribute,
        token::RULE_ALIGNMENT_SPECIFIER => Kind::Alignment,
        token::RULE_TYPEOF_SPECIFIER => Kind::Typeof,
        token::RULE_ATOMIC_TYPE_SPECIFIER => Kind::AtomicType,
        token::RULE_STRUCT_OR_UNION_SPECIFIER => Kind::Structure,
        token::RULE_STRUCT_DECLARATION => Kind::Member,
        token::RULE_STRUCT_DECLARATOR => Kind::MemberDeclarator,
        token::RULE_ENUM_SPECIFIER => Kind::Enumeration,
        token::RULE_ENUMERATOR => Kind::Enumerator,
        token::RULE_INIT_DECLARATOR => Kind::InitDeclarator,
        token::RULE_DECLARATOR | token::RULE_PARAMETER_DECLARATOR | token::RULE_ABSTRACT_DECLARATOR => {
            Kind::Declarator
        }
        token::RULE_POINTER => Kind::Pointer,
        token::RULE_DIRECT_DECLARATOR
        | token::RULE_PARAMETER_DIRECT_DECLARATOR
        | token::RULE_ABSTRACT_DIRECT_DECLARATOR => Kind::DirectDeclarator,
        token::RULE_ARRAY_SIZE => Kind::Array,
        token::RULE_DECLARATOR_SUFFIX | token::RULE_ABSTRACT_DECLARATOR_SUFFIX => match keyword() {
            Some(token::LEFT_PAREN) => Kind::Parameters,
            _ => return None,
        },
        token::RULE_PARAMETER_GROUP | token::RULE_ABSTRACT_GROUP => {
            let is_declarator = |child: RuleNodeView<'_>| {
                [token::RULE_PARAMETER_DECLARATOR, token::RULE_ABSTRACT_DECLARATOR]
                    .contains(&child.rule_index())
            };
            match of.children().filter_map(Parsed::as_rule).any(is_declarator) {
                true => return None,
                false => Kind::Parameters,
            }
        }
        token::RULE_PARAMETER_DECLARATION => Kind::Parameter,
        token::RULE_IDENTIFIER_LIST => Kind::Names,
        token::RULE_TYPE_NAME => Kind::TypeName,
        token::RULE_ASM_LABEL => Kind::AssemblerName,

        token::RULE_BRACED_INITIALIZER => Kind::Braces,
        token::RULE_DESIGNATED_INITIALIZER => match of.child_rule(token::RULE_DESIGNATION) {
            Some(_) => Kind::Item,
            None => return None,
        },
        token::RULE_DESIGNATION => Kind::Designation,
        token::RULE_DESIGNATOR => Kind::Designator,

        token::RULE_PRIMARY_EXPRESSION => match keyword() {
            Some(token::LEFT_PAREN) if of.child_rule(token::RULE_COMPOUND_STATEMENT).is_some() => {
                Kind::StatementExpression
            }
            Some(token::LEFT_PAREN) => Kind::Parentheses,
            Some(token::VA_ARG) => Kind::VaArg,
            Some(token::OFFSETOF) => Kind::OffsetOf,
            Some(token::CONVERT_VECTOR) => Kind::ConvertVector,
            Some(token::TYPES_COMPATIBLE) => Kind::TypesCompatible,
            _ => return None,
        },
        token::RULE_GENERIC_SELECTION => Kind::Generic,
        token::RULE_GENERIC_ASSOCIATION => Kind::Association,
        token::RULE_OFFSETOF_MEMBER_DESIGNATOR => Kind::OffsetDesignator,

        token::RULE_LABELED_STATEMENT => Kind::Labeled,
        token::RULE_LABEL => Kind::Label,
        token::RULE_LABEL_DECLARATION => Kind::LabelDeclaration,
        token::RULE_COMPOUND_STATEMENT | token::RULE_NESTED_BODY | token::RULE_SECTION_SCOPE => Kind::Block,
        token::RULE_EXPRESSION_STATEMENT => match of.child_rule(token::RULE_EXPRESSION) {
            Some(_) => Kind::Expression,
            None => Kind::Empty,
        },
        token::RULE_SELECTION_STATEMENT => match keyword() {
            Some(token::IF) => Kind::If,
            _ => Kind::Switch,
        },
        token::RULE_ITERATION_STATEMENT => match keyword() {
            Some(token::FOR) => Kind::For,
            Some(token::DO) => Kind::Do,
            _ => Kind::While,
        },
        token::RULE_FOR_CONDITION => Kind::ForCondition,
        token::RULE_FOR_INCREMENT => Kind::ForIncrement,
        token::RULE_JUMP_STATEMENT => match keyword() {
            Some(token::GOTO) => Kind::Goto,
            Some(token::CONTINUE) => Kind::Continue,
            Some(token::BREAK) => Kind::Break,
            _ => Kind::Return,
        },
        token::RULE_ASM_STATEMENT | token::RULE_ASM_DEFINITION => Kind::Assembler,

        other => match kind_by_name(other)? {
            // Others lead to these.
            Kind::Clause => keyword().map(|_| Kind::Clause)?,
            kind => kind,
        },
    })
}

/// What the rules of OpenMP become, which are called after it.
fn kind_by_name(rule: usize) -> Option<Kind> {
    static KINDS: LazyLock<Vec<Option<Kind>>> = LazyLock::new(|| {
        let kind = |name: &&str| match name.rsplit_once('_')? {
            ("openmp", _) | ("declarative", _) => None,
            (_, "construct") => Some(Kind::Construct),
            (_, "directive") => Some(Kind::Directive),
            (_, "clause") => Some(Kind::Clause),
            _ => None,
        };
        token::rule_names().iter().map(kind).collect()
    });
    KINDS[rule]
}
