//! The plan of a region: what is decided of its kernel before a letter of it is written. It begins with what the program
//! says alone; [`super::passes`] make it a faster one. Who writes, and who explains, looks things up here.
//!
//! The variables of the function around a region travel in the region's argument structure: by value where nobody can change
//! them, by their address otherwise. Globals, and what else has static storage, are reached through the file's table. In the
//! kernel each of them has the name that the author gave it, so that the region's text can stay as it is.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::File;
use super::capture::{Capture, Storage, is_pointer_to_variable};
use super::privates::Private;
use crate::c::symbols::SymbolId;
use crate::codegen::cuda::kernel::ShownTeam;
use crate::dependence::{Check, Elements, League, Memory, Nest, Sums};
use crate::openmp::constructs::Tokens;
use crate::openmp::{CanonicalLoop, Construct};

/// What a plan is made for.
pub(super) struct Ground<'g> {
    pub region: &'g Construct,
    /// The plan of the region that it is a part of: [`super::split`].
    pub whole: Option<&'g RegionPlan>,
    /// The variables of which the host does not know the value that they have when the region begins: of a part.
    pub unsteady: HashSet<SymbolId>,
}

/// All that is known of a region's kernel. The default is that of a function of the device, of which nothing is known.
#[derive(Default)]
pub(super) struct RegionPlan {
    /// The variables from outside, in the order of their first use.
    pub variables: Vec<Variable>,
    /// The names of the types that the function around it declares, and that it needs.
    pub local: HashSet<String>,
    /// What becomes of the loops that the team shares out, by their first tokens.
    pub loops: HashMap<usize, LoopPlan>,
    /// What is known of the memory of a region that is a loop.
    pub memory: Memory,
    /// How many reductions the region has, and each construct in it, by their first tokens: the region is the first.
    pub reductions: BTreeMap<usize, usize>,
    /// Whether it needs nothing of its team.
    pub is_bare: bool,
    /// What is known of a bare one whose threads come to one end.
    pub merge: Merge,
    /// Pairs of pointers among the arguments, by their names, that a bare one's checks are about, if the host can look at all of them.
    pub apart: Vec<(String, String)>,
    /// The `single` constructs that all threads run, by their first tokens.
    pub run_by_all: HashSet<usize>,
    /// Whether no thread waits for one of another block.
    pub is_independent: bool,
    /// Whether nobody can tell how many threads there are, of one that is not bare.
    pub is_team_agnostic: bool,
    pub shown_team: ShownTeam,
    /// What the host launches as many threads for.
    pub count: Option<Count>,
    /// Whether the kernel has a second form, for grids that cover its loops.
    pub is_covered: bool,
}

/// A variable from outside, and how the kernel gets it.
#[derive(Clone)]
pub(super) struct Variable {
    pub capture: Capture,
    pub original: Original,
    pub form: Form,
    /// Whether its type names one that the function around the region declares: nobody else can name it.
    pub is_local: bool,
}

/// Where a kernel finds a variable from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Original {
    /// It needs no more than the type.
    Nowhere,
    /// Each of the device's threads has one that lasts.
    Threadprivate,
    /// The file's table leads to the host's.
    Table,
    /// The arguments have its value, which nobody changes while the region runs.
    Value,
    /// The program says its value, and it never changes: `const int n = 8`.
    Known(i128),
    /// So has a parameter of its own: nothing else leads to the same memory as the pointer.
    Parameter,
    /// The arguments have its address.
    Address,
    /// They have the address of the first element of an array of variable length, and the number of elements of each dimension;
    /// of a pointer to such an array likewise.
    Rows,
    /// Of a private one the numbers alone are needed.
    Bounds,
}

impl Original {
    /// Where a variable is found if nothing is known but the region's text.
    pub fn of(capture: &Capture) -> Self {
        let is_needed = capture.needs_original();
        let has_bounds = capture.ty.has_variable_bound() || is_pointer_to_variable(&capture.ty);
        match capture.storage {
            Storage::Threadprivate => Original::Threadprivate,
            Storage::Static if is_needed => Original::Table,
            Storage::Automatic if has_bounds && is_needed => Original::Rows,
            Storage::Automatic if has_bounds => Original::Bounds,
            _ if !is_needed => Original::Nowhere,
            _ if !capture.may_change && !capture.is_written_back() && capture.ty.is_scalar() => {
                Original::Value
            }
            _ => Original::Address,
        }
    }
}

/// What stands for a variable in the kernel.
#[derive(Clone)]
pub(super) enum Form {
    /// Nothing that has to be declared: a parameter has its name, a loop's header declares it, or the text does without.
    Nothing,
    Reference,
    /// A constant that has its value.
    Constant,
    /// A constant pointer that leads to a copy of the structure: the arguments have it.
    Structure,
    /// An array of variable length in its place, or a pointer to one.
    Rows,
    /// A copy of each thread's own, which all change alike. The last value goes back when the region has ended.
    Copy,
    /// The copy that a clause makes.
    Private(Private),
}

impl Variable {
    pub fn is_copy(&self) -> bool {
        matches!(self.form, Form::Copy)
    }
}

/// What becomes of a loop that is shared out.
#[derive(Default)]
pub(super) struct LoopPlan {
    pub form: LoopForm,
    /// What is kept in registers in its iterations.
    pub elements: Elements,
}

#[derive(Default)]
pub(super) enum LoopForm {
    /// Loops inside are shared out with it.
    Nest(Nest),
    /// Sums of an iteration are added up by a group of threads.
    Sums(Sums),
    /// Loops inside, which the program says to be independent, are run by a group of threads.
    League(League),
    #[default]
    Plain,
}

impl LoopForm {
    pub fn nest(&self) -> Option<&Nest> {
        if let LoopForm::Nest(nest) = self { Some(nest) } else { None }
    }

    /// Whether groups of threads run the iterations.
    pub fn is_for_groups(&self) -> bool {
        matches!(self, LoopForm::Sums(_) | LoopForm::League(_))
    }

    /// Whether the headers of inner loops declare a variable that these tokens name.
    fn declares(&self, name: &str, uses: &[usize]) -> bool {
        match self {
            LoopForm::Nest(nest) => nest.has_inner(name),
            LoopForm::Sums(sums) => sums.declares(name, uses),
            LoopForm::League(league) => league.declares(name, uses),
            LoopForm::Plain => false,
        }
    }
}

impl LoopPlan {
    /// The names of the optimisations that have made it.
    pub fn optimisations(&self) -> Vec<&'static str> {
        let form = match self.form {
            LoopForm::Nest(_) => Some("nests"),
            LoopForm::Sums(_) => Some("sums"),
            LoopForm::League(_) => Some("leagues"),
            LoopForm::Plain => None,
        };
        let elements = (!self.elements.loops.is_empty()).then_some("elements");
        form.into_iter().chain(elements).collect()
    }

    /// What the form, or the elements that are kept in registers, ask of the running program.
    pub fn checks(&self) -> &[Check] {
        match &self.form {
            LoopForm::Sums(sums) => &sums.checks,
            LoopForm::Nest(nest) if self.elements.loops.is_empty() => &nest.checks,
            _ => &self.elements.checks,
        }
    }
}

/// What is known of a region whose threads come to one end ([`super::merges`]).
#[derive(Default)]
pub(super) struct Merge {
    /// The loop at whose end nobody need wait.
    pub crossed: Option<Tokens>,
    /// The updates that a block's threads make together.
    pub together: Vec<Tokens>,
    /// The loop, if threads without iterations of it leave no trace.
    pub work: Option<Construct>,
    /// Whether no thread can wait for another one but in a barrier.
    pub waits_at_barriers_only: bool,
}

impl Merge {
    /// Whether a statement is one of the updates that are made together.
    pub fn is_together(&self, statement: &Tokens) -> bool {
        self.together.iter().any(|update| update.start() == statement.start())
    }
}

/// What the host counts to know how many threads a region keeps busy.
pub(super) enum Count {
    /// There is nothing in it.
    Nothing,
    /// The iterations of loops that are shared out together, from the outermost, each with a token where its variable has its
    /// meaning. Groups of threads may run them.
    Iterations {
        loops: Vec<(CanonicalLoop, usize)>,
        /// The variables in their headers.
        variables: Vec<SymbolId>,
        /// Whether there is one range for all of them, and not one for each.
        is_one_range: bool,
        is_for_groups: bool,
    },
}

impl RegionPlan {
    pub fn variable(&self, symbol: SymbolId) -> Option<&Variable> {
        self.variables.iter().find(|variable| variable.capture.symbol == symbol)
    }

    /// A part of a region is given what the region is given.
    pub fn take_arguments_of(&mut self, whole: &RegionPlan) {
        for variable in &mut self.variables {
            let Some(same) = whole.variable(variable.capture.symbol) else { continue };
            if matches!(variable.original, Original::Table | Original::Value | Original::Address) {
                variable.original = same.original;
                if matches!(variable.form, Form::Reference | Form::Constant) {
                    variable.form = same.form.clone();
                }
            }
        }
    }

    /// What becomes of a construct that is a loop.
    pub fn of_loop(&self, construct: &Construct) -> &LoopPlan {
        const PLAIN: &LoopPlan =
            &LoopPlan { form: LoopForm::Plain, elements: Elements { loops: Vec::new(), checks: Vec::new() } };
        self.loops.get(construct.tokens.start()).unwrap_or(PLAIN)
    }

    /// What stands in front of the arguments of its constructs.
    pub fn team(&self) -> &'static str {
        if self.is_bare { "gpump_team, " } else { "" }
    }

    /// The statement at which all threads of the team meet.
    pub fn barrier(&self) -> &'static str {
        if self.is_bare { "gpump_barrier(gpump_team);" } else { "gpump_barrier();" }
    }

    /// How many reductions a region has in front of a construct.
    pub fn reductions_before(&self, construct: &Construct) -> usize {
        self.reductions.range(..construct.tokens.start()).skip(1).map(|(_, count)| count).sum()
    }

    /// How many reductions it has memory for. Sums of all threads need that of one.
    pub fn reductions(&self) -> usize {
        self.reductions.values().sum::<usize>().max(usize::from(!self.merge.together.is_empty()))
    }
}

/// The loops of a construct, a region perhaps, that its team shares out. Regions inside have teams of one.
pub(super) fn shared_out(outer: &Construct) -> Vec<&Construct> {
    let mut found = Vec::new();
    outer.walk_inside(&mut |inner, around| {
        // Of the constructs around it and itself, those inside the outermost.
        let mut nested = around.iter().skip(1).chain(around.first().map(|_| &inner));
        if inner.kind.is_loop() && !nested.any(|outer| outer.kind.is_parallel()) {
            found.push(inner);
        }
    });
    found
}

impl File<'_> {
    /// Whether the headers of loops inside a construct, which has a certain form, declare a variable.
    pub(super) fn is_in_headers(&self, construct: &Construct, form: &LoopForm, name: &str) -> bool {
        let uses = self.references_in(&construct.tokens).iter().filter(|found| found.name == name);
        form.declares(name, &uses.map(|found| found.token).collect::<Vec<_>>())
    }

    /// The variables of a region as its text and its clauses have them, and the types of the function's that they need.
    pub(super) fn plan_variables(&self, region: &Construct, plan: &mut RegionPlan) {
        let captures = self.captures(region);
        plan.local = self.local_names(region, &captures);
        let privates = self.privates(region);
        let inner = &plan.of_loop(region).form;
        let variable = |capture: Capture| {
            let original = match Original::of(&capture) {
                found @ (Original::Value | Original::Table) => {
                    self.known_value(&capture, &region.tokens).map_or(found, Original::Known)
                }
                found => found,
            };
            let form = match privates.iter().find(|private| private.name == capture.name) {
                _ if capture.private.is_none() => match original {
                    _ if !capture.is_shared => Form::Nothing,
                    Original::Rows => Form::Rows,
                    Original::Value | Original::Known(_) => Form::Constant,
                    _ => Form::Reference,
                },
                Some(private)
                    if private.needs_original() || !self.is_in_headers(region, inner, &private.name) =>
                {
                    Form::Private(private.clone())
                }
                _ => Form::Nothing,
            };
            let is_local = self.mentions(&capture.ty, &plan.local);
            Variable { capture, original, form, is_local }
        };
        plan.variables = captures.into_iter().map(variable).collect();
    }
}
