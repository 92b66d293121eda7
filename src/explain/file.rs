//! What both dialects have in common: the tokens, the parse tree, the scopes and the macros of the file.

use std::collections::{BTreeMap, HashMap};

use super::grammar;
use super::model::{Declaration, Macro, Node, Rule, Scope, Span, Token};
use crate::c::symbols::{DeclInfo, DeclType, SymbolId};
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::directives::Directives;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{Origin, TokenList};
use crate::translator::recording::{Recording, TreeNode};

/// The channels by their names.
pub const CHANNELS: &[&str] = &["default", "hidden", "directives", "unseen"];

/// The tokens of the file, and where each of the list's is among them.
pub struct Numbers {
    pub kinds: Vec<String>,
    pub tokens: Vec<Token>,
    /// The place of each of the list's tokens, or of the next one that has a place.
    places: Vec<usize>,
}

impl Numbers {
    pub fn of(list: &TokenList) -> Self {
        let vocabulary = kind::metadata().vocabulary();
        let mut kinds: Vec<String> = Vec::new();
        let mut known: HashMap<i32, usize> = HashMap::new();
        let mut number_of = |token: i32| {
            *known.entry(token).or_insert_with(|| {
                let name = vocabulary.symbolic_name(token);
                kinds.push(name.map_or_else(|| vocabulary.display_name(token), str::to_owned));
                kinds.len() - 1
            })
        };
        // What the parser does not see has lost its kind in the list.
        let typed = TokenList::lex(&list.source_text()[..list.file_bytes()]);
        let mut next_typed = 0;
        let mut tokens = Vec::new();
        let mut places = Vec::with_capacity(list.len() + 1);
        for (index, token) in list.iter().enumerate() {
            places.push(tokens.len());
            let origin = list.origin(index);
            if matches!(origin, Origin::Header { .. }) {
                continue;
            }
            let channel = match token.channel {
                _ if token.is_visible() => 0,
                1 => 1,
                _ => 2,
            };
            if let Origin::Macro { invocation, .. } = origin {
                tokens.push(Token {
                    kind: number_of(token.kind),
                    source: span(&list.stands_for(index, true)),
                    channel,
                    made: Some((invocation, list.text(index).to_owned())),
                });
                continue;
            }
            while typed.get(next_typed).is_some_and(|found| found.span.end <= token.span.start) {
                next_typed += 1;
            }
            let (own, channel) = match typed.get(next_typed).filter(|found| found.span == token.span) {
                Some(found) if channel > 0 && found.is_visible() => (found.kind, 3),
                _ => (token.kind, channel),
            };
            let (kind, source) = (number_of(own), span(&token.span));
            tokens.push(Token { kind, source, channel, made: None });
        }
        places.push(tokens.len());
        Numbers { kinds, tokens, places }
    }

    /// Tokens of the list as tokens of the file.
    pub fn range(&self, tokens: &Tokens) -> Span {
        let at = |index: usize| self.places[index.min(self.places.len() - 1)];
        [at(*tokens.start()), at(tokens.end() + 1)]
    }
}

/// A range as the JSON has it.
pub fn span(range: &std::ops::Range<usize>) -> Span {
    [range.start, range.end]
}

/// The bytes of the file that tokens stand for.
pub fn bytes(list: &TokenList, tokens: &Tokens) -> Span {
    if list.is_empty() {
        return [0, 0];
    }
    let last = list.len() - 1;
    span(&list.span(&((*tokens.start()).min(last)..=(*tokens.end()).min(last))))
}

/// The parse tree, chains of single children folded, and where each rule is found in it by its first token.
pub struct Tree {
    pub nodes: Vec<Node>,
    /// By rule and first token, the outermost first.
    index: HashMap<(&'static str, usize), Vec<(usize, usize)>>,
}

impl Tree {
    pub fn of(recorded: &[TreeNode], numbers: &Numbers) -> Self {
        let names = kind::rule_names();
        let name = |node: &TreeNode| names.get(node.rule).copied().unwrap_or_default();
        let mut children = vec![0usize; recorded.len()];
        for node in recorded {
            if let Some(parent) = node.parent {
                children[parent] += 1;
            }
        }
        let mut tree = Tree { nodes: Vec::new(), index: HashMap::new() };
        // Where each recorded node went.
        let mut moved: Vec<usize> = Vec::with_capacity(recorded.len());
        for node in recorded {
            let above = node.parent.map(|parent| (parent, &recorded[parent]));
            let folded = above.filter(|(number, parent)| {
                *number > 0 && children[*number] == 1 && parent.tokens == node.tokens
            });
            let at = match folded {
                Some((parent, _)) => {
                    tree.nodes[moved[parent]].through.push(node.rule);
                    moved[parent]
                }
                None => {
                    let parent = node.parent.map(|parent| moved[parent]);
                    let tokens = numbers.range(&node.tokens);
                    tree.nodes.push(Node { rule: node.rule, parent, tokens, through: Vec::new() });
                    tree.nodes.len() - 1
                }
            };
            moved.push(at);
            let key = (name(node), *node.tokens.start());
            tree.index.entry(key).or_default().push((*node.tokens.end(), at));
        }
        tree
    }

    /// The node of a rule that begins with a token and reaches to another: the innermost such.
    pub fn find(&self, rule: &'static str, tokens: &Tokens) -> Option<usize> {
        let found = self.index.get(&(rule, *tokens.start()))?;
        let around = found.iter().rev().find(|(end, _)| end >= tokens.end());
        around.or(found.first()).map(|(_, node)| *node)
    }
}

/// The texts of rules.
pub fn rules<'r>(names: impl Iterator<Item = &'r str>) -> BTreeMap<String, Rule> {
    names.filter_map(|name| Some((name.to_owned(), grammar::rule(name)?.clone()))).collect()
}

/// The scopes with their declarations, and where each symbol is among them.
pub fn scopes(list: &TokenList, recording: &Recording) -> (Vec<Scope>, HashMap<SymbolId, [usize; 2]>) {
    let mut uses: HashMap<SymbolId, Vec<Span>> = HashMap::new();
    for reference in &recording.references {
        if let Some(symbol) = reference.symbol.filter(|_| !list.is_in_header(reference.token)) {
            uses.entry(symbol).or_default().push(span(&list.stands_for(reference.token, false)));
        }
    }
    let mut scopes: Vec<Scope> = Vec::new();
    let mut places = HashMap::new();
    let mut moved: Vec<Option<usize>> = Vec::new();
    for (number, scope) in recording.scopes.iter().enumerate() {
        if scope.in_header {
            moved.push(None);
            continue;
        }
        moved.push(Some(scopes.len()));
        let mut declarations = Vec::new();
        for &symbol in &scope.declarations {
            let declared = recording.symbols.get(symbol);
            if list.is_in_header(declared.token) {
                continue;
            }
            places.insert(symbol, [scopes.len(), declarations.len()]);
            declarations.push(Declaration {
                name: declared.name.clone(),
                ty: type_of(declared),
                kind: kind_of(declared),
                storage: storage_of(declared),
                source: span(&list.stands_for(declared.token, false)),
                uses: uses.remove(&symbol).unwrap_or_default(),
            });
        }
        let source = match number {
            0 => [0, list.file_bytes()],
            _ => bytes(list, &scope.tokens),
        };
        let kind = match scope.rule {
            "translation_unit" => "file",
            "function_definition" => "function",
            "iteration_statement" => "for",
            _ => "block",
        };
        let parent = scope.parent.and_then(|parent| moved[parent]);
        scopes.push(Scope { parent, kind, source, declarations });
    }
    if scopes.is_empty() {
        let source = [0, list.file_bytes()];
        scopes.push(Scope { parent: None, kind: "file", source, declarations: Vec::new() });
    }
    (scopes, places)
}

/// A declaration's type as C writes it.
pub fn type_of(declared: &DeclInfo) -> String {
    declared.ty.declare("")
}

fn kind_of(declared: &DeclInfo) -> &'static str {
    match declared.decl_type {
        DeclType::Variable => "variable",
        DeclType::FunctionPointer => "function pointer",
        DeclType::FunctionDeclaration => "function declaration",
        DeclType::FunctionDefinition => "function definition",
        DeclType::Typedef => "typedef",
        DeclType::Enumerator => "enumerator",
    }
}

fn storage_of(declared: &DeclInfo) -> Option<&'static str> {
    match (declared.is_static, declared.is_extern) {
        (true, _) => Some("static"),
        (_, true) => Some("extern"),
        _ => None,
    }
}

/// The uses of macros in the file.
pub fn macros(list: &TokenList, numbers: &Numbers) -> Vec<Macro> {
    let directives = Directives::of(list);
    let text = list.source_text();
    (0..)
        .map_while(|number| list.invocation(number))
        .map(|invocation| {
            let name = list.text(*invocation.typed.start()).to_owned();
            let typed = list[*invocation.typed.start()].span.start..list[*invocation.typed.end()].span.end;
            let definition = directives.macro_at(&name, typed.start);
            let made = invocation.made.clone();
            let expansion: String = made.clone().map(|index| list.text(index)).collect();
            let tokens = match made.is_empty() {
                true => [0, 0],
                false => numbers.range(&(made.start..=made.end - 1)),
            };
            Macro {
                name,
                source: span(&typed),
                definition: definition.map(|found| text[found.span.clone()].to_owned()),
                defined: definition.map(|found| span(&found.span)),
                expansion: expansion.trim().to_owned(),
                tokens,
            }
        })
        .collect()
}
