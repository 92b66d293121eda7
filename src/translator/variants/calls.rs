//! Which function a call calls (section 7.5 of OpenMP 5.2).

use super::Resolver;
use super::functions::Variant;
use crate::c;
use crate::openmp::constructs::Tokens;
use crate::openmp::variants::{Candidate, ConstructTrait, fit, ranked};
use crate::openmp::written::directive_at;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::{Kind, Node};

const RULE: &str = "declare_variant_directive";
const STATIC: &str = "the context of the call chooses this variant (section 7.5 of OpenMP 5.2)";
const DYNAMIC: &str = "the running program chooses the variant (section 7.5 of OpenMP 5.2)";

/// A direct call of a function that has variants.
#[derive(Clone, Copy)]
pub(super) struct Call<'n> {
    pub node: Node<'n>,
    /// The token of the function's name.
    pub name: usize,
}

/// A function that a call may call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Callee {
    /// What the program asks before; the last has nothing.
    pub condition: Option<String>,
    pub name: String,
    /// How many arguments are appended.
    pub appended: usize,
}

impl<'t> Resolver<'t> {
    /// Has all calls name what they call.
    pub(super) fn calls(&mut self) {
        let top: Vec<Node<'t>> = self.tree.top().collect();
        top.into_iter().for_each(|node| self.calls_in(node));
    }

    /// Inner calls first: an outer one may write its arguments twice.
    pub(super) fn calls_in(&mut self, node: Node<'t>) {
        if node.kind() == Kind::Construct
            && directive_at(self.tokens, node.first()).is_some_and(|it| it.name == "dispatch")
        {
            return self.dispatch(node);
        }
        node.children().for_each(|child| self.calls_in(child));
        if let Some(call) = self.call(node) {
            let callees = self.callees(call, false);
            self.write_call(call, &callees);
        }
    }

    /// The call that an expression is, if it is one of a function by its name.
    pub(super) fn call(&self, node: Node<'t>) -> Option<Call<'t>> {
        let callee = Some(node).filter(|node| node.kind() == Kind::Call)?.children().next()?.bare();
        let name = callee.first();
        // A variable may have the name of a function, and point to another.
        let declared = self.types.lookup(self.tokens.text(name), name).and_then(|found| found.ty.as_ref());
        let is_function = declared.is_none_or(|ty| matches!(ty.kind, c::Kind::Function(_)));
        (callee.kind() == Kind::Name && is_function).then_some(Call { node, name })
    }

    /// What a call calls; nothing if that is the function whose name it has.
    pub(super) fn callees(&mut self, call: Call<'_>, is_dispatched: bool) -> Vec<Callee> {
        let base = self.tokens.text(call.name);
        let mut context = self.context(call.name);
        if is_dispatched {
            context.constructs.push(ConstructTrait::named("dispatch"));
        }
        let is_visible = |variant: &Variant| variant.base == base && variant.declared < call.name;
        let visible = self.functions.variants.iter().enumerate().filter(|(_, variant)| is_visible(variant));
        let candidates = visible.filter_map(|(number, variant)| {
            let fit = fit(&variant.selector, &context, self.tokens, &|expression| self.constant(expression))?;
            Some(Candidate { number, fit, is_explicit: true })
        });
        let mut callees = Vec::new();
        for Candidate { number, fit, .. } in ranked(candidates.collect()) {
            let condition = (!fit.questions.is_empty()).then(|| self.question(&fit.questions));
            let Variant { name, appended, .. } = self.functions.variants[number].clone();
            callees.push(Callee { condition, name, appended });
        }
        if callees.last().is_some_and(|last| last.condition.is_some()) {
            callees.push(Callee { condition: None, name: base.to_owned(), appended: 0 });
        }
        callees
    }

    /// Has a call call what it is to.
    pub(super) fn write_call(&mut self, call: Call<'_>, callees: &[Callee]) {
        match callees {
            [] => {}
            [only] => {
                self.stream.replace(call.name..=call.name, only.name.clone(), RULE, STATIC);
                if only.appended > 0 {
                    let text = appended(only.appended, self.arguments(call).is_none());
                    self.stream.insert_before(call.node.last(), text, RULE, STATIC);
                }
            }
            several => {
                if self.may_copy(&call.node.tokens(), &call.node.tokens()) {
                    let text = self.call_text(call, several);
                    self.stream.replace(call.node.tokens(), text, RULE, DYNAMIC);
                }
            }
        }
    }

    /// A call of one of several functions, as text.
    pub(super) fn call_text(&mut self, call: Call<'_>, callees: &[Callee]) -> String {
        let arguments = self.arguments(call).map_or(String::new(), |range| self.stream.text_within(&range));
        let own = [Callee { condition: None, name: self.tokens.text(call.name).to_owned(), appended: 0 }];
        let callees = if callees.is_empty() { &own[..] } else { callees };
        let calls = callees.iter().map(|Callee { condition, name, appended: count }| {
            let call = format!("{name}({arguments}{})", appended(*count, arguments.is_empty()));
            match condition {
                Some(condition) => format!("({condition}) ? {call} : "),
                None => call,
            }
        });
        let text: String = calls.collect();
        if callees.len() > 1 { format!("({text})") } else { text }
    }

    fn arguments(&self, call: Call<'_>) -> Option<Tokens> {
        let close = call.node.last();
        let open = self.tokens.partner(close).filter(|&open| self.tokens[open].kind == kind::LEFT_PAREN)?;
        let first = self.tokens.visible_from(open + 1).filter(|&first| first < close)?;
        Some(first..=self.tokens.visible_before(close)?)
    }
}

/// The arguments of an interoperability object that there is none of: `omp_interop_none`.
fn appended(count: usize, is_first: bool) -> String {
    let text = vec!["0"; count].join(", ");
    if is_first || count == 0 { text } else { format!(", {text}") }
}
