//! Directives that stay in the host's text, in forms that gcc 12 reads.
//!
//! gcc 12 has most of OpenMP 5.0 and 5.1, and of 5.2 little. What it refuses, or takes for something else, is written as what means the
//! same on the host and every compiler knows: `doacross(source:)` as `depend(source)`, `linear(k: step(2))` as `linear(k: 2)`. What only
//! helps an optimiser becomes a comment. A form that has no other stays, and the C compiler says what it thinks of it.
//!
//! [`clauses`] has what changes within a line, [`locators`] what `depend` and `map` list, and [`around`] what has to stand around the
//! statement.

mod around;
mod clauses;
mod locators;

use std::collections::BTreeMap;

use super::super::Writer;
use super::super::constructs::in_header;
use crate::openmp::constructs::Tokens;
use crate::openmp::transformations::makes_loops;
use crate::openmp::written::Written;
use crate::openmp::{CanonicalLoop, Construct, ConstructKind};
use crate::rewrite::Tokens as _;
use crate::syntax::Origin;
use crate::syntax::accepted::Directive;
use crate::syntax::generated::open_mpc as kind;

const RULE: &str = "openmp_pragma";
const REASON: &str = "the C compiler may not know the newer form";

/// The directives that have done their work when gpump has read them.
const HINTS: [&str; 4] = ["allocate", "begin assumes", "end assumes", "declare mapper"];

/// Whether it is one of them that gcc 12 passes by, with a warning.
fn is_ignored(directive: &Directive) -> bool {
    matches!(directive.name, "assume" | "assumes") || makes_loops(directive.name)
}

/// What changes in a directive, and around it.
#[derive(Debug, Default)]
struct Form {
    /// Tokens that get another text.
    replaced: Vec<(Tokens, String)>,
    /// What stands behind its clauses.
    added: String,
    /// Lines in front of it.
    before: String,
    /// What stands behind its line, or behind the construct's statement.
    after: String,
    /// In front of the construct's statement.
    first: String,
    /// Whether nothing of it is left to say.
    is_comment: bool,
}

impl Form {
    fn replace(&mut self, tokens: Tokens, text: impl Into<String>) {
        self.replaced.push((tokens, text.into()));
    }

    fn delete(&mut self, tokens: Tokens) {
        self.replace(tokens, "");
    }

    fn is_as_typed(&self) -> bool {
        self.replaced.is_empty() && self.added.is_empty() && self.before.is_empty() && !self.is_comment
    }
}

/// Where a construct has its statement, and the loops whose iterations wait for others.
struct Place {
    /// Whether it is its statement, and nothing else.
    stands: bool,
    body: Tokens,
    across: Vec<CanonicalLoop>,
}

impl Writer<'_, '_> {
    /// Gives the directives of the host's text the forms that gcc 12 reads.
    pub(super) fn write_older_forms(&mut self) {
        let places = self.places_of_constructs();
        let is_ours = |&index: &usize| {
            self.file.tokens[index].kind == kind::PRAGMA_OMP
                && !self.out.host.is_replaced(index)
                && !matches!(self.file.tokens.origin(index), Origin::Header { system: true, .. })
        };
        let starts: Vec<usize> = (0..self.file.tokens.len()).filter(is_ours).collect();
        for start in starts {
            let Some(written) = Written::at(self.file.tokens, start) else { continue };
            let form = self.older_form(start, &written, &places);
            let is_in_header = self.file.tokens.is_in_header(start);
            if form.is_as_typed() || is_in_header && is_ignored(written.directive) {
                continue;
            }
            match is_in_header {
                true => {
                    let what = "a directive that the C compiler may not know";
                    self.out.diagnostics.push(in_header(what, start, self.file.tokens));
                }
                false => self.write_form(start, &written, form, places.get(&start)),
            }
        }
    }

    fn places_of_constructs(&self) -> BTreeMap<usize, Place> {
        let mut places = BTreeMap::new();
        let mut keep = |construct: &Construct| {
            let stands = matches!(construct.kind, ConstructKind::AsItStands(_));
            let place = Place { stands, body: construct.body.clone(), across: construct.across.clone() };
            places.insert(*construct.tokens.start(), place);
        };
        for function in &self.file.cuda.functions {
            for construct in function.constructs().chain(&function.on_host) {
                construct.walk(&mut keep);
            }
        }
        places
    }

    fn older_form(&mut self, start: usize, written: &Written, places: &BTreeMap<usize, Place>) -> Form {
        let stands = places.get(&start).is_some_and(|place| place.stands);
        if stands || HINTS.contains(&written.directive.name) || is_ignored(written.directive) {
            return Form { is_comment: true, ..Form::default() };
        }
        let mut form = Form::default();
        let loops = places.values().filter(|place| place.body.contains(&start) && !place.across.is_empty());
        let across = loops.min_by_key(|place| place.body.end() - place.body.start());
        clauses::write(written, across.map_or(&[], |place| &place.across), self, &mut form);
        self.write_around(written, places.contains_key(&start), &mut form);
        // A comma in front of a clause is none of the parser's tokens.
        let line = written.line(start);
        let is_comma =
            |index: &usize| self.file.tokens.text(*index) == "," && !self.file.tokens[*index].is_visible();
        let commas: Vec<usize> = line.filter(is_comma).collect();
        let is_first = |comma: usize| self.file.tokens.visible_before(comma) == Some(*written.name().end());
        if commas.first().is_some_and(|&comma| is_first(comma)) || !form.is_as_typed() {
            commas.into_iter().for_each(|comma| form.replace(comma..=comma, " "));
        }
        form
    }

    fn write_form(&mut self, start: usize, written: &Written, form: Form, place: Option<&Place>) {
        self.out.recorder.step(RULE, "older_form", Some(&written.line(start)), || {
            format!("Writes `{}` in a form that older compilers know.", written.directive.name)
        });
        let line = written.line(start);
        let indent = self.file.indentation(start).to_owned();
        if form.is_comment {
            let text = crate::codegen::cuda::comment(None, &self.file.pragma_text(&line));
            self.out.host.replace(line, text, RULE, REASON);
            return;
        }
        for (tokens, text) in form.replaced {
            self.out.host.replace(tokens, text, RULE, REASON);
        }
        if !form.added.is_empty() {
            self.out.host.insert_after(*line.end(), form.added, RULE, REASON);
        }
        if !form.before.is_empty() {
            let text = form.before.replace('\n', &format!("\n{indent}"));
            self.out.host.insert_before(start, text, RULE, REASON);
        }
        if !form.first.is_empty()
            && let Some(place) = place
        {
            self.out.host.insert_before(*place.body.start(), form.first, RULE, REASON);
        }
        if !form.after.is_empty() {
            let end = place.map_or(*line.end(), |place| *place.body.end());
            self.out.host.insert_after(end, form.after, RULE, REASON);
        }
    }
}
