//! What `gpump explain` says of programs is true, and leads from the source to the outputs.
//!
//! Every program of the tests and the examples is explained. Each explanation has to keep what docs/explain.md
//! promises: splices that make the outputs of the source, links that cover them, numbers that exist. The programs of
//! `tests/explain/` are shown in all forms besides, which stand beside them: `NAME.regions.txt` and so on. With
//! `GPUMP_RENEW=1` they are written anew.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::environment::preprocessing;
use common::pieces;
use gpump::explain::model::{Dialect, LinkKind, Translated};
use gpump::explain::{Explanation, Form, Look, Wanted, explain, form_json, json, page, show};
use gpump::{Layout, LineDirectives, Options, Source, translate};
use proptest::prelude::*;
use rayon::prelude::*;

const FORMS: [Form; 5] = [Form::Tokens, Form::Tree, Form::Symbols, Form::Regions, Form::Rewrites];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn programs_in(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.sort();
    paths
}

fn programs() -> Vec<PathBuf> {
    let folders = ["examples", "tests/programs", "tests/explain"];
    folders.into_iter().flat_map(programs_in).collect()
}

/// What there is besides.
fn more_programs() -> Vec<PathBuf> {
    let folders = [
        "tests/conformance/programs",
        "tests/host_regions",
        "tests/openmp5",
        "tests/optimisations",
        "tests/single",
    ];
    folders.into_iter().flat_map(programs_in).collect()
}

fn options() -> Options {
    Options { preprocessing: Some(preprocessing(&[])), ..Options::default() }
}

fn source(path: &Path) -> Source {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Source::new(path.strip_prefix(root()).unwrap().to_string_lossy(), &bytes)
}

fn explained(path: &Path, wanted: Wanted) -> Explanation {
    explain(&source(path), &options(), wanted)
        .unwrap_or_else(|errors| panic!("{}: {errors:#?}", path.display()))
}

/// Explains a text without headers.
fn of_text(text: &str) -> Explanation {
    explain(&Source::new("t.c", text.as_bytes()), &options(), Wanted::Both)
        .unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn both(explanation: &Explanation) -> impl Iterator<Item = &Translated> {
    let dialects = &explanation.dialects;
    [&dialects.cuda, &dialects.thesis].into_iter().flatten().filter_map(Dialect::translated)
}

/// The outputs as the steps' splices make them.
fn spliced(explanation: &Explanation, translated: &Translated) -> Vec<String> {
    let mut texts: Vec<String> = vec![String::new(); translated.outputs.len()];
    texts[0].clone_from(&explanation.source);
    for change in translated.steps.iter().flat_map(|step| &step.changes) {
        texts[change.output].replace_range(change.at[0]..change.at[1], &change.text);
    }
    texts
}

/// What docs/explain.md promises of every explanation.
fn check(explanation: &Explanation) -> Result<(), String> {
    macro_rules! demand {
        ($condition:expr, $($said:tt)*) => {
            if !$condition {
                return Err(format!($($said)*));
            }
        };
    }
    let Explanation { source, tokens, tree, scopes, macros, sentences, .. } = explanation;
    let typed: String = tokens
        .iter()
        .filter(|token| token.made.is_none())
        .map(|token| &source[token.source[0]..token.source[1]])
        .collect();
    demand!(typed == *source, "the tokens are not the source");
    for token in tokens {
        demand!(token.kind < explanation.token_kinds.len(), "no kind {}", token.kind);
        demand!(token.channel < explanation.channels.len(), "no channel {}", token.channel);
        demand!(token.made.as_ref().is_none_or(|(number, _)| *number < macros.len()), "no macro {token:?}");
    }
    for (number, node) in tree.iter().enumerate() {
        let Some(parent) = node.parent else {
            demand!(number == 0, "two roots");
            continue;
        };
        let around = tree[parent].tokens;
        demand!(parent < number, "a node in front of its parent");
        demand!(
            around[0] <= node.tokens[0] && node.tokens[1] <= around[1] && node.tokens[0] < node.tokens[1],
            "{node:?} is not within {:?}",
            tree[parent]
        );
    }
    for rule in tree.iter().flat_map(|node| node.through.iter().chain([&node.rule])) {
        let name = explanation.rule_names[*rule];
        demand!(explanation.rules.contains_key(name), "no text of {name}");
    }
    for scope in scopes {
        demand!(source.get(scope.source[0]..scope.source[1]).is_some(), "{scope:?}");
        for declared in &scope.declarations {
            for span in declared.uses.iter().chain([&declared.source]) {
                demand!(source.get(span[0]..span[1]).is_some(), "{declared:?}");
            }
        }
    }
    for translated in both(explanation) {
        let texts = spliced(explanation, translated);
        for (output, text) in translated.outputs.iter().zip(&texts) {
            demand!(output.text == *text, "the splices make another {}:\n{text}", output.name);
        }
        check_links(source, translated)?;
        for (number, step) in translated.steps.iter().enumerate() {
            demand!(
                sentences.get(step.says).is_some_and(|says| !says.is_empty()),
                "nothing is said of {step:?}"
            );
            demand!(step.node.is_none_or(|node| node < tree.len()), "{step:?}");
            demand!(step.source.is_none_or(|span| source.get(span[0]..span[1]).is_some()), "{step:?}");
            for &operation in &step.operations {
                demand!(translated.operations[operation].step == number, "{step:?} has another's operation");
            }
            for [scope, at] in &step.declares {
                demand!(scopes.get(*scope).is_some_and(|scope| scope.declarations.len() > *at), "{step:?}");
            }
        }
        let listed: usize = translated.steps.iter().map(|step| step.operations.len()).sum();
        demand!(listed == translated.operations.len(), "operations without a step");
        for operation in &translated.operations {
            demand!(!operation.reason.is_empty() && !operation.rule.is_empty(), "{operation:?}");
            demand!(source.get(operation.source[0]..operation.source[1]).is_some(), "{operation:?}");
        }
        for region in &translated.regions {
            let text = &translated.outputs[region.output].text;
            let own = [(&region.kernel, region.range)];
            let has_own = region.kernels.is_empty() && region.host.is_none();
            demand!(region.host.is_none() || region.kernel.is_empty(), "a kernel of the host: {region:?}");
            let parts = region.kernels.iter().map(|part| (&part.kernel, part.range));
            for (name, range) in parts.chain(own.into_iter().filter(|_| has_own)) {
                let kernel = text.get(range[0]..range[1]).unwrap_or_default();
                demand!(kernel.contains(&format!("__global__ void {name}(")), "{kernel} is no {name}");
                demand!(region.range[0] <= range[0] && range[1] <= region.range[1], "{name} is outside");
            }
            for part in &region.kernels {
                demand!(part.kernel.starts_with(&region.kernel), "{} of {}", part.kernel, region.kernel);
                let line = source.lines().nth(part.line - 1).unwrap_or_default();
                let is_loop = ["for", "loop", "_Pragma"].iter().any(|word| line.contains(word));
                demand!(is_loop, "{}: {line}", part.line);
            }
            for variable in &region.variables {
                demand!(!variable.device.starts_with("nowhere"), "line {}: {variable:?}", region.line);
                demand!(!variable.uses.is_empty(), "{variable:?}");
            }
        }
    }
    Ok(())
}

fn check_links(source: &str, translated: &Translated) -> Result<(), String> {
    for (number, output) in translated.outputs.iter().enumerate() {
        let mut end = 0;
        for link in translated.links.iter().filter(|link| link.output == number) {
            if link.range[0] != end || link.range[1] <= end {
                return Err(format!("{link:?} does not follow {end} in {}", output.name));
            }
            end = link.range[1];
            let text = output.text.get(link.range[0]..end).ok_or_else(|| format!("{link:?}"))?;
            let from =
                link.source.map(|span| source.get(span[0]..span[1]).ok_or_else(|| format!("{link:?}")));
            let from = from.transpose()?;
            if link.kind == LinkKind::Kept && from != Some(text) {
                return Err(format!("{text:?} is said to be kept, and was {from:?}"));
            }
            if link.kind != LinkKind::Written && from.is_none() {
                return Err(format!("{link:?} comes from nowhere"));
            }
            if link.step.is_some_and(|step| step >= translated.steps.len()) {
                return Err(format!("{link:?} has no step"));
            }
        }
        if end != output.text.len() {
            return Err(format!("the links of {} end at {end}", output.name));
        }
    }
    Ok(())
}

#[test]
fn every_program_is_explained_from_its_source_to_its_outputs() {
    let all = [programs(), more_programs()].concat();
    let faults: Vec<String> = all
        .par_iter()
        .filter_map(|path| {
            let fault = check(&explained(path, Wanted::Both)).err()?;
            Some(format!("{}: {fault}", path.display()))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_is_explained_is_what_is_translated() {
    programs().par_iter().for_each(|path| {
        let source = source(path);
        for (wanted, dialect) in
            [(Wanted::Cuda, gpump::Dialect::Cuda), (Wanted::Thesis, gpump::Dialect::Thesis)]
        {
            let line_directives = LineDirectives::Nowhere;
            let options = Options { dialect, layout: Layout::Pair, line_directives, ..options() };
            let explained = explain(&source, &options, wanted);
            match (translate(&source, &options), explained) {
                (Ok(translation), Ok(explained)) => {
                    let translated = both(&explained).next().unwrap();
                    assert_eq!(translated.outputs[0].text, translation.text, "{}", path.display());
                    let device = translated.outputs.get(1).map(|output| &output.text);
                    assert_eq!(device, translation.device.as_ref(), "{}", path.display());
                    assert_eq!(translated.regions.len(), translation.regions, "{}", path.display());
                }
                (Err(errors), Err(others)) => assert_eq!(errors, others, "{}", path.display()),
                (translation, _) => panic!("{}: only {} of two", path.display(), translation.is_ok()),
            }
        }
    });
}

#[test]
fn the_json_is_as_its_schema_says() {
    let schema = fs::read_to_string(root().join("docs/explain.schema.json")).unwrap();
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    assert!(jsonschema::meta::is_valid(&schema));
    let validator = jsonschema::validator_for(&schema).unwrap();
    let validate = |name: &str, text: &str| {
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        if let Some(error) = validator.iter_errors(&value).next() {
            panic!("{name}: {error} at {}", error.instance_path());
        }
    };
    programs().par_iter().for_each(|path| {
        let explanation = explained(path, Wanted::Both);
        let name = path.display().to_string();
        validate(&name, &json(&explanation));
        for form in FORMS {
            validate(&format!("{name}, {}", form.name()), &form_json(&explanation, form));
        }
    });
    // It can fail.
    let mut wrong: serde_json::Value = serde_json::from_str(&json(&of_text("int x;\n"))).unwrap();
    wrong["tokens"][0] = serde_json::json!([0, 0]);
    assert!(!validator.is_valid(&wrong));
    wrong = serde_json::from_str(&json(&of_text("int x;\n"))).unwrap();
    wrong.as_object_mut().unwrap().remove("tree");
    assert!(!validator.is_valid(&wrong));
}

#[test]
fn the_forms_of_the_programs_are_as_they_stand_beside_them() {
    let look = Look { color: false, width: 100 };
    for path in programs_in("tests/explain") {
        let explanation = explained(&path, Wanted::Both);
        for form in FORMS {
            let shown = show(&explanation, form, look);
            let beside = path.with_extension(format!("{}.txt", form.name()));
            if std::env::var_os("GPUMP_RENEW").is_some() {
                fs::write(&beside, &shown).unwrap();
                continue;
            }
            let kept = fs::read_to_string(&beside).unwrap_or_default();
            assert!(shown == kept, "{} is another; GPUMP_RENEW=1 writes it anew\n{shown}", beside.display());
        }
    }
}

#[test]
fn the_tree_of_deep_nesting_grows_with_its_depth_and_not_its_square() {
    let length = |depth: usize| {
        let text = format!("int a = {}1{};\n", "(".repeat(depth), ")".repeat(depth));
        show(&of_text(&text), Form::Tree, Look { color: false, width: 100 }).len()
    };
    let (once, twice) = (length(1000), length(2000));
    assert!(twice < 3 * once, "{once} bytes, {twice} bytes");
}

#[test]
fn no_line_of_a_form_has_control_sequences_but_for_terminals() {
    let explanation = explained(&root().join("examples/a1.c"), Wanted::Both);
    for form in FORMS {
        assert!(!show(&explanation, form, Look { color: false, width: 80 }).contains('\x1b'));
        assert!(show(&explanation, form, Look { color: true, width: 80 }).contains("\x1b["));
    }
    let regions = show(&explanation, Form::Regions, Look { color: false, width: 80 });
    assert_eq!(regions.lines().find(|line| line.chars().count() > 80), None);
}

/// What is said of a variable in the cuda dialect's region: attribute, how it was determined, section, and a piece of
/// where it lives.
#[track_caller]
fn assert_row(
    explanation: &Explanation,
    region: usize,
    name: &str,
    place: &str,
    row: (&str, &str, &str, &str),
) {
    let translated = explanation.dialects.cuda.as_ref().and_then(Dialect::translated).unwrap();
    let found: Vec<_> = translated.regions[region]
        .variables
        .iter()
        .filter(|variable| {
            let own = variable.function.as_deref().or(variable.construct).unwrap_or_default();
            variable.name == name && own == place
        })
        .collect();
    let [found] = found[..] else { panic!("{name} in {place:?}: {found:#?}") };
    let said = (found.attribute.as_str(), found.determined, found.section);
    assert_eq!(said, (row.0, row.1, row.2), "{name} in {place:?}");
    assert!(found.device.contains(row.3), "{name}: {}", found.device);
}

#[test]
fn each_rule_of_the_specification_gives_its_attribute() {
    let found = of_text(
        "int tp, file;\n\
         #pragma omp threadprivate(tp)\n\
         const int limit = 3;\n\
         static int deep(int p) { static int s; int l = p; s++; file++; tp = l; return l + limit; }\n\
         static void work(int m, int *v) {\n  int k;\n#pragma omp for reduction(+:file)\n\
         for (k = 0; k < m; k++) file += v[k] = deep(k);\n}\n\
         void f(int n, int *v) {\n  int i, j, a = 1, b = 2, c = 3, d = 4, sum = 0;\n\
         #pragma omp parallel private(a) firstprivate(b) shared(c) copyin(tp) reduction(+:sum)\n  {\n\
         int own = b; static int one; a = own; one = c; tp = d; sum += limit;\n\
         #pragma omp for lastprivate(d)\n for (i = 0; i < n; i++) { d = i; v[i] = a; }\n\
         #pragma omp single copyprivate(own)\n own = 1;\n\
         work(n, v); for (j = 0; j < 2; j++) ;\n  }\n}\n",
    );
    let row = |name, place, row| assert_row(&found, 0, name, place, row);
    row("a", "", ("private", "explicit", "2.8.3.3", "register"));
    row("b", "", ("firstprivate", "explicit", "2.8.3.4", "`shared.b`"));
    row("c", "", ("shared", "explicit", "2.8.3.2", "by value"));
    row("sum", "", ("reduction(+)", "explicit", "2.8.3.6", "`*shared.sum`"));
    row("tp", "", ("threadprivate", "predetermined", "2.8.1.1", "gpump_mine(tp)"));
    row("limit", "", ("shared", "predetermined", "2.8.1.1", "constant of the kernel"));
    row("limit", "deep", ("shared", "predetermined", "2.8.1.2", "constant of the function"));
    row("own", "", ("private", "predetermined", "2.8.1.1", "register"));
    row("one", "", ("shared", "predetermined", "2.8.1.1", "gpump_globals"));
    row("d", "", ("shared", "implicit", "2.8.1.1", "`*shared.d`"));
    row("d", "for", ("lastprivate", "explicit", "2.8.3.5", "original"));
    row("i", "for", ("private", "predetermined", "2.8.1.1", "register"));
    row("n", "", ("shared", "implicit", "2.8.1.1", "by value"));
    row("file", "work", ("reduction(+)", "explicit", "2.8.3.6", "register"));
    row("m", "work", ("private", "predetermined", "2.8.1.2", "register"));
    row("k", "work", ("private", "predetermined", "2.8.1.1", "register"));
    row("s", "deep", ("shared", "predetermined", "2.8.1.2", "gpump_globals"));
    row("l", "deep", ("private", "predetermined", "2.8.1.2", "register"));
    row("file", "deep", ("shared", "predetermined", "2.8.1.2", "gpump_globals"));
    row("tp", "deep", ("threadprivate", "predetermined", "2.8.1.2", "gpump_mine"));
}

#[test]
fn uses_are_where_the_variable_is_used() {
    let text = "void f(int n, float *v) {\n  int i;\n#pragma omp parallel for if (n > 9)\n  for (i = 0; i < n; i++)\n    v[i] = n;\n  v[0] = n;\n}\n";
    let found = of_text(text);
    let region = &both(&found).next().unwrap().regions[0];
    let uses = |name: &str| -> Vec<usize> {
        let variable = region.variables.iter().find(|variable| variable.name == name).unwrap();
        assert!(variable.uses.iter().all(|span| &text[span[0]..span[1]] == name));
        variable.uses.iter().map(|span| 1 + text[..span[0]].matches('\n').count()).collect()
    };
    // The `if` clause is evaluated outside of the region (2.4).
    assert_eq!(uses("n"), [4, 5]);
    assert_eq!(uses("i"), [4, 4, 4, 5]);
    assert_eq!(uses("v"), [5]);
}

#[test]
fn a_loops_text_is_kept_in_the_kernel() {
    let found = explained(&root().join("examples/a1.c"), Wanted::Both);
    for translated in both(&found) {
        let [start, end] = translated.regions[0].range;
        let output = translated.regions[0].output;
        let kept: Vec<&str> = translated
            .links
            .iter()
            .filter(|link| link.output == output && link.range[0] >= start && link.range[1] <= end)
            .filter(|link| link.kind == LinkKind::Kept)
            .map(|link| translated.outputs[output].text[link.range[0]..link.range[1]].trim())
            .collect();
        assert!(!kept.is_empty(), "{:#?}", translated.outputs[output].text);
    }
    let cuda = both(&found).next().unwrap();
    let body = "b[i] = (a[i] + a[i-1]) / 2.0;";
    let is_body = |link: &&gpump::explain::model::Link| {
        link.output == 1
            && link.kind == LinkKind::Kept
            && cuda.outputs[1].text[link.range[0]..link.range[1]].contains(body)
    };
    let link = cuda.links.iter().find(is_body).expect("the body is the author's");
    assert!(found.source[link.source.unwrap()[0]..].contains(body));
}

#[test]
fn actions_stand_in_the_order_of_the_grammar() {
    let found = of_text(
        "void f(int *v) {\n  int i;\n#pragma omp parallel for private(i)\n  for (i = 0; i < 9; i++)\n    v[i] = i;\n}\n",
    );
    let translated = both(&found).next().unwrap();
    let actions: Vec<&str> = translated.steps.iter().map(|step| step.action).collect();
    let mut at = 0;
    for action in [
        "exitSpecifiers",
        "enterFunction",
        "enterScope",
        "declare",
        "enterConstruct",
        "dataClause",
        "exitDirective",
        "exitForHeader",
        "reference",
        "exitParallelForConstruct",
        "exitFunction",
        "reach",
        "write_region",
        "device_loop",
        "complete_code",
        "host_region",
        "device_file",
        "host_file",
    ] {
        let next = actions[at..].iter().position(|found| *found == action);
        at += next.unwrap_or_else(|| panic!("{action} behind {at} in {actions:?}"));
    }
    let step = translated.steps.iter().find(|step| step.action == "dataClause").unwrap();
    assert_eq!(step.rule, "private_clause");
    let node = &found.tree[step.node.unwrap()];
    assert!(node.through.iter().chain([&node.rule]).any(|&rule| found.rule_names[rule] == "private_clause"));
    assert!(found.sentences[step.says].contains("`private(i)`"));
    let declared = translated.steps.iter().find(|step| step.action == "declare").unwrap();
    let [scope, at] = declared.declares[0];
    assert_eq!(found.scopes[scope].declarations[at].name, "i");
}

#[test]
fn macros_are_shown_with_what_they_become() {
    let found =
        of_text("#define N 4\n#define TWICE(x) ((x) * 2)\nint a[TWICE(N)];\n#if 0\nint left;\n#endif\n");
    let [used] = &found.macros[..] else { panic!("{:#?}", found.macros) };
    assert_eq!((used.name.as_str(), used.expansion.as_str()), ("TWICE", "((4) * 2)"));
    assert_eq!(used.definition.as_deref(), Some("#define TWICE(x) ((x) * 2)"));
    assert_eq!(&found.source[used.source[0]..used.source[1]], "TWICE(N)");
    let channel = |text: &str| {
        let token = found.tokens.iter().find(|token| &found.source[token.source[0]..token.source[1]] == text);
        let token = token.unwrap();
        (found.token_kinds[token.kind].as_str(), found.channels[token.channel])
    };
    assert_eq!(channel("TWICE"), ("Identifier", "unseen"));
    assert_eq!(channel("left"), ("Identifier", "unseen"));
    assert_eq!(channel("a"), ("Identifier", "default"));
    assert_eq!(channel(" "), ("Whitespace", "hidden"));
}

#[test]
fn a_refusal_is_told_beside_the_other_dialects_translation() {
    let found = of_text("void f(int *v) {\n#pragma omp parallel\n#pragma omp critical\n  v[0]++;\n}\n");
    let Some(Dialect::Refused { refused }) = &found.dialects.thesis else {
        panic!("{:#?}", found.dialects.thesis)
    };
    assert_eq!((refused[0].code, refused[0].line), ("E0401", 3));
    assert_eq!(both(&found).count(), 1);
    assert_eq!(found.comparison[0].topic, "refusal");
    assert!(found.comparison[0].thesis.contains("line 3") && found.comparison[0].thesis.contains("E0401"));
}

#[test]
fn what_no_dialect_translates_has_the_errors_of_other_commands() {
    let source = Source::new("t.c", b"void f(void) {\n#pragma omp parallel\n  return;\n}\n");
    let errors = explain(&source, &options(), Wanted::Both).expect_err("it is wrong");
    assert_eq!(errors, translate(&source, &options()).expect_err("it is wrong"));
}

#[test]
fn a_file_without_anything_is_explained() {
    for text in ["", "\n", "/* é */", "\u{feff}", "int x;", "\u{feff}int x;\r\n"] {
        let found = of_text(text);
        check(&found).unwrap_or_else(|fault| panic!("{text:?}: {fault}"));
        let translated = both(&found).next().unwrap();
        assert_eq!(translated.outputs[0].text, text);
        assert!(translated.operations.is_empty() && translated.regions.is_empty());
        for form in FORMS {
            show(&found, form, Look { color: false, width: 1 });
        }
    }
}

#[test]
fn an_array_of_the_heap_is_said_to_be_there() {
    let found = of_text(
        "static int u[4000], v[4];\nvoid f(void)\n{\n    int i;\n#pragma omp parallel for\n    for (i = 0; i < 4; i++)\n        \
         u[i] = v[i];\n}\n",
    );
    let shown = show(&found, Form::Regions, Look { color: false, width: 200 });
    let line =
        |name: &str| shown.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or_default();
    assert!(
        line("u ").contains("a block of the heap") && !line("v ").contains("a block of the heap"),
        "{shown}"
    );
}

#[test]
fn a_page_has_the_explanation_in_it_and_cannot_be_broken_by_a_program() {
    let found = of_text("char *s = \"</script><!--\";\n");
    let page = page::html(&found);
    assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("</script><!--"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]
    #[test]
    fn files_of_odd_pieces_are_explained(found in prop::collection::vec(pieces::with_directives(), 1..10)) {
        let mut bytes = Vec::new();
        for (number, piece) in found.iter().enumerate() {
            let number = number.to_string();
            for &byte in &piece.bytes {
                match byte {
                    b'@' => bytes.extend(number.as_bytes()),
                    byte => bytes.push(byte),
                }
            }
        }
        let headers: &[(&str, &[u8])] = &[("header.h", b"")];
        let options = Options { preprocessing: Some(preprocessing(headers)), ..Options::default() };
        let source = Source::new("t.c", &bytes);
        if let Ok(explanation) = explain(&source, &options, Wanted::Both) {
            check(&explanation).map_err(TestCaseError::fail)?;
        }
    }
}
