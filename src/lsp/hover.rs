//! What is known of the thing under the cursor: of a variable in a region, who shares it and where it lives; of a pragma, the
//! kernel that it becomes; of what is wrong, what the documentation says of it.

use gpump::Diagnostic;
use gpump::diagnostics::pages;
use gpump::explain::Survey;
use gpump::explain::model::{Region, Span, Variable};
use gpump::syntax::TokenList;
use gpump::syntax::accepted::clause_section;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Range};

use super::kernels::{kernel_at, region_at};
use super::places::Places;
use super::pragma::{Pragma, pragma_at};
use super::text::Text;

/// How much of a kernel is shown.
const LINES: usize = 40;

/// What is known of a byte of a document's text.
pub fn hover(
    offset: usize,
    text: &Text,
    survey: Option<(&Survey, Places<'_>)>,
    checked: Option<(&[Diagnostic], Places<'_>)>,
) -> Option<Hover> {
    let mut found = of_survey(offset, survey);
    if found.1.is_empty() {
        found.1.extend(
            pragma_at(text.as_str(), offset).and_then(|pragma| directive(text.as_str(), &pragma, offset)),
        );
    }
    let (range, mut parts) = found;
    if let Some((found, places)) = checked {
        let at = places.in_source(offset);
        let mut here: Vec<&str> = found
            .iter()
            .filter(|one| at.is_some_and(|at| one.span.contains(&at)))
            .map(|one| one.code)
            .collect();
        here.dedup();
        let all = here.into_iter().flat_map(|code| pages(code).unwrap_or_default());
        parts.extend(all.map(|page| format!("### {}", page.trim_end())));
    }
    let value = parts.join("\n\n---\n\n");
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    (!parts.is_empty()).then_some(Hover { contents, range })
}

fn of_survey(offset: usize, survey: Option<(&Survey, Places<'_>)>) -> (Option<Range>, Vec<String>) {
    let nothing = (None, Vec::new());
    let Some((survey, places)) = survey else { return nothing };
    let Some(at) = places.in_source(offset) else { return nothing };
    let (mut uses, mut parts) = (None, Vec::new());
    for region in &survey.regions {
        for variable in &region.variables {
            if let Some(here) = variable.uses.iter().find(|[start, end]| (*start..*end).contains(&at)) {
                uses = Some(*here);
                parts.push(of_variable(survey, variable, region));
            }
        }
    }
    if parts.is_empty() {
        let pragma = pragma_at(survey.source.text(), at);
        let region = region_at(survey, at).filter(|_| pragma.is_some());
        parts.extend(region.map(|region| of_region(survey, region, at)));
        parts.extend(pragma.and_then(|pragma| directive(survey.source.text(), &pragma, at)));
    }
    (uses.and_then(|[start, end]| places.range(&(start..end))), parts)
}

fn of_variable(survey: &Survey, variable: &Variable, region: &Region) -> String {
    let Variable { name, ty, attribute, determined, section, because, device, construct, function, .. } =
        variable;
    let construct = construct.unwrap_or(region.construct);
    let function = function.as_ref().map(|name| format!(", in `{name}`, which it calls")).unwrap_or_default();
    format!(
        "`{name}`, `{ty}`: **{attribute}** in `{construct}` (region of line {}{function})\n\n\
         By: {because} ({determined}, section {})\n\n\
         On the device: {device}",
        line_of(survey, region),
        of_specification(section),
    )
}

/// The line of a region in its file, where others may be written into the text.
fn line_of(survey: &Survey, region: &Region) -> usize {
    survey.source.position(region.source[0]).line
}

/// Sections that name no version are those of 2.5.
fn of_specification(section: &str) -> String {
    if section.contains(" of ") { section.to_owned() } else { format!("{section} of OpenMP 2.5") }
}

fn of_region(survey: &Survey, region: &Region, at: usize) -> String {
    let Some(kernel) = kernel_at(survey, region, at) else {
        let reason = region.host.as_deref().unwrap_or_default();
        return format!(
            "`{}` of line {} stays on the host: {reason}",
            region.construct,
            line_of(survey, region)
        );
    };
    let file = survey.outputs.get(kernel.output).map_or("", |output| &output.name);
    let mut text = format!("Kernel `{}` in {file}", kernel.name);
    if survey.is_partial {
        text.push_str(", without what is wrong in the file");
    }
    text.push_str(&code("cuda", excerpt(survey, kernel.output, kernel.range)));
    let number = survey.regions.iter().position(|other| std::ptr::eq(other, region));
    let launch =
        number.and_then(|number| survey.launches.get(number)).map(|&range| excerpt(survey, 0, range));
    if let Some(launch) = launch.filter(|launch| !launch.trim().is_empty()) {
        text.push_str(&format!("\n\nIts launch:{}", code("c", launch)));
    }
    for made in &region.optimisations {
        text.push_str(&format!("\n- {}: {}", made.name, made.says));
    }
    text
}

fn excerpt(survey: &Survey, output: usize, [start, end]: Span) -> &str {
    survey.outputs.get(output).and_then(|output| output.text.get(start..end)).unwrap_or_default()
}

/// A block of code, without the blanks that all its lines begin with, and without what is too long.
fn code(language: &str, text: &str) -> String {
    // The first begins behind the blanks.
    let rest = text.trim().lines().skip(1).filter(|line| !line.trim().is_empty());
    let margin = rest.map(|line| line.len() - line.trim_start_matches(' ').len()).min().unwrap_or_default();
    let unindented =
        |(number, line)| if number == 0 { line } else { str::get(line, margin..).unwrap_or_default() };
    let mut lines: Vec<&str> = text.trim().lines().enumerate().map(unindented).take(LINES + 1).collect();
    if lines.len() > LINES {
        lines[LINES] = "…";
    }
    format!("\n```{language}\n{}\n```\n", lines.join("\n"))
}

/// What the grammar says of a pragma's directive, or of the clause that a byte is in.
fn directive(text: &str, pragma: &Pragma, offset: usize) -> Option<String> {
    if pragma.is_own {
        return None;
    }
    let list = TokenList::lex(&format!("#pragma omp{}\n", text.get(pragma.words..pragma.span.end)?));
    let directive = list.pragma(0).0.directive?;
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let start = text[..offset].trim_end_matches(is_part).len();
    let end = text[offset..].find(|c| !is_part(c)).map_or(text.len(), |at| offset + at);
    let word = &text[start..end];
    match clause_section(word).filter(|_| directive.takes(word)) {
        Some(section) => Some(format!("`{word}`, a clause of `{}`: section {section}", directive.name)),
        None => {
            Some(format!("`{}`: OpenMP {}, section {}", directive.name, directive.version, directive.section))
        }
    }
}
