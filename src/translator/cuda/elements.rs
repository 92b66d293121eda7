//! Elements of memory that are kept in registers while an inner loop changes them: what becomes of those that
//! [`crate::dependence`] finds.

use super::super::{File, Writer};
use super::plan::{LoopPlan, RegionPlan};
use crate::dependence::{self, Element, Kept, Level};
use crate::openmp::Construct;
use crate::openmp::loops::Relation;
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as kind;

/// The variable that says whether a loop's checks hold.
pub(super) const ARE_APART: &str = "gpump_are_apart";

/// What is written of an element.
pub(super) struct ElementText {
    /// The declarations of the thread's own, as a variable and as a reference.
    pub variable: String,
    pub reference: String,
    /// The name of the thread's own.
    pub name: String,
    /// The element itself.
    pub element: String,
}

impl File<'_> {
    /// Elements are kept in registers in the iterations of a loop construct where they can be. With those that groups of threads
    /// add to, the groups deal.
    pub(super) fn keep_elements(&self, construct: &Construct, plan: &mut LoopPlan) {
        let is_one_range = plan.form.nest().is_none() && !construct.inner_loops.is_empty();
        if plan.form.is_for_groups() || is_one_range {
            return;
        }
        let nest = plan.form.nest();
        let found = self.ask(construct, |question| dependence::elements(question, nest));
        let mut found = found.unwrap_or_default();
        let may_check = nest.is_none_or(|nest| nest.has_harmless_checks);
        found.loops.retain(|kept: &Kept| {
            (may_check || !kept.needs_checks)
                && [kept.level.keyword, kept.last].into_iter().all(|token| self.stands_in_file(token))
                && self.are_typed(&kept.elements)
        });
        if !found.loops.iter().any(|kept| kept.needs_checks) {
            found.checks = nest.map_or(Vec::new(), |nest| nest.checks.clone());
        }
        plan.elements = found;
    }

    /// Whether a token stands in the file, and not in a macro's text.
    pub(super) fn stands_in_file(&self, token: usize) -> bool {
        matches!(self.tokens.origin(token), Origin::File)
    }

    /// The same of elements, wherever they stand.
    pub(super) fn are_typed(&self, elements: &[Element]) -> bool {
        let mut uses = elements.iter().flat_map(|element| &element.uses);
        uses.all(|tokens| self.stands_in_file(*tokens.start()) && self.stands_in_file(*tokens.end()))
    }
}

impl Writer<'_, '_> {
    /// Keeps elements in registers. The line that is given back stands in front of the loop: whether the checks hold.
    pub(super) fn write_elements(&mut self, construct: &Construct, plan: &RegionPlan) -> Option<String> {
        let LoopPlan { form, elements } = plan.of_loop(construct);
        let needs_checks = elements.loops.iter().any(|kept| kept.needs_checks);
        let conditions: Vec<String> =
            elements.checks.iter().filter(|_| needs_checks).map(|check| self.apart(check, plan)).collect();
        // C++ lets no function have what a nest's header declares, but by a copy.
        let levels = form.nest().into_iter().flat_map(|nest| &nest.levels);
        let copies: String = levels
            .filter(|level| !level.is_declared_between)
            .map(|level| self.file.on_device(&level.variable.name))
            .map(|name| format!(", {name} = {name}"))
            .collect();
        for kept in &elements.loops {
            self.keep_in_registers(kept, &copies);
        }
        needs_checks.then(|| format!("const bool {ARE_APART} = {};", conditions.join(" && ")))
    }

    fn keep_in_registers(&mut self, kept: &Kept, copies: &str) {
        let (rule, reason) = ("iteration_statement", "the element is kept in a register");
        let indent = self.file.indentation(kept.level.keyword).to_owned();
        let texts = self.element_texts(&kept.elements, reason);
        let words = |of: &dyn Fn(&ElementText) -> String| -> Vec<String> { texts.iter().map(of).collect() };
        let (mut before, mut after) = if kept.needs_checks {
            let references = words(&|text| text.reference.clone()).join(", ");
            let elements = words(&|text| text.element.clone()).join(", ");
            let before = format!("gpump_in_registers({ARE_APART}, [&{copies}]({references}) {{\n{indent}");
            (before, format!("\n{indent}}}, {elements});"))
        } else {
            let line = |text: &ElementText| format!("{} = {};\n{indent}", text.variable, text.element);
            let back = |text: &ElementText| format!("\n{indent}{} = {};", text.element, text.name);
            let (read, write) = (words(&line).concat(), words(&back).concat());
            (format!("{{\n{indent}{read}"), format!("{write}\n{indent}}}"))
        };
        if !kept.is_certain {
            before = format!("if ({}) {before}", self.has_iterations(&kept.level));
        }
        if self.file.tokens[self.file.next_visible(kept.last)].kind == kind::ELSE {
            before.insert_str(0, "{ ");
            after.push_str(" }");
        }
        self.out.device.insert_before(kept.level.keyword, before, rule, reason);
        self.out.device.insert_after(kept.last, after, rule, reason);
    }

    /// What is written of elements. Where they stand the thread's own take their place.
    pub(super) fn element_texts(&mut self, elements: &[Element], reason: &'static str) -> Vec<ElementText> {
        let mut texts: Vec<ElementText> = Vec::new();
        for element in elements {
            let Some(place) = element.uses.first() else { continue };
            let mut name = format!("gpump_own_{}", element.name);
            while texts.iter().any(|other| other.name == name) {
                name.push('_');
            }
            let ty = self.file.types().type_of(place).map(|ty| ty.unqualified());
            let spelled =
                |name: &str| ty.as_ref().map_or(format!("auto {name}"), |ty| self.file.spell(ty, name));
            let (variable, reference) = (spelled(&name), spelled(&format!("&{name}")));
            let text = self.out.device_text(place);
            texts.push(ElementText { variable, reference, name, element: text });
        }
        for (element, text) in elements.iter().zip(&texts) {
            for place in &element.uses {
                let own = text.name.clone();
                self.out.device.replace(place.clone(), own, "postfix_expression", reason);
            }
        }
        texts
    }

    /// The condition that a loop runs at all.
    pub(super) fn has_iterations(&mut self, level: &Level) -> String {
        let canonical = &level.canonical;
        let header = self.describe_header(canonical, canonical.body_start);
        let first = self.file.types().value_type_of(&canonical.lower);
        let is_one_type = first.is_some_and(|ty| self.file.spell(&ty.unqualified(), "").trim() == header.ty);
        let first = if is_one_type {
            in_parentheses(&header.first)
        } else {
            format!("({})({})", header.ty, header.first)
        };
        let relation = match header.relation {
            Relation::Less => "<",
            Relation::LessEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterEqual => ">=",
        };
        format!("{first} {relation} {}", in_parentheses(&header.bound))
    }
}

/// An operand of a comparison.
fn in_parentheses(operand: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_.+-*/ ()[]".contains(c);
    if operand.chars().all(is_plain) { operand.to_owned() } else { format!("({operand})") }
}
