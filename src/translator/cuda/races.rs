//! Data races that the program certainly has: which of its loops are asked about, and what has to be known of them.

mod apart;
mod orphaned;
mod team;
mod wording;

use std::rc::Rc;

use super::super::File;
use super::capture::Storage;
use super::index::TouchesOfLoop;
use super::library;
use super::nests::Around;
use crate::c::symbols::SymbolId;
use crate::dependence::races::{self, Region};
use crate::dependence::{Attribute, Variable};
use crate::diagnostics::Diagnostic;
use crate::openmp::{Construct, ConstructKind, Sharing};
use crate::rewrite::Tokens as _;
use crate::syntax::tree::{self, Node};

/// Calls of functions of the program are followed as far as this.
const DEEPEST: usize = 8;

impl File<'_> {
    /// A warning for each race that is certain.
    pub(super) fn races(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        if self.asks_for_one_thread() {
            return found;
        }
        for function in self.cuda.functions.iter().filter(|function| !function.is_system) {
            for outer in function.constructs() {
                outer.walk(&mut |construct| match construct.kind {
                    kind if kind.is_loop() => found.extend(self.races_in_loop(construct)),
                    ConstructKind::Sections | ConstructKind::ParallelSections => {
                        found.extend(self.races_in_sections(construct));
                    }
                    ConstructKind::Parallel => found.extend(self.races_in_region(construct)),
                    _ => {}
                });
                self.cuda.index.touches.borrow_mut().clear();
            }
        }
        found
    }

    fn races_in_loop(&self, construct: &Construct) -> Vec<Diagnostic> {
        if self.has_own_elements_only(construct) {
            return Vec::new();
        }
        let Some((touches, chunk)) = self.touches_of_loop(construct) else { return Vec::new() };
        let found = races::in_loop(&touches.found, chunk);
        found.iter().map(|race| self.race_in_loop(race, construct)).collect()
    }

    /// What the iterations of a loop do, and the size of its chunks, if it has several threads that nothing orders. It is asked
    /// for the loop, and for the region that the loop stands in.
    pub(super) fn touches_of_loop(&self, construct: &Construct) -> Option<TouchesOfLoop> {
        let start = *construct.tokens.start();
        if let Some(known) = self.cuda.index.touches.borrow().get(&start) {
            return known.clone();
        }
        let found = self.find_touches_of_loop(construct);
        self.cuda.index.touches.borrow_mut().insert(start, found.clone());
        found
    }

    fn find_touches_of_loop(&self, construct: &Construct) -> Option<TouchesOfLoop> {
        let around = self.around(*construct.tokens.start());
        let chunk = self.chunk(construct)?;
        let is_plain = self.has_team(construct, &around)
            && construct.clauses.ordered.is_none()
            && construct.across.is_empty()
            && !self.has_reduced(construct)
            && !around.chain.iter().any(|outer| self.reduces_memory(outer))
            && !construct.loops().any(|one| self.counts_by_pointer(one, *construct.tokens.start()));
        let loops: Vec<_> = construct.loops().cloned().collect();
        let touches = || self.with_region(construct, &around, |region| races::of_loop(region, &loops));
        is_plain.then(|| (Rc::new(touches()), chunk))
    }

    /// Of how many iterations that follow each other it is known that one thread has them; `None` if that is not known.
    fn chunk(&self, construct: &Construct) -> Option<i64> {
        match construct.clauses.schedule.as_ref().and_then(|schedule| schedule.chunk.as_ref()) {
            Some(chunk) => i64::try_from(self.types().constant(chunk)?).ok().filter(|chunk| *chunk > 0),
            None => Some(1),
        }
    }

    /// Whether a region begins a team that may have several threads, whatever the running program decides.
    pub(super) fn has_several_threads(&self, region: &Construct) -> bool {
        let asked = region.clauses.num_threads.as_ref().and_then(|asked| self.types().constant(asked));
        region.kind.is_parallel()
            && region.clauses.condition.is_none()
            && asked != Some(1)
            && !self.is_nested(region)
    }

    /// Whether a region stands in another one: then its team has one thread unless somebody allows more.
    fn is_nested(&self, region: &Construct) -> bool {
        let around = self.constructs_around(*region.tokens.start());
        around.iter().filter(|one| one.kind.is_parallel()).count() > 1
    }

    pub(super) fn with_region<T>(
        &self,
        construct: &Construct,
        around: &Around<'_>,
        ask: impl FnOnce(&Region<'_>) -> T,
    ) -> T {
        let symbol = |variable: &Variable| self.symbol_of(variable);
        let is_listed_elsewhere = |name: &str| {
            let others = around.chain.iter().flat_map(|outer| &outer.clauses.others);
            others.flat_map(|clause| &clause.names).any(|(listed, _)| listed == name)
        };
        let is_orphaned = around.chain.last().is_none_or(|outer| !outer.kind.is_parallel());
        let attribute = |variable: &Variable| {
            let symbol = symbol(variable).filter(|_| !is_listed_elsewhere(&variable.name))?;
            let is_copied = |outer: &&Construct| {
                let item = outer.clauses.privatises(symbol);
                item.is_some_and(|item| item.sharing == Sharing::Firstprivate)
            };
            let has_scalar_type =
                self.type_at(&variable.name, variable.declared + 1).is_some_and(|ty| ty.is_scalar());
            let is_whole_copy = around.chain.iter().any(is_copied) && !has_scalar_type;
            // A parameter's value may be the same for all threads, and changes of its members are not seen there.
            let is_own = is_orphaned && self.storage(symbol) == Storage::Automatic;
            match is_whole_copy || is_own && !has_scalar_type {
                true => Some(Attribute::Private),
                false => Some(self.attribute(symbol, construct, around)),
            }
        };
        let is_changed = |variable: &Variable| {
            let (Some(symbol), Some(range)) = (symbol(variable), &around.range) else { return true };
            self.is_changed_in(symbol, range) || self.is_address_taken_in(symbol, range)
        };
        ask(&Region {
            program: self.resolved(),
            constant: &|variable| self.constant_value(symbol(variable)?),
            attribute: &attribute,
            is_changed: &is_changed,
            has_address: &|variable| symbol(variable).is_none_or(|symbol| self.has_address(symbol)),
            is_harmless: &|name| self.orders_nothing(name, 0),
        })
    }

    /// The number that a variable has from its declaration on.
    fn constant_value(&self, symbol: SymbolId) -> Option<i64> {
        let declaration = self.scopes.get(symbol);
        let is_known_whole = declaration.depth > 0 && !declaration.is_extern;
        let function = self.cuda.function_at(declaration.token).filter(|_| is_known_whole)?;
        let range = &self.cuda.functions[function].range;
        if !range.contains(&declaration.token) || self.is_address_taken_in_file(symbol) {
            return None;
        }
        let path: Vec<Node<'_>> = self.tree().path(declaration.token).collect();
        let declared = path.iter().rev().find(|node| node.kind() == tree::Kind::InitDeclarator)?;
        let value = declared.children().next_back().filter(|value| value.kind().is_expression())?;
        let is_changed = self.is_changed_in(symbol, &(value.last() + 1..=*range.end()));
        let number = i64::try_from(self.types().constant(&value.tokens())?).ok()?;
        let ty = self.type_at(&declaration.name, declaration.token + 1)?;
        (!is_changed && ty.is_integer()).then_some(number)
    }

    /// Whether a function orders nothing between threads, and neither does what it calls.
    fn orders_nothing(&self, name: &str, depth: usize) -> bool {
        let Some(number) = self.cuda.function_named(name) else {
            return library::form(name).is_some()
                || name.starts_with("omp_get_")
                || name == "omp_in_parallel";
        };
        if let Some(&known) = self.cuda.index.orders_nothing.borrow().get(&(number, depth)) {
            return known;
        }
        let function = &self.cuda.functions[number];
        let body = self.tree().statement(function.body);
        let is_it = depth < DEEPEST
            && function.parts.is_empty()
            && body.is_some_and(|body| self.calls_order_nothing(body, depth + 1));
        self.cuda.index.orders_nothing.borrow_mut().insert((number, depth), is_it);
        is_it
    }

    fn calls_order_nothing(&self, node: Node<'_>, depth: usize) -> bool {
        let is_it = match node.kind() {
            tree::Kind::Call => node.children().next().is_some_and(|called| {
                called.kind() == tree::Kind::Name && self.orders_nothing(self.tokens.text(called.at()), depth)
            }),
            tree::Kind::Assembler | tree::Kind::Function => false,
            _ => true,
        };
        is_it && node.children().all(|inner| self.calls_order_nothing(inner, depth))
    }
}
