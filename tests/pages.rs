//! The pages are true: what they show of the cuda dialect is what is written,
//! the programs and places that they name are there.

use std::fs;
use std::path::{Path, PathBuf};

use gpump::{Dialect, Layout, Options, Source, translate};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn pages() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    found.push(root().join("README.md"));
    found.push(root().join("tests/conformance/README.md"));
    found
}

/// The blocks of a language behind a line of a page, each without the comment that says whose text it is.
fn blocks(page: &str, behind: &str, language: &str) -> Vec<String> {
    let (_, rest) = page.split_once(behind).unwrap_or_else(|| panic!("no {behind}"));
    let begin = format!("```{language}\n");
    let texts = rest.split(&begin).skip(1).map(|text| text.split("```").next().unwrap_or_default());
    texts.map(|text| text.replace("/* host */", "").replace("/* device */", "")).collect()
}

/// The translation of a program: the host's text and the device's.
fn translated(name: &str, program: &str) -> (String, String) {
    let options = Options { layout: Layout::Pair, ..Options::of(Dialect::Cuda) };
    let source = Source::new(name, program.as_bytes());
    let translation = translate(&source, &options).unwrap_or_else(|found| panic!("{found:?}"));
    (translation.text, translation.device.expect("a device's text"))
}

#[track_caller]
fn assert_shows(text: &str, shown: &str) {
    // Where lines are broken does not matter.
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    assert!(plain(text).contains(&plain(shown)), "{shown}\nis not in\n{text}");
}

#[test]
fn the_kernel_of_the_readme_is_the_one_that_is_written() {
    let page = read(root().join("README.md"));
    let program = read(root().join("examples/a1.c"));
    let (_, device) = translated("a1.c", &program);
    assert_shows(&program, &blocks(&page, "To see the CUDA", "c")[0]);
    assert_shows(&device, &blocks(&page, "To see the CUDA", "cuda")[0]);
}

#[test]
fn the_optimised_loops_of_the_page_are_what_is_written() {
    let page = read(root().join("docs/optimisations.md"));
    for behind in ["## nests", "## sums", "## criticals", "## entry", "## split"] {
        let (_, device) = translated("loop.c", &blocks(&page, behind, "c")[0]);
        assert_shows(&device, &blocks(&page, behind, "cuda")[0]);
    }
}

#[test]
fn the_optimisations_of_the_page_are_those_that_there_are() {
    let page = read(root().join("docs/optimisations.md"));
    for optimisation in gpump::Optimisation::ALL {
        assert!(page.contains(&format!("| `{optimisation}` | {} |", optimisation.about())), "{optimisation}");
        assert!(page.contains(&format!("\n## {optimisation}\n")), "{optimisation}");
    }
}

#[test]
fn the_region_of_the_page_is_what_is_written() {
    let page = read(root().join("docs/cuda-dialect.md"));
    // The pragma stands in line 9.
    let program = "\
#include <stdio.h>


static double dot(const double *a, const double *b, int n, int k)
{
    int i;
    double sum = 0;

    #pragma omp parallel for reduction(+ : sum) if (n > 4) num_threads(k)
    for (i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}
";
    let (host, device) = translated("dot.c", program);
    let shown = &blocks(&page, "## A region", "c")[0];
    let (declaration, call) = shown.split_once("\n\n").expect("the declaration and the call");
    assert_shows(&host, declaration);
    assert_shows(&host, call);
    assert_shows(&device, &blocks(&page, "## A region", "cuda")[0]);
}

#[test]
fn the_copies_of_the_page_are_what_is_written() {
    let page = read(root().join("docs/cuda-dialect.md"));
    let lines = "\n".repeat(5);
    // With the statement in front of it, the loop is not all that the region is.
    let program = format!(
        "{lines}void f(int n, int x)\n{{\n    double sum = 0;\n    #pragma omp parallel\n    {{\n    x += 0;\n    \
         #pragma omp for firstprivate(x) reduction(+ : sum)\n    for (int i = 0; i < n; i++)\n        \
         sum += x * i;\n    }}\n}}\n"
    );
    let (_, device) = translated("loop.c", &program);
    assert_shows(&device, &blocks(&page, "### What is in the structure", "cuda")[0]);
}

#[test]
fn the_programs_that_show_openmp_are_there() {
    let page = read(root().join("docs/openmp-2.5.md"));
    let folder = root().join("tests/conformance/programs");
    let mut count = 0;
    for line in page.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.split(" | ").collect();
        let [_, _, _, shown, _] = cells[..] else { continue };
        for name in shown.split('`').skip(1).step_by(2) {
            let is_there = folder.join(format!("{name}.c")).is_file() || folder.join(name).is_dir();
            assert!(is_there, "{name} in {line}");
            count += 1;
        }
    }
    assert!(count > 100, "{count} programs are named");
}

#[test]
fn the_functions_of_the_library_are_counted() {
    let page = read(root().join("docs/supported.md"));
    let count = read(root().join("runtime/cuda/library.txt")).lines().count();
    assert!(page.contains(&format!("functions that a region may call, {count} of them")), "{count}");
}

#[test]
fn links_lead_somewhere() {
    for page in pages() {
        // What stands in a block of code is no link.
        let text: String = read(&page).split("```").step_by(2).collect();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") {
                continue;
            }
            let (path, place) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { page.clone() } else { page.parent().unwrap().join(path) };
            assert!(target.exists(), "{}: {link}", page.display());
            if !place.is_empty() {
                let headings = read(&target);
                let mut headings = headings.lines().filter(|line| line.starts_with('#'));
                assert!(headings.any(|heading| anchor(heading) == place), "{}: {link}", page.display());
            }
        }
    }
}

/// What a link to a heading says.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
