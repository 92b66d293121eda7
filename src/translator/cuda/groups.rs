//! Iterations that a group of threads runs together: what becomes of the sums and the independent loops in them that [`crate::dependence`] finds.

use super::super::{File, Optimisation, Writer};
use super::plan::{LoopForm, LoopPlan, RegionPlan};
use crate::codegen::cuda::work::{self, Loop};
use crate::dependence::{self, League, Sums};
use crate::openmp::Construct;
use crate::openmp::constructs::Tokens;
use crate::syntax::generated::open_mpc as kind;

impl File<'_> {
    /// Sums in the iterations of a loop construct are added up by groups of threads.
    pub(super) fn add_up_in_groups(&self, construct: &Construct, plan: &mut LoopPlan) {
        let is_plain = matches!(plan.form, LoopForm::Plain)
            && construct.inner_loops.is_empty()
            && self.may_take_another_form(construct);
        if let Some(sums) = is_plain.then(|| self.sums_of(construct)).flatten() {
            plan.form = LoopForm::Sums(sums);
        }
    }

    /// The independent loops of an iteration are run by groups of threads, if there are more of them than sums.
    pub(super) fn share_leagues_out(&self, construct: &Construct, plan: &mut LoopPlan) {
        let sums = match &plan.form {
            LoopForm::Plain => 0,
            LoopForm::Sums(sums) => sums.loops.len(),
            LoopForm::Nest(_) | LoopForm::League(_) => return,
        };
        let may_be = construct.inner_loops.is_empty() && self.may_take_another_form(construct);
        let found = may_be.then(|| self.ask(construct, dependence::league)).flatten();
        let are_typed = |league: &League| {
            let loops = league.loops.iter().flat_map(|one| [one.level.keyword, one.level.close, one.last]);
            let single = league.single.iter().flat_map(|(tokens, _)| [*tokens.start(), *tokens.end()]);
            let mut all = loops.chain(single).chain(league.waits.iter().copied());
            all.all(|token| self.stands_in_file(token))
        };
        if let Some(league) = found.filter(|found| found.loops.len() > sums && are_typed(found)) {
            plan.form = LoopForm::League(league);
        }
    }

    fn sums_of(&self, construct: &Construct) -> Option<Sums> {
        let sums = self.ask(construct, dependence::sums)?;
        let loops = sums.loops.iter().flat_map(|one| [one.level.keyword, one.level.close, one.last]);
        let mut all = loops.chain(sums.rest).chain(sums.single.iter().copied()).chain([sums.last]);
        let has_elements = sums.loops.iter().any(|one| !one.elements.is_empty());
        let may_keep = !has_elements || !self.cuda.given.without.contains(&Optimisation::Elements);
        let are_typed = sums.loops.iter().all(|one| self.are_typed(&one.elements));
        (may_keep && are_typed && all.all(|token| self.stands_in_file(token))).then_some(sums)
    }
}

impl Writer<'_, '_> {
    /// The header of a loop with sums, and the line that stands in front of it. In the body the sums get their form.
    pub(super) fn write_sums(&mut self, sums: &Sums, work: &Loop, plan: &RegionPlan) -> (String, String) {
        let loops: Vec<Loop> = sums
            .loops
            .iter()
            .map(|one| self.describe_header(&one.level.canonical, one.level.canonical.body_start))
            .collect();
        let conditions: Vec<String> = sums.checks.iter().map(|check| self.apart(check, plan)).collect();
        let condition = (!conditions.is_empty()).then(|| conditions.join(" && "));
        let foreseen = loops.first().filter(|_| sums.is_foreseeable);
        let group = work::group(work, foreseen, condition.as_deref(), sums.is_across, plan.team());
        let (rule, reason) = ("iteration_statement", "a group of threads adds it up");
        for (one, inner) in sums.loops.iter().zip(&loops) {
            let indent = self.file.indentation(one.level.keyword).to_owned();
            let names: Vec<String> =
                one.variables.iter().map(|variable| self.file.on_device(&variable.name)).collect();
            let mut before: String =
                names.iter().map(|name| format!("{name} = gpump_group.part({name});\n{indent}")).collect();
            let mut after = String::new();
            let texts = self.element_texts(&one.elements, reason);
            if !texts.is_empty() {
                let references: Vec<&str> = texts.iter().map(|text| text.reference.as_str()).collect();
                let elements: Vec<&str> = texts.iter().map(|text| text.element.as_str()).collect();
                if !one.is_certain {
                    let runs = self.has_iterations(&one.level);
                    let runs = if one.reads_memory { format!("gpump_group.agree({runs})") } else { runs };
                    before.push_str(&format!("if ({runs}) "));
                }
                before.push_str(&format!("gpump_group.add([&]({}) {{\n{indent}", references.join(", ")));
                after = format!("\n{indent}}}, {});", elements.join(", "));
            }
            after.extend(names.iter().map(|name| format!("\n{indent}{name} = gpump_group.sum({name});")));
            let header = work::spread_header(inner);
            self.out.device.replace(one.level.keyword..=one.level.close, before + &header, rule, reason);
            self.out.device.insert_after(one.last, after, rule, reason);
        }
        for &statement in &sums.single {
            self.leave_to_first(statement..=statement, true, reason);
        }
        if let Some(rest) = sums.rest {
            self.leave_to_first(rest..=sums.last, sums.is_rest_single, reason);
        }
        (format!("for ({} {} : gpump_group)", work.ty, work.variable), group)
    }

    /// One thread of a group runs some statements; `is_one`: one that needs no braces, of which the first token is enough.
    fn leave_to_first(&mut self, tokens: Tokens, is_one: bool, reason: &'static str) {
        let rule = "iteration_statement";
        let indent = self.file.indentation(*tokens.start()).to_owned();
        if is_one {
            let open = format!("if (gpump_group.is_first())\n{indent}    ");
            self.out.device.insert_before(*tokens.start(), open, rule, reason);
        } else {
            let open = format!("if (gpump_group.is_first()) {{\n{indent}");
            self.out.device.insert_before(*tokens.start(), open, rule, reason);
            self.out.device.insert_after(*tokens.end(), format!("\n{indent}}}"), rule, reason);
        }
    }

    /// The header of a loop with independent loops inside, and the line that stands in front of it.
    pub(super) fn write_league(
        &mut self,
        league: &League,
        work: &Loop,
        plan: &RegionPlan,
    ) -> (String, String) {
        let loops: Vec<Loop> = league
            .loops
            .iter()
            .map(|one| self.describe_header(&one.level.canonical, one.level.canonical.body_start))
            .collect();
        let foreseen = league.foreseeable.and_then(|number| loops.get(number));
        let group = work::group(work, foreseen, None, false, plan.team());
        let (rule, reason) = ("iteration_statement", "a group of threads runs the iteration");
        let wait = |indent: &str| format!("gpump_group.wait();\n{indent}");
        for (one, inner) in league.loops.iter().zip(&loops) {
            let keyword = one.level.keyword;
            let indent = self.file.indentation(keyword).to_owned();
            let waits = league.waits.contains(&keyword);
            let mut before = if waits { wait(&indent) } else { String::new() };
            let mut after = String::new();
            for (variable, operator) in &one.reduced {
                let name = self.file.on_device(&variable.name);
                let (part, whole) = combined(*operator, &name);
                before.extend(part.map(|part| format!("{name} = {part};\n{indent}")));
                after += &format!("\n{indent}{name} = {whole};");
            }
            let header = before + &work::spread_header(inner);
            self.out.device.replace(keyword..=one.level.close, header, rule, reason);
            self.out.device.insert_after(one.last, after, rule, reason);
        }
        for (tokens, is_expression) in &league.single {
            self.leave_to_first(tokens.clone(), *is_expression, reason);
        }
        // What is inserted later comes first.
        let is_loop = |token: &usize| league.loops.iter().any(|one| one.level.keyword == *token);
        for &token in league.waits.iter().filter(|token| !is_loop(token)) {
            let text = wait(self.file.indentation(token));
            self.out.device.insert_before(token, text, rule, reason);
        }
        (format!("for ({} {} : gpump_group)", work.ty, work.variable), group)
    }
}

/// What a thread's part of a variable begins with, if it is not what all have, and what the parts come to.
fn combined(operator: i32, name: &str) -> (Option<String>, String) {
    let all = |operator: &str| format!("gpump_group.combine<gpump_op_{operator}>({name})");
    let part = |rest: &str| Some(format!("gpump_group.part({name}{rest})"));
    match operator {
        kind::PLUS => (part(""), format!("gpump_group.sum({name})")),
        kind::STAR => (part(", 1"), all("mul")),
        kind::CARET => (part(""), all("xor")),
        kind::AND => (None, all("and")),
        kind::OR => (None, all("or")),
        kind::MAX => (None, all("max")),
        _ => (None, all("min")),
    }
}
