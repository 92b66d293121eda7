//! Which clauses go together on a directive: those that stand there once, those that exclude each other, and those of which
//! one has to be there.

use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::accepted::{Clause, clause_section};
use crate::syntax::generated::open_mpc as kind;

/// Those that stand on a directive once. `if` is in [`super::modifiers`].
const UNIQUE: &[&str] = &[
    "align",
    "allocator",
    "at",
    "atomic_default_mem_order",
    "bind",
    "capture",
    "collapse",
    "compare",
    "default",
    "detach",
    "device",
    "device_type",
    "dist_schedule",
    "dynamic_allocators",
    "fail",
    "filter",
    "final",
    "full",
    "grainsize",
    "hint",
    "indirect",
    "mergeable",
    "message",
    "nocontext",
    "no_openmp",
    "no_openmp_routines",
    "no_parallelism",
    "nogroup",
    "novariants",
    "nowait",
    "num_tasks",
    "num_teams",
    "num_threads",
    "order",
    "ordered",
    "otherwise",
    "partial",
    "priority",
    "proc_bind",
    "reverse_offload",
    "safelen",
    "schedule",
    "severity",
    "simd",
    "simdlen",
    "sizes",
    "thread_limit",
    "threads",
    "unified_address",
    "unified_shared_memory",
    "untied",
    "weak",
];

pub(super) const MEMORY_ORDERS: [&str; 5] = ["seq_cst", "acq_rel", "release", "acquire", "relaxed"];

/// Clauses of which a directive has one. Of the words of an atomic construct, that is one operation and one order.
const ALTERNATIVES: &[&[&str]] = &[&["read", "write", "update"], &MEMORY_ORDERS];

/// Two clauses that do not stand on one directive, and where that is said.
const EXCLUSIVE: &[(&str, &str, &str)] = &[
    ("grainsize", "num_tasks", "12.6"),
    ("reduction", "nogroup", "12.6"),
    ("detach", "mergeable", "12.5"),
    ("inbranch", "notinbranch", "7.7"),
    ("full", "partial", "9.2"),
    ("order", "ordered", "11.5"),
    ("read", "capture", "15.8.3"),
    ("write", "capture", "15.8.3"),
];

const ASSUMPTIONS: &[&str] =
    &["absent", "contains", "holds", "no_openmp", "no_openmp_routines", "no_parallelism"];

/// A directive that has one of some clauses at least, and where that is said.
const REQUIRED: &[(&str, &[&str], &str)] = &[
    ("target data", &["map", "use_device_ptr", "use_device_addr"], "13.5"),
    ("target enter data", &["map"], "13.6"),
    ("target exit data", &["map"], "13.7"),
    ("target update", &["to", "from"], "13.9"),
    ("interop", &["init", "use", "destroy"], "14.1"),
    ("tile", &["sizes"], "9.1"),
    (
        "requires",
        &[
            "atomic_default_mem_order",
            "reverse_offload",
            "unified_address",
            "unified_shared_memory",
            "dynamic_allocators",
        ],
        "8.2",
    ),
    ("assume", ASSUMPTIONS, "8.3"),
    ("assumes", ASSUMPTIONS, "8.3"),
    ("begin assumes", ASSUMPTIONS, "8.3"),
    ("declare variant", &["match"], "7.5.4"),
    ("declare mapper", &["map"], "5.8.8"),
];

/// A clause that wants another on its directive, and where that is said.
const TOGETHER: &[(&str, &str, &str, &str)] = &[
    ("taskwait", "nowait", "depend", "15.5"),
    ("atomic", "weak", "compare", "15.8.3"),
    ("atomic", "fail", "compare", "15.8.3"),
];

/// What `map` may say on directives that have no region.
const MAP_TYPES: &[(&str, &[i32], &str)] = &[
    ("target enter data", &[kind::FROM, kind::RELEASE, kind::DELETE], "13.6"),
    ("target exit data", &[kind::TO, kind::ALLOC], "13.7"),
    ("target data", &[kind::RELEASE, kind::DELETE], "13.5"),
    ("target", &[kind::RELEASE, kind::DELETE], "13.8"),
];

/// Looks at the clauses of a pragma that has been read.
pub(super) fn check(written: &Written) -> Vec<Diagnostic> {
    let check = Check { written };
    let mut errors = check.unique();
    errors.extend(check.exclusive());
    if written.reading.faults.is_empty() {
        errors.extend(check.required());
        errors.extend(check.together());
    }
    errors.extend(check.map_types());
    errors.extend(check.categories());
    errors.extend(check.named_hint());
    errors.extend(check.flush());
    errors.extend(check.safe_in_any_order());
    errors.extend(check.ordered_loops());
    errors.extend(check.no_functions());
    errors.extend(check.interop());
    errors
}

struct Check<'w, 't> {
    written: &'w Written<'t>,
}

impl Check<'_, '_> {
    fn error(&self, code: &'static str, message: String, at: &Tokens) -> Diagnostic {
        Diagnostic::error(code, message, self.written.tokens.span(at))
    }

    fn twice(&self, what: &str, first: &Tokens, second: &Tokens) -> Diagnostic {
        self.error("E0306", format!("`{what}` is given twice"), second)
            .label("again here")
            .note_at(self.written.tokens.span(first), "first here")
    }

    fn unique(&self) -> Vec<Diagnostic> {
        let clauses: Vec<(&str, Tokens)> =
            self.written.clauses().map(|(word, clause)| (word, self.written.range(clause))).collect();
        let twice = clauses.iter().enumerate().filter_map(|(number, (word, range))| {
            let earlier = |words: &[&str]| {
                clauses[..number].iter().find(|(earlier, _)| words.contains(earlier)).map(|(_, range)| range)
            };
            if let Some(words) = ALTERNATIVES.iter().find(|words| words.contains(word)) {
                let error = self.twice(word, earlier(words)?, range);
                return Some(error.note("a directive says once what is done, in which order, and with which hint (section 2.17.7 of OpenMP 5.0)"));
            }
            let first = UNIQUE.contains(word).then(|| earlier(&[*word]))??;
            let section = clause_section(word).unwrap_or(self.written.directive.section);
            let error = self.twice(word, first, range);
            Some(error.note(format!("a directive takes one `{word}` clause at most (section {section})")))
        });
        twice.collect()
    }

    fn exclusive(&self) -> Vec<Diagnostic> {
        let both = EXCLUSIVE.iter().filter_map(|(one, other, section)| {
            let (first, second) = (self.written.clause(one)?, self.written.clause(other)?);
            Some(
                self.error("E0321", format!("`{one}` together with `{other}`"), &self.written.range(second))
                    .label("not on one directive")
                    .note_at(self.written.tokens.span(&self.written.range(first)), "the other")
                    .note(format!(
                        "`{}` takes one or the other (section {section} of OpenMP 5.2)",
                        self.written.directive.name
                    )),
            )
        });
        both.collect()
    }

    fn required(&self) -> Option<Diagnostic> {
        let name = self.written.directive.name;
        let (_, clauses, section) = REQUIRED.iter().find(|(wanting, ..)| *wanting == name)?;
        if clauses.iter().any(|word| self.written.clause(word).is_some()) {
            return None;
        }
        let list: Vec<String> = clauses.iter().map(|word| format!("`{word}`")).collect();
        let message = format!("`{name}` without {}", list.join(" or "));
        let error = self.error("E0353", message, &self.written.name());
        Some(
            error.label("says nothing").note(format!(
                "the directive has one such clause at least (section {section} of OpenMP 5.2)"
            )),
        )
    }

    fn together(&self) -> Vec<Diagnostic> {
        let alone = TOGETHER.iter().filter(|(name, ..)| *name == self.written.directive.name);
        let alone = alone.filter_map(|(name, word, wanted, section)| {
            let clause = self.written.clause(word).filter(|_| self.written.clause(wanted).is_none())?;
            let message = format!("`{word}` without `{wanted}`");
            let error = self.error("E0353", message, &self.written.range(clause)).label("means nothing");
            Some(error.note(format!(
                "on `{name}` the clause stands with `{wanted}` (section {section} of OpenMP 5.2)"
            )))
        });
        alone.collect()
    }

    fn map_types(&self) -> Vec<Diagnostic> {
        let name = self.written.directive.name;
        let Some((_, wrong, section)) = MAP_TYPES.iter().find(|(of, ..)| *of == name) else {
            return Vec::new();
        };
        let tokens = self.written.tokens;
        let types = self.written.all("map").filter_map(|clause| {
            let mut words = self.written.modifiers(clause).iter();
            let word = *words.find(|&&index| wrong.contains(&tokens[index].kind))?;
            let message = format!("`map({}: …)` on `{name}`", tokens.text(word));
            let error = self.error("E0354", message, &(word..=word));
            Some(error.label("nothing to do there").note(format!("section {section} of OpenMP 5.2")))
        });
        types.collect()
    }

    /// What variables become that no clause lists, each category is told once, or all are together.
    fn categories(&self) -> Option<Diagnostic> {
        let tokens = self.written.tokens;
        let category = |words: &[usize]| {
            let colon = words.iter().position(|&word| tokens[word].kind == kind::COLON)?;
            Some(tokens.text(*words.get(colon + 1)?)).filter(|word| *word != "all")
        };
        let clauses: Vec<_> = self.written.all("defaultmap").collect();
        let of = |at: usize| category(self.written.argument(clauses[at]));
        let is_twice = |later: &usize| {
            (0..*later)
                .any(|earlier| of(earlier).is_none() || of(*later).is_none() || of(earlier) == of(*later))
        };
        let later = (1..clauses.len()).find(is_twice)?;
        let [first, second] = [0, later].map(|at| self.written.range(clauses[at]));
        let rule = "of each category of variables one `defaultmap` tells (section 5.8.7 of OpenMP 5.2)";
        Some(self.twice("defaultmap", &first, &second).note(rule))
    }

    /// A hint is about the critical constructs of one name.
    fn named_hint(&self) -> Option<Diagnostic> {
        let clause = self.written.clause("hint").filter(|_| self.written.directive.name == "critical")?;
        let is_named = clause.range.start > 1;
        let value: Vec<&str> =
            self.written.argument(clause).iter().map(|&index| self.written.tokens.text(index)).collect();
        let is_none = matches!(value.as_slice(), ["0" | "omp_sync_hint_none" | "omp_lock_hint_none"]);
        (!is_named && !is_none).then(|| {
            let message = "`hint` on `critical` without a name".to_owned();
            self.error("E0353", message, &self.written.range(clause))
                .label("of which critical constructs?")
                .note("a critical construct with a hint has a name (section 15.2 of OpenMP 5.2)")
        })
    }

    /// What orders all memory lists no variables.
    fn flush(&self) -> Option<Diagnostic> {
        let [order, list, .., last] = self.written.behind_name() else { return None };
        let is_list = |index: usize| self.written.tokens[index].kind == kind::LEFT_PAREN;
        let is_both = self.written.directive.name == "flush" && !is_list(*order) && is_list(*list);
        is_both.then(|| {
            let text = self.written.tokens.text(*order);
            self.error("E0321", format!("`flush {text}` with a list"), &(*list..=*last))
                .label("the order is that of all memory")
                .note("a flush has an order or a list (section 15.8.5 of OpenMP 5.2)")
        })
    }

    /// Iterations that may run in any order depend on no others, however far away.
    fn safe_in_any_order(&self) -> Option<Diagnostic> {
        let (safelen, order) = (self.written.clause("safelen")?, self.written.clause("order")?);
        let at = self.written.tokens.span(&self.written.range(safelen));
        let warning = Diagnostic::warning("W0305", "`safelen` together with `order(concurrent)`", at);
        Some(
            warning
                .label("the iterations depend on one another, or they do not")
                .note_at(self.written.tokens.span(&self.written.range(order)), "the other")
                .note("section 10.4 of OpenMP 5.2"),
        )
    }

    /// Iterations that run together do not wait for one another.
    fn ordered_loops(&self) -> Option<Diagnostic> {
        let clause = self.written.clause("ordered").filter(|clause| clause.range.len() > 1)?;
        let name = self.written.directive.name;
        self.written.directive.has_leaf("simd").then(|| {
            self.error("E0321", format!("`ordered(n)` on `{name}`"), &self.written.range(clause))
                .label("the iterations of `simd` run together")
                .note("section 4.4.4 of OpenMP 5.2")
        })
    }

    /// A `declare target` with clauses names what it is about.
    fn no_functions(&self) -> Option<Diagnostic> {
        let clause = self.written.clause("device_type")?;
        let names = |word: &str| self.written.clause(word).is_some();
        let is_alone = self.written.directive.name == "declare target"
            && self.written.behind_name().len() == clause.range.len()
            && !["enter", "to", "link", "indirect"].iter().any(|word| names(word));
        is_alone.then(|| {
            let at = self.written.tokens.span(&self.written.range(clause));
            Diagnostic::warning("W0305", "`declare target` with `device_type` alone", at)
                .label("says nothing of any function or variable")
                .note("the directive has an `enter` or `link` clause (section 7.8.1 of OpenMP 5.2)")
        })
    }

    /// What waits for tasks is for synchronization.
    fn interop(&self) -> Option<Diagnostic> {
        let depend = self.written.clause("depend").filter(|_| self.written.directive.name == "interop")?;
        let tokens = self.written.tokens;
        let is_for = |clause: &Clause, wanted: i32| {
            self.written.modifiers(clause).iter().any(|&word| tokens[word].kind == wanted)
        };
        let other = self.written.all("init").find(|clause| !is_for(clause, kind::TARGETSYNC))?;
        Some(
            self.error("E0353", "`depend` without `targetsync`".to_owned(), &self.written.range(depend))
                .label("nothing is synchronized")
                .note_at(tokens.span(&self.written.range(other)), "an object for something else")
                .note("section 14.1 of OpenMP 5.2"),
        )
    }
}
