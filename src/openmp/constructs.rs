//! The constructs of a program, as a tree, with their clauses.
//!
//! Everything refers to the source by tokens: a range of indexes into the
//! token list, first and last.

use super::atomic;
use super::loops::CanonicalLoop;
pub use super::stretch::Tokens;
use crate::c::symbols::SymbolId;
use crate::syntax::accepted::Directive;

/// The constructs that have a statement, by what they do: those of `for simd` and `parallel for simd` are loops with
/// [`Clauses::simd`], as are those of `loop`. How each was written is [`Construct::written`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstructKind {
    Parallel,
    For,
    Sections,
    Single,
    ParallelFor,
    ParallelSections,
    Master,
    Critical,
    Atomic,
    Ordered,
    Simd,
    ParallelMaster,
    Scope,
    /// One whose statement means what it means without the directive.
    AsItStands(&'static Directive),
    /// One that the device has not.
    HostOnly(&'static Directive),
}

impl ConstructKind {
    /// The words of its directive.
    pub fn name(self) -> &'static str {
        match self {
            ConstructKind::Parallel => "parallel",
            ConstructKind::For => "for",
            ConstructKind::Sections => "sections",
            ConstructKind::Single => "single",
            ConstructKind::ParallelFor => "parallel for",
            ConstructKind::ParallelSections => "parallel sections",
            ConstructKind::Master => "master",
            ConstructKind::Critical => "critical",
            ConstructKind::Atomic => "atomic",
            ConstructKind::Ordered => "ordered",
            ConstructKind::Simd => "simd",
            ConstructKind::ParallelMaster => "parallel master",
            ConstructKind::Scope => "scope",
            ConstructKind::AsItStands(directive) | ConstructKind::HostOnly(directive) => directive.name,
        }
    }

    /// The kind of a directive's construct.
    pub fn of(directive: &'static Directive) -> Self {
        match directive.name {
            "parallel" => ConstructKind::Parallel,
            "for" | "for simd" => ConstructKind::For,
            "sections" => ConstructKind::Sections,
            "single" => ConstructKind::Single,
            "parallel for" | "parallel for simd" => ConstructKind::ParallelFor,
            "parallel sections" => ConstructKind::ParallelSections,
            "master" => ConstructKind::Master,
            "critical" => ConstructKind::Critical,
            "atomic" => ConstructKind::Atomic,
            "ordered" => ConstructKind::Ordered,
            "simd" => ConstructKind::Simd,
            _ => ConstructKind::HostOnly(directive),
        }
    }

    pub fn is_host_only(self) -> bool {
        matches!(self, ConstructKind::HostOnly(_))
    }

    /// Whether it starts a team: `parallel` and the combined constructs.
    pub fn is_parallel(self) -> bool {
        matches!(
            self,
            ConstructKind::Parallel
                | ConstructKind::ParallelFor
                | ConstructKind::ParallelSections
                | ConstructKind::ParallelMaster
        )
    }

    /// Whether it shares work out (section 2.5 of the specification).
    pub fn is_worksharing(self) -> bool {
        matches!(
            self,
            ConstructKind::For
                | ConstructKind::Sections
                | ConstructKind::Single
                | ConstructKind::Scope
                | ConstructKind::ParallelFor
                | ConstructKind::ParallelSections
        )
    }

    /// Whether its statement is a loop that it shares out.
    pub fn is_loop(self) -> bool {
        matches!(self, ConstructKind::For | ConstructKind::ParallelFor)
    }

    /// Whether its statement is a loop in canonical form.
    pub fn has_loop(self) -> bool {
        match self {
            ConstructKind::AsItStands(directive) | ConstructKind::HostOnly(directive) => directive.has_loop,
            kind => kind.is_loop() || kind == ConstructKind::Simd,
        }
    }
}

/// The data-sharing clauses, and those that copy between threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sharing {
    Private,
    Firstprivate,
    Lastprivate,
    /// With its step, if it is not 1.
    Linear(Option<Tokens>),
    Shared,
    /// With its operator, `+` or `max`.
    Reduction(String),
    Copyin,
    Copyprivate,
}

impl Sharing {
    /// The name of the clause.
    pub fn name(&self) -> &'static str {
        match self {
            Sharing::Private => "private",
            Sharing::Firstprivate => "firstprivate",
            Sharing::Lastprivate => "lastprivate",
            Sharing::Linear(_) => "linear",
            Sharing::Shared => "shared",
            Sharing::Reduction(_) => "reduction",
            Sharing::Copyin => "copyin",
            Sharing::Copyprivate => "copyprivate",
        }
    }

    /// Whether the last iteration's or section's value goes into the original.
    pub fn is_last(&self) -> bool {
        matches!(self, Sharing::Lastprivate | Sharing::Linear(_))
    }

    /// Whether a thread's copy has something to do with the original.
    pub fn needs_original(&self) -> bool {
        self.is_last() || matches!(self, Sharing::Firstprivate | Sharing::Reduction(_))
    }
}

/// A variable named in a clause.
#[derive(Clone, Debug)]
pub struct ListItem {
    pub sharing: Sharing,
    pub name: String,
    /// The token of the name in the clause.
    pub token: usize,
    /// What it names there; `None` if it is not declared.
    pub symbol: Option<SymbolId>,
}

/// The `schedule` clause.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// `static`, `dynamic`, `guided`, `runtime`, or `auto` (3.0, section 2.5.1), which is what holds without the clause.
    pub kind: String,
    pub chunk: Option<Tokens>,
    pub tokens: Tokens,
}

/// The `collapse` clause (OpenMP 3.0, 2.5.1).
#[derive(Clone, Debug)]
pub struct Collapse {
    /// Of how many loops the iterations are shared out together; `None` if the text does not say.
    pub loops: Option<usize>,
    pub tokens: Tokens,
}

/// The `default` clause.
#[derive(Clone, Debug)]
pub struct Default_ {
    pub none: bool,
    /// What variables are that no clause lists, if they are no shared ones (5.1, section 2.21.4.1).
    pub sharing: Option<Sharing>,
    pub tokens: Tokens,
}

/// The clauses of a directive.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// The items of all data clauses, in order.
    pub items: Vec<ListItem>,
    /// Those of `lastprivate(conditional: …)`, by their tokens.
    pub conditional: Vec<usize>,
    pub default: Option<Default_>,
    pub schedule: Option<Schedule>,
    /// The expression.
    pub num_threads: Option<Tokens>,
    /// The expression, and the clause itself.
    pub condition: Option<(Tokens, Tokens)>,
    pub nowait: Option<Tokens>,
    /// The clause; with more than a word, it says of how many loops (4.5).
    pub ordered: Option<Tokens>,
    /// Of how many loops `ordered` says that their iterations wait for certain others (4.5, section 2.7.1).
    pub across: Option<usize>,
    pub collapse: Option<Collapse>,
    pub atomic: atomic::Clauses,
    /// The word `simd`: of a loop, or of `ordered`; and whether the latter has `threads` as well.
    pub simd: Option<Tokens>,
    pub is_by_threads: bool,
    pub safelen: Option<Tokens>,
    pub simdlen: Option<Tokens>,
    /// The variables of `aligned`, each with its token, and the alignments.
    pub aligned: Vec<(String, usize)>,
    pub alignments: Vec<Tokens>,
    /// Of a `masked`: the number of the thread that it is for, if that is not the first.
    pub filter: Option<Tokens>,
    /// Those that have no field of their own.
    pub others: Vec<OtherClause>,
}

/// A clause of which no more is known than its name and what it lists.
#[derive(Clone, Debug)]
pub struct OtherClause {
    pub name: String,
    pub tokens: Tokens,
    /// The variables that it names, each with its token.
    pub names: Vec<(String, usize)>,
}

impl Clauses {
    /// The items that a predicate on their clause selects.
    pub fn items_of(&self, select: impl Fn(&Sharing) -> bool) -> impl Iterator<Item = &ListItem> {
        self.items.iter().filter(move |item| select(&item.sharing))
    }

    /// The clause of a name among those that have no field of their own.
    pub fn other(&self, name: &str) -> Option<&OtherClause> {
        self.others.iter().find(|clause| clause.name == name)
    }

    /// How many loops belong to the construct, if it is one of loops.
    pub fn loops(&self) -> usize {
        self.collapse.as_ref().and_then(|collapse| collapse.loops).unwrap_or(1)
    }

    /// What clauses make private to a thread in some way.
    pub fn private_items(&self) -> impl Iterator<Item = &ListItem> {
        self.items_of(|sharing| *sharing == Sharing::Private || sharing.needs_original())
    }

    /// The clause that makes a symbol private to a thread in some way.
    pub fn privatises(&self, symbol: SymbolId) -> Option<&ListItem> {
        self.private_items().find(|item| item.symbol == Some(symbol))
    }
}

/// A construct.
#[derive(Clone, Debug)]
pub struct Construct {
    pub kind: ConstructKind,
    /// The directive as it was written: `masked` of what is a [`ConstructKind::Master`].
    pub written: &'static Directive,
    /// From the `#` to the end of the statement.
    pub tokens: Tokens,
    /// From the `#` to the newline.
    pub directive: Tokens,
    /// The statement.
    pub body: Tokens,
    pub clauses: Clauses,
    /// The loop of a `for` or `parallel for`, if it is canonical.
    pub canonical_loop: Option<CanonicalLoop>,
    /// The loops inside of it whose iterations are shared out with its own, from the outermost: those of `collapse`.
    pub inner_loops: Vec<CanonicalLoop>,
    /// The loops of which `ordered` says that their iterations wait for certain others, from the outermost.
    pub across: Vec<CanonicalLoop>,
    /// The last token of the innermost of its loops; its own, if it has none.
    pub loop_end: usize,
    /// What stands inside, in order.
    pub parts: Vec<Part>,
    /// Whether it stands among the statements of a block; if not, it is the
    /// sole statement of an `if`, an `else`, a loop, a label or a construct.
    pub in_block: bool,
    /// How many scopes were open at the directive.
    pub depth: usize,
}

impl Construct {
    /// The loops whose iterations it shares out, from the outermost.
    pub fn loops(&self) -> impl Iterator<Item = &CanonicalLoop> {
        self.canonical_loop.iter().chain(&self.inner_loops)
    }

    /// Whether a name is that of a variable of its loops from outside of their headers, of which each thread has its own
    /// (2.8.1.1).
    pub fn is_loop_variable(&self, name: &str) -> bool {
        self.kind.has_loop()
            && self.loops().any(|canonical| canonical.declared.is_none() && canonical.variable == name)
    }

    /// Whether its threads have copies of a variable from outside, which has this name: by a clause, or as the variable of its loop.
    pub fn has_copy(&self, symbol: SymbolId, name: &str) -> bool {
        self.clauses.privatises(symbol).is_some() || self.is_loop_variable(name)
    }

    /// The innermost of its loops.
    pub fn innermost_loop(&self) -> Option<&CanonicalLoop> {
        self.inner_loops.last().or(self.canonical_loop.as_ref())
    }

    /// Calls a function for the construct and for all that it contains,
    /// outermost first.
    pub fn walk<'c>(&'c self, visit: &mut impl FnMut(&'c Construct)) {
        visit(self);
        for part in &self.parts {
            if let Part::Construct(inner) = part {
                inner.walk(visit);
            }
        }
    }

    /// The same, with the constructs around each, the outermost first, from
    /// this one on.
    pub fn walk_inside<'c>(&'c self, visit: &mut impl FnMut(&'c Construct, &[&'c Construct])) {
        self.walk_from(&mut Vec::new(), visit);
    }

    fn walk_from<'c>(
        &'c self,
        around: &mut Vec<&'c Construct>,
        visit: &mut impl FnMut(&'c Construct, &[&'c Construct]),
    ) {
        visit(self, around);
        around.push(self);
        for part in &self.parts {
            if let Part::Construct(inner) = part {
                inner.walk_from(around, visit);
            }
        }
        around.pop();
    }

    /// Whether it or anything in it satisfies a predicate.
    pub fn any(&self, mut predicate: impl FnMut(&Construct) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |construct| found |= predicate(construct));
        found
    }

    /// The constructs around a token, the innermost first, this one last.
    pub fn around(&self, token: usize) -> Vec<&Construct> {
        let mut chain = Vec::new();
        let mut construct = self;
        loop {
            chain.push(construct);
            match construct_at(&construct.parts, token) {
                Some(inner) => construct = inner,
                None => break,
            }
        }
        chain.reverse();
        chain
    }
}

/// Something inside a construct.
#[derive(Clone, Debug)]
pub enum Part {
    Construct(Box<Construct>),
    Barrier {
        tokens: Tokens,
        in_block: bool,
    },
    Flush {
        tokens: Tokens,
    },
    /// Another directive without a statement.
    Standalone {
        directive: &'static Directive,
        tokens: Tokens,
    },
}

impl Part {
    pub fn tokens(&self) -> &Tokens {
        match self {
            Part::Construct(construct) => &construct.tokens,
            Part::Barrier { tokens, .. } | Part::Flush { tokens } | Part::Standalone { tokens, .. } => tokens,
        }
    }
}

/// Those that begin in a range of tokens, of some parts in the order of the file.
pub fn parts_in<'p>(parts: &'p [Part], range: &Tokens) -> &'p [Part] {
    let from = parts.partition_point(|part| part.tokens().start() < range.start());
    let to = parts.partition_point(|part| part.tokens().start() <= range.end());
    &parts[from..to.max(from)]
}

/// The one around a token, of some parts in the order of the file.
pub fn part_at(parts: &[Part], token: usize) -> Option<&Part> {
    let after = parts.partition_point(|part| *part.tokens().start() <= token);
    parts.get(after.checked_sub(1)?).filter(|part| part.tokens().contains(&token))
}

/// The same, if it is a construct.
pub fn construct_at(parts: &[Part], token: usize) -> Option<&Construct> {
    match part_at(parts, token)? {
        Part::Construct(found) => Some(found),
        _ => None,
    }
}
