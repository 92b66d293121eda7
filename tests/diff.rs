//! `gpump diff`'s comparison on what gpump writes: true outputs are as their sources, tampered ones are found out,
//! and the thesis's listings differ from ours where docs/reference.md says.

mod common;

use std::path::{Path, PathBuf};

use common::tampering::{ALL, Tampering, taken_lines, tamper};
use common::{reference, reference_file, translate};
use gpump::diff::{Appearance, Options, Text, compare, preserved, unified};
use gpump::{Dialect, Layout, Source, source};

fn text(name: &str, bytes: impl AsRef<[u8]>) -> Text {
    Text::new(name, bytes.as_ref().to_vec()).expect("a text of less than 2 GiB")
}

/// The programs under `tests/` and `examples/` that translate by themselves.
fn programs() -> Vec<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> =
        ["examples", "tests/programs", "tests/single", "tests/conformance/programs"]
            .iter()
            .filter_map(|folder| std::fs::read_dir(here.join(folder)).ok())
            .flatten()
            .map(|entry| entry.expect("an entry of a folder").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
            .collect();
    files.sort();
    assert!(files.len() > 50);
    files
}

/// The outputs of a program, in both dialects and both layouts, as far as it has them. Headers are not read,
/// so that no compiler is asked.
fn outputs(path: &Path) -> Vec<(String, Vec<u8>)> {
    let bytes = std::fs::read(path).expect("a program");
    let source = Source::new("input.c", &bytes);
    let mut outputs = Vec::new();
    for (dialect, layout) in
        [(Dialect::Thesis, Layout::Single), (Dialect::Cuda, Layout::Single), (Dialect::Cuda, Layout::Pair)]
    {
        let options = gpump::Options { dialect, layout, ..gpump::Options::default() };
        if let Ok(translation) = gpump::translate(&source, &options) {
            let texts = [Some(translation.text), translation.device];
            for text in texts.into_iter().flatten() {
                outputs.push((format!("{} {dialect:?} {layout:?}", path.display()), source::encode(&text)));
            }
        }
    }
    outputs
}

#[test]
fn true_outputs_are_as_their_sources() {
    let mut checked = 0;
    for path in programs() {
        let source = text("source", std::fs::read(&path).expect("a program"));
        for (name, output) in outputs(&path) {
            let output = text(&name, output);
            let faults = preserved::taken(&source, &output).faults;
            let shown = gpump::diff::faults(&source, &output, &faults, Appearance::default());
            assert!(faults.is_empty(), "{name}:\n{}", String::from_utf8_lossy(&shown));
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked}");
}

/// How often each kind of tampering is found: with the source alone, and with the true output beside it.
/// What the two texts cannot tell is listed in docs/diff.md.
#[test]
fn tampering_is_found() {
    let mut counts = vec![[0usize; 3]; ALL.len()];
    for (number, path) in programs().iter().enumerate() {
        let Ok(source) = std::fs::read_to_string(path) else { continue };
        let source_text = text("source", &source);
        for (name, output) in outputs(path) {
            let Ok(output) = String::from_utf8(output) else { continue };
            let lines = taken_lines(&source, &output);
            if lines.is_empty() {
                continue;
            }
            let good = text(&name, &output);
            for (index, how) in ALL.into_iter().enumerate() {
                let line = lines[(number * 7919 + index * 104_729) % lines.len()];
                let Some(tampered) = tamper(&output, line, how) else { continue };
                let bad = text("tampered", tampered);
                let alone = !preserved::taken(&source_text, &bad).faults.is_empty();
                let comparison = compare(&good, &bad, Options::default());
                let beside = alone
                    || comparison.has_changes()
                    || comparison.has_moves()
                    || !preserved::against(&comparison, &source_text).is_empty();
                let of_kind = &mut counts[index];
                of_kind[0] += 1;
                of_kind[1] += usize::from(alone);
                of_kind[2] += usize::from(beside);
            }
        }
    }
    for (how, [all, alone, beside]) in ALL.into_iter().zip(counts) {
        println!("{how:?}: of {all}, {alone} by the source, {beside} beside the true output");
        let (percent_alone, percent_beside) = (100 * alone / all.max(1), 100 * beside / all.max(1));
        // Lines that go, or change places, leave no text to look at; an empty line at the edge of generated
        // text is nobody's.
        let (least_alone, least_beside) = match how {
            Tampering::RemoveLine => (0, 100),
            Tampering::MoveLine => (10, 100),
            Tampering::EmptyLine => (35, 85),
            Tampering::CarriageReturn | Tampering::TrailingBlank => (75, 98),
            _ => (45, 99),
        };
        assert!(all > 5, "{how:?}: {all}");
        assert!(percent_alone >= least_alone, "{how:?}: {percent_alone} % of {all} by the source");
        assert!(percent_beside >= least_beside, "{how:?}: {percent_beside} % of {all} beside the output");
    }
}

fn shown(a: &Text, b: &Text) -> String {
    String::from_utf8(unified(&compare(a, b, Options::default()), 1, Appearance::default())).expect("text")
}

#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn a1_is_appendix_d() {
    let listing = text("expected.cu", reference("a1/expected.cu"));
    let output = text("a1.cu", translate(&reference_file("a1/input.c")));
    assert_eq!(shown(&listing, &output), "");
    // Nor does either change what it took over.
    let source = text("input.c", reference("a1/input.c"));
    let comparison = compare(&listing, &output, Options::default());
    assert_eq!(preserved::taken(&source, &listing).faults, []);
    assert_eq!(preserved::taken(&source, &output).faults, []);
    assert_eq!(preserved::against(&comparison, &source), []);
}

/// What differs between the kernels as the thesis's author tidied them and our output fits one screen, and
/// is the chunk loop and `gpump_temp`.
#[test]
#[cfg_attr(not(listings), ignore = "needs the thesis's listings; GPUMP_REFERENCE names their folder")]
fn the_tidied_kernels_lack_the_chunk_loop() {
    for folder in ["minimal-parfor", "first-private", "reduce"] {
        let listing = text("kernel.cu", reference(&format!("{folder}/kernel.cu")));
        let output = translate(&reference_file(&format!("{folder}/input.c")));
        let kernel = text("output", &output[output.rfind("__global__").expect("a kernel")..]);
        let shown = shown(&listing, &kernel);
        assert!(shown.lines().count() <= 60, "{folder}:\n{shown}");
        let new: Vec<&str> =
            shown.lines().filter(|line| line.starts_with('+') && !line.starts_with("+++")).collect();
        assert!(new.iter().any(|line| line.contains("int gpump_temp;")), "{folder}:\n{shown}");
        assert!(new.iter().any(|line| line.contains("gpump_chunk_block")), "{folder}:\n{shown}");
    }
    let listing = text("kernel.cu", reference("minimal-par/kernel.cu"));
    let output = translate(&reference_file("minimal-par/input.c"));
    let kernel = text("output", &output[output.rfind("__global__").expect("a kernel")..]);
    let shown = shown(&listing, &kernel);
    let changed: Vec<&str> =
        shown.lines().skip(2).filter(|line| line.starts_with(['+', '-'])).map(str::trim_end).collect();
    assert_eq!(changed, ["+    int gpump_temp;"], "{shown}");
}
