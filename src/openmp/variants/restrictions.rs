//! What context selectors say, and what metadirectives and function variants do with them (chapter 7 of OpenMP 5.2).

use super::choices::{Choice, of_match};
use super::selector::{Selector, TraitSelector, TraitSet, has_named};
use crate::diagnostics::Diagnostic;
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::written::Written;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;

/// The traits of constructs (section 7.2).
const CONSTRUCTS: &[&str] = &["target", "teams", "parallel", "for", "simd", "dispatch"];

/// Traits that are nothing without a property.
const NAMED: &[&str] = &[
    "kind",
    "isa",
    "arch",
    "vendor",
    "extension",
    "requires",
    "atomic_default_mem_order",
    "condition",
    "device_num",
];

/// Traits that have one property alone.
const SINGLE: &[&str] = &["atomic_default_mem_order", "condition", "device_num"];

/// Looks at all directives whose words are right.
pub fn check(tokens: &TokenList) -> Vec<Diagnostic> {
    let mut check = Check { tokens, found: Vec::new() };
    for start in 0..tokens.len() {
        if tokens[start].kind != kind::PRAGMA_OMP {
            continue;
        }
        let Some(written) = Written::at(tokens, start).filter(|it| it.reading.faults.is_empty()) else {
            continue;
        };
        match written.directive.name {
            "metadirective" | "begin metadirective" => check.metadirective(start),
            "declare variant" | "begin declare variant" => check.variant(start, &written),
            _ => {}
        }
    }
    check.found
}

struct Check<'t> {
    tokens: &'t TokenList,
    found: Vec<Diagnostic>,
}

impl<'t> Check<'t> {
    fn refuse(&mut self, code: &'static str, message: String, at: &Tokens, label: &str, rule: &str) {
        let error = self.tokens.error(code, message, at, label);
        self.found.push(error.note(format!("{rule} of OpenMP 5.2)")));
    }

    fn metadirective(&mut self, start: usize) {
        let choices = Choice::all(self.tokens, start);
        for (number, choice) in choices.iter().enumerate() {
            match &choice.selector {
                Some(selector) => self.selector(selector, true),
                None if number + 1 < choices.len() => {
                    let name = self.tokens.text(*choice.clause.start());
                    let rule = "what is chosen if nothing else fits stands last (section 7.4.2";
                    let message = format!("`{name}` in front of other clauses");
                    self.refuse("E0371", message, &choice.clause, "not the last clause", rule);
                }
                None => {}
            }
            let Some(directive) = &choice.directive else { continue };
            if directive.clone().take(3).any(|index| self.tokens.text(index) == "metadirective") {
                let rule = "a metadirective chooses from other directives (section 7.4.3";
                let message = "a metadirective in a metadirective".to_owned();
                self.refuse("E0371", message, directive, "cannot be chosen", rule);
            }
        }
    }

    fn variant(&mut self, start: usize, written: &Written) {
        let Some(selector) = of_match(self.tokens, start) else { return };
        self.selector(&selector, written.directive.name == "begin declare variant");
        let has = |wanted: &str| {
            selector.constructs(self.tokens).iter().any(|it| self.tokens.text(it.at) == wanted)
        };
        if has("dispatch") {
            return;
        }
        for (word, clause) in written.clauses() {
            if ["adjust_args", "append_args"].contains(&word) {
                let rule = "the clause is for calls in dispatch constructs: `match(construct={dispatch})` (section 7.5";
                let message = format!("`{word}` without `dispatch` in `match`");
                self.refuse("E0372", message, &written.range(clause), "means nothing", rule);
            }
        }
    }

    fn selector(&mut self, selector: &Selector, forbids_simd: bool) {
        for (number, set) in selector.sets.iter().enumerate() {
            let name = self.tokens.text(set.at);
            if selector.sets[..number].iter().any(|other| self.tokens.text(other.at) == name) {
                let rule = "a selector has each set of traits once (section 7.2";
                self.refuse(
                    "E0370",
                    format!("`{name}` is given twice"),
                    &(set.at..=set.at),
                    "again here",
                    rule,
                );
            }
            for (number, found) in set.traits.iter().enumerate() {
                self.known(name, found);
                self.score(name, found);
                self.properties(name, found, forbids_simd);
                self.repeated(name, found, &set.traits[..number]);
            }
            self.any(set);
        }
    }

    /// Sets that no implementation adds traits to.
    fn known(&mut self, set: &str, found: &TraitSelector) {
        let name = self.tokens.text(found.at);
        let (is_known, rule) = match set {
            "construct" => (
                CONSTRUCTS.contains(&name),
                "the constructs are target, teams, parallel, for, simd and dispatch (section 7.2",
            ),
            "user" => (name == "condition", "the set `user` has `condition` alone (section 7.2"),
            _ => return,
        };
        if !is_known {
            let message = format!("`{name}` is no trait of `{set}`");
            self.refuse("E0370", message, &(found.at..=found.at), "not one of its traits", rule);
        }
    }

    fn score(&mut self, set: &str, found: &TraitSelector) {
        if let Some(score) =
            found.score.as_ref().filter(|_| ["construct", "device", "target_device"].contains(&set))
        {
            let rule =
                "traits of constructs and devices have their scores from the specification (section 7.2";
            self.refuse("E0370", format!("a score for a trait of `{set}`"), score, "cannot be chosen", rule);
        }
    }

    fn properties(&mut self, set: &str, found: &TraitSelector, forbids_simd: bool) {
        let name = self.tokens.text(found.at);
        let at = found.at..=found.at;
        let count = found.properties.as_ref().map_or(0, Vec::len);
        if set == "construct" && found.properties.is_some() && (name != "simd" || forbids_simd) {
            let rule =
                "a construct is named, and no more, but `simd` in `declare variant` (sections 7.2 and 7.4.1";
            return self.refuse("E0370", format!("`{name}` with properties"), &at, "has none here", rule);
        }
        if NAMED.contains(&name) && count == 0 {
            let rule = "the trait has a property at least, in parentheses (section 7.2";
            self.refuse("E0370", format!("`{name}` without a property"), &at, "says nothing", rule);
        }
        if SINGLE.contains(&name) && count > 1 {
            let rule = "the trait has one property (section 7.2";
            self.refuse("E0370", format!("`{name}` with several properties"), &at, "has one", rule);
        }
    }

    fn repeated(&mut self, set: &str, found: &TraitSelector, earlier: &[TraitSelector]) {
        let name = self.tokens.text(found.at);
        if set != "construct" && earlier.iter().any(|other| self.tokens.text(other.at) == name) {
            let rule = "a set has each trait once (section 7.2";
            self.refuse(
                "E0370",
                format!("`{name}` is given twice"),
                &(found.at..=found.at),
                "again here",
                rule,
            );
        }
    }

    /// `any` is as if nothing was said of the kind of device.
    fn any(&mut self, set: &TraitSet) {
        let mut kinds = set.traits.iter().filter(|found| self.tokens.text(found.at) == "kind");
        let Some(found) = kinds.find(|found| has_named(self.tokens, found, "any")) else { return };
        let is_alone = set.traits.len() == 1 && found.properties.iter().flatten().count() == 1;
        if !is_alone {
            let rule = "`kind(any)` is alone in its set (section 7.2";
            let message = "`any` beside other traits of the device".to_owned();
            self.refuse("E0370", message, &(found.at..=found.at), "any device, or this one?", rule);
        }
    }
}
