//! The text of reductions whose copies other threads reach ([`super::reduced`]): what `runtime/cuda/reduced.h` is for.

use super::super::{File, Writer};
use super::privates::Private;
use super::reduced::Reduced;
use crate::c::{Kind, Type};
use crate::codegen::cuda;
use crate::openmp::Construct;
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;

/// `GPUMP_OWN_BYTES` of `runtime/cuda/reduced.h`.
const OWN_BYTES: u64 = 256;

/// A pair of brackets behind an array's name in a clause (5.2, 3.2.5).
struct Section {
    lower: Option<Tokens>,
    length: Length,
}

enum Length {
    /// An element, without a colon.
    One,
    Of(Tokens),
    /// What follows the lower bound.
    Rest,
}

impl File<'_> {
    /// Whether a thread has the copy for itself until the end: it is small, and its type says so.
    pub(super) fn is_kept_by_thread(&self, private: &Private) -> bool {
        !private.reduced.as_ref().is_some_and(|reduced| reduced.is_part())
            && self.types().size_of(&private.ty).is_some_and(|size| size <= OWN_BYTES)
    }

    /// Whether each thread of a region has copies that take memory: a team as large as the device would have none for them.
    pub(super) fn has_large_copies(&self, region: &Construct) -> bool {
        let is_large = |private: &Private| private.reduced.is_some() && !self.is_kept_by_thread(private);
        let has_large =
            |construct: &Construct| construct.any(|inner| self.privates(inner).iter().any(is_large));
        let reached = self.reached_from(&region.tokens, Some(region));
        has_large(region)
            || reached.functions.iter().any(|&number| self.cuda.functions[number].constructs().any(has_large))
    }

    /// The line that puts the threads' copies together.
    pub(super) fn combine_reduced(&self, private: &Private) -> Option<String> {
        private.reduced.as_ref()?;
        Some(format!("gpump_reduced_{}.combine();", self.on_device(&private.name)))
    }

    /// Whether a part of an array can be one stretch of memory with elements in it, as the clause must have it (5.2, 3.2.5 and 5.5.8): of a
    /// dimension behind one with several elements it has the whole.
    pub(super) fn is_one_stretch(&self, private: &Private, reduced: &Reduced) -> bool {
        let value = |tokens: &Tokens| {
            let words = tokens.clone().filter(|&index| self.tokens[index].is_visible());
            let text: Vec<&str> = words.map(|index| self.tokens.text(index)).collect();
            self.types().constant_of_text(&text.join(" "), reduced.token)
        };
        let mut ty = &private.ty;
        let mut has_several = false;
        for brackets in self.brackets_behind(reduced.token) {
            let section = self.section(&brackets);
            let extent = self.types().count_of(ty).map(i128::from);
            let lower = section.lower.as_ref().map_or(Some(0), value);
            let length = match &section.length {
                Length::One => Some(1),
                Length::Of(length) => value(length),
                Length::Rest => extent.zip(lower).map(|(extent, lower)| extent - lower),
            };
            let is_whole =
                lower == Some(0) && length.zip(extent).is_none_or(|(length, extent)| length == extent);
            ty = match &ty.kind {
                Kind::Array { of, .. } => of,
                Kind::Pointer(to) if !has_several => to,
                _ => return false,
            };
            if length.is_some_and(|length| length < 1) || has_several && !is_whole {
                return false;
            }
            has_several |= length != Some(1);
        }
        true
    }

    fn section(&self, brackets: &Tokens) -> Section {
        let inside = |from: usize, to: usize| {
            let visible = (from..to).filter(|&index| self.tokens[index].is_visible());
            let (first, last) = (visible.clone().next()?, visible.last()?);
            Some(first..=last)
        };
        let (open, close) = (*brackets.start(), *brackets.end());
        let mut choices = 0;
        let colon = self.tokens.outside_brackets(&(open + 1..=close - 1)).find(|&index| {
            match self.tokens[index].kind {
                kind::QUESTION => choices += 1,
                kind::COLON if choices == 0 => return true,
                kind::COLON => choices -= 1,
                _ => {}
            }
            false
        });
        let Some(colon) = colon else {
            return Section { lower: inside(open + 1, close), length: Length::One };
        };
        let length = inside(colon + 1, close).map_or(Length::Rest, Length::Of);
        Section { lower: inside(open + 1, colon), length }
    }
}

impl Writer<'_, '_> {
    /// The lines that declare a thread's copy; the original has its name already.
    pub(super) fn declare_reduced(&mut self, private: &Private) -> Vec<String> {
        let Some(reduced) = &private.reduced else { return Vec::new() };
        let name = self.file.on_device(&private.name);
        let original = cuda::original(&name);
        let part = self.part_text(reduced, &original);
        let copy = if reduced.is_part() { "part_of" } else { "copy_of" };
        let made = match reduced.operator {
            None => format!("gpump_reduced_{}({part})", cuda::reduction(&reduced.name)),
            Some(number) => {
                let (begin, combine) = self.operator_text(number, &reduced.element);
                format!("gpump_reduced({part},\n        {begin},\n        {combine})")
            }
        };
        vec![
            format!("auto gpump_reduced_{name} = {made};"),
            format!("auto &&{name} = gpump_reduced_{name}.{copy}({original});"),
        ]
    }

    /// What is reduced of a variable.
    fn part_text(&mut self, reduced: &Reduced, original: &str) -> String {
        let sections: Vec<Section> =
            self.file.brackets_behind(reduced.token).iter().map(|one| self.file.section(one)).collect();
        if sections.is_empty() {
            return format!("gpump_part({original})");
        }
        let mut first = original.to_owned();
        let mut lengths: Vec<String> = Vec::new();
        for section in &sections {
            let lower = section.lower.as_ref().map_or("0".to_owned(), |lower| self.out.device_text(lower));
            match &section.length {
                Length::One => {}
                Length::Of(length) => lengths.push(format!("(size_t)({})", self.out.device_text(length))),
                Length::Rest if section.lower.is_none() => lengths.push(format!("gpump_length({first})")),
                Length::Rest => lengths.push(format!("(gpump_length({first}) - (size_t)({lower}))")),
            }
            first.push_str(&format!("[{lower}]"));
        }
        let count = if lengths.is_empty() { "1".to_owned() } else { lengths.join(" * ") };
        format!("gpump_part(&{first}, {count})")
    }

    /// The functions that a declared operator is on the device: what a copy begins with, and how two are combined.
    fn operator_text(&mut self, number: usize, element: &Type) -> (String, String) {
        let Some(operator) = self.file.operators.get(number) else { return Default::default() };
        let (combiner, initializer) = (operator.combiner.clone(), operator.initializer.clone());
        let begin = match initializer {
            Some(initializer) => self.expression_text(&initializer, element, ["omp_priv", "omp_orig"]),
            None => {
                let parameter = self.file.spell(element, "&omp_priv");
                let other = self.file.spell(element, "&");
                format!("[]({parameter}, {other}) {{ gpump_clear(omp_priv); }}")
            }
        };
        (begin, self.expression_text(&combiner, element, ["omp_out", "omp_in"]))
    }

    /// An expression of a declared operator as a function of its operands.
    fn expression_text(&mut self, tokens: &Tokens, element: &Type, operands: [&str; 2]) -> String {
        let visible: Vec<usize> =
            tokens.clone().filter(|&index| self.file.tokens[index].is_visible()).collect();
        let parameters = operands.map(|operand| {
            let is_named = visible.iter().any(|&index| self.file.tokens.text(index) == operand);
            self.file.spell(element, &if is_named { format!("&{operand}") } else { "&".to_owned() })
        });
        // The names in it have their form in this text alone.
        let stream = self.new_stream(true);
        let before = std::mem::replace(&mut self.out.device, stream);
        self.device_names(tokens, None);
        self.hide_lines_in(tokens, false);
        let mut text = self.bridge_to_cplusplus(tokens, true);
        text.push(self.out.device_text(tokens));
        self.out.device = before;
        let text = text.join(" ").replace("\\\r\n", " ").replace("\\\n", " ");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("[]({}, {}) {{ {text}; }}", parameters[0], parameters[1])
    }
}
