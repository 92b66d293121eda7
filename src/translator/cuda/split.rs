//! Regions that are nothing but loops that are shared out, one behind the other: a kernel for each loop, as a programmer of CUDA
//! writes them. A kernel's end is the barrier between them.
//!
//! Each of the loops is translated as a `parallel for` would be, with the clauses of both directives: whatever asks for the region
//! around something in it finds the loop. What the
//! kernels are given is the region's alone: one structure, in which a variable that any of the loops may change is there by its
//! address. A region with a single loop becomes one kernel in the same way.

use std::collections::{BTreeMap, HashSet};

use super::super::{File, Optimisation, Writer};
use super::callees::Callee;
use super::capture::Storage;
use super::definitions::Function;
use super::library;
use super::plan::{Ground, Original, RegionPlan, Variable};
use super::regions;
use crate::c::symbols::SymbolId;
use crate::codegen::cuda::kernel;
use crate::dependence;
use crate::openmp::constructs::{ListItem, Tokens, part_at};
use crate::openmp::{Construct, ConstructKind, Part, Reference, Sharing, routines, sharing};
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as kind;

/// Why a region is one kernel; nothing where nobody would expect several.
type Refusal = Option<String>;

/// The loops of a region, and the variables that it declares in front of them or between them.
struct Row<'c> {
    loops: Vec<&'c Construct>,
    declared: Vec<SymbolId>,
}

/// What becomes of a region.
pub(super) enum Planned {
    /// One kernel, and why it is not several.
    Whole(RegionPlan, Refusal),
    Parts(Parts),
}

/// What a region of several kernels is given, and its loops.
pub(super) struct Parts {
    whole: RegionPlan,
    parts: Vec<(Construct, RegionPlan)>,
}

/// The plans of a file's regions, by their first tokens.
pub(super) type Plans = BTreeMap<usize, Planned>;

impl File<'_> {
    /// Makes the plans of all regions, and takes down which loops are regions by themselves.
    pub(super) fn plan_regions(&mut self) -> Plans {
        let functions = self.cuda.functions.iter().filter(|function| !function.is_system);
        let regions: Vec<Construct> = functions.flat_map(Function::regions).cloned().collect();
        let plan = |region: Construct| {
            let planned = self.plan_parts(&region).map_or_else(
                |refusal| {
                    self.cuda.decided.split.retain(|start, _| !region.tokens.contains(start));
                    let ground = Ground { region: &region, whole: None, unsteady: HashSet::new() };
                    Planned::Whole(self.plan(&ground), refusal)
                },
                Planned::Parts,
            );
            (*region.tokens.start(), planned)
        };
        regions.into_iter().map(plan).collect()
    }

    /// The loops of a region, each as a region by itself with its plan.
    fn plan_parts(&mut self, region: &Construct) -> Result<Parts, Refusal> {
        let has_loops = region
            .parts
            .iter()
            .any(|part| matches!(part, Part::Construct(inner) if inner.kind == ConstructKind::For));
        let is_asked_for = !self.cuda.given.without.contains(&Optimisation::Split);
        if region.kind != ConstructKind::Parallel || !has_loops || !is_asked_for {
            return Err(None);
        }
        let row = self.row_of(region)?;
        if region.clauses.items_of(|sharing| *sharing == Sharing::Copyin).next().is_some() {
            return Err(because("`copyin` is for values that threads keep"));
        }
        if row.loops.len() > 1 {
            self.look_for_threads(region, &region.tokens, &mut HashSet::new())?;
            for one in &row.loops[..row.loops.len() - 1] {
                if one.clauses.nowait.is_some() && self.may_wait(one) {
                    let line = self.line_of(*one.tokens.start());
                    return Err(because(&format!(
                        "behind the `nowait` of line {line} another loop may begin, and this one may wait for it"
                    )));
                }
            }
        }
        self.look_for_carried(region, &row)?;
        let regions: Vec<Construct> =
            row.loops.iter().map(|one| self.as_region(region, one, &row.declared)).collect();
        let ground = Ground { region, whole: None, unsteady: HashSet::new() };
        let whole = self.plan_whole(&ground, regions.len() == 1);
        let later = self.unsteady(region, &whole.variables);
        self.cuda.decided.split.extend(regions.iter().map(|part| (*part.tokens.start(), part.clone())));
        let mut parts = Vec::new();
        for (at, part) in regions.into_iter().enumerate() {
            let unsteady = if at == 0 { HashSet::new() } else { later.clone() };
            let plan = self.plan(&Ground { region: &part, whole: Some(&whole), unsteady });
            if !plan.is_bare {
                let line = self.line_of(*part.tokens.start());
                return Err(because(&format!("the loop of line {line} asks something of its team")));
            }
            parts.push((part, plan));
        }
        Ok(Parts { whole, parts })
    }
}

impl Writer<'_, '_> {
    /// Writes a region as it was planned. Gives the pieces of the device's text.
    pub(super) fn write_planned(&mut self, region: &Construct, planned: &Planned, name: &str) -> Vec<String> {
        match planned {
            Planned::Parts(parts) => self.write_parts(region, parts, name),
            Planned::Whole(plan, refusal) => {
                let text = self.write_region(region, plan, name);
                self.keep_refusal(refusal.clone());
                vec![text]
            }
        }
    }

    fn write_parts(&mut self, region: &Construct, Parts { whole, parts }: &Parts, name: &str) -> Vec<String> {
        let rule = super::constructs::rule_of(region.kind);
        let arguments = self.file.arguments(&whole.variables);
        let structure = format!("{name}_t");
        let comment = self.file.pragma_comment(&region.directive);
        let mut code = vec![kernel::structure(&structure, &comment, &arguments)];
        self.out.recorder.step(rule, "write_parts", Some(&region.tokens), || match parts.len() {
            1 => format!("The region is nothing but a loop, and becomes the kernel that a `parallel for` would: `{name}`."),
            count => format!(
                "The region is nothing but {count} loops, and becomes a kernel for each, named after `{name}`: the end of a \
                 kernel is the barrier between them."
            ),
        });
        let line = self.file.line_of(*region.tokens.start());
        let mut kernels = Vec::new();
        for (at, (part, plan)) in parts.iter().enumerate() {
            let own_name = if parts.len() == 1 { name.to_owned() } else { format!("{name}_for{at}") };
            let begins = if at == 0 { *region.body.start() } else { *parts[at - 1].0.tokens.end() };
            let of = regions::Part {
                structure: structure.clone(),
                line: (parts.len() == 1).then_some(line),
                comments: self.file.comments_between(begins, *part.tokens.start()),
                has_large_arguments: self.file.has_large_arguments(&whole.variables),
            };
            code.push(self.write_kernel(part, &own_name, plan, Some(&of)));
            kernels.push(own_name);
        }
        if kernels.len() > 1 {
            code.push(kernel::parts(name, &self.file.file_of(*region.tokens.start()), line, &kernels));
            self.out.written.parts.extend(kernels.iter().cloned());
        }
        self.keep_parts(region, name, &whole.variables, parts);
        self.call_region(region, name, &whole.variables);
        code
    }
}

impl File<'_> {
    /// What stands in a region, if that is loops and declarations without values alone.
    fn row_of<'c>(&self, region: &'c Construct) -> Result<Row<'c>, Refusal> {
        let body = &region.body;
        let is_block = self.tokens[*body.start()].kind == kind::LEFT_BRACE;
        let inside = if is_block { body.start() + 1..*body.end() } else { *body.start()..body.end() + 1 };
        let is_typed = |tokens: &Tokens| {
            [tokens.start(), tokens.end()]
                .iter()
                .all(|index| matches!(self.tokens.origin(**index), Origin::File))
        };
        let other = |index: usize| {
            let line = self.line_of(index);
            Err(because(&format!(
                "besides loops that are shared out, something else stands in it, in line {line}"
            )))
        };
        let mut row = Row { loops: Vec::new(), declared: Vec::new() };
        let mut next = inside.start;
        while let Some(index) = self.tokens.visible_from(next).filter(|&index| index < inside.end) {
            let part = part_at(&region.parts, index);
            let declaration = || {
                let mut found = self.cuda.declarations_in(&(index..=index)).map(|(_, found)| found);
                found.find(|found| found.is_local)
            };
            next = match part {
                Some(Part::Construct(one)) if one.kind == ConstructKind::For && is_typed(&one.tokens) => {
                    row.loops.push(one);
                    one.tokens.end() + 1
                }
                Some(Part::Barrier { tokens, .. } | Part::Flush { tokens }) => tokens.end() + 1,
                Some(Part::Construct(_) | Part::Standalone { .. }) => return other(index),
                None if self.tokens[index].kind == kind::SEMICOLON => index + 1,
                None => match declaration() {
                    Some(found) if self.declares_nothing_but_names(&found.range, found) => {
                        row.declared.extend(&found.symbols);
                        found.range.end() + 1
                    }
                    _ => return other(index),
                },
            };
        }
        if row.loops.is_empty() { Err(None) } else { Ok(row) }
    }

    /// Whether a declaration gives names to automatic variables, and to nothing else, without values.
    fn declares_nothing_but_names(&self, range: &Tokens, found: &super::definitions::Declaration) -> bool {
        let gives_more = |index: usize| {
            matches!(self.tokens[index].kind, kind::ASSIGN | kind::LEFT_BRACE | kind::VOLATILE)
        };
        let has_fixed_type = |&symbol: &SymbolId| {
            let declaration = self.scopes.get(symbol);
            let ty = self.type_at(&declaration.name, self.after_declarator(declaration.token));
            declaration.is_variable() && ty.is_some_and(|ty| !ty.has_variable_bound())
        };
        let is_other = found.is_static || found.is_extern || found.is_typedef || found.symbols.is_empty();
        let mut words = range.clone().filter(|&index| self.tokens[index].is_visible());
        !is_other && !words.any(gives_more) && found.symbols.iter().all(has_fixed_type)
    }

    /// Refuses what tells one thread from another, in a region and in the functions that it calls: numbers of threads, locks,
    /// variables that threads keep, and constructs in functions that belong to whatever team comes there.
    fn look_for_threads(
        &self,
        region: &Construct,
        tokens: &Tokens,
        seen: &mut HashSet<usize>,
    ) -> Result<(), Refusal> {
        fn is_harmless(part: &Part) -> bool {
            match part {
                Part::Barrier { .. } | Part::Standalone { .. } => false,
                Part::Flush { .. } => true,
                Part::Construct(inner) => {
                    matches!(
                        inner.kind,
                        ConstructKind::Atomic | ConstructKind::Critical | ConstructKind::Simd
                    ) && inner.parts.iter().all(is_harmless)
                }
            }
        }
        for reference in self.references_in(tokens) {
            if sharing::is_outside(region, reference.token) {
                continue;
            }
            let name = &reference.name;
            if routines::find(name).is_some() {
                return Err(because(&format!("`{name}` is called")));
            }
            let is_threads = |symbol: SymbolId| {
                self.scopes.get(symbol).is_variable() && self.storage(symbol) == Storage::Threadprivate
            };
            if reference.symbol.is_some_and(is_threads) {
                return Err(because(&format!("`{name}` is `threadprivate`")));
            }
            if let Some(Callee::Own(number)) = self.callee(reference)
                && seen.insert(number)
            {
                let function = &self.cuda.functions[number];
                if !function.parts.iter().all(is_harmless) {
                    return Err(because(&format!("`{name}` has constructs of its own")));
                }
                self.look_for_threads(region, &function.range, seen)?;
            }
        }
        Ok(())
    }

    /// Refuses a region of which a thread may take a value from one loop to another.
    fn look_for_carried(&self, region: &Construct, row: &Row<'_>) -> Result<(), Refusal> {
        let captures = self.captures(region);
        let users = |symbol: SymbolId| -> Vec<usize> {
            let uses = |one: &Construct| {
                let mut found = self.uses_of_symbol_in(symbol, &one.tokens);
                // What the loop's own clauses copy is its own.
                found.next().is_some() && one.clauses.privatises(symbol).is_none()
            };
            (0..row.loops.len()).filter(|&at| uses(row.loops[at])).collect()
        };
        let mut privates: Vec<SymbolId> = row.declared.clone();
        for item in &region.clauses.items {
            let Some(symbol) = item.symbol else { continue };
            let users = users(symbol);
            match &item.sharing {
                Sharing::Private => privates.push(symbol),
                Sharing::Reduction(_) if users.len() != 1 => {
                    return Err(because(&format!("`{}` is added up over several loops", item.name)));
                }
                Sharing::Firstprivate => {
                    let capture = captures.iter().find(|capture| capture.symbol == symbol);
                    // Otherwise it could have another value by the time of a later loop.
                    let is_later = users.iter().any(|&at| at > 0);
                    if is_later && !capture.is_none_or(|capture| Original::of(capture) == Original::Value) {
                        return Err(because(&format!(
                            "`{}` is `firstprivate`, and may change before a later loop begins",
                            item.name
                        )));
                    }
                    if users.len() > 1 && self.changes_in_region(symbol, region) {
                        return Err(carried(&item.name));
                    }
                }
                _ => {}
            }
        }
        for symbol in privates {
            let users = users(symbol);
            if users.len() > 1 && !self.begins_anew(symbol, region, row, &users[1..]) {
                return Err(carried(&self.scopes.get(symbol).name));
            }
        }
        Ok(())
    }

    fn changes_in_region(&self, symbol: SymbolId, region: &Construct) -> bool {
        self.is_changed_in(symbol, &region.tokens) || self.is_address_taken_in(symbol, &region.tokens)
    }

    /// Whether no value that a thread's variable has gets into the loops that use it, or anywhere else.
    fn begins_anew(&self, symbol: SymbolId, region: &Construct, row: &Row<'_>, users: &[usize]) -> bool {
        let declaration = self.scopes.get(symbol);
        let ty = self.type_at(&declaration.name, self.after_declarator(declaration.token));
        if self.is_address_taken_in(symbol, &region.tokens) || !ty.is_some_and(|ty| ty.is_scalar()) {
            return false;
        }
        users.iter().all(|&at| {
            let one = row.loops[at];
            let in_directive =
                self.references_in(&one.directive).iter().any(|reference| reference.symbol == Some(symbol));
            let is_it = |variable: &dependence::Variable| self.symbol_of(variable) == Some(symbol);
            !in_directive
                && (one.is_loop_variable(&declaration.name)
                    || dependence::is_fresh(&self.resolved(), *one.body.start(), &is_it))
        })
    }

    /// Whether an iteration of a loop may wait for what comes behind the loop: something in it goes round, and looks at what
    /// others write meanwhile.
    fn may_wait(&self, one: &Construct) -> bool {
        let visible = || one.body.clone().skip(1).filter(|&index| self.tokens[index].is_visible());
        let goes_round = visible()
            .any(|index| matches!(self.tokens[index].kind, kind::FOR | kind::WHILE | kind::DO | kind::GOTO));
        let calls = |reference: &Reference| match self.callee(reference) {
            Some(Callee::Own(_)) => !self.is_pure(&reference.name),
            Some(Callee::Foreign | Callee::Unknown) => true,
            _ => library::is_atomic(&reference.name),
        };
        let is_watched = || !one.parts.is_empty() || self.has_volatile();
        self.references_in(&one.body).iter().any(calls) || goes_round && is_watched()
    }

    /// A loop as a region by itself, with the region's clauses as far as they are about it.
    fn as_region(&self, region: &Construct, one: &Construct, declared: &[SymbolId]) -> Construct {
        let mut clauses = one.clauses.clone();
        clauses.nowait = None;
        clauses.num_threads = region.clauses.num_threads.clone();
        let is_used = |symbol: SymbolId| {
            !one.has_copy(symbol, &self.scopes.get(symbol).name)
                && self.uses_of_symbol_in(symbol, &one.tokens).next().is_some()
        };
        let copies = region.clauses.items_of(|sharing| {
            matches!(sharing, Sharing::Private | Sharing::Firstprivate | Sharing::Reduction(_))
        });
        clauses.items.extend(copies.filter(|item| item.symbol.is_some_and(is_used)).cloned());
        clauses.items.extend(declared.iter().filter(|&&symbol| is_used(symbol)).map(|&symbol| {
            let declaration = self.scopes.get(symbol);
            let (name, token) = (declaration.name.clone(), declaration.token);
            ListItem { sharing: Sharing::Private, name, token, symbol: Some(symbol) }
        }));
        Construct { kind: ConstructKind::ParallelFor, clauses, ..one.clone() }
    }

    /// The variables of which the host does not know the value that they have when one of the later loops begins.
    fn unsteady(&self, region: &Construct, whole: &[Variable]) -> HashSet<SymbolId> {
        let computes = |reference: &Reference| match self.callee(reference) {
            Some(Callee::Own(_)) => self.is_pure(&reference.name),
            _ => true,
        };
        let calls_only_compute = self.references_in(&region.tokens).iter().all(computes);
        let may_be_new = |Variable { capture, original, .. }: &&Variable| match capture.storage {
            Storage::Automatic => *original == Original::Address,
            Storage::Static => capture.may_change || self.has_address(capture.symbol) || !calls_only_compute,
            Storage::Threadprivate => true,
        };
        whole.iter().filter(may_be_new).map(|variable| variable.capture.symbol).collect()
    }

    /// The comments between two tokens that have lines to themselves.
    fn comments_between(&self, from: usize, to: usize) -> String {
        let text = self.tokens.source_text();
        let is_comment = |index: &usize| {
            let token = &self.tokens[*index];
            let is_first = || {
                let before = &text[..token.span.start];
                before[before.rfind('\n').map_or(0, |at| at + 1)..].trim().is_empty()
            };
            matches!(token.kind, kind::BLOCK_COMMENT | kind::LINE_COMMENT)
                && matches!(self.tokens.origin(*index), Origin::File)
                && is_first()
        };
        let found = (from + 1..to).filter(is_comment);
        found.map(|index| format!("{}\n", text[self.tokens[index].span.clone()].trim_end())).collect()
    }
}

fn because(reason: &str) -> Refusal {
    Some(reason.to_owned())
}

fn carried(name: &str) -> Refusal {
    because(&format!("a thread may take a value of `{name}` from one loop to the next"))
}
