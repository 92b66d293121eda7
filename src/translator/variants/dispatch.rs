//! `dispatch` (section 7.6 of OpenMP 5.2): a call with a say in which variant it calls.
//!
//! The construct is a trait of its call's context. What `depend` waits for is waited for in front of the call, which may as well
//! not be deferred. There is no other device, so pointers and interoperability objects are those of the host.

use std::collections::HashSet;

use super::Resolver;
use super::calls::{Call, Callee};
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::written::Written;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::{Kind, Node};

const RULE: &str = "dispatch_directive";
const REASON: &str = "the call names what it calls (section 7.6 of OpenMP 5.2)";

impl<'t> Resolver<'t> {
    pub(super) fn dispatch(&mut self, construct: Node<'t>) {
        let start = construct.first();
        let statement = construct.children().last().filter(|node| node.kind() == Kind::Expression);
        let call = statement.and_then(|statement| self.target_call(statement));
        let (Some(statement), Some(call)) = (statement, call) else {
            let at = statement.map_or(self.line(start), Node::tokens);
            let rule = "the statement is the call of a function, or assigns what it returns (section 7.6 of OpenMP 5.2)";
            let label = "no call of a function by its name";
            self.errors.push(self.tokens.error("E0373", "`dispatch` without a call", &at, label).note(rule));
            return;
        };
        statement.children().for_each(|child| self.calls_beside(child, call));
        let ways = self.ways(start, call);
        self.take_out(start, statement);
        match ways.as_slice() {
            [(None, callees), ..] => self.write_call(call, callees),
            ways => {
                if !self.may_copy(&statement.tokens(), &self.line(start)) {
                    return;
                }
                let is_assigned = call.node.first() > statement.first();
                let before = statement.first()..=call.node.first() - usize::from(is_assigned);
                let before = if is_assigned { self.stream.text_within(&before) } else { String::new() };
                let mut text = String::new();
                for (condition, callees) in ways {
                    let call = self.call_text(call, callees);
                    let condition = condition.as_ref().map_or(String::new(), |it| format!("if ({it}) "));
                    let or = if text.is_empty() { "" } else { " else " };
                    text.push_str(&format!("{or}{condition}{before}{call};"));
                }
                self.stream.replace(statement.tokens(), text, RULE, REASON);
            }
        }
    }

    /// The call of `f(…);` or `x = f(…);`.
    fn target_call(&self, statement: Node<'t>) -> Option<Call<'t>> {
        let expression = statement.children().next()?;
        let value = match expression.kind() {
            Kind::Assignment if self.tokens[expression.at()].kind == kind::ASSIGN => {
                expression.children().last()?
            }
            _ => expression,
        };
        self.call(value)
    }

    /// All calls but one.
    fn calls_beside(&mut self, node: Node<'t>, call: Call<'t>) {
        match node.kind() == Kind::Call && node.tokens() == call.node.tokens() {
            true => node.children().for_each(|child| self.calls_in(child)),
            false if node.tokens().contains(&call.name) => {
                node.children().for_each(|child| self.calls_beside(child, call))
            }
            false => self.calls_in(node),
        }
    }

    /// What is called under which condition; the last has none.
    fn ways(&mut self, start: usize, call: Call<'t>) -> Vec<(Option<String>, Vec<Callee>)> {
        let mut ways: Vec<(Option<String>, Vec<Callee>)> = Vec::new();
        for clause in ["novariants", "nocontext"] {
            let Some(expression) = self.argument(start, clause) else { continue };
            let value = self.constant(&expression);
            if value == Some(0) {
                continue;
            }
            let callees = if clause == "novariants" { Vec::new() } else { self.callees(call, false) };
            let condition = value.is_none().then(|| self.stream.text_within(&expression));
            let is_certain = condition.is_none();
            ways.push((condition, callees));
            if is_certain {
                break;
            }
        }
        if ways.last().is_none_or(|(condition, _)| condition.is_some()) {
            ways.push((None, self.callees(call, true)));
        }
        // Where all ways are one, nothing is asked.
        if ways.iter().all(|(_, callees)| *callees == ways[0].1) {
            ways.drain(..ways.len() - 1);
        }
        ways
    }

    /// Takes the directive out; what it waits for and which device is the default meanwhile is said around the statement.
    fn take_out(&mut self, start: usize, statement: Node<'t>) {
        let depend = self.clauses(start, "depend");
        let depend: Vec<String> = depend.iter().map(|clause| self.stream.text_within(clause)).collect();
        let device = self.argument(start, "device").map(|device| self.stream.text_within(&device));
        self.comment_out(start, RULE, REASON);
        if depend.is_empty() && device.is_none() {
            return;
        }
        let mut before = "{ ".to_owned();
        let mut after = " }".to_owned();
        if !depend.is_empty() {
            let line = self.new_line(start);
            before = format!("{{{line}#pragma omp taskwait {}{line}", depend.join(" "));
        }
        if let Some(number) = device {
            let saved = self.unused("default_device", &HashSet::new());
            let declared = match self.types.lookup("omp_set_default_device", start) {
                Some(_) => "",
                None => "extern int omp_get_default_device(void); extern void omp_set_default_device(int); ",
            };
            before.push_str(&format!(
                "{declared}const int {saved} = omp_get_default_device(); omp_set_default_device({number}); "
            ));
            after.insert_str(0, &format!(" omp_set_default_device({saved});"));
        }
        self.stream.insert_before(statement.first(), before, RULE, REASON);
        self.stream.insert_after(statement.last(), after, RULE, REASON);
    }

    /// The clauses of a name of the directive that begins at a token.
    fn clauses(&self, start: usize, name: &str) -> Vec<Tokens> {
        let written = Written::at(self.tokens, start);
        written.iter().flat_map(|written| written.all(name).map(|clause| written.range(clause))).collect()
    }
}
