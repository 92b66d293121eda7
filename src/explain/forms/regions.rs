//! The regions: what each variable is there, why, and where it lives on the device; and the dialects beside each other.

use super::table::{Table, wrap};
use super::{DIM, HEADING, NAME, PLAIN, Paper, RULE, flowing};
use crate::explain::model::{Region, Span, Translated, Variable};

pub fn show(paper: &Paper<'_>) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (name, dialect) in paper.dialects() {
        if let Some(refusal) = paper.refusal(name, dialect) {
            parts.push(refusal);
            continue;
        }
        let Some(translated) = dialect.translated() else { continue };
        if translated.regions.is_empty() {
            parts.push(format!("{}\n", paper.paint(HEADING, &format!("dialect {name}: no region"))));
        }
        parts.extend(translated.regions.iter().map(|found| region(paper, name, translated, found)));
    }
    for (at, _) in paper.explanation.comparison.iter().enumerate() {
        parts.push(compared(paper, at));
    }
    parts.join("\n")
}

fn region(paper: &Paper<'_>, dialect: &str, translated: &Translated, region: &Region) -> String {
    const LONGEST: usize = 72;
    let place = match &region.function {
        Some(function) => format!("line {}, in {function}", region.line),
        None => format!("line {}", region.line),
    };
    let heading = format!("dialect {dialect}, region {}: {}, {place}", region.number, region.construct);
    let mut text = format!("{}\n", paper.paint(HEADING, &heading));
    text.push_str(&format!("  {}\n", paper.paint(DIM, &flowing(&region.directive, LONGEST))));
    let width = paper.look.width.saturating_sub(4).max(30);
    if let Some(reason) = &region.host {
        let said = format!("It stays on the host: {reason}.");
        text.extend(wrap(&said, width).iter().map(|line| format!("  {line}\n")));
    } else if let Some(output) = translated.outputs.get(region.output) {
        let place = |range: Span| {
            let before = output.text.get(..range[0]).unwrap_or_default();
            format!("{}, line {}", output.name, 1 + before.matches('\n').count())
        };
        if region.kernels.is_empty() {
            let kernel = paper.paint(NAME, &region.kernel);
            text.push_str(&format!("  kernel {kernel} in {}\n", place(region.range)));
        }
        for part in &region.kernels {
            text.push_str(&format!(
                "  kernel {} in {}, of the loop of line {}\n",
                paper.paint(NAME, &part.kernel),
                place(part.range),
                part.line
            ));
        }
    }
    if let Some(reason) = &region.undivided {
        let said = format!("It is one kernel: {reason}.");
        text.extend(wrap(&said, width).iter().map(|line| format!("  {line}\n")));
    }
    let columns =
        [("variable", NAME), ("type", PLAIN), ("attribute", RULE), ("by", PLAIN), ("on the device", PLAIN)];
    let mut table = Table::new(2, &columns);
    for variable in &region.variables {
        table.row(vec![
            name(variable),
            flowing(&variable.ty, 30),
            variable.attribute.clone(),
            format!("{} {}", variable.section, variable.determined),
            variable.device.clone(),
        ]);
    }
    text.push_str(&table.text(paper));
    let mut why = Table::new(2, &[("", NAME), ("", DIM)]);
    for variable in &region.variables {
        why.row(vec![name(variable), variable.because.clone()]);
    }
    if !why.is_empty() {
        text.push_str(&format!("  {}\n", paper.paint(HEADING, "because")));
        text.push_str(&why.text(paper));
    }
    let mut faster = Table::new(2, &[("", RULE), ("", PLAIN)]);
    for optimisation in &region.optimisations {
        faster.row(vec![optimisation.name.to_owned(), optimisation.says.clone()]);
    }
    for part in &region.kernels {
        for optimisation in &part.optimisations {
            let says = format!("in `{}`: {}", part.kernel, optimisation.says);
            faster.row(vec![optimisation.name.to_owned(), says]);
        }
    }
    if !faster.is_empty() {
        text.push_str(&format!("  {}\n", paper.paint(HEADING, "made faster by")));
        text.push_str(&faster.text(paper));
    }
    text
}

/// A variable with the place where it is what it is.
fn name(variable: &Variable) -> String {
    match (&variable.construct, &variable.function) {
        (Some(construct), _) => format!("{} in `{construct}`", variable.name),
        (None, Some(function)) => format!("{} in {function}()", variable.name),
        (None, None) => variable.name.clone(),
    }
}

fn compared(paper: &Paper<'_>, at: usize) -> String {
    let compared = &paper.explanation.comparison[at];
    let mut text = String::new();
    let before = at.checked_sub(1).and_then(|before| paper.explanation.comparison.get(before));
    if before.is_none_or(|before| before.region != compared.region) {
        let heading = format!("region {}, then and now", compared.region);
        text.push_str(&format!("{}\n", paper.paint(HEADING, &heading)));
    }
    let width = paper.look.width.saturating_sub(12).max(30);
    text.push_str(&format!("  {}\n", paper.paint(RULE, compared.topic)));
    for (label, said) in [("thesis", &compared.thesis), ("cuda", &compared.cuda), ("why", &compared.why)] {
        for (at, line) in wrap(said, width).iter().enumerate() {
            let label = if at == 0 { label } else { "" };
            text.push_str(&format!("    {}{line}\n", paper.paint(DIM, &format!("{label:<8}"))));
        }
    }
    text
}
