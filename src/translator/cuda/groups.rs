//! Iterations that a group of threads runs together: what becomes of the sums in them that [`crate::dependence`] finds.

use super::super::{File, Optimisation, Writer};
use super::plan::{LoopForm, LoopPlan, RegionPlan};
use crate::codegen::cuda::work::{self, Loop};
use crate::dependence::{self, Sums};
use crate::openmp::Construct;

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
            let indent = self.file.indentation(statement).to_owned();
            let text = format!("if (gpump_group.is_first())\n{indent}    ");
            self.out.device.insert_before(statement, text, rule, reason);
        }
        if let Some(rest) = sums.rest {
            let indent = self.file.indentation(rest).to_owned();
            let (open, close) = match sums.is_rest_single {
                true => (format!("if (gpump_group.is_first())\n{indent}    "), String::new()),
                false => (format!("if (gpump_group.is_first()) {{\n{indent}"), format!("\n{indent}}}")),
            };
            self.out.device.insert_before(rest, open, rule, reason);
            self.out.device.insert_after(sums.last, close, rule, reason);
        }
        (format!("for ({} {} : gpump_group)", work.ty, work.variable), group)
    }
}
