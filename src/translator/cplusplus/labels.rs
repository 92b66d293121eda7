//! Ranges in `case` labels (GNU C): nvcc takes them for their first value in a device's code, without a word.

use super::{File, Writer};
use crate::openmp::constructs::Tokens;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::Kind;

/// Ranges of more values are not written out.
const MOST_VALUES: i128 = 1024;

impl Writer<'_, '_> {
    /// `case 2 ... 4:` becomes `case 2: case 3: case 4:`.
    pub(super) fn write_case_ranges_out(&mut self, range: &Tokens) {
        for ellipsis in range.clone().filter(|&index| self.file.tokens[index].kind == kind::ELLIPSIS) {
            let Some((first, last, end)) = self.file.case_range(ellipsis) else { continue };
            let labels: String = (first + 1..=last).map(|value| format!(": case {value}")).collect();
            let reason = "nvcc takes a range of labels for its first value";
            self.out.device.replace(
                ellipsis..=end,
                labels.trim_start_matches(' ').to_owned(),
                super::RULE,
                reason,
            );
        }
    }
}

impl File<'_> {
    /// Whether dots stand in a label that cannot be written out.
    pub(in super::super) fn is_long_case_range(&self, ellipsis: usize) -> bool {
        self.is_in_label(ellipsis) && self.case_range(ellipsis).is_none()
    }

    fn is_in_label(&self, ellipsis: usize) -> bool {
        self.tree()
            .path(ellipsis)
            .any(|node| node.kind() == Kind::Label && self.tokens[node.first()].kind == kind::CASE)
    }

    /// The first and the last value of a label's range, and the last token of that, by its dots.
    fn case_range(&self, ellipsis: usize) -> Option<(i128, i128, usize)> {
        let label = self.tree().path(ellipsis).find(|node| node.kind() == Kind::Label)?;
        let mut bounds = label.children();
        let (first, last) = (bounds.next()?, bounds.next()?);
        let [from, to] = [first, last].map(|bound| self.types().constant(&bound.tokens()));
        let (from, to) = (from?, to?);
        (from <= to && to - from < MOST_VALUES).then(|| (from, to, last.last()))
    }
}
