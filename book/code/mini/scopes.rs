//! Chapter 5: declarations, scopes, and which declaration a name means.

use std::ops::RangeInclusive;

use super::{Actions, Tokens, parse};

// ANCHOR: declaration
/// What is known of a name: the thesis's `DeclInfo`, as far as this language needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    pub name: String,
    pub type_specifier: String,
    /// 0 is a variable, 1 a pointer, 2 a pointer to a pointer.
    pub pointer_level: usize,
    /// One for each dimension.
    pub extents: Vec<String>,
    pub is_function: bool,
    /// The token that declares it.
    pub token: usize,
}
// ANCHOR_END: declaration

impl Declaration {
    /// The declaration as C has it, under the name given: `float *a[4]`.
    pub fn written(&self, name: &str) -> String {
        let extents: String = self.extents.iter().map(|extent| format!("[{extent}]")).collect();
        format!("{} {}{name}{extents}", self.type_specifier, "*".repeat(self.pointer_level))
    }
}

// ANCHOR: symbols
/// The symbol stack: a scope is what it held when the scope began.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    pub all: Vec<Declaration>,
    /// The declarations that can be seen, innermost last.
    visible: Vec<usize>,
    /// How many could be seen when each open scope began.
    scopes: Vec<usize>,
}

impl Symbols {
    pub fn enter(&mut self) {
        self.scopes.push(self.visible.len());
    }

    pub fn exit(&mut self) {
        let seen = self.scopes.pop().unwrap_or(0);
        self.visible.truncate(seen);
    }

    pub fn declare(&mut self, declaration: Declaration) {
        self.visible.push(self.all.len());
        self.all.push(declaration);
    }

    /// The declaration that a name means here: the stack is searched backwards.
    pub fn lookup(&self, name: &str) -> Option<usize> {
        self.visible.iter().rev().copied().find(|&id| self.all[id].name == name)
    }
}
// ANCHOR_END: symbols

/// Collects declarations and uses while the parser reads.
pub struct Scopes<'t> {
    pub tokens: &'t Tokens,
    pub symbols: Symbols,
    type_specifier: String,
    /// Each use of a name: its token, and the declaration it means.
    pub uses: Vec<(usize, Option<usize>)>,
}

impl<'t> Scopes<'t> {
    pub fn new(tokens: &'t Tokens) -> Self {
        Scopes { tokens, symbols: Symbols::default(), type_specifier: String::new(), uses: Vec::new() }
    }

    /// The declarator that ends a rule's tokens.
    fn declarator(&self, rule: RangeInclusive<usize>, is_function: bool) -> Option<Declaration> {
        let mut declaration = Declaration {
            name: String::new(),
            type_specifier: self.type_specifier.clone(),
            pointer_level: 0,
            extents: Vec::new(),
            is_function,
            token: 0,
        };
        for token in self.tokens.visible(rule) {
            match self.tokens.text(token) {
                "*" => declaration.pointer_level += 1,
                "[" | "]" | "void" | "int" | "float" | "double" => {}
                text if declaration.name.is_empty() => {
                    declaration.name = text.to_owned();
                    declaration.token = token;
                }
                extent => declaration.extents.push(extent.to_owned()),
            }
        }
        (!declaration.name.is_empty()).then_some(declaration)
    }
}

// ANCHOR: actions
impl Actions for Scopes<'_> {
    fn exit_type(&mut self, rule: RangeInclusive<usize>) {
        self.type_specifier = self.tokens.text(*rule.start()).to_owned();
    }

    fn declare(&mut self, rule: RangeInclusive<usize>) {
        // The rule `parameter` begins with the type; there an array is a pointer.
        let is_parameter = self.tokens.text(*rule.start()) == self.type_specifier;
        if let Some(mut declaration) = self.declarator(rule, false) {
            if is_parameter && !declaration.extents.is_empty() {
                declaration.extents.remove(0);
                declaration.pointer_level += 1;
            }
            self.symbols.declare(declaration);
        }
    }

    fn declare_function(&mut self, rule: RangeInclusive<usize>) {
        if let Some(declaration) = self.declarator(rule, true) {
            self.symbols.declare(declaration);
        }
    }

    fn enter_scope(&mut self, _: RangeInclusive<usize>) {
        self.symbols.enter();
    }

    fn exit_scope(&mut self, _: RangeInclusive<usize>) {
        self.symbols.exit();
    }

    fn reference(&mut self, rule: RangeInclusive<usize>) {
        // In the head of a canonical loop the name is the last of several tokens.
        let token = *rule.end();
        self.uses.push((token, self.symbols.lookup(self.tokens.text(token))));
    }
}
// ANCHOR_END: actions

/// A line for each use of a name: where it stands, and what it means.
///
/// # Errors
///
/// What lexer and parser say.
pub fn table(text: &str) -> Result<String, Vec<String>> {
    let tokens = Tokens::lex(text)?;
    let mut scopes = Scopes::new(&tokens);
    parse(text, &mut scopes)?;
    let mut table = String::new();
    for (token, declaration) in &scopes.uses {
        let meaning = match declaration.map(|id| &scopes.symbols.all[id]) {
            Some(found) => format!("{}, line {}", found.written(&found.name), tokens.line(found.token)),
            None => "not declared here".to_owned(),
        };
        table.push_str(&format!(
            "line {:>2}: {:<6} is {meaning}\n",
            tokens.line(*token),
            tokens.text(*token)
        ));
    }
    Ok(table)
}
