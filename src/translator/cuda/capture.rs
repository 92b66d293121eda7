//! What a region takes from the program around it (specification, section 2.8.1): which variables it uses, and what it does
//! with them. How each gets there is the plan's to say ([`super::plan`]).

use rustc_hash::FxHashMap;

use super::super::File;
use crate::c::symbols::SymbolId;
use crate::c::{Kind, Type};
use crate::openmp::constructs::{ListItem, Tokens};
use crate::openmp::{Construct, Reference, Sharing, sharing};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tokens::is_assignment_operator;
use crate::syntax::tree::{self, Node};

/// A variable from outside of a region, or of a function of the device.
#[derive(Clone, Debug)]
pub struct Capture {
    pub symbol: SymbolId,
    pub name: String,
    pub ty: Type,
    pub storage: Storage,
    /// Whether the region uses the variable itself, and not only copies.
    pub is_shared: bool,
    /// Whether it may change while the region runs.
    pub may_change: bool,
    /// The clause of the region that makes a private copy.
    pub private: Option<Sharing>,
    /// Whether the region's `lastprivate` names it, with `firstprivate` perhaps.
    pub is_last: bool,
}

/// Where a variable lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// A variable or parameter of the function around the region.
    Automatic,
    /// Of the file, or `static`.
    Static,
    Threadprivate,
}

impl Capture {
    /// A variable of static storage that a function of the device uses.
    pub fn of_function(symbol: SymbolId, name: &str, ty: Type, storage: Storage) -> Self {
        let name = name.to_owned();
        let (is_shared, may_change) = (true, true);
        Capture { symbol, name, ty, storage, is_shared, may_change, private: None, is_last: false }
    }

    /// Whether the region's clauses put a value into the original.
    pub fn is_written_back(&self) -> bool {
        let goes_back = |sharing: &Sharing| sharing.is_last() || matches!(sharing, Sharing::Reduction(_));
        self.is_last || self.private.as_ref().is_some_and(goes_back)
    }

    /// Whether the region has to do with the variable itself, and not only with its type.
    pub fn needs_original(&self) -> bool {
        self.is_shared || self.private.as_ref().is_some_and(|sharing| *sharing != Sharing::Private)
    }
}

/// Whether it is a pointer to an array of variable length.
pub fn is_pointer_to_variable(ty: &Type) -> bool {
    match &ty.kind {
        Kind::Pointer(to) => to.has_variable_bound() || is_pointer_to_variable(to),
        _ => false,
    }
}

/// Whether pointers to arrays of variable length are elements of it, or what it points to.
pub fn has_pointers_to_variable(ty: &Type) -> bool {
    match &ty.kind {
        Kind::Pointer(of) | Kind::Array { of, .. } => {
            is_pointer_to_variable(of) || has_pointers_to_variable(of)
        }
        _ => false,
    }
}

/// What a use inside a region means.
pub(super) enum Level {
    /// A copy that an inner construct makes.
    Inner,
    /// A copy of the region's own clause, or its loop variable.
    Private,
    Shared,
}

impl File<'_> {
    /// The variables from outside that a region uses, in the order of their
    /// first use.
    pub(super) fn captures(&self, region: &Construct) -> Vec<Capture> {
        let mut uses = Uses::default();
        for reference in self.references_in(&region.tokens) {
            if sharing::is_outside(region, reference.token) {
                continue;
            }
            let Some(symbol) = self.outer_variable(reference.symbol, region) else { continue };
            let chain = region.around(reference.token);
            if chain.first().is_some_and(|inner| self.is_of_free_schedule(inner, reference.token)) {
                continue;
            }
            let level = self.level(region, &chain, symbol, reference.token);
            let changed = self.may_change_at(reference);
            uses.take(symbol, &level, changed);
        }
        region.walk_inside(&mut |inner, around| {
            for item in &inner.clauses.items {
                let Some(symbol) = self.outer_variable(item.symbol, region) else { continue };
                if around.is_empty() {
                    uses.take(symbol, &Level::Private, false);
                    continue;
                }
                let changes = matches!(
                    item.sharing,
                    Sharing::Lastprivate | Sharing::Linear(_) | Sharing::Reduction(_) | Sharing::Copyprivate
                );
                let needs_type = || self.needs_bounds(symbol, region);
                if changes || item.sharing == Sharing::Firstprivate || needs_type() {
                    let chain: Vec<&Construct> = around.iter().rev().copied().collect();
                    let level = self.level(region, &chain, symbol, *inner.directive.start());
                    uses.take(symbol, &level, changes);
                }
            }
        });
        uses.order.iter().filter_map(|&symbol| self.capture(symbol, region, &uses)).collect()
    }

    /// Whether a construct around a region makes a copy of a variable: then that is what the region uses, and no table leads to it.
    fn is_copy_around(&self, symbol: SymbolId, region: &Construct) -> bool {
        let around = self.constructs_around(*region.tokens.start()).into_iter();
        let mut outside = around.skip_while(|construct| !construct.kind.is_parallel()).skip(1);
        outside.any(|outer| outer.has_copy(symbol, &self.scopes.get(symbol).name))
    }

    fn needs_bounds(&self, symbol: SymbolId, region: &Construct) -> bool {
        let found = self.type_at(&self.scopes.get(symbol).name, *region.tokens.start());
        found.is_some_and(|ty| ty.has_variable_bound() || is_pointer_to_variable(&ty))
    }

    fn capture(&self, symbol: SymbolId, region: &Construct, uses: &Uses) -> Option<Capture> {
        let declaration = self.scopes.get(symbol);
        let own = region.clauses.items.iter().filter(|item| item.symbol == Some(symbol));
        let ty = self.type_at(&declaration.name, *region.tokens.start())?;
        let &(is_shared, changed) = uses.found.get(&symbol)?;
        let storage =
            if self.is_copy_around(symbol, region) { Storage::Automatic } else { self.storage(symbol) };
        let is_loop_variable = region.is_loop_variable(&declaration.name);
        let private = private_clause(own).or(is_loop_variable.then_some(Sharing::Private));
        Some(Capture {
            symbol,
            name: declaration.name.clone(),
            may_change: changed || self.is_address_taken(symbol, region) || ty.qualifiers.volatile,
            ty,
            storage,
            is_shared: is_shared && private.is_none(),
            is_last: region.clauses.items_of(Sharing::is_last).any(|item| item.symbol == Some(symbol)),
            private,
        })
    }

    /// The variables of static storage that a function uses, which its device's
    /// form declares at its beginning.
    pub(super) fn captured_globals(&self, function: &super::definitions::Function) -> Vec<Capture> {
        let references = self.references_in(&function.range).iter().filter(|reference| {
            let chain = self.around(reference.token).chain;
            !chain.first().is_some_and(|inner| self.is_of_free_schedule(inner, reference.token))
        });
        let mut symbols: Vec<SymbolId> = references.filter_map(|reference| reference.symbol).collect();
        // A clause may need the original of what the text does not name again.
        for construct in function.constructs() {
            construct.walk(&mut |construct| {
                let needs = |sharing: &Sharing| sharing.needs_original() || *sharing == Sharing::Copyprivate;
                symbols.extend(construct.clauses.items_of(needs).filter_map(|item| item.symbol));
            });
        }
        let mut found: Vec<Capture> = Vec::new();
        for symbol in symbols {
            let declaration = self.scopes.get(symbol);
            let is_outer = declaration.is_variable() && declaration.depth == 0;
            if !is_outer || found.iter().any(|capture| capture.name == declaration.name) {
                continue;
            }
            let Some(ty) = self.type_at(&declaration.name, *function.range.start()) else { continue };
            found.push(Capture::of_function(symbol, &declaration.name, ty, self.storage(symbol)));
        }
        found
    }

    /// The type of a name at a place.
    pub(in super::super) fn type_at(&self, name: &str, token: usize) -> Option<Type> {
        self.types().lookup(name, token)?.ty.clone()
    }

    pub(super) fn storage(&self, symbol: SymbolId) -> Storage {
        let declaration = self.scopes.get(symbol);
        if self.threadprivate.directive(symbol, &self.scopes).is_some() {
            Storage::Threadprivate
        } else if declaration.depth == 0 || declaration.is_static || declaration.is_extern {
            Storage::Static
        } else {
            Storage::Automatic
        }
    }

    /// A variable that is declared in front of a region.
    fn outer_variable(&self, symbol: Option<SymbolId>, region: &Construct) -> Option<SymbolId> {
        symbol.filter(|&symbol| {
            let declaration = self.scopes.get(symbol);
            declaration.is_variable() && declaration.token < *region.tokens.start()
        })
    }

    /// What a use means, given the constructs around it, the innermost first.
    pub(super) fn level(
        &self,
        region: &Construct,
        chain: &[&Construct],
        symbol: SymbolId,
        token: usize,
    ) -> Level {
        let name = &self.scopes.get(symbol).name;
        for construct in chain {
            let is_private = construct.is_loop_variable(name)
                || (!construct.directive.contains(&token) && construct.clauses.privatises(symbol).is_some());
            if is_private {
                return if std::ptr::eq(*construct, region) { Level::Private } else { Level::Inner };
            }
        }
        Level::Shared
    }

    /// Whether a use may change the variable: it is assigned, stepped, or its
    /// address is taken, also in parentheses.
    pub(super) fn may_change_at(&self, reference: &Reference) -> bool {
        if reference.changed || self.takes_address(reference) {
            return true;
        }
        self.tokens.around_name(reference.token).any(|around| {
            let (Some(left), Some(right)) = around else { return false };
            let (left_kind, right_kind) = (self.tokens[left].kind, self.tokens[right].kind);
            let steps = [kind::PLUS_PLUS, kind::MINUS_MINUS];
            steps.contains(&left_kind) || steps.contains(&right_kind) || is_assignment_operator(right_kind)
        })
    }

    /// Whether the token in front of an operator ends an operand, so that the
    /// operator is one of two operands.
    pub(super) fn is_operand_end(&self, operator: usize) -> bool {
        let Some(before) = self.tokens.visible_before(operator) else { return false };
        if self.tokens[before].kind == kind::RIGHT_PAREN && self.closes_type_name(before) {
            return false;
        }
        matches!(
            Some(self.tokens[before].kind),
            Some(
                kind::IDENTIFIER
                    | kind::INTEGER_CONSTANT
                    | kind::FLOATING_CONSTANT
                    | kind::CHARACTER_CONSTANT
                    | kind::RIGHT_PAREN
                    | kind::RIGHT_BRACKET
                    | kind::PLUS_PLUS
                    | kind::MINUS_MINUS
            )
        )
    }

    /// Whether a parenthesis closes a type name: of a cast, or behind `sizeof`.
    pub(super) fn closes_type_name(&self, close: usize) -> bool {
        let open = self.tokens.partner(close);
        let first = open.and_then(|open| self.tokens.visible_from(open + 1));
        first.is_some_and(|first| self.types().begins_type(first))
    }

    /// The value of a variable that some text uses itself, if the program says it ([`crate::c::Declaration::constant`]).
    pub(super) fn known_value(&self, capture: &Capture, text: &Tokens) -> Option<i128> {
        let is_plain = capture.is_shared && capture.private.is_none();
        let behind = self.after_declarator(self.scopes.get(capture.symbol).token);
        let value = self.types().lookup(&capture.name, behind).filter(|_| is_plain)?.constant?;
        let can_be_written = (i128::from(i64::MIN) + 1..=i128::from(u64::MAX)).contains(&value);
        (can_be_written && !self.is_address_taken_in(capture.symbol, text)).then_some(value)
    }

    /// Whether the address of a variable is taken anywhere in its function: then
    /// somebody may change it through a pointer.
    fn is_address_taken(&self, symbol: SymbolId, region: &Construct) -> bool {
        let Some(function) = self.cuda.function_at(*region.tokens.start()) else { return true };
        let range = self.cuda.functions[function].range.clone();
        self.is_address_taken_in(symbol, &range)
    }

    /// Whether the address of what is used, or of a part of it (`&__real__ z`), is taken there, also in parentheses.
    pub(in super::super) fn takes_address(&self, reference: &Reference) -> bool {
        self.takes_address_through(reference) && !self.is_led_on(reference)
    }

    /// Whether the address of what is used, of a part of it, or of what it points to (`&p[i]`), is taken there, or may be.
    pub(super) fn takes_address_through(&self, reference: &Reference) -> bool {
        let before = self.in_front_of(reference);
        before.is_some_and(|left| self.tokens[left].kind == kind::AND && !self.is_operand_end(left))
            || self.is_chosen(reference)
    }

    /// Whether a use is what the compiler may choose, which stands for the variable itself: `_Generic(1, int: x)`,
    /// `__builtin_choose_expr(1, x, y)`.
    fn is_chosen(&self, reference: &Reference) -> bool {
        let has_choice = *self.cuda.index.has_choices.get_or_init(|| {
            let is_name = |&index: &usize| self.tokens[index].kind == kind::IDENTIFIER;
            let mut names = (0..self.tokens.len()).filter(is_name);
            self.has_token(kind::GENERIC)
                || names.any(|index| self.tokens.text(index) == "__builtin_choose_expr")
        });
        let is_choice = |node: Node<'_>| match node.kind() {
            tree::Kind::Association => true,
            tree::Kind::Call => self.tokens.text(node.first()) == "__builtin_choose_expr",
            _ => false,
        };
        has_choice && !reference.called && self.tree().path(reference.token).any(is_choice)
    }

    /// Whether a use of a pointer leads to what it points to: `p[i]`, `p->x`.
    fn is_led_on(&self, reference: &Reference) -> bool {
        let next = self.tokens.visible_from(reference.token + 1).map(|next| self.tokens[next].kind);
        let is_pointer = |ty: Type| matches!(ty.kind, Kind::Pointer(_));
        matches!(next, Some(kind::LEFT_BRACKET | kind::ARROW))
            && self.type_at(&reference.name, reference.token).is_some_and(is_pointer)
    }

    /// What stands in front of a use, outside of its parentheses and of `__real__` and `__imag__`.
    pub(super) fn in_front_of(&self, reference: &Reference) -> Option<usize> {
        let is_inner =
            |&left: &usize| matches!(self.tokens[left].kind, kind::LEFT_PAREN | kind::REAL | kind::IMAG);
        let mut before = self.tokens.visible_before(reference.token);
        while let Some(left) = before.filter(is_inner) {
            before = self.tokens.visible_before(left);
        }
        before
    }
}

/// A value as a literal, for a constant of its type.
pub(super) fn literal_of(value: i128) -> String {
    if i64::try_from(value).is_ok() { value.to_string() } else { format!("{value}u") }
}

/// The clause that makes a variable private, of all that name it: with both
/// `firstprivate` and `lastprivate`, the former.
fn private_clause<'c>(items: impl Iterator<Item = &'c ListItem>) -> Option<Sharing> {
    let mut found: Option<Sharing> = None;
    for item in items {
        let is_private = item.sharing == Sharing::Private || item.sharing.needs_original();
        if is_private && found != Some(Sharing::Firstprivate) {
            found = Some(item.sharing.clone());
        }
    }
    found
}

#[derive(Default)]
struct Uses {
    order: Vec<SymbolId>,
    /// By variable: whether it is shared, and whether the shared one changes.
    found: FxHashMap<SymbolId, (bool, bool)>,
}

impl Uses {
    fn take(&mut self, symbol: SymbolId, level: &Level, changed: bool) {
        let shared = match level {
            Level::Inner => return,
            Level::Private => false,
            Level::Shared => true,
        };
        let entry = self.found.entry(symbol).or_insert_with(|| {
            self.order.push(symbol);
            (false, false)
        });
        entry.0 |= shared;
        entry.1 |= shared && changed;
    }
}
