//! Which clauses go together on a directive: those that stand there once, those that exclude each other, and those of which
//! one has to be there.

use super::Place;
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::accepted::{Clause, Directive, Reading, clause_section};
use crate::syntax::generated::open_mpc as kind;

/// Those that stand on a directive once. What the model of a construct has a field for, it says itself.
const UNIQUE: &[&str] = &[
    "at",
    "bind",
    "compare",
    "detach",
    "device",
    "device_type",
    "dist_schedule",
    "fail",
    "filter",
    "final",
    "full",
    "grainsize",
    "mergeable",
    "message",
    "nocontext",
    "nogroup",
    "novariants",
    "num_tasks",
    "num_teams",
    "order",
    "otherwise",
    "partial",
    "priority",
    "proc_bind",
    "severity",
    "sizes",
    "thread_limit",
    "untied",
    "weak",
];

/// Two clauses that do not stand on one directive, and where that is said.
const EXCLUSIVE: &[(&str, &str, &str)] = &[
    ("grainsize", "num_tasks", "12.6"),
    ("reduction", "nogroup", "12.6"),
    ("detach", "mergeable", "12.5"),
    ("inbranch", "notinbranch", "7.7"),
    ("full", "partial", "9.2"),
    ("order", "ordered", "11.5"),
];

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

/// Looks at the clauses of a pragma that has been read. `indexes` are the tokens of its words.
pub(super) fn check(
    tokens: &TokenList,
    place: Place,
    reading: &Reading,
    indexes: &[usize],
) -> Vec<Diagnostic> {
    let check = |directive| Check { tokens, place, directive, reading, indexes }.all();
    reading.directive.map_or_else(Vec::new, check)
}

struct Check<'t> {
    tokens: &'t TokenList,
    place: Place<'t>,
    directive: &'static Directive,
    reading: &'t Reading,
    /// The tokens of the pragma's words.
    indexes: &'t [usize],
}

impl<'t> Check<'t> {
    fn all(&self) -> Vec<Diagnostic> {
        let mut errors = self.unique();
        errors.extend(self.exclusive());
        if self.reading.faults.is_empty() {
            errors.extend(self.required());
            errors.extend(self.together());
        }
        errors.extend(self.map_types());
        errors.extend(self.mapped_and_private());
        errors.extend(self.nonmonotonic());
        errors.extend(self.named_hint());
        errors.extend(self.flush());
        errors
    }

    fn text(&self, clause: &Clause) -> &'t str {
        self.tokens.text(self.indexes[clause.range.start])
    }

    fn range(&self, clause: &Clause) -> Tokens {
        self.indexes[clause.range.start]..=self.indexes[clause.range.end - 1]
    }

    fn clause(&self, word: &str) -> Option<&'t Clause> {
        self.reading.clauses.iter().find(|clause| self.text(clause) == word)
    }

    /// The words of the directive.
    fn name(&self) -> Tokens {
        let last = self.directive.name.split(' ').count() - 1;
        self.indexes[0]..=self.indexes[last]
    }

    fn error(&self, code: &'static str, message: String, at: &Tokens) -> Diagnostic {
        Diagnostic::error(code, message, (self.place)(at))
    }

    fn unique(&self) -> Vec<Diagnostic> {
        let clauses = &self.reading.clauses;
        let twice = clauses.iter().enumerate().filter_map(|(number, clause)| {
            let word = self.text(clause);
            let earlier = clauses[..number].iter().find(|earlier| self.text(earlier) == word)?;
            let section = clause_section(word).unwrap_or(self.directive.section);
            UNIQUE.contains(&word).then(|| {
                self.error("E0306", format!("`{word}` is given twice"), &self.range(clause))
                    .label("again here")
                    .note_at((self.place)(&self.range(earlier)), "first here")
                    .note(format!("a directive takes one `{word}` clause at most (section {section})"))
            })
        });
        twice.collect()
    }

    fn exclusive(&self) -> Vec<Diagnostic> {
        let both = EXCLUSIVE.iter().filter_map(|(one, other, section)| {
            let (first, second) = (self.clause(one)?, self.clause(other)?);
            Some(
                self.error("E0321", format!("`{one}` together with `{other}`"), &self.range(second))
                    .label("not on one directive")
                    .note_at((self.place)(&self.range(first)), "the other")
                    .note(format!(
                        "`{}` takes one or the other (section {section} of OpenMP 5.2)",
                        self.directive.name
                    )),
            )
        });
        both.collect()
    }

    fn required(&self) -> Option<Diagnostic> {
        let (name, clauses, section) = REQUIRED.iter().find(|(name, ..)| *name == self.directive.name)?;
        if clauses.iter().any(|word| self.clause(word).is_some()) {
            return None;
        }
        let list: Vec<String> = clauses.iter().map(|word| format!("`{word}`")).collect();
        let error = self.error("E0353", format!("`{name}` without {}", list.join(" or ")), &self.name());
        Some(
            error.label("says nothing").note(format!(
                "the directive has one such clause at least (section {section} of OpenMP 5.2)"
            )),
        )
    }

    fn together(&self) -> Vec<Diagnostic> {
        let alone = TOGETHER.iter().filter(|(name, ..)| *name == self.directive.name);
        let alone = alone.filter_map(|(name, word, wanted, section)| {
            let clause = self.clause(word).filter(|_| self.clause(wanted).is_none())?;
            let message = format!("`{word}` without `{wanted}`");
            Some(self.error("E0353", message, &self.range(clause)).label("means nothing").note(format!(
                "on `{name}` the clause stands with `{wanted}` (section {section} of OpenMP 5.2)"
            )))
        });
        alone.collect()
    }

    fn map_types(&self) -> Vec<Diagnostic> {
        let Some((name, wrong, section)) = MAP_TYPES.iter().find(|(name, ..)| *name == self.directive.name)
        else {
            return Vec::new();
        };
        let maps = self.reading.clauses.iter().filter(|clause| self.text(clause) == "map");
        let types = maps.filter_map(|clause| {
            let mut words = self.indexes[clause.range.clone()].iter();
            let word = *words.find(|&&index| wrong.contains(&self.tokens[index].kind))?;
            let text = self.tokens.text(word);
            let error = self.error("E0354", format!("`map({text}: …)` on `{name}`"), &(word..=word));
            Some(error.label("nothing to do there").note(format!("section {section} of OpenMP 5.2")))
        });
        types.collect()
    }

    /// The variables that a clause lists, by their tokens: what stands behind its modifiers, without sections.
    fn variables(&self, clause: &Clause) -> Vec<usize> {
        let words = &self.indexes[clause.range.clone()];
        let kind_of = |index: usize| self.tokens[index].kind;
        let listed = words.windows(3).filter(|words| {
            matches!(kind_of(words[0]), kind::LEFT_PAREN | kind::COMMA | kind::COLON)
                && kind_of(words[1]) == kind::IDENTIFIER
                && matches!(kind_of(words[2]), kind::RIGHT_PAREN | kind::COMMA | kind::LEFT_BRACKET)
        });
        listed.map(|words| words[1]).collect()
    }

    fn mapped_and_private(&self) -> Vec<Diagnostic> {
        if self.directive.name != "target" {
            return Vec::new();
        }
        let of = |names: &[&str]| -> Vec<usize> {
            let clauses = self.reading.clauses.iter().filter(|clause| names.contains(&self.text(clause)));
            clauses.flat_map(|clause| self.variables(clause)).collect()
        };
        let private = of(&["private", "firstprivate"]);
        let both = of(&["map"]).into_iter().filter_map(|mapped| {
            let name = self.tokens.text(mapped);
            let other = *private.iter().find(|&&other| self.tokens.text(other) == name)?;
            Some(
                self.error("E0302", format!("`{name}` is mapped, and private"), &(mapped..=mapped))
                    .label("mapped here")
                    .note_at((self.place)(&(other..=other)), "private here")
                    .note("a variable is in one kind of these clauses alone (section 5.8.3 of OpenMP 5.2)"),
            )
        });
        both.collect()
    }

    fn nonmonotonic(&self) -> Option<Diagnostic> {
        let (schedule, ordered) = (self.clause("schedule")?, self.clause("ordered")?);
        let mut words = self.indexes[schedule.range.clone()].iter();
        let word = *words.find(|&&index| self.tokens[index].kind == kind::NONMONOTONIC)?;
        Some(
            self.error("E0321", "`nonmonotonic` together with `ordered`".to_owned(), &(word..=word))
                .label("iterations out of their order")
                .note_at((self.place)(&self.range(ordered)), "the other")
                .note("an ordered loop has its iterations in their order (section 11.5.3 of OpenMP 5.2)"),
        )
    }

    /// A hint is about the critical constructs of one name.
    fn named_hint(&self) -> Option<Diagnostic> {
        let clause = self.clause("hint").filter(|_| self.directive.name == "critical")?;
        let is_named = clause.range.start > 1;
        let value: Vec<&str> =
            self.indexes[clause.range.clone()].iter().map(|&index| self.tokens.text(index)).collect();
        let is_none =
            matches!(value.as_slice(), ["hint", "(", "0" | "omp_sync_hint_none" | "omp_lock_hint_none", ")"]);
        (!is_named && !is_none).then(|| {
            self.error("E0353", "`hint` on `critical` without a name".to_owned(), &self.range(clause))
                .label("of which critical constructs?")
                .note("a critical construct with a hint has a name (section 15.2 of OpenMP 5.2)")
        })
    }

    /// What orders all memory lists no variables.
    fn flush(&self) -> Option<Diagnostic> {
        if self.directive.name != "flush" || self.indexes.len() < 3 {
            return None;
        }
        let (order, list) = (self.indexes[1], self.indexes[2]);
        let is_list = |index: usize| self.tokens[index].kind == kind::LEFT_PAREN;
        (!is_list(order) && is_list(list)).then(|| {
            let last = self.indexes[self.indexes.len() - 1];
            let text = self.tokens.text(order);
            self.error("E0321", format!("`flush {text}` with a list"), &(list..=last))
                .label("the order is that of all memory")
                .note("a flush has an order or a list (section 15.8.5 of OpenMP 5.2)")
        })
    }
}
