//! Iterations that a group of threads runs together: what becomes of the sums in them that [`crate::dependence`] finds.

use super::super::{Optimisation, Translator};
use super::on_device;
use crate::codegen::cuda::work::{self, Loop};
use crate::dependence::{self, Sums};
use crate::openmp::Construct;
use crate::syntax::Origin;

impl Translator<'_> {
    /// The sums in the iterations of a loop construct.
    pub(super) fn sums_of(&self, construct: &Construct) -> Option<Sums> {
        if !self.may_take_another_form(construct, Optimisation::Sums) {
            return None;
        }
        let sums = self.ask(construct, dependence::sums)?;
        let is_typed = |token: usize| matches!(self.tokens.origin(token), Origin::File);
        let loops = sums.loops.iter().flat_map(|one| [one.level.keyword, one.level.close, one.last]);
        let all_typed = loops.chain(sums.rest).chain([sums.last]).all(is_typed);
        all_typed.then_some(sums)
    }

    /// The header of a loop with sums, and the line that stands in front of it. In the body the sums get their form.
    pub(super) fn write_sums(&mut self, sums: &Sums, work: &Loop) -> (String, String) {
        let loops: Vec<Loop> = sums
            .loops
            .iter()
            .map(|one| self.describe_header(&one.level.canonical, one.level.canonical.body_start))
            .collect();
        let group = work::group(work, loops.first().filter(|_| sums.is_foreseeable));
        let (rule, reason) = ("iteration_statement", "a group of threads adds it up");
        for (one, inner) in sums.loops.iter().zip(&loops) {
            let indent = self.indentation(one.level.keyword).to_owned();
            let names: Vec<String> = one.variables.iter().map(|variable| on_device(&variable.name)).collect();
            let before: String =
                names.iter().map(|name| format!("{name} = gpump_group.part({name});\n{indent}")).collect();
            let after: String =
                names.iter().map(|name| format!("\n{indent}{name} = gpump_group.sum({name});")).collect();
            let header = work::spread_header(inner);
            self.replace_on_device(one.level.keyword..=one.level.close, before + &header, rule, reason);
            self.device.insert_after(one.last, after, rule, reason);
        }
        if let Some(rest) = sums.rest {
            let indent = self.indentation(rest).to_owned();
            let (open, close) = match sums.is_rest_single {
                true => (format!("if (gpump_group.is_first())\n{indent}    "), String::new()),
                false => (format!("if (gpump_group.is_first()) {{\n{indent}"), format!("\n{indent}}}")),
            };
            self.insert_before_on_device(rest, open, rule, reason);
            self.device.insert_after(sums.last, close, rule, reason);
        }
        (format!("for ({} {} : gpump_group)", work.ty, work.variable), group)
    }
}
