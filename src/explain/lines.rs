//! From the device's text back to the author's lines.

use super::model::{Dialect, LinkKind, Translated};
use super::{Wanted, explain};
use crate::source::Source;
use crate::translator::Options;

/// Where each line of a text is from: a file and a line there, or nothing.
pub type Lines = Vec<Option<(String, usize)>>;

/// Where the lines of a device's text are from, if it is what becomes of the source in the cuda dialect. What gpump wrote
/// for a directive is that directive's; what it wrote of its own accord is nobody's.
pub fn device_lines(source: &Source, options: &Options, device: &str) -> Option<Lines> {
    let explanation = explain(source, options, Wanted::Cuda).ok()?;
    let translated = explanation.dialects.cuda.as_ref().and_then(Dialect::translated)?;
    let output =
        translated.outputs.iter().position(|output| output.role == "device" && output.text == device)?;
    Some(lines(source, translated, output, device))
}

fn lines(source: &Source, translated: &Translated, output: usize, text: &str) -> Lines {
    let mut found: Vec<(Option<usize>, Option<usize>)> = Vec::new();
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        starts.push(at);
        found.push((None, None));
        at += line.len();
    }
    for link in translated.links.iter().filter(|link| link.output == output) {
        let Some([from, _]) = link.source else { continue };
        let [start, end] = link.range;
        let first = starts.partition_point(|&line| line <= start).saturating_sub(1);
        for (number, &line) in starts.iter().enumerate().skip(first).take_while(|&(_, &line)| line < end) {
            let stop = starts.get(number + 1).copied().unwrap_or(text.len()).min(end);
            let begin = line.max(start);
            let part = text.get(begin..stop).unwrap_or_default();
            let Some(blanks) = part.find(|c: char| !c.is_whitespace()) else { continue };
            let (kept, made) = &mut found[number];
            match link.kind {
                LinkKind::Kept => _ = kept.get_or_insert(from + (begin - start) + blanks),
                LinkKind::Changed | LinkKind::Written => _ = made.get_or_insert(from),
            }
        }
    }
    let place = |offset: usize| (source.file_at(offset).to_owned(), source.position(offset).line);
    found.into_iter().map(|(kept, made)| kept.or(made).map(place)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::translator::{Dialect as Written, Layout, translate};

    #[test]
    fn statements_and_directives_lead_to_their_lines() {
        let text = "int n = 3;\nint f(int *a)\n{\n    int s = 0;\n#pragma omp parallel\n    {\n        a[0] = n;\n#pragma omp \
                    barrier\n        s = a[1] /\n            a[2];\n    }\n    return s;\n}\n";
        let source = Source::new("f.c".to_owned(), text.as_bytes());
        let options = Options { dialect: Written::Cuda, layout: Layout::Pair, ..Options::default() };
        let device = translate(&source, &options).ok().and_then(|found| found.device).unwrap_or_default();
        let lines = device_lines(&source, &options, &device).unwrap_or_default();
        let of = |what: &str| {
            let number = device.lines().position(|line| line.contains(what)).unwrap_or(usize::MAX);
            lines.get(number).cloned().flatten()
        };
        let line = |number: usize| Some(("f.c".to_owned(), number));
        assert_eq!(of("a[0] = n;"), line(7), "{device}");
        assert_eq!(of("gpump_barrier("), line(8), "{device}");
        assert_eq!(of("s = a[1] /"), line(9), "{device}");
        assert_eq!(of("    a[2];"), line(10), "{device}");
        assert_eq!(of("#include"), None, "{device}");
    }
}
