//! The program as a tree: each declaration, statement, expression, directive and clause is a [`Node`] over a range of tokens.
//!
//! The parser makes a tree of its own for each portion of a file, with a node for each rule and each token. [`build`] makes
//! of it what others look at, and the parser's is gone before it reads the next portion. Two things are different here. What
//! only leads to another rule is left out: the expression `a` is one node, [`Kind::Name`]. And operators are nested as they
//! bind, which the grammar leaves to its reader: `a + b * c` is a [`Kind::Binary`] with two operands.
//!
//! ```
//! use gpump::rewrite::Tokens;
//! use gpump::syntax::tree::{Kind, Tree};
//! use gpump::syntax::TokenList;
//!
//! let tokens = TokenList::new("int f(int n) { return n + 2 * n; }");
//! let tree = Tree::of(&tokens).unwrap();
//! let sum = tree.path(tokens.at_byte(22)).find(|node| node.kind() == Kind::Binary).unwrap();
//! assert_eq!(tokens.text(sum.at()), "+");
//! assert_eq!(sum.children().map(|operand| operand.kind()).collect::<Vec<_>>(), [Kind::Name, Kind::Binary]);
//! ```

mod build;

use std::fmt;
use std::ops::{Range, RangeInclusive};

use super::generated::open_mpc as token;
use super::tokens::TokenList;
use super::{SyntaxError, parse_fragment, parse_portions};
use crate::rewrite::Tokens as _;
pub use build::Builder;

/// What a node is. The grammar's rules are named where a kind has another name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    // Declarations (C17 6.7, 6.9)
    Function,
    /// Also `implicit_declaration`. Attributes in front are part of it.
    Declaration,
    StaticAssertion,
    /// `declaration_specifiers` and `specifier_qualifier_list`. Keywords are no nodes; what is longer than a word is.
    Specifiers,
    Attribute,
    Alignment,
    Typeof,
    AtomicType,
    /// `struct_or_union_specifier`, at its keyword.
    Structure,
    /// `enum_specifier`
    Enumeration,
    /// `struct_declaration`
    Member,
    /// `struct_declarator`
    MemberDeclarator,
    /// At its name.
    Enumerator,
    /// `init_declarator`
    InitDeclarator,
    /// A declarator of any of the three families, from its pointers on.
    Declarator,
    Pointer,
    /// What follows a pointer, at its name if it has one: `direct_declarator` and its kin.
    DirectDeclarator,
    /// `array_size`
    Array,
    /// A list of parameters in parentheses.
    Parameters,
    /// `parameter_declaration`
    Parameter,
    /// `identifier_list`
    Names,
    TypeName,
    /// `asm_label`
    AssemblerName,

    // Initialisers (C17 6.7.9)
    /// `braced_initializer`
    Braces,
    /// `designated_initializer` with its designation.
    Item,
    Designation,
    Designator,

    // Expressions (C17 6.5)
    /// `a, b, c`
    Comma,
    /// At its operator.
    Assignment,
    /// Two operands where the middle is left out.
    Conditional,
    /// At its operator.
    Binary,
    Cast,
    /// At its operator: one of `& * + - ~ !`, `__real__`, `__imag__`.
    Unary,
    /// `++` or `--` on either side, which is where the node is at.
    Step,
    /// `sizeof` or `_Alignof`, of a [`Kind::TypeName`] or of an expression.
    Measure,
    /// GNU: `&&label`
    LabelAddress,
    CompoundLiteral,
    Subscript,
    /// What is called, then the arguments.
    Call,
    /// At the member's name; the token before it is `.` or `->`.
    Select,
    Name,
    Integer,
    Floating,
    Character,
    /// One or more literals.
    Text,
    Parentheses,
    /// GNU: `({ … })`
    StatementExpression,
    Generic,
    Association,
    VaArg,
    OffsetOf,
    /// `offsetof_member_designator`
    OffsetDesignator,
    ConvertVector,
    TypesCompatible,

    // Statements (C17 6.8)
    Labeled,
    Label,
    LabelDeclaration,
    /// Also the body of a nested function.
    Block,
    Empty,
    Expression,
    If,
    Switch,
    While,
    Do,
    For,
    ForInit,
    ForCondition,
    ForIncrement,
    Goto,
    Continue,
    Break,
    Return,
    Assembler,
    Attributed,

    // OpenMP and gpump's own
    /// A directive with the statement that it applies to.
    Construct,
    /// From `#pragma` to the end of its line, at its first word.
    Directive,
    Clause,
}

impl Kind {
    pub fn is_expression(self) -> bool {
        (Kind::Comma..=Kind::TypesCompatible).contains(&self)
            && !matches!(self, Kind::Association | Kind::OffsetDesignator)
    }

    /// Whether it may stand in a block.
    pub fn is_statement(self) -> bool {
        use Kind::*;
        let is_part = matches!(self, Label | ForInit | ForCondition | ForIncrement);
        matches!(self, Declaration | StaticAssertion | Construct | Directive)
            || (Labeled..=Attributed).contains(&self) && !is_part
    }
}

/// What a tree keeps of a node.
#[derive(Clone, Copy, Debug)]
struct Data {
    kind: Kind,
    at: u32,
    first: u32,
    last: u32,
    /// [`NONE`] for what stands at file level.
    parent: u32,
    /// Where its children begin among the tree's, and how many there are.
    children: (u32, u32),
}

const NONE: u32 = u32::MAX;

/// The tree of a file. Tokens are indexes of the list that it was made of.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Data>,
    /// The children of all nodes, those of a node side by side, in the order of the text.
    children: Vec<u32>,
    /// What stands at file level.
    top: Vec<u32>,
}

impl Tree {
    /// Parses a token list.
    ///
    /// # Errors
    ///
    /// The first syntax error.
    pub fn of(tokens: &TokenList) -> Result<Tree, SyntaxError> {
        let mut builder = Builder::default();
        parse_portions(tokens, None, |portion| builder.add(portion))?;
        Ok(builder.finish())
    }

    /// What stands at file level.
    pub fn top(&self) -> impl DoubleEndedIterator<Item = Node<'_>> + ExactSizeIterator {
        self.top.iter().map(|&id| Node { tree: self, id })
    }

    /// The nodes that a token is in, the outermost first.
    pub fn path(&self, token: usize) -> impl Iterator<Item = Node<'_>> {
        let mut inner = &self.top[..];
        std::iter::from_fn(move || {
            let behind = inner.partition_point(|&id| self.nodes[id as usize].first as usize <= token);
            let node = Node { tree: self, id: *inner.get(behind.checked_sub(1)?)? };
            inner = node.ids();
            (node.last() >= token).then_some(node)
        })
    }

    /// The expression that a range of tokens is.
    pub fn expression(&self, tokens: &RangeInclusive<usize>) -> Option<Node<'_>> {
        self.path(*tokens.start()).find(|node| node.kind().is_expression() && node.tokens() == *tokens)
    }

    /// The last token of the declarator, with what belongs to it, that declares the name at a token: behind it, the name means
    /// what is declared (C17 6.2.1, 7).
    pub fn declarator_end(&self, name: usize) -> Option<usize> {
        let path: Vec<Node<'_>> = self.path(name).collect();
        path.last().filter(|found| found.kind() == Kind::DirectDeclarator && found.at() == name)?;
        let is_whole = |node: &&Node<'_>| {
            matches!(
                node.kind(),
                Kind::InitDeclarator | Kind::Parameter | Kind::MemberDeclarator | Kind::Function
            )
        };
        let whole = path.iter().rev().find(is_whole)?;
        let is_part =
            |part: &Node<'_>| matches!(part.kind(), Kind::Declarator | Kind::AssemblerName | Kind::Attribute);
        whole
            .children()
            .skip_while(|part| part.kind() != Kind::Declarator)
            .take_while(is_part)
            .last()
            .map(Node::last)
    }

    /// The outermost nodes in a range of tokens, in the order of the text.
    pub fn within(&self, tokens: &RangeInclusive<usize>) -> Vec<Node<'_>> {
        let mut found = Vec::new();
        let mut lists = vec![&self.top[..]];
        while let Some(ids) = lists.pop() {
            let before = ids.partition_point(|&id| (self.nodes[id as usize].last as usize) < *tokens.start());
            let begins = |id: &u32| self.nodes[*id as usize].first as usize <= *tokens.end();
            for node in ids[before..].iter().take_while(|id| begins(id)).map(|&id| Node { tree: self, id }) {
                match tokens.contains(&node.first()) && tokens.contains(&node.last()) {
                    true => found.push(node),
                    false => lists.push(node.ids()),
                }
            }
        }
        found.sort_unstable_by_key(|node| node.first());
        found
    }

    /// The outermost statement that begins at a token.
    pub fn statement(&self, first: usize) -> Option<Node<'_>> {
        self.path(first).find(|node| node.kind().is_statement() && node.first() == first)
    }
}

/// What a text by itself is to be read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fragment {
    /// `constant_expression`
    Expression,
    /// `type_name`
    TypeName,
}

impl Fragment {
    /// The tokens and the tree of a text, in which the names that `is_type` knows are those of types.
    pub fn read(self, text: &str, is_type: impl Fn(&str) -> Option<bool>) -> Option<(TokenList, Tree)> {
        let mut tokens = TokenList::new(text);
        for index in 0..tokens.iter().len() {
            if matches!(tokens[index].kind, token::IDENTIFIER | token::TYPEDEF_NAME)
                && let Some(is_type) = is_type(tokens.text(index))
            {
                tokens.set_kind(index, if is_type { token::TYPEDEF_NAME } else { token::IDENTIFIER });
            }
        }
        let tree = self.parse(&tokens, 0..tokens.iter().len())?;
        Some((tokens, tree))
    }

    /// The tree of some tokens by themselves, which stands in no file: what attributes say, or another text. `None` if they are
    /// no such thing.
    pub fn parse(self, tokens: &TokenList, range: Range<usize>) -> Option<Tree> {
        let last = tokens.visible_before(range.end)?;
        let mut builder = Builder::default();
        parse_fragment(tokens, range, self, |part| builder.add(part))?;
        let tree = builder.finish();
        let is_whole = tree.top().len() == 1 && tree.top().all(|node| node.last() == last);
        is_whole.then_some(tree)
    }
}

/// A part of a node.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'t> {
    /// One that is in none of its children.
    Token(usize),
    Node(Node<'t>),
}

/// A node of a tree.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t Tree,
    id: u32,
}

impl<'t> Node<'t> {
    fn data(self) -> &'t Data {
        &self.tree.nodes[self.id as usize]
    }

    fn ids(self) -> &'t [u32] {
        let (start, count) = self.data().children;
        &self.tree.children[start as usize..][..count as usize]
    }

    pub fn kind(self) -> Kind {
        self.data().kind
    }

    /// The token that says more than the kind: an operator, a keyword, a name; otherwise the first.
    pub fn at(self) -> usize {
        self.data().at as usize
    }

    pub fn first(self) -> usize {
        self.data().first as usize
    }

    pub fn last(self) -> usize {
        self.data().last as usize
    }

    /// The first and the last token, and all between them.
    pub fn tokens(self) -> RangeInclusive<usize> {
        self.first()..=self.last()
    }

    pub fn children(self) -> impl DoubleEndedIterator<Item = Node<'t>> + ExactSizeIterator {
        self.ids().iter().map(move |&id| Node { tree: self.tree, id })
    }

    /// Its children and the tokens around them.
    pub fn pieces(self, tokens: &TokenList) -> impl Iterator<Item = Piece<'t>> {
        let mut children = self.children().peekable();
        let mut next = self.first();
        std::iter::from_fn(move || {
            next += tokens.iter().skip(next).take_while(|token| !token.is_visible()).count();
            if next > self.last() {
                return None;
            }
            let child = children.next_if(|child| child.first() <= next);
            let piece = child.map_or(Piece::Token(next), Piece::Node);
            next = child.map_or(next, Node::last) + 1;
            Some(piece)
        })
    }

    /// The first child of a kind.
    pub fn child(self, kind: Kind) -> Option<Node<'t>> {
        self.children().find(|child| child.kind() == kind)
    }

    /// `None` for what stands at file level.
    pub fn parent(self) -> Option<Node<'t>> {
        Some(self.data().parent).filter(|&id| id != NONE).map(|id| Node { tree: self.tree, id })
    }

    /// Whether it is its parent's child of this number: of a call, what is called has 0, and the first argument 1.
    pub fn is_child(self, number: usize) -> bool {
        let siblings = self.parent().map(|parent| parent.ids());
        siblings.and_then(|ids| ids.get(number)).is_some_and(|&id| id == self.id)
    }

    /// An expression without the parentheses around it.
    pub fn bare(self) -> Node<'t> {
        let mut node = self;
        while let (Kind::Parentheses, Some(inner)) = (node.kind(), node.children().next()) {
            node = inner;
        }
        node
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.kind(), self.tokens())
    }
}

#[cfg(test)]
mod tests;
